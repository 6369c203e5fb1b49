"""Layered networks: the choice between the exact chain and the approximations, and the report."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .errors import Cancelled, NetworkError
from .layered_amva import LayeredAnswer, LayeredArrays, layered_arrays, solve_layered_arrays
from .layered_callers import by_caller, together
from .layered_chain import (
    ChainAnswer,
    callers_first,
    estimate_states,
    solve_chain,
    unbounded,
)
from .layered_moves import EndlessSteps
from .layered_outside import Outside, from_outside
from .layered_stations import Blocks, plan_blocks, plan_keys, solve_blocks
from .markov import TooManyStates, Unresolved
from .measured import said_of_layered
from .network import LayeredNetwork
from .solution import ClassBounds, Solution
from .theorems import CHAIN, CUT_CHAIN

__all__ = [
    "layered_shape",
    "solve_layered",
    "solve_layered_batch",
    "solve_layered_many",
    "waits_by_stations",
]

AUTO_STATES = 30_000  # some second
EXACT_STATES = 200_000
_BATCH_STATES, _LEAST_STATES = 500_000, 500
_AUTO_GUESS, _LOOSE_GUESS = 1.5e5, 1e9
"""Beyond the first the chain is explored as long as few states look to be left; the guess may be
thousands of times too high. Beyond the second hardly any chain is small."""
_AUTO_ENTRIES = 60
_AUTO_OPEN_ENTRIES = 12
_EXACT_ENTRIES = 200
_CHUNK = 48
_ROUGH, _ROUGH_PASSES = 1e-4, 200
_LAST_ROUNDS = 600
"""Of layered AMVA where servers by themselves do not come to rest: an endless queue never does."""
_MOST_OFF = 1e-6
"""Part of a response that a chain that is cut off may lack and still be called exact."""
_SHARES = 1e-7
"""Tolerance by stations: solved shares carry rounding errors not far below it."""
_TOGETHER = 10
"""Networks in one call up to which each may take the time of a single one."""
_MANY_TOGETHER = (
    f"more than {_TOGETHER} networks of one shape were asked for at once and share the time of "
    "one: alone, this one may be solved more closely, within the errors that are stated here"
)
_PASSED = 1.01
"""Use from which servers by themselves contradict each other, and a coarser plan is tried."""
_FULL = 0.9
"""Use by requests that nobody waits for from which they are what fills a full server."""


def solve_layered(
    network: LayeredNetwork,
    method: str,
    tolerance: float = 1e-8,
    cancel: Callable[[], bool] | None = None,
) -> Solution:
    """Solve one layered network.

    ``auto`` builds the Markov chain when it is small enough, else solves it by stations, with
    larger chains of stations than others may (some second in all);
    ``exact`` insists on the chain up to ``EXACT_STATES`` states; ``linearizer`` means by stations,
    ``schweitzer`` plain layered AMVA.
    """
    exact = _exactly(network, method, EXACT_STATES if method == "exact" else AUTO_STATES, cancel)
    if exact is not None:
        return exact
    return solve_layered_batch([network], max(tolerance, 1e-8), cancel=cancel, method=method)[0]


def solve_layered_many(
    networks: Sequence[LayeredNetwork],
    method: str,
    tolerance: float = 1e-8,
    progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> list[Solution | NetworkError]:
    """Networks of one shape (``layered_shape``); a refusal takes the answer's place.

    The answers are those of ``solve_layered``, except that more than ten networks share the states
    ``auto`` may spend: a thousand are solved exactly up to ``_LEAST_STATES`` states each.
    """
    most = EXACT_STATES
    if method != "exact":
        most = min(AUTO_STATES, max(_BATCH_STATES // len(networks), _LEAST_STATES))
    answers: dict[int, Solution | NetworkError] = {}
    too_large: set[tuple[float, ...]] = set()
    left: list[int] = []

    def done(i: int, answer: Solution | NetworkError) -> None:
        answers[i] = answer
        if progress is not None:
            progress(len(answers), len(networks))

    for i, network in enumerate(networks):
        try:
            found = None
            if method == "exact" or _multiplicities(network) not in too_large:
                found = _exactly(network, method, most, cancel)
            if found is not None:
                done(i, found)
                continue
        except NetworkError as problem:
            done(i, problem)
            continue
        too_large.add(_multiplicities(network))
        left.append(i)
    least = max(tolerance, 1e-8)
    said: tuple[str, ...] = ()
    if method == "auto" and len(networks) > _TOGETHER:
        method = "linearizer"
        said = (_MANY_TOGETHER,)
    try:
        members = [networks[i] for i in left]
        together = solve_layered_batch(members, least, cancel=cancel, method=method) if left else []
        for i, solution in zip(left, together, strict=True):
            done(i, replace(solution, notes=(*solution.notes, *said)))
    except NetworkError:  # of some; the others are solved one by one
        for i in left:
            try:
                [one] = solve_layered_batch([networks[i]], least, cancel=cancel, method=method)
                done(i, replace(one, notes=(*one.notes, *said)))
            except NetworkError as problem:
                done(i, problem)
    return [answers[i] for i in range(len(networks))]


def _exactly(
    network: LayeredNetwork, method: str, most_states: int, cancel: Callable[[], bool] | None
) -> Solution | None:
    """The exact solution, or None where the method does not insist and the chain is too large."""
    _refuse_overload(network)
    promising = False
    if method == "exact":
        if len(network.entries) > _EXACT_ENTRIES:
            raise NetworkError(
                f"the layered network has {len(network.entries)} entries, too large for an exact "
                f"solution (limit {_EXACT_ENTRIES}); use the method auto"
            )
    else:
        alone = most_states >= AUTO_STATES
        doubtful = _doubtful(network, alone) if method == "auto" else None
        if doubtful is None or _overflows(network, cancel):
            return None
        promising = doubtful
    try:
        return _report_chain(network, solve_chain(network, most_states, cancel, promising))
    except EndlessSteps:
        if method == "exact":
            raise NetworkError(
                "the exact solution cannot take calls that entries without demand make in no time: "
                "give these entries a demand, however small, or use the method auto"
            ) from None
    except Unresolved as problem:
        if method == "exact":
            raise NetworkError(str(problem)) from problem
    except TooManyStates:
        if method == "exact":
            raise NetworkError(
                f"the exact solution has more than {most_states} states (a rough guess says "
                f"{estimate_states(network):.2g}); use the method auto"
            ) from None
    return None


def _multiplicities(network: LayeredNetwork) -> tuple[float, ...]:
    tasks, processors = network.tasks, network.processors
    return (*(t.multiplicity for t in tasks), *(p.multiplicity for p in processors))


def solve_layered_batch(
    networks: Sequence[LayeredNetwork],
    tolerance: float = 1e-8,
    max_iterations: int = 2000,
    progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    method: str = "linearizer",
) -> list[Solution]:
    """Approximate solutions of variants of one structure: same names, calls and kinds.

    ``schweitzer`` is layered AMVA, every other method solves the servers as small Markov chains
    (``layered_stations``) as far as they are small enough; ``auto`` also takes larger ones.
    Raises ``NetworkError`` if a variant differs in structure, or if its queues grow without limit.
    """
    first = layered_shape(networks[0])
    for i, network in enumerate(networks):
        if layered_shape(network) != first:
            raise NetworkError(f"variant {i} differs in structure from the first; solve it apart")
        _refuse_overload(network)
    pieces = [list(networks[i : i + _CHUNK]) for i in range(0, len(networks), _CHUNK)]

    def one(piece: list[LayeredNetwork]) -> list[Solution]:
        if cancel is not None and cancel():
            raise Cancelled("cancelled")
        if method != "schweitzer":
            return _by_stations(piece, tolerance, max_iterations, cancel, method == "auto")
        answer = solve_layered_arrays(layered_arrays(piece), tolerance, max_iterations, cancel)
        return [_report_amva(network, answer, row, None) for row, network in enumerate(piece)]

    done: list[Solution] = []
    if len(pieces) == 1:
        done = one(pieces[0])
    else:
        with ThreadPoolExecutor(max_workers=min(len(pieces), os.cpu_count() or 1)) as pool:
            for part in pool.map(one, pieces):
                done += part
                if progress is not None:
                    progress(len(done), len(networks))
    if cancel is not None and cancel():
        raise Cancelled("cancelled")
    return done


def _by_stations(
    networks: list[LayeredNetwork],
    tolerance: float,
    max_iterations: int,
    cancel: Callable[[], bool] | None,
    wide: bool,
) -> list[Solution]:
    """Variants of one structure by stations; those of the same multiplicities share the chains.

    wide: the chains of stations may be larger.
    """
    done: dict[int, Solution] = {}
    for rows in _planned_alike(networks):
        left = rows
        for coarse in (False, True):
            outside, arrays, origin = _with_senders([networks[i] for i in left])
            blocks = plan_blocks(arrays, coarse, wide)
            try:
                found = solve_blocks(
                    arrays, blocks, max(tolerance, _SHARES), max_iterations, cancel
                )
            except np.linalg.LinAlgError:  # a state that is never left, as of work without demand
                continue
            answer = outside.without(together(found, origin))
            named = _left_words(outside.networks[0], blocks)
            open_ends = []
            for row, i in enumerate(left):
                try:
                    passed = _most_used(networks[i], answer, row)
                    if answer.converged[row] and (coarse or passed <= _PASSED):
                        done[i] = _report_amva(networks[i], answer, row, named)
                        continue
                except NetworkError:
                    pass
                open_ends.append(i)
            left = open_ends
            if not left:
                break
        if left:  # layered AMVA, which never passes a capacity, decides
            arrays = layered_arrays([networks[i] for i in left])
            answer = solve_layered_arrays(arrays, tolerance, _LAST_ROUNDS, cancel)
            for row, i in enumerate(left):
                done[i] = _report_amva(networks[i], answer, row, None)
    return [done[i] for i in range(len(networks))]


def _with_senders(
    networks: list[LayeredNetwork],
) -> tuple[Outside, LayeredArrays, NDArray[np.intp]]:
    """Variants with customers for what comes from outside; their arrays by caller, and origins."""
    outside = from_outside(networks)
    apart, origin = by_caller(outside.networks)
    return outside, replace(layered_arrays(apart), given=outside.rates), origin


def waits_by_stations(network: LayeredNetwork) -> tuple[LayeredArrays, LayeredAnswer]:
    """Waiting times by stations, of entries by caller and of customers for what comes from outside.

    By layered AMVA where servers by themselves do not come to rest.
    """
    _, arrays, _ = _with_senders([network])
    with suppress(np.linalg.LinAlgError):
        answer = solve_blocks(arrays, plan_blocks(arrays), _SHARES)
        if answer.converged[0]:
            return arrays, answer
    return arrays, solve_layered_arrays(arrays, _ROUGH, _LAST_ROUNDS)


def _planned_alike(networks: list[LayeredNetwork]) -> list[list[int]]:
    """Which variants are planned as one."""
    alike: dict[tuple[float, ...], list[int]] = {}
    for i, n in enumerate(networks):
        alike.setdefault(_multiplicities(n), []).append(i)
    out: list[list[int]] = []
    for rows in alike.values():
        if len(rows) == 1:
            out.append(rows)
            continue
        keys = plan_keys(_with_senders([networks[i] for i in rows])[1])
        _, which = np.unique(keys, axis=0, return_inverse=True)
        out += [[rows[k] for k in np.flatnonzero(which == w)] for w in range(which.max() + 1)]
    return out


def _doubtful(network: LayeredNetwork, alone: bool) -> bool | None:
    """Whether the exact chain may turn out to be too large; None where ``auto`` does not begin it.

    alone: the network has all the time to itself.
    """
    endless = unbounded(network)
    if len(network.entries) > (_AUTO_OPEN_ENTRIES if endless else _AUTO_ENTRIES):
        return None
    guess = estimate_states(network)
    if guess > (_LOOSE_GUESS if alone and not endless else _AUTO_GUESS):
        return None
    return guess > _AUTO_GUESS


def _overflows(network: LayeredNetwork, cancel: Callable[[], bool] | None) -> bool:
    """Whether queues look endless: a chain that is cut off longer and longer would say so late."""
    if not unbounded(network):
        return False
    try:
        solve_layered_batch([network], _ROUGH, _ROUGH_PASSES, cancel=cancel, method="schweitzer")
    except NetworkError:
        return True
    return False


def layered_shape(network: LayeredNetwork) -> tuple[object, ...]:
    """What variants must share to be solved as one batch."""
    return (
        tuple((p.name, p.scheduling) for p in network.processors),
        tuple((t.name, t.processor, t.reference) for t in network.tasks),
        tuple((e.name, e.task, tuple((c.to, c.type, c.phase) for c in e.calls))
              for e in network.entries),
    )  # fmt: skip


def _flows(network: LayeredNetwork, start: dict[str, float]) -> dict[str, float]:
    """Rates of all entries that follow from rates of some."""
    rate = {e.name: start.get(e.name, 0.0) for e in network.entries}
    for i in callers_first(network):
        entry = network.entries[i]
        for call in entry.calls:
            rate[call.to] += rate[entry.name] * call.mean
    return rate


def _refuse_idle(network: LayeredNetwork) -> None:
    """A cycle must take time, and whatever is called must have a server."""
    spare = {t.name: t for t in network.tasks}
    for i, task in enumerate(network.tasks):
        if task.reference and task.multiplicity > 0:
            own = {e.name: 1.0 for e in network.entries if e.task == task.name}
            flow = _flows(network, own)
            work = sum(flow[e.name] * sum(e.host_demand_s) for e in network.entries)
            if work + task.think_time_s <= 0:
                raise NetworkError(
                    f"a cycle of the reference task {task.name!r} takes no time; give it a think "
                    "time or an entry a host demand",
                    ("lqn", "tasks", i),
                )
    for i, processor in enumerate(network.processors):
        used = any(spare[e.task].processor == processor.name and sum(e.host_demand_s) > 0
                   for e in network.entries)  # fmt: skip
        if processor.multiplicity == 0 and used:
            raise NetworkError(
                f"processor {processor.name!r} has the multiplicity 0 but work to do; give it a "
                "whole number from 1",
                ("lqn", "processors", i, "multiplicity"),
            )
    called = {c.to for e in network.entries for c in e.calls if c.mean > 0}
    for i, task in enumerate(network.tasks):
        wanted = any(e.task == task.name and e.name in called for e in network.entries)
        if task.multiplicity == 0 and not task.reference and wanted:
            raise NetworkError(
                f"task {task.name!r} has the multiplicity 0 but is called; give it a whole number "
                "from 1",
                ("lqn", "tasks", i, "multiplicity"),
            )


def _refuse_overload(network: LayeredNetwork) -> None:
    """Open arrivals alone must leave every processor and task below saturation."""
    _refuse_idle(network)
    start = {e.name: e.arrival_rate_per_s for e in network.entries if e.arrival_rate_per_s > 0}
    if not start:
        return
    rate = _flows(network, start)
    tasks = {t.name: t for t in network.tasks}
    entries = {e.name: e for e in network.entries}
    held: dict[str, float] = {}
    for i in reversed(callers_first(network)):
        entry = network.entries[i]
        own = sum(entry.host_demand_s)
        own += sum(c.mean * held[c.to] for c in entry.calls if c.type == "sync")
        held[entry.name] = own
    for i, processor in enumerate(network.processors):
        load = sum(rate[e] * sum(entries[e].host_demand_s) for e in rate
                   if tasks[entries[e].task].processor == processor.name)  # fmt: skip
        if load >= processor.multiplicity:
            raise NetworkError(
                f"processor {processor.name!r} is saturated: open arrivals bring {load:.6g} s of "
                f"work per second and it can do {processor.multiplicity:g}; lower the arrival rate",
                ("lqn", "processors", i),
            )
    for i, task in enumerate(network.tasks):
        load = sum(rate[e] * held[e] for e in rate if entries[e].task == task.name)
        if not task.reference and load >= task.multiplicity:
            raise NetworkError(
                f"task {task.name!r} is saturated: open arrivals keep {load:.6g} threads busy and "
                f"it has {task.multiplicity:g}; lower the arrival rate or add threads",
                ("lqn", "tasks", i),
            )


def _report_chain(network: LayeredNetwork, answer: ChainAnswer) -> Solution:
    entry_rate = {e.name: x for e, x in zip(network.entries, answer.entry_throughput, strict=True)}
    cycle: dict[str, float] = {}
    response: dict[str, float | None] = {}
    for t, task in enumerate(network.tasks):
        if task.reference:
            x = answer.cycle_rate[t]
            cycle[task.name] = x
            response[task.name] = (task.multiplicity - answer.thinking[t]) / x if x > 0 else None
    opened = {network.entries[e].name: r for e, r in answer.open_response.items()}
    busy = dict(zip((t.name for t in network.tasks), answer.task_busy, strict=True))
    cpu = dict(zip((p.name for p in network.processors), answer.processor_busy, strict=True))
    waiting = dict(zip((t.name for t in network.tasks), answer.task_waiting, strict=True))
    notes: tuple[str, ...] = ()
    if answer.limit is not None:
        said = f"requests that nobody waits for were cut off at {answer.limit} at once; "
        notes = (said + f"the network is there {answer.at_limit:.1g} of the time",)
    notes += tuple(
        f"the response of requests from outside to {n!r} is not told from that of those sent to it"
        for n, r in opened.items() if r is None
    )  # fmt: skip
    theorem = None if network.altered else CHAIN if answer.limit is None else CUT_CHAIN
    if answer.off > _MOST_OFF:
        theorem = None
        notes += (f"responses of requests from outside may be {100 * answer.off:.1g} % too short",)
    return _report(network, "ctmc", theorem, True, 0, 0.0, entry_rate, cycle, response, opened,
                   busy, cpu, waiting, notes)  # fmt: skip


def _most_used(network: LayeredNetwork, answer: LayeredAnswer, row: int) -> float:
    """Use of the fullest processor or called task; above 1 it does more than it can."""
    threads = np.array([0.0 if t.reference else t.multiplicity for t in network.tasks])
    servers = np.array([p.multiplicity for p in network.processors])
    busy = np.where(threads > 0, answer.task_busy[row], 0.0) / np.maximum(threads, 1e-300)
    cpu = answer.cpu_busy[row] / np.maximum(servers, 1e-300)
    return max(float(np.max(cpu, initial=0.0)), float(np.max(busy, initial=0.0)))


def _report_amva(
    network: LayeredNetwork, answer: LayeredAnswer, row: int, by_stations: str | None
) -> Solution:
    rate = answer.entry_rate[row].copy()
    cycle_rate = answer.cycle_rate[row].copy()
    busy = answer.task_busy[row].copy()
    cpu_busy = answer.cpu_busy[row].copy()
    threads = np.array([t.multiplicity for t in network.tasks])
    servers = np.array([p.multiplicity for p in network.processors])
    called = np.array([not t.reference for t in network.tasks])
    over = _most_used(network, answer, row)
    if over >= 0.999 and unbounded(network) and (over >= 1.0 or not answer.converged[row]):
        cpu, held = _loose_load(network, answer, row)
        name, at, full = _fullest(network, cpu / np.maximum(servers, 1e-300),
                              held / np.maximum(threads, 1e-300) * called)  # fmt: skip
        if full >= _FULL:
            raise NetworkError(
                f"{name} is saturated by asynchronous calls or open arrivals, whose queue grows "
                "without limit; lower their rate or add capacity",
                at,
            )
    notes = [_said_of(network, by_stations)]
    if over > 1.0:
        # The approximation let a server pass its capacity; hold the rates there. The customers'
        # missing time is queueing at that server, so the cycle identity N = X (Z + R) stays true.
        rate, cycle_rate, busy, cpu_busy = (v / over for v in (rate, cycle_rate, busy, cpu_busy))
        notes.append(f"rates were lowered by {100 * (1 - 1 / over):.2g} % to respect a capacity")
    cycle: dict[str, float] = {}
    response: dict[str, float | None] = {}
    waiting: dict[str, float] = {}
    for t, task in enumerate(network.tasks):
        if not task.reference:
            continue
        x = float(cycle_rate[t])
        cycle[task.name] = x
        response[task.name] = task.multiplicity / x - task.think_time_s if x > 0 else None
        busy[t] = x * (response[task.name] or 0.0)
    method = "layered-amva" if by_stations is None else "layered-stations"
    return _report(
        network, method, None, bool(answer.converged[row]), int(answer.iterations[row]),
        float(answer.residual[row]),
        {e.name: float(v) for e, v in zip(network.entries, rate, strict=True)}, cycle, response,
        {e.name: float(v) for e, v in zip(network.entries, answer.open_s[row], strict=True)
         if e.arrival_rate_per_s > 0},
        {t.name: float(v) for t, v in zip(network.tasks, busy, strict=True)},
        {p.name: float(v) for p, v in zip(network.processors, cpu_busy, strict=True)},
        waiting, tuple(notes),
    )  # fmt: skip


def _said_of(network: LayeredNetwork, by_stations: str | None) -> str:
    """Which method gave the figures, where it was coarser, and what it was off by elsewhere."""
    off = said_of_layered(network, "schweitzer" if by_stations is None else "linearizer")
    return off.after(by_stations or "by layered AMVA")


def _left_words(network: LayeredNetwork, blocks: Blocks) -> str:
    """How a network was solved by stations, and at which this was not done."""
    names = [*(t.name for t in network.tasks), *(p.name for p in network.processors)]
    said = ["solved by stations"]
    if blocks.left:
        said.append("by layered AMVA at " + ", ".join(repr(names[s]) for s in blocks.left))
    return "; ".join(said)


def _loose_load(
    network: LayeredNetwork, answer: LayeredAnswer, row: int
) -> tuple[np.ndarray, np.ndarray]:
    """Servers that requests without a waiting caller keep busy: of processors, of tasks.

    Customers in number slow down where a server is full, so that they do not count.
    """
    rate = dict(zip((e.name for e in network.entries), answer.entry_rate[row], strict=True))
    start = {e.name: e.arrival_rate_per_s for e in network.entries}
    for entry in network.entries:
        for call in entry.calls:
            if call.type != "sync":
                start[call.to] += float(rate[entry.name]) * call.mean
    flow = _flows(network, start)
    tasks = {t.name: i for i, t in enumerate(network.tasks)}
    processors = {p.name: i for i, p in enumerate(network.processors)}
    cpu, busy = np.zeros(len(processors)), np.zeros(len(tasks))
    for e, entry in enumerate(network.entries):
        at = tasks[entry.task]
        busy[at] += flow[entry.name] * float(answer.phase_s[row, e].sum())
        cpu[processors[network.tasks[at].processor]] += flow[entry.name] * sum(entry.host_demand_s)
    return cpu, busy


def _fullest(
    network: LayeredNetwork, cpus: np.ndarray, tasks: np.ndarray
) -> tuple[str, tuple[str | int, ...], float]:
    """The server that is used most, its place in the description, and how much."""
    cpu, task = float(cpus.max(initial=0.0)), float(tasks.max(initial=0.0))
    if cpu >= task:
        at = int(np.argmax(cpus))
        return f"processor {network.processors[at].name!r}", ("lqn", "processors", at), cpu
    at = int(np.argmax(tasks))
    return f"task {network.tasks[at].name!r}", ("lqn", "tasks", at), task


def _report(
    network: LayeredNetwork, method: str, theorem: str | None, converged: bool, iterations: int,
    residual: float, entry_rate: dict[str, float], cycle: dict[str, float],
    response: dict[str, float | None], opened: Mapping[str, float | None], busy: dict[str, float],
    cpu: dict[str, float], waiting: dict[str, float], notes: tuple[str, ...],
) -> Solution:  # fmt: skip
    task_use = {
        t.name: min(1.0, busy[t.name] / t.multiplicity) if t.multiplicity > 0 else 0.0
        for t in network.tasks
    }
    cpu_use = {
        p.name: min(1.0, cpu[p.name] / p.multiplicity) if p.multiplicity > 0 else 0.0
        for p in network.processors
    }
    utilization = {**task_use, **cpu_use}
    servers = {**cpu_use, **{t.name: task_use[t.name] for t in network.tasks if not t.reference}}
    bottleneck = max(servers, key=lambda n: servers[n]) if servers else None
    # One table for tasks and processors, as for entries and tasks: where they share a name, say so.
    shared = [n for n in task_use if n in cpu_use and task_use[n] != cpu_use[n]]
    notes = (*network.notes, *network.altered, *notes, *(
        f"{n!r} names a task and a processor; its utilization is the processor's, the task's is "
        "under tasks" for n in shared
    ), *(
        f"{n!r} names an entry and a reference task; its throughput is the task's, the entry's is "
        "under entries" for n in cycle if n in entry_rate and entry_rate[n] != cycle[n]
    ), *(
        f"{n!r} names an entry and a reference task; its response is the task's, that of requests "
        f"from outside to the entry is {r:.6g} s" for n, r in opened.items() if r and n in cycle
    ))  # fmt: skip
    queue = {"waiting": {k: v for k, v in waiting.items() if v > 0}, "busy": dict(busy)}
    return Solution(
        network.id, method, theorem, converged, iterations, residual, {**entry_rate, **cycle},
        {**opened, **response}, utilization, queue, {}, _bounds(network), bottleneck, notes,
        {"processors": cpu_use, "tasks": task_use, "entries": entry_rate,
         "reference_tasks": cycle},
    )  # fmt: skip


def _bounds(network: LayeredNetwork) -> dict[str, ClassBounds]:
    """No cycle is faster than without queueing, no server busier than always."""
    tasks = {t.name: t for t in network.tasks}
    held: dict[str, tuple[float, float]] = {}
    for i in reversed(callers_first(network)):
        entry = network.entries[i]
        parts = [0.0, 0.0]
        for phase, host in enumerate(entry.host_demand_s):
            parts[phase] += host
        for call in entry.calls:
            if call.type == "sync":
                parts[call.phase - 1] += call.mean * held[call.to][0]
        held[entry.name] = parts[0], parts[1]
    references = [t for t in network.tasks if t.reference]
    opened = any(e.arrival_rate_per_s > 0 for e in network.entries)
    out: dict[str, ClassBounds] = {}
    for task in references:
        own = [e.name for e in network.entries if e.task == task.name]
        flow = _flows(network, dict.fromkeys(own, 1.0))
        alone = task.think_time_s + sum(sum(held[name]) for name in own)
        limit = task.multiplicity / alone if alone > 0 else math.inf
        work = 0.0
        for processor in network.processors:
            load = sum(flow[e.name] * sum(e.host_demand_s) for e in network.entries
                       if tasks[e.task].processor == processor.name)  # fmt: skip
            work += load
            if load > 0:
                limit = min(limit, processor.multiplicity / load)
        for server in network.tasks:
            load = sum(flow[e.name] * sum(held[e.name]) for e in network.entries
                       if e.task == server.name)  # fmt: skip
            if load > 0 and not server.reference:
                limit = min(limit, server.multiplicity / load)
        # With one group of customers, work proceeds whenever somebody does not think.
        serial = task.think_time_s + task.multiplicity * work
        alone_here = len([t for t in references if t.multiplicity > 0]) == 1 and not opened
        lower = task.multiplicity / serial if alone_here and serial > 0 else 0.0
        out[task.name] = ClassBounds(limit, min(lower, limit))
    return out
