"""Boxes on their way to where an automatic layout put them, and what a figure was before."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyle

from app.window.canvas.faces import Face
from app.window.canvas.items import NodeItem
from app.window.canvas.layout import Box
from app.window.canvas.page import TopologyPage
from app.window.canvas.style import Style
from app.window.theme import theme

NUCLEUS = "adabas_nucleus:10-1"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(qtbot, document):
    made = TopologyPage(document)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    return made


def offsets(page: TopologyPage) -> dict[str, tuple[float, float]]:
    nodes = page.view.topology_scene.nodes
    return {name: node.offset for name, node in nodes.items() if node.offset != (0.0, 0.0)}


def test_a_layout_and_its_undoing_are_seen_and_end_where_boxes_stand(qtbot, page, document) -> None:
    """All boxes were somewhere else from one frame to the next: nobody saw which went where."""
    scene = page.view.topology_scene
    document.place({NUCLEUS: (600.0, 500.0)})
    far = scene.boxes[NUCLEUS]
    assert not scene.glide.on_its_way, "what is dropped stays where it was let go"
    page.view.actions_on.automatic_layout()
    laid = scene.boxes[NUCLEUS]
    assert (laid.x, laid.y) != (far.x, far.y), "the layout itself is there at once"
    stack = document.undo_stack
    for turn, before in ((lambda: None, far), (stack.undo, laid), (stack.redo, far)):
        turn()
        assert scene.glide.on_its_way
        qtbot.waitUntil(lambda: NUCLEUS in offsets(page))
        box, (dx, dy) = scene.boxes[NUCLEUS], offsets(page)[NUCLEUS]
        whole = before.x - box.x, before.y - box.y
        assert all(0.0 <= part / of <= 1.0 for part, of in zip((dx, dy), whole, strict=True) if of)
        qtbot.waitUntil(lambda: not scene.glide.on_its_way)
        assert offsets(page) == {}


def test_a_press_ends_it_and_no_setting_begins_it(qtbot, page, document) -> None:
    scene = page.view.topology_scene
    document.place({NUCLEUS: (600.0, 500.0)})
    page.view.actions_on.automatic_layout()
    qtbot.mousePress(page.view.viewport(), LEFT, pos=QPoint(3, 3))
    assert not scene.glide.on_its_way
    assert offsets(page) == {}
    qtbot.mouseRelease(page.view.viewport(), LEFT, pos=QPoint(3, 3))
    document.set_setting([NUCLEUS], "NT", 44)
    document.undo_stack.undo()
    assert not scene.glide.on_its_way


def test_where_animations_are_switched_off_nothing_moves_slowly(
    page, document, monkeypatch
) -> None:
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    assert QApplication.style().styleHint(hint) > 0
    monkeypatch.setattr(page.view.topology_scene.glide, "duration_ms", lambda: 0)
    document.place({NUCLEUS: (600.0, 500.0)})
    page.view.actions_on.automatic_layout()
    assert not page.view.topology_scene.glide.on_its_way


@pytest.mark.parametrize("open_box", [False, True])
def test_a_box_is_split_into_now_and_before(qapp, open_box: bool) -> None:
    """What it was stood beside it as a word in grey: the colours of both are seen at once now."""
    size = (400.0, 200.0) if open_box else (176.0, 56.0)
    face = Face("10-1", "nucleus", "box", "", 0.2, "20 %", "was 99 %", 0.99)
    item = NodeItem(Box("n", 0.0, 0.0, *size, 0, open_box), face, Style(theme()))
    image = QImage(int(size[0]), int(size[1]), QImage.Format.Format_RGB32)
    image.fill(theme().color("surface"))
    painter = QPainter(image)
    item.paint_face(painter)
    painter.end()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(8, 50)}
    assert theme().utilization(0.2).name() in colours
    assert theme().utilization(0.99).name() in colours
    assert QRectF(0.0, 0.0, *size).contains(item.chip_rect())
