"""One pass: from waits to demands, residence times, throughputs, queues, and waits again.

For an arc of chain r at station k, w is the wait in units of its own service, y = log(1 + w).

1. Hardware: T = D (1 + w). Software: the hold H is the sum of T of the arcs within; T = H w is what
   is waited for the server. R is the sum of T of a chain.
2. X = N / (Z + R). With a source of rate lambda, N tokens and a single server that lets them go,
   X solves X = N / (s + R), s = (1 + (1 - 1/N) X s) / lambda in closed form: the arrival theorem at
   the source (M. Reiser and S. Lavenberg, JACM 27(2), 1980).
3. Q = X (T + H). An arrival finds the station's queue less its own share of it (P. Schweitzer,
   1979; Y. Bard, 1979): the share of its own thread, one of those that the holder has, or
   its own customer's, whichever is more. In pools that need not be full the thread's share is the
   less the fewer of its threads are taken (`threads`).
4. w(A; m, L): `model.queueing.waiting`, with as many customers L as can meet there, which threads
   below the pools limit. Two single tasks on two CPs never wait for one another.
5. Software is served in the order of arrival: what is found there is served at the mean hold of
   those found. Less variable holds wait less, (1 - c^2) / (2 m) of a hold with the probability that
   all servers are busy (exact for M/G/1; A. Khintchine, F. Pollaczek); c^2 from the exponential
   parts of the hold. This fades out as the pool fills, so that no more is carried than fits.
6. Levels are preemptive. Those before a level cast a shadow: with all servers taken by them with
   probability C and U of m busy, 1 + w = 1 / (1 - C) + w(A of its own level) m / (m - U), and never
   less than its own level's queue needs of what is left (K. Sevcik, 1977). That holds for work that
   comes back at once. What was away long finds the average, so that those who arrive meanwhile
   count as well: (1 + w(A)) / (1 - U w'), w' the slope of w (J. Buzen and A. Bondi, S. Kaufmann:
   "BKT"; exact for equal exponential service). Between the two: the time away against `_RELAXING`
   of the time in which the levels before settle. That share was set on simulations of five small
   installations; where levels compete, throughput of the lesser need not be monotone.

w >= (A + 1) / m - 1 and an own share of at most 1 keep the use of every station below m.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model.queueing.installation.declared import Array, Values
from model.queueing.installation.structure import (
    Ints,
    Listed,
    Numbers,
    Structure,
    Sums,
    Tables,
)
from model.queueing.installation.threads import POINTS, place

_FULL = 0.97
"""Use of a pool from which its holds count as exponential again."""
_LEAST_LEFT = 1e-4
_RELAXING = 0.1
_NEAR = 1e-3
_STEP = 1e-4
_FEWEST = 1e-150
"""Of requests at a server, by which sums over them are divided: so few that none is there."""
_SHORTEST_S = 1e-15
"""Of a cycle: what is shorter is none of any machine, and its rate no number to go on with."""
_LARGEST = 40.0
"""Of y: beyond it nothing comes through in any case."""
_TINY = 1e-300


@dataclass(frozen=True)
class Reading:
    """What the network says of V variants, in one pass.

    throughput (V, chains) of one copy of each chain, cycles a second. residence, hold, queue and
    demand (V, arcs): seconds a cycle; queue at all copies of the station. wait (V, arcs): in units
    of the arc's own service.
    """

    structure: Structure
    numbers: Numbers
    throughput: Array
    residence: Array
    hold: Array
    queue: Array
    demand: Array
    wait: Array

    def busy(self, arcs: Ints | list[int]) -> Array:
        """(V,) servers that some arcs keep busy, all copies together."""
        used = self.demand + self.hold
        flow = self.throughput[:, self.structure.chain[arcs]] * self.numbers.chain_copies[:, arcs]
        found: Array = (flow * used[:, arcs]).sum(axis=1)
        return found

    def use(self, station: int) -> Array:
        """(V,) how busy each server of a station is, 1 = always."""
        arcs = np.flatnonzero(self.structure.station == station)
        if len(arcs) == 0:
            return np.zeros(len(self.throughput))
        servers = self.numbers.servers[:, arcs[0]] * self.numbers.copies[:, arcs[0]]
        return self.busy(arcs) / servers

    def response(self, chain: int) -> Array:
        """(V,) seconds from leaving the pause or the source to coming back."""
        found: Array = self.residence[:, self.structure.chain == chain].sum(axis=1)
        return found

    def rate(self, chain: int) -> Array:
        """(V,) cycles a second of one copy of a chain."""
        return self.throughput[:, chain]


class Map:
    """The map of a network whose values are given with every call."""

    def __init__(self, structure: Structure, tables: Tables) -> None:
        self._shape = structure
        self._tables = tables

    def __call__(
        self, numbers: Numbers, waits: Array, demand: Array, prepared: Prepared
    ) -> Reading:
        """The reading whose ``wait`` is what y becomes: log(1 + wait)."""
        shape = self._shape
        stretch = np.exp(np.minimum(waits, _LARGEST))
        count, arcs = stretch.shape
        padded = np.zeros((count, arcs + 1))
        padded[:, :arcs] = demand * stretch
        soft = shape.software
        hold = np.zeros((count, arcs))
        if len(soft):
            padded[:, soft] = 0.0
            waiting = stretch[:, soft] - 1.0
            for _ in range(shape.depth):
                padded[:, soft] = shape.inside(padded) * waiting
            hold[:, soft] = shape.inside(padded)
        residence = padded[:, :arcs]
        throughput = _throughput(numbers, shape.at_chain.groups(residence), self._chains())
        flow = throughput[:, shape.chain] * numbers.chain_copies
        queue = flow * (residence + hold)
        own = np.maximum(
            _total(shape.own_thread, queue) * self._thread_share(numbers, flow * hold),
            _total(shape.own_customer, queue) * numbers.customer_share,
        )
        if len(shape.ranked):
            wait = self._with_levels(numbers, prepared, flow * demand, queue, own)
        else:
            seen = np.maximum(shape.at_station(queue) / numbers.copies - own, 0.0)
            wait = prepared.wait(seen)
        if len(soft):
            seen = np.maximum(shape.at_station(queue) / numbers.copies - own, 0.0)[:, soft]
            wait[:, soft] = self._in_order(
                numbers, padded, hold[:, soft], queue[:, soft], flow[:, soft], seen, wait[:, soft]
            )
        return Reading(shape, numbers, throughput, residence, hold, queue, demand, wait)

    def _thread_share(self, numbers: Numbers, held: Array) -> Array:
        """Share of a thread in what its pool has at a station, by how full the pool is."""
        shape = self._shape
        if not len(shape.idling):
            return numbers.thread_share
        pools = shape.idling_in
        servers = numbers.servers[:, pools] * numbers.copies[:, pools]
        at = place(shape.at_station(held)[:, pools] / servers)
        left = np.minimum(at.astype(np.intp), POINTS - 2)
        own = self._tables.own
        low, high = own[numbers.row_idling, left], own[numbers.row_idling, left + 1]
        found = numbers.thread_share.copy()
        found[:, shape.idling] *= low + (at - left) * (high - low)
        return found

    def prepared(self, numbers: Numbers) -> Prepared:
        """Rows of the tables for some variants."""
        return Prepared(numbers, self._tables, self._shape)

    def _chains(self) -> tuple[int, Ints]:
        """Number of chains, and which the groups of `at_chain` are."""
        index = self._shape.at_chain.index
        places = np.zeros(len(self._shape.at_chain.starts), dtype=np.intp)
        places[index] = self._shape.chain
        return self._shape.chains, places

    def _with_levels(
        self, numbers: Numbers, prepared: Prepared, work: Array, queue: Array, own: Array
    ) -> Array:
        shape = self._shape
        by_level = shape.by_level
        ranked = shape.ranked

        def upto(columns: Array) -> tuple[Array, Array]:
            """Sums over the levels up to an arc's, and over those before it."""
            groups = by_level.groups(columns)
            total = np.cumsum(groups, axis=1)
            start = np.concatenate([np.zeros((len(total), 1)), total], axis=1)
            before = start[:, by_level.index] - start[:, shape.before]
            return np.maximum(before + groups[:, by_level.index], 0.0), np.maximum(before, 0.0)

        within, ahead = upto(queue)
        seen = np.maximum(within / numbers.copies - own, 0.0)
        wait = prepared.wait(seen)
        copies, servers = numbers.copies[:, ranked], numbers.servers[:, ranked]
        each = (numbers.demand / numbers.visits)[:, ranked]
        queue_ahead = ahead[:, ranked] / copies
        busy_ahead = np.minimum(upto(work)[1][:, ranked] / copies, servers)
        service_ahead = upto(queue * numbers.demand / numbers.visits)[1][:, ranked] / np.maximum(
            ahead[:, ranked], _TINY
        )
        gap = np.maximum(seen[:, ranked] - queue_ahead, 0.0)
        wait_ahead, slope_ahead, wait_own = prepared.wait_of_levels(queue_ahead, gap)
        left = np.maximum(servers - busy_ahead, _LEAST_LEFT * servers)
        all_taken = np.clip(
            servers * wait_ahead - (queue_ahead - busy_ahead), 0.0, 1.0 - _LEAST_LEFT
        )
        shadow = np.maximum(1.0 / (1.0 - all_taken) + wait_own * servers / left, (gap + 1.0) / left)
        slope = np.where(
            gap > _NEAR, (wait[:, ranked] - wait_ahead) / np.maximum(gap, _NEAR), slope_ahead
        )
        share = np.minimum(queue_ahead / np.maximum(seen[:, ranked], _TINY), 1.0)
        longer = np.where(
            each > 0.0, 1.0 + share * (service_ahead / np.maximum(each, _TINY) - 1.0), 1.0
        )
        average = (1.0 + wait[:, ranked] * longer) / np.maximum(
            1.0 - busy_ahead * np.clip(slope, 0.0, 1.0 / servers), _LEAST_LEFT
        )
        used = np.minimum(busy_ahead / servers, 1.0 - _LEAST_LEFT)
        settling = _RELAXING * service_ahead / (servers * (1.0 - np.sqrt(used)) ** 2)
        back = numbers.away / np.maximum(numbers.away + settling, _TINY)
        behind = shadow + back * np.maximum(average - shadow, 0.0)
        wait[:, ranked] = np.where(busy_ahead > 0.0, behind - 1.0, wait[:, ranked])
        return wait

    def _in_order(
        self,
        numbers: Numbers,
        residence: Array,
        hold: Array,
        queue: Array,
        flow: Array,
        seen: Array,
        wait: Array,
    ) -> Array:
        """Waits at software servers, in units of the arc's own hold (see 5)."""
        shape, soft = self._shape, self._shape.software
        servers, copies = numbers.servers[:, soft], numbers.copies[:, soft]
        each = hold / numbers.visits[:, soft]
        squares = np.zeros_like(residence)
        squares[:, :-1] = residence[:, :-1] ** 2 / numbers.visits
        variable = np.minimum(
            numbers.visits[:, soft] * shape.inside(squares) / np.maximum(hold, 1e-150) ** 2, 1.0
        )
        busy = flow * hold
        together = shape.at_software
        queued = together(queue)
        mean = together(queue * each) / np.maximum(queued, _FEWEST)
        total, used = queued / copies, together(busy) / copies
        spread = together(busy * variable) / np.maximum(together(busy), _FEWEST)
        with np.errstate(invalid="ignore"):
            all_taken = _within(
                servers * wait - seen + used * np.minimum(seen / np.maximum(total, _TINY), 1.0)
            )
            full = _within((used / servers - _FULL) / (1.0 - _FULL))
            less = np.minimum((1.0 - spread) / 2.0 * all_taken / servers, 0.9 * wait)
        less[np.isnan(less)] = 0.0
        regular = np.maximum(wait - less * (1.0 - full), 0.0)
        takes = each > 0.0
        found: Array = regular * np.where(takes, mean / np.where(takes, each, 1.0), 1.0)
        return found


def _within(share: Array) -> Array:
    """Between 0 and 1; ``np.clip`` takes three times as long for a few numbers."""
    found: Array = np.minimum(np.maximum(share, 0.0), 1.0)
    return found


def _total(sums: Sums | Listed, columns: Array) -> Array:
    if isinstance(sums, Sums):
        return sums(columns)
    return sums(np.concatenate([columns, np.zeros((len(columns), 1))], axis=1))


def _throughput(numbers: Numbers, sums: Array, chains: tuple[int, Ints]) -> Array:
    """Cycles a second of one copy of each chain (see 2)."""
    response = np.array(numbers.think)
    response[:, chains[1]] += sums
    people, per_rate = numbers.population, numbers.per_rate
    half = people * per_rate + response
    root = np.sqrt(
        np.maximum(half * half - 4.0 * numbers.growth * response * per_rate * people, 0.0)
    )
    # On the way to a solution a cycle may take no time at all for a step.
    found: Array = 2.0 * people / np.maximum(half + root, _SHORTEST_S * people + _TINY)
    return np.where(people > 0.0, found, 0.0)


class Prepared:
    """Waits of some variants: which row of the tables each arc has."""

    def __init__(self, numbers: Numbers, tables: Tables, shape: Structure) -> None:
        self._shape = shape
        self._tables = tables
        self._all = _Lookup(numbers.row, tables)
        self._below = _Lookup(numbers.row_below[:, shape.ranked], tables)
        self._own = _Lookup(numbers.row[:, shape.ranked], tables)

    def wait(self, seen: Array) -> Array:
        """Of all arcs."""
        return self._all(seen)

    def wait_of_levels(self, ahead: Array, gap: Array) -> tuple[Array, Array, Array]:
        """Of the ranked arcs: of those before them, the slope of that, and of their own level."""
        step = _STEP * (1.0 + ahead)
        here = self._below(ahead)
        return here, (self._below(ahead + step) - here) / step, self._own(gap)


class _Lookup:
    """w(q) by table, for single servers and delays, of a fixed arrangement of rows."""

    def __init__(self, rows: Ints, tables: Tables) -> None:
        self._columns: Ints = np.flatnonzero((rows != -1).any(axis=0))
        row = rows[:, self._columns]
        safe = np.maximum(row, 0)
        self._tables = tables
        self._tabled = row >= 0
        self._single = row == -1
        self._some_tabled = bool(tables.width) and bool(self._tabled.any())
        if self._some_tabled:
            step, self._top = tables.step[safe], tables.top[safe]
            # A table of nobody else has no width: its first point is the only one.
            self._per_step = np.where(step > 0.0, 1.0 / np.where(step > 0.0, step, 1.0), 0.0)
            self._beyond, self._base = tables.asymptote[safe], safe * tables.width
            self._last = tables.width - 2
            self._all_tabled = bool(self._tabled.all())

    def _rest(self, x: Array) -> Array:
        """Of those that have no table: single servers, and delays."""
        return np.where(self._single, x, 0.0)

    def __call__(self, q: Array) -> Array:
        wait = q.copy()
        columns = self._columns
        if len(columns) == 0:
            return wait
        x = q[:, columns]
        if self._some_tabled:
            inside = np.fmin(x, self._top)
            place = np.log1p(inside) * self._per_step
            left = np.minimum(place.astype(np.intp), self._last)
            t = place - left
            left += self._base
            value, slope = self._tables.value, self._tables.slope
            a, b = value.take(left), value.take(left + 1)
            da, db = slope.take(left), slope.take(left + 1)
            e = b - a
            at = a + t * (da + t * (3 * e - 2 * da - db + t * (da + db - 2 * e)))
            at = np.maximum(at + (x - inside) * self._beyond, 0.0)
            found = at if self._all_tabled else np.where(self._tabled, at, self._rest(x))
        else:
            found = self._rest(x)
        wait[:, columns] = found
        return wait


def applied(effects_values: Values, rows: Ints | None) -> Values:
    """An effect's values for some of the variants."""
    if rows is None:
        return effects_values
    return {name: values[rows] for name, values in effects_values.items()}
