"""Garbage is collected on the window's thread only, as long as the application lives.

Python collects cycles on whichever thread happens to allocate. A window that was closed is such a
cycle, and were it found by another thread (one that computes, or only imports), Qt's widgets would
be destroyed there: the process ends, or a signal reaches half an object. The automatic collector
is therefore off from the first session on, and a timer of the window's thread does its work.

What a full round has looked at is set aside: with the sample engagement and all pages built,
95,000 objects take 60 ms, four frames of a drag, and next to none of them is ever garbage. They
are looked at again when they have become twice as many or an engagement was closed; and a full
round waits for a moment in which the mouse rests. With Python's own measure, a quarter more, the
pages and modules of a first engagement were looked at as it opened: 0.12 s for 60 objects.

While another thread computes, what is new is looked at once and set aside: an analysis of five
million figures holds as many objects for two minutes, none of them garbage, and to look at them
took up to 1.8 s.

glibc gives back only the top of its heap. A gesture that takes 100 MB for a moment (a large text
scale) under one small block that stays leaves the process that much larger: of 480 MB resident,
160 were free and 100 came back. It is therefore asked to give back free pages after a full round,
which takes less than a millisecond unless there are many.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QCursor, QGuiApplication

from app.window.services.worker import at_work

EVERY_MS = 400
OLDEST_EVERY = 25
# A full round waits so many more for the mouse to rest.
PATIENCE = 25
GROWN = 2.0
# What was closed is let go of by its threads a little later than by its window.
ROUNDS_AFTER_CLOSING = 2


class Collector(QObject):
    """Collects while it lives; one belongs to the application."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rounds = 0
        self._overdue = -1
        self._pointer = QCursor.pos()
        self._wholly = 0
        gc.disable()
        # Modules and classes: they stay.
        gc.freeze()
        self._aside = self._known = gc.get_freeze_count()
        timer = QTimer(self)
        timer.setInterval(EVERY_MS)
        timer.timeout.connect(self.collect)
        timer.start()

    def collect(self) -> None:
        """What Python would have collected by now, and sometimes everything."""
        counts, limits = gc.get_count(), gc.get_threshold()
        if at_work():
            if counts[0] > limits[0]:
                self._collect(0)
                gc.freeze()
            return
        self._rounds += 1
        still = self._still()
        if self._overdue >= 0 or self._rounds % OLDEST_EVERY == 0:
            self._overdue += 1
        if self._overdue >= 0 and (still or self._overdue > PATIENCE):
            self._overdue = -1
            self.collect_all()
        elif counts[1] > limits[1]:
            self._collect(1)
        elif counts[0] > limits[0]:
            self._collect(0)

    def _still(self) -> bool:
        """Whether the mouse has rested since the round before."""
        before, self._pointer = self._pointer, QCursor.pos()
        return before == self._pointer and QGuiApplication.mouseButtons().value == 0

    def collect_all(self) -> None:
        """A full round: of what is new, or of everything where that may be worth while."""
        wholly = self._wholly > 0 or self._grown()
        if wholly:
            self._wholly = max(self._wholly - 1, 0)
            gc.unfreeze()
        self._collect(2)
        gc.freeze()
        if wholly:
            self._aside = self._known = gc.get_freeze_count()
        _give_back()()

    def _collect(self, generation: int) -> None:
        # What has been made since the round before, as Python counts it for its own rounds. A list
        # of the objects would hold on to a tuple that another thread is about to make, which
        # Python refuses to finish then (SystemError).
        self._aside += gc.get_count()[0]
        gc.collect(generation)

    def _grown(self) -> bool:
        """Whether what was set aside has become twice as much.

        Python counts it by walking through all of it, 20 ms and more: only where what was added
        comes to so much, of which some has gone since.
        """
        if self._aside > GROWN * self._known:
            self._aside = gc.get_freeze_count()
        return self._aside > GROWN * self._known

    def closed(self) -> None:
        """An engagement was closed: what was set aside may be garbage now."""
        self._wholly = ROUNDS_AFTER_CLOSING


@cache
def _give_back() -> Callable[[], object]:
    """What returns free memory to the system, where the C library has it."""
    if sys.platform == "linux":
        import ctypes

        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            return lambda: trim(0)
    return lambda: None


_NAME = "collector"


def _collector() -> Collector | None:
    application = QCoreApplication.instance()
    return None if application is None else application.findChild(Collector, _NAME)


def collect_here() -> None:
    """Collect garbage on the application's thread only; called there, as often as one likes."""
    application = QCoreApplication.instance()
    if application is not None and _collector() is None:
        Collector(application).setObjectName(_NAME)


def engagement_closed() -> None:
    """A session ended: what was its own is collected soon."""
    found = _collector()
    if found is not None:
        found.closed()
