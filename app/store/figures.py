"""What was read from one file, left in the engagement file until somebody looks at it.

An engagement of five million figures would take a minute and gigabytes to open. What its pages
show of most of them is a number: how many there are. So a large engagement gives each reading its
figures as a sequence that knows its length and a digest of its content, and fetches stretches of
rows by their place when they are asked for, from any thread, each with a connection of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any, overload

from advisor.observations import FileReading, Observation

__all__ = ["EAGER", "KeptFigures", "Place", "digest_of", "moved"]

EAGER = 20_000
"""Figures that an engagement may have in all and still be read, and so checked, whole at opening:
a third of a second."""
STRETCH = 10_000
"""Rows that are fetched at a time where all of them are wanted: some 10 MB."""
PAGE = 256
"""The same where one is: a table on the screen."""

_FIELDS = attrgetter(
    "subject",
    "metric",
    "value",
    "unit",
    "file",
    "line",
    "text",
    "raw",
    "interval.start",
    "interval.end",
)


Fetch = Callable[[Path, int, str, int, int], tuple[Observation, ...]]
"""Of the engagement at a path, of a reading with this digest: from a place on, so many."""


class Interrupted(BaseException):
    """Who goes over figures is asked to stop; no `except Exception` on the way takes it for a fault
    of a rule or a page."""


_cancel: ContextVar[Callable[[], bool] | None] = ContextVar("cancel", default=None)


@contextmanager
def interruptible(cancel: Callable[[], bool]) -> Iterator[None]:
    """Raise `Interrupted` in here where figures are fetched and ``cancel`` says so.

    Millions of figures are gone over by code that knows nothing of a window that waits.
    """
    before = _cancel.set(cancel)
    try:
        yield
    finally:
        _cancel.reset(before)


@dataclass
class Place:
    """Where the engagement file is now, and what fetches from it; one for all of its readings."""

    path: Path
    fetch: Fetch


class KeptFigures(Sequence[Observation]):
    """The observations of one reading, by their places in the file."""

    def __init__(self, place: Place, reading: int, count: int, digest: str) -> None:
        self.place = place
        self.digest = digest
        self.reading, self._count = reading, count
        self._page: tuple[int, tuple[Observation, ...]] = (0, ())

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Observation: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Observation, ...]: ...

    def __getitem__(self, place: int | slice) -> Observation | tuple[Observation, ...]:
        if isinstance(place, slice):
            first, last, step = place.indices(self._count)
            if step != 1:
                return tuple(self[n] for n in range(first, last, step))
            return tuple(self._between(first, max(first, last)))
        if place < 0:
            place += self._count
        if not 0 <= place < self._count:
            raise IndexError(place)
        start, rows = self._page
        if not start <= place < start + len(rows):
            start = place - place % PAGE
            rows = self._fetched(start, min(PAGE, self._count - start))
            self._page = start, rows
        return rows[place - start]

    def __iter__(self) -> Iterator[Observation]:
        return self._between(0, self._count)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, KeptFigures) and self.digest and self.digest == other.digest:
            return True
        if not isinstance(other, (tuple, KeptFigures)) or len(other) != self._count:
            return False
        return all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _between(self, first: int, last: int) -> Iterator[Observation]:
        cancel = _cancel.get()
        for start in range(first, last, STRETCH):
            if cancel is not None and cancel():
                raise Interrupted
            yield from self._fetched(start, min(STRETCH, last - start))

    def _fetched(self, first: int, count: int) -> tuple[Observation, ...]:
        return self.place.fetch(self.place.path, self.reading, self.digest, first, count)


def moved(readings: Iterable[FileReading], path: Path) -> None:
    """The engagement of these readings is elsewhere now: it was saved under another name."""
    for reading in readings:
        if isinstance(reading.observations, KeptFigures):
            reading.observations.place.path = path


def digest_of(observations: Sequence[Observation]) -> str:
    """What names the content of these; it is kept beside them, so that it is worked out once."""
    if isinstance(observations, KeptFigures) and observations.digest:
        return observations.digest
    digest = hashlib.sha256()
    rest = iter(observations)
    while some := list(islice(rest, STRETCH)):
        # Numbers as JSON writes them: exact, and 1 is not 1.0. The file keeps durations as floats,
        # also where a reader said 900.
        entry: list[Any] = [
            [_FIELDS(item) for item in some],
            [float(item.interval.duration_s or 0.0) for item in some],
        ]
        digest.update(json.dumps(entry, separators=(",", ":")).encode())
    return digest.hexdigest()
