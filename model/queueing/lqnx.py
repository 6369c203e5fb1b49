"""LQNX files: layered models of LQNS and LINE (LQN XML schema ``lqn.xsd``).

Processors hold tasks, tasks hold entries, entries hold phases as ``activity`` elements with
``synch-call`` and ``asynch-call``; or an entry is of type NONE and bound to an activity of the
task's graph. Graphs that are plain sequences become phases: up to the reply the first, then the
second. Forks, joins, loops, forwarding and replication change the answer and are refused.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any
from xml.sax.saxutils import quoteattr

from .errors import NetworkError
from .network import Call, LayeredNetwork
from .parse import parse_network
from .xmltree import Element, Note, XmlProblem

__all__ = ["read_lqnx", "write_lqnx"]

_NOT_TAKEN = ("fan-in", "fan-out", "semaphore", "rwlock", "service", "group", "forwarding",
              "first-activity")  # fmt: skip


@dataclass
class _Reader:
    notes: list[Note] = field(default_factory=list)
    lines: dict[tuple[str | int, ...], int] = field(default_factory=dict)
    processors: list[dict[str, Any]] = field(default_factory=list)
    tasks: list[dict[str, Any]] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)

    altered: list[str] = field(default_factory=list)
    ranked: bool = False  # some tasks have priorities

    def note(self, item: Element, text: str) -> None:
        self.notes.append(Note(text, item.line))

    def alter(self, item: Element, text: str) -> None:
        """A note on what makes it another model, so that no answer is exact."""
        self.note(item, text)
        self.altered.append(text)


def read_lqnx(root: Element, name: str) -> tuple[LayeredNetwork, list[Note]]:
    """An LQNX model as a layered network; raises :class:`XmlProblem` with the line."""
    reader = _Reader()
    every = [task for processor in root.all("processor") for task in processor.all("task")]
    reader.ranked = any(map(_has_priority, every))
    for processor in root.all("processor"):
        _processor(reader, processor)
    for group in root.children:
        if group.tag not in ("processor", "solver-params", "lqx", "spex-parameters", "run-control",
                             "plot-control", "result-general"):  # fmt: skip
            raise XmlProblem(f"<{group.tag}> has no counterpart here; remove it", group.line)
    lqn = {"processors": reader.processors, "tasks": reader.tasks, "entries": reader.entries}
    try:
        network = parse_network({"id": root.get("name") or name, "lqn": lqn})
    except NetworkError as problem:
        raise XmlProblem(str(problem), reader.lines.get(problem.path[:3], root.line)) from None
    assert isinstance(network, LayeredNetwork)
    return replace(network, altered=(*network.altered, *reader.altered)), reader.notes


def _processor(reader: _Reader, item: Element) -> None:
    name = _named(item)
    _refuse_replication(item)
    reader.lines["lqn", "processors", len(reader.processors)] = item.line
    scheduling = (item.get("scheduling") or "fcfs").lower()
    if scheduling in ("hol", "pp", "pri", "cfs", "rand"):
        say = reader.alter if reader.ranked or scheduling in ("cfs", "rand") else reader.note
        say(item, f"processor {name!r}: scheduling {scheduling} is treated as fcfs")
        scheduling = "fcfs"
    reader.processors.append(
        {"name": name, "scheduling": scheduling, "multiplicity": item.get("multiplicity") or 1}
    )
    speed = _number(item, "speed-factor", 1.0)
    if speed <= 0:
        raise XmlProblem(f"processor {name!r} has the speed factor {speed:g}; give more than 0",
                         item.line)  # fmt: skip
    for child in item.children:
        if child.tag == "task":
            _task(reader, child, name, speed)
        elif child.tag == "group":
            raise XmlProblem("processor groups have no counterpart here; remove them", child.line)


def _task(reader: _Reader, item: Element, processor: str, speed: float) -> None:
    name = _named(item)
    _refuse_replication(item)
    reader.lines["lqn", "tasks", len(reader.tasks)] = item.line
    scheduling = (item.get("scheduling") or "fcfs").lower()
    if scheduling in ("semaphore", "rwlock", "burst", "poll", "uniform", "timeout", "retry"):
        raise XmlProblem(
            f"task {name!r}: scheduling {scheduling} has no counterpart here", item.line
        )
    if scheduling in ("hol", "pri", "pp"):
        say = reader.alter if reader.ranked else reader.note
        say(item, f"task {name!r}: scheduling {scheduling} is treated as fcfs")
        scheduling = "fcfs"
    if _has_priority(item):
        reader.note(item, f"task {name!r}: its priority is not taken into account")
    if (item.get("queue-length") or "0") != "0":
        reader.alter(item, f"task {name!r}: its queue is taken to have no limit")
    many: Any = item.get("multiplicity") or 1
    reader.tasks.append(
        {
            "name": name,
            "processor": processor,
            "multiplicity": "inf" if scheduling == "inf" else many,
            "scheduling": scheduling,
            "reference": scheduling == "ref",
            "think_time": _number(item, "think-time", 0.0),
        }
    )
    graph = item.first("task-activities")
    for child in item.children:
        if child.tag in _NOT_TAKEN:
            raise XmlProblem(f"<{child.tag}> of task {name!r} has no counterpart here", child.line)
        if child.tag == "entry":
            _entry(reader, child, name, speed, graph)


def _has_priority(task: Element) -> bool:
    return (task.get("priority") or "0") not in ("0", "0.0")


def _entry(reader: _Reader, item: Element, task: str, speed: float, graph: Element | None) -> None:
    name = _named(item)
    reader.lines["lqn", "entries", len(reader.entries)] = item.line
    for child in item.all("forwarding"):
        if _number(child, "prob", 0.0) > 0:
            raise XmlProblem(f"entry {name!r} forwards requests, which has no counterpart here",
                             child.line)  # fmt: skip
    phases: list[tuple[int, Element]] = []
    own = item.first("entry-phase-activities")
    if own is not None:
        for activity in own.all("activity"):
            phase = int(_number(activity, "phase", 1.0))
            if phase > 2:
                reader.alter(activity, f"entry {name!r}: phase {phase} is joined to phase 2")
            phases.append((min(phase, 2), activity))
    elif graph is not None:
        phases = _sequence(name, graph, item.line)
    host = [0.0, 0.0]
    calls: list[dict[str, Any]] = []
    for phase, activity in phases:
        host[phase - 1] += _number(activity, "host-demand-mean", 0.0) / speed
        if _number(activity, "think-time", 0.0) > 0:
            raise XmlProblem(f"entry {name!r} thinks within a phase, which has no counterpart here",
                             activity.line)  # fmt: skip
        if abs(_number(activity, "host-demand-cvsq", 1.0) - 1.0) > 1e-9:
            reader.alter(activity, f"entry {name!r}: host demand is treated as exponential")
        if (activity.get("call-order") or "STOCHASTIC").upper() != "STOCHASTIC":
            reader.alter(activity, f"entry {name!r}: numbers of calls are treated as geometric")
        for tag, kind in (("synch-call", "sync"), ("asynch-call", "async")):
            for call in activity.all(tag):
                calls.append(
                    {"to": call.get("dest"), "mean": _number(call, "calls-mean", 1.0),
                     "type": kind, "phase": phase}
                )  # fmt: skip
    two = any(phase == 2 for phase, _ in phases)
    entry: dict[str, Any] = {
        "name": name, "task": task, "host_demand": host if two else host[:1], "calls": calls,
    }  # fmt: skip
    rate = _number(item, "open-arrival-rate", 0.0)
    if rate:
        entry["arrival_rate"] = rate
    reader.entries.append(entry)


def _sequence(entry: str, graph: Element, line: int) -> list[tuple[int, Element]]:
    """The activities of an entry in order, with their phases, if the graph is a plain sequence."""
    activities = {a.get("name"): a for a in graph.all("activity")}
    start = next((a for a in graph.all("activity") if a.get("bound-to-entry") == entry), None)
    if start is None:
        raise XmlProblem(f"entry {entry!r} has neither phases nor a bound activity", line)
    following: dict[str | None, str | None] = {}
    branching: set[str | None] = set()
    for step in graph.all("precedence"):
        before = [a.get("name") for p in step.children if p.tag.startswith("pre")
                  for a in p.all("activity")]  # fmt: skip
        plain = all(p.tag in ("pre", "post") for p in step.children)
        after = [a.get("name") for p in step.children if p.tag.startswith("post")
                 for a in p.all("activity")]  # fmt: skip
        for name in before:
            if plain and len(before) == 1 and len(after) <= 1:
                following[name] = after[0] if after else None
            else:
                branching.add(name)
    replies = {
        a.get("name")
        for r in graph.all("reply-entry")
        if r.get("name") == entry
        for a in r.all("reply-activity")
    }
    out: list[tuple[int, Element]] = []
    phase, seen = 1, set()
    at: Element | None = start
    while at is not None:
        name = at.get("name")
        if name in seen or name in branching:
            raise XmlProblem(
                f"the activities of entry {entry!r} fork, join or loop, which has no counterpart "
                "here; write them as a sequence",
                at.line,
            )
        seen.add(name)
        out.append((phase, at))
        if name in replies:
            phase = 2
        at = activities.get(following.get(name)) if following.get(name) else None
    return out


def _refuse_replication(item: Element) -> None:
    if (item.get("replication") or "1") not in ("1", "1.0"):
        raise XmlProblem(
            f"{item.tag} {item.get('name')!r} is replicated, which has no counterpart here; write "
            "the copies out",
            item.line,
        )


def _named(item: Element) -> str:
    name = item.get("name")
    if not name:
        raise XmlProblem(f"a {item.tag} has no name; give it one", item.line)
    return name


def _number(item: Element, key: str, default: float) -> float:
    raw = item.get(key)
    if raw is None or not raw.strip():
        return default
    try:
        value = float(raw)
    except ValueError:
        raise XmlProblem(
            f"{key} of <{item.tag}> is {raw!r}, not a number; give one (variables are not read)",
            item.line,
        ) from None
    if not math.isfinite(value):
        raise XmlProblem(f"{key} of <{item.tag}> is not a finite number; give a number", item.line)
    return value


def write_lqnx(network: LayeredNetwork) -> tuple[str, list[str]]:
    """The layered network as LQNX text; nothing of it is beyond that format."""
    out = [
        '<?xml version="1.0"?>',
        (
            f"<lqn-model name={quoteattr(network.id or 'plexwright')} "
            'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
            'xsi:noNamespaceSchemaLocation="lqn.xsd">'
        ),
        (
            '   <solver-params comment="" conv_val="1e-06" it_limit="100" print_int="10" '
            'underrelax_coeff="0.9"/>'
        ),
    ]
    for processor in network.processors:
        many = (
            ""
            if math.isinf(processor.multiplicity)
            else f' multiplicity="{int(processor.multiplicity)}"'
        )
        word = "inf" if math.isinf(processor.multiplicity) else processor.scheduling
        quantum = ' quantum="0.001"' if word == "ps" else ""
        out.append(
            f"   <processor name={quoteattr(processor.name)} scheduling={quoteattr(word)}"
            f"{many}{quantum}>"
        )
        for task in network.tasks:
            if task.processor != processor.name:
                continue
            word = "ref" if task.reference else task.scheduling
            if math.isinf(task.multiplicity):
                word = "inf"
            many = (
                "" if math.isinf(task.multiplicity) else f' multiplicity="{int(task.multiplicity)}"'
            )
            think = f' think-time="{task.think_time_s!r}"' if task.think_time_s else ""
            out.append(
                f"      <task name={quoteattr(task.name)} scheduling={quoteattr(word)}"
                f"{many}{think}>"
            )
            for entry in network.entries:
                if entry.task == task.name:
                    out += _entry_lines(entry.name, entry.host_demand_s, entry.calls,
                                        entry.arrival_rate_per_s)  # fmt: skip
            out.append("      </task>")
        out.append("   </processor>")
    out += ["</lqn-model>", ""]
    return "\n".join(out), []


def _entry_lines(
    name: str, host: tuple[float, ...], calls: tuple[Call, ...], rate: float
) -> list[str]:
    arrival = f' open-arrival-rate="{rate!r}"' if rate else ""
    out = [f'         <entry name={quoteattr(name)} type="PH1PH2"{arrival}>',
           "            <entry-phase-activities>"]  # fmt: skip
    for phase, demand in enumerate(host, start=1):
        here = [c for c in calls if c.phase == phase]
        head = (
            f'               <activity name={quoteattr(f"{name}_{phase}")} phase="{phase}" '
            f'host-demand-mean="{demand!r}"'
        )
        if not here:
            out.append(head + "/>")
            continue
        out.append(head + ">")
        for call in here:
            tag = "synch-call" if call.type == "sync" else "asynch-call"
            out.append(
                f'                  <{tag} dest={quoteattr(call.to)} calls-mean="{call.mean!r}"/>'
            )
        out.append("               </activity>")
    out += ["            </entry-phase-activities>", "         </entry>"]
    return out
