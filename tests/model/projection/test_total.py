"""Sums over workloads: what one gains only as another loses it is not counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.calibration.cases import figure, validate_cases
from model.calibration.record.installations import engines
from model.calibration.record.tables import series_of
from model.projection import (
    Estimate,
    Projection,
    WorkloadProjection,
    build_baseline,
    project,
    total,
)
from model.quantiles import NORMAL_QUANTILE_90
from model.queueing.installation.equations import Map
from model.topology import Scenario


def workload(name: str, exchanged: float) -> WorkloadProjection:
    own, other = 0.05, exchanged
    half = NORMAL_QUANTILE_90 * (own**2 + other**2) ** 0.5
    rate = Estimate(100.0, 100.0 * 2.718281828459045**-half, 100.0 * 2.718281828459045**half, "1/s")
    return WorkloadProjection(
        name, "x", {"etr_per_s": rate}, exchanged_sd={"etr_per_s": exchanged} if exchanged else {}
    )


def test_what_is_exchanged_is_in_each_band_and_not_in_the_sum() -> None:
    alone = total([workload("a", 0.0), workload("b", 0.0)], "etr_per_s")
    both = [workload("a", 0.6), workload("b", 0.6)]
    shared = total(both, "etr_per_s")
    assert alone is not None
    assert shared is not None
    assert both[0].metrics["etr_per_s"].high > 250.0
    assert (shared.value, shared.low, shared.high) == pytest.approx(
        (alone.value, alone.low, alone.high)
    )
    assert total(both, "response_ms") is None
    case = Projection(Scenario("s"), tuple(both), (), None, True)
    assert figure(case, "installation.etr_per_s") == shared


@pytest.mark.thorough
def test_a_full_partition_of_alike_regions_is_known_as_a_whole() -> None:
    """Nobody knows which region is dispatched first; what all of them do does not hang on it."""
    group = engines(series_of("engines")[0], 3)
    some = replace(group, cases=group.cases[3::4])
    rows = [r for r in validate_cases((some,)).rows if r.low < r.high]
    assert len(rows) == 3
    assert all(r.high / r.predicted < 1.25 for r in rows)


@pytest.mark.thorough
def test_a_full_partition_of_alike_regions_has_few_unknowns(monkeypatch) -> None:
    """Of 625 unknowns each step of Newton's method is 625 passes, and eight of them differ:
    by all of them a case took up to 7,012, by these 446 to 1,256."""
    passes, whole = 0, Map.__call__

    def counted(self, numbers, waits, *others):
        nonlocal passes
        passes += len(waits)
        return whole(self, numbers, waits, *others)

    group = engines(series_of("engines")[0], 3)
    baseline = build_baseline(group.topology)
    monkeypatch.setattr(Map, "__call__", counted)
    for case in group.cases:
        passes = 0
        (found,) = project(baseline, [case.scenario], bands=False)
        assert found.converged
        assert passes < 1_500
