"""Whether a window can be shown here, and showing it."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

from app.errors import InputProblem

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


def show_window(path: Path | None) -> int:
    """Open the window, on the engagement at ``path`` if given; returns when it is closed.

    Raises
    ------
    InputProblem: there is no display, the file is no engagement, or Qt's libraries are missing.
    """
    if not has_display():
        raise InputProblem(
            "no display answers to open a window on; start it from a desktop session, "
            "or use the commands listed by 'plexwright --help'"
        )
    if path is not None:
        _check(path)
    try:
        from app.window.main import open_window
    except ImportError as missing:
        raise InputProblem(
            f"the window's libraries cannot be loaded ({missing}); "
            "'python3 packaging/run.py open' names the system packages to install"
        ) from missing
    return open_window(path)


def _check(path: Path) -> None:
    """Refuse here, on the terminal where it was named, what the window could not open."""
    from app.store import EngagementFile

    EngagementFile.open(path).close()
