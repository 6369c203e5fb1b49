"""Every rule that gives findings fires, keeps quiet in order, and asks when it cannot tell."""

from __future__ import annotations

import pytest

from advisor.rules import rules
from model.topology import SetSetting
from tests.advisor.rules import cases_adabas, cases_cics, cases_other
from tests.advisor.rules.builders import advise

CASES = [*cases_adabas.CASES, *cases_cics.CASES, *cases_other.CASES]
IDS = [case.rule for case in CASES]


APART = {"VSM-001", "VSM-018", "MRO-007", "MRO-008"}
"""Rules about what is there or not there: their cases are in test_parts.py."""


def test_every_acting_rule_has_a_case() -> None:
    acting = {rule.id for rule in rules() if rule.check is not None}
    assert set(IDS) | APART == acting
    assert len(IDS) == len(set(IDS))


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_it_fires(case) -> None:
    findings, outcomes = advise(case.positive)
    mine = [finding for finding in findings if finding.rule == case.rule]
    assert mine, outcomes[case.rule]
    assert outcomes[case.rule].outcome == "found"
    for finding in mine:
        assert finding.evidence
        assert all(line.file and line.line > 0 and line.text for line in finding.evidence)
        assert finding.change_texts
        assert all("{" not in text.syntax for text in finding.change_texts)
        assert finding.sources
        assert finding.projection or finding.not_projectable_because
        for change in finding.changes:
            if isinstance(change, SetSetting):
                current = case.positive[change.component].value(change.setting)
                assert current != change.value


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_it_keeps_quiet(case) -> None:
    findings, outcomes = advise(case.base)
    assert not [finding for finding in findings if finding.rule == case.rule]
    assert outcomes[case.rule].outcome in ("in order", "does not apply")
    assert outcomes[case.rule].sentence


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_it_asks_when_it_cannot_tell(case) -> None:
    findings, outcomes = advise(case.unknown)
    assert not [finding for finding in findings if finding.rule == case.rule]
    assert outcomes[case.rule].outcome == "cannot tell"
    assert outcomes[case.rule].missing_report


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_quantifiable_rules_carry_a_projection(case) -> None:
    rule = next(rule for rule in rules() if rule.id == case.rule)
    if rule.projectable != "yes" or rule.kind not in ("tuning", "threshold"):
        return
    findings, _ = advise(case.positive)
    if rule.id in MODEL_ONLY:
        return
    for finding in findings:
        if finding.rule == rule.id:
            assert finding.projection, rule.id


# Effects that only the Adabas model gives: test_adabas_on_the_model.py has them.
MODEL_ONLY = {
    "ADA-002",
    "ADA-003",
    "ADA-006",
    "ADA-007",
    "ADA-008",
    "ADA-010",
    "ADA-011",
}
