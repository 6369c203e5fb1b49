"""Subsystems of one name in several systems: two, where both were measured at the same time.

An APPLID, a queue manager, a Db2 or an Adabas database is unique where it is known, not within an
enterprise. It runs in one system at a time, and reports say in which: two at once are two, and the
one that is kept apart has its system's name behind its own. Where the times do not meet, it may
have been started elsewhere, and is taken as one. Either is asked, as is which of them a report
without a system is of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from advisor.installation.identity import APART, METRIC, SAME, is_of_a_file, same_or_another
from advisor.installation.unplaced import (
    Unplaced,
    as_they_came,
    bare,
    last_named,
    title_of,
    unplaced,
    whose,
)
from advisor.observations import FileReading, Observation, Question, bare_name
from model.catalogue import catalogue
from model.language import Name, say
from model.topology import Value

_KINDS = ("adabas_nucleus:", "cics_region:", "db2_subsystem:", "ims_system:", "mq_manager:")
"""What runs in one system at a time and is known by its name there."""
_PARENT, _LPAR = "relation.parent", "lpar:"
_OF_FILE = METRIC + "system."
"""Of the answer which system a file is of, with the file's name behind it."""
_NUCLEUS, _DATABASE = "adabas_nucleus", "adabas_database"
_GROUP = "setting.CLUGROUPNAME"


@dataclass(frozen=True, slots=True)
class Namesake:
    """The ``subject`` of ``system`` is not the one of ``first`` if it is kept ``apart``."""

    subject: str
    first: str
    system: str
    apart: bool
    among: str = ""
    """The first of the systems that it runs in, if these are several."""

    @property
    def named(self) -> str:
        """The system that it is called after."""
        return self.among or self.system

    @property
    def other(self) -> str:
        """Its name if it is another one."""
        return f"{bare(self.subject)}@{bare(self.named)}"

    @property
    def key(self) -> tuple[str, str]:
        """Component and metric of the consultant's answer."""
        return self.subject, f"{METRIC}{bare(self.subject)}@{bare(self.system)}"


class Homes:
    """The systems that each subsystem is said to run in, noted while reports are gone through."""

    def __init__(self) -> None:
        self._lines: dict[str, dict[str, list[tuple[int, str]]]] = defaultdict(dict)
        self._members: dict[tuple[str, str], set[str]] = defaultdict(set)
        """Of a database and a system its nuclei there."""
        self._groups: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
        """Of a database file, line and name of what its nuclei say is their cluster."""

    def noted(self, observations: Iterable[Observation]) -> Iterator[Observation]:
        """All observations, as they are."""
        for seen in observations:
            if seen.metric == _PARENT and seen.subject.startswith(_KINDS):
                system = str(seen.value)
                if not is_of_a_file(bare(system), seen.file):
                    whole = _whole(seen.subject)
                    lines = self._lines[whole].setdefault(seen.file, [])
                    lines.append((seen.line, system))
                    self._members[whole, system].add(seen.subject)
            elif seen.metric == _GROUP:
                self._groups[_whole(seen.subject)].append((seen.file, seen.line, str(seen.value)))
            yield seen

    @property
    def stated(self) -> frozenset[str]:
        """Subsystems of which a file names the system."""
        return frozenset(self._lines)

    def namesakes(
        self, readings: Sequence[FileReading], answers: Mapping[tuple[str, str], Value]
    ) -> tuple[tuple[Namesake, ...], tuple[Unplaced, ...]]:
        """Subsystems of one name in several systems, and files that name none."""
        found: list[Namesake] = []
        homeless: list[Unplaced] = []
        batches = {reading.file: reading.batch for reading in readings}
        for subject, files in sorted(self._lines.items()):
            ordered = as_they_came(
                (system, batches[file]) for file, lines in files.items() for _, system in lines
            )
            if not self._is_double(subject, ordered):
                continue
            times = self._times(subject, readings)
            firsts = self._clusters(subject, ordered, times)
            here = []
            for place, system in enumerate(ordered[1:], 1):
                at_once = any(_meet(times[system], times[other]) for other in ordered[:place])
                among = firsts.get(system, "") if firsts else system
                if among == ordered[0] and not self._shared(subject, system, among):
                    continue  # other nuclei of the same cluster
                can_part = bool(among) and among != ordered[0]
                sake = Namesake(subject, ordered[0], system, at_once and can_part, among)
                usual = APART if sake.apart else SAME
                here.append(replace(sake, apart=str(answers.get(sake.key, usual)) == APART))
            found.extend(here)
            systems = (ordered[0], *dict.fromkeys(one.named for one in here if one.apart))
            if len(systems) > 1:
                for reading in readings:
                    about = _About(subject, reading)
                    if reading.file in files or not any(map(about.holds, reading.observations)):
                        continue
                    homeless.append(unplaced(subject, reading.file, systems, _OF_FILE, answers))
        return tuple(found), tuple(homeless)

    def _is_double(self, subject: str, systems: Sequence[str]) -> bool:
        """Whether one is said to be in several; the nuclei of a cluster are not the same."""
        members = [self._members[subject, system] for system in systems]
        several = len({name for _, _, name in self._groups[subject]}) > 1
        return several or sum(map(len, members)) > len(set().union(*members))

    def _shared(self, subject: str, one: str, other: str) -> bool:
        return bool(self._members[subject, one] & self._members[subject, other])

    def _clusters(
        self,
        subject: str,
        systems: Sequence[str],
        times: Mapping[str, set[tuple[str, str]]],
    ) -> Mapping[str, str]:
        """By system the first of those that its nuclei's cluster is in; "" where it may be one of
        several clusters. Nothing for what runs in one system.

        One nucleus is not in two systems at a time, and a cluster has one group; what neither
        keeps apart is one cluster, unless each of two others may be.
        """
        if not subject.startswith(_DATABASE):
            return {}
        groups: dict[str, set[str]] = defaultdict(set)
        for file, line, name in self._groups[subject]:
            if lines := sorted(self._lines[subject].get(file, ())):
                groups[last_named(lines, line)].add(name)

        def are_two(one: str, other: str) -> bool:
            named = groups[one] and groups[other] and not groups[one] & groups[other]
            return bool(named or self._shared(subject, one, other)) and _meet(
                times[one], times[other]
            )

        alike = {
            one: [other for other in systems if other == one or not are_two(one, other)]
            for one in systems
        }
        if any(alike[other] != those for those in alike.values() for other in those):
            return dict.fromkeys(systems, "")
        return {one: those[0] for one, those in alike.items()}

    def _times(
        self, subject: str, readings: Iterable[FileReading]
    ) -> dict[str, set[tuple[str, str]]]:
        """By system begin and end of what was measured there; both the same for a moment."""
        found: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for reading in readings:
            lines = sorted(self._lines[subject].get(reading.file, ()))
            about = _About(subject, reading)
            for seen in reading.observations if lines else ():
                if (end := seen.interval.end) and about.holds(seen):
                    found[last_named(lines, seen.line)].add((seen.interval.start or end, end))
        return found

    def apart(
        self,
        readings: Sequence[FileReading],
        namesakes: Iterable[Namesake],
        homeless: Iterable[Unplaced],
    ) -> tuple[FileReading, ...]:
        """The readings, in which each of those that are kept apart has its own name."""
        chosen = {(one.subject, one.file): [(0, one.place)] for one in homeless}
        parted: dict[str, dict[str, str]] = defaultdict(dict)
        for sake in namesakes:
            if sake.apart:
                parted[sake.subject][sake.system] = sake.named
        found = []
        for reading in readings:
            for subject, names in parted.items():
                lines = self._lines[subject].get(reading.file) or chosen.get(
                    (subject, reading.file), []
                )
                if any(system in names for _, system in lines):
                    lines = [(line, names.get(system, system)) for line, system in sorted(lines)]
                    reading = renamed(reading, subject, lines, set(names.values()))
            found.append(reading)
        return tuple(found)


class _About:
    """What belongs to a subsystem in one report: by its name, or by what it is said to be in."""

    def __init__(self, subject: str, reading: FileReading) -> None:
        kind, _, self._name = subject.partition(":")
        self._kinds = _within(kind)
        self._ends = ("-",) if kind == _DATABASE else ("/",)
        self._below: set[str] = set()
        before = -1
        while before != len(self._below):  # the pool of a region, and what is in the pool
            before = len(self._below)
            self._below.update(
                seen.subject
                for seen in reading.observations
                if seen.metric == _PARENT
                and (str(seen.value) in self._below or self._is_named(str(seen.value)))
                and not self._is_named(seen.subject)
            )

    def _is_named(self, component: str) -> bool:
        kind, _, name = component.partition(":")
        if kind not in self._kinds or not name.startswith(self._name):
            return False
        rest = name[len(self._name) :]
        return not rest or rest.startswith(self._ends)

    def holds(self, seen: Observation) -> bool:
        """Whether it is about the subsystem."""
        return self._is_named(seen.subject) or seen.subject in self._below

    def called(self, component: str, system: str) -> str:
        """The component as it is called where ``system`` has one of its own."""
        kind, _, name = component.partition(":")
        if self._is_named(component):
            return f"{kind}:{self._name}@{bare(system)}{name[len(self._name) :]}"
        return f"{component}@{bare(system)}" if component in self._below else component


def renamed(
    reading: FileReading, subject: str, lines: Sequence[tuple[int, str]], systems: set[str]
) -> FileReading:
    """The reading with the subject, and what is in it, called after one of the ``systems``.

    ``lines`` say from which line on it is in which system.
    """
    about = _About(subject, reading)
    found = []
    for seen in reading.observations:
        system = last_named(lines, seen.line)
        if system in systems:
            called, value = about.called(seen.subject, system), seen.value
            if isinstance(value, str) and seen.metric.startswith("relation."):
                value = about.called(value, system)
            if (called, value) != (seen.subject, seen.value):
                seen = replace(seen, subject=called, value=value)
        found.append(seen)
    return replace(reading, observations=tuple(found))


def _whole(subject: str) -> str:
    """The subject; of a nucleus its database."""
    kind, _, name = subject.partition(":")
    return f"{_DATABASE}:{name.rpartition('-')[0] or name}" if kind == _NUCLEUS else subject


def _meet(these: Iterable[tuple[str, str]], those: Iterable[tuple[str, str]]) -> bool:
    """Whether two times have more than a moment in common, or are the same."""
    ordered = sorted({(*one, 0) for one in these} | {(*one, 1) for one in those})
    last = ["", ""]
    """The latest end so far, of each."""
    moments: set[tuple[str, str]] = set()
    for begin, end, side in ordered:
        if begin < last[1 - side] or (begin, end) in moments:
            return True
        moments.add((begin, end))
        last[side] = max(last[side], end)
    return False


@cache
def _within(kind: str) -> frozenset[str]:
    """The kind and all that may stand in it."""
    found = {kind, _NUCLEUS} if kind == _DATABASE else {kind}
    while more := {k.name for k in catalogue() if found & {*k.parents}} - found:
        found |= more
    return frozenset(found)


def asked(namesakes: Iterable[Namesake], homeless: Iterable[Unplaced]) -> tuple[Question, ...]:
    """Whether they are one, and which of them a report is of, so that it can be changed."""
    one_or_two = (
        same_or_another(
            one.key,
            say(
                "Is {title} {name} in system {system} the same as {name} in system {first}?",
                title=title_of(one.subject),
                name=Name(bare(one.subject)),
                system=Name(bare(one.system)),
                first=Name(bare(one.first)),
            ),
            "reports that name the system of each subsystem",
            one.apart,
        )
        for one in namesakes
    )
    which = (
        whose(
            one,
            say(
                "In which system runs {title} {name} of {file}? The file does not say",
                title=title_of(one.subject),
                name=Name(bare(one.subject)),
                file=Name(bare_name(one.file)),
            ),
            "the same report with the job log around it, which names the system",
        )
        for one in homeless
    )
    return (*one_or_two, *which)


def assumed(namesakes: Iterable[Namesake], homeless: Iterable[Unplaced]) -> tuple[str, ...]:
    """What is taken as another one or as the same."""
    said = [
        say(
            "{title} {name} in system {system} is taken to be another one than {name} in system "
            "{first}, and is called {other}.",
            title=title_of(one.subject),
            name=Name(bare(one.subject)),
            system=Name(bare(one.system)),
            first=Name(bare(one.first)),
            other=Name(one.other),
        )
        if one.apart
        else say(
            "{title} {name} is taken to be one that ran in system {first} and in system {system}: "
            "its figures of both are taken together.",
            title=title_of(one.subject),
            name=Name(bare(one.subject)),
            system=Name(bare(one.system)),
            first=Name(bare(one.first)),
        )
        for one in namesakes
    ]
    return (
        *said,
        *(
            say(
                "{title} {name} of {file}, which names no system, is taken to be the one in system "
                "{system}.",
                title=title_of(one.subject),
                name=Name(bare(one.subject)),
                file=Name(bare_name(one.file)),
                system=Name(bare(one.place)),
            )
            for one in homeless
        ),
    )
