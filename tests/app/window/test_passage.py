"""Where the response time goes, through the boxes: what stands on each, and the lines between."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from app.window.canvas.loads import Part, path
from app.window.canvas.passage import Stay, stays, ways
from app.window.theme import theme
from model.projection import ResourceUse
from model.topology import Scenario
from tests.app.window.shown_topology import shown_topology

DATABASE, NUCLEUS, DISKS = "adabas_database:10", "adabas_nucleus:10-1", "dasd:DS8K"


def spent(document, breakdown_s: dict[str, float]) -> None:
    """Have the models' labels on what is used, and this response time of the database."""
    base = document.projection
    labels = {"dasd": "I/O limit", "adabas_nucleus": "nuclei"}
    uses = [replace(x, label=labels.get(x.component.partition(":")[0], "")) for x in base.resources]
    work = replace(base.workload(DATABASE), breakdown_s=breakdown_s)
    document.look_at(replace(base, workloads=(work,), resources=tuple(uses)), "Load 200 %")


@pytest.fixture
def page(qtbot, session):
    made = shown_topology(qtbot, session.document)
    spent(session.document, {"nucleus": 0.004, "waiting for a thread": 0.008, "volumes": 0.004})
    return made


def test_what_is_spent_at_one_box_stands_together_and_all_of_it_is_the_response(kit) -> None:
    from app.window.canvas.layout import lay_out

    topology = kit.make_topology()
    boxes = lay_out(topology, kit.make_catalogue(), {})
    parts = [Part("a", 0.006, NUCLEUS), Part("b", 0.003, DISKS), Part("c", 0.001, NUCLEUS)]
    found = stays(parts, 0.010, topology, boxes)
    assert list(found) == [NUCLEUS, DISKS]
    assert found[NUCLEUS].share == pytest.approx(0.7)
    assert (found[DISKS].begin, found[DISKS].end) == pytest.approx((0.7, 1.0))
    # What stands in a closed container is spent at the container.
    inside = topology.containers(NUCLEUS)[0]
    closed = {name: box for name, box in boxes.items() if name != NUCLEUS}
    assert list(stays(parts, 0.010, topology, closed)) == [inside, DISKS]


def test_lines_lead_the_shortest_way_and_carry_what_is_spent_beyond_them() -> None:
    ends = {"x": ("N", "DB"), "y": ("DB", "D"), "far": ("N", "Z"), "z": ("Z", "D"), "w": ("D", "V")}
    at = {"N": Stay(0.0, 0.5, 1.0), "D": Stay(0.5, 0.7, 1.0), "V": Stay(0.7, 1.0, 1.0)}
    assert ways(ends, "DB", at) == pytest.approx({"x": 0.5, "y": 0.5, "w": 0.3})
    assert ways({}, "DB", at) == {}


def test_boxes_and_lines_show_where_the_response_time_goes(page) -> None:
    """It was told below the canvas only."""
    scene = page.view.topology_scene
    faces = scene.faces
    shown = {name: face.stay for name, face in faces.items() if face.stay is not None}
    assert {name: stay.share for name, stay in shown.items()} == pytest.approx(
        {NUCLEUS: 0.75, DISKS: 0.25}
    )
    assert faces[NUCLEUS].spoken.endswith("75\u00a0% of the response time")
    assert scene.hover_of(NUCLEUS).count("of the response time, at") == 2
    passed = {scene._lines[key][1:]: x.passed for key, x in scene.links.items() if x.passed}
    assert passed == pytest.approx({(NUCLEUS, DATABASE): 0.75, (DATABASE, DISKS): 0.25})


@pytest.mark.parametrize("label", ["nuclei", "threads"])
def test_time_in_a_nucleus_is_spent_there_whatever_of_it_is_fullest(kit, label) -> None:
    """Where its threads were full it was said to be spent at the database."""
    base = kit.fake_project(kit.make_engagement().baseline, [Scenario("x")])[0]
    use = ResourceUse(NUCLEUS, label, 1.0, 1.0, 1.0)
    work = replace(base.workloads[0], breakdown_s={"nucleus": 0.001, "waiting for a thread": 0.01})
    found = path(work, replace(base, resources=(use,)))
    assert {part.component for part in found} == {NUCLEUS}


@pytest.mark.parametrize("scale", [0.2, 1.0])
def test_the_strip_is_painted_near_and_far_as_long_as_the_time(page, scale) -> None:
    scene = page.view.topology_scene
    name = DISKS
    box, face = scene.nodes[name].rect, scene.faces[name]

    def accent(share: float) -> int:
        scene.nodes[name].face = replace(face, stay=Stay(0.0, share, 0.001))
        image = QImage(
            int(box.width() * scale), int(box.height() * scale), QImage.Format.Format_RGB32
        )
        painter = QPainter(image)
        painter.scale(scale, scale)
        painter.translate(-box.topLeft())
        scene._stale = False
        scene.paint(painter, box)
        painter.end()
        wanted = theme().color("accent").rgb()
        return sum(
            QColor(image.pixel(x, y)).rgb() == wanted
            for x in range(image.width())
            for y in range(image.height())
        )

    few, many = accent(0.25), accent(0.75)
    assert few > 0
    assert many / few == pytest.approx(3.0, rel=0.25)


def test_it_can_be_hidden_and_stays_so(qtbot, page) -> None:
    scene = page.view.topology_scene
    assert page.passage.isChecked()
    qtbot.mouseClick(page.passage, Qt.MouseButton.LeftButton)
    assert not any(face.stay for face in scene.faces.values())
    assert not any(item.passed for item in scene.links.values())
    again = shown_topology(qtbot, page.document)
    assert not again.passage.isChecked()
    qtbot.mouseClick(again.passage, Qt.MouseButton.LeftButton)
    assert any(face.stay for face in again.view.topology_scene.faces.values())


def test_it_is_of_the_workload_and_the_load_on_show(page) -> None:
    document, scene = page.document, page.view.topology_scene

    def shown() -> dict[str, Stay]:
        return {name: face.stay for name, face in scene.faces.items() if face.stay is not None}

    spent(document, {"volumes": 0.02})
    assert shown() == {DISKS: Stay(0.0, 1.0, 0.02)}
    document.show_anchor("cics_region:SYSAR0")
    assert shown() == {}
