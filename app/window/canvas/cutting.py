"""How much of the canvas a view begins with, where it cannot begin with all. Pure; knows no Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from app.window.canvas.layout import GRID, Box

READABLE, NEARLY = 0.62, 0.85  # and how much of that is enough where no more is in the way
MORE = 1.25
"""How much larger than it need be a view may begin where it then cuts through no box."""


def readable_scale(
    boxes: Collection[Box], margin: float, room: tuple[float, float], letters: float
) -> float:
    """The smallest scale at which a view of this width and height shows texts to be read.

    ``letters`` is the scale of the window's own texts. At that scale the view's right edge goes
    through no box, if a little more or less helps that.
    """
    wide, high = room
    left = min(box.x for box in boxes) - margin
    right = max(box.right for box in boxes) + margin
    least = NEARLY * READABLE * letters
    scale = min(READABLE * letters, max(wide / (right - left), least))
    bottom = min(box.y for box in boxes) - margin + high / scale
    spans = [(b.x - left, b.right - left) for b in boxes if not b.depth and b.y < bottom]
    return wide / uncut(spans, wide / scale, wide / least)


def uncut(spans: Iterable[tuple[float, float]], width: float, most: float) -> float:
    """The width nearest to this one, up to ``most``, that ends in none of the spans (left, right).

    This one where there is none.
    """
    found: list[float] = []
    reached = 0.0
    for left, right in sorted(spans):
        if reached + GRID <= left - GRID:
            found.append(min(max(width, reached + GRID), left - GRID))
        reached = max(reached, right)
    found.append(max(width, reached + GRID))
    near = [one for one in found if width / MORE <= one <= most]
    return min(near, key=lambda one: max(one / width, width / one), default=width)
