"""Tab goes through the window as one reads it, whatever was made first in it.

Qt's own order is that in which widgets came into the window. Pages are made when they are looked
at, after the inspector and the charts, and the inspector makes rows at each selection: Tab came to
both before the pages, and back to the inspector after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QWidget


class Tabbing(QMainWindow):
    """A window whose panes follow each other as they are read, after what stands in none."""

    def focusNextPrevChild(self, on: bool) -> bool:
        here = self.focusWidget()
        every = Qt.TabFocusBehavior.TabFocusAllControls
        if here is None or QGuiApplication.styleHints().tabFocusBehavior() != every:
            return super().focusNextPrevChild(on)
        found = _following(self, here, on=on)
        if found is None:
            return super().focusNextPrevChild(on)
        reason = Qt.FocusReason
        found.setFocus(reason.TabFocusReason if on else reason.BacktabFocusReason)
        return True


def _following(window: Tabbing, here: QWidget, *, on: bool) -> QWidget | None:
    """The next in the same pane, else the first of the next pane that has any; backwards alike."""
    panes = _panes(window)

    def pane_of(widget: QWidget) -> int:
        inside = (n for n, p in enumerate(panes, 1) if p is widget or p.isAncestorOf(widget))
        return next(inside, 0)

    mine = pane_of(here)
    for widget in _stops(window, here, on=on):
        if pane_of(widget) == mine:
            return widget
    ends: dict[int, QWidget] = {}
    for widget in _stops(window, window, on=on):
        ends.setdefault(pane_of(widget), widget)
    if not ends:
        return None
    order = sorted(ends, reverse=not on)
    beyond = (n for n in order if (n > mine if on else n < mine))
    return ends[next(beyond, order[0])]


def _panes(window: Tabbing) -> list[QWidget]:
    """What Tab goes through after the window's head: figures, rail, page, inspector, charts.

    Those that there are: a window that begins has none.
    """
    shown = getattr(window, "current_page", "")
    here = getattr(window, "rail_buttons", {}).get(shown)
    found = (
        getattr(window, "strip", None),
        None if here is None else here.parentWidget(),
        None if here is None else getattr(window, "pages", {}).get(shown),
        getattr(window, "inspector", None),
        getattr(window, "charts", None),
    )
    return [pane for pane in found if isinstance(pane, QWidget)]


def _stops(window: QWidget, start: QWidget, *, on: bool) -> Iterator[QWidget]:
    """What takes the keys by Tab, after ``start`` in Qt's order as far as the window itself."""
    step: Callable[[QWidget], QWidget | None] = (
        QWidget.nextInFocusChain if on else QWidget.previousInFocusChain
    )
    widget = step(start)
    while widget is not None and widget is not window:
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        if takes and widget.isEnabled() and widget.isVisible() and widget.window() is window:
            yield widget
        widget = step(widget)
