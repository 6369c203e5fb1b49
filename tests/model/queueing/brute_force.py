"""Any small network as the Markov chain that its description means, written out from scratch.

Shares nothing with the engine: customers stand in lines by class, one visit per copy of a station
and cycle in the order listed; open arrivals are cut off at ``most_open`` customers at once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import spsolve

from model.queueing import ClosedClass, Network, Station

Line = tuple[int, ...]
State = tuple[Line, ...]


@dataclass(frozen=True)
class Truth:
    """throughput by class, queue by class and station, busy servers ÷ servers by station.

    cut_off: probability of as many open customers as are let in.
    """

    throughput: dict[str, float]
    queue: dict[str, dict[str, float]]
    busy: dict[str, float]
    cut_off: float


class _Description:
    def __init__(self, network: Network, most_open: int) -> None:
        self.stations = [s for s in network.stations for _ in range(s.replicas)]
        self.classes = network.classes
        self.level = [c.priority or 1 for c in self.classes]
        self.demand = [
            [network.demand_s(c.name, s.name) for s in self.stations] for c in self.classes
        ]
        self.way = [[k for k, d in enumerate(row) if d > 0] for row in self.demand]
        self.most_open = most_open

    def closed(self, r: int) -> bool:
        return isinstance(self.classes[r], ClosedClass)

    def served(self, k: int, line: Line) -> list[tuple[int, float]]:
        """(place in the line, speed) of all in service."""
        station = self.stations[k]
        n, m = len(line), station.servers
        factors = station.rate_multipliers
        factor = factors[min(n, len(factors)) - 1] if factors and n else 1.0
        if math.isinf(m):
            return [(i, factor) for i in range(n)]
        if station.discipline == "ps":
            return [(i, min(n, m) * factor / n) for i in range(n)]
        if station.discipline != "preemptive-resume":
            return [(i, factor) for i in range(min(n, int(m)))]
        out, free = [], float(m)
        for level in sorted({self.level[c] for c in line}):
            here = [i for i, c in enumerate(line) if self.level[c] == level]
            share = min(1.0, free / len(here))
            out += [(i, share) for i in here if share > 0]
            free -= share * len(here)
        return out

    def ordered(self, station: Station, line: list[int]) -> Line:
        """Those in service by class; who waits in order, by level where that counts."""
        in_order = station.discipline in ("fcfs", "non-preemptive (HOL)")
        if not in_order or math.isinf(station.servers):
            return tuple(sorted(line))
        m = int(station.servers)
        inside, waiting = sorted(line[:m]), line[m:]
        if station.discipline != "fcfs":
            waiting.sort(key=lambda c: self.level[c])
        return (*inside, *waiting)

    def enter(self, state: State, k: int, r: int) -> State:
        line = self.ordered(self.stations[k], [*state[k], r])
        return (*state[:k], line, *state[k + 1 :])

    def start(self) -> State:
        state: State = tuple(() for _ in self.stations)
        for r, c in enumerate(self.classes):
            if isinstance(c, ClosedClass) and c.think_time_s == 0:
                for _ in range(int(c.population)):
                    state = self.enter(state, self.way[r][0], r)
        return state

    def arrivals(self, state: State) -> list[tuple[float, State]]:
        present = [sum(line.count(r) for line in state) for r in range(len(self.classes))]
        opened = sum(n for r, n in enumerate(present) if not self.closed(r))
        out = []
        for r, c in enumerate(self.classes):
            if not self.way[r]:
                continue
            if isinstance(c, ClosedClass):
                thinking = c.population - present[r]
                rate = thinking / c.think_time_s if thinking > 0 else 0.0
            else:
                rate = c.arrival_rate_per_s if opened < self.most_open else 0.0
            if rate > 0:
                out.append((rate, self.enter(state, self.way[r][0], r)))
        return out

    def completions(self, state: State) -> list[tuple[float, State, int | None]]:
        """(rate, state after, class whose cycle ends or None)."""
        out: list[tuple[float, State, int | None]] = []
        for k, line in enumerate(state):
            for i, speed in self.served(k, line):
                r, rest = line[i], [*line[:i], *line[i + 1 :]]
                # Who stood first of those that wait is now served, whatever the order by class.
                left = (*state[:k], self.ordered(self.stations[k], rest), *state[k + 1 :])
                at = self.way[r].index(k) + 1
                ends = at == len(self.way[r])
                cls = self.classes[r]
                stays = isinstance(cls, ClosedClass) and cls.think_time_s == 0
                if not ends or stays:
                    left = self.enter(left, self.way[r][0 if ends else at], r)
                out.append((speed / self.demand[r][k], left, r if ends else None))
        return out


def brute_force(network: Network, most_open: int = 10, most_states: int = 5000) -> Truth | None:
    """Figures of a small network, or None where it has more than ``most_states`` states."""
    about = _Description(network, most_open)
    states = [about.start()]
    index = {states[0]: 0}
    moves: list[tuple[int, int, float]] = []
    cycles: list[tuple[int, int, float]] = []
    for at, state in enumerate(states):
        steps: list[tuple[float, State, int | None]] = [
            (rate, after, None) for rate, after in about.arrivals(state)
        ]
        for rate, after, ended in steps + about.completions(state):
            if after not in index:
                if len(states) == most_states:
                    return None
                index[after] = len(states)
                states.append(after)
            if ended is not None:
                cycles.append((at, ended, rate))
            if index[after] != at:
                moves.append((at, index[after], rate))
    p = _stationary(len(states), moves)
    throughput = [0.0] * len(about.classes)
    for at, r, rate in cycles:
        throughput[r] += float(p[at]) * rate
    for r, c in enumerate(about.classes):  # who visits nothing
        if not about.way[r]:
            throughput[r] = (
                c.population / c.think_time_s if isinstance(c, ClosedClass) and c.population
                else getattr(c, "arrival_rate_per_s", 0.0)
            )  # fmt: skip
    queue = {c.name: {s.name: 0.0 for s in network.stations} for c in about.classes}
    busy = {s.name: 0.0 for s in network.stations if math.isfinite(s.servers)}
    cut_off = 0.0
    for chance, state in zip(p.tolist(), states, strict=True):
        opened = 0
        for station, line in zip(about.stations, state, strict=True):
            for r in line:
                queue[about.classes[r].name][station.name] += chance
                opened += not about.closed(r)
            if station.name in busy:
                working = min(len(line), station.servers) / station.servers
                busy[station.name] += chance * working / station.replicas
        cut_off += chance * (opened == most_open)
    names = [c.name for c in about.classes]
    return Truth(dict(zip(names, throughput, strict=True)), queue, busy, cut_off)


def _stationary(count: int, moves: list[tuple[int, int, float]]) -> np.ndarray:
    if count == 1:
        return np.ones(1)
    source, target, rate = (np.array(column) for column in zip(*moves, strict=True))
    balance = coo_matrix(
        (np.concatenate([rate, -rate]), (np.concatenate([target, source]), np.tile(source, 2))),
        shape=(count, count),
    ).tolil()
    balance[0, :] = 1.0
    right = np.zeros(count)
    right[0] = 1.0
    return np.asarray(spsolve(balance.tocsc(), right))
