"""One visit to a station, as a time: whom it meets, and how long that takes.

What an arrival finds is taken from a birth-death queue whose rate of arrivals gives the mean time
that is known. In product form that is what it finds. The times follow from it whole: the wait in
order of arrival is a random number of departures, and processor sharing is the absorption time of a
tagged customer, whose generator has real eigenvalues (it is reversible but for the exit), so that
it is a sum of exponentials.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .passage import Complex, Transform

__all__ = [
    "MOST_FOUND", "Part", "added", "exponential", "found_alike", "found_mixed", "shared_visit",
    "wait_behind", "weighed",
]  # fmt: skip

Array = NDArray[np.float64]
MOST_FOUND = 400
_STEPS = 50
_NOBODY = 1e-13
"""Probability of numbers found that are left out."""
_DIGITS = 1e-6


@dataclass(frozen=True)
class Part:
    """Cumulants of a time: mean (s), variance (s²), third cumulant (s³).

    chance: the probability that it takes any time at all. known: its whole distribution, where it
    is more than these.
    """

    mean_s: float
    variance_s2: float
    third_s3: float
    chance: float = 1.0
    known: Transform | None = None

    def times(self, number: float) -> Part:
        """``number`` such times one after the other; fractions of one are taken in proportion."""
        return Part(self.mean_s * number, self.variance_s2 * number, self.third_s3 * number)


def exponential(mean_s: float) -> Part:
    """An exponential time."""
    return Part(mean_s, mean_s**2, 2.0 * mean_s**3)


def added(parts: Sequence[Part]) -> Part:
    """The sum of independent parts."""
    return Part(
        sum(p.mean_s for p in parts), sum(p.variance_s2 for p in parts),
        sum(p.third_s3 for p in parts),
    )  # fmt: skip


def found_alike(
    rates: Sequence[float], others: int, stretch: float, from_delays: bool
) -> tuple[Array, Array]:
    """Distribution of the number found and the rates of arrivals, by number, at a mean time.

    stretch: that mean in own services, sum of p(j) (j + 1) / rate(j + 1). from_delays: those who
    are elsewhere come each at a rate of their own (as from delays), else together at one rate (as
    from a busy queue).
    """
    limit = min(others, MOST_FOUND)
    rate = np.array([rates[min(j, len(rates)) - 1] for j in range(1, limit + 2)])
    factor = np.arange(1, limit + 2) / rate
    states = np.arange(limit + 1)
    coming = (limit - states).astype(float) if from_delays else np.where(states < limit, 1.0, 0.0)
    weight = np.concatenate(([0.0], np.cumsum(np.log(coming[:-1]) - np.log(rate[:limit]))))
    p, pace = _at_mean(weight, states, factor, rate, stretch)
    return p, coming * pace


def _at_mean(
    weight: Array, states: NDArray[np.intp], factor: Array, rate: Array, stretch: float
) -> tuple[Array, float]:
    """How likely states are, by logarithms of their weights, and the rate to the power of each
    that gives the mean of their factors; rate: the least and the largest rates bound it."""
    low, high = -40.0 + math.log(float(rate.min())), 40.0 + math.log(float(rate.max()))
    p = np.ones_like(weight)
    for _ in range(_STEPS):
        middle = 0.5 * (low + high)
        logs = weight + middle * states
        p = np.exp(logs - logs.max())
        p /= p.sum()
        if float(np.vdot(p, factor)) < stretch:
            low = middle
        else:
            high = middle
    return p, math.exp(0.5 * (low + high))


def found_mixed(
    rates: Sequence[float], others: int, opened: float, stretch: float, from_delays: bool
) -> tuple[Array, Array]:
    """The same where customers in number and such from outside meet.

    others: those in number. opened: work that comes from outside, in services of one server. As in
    product form, who is there is any of the orders of so many of either kind.
    """
    limit = min(others, MOST_FOUND)
    k, j = np.arange(limit + 1)[:, None], np.arange(MOST_FOUND + 1)[None, :]
    n = np.minimum(k + j, MOST_FOUND)
    rate = np.array([rates[min(i, len(rates)) - 1] for i in range(1, MOST_FOUND + 2)])
    logs = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1.0, MOST_FOUND + 1.0)))))
    slow = np.concatenate(([0.0], np.cumsum(np.log(rate[:-1]))))
    coming = (limit - k).astype(float) if from_delays else np.where(k < limit, 1.0, 0.0)
    start = np.concatenate(([0.0], np.cumsum(np.log(coming[:-1, 0]))))[:, None]
    weight = logs[n] - logs[k] - logs[j] + start + j * math.log(opened) - slow[n]
    weight = np.where(k + j <= MOST_FOUND, weight, -np.inf)
    factor = (np.arange(1, MOST_FOUND + 2) / rate)[n]
    both, pace = _at_mean(weight, k, factor, rate, stretch)
    p = np.bincount(n.ravel(), both.ravel(), MOST_FOUND + 1)
    more = np.bincount(n.ravel(), (both * coming).ravel(), MOST_FOUND + 1)
    more = np.where(p > 0.0, more / np.where(p > 0.0, p, 1.0), 0.0)
    comes = opened + more * pace
    return np.asarray(p, dtype=np.float64), np.asarray(comes, dtype=np.float64)


def wait_behind(service_s: float, servers: float, p: Array) -> Part:
    """FCFS: before the own service, the departures of those found beyond the servers."""
    step = service_s / servers
    j = np.maximum(np.arange(len(p)) - servers + 1, 0.0)
    mean_j = float(p @ j)
    var_j = float(p @ j**2) - mean_j**2
    third_j = float(p @ (j - mean_j) ** 3)
    often = np.bincount(j.astype(np.intp), p)
    often = often[: int(np.searchsorted(np.cumsum(often), 1.0 - _NOBODY)) + 1]

    def known(s: Complex) -> Complex:
        return np.asarray(np.polyval(often[::-1], 1.0 / (1.0 + step * s)), dtype=np.complex128)

    return Part(
        mean_j * step,
        step**2 * (mean_j + var_j),
        # Cumulants of a random number of exponential times.
        step**3 * (2.0 * mean_j + 3.0 * var_j + third_j),
        float(p[j > 0].sum()),
        known,
    )


def shared_visit(
    d: float, other: float, rates: Sequence[float], p: Array, coming: Array, whole: bool = False
) -> Part:
    """Processor sharing: absorption time of a tagged customer among those who come and go.

    d, other: demands of the tagged one and, on average, of those it meets. whole: with all of its
    distribution.
    """
    limit = len(p) - 1
    n = np.arange(limit + 1)
    rate = np.array([rates[min(j, len(rates)) - 1] for j in range(1, limit + 2)])
    leave = rate / (n + 1) / d
    down = rate * n / (n + 1) / other
    up = coming / other
    moments = []
    right = np.ones(limit + 1)
    for k in range(1, 4):
        right = k * _tridiagonal(-down[1:], leave + down + up, -up[:-1], right)
        moments.append(float(p @ right))
    m1, m2, m3 = moments
    known = None
    if whole:
        known = _absorption(-down[1:], leave + down + up, -up[:-1], p, leave)
    return Part(m1, m2 - m1**2, m3 - 3.0 * m1 * m2 + 2.0 * m1**3, known=known)


def _absorption(
    below: Array, diagonal: Array, above: Array, start: Array, leave: Array
) -> Transform | None:
    """The time until somebody leaves a birth-death process; None where digits do not suffice."""
    from scipy.linalg import eigh_tridiagonal

    last = int(np.searchsorted(np.cumsum(start), 1.0 - _NOBODY)) + 2
    start, leave, diagonal = start[:last], leave[:last], diagonal[:last]
    below, above = below[: last - 1], above[: last - 1]
    if (above >= 0.0).any():  # nobody comes any more
        last = int(np.argmax(above >= 0.0)) + 1
        start, leave, diagonal = start[:last], leave[:last], diagonal[:last]
        below, above = below[: last - 1], above[: last - 1]
    weight = np.concatenate(([0.0], np.cumsum(0.5 * (np.log(-above) - np.log(-below)))))
    root = np.exp(weight - weight.max())
    if not (root > 0.0).all():
        return None
    pace, vectors = eigh_tridiagonal(diagonal, -np.sqrt(above * below))
    chance = ((start / root) @ vectors) * (vectors.T @ (root * leave)) / pace
    if pace.min() <= 0.0 or abs(chance.sum() - 1.0) > _DIGITS or chance.min() < -_DIGITS:
        return None
    chance /= chance.sum()

    def known(s: Complex) -> Complex:
        total = np.zeros_like(s)
        for weight, rate in zip(chance.tolist(), pace.tolist(), strict=True):
            if abs(weight) > _NOBODY:
                total += weight * rate / (rate + s)
        return total

    return known


def weighed(parts: Sequence[tuple[float, Part]]) -> Part:
    """One of some times of one mean, with the stated probabilities."""
    known = [(share, p.known) for share, p in parts if p.known is not None]

    def mixed(s: Complex) -> Complex:
        return sum((share * each(s) for share, each in known), np.zeros_like(s))

    mean_s, variance_s2, third_s3, chance = (
        sum(share * getattr(p, name) for share, p in parts)
        for name in ("mean_s", "variance_s2", "third_s3", "chance")
    )
    return Part(mean_s, variance_s2, third_s3, chance, mixed if len(known) == len(parts) else None)


def _tridiagonal(below: Array, diagonal: Array, above: Array, right: Array) -> Array:
    """Solve a diagonally dominant tridiagonal system."""
    count = len(diagonal)
    b, x = diagonal.tolist(), right.tolist()
    lower, upper = below.tolist(), above.tolist()
    for i in range(1, count):
        w = lower[i - 1] / b[i - 1]
        b[i] -= w * upper[i - 1]
        x[i] -= w * x[i - 1]
    x[-1] /= b[-1]
    for i in range(count - 2, -1, -1):
        x[i] = (x[i] - upper[i] * x[i + 1]) / b[i]
    return np.array(x)
