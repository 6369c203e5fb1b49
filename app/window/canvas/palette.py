"""The palette: templates and every kind of component by product, to drag or add with Enter."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.window.canvas.picker import matches
from app.window.canvas.view import KIND_MIME, TEMPLATE_MIME
from app.window.document import Document
from app.window.document.templates import offered
from app.window.i18n import mark, spoken, spoken_label, tr
from app.window.theme import theme
from app.window.widgets.basics import label
from app.window.widgets.guarded import guarded
from app.window.widgets.inputs import Line
from app.window.widgets.whole_rows import WholeRows

# What everything else stands on comes first, then products by name.
FIRST = ("Hardware", "z/OS")
Index = QModelIndex | QPersistentModelIndex
ROLE = Qt.ItemDataRole.UserRole
WORDS = Qt.ItemDataRole.UserRole + 1
GROUP = Qt.ItemDataRole.UserRole + 2
ICON = Qt.ItemDataRole.UserRole + 3
TEMPLATES = mark("Templates")


class _Wrapped(QStyledItemDelegate):
    """Names on as many lines as they need.

    Qt reckons their height without what the style sheet pads, and then elides where it pleases.
    """

    def __init__(self, view: QListWidget) -> None:
        super().__init__(view)
        self._view = view

    def _left(self) -> int:
        return self._view.iconSize().width() + theme().px(17)

    def _lines(self, option: QStyleOptionViewItem, index: Index) -> int:
        if index.data(GROUP):
            return 1
        metrics = option.fontMetrics
        # Lines are broken once, at the width beside the bar, whether it is there or not.
        bar = self._view.verticalScrollBar().sizeHint().width()
        beside = self._view.width() - 2 * self._view.frameWidth() - bar
        room = beside - self._left() - theme().px(10)
        area = QRect(0, 0, max(room, 1), 1000)
        tall = metrics.boundingRect(area, int(Qt.TextFlag.TextWordWrap), str(index.data())).height()
        return max(round(tall / metrics.lineSpacing()), 1)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        self.initStyleOption(option, index)
        lines = self._lines(option, index)
        whole, option.text = option.text, "X"
        style = self._view.style()
        one = style.sizeFromContents(
            QStyle.ContentsType.CT_ItemViewItem, option, QSize(), self._view
        )
        option.text = whole
        return QSize(one.width(), one.height() + (lines - 1) * option.fontMetrics.lineSpacing())

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.data(GROUP):
            super().paint(painter, option, index)
            return
        # One line too: Qt would cut it where by its own reckoning there is no room for it.
        self.initStyleOption(option, index)
        text, option.text = option.text, ""
        style = self._view.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, self._view)
        painter.save()
        painter.setFont(option.font)
        painter.setPen(theme().color("text"))
        flags = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(option.rect.adjusted(self._left(), 0, -theme().px(10), 0), flags, text)
        painter.restore()


class _KindList(QListWidget):
    """Drags kinds and templates."""

    def startDrag(self, supported: Qt.DropAction) -> None:
        item = self.currentItem()
        what = None if item is None else item.data(ROLE)
        if what is None:
            return
        mime, name = what
        data = QMimeData()
        data.setData(mime, str(name).encode())
        drag = QDrag(self)
        drag.setMimeData(data)
        icon = str(self.currentItem().data(ICON))
        drag.setPixmap(theme().pixmap(icon, 24, "accent"))
        drag.exec(Qt.DropAction.CopyAction)


class PalettePanel(QWidget):
    """The list with its filter.

    Signals
    -------
    addWanted       the kind chosen with Enter or double click.
    templateWanted  the template chosen so.
    """

    addWanted = Signal(str)
    templateWanted = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._filled = False
        self.setObjectName("palettePanel")
        self.filter = Line()
        self.filter.setPlaceholderText(tr("Filter components"))
        self.filter.setAccessibleName(tr("Filter components"))
        self.filter.setClearButtonEnabled(False)
        self.list = _KindList()
        self.list.setDragEnabled(True)
        self.list.setAccessibleName(tr("Components to add"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The names of templates say what is in them: rather on two lines than cut.
        self.list.setWordWrap(True)
        self.list.setItemDelegate(_Wrapped(self.list))
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setIconSize(QSize(theme().px(18), theme().px(18)))
        self.none = label("", "muted", wrap=True)
        self.none.hide()
        box = QVBoxLayout(self)
        px = theme().px
        box.setContentsMargins(px(8), px(8), px(8), px(8))
        box.addWidget(self.filter)
        box.addWidget(self.none)
        box.addWidget(self.list)
        WholeRows(self.list)
        self.filter.textChanged.connect(self._show)
        self.filter.returnPressed.connect(self._first)
        self.list.itemActivated.connect(self._chosen)
        theme().follow(self, self._fill)

    def showEvent(self, event: object) -> None:
        if not self._filled:
            self._fill()

    def _fill(self) -> None:
        self._filled = True
        self._show(self.filter.text())

    def _show(self, typed: str) -> None:
        """All in groups; of what is looked for the best first, without groups."""
        self.list.clear()
        templates = self._templates()
        entries = [*templates, *self._kinds()]
        if not typed.strip():
            last = None
            for group, item in entries:
                if group != last:
                    self.list.addItem(_heading(group))
                    last = group
                self.list.addItem(item)
        else:
            found = []
            for number, (_group, item) in enumerate(entries):
                ranks = [matches(str(word), typed) for word in item.data(WORDS)]
                fits = [rank for rank in ranks if rank is not None]
                if fits:
                    # Of what fits alike one box comes before a whole installation.
                    found.append((min(fits), number < len(templates), number, item))
            # Letters in between count only where nothing has the word.
            worst = 2 if any(rank <= 2 for rank, *_ in found) else 3
            found = [f for f in found if f[0] <= worst]
            for *_, item in sorted(found, key=lambda f: f[:3]):
                self.list.addItem(item)
            if found:
                self.list.setCurrentRow(0)
        self.none.setText(tr("Nothing to add is called “{text}”.", text=typed))
        self.none.setVisible(self.list.count() == 0)

    def _templates(self) -> list[tuple[str, QListWidgetItem]]:
        made = []
        for found in offered(self._document.catalogue):
            item = _entry("template", found.title, found.about, (TEMPLATE_MIME, found.id))
            item.setData(WORDS, [found.title])
            made.append((tr(TEMPLATES), item))
        return made

    def _kinds(self) -> list[tuple[str, QListWidgetItem]]:
        def place(group: str) -> int:
            return FIRST.index(group) if group in FIRST else len(FIRST)

        made = []
        kinds = list(self._document.catalogue)
        order = {kind.name: number for number, kind in enumerate(kinds)}
        for kind in sorted(kinds, key=lambda k: (place(k.subsystem), k.subsystem, order[k.name])):
            title = spoken_label(kind.title)
            about = spoken(kind.doc) or title
            item = _entry(kind.icon, title, about, (KIND_MIME, kind.name))
            words = [
                title,
                kind.title,
                kind.name.replace("_", " "),
                *kind.words.split(),
            ]
            item.setData(WORDS, [*words, f"{kind.subsystem} {title}"])
            made.append((spoken_label(kind.subsystem), item))
        return made

    def _first(self) -> None:
        for row in range(self.list.count()):
            if self.list.item(row).data(ROLE) is not None:
                self._chosen(self.list.item(row))
                return

    def _chosen(self, item: QListWidgetItem) -> None:
        what = item.data(ROLE)
        if what is None:
            return
        mime, name = what
        (self.templateWanted if mime == TEMPLATE_MIME else self.addWanted).emit(str(name))


def _entry(icon: str, title: str, about: str, what: tuple[str, str]) -> QListWidgetItem:
    item = QListWidgetItem(theme().icon(icon, "muted"), title)
    item.setData(ROLE, what)
    item.setData(ICON, icon)
    item.setToolTip(f"{title}\n{about}" if about != title else title)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, title)
    return item


def _heading(text: str) -> QListWidgetItem:
    item = QListWidgetItem(text.upper())
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    item.setFont(theme().font(11, bold=True))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, text)
    item.setData(GROUP, True)
    return item
