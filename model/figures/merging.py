"""Intervals of one figure combined into one value, as the figure's nature says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from model.figures.figure import Nature

TOUCHING = 0.05
"""Part of the shorter interval by which two that follow one another may seem to overlap: reports
round their lengths (14.59.988 is printed as 15 minutes)."""


@dataclass(frozen=True, slots=True)
class Part:
    """One interval's value: ISO times as printed, length in seconds, a ratio's denominator."""

    value: float
    start: str | None = None
    end: str | None = None
    length_s: float | None = None
    weight: float | None = None


@dataclass(frozen=True, slots=True)
class Merged:
    """The value of all intervals, the one that it mostly rests on, and seconds they cover."""

    value: float
    chief: int
    length_s: float | None
    of: int = 1
    """How many intervals it is made of."""


def merged(nature: Nature, parts: Sequence[Part]) -> Merged:
    """One value of several intervals (at least one); of equals the earlier in the list counts."""
    if nature == "peak":
        return _one(parts, max(range(len(parts)), key=lambda at: parts[at].value))
    if nature == "minimum":
        return _one(parts, min(range(len(parts)), key=lambda at: parts[at].value))
    if nature == "latest":
        return _one(parts, max(range(len(parts)), key=lambda at: (_ended(parts[at]), at)))
    if nature == "count":
        return _summed(parts)
    return _averaged(nature, parts)


def _one(parts: Sequence[Part], at: int) -> Merged:
    return Merged(parts[at].value, at, parts[at].length_s)


def _ended(part: Part) -> str:
    if part.end or not part.start or not part.length_s:
        return part.end or part.start or ""
    started = _time(part.start)
    if started is None:
        return part.start
    return (started + timedelta(seconds=part.length_s)).isoformat()


def _averaged(nature: Nature, parts: Sequence[Part]) -> Merged:
    lengths = [part.length_s or 1.0 for part in parts]
    weights = [part.weight for part in parts]
    known = [weight for weight in weights if weight is not None]
    # A ratio whose denominator some interval lacks is weighted by time, as the next best.
    by_weight = nature == "ratio" and len(known) == len(parts) and sum(known) > 0.0
    used = known if by_weight else lengths
    value = sum(part.value * w for part, w in zip(parts, used, strict=True)) / sum(used)
    chief = max(range(len(parts)), key=lambda at: lengths[at])
    return Merged(value, chief, _covered(parts), len(parts))


def _covered(parts: Sequence[Part]) -> float | None:
    """Seconds that the intervals cover together, what they share counted once; ``None`` where a
    length is not known.
    """
    if not all(part.length_s for part in parts):
        return None
    spans = [_span(part) for part in parts]
    placed = sorted(span for span in spans if span is not None)
    total = sum(part.length_s or 0.0 for part, s in zip(parts, spans, strict=True) if s is None)
    until = datetime.min
    for start, end in placed:
        total += max(timedelta(0), end - max(start, until)).total_seconds()
        until = max(until, end)
    return total


def _summed(parts: Sequence[Part]) -> Merged:
    """The sum over intervals that do not overlap, the longer ones first.

    What does not say when it was is never added to anything: of such spans, and the sum of the
    others, the longest counts.
    """
    order = sorted(range(len(parts)), key=lambda at: -(parts[at].length_s or 0.0))
    taken: list[tuple[int, datetime, datetime]] = []
    loose = []
    for at in order:
        span = _span(parts[at])
        if span is None:
            loose.append(at)
        elif all(_apart(span, other[1:]) for other in taken):
            taken.append((at, *span))
    covered = sum(parts[at].length_s or 0.0 for at, _, _ in taken)
    best = max(loose, key=lambda at: (parts[at].length_s or 0.0, parts[at].start or ""), default=-1)
    if best >= 0 and (not taken or (parts[best].length_s or 0.0) > covered):
        return _one(parts, best)
    return Merged(sum(parts[at].value for at, _, _ in taken), taken[0][0], covered, len(taken))


def _span(part: Part) -> tuple[datetime, datetime] | None:
    started, ended = _time(part.start), _time(part.end)
    if not part.length_s:
        return None
    length = timedelta(seconds=part.length_s)
    if started is not None:
        return started, started + length
    return None if ended is None else (ended - length, ended)


def _time(text: str | None) -> datetime | None:
    """The instant that an ISO time means; ``None`` where the time of day or the day is unknown."""
    if text is None or "T" not in text:
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return None


def _apart(one: tuple[datetime, datetime], other: tuple[datetime, datetime]) -> bool:
    common = min(one[1], other[1]) - max(one[0], other[0])
    shorter = min(one[1] - one[0], other[1] - other[0])
    return common <= shorter * TOUCHING
