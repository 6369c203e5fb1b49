"""Open and closed classes outside product form, as a chain that is cut off."""

from __future__ import annotations

import pytest

from model.queueing import ClosedClass, Network, OpenClass, Station, solve
from model.queueing.mixed_chain import EXACT_CUT, solve_mixed_chain

PR, HOL = "preemptive-resume", "non-preemptive (HOL)"


def test_product_form_is_reproduced():
    network = Network(
        (Station("s"), Station("t", 2)),
        (ClosedClass("a", 3, 1.0), OpenClass("o", 0.3)),
        {"a": {"s": 0.4, "t": 0.5}, "o": {"s": 0.7, "t": 0.6}},
    )
    exact = solve(network)
    found = solve_mixed_chain(network, lambda c, s: exact.queue_length[c][s], 60_000)
    assert found is not None
    assert found.cut < EXACT_CUT
    assert found.throughput[0] == pytest.approx(exact.throughput["a"], rel=1e-8)
    for r, c in enumerate("ao"):
        for k, s in enumerate("st"):
            assert found.queue[r, k] == pytest.approx(exact.queue_length[c][s], rel=1e-7)


def test_an_open_class_above_closed_ones_knows_nothing_of_them():
    network = Network(
        (Station("s", 1, PR), Station("t", 1, PR)),
        (OpenClass("high", 0.5, 1), ClosedClass("low", 3, 2.0, 2)),
        {"high": {"s": 0.8, "t": 0.5}, "low": {"s": 0.4, "t": 0.6}},
    )
    answer = solve(network)
    assert (answer.method, answer.exact) == ("ctmc", True)
    assert answer.residence["high"]["s"] == pytest.approx(0.8 / (1 - 0.4), rel=1e-6)
    assert answer.residence["high"]["t"] == pytest.approx(0.5 / (1 - 0.25), rel=1e-6)
    held = answer.throughput["low"] * (2.0 + answer.response["low"])
    assert held == pytest.approx(3.0, rel=1e-9)


def test_two_stations_with_levels_behind_each_other():
    """The first is a queue of its own; what leaves it towards the second is not Poisson."""
    classes = (OpenClass("high", 0.08, 1), OpenClass("low", 0.06, 2))
    demands = {"high": {"s": 1.0, "t": 0.8}, "low": {"s": 0.9, "t": 1.5}}
    stations = (Station("s", 1, HOL), Station("t", 1, PR))
    answer = solve(Network(stations, classes, demands))
    assert (answer.method, answer.exact) == ("ctmc", True)
    first = solve(Network(stations[:1], classes, {c: {"s": d["s"]} for c, d in demands.items()}))
    for name in ("high", "low"):
        assert answer.residence[name]["s"] == pytest.approx(first.residence[name]["s"], rel=1e-6)


def test_what_is_cut_off_too_often_is_not_called_exact():
    network = Network(
        (Station("s", 1, PR), Station("t")),
        (OpenClass("o", 0.999, 2), ClosedClass("a", 2, 5000.0, 1)),
        {"o": {"s": 1.0, "t": 0.2}, "a": {"s": 0.5, "t": 0.1}},
    )
    answer = solve(network)
    assert not answer.exact
    assert solve_mixed_chain(network, lambda *_: 0.5, 60_000) is None


def test_an_approximate_chain_says_what_is_cut_off(monkeypatch):
    from model.queueing import mixed_chain

    monkeypatch.setattr(mixed_chain, "_CUTS", (1e-4,))
    network = Network(
        (Station("s", 1, PR),),
        (OpenClass("o", 0.3, 2), ClosedClass("a", 3, 2.0, 1)),
        {"o": {"s": 0.9}, "a": {"s": 0.5}},
    )
    answer = solve(network)
    assert not answer.exact
    assert [n for n in answer.notes if "cut off where they are so long for up to" in n]


@pytest.mark.parametrize(
    ("network", "simulated"),  # throughput and response, half-widths below 0.4 and 1.3 %
    [
        (
            Network(
                (Station("s", 1, "fcfs"), Station("nobody", 1, HOL)),
                (ClosedClass("a", 6, 4.0), ClosedClass("b", 5, 2.0), OpenClass("o", 0.2)),
                {"a": {"s": 0.4}, "o": {"s": 1.0}, "b": {"s": 0.2}},
            ),
            {"a": (1.0488, 1.729), "b": (1.4577, 1.426), "o": (0.2, 2.674)},
        ),
        (
            Network(
                (Station("s", 2, "fcfs"), Station("t", 1, HOL)),
                (ClosedClass("a", 6, 4.0, 1), OpenClass("o", 0.2, 2)),
                {"a": {"s": 0.4, "t": 0.5}, "o": {"s": 1.0, "t": 0.4}},
            ),
            {"a": (1.1151, 1.373), "o": (0.2, 2.542)},
        ),
    ],
)
def test_lines_with_open_classes_are_told_apart_by_numbers(network, simulated):
    """Approximate MVA was 44 and 12 % off."""
    answer = solve(network)
    assert (answer.method, answer.exact, answer.converged) == ("aggregation", False, True)
    for name, (x, r) in simulated.items():
        assert answer.throughput[name] == pytest.approx(x, rel=0.01)
        assert answer.response[name] == pytest.approx(r, rel=0.02)


def test_an_open_class_that_needs_nothing_passes_through():
    network = Network(
        (Station("s", 3, PR),),
        (ClosedClass("a", 3, 5.0, 2), OpenClass("o", 0.05, 3), ClosedClass("b", 1, 1.0, 1)),
        {"a": {"s": 0.7}, "o": {"s": 0.0}, "b": {"s": 0.7}},
    )
    answer = solve(network)
    assert answer.throughput["o"] == 0.05
    assert answer.response["o"] == 0.0
