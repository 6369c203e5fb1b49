"""Figures of which a simulation knows no interval contradict nothing."""

from __future__ import annotations

from dataclasses import replace

from model.queueing import solve
from model.queueing.network import ClosedClass, Network, OpenClass, Station
from model.queueing.simulation import check_solution, compare, simulate
from model.queueing.simulation.check import Compared, _beside, pace_of, program_of, uses
from model.queueing.simulation.statistics import Estimate


def test_a_server_that_was_never_seen_idle_has_no_interval():
    """It was always 1 in the simulation, so that 0.9999 was "contradicted" where both are right."""
    network = Network((Station("s"),), (ClosedClass("a", 2, 1.0),), {"a": {"s": 1.0}})
    answer = solve(network)
    seen = simulate([program_of(network)], pace_of(network, answer), completions=5_000,
                    processes=1)[0]  # fmt: skip
    right = {"a": (answer.throughput["a"], answer.response["a"])}
    always = [Compared("s", "utilisation", 0.99, Estimate(1.0, 0.0))]
    assert compare(right, seen, True, besides=always).verdict == "agree"
    wrong = [Compared("s", "utilisation", 0.9, Estimate(1.0, 0.001))]
    assert compare(right, seen, True, besides=wrong).verdict == "contradict"


def test_servers_that_are_next_to_never_idle_are_not_compared():
    assert uses({"s": 0.9999}, {"s": Estimate(1.0, 0.0)}) == []
    assert uses({"s": 0.98}, {"s": Estimate(1.0, 0.0)})
    assert uses({"s": 1.0}, {"s": Estimate(0.9, 0.01)})


def test_work_too_rare_to_be_seen_makes_what_meets_it_unsettled():
    """Sharing a server 9 % of the time with it, a class was said to be contradicted."""
    classes = ClosedClass("a", 2, 1.0), ClosedClass("b", 1, 3e5)
    network = Network((Station("s"),), classes, {"a": {"s": 0.2}, "b": {"s": 3e4}})
    answer = solve(network)
    wrong = replace(answer, response={**answer.response, "a": 1.3 * answer.response["a"]})
    check = check_solution(network, wrong, seconds=2, completions=5_000, processes=1)
    assert check.verdict == "unsettled"
    assert "too few cycles of 'b'" in check.line


def test_what_never_meets_rare_work_is_judged():
    classes = ClosedClass("a", 1, 1.0), ClosedClass("b", 1, 1.0), OpenClass("c", 0.1)
    demands = {"a": {"s": 1.0, "t": 1.0}, "b": {"t": 1.0, "u": 1.0}, "c": {"v": 1.0}}
    network = Network(tuple(map(Station, "stuv")), classes, demands)
    assert _beside(network, ["a"], []) == {"a", "b", "s", "t", "u"}
    assert _beside(network, ["c"], []) == {"c", "v"}
