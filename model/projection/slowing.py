"""Engines that work at the same time slow one another down: an effect in an installation's network.

CPU that was measured holds the cost of the engines that were busy, and of those that were idle no
report tells how much: as if they had been parked, or as much as of busy ones (of series at several
loads on one configuration CPU of a unit of work hardly changes). Half of it is taken, under draws
from none to all. Beyond that CPU grows with every engine more that is busy, which an idle one is
not; with fewer engines than that it falls as far as work waits for these, since all of them have to
be busy for the published capacities to hold: work that its own tasks bind gains nothing by engines
that are taken away from beside it.

Of work of which nothing was measured the CPU is that of published tests, and of the engines there:
how many a system has today tells nothing of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from model.contract.evaluation import FloatArray
from model.hardware.engines import cost_draws, idle_draws, inflation
from model.projection.stations import Stations
from model.queueing.installation import InstallationNetwork, Pass, Solved
from model.queueing.installation.structure import picked

Values = Mapping[str, FloatArray]
_WAIT_POWER = 2.0
"""How suddenly the engines that are left are all busy together, by the share of its time at them
that work is served: as published within 3 % from two engines up where they are the bottleneck."""
_LEAST = 1e-30


@dataclass(frozen=True)
class Partition:
    """A partition's CPs in the network: station, CPs that it has, had, and that were busy, (V,).

    arcs: of the work that was measured there, those of all others where it is None.
    """

    station: int
    has: FloatArray
    had: FloatArray | None
    was_busy: FloatArray | None
    arcs: frozenset[int] | None = None


class Slowing:
    """CPU of all work of partitions; variables: by partition the logarithm of how much longer."""

    def __init__(
        self,
        net: InstallationNetwork,
        partitions: Mapping[str, Partition],
        faster: Mapping[int, FloatArray],
        draws: int,
        elsewhere: Mapping[int, int],
    ) -> None:
        """faster: by arc how many times as fast its CPs are as those it was measured on.

        elsewhere: by arc that stands elsewhere the CPs whose time it is.
        """
        self._names = tuple(partitions)
        each = list(partitions.values())
        places = [one.station for one in each]
        at = [elsewhere.get(n, arc.station) for n, arc in enumerate(net.arcs)]
        arcs = [n for n, station in enumerate(at) if station in places]
        self._arcs = np.array(arcs, dtype=np.intp)
        own = {n: k for k, one in enumerate(each) for n in one.arcs or ()}
        rest = {one.station: k for k, one in enumerate(each) if one.arcs is None}
        self._of = np.array([own[n] if n in own else rest[at[n]] for n in arcs], dtype=np.intp)
        self._chains = np.array([net.arcs[n].chain for n in arcs], dtype=np.intp)
        self._waits = np.array([n not in elsewhere for n in arcs])
        count = net.variants
        known = [one.had for one in each if one.had is not None and one.arcs is None]
        usual = np.mean(known, axis=0) if known else None
        has = np.stack([one.has for one in each], axis=1)
        by_default = [one.has if usual is None else usual for one in each]
        had = np.stack(
            [
                default if one.had is None else one.had
                for one, default in zip(each, by_default, strict=True)
            ],
            axis=1,
        )
        was_busy = np.stack(
            [one.has if one.was_busy is None else one.was_busy for one in each], axis=1
        )
        ones = np.ones(count)
        speeds = [faster.get(arc, ones) for arc in arcs]
        every = [np.broadcast_to(np.asarray(chain.copies), (count,)) for chain in net.chains]
        self.values: dict[str, FloatArray] = {
            "cost": np.tile(cost_draws(draws), count // draws)[:, None],
            "has": has,
            "slower": 1.0 / np.stack(speeds, axis=1),
            "copies": np.stack([every[chain] for chain in self._chains], axis=1),
            "on": np.array([[usual is not None or one.arcs is not None for one in each]], float)
            * np.ones((count, 1)),
        }
        cost, was_busy = self.values["cost"], np.minimum(was_busy, had)
        counted = was_busy + np.tile(idle_draws(draws), count // draws)[:, None] * (had - was_busy)
        left = inflation(np.minimum(has, counted), cost)
        self.values["counted"], self.values["before"] = counted, inflation(counted, cost)
        self.values["fewer"] = np.log(left / inflation(counted, cost))
        of_all = np.array([at[n] for n in arcs], dtype=np.intp)
        self._parts = (of_all[:, None] == np.array(places)).astype(float)

    @property
    def key(self) -> Hashable:
        """The partitions."""
        return ("engines", self._names)

    @property
    def size(self) -> int:
        """Partitions."""
        return len(self._names)

    def start(self) -> FloatArray:
        """As measured."""
        return np.zeros((len(self.values["cost"]), self.size))

    def apply(self, demands: FloatArray, state: FloatArray, values: Values) -> None:
        """CPU at so many busy engines, of such a speed."""
        times = picked(np.exp(np.minimum(np.maximum(state, -1.0), 2.0)), self._of)
        demands[:, self._arcs] *= times * values["slower"]

    def image(self, reading: Pass, state: FloatArray, values: Values) -> FloatArray:
        """How much longer CPU is than with the engines that there were."""
        v = values
        # CPU that stands elsewhere is there twice, to be taken off its task's and to be waited for.
        used = picked(reading.throughput, self._chains) * v["copies"]
        used = used * picked(reading.demand, self._arcs)
        busy = np.minimum(used @ self._parts, v["has"])
        more = np.log(inflation(np.maximum(busy, v["counted"]), v["cost"]) / v["before"])
        if v["fewer"].any():
            more = more + v["fewer"] * self._waiting(reading, used)
        found: FloatArray = v["on"] * more
        return found

    def _waiting(self, reading: Pass, used: FloatArray) -> FloatArray:
        """How far engines are all busy, by what work waits for them: 0 … 1, (V, partitions)."""
        served = np.where(self._waits, used, 0.0)
        longer = picked(reading.residence, self._arcs) / np.maximum(
            picked(reading.demand, self._arcs), _LEAST
        )
        there = (served * np.maximum(longer, 1.0)) @ self._parts
        at_once = served @ self._parts / np.maximum(there, _LEAST)
        found: FloatArray = np.where(there > 0.0, 1.0 - at_once**_WAIT_POWER, 0.0)
        return found

    def longer(self, solved: Solved) -> dict[str, FloatArray]:
        """By partition how many times as much CPU its work takes, of the same speed."""
        state = solved.effects[self.key]
        return {name: np.exp(state[:, place]) for place, name in enumerate(self._names)}


def faster_arcs(
    net: InstallationNetwork,
    arcs: Iterable[int],
    stations: Stations,
    hosts: Sequence[str],
    stated: Sequence[float],
    elsewhere: Mapping[int, int],
) -> dict[int, FloatArray]:
    """By arc of a part how many times as fast its CPs are as its conditions state."""
    found = {}
    places = {stations(host): host for host in hosts}
    for arc in arcs:
        host = places.get(elsewhere.get(arc, net.arcs[arc].station))
        if host is not None and stations.partition(host):
            times = [
                case[host].speed / one for case, one in zip(stations.cases, stated, strict=True)
            ]
            found[arc] = np.repeat(times, stations.draws)
    return found
