"""The same change reads the same wherever it is told: in findings, projected alone, planned."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from advisor.engagement import Engagement
from advisor.findings import Effect
from model.projection import project
from model.projection.estimate import Projection, WorkloadProjection
from model.topology import Scenario


def alike(effect: Effect, work: WorkloadProjection) -> bool:
    """Whether an effect is the figure of a workload with the band of its change."""
    figure, change = work.metrics[effect.metric], work.changes.get(effect.metric)
    ends, told = ("value", "low", "high"), effect.change
    # Parts of 1 rather than per cent, which may be next to none.
    pairs = [
        (1.0 + getattr(told, end) / 100.0, 1.0 + getattr(change, end) / 100.0)
        for end in ends
        if told is not None and change is not None
    ]
    if change is None or change.high > change.low:
        # What is not moved has no change: a workload's figure keeps today's band beside it.
        pairs += [(getattr(effect.after, end), getattr(figure, end)) for end in ends]
    return all(one == pytest.approx(other, rel=1e-5, abs=1e-9) for one, other in pairs)


def told_of(effects: Iterable[Effect], projected: Projection) -> list[tuple[Effect, bool]]:
    """Effects of the workload that they are of, and whether each reads the same; rules have
    figures of their own beside, and some nothing else."""
    best: list[tuple[Effect, bool]] = []
    for work in projected.workloads:
        known = [effect for effect in effects if effect.metric in work.metrics]
        same = [
            effect
            for effect in known
            if effect.after.value == pytest.approx(work.metrics[effect.metric].value, rel=1e-5)
        ]
        if len(same) > max(1, len(best)):
            best = [(effect, alike(effect, work)) for effect in same]
    return best


def test_a_finding_reads_as_the_projection_of_its_change_alone(
    sample_analysis: Engagement,
) -> None:
    findings = [
        one
        for one in sample_analysis.findings
        if one.projection and one.changes and not one.beside_plan
    ]
    scenarios = [Scenario(one.id, one.changes) for one in findings]
    compared = 0
    for finding, projected in zip(
        findings, project(sample_analysis.baseline, scenarios), strict=True
    ):
        told = told_of(finding.projection, projected)
        assert [effect.metric for effect, same in told if not same] == [], finding.id
        compared += bool(told)
    assert compared >= 20


def test_the_plan_reads_as_the_scenario_of_all_its_changes(sample_analysis: Engagement) -> None:
    plan = sample_analysis.plan
    chosen = {one.id: one for one in sample_analysis.findings}
    changes = tuple(change for name in plan.findings for change in chosen[name].changes)
    (whole,) = project(sample_analysis.baseline, [Scenario("plan", changes)])
    assert len(plan.workloads) >= 5
    for anchor, effects in plan.workloads.items():
        work = whole.workload(anchor)
        assert work is not None, anchor
        assert [e.metric for e in effects if not alike(e, work)] == [], anchor
    assert all(same for _, same in told_of(plan.projection, whole))
