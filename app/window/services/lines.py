"""The text of a kept report, unpacked off the window's thread where that takes its time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.window.i18n.problems import sentence_of
from app.window.services.worker import Cancel, Worker

if TYPE_CHECKING:
    from advisor.observations import FileReading

AT_ONCE_BYTES = 2 << 20
"""A report of this size is there within two frames."""

_SLOT = "lines"


class LinesService(QObject):
    """``found`` (reading, lines or ``None`` where they are not kept); ``failed`` with a sentence.

    Only the report that was asked for last is delivered.
    """

    found = Signal(object, object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._owner = parent  # as of a worker
        self._worker = Worker((_SLOT,), self)
        self._worker.delivered.connect(self._deliver)
        self._worker.failed.connect(self._fail)

    def load(self, path: Path, reading: FileReading) -> None:
        """Unpack the text of a reading that the engagement at ``path`` keeps."""

        def work(cancel: Cancel) -> Iterator[object]:
            from app.window.services.persistence import kept_lines

            yield reading, kept_lines(path, reading)

        self._worker.submit(_SLOT, work)

    def drop(self) -> None:
        """Forget what was asked for."""
        self._worker.drop(_SLOT)

    def close(self) -> None:
        """Answer no more."""
        self._worker.stop()

    def _deliver(self, _slot: str, _number: int, found: tuple[object, object]) -> None:
        self.found.emit(*found)

    def _fail(self, _slot: str, _number: int, problem: Exception) -> None:
        self.failed.emit(sentence_of(problem))
