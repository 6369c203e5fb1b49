"""The palette: every kind of component, to drag onto the canvas or add with Enter."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.window.canvas.faces import icon_of
from app.window.canvas.picker import matches
from app.window.canvas.view import KIND_MIME
from app.window.document import Document
from app.window.i18n import spoken, spoken_label, tr
from app.window.theme import theme


class _KindList(QListWidget):
    """Drags kinds."""

    def startDrag(self, supported: Qt.DropAction) -> None:
        item = self.currentItem()
        kind = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        if kind is None:
            return
        data = QMimeData()
        data.setData(KIND_MIME, str(kind).encode())
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.setPixmap(theme().pixmap(icon_of(str(kind)), 24, "accent"))
        drag.exec(Qt.DropAction.CopyAction)


class PalettePanel(QWidget):
    """The list with its filter. ``addWanted`` names the kind chosen with Enter or double click."""

    addWanted = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._filled = False
        self.setObjectName("palettePanel")
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(tr("Filter components"))
        self.filter.setAccessibleName(tr("Filter components"))
        self.filter.setClearButtonEnabled(False)
        self.list = _KindList()
        self.list.setDragEnabled(True)
        self.list.setAccessibleName(tr("Components to add"))
        self.list.setUniformItemSizes(True)
        box = QVBoxLayout(self)
        px = theme().px
        box.setContentsMargins(px(8), px(8), px(8), px(8))
        box.addWidget(self.filter)
        box.addWidget(self.list)
        self.filter.textChanged.connect(self._show)
        self.list.itemActivated.connect(
            lambda item: self.addWanted.emit(str(item.data(Qt.ItemDataRole.UserRole)))
        )
        theme().follow(self, self._fill)

    def showEvent(self, event: object) -> None:
        if not self._filled:
            self._fill()

    def _fill(self) -> None:
        self._filled = True
        self.list.clear()
        kinds = sorted(
            self._document.catalogue, key=lambda k: (k.parents != (None,), k.subsystem, k.title)
        )
        for kind in kinds:
            title = spoken_label(kind.title)
            item = QListWidgetItem(theme().icon(icon_of(kind.name), "muted"), title)
            item.setData(Qt.ItemDataRole.UserRole, kind.name)
            item.setToolTip(spoken(kind.doc) or title)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, title)
            self.list.addItem(item)
        self._show(self.filter.text())

    def _show(self, typed: str) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            named = f"{item.text()} {item.data(Qt.ItemDataRole.UserRole)}"
            item.setHidden(matches(named, typed) is None)
