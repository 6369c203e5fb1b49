"""What is diagnosed, whatever a plan may do: findings, their weight, and what became of rules.

Some findings only pay beside others, and a step that others rest on weighs as they do, so what is
found and how severe it is rests on a plan as well. That is always the plan without limits, for
throughput, with nothing rejected: a limit says what may be done about what was found, and nothing
of what was found.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from advisor.engagement import Constraints
from advisor.findings import Finding, Plan, RuleOutcome
from advisor.plan.choosing import ADDS_NOTHING, best_plan
from advisor.plan.constraints import LeftOut, permitted, too_many
from advisor.plan.weight import Weight, in_order, weighed, weights
from advisor.rules.evaluation import Evaluation
from advisor.rules.projecting import Projector
from advisor.rules.settling import merged_changes
from model.language import Keyword, joined, say


@dataclass(frozen=True)
class Diagnosis:
    """The plan without limits, what it makes findings weigh, and the outcomes of rules.

    ``woken`` are findings that nothing measured calls for and that pay beside others in it.
    """

    plan: Plan
    weights: Mapping[str, Weight]
    woken: tuple[Finding, ...]
    outcomes: tuple[RuleOutcome, ...]


def diagnosed(advice: Evaluation, projector: Projector | None) -> Diagnosis:
    """What is diagnosed of what the rules say."""
    plan = best_plan(advice.findings, projector, adviser=advice)
    found, amended = _held(advice, plan)
    # What only waits for a step of it is told with the plan that has the step.
    woken = tuple(finding for finding in amended if finding.id in plan.findings)
    by_rule = {finding.rule: finding for finding in woken}
    outcomes = tuple(
        replace(
            outcome,
            outcome="found",
            sentence=say(
                "{title}, once others are carried out. ", title=by_rule[outcome.rule].title
            )
            + outcome.sentence,
        )
        if outcome.rule in by_rule
        else outcome
        for outcome in advice.outcomes
    )
    return Diagnosis(plan, weights((*found, *woken), plan), woken, outcomes)


def _held(advice: Evaluation, plan: Plan) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Findings as a plan holds them, and those that it wakes."""
    amended = {finding.id: finding for finding in plan.amended}
    return tuple(amended.pop(f.id, f) for f in advice.findings), tuple(amended.values())


def told_of(
    diagnosis: Diagnosis,
    advice: Evaluation,
    plan: Plan,
    constraints: Constraints,
    rejected: Collection[str],
) -> tuple[Plan, tuple[Finding, ...]]:
    """A plan with why it leaves out what it might hold without its limits, and all findings.

    Findings are as the plan holds them and weigh as they are diagnosed, most severe first. What
    only pays in this plan is there as well, as it is a step of it.
    """
    found, woken = _held(advice, plan)
    here = {finding.id for finding in woken}
    away = [finding for finding in diagnosis.woken if finding.id not in here]
    rules = {f.rule for f in (*found, *woken) if f.id in plan.findings}
    left = {f.id: _why_left(f, rules, constraints, rejected).sentence for f in away}
    note = "Its plan is the one without limits and rejections; this plan leaves it out."
    steps = set(diagnosis.plan.findings)
    free = [f for held in _held(advice, diagnosis.plan) for f in held if f.id in steps]
    together = merged_changes(free)
    told = [replace(f, notes=(*f.notes, note), tried_with=together) for f in away]
    kept = weighed((*found, *woken, *told), diagnosis.weights)
    return replace(plan, left_out={**plan.left_out, **left}), in_order(kept)


def _why_left(
    finding: Finding, rules: Collection[str], constraints: Constraints, rejected: Collection[str]
) -> LeftOut:
    """Why a plan does not hold what pays beside others in the one without limits."""
    may = permitted(finding, constraints, rejected)
    if isinstance(may, LeftOut):
        return may
    missing = [rule for rule in finding.pays_beside if rule not in rules]
    if missing:
        named = joined([Keyword(rule) for rule in missing], ", ")
        return LeftOut(say("it pays beside {rules}, which the plan leaves out", rules=named))
    if constraints.max_changes is not None and len(rules) >= constraints.max_changes:
        return too_many(constraints.max_changes)
    return ADDS_NOTHING
