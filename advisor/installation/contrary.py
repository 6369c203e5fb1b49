"""Subsystems of one name whose reports name no system: two, where these cannot be of one.

Statistics tell all that a region, a queue manager, a Db2 or an IMS did in an interval. Where two
files do so of one interval and hardly agree in any figure, no mean of both was ever measured: they
are of two that have one name, as test and production often do. The second is called by its number,
it is said and asked, and the consultant can join them again. Traces are begun by hand, those of
two systems some seconds apart: intervals that nearly coincide are of one time.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime

from advisor.installation.identity import APART, METRIC, same_or_another
from advisor.installation.subsystems import renamed
from advisor.installation.unplaced import bare, title_of
from advisor.observations import FileReading, Observation, Question, bare_name
from model.language import Name, say
from model.topology import Value

_KINDS = ("cics_region:", "db2_subsystem:", "ims_system:", "mq_manager:")
_INSIDE = {"db2_bufferpool": "db2_subsystem", "ims_region": "ims_system"}
"""What stands in a subsystem, has its name before a slash, and tells it apart as its own figures
do: a Db2's storage and an IMS's own figures are too few to judge by."""
_WHOLE = frozenset({
    "cics-statistics", "db2-accounting", "db2-pool-analyzer", "ims-monitor", "ims-pa-logger",
    "mq-csv", "mq-mp1b", "smf-100", "smf-110-2", "smf-mq",
})  # fmt: skip
"""Readers of statistics, which are of all that a subsystem did and not of a part that was asked."""
_PART = ("terminations",)
"""Figures of accounting, which is often printed of some plans or users only."""
_LEAST_SHARED, _AGREEING, _NEAR, _MOST = 3, 0.5, 0.05, 60
"""Figures that have to be in both files, the share of them that one subsystem's agree in, and how
near these are to each other; practice. And how many figures of a file are looked at."""

_SAME_TIME = 0.8
"""The part that two intervals have in common, of what both of them cover, if they are of one time;
practice."""

Span = tuple[str, str]
Figures = dict[tuple[str, str, Span], float]
"""What a file says of a subject's figure in an interval."""


@dataclass(frozen=True, slots=True)
class Contrary:
    """The ``subject`` of ``file`` is not the one of the ``first`` file if it is kept ``apart``."""

    subject: str
    first: str
    file: str
    number: int
    apart: bool

    @property
    def other(self) -> str:
        """Its name if it is another one."""
        return f"{bare(self.subject)}@{self.number}"

    @property
    def key(self) -> tuple[str, str]:
        """Component and metric of the consultant's answer."""
        return self.subject, f"{METRIC}of.{bare_name(self.file)}"


class Speakers:
    """The files that speak of each subsystem, noted while reports are gone through."""

    def __init__(self) -> None:
        self._files: dict[str, set[str]] = defaultdict(set)

    def noted(self, observations: Iterable[Observation]) -> Iterator[Observation]:
        """All observations, as they are."""
        for seen in observations:
            if (subject := _speaker(seen.subject)).startswith(_KINDS):
                self._files[subject].add(seen.file)
            yield seen

    def several(self, stated: Iterable[str]) -> frozenset[str]:
        """Subsystems in several files, but those of which a file names the system."""
        known = set(stated)
        return frozenset(s for s, files in self._files.items() if len(files) > 1 and s not in known)


def contraries(
    readings: Sequence[FileReading],
    subjects: Set[str],
    answers: Mapping[tuple[str, str], Value],
) -> tuple[Contrary, ...]:
    """Files that speak of one of the ``subjects`` that has the name of another file's."""
    by_subject: dict[str, dict[str, Figures]] = defaultdict(dict)
    batches = {reading.file: reading.batch for reading in readings}
    for reading in readings if subjects else ():
        if _WHOLE.intersection(reading.formats):
            for seen in reading.observations:
                if (subject := _speaker(seen.subject)) in subjects:
                    _note(by_subject[subject].setdefault(reading.file, {}), seen)
    found: list[Contrary] = []
    for subject in sorted(by_subject):
        files = by_subject[subject]
        groups: list[list[str]] = []
        for file in sorted(files, key=lambda one: (batches[one], one)):
            for group in groups:
                # What came in later about the same time is a correction: the imports see to it.
                here = [one for one in group if batches[one] == batches[file]]
                if not any(_contrary(files[one], files[file]) for one in here):
                    group.append(file)
                    break
            else:
                groups.append([file])
        for number, group in enumerate(groups[1:], 2):
            for file in group:
                one = Contrary(subject, groups[0][0], file, number, True)
                found.append(replace(one, apart=str(answers.get(one.key, APART)) == APART))
    return tuple(found)


def _speaker(subject: str) -> str:
    """The subsystem that a figure tells of."""
    kind, _, name = subject.partition(":")
    inside = _INSIDE.get(kind)
    return subject if inside is None else f"{inside}:{name.partition('/')[0]}"


def _note(figures: Figures, seen: Observation) -> None:
    """The first figures of a file are enough; a day of intervals would fill the storage."""
    span = seen.interval
    if len(figures) >= _MOST or isinstance(seen.value, (str, bool)) or not (span.start or span.end):
        return
    if not seen.metric.startswith(("setting.", "relation.", *_PART)):
        key = (seen.subject, seen.metric, (span.start or "", span.end or ""))
        figures.setdefault(key, float(seen.value))


def _contrary(one: Figures, other: Figures) -> bool:
    """Whether two files cannot be of one subsystem; what is nothing in both says nothing."""
    spans: dict[tuple[str, str], dict[Span, float]] = defaultdict(dict)
    for (subject, metric, span), value in other.items():
        spans[subject, metric][span] = value
    shared = []
    for (subject, metric, span), value in one.items():
        there = spans.get((subject, metric), {})
        same = _of_one_time(span, there)
        if same is not None and (value or there[same]):
            shared.append((value, there[same]))
    agreeing = [pair for pair in shared if math.isclose(*pair, rel_tol=_NEAR)]
    return len(shared) >= _LEAST_SHARED and len(agreeing) < _AGREEING * len(shared)


def _of_one_time(span: Span, others: Mapping[Span, float]) -> Span | None:
    """The one of the other intervals that is of the same time."""
    if span in others:
        return span
    return next((other for other in others if _common(span, other) >= _SAME_TIME), None)


def _common(one: Span, other: Span) -> float:
    """How much of what two intervals cover is in both of them; 0 where an end is not known."""
    try:
        begin, end, begin2, end2 = map(datetime.fromisoformat, (*one, *other))
        both = (min(end, end2) - max(begin, begin2)).total_seconds()
        whole = (max(end, end2) - min(begin, begin2)).total_seconds()
    except (ValueError, TypeError):  # no dates, or one with and one without an offset
        return 0.0
    return both / whole if whole > 0 else 0.0


def apart(readings: Sequence[FileReading], found: Iterable[Contrary]) -> tuple[FileReading, ...]:
    """The readings, in which each of those that are kept apart has its own name."""
    names: dict[str, list[Contrary]] = defaultdict(list)
    for one in found:
        if one.apart:
            names[one.file].append(one)
    told = []
    for reading in readings:
        for one in names.get(reading.file, ()):
            number = f":{one.number}"
            reading = renamed(reading, one.subject, [(0, number)], {number})
        told.append(reading)
    return tuple(told)


def asked(found: Iterable[Contrary]) -> tuple[Question, ...]:
    """Whether they are one, so that it can be changed."""
    return tuple(
        same_or_another(
            one.key,
            say(
                "Is {title} {name} of {file} the same as {name} of {first}?",
                title=title_of(one.subject),
                name=Name(bare(one.subject)),
                file=Name(bare_name(one.file)),
                first=Name(bare_name(one.first)),
            ),
            "reports that name the system of each subsystem",
            one.apart,
        )
        for one in found
    )


def assumed(found: Iterable[Contrary]) -> tuple[str, ...]:
    """What is taken as another one."""
    return tuple(
        say(
            "{title} {name} of {file} is taken to be another one than {name} of {first}, and is "
            "called {other}: of the same time both say something else.",
            title=title_of(one.subject),
            name=Name(bare(one.subject)),
            file=Name(bare_name(one.file)),
            first=Name(bare_name(one.first)),
            other=Name(one.other),
        )
        for one in found
        if one.apart
    )
