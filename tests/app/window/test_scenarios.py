"""Scenarios: growth of the workload, names and notes typed in place."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import (
    QLineEdit,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QTreeWidgetItem,
)

from app.window.compare.tree import ScenarioTree
from app.window.document import State, editing
from app.window.i18n import set_language
from app.window.shell.charts import standing_marks
from app.window.theme import theme
from app.window.whatif.growth import grown, share_of
from app.window.whatif.page import WhatIfPage
from app.window.whatif.sweeps import axis_for
from model.topology import RemoveComponent, Scenario, SetSetting
from model.topology.growth import GROWTH

NUCLEUS = "adabas_nucleus:10-1"

LEFT = Qt.MouseButton.LeftButton
DATABASE = "adabas_database:10"
REGIONS = ("cics_region:SYSAR0", "cics_region:SYSBR0")


def test_growth_scales_every_load_from_today_on(document) -> None:
    changes = grown(document.as_is, document.topology, document.catalogue, 130.0)
    assert [(c.component, c.setting, c.value) for c in changes] == [
        *((region, GROWTH.name, 30) for region in REGIONS),
        (DATABASE, "USERS", 2600),
    ]
    assert share_of(document.as_is, document.topology, document.catalogue) == 100.0
    document.apply("grow", changes)
    assert share_of(document.as_is, document.topology, document.catalogue) == 130.0
    # Again from today, not from where it is.
    again = grown(document.as_is, document.topology, document.catalogue, 150.0)
    assert again[-1].value == 3000


def test_the_growth_slider_is_there_on_a_page_built_before_its_engagement(qtbot, session) -> None:
    """What-if opened for the first time had none: it was told while nobody looked."""
    document = session.document
    state, engagement = document.state, document.engagement
    document.load(state, None)
    page = WhatIfPage(session)
    qtbot.addWidget(page)
    document.load(state, engagement)
    page.show()
    assert page.growth.isVisible()


def test_a_card_that_is_changed_keeps_its_place_and_the_keyboard(qtbot, window, session) -> None:
    """It went below the others, and the next key chose another scenario."""
    window.show_page("whatif")
    page, document = window.pages["whatif"], session.document
    document.branch(name="A")
    for system in ("lpar:SYSA", "lpar:SYSB"):
        document.set_setting([system], "CPS", 12)
    qtbot.waitUntil(lambda: len(page.controls) == 2)
    names = list(page.controls)
    first = page.controls[names[0]].editor
    first.setFocus()
    held = window.focusWidget()
    document.set_setting([names[0][0]], "CPS", 14)
    page.refresh()
    assert list(page.controls) == names
    assert window.focusWidget() is held
    # A further card: all are made anew, and the keyboard stays where it was.
    document.set_setting([DATABASE], "USERS", 2600)
    page.refresh()
    assert len(page.controls) == 3
    assert page.controls[names[0]].isAncestorOf(window.focusWidget())


def test_the_growth_slider_follows_in_one_step_and_goes_back(qtbot, window, session) -> None:
    window.show_page("whatif")
    card, document = window.pages["whatif"].growth, session.document
    assert card.isVisible()
    # Nothing has grown: the users stand there, and no arrow from a figure to itself.
    assert "2,000 users" in card.said.text()
    assert "→" not in card.said.text()
    slider = card.editor.slider
    slider.setSliderDown(True)
    for step in range(slider.value(), slider.value() + 40, 4):
        slider.setValue(step)
    slider.setSliderDown(False)
    assert document.undo_stack.index() == 1
    users = document.topology[DATABASE].number("USERS")
    assert users > 2000
    assert f"2,000 → {users:,.0f} users" in card.said.text()
    grown_by = users / 2000 * 100.0 - 100.0
    assert document.topology[REGIONS[0]].number(GROWTH.name) == grown_by
    assert "SYSAR0" in card.said.text()
    card.editor.field.setText("130")
    card.editor.field.editingFinished.emit()
    assert document.topology[DATABASE].number("USERS") == 2600
    assert document.undo_stack.undoText() == "Workload at 130 %"
    qtbot.mouseClick(card.reset, LEFT)
    assert document.scenario.changes == ()
    assert not card.reset.isVisible()
    assert "→" not in card.said.text()
    document.undo_stack.undo()
    assert document.topology[REGIONS[0]].number(GROWTH.name) == 30
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.scenario is None
    assert document.topology == document.as_is
    document.undo_stack.redo()
    card.editor.field.setText("0")
    card.editor.field.editingFinished.emit()
    assert card.error.isVisible()


def test_a_scenario_is_renamed_where_its_name_stands(qtbot, window, session) -> None:
    document, selector = session.document, window.selector
    document.branch()
    selector.rename("What-if")
    assert selector.name_edit.isVisible()
    assert not selector.box.isVisible()
    qtbot.keyClicks(selector.name_edit, "Larger pools")
    qtbot.keyClick(selector.name_edit, Qt.Key.Key_Return)
    assert document.current == "Larger pools"
    assert selector.box.isVisible()
    assert selector.box.currentText() == "Larger pools"
    selector.rename("Larger pools")
    qtbot.keyClicks(selector.name_edit, "no")
    qtbot.keyClick(selector.name_edit, Qt.Key.Key_Escape)
    assert document.current == "Larger pools"


def test_a_note_is_kept_on_leaving_and_not_with_escape(qtbot, window, session) -> None:
    document, selector = session.document, window.selector
    document.branch()
    selector.note("What-if")
    qtbot.keyClicks(selector.popup.field, "after the change window in May")
    qtbot.keyClick(selector.popup.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert document.scenario.note == "after the change window in May"
    name = session.document.scenario.name
    assert selector.box.toolTip() == f"{name}\nafter the change window in May"
    selector.note("What-if")
    qtbot.keyClicks(selector.popup.field, "not this")
    qtbot.keyClick(selector.popup.field, Qt.Key.Key_Escape)
    assert document.scenario.note == "after the change window in May"
    document.undo_stack.undo()
    assert document.scenario.note == ""


def test_undoing_the_first_change_clears_the_scenario_from_the_charts(
    qtbot, window, session
) -> None:
    document = session.document
    document.set_setting([DATABASE], "USERS", 2500)
    qtbot.waitUntil(lambda: document.projection is not None)
    qtbot.waitUntil(lambda: len(window.charts.response._rows) == 2)
    document.undo_stack.undo()
    assert document.scenario is None
    qtbot.waitUntil(lambda: len(window.charts.response._rows) == 1)


def test_a_sweep_begins_near_today_and_enter_runs_it(qtbot, window, session) -> None:
    window.show_page("whatif")
    panel = window.pages["whatif"].sweeps
    axis = axis_for(session.document, "adabas_nucleus:10-1", "LBP", 5)
    assert axis.values[0] == 10.0  # a tenth of 100, not the smallest pool there is
    panel.first.show_setting("adabas_nucleus:10-1", "LBP")
    qtbot.keyClick(panel.first.low, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not panel.curve.is_empty())
    panel.second.show_setting("adabas_nucleus:10-1", "NT")
    qtbot.keyClick(panel.second.steps, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not panel.map.is_empty())
    assert "bound by" in panel.map.explain(QPointF(1.0, 1.0))


def test_arranging_is_among_the_commands(qtbot, window, session) -> None:
    document = session.document
    document.select(["adabas_nucleus:10-1", "adabas_nucleus:10-3", "adabas_nucleus:10-5"])
    window.commands["arrange-left"].trigger()
    assert document.undo_stack.undoText() == "Arrange boxes"
    boxes = window.pages["topology"].view.topology_scene.boxes
    assert len({boxes[c].x for c in document.selection}) == 1


def test_german_figures_are_typed_and_shown_in_german(qtbot, window, session) -> None:
    set_language("de")
    document = session.document
    document.select(["adabas_nucleus:10-1"])
    editor = window.inspector.rows["LBP"].editor
    editor.field.selectAll()
    qtbot.keyClicks(editor.field, "1.024,5")
    qtbot.keyClick(editor.field, Qt.Key.Key_Return)
    assert document.topology["adabas_nucleus:10-1"].number("LBP") == 1024.5
    assert editor.field.text() == "1.024,5"


def test_a_kept_scenario_waits_for_the_as_is_without_complaint(qtbot, session, kit) -> None:
    document = session.document
    document.set_setting([DATABASE], "USERS", 2500)
    state, name = document.state, document.current
    said: list[str] = []
    document.notice.connect(lambda _level, text: said.append(text))
    document.load(state, None, name)
    assert said == []
    document.set_engagement(kit.make_engagement())
    assert said == []
    assert document.topology[DATABASE].number("USERS") == 2500


def test_all_that_binds_together_is_marked(qtbot, window, session) -> None:
    document = session.document
    nuclei = [c.id for c in document.topology.of_kind("adabas_nucleus")]
    use = [
        replace(u, label="nuclei", utilization=0.98) if u.component in nuclei else u
        for u in document.projection.resources
    ]
    document.projection = replace(document.projection, resources=tuple(use), bottleneck=nuclei[0])
    document.projectionChanged.emit()
    faces = window.pages["topology"].view.topology_scene.faces
    assert all(faces[n].bottleneck for n in nuclei)
    assert not faces["lpar:SYSA"].bottleneck


def test_the_inspector_says_where_a_moved_component_is_now(qtbot, window, session) -> None:
    document = session.document
    document.select(["adabas_nucleus:10-1"])
    assert way(window)[-1] == "SYSA"
    assert editing.move_into(document, ["adabas_nucleus:10-1"], "lpar:SYSB") is None
    assert way(window)[-1] == "SYSB"
    document.undo_stack.undo()
    assert way(window)[-1] == "SYSA"


def way(window) -> list[str]:
    """The containers that the inspector names above the component."""
    return [made.text() for made in buttons(window.inspector.trail)]


def buttons(trail) -> list[QPushButton]:
    line = trail.layout()
    found = [line.itemAt(n).widget() for n in range(line.count())]
    return [made for made in found if isinstance(made, QPushButton)]


def test_the_way_to_a_component_leads_back_to_what_holds_it(qtbot, window, session) -> None:
    window.show_page("topology")
    session.document.select([REGIONS[0]])
    names = way(window)
    assert names[-1] == "SYSA"
    assert len(names) == 2
    last = buttons(window.inspector.trail)[-1]
    assert last.accessibleName() == "in SYSA"
    last.setFocus()
    qtbot.keyClick(last, Qt.Key.Key_Return)
    assert session.document.selection == ("lpar:SYSA",)
    assert way(window) == names[:-1]
    # The keyboard went to the scenario's box, where the next key chose another scenario.
    assert window.focusWidget() is buttons(window.inspector.trail)[-1]
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    assert window.focusWidget() is window.inspector.filter
    assert way(window) == []
    assert window.inspector.trail.isHidden()
    session.document.select(REGIONS)
    assert window.inspector.trail.isHidden()


def branches(document) -> None:
    document.branch(name="A")
    document.set_setting([DATABASE], "USERS", 2600)
    document.branch(name="A1")
    document.set_setting([DATABASE], "USERS", 2800)
    document.show_scenario("A")
    document.branch(name="A2")
    document.show_scenario(None)
    document.branch(name="B")
    document.set_setting([DATABASE], "USERS", 3000)


def shape(document) -> list[tuple[int, str]]:
    return [(depth, scenario.name) for depth, scenario in document.state.tree()]


def test_scenarios_stand_below_what_they_were_branched_from(document) -> None:
    branches(document)
    assert shape(document) == [(0, "A"), (1, "A1"), (1, "A2"), (0, "B")]
    document.rename_scenario("A", "C")
    assert shape(document) == [(0, "C"), (1, "A1"), (1, "A2"), (0, "B")]
    document.delete_scenario("C")
    assert shape(document) == [(0, "A1"), (0, "A2"), (0, "B")]
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert shape(document) == [(0, "A"), (1, "A1"), (1, "A2"), (0, "B")]


def test_two_that_name_each_other_are_both_shown(document) -> None:
    document.add_scenario(Scenario("one", base="two"))
    document.add_scenario(Scenario("two", base="one"))
    assert sorted(name for _depth, name in shape(document)) == ["one", "two"]


def test_scenarios_merge_and_the_later_has_the_last_word(document) -> None:
    branches(document)
    (both,) = document.contested("A", "B")
    assert (both.told, both.mine, both.theirs) == ("USERS of Adabas database 10", "2,600", "3,000")
    assert document.merge_scenarios("A", "B") is None
    made = document.scenario
    assert (made.name, made.base) == ("A + B", "A")
    assert [c.value for c in made.changes if c.setting == "USERS"] == [3000]
    assert document.state.scenario("A").changes[-1].value == 2600
    document.undo_stack.undo()
    assert document.state.scenario("A + B") is None
    assert document.merge_scenarios("A", "A") is not None


def test_the_column_of_the_scenario_on_show_is_in_view(qtbot, window, session) -> None:
    """A merged one stood right of what could be seen."""
    for _ in range(6):
        session.document.show_scenario(None)
        session.document.branch()
    last = session.document.state.scenarios[-1].name
    window.show_page("compare")
    table = window.pages["compare"].table
    new = session.document.state.free_name(last)
    for name, column in ((None, 0), (last, 6), (new, 7), (None, 0)):
        if name == new:
            session.document.branch(name=new)
        session.document.show_scenario(name)

        def in_view(column: int = column) -> bool:
            # The as-is stays at the left end, and the others are beside it.
            left = table.columnViewportPosition(column) if column else 0
            kept = table.kept.width() if column else 0
            return kept <= left and left + table.columnWidth(column) <= table.viewport().width()

        qtbot.waitUntil(in_view)
        assert table.kept.isVisible()
    table.horizontalHeader().setMinimumSectionSize(table.viewport().width() + 50)
    qtbot.wait(20)
    session.document.show_scenario(last)
    qtbot.waitUntil(lambda: table.columnViewportPosition(6) == 0)


def test_a_name_is_whole_while_it_is_typed_in_the_tree(qtbot, window, session) -> None:
    session.document.branch(name="Day, gyq")
    window.show_page("compare")
    tree = window.pages["compare"].tree
    tree.rename()
    (field,) = tree.tree.findChildren(QLineEdit)
    option = QStyleOptionFrame()
    field.initStyleOption(option)
    inner = field.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, field)
    assert inner.height() >= field.fontMetrics().height()


def test_nothing_is_merged_that_is_in_a_scenario_already(document) -> None:
    region = "cics_region:SYSBR0"
    document.add_scenario(Scenario("A", (SetSetting(NUCLEUS, "NT", 25),)))
    document.branch(name="A2")
    document.set_setting([NUCLEUS], "NT", 30)
    document.set_setting([NUCLEUS], "LBP", 300)
    document.show_scenario(None)
    document.add_scenario(Scenario("B", (SetSetting(region, GROWTH.name, 30),)))
    # What A2 was branched from has given it all that it did not change itself.
    assert [s.name for s in document.mergeable("A2")] == ["B"]
    assert document.merge_scenarios("A2", "A") == "A2 has all of A already"
    assert [s.name for s in document.mergeable("A")] == ["A2", "B"]
    # What came to it later is brought, without what the branch was made for.
    document.show_scenario("A")
    document.set_setting(["adabas_nucleus:10-2"], "NT", 40)
    assert [s.name for s in document.mergeable("A2")] == ["A", "B"]
    assert document.merge_scenarios("A2", "A") is None
    values = {(c.component, c.setting): c.value for c in document.scenario.changes}
    assert values[NUCLEUS, "NT"] == 30
    assert values["adabas_nucleus:10-2", "NT"] == 40


def test_merge_says_why_there_is_nothing_to_merge(qtbot, window, session) -> None:
    document = session.document
    document.add_scenario(Scenario("A", (SetSetting(NUCLEUS, "NT", 25),)))
    document.branch(name="A2")
    window.show_page("compare")
    tree = window.pages["compare"].tree
    assert not tree.merge.isEnabled()
    assert "No other scenario" in tree.merge.toolTip()


def test_what_does_not_fit_together_is_not_merged(document) -> None:
    gone, region = "lpar:SYSB", "cics_region:SYSBR0"
    document.add_scenario(Scenario("without", (RemoveComponent(gone),)))
    document.add_scenario(Scenario("more", (SetSetting(region, GROWTH.name, 30),)))
    assert document.merge_scenarios("without", "more")
    assert [s.name for s in document.state.scenarios] == ["without", "more"]


def test_the_tree_shows_chooses_renames_and_deletes_by_keyboard(qtbot, window, session) -> None:
    document = session.document
    branches(document)
    window.show_page("compare")
    page = window.pages["compare"]
    tree = page.tree.tree
    qtbot.waitUntil(lambda: len(page.tree._items) == 5)
    a = tree.topLevelItem(0).child(0)
    assert [a.child(n).text(0) for n in range(a.childCount())] == ["A1", "A2"]
    assert tree.currentItem().text(0) == "B"
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_Up)
    assert document.current == "A2"
    assert window.selector.box.currentData() == "A2"
    window.commands["rename"].trigger()
    editor = tree.findChild(QLineEdit)
    editor.setText("Night shift")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: document.current == "Night shift")
    qtbot.waitUntil(lambda: "Night shift" in page.tree._items)
    qtbot.keyClick(tree, Qt.Key.Key_Insert)
    assert document.scenario.base == "Night shift"
    qtbot.keyClick(tree, Qt.Key.Key_Delete)
    assert document.current == "Night shift"
    qtbot.waitUntil(lambda: not page.tree._soon.isActive())
    assert tree.currentItem().text(0) == "Night shift"
    qtbot.keyClick(tree, Qt.Key.Key_Home)
    assert document.current is None
    assert not page.tree.more.isEnabled()


def test_the_tree_follows_every_step_as_if_it_were_built_anew(qtbot, document) -> None:
    """A branch of 500 scenarios is a line more: the others stay the items that they are."""
    dice = random.Random(21)
    panel = ScenarioTree(document)
    qtbot.addWidget(panel)

    def said(item: QTreeWidgetItem) -> tuple:
        below = [said(item.child(n)) for n in range(item.childCount())]
        return item.text(0), item.text(1), item.toolTip(0), tuple(below)

    panel._rebuild()
    items = 0
    for step in range(120):
        names = [s.name for s in document.state.scenarios]
        document.show_scenario(dice.choice([None, *names]))
        current = document.current
        act = dice.choice(("branch", "branch", "delete", "rename", "note", "set", "undo"))
        if act == "branch":
            document.branch()
        elif act == "undo":
            for _ in range(dice.randrange(4)):
                document.undo_stack.undo()
        elif current is None:
            continue
        elif act == "delete":
            document.delete_scenario(current)
        elif act == "rename":
            document.rename_scenario(current, f"N{step}")
        elif act == "note":
            document.note_scenario(current, f"note {step}")
        else:
            document.set_setting([DATABASE], "USERS", 2000 + step)
        before = set(map(id, panel._lines))
        if panel._soon.isActive():
            panel._follow()
            items += len(before & set(map(id, panel._lines)))
        shown = said(panel.tree.topLevelItem(0)), list(panel._items)
        current_line = panel.tree.currentItem().text(0)
        panel._rebuild()
        assert shown == (said(panel.tree.topLevelItem(0)), list(panel._items)), (step, act)
        assert current_line == panel.tree.currentItem().text(0) == (document.current or "As-is")
    assert items > 100


def test_an_edit_leaves_the_table_of_scenarios_where_it_was_scrolled_to(
    qtbot, window, session
) -> None:
    """All its columns were laid out anew at every edit: a fifth of a second for 500."""
    document = session.document
    for number in range(30):
        document.add_scenario(Scenario(f"S{number}"))
    window.show_page("compare")
    page = window.pages["compare"]
    bar = page.table.horizontalScrollBar()
    bar.setValue(bar.maximum() // 2)
    at = bar.value()
    resets = []
    page.table.model().modelReset.connect(lambda: resets.append(1))
    document.show_scenario("S15")
    document.set_setting(["adabas_nucleus:10-1"], "NT", 77)
    rows = range(len(page.table.heads(down=True)))
    qtbot.waitUntil(lambda: "→ 77" in "".join(page.table.text(row, 16) for row in rows))
    assert not resets
    assert bar.value() == at > 0


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_names_of_scenarios_are_whole_in_a_small_window(qtbot, document, scale) -> None:
    """Beside the count of changes "Nachts" was "Nac…" at 1024 pixels, and "Pl…" in large text."""
    theme().apply(scale=scale)
    branches(document)
    for name in ("Nachts", "Plan 2"):
        document.branch(name=name)
    made = ScenarioTree(document)
    qtbot.addWidget(made)
    made.tree.setFont(theme().font())
    for width, counted in ((190, False), (400, True)):
        made.resize(theme().px(width), theme().px(300))
        made.show()
        qtbot.wait(20)
        assert made.tree.isColumnHidden(1) is not counted
        assert made.merge.isVisible() is counted
        assert made.tree.height() > theme().px(300 - 2 * 40)
        index = made.tree.indexFromItem(made._items["Plan 2"])
        assert made.tree.visualRect(index).width() >= made.tree.sizeHintForIndex(index).width()


def test_the_bar_of_the_scenario_on_show_is_the_one_that_stands_out(qtbot, window, session) -> None:
    """It was that of the scenario which was on show when the figures were last filled in."""
    from app.window.compare.page import CHOSEN

    document = session.document
    for number in range(3):
        document.add_scenario(Scenario(f"S{number}"))
    window.show_page("compare")
    page = window.pages["compare"]

    def standing_out() -> list[str]:
        return [bar.label for bar in page.chart._bars if bar.colour == CHOSEN]

    qtbot.waitUntil(lambda: standing_out() == ["S2"])
    document.show_scenario("S1")
    assert standing_out() == ["S1"]
    window.show_page("topology")
    document.show_scenario("S0")
    window.show_page("compare")
    assert standing_out() == ["S0"]


def test_a_page_of_500_scenarios_is_as_high_as_one_of_24(qtbot, window, session) -> None:
    document = session.document
    many = tuple(Scenario(str(number)) for number in range(500))
    document.edit("500", lambda state: replace(state, scenarios=many))
    window.show_page("compare")
    page = window.pages["compare"]
    qtbot.waitUntil(lambda: len(page.chart._bars) == 501 and len(page.chart._drawn) > 0)
    assert len(page.chart._drawn) < 100
    assert page.minimumSizeHint().height() < 2 * window.height()
    document.show_scenario("300")
    page._fill()
    assert "300" in [bar.label for bar in page.chart._drawn]
    first = page.chart._rows.value()
    page.chart._rows.setValue(first + 7)
    assert page.chart._drawn[0].label == page.chart._bars[first + 7].label


def test_any_two_scenarios_are_compared_with_the_difference_in_words(
    qtbot, window, session
) -> None:
    document = session.document
    branches(document)
    window.show_page("compare")
    page = window.pages["compare"]
    qtbot.waitUntil(lambda: len(page.projections) == 4)
    heads = page.table.heads(down=True)
    assert "Differs by" not in heads
    page.base_box.setCurrentIndex(page.base_box.findData("B"))
    page.base_box.activated.emit(page.base_box.currentIndex())
    names = page.table.heads()
    assert names == ["B (compared with)", "As-is", "A", "A1", "A2"]
    heads = page.table.heads(down=True)
    row = heads.index("Differs by")
    said = [page.table.text(row, n) for n in range(5)]
    assert said[0] == "–"
    assert "3,000 → 2,600" in said[2]
    assert "3,000 → 2,000" in said[1]
    page._open(1)
    assert document.current is None
    page._open(3)
    assert document.current == "A1"
    document.delete_scenario("B")
    assert page.base is None


def test_a_partition_is_not_swept_over_more_processors_than_its_machine_has(session) -> None:
    """A machine of 32 was swept from 1 to 64."""
    document = session.document
    machine = document.topology.ancestor("lpar:SYSA", "cpc")
    assert machine is not None
    most = machine.number("CPS")
    assert most is not None
    assert axis_for(document, "lpar:SYSA", "CPS").values[-1] == most


@pytest.mark.parametrize("near", [False, True])
def test_an_axis_holds_as_is_and_what_the_scenario_has(session, near) -> None:
    document = session.document
    document.branch()
    axis = axis_for(document, "lpar:SYSA", "CPS", near=near)
    # More than its machine has, than double of today's, and less than half of it.
    for component, setting, value in (
        ("lpar:SYSA", "CPS", axis.values[-1] + 4),
        (NUCLEUS, "LBP", 450),
        (NUCLEUS, "LBP", 5),
    ):
        assert document.set_setting([component], setting, value) is None
        axis = axis_for(document, component, setting, near=near)
        was = document.measured_setting(component, setting).value
        assert axis.values[0] <= min(was, value), (component, setting)
        assert axis.values[-1] >= max(was, value), (component, setting)
        marks = {mark.text: mark.x for mark in standing_marks(document, axis)}
        assert marks == {"as-is": was, "now": value}


def test_identifiers_are_not_swept_and_near_is_half_to_double(session) -> None:
    from app.window.whatif.choosing import SEPARATOR, settings_to_vary
    from app.window.whatif.sweeps import IDENTIFIERS, moves

    offered = {c.key.partition(SEPARATOR)[2] for c in settings_to_vary(session.document)}
    assert not offered & set(IDENTIFIERS)
    near = axis_for(session.document, "adabas_nucleus:10-1", "LBP", 5, near=True)
    assert (near.values[0], near.values[-1]) == (50.0, 200.0)
    assert not moves([199_500.0, 199_510.0, float("nan")])
    assert moves([199_500.0, 150_000.0])


def test_thousands_of_scenarios_one_below_the_other_are_a_tree_at_once() -> None:

    chain = [Scenario(f"s{n}", (), "", f"s{n - 1}" if n else "") for n in range(5_000)]
    mixed = list(chain)
    random.Random(1).shuffle(mixed)
    began = time.process_time()
    found = State(scenarios=tuple(mixed)).tree()
    assert time.process_time() - began < 0.5
    assert [(depth, item.name) for depth, item in found] == [(n, f"s{n}") for n in range(5_000)]
    one, other = Scenario("one", (), "", "other"), Scenario("other", (), "", "one")
    assert State(scenarios=(one, other)).tree() == ((0, one), (1, other))


def test_names_are_read_however_often_they_are_branched_from_one_another(
    qtbot, window, session
) -> None:
    """In the box of scenarios the fourth's was pushed out, in the tree only "5" was left of it."""
    document = session.document
    document.branch(name="N")
    for number in range(9):
        document.branch(name=f"N{number}")
    box = window.selector.box
    assert box.itemText(box.currentIndex()) != "N8"
    shown = QStyleOptionComboBox()
    box.initStyleOption(shown)
    assert shown.currentText == "N8"
    window.show_page("compare")
    page = window.pages["compare"].tree
    qtbot.waitUntil(lambda: len(page._items) == 11)
    room = page.tree.visualItemRect(page._items["N8"]).width()
    assert room >= theme().px(64)
    assert page.tree.indentation() > theme().px(2)
    document.undo_stack.setIndex(1)
    qtbot.waitUntil(lambda: len(page._items) == 2)
    assert page.tree.indentation() == theme().px(14)


def test_branches_are_numbered_on(document) -> None:
    """They were called “What-if 2 2” and “What-if 2 2 2”."""
    names = [document.branch() for _ in range(4)]
    assert names == ["What-if", "What-if 2", "What-if 3", "What-if 4"]
    document.branch(name="Plan")
    document.show_scenario(None)
    document.branch(name="Plan 2027")
    assert document.branch() == "Plan 2027 2"


def test_a_chart_waits_for_its_figures_and_says_so(window, session) -> None:
    """“The model gives no such figure here” stood there while it was being worked out."""
    document = session.document
    document.set_engagement(None, pending=True)
    window.show_page("compare")
    page = window.pages["compare"]
    page._chart()
    assert page.chart.note == document.waiting
