"""All states of several places between which customers move, explored many at a time.

A place knows its *local* states: who is there, and in which order where that matters. A state of
the whole is one local state of each place, written as one number (mixed radix), so that a step of
the search is some array operations on all states found last, whatever the places are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .errors import Cancelled
from .markov import TooManyStates
from .work import stopped

__all__ = [
    "CAPTIVE", "Flow", "Index", "JointStates", "Local", "Lookup", "Served", "Table", "Within",
    "aggregate_table", "explore_jointly", "joint_size", "listed_table", "size_together", "tabulate",
]  # fmt: skip

_LAYER_US, _STATE_US = 200.0, 15.0
"""Of work: a layer of states, and each of them with its part of the solution."""
Local = tuple[Any, ...]
Array = NDArray[np.float64]
Index = NDArray[np.intp]
CAPTIVE = 1e-4
"""Pause of a class that is nowhere else, in demands: a chain needs some."""
_LARGEST = 1 << 62
"""Beyond it a state's number does not fit a machine word; Python's are used, which are slower."""


class Served(Protocol):
    """What a place has to say of its local states."""

    def empty(self) -> Local:
        """Nobody is here."""

    def add(self, local: Local, r: int) -> Local:
        """One more of class ``r``."""

    def leave(self, local: Local) -> list[tuple[float, int, Local]]:
        """(rate, class, local state after) of all completions."""

    def counts(self, local: Local) -> tuple[int, ...]:
        """Number of each class here."""

    def busy(self, local: Local) -> float:
        """Servers at work."""


@dataclass(frozen=True)
class Table:
    """All local states of a place with at most so many of each class, and moves between them."""

    add: Index
    """(classes, states): the state with one more, -1 where that would be too many."""
    first: Index
    """(states + 1): where the completions of each state begin in the next three."""
    rate: Array
    cls: Index
    after: Index
    counts: Index
    """(states, classes)."""
    busy: Array
    leaving: Array
    """(states, classes): rate of all completions."""

    @property
    def states(self) -> int:
        """How many there are; the first is the empty one."""
        return len(self.busy)


@dataclass(frozen=True)
class Flow:
    """Way of a class: the place after each place, or -1 out of the network; arrivals from outside.

    A move to where there are too many already does not take place.
    """

    following: dict[int, int]
    first: int
    arrival_rate_per_s: float = 0.0


@dataclass(frozen=True)
class JointStates:
    """Local states (states, places), and transitions between different states.

    cut_off: states with moves to where there are too many already.
    """

    local: Index
    source: Index
    target: Index
    rate: Array
    cut_off: Index


@dataclass(frozen=True)
class Within:
    """A limit for states: the costs of the local states of every place, together no more than that.

    start: a state (local states) from which others are looked for. Who would move to a state of
    higher cost goes on past that place at once, which leaves product-form networks one (Pittel,
    Mathematics of Operations Research 4(4), 1979: "jump-over"), and the others near to it.
    """

    costs: Sequence[Array]
    most: float
    start: list[int]


class Lookup:
    """Finds rows of small numbers among others."""

    def __init__(self, rows: Index) -> None:
        """Raises ``TooManyStates`` where a machine word does not hold a row."""
        self.radix = rows.max(axis=0) + 1 if len(rows) else np.zeros(rows.shape[1], dtype=np.intp)
        if math.prod(self.radix.tolist()) >= _LARGEST:
            raise TooManyStates
        keys = self._keys(rows)
        self.order = np.argsort(keys)
        self.keys = keys[self.order]

    def _keys(self, rows: Index) -> NDArray[np.int64]:
        keys = np.zeros(len(rows), dtype=np.int64)
        for r, size in enumerate(self.radix.tolist()):
            keys = keys * size + rows[:, r]
        return keys

    def find(self, rows: Index) -> Index:
        """Where they are, -1 where they are not."""
        keys = self._keys(rows)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        known = (self.keys[at] == keys) & ((rows >= 0) & (rows < self.radix)).all(axis=1)
        return np.where(known, self.order[at], -1)


def tabulate(
    place: Served, most_of: Sequence[int], least_of: Sequence[int], most_states: int
) -> Table:
    """List what can be at a place; raises ``TooManyStates``.

    least_of: number of each class that is nowhere else. Where there are fewer, one has just been
    served and comes back before anything else happens.
    """
    index: dict[Local, int] = {place.empty(): 0}
    states = [place.empty()]
    add: list[list[int]] = []
    moves: list[tuple[float, int, int]] = []
    first = [0]
    counts: list[tuple[int, ...]] = []
    leaving = []

    def found(local: Local) -> int:
        at = index.setdefault(local, len(states))
        if at == len(states):
            if at >= most_states:
                raise TooManyStates
            states.append(local)
        return at

    while len(counts) < len(states):
        local = states[len(counts)]
        here = place.counts(local)
        counts.append(here)
        out = [0.0] * len(most_of)
        short = next((r for r, least in enumerate(least_of) if here[r] < least), -1)
        if short < 0:
            for rate, r, after in place.leave(local):
                out[r] += rate
                moves.append((rate, r, found(after)))
        leaving.append(out)
        first.append(len(moves))
        add.append([found(place.add(local, r)) if here[r] < most and short in (-1, r) else -1
                    for r, most in enumerate(most_of)])  # fmt: skip
    return Table(
        np.array(add, dtype=np.intp).T, np.array(first), np.array([m[0] for m in moves]),
        np.array([m[1] for m in moves], dtype=np.intp),
        np.array([m[2] for m in moves], dtype=np.intp), np.array(counts, dtype=np.intp),
        np.array([place.busy(s) for s in states]), np.array(leaving),
    )  # fmt: skip


def aggregate_table(rates: Array, shape: tuple[int, ...]) -> Table:
    """A place that lets each class go at a rate of its own for every population.

    rates: (classes, lattice of ``shape``).
    """
    counts = np.indices(shape).reshape(len(shape), -1)
    states = np.arange(counts.shape[1])
    stride = np.array([math.prod(shape[r + 1 :]) for r in range(len(shape))], dtype=np.intp)
    present = counts > 0
    state, cls = np.nonzero(present.T)
    room = counts < np.array(shape)[:, None] - 1
    return Table(
        np.where(room, states + stride[:, None], -1),
        np.concatenate([[0], np.cumsum(present.sum(axis=0))]), rates[cls, state], cls,
        state - stride[cls], counts.T, present.any(axis=0).astype(float),
        np.where(present, rates, 0.0).T,
    )  # fmt: skip


def listed_table(numbers: Index, leaving: Array) -> Table:
    """A place that lets each class go at a rate of its own for each of these numbers.

    numbers: (rows, classes), the first of them nobody. leaving: (rows, classes).
    """
    lookup = Lookup(numbers)
    one = np.eye(numbers.shape[1], dtype=np.intp)
    before = np.array([lookup.find(numbers - step) for step in one])
    going = np.where((numbers > 0) & (before.T >= 0), leaving, 0.0)
    state, cls = np.nonzero(going)
    moves = np.bincount(state, minlength=len(numbers))
    return Table(
        np.array([lookup.find(numbers + step) for step in one]),
        np.concatenate([[0], np.cumsum(moves)]), going[state, cls], cls, before[cls, state],
        numbers, numbers.any(axis=1).astype(float), going,
    )  # fmt: skip


def joint_size(tables: Sequence[Table], population: Sequence[int]) -> float:
    """Number of states in which everyone is at one of the places."""
    shape = tuple(n + 1 for n in population)

    def told(table: Table) -> Array:
        here = np.zeros(shape)
        np.add.at(here, tuple(table.counts.T), 1.0)
        return here

    return size_together(map(told, tables), population)


def size_together(each: Iterable[Array], population: Sequence[int]) -> float:
    """The same from how many local states each place has by the numbers of each class there."""
    shape = tuple(n + 1 for n in population)
    room, axes = tuple(2 * n + 1 for n in population), range(len(population))
    inside = tuple(slice(0, n) for n in shape)
    ways = np.zeros(shape)
    ways[(0,) * len(shape)] = 1.0
    for here in each:
        both = np.fft.rfftn(ways, room, axes) * np.fft.rfftn(here, room, axes)
        ways = np.fft.irfftn(both, room, axes)[inside]
    return float(ways[tuple(population)])


def explore_jointly(
    tables: Sequence[Table], flows: Sequence[Flow], start: Sequence[int], most_states: int,
    stop: Callable[[], bool] | None = None, within: Within | None = None,
) -> JointStates:  # fmt: skip
    """All states reachable from ``start`` (a local state of each place); breadth first."""
    sizes = [t.states for t in tables]
    kind: type = np.int64 if math.prod(sizes) < _LARGEST else object
    stride = [math.prod(sizes[k + 1 :]) for k in range(len(sizes))]

    def local(keys: NDArray[Any]) -> Index:
        columns = [(keys // step) % size for step, size in zip(stride, sizes, strict=True)]
        return np.array(columns, dtype=np.intp).T

    fresh: NDArray[Any] = np.array(
        [sum(a * b for a, b in zip(start, stride, strict=True))], dtype=kind
    )
    known = fresh
    layers, sources, targets, rates = [], [], [], []
    cut_off: list[Index] = []
    before = 0
    while len(fresh):
        if stopped(stop, _LAYER_US + _STATE_US * len(fresh)):
            raise Cancelled("cancelled")
        at = local(fresh)
        layers.append(at)
        source, to, rate, diverted = _moves(tables, flows, at, fresh, stride, within)
        cut_off.append(diverted + before)
        sources.append(source + before)
        targets.append(to)
        rates.append(rate)
        before += len(fresh)
        to = np.unique(to)
        place = np.minimum(np.searchsorted(known, to), len(known) - 1)
        fresh = to[known[place] != to]
        if before + len(fresh) > most_states:
            raise TooManyStates
        known = np.sort(np.concatenate([known, fresh]))
    states = np.concatenate(layers)
    keys: NDArray[Any] = np.zeros(len(states), dtype=kind)
    for k, step in enumerate(stride):
        keys = keys + states[:, k].astype(kind) * step
    order = np.argsort(keys)
    source, to, rate = (np.concatenate(each) for each in (sources, targets, rates))
    target = order[np.searchsorted(keys[order], to)]
    moved = (source != target) & (rate > 0.0)
    source, target, rate = source[moved], target[moved], rate[moved]
    return JointStates(states, source, target, rate, np.unique(np.concatenate(cut_off)))


def _moves(
    tables: Sequence[Table], flows: Sequence[Flow], at: Index, keys: NDArray[Any],
    stride: Sequence[int], within: Within | None,
) -> tuple[Index, NDArray[Any], Array, Index]:  # fmt: skip
    """(row, number of the state after, rate) of all moves out of the states ``at``.

    Last, rows with moves to where there are too many already: those do not take place, or within
    some cost lead past that place.
    """
    sources, targets, rates, diverted = [], [], [], [np.zeros(0, dtype=np.intp)]
    costs = None if within is None else within.costs
    spent = np.zeros(len(at))
    if costs is not None:
        spent = sum((c[i] for c, i in zip(costs, at.T, strict=True)), spent)

    def put(row: Index, key: NDArray[Any], rate: Array, way: tuple[int, int, int], left: Index,
            cost: Array) -> None:  # fmt: skip
        """Moves of class ``r`` from place ``k``, whose state is ``left`` then, to place ``d``."""
        r, k, d = way
        first = True
        while len(row):
            if d < 0:
                sources.append(row)
                targets.append(key)
                rates.append(rate)
                return
            base = left if d == k else at[row, d]
            added = tables[d].add[r, base]
            fits = added >= 0
            if costs is not None and within is not None:
                more = cost + costs[d][added] - costs[d][base]
                fits &= (more <= within.most) | (d == k)
            step = (added - base).astype(keys.dtype) * stride[d]
            sources.append(row[fits])
            targets.append((key + step)[fits])
            rates.append(rate[fits])
            row, key, rate, left, cost = (x[~fits] for x in (row, key, rate, left, cost))
            if first:
                diverted.append(row)
                first = False
            if within is None:
                return
            d = flows[r].following.get(d, -1)

    for r, flow in enumerate(flows):
        if flow.arrival_rate_per_s > 0.0:
            rows = np.arange(len(at))
            rate = np.full(len(at), flow.arrival_rate_per_s)
            put(rows, keys, rate, (r, -1, flow.first), rows, spent)
    for k, table in enumerate(tables):
        begin = table.first[at[:, k]]
        number = table.first[at[:, k] + 1] - begin
        row = np.repeat(np.arange(len(at)), number)
        move = np.arange(len(row)) - np.repeat(np.cumsum(number) - number - begin, number)
        cls, after = table.cls[move], table.after[move]
        key = keys[row] + (after - at[row, k]).astype(keys.dtype) * stride[k]
        cost = spent[row]
        if costs is not None:
            cost = cost + costs[k][after] - costs[k][at[row, k]]
        for r, flow in enumerate(flows):
            mine = np.flatnonzero(cls == r)
            way = (r, k, flow.following.get(k, -1))
            put(row[mine], key[mine], table.rate[move[mine]], way, after[mine], cost[mine])
    each = np.concatenate(sources), np.concatenate(targets), np.concatenate(rates)
    return *each, np.concatenate(diverted)
