"""Single tasks that share CPs: how fast each of them runs, and that it does not always run as fast.

A QR TCB works through its queue one request at a time, and how fast depends on who else is at the
CPs. Taken by the average a task that is nearly always busy waits several times too short or too
long, because a hold that is 1 % off moves its queue by as much as its idle time is less than that.

*How fast.* Single tasks that come and go, and work that comes at random, at servers that share
themselves out, are a station of product form (F. Baskett et al., JACM 22(2), 1975) whatever the
times are for which the tasks are away: with k of n tasks and w others there the weight is

    e_k (k + w)! / w! rho^w / prod_(j <= k + w) min(j, m),

e_k the elementary symmetric sums of work over idle time of the tasks. Threads of a pool of up to
16 come and go as tasks do, each with a part of the work, and so do up to 16 customers who come back
at once (batch jobs; taken for work at random they made a task beside one of them 15 % too slow).
A task takes as much longer
as the sum of these weights with it there is more than without it. Others of which no more than L
can be inside (`company`) wait outside; then the rest of the line is there behind the L-th.

*Of several pools.* The weights know one limit for all others. Where pools hold back some of them
and not the rest they have too many inside; then the number that the waits of the others say is
inside is taken, and the share is larger by as much as it is less. Against 146 simulations of random
partitions with such work (up to 6 * 10^7 events each) that halved the error of nine in ten
responses, from 5.4 to 2.6 %, and moved none away by more than 1 %.

*Not always as fast.* The share of a server that a task gets moves slowly where others' requests
are long or the CPs nearly full, and its queue grows while it is small. Its queue is the M/M/1 queue
in a random environment of two states (U. Yechiali and P. Naor, Operations Research 19(3), 1971),
which have the mean, variance and skewness of that share and last as long as it is correlated with
itself: of the others' number as of a birth and death process (its deviation matrix in closed form,
J. Keilson, Markov Chain Models, 1979), of other tasks as their work renews itself and as they come
and go within a hold. Nothing is fitted. Against 150 simulations of one to three tasks beside other
work on one to eight servers, 70 to 99 % busy, responses are 3 % off in the middle, 11 % for nine of
ten and 34 % at worst, of which 0, 2 and 21 % are beyond the simulation's own interval (by the
average 13 and 75 %, and more than a thousand times).

*Used up.* Where more work comes than servers do, all of the others who may be inside are, and how
many that is says all: as the last of them come in, the average takes the place of this. Against
exact chains of one task on one to four servers 95 to 115 % asked for, what is done of its work is
within 1 % (the average of the others' number left a fifth to a half of it undone), and with
`slow_company` its responses, below 100 %, within 3 %. Of pools of more than a few threads that are
full the number varies less than it does here (tasks 90 % busy beside 24 of them were found full):
where these do half of the others' work the average takes the place of this too. Against exact
chains of a task 60 and 90 % busy beside 6 to 100 threads that are all taken, alone or with work
that comes at random, responses are within 26 %, but one 43 % too long. A task that is full beside
15 threads of which 94 % are taken did a fifth too little: of those the number varies more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.queueing.installation.company import MOST_COUNTED, MOST_FEW, random_part
from model.queueing.installation.declared import Array, InstallationNetwork

Ints = npt.NDArray[np.intp]

_ONE_BY_ONE, _BEYOND, _STEP = 40.0, 8.0, 0.2
"""Others who are counted one by one, so many of them or more beyond the servers, and how much wider
what is taken together of more of them is."""
_LEAST_SERVERS, _MOST_SERVERS = 0.05, 256.0
"""Of less no partition lives; among more, which none has, a task hardly ever waits for one."""
_MOST_TASKS = 64
"""Beyond them no single one says much, and the sums are long."""
_FULLEST = 1.0 - 1e-5
_LONGEST_LINE = 0.999
_NEARLY_ALL = 0.05
"""Of those who may be inside: where a smaller share of them is missing, the average is known."""
_STEEP = 30.0
"""Steepness of weights, over what is taken together, beyond which it is hardly ever there."""
_LEAST_SHARE = 0.01
_TINY = 1e-300
_SOME = 1e-12
_LAGUERRE = 4

_MOST_ROWS = 1024
"""Variants of groups of a few tasks that are looked at together: more are no faster."""


@dataclass(frozen=True)
class Group:
    """The arcs of those who are served first at a station that some task may share.

    arcs: all of them. of_task: (arcs, tasks) 1 where an arc runs under the task. soft, of_soft:
    arcs that hold the tasks, among the software arcs, and (soft, tasks) whose. jobs: (tasks,) 1
    where nothing holds it: the customers of a chain are its tasks.
    """

    arcs: Ints
    of_task: Array
    soft: Ints
    of_soft: Array
    jobs: npt.NDArray[np.bool_]


def groups_of(net: InstallationNetwork, level: Ints, software: Ints) -> tuple[Group, ...]:
    """Where single tasks may be: under pools that need not be full, at servers that are shared."""
    found = []
    holders: dict[int, dict[int, int]] = {}
    for place, arc in enumerate(net.arcs):
        at = net.stations[arc.station]
        if at.software or at.in_order or level[place] > 0:
            continue
        idling = [h for h in arc.within if net.stations[net.arcs[h].station].idles]
        free = -1 if arc.within else -2 - arc.chain
        holders.setdefault(arc.station, {})[place] = idling[-1] if idling else free
    soft_places = {int(arc): place for place, arc in enumerate(software)}
    for arcs in holders.values():
        if len(arcs) < 2:
            continue
        holds = [net.arcs[h].station if h >= 0 else h for h in arcs.values()]
        tasks = sorted({*holds} - {-1})
        if sum(task >= 0 for task in tasks) > _MOST_TASKS:
            continue
        of_task = np.array([[h == task for task in tasks] for h in holds], dtype=float)
        held = sorted({soft_places[h] for h in arcs.values() if h >= 0})
        of_soft = np.array(
            [[net.arcs[int(software[s])].station == task for task in tasks] for s in held],
            dtype=float,
        )
        found.append(
            Group(
                np.array(sorted(arcs), dtype=np.intp),
                of_task.reshape(len(arcs), len(tasks)),
                np.array(held, dtype=np.intp),
                of_soft.reshape(len(held), len(tasks)),
                np.array(tasks) < 0.0,
            )
        )
    return tuple(found)


class Together(NamedTuple):
    """What stays of G groups of as many single tasks while their variants are iterated.

    arcs, soft: (G, A) and (G, S) as in `Group`, filled up with a group's first where it has fewer.
    of_task, of_soft: (G, A, T) and (G, S, T) without what fills up; to_arcs, to_soft: the other way
    round, with it. single: (G, V, T) which of them are single tasks of one partition. jobs: 1 where
    they are customers, (G, 1, T). each, rest: 1 for a group's arcs, (G, 1, A), and for those of no
    single task, (G, V, A). servers, limit: (G, V) and how many others can be inside. logs,
    at_limit, below: of the others' number, to the most that there can be, logarithms of weights,
    how likely it is the limit, which need not be whole, and how likely less than that, (.., P);
    others, wide: that number, and how many of them are taken together.
    kernel: by tasks that are there, times of a request, and for one who is there before them the
    same with his share, its square and its cube, of all numbers of others, (.., T, 4 P).
    """

    arcs: Ints
    soft: Ints
    of_task: Array
    of_soft: Array
    to_arcs: Array
    to_soft: Array
    single: Array
    jobs: Array
    each: Array
    rest: Array
    servers: Array
    limit: Array
    logs: Array
    at_limit: Array
    below: Array
    others: Array
    wide: Array
    kernel: Array


class _Single(NamedTuple):
    """A group of single tasks and few threads alone, (V, T) what of its pool's work each has;
    servers, and others inside, (V,)."""

    group: Group
    single: Array
    servers: Array
    most: Array


def together(
    groups: Sequence[Group],
    software: Ints,
    servers: Array,
    copies: Array,
    others: Array,
    inside: Array,
    jobs: Array,
) -> list[Together]:
    """The groups with single tasks; servers to inside: as in `Numbers`, (V, A). jobs: see
    `few_jobs`."""
    alike: dict[int, list[_Single]] = {}
    for group in groups:
        one = _single(group, software, servers, copies, others, inside, jobs)
        if one is not None:
            alike.setdefault(one.single.shape[1], []).append(one)
    return [
        _stacked(some[low : low + many])
        for tasks, some in alike.items()
        for many in (max(_MOST_ROWS // (len(servers) * max(tasks // 4, 1)), 1),)
        for low in range(0, len(some), many)
    ]


def few_jobs(people: Array, between: Array, copies: Array) -> Array:
    """How many customers come and go as tasks do, by arc: of chains of a few that come at no rate.

    people to copies: of the arcs' chains, as in `Numbers`.
    """
    some = (between <= 0.0) & (people > 0.0) & (people <= MOST_FEW) & (copies == 1.0)
    return np.where(some, np.ceil(people), 0.0)


def _single(
    group: Group,
    software: Ints,
    servers: Array,
    copies: Array,
    others: Array,
    inside: Array,
    jobs: Array,
) -> _Single | None:
    """None where no task is a single one."""
    first, held = group.arcs[0], software[group.soft]
    if not len(held):
        return None
    threads = servers[:, held] * copies[:, held]
    few = (threads >= 1.0) & (threads <= MOST_FEW) & (threads == np.trunc(threads))
    of_pool = (np.where(few, threads, 0.0)[:, :, None] * group.of_soft).max(axis=1)
    own = jobs[:, group.arcs, None] * (group.of_task * group.jobs)
    of_pool += own.max(axis=1)
    known = (servers[:, first] >= _LEAST_SERVERS) & (servers[:, first] <= _MOST_SERVERS)
    of_pool *= (known & (copies[:, first] == 1.0))[:, None]
    one = (of_pool[:, ~group.jobs] == 1.0).any(axis=1)
    of_pool *= one[:, None]
    if not one.any():
        return None
    # Each thread of a few is one that comes and goes, of a part of the work.
    which = np.repeat(np.arange(of_pool.shape[1]), of_pool.max(axis=0).astype(np.intp))
    number = np.concatenate([np.arange(n) for n in of_pool.max(axis=0).astype(np.intp)])
    for most in (4.0, 1.0):
        if len(which) > _MOST_TASKS:
            told = of_pool.max(axis=0)[which] <= most
            which, number = which[told], number[told]
    let_in = inside[:, first] + np.delete(of_pool, which, axis=1).sum(axis=1)
    single = np.where(number < of_pool[:, which], 1.0 / np.maximum(of_pool[:, which], 1.0), 0.0)
    many, limit = np.where(one, servers[:, first], 1.0), np.where(one, others[:, first], 0.0)
    of_soft = group.of_soft[:, which]
    soft = of_soft.any(axis=1)
    of_task, are_jobs = group.of_task[:, which], group.jobs[which]
    alone = Group(group.arcs, of_task, group.soft[soft], of_soft[soft], are_jobs)
    most = limit + 1.0 - np.count_nonzero(single, axis=1)
    most = np.minimum(most, np.ceil(many) + MOST_COUNTED)
    most = np.minimum(np.trunc(np.maximum(most, 1.0)), let_in)
    return _Single(alone, single, many, most)


def _stacked(each: Sequence[_Single]) -> Together:
    """Groups of as many tasks side by side."""
    groups = [one.group for one in each]
    arcs, of_task, to_arcs = _filled_up([(one.arcs, one.of_task) for one in groups])
    soft, of_soft, to_soft = _filled_up([(one.soft, one.of_soft) for one in groups])
    single = np.stack([one.single for one in each])
    jobs = np.array([one.group.jobs for one in each], dtype=float)[:, None, :]
    lengths = np.array([len(one.arcs) for one in groups])
    there = (np.arange(arcs.shape[1]) < lengths[:, None]).astype(float)[:, None, :]
    servers, limit = np.stack([one.servers for one in each]), np.stack([one.most for one in each])
    # What is the same of all variants, or of all groups, stands once.
    m, most = servers[..., None], limit[..., None]
    for axis in (1, 0):
        first = (m.take([0], axis), most.take([0], axis))
        if (m == first[0]).all() and (most == first[1]).all():
            m, most = first
    starts, wide = _numbers(m, float(most.max()))
    others = starts + 0.5 * (wide - 1.0)
    few = np.maximum(np.arange(int(np.ceil(m.max())) + 1), 1)
    few = np.cumsum(np.log(np.minimum(few, m)), axis=2)
    last = few.shape[2] - 1
    logs = np.take_along_axis(few, np.minimum(starts, last).astype(np.intp), axis=2)
    logs = logs + np.maximum(others - last, 0.0) * np.log(m)
    gaps = np.diff(others, axis=2, prepend=-1.0)
    before, after = (others - most) / gaps, (most - others) / np.roll(gaps, -1, axis=2)
    at_limit = np.maximum(1.0 - np.maximum(before, after), 0.0)
    below = np.minimum(np.maximum((most - starts) / wide, 0.0), 1.0)
    logs = np.where((at_limit > 0.0) | (below > 0.0), logs, np.inf)
    tasks, times, kernel = single.shape[2], np.ones(logs.shape), []
    for k in range(tasks):
        longer = np.maximum((others + k + 1.0) / m, 1.0)
        one, two = times / longer, times / longer / longer
        kernel.append(np.concatenate([times * longer, times, one, two], axis=2))
        times = times * longer
    return Together(
        arcs,
        soft,
        of_task,
        of_soft,
        to_arcs,
        to_soft,
        single,
        jobs,
        there,
        there * (1.0 - single @ of_task.swapaxes(1, 2)),
        servers,
        limit,
        logs,
        at_limit,
        below,
        others,
        wide,
        np.stack(kernel, axis=2),
    )


def _numbers(servers: Array, most: float) -> tuple[Array, Array]:
    """Numbers of others that are taken together: the first, and how many, (G, V, P).

    One by one to some beyond the servers, then in steps that grow with them.
    """
    doublings = np.ceil(np.log2(np.maximum((servers + _BEYOND) / _ONE_BY_ONE, 1.0)))
    single = _ONE_BY_ONE * 2.0**doublings
    steps = np.log(max(most / single.min(), 1.0)) / np.log1p(_STEP)
    place = np.arange(single.max() + np.ceil(steps) + 3.0)
    beyond = np.floor(single * (1.0 + _STEP) ** np.maximum(place - single, 0.0))
    edges = np.where(place <= single, place, beyond)
    return edges[..., :-1], np.diff(edges, axis=2)


def _filled_up(each: Sequence[tuple[Ints, Array]]) -> tuple[Ints, Array, Array]:
    """Places, (G, N), what they are of, (G, N, T), and (G, T, N) the same for what fills up."""
    most = max(len(places) for places, _ in each)
    at = [np.where(np.arange(most) < len(places), np.arange(most), 0) for places, _ in each]
    pairs = list(zip(each, at, strict=True))
    back = np.stack([of[here] for (_, of), here in pairs])
    of = back.copy()
    for place, (places, _) in enumerate(each):
        of[place, len(places) :] = 0.0
    return np.stack([places[here] for (places, _), here in pairs]), of, back.swapaxes(1, 2)


class _Alone(NamedTuple):
    """Of the tasks of groups, (G, V, tasks): how many times as long as its service a request is at
    the servers, and how many times as long as behind as many of average length it waits for the
    task."""

    stretch: Array
    behind: Array


class Taking(NamedTuple):
    """What takes servers, (V, A): servers that are busy with an arc, customers and their seconds of
    service, how full the pool is that it is under, cycles a second, visits of one, and seconds for
    which it holds."""

    work: Array
    queue: Array
    each: Array
    full: Array
    flow: Array
    visits: Array
    hold: Array


def lines_of(singles: Sequence[Together], software: Ints, there: Taking, wait: Array) -> Array:
    """Make the waits of single tasks at their servers what they are; of the software arcs, how many
    times as long those in the line before them take as one does on average."""
    behind = np.ones((len(wait), len(software)))
    for at in singles:
        held = software[at.soft]
        flow = there.flow[:, held]
        per_group = (
            *(columns[:, at.arcs] for columns in (*there[:4], wait)),
            (there.flow * there.visits)[:, at.arcs],
            flow * there.visits[:, held],
            flow * there.hold[:, held],
        )
        work, queue, each, full, usual, comes, rate, taken = (
            one.swapaxes(0, 1) for one in per_group
        )
        found = _alone(at, _State(work, queue, each, comes, rate, taken))
        # Where all are there who may be, or that of pools is that are all taken, work stands before
        # them, and they are always about as many.
        missing = 1.0 - (queue * at.rest).sum(axis=2) / at.limit
        room = np.minimum(np.maximum(missing / _NEARLY_ALL, 0.0), 1.0)
        others = work * at.rest
        steady = (others * full).sum(axis=2) / np.maximum(others.sum(axis=2), _SOME)
        room = room * random_part(steady)
        is_single = (at.single == 1.0) * room[..., None]
        counts = is_single @ at.to_arcs
        longer = (found.stretch * is_single) @ at.to_arcs - counts
        wait[:, at.arcs] = (longer + (1.0 - counts) * usual).swapaxes(0, 1)
        slower = 1.0 + ((found.behind - 1.0) * is_single) @ at.to_soft
        behind[:, at.soft] = slower.swapaxes(0, 1)
    return behind


class _State(NamedTuple):
    """Of groups: servers that are busy with an arc, customers, seconds of service of each and how
    often it comes, (G, V, arcs); requests a second and tasks that are taken, (G, V, soft)."""

    work: Array
    queue: Array
    each: Array
    comes: Array
    rate: Array
    taken: Array


def _alone(at: Together, state: _State) -> _Alone:
    """What single tasks find, and how long the line before them is."""
    single = at.single
    work = (state.work @ at.of_task) * single
    there = np.minimum((state.queue @ at.of_task) * single, _FULLEST)
    rate = state.rate @ at.of_soft + (state.comes @ at.of_task) * at.jobs
    rate = np.maximum(rate * single, _TINY)
    use = np.maximum((state.taken @ at.of_soft + at.jobs) * single, there)
    # Customers are theirs all the time.
    use = np.minimum(np.where(at.jobs > 0.0, 1.0, use), _FULLEST)
    others = state.work * at.rest
    load = others.sum(axis=2)
    long_s = (others * state.each).sum(axis=2) / np.maximum(load, _TINY)
    hold = use / rate
    inside = (state.queue * at.rest).sum(axis=2, keepdims=True)
    with np.errstate(under="ignore", over="ignore"):
        seen = _seen(at, work, 1.0 - there, load, there.sum(axis=2), inside)
        # Their work comes at random, and within a hold they are elsewhere from time to time.
        part = there / np.maximum(use, _TINY)
        held_s = there * part * hold * (1.0 + (1.0 - part) ** 2) * (single > 0.0)
        turns = there * (1.0 - there) * (single > 0.0)
        lasts = held_s.sum(axis=2, keepdims=True) - held_s
        lasts = lasts / np.maximum(turns.sum(axis=2, keepdims=True) - turns, _SOME)
        lasts_s = seen.slow * (long_s / np.maximum(load, _SOME))[..., None] + seen.quick * lasts
        return _in_two_states(
            seen, lasts_s, work / rate, np.maximum(hold - there / rate, 0.0), rate
        )


class _Seen(NamedTuple):
    """The share of a server that a task has, (G, V, tasks): mean, variance, third central moment.

    slow, quick: what the others' number, in units of the time in which one of them comes, and what
    the other tasks add to the time for which it is correlated, times their part of the variance.
    """

    mean: Array
    variance: Array
    third: Array
    slow: Array
    quick: Array


def _seen(
    at: Together, work: Array, free: Array, load: Array, tasks_there: Array, inside: Array
) -> _Seen:
    """work, free: (G, V, tasks) work at the servers, and how likely a task is not there. inside:
    others at the servers, (G, V, 1)."""
    further = load * np.maximum(at.limit + tasks_there, at.servers) / (at.servers * at.limit)
    further = np.minimum(further, _LONGEST_LINE)[..., None]
    places, ratio = at.others, np.log(np.maximum(load, _TINY))[..., None]
    weight = places * ratio - at.logs
    weight = np.exp(weight - weight.max(axis=2, keepdims=True))
    # Of each that are taken together their middle, and the geometric sum around it.
    half = 0.5 * np.abs(ratio - np.log(at.servers)[..., None])
    half = np.minimum(np.maximum(half, _SOME), _STEEP / at.wide)
    many = np.sinh(at.wide * half) / np.sinh(half)
    weight = weight * (at.at_limit / (1.0 - further) + at.below * many)
    every = _sums_without(work, free) @ at.kernel
    every = every.reshape(*work.shape, 4, places.shape[2]) * weight[..., None, None, :]
    with_it, mean_at = every[..., 0, :], every[..., 1, :]
    whole, mean, squared, cubed = np.moveaxis(every.sum(axis=4), 3, 0)
    whole = np.maximum(whole, _TINY)
    mean = mean / whole
    variance = np.maximum(squared / whole - mean**2, 0.0)
    third = cubed / whole - 3.0 * mean * variance - mean**3
    share = with_it / whole[..., None]
    apart = mean_at / np.maximum(with_it, _TINY) - mean[..., None]
    moved = share * apart
    spread = moved * apart
    of_others = np.minimum(spread.sum(axis=3), variance)
    # Either side of the mean has as much: each from its own end, to all digits.
    below, above = np.cumsum(moved, axis=3), np.cumsum(moved[..., ::-1], axis=3)[..., ::-1] - moved
    beyond = np.where(apart > 0.0, below, above)
    at_limit = at.at_limit[..., None, :]
    slow = at.below[..., None, :] * (beyond * at.wide[..., None, :]) ** 2
    slow = slow / (np.maximum(share, _TINY) + at_limit)
    slow = slow + at_limit * spread * ((further / (1.0 - further)) ** 2)[..., None]
    least = np.maximum(variance, _TINY)
    slow, quick = slow.sum(axis=3) / least, (variance - of_others) / least
    # One limit for all others lets in too many where some of them are held back by less.
    met = (mean_at * places[..., None, :]).sum(axis=3) / np.maximum(mean_at.sum(axis=3), _TINY)
    tasks = tasks_there[..., None] + free
    let_in, few = (
        np.maximum((others + tasks) / at.servers[..., None], 1.0) for others in (met, inside)
    )
    more = np.minimum(np.maximum(let_in / few, 1.0), 1.0 / np.maximum(mean, _LEAST_SHARE))
    return _Seen(mean * more, variance * more**2, third * more**3, slow, quick)


def _sums_without(work: Array, free: Array) -> Array:
    """Chances that 0 to T - 1 of the tasks but for one are there, by that one: (G, V, T, T).

    work, free: (G, V, T) weights of a task that is there and that is not. Halves are multiplied by
    what is in the other half, and theirs again, so that nothing is taken off again.
    """
    tasks = work.shape[2]
    count = work.size // tasks
    wide = 1 << (tasks - 1).bit_length()
    there, away = np.zeros((count, wide)), np.ones((count, wide))
    there[:, :tasks], away[:, :tasks] = work.reshape(count, tasks), free.reshape(count, tasks)
    sums = np.zeros((count, 1, tasks))
    sums[:, :, 0] = 1.0
    half = wide // 2
    while half:
        sums = np.repeat(sums, 2, axis=1)
        # By block and half: (V, blocks, 2, half), the two halves the other way round.
        shape = (count, wide // (2 * half), 2, half)
        one, none = (
            columns.reshape(shape)[:, :, ::-1].reshape(count, -1, half) for columns in (there, away)
        )
        for place in range(half):
            more = sums[:, :, :-1] * one[:, :, place, None]
            sums = sums * none[:, :, place, None]
            sums[:, :, 1:] += more
        half //= 2
    return sums[:, :tasks].reshape(*work.shape, tasks)


def _in_two_states(
    seen: _Seen, lasts_s: Array, service_s: Array, beside_s: Array, rate: Array
) -> _Alone:
    """The M/M/1 queue whose server has one of two speeds."""
    spread = np.sqrt(seen.variance)
    some = (spread > 1e-6) & (lasts_s > 0.0) & (service_s > 0.0)
    skew = np.where(some, seen.third / np.where(some, spread, 1.0) ** 3, 0.0)
    often = 0.5 * (1.0 - skew / np.sqrt(4.0 + skew**2))
    odds = np.sqrt((1.0 - often) / often)
    fast = seen.mean + np.where(some, spread * odds, 0.0)
    slow = np.maximum(seen.mean - np.where(some, spread / odds, 0.0), _LEAST_SHARE * seen.mean)
    service = np.maximum(service_s, _TINY)
    one, two = 1.0 / (service / fast + beside_s), 1.0 / (service / slow + beside_s)
    mean = often * one + (1.0 - often) * two
    # In units of that mean: rates of service, of arrivals, and of the turns of the environment.
    one, two = one / mean, two / mean
    comes = np.minimum(np.maximum(rate / mean, _SOME), _FULLEST)
    turns = 1.0 / np.maximum(np.where(some, lasts_s, 1.0) * mean, _SOME)
    slows, speeds = turns * (1.0 - often), turns * often
    root = _root(comes, one, two, slows, speeds)
    left = 1.0 - comes
    second = (1.0 - root) * (two - comes * root)
    # Of a time in which nothing is there, by speed: D(root) = 0, and what comes is what goes.
    idle_fast = left * speeds * root / np.maximum(second, _TINY)
    idle_fast = np.minimum(idle_fast, left)
    idle_slow = left - idle_fast
    busy = 1.0 - idle_fast / one - idle_slow / two
    into = idle_fast - (one - comes) * often
    # (comes - one) a + (comes - two) b = - comes; slows a - speeds b = into.
    queue = _sum_of_two(comes - one, comes - two, -comes, slows, -speeds, into)
    busy = np.where(some, np.minimum(np.maximum(busy, comes), _FULLEST), comes)
    queue = np.where(some, np.maximum(queue, comes / left), comes / left)
    line = 1.0 - busy / queue
    # Who hardly ever works finds the servers as they are on average, whatever he does to them: how
    # long he takes is what the product form says, and what the turns add is theirs at a full queue.
    turn = one * two + one * speeds + two * slows
    rare = (often * (two + slows + speeds) + (1.0 - often) * (one + slows + speeds)) / turn
    busy = busy - np.where(some, comes * left**2 * np.maximum(rare - 1.0, 0.0), 0.0)
    busy = np.maximum(busy, comes)
    behind = np.maximum(line / busy, 1.0)
    stretch = 1.0 / seen.mean
    more = (busy / comes - 1.0) * (service * stretch + beside_s) / service
    return _Alone(np.where(service_s > 0.0, stretch + more, 1.0), behind)


def _sum_of_two(a: Array, b: Array, c: Array, d: Array, e: Array, f: Array) -> Array:
    """x + y of a x + b y = c and d x + e y = f."""
    found: Array = (c * e - b * f + a * f - c * d) / np.maximum(a * e - b * d, _TINY)
    return found


def _root(comes: Array, one: Array, two: Array, slows: Array, speeds: Array) -> Array:
    """The least root of the cubic, in 0 to 1, by Laguerre's method: all three are real."""
    a3 = -comes * comes
    a2 = comes * (one + two) + comes * comes + comes * (slows + speeds)
    a1 = -(one * two + comes * (one + two)) - slows * two - speeds * one
    a0 = one * two
    steep, flat, turn = 3.0 * a3, 2.0 * a2, 6.0 * a3
    z, value, slope, twice = np.zeros(()), a0, a1, flat  # as they are at 0
    for step in range(_LAGUERRE):
        if step:
            value = ((a3 * z + a2) * z + a1) * z + a0
            slope, twice = (steep * z + flat) * z + a1, turn * z + flat
        bend = np.maximum(4.0 * slope * slope - 6.0 * value * twice, 0.0)
        z = z - 3.0 * value / np.minimum(slope - np.sqrt(bend), -_TINY)
        z = np.minimum(np.maximum(z, 0.0), 1.0)
    return z
