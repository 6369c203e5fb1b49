"""The measured periods of an engagement: before, after each change window, a year later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from advisor.installation.imports import SAME_PERIOD
from advisor.observations import FileReading

__all__ = ["Period", "periods"]


@dataclass(frozen=True)
class Period:
    """One measured period: when (ISO times, ``None`` where no report says), and its readings."""

    number: int
    start: str | None
    end: str | None
    readings: tuple[FileReading, ...]

    @property
    def day(self) -> str:
        """The day it began on, or its number where no report has a time."""
        return self.start[:10] if self.start else f"period {self.number}"


def periods(readings: Sequence[FileReading]) -> tuple[Period, ...]:
    """Periods in the order they were measured.

    An import is of one period. Imports measured within two days of each other are one; one without
    any time belongs to the one imported before it.
    """
    imports: dict[int, list[FileReading]] = {}
    for reading in readings:
        imports.setdefault(reading.batch, []).append(reading)
    groups: list[tuple[datetime | None, datetime | None, list[FileReading]]] = []
    for batch in sorted(imports):
        start, end = _span(imports[batch])
        if groups and (start is None or _together(groups[-1], start, end)):
            first, last, kept = groups[-1]
            times = [time for time in (first, start) if time is not None]
            ends = [time for time in (last, end) if time is not None]
            groups[-1] = (
                min(times, default=None),
                max(ends, default=None),
                [*kept, *imports[batch]],
            )
        else:
            groups.append((start, end, imports[batch]))
    groups.sort(key=lambda group: group[0] or datetime.min)
    return tuple(
        Period(
            number,
            None if start is None else start.isoformat(),
            None if end is None else end.isoformat(),
            tuple(kept),
        )
        for number, (start, end, kept) in enumerate(groups, start=1)
    )


def _together(
    group: tuple[datetime | None, datetime | None, list[FileReading]],
    start: datetime,
    end: datetime | None,
) -> bool:
    first, last, _kept = group
    if first is None or last is None:
        return True
    return start <= last + SAME_PERIOD and (end or start) >= first - SAME_PERIOD


def _span(readings: Sequence[FileReading]) -> tuple[datetime | None, datetime | None]:
    """First and last time of most figures; single ones may tell of last year's IPL."""
    spans = Counter(item.interval for reading in readings for item in reading.observations)
    starts: Counter[datetime] = Counter()
    ends: Counter[datetime] = Counter()
    for interval, figures in spans.items():
        start, end = _time(interval.start), _time(interval.end)
        if start is not None and interval.duration_s:
            starts[start] += figures
            ends[end or start + timedelta(seconds=interval.duration_s)] += figures
    edge = starts.total() // 50
    return _beyond(edge, starts, sorted(starts)), _beyond(edge, ends, sorted(ends, reverse=True))


def _beyond(edge: int, figures: Counter[datetime], times: Sequence[datetime]) -> datetime | None:
    """The first of the times that is not of so many figures alone."""
    for time in times:
        edge -= figures[time]
        if edge < 0:
            return time
    return None


def _time(text: str | None) -> datetime | None:
    try:
        found = None if text is None else datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if found is None else found.replace(tzinfo=None)
