"""Save as, waited for."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.window.session import Session


def save_as(session: Session, path: Path, *, replace: bool = False) -> str | None:
    """Save under another name and wait until that is through; why not, or ``None``."""
    said: list[str | None] = []

    def through(_path: Path, why: str | None) -> None:
        said.append(why)

    session.savedAs.connect(through)
    session.save_as(path, replace=replace)
    while not said:
        QCoreApplication.processEvents()
        time.sleep(0.001)  # it is another thread that saves
    session.savedAs.disconnect(through)
    return said[0]
