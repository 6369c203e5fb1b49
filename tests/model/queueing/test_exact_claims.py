"""What calls itself exact is what the network's own Markov chain says, on random small networks."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from model.queueing import ClosedClass, Network, NetworkError, OpenClass, Station, solve
from model.queueing.open_stations import erlang_number
from model.queueing.several_servers import in_order, lower_level
from model.queueing.waits import mean_wait
from tests.model.queueing.brute_force import Truth, brute_force

PR, HOL = "preemptive-resume", "non-preemptive (HOL)"
_TIMES_S = (0.05, 0.2, 0.37, 1.0, 1.9)
_SMALL = 1e-5
"""Chance of the cut-off up to which the brute force is good enough for open classes."""


@st.composite
def stations(draw, k):
    servers = draw(st.sampled_from((1.0, 1.0, 1.0, 2.0, 3.0, math.inf)))
    kind = "inf" if math.isinf(servers) else draw(st.sampled_from(("ps", "fcfs", PR, HOL)))
    factors: tuple[float, ...] = ()
    if kind in ("ps", "fcfs") and draw(st.integers(0, 3)) == 0:
        factors = tuple(draw(st.lists(st.sampled_from((0.5, 0.9, 1.0, 1.6)), max_size=3)))
    return Station(f"s{k}", servers, kind, factors, draw(st.sampled_from((1, 1, 1, 2))))


@st.composite
def networks(draw):
    places = tuple(draw(stations(k)) for k in range(draw(st.integers(1, 3))))
    ranked = any(s.discipline in (PR, HOL) for s in places)
    alike = draw(st.booleans())
    common = {s.name: draw(st.sampled_from(_TIMES_S)) for s in places}
    classes, demands = [], {}
    for r in range(draw(st.integers(1, 3))):
        level = draw(st.integers(1, 3)) if ranked else None
        if draw(st.integers(0, 3)) == 0:
            classes.append(OpenClass(f"c{r}", draw(st.sampled_from((0.0, 0.1, 0.25))), level))
        else:
            think_s = draw(st.sampled_from((0.0, 0.4, 3.0)))
            classes.append(ClosedClass(f"c{r}", draw(st.integers(0, 3)), think_s, level))
        demands[f"c{r}"] = {
            s.name: common[s.name] if alike else draw(st.sampled_from(_TIMES_S))
            for s in places if draw(st.integers(0, 4))
        }  # fmt: skip
    try:
        return Network(places, tuple(classes), demands)
    except NetworkError:
        assume(False)


def truth(network: Network) -> Truth | None:
    """By brute force, with open arrivals cut off where they hardly ever are."""
    if not any(c.arrival_rate_per_s > 0 for c in network.open):
        return brute_force(network)
    for most_open in (7, 10, 14):
        found = brute_force(network, most_open)
        if found is None or found.cut_off < _SMALL:
            return found
    return None


def hold_to_truth(network: Network, method: str) -> bool:
    """Whether an answer calls itself exact; then it is held against the chain."""
    try:
        answer = solve(network, method)
    except NetworkError:
        return False
    known = truth(network) if answer.exact else None
    if known is None:
        return False
    near = 1e-7 + 200 * known.cut_off
    assert answer.throughput == pytest.approx(known.throughput, rel=near, abs=near)
    for name, row in known.queue.items():
        assert answer.queue_length[name] == pytest.approx(row, rel=near, abs=near), name
    shown = {name: answer.utilization[name] for name in known.busy}
    assert shown == pytest.approx(known.busy, rel=near, abs=near)
    return True


@settings(max_examples=15, deadline=None, derandomize=True)
@given(networks())
def test_some_exact_answers_are_true(network):
    hold_to_truth(network, "auto")


@pytest.mark.thorough
@settings(max_examples=400, deadline=None)
@given(networks(), st.sampled_from(("auto", "exact")))
def test_exact_answers_are_true(network, method):
    hold_to_truth(network, method)


def alone(station: Station, **classes: tuple[float, float, int | None]) -> Network:
    """One station and open classes: arrival rate per s, demand (s), priority."""
    return Network(
        (station,), tuple(OpenClass(n, x, p) for n, (x, _, p) in classes.items()),
        {n: {station.name: d} for n, (_, d, _) in classes.items()},
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["fcfs", PR, HOL])
def test_departures_from_a_copy_are_not_poisson(kind):
    """Behind the first copy of such a station the formulas of Poisson arrivals are no theorem."""
    levels = (None, None) if kind == "fcfs" else (2, 3)
    both = {"a": (0.1, 0.26, levels[0]), "b": (0.2, 0.15, levels[1])}
    assert solve(alone(Station("s", 1, kind), **both)).exact
    copied = solve(alone(Station("s", 1, kind, (), 2), **both))
    assert not copied.exact
    assert any("Poisson" in note for note in copied.notes)


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_servers_are_busy_with_open_classes_too(closed):
    """At a station of varying rates busy servers are not work divided by capacity."""
    rated = Station("s", 2, "ps", (0.6, 1.4))
    network = Network(
        (rated,), (OpenClass("o", 0.4), ClosedClass("c", closed, 1.0)),
        {"o": {"s": 0.7}, "c": {"s": 0.5}},
    )  # fmt: skip
    known = brute_force(network, 40)
    assert known is not None
    answer = solve(network)
    assert answer.exact
    assert answer.utilization["s"] == pytest.approx(known.busy["s"], rel=1e-6)
    assert solve(network, "linearizer").utilization["s"] == pytest.approx(known.busy["s"], rel=0.03)


def test_servers_of_varying_rates_are_busy_behind_ranked_ones():
    """One customer is served at half the rate, so the server is busy twice as long as the work."""
    slow = Station("slow", 1, "ps", (0.5, 0.9))
    network = Network(
        (Station("ranked", 1, PR), slow), (OpenClass("a", 0.1, 1), OpenClass("b", 0.1, 2)),
        {"a": {"ranked": 0.05}, "b": {"ranked": 0.2, "slow": 0.05}},
    )  # fmt: skip
    assert hold_to_truth(network, "auto")
    assert solve(network).utilization["slow"] == pytest.approx(0.01, rel=0.01)


@pytest.mark.parametrize("servers", [2, 3])
@pytest.mark.parametrize("demands", [(1.0, 0.3), (0.4, 1.7)])
@pytest.mark.parametrize("kind", ["fcfs", PR])
def test_unlike_demands_at_several_servers(kind, demands, servers):
    """Scaled from a single server the lower class was up to 21 % too fast."""
    levels = (None, None) if kind == "fcfs" else (1, 2)
    one, two = (0.15 * servers / d for d in demands)
    network = alone(
        Station("s", servers, kind), a=(one, demands[0], levels[0]), b=(two, demands[1], levels[1])
    )
    known, answer = brute_force(network, 10 if kind == "fcfs" else 24, 9000), solve(network)
    assert known is not None
    assert answer.exact
    for name, row in known.queue.items():
        assert answer.queue_length[name] == pytest.approx(row, rel=1e-6 + 300 * known.cut_off)


@pytest.mark.parametrize(
    ("servers", "rates"), [(1, (1.0, 1.5)), (1, (0.7, 0.9, 1.4)), (2, (0.8, 1.1, 1.3)), (3, (1.2,))]
)
@pytest.mark.parametrize("demands", [(1.0, 2.0), (0.9, 0.3)])
def test_unlike_demands_in_order_of_arrival_where_rates_vary(servers, rates, demands):
    """They were shared evenly: up to 21 % too fast and 18 % too slow."""
    one, two = (0.13 * servers / d for d in demands)
    network = alone(
        Station("s", servers, "fcfs", rates), a=(one, demands[0], None), b=(two, demands[1], None)
    )
    known, answer = brute_force(network, 10, 9000), solve(network)
    assert known is not None
    assert answer.exact
    for name, row in known.queue.items():
        assert answer.queue_length[name] == pytest.approx(row, rel=1e-6 + 300 * known.cut_off)
    assert answer.utilization["s"] == pytest.approx(known.busy["s"], rel=1e-6 + 300 * known.cut_off)


def test_several_servers_of_one_demand_are_erlang():
    """Both processes, where there is a formula; and the way out where they would be too large."""
    offered, servers = 3.2, 4
    wait = offered / 2.0 * mean_wait(np.array(offered / servers), servers)
    found = in_order((1.5, 0.5), (1.6, 1.6), servers)
    assert found is not None
    assert found[0] == pytest.approx(wait, rel=1e-10)
    assert found[1] == pytest.approx((1.6, 1.6), rel=1e-10)
    below = erlang_number(3.2, 4) - erlang_number(2.0, 4)
    assert lower_level(1.25, 1.6, 0.75, 1.6, servers) == pytest.approx(below, rel=1e-9)
    assert in_order((1.0,) * 6, (1.0, 1.1, 1.2, 1.3, 1.4, 1.5), 32) is None
    assert lower_level(3.98, 1.0, 0.01, 1.0, servers) is None
    busy = alone(Station("s", 4, PR), a=(3.98, 1.0, 1), b=(0.002, 3.0, 2))
    answer = solve(busy)
    assert not answer.exact
    assert answer.response["b"] > answer.response["a"] > 1.0


def test_an_answer_says_how_customers_of_one_priority_share_a_station():
    """An exact answer differed from that in order of arrival by half, and nobody was told."""
    same, apart = (
        alone(Station("s", 1, PR), a=(0.4, 1.0, 1), b=(0.5, 1.0, 2)),
        Network(
            (Station("s", 1, PR),),
            (ClosedClass("a", 1, 1.0, 1), ClosedClass("b", 1, 1.0, 2)),
            {"a": {"s": 1.0}, "b": {"s": 2.0}},
        ),
    )
    assert any("one priority share 's' evenly" in note for note in solve(same).notes)
    assert not any("one priority" in note for note in solve(apart).notes)
