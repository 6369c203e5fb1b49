"""Sorts of one job in several files: one, unless they sorted something else.

A sort is a run, not a thing that lasts: job logs of two nights name the same job, and no mean of
what it sorted was ever measured. Without times to tell them apart by, the later one is called by
its number, as a second sort of one log is.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from advisor.observations import FileReading, bare_name
from model.language import Name, counted

_READERS = frozenset(("dfsort-messages", "smf-16"))
_KIND, _PARENT = "dfsort_job:", "relation.parent"
_AMOUNTS = frozenset(("records_in", "gb_sorted"))
"""What tells a sort from another one: two seldom agree in either, one in two reports always does.
Reports may count before or after records were left out, so one of them is enough."""
_NEAR = 0.001
"""How near amounts of one sort are in two reports, which round them."""

Told = dict[str, set[float | str]]
"""What a file says of a sort's amounts and system; times under ``""``."""


def apart(readings: Sequence[FileReading]) -> tuple[Sequence[FileReading], tuple[str, ...]]:
    """The readings, in which each sort has its own name, and what is assumed of them."""
    known: dict[int, dict[str, Told]] = defaultdict(dict)
    found: list[FileReading] = []
    others: list[tuple[str, str, FileReading]] = []
    for reading in readings:
        sorts = _sorts(reading) if _READERS.intersection(reading.formats) else {}
        renamed = {old: new for old, new in _names(sorts, known[reading.batch]) if old != new}
        if renamed:
            others.extend((old, new, reading) for old, new in renamed.items())
            seen = (replace(one, subject=renamed.get(one.subject, one.subject))
                    for one in reading.observations)  # fmt: skip
            reading = replace(reading, observations=tuple(seen))
        found.append(reading)
    return (found, _assumed(others)) if others else (readings, ())


def _sorts(reading: FileReading) -> Mapping[str, Told]:
    """By subject what a file says, but of sorts that are called by their times."""
    told: dict[str, Told] = {}
    for seen in reading.observations:
        if not seen.subject.startswith(_KIND) or ":" in seen.subject[len(_KIND) :]:
            continue
        sort = told.setdefault(seen.subject, defaultdict(set))
        if seen.metric == _PARENT or seen.metric in _AMOUNTS:
            sort[seen.metric].add(seen.value)
        sort[""].update(filter(None, (seen.interval.end,)))
    return told


def _names(sorts: Mapping[str, Told], known: dict[str, Told]) -> Iterator[tuple[str, str]]:
    """What each sort of a file is called, among those of other files; these become known."""
    before, taken = dict(known), known.keys() | sorts.keys()
    for subject, told in sorts.items():
        job = subject.partition(" ")[0]
        alike = (name for name in before if name.partition(" ")[0] == job)
        name = next((name for name in alike if _agree(before[name], told)), subject)
        if name in known and (name not in before or _differ(before[name], told)):
            name = next(name for n in count(2) if (name := f"{job} {n}") not in taken)
        before.pop(name, None)
        taken.add(name)
        sort = known.setdefault(name, defaultdict(set))
        for metric, values in told.items():
            sort[metric] |= values
        yield subject, name


def _agree(one: Told, other: Told) -> bool:
    """Whether two reports say the same of a sort."""
    return not _elsewhere(one, other) and any(
        math.isclose(float(this), float(that), rel_tol=_NEAR)
        for metric in _AMOUNTS
        for this in one[metric]
        for that in other[metric]
    )


def _differ(one: Told, other: Told) -> bool:
    """Whether two reports cannot be of one sort; days of one are told apart by their times."""
    if one[""] and other[""]:
        return _elsewhere(one, other)
    shared = any(one[metric] and other[metric] for metric in _AMOUNTS)
    return _elsewhere(one, other) or (shared and not _agree(one, other))


def _elsewhere(one: Told, other: Told) -> bool:
    return bool(one[_PARENT] and other[_PARENT] and one[_PARENT].isdisjoint(other[_PARENT]))


def _assumed(others: Sequence[tuple[str, str, FileReading]]) -> tuple[str, ...]:
    old, new, reading = others[0]
    return (
        counted(
            "Sort {name} of {file} is taken to be another one than that of other reports, which "
            "sorted something else, and is called {other}.",
            "{n} sorts are taken to be others than those of their names in other reports, "
            "which sorted something else; the first, {name} of {file}, is called {other}.",
            len(others),
            name=Name(old.removeprefix(_KIND)),
            file=Name(bare_name(reading.file)),
            other=Name(new.removeprefix(_KIND)),
        ),
    )
