"""What stays of the canvas's picture between frames is what painting all of it would give."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPixmap, QTransform

from app.bench.window import _installation
from app.window.canvas.gestures import Marquee
from app.window.canvas.page import TopologyPage
from app.window.canvas.retained import Retained
from app.window.document import State, editing
from model.catalogue import catalogue as kinds
from tests.app.window.tour import settle

PLAIN = Qt.KeyboardModifier.NoModifier
ROOM = QSize(900, 600)
CLEARLY, MOST = 40, 0.0004
"""The frame of one selected box is 0.0015 of the picture, a glyph 0.0001."""


@pytest.fixture
def page(qtbot, new_document, kit) -> TopologyPage:
    document = new_document(kinds())
    document.load(State(), kit.make_engagement(_installation(60)))
    document.branch()
    made = TopologyPage(document)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    if not made.view.topology_scene.boxes["cpc:Z1"].open:
        made.view.topology_scene.toggle("cpc:Z1")
    settle()
    made.view.fit()
    return made


@pytest.fixture
def plain(page, monkeypatch) -> None:
    """Neither icons nor dashes, of which Qt sets a pixel here or there where it clips to a part."""
    style = page.view.topology_scene.painted_with
    nothing = QPixmap(1, 1)
    nothing.fill(Qt.GlobalColor.transparent)
    monkeypatch.setattr(style, "icon", lambda name: nothing)
    monkeypatch.setattr(style, "mark", lambda *given: nothing)
    monkeypatch.setattr(style, "links", {})
    style.added.setStyle(Qt.PenStyle.SolidLine)


def _differ(one: QImage, other: QImage) -> float:
    """The share of pixels that are clearly another."""
    a, b = (
        np.frombuffer(x.constBits(), dtype=np.uint8).reshape(x.height(), x.width(), 4)[:, :, :3]
        for x in (one, other)
    )
    return float((np.abs(a.astype(int) - b.astype(int)).max(axis=2) > CLEARLY).mean())


def _place(view, scale: float, at: tuple[int, int]) -> QTransform:
    return QTransform(scale, 0.0, 0.0, scale, float(at[0]), float(at[1]))


def _image(kept: Retained, ratio: float, place: QTransform) -> QImage:
    return kept.picture(ROOM, ratio, place).toImage()


def _grabbed(view) -> QImage:
    return view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


class Hand:
    """Changes something that is seen, as chance has it."""

    def __init__(self, page: TopologyPage, chance: random.Random) -> None:
        self.document, self.scene = page.view.document, page.view.topology_scene
        self.chance, self.at, self.scale = chance, [20, 15], 0.6
        self.made = 0

    def act(self) -> str:
        ways = (
            self.select, self.select, self.pan, self.pan, self.zoom, self.port, self.target,
            self.drag, self.value, self.add, self.figure, self.link, self.undo, self.toggle,
        )  # fmt: skip
        way = self.chance.choice(ways)
        way()
        return way.__name__

    def some(self) -> str:
        return self.chance.choice(list(self.scene.nodes))

    def select(self) -> None:
        self.document.select({self.some() for _ in range(self.chance.randint(0, 6))})

    def pan(self) -> None:
        self.at = [x + self.chance.randint(-90, 90) for x in self.at]

    def zoom(self) -> None:
        self.scale = self.chance.choice((0.12, 0.3, 0.45, 0.6, 1.0, 1.7))

    def port(self) -> None:
        node = self.scene.nodes[self.some()]
        node.port = not node.port

    def target(self) -> None:
        self.scene.nodes[self.some()].target = self.chance.choice(("", "valid"))

    def drag(self) -> None:
        self.scene.nodes[self.some()].shift(*self.chance.choice(((0.0, 0.0), (40.0, 30.0))))

    def value(self) -> None:
        nuclei = [c.id for c in self.document.topology.of_kind("adabas_nucleus")]
        self.document.set_setting([self.chance.choice(nuclei)], "LBP", self.chance.randint(9, 99))

    def add(self) -> None:
        editing.add(self.document, "lpar", "cpc:Z1")

    def figure(self) -> None:
        _ = self.scene.faces
        node = self.scene.nodes[self.some()]
        node.face = replace(
            node.face,
            utilization=self.chance.random(),
            figure="42 %",
            bottleneck=self.chance.random() < 0.3,
            missing=self.chance.randint(0, 2),
            mark=self.chance.choice(("", "added", "changed")),
        )

    def link(self) -> None:
        self.scene.select_link(self.chance.choice([None, *self.scene.links]))

    def undo(self) -> None:
        self.document.undo_stack.undo()

    def toggle(self) -> None:
        opened = [name for name, box in self.scene.boxes.items() if box.open]
        self.scene.toggle(self.chance.choice([*opened, self.some()]))


@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize("seed", range(2))
def test_a_frame_is_what_painting_all_of_it_gives(page, plain, seed: int, ratio: float) -> None:
    hand = Hand(page, random.Random(seed))
    kept, did = Retained(hand.scene), []
    parts = 0
    for _ in range(30):
        did.append(hand.act())
        place = _place(page.view, hand.scale, tuple(hand.at))
        seen = _image(kept, ratio, place)
        parts += kept.painted < len(hand.scene.nodes)
        assert _differ(seen, _image(Retained(hand.scene), ratio, place)) < MOST, did
        assert seen == _image(kept, ratio, place), did
    assert parts > 10


def test_only_what_looks_different_is_painted(page) -> None:
    """One value turned in one box of sixty: sixty were painted."""
    view = page.view
    kept, place = Retained(view.topology_scene), view.viewportTransform()
    size = view.viewport().size()
    kept.picture(size, 1.0, place)
    assert kept.painted > 50
    kept.picture(size, 1.0, place)
    assert kept.painted == 0
    nucleus = view.document.topology.of_kind("adabas_nucleus")[0].id
    view.document.select([nucleus])
    kept.picture(size, 1.0, place)
    assert 0 < kept.painted < 12
    kept.picture(size, 1.0, place * QTransform.fromTranslate(-7.0, 0.0))
    assert kept.painted < 30


def test_a_marquee_paints_what_comes_into_it(page) -> None:
    view = page.view
    content = view.topology_scene.content_rect()
    gesture = Marquee(view)
    view.begin(gesture, content.topLeft() - QPointF(10, 10), PLAIN)
    view.viewport().repaint()
    painted = []
    for step in range(1, 31):
        share = step / 30
        size = QPointF(content.width() * share, content.height() * share)
        gesture.move(content.topLeft() + size, PLAIN)
        view.viewport().repaint()
        painted.append(view._retained.painted)
    assert max(painted) > 0
    assert sum(painted) < 0.25 * 30 * len(view.topology_scene.nodes)


def test_a_zoomed_view_is_sharp_once_the_zoom_rests(qtbot, page, monkeypatch) -> None:
    """Where a picture takes long it is stretched meanwhile; what is grabbed later is sharp."""
    from app.window.canvas import retained

    monkeypatch.setattr(retained, "LONG_S", 0.0)
    monkeypatch.setattr(retained, "SHARP_EVERY_S", 60.0)
    view = page.view
    view.viewport().repaint()
    view.zoom(1.3)
    rough = _grabbed(view)
    qtbot.waitUntil(lambda: not view._zooming.isActive())
    sharp = _grabbed(view)
    assert rough != sharp
    fresh = Retained(view.topology_scene)
    size = view.viewport().size()
    assert sharp == fresh.picture(size, 1.0, view.viewportTransform()).toImage()


def test_what_comes_into_view_as_it_is_zoomed_out_is_there_at_once(page, monkeypatch) -> None:
    """Around the stretched picture the canvas was blank for a tenth of a second."""
    from app.window.canvas import retained

    monkeypatch.setattr(retained, "LONG_S", 0.0)
    monkeypatch.setattr(retained, "SHARP_EVERY_S", 60.0)
    view = page.view
    view.zoom(3.0)
    view.centerOn(view.topology_scene.content_rect().center())
    view._zooming.stop()
    view.viewport().repaint()
    view.zoom(0.5)
    rough = _grabbed(view)
    assert view._zooming.isActive()
    fresh = Retained(view.topology_scene)
    size = view.viewport().size()
    whole = fresh.picture(size, 1.0, view.viewportTransform()).toImage()
    whole = whole.convertToFormat(QImage.Format.Format_RGB32)
    assert rough != whole, "stretched in the middle"
    # The picture before covers the middle half.
    edge = size.height() // 4 - 4
    for rim in (QRect(0, 0, size.width(), edge), QRect(0, 0, size.width() // 4 - 4, size.height())):
        assert _differ(rough.copy(rim), whole.copy(rim)) < 0.002
        blank = QImage(whole.copy(rim))
        blank.fill(whole.pixelColor(0, 0))
        assert _differ(blank, whole.copy(rim)) > 0.02, "there is something to be seen"
