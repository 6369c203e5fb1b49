"""How far the as-is model is from what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.report.charts import TEXT, WIDTH, Chart
from advisor.report.svg import ACCENT, ALERT, FAINT, INK, MUTED, WIDE, Drawing, fitted

LIMITS = (20.0, 50.0, 100.0)
"""Ends of the scale in per cent; what is further off stands at the last one, in red."""
LABEL = 0.5
"""Width of a character of these labels in em: mostly small letters."""


def draw_errors(data: Mapping[str, Any]) -> str:
    """Model error by metric: a dot on a line about nothing, the figure beside it."""
    rows = data["rows"]
    worst = max((abs(row["error"] or 0.0) for row in rows), default=0.0)
    limit = next((most for most in LIMITS if worst <= most), LIMITS[-1])
    longest = max((len(row["label"]) for row in rows), default=0)
    left = min(0.62 * WIDTH, max(250.0, 12.0 + (longest + 1) * TEXT * LABEL))
    room = (left - 10.0) * WIDE / LABEL
    right, line = 50.0, 15.0
    height = 24.0 + line * len(rows)
    drawing = Drawing(WIDTH, height)
    plot = WIDTH - left - right

    def x_of(value: float) -> float:
        return left + plot * (min(limit, max(-limit, value)) + limit) / (2 * limit)

    for mark in (round(limit * part) for part in (-1.0, -0.5, 0.0, 0.5, 1.0)):
        x = x_of(mark)
        drawing.line(x, 4, x, height - 16, stroke=INK if mark == 0 else FAINT, weight=0.6)
        drawing.text(
            x,
            height - 6,
            f"{mark:+d} %".replace("-", "−") if mark else "0",
            size=TEXT,
            anchor="middle",
            fill=MUTED,
        )
    for number, row in enumerate(rows):
        y = 12.0 + line * number
        drawing.text(left - 8, y + 2.5, fitted(row["label"], room, TEXT), size=TEXT, anchor="end")
        if row["error"] is not None:
            x = x_of(row["error"])
            beyond = abs(row["error"]) > limit
            drawing.line(x_of(0), y, x, y, weight=1.4, stroke=ALERT if beyond else ACCENT)
            drawing.dot(x, y, 2.6, fill=ALERT if beyond else ACCENT)
        drawing.text(WIDTH - right + 8, y + 2.5, row["text"], size=TEXT)
    return drawing.render()


CHART = Chart(
    "errors.svg", lambda doc: doc["trust"]["chart"], draw_errors, lambda data: bool(data["rows"])
)
