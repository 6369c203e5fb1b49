"""What holds for all rules: order, duplicates, time scale, and no advice that undoes advice."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from advisor.findings import Finding
from model.catalogue import catalogue
from model.topology import SetSetting, Topology, apply_changes
from tests.advisor.rules.builders import advise, changed
from tests.advisor.rules.report_text import Case, installed
from tests.advisor.rules.test_report_text_cases import CASES, NAMES

STATES = (
    "_per_s",
    "_pct",
    "_ms",
    "_us",
    "_kb",
    "_mb",
    "_gb",
    "_bytes",
    "_ratio",
    "_usual",
    "_level",
    "_frames",
    "_efficiency",
    "_hwm",
    "_wanted",
    "_gbps",
    "_segments",
    "_csects",
    "_libraries",
    "_winners",
    "_losers",
    "_per_message",
    "_min",
    "_max",
    "_per_tx",
    "_pages",
    "buffers",
    "_allocated",
    "records",
    "record_size_bytes",
    "intermediate_gb",
    "tracks",
)
"""Figures that do not grow with the length of the interval, by how their names end."""
ONE_JOB = {"elapsed_s", "cpu_s", "work_ios"}


def _is_state(name: str) -> bool:
    """Whether a figure (``figure.PART``, ``job.NAME.figure``) does not grow with the interval."""
    if name.startswith(("thread_commands", "records_")):
        return False
    return name.endswith(STATES) or name.partition(".")[0].endswith(STATES)


def scaled(base: Topology, factor: float) -> Topology:
    """The same load measured over an interval that is ``factor`` times as long."""
    changes: dict[str, float] = {}
    for component in base:
        for name, measured in component.measured.items():
            if _is_state(name):
                continue
            if component.kind == "dfsort_job" and name in ONE_JOB:
                continue
            if measured.unit == "%" or isinstance(measured.value, str):
                continue
            if component.kind == "vsam_file" and name in ("records",):
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


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_longer_interval_changes_no_advice(case: Case) -> None:
    expected = advice(advise(installed(case))[0])
    assert advice(advise(scaled(installed(case), 3.0))[0]) == expected
    assert advice(advise(scaled(installed(case), 0.5))[0]) == expected


@pytest.mark.parametrize("case", CASES[::7], ids=NAMES[::7])
def test_the_order_of_components_changes_nothing(case: Case) -> None:
    base = installed(case)
    expected = advise(base)
    ids = list(base.components)
    for seed in range(3):
        random.Random(seed).shuffle(ids)
        shuffled = Topology({key: base[key] for key in ids}, tuple(reversed(base.links)))
        assert advise(shuffled) == expected


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_no_finding_undoes_one_that_was_accepted(case: Case) -> None:
    base = installed(case)
    findings, _ = advise(base)
    taken = [f for f in findings if f.rule == case.rule and f.changes]
    for finding in taken:
        after = apply_changes(base, finding.changes, catalogue())
        touched = {(c.component, c.setting) for c in finding.changes if isinstance(c, SetSetting)}
        again, _ = advise(after)
        for other in again:
            for change in other.changes:
                if isinstance(change, SetSetting):
                    assert (change.component, change.setting) not in touched, other.id


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_no_two_findings_contradict_each_other(case: Case) -> None:
    findings, _ = advise(installed(case))
    values: dict[tuple[str, str], object] = {}
    for finding in findings:
        for change in finding.changes:
            if isinstance(change, SetSetting):
                key = (change.component, change.setting)
                assert values.setdefault(key, change.value) == change.value


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_every_change_is_legal(case: Case) -> None:
    base = installed(case)
    for finding in advise(base)[0]:
        apply_changes(base, finding.changes, catalogue())
        for change in finding.changes:
            if isinstance(change, SetSetting):
                spec = catalogue().spec(base[change.component].kind, change.setting)
                assert spec is not None
                assert spec.problem_with(change.value) is None


@pytest.mark.parametrize("case", CASES[::11], ids=NAMES[::11])
def test_two_runs_are_alike(case: Case) -> None:
    assert advise(installed(case)) == advise(installed(case))


EXTREMES = (0.0, -1.0, 1e300, 1e-300)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_absurd_figures_end_in_a_sentence(case: Case) -> None:
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
