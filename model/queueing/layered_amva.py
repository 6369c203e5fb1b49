"""Layered networks approximately: one fixed point over all waiting times of all layers.

Every place where somebody waits is an *arc*: the host slices of an entry's phase at its processor,
or the calls of a phase to an entry of another task. With the arcs' waiting times W everything else
follows in closed form: the phases' durations (a triangular linear system, inverted once), the cycle
times of the reference tasks, hence all rates, hence the mean queues L by Little's law. New waiting
times then come from what an arrival finds, in the manner of Bard and Schweitzer, with three
corrections that make layers accurate:

* **Threads** (M. Woodside et al., IEEE ToC 44(1), 1995): a thread of task c does not meet itself.
  How many other threads of c are busy when one of them arrives somewhere is E[b(b-1)]/E[b] for the
  number b of busy threads, from the same family of marginals that ``waiting`` uses.
* **Interlocking** (G. Franks, thesis 1999, chapter 4): requests of other tasks that stem from the
  arriving customer itself cannot be there. Each customer of a reference task is in one place only,
  so that of its own population 1/N is left out.
* **Finite sources**: with n customers in reach an arrival does not find (n - 1)/n of the mean queue
  but what a finite source of n - 1 shows; the ratio is tabulated over n and the queue.

Second phases hold a thread after the reply and are found like any other service. All arrays carry a
leading axis of variants, so that a batch is solved in one pass.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Generic, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from .errors import NetworkError
from .implicit import settle
from .layered_chain import callers_first
from .network import LayeredNetwork
from .waiting import build_waiting

_POINTS = 65
MOST_NUMBERS = 4.0e7
MOST_ENTRIES = 2000

__all__ = [
    "LayeredAnswer",
    "LayeredArrays",
    "State",
    "Structure",
    "amva_waits",
    "layered_arrays",
    "layered_state",
    "phase_moments",
    "solve_layered_arrays",
]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LayeredArrays:
    """V variants of one layered structure; indices: arcs A, entries E, tasks T, processors P.

    Servers are numbered tasks first, then processors.
    """

    caller: NDArray[np.intp]  # (A,) entry that waits, or -1 for open arrivals
    phase: NDArray[np.intp]  # (A,) 1 or 2
    server: NDArray[np.intp]  # (A,)
    target: NDArray[np.intp]  # (A,) called entry, or -1 for a host slice
    waits: NDArray[np.bool_]  # (A,) False for asynchronous calls and open arrivals
    count: Array  # (V, A) per invocation of the caller; open arrivals: rate
    slice_s: Array  # (V, A) host slice, 0 for calls
    entry_task: NDArray[np.intp]  # (E,)
    task_cpu: NDArray[np.intp]  # (T,)
    reference: NDArray[np.bool_]  # (T,)
    threads: Array  # (V, T)
    think_s: Array  # (V, T)
    host_s: Array  # (V, E, 2)
    cpu_servers: Array  # (V, P)
    cpu_shared: NDArray[np.bool_]  # (P,) processor sharing
    order: tuple[int, ...]  # entries, callers first
    given: Array  # (V, T) cycles per s of reference tasks whose rate is given, else 0

    def take(self, rows: NDArray[np.intp]) -> LayeredArrays:
        """Some of the variants."""
        return replace(
            self, count=self.count[rows], slice_s=self.slice_s[rows], threads=self.threads[rows],
            think_s=self.think_s[rows], host_s=self.host_s[rows],
            cpu_servers=self.cpu_servers[rows], given=self.given[rows],
        )  # fmt: skip


@dataclass(frozen=True)
class LayeredAnswer:
    """Per variant: rates, phase durations, waiting by arc, utilisations, and convergence."""

    entry_rate: Array  # (V, E)
    cycle_rate: Array  # (V, T)
    cycle_s: Array  # (V, T) response, without think time
    phase_s: Array  # (V, E, 2)
    open_s: Array  # (V, E) until the reply to a request from outside; 0 where none comes
    wait_s: Array  # (V, A)
    task_busy: Array  # (V, T)
    cpu_busy: Array  # (V, P)
    converged: NDArray[np.bool_]
    iterations: NDArray[np.int64]
    residual: Array


def layered_arrays(networks: list[LayeredNetwork]) -> LayeredArrays:
    """Arrays of networks that differ in numbers only (same names, calls and kinds of calls)."""
    first = networks[0]
    tasks = {t.name: i for i, t in enumerate(first.tasks)}
    cpus = {p.name: i for i, p in enumerate(first.processors)}
    entries = {e.name: i for i, e in enumerate(first.entries)}
    count_tasks = len(tasks)
    caller: list[int] = []
    phase: list[int] = []
    server: list[int] = []
    target: list[int] = []
    waits: list[bool] = []
    count: list[list[float]] = []
    slices: list[list[float]] = []
    for e, entry in enumerate(first.entries):
        for ph in (1, 2):
            if ph > max(len(n.entries[e].host_demand_s) for n in networks):
                continue
            host = [n.entries[e].host_demand_s[ph - 1] if ph <= len(n.entries[e].host_demand_s)
                    else 0.0 for n in networks]  # fmt: skip
            calls = [[c.mean for c in n.entries[e].calls if c.phase == ph] for n in networks]
            if any(h > 0 for h in host):
                caller.append(e)
                phase.append(ph)
                server.append(count_tasks + cpus[first.tasks[tasks[entry.task]].processor])
                target.append(-1)
                waits.append(True)
                count.append([1.0 + sum(c) for c in calls])
                slices.append([h / (1.0 + sum(c)) for h, c in zip(host, calls, strict=True)])
            for j, call in enumerate(c for c in entry.calls if c.phase == ph):
                caller.append(e)
                phase.append(ph)
                server.append(tasks[first.entries[entries[call.to]].task])
                target.append(entries[call.to])
                waits.append(call.type == "sync")
                count.append([c[j] for c in calls])
                slices.append([0.0] * len(networks))
        if any(n.entries[e].arrival_rate_per_s > 0 for n in networks):
            caller.append(-1)
            phase.append(1)
            server.append(tasks[entry.task])
            target.append(e)
            waits.append(False)
            count.append([n.entries[e].arrival_rate_per_s for n in networks])
            slices.append([0.0] * len(networks))
    hosts = np.array(
        [[[*e.host_demand_s, 0.0][:2] for e in n.entries] for n in networks], dtype=float
    )
    return LayeredArrays(
        np.array(caller, dtype=np.intp), np.array(phase, dtype=np.intp),
        np.array(server, dtype=np.intp), np.array(target, dtype=np.intp),
        np.array(waits, dtype=bool),
        np.array(count, dtype=float).reshape(len(caller), -1).T.copy(),
        np.array(slices, dtype=float).reshape(len(caller), -1).T.copy(),
        np.array([tasks[e.task] for e in first.entries], dtype=np.intp),
        np.array([cpus[t.processor] for t in first.tasks], dtype=np.intp),
        np.array([t.reference for t in first.tasks], dtype=bool),
        np.array([[t.multiplicity for t in n.tasks] for n in networks], dtype=float),
        np.array([[t.think_time_s for t in n.tasks] for n in networks], dtype=float),
        hosts,
        np.array([[p.multiplicity for p in n.processors] for n in networks], dtype=float),
        np.array([p.scheduling.lower() == "ps" for p in first.processors], dtype=bool),
        tuple(callers_first(first)), np.zeros((len(networks), count_tasks)),
    )  # fmt: skip


class Structure:
    """What stays constant over the iteration: index matrices, visits, tables."""

    def __init__(self, net: LayeredArrays) -> None:
        variants, arcs = net.count.shape
        tasks, entries = len(net.task_cpu), len(net.entry_task)
        pairs = float((np.bincount(net.server, minlength=1).astype(float) ** 2).sum())
        if pairs * max(tasks, arcs) > MOST_NUMBERS or entries > MOST_ENTRIES:
            raise NetworkError(
                f"the layered network is too large ({entries} entries, {pairs:.3g} pairs of calls "
                "that meet at a server); solve parts of it"
            )
        self.net = net
        self.by_entry = [np.zeros((arcs, entries)) for _ in range(2)]
        called = np.maximum(net.target, 0)
        self.is_call = net.target >= 0
        self.is_host = ~self.is_call
        self.from_entry = net.caller >= 0
        self.caller = np.maximum(net.caller, 0)
        self.called = called
        for a in range(arcs):
            if net.waits[a]:
                self.by_entry[net.phase[a] - 1][a, net.caller[a]] = 1.0
        sync = np.zeros((2, variants, entries, entries))
        flow = np.zeros((variants, entries, entries))
        for a in np.flatnonzero(self.is_call & self.from_entry).tolist():
            e, f = net.caller[a], net.target[a]
            flow[:, e, f] += net.count[:, a]
            if net.waits[a]:
                sync[net.phase[a] - 1, :, e, f] += net.count[:, a]
        eye = np.eye(entries)
        self.first = np.linalg.inv(eye - sync[0])
        self.second_calls = sync[1]
        spread = np.linalg.inv(eye - flow)
        member = np.zeros((entries, tasks))
        member[np.arange(entries), net.entry_task] = 1.0
        self.member = member
        self.references = np.flatnonzero(net.reference)
        self.rated = bool((net.given > 0).any())
        start = member[:, self.references].T  # (R, E)
        self.visits = start[None] @ spread  # (V, R, E)
        opened = np.zeros((variants, entries))
        for a in np.flatnonzero(~self.from_entry).tolist():
            opened[:, net.target[a]] += net.count[:, a]
        self.open_rate = (opened[:, None, :] @ spread)[:, 0]
        # Invocations of e while a thread of the task of e' waits for it, per invocation of e'.
        self.held = eye + (sync[0] + sync[1]) @ self.first
        servers = np.concatenate([net.threads, net.cpu_servers], axis=1)
        self.arc_servers = servers[:, net.server]
        self.customers = np.where(net.reference, net.threads, 0.0)
        reach = (self.visits @ member) > 0  # (V, R, T)
        reached = np.einsum("vrt,vr->vt", reach, net.threads[:, self.references])
        opened_task = (self.open_rate @ member) > 0
        self.population = np.where(opened_task, 512.0, reached)
        meet_a, meet_b = np.nonzero(net.server[:, None] == net.server[None, :])
        self.meet_a, self.meet_b = meet_a, meet_b  # pairs of arcs that meet at a server
        self.gather = np.zeros((len(meet_a), arcs))
        self.gather[np.arange(len(meet_a)), meet_a] = 1.0
        self.at_server = (net.server[:, None] == net.server[None, :]).astype(float)
        self.at_task = (net.server[:, None] == np.arange(tasks)[None, :]).astype(float)
        self.entry_cpu = np.zeros((entries, net.cpu_servers.shape[1]))
        self.entry_cpu[np.arange(entries), net.task_cpu[net.entry_task]] = 1.0
        self.less_one = _less_one(net.threads)
        self.host_total = net.host_s.sum(axis=2)
        self.two_phases = bool((net.phase == 2).any())
        at_cpu = net.server >= tasks
        cpu = np.where(at_cpu, net.server - tasks, 0)
        self.shared = at_cpu & net.cpu_shared[cpu]
        self.caller_task = np.where(self.from_entry, net.entry_task[self.caller], -1)
        same = self.caller_task[:, None] == self.caller_task[None, :]
        self.siblings = (same & (self.at_server > 0)).astype(float)
        reach_of = np.maximum(self.caller_task, 0)
        self.units = np.minimum(
            net.threads[:, reach_of], np.maximum(self.population[:, reach_of], 1.0)
        )
        self.parts = []
        for phase, pick in enumerate(self.by_entry):
            if pick.any():
                active = net.waits & self.from_entry
                self.parts.append(
                    (
                        phase,
                        pick * (self.is_host & active)[:, None],
                        pick * (self.is_call & active)[:, None],
                    )
                )
        own = np.zeros((arcs, tasks))
        own[self.from_entry, self.caller_task[self.from_entry]] = 1.0
        self.own_task = own
        self.phase_one = (net.phase == 1) & self.from_entry & net.waits
        self.waiting = build_waiting(self.arc_servers, self._concurrency())
        self.threads_table = _ThreadTable(net.threads, self.population)
        self.longest_s = _LONGEST * layered_state(self, np.zeros((variants, arcs))).scale

    def take(self, rows: NDArray[np.intp]) -> Structure:
        """The same of some variants, perhaps repeated."""
        part = copy(self)
        part.net = self.net.take(rows)
        for name in _BY_VARIANT:
            setattr(part, name, getattr(self, name)[rows])
        part.waiting = self.waiting.take(rows)
        part.threads_table = self.threads_table.take(rows)
        return part

    def _concurrency(self) -> Array:
        """(V, A) requests that can be at each arc's server at once: its callers' threads."""
        net = self.net
        most = np.minimum(net.threads, np.maximum(self.population, 1.0))
        tasks = net.threads.shape[1]
        at = np.zeros((len(most), tasks + net.cpu_servers.shape[1]))
        for server in range(at.shape[1]):
            here = net.server == server
            callers = np.unique(self.caller_task[here & self.from_entry])
            at[:, server] = most[:, callers].sum(axis=1)
            if (here & ~net.waits).any():
                at[:, server] = 1024.0
        return np.maximum(at[:, net.server], 1.0)


_BY_VARIANT = (
    "first", "second_calls", "visits", "open_rate", "held", "population", "less_one", "host_total",
    "units", "longest_s",
)  # fmt: skip


class Taken(Protocol):
    """What holds figures by variant."""

    def take(self, rows: NDArray[np.intp]) -> Self: ...


Of = TypeVar("Of", bound=Taken)


class Rows(Generic[Of]):
    """Some variants of a whole, perhaps repeated; the last few choices are remembered."""

    def __init__(self, whole: Of) -> None:
        self.whole = whole
        self.known: dict[bytes, Of] = {}

    def take(self, rows: NDArray[np.intp]) -> Of:
        key = rows.tobytes()
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= _REMEMBERED:
                self.known.pop(next(iter(self.known)))
            found = self.known[key] = self.whole.take(rows)
        return found


_REMEMBERED = 4


class _ThreadTable:
    """E[b(b-1)] / E[b]^2 for the busy threads b of every task, over its mean number of requests."""

    def __init__(self, threads: Array, population: Array) -> None:
        self.values = np.empty((*threads.shape, _POINTS))
        self.tops = np.maximum(population, 1.0)
        for index in np.ndindex(*threads.shape):
            n = int(min(float(population[index]), 512.0)) if threads[index] > 0 else 0
            self.values[index] = _thread_meeting(min(float(threads[index]), float(max(n, 1))), n)

    def evaluate(self, requests: Array) -> Array:
        """(V, T) factors at mean numbers ``requests`` (V, T)."""
        at = np.clip(requests / self.tops, 0.0, 1.0) * (_POINTS - 1)
        low = np.minimum(at.astype(np.intp), _POINTS - 2)
        part = at - low
        left = np.take_along_axis(self.values, low[..., None], axis=2)[..., 0]
        right = np.take_along_axis(self.values, low[..., None] + 1, axis=2)[..., 0]
        result: Array = left + part * (right - left)
        return result

    def take(self, rows: NDArray[np.intp]) -> _ThreadTable:
        part = object.__new__(_ThreadTable)
        part.values, part.tops = self.values[rows], self.tops[rows]
        return part


_POINTS = 65


@lru_cache(maxsize=1024)
def _thread_meeting(threads: float, customers: int) -> Array:
    if customers <= 1 or threads <= 1:
        return np.zeros(_POINTS)
    if threads >= customers:
        return np.full(_POINTS, (customers - 1) / customers)
    m = int(threads)
    n = np.arange(customers + 1)
    logs = np.zeros(customers + 1)
    steps = (customers - n[:-1]) / np.minimum(n[1:], m)
    logs[1:] = np.cumsum(np.log(steps))
    arrival = np.linspace(-14.0, np.log(customers) + 9.0, 400)
    exponent = logs + arrival[:, None] * n
    exponent -= exponent.max(axis=1, keepdims=True)
    p = np.exp(exponent)
    p /= p.sum(axis=1, keepdims=True)
    busy = np.minimum(n, m).astype(float)
    meeting = (p @ (busy * (busy - 1))) / (p @ busy) ** 2
    out: Array = np.interp(np.linspace(0.0, customers, _POINTS), p @ n, meeting)
    return out


def solve_layered_arrays(
    net: LayeredArrays,
    tolerance: float = 1e-8,
    max_iterations: int = 2000,
    stop: Callable[[], bool] | None = None,
    model: Structure | None = None,
) -> LayeredAnswer:
    """Iterate all variants to ``tolerance`` (largest change of a wait, relative to a cycle)."""
    model = model or Structure(net)
    rows_of = Rows(model)

    def image(waits: Array, rows: NDArray[np.intp], times: int) -> tuple[Array, Array]:
        part = rows_of.take(rows)
        state = layered_state(part, waits)
        return amva_waits(part, waits, state), state.scale

    start = np.zeros(net.count.shape)
    wait, residual, iterations = settle(image, start, tolerance, max_iterations, stop)
    return answer_of(model, wait, residual, tolerance, iterations)


def answer_of(
    model: Structure, wait: Array, residual: Array, tolerance: float, rounds: NDArray[np.int64]
) -> LayeredAnswer:
    """What follows from waiting times."""
    now = layered_state(model, wait)
    outside = np.flatnonzero(~model.from_entry)
    reached = model.net.target[outside]
    opened = np.zeros_like(now.first)
    opened[:, reached] = wait[:, outside] + now.first[:, reached]
    return LayeredAnswer(
        now.entry_rate, now.cycle_rate, now.cycle_s, np.stack([now.first, now.second], axis=2),
        opened, wait, now.task_busy, now.cpu_busy, residual <= tolerance, np.maximum(rounds, 1),
        residual,
    )  # fmt: skip


_LONGEST = 1e15  # wait in cycles without waiting


@dataclass
class State:
    entry_rate: Array
    cycle_rate: Array
    cycle_s: Array
    first: Array
    second: Array
    arc_rate: Array
    task_busy: Array
    cpu_busy: Array
    scale: Array


def layered_state(model: Structure, wait: Array) -> State:
    """Phase durations, cycle times and all rates that follow from waiting times."""
    net = model.net
    spent = net.count * (wait + net.slice_s)
    base_one, base_two = spent @ model.by_entry[0], spent @ model.by_entry[1]
    first = (model.first @ base_one[:, :, None])[:, :, 0]
    second = base_two + (model.second_calls @ first[:, :, None])[:, :, 0]
    whole = first + second
    response = whole @ model.member  # (V, T): a customer goes through every entry of its task
    refs = model.references
    cycle_s = np.where(net.reference, response, 0.0)
    period = (response + net.think_s)[:, refs]
    population = net.threads[:, refs]
    x = np.where(population > 0, population / np.where(period > 0, period, 1.0), 0.0)
    if model.rated:
        x = np.where(net.given[:, refs] > 0, net.given[:, refs], x)
    entry_rate = model.open_rate + (x[:, None, :] @ model.visits)[:, 0]
    arc_rate = np.where(model.from_entry, entry_rate[:, model.caller], 1.0) * net.count
    cycle_rate = np.zeros(net.threads.shape)
    cycle_rate[:, refs] = x
    task_busy = (entry_rate * whole) @ model.member
    cpu_busy = (entry_rate * model.host_total) @ model.entry_cpu
    scale = period.max(axis=1, initial=0.0)
    scale = np.where(scale > 0, scale, np.maximum(whole.max(axis=1), 1e-300))
    return State(entry_rate, cycle_rate, cycle_s, first, second, arc_rate, task_busy, cpu_busy,
                  scale)  # fmt: skip


def amva_waits(model: Structure, wait: Array, now: State) -> Array:
    """New waiting times from what an arrival finds."""
    net = model.net
    rate = now.arc_rate
    service = np.where(model.is_call, now.first[:, model.called], net.slice_s)
    hold = np.where(model.is_call, (now.first + now.second)[:, model.called], net.slice_s)
    queued = rate * wait
    serving = rate * service
    length = queued + serving
    requests = length @ model.at_task + (now.entry_rate * now.second) @ model.member
    meeting = model.threads_table.evaluate(requests)
    meeting = np.where(net.reference, model.less_one, meeting)
    # Fraction of each arc's flow during which a thread of task u waits for it.
    through = (now.entry_rate[:, None, :] * model.member.T) @ model.held  # (V, T, E)
    share = through / np.where(now.entry_rate > 0, now.entry_rate, 1.0)[:, None, :]
    share = np.minimum(share, 1.0).transpose(0, 2, 1)[:, model.caller]  # (V, A, T)
    share = np.where(model.phase_one[None, :, None], share, 0.0)
    share = np.maximum(share, model.own_task)
    together = share[:, model.meet_a] * share[:, model.meet_b]  # (V, pairs, T)
    seen = (1.0 - together * (1.0 - meeting)[:, None, :]).min(axis=2)
    found = (seen * length[:, model.meet_b]) @ model.gather
    # What is found in service is taken to have its whole mean still to go, as if exponential.
    backlog = (seen * (queued * hold)[:, model.meet_b]) @ model.gather
    left = np.where(model.is_call, _residuals(model, wait, now)[:, model.called], net.slice_s)
    backlog += _found_in_service(model, seen, rate, length, serving, hold, left)
    everything = length @ model.at_server
    if model.two_phases:
        two, two_left = _second_phases(model, now)
        found, backlog, everything = found + two, backlog + two_left, everything + two
    backlog = np.where(model.shared, found * net.slice_s, backlog)
    correction = _arrival_correction(found, everything)
    found, backlog = found * correction, backlog * correction
    factor, _ = model.waiting.evaluate(found[:, None, :])
    ratio = np.where(found > 1e-300, factor[:, 0] / np.where(found > 1e-300, found, 1.0), 0.0)
    # Queues that nothing limits grow beyond all numbers; what is infinite cannot be iterated.
    longest = model.longest_s[:, None]
    fresh: Array = np.fmin(ratio * backlog, longest)
    return fresh


def _found_in_service(
    model: Structure,
    seen: Array,
    rate: Array,
    length: Array,
    serving: Array,
    hold: Array,
    left: Array,
) -> Array:
    """(V, A) work found in service by an arrival, where services differ in length.

    A source that is away for Z on average cannot arrive twice during one service: it misses part of
    a long one. Against the time average, a service of length S is found by 1 / (1 + S / Z).
    """
    visits = rate @ model.siblings
    inside = length @ model.siblings
    away = np.maximum(model.units - inside, 1e-9) / np.where(visits > 0, visits, 1.0)
    found = seen * serving[:, model.meet_b]
    long = hold[:, model.meet_b]
    ratio = long / np.maximum(away, 1e-300)[:, model.meet_a]
    weight = found / (1.0 + ratio)
    total, weighted = found @ model.gather, weight @ model.gather
    more = (left - hold)[:, model.meet_b] / (1.0 + ratio)
    work = (weight * (long + more)) @ model.gather
    keep = np.where(weighted > 0, total / np.where(weighted > 0, weighted, 1.0), 0.0)
    out: Array = work * keep
    return out


_SIZES = np.array([1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 64, 128], dtype=int)


@lru_cache(maxsize=1)
def _finite_source() -> Array:
    """Queue found by an arrival ÷ time-average queue at one server with n sources, over L / n."""
    rows = []
    a = np.exp(np.linspace(-12.0, 9.0, 500))
    for n in _SIZES:
        lengths = []
        for customers in (n, n - 1):
            j = np.arange(customers + 1)
            logs = np.concatenate(([0.0], np.cumsum(np.log(customers - j[:-1]))))
            exponent = logs + np.log(a)[:, None] * j
            p = np.exp(exponent - exponent.max(axis=1, keepdims=True))
            lengths.append((p @ j) / p.sum(axis=1))
        ratio = lengths[1] / lengths[0]
        rows.append(np.interp(np.linspace(0.0, 1.0, _POINTS), lengths[0] / n, ratio))
    return np.array([*rows, np.ones(_POINTS)])


def _arrival_correction(found: Array, length: Array) -> Array:
    """Replace Schweitzer's (n - 1) / n by what a finite source would show at this queue length."""
    table = _finite_source()
    safe = np.where(length > 1e-12, length, 1.0)
    share = np.clip(np.where(length > 1e-12, found / safe, 0.0), 0.0, 1.0)
    inverse = 1.0 - share  # 1 / n
    nodes = np.concatenate((1.0 / _SIZES, [0.0]))[::-1]
    row = np.clip(np.searchsorted(nodes, inverse, side="right") - 1, 0, len(nodes) - 2)
    part = (inverse - nodes[row]) / (nodes[row + 1] - nodes[row])
    level = np.clip(length * inverse, 0.0, 1.0) * (_POINTS - 1)
    low = np.minimum(level.astype(np.intp), _POINTS - 2)
    rest = level - low
    flipped = table[::-1]
    value = (1 - part) * ((1 - rest) * flipped[row, low] + rest * flipped[row, low + 1]) + part * (
        (1 - rest) * flipped[row + 1, low] + rest * flipped[row + 1, low + 1]
    )
    result: Array = np.where(share > 1e-9, np.minimum(value / np.maximum(share, 1e-9), 1.0), 1.0)
    return result


def _less_one(n: Array) -> Array:
    return np.where(n > 1, 1.0 - 1.0 / np.where(n > 0, n, 1.0), 0.0)


def phase_moments(model: Structure, wait: Array, now: State) -> tuple[Array, Array]:
    """(V, E, 2) second moment over 2 and third over 6 of each phase: a geometric number of calls,
    a slice before each; of exponential times these are the square and the cube of the mean."""
    net = model.net
    second, third = (np.zeros((*now.first.shape, 2)) for _ in range(2))
    call_time = wait + np.where(model.is_call, now.first[:, model.called], net.slice_s)
    for phase, hosts, calls in model.parts:
        count = net.count @ calls  # mean number of calls
        own = call_time @ hosts
        one, two, three = ((net.count * call_time**k) @ calls for k in (1, 2, 3))
        mean = (1.0 + count) * own + one
        after = one + count * mean
        square = (1.0 + count) * own**2 + own * after + two + one * mean
        later = two + one * mean + count * square
        second[:, :, phase] = square
        third[:, :, phase] = (
            own * ((1.0 + count) * own**2 + own * after + later)
            + three + two * mean + one * square
        )  # fmt: skip
    return second, third


def _residuals(model: Structure, wait: Array, now: State) -> Array:
    """(V, E) mean remaining time of an invocation found in progress: E[T^2] / 2 E[T]."""
    mean = now.first + now.second
    second, _ = phase_moments(model, wait, now)
    safe = np.where(mean > 0, mean, 1.0)
    whole = second.sum(axis=2) + now.first * now.second
    result: Array = np.where(mean > 0, whole / safe, 0.0)
    return result


def _second_phases(model: Structure, now: State) -> tuple[Array, Array]:
    """(V, A) second phases found in progress at the called task, and their remaining time."""
    net = model.net
    two = now.entry_rate * now.second
    whole = now.first + now.second
    server = np.where(model.is_call, net.server, 0)
    found = np.where(model.is_call, (two @ model.member)[:, server], 0.0)
    left = np.where(model.is_call, ((two * whole) @ model.member)[:, server], 0.0)
    return found, left
