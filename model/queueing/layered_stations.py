"""Layered networks by stations: every server solved exactly, the rest of the network around it.

``layered_amva`` guesses from averages what an arriving request finds. That is poor where few
requests of unlike length share a server, which is what layered models of software abound in. Here
each server is the small Markov chain of ``layered_station`` instead: its requests come from finite
sources, are told apart by source and by the threads they hold, and are away in between for as long
as the rest of the network says. Waiting times of all servers and the rates that follow from them
are one fixed point (``implicit``), sought from the answer of layered AMVA. This is the method of
layers (J. A. Rolia and K. C. Sevcik, IEEE TSE 21(8), 1995) and of LQNS (G. Franks, T. Al-Omari,
M. Woodside, O. Das and S. Derisavi, IEEE TSE 35(2), 2009) with exact submodels of one server each.

Tasks of few threads that do nothing but run on their processor are solved with it (``Gate``). Taken
one by one, a customer would wait for the thread, and then on the processor again for those who at
that moment wait for the thread: up to 17 % too little throughput where callers run there as well,
24 % where the task has second phases. Callers that run there themselves come and go at once
(``Turns``).
A task of few threads that calls others is solved with the server that its threads keep busiest
(``CallerGate``). Who waits for such a thread is nowhere else, who holds one comes to that server
again and again, perhaps with a thread of a gate there, and who is there meanwhile are those who
do not wait. Solved one by one, customers who only wait for the thread got up to 34 % too much done
in 860 random networks, and others too little. Where entries keep the thread for unlike times they
are told apart.

Those that call each other there are known to keep it busy (``layered_clusters``).

Times away are the longer the more are away together (``layered_company``).

Measured errors stand in the package's text.

Where a chain that tells all apart would be too large, few threads stand for the many customers who
share them (``coarser``), as tasks stand for their callers in the method of layers. Open arrivals
are those of a few customers whose rate is given (``layered_outside``). Servers whose chain is too
large even so, or that are asked by asynchronous calls, keep the waiting times of layered AMVA.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .implicit import settle
from .layered_amva import (
    LayeredAnswer,
    LayeredArrays,
    Rows,
    State,
    Structure,
    amva_waits,
    answer_of,
    layered_state,
    phase_moments,
    solve_layered_arrays,
)
from .layered_clusters import Clusters
from .layered_company import Company
from .layered_outside import held_s, in_small
from .layered_routes import (
    Routes,
    StationPlan,
    busiest,
    can_come_with,
    coarser,
    find_routes,
    held_kinds,
    plan_station,
    turns_of,
    with_callers,
    without_gates,
)
from .layered_station import SideBySide, StationChain, chain_of

__all__ = ["Blocks", "plan_blocks", "plan_keys", "solve_blocks"]

Array = NDArray[np.float64]

_MOST_STATES = 120
"""Of one station's chain. With 250 answers are no nearer: less than 0.1 % in the median."""
_MOST_GATED = 250
"""The same with gates: taken apart from their processor they cost up to 17 %."""
_MOST_JOINED = 320
"""The same with callers."""
_WIDE = 400, 600, 600
"""All of these where time matters less: of large networks half as far off, in twice the time."""
_DETAILS = ((2, True), (2, False), (1, True), (1, False))
"""What chains tell apart, best first: branches of a service; the order of those that wait."""
_FIRST_TOLERANCE, _FIRST_ROUNDS = 1e-3, 200
_EASY_STEPS, _MOST_ROUNDS = 2, 40
_LEAST_FREE = 1e-7
_LEAST_AFRESH = 1e-9
_UNLIKE = 0.2  # squared coefficient of variation
_LEAST_SLICE = 1e-3  # of the mean service here, for what takes no time elsewhere
_LEAST_OPEN = 0.01  # nearer to 0 the fixed point creeps, and waits no longer feel it
_BENT, _DONE = 1e-4, 0.95
_MOST_OPEN = 20.0


@dataclass(frozen=True)
class Block:
    """One server that is solved by itself."""

    plan: StationPlan
    chain: StationChain | None  # None: nobody ever waits here
    shared: bool
    gates: tuple[Queue, ...] = ()
    alike: bool = False  # services of one length: then queueing is sharing (BCMP theorem)


@dataclass(frozen=True)
class Queue:
    """Those who wait for a thread of a gate, as arcs of its task and as kinds of its processor."""

    arcs: NDArray[np.intp]  # (B,)
    rates: Array  # (V, B, H, R): rate of an arc in a kind per unit of cycle rate
    place: NDArray[np.intp]  # (H,) kind at the processor


def _caller_queues(
    net: LayeredArrays, plan: StationPlan, at: dict[int, StationPlan]
) -> list[Queue]:
    """The queues of the tasks with whose threads requests come to a server."""
    split = {c for _, held in plan.kinds if min(held, default=0) < 0 for c in held}
    out = []
    for gate in plan.callers:
        task = at[gate.task]
        held = held_kinds(net, gate.task, task, split)
        rates = [task.rates[:, :, g] * mine[:, None] for g, mine in held.values()]
        place = [plan.kinds.index(kind) for kind in held]
        out.append(Queue(task.arcs, np.stack(rates, axis=2), np.array(place, dtype=np.intp)))
    return out


def _with_callers(net: LayeredArrays, at: dict[int, StationPlan]) -> tuple[Array, Array]:
    """(V, T) the server that each task is solved with, of those that its threads visit; or -1.

    The one of the most work. And whether some who wait for it hold it for very unlike times.
    """
    variants, tasks = len(net.count), len(net.task_cpu)
    doors = {gate.task for plan in at.values() for gate in plan.gates}
    held = held_s(net)
    work = np.where(net.target >= 0, held[:, np.maximum(net.target, 0)], net.slice_s)
    best, most = np.full((variants, tasks), -1.0), np.zeros((variants, tasks))
    unlike = np.zeros((variants, tasks))
    for task in sorted(t for t in at if t < tasks and t not in doors):
        for server, plan in at.items():
            if server in doors or not can_come_with(net, plan, task, at[task]):
                continue
            if plan.gates and not _queues(net, plan, at):
                continue
            mine = [task in held for _, held in plan.kinds]
            rate = plan.rates[:, :, mine].sum(axis=(2, 3))
            asked = (work[:, plan.arcs] * rate).sum(axis=1)
            best[asked > most[:, task], task] = server
            most[:, task] = np.maximum(asked, most[:, task])
        weight = at[task].rates.sum(axis=3)  # (V, B, H)
        each = held[:, net.target[at[task].arcs], None]
        total = np.maximum(weight.sum(axis=1), 1e-300)
        mean, square = (weight * each).sum(axis=1) / total, (weight * each**2).sum(axis=1) / total
        unlike[:, task] = (square > (1.0 + _UNLIKE) * mean**2).any(axis=1)
    return best, np.where(best >= 0, unlike, 0.0)


def _queues(net: LayeredArrays, plan: StationPlan, at: dict[int, StationPlan]) -> list[Queue]:
    """The queues of a processor's gates, or none where one of them cannot be told from there."""
    out = []
    runs = net.caller[plan.arcs[net.phase[plan.arcs] == 1]]
    for gate in plan.gates:
        task = at.get(gate.task)
        if task is None or not np.isin(net.target[task.arcs], runs).all():
            return []  # nobody waits, or not all that is waited for comes here
        if (net.slice_s[:, plan.arcs] <= 0).any():
            return []
        kinds = [(source, caps | {gate.task}) for source, caps in task.kinds]
        if not set(kinds) <= set(plan.kinds):
            return []
        place = np.array([plan.kinds.index(k) for k in kinds], dtype=np.intp)
        out.append(Queue(task.arcs, task.rates, place))
    return out


@dataclass(frozen=True)
class Blocks:
    """The servers of a layered network that are solved as chains; the rest by layered AMVA."""

    solved: tuple[Block, ...]
    left: tuple[int, ...]  # servers (tasks first, then processors) that keep the AMVA formula
    within: frozenset[int] = frozenset()  # tasks solved with the processor on which they only run


def plan_keys(net: LayeredArrays) -> Array:
    """(V, K) what variants of the same multiplicities must have in common to be planned as one."""
    net = in_small(net)
    _, contended, _ = _contended(net, find_routes(net, int(net.reference.sum())))
    at = {server: plan for server, (plan, _, _) in contended.items()}
    return np.concatenate([*_with_callers(net, at), net.threads], axis=1)


def plan_blocks(net: LayeredArrays, coarse: bool = False, wide: bool = False) -> Blocks:
    """Plan all servers; all variants must have the same multiplicities and ``plan_keys``.

    coarse: threads that are few are sources from the start (``coarser``). wide: chains that tell
    all apart may have more states.
    """
    limits = _WIDE if wide and not coarse else (_MOST_STATES, _MOST_GATED, _MOST_JOINED)
    most_states, most_gated, most_joined = limits
    net = in_small(net)
    routes = find_routes(net, int(net.reference.sum()))
    solved, contended, left = _contended(net, routes)
    at = {server: plan for server, (plan, _, _) in contended.items()}
    within: set[int] = set()
    inner: set[int] = set()
    callers: dict[int, list[int]] = {}
    best, unlike = _with_callers(net, at)
    for task in np.flatnonzero(best[0] >= 0).tolist() if not coarse else ():
        callers.setdefault(int(best[0, task]), []).append(task)
    # Those that are solved with their callers first, then processors.
    for server in sorted(contended, key=lambda s: (s in callers, s), reverse=True):
        plan, many, shared = contended[server]
        if server in within:
            continue
        queues = _queues(net, plan, at)
        chain = None
        finer = [] if coarse else [without_gates(plan)]
        few = coarser(plan, False)
        # Best first: what is solved, states up to which, and whether all services are alike.
        choices = [(each, most_states, False) for each in (*finer, few)]
        if queues and not coarse:
            choices[:0] = [(plan, most_states, False), (plan, most_gated, False)]
        if server in callers and not within & set(callers[server]):
            split = [t for t in callers[server] if unlike[0, t]]
            joined = _joined(net, plan, callers[server], split, at)
            if joined is not None:
                sizes = (most_states, most_joined, most_gated)
                choices[:0] = [(joined, most, False) for most in sizes]
        if not shared and not plan.second_phases:
            choices.append((few, _MOST_STATES, True))
        choices.append((coarser(plan, True), _MOST_STATES, False))
        for each, most, alike in choices:
            if not each.callers and each.kinds and (each.gates or not (shared or alike)):
                each = replace(each, turns=turns_of(net, routes, each))
            chain = _affordable(each, many, shared or alike, most, limits)
            if chain is not None:
                inner |= {gate.task for gate in each.gates}
                within |= inner | {gate.task for gate in each.callers}
                gates = tuple(_queues(net, each, at)) if each.gates else ()
                if each.callers:
                    gates = (*gates, *_caller_queues(net, each, at))
                solved.append(Block(each, chain, shared, gates, alike))
                break
        if chain is None:
            left.append(server)
    return Blocks(tuple(solved), tuple(left), frozenset(inner))


def _contended(
    net: LayeredArrays, routes: Routes
) -> tuple[list[Block], dict[int, tuple[StationPlan, float, bool]], list[int]]:
    """Servers at which nobody ever waits; those at which some do; those of which no plan is made.

    Plans, how many serve, and whether they share what there is.
    """
    tasks = len(net.task_cpu)
    solved: list[Block] = []
    contended: dict[int, tuple[StationPlan, float, bool]] = {}
    left: list[int] = []
    for server in np.unique(net.server).tolist():
        many = net.threads[0, server] if server < tasks else net.cpu_servers[0, server - tasks]
        shared = bool(server >= tasks and net.cpu_shared[server - tasks])
        if math.isinf(many):
            continue  # nobody waits, and the AMVA formula says so
        plan = plan_station(net, routes, server)
        if plan is None:
            left.append(server)
        elif not any(plan.populations) or (
            not plan.second_phases and busiest(net, plan, routes) <= many
        ):
            solved.append(Block(plan, None, shared))
        else:
            contended[server] = plan, float(many), shared
    return solved, contended, left


def _joined(
    net: LayeredArrays, plan: StationPlan, callers: list[int], split: list[int],
    at: dict[int, StationPlan],
) -> StationPlan | None:  # fmt: skip
    """A server with tasks whose threads visit it; of some (split), entries are told apart."""
    routes = find_routes(net, int(net.reference.sum()), split)
    told = plan_station(net, routes, plan.server) if split else plan
    if told is None or not all(can_come_with(net, told, t, at[t], split) for t in callers):
        return None
    if told.gates and not _queues(net, told, at):
        return None
    told = with_callers(net, told, callers)
    return replace(told, turns=turns_of(net, routes, told))


def _affordable(
    plan: StationPlan, servers: float, shared: bool, most: int, limits: tuple[int, int, int]
) -> StationChain | None:
    """The most detailed chain of a server that is small enough; of large ones, the least."""
    most_states, most_gated, _ = limits
    best_first = most <= most_states or plan.callers
    for branches, ordered in _DETAILS if best_first else reversed(_DETAILS):
        if plan.callers and not ordered and (plan.gates or most != most_gated):
            continue  # a random order was up to 12 % off where it is 0.1 % off in order
        if shared and branches == 2:
            continue  # processor sharing does not depend on more than the mean
        chain = chain_of(plan, servers, shared, branches, ordered, most)
        if chain is not None:
            return chain
    return None


def solve_blocks(
    net: LayeredArrays,
    blocks: Blocks,
    tolerance: float = 1e-7,
    max_iterations: int = 150,
    stop: Callable[[], bool] | None = None,
) -> LayeredAnswer:
    """Iterate all variants to ``tolerance`` (largest change of a wait, relative to a cycle)."""
    model = Structure(net)
    first_tolerance = max(_FIRST_TOLERANCE, tolerance)
    start = solve_layered_arrays(net, first_tolerance, _FIRST_ROUNDS, stop, model)
    unit = layered_state(model, start.wait_s).scale
    arcs = start.wait_s.shape[1]
    stations = _Stations(net, blocks)
    kinds = stations.chains.kinds
    models, parts = Rows(model), Rows(stations)
    clusters = Rows(Clusters(model, blocks.within))
    same = _SamePhase(net, stations.turn_calls, stations.turn_gated)

    def seen(points: Array, rows: NDArray[np.intp], times: int) -> tuple[Array, Array]:
        """New waits, and new shares however small."""
        part = models.take(rows)
        wait, open_share = points[:, :arcs] * unit[rows, None], points[:, arcs:]
        now = layered_state(part, wait)
        fresh = amva_waits(part, wait, now) if blocks.left else np.zeros_like(wait)
        moments = [m[:, :, 0] for m in phase_moments(part, wait, now)]
        bursts = same.bursts(part.net, wait, now)
        shares = parts.take(rows).visit(wait, now, moments, open_share, bursts, fresh, times)
        if clusters.whole.all:
            rates = now.cycle_rate[:, model.references]
            clusters.take(rows).stretch(wait, rates, fresh)
        return fresh / unit[rows, None], shares

    def image(points: Array, rows: NDArray[np.intp], times: int) -> tuple[Array, Array]:
        waits, shares = seen(points, rows, times)
        shares = np.clip(shares, _LEAST_OPEN, _MOST_OPEN)
        return np.concatenate([waits, shares], axis=1), np.ones(len(rows))

    first = np.concatenate([start.wait_s / unit[:, None], np.ones((len(unit), kinds))], axis=1)
    least = np.where(np.arange(arcs + kinds) < arcs, 0.0, _LEAST_OPEN)
    most = np.where(np.arange(arcs + kinds) < arcs, np.inf, _MOST_OPEN)
    most_rounds = min(max_iterations, _MOST_ROUNDS)
    found, residual, rounds = settle(
        image, first, tolerance, most_rounds, stop, least, most, _EASY_STEPS
    )
    # Of an answer at the least share, the server must be able to do what it is asked for. F bends
    # there, and Newton's steps go to and fro.
    bound = found[:, arcs:] <= _LEAST_OPEN * 1.01
    for row in np.flatnonzero(bound.any(axis=1)):
        _, shares = seen(found[row : row + 1], np.array([row]), 1)
        if (shares[0, bound[row]] < _DONE * _LEAST_OPEN).any():
            residual[row] = math.inf
        elif residual[row] <= _BENT:
            residual[row] = min(residual[row], tolerance)
    wait = found[:, :arcs] * unit[:, None]
    # Where threads stand for whoever holds them, what comes from outside waits longer than others,
    # who do not meet themselves. Nothing else depends on that.
    merged = [b.plan.server for b in blocks.solved if b.chain is not None and not b.plan.kinds]
    outside = np.any(net.given > 0, axis=0)[model.references]
    for_them = np.asarray((model.visits > 0).any(axis=0))  # (R, E)
    only = for_them[outside].any(axis=0) & ~for_them[~outside].any(axis=0)
    sent = np.asarray(only)[model.caller]
    alone = np.flatnonzero(sent & (net.caller >= 0) & np.isin(net.server, merged))
    if alone.size:
        wait[:, alone] = amva_waits(model, wait, layered_state(model, wait))[:, alone]
    return answer_of(model, wait, residual, tolerance, rounds)


class _Stations:
    """All servers that have a chain side by side: arcs a of A, kinds g of G, sources s of S."""

    def __init__(self, net: LayeredArrays, blocks: Blocks) -> None:
        busy = [b for b in blocks.solved if b.chain is not None]
        idle = [b.plan.arcs for b in blocks.solved if b.chain is None]
        self.chains = SideBySide([b.chain for b in busy if b.chain is not None])
        self.idle = np.concatenate([np.zeros(0, dtype=np.intp), *idle])
        self.arcs = np.concatenate([np.zeros(0, dtype=np.intp), *(b.plan.arcs for b in busy)])
        queues = [q for b in busy for q in b.gates]
        self.queue_arcs = np.concatenate([np.zeros(0, dtype=np.intp), *(q.arcs for q in queues)])
        self.queue_called = net.target[self.queue_arcs]
        turns = [(b.plan.turns, own.start) for b, own in zip(busy, self.chains.own, strict=True)
                 if b.plan.turns is not None]  # fmt: skip
        pairs = [(g + start, h + start) for t, start in turns for g, h in t.kinds]
        self.turns = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
        empty = np.zeros((len(net.count), 0, int(net.reference.sum())))
        self.turn_rates = np.concatenate([empty, *(t.rates for t, _ in turns)], axis=1)
        none = np.zeros(0, dtype=np.intp)
        self.turn_calls = np.concatenate([none, *(t.calls for t, _ in turns)])
        self.turn_gated = np.concatenate([none, *(t.gated for t, _ in turns)])
        arcs, kinds, sources = len(self.arcs), self.chains.kinds, 0
        references = int(net.reference.sum())
        self.rates = np.zeros((len(net.count), arcs, kinds, references))
        self.queue_rates = np.zeros((len(net.count), len(self.queue_arcs), kinds, references))
        self.at = np.zeros((arcs, len(busy)))
        self.use = np.zeros((kinds, sum(len(b.plan.populations) for b in busy)))
        self.source = np.zeros(kinds, dtype=np.intp)
        self.gated = np.zeros(kinds, dtype=bool)
        self.follows = np.zeros((kinds, kinds))  # second phases that run where the first do
        self.lasts = np.zeros(arcs)
        self.caller = np.full(kinds, -1, dtype=np.intp)  # first kind of its task, for a caller's
        self.base = np.arange(kinds)
        self.inner = np.zeros(kinds, dtype=bool)
        self.starts_here = np.zeros(kinds, dtype=bool)
        self.sharing = np.zeros(kinds, dtype=bool)
        self.alike = np.zeros(kinds, dtype=bool)
        self.station = np.zeros(kinds, dtype=np.intp)
        arc = queued = 0
        for i, (block, own) in enumerate(zip(busy, self.chains.own, strict=True)):
            plan, here = block.plan, slice(arc, arc + len(block.plan.arcs))
            self.rates[:, here, own] = plan.rates
            self.at[here, i] = 1.0
            for s, users in enumerate(plan.uses):
                self.use[own.start + np.array(users, dtype=np.intp), sources + s] = 1.0
            self.source[own] = sources + np.array(plan.source)
            for gate in plan.gates:
                self.gated[own.start + np.array(gate.kinds)] = True
                if gate.later is not None:
                    first = [g for g in gate.kinds if g != gate.later]
                    self.follows[own.start + np.array(first), own.start + gate.later] = 1.0
                    self.lasts[here] = np.maximum(self.lasts[here], _goes_on(net, plan, gate.task))
            for task in plan.callers:
                holders = own.start + np.array(task.kinds)
                self.gated[holders], self.starts_here[holders] = True, task.starts_here
                self.caller[holders] = own.start + task.kinds[0]
                self.base[holders] = own.start + np.array(plan.bases)[list(task.kinds)]
            self.inner[own] = self.base[own] != np.arange(own.start, own.stop)
            self.sharing[own], self.alike[own], self.station[own] = block.shared, block.alike, i
            for queue in block.gates:
                line = slice(queued, queued + len(queue.arcs))
                self.queue_rates[:, line, own.start + queue.place] = queue.rates
                queued = line.stop
            arc, sources = here.stop, sources + len(plan.populations)
        self.members = np.array([n for b in busy for n in b.plan.populations], dtype=float)
        self.company = Company([b.plan for b in busy], np.any(net.given > 0, axis=0))
        self.with_station = (self.station[:, None] == self.station[None, :]).astype(float)
        self.belongs = (self.source[:, None] == self.source[None, :]).astype(float)
        self.share_arcs = self.at @ np.array([b.shared for b in busy]) > 0
        target = net.target[self.arcs]
        self.is_call, self.called = target >= 0, np.maximum(target, 0)
        self.slice_s = net.slice_s[:, self.arcs]
        self.references = np.flatnonzero(net.reference)

    def take(self, rows: NDArray[np.intp]) -> _Stations:
        """The same for some variants, perhaps repeated."""
        part = copy(self)
        part.rates, part.queue_rates = self.rates[rows], self.queue_rates[rows]
        part.turn_rates, part.slice_s = self.turn_rates[rows], self.slice_s[rows]
        return part

    def visit(
        self, wait: Array, now: State, moments: Sequence[Array], open_share: Array,
        bursts: tuple[Array, Array], fresh: Array, times: int,
    ) -> Array:  # fmt: skip
        """How much of the time caps let each kind in, times its pace; new waits go into ``fresh``.

        What a source is away follows from Little's law at the present waiting times: its members
        that are not here, divided by the rate at which they come.
        """
        service = np.where(self.is_call, now.first[:, self.called], self.slice_s)
        square, cube = (
            np.where(self.is_call, moment[:, self.called], service**k)
            for k, moment in enumerate(moments, 2)
        )
        cycle = now.cycle_rate[:, None, self.references, None]
        rate = (self.rates @ cycle)[..., 0]  # (V, A, G)
        total = rate.sum(axis=1)
        some = np.where(total > 0, total, 1.0)
        second = np.where(self.is_call, now.second[:, self.called], 0.0)
        lasts = np.maximum(second > 0, self.lasts)
        # Sharing does not depend on bursts.
        again, soon = (np.where(self.share_arcs, 0.0, b[:, self.arcs]) for b in bursts)
        spent = wait[:, self.arcs] + service
        sums = np.stack([service, square, lasts, spent, again, again * soon, cube], axis=1) @ rate
        mean = np.maximum(sums[:, 0] / some, 1e-300)
        shape = np.stack([sums[:, 1] / some / mean / mean, sums[:, 6] / some / mean / mean / mean])
        if self.alike.any():
            rated = (total * mean) @ self.with_station
            common = rated / np.maximum(total @ self.with_station, 1e-300)
            mean = np.where(self.alike, np.maximum(common, 1e-300), mean)
        goes_on, length, again, soon = sums[:, 2] / some, sums[:, 3], sums[:, 4], sums[:, 5]
        coming = rate.sum(axis=2)
        lasting = (coming * lasts) @ self.at
        second_s = ((coming * second) @ self.at) / np.where(lasting > 0, lasting, 1.0)
        if len(self.queue_arcs):
            flow = (self.queue_rates @ cycle)[..., 0]
            often, later = (b[:, self.queue_arcs] for b in bursts)
            more = np.stack([wait[:, self.queue_arcs], often, often * later], axis=1) @ flow
            length = length + more[:, 0]
            asked = flow.sum(axis=1)
            queued = asked > 0
            again = np.where(queued, more[:, 1], again)
            soon = np.where(queued, more[:, 2], soon)
        coming_in, visits = total, np.ones_like(total)
        stays, elsewhere, out_s = np.zeros_like(total), np.ones((4, *total.shape)), 0.0 * total
        mine = self.caller >= 0
        if mine.any():
            coming_in = np.where(self.inner, 0.0, np.where(mine, asked, total))
            by_base = np.where(mine, asked[:, self.base], 0.0)
            visits = np.where(by_base > 0, total / np.where(by_base > 0, by_base, 1.0), 1.0)
            stays, elsewhere, goes_on, out_s = self._elsewhere(
                now, flow, asked, visits, np.where(self.inner, length, sums[:, 3]) / some,
                goes_on, mean,
            )  # fmt: skip
        away = self._away(length + out_s * coming_in)
        returns = _returns(coming_in @ self.belongs, coming_in, away, again, soon)
        returns = np.where((self.sharing | self.alike) & ~self.gated, 0.0, returns)
        then = self._turns(cycle[:, 0], coming_in, returns)
        afresh = coming_in - (coming_in[:, None, :] @ then)[:, 0]
        arrival = np.maximum(afresh, _LEAST_AFRESH * coming_in) / (away * open_share)
        arrival = np.where(coming_in > 0, arrival, 1e-12 / mean)
        second_s = np.where(second_s > 0, second_s, 1.0)
        leans = self.company.leans(length, total * mean, mean, self._there(length))
        figures = self.chains.solve(arrival, mean, shape, goes_on, second_s, then, leans, times,
                                    stays, elsewhere)  # fmt: skip
        came = arrival * figures.free
        if self.turns.size:
            back = np.eye(len(self.source)) - then.transpose(0, 2, 1)
            came = np.asarray(np.linalg.solve(back, came[:, :, None]))[:, :, 0]
        else:
            came /= 1.0 - returns
        if self.follows.any():
            follow = (came[:, self.base] * visits * goes_on) @ self.follows
            came = np.where(self.follows.any(axis=0), follow, came)
        came = np.where(came > 0, came, 1.0)[:, self.base]
        here = came * np.where(visits > 0, visits, 1.0)
        came = np.where(self.inner, here, came)
        each = np.where(self.sharing, figures.present / here / mean - 1.0, figures.waiting / here)
        each = np.where(self.alike, figures.present / here - mean, each)
        waits = (rate @ each[:, :, None])[:, :, 0] / np.where(coming > 0, coming, 1.0)
        waits *= np.where(self.share_arcs, service, 1.0)
        if len(self.queue_arcs):
            every = flow.sum(axis=2)
            line = (flow @ (figures.gated / came)[:, :, None])[:, :, 0]
            line /= np.where(every > 0, every, 1.0)
            fresh[:, self.queue_arcs] = np.maximum(line, 0.0)
        fresh[:, self.idle] = 0.0
        fresh[:, self.arcs] = np.maximum(waits, 0.0)
        left = self._away(figures.present + figures.gated + figures.held)
        share: Array = np.where(self.follows.any(axis=0) | self.inner, 1.0, figures.free / left)
        return share

    def _elsewhere(
        self, now: State, flow: Array, asked: Array, visits: Array, spent: Array, goes_on: Array,
        mean: Array,
    ) -> tuple[Array, Array, Array, Array]:  # fmt: skip
        """Of callers' kinds: (V, G) how likely they go elsewhere when they are answered here.

        And (4, V, G) how fast they come from there, end there, end and go on alone, and end that;
        (V, G) how likely a second phase follows what is done here; their time elsewhere.

        asked: (V, G) how often a thread is. visits, spent: (V, G) here meanwhile, and time of each.
        """
        many = np.where(asked > 0, asked, 1.0)
        first, second = now.first[:, self.queue_called], now.second[:, self.queue_called]
        sums = np.stack([first, second, second > 0], axis=1) @ flow
        hold, alone = sums[:, 0] / many, sums[:, 2] / many
        mine, own = self.caller >= 0, (self.caller >= 0) & ~self.inner
        group = (self.base[:, None] == self.base[None, :]) & mine[:, None]
        out_s = np.where(own, np.maximum(hold - (visits * spent) @ group, 0.0), 0.0)
        # Who begins here: again and again until he ends here, with what he calls here in between.
        again = np.maximum(visits - 1.0, _LEAST_FREE)
        calls = np.minimum((visits * self.inner) @ group / again, 1.0)
        part = np.where(self.inner, np.minimum(visits / again[:, self.base], 1.0), 1.0 - calls)
        every = visits @ group
        times = np.where(self.starts_here, again * np.maximum(part, _LEAST_FREE), every + 1.0)
        pace = 1.0 / np.maximum(out_s / times, _LEAST_SLICE * mean)
        back = every / (1.0 + every)
        stays = np.where(own & self.starts_here, 1.0 - 1.0 / np.maximum(visits, 1.0), 0.0)
        goes_on = np.where(own & self.starts_here, alone, goes_on)
        by_task = (self.caller[:, None] == self.caller[None, :]) & mine[:, None]
        left, ends = (sums[:, 1] * own) @ by_task, (sums[:, 2] * own) @ by_task
        ended = np.where(left > 0, ends / np.where(left > 0, left, 1.0), 1.0)
        elsewhere = np.stack([
            np.where(self.starts_here, np.where(self.inner, part, pace),
                     pace[:, self.base] * visits / (1.0 + every)),
            np.where(self.starts_here, part, pace * (1.0 - back) * (1.0 - alone)),
            pace * (1.0 - back) * alone, ended,
        ])  # fmt: skip
        return stays, elsewhere, goes_on, out_s

    def _turns(self, cycle: Array, total: Array, returns: Array) -> Array:
        """(V, G, G) probability that one kind is followed by another at once.

        returns: (V, G) of the same kind, where it is not followed by another for certain.
        """
        then = np.zeros((*total.shape, total.shape[1]))
        if self.turns.size:
            before, after = self.turns
            flow = (self.turn_rates @ cycle)[..., 0]
            some = np.where(total > 0, total, 1.0)
            then[:, before, after] = flow / some[:, before]
            returns = returns * np.maximum(1.0 - then.sum(axis=2), 0.0)
        own = np.arange(total.shape[1])
        then[:, own, own] += returns
        return then

    def _away(self, present: Array) -> Array:
        """(V, G) members of each kind's source that are not here, given what is (V, G)."""
        return self._there(present)[:, self.source]

    def _there(self, present: Array) -> Array:
        """(V, S) the same by source."""
        least = _LEAST_FREE * np.maximum(self.members, 1.0)
        free: Array = np.maximum(self.members - present @ self.use, least)
        return free


def _goes_on(net: LayeredArrays, plan: StationPlan, task: int) -> Array:
    """(A,) whether an arc is a slice of a task's first phase that has a second one after it."""
    entry = net.caller[plan.arcs]
    second = (net.host_s[:, entry, 1] > 0).any(axis=0)
    own = net.entry_task[entry] == task
    lasts: Array = (own & second & (net.phase[plan.arcs] == 1)).astype(float)
    return lasts


def _returns(rate: Array, total: Array, away: Array, again: Array, soon: Array) -> Array:
    """(V, G) part of a kind that comes back at once, so that times away keep mean and variance.

    ``rate``: of all kinds of the source. Times away are short within a phase (``again`` of the
    requests, for ``soon`` / ``again`` on average) and long otherwise. Nothing at all with
    probability b, else an exponential time, has the second moment 2 Z^2 / (1 - b) at the mean Z.
    """
    period = away / np.where(rate > 0, rate, 1.0)
    part = np.minimum(again / np.where(total > 0, total, 1.0), 0.99)
    short = np.minimum(soon / np.where(again > 0, again, 1.0), period)
    long = (period - part * short) / (1.0 - part)
    moment = part * short**2 + (1.0 - part) * long**2
    some = np.where(moment > 0, moment, 1.0)
    result: Array = np.clip(np.where(moment > 0, 1.0 - period**2 / some, 0.0), 0.0, 0.99)
    return result


class _SamePhase:
    """Which arcs belong to one phase of one entry, and go to one server."""

    def __init__(
        self, net: LayeredArrays, turns: NDArray[np.intp], gated: NDArray[np.intp]
    ) -> None:
        """turns: calls that ``Turns`` tell of, of which ``gated`` wait for gates."""
        # Who comes from outside asks once, not a geometric number of times.
        inside = np.all(net.given <= 0, axis=0)[net.entry_task[np.maximum(net.caller, 0)]]
        counts = net.waits & (net.caller >= 0) & inside
        phase = np.where(counts, 2 * net.caller + net.phase, -1)
        self.together = ((phase[:, None] == phase[None, :]) & (phase >= 0)[:, None]).astype(float)
        self.alike = self.together * (net.server[:, None] == net.server[None, :])
        self.call = (net.target >= 0).astype(float)
        self.loose = self.call.copy()
        self.loose[turns] = 0.0
        self.alone = self.call.copy()
        self.alone[gated] = 0.0

    def bursts(self, net: LayeredArrays, wait: Array, now: State) -> tuple[Array, Array]:
        """(V, A) probability that a phase visits the same server again, and the time until then.

        Calls are geometric in number and in random order: a slice before each, and of the calls to
        this server and the end of the phase, whichever comes first.
        """
        called = np.maximum(net.target, 0)
        each = wait + np.where(net.target >= 0, now.first[:, called], net.slice_s)
        calls = net.count * self.call
        number, spent = calls @ self.together, (calls * each) @ self.together
        here, here_s = calls @ self.alike, (calls * each) @ self.alike
        slice_s = (each * (1.0 - self.call)) @ self.together
        ends = 1.0 + here
        until = slice_s * (1.0 + (number - here) / ends) + (spent - here_s) / ends
        is_call = self.call > 0
        loose = (calls * self.loose) @ self.together
        loose_s = (calls * self.loose * each) @ self.together
        again = np.where(is_call, self.alone * here / ends, loose / (1.0 + number))
        soon = np.where(is_call, until, loose_s / np.where(loose > 0, loose, 1.0))
        return again, soon
