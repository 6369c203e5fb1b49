"""Systems of one name on different machines: two, unless the name moved from one to the other.

A system's name is its own within a sysplex, not within an enterprise: a service provider's report
has a PROD for each customer. What tells them apart is the machine that they run in, by its serial.
The one whose machine comes first keeps the name; the others have their machine's behind it. Where
the imports say that a name was on one machine first and on another one later, it is taken to have
moved. Either is asked, as is which of them a report without a machine is of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from advisor.installation.identity import APART, METRIC, SAME, same_or_another
from advisor.installation.unplaced import Unplaced, bare, last_named, unplaced, whose
from advisor.observations import FileReading, Observation, Question, bare_name
from model.language import Name, say
from model.topology import Value

_LPAR, _CPC, _DUMPS = "lpar:", "cpc:", "dump_options:"
_PARENT = "relation.parent"
_OF_FILE = METRIC + "machine."
"""Of the answer which machine a file is of, with the file's name behind it."""


@dataclass
class _Told:
    """What one file says of one system: lines that name its machine, and what it measured when."""

    batch: int
    machines: list[tuple[int, str]] = field(default_factory=list)
    begin: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True)
class Namesake:
    """``other`` has the name of ``subject`` and runs in ``machine``, not in ``first``."""

    subject: str
    other: str
    first: str
    machine: str
    apart: bool

    @property
    def key(self) -> tuple[str, str]:
        """Component and metric of the consultant's answer."""
        return self.subject, METRIC + self.other.partition(":")[2]


class Machines:
    """The machines that each system is said to run in, noted while reports are gone through."""

    def __init__(self) -> None:
        self._told: dict[str, dict[str, _Told]] = defaultdict(dict)

    def noted(self, readings: Iterable[FileReading]) -> Iterator[Observation]:
        """All observations, as they are."""
        for reading in readings:
            for seen in reading.observations:
                if seen.subject.startswith(_LPAR):
                    self._note(reading, seen)
                yield seen

    def _note(self, reading: FileReading, seen: Observation) -> None:
        files = self._told[seen.subject]
        told = files.get(reading.file)
        if told is None:
            told = files[reading.file] = _Told(reading.batch)
        if seen.metric == _PARENT:
            told.machines.append((seen.line, str(seen.value)))
        if start := seen.interval.start:
            told.begin = min(start, told.begin or start)
            told.end = max(seen.interval.end or start, told.end)

    def namesakes(
        self, answers: Mapping[tuple[str, str], Value]
    ) -> tuple[tuple[Namesake, ...], tuple[Unplaced, ...]]:
        """Systems of one name on several machines, and files that do not say which they are of."""
        found: list[Namesake] = []
        homeless: list[Unplaced] = []
        for subject, files in sorted(self._told.items()):
            by: dict[str, list[_Told]] = defaultdict(list)
            for told in files.values():
                for machine in {machine for _, machine in told.machines}:
                    by[machine].append(told)
            first, *others = sorted(by, key=lambda one: (min(t.batch for t in by[one]), one)) or [
                ""
            ]
            here = []
            for machine in others:
                other = f"{subject}@{machine.removeprefix(_CPC)}"
                sake = Namesake(subject, other, first, machine, True)
                usual = SAME if _moved(by[first], by[machine]) else APART
                here.append(replace(sake, apart=str(answers.get(sake.key, usual)) == APART))
            found.extend(here)
            machines = (first, *(one.machine for one in here if one.apart))
            if len(machines) > 1:
                homeless.extend(
                    unplaced(subject, file, machines, _OF_FILE, answers)
                    for file in sorted(file for file, told in files.items() if not told.machines)
                )
        return tuple(found), tuple(homeless)

    def apart(
        self,
        readings: Sequence[FileReading],
        namesakes: Iterable[Namesake],
        homeless: Iterable[Unplaced],
    ) -> tuple[FileReading, ...]:
        """The readings, in which each of the namesakes that are kept apart has its own name."""
        names = {(one.subject, one.machine): one.other for one in namesakes if one.apart}
        chosen = {(one.subject, one.file): one.place for one in homeless}
        found = []
        for reading in readings:
            places = {}
            for subject in {subject for subject, _ in names}:
                told = self._told[subject].get(reading.file)
                lines = sorted(told.machines) if told is not None else []
                if not lines and (machine := chosen.get((subject, reading.file))):
                    lines = [(0, machine)]
                if any((subject, machine) in names for _, machine in lines):
                    places[subject] = lines
            found.append(_renamed(reading, places, names) if places else reading)
        return tuple(found)


def _moved(before: Sequence[_Told], after: Sequence[_Told]) -> bool:
    """Whether all that is said of the one machine came in later than all of the other, and is of
    a later time."""
    if not all(told.begin for told in (*before, *after)):
        return False
    later = max(told.batch for told in before) < min(told.batch for told in after)
    return later and max(told.end for told in before) <= min(told.begin for told in after)


def _renamed(
    reading: FileReading,
    places: Mapping[str, Sequence[tuple[int, str]]],
    names: Mapping[tuple[str, str], str],
) -> FileReading:
    return replace(
        reading,
        observations=tuple(_called(seen, places, names) for seen in reading.observations),
    )


def _called(
    seen: Observation,
    places: Mapping[str, Sequence[tuple[int, str]]],
    names: Mapping[tuple[str, str], str],
) -> Observation:
    """As it is called on the machine that its file named last above its line, else first."""
    for subject, lines in places.items():
        other = names.get((subject, last_named(lines, seen.line)))
        if other is None:
            continue
        old, new = subject.removeprefix(_LPAR), other.removeprefix(_LPAR)
        own = {subject: other, _DUMPS + old: _DUMPS + new}
        stem, *parts = seen.metric.split(".")
        if stem not in ("setting", "relation") and old in parts:
            stem = ".".join((stem, *(new if part == old else part for part in parts)))
            seen = replace(seen, metric=stem)
        if seen.subject in own:
            seen = replace(seen, subject=own[seen.subject])
        if isinstance(seen.value, str) and seen.value in own:
            seen = replace(seen, value=own[seen.value])
    return seen


def asked(namesakes: Iterable[Namesake], homeless: Iterable[Unplaced]) -> tuple[Question, ...]:
    """Whether they are one, and which of them a report is of, so that it can be changed."""
    one_or_two = (
        same_or_another(
            one.key,
            say(
                "Is {name} on machine {machine} the same system as {name} on machine {first}?",
                name=Name(bare(one.subject)),
                machine=Name(bare(one.machine)),
                first=Name(bare(one.first)),
            ),
            "reports that name the machine of each system",
            one.apart,
        )
        for one in namesakes
    )
    which = (
        whose(
            one,
            say(
                "On which machine runs {name} of {file}? The file does not say",
                name=Name(bare(one.subject)),
                file=Name(bare_name(one.file)),
            ),
            "the same report with RMF's CPU activity, which names the machine",
        )
        for one in homeless
    )
    return (*one_or_two, *which)


def assumed(namesakes: Iterable[Namesake], homeless: Iterable[Unplaced]) -> tuple[str, ...]:
    """What is taken as another system or as the same one."""
    said = [
        say(
            "{name} on machine {machine} is taken to be another system than {name} on machine "
            "{first}, and is called {other}.",
            name=Name(bare(one.subject)),
            machine=Name(bare(one.machine)),
            first=Name(bare(one.first)),
            other=Name(bare(one.other)),
        )
        if one.apart
        else say(
            "{name} is taken to be one system that was on machine {first} and on machine "
            "{machine}.",
            name=Name(bare(one.subject)),
            machine=Name(bare(one.machine)),
            first=Name(bare(one.first)),
        )
        for one in namesakes
    ]
    return (
        *said,
        *(
            say(
                "{name} of {file}, which names no machine, is taken to be the one on machine "
                "{machine}.",
                name=Name(bare(one.subject)),
                file=Name(bare_name(one.file)),
                machine=Name(bare(one.place)),
            )
            for one in homeless
        ),
    )
