"""From declarations to arrays: who meets whom, who holds whom, and which wait tables apply."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from model.queueing.installation.company import Sources
from model.queueing.installation.conservation import Conserved
from model.queueing.installation.declared import Array, InstallationNetwork, Value
from model.queueing.installation.fed import Fed
from model.queueing.installation.lesser import Lesser
from model.queueing.installation.meeting import Meeting, Met
from model.queueing.installation.singles import Group, groups_of
from model.queueing.installation.slow_company import Pools, pools_of
from model.queueing.installation.threads import POINTS, own_times_servers
from model.queueing.waiting import WaitTable, wait_table, widened

Ints = npt.NDArray[np.intp]
Number = TypeVar("Number", bound=np.generic)

_CROWD = 8.0
_CROWD_MORE = 60.0
"""More customers than so many times the servers, and so many more, wait as endlessly many do."""
_ENDLESS = 1 << 30
_GRID_STEP = 1.1
"""Customers beyond twice the servers are rounded up to a grid, so that tables are shared."""
_SERVER_DIGITS = 6
# Servers a table is made for as they are.
_MOST_TABLED = 1024.0
_SMALL = 1e-9


_SMALL_ENOUGH = 128
"""Columns up to which sums are products with ones and zeros, faster than those of segments."""


def picked(columns: npt.NDArray[Number], places: Ints) -> npt.NDArray[Number]:
    """``columns[:, places]``, faster."""
    return columns.take(places, 1)


def copied(rows: Array, count: int) -> Array:
    """A copy; of a single row, so many."""
    return rows.copy() if len(rows) == count else np.repeat(rows, count, axis=0)


class Sums:
    """Sums over groups of columns, given back to every column of the group."""

    def __init__(self, groups: Sequence[object], order: Sequence[object] = ()) -> None:
        """order: of the groups; as they come where that is not given."""
        names: dict[object, int] = {name: place for place, name in enumerate(order)}
        self.index: Ints = np.array(
            [names.setdefault(g, len(names)) for g in groups], dtype=np.intp
        )
        self.order: Ints = np.argsort(self.index, kind="stable")
        self.starts: Ints = np.searchsorted(self.index[self.order], np.arange(len(names)))
        self.plain = len(names) == len(groups)
        self.first: Ints = self.order[self.starts]
        """A column of each group."""
        self._in_order = bool((np.diff(self.order) > 0).all())
        self._is_small = len(groups) <= _SMALL_ENOUGH
        if self._is_small:
            self._in = (self.index[:, None] == np.arange(len(names))).astype(float)
            self._with = self._in @ self._in.T

    def groups(self, columns: Array) -> Array:
        """(V, groups)."""
        if self._is_small:
            found: Array = columns @ self._in
        else:
            side_by_side = columns if self._in_order else picked(columns, self.order)
            found = np.add.reduceat(side_by_side, self.starts, axis=1)
        return found

    def __call__(self, columns: Array) -> Array:
        """(V, columns): for each column the sum over its group."""
        if self.plain:
            return columns
        if self._is_small:
            found: Array = columns @ self._with
            return found
        return picked(self.groups(columns), self.index)


class Listed:
    """Sums over lists of columns, such as the arcs that run within each software arc."""

    def __init__(self, inside: Sequence[Sequence[int]]) -> None:
        # reduceat needs at least one column for each: an empty list takes a column of zeros.
        flat: list[int] = []
        starts = []
        for arcs in inside:
            starts.append(len(flat))
            flat.extend(arcs if arcs else [-1])
        self._flat: Ints = np.array(flat, dtype=np.intp)
        self._starts: Ints = np.array(starts, dtype=np.intp)
        self._in: dict[int, Array] = {}

    def __call__(self, columns: Array) -> Array:
        """(V, lists); `columns` is (V, arcs + 1) with zeros last where a list may be empty."""
        count = columns.shape[1]
        if count <= _SMALL_ENOUGH:
            if count not in self._in:
                self._in[count] = self._as_product(count)
            found: Array = columns @ self._in[count]
        else:
            found = np.add.reduceat(picked(columns, self._flat), self._starts, axis=1)
        return found

    def _as_product(self, columns: int) -> Array:
        lists = np.repeat(np.arange(len(self._starts)), np.diff([*self._starts, len(self._flat)]))
        found = np.zeros((columns, len(self._starts)))
        np.add.at(found, (self._flat, lists), 1.0)
        return found


@dataclass(frozen=True)
class Holders:
    """What arcs run within: a place for each holder of each arc, in the order of the arcs."""

    arc: Ints
    by: Ints
    """The arc that holds."""
    first: Ints
    """Of each held arc, its first place here."""
    held: Ints
    """The arcs that are held at all."""
    own_thread: Listed
    """What comes through servers of the same pool, up to the arc's level."""
    idling: Ints
    """Places here where not all servers of the pool need be taken."""
    queued: Ints
    """Of these, the places of pools that hold nothing but what one station of hardware serves."""
    ranked: Ints
    """Places here of arcs that have a higher level before them."""
    ranked_first: Ints
    """Of each arc that is held and ranked, its first place among those."""
    ranked_held: Ints
    """Its place among the ranked arcs."""

    @cached_property
    def idling_by(self) -> Ints:
        """The arcs that hold those at `idling`."""
        return self.by[self.idling]

    @cached_property
    def queued_arc(self) -> Ints:
        """The arcs at `queued`."""
        return self.arc[self.queued]

    @cached_property
    def queued_by(self) -> Ints:
        """The arcs that hold them."""
        return self.by[self.queued]

    @classmethod
    def of(cls, net: InstallationNetwork, station: Ints, level: Ints, ranked: Ints) -> Holders:
        """From what is declared."""
        pairs = [(place, by) for place, a in enumerate(net.arcs) for by in a.within]
        arc = np.array([place for place, _ in pairs], dtype=np.intp)
        by = np.array([by for _, by in pairs], dtype=np.intp)
        held, first = np.unique(arc, return_index=True)
        through: dict[tuple[int, int], list[int]] = {}
        for place, holder in pairs:
            through.setdefault((int(station[place]), int(station[holder])), []).append(place)
        alike = [
            [o for o in through[int(station[place]), int(station[holder])]
             if level[o] <= level[place]]
            for place, holder in pairs
        ]  # fmt: skip
        idling = np.flatnonzero([net.stations[int(station[holder])].idles for _, holder in pairs])
        inside: dict[int, set[int]] = {}
        for place, holder in pairs:
            inside.setdefault(int(station[holder]), set()).add(int(station[place]))
        queued = [
            place
            for place in idling.tolist()
            if len(inside[int(station[by[place]])]) == 1
            and not net.stations[int(station[arc[place]])].software
        ]
        among = np.flatnonzero(level[arc] > 0) if len(arc) else arc
        ranked_held, ranked_first = np.unique(
            np.searchsorted(ranked, arc[among]), return_index=True
        )
        return cls(arc, by, first, held, Listed(alike), idling, np.array(queued, dtype=np.intp),
                   among, ranked_first, ranked_held)  # fmt: skip


@dataclass(frozen=True)
class Structure:
    """What does not depend on numbers: index vectors and group sums over arcs."""

    station: Ints
    chain: Ints
    software: Ints
    """Places of the software arcs."""
    inside: Listed
    depth: int
    chains: int
    level: Ints
    """Level of an arc at its station; 0 where the station serves one level only."""
    ranked: Ints
    """Places of the arcs that have a higher level before them at their station."""
    at_station: Sums
    at_chain: Sums
    by_level: Sums
    before: Ints
    """For each arc the place, among the groups of `by_level` in their order, of its station's first
    group."""
    levels_behind: Ints
    """How many levels come after each of these groups at its station."""
    own_customer: Sums | Listed
    """What comes of the same chain, up to an arc's level."""
    holders: Holders
    shared: Ints
    """Places of the arcs at hardware that somebody else uses as well."""
    same_work: Sums
    """By station, level and chain."""
    at_software: Sums
    """Of the software arcs: by station."""
    conserved: Conserved
    singles: tuple[Group, ...]
    """Where single tasks may share servers."""
    slow: Pools | None
    """Pools whose company at the servers may change slowly."""
    sources: Sources
    meeting: Meeting
    lesser: Lesser | None
    """Levels behind others."""
    fed: Fed | None
    """Few threads among these that work comes to."""

    @cached_property
    def chains_of_arcs(self) -> Ints:
        """The chains that have arcs, as `at_chain` has them."""
        found = np.zeros(len(self.at_chain.starts), dtype=np.intp)
        found[self.at_chain.index] = self.chain
        return found

    @cached_property
    def _at(self) -> dict[int, Ints]:
        return {
            place: np.flatnonzero(self.station == place) for place in set(self.station.tolist())
        }

    @cached_property
    def ranked_holders(self) -> Ints:
        """Of each holder of ranked arcs, the place of its arc among these."""
        found: Ints = np.searchsorted(self.ranked, self.holders.arc[self.holders.ranked])
        return found

    def at(self, station: int) -> Ints:
        """The arcs at a station."""
        return self._at.get(station, np.zeros(0, dtype=np.intp))


@dataclass(frozen=True)
class Numbers:
    """Values of V variants by arc, (V, A), or by chain, (V, C)."""

    demand: Array
    visits: Array
    servers: Array
    copies: Array
    chain_copies: Array
    thread_share: Array
    """One server of what its pool has at a station, by holder, (V, holders)."""
    customer_share: Array
    row: Ints
    """Row of the stacked tables; -1 a single server, -2 a delay."""
    others: Array
    """Most others than the one who comes that can be at an arc's station, up to its level."""
    inside: Array
    """Most others that a single task meets at an arc's station (`company`)."""
    row_below: Ints
    others_below: Array
    """Most of the levels before it."""
    row_group: Ints
    """Of the groups of `Structure.conserved`, as if no pool of ready tasks held anybody back."""
    row_idling: Ints
    """Row of `Tables.own` for the holders whose pools need not be full, (V, idling)."""
    one_queue: npt.NDArray[np.bool_]
    """Of `Holders.queued`: that it is one queue that is held, and more than is served at once."""
    population: Array
    think: Array
    per_rate: Array
    """1 / rate of the source; 0 without one."""
    growth: Array
    """(population - 1) / population."""
    away: Array
    """Seconds between two visits for which a customer is elsewhere, without waits; of the ranked
    arcs, (V, ranked)."""
    beyond: Array
    """Seconds a cycle that are waited for servers because their company changes slowly, by arc;
    without columns where there are none (`slow_company`)."""
    behind: Array
    """How many times its service the work of each group of `Structure.lesser` takes, of those who
    are elsewhere now and then and, after those, of the others, 0 where that is not known; then how
    far that counts; then both of the pools of `Structure.fed`. Without columns where nothing is
    known (`lesser`)."""
    stays: Array
    """What part of an arc's work is of the others; where `behind` has columns."""

    def take(self, rows: Ints) -> Numbers:
        """Some of the variants, in their order."""
        if len(rows) == len(self.row):
            return self
        return Numbers(*(getattr(self, name)[rows] for name in Numbers.__dataclass_fields__))


@dataclass(frozen=True)
class Tables:
    """Stacked wait tables."""

    value: Array
    slope: Array
    step: Array
    top: Array
    asymptote: Array
    width: int
    own: Array
    """What is a thread's own, by pool (see `threads`), (rows, points)."""


_STRUCTURES: dict[Hashable, Structure] = {}
_MOST_STRUCTURES = 64


def structure_of(net: InstallationNetwork) -> Structure:
    """Index vectors and groups of a network; those of the latest shapes are kept."""
    shape = net.shape
    found = _STRUCTURES.get(shape)
    if found is None:
        if len(_STRUCTURES) >= _MOST_STRUCTURES:
            _STRUCTURES.clear()
        found = _STRUCTURES[shape] = _structure(net)
    return found


def _structure(net: InstallationNetwork) -> Structure:
    arcs = net.arcs
    station = np.array([a.station for a in arcs], dtype=np.intp)
    chain = np.array([a.chain for a in arcs], dtype=np.intp)
    soft = [net.stations[a.station].software for a in arcs]
    software = np.flatnonzero(soft).astype(np.intp)
    inside: dict[int, list[int]] = {int(place): [] for place in software}
    for place, arc in enumerate(arcs):
        for outer in arc.within:
            inside[outer].append(place)
    depth = max((len(arcs[place].within) for place in software), default=0) + 1
    levels: dict[int, set[int]] = {}
    for arc, is_held in zip(arcs, soft, strict=True):
        levels.setdefault(arc.station, set()).add(0 if is_held else arc.level)
    order = {place: sorted(found) for place, found in levels.items()}
    level = np.array(
        [
            0 if is_held or len(order[a.station]) == 1 else order[a.station].index(a.level)
            for a, is_held in zip(arcs, soft, strict=True)
        ],
        dtype=np.intp,
    )
    # Groups of a station and level, those of a station side by side and in order of their level.
    ranks = sorted(set(zip(station.tolist(), level.tolist(), strict=True)))
    places = {rank: place for place, rank in enumerate(ranks)}
    first: dict[int, int] = {}
    for (where, _), place in places.items():
        first.setdefault(where, place)
    last = dict(ranks)
    by_level = Sums(list(zip(station.tolist(), level.tolist(), strict=True)), ranks)
    ranked = np.flatnonzero(level > 0).astype(np.intp)
    holders = Holders.of(net, station, level, ranked)
    conserved = Conserved.of(net, station, level, holders.arc[holders.queued].tolist())
    ready = frozenset(station[holders.queued_by].tolist())
    lesser = Lesser.of(net, station, level, by_level.index, holders.arc)
    return Structure(
        station,
        chain,
        software,
        Listed([inside[int(place)] for place in software]),
        depth,
        len(net.chains),
        level,
        ranked,
        Sums(station.tolist()),
        Sums(chain.tolist()),
        by_level,
        np.array([first[int(where)] for where in station], dtype=np.intp),
        np.array([last[where] - rank for where, rank in ranks], dtype=np.intp),
        _upto(station, level, chain.tolist()),
        holders,
        np.array(
            [
                k
                for k, a in enumerate(arcs)
                if not soft[k] and any(b.station == a.station for b in arcs if b is not a)
            ],
            dtype=np.intp,
        ),
        Sums(list(zip(station.tolist(), level.tolist(), chain.tolist(), strict=True))),
        Sums([int(station[place]) for place in software]),
        conserved,
        groups_of(net, level, software),
        pools_of(net, level),
        Sources.declared(net),
        Meeting(net, station, level, conserved.one.tolist(), ready),
        lesser,
        Fed.of(net, lesser, level),
    )


def _upto(station: Ints, level: Ints, source: Sequence[int]) -> Sums | Listed:
    """For each arc, the arcs of its station and source up to its level."""
    keys = list(zip(station.tolist(), source, strict=True))
    if not level.any():
        return Sums(keys)
    together: dict[tuple[int, int], list[int]] = {}
    for place, key in enumerate(keys):
        together.setdefault(key, []).append(place)
    return Listed(
        [
            [other for other in together[key] if level[other] <= level[place]]
            for place, key in enumerate(keys)
        ]
    )


def numbers_of(net: InstallationNetwork, shape: Structure) -> tuple[Numbers, Tables]:
    """Values of all variants, and the wait tables they need."""
    count = net.variants

    def stacked(values: Sequence[Value]) -> Array:
        found = np.empty((count, len(values)))
        for place, value in enumerate(values):
            found[:, place] = value
        return found

    arcs, at = net.arcs, shape.station
    servers = stacked([s.servers for s in net.stations])
    copies = stacked([s.copies for s in net.stations])
    population = stacked([c.population for c in net.chains])
    chain_copies = stacked([c.copies for c in net.chains])
    rate = stacked([c.rate_per_s for c in net.chains])
    spread = np.maximum(stacked([a.spread for a in arcs]), 1.0)
    holders = shape.holders
    pool = at[holders.by]
    thread_spread = np.maximum(stacked([a.thread_spread for a in arcs]), 1.0)
    thread_share = 1.0 / (copies[:, pool] * servers[:, pool] * thread_spread[:, holders.arc])
    held = servers[:, pool[holders.idling]]
    below, above = at[holders.arc[holders.queued]], pool[holders.queued]
    one_queue = copies[:, below] == copies[:, above]
    one_queue &= servers[:, above] > servers[:, below]
    customers = np.maximum(population, 1.0)[:, shape.chain] * chain_copies[:, shape.chain]
    customers_of = (population[:, shape.chain], chain_copies[:, shape.chain])
    here = servers[:, at]
    total = population * chain_copies
    rows, others, tables = _looked_up(
        shape, Met(servers, copies, total, spread, thread_spread), held
    )
    with np.errstate(divide="ignore"):
        per_rate = 1.0 / rate
    demand, visits = stacked([a.demand_s for a in arcs]), stacked([a.visits for a in arcs])
    pause = stacked([c.think_s for c in net.chains])
    return (
        Numbers(
            demand,
            visits,
            here,
            copies[:, at],
            chain_copies[:, shape.chain],
            thread_share,
            1.0 / (customers * spread),
            rows[0],
            others[0],
            _inside(shape, here, copies[:, at], (demand, pause, per_rate), customers_of),
            rows[1],
            others[1],
            rows[2],
            rows[3],
            one_queue,
            population,
            pause,
            per_rate,
            np.where(
                population > 0,
                np.maximum(population - 1.0, 0.0) / np.maximum(population, _SMALL),
                0.0,
            ),
            _away(shape, demand, visits, pause + population / rate),
            np.zeros((count, 0)),
            np.zeros((count, 0)),
            np.zeros((count, 0)),
        ),
        tables,
    )


def _inside(
    shape: Structure,
    servers: Array,
    copies: Array,
    of_chains: tuple[Array, Array, Array],
    customers: tuple[Array, Array],
) -> Array:
    """of_chains: demand by arc, pause and time between two that come by chain.

    What a chain asks for that effects alone tell is not known here.
    """
    demand, pause, between = of_chains
    people, chain_copies = customers
    needs = np.maximum(demand, 0.0)
    whole = shape.at_chain(needs)
    needs = np.where((whole > 0.0) | (people <= 0.0), needs, np.nan)
    cycle = np.maximum(pause[:, shape.chain] + whole, people * between[:, shape.chain])
    asked = people * chain_copies * needs / np.maximum(cycle, _SMALL * _SMALL)
    return shape.sources.most(servers, copies, people * chain_copies, asked)


def _away(shape: Structure, demand: Array, visits: Array, outside: Array) -> Array:
    whole = outside[:, shape.chain] + shape.at_chain(demand)
    here, often = shape.same_work(demand), shape.same_work(visits)
    found: Array = ((whole - here) / often)[:, shape.ranked]
    return found


_ROWS: dict[Hashable, tuple[Structure, tuple[list[Ints], list[Array], Tables]]] = {}
_MOST_ROWS = 32
_MOST_KINDS = 130
"""Of variants that are unlike in who can meet whom, whose tables are kept."""


def _looked_up(shape: Structure, met: Met, held: Array) -> tuple[list[Ints], list[Array], Tables]:
    """Which tables apply; few variants differ in who can meet whom, and the latest are kept.

    held: servers of pools whose threads can be idle.
    """
    values = np.concatenate([*met, held], axis=1)
    first, of = _unlike(values)
    key = (id(shape), values[first].tobytes())
    known = _ROWS.get(key)
    if known is None:
        known = shape, _rows_of(shape, Met(*(one[first] for one in met)), held[first])
        if len(first) <= _MOST_KINDS:
            if len(_ROWS) >= _MOST_ROWS:
                _ROWS.clear()
            _ROWS[key] = known
    rows, others, tables = known[1]
    return [row[of] for row in rows], [most[of] for most in others], tables


def _unlike(values: Array) -> tuple[Ints, Ints]:
    """The first of each kind of rows, and the kind of every row."""
    kinds: dict[bytes, int] = {}
    of = np.array([kinds.setdefault(row.tobytes(), len(kinds)) for row in values], dtype=np.intp)
    return np.unique(of, return_index=True)[1].astype(np.intp), of


def _rows_of(shape: Structure, met: Met, held: Array) -> tuple[list[Ints], list[Array], Tables]:
    here, less, groups = shape.meeting.limits(met)
    at = met.servers[:, shape.station]
    rows, tables = _tables(
        np.concatenate([at, at, at[:, shape.conserved.one]], axis=1),
        np.concatenate([here, less, groups], axis=1),
    )
    arcs = len(shape.station)
    many, row = np.unique(np.minimum(held, _MOST_TABLED), return_inverse=True)
    own = [own_times_servers(int(servers + _SMALL)) for servers in many.tolist()]
    return (
        [
            rows[:, :arcs],
            rows[:, arcs : 2 * arcs],
            rows[:, 2 * arcs :],
            row.reshape(held.shape).astype(np.intp),
        ],
        [here - 1.0, less - 1.0],
        replace(tables, own=np.array(own).reshape(-1, POINTS)),
    )


def held_back(shape: Structure, numbers: Numbers) -> npt.NDArray[np.bool_]:
    """Of which variants open work asks for more servers of a station than it has."""
    with np.errstate(divide="ignore"):
        comes = (numbers.per_rate > 0.0) & (numbers.population > 0.0)
        rate = np.where(comes, 1.0 / numbers.per_rate, 0.0)
    asks = rate[:, shape.chain] * numbers.chain_copies * numbers.demand
    has = picked(numbers.servers * numbers.copies, shape.at_station.first)
    found: npt.NDArray[np.bool_] = np.logical_or.reduce(shape.at_station.groups(asks) > has, axis=1)
    return found


def _tables(servers: Array, limits: Array) -> tuple[Ints, Tables]:
    """Rows of the tables, (V, N), for limits (V, N) on servers (V, N)."""
    pairs, inverse = _pairs(servers, np.minimum(limits, 1e7))
    ids = np.full(len(pairs), -1, dtype=np.intp)
    places: dict[int, int] = {}
    found: list[WaitTable] = []
    for place, (m, most) in enumerate(pairs.tolist()):
        if m == 1.0:
            continue
        if not np.isfinite(m):
            ids[place] = -2
            continue
        table = _table(float(f"{m:.{_SERVER_DIGITS}g}"), _rounded(m, most))
        if id(table) not in places:
            places[id(table)] = len(found)
            found.append(table)
        ids[place] = places[id(table)]
    rows = ids[inverse]
    none = np.zeros(0)
    if found:
        tables = Tables(
            np.stack([t.value for t in found]).ravel(),
            np.stack([t.slope for t in found]).ravel(),
            np.array([t.step for t in found]),
            np.array([t.top for t in found]),
            np.array([t.asymptote for t in found]),
            len(found[0].value),
            none,
        )
    else:
        tables = Tables(none, none, none, none, none, 0, none)
    return rows, tables


def _pairs(servers: Array, limits: Array) -> tuple[Array, Ints]:
    """The pairs there are of two arrays alike in shape, (P, 2), and which each place has."""
    many, of = np.unique(servers, return_inverse=True)
    most, up_to = np.unique(limits, return_inverse=True)
    codes, inverse = np.unique(of * len(most) + up_to, return_inverse=True)
    pairs = np.stack([many[codes // len(most)], most[codes % len(most)]], axis=1)
    return pairs, inverse.reshape(limits.shape).astype(np.intp)


def _rounded(servers: float, most: float) -> int:
    """Other customers than the one who arrives, of a number that shares its table."""
    others = int(most) - 1
    if others > _CROWD * servers + _CROWD_MORE:
        return _ENDLESS
    exact = int(2 * servers) + 16
    if others <= exact:
        return max(others, 0)
    return int(np.ceil(exact * _GRID_STEP ** np.ceil(np.log(others / exact) / np.log(_GRID_STEP))))


@lru_cache(maxsize=4096)
def _table(servers: float, others: int) -> WaitTable:
    """Below one server: one that serves more slowly. A fraction serves as the last one."""
    if servers > _MOST_TABLED:
        # So many wait like a proportionately smaller crowd at fewer: the law of large numbers, and
        # a little longer, never shorter.
        narrow = _ENDLESS if others == _ENDLESS else int(others * _MOST_TABLED / servers)
        return widened(_table(_MOST_TABLED, narrow), servers / _MOST_TABLED)
    whole = int(servers)
    rates = tuple(float(j) for j in range(1, whole + 1))
    if servers > whole:
        rates = (*rates, servers)
    if others < len(rates):
        rates = rates[: max(others + 1, 1)]
    return wait_table(rates, others)
