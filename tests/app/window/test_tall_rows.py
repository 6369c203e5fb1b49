"""Rows of tables and lists are as high as their texts need."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from advisor.observations import Question
from app.window.canvas.checklist import Checklist
from app.window.compare.cells import Cell, SideBySide
from app.window.importing.questions import QuestionRow, Questions
from app.window.theme import theme
from app.window.widgets.basics import scrolled
from app.window.widgets.rows_model import HEADING
from app.window.widgets.table import Column, RowModel, Table
from app.window.widgets.tall import TallRows

SHORT, LONG = "in order", "a sentence that goes on and on " * 6


def test_a_text_that_does_not_fit_has_the_lines_it_needs(qtbot) -> None:
    table: Table[str] = Table("rules", [Column("Why", str, stretch=True)])
    qtbot.addWidget(table)
    TallRows(table, 0)
    table.sortable(0)
    table.show_rows([SHORT, LONG])
    table.resize(400, 300)
    table.show()
    usual = table.verticalHeader().defaultSectionSize()

    def heights() -> dict[str, int]:
        rows = range(table.model().rowCount())
        return {table.model().index(n, 0).data(): table.rowHeight(n) for n in rows}

    qtbot.waitUntil(lambda: heights()[LONG] > usual)
    assert heights()[SHORT] == usual
    # The height goes with the text, not with the row.
    table.sortByColumn(0, table.horizontalHeader().sortIndicatorOrder().DescendingOrder)
    qtbot.waitUntil(lambda: heights()[LONG] > usual and heights()[SHORT] == usual)
    table.resize(4000, 300)
    qtbot.waitUntil(lambda: heights() == {SHORT: usual, LONG: usual})


def test_a_last_line_is_not_lost_whatever_the_width(qtbot) -> None:
    """German rules ended in an ellipsis: what the style keeps free at the sides was not counted."""
    table: Table[str] = Table("rules", [Column("Why", str, stretch=True)])
    qtbot.addWidget(table)
    tall = TallRows(table, 0)
    table.show_rows([LONG])
    table.show()
    metrics, usual = table.fontMetrics(), table.verticalHeader().defaultSectionSize()
    for width in range(300, 420, 6):
        table.resize(width, 300)
        QApplication.processEvents()
        tall._fit()
        room = QRect(0, 0, table.columnWidth(0) - 2 * theme().px(11), 10_000)
        lines = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, LONG).height()
        assert table.rowHeight(0) >= usual + lines - metrics.height(), width


def test_no_rule_is_cut_in_the_column_that_says_why(qtbot, window, session) -> None:
    window.show_page("advice")
    page = window.pages["advice"]
    page.tabs.setCurrentIndex(2)
    outcome = session.document.engagement.outcomes[0]
    page.rules.table.show_rows([replace(outcome, sentence=LONG), outcome])
    usual = page.rules.table.verticalHeader().defaultSectionSize()
    qtbot.waitUntil(lambda: max(page.rules.table.rowHeight(n) for n in (0, 1)) > usual)


@pytest.mark.parametrize("list_of", [Questions, Checklist])
def test_a_question_that_stays_is_as_tall_as_its_sentences_after_an_answer(
    qtbot, document, kit, list_of
) -> None:
    """Put back into its list, a row kept the height of before: its second line was cut in half."""
    engagement = document.engagement
    long = Question(
        kit.DATABASE,
        "setting.USERS",
        "How many users work at once?",
        "a display of the TP monitor, a job log of the day or the statistics of several days",
        2000,
        needed=True,
    )
    asked = replace(engagement.installation, questions=(long,))
    document.set_engagement(replace(engagement, installation=asked))
    made = list_of(document)
    area = made if list_of is Checklist else scrolled(made, "Questions")
    qtbot.addWidget(area)
    area.resize(1200, 400)
    for number in range(3):
        # An analysis comes in stages, each with more to ask.
        other = replace(long, metric=f"figure{number}", question=f"How many {number}?")
        asked = replace(asked, questions=(*asked.questions, other))
        document.set_engagement(replace(engagement, installation=asked))
    area.show()
    row = next(row for row in made.findChildren(QuestionRow) if row.question == long)
    qtbot.wait(20)
    qtbot.wait(20)
    column = made._column
    item = next(column.itemAt(n) for n in range(column.count()) if column.itemAt(n).widget() is row)
    for width in (40, 120, 200, 280, 360):
        item.heightForWidth(500)
        row.control.setFixedWidth(width)
        said = row.findChildren(QLabel)[0]
        said.setText(said.text() + " and again how many, in all the regions of the day?")
        qtbot.wait(5)
        assert item.heightForWidth(500) == row.heightForWidth(500), width


@pytest.mark.parametrize("list_of", [Questions, Checklist])
def test_hundreds_of_questions_are_made_in_slices_each_at_its_place(
    qtbot, document, kit, list_of
) -> None:
    """340 at once took 2.4 s of the window's thread, at each stage of an analysis."""
    engagement = document.engagement
    made = list_of(document)
    qtbot.addWidget(made)

    def ask(order: range) -> list[QuestionRow]:
        asked = tuple(
            Question(
                kit.DATABASE, f"figure{n}", f"How many {n}?", "a display", usual=n, needed=True
            )
            for n in order
        )
        installation = replace(engagement.installation, questions=asked)
        document.set_engagement(replace(engagement, installation=installation))
        return shown()

    def shown() -> list[QuestionRow]:
        column = made._column
        found = (column.itemAt(n).widget() for n in range(column.count()))
        return [row for row in found if isinstance(row, QuestionRow)]

    def numbers() -> list[int]:
        return [int(row.question.metric.removeprefix("figure")) for row in shown()]

    before = len(made.findChildren(QuestionRow))
    assert len(ask(range(100, 300))) < 100
    qtbot.waitUntil(lambda: numbers() == list(range(100, 300)))
    kept = set(shown())
    assert kept < set(ask(range(400)))
    made.finish()
    assert numbers() == list(range(400))
    assert kept < set(shown())
    assert before < 40


def test_rows_that_wrap_are_measured_when_they_are_seen_and_once(qtbot, monkeypatch) -> None:
    """Putting the Validate page into the window asked its table for 20,000 texts."""
    asked = []
    data = RowModel.data

    def counted(model, index, role=Qt.ItemDataRole.DisplayRole):
        asked.append(role)
        return data(model, index, role)

    monkeypatch.setattr(RowModel, "data", counted)
    table: Table[str] = Table("rules", [Column("Why", str, stretch=True)], wraps=True)
    table.show_rows([SHORT, LONG] * 10)
    holder = QWidget()
    qtbot.addWidget(holder)
    box = QVBoxLayout(holder)
    box.addWidget(table)
    assert asked == []
    holder.resize(400, 900)
    holder.show()
    qtbot.waitUntil(lambda: table.rowHeight(1) > table.rowHeight(0))
    qtbot.wait(20)
    asked.clear()
    table.verticalHeader().resizeSections()
    assert asked == []
    before = table.rowHeight(1)
    holder.resize(300, 900)
    qtbot.waitUntil(lambda: table.rowHeight(1) > before)
    table.show_rows([LONG, SHORT])
    qtbot.waitUntil(lambda: table.rowHeight(0) > table.rowHeight(1))


def test_a_row_is_asked_once_what_it_is_sorted_by_and_headings_come_with_the_rows(qtbot) -> None:
    """Findings were sorted twice at each analysis, and asked for their worth 600 times."""
    asked: list[int] = []

    def key(number: int) -> int:
        asked.append(number)
        return weight[number]

    count = 60
    weight = {n: (n * 7) % count for n in range(count)}
    table: Table[int] = Table("numbers", [Column("Number", str, key=key)])
    qtbot.addWidget(table)
    table.sortable(0)
    table.show()
    resets: list[None] = []
    table.rows_model.modelReset.connect(lambda: resets.append(None))

    def shown() -> list[int]:
        lines = (table.proxy.index(n, 0) for n in range(table.proxy.rowCount()))
        return [line.data(Qt.ItemDataRole.UserRole) for line in lines if not line.data(HEADING)]

    table.show_grouped(range(count), lambda n: (n % 2, "odd" if n % 2 else "even"))
    assert len(resets) == 1
    assert len(asked) <= count
    expected = sorted(range(count), key=lambda n: (n % 2, weight[n]))
    assert shown() == expected
    # What is sorted by may change without other rows: a click on the head asks anew.
    weight |= {n: -w for n, w in weight.items()}
    table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert shown() == sorted(range(count), key=lambda n: (n % 2, weight[n]))
    assert len(asked) <= 3 * count


@pytest.mark.parametrize("wide", range(700, 760, 4))
def test_a_compared_figure_has_all_the_lines_it_is_painted_in(qtbot, wide: int) -> None:
    """Where a line just fitted the cell, but not within its padding, the band below was cut."""
    table = SideBySide("scenarios")
    qtbot.addWidget(table)
    said = "194,100 commands/s   ↓ −2 % (−15 … +13 %)\n168,000 … 221,000"
    table.resize(wide, 300)
    table.show()
    QApplication.processEvents()
    table.show_cells(["a", "b", "c"], [("ETR", lambda _column: Cell(said))])
    QApplication.processEvents()
    index, option = table.model().index(0, 1), QStyleOptionViewItem()
    table.initViewItemOption(option)
    table.itemDelegate().initStyleOption(option, index)
    option.rect = QRect(0, 0, table.columnWidth(1), table.rowHeight(0))
    style = table.style()
    inside = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, table)
    margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, table) + 1
    room = QRect(0, 0, inside.width() - 2 * margin, 1000)
    painted = table.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, said)
    assert painted.height() <= table.rowHeight(0)
