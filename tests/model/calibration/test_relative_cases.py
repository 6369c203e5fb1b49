"""Figures of one case against another have the band of that change, not of two unlike figures."""

from __future__ import annotations

import math

from model.calibration.cases import validate_cases
from model.calibration.record.installations import engines
from model.subsystems.common.series import series_of


def test_what_two_cases_share_of_their_scatter_cancels_from_their_ratio() -> None:
    """One engine more was known to 4 %, as if each capacity had a scatter of its own."""
    (one, *_) = series_of("engines")
    known = one.at.index(4)
    rows = {row.id.rsplit("/", 1)[-1]: row for row in validate_cases((engines(one, known),)).rows}
    itself, near, far = (rows[name] for name in ("4 CPs", "5 CPs", "16 CPs"))
    assert (itself.low, itself.predicted, itself.high) == (1.0, 1.0, 1.0)
    half = {row.id: 50.0 * math.log(row.high / row.low) for row in (near, far)}
    assert 1.0 < half[near.id] < 3.3
    assert 2.0 * half[near.id] < half[far.id] < 15.0
    assert all(row.inside for row in rows.values())
