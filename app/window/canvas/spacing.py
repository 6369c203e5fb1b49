"""Room for boxes among their neighbours: the nearest free place, and moving apart. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Place = tuple[float, float]
Size = tuple[float, float]
Rect = tuple[float, float, float, float]
"""x, y, width, height."""

NEAREST = 12
"""Neighbours beside which a free place is looked for first."""


def clash(one: Rect, other: Rect, gap: float = 0.0) -> bool:
    """Whether two rectangles overlap, or come closer than ``gap``."""
    return (
        one[0] < other[0] + other[2] + gap
        and other[0] < one[0] + one[2] + gap
        and one[1] < other[1] + other[3] + gap
        and other[1] < one[1] + one[3] + gap
    )


def free_place(
    wanted: Place, size: Size, taken: Collection[Rect], gap: float, least: Place | None = None
) -> Place:
    """The place nearest to ``wanted`` where a box overlaps nothing that is taken.

    Next to others it keeps ``gap``. ``least`` is the top left corner of the room there is.
    """
    x, y = wanted if least is None else (max(wanted[0], least[0]), max(wanted[1], least[1]))
    width, height = size

    def free(place: Place) -> bool:
        rect = (*place, width, height)
        return not any(clash(rect, other) for other in taken)

    if free((x, y)):
        return x, y

    def away(rect: Rect) -> float:
        dx = max(rect[0] - x - width, x - rect[0] - rect[2], 0.0)
        dy = max(rect[1] - y - height, y - rect[1] - rect[3], 0.0)
        return dx + dy

    ordered = sorted(taken, key=away)
    for near in (ordered[:NEAREST], ordered):
        across = {x, *(r[0] + r[2] + gap for r in near), *(r[0] - gap - width for r in near)}
        down = {y, *(r[1] + r[3] + gap for r in near), *(r[1] - gap - height for r in near)}
        places = [
            (there, below)
            for there in across
            for below in down
            if least is None or (there >= least[0] and below >= least[1])
        ]
        places.sort(key=lambda p: (abs(p[0] - x) + abs(p[1] - y), p))
        for place in places:
            if free(place):
                return place
    # Right of everything there is always room.
    return max(r[0] + r[2] for r in taken) + gap, y


def apart(
    places: Mapping[str, Place], sizes: Mapping[str, Size], kept: Collection[str], gap: float
) -> dict[str, Place]:
    """The same places, save that what would lie on another moves right or down beside it.

    ``kept`` come first and stay if they can: a box that was put somewhere makes room only for
    another such box that has grown, above or left of it. What overlaps nothing stays.
    """
    found = dict(places)
    if not _any_clash([(*places[n], *sizes[n]) for n in places]):
        return found
    ordered = sorted(places, key=lambda n: (n not in kept, sum(places[n]), n))
    settled: list[Rect] = []
    for name in ordered:
        x, y = places[name]
        width, height = sizes[name]
        while True:
            rect = (x, y, width, height)
            blocking = [other for other in settled if clash(rect, other)]
            if not blocking:
                break
            right = max(r[0] + r[2] for r in blocking) + gap
            below = max(r[1] + r[3] for r in blocking) + gap
            if right - x < below - y:
                x = right
            else:
                y = below
        settled.append((x, y, width, height))
        found[name] = (x, y)
    return found


def _any_clash(rects: Sequence[Rect]) -> bool:
    """Whether any two overlap; from left to right, against those still reaching so far."""
    reaching: list[Rect] = []
    for rect in sorted(rects):
        reaching = [r for r in reaching if r[0] + r[2] > rect[0]]
        if any(clash(rect, other) for other in reaching):
            return True
        reaching.append(rect)
    return False
