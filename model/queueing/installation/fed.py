"""Few threads behind other levels that work comes to: how long it is served, and waits for them.

A QR TCB or a message region behind more important work is fed by a line. Who is through is there
again at once while requests wait, and gone for long once none does; taken for a customer who is
elsewhere for an exponential time of that mean, as in `lesser`, it found too much before it (single
tasks 60 to 90 % busy were 5 to 16 % too busy, and full where they were not). And while those before
keep the servers a line builds up, of which the mean hold knows nothing: behind requests five times
as long as its own its responses were less than half of what they are.

So the pool and those before it are one process: its level is how many requests the pool has, its
phase how many of those before are at the servers (a quasi-birth-and-death process: M. F. Neuts,
*Matrix-Geometric Solutions in Stochastic Models*, 1981). Those before notice nothing of it; their
phases are those of `lesser`. Threads that are elsewhere between two visits to the servers come back
one by one; how many are there in a phase is what flows between phases leaves (exact for a single
thread while the phase is all that changes). So it is of others of its own level.

Of it come how many times its service the pool's work takes, and how much longer than by the mean
hold is waited for a thread. Beside what `slow_company` says of others of its own level that adds:
of disturbances that know nothing of one another the variances, and the times for which they last,
add (W. Whitt, Management Science 35(11), 1989, section 4).

Against exact chains of one to four threads on one to four servers, beside nothing of their own
level, times held are exact and responses within 1 %. Of 48 random partitions of one to eight CPs
with two or three levels in simulations of 8 s, 63 responses of such pools are 2 % off in the
middle and 8 % for nine of ten (without this 2.8 and 23 %, and up to four times too long); the worst
are 40 to 50 % too short: single tasks behind two levels on one CP, of which the second is slow
company itself. Of 18 partitions drawn afterwards 20 such responses are 2.7 % off in the middle (6.4
without). Of 18 more, 22 are 3.0 % off in the middle (2.7 without) and nine of ten within 12 % (20).

Pools of ready tasks hold nothing but the servers: they are one queue with them, and
`conservation` tells how long that is, by as much of the work of the level as is theirs or comes at
random. As far as it is in the threads of others this counts: two of such pools, beside requests
that last 10 and 50 times as long as their own, were 53 and 69 % too short, and are 40 % too long
and 7 % too short. (Counted in full it was 20 to 30 % too long for five of 40.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.queueing.installation.declared import Array, InstallationNetwork
from model.queueing.installation.lesser import (
    Ahead,
    Known,
    Lesser,
    Level,
    level_of,
    phases_of,
    sources_of,
)
from model.queueing.installation.slow_company import (
    Held,
    Lists,
    erlang_wait,
    innermost_idling,
    placed,
    regularity,
    solved_process,
)

Ints = npt.NDArray[np.intp]

_MOST_THREADS = 16.0
_MOST_SERVERS = 256.0
_STARVED, _FED = 0.002, 0.01
"""Share of the servers that levels before leave, from which and to which it counts (`lesser`)."""
_COMPANY, _CROWD = 2.0, 8.0
"""Others of its level at each server, from which and to which it counts no more: beside a crowd its
number says all, and the mean has that."""
_FULL = 0.999
"""Of what the pool can do: where more comes, its threads take as long as with so much."""
_LEAST = 1e-9
_TINY = 1e-300
_SHORTEST = 1e-6
"""Of a service: a time elsewhere that is none."""
_PRESENCE = 4
_BUSY = 0.99
"""Use of the pool from which, up to `_FULL`, what is waited beyond the mean fades out."""


@dataclass(frozen=True)
class Fed:
    """Pools, (P,), that arcs of levels behind others run under, by station and level.

    held: the arcs that hold them, and those around. own: the arcs at the servers. rest: 1 for the
    sources of the others of that level, (S, P). group: both of `Lesser`.
    """

    held: Held
    own: Lists
    rest: Array
    group: Ints

    @classmethod
    def of(cls, net: InstallationNetwork, lesser: Lesser | None, level: Ints) -> Fed | None:
        """None where there is no such pool."""
        if lesser is None:
            return None
        groups = {
            (net.arcs[one].station, int(level[one])): place
            for place, one in enumerate(lesser.one.tolist())
        }
        inside: dict[tuple[int, tuple[int, int]], list[int]] = {}
        for place, by in enumerate(innermost_idling(net)):
            at = net.arcs[place].station, int(level[place])
            if by >= 0 and at in groups:
                inside.setdefault((net.arcs[by].station, at), []).append(place)
        if not inside:
            return None
        firsts = lesser.arcs[lesser.starts].tolist()
        rest = np.array(
            [
                [lesser.within[n, groups[at]] * (one not in own) for (_, at), own in inside.items()]
                for n, one in enumerate(firsts)
            ]
        )
        pools: Sequence[int] = [pool for pool, _ in inside]
        return cls(
            Held.of(net, pools),
            Lists(list(inside.values())),
            rest,
            np.array([groups[at] for _, at in inside], dtype=np.intp),
        )


class Served(NamedTuple):
    """Of pools, (V, P): how many times its service their work takes, how far that counts, and
    seconds that a request waits for a thread, beyond what it waited."""

    stretch: Array
    heeded: Array
    longer: Array


def eligible_of(fed: Fed, now: Known, sourced: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which pools are of few threads, and what their work comes at a rate, (V, P). sourced: of
    arcs, (V, A)."""
    pool, at = fed.held.lists.first, fed.own.first
    found: npt.NDArray[np.bool_] = now.servers[:, pool] <= _MOST_THREADS
    found &= (now.copies[:, pool] == 1.0) & (now.copies[:, at] == 1.0)
    found &= now.servers[:, at] <= _MOST_SERVERS
    found &= np.logical_and.reduceat(sourced[:, fed.held.lists.flat], fed.held.lists.starts, axis=1)
    return found


def served_behind(
    fed: Fed,
    lesser: Lesser,
    now: Known,
    residence: Array,
    declared: Array,
    eligible: npt.NDArray[np.bool_],
    ready: npt.NDArray[np.bool_],
    in_line: bool,
) -> Served:
    """What the network says of them. residence: seconds a cycle by arc; declared: demands before
    effects: of what these take elsewhere (`resting`) as much of the visits is. ready: of arcs,
    (V, A), whether tasks that do nothing else hold them. in_line: whether what is waited is asked
    for, by who remembers as long as the line; else how long work takes."""
    held, own = fed.held.lists, fed.own
    rate = held.sums(now.flow[:, held.flat] * now.visits[:, held.flat])
    least = np.maximum(rate, _TINY)
    hold, waited = (
        held.sums(now.flow[:, held.flat] * columns[:, held.flat]) / least
        for columns in (now.hold, residence)
    )
    some_s = np.maximum(declared, _TINY)
    left = np.where(declared > 0.0, np.minimum(now.demand / some_s, 1.0), 1.0)
    service, takes, comes_back = (
        own.sums(now.flow[:, own.flat] * columns[:, own.flat]) / least
        for columns in (now.demand, residence, now.visits * left)
    )
    sources = sources_of(lesser, now)
    before = (sources.busy @ lesser.up_to)[:, fed.group]
    beside = (sources.queue @ fed.rest) / now.servers[:, own.first]
    servers, threads = now.servers[:, own.first], now.servers[:, held.first]
    some = eligible & (before > _LEAST * servers) & (rate > _LEAST) & (service > _LEAST)
    left = (1.0 - before / servers - _STARVED) / (_FED - _STARVED)
    left = np.minimum(left, (_CROWD - beside) / (_CROWD - _COMPANY))
    heeded = np.where(some, np.minimum(np.maximum(left, 0.0), 1.0), 0.0)
    # What pools of ready tasks hold back is conserved; where most of the work of their level is in
    # the threads of others, that says little of them.
    threaded = ~np.logical_or.reduceat(now.loose[:, lesser.arcs], lesser.starts, axis=1)
    others = (sources.queue * sources.busy / sources.comes * threaded) @ fed.rest
    whole = np.maximum(others + rate * (waited + hold) * service, _TINY)
    heeded *= np.where(ready[:, held.first], others / whole, 1.0)
    stretch, longer = np.ones((2, *rate.shape))
    longer[:] = 0.0
    rows, which = np.nonzero(heeded)
    if not len(rows):
        return Served(stretch, heeded, longer)
    groups = fed.group[which]

    def picked(columns: Array) -> Array:
        return columns[rows, which]

    # Who passes by the servers waits for none of them.
    often = np.clip(comes_back, _LEAST, 1.0)
    pools = _Pool(
        *(
            picked(columns)
            for columns in (
                rate * often,
                np.ceil(threads),
                service / often,
                np.maximum(hold - takes, 0.0),
                np.maximum(comes_back, 1.0),
                servers,
            )
        )
    )
    rest = level_of(sources, rows, fed.rest[:, which].T)
    now_s, used = picked(hold), picked(rate * hold / threads)
    memory = now_s / np.maximum(1.0 - used, 1.0 - _FULL) ** 2
    memory = memory if in_line else pools.service / pools.visits
    ahead = Ahead.of(lesser, sources, rows, groups, picked(servers), picked(before), memory)
    waits, length = _of_process(pools, ahead, rest)
    of_servers = (length - pools.beside) / pools.service
    known = np.isfinite(of_servers) & np.isfinite(waits)
    stretch[rows, which] = np.where(known, np.maximum(of_servers, 1.0), 1.0)
    heeded[rows, which] *= known
    if not in_line:
        return Served(stretch, heeded, longer)
    counts = np.minimum(np.maximum((_FULL - used) / (_FULL - _BUSY), 0.0), 1.0)
    with np.errstate(all="ignore"):
        beyond = np.maximum(waits - erlang_wait(pools.comes, pools.threads, length), 0.0)
        mean = erlang_wait(pools.comes, pools.threads, now_s)
        mean = mean * regularity(pools.beside, now_s, pools.visits)
        more = np.maximum(mean + beyond - picked(waited), 0.0) * counts * picked(heeded)
    more = more * picked(often)
    longer[rows, which] = np.where(known & np.isfinite(more), more, 0.0)
    return Served(stretch, heeded, longer)


def lines_behind(fed: Fed, now: Known, longer: Array) -> Array | None:
    """Where what is waited longer is waited, (V, A); None where nothing is."""
    if not (longer > 0.0).any():
        return None
    held = fed.held.lists
    each = held.spread(longer) * now.visits[:, held.flat]
    return placed(fed.held, now.flow, now.servers * now.copies - now.taken, each)


class _Pool(NamedTuple):
    """(B,): requests a second, threads, seconds of service and beside it, visits to the servers
    of a request, and servers."""

    comes: Array
    threads: Array
    service: Array
    beside: Array
    visits: Array
    servers: Array


def _of_process(pools: _Pool, ahead: Ahead, rest: Level) -> tuple[Array, Array]:
    """Seconds that a request waits for a thread, and holds it."""
    waits, length = np.full((2, len(pools.comes)), np.nan)
    for threads in np.unique(pools.threads).tolist():
        some = np.flatnonzero(pools.threads == threads)
        of, others = _Pool(*(one[some] for one in pools)), Level(*(one[some] for one in rest))
        # What has no steady state is no number, and says nothing.
        with np.errstate(all="ignore"):
            try:
                waits[some], length[some] = _of_threads(of, int(threads), ahead.take(some), others)
            except np.linalg.LinAlgError:
                continue
    return waits, length


def _of_threads(pools: _Pool, threads: int, ahead: Ahead, rest: Level) -> tuple[Array, Array]:
    """Of pools with as many threads."""
    moves, often, likely = phases_of(ahead)
    back = np.swapaxes(moves, 1, 2)
    each = pools.service / pools.visits
    away = np.maximum(pools.beside / pools.visits, _SHORTEST * each)
    free = np.maximum(pools.servers[:, None] - np.arange(likely.shape[2]), 0.0)
    others = np.broadcast_to(rest.there[:, None], often.shape)

    def share(there: Array) -> Array:
        """Of a server that one of so many has, by phase."""
        met = np.maximum(there, 1.0)[:, :, None]
        found: Array = (likely * np.minimum(1.0, free[:, None, :] / met)).sum(axis=2)
        return found

    def present(number: Array, one: Array, away: Array, each: Array) -> Array:
        """How many of so many are at the servers, by phase."""
        local = -back
        at = np.arange(often.shape[1])
        local[:, at, at] += 1.0 / away[:, None] + one / each[:, None]
        into = (number / away)[:, None] * often
        found = np.linalg.solve(local, into[:, :, None])[:, :, 0]
        there: Array = found / np.maximum(often, _TINY)
        return np.minimum(np.maximum(there, 0.0), number[:, None])

    some = rest.units > _LEAST
    speeds, means = [np.zeros(often.shape)], [np.zeros(often.shape)]
    for number in range(1, threads + 1):
        many = np.full(len(often), float(number))
        there = np.full(often.shape, float(number))
        for _ in range(_PRESENCE if number > 1 or some.any() else 1):
            # As one who is there meets them, of this level.
            one = share(1.0 + there * (1.0 - 1.0 / number) + rest.stay[:, None] + others)
            if some.any():
                there_too = present(rest.units, one, rest.away, rest.service)
                others = np.where(some[:, None], there_too, 0.0)
            there = present(many, one, away, each)
        means.append(there)
        speeds.append(there * one / (each * pools.visits)[:, None])
    most = (often * speeds[threads]).sum(axis=1)
    comes = np.minimum(pools.comes, _FULL * most)
    levels = [moves] * (threads + 1)
    waits, length, _ = solved_process(comes, threads, levels, speeds, means)
    return waits, length
