"""Where boxes stand inside their containers, and where a new one may. Knows no Qt and no view."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from app.window.canvas.layout import (
    COLUMN_GAP,
    GAP,
    HEADER_H,
    LEAF_H,
    LEAF_W,
    PAD,
    ROW_GAP,
    SCREEN_ASPECT,
    Box,
    snap,
)  # fmt: skip
from app.window.canvas.spacing import Place, Rect, Size, clash, free_place
from model.topology import Topology

# Far enough for any drawing; a slip at the smallest zoom must not put a box out of sight.
FARTHEST = 8000.0


def within(boxes: Mapping[str, Box], parent: str | None, x: float, y: float) -> Place:
    """An absolute corner as the place inside a container (or on its own), within reach."""
    if parent is None or parent not in boxes:
        return min(max(x, -FARTHEST), FARTHEST), min(max(y, -FARTHEST), FARTHEST)
    left, top = x - boxes[parent].x, y - boxes[parent].y
    return min(max(left, PAD), FARTHEST), min(max(top, HEADER_H), FARTHEST)


def standing(
    topology: Topology, boxes: Mapping[str, Box], parents: Collection[str | None]
) -> dict[str, Place]:
    """Every box on show in these containers, ``None`` those on their own, and its place there."""
    found = {}
    for name, box in boxes.items():
        parent = topology[name].parent if name in topology else None
        if name in topology and parent in parents:
            outer = None if parent is None else boxes.get(parent)
            left, top = (0.0, 0.0) if outer is None else (outer.x, outer.y)
            found[name] = (box.x - left, box.y - top)
    return found


def taken_in(
    topology: Topology, boxes: Mapping[str, Box], parent: str | None, but: Collection[str] = ()
) -> list[Rect]:
    """What the boxes of a container take of its room, ``but`` those."""
    return [
        (*place, boxes[name].w, boxes[name].h)
        for name, place in standing(topology, boxes, {parent}).items()
        if name not in but
    ]


def free_in(parent: str | None, wanted: Place, size: Size, taken: Collection[Rect]) -> Place:
    """The free place nearest to the wanted one inside a container."""
    return free_place(wanted, size, taken, GAP, None if parent is None else (PAD, HEADER_H))


def beside_all(taken: Collection[Rect], size: Size) -> Place:
    """Where what is as large as this stands beside all there is: in a row of it, or in a new one.

    Of the ends of the rows and the room below them the one that makes the drawing least too wide
    or too high for a screen; one after the other they fill rows.
    """
    if not taken:
        return 0.0, 0.0
    rows: list[tuple[float, float, float]] = []  # top, bottom and right end
    for _x, y, right, bottom in sorted(
        ((x, y, x + w, y + h) for x, y, w, h in taken), key=lambda r: r[1]
    ):
        if rows and y < rows[-1][1] + ROW_GAP:
            top, low, far = rows[-1]
            rows[-1] = top, max(low, bottom), max(far, right)
        else:
            rows.append((y, bottom, right))
    left, first = min(r[0] for r in taken), rows[0][0]
    last, wide = rows[-1][1], max(row[2] for row in rows)
    places = [(far + COLUMN_GAP, top) for top, _low, far in rows]
    places.append((left, last + 2 * ROW_GAP))

    def extent(place: Place) -> float:
        across = max(wide, place[0] + size[0]) - left
        return max(across / SCREEN_ASPECT, max(last, place[1] + size[1]) - first)

    free = [p for p in places if not any(clash((*p, *size), r, GAP) for r in taken)]
    return min(free, key=extent)


def for_new(topology: Topology, boxes: Mapping[str, Box], parent: str | None, at: Place) -> Place:
    """Where a new box stands that is dropped at a scene point: its middle there, if it is free."""
    corner = within(boxes, parent, at[0] - LEAF_W / 2, at[1] - LEAF_H / 2)
    wanted = (snap(corner[0]), snap(corner[1]))
    return free_in(parent, wanted, (LEAF_W, LEAF_H), taken_in(topology, boxes, parent))
