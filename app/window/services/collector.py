"""Garbage is collected on the window's thread only, as long as the application lives.

Python collects cycles on whichever thread happens to allocate. A window that was closed is such a
cycle, and were it found by another thread (one that computes, or only imports), Qt's widgets would
be destroyed there: the process ends, or a signal reaches half an object. The automatic collector
is therefore off from the first session on, and a timer of the window's thread does its work.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QCoreApplication, QObject, QTimer

EVERY_MS = 400
OLDEST_EVERY = 25


class Collector(QObject):
    """Collects while it lives; one belongs to the application."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rounds = 0
        gc.disable()
        timer = QTimer(self)
        timer.setInterval(EVERY_MS)
        timer.timeout.connect(self.collect)
        timer.start()

    def collect(self) -> None:
        """What Python would have collected by now, and sometimes everything."""
        counts, limits = gc.get_count(), gc.get_threshold()
        self._rounds += 1
        if self._rounds % OLDEST_EVERY == 0:
            gc.collect(2)
        elif counts[1] > limits[1]:
            gc.collect(1)
        elif counts[0] > limits[0]:
            gc.collect(0)


_NAME = "collector"


def collect_here() -> None:
    """Collect garbage on the application's thread only; called there, as often as one likes."""
    application = QCoreApplication.instance()
    if application is not None and application.findChild(Collector, _NAME) is None:
        Collector(application).setObjectName(_NAME)
