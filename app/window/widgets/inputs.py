"""Lists, sliders and tabs that leave the wheel to the page they stand on, lines their undo.

Scrolling a page moves it under the pointer: what comes to lie there must not be changed by the
next notch, whether it has the keyboard or not.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QSizePolicy,
    QSlider,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionSlider,
    QTabBar,
    QTabWidget,
    QWidget,
)

from app.window.theme import theme
from app.window.widgets.basics import elided, restyle

__all__ = ["ComboBox", "Line", "Slider", "Tabs"]


MOST_ROWS, MOST_PASSES = 20, 6
INSET = 1
"""Pixels of a drop-down's field without text: Qt keeps two, and in large letters asks for one."""


def apart(old: Sequence[object], new: Sequence[object]) -> tuple[int, int]:
    """How much two lists have in common at their beginning, and of the rest at their end."""
    least = min(len(old), len(new))
    first = next((n for n in range(least) if old[n] != new[n]), least)
    most = least - first
    return first, next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)


class ComboBox(QComboBox):
    """A drop-down that only keys and clicks change.

    On Linux Qt gives the text on show for its name: there the description says what it is of.
    """

    _passes = 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Qt's own gets the keys from the wheel, and the next arrow switches it.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Of a list a little longer than Qt's ten rows the last one was cut.
        self.setMaxVisibleItems(MOST_ROWS)
        self._offered: list[tuple[str, object]] = []

    def offer(self, wanted: Sequence[tuple[str, object]]) -> None:
        """These texts with what they stand for; of hundreds only what changed is put anew."""
        old, new = self._offered, list(wanted)
        first, after = apart(old, new)
        for place in reversed(range(first, len(old) - after)):
            self.removeItem(place)
        for place in range(first, len(new) - after):
            self.insertItem(place, *new[place])
        self._offered = new

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        # Entries of a tree are indented in the list; in the box that pushed the fourth's name out.
        # What has no room ends in an ellipsis: Qt cuts through the letter at the edge.
        super().initStyleOption(option)
        control = QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(*control, self).width() - INSET
        option.currentText = elided(option.currentText.lstrip(), room, option.fontMetrics)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        if not self.accessibleDescription():
            self.setAccessibleDescription(name)

    def showPopup(self) -> None:
        # Where the box is narrower than what it offers, the list is not.
        view = self.view()
        bar = view.verticalScrollBar().sizeHint().width()
        view.setMinimumWidth(max(view.sizeHintForColumn(0) + 2 * bar, self.width()))
        super().showPopup()
        if self.count() <= self.maxVisibleItems():
            self._passes = 0
            # The arrows that it had leave when Qt sees that all rows are there, and give back
            # their room: of three rows there was one of nothing below them.
            view.viewport().installEventFilter(self)
            self._show_all_rows()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self._passes < MOST_PASSES:
            self._passes += 1
            QTimer.singleShot(0, self, self._show_all_rows)
        return super().eventFilter(watched, event)

    def _show_all_rows(self) -> None:
        """As high as its rows: the first list of all Qt makes too low, and of three one was cut."""
        view = self.view()
        around = view.window()
        wanted = sum(view.sizeHintForRow(row) for row in range(self.count()))
        lacking = wanted - view.viewport().height()
        place = around.geometry()
        place.setHeight(place.height() + lacking)
        if view.isVisible() and lacking and self.screen().availableGeometry().contains(place):
            around.setGeometry(place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Slider(QSlider):
    """A slider that only keys, presses and drags move.

    Its handle comes to where it is pressed and follows from there: Qt's own moves a page towards
    it and stops when the pointer goes on.
    """

    def tell(self, value: str, more: str = "") -> None:
        """What it stands at: Qt tells screen readers the number of the step, which means nothing.

        ``more`` is what else there is to know, such as its range.
        """
        self.setAccessibleDescription("; ".join(text for text in (value, more) if text))

    def track(self) -> tuple[QRect, float, float]:
        """The handle, and the middles of its first and its last place in pixels."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        slider, style = QStyle.ComplexControl.CC_Slider, self.style()
        groove = style.subControlRect(slider, option, QStyle.SubControl.SC_SliderGroove, self)
        handle = style.subControlRect(slider, option, QStyle.SubControl.SC_SliderHandle, self)
        half = handle.width() / 2
        return handle, groove.x() + half, groove.x() + groove.width() - half

    def mousePressEvent(self, event: QMouseEvent) -> None:
        handle, first, last = self.track()
        at = event.position().toPoint()
        if event.button() != Qt.MouseButton.LeftButton or handle.contains(at):
            super().mousePressEvent(event)
            return
        # Taken by its middle where it is, then brought here: it follows by its middle.
        middle = QPointF(handle.center())
        super().mousePressEvent(
            QMouseEvent(
                event.type(),
                middle,
                self.mapToGlobal(middle),
                event.button(),
                event.buttons(),
                event.modifiers(),
                event.pointingDevice(),
            )
        )
        self.setSliderPosition(
            QStyle.sliderValueFromPosition(
                self.minimum(), self.maximum(), at.x() - round(first), round(last - first)
            )
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


OWN_HEIGHT = "ownHeight"
"""The property that keeps how a page behind a tab takes its height once it is on show."""


class Tabs(QTabWidget):
    """Pages behind tabs that only keys and clicks turn.

    They are as high at least as the page on show needs, and ask for no more than it asks for: what
    is behind another tab pushes nothing below the window's edge.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabBar(_TabBar())
        # A bar of one's own draws a base, which stands above the tabs where these have no frame.
        self.tabBar().setDrawBase(False)
        # Names that have no room are cut, each with its tip: arrows hid whole tabs.
        self.tabBar().setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.currentChanged.connect(self._lift)

    def sizeHint(self) -> QSize:
        wanted = super().sizeHint()
        if self.count():
            # Qt asks all pages.
            needed = self.currentWidget().sizeHint().height() + self._around()
            wanted.setHeight(min(wanted.height(), needed))
        return wanted

    def heightForWidth(self, width: int) -> int:
        if not self.count():
            return super().heightForWidth(width)
        shown = self.currentWidget()
        high = shown.heightForWidth(width) if shown.hasHeightForWidth() else -1
        least = shown.minimumSizeHint().height()
        return max(shown.sizeHint().height() if high < 0 else high, least) + self._around()

    def _around(self) -> int:
        """What the tabs themselves are high."""
        pages = self.findChild(QStackedWidget)
        inside = 0 if pages is None else pages.minimumSizeHint().height()
        return super().minimumSizeHint().height() - inside

    def tabInserted(self, index: int) -> None:
        super().tabInserted(index)
        self._lift()

    def _lift(self, _index: int = 0) -> None:
        for place in range(self.count()):
            page = self.widget(place)
            if page is None:
                continue
            policy = page.sizePolicy()
            own = page.property(OWN_HEIGHT)
            if own is None:
                own = policy.verticalPolicy().value
                page.setProperty(OWN_HEIGHT, own)
            shown = place == self.currentIndex()
            policy.setVerticalPolicy(
                QSizePolicy.Policy(own) if shown else QSizePolicy.Policy.Ignored
            )
            page.setSizePolicy(policy)
        self.updateGeometry()


TIGHT = "tight"
"""The property of a bar whose tabs stand closer, for their names have no room else."""
SHORT = 56
"""Pixels of the design down to which a tab gives way: short names stay whole beside long ones."""
BESIDE = 12
"""Pixels of the design at either side of a tab's name that has room."""


class _TabBar(QTabBar):
    def minimumTabSizeHint(self, index: int) -> QSize:
        hint = self.tabSizeHint(index)
        return QSize(min(hint.width(), theme().px(SHORT)), hint.height())

    def tabLayoutChange(self) -> None:
        super().tabLayoutChange()
        self._close_up()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._close_up()

    def _close_up(self) -> None:
        """Names are cut only where they have no room closer to each other either."""
        pages = self.parentWidget()
        if pages is None:
            return
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        names = QFontMetrics(bold)
        need = sum(
            names.horizontalAdvance(self.tabText(place)) + 2 * theme().px(BESIDE)
            for place in range(self.count())
        )
        tight = need > pages.width()
        if tight != bool(self.property(TIGHT)):
            self.setProperty(TIGHT, tight)
            restyle(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Line(QLineEdit):
    """A line to type into that leaves the window's undo alone while nothing is typed.

    Qt takes Ctrl+Z for the text even where there is nothing of it to undo: after Enter the value
    that was just set stood there, and nothing took it back.
    """

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            key = QKeySequence.StandardKey
            undo = event.matches(key.Undo) and not self.isUndoAvailable()
            if undo or (event.matches(key.Redo) and not self.isRedoAvailable()):
                event.ignore()
                return False
        return super().event(event)
