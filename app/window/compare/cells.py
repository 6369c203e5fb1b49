"""Scenarios side by side: a column each, its cells put into words when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from app.window.theme import theme
from app.window.widgets.whole_rows import WholeRows

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
WIDTH, _NARROW, _BESIDE = 264, 190, 3
"""Of a column in which a figure with unit and change stays in one line; of one in which each of
these does, for so many beside one another where they have room."""


@dataclass(frozen=True)
class Cell:
    """A text, the token of its colour, and what is told of it when pointed at."""

    text: str
    tone: str = ""
    hint: str = ""


Row = tuple[str, Callable[[int], Cell]]
"""What stands before a row, and its cell in a column."""


class _Cells(QAbstractTableModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.heads: Sequence[str] = ()
        self.rows: Sequence[Row] = ()
        self._cells: dict[tuple[int, int], Cell] = {}

    def show(self, heads: Sequence[str], rows: Sequence[Row]) -> None:
        same = len(heads) == len(self.heads) and [r[0] for r in rows] == [r[0] for r in self.rows]
        if not same or not heads or not rows:
            self.beginResetModel()
        renamed = list(heads) != list(self.heads)
        self.heads, self.rows = heads, rows
        self._cells.clear()
        if not same or not heads or not rows:
            self.endResetModel()
            return
        # The view goes on from where it is: after a reset it lays out all its columns anew.
        if renamed:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(heads) - 1)
        self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(heads) - 1))

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        across = orientation == Qt.Orientation.Horizontal
        return self.heads[section] if across else self.rows[section][0]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        place = index.row(), index.column()
        cell = self._cells.get(place)
        if cell is None:
            cell = self._cells[place] = self.rows[place[0]][1](place[1])
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.ForegroundRole and cell.tone:
            return theme().color(cell.tone)
        if role == Qt.ItemDataRole.ToolTipRole and cell.hint:
            return cell.hint
        return None


class _Wrapped(QStyledItemDelegate):
    """Asks for as many lines as a cell is painted in.

    Qt reckons them by the width of the whole cell and paints them within its padding: where a line
    had room in the one and not in the other, the last one was cut.
    """

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        whole = super().sizeHint(option, index)
        inside = QStyleOptionViewItem(option)
        self.initStyleOption(inside, index)
        element = QStyle.SubElement.SE_ItemViewItemText
        style = QApplication.style() if inside.widget is None else inside.widget.style()
        room = style.subElementRect(element, inside, inside.widget).width()
        if 0 < room < inside.rect.width():
            narrow = QStyleOptionViewItem(option)
            narrow.rect.setWidth(room)
            whole.setHeight(max(whole.height(), super().sizeHint(narrow, index).height()))
        return whole


class _Kept(QTableView):
    """The first column of a table once more, over the place that it has at the left end.

    For screen readers and the keyboard there is one table: nothing in it takes the focus.
    """

    def __init__(self, table: SideBySide) -> None:
        super().__init__(table)
        self.setObjectName("kept")
        self._table = table
        self.setItemDelegate(_Wrapped(self))
        self.setAccessibleName(table.accessibleName())
        for corner in self.findChildren(QAbstractButton):
            corner.setAccessibleName(table.accessibleName())
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setHorizontalScrollBarPolicy(never)
        self.setVerticalScrollBarPolicy(never)
        # The other columns lie beyond its right edge, and nothing moves them in.
        self.setAutoScroll(False)
        self.setEditTriggers(table.editTriggers())
        self.setSelectionMode(table.selectionMode())
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setResizeContentsPrecision(0)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().sectionDoubleClicked.connect(table.columnWanted)
        self.doubleClicked.connect(lambda index: table.columnWanted.emit(index.column()))
        self.setModel(table.model())
        own = self.selectionModel()
        self.setSelectionModel(table.selectionModel())
        own.deleteLater()
        down = table.verticalHeader()
        down.sectionResized.connect(lambda row, _before, now: self.setRowHeight(row, now))
        # In the middle of a reset of the model the views do not know their rows yet.
        self.soon = QTimer(self)
        self.soon.setSingleShot(True)
        self.soon.setInterval(0)
        self.soon.timeout.connect(self.place)
        bar = table.verticalScrollBar()
        bar.valueChanged.connect(self.verticalScrollBar().setValue)
        for changed in (
            table.model().modelReset,
            bar.rangeChanged,
            table.horizontalScrollBar().rangeChanged,
            table.horizontalHeader().sectionResized,
            table.horizontalHeader().geometriesChanged,
        ):
            changed.connect(lambda *_: self.soon.start())
        self.hide()

    def place(self) -> None:
        """Stand where the first column of the table does, or give way where all have room."""
        table = self._table
        across, room = table.horizontalHeader(), table.viewport().geometry()
        # The first of columns that fill the view is wider by a pixel that a division leaves.
        wide = min(table.columnWidth(0), across.minimumSectionSize())
        # Where only one column has room, it is for the one that is scrolled to.
        here = table.horizontalScrollBar().maximum() > 0 and 2 * wide <= room.width()
        self.setVisible(here)
        if not here:
            return
        high = across.height()
        self.horizontalHeader().setFixedHeight(high)
        self.setColumnWidth(0, table.columnWidth(0))
        for row in range(self.model().rowCount()):
            self.setRowHeight(row, table.rowHeight(row))
        self.setGeometry(room.left(), room.top() - high, wide, high + room.height())
        self.verticalScrollBar().setValue(table.verticalScrollBar().value())

    def scrollTo(self, index: Index, hint: object = None) -> None:
        """The table scrolls, and this with it."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._table.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._table.wheelEvent(event)


class SideBySide(QTableView):
    """``columnWanted`` (place) when one is double-clicked, or Enter is pressed in it.

    The first column stays in view when the others are scrolled through beside it.
    """

    columnWanted = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setItemDelegate(_Wrapped(self))
        self.setAccessibleName(name)
        for corner in self.findChildren(QAbstractButton):
            corner.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setTabKeyNavigation(False)
        down, across = self.verticalHeader(), self.horizontalHeader()
        down.setDefaultAlignment(Qt.AlignmentFlag.AlignVCenter)
        # Rows are as high as what is in view needs: Qt asks a thousand columns by itself.
        down.setResizeContentsPrecision(0)
        # A figure with unit and change stays in one line; more than fit are scrolled to.
        across.setMinimumSectionSize(theme().px(WIDTH))
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        # By column, the end of the last one is shown where it has no room, and not its beginning.
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        across.sectionDoubleClicked.connect(self.columnWanted)
        self.doubleClicked.connect(lambda index: self.columnWanted.emit(index.column()))
        self._at_end = False
        self._brought: int | None = None
        self.horizontalScrollBar().actionTriggered.connect(self._let_go)
        self.horizontalScrollBar().valueChanged.connect(self._moved)
        self.horizontalScrollBar().rangeChanged.connect(self._keep_end)
        self._cells = _Cells(self)
        self.setModel(self._cells)
        self.kept = _Kept(self)
        self.kept.soon.timeout.connect(self._bring_again)
        WholeRows(self)

    def show_cells(self, heads: Sequence[str], rows: Sequence[Row]) -> None:
        """Columns under these heads, and what is in their rows."""
        self._cells.show(heads, rows)
        self.resizeRowsToContents()
        self.kept.place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Of columns that have no room together, those in view are whole: at either end no half
        # figure stands beside the heads of the rows.
        room = self.viewport().width()
        least = min(theme().px(WIDTH), max(room, 1))
        if room // _BESIDE >= theme().px(_NARROW):
            least = min(least, room // _BESIDE)
        across, wide = self.horizontalHeader(), max(least, room // max(1, room // least))
        if wide != across.minimumSectionSize():
            across.setMinimumSectionSize(wide)
            # Lays them out anew: those that a wider view had made wider stay as they were.
            across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
            self._grow()
        self.kept.soon.start()

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """A cell is in view only beside the column that stays; that one needs no scrolling."""
        bar = self.horizontalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        if not self.kept.isVisible():
            return
        if index.column() == 0:
            bar.setValue(before)
        else:
            behind = self.kept.width() - self.columnViewportPosition(index.column())
            bar.setValue(bar.value() - max(0, behind))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        column = self.currentIndex().column()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and column >= 0:
            self.columnWanted.emit(column)
            return
        super().keyPressEvent(event)

    def visualRect(self, index: Index) -> QRect:
        """Where a cell is seen: screen readers ask here too."""
        found = super().visualRect(index)
        if index.column() == 0 and self.kept.isVisible():
            found.moveLeft(0)
        return found

    def indexAt(self, where: QPoint) -> QModelIndex:
        """The cell that is seen there."""
        if self.kept.isVisible() and 0 <= where.x() < self.kept.width():
            return self._cells.index(self.rowAt(where.y()), 0)
        return super().indexAt(where)

    def sizeHintForRow(self, row: int) -> int:
        """A row is as high as its cell in the column that stays needs, wherever the others are."""
        if not self.kept.isVisible():
            return super().sizeHintForRow(row)
        return max(super().sizeHintForRow(row), self.kept.sizeHintForRow(row))

    def _moved(self, value: int) -> None:
        self._at_end = 0 < value == self.horizontalScrollBar().maximum()
        self._grow()

    def _keep_end(self, _least: int, most: int) -> None:
        """Columns that get wider do not leave the last one in view cut."""
        if self._at_end:
            self.horizontalScrollBar().setValue(most)

    def _grow(self) -> None:
        """Columns that came into view may need higher rows; those gone leave them as they are."""
        for row in range(self._cells.rowCount()):
            if self.sizeHintForRow(row) > self.rowHeight(row):
                self.setRowHeight(row, self.sizeHintForRow(row))

    def _let_go(self) -> None:
        self._brought = None

    def _bring_again(self) -> None:
        """Columns that took another width since one was brought into view lie elsewhere."""
        if self._brought is not None and self._brought < self._cells.columnCount():
            self.bring_into_view(self._brought)

    def bring_into_view(self, column: int) -> None:
        """Scroll to a column, of a wide one to its beginning, and leave the rows where they are.

        It stays in view, however wide the columns get, until somebody scrolls.
        """
        self._brought = column
        self.scrollTo(self._cells.index(max(self.rowAt(0), 0), column))
        if self.columnWidth(column) > self.viewport().width():
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() + self.columnViewportPosition(column))

    def text(self, row: int, column: int) -> str:
        """What a cell says."""
        return str(self._cells.index(row, column).data())

    def heads(self, *, down: bool = False) -> list[str]:
        """What stands above the columns, or before the rows."""
        return [head for head, _ in self._cells.rows] if down else list(self._cells.heads)
