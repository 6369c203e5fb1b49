"""What of a queue is a thread's own, by how full its pool is.

A thread that comes to a station finds what the others of its pool have there. Were all m threads of
a pool always taken, its own would be 1 / m of what is there. With b of them taken it finds
E[b (b - 1)] / E[b]^2 of it: hardly less than all where few are taken, as in an open queue, and the
less by 1 / m the fuller the pool. b as of m servers with Poisson arrivals (Erlang C); of a pool
that holds nothing but a queue at one place, as of that queue, whose length is geometric, up to m:
there is nothing that is less its own before the pool is nearly full.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from model.queueing.installation.declared import Array

POINTS = 129
_MOST_COUNTED = 2000
_NEARLY_ALL = 1.0 - 1e-6
_SOME = 1e-9
_DIGITS, _RATIOS = 9, 400
"""Of 1 - ratio of a geometric number: how small it gets, and how many."""


def place(use: Array) -> Array:
    """Where a use of 0 to 1 stands among the points, 0 to `POINTS` - 1: closer towards 1."""
    left = np.minimum(np.maximum(1.0 - use, 0.0), 1.0)
    found: Array = (1.0 - np.sqrt(left)) * (POINTS - 1)
    return found


@lru_cache(maxsize=1024)
def own_times_servers(servers: int, queued: bool = False) -> Array:
    """What is a thread's own, times the threads, at the points: 0 (nothing) to 1 (all are taken).

    Above a pool that is counted one by one it is taken to be as full as that one.
    queued: it holds nothing but a queue at one place.
    """
    count = min(max(servers, 1), _MOST_COUNTED)
    if count == 1:
        return np.ones(POINTS)
    use = 1.0 - (1.0 - np.linspace(0.0, 1.0, POINTS)) ** 2
    use = np.minimum(use, _NEARLY_ALL)
    pairs, some = _of_queue(use, count) if queued else _of_servers(use, count)
    own = np.clip((1.0 - pairs / some**2) * count, 0.0, 1.0)
    own[0], own[-1] = 0.0, 1.0
    # By how little two large numbers differ is not known to the last digit.
    found: Array = np.maximum.accumulate(own)
    found.setflags(write=False)
    return found


def _of_queue(use: Array, count: int) -> tuple[Array, Array]:
    """E[b (b - 1)] and E[b] of a geometric number, no more than `count` of it."""
    less = np.logspace(-_DIGITS, 0.0, _RATIOS)
    # P[b >= n], n from 1 to the count, for each ratio.
    reach = np.exp(np.outer(np.log1p(-np.minimum(less, _NEARLY_ALL)), np.arange(1, count + 1)))
    mean = reach.sum(axis=1)
    some = np.maximum(use, _SOME) * count
    found: Array = np.interp(some, mean[::-1], (1.0 - reach[:, -1] / mean)[::-1]) * some**2
    return found, some


def _of_servers(use: Array, count: int) -> tuple[Array, Array]:
    """E[b (b - 1)] and E[b] of `count` servers with Poisson arrivals."""
    load = use * count
    blocked = np.ones(POINTS)
    for number in range(1, count + 1):
        blocked = load * blocked / (number + load * blocked)
    waiting = blocked / (1.0 - use + use * blocked)
    some = np.maximum(use, _SOME)
    below = load - (count - 1) * waiting * (1.0 - use) / some - count * waiting
    return load * np.maximum(below, 0.0) + count * (count - 1) * waiting, some * count
