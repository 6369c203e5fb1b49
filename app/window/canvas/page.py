"""The topology page: canvas, side panel with palette and outline, toolbar, minimap."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.window.canvas.arrangements import ARRANGEMENTS
from app.window.canvas.blank import Blank
from app.window.canvas.checklist import Checklist
from app.window.canvas.faces import icon_of
from app.window.canvas.load import LoadBar
from app.window.canvas.minimap import Minimap
from app.window.canvas.outline import OutlinePanel
from app.window.canvas.palette import PalettePanel
from app.window.canvas.picker import Choice, Picker
from app.window.canvas.view import TopologyView
from app.window.document import Document, editing
from app.window.document.templates import offered
from app.window.i18n import spoken_label, tr
from app.window.shell.preferences import Preferences
from app.window.theme import theme
from app.window.widgets.basics import UNCOVERED, ElidedLabel, Tool
from app.window.widgets.inputs import Tabs
from app.window.widgets.overflow import Overflow
from app.window.widgets.ring import Ring

if TYPE_CHECKING:
    from app.window.session import Session


SIDE, NARROW_SIDE, WIDE_SIDE, ROOMY = 256, 216, 320, 1150
"""Width of the outline, in pixels of the design: names of kinds are whole where there is room."""


class TopologyPage(QWidget):
    """``inspectWanted`` asks for the inspector."""

    inspectWanted = Signal()

    def __init__(
        self, document: Document, parent: QWidget | None = None, *, session: Session | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.document = document
        self.view = TopologyView(document)
        Ring(self.view)
        preferences = Preferences()
        self.minimap = Minimap(self.view, preferences.text("overview"))
        self.minimap.placed.connect(lambda corner: preferences.set("overview", corner))
        self.palette_panel = PalettePanel(document)
        self.outline = OutlinePanel(document, self.view.topology_scene)
        self.popup: Picker | None = None
        self._buttons: list[tuple[QToolButton, str]] = []
        side = self.side = Tabs()
        side.setAccessibleName(tr("Outline and components"))
        side.tabBar().setAccessibleName(tr("Outline and components"))
        side.addTab(self.outline, tr("Outline"))
        side.addTab(self.palette_panel, tr("Add"))
        # A message may lie over a table that fills a page, but not over what one drags from.
        self.checklist = Checklist(document)
        for listed in (self.outline.tree, self.palette_panel.list, self.checklist):
            listed.setProperty(UNCOVERED, True)
        side.addTab(self.checklist, "")
        self.checklist.counted.connect(self._count_missing)
        self.checklist.finished.connect(self.view.setFocus)
        self.checklist.selectWanted.connect(self._select)
        self.checklist.addWanted.connect(self._add_lacking)
        self._count_missing(0)
        if session is not None:
            self.checklist.heed(session.silence)
        self.checklist.refresh()
        side.setDocumentMode(True)
        middle = self._middle = QWidget()
        box = QVBoxLayout(middle)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self._toolbar())
        box.addWidget(self.view, 1)
        self.load = None if session is None else LoadBar(session, self.view.topology_scene)
        if self.load is not None:
            box.addWidget(self.load)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(side)
        splitter.addWidget(middle)
        splitter.setStretchFactor(1, 1)
        side.setMinimumWidth(theme().px(176))
        splitter.setSizes([theme().px(NARROW_SIDE), theme().px(700)])
        self._splitter, self._sized = splitter, False
        splitter.splitterMoved.connect(self._moved)
        self.outline.filled.connect(self._fit_side)
        self.outline.picked.connect(self.view.show_selected)
        splitter.setCollapsible(1, False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)
        self.view.addWanted.connect(self.ask_to_add)
        self.view.menuWanted.connect(self._menu)
        self.view.said.connect(self._said)
        self.view.missingWanted.connect(self.show_missing)
        self.view.refused.connect(lambda text: document.notice.emit("refusal", text))
        self.view.inspectWanted.connect(self.inspectWanted)
        self.palette_panel.addWanted.connect(self._add_kind)
        self.palette_panel.templateWanted.connect(self.view.actions_on.insert_template)
        self.blank = Blank(self.view, offered(document.catalogue))
        self.blank.templateWanted.connect(self._begin_with)
        self.view.topology_scene.laidOut.connect(self._blank)
        self.view.dragging.connect(self._blank)
        self._blank()
        theme().changed.connect(self._icons)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_side()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_side()

    def _fit_side(self) -> None:
        """As wide as its tabs and the names in the outline, until somebody moves its edge.

        Tabs else hide behind arrows, in German or in large letters. Never so wide that the canvas
        has less than half of the page.
        """
        if self._sized or not self.isVisible():
            return
        now, px = sum(self._splitter.sizes()), theme().px
        # The count of what is missing comes later, and the chosen name is bold.
        tabs = self.side.tabBar().sizeHint().width() + px(40)
        names = min(self.outline.wanted_width(), px(WIDE_SIDE))
        # Of the window: as the inspector opens, the palette must not move under the pointer.
        least = px(SIDE if self.window().width() >= px(ROOMY) else NARROW_SIDE)
        width = min(max(tabs, names, least), now // 2)
        if width != self._splitter.sizes()[0]:
            self._splitter.setSizes([width, now - width])

    def make_room(self, *, cramped: bool) -> bool:
        """One pane of two where the inspector takes the room of the other: the one in use stays.

        Whether that is another one than before.
        """
        focus = QApplication.focusWidget()
        listed = focus is not None and self.side.isAncestorOf(focus)
        before = self.side.isHidden(), self._middle.isHidden()
        self.side.setVisible(not cramped or listed)
        self._middle.setVisible(not cramped or not listed)
        return before != (self.side.isHidden(), self._middle.isHidden())

    def _moved(self, *_place: int) -> None:
        self._sized = True

    def _toolbar(self) -> QWidget:
        bar = QWidget()
        bar.setObjectName("header")
        row = QHBoxLayout(bar)
        px = theme().px
        row.setContentsMargins(px(8), px(4), px(8), px(4))
        row.setSpacing(px(16))
        tools: list[QWidget] = []
        for icon, text, act in (
            ("zoom-in", tr("Zoom in"), lambda: self.view.zoom(1.25)),
            ("zoom-out", tr("Zoom out"), lambda: self.view.zoom(0.8)),
            ("maximize", tr("Fit everything"), self.view.fit),
            ("scale", tr("Fit the selection"), lambda: self.view.fit(selection=True)),
            (
                "workflow",
                tr("Automatic layout, of the selection or of all"),
                self.view.actions_on.automatic_layout,
            ),
        ):
            tools.append(self._button(icon, text, act))
        self.overview = self._button("map", tr("Overview: where it stands"), self._ask_overview)
        tools.append(self.overview)
        self.passage = self._button(
            "waypoints", tr("Where the response time goes, on the boxes"), self._show_passage
        )
        self.passage.setCheckable(True)
        self.passage.setChecked(Preferences().text("passage") != "no")
        self.view.topology_scene.show_passage(self.passage.isChecked())
        tools.append(self.passage)
        for how, icon, text in ARRANGEMENTS:
            tools.append(
                self._button(
                    icon, tr(text), lambda how=how: self.view.actions_on.arrange_selection(how)
                )
            )
        row.addWidget(Overflow(tr("More of the toolbar"), tools))
        self.hint = ElidedLabel()
        self.hint.setProperty("role", "error")
        self.hint.setAccessibleName(tr("Why this is refused"))
        # What is said while a box is dragged must not move the canvas under it.
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row.addWidget(self.hint, 1)
        return bar

    def _button(self, icon: str, text: str, act: object) -> QToolButton:
        button = Tool()
        button.setIcon(theme().icon(icon))
        button.setIconSize(QSize(theme().px(16), theme().px(16)))
        button.setToolTip(text)
        button.setAccessibleName(text)
        button.clicked.connect(act)
        self._buttons.append((button, icon))
        return button

    def _ask_overview(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.minimap.fill(menu)
        menu.popup(self.overview.mapToGlobal(self.overview.rect().bottomLeft()))

    def _show_passage(self, wanted: bool) -> None:
        Preferences().set("passage", "yes" if wanted else "no")
        self.view.topology_scene.show_passage(wanted)

    def _icons(self) -> None:
        for button, icon in self._buttons:
            button.setIcon(theme().icon(icon))

    def _said(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setToolTip(text)

    def _begin_with(self, template: str) -> None:
        self.view.actions_on.insert_template(template)
        # The button that had the keys is gone: they are not to go to the first box of the window.
        self.view.setFocus()

    def _blank(self, dragging: bool = False) -> None:
        """An empty canvas says how to begin, except while something is dragged over it."""
        wanted = not self.view.topology_scene.boxes and not dragging
        if wanted:
            self.blank.place()
        self.blank.setVisible(wanted)

    # -- what is missing -------------------------------------------------------------------------

    def _count_missing(self, count: int) -> None:
        text = tr("Missing") + (f"  {count}" if count else "")
        self.side.setTabText(2, text)

    def _select(self, component: str) -> None:
        if component in self.document.topology:
            self.view.topology_scene.reveal(component)
            self.document.select([component])
            self.view.show_selected()

    def show_missing(self, component: str = "") -> None:
        """The list of what is missing, with the keyboard in it."""
        self.side.setCurrentWidget(self.checklist)
        self.checklist.begin(component)

    def _add_lacking(self, kind: str, component: str) -> None:
        if component in self.document.topology:
            self.document.select([component])
        self._add_kind(kind, component)

    # -- popups ----------------------------------------------------------------------------------

    def ask_to_add(self, container: str, typed: str = "", where: QPoint | None = None) -> None:
        """The type-to-add popup for a container (the nearest around it that takes anything)."""
        topology, catalogue = self.document.topology, self.document.catalogue
        parent: str | None = container or None
        while parent is not None and not catalogue.children_of(topology[parent].kind):
            parent = topology[parent].parent
        kinds = catalogue.children_of(None if parent is None else topology[parent].kind)
        choices = [
            Choice(k.name, spoken_label(k.title), k.subsystem, icon_of(k.name)) for k in kinds
        ]
        title = (
            tr("Add on its own: type a kind, then a name")
            if parent is None
            else tr("Add to {name}: type a kind, then a name", name=topology[parent].name)
        )

        def chosen(kind: str, name: str) -> None:
            refusal = editing.add(self.document, kind, parent, name)
            if refusal is not None:
                self.document.notice.emit("warning", refusal)
            else:
                self.view.show_selected()
            self.view.setFocus()

        self._open(Picker(self, title, choices, chosen, typed=typed, free_text=True), where)

    def ask_to_link(self) -> None:
        """Choose what the selected component is to be linked to."""
        chosen = self.document.selection
        if not chosen:
            return
        source, topology = chosen[-1], self.document.topology
        choices = [
            Choice(c.id, c.name, self._kind_title(c.kind), icon_of(c.kind))
            for c in topology
            if editing.link_between(self.document, source, c.id)[0] is not None
        ]
        if not choices:
            some = next((c.id for c in topology if c.id != source), source)
            self.document.notice.emit(
                "warning", editing.link_between(self.document, source, some)[1]
            )
            return

        def link(target: str, _rest: str) -> None:
            refusal = editing.connect(self.document, source, target)
            if refusal is not None:
                self.document.notice.emit("warning", refusal)

        self._open(Picker(self, tr("Link {name} to", name=topology[source].name), choices, link))

    def ask_to_move(self) -> None:
        """Choose the container that the selection moves to."""
        chosen = self.document.selection
        if not chosen:
            return
        topology = self.document.topology
        choices = [
            Choice(c.id, c.name, self._kind_title(c.kind), icon_of(c.kind))
            for c in topology
            if all(
                editing.placement_refusal(self.document, topology[m].kind, c.id, m) is None
                for m in chosen
            )
        ]
        if all(
            editing.placement_refusal(self.document, topology[m].kind, None, m) is None
            for m in chosen
        ):
            choices.append(Choice("", tr("the top level"), "", "layers"))

        def move(target: str, _rest: str) -> None:
            refusal = editing.move_into(self.document, chosen, target or None)
            if refusal is not None:
                self.document.notice.emit("warning", refusal)

        self._open(Picker(self, tr("Move to"), choices, move))

    def _kind_title(self, kind: str) -> str:
        found = self.document.catalogue.get(kind)
        return kind if found is None else spoken_label(found.title)

    def _open(self, picker: Picker, where: QPoint | None = None) -> None:
        self.popup = picker
        picker.open_at(
            where or self.view.viewport().mapToGlobal(self.view.viewport().rect().center())
        )

    def _add_kind(self, kind: str, lacking: str = "") -> None:
        """Where it fits; in which of several is asked for. ``lacking`` goes without one so far."""
        topology = self.document.topology
        parent = self.document.selection[-1] if self.document.selection else None
        while parent is not None:
            if editing.placement_refusal(self.document, kind, parent) is None:
                break
            parent = topology[parent].parent
        if parent is None and editing.placement_refusal(self.document, kind, None) is not None:
            fits = [
                c.id
                for c in topology
                if editing.placement_refusal(self.document, kind, c.id) is None
            ]
            if len(fits) > 1:
                title = tr("Add {kind} to", kind=self._kind_title(kind))
                choices = [
                    Choice(c, topology[c].name, self._kind_title(topology[c].kind), icon_of(kind))
                    for c in fits
                ]
                added = partial(self._add_to, kind, lacking)
                self._open(Picker(self, title, choices, lambda home, _rest: added(home)))
                return
            parent = fits[0] if fits else None
        self._add_to(kind, lacking, parent)

    def _add_to(self, kind: str, lacking: str, parent: str | None) -> None:
        refusal = editing.add(self.document, kind, parent, beside=lacking)
        if refusal is not None:
            self.document.notice.emit("warning", refusal)
        else:
            self.view.show_selected()

    def _menu(self, component: str, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Add…"), lambda: self.ask_to_add(component, "", where))
        if component:
            if self.document.topology.children(component):
                box = self.view.topology_scene.boxes.get(component)
                text = tr("Close") if box is not None and box.open else tr("Open")
                menu.addAction(text, lambda: self.view.topology_scene.toggle(component))
            menu.addAction(tr("Rename"), self.view.ask_to_rename)
            menu.addAction(tr("Link to…"), self.ask_to_link)
            menu.addAction(tr("Move to…"), self.ask_to_move)
            menu.addSeparator()
            menu.addAction(tr("Cut"), self.view.actions_on.cut_selection)
            menu.addAction(tr("Copy"), self.view.actions_on.copy_selection)
            menu.addAction(tr("Duplicate"), self.view.actions_on.duplicate_selection)
        menu.addAction(tr("Paste"), self.view.actions_on.paste)
        if component:
            menu.addAction(tr("Delete"), self.view.actions_on.delete_selection)
        menu.popup(where)
