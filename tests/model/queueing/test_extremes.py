"""Sizes and magnitudes at the edge: an answer within seconds, or a sentence, never a warning."""

from __future__ import annotations

import time

import pytest

from model.queueing import NetworkError, parse_network, solve, solve_many


def one(population, think=1.0, demand=0.5, **station):
    return {
        "stations": [{"name": "s", **station}],
        "classes": [{"name": "a", "population": population, "think_time": think}],
        "demands": {"a": {"s": demand}},
    }


@pytest.mark.parametrize(
    ("description", "throughput"),
    [
        (one(10**9, servers=64), 128.0),
        (one(10**9, servers=10**9), 10**9 / 1.5),
        (one(100, servers=10**9), 100 / 1.5),
        (one(10**5, servers=4096), 8192.0),
        (one(10, demand=1e-300), 10.0),
        (one(10, demand=1e300), 1e-300),
        (one(10, think=1e300), 10 / 1e300),
        (one(3000, rate_multipliers=[1, 0.5, 0.1]), 0.2),
        (one(300, rate_multipliers=[0.1, 0.5, 1, 10, 100]), 200.0),
        (one(10, replicas=10**9), 10 / 5e8),
    ],
)
def test_extremes_are_solved(description, throughput):
    started = time.monotonic()
    answer = solve(parse_network(description))
    assert answer.converged
    assert answer.throughput["a"] == pytest.approx(throughput, rel=0.01)
    assert max(answer.utilization.values()) <= 1.0
    assert time.monotonic() - started < 20.0


def test_two_million_customers_exactly():
    answer = solve(parse_network(one(2_000_000, think=3.0)), "exact")
    assert answer.throughput["a"] == pytest.approx(2.0, rel=1e-12)
    inside = answer.queue_length["a"]["s"] + 3.0 * answer.throughput["a"]
    assert inside == pytest.approx(2_000_000, rel=1e-9)


@pytest.mark.parametrize(
    ("description", "method", "message"),
    [
        (one(10**9), "exact", "1e\\+09 steps"),
        (one(2 * 10**6, replicas=1000), "exact", "copies"),
        (one(10**6, servers=4096), "exact", "steps"),
        (one(10**9, servers=10**6), "auto", "up to 4096"),
        (one(5, rate_multipliers=[1.0] * 5000), "auto", "at most 4096"),
    ],
)
def test_out_of_reach_is_said(description, method, message):
    with pytest.raises(NetworkError, match=message):
        solve(parse_network(description), method)


def test_load_dependent_utilization_is_the_busy_share():
    # A station slowed by crowding is busy all the time although it does little work.
    slowed = one(50, rate_multipliers=[1, 0.5, 0.1])
    for method in ("exact", "linearizer", "schweitzer"):
        assert solve(parse_network(slowed), method).utilization["s"] == pytest.approx(1.0, rel=1e-3)
    (batched,) = solve_many([parse_network(slowed)], "linearizer")
    assert batched.utilization["s"] == pytest.approx(1.0, rel=1e-3)


def test_a_huge_layered_network_is_refused_quickly():
    count = 900
    description = {"lqn": {
        "processors": [{"name": "p"}],
        "tasks": [{"name": f"t{i}", "processor": "p", "reference": i == 0} for i in range(count)],
        "entries": [
            {"name": f"e{i}", "task": f"t{i}", "host_demand": [0.1],
             "calls": [{"to": f"e{i + 1}"}] if i + 1 < count else []}
            for i in range(count)
        ],
    }}  # fmt: skip
    started = time.monotonic()
    with pytest.raises(NetworkError, match="too large"):
        solve(parse_network(description))
    assert time.monotonic() - started < 20.0


def test_mixed_kinds_in_one_call():
    layered = {"lqn": {
        "processors": [{"name": "p", "multiplicity": "inf"}, {"name": "q"}],
        "tasks": [{"name": "u", "processor": "p", "reference": True, "multiplicity": 200,
                   "think_time": 9.0}, {"name": "s", "processor": "q", "multiplicity": 4}],
        "entries": [{"name": "ue", "task": "u", "calls": [{"to": "se"}]},
                    {"name": "se", "task": "s", "host_demand": [0.1]}],
    }}  # fmt: skip
    bad = {"stations": [{"name": "s"}], "classes": [{"name": "o", "arrival_rate": 3.0}],
           "demands": {"o": {"s": 1.0}}}  # fmt: skip
    networks = [parse_network(d) for d in (layered, one(5), bad, layered, one(7))]
    answers = solve_many(networks)
    assert isinstance(answers[2], NetworkError)
    assert answers[0].throughput == answers[3].throughput
    assert answers[0].throughput["u"] == pytest.approx(10.0, rel=0.01)
    assert answers[4].throughput["a"] == pytest.approx(solve(networks[4]).throughput["a"])


def test_too_many_stations_are_refused_at_once():
    stations = [{"name": str(i)} for i in range(100_001)]
    with pytest.raises(NetworkError, match=r"100,001 stations.*replicas"):
        parse_network({"stations": stations, "classes": [{"name": "a", "population": 1}]})
