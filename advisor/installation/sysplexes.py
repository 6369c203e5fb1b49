"""Coupling facilities and structures of one name in several sysplexes: one in each of them.

Names such as ISGLOCK or SYSZWLM are the same in every sysplex, CF01 in most, and a structure is
known in its own sysplex alone. Where the reports name several, that of the sysplex which came in
first keeps the name; the others have their sysplex's behind it. It is asked, once for a sysplex,
as the consultant may know that one was renamed; so is which a report without a sysplex is of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from advisor.installation.identity import APART, METRIC, same_or_another
from advisor.installation.periods import SUBJECT
from advisor.installation.unplaced import Unplaced, as_they_came, bare, last_named, unplaced, whose
from advisor.observations import FileReading, Observation, Question, bare_name
from model.language import Name, say
from model.topology import Value

_KINDS = ("cf:", "cf_structure:")
_TOLD = "setting.SYSPLEX"
_OF_FILE = METRIC + "sysplex_of."
_APART = METRIC + "sysplex."
"""Of the answers which sysplex a file is of, and whether a sysplex is another one than the first;
the file's name or the sysplex's stands behind it.
"""


@dataclass(frozen=True, slots=True)
class Other:
    """A sysplex with ``subjects`` whose names stand in the ``first`` as well."""

    sysplex: str
    first: str
    subjects: frozenset[str]
    apart: bool

    @property
    def key(self) -> tuple[str, str]:
        """Subject and metric of the consultant's answer."""
        return SUBJECT, _APART + self.sysplex


class Sysplexes:
    """The sysplexes that reports tell of, noted while these are gone through."""

    def __init__(self) -> None:
        self._lines: dict[str, list[tuple[int, str]]] = defaultdict(list)

    def noted(self, observations: Iterable[Observation]) -> Iterator[Observation]:
        """All observations, as they are."""
        for seen in observations:
            if seen.metric == _TOLD:
                self._lines[seen.file].append((seen.line, str(seen.value)))
            yield seen

    def others(
        self, readings: Sequence[FileReading], answers: Mapping[tuple[str, str], Value]
    ) -> tuple[tuple[Other, ...], tuple[Unplaced, ...]]:
        """Sysplexes that have names in common with another, and files that name no sysplex."""
        if len({sysplex for lines in self._lines.values() for _, sysplex in lines}) < 2:
            return (), ()
        subjects: dict[str, set[str]] = defaultdict(set)
        came: list[tuple[str, int]] = []
        for reading in readings:
            lines = sorted(self._lines.get(reading.file, ()))
            for seen in reading.observations if lines else ():
                if seen.subject.startswith(_KINDS):
                    sysplex = last_named(lines, seen.line)
                    subjects[sysplex].add(seen.subject)
                    came.append((sysplex, reading.batch))
        first, *others = as_they_came(came)
        found = []
        owners = dict.fromkeys(subjects[first], first)
        for sysplex in others:
            if shared := frozenset(subjects[sysplex] & owners.keys()):
                other = Other(sysplex, owners[min(shared)], shared, True)
                found.append(replace(other, apart=str(answers.get(other.key, APART)) == APART))
            owners = dict.fromkeys(subjects[sysplex], sysplex) | owners
        return tuple(found), self._homeless(readings, found, answers)

    def _homeless(
        self,
        readings: Iterable[FileReading],
        others: Iterable[Other],
        answers: Mapping[tuple[str, str], Value],
    ) -> tuple[Unplaced, ...]:
        apart = [one for one in others if one.apart]
        doubles = frozenset[str]().union(*(one.subjects for one in apart))
        places = tuple(dict.fromkeys(
            sysplex for one in apart for sysplex in (one.first, one.sysplex)
        ))  # fmt: skip
        return tuple(
            unplaced(SUBJECT, reading.file, places, _OF_FILE, answers)
            for reading in readings
            if reading.file not in self._lines
            and any(seen.subject in doubles for seen in reading.observations)
        )

    def apart(
        self,
        readings: Sequence[FileReading],
        others: Iterable[Other],
        homeless: Iterable[Unplaced],
    ) -> tuple[FileReading, ...]:
        """The readings, in which what is kept apart has its sysplex's name behind its own."""
        names = {one.sysplex: one.subjects for one in others if one.apart}
        chosen = {one.file: [(0, one.place)] for one in homeless}
        return tuple(
            _renamed(reading, sorted(lines), names)
            if (lines := self._lines.get(reading.file) or chosen.get(reading.file))
            else reading
            for reading in readings
        )


def _renamed(
    reading: FileReading,
    lines: Sequence[tuple[int, str]],
    names: Mapping[str, Set[str]],
) -> FileReading:
    if not any(sysplex in names for _, sysplex in lines):
        return reading
    found = []
    for seen in reading.observations:
        sysplex = last_named(lines, seen.line)
        doubles = names.get(sysplex, frozenset())
        if seen.subject in doubles:
            seen = replace(seen, subject=f"{seen.subject}@{sysplex}")
        if seen.metric.startswith("relation.") and seen.value in doubles:
            seen = replace(seen, value=f"{seen.value}@{sysplex}")
        found.append(seen)
    return replace(reading, observations=tuple(found))


def asked(others: Iterable[Other], homeless: Iterable[Unplaced]) -> tuple[Question, ...]:
    """Whether they are one, and which of them a report is of, so that it can be changed."""
    one_or_two = (
        same_or_another(
            one.key,
            say(
                "Is sysplex {sysplex} the same as sysplex {first}? Both have {name}",
                sysplex=Name(one.sysplex),
                first=Name(one.first),
                name=Name(bare(min(one.subjects))),
            ),
            "reports that name the sysplex of each structure",
            one.apart,
        )
        for one in others
    )
    which = (
        whose(
            one,
            say(
                "Of which sysplex are the structures of {file}? The file does not say",
                file=Name(bare_name(one.file)),
            ),
            "the coupling facility activity of RMF, which names the sysplex",
        )
        for one in homeless
    )
    return (*one_or_two, *which)


def assumed(others: Iterable[Other], homeless: Iterable[Unplaced]) -> tuple[str, ...]:
    """What is taken as another one or as the same."""
    said = [
        say(
            "Coupling facilities and structures of sysplex {sysplex} are taken to be others than "
            "those of the same name in sysplex {first}, and have @{sysplex} behind their names.",
            sysplex=Name(one.sysplex),
            first=Name(one.first),
        )
        if one.apart
        else say(
            "Sysplex {sysplex} is taken to be sysplex {first}: structures of one name are one.",
            sysplex=Name(one.sysplex),
            first=Name(one.first),
        )
        for one in others
    ]
    return (
        *said,
        *(
            say(
                "Structures of {file}, which names no sysplex, are taken to be those of sysplex "
                "{sysplex}.",
                file=Name(bare_name(one.file)),
                sysplex=Name(one.place),
            )
            for one in homeless
        ),
    )
