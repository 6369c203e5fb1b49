"""The canvas so far away that texts of its own cannot be read, and what a click takes hold of."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from app.window.canvas.page import TopologyPage
from app.window.document import editing
from model.catalogue import catalogue as kinds
from tests.app.window.shown_topology import shown_topology

NUCLEUS = "adabas_nucleus:10-1"
OTHER = "adabas_nucleus:10-3"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(qtbot, document):
    return shown_topology(qtbot, document)


def _seen(page: TopologyPage, name: str, detail: float) -> bytes:
    """The middle of a box as it is painted at a scale."""
    scene = page.view.topology_scene
    _ = scene.faces
    box = scene.boxes[name]
    image = QImage(round(box.w * detail), round(box.h * detail), QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(detail, detail)
    painter.translate(-box.x, -box.y)
    scene.paint(painter, QRectF(box.x, box.y, box.w, box.h))
    painter.end()
    return bytes(image.constBits())


@pytest.mark.parametrize("detail", [0.49, 0.38, 0.28])
def test_boxes_of_one_name_are_told_apart_far_away(page, kit, detail) -> None:
    document = page.view.document
    document.branch()
    made = {}
    for kind in ("cpc", "dasd", "cf"):
        assert editing.add(document, kind, None) is None
        (name,) = document.selection
        assert editing.rename(document, name, "SAME") is None
        made[name] = kinds()[kind].icon
    document.select(())
    scene = page.view.topology_scene
    faces = scene.faces
    for name, icon in made.items():
        # Those of the small catalogue have no icons of their own.
        scene.nodes[name].face = replace(faces[name], icon=icon)
    assert len({_seen(page, name, detail) for name in made}) == 3
    # And of one kind by their names.
    assert _seen(page, NUCLEUS, detail) != _seen(page, OTHER, detail)


@pytest.mark.parametrize("detail", [0.38, 0.28, 0.2])
def test_containers_have_their_names_however_far_away(page, detail) -> None:
    """With 500 boxes in view there was no name on the machines and partitions around them."""
    document = page.view.document
    scene = page.view.topology_scene
    for name in ("cpc:Z1", "lpar:SYSA"):
        assert scene.boxes[name].open
        before = _seen(page, name, detail)
        assert editing.rename(document, name, "WXYZ") is None
        assert _seen(page, name, detail) != before, name


def test_the_whole_name_counts_more_than_the_icon(page, kit) -> None:
    scene = page.view.topology_scene
    faces = scene.faces
    scene.nodes[NUCLEUS].face = replace(faces[NUCLEUS], title="C00R00", icon="disc", figure="")
    with_one = _seen(page, NUCLEUS, 0.32)
    scene.nodes[NUCLEUS].face = replace(faces[NUCLEUS], title="C00R01", icon="disc", figure="")
    assert _seen(page, NUCLEUS, 0.32) != with_one


def test_a_click_on_one_of_many_selected_selects_it_alone(page, qtbot) -> None:
    view, document = page.view, page.view.document
    view.actions_on.select_all()
    assert len(document.selection) > 5
    middle = view.mapFromScene(view.topology_scene.nodes[NUCLEUS].rect.center())
    before = {n: (b.x, b.y) for n, b in view.topology_scene.boxes.items()}
    # As far as a hand slips in a click, however far away the boxes are.
    qtbot.mousePress(view.viewport(), LEFT, pos=middle)
    qtbot.mouseMove(view.viewport(), middle + QPoint(2, 1))
    qtbot.mouseRelease(view.viewport(), LEFT, pos=middle + QPoint(2, 1))
    assert document.selection == (NUCLEUS,)
    assert {n: (b.x, b.y) for n, b in view.topology_scene.boxes.items()} == before


def test_one_of_several_selected_is_dragged_with_them(page, qtbot) -> None:
    view, document = page.view, page.view.document
    document.select([NUCLEUS, OTHER])
    boxes = view.topology_scene.boxes
    before = {n: (boxes[n].x, boxes[n].y) for n in (NUCLEUS, OTHER)}
    middle = view.mapFromScene(view.topology_scene.nodes[NUCLEUS].rect.center())
    qtbot.mousePress(view.viewport(), LEFT, pos=middle)
    for step in (20, 60, 120):
        qtbot.mouseMove(view.viewport(), middle + QPoint(0, step))
    qtbot.mouseRelease(view.viewport(), LEFT, pos=middle + QPoint(0, 120))
    assert set(document.selection) == {NUCLEUS, OTHER}
    boxes = view.topology_scene.boxes
    assert all((boxes[n].x, boxes[n].y) != before[n] for n in (NUCLEUS, OTHER))


@pytest.mark.parametrize("detail", [0.24, 0.2, 0.15, 0.1])
def test_the_name_of_a_container_lies_on_none_of_its_boxes(page, detail) -> None:
    document = page.view.document
    boxes = page.view.topology_scene.boxes
    inside = [n for n, box in boxes.items() if not box.open and box.depth]
    before = {name: _seen(page, name, detail) for name in inside}
    for name, box in boxes.items():
        if box.open:
            assert editing.rename(document, name, "WXYZ" + name[-1]) is None
    assert {name: _seen(page, name, detail) for name in inside} == before


def test_a_box_says_of_what_kind_it_is_where_two_lines_can_be_read(page) -> None:
    """Three boxes in one partition were called SYSA, and nothing said what they are."""
    scene = page.view.topology_scene
    face = scene.faces[NUCLEUS]
    before = _seen(page, NUCLEUS, 0.4)
    scene.nodes[NUCLEUS].face = replace(face, subtitle="Dump options")
    assert _seen(page, NUCLEUS, 0.4) != before


def test_what_is_cut_of_a_name_is_where_it_is_like_the_others(page) -> None:
    """ADADB010CACHE was AD…HE, NVVSECI1/PARTNER was NV…ER."""
    letters = page.view.topology_scene.nodes[NUCLEUS].style.letters(9)
    room = letters.width("ADADB010CACHE") * 0.6
    assert letters.fitted("ADADB010CACHE", room)[0].text().endswith("CACHE")
    assert letters.fitted("NVVSECI1/PARTNER", room)[0].text() == "/PARTNER"
    assert letters.fitted("10-1", room)[0].text() == "10-1"


def test_everything_is_shown_however_far_apart_it_stands(page) -> None:
    """Thirty templates in a line were wider than the smallest scale could show."""
    view, document = page.view, page.view.document
    document.place({"cpc:Z1": (60_000.0, 0.0)})
    view.fit()
    room = view.viewport().rect()
    for item in view.topology_scene.nodes.values():
        assert room.contains(view.mapFromScene(item.rect).boundingRect())
    # From there one zooms in, and never out by zooming in.
    at = view.transform().m11()
    view.zoom(0.8)
    assert view.transform().m11() == pytest.approx(at)
    view.zoom(1.25)
    assert view.transform().m11() > at


def test_what_is_dragged_beyond_the_edge_takes_the_view_along(qtbot, page, document) -> None:
    """A box let go over the header or beside the canvas was out of sight, without a word."""
    view, port = page.view, page.view.viewport()
    view.fit()
    box = view.topology_scene.boxes["dasd:DS8K"]
    start = view.mapFromScene(QPointF(box.x + box.w / 2, box.y + box.h / 2))
    out = QPoint(start.x(), port.height() + 80)
    top = view.verticalScrollBar().value()
    qtbot.mousePress(port, LEFT, pos=start)
    qtbot.mouseMove(port, out)
    qtbot.waitUntil(lambda: view.verticalScrollBar().value() > top + 200)
    # Thrown further than it was scrolled for, it is brought into view all the same.
    qtbot.mouseRelease(port, LEFT, pos=QPoint(start.x(), port.height() + 900))
    stopped = view.verticalScrollBar().value()
    place = view.mapFromScene(view.topology_scene.content_rect(["dasd:DS8K"])).boundingRect()
    assert port.rect().contains(place)
    qtbot.wait(50)
    assert view.verticalScrollBar().value() == stopped
    assert view.topology_scene.boxes["dasd:DS8K"].y > box.y + 300


def test_a_scenario_of_another_size_is_no_speck_in_an_empty_canvas(page, document) -> None:
    """From 768 components to four the zoom stayed: the installation was eight pixels wide."""
    view = page.view
    view.fit()
    large = document.branch()
    before = view.transform().m11()
    document.show_scenario(None)
    assert view.transform().m11() == before
    document.show_scenario(large)
    view.zoom(0.12 / before)
    document.show_scenario(None)
    place = view.mapFromScene(view.topology_scene.content_rect()).boundingRect()
    assert 3 * place.height() > view.viewport().height()
