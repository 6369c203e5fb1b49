"""What is built anew leaves nothing of the old behind."""

from __future__ import annotations

import gc

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QPixmapCache
from PySide6.QtWidgets import QApplication

from app.window.shell.window import WINDOWS
from app.window.theme import theme


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()


def count() -> tuple[int, int]:
    """Widgets of Qt, and Python's halves of its actions."""
    actions = sum(1 for o in gc.get_objects() if isinstance(o, QAction))
    return len(QApplication.allWidgets()), actions


def test_a_window_built_anew_leaves_nothing_of_the_old_one(qtbot, window, session) -> None:
    def rebuild(code: str) -> None:
        (shown,) = [w for w in WINDOWS if w.session is session]
        shown.set_language(code)
        settle()

    rebuild("de")
    rebuild("en")
    before = count()
    for _ in range(2):
        rebuild("de")
        rebuild("en")
    assert count() == before
    (shown,) = [w for w in WINDOWS if w.session is session]
    shown.close()


def test_pictures_of_the_look_before_are_not_kept(window) -> None:
    picture = theme().pixmap("gauge", 18)
    QPixmapCache.insert("of the look before", picture)
    theme().apply("dark")
    assert not QPixmapCache.find("of the look before")
