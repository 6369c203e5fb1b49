"""Effects of changes: the bridge from rules and plans to the model, many lists in one batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from advisor.findings import Effect
from model.projection import Baseline, Projection, WorkloadProjection, project
from model.topology import Change, Scenario

HEADLINE = (
    "etr_per_s",
    "itr_per_cpu_s",
    "response_ms",
    "cpu_s_per_s",
    "io_per_s",
    "paging_per_s",
    "storage_mb",
)
"""The figures that findings and plans speak of, in the order they are shown."""


@dataclass(frozen=True)
class ProjectedChange:
    """What a list of changes does.

    ``effects`` are the headline effects on the workload that moves most (``anchor``);
    ``by_anchor`` has those of every workload that moves. ``refused`` is one sentence when the
    model may not or cannot say (limits, contradictions, an uncalibrated baseline).
    """

    effects: tuple[Effect, ...]
    anchor: str | None
    by_anchor: Mapping[str, tuple[Effect, ...]]
    projection: Projection
    refused: str | None = None
    extrapolated: tuple[str, ...] = field(default_factory=tuple)


class Projector:
    """Projects change lists against one baseline.

    Stateless but for the as-is projection, which it computes once.
    """

    def __init__(
        self, baseline: Baseline, as_is: Projection, cancel: Callable[[], bool] | None = None
    ) -> None:
        self.baseline = baseline
        self.as_is = as_is
        self._cancel = cancel

    def effects(
        self, change_lists: Sequence[Sequence[Change]], *, bands: bool = True
    ) -> list[ProjectedChange]:
        """The effects of each change list, in order; all of them in one batch."""
        scenarios = [
            Scenario(f"candidate {number}", tuple(changes))
            for number, changes in enumerate(change_lists, 1)
        ]
        projections = project(self.baseline, scenarios, bands=bands, cancel=self._cancel)
        return [self._compared(projection) for projection in projections]

    def _compared(self, projection: Projection) -> ProjectedChange:
        refused = _refusal(projection)
        by_anchor: dict[str, tuple[Effect, ...]] = {}
        largest, anchor = 0.0, None
        for workload in projection.workloads:
            before = self.as_is.workload(workload.anchor)
            if before is None or before.not_projectable or workload.not_projectable:
                if workload.not_projectable and before and not before.not_projectable:
                    refused = refused or workload.not_projectable
                continue
            effects = compare(before, workload)
            moved = max((abs(e.change_pct or 0.0) for e in effects), default=0.0)
            if moved > MOVED_PCT:
                by_anchor[workload.anchor] = effects
                if moved > largest:
                    largest, anchor = moved, workload.anchor
        chosen = projection.workload(anchor) if anchor is not None else None
        return ProjectedChange(
            by_anchor[anchor] if anchor is not None else (),
            anchor,
            by_anchor,
            projection,
            refused,
            () if chosen is None else chosen.extrapolated,
        )


MOVED_PCT = 1e-3
"""A workload whose largest headline change is below this has not moved."""


def compare(before: WorkloadProjection, after: WorkloadProjection) -> tuple[Effect, ...]:
    """Headline effects of one workload, for the metrics that both projections have."""
    return tuple(
        Effect(name, after.metrics[name].unit, before.metrics[name].value, after.metrics[name])
        for name in HEADLINE
        if name in before.metrics and name in after.metrics
    )


def _refusal(projection: Projection) -> str | None:
    if projection.refused:
        return projection.refused[0]
    if projection.issues and not projection.workloads:
        return projection.issues[0]
    return None
