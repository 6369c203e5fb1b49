"""What can happen in a layered network, state by state: the moves of its Markov chain.

A state needs no identities: every customer or detached second phase is at exactly one place (in a
processor's queue, in a task's queue, thinking), and carries the chain of callers that wait for it.
"""

from __future__ import annotations

import math
from typing import Any

from .markov import TooManyStates
from .network import LayeredNetwork

__all__ = ["ChainModel", "EndlessSteps", "Job", "State", "first_caller"]

# A job is (entry, phase, caller job or ()); a state is (thinking, processors, queues).
Job = tuple[int, int, Any]
State = tuple[tuple[int, ...], tuple[tuple[Job, ...], ...], tuple[tuple[Job, ...], ...]]


class EndlessSteps(TooManyStates):
    """Entries without demand make calls, any number of them, in no time: no state lists these."""


class ChainModel:
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
        stop, calls = self.ways(job)
        out = []
        if stop > 0.0:
            out = [(stop * p, s) for p, s in self.phase_ended(state, job, depth)]
        for probability, entry, waits in calls:
            if waits:
                out += [(probability * p, s) for p, s in self.request(state, entry, job, depth)]
            else:  # the sender goes on, and what it sent begins
                sent = [(p * q, s2) for p, s in self.run(state, job, depth + 1)
                        for q, s2 in self.sent(s, entry, depth)]  # fmt: skip
                out += [(probability * p, s) for p, s in sent]
        return out

    def ways(self, job: Job) -> tuple[float, list[tuple[float, int, bool]]]:
        """Probability that a phase ends after a slice; of its calls, and whether it waits."""
        key = job[0], job[1]
        if self.returns_at_once(job):
            # Ending would lead straight back here: only the calls count.
            scale = 1.0 / (1.0 - self.stop[key])
            return 0.0, [(mean * scale, entry, waits) for mean, entry, waits in self.targets[key]]
        return self.stop[key], self.targets[key]

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
                left = self.without(cpu, queue, position)
                cpus = (*state[1][:cpu], left, *state[1][cpu + 1 :])
                rest = (state[0], cpus, state[2])
                out += [(rate * p, s) for p, s in self.slice_ended(rest, queue[position], 0)]
        return out

    def without(self, cpu: int, queue: tuple[Job, ...], position: int) -> tuple[Job, ...]:
        """What is at a processor when one of its jobs has had its slice."""
        left = queue[:position] + queue[position + 1 :]
        servers = self.cpu_servers[cpu]
        if not self.shared[cpu] and servers > 1 and len(left) >= 1:
            inside = min(len(left), int(min(servers, len(left))))
            left = (*sorted(left[:inside]), *left[inside:])
        return left

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
