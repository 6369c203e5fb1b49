"""Closed networks of several classes as the exact methods take them: ``lattice``, ``occupancy``."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .waiting import Array

__all__ = ["ManyClassAnswer", "ManyClasses"]

_PASSES = 60
_STABLE = 0.995


@dataclass(frozen=True)
class ManyClasses:
    """One network: R classes with ``population`` (R,) whole numbers and ``think`` (R,) s.

    fixed (R, S): demands at single servers, ``copies`` (S,) of each. rated (R, M): demands at
    stations with ``rates``, one column per copy, ``twin`` the first alike column.
    Delay demands belong into ``think``. working: mean busy servers of each rated column with 0, 1,
    2, … customers (the last holds beyond).
    """

    population: NDArray[np.int64]
    think: Array
    fixed: Array
    copies: Array
    rated: Array
    rates: tuple[tuple[float, ...], ...]
    twin: tuple[int, ...]
    working: tuple[Array, ...] = ()

    def of_classes(self, order: NDArray[np.intp]) -> ManyClasses:
        """The same network with its classes in another order."""
        return replace(
            self, population=self.population[order], think=self.think[order],
            fixed=self.fixed[order], rated=self.rated[order],
        )  # fmt: skip

    def tilts(self) -> Array:
        """Throughputs (R,) near the answer, at which an open network would be stable.

        Some passes of Schweitzer's approximation with each station as fast as it can be.
        """
        n = self.population.astype(float)
        peaks = np.array([max(r) for r in self.rates])
        demand = np.concatenate([self.fixed, self.rated / peaks], axis=1)
        copies = np.concatenate([self.copies, np.ones(len(self.rates))])
        think = self.think + (self.rated * (1 - 1 / peaks)).sum(axis=1)
        think = np.maximum(think, 0.0)
        spread = np.maximum((demand > 0) @ copies, 1.0)
        queue = (demand > 0) * (n / spread)[:, None]
        x = np.zeros(len(n))
        for _ in range(_PASSES):
            found = queue.sum(axis=0) - queue / n[:, None]
            residence = demand * (1.0 + found)
            x = n / (think + residence @ copies)
            queue = x[:, None] * residence
        use = (x[:, None] * demand).sum(axis=0)
        out: Array = x / max(1.0, float(use.max(initial=0.0)) / _STABLE)
        return out


@dataclass(frozen=True)
class ManyClassAnswer:
    """throughput (R,), queues per copy (R, S) and (R, M), mean busy servers (M,)."""

    throughput: Array
    fixed_queue: Array
    rated_queue: Array
    rated_busy: Array
