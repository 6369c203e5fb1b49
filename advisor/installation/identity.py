"""One thing, one component: what reports call by different names is joined by what identifies it.

LISTCAT and SMF 42 know a file by its data set, CICS by its FILE definition, whose DSNAME names the
data set; a job list knows a region by its job, statistics by its APPLID. Where exactly one
component states the name that another one has, both are one; it is said, and asked, so that the
consultant can keep them apart.

A system that a display does not name is called after the display's file, and is none of the others
until the consultant says which.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from advisor.observations import FileReading, Observation, Question, bare_name
from model.catalogue import catalogue
from model.language import Name, SettingName, say
from model.topology import Value

SAME, APART = "the same", "another one"
METRIC = "same_as."
"""The metric of the answer, with the other name behind it."""
_NAMED = METRIC + "system"
"""Of the answer about a system that is called after its file."""


@dataclass(frozen=True, slots=True)
class Alias:
    """``other`` is called ``subject`` from here on, unless the consultant keeps them apart.

    Without a ``setting`` it is called after its file, and one of the ``systems`` or of none.
    """

    other: str
    subject: str
    setting: str
    apart: bool = False
    systems: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """Component and metric of the consultant's answer."""
        if not self.setting:
            return self.other, _NAMED
        return self.subject, METRIC + self.other.partition(":")[2]


def aliases(
    observations: Iterable[Observation], answers: Mapping[tuple[str, str], Value]
) -> tuple[Alias, ...]:
    """Components that are one under two names, in the order of these."""
    subjects: set[str] = set()
    claimed: dict[str, dict[str, str]] = defaultdict(dict)
    systems: set[str] = set()
    unnamed: set[str] = set()
    for seen in observations:
        subjects.add(seen.subject)
        kind, _, name = seen.subject.partition(":")
        if kind == "lpar":
            (unnamed if is_of_a_file(name, seen.file) else systems).add(seen.subject)
        elif seen.metric == "relation.parent" and str(seen.value).startswith(_LPAR):
            systems.add(str(seen.value))
        setting = seen.metric.removeprefix("setting.")
        spec = catalogue().spec(kind, setting) if setting != seen.metric else None
        if spec is not None and spec.alias:
            other = f"{kind}:{seen.value}"
            # A namesake that has its system behind its name has the other's name by right.
            if other != seen.subject and not seen.subject.startswith(f"{other}@"):
                claimed[other].setdefault(seen.subject, setting)
    found = []
    for other in sorted(claimed.keys() & subjects):
        if len(claimed[other]) != 1 or other in {s for by in claimed.values() for s in by}:
            continue  # several state it, or it has a name of its own besides
        ((subject, setting),) = claimed[other].items()
        alias = Alias(other, subject, setting)
        found.append(replace(alias, apart=str(answers.get(alias.key, SAME)) == APART))
    known = tuple(sorted(systems - unnamed))
    for other in sorted(unnamed):
        answer = str(answers.get((other, _NAMED), APART))
        apart = answer not in known
        found.append(Alias(other, other if apart else answer, "", apart, known))
    return tuple(found)


def is_of_a_file(name: str, file: str) -> bool:
    """Whether a system has a file's name: such a one is longer than systems' or has other signs."""
    ends = f"/{_path(file)}".endswith(f"/{name}")
    return ends and _SYSTEM.fullmatch(name) is None


def told_apart(readings: Sequence[FileReading]) -> Sequence[FileReading]:
    """Systems called after files of one name in several folders are called after these as well.

    Two systems whose displays were kept under one file name would else become one.
    """
    files: dict[str, list[FileReading]] = defaultdict(list)
    for reading in readings:
        files[bare_name(reading.file)].append(reading)
    several = {
        bare: _ends({_path(one.file) for one in found})
        for bare, found in files.items()
        if len({_path(one.file) for one in found}) > 1
        and sum(any(_is_about(seen, bare) for seen in one.observations) for one in found) > 1
    }
    if not several:
        return readings
    return tuple(_called(reading, several) for reading in readings)


def _path(file: str) -> str:
    return file.replace("\\", "/")


def _is_about(seen: Observation, bare: str) -> bool:
    return seen.subject == f"lpar:{bare}" or seen.value == f"lpar:{bare}"


def _ends(files: Iterable[str]) -> Mapping[str, str]:
    """By file its name with as many folders before it as tell all of them apart."""
    parts = {file: file.split("/") for file in files}
    most = max(len(part) for part in parts.values())
    for many in range(2, most + 1):
        ends = {file: "/".join(part[-many:]) for file, part in parts.items()}
        if len(set(ends.values())) == len(ends):
            return ends
    return {file: file for file in files}


def _called(reading: FileReading, several: Mapping[str, Mapping[str, str]]) -> FileReading:
    bare = bare_name(reading.file)
    name = several.get(bare, {}).get(_path(reading.file), bare)
    if name == bare:
        return reading
    own = f"lpar:{bare}"
    return replace(reading, observations=tuple(
        replace(
            seen,
            subject=f"{seen.subject.partition(':')[0]}:{name}"
            if seen.subject.partition(":")[2] == bare else seen.subject,
            value=f"lpar:{name}" if seen.value == own else seen.value,
        )
        for seen in reading.observations
    ))  # fmt: skip


_LPAR, _DUMPS = "lpar:", "dump_options:"
"""A system, and what has its name because every system has one of its kind."""

_SYSTEM = re.compile(r"[A-Z@#$][A-Z0-9@#$]{0,7}")


def joined(observations: Iterable[Observation], known: Iterable[Alias]) -> Iterator[Observation]:
    """The observations with one name for each thing."""
    names = {alias.other: alias.subject for alias in known if not alias.apart}
    for other, subject in tuple(names.items()):
        if other.startswith(_LPAR):
            names[_DUMPS + other.removeprefix(_LPAR)] = _DUMPS + subject.removeprefix(_LPAR)
    if not names:
        yield from observations
        return
    for seen in observations:
        value = seen.value
        yield replace(
            seen,
            subject=names.get(seen.subject, seen.subject),
            value=names.get(value, value) if isinstance(value, str) else value,
        )


def asked(known: Iterable[Alias]) -> tuple[Question, ...]:
    """Whether they are one, so that it can be changed."""
    found = []
    for alias in known:
        name, other = (text.partition(":")[2] for text in (alias.subject, alias.other))
        if not alias.setting:
            found.append(_which(alias, other))
            continue
        found.append(
            same_or_another(
                alias.key,
                say(
                    "Is {other} the same as {name}? {setting} of {name} names it, "
                    "and the figures of both are taken as those of one",
                    other=other,
                    name=Name(name),
                    setting=SettingName(alias.setting),
                ),
                say("a report that names both {name} and {other}", name=Name(name), other=other),
                alias.apart,
            )
        )
    return tuple(found)


def same_or_another(key: tuple[str, str], asked: str, told_by: str, apart: bool) -> Question:
    """The question whether two of one name are one; as it is taken, so that it can be changed."""
    return Question(*key, asked, told_by, assumed=APART if apart else SAME, choices=(SAME, APART))


def _which(alias: Alias, name: str) -> Question:
    return Question(
        *alias.key,
        say("Which system is {name}? A display in the file of that name does not say", name=name),
        "the same display, routed or with the system's name in front, as logs have it",
        assumed=APART if alias.apart else alias.subject,
        choices=(*alias.systems, APART),
    )


def assumed(known: Iterable[Alias]) -> tuple[str, ...]:
    """What is taken as one."""
    return tuple(
        say(
            "{other} is taken to be {subject}, whose {setting} names it.",
            other=alias.other.partition(":")[2],
            subject=alias.subject.partition(":")[2],
            setting=SettingName(alias.setting),
        )
        for alias in known
        if alias.setting and not alias.apart
    )
