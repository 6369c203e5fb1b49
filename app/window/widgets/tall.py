"""Rows that are higher than the others where the text of one column needs it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QTableView

from app.window.theme import theme

PAD = 11
"""Pixels of the design that the style keeps free at either side of a text."""


MOST = 1 << 16
_WRAPS = Qt.TextFlag.TextWordWrap


class TallRows(QObject):
    """Gives the rows of a table whose text does not fit into a column the lines it needs.

    Of hundreds of rows only these are measured as Qt does it, which asks for all their texts.
    """

    def __init__(self, table: QTableView, column: int) -> None:
        super().__init__(table)
        self._table, self._column = table, column
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fit)
        table.setWordWrap(True)
        table.installEventFilter(self)
        table.horizontalHeader().sectionResized.connect(self._resized)
        model = table.model()
        for changed in (
            model.modelReset,
            model.layoutChanged,
            model.rowsInserted,
            model.rowsRemoved,
        ):
            changed.connect(lambda *_: self._soon.start())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Show, QEvent.Type.StyleChange):
            self._soon.start()
        return False

    def _resized(self, section: int, _before: int, _now: int) -> None:
        if section == self._column:
            self._soon.start()

    def _fit(self) -> None:
        table, model = self._table, self._table.model()
        if not table.isVisible():
            return
        room = table.columnWidth(self._column) - 2 * theme().px(PAD)
        metrics, usual = table.fontMetrics(), table.verticalHeader().defaultSectionSize()
        texts = (str(model.index(n, self._column).data() or "") for n in range(model.rowCount()))
        for row, text in enumerate(texts):
            if metrics.horizontalAdvance(text) > room:
                # Qt measures as if the style kept nothing free at the sides: a last line was lost.
                lines = metrics.boundingRect(0, 0, room, MOST, int(_WRAPS), text).height()
                needed = usual + lines - metrics.height()
                table.setRowHeight(row, max(needed, table.sizeHintForRow(row)))
            elif table.rowHeight(row) != usual:
                # Sorted, rows take their heights with them.
                table.setRowHeight(row, usual)
