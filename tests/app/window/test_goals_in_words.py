"""What matters most and what reaches a goal: bands of the change, goals as people write them."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from advisor.analysis import analyse
from advisor.engagement import Options
from app.window.canvas.faces import Face
from app.window.canvas.items import LEVEL_H, NodeItem
from app.window.canvas.layout import Box
from app.window.canvas.style import Style
from app.window.document import State, editing
from app.window.document.templates import templates
from app.window.i18n import set_language
from app.window.theme import theme
from app.window.whatif.levers import Lever, effect
from app.window.whatif.page import WhatIfPage
from app.window.widgets.entry import in_unit
from model.catalogue import catalogue
from model.projection import Estimate, project
from model.topology import Scenario

DATABASE = "adabas_database:10"


@pytest.mark.parametrize(
    ("text", "unit", "wanted"),
    [
        ("300,000", "commands/s", 300_000.0),
        ("300,000/s", "commands/s", 300_000.0),
        ("300,000 commands/s", "commands/s", 300_000.0),
        ("7,200/min", "commands/s", 120.0),
        ("10", "ms", 10.0),
        ("10 ms", "ms", 10.0),
        ("0.5 s", "ms", 500.0),
    ],
)
def test_a_goal_is_taken_as_people_write_it(text: str, unit: str, wanted: float) -> None:
    """“300,000/s” was no number."""
    assert in_unit(text, unit) == pytest.approx(wanted)


@pytest.mark.parametrize("text", ["abc", "10 GB", "/s"])
def test_what_is_no_number_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="not a number"):
        in_unit(text, "ms")


def test_of_what_comes_equally_near_the_least_is_changed(qtbot, session) -> None:
    """“Nearest with CPS 5” read as an advice to take eleven CPs away that change nothing."""
    page = WhatIfPage(session)
    qtbot.addWidget(page)
    page.show()
    goals = page.goals
    page.ways.setCurrentWidget(goals)
    goals.fields["response_ms"].setText("0.001 ms")
    goals.show_setting("lpar:SYSA", "CPS")
    qtbot.mouseClick(goals.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "calculating" not in goals.said.text())
    assert goals.said.text().startswith(
        "No value of this setting reaches it.\nNearest with CPS 16 "
    )
    assert "(as it is now)" in goals.said.text()


def test_a_search_for_a_value_can_be_stopped(qtbot, session) -> None:
    """It took a minute on a large engagement, and nothing but a change took it back."""
    page = WhatIfPage(session)
    qtbot.addWidget(page)
    page.show()
    goals = page.goals
    page.ways.setCurrentWidget(goals)
    goals.fields["response_ms"].setText("0.001 ms")
    goals.show_setting("lpar:SYSA", "CPS")
    assert not goals.stop.isVisible()
    asked: list[str] = []

    def never(_baseline, _scenarios, *, bands=True, live=False, cancel=None):
        asked.append("begun")
        while not cancel():
            time.sleep(0.002)
        asked.append("ended")
        return ()

    session.projections._projector = never
    qtbot.mouseClick(goals.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(asked))
    assert goals.stop.isVisible()
    qtbot.mouseClick(goals.stop, Qt.MouseButton.LeftButton)
    assert goals.said.text() == "Stopped"
    assert not goals.stop.isVisible()
    qtbot.waitUntil(lambda: asked == ["begun", "ended"])
    assert goals.said.text() == "Stopped"


def test_the_effect_of_a_step_has_the_band_of_the_change(new_document) -> None:
    """NT +25 % of a template brought “+1 % (−58 … +113 %)”, and (−0.1 … +3.5 %) as a scenario."""
    document = new_document(catalogue())
    document.load(State(title="By hand"), None)
    clip = next(t for t in templates() if t.id == "adabas-als").clip(document.catalogue)
    editing.paste(document, clip, None, measured=True)
    engagement = analyse([], Options(edits=document.state.edits, bands=False))
    nuclei = tuple(c.id for c in document.topology.of_kind("adabas_nucleus"))
    spec = catalogue().spec("adabas_nucleus", "NT")
    more = Scenario("", Lever(nuclei, spec, 80, None, None).changes(100))
    base, stepped = project(engagement.baseline, [Scenario(""), more])
    change = stepped.workload(DATABASE).changes["etr_per_s"]
    now = stepped.workload(DATABASE).metrics["etr_per_s"]
    assert now.high / now.low > 2.0, "the figure itself is of usual values"
    assert effect(stepped, base, DATABASE, "etr_per_s") == pytest.approx(
        (change.value, change.low, change.high), abs=1e-6
    )


def test_on_top_of_a_scenario_the_effect_is_of_the_step_alone(kit) -> None:
    base, more = kit.fake_project(kit.make_engagement().baseline, [Scenario(""), Scenario("x")])

    def changed(projection, percent: float, low: float, high: float):
        (work,) = projection.workloads
        was = work.metrics["etr_per_s"]
        now = replace(was, value=was.value * (1.0 + percent / 100.0))
        moved = {"etr_per_s": Estimate(percent, low, high, "%")}
        figures = {**work.metrics, "etr_per_s": now}
        return replace(projection, workloads=(replace(work, metrics=figures, changes=moved),))

    found = effect(
        changed(more, 50.0, 44.0, 56.0), changed(base, 20.0, 15.0, 25.0), DATABASE, "etr_per_s"
    )
    assert found == pytest.approx((25.0, 20.0, 30.0))


@pytest.mark.parametrize("name", ["As-is", "as-is", "Ist"])
def test_no_scenario_is_called_as_the_as_is(session, name: str) -> None:
    """Two entries “As-is” stood in every list: nobody could tell whose figures were whose."""
    document = session.document
    set_language("de" if name == "Ist" else "en")
    try:
        document.branch(name="Night")
        assert name in str(document.rename_scenario("Night", name))
        assert document.add_scenario(Scenario(name)) == f"{name} 2"
        assert [s.name for s in document.state.scenarios] == ["Night", f"{name} 2"]
    finally:
        set_language("en")


def test_a_refusal_leaves_when_something_is_changed_after_all(window, session) -> None:
    document = session.document
    document.branch(name="A")
    document.branch(name="B")
    window.selector.rename("B")
    window.selector.name_edit.named.emit("A")
    assert window.banner.isVisible()
    assert "There is a scenario" in window.banner.text.text()
    window.selector.name_edit.named.emit("C")
    assert document.current == "C"
    assert not window.banner.isVisible()


@pytest.mark.parametrize("band", [None, (0.4, 1.0)])
def test_the_fill_of_a_box_reaches_its_figure_whatever_its_band(qapp, band) -> None:
    """The rim of the band's line hid the fill: a nucleus at 98 % looked 43 % full."""
    low, high = band or (None, None)
    face = Face("10-1", "nucleus", "box", "", 0.98, "98 %", low=low, high=high)
    box = Box("n", 0.0, 0.0, 176.0, 56.0, 0, False)
    item = NodeItem(box, face, Style(theme()))
    image = QImage(176, 56, QImage.Format.Format_RGB32)
    image.fill(theme().color("surface"))
    painter = QPainter(image)
    item.paint_face(painter)
    painter.end()
    area = QRectF(1.0, box.h - LEVEL_H - 1.0, 174.0, LEVEL_H)
    filled = theme().utilization(0.98).name()
    rows = range(int(area.top()), int(area.bottom()))
    columns = range(4, 4 + int(0.9 * area.width()))
    pixels = [image.pixelColor(x, y).name() == filled for x in columns for y in rows]
    assert sum(pixels) > 0.6 * len(pixels)
    if band is not None:
        inks = {image.pixelColor(x, y).name() for x in range(80, 160) for y in rows}
        assert len(inks) > 1, "the band is seen over the fill"
