"""How many others a single task can meet at servers that are shared, by what they ask for there.

Pools let only so many in. But of work that asks for next to nothing hardly anybody is ever there,
however many its pool would let in: counted by what each source of work asks for, as those of so
many sources as ask for as much each. Of one pool of ready tasks that has nearly all of the work
that is the pool; of several alike it is all of them. Sources are alike in so far as what is asked
for by one of those they let in is the same, r of it in the ratio of the less to the more: with p
the share of the work and n those let in,

    sum of p_i (sum of n_j r_ij) / sum of p_i p_j r_ij.

So what is in two parts, each with half of the work and half of the pool, counts as it did whole.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.queueing.installation.declared import Array, InstallationNetwork

Ints = npt.NDArray[np.intp]

MOST_FEW = 16.0
"""Threads of a pool up to which each is one that comes and goes, as single tasks (`singles`)."""
MOST_COUNTED = 4096.0
"""Beyond the servers, of alike sources (see `singles`)."""
_SOME_COUNTED = 32.0
"""Of sources that cannot fill the servers."""
_FULL = 1e-9
_AT_ONCE = 500_000
"""Pairs of sources that are compared at once, of all variants."""


@dataclass(frozen=True)
class Sources:
    """Sources of work at stations: by the innermost pool that need not be full, or the chain.

    pool: of each arc the arc of that pool, -1 without one. order, starts: arcs by source; of:
    source of each arc. station_starts: sources by station, side by side; at: station of each
    source, counted among those that have any. by, beside, beside_starts: pairs of a source and one
    of its station, by the former.
    """

    pool: Ints
    order: Ints
    starts: Ints
    of: Ints
    station_starts: Ints
    at: Ints
    by: Ints
    beside: Ints
    beside_starts: Ints

    @classmethod
    def declared(cls, net: InstallationNetwork) -> Sources:
        """From what is declared."""
        pool, keys = [], []
        for arc in net.arcs:
            idling = [h for h in arc.within if net.stations[net.arcs[h].station].idles]
            pool.append(idling[-1] if idling else -1)
            via = net.arcs[idling[-1]].station if idling else -1 - arc.chain
            keys.append((arc.station, via))
        sources = sorted(set(keys))
        of = _places(keys, sources)
        order = np.argsort(of, kind="stable")
        stations = [station for station, _ in sources]
        at = _places(stations, sorted(set(stations)))
        beside = [np.flatnonzero(at == place) for place in at.tolist()]
        many = np.array([len(one) for one in beside], dtype=np.intp)
        return cls(
            np.array(pool, dtype=np.intp),
            order,
            np.searchsorted(of[order], np.arange(len(sources))),
            of,
            np.searchsorted(at, np.arange(len(set(stations)))),
            at,
            np.repeat(np.arange(len(at)), many),
            np.concatenate([np.zeros(0, dtype=np.intp), *beside]),
            np.cumsum(many) - many,
        )

    def most(self, servers: Array, copies: Array, people: Array, asked: Array) -> Array:
        """Of each arc (V, A) the most others that a single task meets at its station.

        servers, copies: of the arcs' stations; people: of their chains; asked: servers that they
        ask for. What is not asked for is not counted; infinite where nothing is, or some
        is not known (NaN).
        """
        pools = np.where(self.pool >= 0, (servers * copies)[:, self.pool], np.inf)
        first = self.order[self.starts]
        few = (pools <= MOST_FEW) & (pools == np.trunc(pools))
        asked = self._sums(np.where(few, 0.0, asked))
        room = np.minimum(pools[:, first], self._sums(people))
        room = np.where(asked > 0.0, room, 0.0)
        some = max(_AT_ONCE // max(len(self.by), 1), 1)
        lows = range(0, len(asked), some)
        alike = [self._alike(asked[low : low + some], room[low : low + some]) for low in lows]
        inside, squares = (np.concatenate(rows) for rows in zip(*alike, strict=True))
        counted = self._counted(squares, room, servers[:, first])
        each = np.concatenate([asked, asked * squares, asked * np.minimum(inside, counted)])
        whole, squares, inside = np.split(np.add.reduceat(each, self.station_starts, axis=1), 3)
        some = (squares > 0.0) & np.isfinite(inside)
        found = np.where(some, whole * inside / np.where(some, squares, 1.0), np.inf)
        most: Array = np.maximum(found, 1.0)[:, self.at[self.of]]
        return most

    def full(self, threads: Array, taken: Array) -> Array:
        """How full the pools are that arcs are under, (V, A) (`fullness`); of their stations how
        many servers there are and how many of them are taken."""
        many = np.where(self.pool >= 0, threads[:, self.pool], np.inf)
        return fullness(many, taken[:, self.pool])

    def _counted(self, asked: Array, room: Array, servers: Array) -> Array:
        """How many of alike sources there are at most: as many as their work keeps at the servers
        beside as many of all as may be, and some beyond the servers in any case."""
        every = np.add.reduceat(room, self.station_starts, axis=1)[:, self.at]
        full = asked >= servers * (1.0 - _FULL)
        with np.errstate(invalid="ignore"):
            kept = asked / np.where(full, 1.0, servers - asked) * every
        kept = np.where(full, np.inf, np.where(asked > 0.0, kept, 0.0))
        whole = np.ceil(servers)
        found: Array = whole + np.minimum(np.maximum(kept - whole, _SOME_COUNTED), MOST_COUNTED)
        return found

    def _alike(self, asked: Array, room: Array) -> tuple[Array, Array]:
        """Those let in by sources alike to each, and what these ask for."""
        own, other = self.by, self.beside
        each = asked / np.where(asked > 0.0, room, 1.0)
        least, most = (of(each[:, own], each[:, other]) for of in (np.minimum, np.maximum))
        # Without a limit nobody is alike but others without one.
        ratio = np.where(most > 0.0, least / np.where(most > 0.0, most, 1.0), 1.0)
        ratio = np.where((asked[:, own] > 0.0) & (asked[:, other] > 0.0), ratio, 0.0)
        there = np.where(ratio > 0.0, room[:, other], 0.0) * ratio
        sums = np.concatenate([there, asked[:, other] * ratio])
        inside, squares = np.split(np.add.reduceat(sums, self.beside_starts, axis=1), 2)
        return inside, squares

    def _sums(self, columns: Array) -> Array:
        found: Array = np.add.reduceat(columns[:, self.order], self.starts, axis=1)
        return found


def fullness(threads: Array, taken: Array) -> Array:
    """How likely all threads of a pool are taken, of so many that are on average: by that much less
    their number varies than that of what comes at random does."""
    return all_taken(np.minimum(taken / threads, 1.0), threads)


def all_taken(use: Array, servers: Array) -> Array:
    """How likely all servers of so much use are taken (H. Sakasegawa, Annals of the Institute of
    Statistical Mathematics 29, 1977)."""
    found: Array = use ** (np.sqrt(2.0 * (servers + 1.0)) - 1.0)
    return found


def random_part(steady: Array) -> Array:
    """What counts of laws of others who come at random, by the part of their work that pools do
    that are full: none from half of it."""
    found: Array = np.maximum(1.0 - 2.0 * steady, 0.0)
    return found


def _places(keys: Sequence[Hashable], among: Sequence[Hashable]) -> Ints:
    where = {key: place for place, key in enumerate(among)}
    return np.array([where[key] for key in keys], dtype=np.intp)
