"""Every rule on report text: it fires, keeps quiet with its reason, and asks for what it lacks.

The cases stand in :mod:`tests.advisor.rules.reports`, one file per family; each names the modules
of ``advisor.rules`` whose rules it covers, and a rule without its three cases fails here.
"""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from advisor.rules import rule, rules
from tests.advisor.rules import reports
from tests.advisor.rules.report_text import (
    Case,
    GuardCase,
    check_guard,
    check_missing,
    check_negative,
    check_positive,
    fired,
    rules_of,
)

FAMILIES = [
    importlib.import_module(f"{reports.__name__}.{info.name}")
    for info in pkgutil.iter_modules(reports.__path__)
]
MODEL_ONLY = {
    "ADA-002",
    "ADA-003",
    "ADA-006",
    "ADA-007",
    "ADA-008",
    "ADA-010",
    "ADA-011",
    "ADA-026",
    "ADA-027",
}
"""Effects that only the Adabas model gives: test_adabas_on_the_model.py has them."""
CASES: list[Case] = [case for family in FAMILIES for case in family.CASES]
GUARDS: list[GuardCase] = [case for family in FAMILIES for case in family.GUARDS]
NAMES = [case.rule + (f" {case.on}" if case.on else "") for case in CASES]


# Amounts of the Adabas model: in every run, test_adabas_on_the_model.py and test_following.py.
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=name, marks=pytest.mark.thorough if case.model else ())
        for case, name in zip(CASES, NAMES, strict=True)
    ],
)
def test_it_fires(case: Case) -> None:
    check_positive(case)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_it_keeps_quiet(case: Case) -> None:
    check_negative(case)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_it_asks_for_the_report(case: Case) -> None:
    check_missing(case)


@pytest.mark.parametrize("case", GUARDS, ids=[f"{case.rule} {case.of}" for case in GUARDS])
def test_a_caveat_speaks_up(case: GuardCase) -> None:
    check_guard(case)


def test_every_rule_of_the_catalogue_has_its_cases() -> None:
    assert rules_of(CASES) == {rule.id for rule in rules() if rule.check}
    assert rules_of(GUARDS) == {rule.id for rule in rules() if rule.guard}


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_quantifiable_rules_carry_a_projection(case: Case) -> None:
    declared = rule(case.rule)
    if declared.projectable != "yes" or declared.kind not in ("tuning", "threshold"):
        return
    if case.rule not in MODEL_ONLY:
        for finding in fired(case):
            assert finding.projection


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__.rpartition(".")[2])
def test_every_rule_has_its_cases(family) -> None:
    declared = [
        rule
        for name in family.MODULES
        for rule in importlib.import_module(f"advisor.rules.catalogue.{name}").RULES
    ]
    assert {rule.id for rule in declared if rule.check} == rules_of(family.CASES)
    assert {rule.id for rule in declared if rule.guard} == rules_of(family.GUARDS)
    assert {rule.id for rule in declared} <= {rule.id for rule in rules()}
