"""Own lanes for links whose routes run on one another. Pure; knows no Qt.

Each route is found by itself, and several take the same way between two rows of boxes: as one line
with taps nobody can tell which box calls which. As libavoid nudges its connectors (Wybrow, Marriott
and Stuckey, "Orthogonal Connector Routing", 2009), parts that lie on each other are spread over the
free room beside them, in the order that makes fewest crossings. Routes of one bundle stay together:
they belong to one box, and branch.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from app.window.canvas.routing import Point, Router

if TYPE_CHECKING:
    from app.window.canvas.layout import Box

LANE = 8.0
"""How far apart parts are that ran on each other, where there is room."""
EDGE = 4.0
"""How near a part may come to a box it passes, and an end to a corner of its own box."""
ROUNDS = 3
STEP = 32
"""Parts that are looked at in one step."""


@dataclass(slots=True)
class Way:
    """A route on its way to its lanes: ``points`` are changed in place."""

    key: str
    source: str
    target: str
    bundle: Hashable
    points: list[Point] = field(default_factory=list)


@dataclass(slots=True)
class _Part:
    """One straight part: where it lies, how far it reaches, and how far it may be moved."""

    way: int
    index: int
    at: float
    low: float
    high: float
    turns: tuple[int, int]  # to which side the route goes on at the low end and at the high one
    room: tuple[float, float] = (0.0, 0.0)


def spread(router: Router, boxes: Mapping[str, Box], ways: Sequence[Way]) -> Iterator[None]:
    """Move parts that lie on those of other bundles apart, a step at a time."""
    for _ in range(ROUNDS):
        moved = False
        for axis in (0, 1):
            parts = [p for n, way in enumerate(ways) for p in _parts(n, way.points, axis)]
            yield
            for group in _groups(parts, ways):
                if group is not None:
                    moved |= _apart(router, boxes, ways, group, axis)
                yield
        if not moved:
            return


def _parts(number: int, points: Sequence[Point], axis: int) -> Iterator[_Part]:
    """The parts that run down (``axis`` 0: their x is one) or across (1)."""
    other = 1 - axis
    for index, (one, two) in enumerate(pairwise(points)):
        if one[axis] != two[axis] or one[other] == two[other]:
            continue
        before = points[index - 1] if index else one
        after = points[index + 2] if index + 2 < len(points) else two
        turns = _side(before[axis], one[axis]), _side(after[axis], one[axis])
        low, high = one[other], two[other]
        if low > high:
            low, high, turns = high, low, turns[::-1]
        yield _Part(number, index, one[axis], low, high, turns)


def _side(there: float, here: float) -> int:
    return (there > here) - (there < here)


def _groups(parts: list[_Part], ways: Sequence[Way]) -> Iterator[list[_Part] | None]:
    """Parts that come too near to each other, of more than one bundle; ``None`` on the way."""
    parts.sort(key=lambda p: (p.at, p.low, p.high, ways[p.way].key))
    bundles = [ways[part.way].bundle for part in parts]
    head = list(range(len(parts)))

    def root(n: int) -> int:
        while head[n] != n:
            head[n] = head[head[n]]
            n = head[n]
        return n

    first = 0
    touched: list[int] = []
    for n, part in enumerate(parts):
        at, low, high, own, bundle = part.at - LANE, part.low, part.high, n, bundles[n]
        while parts[first].at <= at:
            first += 1
        for m in range(first, n):
            other = parts[m]
            if other.low < high and low < other.high:
                # Most of them are known to belong together already.
                if head[m] != own and (theirs := root(m)) != own:
                    head[own] = theirs
                    own = theirs
                if bundle != bundles[m]:
                    touched.append(m)
        if n % STEP == 0:
            yield None
    groups: dict[int, list[_Part]] = {}
    for n, part in enumerate(parts):
        groups.setdefault(root(n), []).append(part)
    wanted = {root(n) for n in touched}
    yield from (group for name, group in groups.items() if name in wanted)


def _apart(
    router: Router, boxes: Mapping[str, Box], ways: Sequence[Way], group: list[_Part], axis: int
) -> bool:
    """Give each bundle of a group a lane; whether any part was moved."""
    lanes: dict[Hashable, list[_Part]] = {}
    for part in group:
        lanes.setdefault(ways[part.way].bundle, []).append(part)
        part.room = _room(router, boxes, ways[part.way], part, axis)
    order = _ordered(list(lanes.values()))
    # A lane lies beside those before it that it overlaps, not beside all of them.
    place: list[int] = []
    for n, lane in enumerate(order):
        beside = [place[m] + 1 for m in range(n) if _meet(order[m], lane)]
        place.append(max(beside, default=0))
    last = max(place)
    if not last:
        return False
    low = max(part.room[0] for part in group)
    high = min(part.room[1] for part in group)
    middle = sum(part.at for part in group) / len(group)
    step = LANE
    if high - low < last * LANE:
        step = max(high - low, 0.0) / last
    begin = min(max(middle - last * step / 2, low), max(high - last * step, low))
    moved = False
    for n, lane in enumerate(order):
        for part in lane:
            at = begin + place[n] * step if step else part.at
            at = min(max(at, part.room[0]), part.room[1])
            if abs(at - part.at) > 0.01:
                _move(ways[part.way].points, part.index, axis, at)
                moved = True
    return moved


def _ordered(lanes: list[list[_Part]]) -> list[list[_Part]]:
    """Lanes side by side so that few cross where one ends beside another."""
    votes = [0] * len(lanes)
    for n, lane in enumerate(lanes):
        for m in range(n):
            lean = sum(_lean(a, b) for a in lane for b in lanes[m])
            votes[n] += _side(lean, 0)
            votes[m] -= _side(lean, 0)
    ranked = sorted(range(len(lanes)), key=lambda n: (votes[n], min(p.at for p in lanes[n]), n))
    return [lanes[n] for n in ranked]


def _lean(one: _Part, other: _Part) -> int:
    """Below 0 where ``one`` had better be left of ``other`` (above it), above 0 right of it."""
    if not (one.low < other.high and other.low < one.high):
        return 0
    lean = 0
    # Who turns off beside the other crosses it unless he is on the side that he turns to.
    for mine, theirs, sign in ((one, other, 1), (other, one, -1)):
        if theirs.low < mine.low < theirs.high:
            lean += sign * mine.turns[0]
        if theirs.low < mine.high < theirs.high:
            lean += sign * mine.turns[1]
    return lean


def _meet(one: Sequence[_Part], other: Sequence[_Part]) -> bool:
    return any(a.low < b.high and b.low < a.high for a in one for b in other)


def _room(
    router: Router, boxes: Mapping[str, Box], way: Way, part: _Part, axis: int
) -> tuple[float, float]:
    """Between which places a part may be moved without crossing a box or leaving its own."""
    low, high = part.at - 6 * LANE, part.at + 6 * LANE
    ends = [way.source] * (part.index == 0) + [way.target] * (part.index == len(way.points) - 2)
    for name in ends:
        box = boxes[name]
        begin, end = (box.x, box.right) if axis == 0 else (box.y, box.bottom)
        low, high = max(low, begin + EDGE), min(high, end - EDGE)
    edges = router.in_the_way(way.source, way.target)
    lower, upper = edges[:, axis], edges[:, axis + 2]
    beside = (edges[:, 1 - axis] < part.high) & (edges[:, 3 - axis] > part.low)
    before = upper[beside & (upper <= part.at)]
    after = lower[beside & (lower >= part.at)]
    if len(before):
        low = max(low, float(before.max()) + EDGE)
    if len(after):
        high = min(high, float(after.min()) - EDGE)
    if ((lower < part.at) & (upper > part.at) & beside).any():
        # What crosses a box cannot help it: that box is in its way wherever it goes.
        return part.at, part.at
    return min(low, part.at), max(high, part.at)


def _move(points: list[Point], index: int, axis: int, at: float) -> None:
    for n in (index, index + 1):
        x, y = points[n]
        points[n] = (at, y) if axis == 0 else (x, at)
