"""Many variants in one batch: few passes, and answers that are as exact as of each alone."""

from __future__ import annotations

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork, Solved, solve_installation


def _partition(demand_s: np.ndarray) -> InstallationNetwork:
    """Regions and batch work on four CPs and a device, nearly full at the longest demands."""
    net = InstallationNetwork(len(demand_s))
    cps, disk = net.station("cps", 4.0), net.station("disk", 1.0, 20.0)
    for region in range(3):
        pool = net.station(f"pool {region}", 40.0, software=True, idles=True)
        qr = net.station(f"qr {region}", 1.0, software=True, idles=True)
        chain = net.chain(f"work {region}", 500.0, rate_per_s=90.0 + 10.0 * region)
        task = net.arc(chain, pool)
        tcb = net.arc(chain, qr, within=(task,))
        net.arc(chain, cps, demand_s, 8.0, within=(task, tcb))
        net.arc(chain, disk, 0.012, 6.0, within=(task,))
    users = net.chain("users", 60.0, think_s=0.2)
    net.arc(users, cps, 2.0 * demand_s, 4.0)
    net.arc(users, disk, 0.012, 6.0)
    return net


def _stood() -> Solved:
    return solve_installation(_partition(np.array([6e-3])), 1e-10)


@pytest.mark.parametrize(("least_s", "most_s"), [(6.0e-3, 6.02e-3), (6.8e-3, 7.6e-3)])
def test_variants_side_by_side_settle_in_few_passes(least_s: float, most_s: float) -> None:
    """By the slopes of one of them: of those that are hardly moved, and of those that are far."""
    demands = np.linspace(least_s, most_s, 40)
    found = solve_installation(_partition(demands), 1e-6, _stood().state)
    assert found.converged.all()
    assert found.iterations.max() <= 9
    for place in (0, 17, 39):
        alone = solve_installation(_partition(demands[place : place + 1]), 1e-11)
        assert np.allclose(alone.state[0], found.state[place], rtol=0.0, atol=1e-6)


@pytest.mark.parametrize("count", [5, 8, 16])
def test_a_few_that_are_hardly_moved_go_by_the_slopes_of_one(count: int) -> None:
    """Each took 10 to 13 passes, where no more than sixteen were side by side."""
    demands = np.linspace(6.0e-3, 6.02e-3, count)
    found = solve_installation(_partition(demands), 1e-9, _stood().state)
    assert found.converged.all()
    assert found.iterations.max() <= 5
    alone = solve_installation(_partition(demands[-1:]), 1e-11)
    assert np.allclose(alone.state[0], found.state[-1], rtol=0.0, atol=1e-8)


def test_variants_of_all_kinds_side_by_side_are_as_alone() -> None:
    """Whom the slopes of others do not lead, those are found as if nobody had been beside them."""
    demands = np.concatenate([np.linspace(6e-3, 6.02e-3, 20), np.linspace(3e-3, 1e-2, 30)])
    found = solve_installation(_partition(demands), 1e-7, _stood().state)
    assert found.converged.all()
    for place in range(0, len(demands), 7):
        alone = solve_installation(_partition(demands[place : place + 1]), 1e-10)
        rates = alone.reading.throughput[0], found.reading.throughput[place]
        assert np.allclose(*rates, rtol=1e-5)


def _ranked(demand_s: np.ndarray) -> InstallationNetwork:
    """Users whom batch work stands behind."""
    net = InstallationNetwork(len(demand_s))
    cps, disk = net.station("cps", 2.0), net.station("disk", 1.0, 20.0)
    for level, (users, think_s) in enumerate([(12.0, 0.05), (3.0, 0.0)]):
        chain = net.chain(f"work {level}", users, think_s=think_s)
        net.arc(chain, cps, demand_s, 4.0, level=level)
        net.arc(chain, disk, 0.012, 3.0)
    return net


def test_work_behind_other_levels_side_by_side_is_as_alone() -> None:
    """Many at once stood as if nobody knew how long it takes behind other levels."""
    begun = solve_installation(_ranked(np.array([6e-3])), 1e-10)
    demands = np.linspace(6e-3, 9e-3, 40)
    found = solve_installation(_ranked(demands), 1e-7, begun.state)
    for place in (0, 17, 39):
        alone = solve_installation(_ranked(demands[place : place + 1]), 1e-10, begun.state)
        rates = alone.reading.throughput[0], found.reading.throughput[place]
        assert np.allclose(*rates, rtol=1e-5), place
