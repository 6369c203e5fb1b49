"""What holds for all rules: order, duplicates, time scale, and no advice that undoes advice."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from advisor.findings import Finding
from advisor.installation import build_installation
from model.catalogue import catalogue
from model.figures import carried
from model.topology import SetSetting, Topology, apply_changes
from tests.advisor.rules.builders import advise, changed
from tests.advisor.rules.report_text import Case, edited, installed, reading
from tests.advisor.rules.test_report_text_cases import CASES, NAMES

ONE_RUN = {"dfsort_job"}
"""Kinds whose figures are of one run, however long others measured."""


@cache
def today(number: int) -> tuple[Topology, tuple[Finding, ...]]:
    """A case's installation and what is advised on it."""
    base = installed(CASES[number])
    return base, advise(base)[0]


def _is_state(kind: str, name: str) -> bool:
    """Whether a figure does not grow with the length of its interval."""
    declared = carried(kind, name)
    return declared is None or declared.nature != "count"


def scaled(base: Topology, factor: float) -> Topology:
    """The same load measured over an interval that is ``factor`` times as long."""
    changes: dict[str, float] = {}
    for component in base:
        if component.kind in ONE_RUN:
            continue
        for name, measured in component.measured.items():
            if _is_state(component.kind, name):
                continue
            if measured.unit == "%" or isinstance(measured.value, str):
                continue
            changes[f"{component.id}|{name}"] = float(measured.value) * factor
    longer = changed(base, changes)
    for component in longer:
        measured = {
            name: replace(m, interval_s=m.interval_s * factor) if m.interval_s else m
            for name, m in component.measured.items()
        }
        longer = longer.with_component(replace(component, measured=measured))
    return longer


def advice(findings: tuple[Finding, ...]) -> list[tuple[str, tuple]]:
    return sorted((f.id, f.changes) for f in findings)


def some(every: int) -> list[Any]:
    """The numbers of all cases: each of so many in every run, the others in thorough ones."""
    return [
        pytest.param(n, id=name, marks=() if n % every == 0 else pytest.mark.thorough)
        for n, name in enumerate(NAMES)
    ]


@pytest.mark.parametrize("number", some(5))
def test_a_longer_interval_changes_no_advice(number: int) -> None:
    base, findings = today(number)
    expected = advice(findings)
    assert advice(advise(scaled(base, 3.0))[0]) == expected
    assert advice(advise(scaled(base, 0.5))[0]) == expected


@pytest.mark.parametrize("case", CASES[::7], ids=NAMES[::7])
def test_the_order_of_components_changes_nothing(case: Case) -> None:
    base = installed(case)
    expected = advise(base)
    ids = list(base.components)
    for seed in range(3):
        random.Random(seed).shuffle(ids)
        shuffled = Topology({key: base[key] for key in ids}, tuple(reversed(base.links)))
        assert advise(shuffled) == expected


@pytest.mark.parametrize("number", range(len(CASES)), ids=NAMES)
def test_no_finding_undoes_one_that_was_accepted(number: int) -> None:
    base, findings = today(number)
    taken = [f for f in findings if f.rule == CASES[number].rule and f.changes]
    for finding in taken:
        after = apply_changes(base, finding.changes, catalogue())
        touched = {(c.component, c.setting) for c in finding.changes if isinstance(c, SetSetting)}
        again, _ = advise(after)
        for other in again:
            for change in other.changes:
                if isinstance(change, SetSetting):
                    assert (change.component, change.setting) not in touched, other.id


@pytest.mark.parametrize("number", range(len(CASES)), ids=NAMES)
def test_no_two_findings_contradict_each_other(number: int) -> None:
    _, findings = today(number)
    values: dict[tuple[str, str], list[tuple[Finding, object]]] = {}
    for finding in findings:
        for change in finding.changes:
            if isinstance(change, SetSetting):
                values.setdefault((change.component, change.setting), []).append(
                    (finding, change.value)
                )
    for asked in values.values():
        for (one, value), (other, theirs) in combinations(asked, 2):
            # Of two of which one can be judged only after the other each has an amount of its own.
            in_turn = other.rule in one.unsettles or one.rule in other.unsettles
            assert value == theirs or in_turn, (one.id, other.id)


@pytest.mark.parametrize("number", range(len(CASES)), ids=NAMES)
def test_every_change_is_legal(number: int) -> None:
    base, findings = today(number)
    for finding in findings:
        apply_changes(base, finding.changes, catalogue())
        for change in finding.changes:
            if isinstance(change, SetSetting):
                spec = catalogue().spec(base[change.component].kind, change.setting)
                assert spec is not None
                assert spec.problem_with(change.value) is None


@pytest.mark.parametrize("case", CASES[::11], ids=NAMES[::11])
def test_two_runs_are_alike(case: Case) -> None:
    prints = edited(case.prints, case.wrong)
    readings = [part for name, text in sorted(prints.items()) for part in reading(name, text)]
    again = build_installation(readings, case.answers).topology
    assert again is not installed(case)
    assert advise(again) == advise(installed(case))


EXTREMES = (0.0, -1.0, 1e300, 1e-300)


@pytest.mark.parametrize("number", some(4))
def test_absurd_figures_end_in_a_sentence(number: int) -> None:
    case = CASES[number]
    base = installed(case)
    keys = [f"{c.id}|{name}" for c in base for name in c.measured]
    keys += [
        f"{c.id}.{name}"
        for c in base
        for name, setting in c.settings.items()
        if isinstance(setting.value, (int, float)) and not isinstance(setting.value, bool)
    ]
    source = random.Random(case.rule)
    chosen = {key: source.choice(EXTREMES) for key in keys if source.random() < 0.4}
    _, outcomes = advise(changed(base, chosen))
    assert outcomes[case.rule].sentence
