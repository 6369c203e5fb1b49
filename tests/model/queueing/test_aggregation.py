"""Closed networks outside product form by stations, against exact chains."""

from __future__ import annotations

import numpy as np
import pytest

from model.queueing import ClosedClass, Network, Station, solve

PR, HOL = "preemptive-resume", "non-preemptive (HOL)"


def drawn(rng, kind, servers):
    places = int(rng.integers(2, 4))
    stations = [Station("s0", servers, kind)]
    stations += [
        Station(f"s{k}", int(rng.choice([1, 1, 2])), str(rng.choice(["ps", "ps", kind])))
        for k in range(1, places)
    ]
    levels = (None, None) if kind == "fcfs" else (1, 2)
    classes = [
        ClosedClass(f"c{r}", int(rng.integers(2, 6)), float(rng.choice([0.5, 3.0])), levels[r])
        for r in range(2)
    ]
    demands = {c.name: {s.name: float(np.exp(rng.uniform(-2.5, 0.3))) for s in stations}
               for c in classes}  # fmt: skip
    return Network(tuple(stations), tuple(classes), demands)


@pytest.mark.parametrize("servers", [1, 2])
@pytest.mark.parametrize("kind", ["fcfs", PR, HOL])
def test_errors_against_exact_chains(kind, servers):
    rng = np.random.default_rng(515)
    errors = []
    for _ in range(6):
        network = drawn(rng, kind, servers)
        exact, close = solve(network, "exact"), solve(network, "linearizer")
        assert close.method == "aggregation"
        assert close.converged
        assert not close.exact
        for name, x in exact.throughput.items():
            errors.append(abs(close.throughput[name] / x - 1.0))
            cls = next(c for c in network.classes if c.name == name)
            held = close.throughput[name] * (close.response[name] + cls.think_time_s)
            assert held == pytest.approx(cls.population, rel=1e-9)
        assert max(close.utilization.values()) <= 1.0
    assert np.median(errors) < 0.012
    assert max(errors) < 0.1


def test_one_such_station_among_delays_is_solved_exactly():
    """Nothing is aggregated then but pauses."""
    for kind, levels in (("fcfs", (None, None)), (PR, (1, 2)), (HOL, (1, 2))):
        network = Network(
            (Station("s", 1, kind),),
            tuple(
                ClosedClass(n, 4, z, p) for n, z, p in zip("ab", (2.0, 5.0), levels, strict=True)
            ),
            {"a": {"s": 0.5}, "b": {"s": 1.1}},
        )
        exact, close = solve(network, "exact"), solve(network, "linearizer")
        for name, x in exact.throughput.items():
            assert close.throughput[name] == pytest.approx(x, rel=1e-8)


def test_what_is_too_large_goes_to_approximate_mva():
    network = Network(
        (Station("s", 1, PR), Station("d")), (ClosedClass("a", 900, 90.0, 1),
                                              ClosedClass("b", 800, 10.0, 2)),
        {"a": {"s": 0.05, "d": 0.02}, "b": {"s": 0.02, "d": 0.03}},
    )  # fmt: skip
    assert solve(network).method == "priority-amva"
    assert solve(network, "schweitzer").method == "priority-amva"
