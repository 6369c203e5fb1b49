"""What a finding weighs once the plan is known: a step that others rest on weighs as they do.

Rules weigh a finding by what it gains alone, or beside all other findings. In a plan the same gain
may need two steps of which neither pays alone; both then carry the weight of what they gain
together, less what the other one gains without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from advisor.findings import Finding, Plan
from advisor.plan import goal as goals
from advisor.rules.worth import LEVELS, headline_gain_pct, level_of_gain
from model.language import say

WORTH_SAYING_PCT = 3.0


def weighed(findings: Sequence[Finding], plan: Plan) -> tuple[Finding, ...]:
    """Findings with the severity that the plan gives them, most severe first.

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
    raised = [_raised(finding, *worth.get(finding.id, (0.0, ""))) for finding in findings]
    return tuple(sorted(raised, key=lambda f: -LEVELS.index(f.severity)))


def _raised(finding: Finding, gain: float, beside: str) -> Finding:
    level = level_of_gain(gain, finding.risk)
    if level <= LEVELS.index(finding.severity):
        return finding
    alone = headline_gain_pct(finding.projection)
    notes = finding.notes
    if beside and gain - alone >= WORTH_SAYING_PCT:
        said = say(
            "It weighs what it gains beside {beside} without the plan's other steps: {gain:.1f} %; "
            "alone it gains {alone:.1f} %.",
            beside=beside,
            gain=gain,
            alone=alone,
        )
        notes = (*notes, said)
    return replace(finding, severity=LEVELS[level], notes=notes)
