"""Tasks with I/Os of which nobody knows how many they are.

Threads that are known have one I/O at a time each. What no model explains comes from tasks that
nobody counts, as does the work of those without a known number of servers: they are taken to be as
many for as much work as where threads are known. Volumes that are full, and what is behind them,
then do the same share of all that is asked of them, where others would take all of it that can wait
in no end of tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from model.hardware.dasd import BEHIND
from model.hardware.dispatching import on_volumes, ready_tasks
from model.hardware.flow import TOKENS, Capacity, FloatArray, Flow, Visit, central

_NOTHING = 1e-9


def per_work(disks: Iterable[str], flows: Mapping[str, Flow | None]) -> dict[str, FloatArray]:
    """By DASD subsystem threads for each I/O under way, 0 where none are known: (1,)."""
    found = {}
    for name in disks:
        known = [
            (threads, asked)
            for flow in flows.values()
            for threads, asked in _users(flow, name)
            if threads is not None
        ]
        asks = sum(asked for _, asked in known)
        threads = sum(threads for threads, _ in known)
        found[name] = np.array([threads / asks if asks > _NOTHING else 0.0])
    return found


def uncounted(
    name: str, volumes: Capacity, flows: Mapping[str, Flow | None], each: FloatArray
) -> tuple[float, float]:
    """Tasks of all that use a DASD subsystem of whom nobody knows how many they are: at its
    volumes, and at what is behind them.

    each: of `per_work`. None where there are no such users; no fewer than it takes to keep busy
    what they are at with their part of the work.
    """
    users = [user for flow in flows.values() for user in _users(flow, name)]
    others = volumes.busy + sum(asked for threads, asked in users if threads is None)
    every = others + sum(asked for threads, asked in users if threads is not None)
    if others <= _NOTHING:
        return 0.0, 0.0
    part, alike = others / every, max(central(each) * others, 1.0)
    at_volumes = central(on_volumes(volumes.servers, volumes.copies))
    return max(at_volumes * part, alike), max(central(ready_tasks(volumes.behind)) * part, alike)


def behind_full(
    offers: Mapping[str, Capacity], flows: Mapping[str, Flow | None]
) -> dict[str, Capacity]:
    """What components offer where no more reaches what is behind volumes than these let through."""
    found = dict(offers)
    for name, volumes in offers.items():
        behind = offers.get(name + BEHIND)
        if behind is None or not np.isfinite(volumes.servers):
            continue
        asked = volumes.busy + sum(
            asked for flow in flows.values() for _, asked in _users(flow, name)
        )
        let = min(volumes.servers * volumes.copies / max(asked, _NOTHING), 1.0)
        found[name + BEHIND] = replace(behind, busy=let * behind.busy)
    return found


def _users(flow: Flow | None, name: str) -> list[tuple[float | None, float]]:
    """Threads of a workload at a place, None where nobody knows of a limit, and what it asks for.

    Of customers that come back at once nobody knows how much that is.
    """
    visits = [] if flow is None else [visit for visit in flow.visits if visit.where == name]
    if flow is None or not visits or not np.isfinite(central(flow.rate_per_s)):
        return []
    many = [_threads(flow, visit) for visit in visits]
    asked = central(flow.rate_per_s) * sum(central(visit.each_s) for visit in visits)
    return [(None if None in many else max(m for m in many if m is not None), asked)]


def _threads(flow: Flow, visit: Visit) -> float | None:
    places = {pool.name: pool for pool in flow.pools}
    within, least = visit.within, TOKENS
    while within in places:
        here = sum(central(p.servers) for p in flow.pools if within in (p.name, p.instead))
        least, within = min(least, here), places[within].within
    return least if least < TOKENS else None


def tasks_of(
    cases: Sequence[tuple[Mapping[str, Capacity], Mapping[str, Flow | None]]],
    known: Mapping[str, FloatArray] | None,
) -> tuple[dict[str, list[float]], dict[str, FloatArray]]:
    """By place `uncounted` tasks in each case, and by DASD subsystem `per_work` as found as-is.

    cases: what components offer, and flows.  known: what was found as-is; None as-is. Who has more
    threads than as-is takes more from the others, who are as many as they were.
    """
    offers, flows = cases[0]
    disks = [name for name, one in offers.items() if one.behind > 0.0 or one.waited is not None]
    found = per_work(disks, flows)
    if known is not None:
        found |= {name: known[name] for name in disks if name in known}
    tasks: dict[str, list[float]] = {}
    for name, each in found.items():
        both = [uncounted(name, offer[name], ways, each) for offer, ways in cases]
        if min(one for one, _ in both) > 0.0:
            tasks[name], tasks[name + BEHIND] = ([one[n] for one in both] for n in (0, 1))
    return tasks, found
