"""Up to which load a response goal holds, so that its growth tells the day on which it does not.

Goals are those of Workload Manager, which reports print, and those that the consultant asks about.
All load grows alike, as the model's projections have it, and the response with it. A goal of a
share of responses is held to the mean that goes with it: the responses keep the shape that they
have today, as measured where a report tells how far they deviate. What the band of the projected
response leaves open is the band of the load.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from advisor.history.beside import measured_of
from advisor.levels import Levels, WlmGoal, levels_of, wlm_goals
from advisor.levels.goals import Wanted, goal_words
from advisor.plan.naming import called
from model.catalogue import catalogue
from model.projection import Baseline, Projection, WorkloadProjection, project
from model.queueing.percentiles import ResponseTimes, fit
from model.queueing.spread import respread
from model.topology import Scenario, SetSetting, Topology
from model.topology.growth import GROWTH

__all__ = ["Headroom", "Wanted", "headrooms"]

LOADS = (1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0)
"""Times today's load that are asked about; in between responses go by powers."""

HELD_BACK = 0.95
"""A workload that carries less than this share of its load no longer follows it."""

CLASS_RATE = "ended_per_s"
SAME_CLASS = 0.1
"""As :mod:`advisor.levels.goals` takes a service class for a workload."""

SAME_RATE = 1e-3
"""Relative; a figure that differs by more from a workload's rate is another one."""

Ends = tuple[Literal["value", "low", "high"], Literal["value", "low", "high"]]
ENDS: tuple[Ends, Ends, Ends] = (("value", "value"), ("high", "low"), ("low", "high"))
"""Of the response and of the throughput: those that give the load, its lowest and its highest."""


@dataclass(frozen=True, slots=True)
class Headroom:
    """The value of a component's ``metric`` up to which its ``goal`` (words) holds, and its band;
    infinite where no load breaks it.

    ``modelled``: the metric is its rate and the model told; else it is the response itself.
    ``of``: whose figures are added up to the rate of a workload; ``counted``: they are counts of an
    interval, and the rate is that by the second.
    """

    component: str
    goal: str
    metric: str
    value: float
    low: float
    high: float
    modelled: bool
    of: tuple[str, ...] = ()
    counted: bool = False


def headrooms(
    baseline: Baseline, as_is: Projection, wanted: Wanted | None = None
) -> tuple[Headroom, ...]:
    """Of all service classes with a response goal and a measured response, and of those wanted.

    Where several figures tell the load of a goal, there is one for each, the best first.
    """
    wanted = wanted or {}
    classes = baseline.topology.of_kind("service_class")
    if not wanted and not any("goal_response_ms" in component.measured for component in classes):
        return ()
    today = levels_of(baseline.networks, baseline, as_is)
    goals = [g for g in wlm_goals(baseline.topology, today.rates_per_s) if g.response_s]
    grown = _grown(baseline) if wanted or any(goal.workload for goal in goals) else ()
    found = [_headroom(goal, today, grown, baseline) for goal in goals]
    for (workload, percent), seconds in wanted.items():
        found += _wanted(workload, percent or None, seconds, today, grown, baseline)
    return tuple(found)


def _wanted(
    workload: str,
    percent: float | None,
    seconds: float,
    today: Levels,
    grown: Sequence[Projection],
    baseline: Baseline,
) -> Iterator[Headroom]:
    """Of a goal on a modelled workload, by each figure that tells how often its work ends."""
    times = today.times.get(workload)
    asked = [each.workload(workload) for each in grown]
    rate = measured_of(baseline, workload, "etr_per_s")
    if times is None or not times.mean_s > 0.0 or not rate or not asked or asked[0] is None:
        return
    part = 1.0 if percent is None else times.mean_s / times.percentile(percent)
    factors = [_breaks(asked, seconds * part / times.mean_s, ends) for ends in ENDS]
    goal = goal_words(called(workload), seconds, percent)
    for of, metric, counted, now in _rates(baseline.topology, workload, rate):
        value, low, high = (now * factor for factor in factors)
        own = of[0] if metric == CLASS_RATE else workload
        parts = () if metric == CLASS_RATE else of
        yield Headroom(own, goal, metric, value, low, high, True, parts, counted)


def _rates(
    topology: Topology, workload: str, rate: float
) -> Iterator[tuple[tuple[str, ...], str, bool, float]]:
    """Figures that are a workload's rate: whose, which, whether they are counts, and today's rate.

    Its own or the sum over its members, as printed or by the second; else that of the one service
    class whose transactions end as often.
    """
    members = tuple(part.id for part in topology.sources(workload, "member"))
    for of in ((workload,), members):
        each = [topology[one].figures() for one in of]
        spans = {one.get("duration_s") for one in each}
        span = spans.pop() if len(spans) == 1 else None
        common = set.intersection(*(set(one) for one in each)) if each else set()
        for name in sorted(common, key=lambda name: (len(name), name)):
            total = sum(one[name] for one in each)
            for counted, now in ((False, total), (True, total / span if span else 0.0)):
                if abs(now / rate - 1.0) <= SAME_RATE:
                    yield of, name, counted, now
    alike = [
        (component.id, ended)
        for component in topology.of_kind("service_class")
        if (ended := component.measure(CLASS_RATE)) and abs(ended / rate - 1.0) <= SAME_CLASS
    ]
    if len(alike) == 1:
        yield (alike[0][0],), CLASS_RATE, False, alike[0][1]


def _headroom(
    goal: WlmGoal, today: Levels, grown: Sequence[Projection], baseline: Baseline
) -> Headroom:
    measured_s = goal.response_s or 0.0
    mean_s = _mean_that_holds(goal, today.times.get(goal.workload or ""), measured_s)
    rate = baseline.topology[goal.service_class].measure(CLASS_RATE)
    asked = [each.workload(goal.workload) for each in grown] if goal.workload else []
    if not rate or not asked or asked[0] is None or "response_ms" not in asked[0].changes:
        ms = 1e3 * mean_s
        return Headroom(goal.service_class, goal.words, "response_ms", ms, ms, ms, modelled=False)
    # What the model says of the change, on what was measured: as everywhere.
    factor, low, high = (_breaks(asked, mean_s / measured_s, ends) for ends in ENDS)
    return Headroom(
        goal.service_class,
        goal.words,
        CLASS_RATE,
        rate * factor,
        rate * low,
        rate * high,
        modelled=True,
    )


def _mean_that_holds(goal: WlmGoal, today: ResponseTimes | None, measured_s: float) -> float:
    """The mean response (s) with which just enough of the responses are within the goal."""
    if goal.percent is None:
        return goal.seconds
    if today is not None and today.mean_s > 0.0:
        return goal.seconds * today.mean_s / today.percentile(goal.percent)
    times = fit(measured_s, measured_s**2, 2.0 * measured_s**3)
    if goal.deviation_s is not None:
        times = respread(times, goal.deviation_s**2)
    return goal.seconds * measured_s / times.percentile(goal.percent)


def _grown(baseline: Baseline) -> Sequence[Projection]:
    """The installation under ever more load of all workloads whose load can grow."""
    topology = baseline.topology
    growing = [
        item.anchor
        for item in baseline.anchors
        if catalogue().spec(topology[item.anchor].kind, GROWTH.name) is not None
    ]
    scenarios = [
        Scenario(
            f"{load:g}",
            tuple(SetSetting(anchor, GROWTH.name, 100.0 * (load - 1.0)) for anchor in growing),
        )
        for load in LOADS
    ]
    return project(baseline, scenarios, bands=True)


def _breaks(asked: Sequence[WorkloadProjection | None], most: float, ends: Ends) -> float:
    """Times today's load at which the response is ``most`` times today's, or endless."""
    response, throughput = ends
    steps: list[tuple[float, float | None, float]] = []
    for load, each in zip(LOADS, asked, strict=True):
        changes = {} if each is None or each.not_projectable is not None else each.changes
        times, carried = (
            None if name not in changes else 1.0 + float(getattr(changes[name], end)) / 100.0
            for name, end in (("response_ms", response), ("etr_per_s", throughput))
        )
        held = carried is not None and carried < HELD_BACK * load
        steps.append((load, None if held else times, load if carried is None else carried))
    if most < 1.0:
        return most  # it is missed today; how much less load would do nobody asks
    for (before, was, _), (load, now, carried) in pairwise(steps):
        if now is None:
            return min(max(before, HELD_BACK * carried), load)
        if now >= most and was is not None:
            share = math.log(most / was) / math.log(now / was) if now > was else 0.0
            return before * math.exp(max(share, 0.0) * math.log(load / before))
    return math.inf
