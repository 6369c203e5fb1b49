"""No list ends in half a row, wherever it is scrolled to."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QListWidget, QTableWidget

from app.window.compare.cells import Cell, SideBySide
from app.window.widgets.whole_rows import SPARE, WholeRows


def of_many(kind: type) -> QListWidget | QTableWidget:
    if kind is QListWidget:
        made = QListWidget()
        for number in range(40):
            # Headings and names on two lines stand between the others.
            made.addItem("two\nlines" if number % 3 == 0 else f"row {number}")
        return made
    table = QTableWidget(40, 2)
    for number in range(40):
        table.setRowHeight(number, 30 + 16 * (number % 3 == 0))
    return table


@pytest.mark.parametrize("kind", [QListWidget, QTableWidget])
def test_the_last_row_in_view_is_whole(qtbot, kind) -> None:
    view = of_many(kind)
    qtbot.addWidget(view)
    cover = WholeRows(view)
    bar, covered = view.verticalScrollBar(), 0
    for height in range(200, 240, 7):
        view.resize(300, height)
        view.show()
        QApplication.processEvents()
        for value in (0, 1, 2, 7, bar.maximum()):
            bar.setValue(value)
            room = view.viewport().height()
            last = view.visualRect(view.indexAt(QPoint(1, room - 1)))
            cut = last.isValid() and last.bottom() - SPARE >= room
            assert cover.isVisible() is cut, (height, value)
            covered += cut
            if cut:
                top = view.viewport().mapTo(view, last.topLeft()).y()
                assert cover.geometry().top() == top
                assert cover.geometry().bottom() >= view.viewport().geometry().bottom()
    assert covered > 10


def test_a_row_higher_than_the_list_is_shown_as_far_as_it_goes(qtbot) -> None:
    view = QListWidget()
    qtbot.addWidget(view)
    view.addItem("\n".join(map(str, range(40))))
    cover = WholeRows(view)
    view.resize(200, 100)
    view.show()
    QApplication.processEvents()
    assert not cover.isVisible()


@pytest.mark.parametrize("width", [700, 903, 1260])
def test_columns_in_view_are_whole_at_either_end(qtbot, width) -> None:
    table = SideBySide("Scenarios")
    qtbot.addWidget(table)
    heads = [f"Scenario {n}" for n in range(9)]
    table.show_cells(heads, [("Throughput", lambda _n: Cell("1"))])
    table.resize(width, 300)
    table.show()
    QApplication.processEvents()
    bar = table.horizontalScrollBar()
    for value in (0, bar.maximum()):
        bar.setValue(value)
        edges = {table.columnViewportPosition(n) for n in range(9)}
        assert min(abs(edge) for edge in edges) <= 3
        assert (
            min(
                abs(edge - table.viewport().width())
                for edge in edges | {table.columnViewportPosition(8) + table.columnWidth(8)}
            )
            <= 3
        )
    # Scrolled to the end, it is at the end of a wider one too.
    table.resize(width + 40, 300)
    QApplication.processEvents()
    assert bar.value() == bar.maximum()
