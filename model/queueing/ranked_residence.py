"""Residence times of approximate MVA at stations with priorities or in order of arrival.

The equations of Bryant, Krzesinski, Lakshmi and Chandy (ACM TOCS 2(4), 1984) for all classes at
once: what each finds of every other, as arrays (who is there, who arrives).
"""

from __future__ import annotations

import math

import numpy as np

from .network import PRIORITY_DISCIPLINES, ClosedClass, Network, Station
from .stations import own_rates
from .waiting import Array, interpolate, wait_table

__all__ = ["RankedStations"]

_MOST_ABOVE = 1.0 - 1e-6
_NEAR = 1e-3
_MOST_RATES = 4096
"""Customers at a station with open classes beyond which its rate is taken to be settled."""


class RankedStations:
    """The equations of every station of a network."""

    def __init__(self, network: Network) -> None:
        self.stations = network.stations
        classes = network.classes
        self.demand = np.array(
            [[network.demand_s(c.name, s.name) for s in self.stations] for c in classes]
        ).reshape(len(classes), len(self.stations))
        number = [c.population if isinstance(c, ClosedClass) else np.inf for c in classes]
        self.closed = np.isfinite(number)
        self.population = np.where(self.closed, number, 0.0)
        level = np.array([c.priority or 1 for c in classes])
        self.higher = level[:, None] < level[None, :]
        self.same = level[:, None] == level[None, :]
        # One's own class as one finds it, without oneself.
        self.without = np.where(self.closed, np.minimum(1.0 / np.maximum(number, 1.0), 1.0), 0.0)
        self.others = np.maximum(self.population[:, None] - np.eye(len(classes)), 0.0)
        everyone = math.ceil(sum(c.population for c in network.closed))
        most = _MOST_RATES if network.open else max(everyone, 1)
        found = 1 << 30 if network.open else max(everyone - 1, 0)
        self.tables = [
            None if s.is_delay else wait_table(own_rates(s, most), found) for s in self.stations
        ]

    def residence(self, queue: Array, x: Array, shift: Array | None) -> Array:
        """(classes, stations), of queues (classes, stations) and throughputs.

        shift: by class, class that arrives and station, how much more of its customers' share is
        there for one customer less of the one that arrives.
        """
        out = self.demand.copy()
        for k, station in enumerate(self.stations):
            if station.is_delay:
                continue
            there = queue[:, k]
            found = np.repeat(there[:, None], len(there), axis=1)
            found[np.diag_indices(len(there))] -= there * self.without
            if shift is not None:
                moved = np.maximum(found + self.others * shift[:, :, k], 0.0)
                found = np.where(self.closed[:, None], moved, found)
            here = self.demand[:, k] > 0.0
            out[here, k] = self._at(station, k, found, there, x)[here]
        return out

    def _stretch(self, k: int, number: Array) -> Array:
        table = self.tables[k]
        assert table is not None
        return interpolate(table, number)

    def _each(self, k: int, number: Array) -> Array:
        """Wait for each of so many found, in own services."""
        all_of_them = self._stretch(k, number)
        some = number > 1e-12
        return np.divide(all_of_them, number, out=np.zeros(len(number)), where=some)

    def _at(self, station: Station, k: int, found: Array, there: Array, x: Array) -> Array:
        d, m = self.demand[:, k], station.servers
        work = found * d[:, None]
        if station.discipline not in PRIORITY_DISCIPLINES:
            total = found.sum(axis=0)
            if station.discipline == "fcfs":
                in_order: Array = d + self._each(k, total) * work.sum(axis=0)
                return in_order
            shared: Array = d * (1.0 + self._stretch(k, total))
            return shared
        busy = x * d / m
        own = (work * self.same).sum(axis=0)
        above = np.minimum(busy @ self.higher, _MOST_ABOVE)
        # What higher classes leave of the servers carries those of one's own level one by one.
        least = (d + own) / (m * (1.0 - above))
        if station.discipline == "preemptive-resume":
            ahead = own + (work * self.higher).sum(axis=0)
            number = (found * self.higher).sum(axis=0)
            upto = number + (found * self.same).sum(axis=0)
            # Of those who come meanwhile each costs as much as one more of those found; always one
            # service where there is one server.
            step = np.maximum(upto - number, _NEAR)
            more = self._stretch(k, number + step) - self._stretch(k, number)
            slope = np.clip(more / step, 0.0, 1.0 / m)
            above = 1.0 - above * m * slope
            stretched: Array = np.maximum((d + self._each(k, upto) * ahead) / above, least)
            return stretched
        # Below saturation, those of a higher class that wait here already cannot overtake (in the
        # spirit of Chandy and Lakshmi); in saturation they starve the lower classes.
        some = self.population > 0.0
        here = np.divide(there, self.population, out=np.zeros(len(there)), where=some)
        passing = busy * (1.0 - np.maximum(0.0, 1.0 - busy) * np.minimum(1.0, here))
        above = np.minimum(passing @ self.higher, _MOST_ABOVE)
        # Of lower classes only those in service are in the way, and who waits behind does not
        # count.
        served = np.minimum(found, (busy * m)[:, None])
        counted = np.where(self.higher | self.same, found, served)
        ahead = d @ counted
        wait = self._each(k, counted.sum(axis=0)) * ahead / (1.0 - above)
        waited: Array = np.maximum(d + wait, least)
        return waited
