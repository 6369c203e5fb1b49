"""A small window, or a large text scale: what folds away, and what scrolls.

At 300 % a screen of 1920 × 1080 pixels has room for 640 × 360 of the design's. Lengths here are
the design's, so that one rule holds for a small window and for large text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.basics import restyle

if TYPE_CHECKING:
    from app.window.shell.window import MainWindow

# Below these the rail keeps its icons only, the header its buttons' icons and the strip what binds
# in a line of its own, the charts leave. The German header with a running progress and its button
# takes 1050, the strip 1030 with all that changed.
RAIL_FROM, HEADER_FROM, CHARTS_FROM = 960, 1064, 560
# The What-if page has a chart of its own, of which a lower window left a strip of 35.
CHARTS_BELOW_CHART_FROM = 740
# Lower windows have no room for a further line either.
BOUND_FROM = 400
SMALL, NARROW = 760, 624
# Below this there is no room for outline, canvas and inspector at once: of what the two leave a
# canvas of less than 270 shows one box.
PANES_FROM = 760
COUNT = "count"
"""The property of a page's button that says how much there is on it."""


def roomy(window: MainWindow) -> bool:
    """Whether the charts below have room beside the page."""
    own = window.current_page == "whatif"
    return _height(window) >= (CHARTS_BELOW_CHART_FROM if own else CHARTS_FROM)


def show_inspector(window: MainWindow) -> None:
    """The inspector beside the canvas; with nothing selected it has nothing to say."""
    on = window.inspector_on and window.current_page == "topology"
    wanted = on and bool(window.session.document.selection)
    page = window.pages.get("topology")
    if not wanted:
        window.inspector.hide()
    if page is not None:
        # Before there is a third pane, for which the window would grow beyond the screen.
        cramped = wanted and window.width() / theme().scale < PANES_FROM
        if page.make_room(cramped=cramped):  # type: ignore[attr-defined]
            _lay_out(page)
    if wanted:
        window.inspector.show()


def _lay_out(page: QWidget) -> None:
    """What is around a page knows how little it needs now: told later, it grows first."""
    inside: QWidget | None = page
    while inside is not None:
        layout = inside.layout()
        if layout is not None:
            layout.invalidate()
            layout.activate()
        inside = None if inside.isWindow() else inside.parentWidget()


def _height(window: MainWindow) -> float:
    return window.height() / theme().scale


def fit(window: MainWindow) -> None:
    """Fold away what has no room, and bring back what has."""
    width = window.width() / theme().scale
    px = theme().px
    wide = width >= RAIL_FROM
    low = _height(window) < BOUND_FROM
    rail = next(iter(window.rail_buttons.values())).parentWidget()
    column = None if rail is None else rail.layout()
    if column is not None:
        edge = px(1 if low else 8)
        column.setContentsMargins(0, edge, 0, edge)
        column.setSpacing(px(1 if low else 2))
    for made in window.rail_buttons.values():
        count = made.property(COUNT) or ""
        whole = f"{made.accessibleName()}  {count}".rstrip()
        style = Qt.ToolButtonStyle
        # Without its name a page that counts something still shows how much, below its icon, or
        # beside it where the window is too low for another line.
        where = style.ToolButtonTextBesideIcon if low else style.ToolButtonTextUnderIcon
        narrow = where if count else style.ToolButtonIconOnly
        made.setText(whole if wide or not count else count)
        made.setToolButtonStyle(style.ToolButtonTextBesideIcon if wide else narrow)
        if bool(made.property("low")) != (low and not wide):
            made.setProperty("low", low and not wide)
            restyle(made)
        # Lower in a low window: all pages stay in sight.
        least = made.sizeHint().width() if low and count else 0
        made.setMinimumSize(max(px(152 if wide else 44), least), px(22 if low else 28))
        made.setToolTip("" if wide else whole)
    folded = width < HEADER_FROM
    window.selector.fold(folded=folded, small=width < NARROW)
    window.strip.fold(narrow=folded and _height(window) >= BOUND_FROM)
    # The name of the engagement is cut before the buttons are: it stands in the window's title too.
    small = width < SMALL
    window.engagement_title.setMinimumWidth(px(40 if small else 96))
    header = window.selector.parentWidget()
    beside = None if header is None else header.layout()
    if beside is not None:
        beside.setSpacing(px(2 if small else 8))
    window.progress.setFixedWidth(px(32 if small else 48 if folded else 120))
    window.progress_text.setMinimumWidth(0 if folded else px(32))
    policy = QSizePolicy.Policy
    window.progress_text.setSizePolicy(
        policy.Ignored if folded else policy.Preferred, policy.Preferred
    )
    window.cancel.setText("" if folded else tr("Cancel"))
    window.charts.setVisible(window.charts_wanted() and roomy(window))
    show_inspector(window)
