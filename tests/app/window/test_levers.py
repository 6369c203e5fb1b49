"""What matters most, reaching a goal, and hatching outside of what was measured."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.window.whatif.levers import (
    Goal,
    Lever,
    Weight,
    effect,
    judge,
    levers,
    nearest,
    over,
    steps,
    values_for,
)
from app.window.whatif.page import WhatIfPage
from app.window.whatif.sweeps import beyond_measured, stretches
from model.projection import Estimate
from model.topology import Scenario, SettingSpec

DATABASE = "adabas_database:10"
NUCLEI = tuple(f"adabas_nucleus:10-{n}" for n in range(1, 7))


def test_alike_components_are_one_lever(kit) -> None:
    found = {
        (x.components, x.spec.name): x for x in levers(kit.make_topology(), kit.make_catalogue())
    }
    threads = found[NUCLEI, "NT"]
    assert (threads.down, threads.now, threads.up) == (16, 20, 25)
    assert {c.component for c in threads.changes(25)} == set(NUCLEI)
    assert found[("lpar:SYSA", "lpar:SYSB"), "ZHPF"].up is True


@pytest.mark.parametrize(
    ("spec", "value", "expected"),
    [
        (SettingSpec("A", "integer", "", minimum=1, maximum=4), 4, (3, None)),
        (SettingSpec("A", "integer", "", minimum=1), 1, (None, 2)),
        (SettingSpec("A", "number", ""), 10.0, (8.0, 12.5)),
        (SettingSpec("A", "flag", ""), True, (False, None)),
        (SettingSpec("A", "integer", ""), 0, (None, None)),
    ],
)
def test_a_step_stays_within_what_the_product_allows(spec, value, expected) -> None:
    assert steps(spec, value) == expected


def test_the_effect_is_against_the_base_with_its_band(kit) -> None:
    base, more = kit.fake_project(
        kit.make_engagement().baseline,
        [Scenario(""), Scenario("x")],
    )
    assert effect(more, base, DATABASE, "etr_per_s")[0] == pytest.approx(0.0)
    low, high = effect(more, base, DATABASE, "etr_per_s")[1:]
    assert low < 0.0 < high
    assert effect(more, base, DATABASE, "no_such_figure") is None
    none = {"etr_per_s": Estimate(0.0, 0.0, 0.0, "%")}
    still = replace(more, workloads=tuple(replace(w, changes=none) for w in more.workloads))
    assert effect(still, base, DATABASE, "etr_per_s") == pytest.approx((0.0, 0.0, 0.0))
    assert Weight(None, (-3.0, -4.0, -2.0), (1.0, 0.0, 2.0)).size == 3.0


def test_the_value_of_now_is_the_state_on_show_and_no_change(kit) -> None:
    """“CPS 16 (as it is now)” had a wider band than the strip above it, and was bound by more."""
    spec = kit.make_catalogue().spec("adabas_nucleus", "NT")
    lever = Lever(NUCLEI, spec, 20, None, None)
    base = Scenario("What-if", ())
    assert [len(one.changes) for one in over(base, lever, (10, 20, 30))] == [
        len(NUCLEI),
        0,
        len(NUCLEI),
    ]


def test_the_nearest_value_that_reaches_the_goal_is_found(kit) -> None:
    spec = kit.make_catalogue().spec("adabas_nucleus", "NT")
    lever = Lever(NUCLEI, spec, 20, None, None)
    values = values_for(lever, 1, 41)
    assert 20 in values
    projections = kit.fake_project(
        kit.make_engagement().baseline, over(Scenario(""), lever, values)
    )
    etr = [p.workload(DATABASE).metrics["etr_per_s"] for p in projections]
    goal = Goal("etr_per_s", at_least=etr[values.index(20)].value * 1.5)
    found = judge(values, projections, [goal], DATABASE)
    best, surely = nearest(found, 20), nearest(found, 20, surely=True)
    # By hand: the first of the values whose figure (whose lower end) is enough.
    assert best.value == next(
        v for v, e in zip(values, etr, strict=True) if e.value >= goal.at_least
    )
    assert surely.value == next(
        v for v, e in zip(values, etr, strict=True) if e.low >= goal.at_least
    )
    assert surely.value >= best.value > 20
    assert surely.surely
    assert best.central
    never = judge(values, projections, [Goal("response_ms", at_most=1e-6)], DATABASE)
    assert nearest(never, 20) is None


def test_stretches_outside_of_what_was_measured(kit) -> None:
    (inside,) = kit.fake_project(kit.make_engagement().baseline, [Scenario("")])
    work = replace(inside.workload(DATABASE), extrapolated=("more users than were measured",))
    beyond = replace(inside, workloads=(work,))
    swept = [inside, beyond, beyond, beyond, inside]
    assert stretches((1.0, 2.0, 3.0, 4.0, 5.0), swept, DATABASE) == [(2.0, 4.0)]
    assert beyond_measured(swept, DATABASE) == "more users than were measured"
    assert beyond_measured([inside], DATABASE) == ""


@pytest.fixture
def page(qtbot, session):
    made = WhatIfPage(session)
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    return made


def test_a_row_of_the_tornado_brings_its_control(qtbot, page) -> None:
    panel = page.mattering
    page.ways.setCurrentWidget(panel)
    qtbot.mouseClick(panel.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(panel._found) and not panel.stop.isVisible())
    weights = panel.weights()
    assert [w.size for w in weights] == sorted((w.size for w in weights), reverse=True)
    assert {w.lever.spec.name for w in weights} >= {"NT"}
    panel.chart.setFocus()
    qtbot.keyClick(panel.chart, Qt.Key.Key_Return)
    first = panel._shown[0].lever
    assert (first.components[0], first.spec.name) in page.controls
    assert panel.chart.accessibleDescription()


def test_a_goal_is_reached_and_taken_into_the_scenario(qtbot, page, session) -> None:
    goals, document = page.goals, session.document
    page.ways.setCurrentWidget(goals)
    qtbot.mouseClick(goals.run, Qt.MouseButton.LeftButton)
    assert goals.said.text() == "Enter a goal first"
    now = document.as_is_projection.workload(DATABASE).metrics["etr_per_s"].value
    goals.fields["etr_per_s"].setText(f"{now * 1.2:.0f}")
    qtbot.mouseClick(goals.run, Qt.MouseButton.LeftButton)
    assert goals.said.text() == "Choose a setting first"
    goals.show_setting(DATABASE, "NUCLEI")
    qtbot.mouseClick(goals.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: goals.take.isVisible())
    assert goals.said.text().startswith("Reached with")
    assert goals.said.text().endswith("Workload: Adabas database 10")
    # How throughput goes with the setting, with the goal across; response was not asked for.
    curve, goal = goals.curves["etr_per_s"].curves.series
    assert goals.curves["etr_per_s"].curves.x_label in goals.choose.text()
    assert goals.curves["etr_per_s"].curves.x_label
    assert list(goal.ys) == [pytest.approx(now * 1.2, abs=1.0)] * 2
    assert list(curve.xs) == [float(value) for value in goals._values]
    assert goals.curves["etr_per_s"].isVisible()
    assert goals.curves["response_ms"].isHidden()
    names = [marker.text for marker in goals.curves["etr_per_s"].curves.markers]
    assert names == ["now", "reached"]
    qtbot.mouseClick(goals.take, Qt.MouseButton.LeftButton)
    assert document.topology[DATABASE].number("NUCLEI") == goals._best.value > 6
    goals.fields["etr_per_s"].setText("999999999")
    qtbot.mouseClick(goals.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "No value" in goals.said.text())
    assert "Nearest with" in goals.said.text()


def test_a_goal_below_nothing_is_refused_where_it_stands(qtbot, page) -> None:
    """At most 0 ms was out of reach, and “nearest” with one nucleus at 98 ms."""
    goals = page.goals
    page.ways.setCurrentWidget(goals)
    goals.show_setting(DATABASE, "NUCLEI")
    for metric, text in (("response_ms", "0"), ("etr_per_s", "-5")):
        goals.fields[metric].setText(text)
        qtbot.mouseClick(goals.run, Qt.MouseButton.LeftButton)
        assert goals.said.text() == "A goal is above 0."
        goals.fields[metric].clear()


def test_what_was_found_for_another_scenario_says_so_and_is_not_taken(qtbot, page, session) -> None:
    goals, document = page.goals, session.document
    page.ways.setCurrentWidget(goals)
    now = document.as_is_projection.workload(DATABASE).metrics["etr_per_s"].value
    document.branch(name="Night")
    goals.fields["etr_per_s"].setText(f"{now * 1.2:.0f}")
    goals.show_setting(DATABASE, "NUCLEI")
    qtbot.mouseClick(goals.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: goals.take.isVisible())
    assert not goals.stale.isVisible()
    document.show_scenario(None)
    assert "“Night”" in goals.stale.text()
    assert goals.stale.isVisible()
    assert not goals.take.isVisible()
    document.show_scenario("Night")
    assert goals.take.isVisible()
    assert document.set_setting(["lpar:SYSA"], "ZHPF", True) is None
    assert goals.stale.text() == "This is from before the last changes; find it again."
    assert not goals.take.isVisible()
    qtbot.mouseClick(goals.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: goals.said.text() != "calculating…")
    goals._workload = "cics_region:SYSAR0"
    document.show_anchor(DATABASE)
    assert "another workload" in goals.stale.text()
    assert not goals.take.isVisible()


def test_taking_what_was_found_does_not_outdate_it(qtbot, page, session) -> None:
    goals, document = page.goals, session.document
    page.ways.setCurrentWidget(goals)
    now = document.as_is_projection.workload(DATABASE).metrics["etr_per_s"].value
    document.branch(name="Night")
    goals.fields["etr_per_s"].setText(f"{now * 1.2:.0f}")
    goals.show_setting(DATABASE, "NUCLEI")
    qtbot.mouseClick(goals.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: goals.take.isVisible())
    qtbot.mouseClick(goals.take, Qt.MouseButton.LeftButton)
    assert not goals.stale.isVisible()
    assert not goals.take.isVisible()
    document.undo_stack.undo()
    assert goals.take.isVisible() != goals.stale.isVisible()


def test_a_tornado_in_which_nothing_moves_says_so_once_and_whose_figure_it_is(page) -> None:
    """“0 move this figure. Choose one …” stood beside “No setting moves this figure.”"""
    panel, document = page.mattering, page.document
    panel._of, panel._levers, panel._found, panel._base = document.topology, [], {}, None
    panel._show()
    assert panel.said.text() == "0 of 0 settings tried\nWorkload: Adabas database 10"
    assert panel.chart.note == "No setting moves this figure."
