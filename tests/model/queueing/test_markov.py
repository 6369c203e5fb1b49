"""Stationary distributions of chains too large for a complete elimination, against other ways."""

from __future__ import annotations

import numpy as np
import pytest

from model.queueing import markov
from model.queueing.markov import explore, stationary


def grid(first: int, second: int, apart: float) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """Two independent repair shops side by side, the second slower by a factor."""

    def moves(state: tuple[int, int]) -> list[tuple[float, tuple[int, int]]]:
        i, j = state
        out = []
        if i < first:
            out.append((0.3 * (first - i), (i + 1, j)))
        if i:
            out.append((1.7 * min(i, 3), (i - 1, j)))
        if j < second:
            out.append((0.2 * (second - j) / apart, (i, j + 1)))
        if j:
            out.append((1.1 / apart, (i, j - 1)))
        return out

    states, source, target, rate = explore((0, 0), moves, 100_000)
    return len(states), source, target, rate


def shop(customers: int, think: float, service: float, servers: int) -> np.ndarray:
    weights = [1.0]
    for i in range(customers):
        weights.append(weights[-1] * think * (customers - i) / (service * min(i + 1, servers)))
    return np.array(weights) / sum(weights)


@pytest.mark.thorough
@pytest.mark.parametrize(("apart", "within"), [(1.0, 1e-12), (1e3, 1e-10), (1e6, 1e-8)])
def test_two_shops_that_know_nothing_of_each_other(apart: float, within: float) -> None:
    count, source, target, rate = grid(90, 60, apart)
    assert count == 91 * 61
    p = stationary(count, source, target, rate)
    expected = np.sort(np.outer(shop(90, 0.3, 1.7, 3), shop(60, 0.2, 1.1, 1)).ravel())
    assert np.abs(np.sort(p) - expected).sum() < within


@pytest.mark.parametrize("decades", [0, 3, 6])
def test_every_way_gives_what_complete_elimination_does(decades: int) -> None:
    rng = np.random.default_rng(decades)
    size = 400
    source = np.concatenate([np.arange(size), rng.integers(0, size, 3 * size)])
    target = np.concatenate([(np.arange(size) + 1) % size, rng.integers(0, size, 3 * size)])
    other = source != target
    source, target = source[other], target[other]
    rate = 10.0 ** rng.uniform(-decades / 2, decades / 2, len(source))
    q = np.zeros((size, size))
    np.add.at(q, (source, target), rate)
    expected = markov._gth(q)
    assert stationary(size, source, target, rate) == pytest.approx(expected, rel=1e-7, abs=1e-12)
    from scipy.sparse import csr_matrix

    core = csr_matrix(q)
    complete = markov._by_elimination(core, q.sum(axis=1))
    assert complete == pytest.approx(expected, rel=1e-7, abs=1e-12)


def test_transient_states_have_no_share() -> None:
    source = np.array([*range(300), *range(300, 599), 599])
    target = np.array([*range(1, 301), *range(301, 600), 300])
    p = stationary(600, source, target, np.ones(len(source)))
    assert p[:300].sum() == 0.0
    assert p[300:] == pytest.approx(np.full(300, 1 / 300), rel=1e-9)


def test_states_in_a_plane_are_eliminated_and_sweeps_that_promise_little_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both went on for 480 products to no end; small open networks took 12 s of CPU, now 4."""
    from scipy.sparse import csr_matrix

    count, source, target, rate = grid(60, 40, 30.0)
    core = csr_matrix((rate, (source, target)), shape=(count, count))
    out = np.asarray(core.sum(axis=1)).ravel()
    asked = []

    def told(*given: object) -> np.ndarray:
        asked.append(given[3])
        return gmres(*given)

    gmres = markov._gmres
    monkeypatch.setattr(markov, "_gmres", told)
    p = markov._by_iteration(core, out, markov.ROUGHLY)
    assert asked == [1, 3, 25]
    assert stationary(count, source, target, rate) == pytest.approx(p, abs=1e-7)
    assert asked == [1, 3, 25]
