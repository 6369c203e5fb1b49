"""The document: scenarios, merging, undo to the identical state."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.engagement import Options
from app.window.document import Document, State, editing
from app.window.document.commands import StateCommand, UndoStack
from model.topology import Link, MoveComponent, RemoveComponent, SetSetting, Topology

NUCLEUS = "adabas_nucleus:10-1"


def test_editing_the_as_is_of_reports_starts_a_scenario(document) -> None:
    before = document.as_is
    assert document.set_setting([NUCLEUS], "LBP", 400.0) is None
    assert document.current == "What-if"
    assert document.topology[NUCLEUS].number("LBP") == 400.0
    assert document.as_is is before
    assert before[NUCLEUS].number("LBP") == 100.0


def test_without_reports_the_as_is_itself_is_edited(new_document, qapp, kit) -> None:
    document = new_document(kit.make_catalogue())
    document.load(State(title="Empty"), None)
    assert editing.add(document, "lpar", None, "SYSX") is None
    assert document.current is None
    assert [c.name for c in document.topology] == ["SYSX"]
    document.undo_stack.undo()
    assert len(document.topology) == 0


@pytest.mark.parametrize("first", ["dasd", "adabas_database"])
def test_what_can_only_be_meant_is_linked_whichever_is_placed_first(
    new_document, qapp, kit, first
) -> None:
    """A database placed before its volumes stayed without them."""
    document = new_document(kit.make_catalogue())
    document.load(State(title="Empty"), None)
    for kind in sorted(("dasd", "adabas_database"), key=lambda kind: kind != first):
        assert editing.add(document, kind, None) is None
    (link,) = document.topology.links
    assert (link.source.partition(":")[0], link.kind) == ("adabas_database", "uses")
    assert editing.add(document, "dasd", None) is None
    assert document.topology.links == (link,)


def test_a_setting_put_back_leaves_no_change(document) -> None:
    document.set_setting([NUCLEUS], "LBP", 400.0)
    document.set_setting([NUCLEUS], "LBP", 100.0)
    assert document.scenario.changes == ()


def test_a_value_for_what_has_gone_is_refused_with_a_sentence(document, kit) -> None:
    document.set_setting([NUCLEUS], "LBP", 400.0)
    document.apply("Remove", [RemoveComponent(kit.DATABASE)])
    steps = document.undo_stack.index()
    refusal = document.set_setting([kit.DATABASE], "NUCLEI", 2)
    assert refusal is not None
    assert kit.DATABASE in refusal
    assert document.undo_stack.index() == steps


def test_an_illegal_value_is_refused_with_a_sentence(document) -> None:
    refusal = document.set_setting([NUCLEUS], "LBP", -1.0)
    assert refusal is not None
    assert "at least 1 MB" in refusal
    assert document.undo_stack.count() == 0


def test_one_drag_is_one_step(document) -> None:
    for value in (110.0, 120.0, 130.0):
        document.set_setting([NUCLEUS], "LBP", value, merge_key="drag")
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.state.scenarios == ()


def test_a_drag_back_to_the_start_leaves_no_step(document) -> None:
    document.branch()
    steps = document.undo_stack.count()
    for value in (110.0, 120.0, 100.0):
        document.set_setting([NUCLEUS], "LBP", value, merge_key="drag")
    assert document.undo_stack.count() == steps


def test_figures_of_a_value_that_a_slider_just_passed_are_shown_others_not(document, kit) -> None:
    def projected(scenario):
        return kit.fake_project(document.engagement.baseline, [scenario])[0]

    document.branch()
    assert document.set_setting([NUCLEUS], "NT", 30, merge_key="drag") is None
    passed = projected(document.scenario)
    document.set_setting([NUCLEUS], "NT", 31, merge_key="drag")
    document.set_projection(passed)
    assert document.projection is passed
    own = projected(document.scenario)
    document.set_projection(own)
    assert document.projection is own
    # Another change than those on show is not on the way to them.
    document.set_setting([NUCLEUS], "LBP", 300)
    document.set_projection(passed)
    assert document.projection is own
    document.show_scenario(None)
    document.set_projection(own)
    assert document.projection is document.as_is_projection


def test_undo_goes_back_to_the_scenario_where_it_happened(document) -> None:
    first = document.branch(name="First")
    document.set_setting([NUCLEUS], "LBP", 200.0)
    document.show_scenario(None)
    document.undo_stack.undo()
    assert document.current == first
    assert document.scenario.changes == ()


def test_reset_takes_only_that_setting_back(document) -> None:
    document.set_setting([NUCLEUS], "LBP", 200.0)
    document.set_setting([NUCLEUS], "NT", 40)
    document.reset_setting([NUCLEUS], "LBP")
    assert document.scenario.changes == (SetSetting(NUCLEUS, "NT", 40),)


def test_names_of_scenarios_stay_different(document) -> None:
    assert [document.branch(name="A"), document.branch(name="A")] == ["A", "A 2"]
    assert document.rename_scenario("A 2", "A") == "There is a scenario “A” already"
    assert document.rename_scenario("A 2", "  ") == "A scenario needs a name"
    assert document.rename_scenario("A 2", "B") is None
    assert [s.name for s in document.state.scenarios] == ["A", "B"]
    assert document.current == "B"


def test_removing_what_the_scenario_added_forgets_both(document) -> None:
    document.branch()
    assert editing.add(document, "adabas_nucleus", "lpar:SYSA") is None
    (added,) = document.selection
    document.set_setting([added], "LBP", 300.0)
    assert editing.remove(document, [added]) is None
    assert document.scenario.changes == ()


def test_a_change_that_others_rest_on_stays(document) -> None:
    document.branch()
    editing.add(document, "cics_region", "lpar:SYSA", "NEW")
    region = document.selection[0]
    editing.add(document, "vsam_file", region, "F")
    assert document.drop_change(0) is not None
    assert len(document.scenario.changes) == 2


def test_a_new_nucleus_is_linked_to_the_only_database(document, kit) -> None:
    editing.add(document, "adabas_nucleus", "lpar:SYSB", "10-99")
    (added,) = document.selection
    assert Link("member", added, kit.DATABASE) in document.topology.links


def test_a_container_is_deleted_with_its_parts_though_both_are_selected(document, kit) -> None:
    inside = [c.id for c in document.topology.children("lpar:SYSB")]
    assert inside
    assert editing.remove(document, ["lpar:SYSB", *inside]) is None
    assert "lpar:SYSB" not in document.topology
    assert not [c for c in inside if c in document.topology]


def test_links_say_why_they_are_refused(document, kit) -> None:
    _, why = editing.link_between(document, kit.DATABASE, "lpar:SYSA")
    assert why == "Adabas database 10 is linked to CF structure or DASD subsystem, not to SYSA"
    _, why = editing.link_between(document, kit.DATABASE, "dasd:DS8K")
    assert why == "They are linked already"
    _, why = editing.link_between(document, "lpar:SYSA", "lpar:SYSB")
    assert why == "SYSA has no links"
    link, _ = editing.link_between(document, "cics_region:SYSAR0", "cics_region:SYSBR0")
    assert link == Link("mro", "cics_region:SYSAR0", "cics_region:SYSBR0")


def test_copies_travel_with_parts_and_links_and_get_new_names(document, kit) -> None:
    clip = editing.clip_of(document.topology, ["cics_region:SYSAR0", NUCLEUS])
    again = editing.from_bytes(editing.to_bytes(clip))
    assert editing.paste(document, again, "lpar:SYSB") is None
    names = {c.name for c in document.topology.children("lpar:SYSB")}
    assert {"SYSAR1", "10-7"} <= names
    region = next(c for c in document.topology.children("lpar:SYSB") if c.name == "SYSAR1")
    assert [c.name for c in document.topology.children(region.id)] == ["CUST2"]
    copy = next(c for c in document.topology if c.name == "10-7")
    assert Link("member", copy.id, kit.DATABASE) in document.topology.links
    assert copy.measured == {}


@pytest.mark.parametrize(
    "data", [b"", b"{}", b'{"format": "plexwright-clip/1", "components": [1], "links": []}']
)
def test_a_foreign_clipboard_is_refused_in_one_sentence(data) -> None:
    with pytest.raises(ValueError, match=r"^The clipboard holds no components$"):
        editing.from_bytes(data)


def test_a_scenario_that_no_longer_fits_says_so(document, kit) -> None:
    document.set_setting([NUCLEUS], "LBP", 200.0)
    said = []
    document.notice.connect(lambda level, text: said.append((level, text)))
    smaller = kit.make_topology().without_component(NUCLEUS)
    document.set_engagement(kit.make_engagement(smaller))
    assert said[-1][0] == "warning"
    assert "does not fit the as-is any more" in said[-1][1]


STEP = st.one_of(
    st.tuples(st.just("set"), st.sampled_from(["LBP", "NT"]), st.integers(1, 250)),
    st.tuples(st.just("nuclei"), st.integers(1, 12), st.just(0)),
    st.tuples(st.just("move"), st.sampled_from(["lpar:SYSA", "lpar:SYSB"]), st.just(0)),
    st.tuples(st.just("add"), st.sampled_from(["lpar:SYSA", "lpar:SYSB"]), st.just(0)),
    st.tuples(st.just("remove"), st.integers(0, 30), st.just(0)),
    st.tuples(st.just("branch"), st.just(""), st.just(0)),
    st.tuples(st.just("show"), st.integers(0, 4), st.just(0)),
    st.tuples(st.just("place"), st.integers(-50, 400), st.integers(0, 400)),
    st.tuples(st.just("decide"), st.sampled_from(["accepted", "rejected"]), st.just(0)),
    st.tuples(st.just("undo"), st.just(0), st.just(0)),
    st.tuples(st.just("redo"), st.just(0), st.just(0)),
)


def perform(document: Document, step: tuple) -> None:
    what, first, second = step
    topology = document.topology
    nuclei = topology.of_kind("adabas_nucleus")
    if what == "set" and nuclei:
        document.set_setting([nuclei[0].id], first, second)
    elif what == "nuclei":
        document.set_setting(["adabas_database:10"], "NUCLEI", first)
    elif what == "move" and nuclei:
        document.apply("Move", [MoveComponent(nuclei[-1].id, first)])
    elif what == "add":
        editing.add(document, "cics_region", first)
    elif what == "remove" and len(topology):
        chosen = list(topology)[first % len(topology)]
        document.apply("Remove", [RemoveComponent(chosen.id)])
    elif what == "branch":
        document.branch()
    elif what == "show":
        names = [None, *(s.name for s in document.state.scenarios)]
        document.show_scenario(names[first % len(names)])
    elif what == "place" and len(topology):
        document.place({next(iter(topology)).id: (float(first), float(second))})
    elif what == "decide":
        document.decide("ADA-017:lpar:SYSA", first)
    elif what == "undo":
        document.undo_stack.undo()
    elif what == "redo":
        document.undo_stack.redo()


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(STEP, max_size=25))
def test_undo_to_the_start_gives_the_identical_document(document, kit, steps) -> None:
    document.load(State(title="Customer A"), kit.make_engagement())
    start_state, start_topology = document.state, document.topology
    for step in steps:
        perform(document, step)
    end, index = document.state, document.undo_stack.index()
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert document.state == start_state
    document.show_scenario(None)
    assert document.topology == start_topology
    document.undo_stack.setIndex(index)
    assert document.state == end


def test_discarded_steps_let_go_of_their_states(qapp):
    stack = UndoStack()

    def push(number: int, merge_key: str) -> None:
        before, after = State(title=f"kept {number}"), State(title=f"kept {number + 1}")
        leave = lambda _state, _shown: None  # noqa: E731
        stack.push(StateCommand("step", (before, None), (after, None), leave, merge_key))

    for number in range(20):
        push(number, "one drag")
    for number in range(20):
        push(number, "")
        stack.undo()
    assert stack.count() == 2
    gc.collect()
    held = [o for o in gc.get_objects() if type(o) is State and o.title.startswith("kept ")]
    assert len(held) <= 2 * stack.count()
    stack.clear()


def test_a_refused_place_is_said_with_names_of_kinds_and_in_german(document) -> None:
    from app.window.i18n import set_language

    said = editing.placement_refusal(document, "vsam_file", "dasd:DS8K")
    assert said == "VSAM file goes in CICS region, not in DS8K"
    refusal = editing.placement_refusal(document, "vsam_file", None)
    assert refusal == "VSAM file goes in CICS region"
    assert editing.placement_refusal(document, "cf", "lpar:SYSA").endswith("not in SYSA")
    numbered = editing.placement_refusal(document, "vsam_file", "adabas_database:10")
    assert numbered == "VSAM file goes in CICS region, not in Adabas database 10"
    set_language("de")
    assert "gehört in" in editing.placement_refusal(document, "vsam_file", "dasd:DS8K")


def test_a_step_is_applied_once_and_shown_where_it_changes_something(
    qtbot, window, session, monkeypatch
) -> None:
    """A drag of a slider runs at the pace of the screen: nothing is worked out twice."""
    from app.window.document import document as module
    from app.window.inspector.editors import NumberEditor

    document = session.document
    document.select(["adabas_nucleus:10-1"])
    document.branch()
    document.set_setting(["adabas_nucleus:10-1"], "NT", 21, merge_key="drag")
    assert "NT" in window.inspector.rows  # all are made now: on a slow machine after a while
    whole, shown = [], []
    real, real_show = module.apply_changes, NumberEditor.show_value

    def applied(topology, changes, kinds):
        whole.append(topology is document.as_is)
        return real(topology, changes, kinds)

    monkeypatch.setattr(module, "apply_changes", applied)

    def show(editor: NumberEditor, value: object) -> None:
        # Other pages have editors of their own; when they are built depends on the time there is.
        if window.inspector.isAncestorOf(editor):
            shown.append(editor.spec.name)
        real_show(editor, value)

    monkeypatch.setattr(NumberEditor, "show_value", show)
    document.set_setting(["adabas_nucleus:10-1"], "NT", 22, merge_key="drag")
    assert whole.count(True) == 1
    assert shown == ["NT"]
    # What is refused goes back to what holds.
    row = window.inspector.rows["NT"]
    row.editor.field.setText("-3")
    row.editor.field.editingFinished.emit()
    document.set_setting(["adabas_nucleus:10-1"], "LBP", 120.0)
    assert document.topology["adabas_nucleus:10-1"].value("NT") == 22


def test_a_correction_shows_at_once_whatever_the_analysis_has_seen(document, kit) -> None:
    """A second name, and undo after the analysis, showed only with the next analysis."""
    topology = document.topology
    nucleus = topology.of_kind("adabas_nucleus")[0].id
    first = topology[nucleus].name

    def analysed() -> None:
        options = replace(document.engagement.options, edits=document.state.edits)
        document.set_engagement(kit.make_engagement(None, options, readings))

    readings = document.engagement.readings
    assert editing.rename(document, nucleus, "NUC1") is None
    analysed()
    assert editing.rename(document, nucleus, "NUC2") is None
    assert document.topology[nucleus].name == "NUC2"
    analysed()
    document.undo_stack.undo()
    assert document.topology[nucleus].name == "NUC1"
    document.undo_stack.undo()
    assert document.topology[nucleus].name == first
    assert document.topology == topology


@pytest.mark.parametrize("unread", [0, 1])
def test_what_was_built_by_hand_is_undone_at_once_after_its_analysis(
    new_document, kit, unread: int
) -> None:
    """Beside a file that nobody could read, too: there the next box began a scenario."""
    document = new_document(kit.make_catalogue())
    document.load(State(), None)
    assert editing.add(document, "cpc", None) is None
    readings = kit.make_readings()[1:][:unread]
    document.set_engagement(
        kit.make_engagement(Topology(), Options(edits=document.state.edits), readings)
    )
    assert not document.has_reports
    assert editing.add(document, "cpc", None) is None
    assert document.scenario is None
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert len(document.topology) == 0


def test_steps_name_settings_and_components_as_people_do(document) -> None:
    """“Set PAGE_DEVICE” was a key of ours, and “of 2” nothing at all."""
    said = "Page data sets are on"
    document.set_setting(["lpar:SYSA"], "PAGE_DEVICE", "flash")
    assert document.undo_stack.undoText() == f"Set {said} of SYSA"
    document.reset_setting(["lpar:SYSA"], "PAGE_DEVICE")
    assert document.undo_stack.undoText() == f"Reset {said}"
    document.set_setting(["lpar:SYSA", "lpar:SYSB"], "WEIGHT", 7)
    assert document.undo_stack.undoText().endswith("of 2 components")
