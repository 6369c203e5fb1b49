"""Closed networks outside product form, exactly: the Markov chain of a small population.

Priorities and arrival order make the answer depend on more than demands, namely on the way through
the stations. Here a customer thinks, then visits each station where it has demand once, in the
order the stations are listed, each time for an exponential service.

Local states: number of each class (delay, processor sharing, preemptive-resume); who is served, by
class, and who waits, in order (first come first served and non-preemptive). Classes of equal
priority share a preemptive station evenly, and are served in order of arrival at a non-preemptive
one. An FCFS station is lumped into numbers only where one class alone visits it: equal demands make
it product form by itself, but not in a network that is none.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .joint_states import (
    Flow,
    Index,
    Local,
    Table,
    Within,
    explore_jointly,
    size_together,
    tabulate,
)
from .markov import TooManyStates, recurrent, stationary
from .network import ClosedClass, Network, OpenClass, Station
from .stations import own_rates
from .waiting import Array

__all__ = [
    "Cycle", "CyclicAnswer", "Line", "Local", "Place", "Together", "chain_size", "chain_states",
    "cycle_of", "flows_of",
    "of_so_many", "one_more", "place_of", "solve_cyclic_chain", "solve_together", "tables_of",
]  # fmt: skip

_MOST_LOG = 700.0
_MOST_COUNTED = 100_000
"""Populations beyond which states are not counted beforehand."""
_MOST_ORDERS = 1e12
"""More are not told apart: no chain has as many states."""
_MOST_LOCAL = 4
"""So many times the states of all may be listed of a place, of which some only pass."""


@dataclass(frozen=True)
class CyclicAnswer:
    """Per class throughput and queue (classes × stations), busy servers by station.

    starved: classes that never complete anything, as those before them never leave.
    """

    throughput: tuple[float, ...]
    queue: np.ndarray
    busy: tuple[float, ...]
    states: int
    starved: frozenset[int] = frozenset()


def chain_states(network: Network) -> float:
    """Guess of the number of states: places of customers, or orders of all of them in one line."""
    everywhere = lined = 0.0
    for cls in network.closed:
        places = sum(1 for s in network.stations if network.demand_s(cls.name, s.name) > 0)
        places += 1 if cls.think_time_s > 0 else 0
        n = cls.population
        everywhere += math.lgamma(n + max(places, 1)) - math.lgamma(n + 1)
        everywhere -= math.lgamma(max(places, 1))
    for station in network.stations:
        if station.discipline == "fcfs" and not station.is_delay:
            here = [c.population for c in network.closed if network.demand_s(c.name, station.name)]
            orders = math.lgamma(sum(here) + 1) - sum(math.lgamma(n + 1) for n in here)
            lined = max(lined, orders - math.lgamma(min(station.servers, sum(here)) + 1))
    return math.exp(min(max(everywhere, lined), _MOST_LOG))


class Place:
    """A station's local behaviour; the base is sharing by numbers (delay, PS, load-dependent)."""

    def __init__(self, station: Station, demands: list[float], everyone: int) -> None:
        self.demands = demands
        self.servers = station.servers
        self.rates = None if station.is_delay else own_rates(station, everyone)

    def empty(self) -> Local:
        return (0,) * len(self.demands)

    def add(self, local: Local, r: int) -> Local:
        return (*local[:r], local[r] + 1, *local[r + 1 :])

    def leave(self, local: Local) -> list[tuple[float, int, Local]]:
        """(rate, class, local state after) of all completions."""
        total = sum(local)
        if not total:
            return []
        speed = 1.0 if self.rates is None else self.rates[min(total, len(self.rates)) - 1] / total
        return [
            (n * speed / self.demands[r], r, (*local[:r], n - 1, *local[r + 1 :]))
            for r, n in enumerate(local)
            if n
        ]

    def speeds(self, total: Index) -> Array:
        """Rate of all servers together, in services of one, with so many customers."""
        if self.rates is None:
            return total.astype(float)
        known = np.array([0.0, *self.rates])
        found: Array = known[np.minimum(total, len(self.rates))]
        return found

    def completions(self, counts: Index) -> Array:
        """Rate of every class (rows, classes) with so many of each here."""
        total = counts.sum(axis=1)
        share = self.speeds(total) / np.maximum(total, 1)
        found: Array = counts * share[:, None] / _services(self.demands)
        return found

    def counts(self, local: Local) -> tuple[int, ...]:
        return local

    def busy(self, local: Local) -> float:
        return float(min(sum(local), self.servers))

    def states(self, counts: Array) -> Array:
        """How many local states there are with so many of each class (first axis)."""
        return np.ones(counts.shape[1:])


class _Preemptive(Place):
    def __init__(
        self, station: Station, demands: list[float], everyone: int, levels: list[int]
    ) -> None:
        super().__init__(station, demands, everyone)
        self.levels = levels

    def leave(self, local: Local) -> list[tuple[float, int, Local]]:
        out = []
        free = float(self.servers)
        for level in sorted(set(self.levels)):
            members = [r for r, p in enumerate(self.levels) if p == level and local[r]]
            present = sum(local[r] for r in members)
            if present and free > 0:
                share = min(1.0, free / present)
                for r in members:
                    after = (*local[:r], local[r] - 1, *local[r + 1 :])
                    out.append((local[r] * share / self.demands[r], r, after))
                free -= min(free, present)
        return out

    def completions(self, counts: Index) -> Array:
        free = np.full(len(counts), float(self.servers))
        found = np.zeros(counts.shape)
        for level in sorted(set(self.levels)):
            members = [r for r, p in enumerate(self.levels) if p == level]
            present = counts[:, members].sum(axis=1)
            share = np.minimum(1.0, free / np.maximum(present, 1))
            found[:, members] = counts[:, members] * share[:, None]
            free -= np.minimum(free, present)
        return found / _services(self.demands)


class Line(Place):
    """Local state: (served by class, those who wait, in the order in which they will begin).

    First come first served, within a level where ``levels`` differ. Who waits where must be told
    even if all demands are equal: the order decides which class goes on to the next station.
    """

    def __init__(
        self, station: Station, demands: list[float], everyone: int, levels: list[int]
    ) -> None:
        super().__init__(station, demands, everyone)
        self.levels = levels

    def empty(self) -> Local:
        return (0,) * len(self.demands), ()

    def add(self, local: Local, r: int) -> Local:
        served, waiting = local
        if sum(served) < self.servers:
            return one_more(served, r), waiting
        level = self.levels[r]
        at = bisect_right(waiting, level, key=self.levels.__getitem__)
        return served, (*waiting[:at], r, *waiting[at:])

    def leave(self, local: Local) -> list[tuple[float, int, Local]]:
        served, waiting = local
        inside = sum(served)
        if not inside:
            return []
        total = inside + len(waiting)
        speed = 1.0
        if self.rates is not None:
            speed = self.rates[min(total, len(self.rates)) - 1] / inside
        out: list[tuple[float, int, Local]] = []
        for r, n in enumerate(served):
            if not n:
                continue
            left = (*served[:r], n - 1, *served[r + 1 :])
            after = (one_more(left, waiting[0]), waiting[1:]) if waiting else (left, waiting)
            out.append((n * speed / self.demands[r], r, after))
        return out

    def counts(self, local: Local) -> tuple[int, ...]:
        served, waiting = local
        return tuple(n + waiting.count(r) for r, n in enumerate(served))

    def busy(self, local: Local) -> float:
        return float(sum(local[0]))

    def states(self, counts: Array) -> Array:
        """See `Place`: whoever may be served, and all orders of the others within their levels."""
        total, servers = counts.sum(axis=0), math.ceil(min(self.servers, counts.sum(axis=0).max()))
        found = np.where(total <= servers, 1.0, 0.0)
        for served in of_so_many(servers, counts.reshape(len(counts), -1).max(axis=1)):
            waiting = counts - served.reshape(-1, *[1] * total.ndim)
            some = (waiting >= 0).all(axis=0) & (total > servers)
            found[some] += self._orders(waiting[:, some])
        return np.minimum(found, _MOST_ORDERS)

    def _orders(self, waiting: Array) -> Array:
        logs: Array = np.zeros(waiting.shape[1:])
        for level in set(self.levels):
            here = waiting[[p == level for p in self.levels]]
            logs += _log_factorial(here.sum(axis=0)) - _log_factorial(here).sum(axis=0)
        return np.exp(np.minimum(logs, _MOST_LOG))


def _services(demands: Sequence[float]) -> Array:
    """Means of those who come here; of others any."""
    means = np.array(demands)
    return np.where(means > 0.0, means, 1.0)


def of_so_many(number: int, most: Array) -> Iterator[Array]:
    """All ways to take so many, of each class no more than ``most``."""
    if len(most) == 1:
        if number <= most[0]:
            yield np.array([float(number)])
        return
    for n in range(int(min(number, most[0])) + 1):
        for rest in of_so_many(number - n, most[1:]):
            yield np.concatenate([[float(n)], rest])


def _log_factorial(numbers: Array) -> Array:
    known = np.array([math.lgamma(n + 1.0) for n in range(int(numbers.max(initial=0.0)) + 1)])
    return np.asarray(known[numbers.astype(int)], float)


def one_more(counts: Local, r: int) -> Local:
    """One more of class ``r``."""
    return (*counts[:r], counts[r] + 1, *counts[r + 1 :])


def place_of(
    network: Network, station: Station, classes: Sequence[ClosedClass | OpenClass], n: int
) -> Place:
    demands = [network.demand_s(c.name, station.name) for c in classes]
    levels = [c.priority or 1 for c in classes]
    if station.is_delay:
        return Place(station, demands, n)
    if station.discipline == "preemptive-resume":
        return _Preemptive(station, demands, n, levels)
    if station.discipline == "non-preemptive (HOL)":
        return Line(station, demands, n, levels)
    if station.discipline == "fcfs" and sum(1 for d in demands if d > 0) > 1:
        return Line(station, demands, n, [1] * len(demands))
    return Place(station, demands, n)


@dataclass(frozen=True)
class Together:
    """Several places as one chain: throughput by class, and how likely each local state is.

    local: local states (states, places) of the whole; likely: how likely each of these is. cut:
    share of the time in states with moves to where there are too many already. starved: classes
    that move in no state that recurs.
    """

    throughput: Array
    tables: list[Table]
    chance: list[Array]
    local: NDArray[np.intp]
    likely: Array
    cut: float
    starved: frozenset[int] = frozenset()

    @property
    def states(self) -> int:
        """How many there are."""
        return len(self.likely)

    def coming(self, k: int, before: int, r: int) -> Array:
        """Flow of class ``r`` from one place into another, by the local state it finds there."""
        leaving = self.tables[before].leaving[self.local[:, before], r]
        here, size = self.local[:, k], self.tables[k].states
        return np.asarray(np.bincount(here, weights=self.likely * leaving, minlength=size), float)

    def queue(self, k: int) -> Array:
        """Mean number of each class at place ``k``."""
        found: Array = self.chance[k] @ self.tables[k].counts
        return found


def tables_of(
    places: Sequence[Place], routes: Sequence[Sequence[int]], population: Sequence[int],
    most_states: int,
) -> list[Table]:  # fmt: skip
    """Local states of places through which each class goes round on its route."""
    tables = []
    for k, place in enumerate(places):
        most = [n if k in route else 0 for n, route in zip(population, routes, strict=True)]
        least = [n if [k] == route else 0 for n, route in zip(population, routes, strict=True)]
        tables.append(tabulate(place, most, least, _MOST_LOCAL * most_states))
    return tables


def flows_of(routes: Sequence[Sequence[int]]) -> list[Flow]:
    """Rounds for ever, from the first place of each route."""
    return [Flow({k: route[(i + 1) % len(route)] for i, k in enumerate(route)}, route[0])
            for route in routes]  # fmt: skip


def solve_together(
    tables: Sequence[Table], flows: Sequence[Flow], population: Sequence[int],
    most_states: int, stop: Callable[[], bool] | None = None, within: Within | None = None,
    before: Together | None = None, enough: float = 0.0,
) -> Together:  # fmt: skip
    """Stationary distribution of all customers on their ways; raises ``TooManyStates``.

    population: closed customers of each class, at first all at the first place, or as ``within``
    has it. before: what was found at other rates, to begin with. enough: what may be left
    unbalanced of all flows together.
    """
    start = [0] * len(tables)
    if within is not None:
        start = within.start
    else:
        for r in sorted(range(len(flows)), key=lambda r: len(flows[r].following)):
            at = flows[r].first
            for _ in range(population[r]):
                start[at] = int(tables[at].add[r, start[at]])
    joint = explore_jointly(tables, flows, start, most_states, stop, within)
    likely = None
    if before is not None and np.array_equal(before.local, joint.local):
        likely = before.likely
    p = stationary(len(joint.local), joint.source, joint.target, joint.rate, enough, likely)
    chance: list[Array] = []
    for k, table in enumerate(tables):
        here: Array = np.bincount(joint.local[:, k], weights=p, minlength=table.states).astype(
            float
        )
        chance.append(here)
    throughput = np.array([
        float(chance[f.first] @ tables[f.first].leaving[:, r]) for r, f in enumerate(flows)
    ])  # fmt: skip
    cut = float(p[joint.cut_off].sum())
    starved: frozenset[int] = frozenset()
    if (throughput <= 0.0).any():
        lasting = recurrent(len(joint.local), joint.source, joint.target)
        starved = frozenset(
            r for r, f in enumerate(flows)
            if not tables[f.first].leaving[joint.local[lasting, f.first], r].any()
        )  # fmt: skip
    return Together(throughput, list(tables), chance, joint.local, p, cut, starved)


@dataclass(frozen=True)
class Cycle:
    """Stations, then the pauses, as places; routes and numbers by class."""

    places: list[Place]
    routes: list[list[int]]
    population: list[int]

    def states(self) -> float:
        """How many there are, but for those that customers who never leave a place keep away."""
        shape = [n + 1 for n in self.population]
        if math.prod(shape) > _MOST_COUNTED:
            return 0.0

        def told(k: int) -> Array:
            """By numbers of each class; nobody is where his way does not lead."""
            here = np.zeros(shape)
            inside = tuple(slice(n if k in way else 1)
                           for n, way in zip(shape, self.routes, strict=True))  # fmt: skip
            counts = np.indices(here[inside].shape).astype(float)
            here[inside] = self.places[k].states(counts)
            return here

        return size_together(map(told, range(len(self.places))), self.population)


def cycle_of(network: Network) -> Cycle:
    """A network as places, with everyone's round."""
    classes = [c for c in network.closed if c.population > 0]
    everyone = int(sum(c.population for c in classes))
    places = [place_of(network, s, classes, everyone) for s in network.stations]
    think = Station("", math.inf, "inf")
    places.append(Place(think, [c.think_time_s for c in classes], everyone))
    routes: list[list[int]] = []
    for c in classes:
        way = [k for k, s in enumerate(network.stations) if network.demand_s(c.name, s.name) > 0]
        routes.append(([len(places) - 1] if c.think_time_s > 0 else []) + way)
    return Cycle(places, routes, [int(c.population) for c in classes])


def chain_size(network: Network) -> float:
    """The number of states without listing them; 0 where even that takes long."""
    return cycle_of(network).states()


def solve_cyclic_chain(
    network: Network, most_states: int, stop: Callable[[], bool] | None = None
) -> CyclicAnswer:
    """Build and solve the chain; raises ``TooManyStates`` beyond ``most_states``."""
    cycle = cycle_of(network)
    if min(len(route) for route in cycle.routes) > 1 and cycle.states() > most_states + 0.5:
        raise TooManyStates
    tables = tables_of(cycle.places, cycle.routes, cycle.population, most_states)
    found = solve_together(tables, flows_of(cycle.routes), cycle.population, most_states, stop)
    stations = range(len(network.stations))
    return CyclicAnswer(
        tuple(found.throughput.tolist()), np.array([found.queue(k) for k in stations]).T,
        tuple(float(found.chance[k] @ tables[k].busy) for k in stations), found.states,
        found.starved,
    )  # fmt: skip
