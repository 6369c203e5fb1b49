"""The time of one visit to a station with priorities: a tagged customer among those before it.

The others are two groups, those of higher levels and those of its own, each with one mean service
and with as many customers away as its classes have; they come and go while the tagged one is here.
What it finds is the stationary distribution of the same chain without it (the arrival theorem, an
approximation here); its time is until absorption, of which three moments are linear systems (Neuts,
*Matrix-Geometric Solutions in Stochastic Models*, 1981, chapter 2). Interruptions therefore come in
the bursts in which the higher levels are busy, and who overtakes is who has come meanwhile.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .markov import stationary
from .waiting import Array

__all__ = ["Group", "preempted_moments", "waited_moments"]

_MOST = 1000
"""States of the chain; beyond, one does better with a formula."""
_TAIL = 8.0
"""Mean numbers of a group beyond which it is next to never."""


@dataclass(frozen=True)
class Group:
    """Those of one or more classes at a station, the tagged customer not among them.

    number: mean present. customers: closed ones at most. back_per_s: rate at which each of those
    who are away comes. flow_per_s: arrivals of open classes. service_s: mean of one.
    """

    number: float
    customers: float
    back_per_s: float
    flow_per_s: float
    service_s: float

    @property
    def most(self) -> int:
        """So many are told apart."""
        beyond = math.ceil(_TAIL * (self.number + 1.0))
        if self.flow_per_s <= 0.0:
            return min(math.ceil(self.customers), beyond)
        return min(beyond, 4 * _MOST)

    def coming(self) -> Array:
        """Arrivals per s by number present; none beyond those told apart."""
        n = np.arange(self.most + 1)
        rate: Array = self.flow_per_s + np.maximum(self.customers - n, 0.0) * self.back_per_s
        rate[-1] = 0.0
        return rate


def preempted_moments(
    higher: Group, own: Group, service_s: float, servers: float
) -> tuple[float, float, float] | None:
    """Three moments of a visit that higher levels interrupt, its own level shares evenly."""
    if (higher.most + 1) * (own.most + 1) > _MOST:
        return None
    h, e = (a.ravel() for a in np.indices((higher.most + 1, own.most + 1)))
    m = min(servers, float(higher.most + own.most + 1))
    left = np.maximum(m - h, 0.0)
    upper = np.minimum(h, m) / higher.service_s if higher.most else np.zeros(len(h))

    def leaving(tagged: int) -> tuple[Array, Array]:
        share = np.minimum(1.0, left / np.maximum(e + tagged, 1))
        return upper, e * share / (own.service_s or service_s)

    ends = np.minimum(1.0, left / (e + 1)) / service_s
    return _moments(higher, own, leaving(0), leaving(1), ends)


def waited_moments(
    higher: Group, own: Group, step_s: float
) -> tuple[float, float, float] | None:  # fmt: skip
    """Three moments of the wait for servers that all are busy and let one go every ``step_s``.

    The groups are those who wait; of those behind nobody overtakes.
    """
    if (higher.most + 1) * (own.most + 1) > _MOST:
        return None
    h, o = (a.ravel() for a in np.indices((higher.most + 1, own.most + 1)))
    first, then = (h > 0) / step_s, ((h == 0) & (o > 0)) / step_s
    ends = ((h == 0) & (o == 0)) / step_s
    return _moments(higher, own, (first, then), (first, then), ends, behind=True)


def _moments(
    higher: Group, own: Group, before: tuple[Array, Array], with_it: tuple[Array, Array],
    ends: Array, behind: bool = False,
) -> tuple[float, float, float]:  # fmt: skip
    from scipy.sparse import csc_matrix, diags
    from scipy.sparse.linalg import splu

    width = own.most + 1
    h, e = (a.ravel() for a in np.indices((higher.most + 1, width)))
    count = len(h)
    up, more = higher.coming()[h], own.coming()[e]

    def moves(down: tuple[Array, Array], joining: Array) -> list[tuple[Array, int]]:
        return [(up, width), (joining, 1), (down[0], -width), (down[1], -1)]

    at = np.arange(count)
    parts = [(at[r > 0.0], at[r > 0.0] + step, r[r > 0.0]) for r, step in moves(before, more)]
    source, target, rate = (np.concatenate(each) for each in zip(*parts, strict=True))
    found = stationary(count, source, target, rate) if count > 1 else np.ones(1)
    joining = np.zeros(count) if behind else more
    parts = [(at[r > 0.0], at[r > 0.0] + step, r[r > 0.0]) for r, step in moves(with_it, joining)]
    source, target, rate = (np.concatenate(each) for each in zip(*parts, strict=True))
    out = np.bincount(source, weights=rate, minlength=count) + ends
    # Where the tagged customer cannot be served and nobody moves, it is not found either.
    inner = diags(np.where(out > 0.0, out, 1.0)) - csc_matrix(
        (rate, (source, target)), shape=(count, count)
    )
    solve: Callable[[Array], Array] = splu(csc_matrix(inner)).solve
    right, moments = np.ones(count), []
    for k in (1, 2, 3):
        right = k * solve(right)
        moments.append(float(found @ right))
    return moments[0], moments[1], moments[2]
