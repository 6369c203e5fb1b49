"""The plan: to a scenario, its limits, a search that is cancelled, and charts that hold nothing."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt

from app.window.shell.window import MainWindow
from model.topology import Component, Measured, Topology
from tests.app.window.test_levels import with_network


def test_a_plan_becomes_a_scenario_in_one_click(qtbot, window, session) -> None:
    window.show_page("advice")
    plan = window.pages["advice"].plan
    assert "less than the sum" in plan.text.toPlainText()
    qtbot.mouseClick(plan.apply, Qt.MouseButton.LeftButton)
    assert session.document.current == "Plan"
    assert len(session.document.scenario.changes) == 2


def test_limits_of_the_plan_are_checked_and_kept(qtbot, window, session) -> None:
    window.show_page("advice")
    plan = window.pages["advice"].plan
    plan.fields["max_changes"].setText("none")
    plan._solve()
    assert plan.error.isVisibleTo(plan)
    assert session.document.state.constraints is None
    plan.fields["max_changes"].setText("2.5")
    plan._solve()
    assert "whole numbers" in plan.error.text()
    assert session.document.state.constraints is None
    plan.fields["max_changes"].setText("2")
    plan.no_paging.setChecked(True)
    with qtbot.waitSignal(session.analysis.analysed):
        plan._solve()
    limits = session.document.engagement.options.constraints
    assert (limits.max_changes, limits.no_paging) == (2, True)


def test_a_cancelled_search_leaves_no_plan_of_other_limits_to_take(
    qtbot, catalogue, kit, tmp_path
) -> None:
    from app.window.session import Session

    analyst = kit.FakeAnalyst()
    session = Session(
        catalogue=catalogue, projector=kit.fake_project, analyst=analyst, folder=tmp_path
    )
    window = MainWindow(session)
    window.build()
    window.show()
    session.readings = kit.make_readings()
    with qtbot.waitSignal(session.analysis.analysed):
        session.analyse()
    window.show_page("advice")
    page = window.pages["advice"]
    page.tabs.setCurrentWidget(page.plan)
    plan = page.plan
    assert plan.apply.isEnabled()
    assert not plan.older.isVisible()
    analyst.slow_s = 2.0
    plan.fields["max_changes"].setText("1")
    qtbot.mouseClick(plan.solve, Qt.MouseButton.LeftButton)
    session.cancel()
    # The plan on show is that of no limit, and the field says one.
    assert plan.older.isVisible()
    assert not plan.apply.isEnabled()
    session.document.undo_stack.undo()
    assert plan.fields["max_changes"].text() == ""
    assert not plan.older.isVisible()
    assert plan.apply.isEnabled()
    session.cancel()
    session.document.undo_stack.redo()
    session.cancel()
    analyst.slow_s = 0.0
    with qtbot.waitSignal(session.analysis.analysed):
        qtbot.mouseClick(plan.solve, Qt.MouseButton.LeftButton)
    assert not plan.older.isVisible()
    assert plan.apply.isEnabled()
    window.close()


def test_charts_keep_nothing_of_an_engagement_that_was_left(window, session) -> None:
    charts = window.charts
    assert not charts.use.is_empty()
    assert not charts.response.is_empty()
    session.new()
    session.cancel()
    for chart in (charts.use, charts.response):
        assert chart.is_empty()
        assert chart.note == "No projection yet"


def test_limits_without_a_field_stay(window, session) -> None:
    from advisor.engagement import Constraints

    window.show_page("advice")
    session.document.constrain(Constraints(excluded_rules=("ADA-017",)))
    plan = window.pages["advice"].plan
    plan.fields["max_changes"].setText("2")
    limits = plan.limits()
    assert limits is not None
    assert (limits.max_changes, limits.excluded_rules) == (2, ("ADA-017",))


def test_response_goals_stand_on_the_plan_with_their_probability(
    qtbot, window, session, kit
) -> None:
    """They were in What-if and in the PDF, not beside the plan that is to meet them."""
    window.show_page("advice")
    page = window.pages["advice"]
    page.tabs.setCurrentWidget(page.plan)
    assert "Response goals" not in page.plan.text.toPlainText()
    with_network(session, kit)
    engagement = session.document.engagement
    figures = {"goal_response_ms": 500.0, "goal_pct": 90.0, "response_ms": 200.0}
    measured = {name: Measured(value, "ms") for name, value in figures.items()}
    online = Component("service_class:P/ONLINE", "service_class", "ONLINE", measured=measured)
    topology = engagement.installation.topology
    topology = Topology({**topology.components, online.id: online}, topology.links)
    session.document.engagement = replace(
        engagement,
        installation=replace(engagement.installation, topology=topology),
        plan=replace(engagement.plan, findings=()),  # no model that could project it
    )
    page.plan.refresh()
    said = "Goal ONLINE: 90 % within 0.5 s: probably met today; probability of meeting it 71 %"
    qtbot.waitUntil(lambda: said in page.plan.text.toPlainText().replace("\u00a0", " "))
