"""Two-parameter sweeps: a heat map with iso-lines, today's point and the switching points."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QToolTip

from app.window.charts.base import Chart, fine
from app.window.charts.scales import iso_lines, nice_ticks
from app.window.i18n.numbers import figure
from app.window.theme import theme


class HeatMap(Chart):
    """Rows of y, columns of x."""

    def __init__(self, title: str = "") -> None:
        super().__init__(title)
        self._grid: tuple[tuple[float, ...], ...] = ()
        self._xs: tuple[str, ...] = ()
        self._ys: tuple[str, ...] = ()
        self._x_label = self._y_label = self._unit = ""
        self._today: tuple[float, float] | None = None
        self._bounds: tuple[tuple[str, ...], ...] = ()
        self._cells = QRectF()

    def show_grid(
        self,
        grid: Sequence[Sequence[float]],
        xs: Sequence[str],
        ys: Sequence[str],
        *,
        x_label: str,
        y_label: str,
        unit: str = "",
        today: tuple[float, float] | None = None,
        binds: Sequence[Sequence[str]] = (),
    ) -> None:
        """Draw ``grid[y][x]``; ``binds`` names what binds in each cell (edges are drawn)."""
        self._grid = tuple(tuple(row) for row in grid)
        self._xs, self._ys = tuple(xs), tuple(ys)
        self._x_label, self._y_label, self._unit = x_label, y_label, unit
        self._today = today
        self._bounds = tuple(tuple(row) for row in binds)
        flat = self._flat()
        if flat:
            best = max(flat)
            self.describe(
                f"{x_label} × {y_label}: {figure(min(flat), unit)} … {figure(best, unit)}"
            )
        self.update()

    def show_note(self, note: str) -> None:
        """Nothing to draw, and why."""
        self._grid = ()
        self.note = note
        self.update()

    def _flat(self) -> list[float]:
        return [v for row in self._grid for v in row if math.isfinite(v)]

    def is_empty(self) -> bool:
        return not self._flat()

    def draw(self, painter: QPainter, area: QRectF) -> None:
        look = theme()
        px = look.px
        painter.setFont(look.font(11))
        metrics = painter.fontMetrics()
        flat = self._flat()
        low, high = min(flat), max(flat)
        spread = (high - low) or 1.0
        left = max(metrics.horizontalAdvance(y) for y in self._ys) + px(8)
        cells = QRectF(area.left() + left, area.top() + px(16), area.width() - left - px(8), 0.0)
        cells.setBottom(area.bottom() - px(34))
        if cells.width() < 20 or cells.height() < 20:
            return
        self._cells = cells
        wide, tall = cells.width() / len(self._xs), cells.height() / len(self._ys)
        for row, values in enumerate(self._grid):
            for column, value in enumerate(values):
                box = QRectF(
                    cells.left() + column * wide,
                    cells.bottom() - (row + 1) * tall,
                    wide + 0.5,
                    tall + 0.5,
                )
                if math.isfinite(value):
                    painter.fillRect(box, look.utilization((value - low) / spread))
                else:
                    painter.fillRect(box, look.color("sunken"))
                if math.isfinite(value) and wide > px(56) and tall > px(18):
                    light = (value - low) / spread > 0.5
                    painter.setPen(Qt.GlobalColor.black if light else Qt.GlobalColor.white)
                    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), figure(value))
        self._lines(painter, cells, wide, tall, low, high)
        self._edges(painter, cells, wide, tall)
        self._axes(painter, area, cells, wide, tall)
        self._legend(painter, area, low, high)
        if self._today is not None:
            at = QPointF(
                cells.left() + (self._today[0] + 0.5) * wide,
                cells.bottom() - (self._today[1] + 0.5) * tall,
            )
            painter.setPen(fine(look.color("bad"), 3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, 7.0, 7.0)

    def _legend(self, painter: QPainter, area: QRectF, low: float, high: float) -> None:
        """The ramp with its two ends, top right."""
        look = theme()
        px = look.px
        metrics = painter.fontMetrics()
        ends = figure(low, self._unit), figure(high, self._unit)
        right = area.right() - px(8)
        top = area.top()
        width = metrics.horizontalAdvance(ends[1]) + px(4)
        painter.setPen(look.color("muted"))
        painter.drawText(
            QRectF(right - width, top, width, px(14)), int(Qt.AlignmentFlag.AlignCenter), ends[1]
        )
        ramp = px(96)
        left = right - width - ramp
        for step in range(24):
            painter.fillRect(
                QRectF(left + ramp * step / 24, top + px(2), ramp / 24 + 0.5, px(10)),
                look.utilization((step + 0.5) / 24),
            )
        width = metrics.horizontalAdvance(ends[0]) + px(4)
        painter.drawText(
            QRectF(left - width, top, width, px(14)), int(Qt.AlignmentFlag.AlignCenter), ends[0]
        )

    def _lines(
        self, painter: QPainter, cells: QRectF, wide: float, tall: float, low: float, high: float
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(fine(theme().color("surface"), 1.5))
        for level in nice_ticks(low, high, 6):
            for a, b in iso_lines(self._grid, level):
                painter.drawLine(
                    QPointF(
                        cells.left() + (a[0] + 0.5) * wide, cells.bottom() - (a[1] + 0.5) * tall
                    ),
                    QPointF(
                        cells.left() + (b[0] + 0.5) * wide, cells.bottom() - (b[1] + 0.5) * tall
                    ),
                )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _edges(self, painter: QPainter, cells: QRectF, wide: float, tall: float) -> None:
        """Heavy lines where another resource starts to bind: the switching points."""
        painter.setPen(fine(theme().color("bad"), 2))
        for row, names in enumerate(self._bounds):
            for column, name in enumerate(names):
                x, y = cells.left() + (column + 1) * wide, cells.bottom() - (row + 1) * tall
                if column + 1 < len(names) and names[column + 1] != name:
                    painter.drawLine(QPointF(x, y), QPointF(x, y + tall))
                if row + 1 < len(self._bounds) and self._bounds[row + 1][column] != name:
                    painter.drawLine(QPointF(x - wide, y), QPointF(x, y))

    def _axes(
        self, painter: QPainter, area: QRectF, cells: QRectF, wide: float, tall: float
    ) -> None:
        look = theme()
        px = look.px
        painter.setPen(look.color("muted"))
        metrics = painter.fontMetrics()
        each = max(1, math.ceil(max(metrics.horizontalAdvance(x) + px(6) for x in self._xs) / wide))
        for column, text in enumerate(self._xs):
            if column % each == 0:
                painter.drawText(
                    QRectF(
                        cells.left() + (column + 0.5) * wide - px(40),
                        cells.bottom(),
                        px(80),
                        px(16),
                    ),
                    int(Qt.AlignmentFlag.AlignCenter),
                    text,
                )
        for row, text in enumerate(self._ys):
            painter.drawText(
                QRectF(
                    area.left(),
                    cells.bottom() - (row + 1) * tall,
                    cells.left() - area.left() - px(6),
                    tall,
                ),
                int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
                text,
            )
        painter.drawText(
            QRectF(cells.left(), cells.bottom() + px(16), cells.width(), px(16)),
            int(Qt.AlignmentFlag.AlignCenter),
            self._x_label,
        )
        painter.drawText(
            QRectF(area.left(), area.top() - px(2), area.width(), px(16)),
            int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter),
            self._y_label,
        )

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self._grid and self._cells.width() > 0:
            column = int(
                (event.pos().x() - self._cells.left()) / self._cells.width() * len(self._xs)
            )
            row = int(
                (self._cells.bottom() - event.pos().y()) / self._cells.height() * len(self._ys)
            )
            if 0 <= row < len(self._ys) and 0 <= column < len(self._xs):
                said = (
                    f"{self._x_label} {self._xs[column]}, {self._y_label} {self._ys[row]}: "
                    f"{figure(self._grid[row][column], self._unit)}"
                )
                if self._bounds:
                    said += f"\n{self._bounds[row][column]}"
                QToolTip.showText(event.globalPos(), said, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)
