"""Curves with bands, ghosts and markers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QToolTip

from app.window.charts.base import Chart, fine
from app.window.charts.series import CurveHolder, Series, Tag, tags
from app.window.theme import theme


class LineChart(CurveHolder, Chart):
    """Curves over one x axis, painted: redrawn with every step of a slider."""

    def __init__(self, title: str = "") -> None:
        super().__init__(title)
        self._frame = QRectF()

    def draw(self, painter: QPainter, area: QRectF) -> None:
        look = theme()
        px = look.px
        painter.setFont(look.font(11))
        metrics = painter.fontMetrics()
        y_places = self.curves.y_places(int(area.height() / px(36)))
        left = max((metrics.horizontalAdvance(text) for _, text in y_places), default=20)
        left += px(8)
        legend = len(self.curves.series) > 1
        frame = QRectF(
            area.left() + left,
            area.top() + (px(18) if legend else px(4)),
            area.width() - left - px(8),
            area.height() - (px(18) if legend else px(4)) - px(34 if self.curves.x_label else 18),
        )
        if frame.width() < 20 or frame.height() < 20:
            return
        named = self._tags(painter, frame)
        rows = 1 + max((tag.row for tag in named), default=-1)
        # The texts of markers stand above the curves; curves keep half of the height.
        frame.setTop(frame.top() + min(rows * px(15), frame.height() / 2))
        self._frame = frame
        self._axes(painter, frame, y_places)
        painter.save()
        painter.setClipRect(frame.adjusted(-4, -4, 4, 4))
        for series in self.curves.series:
            self._band(painter, series)
        for series in self.curves.series:
            self._curve(painter, series)
        painter.restore()
        self._mark(painter, named, rows)
        if legend:
            self._legend(painter, area)

    def _at(self, x: float, y: float) -> QPointF:
        frame = self._frame
        return QPointF(
            frame.left()
            + (x - self.curves.x[0]) / (self.curves.x[1] - self.curves.x[0]) * frame.width(),
            frame.bottom()
            - (y - self.curves.y[0]) / (self.curves.y[1] - self.curves.y[0]) * frame.height(),
        )

    def _axes(self, painter: QPainter, frame: QRectF, y_places: list[tuple[float, str]]) -> None:
        look = theme()
        px = look.px
        metrics = painter.fontMetrics()
        for tick, said in y_places:
            y = self._at(self.curves.x[0], tick).y()
            painter.setPen(fine(look.color("border")))
            painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
            painter.setPen(look.color("muted"))
            painter.drawText(
                QRectF(0, y - px(8), frame.left() - px(4), px(16)),
                int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
                said,
            )
        painter.setPen(look.color("muted"))
        for x, text in self.curves.x_places(int(frame.width() / px(72))):
            where = self._at(x, self.curves.y[0]).x()
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
        if self.curves.x_label:
            painter.setPen(look.color("muted"))
            painter.drawText(
                QRectF(frame.left(), frame.bottom() + px(17), frame.width(), px(16)),
                int(Qt.AlignmentFlag.AlignCenter),
                self.curves.x_label,
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

    def _tags(self, painter: QPainter, frame: QRectF) -> list[Tag]:
        painter.setFont(theme().font(11, bold=True))
        metrics = painter.fontMetrics()
        first, last = self.curves.x
        shown = [
            (
                marker,
                frame.left() + (marker.x - first) / (last - first) * frame.width(),
                metrics.horizontalAdvance(marker.text) + 2.0,
            )
            for marker in self.curves.markers
            if first <= marker.x <= last
        ]
        painter.setFont(theme().font(11))
        return tags(shown, frame.left(), frame.right() + theme().px(8))

    def _mark(self, painter: QPainter, named: Sequence[Tag], rows: int) -> None:
        look = theme()
        px = look.px
        frame = self._frame
        top = frame.top() - rows * px(15)
        painter.setFont(look.font(11, bold=True))
        for tag in named:
            colour = look.color("bad" if tag.marker.strong else "text")
            y = top + tag.row * px(15)
            painter.setPen(fine(colour, 1.5, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(tag.x, y), QPointF(tag.x, frame.bottom()))
            painter.setPen(colour)
            painter.drawText(
                QRectF(tag.start, y, frame.right() + px(16) - tag.start, px(15)),
                int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter),
                tag.marker.text,
            )

    def _legend(self, painter: QPainter, area: QRectF) -> None:
        look = theme()
        px = look.px
        painter.setFont(look.font(11))
        metrics = painter.fontMetrics()
        x = area.left()
        for series in self.curves.series:
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
        if isinstance(event, QHelpEvent) and self.curves.series and self._frame.width() > 0:
            wide = self.curves.x[1] - self.curves.x[0]
            share = (event.pos().x() - self._frame.left()) / self._frame.width()
            text = self.curves.at(self.curves.x[0] + share * wide)
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)
