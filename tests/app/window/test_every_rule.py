"""The list of all rules has the room there is: a few rows are none in a list of hundreds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from app.window.advice.every import EveryRule
from app.window.i18n import set_language
from app.window.theme import theme


@pytest.fixture
def large_german(qapp):
    """Letters half as large again, and the longer words."""
    set_language("de")
    theme().apply("light", 1.5)
    yield
    theme().apply("light", 1.0)
    set_language("en")


def _rows_in_view(table) -> int:
    foot = table.viewport().height()
    return sum(
        1
        for row in range(table.model().rowCount())
        if table.rowViewportPosition(row) + table.rowHeight(row) <= foot
    )


def test_many_rules_are_in_view_with_large_letters(qtbot, large_german, session) -> None:
    """Two of 275 were: half the width was a column that said nothing of them, and the page of a
    rule that nobody had chosen took the room of a third."""
    outcome = session.document.engagement.outcomes[0]
    said = (
        "Adabas-Datenbank 10: Größere Caches fassten nicht mehr, denn CLUCACHEEXTRA lässt 13,4 "
        "von 32,7 GB verfolgen (ADA-026)."
    )
    made = EveryRule()
    qtbot.addWidget(made)
    # What the page leaves it in a window of 1280 × 800.
    made.resize(1180, 480)
    made.show_outcomes([replace(outcome, sentence=said) for _ in range(20)])
    made.show()
    qtbot.waitUntil(lambda: made.table.rowHeight(0) > 0)
    for _ in range(3):
        QApplication.processEvents()
        qtbot.wait(5)
    assert _rows_in_view(made.table) >= 5


def test_the_page_of_a_rule_makes_room_when_it_is_first_chosen_only(qtbot, session) -> None:
    outcome = session.document.engagement.outcomes[0]
    made = EveryRule()
    qtbot.addWidget(made)
    made.resize(1000, 600)
    made.show_outcomes([outcome])
    made.show()
    qtbot.waitExposed(made)
    before = made.sizes()
    assert before[1] < theme().px(80)
    made.table.selectRow(0)
    assert made.sizes()[1] >= theme().px(120)
    by_hand = [made.sizes()[0] + 60, made.sizes()[1] - 60]
    made.setSizes(by_hand)
    kept = made.sizes()
    made.table.clearSelection()
    made.table.selectRow(0)
    assert made.sizes() == kept


def test_a_report_that_would_tell_stands_with_the_reason(qtbot, session) -> None:
    outcome = session.document.engagement.outcomes[0]
    made = EveryRule()
    qtbot.addWidget(made)
    made.show_outcomes([replace(outcome, sentence="Nobody knows.", missing_report="SMF 42")])
    assert made.table.model().index(0, 2).data() == "Nobody knows. Report that would tell: SMF 42"
