"""Every published figure of the non-Adabas products, and the contract of their predictors."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest

from model.contract.evaluation import ConditionError, Predictor, band
from model.subsystems import predictor_for
from model.subsystems.common import Fitted, fitted, load_constants, published_points
from model.subsystems.common.constants import FORMAT
from model.subsystems.common.refit import fits
from model.subsystems.common.series import series_of
from resources import resource

POINTS = published_points()
STATED = sorted(
    path.stem
    for path in resource("calibration").glob("*.json")
    if json.loads(path.read_text(encoding="utf-8")).get("format") == FORMAT
)
SERIES = [path.stem for path in sorted(resource("measurements", "series").glob("*.json"))]
LIMIT_PCT = {"Natural zIIP": 15.0}
RESULTS = [(name, metric) for name, point in POINTS.items() for metric in point["results"]]


def predicted(conditions, metric):
    predictor = predictor_for(conditions["product"])
    assert predictor is not None
    evaluation = predictor.predict([conditions], predictor.draws(64))
    return band(evaluation, metric, 0), evaluation


@pytest.mark.parametrize(("name", "metric"), RESULTS)
def test_published_figures_are_predicted_from_their_conditions(name, metric) -> None:
    point = POINTS[name]
    found, evaluation = predicted(point["conditions"], metric)
    measured = point["results"][metric]
    limit = LIMIT_PCT.get(point["conditions"]["product"], 10.0) / 100.0
    assert found.value == pytest.approx(measured, rel=limit)
    assert found.low - 1e-9 <= measured <= found.high + 1e-9
    assert evaluation.extrapolated == ((),)


def test_ids_take_no_part_in_a_prediction() -> None:
    for point in POINTS.values():
        conditions = point["conditions"]
        predictor = predictor_for(conditions["product"])
        assert "id" not in predictor.conditions
        with pytest.raises(ConditionError, match="not known"):
            predictor.predict([{**conditions, "id": point["id"]}])


@pytest.mark.parametrize("stem", sorted(fits()))
def test_stored_constants_are_those_of_a_fresh_fit(stem) -> None:
    stored = json.loads(resource("calibration", f"{stem}.json").read_text(encoding="utf-8"))
    fresh = json.loads(fits()[stem]().to_json())
    assert [c["name"] for c in stored["constants"]] == [c["name"] for c in fresh["constants"]]
    for old, new in zip(stored["constants"], fresh["constants"], strict=True):
        for key in ("value", "low", "high"):
            assert old[key] == pytest.approx(new[key], rel=1e-9), old["name"]
        assert old.get("series") == new.get("series")


def test_a_fit_of_a_constant_that_no_file_states_is_refused() -> None:
    with pytest.raises(KeyError, match="states no unheard_of"):
        fitted("jvm", {"unheard_of": Fitted(1.0, 1.0, 1.0)})


@pytest.mark.parametrize("stem", STATED)
def test_each_constant_has_a_unit_a_meaning_an_interval_and_a_source(stem) -> None:
    for constant in load_constants(stem).constants:
        assert constant.unit or constant.name in ("skew", "steepness", "hardness")
        assert constant.meaning.endswith(".")
        assert constant.source
        assert constant.low <= constant.value <= constant.high
        assert all(point in POINTS for point in constant.points)
        known = {one.id for name in SERIES for one in series_of(name)}
        assert known.issuperset(constant.series)


@pytest.mark.parametrize("stem", STATED)
def test_draws_are_the_same_every_time_and_cover_the_interval(stem) -> None:
    constants = load_constants(stem)
    draws = constants.draws(200)
    assert draws.values.shape == (201, len(constants.constants))
    assert np.array_equal(draws.values, constants.draws(200).values)
    for column, constant in enumerate(constants.constants):
        values = draws.values[1:, column]
        assert draws.values[0, column] == constant.value
        if constant.law == "fixed":
            assert np.all(values == constant.value)
            continue
        inside = np.mean((values >= constant.low - 1e-9) & (values <= constant.high + 1e-9))
        assert inside >= 0.85


def test_predictors_fulfil_the_contract() -> None:
    for product in {point["conditions"]["product"] for point in POINTS.values()}:
        predictor = predictor_for(product)
        assert isinstance(predictor, Predictor)
        assert predictor.calibration_ids <= set(POINTS)


def test_db2_pool_between_the_published_sizes() -> None:
    """Rates rise and reads fall with the pool; the document's own projection of 10 to 24 GB."""

    def figures(gb: float) -> dict[str, float]:
        conditions = {"product": "Db2", "bufferpool_gb": gb, "memory_gb": 2_048, "cps_total": 12}
        predictor = predictor_for("Db2")
        evaluation = predictor.predict([conditions])
        return {name: float(values[0, 0]) for name, values in evaluation.metrics.items()}

    sizes = [24.0, 160.0, 256.0, 320.0, 512.0, 638.0, 1_000.0]
    rows = [figures(size) for size in sizes]
    for metric, sign in (("sync_reads_per_s", -1), ("etr_per_s", 1), ("response_s", -1)):
        values = [row[metric] for row in rows]
        assert all(sign * (b - a) >= 0 for a, b in itertools.pairwise(values))
    assert rows[-1]["sync_reads_per_s"] == 0.0
    change = figures(24)["response_s"] / figures(10)["response_s"] - 1
    assert change == pytest.approx(-0.18, abs=0.035)


def test_sizes_never_measured_are_called_extrapolated() -> None:
    small = {"product": "Db2", "bufferpool_gb": 24, "memory_gb": 64}
    found, evaluation = predicted(small, "etr_per_s")
    assert "24 GB" in evaluation.extrapolated[0][0]
    inside, _ = predicted({"product": "Db2", "bufferpool_gb": 600}, "etr_per_s")
    assert found.high / found.low > inside.high / inside.low


@pytest.mark.parametrize(
    ("conditions", "words"),
    [
        ({"product": "Db2", "bufferpool_gb": 300, "memory_gb": 256}, "do not fit"),
        ({"product": "Db2", "gbpcache": "ALL"}, "says nothing of Db2"),
        ({"product": "Db2"}, "bufferpool_gb"),
        ({"product": "Db2", "bufferpool_gb": 300, "workload": "MDM mixed"}, "must be"),
        ({"product": "Db2 data sharing, 2 members"}, "gbpcache"),
        ({"product": "Db2 data sharing, 2 members", "gbpcache": "NONE"}, "one of"),
        ({"product": "DFSORT", "memory_gb": -1}, "least possible"),
        ({"product": "DFSORT"}, "missing"),
        ({"product": "Cognos Dynamic Cubes", "servers": 1.5}, "whole number"),
        ({"product": "SVC dump", "dump_gb": 20}, "missing"),
        ({"product": "SVC dump", "dump_gb": 20, "available_frames": 1, "speed": 2}, "not known"),
    ],
)
def test_unknown_or_impossible_conditions_are_refused(conditions, words) -> None:
    with pytest.raises(ConditionError, match=words):
        predictor_for(conditions["product"]).predict([conditions])


def test_neighbouring_conditions_lie_between_their_neighbours() -> None:
    sort = {"product": "DFSORT", "concurrent_sorts": 20, "intermediate_gb": 300, "memory_gb": 200}
    elapsed, evaluation = predicted(sort, "relative_elapsed")
    assert 0.42 < elapsed.low < elapsed.value < elapsed.high < 0.80
    assert evaluation.extrapolated == ((),)
    two = {
        "product": "Cognos Dynamic Cubes",
        "servers": 2,
        "cubes": 4,
        "cps_total": 16,
        "memory_gb": 340,
    }
    rate, evaluation = predicted(two, "relative_rate")
    assert 1.8 < rate.low < rate.value < 2.0
    assert evaluation.extrapolated == ((),)


def test_more_sorts_servers_or_dumps_than_measured_widen_the_band() -> None:
    four, evaluation = predicted({"product": "Cognos Dynamic Cubes", "servers": 6}, "relative_rate")
    assert evaluation.extrapolated[0]
    three, _ = predicted({"product": "Cognos Dynamic Cubes", "servers": 3}, "relative_rate")
    assert four.high / four.low > three.high / three.low
    starved = {"product": "Cognos Dynamic Cubes", "servers": 3, "cps_total": 8}
    found, evaluation = predicted(starved, "relative_rate")
    assert found.value == pytest.approx(1.0)
    assert any("CPs a server" in sentence for sentence in evaluation.extrapolated[0])


def test_anchoring_scales_to_one_measured_run() -> None:
    predictor = predictor_for("Natural zIIP")
    many = POINTS["NATURAL-MULTI-FETCH-WITHOUT"]["conditions"]
    few = POINTS["NATURAL-MULTI-FETCH-WITH"]["conditions"]
    slower = predictor.anchored(many, {"enclave_cpu_ms": 2 * 5_389})
    assert slower is not None
    evaluation = slower.predict([few])
    assert evaluation.metrics["enclave_cpu_ms"][0, 0] == pytest.approx(2 * 958)
    assert predictor.anchored(many, {"runtime_min": 5.0}) is None


def test_the_published_middle_response_lies_where_the_document_sees_gains_flatten() -> None:
    """0.428 s (003, figure 2-2, middle row) is not used in the fit; gains flatten at 320 GB."""
    found, _ = predicted({"product": "Db2", "bufferpool_gb": 320}, "response_s")
    assert found.low < 0.428 < found.high
    assert found.value == pytest.approx(0.428, rel=0.10)
