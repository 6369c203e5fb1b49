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

from .cyclic_chain import Place, place_of
from .joint_states import Flow, explore_jointly, joint_size, tabulate
from .markov import TooManyStates, stationary
from .network import ClosedClass, Network, OpenClass, Station
from .waiting import Array

__all__ = ["EXACT_CUT", "MixedAnswer", "solve_mixed_chain"]

EXACT_CUT = 1e-7
_CUTS = (1e-9, 1e-6, 1e-4)
"""Shares of the time beyond a cut, were numbers geometric, tried from the first on."""
_MOST_CUT = 1e-3
"""A share of the time beyond which the answer would be that of another network."""
_HEAVIER = 1.5
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
            answer = _solve(network, mean_number, share, most_states, stop)
        except TooManyStates:
            continue
        return answer if answer.cut <= _MOST_CUT else None
    return None


def _solve(
    network: Network, mean_number: Callable[[str, str], float], share: float, most_states: int,
    stop: Callable[[], bool] | None,
) -> MixedAnswer:  # fmt: skip
    classes = tuple(
        c for c in network.classes
        if (c.population > 0 if isinstance(c, ClosedClass) else c.arrival_rate_per_s > 0
            and any(network.demand_s(c.name, s.name) > 0 for s in network.stations))
    )  # fmt: skip
    stations = network.stations
    ways = [[k for k, s in enumerate(stations) if network.demand_s(c.name, s.name) > 0]
            for c in classes]  # fmt: skip
    most = np.zeros((len(classes), len(stations) + 1), dtype=int)
    for r, c in enumerate(classes):
        for k in ways[r]:
            if isinstance(c, ClosedClass):
                most[r, k] = int(c.population)
                continue
            mean = _HEAVIER * mean_number(c.name, stations[k].name)
            if not mean < most_states:
                raise TooManyStates
            most[r, k] = 2 + math.ceil(math.log(share) / math.log(mean / (1.0 + mean)))
        if isinstance(c, ClosedClass) and c.think_time_s > 0:
            most[r, -1] = int(c.population)
    think = [c.think_time_s if isinstance(c, ClosedClass) else 0.0 for c in classes]
    everyone = int(most.max(axis=1).sum())
    places = [place_of(network, s, classes, everyone) for s in stations]
    places.append(Place(Station("", math.inf, "inf"), think, everyone))
    tables = [tabulate(p, most[:, k].tolist(), [0] * len(classes), most_states)
              for k, p in enumerate(places)]  # fmt: skip
    closed = [r for r, c in enumerate(classes) if isinstance(c, ClosedClass)]
    population = [int(most[r].max()) for r in closed]
    size = math.prod(float(t.states) for t in tables)
    if closed:
        size = joint_size([replace(t, counts=t.counts[:, closed]) for t in tables], population)
    if size > most_states:
        raise TooManyStates
    flows, start = [], [0] * len(tables)
    for r, c in enumerate(classes):
        if isinstance(c, OpenClass):
            steps = dict(zip(ways[r][:-1], ways[r][1:], strict=True))
            flows.append(Flow(steps, ways[r][0], c.arrival_rate_per_s))
            continue
        route = [len(stations)] * (c.think_time_s > 0) + ways[r]
        flows.append(Flow(dict(zip(route, [*route[1:], route[0]], strict=True)), route[0]))
        for _ in range(int(c.population)):
            start[route[0]] = int(tables[route[0]].add[r, start[route[0]]])
    joint = explore_jointly(tables, flows, start, most_states, stop)
    p = stationary(len(joint.local), joint.source, joint.target, joint.rate)
    throughput, queue = np.zeros(len(classes)), np.zeros((len(classes), len(stations)))
    busy, cut = np.zeros(len(stations)), 0.0
    for k, table in enumerate(tables):
        here = np.bincount(joint.local[:, k], weights=p, minlength=table.states)
        if k < len(stations):
            queue[:, k] = here @ table.counts
            busy[k] = float(here @ table.busy)
        for r, flow in enumerate(flows):
            if flow.first == k:
                throughput[r] = float(here @ table.leaving[:, r])
            if r not in closed and most[r, k]:
                cut = max(cut, float(here[table.counts[:, r] == most[r, k]].sum()))
    return MixedAnswer(classes, throughput, queue, busy, cut)
