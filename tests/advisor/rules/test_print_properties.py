"""What holds for the advice on any set of prints: order, copies, time scale, and acceptance.

The prints are those of the rule cases on report text, as the samples have them and edited so that
their rule fires, so that every reader and family takes part.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from advisor.findings import Finding
from advisor.installation import build_installation
from advisor.rules import RuleContext, evaluate_rules
from model.catalogue import catalogue
from model.topology import SetSetting, Topology, apply_changes
from tests.advisor.rules.report_text import Case, edited, reading
from tests.advisor.rules.test_properties import scaled
from tests.advisor.rules.test_report_text_cases import CASES

EVERY = 3
CHOSEN = [case for case in CASES if not case.model][::EVERY]
IDS = [case.rule for case in CHOSEN]
SECONDS_OF_ITS_OWN = {"dfsort_job", "jvm", "java", "cognos_server"}
"""Kinds whose figures are of one run, not of an interval that could have been longer."""


@cache
def texts(position: int) -> dict[str, str]:
    case = CHOSEN[position]
    return dict(edited(case.prints, case.wrong))


def installation(case: Case, names: list[str]):
    prints = texts(CHOSEN.index(case))
    readings = [part for name in names for part in reading(name, prints[name])]
    return build_installation(readings, case.answers)


def advice(topology: Topology, observed=(), done: tuple[str, ...] = ()):
    from advisor.engagement import Installation

    return evaluate_rules(RuleContext(Installation(topology, observed), catalogue(), done=done))


def told(findings: tuple[Finding, ...]) -> list[tuple[str, tuple, str]]:
    return sorted((f.id, f.changes, f.severity) for f in findings)


@pytest.mark.parametrize("case", CHOSEN, ids=IDS)
def test_order_and_copies_of_files_change_nothing(case: Case) -> None:
    names = sorted(texts(CHOSEN.index(case)))
    base = installation(case, names)
    shuffled = [*names, names[0]]
    random.Random(case.rule).shuffle(shuffled)
    again = installation(case, shuffled)
    one, other = advice(base.topology), advice(again.topology)
    assert told(one[0]) == told(other[0])
    assert [(o.rule, o.outcome) for o in one[1]] == [(o.rule, o.outcome) for o in other[1]]
    assert base.questions == again.questions


@pytest.mark.parametrize("case", CHOSEN, ids=IDS)
def test_the_same_load_for_longer_changes_no_advice(case: Case) -> None:
    base = installation(case, sorted(texts(CHOSEN.index(case)))).topology
    if SECONDS_OF_ITS_OWN & {c.kind for c in base}:
        pytest.skip("figures of single runs")
    expected = [(f.id, f.changes) for f in advice(base)[0]]
    found = [(f.id, f.changes) for f in advice(scaled(base, 3.0))[0]]
    assert sorted(found, key=str) == sorted(expected, key=str)


@pytest.mark.parametrize("case", CHOSEN, ids=IDS)
def test_what_was_accepted_neither_returns_nor_is_undone(case: Case) -> None:
    base = installation(case, sorted(texts(CHOSEN.index(case)))).topology
    findings, _ = advice(base)
    changes = [change for finding in findings for change in finding.changes]
    after = apply_changes(base, changes, catalogue())
    again, outcomes = advice(after, done=tuple(f.id for f in findings))
    made = {(c.component, c.setting) for c in changes if isinstance(c, SetSetting)}
    for finding in again:
        assert finding.id not in {f.id for f in findings}
        for change in finding.changes:
            if isinstance(change, SetSetting):
                assert (change.component, change.setting) not in made, finding.id
    by_rule = {outcome.rule: outcome for outcome in outcomes}
    assert all(by_rule[f.rule].sentence for f in findings)
