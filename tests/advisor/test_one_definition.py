"""The same change reads the same wherever it is told: in findings, projected alone, planned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from advisor.engagement import Engagement
from advisor.findings import Effect
from app.printing.documents import advice_document, projection_entry
from model.projection import project
from model.projection.estimate import Projection, WorkloadProjection
from model.topology import Change, Scenario


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
    # What is not moved has no change: a workload's figure keeps today's band beside it.
    pairs += [(getattr(effect.figure, end), getattr(figure, end)) for end in ends]
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


def test_each_step_of_the_plan_reads_as_the_scenario_of_it_and_those_before(
    sample_analysis: Engagement,
) -> None:
    steps = [step for step in sample_analysis.plan.steps if step.cumulative]
    so_far: list[Change] = []
    scenarios = []
    for step in sample_analysis.plan.steps:
        so_far += step.changes
        if step.cumulative:
            scenarios.append(Scenario(step.finding, tuple(so_far)))
    compared = 0
    for step, projected in zip(steps, project(sample_analysis.baseline, scenarios), strict=True):
        told = told_of(step.cumulative, projected)
        assert [effect.metric for effect, same in told if not same] == [], step.finding
        compared += bool(told)
    assert compared >= 5


def test_the_last_step_that_gains_is_known_as_well_as_the_plan(sample_analysis: Engagement) -> None:
    """What claims no gain is done before it as well: more directory entries end the doubt about
    nuclei that would wait for some (241,000 commands/s at least, beside the plan's 282,900)."""
    plan = sample_analysis.plan
    *_, last = [step for step in plan.steps if step.gain_pct is not None]
    (beside,) = [one for one in plan.amended if one.id == last.finding]
    for metric in ("etr_per_s", "response_ms"):
        (own,) = [e for e in last.cumulative if e.metric == metric]
        (whole,) = [e for e in plan.projection if e.metric == metric]
        (added,) = [e for e in beside.projection if e.metric == metric]
        ends = (whole.figure.low, whole.figure.high)
        for told in (own, added):
            assert (told.figure.low, told.figure.high) == pytest.approx(ends, rel=2e-3), metric


def in_json(told: Mapping[str, Any], work: Mapping[str, Any]) -> bool:
    """Whether an effect of the advice's JSON is a workload's figure in the projection's."""
    figure, change = work["metrics"][told["metric"]], work["changes_pct"].get(told["metric"])
    pairs = [(told[said], figure[end]) for said, end in JSON_ENDS.items()]
    if change is not None and told["change_pct"] is not None:
        pairs += [
            (1.0 + told[said] / 100.0, 1.0 + change[end] / 100.0)
            for said, end in JSON_CHANGES.items()
        ]
    return all(one == pytest.approx(other, rel=1e-5, abs=1e-9) for one, other in pairs)


JSON_ENDS = {"after": "value", "low": "low", "high": "high"}
JSON_CHANGES = {"change_pct": "value", "change_low_pct": "low", "change_high_pct": "high"}


def test_advice_and_projections_have_the_same_bands_in_json(sample_analysis: Engagement) -> None:
    plan = sample_analysis.plan
    chosen = {one.id: one for one in sample_analysis.findings}
    changes = tuple(change for name in plan.findings for change in chosen[name].changes)
    (whole,) = project(sample_analysis.baseline, [Scenario("plan", changes)])
    works = {work["component"]: work for work in projection_entry(whole)["workloads"]}
    advised = advice_document(sample_analysis)["plan"]["workloads"]
    assert len(advised) >= 5
    stand = 0
    for anchor, effects in advised.items():
        for metric, told in effects.items():
            assert in_json({"metric": metric, **told}, works[anchor]), (anchor, metric)
            stand += told["change_pct"] == 0.0 and told["high"] > told["low"]
    # Some of them nothing moves, and they are known no better for it.
    assert stand >= 1
