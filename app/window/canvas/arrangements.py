"""The ways to arrange boxes, for the toolbar and the command palette: name, icon, text."""

from __future__ import annotations

from app.window.i18n import mark

ARRANGEMENTS = (
    ("left", "align-start-vertical", mark("Align left edges")),
    ("centre", "align-center-vertical", mark("Align centres")),
    ("right", "align-end-vertical", mark("Align right edges")),
    ("top", "align-start-horizontal", mark("Align top edges")),
    ("middle", "align-center-horizontal", mark("Align middles")),
    ("bottom", "align-end-horizontal", mark("Align bottom edges")),
    ("across", "align-horizontal-space-between", mark("Distribute across")),
    ("down", "align-vertical-space-between", mark("Distribute down")),
    ("snap", "magnet", mark("Snap to the grid")),
)
