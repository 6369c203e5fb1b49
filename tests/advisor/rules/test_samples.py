"""The sample engagement: rules on report text in its true layout, on the calibrated model."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from advisor.analysis import analyse
from advisor.engagement import Constraints, Engagement, Options
from advisor.findings import Finding
from advisor.reading import read_path
from advisor.rules import RuleContext, evaluate_rules, rule, rules
from model.catalogue import catalogue
from model.topology import SetSetting, apply_changes
from tests import remembering

FOLDER = Path(__file__).resolve().parents[3] / "samples" / "engagement"
FILES = sorted(FOLDER.iterdir())

STORY = {
    "ADA-013",
    "ADA-002",
    "ADA-017",
    "NET-001",
    "NAT-001",
    "NAT-004",
    "NAT-005",
    "NAT-006",
    "MQ-001",
    "MQ-004",
    "MQ-005",
    "MQ-008",
    "MQ-009",
    "VSM-002",
    "VSM-003",
    "VSM-005",
    "VSM-008",
    "VSM-013",
    "CIZ-001",
    "IMS-005",
    "IMS-006",
    "IMS-007",
    "IMS-008",
}
LOOKED_AT = {
    "ADA-001": "in order",
    "ADA-005": "in order",
    "ADA-014": "in order",
    "ADA-018": "found",
    "NET-002": "in order",
    "NET-003": "in order",
    "NAT-003": "in order",
    "CIZ-002": "found",
    "VSM-001": "in order",
    "ADA-021": "does not apply",
    "VSE-001": "found",
    "AOB-005": "in order",
    "MQ-010": "cannot tell",
}


CENTRAL = Options(bands=False)


@cache
def readings(path: Path):
    return tuple(read_path(path))


def read(paths):
    return [reading for path in paths for reading in readings(path)]


@pytest.fixture(scope="module")
def engagement() -> Engagement:
    return remembering.analyse(read(FILES))


@pytest.fixture(scope="module")
def every_step() -> Engagement:
    """The same with a plan that leaves out nothing for being little of the whole."""
    return remembering.analyse(read(FILES), Options(constraints=Constraints(min_share_pct=0)))


@pytest.mark.parametrize("name", ["ADA-006", "ADA-014", "NET-003", "VSE-018", "NAT-010"])
def test_in_order_says_what_would_not_be(engagement: Engagement, name: str) -> None:
    (outcome,) = [o for o in engagement.outcomes if o.rule == name]
    assert outcome.outcome == "in order"
    assert re.search(r" \([^()]+\)\.", outcome.sentence), outcome.sentence


def advice(findings: tuple[Finding, ...]) -> list[tuple[str, tuple, tuple]]:
    return [(f.id, f.changes, f.severity) for f in findings]


def test_the_story_is_found(engagement: Engagement) -> None:
    found = {f.rule for f in engagement.findings}
    found.update(rule for f in engagement.findings for rule in f.supported_by)
    assert found >= STORY
    outcomes = {outcome.rule: outcome for outcome in engagement.outcomes}
    for name, expected in LOOKED_AT.items():
        assert outcomes[name].outcome == expected, outcomes[name]
    assert outcomes.keys() == {rule.id for rule in rules()}


def test_every_finding_rests_on_lines_that_the_reports_have(engagement: Engagement) -> None:
    texts = {(o.file, o.line): o.text for o in engagement.installation.observations}
    for finding in engagement.findings:
        assert finding.evidence, finding.id
        for line in finding.evidence:
            assert (line.file, line.line) in texts, (finding.id, line)


def test_the_cluster_is_projected_by_the_model(engagement: Engagement) -> None:
    for name in ("ADA-013", "ADA-017", "NAT-001", "NAT-004", "NAT-005", "VSM-008", "MQ-005"):
        findings = [f for f in engagement.findings if f.rule == name]
        assert findings
        for finding in findings:
            assert any(e.after.basis == "model" for e in finding.projection), name
            for effect in finding.projection:
                assert effect.after.low <= effect.after.value <= effect.after.high
    (shrink,) = [f for f in engagement.findings if f.rule == "ADA-013"]
    paging = shrink.effect("paging_per_s")
    assert paging is not None
    assert paging.after.value == 0


def test_the_way_back_gives_what_the_reports_print(every_step: Engagement) -> None:
    back = {f.rule: "\n".join(f.back_out_commands) for f in every_step.findings}
    assert back["NAT-004"] == "SORT=(WRKSIZE=32,STORAGE=MAIN,EXT=ON,EXTNAME=SORT)"
    assert back["NAT-005"] == "ZIIP=(ON,LIMIT=100)"
    # The print cache of the step before it stays.
    assert back["NAT-006"] == "ZIIP=(ON,LIMIT=100,PWCSIZE=(132))"
    assert "DFSMPLM1" in back["IMS-006"]
    assert "DFSLI000,CBLTDLI,NVPOLI10,NVPOLI20,NVPOLI30\n/STOP REGION" in back["IMS-006"]
    assert (
        "F NETWKA,FCTC <new link> CLOSE\nDDKARTE: LINK TOSYSB CTCA UNIT=0E40,WEIGHT=1,"
        "SNDBLKSZ=32K,RCVBLKSZ=32K,SNDBLKCT=64,RCVBLKCT=64,STATINT=2700,PSTATS=Y,RSTATS=Y"
        in back["NET-001"]
    )
    assert "!MQA1 DELETE BUFFPOOL(4)" in back["MQ-003"]


def test_no_command_asks_for_what_a_report_has(engagement: Engagement) -> None:
    """The command prefix stands before every message of MQ, Net-Work's job and link in its log."""
    typed = [
        text
        for f in engagement.findings
        for text in (*(c.syntax for c in f.change_texts), *f.back_out_commands)
    ]
    for blank in ("<cpf>", "<net-work>", "<former link>", "<link>"):
        assert not [text for text in typed if blank in text], blank


def test_findings_without_projection_say_why(engagement: Engagement) -> None:
    for finding in engagement.findings:
        assert bool(finding.projection) != bool(finding.not_projectable_because), finding.id
        if rule(finding.rule).kind in ("tuning", "threshold") and (
            rule(finding.rule).projectable == "yes"
        ):
            assert finding.projection, finding.id


def test_paging_and_io_are_taken_together(every_step: Engagement) -> None:
    plan = every_step.plan
    rules_chosen = [finding.partition("@")[0] for finding in plan.findings]
    assert {"ADA-013", "ADA-017"} <= set(rules_chosen)
    joint = next(
        item
        for item in plan.interactions
        if {f.partition("@")[0] for f in item.findings} == {"ADA-013", "ADA-017"}
    )
    assert joint.together_pct > sum(joint.separately_pct) + 5
    before = plan.projection[0].before
    assert plan.projection[0].metric == "etr_per_s"
    assert plan.projection[0].after.value > 1.1 * before
    assert rules_chosen.index("MQ-004") < rules_chosen.index("MQ-005")
    assert set(plan.findings) | set(plan.left_out) == {f.id for f in every_step.findings}


@pytest.mark.thorough
def test_reports_in_any_order_and_twice_give_the_same_advice(engagement: Engagement) -> None:
    shuffled = FILES[:]
    random.Random(3).shuffle(shuffled)
    # With bands as the other: amounts are chosen where their band does not page.
    again = analyse(read([*shuffled, shuffled[0], shuffled[4]]))
    assert advice(again.findings) == advice(engagement.findings)
    assert again.plan.findings == engagement.plan.findings
    assert {o.rule: o.outcome for o in again.outcomes} == {
        o.rule: o.outcome for o in engagement.outcomes
    }


def test_what_another_step_moves_is_measured_again_before_it_is_decided(
    every_step: Engagement,
) -> None:
    """Regions that keep their programs schedule seldom, and PREINIT gains little there (004)."""
    rules_taken = {f.rule for f in every_step.findings if f.id in every_step.plan.findings}
    assert "IMS-008" in rules_taken
    # One more region is another answer than fewer schedules, which free 0.4 points of 93.
    for name in ("IMS-007", "IMS-104", "CIZ-002"):
        (waiting,) = [f.id for f in every_step.findings if f.rule == name]
        assert waiting not in every_step.plan.findings
        assert "measure again, then decide" in every_step.plan.left_out[waiting]


def test_accepting_the_plan_leaves_nothing_that_undoes_it(engagement: Engagement) -> None:
    by_id = {finding.id: finding for finding in engagement.findings}
    changes = [c for name in engagement.plan.findings for c in by_id[name].changes]
    topology = apply_changes(engagement.installation.topology, changes, catalogue())
    installation = engagement.installation.__class__(topology, engagement.installation.observations)
    done = engagement.plan.findings
    findings, _ = evaluate_rules(RuleContext(installation, catalogue(), done=done))
    # Neither what was set nor what was done by hand (MQ-003, IMS-006, ...) is advised again.
    assert any(not by_id[name].changes for name in done)
    assert not {finding.id for finding in findings} & set(done)
    made = {(c.component, c.setting): c.value for c in changes if isinstance(c, SetSetting)}
    for finding in findings:
        for change in finding.changes:
            if isinstance(change, SetSetting):
                assert (change.component, change.setting) not in made, finding.id


def test_constraints_reach_the_plan() -> None:
    dynamic = remembering.analyse(
        remembering.readings(),
        Options(constraints=Constraints(dynamic_only=True, max_changes=3), bands=False),
    )
    by_id = {finding.id: finding for finding in dynamic.findings}
    assert 0 < len(dynamic.plan.findings) <= 3
    assert all(by_id[name].effort == "dynamic" for name in dynamic.plan.findings)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("left_out", "name"),
    [
        ("natural-natb0450.txt", "NAT-004"),
        ("mq-mqa1-smf115.txt", "MQ-005"),
        ("cics-vse-dfh0stat.txt", "VSM-008"),
    ],
)
def test_without_its_report_a_rule_keeps_quiet(left_out: str, name: str) -> None:
    fewer = analyse(read([f for f in FILES if f.name != left_out]), CENTRAL)
    assert name not in {finding.rule for finding in fewer.findings}
    (outcome,) = [o for o in fewer.outcomes if o.rule == name]
    assert outcome.outcome in ("cannot tell", "does not apply")


def test_what_only_pays_beside_others_is_not_called_minor(engagement: Engagement) -> None:
    (zhpf,) = [f for f in engagement.findings if f.rule == "ADA-017"]
    # No report says that control unit and channels have the feature.
    looks = [t for t in zhpf.change_texts if t.syntax == "D M=DEV(<device number>)"]
    assert [t.component for t in looks] == ["lpar:SYSA", "lpar:SYSB"]
    assert any("FUNCTIONS ENABLED" in caveat for caveat in zhpf.caveats)
    alone = zhpf.effect("etr_per_s")
    assert alone is not None
    assert (alone.change_pct or 0.0) < 5
    assert zhpf.severity == "high"
    # Of a step the plan says what it gains and loses: beside all findings that is another figure.
    assert zhpf.id in engagement.plan.findings
    assert not any("Beside all other findings" in note for note in zhpf.notes)
    others = [
        n for f in engagement.findings if f.id not in engagement.plan.findings for n in f.notes
    ]
    assert all("in the plan or not" in n for n in others if "Beside all other findings" in n)
