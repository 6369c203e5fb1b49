"""Worked examples of the literature, to the digits printed.

Lazowska, Zahorjan, Graham, Sevcik, Quantitative System Performance, 1984. Bolch, Greiner, de Meer,
Trivedi, Queueing Networks and Markov Chains, 1998 (page numbers of that edition). Jain, The Art of
Computer Systems Performance Analysis, 1991. Schwetman, CSD-TR-330 and CSD-TR-355, Purdue
University, 1980 and 1982. The printed figures were taken from the public transcriptions in the
tests of the Octave package "queueing" (M. Marzolla), which names the pages. Single-server ones are
also worked out by the recursion of Reiser and Lavenberg (JACM 27(2), 1980), written out below.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from model.queueing import ClosedBatch, solve_closed_batch


def solved(service, visits, population, servers=None, think=0.0, method="exact", rates=None):
    """Answer of one network whose demands are service times visits."""
    demands = np.atleast_2d(np.asarray(service, float) * np.asarray(visits, float))
    people = np.broadcast_to(np.asarray(population, float), len(demands))
    thinking = np.broadcast_to(np.asarray(think, float), len(demands))
    wide = np.ones(demands.shape[1]) if servers is None else np.asarray(servers, float)
    return solve_closed_batch(
        ClosedBatch(demands[None], people[None], thinking[None], wide, None, rates or {}), method
    )


def reiser_lavenberg(demands, population, delay, think):
    """Throughputs and queues by mean value analysis over all populations, single servers only."""
    classes, stations = demands.shape
    queues = {}
    x, held = np.zeros(classes), np.zeros((classes, stations))
    for n in product(*(range(p + 1) for p in population)):
        residence = np.zeros((classes, stations))
        x = np.zeros(classes)
        for r in range(classes):
            if n[r]:
                before = queues[(*n[:r], n[r] - 1, *n[r + 1 :])]
                residence[r] = demands[r] * (1.0 + np.where(delay, 0.0, before))
                x[r] = n[r] / (think[r] + residence[r].sum())
        held = x[:, None] * residence
        queues[n] = held.sum(axis=0)
    return x, held


INF = np.inf


def test_lazowska_two_classes_exactly():
    # Section 7.4.2.1: two classes of one customer; queues in nineteenths.
    service, visits = [[1 / 10, 1 / 3], [2 / 5, 1.0]], [[10, 9], [5, 4]]
    answer = solved(service, visits, [1, 1])
    assert answer.queue_length[0] == pytest.approx(np.array([[4, 15], [5, 14]]) / 19, rel=1e-12)
    assert answer.residence[0] == pytest.approx(np.array([[4 / 3, 5], [5 / 2, 7]]), rel=1e-12)
    assert answer.throughput[0] == pytest.approx([3 / 19, 2 / 19], rel=1e-12)


def test_lazowska_two_classes_approximately():
    # Section 7.4.2.2, the same demands by Schweitzer's approximation.
    answer = solved([[1, 3], [2, 4]], 1.0, [1, 1], method="schweitzer")
    printed = [[0.192, 0.808], [0.248, 0.752]]
    assert answer.queue_length[0] == pytest.approx(np.array(printed), abs=1e-3)
    assert answer.throughput[0] == pytest.approx([0.154, 0.104], abs=1e-3)
    linearizer = solved([[1, 3], [2, 4]], 1.0, [1, 1], method="linearizer")
    assert linearizer.throughput[0] == pytest.approx([3 / 19, 2 / 19], rel=1e-6)


def test_jain_timesharing():
    # Page 577: 20 users, 4 s of thought, CPU and two disks.
    answer = solved([0.125, 0.3, 0.2], [16, 10, 5], 20, think=4.0)
    assert answer.queue_length[0, 0] == pytest.approx([1.991, 16.177, 0.500], abs=1e-3)
    each = answer.residence[0, 0] / [16, 10, 5]
    assert each == pytest.approx([0.373, 4.854, 0.300], abs=1e-3)


def test_bolch_central_server():
    # Example 8.3, page 331: six jobs.
    visits = np.array([1, 0.4, 0.2, 0.1])
    answer = solved([0.02, 0.2, 0.4, 0.6], visits, 6)
    assert answer.utilization[0] == pytest.approx([0.198, 0.794, 0.794, 0.595], abs=1e-3)
    assert answer.queue_length[0, 0] == pytest.approx([0.244, 2.261, 2.261, 1.234], abs=1e-3)
    assert answer.residence[0, 0] / visits == pytest.approx([0.025, 0.570, 1.140, 1.244], abs=1e-3)
    flow = answer.throughput[0, 0] * visits
    assert flow == pytest.approx([9.920, 3.968, 1.984, 0.992], abs=1e-3)


def test_bolch_two_servers_and_a_delay():
    # Example 8.4, page 333: three jobs, two servers at the first station, a delay at the last.
    answer = solved([0.5, 0.6, 0.8, 1.0], [1, 0.5, 0.5, 1], 3, [2, 1, 1, INF])
    assert answer.queue_length[0, 0] == pytest.approx([0.624, 0.473, 0.686, 1.217], abs=1e-3)
    assert answer.throughput[0, 0] == pytest.approx(1.218, abs=1e-3)


@pytest.mark.parametrize("as_rates", [False, True])
def test_bolch_convolution(as_rates):
    # Example 8.1, page 318: stations of two and three servers, three jobs.
    servers = [1, 1, 1] if as_rates else [2, 3, 1]
    rates = {0: (1.0, 2.0), 1: (1.0, 2.0, 3.0)} if as_rates else None
    visits = np.array([1, 0.667, 0.2])
    answer = solved([1 / 0.8, 1 / 0.6, 1 / 0.4], visits, 3, servers, rates=rates)
    assert answer.queue_length[0, 0] == pytest.approx([1.290, 1.050, 0.660], abs=1e-3)
    flow = answer.throughput[0, 0] * visits
    assert flow == pytest.approx([0.945, 0.630, 0.189], abs=1e-3)
    assert answer.residence[0, 0] / visits == pytest.approx([1.366, 1.667, 3.496], abs=1e-3)


def test_bolch_two_classes_and_two_servers():
    # Page 337: populations 2 and 1, two servers at the first station.
    service = [[0.2, 0.4, 1.0], [0.2, 0.6, 2.0]]
    visits = [[1, 0.6, 0.4], [1, 0.3, 0.7]]
    answer = solved(service, visits, [2, 1], [2, 1, INF])
    printed = [[0.428, 0.726, 0.845], [0.108, 0.158, 0.734]]
    assert answer.queue_length[0] == pytest.approx(np.array(printed), abs=1e-3)
    assert answer.throughput[0] == pytest.approx([2.113, 0.524], abs=1e-3)
    close = solved(service, visits, [2, 1], [2, 1, INF], method="linearizer")
    assert close.throughput[0] == pytest.approx(answer.throughput[0], rel=0.003)


def test_schwetman_apl_and_ims():
    # CSD-TR-355, table 3 (populations 2 and 1) and table 5 (15 and 5): two delays, one processor.
    service, visits = [[1, 0, 0.025], [0, 15, 0.5]], [[1, 0, 1], [0, 1, 1]]
    few = solved(service, visits, [2, 1], [INF, INF, 1])
    assert few.queue_length[0].sum(axis=0) == pytest.approx([1.949, 0.966, 0.085], abs=1e-3)
    assert few.residence[0, :, 2] == pytest.approx([0.027, 0.525], abs=1e-3)
    assert few.throughput[0] == pytest.approx([1.949, 0.064], abs=1e-3)
    many = solved(service, visits, [15, 5], [INF, INF, 1])
    printed = [[14.323, 0.0, 0.677], [0.0, 4.707, 0.293]]
    assert many.queue_length[0] == pytest.approx(np.array(printed), abs=1e-3)
    assert many.residence[0, :, 2] == pytest.approx([0.047, 0.934], abs=1e-3)
    linearizer = solved(service, visits, [15, 5], [INF, INF, 1], method="linearizer")
    assert linearizer.throughput[0] == pytest.approx(many.throughput[0], rel=0.002)


@pytest.mark.parametrize(
    ("service", "visits", "population", "think"),
    [
        ([[1 / 10, 1 / 3], [2 / 5, 1.0]], [[10, 9], [5, 4]], [1, 1], [0, 0]),
        ([[0.125, 0.3, 0.2]], [[16, 10, 5]], [20], [4]),
        ([[0.025], [0.5]], [[1], [1]], [15, 5], [1, 15]),
        # CSD-TR-330, figure 7; its table 9 is known to be wrong.
        ([[0.01, 0.09, 0.10, 0.08], [0.05, 0.09, 0.10, 0.08]],
         [[1, 0.45, 0.5, 0], [1, 0, 0.5, 0.49]], [3, 2], [0, 0]),
    ],
)  # fmt: skip
def test_the_examples_by_the_recursion_of_1980(service, visits, population, think):
    demands = np.array(service) * np.array(visits, float)
    x, queues = reiser_lavenberg(demands, population, np.zeros(demands.shape[1], bool), think)
    answer = solved(service, visits, population, think=think)
    assert answer.throughput[0] == pytest.approx(x, rel=1e-11)
    assert answer.queue_length[0] == pytest.approx(queues, rel=1e-10, abs=1e-12)
