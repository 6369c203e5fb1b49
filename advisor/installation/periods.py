"""Reports of several days: which of them the baseline is of.

What came in together is averaged, whatever days it covers. That is right for the quarters of an
hour of one morning; the mean of a Monday and a month's end is a day that never was, in which no
peak is left. So the installation asks, and takes the mean of all until it is answered.

Intervals that follow one another across midnight, within a day's length in all, are one period.

Days that lie more than a quarter of a year apart are of systems that are not one any more: of each
figure the newest count, until it is answered which do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from advisor.observations import Observation, Question
from model.catalogue import named
from model.language import listed, say
from model.topology import Topology

SUBJECT, METRIC = "reports", "period"
ANSWERED = (SUBJECT, METRIC)
"""Where the consultant's answer stands: the beginning of ISO times, such as ``2015-03-17``."""

ONE_PERIOD, LONGEST_GAP = timedelta(hours=24), timedelta(hours=4)
QUARTER = timedelta(days=92)
"""A longer gap parts what was from what is: by then the load, and what serves it, has changed
(judgement)."""

ADDED_UP = ("adabas_nucleus", "lpar")
"""Kinds of which several make one figure."""

MOST_DAYS = 31
"""Days that are offered one by one; months beyond."""

_DAY = re.compile(r"\d{4}-\d\d-\d\d(?=T|$)")

Counted = Mapping[str, Sequence[Observation]]


def days_of(counted: Counted) -> tuple[str, ...]:
    """The days over which figures are averaged; none where they are of one period."""
    found: set[str] = set()
    starts: set[str] = set()
    for seen in counted.values():
        groups: dict[str, set[str]] = {}
        for item in seen:
            if _is_figure(item) and _DAY.match(item.interval.start or ""):
                groups.setdefault(item.metric, set()).add(item.interval.start or "")
        for group in groups.values():
            days = {start[:10] for start in group}
            if len(days) > 1:
                found |= days
                starts |= group
    return () if _one_period(starts) else tuple(sorted(found))


def apart(counted: Counted, topology: Topology) -> tuple[str, ...]:
    """That what is added up was not measured at one time: nuclei of a database, partitions."""
    groups: dict[str, dict[str, set[str]]] = {}
    for subject, seen in counted.items():
        kind, _, name = subject.partition(":")
        starts = {item.interval.start or "" for item in seen if _is_figure(item)}
        days = {start[:10] for start in starts if _DAY.match(start)}
        if days and kind in ADDED_UP and subject in topology:
            of = name.rpartition("-")[0] if kind == "adabas_nucleus" else ""
            groups.setdefault(f"{kind}:{of}", {})[subject] = days
    said = []
    for group in groups.values():
        most = max(group.values(), key=lambda days: sum(days <= one for one in group.values()))
        others = {subject: days for subject, days in group.items() if not days & most}
        # Past midnight it is the same time.
        if others and not _one_period({f"{day}T12:00" for day in most.union(*others.values())}):
            said.append(
                say(
                    "{names}: measured on {days}, and the others of that kind on {most}: what "
                    "they do together is added up of times that are not the same.",
                    names=listed([named(topology[subject]) for subject in sorted(others)]),
                    days=listed(sorted(set().union(*others.values()))),
                    most=listed(sorted(most)),
                )
            )
    return tuple(said)


def _is_figure(item: Observation) -> bool:
    settled = item.metric.startswith(("setting.", "relation."))
    return not settled and not isinstance(item.value, (str, bool))


def _one_period(starts: set[str]) -> bool:
    times = []
    for start in sorted(starts):
        try:
            times.append(datetime.fromisoformat(start).replace(tzinfo=None))
        except ValueError:
            return False
    gaps = (after - before for before, after in pairwise(times))
    return not times or (
        times[-1] - times[0] <= ONE_PERIOD and all(gap <= LONGEST_GAP for gap in gaps)
    )


def newest(days: Sequence[str]) -> tuple[str, ...]:
    """The last days that no long gap parts; none where no gap parts any."""
    try:
        dates = [date.fromisoformat(day) for day in days]
    except ValueError:  # a day that no calendar has
        return ()
    for at in range(len(days) - 1, 0, -1):
        if dates[at] - dates[at - 1] > QUARTER:
            return tuple(days[at:])
    return ()


def offered(days: Sequence[str]) -> tuple[str, ...]:
    """The periods that may be chosen."""
    if len(days) <= MOST_DAYS:
        return tuple(days)
    return tuple(sorted({day[:7] for day in days}))


def narrowed(counted: Counted, *period: str) -> dict[str, Sequence[Observation]]:
    """Of each figure the intervals that begin so, where it has any that do."""
    return {subject: _narrowed(seen, period) for subject, seen in counted.items()}


def _narrowed(seen: Sequence[Observation], period: tuple[str, ...]) -> Sequence[Observation]:
    inside = {
        item.metric
        for item in seen
        if _is_figure(item) and (item.interval.start or "").startswith(period)
    }
    return [
        item
        for item in seen
        if item.metric not in inside
        or not _is_figure(item)
        or not item.interval.start
        or item.interval.start.startswith(period)
    ]


def asked(days: Sequence[str], period: str) -> tuple[Question, ...]:
    """The question which period counts; it stays when it is answered, so that it can be changed."""
    if not days:
        return ()
    count, first, last = len(days), days[0], days[-1]
    if period:
        said = say(
            "Which period is the baseline? The reports measure {count} days "
            "from {first} to {last}; those of {period} count",
            count=count,
            first=first,
            last=last,
            period=period,
        )
    elif recent := newest(days):
        said = say(
            "Which period is the baseline? The reports measure {count} days "
            "from {first} to {last}, more than a quarter of a year apart; "
            "those from {since} on count",
            count=count,
            first=first,
            last=last,
            since=recent[0],
        )
    else:
        said = say(
            "Which period is the baseline? The reports measure {count} days "
            "from {first} to {last}, and rates, shares and times are means "
            "over all of them, in which peaks do not show",
            count=count,
            first=first,
            last=last,
        )
    return (
        Question(SUBJECT, METRIC, said, "the reports of that period alone", choices=offered(days)),
    )


def assumed(days: Sequence[str], period: str) -> tuple[str, ...]:
    """What is assumed as long as nobody has said which period counts."""
    if not days or period:
        return ()
    count, first, last = len(days), days[0], days[-1]
    if recent := newest(days):
        said = say(
            "Of figures that the reports measure in {since} and since, reports up to {until} do "
            "not count: they are of more than a quarter of a year before.",
            since=recent[0],
            until=days[-len(recent) - 1],
        )
        return (said, *assumed(recent if len(recent) > 1 else (), period))
    said = say(
        "Rates, shares and times are means over all {count} days that "
        "the reports measure, from {first} to {last}.",
        count=count,
        first=first,
        last=last,
    )
    return (said,)
