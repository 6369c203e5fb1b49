"""Garbage is collected on the window's thread only.

Python collects cycles on whichever thread happens to allocate. A window that was closed is such a
cycle, and were it found by the worker thread, Qt's widgets would be destroyed there, which ends the
process. While any window is open the automatic collector is therefore off, and a timer of the
window's thread does its work.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 400
OLDEST_EVERY = 25


class Collector(QObject):
    """Collects while it lives; hold one per open window and ``close`` it."""

    _open = 0

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._closed = False
        self._rounds = 0
        Collector._open += 1
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._collect)
        self._timer.start()

    def _collect(self) -> None:
        counts, limits = gc.get_count(), gc.get_threshold()
        self._rounds += 1
        if self._rounds % OLDEST_EVERY == 0:
            gc.collect(2)
        elif counts[1] > limits[1]:
            gc.collect(1)
        elif counts[0] > limits[0]:
            gc.collect(0)

    def close(self) -> None:
        """Stop; with the last one closed Python collects by itself again."""
        if self._closed:
            return
        self._closed = True
        self._timer.stop()
        Collector._open -= 1
        if Collector._open == 0:
            gc.enable()
