"""The model as the rules and the plan see it: lists of changes in, effects per workload out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from advisor.findings import Effect
from model.projection.baseline import Baseline
from model.projection.engine import project
from model.projection.estimate import Projection
from model.topology import Change, Scenario


@dataclass(frozen=True)
class Projected:
    """What the model says of one list of changes.

    ``effects`` maps a workload's anchor to its metrics before and after; ``unprojected`` says of
    the others why not. ``refused`` is set when the scenario as a whole could not be evaluated.
    ``busy`` lists components that are at least 90 % busy afterwards, busiest first.
    """

    effects: Mapping[str, tuple[Effect, ...]] = field(default_factory=dict)
    unprojected: Mapping[str, str] = field(default_factory=dict)
    refused: str | None = None
    issues: tuple[str, ...] = ()
    busy: tuple[str, ...] = ()


Projector = Callable[[Sequence[tuple[Change, ...]]], Sequence[Projected]]
"""Evaluates a batch of change lists against the baseline, in order."""


def model_projector(baseline: Baseline, *, bands: bool = True) -> Projector:
    """A projector over the calibrated baseline; the as-is projection is made once."""
    as_is = project(baseline, [Scenario("as is")], bands=bands)[0]

    def run(batch: Sequence[tuple[Change, ...]]) -> Sequence[Projected]:
        if not batch:
            return []
        scenarios = [Scenario(f"option {n}", tuple(item)) for n, item in enumerate(batch)]
        return [
            compare(as_is, after) for after in project(baseline, scenarios, bands=bands)
        ]

    return run


def compare(before: Projection, after: Projection) -> Projected:
    """Effects of one projection against another, workload by workload."""
    if after.refused:
        return Projected(refused=" ".join(after.refused), issues=after.issues)
    effects: dict[str, tuple[Effect, ...]] = {}
    unprojected: dict[str, str] = {}
    for workload in after.workloads:
        reference = before.workload(workload.anchor)
        if workload.not_projectable is not None:
            unprojected[workload.anchor] = workload.not_projectable
            continue
        if reference is None or reference.not_projectable is not None:
            continue
        effects[workload.anchor] = tuple(
            Effect(name, estimate.unit, reference.metrics[name].value, estimate)
            for name, estimate in workload.metrics.items()
            if name in reference.metrics
        )
    busy = sorted(
        (use for use in after.resources if use.utilization >= 0.9),
        key=lambda use: (-use.utilization, use.component),
    )
    return Projected(
        effects, unprojected, None, after.issues, tuple(use.component for use in busy)
    )
