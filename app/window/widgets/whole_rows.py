"""Lists, texts and columns of settings that end with a whole row, wherever they are scrolled to."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QPlainTextEdit,
    QScrollArea,
    QTableView,
    QTextEdit,
    QWidget,
)

from app.window.theme import theme

SPARE = 4
"""Pixels of the design that a row keeps free below its text."""
ACROSS = 16
"""Pixels of the design between the places at which the foot of a column is looked at."""
HIGH = 0.5
"""Of an area: what is higher than that is shown as far as it goes, wherever it begins."""


class _Whole(QWidget):
    """Covers what would be cut at the foot of an area, which keeps its size."""

    NAME = "ground"
    """What the style sheet knows it by: it looks as what lies under the area."""

    def __init__(self, area: QAbstractScrollArea, inside: QWidget) -> None:
        super().__init__(area)
        self.setObjectName(self.NAME)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.hide()
        self._area = area
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fit)
        area.installEventFilter(self)
        inside.installEventFilter(self)
        area.verticalScrollBar().valueChanged.connect(self._fit)
        area.verticalScrollBar().rangeChanged.connect(self._later)

    # Known to Qt with the class: registered as it is connected, while another thread names classes
    # of Qt, a slot was sometimes not found.
    @Slot()
    def _later(self) -> None:
        # Models still tell of their rows while a page is taken down that Python has let go of.
        if (soon := vars(self).get("_soon")) is not None:
            soon.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self._later()
        return False

    def wheelEvent(self, event: QWheelEvent) -> None:
        # An area heeds the wheel on its viewport only: where the pointer was on the cover it was
        # dead, and of what is below nothing was reached.
        QCoreApplication.sendEvent(self._area.viewport(), event)

    def _top(self, height: int) -> int:
        """Where in a viewport of that height begins what is cut; 0 where nothing is to be covered.

        What is higher than the area is shown as far as it goes.
        """
        raise NotImplementedError

    def _left(self) -> int:
        """Where the cover begins: the heads of a table's rows stand left of its cells."""
        return self._area.frameWidth()

    @Slot()
    def _fit(self) -> None:
        area = vars(self).get("_area")
        if area is None or not area.isVisible():
            return
        room = area.viewport().geometry()
        top = self._top(room.height())
        if top > 0:
            left = self._left()
            self.setGeometry(left, room.top() + top, room.right() + 1 - left, room.height() - top)
            self.raise_()
        self.setVisible(top > 0)


class WholeRows(_Whole):
    """Of a list, a tree or a table."""

    NAME = "cover"

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view, view.viewport())
        self._view = view
        model = view.model()
        changes = [
            model.modelReset,
            model.layoutChanged,
            model.rowsInserted,
            model.rowsRemoved,
        ]
        if isinstance(view, QTableView):
            changes.append(view.verticalHeader().sectionResized)
        for changed in changes:
            changed.connect(self._later)

    def _top(self, height: int) -> int:
        cut = self._view.visualRect(self._view.indexAt(QPoint(1, height - 1)))
        # A row without the last of its margin is whole.
        over = cut.bottom() - theme().px(SPARE) >= height
        return cut.top() if cut.isValid() and over else 0


class WholeLines(_Whole):
    """Of a text."""

    def __init__(self, text: QTextEdit) -> None:
        super().__init__(text, text.viewport())
        self._text = text
        text.textChanged.connect(self._later)

    def _top(self, height: int) -> int:
        # Cells beside each other have lines of their own.
        width = self._text.viewport().width()
        lines = (
            self._text.cursorRect(self._text.cursorForPosition(QPoint(x, height - 1)))
            for x in range(1, width, theme().px(ACROSS))
        )
        return min(
            (line.top() for line in lines if line.top() < height <= line.bottom()), default=0
        )


class WholeReport(_Whole):
    """Of a plain text, whose lines are all alike; what stands beside it does the same itself."""

    NAME = "cover"

    def __init__(self, text: QPlainTextEdit) -> None:
        super().__init__(text, text.viewport())
        self._text = text
        text.textChanged.connect(self._later)

    def _left(self) -> int:
        return self._text.viewport().x()

    def _top(self, height: int) -> int:
        line = self._text.cursorRect(self._text.cursorForPosition(QPoint(1, height - 1)))
        return line.top() if line.top() < height < line.bottom() else 0


class WholeParts(_Whole):
    """Of a column of widgets: each label and each field is whole."""

    def __init__(self, area: QScrollArea, inside: QWidget) -> None:
        super().__init__(area, inside)
        self._column, self._inside = area, inside

    def _top(self, height: int) -> int:
        if self._column.verticalScrollBar().maximum() == 0:
            return 0
        top = height
        # What stands beside the highest of the cut may begin above it and end below.
        while (above := min(self._cut(top), default=top)) < top:
            if above <= 0:
                return 0
            top = above
        return top if top < height else 0

    def _cut(self, foot: int) -> Iterator[int]:
        """The tops of what is cut at that height."""
        viewport, inside = self._column.viewport(), self._inside
        for x in range(1, viewport.width(), theme().px(ACROSS)):
            at = inside.mapFrom(viewport, QPoint(x, foot - 1))
            part = inside.childAt(at)
            if part is None or part.layout() is not None:
                continue  # the ground between
            if part.height() > viewport.height() * HIGH:
                continue  # a page, which would be gone with its cover
            top = part.mapTo(viewport, QPoint(0, 0)).y()
            if top + part.height() > foot:
                yield top
