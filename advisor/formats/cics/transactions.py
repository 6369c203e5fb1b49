"""Transactions of a region: since the last reset where these are printed, else since start-up.

A page says each of the two once. Where the count since the last reset comes a second time, and is
another, the page of another region or time was put below without its heading: both are given.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from advisor.formats.cics.files import Region
from advisor.observations import Interval
from advisor.reading.layout.cells import whole
from advisor.reading.reader import Collector, Line, Segment

_KEY = "transactions"


@dataclass
class _Told:
    """What the pages of a region say, as they print it."""

    reset: bool = False
    counts: list[tuple[str, Line]] = field(default_factory=list)
    blank: bool = False


def note_blank(segment: Segment, region: Region) -> None:
    """The count since the last reset is blank: that since start-up is none of the interval."""
    segment.memory.setdefault(_KEY, {})[region.applid] = _Told(blank=True)


def note_transactions(segment: Segment, region: Region, label: str, value: str, line: Line) -> None:
    """Remember a count for :func:`write_transactions`."""
    known: _Told = segment.memory.setdefault(_KEY, {}).setdefault(region.applid, _Told())
    reset = "since reset" in label.lower()
    if reset and not known.reset:
        known.reset, known.blank, known.counts = True, False, [(value, line)]
    elif reset:
        known.counts += [] if value in dict(known.counts) else [(value, line)]
    elif not known.counts:
        known.counts.append((value, line))


def write_transactions(segment: Segment, out: Collector) -> None:
    """The pages have ended: what they have told."""
    interval = segment.memory.get("interval", Interval())
    for applid, told in segment.memory.pop(_KEY, {}).items():
        for value, line in () if told.blank else told.counts:
            subject = f"cics_region:{applid}"
            out.observe(subject, "transactions", whole(value), "count", line, value, interval)
