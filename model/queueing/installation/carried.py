"""Where a network stood that is built a little differently, told of the one that is to be solved.

Of the draws of a model's constants some have work that the central one does not, so that as-is a
network may have arcs which a scenario of the central draw alone has not. What both have stands
close to where it did: work is known by its chain and its station, and by which of several there it
is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from model.queueing.installation.declared import Array


def carried_over(was: Hashable, values: Array, now: Hashable, first: Array) -> Array:
    """States, (V, states), that begin where those of another shape stood: `first` but for that.

    was, now: shapes (`InstallationNetwork.shape`).  values: (1 or V, states).
    """
    stood = dict(_names(was))
    both = [(place, stood[name]) for name, place in _names(now) if name in stood]
    found = first.copy()
    found[:, [here for here, _ in both]] = values[:, [there for _, there in both]]
    return found


def _names(shape: Any) -> Iterator[tuple[Hashable, int]]:
    """What each part of a state is, and its place."""
    stations, chains, arcs, effects = shape
    often: dict[tuple[int, int], int] = {}
    for at, (chain, station, _, _) in enumerate(arcs):
        number = often[chain, station] = often.get((chain, station), -1) + 1
        yield (chains[chain], stations[station][0], number), at
    at = len(arcs)
    for key, size in effects:
        for number in range(size):
            yield ("effect", key, number), at + number
        at += size
