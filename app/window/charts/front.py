"""The undominated plans: gain over effort, risk as size; each one can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QToolTip

from app.window.charts.base import Chart, fine
from app.window.charts.scales import nice_ticks, padded, tick_digits
from app.window.i18n import tr
from app.window.i18n.numbers import plain, signed_percent
from app.window.theme import theme

REACH = 14.0
LARGEST_RISK = 12.0


@dataclass(frozen=True)
class Option:
    """One plan: gain in per cent, effort and risk as sums over its findings."""

    gain_pct: float
    effort: float
    risk: float
    hint: str


class FrontChart(Chart):
    """Points to click, or to walk with the arrow keys; ``chosen`` tells which one."""

    chosen = Signal(int)

    def __init__(self, title: str = "") -> None:
        super().__init__(title)
        self._options: tuple[Option, ...] = ()
        self._at = -1
        self._frame = QRectF()
        self._effort = self._gain = (0.0, 1.0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_options(self, options: Sequence[Option], at: int) -> None:
        """Draw these; ``at`` is the one on show, or -1."""
        self._options, self._at = tuple(options), at
        if self._options:
            self._effort = padded(0.0, max(o.effort for o in self._options))
            self._gain = padded(0.0, max(max(o.gain_pct for o in self._options), 1.0))
        self.describe("; ".join(o.hint for o in self._options) or self.note)
        self.redraw()

    def is_empty(self) -> bool:
        return not self._options

    def place(self, number: int) -> QPointF:
        """Where an option is drawn."""
        option, frame = self._options[number], self._frame
        across = (option.effort - self._effort[0]) / (self._effort[1] - self._effort[0])
        up = (option.gain_pct - self._gain[0]) / (self._gain[1] - self._gain[0])
        return QPointF(frame.left() + across * frame.width(), frame.bottom() - up * frame.height())

    def draw(self, painter: QPainter, area: QRectF) -> None:
        look = theme()
        px = look.px
        painter.setFont(look.font(11))
        metrics = painter.fontMetrics()
        ticks = nice_ticks(*self._gain, max(2, int(area.height() / px(36))))
        left = max(metrics.horizontalAdvance(signed_percent(t)) for t in ticks) + px(8)
        told = tr("Effort in points: 1 in operation … 8 hardware; larger dot: more risk")
        wraps = int(Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap)
        room = area.toRect()
        tall = metrics.boundingRect(QRect(0, 0, room.width(), room.height()), wraps, told).height()
        frame = self._frame = area.adjusted(left, px(4), -px(12), -px(18) - tall)
        if frame.width() < 20 or frame.height() < 20:
            return
        for tick in ticks:
            y = frame.bottom() - (tick - self._gain[0]) / (self._gain[1] - self._gain[0]) * (
                frame.height()
            )
            painter.setPen(fine(look.color("border")))
            painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
            painter.setPen(look.color("muted"))
            painter.drawText(
                QRectF(area.left(), y - px(8), left - px(4), px(16)),
                int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
                signed_percent(tick),
            )
        across = nice_ticks(*self._effort, max(2, int(frame.width() / px(64))))
        for tick in across:
            x = frame.left() + (tick - self._effort[0]) / (self._effort[1] - self._effort[0]) * (
                frame.width()
            )
            painter.drawText(
                QRectF(x - px(24), frame.bottom() + px(2), px(48), px(14)),
                int(Qt.AlignmentFlag.AlignCenter),
                plain(tick, tick_digits(across)),
            )
        painter.drawText(
            QRectF(area.left(), frame.bottom() + px(16), area.width(), tall), wraps, told
        )
        painter.setPen(fine(look.color("border_strong")))
        painter.drawLine(frame.bottomLeft(), frame.bottomRight())
        self._points(painter)

    def _points(self, painter: QPainter) -> None:
        look = theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, option in enumerate(self._options):
            radius = look.px(4) + look.px(6) * min(option.risk / LARGEST_RISK, 1.0)
            on = number == self._at
            painter.setPen(fine(look.color("text"), 2.0) if on else Qt.PenStyle.NoPen)
            painter.setBrush(look.color("accent") if on else look.series(0))
            painter.drawEllipse(self.place(number), radius, radius)
            if on and self.hasFocus():
                painter.setPen(fine(look.color("accent"), 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(self.place(number), radius + 4, radius + 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    # -- choosing ------------------------------------------------------------------------------

    def _near(self, at: QPointF) -> int | None:
        if self._frame.isEmpty():
            return None
        found = [
            ((p.x() - at.x()) ** 2 + (p.y() - at.y()) ** 2, n)
            for n, p in ((n, self.place(n)) for n in range(len(self._options)))
        ]
        reach = theme().px(REACH)
        near = min(found, default=(reach * reach + 1.0, -1))
        return near[1] if near[0] <= reach * reach else None

    def _choose(self, number: int) -> None:
        if 0 <= number < len(self._options) and number != self._at:
            self._at = number
            self.redraw()
            self.chosen.emit(number)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        near = self._near(event.position())
        if near is not None and event.button() == Qt.MouseButton.LeftButton:
            self._choose(near)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._near(event.position()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Down: -1,
        }.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._choose(min(max(self._at + step, 0), len(self._options) - 1))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.redraw()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.redraw()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            near = self._near(QPointF(event.pos()))
            if near is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), self._options[near].hint, self)
            return True
        return super().event(event)
