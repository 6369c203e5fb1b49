"""Areas that scroll where they have less room than they need, and ask for little themselves."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from app.window.theme import theme


class Scrolling(QScrollArea):
    """A page that scrolls where it has less room than it needs, and asks for none itself."""

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setAccessibleName(page.accessibleName())
        self.setWidget(page)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(160), theme().px(96))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        _fill(self.widget())

    def sizeHint(self) -> QSize:
        page = self.widget()
        return super().sizeHint() if page is None else page.sizeHint()


class Strip(QScrollArea):
    """A row as high as what is in it, or a column as wide, that scrolls where it is too long."""

    def __init__(self, row: QWidget, *, down: bool = False) -> None:
        super().__init__()
        self._down = down
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        # A bar beside a column would stand between it and the page: keys and wheel move it.
        self.setHorizontalScrollBarPolicy(never if down else Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setVerticalScrollBarPolicy(never)
        self.setAccessibleName(row.accessibleName())
        self.setWidget(row)
        row.installEventFilter(self)
        self._measure()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._measure()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        _fill(self.widget())

    def minimumSizeHint(self) -> QSize:
        length = theme().px(120)
        if self._down:
            return QSize(self.minimumWidth(), length)
        return QSize(length, self.minimumHeight())

    def _measure(self) -> None:
        row = self.widget()
        if row is None:  # Qt is taking it down
            return
        need = row.minimumSizeHint()
        if self._down:
            if self.minimumWidth() != need.width():
                self.setFixedWidth(need.width())
        else:
            bar = self.horizontalScrollBar().sizeHint().height()
            wanted = need.height() + (bar if need.width() > self.width() else 0)
            if self.minimumHeight() != wanted:
                self.setFixedHeight(wanted)


def _fill(inner: QWidget | None) -> None:
    """Lay out again what has just been shown.

    A widget that a scroll area resizes while its own first size is being told, as it is shown, is
    never told of the second: its layout stays as wide as the first, and icons in the middle of
    that are out of sight.
    """
    layout = None if inner is None else inner.layout()
    if layout is not None:
        layout.invalidate()
        layout.activate()
