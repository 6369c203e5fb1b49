"""A tornado: what a step down and a step up of each setting does, the widest on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QToolTip

from app.window.charts.base import Chart, fine, haloed
from app.window.i18n.numbers import signed_percent
from app.window.theme import theme

PITCH = 26
Effect = tuple[float, float, float]


@dataclass(frozen=True)
class Row:
    """One setting: effects (value, low, high in per cent) of less and of more of it."""

    label: str
    down: Effect | None
    up: Effect | None
    hint: str


class TornadoChart(Chart):
    """Rows to click, or to walk with the arrow keys and choose with Enter."""

    chosen = Signal(int)

    def __init__(self, title: str = "") -> None:
        super().__init__(title)
        self._rows: tuple[Row, ...] = ()
        self._at = 0
        self._top = 0.0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_rows(self, rows: Sequence[Row], note: str = "") -> None:
        """Draw these."""
        self._rows, self.note = tuple(rows), note
        self._at = min(self._at, max(len(self._rows) - 1, 0))
        self.describe("; ".join(row.hint for row in self._rows) or note)
        self.setMinimumHeight(theme().px(40) + theme().px(PITCH) * len(self._rows))
        self.update()

    def is_empty(self) -> bool:
        return not self._rows

    def sizeHint(self) -> QSize:
        return QSize(theme().px(420), theme().px(40) + theme().px(PITCH) * max(len(self._rows), 4))

    def draw(self, painter: QPainter, area: QRectF) -> None:
        look = theme()
        px = look.px
        painter.setFont(look.font(11))
        metrics = painter.fontMetrics()
        names = min(
            max(metrics.horizontalAdvance(row.label) for row in self._rows) + px(8),
            int(area.width() * 0.45),
        )
        figures = metrics.horizontalAdvance(signed_percent(-100.0)) + px(10)
        left, right = area.left() + names + figures, area.right() - figures
        if right - left < px(40):
            return
        most = max(
            (abs(v) for row in self._rows for side in (row.down, row.up) if side for v in side),
            default=0.0,
        )
        middle, reach = (left + right) / 2, (right - left) / 2
        most = most or 1.0
        self._top = area.top()
        for number, row in enumerate(self._rows):
            y = area.top() + number * px(PITCH)
            painter.setPen(look.color("text"))
            painter.drawText(
                QRectF(area.left(), y, names - px(6), px(PITCH)),
                int(_LEFT),
                metrics.elidedText(row.label, Qt.TextElideMode.ElideRight, int(names - px(6))),
            )
            whiskers: list[QLineF] = []
            for side, colour in ((row.down, 1), (row.up, 0)):
                if side is None:
                    continue
                end = middle + side[0] / most * reach
                bar = QRectF(
                    QPointF(middle, y + px(5)), QPointF(end, y + px(PITCH) - px(5))
                ).normalized()
                painter.fillRect(bar, look.series(colour))
                low, high = (middle + v / most * reach for v in side[1:])
                if high - low > 1.0:
                    level = bar.center().y() + (px(3) if colour else -px(3))
                    whiskers.append(QLineF(low, level, high, level))
            haloed(painter, whiskers)
            painter.setPen(look.color("muted"))
            sides = [side for side in (row.down, row.up) if side is not None]
            if len(sides) == 2 and (sides[0][0] < 0) == (sides[1][0] < 0):
                # Both on one side of the middle: the stronger one is said, the other is seen.
                sides = [max(sides, key=lambda side: abs(side[0]))]
            for side in sides:
                at = area.left() + names if side[0] < 0 else right + px(4)
                painter.drawText(
                    QRectF(at, y, figures - px(4), px(PITCH)), int(_LEFT), signed_percent(side[0])
                )
            if number == self._at and self.hasFocus():
                painter.setPen(fine(look.color("accent"), 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(area.left(), y, area.width(), px(PITCH)))
        painter.setPen(fine(look.color("border_strong")))
        painter.drawLine(
            QLineF(middle, area.top(), middle, area.top() + len(self._rows) * px(PITCH))
        )

    def _row_at(self, y: float) -> int:
        number = int((y - self._top) // theme().px(PITCH))
        return number if 0 <= number < len(self._rows) else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._row_at(event.position().y())
        if number >= 0:
            self._at = number
            self.update()
            self.chosen.emit(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None and self._rows:
            self._at = min(max(self._at + step, 0), len(self._rows) - 1)
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._rows:
            self.chosen.emit(self._at)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            number = self._row_at(event.pos().y())
            if number >= 0:
                QToolTip.showText(event.globalPos(), self._rows[number].hint, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
