"""Lists that end with a whole row."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from app.window.theme import theme

SPARE = 4
"""Pixels of the design that a row keeps free below its text."""


class WholeRows(QWidget):
    """Covers the row at the foot of a list that would be cut, wherever it is scrolled to.

    The list keeps its size; a row that is higher than the list is shown as far as it goes.
    """

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self.setObjectName("cover")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.hide()
        self._view = view
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fit)
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)
        view.verticalScrollBar().valueChanged.connect(self._fit)
        model = view.model()
        changes = [
            view.verticalScrollBar().rangeChanged,
            model.modelReset,
            model.layoutChanged,
            model.rowsInserted,
            model.rowsRemoved,
        ]
        if isinstance(view, QTableView):
            changes.append(view.verticalHeader().sectionResized)
        for changed in changes:
            changed.connect(self._later)

    def _later(self) -> None:
        self._soon.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._soon.start()
        return False

    def _fit(self) -> None:
        view, room = self._view, self._view.viewport().geometry()
        if not view.isVisible():
            return
        cut = view.visualRect(view.indexAt(QPoint(1, room.height() - 1)))
        # A row without the last of its margin is whole.
        over = cut.bottom() - theme().px(SPARE) >= room.height()
        here = cut.isValid() and over and cut.top() > 0
        if here:
            # The heads of a table's rows stand left of its cells.
            left = view.frameWidth()
            width = room.right() + 1 - left
            self.setGeometry(left, room.top() + cut.top(), width, room.height() - cut.top())
            self.raise_()
        self.setVisible(here)
