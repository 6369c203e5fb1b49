"""Open and closed classes outside product form as one Markov chain, its open queues cut off.

As ``cyclic_chain``: every class visits its stations once, in the order listed, closed ones for
ever, open ones from outside and out again. Of an open class a station holds at most so many as are
next to never there; an arrival that finds as many is not let in. How often a station holds so many
is part of the answer: where that is less than 1e-7 of the time nothing that can be seen is missing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from .cyclic_chain import Place, flows_of, place_of, solve_together
from .joint_states import Flow, Table, aggregate_table, joint_size, tabulate
from .markov import TooManyStates
from .network import ClosedClass, Network, OpenClass, Station
from .waiting import Array

__all__ = ["EXACT_CUT", "HEAVIER", "MixedAnswer", "solve_mixed_chain"]

EXACT_CUT = 1e-7
_CUTS = (1e-9, 1e-6, 1e-4)
"""Shares of the time beyond a cut, were numbers geometric, tried from the first on."""
_MOST_CUT = 1e-3
"""A share of the time beyond which the answer would be that of another network."""
HEAVIER = 1.5
"""Numbers behind priorities have heavier tails than geometric ones of the same mean."""


@dataclass(frozen=True)
class MixedAnswer:
    """By class that flows: rate through, mean number (classes, stations); busy servers.

    cut: largest share of the time that a station holds as many of an open class as it may.
    """

    classes: tuple[ClosedClass | OpenClass, ...]
    throughput: Array
    queue: Array
    busy: Array
    cut: float


def solve_mixed_chain(
    network: Network, mean_number: Callable[[str, str], float], most_states: int,
    stop: Callable[[], bool] | None = None,
) -> MixedAnswer | None:  # fmt: skip
    """The chain's answer, or None where it is too large or too much is cut off.

    mean_number: about how many of a class are at a station.
    """
    for share in _CUTS:
        try:
            cut = _Cut(network, mean_number, share, most_states)
            answer = cut.solve(cut.places(most_states), most_states, stop)
        except TooManyStates:
            continue
        return answer if answer.cut <= _MOST_CUT else None
    return None


class _Cut:
    """What is in the chain: classes that flow, their ways, and how many of each may be where."""

    def __init__(
        self, network: Network, mean_number: Callable[[str, str], float], share: float,
        most_states: int,
    ) -> None:  # fmt: skip
        self.network = network
        self.classes = classes = tuple(
            c for c in network.classes
            if (c.population > 0 if isinstance(c, ClosedClass) else c.arrival_rate_per_s > 0
                and any(network.demand_s(c.name, s.name) > 0 for s in network.stations))
        )  # fmt: skip
        stations = network.stations
        ways = [[k for k, s in enumerate(stations) if network.demand_s(c.name, s.name) > 0]
                for c in classes]  # fmt: skip
        self.most = np.zeros((len(classes), len(stations) + 1), dtype=int)
        self.flows: list[Flow] = []
        for r, c in enumerate(classes):
            for k in ways[r]:
                if isinstance(c, ClosedClass):
                    self.most[r, k] = int(c.population)
                    continue
                mean = HEAVIER * mean_number(c.name, stations[k].name)
                if not mean < most_states:
                    raise TooManyStates
                self.most[r, k] = 2 + math.ceil(math.log(share) / math.log(mean / (1.0 + mean)))
            if isinstance(c, OpenClass):
                steps = dict(zip(ways[r][:-1], ways[r][1:], strict=True))
                self.flows.append(Flow(steps, ways[r][0], c.arrival_rate_per_s))
                continue
            if c.think_time_s > 0:
                self.most[r, -1] = int(c.population)
            self.flows += flows_of([[len(stations)] * (c.think_time_s > 0) + ways[r]])
        self.think = [c.think_time_s if isinstance(c, ClosedClass) else 0.0 for c in classes]
        self.population = [int(c.population) if isinstance(c, ClosedClass) else 0 for c in classes]

    def places(self, most_states: int) -> list[Table]:
        """Stations, then the pauses; raises ``TooManyStates`` if they are, one by one or all."""
        network, classes = self.network, self.classes
        everyone = int(self.most.max(axis=1).sum())
        places = [place_of(network, s, classes, everyone) for s in network.stations]
        places.append(Place(Station("", math.inf, "inf"), self.think, everyone))
        shapes = [tuple(n + 1 for n in most) for most in self.most.T.tolist()]
        if max(math.prod(map(float, shape)) for shape in shapes) > most_states:
            raise TooManyStates
        # No fewer than the numbers of each class, which are known at once.
        numbers = [aggregate_table(np.ones((len(s), math.prod(s))), s) for s in shapes]
        if self._size(numbers) > most_states:
            raise TooManyStates
        nobody = [0] * len(classes)
        tables = [tabulate(p, self.most[:, k].tolist(), nobody, most_states)
                  for k, p in enumerate(places)]  # fmt: skip
        if self._size(tables) > most_states:
            raise TooManyStates
        return tables

    def _size(self, tables: list[Table]) -> float:
        closed = [r for r, n in enumerate(self.population) if n]
        if not closed:
            return math.prod(float(t.states) for t in tables)
        there = [replace(t, counts=t.counts[:, closed]) for t in tables]
        return joint_size(there, [self.population[r] for r in closed])

    def solve(
        self, tables: list[Table], most_states: int, stop: Callable[[], bool] | None
    ) -> MixedAnswer:
        """The chain's answer."""
        found = solve_together(tables, self.flows, self.population, most_states, stop)
        stations = range(len(self.network.stations))
        cut = 0.0
        for k in stations:
            for r, n in enumerate(self.population):
                if n == 0 and self.most[r, k]:
                    full = found.tables[k].counts[:, r] == self.most[r, k]
                    cut = max(cut, float(found.chance[k][full].sum()))
        return MixedAnswer(
            self.classes, found.throughput, np.array([found.queue(k) for k in stations]).T,
            np.array([float(found.chance[k] @ found.tables[k].busy) for k in stations]), cut,
        )  # fmt: skip
