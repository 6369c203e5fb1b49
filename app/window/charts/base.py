"""What all charts share: title, fonts, a text for screen readers, repaint on a new theme."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.guarded import guarded


class Chart(QWidget):
    """A titled drawing; ``describe`` keeps its text for screen readers current."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.note = ""
        self.setAccessibleName(title or tr("Chart"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(theme().px(160), theme().px(96))
        theme().follow(self, self.redraw)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(320), theme().px(168))

    def set_title(self, title: str) -> None:
        """Another title, also for screen readers."""
        self.title = title
        self.setAccessibleName(title or tr("Chart"))

    def describe(self, text: str) -> None:
        """What a screen reader says of the chart."""
        self.setAccessibleDescription(text)

    def redraw(self) -> None:
        """Paint anew, in the theme on show."""
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        look = theme()
        painter.setFont(look.font(12, bold=True))
        painter.setPen(look.color("text"))
        px = look.px
        top = px(4)
        if self.title:
            box = QRectF(px(8), top, self.width() - px(16), px(18))
            metrics = painter.fontMetrics()
            title = metrics.elidedText(self.title, Qt.TextElideMode.ElideRight, int(box.width()))
            painter.drawText(box, int(_LEFT), title)
            top += px(22)
        area = QRectF(px(8), top, self.width() - px(16), self.height() - top - px(8))
        if self.is_empty():
            painter.setFont(look.font(12))
            painter.setPen(look.color("muted"))
            painter.drawText(
                area, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), self.note
            )
        else:
            self.draw(painter, area)
        painter.end()

    def is_empty(self) -> bool:
        """Whether there is nothing to draw; then ``note`` says why."""
        return True

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Draw into the area below the title."""


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def fine(colour: QColor, width: float = 1.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """A pen as wide as the texts beside it are large; a painted chart scales nothing else."""
    return QPen(colour, width * theme().scale, style)


def haloed(painter: QPainter, lines: Sequence[QLineF], width: float = 1.0) -> None:
    """Lines in the colour of text with a rim in that of the ground.

    They cross bars of any colour: without the rim white ones are lost on yellow.
    """
    if not lines:
        return
    look = theme()
    for colour, extra in (("surface", 2.0), ("text", 0.0)):
        painter.setPen(fine(look.color(colour), width + extra))
        painter.drawLines(list(lines))
