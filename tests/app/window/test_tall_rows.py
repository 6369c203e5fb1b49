"""Rows of a table are as high as the text of one column needs."""

from __future__ import annotations

from dataclasses import replace

from app.window.widgets.table import Column, Table
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


def test_no_rule_is_cut_in_the_column_that_says_why(qtbot, window, session) -> None:
    window.show_page("advice")
    page = window.pages["advice"]
    page.tabs.setCurrentIndex(2)
    outcome = session.document.engagement.outcomes[0]
    page.rest.show_rows([replace(outcome, sentence=LONG), outcome])
    usual = page.rest.verticalHeader().defaultSectionSize()
    qtbot.waitUntil(lambda: max(page.rest.rowHeight(n) for n in (0, 1)) > usual)
