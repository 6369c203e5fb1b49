"""Multi-server stations in Linearizer: distributions of the network itself, against exact ones."""

from __future__ import annotations

import numpy as np
import pytest

from model.queueing import ClosedBatch, solve_closed_batch


def random_models(count, seed):
    """Product-form networks of two or three classes with multi-server stations."""
    rng = np.random.default_rng(seed)
    while count:
        classes, stations = int(rng.integers(2, 4)), int(rng.integers(2, 6))
        servers = rng.choice([1, 1, 2, 3, 4, 8, 16], stations).astype(float)
        population = rng.integers(1, 31 if classes == 2 else 13, classes).astype(float)
        demands = rng.uniform(0.1, 1.0, (classes, stations))
        demands *= rng.random(demands.shape) < 0.85
        if rng.random() < 0.5:
            demands *= servers
        think = np.where(rng.random(classes) < 0.5, 0.0, rng.uniform(0.0, 10.0, classes))
        if (servers > 1).any() and demands.any(axis=1).all():
            count -= 1
            yield ClosedBatch(demands[None], population[None], think[None], servers)


@pytest.mark.thorough
def test_class_throughputs_of_random_multi_server_networks():
    # Single servers in all places give a median of 0.08 % and at most 0.8 % on these networks:
    # the rest is Linearizer's own error.
    errors = []
    for batch in random_models(50, seed=7):
        exact = solve_closed_batch(batch, "exact")
        answer = solve_closed_batch(batch, "linearizer")
        assert answer.converged.all()
        errors.append(np.abs(answer.throughput / exact.throughput - 1.0).max())
    assert np.median(errors) < 0.0017
    assert np.quantile(errors, 0.9) < 0.007
    assert max(errors) < 0.015


@pytest.mark.parametrize("elsewhere", ["delay", "queue"])
def test_distribution_is_exact_where_the_rest_separates(elsewhere):
    # Given the exact means the waits are exact, so the only error left is that of the means.
    servers = np.array([4.0, np.inf if elsewhere == "delay" else 1.0])
    batch = ClosedBatch(
        np.array([[[1.0, 2.5], [0.7, 0.4], [0.3, 1.0]]]), np.array([[5.0, 6.0, 4.0]]),
        np.zeros((1, 3)), servers,
    )  # fmt: skip
    exact = solve_closed_batch(batch, "exact")
    from model.queueing.marginals import marginals_for

    marginals = marginals_for(
        batch.demands, batch.populations, batch.think_times, servers, np.ones(2), {}
    )
    found = np.zeros((1, 4, 3, 1))
    for r in range(3):
        less = batch.populations.copy()
        less[0, r] -= 1.0
        one_less = ClosedBatch(batch.demands, less, batch.think_times, servers)
        found[0, 0, r, 0] = solve_closed_batch(one_less, "exact").queue_length[0, :, 0].sum()
    waits = marginals.waiting(exact.throughput, exact.queue_length, found)
    stretch = exact.residence[0, :, 0] / batch.demands[0, :, 0] - 1.0
    assert waits.value[0, :, 0] == pytest.approx(stretch, rel=0.01)


def test_variants_with_different_servers_are_a_loop():
    rng = np.random.default_rng(4)
    servers = rng.choice([1.0, 2.0, 7.0, np.inf], (12, 4))
    servers[:, 0] = 1.0
    demands = rng.uniform(0.1, 2.0, (12, 3, 4))
    population = rng.integers(1, 9, (12, 3)).astype(float)
    think = rng.uniform(0.0, 4.0, (12, 3))
    together = solve_closed_batch(ClosedBatch(demands, population, think, servers), "linearizer")
    for v in range(12):
        alone = solve_closed_batch(
            ClosedBatch(demands[v : v + 1], population[v : v + 1], think[v : v + 1], servers[v]),
            "linearizer",
        )
        assert together.throughput[v] == pytest.approx(alone.throughput[0], rel=1e-9)
        assert together.queue_length[v] == pytest.approx(alone.queue_length[0], rel=1e-7, abs=1e-9)
        assert together.iterations[v] == alone.iterations[0]
