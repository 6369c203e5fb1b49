"""What a scenario hardly moves is no better known than as it is.

The band of a change goes to none with the change. That of a figure does not go below what is not
known of it today: in a curve over a setting today's value has the band of those beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from model.contract.evaluation import Evaluation
from model.projection.bands import most_of
from model.projection.estimate import Estimate, ResourceUse, WorkloadProjection
from model.projection.when_asked import WhenAsked


def no_better_work(
    work: WorkloadProjection,
    today: WorkloadProjection | None,
    answer: tuple[Evaluation, int] | None,
    unmoved: bool,
) -> WorkloadProjection:
    """The workload with figures whose bands are no narrower, in parts of them, than today's.

    unmoved: it stands as it is today, and so does what is known of it.
    """
    if today is None or answer is None or not work.metrics:
        return work
    if unmoved and work.metrics.keys() == today.metrics.keys():
        return replace(work, metrics=today.metrics)
    evaluation, row = answer
    now, was = work.metrics, today.metrics

    def as_wide(name: str) -> Estimate:
        before = was.get(name)
        if before is None or before.low == before.high:
            return now[name]
        return _as_wide(now[name], before, most_of(evaluation, name, row))

    return replace(work, metrics=WhenAsked(now, as_wide))


def no_better_uses(
    uses: Iterable[ResourceUse], today: Mapping[tuple[str, str], ResourceUse]
) -> tuple[ResourceUse, ...]:
    """The same of how busy things are; ``today`` is by component and label."""
    return tuple(_use(use, today.get((use.component, use.label))) for use in uses)


def _use(use: ResourceUse, was: ResourceUse | None) -> ResourceUse:
    if was is None or was.low == was.high or not (was.utilization > 0.0 < use.utilization):
        return use
    times = use.utilization / was.utilization
    low, high = min(use.low, was.low * times), max(use.high, min(1.0, was.high * times))
    return use if (low, high) == (use.low, use.high) else replace(use, low=low, high=high)


def _as_wide(one: Estimate, was: Estimate, most: float) -> Estimate:
    if not (0.0 < one.value < math.inf and 0.0 < was.value < math.inf):
        return one
    times = one.value / was.value
    low, high = (
        min(one.low, was.low * times),
        max(one.high, min(max(most, was.high), was.high * times)),
    )
    if (low, high) == (one.low, one.high):
        return one
    return replace(one, low=low, high=high, reasons=(*was.reasons[:1], *one.reasons[1:]))
