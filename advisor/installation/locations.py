"""Db2 subsystems of one name with several locations or data sharing groups: one for each of them.

A location is a Db2's, or a data sharing group's, alone: no other server answers to it, while a
subsystem's name, of four signs, is often that of a test or another customer's system as well. Both
stand in the headings of Db2 reports. The one whose report came in first keeps the name, the others
have their location, or group, behind it. Either is asked, as is which a report without one is of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from advisor.installation.identity import APART, METRIC, same_or_another
from advisor.installation.subsystems import renamed
from advisor.installation.unplaced import Unplaced, as_they_came, bare, title_of, unplaced, whose
from advisor.observations import FileReading, Observation, Question, bare_name
from model.language import Name, SettingName, say
from model.topology import Value

_KIND = "db2_subsystem:"
_TOLD = ("setting.LOCATION", "setting.GROUPNAME")
_OF_FILE = METRIC + "place_of."
"""Of the answer which of them a file is of, with the file's name behind it."""

Lines = dict[str, dict[str, list[tuple[int, str]]]]
"""By subsystem and file, what is told of it and on which lines."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The ``subject`` of ``place`` is not the one of the ``first`` if it is kept ``apart``."""

    subject: str
    setting: str
    first: str
    place: str
    apart: bool

    @property
    def other(self) -> str:
        """Its name if it is another one."""
        return f"{bare(self.subject)}@{self.place}"

    @property
    def key(self) -> tuple[str, str]:
        """Component and metric of the consultant's answer."""
        return self.subject, METRIC + self.other


class Locations:
    """What reports tell of where each Db2 is, noted while these are gone through."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], set[str]] = defaultdict(set)

    def noted(self, observations: Iterable[Observation]) -> Iterator[Observation]:
        """All observations, as they are."""
        for seen in observations:
            if seen.metric in _TOLD and seen.subject.startswith(_KIND):
                self._told[seen.subject, seen.metric].add(str(seen.value))
            yield seen

    def apart(
        self, readings: Sequence[FileReading], answers: Mapping[tuple[str, str], Value]
    ) -> tuple[Sequence[FileReading], tuple[Elsewhere, ...], tuple[Unplaced, ...]]:
        """The readings with a name for each, what has one name, and files that tell no place."""
        found: list[Elsewhere] = []
        homeless: list[Unplaced] = []
        for metric in _TOLD:
            if any(len(told) > 1 for (_, of), told in self._told.items() if of == metric):
                for subject, lines in sorted(_lines(readings, metric).items()):
                    others = tuple(_others(subject, metric, lines, readings, answers))
                    found.extend(others)
                    if names := {one.place for one in others if one.apart}:
                        places = (others[0].first, *sorted(names))
                        lost = tuple(_homeless(subject, lines, readings, places, answers))
                        homeless.extend(lost)
                        chosen = {one.file: [(0, one.place)] for one in lost}
                        readings = _named(readings, subject, {**chosen, **lines}, names)
        return readings, tuple(found), tuple(homeless)


def _lines(readings: Iterable[FileReading], metric: str) -> Lines:
    found: Lines = defaultdict(dict)
    for reading in readings:
        for seen in reading.observations:
            if seen.metric == metric and seen.subject.startswith(_KIND):
                lines = found[seen.subject].setdefault(reading.file, [])
                lines.append((seen.line, str(seen.value)))
    return found


def _others(
    subject: str,
    metric: str,
    lines: Mapping[str, Sequence[tuple[int, str]]],
    readings: Iterable[FileReading],
    answers: Mapping[tuple[str, str], Value],
) -> Iterator[Elsewhere]:
    first, *others = as_they_came(
        (place, reading.batch) for reading in readings for _, place in lines.get(reading.file, ())
    )
    for place in others:
        key = Elsewhere(subject, metric, first, place, True).key
        apart = str(answers.get(key, APART)) == APART
        yield Elsewhere(subject, metric.removeprefix("setting."), first, place, apart)


def _homeless(
    subject: str,
    lines: Mapping[str, object],
    readings: Iterable[FileReading],
    places: tuple[str, ...],
    answers: Mapping[tuple[str, str], Value],
) -> Iterator[Unplaced]:
    for reading in readings:
        if reading.file not in lines and any(
            seen.subject == subject or seen.value == subject for seen in reading.observations
        ):
            yield unplaced(subject, reading.file, places, _OF_FILE, answers)


def _named(
    readings: Iterable[FileReading],
    subject: str,
    lines: Mapping[str, Sequence[tuple[int, str]]],
    names: set[str],
) -> tuple[FileReading, ...]:
    systems = {f":{name}" for name in names}
    return tuple(
        renamed(reading, subject, [(at, f":{place}") for at, place in sorted(here)], systems)
        if (here := lines.get(reading.file))
        else reading
        for reading in readings
    )


def asked(found: Iterable[Elsewhere], homeless: Iterable[Unplaced]) -> tuple[Question, ...]:
    """Whether they are one, and which of them a report is of, so that it can be changed."""
    one_or_two = (
        same_or_another(
            one.key,
            say(
                "Is {title} {name} of {setting} {place} the same as {name} of {setting} {first}?",
                title=title_of(one.subject),
                name=Name(bare(one.subject)),
                setting=SettingName(one.setting),
                place=Name(one.place),
                first=Name(one.first),
            ),
            "reports that name the location of each subsystem",
            one.apart,
        )
        for one in found
    )
    which = (
        whose(
            one,
            say(
                "Which {title} {name} is {file} of? The file does not say",
                title=title_of(one.subject),
                name=Name(bare(one.subject)),
                file=Name(bare_name(one.file)),
            ),
            "the same report with its heading, which names the location",
        )
        for one in homeless
    )
    return (*one_or_two, *which)


def assumed(found: Iterable[Elsewhere], homeless: Iterable[Unplaced]) -> tuple[str, ...]:
    """What is taken as another one or as the same."""
    said = [
        say(
            "{title} {name} of {setting} {place} is taken to be another one than {name} of "
            "{setting} {first}, and is called {other}.",
            title=title_of(one.subject),
            name=Name(bare(one.subject)),
            setting=SettingName(one.setting),
            place=Name(one.place),
            first=Name(one.first),
            other=Name(one.other),
        )
        if one.apart
        else say(
            "{title} {name} is taken to be one of {setting} {first} and of {setting} {place}: its "
            "figures of both are taken together.",
            title=title_of(one.subject),
            name=Name(bare(one.subject)),
            setting=SettingName(one.setting),
            place=Name(one.place),
            first=Name(one.first),
        )
        for one in found
    ]
    return (
        *said,
        *(
            say(
                "{title} {name} of {file}, which names no location, is taken to be the one of "
                "{place}.",
                title=title_of(one.subject),
                name=Name(bare(one.subject)),
                file=Name(bare_name(one.file)),
                place=Name(one.place),
            )
            for one in homeless
        ),
    )
