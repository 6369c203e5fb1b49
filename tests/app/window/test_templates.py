"""Templates and the palette: found by the product's names, added whole, projected at once."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QPushButton

from advisor.analysis import analyse
from advisor.engagement import Options
from app.window.canvas.faces import faces, icon_of
from app.window.canvas.page import TopologyPage
from app.window.canvas.palette import ROLE, PalettePanel
from app.window.canvas.spacing import clash
from app.window.canvas.view import TEMPLATE_MIME
from app.window.document import State, editing
from app.window.document.templates import templates
from app.window.i18n import LANGUAGES
from app.window.i18n.numbers import percent
from app.window.shell.figures import FigureStrip
from model.catalogue import catalogue
from model.topology import Component, Origin, SetSetting, Setting, Topology, validate
from model.topology.changes import apply_changes
from model.topology.validation import not_running
from resources import resource

IDS = [t.id for t in templates()]


@pytest.fixture
def blank(new_document, qtbot, kit):
    """A canvas on nothing with the real kinds, and its document."""
    made = new_document(catalogue())
    made.load(State(title="Paper"), kit.make_engagement(Topology(), readings=()))
    page = TopologyPage(made)
    qtbot.addWidget(page)
    page.resize(1200, 800)
    page.show()
    qtbot.waitExposed(page)
    return page, made


@pytest.mark.parametrize("name", IDS)
def test_every_template_is_sound_and_projected_at_once(new_document, name: str) -> None:
    """All settings are legal, nothing is missing, and every workload has figures."""
    template = next(t for t in templates() if t.id == name)
    clip = template.clip(catalogue())
    topology = Topology({c.id: c for c in clip.components}, clip.links)
    assert validate(topology, catalogue()) == ()
    for component in topology:
        kind = catalogue()[component.kind]
        unknown = [m for m in component.measured if kind.measure(m) is None]
        assert unknown == [], component.id
        assert {i.origin.kind for i in component.settings.values()} <= {"assumed", "default"}
        assert {i.origin.kind for i in component.measured.values()} <= {"assumed"}
    document = new_document(catalogue())
    assert editing.paste(document, clip, None, measured=True) is None
    engagement = analyse([], Options(edits=document.state.edits, bands=False))
    assert engagement.installation.problems == ()
    assert not any(q.needed for q in engagement.installation.questions)
    assert engagement.as_is.workloads
    for work in engagement.as_is.workloads:
        assert work.not_projectable is None
        assert work.metrics["etr_per_s"].value > 0.0
    assert engagement.baseline.refused == ()


def test_the_cluster_of_the_template_does_what_was_published_of_it(new_document) -> None:
    """Run D12X6 (001, table 3): 288,547 commands/s, without being told."""
    template = next(t for t in templates() if t.id == "adabas-als")
    document = new_document(catalogue())
    editing.paste(document, template.clip(catalogue()), None, measured=True)
    engagement = analyse([], Options(edits=document.state.edits, bands=False))
    (work,) = engagement.as_is.workloads
    assert work.metrics["etr_per_s"].value == pytest.approx(288_547, rel=0.05)


def test_the_strip_calls_busiest_what_the_chart_has_on_top(new_document, qtbot) -> None:
    """CPs at 50 % were "busiest" above a chart in which a buffer pool stood at 84 %.

    Its box then wore BOTTLENECK, though work arrives at a rate of which all comes through.
    """
    template = next(t for t in templates() if t.id == "mq-cics")
    document = new_document(catalogue())
    editing.paste(document, template.clip(catalogue()), None, measured=True)
    engagement = analyse([], Options(edits=document.state.edits, bands=False))
    document.load(document.state, engagement)
    strip = FigureStrip(document)
    qtbot.addWidget(strip)
    for anchor, name, share in (
        (None, "Busiest", 0.84),
        ("cics_region:CICSBRG1", "Tightest of its resources", 0.43),
        ("mq_manager:QM01", "Tightest of its resources", 0.84),
    ):
        document.show_anchor(anchor)
        assert strip.bound.name.text() == name
        assert strip.bound.change.text() == percent(share)
    seen = faces(document.topology, document.as_is, catalogue(), document.shown, None)
    assert not any(face.bottleneck for face in seen.values())


def test_assumed_work_before_that_of_reports_is_called_so(new_document, qtbot) -> None:
    """A template beside an import stayed "Largest": its region passed for a measured one."""
    template = next(t for t in templates() if t.id == "mq-cics")
    document = new_document(catalogue())
    editing.paste(document, template.clip(catalogue()), None, measured=True)
    engagement = analyse([], Options(edits=document.state.edits, bands=False))
    document.load(document.state, engagement)
    strip = FigureStrip(document)
    qtbot.addWidget(strip)
    # By hand there is nothing else: nobody takes it for measured.
    assert (strip.who.text(), strip.who.toolTip()) == ("Workload", "")
    largest = engagement.as_is.principal.anchor
    other = next(w.anchor for w in engagement.as_is.workloads if w.anchor != largest)
    assert strip.anchors.itemText(strip.anchors.findData(other)).endswith("(assumed)")
    topology = engagement.installation.topology
    read = {
        name: replace(figure, origin=Origin("report", "smf.txt", 1))
        for name, figure in topology[other].measured.items()
    }
    topology = topology.with_component(replace(topology[other], measured=read))
    installation = replace(engagement.installation, topology=topology)
    document.set_engagement(replace(engagement, installation=installation))
    name = topology[other].name
    assert strip.who.text() == "Assumed work"
    assert topology[largest].name in strip.who.toolTip()
    assert name in strip.who.toolTip()
    assert strip.anchors.itemText(strip.anchors.findData(other)) == name
    document.show_anchor(other)
    assert (strip.who.text(), strip.who.toolTip()) == ("Workload", "")


@pytest.mark.parametrize("name", IDS)
def test_titles_are_said_in_every_language(name: str) -> None:
    template = next(t for t in templates() if t.id == name)
    for said in (template.titles, template.texts):
        assert set(said) == set(LANGUAGES)
        assert all(said.values())


def test_one_box_is_found_before_a_template_of_its_name(blank) -> None:
    """Who types "cics" and Enter got three regions, a machine and DASD."""
    page, _document = blank
    page.palette_panel.filter.setText("cics")
    first, second = (page.palette_panel.list.item(n).text() for n in (0, 1))
    assert first == "CICS region"
    assert second == "CICS connection"


def test_a_template_is_added_whole_in_one_step_and_again_beside_it(qtbot, blank) -> None:
    page, document = blank
    assert page.blank.isVisible()
    page.view.actions_on.insert_template("adabas-als")
    assert not page.blank.isVisible()
    count = len(document.topology)
    assert document.undo_stack.count() == 1
    assert document.topology["cpc:CPC1"].settings["CPS"].origin.kind == "assumed"
    page.view.actions_on.insert_template("adabas-als")
    assert len(document.topology) == 2 * count
    assert document.topology.of_kind("lpar")[2].name == "SYSA2"
    view, boxes = page.view, page.view.topology_scene.boxes
    # What was added is looked at, though there is no room for both.
    shown = view.mapToScene(view.viewport().rect()).boundingRect()
    added = boxes["cpc:CPC3"]
    assert shown.contains(QPointF(added.x, added.y))
    assert shown.contains(QPointF(added.right, added.bottom))
    for a, b in itertools.combinations(boxes.values(), 2):
        if document.topology[a.id].parent == document.topology[b.id].parent:
            assert not clash((a.x, a.y, a.w, a.h), (b.x, b.y, b.w, b.h)), (a.id, b.id)
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert len(document.topology) == 0
    assert page.blank.isVisible()


def test_the_canvas_has_the_keys_once_a_template_was_begun_with(qtbot, blank) -> None:
    """The button that had them is hidden, and they went to the Scenario box and its wheel."""
    page, _ = blank
    page.blank.findChildren(QPushButton)[0].setFocus()
    page.blank.findChildren(QPushButton)[0].click()
    assert page.focusWidget() is page.view


def test_a_template_is_dropped_where_it_is_let_go(qtbot, blank) -> None:
    page, document = blank
    data = QMimeData()
    data.setData(TEMPLATE_MIME, b"zvse-zvm")
    at = QPoint(60, 60)
    scene_at = page.view.mapToScene(at)
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier
    page.view.dragEnterEvent(QDragEnterEvent(at, copy, data, left, none.NoModifier))
    assert not page.blank.isVisible()
    page.view.dropEvent(QDropEvent(QPointF(at), copy, data, left, none.NoModifier))
    corner = page.view.topology_scene.content_rect().topLeft()
    assert abs(corner.x() - scene_at.x()) <= 8.0
    assert abs(corner.y() - scene_at.y()) <= 8.0
    assert document.topology.of_kind("cics_region")[0].value("PLATFORM") == "z/VSE"
    # The view stays where it was: it is under the pointer.
    assert (page.view.mapToScene(at) - scene_at).manhattanLength() <= 1.0


@pytest.mark.parametrize("name", IDS)
def test_a_template_dropped_in_the_middle_of_nothing_is_whole(qtbot, blank, name: str) -> None:
    """It stands right and below the pointer: three quarters of it were beyond the rim."""
    page, _document = blank
    view = page.view
    data = QMimeData()
    data.setData(TEMPLATE_MIME, name.encode())
    at = view.viewport().rect().center()
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier
    view.dragEnterEvent(QDragEnterEvent(at, copy, data, left, none.NoModifier))
    view.dropEvent(QDropEvent(QPointF(at), copy, data, left, none.NoModifier))
    shown = view.mapToScene(view.viewport().rect()).boundingRect()
    assert shown.contains(view.topology_scene.content_rect())
    # Beside what there is, the view stays with what was looked at.
    stood = view.mapToScene(0, 0)
    view.dragEnterEvent(QDragEnterEvent(at, copy, data, left, none.NoModifier))
    view.dropEvent(QDropEvent(QPointF(at), copy, data, left, none.NoModifier))
    assert (view.mapToScene(0, 0) - stood).manhattanLength() <= 1.0


def test_an_emptied_canvas_is_not_left_zoomed_in(blank) -> None:
    """After undo to nothing the next box was as large as the last had been looked at."""
    page, document = blank
    view = page.view
    scale = view.transform().m11()
    page._begin_with(IDS[0])
    view.zoom(3.0)
    view.centerOn(view.topology_scene.content_rect().bottomRight())
    document.undo_stack.undo()
    assert not view.topology_scene.boxes
    assert view.transform().m11() == pytest.approx(scale)
    document.undo_stack.redo()
    shown = view.mapToScene(view.viewport().rect()).boundingRect()
    assert shown.intersects(view.topology_scene.content_rect())


def test_what_is_dropped_on_the_card_of_an_empty_canvas_is_dropped_on_the_canvas(blank) -> None:
    """A fast mouse comes upon the card first: it was lost there without a word."""
    page, document = blank
    card = page.blank
    page.resize(2000, 1200)
    assert card.acceptDrops()
    data = QMimeData()
    data.setData(TEMPLATE_MIME, b"zvse-zvm")
    at = card.rect().center()
    scene_at = page.view.mapToScene(page.view.viewport().mapFromGlobal(card.mapToGlobal(at)))
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier
    entered = QDragEnterEvent(at, copy, data, left, none.NoModifier)
    card.dragEnterEvent(entered)
    assert entered.isAccepted()
    assert not card.isVisible()
    # Let go before the mouse has moved once more: the card still is what Qt drops on.
    card.dropEvent(QDropEvent(QPointF(at), copy, data, left, none.NoModifier))
    assert document.topology.of_kind("cics_region")
    corner = page.view.topology_scene.content_rect().topLeft()
    assert (corner - scene_at).manhattanLength() <= 16.0
    assert not card.isVisible()


def test_files_dragged_over_the_card_are_left_to_the_window(blank) -> None:
    page, _ = blank
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/somewhere/report.txt")])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier
    entered = QDragEnterEvent(QPoint(9, 9), copy, data, left, none.NoModifier)
    page.blank.dragEnterEvent(entered)
    assert not entered.isAccepted()
    assert page.blank.isVisible()


@pytest.mark.parametrize(
    ("typed", "first"),
    [("dasd", "dasd"), ("lpar", "lpar"), ("AOR", "cics_region"), ("ksds", "vsam_file"),
     ("qmgr", "mq_manager"), ("wlm", "service_class"), ("nuc", "adabas_nucleus"),
     ("java", "jvm"), ("disk", "dasd")],
)  # fmt: skip
def test_the_palette_finds_first_what_the_product_calls_so(qtbot, blank, typed, first) -> None:
    panel = PalettePanel(blank[1])
    qtbot.addWidget(panel)
    panel.show()
    panel.filter.setText(typed)
    assert panel.list.item(0).data(ROLE)[1] == first
    with qtbot.waitSignal(panel.addWanted) as added:
        qtbot.keyClick(panel.filter, Qt.Key.Key_Return)
    assert added.args == [first]
    panel.filter.setText("no such thing")
    assert panel.list.count() == 0
    assert "no such thing" in panel.none.text()


def test_the_palette_is_in_groups_and_each_kind_has_its_own_icon(qtbot, blank) -> None:
    panel = PalettePanel(blank[1])
    qtbot.addWidget(panel)
    panel.show()
    items = [panel.list.item(n) for n in range(panel.list.count())]
    groups = [i.text() for i in items if i.data(ROLE) is None]
    assert groups[:3] == ["TEMPLATES", "HARDWARE", "Z/OS"]
    assert len(groups) == len(set(groups))
    kinds = [kind.name for kind in catalogue()]
    assert len([i for i in items if i.data(ROLE) is not None]) == len(kinds) + len(IDS)
    icons = [icon_of(kind) for kind in kinds]
    assert sorted(set(icons)) == sorted(icons)
    for icon in icons:
        assert re.match("<svg", resource("icons", f"{icon}.svg").read_text("utf-8").strip())


def test_only_templates_of_known_kinds_are_offered(new_document, qtbot, kit) -> None:
    """Found by random gestures on a window that knows fewer kinds."""
    made = new_document(kit.make_catalogue())
    made.load(State(title="Paper"), kit.make_engagement(Topology(), readings=()))
    page = TopologyPage(made)
    qtbot.addWidget(page)
    unknown = [t.id for t in templates() if any(k not in made.catalogue for k in t.kinds)]
    assert unknown
    for name in unknown:
        page.view.actions_on.insert_template(name)
    assert len(made.topology) == 0
    panel = PalettePanel(made)
    qtbot.addWidget(panel)
    panel.show()
    items = [panel.list.item(n).data(ROLE) for n in range(panel.list.count())]
    assert not {what[1] for what in items if what is not None} & set(unknown)


def test_a_region_put_into_a_zvse_system_is_one_of_zvse() -> None:
    """It had the default: z/OS, whose rules of thumb it then got."""
    kinds = catalogue()
    vse = {"OPSYS": Setting("z/VSE", Origin("user"))}
    lpars = (Component("lpar:V", "lpar", "V", None, vse, {}),
             Component("lpar:Z", "lpar", "Z", None, {}, {}))  # fmt: skip
    topology = Topology({c.id: c for c in lpars})
    made = {
        host: editing.new_component(topology, kinds["cics_region"], host).value("PLATFORM")
        for host in ("lpar:V", "lpar:Z", None)
    }
    assert made == {"lpar:V": "z/VSE", "lpar:Z": "z/OS", None: "z/OS"}


def test_a_region_put_into_a_partition_of_zvm_is_of_a_zvse_guest(new_document) -> None:
    """It was one of z/OS that is no guest, and z/VSE was said not to run there."""
    document = new_document(catalogue())
    document.load(State(), None)
    assert editing.add(document, "lpar", None, "VM1") is None
    assert document.set_setting(["lpar:VM1"], "OPSYS", "z/VM") is None
    assert editing.add(document, "cics_region", "lpar:VM1", "R1") is None
    region = document.topology["cics_region:R1"]
    assert (region.value("PLATFORM"), region.value("ZVM_GUEST")) == ("z/VSE", True)
    # The other way, a partition that runs z/OS: of that one it is said as ever.
    before = document.topology
    for system, said in (("z/VM", 0), ("z/OS", 1)):
        changes = (SetSetting("lpar:VM1", "OPSYS", system),)
        plain = apply_changes(before, (SetSetting("lpar:VM1", "OPSYS", "z/VSE"),), catalogue())
        after = apply_changes(plain, changes, catalogue())
        assert len(not_running(plain, after, changes, catalogue())) == said


def test_a_region_follows_the_system_of_its_partition_also_afterwards(new_document) -> None:
    document = new_document(catalogue())
    document.load(State(), None)
    assert editing.add(document, "lpar", None, "VSE1") is None
    assert editing.add(document, "cics_region", "lpar:VSE1", "R1") is None
    assert editing.add(document, "lpar", None, "ZOS1") is None
    region = "cics_region:R1"
    steps = document.undo_stack.count()
    assert document.set_setting(["lpar:VSE1"], "OPSYS", "z/VSE") is None
    assert document.topology[region].value("PLATFORM") == "z/VSE"
    assert document.undo_stack.count() == steps + 1
    assert editing.move_into(document, [region], "lpar:ZOS1") is None
    assert document.topology[region].value("PLATFORM") == "z/OS"
    document.undo_stack.undo()
    assert document.topology[region].value("PLATFORM") == "z/VSE"
    document.undo_stack.undo()
    assert document.topology[region].value("PLATFORM") == "z/OS"
    # A system on which no region runs says nothing of it.
    assert document.set_setting(["lpar:VSE1"], "OPSYS", "z/VM") is None
    assert document.topology[region].value("PLATFORM") == "z/OS"
