"""Curves with bands, ghosts and markers, and scatters against the diagonal."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetricsF

from app.window.charts.plots.base import Plot
from app.window.charts.series import CurveHolder, Series, Tag, tags
from app.window.theme import theme

ROW = 18


class CurvePlot(CurveHolder, Plot):
    """Curves over one x axis, drawn by pyqtgraph."""

    def draw(self, item: Any) -> None:
        look = theme()
        room = (self.curves.x[1] - self.curves.x[0]) * 0.02
        ends = (self.curves.x[0] - room, self.curves.x[1] + room)
        named = self._tags(ends)
        rows = 1 + max((tag.row for tag in named), default=-1)
        # The texts of markers stand above the curves, which keep half of the height.
        tall = max(self.height() - look.px(72), look.px(40))
        head = min(rows * look.px(ROW), tall / 2)
        step = (self.curves.y[1] - self.curves.y[0]) / (tall - head) * (head / max(rows, 1))
        top = self.curves.y[1] + rows * step
        item.vb.setRange(xRange=ends, yRange=(self.curves.y[0], top), padding=0)
        places = self.curves.y_places(self.height() // look.px(48))
        item.getAxis("left").setTicks([places])
        item.getAxis("bottom").setTicks([self.curves.x_places(self.width() // look.px(80))])
        item.setLabel("bottom", _markup_free(self.curves.x_label), color=look.color("muted").name())
        item.showLabel("bottom", bool(self.curves.x_label))
        for tick, _text in places:
            item.addItem(
                self._library.InfiniteLine(tick, angle=0, pen=self.pen("border")),
                ignoreBounds=True,
            )
        if len(self.curves.series) > 1:
            legend = item.addLegend(
                offset=(look.px(12), look.px(4)), labelTextColor=look.color("text")
            )
            legend.setLabelTextSize(f"{look.px(11)}px")
        if self.curves.diagonal:
            item.plot(
                list(self.curves.x),
                list(self.curves.y),
                pen=self.pen("ghost", 1, Qt.PenStyle.DashLine),
            )
        for low, high in self.curves.outside:
            hatch = self._library.LinearRegionItem(
                (low, high),
                movable=False,
                brush=look.hatching(),
                pen=self.pen("border"),
            )
            hatch.setZValue(-20)
            item.addItem(hatch, ignoreBounds=True)
        for series in self.curves.series:
            self._band(item, series)
        for series in self.curves.series:
            self._curve(item, series)
        for tag in named:
            self._mark(item, tag, top - tag.row * step)

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
            self._library.PlotDataItem(xs, [p[n] for p in good], pen=self.drawn(edge))
            for n in (1, 2)
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
            "symbolPen": self.drawn(colour),
        }
        style = Qt.PenStyle.DashLine if series.ghost else Qt.PenStyle.SolidLine
        item.plot(
            [p[0] for p in good],
            [p[1] for p in good],
            pen=None if series.dots else self.drawn(colour, 1, style),
            name=_markup_free(series.name),
            **(points if series.dots or (len(good) <= 33 and not series.ghost) else {}),
        )

    def _tags(self, ends: tuple[float, float]) -> list[Tag]:
        metrics = QFontMetricsF(theme().font(11, bold=True))
        # What the axis beside the plot takes is not known before it is laid out.
        wide = max(self.width() - theme().px(72), theme().px(80))
        shown = [
            (
                marker,
                (marker.x - ends[0]) / (ends[1] - ends[0]) * wide,
                metrics.horizontalAdvance(marker.text) + theme().px(8),
            )
            for marker in self.curves.markers
            if self.curves.x[0] <= marker.x <= self.curves.x[1]
        ]
        return tags(shown, 0.0, wide)

    def _mark(self, item: Any, tag: Tag, top: float) -> None:
        look = theme()
        x = tag.marker.x
        colour = look.color("bad" if tag.marker.strong else "text")
        line = self._library.PlotCurveItem(
            [x, x], [self.curves.y[0], top], pen=self.drawn(colour, 1, Qt.PenStyle.DashLine)
        )
        item.addItem(line, ignoreBounds=True)
        before = tag.start < tag.x
        said = self._library.TextItem(
            tag.marker.text, color=colour, anchor=(1 if before else 0, 0), fill=look.color("window")
        )
        said.setFont(look.font(11, bold=True))
        said.setPos(x, top)
        item.addItem(said, ignoreBounds=True)

    def explain(self, point: Any) -> str:
        return self.curves.at(point.x(), point.y())


def _markup_free(text: str) -> str:
    """pyqtgraph reads labels as rich text."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
