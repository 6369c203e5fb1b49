"""The scenario selector: choose, branch, rename, note, delete."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QInputDialog, QMenu, QToolButton, QWidget

from app.window.document import Document
from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.basics import button, label


class ScenarioSelector(QWidget):
    """As-is and the scenarios."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        px = theme().px
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(6))
        name = label(tr("Scenario"), "muted")
        self.box = QComboBox()
        self.box.setAccessibleName(tr("Scenario on show"))
        self.box.setMinimumWidth(px(168))
        name.setBuddy(self.box)
        self.box.activated.connect(self._choose)
        self.branch = button(tr("Branch"), document.branch, icon="git-branch")
        self.branch.setToolTip(tr("Start a scenario from what is on show"))
        self.more = QToolButton()
        self.more.setIcon(theme().icon("chevron-down"))
        self.more.setIconSize(QSize(px(16), px(16)))
        self.more.setAccessibleName(tr("More about this scenario"))
        self.more.setToolTip(tr("More about this scenario"))
        self.more.clicked.connect(self._menu)
        for widget in (name, self.box, self.branch, self.more):
            row.addWidget(widget)
        document.stateChanged.connect(self.refresh)
        document.scenarioChanged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Mirror the document."""
        wanted: list[tuple[str, str | None]] = [(tr("As-is"), None)]
        wanted += [(s.name, s.name) for s in self.document.state.scenarios]
        shown = [(self.box.itemText(i), self.box.itemData(i)) for i in range(self.box.count())]
        with QSignalBlocker(self.box):
            if shown != wanted:
                self.box.clear()
                for text, data in wanted:
                    self.box.addItem(text, data)
            place = next((i for i, w in enumerate(wanted) if w[1] == self.document.current), 0)
            self.box.setCurrentIndex(place)
        self.more.setEnabled(self.document.current is not None)

    def _choose(self) -> None:
        name = self.box.currentData()
        self.document.show_scenario(None if name is None else str(name))

    def _menu(self) -> None:
        name = self.document.current
        if name is None:
            return
        menu = QMenu(self)
        menu.addAction(tr("Rename…"), lambda: self.rename(name))
        menu.addAction(tr("Note…"), lambda: self.note(name))
        menu.addAction(tr("Delete"), lambda: self.document.delete_scenario(name))
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def rename(self, name: str) -> None:
        """Ask for another name."""
        text, good = QInputDialog.getText(self, tr("Rename the scenario"), tr("Name"), text=name)
        if good:
            refusal = self.document.rename_scenario(name, text)
            if refusal is not None:
                self.document.notice.emit("warning", refusal)

    def note(self, name: str) -> None:
        """Ask for a note."""
        scenario = self.document.state.scenario(name)
        text, good = QInputDialog.getMultiLineText(
            self,
            tr("Note"),
            tr("What is “{name}” for?", name=name),
            "" if scenario is None else scenario.note,
        )
        if good:
            self.document.note_scenario(name, text)
