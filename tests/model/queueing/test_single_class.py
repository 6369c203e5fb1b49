"""One closed class: the two exact algorithms against rational arithmetic and each other."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.queueing.convolution import SingleClassStations, solve_single_class
from model.queueing.matrix_power import solve_by_powers
from model.queueing.parse import parse_network
from model.queueing.solver import solve


def stations(demands, delay=0.0, copies=None):
    demands = np.atleast_2d(np.asarray(demands, dtype=float))
    alike = np.ones_like(demands) if copies is None else np.atleast_2d(copies).astype(float)
    none = np.zeros((len(demands), 0))
    return SingleClassStations(
        demands, alike, np.broadcast_to(float(delay), len(demands)), none, (), ()
    )


def rational(demands, copies, delay, n):
    """Throughput and queues by Buzen's convolution in exact fractions."""
    columns = [Fraction(d) for d, c in zip(demands, copies, strict=True) for _ in range(c)]

    def constants(columns):
        g = [Fraction(delay) ** j / math.factorial(j) for j in range(n + 1)]
        for d in columns:
            for j in range(1, n + 1):
                g[j] += d * g[j - 1]
        return g

    g = constants(columns)
    queues = []
    for d in map(Fraction, demands):
        queues.append(float(d * constants([*columns, d])[n - 1] / g[n]))
    return float(g[n - 1] / g[n]), queues


@pytest.mark.parametrize("delay", [0.0, 0.75, 40.0])
@pytest.mark.parametrize("n", [1, 2, 3, 17, 64, 65])
def test_against_rational_arithmetic(n, delay):
    demands, copies = [0.25, 1.0, 0.0, 0.9375, 0.125], [1, 2, 1, 3, 1]
    x, queues = rational(demands, copies, delay, n)
    answer = solve_single_class(stations([demands], delay, [copies]), np.array([float(n)]))
    assert answer.throughput[0] == pytest.approx(x, rel=1e-13)
    assert answer.single_queue[0] == pytest.approx(queues, rel=1e-12)


def test_variants_of_different_populations_at_once():
    demands = [[0.5, 0.25, 0.0], [0.5, 0.0, 0.125], [0.5, 0.25, 0.0]]
    together = solve_single_class(stations(demands, 2.0), np.array([9.0, 30.0, 31.0]))
    for row, n in enumerate((9, 30, 31)):
        x, queues = rational(demands[row], [1, 1, 1], 2.0, n)
        assert together.throughput[row] == pytest.approx(x, rel=1e-13)
        assert together.single_queue[row] == pytest.approx(queues, rel=1e-12)


def test_balanced_stations_and_two_million_customers():
    # Lazowska et al. (1984), section 5.4: X = N / (D (N + K - 1)).
    answer = solve_single_class(stations([[0.5] * 60]), np.array([2e6]))
    assert answer.throughput[0] == pytest.approx(2e6 / (0.5 * (2e6 + 59)), rel=1e-13)
    assert answer.single_queue[0] == pytest.approx(np.full(60, 2e6 / 60), rel=1e-10)


def test_far_from_the_right_tilt_nothing_is_lost():
    rho = np.array([[0.9, 0.1, 0.05]])
    before, here, queue = solve_by_powers(rho, (1, 1, 1), 400)
    again = solve_by_powers(rho / 3.0, (1, 1, 1), 400)
    assert before / here == pytest.approx(again[0] / again[1] / 3.0, rel=1e-12)
    assert queue == pytest.approx(again[2], rel=1e-12)


@settings(max_examples=60)
@given(
    st.lists(st.floats(0.001, 10.0), min_size=1, max_size=9),
    st.sampled_from([0.0, 0.01, 1.0, 300.0]),
    st.integers(1, 700),
)
def test_powers_are_the_series(demands, delay, n):
    count = np.array([float(n)])
    alone = solve_single_class(stations([demands], delay), count)
    # 130 idle copies do not fit the matrix: the other algorithm answers.
    wide = stations([[*demands, 1e-300]], delay, [[*([1] * len(demands)), 130]])
    series = solve_single_class(wide, count)
    assert alone.throughput == pytest.approx(series.throughput, rel=1e-11)
    assert alone.single_queue == pytest.approx(series.single_queue[:, :-1], rel=1e-9, abs=1e-12)


def test_a_balanced_system_meets_its_upper_bound_and_no_other_bound_is_as_close() -> None:
    """Balanced job bounds (Zahorjan et al. 1982): exact where all demands are the same."""
    stations = [{"name": name, "type": "queue", "servers": 1} for name in "abc"]
    network = parse_network(
        {
            "format": "plexwright-network/1",
            "stations": stations,
            "classes": [{"name": "x", "population": 4, "think_time": 0.0}],
            "demands": {"x": dict.fromkeys("abc", 0.1)},
        }
    )
    solved = solve(network, method="exact")
    most = solved.bounds["x"].throughput_max
    assert most == pytest.approx(solved.throughput["x"])
    assert most == pytest.approx(4 / (0.3 + 3 * 0.1))
