"""Another look for what is on show at once, and for everything else in pauses.

Qt gives a new style sheet to every widget there is, and most of a workbench's belong to pages that
nobody sees: two thirds of what a change of theme takes. Qt leaves out what it has not polished yet,
so the unseen pass for that while the sheet is changed and are polished afterwards, a few at a time
or when their page is called for.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

SLICE_S = 0.008
PAUSE_MS = 10
POLISHED = Qt.WidgetAttribute.WA_WState_Polished


class Unseen(QObject):
    """The widgets that still have the look before, and what is to be drawn anew in them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: dict[QWidget, None] = {}
        self._redraw: dict[Follower, None] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self._slice)
        self._seen: dict[Follower, None] = {}
        self._at_once = QTimer(self)
        self._at_once.setSingleShot(True)
        self._at_once.setInterval(0)
        self._at_once.timeout.connect(self._draw_seen)
        self._bare = False

    def leave_out(self) -> None:
        """Before the old sheet goes: all that is not on show is left out of the change."""
        for widget in self._waiting:
            # Shown meanwhile, or left out again below.
            if shiboken6.isValid(widget):
                widget.setAttribute(POLISHED, True)
        self._waiting = {
            widget: None
            for widget in QApplication.allWidgets()
            if widget.testAttribute(POLISHED)
            and (not widget.isVisible() or widget.visibleRegion().isEmpty())
        }
        for widget in self._waiting:
            widget.setAttribute(POLISHED, False)
        application = QCoreApplication.instance()
        self._bare = True
        if application is not None:
            application.installEventFilter(self)

    def let_in(self) -> None:
        """Before the new sheet comes: what is on show is told of it."""
        self._bare = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Told of the change all the same, tables that nobody sees would measure their rows; told
        # that there is no sheet, what is on show would be laid out and measured for nothing.
        return event.type() == QEvent.Type.StyleChange and (self._bare or watched in self._waiting)

    def go_on(self) -> None:
        """After the change: the rest is done in pauses of the event loop."""
        application = QCoreApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        if self._waiting or self._redraw:
            self._timer.start()

    def later(self, follower: Follower) -> None:
        """What draws itself when its turn comes: what is on show in the next one of the loop."""
        if follower.widget.isVisible():
            self._seen[follower] = None
            self._at_once.start()
        else:
            self._redraw[follower] = None
            self._timer.start()

    def _draw_seen(self) -> None:
        end = time.perf_counter() + SLICE_S
        while self._seen:
            follower = next(iter(self._seen))
            del self._seen[follower]
            if shiboken6.isValid(follower):
                follower.act()
            if time.perf_counter() > end and self._seen:
                self._at_once.start()
                return

    def finish(self, within: QWidget | None = None) -> None:
        """Do what is left now: all of it, or that of one page."""

        def meant(widget: QWidget) -> bool:
            return within is None or within is widget or within.isAncestorOf(widget)

        left: dict[QWidget, None] = {}
        for widget in self._waiting:
            if not shiboken6.isValid(widget):
                continue
            if meant(widget):
                _polish(widget)
            else:
                left[widget] = None
        self._waiting = left
        for waiting in (self._seen, self._redraw):
            for follower in list(waiting):
                if not shiboken6.isValid(follower):
                    del waiting[follower]
                elif meant(follower.widget):
                    del waiting[follower]
                    follower.act()

    def _slice(self) -> None:
        end = time.perf_counter() + SLICE_S
        while (self._waiting or self._redraw) and time.perf_counter() < end:
            if self._waiting:
                widget, _ = self._waiting.popitem()
                if shiboken6.isValid(widget):
                    _polish(widget)
                continue
            follower = next(iter(self._redraw))
            del self._redraw[follower]
            if shiboken6.isValid(follower):
                follower.act()
        if not self._waiting and not self._redraw:
            self._timer.stop()


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


def _polish(widget: QWidget) -> None:
    widget.setAttribute(POLISHED, True)
    widget.style().polish(widget)
    QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
