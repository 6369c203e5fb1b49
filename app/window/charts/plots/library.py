"""pyqtgraph, loaded on a thread of its own: its import takes longer than a window may stand.

PySide makes each of Qt's classes when it is first named, and two threads that do so at once end the
process (a segmentation fault in ``enum.py`` or in shiboken, seen with 6.10). pyqtgraph names all of
them. They are therefore made before, on the window's thread, a few at a time; the thread then finds
them made.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from app.window.slices import SLICE_S, Slices

# Those that pyqtgraph imports.
QT = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtTest", "QtOpenGLWidgets")


def classes() -> Iterator[None]:
    """Make Qt's classes, one at each step; on the window's thread."""
    for name in QT:
        try:
            module = importlib.import_module(f"PySide6.{name}")
        except ImportError:
            # Distributions may leave the last ones out, and pyqtgraph does without.
            continue
        yield
        for known in dir(module):
            getattr(module, known, None)
            yield


class Library(QObject):
    """Loads pyqtgraph once; ``ready`` is emitted on the window's thread when it is there."""

    ready = Signal()
    _loaded = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._module: Any = None
        self._thread: threading.Thread | None = None
        self._classes = Slices(self)
        self._classes.through.connect(self._start)
        self._loaded.connect(self.ready, Qt.ConnectionType.QueuedConnection)

    @property
    def module(self) -> Any:
        """pyqtgraph, or ``None`` while it is not loaded."""
        return self._module

    def load(self) -> None:
        """Start loading, unless that was done before."""
        if self._thread is None and not self._classes.busy:
            self._classes.begin(classes(), SLICE_S)

    def wait(self) -> Any:
        """pyqtgraph, loaded by now."""
        self.load()
        self._classes.finish()
        assert self._thread is not None
        self._thread.join()
        return self._module

    def _start(self) -> None:
        """After the last of Qt's classes."""
        self._thread = threading.Thread(target=self._load, name="plexwright-plots", daemon=True)
        self._thread.start()

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
