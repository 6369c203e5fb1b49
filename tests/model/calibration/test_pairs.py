"""Bands of changes between published runs: what they hold, and that their scatter is needed."""

from __future__ import annotations

import pytest

from model.calibration.objective import family_points
from model.calibration.pairs import (
    Pair,
    coverage,
    document,
    fitted_distance,
    pairs_to,
    stored_pairs,
)
from model.calibration.record.tables import CHANGES, changes
from model.projection.paired import pairs_document, stored_distance


def of(metric: str) -> list[Pair]:
    return [pair for pair in stored_pairs() if pair.metric == metric]


@pytest.mark.parametrize("metric", ["etr_per_s", "itr_per_cpu_s"])
def test_nine_changes_of_ten_lie_in_their_bands(metric: str) -> None:
    assert 0.85 <= coverage(of(metric)) <= 0.95


@pytest.mark.parametrize("metric", ["etr_per_s", "itr_per_cpu_s"])
def test_a_band_without_its_scatter_would_be_caught(metric: str) -> None:
    assert coverage(of(metric), scatter=False) < 0.75


def test_were_scatter_shared_further_the_nearest_pairs_would_miss() -> None:
    near = sorted(stored_pairs(), key=lambda pair: max(pair.apart, abs(pair.change)))[:60]
    assert coverage(near) >= 0.9
    assert coverage(near, distance=1.5 * stored_distance()) < 0.85


def test_the_distance_is_the_one_that_the_stored_pairs_give() -> None:
    assert fitted_distance(stored_pairs()) == pytest.approx(stored_distance(), abs=1e-3)
    fresh, kept = document(stored_pairs()), pairs_document()
    assert {name: fresh[name] for name in ("format", "source", "distance", "columns")} == {
        name: kept[name] for name in ("format", "source", "distance", "columns")
    }


@pytest.mark.thorough
def test_a_stored_pair_is_the_fresh_one() -> None:
    points = {point.id: point for point in family_points()}
    made = list(pairs_to(points["D19XC"], [points["D12X6"]]))
    kept = [p for p in stored_pairs() if (p.anchor, p.other) == ("D12X6", "D19XC")]
    assert [pair.metric for pair in made] == [pair.metric for pair in kept]
    for fresh, stored in zip(made, kept, strict=True):
        for name in ("change", "error", "constants_sd", "residual_before", "residual", "apart"):
            assert getattr(fresh, name) == pytest.approx(getattr(stored, name), abs=2e-3), name


def test_nearly_every_published_run_predicts_the_others_of_its_product() -> None:
    assert len({pair.anchor for pair in stored_pairs()}) >= 25


def test_the_record_has_a_row_for_each_figure_of_the_pairs() -> None:
    assert {pair.metric for pair in stored_pairs()} == set(CHANGES)
    assert all(one.rows > 0 and one.inside_pct is not None for one in changes())
