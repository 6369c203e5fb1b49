"""Whether a window can be shown here, and showing it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from app.errors import InputProblem

__all__ = ["has_display", "show_window"]


def has_display() -> bool:
    """True where a window has somewhere to appear (or Qt was told to draw off the screen)."""
    if os.environ.get("QT_QPA_PLATFORM"):
        return True
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def show_window(path: Path | None) -> int:
    """Open the window, on the engagement at ``path`` if given; returns when it is closed.

    Raises
    ------
    InputProblem: there is no display, the file is not there, or Qt's libraries are missing.
    """
    if not has_display():
        raise InputProblem(
            "no display to open a window on; start it from a desktop session, "
            "or use the commands listed by 'plexwright --help'"
        )
    if path is not None and not path.exists():
        raise InputProblem("there is no such file; check the name", file=path)
    try:
        from app.window.main import open_window
    except ImportError as missing:
        raise InputProblem(
            f"the window's libraries cannot be loaded ({missing}); "
            "'python3 packaging/run.py open' names the system packages to install"
        ) from missing
    return open_window(path)
