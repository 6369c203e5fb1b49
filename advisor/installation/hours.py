"""Reports of one day whose hours do not meet: work is set against CPs of another time.

RMF of the morning and a CICS region's statistics of the afternoon make one installation that never
was: what the region asks of the CPs is taken from what they did without it. Both stand in the
reports as they are, so it is said, and nothing is thrown away. Days are asked about elsewhere
(`periods`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from advisor.installation import periods
from advisor.observations import Observation
from model.catalogue import named
from model.language import listed, say
from model.topology import Topology

Span = tuple[datetime, datetime]
_MEET = timedelta(minutes=1)
"""What two clocks may differ by."""


def not_of_one_time(
    counted: Mapping[str, Sequence[Observation]], topology: Topology
) -> tuple[str, ...]:
    """What is set beside one another and was measured on other days, or at other hours."""
    return (*periods.apart(counted, topology), *apart(counted, topology))


def apart(counted: Mapping[str, Sequence[Observation]], topology: Topology) -> tuple[str, ...]:
    """That all of a component was measured at other hours of a day than the partition it is in."""
    spans = {name: spans_of(seen) for name, seen in counted.items() if name in topology}
    groups: dict[tuple[str, str, str], list[str]] = {}
    for name, own in spans.items():
        lpar = topology[name].parent
        if not own or lpar is None or lpar not in topology or topology[lpar].kind != "lpar":
            continue
        other = spans.get(lpar, [])
        days = {start.date() for start, _ in own} & {start.date() for start, _ in other}
        here = [one for one in other if one[0].date() in days]
        if days and not any(_meet(one, another) for one in own for another in other):
            groups.setdefault((lpar, _told(own), _told(here)), []).append(name)
    return tuple(
        say(
            "{names}: measured {when}, and {lpar} {then}: what they take of its CPs is not of the "
            "hours that these were measured in.",
            names=listed([named(topology[name]) for name in sorted(names)]),
            when=when,
            lpar=named(topology[lpar]),
            then=then,
        )
        for (lpar, when, then), names in sorted(groups.items())
    )


def spans_of(seen: Iterable[Observation]) -> list[Span]:
    """The times that figures cover; of those that tell them."""
    found = set()
    for item in seen:
        start, end, length = item.interval.start, item.interval.end, item.interval.duration_s
        try:
            begins = None if start is None else datetime.fromisoformat(start).replace(tzinfo=None)
            ends = None if end is None else datetime.fromisoformat(end).replace(tzinfo=None)
            if begins is None and ends is not None and length:
                begins = ends - timedelta(seconds=length)
            if ends is None and begins is not None and length:
                ends = begins + timedelta(seconds=length)
        except (ValueError, OverflowError):  # a day that no calendar has
            continue
        if begins is not None and ends is not None and begins < ends:
            found.add((begins, ends))
    return sorted(found)


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] + _MEET and other[0] < one[1] + _MEET


def _told(spans: Sequence[Span]) -> str:
    first, last = min(start for start, _ in spans), max(end for _, end in spans)
    return f"{first:%Y-%m-%d %H:%M}–{last:%H:%M}"
