"""A window built anew, for another text scale or language, goes on where the one before stood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QTabWidget, QWidget

from app.window.widgets.placed import Placed

if TYPE_CHECKING:
    from app.window.canvas.view import Stand
    from app.window.shell.window import MainWindow


@dataclass(frozen=True)
class Left:
    """A page as it was left: the tabs in front, its own place, and how its canvas stood."""

    tabs: tuple[int, ...]
    place: object = None
    stand: Stand | None = None


def left(window: MainWindow) -> dict[str, Left]:
    """All pages of a window as they are."""
    from app.window.canvas.page import TopologyPage

    return {
        name: Left(
            tuple(tabs.currentIndex() for tabs in page.findChildren(QTabWidget)),
            page.place() if isinstance(page, Placed) else None,
            page.view.stand() if isinstance(page, TopologyPage) else None,
        )
        for name, page in window.pages.items()
        if isinstance(page, QWidget)
    }


def resume(page: QWidget, before: Left | None) -> None:
    """Bring a page to where it was left."""
    from app.window.canvas.page import TopologyPage

    if before is None:
        return
    for tabs, index in zip(page.findChildren(QTabWidget), before.tabs, strict=False):
        tabs.setCurrentIndex(index)
    if isinstance(page, Placed) and before.place is not None:
        page.go_to(before.place)
    if isinstance(page, TopologyPage) and before.stand is not None:
        page.view.stand_as(before.stand)
