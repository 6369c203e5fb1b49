"""Axis ticks, knees and iso-lines. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]


def nice_ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """About ``wanted`` round numbers from ``low`` to ``high``."""
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low:
        return [low] if math.isfinite(low) else [0.0]
    raw = (high - low) / max(wanted, 1)
    magnitude = 10.0 ** math.floor(math.log10(raw))
    steps = [m * magnitude for m in (1.0, 2.0, 2.5, 5.0, 10.0)]
    at = next(k for k, step in enumerate(steps) if step >= raw * 0.999)
    found = _multiples(low, high, steps[at])
    # One tick tells no scale: then a finer step, unless many more than are wanted would come.
    while len(found) < 2 and at > 0:
        at -= 1
        finer = _multiples(low, high, steps[at])
        if len(finer) > wanted + 1:
            break
        found = finer
    return found


def _multiples(low: float, high: float, step: float) -> list[float]:
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [n * step for n in range(first, last + 1)]


def padded(low: float, high: float, *, from_zero: bool = True) -> Point:
    """An axis range with a little room; ``from_zero`` begins at zero where nothing is negative."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return 0.0, 1.0
    if high == low:
        high = low + (abs(low) or 1.0) * 0.1
        low = low - (abs(low) or 1.0) * 0.1
    room = (high - low) * 0.08
    bottom = low - room
    if from_zero and low >= 0:
        bottom = 0.0
    elif low >= 0:
        bottom = max(bottom, 0.0)
    return bottom, high + room


def knee(xs: Sequence[float], ys: Sequence[float]) -> int | None:
    """Index of the knee: the point farthest from the chord between both ends of the curve.

    Of two bends, as where a curve falls from one level to another, the first: which of them is
    the farther depends on where points happen to lie.
    ``None`` where the curve is straight to within 5 % of its height, or has fewer than 4 points.
    """
    usable = [k for k, y in enumerate(ys) if math.isfinite(y)]
    if len(usable) < 4:
        return None
    first, last = usable[0], usable[-1]
    width = xs[last] - xs[first]
    height = max(ys[k] for k in usable) - min(ys[k] for k in usable)
    if width == 0 or height == 0 or height < 0.02 * max(abs(ys[k]) for k in usable):
        return None

    def above(k: int) -> float:
        chord = ys[first] + (ys[last] - ys[first]) * (xs[k] - xs[first]) / width
        return (ys[k] - chord) / height

    bends = (max(usable, key=above), min(usable, key=above))
    farthest = max(abs(above(k)) for k in bends)
    if farthest < 0.05:
        return None
    return min(k for k in bends if abs(above(k)) >= farthest / 2.0)


def iso_lines(grid: Sequence[Sequence[float]], level: float) -> list[tuple[Point, Point]]:
    """Segments where the grid (rows of y, columns of x) passes ``level``, in index units."""
    segments: list[tuple[Point, Point]] = []
    for row in range(len(grid) - 1):
        for column in range(len(grid[row]) - 1):
            corners = (
                (column, row, grid[row][column]),
                (column + 1, row, grid[row][column + 1]),
                (column + 1, row + 1, grid[row + 1][column + 1]),
                (column, row + 1, grid[row + 1][column]),
            )
            if not all(math.isfinite(c[2]) for c in corners):
                continue
            cuts: list[Point] = []
            for (x1, y1, a), (x2, y2, b) in zip(corners, corners[1:] + corners[:1], strict=True):
                if (a < level) != (b < level):
                    share = (level - a) / (b - a)
                    cuts.append((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
            segments += [(cuts[k], cuts[k + 1]) for k in range(0, len(cuts) - 1, 2)]
    return segments


def tick_digits(ticks: Sequence[float]) -> int:
    """Decimals that tell neighbouring ticks apart."""
    if len(ticks) < 2:
        return 0 if ticks and float(ticks[0]).is_integer() else 2
    step = abs(ticks[1] - ticks[0])
    digits = 0
    while digits < 6 and abs(round(step, digits) - step) > 1e-9 * max(step, 1e-9):
        digits += 1
    return digits
