"""Open classes at several servers exactly, as quasi-birth-death processes.

Two levels, the upper preempting the lower: the upper one is an M/M/m queue of its own, the lower
one is served by the servers that it leaves. The number of the lower one is the level of the
process, whose phases are the numbers of the upper one (Mitrani and King, "Multiprocessor systems
with preemptive priorities", Performance Evaluation 1, 1981).

Order of arrival with unequal demands: who waits is of each class with its share of the arrivals,
independently of everything else, so that only the classes in service are told apart: M/H/m (Neuts,
*Matrix-Geometric Solutions in Stochastic Models*, 1981, section 6.2).

Both by logarithmic reduction (Latouche and Ramaswami, J. Appl. Prob. 30, 1993).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from .waiting import Array

__all__ = ["lower_level", "wait_in_order"]

_CUT = 1e-12
"""Probability of more of the upper level than are told apart."""
_MOST_PHASES = 500
_MOST_STATES = 1500
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
def wait_in_order(
    arrivals_per_s: tuple[float, ...], service_s: tuple[float, ...], servers: int
) -> float | None:
    """Mean wait (s) of every class, or None where the classes in service have too many patterns."""
    classes = len(service_s)
    states = math.comb(servers + classes, classes)
    if states > _MOST_STATES or math.comb(servers + classes - 1, classes - 1) > _MOST_PHASES:
        return None
    total = sum(arrivals_per_s)
    inside = [list(_patterns(number, classes)) for number in range(servers + 1)]
    index = {c: i for i, c in enumerate(c for level in inside for c in level)}
    full = inside[servers]
    place = {c: i for i, c in enumerate(full)}
    rates = np.zeros((len(index), len(index)))
    down = np.zeros((len(full), len(full)))
    for pattern, at in index.items():
        for r, (arrival, service) in enumerate(zip(arrivals_per_s, service_s, strict=True)):
            if sum(pattern) < servers:
                rates[at, index[_changed(pattern, r, 1)]] += arrival
            if not pattern[r]:
                continue
            left = _changed(pattern, r, -1)
            rates[at, index[left]] += pattern[r] / service
            if sum(pattern) == servers:
                for q, follows in enumerate(arrivals_per_s):
                    chance = pattern[r] / service * follows / total
                    down[place[pattern], place[_changed(left, q, 1)]] += chance
    up = total * np.eye(len(full))
    local = -np.diag(total + down.sum(axis=1))
    ratio = _ratio(up, local, down)
    first = len(index) - len(full)
    balance = rates - np.diag(rates.sum(axis=1))
    balance[first:, first:] += ratio @ down - up
    rest = np.linalg.inv(np.eye(len(full)) - ratio)
    weight = np.ones(len(index))
    weight[first:] = rest.sum(axis=1)
    balance[:, 0] = weight
    right = np.zeros(len(index))
    right[0] = 1.0
    p = np.linalg.solve(balance.T, right)
    queue = p[first:] @ ratio @ rest @ rest.sum(axis=1)
    return float(queue) / total


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
