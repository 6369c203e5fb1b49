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


def test_a_popup_is_no_higher_than_its_choices_need(qtbot, window) -> None:
    """“Merge with” had one line above a blank sheet of six."""
    high = {}
    for count in (1, 5, 40):
        picker = Picker(window, "Merge with", [Choice(f"{n}", f"Name {n}") for n in range(count)],
                        lambda key, rest: None)  # fmt: skip
        picker.open_at(window.mapToGlobal(window.rect().center()))
        high[count] = picker.height()
        last = picker.list.visualItemRect(picker.list.item(min(count, 5) - 1))
        assert picker.list.viewport().rect().contains(last)
        picker.field.setText("nothing like it")
        assert picker.height() == high[count]
        assert picker.none.geometry().bottom() < picker.list.geometry().top()
        picker.close()
    assert high[1] < high[5] < high[40]
