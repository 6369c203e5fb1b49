"""States of several places explored together: what is exact although it is large."""

from __future__ import annotations

import numpy as np
import pytest

from model.queueing import ClosedClass, Network, Station, solve
from model.queueing.cyclic_chain import chain_size, chain_states, solve_cyclic_chain
from model.queueing.joint_states import tabulate
from model.queueing.markov import TooManyStates, stationary

PR = "preemptive-resume"


def two_ranked(kind, populations):
    rng = np.random.default_rng(3)
    stations = (Station("s", 1, kind), Station("t", 1, kind), Station("u", 1, kind))
    classes = tuple(ClosedClass(f"c{r}", n, 1.0, r + 1) for r, n in enumerate(populations))
    demands = {c.name: {s.name: float(rng.uniform(0.2, 0.6)) for s in stations} for c in classes}
    return Network(stations, classes, demands)


def test_forty_thousand_states_are_solved_exactly_and_the_top_class_knows_of_nobody():
    network = two_ranked(PR, (4, 4, 4))
    answer = solve(network)
    assert (answer.method, answer.exact) == ("ctmc", True)
    assert chain_states(network) == pytest.approx(35**3)
    top = Network(network.stations, network.classes[:1], {"c0": network.demands_s["c0"]})
    alone = solve(top, "exact")  # one class: product form
    assert answer.throughput["c0"] == pytest.approx(alone.throughput["c0"], rel=1e-9)
    for name, row in answer.queue_length.items():
        held = sum(row.values()) + answer.throughput[name]  # a think time of one second
        assert held == pytest.approx(4.0, rel=1e-9)


def test_states_beyond_a_machine_word_are_told_apart():
    stations = tuple(Station(f"s{k}") for k in range(45))  # four local states each: 2 ** 90
    classes = (ClosedClass("a", 1), ClosedClass("b", 1))
    demands = {c: {s.name: 0.1 + 0.01 * k for k, s in enumerate(stations)} for c in "ab"}
    network = Network(stations, classes, demands)
    chain = solve_cyclic_chain(network, 3000)
    assert chain.states == 45**2
    exact = solve(network, "exact")
    assert chain.throughput == pytest.approx(list(exact.throughput.values()), rel=1e-9)


def test_a_line_of_too_many_orders_is_not_listed():
    network = Network(
        (Station("s", 1, "fcfs"), Station("t")),
        tuple(ClosedClass(n, 5, 1.0) for n in "abc"),
        {n: {"s": 0.1 * (k + 1), "t": 0.2} for k, n in enumerate("abc")},
    )
    assert chain_states(network) == pytest.approx(756_756)  # 15! / 5!^3
    with pytest.raises(TooManyStates):
        solve_cyclic_chain(network, 1000)


class _Counter:
    """One server for two classes, by numbers."""

    def empty(self):
        return 0, 0

    def add(self, local, r):
        return (local[0] + (r == 0), local[1] + (r == 1))

    def leave(self, local):
        return [(n, r, (local[0] - (r == 0), local[1] - (r == 1)))
                for r, n in enumerate(local) if n]  # fmt: skip

    def counts(self, local):
        return local

    def busy(self, local):
        return float(sum(local) > 0)


@pytest.mark.parametrize("kind", ["ps", "fcfs", PR, "non-preemptive (HOL)"])
@pytest.mark.parametrize("servers", [1, 2, 3, 20])
def test_states_are_counted_as_they_are_listed(kind, servers):
    """Levels that two classes share, a class that passes by, nobody who thinks, one without any."""
    stations = (Station("s", servers, kind), Station("t", 2, kind), Station("u", 1, "ps"))
    ranks = (1, 2, 2) if kind in (PR, "non-preemptive (HOL)") else (None, None, None)
    classes = (
        ClosedClass("a", 3, 0.0, ranks[0]),
        ClosedClass("b", 2, 1.0, ranks[1]),
        ClosedClass("c", 2, 1.0, ranks[2]),
        ClosedClass("d", 0, 1.0, ranks[0]),
    )
    demands = {
        "a": {"s": 0.3, "t": 0.2, "u": 0.4},
        "b": {"s": 0.5, "t": 0.1},
        "c": {"s": 0.2, "u": 0.3},
        "d": {"s": 0.1},
    }
    network = Network(stations, classes, demands)
    assert chain_size(network) == pytest.approx(solve_cyclic_chain(network, 100_000).states)


def test_who_is_nowhere_else_comes_back_at_once():
    table = tabulate(_Counter(), (3, 2), (3, 0), 100)
    for state in range(table.states):
        here = table.counts[state]
        moves = table.first[state + 1] - table.first[state]
        if here[0] < 3:
            assert moves == 0
            assert table.add[1, state] == -1
        else:
            assert moves == (here > 0).sum()


def test_a_chain_round_which_customers_go_is_solved_whatever_its_rates():
    """Rings of queues, in the order of exploration, with rates up to a million apart."""
    for spread in (0.0, 3.0, 7.0):
        rng = np.random.default_rng(17)
        demands = 10.0 ** rng.uniform(-spread / 2, spread / 2, 4)
        stations = tuple(Station(f"s{k}") for k in range(4))
        row = {s.name: float(d) for s, d in zip(stations, demands, strict=True)}
        network = Network(stations, (ClosedClass("a", 22),), {"a": row})
        chain = solve_cyclic_chain(network, 3000)
        assert chain.states == 2300
        exact = solve(network, "exact").throughput["a"]
        assert chain.throughput[0] == pytest.approx(exact, rel=1e-8)


def test_no_sweeps_where_nothing_is_left_of_them():
    """A birth and death process of thousands of states: sweeps alone would take as many."""
    size = 4000
    up = np.arange(size - 1)
    source, target = np.concatenate([up, up + 1]), np.concatenate([up + 1, up])
    rate = np.concatenate([np.full(size - 1, 1.0), np.full(size - 1, 1.01)])
    p = stationary(size, source, target, rate)
    expected = 1.01 ** -np.arange(size, dtype=float)
    assert p == pytest.approx(expected / expected.sum(), abs=1e-9)
