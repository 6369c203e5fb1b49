"""What a solved network says of waits that its averages miss (`slow_company`, `lesser`, `fed`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from model.queueing.installation.acceleration import anderson_step, turned_to
from model.queueing.installation.declared import Array
from model.queueing.installation.equations import Map, Reading
from model.queueing.installation.fed import Served, eligible_of, lines_behind, served_behind
from model.queueing.installation.lesser import Known, times_behind
from model.queueing.installation.point import Done, Point
from model.queueing.installation.singles import few_jobs
from model.queueing.installation.slow_company import Passed, Pools, longer_waits
from model.queueing.installation.structure import Ints, Numbers, Structure, picked

_STILL, _NEARLY = 2e-7, 2e-6
"""How little of how long work behind other levels takes moves when it is known, and of variants
that another leads, for a band."""
_MOST, _SURE, _DEPTH = 24, 4, 5
"""Times that it is looked at; from the second number of these what each says of all others counts
too, by so many looks before."""
_ROUGH, _ROUGHLY = 12, 1e-5
"""Looks from which it is known where it moves by less than a solved network is exact to."""
_LONGEST = 0.7
"""Of a step of a logarithm."""


def beyond_the_average(equations: Map, numbers: Numbers, reading: Reading) -> Array | None:
    """Seconds a cycle by arc, (V, A), of some variants; None where there are none."""
    shape = equations.structure
    found = None if shape.slow is None else _in_slow_company(shape, shape.slow, numbers, reading)
    if shape.fed is None:
        return found
    now, served = _known(equations, numbers, reading, True)
    assert served is not None
    lines = lines_behind(shape.fed, now, served.longer)
    return found if lines is None else lines if found is None else found + lines


def _in_slow_company(
    shape: Structure, pools: Pools, numbers: Numbers, reading: Reading
) -> Array | None:
    flow = picked(reading.throughput, shape.chain) * numbers.chain_copies
    sourced = picked(numbers.per_rate, shape.chain) > 0.0
    one = shape.holders.queued_by
    sourced[:, one] &= ~numbers.one_queue
    of_arcs = (reading.demand, reading.residence, reading.hold, reading.queue)
    given = (numbers.visits, numbers.servers, numbers.copies, numbers.inside)
    busy = shape.by_level.groups(flow * reading.demand)
    start = np.cumsum(busy, axis=1) - busy
    ahead = picked(start, shape.by_level.index) - picked(start, shape.before)
    taken = shape.at_station(flow * reading.hold)
    rates = picked(numbers.per_rate, shape.chain)
    jobs = few_jobs(picked(numbers.population, shape.chain), rates, numbers.chain_copies)
    jobs[:, shape.holders.held] = 0.0
    return longer_waits(pools, Passed(flow, *of_arcs, *given, taken, ahead, sourced, jobs))


def _known(
    equations: Map, numbers: Numbers, reading: Reading, in_line: bool
) -> tuple[Known, Served | None]:
    """What is known of arcs, and of few threads that work comes to, where there are some."""
    shape = equations.structure
    assert shape.lesser is not None
    flow = picked(reading.throughput, shape.chain) * numbers.chain_copies
    taken = shape.at_station(flow * reading.hold)
    sourced = picked(numbers.per_rate, shape.chain) > 0.0
    loose = sourced.copy()
    loose[:, shape.holders.held] = False
    loose[:, shape.holders.queued_arc] |= numbers.one_queue
    now = Known(
        flow,
        reading.demand,
        reading.queue,
        reading.hold,
        numbers.visits,
        numbers.servers,
        numbers.copies,
        taken,
        equations.thread_shares(numbers, equations.prepared(numbers), taken),
        numbers.customer_share,
        loose,
    )
    if shape.fed is None:
        return now, None
    ready = np.zeros(sourced.shape, dtype=bool)
    ready[:, shape.holders.queued_by] = numbers.one_queue
    pools = eligible_of(shape.fed, now, sourced), ready
    fed = shape.fed, shape.lesser
    return now, served_behind(*fed, now, reading.residence, numbers.demand, *pools, in_line)


def behind_others(equations: Map, numbers: Numbers, reading: Reading) -> tuple[Array, Array]:
    """How long work behind other levels takes (`lesser`, `fed`): `Numbers.behind` and
    `Numbers.stays`."""
    shape = equations.structure
    assert shape.lesser is not None
    now, served = _known(equations, numbers, reading, False)
    found = times_behind(shape.lesser, now)
    of_pools = () if served is None else (served.stretch, served.heeded)
    every = np.concatenate([found.away, found.there, found.heeded, *of_pools], axis=1)
    return every, found.stays


def behind_as_begun(point: Point, numbers: Numbers, state: Array, near: bool) -> Numbers:
    """Numbers with how long work behind other levels takes by where a search begins."""
    lesser = point.structure.lesser
    assert lesser is not None
    if not near:
        fed = 0 if point.structure.fed is None else len(point.structure.fed.group)
        nothing = np.zeros((len(state), 3 * len(lesser.group) + 2 * fed))
        return replace(numbers, behind=nothing, stays=np.zeros((len(state), point.arcs)))
    found, stays = behind_others(point.equations, numbers, point(numbers, state, None)[1])
    return replace(numbers, behind=found, stays=stays)


def as_those_that_lead(numbers: Numbers, alike: int) -> Numbers:
    """Numbers in which that begins as it is known of the variant that leads them."""
    behind, stays = (
        np.repeat(one[::alike], alike, axis=0) for one in (numbers.behind, numbers.stays)
    )
    return replace(numbers, behind=behind, stays=stays)


def as_behind(
    point: Point,
    numbers: Numbers,
    rows: Ints,
    state: Array,
    done: Done,
    alike: int,
    search: Callable[[Numbers, Ints], None],
) -> Numbers:
    """Numbers with how long work behind other levels takes in some variants (`lesser`).

    alike: as for `solve_installation`. search: brings some variants to where they stand by numbers.
    """
    known, stays = numbers.behind.copy(), numbers.stays.copy()
    left = rows[done[0][rows]]
    values, images = known.copy(), known.copy()
    looked: list[tuple[Array, Array]] = []
    without: list[Ints] = []
    for look in range(_MOST):
        if not len(left):
            break
        some = numbers.take(left)
        found, of_arcs = behind_others(point.equations, some, point(some, state[left], left)[1])
        change = (np.abs(found - known[left]) / (1.0 + found)).max(axis=1)
        still = _ROUGHLY if look >= _ROUGH else np.where(left % alike, _NEARLY, _STILL)
        moves = change > still
        left, found, of_arcs = left[moves], found[moves], of_arcs[moves]
        value = known[left]
        # What was not known before says nothing of how it changes.
        step = np.where(values[left] > 0.0, value - values[left], 0.0)
        values[left], images[left], image = value, found, images[left]
        if look < _SURE:
            known[left] = turned_to(value, found, step, found - image, 1.0)
        else:
            known[left] = _where_none_moves(value, found, [(v[left], f[left]) for v, f in looked])
        looked = [(values.copy(), images.copy()), *looked][:_DEPTH] if look else []
        stays[left] = of_arcs
        before, numbers = state[left], replace(numbers, behind=known.copy(), stays=stays.copy())
        done[0][left] = False
        search(numbers, left)
        lost = ~done[0][left]
        if lost.any():
            # Better as it was found without than not at all.
            state[left[lost]], done[0][left[lost]], known[left[lost]] = before[lost], True, 0.0
            numbers = replace(numbers, behind=known.copy())
            without.append(left[lost & (left % alike == 0)])
            left = left[~lost]
    # What comes to no rest is no answer, nor is a variant that others follow without it.
    done[0][np.concatenate([left, *without])] = False
    return numbers


def _where_none_moves(value: Array, image: Array, before: list[tuple[Array, Array]]) -> Array:
    """To where no image would move, by how all of them did in the looks before: how long one level
    takes moves that of those behind it, and these go to and fro where each looks at itself only."""
    at, gap = np.log1p(value), np.log1p(image) - np.log1p(value)
    values, gaps = [], []
    for old, its in before:
        values.append(np.log1p(old))
        gaps.append(np.log1p(its) - values[-1])
    step = anderson_step(at, gap, values, gaps, gap, np.ones((len(gap), 1)))
    usable = np.isfinite(step).all(axis=1, keepdims=True)
    step = np.where(usable, np.minimum(np.maximum(step, -_LONGEST), _LONGEST), gap)
    found: Array = np.where(image > 0.0, np.maximum(np.expm1(at + step), 0.0), 0.0)
    return found
