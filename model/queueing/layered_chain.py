"""Layered networks exactly: the continuous-time Markov chain of all threads and queues.

The behaviour is that of the stochastic phases of LQN (Franks et al., "Layered Queueing Network
Solver and Simulator User Manual", section on phases): a phase with host demand s and on average y
calls runs an exponential slice of mean s / (1 + y), then ends with probability 1 / (1 + y), or else
makes one of its calls and runs another slice. Thus the number of calls is geometric and the whole
demand exponential. A caller of a synchronous call waits, holding its thread, until the callee's
first phase ends; the callee's second phase goes on alone. A reference customer thinks, then goes
once through each entry of its task.

A state needs no identities: every customer or detached second phase is at exactly one place (in a
processor's queue, in a task's queue, thinking), and carries the chain of callers that wait for it.

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
from .markov import TooManyStates, explore, stationary
from .network import LayeredNetwork

__all__ = ["MOST_LOST", "ChainAnswer", "estimate_states", "solve_chain", "unbounded"]

# A job is (entry, phase, caller job or ()); a state is (thinking, processors, queues).
Job = tuple[int, int, Any]
State = tuple[tuple[int, ...], tuple[tuple[Job, ...], ...], tuple[tuple[Job, ...], ...]]


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


class _Model:
    """Indices and probabilities of the network, in the form the moves need."""

    def __init__(self, network: LayeredNetwork, limit: int | None = None) -> None:
        self.limit = limit
        task_at = {t.name: i for i, t in enumerate(network.tasks)}
        cpu_at = {p.name: i for i, p in enumerate(network.processors)}
        entry_at = {e.name: i for i, e in enumerate(network.entries)}
        self.tasks = network.tasks
        self.entry_task = [task_at[e.task] for e in network.entries]
        self.task_cpu = [cpu_at[t.processor] for t in network.tasks]
        self.threads = [t.multiplicity for t in network.tasks]
        self.reference = [t.reference for t in network.tasks]
        self.think = [t.think_time_s for t in network.tasks]
        self.entries_of: list[list[int]] = [[] for _ in network.tasks]
        for e, t in enumerate(self.entry_task):
            self.entries_of[t].append(e)
        self.cpu_servers = [p.multiplicity for p in network.processors]
        self.shared = [p.scheduling.lower() == "ps" for p in network.processors]
        self.slice: dict[tuple[int, int], float] = {}
        self.stop: dict[tuple[int, int], float] = {}
        self.targets: dict[tuple[int, int], list[tuple[float, int, bool]]] = {}
        self.arrivals = [(e.arrival_rate_per_s, i) for i, e in enumerate(network.entries)
                         if e.arrival_rate_per_s > 0]  # fmt: skip
        self.second: list[bool] = []
        self.leaving: list[int] = []
        self.held: dict[Job, tuple[int, ...]] = {}
        for e, entry in enumerate(network.entries):
            phases = len(entry.host_demand_s)
            for phase in range(1, phases + 1):
                calls = [c for c in entry.calls if c.phase == phase and c.mean > 0]
                mean = sum(c.mean for c in calls)
                self.slice[e, phase] = entry.host_demand_s[phase - 1] / (1.0 + mean)
                self.stop[e, phase] = 1.0 / (1.0 + mean)
                self.targets[e, phase] = [
                    (c.mean / (1.0 + mean), entry_at[c.to], c.type == "sync") for c in calls
                ]
            self.second.append(
                phases > 1 and (entry.host_demand_s[1] > 0 or bool(self.targets.get((e, 2))))
            )

    def initial(self) -> list[tuple[float, State]]:
        thinking = [0] * len(self.tasks)
        empty: State = (
            tuple(thinking), tuple(() for _ in self.cpu_servers), tuple(() for _ in self.tasks)
        )  # fmt: skip
        states = [(1.0, empty)]
        for t, is_reference in enumerate(self.reference):
            for _ in range(int(self.threads[t]) if is_reference else 0):
                states = [(p * q, after) for p, s in states for q, after in self.cycle(s, t, 0)][:1]
        return states

    def cycle(self, state: State, task: int, depth: int) -> list[tuple[float, State]]:
        """A customer of a reference task begins its cycle."""
        if self.think[task] > 0:
            thinking = list(state[0])
            thinking[task] += 1
            return [(1.0, (tuple(thinking), state[1], state[2]))]
        return self.run(state, (self.entries_of[task][0], 1, ()), depth)

    def run(self, state: State, job: Job, depth: int) -> list[tuple[float, State]]:
        """A job asks its processor for a slice."""
        if depth > 60:
            raise EndlessSteps
        if self.slice[job[0], job[1]] <= 0.0:
            return self.slice_ended(state, job, depth + 1)
        cpu = self.task_cpu[self.entry_task[job[0]]]
        queue = (*state[1][cpu], job)
        if self.shared[cpu] or len(queue) <= self.cpu_servers[cpu]:
            queue = tuple(sorted(queue))
        cpus = (*state[1][:cpu], queue, *state[1][cpu + 1 :])
        return [(1.0, (state[0], cpus, state[2]))]

    def slice_ended(self, state: State, job: Job, depth: int) -> list[tuple[float, State]]:
        key = job[0], job[1]
        if self.returns_at_once(job):
            # Ending would lead straight back here: only the calls count.
            out = []
            scale = 1.0 / (1.0 - self.stop[key])
        else:
            out = [(self.stop[key] * p, s) for p, s in self.phase_ended(state, job, depth)]
            scale = 1.0
        for mean, entry, waits in self.targets[key]:
            probability = mean * scale
            if waits:
                out += [(probability * p, s) for p, s in self.request(state, entry, job, depth)]
            else:  # the sender goes on, and what it sent begins
                sent = [(p * q, s2) for p, s in self.run(state, job, depth + 1)
                        for q, s2 in self.sent(s, entry, depth)]  # fmt: skip
                out += [(probability * p, s) for p, s in sent]
        return out

    def request(self, state: State, entry: int, caller: Any, depth: int
                ) -> list[tuple[float, State]]:  # fmt: skip
        """A request reaches a task: a thread takes it, or it waits."""
        task = self.entry_task[entry]
        if self.has_free_thread(state, task):
            return self.run(state, (entry, 1, caller), depth + 1)
        queues = list(state[2])
        queues[task] = (*queues[task], (entry, 1, caller))
        return [(1.0, (state[0], state[1], tuple(queues)))]

    def sent(self, state: State, entry: int, depth: int) -> list[tuple[float, State]]:
        """A request for which nobody waits; lost at the limit."""
        if self.limit is not None and self.unawaited(state) >= self.limit:
            return [(1.0, state)]
        return self.request(state, entry, (), depth)

    def unawaited(self, state: State) -> int:
        """Requests that no customer of a reference task waits for in the end.

        What goes on after a reply is one only where no threads limit how many of that there are.
        """
        count = 0
        for places in (state[1], state[2]):
            for place in places:
                for job in place:
                    entry, phase, _ = first_caller(job)
                    task = self.entry_task[entry]
                    if not self.reference[task] and (phase == 1 or math.isinf(self.threads[task])):
                        count += 1
        return count

    def returns_at_once(self, job: Job) -> bool:
        """A reference customer whose whole cycle, apart from its calls, takes no time."""
        entry = job[0]
        task = self.entry_task[entry]
        return (
            self.reference[task]
            and self.think[task] <= 0.0
            and len(self.entries_of[task]) == 1
            and not self.second[entry]
            and self.slice[entry, 1] <= 0.0
            and bool(self.targets[entry, 1])
        )

    def phase_ended(self, state: State, job: Job, depth: int) -> list[tuple[float, State]]:
        entry, phase, caller = job
        task = self.entry_task[entry]
        if self.reference[task]:
            if phase == 1 and self.second[entry]:
                return self.run(state, (entry, 2, ()), depth + 1)
            entries = self.entries_of[task]
            position = entries.index(entry) + 1
            if position < len(entries):
                return self.run(state, (entries[position], 1, ()), depth + 1)
            return self.cycle(state, task, depth + 1)

        def server(at: State) -> list[tuple[float, State]]:
            if phase == 1 and self.second[entry]:
                return self.run(at, (entry, 2, ()), depth + 1)
            return self.next_request(at, task, depth)

        if not caller:
            return server(state)
        # Server and caller go on at the same instant: either may be first at a shared processor.
        first = [(p * q, s2) for p, s in server(state)
                 for q, s2 in self.run(s, caller, depth + 1)]  # fmt: skip
        self.leaving.append(task)  # the thread is not free yet when the caller goes first
        resumed = self.run(state, caller, depth + 1)
        self.leaving.pop()
        second = [(p * q, s2) for p, s in resumed for q, s2 in server(s)]
        if first == second:
            return first
        return [(0.5 * p, s) for p, s in first + second]

    def next_request(self, state: State, task: int, depth: int) -> list[tuple[float, State]]:
        """A thread has become free: it takes the longest waiting request, if any."""
        queue = state[2][task]
        if not queue:
            return [(1.0, state)]
        queues = list(state[2])
        queues[task] = queue[1:]
        return self.run((state[0], state[1], tuple(queues)), queue[0], depth + 1)

    def busy(self, state: State, task: int) -> int:
        """Threads of a task that hold a request, wherever the work is being done."""
        count = self.leaving.count(task)
        held = self.held
        for place in state[1]:
            for job in place:
                count += (held.get(job) or self.threads_held(job))[task]
        for queue in state[2]:
            for job in queue:
                if job[2]:
                    count += (held.get(job[2]) or self.threads_held(job[2]))[task]
        return count

    def threads_held(self, job: Job) -> tuple[int, ...]:
        """Threads per task that a job and the chain of its callers hold."""
        counts = [0] * len(self.tasks)
        at: Any = job
        while at:
            counts[self.entry_task[at[0]]] += 1
            at = at[2]
        self.held[job] = found = tuple(counts)
        return found

    def has_free_thread(self, state: State, task: int) -> bool:
        """Whether a request to the task would start at once."""
        if math.isinf(self.threads[task]):
            return True
        return not state[2][task] and self.busy(state, task) < self.threads[task]

    def moves(self, state: State) -> list[tuple[float, State]]:
        out: list[tuple[float, State]] = []
        for task, count in enumerate(state[0]):
            if count:
                thinking = list(state[0])
                thinking[task] -= 1
                rest = (tuple(thinking), state[1], state[2])
                rate = count / self.think[task]
                first = (self.entries_of[task][0], 1, ())
                out += [(rate * p, s) for p, s in self.run(rest, first, 0)]
        for rate, entry in self.arrivals:
            out += [(rate * p, s) for p, s in self.sent(state, entry, 0)]
        for cpu, queue in enumerate(state[1]):
            for position, rate in self.served(cpu, queue):
                job = queue[position]
                left = queue[:position] + queue[position + 1 :]
                servers = self.cpu_servers[cpu]
                if not self.shared[cpu] and servers > 1 and len(left) >= 1:
                    inside = min(len(left), int(min(servers, len(left))))
                    left = (*sorted(left[:inside]), *left[inside:])
                cpus = (*state[1][:cpu], left, *state[1][cpu + 1 :])
                rest = (state[0], cpus, state[2])
                out += [(rate * p, s) for p, s in self.slice_ended(rest, job, 0)]
        return out

    def served(self, cpu: int, queue: tuple[Job, ...]) -> list[tuple[int, float]]:
        """(position, completion rate) of the jobs a processor is working on."""
        if not queue:
            return []
        servers = self.cpu_servers[cpu]
        if self.shared[cpu]:
            share = min(1.0, servers / len(queue))
            return [(i, share / self.slice[j[0], j[1]]) for i, j in enumerate(queue)]
        inside = len(queue) if math.isinf(servers) else min(int(servers), len(queue))
        return [(i, 1.0 / self.slice[j[0], j[1]]) for i, j in enumerate(queue[:inside])]


def first_caller(job: Job) -> Job:
    """The job at whose request, or at whose requests' requests, a job is done."""
    while job[2]:
        job = job[2]
    return job


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


class EndlessSteps(TooManyStates):
    """Entries without demand make calls, any number of them, in no time: no state lists these."""


def unbounded(network: LayeredNetwork) -> bool:
    """Whether open arrivals or asynchronous calls can queue without limit."""
    return any(c.type == "async" and c.mean > 0 for e in network.entries for c in e.calls) or any(
        e.arrival_rate_per_s > 0 for e in network.entries
    )


def solve_chain(
    network: LayeredNetwork, most_states: int, stop: Callable[[], bool] | None = None
) -> ChainAnswer:
    """Build and solve the chain; raises ``TooManyStates`` beyond ``most_states``.

    With open arrivals or asynchronous calls the chain is cut off where it is hardly ever; if that
    takes more than ``most_states``, ``TooManyStates`` is raised as well.
    """
    if sum(t.multiplicity for t in network.tasks if t.reference) > _MOST_CUSTOMERS:
        raise TooManyStates  # each of them is in some place, and a state lists them all
    if not unbounded(network):
        return _solve_limited(network, None, most_states, stop)[0]
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
    network: LayeredNetwork, limit: int | None, most_states: int, stop: Callable[[], bool] | None
) -> tuple[ChainAnswer, float]:
    """The answer, and how much less often there are as many requests as may be than one less."""
    model = _Model(network, limit)
    start = model.initial()[0][1]
    states, source, target, rate = explore(start, model.moves, most_states, stop)
    p = stationary(len(states), source, target, rate)
    answer = _measure(network, model, states, p)
    if limit is None:
        return answer, 0.0
    number = np.array([model.unawaited(state) for state in states])
    # There can be more than may come: what replies leave behind comes nevertheless.
    less, full = float(p[number == limit - 1].sum()), float(p[number >= limit].sum())
    decline = full / less if less > 0.0 else math.inf
    off = _off(answer, model, full, decline)
    return replace(answer, limit=limit, at_limit=full, off=off), decline


def _off(answer: ChainAnswer, model: _Model, full: float, decline: float) -> float:
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
    network: LayeredNetwork, model: _Model, states: list[State], p: np.ndarray
) -> ChainAnswer:
    entry_rate = np.array([e.arrival_rate_per_s for e in network.entries])
    cpu_busy = np.zeros(len(network.processors))
    thinking = np.zeros(len(network.tasks))
    busy = np.zeros(len(network.tasks))
    waiting = np.zeros(len(network.tasks))
    inside = np.zeros(len(network.entries))  # first phases that nobody waits for, by entry
    # Figures add up over places, and few states of a place make up the many of the network.
    thinkers, cpus, queues = _by_place(states, p)
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
        tuple(cpu_busy.tolist()), tuple(busy.tolist()), tuple(waiting.tolist()), told, len(states),
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


def _landmark(network: LayeredNetwork, model: _Model, task: int) -> tuple[Job, float]:
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
