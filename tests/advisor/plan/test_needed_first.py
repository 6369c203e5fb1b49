"""What a step needs in effect is carried out in no later window than the step."""

from __future__ import annotations

from advisor.reading import read_path
from advisor.rules import rules
from app.paths import sample
from tests.remembering import analyse


def test_a_prerequisite_is_in_effect_before_what_needs_it() -> None:
    """Hiperspace was taken away two windows before the fix with which LLA does its work."""
    case = analyse(read_path(sample("formats")))
    rule_of = {finding.id: finding.rule for finding in case.findings}
    window = {
        rule_of[finding]: number
        for number, one in enumerate(case.plan.calendar)
        for task in one.tasks
        for finding in task.findings
    }
    assert window["IMS-001"] <= window["IMS-011"]
    for rule in rules():
        for needed in rule.after:
            if rule.id in window and needed in window:
                assert window[needed] <= window[rule.id], (needed, rule.id)


def test_what_is_needed_is_a_rule_and_never_needs_in_turn_what_needs_it() -> None:
    needs = {rule.id: rule.after for rule in rules()}
    for one, needed in needs.items():
        for other in needed:
            assert one not in needs[other]
