"""Exact product-form answers against textbooks, closed formulas and brute force."""

from __future__ import annotations

import math

import numpy as np
import pytest

from model.queueing import (
    ClosedBatch,
    ClosedClass,
    Network,
    NetworkError,
    Station,
    parse_network,
    solve,
    solve_closed_batch,
)
from model.queueing.lattice import solve_lattice
from model.queueing.manyclass import ManyClasses
from model.queueing.occupancy import solve_occupancy
from tests.model.queueing.oracles import Centre, Closed, repairmen, textbook_mva


def batch(demands, population, think=0.0, **more):
    demands = np.asarray(demands, dtype=float)
    classes = demands.shape[0]
    return ClosedBatch(
        demands[None],
        np.broadcast_to(np.asarray(population, dtype=float), (1, classes)),
        np.broadcast_to(np.asarray(think, dtype=float), (1, classes)),
        **more,
    )


def test_database_server_of_menasce():
    # Menasce, Almeida, Dowdy, "Performance by Design" (2004), section 12.2: two customers, CPU
    # 10 s, fast disk 7.5 s, slow disk 15 s; probabilities in 115ths, mean queues 0.5913, 0.4174,
    # 0.9913.
    answer = solve_closed_batch(batch([[10.0, 7.5, 15.0]], [2]), "exact")
    assert answer.queue_length[0, 0] == pytest.approx([68 / 115, 48 / 115, 114 / 115], rel=1e-12)
    assert answer.utilization[0, 0] == pytest.approx((16 + 12 + 24) / 115, rel=1e-12)


@pytest.mark.parametrize(("stations", "population"), [(1, 1), (3, 7), (10, 3000)])
def test_balanced_network(stations, population):
    # Lazowska et al. (1984), section 5.4: X = N / (D (N + K - 1)).
    answer = solve_closed_batch(batch([[0.2] * stations], [population]), "exact")
    expected = population / (0.2 * (population + stations - 1))
    assert answer.throughput[0, 0] == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("think", [0.0, 3.0, 500.0])
@pytest.mark.parametrize("population", [1, 2, 47, 49, 1000])
def test_single_class_is_the_mva_recursion(population, think):
    demands = [0.31, 1.0, 0.05, 0.99, 0.0]
    answer = solve_closed_batch(batch([demands], [population], think), "exact")
    x, queue = textbook_mva(demands, population, think)
    assert answer.throughput[0, 0] == pytest.approx(x, rel=1e-10)
    assert answer.queue_length[0, 0] == pytest.approx(queue, rel=1e-8, abs=1e-12)


@pytest.mark.parametrize("servers", [1, 2, 8, 64])
@pytest.mark.parametrize("think", [0.5, 20.0, 47.0, 300.0])
def test_multi_server_stays_stable_to_3000_customers(servers, think):
    # Below, at and far above saturation; the recursion on marginals fails here (Bolch et al. 2006,
    # section 8.2.2, on numerical instability at high load).
    for population in (3, 65, 3000):
        answer = solve_closed_batch(
            batch([[1.0]], [population], think, servers=np.array([float(servers)])), "exact"
        )
        expected = repairmen(servers, population, 1.0, think)
        assert answer.throughput[0, 0] == pytest.approx(expected, rel=1e-10)
        assert answer.utilization[0, 0] <= 1.0
        inside = answer.queue_length.sum() + answer.throughput[0, 0] * think
        assert inside == pytest.approx(population, rel=1e-10)


CASES = {
    "two classes, ps": Closed(
        [Centre("ps"), Centre("ps"), Centre("delay")],
        [[0.5, 0.2, 1.0], [0.1, 0.7, 0.0]], [2, 2], [0.0, 0.4],
    ),
    "multi-server": Closed(
        [Centre("ps", 2.0), Centre("ps", 1.0)], [[0.9, 0.3], [0.4, 0.5]], [3, 2], [0.0, 1.0]
    ),
    "two multi-servers": Closed(
        [Centre("ps", 2.0), Centre("ps", 3.0)], [[0.9, 1.3], [0.4, 1.5]], [3, 2], [0.5, 0.0]
    ),
    "load-dependent": Closed(
        [Centre("ps", 1.0, (1.0, 1.7, 1.2)), Centre("ps", 2.0)], [[0.5, 0.3], [0.6, 0.2]],
        [2, 2], [1.0, 0.3],
    ),
    "single class, load-dependent": Closed(
        [Centre("ps", 1.0, (0.5, 2.0, 0.8)), Centre("ps", 1.0)], [[0.5, 0.3]], [4], [0.7]
    ),
    "fcfs, equal demands": Closed(
        [Centre("fcfs", 1.0), Centre("ps", 1.0)], [[0.5, 0.1], [0.5, 0.6]], [2, 1], [1.0, 0.0]
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_against_brute_force(name):
    case = CASES[name]
    flow, queue = case.solve()
    servers = np.array([math.inf if c.discipline == "delay" else c.servers for c in case.centres])
    multipliers = {k: c.multipliers for k, c in enumerate(case.centres) if c.multipliers}
    answer = solve_closed_batch(
        batch(case.demands, case.population, case.think, servers=servers,
              rate_multipliers=multipliers),
        "exact",
    )  # fmt: skip
    assert answer.throughput[0] == pytest.approx(flow, rel=1e-8)
    assert answer.queue_length[0] == pytest.approx(queue, rel=1e-7, abs=1e-9)


def test_multiplier_equal_to_servers_is_the_same_station():
    demands = [[0.5, 0.3], [0.2, 0.4]]
    servers = solve_closed_batch(batch(demands, [6, 5], 1.0, servers=np.array([3.0, 1.0])), "exact")
    rates = solve_closed_batch(
        batch(demands, [6, 5], 1.0, rate_multipliers={0: (1.0, 2.0, 3.0)}), "exact"
    )
    assert rates.throughput == pytest.approx(servers.throughput, rel=1e-11)
    assert rates.queue_length == pytest.approx(servers.queue_length, rel=1e-9)


@pytest.mark.parametrize("servers", [1.0, 2.0])
@pytest.mark.parametrize("classes", [1, 2])
def test_replicas_are_copies(classes, servers):
    rng = np.random.default_rng(4)
    demands = rng.uniform(0.1, 1.0, (classes, 2))
    population = [9, 4][:classes]
    packed = solve_closed_batch(
        batch(demands, population, 0.3, servers=np.array([servers, 1.0]),
              replicas=np.array([3.0, 1.0])),
        "exact",
    )  # fmt: skip
    unpacked = solve_closed_batch(
        batch(demands[:, [0, 0, 0, 1]], population, 0.3,
              servers=np.array([servers, servers, servers, 1.0])),
        "exact",
    )  # fmt: skip
    assert packed.throughput == pytest.approx(unpacked.throughput, rel=1e-11)
    assert packed.queue_length[0, :, 0] == pytest.approx(
        unpacked.queue_length[0, :, :3].sum(axis=1), rel=1e-9
    )


def test_whoever_comes_would_visit_every_copy() -> None:
    """The residence of a class without customers is its own demand at all copies, unhindered."""
    none = solve_closed_batch(
        batch([[0.2, 0.5], [0.1, 0.3]], [40, 0], replicas=np.array([3.0, 1.0])), "exact"
    )
    assert none.residence[0, 1] == pytest.approx([0.3, 0.3])


def test_many_replicas_of_a_single_server():
    packed = solve_closed_batch(batch([[0.2, 0.5]], [40], replicas=np.array([31.0, 1.0])), "exact")
    x, _ = textbook_mva([0.2] * 31 + [0.5], 40)
    assert packed.throughput[0, 0] == pytest.approx(x, rel=1e-11)


def test_classes_without_customers_flow_nothing():
    answer = solve_closed_batch(batch([[0.2, 0.5], [0.3, 0.1], [1.0, 1.0]], [0, 5, 0]), "exact")
    x, _ = textbook_mva([0.3, 0.1], 5)
    assert answer.throughput[0] == pytest.approx([0.0, x, 0.0], rel=1e-12)
    assert answer.queue_length[0, 0].sum() == 0.0


def test_what_is_too_large_is_refused_with_its_size():
    with pytest.raises(NetworkError, match="population vectors"):
        solve_closed_batch(batch(np.ones((6, 5)), [200] * 6), "exact")
    with pytest.raises(NetworkError, match="1e\\+09"):
        solve_closed_batch(batch([[1.0]], [1e9]), "exact")
    with pytest.raises(NetworkError, match="whole populations"):
        solve_closed_batch(batch([[1.0]], [2.5]), "exact")


@pytest.mark.parametrize(
    ("servers", "expected"),
    [
        # line-solver 3.0.8.0 from PyPI: its exact MVA, normalising constants and CTMC, which agree
        # with each other to 1e-15.
        ((1, 1, 1), {"a": 1.0914001406589322, "b": 1.4123440088331396}),
        ((2, 1, 3), {"a": 1.2207725216229117, "b": 2.149555036644367}),
    ],
)
def test_figures_of_an_independent_package(servers, expected):
    demands = {"a": (0.13, 0.45, 0.22), "b": (0.31, 0.07, 0.4)}
    network = parse_network({
        "stations": [{"name": f"q{k}", "servers": m} for k, m in enumerate(servers)],
        "classes": [{"name": "a", "population": 4, "think_time": 2.0},
                    {"name": "b", "population": 3, "think_time": 0.5}],
        "demands": {r: {f"q{k}": d for k, d in enumerate(row)} for r, row in demands.items()},
    })  # fmt: skip
    answer = solve(network, "exact")
    for name, value in expected.items():
        assert answer.throughput[name] == pytest.approx(value, rel=1e-12)


def test_inside_the_confidence_of_a_simulator():
    # ciw 3.2.7 from PyPI, 6 runs of 120 s after 20 s: 13.728 cycles per second, ± 0.241 at 95 %.
    network = parse_network({
        "stations": [{"name": "a", "servers": 2, "discipline": "fcfs"},
                     {"name": "b", "discipline": "fcfs"}, {"name": "c", "discipline": "fcfs"}],
        "classes": [{"name": "users", "population": 20, "think_time": 1.0}],
        "demands": {"users": {"a": 0.10, "b": 0.04, "c": 0.06}},
    })  # fmt: skip
    assert solve(network, "exact").throughput["users"] == pytest.approx(13.728, abs=0.241)


def many(rng, classes, stations, customers, rated=0, copies=1):
    rates = tuple(tuple(float(min(j, 3)) for j in range(1, 6)) for _ in range(rated))
    demand = rng.uniform(0.1, 1.0, (classes, stations)) * (rng.random((classes, stations)) < 0.8)
    return ManyClasses(
        rng.integers(1, customers + 1, classes), rng.uniform(0.0, 5.0, classes),
        demand, np.array([copies, *[1] * (stations - 1)], dtype=float),
        rng.uniform(0.1, 2.0, (classes, rated)), rates, tuple(range(rated)),
        (np.arange(4.0),) * rated,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_populations_and_numbers_present_give_one_answer(seed):
    """Two ways to the same constants that share nothing but the rates."""
    rng = np.random.default_rng(seed)
    network = many(rng, int(rng.integers(2, 6)), int(rng.integers(1, 4)), 5, seed % 3, 1 + seed % 2)
    one, two = solve_lattice(network), solve_occupancy(network)
    for name in ("throughput", "fixed_queue", "rated_queue", "rated_busy"):
        assert getattr(one, name) == pytest.approx(getattr(two, name), rel=1e-10, abs=1e-12)
    here = (one.fixed_queue @ network.copies) + one.rated_queue.sum(axis=1)
    assert here + one.throughput * network.think == pytest.approx(network.population, rel=1e-12)


def test_auto_is_exact_where_classes_are_many_or_stations_are():
    """4 classes x 50 stations x 20 customers by populations, 12 classes x 3 by numbers present."""
    rng = np.random.default_rng(4)
    for classes, stations, customers in ((4, 50, 20), (12, 3, 5)):
        demand = {f"c{r}": {f"s{k}": float(rng.uniform(0.01, 0.1)) for k in range(stations)}
                  for r in range(classes)}  # fmt: skip
        network = Network(
            tuple(Station(f"s{k}") for k in range(stations)),
            tuple(ClosedClass(f"c{r}", customers, 1.0) for r in range(classes)), demand,
        )  # fmt: skip
        answer = solve(network)
        assert answer.exact
        close = solve(network, "linearizer")
        for name, x in answer.throughput.items():
            assert close.throughput[name] == pytest.approx(x, rel=0.01)
            held = sum(answer.queue_length[name].values())
            assert held + x == pytest.approx(customers, rel=1e-9)
