"""Closed networks outside product form, exactly: the Markov chain of a small population.

Priorities and arrival order make the answer depend on more than demands, namely on the way through
the stations. Here a customer thinks, then visits each station where it has demand once, in the
order the stations are listed, each time for an exponential service.

Local states: number of each class (delay, processor sharing, preemptive-resume); who is served and
who waits, by class (non-preemptive); the queue in order (first come first served). Classes of equal
priority share a preemptive station evenly, and take turns at random at a non-preemptive one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .markov import explore, stationary
from .network import ClosedClass, Network, Station
from .stations import own_rates

__all__ = ["CyclicAnswer", "chain_states", "solve_cyclic_chain"]

Local = tuple[Any, ...]
State = tuple[Local, ...]


@dataclass(frozen=True)
class CyclicAnswer:
    """Per class throughput and queue (classes × stations), busy servers by station."""

    throughput: tuple[float, ...]
    queue: np.ndarray
    busy: tuple[float, ...]
    states: int


def chain_states(network: Network) -> float:
    """Upper guess of the number of states."""
    states = 1.0
    for cls in network.closed:
        places = sum(1 for s in network.stations if network.demand_s(cls.name, s.name) > 0)
        places += 1 if cls.think_time_s > 0 else 0
        n = cls.population
        states *= math.exp(
            math.lgamma(n + max(places, 1)) - math.lgamma(n + 1) - math.lgamma(max(places, 1))
        )
    return states


class _Place:
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

    def counts(self, local: Local) -> tuple[int, ...]:
        return local

    def busy(self, local: Local) -> float:
        return float(min(sum(local), self.servers))


class _Preemptive(_Place):
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


class _HeadOfLine(_Place):
    """Local state: (served by class, waiting by class)."""

    def __init__(
        self, station: Station, demands: list[float], everyone: int, levels: list[int]
    ) -> None:
        super().__init__(station, demands, everyone)
        self.levels = levels

    def empty(self) -> Local:
        zero = (0,) * len(self.demands)
        return zero, zero

    def add(self, local: Local, r: int) -> Local:
        served, waiting = local
        which = 0 if sum(served) < self.servers else 1
        chosen = local[which]
        grown = (*chosen[:r], chosen[r] + 1, *chosen[r + 1 :])
        return (grown, waiting) if which == 0 else (served, grown)

    def leave(self, local: Local) -> list[tuple[float, int, Local]]:
        served, waiting = local
        out: list[tuple[float, int, Local]] = []
        for r, n in enumerate(served):
            if not n:
                continue
            left = (*served[:r], n - 1, *served[r + 1 :])
            rate = n / self.demands[r]
            queued = [s for s, w in enumerate(waiting) if w]
            if not queued:
                out.append((rate, r, (left, waiting)))
                continue
            top = min(self.levels[s] for s in queued)
            heads = [s for s in queued if self.levels[s] == top]
            total = sum(waiting[s] for s in heads)
            for s in heads:
                begun = (*left[:s], left[s] + 1, *left[s + 1 :])
                rest = (*waiting[:s], waiting[s] - 1, *waiting[s + 1 :])
                out.append((rate * waiting[s] / total, r, (begun, rest)))
        return out

    def counts(self, local: Local) -> tuple[int, ...]:
        return tuple(a + b for a, b in zip(*local, strict=True))

    def busy(self, local: Local) -> float:
        return float(sum(local[0]))


class _InOrder(_Place):
    """Local state: classes in order of arrival, those in service first and sorted."""

    def empty(self) -> Local:
        return ()

    def _settle(self, queue: Local) -> Local:
        inside = int(min(len(queue), self.servers))
        return (*sorted(queue[:inside]), *queue[inside:])

    def add(self, local: Local, r: int) -> Local:
        return self._settle((*local, r))

    def leave(self, local: Local) -> list[tuple[float, int, Local]]:
        inside = int(min(len(local), self.servers))
        return [
            (1.0 / self.demands[local[i]], local[i], self._settle(local[:i] + local[i + 1 :]))
            for i in range(inside)
        ]

    def counts(self, local: Local) -> tuple[int, ...]:
        return tuple(local.count(r) for r in range(len(self.demands)))

    def busy(self, local: Local) -> float:
        return float(min(len(local), self.servers))


def _place(network: Network, station: Station, classes: list[ClosedClass], n: int) -> _Place:
    demands = [network.demand_s(c.name, station.name) for c in classes]
    levels = [c.priority or 1 for c in classes]
    if station.is_delay:
        return _Place(station, demands, n)
    if station.discipline == "preemptive-resume":
        return _Preemptive(station, demands, n, levels)
    if station.discipline == "non-preemptive (HOL)":
        return _HeadOfLine(station, demands, n, levels)
    visiting = {d for d in demands if d > 0}
    if station.discipline == "fcfs" and len(visiting) > 1 and not station.rate_multipliers:
        return _InOrder(station, demands, n)
    return _Place(station, demands, n)


def solve_cyclic_chain(
    network: Network, most_states: int, stop: Callable[[], bool] | None = None
) -> CyclicAnswer:
    """Build and solve the chain; raises ``TooManyStates`` beyond ``most_states``."""
    classes = [c for c in network.closed if c.population > 0]
    everyone = int(sum(c.population for c in classes))
    places = [_place(network, s, classes, everyone) for s in network.stations]
    think = Station("", math.inf, "inf")
    places.append(_Place(think, [c.think_time_s for c in classes], everyone))
    routes: list[list[int]] = []
    for c in classes:
        way = [k for k, s in enumerate(network.stations) if network.demand_s(c.name, s.name) > 0]
        routes.append(([len(places) - 1] if c.think_time_s > 0 else []) + way)
    following = [{k: route[(i + 1) % len(route)] for i, k in enumerate(route)} for route in routes]

    def put(state: State, k: int, r: int) -> State:
        return (*state[:k], places[k].add(state[k], r), *state[k + 1 :])

    def moves(state: State) -> list[tuple[float, State]]:
        out: list[tuple[float, State]] = []
        for k, place in enumerate(places):
            for rate, r, local in place.leave(state[k]):
                left = (*state[:k], local, *state[k + 1 :])
                out.append((rate, put(left, following[r][k], r)))
        return out

    start: State = tuple(p.empty() for p in places)
    for r, c in enumerate(classes):
        for _ in range(int(c.population)):
            start = put(start, routes[r][0], r)
    states, source, target, rate = explore(start, moves, most_states, stop)
    p = stationary(len(states), source, target, rate)
    queue = np.zeros((len(classes), len(places)))
    busy = np.zeros(len(places))
    flow = np.zeros(len(classes))
    for probability, state in zip(p, states, strict=True):
        if probability <= 0.0:
            continue
        for k, place in enumerate(places):
            queue[:, k] += probability * np.array(place.counts(state[k]))
            busy[k] += probability * place.busy(state[k])
            for speed, r, _ in place.leave(state[k]):
                if k == routes[r][0]:
                    flow[r] += probability * speed
    return CyclicAnswer(tuple(flow.tolist()), queue[:, :-1], tuple(busy[:-1].tolist()), len(states))
