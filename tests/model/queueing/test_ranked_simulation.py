"""Simulation of levels by any number."""

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
