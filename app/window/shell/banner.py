"""The banner: what the program has to say, in the window and not in a dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QBoxLayout,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSlider,
    QTabBar,
    QWidget,
)

from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.basics import UNCOVERED, button, label, restyle

INFO_FOR_MS = 6000
MOST_ACTIONS = 2
MOST_LINES = 2
QWIDGETSIZE_MAX = (1 << 24) - 1
WIDEST = {"info": 320, "refusal": 320, "warning": 640}

CLICKED = (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox, QTabBar, QSlider)

Action = tuple[str, Callable[[], object]]
"""What a button of the banner reads, and what it does."""


def clear_of(taken: Sequence[QRect], size: QSize, room: QRect, margin: int) -> QRect:
    """A place at the foot of a room that covers none of these, or the least of them.

    From the left; then right of what is in the way, then over it.
    """
    inner = room.adjusted(margin, margin, -margin, -margin)
    left, foot = inner.left(), inner.bottom() + 1 - size.height()
    spans = [left, *sorted({r.right() + 1 + margin for r in taken})]
    heights = [foot, *sorted({r.top() - margin - size.height() for r in taken}, reverse=True)]
    best: tuple[int, QRect] | None = None
    for top in (y for y in heights if inner.top() <= y <= foot):
        for x in (x for x in spans if x == left or x + size.width() <= inner.right() + 1):
            place = QRect(QPoint(x, top), size)
            met = [place & other for other in taken]
            covered = sum(r.width() * r.height() for r in met if not r.isEmpty())
            if covered == 0:
                return place
            if best is None or covered < best[0]:
                best = (covered, place)
    return QRect(QPoint(left, max(foot, room.top())), size) if best is None else best[1]


class Banner(QFrame):
    """One sentence; information leaves by itself, warnings stay until closed.

    What leaves by itself leaves with the page it was said on, too, and takes no more than its
    corner. It lies over the foot of ``page``, so that nothing moves away under the pointer when
    it comes or goes, where it covers nothing that is clicked: neither the buttons of what it
    speaks of nor the overview, which a second click on its cross would move. Help is asked for and
    read beside what it speaks of: it takes a row of its own above the page until it is closed or
    another page shown.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        page.installEventFilter(self)
        self.setObjectName("banner")
        px = theme().px
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(px(12), px(4), px(4), px(4))
        self.text = label("", wrap=True)
        self.text.setAccessibleName(tr("Message"))
        row.addWidget(self.text, 1)
        self.acts = [button("", partial(self._acted, number)) for number in range(MOST_ACTIONS)]
        for act in self.acts:
            row.addWidget(act)
        self._actions: tuple[Action, ...] = ()
        self._level = "info"
        self._folded = False
        self.more = button(tr("More…"), self._unfold, flat=True)
        self.more.setToolTip(tr("Show the whole message"))
        row.addWidget(self.more)
        row.addWidget(button("", self.hide, icon="x", flat=True, name=tr("Close the message")))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.hide()

    @property
    def act(self) -> QPushButton:
        """The button of the first action."""
        return self.acts[0]

    def say(self, level: str, text: str, *actions: Action) -> None:
        """Show a sentence, with a button for each thing to do now.

        A ``warning`` stays until it is closed, ``help`` until another page is shown; ``info`` and
        the ``refusal`` of a gesture, which is over with it, go by themselves.
        """
        self._actions, self._level = actions, level
        for number, act in enumerate(self.acts):
            said = actions[number][0] if number < len(actions) else ""
            act.setText(said)
            act.setAccessibleName(said)
            act.setVisible(bool(said))
        self.text.setText(text)
        self.setAccessibleName(text)
        self.setProperty("level", "info" if level in ("info", "help") else "warning")
        restyle(self)
        self._dock(level == "help")
        self._folded = level == "warning"
        self._place()
        self.show()
        self.raise_()
        if level in WIDEST and level != "warning":
            self._timer.start(INFO_FOR_MS)
        else:
            self._timer.stop()

    def leave(self) -> None:
        """Another page is shown: only a warning goes with it, to where that has nothing clicked."""
        if self._level != "warning":
            self._timer.stop()
            self.hide()
        else:
            self.keep_clear()

    def keep_clear(self) -> None:
        """Other things are clicked now than when it came: it makes way once they are laid out."""
        QTimer.singleShot(0, self, self._make_way)

    def _make_way(self) -> None:
        if self.isVisible():
            self._place()

    def withdraw(self, text: str) -> None:
        """This no longer holds: nothing is left to read where it is on show."""
        if self.text.text() == text:
            self._timer.stop()
            self.hide()

    def withdraw_refusal(self) -> None:
        """What was refused was put right: something was changed since."""
        if self._level == "refusal":
            self._timer.stop()
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _dock(self, wanted: bool) -> None:
        """Into the page's own layout, at its top, or out of it."""
        column = self._page.layout()
        if not isinstance(column, QBoxLayout) or wanted == (column.indexOf(self) >= 0):
            return
        if wanted:
            column.insertWidget(0, self)
        else:
            column.removeWidget(self)

    def minimumSizeHint(self) -> QSize:
        # Of its own row it rather loses a line than that the window grows.
        return QSize(0, self.acts[0].sizeHint().height() + theme().px(8))

    def _place(self) -> None:
        """At the foot of the page, as high as the sentence needs at this width."""
        if self._level not in WIDEST:
            return
        page, margin = self._page, theme().px(8)
        width = max(min(page.width() - 2 * margin, theme().px(WIDEST[self._level])), 1)
        # The sentence decides: some styles put a border around what the layout knows of.
        border = self.frameWidth() + theme().px(2)
        self._fold(self._folded and self._lines(width) > MOST_LINES)
        height = max(self.heightForWidth(width) + 2 * border, super().minimumSizeHint().height())
        height = min(height, page.height())
        self.setGeometry(clear_of(self._clicked(), QSize(width, height), page.rect(), margin))

    def _lines(self, width: int) -> int:
        """How many lines the whole sentence takes."""
        self._fold(False)
        beside = self._row.sizeHint().width() - self.text.sizeHint().width()
        line = self.text.fontMetrics().lineSpacing()
        return round(self.text.heightForWidth(max(width - beside, 1)) / line)

    def _fold(self, folded: bool) -> None:
        """A warning stays: of a long one two lines lie over the page, until all is asked for."""
        line = self.text.fontMetrics().lineSpacing()
        self.text.setMaximumHeight(MOST_LINES * line if folded else QWIDGETSIZE_MAX)
        self.text.setAlignment(
            Qt.AlignmentFlag.AlignTop if folded else Qt.AlignmentFlag.AlignVCenter
        )
        self.more.setVisible(folded)

    def _unfold(self) -> None:
        self._folded = False
        self._place()

    def _clicked(self) -> list[QRect]:
        """Where the page has what is clicked, as far as it can be seen."""
        found = []
        for widget in self._page.findChildren(QWidget):
            if isinstance(widget, CLICKED) or widget.property(UNCOVERED):
                seen = widget.visibleRegion().boundingRect()
                if widget.isVisible() and not seen.isEmpty() and not self.isAncestorOf(widget):
                    found.append(seen.translated(widget.mapTo(self._page, QPoint(0, 0))))
        return found

    def _acted(self, number: int) -> None:
        self.hide()
        if number < len(self._actions):
            self._actions[number][1]()
