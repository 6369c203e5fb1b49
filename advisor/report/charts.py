"""The report's charts as SVG: readable in black and white, every mark with its figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.report.svg import ACCENT, ALERT, FAINT, INK, MUTED, PAPER, Drawing, fitted

WIDTH = 500.0


def draw_steps(data: Mapping[str, Any]) -> str:
    """Cumulative figure after each step, with its band as a whisker.

    ``data``: ``unit``, ``points`` (each ``label``, ``value``, ``low``, ``high``, ``text``).
    """
    points = data["points"]
    height, left, bottom, top = 170.0, 44.0, 40.0, 14.0
    drawing = Drawing(WIDTH, height)
    ceiling = max((p["high"] for p in points), default=1.0) * 1.08 or 1.0
    plot = height - bottom - top

    def y_of(value: float) -> float:
        return top + plot * (1.0 - value / ceiling)

    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = top + plot * (1.0 - share)
        drawing.line(left, y, WIDTH, y, stroke=FAINT, weight=0.5)
    for tick in data["ticks"]:
        drawing.text(
            left - 4, y_of(tick["value"]) + 2.5, tick["text"], size=6.5, anchor="end", fill=MUTED
        )
    drawing.text(2, 8, data["unit"], size=6.5, fill=MUTED)
    slot = (WIDTH - left) / max(1, len(points))
    bar = min(34.0, slot * 0.55)
    for number, point in enumerate(points):
        centre = left + slot * (number + 0.5)
        y = y_of(point["value"])
        drawing.box(
            centre - bar / 2,
            y,
            bar,
            height - bottom - y,
            fill=FAINT if number == 0 else "#9db8d6",
            stroke=INK,
            weight=0.6,
            radius=0,
        )
        if point["high"] > point["low"]:
            low, high = y_of(point["low"]), y_of(point["high"])
            drawing.line(centre, high, centre, low, weight=1.0)
            for end in (low, high):
                drawing.line(centre - 4, end, centre + 4, end, weight=1.0)
        drawing.text(
            centre,
            min(y, y_of(point["high"])) - 4,
            point["text"],
            size=6.5,
            anchor="middle",
            bold=True,
        )
        drawing.text(
            centre,
            height - bottom + 11,
            fitted(point["label"], slot - 4, 6.5),
            size=6.5,
            anchor="middle",
        )
        drawing.text(
            centre,
            height - bottom + 20,
            fitted(point["change"], slot - 2, 6.5),
            size=6.5,
            anchor="middle",
            fill=MUTED,
        )
    return drawing.render()


def draw_errors(data: Mapping[str, Any]) -> str:
    """Model error by metric: a dot on a line of -20 to +20 per cent, the figure beside it."""
    rows = data["rows"]
    limit = 20.0
    left, right, line = 215.0, 55.0, 14.0
    height = 24.0 + line * len(rows)
    drawing = Drawing(WIDTH, height)
    plot = WIDTH - left - right

    def x_of(value: float) -> float:
        return left + plot * (min(limit, max(-limit, value)) + limit) / (2 * limit)

    for mark in (-20, -10, 0, 10, 20):
        x = x_of(mark)
        drawing.line(x, 4, x, height - 16, stroke=INK if mark == 0 else FAINT, weight=0.6)
        drawing.text(
            x, height - 6, f"{mark:+d} %" if mark else "0", size=6.5, anchor="middle", fill=MUTED
        )
    for number, row in enumerate(rows):
        y = 12.0 + line * number
        drawing.text(left - 8, y + 2.5, fitted(row["label"], left - 10, 7), size=7, anchor="end")
        if row["error"] is not None:
            x = x_of(row["error"])
            beyond = abs(row["error"]) > limit
            drawing.line(x_of(0), y, x, y, weight=1.4, stroke=ALERT if beyond else ACCENT)
            drawing.dot(x, y, 2.6, fill=ALERT if beyond else ACCENT)
        drawing.text(WIDTH - right + 8, y + 2.5, row["text"], size=7)
    return drawing.render()


def draw_busy(data: Mapping[str, Any]) -> str:
    """Utilisation by resource, the bottleneck hatched dark and named."""
    rows = data["rows"]
    left, right, line = 170.0, 120.0, 14.0
    height = 8.0 + line * len(rows)
    drawing = Drawing(WIDTH, height)
    plot = WIDTH - left - right
    for number, row in enumerate(rows):
        y = 4.0 + line * number
        hot = row["bottleneck"]
        drawing.text(
            left - 8, y + 8, fitted(row["label"], left - 10, 7), size=7, anchor="end", bold=hot
        )
        drawing.box(left, y + 1.5, plot, 8, fill=PAPER, stroke=MUTED, weight=0.4, radius=0)
        drawing.box(
            left,
            y + 1.5,
            plot * min(1.0, row["value"]),
            8,
            fill=INK if hot else "#9db8d6",
            stroke="none",
            weight=0,
            radius=0,
        )
        drawing.text(WIDTH - right + 8, y + 8, row["text"], size=7, bold=hot)
    return drawing.render()
