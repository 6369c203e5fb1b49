"""The canvas by arrow keys: from box to box, and boxes moved by a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.window.canvas import arrange
from app.window.canvas.gestures import relative
from app.window.canvas.layout import GRID
from app.window.i18n import tr

if TYPE_CHECKING:
    from app.window.canvas.view import TopologyView

ARROWS: dict[int, arrange.Direction] = {
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
}


def walk(view: TopologyView, direction: arrange.Direction, *, further: bool = False) -> None:
    """Select the next box that way; ``further`` keeps what is selected."""
    boxes = view.topology_scene.boxes
    chosen = [c for c in view.document.selection if c in boxes]
    if not chosen:
        view.step(1)
        return
    depth = boxes[chosen[-1]].depth
    among = [name for name, box in boxes.items() if box.depth == depth]
    found = arrange.neighbour(boxes, chosen[-1], direction, among)
    if found is None:
        found = arrange.neighbour(boxes, chosen[-1], direction)
    if found is not None:
        kept = [c for c in view.document.selection if c != found] if further else []
        view.document.select([*kept, found])
        view.show_selected()


def nudge(view: TopologyView, direction: arrange.Direction, *, fine: bool) -> None:
    """Move what is selected by a step of the grid, or by one pixel of the design."""
    step = 1.0 if fine else GRID
    dx, dy = {
        "left": (-step, 0.0),
        "right": (step, 0.0),
        "up": (0.0, -step),
        "down": (0.0, step),
    }[direction]
    boxes = view.topology_scene.boxes
    chosen = [c for c in view.document.selection if c in boxes]
    if not chosen:
        walk(view, direction)
        return
    view.document.place(
        {c: relative(view, c, boxes[c].x + dx, boxes[c].y + dy) for c in chosen},
        tr("Nudge boxes"),
        merge_key="nudge:" + ",".join(chosen),
    )
