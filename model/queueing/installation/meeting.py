"""How many customers can be at one copy of a station at the same time.

They come from their chains, or through the servers that hold them, and never more than these can
let through. Who meets all copies in turn can be at any of them; the others have their own. Who
comes through whom does not depend on numbers, and is listed once for networks of one shape: in
rounds, those behind pools after those pools.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.queueing.installation.declared import Array, InstallationNetwork

Ints = npt.NDArray[np.intp]

_SMALL = 1e-9


class _Place(NamedTuple):
    """Levels of a station up to a top one; pools that are taken to be endless, by their station."""

    station: int
    top: int
    endless: frozenset[int] = frozenset()


class _Source(NamedTuple):
    """Arcs that come to a place by the same chain, or through the same pool."""

    arcs: list[int]
    chain: int | None
    pool: int | None


class Met(NamedTuple):
    """What the customers that can meet follow from.

    servers, copies: by station, (V, stations). customers: by chain, all copies of it together, (V,
    chains). spread, thread_spread: by arc, how many copies a customer, and a thread, meets in turn.
    """

    servers: Array
    copies: Array
    customers: Array
    spread: Array
    thread_spread: Array


class _Lists:
    """Lists of columns, of which some may be empty."""

    def __init__(self, lists: Iterable[Sequence[int]]) -> None:
        flat: list[int] = []
        starts: list[int] = []
        for one in lists:
            starts.append(len(flat))
            flat.extend(one or [-1])
        self._flat, self._starts = np.array(flat, np.intp), np.array(starts, np.intp)

    def sums(self, columns: Array) -> Array:
        """Of columns of which the last one is of zeros."""
        found: Array = np.add.reduceat(columns.take(self._flat, axis=1), self._starts, axis=1)
        return found

    def most(self, columns: Array) -> Array:
        """Of lists of which none is empty."""
        found: Array = np.maximum.reduceat(columns.take(self._flat, axis=1), self._starts, axis=1)
        return found


@dataclass(frozen=True)
class _Round:
    """Places whose sources are all known, and what comes to them, source by source.

    spreads: arcs of each source, those of threads after all the others. here: its station.
    direct, chain: the sources that are chains. held, pool, behind, endless: those that come through
    pools, the pool's station, its place, and whether it counts as endless.
    """

    places: Ints
    sources: _Lists
    chains: _Lists
    spreads: _Lists
    here: Ints
    direct: Ints
    chain: Ints
    held: Ints
    pool: Ints
    behind: Ints
    endless: npt.NDArray[np.bool_]


class Meeting:
    """The places of a network, and who comes to them."""

    def __init__(
        self,
        net: InstallationNetwork,
        station: Ints,
        level: Ints,
        groups: Sequence[int],
        ready: frozenset[int],
    ) -> None:
        """groups: an arc of each group of `Structure.conserved`; ready: stations of pools that hold
        them back."""
        self._net, self._station, self._level = net, station.tolist(), level.tolist()
        self._arcs: dict[int, list[int]] = {}
        for arc, at in enumerate(self._station):
            self._arcs.setdefault(at, []).append(arc)
        self._places: dict[_Place, int] = {}
        self._rounds_of: dict[_Place, int] = {}
        every = list(zip(self._station, self._level, strict=True))
        own = [self._place(_Place(at, top)) for at, top in every]
        less = [self._place(_Place(at, top - 1)) if top else -1 for at, top in every]
        held = [self._place(_Place(*every[arc], ready)) for arc in groups]
        self._own, self._less, self._groups = (np.array(n, np.intp) for n in (own, less, held))
        rounds: dict[int, list[_Place]] = {}
        for place, number in self._rounds_of.items():
            rounds.setdefault(number, []).append(place)
        self._rounds = [self._round(rounds[number]) for number in sorted(rounds)]
        del self._net, self._arcs

    def _sources(self, place: _Place) -> list[_Source]:
        found: dict[tuple[int | None, int | None], _Source] = {}
        for arc in self._arcs[place.station]:
            if self._level[arc] <= place.top:
                within, chain = self._net.arcs[arc].within, self._net.arcs[arc].chain
                key = (None, self._station[within[-1]]) if within else (chain, None)
                found.setdefault(key, _Source([], *key)).arcs.append(arc)
        return list(found.values())

    def _place(self, place: _Place) -> int:
        """Its number; what is before it has one as well."""
        if place not in self._places:
            before = [_Place(s.pool, 0) for s in self._sources(place) if s.pool is not None]
            for one in before:
                self._place(one)
            rounds = [self._rounds_of[one] for one in before]
            self._places[place] = len(self._places)
            self._rounds_of[place] = max(rounds, default=-1) + 1
        return self._places[place]

    def _round(self, places: Sequence[_Place]) -> _Round:
        each = [(place, source) for place in places for source in self._sources(place)]
        by_place: dict[_Place, list[int]] = {place: [] for place in places}
        for number, (place, _) in enumerate(each):
            by_place[place].append(number)
        arcs = len(self._station)
        held = [n for n, (_, source) in enumerate(each) if source.pool is not None]
        pools = [(place, source.pool) for place, source in each if source.pool is not None]
        chains = [source.chain for _, source in each if source.chain is not None]
        return _Round(
            np.array([self._places[place] for place in places], np.intp),
            _Lists(by_place.values()),
            _Lists(sorted(self._chains(each[n][1] for n in own)) for own in by_place.values()),
            _Lists([a + arcs * (s.pool is not None) for a in s.arcs] for _, s in each),
            np.array([place.station for place, _ in each], np.intp),
            np.array([n for n in range(len(each)) if n not in {*held}], np.intp),
            np.array(chains, np.intp),
            np.array(held, np.intp),
            np.array([pool for _, pool in pools], np.intp),
            np.array([self._places[_Place(pool, 0)] for _, pool in pools], np.intp),
            np.array([pool in place.endless for place, pool in pools], bool),
        )

    def _chains(self, sources: Iterable[_Source]) -> set[int]:
        return {self._net.arcs[arc].chain for source in sources for arc in source.arcs}

    def limits(self, met: Met) -> tuple[Array, Array, Array]:
        """Customers that can meet at a copy, in whole numbers.

        (V, arcs) of an arc's level and those before it, and one more than those of the levels
        before it alone; (V, groups) of the groups, were pools of ready tasks endless.
        """
        customers = self._most(met)
        less = np.where(self._less < 0, 0.0, customers.take(self._less, axis=1))
        own, groups = (customers.take(at, axis=1) for at in (self._own, self._groups))
        return _whole(own), np.ceil(less - _SMALL) + 1.0, _whole(groups)

    def _most(self, met: Met) -> Array:
        """(V, places) at one copy."""
        count = len(met.servers)
        every, one = np.zeros((2, count, len(self._places)))
        spreads = np.concatenate([met.spread, met.thread_spread], axis=1)
        none = np.zeros((count, 1))
        customers = np.concatenate([met.customers, none], axis=1)
        for now in self._rounds:
            here = met.copies.take(now.here, axis=1)
            come, beside = np.zeros((2, count, len(now.here) + 1))
            come[:, now.direct] = of_chains = met.customers.take(now.chain, axis=1)
            beside[:, now.direct] = of_chains / here.take(now.direct, axis=1)
            copies = met.copies.take(now.pool, axis=1)
            servers = np.where(now.endless, np.inf, met.servers.take(now.pool, axis=1))
            come[:, now.held] = np.minimum(servers * copies, every.take(now.behind, axis=1))
            of_copies = np.minimum(servers, one.take(now.behind, axis=1))
            beside[:, now.held] = copies / here.take(now.held, axis=1) * of_copies
            at_one = np.minimum(beside, come)
            everywhere = now.spreads.most(spreads) > 1.0
            at_one[:, :-1] = np.where(everywhere, come[:, :-1], at_one[:, :-1])
            everyone = now.chains.sums(customers)
            every[:, now.places] = np.minimum(now.sources.sums(come), everyone)
            one[:, now.places] = np.minimum(now.sources.sums(at_one), everyone)
        return one


def _whole(customers: Array) -> Array:
    found: Array = np.ceil(np.maximum(customers, 1.0) - _SMALL)
    return found
