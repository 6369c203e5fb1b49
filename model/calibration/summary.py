"""How well the shipped models reproduce the published measurements, as a stored table.

Predicting every published run with its band takes about a second, too long for every report, and
cannot change unless the constants do: the table is stored beside them, written by
``python -m model.calibration.summary``; a test compares it with a fresh one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from model.calibration.validation import shipped_points, validate
from resources import resource

FORMAT = "plexwright-validation-summary/1"
_DIGITS = 2


@dataclass(frozen=True, slots=True)
class MetricQuality:
    """One metric over all published runs that carry it; errors in per cent of the measured."""

    metric: str
    runs: int
    median_pct: float
    max_pct: float
    inside_band_pct: float


def fresh_summary() -> tuple[MetricQuality, ...]:
    """The table, computed from the shipped constants."""
    table = validate(shipped_points()).summary()
    return tuple(
        MetricQuality(
            metric,
            int(row["n"] or 0),
            round(row["median_pct"], _DIGITS),
            round(row["max_pct"] or 0.0, _DIGITS),
            round(row["inside_band_pct"] or 0.0, _DIGITS),
        )
        for metric, row in table.items()
        if row["median_pct"] is not None
    )


def stored_summary() -> tuple[MetricQuality, ...]:
    """The table as it is shipped."""
    rows = json.loads(_file().read_text("utf-8"))["metrics"]
    return tuple(MetricQuality(**row) for row in rows)


def _file() -> Path:
    return resource("calibration", "validation-summary.json")


def main() -> None:
    """Write the table anew."""
    rows = [
        {name: getattr(row, name) for name in MetricQuality.__slots__} for row in fresh_summary()
    ]
    text = json.dumps({"format": FORMAT, "metrics": rows}, indent=1)
    _file().write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
