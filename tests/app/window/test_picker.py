"""The popup that is typed into: what is not found is said."""

from __future__ import annotations

from PySide6.QtCore import Qt

from app.window.canvas.picker import Choice, Picker


def test_what_nothing_is_called_is_said_and_no_longer_once_something_is(qtbot, window) -> None:
    """Typing a word that nothing is called left an empty list without a word."""
    taken: list[str] = []
    made = Picker(
        window, "Commands", [Choice("undo", "Undo")], lambda key, _rest: taken.append(key)
    )
    made.open_at(window.pos())
    qtbot.keyClicks(made.field, "zzq")
    assert made.list.count() == 0
    assert made.none.isVisible()
    assert "zzq" in made.none.text()
    assert made.field.accessibleDescription() == made.none.text()
    # There is nothing to take.
    qtbot.keyClick(made.field, Qt.Key.Key_Return)
    assert taken == []
    made.field.clear()
    qtbot.keyClicks(made.field, "un")
    assert not made.none.isVisible()
    assert made.field.accessibleDescription() == ""
    qtbot.keyClick(made.field, Qt.Key.Key_Return)
    assert taken == ["undo"]
