"""CPs of which nobody tells how many there are, or how busy: what more work does is known in width.

Today's waits for them are in the measured times. How busy they are is not known, and anything from
idle to full is as likely: of as many times the work, what full CPs do not do stays undone, and what
they do waits the longer for the work that nobody told of, beyond what it did as-is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from model.contract.evaluation import Evaluation, FloatArray
from model.figures import under_load
from model.hardware.flow import Flow, Got
from model.hardware.measured_waits import mean_wait
from model.language import say
from model.projection.asked import Asked

UNKNOWN_CPS = say(
    "no report says how many CPs there are where it runs: how busy they are, and what more work "
    "waits for them or does not get, is not known (the RMF CPU activity report tells)"
)
LEAST = 1e-3
"""More CPU than as-is, relative: below it nothing is said."""
_SEED = 20261125


UNKNOWN_BUSY = say(
    "no report says how busy the CPs are where it runs: what runs there beside modelled work, and "
    "what more work waits for it or does not get, is not known (the RMF CPU activity report tells)"
)


@dataclass(frozen=True)
class Untold:
    """Of what full CPs can do, by case: what is asked of them with none of the work that nobody
    told of, and what all that there may be of it asks for; and what is said of it."""

    asked: FloatArray
    others: FloatArray
    said: str
    closed: bool = False
    """Whether who waits asks for nothing more meanwhile, so that nothing grows without end."""
    today: tuple[float, float, float] | None = None
    """CPs as-is, and of them what is asked and what others may ask, where that is known."""
    servers: FloatArray | None = None
    """CPs by case, and seconds at them of a unit of work."""
    cpu_s: FloatArray | None = None
    cpu_was_s: float = 0.0
    """The same of CPs as-is."""


def busy_draws(count: int) -> FloatArray:
    """Work that nobody told of, as a share of all that there may be of it, under so many draws:
    first the centre, where nothing is waited for."""
    if count < 2:
        return np.zeros(count)
    evenly = (np.random.default_rng(_SEED).permutation(count - 1) + 0.5) / (count - 1)
    return np.concatenate([[0.0], evenly])


def more_cpu(
    host: str, cases: Sequence[Asked], today: Asked | None, anchor: str = ""
) -> Untold | None:
    """What is asked of CPs that nobody counted, or of which nobody told how busy they are; None
    where that is known of them, or was nothing of today's."""
    if today is None:
        return None
    # Where none of the work was as it was measured, it is met by what there is.
    was = today.capacities.get(host, cases[0].capacities[host])
    known = all(math.isfinite(case.capacities[host].servers) for case in cases)
    if known and not (was.untold and math.isfinite(was.servers)):
        return None
    before = _asked(host, today)
    now = np.array([_asked(host, case) for case in cases])
    if not known:
        times = np.where(
            [before > 0.0 and not math.isfinite(c.capacities[host].servers) for c in cases],
            np.maximum(now / max(before, _LEAST_CPS), 1.0),
            1.0,
        )
        return Untold(np.zeros(len(cases)), times, UNKNOWN_CPS)
    # CPs of today's speed.
    has = [case.capacities[host] for case in cases]
    can = np.array([one.servers * one.speed / was.speed for one in has])
    rest = max(was.servers - was.busy - before, 0.0)
    own = now + np.array([one.busy for one in has])
    is_new = host not in today.capacities
    as_is = (was.servers, 0.0 if is_new else was.busy + before, 0.0 if is_new else rest)
    servers = np.array([one.servers for one in has])
    cpu_s = np.array([_cpu_s(host, case.flows.get(anchor)) for case in cases])
    was_s = _cpu_s(host, today.flows.get(anchor))
    return Untold(own / can, rest / can, UNKNOWN_BUSY, False, as_is, servers, cpu_s, was_s)


def more_use(
    hosts: Sequence[str],
    cases: Sequence[Asked],
    uses: Mapping[str, FloatArray],
    today: Asked | None,
    uses_today: Mapping[str, FloatArray],
) -> Untold | None:
    """The same for users who ask again when they have their answer, by how busy the network has
    CPs, as of the partition that may lack most.

    uses: by partition of its CPs, by case and draw; uses_today: by draw.
    """
    if today is None:
        return None
    found = None
    for host in hosts:
        # Where none of the database was as it was measured, it is met by what there is.
        was = today.capacities.get(host, cases[0].capacities.get(host))
        if was is None or not was.untold or host not in uses:
            continue
        has = [case.capacities[host] for case in cases]
        if not all(math.isfinite(one.servers) for one in (was, *has)):
            continue
        can = np.array([one.servers * one.speed / was.speed for one in has])
        used = float(uses_today[host].flat[0]) if host in uses_today else was.busy / was.servers
        rest = was.servers * max(1.0 - used, 0.0)
        one = Untold(np.asarray(uses[host])[:, 0], rest / can, UNKNOWN_BUSY, closed=True)
        if found is None or (one.asked + one.others).max() > (found.asked + found.others).max():
            found = one
    return found


_LEAST_CPS = 1e-12
_MOST_TIMES = 10.0
"""As long as that users wait at the most: their tasks are dispatched in turn with those of others.
Judgement."""


def _asked(host: str, case: Asked) -> float:
    """CPs that the work which comes asks for, in the central draw; of what comes at a rate."""
    total = 0.0
    for flow in case.flows.values():
        rate = np.inf if flow is None else float(np.asarray(flow.rate_per_s).flat[0])
        if flow is not None and math.isfinite(rate):
            total += rate * _cpu_s(host, flow)
    return total


def _cpu_s(host: str, flow: Flow | None) -> float:
    """Seconds that a unit of work takes of CPs, in the central draw."""
    visits = () if flow is None else flow.visits
    each = (np.asarray(one.each_s).flat[0] for one in visits if one.where == host)
    return float(sum(each))


_TIMES = {"response_ms": 1e-3, "elapsed_s": 1.0, "get_elapsed_us": 1e-6, "put_elapsed_us": 1e-6}
"""Figures of how long a unit of work takes, and their units in seconds."""


def in_width(
    evaluation: Evaluation, untold: Untold | None, got: Sequence[tuple[Got, Got] | None] = ()
) -> Evaluation:
    """The answer with what more work may wait for, or not get, of CPs of which too little is told.

    untold: of `more_cpu`.  got: by case what the network says of it, and of today: what stays
    undone there asks for no CPs.
    """
    if untold is None:
        return evaluation
    more = untold.others + untold.asked > 1.0 + LEAST
    if not more.any():
        return evaluation
    draws = busy_draws(evaluation.converged.shape[1])
    # What full CPs do not do already with none of it is the network's to say.
    asked = untold.others[:, None] * draws + np.minimum(untold.asked, 1.0)[:, None]
    if untold.closed:
        # Other work comes however long it waits; users who wait ask for no more meanwhile.
        left = np.maximum(1.0 - untold.others[:, None] * draws, 0.0)
        asked = np.minimum(untold.asked[:, None] / np.maximum(left, _LEAST_CPS), _MOST_TIMES)
    asked = np.where(more[:, None], asked * _carried(evaluation, got), 0.0)
    metrics = dict(evaluation.metrics)
    for name in under_load("flows") & metrics.keys():
        metrics[name] = metrics[name] / np.maximum(asked, 1.0)
    full = (asked >= 1.0) & (draws > 0.0)
    longest = np.maximum(asked, 1.0) if untold.closed else np.where(full, np.nan, 1.0)
    for name in _TIMES.keys() & metrics.keys():
        waits = _waits_s(untold, draws * _share_waited(untold, got), more) / _TIMES[name]
        metrics[name] = (metrics[name] + waits) * longest
    said = tuple(
        (*known, untold.said) if beyond else known
        for known, beyond in zip(evaluation.extrapolated, more, strict=True)
    )
    return replace(evaluation, metrics=metrics, extrapolated=said)


def _waits_s(untold: Untold, draws: FloatArray, more: npt.NDArray[np.bool_]) -> FloatArray:
    """What a unit of work waits longer for work that nobody told of than as-is, (cases, draws).

    Beside what the network says of it without such work. As-is its wait is in the measured time.
    """
    found = np.zeros((len(more), len(draws)))
    if untold.today is None or untold.servers is None or untold.cpu_s is None:
        return found
    had, asked_was, others_was = untold.today
    was_s = _each(had, asked_was / had, others_was / had * draws)
    for row in np.flatnonzero(more):
        now_s = _each(untold.servers[row], untold.asked[row], untold.others[row] * draws)
        found[row] = untold.cpu_s[row] * np.maximum(now_s - was_s, 0.0)
    return found


def _share_waited(untold: Untold, got: Sequence[tuple[Got, Got] | None]) -> float:
    """How much of all the work that there may be can have been waited for as-is: no unit of work
    waited for CPs for longer than its time, as measured, without its CPU."""
    was = next((both[1] for both in got if both is not None), None)
    if untold.today is None or was is None or untold.cpu_was_s <= 0.0:
        return 1.0
    had, asked, others = untold.today
    room = max(float(was.response_s.flat[0]) / untold.cpu_was_s - 1.0, 0.0)
    least, most = 0.0, 1.0
    for _ in range(_HALVINGS):
        share = (least + most) / 2.0
        waited = float(_each(had, asked / had, np.array([others / had * share]))[0])
        least, most = (share, most) if waited <= room else (least, share)
    return most


_HALVINGS = 10


def _each(servers: float, asked: float, others: FloatArray) -> FloatArray:
    """What others make work wait in units of its service, by how much of the CPs they use."""
    alone = mean_wait(servers, min(asked, _NEARLY))
    return np.array([mean_wait(servers, min(asked + one, _NEARLY)) - alone for one in others])


_NEARLY = 0.97
"""Use beyond which what is waited is said to have no limit."""


def _carried(evaluation: Evaluation, got: Sequence[tuple[Got, Got] | None]) -> FloatArray:
    """Of the work that comes, what comes through in the network."""
    found = np.ones(evaluation.converged.shape)
    for row, both in enumerate(got):
        if both is not None:
            offered = np.maximum(both[0].offered_per_s, _LEAST_CPS)
            found[row] = np.minimum(both[0].rate_per_s / offered, 1.0)
    return found
