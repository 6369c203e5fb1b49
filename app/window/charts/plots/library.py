"""pyqtgraph, loaded on a thread of its own: its import takes longer than a window may stand."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal


class Library(QObject):
    """Loads pyqtgraph once; ``ready`` is emitted on the window's thread when it is there."""

    ready = Signal()
    _loaded = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._module: Any = None
        self._thread: threading.Thread | None = None
        self._loaded.connect(self.ready, Qt.ConnectionType.QueuedConnection)

    @property
    def module(self) -> Any:
        """pyqtgraph, or ``None`` while it is not loaded."""
        return self._module

    def load(self) -> None:
        """Start loading, unless that was done before."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._load, name="plexwright-plots", daemon=True)
            self._thread.start()

    def wait(self) -> Any:
        """pyqtgraph, loaded by now."""
        self.load()
        if self._thread is not None:
            self._thread.join()
        return self._module

    def _load(self) -> None:
        import pyqtgraph

        # Its clean-up at exit would touch scenes that Qt has destroyed already.
        pyqtgraph.setConfigOptions(exitCleanup=False, antialias=False)
        self._module = pyqtgraph
        # The application may have ended meanwhile, and its objects with it.
        if not sys.is_finalizing():
            with contextlib.suppress(RuntimeError):
                self._loaded.emit()


@cache
def library() -> Library:
    """The one of this process."""
    return Library()


def when_loaded(do: Callable[[], None]) -> None:
    """Load pyqtgraph and call ``do``: at once if it is there, else when it comes."""
    found = library()
    if found.module is not None:
        do()
        return
    found.ready.connect(do)
    found.load()
