"""Work that only the window's thread may do, a little in each turn of its loop.

A slice is measured in the thread's CPU time: on a machine that does other work, by the clock a
slice would be over before it has done anything.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

SLICE_S = 0.008
"""Half a frame: two of them and what Qt does in between are not felt."""


POLISHED = Qt.WidgetAttribute.WA_WState_Polished
"""What Qt notes of a widget that has its style."""


class Slices(QObject):
    """One piece of work at a time: another one takes its place, and it ends with its owner.

    ``through`` tells that a piece came to its end. Each turn does at least one step.
    """

    through = Signal()

    def __init__(self, parent: QObject | None, pause_ms: int = 0) -> None:
        super().__init__(parent)
        self._work: Iterator[object] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(pause_ms)
        self._timer.timeout.connect(self._turn)

    @property
    def busy(self) -> bool:
        """Whether something is left to do."""
        return self._work is not None

    def begin(self, work: Iterable[object], first_s: float | None = None) -> None:
        """Do ``work``, one step for each of its items: for ``first_s`` at once, if given."""
        self._work = iter(work)
        if first_s is None:
            self._timer.start()
        else:
            self._turn(first_s)

    def finish(self) -> None:
        """Do what is left now."""
        if self._work is not None:
            self._turn(float("inf"))

    def stop(self) -> None:
        """Leave what is left undone."""
        self._work = None
        self._timer.stop()

    def _turn(self, most_s: float | None = None) -> None:
        work, most_s = self._work, SLICE_S if most_s is None else most_s
        if work is None:
            return
        end = time.thread_time() + most_s
        for _ in work:
            if self._work is not work:
                # The step itself gave other work, or none.
                return
            if time.thread_time() > end:
                self._timer.start()
                return
        self.stop()
        self.through.emit()


def polishing(widget: QWidget) -> Iterator[None]:
    """Give a widget and all in it their style, which else their first showing does at once."""
    widget.ensurePolished()
    yield
    for child in widget.findChildren(QWidget) if isValid(widget) else ():
        # What is shown may have been filled anew since the last turn.
        if isValid(child):
            child.ensurePolished()
            yield
