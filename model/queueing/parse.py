"""``plexwright-network/1``: from JSON values to network descriptions.

Unknown extra keys are ignored; everything that is used is checked, and refused with the path to it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from .errors import NetworkError, Path
from .network import (
    Call,
    ClosedClass,
    Entry,
    LayeredNetwork,
    Network,
    OpenClass,
    Processor,
    Station,
    Task,
)

__all__ = ["FORMAT", "parse_network"]

FORMAT = "plexwright-network/1"
MOST_STATIONS = 100_000
"""Some seconds; beyond, somebody wrote the copies of a few stations out."""


def parse_network(document: Any) -> Network | LayeredNetwork:
    """The network described by a JSON object; raises :class:`NetworkError` with a path."""
    if not isinstance(document, Mapping):
        raise NetworkError("a network must be a JSON object; see the format " + FORMAT)
    said = document.get("format", FORMAT)
    if said != FORMAT:
        raise NetworkError(
            f"the format is {said!r}, which solve does not read; write {FORMAT!r}", ("format",)
        )
    identity = document.get("id")
    if identity is not None and not isinstance(identity, str):
        identity = json.dumps(identity)
    if "lqn" in document:
        return _layered(document["lqn"], identity)
    listed = _list(document, "stations", (), missing=())
    if len(listed) > MOST_STATIONS:
        raise NetworkError(
            f"the network has {len(listed):,} stations, and up to {MOST_STATIONS:,} are solved; "
            'describe alike stations once, with "replicas"',
            ("stations",),
        )
    stations = tuple(_station(item, ("stations", i)) for i, item in enumerate(listed))
    classes = tuple(
        _class(item, ("classes", i)) for i, item in enumerate(_list(document, "classes", ()))
    )
    demands = document.get("demands", {})
    if not isinstance(demands, Mapping):
        raise NetworkError(
            "demands must be an object {class: {station: seconds}}; write it so", ("demands",)
        )
    table: dict[str, dict[str, float]] = {}
    for cls, row in demands.items():
        if not isinstance(row, Mapping):
            raise NetworkError(
                f"the demands of {cls!r} must be an object {{station: seconds}}", ("demands", cls)
            )
        table[cls] = {
            station: _number(value, f"the demand of {cls!r} at {station!r}",
                             ("demands", cls, station))
            for station, value in row.items()
        }  # fmt: skip
    return Network(stations, classes, table, identity)


_SPELLINGS = {
    "ps": "ps", "fcfs": "fcfs", "inf": "inf", "preemptive-resume": "preemptive-resume",
    "non-preemptive": "non-preemptive (HOL)", "non-preemptive (hol)": "non-preemptive (HOL)",
    "hol": "non-preemptive (HOL)",
}  # fmt: skip


def _station(item: Any, path: Path) -> Station:
    item = _object(item, "a station", path)
    name = _name(item, "a station", path)
    kind = item.get("type", "queue")
    if kind not in ("queue", "delay"):
        raise NetworkError(
            f"station {name!r} has the type {kind!r}; use queue or delay", (*path, "type")
        )
    discipline = item.get("discipline", "inf" if kind == "delay" else "ps")
    if not isinstance(discipline, str):
        raise NetworkError(
            f"the discipline of station {name!r} must be a word", (*path, "discipline")
        )
    discipline = _SPELLINGS.get(discipline.strip().lower(), discipline)
    servers = _count(item.get("servers", 1), f"the servers of station {name!r}",
                     (*path, "servers"))  # fmt: skip
    if kind == "delay" or discipline == "inf":
        servers, discipline = math.inf, "inf"
    elif math.isinf(servers):
        discipline = "inf"
    factors: tuple[float, ...] = ()
    if item.get("rate_multipliers") is not None:
        raw = item["rate_multipliers"]
        if not isinstance(raw, Sequence) or isinstance(raw, str) or not raw:
            raise NetworkError(
                f"the rate multipliers of station {name!r} must be a list of numbers",
                (*path, "rate_multipliers"),
            )
        factors = tuple(
            _number(f, f"a rate multiplier of station {name!r}", (*path, "rate_multipliers", j))
            for j, f in enumerate(raw)
        )
    replicas = _count(item.get("replicas", 1), f"the replicas of station {name!r}",
                      (*path, "replicas"))  # fmt: skip
    if math.isinf(replicas):
        raise NetworkError(
            f"station {name!r} has infinitely many replicas; give a number", (*path, "replicas")
        )
    return Station(name, servers, discipline, factors, int(replicas))


def _class(item: Any, path: Path) -> ClosedClass | OpenClass:
    item = _object(item, "a class", path)
    name = _name(item, "a class", path)
    priority = item.get("priority")
    if priority is not None:
        level = _number(priority, f"the priority of class {name!r}", (*path, "priority"))
        if level != int(level) or level < 1:
            raise NetworkError(
                f"class {name!r} has the priority {level:g}; priorities are whole numbers from 1 "
                "(highest)",
                (*path, "priority"),
            )
        priority = int(level)
    closed, open_ = "population" in item, "arrival_rate" in item
    if closed == open_:
        raise NetworkError(
            f"class {name!r} has {'both a' if closed else 'neither'} population "
            f"{'and an' if closed else 'nor'} arrival_rate; give exactly one",
            path,
        )
    if open_:
        rate = _number(item["arrival_rate"], f"the arrival rate of class {name!r}",
                       (*path, "arrival_rate"))  # fmt: skip
        return OpenClass(name, rate, priority)
    population = _number(item["population"], f"the population of class {name!r}",
                         (*path, "population"))  # fmt: skip
    think = _number(_given(item, "think_time"), f"the think time of class {name!r}",
                    (*path, "think_time"))  # fmt: skip
    return ClosedClass(name, population, think, priority)


def _layered(item: Any, identity: str | None) -> LayeredNetwork:
    item = _object(item, "lqn", ("lqn",))
    processors = tuple(
        _processor(p, ("lqn", "processors", i))
        for i, p in enumerate(_list(item, "processors", ("lqn",)))
    )
    tasks = tuple(
        _task(t, ("lqn", "tasks", i)) for i, t in enumerate(_list(item, "tasks", ("lqn",)))
    )
    read = tuple(
        _entry(e, ("lqn", "entries", i)) for i, e in enumerate(_list(item, "entries", ("lqn",)))
    )
    entries = tuple(e for e, _ in read)
    ranked = len({task.get("priority") or 0 for task in item["tasks"]}) > 1
    words = [
        *_as_fcfs(item["processors"], processors, "processor", ranked),
        *_as_fcfs(item["tasks"], tasks, "task", ranked),
    ]
    notes = tuple(said for said, same in words if same)
    altered = tuple(said for said, same in words if not same)
    altered += tuple(said for _, said in read if said)
    return LayeredNetwork(processors, tasks, entries, identity, notes, altered)


_LIKE_FCFS = ("hol", "pp", "pri", "rand", "cfs")
"""Orders of service of LQN that need priorities or shares, which this format does not state."""
_SAME_AS_FCFS = ("hol", "pp", "pri")
"""Those of them that without priorities are fcfs, not only treated so."""


def _as_fcfs(
    items: Sequence[Any], read: Sequence[Processor | Task], kind: str, ranked: bool
) -> list[tuple[str, bool]]:
    """Says where a stated order of service was taken as fcfs, and whether that is the same.

    ranked: some tasks have priorities, which are not taken into account.
    """
    words = (*_LIKE_FCFS, *_ODD_FOR.get(kind, ()))
    said = [str(item.get("scheduling", "")).lower() for item in items]
    return [
        (f"{kind} {each.name!r}: scheduling {item['scheduling']} is treated as fcfs",
         word in _SAME_AS_FCFS and not ranked)
        for item, each, word in zip(items, read, said, strict=True)
        if word in words
    ]  # fmt: skip


_ODD_FOR = {"task": ("ps",)}


def _scheduling(value: Any, what: str, path: Path, known: tuple[str, ...]) -> str:
    word = _word(value, what, path).strip().lower()
    if word in _LIKE_FCFS:
        return "fcfs"
    if word not in known:
        raise NetworkError(f"{what} is {value!r}; use one of " + ", ".join(known), path)
    return word


def _processor(item: Any, path: Path) -> Processor:
    item = _object(item, "a processor", path)
    name = _name(item, "a processor", path)
    many = _count(item.get("multiplicity", 1), f"the multiplicity of processor {name!r}",
                  (*path, "multiplicity"), least=0)  # fmt: skip
    word = _scheduling(item.get("scheduling", "fcfs"), f"the scheduling of processor {name!r}",
                       (*path, "scheduling"), ("fcfs", "ps", "inf", "delay"))  # fmt: skip
    if word in ("inf", "delay"):
        many, word = math.inf, "inf"
    return Processor(name, many, word)


def _task(item: Any, path: Path) -> Task:
    item = _object(item, "a task", path)
    name = _name(item, "a task", path)
    processor = _text(item, "processor", f"task {name!r}", path)
    many = _count(item.get("multiplicity", 1), f"the multiplicity of task {name!r}",
                  (*path, "multiplicity"), least=0)  # fmt: skip
    word = _scheduling(item.get("scheduling", "fcfs"), f"the scheduling of task {name!r}",
                       (*path, "scheduling"), ("fcfs", "ref", "inf", "ps"))  # fmt: skip
    word = "fcfs" if word == "ps" else word
    reference = item.get("reference", word == "ref")
    if not isinstance(reference, bool):
        raise NetworkError(
            f"reference of task {name!r} must be true or false", (*path, "reference")
        )
    if word == "inf" and not reference:
        many = math.inf
    think = _number(_given(item, "think_time"), f"the think time of task {name!r}",
                    (*path, "think_time"))  # fmt: skip
    return Task(name, processor, many, word, reference, think)


def _entry(item: Any, path: Path) -> tuple[Entry, str]:
    """An entry, and what of it was not taken as it was said."""
    item = _object(item, "an entry", path)
    name = _name(item, "an entry", path)
    task = _text(item, "task", f"entry {name!r}", path)
    raw = item.get("host_demand", [0.0])
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        raw = [raw]
    demand = tuple(
        _number(s, f"the host demand of entry {name!r}", (*path, "host_demand", j))
        for j, s in enumerate(raw)
    ) or (0.0,)
    later = len(demand) > 2
    if later:  # all that follows the reply is one phase here
        demand = (demand[0], sum(demand[1:]))
    calls = []
    for j, call in enumerate(_list(item, "calls", path, missing=())):
        at: Path = (*path, "calls", j)
        call = _object(call, "a call", at)
        phase = _number(call.get("phase", 1), f"the phase of a call of entry {name!r}",
                        (*at, "phase"))  # fmt: skip
        if phase != int(phase) or phase < 1:
            raise NetworkError(
                f"a call of entry {name!r} is in phase {phase:g}; phases are whole numbers from 1",
                (*at, "phase"),
            )
        later = later or phase > 2
        phase = min(phase, 2.0)
        if phase == 2.0 and len(demand) == 1:
            demand = (*demand, 0.0)
        calls.append(
            Call(
                _text(call, "to", f"a call of entry {name!r}", at),
                _number(call.get("mean", 1.0), f"the mean of a call of entry {name!r}",
                        (*at, "mean")),
                _word(call.get("type", "sync"), f"the type of a call of entry {name!r}",
                      (*at, "type")),
                int(phase),
            )
        )  # fmt: skip
    if item.get("forwarding"):
        raise NetworkError(
            f"entry {name!r} forwards requests, which has no counterpart here; let it call instead",
            (*path, "forwarding"),
        )
    rate = _number(_given(item, "arrival_rate"), f"the arrival rate of entry {name!r}",
                   (*path, "arrival_rate"))  # fmt: skip
    said = f"entry {name!r}: phases from the third on are joined to the second"
    return Entry(name, task, demand, tuple(calls), rate), said if later else ""


def _object(item: Any, what: str, path: Path) -> Mapping[str, Any]:
    if not isinstance(item, Mapping):
        raise NetworkError(f"{what} must be a JSON object", path)
    return item


def _list(item: Mapping[str, Any], key: str, path: Path, missing: Any = None) -> Sequence[Any]:
    if item.get(key) is None:
        if missing is not None:
            return tuple(missing)
        raise NetworkError(f"{key} is missing; give a list", path)
    value = item[key]
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise NetworkError(f"{key} must be a list", (*path, key))
    return value


def _name(item: Mapping[str, Any], what: str, path: Path) -> str:
    value = item.get("name")
    if not isinstance(value, str) or not value.strip():
        raise NetworkError(f"{what} has no name; give it one", path)
    return value


def _text(item: Mapping[str, Any], key: str, who: str, path: Path) -> str:
    value = item.get(key)
    if not isinstance(value, str):
        raise NetworkError(f"{who} does not say its {key!r}; give the name", path)
    return value


def _word(value: Any, what: str, path: Path) -> str:
    if not isinstance(value, str):
        raise NetworkError(f"{what} must be a word", path)
    return value


def _given(item: Mapping[str, Any], key: str) -> Any:
    """What stands under a key, 0 where it is left out."""
    value = item.get(key)
    return 0.0 if value is None else value


def _number(value: Any, what: str, path: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise NetworkError(f"{what} is not a number; give a number", path)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise NetworkError(f"{what} is not a finite number; give a number", path)
    return number


def _count(value: Any, what: str, path: Path, least: int = 1) -> float:
    """A whole number from ``least``, a numeric string, or "inf" (any usual spelling)."""
    if isinstance(value, str):
        text = value.strip().lower()
        if text in ("inf", "infinite", "infinity", "@infinity"):
            return math.inf
        try:
            value = float(text)
        except ValueError:
            value = None
    if isinstance(value, float) and math.isinf(value) and value > 0:
        return math.inf
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise NetworkError(f'{what} must be a whole number or "inf"', path)
    number = _number(value, what, path)
    if number < least or number != int(number):
        raise NetworkError(
            f'{what} is {number:g}; give a whole number from {least}, or "inf"', path
        )
    return number
