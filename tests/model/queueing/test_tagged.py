"""Percentiles of small closed networks outside product form: a tagged customer's, exactly."""

from __future__ import annotations

import math

import pytest

from model.queueing import solve
from model.queueing.network import ClosedClass, Network, Station
from model.queueing.percentiles import (
    PERCENTILES,
    response_times,
    said_of_percentiles,
    usual_error,
)
from model.queueing.simulation import check_solution
from model.queueing.tagged import TaggedTimes


def ranked(discipline, top=1, levels=(1, 2), pause=2.0):
    stations = Station("s", 1, discipline), Station("t", 2, "fcfs")
    classes = ClosedClass("a", top, 1.0, levels[0]), ClosedClass("b", 3, pause, levels[1])
    demands = {"a": {"s": 0.4, "t": 0.3}, "b": {"s": 0.9, "t": 0.2}}
    return Network(stations, classes, demands)


def test_who_is_never_interrupted_takes_its_own_service():
    """Known in closed form."""
    demands = {"a": {"s": 0.4}, "b": {"s": 0.9}}
    classes = ClosedClass("a", 1, 1.0, 1), ClosedClass("b", 3, 2.0, 2)
    network = Network((Station("s", 1, "preemptive-resume"),), classes, demands)
    times = response_times(network, solve(network))["a"]
    assert isinstance(times, TaggedTimes)
    for p in PERCENTILES:
        assert times.percentile(p) == pytest.approx(-0.4 * math.log(1 - p / 100), rel=1e-4)
    assert times.share_within(0.4) == pytest.approx(1 - math.exp(-1), rel=1e-5)
    assert times.cv2 == pytest.approx(1.0, rel=1e-3)


@pytest.mark.parametrize(
    ("discipline", "levels", "pause"),
    [
        ("preemptive-resume", (1, 2), 2.0),
        ("non-preemptive (HOL)", (2, 1), 2.0),
        ("fcfs", (None, None), 0.0),
    ],
)
def test_they_lie_within_the_simulation_intervals(discipline, levels, pause):
    network = ranked(discipline, 2, levels, pause)
    answer = solve(network)
    times = response_times(network, answer)
    seen = check_solution(network, answer, completions=60_000, processes=1).simulated
    for name, each in times.items():
        assert isinstance(each, TaggedTimes)
        assert each.mean_s == pytest.approx(answer.response[name], rel=1e-5)
        for p, one in seen.chains[name].percentiles.items():
            assert abs(each.percentile(p) - one.value) < 3.0 * one.half + 0.005 * one.value
    assert "tagged customer" in said_of_percentiles(network, times)
    assert usual_error(network, times["a"]) == 0.0


def test_product_form_and_larger_chains_keep_their_paths():
    classes = ClosedClass("a", 3, 1.0), ClosedClass("b", 2, 1.0)
    demands = {"a": {"s": 0.4}, "b": {"s": 0.9}}
    shared = Network((Station("s", 1, "ps"),), classes, demands)
    large = ranked("preemptive-resume", 9)
    for network in (shared, large):
        times = response_times(network, solve(network))
        assert not any(isinstance(each, TaggedTimes) for each in times.values())
        assert "put together of independent visits" in said_of_percentiles(network, times)
