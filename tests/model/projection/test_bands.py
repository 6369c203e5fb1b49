"""A change's band holds the scatter of measured runs; nothing is over 100 % busy."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest

from model.contract.evaluation import BAND_LEVEL, Evaluation, outer_quantiles
from model.projection.bands import (
    NOUGHT,
    SOURCE_SENTENCES,
    _without_end,
    after_change,
    by_experience,
    change_between,
    change_estimate,
    estimate,
    use_band,
)
from model.projection.estimate import Estimate, Experience
from model.projection.paired import change_scatter, state_apart
from model.projection.unmoved import alike
from model.quantiles import NORMAL_QUANTILE_90


def answer(metric: str, *draws: float, residual: float) -> Evaluation:
    values = np.array([draws])
    return Evaluation(
        {metric: values},
        {metric: np.array([residual])},
        ((),),
        np.ones(values.shape, dtype=bool),
    )


def test_a_wait_that_some_draws_never_end_reaches_as_far_above_as_below() -> None:
    """Twice as long, by the least one and a half times: 8/3 at the least for the upper end."""
    change = Estimate(100.0, 50.0, 120.0, "%", "model", ("why",))
    before, after = np.ones(6), np.array([2.0, 2.0, 2.0, 2.0, np.inf, np.inf])
    found = _without_end("response_ms", change, before, after)
    assert (found.value, found.low) == (100.0, 50.0)
    assert found.high == pytest.approx(100.0 * (2.0 * 2.0 / 1.5 - 1.0))
    assert len(found.reasons) == 2
    assert "40" in found.reasons[1]
    assert _without_end("response_ms", change, before, np.full(6, 2.0)) == change
    # What is no wait has its draws as they are.
    assert _without_end("etr_per_s", change, before, after) == change


def test_what_is_0_throughout_has_no_parts_of_a_band() -> None:
    """It said "residual ±8.4 %", which is a part of 0."""
    found = estimate(answer("paging_per_s", 0.0, 0.0, 0.0, residual=0.084), "paging_per_s", 0)
    assert found is not None
    assert (found.low, found.high, found.reasons) == (0.0, 0.5, (NOUGHT,))
    some = estimate(answer("paging_per_s", 0.0, 0.0, 9.0, residual=0.084), "paging_per_s", 0)
    assert some is not None
    assert some.reasons != (NOUGHT,)


def test_a_change_whose_draws_agree_keeps_the_scatter_of_runs() -> None:
    before, after = np.array([100.0] * 5), np.array([150.0] * 5)
    change = change_between(before, after, 0.0, 0.02, 0.0)
    assert change is not None
    assert change.low == pytest.approx(50 - 150 * -math.expm1(-NORMAL_QUANTILE_90 * 0.02))
    assert change.high == pytest.approx(50 + 150 * math.expm1(NORMAL_QUANTILE_90 * 0.02))


def drawn(centre: float, sd: float) -> np.ndarray:
    """The centre, then 64 draws that cover a lognormal distribution evenly."""
    strata = [NormalDist().inv_cdf((rank + 0.5) / 64) for rank in range(64)]
    return centre * np.exp(sd * np.array([0.0, *strata]))


def test_scatter_and_constants_add_as_squares() -> None:
    before = np.full(65, 100.0)
    after = drawn(150.0, 0.05)
    constants = float(np.std(np.log(after[1:] / 100.0), ddof=1))
    change = change_between(before, after, 0.0, constants, 0.0)
    assert change is not None
    half = NORMAL_QUANTILE_90 * constants * math.sqrt(2)
    assert math.log(1 + change.high / 100) - math.log(1.5) == pytest.approx(half)


def test_constants_reach_no_farther_than_their_farthest_draw() -> None:
    """From no to all schedules spared: none more than today, whatever a standard deviation says."""
    before = np.full(65, 8.0)
    after = np.array([4.0, *(8.0 * (1.0 - share) for share in np.linspace(0.01, 0.99, 64))])
    sure = change_between(before, after, 0.0, 0.0, 0.0)
    assert sure is not None
    assert -100.0 < sure.low < -70.0
    assert sure.high == pytest.approx(-1.0)
    scattered = change_between(before, after, 0.0, 0.1, 1.0)
    assert scattered is not None
    assert sure.high < 0.0 < scattered.high


def test_the_scatter_of_a_change_goes_with_how_far_the_states_are_apart() -> None:
    def half(change: float, apart: float) -> float:
        before = np.array([100.0] * 5)
        found = change_between(before, before * (1.0 + change), 0.05, 0.05, apart)
        assert found is not None
        return math.log((1 + found.high / 100) / (1 + found.value / 100))

    assert half(0.0, 0.0) == 0.0
    assert half(-0.001, 0.0) < 0.002
    near = NORMAL_QUANTILE_90 * change_scatter(0.05, 0.05, 0.05)
    assert half(0.0, 0.05) == half(math.expm1(0.05), 0.0) == pytest.approx(near)
    assert 0.2 < near / (NORMAL_QUANTILE_90 * 0.05) < 0.8
    assert half(0.0, 1.0) == pytest.approx(NORMAL_QUANTILE_90 * 0.05)
    widths = [half(0.0, apart) for apart in (0.001, 0.01, 0.03, 0.1, 0.3)]
    assert widths == sorted(widths)


def test_what_one_state_has_of_scatter_beyond_the_other_never_cancels() -> None:
    assert change_scatter(0.03, 0.05, 0.0) == pytest.approx(0.04)
    assert change_scatter(0.05, 0.03, 0.0) == pytest.approx(0.04)
    assert change_scatter(0.03, 0.05, 10.0) == pytest.approx(0.05)
    assert change_scatter(0.0, 0.05, 0.0) == 0.05


def test_states_are_as_far_apart_as_the_figure_that_moves_most() -> None:
    before = {"etr_per_s": 100.0, "response_ms": 2.0, "paging_per_s": 1.0}
    after = {"etr_per_s": 101.0, "response_ms": 1.0, "paging_per_s": 50.0}
    assert state_apart(before, after) == pytest.approx(math.log(2.0))
    assert state_apart(before, {**before, "response_ms": math.nan}) == 0.0
    assert state_apart({}, after) == 0.0


def test_no_figure_and_no_change_is_over_a_hundred_per_cent_busy() -> None:
    now = answer("cp_busy_pct", 80.0, 78.0, 82.0, 80.0, residual=0.05)
    then = answer("cp_busy_pct", 97.0, 94.0, 99.0, 96.0, residual=0.05)
    figure = estimate(then, "cp_busy_pct", 0)
    assert figure is not None
    assert figure.low < 97 < figure.high == 100
    change = change_estimate(now, then, "cp_busy_pct", 0, 0.0)
    assert change is not None
    assert change.high == pytest.approx(25)
    level = Estimate(97.0, 90.0, 100.0, "%")
    told = after_change("cp_busy_pct", 80.0, Estimate(21.25, 10.0, 40.0, "%"), level)
    assert (told.low, told.high) == (pytest.approx(88), 100)


def test_what_is_beyond_its_limit_before_and_after_has_not_changed() -> None:
    """What is 101 % busy and stays so was printed as 100 %, 1 % less than 100 %."""
    full = answer("cp_busy_pct", 101.0, 98.0, residual=0.02)
    same = change_estimate(full, full, "cp_busy_pct", 0, 0.0)
    assert same is not None
    assert same.value == pytest.approx(0.0)
    assert same.high == pytest.approx(0.0)
    less = answer("cp_busy_pct", 90.0, 88.0, residual=0.02)
    change = change_estimate(full, less, "cp_busy_pct", 0, 0.0)
    assert change is not None
    assert change.value == pytest.approx(-10.0)


def test_cpu_ends_at_the_engines_and_the_work_at_what_they_do_of_it() -> None:
    figures = {"etr_per_s": [60.0, 58.0, 62.0], "cpu_s_per_s": [0.6, 0.6, 0.6]}
    figures["itr_per_cpu_s"] = [100.0, 97.0, 103.0]
    metrics = {name: np.array([draws]) for name, draws in figures.items()}
    scatter = {name: np.array([0.0 if name == "itr_per_cpu_s" else 0.9]) for name in metrics}
    then = Evaluation(metrics, scatter, ((),), np.ones((1, 3), dtype=bool))
    then = replace(then, most={"cpu_s_per_s": np.array([2.0])})
    now = replace(then, most={})
    for metric, most in (("cpu_s_per_s", 2.0), ("etr_per_s", 2.0 * 103.0)):
        figure, free = estimate(then, metric, 0), estimate(now, metric, 0)
        change = change_estimate(now, then, metric, 0, 5.0)
        assert figure is not None
        assert free is not None
        assert change is not None
        assert figure.low < figure.value < figure.high == pytest.approx(most, rel=0.01)
        assert free.high > most
        assert figure.value * (1.0 + change.high / 100.0) == pytest.approx(figure.high)


def test_the_central_value_is_within_what_is_allowed() -> None:
    then = answer("etr_per_s", 10.0, 9.0, 11.0, residual=0.1)
    figure = estimate(replace(then, most={"etr_per_s": np.array([9.999])}), "etr_per_s", 0)
    assert figure is not None
    assert figure.low < figure.value == figure.high == 10.0


def test_a_rate_may_pass_a_hundred() -> None:
    figure = estimate(answer("etr_per_s", 97.0, 94.0, 99.0, residual=0.05), "etr_per_s", 0)
    assert figure is not None
    assert figure.high > 100


def test_a_figure_that_no_draw_moves_keeps_what_its_new_conditions_add() -> None:
    same = np.array([100.0] * 5)
    change = change_between(same, same, 0.03, 0.05, 0.0)
    assert change is not None
    assert math.log(1 + change.high / 100) == pytest.approx(NORMAL_QUANTILE_90 * 0.04)
    for residual in (0.0, 0.03):
        none = change_between(same, same, residual, residual, 0.0)
        assert none is not None
        assert none.low == none.value == none.high == 0.0


def test_a_utilization_has_the_band_of_its_draws_and_scatter_and_ends_at_one() -> None:
    draws = drawn(0.6, 0.05)
    low, high = use_band(draws, 0.05)
    half = NORMAL_QUANTILE_90 * math.hypot(float(np.std(np.log(draws[1:]), ddof=1)), 0.05)
    assert (low, high) == (
        pytest.approx(0.6 * math.exp(-half)),
        pytest.approx(0.6 * math.exp(half)),
    )
    assert use_band(np.array([0.97] * 4), 0.05)[1] == 1.0
    assert use_band(np.zeros(4), 0.05) == (0.0, 0.0)


def test_experience_widens_the_logarithm_and_gives_its_reason() -> None:
    seen = Experience(2.0, "because")
    wide = by_experience(Estimate(10.0, 0.0, 21.0, "%", reasons=("own",)), seen)
    assert (wide.value, wide.reasons) == (10.0, ("own", "because"))
    assert wide.low == pytest.approx((1.1 * (1.0 / 1.1) ** 2 - 1) * 100)
    assert wide.high == pytest.approx((1.1 * 1.1**2 - 1) * 100)
    none = Estimate(0.0, 0.0, 0.0, "%")
    assert by_experience(none, seen) is none
    assert by_experience(wide, None) is wide
    gone = by_experience(Estimate(-100.0, -100.0, -50.0, "%"), seen)
    assert (gone.low, gone.high) == (-100.0, pytest.approx(0.0))
    draws = np.array([0.5, 0.49, 0.51, 0.5])
    low, high = use_band(draws, 0.05)
    lower, higher = use_band(draws, 0.05, seen=seen)
    assert lower < low < high < higher


def test_in_a_scenario_a_utilization_has_the_band_of_its_change() -> None:
    today = np.array([0.5, 0.4, 0.6, 0.55, 0.45])
    low, high = use_band(today * 1.1, 0.0, today)
    assert (low, high) == (pytest.approx(0.55), pytest.approx(0.55))
    assert use_band(today * 1.1, 0.02, today)[1] == pytest.approx(
        0.55 * math.exp(NORMAL_QUANTILE_90 * 0.02)
    )
    nowhere = np.full(5, np.nan)
    assert use_band(today, 0.02, nowhere) == use_band(today, 0.02)


def test_where_draws_end_at_nothing_the_band_is_their_quantiles() -> None:
    """No logarithm is had of them: nine draws in ten lie inside, half of the rest on each side."""
    before = np.full(101, 100.0)
    some = change_between(before, np.array([50.0, *np.linspace(0.0, 99.0, 100)]), 0.0, 0.0, 0.0)
    assert some is not None
    assert (some.value, some.low, some.high) == (
        -50.0,
        pytest.approx(-95.0, abs=0.1),
        pytest.approx(-6.0, abs=0.1),
    )
    assert some.reasons == (SOURCE_SENTENCES["constants"],)
    all_gone = change_between(before, np.zeros(101), 0.0, 0.0, 0.0)
    assert all_gone is not None
    assert (all_gone.value, all_gone.low, all_gone.high, all_gone.reasons) == (-100, -100, -100, ())
    # The central value stays inside, wherever the draws lie.
    gone = change_between(before, np.array([0.0, *np.linspace(60.0, 99.0, 100)]), 0.0, 0.0, 0.0)
    assert gone is not None
    assert gone.low == gone.value == -100


def test_there_is_no_change_from_nothing_or_from_nobody_knows_what() -> None:
    def told(before: float, after: float) -> Estimate | None:
        return change_between(np.full(3, before), np.full(3, after), 0.0, 0.05, 0.0)

    for before, after in ((0.0, 1.0), (-1.0, 1.0), (math.nan, 1.0), (1.0, math.nan)):
        assert told(before, after) is None, (before, after)
    assert change_between(np.ones(3), np.ones(4), 0.0, 0.0, 0.0) is None


def test_of_the_central_draw_alone_there_is_no_band() -> None:
    assert [use_band(np.array([use]), 0.1) for use in (0.4, 1.3, -0.1)] == [
        (0.4, 0.4),
        (1.0, 1.0),
        (0.0, 0.0),
    ]
    change = change_between(np.array([80.0]), np.array([120.0]), 0.0, 0.1, 1.0)
    assert change == Estimate(50.0, 50.0, 50.0, "%")
    now, then = (answer("cp_busy_pct", value, residual=0.05) for value in (80.0, 120.0))
    capped = change_estimate(now, then, "cp_busy_pct", 0, 0.0)
    assert capped is not None
    assert (capped.value, capped.low, capped.high) == (25.0, 25.0, 25.0)
    free, more = (answer("etr_per_s", value, residual=0.05) for value in (80.0, 120.0))
    uncapped = change_estimate(free, more, "etr_per_s", 0, 0.0)
    assert uncapped is not None
    assert uncapped.value == uncapped.low == uncapped.high == 50.0


def test_a_resource_that_is_idle_as_drawn_may_be_as_busy_as_any_draw() -> None:
    assert use_band(np.array([0.0, 0.2, 0.5, 0.1]), 0.1) == (0.0, 0.5)
    assert use_band(np.array([0.0, 0.2, 1.5]), 0.1) == (0.0, 1.0)
    low, high = use_band(np.array([0.5, 0.4, 0.6, math.nan]), 0.0)
    assert 0.0 < low < 0.5 < high < 1.0


def test_the_reason_of_a_band_has_both_parts_in_per_cent() -> None:
    change = change_between(np.full(65, 100.0), drawn(150.0, 0.05), 0.0, 0.02, 0.0)
    assert change is not None
    (reason,) = change.reasons
    assert re.match(r"constants ±(4\.9|5\.0) %, residual ±2\.0 % \(one standard", reason)
    level = Estimate(150.0, 1.0, 999.0, "1/s", reasons=("of the width", "extrapolated"))
    after = after_change("etr_per_s", 100.0, change, level)
    assert after.reasons == (reason, "extrapolated")
    assert after_change("etr_per_s", 100.0, Estimate(50, 40, 60, "%"), level).reasons == (
        level.reasons
    )


@pytest.mark.parametrize("count", [1, 2, 3, 17, 63, 64])
def test_quantiles_and_likeness_are_those_of_numpy_to_the_last_bit(count: int) -> None:
    drawn = np.random.default_rng(count)
    for _ in range(20):
        values = np.exp(3.0 * drawn.normal(size=count))
        ends = (0.5 - BAND_LEVEL / 2, 0.5 + BAND_LEVEL / 2)
        assert outer_quantiles(values) == tuple(np.quantile(values, ends).tolist())
        other = values * (1.0 + 1e-3 * drawn.normal(size=count))
        for each in (values, other):
            some = drawn.random(count) < 0.05
            each[some] = drawn.choice([np.nan, np.inf, 0.0], np.count_nonzero(some))
        expected = np.allclose(values, other, rtol=3e-3, atol=0.0, equal_nan=True)
        assert alike(values, other, 3e-3) is bool(expected)
