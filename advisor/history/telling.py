"""A trend in one sentence: where a figure is, how it grows, and when it reaches its limit."""

from __future__ import annotations

from datetime import date

from advisor.history.trends import Trend
from advisor.plan.naming import called
from model.figures import figure
from model.language import Keyword, joined, mark, say

__all__ = ["busiest_words", "reached_words", "trend_sentence"]

ALIKE_PCT = 1.0
"""The busiest weekday is none where it exceeds the mean by less."""

WEEKDAYS = (
    mark("Mondays"),
    mark("Tuesdays"),
    mark("Wednesdays"),
    mark("Thursdays"),
    mark("Fridays"),
    mark("Saturdays"),
    mark("Sundays"),
)


def trend_sentence(item: Trend) -> str:
    """Of one trend, with everything it rests on."""
    known = figure(item.metric)
    said = say(
        "{component}, {figure}: {level:,.4g} {unit} at the peak of {days} days, busiest at "
        "{hour:02}:00; {growth:+,.0f} % a year ({low:+,.0f} … {high:+,.0f})",
        component=called(item.component),
        figure=say(known.label) if known is not None and known.label else Keyword(item.metric),
        level=item.level,
        unit=item.unit,
        days=item.days,
        hour=item.hour,
        growth=item.growth_pct,
        low=item.low_pct,
        high=item.high_pct,
    )
    parts = (said, _weekdays(item), reached_words(item))
    return joined([part for part in parts if part], "; ")


def busiest_words(item: Trend) -> str:
    """When the peaks are: the day of the week, where it can be told, and the hour."""
    if item.weekday is None or item.weekday.above_pct < ALIKE_PCT:
        return say("{hour:02}:00", hour=item.hour)
    return say(
        "{weekday}, {hour:02}:00", weekday=say(WEEKDAYS[item.weekday.number]), hour=item.hour
    )


def _weekdays(item: Trend) -> str:
    if item.weekday is None:
        return say("too few days to tell weekdays apart")
    if item.weekday.above_pct < ALIKE_PCT:
        return say("weekdays are alike")
    return say(
        "{weekday} are {above:.0f} % above the mean of the weekdays",
        weekday=say(WEEKDAYS[item.weekday.number]),
        above=item.weekday.above_pct,
    )


def reached_words(item: Trend) -> str:
    """When the limit is reached, with the band of the day; nothing where there is no limit."""
    if item.limit is not None:
        what = say("{limit:,.4g} {unit}", limit=item.limit, unit=item.unit)
        if item.goal:
            what = say("{goal}: holds up to {limit}", goal=item.goal, limit=what)
    elif item.goal:
        what = say("{goal}: holds at ten times the load", goal=item.goal)
    else:
        return ""
    if item.reached is None and item.earliest is None:
        return say("{limit}, not within ten years", limit=what)
    return say(
        "{limit}, on {day} ({first} … {last})",
        limit=what,
        day=_day(item.reached),
        first=_day(item.earliest),
        last=_day(item.latest),
    )


def _day(day: date | None) -> str:
    return say("later than ten years") if day is None else Keyword(day.isoformat())
