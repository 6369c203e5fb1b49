"""Align, distribute, and the neighbour in a direction. Pure; knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from app.window.canvas.layout import Box

Edge = Literal["left", "centre", "right", "top", "middle", "bottom"]
Direction = Literal["left", "right", "up", "down"]


def align(boxes: Sequence[Box], edge: Edge) -> dict[str, tuple[float, float]]:
    """New top-left corners (absolute) that align the boxes on an edge or middle line."""
    if len(boxes) < 2:
        return {}
    left, right = min(b.x for b in boxes), max(b.right for b in boxes)
    top, bottom = min(b.y for b in boxes), max(b.bottom for b in boxes)
    places = {}
    for box in boxes:
        x = {"left": left, "centre": (left + right - box.w) / 2, "right": right - box.w}
        y = {"top": top, "middle": (top + bottom - box.h) / 2, "bottom": bottom - box.h}
        places[box.id] = (x.get(edge, box.x), y.get(edge, box.y))
    return places


def distribute(boxes: Sequence[Box], *, across: bool) -> dict[str, tuple[float, float]]:
    """New corners with equal gaps between the boxes, the outer two staying."""
    if len(boxes) < 3:
        return {}
    ordered = sorted(boxes, key=lambda b: b.x if across else b.y)
    sizes = [b.w if across else b.h for b in ordered]
    first, last = ordered[0], ordered[-1]
    span = (last.right - first.x) if across else (last.bottom - first.y)
    gap = (span - sum(sizes)) / (len(ordered) - 1)
    at = first.x if across else first.y
    places = {}
    for box, size in zip(ordered, sizes, strict=True):
        places[box.id] = (at, box.y) if across else (box.x, at)
        at += size + gap
    return places


def neighbour(
    boxes: Mapping[str, Box], at: str, direction: Direction, among: Iterable[str] | None = None
) -> str | None:
    """The nearest box in a direction, favouring those straight ahead; ``None`` at the edge."""
    here = boxes[at].centre
    candidates = boxes if among is None else [x for x in among if x in boxes]
    best: tuple[float, str] | None = None
    for name in candidates:
        if name == at:
            continue
        there = boxes[name].centre
        dx, dy = there[0] - here[0], there[1] - here[1]
        ahead, aside = {
            "left": (-dx, dy),
            "right": (dx, dy),
            "up": (-dy, dx),
            "down": (dy, dx),
        }[direction]
        if ahead <= 1.0:
            continue
        score = ahead + 2.5 * abs(aside)
        if best is None or score < best[0]:
            best = (score, name)
    return None if best is None else best[1]
