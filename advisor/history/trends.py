"""Where a figure goes: growth over days with its uncertainty, and when it reaches a limit.

One value a day, that of the day's busiest interval: a limit is reached at the peak. The logarithm
grows in a straight line plus the weekday's own level, which is all the season there is: with less
than two years of days nothing can be said of a yearly one, and nothing is. The band of the growth
is Student's, with the residuals' correlation from day to day taken into account by the effective
number of days (von Storch and Zwiers, "Statistical Analysis in Climate Research", 1999, 6.6.8).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
import numpy.typing as npt

from advisor.observations import FileReading
from model.figures import figure

__all__ = ["Trend", "busiest_by_day", "trend", "trends"]

FloatArray = npt.NDArray[np.float64]

FEWEST_DAYS = 10
DAYS_PER_YEAR = 365.25
LIMITS: Mapping[str, float] = {
    "cp_busy_pct": 100.0,
    "mvs_busy_pct": 100.0,
    "ziip_busy_pct": 100.0,
    "cf_busy_pct": 100.0,
}
"""Where an engine is exhausted, per cent of what there is."""

FARTHEST_YEARS = 10.0


@dataclass(frozen=True, slots=True)
class Trend:
    """A figure over days.

    ``growth_pct`` a year with its 90 % band; ``limit`` and the days on which it is reached by the
    growth and by the ends of its band (``None``: not within ten years, or no limit). ``hour`` is
    the hour of the day that the busiest intervals began in most often.
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


def busiest_by_day(
    readings: Iterable[FileReading], metrics: Iterable[str] = tuple(LIMITS)
) -> dict[tuple[str, str, str], dict[date, tuple[float, int]]]:
    """Each figure's highest value of every day and its hour, by (component, metric, unit)."""
    wanted = frozenset(metrics)
    found: dict[tuple[str, str, str], dict[date, tuple[float, int]]] = {}
    for reading in readings:
        for item in reading.observations:
            start = item.interval.start
            if item.metric not in wanted or start is None or isinstance(item.value, (str, bool)):
                continue
            try:
                day, hour = date.fromisoformat(start[:10]), int(start[11:13] or 0)
            except ValueError:
                continue
            days = found.setdefault((item.subject, item.metric, item.unit), {})
            if day not in days or item.value > days[day][0]:
                days[day] = (float(item.value), hour)
    return found


def trends(
    readings: Iterable[FileReading], metrics: Iterable[str] = tuple(LIMITS)
) -> tuple[Trend, ...]:
    """The trends of all figures that have days enough."""
    made = []
    for (component, metric, unit), days in busiest_by_day(readings, metrics).items():
        values = {day: value for day, (value, _hour) in days.items() if value > 0}
        if len(values) < FEWEST_DAYS:
            continue
        hours = [hour for _value, hour in days.values()]
        made.append(trend(component, metric, unit, values, max(set(hours), key=hours.count)))
    return tuple(made)


def trend(
    component: str, metric: str, unit: str, values: Mapping[date, float], hour: int = 0
) -> Trend:
    """The trend of one figure from its values by day (above 0)."""
    from scipy.special import stdtrit

    days = sorted(values)
    at = np.array([(day - days[0]).days for day in days], dtype=float)
    logs = np.log([values[day] for day in days])
    design = _design(days, at)
    fitted, *_rest = np.linalg.lstsq(design, logs, rcond=None)
    residuals = logs - design @ fitted
    free = max(len(days) - design.shape[1], 1)
    effective = max(_effective(residuals, days) - design.shape[1], 1.0)
    variance = float(residuals @ residuals) / free * (free / min(effective, free))
    spread = math.sqrt(variance * float(np.linalg.pinv(design.T @ design)[1, 1]))
    reach = float(stdtrit(min(effective, free), 0.95)) * spread
    slope = float(fitted[1])
    level = math.exp(float((design @ fitted)[-7:].max()))
    declared = figure(metric)
    limit = LIMITS.get(metric) if declared is not None else None
    rates = (slope, slope + reach, slope - reach)
    reached = [_day(days[-1], level, limit, rate) for rate in rates]
    return Trend(
        component,
        metric,
        unit,
        len(days),
        days[0],
        days[-1],
        level,
        _yearly_pct(slope),
        _yearly_pct(slope - reach),
        _yearly_pct(slope + reach),
        hour,
        limit=limit,
        reached=reached[0],
        earliest=reached[1],
        latest=reached[2],
    )


def _yearly_pct(rate: float) -> float:
    """Growth a year of a rate of the logarithm a day."""
    return math.expm1(min(rate * DAYS_PER_YEAR, 50.0)) * 100.0


def _design(days: Sequence[date], at: FloatArray) -> FloatArray:
    """A level, growth, and the weekdays' own levels where each was seen often enough."""
    columns = [np.ones(len(days)), np.asarray(at)]
    weekdays = [day.weekday() for day in days]
    seen = sorted({day for day in weekdays if weekdays.count(day) >= 3})
    if len(days) >= 3 * len(seen) + 2:
        columns += [np.array([1.0 if w == day else 0.0 for w in weekdays]) for day in seen[1:]]
    return np.stack(columns, axis=1)


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


def _day(last: date, level: float, limit: float | None, rate: float) -> date | None:
    if limit is None or level <= 0:
        return None
    if level >= limit:
        return last
    if rate <= 0:
        return None
    days = math.log(limit / level) / rate
    return None if days > FARTHEST_YEARS * DAYS_PER_YEAR else last + timedelta(days=round(days))
