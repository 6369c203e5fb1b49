"""Work before a station that waits for nothing else: conserved, whoever is served first.

Pools of ready tasks hold a part of the work back before a station whose servers they share. That
moves waits from one workload to another, but as long as a server has anything to do there, no work
is lost by it: of one server, whose work V is what those present still ask for,

    V = sum of rho_r (V - o_r + e_r),

o_r the work that class r finds less than there is on average, e_r its own (d E[V^2] / dt = 0; for
open arrivals o_r is nothing, and it is the conservation law of L. Kleinrock, Queueing Systems II,
1976, section 3.4). It holds for a level and those before it together. Several servers take the
same, with their own waits: V - o in units of the mean service, as the customers that are met.

What is in the pools of a level is stretched so that it comes out. Of threads of that level that are
always there and in no pool o_r is known less well, and the law is the less heeded the more of the
work is theirs; but not for work that is held back before pools: where that is nearly all of V, what
threads miss of it is nothing, and the law says that all servers are busy. (Heeded by halves it let
servers idle before work without end, by 2 to 5 %, and that in several ways at once: which one was
found depended on where the search began.) Nor is it heeded but by the share that pools have of V:
of few rare long jobs in threads V is mostly theirs, and what little is wrong of it is many times
what is in the pools.

Few single tasks before a level (QR TCBs) are another matter: they come back when they have been
away, in which time what waits for them has been served, and hardly vary where they are nearly
always there. With a of m servers theirs on average, what comes behind has m' = m - a and

    V = rho s (1 + w(m')) + sum of rho_h s_h v_h r^k / (m' - rho),

r its use of m', w as of Sakasegawa (at least of one server of that speed) and v_h the variance of a
task's work against that of random arrivals: (1 - u)^2 of a task that is away for an exponential
time (D. Cox, Renewal Theory, 1962, alternating renewal process), 1 - u of one that goes on while
there is work. k = 1 is exact for one server, on which it holds for random arrivals (v_h = 1) as
well; k by m' was fitted. Against the exact chains of one to eight tasks before one to eight
servers: 1 % off in the middle, 6 % for nine of ten, 27 % at worst (tests). Where tasks are more
than servers, or work that comes at random is before the level, it is the less heeded and the law
above the more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.queueing.installation.declared import Array, InstallationNetwork

Ints = npt.NDArray[np.intp]

_MOST_BOUND = 0.15
"""Share of the work that finds itself missing, from which the law is not heeded any more."""
_SMALLEST, _LARGEST = 0.1, 10.0
"""Of what a time is stretched by."""
_STEP = 2.0
"""Of that in one pass."""
_TINY = 1e-300
_FITTED = 0.75, 0.8
"""k by the servers that are left: fitted to the exact chains (see above)."""
_LEAST_LEFT = 1e-3
"""Of the servers that those before a level leave."""
_NEWTON = 6
_LEAST = 1e-12


@dataclass(frozen=True)
class Conserved:
    """Arcs at stations before which pools of ready tasks hold back; groups are their levels.

    up_to, within: (arcs, groups) 1 where an arc is of the group's level or one before it, or of
    that level itself. group: of each arc. one: an arc of each group, for its waits. queued: places
    here of the arcs that each of `Holders.queued` holds. is_held: 1 for arcs that anything holds.
    """

    arcs: Ints
    up_to: Array
    within: Array
    group: Ints
    one: Ints
    queued: Ints
    is_held: Array

    @cached_property
    def is_behind(self) -> npt.NDArray[np.bool_]:
        """Of each group: whether a level is before it."""
        found: npt.NDArray[np.bool_] = np.any(self.up_to > self.within, axis=0)
        return found

    @classmethod
    def of(
        cls, net: InstallationNetwork, station: Ints, level: Ints, held: Sequence[int]
    ) -> Conserved:
        """From the arcs that pools of ready tasks hold."""
        behind = {int(station[arc]) for arc in held}
        arcs = np.array([k for k in range(len(net.arcs)) if int(station[k]) in behind], np.intp)
        keys = [(int(station[k]), int(level[k])) for k in arcs.tolist()]
        names = sorted(set(keys))
        up_to = np.array([[s == t and a <= b for t, b in names] for s, a in keys], dtype=float)
        within = np.array([[key == name for name in names] for key in keys], dtype=float)
        places = {arc: place for place, arc in enumerate(arcs.tolist())}
        return cls(
            arcs,
            up_to.reshape(len(keys), len(names)),
            within.reshape(len(keys), len(names)),
            np.array([names.index(key) for key in keys], dtype=np.intp),
            np.array([int(arcs[keys.index(name)]) for name in names], dtype=np.intp),
            np.array([places[arc] for arc in held], dtype=np.intp),
            np.array([float(bool(net.arcs[arc].within)) for arc in arcs.tolist()]),
        )


class Present(NamedTuple):
    """What is there, (V, arcs of `Conserved`): customers and their work in seconds, those inside
    the pools and those held back before them, and what they find of their own.

    servers         of a copy of the groups' stations, (V, groups).
    held            1 for those that go on while there is work for their servers.
    queue, outside  customers at the station, and before the pools.
    each            seconds of service that one of them asks for.
    work            servers that are busy with it.
    own, follow     customers fewer than there are that one of them meets: its own, and what of
                    others waits because of it.
    in_pools        1 for those that are held by a pool of ready tasks, 0 for others.
    wait            in units of the service, as it is without the law.
    """

    queue: Array
    outside: Array
    each: Array
    work: Array
    own: Array
    follow: Array
    in_pools: Array
    wait: Array
    servers: Array
    held: Array


def stretched_by(
    shape: Conserved, there: Present, copies: Array, wait_of: Callable[[Array], Array]
) -> Array:
    """What the times of the arcs in pools are to be multiplied with, (V, arcs).

    copies: of the stations of the groups, (V, groups). wait_of: waits of the groups by customers
    that are met.
    """
    inside = there.queue * there.each
    served = there.work * there.each
    sums = np.empty((6, *inside.shape))
    sums[0] = inside + there.outside * there.each
    sums[1] = there.queue + there.outside
    sums[2] = served
    sums[3] = there.work
    sums[4] = there.work * there.own * there.each
    sums[5] = there.work * there.follow
    left, customers, squared, busy, own, follow = sums @ shape.up_to
    pools = np.empty((4, *inside.shape))
    pools[0] = inside * there.in_pools
    pools[1] = served * (1.0 + there.wait) * there.in_pools
    pools[2] = sums[0] * there.in_pools
    pools[3] = sums[0]
    bound = there.work * (1.0 - there.in_pools) * (there.own + there.follow) @ shape.within
    now, without, every, whole = pools @ shape.within
    squared = np.maximum(squared, _TINY)
    missing = (own + follow * left / np.maximum(customers, _TINY)) / np.maximum(busy, _TINY)
    met = np.maximum(left / copies - missing, 0.0) * busy / squared
    lacks = squared * (1.0 + wait_of(met)) - left
    if shape.is_behind.any():
        lacks += _behind_single_tasks(shape, there, sums @ shape.within, busy, lacks, copies)
    some = (now > 0.0) & (without > 0.0)
    now, without = np.where(some, now, 1.0), np.where(some, without, 1.0)
    # What waits before a pool grows as what is inside does.
    every = np.where(some, every, 1.0)
    step = np.minimum(np.maximum(1.0 + lacks / every, 1.0 / _STEP), _STEP)
    scale = np.minimum(np.maximum(now / without * step, _SMALLEST), _LARGEST)
    unsure = np.minimum(bound / np.maximum(busy, _TINY) / _MOST_BOUND, 1.0)
    held_back = (there.outside * there.each @ shape.within) / np.maximum(whole, _TINY)
    heeded = 1.0 - unsure * (1.0 - held_back)
    heeded = heeded * np.where(some, every / np.maximum(whole, _TINY), 0.0)
    found: Array = np.where(some, scale**heeded, 1.0)[:, shape.group]
    return found


def _behind_single_tasks(
    shape: Conserved, there: Present, within: Array, busy: Array, lacks: Array, copies: Array
) -> Array:
    """What the work of levels behind single tasks lacks, more than by the law of all servers.

    within: sums over the levels themselves; busy, lacks: of those before them as well.
    """
    left, customers, squared, own_busy, own, follow = within
    ahead = np.maximum(busy - own_busy, 0.0)
    some = shape.is_behind & (ahead > 0.0) & (own_busy > 0.0) & np.isfinite(there.servers)
    before = shape.up_to - shape.within
    always = np.minimum(there.own, 1.0)
    varies = np.where(there.held > 0.0, 1.0 - always, (1.0 - always) ** 2)
    uneven = (there.work * there.each * varies) @ before / copies
    with np.errstate(divide="ignore", invalid="ignore"):
        single = (there.work * there.own) @ before * there.servers * copies / ahead**2
        each = squared / own_busy
        missing = (own + follow * left / np.maximum(customers, _TINY)) / own_busy
        met = np.maximum(left / copies - missing, 0.0) / each
    single, met, each, servers = (
        np.where(some, one, 1.0) for one in (single, met, each, there.servers)
    )
    free = np.maximum(servers - ahead / copies, _LEAST_LEFT * servers)
    power = np.where(servers > 1.0, np.maximum(_FITTED[0] + _FITTED[1] * free, 1.0), 1.0)
    use = _use(met, free, uneven / (each * free), power)
    target = squared * np.maximum(met / (use * free), 1.0)
    return np.where(some, np.minimum(single, 1.0) * (target - left - lacks), 0.0)


def _use(met: Array, free: Array, uneven: Array, power: Array) -> Array:
    """Use of so many servers of which so many customers are met, those who work and those who wait.

    uneven: customers there, times the share of the servers that is not used, for what comes before,
    with the use to that power.
    """
    further = np.sqrt(2.0 * (free + 1.0))
    use = of_one = np.maximum(met / (1.0 + met + uneven), _LEAST)
    for _ in range(_NEWTON):
        spread = uneven * use**power
        many = use**further
        lacking = use * free * (1.0 - use) + many + spread - met * (1.0 - use)
        slope = free * (1.0 - 2.0 * use) + (further * many + power * spread) / use + met
        use = np.minimum(np.maximum(use - lacking / slope, _LEAST), 1.0)
        spread = uneven * of_one**power
        lacking = of_one + spread - met * (1.0 - of_one)
        of_one = np.maximum(of_one - lacking / (1.0 + power * spread / of_one + met), _LEAST)
    return np.minimum(use, of_one)
