"""A small popup: type to filter, arrows and Enter to choose, Esc to leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
)
from PySide6.QtWidgets import QWidget as Widget

from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.guarded import guarded
from app.window.widgets.whole_rows import WholeRows

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Choice:
    """One line of the popup: what it stands for, its text and what is said beside it.

    ``value`` stands whole at the line's end, whatever else is cut.
    """

    key: str
    text: str
    detail: str = ""
    icon: str = ""
    value: str = ""


LEAST_LINES = 3
"""Room for what is said where nothing fits what was typed."""
_VALUE = Qt.ItemDataRole.UserRole + 1
_SHOWN = Qt.ItemDataRole.UserRole + 2


class _WithValue(QStyledItemDelegate):
    """The text, elided where it has to be, and the value at the end."""

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        value = str(index.data(_VALUE) or "")
        self.initStyleOption(option, index)
        option.text = str(index.data(_SHOWN))
        if not value:
            style = option.widget.style()
            style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
            return
        metrics = option.fontMetrics
        gap = theme().px(12)
        room = option.rect.width() // 2
        value = metrics.elidedText(value, Qt.TextElideMode.ElideRight, room)
        whole = QRect(option.rect)
        ground = QStyleOptionViewItem(option)
        ground.text, ground.icon = "", QIcon()
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, option.widget)
        option.rect.setRight(option.rect.right() - metrics.horizontalAdvance(value) - 2 * gap)
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        painter.save()
        painter.setPen(theme().color("muted"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(whole.adjusted(0, 0, -gap, 0), int(right), value)
        painter.restore()


def matches(text: str, typed: str) -> int | None:
    """How well ``typed`` fits ``text`` (smaller is better); ``None`` when it does not."""
    haystack, needle = text.lower(), typed.lower().strip()
    if not needle:
        return 0
    if haystack.startswith(needle):
        return 0
    if any(word.startswith(needle) for word in haystack.split()):
        return 1
    if needle in haystack:
        return 2
    place = 0
    for letter in needle:
        place = haystack.find(letter, place)
        if place < 0:
            return None
        place += 1
    return 3


class Picker(QFrame):
    """The popup; ``chosen`` gets the key and what stood in the field."""

    def __init__(
        self,
        parent: Widget,
        title: str,
        choices: Sequence[Choice],
        chosen: Callable[[str, str], None],
        *,
        typed: str = "",
        free_text: bool = False,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(title)
        self._choices = tuple(choices)
        self._chosen = chosen
        self._free_text = free_text
        box = QVBoxLayout(self)
        px = theme().px
        box.setContentsMargins(px(8), px(8), px(8), px(8))
        heading = QLabel(title)
        heading.setProperty("role", "small")
        self.field = QLineEdit(typed)
        self.field.setAccessibleName(title)
        self.list = QListWidget()
        self.list.setAccessibleName(title)
        self.list.setUniformItemSizes(True)
        self.list.setItemDelegate(_WithValue(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        WholeRows(self.list)
        box.addWidget(heading)
        self.none = QLabel()
        self.none.setProperty("role", "muted")
        self.none.setWordWrap(True)
        self.none.setTextFormat(Qt.TextFormat.PlainText)
        self.none.hide()
        box.addWidget(self.field)
        box.addWidget(self.none)
        box.addWidget(self.list)
        self.resize(px(420), px(300))
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.list.itemActivated.connect(lambda _item: self._take())
        self.list.itemClicked.connect(lambda _item: self._take())
        self._filter(typed)

    def open_at(self, where: QPoint) -> None:
        """Show the popup at a global position, inside the screen."""
        self._fit()
        screen = self.screen().availableGeometry()
        x = min(max(where.x(), screen.left()), screen.right() - self.width())
        y = min(max(where.y(), screen.top()), screen.bottom() - self.height())
        self.move(x, y)
        self.show()
        self.field.setFocus()

    def _fit(self) -> None:
        """No higher than all of its choices: one of them stood above a blank sheet.

        What is typed leaves the height as it is, or the field would move under the pointer.
        """
        self.ensurePolished()
        self.list.ensurePolished()
        layout, high = self.layout(), self.list.sizeHintForRow(0)
        if layout is None or high <= 0:
            return
        self.list.setMinimumHeight(high)
        layout.activate()
        lines = max(len(self._choices), LEAST_LINES)
        spare = self.list.height() - lines * high - 2 * self.list.frameWidth() - theme().px(4)
        if spare > 0:
            self.resize(self.width(), self.height() - spare)

    def _filter(self, typed: str) -> None:
        # With free text, the first words choose and the rest is the new name.
        wanted = typed
        self.list.clear()
        for _ in range(4):
            ranked = [
                (score, place, choice)
                for place, choice in enumerate(self._choices)
                if (score := matches(f"{choice.text} {choice.key}", wanted)) is not None
            ]
            if ranked or not self._free_text or " " not in wanted:
                break
            wanted = wanted.rsplit(" ", 1)[0]
        self._rest = typed[len(wanted) :].strip() if self._free_text else ""
        for _score, _place, choice in sorted(ranked, key=lambda r: (r[0], r[1])):
            said = choice.text if not choice.detail else f"{choice.text}   ·   {choice.detail}"
            # One who hears the list is told the value as well.
            item = QListWidgetItem(f"{said}   ·   {choice.value}" if choice.value else said)
            item.setData(Qt.ItemDataRole.UserRole, choice.key)
            item.setData(_SHOWN, said)
            item.setData(_VALUE, choice.value)
            item.setToolTip(item.text())
            if choice.icon:
                item.setIcon(theme().icon(choice.icon, "muted"))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        said = "" if self.list.count() else tr("Nothing here is called “{text}”.", text=typed)
        self.none.setText(said)
        self.none.setVisible(bool(said))
        # One who hears the field is told of what is below it.
        self.field.setAccessibleDescription(said)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                row = self.list.currentRow() + step
                if 0 <= row < self.list.count():
                    self.list.setCurrentRow(row)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take()
                return True
        return False

    def _take(self) -> None:
        if self.list.currentRow() < 0:
            return
        item = self.list.currentItem()
        key = str(item.data(Qt.ItemDataRole.UserRole))
        rest = self._rest
        self.close()
        self._chosen(key, rest)
