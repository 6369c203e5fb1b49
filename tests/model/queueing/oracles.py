"""Independent oracles: Markov chains written out customer by customer, and textbook recursions.

Nothing here is shared with the engine. Customers are individuals with names, queues are lists of
them, and the balance equations are solved densely, so only tiny networks are affordable.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np


def steady_state(start, moves: Callable[[object], Iterable[tuple[float, object]]]):
    """(states, probabilities) of the chain reachable from ``start``, by least squares."""
    states = [start]
    index = {start: 0}
    arcs = []
    for state in states:
        for rate, after in moves(state):
            if after not in index:
                index[after] = len(states)
                states.append(after)
                assert len(states) < 6000
            arcs.append((index[state], index[after], rate))
    n = len(states)
    balance = np.zeros((n + 1, n))
    for i, j, rate in arcs:
        balance[j, i] += rate
        balance[i, i] -= rate
    balance[n] = 1.0
    right = np.zeros(n + 1)
    right[n] = 1.0
    p = np.linalg.lstsq(balance, right, rcond=None)[0]
    return states, p


@dataclass
class Centre:
    """One station: discipline ps, fcfs, preempt, hol or delay; ``rate(j)`` total with j present."""

    discipline: str
    servers: float = 1.0
    multipliers: tuple[float, ...] = ()

    def rate(self, j: int) -> float:
        factor = self.multipliers[min(j, len(self.multipliers)) - 1] if self.multipliers else 1.0
        return min(j, self.servers) * factor


@dataclass
class Closed:
    """A closed network of individuals: think, then every centre with demand once, in order."""

    centres: list[Centre]
    demands: list[list[float]]  # class × centre
    population: list[int]
    think: list[float]
    priority: list[int] = field(default_factory=list)

    def solve(self):
        """Throughput by class and mean queue by class and centre."""
        owner = [r for r, n in enumerate(self.population) for _ in range(n)]
        routes = []
        for r, row in enumerate(self.demands):
            way = [k for k, d in enumerate(row) if d > 0]
            routes.append(([-1] if self.think[r] > 0 else []) + way)
        places = len(self.centres)

        def enter(queues, who, k):
            if k == -1:
                return queues
            centre = self.centres[k]
            line = list(queues[k])
            line.append(who)
            if centre.discipline == "hol":
                inside, waiting = line[: int(centre.servers)], line[int(centre.servers) :]
                waiting.sort(key=lambda c: self.priority[owner[c]])  # stable: FCFS within a level
                line = inside + waiting
            elif centre.discipline in ("ps", "delay", "preempt"):
                line.sort()
            return (*queues[:k], tuple(line), *queues[k + 1 :])

        def shares(k, line):
            centre = self.centres[k]
            if centre.discipline == "delay":
                return [(c, 1.0) for c in line]
            if centre.discipline == "ps":
                return [(c, centre.rate(len(line)) / len(line)) for c in line]
            if centre.discipline == "preempt":
                out, free = [], float(centre.servers)
                for level in sorted({self.priority[owner[c]] for c in line}):
                    here = [c for c in line if self.priority[owner[c]] == level]
                    share = min(1.0, free / len(here)) if free > 0 else 0.0
                    out += [(c, share) for c in here if share > 0]
                    free -= share * len(here)
                return out
            return [(c, 1.0) for c in line[: int(centre.servers)]]

        def moves(state):
            out = []
            present = {c for line in state for c in line}
            for c, r in enumerate(owner):
                if c not in present:
                    out.append(
                        (1.0 / self.think[r], enter(state, c, routes[r][1 % len(routes[r])]))
                    )
            for k, line in enumerate(state):
                for c, share in shares(k, line):
                    r = owner[c]
                    rest = (*state[:k], tuple(x for x in line if x != c), *state[k + 1 :])
                    step = routes[r][(routes[r].index(k) + 1) % len(routes[r])]
                    out.append((share / self.demands[r][k], enter(rest, c, step)))
            return out

        start = tuple(() for _ in range(places))
        for c, r in enumerate(owner):
            start = enter(start, c, routes[r][0])
        states, p = steady_state(start, moves)
        queue = np.zeros((len(self.population), places))
        flow = np.zeros(len(self.population))
        for q, state in zip(p, states, strict=True):
            for k, line in enumerate(state):
                for c in line:
                    queue[owner[c], k] += q
                for c, share in shares(k, line):
                    r = owner[c]
                    if k == routes[r][-1]:
                        flow[r] += q * share / self.demands[r][k]
        return flow, queue


def textbook_mva(demands: list[float], population: int, think: float = 0.0):
    """Reiser and Lavenberg's single-class recursion for single servers: (throughput, queues)."""
    queue = [0.0] * len(demands)
    x = 0.0
    for n in range(1, population + 1):
        residence = [d * (1 + q) for d, q in zip(demands, queue, strict=True)]
        x = n / (think + sum(residence))
        queue = [x * r for r in residence]
    return x, queue


def repairmen(servers: int, population: int, service: float, think: float) -> float:
    """Throughput of M/M/m//N from its birth-death balance, in exact proportion."""
    logs = [0.0]
    for n in range(1, population + 1):
        up = (population - n + 1) / think
        down = min(n, servers) / service
        logs.append(logs[-1] + math.log(up) - math.log(down))
    weight = [math.exp(x - max(logs)) for x in logs]
    total = math.fsum(weight)
    busy = math.fsum(w * min(n, servers) for n, w in enumerate(weight)) / total
    return busy / service
