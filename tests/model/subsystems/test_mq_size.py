"""CPU of a message by its size: what one measured size tells, and what a second one adds."""

from __future__ import annotations

import numpy as np
import pytest

from model.calibration.cases import validate_cases
from model.calibration.record.installations import mq_sizes
from model.subsystems.common import load_constants
from model.subsystems.common.series import series_of
from model.subsystems.mq.fit import fit_constants
from model.subsystems.mq.size import (
    Measured,
    beyond_sd,
    learned,
    misfit_sd,
    size_ratio,
    through_measured,
)

PRIOR = load_constants("mq")["fixed_part_kb"]
SCATTER = load_constants("mq")["size_scatter"].value
DRAWS = load_constants("mq").draws(64).column("fixed_part_kb")
PLAIN = next(one for one in series_of("mq") if one.group == "plain NONE")


def test_without_another_size_nothing_is_learned() -> None:
    assert learned(PRIOR, DRAWS, 2.0, 100.0, (), SCATTER) is DRAWS
    assert learned(PRIOR, DRAWS, 2.0, 100.0, (Measured(2.0, 110.0),), SCATTER) is DRAWS


@pytest.mark.parametrize("fixed_kb", [8.0, 20.0, 60.0])
def test_a_second_size_finds_the_fixed_part(fixed_kb: float) -> None:
    second = Measured(64.0, 100.0 * (fixed_kb + 64.0) / (fixed_kb + 2.0))
    found = learned(PRIOR, DRAWS, 2.0, 100.0, (second,), SCATTER)
    assert found[0] == pytest.approx(fixed_kb, rel=0.2)
    assert np.std(np.log(found)) < 0.5 * np.std(np.log(DRAWS))
    elsewhere = learned(PRIOR, DRAWS, 2.0, 100.0, (Measured(64.0, second.cpu_us, 0.4),), SCATTER)
    assert np.std(np.log(found)) < np.std(np.log(elsewhere)) < np.std(np.log(DRAWS))


def test_the_law_is_known_less_the_further_the_size() -> None:
    near, far = (misfit_sd(size, (2.0, 32.0), SCATTER) for size in (30.0, 8.0))
    assert 0.0 < near < far < misfit_sd(1_024.0, (2.0, 32.0), SCATTER)
    # Next to a measured size in proportion: a hundredth of the distance had a tenth of the band.
    hardly, little = (misfit_sd(size, (4.0,), SCATTER) for size in (4.0004, 4.04))
    assert hardly < 0.011 * little


def test_published_sizes_lie_in_the_band_and_a_second_size_narrows_it() -> None:
    one = validate_cases((mq_sizes(PLAIN, [0]),)).rows
    two = validate_cases((mq_sizes(PLAIN, [0, 5]),)).rows
    assert all(row.inside for row in (*one, *two))
    last = {row.id.rpartition("/")[2]: row for row in one}
    for row in two:
        name = row.id.rpartition("/")[2]
        assert abs(row.error_pct or 0.0) < 17.0
        assert row.high - row.low < last[name].high - last[name].low


def test_another_size_is_no_other_load() -> None:
    for row in validate_cases((mq_sizes(PLAIN, [0, 5]),)).rows:
        assert not any("a load of" in said for said in row.extrapolated)


@pytest.mark.parametrize("cost_us", [60.0, 100.0, 180.0])
def test_what_was_measured_at_a_size_comes_out_there_whatever_the_law(cost_us: float) -> None:
    second = Measured(32.0, cost_us)
    fixed_kb = learned(PRIOR, DRAWS, 2.0, 100.0, (second,), SCATTER)
    there = through_measured(32.0, 2.0, 100.0, (second,), fixed_kb)
    assert there == pytest.approx(np.full_like(DRAWS, cost_us / 100.0))
    assert through_measured(2.0, 2.0, 100.0, (second,), fixed_kb) == pytest.approx(1.0)
    half_way = through_measured(17.0, 2.0, 100.0, (second,), fixed_kb)
    assert half_way == pytest.approx(np.full_like(DRAWS, (1.0 + cost_us / 100.0) / 2.0))
    beyond = through_measured(64.0, 2.0, 100.0, (second,), fixed_kb)
    slope = size_ratio(64.0, 2.0, fixed_kb) - size_ratio(32.0, 2.0, fixed_kb)
    assert beyond == pytest.approx(cost_us / 100.0 + slope)


def test_what_another_manager_measured_is_not_what_comes_out() -> None:
    found = through_measured(32.0, 2.0, 100.0, (Measured(32.0, 500.0, 0.4),), DRAWS)
    assert found == pytest.approx(size_ratio(32.0, 2.0, DRAWS))


@pytest.mark.parametrize("size_kb", [0.5, 8.0, 200.0, 2_000.0])
def test_which_of_two_measured_sizes_is_todays_changes_nothing(size_kb: float) -> None:
    """From 2 and 200 KB a message of 2 MB had twice the band that it had from 200 and 2 KB."""
    fixed_kb = learned(PRIOR, DRAWS, 2.0, 100.0, (Measured(64.0, 900.0),), SCATTER)
    small = 100.0 * through_measured(size_kb, 2.0, 100.0, (Measured(64.0, 900.0),), fixed_kb)
    large = 900.0 * through_measured(size_kb, 64.0, 900.0, (Measured(2.0, 100.0),), fixed_kb)
    if size_kb in (0.5, 200.0, 2_000.0):
        assert small == pytest.approx(large)
    else:  # between the two the straight line of what was measured is what counts
        assert np.median(small) == pytest.approx(np.median(large), rel=0.02)


def test_messages_far_longer_than_both_measured_sizes_lie_in_the_band() -> None:
    """Of six published sizes of 2 MB, ten times the larger measured one, four lay above it."""
    rows = [
        row
        for one in series_of("mq_platforms")
        if one.group == "Linux"
        for known in ((2.0, 200.0), (200.0, 2.0))
        for row in validate_cases((mq_sizes(one, [one.at.index(kb) for kb in known]),)).rows
        if row.id.endswith("2048 KB")
    ]
    assert len(rows) == 8
    assert sum(bool(row.inside) for row in rows) >= 7


def test_the_law_beyond_the_largest_size_is_known_less_and_less() -> None:
    scatter = load_constants("mq")["beyond_scatter"].value
    assert load_constants("mq")["beyond_scatter"] == fit_constants()["beyond_scatter"]
    assert beyond_sd(100.0, (2.0, 200.0), scatter) == 0.0
    far, farther = (beyond_sd(size, (2.0, 200.0), scatter) for size in (400.0, 2_000.0))
    assert misfit_sd(2_000.0, (2.0, 200.0), SCATTER) < farther
    assert 0.0 < far < farther
    # One size leaves both parts to the prior, which holds up to 100 KB.
    assert beyond_sd(100.0, (2.0,), scatter) == 0.0 < beyond_sd(1_000.0, (2.0,), scatter)
