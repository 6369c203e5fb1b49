"""Another look for what is on show first, and for everything else in pauses.

Qt gives a new style sheet to every widget there is at once, and most of a workbench's belong to
pages that nobody sees. Qt leaves out what it has not polished yet, so all pass for that while the
sheet is changed, and are polished afterwards: what is on show in slices, while its windows are not
painted, so that they have one look or the other; the rest in pauses or when its page is called for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from app.window.slices import POLISHED, Slices

PAUSE_MS = 10

_One = TypeVar("_One")


class Unseen(QObject):
    """The widgets that still have the look before, and what is to be drawn anew in them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: dict[QWidget, None] = {}
        self._shown: dict[QWidget, None] = {}
        self._windows: list[QWidget] = []
        self._redraw: dict[Follower, None] = {}
        self._seen: dict[Follower, None] = {}
        self._at_once = Slices(self)
        self._at_once.through.connect(self._go_on)
        self._pauses = Slices(self, PAUSE_MS)

    def leave_out(self) -> None:
        """Before the old sheet goes: all is left out of the change."""
        left = [*self._shown, *self._waiting]
        self._paint()
        for widget in left:
            # Left out again below.
            if shiboken6.isValid(widget):
                widget.setAttribute(POLISHED, True)
        self._shown, self._waiting = {}, {}
        for widget in QApplication.allWidgets():
            if widget.testAttribute(POLISHED):
                unseen = not widget.isVisible() or widget.visibleRegion().isEmpty()
                (self._waiting if unseen else self._shown)[widget] = None
                widget.setAttribute(POLISHED, False)
        self._windows = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
        for window in self._windows:
            window.setUpdatesEnabled(False)
        application = QCoreApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Told of the change all the same, tables that nobody sees would measure their rows.
        return event.type() == QEvent.Type.StyleChange

    def go_on(self) -> None:
        """After the change: the rest is done in turns of the event loop."""
        application = QCoreApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self._at_once.begin(self._first())

    def later(self, follower: Follower) -> None:
        """What draws itself when its turn comes: what is on show in the next one of the loop."""
        if follower.widget.isVisible():
            self._seen[follower] = None
            self._at_once.begin(self._first())
        else:
            self._redraw[follower] = None
            if not self._at_once.busy:
                self._pauses.begin(self._rest())

    def finish(self, within: QWidget | None = None) -> None:
        """Do what is left now: all of it, or that of one page."""

        def meant(widget: QWidget) -> bool:
            return within is None or within is widget or within.isAncestorOf(widget)

        for widgets in (self._shown, self._waiting):
            for widget in [w for w in widgets if not shiboken6.isValid(w) or meant(w)]:
                del widgets[widget]
                _polish(widget)
        for waiting in (self._seen, self._redraw):
            for follower in list(waiting):
                if not shiboken6.isValid(follower):
                    del waiting[follower]
                elif meant(follower.widget):
                    del waiting[follower]
                    follower.act()
        if not self._shown and not self._seen:
            self._paint()

    def _first(self) -> Iterator[None]:
        """What is on show: its widgets, then what draws itself."""
        while self._shown:
            _polish(_taken(self._shown))
            yield
        yield from _drawn(self._seen)

    def _rest(self) -> Iterator[None]:
        while self._waiting:
            _polish(_taken(self._waiting))
            yield
        yield from _drawn(self._redraw)

    def _go_on(self) -> None:
        self._paint()
        self._pauses.begin(self._rest())

    def _paint(self) -> None:
        """The windows on show have their new look."""
        windows, self._windows = self._windows, []
        for window in windows:
            if shiboken6.isValid(window):
                window.setUpdatesEnabled(True)


class Follower(QObject):
    """Calls ``act`` when the look has changed, first where its widget is on show."""

    def __init__(self, widget: QWidget, act: Callable[[], object], unseen: Unseen) -> None:
        super().__init__(widget)
        self.widget = widget
        self.act = act
        self._unseen = unseen

    def follow(self) -> None:
        """The look has changed."""
        self._unseen.later(self)


def _taken(waiting: dict[_One, None]) -> _One:
    one = next(iter(waiting))
    del waiting[one]
    return one


def _polish(widget: QWidget) -> None:
    if not shiboken6.isValid(widget):
        return
    widget.setAttribute(POLISHED, True)
    widget.style().polish(widget)
    QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))


def _drawn(followers: dict[Follower, None]) -> Iterator[None]:
    while followers:
        follower = _taken(followers)
        if shiboken6.isValid(follower):
            follower.act()
        yield
