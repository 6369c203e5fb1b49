"""How busy the resources are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.report.charts import BAR, TEXT, WIDTH, Chart
from advisor.report.svg import INK, MUTED, PAPER, Drawing, fitted


def draw_busy(data: Mapping[str, Any]) -> str:
    """Utilisation by resource, the bottleneck hatched dark and named."""
    rows = data["rows"]
    left, right, line = 178.0, 128.0, 15.0
    height = 8.0 + line * len(rows)
    drawing = Drawing(WIDTH, height)
    plot = WIDTH - left - right
    for number, row in enumerate(rows):
        y = 4.0 + line * number
        hot = row["bottleneck"]
        drawing.text(
            left - 8,
            y + 8,
            fitted(row["label"], left - 10, TEXT),
            size=TEXT,
            anchor="end",
            bold=hot,
        )
        drawing.box(left, y + 1.5, plot, 8, fill=PAPER, stroke=MUTED, weight=0.4, radius=0)
        drawing.box(
            left,
            y + 1.5,
            plot * min(1.0, row["value"]),
            8,
            fill=INK if hot else BAR,
            stroke="none",
            weight=0,
            radius=0,
        )
        drawing.text(WIDTH - right + 8, y + 8, row["text"], size=TEXT, bold=hot)
    return drawing.render()


CHART = Chart(
    "busy.svg", lambda doc: doc["today"]["busy"], draw_busy, lambda data: bool(data["rows"])
)
