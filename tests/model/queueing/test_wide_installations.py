"""Networks of a thousand unknowns under many draws: answers as of each alone, little memory."""

from __future__ import annotations

import tracemalloc

import numpy as np

from model.queueing.installation import InstallationNetwork, solve_installation

PARTITIONS, DRAWS = 60, 33


def _partitions(demand_s: np.ndarray, busier: float = 1.0) -> InstallationNetwork:
    """Partitions, of which no two are alike, that share one device; `busier`: work of the first."""
    net = InstallationNetwork(len(demand_s))
    disk = net.station("disk", 1.0, 100.0)
    for number in range(PARTITIONS):
        cps = net.station(f"cps {number}", 4.0)
        for region in range(2):
            pool = net.station(f"pool {number} {region}", 40.0, software=True, idles=True)
            qr = net.station(f"qr {number} {region}", 1.0, software=True, idles=True)
            rate = (50.0 + number + 20.0 * region) * (busier if number == 0 else 1.0)
            chain = net.chain(f"work {number} {region}", 500.0, rate_per_s=rate)
            task = net.arc(chain, pool)
            tcb = net.arc(chain, qr, within=(task,))
            net.arc(chain, cps, demand_s * (1.0 + 0.002 * number), 8.0, within=(task, tcb))
            net.arc(chain, disk, 2e-3, 2.0, within=(task,))
        for batch in range(3):
            chain = net.chain(f"batch {number} {batch}", 1.0 + batch, think_s=0.05)
            net.arc(chain, cps, 2e-3 * (1.0 + batch), 4.0, level=2)
            net.arc(chain, disk, 2e-3, 2.0)
    return net


def test_draws_of_a_wide_network_take_no_slopes_of_all_its_states() -> None:
    """A thousand states have a million slopes: a pass for each of them took gigabytes."""
    draws = 6e-3 * np.exp(np.random.default_rng(1).normal(0.0, 0.1, DRAWS))
    first = solve_installation(_partitions(draws), alike=DRAWS)
    assert first.converged.all()
    assert first.state.shape[1] > 4 * DRAWS
    tracemalloc.start()
    try:
        found = solve_installation(_partitions(draws, 1.3), start=first.state, alike=DRAWS)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found.converged.all()
    # A state of every draw, and what passes and numbers have of each, some dozens of times over.
    assert peak < 300 * found.state.nbytes
    for row in (0, 7, DRAWS - 1):
        alone = solve_installation(_partitions(draws[row : row + 1], 1.3), 1e-9)
        near = found.reading.throughput[row]
        assert np.allclose(alone.reading.throughput[0], near, rtol=1e-5)
        assert np.allclose(alone.state[0], found.state[row], rtol=0.0, atol=1e-4)
