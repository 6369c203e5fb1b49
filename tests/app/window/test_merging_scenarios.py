"""Merging two scenarios asks whose value is to stay, and a note shows in the tree."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QRadioButton

from app.window.compare.merging import MINE, THEIRS
from app.window.compare.tree import NOTED
from model.topology import MoveComponent, RenameComponent, Scenario, SetSetting

DATABASE = "adabas_database:10"
POOL = SetSetting("adabas_nucleus:10-1", "LBP", 400.0)


def of(name: str, users: int, nuclei: int, *more: SetSetting) -> Scenario:
    set_ = (SetSetting(DATABASE, "USERS", users), SetSetting(DATABASE, "NUCLEI", nuclei))
    return Scenario(name, (*set_, *more))


@pytest.fixture
def tree(window, session):
    document = session.document
    document.add_scenario(of("Day", 3000, 7))
    document.add_scenario(of("Night", 2600, 5, POOL))
    document.show_scenario("Night")
    window.show_page("compare")
    return window.pages["compare"].tree


def values(document) -> dict[str, object]:
    return {change.setting: change.value for change in document.scenario.changes}


def ask(qtbot, tree, other: str):
    tree.ask_to_merge()
    tree.popup.field.setText(other)
    qtbot.keyClick(tree.popup.field, Qt.Key.Key_Return)
    return tree.dialog


def test_of_each_setting_one_says_whose_value_stays(qtbot, session, tree) -> None:
    said: list[str] = []
    session.document.notice.connect(lambda _level, text: said.append(text))
    dialog = ask(qtbot, tree, "Day")
    assert dialog.windowTitle() == "Merge Night and Day"
    shown = [choice.accessibleName() for choice in dialog.findChildren(QRadioButton)]
    assert shown[:2] == [
        "USERS of Adabas database 10: 2,600 (Night)",
        "USERS of Adabas database 10: 3,000 (Day)",
    ]
    assert [group.checkedId() for group in dialog.groups] == [THEIRS, THEIRS]
    dialog.groups[0].button(MINE).click()
    qtbot.mouseClick(dialog.act, Qt.MouseButton.LeftButton)
    assert session.document.current == "Night + Day"
    assert values(session.document) == {"USERS": 2600, "NUCLEI": 7, "LBP": 400}
    assert said == []  # who chose needs no telling


def test_all_of_one_side_with_the_keyboard_alone(qtbot, session, tree) -> None:
    session.document.show_scenario("Day")
    dialog = ask(qtbot, tree, "Night")
    assert dialog.focusWidget() is dialog.groups[0].button(THEIRS)
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is dialog.groups[0].button(THEIRS))
    for group in dialog.groups:
        group.checkedButton().setFocus()
        qtbot.keyClick(group.checkedButton(), Qt.Key.Key_Left)
    assert [group.checkedId() for group in dialog.groups] == [MINE, MINE]
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert values(session.document) == {"USERS": 3000, "NUCLEI": 7, "LBP": 400}


def test_leaving_merges_nothing_and_what_agrees_is_not_asked(qtbot, session, tree) -> None:
    document = session.document
    dialog = ask(qtbot, tree, "Day")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert [scenario.name for scenario in document.state.scenarios] == ["Day", "Night"]
    document.add_scenario(Scenario("More", (POOL,)))
    document.show_scenario("Day")
    tree.dialog = None
    assert ask(qtbot, tree, "More") is None
    assert document.current == "Day + More"


def test_names_and_places_are_asked_for_too(qtbot, session, tree) -> None:
    document = session.document
    nucleus, parent = "adabas_nucleus:10-1", document.as_is["adabas_nucleus:10-1"].parent
    place = next(c.id for c in document.as_is if c.kind == "lpar" and c.id != parent)
    document.add_scenario(
        Scenario("One", (RenameComponent(nucleus, "FIRST"), MoveComponent(nucleus, place)))
    )
    document.add_scenario(
        Scenario("Two", (RenameComponent(nucleus, "EINS"), MoveComponent(nucleus, parent)))
    )
    document.show_scenario("One")
    dialog = ask(qtbot, tree, "Two")
    shown = [choice.accessibleName() for choice in dialog.findChildren(QRadioButton)]
    assert shown == [
        "Name of 10-1: FIRST (One)",
        "Name of 10-1: EINS (Two)",
        "Place of 10-1: SYSB (One)",
        "Place of 10-1: SYSA (Two)",
    ]
    dialog.groups[0].button(MINE).click()
    qtbot.mouseClick(dialog.act, Qt.MouseButton.LeftButton)
    assert document.current == "One + Two"
    assert document.topology[nucleus].name == "FIRST"
    assert document.topology[nucleus].parent == parent


def test_nothing_left_of_the_other_is_said(qtbot, session, tree) -> None:
    document = session.document
    kept = [one.key for one in document.contested("Night", "Day")]
    assert document.merge_scenarios("Night", "Day", kept) == "Nothing of Day is left to be merged"


def test_a_note_shows_in_the_tree_and_opens_on_a_click(qtbot, session, tree) -> None:
    document = session.document
    assert tree.tree.isColumnHidden(NOTED)
    document.note_scenario("Day", "Agreed with the storage team")
    qtbot.waitUntil(lambda: not tree.tree.isColumnHidden(NOTED))
    day, night = tree._items["Day"], tree._items["Night"]
    assert not day.icon(NOTED).isNull()
    assert night.icon(NOTED).isNull()
    assert day.toolTip(NOTED) == "Agreed with the storage team"
    where = tree.tree.visualItemRect(day)
    at = QPoint(tree.tree.columnViewportPosition(NOTED) + 4, where.center().y())
    assert at.x() + 8 < tree.tree.viewport().width()
    qtbot.mouseClick(tree.tree.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert document.current == "Day"
    assert tree.popup.field.toPlainText() == "Agreed with the storage team"
    tree.popup.close()
