"""Layered networks exactly: the continuous-time Markov chain of all threads and queues.

The behaviour is that of the stochastic phases of LQN (Franks et al., "Layered Queueing Network
Solver and Simulator User Manual", section on phases): a phase with host demand s and on average y
calls runs an exponential slice of mean s / (1 + y), then ends with probability 1 / (1 + y), or else
makes one of its calls and runs another slice. Thus the number of calls is geometric and the whole
demand exponential. A caller of a synchronous call waits, holding its thread, until the callee's
first phase ends; the callee's second phase goes on alone. A reference customer thinks, then goes
once through each entry of its task.

Open arrivals and asynchronous calls can queue without limit. The chain then holds at most a certain
number of requests without a caller at once, and loses what would come beyond. Numbers beyond some
decline geometrically, so that small chains tell at which limit it is reached less than
``MOST_LOST`` of the time, which is stated (``ChainAnswer.at_limit``), and about how many states
that takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .errors import NetworkError
from .layered_moves import ChainModel, Job, State, first_caller
from .layered_places import PlaceStates
from .markov import TooManyStates, explore, stationary
from .network import LayeredNetwork

__all__ = ["MOST_LOST", "ChainAnswer", "estimate_states", "solve_chain", "unbounded"]


@dataclass(frozen=True)
class ChainAnswer:
    """Exact figures: per entry throughput, per reference task cycle rate, utilisations, queues.

    open_response: s until the reply to a request from outside, by entry that such ones come to;
        None where others send to the same entry, whose requests are in the same queue.
    """

    entry_throughput: tuple[float, ...]
    cycle_rate: tuple[float, ...]
    thinking: tuple[float, ...]
    processor_busy: tuple[float, ...]
    task_busy: tuple[float, ...]
    task_waiting: tuple[float, ...]
    open_response: Mapping[int, float | None]
    states: int
    limit: int | None = None  # most requests without a caller, where they could be without limit
    at_limit: float = 0.0  # fraction of the time at that limit
    off: float = 0.0  # part of the shortest open response that requests beyond it may add


def estimate_states(network: LayeredNetwork) -> float:
    """A rough upper guess of the number of states, before exploring them."""
    entries = {e.name: e for e in network.entries}
    kinds: dict[str, float] = {}

    def places(name: str, depth: int) -> float:
        if name not in kinds:
            entry = entries[name]
            total = float(len([s for s in entry.host_demand_s if s > 0]))
            for call in entry.calls:
                if call.mean > 0:
                    total += 1.0 + (places(call.to, depth + 1) if depth < 50 else 1.0)
            kinds[name] = total
        return kinds[name]

    states = 1.0
    for task in network.tasks:
        if task.reference:
            own = sum(places(e.name, 0) for e in network.entries if e.task == task.name)
            own += 1.0 if task.think_time_s > 0 else 0.0
            n = task.multiplicity
            states *= math.exp(math.lgamma(n + own) - math.lgamma(n + 1) - math.lgamma(max(own, 1)))
    detached = sum(1 for e in network.entries if len(e.host_demand_s) > 1)
    return states * 2.0**detached


def unbounded(network: LayeredNetwork) -> bool:
    """Whether open arrivals or asynchronous calls can queue without limit."""
    return any(c.type == "async" and c.mean > 0 for e in network.entries for c in e.calls) or any(
        e.arrival_rate_per_s > 0 for e in network.entries
    )


def solve_chain(
    network: LayeredNetwork, most_states: int, stop: Callable[[], bool] | None = None,
    promising: bool = False,
) -> ChainAnswer:  # fmt: skip
    """Build and solve the chain; raises ``TooManyStates`` beyond ``most_states``.

    promising: try it only as long as there do not look to be more.

    With open arrivals or asynchronous calls the chain is cut off where it is hardly ever; if that
    takes more than ``most_states``, ``TooManyStates`` is raised as well.
    """
    if sum(t.multiplicity for t in network.tasks if t.reference) > _MOST_CUSTOMERS:
        raise TooManyStates  # each of them is in some place, and a state lists them all
    if not unbounded(network):
        return _solve_limited(network, None, most_states, stop, promising)[0]
    limit, before, lost = 1, None, MOST_LOST
    good: ChainAnswer | None = None
    while True:
        try:
            answer, decline = _solve_limited(network, limit, most_states, stop)
        except TooManyStates:
            if good is None:
                raise
            return good
        if answer.at_limit <= MOST_LOST:
            # What is hardly ever lost may still be much of a response that is hardly anything.
            lost = answer.at_limit * min(0.5 * _MOST_OFF / max(answer.off, 1e-300), 1.0)
            if answer.off <= _MOST_OFF or not 0.0 < decline < 1.0:
                return answer
            if good is not None and answer.off > 0.5 * good.off:
                return answer
            good = answer
        if good is None and before and answer.at_limit > _SATURATED * before.at_limit:
            raise TooManyStates
        needed = math.inf
        if decline < 1.0:
            needed = limit + math.ceil(math.log(lost / answer.at_limit) / math.log(decline))
        if before is not None and before.limit is not None:
            # States grow by a power of the limit that becomes larger with it.
            power = math.log(answer.states / before.states) / math.log(limit / before.limit)
            sure = limit >= _TELLING
            if answer.states * (needed / limit) ** power > (1.0 if sure else _UNSURE) * most_states:
                if good is not None:
                    return good
                raise TooManyStates
        before = answer
        limit = 2 * limit if limit < _TELLING else int(min(needed + 1, _FURTHER * limit))


def _solve_limited(
    network: LayeredNetwork, limit: int | None, most_states: int, stop: Callable[[], bool] | None,
    promising: bool = False,
) -> tuple[ChainAnswer, float]:  # fmt: skip
    """The answer, and how much less often there are as many requests as may be than one less."""
    model = ChainModel(network, limit)
    start = model.initial()[0][1]
    if limit is None:
        chain = PlaceStates(model, start, most_states, stop, promising)
        p = stationary(len(chain.states), chain.source, chain.target, chain.rate)
        return _measure(network, model, chain.by_place(p), len(chain.states)), 0.0
    states, source, target, rate = explore(start, model.moves, most_states, stop)
    p = stationary(len(states), source, target, rate)
    answer = _measure(network, model, _by_place(states, p), len(states))
    number = np.array([model.unawaited(state) for state in states])
    # There can be more than may come: what replies leave behind comes nevertheless.
    less, full = float(p[number == limit - 1].sum()), float(p[number >= limit].sum())
    decline = full / less if less > 0.0 else math.inf
    off = _off(answer, model, full, decline)
    return replace(answer, limit=limit, at_limit=full, off=off), decline


def _off(answer: ChainAnswer, model: ChainModel, full: float, decline: float) -> float:
    """What numbers beyond the limit, which decline geometrically, may add to an open response."""
    if decline >= 1.0:
        return math.inf
    limit = model.limit or 0
    beyond = full * decline / (1.0 - decline) * (limit + 1.0 / (1.0 - decline))
    inside = [rate * (answer.open_response[e] or 0.0) for rate, e in model.arrivals]
    return max((beyond / q for q in inside if q > 0.0), default=0.0)


MOST_LOST = 1e-7
_MOST_OFF = 5e-7
_SATURATED = 0.9  # hardly less at the limit after it was doubled: queues grow without end
_TELLING = 4
"""Limit from which the last two numbers tell how all beyond decline."""
_UNSURE, _FURTHER = 4.0, 4
"""Times too many states by which smaller limits must foretell it; growth of a limit at most."""
_MOST_CUSTOMERS = 5_000


def _measure(
    network: LayeredNetwork, model: ChainModel, places: tuple[list[dict[Any, float]], ...],
    states: int,
) -> ChainAnswer:  # fmt: skip
    entry_rate = np.array([e.arrival_rate_per_s for e in network.entries])
    cpu_busy = np.zeros(len(network.processors))
    thinking = np.zeros(len(network.tasks))
    busy = np.zeros(len(network.tasks))
    waiting = np.zeros(len(network.tasks))
    inside = np.zeros(len(network.entries))  # first phases that nobody waits for, by entry
    # Figures add up over places, and few states of a place make up the many of the network.
    thinkers, cpus, queues = places
    for task, contents in enumerate(thinkers):
        thinking[task] = sum(q * count for count, q in contents.items())
    for cpu, queued in enumerate(cpus):
        for jobs, q in queued.items():
            cpu_busy[cpu] += q * min(len(jobs), model.cpu_servers[cpu])
            for job in jobs:
                busy += q * np.array(model.threads_held(job))
                inside[first_caller(job)[0]] += q * (first_caller(job)[1] == 1)
    for task, queued in enumerate(queues):
        for jobs, q in queued.items():
            waiting[task] += q * len(jobs)
            for job in jobs:
                inside[first_caller(job)[0]] += q * (first_caller(job)[1] == 1)
                if job[2]:
                    busy += q * np.array(model.threads_held(job[2]))
    # Cycle rates from whoever thinks, or from the ends of one kind of slice on the cycle's way.
    cycle = np.zeros(len(network.tasks))
    for t, each in enumerate(network.tasks):
        if not each.reference or each.multiplicity == 0:
            continue
        if each.think_time_s > 0:
            cycle[t] = thinking[t] / each.think_time_s
        else:
            job, visits = _landmark(network, model, t)
            ends = sum(
                q * rate * model.stop[job[0], job[1]]
                for cpu, queued in enumerate(cpus)
                for jobs, q in queued.items()
                for position, rate in model.served(cpu, jobs)
                if jobs[position] == job
            )
            cycle[t] = ends / visits
        for e in model.entries_of[t]:
            entry_rate[e] += cycle[t]
    names = {e.name: i for i, e in enumerate(network.entries)}
    for e in callers_first(network):
        for call in network.entries[e].calls:
            entry_rate[names[call.to]] += entry_rate[e] * call.mean
    # States do not tell from each other what came from outside and what was sent by others.
    sent = {names[c.to] for e in network.entries for c in e.calls if c.type == "async"}
    told = {e: None if e in sent else float(inside[e]) / rate for rate, e in model.arrivals}
    return ChainAnswer(
        tuple(entry_rate.tolist()), tuple(cycle.tolist()), tuple(thinking.tolist()),
        tuple(cpu_busy.tolist()), tuple(busy.tolist()), tuple(waiting.tolist()), told, states,
    )  # fmt: skip


def _by_place(states: list[State], p: np.ndarray) -> tuple[list[dict[Any, float]], ...]:
    """Per task the probabilities of thinkers, per processor those of its jobs, per task of queues.

    The parts of a state in their order; each a list over tasks or processors of what can be there.
    """
    out: tuple[list[dict[Any, float]], ...] = tuple([{} for _ in part] for part in states[0])
    for probability, state in zip(p.tolist(), states, strict=True):
        for part, tables in zip(state, out, strict=True):
            for content, table in zip(part, tables, strict=True):
                table[content] = table.get(content, 0.0) + probability
    return out


def _landmark(network: LayeredNetwork, model: ChainModel, task: int) -> tuple[Job, float]:
    """A timed job that every cycle of a reference task passes, and how often on average."""
    names = {e.name: i for i, e in enumerate(network.entries)}
    open_ends: list[tuple[Job, float]] = [((e, 1, ()), 1.0) for e in model.entries_of[task]]
    while open_ends:
        job, visits = open_ends.pop(0)
        if model.slice[job[0], job[1]] > 0.0:
            return job, visits
        for call in network.entries[job[0]].calls:
            if call.phase == job[1] and call.mean > 0 and call.type == "sync":
                open_ends.append(((names[call.to], 1, job), visits * call.mean))
    raise NetworkError(
        f"a cycle of the reference task {network.tasks[task].name!r} takes no time; give it a "
        "think time or an entry a host demand"
    )


def callers_first(network: LayeredNetwork) -> list[int]:
    """Entries in an order in which callers precede callees."""
    names = {e.name: i for i, e in enumerate(network.entries)}
    pending = [0] * len(network.entries)
    for entry in network.entries:
        for call in entry.calls:
            pending[names[call.to]] += 1
    ready = [i for i, count in enumerate(pending) if count == 0]
    order: list[int] = []
    while ready:
        i = ready.pop()
        order.append(i)
        for call in network.entries[i].calls:
            j = names[call.to]
            pending[j] -= 1
            if pending[j] == 0:
                ready.append(j)
    return order
