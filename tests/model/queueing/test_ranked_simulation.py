"""Simulation of levels by any number, and of work that nobody does."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.markov import explore, stationary
from model.queueing.simulation.installation import simulate_installations


def test_levels_below_0_are_simulated_as_those_above() -> None:
    """z/VSE counts its partitions' order from -1000: such a simulation ended in a fault."""

    def network(first: int) -> InstallationNetwork:
        net = InstallationNetwork()
        cps = net.station("CPs", 1.0)
        for place, rate in enumerate((30.0, 20.0)):
            chain = net.chain(f"w{place}", 200.0, rate_per_s=rate)
            net.arc(chain, cps, 0.015, level=first + place)
        return net

    times = []
    for first in (-1000, 1):
        net = network(first)
        reading = solve_installation(net).reading
        (run,) = simulate_installations([(net, reading, 0)], 60.0, 40_000, processes=1)
        times.append([run.chains[name].response.value for name in ("w0", "w1")])
    assert times[0] == pytest.approx(times[1], rel=0.15)
    assert times[0][0] < times[0][1]


def test_work_that_nobody_does_is_passed_over() -> None:
    """A source without customers is let through as little as it asks for: divided by it."""
    net = InstallationNetwork()
    cps = net.station("CPs", 1.0)
    for name, people in (("works", 200.0), ("idle", 0.0)):
        net.arc(net.chain(name, people, rate_per_s=30.0), cps, 0.015)
    reading = solve_installation(net).reading
    (run,) = simulate_installations([(net, reading, 0)], 60.0, 20_000, processes=1)
    assert run.chains["works"].throughput.value == pytest.approx(30.0, rel=0.05)


def exact_batch(cps: int, use: float, jobs: int, away: float, longer: float) -> float:
    """Services of a batch population a second behind work that comes at random, by the chain of
    both numbers; of the latter each takes a second, of the former `longer`."""
    most = 60 * cps

    def moves(state: tuple[int, int]) -> Iterator[tuple[float, tuple[int, int]]]:
        before, behind = state
        if before < most:
            yield use * cps, (before + 1, behind)
        if before:
            yield float(min(before, cps)), (before - 1, behind)
        if behind:
            free = min(behind, cps - min(before, cps))
            yield free / longer, (before, behind - 1)
        if behind < jobs:
            yield (jobs - behind) / (away * longer), (before, behind + 1)

    states, *arcs = explore((0, 0), moves, (most + 1) * (jobs + 1))
    likely = stationary(len(states), *arcs)
    working = [min(behind, cps - min(before, cps)) for before, behind in states]
    return float(likely @ np.array(working)) / longer


@pytest.mark.parametrize(
    ("cps", "use", "jobs", "away", "longer"),
    [(1, 0.8, 2, 1.0, 0.2), (2, 0.8, 3, 0.5, 5.0), (4, 0.7, 6, 0.2, 1.0), (2, 0.9, 8, 0.1, 0.3)],
)
def test_a_batch_population_behind_others_gets_what_the_exact_chain_says(
    cps: int, use: float, jobs: int, away: float, longer: float
) -> None:
    """It had 6 to 15 % less, beside CPs that stood idle."""
    net = InstallationNetwork()
    cp, elsewhere = net.station("CPs", float(cps)), net.station("elsewhere", np.inf)
    net.arc(net.chain("online", 1e5, rate_per_s=use * cps), cp, 1.0)
    batch = net.chain("batch", float(jobs))
    net.arc(batch, cp, longer, level=2)
    net.arc(batch, elsewhere, away * longer)
    reading = solve_installation(net).reading
    exact = exact_batch(cps, use, jobs, away, longer)
    assert reading.rate(batch)[0] == pytest.approx(exact, rel=0.02)
