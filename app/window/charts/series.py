"""What a chart of curves is given, and how it reads aloud. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.window.i18n.numbers import figure


@dataclass(frozen=True)
class Series:
    """One curve; ``lows``/``highs`` are its band (empty: none). ``dots`` draws points only."""

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    lows: Sequence[float] = ()
    highs: Sequence[float] = ()
    colour: int = 0
    ghost: bool = False
    dots: bool = False


@dataclass(frozen=True)
class Marker:
    """A place on the x axis that means something: today's value, the knee."""

    x: float
    text: str
    strong: bool = False


def spoken(series: Sequence[Series], markers: Sequence[Marker], unit: str, x_unit: str) -> str:
    """Both ends of every curve and all markers, in words."""
    parts = []
    for one in series:
        ends = [(x, y) for x, y in zip(one.xs, one.ys, strict=False) if math.isfinite(y)]
        if ends:
            (x1, y1), (x2, y2) = ends[0], ends[-1]
            parts.append(
                f"{one.name}: {figure(x1)} → {printed(y1, unit)}, "
                f"{figure(x2)} → {printed(y2, unit)}"
            )
    parts += [f"{m.text}: {figure(m.x, x_unit)}" for m in markers]
    return "; ".join(parts)


def printed(value: float, unit: str) -> str:
    """A charted figure as the report prints it; ``unit`` is a printed one already."""
    from app.window.i18n.numbers import projected

    said = projected(value)
    if not unit:
        return said
    return f"{said}{unit}" if unit.startswith("/") else f"{said}\u00a0{unit}"


def ranges(
    series: Sequence[Series], *, from_zero: bool = True, diagonal: bool = False
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Fixed ranges of x and y that hold every curve and band; ``None`` without a finite point."""
    from app.window.charts.scales import padded

    xs = [x for s in series for x in s.xs if math.isfinite(x)]
    ys = [y for s in series for e in (s.ys, s.lows, s.highs) for y in e if math.isfinite(y)]
    if not xs or not ys:
        return None
    if diagonal:
        both = padded(min(xs + ys), max(xs + ys))
        return both, both
    across = (min(xs), max(xs)) if max(xs) > min(xs) else (min(xs) - 1.0, max(xs) + 1.0)
    return across, padded(min(ys), max(ys), from_zero=from_zero)
