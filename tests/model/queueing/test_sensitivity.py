"""Derivatives against exact identities, bottlenecks against worked capacity regions."""

from __future__ import annotations

import pytest

from model.queueing import (
    ClosedClass,
    Network,
    OpenClass,
    Station,
    bottlenecks,
    sensitivities,
    solve,
)


def closed(populations, demands, stations=("cpu", "disk"), think=1.0):
    names = "abc"[: len(populations)]
    return Network(
        tuple(Station(s) for s in stations),
        tuple(ClosedClass(n, p, think) for n, p in zip(names, populations, strict=True)),
        {n: dict(zip(stations, row, strict=True)) for n, row in zip(names, demands, strict=True)},
    )


def test_demand_derivative_is_the_queue_difference():
    # d ln X / d ln D_k = -(Q_k(N) - Q_k(N - 1)) for exact product form (de Souza e Silva and Muntz,
    # "Simple relationships among moments of queue lengths", IEEE ToC 37(9), 1988).
    model = closed([6], [[0.4, 0.7]])
    found = sensitivities(model).throughput_by_demand["a"]
    here, less = solve(model), solve(closed([5], [[0.4, 0.7]]))
    for station, demand in (("cpu", 0.4), ("disk", 0.7)):
        step = here.queue_length["a"][station] - less.queue_length["a"][station]
        assert found["a", station] == pytest.approx(-here.throughput["a"] / demand * step, rel=1e-6)


def test_population_derivative_of_the_approximation():
    model = closed([60, 40], [[0.4, 0.7], [0.3, 0.1]])
    found = sensitivities(model, "schweitzer")
    up = solve(closed([60.5, 40], [[0.4, 0.7], [0.3, 0.1]]), "schweitzer", 1e-12)
    down = solve(closed([59.5, 40], [[0.4, 0.7], [0.3, 0.1]]), "schweitzer", 1e-12)
    slope = up.throughput["b"] - down.throughput["b"]
    assert found.throughput_by_population["b"]["a"] == pytest.approx(slope, rel=1e-3)
    assert found.response_by_population["a"]["a"] > 0


def test_open_derivative():
    model = Network((Station("s"),), (OpenClass("o", 0.5),), {"o": {"s": 1.0}})
    # R = D / (1 - x D): dR/dD = 1 / (1 - x D)^2, dR/dx = D^2 / (1 - x D)^2.
    found = sensitivities(model)
    assert found.response_by_demand["o"]["o", "s"] == pytest.approx(4.0, rel=1e-6)
    assert found.response_by_population["o"]["o"] == pytest.approx(4.0, rel=1e-6)


def test_single_class_bottleneck_and_knee():
    found = bottlenecks(closed([10], [[0.5, 2.0]], think=7.5))
    assert found.by_class == {"a": "disk"}
    assert found.knee == pytest.approx((7.5 + 2.5) / 2.0)
    assert found.switching[0].station == "cpu"
    assert found.switching[0].low == pytest.approx(4.0)


def test_two_class_switching_sector():
    # Capacity region of (1, 0.5) and (0.4, 1): both full at x = (0.5, 1) / 0.8 ...
    found = bottlenecks(closed([5, 5], [[1.0, 0.4], [0.5, 1.0]]))
    (point,) = found.switching
    x1 = (1.0 - 0.5) / (1.0 * 1.0 - 0.5 * 0.4)
    assert {point.station, point.other} == {"cpu", "disk"}
    assert (point.low, point.high) == pytest.approx((x1 * 0.4, x1 * 1.0))
    # Inside the sector both stations saturate as the population grows, outside only one does.
    for share, both in ((0.5 * (point.low + point.high), True), (0.98, False)):
        total = 4000
        first = round(total * share)
        big = solve(closed([first, total - first], [[1.0, 0.4], [0.5, 1.0]]), "schweitzer")
        assert (min(big.utilization.values()) > 0.99) == both


def test_dominated_station_never_saturates():
    found = bottlenecks(closed([5, 5], [[1.0, 0.4], [1.0, 0.4]]))
    assert found.switching == ()
