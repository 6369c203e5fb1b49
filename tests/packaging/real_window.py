"""Smoke test of the real window on the real xcb plugin; run.py gives it a virtual X server.

Not collected by a plain pytest run, which draws off the screen: ``run.py test`` names it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QWidget

PATIENCE_MS = 20_000
STEP_MS = 200


def colours(image: QImage) -> int:
    """How many different colours a coarse grid over the image shows."""
    return len(
        {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    )


def watch_window(application: QApplication, look: Callable[[QWidget], bool]) -> None:
    """Call ``look`` on the main window until it is satisfied, then close; give up in the end."""

    def step() -> None:
        shown = [w for w in application.topLevelWidgets() if w.isVisible() and w.width() > 400]
        if shown and look(shown[0]):
            application.closeAllWindows()
            QTimer.singleShot(0, application.quit)
            return
        QTimer.singleShot(STEP_MS, step)

    QTimer.singleShot(STEP_MS, step)
    QTimer.singleShot(PATIENCE_MS, application.quit)


def show(path: Path | None, title: str) -> tuple[int, list[int]]:
    """Open the window and look at the screen until ``title`` is in its title bar."""
    from app.window.main import open_window

    instance = QApplication.instance()
    application = instance if isinstance(instance, QApplication) else QApplication([])
    seen: list[int] = []

    def look(window: QWidget) -> bool:
        screen = window.screen() or QGuiApplication.primaryScreen()
        picture = screen.grabWindow(0).toImage()  # what the X server shows, not what Qt believes
        seen.append(colours(picture))
        return len(seen) >= 5 and seen[-1] > 8 and title in window.windowTitle()

    watch_window(application, look)
    return open_window(path), seen


def test_the_window_appears_on_a_real_screen() -> None:
    code, seen = show(None, "Plexwright")
    assert QGuiApplication.platformName() == "xcb"
    assert code == 0
    assert seen, "no window appeared"
    assert seen[-1] > 8, f"the screen stayed blank: {seen}"
    assert len(seen) * STEP_MS < PATIENCE_MS


def test_the_window_opens_the_demo_engagement(tmp_path: Path) -> None:
    from app.cli import main

    assert main(["demo", "--no-window", "--out", str(tmp_path)]) in (0, 1)
    code, seen = show(tmp_path / "demo.plexwright", "Nordsee")
    assert code == 0
    assert seen[-1] > 8, f"the screen stayed blank: {seen}"
    assert len(seen) * STEP_MS < PATIENCE_MS, "the engagement was not opened in time"
