"""Charts of the guide that are drawn from code and data; their files lie beside its pictures.

``packaging/make_guide_pictures.py`` writes them, since the window shows pages without computing
anything; a test compares what is stored with what is drawn.
"""

from __future__ import annotations

from advisor.report.charts import TEXT, WIDTH
from advisor.report.svg import ACCENT, ALERT, FAINT, INK, MUTED, Drawing
from model.calibration.validation import Row, shipped_points, validate

LIMIT_PCT = 20.0
LEFT, RIGHT, LINE = 130.0, 60.0, 12.0


def record() -> str:
    """Every published run: its error on a line of −20 to +20 per cent, the band behind it."""
    rows: dict[str, list[Row]] = {}
    for row in validate(shipped_points()).rows:
        if row.error_pct is not None:
            rows.setdefault(row.metric, []).append(row)
    drawing = Drawing(WIDTH, 26.0 + LINE * len(rows))

    def x_of(percent: float) -> float:
        at = min(LIMIT_PCT, max(-LIMIT_PCT, percent))
        return LEFT + (WIDTH - LEFT - RIGHT) * (at + LIMIT_PCT) / (2 * LIMIT_PCT)

    for mark in (-20, -10, 0, 10, 20):
        x = x_of(mark)
        drawing.line(x, 4, x, drawing.height - 16, stroke=INK if mark == 0 else FAINT)
        said = f"{mark:+d} %".replace("-", "−") if mark else "as measured"
        drawing.text(x, drawing.height - 6, said, size=TEXT, anchor="middle", fill=MUTED)
    for number, (metric, own) in enumerate(rows.items()):
        y = 12.0 + LINE * number
        drawing.text(LEFT - 8, y + 2.5, metric, size=TEXT, anchor="end")
        inside = [row for row in own if row.inside]
        drawing.text(WIDTH - RIGHT + 8, y + 2.5, f"{len(inside)} of {len(own)}", size=TEXT)
        for row in own:
            assert row.measured is not None
            ends = (x_of(100.0 * (end / row.measured - 1.0)) for end in (row.low, row.high))
            drawing.line(next(ends), y, next(ends), y, stroke=FAINT, weight=3.0)
        for row in own:
            assert row.error_pct is not None
            drawing.dot(x_of(row.error_pct), y, 1.6, fill=ACCENT if row.inside else ALERT)
    return drawing.render()


FILES = {"record.svg": record}
