"""What a scenario may come to as well by what a model does not know: bands that reach there.

A model may know of something that decides what a change brings and that no report tells (whether
a cache structure has directory entries for the blocks that are to be tracked). It says what the
scenario is then, with more changes; that one is projected as well, and every band of the first
has the band of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from model.contract.evaluation import ConditionError
from model.contract.protocol import NotProjectable
from model.projection.baseline import Baseline
from model.projection.estimate import Estimate, Projection, ResourceUse, WorkloadProjection
from model.topology import Scenario, Topology


class Alternative(NamedTuple):
    """A scenario as it may be as well, of which workload a model says so, and why."""

    anchor: str
    scenario: Scenario
    reason: str


def alternatives(baseline: Baseline, topology: Topology, scenario: Scenario) -> list[Alternative]:
    """Those of all workloads whose models have one."""
    found = []
    for item in baseline.anchors:
        tell = getattr(item.model, "may_be_too", None)
        if tell is None or item.conditions is None or item.anchor not in topology:
            continue
        with suppress(NotProjectable, ConditionError):
            now = item.model.conditions(topology, item.anchor, {})
            told = tell(topology, baseline.topology, item.anchor, now, item.conditions)
            if told is not None:
                changes, reason = told
                found.append(Alternative(item.anchor, scenario.with_changes(changes), reason))
    return found


def with_alternatives(
    found: Projection,
    others: Sequence[Alternative],
    project: Callable[[Sequence[Scenario]], Sequence[Projection]],
) -> Projection:
    """The projection with bands that have those of its alternatives."""
    if not others or not found.workloads:
        return found
    for one, other in zip(others, project([one.scenario for one in others]), strict=True):
        found = _reaching(found, other, one)
    return found


def _reaching(found: Projection, other: Projection, why: Alternative) -> Projection:
    uses = {(one.component, one.label): one for one in (*other.resources, *other.ziips)}

    def use(one: ResourceUse) -> ResourceUse:
        there = uses.get((one.component, one.label))
        if there is None:
            return one
        return replace(one, low=min(one.low, there.low), high=max(one.high, there.high))

    return replace(
        found,
        workloads=tuple(_work(work, other.workload(work.anchor), why) for work in found.workloads),
        resources=tuple(map(use, found.resources)),
        ziips=tuple(map(use, found.ziips)),
    )


def _work(
    work: WorkloadProjection, other: WorkloadProjection | None, why: Alternative
) -> WorkloadProjection:
    if work.anchor == why.anchor:
        work = replace(work, extrapolated=(*work.extrapolated, why.reason))
    if other is None:
        return work
    changes = _held(work.changes, other.changes, why.reason)
    unchanged = {name: x for name, x in work.metrics.items() if name not in changes}
    metrics = {**work.metrics, **_held(unchanged, other.metrics, why.reason)}
    for name in work.metrics.keys() & changes.keys():
        if changes[name] is not work.changes[name]:
            # Of what is as it was, the figure's own band is no band of a change.
            metrics[name] = _moved(work.metrics[name], changes[name], why.reason)
    return replace(work, metrics=metrics, changes=changes)


def _moved(figure: Estimate, change: Estimate, reason: str) -> Estimate:
    """A figure with the band of its change, in per cent, from the value that it had."""
    if change.value <= -100.0:
        return figure
    was = figure.value / (1.0 + change.value / 100.0)
    ends = sorted(was * (1.0 + end / 100.0) for end in (change.low, change.high))
    return _reaching_to(figure, ends[0], ends[1], reason)


def _held(
    figures: Mapping[str, Estimate], others: Mapping[str, Estimate], reason: str
) -> dict[str, Estimate]:
    return {
        name: one
        if (other := others.get(name)) is None
        else _reaching_to(one, other.low, other.high, reason)
        for name, one in figures.items()
    }


def _reaching_to(one: Estimate, low: float, high: float, reason: str) -> Estimate:
    """A figure whose band has these ends too; the very same where it has them already."""
    low, high = min(one.low, low), max(one.high, high)
    if (low, high) == (one.low, one.high):
        return one
    return replace(one, low=low, high=high, reasons=(*one.reasons, reason))
