"""The scale of a heat map: its ramp with figures, and what the marks on the map mean."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.window.charts.base import fine
from app.window.charts.series import printed
from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.guarded import guarded

PARTS = 64


class ColourBar(QWidget):
    """From the lowest figure to the highest, and beside it the legend of ring and dashed line."""

    def __init__(self) -> None:
        super().__init__()
        self._low = self._high = 0.0
        self._unit = ""
        self._today = self._switches = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(240), theme().px(20))

    def show_range(
        self, low: float, high: float, unit: str, *, today: bool, switches: bool
    ) -> None:
        """The ends of the ramp; ``today`` and ``switches`` are the marks that are on the map."""
        self._low, self._high, self._unit = low, high, unit
        self._today, self._switches = today, switches
        self.setAccessibleName(tr("Colours"))
        self.setAccessibleDescription(f"{printed(low, unit)} … {printed(high, unit)}")
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        look = theme()
        px = look.px
        painter.setFont(look.font(11))
        metrics = painter.fontMetrics()
        middle = self.height() / 2.0

        def say(x: float, text: str) -> float:
            painter.setPen(look.color("text"))
            wide = metrics.horizontalAdvance(text)
            box = QRectF(x, 0.0, wide + 2.0, self.height())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), text)
            return x + wide

        x = say(0.0, printed(self._low, "")) + px(6)
        ramp = QRectF(x, middle - px(5), px(128), px(10))
        for part in range(PARTS):
            left = ramp.left() + ramp.width() * part / PARTS
            piece = QRectF(left, ramp.top(), ramp.width() / PARTS + 1.0, ramp.height())
            painter.fillRect(piece.intersected(ramp), look.utilization(part / (PARTS - 1)))
        painter.setPen(fine(look.color("border_strong")))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(ramp)
        x = say(ramp.right() + px(6), printed(self._high, self._unit)) + px(20)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room, pen = px(18), fine(look.color("text"), 2.0)
        if self._today and x + room + px(6) + metrics.horizontalAdvance(tr("now")) < self.width():
            painter.setPen(pen)
            painter.drawEllipse(QPointF(x + room / 2, middle), px(5), px(5))
            x = say(x + room + px(6), tr("now")) + px(20)
        text = tr("another resource binds")
        if self._switches and x + room + px(6) + metrics.horizontalAdvance(text) < self.width():
            pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(QLineF(x, middle, x + room, middle))
            say(x + room + px(6), text)
        painter.end()
