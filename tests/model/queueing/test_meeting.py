"""How many customers can meet at a station: by hand, and as a recursion over pools has it."""

from __future__ import annotations

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork
from model.queueing.installation.meeting import Met
from model.queueing.installation.structure import structure_of
from tests.model.queueing.test_below_capacity import random_partition


def met_of(net: InstallationNetwork) -> Met:
    def row(values: list[object]) -> np.ndarray:
        return np.array([[float(np.asarray(one).flat[0]) for one in values]])  # type: ignore[arg-type]

    return Met(
        row([s.servers for s in net.stations]),
        row([s.copies for s in net.stations]),
        row([c.population for c in net.chains]) * row([c.copies for c in net.chains]),
        row([a.spread for a in net.arcs]),
        row([a.thread_spread for a in net.arcs]),
    )


def counted(
    net: InstallationNetwork, station: int, top: int, endless: frozenset[int] = frozenset()
) -> tuple[float, float]:
    """Customers at all copies of a station and at one, of levels up to a top one."""
    level, at, met = structure_of(net).level, structure_of(net).station, met_of(net)
    arcs = [n for n in np.flatnonzero(at == station).tolist() if level[n] <= top]
    copies = met.copies[0, station]
    spread: dict[tuple[bool, int], float] = {}
    for n in arcs:
        arc = net.arcs[n]
        via = (True, int(at[arc.within[-1]])) if arc.within else (False, arc.chain)
        own = met.thread_spread if arc.within else met.spread
        spread[via] = max(spread.get(via, 0.0), own[0, n])
    whole = one = 0.0
    for (is_held, via), turns in spread.items():
        everywhere = met.customers[0, 0 if is_held else via]
        beside = everywhere / copies
        if is_held:
            behind = counted(net, via, 0)
            pool = np.inf if via in endless else met.servers[0, via]
            everywhere = min(pool * met.copies[0, via], behind[0])
            beside = met.copies[0, via] / copies * min(pool, behind[1])
        whole += everywhere
        one += everywhere if turns > 1.0 else min(beside, everywhere)
    everyone = sum(met.customers[0, chain] for chain in {net.arcs[n].chain for n in arcs})
    return min(whole, everyone), min(one, everyone)


@pytest.mark.parametrize("seed", range(40))
def test_all_places_at_once_are_as_one_after_the_other(seed: int) -> None:
    net = random_partition(np.random.default_rng(seed))
    shape = structure_of(net)
    own, less, groups = (found[0].tolist() for found in shape.meeting.limits(met_of(net)))
    ready = frozenset(shape.station[shape.holders.queued_by].tolist())
    every = list(zip(shape.station.tolist(), shape.level.tolist(), strict=True))
    assert own == [np.ceil(max(counted(net, *one)[1], 1.0) - 1e-9) for one in every]
    assert less == [
        np.ceil((counted(net, at, top - 1)[1] if top else 0.0) - 1e-9) + 1.0 for at, top in every
    ]
    assert groups == [
        np.ceil(max(counted(net, *every[arc], ready)[1], 1.0) - 1e-9)
        for arc in shape.conserved.one.tolist()
    ]


def test_pools_let_as_many_through_as_they_have_servers() -> None:
    """Of 100 users three threads go on, to one of two tasks each, and meet those of another chain
    that come by themselves."""
    net = InstallationNetwork()
    cp = net.station("CP", 1.0)
    threads = net.station("threads", 3.0, software=True)
    tasks = net.station("tasks", 1.0, 2.0, software=True)
    users, others = net.chain("users", 100.0), net.chain("others", 7.0)
    outer = net.arc(users, threads)
    inner = net.arc(users, tasks, within=(outer,))
    net.arc(users, cp, 0.01, within=(outer, inner))
    net.arc(others, cp, 0.01)
    own, less, _ = structure_of(net).meeting.limits(met_of(net))
    assert own.tolist() == [[100.0, 2.0, 9.0, 9.0]]
    assert less.tolist() == [[1.0, 1.0, 1.0, 1.0]]
