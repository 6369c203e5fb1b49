"""What of a queue is a thread's own, by how full its pool is.

A thread that comes to a station finds what the others of its pool have there. Were all m threads of
a pool always taken, its own would be 1 / m of what is there. With b of them taken it finds
E[b (b - 1)] / E[b]^2 of it: hardly less than all where few are taken, as in an open queue, and the
less by 1 / m the fuller the pool. b as of m servers with Poisson arrivals (Erlang C).

A pool that holds nothing but one queue, and more of it than is served at once (the ready tasks of a
workload), has as many taken as there are in it. Of the A in and before it D are served beside one
more, on average, and the rest is taken to be geometric, ratio r = E / (1 + E), E = A - D. With
probability P = r^(m - D) the pool is full, one who is let in finds that much less than there is
inside on average, and E P of them wait outside. For one workload on one server, where D is nothing,
that is exact (M/M/1).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from model.queueing.installation.declared import Array

POINTS = 129
_MOST_COUNTED = 2000
_NEARLY_ALL = 1.0 - 1e-6
_SOME = 1e-9


class Ready(NamedTuple):
    """Pools that hold nothing but one queue, (V, queued): how likely each is full, how many are in
    it and how many wait outside, on average, of one copy."""

    full: Array
    inside: Array
    outside: Array


def place(use: Array) -> Array:
    """Where a use of 0 to 1 stands among the points, 0 to `POINTS` - 1: closer towards 1."""
    left = np.minimum(np.maximum(1.0 - use, 0.0), 1.0)
    found: Array = (1.0 - np.sqrt(left)) * (POINTS - 1)
    return found


@lru_cache(maxsize=1024)
def own_times_servers(servers: int) -> Array:
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


def full_of_queue(there: Array, served: Array, servers: Array) -> tuple[Array, Array]:
    """Of a pool that holds nothing but one queue: how likely it is full, and who waits outside.

    there: in it and before it; served: beside one more, on average.
    """
    more = np.maximum(there - served, 0.0)
    # A pool that is endless by comparison is never full.
    with np.errstate(under="ignore"):
        full = (more / (1.0 + more)) ** np.maximum(servers - served, 0.0)
    return full, more * full


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
