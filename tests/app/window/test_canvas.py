"""Layout, routing, arranging, and every gesture with mouse and keyboard."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication

from app.window.canvas import arrange
from app.window.canvas.gestures import Connect, relative
from app.window.canvas.layout import Box, lay_out, snap
from app.window.canvas.page import TopologyPage
from app.window.canvas.routing import Router
from app.window.canvas.view import KIND_MIME
from app.window.document import editing
from app.window.theme import theme
from tests.app.window.shown_topology import shown_topology

NUCLEUS = "adabas_nucleus:10-1"
OTHER = "adabas_nucleus:10-3"
LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


# -- pure -----------------------------------------------------------------------------------------


def test_boxes_stand_inside_their_containers_and_beside_each_other(kit) -> None:
    topology = kit.make_topology(lpars=4, nuclei=20, regions=3)
    boxes = lay_out(topology, kit.make_catalogue(), {})
    for name, box in boxes.items():
        parent = topology[name].parent
        if parent is not None:
            outer = boxes[parent]
            assert outer.x < box.x
            assert outer.y < box.y
            assert box.right < outer.right
            assert box.bottom < outer.bottom
        for other in boxes.values():
            if other.id != name and topology[other.id].parent == parent:
                apart = (
                    box.right <= other.x
                    or other.right <= box.x
                    or box.bottom <= other.y
                    or other.bottom <= box.y
                )
                assert apart, (name, other.id)


def test_a_box_placed_by_hand_stays_and_moves_no_other(kit) -> None:
    topology, kinds = kit.make_topology(), kit.make_catalogue()
    before = lay_out(topology, kinds, {})
    after = lay_out(topology, kinds, {"dasd:DS8K": (2000.0, 80.0)})
    assert (after["dasd:DS8K"].x, after["dasd:DS8K"].y) == (2000.0, 80.0)
    assert all(after[n] == box for n, box in before.items() if n != "dasd:DS8K")


def test_closed_containers_count_what_they_hide(kit) -> None:
    boxes = lay_out(kit.make_topology(), kit.make_catalogue(), {})
    assert boxes["cics_region:SYSAR0"].hidden == 1
    assert "vsam_file:SYSAR0/CUST" not in boxes
    opened = lay_out(kit.make_topology(), kit.make_catalogue(), {}, {"cics_region:SYSAR0"})
    assert "vsam_file:SYSAR0/CUST" in opened


def cuts(points, box: Box) -> bool:
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        if x1 == x2:
            if box.x < x1 < box.right and min(y1, y2) < box.bottom and max(y1, y2) > box.y:
                return True
        elif box.y < y1 < box.bottom and min(x1, x2) < box.right and max(x1, x2) > box.x:
            return True
    return False


def test_links_are_orthogonal_and_go_round_boxes() -> None:
    boxes = {
        "a": Box("a", 0, 0, 100, 50, 0, False),
        "wall": Box("wall", 200, -200, 60, 450, 0, False),
        "b": Box("b", 400, 0, 100, 50, 0, False),
    }
    points = Router(boxes, {}).route("a", "b")
    assert points[0][0] == 100
    assert points[-1][0] == 400
    assert all(p[0] == q[0] or p[1] == q[1] for p, q in itertools.pairwise(points))
    assert not cuts(points, boxes["wall"])


def test_routes_of_the_whole_installation_cross_no_foreign_leaf(kit) -> None:
    topology = kit.make_topology(lpars=2, nuclei=6)
    boxes = lay_out(topology, kit.make_catalogue(), {})
    router = Router(boxes, {c.id: c.parent for c in topology})
    for link in topology.links:
        points = router.route(link.source, link.target)
        crossed = [
            b.id
            for b in boxes.values()
            if not b.open and b.id not in (link.source, link.target) and cuts(points, b)
        ]
        assert crossed == [], link.id


def test_align_distribute_and_neighbours() -> None:
    boxes = [Box(str(n), n * 50.0, n * n * 30.0, 40, 20, 0, False) for n in range(4)]
    assert {x for x, _ in arrange.align(boxes, "left").values()} == {0.0}
    assert {y for _, y in arrange.align(boxes, "bottom").values()} == {270.0}
    spread = arrange.distribute(boxes, across=False)
    tops = sorted(y for _, y in spread.values())
    assert tops == [0.0, 90.0, 180.0, 270.0]
    by_id = {b.id: b for b in boxes}
    assert arrange.neighbour(by_id, "1", "right") == "2"
    assert arrange.neighbour(by_id, "0", "left") is None
    assert arrange.align(boxes[:1], "left") == {}
    assert arrange.distribute(boxes[:2], across=True) == {}
    assert snap(13.0) == 16.0


# -- gestures -------------------------------------------------------------------------------------


@pytest.fixture
def page(qtbot, document):
    return shown_topology(qtbot, document)


def spot(page: TopologyPage, name: str, dx: float = 0.0, dy: float = 0.0) -> QPoint:
    box = page.view.topology_scene.boxes[name]
    return page.view.mapFromScene(QPointF(box.x + box.w / 2 + dx, box.y + box.h / 2 + dy))


def drag(qtbot, page: TopologyPage, start: QPoint, end: QPoint, modifier=NONE, *, release=True):
    port = page.view.viewport()
    qtbot.mousePress(port, LEFT, modifier, start)
    for share in (0.25, 0.5, 0.75, 1.0):
        qtbot.mouseMove(port, start + (end - start) * share)
    if release:
        qtbot.mouseRelease(port, LEFT, modifier, end)


def test_click_ctrl_click_and_marquee_select(qtbot, page, document) -> None:
    port = page.view.viewport()
    qtbot.mouseClick(port, LEFT, NONE, spot(page, NUCLEUS))
    assert document.selection == (NUCLEUS,)
    qtbot.mouseClick(port, LEFT, Qt.KeyboardModifier.ControlModifier, spot(page, OTHER))
    assert document.selection == (NUCLEUS, OTHER)
    qtbot.mouseClick(port, LEFT, Qt.KeyboardModifier.ControlModifier, spot(page, NUCLEUS))
    assert document.selection == (OTHER,)
    rect = page.view.topology_scene.content_rect(["dasd:DS8K"])
    start = page.view.mapFromScene(rect.topLeft() - QPointF(12, 12))
    end = page.view.mapFromScene(rect.bottomRight() + QPointF(12, 12))
    drag(qtbot, page, start, end)
    assert document.selection == ("dasd:DS8K",)
    assert document.undo_stack.count() == 0


def test_escape_cancels_a_marquee_and_a_move(qtbot, page, document) -> None:
    document.select([NUCLEUS])
    rect = page.view.topology_scene.content_rect(["dasd:DS8K"])
    start = page.view.mapFromScene(rect.topLeft() - QPointF(12, 12))
    drag(qtbot, page, start, start + QPoint(60, 60), release=False)
    qtbot.keyClick(page.view, Qt.Key.Key_Escape)
    assert document.selection == (NUCLEUS,)
    drag(qtbot, page, spot(page, NUCLEUS), spot(page, NUCLEUS) + QPoint(40, 40), release=False)
    assert page.view.topology_scene.nodes[NUCLEUS].offset != (0.0, 0.0)
    qtbot.keyClick(page.view, Qt.Key.Key_Escape)
    assert page.view.topology_scene.nodes[NUCLEUS].offset == (0.0, 0.0)
    assert page.view.gesture is None
    assert document.undo_stack.count() == 0


def test_what_is_deleted_or_taken_back_while_it_is_dragged_lets_go(qtbot, page, document) -> None:
    """The next move of the pointer was a KeyError."""
    before = dict(document.state.positions)
    where = spot(page, NUCLEUS)
    drag(qtbot, page, where, where + QPoint(60, 40), release=False)
    assert page.view._gesture is not None
    editing.remove(document, [NUCLEUS])
    assert page.view._gesture is None
    qtbot.mouseMove(page.view.viewport(), where + QPoint(90, 60))
    qtbot.mouseRelease(page.view.viewport(), LEFT, pos=where + QPoint(90, 60))
    assert dict(document.state.positions).keys() <= before.keys() | set(
        document.topology.components
    )
    document.undo_stack.undo()
    assert NUCLEUS in document.topology
    # A link drawn from what is gone, too.
    page.view.begin(Connect(page.view, NUCLEUS), QPointF(0, 0), NONE)
    editing.remove(document, [NUCLEUS])
    assert page.view._gesture is None
    page.view.grab()


def test_dragging_a_box_keeps_its_new_place_on_the_grid(qtbot, page, document) -> None:
    drag(qtbot, page, spot(page, "dasd:DS8K"), spot(page, "dasd:DS8K") + QPoint(37, 61))
    x, y = document.state.positions["dasd:DS8K"]
    before = lay_out(document.topology, document.catalogue, {})["dasd:DS8K"]
    assert (x - before.x) % 8 == 0
    assert (y - before.y) % 8 == 0
    assert document.undo_stack.undoText() == "Move boxes"
    document.undo_stack.undo()
    assert document.state.positions == {}


def test_dragging_into_another_lpar_moves_the_component(qtbot, page, document) -> None:
    target = page.view.topology_scene.boxes["lpar:SYSB"]
    end = page.view.mapFromScene(QPointF(target.x + 60, target.y + 12))
    drag(qtbot, page, spot(page, NUCLEUS), end)
    assert document.topology[NUCLEUS].parent == "lpar:SYSB"
    assert document.undo_stack.undoText() == "Move 10-1 to SYSB"


def test_a_refused_container_says_why_and_changes_nothing(qtbot, page, document) -> None:
    said: list[str] = []
    page.view.refused.connect(said.append)
    drag(qtbot, page, spot(page, NUCLEUS), spot(page, "dasd:DS8K"))
    assert said == ["Adabas nucleus goes in LPAR, not in DS8K"]
    assert document.undo_stack.count() == 0
    assert page.hint.text() == ""


def test_a_link_is_drawn_from_the_port(qtbot, page, document) -> None:
    view = page.view
    source = "cics_region:SYSAR0"
    qtbot.mouseMove(view.viewport(), spot(page, source))
    port = view.mapFromScene(view.topology_scene.nodes[source].port_at())
    qtbot.mousePress(view.viewport(), LEFT, NONE, port)
    assert view.topology_scene.nodes["cics_region:SYSBR0"].target == "valid"
    assert view.topology_scene.nodes["dasd:DS8K"].target == ""
    qtbot.mouseMove(view.viewport(), spot(page, "dasd:DS8K"))
    assert page.hint.text().startswith("SYSAR0 is linked to CICS region")
    # Cut off where the bar ends, it says so; the tip has it whole.
    page.hint.resize(page.hint.fontMetrics().horizontalAdvance("SYSAR0 is linked"), 20)
    assert page.hint.shown().endswith("…")
    assert page.hint.toolTip() == page.hint.text()
    qtbot.mouseMove(view.viewport(), spot(page, "cics_region:SYSBR0"))
    assert page.hint.text() == ""
    qtbot.mouseRelease(view.viewport(), LEFT, NONE, spot(page, "cics_region:SYSBR0"))
    assert any(x.kind == "mro" for x in document.topology.links)
    assert all(n.target == "" for n in view.topology_scene.nodes.values())
    assert document.undo_stack.undoText() == "Link SYSAR0 to SYSBR0"


def drop_kind(page: TopologyPage, kind: str, at: QPoint) -> bool:
    data = QMimeData()
    data.setData(KIND_MIME, kind.encode())
    where = QPointF(at)
    copy = Qt.DropAction.CopyAction
    page.view.dragEnterEvent(QDragEnterEvent(at, copy, data, LEFT, NONE))
    over = QDragMoveEvent(at, copy, data, LEFT, NONE)
    page.view.dragMoveEvent(over)
    page.view.dropEvent(QDropEvent(where, copy, data, LEFT, NONE))
    return over.isAccepted()


def test_palette_drag_places_into_the_container_under_the_pointer(page, document) -> None:
    assert drop_kind(page, "cics_region", spot(page, NUCLEUS))
    (added,) = document.selection
    assert document.topology[added].parent == "lpar:SYSA"
    count, said = len(document.topology), []
    page.view.refused.connect(said.append)
    assert drop_kind(page, "vsam_file", spot(page, "dasd:DS8K"))
    assert drop_kind(page, "vsam_file", QPoint(3, 3))
    assert said == ["VSAM file goes in CICS region, not in DS8K", "VSAM file goes in CICS region"]
    assert len(document.topology) == count


def test_what_stands_alone_is_not_dropped_under_the_boxes(page, document) -> None:
    """A coupling facility dropped on an LPAR stands beside the CPCs, and is in view."""
    assert drop_kind(page, "cf", spot(page, NUCLEUS))
    (added,) = document.selection
    boxes = page.view.topology_scene.boxes
    box, cpc = boxes[added], boxes["cpc:Z1"]
    assert document.topology[added].parent is None
    assert box.x >= cpc.right or box.right <= cpc.x or box.y >= cpc.bottom or box.bottom <= cpc.y
    shown = page.view.mapFromScene(box.x, box.y)
    assert page.view.viewport().rect().contains(shown)


def test_typing_opens_the_popup_and_adds_by_kind_and_name(qtbot, page, document) -> None:
    document.select(["lpar:SYSB"])
    page.view.setFocus()
    qtbot.keyClick(page.view, "c")
    popup = page.popup
    assert popup is not None
    assert popup.field.text() == "c"
    qtbot.keyClicks(popup.field, "ics TOR7")
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    (added,) = document.selection
    assert (document.topology[added].name, document.topology[added].parent) == ("TOR7", "lpar:SYSB")


def test_double_click_opens_a_container_or_the_popup(qtbot, page, document) -> None:
    port = page.view.viewport()
    qtbot.mouseDClick(port, LEFT, NONE, spot(page, "cics_region:SYSAR0"))
    assert "vsam_file:SYSAR0/CUST" in page.view.topology_scene.boxes
    page.view.topology_scene.toggle("cics_region:SYSAR0")
    page.view.fit()
    empty = page.view.mapFromScene(page.view.topology_scene.content_rect().topLeft()) - QPoint(9, 9)
    qtbot.mouseDClick(port, LEFT, NONE, empty)
    assert page.popup is not None
    assert page.popup.isVisible()
    page.popup.close()


def test_everything_by_keyboard(qtbot, page, document) -> None:
    view = page.view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    first = document.selection
    assert len(first) == 1
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert document.selection != first
    document.select([NUCLEUS])
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert document.selection != (NUCLEUS,)
    document.select(["dasd:DS8K"])
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == "Nudge boxes"
    document.select([NUCLEUS])
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert NUCLEUS not in document.topology
    document.undo_stack.undo()
    assert NUCLEUS in document.topology
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert document.selection == ()


def test_link_and_move_by_keyboard_lists(qtbot, page, document) -> None:
    document.select(["cics_region:SYSAR0"])
    page.ask_to_link()
    qtbot.keyClicks(page.popup.field, "SYSBR0")
    qtbot.keyClick(page.popup.field, Qt.Key.Key_Return)
    assert any(x.kind == "mro" for x in document.topology.links)
    document.select([NUCLEUS])
    page.ask_to_move()
    qtbot.keyClicks(page.popup.field, "SYSB")
    qtbot.keyClick(page.popup.field, Qt.Key.Key_Return)
    assert document.topology[NUCLEUS].parent == "lpar:SYSB"


def test_copy_and_paste_between_two_windows(new_document, qtbot, page, document, kit) -> None:
    from app.window.document import State

    document.select(["cics_region:SYSAR0"])
    page.view.actions_on.copy_selection()
    other = new_document(kit.make_catalogue())
    other.load(State(title="B"), kit.make_engagement(kit.make_topology(lpars=1)))
    second = TopologyPage(other)
    qtbot.addWidget(second)
    other.select(["lpar:SYSA"])
    second.view.actions_on.paste()
    assert "SYSAR1" in {c.name for c in other.topology.of_kind("cics_region")}
    QGuiApplication.clipboard().clear()
    said: list[str] = []
    second.view.refused.connect(said.append)
    second.view.actions_on.paste()
    assert said == ["The clipboard holds neither components nor lines of a report"]


def test_a_pasted_container_brings_what_is_inside_whatever_the_order(
    new_document, document, kit
) -> None:
    from app.window.document import State, editing

    clip = editing.clip_of(document.topology, ["lpar:SYSA"])
    assert len(clip.components) > 2
    other = new_document(kit.make_catalogue())
    other.load(State(title="B"), None)
    backwards = replace(clip, components=tuple(reversed(clip.components)))
    assert editing.paste(other, backwards, None) is None
    assert len(other.topology) == len(clip.components)
    assert {c.name for c in other.topology} == {c.name for c in clip.components}


def test_duplicate_and_arrange(qtbot, page, document) -> None:
    document.select([NUCLEUS])
    page.view.actions_on.duplicate_selection()
    assert len(document.topology.of_kind("adabas_nucleus")) == 7
    document.select(["adabas_nucleus:10-1", "adabas_nucleus:10-3", "adabas_nucleus:10-5"])
    page.view.actions_on.arrange_selection("left")
    places = {document.state.positions[c][0] for c in document.selection}
    assert len(places) == 1
    page.view.actions_on.automatic_layout()
    assert not set(document.selection) & set(document.state.positions)
    # Of one box that stands where it is to be, and of all then, it is said that nothing is to do.
    document.select([NUCLEUS])
    with qtbot.waitSignal(document.notice):
        page.view.actions_on.automatic_layout()
    assert document.state.positions
    document.select([])
    page.view.actions_on.automatic_layout()
    assert document.state.positions == {}
    with qtbot.waitSignal(document.notice):
        page.view.actions_on.automatic_layout()


def test_f2_renames_in_place_and_undo_takes_it_back(qtbot, page, document) -> None:
    start = document.state
    document.select([NUCLEUS])
    qtbot.keyClick(page.view, Qt.Key.Key_F2)
    edit = page.view.name_edit
    assert edit.isVisible()
    assert edit.text() == "10-1"
    qtbot.keyClicks(edit, "Orders")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert not edit.isVisible()
    assert document.topology[NUCLEUS].name == "Orders"
    assert page.view.topology_scene.faces[NUCLEUS].title == "Orders"
    assert "Rename" in document.undo_stack.undoText()
    # A name is no what-if: the as-is itself is renamed, no scenario starts.
    assert document.current is None
    assert document.state.scenarios == ()
    document.undo_stack.undo()
    assert document.state == start
    assert document.topology[NUCLEUS].name == "10-1"
    qtbot.keyClick(page.view, Qt.Key.Key_F2)
    qtbot.keyClicks(edit, "Other")
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert document.state == start


def test_what_a_scenario_added_is_renamed_in_it(document) -> None:
    document.branch()
    assert editing.add(document, "cics_region", "lpar:SYSA") is None
    added = next(c for c in document.topology if c.id not in document.as_is)
    assert editing.rename(document, added.id, "AOR9") is None
    assert document.topology[added.id].name == "AOR9"
    assert document.state.edits == ()
    assert editing.rename(document, added.id, "  ") is not None


def test_a_box_cannot_be_dragged_out_of_reach(page, document) -> None:
    x, y = relative(page.view, "dasd:DS8K", 1e9, -1e9)
    assert abs(x) == abs(y) < 1e5


def test_a_selected_link_can_be_deleted(qtbot, page, document) -> None:
    link = next(x for x in document.topology.links if x.kind == "uses")
    item = page.view.topology_scene.links[link.id]
    (x1, y1), (x2, y2) = item.points[0], item.points[1]
    at = page.view.mapFromScene(QPointF((x1 + x2) / 2, (y1 + y2) / 2))
    qtbot.mouseClick(page.view.viewport(), LEFT, NONE, at)
    assert page.view.topology_scene.selected_link == link.id
    qtbot.keyClick(page.view, Qt.Key.Key_Delete)
    assert link not in document.topology.links


def test_faces_show_use_ghost_and_bottleneck(qtbot, session) -> None:
    page = TopologyPage(session.document)
    qtbot.addWidget(page)
    scene, document = page.view.topology_scene, session.document
    assert scene.faces["lpar:SYSA"].figure == "44\u00a0%"
    document.set_setting(["lpar:SYSA"], "ZHPF", True)
    document.set_setting([f"adabas_nucleus:10-{n}" for n in range(1, 7)], "NT", 80)
    qtbot.waitUntil(
        lambda: document.projection is not None and scene.faces["dasd:DS8K"].ghost != ""
    )
    face = scene.faces["dasd:DS8K"]
    assert face.ghost.startswith("was ")
    assert scene.faces["lpar:SYSA"].mark == "changed"
    assert [n for n, f in scene.faces.items() if f.bottleneck] == [document.projection.bottleneck]
    assert "reads/s" in scene.hover_of("dasd:DS8K")


def test_what_is_picked_in_the_outline_comes_into_view(qtbot, page, document) -> None:
    view = page.view
    view.zoom(4.0)
    seen = view.viewport().rect()

    def where(name: str) -> QRect:
        return view.mapFromScene(view.topology_scene.nodes[name].rect).boundingRect()

    far = [n for n in view.topology_scene.nodes if not seen.intersects(where(n))]
    assert far
    for name in (far[0], far[-1]):
        page.outline.tree.clearSelection()
        page.outline._items[name].setSelected(True)
        assert document.selection == (name,)
        assert seen.contains(where(name).center()) or where(name).contains(seen.center())


def test_what_has_a_number_only_is_listed_with_its_kind(page, document) -> None:
    """An LSR pool was "1" in the outline, as was a page set."""
    region, made = "cics_region:SYSAR0", "vsam_file:SYSAR0/CUST"
    for name in (f"{document.topology[region].name}/1", "1"):
        assert editing.rename(document, made, name) is None
        assert page.outline._items[made].text(0) == "VSAM file 1"


def test_outline_mirrors_the_canvas_and_selects(qtbot, page, document) -> None:
    tree = page.outline.tree
    names = set()

    def walk(item) -> None:
        names.add(item.data(0, Qt.ItemDataRole.UserRole))
        for n in range(item.childCount()):
            walk(item.child(n))

    for n in range(tree.topLevelItemCount()):
        walk(tree.topLevelItem(n))
    assert names == {c.id for c in document.topology}
    page.outline._items["vsam_file:SYSAR0/CUST"].setSelected(True)
    assert document.selection == ("vsam_file:SYSAR0/CUST",)
    assert "vsam_file:SYSAR0/CUST" in page.view.topology_scene.boxes
    spoken = page.outline._items["lpar:SYSA"].data(0, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "LPAR SYSA, 44\u00a0% busy"


def test_wheel_zoom_stays_within_limits(page) -> None:
    for _ in range(60):
        page.view.zoom(1.5)
    assert page.view.transform().m11() == pytest.approx(4.0)
    for _ in range(80):
        page.view.zoom(0.5)
    assert page.view.transform().m11() == pytest.approx(0.05)


def test_the_wheel_zooms_about_the_pointer_and_a_button_about_the_middle(qtbot, page) -> None:
    view = page.view
    view.fit()
    box = view.topology_scene.boxes[OTHER]
    name = QPointF(box.x + box.w / 2, box.y + box.h / 2)
    pointer = view.mapFromScene(name)
    for steps, turned in ((3, 120), (2, -120)):
        for _ in range(steps):
            qtbot.mouseMove(view.viewport(), pointer)
            event = QWheelEvent(
                QPointF(pointer),
                QPointF(view.viewport().mapToGlobal(pointer)),
                QPoint(),
                QPoint(0, turned),
                Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.ControlModifier,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            )
            QApplication.sendEvent(view.viewport(), event)
            assert (view.mapFromScene(name) - pointer).manhattanLength() <= 3
    middle = view.mapToScene(view.viewport().rect().center())
    view.zoom(1.25)
    moved = view.mapFromScene(middle) - view.viewport().rect().center()
    assert moved.manhattanLength() <= 2


def test_links_show_their_load_from_the_start_and_explain_it(page, document) -> None:
    scene = page.view.topology_scene
    assert scene.faces
    uses = scene.links["uses:adabas_database:10>dasd:DS8K"]
    assert uses.label.endswith("/s")
    said = scene.hover_of_link(uses.link)
    assert uses.label in said
    assert "% busy" in said
    assert scene.links[f"member:{NUCLEUS}>adabas_database:10"].label == ""


def test_hovering_gives_the_figures_behind_a_utilisation(page, document) -> None:
    scene = page.view.topology_scene
    lpar = scene.hover_of("lpar:SYSA")
    assert "44\u00a0% busy" in lpar
    assert "7.0 of 16 CPs" in lpar
    # The settings that a person asks about: figures, not the first of the alphabet.
    nucleus = scene.hover_of(NUCLEUS)
    assert "LBP = 100" in nucleus
    assert "NT = 20" in nucleus
    assert "Throughput (ETR)" in scene.hover_of("adabas_database:10")


def test_a_marquee_begins_inside_a_container_too(qtbot, page, document) -> None:
    box = page.view.topology_scene.boxes[NUCLEUS]
    other = page.view.topology_scene.boxes[OTHER]
    left, right = min(box.x, other.x) - 6, max(box.right, other.right) + 6
    top, bottom = min(box.y, other.y) - 6, max(box.bottom, other.bottom) + 6
    start = page.view.mapFromScene(QPointF(left, top))
    end = page.view.mapFromScene(QPointF(right, bottom))
    before = document.undo_stack.index()
    drag(qtbot, page, start, end)
    assert {NUCLEUS, OTHER} <= set(document.selection)
    assert document.undo_stack.index() == before
    # A click there takes the container, a drag of its header moves it.
    qtbot.mouseClick(page.view.viewport(), LEFT, NONE, start)
    assert document.selection == ("lpar:SYSA",)
    lpar = page.view.topology_scene.boxes["lpar:SYSA"]
    grip = page.view.mapFromScene(QPointF(lpar.x + 60, lpar.y + 20))
    drag(qtbot, page, grip, grip + QPoint(40, 0))
    assert "lpar:SYSA" in document.state.positions


def test_what_finds_no_container_is_left_out_and_the_rest_is_pasted(page, document, kit) -> None:
    topology = kit.make_topology()
    # A report that does not say where the region runs: it stands on its own.
    adrift = replace(topology["cics_region:SYSAR0"], parent=None)
    document.load(document.state, kit.make_engagement(topology.with_component(adrift)))
    page.view.actions_on.select_all()
    document.select([*document.selection, "cics_region:SYSAR0"])
    clip = editing.clip_of(document.topology, document.selection)
    count = len(document.topology)
    said = editing.paste(document, clip, None)
    assert said is not None
    assert "SYSAR0 is not pasted" in said
    # All but the region and the file inside it.
    assert len(document.topology) == 2 * count - 2
    assert editing.duplicate(document, ["cics_region:SYSAR0"]).startswith("SYSAR0 is not pasted")
    assert (
        editing.paste(document, editing.clip_of(topology, ["cics_region:SYSAR0"]), "lpar:SYSB")
        is None
    )
    assert document.topology[document.selection[0]].parent == "lpar:SYSB"


def test_the_usual_keys_copy_cut_paste_and_select_everything(qtbot, page, document) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    page.view.setFocus()
    document.select([NUCLEUS])
    count = len(document.topology)
    qtbot.keyClick(page.view, Qt.Key.Key_C, control)
    qtbot.keyClick(page.view, Qt.Key.Key_V, control)
    assert len(document.topology) == count + 1
    qtbot.keyClick(page.view, Qt.Key.Key_X, control)
    assert len(document.topology) == count
    qtbot.keyClick(page.view, Qt.Key.Key_V, control)
    assert len(document.topology) == count + 1
    qtbot.keyClick(page.view, Qt.Key.Key_A, control)
    assert set(document.selection) == set(page.view.topology_scene.boxes)


def test_walking_with_shift_selects_further(qtbot, page, document) -> None:
    document.select([NUCLEUS])
    alt = Qt.KeyboardModifier.AltModifier
    qtbot.keyClick(page.view, Qt.Key.Key_Down, alt | Qt.KeyboardModifier.ShiftModifier)
    assert len(document.selection) == 2
    assert document.selection[0] == NUCLEUS
    qtbot.keyClick(page.view, Qt.Key.Key_Down, alt)
    assert len(document.selection) == 1


def test_dropping_on_a_box_of_another_lpar_moves_into_that_lpar(qtbot, page, document) -> None:
    said: list[str] = []
    page.view.refused.connect(said.append)
    other = next(c.id for c in document.topology.children("lpar:SYSB", "adabas_nucleus"))
    drag(qtbot, page, spot(page, NUCLEUS), spot(page, other))
    assert document.topology[NUCLEUS].parent == "lpar:SYSB"
    assert said == []


def test_why_a_target_is_refused_stands_beside_the_pointer(qtbot, page, document) -> None:
    region, disks = spot(page, "cics_region:SYSAR0"), spot(page, "dasd:DS8K")
    drag(qtbot, page, region, disks, release=False)
    assert "goes in" in page.view.saying
    red = theme().color("bad").rgb()

    def reds() -> int:
        image = page.view.viewport().grab().toImage()
        return sum(
            image.pixel(x, y) == red for x in range(image.width()) for y in range(image.height())
        )

    with_reason = reds()
    qtbot.keyClick(page.view, Qt.Key.Key_Escape)
    assert page.view.saying == ""
    assert with_reason > reds() + 100


def test_links_of_a_large_canvas_find_their_ways_in_slices(qtbot, page, monkeypatch) -> None:
    """997 boxes were laid out in one go of 0.29 s, of which the ways of links took most."""
    from app.window import slices
    from app.window.canvas import scene as canvas

    scene = page.view.topology_scene
    scene._routing.finish()
    in_one_go = {key: link.points for key, link in scene.links.items()}
    assert len(in_one_go) > 2
    assert all(in_one_go.values())
    # No time at all: one link at a turn of the loop.
    monkeypatch.setattr(canvas, "FIRST_S", -1.0)
    monkeypatch.setattr(canvas, "AGAIN_S", -1.0)
    monkeypatch.setattr(slices, "SLICE_S", -1.0)
    scene.links.clear()
    scene.rebuild()
    assert sum(bool(link.points) for link in scene.links.values()) == 1
    # A canvas laid out anew meanwhile begins anew.
    scene.rebuild()
    told: list[int] = []
    scene.refreshed.connect(lambda: told.append(1))
    qtbot.waitUntil(lambda: bool(told))
    assert {key: link.points for key, link in scene.links.items()} == in_one_go
