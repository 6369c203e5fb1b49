"""The load bar: what binds at which load, a transaction's path, and the canvas that follows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.window.canvas.load import NOTHING_GROWS, LoadBar
from app.window.canvas.loads import TODAY, binding, fuller, path, scenarios, switches
from app.window.canvas.page import TopologyPage
from app.window.document import State
from app.window.i18n.numbers import band_beside, banded
from app.window.shell.charts import ProjectionCharts
from app.window.shell.figures import FigureStrip
from model.projection import Estimate, ResourceUse
from model.topology import Scenario, SetSetting, Topology

DATABASE = "adabas_database:10"


@pytest.fixture
def page(qtbot, session, kit):
    # Users that arrive where the stand-in has them change nothing: its threads stand for the load.
    made = TopologyPage(session.document, session=session)
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    qtbot.waitUntil(lambda: bool(made.load._steps))
    return made


def test_work_is_scaled_and_today_is_among_the_steps(kit) -> None:
    topology, kinds = kit.make_topology(), kit.make_catalogue()
    shares, wanted = scenarios(Scenario("x"), topology, topology, kinds)
    assert TODAY in shares
    assert list(shares) == sorted(set(shares))
    assert len(wanted) == len(shares)
    regions = [c.id for c in topology.of_kind("cics_region")]
    for scenario in wanted:
        assert {c.component for c in scenario.changes if isinstance(c, SetSetting)} >= set(regions)


def test_a_switch_is_where_another_kind_of_resource_binds(kit) -> None:
    base = kit.make_engagement().baseline
    threads = [f"adabas_nucleus:10-{n}" for n in range(1, 7)]
    few, many = (
        Scenario(
            str(n),
            tuple(
                SetSetting(c, name, value)
                for c in threads
                for name, value in (("NT", n), ("LBP", p))
            ),
        )
        for n, p in ((5, 100), (80, 20))
    )
    steps = kit.fake_project(base, [few, few, many, many])
    assert binding(steps[0], DATABASE).component == "adabas_nucleus:10-1"
    assert [(n, use.component) for n, use in switches(steps, DATABASE)] == [(2, "dasd:DS8K")]
    assert next(p.name for p in path(steps[0].workload(DATABASE), steps[0])) == "nucleus"
    assert {p.component for p in path(steps[0].workload(DATABASE), steps[0])} <= set(
        base.topology.components
    )


def test_the_canvas_follows_the_slider_and_the_document_does_not(qtbot, page) -> None:
    document, load = page.document, page.load
    before = document.state
    assert load.slider.value() == load.slider.today
    assert load._shares[load.slider.value()] == TODAY
    load.slider.setFocus()
    qtbot.keyClick(load.slider, Qt.Key.Key_End)
    assert document.glance is load._steps[-1]
    assert load.share.text().startswith("300")
    assert load.back.isVisibleTo(load)
    qtbot.mouseClick(load.back, Qt.MouseButton.LeftButton)
    assert document.glance is None
    assert document.state == before
    assert not document.undo_stack.canUndo()


def test_key_figures_and_charts_follow_the_slider_and_say_so(qtbot, page, session, kit) -> None:
    """They stayed at today's load beside a canvas at three times as much."""
    document, load = page.document, page.load
    # The stand-in's users change nothing, its threads do.
    few = Scenario("few", (SetSetting("adabas_nucleus:10-1", "NT", 5),))
    (most,) = kit.fake_project(kit.make_engagement().baseline, [few])
    load._steps = (*load._steps[:-1], most)
    strip = FigureStrip(document)
    charts = ProjectionCharts(document, session.projections)
    for widget in (strip, charts):
        qtbot.addWidget(widget)
    cell = strip.cells["etr_per_s"]
    today = cell.value.text()
    assert strip.who.text() == "Workload"
    load.slider.setValue(load.slider.maximum())
    assert strip.who.text() == "Load 300 %"
    assert cell.value.text() != today
    assert "Load 300 %" in charts.response.accessibleDescription()
    page.hide()
    assert (strip.who.text(), cell.value.text()) == ("Workload", today), "no slider says it"
    page.show()
    assert strip.who.text() == "Load 300 %"
    load._reset()
    assert (strip.who.text(), cell.value.text()) == ("Workload", today)


def test_an_edit_drops_the_look_at_another_load(qtbot, page) -> None:
    load = page.load
    load.slider.setValue(load.slider.maximum())
    assert page.document.set_setting(["lpar:SYSA"], "ZHPF", True) is None
    assert page.document.glance is None
    qtbot.waitUntil(lambda: bool(load._steps))
    assert load.slider.value() == load.slider.today


def test_marks_of_the_installation_before_do_not_stay(page, kit) -> None:
    """A new engagement without figures had the switching points of the customer before."""
    slider = page.load.slider
    slider.marks, slider.switching = ((3, "threads bind"),), "threads bind"
    assert slider.outside
    assert slider.today >= 0
    page.document.load(State(title="Paper"), kit.make_engagement(Topology(), readings=()))
    assert (slider.marks, slider.outside, slider.today) == ((), (), -1)
    assert "threads" not in slider.toolTip()


def test_a_slider_that_cannot_be_moved_says_why(qtbot, page, session, kit) -> None:
    """It was grey without a word where nothing grows, and after a projection that failed."""
    load, document = page.load, page.document
    engagement = document.engagement
    assert not load._silent()[0]
    load._outdated()
    assert load.share.text() == document.waiting
    session.projections.failed.emit("load", "no memory")
    assert "no memory" in load.slider.toolTip()
    assert "no memory" in load.slider.accessibleDescription()
    bare = Topology({c.id: c for c in document.as_is if c.kind in ("cpc", "lpar", "dasd")})
    installation = replace(engagement.installation, topology=bare)
    document.set_engagement(replace(engagement, installation=installation))
    qtbot.waitUntil(lambda: load.share.text() == "nothing that grows")
    assert not load.slider.isEnabled()
    assert load.slider.toolTip().startswith(NOTHING_GROWS)
    document.load(State(title="Paper"), kit.make_engagement(Topology(), readings=()))
    assert load.share.text() == ""


def test_a_stretch_of_the_path_leads_to_its_box(qtbot, page) -> None:
    flame = page.load.flame
    assert flame._parts
    assert flame.accessibleDescription()
    flame.setFocus()
    qtbot.keyClick(flame, Qt.Key.Key_Right)
    assert page.document.selection == (flame._parts[0][0].component,)


def test_play_rises_to_the_end_and_stops(qtbot, page) -> None:
    load = page.load
    load._ticks.setInterval(1)
    load.slider.setValue(load.slider.maximum() - 2)
    qtbot.mouseClick(load.play, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not load._ticks.isActive())
    assert load.slider.value() == load.slider.maximum()


def test_the_bar_is_named_for_screen_readers(page) -> None:
    load: LoadBar = page.load
    assert load.slider.accessibleName()
    assert load.play.accessibleName()
    assert load.flame.accessibleName()


def test_the_bar_leaves_out_what_has_no_room_and_brings_it_back(qtbot, page) -> None:
    load, window = page.load, page
    window.resize(1240, 700)
    qtbot.waitUntil(lambda: load.width() > 960)
    assert load.said.isVisible()
    assert load._line.indexOf(load.said) >= 0
    window.resize(1000, 700)
    qtbot.waitUntil(lambda: load._box.indexOf(load.said) >= 0)
    qtbot.waitUntil(lambda: load.said.isVisible() and load.said.width() > 400)
    load.slider.setValue(load.slider.minimum())
    for width in (700, 500, 400, 330):
        window.resize(width, 330)
        qtbot.wait(20)
        shown = [
            w
            for w in (load.caption, load.play, load.slider, load.share, load.said, load.back)
            if w.isVisible()
        ]
        assert {load.play, load.slider} <= set(shown)
        for widget in shown:
            assert widget.geometry().right() <= load.width(), (width, widget)
            assert load.said is widget or widget.width() >= widget.minimumSizeHint().width()
    assert load.share.text() in load.slider.toolTip()


def test_strip_bar_and_chart_name_one_thing_that_limits(qtbot, page, session) -> None:
    """The bar below the canvas named the box, the strip above it the resource."""
    from app.window.metrics import limiting
    from app.window.names import use_name
    from app.window.shell.charts import ProjectionCharts
    from app.window.shell.figures import FigureStrip, shown_workload

    document = session.document
    strip = FigureStrip(document)
    charts = ProjectionCharts(document, session.projections)
    for widget in (strip, charts):
        qtbot.addWidget(widget)
    workload, _ = shown_workload(document)
    use = limiting(document.projection, workload)
    name = use_name(document.topology, document.projection, use)
    assert strip.bound.value.text() == name
    assert page.load.said.text().startswith(name)
    assert [bar.label for bar in charts.use._bars if bar.strong] == [name]


def test_the_button_that_plays_says_pause_while_it_plays(qtbot, page) -> None:
    load = page.load
    names = [load.play.accessibleName()]
    icon = load.play.icon().cacheKey()
    qtbot.mouseClick(load.play, Qt.MouseButton.LeftButton)
    names.append(load.play.accessibleName())
    assert load.play.icon().cacheKey() != icon
    qtbot.mouseClick(load.play, Qt.MouseButton.LeftButton)
    names.append(load.play.accessibleName())
    assert names == ["Play: let the load rise", "Pause", "Play: let the load rise"]
    assert load.play.toolTip() == load.play.accessibleName()


def test_marks_are_those_of_the_workload_on_show(page) -> None:
    """Those of the largest stayed: a region was said to be bound by another's threads."""
    load = page.load
    load.slider.marks = ((3, "threads bind"),)
    page.document.show_anchor("cics_region:SYSAR0")
    assert load.slider.marks == ()
    assert not any(load.slider.outside)
    page.document.show_anchor(None)
    assert [step for step, _name in load.slider.marks] == [
        step for step, _use in switches(load._steps, DATABASE)
    ]


def test_a_band_is_in_the_unit_of_its_figure() -> None:
    """A batch run said 24.37 min (1,452,000 … 1,473,000)."""
    long = Estimate(1_462_000.0, 1_452_000.0, 1_473_000.0, "ms")
    assert banded(long, "response_ms") == "24.37\u00a0min (24.2 … 24.55)"
    assert band_beside(long, "response_ms") == "24.2 … 24.55"
    assert band_beside(Estimate(5.0, 5.0, 5.0, "ms"), "response_ms") == "–"


def test_what_is_fuller_than_what_binds_is_told_with_why_it_does_not(kit) -> None:
    """An I/O limit of 100 % was on top of the chart, beside “Bound by nuclei 99 %”."""
    base = kit.fake_project(kit.make_engagement().baseline, [Scenario("x")])[0]
    limit, nuclei = (
        ResourceUse("dasd:DS8K", "I/O limit", 1.0, 1.0, 1.0),
        ResourceUse("adabas_nucleus:10-1", "nuclei", 0.988, 0.98, 0.99),
    )
    spent = {"waiting for a thread": 0.0122, "nucleus": 0.0016, "volumes": 0.0005, "CPs": 0.0007}
    work = replace(base.workloads[0], breakdown_s=spent)
    shown = replace(base, resources=(limit, nuclei))
    most, there, here = fuller(work, shown, nuclei)
    assert most is limit
    assert (there, here) == pytest.approx((0.0005 / 0.015, 0.0138 / 0.015))
    # Nothing is said where the response does not tell why, or nothing is fuller.
    assert (
        fuller(replace(work, breakdown_s={"volumes": 0.1, "nucleus": 0.01}), shown, nuclei) is None
    )
    assert fuller(work, shown, limit) is None


def test_a_path_that_becomes_known_does_not_move_the_canvas(qtbot, page) -> None:
    """The strip took its height from the canvas when it came, and the canvas was fitted anew."""
    flame, view = page.load.flame, page.view
    parts = flame._parts
    assert parts
    flame.show_parts(())
    qtbot.wait(20)
    height, stood = view.height(), view._stands_at()
    assert not flame.isVisible()
    flame.show_parts(parts)
    qtbot.wait(20)
    assert flame.isVisible()
    assert (view.height(), view._stands_at()) == (height, stood)
