"""What had no key of its own: the questions, what is missing, a scenario's note, the PDF."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

CONTROL = Qt.KeyboardModifier.ControlModifier
BOTH = CONTROL | Qt.KeyboardModifier.ShiftModifier


def test_questions_are_a_key_away_and_typed_at_once(qtbot, window) -> None:
    window.show_page("topology")
    qtbot.keyClick(window, Qt.Key.Key_Q, BOTH)
    page = window.pages["reports"]
    assert window.current_page == "reports"
    assert page.tabs.currentWidget() is page.asked
    if page.questions.answered:
        assert page.questions.isAncestorOf(window.focusWidget())


def test_what_is_missing_is_a_key_away(qtbot, window) -> None:
    window.show_page("advice")
    qtbot.keyClick(window, Qt.Key.Key_M, BOTH)
    assert window.current_page == "topology"
    assert window.canvas().side.currentIndex() == 2


def test_a_note_is_written_by_key_and_the_as_is_says_it_has_none(qtbot, window, session) -> None:
    told = []
    session.document.notice.connect(lambda _level, text: told.append(text))
    qtbot.keyClick(window, Qt.Key.Key_N, BOTH)
    assert told == ["The as-is has no note: choose a scenario first."]
    session.document.branch(name="Night")
    qtbot.keyClick(window, Qt.Key.Key_N, BOTH)
    popup = window.selector.popup
    assert popup is not None
    popup.field.setPlainText("for the night")
    qtbot.keyClick(popup.field, Qt.Key.Key_Return, CONTROL)
    assert session.document.scenario.note == "for the night"


def test_the_pdf_is_asked_for_by_key_and_only_where_there_is_one(
    qtbot, window, session, monkeypatch
) -> None:
    asked = []
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *given: asked.append(given[1]) or ("", "")
    )
    qtbot.keyClick(window, Qt.Key.Key_P, CONTROL)
    assert window.current_page == "report"
    assert asked == ["Export PDF"]
    told = []
    session.document.notice.connect(lambda _level, text: told.append(text))
    session.document.set_engagement(None)
    qtbot.keyClick(window, Qt.Key.Key_P, CONTROL)
    assert asked == ["Export PDF"]
    assert any("Nothing is written" in text for text in told)


def test_the_menu_has_them(window) -> None:
    window.open_menu()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    shown = {action.text() for action in menu.actions()}
    menu.close()
    assert {"Questions", "What is missing", "Note of the scenario…", "Export PDF…"} <= shown


def test_the_menu_is_one_column_on_a_small_screen(window) -> None:
    """In German two columns were needed at 700 pixels, and the second one's keys were cut."""
    window.open_menu()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    try:
        (inner,) = [action.menu() for action in menu.actions() if action.menu() is not None]
        assert {"Look: dark", "Language: Deutsch", "Larger text"} <= {
            action.text() for action in inner.actions()
        }
        assert menu.sizeHint().height() < 700
        lefts = {menu.actionGeometry(action).left() for action in menu.actions()}
        assert len(lefts) == 1
    finally:
        menu.close()
