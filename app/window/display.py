"""Whether a window can be shown here, and showing it."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from app.errors import InputProblem
from app.importing.files import is_engagement
from app.locked import is_locked

__all__ = ["has_display", "show_window"]


def has_display() -> bool:
    """True where a window has somewhere to appear (or Qt was told to draw off the screen)."""
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    if platform and not platform.startswith(("xcb", "wayland")):
        return True
    if sys.platform in ("win32", "darwin"):
        return True
    if os.environ.get("WAYLAND_DISPLAY") and not platform.startswith("xcb"):
        return True
    return bool(os.environ.get("DISPLAY")) and _answers()


def _answers() -> bool:
    """Whether the X server of DISPLAY answers; Qt would abort the process if it does not."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # Qt's own message names the library
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not refused


def show_window(paths: Sequence[Path] = (), *, check: bool = True) -> int:
    """Open the window, on engagement or reports if given; returns when it is closed.

    ``check``: refuse here what the window could not open, instead of there.

    Raises
    ------
    InputProblem: there is no display, a file is not there or a broken engagement, or Qt's
        libraries are missing.
    """
    if not has_display():
        raise InputProblem(
            "no display answers to open a window on; start it from a desktop session, "
            "or use the commands listed by 'plexwright --help'"
        )
    if check:
        for path in paths:
            _check(path)
    try:
        from app.window.main import open_window
    except ImportError as missing:
        raise InputProblem(
            f"the window's libraries cannot be loaded ({missing}); "
            "'python3 packaging/run.py open' names the system packages to install"
        ) from missing
    return open_window(paths)


def _check(path: Path) -> None:
    """Refuse here, on the terminal where it was named, what the window could not open."""
    if is_locked(path):
        return  # the window asks for its passphrase
    if not path.exists():
        raise InputProblem("there is no such file; check the name", file=path)
    if is_engagement(path):
        from app.store import EngagementFile

        EngagementFile.open(path).close()
