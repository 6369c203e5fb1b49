"""Exact multi-class closed networks by the numbers present: many classes, few queueing stations.

Customers are added one by one to the joint distribution of how many are at each queueing station,
whatever their class (distribution analysis by chain; de Souza e Silva and Lavenberg, JACM 36(4),
1989, of the family of RECAL, Conway and Georganas, JACM 33(4), 1986). A customer of demand D at a
station that serves j customers at the rate a(j) multiplies the weight of its state by D j / a(j);
who is at a delay needs no place in the state. The cost is (customers + 1) ** stations per customer,
however many classes there are. All terms are positive.

A class's figures follow from the distribution without one of its customers (arrival theorem); these
distributions for all classes share most of their customers, by halves.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .errors import Cancelled
from .manyclass import ManyClassAnswer, ManyClasses
from .waiting import Array
from .work import stopped

__all__ = ["MOST_STATES", "occupancy_work", "solve_occupancy"]

_STEP_US, _NUMBER_US = 50.0, 0.005
"""Of work: a customer more, and its part for each number."""
MOST_STATES = 2.0e7
_STEP = 1.5e4
"""What the call of an array operation costs, in elementary ones."""


def occupancy_work(n: NDArray[np.int64], stations: int) -> float:
    """Elementary operations for ``stations`` different queueing stations; inf beyond memory."""
    total = float(n.sum())
    states = (total + 1.0) ** stations if stations * math.log(total + 1.0) < 40.0 else math.inf
    if states > MOST_STATES:
        return math.inf
    again = len(n) * math.ceil(math.log2(max(len(n), 2)))
    return (total / (stations + 1.0) + again) * 3.0 * stations * (states + _STEP)


class _Adding:
    """Weights by numbers present at every station, and how a customer is added."""

    def __init__(self, network: ManyClasses) -> None:
        self.network = network
        firsts = [m for m, twin in enumerate(network.twin) if twin == m]
        used = [k for k in range(network.fixed.shape[1]) if network.fixed[:, k].any()]
        self.fixed, self.rated = used, firsts
        self.demand = np.concatenate([network.fixed[:, used], network.rated], axis=1)
        top = int(network.population.sum())
        j = np.arange(1, top + 1, dtype=float)
        # The factor a customer brings who is the j-th there. Copies alike: j + copies - 1 ways.
        rows = [j + network.copies[k] - 1.0 for k in used]
        for rates in network.rates:
            known = np.array(rates[:top])
            rows.append(j / np.concatenate([known, np.full(top - len(known), rates[-1])]))
        self.factor = rows
        self.stations = len(rows)

    def empty(self) -> Array:
        """Nobody anywhere but at delays: weights that grow by one along every axis with each."""
        return np.ones((1,) * self.stations)

    def add(self, weight: Array, r: int) -> tuple[Array, float]:
        """With one customer of class ``r`` more, scaled to the sum 1; and the sum before."""
        size = weight.shape[0] if self.stations else 1
        out = np.zeros((size + 1,) * self.stations)
        inner = (slice(0, size),) * self.stations
        if self.network.think[r] > 0:
            out[inner] = self.network.think[r] * weight
        for k in range(self.stations):
            demand = self.demand[r, k]
            if demand <= 0:
                continue
            shape = tuple(-1 if a == k else 1 for a in range(self.stations))
            to = tuple(slice(1, size + 1) if a == k else slice(0, size)
                       for a in range(self.stations))  # fmt: skip
            out[to] += weight * (demand * self.factor[k][:size]).reshape(shape)
        total = float(out.sum())
        return out / total, total


def solve_occupancy(
    network: ManyClasses, stop: Callable[[], bool] | None = None
) -> ManyClassAnswer:
    """Solve one multi-class network exactly; every class must have customers."""
    adding = _Adding(network)
    n = network.population
    classes = len(n)
    weight = adding.empty()
    for r in range(classes):
        for _ in range(int(n[r]) - 1):
            if stopped(stop, _STEP_US + _NUMBER_US * adding.stations * weight.size):
                raise Cancelled("cancelled")
            weight, _total = adding.add(weight, r)
    x = np.zeros(classes)
    queue = np.zeros((classes, adding.stations))
    number = np.zeros((adding.stations, int(n.sum()) + 1))

    def finish(part: Array, missing: list[int]) -> None:
        """``part`` lacks one customer of each class of ``missing`` and of no other."""
        if stopped(stop, _STEP_US + _NUMBER_US * adding.stations * part.size):
            raise Cancelled("cancelled")
        if len(missing) > 1:
            half = len(missing) // 2
            for kept, added in ((missing[:half], missing[half:]), (missing[half:], missing[:half])):
                fuller = part
                for r in added:
                    fuller, _total = adding.add(fuller, r)
                finish(fuller, kept)
            return
        r = missing[0]
        part = part / part.sum()
        residence = np.zeros(adding.stations)
        for k in range(adding.stations):
            others = tuple(a for a in range(adding.stations) if a != k)
            alone = part.sum(axis=others)
            residence[k] = adding.demand[r, k] * float(alone @ adding.factor[k][: len(alone)])
        x[r] = n[r] / (network.think[r] + residence.sum())
        queue[r] = x[r] * residence
        if r == 0:
            everybody, _total = adding.add(part, r)
            for k in range(adding.stations):
                others = tuple(a for a in range(adding.stations) if a != k)
                number[k] = everybody.sum(axis=others)

    finish(weight, list(range(classes)))
    fixed_queue = np.zeros(network.fixed.shape)
    for i, k in enumerate(adding.fixed):
        fixed_queue[:, k] = queue[:, i] / network.copies[k]
    first = len(adding.fixed)
    busy = np.zeros(len(network.rates))
    for m in range(len(network.rates)):
        if network.working:
            table = network.working[m]
            present = np.arange(number.shape[1])
            busy[m] = float(number[first + m] @ table[np.minimum(present, len(table) - 1)])
    return ManyClassAnswer(x, fixed_queue, queue[:, first:], busy)
