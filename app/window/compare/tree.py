"""The scenarios as a tree: each below what it was branched from, with all that is done to them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint, QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.window.canvas.picker import Choice, Picker
from app.window.compare.merging import MergeDialog
from app.window.document import Document
from app.window.document.state import Decided
from app.window.i18n import several, tr
from app.window.shell.scenarios import NotePopup
from app.window.theme import theme
from app.window.widgets.basics import button, rows
from app.window.widgets.flow import FlowLayout
from app.window.widgets.inputs import apart
from app.window.widgets.whole_rows import WholeRows

NAME = Qt.ItemDataRole.UserRole
NOTED = 2
"""The column that shows which scenarios have a note; a click opens it."""
PART = 16
NOTE_PX = 26
NAME_PX = 96
"""What a name has beside the lines of the tree, in pixels of the design."""
NARROW_PX = 280
"""Below this a name stands alone: how many changes it has is in the table too."""


@dataclass(frozen=True)
class _Row:
    """What a line of the tree says."""

    depth: int
    name: str
    note: str
    changes: int


def _line(row: _Row) -> QTreeWidgetItem:
    item = QTreeWidgetItem()
    item.setIcon(0, theme().icon("git-branch", "muted"))
    item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
    _label(item, row)
    return item


def _label(item: QTreeWidgetItem, row: _Row) -> None:
    item.setText(0, row.name)
    item.setText(1, str(row.changes))
    item.setData(0, NAME, row.name)
    item.setToolTip(0, "\n".join(t for t in (row.name, row.note) if t))
    item.setIcon(NOTED, theme().icon("file-text", "muted") if row.note else QIcon())
    item.setToolTip(NOTED, row.note)
    said = tr("Note: {note}", note=row.note) if row.note else tr("no note")
    item.setData(NOTED, Qt.ItemDataRole.AccessibleTextRole, said)


class ScenarioTree(QWidget):
    """As-is at the top; choosing a scenario shows it everywhere."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.popup: Picker | NotePopup | None = None
        self.dialog: MergeDialog | None = None
        px = theme().px
        box = rows(self, spacing=6)
        self.tree = _Tree(self)
        self.tree.setAccessibleName(tr("Tree of scenarios"))
        self.tree.setHeaderLabels([tr("Scenario"), tr("Changes"), ""])
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(NOTED, QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(px(NOTE_PX))
        header.resizeSection(NOTED, px(NOTE_PX))
        self.tree.headerItem().setToolTip(NOTED, tr("Note"))
        header.sectionResized.connect(self._resized)
        self.tree.setIconSize(QSize(px(PART), px(PART)))
        self.tree.setUniformRowHeights(True)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.setMinimumWidth(px(176))
        WholeRows(self.tree)
        box.addWidget(self.tree, 1)
        acts = FlowLayout(spacing=6)
        self.branch = button(tr("Branch"), document.branch, icon="git-branch")
        self.branch.setToolTip(tr("Start a scenario from what is on show"))
        self.merge = button(tr("Merge…"), self.ask_to_merge)
        self.more = button(tr("More…"), self._more)
        for made in (self.branch, self.merge, self.more):
            acts.addWidget(made)
        box.addLayout(acts)
        self._items: dict[str | None, QTreeWidgetItem] = {}
        self._rows: list[_Row] = []  # what stands there, and the item of each
        self._lines: list[QTreeWidgetItem] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._follow)
        self.tree.itemSelectionChanged.connect(self._chosen)
        self.tree.itemChanged.connect(self._named)
        self.tree.itemClicked.connect(self._clicked)
        self.tree.customContextMenuRequested.connect(
            lambda at: self._menu(self.tree.viewport().mapToGlobal(at))
        )
        document.stateChanged.connect(self.refresh)
        document.scenarioChanged.connect(self.refresh)
        theme().follow(self, self._rebuild)
        self._rebuild()
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < theme().px(NARROW_PX)
        self.tree.setColumnHidden(1, narrow)
        # Below each other the buttons leave the tree one line; merging is behind "More…" too.
        self.merge.setVisible(not narrow)

    def refresh(self) -> None:
        """Mirror the document: at once what is on show, a little later another tree."""
        document = self.document
        if self._wanted() != self._rows:
            # Not while the tree itself is at work: a name just typed comes from one of its items.
            self._soon.start()
        if not self._soon.isActive():
            self._mirror()
        here = document.scenario is not None
        self.more.setEnabled(here)
        others = here and any(document.mergeable(str(document.current)))
        self.merge.setEnabled(others)
        self.merge.setToolTip(
            tr("Branch this scenario and put the changes of another one on top")
            if others or not here
            else tr("No other scenario changes anything that this one does not.")
        )

    def _clicked(self, item: QTreeWidgetItem, column: int) -> None:
        if column == NOTED and not item.icon(NOTED).isNull():
            self.note()

    def _mirror(self) -> None:
        self.tree.setColumnHidden(NOTED, not any(row.note for row in self._rows))
        item = self._items.get(self.document.current)
        if item is not None and item is not self.tree.currentItem():
            with QSignalBlocker(self.tree):
                self.tree.setCurrentItem(item)

    def _wanted(self) -> list[_Row]:
        return [
            _Row(depth, scenario.name, scenario.note, len(scenario.changes))
            for depth, scenario in self.document.state.tree()
        ]

    def _follow(self) -> None:
        """Bring the tree to what is wanted: a branch of 500 scenarios is a line more."""
        old, new = self._rows, self._wanted()
        first, after = apart(old, new)
        gone, come = old[first : len(old) - after], new[first : len(new) - after]
        lines = self._lines[first : first + len(gone)]
        beyond = new[len(new) - after].depth if after else 0
        with QSignalBlocker(self.tree):
            if [row.depth for row in gone] == [row.depth for row in come]:
                for item, row in zip(lines, come, strict=True):
                    _label(item, row)
            elif old and not gone and len(come) == 1 and beyond <= come[0].depth:
                self._add(first, come[0])
            elif not come and len(gone) == 1 and beyond <= gone[0].depth:
                lines[0].parent().removeChild(lines[0])
                del self._lines[first]
            else:
                self._rebuild()
                return
        self._rows = new
        self._items = {None: self._items[None]}
        self._items.update(zip((row.name for row in new), self._lines, strict=True))
        self._indent()
        self._mirror()

    def _resized(self, section: int, _before: int, now: int) -> None:
        if section == 0:
            self._indent(now)

    def _indent(self, width: int | None = None) -> None:
        """What is branched nine times from one another still has room for its name."""
        px, column = theme().px, self.tree.header().sectionSize(0) if width is None else width
        deepest = 2 + max((row.depth for row in self._rows), default=0)
        self.tree.setIndentation(min(px(14), max(px(2), (column - px(NAME_PX)) // deepest)))

    def _add(self, place: int, row: _Row) -> None:
        """A line below its parent, behind those of the parent's that stand before it."""
        above, before = self._items[None], 0
        for depth, line in zip(
            reversed([r.depth for r in self._rows[:place]]),
            reversed(self._lines[:place]),
            strict=True,
        ):
            if depth < row.depth:
                above = line
                break
            before += depth == row.depth
        item = _line(row)
        above.insertChild(before, item)
        above.setExpanded(True)
        self._lines.insert(place, item)

    def _rebuild(self) -> None:
        self._rows = self._wanted()
        self._soon.stop()
        with QSignalBlocker(self.tree):
            self.tree.clear()
            root = QTreeWidgetItem([tr("As-is"), "", ""])
            root.setIcon(0, theme().icon("layers", "muted"))
            self._items, self._lines, above = {None: root}, [], [root]
            for row in self._rows:
                item = _line(row)
                del above[row.depth + 1 :]
                above[-1].addChild(item)
                above.append(item)
                self._items[row.name] = item
                self._lines.append(item)
            self.tree.addTopLevelItem(root)  # with all that is below it: one change, not 500
            self.tree.expandAll()
        self._indent()
        self._mirror()

    def _chosen(self) -> None:
        item = self.tree.currentItem()
        name = None if item is None else item.data(0, NAME)
        if name != self.document.current:
            self.document.show_scenario(None if name is None else str(name))

    def _more(self) -> None:
        self._menu(self.more.mapToGlobal(QPoint(0, self.more.height())))

    def _menu(self, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        here = self.document.scenario is not None
        for text, act, able in (
            (tr("Branch"), self.document.branch, True),
            (tr("Merge…"), self.ask_to_merge, self.merge.isEnabled()),
            (tr("Rename"), self.rename, here),
            (tr("Note…"), self.note, here),
            (tr("Delete"), self.delete, here),
        ):
            menu.addAction(text, act).setEnabled(able)
        menu.popup(where)

    # -- what is done to them --------------------------------------------------------------------

    def rename(self) -> None:
        """Type another name where the name stands."""
        if self.document.scenario is not None:
            self.tree.setFocus()
            self.tree.editItem(self.tree.currentItem(), 0)
            for field in self.tree.findChildren(QLineEdit):
                field.setAccessibleName(tr("Name of the scenario"))

    def _named(self, item: QTreeWidgetItem, column: int) -> None:
        if column != 0:
            return
        old, new = item.data(0, NAME), item.text(0)
        if old is None or str(old) == new:
            return
        refusal = self.document.rename_scenario(str(old), new)
        if refusal is not None:
            self.document.notice.emit("refusal", refusal)
            self._rows = []  # the item has the refused name
            self._soon.start()
            QTimer.singleShot(0, self, lambda: self._again(new))

    def _again(self, text: str) -> None:
        """Go on with a name that was refused where it was typed."""
        self._soon.stop()
        self._rebuild()
        self.rename()
        for field in self.tree.findChildren(QLineEdit):
            field.setText(text)
            field.selectAll()

    def note(self) -> None:
        """Write a note on the scenario; it is kept when the field closes."""
        scenario = self.document.scenario
        if scenario is None:
            return
        name = scenario.name
        self.popup = NotePopup(
            self,
            tr("What is “{name}” for?", name=name),
            scenario.note,
            lambda text: self.document.note_scenario(name, text),
        )
        self.popup.open_at(self.tree.mapToGlobal(QPoint(0, 0)))

    def delete(self) -> None:
        """Delete the scenario on show."""
        if self.document.scenario is not None:
            self.document.delete_scenario(self.document.scenario.name)

    def ask_to_merge(self) -> None:
        """Choose the scenario whose changes are put on top of this one's."""
        scenario = self.document.scenario
        if scenario is None:
            return
        choices = [
            Choice(
                s.name, s.name, several("{n} change", "{n} changes", len(s.changes)), "git-branch"
            )
            for s in self.document.mergeable(scenario.name)
        ]
        name = scenario.name

        def merge(other: str, kept: Collection[Decided]) -> None:
            refusal = self.document.merge_scenarios(name, other, kept)
            if refusal is not None:
                self.document.notice.emit("refusal", refusal)

        def chosen(other: str, _rest: str) -> None:
            contested = self.document.contested(name, other)
            if not contested:
                merge(other, ())
                return
            self.dialog = MergeDialog((name, other), contested, partial(merge, other), self)
            self.dialog.open()

        self.popup = Picker(self, tr("Merge {name} with", name=name), choices, chosen)
        self.popup.open_at(self.tree.mapToGlobal(QPoint(0, 0)))


class _Tree(QTreeWidget):
    """Delete deletes, Insert branches; F2 comes from the window."""

    def __init__(self, panel: ScenarioTree) -> None:
        super().__init__(panel)
        self._panel = panel

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self._panel.delete()
        elif event.key() == Qt.Key.Key_Insert:
            self._panel.document.branch()
        else:
            super().keyPressEvent(event)
