"""Open classes at several servers exactly, as quasi-birth-death processes.

Two levels, the upper preempting the lower: the upper one is an M/M/m queue of its own, the lower
one is served by the servers that it leaves. The number of the lower one is the level of the
process, whose phases are the numbers of the upper one (Mitrani and King, "Multiprocessor systems
with preemptive priorities", Performance Evaluation 1, 1981).

Order of arrival with unequal demands: who waits is of each class with its share of the arrivals,
independently of everything else, so that only the classes in service are told apart: M/H/m (Neuts,
*Matrix-Geometric Solutions in Stochastic Models*, 1981, section 6.2). How fast they are may depend
on how many are present, up to some number.

Both by logarithmic reduction (Latouche and Ramaswami, J. Appl. Prob. 30, 1993).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from .waiting import Array

__all__ = ["in_order", "lower_level"]

_CUT = 1e-12
"""Probability of more of the upper level than are told apart."""
_MOST_PHASES = 500
_MOST_STATES = 1500
_MORE_LEVELS = 20
"""So many times as many where rates of many numbers are given, of which each is a small system."""
_PASSES = 60


@lru_cache(maxsize=256)
def lower_level(
    upper_per_s: float, upper_s: float, lower_per_s: float, lower_s: float, servers: int
) -> float | None:
    """Mean number of the lower level present; None where too many of the upper one queue.

    Arrivals per s and mean service (s) of both; together they leave the servers some capacity.
    """
    use = upper_per_s * upper_s / servers
    phases = servers + 1 + math.ceil(math.log(_CUT) / math.log(use))
    if phases > _MOST_PHASES:
        return None
    up = lower_per_s * np.eye(phases)
    free = np.maximum(servers - np.arange(phases), 0)

    def down(present: int) -> Array:
        return np.diag(np.minimum(free, present) / lower_s)

    def local(present: int) -> Array:
        rates = np.diag(np.full(phases - 1, upper_per_s), 1)
        rates += np.diag(np.minimum(np.arange(1, phases), servers) / upper_s, -1)
        leaving = rates.sum(axis=1) + lower_per_s + np.diag(down(present))
        out: Array = rates - np.diag(leaving)
        return out

    ratio = up @ np.linalg.inv(
        -local(servers) - up @ _first_passage(up, local(servers), down(servers))
    )
    above = [ratio]  # from servers - 1 upwards, then downwards to 0
    for present in range(servers - 2, -1, -1):
        inner = local(present + 1) + above[-1] @ down(present + 2)
        above.append(up @ np.linalg.inv(-inner))
    balance = local(0) + above[-1] @ down(1)
    balance[:, 0] = 1.0
    right = np.zeros(phases)
    right[0] = 1.0
    p = np.linalg.solve(balance.T, right)
    total, number = 0.0, 0.0
    for present in range(servers - 1):
        total += float(p.sum())
        number += present * float(p.sum())
        p = p @ above[servers - 1 - present]
    # From servers - 1 on every level is the one before times ``ratio``.
    rest = np.linalg.inv(np.eye(phases) - ratio)
    tail = p @ rest
    total += float(tail.sum())
    number += (servers - 1) * float(tail.sum()) + float((tail @ ratio @ rest).sum())
    return number / total


@lru_cache(maxsize=256)
def in_order(
    arrivals_per_s: tuple[float, ...], service_s: tuple[float, ...], servers: int,
    rates: tuple[float, ...] | None = None,
) -> tuple[float, tuple[float, ...]] | None:  # fmt: skip
    """Mean wait of all (s), and each class's mean time in service (s).

    rates: services of one that all servers do together with 1, 2, … present, the last holding
    beyond (None: as many as servers are busy). None where the classes in service have too many
    patterns, or where so many numbers would have to be told apart.
    """
    classes = len(service_s)
    levels = servers if rates is None else max(len(rates), servers)
    if math.comb(servers + classes - 1, classes - 1) > _MOST_PHASES:
        return None
    inside = [list(_patterns(min(n, servers), classes)) for n in range(levels + 1)]
    if sum(map(len, inside)) > _MOST_STATES * (1 if rates is None else _MORE_LEVELS):
        return None
    total = sum(arrivals_per_s)

    def pace(present: int) -> float:
        """How fast every busy server is."""
        if rates is None:
            return 1.0
        return rates[min(present, len(rates)) - 1] / min(present, servers)

    def up(present: int) -> Array:
        if present >= servers:
            return total * np.eye(len(inside[-1]))
        place = {c: i for i, c in enumerate(inside[present + 1])}
        out = np.zeros((len(inside[present]), len(place)))
        for i, pattern in enumerate(inside[present]):
            for r, arrival in enumerate(arrivals_per_s):
                out[i, place[_changed(pattern, r, 1)]] += arrival
        return out

    def down(present: int) -> Array:
        place = {c: i for i, c in enumerate(inside[min(present - 1, levels)])}
        out = np.zeros((len(inside[min(present, levels)]), len(place)))
        for i, pattern in enumerate(inside[min(present, levels)]):
            for r, service in enumerate(service_s):
                if not pattern[r]:
                    continue
                rate, left = pattern[r] / service * pace(present), _changed(pattern, r, -1)
                if present <= servers:
                    out[i, place[left]] += rate
                    continue
                for q, follows in enumerate(arrivals_per_s):
                    out[i, place[_changed(left, q, 1)]] += rate * follows / total
        return out

    def local(fallen: Array) -> Array:
        return -np.diag(total + fallen.sum(axis=1))

    # Probabilities of a level are those of the one before times ``ratio``, beyond the last rate
    # always the same one.
    same = down(levels + 1)
    ratio = _ratio(up(levels), local(same), same)
    ratios, fallen = [], same
    climbing = ratio
    for present in range(levels, 0, -1):
        here = down(present)
        climbing = up(present - 1) @ np.linalg.inv(-local(here) - climbing @ fallen)
        ratios.append(climbing)
        fallen = here
    p = np.ones(1)
    weight = queue = 0.0
    busy = np.zeros(classes)
    for present in range(levels):
        weight += float(p.sum())
        queue += max(present - servers, 0) * float(p.sum())
        busy += p @ np.array(inside[present], float)
        p = p @ ratios[levels - 1 - present]
    rest = np.linalg.inv(np.eye(len(inside[-1])) - ratio)
    tail = p @ rest
    weight += float(tail.sum())
    queue += (levels - servers) * float(tail.sum()) + float((tail @ ratio @ rest).sum())
    busy += tail @ np.array(inside[-1], float)
    each = busy / weight / np.array(arrivals_per_s)
    return queue / weight / total, tuple(each.tolist())


def _patterns(number: int, classes: int) -> Iterator[tuple[int, ...]]:
    """All ways in which ``number`` servers can be at work for so many classes."""
    if classes == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for others in _patterns(number - first, classes - 1):
            yield (first, *others)


def _changed(pattern: tuple[int, ...], r: int, by: int) -> tuple[int, ...]:
    return (*pattern[:r], pattern[r] + by, *pattern[r + 1 :])


def _ratio(up: Array, local: Array, down: Array) -> Array:
    """Each level's probabilities are those of the one below times this."""
    passage = _first_passage(up, local, down)
    ratio: Array = up @ np.linalg.inv(-local - up @ passage)
    return ratio


def _first_passage(up: Array, local: Array, down: Array) -> Array:
    """Phase in which a level is first left downwards, by the phase at its start."""
    inverse = np.linalg.inv(-local)
    rise, fall = inverse @ up, inverse @ down
    found, climbed = fall.copy(), rise.copy()
    size = np.eye(len(up))
    for _ in range(_PASSES):
        inverse = np.linalg.inv(size - rise @ fall - fall @ rise)
        rise, fall = inverse @ rise @ rise, inverse @ fall @ fall
        found += climbed @ fall
        climbed = climbed @ rise
        if (
            float(climbed.sum(axis=1).max()) < 1e-15
            or float(np.abs(1.0 - found.sum(axis=1)).max()) < 1e-13
        ):
            break
    return found
