"""F6: the keyboard from pane to pane, as in other programs with several."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from app.window.shell.window import MainWindow


def step(window: MainWindow, by: int) -> None:
    """Put the keyboard into the next pane on show (``by`` 1), or the one before (-1)."""
    panes = [pane for pane in _panes(window) if pane.isVisibleTo(window) and _first(pane)]
    if not panes:
        return
    focus = window.focusWidget()
    inside = [
        number
        for number, pane in enumerate(panes)
        if focus is not None and (pane is focus or pane.isAncestorOf(focus))
    ]
    # Where nothing has the keys, the first pane gets them, or the last.
    at = inside[-1] + by if inside else 0 if by > 0 else -1
    pane = panes[at % len(panes)]
    # Of the pages that on show, not the one that was chosen by the mouse last.
    here = window.rail_buttons[window.current_page]
    found = here if pane is here.parentWidget() else _first(pane)
    if found is not None:
        found.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _panes(window: MainWindow) -> list[QWidget]:
    """Rail, side panel, canvas, load bar or page, inspector, charts, figures, scenarios, tour."""
    page = window.pages.get(window.current_page)
    middle: list[QWidget] = []
    if page is not None:
        parts: list[QWidget | None] = [page]
        if window.current_page == "topology":
            parts = [getattr(page, name, None) for name in ("side", "view", "load")]
        middle = [part for part in parts if isinstance(part, QWidget)]
    rail = window.rail_buttons[window.current_page].parentWidget()
    around = [window.inspector, window.charts, window.strip, window.selector]
    if window.tour is not None:
        around.append(window.tour)
    return [*([] if rail is None else [rail]), *middle, *around]


def _first(pane: QWidget) -> QWidget | None:
    """What of a pane gets the keys: itself, what had them last, or the first that takes them.

    The first as one reads: what was folded away for a moment is the last of its row's children.
    """
    if pane.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return pane
    last = pane.focusWidget()
    # Of buttons one of which is pressed, that one.
    checked = [b for b in pane.findChildren(QWidget) if b.property("checked") is True]
    read = sorted(pane.findChildren(QWidget), key=lambda widget: _place(widget, pane))
    for widget in (*([] if last is None else [last]), *checked, *read):
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if takes and widget.isEnabled() and widget.isVisibleTo(pane):
            return widget
    return None


def _place(widget: QWidget, pane: QWidget) -> tuple[int, int]:
    """Where it stands within the pane: down, then across; what is in a window of its own last."""
    if widget.window() is not pane.window():
        return sys.maxsize, 0
    at = widget.mapTo(pane, QPoint(0, 0))
    return at.y(), at.x()
