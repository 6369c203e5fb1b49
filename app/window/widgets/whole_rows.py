"""Lists that end with a whole row."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer
from PySide6.QtWidgets import QAbstractItemView, QLayout, QTreeView


class WholeRows(QObject):
    """Keeps so much of a layout free below a list in it that its last row is not cut.

    Where rows are of different heights, the one at the foot before anything is scrolled counts: the
    list does not change its size under the wheel.
    """

    def __init__(self, view: QAbstractItemView, box: QLayout) -> None:
        super().__init__(view)
        self._view, self._box = view, box
        self._foot = box.contentsMargins().bottom()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fit)
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)
        model = view.model()
        for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            changed.connect(lambda *_: self._soon.start())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._soon.start()
        return False

    def _fit(self) -> None:
        view = self._view
        alike = isinstance(view, QTreeView) and view.uniformRowHeights()
        if not view.isVisible() or (view.verticalScrollBar().value() and not alike):
            return
        margins = self._box.contentsMargins()
        # As high as it would be without what was kept free before.
        height = view.viewport().height() + margins.bottom() - self._foot
        cut = view.visualRect(view.indexAt(QPoint(1, height - 1)))
        spare = height - cut.top() if cut.isValid() and cut.bottom() >= height else 0
        if margins.bottom() != self._foot + spare:
            margins.setBottom(self._foot + spare)
            self._box.setContentsMargins(margins)
