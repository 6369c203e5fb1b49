"""Waits at several servers where those who are met are of few customers.

Who meets a few tasks that are often there, and many others that hardly ever are, waits for a server
less often than among as many who come at random: the number of tasks varies less. They are taken
for as many alike customers as have the same sum of squares of how likely each is there. That m of
them are there at a time is as much less likely as that m who are drawn at random are all different
ones, and what is waited beyond (A + 1) / m - 1, which is waited however regularly they come, is
that much less where hardly anybody waits. Where most of the servers are busy it is less so, to the
power of the root of the share that is not (fitted to the chains below).

Against the exact chains of one to six single tasks beside open work on one to six servers, 50 to
85 % busy, 111 of them: tasks are 0.8 % off in the middle and 4 % at worst (1.0 and 9 % without),
open work 2.3 and 7 % (2.5 and 11 %); of 40 chains with up to 16 tasks on two to eight servers 1.8
and 7 % (2.8 and 12 %), and 3.2 and 17 % (4.4 and 17 %).
"""

from __future__ import annotations

import numpy as np

from model.queueing.installation.declared import Array

_TINY = 1e-200
"""Servers of which nobody knows a limit, divided by it, are a number."""
_NEAR = 1e-6


def fewer(met: Array, pairs: Array) -> Array:
    """How many customers those who are met are of; pairs: the sum of the squares of how likely
    each is there. As many alike ones would have that sum."""
    return met * met / np.maximum(pairs, _TINY)


class Crowd:
    """Waits where those who are met are of few customers, not of most that there are."""

    def __init__(self, most: Array, servers: Array) -> None:
        self._most = most
        self._several = (servers > 1.0) & np.isfinite(servers)
        self._servers = np.where(self._several, servers, 2.0)
        self._of_most = _different(self._servers, np.where(self._several, most, self._servers))

    def __call__(self, wait: Array, met: Array, few: Array) -> Array:
        servers = self._servers
        some = (few < self._most) & self._several
        apart = _different(servers, np.where(some, few, servers)) - self._of_most
        least = np.maximum((met + 1.0) / servers - 1.0, 0.0)
        free = np.sqrt(np.maximum(1.0 - met / (1.0 + wait) / servers, 0.0))
        less = np.maximum(wait - least, 0.0) * -np.expm1(free * np.minimum(apart, 0.0))
        return np.where(some, wait - less, wait)


def _different(servers: Array, customers: Array) -> Array:
    """How likely as many of them as there are servers, drawn at random, are all different ones:
    the logarithm."""
    share = np.minimum((servers - 1.0) / np.maximum(customers, _TINY), 1.0 - _NEAR)
    share = np.maximum(share, _NEAR)
    log = np.log1p(-share)
    found: Array = (1.0 - servers) / share * ((1.0 - share) * log + share) + 0.5 * log
    return found
