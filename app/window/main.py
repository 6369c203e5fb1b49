"""``open_window``: the shell first, everything slow after the first paint."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.window.i18n import set_language
from app.window.i18n.qt_texts import follow_language
from app.window.services.one_import import one_thread_at_a_time
from app.window.shell.preferences import Preferences
from app.window.shell.window import MainWindow
from app.window.theme import theme

SWITCH_S = 0.001


def prepare(application: QApplication) -> None:
    """Name, language and look of the application, as remembered; the window's thread goes first."""
    one_thread_at_a_time()
    # A computing thread lets the window's have the interpreter after this long, each time it asks.
    sys.setswitchinterval(SWITCH_S)
    application.setApplicationName("Plexwright")
    application.setDesktopFileName("plexwright")
    preferences = Preferences()
    wanted = preferences.text("language") or _system_language()
    set_language(wanted)
    follow_language()
    theme().apply(preferences.text("look", "system"), preferences.number("scale", 1.0))


def _system_language() -> str:
    from PySide6.QtCore import QLocale

    return QLocale.system().name().partition("_")[0]


def warm_up() -> None:
    """Load what the first engagement needs while the window is shown, off its thread."""
    from app.window.services.ahead import load_ahead

    threading.Thread(target=load_ahead, name="plexwright-warm-up").start()


def open_window(paths: Sequence[Path] = ()) -> int:
    """Open the window, on an engagement or reports if given; returns when all are closed."""
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    prepare(application)
    window = MainWindow()
    window.show()
    # Also where files were given: what reads them is loaded beside what shows them.
    QTimer.singleShot(0, window, warm_up)
    if paths:
        QTimer.singleShot(0, window, lambda: window.offer_files(list(paths)))
    code = application.exec()
    clipboard = application.clipboard()
    if clipboard.ownsClipboard():
        # What was copied is a Python object; Qt must not be the one to destroy it after Python.
        clipboard.clear()
    return code
