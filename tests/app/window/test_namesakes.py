"""Two components of one name or id: told, or told apart, and never one in the other's place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from app.window.document import editing
from app.window.document.state import apart
from app.window.names import sort_name, use_name
from app.window.shell.charts import ProjectionCharts
from app.window.shell.figures import FigureStrip
from model.projection import ResourceUse
from model.topology import AddComponent, AddLink, Component, Link, Scenario, SetSetting

DATABASE, LPAR, OTHER = "adabas_database:10", "lpar:SYSA", "lpar:SYSB"
NUCLEUS = "adabas_nucleus:10-1"
NEW = "adabas_nucleus:Nucleus 1"


def adding(name: str, parent: str) -> Scenario:
    made = Component(NEW, "adabas_nucleus", "Nucleus 1", parent, {}, {})
    return Scenario(
        name,
        (
            AddComponent(made, (Link("member", NEW, DATABASE),)),
            SetSetting(NEW, "NT", 20 if parent == LPAR else 40),
        ),
    )


def test_what_both_scenarios_added_under_one_name_are_two_when_merged(session) -> None:
    """The merge was refused, and with the second one left out its settings went to the first."""
    document = session.document
    document.add_scenario(adding("Day", LPAR))
    document.add_scenario(adding("Night", OTHER))
    assert document.merge_scenarios("Day", "Night") is None
    merged = document.state.scenario("Day + Night")
    document.show_scenario(merged.name)
    both = document.topology
    assert both[NEW].parent == LPAR
    assert both[NEW].value("NT") == 20
    second = both[f"{NEW} 2"]
    assert (second.name, second.parent, second.value("NT")) == ("Nucleus 1 2", OTHER, 40)
    assert both.targets(second.id, "member") == both.targets(NEW, "member")


def test_what_a_merge_has_told_apart_is_not_brought_again(session) -> None:
    """Merging the same two once more added the second component for a third time."""
    document = session.document
    document.add_scenario(adding("Day", LPAR))
    document.add_scenario(adding("Night", OTHER))
    assert document.merge_scenarios("Day", "Night") is None
    both = document.state.scenario("Day + Night")
    assert document.merge_scenarios(both.name, "Night") == f"{both.name} has all of Night already"
    assert "Night" not in {s.name for s in document.mergeable(both.name)}


def test_two_of_one_name_have_their_settings_where_they_are_alike(session) -> None:
    """A setting that both have alike was taken for one that is there already."""
    document = session.document
    alike = SetSetting(NEW, "NT", 30)
    for name, parent in (("Day", LPAR), ("Night", OTHER)):
        made = adding(name, parent)
        document.add_scenario(replace(made, changes=(made.changes[0], alike)))
    assert document.merge_scenarios("Day", "Night") is None
    document.show_scenario("Day + Night")
    assert document.topology[NEW].value("NT") == 30
    assert document.topology[f"{NEW} 2"].value("NT") == 30


def test_a_link_goes_to_the_one_that_the_same_scenario_added(session) -> None:
    document = session.document
    document.add_scenario(adding("Day", LPAR))
    night = adding("Night", OTHER)
    linked = AddLink(Link("coupled", DATABASE, NEW))
    document.add_scenario(replace(night, changes=(*night.changes, linked)))
    found = apart(document.state.scenario("Day").changes, document.state.scenario("Night").changes)
    assert found[-1].link.target == f"{NEW} 2"


def test_the_same_name_within_one_container_is_said(session) -> None:
    document = session.document
    said: list[tuple[str, str]] = []
    document.notice.connect(lambda level, text: said.append((level, text)))
    first, second = [c for c in document.as_is.of_kind("adabas_nucleus") if c.parent == LPAR][:2]
    assert editing.rename(document, second.id, first.name) is None
    assert document.topology[second.id].name == first.name  # as the user wants it
    assert said[0][0] == "warning"
    assert f"another {first.name} here" in said[0][1]
    said.clear()
    assert editing.rename(document, second.id, "a name of its own") is None
    assert said == []


def test_at_every_count_full_nuclei_are_the_same_resource(session, kit) -> None:
    """The map of a sweep had a switching point between eight full nuclei and nine."""
    document = session.document
    projection = document.as_is_projection
    nuclei = document.as_is.of_kind("adabas_nucleus")
    names, sorts = set(), set()
    for many in (2, 3):
        uses = tuple(ResourceUse(n.id, "nuclei", 0.99, 0.99, 0.99) for n in nuclei[:many])
        shown = replace(projection, resources=uses)
        names.add(use_name(document.as_is, shown, uses[0]))
        sorts.add(sort_name(document.as_is, uses[0]))
    assert names == {"nuclei ×2", "nuclei ×3"}
    assert sorts == {"nuclei"}


def test_what_pays_beside_the_plan_is_tried_with_it(window, session) -> None:
    """“+26 % on top of the plan” became −69 % when it was tried on today's system."""
    document = session.document
    window.show_page("advice")
    page = window.pages["advice"]
    engagement = document.engagement
    steps = [step.finding for step in engagement.plan.steps]
    assert len(steps) > 1
    last = steps[-1]
    found = tuple(replace(f, beside_plan=f.id == last) for f in engagement.findings)
    document.set_engagement(replace(engagement, findings=found))
    page.show_finding(last)
    assert page.try_it.text() == "Try it with the plan"
    assert "line: the plan without it" in page.chart.title
    document.show_scenario(None)
    page.try_finding()
    kept = set(document.scenario.changes)
    assert kept >= {c for f in found if f.id == last for c in f.changes}
    assert len(kept) > len(next(f for f in found if f.id == last).changes)


def test_what_pays_beside_the_plan_without_limits_is_tried_with_that(window, session) -> None:
    """It was tried on top of the limited plan, that it does not pay beside."""
    document = session.document
    window.show_page("advice")
    page, engagement = window.pages["advice"], session.document.engagement
    last, together = engagement.plan.steps[-1].finding, (SetSetting("lpar:SYSA", "CPS", 12),)
    found = tuple(
        replace(f, beside_plan=True, tried_with=together) if f.id == last else f
        for f in engagement.findings
    )
    document.set_engagement(replace(engagement, findings=found))
    page.show_finding(last)
    document.show_scenario(None)
    page.try_finding()
    assert document.scenario.changes == together


def test_full_nuclei_of_another_database_are_not_counted_with_these(session) -> None:
    """The strip said “nuclei ×120” of a workload of eight: fifteen databases were as full."""
    as_is = session.document.as_is
    nuclei = as_is.of_kind("adabas_nucleus")[:3]
    links = tuple(x for x in as_is.links if (x.source, x.kind) != (nuclei[2].id, "member"))
    without_one = replace(as_is, links=links)
    uses = tuple(ResourceUse(n.id, "nuclei", 0.99, 0.99, 0.99) for n in nuclei)
    shown = replace(session.document.as_is_projection, resources=uses)
    assert use_name(as_is, shown, uses[0]) == "nuclei ×3"
    assert use_name(without_one, shown, uses[0]) == "nuclei ×2"


@pytest.mark.parametrize(("waiting", "called"), [(0.4, "nuclei ×3"), (0.6, "nuclei ×3 (paging)")])
def test_full_nuclei_that_wait_for_pages_are_said_to(
    qtbot, session, waiting: float, called: str
) -> None:
    """One more of them took a quarter of the throughput, and nothing said that storage ran out."""
    document = session.document
    nuclei = document.as_is.of_kind("adabas_nucleus")[:3]
    database = document.as_is.targets(nuclei[0].id, "member")[0].id
    others = document.as_is.sources(database, "member")[3:]
    links = tuple(x for x in document.as_is.links if x.source not in {c.id for c in others})
    document._topology = replace(document.as_is, links=links)
    now = document.as_is_projection
    uses = tuple(ResourceUse(n.id, "nuclei", 0.99, 0.99, 0.99) for n in nuclei)
    pages_s = waiting * 3 / now.workload(database).metrics["etr_per_s"].value
    work = replace(now.workload(database), breakdown_s={"paging": pages_s}, bottleneck="nuclei")
    work = replace(work, extrapolated=("aliases; there were none",))
    document.projection = replace(now, resources=uses, workloads=(work,))
    strip = FigureStrip(document)
    qtbot.addWidget(strip)
    assert strip.bound.value.text() == called
    said = strip.bound.band.text()
    if waiting > 0.5:
        assert said.startswith("On average 1.8 of 3 nuclei")
    else:
        # Alone, "aliases; there were none" stood below what binds like a heading.
        assert said == "outside of what was measured: aliases; there were none"
    # Of a response that shows a sliver of paging it is said what all the rest waits for.
    charts = ProjectionCharts(document, session.projections)
    qtbot.addWidget(charts)
    said = charts.response.accessibleDescription()
    assert ("wait for pages 60\xa0% of the time" in said) == (waiting > 0.5)


def test_a_scenario_name_that_is_taken_stays_to_be_mended(qtbot, window, session) -> None:
    """What was typed was gone with the refusal."""
    document = session.document
    for name in ("Day", "Night"):
        document.add_scenario(Scenario(name))
    document.show_scenario("Night")
    selector = window.selector
    window.activateWindow()
    selector.rename("Night")
    selector.name_edit.setText("Day")
    qtbot.keyClick(selector.name_edit, Qt.Key.Key_Return)
    qtbot.waitUntil(selector.name_edit.isVisible)
    assert selector.name_edit.text() == "Day"
    selector.name_edit.setText("Evening")
    qtbot.keyClick(selector.name_edit, Qt.Key.Key_Return)
    assert document.current == "Evening"
    window.show_page("compare")
    tree = window.pages["compare"].tree
    tree.rename()
    (field,) = tree.tree.findChildren(QLineEdit)
    field.setText("Day")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [x.text() for x in tree.tree.findChildren(QLineEdit)] == ["Day"])


def test_a_long_name_is_read_whole_above_its_settings(qtbot, window, session) -> None:
    """Half a line was cut off above and below."""
    document, panel = session.document, window.inspector
    window.resize(1280, 800)
    window.show_page("topology")
    assert editing.rename(document, NUCLEUS, "a rather <long> &amp; name of " + "W" * 90) is None
    document.select([NUCLEUS])
    title = panel.title
    qtbot.waitUntil(lambda: title.isVisible() and title.text().startswith("a rather"))
    qtbot.waitUntil(lambda: title.height() >= title.heightForWidth(title.width()))
    assert title.height() > 2 * title.fontMetrics().height()
