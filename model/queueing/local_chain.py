"""One station of a closed network as a Markov chain of its own, the rest seen through its arrivals.

The rate at which class r comes depends on who is elsewhere, which the numbers here tell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .cyclic_chain import Line, Local, Place, one_more
from .markov import SamePattern, TooManyStates
from .waiting import Array

__all__ = ["Drawn", "LocalChain", "explore_alone"]

Index = NDArray[np.intp]


class Drawn(Line):
    """A line that knows who waits, but not in which order within a level."""

    def empty(self) -> Local:
        zero = (0,) * len(self.demands)
        return zero, zero

    def add(self, local: Local, r: int) -> Local:
        served, waiting = local
        if sum(served) < self.servers:
            return one_more(served, r), waiting
        return served, one_more(waiting, r)

    def leave(self, local: Local) -> list[tuple[float, int, Local]]:
        served, waiting = local
        out: list[tuple[float, int, Local]] = []
        queued = [s for s, w in enumerate(waiting) if w]
        top = min((self.levels[s] for s in queued), default=0)
        heads = [s for s in queued if self.levels[s] == top]
        total = sum(waiting[s] for s in heads)
        speed = 1.0
        if self.rates is not None and sum(served):
            everyone = sum(served) + sum(waiting)
            speed = self.rates[min(everyone, len(self.rates)) - 1] / sum(served)
        for r, n in enumerate(served):
            if not n:
                continue
            left = (*served[:r], n - 1, *served[r + 1 :])
            rate = n * speed / self.demands[r]
            if not heads:
                out.append((rate, r, (left, waiting)))
            for s in heads:
                rest = (*waiting[:s], waiting[s] - 1, *waiting[s + 1 :])
                out.append((rate * waiting[s] / total, r, (one_more(left, s), rest)))
        return out

    def counts(self, local: Local) -> tuple[int, ...]:
        return tuple(a + b for a, b in zip(*local, strict=True))


@dataclass(frozen=True)
class LocalChain:
    """Transitions of one station; arrivals take their rate from the rest's population."""

    states: int
    source: Index
    target: Index
    pattern: SamePattern
    rate: Array
    arriving: Index
    """Class of an arrival, -1 for departures."""
    absent: Index
    """Population elsewhere before an arrival, as a place in the lattice."""
    counts: Array
    leaving: Array

    def solve(self, rates: Array) -> tuple[Array, Array]:
        """(throughput, mean number) by class with ``rates`` (classes, lattice) of arrivals."""
        p = self.probabilities(rates)
        return p @ self.leaving, p @ self.counts

    def probabilities(self, rates: Array) -> Array:
        """Stationary probabilities of the states with these rates of arrivals."""
        flow = np.where(
            self.arriving < 0, self.rate, rates[np.maximum(self.arriving, 0), self.absent]
        )
        return self.pattern.solve(flow)

    def part(self, population: Index, shape: tuple[int, ...]) -> tuple[LocalChain, Index]:
        """The chain with fewer customers, and what is elsewhere in each of its states."""
        keep: NDArray[np.bool_] = np.all(self.counts <= population, axis=1)
        place = np.cumsum(keep) - 1
        inner = keep[self.source] & keep[self.target]
        full = np.array(shape) - 1
        gone = int(np.ravel_multi_index(tuple(full - population), shape))
        source, target = place[self.source[inner]], place[self.target[inner]]
        counts = self.counts[keep]
        states = len(counts)
        chain = LocalChain(
            states, source, target, SamePattern(states, source, target), self.rate[inner],
            self.arriving[inner], self.absent[inner] - gone, counts, self.leaving[keep],
        )  # fmt: skip
        away = np.ravel_multi_index(tuple((population - counts.astype(np.intp)).T), shape)
        return chain, away


def explore_alone(place: Place, population: tuple[int, ...], most_states: int) -> LocalChain:
    """All states of a station; raises ``TooManyStates``."""
    shape = tuple(n + 1 for n in population)
    index: dict[Local, int] = {place.empty(): 0}
    states = [place.empty()]
    rows: list[tuple[int, int, float, int, int]] = []
    leaving: list[list[float]] = []
    counts: list[tuple[int, ...]] = []
    at = 0
    while at < len(states):
        local = states[at]
        here = place.counts(local)
        counts.append(here)
        gone = int(np.ravel_multi_index([n - h for n, h in zip(population, here, strict=True)],
                                          shape))  # fmt: skip
        out = [0.0] * len(population)
        ways: list[tuple[float, int, Local]] = []
        for rate, r, after in place.leave(local):
            out[r] += rate
            ways.append((rate, -1, after))
        for r, n in enumerate(population):
            if here[r] < n and place.demands[r] > 0:
                ways.append((0.0, r, place.add(local, r)))
        for rate, r, after in ways:
            found = index.get(after)
            if found is None:
                found = len(states)
                if found >= most_states:
                    raise TooManyStates
                index[after] = found
                states.append(after)
            rows.append((at, found, rate, r, gone))
        leaving.append(out)
        at += 1
    source, target, rates, arriving, absent = (np.array(c) for c in zip(*rows, strict=True))
    return LocalChain(
        len(states), source, target, SamePattern(len(states), source, target), rates, arriving,
        absent, np.array(counts, dtype=float), np.array(leaving),
    )  # fmt: skip
