"""No station of an installation's network carries more than it can, whatever waits before it."""

from __future__ import annotations

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork, solve_installation

_TO_ALL_DIGITS = 1e-6
"""Of the use: what the tolerance of the iteration leaves."""


def random_partition(rng: np.random.Generator) -> InstallationNetwork:
    """Two to five workloads at one to eight CPs, up to half more than these carry each: under
    single tasks, a few threads, pools of ready tasks or nothing, on one level or two."""
    net = InstallationNetwork()
    engines = float(rng.choice([1, 2, 3, 4, 8]))
    levels = 1 + int(rng.random() < 0.6)
    cps, elsewhere = net.station("CPs", engines), net.station("elsewhere", np.inf)
    for place in range(rng.integers(2, 6)):
        few, many = int(rng.integers(2, 8)), int(rng.integers(5, 80))
        threads = float(rng.choice([0, 1, few, many]))
        cpu_s = 10 ** rng.uniform(-4.0, -2.0)
        if rng.random() < 0.6:
            load = rng.uniform(0.05, 1.5) * engines
            people = float(rng.choice([5, 30, 1e4]))
            chain = net.chain(f"work {place}", people, rate_per_s=load / cpu_s)
        else:
            people, think_s = float(rng.integers(1, 200)), rng.choice([0.0, 0.01, 0.1, 1.0])
            chain = net.chain(f"work {place}", people, think_s)
        held: tuple[int, ...] = ()
        if threads:
            copies = float(rng.choice([1, 1, 1, 3])) if threads < 8 else 1.0
            pool = net.station(f"pool {place}", threads, copies, software=True, idles=True)
            held = (net.arc(chain, pool),)
        net.arc(chain, cps, cpu_s, within=held, level=int(rng.integers(1, levels + 1)))
        if rng.random() < 0.5:
            else_s = cpu_s * 10 ** rng.uniform(-1.0, 1.5)
            net.arc(chain, elsewhere, else_s, within=held if rng.random() < 0.7 else ())
    return net


@pytest.mark.parametrize("seed", [*range(80), 163, 313, 345, 424])
def test_cps_of_random_partitions_carry_what_they_can(seed: int) -> None:
    """One partition of ten was up to 0.06 % above its CPs: single tasks and pools of ready tasks
    have times of their own, and levels behind full ones had a ten thousandth of the CPs."""
    solved = solve_installation(random_partition(np.random.default_rng(seed)))
    assert solved.converged.all()
    assert solved.reading.use(0).max() <= 1.0 + _TO_ALL_DIGITS


def test_threads_that_hand_work_over_are_there_no_more_than_once() -> None:
    """Four tasks whose CP times go on for a little when they are free: each had more than itself
    at the CP, and the CP carried 0.2 % more than it can."""
    net = InstallationNetwork()
    cp, elsewhere = net.station("CP", 1.0), net.station("elsewhere", np.inf)
    chain = net.chain("users", 1500.0)
    task = net.station("task", 1.0, 4.0, software=True)
    threads = net.arc(chain, net.station("threads", 320.0, software=True))
    held = (threads, net.arc(chain, task, within=(threads,)))
    net.arc(chain, cp, 24e-6, within=held)
    net.arc(chain, elsewhere, 4e-6, within=held[:1])
    net.arc(chain, elsewhere, -4e-6, within=held)
    solved = solve_installation(net)
    assert solved.converged.all()
    assert solved.reading.use(cp)[0] == pytest.approx(1.0, abs=1e-3)
    assert solved.reading.use(cp)[0] <= 1.0 + _TO_ALL_DIGITS
