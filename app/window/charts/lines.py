"""Curves with bands, ghosts and markers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QToolTip

from app.window.charts.base import Chart, fine
from app.window.charts.scales import nice_ticks, tick_digits
from app.window.charts.series import Marker, Series, printed, ranges, spoken
from app.window.i18n.numbers import band, figure, plain
from app.window.theme import theme


class LineChart(Chart):
    """Curves over one x axis."""

    def __init__(self, title: str = "") -> None:
        super().__init__(title)
        self._series: tuple[Series, ...] = ()
        self._markers: tuple[Marker, ...] = ()
        self._x_label = self._unit = self._x_unit = ""
        self._x = self._y = (0.0, 1.0)
        self._names: tuple[str, ...] = ()
        self._frame = QRectF()

    def show_series(
        self,
        series: Sequence[Series],
        *,
        markers: Sequence[Marker] = (),
        x_label: str = "",
        unit: str = "",
        x_unit: str = "",
        x_names: Sequence[str] = (),
    ) -> None:
        """Draw these curves; ``x_names`` replace numbers on the x axis (choices)."""
        self._series = tuple(s for s in series if len(s.xs))
        self._markers = tuple(markers)
        self._x_label, self._unit, self._x_unit = x_label, unit, x_unit
        self._names = tuple(x_names)
        self._x, self._y = ranges(self._series) or (self._x, self._y)
        self.describe(spoken(self._series, self._markers, unit, x_unit))
        self.update()

    def show_note(self, note: str) -> None:
        """Nothing to draw, and why."""
        self._series = ()
        self.note = note
        self.describe(note)
        self.update()

    def is_empty(self) -> bool:
        return not self._series

    def draw(self, painter: QPainter, area: QRectF) -> None:
        look = theme()
        px = look.px
        painter.setFont(look.font(11))
        metrics = painter.fontMetrics()
        y_ticks = nice_ticks(*self._y, max(2, int(area.height() / px(36))))
        digits = tick_digits(y_ticks)
        left = max((metrics.horizontalAdvance(plain(t, digits)) for t in y_ticks), default=20)
        left += px(8)
        legend = len(self._series) > 1
        frame = QRectF(
            area.left() + left,
            area.top() + (px(18) if legend else px(4)),
            area.width() - left - px(8),
            area.height() - (px(18) if legend else px(4)) - px(34 if self._x_label else 18),
        )
        if frame.width() < 20 or frame.height() < 20:
            return
        self._frame = frame
        self._axes(painter, frame, y_ticks)
        painter.save()
        painter.setClipRect(frame.adjusted(-4, -4, 4, 4))
        for series in self._series:
            self._band(painter, series)
        for series in self._series:
            self._curve(painter, series)
        painter.restore()
        self._mark(painter, frame)
        if legend:
            self._legend(painter, area)

    def _at(self, x: float, y: float) -> QPointF:
        frame = self._frame
        return QPointF(
            frame.left() + (x - self._x[0]) / (self._x[1] - self._x[0]) * frame.width(),
            frame.bottom() - (y - self._y[0]) / (self._y[1] - self._y[0]) * frame.height(),
        )

    def _axes(self, painter: QPainter, frame: QRectF, y_ticks: list[float]) -> None:
        look = theme()
        px = look.px
        metrics = painter.fontMetrics()
        digits = tick_digits(y_ticks)
        for tick in y_ticks:
            y = self._at(self._x[0], tick).y()
            painter.setPen(fine(look.color("border")))
            painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
            painter.setPen(look.color("muted"))
            painter.drawText(
                QRectF(0, y - px(8), frame.left() - px(4), px(16)),
                int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
                plain(tick, digits),
            )
        painter.setPen(look.color("muted"))
        if self._names:
            places = [(float(n), name) for n, name in enumerate(self._names)]
        else:
            count = max(2, int(frame.width() / px(72)))
            ticks = nice_ticks(*self._x, count)
            places = [(t, plain(t, tick_digits(ticks))) for t in ticks]
        for x, text in places:
            where = self._at(x, self._y[0]).x()
            width = metrics.horizontalAdvance(text) + 4
            start = min(
                max(where - width / 2, frame.left() - px(20)), frame.right() - width + px(8)
            )
            painter.drawText(
                QRectF(start, frame.bottom() + px(2), width, px(16)),
                int(Qt.AlignmentFlag.AlignCenter),
                text,
            )
        painter.setPen(fine(look.color("border_strong")))
        painter.drawLine(frame.bottomLeft(), frame.bottomRight())
        if self._x_label:
            painter.setPen(look.color("muted"))
            painter.drawText(
                QRectF(frame.left(), frame.bottom() + px(17), frame.width(), px(16)),
                int(Qt.AlignmentFlag.AlignCenter),
                self._x_label,
            )

    def _colour(self, series: Series) -> QColor:
        return theme().color("ghost") if series.ghost else theme().series(series.colour)

    def _band(self, painter: QPainter, series: Series) -> None:
        if not len(series.lows) or series.ghost:
            return
        good = [
            (x, low, high)
            for x, low, high in zip(series.xs, series.lows, series.highs, strict=False)
            if math.isfinite(low) and math.isfinite(high)
        ]
        shape = QPolygonF([self._at(x, high) for x, _, high in good])
        for x, low, _ in reversed(good):
            shape.append(self._at(x, low))
        fill = self._colour(series)
        fill.setAlpha(56)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawPolygon(shape)

    def _curve(self, painter: QPainter, series: Series) -> None:
        points = [
            self._at(x, y)
            for x, y in zip(series.xs, series.ys, strict=False)
            if math.isfinite(x) and math.isfinite(y)
        ]
        colour = self._colour(series)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(points) <= 200)
        style = Qt.PenStyle.DashLine if series.ghost else Qt.PenStyle.SolidLine
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(fine(colour, 2.0 if len(points) <= 200 else 1.0, style))
        painter.drawPolyline(points)
        if len(points) <= 33 and not series.ghost:
            painter.setBrush(colour)
            for point in points:
                painter.drawEllipse(point, 2.0, 2.0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _mark(self, painter: QPainter, frame: QRectF) -> None:
        look = theme()
        px = look.px
        painter.setFont(look.font(11, bold=True))
        metrics = painter.fontMetrics()
        taken: list[tuple[float, float, int]] = []
        for marker in self._markers:
            if not self._x[0] <= marker.x <= self._x[1]:
                continue
            x = self._at(marker.x, self._y[0]).x()
            colour = look.color("bad" if marker.strong else "text")
            painter.setPen(fine(colour, 1.5, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()))
            painter.setPen(colour)
            width = metrics.horizontalAdvance(marker.text) + 6
            start = x + 4 if x + 4 + width < frame.right() + px(8) else x - width - 4
            row = 0
            while any(r == row and a < start + width and start < b for a, b, r in taken):
                row += 1
            taken.append((start, start + width, row))
            painter.drawText(
                QRectF(start, frame.bottom() - px(18) - row * px(15), width, px(15)),
                int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter),
                marker.text,
            )

    def _legend(self, painter: QPainter, area: QRectF) -> None:
        look = theme()
        px = look.px
        painter.setFont(look.font(11))
        metrics = painter.fontMetrics()
        x = area.left()
        for series in self._series:
            width = metrics.horizontalAdvance(series.name)
            if x + width + px(28) > area.right():
                break
            painter.setPen(
                fine(
                    self._colour(series),
                    3,
                    Qt.PenStyle.DashLine if series.ghost else Qt.PenStyle.SolidLine,
                )
            )
            y = area.top() + px(8)
            painter.drawLine(QPointF(x, y), QPointF(x + px(14), y))
            painter.setPen(look.color("muted"))
            painter.drawText(
                QRectF(x + px(18), area.top(), width + 4, px(16)),
                int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter),
                series.name,
            )
            x += width + px(34)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self._series and self._frame.width() > 0:
            text = self._explain(event.pos().x())
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def _explain(self, x: float) -> str:
        lines = []
        for series in self._series:
            near = min(
                (k for k, v in enumerate(series.ys) if math.isfinite(v)),
                key=lambda k: abs(self._at(series.xs[k], series.ys[k]).x() - x),
                default=None,
            )
            if near is None:
                continue
            at = series.xs[near]
            where = self._names[int(at)] if self._names else figure(at, self._x_unit)
            said = f"{series.name}: {where} → {printed(series.ys[near], self._unit)}"
            if len(series.lows) and not series.ghost:
                said += f" ({band(series.lows[near], series.highs[near])})"
            lines.append(said)
        return "\n".join(lines)
