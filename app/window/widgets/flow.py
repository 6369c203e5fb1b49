"""A row of widgets that goes on in the next line where it does not fit."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem

from app.window.theme import theme


class FlowLayout(QLayout):
    """Widgets from left to right, then below; no wider at least than the widest of them."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._space = theme().px(spacing)
        self._need = self._at = 0
        self._heights: dict[int, int] = {}
        self.setContentsMargins(0, 0, 0, 0)

    def begin_anew(self) -> None:
        """Forget how high it was: other widgets are in it."""
        self._need = self._at = 0
        self.invalidate()

    def addWidget(self, widget: QWidget) -> None:
        """Its item is made here: one that Qt makes is Qt's, and Python takes it to be deleted as
        soon as another stands where one of those that were taken out stood."""
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        """What the items need, reckoned once for a width: showing a page asks a thousand times."""
        if width not in self._heights:
            self._heights[width] = self._placed(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        need = self._placed(rect, move=True)
        # A scroll bar that this height brings takes width, and would give it back with the height:
        # only a good deal more width makes it lower again.
        if need > self._need or (need < self._need and rect.width() > self._at + theme().px(24)):
            # Splitters and scroll areas ask for a least size only, never for a height by width.
            self._need, self._at = need, rect.width()
            parent = self.parentWidget()
            if parent is not None:
                parent.updateGeometry()
            self.invalidate()

    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(s.width() for s in shown) + self._space * max(len(shown) - 1, 0)
        return QSize(width, max((s.height() for s in shown), default=0))

    def minimumSize(self) -> QSize:
        least = QSize()
        for item in self._items:
            if not item.isEmpty():
                least = least.expandedTo(item.minimumSize())
        return least.expandedTo(QSize(0, self._need))

    def _placed(self, rect: QRect, *, move: bool) -> int:
        """Put the items into ``rect``, each in the middle of its line; the height they take."""
        x, y, high = rect.x(), rect.y(), 0
        line: list[tuple[QLayoutItem, int, QSize]] = []

        def end_line() -> None:
            for item, left, size in line if move else ():
                item.setGeometry(QRect(QPoint(left, y + (high - size.height()) // 2), size))
            line.clear()

        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(rect.width(), 1), 1 << 20))
            if item.hasHeightForWidth():
                size.setHeight(item.heightForWidth(size.width()))
            if line and x + size.width() > rect.right() + 1:
                end_line()
                x, y, high = rect.x(), y + high + self._space, 0
            line.append((item, x, size))
            x += size.width() + self._space
            high = max(high, size.height())
        end_line()
        return y + high - rect.y()


class Flow(QWidget):
    """Such a row as a widget, whose height follows its width without the page's being asked.

    A scroll area gives a page that depends on its width its preferred height instead of the least.
    """

    def __init__(self, *widgets: QWidget, spacing: int = 8) -> None:
        super().__init__()
        row = FlowLayout(self, spacing)
        for widget in widgets:
            row.addWidget(widget)

    def hasHeightForWidth(self) -> bool:
        return False


class HighEnough(QWidget):
    """As high as its texts need at its width, where Qt asks for the height of unwrapped ones.

    What stands around it, a stack or a tab, gives it no less.
    """

    def minimumSizeHint(self) -> QSize:
        hint, layout = super().minimumSizeHint(), self.layout()
        if layout is not None and layout.hasHeightForWidth() and self.width() > 0:
            hint.setHeight(max(hint.height(), layout.minimumHeightForWidth(self.width())))
        return hint

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
