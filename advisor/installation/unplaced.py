"""Reports that do not say where what they measured is, and those that do, line by line.

Systems of one name stand on machines (`namesakes`), subsystems of one name in systems
(`subsystems`); which of them a report is of is found, or asked, in the same way.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from advisor.observations import bare_name
from model.topology import Value


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A file with figures of ``subject`` that does not say in which of the ``places`` it is."""

    subject: str
    file: str
    places: tuple[str, ...]
    place: str
    """That which is taken."""
    key: tuple[str, str]
    """Component and metric of the consultant's answer."""


def unplaced(
    subject: str,
    file: str,
    places: tuple[str, ...],
    metric: str,
    answers: Mapping[tuple[str, str], Value],
) -> Unplaced:
    """As it was answered to ``metric`` with the file's name behind it; else in the first place."""
    key = (subject, metric + bare_name(file))
    answer = str(answers.get(key, places[0]))
    return Unplaced(subject, file, places, answer if answer in places else places[0], key)


def last_named(lines: Sequence[tuple[int, str]], line: int) -> str:
    """The place that was named last above the line, else first; ``lines`` in order."""
    return lines[max(bisect_right([number for number, _ in lines], line) - 1, 0)][1]


def bare(component: str) -> str:
    """A component's id without its kind."""
    return component.partition(":")[2]
