"""Levels behind others: how long work takes at servers that come and go.

What is left to a level is no part of each server but whole servers for a while: as many as those
before it, who do not notice it, leave idle just then. How much of that is used says who is there to
use it. Who comes back soon, or waits in numbers, uses all; a few that are mostly away miss times in
which servers were free, and wait through those in which none is. Neither the mean of what is left
nor of those ahead tells that: rates of closed batch populations were up to 21 % too low beside CPs
that stood idle, or too high.

Both numbers are therefore one process. Its phase is how many of the levels before are at the
servers, its level how many of this one are: a finite birth-and-death process in a random
environment (D. Gaver, P. Jacobs and G. Latouche, Adv. Appl. Prob. 16, 1984), solved level by level.

*Those before* come as a birth-and-death process themselves, of as many alike ones as vary as much
(`crowds.fewer`: single tasks and full pools vary less than what comes at random), which keep as
many servers busy as they do. It goes as fast as makes their number correlated with itself for as
long as it is: a task that is away for an exponential time is there for a whole busy period, which
counts up to the time that one of the level behind takes for a service. Far phases are taken
together.

*Those behind* are as many as there are customers, or threads where these are always taken, and each
is elsewhere for as long as it is by Little's law. Of several sources they are as many alike ones as
are as often all elsewhere: servers idle while nobody is there, and a few who hardly ever come make
neither a crowd of a single one that has the rest nor a customer who is away as long as they are of
one who comes back at once. (As many as vary as much, tried before, did 7 to 25 % too little of the
work of one or two jobs in exact chains; so they do 0 to 4 %.)

Of it comes how many times its service the work of the level takes on average; what single workloads
of it take beside one another stays as in `equations`. Where a third of the work or more comes
at random all of it stays as there, and as in `conservation` what is in pools of ready tasks. It is
found from a solved network, and the network solved with it, until nothing moves: where nobody else
is waited for, at once. Nothing is fitted.

Against long simulations of random partitions of one to 16 CPs, one or two levels before batch
populations, 103 rates of these are 0.7 % off in the middle, 3 % for nine of ten and 30 % at worst
(without this 5.5, 19 and 99 %); those beyond 11 % are behind levels that leave them 2 to 5 % of the
CPs, or work that was taken to be held back and is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.queueing.installation.company import all_taken
from model.queueing.installation.declared import Array, InstallationNetwork

Ints = npt.NDArray[np.intp]

_MOST_SERVERS = 256.0
_INNER, _FAR = 12, (0, 1, 4, 13, 40, 121)
"""Phases of those before: of numbers that leave servers, and first numbers beyond of others."""
_PHASES = _INNER + len(_FAR)
_MOST_BEYOND = 380
"""Of those before who are counted one by one beyond these."""
_MOST_BEHIND = 48
"""Customers of a level who are counted one by one: of twice the servers, or of a few more; the last
one stands for all further ones."""
_SPARE = 20.0
_ENDLESS, _COUNTED = 1e4, 1e3
"""Customers that are as good as endless, and of whom all are there when servers are full."""
_HARDLY_AWAY = 0.05
"""Times its service that a customer is elsewhere, which half counts as always there."""
_STARVED, _FED = 0.002, 0.01
"""Share of the servers that levels before leave, from which and to which it counts: of less what
they leave is known too little for more than the mean."""
_FULLEST = 1.0 - 1e-5
"""Of a share."""
_FLOOR = -300.0
"""Of a logarithm of how likely something is."""
_NEVER, _SELDOM = 1e-100, 1e-8
_LEAST = 1e-9
_TINY = 1e-300
_MOST_RANDOM = 1.0 / 3.0
"""Part of a level's work that comes at random, from which its customers are not counted."""
_AT_ONCE = 64
"""Groups of variants that are looked at together."""
_HALVINGS, _NEWTON, _HALVED = 10, 6, 40


@dataclass(frozen=True)
class Lesser:
    """Groups of a station and a level that others are before, and what comes to their stations.

    arcs: at these stations, side by side by source: a station, a level, and the innermost server
    that holds, or else the chain. starts: of each source. up_to, within: (sources, groups) 1 where
    it is before a group, or of it. group: of `Structure.by_level`, one: an arc of it. holders,
    holder_starts: places in `Holders` of what holds each held arc; held: which of `arcs`.
    by, by_starts: arcs that hold a source, of each of `has_pool`.
    """

    arcs: Ints
    starts: Ints
    up_to: Array
    within: Array
    group: Ints
    one: Ints
    holders: Ints
    holder_starts: Ints
    held: Ints
    by: Ints
    by_starts: Ints
    has_pool: Ints

    @classmethod
    def of(
        cls, net: InstallationNetwork, station: Ints, level: Ints, group: Ints, holder: Ints
    ) -> Lesser | None:
        """None where no level is before another. group: of each arc; holder: the arcs that
        places in `Holders` are of."""
        behind = np.flatnonzero(level > 0)
        if not len(behind):
            return None
        here = {*station[behind].tolist()}
        sources: dict[tuple[int, int, int], list[int]] = {}
        for at, arc in enumerate(net.arcs):
            if arc.station in here:
                via = net.arcs[arc.within[-1]].station if arc.within else -1 - arc.chain
                sources.setdefault((arc.station, int(level[at]), via), []).append(at)
        arcs = np.array([at for some in sources.values() for at in some], dtype=np.intp)
        counts = np.array([len(some) for some in sources.values()], dtype=np.intp)
        names = sorted({(int(station[at]), int(level[at])) for at in behind.tolist()})
        ones = [
            next(k for k in behind.tolist() if (int(station[k]), int(level[k])) == name)
            for name in names
        ]
        before = [[s == t and a < b for t, b in names] for s, a, _ in sources]
        alike = [[(s, a) == name for name in names] for s, a, _ in sources]
        held = [n for n, at in enumerate(arcs.tolist()) if net.arcs[at].within]
        of_each = [np.flatnonzero(holder == arcs[n]) for n in held]
        pools = [
            sorted({net.arcs[at].within[-1] for at in some})
            for some in sources.values()
            if net.arcs[some[0]].within
        ]
        has_pool = [n for n, some in enumerate(sources.values()) if net.arcs[some[0]].within]
        return cls(
            arcs,
            np.cumsum(counts) - counts,
            np.array(before, dtype=float),
            np.array(alike, dtype=float),
            group[np.array(ones, dtype=np.intp)],
            np.array(ones, dtype=np.intp),
            np.concatenate([np.zeros(0, dtype=np.intp), *of_each]),
            _starts(of_each),
            np.array(held, dtype=np.intp),
            np.array([by for some in pools for by in some], dtype=np.intp),
            _starts(pools),
            np.array(has_pool, dtype=np.intp),
        )


class Known(NamedTuple):
    """What a solved network says of its arcs, (V, A), and what they are given.

    flow: cycles a second of all copies; taken: servers of an arc's station that are held; shares:
    by holder, (V, H), what of what its pool has at a station is one server's own; customer: what is
    one customer's; loose: whether nothing but their number limits those who come at a rate, or they
    are ready tasks.
    """

    flow: Array
    demand: Array
    queue: Array
    hold: Array
    visits: Array
    servers: Array
    copies: Array
    taken: Array
    shares: Array
    customer: Array
    loose: npt.NDArray[np.bool_]


class _Sources(NamedTuple):
    """By source, (V, S): customers at the servers, visits a second, servers kept busy, what of the
    customers is one's own, how many there can be at the most, how far they are always the same
    ones, and how long their number is correlated with itself, in seconds: as it is, and as that of
    customers who come one by one."""

    queue: Array
    comes: Array
    busy: Array
    own: Array
    most: Array
    same: Array
    lasts_s: Array
    usual_s: Array


class Times(NamedTuple):
    """How many times its service work behind other levels takes.

    away, there: of those of each group who are elsewhere now and then, and of those who hardly ever
    are, (V, groups); 0 where that is not known. heeded: how far that counts, by the part of the
    work that is of customers who are always the same ones. stays: what part of an arc's is of those
    who are hardly ever elsewhere, (V, A).
    """

    away: Array
    there: Array
    heeded: Array
    stays: Array


def times_behind(lesser: Lesser, now: Known) -> Times:
    """What the network with such times says of them."""
    sources = sources_of(lesser, now)
    stays = stays_of(sources)
    servers, copies = now.servers[:, lesser.one], now.copies[:, lesser.one]
    before, busy = sources.busy @ lesser.up_to, sources.busy @ lesser.within
    some = (copies == 1.0) & (servers <= _MOST_SERVERS)
    some &= (busy > _LEAST * servers) & (before > _LEAST * servers)
    same = (sources.busy * sources.same) @ lesser.within / np.where(some, busy, 1.0)
    heeded = np.where(some, np.maximum(1.0 - (1.0 - same) / _MOST_RANDOM, 0.0), 0.0)
    left = (1.0 - before / servers - _STARVED) / (_FED - _STARVED)
    heeded *= np.minimum(np.maximum(left, 0.0), 1.0)
    rows, which = np.nonzero(heeded)
    found = np.zeros((2, *busy.shape))
    for low in range(0, len(rows), _AT_ONCE):
        some = rows[low : low + _AT_ONCE], which[low : low + _AT_ONCE]
        level = level_of(sources, some[0], lesser.within[:, some[1]].T)
        ahead = Ahead.of(lesser, sources, *some, servers[some], before[some], level.service)
        times = _together(ahead, level)
        found[:, *some] = np.maximum(times, 1.0)
    of_arcs = np.zeros(now.flow.shape)
    of_arcs[:, lesser.arcs] = np.repeat(
        stays, np.diff([*lesser.starts.tolist(), len(lesser.arcs)]), axis=1
    )
    return Times(found[0], found[1], heeded, of_arcs)


def _units(sources: _Sources) -> Array:
    """Customers of a source, with those who are elsewhere."""
    found: Array = np.maximum(1.0 / np.maximum(sources.own, 1.0 / _ENDLESS), sources.queue)
    return found


def stays_of(sources: _Sources) -> Array:
    """What part of a source counts as hardly ever elsewhere, (V, S)."""
    busy = np.where(sources.busy > 0.0, sources.busy, 1.0)
    away = (_units(sources) - sources.queue) / busy
    found: Array = np.where(sources.busy > 0.0, 1.0 / (1.0 + (away / _HARDLY_AWAY) ** 2), 0.0)
    return found


def level_of(sources: _Sources, rows: Ints, within: Array) -> Level:
    """Those who are at their servers, by what each of their sources is. within: (B, S) 1 for
    these."""
    stays = stays_of(sources)
    queue, comes, busy, most, units, stays = (
        one[rows] * within
        for one in (
            sources.queue, sources.comes, sources.busy, sources.most, _units(sources), stays,
        )
    )  # fmt: skip
    some = busy > 0.0
    queue, units, most = (np.where(some, one, 0.0) for one in (queue, units, most))
    goes = np.where(some, 1.0 - stays, 0.0)
    comes = np.where(some, comes, _TINY)
    mean = busy.sum(axis=1) / comes.sum(axis=1)
    comes = np.maximum((comes * goes).sum(axis=1), _TINY)
    service = (busy * goes).sum(axis=1) / comes
    service = np.where(service > 0.0, service, mean)
    # A little work of many customers makes no crowd of the few that have the rest.
    there, many = (queue * goes).sum(axis=1), (units * goes).sum(axis=1)
    each = np.minimum(queue / np.maximum(units, _TINY), _FULLEST)
    alike = _as_often_none(there, many, (units * goes * np.log1p(-each)).sum(axis=1))
    away = (alike - there) / comes
    return Level(
        (units * stays).sum(axis=1),
        alike,
        np.minimum(np.minimum(most * goes, units).sum(axis=1), alike),
        np.maximum(away, _LEAST * service),
        service,
        there,
    )


def _as_often_none(there: Array, many: Array, none: Array) -> Array:
    """How many alike ones, of so many at the most, are as many on average and as often none.

    none: logarithm of how likely nobody is there. A server idles while nobody is; those who are
    hardly ever there make the number vary, and none of it for want of those who nearly always are.
    """
    low, high = np.log(np.maximum(there, _TINY)), np.log(np.maximum(many, _TINY))
    for _ in range(_HALVED):
        middle = 0.5 * (low + high)
        units = np.exp(middle)
        part = np.minimum(there / units, _FULLEST)
        more = units * np.log1p(-part) < none
        low, high = np.where(more, middle, low), np.where(more, high, middle)
    found: Array = np.minimum(np.maximum(np.exp(high), there), many)
    return found


class Level(NamedTuple):
    """Those of a level, (B,): who is hardly ever away, and of the others how many there are, how
    many can be at the servers, and seconds for which each is elsewhere and is served."""

    stay: Array
    units: Array
    most: Array
    away: Array
    service: Array
    there: Array


def sources_of(lesser: Lesser, now: Known) -> _Sources:
    """What comes to the stations of groups."""
    arcs = lesser.arcs

    def summed(columns: Array) -> Array:
        found: Array = np.add.reduceat(columns[:, arcs], lesser.starts, axis=1)
        return found

    own = now.customer[:, arcs]
    if len(lesser.held):
        of_pools = np.maximum.reduceat(now.shares[:, lesser.holders], lesser.holder_starts, axis=1)
        own[:, lesser.held] = np.maximum(own[:, lesser.held], of_pools)
    own = np.minimum(np.maximum.reduceat(own, lesser.starts, axis=1), 1.0)
    queue, busy = summed(now.queue), summed(now.flow * now.demand)
    comes = np.maximum(summed(now.flow * now.visits), _TINY)
    # While one is let in, the share of the time that it is at the servers; who is let in goes.
    most = 1.0 / np.minimum.reduceat(now.customer[:, arcs], lesser.starts, axis=1)
    each_s = there_s = queue / comes
    part, stays = np.minimum(queue * own, 1.0), np.where(own > 1.0 / _ENDLESS, 0.0, 1.0)
    counted = np.zeros_like(stays)
    if len(lesser.by):
        first = lesser.by[lesser.by_starts]
        held = np.add.reduceat((now.flow * now.hold)[:, lesser.by], lesser.by_starts, axis=1)
        pool = lesser.has_pool
        part[:, pool] = np.minimum(queue[:, pool] / np.maximum(held, _TINY), 1.0)
        # By whole requests: from a visit on, all that follow are still to come, half of the others.
        asks = np.add.reduceat((now.flow * now.visits)[:, lesser.by], lesser.by_starts, axis=1)
        often = np.maximum(comes[:, pool] / np.maximum(asks, _TINY), 1.0)
        there_s = each_s.copy()
        there_s[:, pool] *= 0.5 * (often + 1.0)
        threads = now.servers[:, first] * now.copies[:, first]
        full = all_taken(np.minimum(now.taken[:, first] / threads, 1.0), now.servers[:, first])
        most[:, pool] = np.minimum(most[:, pool], threads)
        stays[:, pool] = np.where(threads <= 1.0, 1.0, 1.0 - full)
        # That a request comes back for a further visit is in how many of them are still to come.
        counted[:, pool] = stays[:, pool] * (1.0 - 1.0 / often)
    left = np.maximum(1.0 - queue * own, 1.0 - _FULLEST)
    lasts = there_s * (stays + np.maximum((1.0 - part) ** 2 - counted, 0.0)) / left
    same = np.minimum(own * most, 1.0) * ~np.logical_or.reduceat(
        now.loose[:, arcs], lesser.starts, axis=1
    )
    return _Sources(queue, comes, busy, own, most, same, lasts, each_s * left)


class Ahead(NamedTuple):
    """Servers, how many of them the levels before keep busy, how many alike ones these are, and
    their service in seconds, (B,)."""

    servers: Array
    busy: Array
    alike: Array
    service: Array

    def take(self, some: Ints) -> Ahead:
        """Some of them."""
        return Ahead(*(columns[some] for columns in self))

    @classmethod
    def of(
        cls,
        lesser: Lesser,
        sources: _Sources,
        rows: Ints,
        which: Ints,
        servers: Array,
        busy: Array,
        memory: Array,
    ) -> Ahead:
        """Of groups. memory: seconds for which who looks remembers, who sees no more of how long
        their number lasts than as much."""
        up_to = lesser.up_to[:, which].T
        queue, comes, works, own, _, _, lasts, usual = (one[rows] * up_to for one in sources)
        there = queue.sum(axis=1)
        pairs = (queue * queue * own).sum(axis=1)
        alike = there * there / np.maximum(pairs, there * there / _ENDLESS)
        varies = works * np.maximum(1.0 - queue * own, 1.0 - _FULLEST)
        whole = np.maximum(varies.sum(axis=1), _TINY)
        each = works / np.where(comes > 0.0, comes, 1.0)
        mean = (varies * each).sum(axis=1) / whole

        def lasting(seconds: Array) -> Array:
            """Of all together; what lasts longer than it is remembered counts as that at most."""
            remembered = seconds / (seconds + memory[:, None])
            part = np.minimum((varies * remembered).sum(axis=1) / whole, _FULLEST)
            found: Array = part / (1.0 - part)
            return found

        slower = lasting(lasts) / np.maximum(lasting(usual), _TINY)
        return cls(servers, busy, alike, mean * slower)


def phases_of(ahead: Ahead) -> tuple[Array, Array, Array]:
    """How fast one phase of those before goes to another, (B, n, n), how likely each is, and how
    likely in each so many of them are there, up to all servers, (B, n, numbers)."""
    up, down, law, phase = _phases(ahead)
    count, cells = len(up), up.shape[1] + 1
    every, at = np.arange(cells), np.arange(cells - 1)
    moves = np.zeros((count, cells, cells))
    moves[:, at, at + 1], moves[:, at + 1, at] = up, down
    moves[:, every, every] = -moves.sum(axis=2)
    often = np.maximum(_summed(law, phase), _NEVER)
    few = int(np.ceil(ahead.servers.max())) + 1
    places = phase[:, :few] - cells * np.arange(count)[:, None]
    likely = np.where(places[:, None, :] == every[:, None], law[:, None, :few], 0.0)
    return moves, often, likely / often[:, :, None]


def _together(before: Ahead, behind: Level) -> Array:
    """How many times its service work takes of those who are away now and then, and of those who
    hardly ever are, (2, B)."""
    up, down, law, phase = _phases(before)
    cells = up.shape[1] + 1
    often = np.maximum(_summed(law, phase), _NEVER)
    counted = np.minimum(_MOST_BEHIND, np.maximum(np.ceil(2.0 * before.servers), _SPARE))
    most = np.minimum(behind.most, counted)
    top = int(np.ceil(most.max()))
    stay, full = behind.stay[:, None], most[:, None]
    # The last of them may be a part of a customer.
    here = [np.minimum(number, full) for number in range(top + 1)]
    size = [np.minimum(np.maximum(full - number, 0.0), 1.0) for number in range(top)]
    leave = np.arange(int(np.ceil(before.servers.max())) + 1.0)
    free, likely = np.maximum(before.servers[:, None] - leave, 0.0), law[:, : len(leave)]
    busy = [_summed(likely * np.minimum(each + stay, free), phase) / often for each in here]
    # A phase in which nothing is left is left alone for ever where nobody comes.
    ends = [np.zeros((len(stay), 1))] + [
        (each * many / np.maximum(many + stay, _TINY) + _LEAST)
        / (behind.service[:, None] * np.maximum(step, _LEAST))
        for each, many, step in zip(busy[1:], here[1:], size, strict=True)
    ]
    come = [
        np.where(
            step > _LEAST,
            np.maximum(behind.units[:, None] - many, 0.0)
            / (behind.away[:, None] * np.maximum(step, _LEAST)),
            0.0,
        )
        for many, step in zip(here[:-1], size, strict=True)
    ]
    every, at = np.arange(cells), np.arange(cells - 1)
    moves = np.zeros((len(stay), cells, cells))
    moves[:, at, at + 1], moves[:, at + 1, at] = up, down

    def leaving(local: Array, more: Array) -> Array:
        """With what leaves a phase: sums alone, so that no digit is lost."""
        local[:, every, every] = 0.0
        local[:, every, every] = -local.sum(axis=2) - more
        return local

    ratios: list[Array] = []
    local = leaving(moves.copy(), ends[top])
    for number in range(top - 1, -1, -1):
        rest = np.maximum(np.linalg.inv(-local), 0.0)
        ratios.append(come[number][:, :, None] * rest)
        local = leaving(moves + ratios[-1] * ends[number + 1][:, None, :], ends[number])
    likely = _stationary(local)[:, None, :]
    # Of those who are counted, the last stands for all who wait to come back.
    further = np.where(behind.units < _COUNTED, np.maximum(behind.units - most, 0.0), 0.0)
    whole, there, gone, stayed = np.zeros((4, len(stay)))
    for number in range(top + 1):
        each, many = likely[:, 0], here[number][:, 0]
        sums = each.sum(axis=1)
        whole = whole + sums
        there = there + sums * (many + np.where(many >= most - _LEAST, further, 0.0))
        done = each * busy[number] / np.maximum(here[number] + stay, _TINY)
        gone = gone + many * done.sum(axis=1)
        stayed = stayed + done.sum(axis=1)
        if number < top:
            likely = likely @ ratios.pop()
            # Only what they are of one another counts.
            less = 1.0 / np.maximum(likely.sum(axis=(1, 2)), 1.0)
            likely *= less[:, None, None]
            whole, there, gone, stayed = (one * less for one in (whole, there, gone, stayed))
    return np.stack([there, whole]) / np.maximum(np.stack([gone, stayed]), _LEAST * whole)


def _phases(before: Ahead) -> tuple[Array, Array, Array, Ints]:
    """How fast one phase goes to the next and back, how likely each number of those before is, and
    which phase each is of."""
    m = before.servers[:, None]
    servers = np.ceil(before.servers)[:, None]
    longest = int(servers.max()) + _FAR[-1] + 1 + _MOST_BEYOND
    others = np.arange(longest + 1.0)
    birth = np.maximum(1.0 - others[:-1] / before.alike[:, None], _LEAST)
    birth = np.where(others[:-1] > servers + _FAR[-1] + _MOST_BEYOND, _LEAST, birth)
    death = np.minimum(others[1:], m)
    steps = np.log(birth) - np.log(death)
    weights = np.concatenate([np.zeros((len(m), 1)), np.cumsum(steps, axis=1)], axis=1)
    working = np.minimum(others, m)

    def law_of(comes: Array) -> Array:
        law = weights + comes[:, None] * others
        law = np.exp(np.maximum(law - law.max(axis=1, keepdims=True), _FLOOR))
        found: Array = law / law.sum(axis=1, keepdims=True)
        return found

    low = np.log(before.busy)
    high = low + 40.0
    better = comes = 0.5 * (low + high)
    for step in range(_HALVINGS + _NEWTON):
        comes = 0.5 * (low + high) if step < _HALVINGS else better
        law = law_of(comes)
        busy = (law * working).sum(axis=1)
        more = busy < before.busy
        low, high = np.where(more, comes, low), np.where(more, high, comes)
        slope = (law * working * others).sum(axis=1) - busy * (law * others).sum(axis=1)
        better = comes + (before.busy - busy) / np.maximum(slope, _LEAST)
        better = np.where((better >= low) & (better <= high), better, 0.5 * (low + high))
    law = law_of(better)
    phase, first = _edges(before.servers, len(others))
    pace = 1.0 / before.service[:, None]
    often = np.maximum(_summed(law, phase), _NEVER)
    middle = np.where(often > _SELDOM**2, _summed(law * others, phase) / often, first)
    flows = np.exp(better)[:, None] * birth * pace * law[:, :-1]
    # Below that sums keep no digits of what is likely.
    flows = np.maximum(flows, _SELDOM * flows.max(axis=1, keepdims=True))
    way = np.concatenate([np.zeros((len(m), 1)), np.cumsum(1.0 / flows, axis=1)], axis=1)
    at = np.minimum(middle.astype(np.intp), longest - 1)
    before_it, beyond = (np.take_along_axis(way, place, axis=1) for place in (at, at + 1))
    flow = 1.0 / np.diff(before_it + (middle - at) * (beyond - before_it), axis=1)
    # What hardly ever is leads back to what is, and nothing leads there.
    never, usual = often < 0.1 * _SELDOM, often.argmax(axis=1)[:, None]
    below = np.arange(often.shape[1] - 1) < usual
    far = np.where(below, never[:, :-1], never[:, 1:])
    up = np.where(far, np.where(below, m * pace, 0.0), flow / often[:, :-1])
    down = np.where(far, np.where(below, 0.0, m * pace), flow / often[:, 1:])
    return up, down, law, phase


def _stationary(rates: Array) -> Array:
    """How likely the phases of chains are, (B, n), by an elimination that subtracts nothing (W.
    Grassmann, M. Taksar and D. Heyman, Operations Research 33(5), 1985)."""
    local = rates.copy()
    count = local.shape[1]
    for last in range(count - 1, 0, -1):
        out = np.maximum(local[:, last, :last].sum(axis=1), _TINY)[:, None]
        local[:, :last, last] /= out
        local[:, :last, :last] += local[:, :last, last, None] * local[:, last, None, :last]
    found = np.zeros((len(local), count))
    found[:, 0] = 1.0
    for place in range(1, count):
        found[:, place] = (found[:, :place] * local[:, :place, place]).sum(axis=1)
        found /= np.maximum(found[:, place], 1.0)[:, None]
    whole: Array = found / found.sum(axis=1, keepdims=True)
    return whole


def _edges(servers: Array, count: int) -> tuple[Ints, Ints]:
    """Of each of so many numbers its phase, numbered through all rows, and the first number of each
    phase: evenly up to all servers, then wider and wider."""
    full = np.ceil(servers)[:, None]
    even = np.arange(_INNER) * np.maximum(full / _INNER, 1.0)
    found = np.concatenate([np.rint(even), full + np.array(_FAR)], axis=1)
    place = np.arange(found.shape[1])
    # Each phase has a number of its own.
    edges: Ints = np.maximum.accumulate(found - place, axis=1).astype(np.intp) + place
    starts = np.zeros((len(servers), count), dtype=np.intp)
    np.add.at(starts, (np.arange(len(servers))[:, None], edges[:, 1:]), 1)
    phase: Ints = np.cumsum(starts, axis=1) + _PHASES * np.arange(len(servers))[:, None]
    return phase, edges


def _summed(columns: Array, phase: Ints) -> Array:
    """Over phases; what is less than a digit of others has all its digits. phase: of each column,
    numbered through all rows."""
    count, some = len(columns), phase[:, : columns.shape[1]]
    found: Array = np.bincount(some.ravel(), columns.ravel(), count * _PHASES).astype(float)
    return found.reshape(count, _PHASES)


def _starts(lists: Sequence[Sequence[int] | Ints]) -> Ints:
    counts = np.array([len(one) for one in lists], dtype=np.intp)
    found: Ints = np.cumsum(counts) - counts
    return found
