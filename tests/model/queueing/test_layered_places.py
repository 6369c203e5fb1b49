"""Chains explored place by place have the states and rates that their definition has."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from scipy.sparse import coo_matrix

from app.bench.layered import nasty, plain
from model.queueing import solve
from model.queueing.layered import solve_layered_many
from model.queueing.layered_chain import estimate_states
from model.queueing.layered_moves import ChainModel
from model.queueing.layered_places import PlaceStates
from model.queueing.markov import TooManyStates, explore
from tests.model.queueing.test_layered import entry, layered, processor, task

phases = partial(nasty, second_phases=True)
SHARED = layered(
    [processor("c", "inf"), processor("p", "fcfs", 2), processor("q", "ps")],
    [task("u", "c", 2, True), task("v", "p", 1, True, 1.0), task("s", "p", 2), task("d", "q"),
     task("idle", "q", 2)],
    [entry("ue", "u", [0], ("se", 1)), entry("ve", "v", [0.2], ("de", 1)),
     entry("ve2", "v", [0.1, 0.3], ("ie", 1, 2)), entry("se", "s", [0.1, 0.3], ("de", 2, 1)),
     entry("de", "d", [0.5]), entry("ie", "idle", [0]), entry("se2", "s", [0.7])],
)  # fmt: skip
"""Steps without time at customers and at a task, two entries in a row, second phases of both."""


def rates(count, source, target, rate):
    return coo_matrix((rate, (source, target)), shape=(count, count)).toarray()


def drawn(make, seed, count):
    rng = np.random.default_rng(seed)
    networks = []
    while len(networks) < count:
        network = make(rng)
        if estimate_states(network) < 3e4:
            networks.append(network)
    return networks


@pytest.mark.parametrize(
    "networks",
    [[SHARED], drawn(plain, 5, 12), drawn(nasty, 6, 12), drawn(phases, 7, 12)],
    ids=["shared", "plain", "nasty", "phases"],
)
def test_places_give_the_states_and_rates_of_the_definition(networks):
    for network in networks:
        model = ChainModel(network)
        start = model.initial()[0][1]
        try:
            states, *moves = explore(start, model.moves, 1200)
        except TooManyStates:
            continue
        found = PlaceStates(ChainModel(network), start, 1200)
        assert sorted(map(found.state, found.states)) == sorted(states)
        place = {state: i for i, state in enumerate(states)}
        order = np.array([place[found.state(number)] for number in found.states])
        given = rates(len(states), order[found.source], order[found.target], found.rate)
        np.testing.assert_allclose(given, rates(len(states), *moves), rtol=1e-12, atol=1e-12)


def test_contents_of_places_are_told_from_states():
    model = ChainModel(SHARED)
    found = PlaceStates(model, model.initial()[0][1], 5000)
    p = np.random.default_rng(1).dirichlet(np.ones(len(found.states)))
    thinkers, cpus, queues = found.by_place(p)
    for part, tables in enumerate((thinkers, cpus, queues)):
        for place, table in enumerate(tables):
            expected: dict[object, float] = {}
            for number, weight in zip(found.states, p, strict=True):
                content = found.state(number)[part][place]
                expected[content] = expected.get(content, 0.0) + weight
            assert table == pytest.approx(expected, rel=1e-12)


def test_a_guess_that_is_far_too_high_costs_no_exact_answer():
    """Few threads keep most of the states away that a guess counts; it was solved by stations."""
    network = next(
        n for n in (phases(np.random.default_rng(seed)) for seed in range(400))
        if 1.5e5 < estimate_states(n) < 1e6 and fits(n)
    )  # fmt: skip
    assert solve(network).exact


def test_a_guess_a_thousand_times_too_high_costs_none_either():
    """Solved by stations a second phase was 14 % off, where a fifth of a second is enough."""
    rng = np.random.default_rng(19830117)
    network = [phases(rng) for _ in range(47)][-1]
    assert estimate_states(network) > 9e6
    assert solve(network).exact


def test_many_networks_are_not_each_explored_on_a_bare_chance(monkeypatch):
    """Of a hundred variants with threads of their own each was, only to be given up."""
    rng = np.random.default_rng(19830117)
    network = [phases(rng) for _ in range(29)][-1]
    variants = [
        replace(network, tasks=tuple(
            replace(t, multiplicity=t.multiplicity + k) if t.reference else t for t in network.tasks
        )) for k in range(40)
    ]  # fmt: skip
    monkeypatch.setattr("model.queueing.layered.solve_chain", None)  # whoever asks for it fails
    assert not any(a.exact for a in solve_layered_many(variants, "auto"))


def test_chains_that_are_far_too_large_are_given_up_early():
    rng = np.random.default_rng(19830117)
    network = [phases(rng) for _ in range(29)][-1]
    model = ChainModel(network)
    start = model.initial()[0][1]
    looked: list[int] = []
    with pytest.raises(TooManyStates):
        PlaceStates(model, start, 30_000, lambda: bool(looked.append(1)), True)
    assert len(looked) * 256 < 9_000


def fits(network):
    model = ChainModel(network)
    try:
        PlaceStates(model, model.initial()[0][1], 3000)
    except TooManyStates:
        return False
    return True
