"""Progress and cancellation, at least every 200 ms whatever the size of the pieces."""

from __future__ import annotations

import time
from collections.abc import Callable

Progress = Callable[[int, int], None]
Cancel = Callable[[], bool]

EVERY_S = 0.05


class ReadingCancelled(Exception):
    """The user cancelled the import; nothing of it was kept."""


class Meter:
    """Counts bytes done of ``total`` and asks, ten times a second, whether to go on."""

    def __init__(self, total: int, progress: Progress | None, cancel: Cancel | None) -> None:
        self.total = total
        self.done = 0
        self.readings = 1  # how often each byte is read
        self._progress = progress
        self._cancel = cancel
        self._next = 0.0

    def add(self, size: int) -> None:
        """A container turned out to hold more bytes than itself."""
        self.total += size

    def advance(self, size: int) -> None:
        """``size`` more bytes have been taken up."""
        self.done += size // self.readings

    def tick(self) -> None:
        """Report and ask when it is time.

        Raises
        ------
        ReadingCancelled: the user has cancelled.
        """
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + EVERY_S
        if self._cancel is not None and self._cancel():
            raise ReadingCancelled
        if self._progress is not None:
            total = max(self.total, 1)  # not known while a folder is listed
            self._progress(min(self.done, total), total)
