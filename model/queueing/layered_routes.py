"""Who can be where in a layered network: sources of requests, and the threads that limit them.

Every request at a server stems from a *source*: a reference task with its customers, or the second
phases of a task, which go on when nobody waits for them. On its way it holds threads of tasks that
have fewer of them than could be wanted; these are its *caps*. Two requests with the same source and
caps are of one *kind*. Kinds are what keeps interlocked requests apart (G. Franks, *Performance
Analysis of Distributed Server Systems*, thesis, Carleton University 1999, chapter 4): all kinds of
one source together never exceed its population, all that hold a task never its threads.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from .layered_amva import LayeredArrays

__all__ = [
    "CallerGate", "Gate", "Routes", "StationPlan", "Turns", "busiest", "can_come_with", "coarser",
    "find_routes", "held_kinds", "most_together", "plan_station", "turns_of", "with_callers",
    "without_gates",
]  # fmt: skip

Array = NDArray[np.float64]
Kind = tuple[int, frozenset[int]]  # (source: task, or tasks + task for second phases; caps)

_MOST_CAPS = 8


@dataclass(frozen=True)
class Routes:
    """Rates by kind, linear in the cycle rates of the R reference tasks."""

    entry: tuple[dict[Kind, Array], ...]  # per entry: kind -> (V, R) invocations per cycle
    loose: tuple[bool, ...]  # per entry: also invoked by open arrivals or asynchronous calls
    threads: dict[int, float]  # per task: most threads that can be busy at once
    tasks: int

    def population(self, source: int) -> float:
        return self.threads[source % self.tasks]


@dataclass(frozen=True)
class Gate:
    """A task of few threads that runs here and calls nobody: who waits for it is nowhere else."""

    task: int
    kinds: tuple[int, ...]  # that hold it
    threads: int
    later: int | None = None  # the one of these that goes on after the reply


@dataclass(frozen=True)
class CallerGate:
    """A task of few threads that come here and go elsewhere: who waits for it is nowhere else."""

    task: int
    kinds: tuple[int, ...]  # that hold it
    threads: int
    starts_here: bool  # its processor is here: it begins and ends here, not elsewhere
    goes_on: bool  # elsewhere, after the reply


@dataclass(frozen=True)
class Turns:
    """Who runs here and at once runs here again, for an entry called or when that has answered."""

    kinds: tuple[tuple[int, int], ...]
    rates: Array  # (V, turns, R) how often, per unit of cycle rate
    calls: NDArray[np.intp]  # arcs of such calls
    gated: NDArray[np.intp]  # those of them for which a thread of a gate may be waited for


@dataclass(frozen=True)
class StationPlan:
    """One server seen by its kinds: arcs a of A, kinds g of G, sources, caps."""

    server: int
    arcs: NDArray[np.intp]  # (A,)
    rates: Array  # (V, A, G, R): rate of an arc in a kind per unit of cycle rate
    source: tuple[int, ...]  # (G,) index into populations
    populations: tuple[int, ...]
    uses: tuple[tuple[int, ...], ...]  # per source: kinds that occupy its members
    caps: tuple[tuple[tuple[int, ...], int], ...]  # (kinds that hold the task, its threads)
    second_phases: bool
    kinds: tuple[Kind, ...] = ()
    names: tuple[int, ...] = ()  # per source: which it is, or -1 for some together
    gates: tuple[Gate, ...] = ()
    callers: tuple[CallerGate, ...] = ()
    bases: tuple[int, ...] = ()  # (G,) for kinds of callers: the one that holds no gate's thread
    absent: tuple[int, ...] = ()  # such bases that come here for gates' threads alone
    turns: Turns | None = None


def marked(tasks: int, entry: int) -> int:
    """What stands among the caps of a kind for the entry whose thread it holds."""
    return -1 - tasks - entry


def find_routes(net: LayeredArrays, visits: int, split: Collection[int] = ()) -> Routes:
    """Follow all requests from their sources downwards; ``visits``: number of reference tasks.

    split: tasks whose threads are told apart by the entry that they run.
    """
    tasks, entries = len(net.task_cpu), len(net.entry_task)
    variants = net.count.shape[0]
    threads = net.threads.max(axis=0)
    into: list[list[int]] = [[] for _ in range(entries)]
    loose = [False] * entries
    for a in range(len(net.caller)):
        if net.target[a] >= 0 and (net.count[:, a] > 0).any():
            into[net.target[a]].append(a)
    for e in net.order:
        loose[e] = any(
            net.caller[a] < 0 or not net.waits[a] or loose[net.caller[a]] for a in into[e]
        )
    active = (net.count > 0).any(axis=0)
    alone = {
        int(net.entry_task[net.caller[a]])
        for a in np.flatnonzero((net.phase == 2) & active & (net.caller >= 0)).tolist()
    }
    alone -= set(np.flatnonzero(net.reference).tolist())
    found: list[dict[Kind, Array]] = [{} for _ in range(entries)]
    busy: dict[int, float] = {}
    routes = Routes(tuple(found), tuple(loose), busy, tasks)
    references = np.flatnonzero(net.reference).tolist()
    for t in _callers_first(net, into):
        own = np.flatnonzero(net.entry_task == t).tolist()
        if net.reference[t]:
            busy[t] = float(threads[t])
            start = np.zeros((variants, visits))
            start[:, references.index(t)] = 1.0
            for e in own:
                found[e][t, frozenset()] = start
            continue
        for e in own:
            for a in into[e]:
                if net.caller[a] < 0:
                    continue
                for kind, rate in arc_kinds(net, routes, a).items():
                    found[e][kind] = found[e].get(kind, 0.0) + rate
        wanted = most_together({k for e in own for k in found[e]}, routes)
        if t in alone:
            more = 2.0 * wanted if math.isinf(threads[t]) else float(threads[t])
            busy[t] = max(more, 1.0)
        else:
            busy[t] = max(min(float(threads[t]), wanted), 1.0)
        if t in alone or threads[t] < wanted:
            for e in own:
                held: dict[Kind, Array] = {}
                for (source, caps), rate in found[e].items():
                    kind = source, caps | ({t, marked(tasks, e)} if t in split else {t})
                    held[kind] = held.get(kind, 0.0) + rate
                found[e].clear()
                found[e].update(held)
    return routes


def arc_kinds(net: LayeredArrays, routes: Routes, arc: int) -> dict[Kind, Array]:
    """Kind -> (V, R) rate of an arc per cycle of each reference task."""
    e = int(net.caller[arc])
    task = int(net.entry_task[e])
    count = net.count[:, arc, None]
    kinds = routes.entry[e]
    if net.phase[arc] == 2 and not net.reference[task] and kinds:
        total = np.sum(list(kinds.values()), axis=0)
        return {(routes.tasks + task, frozenset({task})): total * count}
    return {kind: rate * count for kind, rate in kinds.items()}


def most_together(kinds: Iterable[Kind], routes: Routes, without: Collection[int] = ()) -> float:
    """An upper bound of how many requests of some kinds exist at once, ignoring some caps.

    Each kind is bounded by its source or by one of its caps; the cheapest choice counts.
    """
    every = list(kinds)
    caps = sorted(
        {c for _, cs in every for c in cs if c >= 0 and c not in without},
        key=routes.threads.__getitem__,
    )
    caps = caps[:_MOST_CAPS]
    best = math.inf
    for chosen in product((False, True), repeat=len(caps)):
        taken = {c for c, yes in zip(caps, chosen, strict=True) if yes}
        cost = sum(routes.threads[c] for c in taken)
        cost += sum(routes.population(s) for s in {s for s, cs in every if not cs & taken})
        best = min(best, cost)
    return best


def plan_station(net: LayeredArrays, routes: Routes, server: int) -> StationPlan | None:
    """The plan of a server, or None where its requests have no finite sources or nothing waits."""
    tasks = routes.tasks
    arcs = [
        a for a in np.flatnonzero(net.server == server).tolist()
        if (net.count[:, a] > 0).any() and (net.target[a] >= 0 or (net.slice_s[:, a] > 0).any())
    ]  # fmt: skip
    if any(net.caller[a] < 0 or not net.waits[a] or routes.loose[net.caller[a]] for a in arcs):
        return None
    arcs = [a for a in arcs if arc_kinds(net, routes, a)]  # the others are never used
    if not arcs:
        return None
    by_arc = [arc_kinds(net, routes, a) for a in arcs]
    kinds = sorted({k for d in by_arc for k in d}, key=lambda k: (k[0], sorted(k[1])))
    shape = next(iter(by_arc[0].values())).shape
    rates = np.stack(
        [np.stack([d.get(k, np.zeros(shape)) for k in kinds], axis=1) for d in by_arc], axis=1
    )
    sources = sorted({s for s, _ in kinds})
    populations = tuple(int(routes.population(s)) for s in sources)
    uses = tuple(
        tuple(g for g, (s, cs) in enumerate(kinds) if s == source or source - tasks in cs)
        for source in sources
    )
    caps = []
    gates = []
    holders = {
        cap: tuple(g for g, (_, cs) in enumerate(kinds) if cap in cs)
        for cap in {c for _, cs in kinds for c in cs if c >= 0}
    }
    doors = {c for c in holders if server == tasks + int(net.task_cpu[c]) and _is_leaf(net, c)}
    # Who waits for a gate is here as well, so that gates do not keep others from coming.
    idle = set(doors)
    for cap in sorted(holders):
        free = most_together([kinds[g] for g in holders[cap]], routes, without=idle | {cap})
        if routes.threads[cap] >= free:
            idle.add(
                cap
            )  # it keeps nobody from coming, so that it is no reason to leave others out
        else:
            if cap in doors:
                alone = (tasks + cap, frozenset({cap}))
                later = kinds.index(alone) if alone in kinds else None
                gates.append(Gate(cap, holders[cap], int(routes.threads[cap]), later))
            else:
                caps.append((holders[cap], int(routes.threads[cap])))
    target = net.target[arcs]
    second = any(
        f >= 0 and (
            (net.host_s[:, f, 1] > 0).any()
            or any(net.caller[a] == f and net.phase[a] == 2 and (net.count[:, a] > 0).any()
                   for a in range(len(net.caller)))
        ) for f in target.tolist()
    )  # fmt: skip
    return StationPlan(
        server, np.array(arcs, dtype=np.intp), rates,
        tuple(sources.index(s) for s, _ in kinds), populations, uses, tuple(caps), second,
        tuple(kinds), tuple(sources), tuple(gates),
    )  # fmt: skip


def turns_of(net: LayeredArrays, routes: Routes, plan: StationPlan) -> Turns | None:
    """Calls of tasks that run here by entries that run here before and after.

    Where a thread may have to be waited for elsewhere, only the way back is told.
    """
    callers = {gate.task for gate in plan.callers}
    gates = callers | {gate.task for gate in plan.gates}
    told = {c for _, caps in plan.kinds for c in caps if c < 0}
    rates: dict[tuple[int, int], Array] = {}
    calls, gated = [], []
    runs = (net.server == plan.server) & (net.target < 0) & (net.slice_s > 0).all(axis=0)
    for a in np.flatnonzero(net.waits & (net.target >= 0) & (net.count > 0).any(axis=0)).tolist():
        before = runs & (net.caller == net.caller[a]) & (net.phase == net.phase[a])
        during = runs & (net.caller == net.target[a]) & (net.phase == 1)
        if not (before.any() and during.any()):
            continue
        task = int(net.entry_task[net.target[a]])
        calls.append(a)
        if task in gates:
            gated.append(a)
        for (source, caps), rate in arc_kinds(net, routes, a).items():
            if (source, caps) not in plan.kinds:
                continue  # never used
            g = plan.kinds.index((source, caps))
            mark = marked(routes.tasks, int(net.target[a]))
            inner = source, caps | ({task, mark} if mark in told else {task})
            held = inner in plan.kinds
            h = plan.kinds.index(inner) if held else g
            if caps & callers:
                continue  # who keeps his thread does not leave
            for turn in ((g, h), (h, g)) if task in gates or not held else ((h, g),):
                rates[turn] = rates.get(turn, 0.0) + rate
    if not rates:
        return None
    each = np.stack(list(rates.values()), axis=1)
    return Turns(tuple(rates), each, np.array(calls, dtype=np.intp), np.array(gated, dtype=np.intp))


def _is_leaf(net: LayeredArrays, task: int) -> bool:
    """Whether all that a task does in a phase is one slice on its processor."""
    own = np.isin(net.caller, np.flatnonzero(net.entry_task == task))
    active = own & (net.count > 0).any(axis=0)
    return not (active & (net.target >= 0)).any()


def without_gates(plan: StationPlan) -> StationPlan:
    """The same with those who wait for a gate elsewhere, as for any other thread."""
    caps = (*plan.caps, *((g.kinds, g.threads) for g in plan.gates))
    return replace(plan, caps=caps, gates=(), turns=None)


def with_callers(net: LayeredArrays, plan: StationPlan, callers: Iterable[int]) -> StationPlan:
    """The same with those who wait for a thread of ``callers`` here."""
    plan = _with_bases(plan, callers)
    caps = list(plan.caps)
    gates = []
    for task in callers:
        kinds = tuple(g for g, (_, held) in enumerate(plan.kinds) if task in held)
        threads = int(net.threads[0, task])
        caps.remove((tuple(g for g in kinds if g not in plan.absent), threads))
        own = net.entry_task == task
        starts_here = plan.server == len(net.task_cpu) + int(net.task_cpu[task])
        on = bool((net.host_s[:, own, 1] > 0).any()) or any(
            own[net.caller[a]] and net.phase[a] == 2 and (net.count[:, a] > 0).any()
            for a in np.flatnonzero(net.caller >= 0).tolist()
        )
        gates.append(CallerGate(task, kinds, threads, starts_here, on))
    doors = {gate.task for gate in plan.gates}
    bases = [
        plan.kinds.index((source, held - doors)) if any(g in t.kinds for t in gates) else -1
        for g, (source, held) in enumerate(plan.kinds)
    ]
    return replace(plan, caps=tuple(caps), callers=tuple(gates), bases=tuple(bases))


def _with_bases(plan: StationPlan, callers: Iterable[int]) -> StationPlan:
    """The same with kinds for all who hold a thread of ``callers`` and none of a gate."""
    doors = {gate.task for gate in plan.gates}
    held = [(s, c - doors) for s, c in plan.kinds if c & set(callers)]
    more = tuple(sorted(set(held) - set(plan.kinds), key=lambda k: (k[0], sorted(k[1]))))
    if not more:
        return plan
    first = len(plan.kinds)
    source = (*plan.source, *(plan.names.index(s) for s, _ in more))
    uses = tuple(
        (*users, *(g for g in range(first, len(source)) if source[g] == s))
        for s, users in enumerate(plan.uses)
    )
    none = np.zeros((*plan.rates.shape[:2], len(more), plan.rates.shape[3]))
    return replace(
        plan, rates=np.concatenate([plan.rates, none], axis=2), source=source, uses=uses,
        kinds=(*plan.kinds, *more), absent=tuple(range(first, len(source))),
    )  # fmt: skip


def held_kinds(
    net: LayeredArrays, task: int, at: StationPlan, split: Collection[int]
) -> dict[Kind, tuple[int, NDArray[np.bool_]]]:
    """Kinds of those who hold a task: the kind as which each has waited, and by which arcs."""
    out = {}
    for g, (source, _) in enumerate(at.kinds):
        if task not in split:
            out[source, frozenset({task})] = g, np.ones(len(at.arcs), dtype=bool)
            continue
        for e in np.unique(net.target[at.arcs]).tolist():
            mine = net.target[at.arcs] == e
            if at.rates[:, mine, g].any():
                out[source, frozenset({task, marked(len(net.task_cpu), e)})] = g, mine
    return out


def can_come_with(
    net: LayeredArrays, plan: StationPlan, task: int, at: StationPlan, split: Collection[int] = ()
) -> bool:
    """Whether who waits for a task (``at``) can be told at a server that its threads visit."""
    mine = [g for g, (_, held) in enumerate(plan.kinds) if task in held]
    threads = float(net.threads[0, task])
    if not mine or (tuple(mine), int(threads)) not in plan.caps:
        return False
    if any(held for _, held in at.kinds):
        return False
    doors = {gate.task for gate in plan.gates}
    wanted = set(held_kinds(net, task, at, split))
    if wanted != {(plan.kinds[g][0], plan.kinds[g][1] - doors) for g in mine}:
        return False
    starts_here = plan.server == len(net.task_cpu) + int(net.task_cpu[task])
    if (starts_here or threads > 1) and not wanted <= set(plan.kinds):
        return False  # nobody begins here; several threads are in each other's way elsewhere
    return all(s < len(net.task_cpu) for s, _ in wanted)


def coarser(plan: StationPlan, merged: bool) -> StationPlan:
    """The same with fewer kinds: threads of the tightest task that is held stand for its holders.

    Where a task has far fewer threads than customers, whose request a thread is working on hardly
    matters to others: its threads are the members of one source, away while they are idle or
    elsewhere. ``merged``: customers that hold no such thread are one source as well.
    """
    limits = [*plan.caps, *((g.kinds, g.threads) for g in plan.gates)]
    group: list[tuple[int, int]] = []  # (0, limit) or (1, source)
    for g, source in enumerate(plan.source):
        mine = [(threads, c) for c, (holders, threads) in enumerate(limits) if g in holders]
        group.append((0, min(mine)[1]) if mine else (1, -1 if merged else source))
    order = sorted(set(group))
    which = [order.index(x) for x in group]
    populations, uses, names = [], [], []
    for at, (kind, which_one) in enumerate(order):
        if kind == 0:
            holders, threads = limits[which_one]
            populations.append(threads)
            full = set(holders)
            names.append(-1)
        else:
            own = {plan.source[g] for g, x in enumerate(which) if x == at}
            populations.append(sum(plan.populations[s] for s in own))
            full = {g for s in own for g in plan.uses[s]}
            names.append(plan.names[min(own)] if len(own) == 1 else -1)
        uses.append(
            tuple(
                k
                for k in range(len(order))
                if k == at or all(g in full for g, x in enumerate(which) if x == k)
            )
        )
    rates = np.zeros((*plan.rates.shape[:2], len(order), plan.rates.shape[3]))
    for g, at in enumerate(which):
        rates[:, :, at] += plan.rates[:, :, g]
    return replace(
        plan, rates=rates, source=tuple(range(len(order))), populations=tuple(populations),
        uses=tuple(uses), caps=(), kinds=(), names=tuple(names), gates=(), turns=None,
    )  # fmt: skip


def busiest(net: LayeredArrays, plan: StationPlan, routes: Routes) -> float:
    """Most requests that can be at a planned server at once."""
    kinds: set[Kind] = set()
    for a in plan.arcs.tolist():
        kinds |= set(arc_kinds(net, routes, a))
    return most_together(kinds, routes)


def _callers_first(net: LayeredArrays, into: list[list[int]]) -> list[int]:
    """Tasks in an order in which callers precede callees (tasks never call in circles)."""
    before: dict[int, set[int]] = {t: set() for t in range(len(net.task_cpu))}
    for e, arcs in enumerate(into):
        for a in arcs:
            if net.caller[a] >= 0:
                before[int(net.entry_task[e])].add(int(net.entry_task[net.caller[a]]))
    order: list[int] = []
    done: set[int] = set()
    while len(order) < len(before):
        ready = [t for t in sorted(before) if t not in done and before[t] <= done]
        order += ready
        done |= set(ready)
    return order
