"""No list ends in half a row, wherever it is scrolled to."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QLineEdit,
    QListWidget,
    QTableWidget,
    QTextBrowser,
    QWidget,
)

from app.window.compare.cells import Cell, SideBySide
from app.window.importing.viewer import ReportViewer
from app.window.theme import theme
from app.window.widgets.basics import card, columns, label, rows, scrolled
from app.window.widgets.whole_rows import SPARE, WholeLines, WholeParts, WholeReport, WholeRows


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
def test_the_wheel_turns_what_lies_under_the_cover(qtbot, kind) -> None:
    """Over a covered row, as high as a list of changes, the wheel was dead."""
    view = of_many(kind)
    qtbot.addWidget(view)
    cover = WholeRows(view)
    view.resize(300, 207)
    view.show()
    for height in range(200, 240):
        view.resize(300, height)
        QApplication.processEvents()
        if cover.isVisible():
            break
    assert cover.isVisible()
    at = cover.rect().center()
    assert view.childAt(cover.mapTo(view, at)) is cover
    turned = QWheelEvent(
        QPointF(at),
        QPointF(cover.mapToGlobal(at)),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(cover, turned)
    assert view.verticalScrollBar().value() > 0


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


def test_a_column_brought_into_view_stays_there_however_wide_it_gets(qtbot) -> None:
    """At larger texts the scenario on show was half out of view, beside nothing at all."""
    table = SideBySide("Scenarios")
    qtbot.addWidget(table)
    table.show_cells(["As-is", "Night", "Plan"], [("Throughput", lambda _n: Cell("1"))])
    table.resize(theme().px(420), 300)
    table.show()
    table.bring_into_view(2)
    for width in (400, 340, 430):
        table.resize(theme().px(width), 300)
        qtbot.waitUntil(lambda: not table.kept.soon.isActive())
        assert not table.kept.isVisible()
        assert table.columnViewportPosition(2) == 0
    bar = table.horizontalScrollBar()
    bar.triggerAction(bar.SliderAction.SliderToMinimum)
    table.resize(theme().px(410), 300)
    qtbot.waitUntil(lambda: not table.kept.soon.isActive())
    assert bar.value() == 0


def test_what_is_compared_with_stays_beside_the_others(qtbot) -> None:
    table = SideBySide("Scenarios")
    qtbot.addWidget(table)
    heads = [f"Scenario {n}" for n in range(9)]

    def cell(row: int) -> tuple[str, object]:
        return f"row {row}", lambda n: Cell("\n".join([f"{row} of {n}"] * (1 + (row + n) % 3)))

    table.show_cells(heads, [cell(row) for row in range(20)])
    table.resize(700, 300)
    table.show()
    QApplication.processEvents()
    kept, model, bar = table.kept, table.model(), table.horizontalScrollBar()
    assert kept.isVisible()
    table.setFocus()
    for _ in range(8):
        qtbot.keyClick(table, Qt.Key.Key_Right)
    for _ in range(15):
        qtbot.keyClick(table, Qt.Key.Key_Down)
    assert bar.value() == bar.maximum()
    with qtbot.waitSignal(table.columnWanted) as opened:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert opened.args == [8]
    # In step, to the pixel, with a cell of its own that needs two lines or three.
    for row in range(20):
        assert kept.rowHeight(row) == table.rowHeight(row) >= kept.sizeHintForRow(row)
        assert kept.rowViewportPosition(row) == table.rowViewportPosition(row)
    # The keyboard goes back step by step: no cell lies under the column that stays.
    for column in range(7, 0, -1):
        qtbot.keyClick(table, Qt.Key.Key_Left)
        assert table.currentIndex().column() == column
        assert table.visualRect(table.currentIndex()).left() >= kept.width() - 1
    bar.setValue(bar.maximum())
    qtbot.keyClick(table, Qt.Key.Key_Left)
    assert table.currentIndex().column() == 0
    assert bar.value() == bar.maximum()
    # Whoever points at it, by mouse or by what reads the screen, finds it there.
    seen = table.visualRect(table.currentIndex())
    assert seen.left() == 0
    assert table.indexAt(seen.center()) == table.currentIndex()
    top = model.index(table.rowAt(0), 0)
    with qtbot.waitSignal(table.columnWanted) as opened:
        at = kept.visualRect(top).center()
        qtbot.mouseClick(kept.viewport(), Qt.MouseButton.LeftButton, pos=at)
        qtbot.mouseDClick(kept.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert opened.args == [0]
    assert table.currentIndex() == top
    assert bar.value() == bar.maximum()
    assert QApplication.focusWidget() in (table, None)
    table.resize(9 * 300, 300)
    qtbot.waitUntil(lambda: not kept.isVisible())


def test_labels_fields_and_lines_at_the_foot_are_whole(qtbot) -> None:
    """Cards of What-if, the inspector and the plan ended in the upper half of a line."""
    column, text = QWidget(), QTextBrowser()
    stacked = rows(column)
    for number in range(20):
        box = card()
        inside = rows(box, margin=12, spacing=2)
        line = columns()
        line.addWidget(label(f"setting {number}"))
        line.addWidget(QLineEdit())
        inside.addLayout(line)
        stacked.addWidget(box)
    area = scrolled(column, "settings")
    lines = "".join(f"<tr><td>{n}.</td><td>step</td><td><b>+3 %</b></td></tr>" for n in range(40))
    text.setHtml(f"<table width='99%'>{lines}</table>")
    cover = WholeLines(text)

    def covered_from(view: QAbstractScrollArea, cover: QWidget) -> int:
        top = view.viewport().mapFrom(view, cover.geometry().topLeft()).y()
        return top if cover.isVisible() else view.viewport().height()

    times = 0
    for view, over in ((area, area.findChild(WholeParts)), (text, cover)):
        qtbot.addWidget(view)
        view.show()
        for height in range(200, 240, 7):
            view.resize(400, height)
            QApplication.processEvents()
            for value in (0, 13, 32, view.verticalScrollBar().maximum()):
                view.verticalScrollBar().setValue(value)
                foot, room = covered_from(view, over), view.viewport().height()
                times += foot < room
                assert room - foot < 40
                if view is text:
                    cut = [text.cursorRect(text.cursorForPosition(QPoint(x, foot - 1)))
                           for x in (5, 100, 380)]  # fmt: skip
                    assert all(line.bottom() < foot or line.top() >= foot for line in cut)
                    continue
                for part in column.findChildren(QLabel) + column.findChildren(QLineEdit):
                    top = part.mapTo(view.viewport(), QPoint(0, 0)).y()
                    assert not top < foot < top + part.height()
    assert times > 15


def test_a_page_higher_than_the_area_is_not_covered_wherever_it_begins(qtbot) -> None:
    """The preview of the report was blank: its pages begin below a margin, and end below all."""
    column = QWidget()
    box = rows(column, margin=8, spacing=16)
    for _ in range(3):
        page = QLabel()
        page.setFixedSize(300, 900)
        box.addWidget(page)
    area = scrolled(column, "Preview")
    qtbot.addWidget(area)
    area.resize(400, 500)
    area.show()
    QApplication.processEvents()
    cover, bar = area.findChild(WholeParts), area.verticalScrollBar()
    for value in range(0, bar.maximum(), 50):
        bar.setValue(value)
        assert not cover.isVisible(), value


def test_the_last_line_of_a_report_is_whole_or_not_there(qtbot) -> None:
    """With the thicker frames of high contrast the upper half of a line ended the text."""
    viewer = ReportViewer()
    qtbot.addWidget(viewer)
    viewer.show_report("one.txt", [f"line {n}" for n in range(200)])
    viewer.resize(500, 300)
    viewer.show()
    text = viewer.text
    cover = text.findChild(WholeReport)
    covered = 0
    for height in range(220, 260, 3):
        viewer.resize(500, height)
        for value in (0, 7, text.verticalScrollBar().maximum()):
            text.verticalScrollBar().setValue(value)
            for _ in range(2):
                QApplication.processEvents()
            room = text.viewport().height()
            foot = text.viewport().mapFrom(text, cover.geometry().topLeft()).y()
            foot = foot if cover.isVisible() else room
            covered += foot < room
            last = text.cursorRect(text.cursorForPosition(QPoint(1, foot - 1)))
            assert last.bottom() <= foot
            assert room - foot <= text.fontMetrics().lineSpacing()
    assert covered > 5


@pytest.mark.parametrize(("width", "beside"), [(820, 3), (640, 2), (480, 1)])
def test_two_scenarios_stand_beside_the_as_is_where_they_have_room(qtbot, width, beside) -> None:
    """A window of 1,024 pixels showed one at a time, with a third of its width to spare."""
    table = SideBySide("Scenarios")
    qtbot.addWidget(table)
    table.show_cells(["As-is", "Night", "Plan"], [("Throughput", lambda _: Cell("383,100"))])
    table.resize(width, 300)
    with qtbot.waitExposed(table):
        table.show()

    def fitting() -> int:
        return round(table.viewport().width() / table.columnWidth(0))

    qtbot.waitUntil(lambda: fitting() == beside, timeout=5_000)
    assert (table.horizontalScrollBar().maximum() == 0) == (beside == 3)
