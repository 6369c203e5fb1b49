"""The model as the rules and the plan see it: lists of changes in, effects per workload out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from advisor.findings import Effect
from model.projection.baseline import Baseline
from model.projection.engine import project
from model.projection.estimate import Estimate, Projection
from model.topology import Change, Scenario, Topology


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


class Projector(Protocol):
    """Evaluates a batch of change lists against the baseline, in order."""

    def __call__(self, batch: Sequence[tuple[Change, ...]], /) -> Sequence[Projected]: ...


class ModelProjector:
    """A projector over the calibrated baseline; the as-is projection is made once.

    ``central`` is the same without bands: cheaper, for searches that compare central values only.
    """

    def __init__(self, baseline: Baseline, *, bands: bool = True) -> None:
        self._baseline = baseline
        self._bands = bands
        self.topology: Topology = baseline.topology
        self._as_is: Projection | None = None
        self.central: ModelProjector = ModelProjector(baseline, bands=False) if bands else self

    def __call__(self, batch: Sequence[tuple[Change, ...]], /) -> Sequence[Projected]:
        if not batch:
            return []
        scenarios = [Scenario(f"option {n}", tuple(item)) for n, item in enumerate(batch)]
        if self._as_is is None:
            first, *after = project(
                self._baseline, [Scenario("as is"), *scenarios], bands=self._bands
            )
            self._as_is = first
        else:
            after = list(project(self._baseline, scenarios, bands=self._bands))
        return [compare(self._as_is, item) for item in after]


def model_projector(baseline: Baseline, *, bands: bool = True) -> Projector:
    """The projector of a calibrated baseline."""
    return ModelProjector(baseline, bands=bands)


def _repeats(name: str, metrics: Mapping[str, Estimate]) -> bool:
    """A dump's capture time is an outage, not the response time of anybody's work."""
    return name == "response_ms" and "capture_s" in metrics


def compare(before: Projection, after: Projection) -> Projected:
    """Effects of one projection against another, workload by workload."""
    if after.refused and all(item.not_projectable for item in after.workloads):
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
            if name in reference.metrics and not _repeats(name, workload.metrics)
        )
    busy = sorted(
        (use for use in after.resources if use.utilization >= 0.9),
        key=lambda use: (-use.utilization, use.component),
    )
    return Projected(effects, unprojected, None, after.issues, tuple(use.component for use in busy))
