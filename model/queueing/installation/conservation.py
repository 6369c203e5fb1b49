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
always there o_r is known less well, and the law is the less heeded the more of the work is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Conserved:
    """Arcs at stations before which pools of ready tasks hold back; groups are their levels.

    up_to, within: (arcs, groups) 1 where an arc is of the group's level or one before it, or of
    that level itself. group: of each arc. one: an arc of each group, for its waits. queued: places
    here of the arcs that each of `Holders.queued` holds.
    """

    arcs: Ints
    up_to: Array
    within: Array
    group: Ints
    one: Ints
    queued: Ints

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
        )


class Present(NamedTuple):
    """What is there, (V, arcs of `Conserved`): customers and their work in seconds, those inside
    the pools and those held back before them, and what they find of their own.

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
    pools = np.empty((2, *inside.shape))
    pools[0] = inside * there.in_pools
    pools[1] = served * (1.0 + there.wait) * there.in_pools
    bound = (there.work * (there.own + there.follow)) @ shape.within
    now, without = pools @ shape.within
    squared = np.maximum(squared, _TINY)
    missing = (own + follow * left / np.maximum(customers, _TINY)) / np.maximum(busy, _TINY)
    met = np.maximum(left / copies - missing, 0.0) * busy / squared
    lacks = squared * (1.0 + wait_of(met)) - left
    some = (now > 0.0) & (without > 0.0)
    now, without = np.where(some, now, 1.0), np.where(some, without, 1.0)
    step = np.minimum(np.maximum(1.0 + lacks / now, 1.0 / _STEP), _STEP)
    scale = np.minimum(np.maximum(now / without * step, _SMALLEST), _LARGEST)
    heeded = np.maximum(1.0 - bound / np.maximum(busy, _TINY) / _MOST_BOUND, 0.0)
    found: Array = np.where(some, scale**heeded, 1.0)[:, shape.group]
    return found
