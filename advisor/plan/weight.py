"""What a finding weighs once the plan is known: a step that others rest on weighs as they do.

Rules weigh a finding by what it gains alone, or beside all other findings. In a plan the same gain
may need two steps of which neither pays alone; both then carry the weight of what they gain
together, less what the other one gains without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from advisor.findings import Finding, Plan, Severity
from advisor.plan import goal as goals
from advisor.rules.worth import LEVELS, headline_gain_pct, level_of_gain
from model.language import say

WORTH_SAYING_PCT = 3.0


@dataclass(frozen=True, slots=True)
class Weight:
    """The severity that a plan gives a finding, and what to say where that is more than its own."""

    severity: Severity
    note: str = ""


def weights(findings: Sequence[Finding], plan: Plan) -> dict[str, Weight]:
    """What the plan makes each finding weigh, by id.

    Severity only rises; where it does, a note says with which rule the finding gains how much.
    """
    worth = {step.finding: (step.gain_pct or 0.0, "") for step in plan.steps}
    rules = {finding.id: finding.rule for finding in findings}
    for item in plan.interactions:
        if len(item.findings) != 2:
            continue
        for own, other, other_alone in (
            (item.findings[0], item.findings[1], item.separately_pct[1]),
            (item.findings[1], item.findings[0], item.separately_pct[0]),
        ):
            gain = goals.beyond_pct(item.together_pct, other_alone, plan.goal)
            if own in worth and gain > worth[own][0]:
                worth[own] = (gain, rules.get(other, other))
    return {finding.id: _weight(finding, *worth.get(finding.id, (0.0, ""))) for finding in findings}


def weighed(findings: Sequence[Finding], weights: Mapping[str, Weight]) -> list[Finding]:
    """Findings with their weights; what has none weighs what it did."""
    found: list[Finding] = []
    for finding in findings:
        weight = weights.get(finding.id, Weight(finding.severity))
        notes = (*finding.notes, weight.note) if weight.note else finding.notes
        found.append(replace(finding, severity=weight.severity, notes=notes))
    return found


def in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings, most severe first."""
    return tuple(sorted(findings, key=lambda f: -LEVELS.index(f.severity)))


def _weight(finding: Finding, gain: float, beside: str) -> Weight:
    level = level_of_gain(gain, finding.risk)
    if level <= LEVELS.index(finding.severity):
        return Weight(finding.severity)
    alone = headline_gain_pct(finding.projection)
    note = ""
    if beside and gain - alone >= WORTH_SAYING_PCT:
        note = say(
            "It weighs what it gains beside {beside} and nothing else: {gain:.1f} %; alone it "
            "gains {alone:.1f} %.",
            beside=beside,
            gain=gain,
            alone=alone,
        )
    return Weight(LEVELS[level], note)
