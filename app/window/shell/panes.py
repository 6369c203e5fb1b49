"""F6: the keyboard from pane to pane, as in other programs with several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
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
    """Rail, side panel, canvas or page, inspector, charts, figures, scenarios, the tour."""
    page = window.pages.get(window.current_page)
    middle: list[QWidget] = []
    if page is not None:
        side, view = getattr(page, "side", None), getattr(page, "view", None)
        parts = [side, view] if window.current_page == "topology" else [page]
        middle = [part for part in parts if isinstance(part, QWidget)]
    rail = window.rail_buttons[window.current_page].parentWidget()
    around = [window.inspector, window.charts, window.strip, window.selector]
    if window.tour is not None:
        around.append(window.tour)
    return [*([] if rail is None else [rail]), *middle, *around]


def _first(pane: QWidget) -> QWidget | None:
    """What of a pane gets the keys: itself, what had them last, or the first that takes them."""
    if pane.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return pane
    last = pane.focusWidget()
    # Of buttons one of which is pressed, that one.
    checked = [b for b in pane.findChildren(QWidget) if b.property("checked") is True]
    for widget in (*([] if last is None else [last]), *checked, *pane.findChildren(QWidget)):
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if takes and widget.isEnabled() and widget.isVisibleTo(pane):
            return widget
    return None
