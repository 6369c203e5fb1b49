"""Figures of one case against another have the band of that change, not of two unlike figures."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from model.calibration.cases import validate_cases
from model.calibration.record.installations import engines
from model.subsystems.common.series import series_of
from tests.model.subsystems.asking import validated

BESIDE_4 = ("4 CPs", "5 CPs", "16 CPs")


def test_what_two_cases_share_of_their_scatter_cancels_from_their_ratio() -> None:
    """One engine more was known to 4 %, as if each capacity had a scatter of its own."""
    (one, *_) = series_of("engines")
    every = engines(one, one.at.index(4))
    asked = replace(every, cases=tuple(c for c in every.cases if c.scenario.name in BESIDE_4))
    rows = {row.id.rsplit("/", 1)[-1]: row for row in validate_cases((asked,)).rows}
    itself, near, far = (rows[name] for name in BESIDE_4)
    assert (itself.low, itself.predicted, itself.high) == (1.0, 1.0, 1.0)
    half = {row.id: 50.0 * math.log(row.high / row.low) for row in (near, far)}
    assert 1.0 < half[near.id] < 3.3
    assert 2.0 * half[near.id] < half[far.id] < 15.0
    assert all(row.inside for row in rows.values())


def test_a_ratio_ends_where_its_figure_does_and_a_base_without_one_is_named() -> None:
    """Four times the load came through as up to 4.8 times; of the base nothing was said."""
    figures = {
        "transactions": 90_000,
        "duration_s": 900,
        "response_ms": 50,
        "qr_cpu_s": 200,
        "qr_dispatch_s": 210,
    }
    region = {"id": "R", "kind": "cics_region", "parent": "SYSA", "measured": figures}
    metrics = ("R.etr_per_s", "R.response_ms")
    grown = [0, 300, 900]
    found = validated([region], "R", "LOAD_GROWTH_PCT", grown, *metrics, relative_to="0")
    rate = next(row for row in found.rows if row.id == "G/300" and row.metric == metrics[0])
    assert rate.predicted == pytest.approx(4.0)
    assert rate.high == pytest.approx(4.0)
    assert 3.0 < rate.low < 4.0
    none = validated([region], "R", "LOAD_GROWTH_PCT", grown, metrics[1], relative_to="900")
    assert not none.rows
    for refused in none.refused:
        assert "relative to 900: no response_ms is projected of R: the region" in refused.sentence
