"""A guided tour of the window: a card that says what is where, with a frame around it.

It is no dialog: everything under it goes on working, and whoever does something else is not held.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from app.window.i18n import mark, tr
from app.window.theme import theme
from app.window.widgets.basics import button, columns, keys_in, label, rows, scrolls_around
from app.window.widgets.guarded import guarded

if TYPE_CHECKING:
    from app.window.shell.window import MainWindow

FOLLOW_MS = 200
WIDE = 368
TAKEN = "toured"


@dataclass(frozen=True)
class Step:
    """One stop: the page, what is framed on it, a heading and what is said."""

    page: str
    framed: Callable[[MainWindow], QWidget | None]
    title: str
    text: str


def _part(name: str, page: str) -> Callable[[MainWindow], QWidget | None]:
    """A page's part by its attribute; ``a.b`` is one of a part's."""

    def found(window: MainWindow) -> QWidget | None:
        there: Any = window.pages.get(page)
        for word in name.split("."):
            there = getattr(there, word, None)
        return there if isinstance(there, QWidget) else None

    return found


STEPS = (
    Step(
        "topology",
        _part("view", "topology"),
        mark("The installation"),
        mark(
            "This is what the reports describe. A box says how busy it is, as measured or by "
            "the model that is fitted to the reports; what binds is marked. Choose a box, and "
            "the inspector shows each setting with the report and line it comes from."
        ),
    ),
    Step(
        "topology",
        lambda window: window.strip,
        mark("The key figures"),
        mark(
            "Throughput, response, CPU and what limits them, each with its band: the range that "
            "holds the true value nine times out of ten. They stay in sight on all pages and "
            "follow every change."
        ),
    ),
    Step(
        "topology",
        _part("load", "topology"),
        mark("More load"),
        mark(
            "Move the slider, or let it play: which box binds then, and where the time of a "
            "transaction goes. Nothing is changed by it."
        ),
    ),
    Step(
        "advice",
        _part("table", "advice"),
        mark("The advice"),
        mark(
            "What to change, by what it comes to. Choose a finding: it shows the report's line, "
            "the published source, the projected gain, the command and the way back."
        ),
    ),
    Step(
        "advice",
        _part("try_it", "advice"),
        mark("Try it"),
        mark(
            "Puts the change into a scenario. The as-is stays as it is, and everything can be "
            "undone with Ctrl+Z."
        ),
    ),
    Step(
        "whatif",
        _part("growth", "whatif"),
        mark("What if?"),
        mark(
            "Grow the work, or change any setting by its slider. Beside it: curves and maps over "
            "a setting, what matters most, and what it takes to reach a goal."
        ),
    ),
    Step(
        "compare",
        _part("tree", "compare"),
        mark("Scenarios side by side"),
        mark("Every scenario below the one it was branched from; any two can be compared."),
    ),
    Step(
        "report",
        _part("pdf", "report"),
        mark("The report"),
        mark(
            "The pages as they will be printed, in English or German. F1 says on every page what "
            "can be done there, Ctrl+K finds every command. Now drop a customer's reports on the "
            "window."
        ),
    ),
)


class _Frame(QWidget):
    """A line around what is spoken of; clicks go through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        px = theme().px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().color("accent"), px(3)))
        painter.drawRoundedRect(self.rect().adjusted(px(2), px(2), -px(2), -px(2)), px(6), px(6))
        painter.end()


class Tour(QFrame):
    """The card. Left and Right turn, Escape ends it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window.bench)
        self._window, self._over = window, window.bench
        self.number = 0
        # How long and wide the pages around what is spoken of were when it was in sight last.
        self._lengths: list[int] = []
        self.setObjectName("banner")
        self.setProperty("level", "info")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.frame = _Frame(self._over)
        box = rows(self, margin=14, spacing=8)
        head = columns(spacing=8)
        self.title = label("", "heading", wrap=True)
        head.addWidget(self.title, 1)
        self.close_button = button(
            "", self.end, icon="x", flat=True, name=tr("End the guided tour")
        )
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        box.addLayout(head)
        self.text = label("", wrap=True)
        box.addWidget(self.text)
        foot = columns(spacing=8)
        self.count = label("", "muted")
        foot.addWidget(self.count)
        foot.addStretch(1)
        self.back = button(tr("Back"), partial(self.turn, -1))
        self.next = button(tr("Next"), partial(self.turn, 1), primary=True)
        foot.addWidget(self.back)
        foot.addWidget(self.next)
        box.addLayout(foot)
        # Pages are built and laid out, splitters dragged: the frame goes with what it is around.
        self._follow = QTimer(self)
        self._follow.setInterval(FOLLOW_MS)
        self._follow.timeout.connect(self.place)
        for watched in (self._over, self.close_button, self.back, self.next):
            watched.installEventFilter(self)
        theme().follow(self, self.place)

    def begin(self) -> None:
        """Start at the first step, with the keyboard on *Next*."""
        self.show()
        self._follow.start()
        self._go(0)
        self.next.setFocus()

    def turn(self, by: int) -> None:
        """To the next step or the one before; after the last the tour is over."""
        if self.number + by >= len(STEPS):
            self.end()
        elif self.number + by >= 0:
            self._go(self.number + by)

    def end(self) -> None:
        """Close it; it does not come by itself again."""
        self._follow.stop()
        self._over.removeEventFilter(self)
        self._window.preferences.set(TAKEN, "yes")
        had_keys = keys_in(self) is not None
        for part in (self.frame, self):
            part.hide()
            part.deleteLater()
        self._window.tour = None
        if had_keys:
            self._window.rail_buttons[self._window.current_page].setFocus()

    def _go(self, number: int) -> None:
        self.number = number
        step = STEPS[number]
        self._window.show_page(step.page)
        self._bring_into_sight(step.framed(self._window))
        said = tr("{n} of {count}", n=number + 1, count=len(STEPS))
        self.title.setText(tr(step.title))
        self.text.setText(tr(step.text))
        self.count.setText(said)
        last = number == len(STEPS) - 1
        self.next.setText(tr("Done") if last else tr("Next"))
        self.next.setAccessibleName(self.next.text())
        # Read with the button that has the keys.
        self.next.setAccessibleDescription(f"{tr(step.title)}. {tr(step.text)}")
        self.back.setEnabled(number > 0)
        self.setAccessibleName(tr("Guided tour, {step}", step=said))
        if not self.next.hasFocus() and not self.back.hasFocus():
            self.next.setFocus()
        self.place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._turned(event):
            super().keyPressEvent(event)

    def _turned(self, event: QKeyEvent) -> bool:
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif by is not None:
            self.turn(by)
        return event.key() == Qt.Key.Key_Escape or by is not None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._over:
            if event.type() == QEvent.Type.Resize:
                self.place()
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            # Buttons would take arrows as the way to the button beside.
            return self._turned(event)
        return False

    def _bring_into_sight(self, found: QWidget | None) -> None:
        """On a small screen pages scroll."""
        if found is not None:
            for area in scrolls_around(found, self._over):
                area.ensureWidgetVisible(found)

    # -- where it lies ---------------------------------------------------------------------------

    def _target(self) -> QRect:
        """What the step speaks of, as far as it is in sight; empty where it is not."""
        found = STEPS[self.number].framed(self._window)
        if found is None or not shiboken6.isValid(found) or not found.isVisible():
            return QRect()
        seen = found.visibleRegion().boundingRect()
        lengths = [
            bar.maximum()
            for area in scrolls_around(found, self._over)
            for bar in (area.horizontalScrollBar(), area.verticalScrollBar())
        ]
        if seen.isEmpty() and lengths != self._lengths:
            # The page was laid out anew and took it out of sight; whoever scrolls does not.
            self._bring_into_sight(found)
            seen = found.visibleRegion().boundingRect()
        if not seen.isEmpty():
            self._lengths = lengths
        seen.moveTopLeft(found.mapTo(self._over, seen.topLeft()))
        return seen.intersected(self._over.rect())

    def place(self) -> None:
        """Frame what is spoken of, and lie in the corner that covers the least of it."""
        px = theme().px
        whole, target = self._over.rect(), self._target()
        margin = px(12)
        width = min(px(WIDE), whole.width() - 2 * margin)
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        size = QRect(0, 0, width, min(height, whole.height() - 2 * margin)).size()
        right, foot = whole.width() - size.width() - margin, whole.height() - size.height() - margin
        corners = [QRect(QPoint(x, y), size) for x in (right, margin) for y in (foot, margin)]

        def covered(corner: QRect) -> int:
            both = corner.intersected(target)
            return max(both.width(), 0) * max(both.height(), 0)

        self.setGeometry(min(corners, key=covered))
        self.frame.setVisible(not target.isEmpty())
        self.frame.setGeometry(target.adjusted(-px(6), -px(6), px(6), px(6)))
        self.frame.raise_()
        self.raise_()


def start(window: MainWindow) -> None:
    """Begin the tour, or begin it again."""
    window.build()
    if window.tour is None:
        window.tour = Tour(window)
    window.tour.begin()


def after_sample(window: MainWindow) -> None:
    """The first time somebody opens the sample it is shown around in, once its advice is there.

    Not who has gone on to another page or changed something meanwhile: it took them from there.
    """
    if window.preferences.text(TAKEN) == "yes":
        return
    document, began_on = window.session.document, window.current_page

    def arrived() -> None:
        engagement = document.engagement
        # Before its reports are read, what arrives is the empty engagement.
        if document.pending or engagement is None or not engagement.readings:
            return
        forget()
        if window.current_page == began_on and not document.undo_stack.canUndo():
            start(window)

    def forget() -> None:
        document.engagementChanged.disconnect(arrived)
        window.session.opened.disconnect(forget)

    document.engagementChanged.connect(arrived)
    # Another engagement is none to be shown around in unasked.
    window.session.opened.connect(forget)
