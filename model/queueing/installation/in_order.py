"""Waits for servers that are held, in the order of arrival.

Software is served in the order of arrival: what is found there is served at the mean hold of those
found. Less variable holds wait less, (1 - c^2) / (2 m) of a hold with the probability that all
servers are busy (exact for M/G/1; A. Khintchine, F. Pollaczek); c^2 from the exponential parts of
the hold. This fades out as the pool fills, so that no more is carried than fits. What the company
that is kept at servers below makes of it beyond that is added (`slow_company`).
"""

from __future__ import annotations

import numpy as np

from model.queueing.installation.declared import Array
from model.queueing.installation.structure import Ints, Numbers, Structure, picked

_FULL = 0.97
"""Use of a pool from which its holds count as exponential again."""
FEWEST = 1e-150
"""Of requests at a server, by which sums over them are divided: so few that none is there."""
_TINY = 1e-300


def waits_in_order(
    shape: Structure,
    numbers: Numbers,
    of_servers: tuple[Array, Array, Array],
    residence: Array,
    hold: Array,
    queue: Array,
    flow: Array,
    seen: Array,
    wait: Array,
    behind: Array | float,
) -> Array:
    """Waits at software servers, in units of the arc's own hold.

    of_servers: servers of the arcs' stations, copies, and visits. behind: how many times as long
    those who are met take, as `singles` has it.
    """
    servers, copies, visits = of_servers
    each = hold / visits
    squares = np.zeros(residence.shape)
    squares[:, :-1] = residence[:, :-1] ** 2 / numbers.visits
    # Where hardly anything is held, what it is held for counts as exponential.
    with np.errstate(over="ignore"):
        variable = np.minimum(visits * shape.inside(squares) / np.maximum(hold, 1e-150) ** 2, 1.0)
    busy = flow * hold
    together = shape.at_software
    queued = together(queue)
    mean = together(queue * each) / np.maximum(queued, FEWEST)
    busy_there = together(busy)
    total, used = queued / copies, busy_there / copies
    spread = together(busy * variable) / np.maximum(busy_there, FEWEST)
    with np.errstate(invalid="ignore"):
        all_taken = within(
            servers * wait - seen + used * np.minimum(seen / np.maximum(total, _TINY), 1.0)
        )
        full = within((used / servers - _FULL) / (1.0 - _FULL))
        less = np.minimum((1.0 - spread) / 2.0 * all_taken / servers, 0.9 * wait)
    less[np.isnan(less)] = 0.0
    regular = np.maximum(wait - less * (1.0 - full), 0.0) + wait * (behind - 1.0)
    takes = each > 0.0
    found: Array = regular * np.where(takes, mean / np.where(takes, each, 1.0), 1.0)
    return found + longer_by(numbers, hold, shape.software)


def longer_by(numbers: Numbers, hold: Array, arcs: Ints) -> Array | float:
    """What is waited beyond the average before the servers of arcs, in units of what these hold."""
    if not numbers.beyond.shape[1]:
        return 0.0
    takes = hold > 0.0
    found: Array = np.where(takes, picked(numbers.beyond, arcs) / np.where(takes, hold, 1.0), 0.0)
    return found


def within(share: Array) -> Array:
    """Between 0 and 1; ``np.clip`` takes three times as long for a few numbers."""
    found: Array = np.minimum(np.maximum(share, 0.0), 1.0)
    return found
