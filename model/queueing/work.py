"""Work that a search may still do, counted: a busy machine answers what an idle one does.

Whoever can be cancelled says what it is about to do, in microseconds that the same takes of one
core at rest (rounded where they are named; of nine searches outside product form those that took
seconds were counted as 0.5 to 2.3 times what they took). A caller's own ``cancel``, such as a
button, takes no notice of them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

__all__ = ["Budget", "stopped"]


class Budget:
    """So many seconds' worth of work; a ``cancel`` that says True once more than that is done."""

    def __init__(self, seconds: float) -> None:
        self._left_us = 1e6 * seconds
        self._lock = threading.Lock()

    def __call__(self) -> bool:
        return self._left_us < 0.0

    def take(self, work_us: float) -> None:
        """Count some work; threads share a budget."""
        with self._lock:
            self._left_us -= work_us


def stopped(cancel: Callable[[], bool] | None, work_us: float) -> bool:
    """Whether to go no further, after counting what would come next."""
    if isinstance(cancel, Budget):
        cancel.take(work_us)
    return cancel is not None and cancel()
