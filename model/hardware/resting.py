"""What measured times hold beyond what the network explains: found as-is, kept in scenarios.

Of a hold (a task's dispatch time, a region's elapsed time) or of a response, service and waits are
known to the network; the rest is a delay that makes it as long as measured. Where service and
waits alone are longer, part of the service is taken to run beside the hold: a server that the
reports show to be half busy is half busy in the model, and no CPU is lost.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np

from model.hardware.flow import FloatArray
from model.queueing.installation.declared import Pass, Values

_LEAST_WITHIN = 0.02
_SLOWEST, _FIRST_PACE = -14.0, -4.0
"""Of the logarithm of a pace against the measured time."""


@dataclass
class Walked:
    """Places of a workload's arcs in one chain that goes through it `times` a cycle.

    beside  by pool: the arcs of a visit within it, and of the same visit outside.
    """

    chain: int
    times: FloatArray
    arcs: list[int] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)
    at: dict[str, list[int]] = field(default_factory=dict)
    rests: dict[str, int] = field(default_factory=dict)
    beside: dict[str, list[tuple[list[int], list[int]]]] = field(default_factory=dict)


class RestEffect:
    """The rest of one hold or response against its measured time, and what service fits a hold."""

    size = 2

    def __init__(
        self,
        name: tuple[str, str],
        walked: tuple[Walked, ...],
        measured_s: FloatArray,
        fixed: FloatArray,
        is_measured: bool,
        paces: bool = False,
    ) -> None:
        self._name, self._walked, self._paces = name, walked, paces
        self.scale, self.is_measured = measured_s, is_measured
        own = np.array(fixed)
        own[:, 0] = own[:, 0] / measured_s
        if paces:
            own[:, 0] = np.log(np.maximum(own[:, 0], np.exp(_SLOWEST)))
        self._values: dict[str, FloatArray] = {"scale": measured_s, "fixed": own}
        for place, one in enumerate(walked):
            self._values[f"times{place}"] = one.times

    @property
    def key(self) -> Hashable:
        """The workload and the pool."""
        return ("rest", *self._name)

    @property
    def values(self) -> Values:
        """See `Effect`."""
        return self._values

    def start(self) -> FloatArray:
        """As if nothing explained anything."""
        fixed = self._values["fixed"]
        first = np.array([[_FIRST_PACE if self._paces else 0.5, 1.0]])
        return np.where(np.isnan(fixed), first, fixed)

    def _of(self, state: FloatArray) -> FloatArray:
        return np.exp(state[:, 0]) if self._paces else np.maximum(state[:, 0], 0.0)

    def found_s(self, state: FloatArray) -> FloatArray:
        """The rest in seconds, and the share that fits: (V, 2)."""
        return np.stack([self._of(state) * self.scale, state[:, 1]], axis=1)

    def apply(self, demands: FloatArray, state: FloatArray, values: Values) -> None:
        """Set the delay, and move service that does not fit out of the hold."""
        within = np.clip(state[:, 1], _LEAST_WITHIN, 1.0)
        rest = self._of(state) * values["scale"]
        for place, one in enumerate(self._walked):
            demands[:, one.rests[self._name[1]]] = rest * values[f"times{place}"]
            for inner, outer in one.beside.get(self._name[1], ()):
                all_of_it = demands[:, inner[-1]].copy()
                demands[:, inner[-1]] = all_of_it * within
                demands[:, outer[-1]] = all_of_it * (1.0 - within)

    def image(self, reading: Pass, state: FloatArray, values: Values) -> FloatArray:
        """What is left of the measured time, and what of the service fits it."""
        fixed = values["fixed"]
        if not np.isnan(fixed).any():
            return fixed
        pool = self._name[1]
        whole = np.zeros(len(state))
        moves, units = whole.copy(), whole.copy()
        for place, one in enumerate(self._walked):
            rate = reading.rate(one.chain)
            units += rate * values[f"times{place}"]
            if pool and not self._paces:
                whole += rate * reading.hold[:, one.held[pool]]
            else:
                whole += rate * reading.residence[:, one.arcs].sum(axis=1)
            for inner, _ in one.beside.get(pool, ()):
                moves += rate * reading.residence[:, inner].sum(axis=1)
        units = np.maximum(units, 1e-300)
        whole, moves = whole / units / values["scale"], moves / units / values["scale"]
        if self._paces:
            paced = np.clip(state[:, 0] - np.log(np.maximum(whole, 1e-12)), _SLOWEST, 0.0)
            return np.where(np.isnan(fixed), np.stack([paced, np.ones_like(paced)], axis=1), fixed)
        fitting = np.clip(state[:, 1], _LEAST_WITHIN, 1.0)
        stays = np.maximum(whole - np.maximum(state[:, 0], 0.0) - moves, 0.0)
        explained = stays + moves / fitting
        fits = np.clip((1.0 - stays) * fitting / np.maximum(moves, 1e-12), _LEAST_WITHIN, 1.0)
        found = np.stack(
            [np.clip(1.0 - explained, 0.0, 1.0), np.where(explained > 1.0, fits, 1.0)], axis=1
        )
        return np.where(np.isnan(fixed), found, fixed)
