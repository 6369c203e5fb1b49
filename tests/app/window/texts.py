"""All texts that a widget and what is in it show or say to a screen reader."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTabWidget,
    QTextEdit,
    QTreeView,
    QWidget,
)

MOST_ROWS = 400


def texts_of(root: QWidget) -> Iterator[tuple[str, str]]:
    """(where, text) of everything in ``root`` that is on show there."""
    for widget in (root, *root.findChildren(QWidget)):
        if not widget.isVisibleTo(root):
            continue
        where = f"{type(widget).__name__} {widget.accessibleName()}".strip()
        for text in _own(widget):
            for line in text.splitlines():
                if line.strip():
                    yield where, line.strip()


def _own(widget: QWidget) -> Iterator[str]:
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    if isinstance(widget, (QLabel, QAbstractButton)):
        yield widget.text()
    elif isinstance(widget, QLineEdit):
        yield widget.text()
        yield widget.placeholderText()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(n) for n in range(widget.count()))
    elif isinstance(widget, QTabWidget):
        yield from (widget.tabText(n) for n in range(widget.count()))
    elif isinstance(widget, QTextEdit):
        yield widget.toPlainText()
    elif isinstance(widget, QMenu):
        yield from (action.text() for action in widget.actions())
    elif isinstance(widget, QHeaderView):
        pass
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _model(widget.model(), deep=isinstance(widget, QTreeView))
    elif isinstance(widget, QGraphicsView) and widget.scene() is not None:
        for item in widget.scene().items():
            yield item.toolTip()
            text = getattr(item, "toPlainText", getattr(item, "text", None))
            if callable(text):
                yield str(text())


def _model(
    model: QAbstractItemModel, parent: QModelIndex | None = None, *, deep: bool = False
) -> Iterator[str]:
    top = QModelIndex() if parent is None else parent
    rows = min(model.rowCount(top), MOST_ROWS)
    # A list keeps its only column to itself.
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(top)
    if parent is None:
        for way, count in ((Qt.Orientation.Horizontal, columns), (Qt.Orientation.Vertical, rows)):
            yield from (str(model.headerData(n, way) or "") for n in range(count))
    for row in range(rows):
        for column in range(columns):
            index = model.index(row, column, top)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                found = index.data(role)
                if isinstance(found, str):
                    yield found
        first = model.index(row, 0, top)
        if deep and model.rowCount(first):
            yield from _model(model, first, deep=True)
