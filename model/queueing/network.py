"""The network description: stations, classes, demands; and layered networks of tasks and entries.

Plain values in the field's own terms. Each description checks itself when made and refuses what has
no meaning with :class:`NetworkError`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from .errors import NetworkError, Path

__all__ = [
    "DISCIPLINES", "Call", "ClosedClass", "Entry", "LayeredNetwork", "Network", "OpenClass",
    "Processor", "Station", "Task",
]  # fmt: skip

DISCIPLINES = ("ps", "fcfs", "preemptive-resume", "non-preemptive (HOL)", "inf")
PRIORITY_DISCIPLINES = ("preemptive-resume", "non-preemptive (HOL)")
MOST_SERVERS = 4096
MOST_RATES = 4096


@dataclass(frozen=True)
class Station:
    """A service centre.

    servers: whole number from 1, or ``inf`` for a delay. discipline: one of ``DISCIPLINES``; all
    service is exponential. rate_multipliers: factors on the service rate with 1, 2, … customers
    present, the last one holding beyond. replicas: identical copies that share the load evenly;
    demands are at one copy.
    """

    name: str
    servers: float = 1.0
    discipline: str = "ps"
    rate_multipliers: tuple[float, ...] = ()
    replicas: int = 1

    @property
    def is_delay(self) -> bool:
        """No queueing at all, whoever else is present."""
        return math.isinf(self.servers) and not self.rate_multipliers


@dataclass(frozen=True)
class ClosedClass:
    """``population`` customers who think ``think_time_s`` between cycles; priority 1 is highest."""

    name: str
    population: float
    think_time_s: float = 0.0
    priority: int | None = None


@dataclass(frozen=True)
class OpenClass:
    """Poisson arrivals at ``arrival_rate_per_s``; priority 1 is highest."""

    name: str
    arrival_rate_per_s: float
    priority: int | None = None


@dataclass(frozen=True)
class Network:
    """Stations, closed and open classes, and each class's demand (s per cycle) at each station.

    A missing demand is 0. Classes keep their order.
    """

    stations: tuple[Station, ...]
    classes: tuple[ClosedClass | OpenClass, ...]
    demands_s: Mapping[str, Mapping[str, float]]
    id: str | None = None

    def __post_init__(self) -> None:
        _refuse_doubles([s.name for s in self.stations], "station", "stations")
        _refuse_doubles([c.name for c in self.classes], "class", "classes")
        if not self.stations and not any(isinstance(c, ClosedClass) for c in self.classes):
            raise NetworkError("the network has no stations; describe at least one", ("stations",))
        if not self.classes:
            raise NetworkError("the network has no classes; describe at least one", ("classes",))
        for i, station in enumerate(self.stations):
            _check_station(station, ("stations", i))
        for i, cls in enumerate(self.classes):
            _check_class(cls, ("classes", i))
        self._check_demands()
        self._check_priorities()
        self._check_servers()

    def demand_s(self, cls: str, station: str) -> float:
        """Demand of ``cls`` at one copy of ``station``; 0 if not stated."""
        return self.demands_s.get(cls, {}).get(station, 0.0)

    @property
    def closed(self) -> tuple[ClosedClass, ...]:
        """The closed classes, in order."""
        return tuple(c for c in self.classes if isinstance(c, ClosedClass))

    @property
    def open(self) -> tuple[OpenClass, ...]:
        """The open classes, in order."""
        return tuple(c for c in self.classes if isinstance(c, OpenClass))

    def _check_demands(self) -> None:
        stations = {s.name for s in self.stations}
        classes = {c.name for c in self.classes}
        for cls, row in self.demands_s.items():
            if cls not in classes:
                raise NetworkError(
                    f"demands name the class {cls!r}, which is not described; add it to classes or "
                    "remove it",
                    ("demands", cls),
                )
            for station, value in row.items():
                path: Path = ("demands", cls, station)
                if station not in stations:
                    raise NetworkError(
                        f"the demands of {cls!r} name the station {station!r}, which is not "
                        "described; add it to stations or remove it",
                        path,
                    )
                _finite(value, f"the demand of {cls!r} at {station!r}", path)
        for i, each in enumerate(self.classes):
            work = sum(self.demands_s.get(each.name, {}).values())
            if isinstance(each, ClosedClass) and each.population > 0:
                if work + each.think_time_s <= 0:
                    raise NetworkError(
                        f"class {each.name!r} has customers but neither demand nor think time, so "
                        "its throughput would be infinite; give it a demand or a think time",
                        ("classes", i),
                    )
                if not math.isfinite(work):
                    raise NetworkError(
                        f"the demands of {each.name!r} add up to more than a number can hold; "
                        "check their unit (seconds)",
                        ("demands", each.name),
                    )

    def _check_servers(self) -> None:
        """Very many servers are only taken where they can never all be busy."""
        everyone = sum(c.population for c in self.closed)
        for i, station in enumerate(self.stations):
            m = station.servers
            if not math.isfinite(m) or m <= MOST_SERVERS:
                continue
            opened = any(self.demand_s(o.name, station.name) > 0 for o in self.open)
            if opened or everyone > m or station.rate_multipliers:
                raise NetworkError(
                    f"station {station.name!r} has {m:.6g} servers; up to {MOST_SERVERS} are "
                    'solved, give "inf" if they are never all busy',
                    ("stations", i, "servers"),
                )

    def _check_priorities(self) -> None:
        """Priorities need a discipline that honours them, and the other way round."""
        ranked = [s for s in self.stations if s.discipline in PRIORITY_DISCIPLINES]
        levels = {c.priority for c in self.classes if c.priority is not None}
        if len(levels) > 1 and not ranked:
            index = next(i for i, c in enumerate(self.classes) if c.priority is not None)
            raise NetworkError(
                "classes have different priorities but no station has a priority discipline; give "
                "one 'preemptive-resume' or 'non-preemptive (HOL)', or drop the priorities",
                ("classes", index, "priority"),
            )
        if ranked and len(self.classes) > 1:
            for i, cls in enumerate(self.classes):
                if cls.priority is None and any(self.demand_s(cls.name, s.name) for s in ranked):
                    raise NetworkError(
                        f"class {cls.name!r} visits the priority station {ranked[0].name!r} but has"
                        " no priority; give every class a priority (1 = highest)",
                        ("classes", i),
                    )


def _check_station(station: Station, path: Path) -> None:
    who = f"station {station.name!r}"
    m = station.servers
    if math.isnan(m) or m < 1 or (math.isfinite(m) and m != int(m)):
        raise NetworkError(
            f'{who} has {_plain(m)} servers; give a whole number from 1, or "inf"',
            (*path, "servers"),
        )
    if len(station.rate_multipliers) > MOST_RATES:
        raise NetworkError(
            f"{who} has {len(station.rate_multipliers)} rate multipliers; give at most "
            f"{MOST_RATES}, the last one holds beyond",
            (*path, "rate_multipliers"),
        )
    if station.discipline not in DISCIPLINES:
        raise NetworkError(
            f"{who} has the unknown discipline {station.discipline!r}; use one of "
            + ", ".join(DISCIPLINES),
            (*path, "discipline"),
        )
    if station.discipline in PRIORITY_DISCIPLINES and station.rate_multipliers:
        raise NetworkError(
            f"{who} has both priorities and rate multipliers, for which no solution is known here; "
            "drop one of them",
            (*path, "rate_multipliers"),
        )
    for j, factor in enumerate(station.rate_multipliers):
        if not (math.isfinite(factor) and factor > 0):
            raise NetworkError(
                f"{who} has the rate multiplier {_plain(factor)}; multipliers must be positive "
                "numbers",
                (*path, "rate_multipliers", j),
            )
    if station.replicas < 1:
        raise NetworkError(
            f"{who} has {station.replicas} replicas; give at least 1", (*path, "replicas")
        )


def _check_class(cls: ClosedClass | OpenClass, path: Path) -> None:
    who = f"class {cls.name!r}"
    if isinstance(cls, ClosedClass):
        _finite(cls.population, f"the population of {who}", (*path, "population"))
        _finite(cls.think_time_s, f"the think time of {who}", (*path, "think_time"))
    else:
        _finite(cls.arrival_rate_per_s, f"the arrival rate of {who}", (*path, "arrival_rate"))
    if cls.priority is not None and cls.priority < 1:
        raise NetworkError(
            f"{who} has the priority {cls.priority}; priorities are whole numbers from 1 (highest)",
            (*path, "priority"),
        )


def _finite(value: float, what: str, path: Path) -> None:
    if not math.isfinite(value):
        raise NetworkError(f"{what} is not a finite number; give a number", path)
    if value < 0:
        raise NetworkError(f"{what} is {_plain(value)}; it must not be negative", path)


def _plain(value: float) -> str:
    return "infinite" if math.isinf(value) else f"{value:g}"


def _refuse_doubles(names: list[str], what: str, key: str) -> None:
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name in seen:
            raise NetworkError(
                f"two {key} are called {name!r}; give each {what} its own name", (key, i, "name")
            )
        seen.add(name)


@dataclass(frozen=True)
class Processor:
    """Where tasks run. scheduling: fcfs, ps, inf, or another word of LQN (treated by its kind)."""

    name: str
    multiplicity: float = 1.0
    scheduling: str = "fcfs"


@dataclass(frozen=True)
class Task:
    """A software server with ``multiplicity`` threads, or, if ``reference``, a group of customers.

    think_time_s: between cycles, for reference tasks; scheduling: of its own message queue.
    """

    name: str
    processor: str
    multiplicity: float = 1.0
    scheduling: str = "fcfs"
    reference: bool = False
    think_time_s: float = 0.0


@dataclass(frozen=True)
class Call:
    """``mean`` calls (geometric) to the entry ``to`` per invocation, in ``phase``."""

    to: str
    mean: float
    type: str = "sync"
    phase: int = 1


@dataclass(frozen=True)
class Entry:
    """A service a task offers; ``host_demand_s`` per phase (phase 2 runs after the reply)."""

    name: str
    task: str
    host_demand_s: tuple[float, ...]
    calls: tuple[Call, ...] = ()
    arrival_rate_per_s: float = 0.0


@dataclass(frozen=True)
class LayeredNetwork:
    """Processors, tasks and entries (C. M. Woodside et al., IEEE ToC 44(1), 1995; Franks 1999).

    notes: what the reader of a description has to say; altered: where what is described here is
    not what was written, so that no answer to it is called exact.
    """

    processors: tuple[Processor, ...]
    tasks: tuple[Task, ...]
    entries: tuple[Entry, ...]
    id: str | None = None
    notes: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _refuse_doubles([p.name for p in self.processors], "processor", "processors")
        _refuse_doubles([t.name for t in self.tasks], "task", "tasks")
        _refuse_doubles([e.name for e in self.entries], "entry", "entries")
        self._check_items()
        self._check_calls()

    def _check_items(self) -> None:
        processors = {p.name for p in self.processors}
        tasks = {t.name: t for t in self.tasks}
        for i, p in enumerate(self.processors):
            _multiplicity(p.multiplicity, f"processor {p.name!r}", ("lqn", "processors", i))
        for i, t in enumerate(self.tasks):
            path: Path = ("lqn", "tasks", i)
            _multiplicity(t.multiplicity, f"task {t.name!r}", path)
            if t.processor not in processors:
                raise NetworkError(
                    f"task {t.name!r} runs on the processor {t.processor!r}, which is not "
                    "described; add it to processors",
                    (*path, "processor"),
                )
            _finite(t.think_time_s, f"the think time of task {t.name!r}", (*path, "think_time"))
            if t.reference and math.isinf(t.multiplicity):
                raise NetworkError(
                    f"the reference task {t.name!r} has an infinite multiplicity, which is its "
                    "population; give a number",
                    (*path, "multiplicity"),
                )
        for i, e in enumerate(self.entries):
            path = ("lqn", "entries", i)
            if e.task not in tasks:
                raise NetworkError(
                    f"entry {e.name!r} belongs to the task {e.task!r}, which is not described; "
                    "add it to tasks",
                    (*path, "task"),
                )
            if len(e.host_demand_s) > 2:
                raise NetworkError(
                    f"entry {e.name!r} has {len(e.host_demand_s)} phases; give one or two",
                    (*path, "host_demand"),
                )
            for j, s in enumerate(e.host_demand_s):
                _finite(s, f"the host demand of entry {e.name!r}", (*path, "host_demand", j))
            _finite(e.arrival_rate_per_s, f"the arrival rate of entry {e.name!r}",
                    (*path, "arrival_rate"))  # fmt: skip
        for i, t in enumerate(self.tasks):
            if not any(e.task == t.name for e in self.entries):
                raise NetworkError(
                    f"task {t.name!r} has no entry; give it one or remove it", ("lqn", "tasks", i)
                )
        driven = any(t.reference for t in self.tasks)
        if not driven and not any(e.arrival_rate_per_s > 0 for e in self.entries):
            raise NetworkError(
                "the layered network has no reference task, so nothing would ever happen; mark one "
                "task as reference",
                ("lqn", "tasks"),
            )

    def _check_calls(self) -> None:
        tasks = {t.name: t for t in self.tasks}
        entries = {e.name: e for e in self.entries}
        edges: dict[str, set[str]] = {t: set() for t in tasks}
        for i, e in enumerate(self.entries):
            for j, call in enumerate(e.calls):
                path: Path = ("lqn", "entries", i, "calls", j)
                if call.to not in entries:
                    raise NetworkError(
                        f"entry {e.name!r} calls {call.to!r}, which is not described; add the "
                        "entry or remove the call",
                        (*path, "to"),
                    )
                if call.type not in ("sync", "async"):
                    raise NetworkError(
                        f"a call of entry {e.name!r} has the type {call.type!r}; use sync or async",
                        (*path, "type"),
                    )
                if call.phase not in (1, 2) or call.phase > max(1, len(e.host_demand_s)):
                    raise NetworkError(
                        f"a call of entry {e.name!r} is in phase {call.phase}, which the entry "
                        "does not have; give that phase a host demand or change the phase",
                        (*path, "phase"),
                    )
                _finite(call.mean, f"the mean of a call of entry {e.name!r}", (*path, "mean"))
                target = entries[call.to].task
                if tasks[target].reference:
                    raise NetworkError(
                        f"entry {e.name!r} calls the reference task {target!r}; reference tasks "
                        "only make calls",
                        (*path, "to"),
                    )
                edges[e.task].add(target)
        loop = _cycle(edges)
        if loop:
            at = next(i for i, e in enumerate(self.entries) if e.task == loop[0])
            raise NetworkError(
                "tasks call each other in a circle (" + " → ".join(loop) + "), which can deadlock; "
                "break the circle",
                ("lqn", "entries", at),
            )


def _multiplicity(value: float, who: str, path: Path) -> None:
    if math.isnan(value) or value < 0 or (math.isfinite(value) and value != int(value)):
        raise NetworkError(
            f'{who} has the multiplicity {_plain(value)}; give a whole number or "inf"',
            (*path, "multiplicity"),
        )


def _cycle(edges: dict[str, set[str]]) -> list[str]:
    """Some circle of the graph, or an empty list; no recursion, so depth does not matter."""
    state: dict[str, int] = {}
    for root in edges:
        if root in state:
            continue
        path = [root]
        stack = [iter(sorted(edges[root]))]
        state[root] = 1
        while stack:
            step = next(stack[-1], None)
            if step is None:
                state[path.pop()] = 2
                stack.pop()
            elif state.get(step) == 1:
                return [*path[path.index(step) :], step]
            elif step not in state:
                state[step] = 1
                path.append(step)
                stack.append(iter(sorted(edges[step])))
    return []
