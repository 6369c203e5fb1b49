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
that moment wait for the thread: up to 17 % too little throughput where callers run there as well.

Measured errors stand in the package's text.

Where a chain that tells all apart would be too large, few threads stand for the many customers who
share them (``coarser``), as tasks stand for their callers in the method of layers. Servers whose
chain is too large even so, or whose requests come from outside (open arrivals, asynchronous calls),
keep the waiting times of layered AMVA.
"""

from __future__ import annotations

import math
from collections.abc import Callable
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
from .layered_routes import StationPlan, busiest, coarser, find_routes, plan_station, without_gates
from .layered_station import StationChain, chain_of, solve_station

__all__ = ["Blocks", "plan_blocks", "solve_blocks"]

Array = NDArray[np.float64]

_MOST_STATES = 80
"""Of one station's chain. With 250 answers are no nearer: less than 0.1 % in the median."""
_MOST_GATED = 250
"""The same with gates: taken apart from their processor they cost up to 17 %."""
_DETAILS = ((2, True), (2, False), (1, True), (1, False))
"""What chains tell apart, best first: branches of a service; the order of those that wait."""
_FIRST_TOLERANCE = 1e-3
_EASY_STEPS, _MOST_ROUNDS = 2, 40
_LEAST_FREE = 1e-7
_LEAST_OPEN = 0.01  # nearer to 0 the fixed point creeps, and waits no longer feel it


@dataclass(frozen=True)
class Block:
    plan: StationPlan
    chain: StationChain | None  # None: nobody ever waits here
    shared: bool
    is_call: NDArray[np.bool_]  # (A,)
    called: NDArray[np.intp]  # (A,)
    slice_s: Array  # (V, A)
    members: Array  # (S,) population of each source
    use: Array  # (G, S) 1 where a kind occupies a member
    source: NDArray[np.intp]  # (G,)
    belongs: Array  # (G, G) 1 where two kinds have one source
    limited: NDArray[np.bool_]  # (G,) held back by a cap
    bursts: Array  # (G,) 1 where it matters whether requests come in bursts
    gates: tuple[Queue, ...] = ()

    def take(self, rows: NDArray[np.intp]) -> Block:
        """The same for some variants, perhaps repeated."""
        if len(rows) == len(self.slice_s) and (rows == np.arange(len(rows))).all():
            return self
        return replace(
            self, plan=replace(self.plan, rates=self.plan.rates[rows]), slice_s=self.slice_s[rows],
            gates=tuple(replace(g, rates=g.rates[rows]) for g in self.gates),
        )  # fmt: skip


@dataclass(frozen=True)
class Queue:
    """Those who wait for a thread of a gate, as arcs of its task and as kinds of its processor."""

    arcs: NDArray[np.intp]  # (B,)
    rates: Array  # (V, B, H, R): rate of an arc in a kind per unit of cycle rate
    place: NDArray[np.intp]  # (H,) kind at the processor


def _queues(net: LayeredArrays, plan: StationPlan, at: dict[int, StationPlan]) -> list[Queue]:
    """The queues of a processor's gates, or none where one of them cannot be told from there."""
    out = []
    for gate in plan.gates:
        task = at.get(gate.task)
        if task is None or not np.isin(net.target[task.arcs], net.caller[plan.arcs]).all():
            return []  # nobody waits, or not all that is waited for comes here
        if (net.slice_s[:, plan.arcs] <= 0).any():
            return []
        kinds = [(source, caps | {gate.task}) for source, caps in task.kinds]
        if not set(kinds) <= set(plan.kinds):
            return []
        place = np.array([plan.kinds.index(k) for k in kinds], dtype=np.intp)
        out.append(Queue(task.arcs, task.rates, place))
    return out


def _block(
    net: LayeredArrays, plan: StationPlan, chain: StationChain | None, shared: bool,
    gates: tuple[Queue, ...] = (),
) -> Block:  # fmt: skip
    target = net.target[plan.arcs]
    use = np.zeros((len(plan.source), len(plan.populations)))
    for s, kinds in enumerate(plan.uses):
        use[list(kinds), s] = 1.0
    source = np.array(plan.source, dtype=np.intp)
    limited = np.zeros(len(source), dtype=bool)
    for holders, _ in plan.caps:
        limited[list(holders)] = True
    bursts = np.full(len(source), float(not shared))
    for gate in plan.gates:
        bursts[list(gate.kinds)] = 1.0
    return Block(
        plan, chain, shared, target >= 0, np.maximum(target, 0), net.slice_s[:, plan.arcs],
        np.array(plan.populations, dtype=float), use, source,
        (source[:, None] == source[None, :]).astype(float), limited, bursts, gates,
    )  # fmt: skip


@dataclass(frozen=True)
class Blocks:
    """The servers of a layered network that are solved as chains; the rest by layered AMVA."""

    solved: tuple[Block, ...]
    left: tuple[int, ...]  # servers (tasks first, then processors) that keep the AMVA formula


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
            solved.append(_block(net, plan, None, shared))
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
        choices = [(coarser(plan, merged), _MOST_STATES) for merged in (False, True)]
        if not coarse:
            choices.insert(0, (without_gates(plan), _MOST_STATES))
        if not coarse and queues:
            choices[:0] = [(plan, _MOST_STATES), (plan, _MOST_GATED)]
        for each, most in choices:
            chain = _affordable(each, many, shared, most)
            if chain is not None:
                within |= {gate.task for gate in each.gates}
                gates = tuple(queues) if each.gates else ()
                solved.append(_block(net, each, chain, shared, gates))
                break
        if chain is None:
            left.append(server)
    return Blocks(tuple(solved), tuple(left))


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
    start = solve_layered_arrays(net, max(_FIRST_TOLERANCE, tolerance), stop=stop, model=model)
    unit = layered_state(model, start.wait_s).scale
    arcs = start.wait_s.shape[1]
    kinds = sum(len(b.plan.source) for b in blocks.solved if b.chain is not None)
    rows_of = Rows(model)
    same = _SamePhase(net)

    def image(points: Array, rows: NDArray[np.intp], times: int) -> tuple[Array, Array]:
        wait = points[:, :arcs] * unit[rows, None]
        fresh = _pass(rows_of.take(rows), blocks, same, rows, times, wait, points[:, arcs:])
        fresh[:, :arcs] /= unit[rows, None]
        return fresh, np.ones(len(rows))

    first = np.concatenate([start.wait_s / unit[:, None], np.ones((len(unit), kinds))], axis=1)
    least = np.where(np.arange(arcs + kinds) < arcs, 0.0, _LEAST_OPEN)
    most = np.where(np.arange(arcs + kinds) < arcs, np.inf, 1.0)
    most_rounds = min(max_iterations, _MOST_ROUNDS)
    found, residual, rounds = settle(
        image, first, tolerance, most_rounds, stop, least, most, _EASY_STEPS
    )
    # At the least share an answer is that of the bound.
    residual[(found[:, arcs:] <= _LEAST_OPEN * 1.001).any(axis=1)] = math.inf
    return answer_of(model, found[:, :arcs] * unit[:, None], residual, tolerance, rounds)


def _pass(
    model: Structure, blocks: Blocks, same: _SamePhase, rows: NDArray[np.intp], times: int,
    wait: Array, open_share: Array,
) -> Array:  # fmt: skip
    """New waits and shares, from those of points that come in groups of ``times`` close ones."""
    net = model.net
    now = layered_state(model, wait)
    fresh = amva_waits(model, wait, now) if blocks.left else np.zeros_like(wait)
    shares = np.ones_like(open_share)
    variance = phase_variances(model, wait, now)[:, :, 0]
    bursts = same.bursts(net, wait, now)
    at = 0
    for block in blocks.solved:
        if block.chain is None:
            fresh[:, block.plan.arcs] = 0.0
            continue
        here = slice(at, at + len(block.plan.source))
        at = here.stop
        shares[:, here] = _visit(
            block.take(rows), block.chain, net.reference, wait, now, variance,
            open_share[:, here], bursts, fresh, times,
        )  # fmt: skip
    return np.concatenate([fresh, shares], axis=1)


def _visit(
    block: Block,
    chain: StationChain,
    reference: NDArray[np.bool_],
    wait: Array,
    now: State,
    variance: Array,
    open_share: Array,
    bursts: tuple[Array, Array],
    fresh: Array,
    times: int,
) -> Array:
    """How much of the time one server's caps let each kind in; new waits go into ``fresh``.

    What a source is away follows from Little's law at the present waiting times: its members that
    are not here, divided by the rate at which they come.
    """
    plan, called = block.plan, block.called
    service = np.where(block.is_call, now.first[:, called], block.slice_s)
    square = service**2 + np.where(block.is_call, variance[:, called], service**2)
    cycle = now.cycle_rate[:, reference]
    rate = (plan.rates @ cycle[:, None, :, None])[..., 0]  # (V, A, G)
    total = rate.sum(axis=1)
    some = np.where(total > 0, total, 1.0)
    mean = np.maximum((rate * service[:, :, None]).sum(axis=1) / some, 1e-300)
    variation = (rate * square[:, :, None]).sum(axis=1) / some / mean**2 - 1.0
    second = np.where(block.is_call, now.second[:, called], 0.0)
    goes_on = (rate * (second > 0)[:, :, None]).sum(axis=1) / some
    coming = rate.sum(axis=2)
    lasting = (coming * (second > 0)).sum(axis=1)
    second_s = (coming * second).sum(axis=1) / np.where(lasting > 0, lasting, 1.0)
    length = (rate * (wait[:, plan.arcs] + service)[:, :, None]).sum(axis=1)
    # Sharing does not depend on bursts.
    again, soon = (b[:, plan.arcs, None] * float(not block.shared) for b in bursts)
    again, soon = (rate * again).sum(axis=1), (rate * again * soon).sum(axis=1)
    for gate in block.gates:
        flow = (gate.rates @ cycle[:, None, :, None])[..., 0]
        length[:, gate.place] += (flow * wait[:, gate.arcs, None]).sum(axis=1)
        often, later = (b[:, gate.arcs, None] for b in bursts)
        again[:, gate.place] = (flow * often).sum(axis=1)
        soon[:, gate.place] = (flow * often * later).sum(axis=1)
    away = _away(block, length)
    returns = _returns(block, total, away, again, soon) * block.bursts
    arrival = total * (1.0 - returns) / (away * open_share)
    arrival = np.where(total > 0, arrival, 1e-12 / mean)
    figures = solve_station(
        chain,
        arrival,
        mean,
        variation,
        goes_on,
        np.where(second_s > 0, second_s, 1.0),
        returns,
        times,
    )
    flow = arrival * figures.free / (1.0 - returns)
    flow = np.where(flow > 0, flow, 1.0)
    across = coming[:, :, None]
    share = rate / np.where(across > 0, across, 1.0)
    if block.shared:
        stretch = figures.present / flow / mean - 1.0
        waits = (share * stretch[:, None, :]).sum(axis=2) * service
    else:
        waits = (share * (figures.waiting / flow)[:, None, :]).sum(axis=2)
    for gate in block.gates:
        part = (gate.rates @ cycle[:, None, :, None])[..., 0]
        every = part.sum(axis=2, keepdims=True)
        part /= np.where(every > 0, every, 1.0)
        queued = (figures.gated / flow)[:, gate.place]
        fresh[:, gate.arcs] = np.maximum((part * queued[:, None, :]).sum(axis=2), 0.0)
    left = _away(block, figures.present + figures.gated)
    openness = np.where(block.limited, np.clip(figures.free / left, _LEAST_OPEN, 1.0), 1.0)
    fresh[:, plan.arcs] = np.maximum(waits, 0.0)
    return openness


def _returns(block: Block, total: Array, away: Array, again: Array, soon: Array) -> Array:
    """(V, G) part of a kind that comes back at once, so that times away keep mean and variance.

    Times away are short within a phase (``again`` of the requests, for ``soon`` / ``again`` on
    average) and long otherwise. Nothing at all with probability b, else an exponential time, has
    the second moment 2 Z^2 / (1 - b) at the mean Z.
    """
    rate = total @ block.belongs
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

    def __init__(self, net: LayeredArrays) -> None:
        phase = np.where(net.waits & (net.caller >= 0), 2 * net.caller + net.phase, -1)
        self.together = ((phase[:, None] == phase[None, :]) & (phase >= 0)[:, None]).astype(float)
        self.alike = self.together * (net.server[:, None] == net.server[None, :])
        self.call = (net.target >= 0).astype(float)

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
        again = np.where(is_call, here / ends, number / (1.0 + number))
        soon = np.where(is_call, until, spent / np.where(number > 0, number, 1.0))
        return again, soon


def _away(block: Block, present: Array) -> Array:
    """(V, G) members of each kind's source that are not here, given what is (V, G)."""
    least = _LEAST_FREE * np.maximum(block.members, 1.0)
    free: Array = np.maximum(block.members - present @ block.use, least)
    return free[:, block.source]
