"""Open and closed classes outside product form as one Markov chain, its open queues cut off.

As ``cyclic_chain``: every class visits its stations once, in the order listed, closed ones for
ever, open ones from outside and out again. Of an open class a station holds at most so many as are
next to never there; an arrival that finds as many is not let in. How often a station holds so many
is part of the answer: where that is less than 1e-7 of the time nothing that can be seen is missing.

Where that is too many states, the lines are told apart by numbers alone (``numbered_line``).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from .cyclic_chain import Line, Place, flows_of, place_of, solve_together
from .joint_states import Flow, Table, aggregate_table, joint_size, tabulate
from .local_chain import Drawn
from .markov import TooManyStates
from .network import ClosedClass, Network, OpenClass, Station
from .numbered_line import NumberedLine, solve_in_turn
from .waiting import Array

__all__ = ["EXACT_CUT", "MixedAnswer", "solve_mixed_chain"]

EXACT_CUT = 1e-7
_CUTS = (1e-9, 1e-6, 1e-4)
"""Shares of the time beyond a cut, were numbers geometric, tried from the first on."""
_MOST_CUT = 1e-3
"""A share of the time beyond which the answer would be that of another network."""
_MOST_NUMBERED, _MOST_LOCAL = 15_000, 15_000
"""States where it is solved in rounds, and of one line with whom its servers have."""
_CAPTIVE = 1e-4
"""Pause of a class that is nowhere else, in demands."""
_HEAVIER = 1.5
"""Numbers behind priorities have heavier tails than geometric ones of the same mean."""


@dataclass(frozen=True)
class MixedAnswer:
    """By class that flows: rate through, mean number (classes, stations); busy servers.

    cut: largest share of the time that a station holds as many of an open class as it may.
    residual: where lines are told apart by numbers (``numbered_line``), what the last round still
    changed; None where everything is in the chain.
    """

    classes: tuple[ClosedClass | OpenClass, ...]
    throughput: Array
    queue: Array
    busy: Array
    cut: float
    residual: float | None


def solve_mixed_chain(
    network: Network, mean_number: Callable[[str, str], float], most_states: int,
    stop: Callable[[], bool] | None = None, numbered: bool = False,
) -> MixedAnswer | None:  # fmt: skip
    """The chain's answer, or None where it is too large or too much is cut off.

    mean_number: about how many of a class are at a station. numbered: whether lines may be told
    apart by numbers alone where there are too many states otherwise.
    """
    for by_number in (False, True)[: 1 + numbered]:
        for share in _CUTS:
            try:
                limit = min(most_states, _MOST_NUMBERED) if by_number else most_states
                cut = _Cut(network, mean_number, share, limit)
                answer = cut.solve(cut.places(limit, by_number), limit, stop)
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
                mean = _HEAVIER * mean_number(c.name, stations[k].name)
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

    def places(self, most_states: int, by_number: bool) -> list[Table | NumberedLine]:
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
        found: list[Table | NumberedLine] = []
        tables = []
        for k, p in enumerate(places):
            if by_number and isinstance(p, Line) and self.most[:, k].any():
                found.append(self._line(k, p))
                continue
            tables.append(tabulate(p, self.most[:, k].tolist(), nobody, most_states))
            found.append(tables[-1])
        if not by_number and self._size(tables) > most_states:
            raise TooManyStates
        return found

    def _size(self, tables: list[Table]) -> float:
        closed = [r for r, n in enumerate(self.population) if n]
        if not closed:
            return math.prod(float(t.states) for t in tables)
        there = [replace(t, counts=t.counts[:, closed]) for t in tables]
        return joint_size(there, [self.population[r] for r in closed])

    def _line(self, k: int, place: Place) -> NumberedLine:
        """At first, everybody comes as if elsewhere were nobody else."""
        station = self.network.stations[k]
        levels = [c.priority or 1 for c in self.classes]
        if station.discipline == "fcfs":
            levels = [1] * len(levels)
        drawn = Drawn(station, place.demands, int(self.most.max(axis=1).sum()), levels)
        line = NumberedLine(drawn, self.most[:, k].tolist(), _MOST_LOCAL)
        for r, c in enumerate(self.classes):
            if isinstance(c, OpenClass):
                line.come(r, c.arrival_rate_per_s)
                continue
            elsewhere = self.think[r] + sum(
                self.network.demand_s(c.name, s.name) for s in self.network.stations if s != station
            )
            line.come_each(r, 1.0 / max(elsewhere, _CAPTIVE * place.demands[r], 1e-300))
        return line

    def solve(
        self, places: list[Table | NumberedLine], most_states: int,
        stop: Callable[[], bool] | None,
    ) -> MixedAnswer:  # fmt: skip
        """The chain's answer."""
        found, _, residual = solve_in_turn(
            places, self.flows,
            lambda tables: solve_together(tables, self.flows, self.population, most_states, stop),
        )  # fmt: skip
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
            residual if any(isinstance(p, NumberedLine) for p in places) else None,
        )  # fmt: skip
