"""One station as a Markov chain of its own, the rest of the network seen through its arrivals.

The rate at which class r comes depends on who is elsewhere, which the numbers here tell. Of a line
it is known who waits, but not in which order within a level: the next to be served is drawn among
them. All states and moves are listed at once, as arrays.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .cyclic_chain import Line, Local, Place, of_so_many, one_more
from .joint_states import Index, Lookup
from .markov import SamePattern, TooManyStates
from .waiting import Array

__all__ = ["Drawn", "LocalChain", "all_numbers", "explore_alone", "patterns"]


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
    """Where the rates of arrivals are told of the state before one."""
    counts: Array
    at: Index
    """Numbers of each state, as a row of those that were told apart."""
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
            self.arriving[inner], self.absent[inner] - gone, counts, self.at[keep],
            self.leaving[keep],
        )  # fmt: skip
        away = np.ravel_multi_index(tuple((population - counts.astype(np.intp)).T), shape)
        return chain, away


def all_numbers(most: tuple[int, ...]) -> Index:
    """All numbers of each class up to these, (rows, classes)."""
    return np.indices(tuple(n + 1 for n in most)).reshape(len(most), -1).T


def patterns(place: Place, total: Index) -> int:
    """In how many ways the servers can be occupied, at most, by whoever is here."""
    if not isinstance(place, Line):
        return 1
    classes = sum(1 for d in place.demands if d > 0.0)
    servers = int(min(place.servers, int(total.max(initial=0))))
    return math.comb(servers + max(classes, 1) - 1, max(classes, 1) - 1)


def explore_alone(place: Place, numbers: Index, absent: Index, most_states: int) -> LocalChain:
    """All states of a station with these numbers of each class; raises ``TooManyStates``.

    numbers: (rows, classes); with any of them those of one customer less. absent: for every row,
    where the rates of arrivals are told.
    """
    classes = numbers.shape[1]
    row, served = _served(place, numbers, most_states)
    counts = numbers[row]
    lookup = Lookup(np.hstack([counts, served]))
    sources, targets, rates, arriving = [], [], [], []
    leaving = np.zeros((len(row), classes))

    def put(of: Index, after: Index, rate: Array, cls: int) -> None:
        """Moves out of the states ``of``; those to other numbers do not take place."""
        to = lookup.find(after)
        here = to >= 0
        sources.append(of[here])
        targets.append(to[here])
        rates.append(rate[here])
        arriving.append(np.full(int(here.sum()), cls))

    for rate, r, of, after in _departures(place, counts, served):
        np.add.at(leaving[:, r], of, rate)
        put(of, after, rate, -1)
    everyone = np.arange(len(row))
    for r in np.flatnonzero(np.array(place.demands) > 0.0).tolist():
        after = np.hstack([counts, served])
        after[:, r] += 1
        if served.shape[1]:
            after[served.sum(axis=1) < place.servers, classes + r] += 1
        put(everyone, after, np.zeros(len(row)), r)
    source, target, cls = (np.concatenate(each) for each in (sources, targets, arriving))
    return LocalChain(
        len(row), source, target, SamePattern(len(row), source, target), np.concatenate(rates),
        cls, absent[row[source]], counts.astype(float), row, leaving,
    )  # fmt: skip


def _served(place: Place, numbers: Index, most_states: int) -> tuple[Index, Index]:
    """Rows of ``numbers`` and, of a line, whom its servers have: all states."""
    rows = np.arange(len(numbers))
    if not isinstance(place, Line):
        if len(rows) > most_states:
            raise TooManyStates
        return rows, np.zeros((len(rows), 0), dtype=np.intp)
    few = numbers.sum(axis=1) <= place.servers
    found, served = [rows[few]], [numbers[few]]
    many, count = rows[~few], int(few.sum())
    if len(many):
        for pattern in of_so_many(int(place.servers), numbers.max(axis=0)):
            fits = many[(numbers[many] >= pattern).all(axis=1)]
            count += len(fits)
            if count > most_states:
                raise TooManyStates
            found.append(fits)
            served.append(np.repeat(pattern[None].astype(np.intp), len(fits), axis=0))
    if count > most_states:
        raise TooManyStates
    return np.concatenate(found), np.concatenate(served)


def _departures(
    place: Place, counts: Index, served: Index
) -> Iterator[tuple[Array, int, Index, Index]]:
    """(rates, class, states, what is in them afterwards) of all completions."""
    classes = counts.shape[1]
    if not isinstance(place, Line):
        done = place.completions(counts)
        for r in range(classes):
            of = np.flatnonzero(done[:, r] > 0.0)
            after = counts[of]
            after[:, r] -= 1
            yield done[of, r], r, of, after
        return
    waiting = counts - served
    levels = np.array(place.levels)
    top = np.where(waiting > 0, levels, levels.max() + 1).min(axis=1)
    heads = waiting * (levels == top[:, None])
    ahead = heads.sum(axis=1)
    speed = place.speeds(counts.sum(axis=1)) / np.maximum(served.sum(axis=1), 1)
    whole = np.hstack([counts, served])
    for r in np.flatnonzero(np.array(place.demands) > 0.0).tolist():
        rate = served[:, r] * speed / place.demands[r]
        of = np.flatnonzero((served[:, r] > 0) & (ahead == 0))
        after = whole[of]
        after[:, [r, classes + r]] -= 1
        yield rate[of], r, of, after
        for s in range(classes):
            of = np.flatnonzero((served[:, r] > 0) & (heads[:, s] > 0))
            after = whole[of]
            after[:, [r, classes + r]] -= 1
            after[:, classes + s] += 1
            yield rate[of] * heads[of, s] / ahead[of], r, of, after
