"""Where a figure goes: growth over days with its uncertainty, and when it reaches a limit.

One value a day, that of the day's busiest interval: a limit is reached at the peak. The logarithm
grows in a straight line plus the weekday's own level, which is all the season there is: with less
than two years of days nothing can be said of a yearly one, and nothing is. The band of the growth
is Student's, with the residuals' correlation from day to day taken into account by the effective
number of days (von Storch and Zwiers, "Statistical Analysis in Climate Research", 1999, 6.6.8). A
limit is reached where the line, and where the ends of its band, cross it: level and growth
together, so that a line that is nearly flat has a wide one. Its late end is the later one of that
line and of one through the values themselves: work may grow by as much every day.

Limits are engines, which end at 100 per cent, and response goals. A goal is held up to a load that
the model tells (:mod:`advisor.history.headroom`), and it is the load whose growth is measured:
responses do not go on as they grew, they turn up where an engine fills. Only where no model knows
the work, the response is taken on as it grew, at the longest until the first engine is full.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

import numpy as np
import numpy.typing as npt

from advisor.history.headroom import Headroom
from advisor.observations import FileReading

__all__ = ["Trend", "Weekday", "busiest_by_day", "trend", "trends"]

FloatArray = npt.NDArray[np.float64]
Days = Mapping[date, tuple[float, int]]
"""By day the highest value and the hour of its interval."""

FEWEST_DAYS = 10
DAYS_PER_YEAR = 365.25
ENGINES: Mapping[str, float] = {
    "cp_busy_pct": 100.0,
    "mvs_busy_pct": 100.0,
    "ziip_busy_pct": 100.0,
    "cpu_busy_pct": 100.0,
}
"""Where an engine is exhausted, per cent of what there is: CPs, zIIPs, a nucleus, a facility."""

FARTHEST_DAYS = 3652


@dataclass(frozen=True, slots=True)
class Weekday:
    """The busiest day of the week (0 = Monday), and by how much its peaks exceed the mean."""

    number: int
    above_pct: float


@dataclass(frozen=True, slots=True)
class Trend:
    """A figure over days.

    ``growth_pct`` a year with its 90 % band; ``limit`` and the days on which it is reached by the
    line and by the ends of its band (``None``: not within ten years, or no limit). ``hour`` is
    the hour of the day that the busiest intervals began in most often; ``weekday`` is ``None``
    where there are too few days to tell weekdays apart. ``goal`` is the response goal that the
    limit is of.
    """

    component: str
    metric: str
    unit: str
    days: int
    first: date
    last: date
    level: float
    growth_pct: float
    low_pct: float
    high_pct: float
    hour: int
    limit: float | None = None
    reached: date | None = None
    earliest: date | None = None
    latest: date | None = None
    weekday: Weekday | None = None
    goal: str = ""


Timed = dict[tuple[str, str, str], dict[tuple[str, float], float]]
"""Values by (component, metric, unit) and by (start, seconds) of their interval."""


def busiest_by_day(readings: Iterable[FileReading]) -> dict[tuple[str, str, str], Days]:
    """Each engine's highest value of every day and its hour, by (component, metric, unit)."""
    return {key: _by_day(values) for key, values in _timed(readings, ENGINES).items()}


def _timed(readings: Iterable[FileReading], metrics: Iterable[str]) -> Timed:
    wanted = frozenset(metrics)
    found: Timed = {}
    for reading in readings:
        for item in reading.observations:
            start = item.interval.start
            if item.metric not in wanted or start is None or isinstance(item.value, (str, bool)):
                continue
            values = found.setdefault((item.subject, item.metric, item.unit), {})
            interval = start, item.interval.duration_s or 0.0
            values[interval] = max(float(item.value), values.get(interval, -math.inf))
    return found


def _by_day(values: Mapping[tuple[str, float], float]) -> Days:
    days: dict[date, tuple[float, int]] = {}
    for (start, _duration_s), value in values.items():
        try:
            day, hour = date.fromisoformat(start[:10]), int(start[11:13] or 0)
        except ValueError:
            continue
        if day not in days or value > days[day][0]:
            days[day] = (value, hour)
    return days


def _added_up(timed: Timed, room: Headroom) -> Days:
    """A workload's rate in the intervals in which all that it is the sum of was measured."""
    parts = [
        values
        for (component, metric, _unit), values in timed.items()
        if metric == room.metric and component in room.of
    ]
    if len(parts) != len(room.of):
        return {}
    rates: dict[tuple[str, float], float] = {}
    for interval in parts[0]:
        seconds = interval[1] if room.counted else 1.0
        if seconds > 0.0 and all(interval in values for values in parts):
            rates[interval] = sum(values[interval] for values in parts) / seconds
    return _by_day(rates)


def trends(readings: Iterable[FileReading], goals: Sequence[Headroom] = ()) -> tuple[Trend, ...]:
    """The trends of all figures that have days enough, and of each goal the first that has."""
    timed = _timed(readings, {*ENGINES, *(room.metric for room in goals)})
    days_of = {key: _by_day(values) for key, values in timed.items()}
    made = [
        found
        for (component, metric, unit), days in days_of.items()
        if metric in ENGINES
        and (found := _of(component, metric, unit, days, (ENGINES[metric],) * 3)) is not None
    ]
    full = [item for item in made if not item.component.startswith("adabas_nucleus:")]
    told: set[str] = set()
    for room in goals:
        if room.of:
            figures = [("etr_per_s", "1/s", _added_up(timed, room))]
        else:
            figures = [
                (metric, unit, days)
                for (component, metric, unit), days in days_of.items()
                if (component, metric) == (room.component, room.metric)
            ]
        for metric, unit, days in figures if room.goal not in told else ():
            found = _of(room.component, metric, unit, days, (room.value, room.low, room.high))
            if found is not None:
                told.add(room.goal)
                made.append(
                    replace(found if room.modelled else _until(found, full), goal=room.goal)
                )
    return tuple(made)


def _until(found: Trend, engines: Sequence[Trend]) -> Trend:
    """No later than the first engine is full: beyond it no response goes on as it grew."""

    def first(name: str) -> date | None:
        days = [getattr(item, name) for item in (found, *engines)]
        return min((day for day in days if day is not None), default=None)

    return replace(
        found, reached=first("reached"), earliest=first("earliest"), latest=first("latest")
    )


def _of(
    component: str, metric: str, unit: str, days: Days, limits: tuple[float, float, float]
) -> Trend | None:
    values = {day: value for day, (value, _hour) in days.items() if value > 0}
    if len(values) < FEWEST_DAYS:
        return None
    hours = Counter(hour for _value, hour in days.values())
    return trend(component, metric, unit, values, hours.most_common(1)[0][0], limits)


def trend(
    component: str,
    metric: str,
    unit: str,
    values: Mapping[date, float],
    hour: int = 0,
    limits: tuple[float, float, float] | None = None,
) -> Trend:
    """The trend of one figure from its values by day (above 0).

    Parameters
    ----------
    limits: the value at which something is exhausted, and the ends of its band.
    """
    days = sorted(values)
    measured = np.array([values[day] for day in days])
    shares, amounts = _line(days, np.log(measured)), _line(days, measured)
    limit, low, high = limits or (None, None, None)
    # Some weeks do not tell growth by a share from growth by as much a day, which ends later.
    late = [_day(days[-1], ends, high) for ends in (np.exp(shares.low), amounts.low)]
    return Trend(
        component,
        metric,
        unit,
        len(days),
        days[0],
        days[-1],
        math.exp(float(shares.middle[0])),
        _yearly_pct(shares.slope),
        _yearly_pct(shares.slope - shares.reach),
        _yearly_pct(shares.slope + shares.reach),
        hour,
        limit=None if limit is None or not math.isfinite(limit) else limit,
        reached=_day(days[-1], np.exp(shares.middle), limit),
        earliest=_day(days[-1], np.exp(shares.high), low),
        latest=None if None in late else max(day for day in late if day is not None),
        weekday=_busiest(shares.fitted, shares.weekdays),
    )


@dataclass(frozen=True)
class _Line:
    """A line through values by day, and ahead of the last one: its ends are those of its band.

    slope, reach: a day, and how far it may be off.  fitted, weekdays: as in `_design`.
    """

    middle: FloatArray
    low: FloatArray
    high: FloatArray
    slope: float
    reach: float
    fitted: FloatArray
    weekdays: list[int]


def _line(days: Sequence[date], values: FloatArray) -> _Line:
    from scipy.special import stdtrit

    at = np.array([(day - days[0]).days for day in days], dtype=float)
    design, weekdays = _design(days, at)
    fitted = np.asarray(np.linalg.lstsq(design, values, rcond=None)[0], dtype=np.float64)
    residuals = values - design @ fitted
    free = max(len(days) - design.shape[1], 1)
    effective = max(_effective(residuals, days) - design.shape[1], 1.0)
    variance = float(residuals @ residuals) / free * (free / min(effective, free))
    covariance = variance * np.linalg.pinv(design.T @ design)
    quantile = float(stdtrit(min(effective, free), 0.95))
    line = design @ fitted
    peak = len(days) - 7 + int(np.argmax(line[-7:]))
    ahead = np.tile(design[peak], (FARTHEST_DAYS + 1, 1))
    ahead[:, 1] = at[-1] + np.arange(FARTHEST_DAYS + 1)
    middle = ahead @ fitted
    spread = quantile * np.sqrt(np.einsum("ij,jk,ik->i", ahead, covariance, ahead))
    return _Line(
        middle,
        middle - spread,
        middle + spread,
        float(fitted[1]),
        quantile * math.sqrt(float(covariance[1, 1])),
        fitted,
        weekdays,
    )


def _yearly_pct(rate: float) -> float:
    """Growth a year of a rate of the logarithm a day."""
    return math.expm1(min(rate * DAYS_PER_YEAR, 50.0)) * 100.0


def _design(days: Sequence[date], at: FloatArray) -> tuple[FloatArray, list[int]]:
    """A level, growth, and the weekdays' own levels where each was seen often enough."""
    columns = [np.ones(len(days)), np.asarray(at)]
    weekdays = [day.weekday() for day in days]
    seen = sorted({day for day in weekdays if weekdays.count(day) >= 3})
    if len(days) < 3 * len(seen) + 2:
        seen = []
    columns += [np.array([1.0 if w == day else 0.0 for w in weekdays]) for day in seen[1:]]
    return np.stack(columns, axis=1), seen


def _busiest(fitted: npt.ArrayLike, weekdays: Sequence[int]) -> Weekday | None:
    if len(weekdays) < 2:
        return None
    levels = np.exp(np.concatenate(([0.0], np.asarray(fitted)[2:])))
    place = int(np.argmax(levels))
    return Weekday(weekdays[place], float(levels[place] / levels.mean() - 1.0) * 100.0)


def _effective(residuals: FloatArray, days: Sequence[date]) -> float:
    """How many independent days the correlated ones are worth."""
    values = np.asarray(residuals)
    next_day = [
        (values[i], values[i + 1])
        for i in range(len(days) - 1)
        if days[i + 1] - days[i] <= timedelta(days=3)
    ]
    total = float(values @ values)
    if len(next_day) < FEWEST_DAYS // 2 or total == 0.0:
        return float(len(days))
    pairs = np.array(next_day)
    share = float(pairs[:, 0] @ pairs[:, 1]) / (total * len(next_day) / len(days))
    share = min(max(share, 0.0), 0.95)
    return len(days) * (1.0 - share) / (1.0 + share)


def _day(last: date, line: FloatArray, limit: float | None) -> date | None:
    """The first day from the last one on which a line is at a limit."""
    if limit is None:
        return None
    there = np.flatnonzero(np.asarray(line) >= limit)
    return last + timedelta(days=int(there[0])) if there.size else None
