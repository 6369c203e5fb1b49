"""Schweitzer and Linearizer: accuracy, the laws that always hold, and invariances."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.queueing import (
    Cancelled,
    ClosedBatch,
    ClosedClass,
    Network,
    NetworkError,
    Station,
    solve,
    solve_closed_batch,
)

APPROXIMATE = ("schweitzer", "linearizer")


def random_batch(seed, variants, classes, stations, population, think=0.0, **more):
    rng = np.random.default_rng(seed)
    return ClosedBatch(
        rng.uniform(0.1, 1.0, (variants, classes, stations)),
        np.full((variants, classes), float(population)),
        np.full((variants, classes), think),
        **more,
    )


def assert_laws(batch, answer):
    x, residence = answer.throughput, answer.residence
    inside = x * (batch.think_times + residence.sum(axis=2))
    assert inside == pytest.approx(batch.populations, rel=1e-6, abs=1e-9)
    assert answer.queue_length == pytest.approx(x[:, :, None] * residence, rel=1e-6, abs=1e-12)
    limited = np.broadcast_to(np.isfinite(batch.servers), answer.utilization.shape)
    work = (x[:, :, None] * batch.demands).sum(axis=1) / np.where(limited, batch.servers, 1.0)
    assert answer.utilization[limited] == pytest.approx(work[limited], rel=1e-6, abs=1e-12)
    assert answer.utilization[limited].max(initial=0.0) <= 1.0
    assert (residence >= batch.demands * batch.replicas[:, None, :] * (1 - 1e-9)).all()


@pytest.mark.parametrize(("method", "limit"), [("schweitzer", 0.035), ("linearizer", 0.0017)])
def test_product_form_error(method, limit):
    # Three classes of 20 over 20 stations, exactly solvable in a moment.
    worst = 0.0
    for seed in range(3):
        batch = random_batch(seed, 1, 3, 20, 20)
        exact = solve_closed_batch(batch, "exact")
        answer = solve_closed_batch(batch, method)
        assert answer.converged.all()
        worst = max(worst, float(np.abs(answer.throughput / exact.throughput - 1).max()))
    assert worst <= limit


@pytest.mark.thorough
@pytest.mark.parametrize("servers", [2.0, 4.0, 16.0])
@pytest.mark.parametrize("think", [0.0, 10.0])
def test_multi_server_error(servers, think):
    batch = random_batch(11, 1, 2, 5, 18, think, servers=np.array([servers, 2.0, 1.0, 1.0, 1.0]))
    exact = solve_closed_batch(batch, "exact")
    answer = solve_closed_batch(batch, "linearizer")
    assert np.abs(answer.throughput / exact.throughput - 1).max() < 0.01
    assert_laws(batch, answer)


def test_schweitzer_fixed_point_is_schweitzers():
    # The Newton iteration must end where plain substitution of the published equations ends.
    batch = random_batch(5, 1, 3, 6, 7, 1.0)
    answer = solve_closed_batch(batch, "schweitzer", 1e-12)
    d, n, z = batch.demands[0], batch.populations[0], batch.think_times[0]
    q = np.full(d.shape, 1.0)
    for _ in range(20_000):
        r = d * (1 + q.sum(axis=0) - q / n[:, None])
        x = n / (z + r.sum(axis=1))
        q = x[:, None] * r
    assert answer.throughput[0] == pytest.approx(x, rel=1e-10)


shapes = st.tuples(
    st.integers(1, 4), st.integers(1, 6), st.integers(0, 10_000), st.sampled_from(APPROXIMATE)
)


@pytest.mark.thorough
@settings(max_examples=60)
@given(shapes, st.data())
def test_laws_hold_for_any_network(shape, data):
    classes, stations, seed, method = shape
    rng = np.random.default_rng(seed)
    demands = rng.exponential(1.0, (1, classes, stations)) ** 3
    demands[rng.random(demands.shape) < 0.2] = 0.0
    think = rng.choice([0.0, 1.0, 50.0], (1, classes))
    think[demands.sum(axis=2) == 0] += 1.0
    population = rng.choice([0.0, 0.4, 1.0, 2.0, 7.5, 300.0], (1, classes))
    servers = rng.choice([1.0, 1.0, 2.0, 9.0, np.inf], stations)
    replicas = rng.choice([1.0, 1.0, 5.0], stations)
    batch = ClosedBatch(demands, population, think, servers, replicas)
    answer = solve_closed_batch(batch, method, max_iterations=3000)
    assert answer.converged.all()
    assert (answer.residual <= 1e-7).all()
    assert_laws(batch, answer)


@settings(max_examples=40)
@given(shapes)
def test_order_of_classes_and_stations_does_not_matter(shape):
    classes, stations, seed, method = shape
    rng = np.random.default_rng(seed)
    batch = random_batch(seed, 1, classes, stations, 6, 1.0)
    rows, columns = rng.permutation(classes), rng.permutation(stations)
    turned = ClosedBatch(
        batch.demands[:, rows][:, :, columns], batch.populations, batch.think_times
    )
    one = solve_closed_batch(batch, method, 1e-11)
    two = solve_closed_batch(turned, method, 1e-11)
    assert two.throughput[0] == pytest.approx(one.throughput[0, rows], rel=1e-8)


@settings(max_examples=30)
@given(shapes)
def test_splitting_a_class_changes_nothing(shape):
    classes, stations, seed, method = shape
    for kind in (method, "exact"):
        batch = random_batch(seed, 1, min(classes, 2), stations, 6, 1.0)
        split = ClosedBatch(
            np.concatenate([batch.demands[:, :1], batch.demands], axis=1),
            np.concatenate([[[2.0, 4.0]], batch.populations[:, 1:]], axis=1),
            np.concatenate([batch.think_times[:, :1], batch.think_times], axis=1),
        )
        whole = solve_closed_batch(batch, kind, 1e-11).throughput[0]
        parts = solve_closed_batch(split, kind, 1e-11).throughput[0]
        assert parts[0] + parts[1] == pytest.approx(whole[0], rel=1e-7)
        assert parts[1] == pytest.approx(2 * parts[0], rel=1e-7)


@settings(max_examples=30)
@given(shapes)
def test_more_customers_never_slow_a_single_class(shape):
    _, stations, seed, method = shape
    for kind in (method, "exact"):
        batch = random_batch(seed, 8, 1, stations, 1, 2.0, servers=np.array([3.0] + [1.0] * (
            stations - 1)))  # fmt: skip
        grown = ClosedBatch(
            np.broadcast_to(batch.demands[:1], batch.demands.shape),
            2.0 ** np.arange(8)[:, None], batch.think_times, batch.servers,
        )  # fmt: skip
        x = solve_closed_batch(grown, kind, 1e-10).throughput[:, 0]
        assert (np.diff(x) >= -1e-7 * x[1:]).all()


@pytest.mark.thorough
@settings(max_examples=40)
@given(shapes)
def test_bounds_hold(shape):
    classes, stations, seed, method = shape
    rng = np.random.default_rng(seed)
    network = Network(
        tuple(Station(f"s{k}", float(rng.integers(1, 4))) for k in range(stations)),
        tuple(
            ClosedClass(f"c{r}", float(rng.integers(1, 5)), float(rng.choice([0.0, 2.0])))
            for r in range(classes)
        ),
        {f"c{r}": {f"s{k}": float(rng.uniform(0.05, 1.0)) for k in range(stations)}
         for r in range(classes)},
    )  # fmt: skip
    exact = solve(network, "exact")
    close = solve(network, method)
    for name, bound in exact.bounds.items():
        assert bound.throughput_min <= exact.throughput[name] * (1 + 1e-9)
        assert exact.throughput[name] <= bound.throughput_max * (1 + 1e-9)
        assert close.throughput[name] <= bound.throughput_max * 1.001


@pytest.mark.thorough
@pytest.mark.parametrize("method", [*APPROXIMATE, "exact"])
def test_a_batch_is_its_variants_one_by_one(method):
    rng = np.random.default_rng(8)
    variants = 700 if method == "schweitzer" else 60
    batch = ClosedBatch(
        rng.uniform(0.1, 1.0, (variants, 2, 9)),
        rng.integers(0, 9, (variants, 2)).astype(float),
        np.full((variants, 2), 0.5),
        rng.choice([1.0, 2.0, np.inf], (variants, 9)),
    )
    seen = []
    together = solve_closed_batch(batch, method, progress=lambda *p: seen.append(p))
    assert seen[-1] == (variants, variants)
    for v in range(0, variants, 37):
        alone = solve_closed_batch(batch.rows(v, v + 1), method)
        assert together.throughput[v] == pytest.approx(alone.throughput[0], rel=1e-9)
        assert together.residence[v] == pytest.approx(alone.residence[0], rel=1e-6)
        assert together.converged[v]
    again = solve_closed_batch(batch, method)
    assert np.array_equal(again.throughput, together.throughput)


def test_cancelling_and_warm_start():
    batch = random_batch(3, 4000, 4, 20, 50)
    calls = threading.Semaphore(5)
    with pytest.raises(Cancelled):
        solve_closed_batch(batch, cancel=lambda: not calls.acquire(blocking=False))
    few = batch.rows(0, 50)
    cold = solve_closed_batch(few, "schweitzer")
    warm = solve_closed_batch(few, "schweitzer", warm_start=cold)
    assert warm.iterations.max() < cold.iterations.min()
    assert warm.throughput == pytest.approx(cold.throughput, rel=1e-6)


def test_iteration_limit_is_reported_not_hidden():
    answer = solve_closed_batch(random_batch(3, 5, 4, 20, 50), "schweitzer", max_iterations=2)
    assert not answer.converged.any()
    assert (answer.residual > 1e-7).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"demands": np.array([[[-1.0]]])}, "not negative"),
        ({"demands": np.array([[[np.nan]]])}, "finite"),
        ({"populations": np.array([[np.inf]])}, "finite"),
        ({"servers": np.array([1.5])}, "whole numbers"),
        ({"servers": np.array([0.0])}, "whole numbers"),
        ({"demands": np.array([[[0.0]]])}, "infinite"),
        ({"demands": np.ones((1, 1, 2)), "servers": np.ones(3)}, "shape"),
    ],
)
def test_nonsense_is_refused(change, message):
    good = {"demands": np.ones((1, 1, 1)), "populations": np.ones((1, 1)),
            "think_times": np.zeros((1, 1))}  # fmt: skip
    with pytest.raises(NetworkError, match=message):
        ClosedBatch(**{**good, **change})
