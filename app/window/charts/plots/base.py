"""What the plots share: a title, a note instead of an empty plot, axes in the theme's colours."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QColor, QHelpEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedLayout, QToolTip, QVBoxLayout, QWidget
from shiboken6 import delete

from app.window.charts.base import fine
from app.window.charts.plots.library import library, when_loaded
from app.window.i18n import tr
from app.window.theme import theme

RESIZED_MS = 60


class Plot(QWidget):
    """A titled plot. Data come before the library does: then they are drawn when it is there."""

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self.title = title
        self._note = ""
        self._library: Any = None
        self._view: Any = None
        px = theme().px
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(px(160), px(96))
        self._column = box = QVBoxLayout(self)
        box.setContentsMargins(px(8), px(4), px(8), px(4))
        box.setSpacing(px(2))
        self._head = QLabel(title)
        self._head.setTextFormat(Qt.TextFormat.PlainText)
        self._head.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        box.addWidget(self._head)
        inner = QWidget()
        self._stack = QStackedLayout(inner)
        self._said = QLabel()
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._said.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._said.setWordWrap(True)
        self._stack.addWidget(self._said)
        box.addWidget(inner, 1)
        self.set_title(title)
        theme().follow(self, self.redraw)
        # Texts are measured in pixels: another size lays them out anew, once it stands.
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(RESIZED_MS)
        self._again.timeout.connect(self.redraw)
        self._dress()

    # -- what pages call -----------------------------------------------------------------------

    def set_title(self, title: str) -> None:
        """Another title, also for screen readers."""
        self.title = title
        self._head.setText(title)
        self._head.setToolTip(title)
        self.setAccessibleName(title or tr("Chart"))

    @property
    def note(self) -> str:
        """What stands there while there is nothing to draw."""
        return self._note

    @note.setter
    def note(self, text: str) -> None:
        self._note = text
        self._said.setText(text)

    def describe(self, text: str) -> None:
        """What a screen reader says of the chart."""
        self.setAccessibleDescription(text)

    def is_empty(self) -> bool:
        """Whether there is nothing to draw; then ``note`` says why."""
        return True

    # -- drawing -------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw the data anew, in the theme on show."""
        self._dress()
        if self.is_empty():
            self._stack.setCurrentIndex(0)
        elif self._view is not None:
            self._draw_anew()
        elif library().module is not None:
            self._arrived()
        else:
            self._said.setText(tr("Loading charts…"))
            when_loaded(self._arrived)

    def _arrived(self) -> None:
        if self._view is None:
            self._library = library().module
            self._view = self._library.PlotWidget(enableMenu=False)
            for part in (self._view, self._view.viewport()):
                part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._view.setFrameShape(self._view.Shape.NoFrame)
            self._view.setMouseEnabled(x=False, y=False)
            self._view.hideButtons()
            self._view.disableAutoRange()
            self._view.setAccessibleName(self.title or tr("Chart"))
            self._view.viewport().installEventFilter(self)
            self._stack.addWidget(self._view)
            self._without_menu(self._view)
        self.note = self._note
        self.redraw()

    @staticmethod
    def _without_menu(view: Any) -> None:
        """Take the plot's menu away, which pyqtgraph builds whether it is wanted or not.

        It has no parent and holds widgets of the plot: Python's collector would end it whenever
        it finds it, long after these.
        """
        item = view.getPlotItem()
        delete(item.ctrlMenu)
        item.ctrlMenu = None
        item.stateGroup.setParent(view)

    def _draw_anew(self) -> None:
        look = theme()
        view, item = self._view, self._view.getPlotItem()
        view.setAccessibleName(self.title or tr("Chart"))
        item.clear()
        if item.legend is not None:
            item.legend.scene().removeItem(item.legend)
            item.legend = None
        view.setBackground(None)
        for side in ("left", "bottom"):
            axis = item.getAxis(side)
            axis.setPen(self.pen("border_strong"))
            axis.setTextPen(self.pen("muted"))
            axis.setTickFont(look.font(11))
            axis.setStyle(tickLength=-look.px(4), hideOverlappingLabels=True)
        self.draw(item)
        self._stack.setCurrentWidget(view)

    def draw(self, item: Any) -> None:
        """Put the data into pyqtgraph's plot item."""

    def pen(
        self, token: str, width: float = 1.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine
    ) -> QPen:
        """A pen of a plot in a token's colour."""
        return self.drawn(theme().color(token), width, style)

    def drawn(
        self, colour: QColor, width: float = 1.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine
    ) -> QPen:
        """A pen of a plot.

        Cosmetic, because the plot's scene is in units of its data; and a cosmetic pen counts the
        screen's own pixels, of which two or more stand for one elsewhere.
        """
        pen = fine(colour, width * self.devicePixelRatioF(), style)
        pen.setCosmetic(True)
        return pen

    def _dress(self) -> None:
        look = theme()
        self._head.setFont(look.font(12, bold=True))
        self._said.setFont(look.font(12))
        self._said.setStyleSheet(f"color: {look.color('muted').name()};")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._again.start()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._view is not None and not self.is_empty():
            self._again.start()

    def showEvent(self, event: QShowEvent) -> None:
        library().load()

    # -- explaining ----------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self._view is not None and not self.is_empty():
            scene = self._view.mapToScene(event.pos())
            text = self.explain(self._view.getPlotItem().vb.mapSceneToView(scene))
            if text:
                QToolTip.showText(event.globalPos(), text)
            else:
                QToolTip.hideText()
            return True
        return super().eventFilter(watched, event)

    def explain(self, point: Any) -> str:
        """What the tool tip says at a point of the plot."""
        return ""
