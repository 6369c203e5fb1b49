"""What a table shows: columns, frozen rows under headings, and their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtWidgets import QWidget

from app.window.theme import theme

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
LEAST_STRETCH = 144
BELOW = int(Qt.ItemDataRole.UserRole) + 1
HEADING = BELOW + 1
# What a view asks of every cell that it measures, and what a row has to say of it.
SAID = frozenset(
    {
        int(Qt.ItemDataRole.DisplayRole),
        int(Qt.ItemDataRole.EditRole),
        int(Qt.ItemDataRole.UserRole),
        int(Qt.ItemDataRole.TextAlignmentRole),
        int(Qt.ItemDataRole.ForegroundRole),
        int(Qt.ItemDataRole.ToolTipRole),
        int(Qt.ItemDataRole.AccessibleTextRole),
        BELOW,
        HEADING,
    }
)


Grouping = Callable[[Row], tuple[Any, str]] | None
"""The place of a row's group among the groups and its heading; ``None`` for one list."""


@dataclass(frozen=True)
class Column(Generic[Row]):
    """One column: header, text, and what it sorts by (the text when not given).

    ``below`` is a second, muted line; rows of a table with such a column are twice as high.
    ``width`` is in pixels of the design, and a quarter more where texts need it.
    ``least`` is what a column that stretches keeps, in pixels of the design.
    ``spare`` is one that a table does without where it is too narrow for all.
    """

    header: str
    text: Callable[[Row], str]
    key: Callable[[Row], Any] | None = None
    right: bool = False
    token: Callable[[Row], str] | None = None
    hint: Callable[[Row], str] | None = None
    stretch: bool = False
    width: int = 0
    least: int = LEAST_STRETCH
    below: Callable[[Row], str] | None = None
    spare: bool = False


@dataclass(frozen=True)
class Heading:
    """A line above the rows of a group: the group's place among the groups, and what it says."""

    rank: Any
    title: str


class RowModel(QAbstractTableModel, Generic[Row]):
    """Rows and columns; the whole row is behind ``UserRole``, nothing behind a heading's."""

    def __init__(self, columns: Sequence[Column[Row]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.rows: tuple[Row, ...] = ()
        self.headings: tuple[Heading, ...] = ()
        # Columns that the view has no room for: the tip of the first one says what they hold.
        self.spared: tuple[int, ...] = ()
        self._ranks: tuple[Any, ...] = ()
        self._group: Callable[[Row], tuple[Any, str]] | None = None
        self._keys: dict[tuple[int, int], Any] = {}

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Other rows."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.forget_keys()
        group = self._group
        # Once, not at each comparison of a sort.
        groups = () if group is None else tuple(map(group, self.rows))
        self.headings = tuple(Heading(rank, title) for rank, title in dict(groups).items())
        self._ranks = tuple(rank for rank, _title in groups)
        self.endResetModel()

    def group(self, by: Grouping[Row], rows: Sequence[Row] | None = None) -> None:
        """Put rows together by what ``by`` gives: the place of their group and its heading."""
        self._group = by
        self.show_rows(self.rows if rows is None else rows)

    def heading(self, row: int) -> Heading | None:
        """What stands in a line that holds none of the rows; these come first here."""
        return self.headings[row] if row < len(self.headings) else None

    def row(self, row: int) -> Row:
        """What stands in a line that is no heading."""
        return self.rows[row - len(self.headings)]

    def key(self, row: int, column: int) -> Any:
        """What a line is sorted by; a heading by nothing."""
        if self.heading(row) is not None:
            return None
        if (row, column) not in self._keys:
            by = self.columns[column]
            self._keys[row, column] = (by.key or by.text)(self.row(row))
        return self._keys[row, column]

    def forget_keys(self) -> None:
        """What lines are sorted by may have changed; during a sort each is asked for many times."""
        self._keys.clear()

    def rank(self, row: int) -> Any:
        """The place of a line's group among the groups."""
        heading = self.heading(row)
        if heading is not None:
            return heading.rank
        return self._ranks[row - len(self.headings)] if self._ranks else 0

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.headings) + len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        # The keyboard goes from row to row.
        if index.isValid() and self.heading(index.row()) is not None:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return self.columns[section].header
            if role == Qt.ItemDataRole.TextAlignmentRole:
                side = (
                    Qt.AlignmentFlag.AlignRight
                    if self.columns[section].right
                    else Qt.AlignmentFlag.AlignLeft
                )
                return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in SAID or not index.isValid():
            return None
        heading = self.heading(index.row())
        if heading is not None:
            named = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, HEADING)
            return heading.title if role in named and not index.column() else None
        row, column = self.row(index.row()), self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == BELOW:
            return None if column.below is None else column.below(row)
        if role == Qt.ItemDataRole.AccessibleTextRole and column.below is not None:
            return f"{column.text(row)}, {column.below(row)}"
        if role == Qt.ItemDataRole.EditRole:
            return self.key(index.row(), index.column())
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role == Qt.ItemDataRole.TextAlignmentRole and column.right:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ForegroundRole and column.token is not None:
            token = column.token(row)
            return theme().color(token) if token else None
        if role == Qt.ItemDataRole.ToolTipRole:
            said = column.text(row) if column.hint is None else column.hint(row)
            beside = (self.columns[n] for n in self.spared if not index.column())
            return "\n".join([said, *(f"{c.header}: {c.text(row)}" for c in beside)])
        return None


class Proxy(QSortFilterProxyModel):
    """Sorts by the columns' keys, filters by a predicate."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keep: Callable[[Any], bool] | None = None
        self.setSortRole(Qt.ItemDataRole.EditRole)

    def keep(self, predicate: Callable[[Any], bool] | None) -> None:
        """Show only rows for which the predicate holds."""
        self.beginFilterChange()
        model = self.sourceModel()
        if isinstance(model, RowModel):
            model.forget_keys()
        self._keep = predicate
        self.endFilterChange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        model = self.sourceModel()
        if isinstance(model, RowModel):
            model.forget_keys()
        super().sort(column, order)

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        if self._keep is None:
            return True
        model = self.sourceModel()
        assert isinstance(model, RowModel)
        heading = model.heading(source_row)
        if heading is None:
            return self._keep(model.row(source_row))
        # A heading stands where anything of its group does.
        first = len(model.headings)
        return any(
            model.rank(first + n) == heading.rank and self._keep(row)
            for n, row in enumerate(model.rows)
        )

    def lessThan(self, left: Index, right: Index) -> bool:
        model = self.sourceModel()
        assert isinstance(model, RowModel)
        if model.headings:
            # Groups keep their order whichever way their rows are sorted.
            up = self.sortOrder() == Qt.SortOrder.AscendingOrder
            groups = [(model.rank(i.row()), model.heading(i.row()) is None) for i in (left, right)]
            if groups[0] != groups[1]:
                return bool(groups[0] < groups[1]) is up
            if not groups[0][1]:
                return False
        # Not asked through the view's roles: a sort compares thousands.
        a, b = (model.key(i.row(), i.column()) for i in (left, right))
        if a is None or b is None:
            return a is None and b is not None
        return bool(a < b)
