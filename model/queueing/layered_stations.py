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
Those that call each other there are known to keep it busy (``layered_clusters``).

Times away are the longer the more are away together (``layered_company``).

Measured errors stand in the package's text.

Where a chain that tells all apart would be too large, few threads stand for the many customers who
share them (``coarser``), as tasks stand for their callers in the method of layers. Servers whose
chain is too large even so, or whose requests come from outside (open arrivals, asynchronous calls),
keep the waiting times of layered AMVA.
"""

from __future__ import annotations

import math
from collections.abc import Callable
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
    phase_variances,
    solve_layered_arrays,
)
from .layered_clusters import Clusters
from .layered_company import Company
from .layered_routes import (
    StationPlan,
    busiest,
    coarser,
    find_routes,
    plan_station,
    turns_of,
    without_gates,
)
from .layered_station import SideBySide, StationChain, chain_of

__all__ = ["Blocks", "plan_blocks", "solve_blocks"]

Array = NDArray[np.float64]

_MOST_STATES = 120
"""Of one station's chain. With 250 answers are no nearer: less than 0.1 % in the median."""
_MOST_GATED = 250
"""The same with gates: taken apart from their processor they cost up to 17 %."""
_DETAILS = ((2, True), (2, False), (1, True), (1, False))
"""What chains tell apart, best first: branches of a service; the order of those that wait."""
_FIRST_TOLERANCE, _FIRST_ROUNDS = 1e-3, 200
_EASY_STEPS, _MOST_ROUNDS = 2, 40
_LEAST_FREE = 1e-7
_LEAST_AFRESH = 1e-9
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
    within: frozenset[int] = frozenset()  # tasks solved with their processor


def plan_blocks(net: LayeredArrays, coarse: bool = False) -> Blocks:
    """Plan all servers; all variants must have the same multiplicities.

    coarse: threads that are few are sources from the start (``coarser``).
    """
    tasks = len(net.task_cpu)
    routes = find_routes(net, int(net.reference.sum()))
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
    at = {server: plan for server, (plan, _, _) in contended.items()}
    within: set[int] = set()
    for server in sorted(contended, reverse=True):  # processors first
        plan, many, shared = contended[server]
        if server in within:
            continue
        queues = _queues(net, plan, at)
        chain = None
        finer = [] if coarse else [without_gates(plan)]
        few = coarser(plan, False)
        # Best first: what is solved, states up to which, and whether all services are alike.
        choices = [(each, _MOST_STATES, False) for each in (*finer, few)]
        if queues and not coarse:
            choices[:0] = [(plan, _MOST_STATES, False), (plan, _MOST_GATED, False)]
        if not shared and not plan.second_phases:
            choices.append((few, _MOST_STATES, True))
        choices.append((coarser(plan, True), _MOST_STATES, False))
        for each, most, alike in choices:
            if each.kinds and (each.gates or not (shared or alike)):
                each = replace(each, turns=turns_of(net, routes, each))
            chain = _affordable(each, many, shared or alike, most)
            if chain is not None:
                within |= {gate.task for gate in each.gates}
                gates = tuple(queues) if each.gates else ()
                solved.append(Block(each, chain, shared, gates, alike))
                break
        if chain is None:
            left.append(server)
    return Blocks(tuple(solved), tuple(left), frozenset(within))


def _affordable(plan: StationPlan, servers: float, shared: bool, most: int) -> StationChain | None:
    """The most detailed chain of a server that is small enough; of large ones, the least."""
    for branches, ordered in _DETAILS if most <= _MOST_STATES else reversed(_DETAILS):
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
        variance = phase_variances(part, wait, now)[:, :, 0]
        bursts = same.bursts(part.net, wait, now)
        shares = parts.take(rows).visit(wait, now, variance, open_share, bursts, fresh, times)
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
    return answer_of(model, found[:, :arcs] * unit[:, None], residual, tolerance, rounds)


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
            self.sharing[own], self.alike[own], self.station[own] = block.shared, block.alike, i
            for queue in block.gates:
                line = slice(queued, queued + len(queue.arcs))
                self.queue_rates[:, line, own.start + queue.place] = queue.rates
                queued = line.stop
            arc, sources = here.stop, sources + len(plan.populations)
        self.members = np.array([n for b in busy for n in b.plan.populations], dtype=float)
        self.company = Company([b.plan for b in busy])
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
        self, wait: Array, now: State, variance: Array, open_share: Array,
        bursts: tuple[Array, Array], fresh: Array, times: int,
    ) -> Array:  # fmt: skip
        """How much of the time caps let each kind in, times its pace; new waits go into ``fresh``.

        What a source is away follows from Little's law at the present waiting times: its members
        that are not here, divided by the rate at which they come.
        """
        service = np.where(self.is_call, now.first[:, self.called], self.slice_s)
        square = service**2 + np.where(self.is_call, variance[:, self.called], service**2)
        cycle = now.cycle_rate[:, None, self.references, None]
        rate = (self.rates @ cycle)[..., 0]  # (V, A, G)
        total = rate.sum(axis=1)
        some = np.where(total > 0, total, 1.0)
        second = np.where(self.is_call, now.second[:, self.called], 0.0)
        lasts = np.maximum(second > 0, self.lasts)
        # Sharing does not depend on bursts.
        again, soon = (np.where(self.share_arcs, 0.0, b[:, self.arcs]) for b in bursts)
        spent = wait[:, self.arcs] + service
        sums = np.stack([service, square, lasts, spent, again, again * soon], axis=1) @ rate
        mean = np.maximum(sums[:, 0] / some, 1e-300)
        variation = sums[:, 1] / some / mean**2 - 1.0
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
            queued = flow.sum(axis=1) > 0
            again = np.where(queued, more[:, 1], again)
            soon = np.where(queued, more[:, 2], soon)
        away = self._away(length)
        returns = _returns(total @ self.belongs, total, away, again, soon)
        returns = np.where((self.sharing | self.alike) & ~self.gated, 0.0, returns)
        then = self._turns(cycle[:, 0], total, returns)
        afresh = np.maximum(total - (total[:, None, :] @ then)[:, 0], _LEAST_AFRESH * total)
        arrival = afresh / (away * open_share)
        arrival = np.where(total > 0, arrival, 1e-12 / mean)
        second_s = np.where(second_s > 0, second_s, 1.0)
        leans = self.company.leans(length, total * mean, mean, self._there(length))
        figures = self.chains.solve(arrival, mean, variation, goes_on, second_s, then, leans, times)
        came = arrival * figures.free
        if self.turns.size:
            back = np.eye(len(self.source)) - then.transpose(0, 2, 1)
            came = np.asarray(np.linalg.solve(back, came[:, :, None]))[:, :, 0]
        else:
            came /= 1.0 - returns
        if self.follows.any():
            came = np.where(self.follows.any(axis=0), (came * goes_on) @ self.follows, came)
        came = np.where(came > 0, came, 1.0)
        each = np.where(self.sharing, figures.present / came / mean - 1.0, figures.waiting / came)
        each = np.where(self.alike, figures.present / came - mean, each)
        waits = (rate @ each[:, :, None])[:, :, 0] / np.where(coming > 0, coming, 1.0)
        waits *= np.where(self.share_arcs, service, 1.0)
        if len(self.queue_arcs):
            every = flow.sum(axis=2)
            line = (flow @ (figures.gated / came)[:, :, None])[:, :, 0]
            line /= np.where(every > 0, every, 1.0)
            fresh[:, self.queue_arcs] = np.maximum(line, 0.0)
        fresh[:, self.idle] = 0.0
        fresh[:, self.arcs] = np.maximum(waits, 0.0)
        left = self._away(figures.present + figures.gated)
        share: Array = np.where(self.follows.any(axis=0), 1.0, figures.free / left)
        return share

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
        phase = np.where(net.waits & (net.caller >= 0), 2 * net.caller + net.phase, -1)
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
