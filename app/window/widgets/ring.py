"""Where the keyboard is, around an area whose style has no frame for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from app.window.theme import theme
from app.window.widgets.guarded import guarded

THICK = 2
"""Pixels of the design."""
BY_KEYS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class Ring(QWidget):
    """A frame inside an area that got the keyboard by keys; who clicked there knows where it is.

    It is no wider than its line: what moves below is not painted twice.
    """

    def __init__(self, area: QWidget) -> None:
        super().__init__(area)
        self.setObjectName("ring")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._area = area
        area.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            if event.reason() in BY_KEYS:
                self._lie()
                self.show()
                self.raise_()
        elif event.type() in (QEvent.Type.FocusOut, QEvent.Type.MouseButtonPress):
            self.hide()
        elif event.type() == QEvent.Type.Resize and self.isVisible():
            self._lie()
        return False

    def _lie(self) -> None:
        whole, thick = self._area.rect(), theme().px(THICK)
        self.setGeometry(whole)
        inner = whole.adjusted(thick, thick, -thick, -thick)
        self.setMask(QRegion(whole).subtracted(QRegion(inner)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme().color("accent"))
        painter.end()
