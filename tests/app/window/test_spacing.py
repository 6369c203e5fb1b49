"""Boxes stay where they are dropped and never lie on each other."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest

from advisor.engagement import Options
from app.window.canvas.layout import GAP, lay_out
from app.window.canvas.page import TopologyPage
from app.window.canvas.places import beside_all
from app.window.canvas.spacing import apart, clash, free_place
from app.window.canvas.view import KIND_MIME
from app.window.document import State, editing
from model.topology import Topology

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
COPY = Qt.DropAction.CopyAction

sides = st.integers(1, 40).map(lambda n: 8.0 * n)
spots = st.integers(-30, 60).map(lambda n: 8.0 * n)
rects = st.tuples(spots, spots, sides, sides)


@given(rects, st.lists(rects, max_size=14), st.booleans())
def test_a_free_place_is_free_and_the_wanted_one_is_kept_where_it_is(box, taken, inside) -> None:
    least = (16.0, 48.0) if inside else None
    x, y = free_place(box[:2], box[2:], taken, GAP, least)
    assert not any(clash((x, y, *box[2:]), other) for other in taken)
    wanted = box[:2] if least is None else (max(box[0], 16.0), max(box[1], 48.0))
    assert least is None or (x >= 16.0 and y >= 48.0)
    if not any(clash((*wanted, *box[2:]), other) for other in taken):
        assert (x, y) == wanted


@given(st.lists(rects, max_size=14), st.integers(0, 14))
def test_what_is_moved_apart_overlaps_nothing_and_what_did_not_stays(boxes, by_hand) -> None:
    places = {str(n): box[:2] for n, box in enumerate(boxes)}
    sizes = {str(n): box[2:] for n, box in enumerate(boxes)}
    kept = [str(n) for n in range(min(by_hand, len(boxes)))]
    found = apart(places, sizes, kept, GAP)
    stand = {n: (*found[n], *sizes[n]) for n in found}
    assert not any(clash(a, b) for a, b in itertools.combinations(stand.values(), 2))
    if not any(clash(a, b) for a, b in itertools.combinations(boxes, 2)):
        assert found == places
    # Settled again, nothing moves any more.
    assert apart(found, sizes, kept, GAP) == found


@pytest.fixture
def paper(new_document, qtbot, kit):
    """A canvas on nothing, and its document."""
    made = new_document(kit.make_catalogue())
    made.load(State(title="Paper"), kit.make_engagement(Topology(), readings=()))
    page = TopologyPage(made)
    qtbot.addWidget(page)
    page.resize(1200, 800)
    page.show()
    qtbot.waitExposed(page)
    return page, made


def drop(page: TopologyPage, kind: str, at: QPoint) -> str:
    data = QMimeData()
    data.setData(KIND_MIME, kind.encode())
    page.view.dragEnterEvent(QDragEnterEvent(at, COPY, data, LEFT, NONE))
    page.view.dragMoveEvent(QDragMoveEvent(at, COPY, data, LEFT, NONE))
    page.view.dropEvent(QDropEvent(QPointF(at), COPY, data, LEFT, NONE))
    (added,) = page.view.document.selection
    return added


def beside(page: TopologyPage) -> bool:
    """Whether no two boxes in one container, or on their own, overlap."""
    topology, boxes = page.view.document.topology, page.view.topology_scene.boxes
    return not any(
        topology[a.id].parent == topology[b.id].parent
        and clash((a.x, a.y, a.w, a.h), (b.x, b.y, b.w, b.h))
        for a, b in itertools.combinations(boxes.values(), 2)
    )


def on_view(page: TopologyPage, name: str) -> QPoint:
    box = page.view.topology_scene.boxes[name]
    return page.view.mapFromScene(QPointF(box.x + box.w / 2, box.y + box.h / 2))


def test_an_installation_built_by_hand_stays_as_it_was_dropped(paper) -> None:
    """The CPC does not jump when an LPAR in it makes it a host, nor when it is linked."""
    page, document = paper
    scene = page.view.topology_scene
    cpc = drop(page, "cpc", QPoint(300, 300))
    database = drop(page, "adabas_database", QPoint(700, 320))
    placed = {name: scene.boxes[name] for name in (cpc, database)}
    where = on_view(page, cpc)
    lpars = [drop(page, "lpar", where) for _ in range(3)]
    assert [document.topology[lpar].parent for lpar in lpars] == [cpc] * 3
    for name, box in placed.items():
        assert (scene.boxes[name].x, scene.boxes[name].y) == (box.x, box.y)
    assert beside(page)
    outer = scene.boxes[cpc]
    for lpar in lpars:
        box = scene.boxes[lpar]
        assert outer.x < box.x < box.right < outer.right
        assert box.bottom < outer.bottom
    # What the growing container would cover makes room.
    for _ in range(4):
        drop(page, "cics_region", on_view(page, lpars[0]))
    assert beside(page)
    assert (scene.boxes[cpc].x, scene.boxes[cpc].y) == (placed[cpc].x, placed[cpc].y)


def test_a_box_dragged_onto_another_stands_beside_it(paper) -> None:
    page, _document = paper
    scene, port = page.view.topology_scene, page.view.viewport()
    first, second = drop(page, "cf", QPoint(300, 300)), drop(page, "dasd", QPoint(800, 300))
    before = scene.boxes[first]
    QTest.mousePress(port, LEFT, NONE, on_view(page, second))
    for step in (QPoint(500, 300), on_view(page, first)):
        QTest.mouseMove(port, step)
    QTest.mouseRelease(port, LEFT, NONE, on_view(page, first))
    assert (scene.boxes[first].x, scene.boxes[first].y) == (before.x, before.y)
    assert beside(page)
    after = scene.boxes[second]
    across = max(after.x - before.right, before.x - after.right)
    assert 0 <= max(across, after.y - before.bottom, before.y - after.bottom) <= 3 * GAP


def test_boxes_that_were_kept_on_each_other_are_shown_apart(kit) -> None:
    """Files of earlier versions hold such places."""
    topology, kinds = kit.make_topology(), kit.make_catalogue()
    same = {"lpar:SYSA": (32.0, 64.0), "lpar:SYSB": (32.0, 64.0), "dasd:DS8K": (0.0, 0.0)}
    boxes = lay_out(topology, kinds, same)
    for a, b in itertools.combinations(boxes.values(), 2):
        if topology[a.id].parent == topology[b.id].parent:
            assert not clash((a.x, a.y, a.w, a.h), (b.x, b.y, b.w, b.h)), (a.id, b.id)


def test_what_stands_around_an_edit_is_not_laid_out_anew(paper) -> None:
    """Linking, adding by keys and taking away leave every other box where it stands."""
    page, document = paper
    scene = page.view.topology_scene
    for kind, spot in (("cpc", (300, 300)), ("adabas_database", (700, 320)), ("dasd", (500, 600))):
        drop(page, kind, QPoint(*spot))
    cpc, database, dasd = (document.topology.of_kind(k)[0].id for k in
                           ("cpc", "adabas_database", "dasd"))  # fmt: skip
    lpar = drop(page, "lpar", on_view(page, cpc))

    def stand() -> dict[str, tuple[float, float]]:
        return {n: (scene.boxes[n].x, scene.boxes[n].y) for n in (cpc, database, dasd, lpar)}

    before = stand()
    document.undo_stack.undo()
    document.undo_stack.redo()
    assert stand() == before
    for link in document.topology.links:
        assert editing.unlink(document, link) is None
    assert editing.connect(document, database, dasd) is None
    assert editing.add(document, "lpar", cpc) is None
    assert editing.add(document, "cf", None) is None
    assert editing.remove(document, document.selection) is None
    assert stand() == before
    assert beside(page)


def test_automatic_layout_of_a_selection_moves_nothing_else(paper) -> None:
    """With one LPAR selected all boxes of the model were moved."""
    page, document = paper
    scene, actions = page.view.topology_scene, page.view.actions_on
    cpc = drop(page, "cpc", QPoint(200, 200))
    lpar = drop(page, "lpar", on_view(page, cpc))
    region = drop(page, "cics_region", on_view(page, lpar))
    dasd = drop(page, "dasd", QPoint(900, 600))
    document.place({region: (220.0, 140.0), lpar: (90.0, 80.0)})
    stood = {n: (box.x, box.y) for n, box in scene.boxes.items()}
    by_hand = document.state.positions
    said: list[str] = []
    document.notice.connect(lambda _level, text: said.append(text))
    document.select([lpar])
    actions.automatic_layout()
    now = {n: (box.x, box.y) for n, box in scene.boxes.items()}
    assert [n for n in now if now[n] != stood[n]] == [region]
    assert region not in document.state.positions
    assert "1 box" in said[-1]
    # Done, it says that nothing is left to do, and moves nothing.
    placed = document.state.positions
    actions.automatic_layout()
    assert "selected" in said[-1]
    assert document.state.positions is placed
    document.undo_stack.undo()
    assert document.state.positions == by_hand
    # A box that holds none is laid out itself; without a selection it is all of them.
    document.select([dasd])
    actions.automatic_layout()
    assert dasd not in document.state.positions
    assert (scene.boxes[cpc].x, scene.boxes[cpc].y) == stood[cpc]
    document.select([])
    actions.automatic_layout()
    assert document.state.positions == {}


def test_automatic_layout_of_one_container_leaves_the_others(window, session) -> None:
    """With one partition selected all boxes of the model were moved."""
    document, page = session.document, window.pages["topology"]
    inside = [c.id for c in document.as_is.children("lpar:SYSA")][:2]
    others = [c.id for c in document.as_is.children("lpar:SYSB")][:1]
    places = {name: (40.0, 300.0 + 200.0 * n) for n, name in enumerate((*inside, *others))}
    document.place(places)
    document.select(["lpar:SYSA"])
    around = ("lpar:SYSA", "lpar:SYSB", *others)
    stood = {n: page.view.topology_scene.boxes[n] for n in around}
    page.view.actions_on.automatic_layout()
    assert set(document.state.positions) >= set(others)
    assert not set(document.state.positions) & set(inside)
    now = page.view.topology_scene.boxes
    assert all((now[n].x, now[n].y) == (box.x, box.y) for n, box in stood.items())


def test_the_overview_makes_way_for_what_is_dragged(paper) -> None:
    """What is dropped where it lies stands there, and is not lost."""
    page, document = paper
    for n in range(5):
        drop(page, "dasd", QPoint(100 + 200 * n, 100 + 130 * n))
    page.view.zoom(3.0)
    assert page.minimap.isVisible()
    corner = page.minimap.geometry().center()
    data = QMimeData()
    data.setData(KIND_MIME, b"cf")
    page.view.dragEnterEvent(QDragEnterEvent(QPoint(400, 300), COPY, data, LEFT, NONE))
    assert not page.minimap.isVisible()
    page.view.dropEvent(QDropEvent(QPointF(corner), COPY, data, LEFT, NONE))
    (added,) = document.selection
    assert document.topology[added].kind == "cf"
    assert page.minimap.isVisible()


def test_the_overview_stands_where_it_is_wanted_and_covers_nothing_selected(paper) -> None:
    """A box dropped in its corner stood below it, unseen."""
    page, document = paper
    for n in range(5):
        drop(page, "dasd", QPoint(100 + 200 * n, 100 + 130 * n))
    page.view.zoom(3.0)
    corner = page.minimap.geometry().center()
    data = QMimeData()
    data.setData(KIND_MIME, b"cf")
    page.view.dragEnterEvent(QDragEnterEvent(QPoint(400, 300), COPY, data, LEFT, NONE))
    page.view.dropEvent(QDropEvent(QPointF(corner), COPY, data, LEFT, NONE))
    (added,) = document.selection
    box = page.view.mapFromScene(page.view.topology_scene.nodes[added].rect).boundingRect()
    assert page.minimap.isVisible()
    assert not page.minimap.geometry().intersects(box)
    document.select([])
    # Nobody chose a corner: it stands where it covers no box at all, if there is such a corner.
    scene = page.view.topology_scene
    shown = [page.view.mapFromScene(n.rect).boundingRect() for n in scene.nodes.values()]
    assert not any(page.minimap.geometry().intersects(box) for box in shown)
    page.minimap.place("bottom-right")
    assert page.minimap.geometry().right() > page.view.viewport().width() - 20
    page.minimap.place("top-left")
    assert page.minimap.geometry().left() < 20
    assert page.minimap.geometry().top() < 20
    page.minimap.place("hidden")
    page.view.zoom(1.1)
    assert not page.minimap.isVisible()
    assert type(page)(document).minimap.corner == "hidden"
    page.minimap.place("bottom-right")


def test_the_overview_stands_beside_the_boxes_where_all_corners_are_taken(paper) -> None:
    """It covered a box in the corner, with nothing else along the whole edge."""
    page, document = paper
    view, scene = page.view, page.view.topology_scene
    names = [drop(page, "dasd", QPoint(100, 60 + 110 * n)) for n in range(5)]
    view.zoom(1.5)
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    wide, high = scene.nodes[names[0]].rect.width(), scene.nodes[names[0]].rect.height()
    left, top = seen.left() + 20.0, seen.top() + 20.0
    right, foot = seen.right() - wide - 20.0, seen.bottom() - high - 20.0
    corners = [(left, top), (right, top), (left, foot), (right, foot)]
    # One outside of the view, or there is nothing to give an overview of.
    document.place(dict(zip(names, [*corners, (left, foot + 900.0)], strict=True)))
    document.select([])
    page.minimap._follow()
    shown = [view.mapFromScene(scene.nodes[n].rect).boundingRect() for n in names[:4]]
    assert all(view.viewport().rect().intersects(box) for box in shown)
    assert page.minimap.isVisible()
    assert not any(page.minimap.geometry().intersects(box) for box in shown)


def test_the_overview_covers_no_figure_on_a_line(paper) -> None:
    """Of “79,050 I/Os/s” the end looked out behind it."""
    page, document = paper
    view, scene = page.view, page.view.topology_scene
    names = [drop(page, "dasd", QPoint(100, 60 + 110 * n)) for n in range(2)]
    document.place({names[0]: (0.0, 0.0), names[1]: (3000.0, 3000.0)})
    document.select([])
    page.minimap._follow()
    assert page.minimap.isVisible()
    corner = view.mapToScene(page.minimap.geometry()).boundingRect()

    class Line:
        label, label_placed = "79,050 I/Os/s", corner

    scene.links = {"line": Line()}
    page.minimap._follow()
    assert page.minimap.isVisible()
    now = view.mapToScene(page.minimap.geometry()).boundingRect()
    scene.links = {}
    assert not now.intersects(corner)


def test_what_is_dropped_stays_under_the_pointer_when_its_analysis_comes(paper, kit) -> None:
    """Each drop brought a new analysis, and that fitted the view anew: all jumped."""
    page, document = paper
    at = QPoint(200, 150)
    name = drop(page, "dasd", at)
    before = on_view(page, name)
    edits = document.state.edits
    analysed = kit.make_engagement(Topology(), Options(edits=edits), readings=())
    document.set_engagement(analysed, pending=True)
    document.set_engagement(analysed)
    assert on_view(page, name) == before
    drop(page, "cf", QPoint(700, 500))
    document.undo_stack.undo()
    document.set_engagement(kit.make_engagement(Topology(), Options(edits=edits), readings=()))
    assert on_view(page, name) == before
    # Another installation is shown whole.
    document.set_engagement(kit.make_engagement())
    shown = page.view.mapToScene(page.view.viewport().rect()).boundingRect()
    assert shown.contains(page.view.topology_scene.content_rect())


def test_what_is_added_one_after_the_other_fills_rows() -> None:
    """Thirty templates stood in one line."""
    taken: list[tuple[float, float, float, float]] = []
    for n in range(30):
        size = (900.0 + 200.0 * (n % 4), 300.0 + 150.0 * (n % 3))
        rect = (*beside_all(taken, size), *size)
        assert not any(clash(rect, other, GAP) for other in taken)
        taken.append(rect)
    wide, high = max(x + w for x, _y, w, _h in taken), max(y + h for _x, y, _w, h in taken)
    assert 0.8 < wide / high < 2.5
    rows = sorted({y for _x, y, _w, _h in taken})
    assert 4 <= len(rows) <= 10
