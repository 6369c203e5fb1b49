"""The menu behind the cog: what has no button of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from app.window.i18n import LANGUAGES, tr

if TYPE_CHECKING:
    from app.window.shell.window import MainWindow

_GROUPS = (
    ("open", "import", "import-folder", "save-now", "save", "export-pdf", "new", "close"),
    ("missing", "questions", "note"),
    ("share", "save-installation", "save-scenarios", "open-scenarios", "remember"),
)
_LOOKS = (
    ("look-system", "look-light", "look-dark", "look-contrast"),
    ("larger", "smaller"),
    tuple(f"language-{code}" for code in LANGUAGES),
    ("toggle-inspector", "toggle-charts"),
)


def menu_of(window: MainWindow) -> QMenu:
    """A menu that goes with its last use; in one column on a screen of 700 pixels."""
    menu = QMenu(window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    _fill(menu, window, _GROUPS)
    look = QMenu(tr("Look and language"), menu)
    _fill(look, window, _LOOKS)
    menu.addMenu(look)
    _fill(menu, window, (("help", "tour"),))
    return menu


def _fill(menu: QMenu, window: MainWindow, groups: tuple[tuple[str, ...], ...]) -> None:
    for group in groups:
        if menu.actions():
            menu.addSeparator()
        for name in group:
            menu.addAction(window.commands[name])
