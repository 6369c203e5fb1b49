"""The scenario selector: choose, branch, rename, note, delete."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QWidget,
)

from app.window.document import Document
from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.basics import Tool, button, label, restyle, rows
from app.window.widgets.inputs import ComboBox
from app.window.widgets.naming import NameEdit

if TYPE_CHECKING:
    from app.window.shell.carrying import CarryingPopup


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
        self.box = ComboBox()
        self.box.setAccessibleName(tr("Scenario on show"))
        self.box.setMinimumWidth(px(168))
        name.setBuddy(self.box)
        self.box.activated.connect(self._choose)
        self.branch = button(tr("Branch"), document.branch, icon="git-branch")
        self.branch.setToolTip(tr("Start a scenario from what is on show"))
        self.more = Tool()
        self._dress()
        theme().follow(self, self._dress)
        self.more.setAccessibleName(tr("More about this scenario"))
        self.more.setToolTip(tr("More about this scenario"))
        self.more.clicked.connect(self._menu)
        self.name_edit = NameEdit(tr("Name of the scenario"))
        self.name_edit.setMinimumWidth(px(168))
        self.name_edit.named.connect(self._rename)
        self.name_edit.left.connect(self.box.show)
        self._named = ""
        self.popup: NotePopup | None = None
        self.steps: CarryingPopup | None = None
        self._label = name
        for widget in (name, self.box, self.name_edit, self.branch, self.more):
            row.addWidget(widget)
        self._mirrored: tuple[object, ...] = (self, self, self)
        document.stateChanged.connect(self.refresh)
        document.scenarioChanged.connect(self.refresh)
        self.refresh()

    def fold(self, *, folded: bool, small: bool) -> None:
        """Take less room: the button keeps its icon, the list is narrower."""
        self._label.setVisible(not folded)
        self.branch.setText("" if folded else tr("Branch"))
        self.branch.setProperty("small", folded)
        restyle(self.branch)
        self.box.setMinimumWidth(theme().px(88 if small else 112 if folded else 168))

    def _dress(self) -> None:
        px = theme().px
        self.more.setIcon(theme().icon("chevron-down"))
        self.more.setIconSize(QSize(px(16), px(16)))

    def refresh(self) -> None:
        """Mirror the document, which tells of an edit twice: of its state and of its scenario."""
        mirrored = (self.document.state, self.document.current, self.document.scenario)
        if all(map(is_, mirrored, self._mirrored)):
            return
        self._mirrored = mirrored
        wanted: list[tuple[str, object]] = [(tr("As-is"), None)]
        # Each below what it was branched from, as on the Compare page.
        wanted += [("\u2003" * depth + s.name, s.name) for depth, s in self.document.state.tree()]
        with QSignalBlocker(self.box):
            self.box.offer(wanted)
            place = next((i for i, w in enumerate(wanted) if w[1] == self.document.current), 0)
            self.box.setCurrentIndex(place)
        scenario = self.document.scenario
        said = () if scenario is None else (scenario.name, scenario.note)
        self.box.setToolTip("\n".join(text for text in said if text))
        self.more.setEnabled(scenario is not None)

    def _choose(self) -> None:
        name = self.box.currentData()
        self.document.show_scenario(None if name is None else str(name))

    def _menu(self) -> None:
        name = self.document.current
        if name is None:
            return
        menu = QMenu(self)
        menu.addAction(tr("Rename"), lambda: self.rename(name))
        menu.addAction(tr("Note…"), lambda: self.note(name))
        menu.addAction(tr("What would have to be done…"), self.carry_out)
        menu.addAction(tr("Delete"), lambda: self.document.delete_scenario(name))
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def carry_out(self) -> None:
        """Show what the customer would have to do for the scenario on show."""
        from app.window.shell.carrying import CarryingPopup

        self.steps = CarryingPopup(self, self.document)
        where = self.mapToGlobal(self.rect().bottomRight())
        self.steps.open_at(QPoint(where.x() - self.steps.width(), where.y()))

    def rename(self, name: str) -> None:
        """Type another name where the name stands."""
        self._named = name
        self.box.hide()
        self.name_edit.begin(name)

    def _rename(self, text: str) -> None:
        refusal = self.document.rename_scenario(self._named, text)
        if refusal is not None:
            self.document.notice.emit("refusal", refusal)
            QTimer.singleShot(0, self, lambda: self._again(text))

    def _again(self, text: str) -> None:
        """Go on with a name that was refused where it was typed."""
        self.box.hide()
        self.name_edit.begin(text)

    def note(self, name: str) -> None:
        """Write a note below the scenario's name; it is kept when the field closes."""
        scenario = self.document.state.scenario(name)
        self.popup = NotePopup(
            self,
            tr("What is “{name}” for?", name=name),
            "" if scenario is None else scenario.note,
            lambda text: self.document.note_scenario(name, text),
        )
        self.popup.open_at(self.box.mapToGlobal(self.box.rect().bottomLeft()))


class NotePopup(QFrame):
    """A few lines of text; leaving or Ctrl+Enter keeps them, Esc does not."""

    def __init__(
        self, parent: QWidget, title: str, text: str, kept: Callable[[str], object]
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(title)
        self._before, self._kept, self._keep = text, kept, True
        box = rows(self, margin=8, spacing=4)
        box.addWidget(label(title, "small"))
        self.field = QPlainTextEdit(text)
        self.field.setAccessibleName(title)
        self.field.setTabChangesFocus(True)
        self.field.installEventFilter(self)
        box.addWidget(self.field)
        box.addWidget(label(tr("Ctrl+Enter keeps the note, Esc does not"), "small"))
        self.resize(theme().px(360), theme().px(176))

    def open_at(self, where: QPoint) -> None:
        """Show the field at a global position, with the keyboard in it."""
        self.move(where)
        self.show()
        self.field.setFocus()
        self.field.moveCursor(QTextCursor.MoveOperation.End)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                self._keep = False
                self.close()
                return True
            control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.close()
                return True
        return False

    def closeEvent(self, event: QCloseEvent) -> None:
        keep, self._keep = self._keep, False
        text = self.field.toPlainText().strip()
        super().closeEvent(event)
        if keep and text != self._before:
            self._kept(text)
