"""A transaction's way through the boxes: how long it stays at each, and the lines it takes.

A model tells how long a transaction is where, not in which order it comes back: what is spent at
one box stands together, boxes follow each other as the model first comes to them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.window.canvas.layout import Box, visible_owner
from app.window.i18n import spoken_label, tr
from app.window.i18n.numbers import percent, projected
from app.window.names import component_name

if TYPE_CHECKING:
    from app.window.canvas.loads import Part
    from model.topology import Topology


@dataclass(frozen=True, slots=True)
class Stay:
    """The time spent at one box: from which share of the response time to which, and how long."""

    begin: float
    end: float
    seconds: float

    @property
    def share(self) -> float:
        """How much of the response time that is, 0..1."""
        return self.end - self.begin


def stays(
    parts: Iterable[Part], total_s: float, topology: Topology, boxes: Mapping[str, Box]
) -> dict[str, Stay]:
    """By box on show what of a response time of ``total_s`` is spent there, or inside of it."""
    spent: dict[str, float] = {}
    for part in parts:
        owner = visible_owner(topology, part.component, boxes)
        if owner is not None:
            spent[owner] = spent.get(owner, 0.0) + part.seconds
    found: dict[str, Stay] = {}
    begin = 0.0
    for owner, seconds in spent.items():
        end = begin + seconds / total_s
        found[owner] = Stay(begin, end, seconds)
        begin = end
    return found


def ways(
    ends: Mapping[str, tuple[str, str]], start: str, stay_at: Mapping[str, Stay]
) -> dict[str, float]:
    """By line that leads from the box of a workload to where it stays, what is spent beyond it.

    ``ends`` are the boxes at both ends of the lines on show; the shortest way is taken, over those
    that come first. Shares of the response time, 0..1.
    """
    beside: dict[str, list[tuple[str, str]]] = {}
    for line, (source, target) in ends.items():
        beside.setdefault(source, []).append((line, target))
        beside.setdefault(target, []).append((line, source))
    came: dict[str, tuple[str, str]] = {start: ("", "")}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for line, there in beside.get(here, ()):
            if there not in came:
                came[there] = (line, here)
                waiting.append(there)
    found: dict[str, float] = {}
    for box, stay in stay_at.items():
        line, before = came.get(box, ("", ""))
        while line:
            found[line] = found.get(line, 0.0) + stay.share
            line, before = came[before]
    return found


def told(part: Part, total_s: float, topology: Topology) -> str:
    """One part of a response time in words."""
    return tr(
        "{part}: {time}, {share} of the response time, at {name}",
        part=spoken_label(part.name),
        time=projected(part.seconds * 1000.0, "ms"),
        share=percent(part.seconds / total_s),
        name=component_name(topology, part.component),
    )
