"""Layered networks with every entry once for each way in which it is called.

How long an entry's work waits depends on who it is done for: a request on behalf of a thread does
not meet what else that thread would do, others do. Waiting times by entry average over both, and
charge each with the other's. An entry that is called on several ways, by which tasks' threads are
held meanwhile, is therefore replaced by one entry for each. Nothing else changes: the same tasks
run the same work at the same rates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .layered_amva import LayeredAnswer
from .layered_chain import callers_first
from .network import Call, Entry, LayeredNetwork

__all__ = ["by_caller", "together"]

Array = NDArray[np.float64]
_Way = frozenset[str]

_MOST = 48
"""Entries up to which they are told apart."""


def by_caller(networks: Sequence[LayeredNetwork]) -> tuple[list[LayeredNetwork], NDArray[np.intp]]:
    """Variants of one structure with entries by caller, and each one's place in the original."""
    first = networks[0]
    entries = {e.name: i for i, e in enumerate(first.entries)}
    ways: list[dict[_Way, None]] = [{} for _ in first.entries]  # in the order in which they appear
    for e in callers_first(first):
        entry = first.entries[e]
        if not ways[e] or entry.arrival_rate_per_s > 0:
            ways[e] = {frozenset(): None} | ways[e]
        for way in ways[e]:
            for call in entry.calls:
                ways[entries[call.to]][_on(way, entry, call)] = None
    origin = [e for e, some in enumerate(ways) for _ in some]
    if len(origin) == len(first.entries) or len(origin) > _MOST:
        return list(networks), np.arange(len(first.entries))
    names = {
        (e, way): first.entries[e].name + "'" * i
        for e, some in enumerate(ways)
        for i, way in enumerate(some)
    }

    def copies(network: LayeredNetwork) -> tuple[Entry, ...]:
        out = []
        for (e, way), name in names.items():
            entry = network.entries[e]
            calls = tuple(
                replace(c, to=names[entries[c.to], _on(way, entry, c)]) for c in entry.calls
            )
            rate = 0.0 if way else entry.arrival_rate_per_s
            out.append(replace(entry, name=name, calls=calls, arrival_rate_per_s=rate))
        return tuple(out)

    return [replace(n, entries=copies(n)) for n in networks], np.array(origin, dtype=np.intp)


def _on(way: _Way, entry: Entry, call: Call) -> _Way:
    """The way on which a call comes, if its caller was called on ``way``."""
    if call.type != "sync":
        return frozenset({""})
    if call.phase > 1:
        return frozenset({f"{entry.task} alone"})
    return way | {entry.task}


def together(answer: LayeredAnswer, origin: NDArray[np.intp]) -> LayeredAnswer:
    """The answer of the original entries."""
    entries = int(origin.max(initial=-1)) + 1
    belongs = (origin[:, None] == np.arange(entries)).astype(float)
    rate = answer.entry_rate @ belongs
    spent = np.einsum("ve,vep,eo->vop", answer.entry_rate, answer.phase_s, belongs)
    phases = spent / np.where(rate > 0, rate, 1.0)[:, :, None]
    # Requests from outside come to one of an entry's copies only.
    opened = answer.open_s @ belongs
    return replace(answer, entry_rate=rate, phase_s=phases, open_s=opened)
