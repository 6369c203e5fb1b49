"""What a chart of curves is given, how it reads aloud and what it says of a point. Pure.

Two drawings share it: the painted chart of the strip and pyqtgraph's plot (:class:`CurveHolder`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.window.charts.scales import nice_ticks, padded, tick_digits
from app.window.i18n.numbers import band, figure, plain


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


@dataclass(frozen=True)
class Tag:
    """Where a marker's text stands: from ``start`` (pixels), ``row`` rows below the top."""

    marker: Marker
    x: float
    start: float
    row: int


def tags(
    markers: Sequence[tuple[Marker, float, float]], left: float, right: float, gap: float = 4.0
) -> list[Tag]:
    """Rows for the texts of markers, given with the pixel of their line and the text's width.

    The texts stand above the curves, beside the end of their line, which goes up to them. The
    lines further right end below the texts that reach over them, so that none is struck through.
    """
    found: list[Tag] = []
    ends: list[float] = []
    for marker, x, width in sorted(markers, key=lambda m: m[1]):
        start = x + gap if x + gap + width <= right else max(x - gap - width, left)
        row = 0
        for tag, end in zip(found, ends, strict=True):
            if tag.start - gap < start + width and min(start, x) - gap < end:
                row = max(row, tag.row + 1)
        found.append(Tag(marker, x, start, row))
        ends.append(start + width)
    return found


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
    xs = [x for s in series for x in s.xs if math.isfinite(x)]
    ys = [y for s in series for e in (s.ys, s.lows, s.highs) for y in e if math.isfinite(y)]
    if not xs or not ys:
        return None
    if diagonal:
        both = padded(min(xs + ys), max(xs + ys))
        return both, both
    across = (min(xs), max(xs)) if max(xs) > min(xs) else (min(xs) - 1.0, max(xs) + 1.0)
    return across, padded(min(ys), max(ys), from_zero=from_zero)


@dataclass(frozen=True)
class Curves:
    """Everything a chart of curves shows; ``names`` replace numbers on the x axis (choices)."""

    series: tuple[Series, ...] = ()
    markers: tuple[Marker, ...] = ()
    names: tuple[str, ...] = ()
    x_label: str = ""
    unit: str = ""
    x_unit: str = ""
    diagonal: bool = False
    x: tuple[float, float] = (0.0, 1.0)
    y: tuple[float, float] = (0.0, 1.0)
    outside: tuple[tuple[float, float], ...] = ()
    """Stretches of the x axis that lie outside of what was measured."""

    def y_places(self, wanted: int) -> list[tuple[float, str]]:
        """About so many round places of the y axis, with their text."""
        ticks = nice_ticks(*self.y, max(2, wanted))
        digits = tick_digits(ticks)
        return [(tick, plain(tick, digits)) for tick in ticks]

    def x_places(self, wanted: int) -> list[tuple[float, str]]:
        """The same of the x axis; the names where there are any."""
        if self.names:
            return [(float(n), name) for n, name in enumerate(self.names)]
        ticks = nice_ticks(*self.x, max(2, wanted))
        digits = tick_digits(ticks)
        return [(tick, plain(tick, digits)) for tick in ticks]

    def at(self, x: float, y: float = math.nan) -> str:
        """The nearest point of every curve, with its band; dots are near in both directions."""
        wide, tall = self.x[1] - self.x[0] or 1.0, self.y[1] - self.y[0] or 1.0
        lines = []
        for series in self.series:
            both = series.dots and math.isfinite(y)
            near = min(
                (k for k, v in enumerate(series.ys) if math.isfinite(v)),
                key=lambda k: (
                    abs(series.xs[k] - x) / wide + (abs(series.ys[k] - y) / tall if both else 0.0)
                ),
                default=None,
            )
            if near is None:
                continue
            at = series.xs[near]
            where = self.names[int(at)] if self.names else figure(at, self.x_unit)
            said = f"{series.name}: {where} → {printed(series.ys[near], self.unit)}"
            if len(series.lows) and not series.ghost:
                ends = band(series.lows[near], series.highs[near])
                said += f" ({ends})" if ends else ""
            lines.append(said)
        return "\n".join(lines)


class CurveHolder:
    """A chart that shows curves: what both drawings of them have in common.

    The drawing brings ``describe`` (text for screen readers), ``redraw`` and ``note``.
    """

    curves = Curves()
    note: str
    if TYPE_CHECKING:

        def describe(self, text: str) -> None: ...

        def redraw(self) -> None: ...

    def show_series(
        self,
        series: Sequence[Series],
        *,
        markers: Sequence[Marker] = (),
        x_label: str = "",
        unit: str = "",
        x_unit: str = "",
        x_names: Sequence[str] = (),
        diagonal: bool = False,
        outside: Sequence[tuple[float, float]] = (),
    ) -> None:
        """Draw these curves; ``x_names`` replace numbers on the x axis (choices).

        ``outside`` are stretches of x that are hatched: nothing like them was measured.
        """
        kept = tuple(s for s in series if len(s.xs))
        found = ranges(kept, diagonal=diagonal)
        across, up = found or ((0.0, 1.0), (0.0, 1.0))
        self.curves = Curves(
            kept if found is not None else (),
            tuple(markers),
            tuple(x_names),
            x_label,
            unit,
            x_unit,
            diagonal,
            across,
            up,
            tuple(outside),
        )
        self.describe(spoken(self.curves.series, self.curves.markers, unit, x_unit))
        self.redraw()

    def show_note(self, note: str) -> None:
        """Nothing to draw, and why."""
        self.curves = Curves()
        self.note = note
        self.describe(note)
        self.redraw()

    def is_empty(self) -> bool:
        return not self.curves.series
