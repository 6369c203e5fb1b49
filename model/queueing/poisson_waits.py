"""Waits at a single server whose customers come by themselves at Poisson times, as transforms.

Exact, whatever the demands of its classes: in order of arrival that of Pollaczek and Khinchine,
with levels that do not preempt that of the virtual wait of each level (R. W. Conway, W. L. Maxwell
and L. W. Miller, *Theory of Scheduling*, 1967, chapter 8). Moments do not tell it: with one job in
twenty-five a hundred times as long as the others, half of the waits are nothing, and a fit by three
moments of what is left made the median 21 times too long and one in a hundred 41 % too short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .passage import Complex, Transform

__all__ = ["Flow", "wait_transform"]

_ROUNDS, _SETTLED = 20_000, 1e-12


@dataclass(frozen=True)
class Flow:
    """Customers of one class: how many arrive per s, for how long (s, exponential), their level."""

    rate_per_s: float
    service_s: float
    level: int


def wait_transform(flows: Sequence[Flow], level: int) -> tuple[Transform, float] | None:
    """Of the wait of one level, lower numbers first; and its mean (s). None where it is endless."""
    higher = [f for f in flows if f.level < level]
    own = [f for f in flows if f.level == level]
    lower = [f for f in flows if f.level > level]
    above = sum(f.rate_per_s * f.service_s for f in higher)
    upto = above + sum(f.rate_per_s * f.service_s for f in own)
    used = upto + sum(f.rate_per_s * f.service_s for f in lower)
    if used >= 1.0:
        return None
    left = sum(f.rate_per_s * f.service_s**2 for f in flows)

    def transform(s: Complex) -> Complex:
        stretched = _ends(higher, s)
        rest = sum(f.rate_per_s for f in lower) - _served(lower, stretched)
        mine = sum(f.rate_per_s for f in own) - _served(own, stretched)
        return ((1.0 - used) * stretched + rest) / (s - mine)

    return transform, left / ((1.0 - above) * (1.0 - upto))


def _served(flows: Sequence[Flow], s: Complex) -> Complex:
    """Sum of rates times transforms of services."""
    return sum((f.rate_per_s / (1.0 + f.service_s * s) for f in flows), np.zeros_like(s))


def _ends(flows: Sequence[Flow], s: Complex) -> Complex:
    """s + rate - rate G(s), with the transform G of a time in which some classes keep it busy."""
    at = s.copy()
    often = sum(f.rate_per_s for f in flows)
    for _ in range(_ROUNDS if flows else 0):
        then = s + often - _served(flows, at)
        if np.abs(then - at).max() <= _SETTLED * np.abs(at).max():
            return then
        at = then
    return at
