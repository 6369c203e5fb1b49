"""The topology as a vector picture: machines, systems, what runs in them, and how busy it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.report.charts import TEXT, WIDTH, Chart
from advisor.report.svg import ALERT, FAINT, INK, MUTED, PAPER, Drawing, fitted

_CHIP_WIDTH, _CHIP_HEIGHT, _GAP, _PAD, _HEAD = 88.0, 30.0, 5.0, 7.0, 16.0


def draw_topology(data: Mapping[str, Any]) -> str:
    """SVG of the picture data that ``document`` prepares.

    ``data`` holds ``machines`` (each with ``label`` and ``systems``; a system has ``label``,
    ``busy`` (0..1 or None), ``busy_text`` and ``parts``) and ``shelf``, the components that stand
    on their own. A part has ``label``, ``detail``, ``busy`` and ``bottleneck``.
    """
    machines, shelf = data["machines"], data["shelf"]
    drawing = Drawing(WIDTH, 10.0)
    y = 0.0
    for machine in machines:
        y = _machine(drawing, machine, y) + 8.0
    if shelf:
        y = _shelf(drawing, shelf, y)
    drawing.height = max(y, 20.0)
    return drawing.render()


def _columns(width: float) -> int:
    return max(1, int((width - 2 * _PAD + _GAP) // (_CHIP_WIDTH + _GAP)))


def _rows(count: int, columns: int) -> int:
    return max(1, -(-count // columns))


def _machine(drawing: Drawing, machine: Mapping[str, Any], top: float) -> float:
    systems = machine["systems"]
    per_row = 2 if len(systems) > 1 else 1
    width = (WIDTH - 2 * _PAD - (per_row - 1) * _GAP) / per_row
    y = top + _HEAD
    at = len(drawing.parts)
    for start in range(0, len(systems), per_row):
        row = systems[start : start + per_row]
        height = max(_system_height(system, width) for system in row)
        for place, system in enumerate(row):
            _system(drawing, system, _PAD + place * (width + _GAP), y, width, height)
        y += height + _GAP
    frame = Drawing(0, 0)
    frame.box(0.5, top + 0.5, WIDTH - 1, y - top, stroke=MUTED, fill=PAPER, weight=0.8)
    frame.text(_PAD, top + 11, fitted(machine["label"], WIDTH - 20, TEXT), size=TEXT, bold=True)
    drawing.parts[at:at] = frame.parts
    return y + 1.0


def _system_height(system: Mapping[str, Any], width: float) -> float:
    count = len(system["parts"])
    if not count:
        return _HEAD + 6
    return _HEAD + _rows(count, _columns(width)) * (_CHIP_HEIGHT + _GAP) + 4


def _system(
    drawing: Drawing, system: Mapping[str, Any], x: float, y: float, width: float, height: float
) -> None:
    hot = bool(system.get("bottleneck"))
    drawing.box(
        x,
        y,
        width,
        height,
        stroke=ALERT if hot else INK,
        fill="#f7f8fa",
        weight=1.6 if hot else 0.7,
    )
    drawing.text(x + _PAD, y + 11, fitted(system["label"], width * 0.6, TEXT), size=TEXT, bold=True)
    if system["busy_text"]:
        drawing.text(x + width - _PAD, y + 11, system["busy_text"], size=TEXT, anchor="end")
    columns = _columns(width)
    for number, part in enumerate(system["parts"]):
        row, column = divmod(number, columns)
        _chip(
            drawing,
            part,
            x + _PAD + column * (_CHIP_WIDTH + _GAP),
            y + _HEAD + row * (_CHIP_HEIGHT + _GAP),
        )


def _chip(drawing: Drawing, part: Mapping[str, Any], x: float, y: float) -> None:
    hot = bool(part.get("bottleneck"))
    drawing.box(
        x,
        y,
        _CHIP_WIDTH,
        _CHIP_HEIGHT,
        fill=PAPER,
        stroke=ALERT if hot else MUTED,
        weight=1.6 if hot else 0.5,
    )
    drawing.text(x + 4, y + 10, fitted(part["label"], _CHIP_WIDTH - 8, TEXT), size=TEXT)
    drawing.text(
        x + 4, y + 20.5, fitted(part["detail"], _CHIP_WIDTH - 8, TEXT), size=TEXT, fill=MUTED
    )
    busy = part.get("busy")
    if busy is not None:
        full = _CHIP_WIDTH - 8
        drawing.box(x + 4, y + 24, full, 2.4, fill=FAINT, stroke="none", weight=0, radius=0)
        share = min(1.0, max(0.0, busy))
        drawing.box(
            x + 4,
            y + 24,
            full * share,
            2.4,
            fill=ALERT if hot else INK,
            stroke="none",
            weight=0,
            radius=0,
        )


def _shelf(drawing: Drawing, parts: list[Mapping[str, Any]], top: float) -> float:
    columns = max(1, int((WIDTH + _GAP) // (_CHIP_WIDTH + _GAP)))
    for number, part in enumerate(parts):
        row, column = divmod(number, columns)
        _chip(
            drawing,
            part,
            column * (_CHIP_WIDTH + _GAP) + 0.5,
            top + row * (_CHIP_HEIGHT + _GAP),
        )
    return top + _rows(len(parts), columns) * (_CHIP_HEIGHT + _GAP)


CHART = Chart(
    "topology.svg",
    lambda doc: doc["today"]["picture"],
    draw_topology,
    lambda data: bool(data["machines"] or data["shelf"]),
)
