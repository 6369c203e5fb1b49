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
   less the fewer of its threads are taken (`threads`). Without it the others are fewer as well, by
   what they wait for it: q becomes q / (1 - G), G = use by the others of the level that can still
   come times the slope of the wait. For one customer who is always there among open work, on one
   server, that is exact (F. Baskett et al., JACM 22(2), 1975). Of a pool's work only what comes
   while one of its servers is there already counts: a single thread's backlog waits before it, and
   two such threads on one server each find the other's whole mean, as if all were one queue. Nor
   does what comes through a pool that holds nothing but that queue: its share says so already.
4. w(A; m, L): `model.queueing.waiting`, with as many customers L as can meet there, which threads
   below the pools limit. Two single tasks on two CPs never wait for one another. Those who are met
   may be fewer still (`crowds`).
5. Software is served in the order of arrival: `in_order`.
   What waits before a pool that holds nothing but one queue is the end of that queue (`threads`).
6. Levels are preemptive. Those before a level take all servers with probability C and keep U of m
   busy; what comes back at once finds a server, so that its cycle is 1 / (1 - C) of its service.
   What its own level adds to the wait is stretched by m / (m - U), and 1 + w is never less than
   that level's queue needs of what is left (K. Sevcik, 1977). What was away also finds those before
   it waiting, and those who come before these are through: their wait w s m / (m - U), for one
   server and open work the exact term of priority queues (A. Cobham, 1954). Of that it finds as
   much as builds up while it is away: the queue of an M/M/1 an exponential time after it was empty
   (L. Takacs, Introduction to the Theory of Queues, 1962). A thread is away for what it does
   elsewhere and, where no work waits for its pool, until work comes; of several pools that hold it,
   the one that returns soonest counts. On random installations of 1 to 8 engines against
   simulation: number at the CPs of the lesser level 6 to 10 % off in the middle, 25 % for nine of
   ten, 50 % at worst. Where customers of a level are always the same ones, they take what `lesser`
   says.

7. Single tasks at servers that they share are as fast as by `singles`, and their lines as long.

8. Times in pools of ready tasks are stretched so that no work is lost (`conservation`).

9. w >= (A + 1) / m - 1 and an own share of at most 1 keep the use U of every station below m: the
sum of X D (1 + w) over its arcs is then at least Q U / m, and it is Q where the waits come out. 7
and 8 know no such bound: where they stay below it, all times of the level are lengthened to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from model.queueing.installation.company import all_taken
from model.queueing.installation.conservation import Present, stretched_by
from model.queueing.installation.crowds import Crowd, fewer
from model.queueing.installation.declared import Array, Values
from model.queueing.installation.in_order import FEWEST, longer_by, waits_in_order, within
from model.queueing.installation.leftover import LEAST_CARRIED, left_behind
from model.queueing.installation.lookup import Lookup
from model.queueing.installation.singles import Taking, few_jobs, lines_of, together
from model.queueing.installation.structure import (
    Ints,
    Numbers,
    Structure,
    Tables,
    copied,
    picked,
)
from model.queueing.installation.threads import POINTS, Ready, full_of_queue, place

_LEAST_LEFT = 1e-4
_NEAR = 1e-6
_MOST_FOLLOW = 0.95
_AT_ONCE = 1e9
_SHORTEST_S = 1e-15
"""Of a cycle: what is shorter is none of any machine, and its rate no number to go on with."""
_LARGEST = 40.0
"""Of y: beyond it nothing comes through in any case."""
_TINY = 1e-300


Before = tuple[Array, Array]
"""Sums over the arcs of a level, and over those of the levels before it."""
BeforeAll = tuple[Before, Before, Before, Before, Before]
"""Of queues, of work, of work that can still come, of the service of those in queues, and of how
many of them one who is there stands for."""


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
        used = self.demand[:, arcs] + self.hold[:, arcs]
        flow = self.throughput[:, self.structure.chain[arcs]] * self.numbers.chain_copies[:, arcs]
        found: Array = (flow * used).sum(axis=1)
        return found

    def use(self, station: int) -> Array:
        """(V,) how busy each server of a station is, 1 = always."""
        arcs = self.structure.at(station)
        if len(arcs) == 0:
            return np.zeros(len(self.throughput))
        found: Array = self._uses[:, self.structure.at_station.index[arcs[0]]]
        return found

    @cached_property
    def _uses(self) -> Array:
        """Of each of the stations that have arcs."""
        shape, numbers = self.structure, self.numbers
        first = shape.at_station.first
        flow = picked(self.throughput, shape.chain) * numbers.chain_copies
        busy = shape.at_station.groups(flow * (self.demand + self.hold))
        found: Array = busy / (picked(numbers.servers, first) * picked(numbers.copies, first))
        return found

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

    @property
    def structure(self) -> Structure:
        return self._shape

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
            waiting = picked(stretch, soft) - 1.0
            for _ in range(shape.depth):
                padded[:, soft] = shape.inside(padded) * waiting
            hold[:, soft] = shape.inside(padded)
        residence = padded[:, :arcs]
        throughput = prepared.throughput(shape.at_chain.groups(residence))
        flow = picked(throughput, shape.chain) * numbers.chain_copies
        queue = flow * (residence + hold)
        if numbers.beyond.shape[1]:
            # What is waited beyond the average is no line that who comes finds on average.
            queue = np.maximum(queue - flow * numbers.beyond, 0.0)
        own = shape.own_customer(queue) * numbers.customer_share
        many = np.ones(own.shape)
        alone = own
        work = flow * demand
        there, taken = shape.at_station(queue), shape.at_station(flow * hold)
        ready = self._ready(prepared, there, work)
        if len(shape.holders.held):
            alone = self._add_threads(numbers, prepared, queue, taken, ready, own, many)
        present = np.minimum(alone, 1.0)
        coming = work * prepared.free(shape.same_work(queue))
        each = demand / numbers.visits
        sums = None
        if len(shape.ranked):
            sums = self._before_all(queue, work, coming, queue * each, queue * present)
        self._add_followers(numbers, prepared, work, coming * many, queue, own, there, sums)
        seen = np.maximum(there / numbers.copies - own, 0.0)
        if sums is not None:
            away = self._returns(numbers, flow, residence, hold, taken)
            wait = self._with_levels(numbers, prepared, each, own, present, sums, away)
        else:
            (wait,) = prepared.waits(seen)
            several = prepared.several
            if len(several):
                met = picked(seen, several)
                alike = picked(present, several)
                pairs = picked(shape.at_station(queue * present) / numbers.copies, several)
                few = fewer(met, pairs - alike * alike)
                wait[:, several] = prepared.apart(picked(wait, several), met, few)
        behind = (
            1.0
            if not prepared.singles
            else lines_of(
                prepared.singles,
                soft,
                Taking(
                    work,
                    queue,
                    each,
                    shape.sources.full(prepared.threads, taken),
                    flow,
                    numbers.visits,
                    hold,
                ),
                wait,
            )
        )
        if ready is not None:
            self._conserve(numbers, prepared, each, work, flow * residence, queue, alone, own, wait)
        if numbers.behind.shape[1]:
            self._put_behind(numbers, work, wait)
        if prepared.singles or ready is not None or len(shape.ranked):
            self._keep_below_capacity(prepared, work, queue, wait)
        if len(soft):
            wait[:, soft] = waits_in_order(
                shape,
                numbers,
                prepared.soft,
                padded,
                picked(hold, soft),
                picked(queue, soft),
                picked(flow, soft),
                picked(seen, soft),
                picked(wait, soft),
                behind,
            )
            if ready is not None:
                at = shape.holders.queued_by
                before = ready.outside / ready.inside * self._in_turn(numbers, flow, hold)
                before += longer_by(numbers, picked(hold, at), at)
                wait[:, at] = np.where(numbers.one_queue, before, picked(wait, at))
        if numbers.beyond.shape[1]:
            queue = flow * (residence + hold)
        return Reading(shape, numbers, throughput, residence, hold, queue, demand, wait)

    def _add_threads(
        self,
        numbers: Numbers,
        prepared: Prepared,
        queue: Array,
        taken: Array,
        ready: Ready | None,
        own: Array,
        many: Array,
    ) -> Array:
        """Make an arc's own what one server of any of its holders has there, where that is more.

        taken: servers of an arc's station that are held. many: becomes what of the arcs' work may
        come while one of these servers is there. Returns what is its own when all that waits before
        ready tasks counts as there.
        """
        holders = self._shape.holders
        share = self.thread_shares(numbers, prepared, taken)
        alone = share / prepared.all_taken
        if ready is not None:
            # What comes while the pool is full waits outside.
            mine = ready.full / (
                prepared.queued_copies * np.maximum(ready.inside, ready.full + _TINY)
            )
            share[:, holders.queued] = np.where(
                numbers.one_queue, mine, picked(share, holders.queued)
            )
            alone[:, holders.queued] = np.where(
                numbers.one_queue, ready.full, picked(alone, holders.queued)
            )
        many[:, holders.held] = 1.0 - np.maximum.reduceat(alone, holders.first, axis=1)
        of_threads = holders.own_thread(queue) * share
        most = np.maximum.reduceat(of_threads, holders.first, axis=1)
        alone = own.copy()
        own[:, holders.held] = np.maximum(picked(own, holders.held), most)
        # What threads hand over may be there longer than they are held.
        np.minimum(own, 1.0, out=own)
        if ready is not None:
            of_threads[:, holders.queued] *= prepared.not_one_queue
            most = np.maximum.reduceat(of_threads, holders.first, axis=1)
        alone[:, holders.held] = np.maximum(picked(alone, holders.held), most)
        return alone

    def thread_shares(self, numbers: Numbers, prepared: Prepared, taken: Array) -> Array:
        """What of what its pool has at a station is one thread's own, by holder (V, H)."""
        holders, share = self._shape.holders, numbers.thread_share
        if len(holders.idling):
            at = place(picked(taken, holders.idling_by) / prepared.idling_servers)
            left = np.minimum(at.astype(np.intp), POINTS - 2)
            found = prepared.row_idling + left
            low, high = self._tables.own.take(found), self._tables.own.take(found + 1)
            share = copied(share, len(taken))
            share[:, holders.idling] *= low + (at - left) * (high - low)
        return share

    def _conserve(
        self,
        numbers: Numbers,
        prepared: Prepared,
        each: Array,
        work: Array,
        before: Array,
        queue: Array,
        alone: Array,
        own: Array,
        wait: Array,
    ) -> None:
        """Stretch the times in pools of ready tasks so that no work is lost (`conservation`).

        before: customers that wait before pools.
        """
        shape, holders = self._shape.conserved, self._shape.holders
        here = shape.arcs
        each = picked(each, here)
        each[:, shape.queued] *= prepared.at_once
        outside = np.zeros(each.shape)
        outside[:, shape.queued] = picked(before, holders.queued_by) * numbers.one_queue
        # Of the threads that hold it, who waits before the pool is theirs as who is in it.
        mine = picked(alone, here)
        of_pool = picked(own, holders.queued_by)
        mine[:, shape.queued] = np.maximum(picked(mine, shape.queued), of_pool)
        there = Present(
            picked(queue, here),
            outside,
            each,
            picked(work, here),
            mine,
            picked(own - alone, here) * prepared.not_in_pools,
            prepared.in_pools,
            picked(wait, here),
            prepared.group_servers,
            shape.is_held,
        )
        by = stretched_by(shape, there, prepared.group_copies, prepared.wait_of_group)
        stretched = np.maximum(by * (1.0 + there.wait) - 1.0, 0.0)
        wait[:, here] = np.where(prepared.held, stretched, there.wait)

    def _put_behind(self, numbers: Numbers, work: Array, wait: Array) -> None:
        """Make the work of levels behind others take as long as is known of them (`lesser`)."""
        shape, by = self._shape, self._shape.by_level
        assert shape.lesser is not None
        stays, takes = work * numbers.stays, work * (1.0 + wait)
        rows = (work, stays, takes, takes * numbers.stays)
        group = shape.lesser.group
        busy, there, asked, there_asked = (
            picked(one, group) for one in np.split(by.groups(np.concatenate(rows)), 4)
        )
        every = np.ones((2, len(work), len(by.first)))
        *known, heeded = np.split(numbers.behind[:, : 3 * len(group)], 3, axis=1)
        parts = ((busy - there, asked - there_asked), (there, there_asked))
        for each, times, (part, of_part) in zip(every, known, parts, strict=True):
            some = (times > 0.0) & (of_part > 1e-9 * asked)
            each[:, group] = np.where(some, times * part / np.where(some, of_part, 1.0), 1.0)
        power = np.ones((len(work), len(by.first)))
        power[:, group] = heeded
        away, there = (picked(one, by.index) for one in every)
        times = away + numbers.stays * (there - away)
        wait[:] = np.maximum((1.0 + wait) * times ** picked(power, by.index) - 1.0, 0.0)
        if shape.fed is not None:
            own = shape.fed.own
            stretch, heeded = np.split(numbers.behind[:, 3 * len(group) :], 2, axis=1)
            longer, counts = own.spread(np.maximum(stretch, 1.0)), own.spread(heeded)
            otherwise = picked(1.0 + wait, own.flat) ** (1.0 - counts)
            wait[:, own.flat] = longer**counts * otherwise - 1.0

    def _keep_below_capacity(
        self, prepared: Prepared, work: Array, queue: Array, wait: Array
    ) -> None:
        """Lengthen the times of levels that would carry more than those before leave (see 9)."""
        shape, by = self._shape, self._shape.by_level
        rows = (work, queue, work * (1.0 + wait))
        busy, there, asked = np.split(by.groups(np.concatenate(rows)), 3)
        left = prepared.level_servers
        if len(shape.ranked):
            start = np.cumsum(busy, axis=1) - busy
            ahead = start - picked(start, shape.before[by.first])
            left = left_behind(left, ahead)
        some = asked > 0.0
        short = busy * there / (left * np.where(some, asked, 1.0))
        longer = picked(np.where(some, np.maximum(short, 1.0), 1.0), by.index)
        wait += (1.0 + wait) * (longer - 1.0)

    def _ready(self, prepared: Prepared, there: Array, work: Array) -> Ready | None:
        """Pools that hold nothing but one queue (see `threads`); there: at an arc's station."""
        holders = self._shape.holders
        if not len(holders.queued):
            return None
        copies = prepared.queued_copies
        there = picked(there, holders.queued_by) / copies
        served = picked(holders.own_thread(work), holders.queued) / copies * prepared.beside
        full, outside = full_of_queue(there, served, prepared.queued_servers)
        return Ready(full, np.maximum(there - outside, _TINY), outside)

    def _in_turn(self, numbers: Numbers, flow: Array, hold: Array) -> Array:
        """How long is waited for pools that hold one queue, in units of the arcs' own holds and of
        what it were if all held alike, (V, queued): who comes is let in in turn.

        What a customer holds them for in several arcs counts as one hold.
        """
        shape = self._shape
        at = shape.holders.queued_by
        of_customer = np.maximum(shape.same_work(hold), FEWEST)
        visits = shape.same_work(hold * numbers.visits) / of_customer
        held = picked(shape.at_station(flow * hold), at)
        # On the way to a solution a cycle may take next to no time.
        with np.errstate(over="ignore"):
            each_held = np.minimum(flow * (hold / of_customer) * visits, 1e300)
            times = picked(shape.at_station(each_held), at)
        each = picked(of_customer, at) / np.maximum(picked(visits, at), FEWEST)
        some = (held > 0.0) & (times > 0.0) & (picked(hold, at) > 0.0)
        mean = held / np.where(some, times, 1.0)
        found: Array = np.where(some, mean / np.where(some, each, 1.0), 1.0)
        return found

    def _before_all(self, *columns: Array) -> BeforeAll:
        """Of several figures at once: rows are cheap, calls are not."""
        by = self._shape.by_level
        groups = by.groups(np.concatenate(columns))
        start = np.cumsum(groups, axis=1) - groups
        ahead = np.maximum(picked(start, by.index) - picked(start, self._shape.before), 0.0)
        alike, count = picked(groups, by.index), len(columns[0])
        rows = (slice(low, low + count) for low in range(0, len(alike), count))
        one, two, three, four, five = ((alike[some], ahead[some]) for some in rows)
        return one, two, three, four, five

    def _add_followers(
        self,
        numbers: Numbers,
        prepared: Prepared,
        work: Array,
        coming: Array,
        queue: Array,
        own: Array,
        there: Array,
        sums: BeforeAll | None,
    ) -> None:
        """Add to an arc's own, at hardware, what of the others is there because of it (see 3).

        there: at an arc's station; sums: where that has levels.
        """
        at = self._shape.shared
        if not len(at):
            return
        copies = prepared.shared_copies
        mine = picked(own, at)
        if sums is None:
            met = there = picked(there, at) / copies
        else:
            there, before = (picked(columns, at) / copies for columns in sums[0])
            met = there + before
        seen = np.maximum(met - mine, 0.0)
        mine_coming = own * coming / np.maximum(queue, FEWEST)
        holders = self._shape.holders
        if len(holders.queued):
            arcs = holders.queued_arc
            same = picked(holders.own_thread(coming), holders.queued) * numbers.one_queue
            mine_coming[:, arcs] = np.maximum(
                picked(mine_coming, arcs), same / prepared.below_copies
            )
        together = self._shape.by_level
        alike = picked(together.groups(coming), together.index) / numbers.copies
        others = picked(np.maximum(alike - mine_coming, 0.0), at)
        gain = others * prepared.slope(seen)
        if sums is not None:
            taken = picked(sums[1][1], at) / (copies * picked(numbers.servers, at))
            gain = gain / np.maximum(1.0 - taken, _LEAST_LEFT)
        gain = np.minimum(gain, _MOST_FOLLOW)
        follow = np.zeros(own.shape)
        follow[:, at] = np.maximum(np.minimum(mine / (1.0 - gain), there) - mine, 0.0)
        # Over the work of a level no more than one may be its own, or it would never be full.
        room = together.groups(work * np.maximum(1.0 - own, 0.0))
        share = room / np.maximum(together.groups(work * follow), FEWEST)
        own += follow * picked(np.minimum(share, 1.0), together.index)

    def prepared(self, numbers: Numbers) -> Prepared:
        """Rows of the tables for some variants."""
        return Prepared(numbers, self._tables, self._shape)

    def _with_levels(
        self,
        numbers: Numbers,
        prepared: Prepared,
        each: Array,
        own: Array,
        present: Array,
        sums: BeforeAll,
        returns: tuple[Array, Array, Array],
    ) -> Array:
        shape = self._shape
        ranked = shape.ranked
        alike, ahead = sums[0]
        seen = np.maximum((alike + ahead) / numbers.copies - own, 0.0)
        copies, servers = prepared.ranked_copies, prepared.ranked_servers
        queue_ahead = picked(ahead, ranked) / copies
        busy_ahead = np.minimum(picked(sums[1][1], ranked) / copies, servers)
        again = np.minimum(picked(sums[2][1], ranked) / copies, servers)
        service_ahead = picked(sums[3][1], ranked) / np.maximum(picked(ahead, ranked), _TINY)
        each = picked(each, ranked)
        gap = np.maximum(picked(seen, ranked) - queue_ahead, 0.0)
        wait, wait_ahead, wait_own = prepared.waits(seen, queue_ahead, gap)
        several = prepared.several
        if len(several):
            same, before = sums[4]
            mine = present * present
            pairs = (same + before) / numbers.copies - mine
            few = fewer(picked(seen, several), picked(pairs, several))
            wait[:, several] = prepared.apart(picked(wait, several), picked(seen, several), few)
            before = picked(before, ranked) / copies
            ahead_apart, own_apart = prepared.ranked_apart
            wait_ahead = ahead_apart(wait_ahead, queue_ahead, fewer(queue_ahead, before))
            same = picked(same, ranked) / copies - picked(mine, ranked)
            wait_own = own_apart(wait_own, gap, fewer(gap, same))
        left = left_behind(servers, busy_ahead)
        all_taken = servers * wait_ahead - (queue_ahead - busy_ahead)
        all_taken = np.minimum(np.maximum(all_taken, 0.0), 1.0 - _LEAST_LEFT)
        level = np.maximum(picked(wait, ranked) - wait_ahead, wait_own) * servers / left
        back = np.maximum(1.0 / (1.0 - all_taken) + level, (gap + 1.0) / left)
        after = np.maximum(servers - again, _LEAST_LEFT * servers)
        own = np.where(each > _TINY**0.5, each, 1.0)
        found = wait_ahead * service_ahead * servers / after / own
        settled = self._settled(numbers, busy_ahead / servers, service_ahead / servers, returns)
        wait[:, ranked] = np.where(
            (busy_ahead > 0.0) & (each > _TINY**0.5),
            back + found * settled - 1.0,
            picked(wait, ranked),
        )
        return wait

    def _returns(
        self, numbers: Numbers, flow: Array, residence: Array, hold: Array, taken: Array
    ) -> tuple[Array, Array, Array]:
        """When the ranked arcs come back to their station, by holder (V, H) and without one.

        Seconds between two visits while there is work for the holder's servers; those where a
        server waited for work in between, and how often that is.
        """
        holders = self._shape.holders
        at, inside = holders.by[holders.ranked], holders.arc[holders.ranked]
        servers, visits = picked(numbers.servers, at), picked(numbers.visits, inside)
        pool = servers * picked(numbers.copies, at)
        busy = picked(taken, at) / pool
        holds = picked(self._shape.at_station(flow * numbers.visits), at) / pool
        soon = np.maximum(picked(hold, at) - picked(residence, inside), 0.0) / visits
        none = 1.0 - all_taken(within(busy), servers)  # a server finds nobody waiting
        idle = np.maximum(1.0 - busy, 0.0) / np.maximum(holds * none, _TINY)
        return soon, soon + idle, none * np.minimum(picked(numbers.visits, at) / visits, 1.0)

    def _settled(
        self, numbers: Numbers, used: Array, service: Array, returns: tuple[Array, Array, Array]
    ) -> Array:
        """Share of what the levels before have on average that ranked arcs find there (see 6)."""
        holders = self._shape.holders
        found = _refound(used, service, numbers.away)
        if len(holders.ranked):
            soon, later, idle = returns
            of = self._shape.ranked_holders
            used, service = picked(used, of), picked(service, of)
            again = (1.0 - idle) * _refound(used, service, soon)
            again += idle * _refound(used, service, later)
            found[:, holders.ranked_held] = np.minimum.reduceat(again, holders.ranked_first, axis=1)
        return found


def _refound(used: Array, service: Array, away: Array) -> Array:
    """Of its mean, the queue of an M/M/1 an exponential time after it was empty: 0 to 1.

    used: of the server; service and away: seconds. The queue is geometric then, as it is at last.
    """
    used = np.minimum(np.maximum(used, _NEAR), 1.0 - _LEAST_LEFT)
    half = 0.5 * (1.0 + used + np.minimum(service / np.maximum(away, _TINY), _AT_ONCE))
    ratio = used / (half + np.sqrt(np.maximum(half * half - used, 0.0)))
    found: Array = ratio * (1.0 - used) / ((1.0 - ratio) * used)
    return found


class Prepared:
    """What follows from the numbers of some variants alone, and which row of the tables each arc
    has."""

    def __init__(self, numbers: Numbers, tables: Tables, shape: Structure) -> None:
        self._shape = shape
        ranked = shape.ranked
        rows = numbers.row
        if len(ranked):
            levels = (picked(numbers.row_below, ranked), picked(rows, ranked))
            rows = np.concatenate([rows, *levels], axis=1)
        self._all = Lookup(rows, tables)
        self._ends = np.cumsum([numbers.row.shape[1], len(ranked)])
        self._shared = Lookup(picked(numbers.row, shape.shared), tables)
        self._groups = Lookup(numbers.row_group, tables)
        self.several = np.flatnonzero((rows[:, : self._ends[0]] >= 0).any(axis=0))
        self.apart = Crowd(
            picked(numbers.others, self.several), picked(numbers.servers, self.several)
        )
        """Waits at several servers where those who are met are of few customers (see 4)."""
        if len(ranked):
            self.ranked_copies = picked(numbers.copies, ranked)
            self.ranked_servers = picked(numbers.servers, ranked)
            self.ranked_apart = (
                Crowd(picked(numbers.others_below, ranked), self.ranked_servers),
                Crowd(picked(numbers.others, ranked), self.ranked_servers),
            )
        self._of_sources(numbers)
        holders, servers, copies = shape.holders, numbers.servers, numbers.copies
        self.threads = servers * copies
        self.shared_copies = picked(copies, shape.shared)
        at = shape.by_level.first
        self.level_servers = picked(self.threads, at) * (1.0 - LEAST_CARRIED * shape.levels_behind)
        each = (servers, copies, numbers.visits)
        some, many, often = (picked(columns, shape.software) for columns in each)
        self.soft = some, many, often
        # A single server of a pool, of which all are taken.
        self.all_taken = numbers.thread_share * picked(servers, holders.by)
        by = holders.idling_by
        self.idling_servers = picked(servers, by) * picked(copies, by)
        self.row_idling = numbers.row_idling * POINTS
        if len(holders.queued):
            self._of_ready_tasks(numbers)
        people, rates = (picked(one, shape.chain) for one in (numbers.population, numbers.per_rate))
        jobs = few_jobs(people, rates, numbers.chain_copies)
        crowd = (numbers.others, numbers.inside, jobs)
        self.singles = together(shape.singles, shape.software, servers, copies, *crowd)

    def _of_sources(self, numbers: Numbers) -> None:
        people, per_rate = numbers.population, numbers.per_rate
        self._think, self._per_rate, self._people = numbers.think, per_rate, people
        self._alone = people * per_rate
        self._grows = 4.0 * numbers.growth
        # On the way to a solution a cycle may take no time at all for a step.
        self._shortest = _SHORTEST_S * people + _TINY
        self._everyone = picked(np.maximum(people, _TINY), self._shape.chain) * numbers.chain_copies

    def _of_ready_tasks(self, numbers: Numbers) -> None:
        """Of the pools that hold nothing but one queue."""
        holders, shape = self._shape.holders, self._shape.conserved
        below, by, visits = holders.queued_arc, holders.queued_by, numbers.visits
        self.not_one_queue = ~numbers.one_queue
        self.queued_copies, self.queued_servers = (
            picked(columns, by) for columns in (numbers.copies, numbers.servers)
        )
        self.below_copies = picked(numbers.copies, below)
        self.beside = 1.0 - 1.0 / np.maximum(picked(numbers.servers, below), 1.0)
        # Who is held for nothing else comes back to the station at once.
        self.at_once = picked(visits, shape.arcs[shape.queued]) / picked(visits, by)
        self.in_pools = np.zeros((len(visits), len(shape.arcs)))
        self.in_pools[:, shape.queued] = numbers.one_queue
        self.not_in_pools, self.held = 1.0 - self.in_pools, self.in_pools > 0.0
        self.group_copies = picked(numbers.copies, shape.one)
        self.group_servers = picked(numbers.servers, shape.one)

    def throughput(self, sums: Array) -> Array:
        """Cycles a second of one copy of each chain (see 2); sums: residence of these chains."""
        chains, people = self._shape.chains_of_arcs, self._people
        response = copied(self._think, len(sums))
        response[:, chains] += sums
        half = self._alone + response
        root = np.sqrt(
            np.maximum(half * half - self._grows * response * self._per_rate * people, 0.0)
        )
        found: Array = 2.0 * people / np.maximum(half + root, self._shortest)
        return np.where(people > 0.0, found, 0.0)

    def free(self, there: Array) -> Array:
        """Share of a chain's customers that can still come, by arc; there: those at its station."""
        return 1.0 - np.minimum(there / self._everyone, 1.0)

    def waits(self, *seen: Array) -> list[Array]:
        """Of all arcs; where some are ranked, of those before them and of their own level too."""
        if len(seen) == 1:
            return [self._all(seen[0])]
        found = self._all(np.concatenate(seen, axis=1))
        return np.split(found, self._ends[: len(seen) - 1], axis=1)

    def slope(self, seen: Array) -> Array:
        """How fast the waits of the shared arcs grow with what is seen."""
        return self._shared.slope(seen)

    def wait_of_group(self, met: Array) -> Array:
        """Of the groups of `Structure.conserved`."""
        return self._groups(met)


def applied(effects_values: Values, rows: Ints | None) -> Values:
    """An effect's values for some of the variants."""
    if rows is None:
        return effects_values
    return {name: values[rows] for name, values in effects_values.items()}
