"""Curves with bands, ghosts and markers, and scatters against the diagonal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from app.window.charts.base import fine
from app.window.charts.plots.base import Plot
from app.window.charts.scales import nice_ticks, tick_digits
from app.window.charts.series import Marker, Series, printed, ranges, spoken
from app.window.i18n.numbers import band, figure, plain
from app.window.theme import theme


class CurvePlot(Plot):
    """Curves over one x axis."""

    def __init__(self, title: str = "") -> None:
        self._series: tuple[Series, ...] = ()
        self._markers: tuple[Marker, ...] = ()
        self._names: tuple[str, ...] = ()
        self._x_label = self._unit = self._x_unit = ""
        self._diagonal = False
        self._x = self._y = (0.0, 1.0)
        super().__init__(title)

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
        from_zero: bool = True,
    ) -> None:
        """Draw these curves; ``x_names`` replace numbers on the x axis (choices)."""
        kept = tuple(s for s in series if len(s.xs))
        found = ranges(kept, from_zero=from_zero, diagonal=diagonal)
        self._series = kept if found is not None else ()
        self._x, self._y = found or ((0.0, 1.0), (0.0, 1.0))
        self._markers, self._names = tuple(markers), tuple(x_names)
        self._x_label, self._unit, self._x_unit = x_label, unit, x_unit
        self._diagonal = diagonal
        self.describe(spoken(self._series, self._markers, unit, x_unit))
        self.redraw()

    def show_note(self, note: str) -> None:
        """Nothing to draw, and why."""
        self._series = ()
        self.note = note
        self.describe(note)
        self.redraw()

    def is_empty(self) -> bool:
        return not self._series

    def draw(self, item: Any) -> None:
        look = theme()
        room = (self._x[1] - self._x[0]) * 0.02
        item.vb.setRange(xRange=(self._x[0] - room, self._x[1] + room), yRange=self._y, padding=0)
        ticks = nice_ticks(*self._y, max(2, self.height() // look.px(48)))
        digits = tick_digits(ticks)
        item.getAxis("left").setTicks([[(t, plain(t, digits)) for t in ticks]])
        if self._names:
            across = [(float(n), name) for n, name in enumerate(self._names)]
        else:
            wanted = nice_ticks(*self._x, max(2, self.width() // look.px(80)))
            places = tick_digits(wanted)
            across = [(t, plain(t, places)) for t in wanted]
        item.getAxis("bottom").setTicks([across])
        item.setLabel("bottom", _markup_free(self._x_label), color=look.color("muted").name())
        item.showLabel("bottom", bool(self._x_label))
        for tick in ticks:
            item.addItem(
                self._library.InfiniteLine(tick, angle=0, pen=self.pen("border")),
                ignoreBounds=True,
            )
        if len(self._series) > 1:
            legend = item.addLegend(
                offset=(look.px(12), look.px(4)), labelTextColor=look.color("text")
            )
            legend.setLabelTextSize(f"{look.px(11)}px")
        if self._diagonal:
            item.plot(list(self._x), list(self._y), pen=self.pen("ghost", 1, Qt.PenStyle.DashLine))
        for series in self._series:
            self._band(item, series)
        for series in self._series:
            self._curve(item, series)
        for place, marker in enumerate(self._markers):
            self._mark(item, marker, place)

    @staticmethod
    def _colour(series: Series) -> QColor:
        return theme().color("ghost") if series.ghost else theme().series(series.colour)

    def _band(self, item: Any, series: Series) -> None:
        if not len(series.lows) or series.ghost:
            return
        good = [
            p
            for p in zip(series.xs, series.lows, series.highs, strict=False)
            if all(math.isfinite(v) for v in p)
        ]
        if len(good) < 2:
            return
        xs = [p[0] for p in good]
        fill = self._colour(series)
        fill.setAlpha(56)
        edge = self._colour(series)
        edge.setAlpha(112)
        ends = [
            self._library.PlotDataItem(xs, [p[n] for p in good], pen=fine(edge)) for n in (1, 2)
        ]
        for end in ends:
            item.addItem(end, ignoreBounds=True)
        item.addItem(self._library.FillBetweenItem(*ends, brush=fill), ignoreBounds=True)

    def _curve(self, item: Any, series: Series) -> None:
        good = [
            (x, y)
            for x, y in zip(series.xs, series.ys, strict=False)
            if math.isfinite(x) and math.isfinite(y)
        ]
        colour = self._colour(series)
        points = {
            "symbol": "o",
            "symbolSize": theme().px(7 if series.dots else 4),
            "symbolBrush": colour,
            "symbolPen": fine(colour),
        }
        style = Qt.PenStyle.DashLine if series.ghost else Qt.PenStyle.SolidLine
        item.plot(
            [p[0] for p in good],
            [p[1] for p in good],
            pen=None if series.dots else fine(colour, 1, style),
            name=_markup_free(series.name),
            **(points if series.dots or (len(good) <= 33 and not series.ghost) else {}),
        )

    def _mark(self, item: Any, marker: Marker, place: int) -> None:
        if not self._x[0] <= marker.x <= self._x[1]:
            return
        look = theme()
        colour = look.color("bad" if marker.strong else "text")
        item.addItem(
            self._library.InfiniteLine(
                marker.x, angle=90, pen=fine(colour, 1, Qt.PenStyle.DashLine)
            ),
            ignoreBounds=True,
        )
        right = marker.x > (self._x[0] + self._x[1]) / 2
        said = self._library.TextItem(marker.text, color=colour, anchor=(1 if right else 0, 1))
        said.setFont(look.font(11, bold=True))
        step = (self._y[1] - self._y[0]) * min(look.px(16) / max(self.height(), 1) * 1.4, 0.2)
        said.setPos(marker.x, self._y[0] + place * step)
        item.addItem(said, ignoreBounds=True)

    def explain(self, point: Any) -> str:
        wide = self._x[1] - self._x[0] or 1.0
        tall = self._y[1] - self._y[0] or 1.0
        lines = []
        for series in self._series:
            near = min(
                (k for k, v in enumerate(series.ys) if math.isfinite(v)),
                key=lambda k: (
                    abs(series.xs[k] - point.x()) / wide
                    + (abs(series.ys[k] - point.y()) / tall if series.dots else 0.0)
                ),
                default=None,
            )
            if near is None:
                continue
            at = series.xs[near]
            where = self._names[int(at)] if self._names else figure(at, self._x_unit)
            said = f"{series.name}: {where} → {printed(series.ys[near], self._unit)}"
            if len(series.lows) and not series.ghost:
                ends = band(series.lows[near], series.highs[near])
                said += f" ({ends})" if ends else ""
            lines.append(said)
        return "\n".join(lines)


def _markup_free(text: str) -> str:
    """pyqtgraph reads labels as rich text."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
