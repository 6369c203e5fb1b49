"""Reports that do not say where what they measured is, and those that do, line by line.

Systems of one name stand on machines (`namesakes`), subsystems of one name in systems
(`subsystems`); which of them a report is of is found, or asked, in the same way.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from advisor.observations import Question, bare_name
from model.catalogue import catalogue
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


def whose(one: Unplaced, asked: str, told_by: str) -> Question:
    """The question in which of its places a file is, so that it can be changed."""
    return Question(*one.key, asked, told_by, assumed=one.place, choices=one.places)


def as_they_came(seen: Iterable[tuple[str, int]]) -> list[str]:
    """Places by the first batch of reports that names each, then by name."""
    since: dict[str, int] = {}
    for place, batch in seen:
        since[place] = min(batch, since.get(place, batch))
    return sorted(since, key=lambda place: (since[place], place))


def last_named(lines: Sequence[tuple[int, str]], line: int) -> str:
    """The place that was named last above the line, else first; ``lines`` in order."""
    return lines[max(bisect_right([number for number, _ in lines], line) - 1, 0)][1]


def bare(component: str) -> str:
    """A component's id without its kind."""
    return component.partition(":")[2]


def title_of(component: str) -> str:
    """What a component's kind is called, by its id."""
    return catalogue()[component.partition(":")[0]].title
