"""Figures after each step of the plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor.report.charts import BAR, TEXT, WIDTH, Chart
from advisor.report.svg import FAINT, INK, MUTED, PAPER, Drawing, fitted

GAP, LEFT = 22.0, 40.0
"""Between two panels, and for the scale at the left of one."""


def draw_steps(data: Mapping[str, Any]) -> str:
    """Cumulative figures after each step: one panel a figure, bars with their bands as whiskers.

    ``data``: ``panels`` as :func:`advisor.report.sections.step_chart.step_chart` makes them. Two
    panels stand side by side where their bars leave room for the figures above them, three where
    a second row would hold but one.
    """
    panels = data["panels"]
    across = next((n for n in (3, 2) if _in_rows_of(n, panels)), 1)
    height = {1: 110.0, 2: 138.0, 3: 118.0}[across]
    width = (WIDTH - GAP * (across - 1)) / across
    rows = -(-len(panels) // across)
    lines = max((len(_title(panel, width)) for panel in panels), default=1)
    drawing = Drawing(WIDTH, max(1.0, height * rows))
    for number, panel in enumerate(panels):
        _draw_panel(
            drawing,
            panel,
            (number % across) * (width + GAP),
            (number // across) * height,
            width,
            height - 8,
            lines,
        )
    return drawing.render()


def _in_rows_of(across: int, panels: Sequence[Mapping[str, Any]]) -> bool:
    """Whether so many panels side by side leave no gap, and cut no figure above or below a bar."""
    most = max((len(panel["points"]) for panel in panels), default=0)
    if not 0 < most <= 5 or len(panels) < across or (across == 3 and len(panels) % 3):
        return False
    width = (WIDTH - GAP * (across - 1)) / across
    said = (point[name] for p in panels for point in p["points"] for name in ("text", "change"))
    slot = (width - LEFT) / most
    titles = (line for panel in panels for line in _title(panel, width))
    return all(fitted(text, slot - 2, TEXT) == text for text in said) and all(
        fitted(line, width, TEXT) == line for line in titles
    )


def _title(panel: Mapping[str, Any], width: float) -> list[str]:
    """What a panel shows, its unit below where both do not fit beside each other."""
    if not panel["unit"]:
        return [panel["title"]]
    whole = f"{panel['title']}, {panel['unit']}"
    return [whole] if fitted(whole, width, TEXT) == whole else [f"{panel['title']},", panel["unit"]]


def _draw_panel(
    drawing: Drawing,
    panel: Mapping[str, Any],
    x0: float,
    y0: float,
    width: float,
    height: float,
    lines: int,
) -> None:
    points, ticks = panel["points"], panel["ticks"]
    left, bottom, top = LEFT, 22.0, 14.0 + 10.0 * lines
    plot = height - bottom - top
    base = y0 + top + plot
    ceiling = ticks[-1]["value"] if ticks else 1.0

    def y_of(value: float) -> float:
        return base - plot * min(1.0, value / ceiling)

    for row, line in enumerate(_title(panel, width)):
        drawing.text(x0, y0 + 8 + 10 * row, fitted(line, width, TEXT), size=TEXT, bold=True)
    for tick in ticks:
        y = y_of(tick["value"])
        drawing.line(x0 + left, y, x0 + width, y, stroke=FAINT, weight=0.5)
        drawing.text(x0 + left - 4, y + 2.2, tick["text"], size=TEXT, anchor="end", fill=MUTED)
    slot = (width - left) / max(1, len(points))
    bar = min(30.0, slot * 0.5)
    for number, point in enumerate(points):
        centre = x0 + left + slot * (number + 0.5)
        y = y_of(point["value"])
        # Today is an outline, what is projected is filled: told apart without colour.
        drawing.box(
            centre - bar / 2,
            y,
            bar,
            base - y,
            fill=PAPER if number == 0 else BAR,
            stroke=INK,
            weight=0.7,
            radius=0,
        )
        if point["high"] > point["low"]:
            low, high = y_of(point["low"]), y_of(point["high"])
            drawing.line(centre, high, centre, low, weight=1.0)
            for end in (low, high):
                drawing.line(centre - 4, end, centre + 4, end, weight=1.0)
        above = min(y, y_of(point["high"])) - 3
        said = fitted(point["text"], slot, TEXT)
        # Paper behind the figure, so that no line of the scale runs through it.
        across = TEXT * 0.62 * len(said)
        drawing.box(
            centre - across / 2,
            above - 7,
            across,
            8.5,
            fill=PAPER,
            stroke="none",
            weight=0,
            radius=0,
        )
        drawing.text(centre, above, said, size=TEXT, anchor="middle", bold=True)
        label = point["mark"]
        drawing.text(centre, base + 10, fitted(label, slot - 2, TEXT), size=TEXT, anchor="middle")
        drawing.text(
            centre,
            base + 19.5,
            fitted(point["change"], slot - 2, TEXT),
            size=TEXT,
            anchor="middle",
            fill=MUTED,
        )
    drawing.line(x0 + left, base, x0 + width, base, weight=0.8)


CHART = Chart(
    "steps.svg", lambda doc: doc["plan"]["chart"], draw_steps, lambda data: bool(data["panels"])
)
