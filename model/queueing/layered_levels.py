"""Service-level questions about layered networks: the same as in ``service_levels``.

A class is a reference task, or an entry that is asked from outside; its goal is a mean response, or
one within which a share of its responses must end (``layered_percentiles``). Load grows by a factor
on customers of all reference tasks and on all arrival rates; what is between whole numbers of
customers follows from those around. The first to break may be a processor, or a task all of whose
threads are held: more threads or less to hold them for are what helps there, not more engines.

Asked first of layered AMVA, two dozen loads at once, then of the method that answered today's load
around the place where that turns; of that alone where requests come from outside.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .errors import NetworkError
from .goals import (
    FULL,
    Capacity,
    FirstToBreak,
    Goal,
    LoadLimit,
    came_to_rest,
    judged_by,
    load_limit,
    told,
)
from .layered import solve_layered_batch
from .layered_chain import unbounded
from .layered_percentiles import LAYERED_USUAL, layered_times
from .network import LayeredNetwork
from .solution import Solution
from .solver import solve_many
from .turning import LOADS, SERVERS, Line, Tried, Turn, turning, weighed, whole_corners

__all__ = ["answer_layered_goals", "grown"]

_GUESSES, _PASSES = 300, 5000
_BY_PARTS = ("layered-stations", "layered-amva")

_Judge = Callable[[LayeredNetwork, Solution | NetworkError], Tried[str]]


@dataclass
class _Asked:
    """Answers so far, by method and what differs; ``cancel`` ends the search."""

    method: str
    cancel: Callable[[], bool] | None
    endless: bool
    """Whether queues may grow without end: layered AMVA then comes to rest late or never."""
    known: dict[tuple[str | float, ...], Solution | NetworkError] = field(default_factory=dict)
    chainless: list[LayeredNetwork] = field(default_factory=list)
    """Those whose chain was too large; that of the same servers under more load is not tried."""

    def tell(self, network: LayeredNetwork, method: str, answer: Solution | NetworkError) -> None:
        """What is known of a network."""
        self.known[method, *_varied(network)] = _settled(answer)
        if method == "auto" and isinstance(answer, Solution) and answer.method in _BY_PARTS:
            self.chainless.append(network)

    def of(self, variants: Sequence[LayeredNetwork], method: str) -> list[Solution | NetworkError]:
        keys = [(method, *_varied(v)) for v in variants]
        fresh = [i for i, key in enumerate(keys) if key not in self.known]
        if fresh:
            passes = _GUESSES if method == "schweitzer" else _PASSES
            new = [variants[i] for i in fresh]
            if method == "auto":  # each as it is answered alone, however many are asked for
                answers = [self._alone(v) for v in new]
            else:
                answers = solve_many(new, method, max_iterations=passes, cancel=self.cancel)
            for variant, answer in zip(new, answers, strict=True):
                self.tell(variant, method, answer)
        return [self.known[key] for key in keys]

    def _alone(self, network: LayeredNetwork) -> Solution | NetworkError:
        """By ``auto``, past a chain that is known to be too large."""
        if not self._chainless(network):
            return solve_many([network], "auto", max_iterations=_PASSES, cancel=self.cancel)[0]
        try:
            with np.errstate(all="ignore"):
                return solve_layered_batch([network], cancel=self.cancel, method="auto")[0]
        except NetworkError as problem:
            return problem

    def _chainless(self, network: LayeredNetwork) -> bool:
        return any(_carries(network, less) for less in self.chainless)


def _carries(network: LayeredNetwork, less: LayeredNetwork) -> bool:
    """Whether it is the same servers under the load of another or more."""
    return (
        network.processors == less.processors
        and all(a.multiplicity >= b.multiplicity if a.reference else a == b
                for a, b in zip(network.tasks, less.tasks, strict=True))
        and all(a.arrival_rate_per_s >= b.arrival_rate_per_s
                for a, b in zip(network.entries, less.entries, strict=True))
    )  # fmt: skip


def answer_layered_goals(
    network: LayeredNetwork, solution: Solution, goals: Sequence[Goal], method: str = "auto",
    cancel: Callable[[], bool] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """All questions about some goals at once, as ``service_levels.answer_goals`` has them.

    Raises ``NetworkError`` for a goal of what has no response, or that cannot be.
    """
    _check(network, solution, goals)
    asked = _Asked(method, cancel, unbounded(network))
    asked.tell(network, method, solution)
    shares = any(g.percent is not None for g in goals)
    times = layered_times(network, solution) if shares else {}
    judged = [
        judged_by(
            g, _beyond(network, solution, [g]).why is None,
            None if g.percent is None else times.get(g.cls), LAYERED_USUAL,
        )
        for g in goals
    ]  # fmt: skip
    first = None
    with suppress(NetworkError):
        first = _first_to_break(network, asked)
    return told(judged, _largest_load(network, goals, asked),
                _servers_needed(network, solution, goals, asked), first)  # fmt: skip


def _check(network: LayeredNetwork, solution: Solution, goals: Sequence[Goal]) -> None:
    tasks = [t.name for t in network.tasks if t.reference]
    opened = [e.name for e in network.entries if e.arrival_rate_per_s > 0 and e.name not in tasks]
    for goal in goals:
        if goal.cls not in (*tasks, *opened):
            raise NetworkError(
                f"there is no reference task {goal.cls!r}, and no such entry that is asked from "
                f"outside; there are {', '.join([*tasks, *opened]) or 'none'}"
            )
        if goal.cls in opened and solution.response.get(goal.cls) is None:
            raise NetworkError(
                f"the response of requests from outside to {goal.cls!r} is not told from that of "
                "what other entries send to it; use the method linearizer"
            )
        if not goal.seconds > 0 or not (goal.percent is None or 0 < goal.percent < 100):
            raise NetworkError(
                f"the goal {goal} cannot be; give seconds above 0 and 0 < percent < 100"
            )


def _beyond(network: LayeredNetwork, solution: Solution, goals: Sequence[Goal]) -> Tried[str]:
    """The first goal that is not met; how far the worst is missed, as 1 - goal / time."""
    why, excess = None, -math.inf
    shares = any(goal.percent is not None for goal in goals)
    times = layered_times(network, solution) if shares else {}
    for goal in goals:
        reached = solution.response[goal.cls]
        if goal.percent is not None:
            reached = times[goal.cls].percentile(goal.percent) if goal.cls in times else None
        if not reached:
            continue
        if reached > goal.seconds and why is None:
            why = str(goal)
        excess = max(excess, 1.0 - goal.seconds / reached)
    return Tried(why, excess if math.isfinite(excess) else math.nan)


def _varied(network: LayeredNetwork) -> tuple[str | float, ...]:
    """What differs between the networks of one search."""
    return (
        *(t.multiplicity for t in network.tasks), *(p.multiplicity for p in network.processors),
        *(e.arrival_rate_per_s for e in network.entries),
    )  # fmt: skip


def grown(network: LayeredNetwork, factor: float) -> list[tuple[float, LayeredNetwork]]:
    """Networks of whole numbers of customers that are so much load together, with weights."""
    entries = tuple(
        replace(e, arrival_rate_per_s=e.arrival_rate_per_s * factor) for e in network.entries
    )
    customers = {t.name: t.multiplicity * factor for t in network.tasks if t.reference}
    return [
        (weight, replace(network, entries=entries, tasks=tuple(
            replace(t, multiplicity=number.get(t.name, t.multiplicity)) for t in network.tasks
        ))) for weight, number in whole_corners(customers)
    ]  # fmt: skip


def _settled(answer: Solution | NetworkError) -> Solution | NetworkError:
    if came_to_rest(answer):
        return answer
    return NetworkError("no answer comes to rest there")


def _turn(
    asked: _Asked,
    varied: Callable[[float], list[tuple[float, LayeredNetwork]]],
    judged: _Judge,
    line: Line = LOADS,
) -> Turn[str]:
    """Where the judgement of a varied network turns."""

    def by(method: str) -> Callable[[list[float]], list[Tried[str]]]:
        def ask(candidates: list[float]) -> list[Tried[str]]:
            corners = [varied(x) for x in candidates]
            flat = [v for each in corners for _, v in each]
            tried = iter([judged(v, a) for v, a in zip(flat, asked.of(flat, method), strict=True)])
            return [weighed([w for w, _ in each], [next(tried) for _ in each]) for each in corners]

        return ask

    if asked.endless:
        return turning(by(asked.method), line, together=False)
    guess = turning(by("schweitzer"), line)
    if asked.method == "schweitzer" or not guess.whole:
        return guess
    return turning(by(asked.method), line, together=False, guess=guess)


def _largest_load(network: LayeredNetwork, goals: Sequence[Goal], asked: _Asked) -> LoadLimit:
    def judged(variant: LayeredNetwork, answer: Solution | NetworkError) -> Tried[str]:
        if isinstance(answer, NetworkError):
            return Tried(str(answer), 1.0)
        return _beyond(variant, answer, goals)

    found = _turn(asked, lambda factor: grown(network, factor), judged)
    busiest = None
    if 0.0 < found.low < math.inf:
        _, near = max(grown(network, found.low), key=lambda each: each[0])
        there = asked.known.get((asked.method, *_varied(near)))
        busiest = there.bottleneck if isinstance(there, Solution) else None
    return load_limit(found, busiest)


def _servers_needed(
    network: LayeredNetwork, solution: Solution, goals: Sequence[Goal], asked: _Asked
) -> Capacity | None:
    """The fewest engines, or threads, of today's busiest server with which every goal is met."""
    name = solution.bottleneck
    if name is None:
        return None
    # A name that a task shares with a processor is the processor's, as in the answer.
    processor = next((p for p in network.processors if p.name == name), None)
    task = next((t for t in network.tasks if t.name == name and not t.reference), None)
    threads = task is not None and (
        processor is None or solution.layered["processors"][name] < solution.layered["tasks"][name]
    )
    now = task.multiplicity if threads and task is not None else (
        math.inf if processor is None else processor.multiplicity
    )  # fmt: skip
    if not math.isfinite(now):
        return None

    def with_servers(m: float) -> list[tuple[float, LayeredNetwork]]:
        if threads:
            tasks = tuple(replace(t, multiplicity=m) if t is task else t for t in network.tasks)
            return [(1.0, replace(network, tasks=tasks))]
        return [(1.0, replace(network, processors=tuple(
            replace(p, multiplicity=m) if p is processor else p for p in network.processors
        )))]  # fmt: skip

    def enough(variant: LayeredNetwork, answer: Solution | NetworkError) -> Tried[str]:
        if isinstance(answer, NetworkError):
            return Tried(None, -1.0)
        missed = _beyond(variant, answer, goals)
        return Tried(None if missed.why else "enough", -missed.excess)

    found = _turn(asked, with_servers, enough, SERVERS)
    many = round(found.high) if math.isfinite(found.high) else None
    kind = "threads of task" if threads else "engines of processor"
    return Capacity(name, many, int(now), found.whole, kind)


def _first_to_break(network: LayeredNetwork, asked: _Asked) -> FirstToBreak:
    """The processor or task whose use reaches ``FULL`` at the smallest factor on the load."""

    def over(variant: LayeredNetwork, answer: Solution | NetworkError) -> Tried[str]:
        if isinstance(answer, NetworkError):
            kind = answer.path[1] if len(answer.path) > 2 else ""
            if kind == "processors":
                return Tried(variant.processors[int(answer.path[2])].name, 1.0 - FULL)
            if kind == "tasks":
                return Tried(variant.tasks[int(answer.path[2])].name, 1.0 - FULL)
            return Tried(None)
        name = answer.bottleneck
        if name is None:
            return Tried(None, -FULL)
        used = max(answer.layered["processors"].get(name, 0.0),
                   answer.layered["tasks"].get(name, 0.0))  # fmt: skip
        return Tried(name if used >= FULL else None, used - FULL)

    found = _turn(asked, lambda factor: grown(network, factor), over)
    if not found.whole:
        return FirstToBreak("", found.low, FULL, False)
    if math.isinf(found.high):
        raise NetworkError("no server is ever so busy")
    return FirstToBreak(found.why or "", found.high, FULL)
