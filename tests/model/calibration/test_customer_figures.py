"""Figures of a customer that do not belong together: refused in one sentence that names them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.bench.projection import cluster
from model.calibration.objective import family_points
from model.calibration.validation import anchor, shipped_points
from model.subsystems.adabas import MODELS
from model.topology import Measured

MODEL = MODELS[0]
ANCHOR = "adabas_database:10"
OWN = {
    "etr_per_s": 337_731.0,
    "itr_per_cpu_s": 29_237.0,
    "reads_per_s": 145_315.0,
    "buffer_efficiency": 10.7,
}


def refused(**figures: float) -> str | None:
    """What calibration says of the published 31-nucleus cluster with other or further figures."""
    site = cluster()
    measured = {name: Measured(value, "") for name, value in {**OWN, **figures}.items()}
    changed = site.with_component(replace(site[ANCHOR], measured=measured))
    conditions = MODEL.conditions(changed, ANCHOR, {})
    return MODEL.calibrate(conditions, MODEL.measured(changed, ANCHOR)).refused


def test_figures_that_agree_are_accepted() -> None:
    assert refused() is None
    assert refused(cpu_s_per_s=337_731 / 29_237, io_per_s=172_000.0) is None


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("figures", "named"),
    [
        ({"cpu_s_per_s": 23.0}, ("ETR", "ITR", "CPU time")),
        ({"cpu_s_per_s": 64.0}, ("CPU time", "CPs")),
        ({"buffer_efficiency": 0.6}, ("buffer efficiency", "read I/Os")),
        ({"io_per_s": 60_000.0}, ("reads per second", "I/Os")),
        ({"io_per_s": 400_000.0}, ("I/O operations", "limit 40 %")),
        ({"work_plog_writes_per_s": 300.0}, ("WORK and PLOG writes", "limit 3")),
    ],
)
def test_what_contradicts_what_is_named(figures: dict[str, float], named: tuple[str, ...]) -> None:
    sentence = refused(**figures)
    assert sentence is not None
    assert "\n" not in sentence
    for word in named:
        assert word in sentence


@pytest.mark.thorough
@pytest.mark.parametrize("factor", [1e-4, 0.2, 5.0, 1e3])
def test_no_figures_break_the_fit(factor: float) -> None:
    """Fits to nonsense used to leave the range of numbers and end in the engine's error."""
    scaled = {name: value * factor for name, value in OWN.items() if name.endswith("_per_s")}
    sentence = refused(**scaled)
    assert sentence is None or len(sentence) > 20
    if factor > 1:
        assert sentence is not None


@pytest.mark.thorough
def test_impossible_results_of_an_anchor_are_refused_and_not_a_fault() -> None:
    run = next(point for point in shipped_points() if point.id == "D13X3")
    results = {"etr_per_s": 1e12, "itr_per_cpu_s": 1e-6, "reads_per_s": 1e15}
    found = anchor(replace(run, id="X", results=results), shipped_points())
    assert found.refused is not None
    assert "CPs busy" in found.refused


@pytest.mark.parametrize("share", [0.75, 1.2])
def test_log_writes_tell_how_long_one_takes(share: float) -> None:
    """They were a fifth off in the sample, and bent everything else towards them."""
    run = next(point for point in family_points() if point.id == "D19XC")
    conditions = {**run.conditions, "workload": "steady"}
    own = {name: run.results[name] for name in ("etr_per_s", "itr_per_cpu_s")}
    plain = MODEL.calibrate(conditions, own)
    found = MODEL.evaluate([conditions], plain.draws(0)).metrics
    writes = share * float(found["work_plog_writes_per_s"][0, 0])
    told = MODEL.calibrate(conditions, {**own, "work_plog_writes_per_s": writes})
    rows = {row.metric: row.error_pct for row in told.rows}
    assert rows["work_plog_writes_per_s"] == pytest.approx(0.0, abs=6.0)
    assert rows["etr_per_s"] == pytest.approx(0.0, abs=3.0)
    # Slow writes are shared by more commits.
    assert (told.factors["log"] > plain.factors["log"]) == (share < 1.0)
