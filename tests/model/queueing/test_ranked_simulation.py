"""Simulation of levels by any number, and of work that nobody does."""

from __future__ import annotations

import pytest

from model.queueing.installation import InstallationNetwork, solve_installation
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
