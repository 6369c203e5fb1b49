"""The outline: the canvas as a tree, for screen readers and for finding things."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.window.canvas.faces import Face, icon_of
from app.window.canvas.scene import TopologyScene
from app.window.document import Document
from app.window.i18n import tr
from app.window.names import component_name, is_shared, kind_title, numbered
from app.window.theme import theme
from app.window.widgets.whole_rows import WholeRows
from model.topology import Topology

# The scroll bar, the frame and the figure's own margins, in pixels of the design.
BESIDE = 16


class OutlinePanel(QWidget):
    """Mirrors topology, utilisation and selection; selecting here selects on the canvas.

    ``filled`` when the first components are listed, ``picked`` when one was selected here.
    """

    filled = Signal()
    picked = Signal()

    def __init__(
        self, document: Document, scene: TopologyScene, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("outlinePanel")
        self._document = document
        self._scene = scene
        self._items: dict[str, QTreeWidgetItem] = {}
        self._built: list[tuple[str, str | None, str]] = []
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Outline of the topology"))
        self.tree.setHeaderLabels([tr("Component"), tr("Busy")])
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(theme().px(12))
        self.tree.setIconSize(QSize(theme().px(16), theme().px(16)))
        self.tree.setTextElideMode(Qt.TextElideMode.ElideRight)
        theme().follow(self, self._rebuild)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, theme().px(8), 0, 0)
        box.addWidget(self.tree)
        WholeRows(self.tree)
        self.tree.itemSelectionChanged.connect(self._chosen)
        document.topologyChanged.connect(self._on_topology)
        # An edit is told of several times; the figures are worked out once, after the last.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._figures)
        self._said: dict[str, Face] = {}
        scene.refreshed.connect(self._soon.start)
        document.selectionChanged.connect(self._mirror)
        self._rebuild()

    def _on_topology(self) -> None:
        shape = [(c.id, c.parent, c.name) for c in self._document.topology]
        if shape != self._built and not self._amend(shape):
            self._rebuild()

    def _amend(self, shape: list[tuple[str, str | None, str]]) -> bool:
        """Take away and add what went and came; whether that is all that is different.

        A new tree of 500 components takes the window's thread 40 ms.
        """
        old, new = dict.fromkeys(self._built), dict.fromkeys(shape)
        gone = {name: called for name, parent, called in old if (name, parent, called) not in new}
        came = [told for told in shape if told not in old]
        if [told for told in self._built if told in new] + came != shape:
            return False
        if not self._items or any(name in gone for name, _parent, _called in came):
            return False
        self._built = shape
        topology = self._document.topology
        with QSignalBlocker(self.tree):
            for name, parent, _called in old:
                if name not in gone:
                    continue
                item = self._items.pop(name)
                self._said.pop(name, None)
                if parent in gone:
                    # It went with what it stands in.
                    continue
                row = self.tree.indexOfTopLevelItem(item)
                if row >= 0:
                    self.tree.takeTopLevelItem(row)
                else:
                    item.parent().removeChild(item)
            for name, _parent, _called in came:
                self._item(name)
            for name, parent, _called in came:
                item = self._items[name]
                item.setExpanded(parent is None or item.childCount() <= 12)
            # Those that are called so too are told apart, or need no longer be.
            names = {*gone.values(), *(called for _name, _parent, called in came)}
            for component in topology:
                if component.name in names:
                    self._items[component.id].setText(0, _told(topology, component.id))
        self._figures()
        self._mirror()
        return True

    def wanted_width(self) -> int:
        """What shows the names of what is open whole, beside how busy it is."""
        self.tree.ensurePolished()
        names = max(self.tree.sizeHintForColumn(0), 0)
        return names + self.tree.header().sectionSizeHint(1) + theme().px(BESIDE)

    def _rebuild(self) -> None:
        before = bool(self._items)
        topology = self._document.topology
        self._built = [(c.id, c.parent, c.name) for c in topology]
        with QSignalBlocker(self.tree):
            self.tree.clear()
            self._items.clear()
            self._said.clear()
            for component in topology:
                self._item(component.id)
            for name, item in self._items.items():
                item.setExpanded(topology[name].parent is None or item.childCount() <= 12)
        self._figures()
        self._mirror()
        if self._items and not before:
            self.filled.emit()

    def _item(self, name: str) -> QTreeWidgetItem:
        found = self._items.get(name)
        if found is not None:
            return found
        component = self._document.topology[name]
        title = kind_title(component.kind)
        item = QTreeWidgetItem([_told(self._document.topology, name), ""])
        item.setIcon(0, theme().icon(icon_of(component.kind), "muted"))
        item.setToolTip(0, f"{component.name}\n{title}")
        item.setData(0, Qt.ItemDataRole.UserRole, name)
        self._items[name] = item
        parent = component.parent
        if parent is not None and parent in self._document.topology and parent != name:
            self._item(parent).addChild(item)
        else:
            self.tree.addTopLevelItem(item)
        return item

    def _figures(self) -> None:
        """Mirror how busy everything is."""
        if not self.isVisible() and self._items:
            return
        faces, told = self._scene.faces, self._said
        # As wide as its contents, the column is measured whole at every figure that changes.
        header = self.tree.header()
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        for name, item in self._items.items():
            face, last = faces.get(name), told.get(name)
            if face is None or face is last:
                continue
            told[name] = face
            if last is None or (face.figure, face.spoken) != (last.figure, last.spoken):
                item.setText(1, face.figure)
                item.setData(0, Qt.ItemDataRole.AccessibleTextRole, face.spoken)
                # A cell of its own to screen readers, which would say nothing of an empty one.
                busy = f"{tr('Busy')} {face.figure}" if face.figure else tr("no utilisation known")
                item.setData(1, Qt.ItemDataRole.AccessibleTextRole, busy)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)

    def showEvent(self, event: object) -> None:
        self._figures()

    def _mirror(self) -> None:
        chosen = set(self._document.selection)
        with QSignalBlocker(self.tree):
            for name, item in self._items.items():
                if item.isSelected() != (name in chosen):
                    item.setSelected(name in chosen)
            if len(chosen) == 1:
                item = self._items[next(iter(chosen))]
                self.tree.scrollToItem(item)

    def _chosen(self) -> None:
        names = [str(i.data(0, Qt.ItemDataRole.UserRole)) for i in self.tree.selectedItems()]
        self._document.select(names)
        if len(names) == 1:
            self.picked.emit()


def _told(topology: Topology, name: str) -> str:
    """What a component is called below its container: what that has said already is left out.

    Names repeat (an LPAR, its dump options, its network node): below their namesake the kind
    tells them apart, and the parts of MQA1 are page sets 1 and 2 rather than MQA1/1 and MQA1/2, of
    which the narrow panel shows the same beginning only.
    """
    found = topology[name]
    if found.parent is None or found.parent not in topology:
        return component_name(topology, name)
    above = topology[found.parent].name
    if found.name == above:
        return kind_title(found.kind)
    rest = found.name.removeprefix(f"{above}/")
    if rest == found.name:
        namesakes = (c for c in topology.children(found.parent) if c.name == found.name)
        if sum(1 for _ in namesakes) > 1:
            return component_name(topology, name)
    elif is_shared(topology, found.name):
        # A number is told from its namesakes by its kind, which it has once.
        return numbered(found.kind, rest) or f"{rest} ({kind_title(found.kind)})"
    return numbered(found.kind, rest) or rest
