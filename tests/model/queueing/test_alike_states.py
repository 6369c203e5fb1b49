"""What of an installation is alike is one unknown, and what is not is told apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.installation.alike import found_alike
from model.queueing.installation.equations import Map

REGIONS, ARCS = 60, 3


@dataclass(frozen=True)
class Plain:
    """A map of states without any backlog."""

    of: Callable[[np.ndarray], np.ndarray]
    held_back = False
    least_share = None

    def __call__(self, states):
        return self.of(states)


def full_partition(order: list[int], odd: int = 0) -> InstallationNetwork:
    """Regions with a task each whose work comes faster than 5 CPs do it; one is unlike others."""
    net = InstallationNetwork()
    cps = net.station("CPs", 5.0)
    disks = net.station("disks", 20.0, in_order=True)
    for number in order:
        chain = net.chain(f"region {number}", 400.0, rate_per_s=300.0 - 100.0 * (number == odd))
        task = net.arc(chain, net.station(f"task {number}", 1.0, software=True, idles=True))
        net.arc(chain, cps, 0.002, visits=3.0, within=(task,))
        net.arc(chain, disks, 0.001)
    return net


@pytest.fixture
def passes(monkeypatch):
    """Rows of the map that were looked at."""
    seen, whole = [], Map.__call__

    def counted(self, numbers, waits, *others):
        seen.append(len(waits))
        return whole(self, numbers, waits, *others)

    monkeypatch.setattr(Map, "__call__", counted)
    return seen


def test_alike_regions_at_full_cps_take_few_passes_whatever_their_order(passes) -> None:
    """Newton's method took as many passes a step as there are waits, or plain ones hundreds."""
    orders = [list(range(REGIONS)), list(range(REGIONS))[::-1], [7, 0, 3, *range(100, 157)]]
    rates = []
    for order in orders:
        passes.clear()
        found = solve_installation(full_partition(order))
        assert found.converged.all()
        assert sum(passes) < 2 * ARCS * REGIONS
        rates.append(np.sort(found.reading.throughput[0]))
    assert rates[1] == pytest.approx(rates[0], rel=1e-9)
    assert rates[2] == pytest.approx(rates[0], rel=1e-9)
    assert np.ptp(rates[0][1:]) < 1e-9 * rates[0][1]


def test_what_is_unlike_only_where_it_stands_is_told_apart() -> None:
    """All begin alike and stay so up to 1.9; where they come to rest slopes of two kinds count."""
    slopes = np.repeat([0.0, 0.2], 100)

    def images(states):
        return 0.5 * states + 1.0 + np.maximum(states - 1.9, 0.0) * slopes

    start = np.zeros(len(slopes))
    found, passes = found_alike(Plain(images), start, start, len(start), 1e-9, False, None)
    assert found == pytest.approx(np.repeat([2.0, 0.62 / 0.3], 100), rel=1e-8)
    assert passes < 40


def test_where_nothing_is_alike_it_is_left_to_others() -> None:
    """Nothing is gained by looking for classes of one."""
    rates = np.linspace(1.0, 2.0, 300)
    start = np.zeros(len(rates))
    found, passes = found_alike(
        Plain(lambda s: 0.5 * s + rates), start, start, 300, 1e-9, False, None
    )
    assert found is None
    assert passes < 10
