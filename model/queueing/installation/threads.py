"""What of a queue is a thread's own, by how full its pool is.

A thread that comes to a station finds what the others of its pool have there. Were all m threads of
a pool always taken, its own would be 1 / m of what is there. With b of them taken it finds
E[b (b - 1)] / E[b]^2 of it: hardly less than all where few are taken, as in an open queue, and the
less by 1 / m the fuller the pool. b as of m servers with Poisson arrivals (Erlang C).

A pool that holds nothing but one queue (the ready tasks of a workload) has as many taken as there
are in it, up to m: of a geometric number N, ratio r, it lets in the one who finds min(N, m - 1), of
E[min(N, m)] that are there on average. Outside wait those above m: w = 1 / (r^-m - 1) in units of
what one is inside, r = A / (1 + A) for the A that an arrival finds in and before the pool. For one
workload on one server both are exact (M/M/1).
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
def own_of_servers(servers: int) -> Array:
    """What is a thread's own, times the threads, at the points: 0 (nothing) to 1 (all are taken).

    Above a pool that is counted one by one it is taken to be as full as that one.
    """
    count = min(max(servers, 1), _MOST_COUNTED)
    if count == 1:
        return np.ones(POINTS)
    use = _use()
    load = use * count
    blocked = np.ones(POINTS)
    for number in range(1, count + 1):
        blocked = load * blocked / (number + load * blocked)
    waiting = blocked / (1.0 - use + use * blocked)
    some = np.maximum(use, _SOME)
    below = load - (count - 1) * waiting * (1.0 - use) / some - count * waiting
    pairs = load * np.maximum(below, 0.0) + count * (count - 1) * waiting
    return _rising((1.0 - pairs / (some * count) ** 2) * count)


@lru_cache(maxsize=1024)
def own_of_queue(servers: int) -> Array:
    """The same of a pool that holds nothing but one queue."""
    count = min(max(servers, 1), _MOST_COUNTED)
    if count == 1:
        return np.ones(POINTS)
    ratio = 1.0 - np.logspace(-_DIGITS, 0.0, _RATIOS)[::-1]
    # P[N >= n], n from 1 to m, for each ratio.
    reach = ratio[:, None] ** np.arange(1, count + 1)
    mean = np.maximum(reach.sum(axis=1), _SOME)
    return _rising(np.interp(_use() * count, mean, count * reach[:, -1] / mean))


def wait_before_queue(seen: Array, servers: Array) -> Array:
    """Wait for a pool that holds nothing but one queue, in units of what one is inside."""
    some = np.maximum(seen, _SOME)
    # Where the pool is endless by comparison nobody waits for it.
    with np.errstate(over="ignore"):
        found: Array = 1.0 / np.expm1(servers * np.log1p(1.0 / some))
    return found


def _use() -> Array:
    """At the points."""
    use: Array = np.minimum(1.0 - (1.0 - np.linspace(0.0, 1.0, POINTS)) ** 2, _NEARLY_ALL)
    return use


def _rising(own: Array) -> Array:
    """Within 0 and 1, from one to the other."""
    own = np.clip(own, 0.0, 1.0)
    own[0], own[-1] = 0.0, 1.0
    # By how little two large numbers differ is not known to the last digit.
    found: Array = np.maximum.accumulate(own)
    found.setflags(write=False)
    return found
