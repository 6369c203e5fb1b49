"""The stored table of model quality is the one that the shipped constants give."""

import pytest

from model.calibration.summary import fresh_summary, stored_summary
from tests import remembering


def test_stored_table_is_the_fresh_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model.calibration.summary.validate", remembering.validate)
    stored = {row.metric: row for row in stored_summary()}
    fresh = {row.metric: row for row in fresh_summary()}
    assert stored.keys() == fresh.keys()
    for metric, row in fresh.items():
        kept = stored[metric]
        assert kept.runs == row.runs
        assert kept.median_pct == pytest.approx(row.median_pct, abs=0.05)
        assert kept.max_pct == pytest.approx(row.max_pct, abs=0.2)
        assert kept.inside_band_pct == pytest.approx(row.inside_band_pct, abs=0.1)
