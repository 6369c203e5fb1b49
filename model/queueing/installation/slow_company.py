"""Pools behind shared servers whose company changes slowly: the waits that an average misses.

A message region, a QR TCB, a few threads: who waits for one waits for those before him, and how
long these hold it depends on who else is at the CPs. Where the others' requests are long and the
CPs nearly full, their number stays high for many of the pool's requests, the pool gets less done
than comes to it meanwhile, and a line builds up that the average speed knows nothing of: responses
were up to 71 % too short.

The line before the pool and the number of the others are therefore one process: its level is how
many requests the pool has, its phase how many others are at the servers, which share themselves out
among all that are there (a quasi-birth-and-death process: M. F. Neuts, *Matrix-Geometric Solutions
in Stochastic Models*, 1981; solved by the logarithmic reduction of G. Latouche and V. Ramaswami,
J. Appl. Prob. 30, 1993). Threads of the pool are at the servers for as long as the others leave
them, and the others are as many fewer to be served at once. Phases far from nobody are taken
together; what flows between two of them is what the birth-and-death process carries from the middle
of one to that of the other. Where the others' number comes out other than the fixed point says,
because of pools among them that are not in this process, they leave as fast as makes it so; pools
of few threads among them, which come and go quickly, and full ones are always there by their mean.

Of this process comes how much longer than in the same pool with holds of the mean length is waited.
That is added to what the average says where it is more, by the hold that it has as well unless the
fixed point says quite another; of a line that would fill a pool around
(MXT around a QR TCB) the rest waits outside that. It fades out where the line could hardly outgrow
the pool, and before a pool or servers that are full all the time: there lines are as long as work
is patient.

Against the exact chains of one to four threads on one to four servers responses are 2 to 12 % too
short (24 to 57 % without), and up to 7 % too long where they were within 5 %; of 573 random ones in
long simulations 19 in 20 are within 5 %, the worst before full pools 20 % (8.8 and 71 % without).
Of 135 that were drawn afterwards 19 in 20 are within 3.7 % (5.8), and one at a QR TCB 91 % busy
beside three threads is 31 % too short: lines before other pools are slow company as well, which is
not in this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from model.queueing.installation.company import MOST_COUNTED, fullness, random_part
from model.queueing.installation.declared import Array, InstallationNetwork

Ints = npt.NDArray[np.intp]
Kind = TypeVar("Kind", bound=np.generic)

_MOST_THREADS = 16.0
"""Of larger pools the company they keep is mostly their own."""
_MOST_ALONE = 4.0
"""Threads of a pool among the others up to which it is there by its mean, full or not."""
_MOST_SERVERS = 256.0
_CELLS = 24
_BENT = 2.5
"""How much wider the phases are that are taken together where many others are there."""
_MOST_THERE = 150.0
"""Others, on average, beyond whom they are not counted one by one."""
_SELDOM, _OFTEN = 1e-5, 1e-3
"""How likely so many others are that the line grows, from which and to which it comes to count."""
_BUSY, _FULL = 0.99, 0.999
"""Use of the pool, and of the servers, from which and to which it fades out."""
_ALIKE, _UNLIKE = 0.05, 0.2
"""Logarithm of the ratio of two numbers of others, from which and to which it comes to count."""
_SHARED = 0.5
"""Of what is free of a pool around, what such a line may take of it."""
_LEAST_LEFT = 0.05
_TAIL = 1e-6
_TINY = 1e-300
_HALVINGS = 24
_MATCHINGS = 2
_REDUCTIONS = 40
_PRESENCE = 12
_NEAR = 1e-10


@dataclass(frozen=True)
class Held:
    """What holds pools, (P,).

    lists: the arcs that hold one. around: pairs of a place in these and an arc that it runs under,
    (2, n); outside: of each place the outermost of these, or the arc itself.
    """

    lists: Lists
    around: Ints
    outside: Ints

    @classmethod
    def of(cls, net: InstallationNetwork, pools: Sequence[int]) -> Held:
        """Of these stations."""
        holding = [[k for k, arc in enumerate(net.arcs) if arc.station == pool] for pool in pools]
        lists = Lists(holding)
        within = [net.arcs[arc].within for arc in lists.flat.tolist()]
        around = [[place, arc] for place, outer in enumerate(within) for arc in outer]
        outside = [
            arcs[0] if arcs else alone
            for arcs, alone in zip(within, lists.flat.tolist(), strict=True)
        ]
        return cls(
            lists,
            np.array(around, dtype=np.intp).reshape(-1, 2).T,
            np.array(outside, dtype=np.intp),
        )


@dataclass(frozen=True)
class Pools:
    """Pools and servers below them that others use too, (P,), with what belongs to each, as lists.

    held: what holds one. own, others: arcs at the servers under it, and those of the others
    of that level. by: of `others`, the arc that holds the innermost pool around it that
    need not be full, -1 without one.
    """

    held: Held
    own: Lists
    others: Lists
    by: Ints


class Lists:
    """Columns of several lists, none of which is empty."""

    def __init__(self, lists: Sequence[Sequence[int]]) -> None:
        self.flat: Ints = np.array([one for each in lists for one in each], dtype=np.intp)
        counts = np.array([len(each) for each in lists], dtype=np.intp)
        self.starts: Ints = np.cumsum(counts) - counts

    @property
    def first(self) -> Ints:
        """The first column of each list."""
        return self.flat[self.starts]

    def sums(self, columns: Array) -> Array:
        """(V, P) of what is there for each of `flat`, (V, n)."""
        found: Array = np.add.reduceat(columns, self.starts, axis=1)
        return found

    def spread(self, of_each: npt.NDArray[Kind]) -> npt.NDArray[Kind]:
        """(V, n): of each of `flat` what its list has, (V, P)."""
        return np.repeat(of_each, np.diff([*self.starts.tolist(), len(self.flat)]), axis=1)


def innermost_idling(net: InstallationNetwork) -> list[int]:
    """Of each arc the one that holds the innermost pool around it that need not be full, or -1."""
    found = []
    for arc in net.arcs:
        free = [h for h in arc.within if net.stations[net.arcs[h].station].idles]
        found.append(free[-1] if free else -1)
    return found


def pools_of(net: InstallationNetwork, level: Ints) -> Pools | None:
    """The pools of a network that this can be of; None where there is none."""
    idling = innermost_idling(net)
    inside: dict[int, dict[tuple[int, int], list[int]]] = {}
    here: dict[tuple[int, int], list[int]] = {}
    for place, arc in enumerate(net.arcs):
        station = net.stations[arc.station]
        if station.software or station.in_order:
            continue
        at = arc.station, int(level[place])
        here.setdefault(at, []).append(place)
        if idling[place] >= 0:
            pool = net.arcs[idling[place]].station
            inside.setdefault(pool, {}).setdefault(at, []).append(place)
    pools: list[int] = []
    own: list[list[int]] = []
    others: list[list[int]] = []
    by: list[int] = []
    for pool, below in inside.items():
        for at, ones in below.items():
            rest = [place for place in here[at] if place not in {*ones}]
            if rest:
                pools.append(pool)
                own.append(ones)
                others.append(rest)
                by.extend(idling[place] for place in rest)
    if not pools:
        return None
    return Pools(Held.of(net, pools), Lists(own), Lists(others), np.array(by, dtype=np.intp))


class Passed(NamedTuple):
    """What the network says of its arcs, (V, A), and what they are given; inside: as in `Numbers`,
    taken: servers of an arc's station that are held, ahead: that the levels before it keep busy;
    sourced: that their work comes at a rate. jobs: as in `few_jobs`, of what nothing holds."""

    flow: Array
    demand: Array
    residence: Array
    hold: Array
    queue: Array
    visits: Array
    servers: Array
    copies: Array
    inside: Array
    taken: Array
    ahead: Array
    sourced: npt.NDArray[np.bool_]
    jobs: Array


class _Place(NamedTuple):
    """Pools that are looked at, (B,): requests a second, threads, seconds of service and beside it,
    the servers; of the others how many can be inside, ask for service a second and for how long,
    how many there are, and how many of few threads are beside them."""

    comes: Array
    threads: Array
    service: Array
    beside: Array
    servers: Array
    limit: Array
    others_come: Array
    others_take: Array
    there: Array
    tasks: Array


def longer_waits(pools: Pools, now: Passed) -> Array | None:
    """Seconds a cycle that are waited for pools beyond what the average says, (V, A); None where
    there are none."""
    holders = pools.held.lists
    held, own, others = (np.asarray(at.flat) for at in (holders, pools.own, pools.others))
    flow = now.flow
    rate = holders.sums(flow[:, held] * now.visits[:, held])
    least = np.maximum(rate, _TINY)
    hold = holders.sums(flow[:, held] * now.hold[:, held]) / least
    waited = holders.sums(flow[:, held] * now.residence[:, held]) / least
    service = pools.own.sums(flow[:, own] * now.demand[:, own]) / least
    served = pools.own.sums(flow[:, own] * now.residence[:, own]) / least
    visits = pools.own.sums(flow[:, own] * now.visits[:, own]) / least
    beside = np.maximum(hold - served, 0.0)
    pool, at = holders.first, pools.own.first
    threads = now.servers[:, pool]
    servers = np.maximum(now.servers[:, at] - now.ahead[:, at], _LEAST_LEFT)
    # By arc, before each is with all of whom it is one of the others.
    by = np.full(flow.shape[1], -1, dtype=np.intp)
    by[others] = pools.by
    jobs = np.where((now.jobs > 0.0) & (now.jobs <= _MOST_ALONE), now.jobs, np.inf)
    many = np.where(by >= 0, (now.servers * now.copies)[:, by], jobs)
    full = fullness(many, now.taken[:, by])
    steady = np.where(many <= _MOST_ALONE, 1.0, full)
    full = np.where(many <= _MOST_ALONE, 0.0, full)
    # From one of several visits on, half of the others are still to come.
    often = np.where(by >= 0, now.visits / np.maximum(now.visits[:, by], _TINY), 1.0)
    often = np.maximum(often, 1.0)
    work = flow * now.demand
    loose = work * (1.0 - steady)
    load, all_work, all_full, long_s, there, tasks = (
        pools.others.sums(columns[:, others])
        for columns in (
            loose,
            work,
            work * full,
            loose * now.demand / now.visits * 0.5 * (often + 1.0),
            now.queue * (1.0 - steady),
            now.queue * steady,
        )
    )
    long_s = long_s / np.maximum(load, _TINY)
    used = rate * hold / threads
    busy = (all_work + rate * service) / servers
    eligible = (now.copies[:, pool] == 1.0) & (now.copies[:, at] == 1.0) & np.isfinite(servers)
    eligible &= (threads <= _MOST_THREADS) & now.sourced[:, pool] & (service > _NEAR)
    eligible &= (
        (servers <= _MOST_SERVERS) & (rate > _NEAR) & (long_s > _NEAR) & (there < _MOST_THERE)
    )
    with np.errstate(all="ignore"):
        most = servers * (threads / least - beside) / service - 1.0 - tasks
        line = np.maximum(there - load, 0.0)
        often = np.maximum(most - servers, 0.0) * np.log(line / (1.0 + line))
    share = (often - np.log(_SELDOM)) / np.log(_OFTEN / _SELDOM)
    share = share * np.minimum((_FULL - np.maximum(used, busy)) / (_FULL - _BUSY), 1.0)
    share = np.where(eligible & np.isfinite(share), np.clip(share, 0.0, 1.0), 0.0)
    share = share * random_part(all_full / np.maximum(all_work, _TINY))
    inside = np.maximum(now.inside[:, at], 1.0)
    rows, which = np.nonzero(share)
    if not len(rows):
        return None

    def picked(columns: Array) -> Array:
        return columns[rows, which]

    place = _Place(
        *(
            picked(columns)
            for columns in (
                rate,
                np.ceil(threads),
                service,
                beside,
                servers,
                np.where(now.inside[:, at] < np.ceil(servers) + MOST_COUNTED, inside, np.inf),
                load / np.maximum(long_s, _TINY),
                long_s,
                there,
                tasks,
            )
        )
    )
    length = picked(hold)
    beyond, known = _beyond(place, length)
    mean = erlang_wait(place.comes, place.threads, known) * regularity(
        place.beside, length, picked(visits)
    )
    added = picked(share) * np.maximum(mean + beyond - picked(waited), 0.0)
    each = np.zeros(rate.shape)
    each[rows, which] = added
    if not (added > _NEAR * length).any():
        return None
    free = now.servers * now.copies - now.taken
    return placed(pools.held, flow, free, holders.spread(each) * now.visits[:, held])


def placed(held: Held, flow: Array, free: Array, waited: Array) -> Array:
    """Where it is waited, (V, A): outside the pools around a pool as far as the line that it is
    would fill these. flow, free: cycles a second, and servers that nobody holds, by arc; waited:
    seconds a cycle, by place in what holds the pools."""
    place, outer = held.around
    free = np.maximum(free, 0.0)
    room = np.full(waited.shape, np.inf)
    for at, arc in zip(place.tolist(), outer.tolist(), strict=True):
        room[:, at] = np.minimum(room[:, at], _SHARED * free[:, arc])
    arcs = held.lists.flat
    line = flow[:, arcs] * waited
    with np.errstate(invalid="ignore"):
        inside = np.where(np.isfinite(room), room / np.maximum(room + line, _TINY), 1.0) * waited
    found = np.zeros(flow.shape)
    for column, (arc, beyond) in enumerate(zip(arcs.tolist(), held.outside.tolist(), strict=True)):
        found[:, arc] += inside[:, column]
        found[:, beyond] += (waited - inside)[:, column]
    return found


def regularity(beside: Array, hold: Array, visits: Array) -> Array:
    """Of the wait before holds that all are exponential, what there is where visits to the servers
    and, between them, times beside them are, one after the other."""
    parts, often = beside / np.maximum(hold, _TINY), np.maximum(visits, 1.0)
    squares = parts**2 / np.maximum(often - 1.0, 1.0) + (1.0 - parts) ** 2 / often
    found: Array = 0.5 * (1.0 + squares)
    return found


def erlang_wait(comes: Array, threads: Array, hold: Array) -> Array:
    """Seconds waited for pools were all holds exponential with one mean (Erlang C)."""
    asked = np.minimum(comes * hold, threads * (1.0 - _NEAR))
    blocked = np.ones(len(hold))
    for number in range(1, int(threads.max()) + 1):
        more = asked * blocked / (number + asked * blocked)
        blocked = np.where(number <= threads, more, blocked)
    left = 1.0 - asked / threads
    found: Array = blocked / (left + (1.0 - left) * blocked) * hold / (threads * left)
    return found


def _beyond(place: _Place, length: Array) -> tuple[Array, Array]:
    """Seconds that are waited for the pool beyond what holds of the mean length make, and that
    length; `length`: as the fixed point has it."""
    found, known = np.zeros(len(place.comes)), length.copy()
    for threads in np.unique(place.threads).tolist():
        some = np.flatnonzero(place.threads == threads)
        of = _Place(*(columns[some] for columns in place))
        # What has no steady state is no number, and says nothing.
        with np.errstate(all="ignore"):
            found[some], known[some] = _beyond_of(of, int(threads), length[some])
    return found, known


def _beyond_of(place: _Place, threads: int, length: Array) -> tuple[Array, Array]:
    """Of pools with as many threads."""
    try:
        waits, hold, there, usual = _of_process(place, threads)
        there = np.where(np.isfinite(there) & (there > 0.0), there, usual)
        wanted = _met(place.there, there)
        far = np.flatnonzero(wanted != there)
        target = (usual * wanted / there)[far]
        for _ in range(_MATCHINGS if len(far) else 0):
            others = _Place(*(columns[far] for columns in place))
            waits[far], hold[far], there[far], _ = _of_process(others, threads, target)
            target = target * wanted[far] / there[far]
    except np.linalg.LinAlgError:
        return np.zeros(len(place.comes)), length
    stable = np.isfinite(waits) & (place.comes * hold < _FULL * threads)
    hold = np.where(stable, hold, length)
    beyond = waits - erlang_wait(place.comes, place.threads, hold)
    return np.where(stable, np.maximum(beyond, 0.0), 0.0), _met(length, hold)


def _met(known: Array, found: Array) -> Array:
    """What is taken, of what the fixed point says and of what comes out, for the number of others
    that are there and for the length of a hold.

    What both know differs by little that is of no use: lines grow by many times as much. Where they
    differ by more it is by limits that only the fixed point knows.
    """
    apart = np.log(np.maximum(known, _TINY) / found)
    share = np.clip((np.abs(apart) - _ALIKE) / (_UNLIKE - _ALIKE), 0.0, 1.0)
    wanted: Array = found * np.exp(share * apart)
    return wanted


def _of_process(
    place: _Place, threads: int, target: Array | None = None
) -> tuple[Array, Array, Array, Array]:
    """Seconds waited for the pool, and held, and how many others there are on average.

    And how many there would be beside what is there of the pool on average: target, if given, which
    they then leave as fast as makes it so.
    """
    longest = int(np.ceil(8.0 * place.there.max() + 4.0 * place.servers.max() + 64.0))
    others = np.arange(longest + 1.0)
    inside = np.minimum(others, place.limit[:, None])
    m, tasks = place.servers[:, None], place.tasks[:, None]
    own, leave = [np.zeros(inside.shape)], [_left(inside, tasks, m)]
    for number in range(1, threads + 1):
        present, done = _presence(place, inside, number)
        own.append(done)
        leave.append(_left(inside, present + tasks, m))
    usual = np.minimum(place.comes * place.service, place.threads)[:, None] + tasks
    usual = usual * np.maximum((place.there[:, None] + usual) / m, 1.0)
    beside = _left(inside, np.minimum(usual, tasks + threads), m)
    faster, law = _as_many(place, beside, target)
    # Phases that are taken together, from edges[i] up to the next.
    tail = np.cumsum(law[:, ::-1], axis=1)[:, ::-1]
    top = np.maximum((tail > _TAIL).sum(axis=1), _CELLS)[:, None]
    steps = np.arange(_CELLS) / _CELLS
    edges = np.rint(top * np.expm1(_BENT * steps) / np.expm1(_BENT))
    edges = np.minimum(np.maximum(edges, np.arange(_CELLS)), longest - _CELLS + np.arange(_CELLS))
    cells = edges.astype(np.intp)
    comes, rate = place.others_come[:, None], (faster / place.others_take)[:, None]
    moves, speeds, means = [], [], []
    for done, left in zip(own, leave, strict=True):
        up, down, speed, mean = _together(cells, comes, rate * left, done, others)
        moves.append(_generator(up, down))
        speeds.append(speed)
        means.append(mean)
    return *solved_process(place.comes, threads, moves, speeds, means), law @ others


def _left(inside: Array, beside: Array, servers: Array) -> Array:
    """Servers that the others have of those they share with so many beside them."""
    whole = np.floor(beside)
    part = beside - whole
    found: Array = np.zeros(inside.shape)
    for share, there in ((1.0 - part, whole), (part, whole + 1.0)):
        found = found + share * np.minimum(1.0, servers / np.maximum(inside + there, _TINY))
    return found * inside


def _presence(place: _Place, inside: Array, number: int) -> tuple[Array, Array]:
    """How many of so many threads are at the servers, and how many end a second."""
    m, tasks = place.servers[:, None], place.tasks[:, None]
    service, beside = place.service[:, None], place.beside[:, None]
    present = np.full(inside.shape, min(number, 1.0))
    for _ in range(1 if number == 1 else _PRESENCE):
        mates = (number - 1.0) * present / number
        takes = service * np.maximum((inside + tasks + 1.0 + mates) / m, 1.0)
        ends = number / (takes + beside)
        present = 0.5 * (present + ends * takes) if number > 1 else ends * takes
    return present, ends


def _as_many(place: _Place, left: Array, target: Array | None) -> tuple[Array, Array]:
    """How much faster the others leave for as many to be there, and how likely each number is."""
    with np.errstate(divide="ignore"):
        each = np.log(np.maximum(left[:, 1:] / place.others_take[:, None], _TINY))
    steps = np.log(np.maximum(place.others_come, _TINY))[:, None] - each
    weights = np.concatenate([np.zeros((len(left), 1)), np.cumsum(steps, axis=1)], axis=1)
    others = np.arange(left.shape[1])
    low, high = np.full((2, len(left)), [[-4.0], [7.0]])

    def law_of(faster: Array) -> Array:
        law = weights - faster[:, None] * others
        law = np.exp(law - law.max(axis=1, keepdims=True))
        found: Array = law / law.sum(axis=1, keepdims=True)
        return found

    if target is None:
        return np.ones(len(left)), law_of(np.zeros(len(left)))
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        many = law_of(middle) @ others > target
        low, high = np.where(many, middle, low), np.where(many, high, middle)
    return np.exp(high), law_of(high)


def _together(
    cells: Ints, comes: Array, leave: Array, done: Array, others: Array
) -> tuple[Array, Array, Array, Array]:
    """Of phases taken together: how fast one goes up and down, what the pool ends a second, and how
    many others are there."""
    with np.errstate(divide="ignore", over="ignore"):
        law = np.concatenate(
            [np.zeros((len(leave), 1)), np.cumsum(np.log(comes / leave[:, 1:]), axis=1)], axis=1
        )
    law = np.exp(np.maximum(law - law.max(axis=1, keepdims=True), -500.0))
    starts = np.concatenate([cells, np.full((len(cells), 1), law.shape[1])], axis=1)

    def summed(columns: Array) -> Array:
        whole = np.concatenate([np.zeros((len(columns), 1)), np.cumsum(columns, axis=1)], axis=1)
        found: Array = np.diff(np.take_along_axis(whole, starts, axis=1), axis=1)
        return found

    often = np.maximum(summed(law), _TINY)
    middle = (starts[:, :-1] + starts[:, 1:] - 1) // 2
    middle[:, -1] = starts[:, -2]
    way = np.concatenate([np.zeros((len(law), 1)), np.cumsum(1.0 / (comes * law), axis=1)], axis=1)
    flow = 1.0 / np.diff(np.take_along_axis(way, middle, axis=1), axis=1)
    return (
        flow / often[:, :-1],
        flow / often[:, 1:],
        summed(law * done) / often,
        summed(law * others) / often,
    )


def _generator(up: Array, down: Array) -> Array:
    count, cells = len(up), up.shape[1] + 1
    found = np.zeros((count, cells, cells))
    at = np.arange(cells - 1)
    found[:, at, at + 1], found[:, at + 1, at] = up, down
    every = np.arange(cells)
    found[:, every, every] = -found.sum(axis=2)
    return found


def solved_process(
    comes: Array, threads: int, moves: list[Array], speeds: list[Array], means: list[Array]
) -> tuple[Array, Array, Array]:
    """The process whose levels are requests in the pool and before it."""
    cells = speeds[0].shape[1]
    one = np.eye(cells)
    arrive = comes[:, None, None] * one

    def diagonal(columns: Array) -> Array:
        found: Array = columns[:, :, None] * one
        return found

    ends = diagonal(speeds[threads])
    stay = moves[threads] - arrive - ends
    rest = np.linalg.inv(-stay)
    up, down = rest @ arrive, rest @ ends
    first, reach = down, up
    for _ in range(_REDUCTIONS):
        rest = np.linalg.inv(one - up @ down - down @ up)
        up, down = rest @ up @ up, rest @ down @ down
        first = first + reach @ down
        reach = reach @ up
        if np.abs(1.0 - first.sum(axis=2)).max() < _NEAR or not np.abs(reach).max() > _NEAR:
            break
    ratio = arrive @ np.linalg.inv(-(stay + arrive @ first))
    ratios, local = [ratio], stay + ratio @ ends
    for level in range(threads - 1, -1, -1):
        ratios.append(arrive @ np.linalg.inv(-local))
        local = moves[level] - arrive - diagonal(speeds[level])
        local = local + ratios[-1] @ diagonal(speeds[level + 1])
    local[:, :, -1] = 1.0
    wanted = np.zeros((len(comes), 1, cells))
    wanted[:, :, -1] = 1.0
    level_law = np.linalg.solve(local.swapaxes(1, 2), wanted.swapaxes(1, 2)).swapaxes(1, 2)
    beyond = np.linalg.inv(one - ratio)
    whole, held, waiting, there = np.zeros((4, len(comes)))
    for level in range(threads + 1):
        law = level_law if level < threads else level_law @ beyond
        sums = law.sum(axis=(1, 2))
        whole, held = whole + sums, held + level * sums
        there = there + (law[:, 0] * means[level]).sum(axis=1)
        if level < threads:
            level_law = level_law @ ratios.pop()
        else:
            waiting = (level_law @ ratio @ beyond @ beyond).sum(axis=(1, 2))
    return waiting / whole / comes, held / whole / comes, there / whole
