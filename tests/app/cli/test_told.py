"""The as-is is told as it was measured, with the model's error beside it: in JSON and in text."""

from __future__ import annotations

import pytest

from advisor.engagement import Engagement
from app.printing.documents import calibration_rows, projection_entry
from app.printing.projection_text import projection_lines
from model.projection import Unanswered

DATABASE = "adabas_database:10"


def test_the_models_error_stands_beside_the_measured_figure(sample_analysis: Engagement) -> None:
    baseline, as_is = sample_analysis.baseline, sample_analysis.as_is
    assert baseline is not None
    (work,) = [w for w in projection_entry(as_is)["workloads"] if w["component"] == DATABASE]
    (row,) = [
        one
        for one in calibration_rows(baseline)
        if (one["component"], one["metric"]) == (DATABASE, "etr_per_s")
    ]
    assert work["metrics"]["etr_per_s"]["value"] == pytest.approx(row["measured"])
    assert row["error_pct"] == pytest.approx(-2.1, abs=0.05)
    lines = projection_lines(baseline, [as_is], Unanswered(baseline, as_is))
    assert any("198,000 commands/s (model \N{MINUS SIGN}2.1 %)" in line for line in lines)
