"""What nobody sees is not worked out: a widget is brought up to date when it is on show."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class Due(QObject):
    """Calls ``refresh`` at once while the widget is on show, else when it is next shown."""

    def __init__(self, widget: QWidget, refresh: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._refresh = refresh
        self._owed = False
        widget.installEventFilter(self)

    def ask(self) -> None:
        """Something changed that the widget shows."""
        if self._widget.isVisible():
            self._owed = False
            self._refresh()
        else:
            self._owed = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and self._owed:
            self._owed = False
            self._refresh()
        return False
