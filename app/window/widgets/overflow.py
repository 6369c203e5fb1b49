"""What has too little width: rows that fold their end away, panes that go below each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QSplitter, QWidget

from app.window.theme import theme
from app.window.widgets.basics import Tool, rows
from app.window.widgets.flow import FlowLayout

BESIDE_FROM = 656
"""From which width, in pixels of the design, two panes to be read stand beside each other."""


def fitting(widths: Sequence[int], room: int, space: int, lines: int, more: int) -> int:
    """How many of a row's parts stay, beside a button ``more`` wide where not all of them do."""

    def fit(parts: Sequence[int]) -> bool:
        line, used = 1, 0
        for width in parts:
            if used and used + width > room:
                line, used = line + 1, 0
            used += width + space
        return line <= lines and max(parts, default=0) <= room

    if fit(widths):
        return len(widths)
    stay = len(widths) - 1
    while stay > 0 and not fit([*widths[:stay], more]):
        stay -= 1
    return stay


class Overflow(QWidget):
    """Widgets from left to right, in as many lines as it may have; the last ones fold away first.

    What has no room stands in a small window of its own that the button at the end opens: it is
    the same widget there, with its tip, its keys and its name, and whoever shows, hides or changes
    it need not know where it stands.
    """

    def __init__(self, more: str, widgets: Iterable[QWidget], *, spacing: int = 2) -> None:
        super().__init__()
        self._widgets = list(widgets)
        self._lines = 1
        self._space = theme().px(spacing)
        self._stay = -1
        self.more = Tool()
        self.more.setAccessibleName(more)
        self.more.setToolTip(more)
        self.more.setText("»")
        self.more.clicked.connect(self._open)
        self.rest = QFrame(self, Qt.WindowType.Popup)
        self.rest.setObjectName("palette")
        self.rest.setAccessibleName(more)
        self._below = rows(self.rest, margin=8, spacing=4)
        self._row = FlowLayout(self, spacing=spacing)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Preferred, policy.Preferred)
        self._fit()

    def set_lines(self, lines: int) -> None:
        """So many lines at most."""
        self._lines = lines
        self._fit()

    @property
    def folded(self) -> list[QWidget]:
        """What has no room now."""
        return [widget for widget in self._wanted() if widget.parentWidget() is self.rest]

    def settle(self) -> None:
        """Ask for the room that its widgets need by now."""
        self._row.invalidate()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """All of it in one line, wherever it stands now: else nothing would ever come back."""
        sizes = [widget.sizeHint() for widget in self._wanted()]
        wide = sum(size.width() for size in sizes) + self._space * max(len(sizes) - 1, 0)
        return QSize(wide, max((size.height() for size in sizes), default=0))

    def minimumSizeHint(self) -> QSize:
        first = [widget.minimumSizeHint().width() for widget in self._wanted()[:1]]
        wide = sum(first) + self._space + self.more.sizeHint().width()
        # As texts change its row is laid out before what has no room any more folds away: it never
        # has more lines for that.
        lines = self._lines * (self.sizeHint().height() + self._space) - self._space
        return QSize(wide, min(super().minimumSizeHint().height(), lines))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _wanted(self) -> list[QWidget]:
        """All but what its owner hides: what stands in a closed window is hidden by nobody."""
        told = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
        return [w for w in self._widgets if not (w.isHidden() and w.testAttribute(told))]

    def _fit(self) -> None:
        wanted = self._wanted()
        widths = [max(w.sizeHint().width(), w.minimumWidth()) for w in wanted]
        more = self.more.sizeHint().width()
        stay = fitting(widths, self.width(), self._space, self._lines, more)
        last = wanted[stay - 1] if stay else None
        stay = len(self._widgets) if stay == len(wanted) else self._place_after(last)
        if stay == self._stay:
            return
        self._stay = stay
        for layout in (self._row, self._below):
            while layout.count():
                layout.takeAt(0)
        for number, widget in enumerate(self._widgets):
            (self._row if number < stay else self._below).addWidget(widget)
        self._row.addWidget(self.more)
        self.more.setVisible(stay < len(self._widgets))
        self._row.begin_anew()

    def _place_after(self, last: QWidget | None) -> int:
        return 0 if last is None else self._widgets.index(last) + 1

    def _open(self) -> None:
        self.rest.adjustSize()
        below = self.more.mapToGlobal(QPoint(self.more.width(), self.more.height()))
        room = self.screen().availableGeometry()
        left = max(below.x() - self.rest.width(), room.left())
        self.rest.move(left, min(below.y(), room.bottom() - self.rest.height()))
        self.rest.show()
        first = next((w for w in self.folded if w.focusPolicy() & Qt.FocusPolicy.TabFocus), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.PopupFocusReason)


class Beside(QSplitter):
    """Two panes beside each other; below each other where that is too narrow for reading."""

    def __init__(self, *panes: QWidget, sizes: Sequence[int]) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        wanted = [theme().px(size) for size in sizes]
        self._sizes: dict[Qt.Orientation, list[int]] = {Qt.Orientation.Horizontal: wanted}
        for pane in panes:
            self.addWidget(pane)
        self.setChildrenCollapsible(False)
        self.setSizes(wanted)

    def minimumSizeHint(self) -> QSize:
        """As narrow as the widest pane alone."""
        hint = super().minimumSizeHint()
        panes = [self.widget(n) for n in range(self.count())]
        widths = [
            max(pane.minimumWidth(), pane.minimumSizeHint().width())
            for pane in panes
            if pane is not None and not pane.isHidden()
        ]
        return QSize(max(widths, default=0), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        way = Qt.Orientation
        wanted = way.Horizontal if self.width() >= theme().px(BESIDE_FROM) else way.Vertical
        if wanted != self.orientation():
            if self.isVisible():
                # What a page that is made ahead goes through before it has its room, nobody set.
                self._sizes[self.orientation()] = self.sizes()
            self.setOrientation(wanted)
            if wanted in self._sizes:
                self.setSizes(self._sizes[wanted])
            self.updateGeometry()
        super().resizeEvent(event)
