"""Distributions of times that are put together of independent parts, by their Laplace transforms.

The transform of a sum is the product of the parts' transforms, that of a random number of parts
follows from its generating function; nothing of the distribution is lost on the way, as it is where
the sum is fitted by two or three of its moments. Probabilities come back by the Euler algorithm of
Abate and Whitt (INFORMS J. Computing 18(4), 2006), which has some eight digits where the
distribution is smooth.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Mixture", "PassageTimes", "Transform", "exponential_transform", "mixture_transform"]

Complex = NDArray[np.complex128]
Transform = Callable[[Complex], Complex]
"""E exp(-s T) of a time T (s), at complex s (per s)."""
Mixture = tuple[tuple[float, int, float], ...]
"""Erlangs: (weight, phases, rate per s) each."""

_TERMS = 15
_POINTS, _ROUNDS = 9, 10
"""Times looked at at once and how often what is between two of them is looked at again."""
_MOST_DOUBLINGS = 60
_NOTHING = 1e-8
"""Part of the mean below which a time is none."""
_NEAR = 1e-3
"""Part of one over the mean at which a logarithm of a transform is a parabola."""


def _weights() -> tuple[Complex, NDArray[np.float64]]:
    binomials = [math.comb(_TERMS, k) / 2.0**_TERMS for k in range(_TERMS + 1)]
    weight = np.ones(2 * _TERMS + 1)
    weight[0] = 0.5
    weight[2 * _TERMS] = binomials[0]
    for i in range(1, _TERMS):
        weight[2 * _TERMS - i] = weight[2 * _TERMS - i + 1] + binomials[i]
    k = np.arange(2 * _TERMS + 1)
    points = np.asarray(_TERMS * math.log(10.0) / 3.0 + 1j * math.pi * k, dtype=np.complex128)
    return points, weight * (-1.0) ** k * 10.0 ** (_TERMS / 3.0)


_AT, _WEIGHTS = _weights()


@dataclass(frozen=True)
class PassageTimes:
    """The distribution of a time of mean ``mean_s`` with the transform ``transform``."""

    mean_s: float
    transform: Transform

    @property
    def cv2(self) -> float:
        """Squared coefficient of variation, of the transform next to 0; 0 of no time."""
        if self.mean_s <= 0.0:
            return 0.0
        beside = np.array([_NEAR, -_NEAR], dtype=np.complex128) / self.mean_s
        return float(np.log(self.transform(beside)).real.sum()) / _NEAR**2

    def _beyond(self, times_s: NDArray[np.float64]) -> NDArray[np.float64]:
        """Probability of taking longer than each of some times above 0."""
        s = (_AT / times_s[:, None]).astype(np.complex128)
        # The time's own scale drops out: the sum of f(a / t) / t with f = (1 - F) / s.
        kept = ((1.0 - self.transform(s)) / _AT).real
        return np.clip(kept @ _WEIGHTS, 0.0, 1.0)

    def share_within(self, goal_s: float) -> float:
        """Probability that it takes at most ``goal_s``."""
        if self.mean_s <= 0.0:
            return 1.0
        if goal_s <= 0.0:
            return 0.0
        return 1.0 - float(self._beyond(np.array([goal_s]))[0])

    def percentile(self, p: float) -> float:
        """Time (s) within which ``p`` percent end, 0 < p < 100; 0 where so many take no time."""
        if self.mean_s <= 0.0:
            return 0.0
        beyond = 1.0 - p / 100.0
        doubled = self.mean_s * 2.0 ** np.arange(_MOST_DOUBLINGS)
        low, high = 0.0, float(self.mean_s)
        for high in doubled.tolist():
            if self._beyond(np.array([high]))[0] <= beyond:
                break
            low = high
        for _ in range(_ROUNDS):
            tried = np.linspace(low, high, _POINTS)[1:-1]
            within = self._beyond(tried) <= beyond
            first = int(np.argmax(within)) if within.any() else len(tried)
            ends = [low, *tried.tolist(), high]
            low, high = ends[first], ends[first + 1]
        middle = 0.5 * (low + high)
        return middle if middle > _NOTHING * self.mean_s else 0.0


def exponential_transform(mean_s: float) -> Transform:
    """Of an exponential time."""
    return lambda s: 1.0 / (1.0 + mean_s * s)


def mixture_transform(mixture: Mixture) -> Transform:
    """Of a mixture of Erlangs; of no time at all where it is empty."""
    if not mixture:
        return np.ones_like

    def transform(s: Complex) -> Complex:
        total = np.zeros_like(s)
        for weight, phases, rate in mixture:
            total += weight * (rate / (rate + s)) ** phases
        return total

    return transform
