"""What a plan is after and what it may do, each rule by itself and to the letter."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import pytest

from advisor.engagement import Constraints
from advisor.findings import Effect, Finding, Interaction, Plan, PlanStep, Risk
from advisor.plan import goal as goals
from advisor.plan.abreast import abreast
from advisor.plan.constraints import (
    barred,
    contradiction,
    couples,
    exceeded_today,
    permitted,
    too_many,
    uncoupled,
    unfeasible,
)
from advisor.plan.naming import called, called_together
from advisor.plan.reporting import not_without
from advisor.plan.weight import in_order, weights
from advisor.plan.weight import weighed as with_weights
from advisor.rules.projecting import Projected
from model.projection.estimate import Estimate
from model.topology import (
    Change,
    Component,
    RemoveComponent,
    RenameComponent,
    SetSetting,
    Setting,
    Topology,
)


def finding(number: int = 1, *changes: Change, **more: Any) -> Finding:
    values: dict[str, Any] = {
        "id": f"R-{number}@db:1",
        "rule": f"R-{number}",
        "title": "",
        "subsystem": "",
        "component": "db:1",
        "severity": "low",
        "explanation": "",
        "changes": changes,
        "change_texts": (),
        "evidence": (),
        "sources": (),
        "effort": "dynamic",
        "risk": Risk("low"),
    }
    return Finding(**{**values, **more})


def effect(metric: str, before: float, after: float) -> Effect:
    return Effect(metric, "", before, Estimate(after, after, after, ""))


def weighed(findings: Sequence[Finding], made: Plan) -> tuple[Finding, ...]:
    """Findings with what the plan makes them weigh, most severe first."""
    return in_order(with_weights(findings, weights(findings, made)))


ANYTHING = Constraints(max_risk="high", min_gain_pct=0)


def why_barred(finding: Finding, constraints: Constraints, rejected: Collection[str]) -> str | None:
    found = barred(finding, constraints, rejected)
    return None if found is None else found.sentence


# --- constraints on one finding ----------------------------------------------------------------


def test_what_nothing_forbids_is_not_barred() -> None:
    assert why_barred(finding(), ANYTHING, ()) is None
    assert why_barred(finding(), replace(ANYTHING, dynamic_only=True), {"R-2@db:1"}) is None


def test_each_constraint_bars_and_says_so() -> None:
    assert why_barred(finding(), ANYTHING, {"R-1@db:1"}) == "rejected by the consultant"
    excluded = replace(ANYTHING, excluded_rules=("R-1",))
    assert why_barred(finding(), excluded, ()) == "rule R-1 is excluded"
    assert why_barred(finding(2), excluded, ()) is None
    static = finding(effort="ipl")
    assert why_barred(static, ANYTHING, ()) is None
    assert why_barred(static, replace(ANYTHING, dynamic_only=True), ()) == (
        "only dynamic changes are allowed, this one needs: ipl"
    )
    slight = finding(slight="a tenth of a per cent")
    assert why_barred(slight, ANYTHING, ()) is None
    assert why_barred(slight, replace(ANYTHING, min_gain_pct=0.5), ()) == (
        "too slight for a step of its own: a tenth of a per cent"
    )


def test_what_goes_along_stays_where_the_rule_that_it_belongs_to_is_left_out() -> None:
    """ADA-002 typed the caches of ADA-013, which the consultant had excluded."""

    def nuclei(count: int, cache: int) -> tuple[SetSetting, ...]:
        settings = (("NUCLEI", count), ("CDATAMAXS", cache))
        return tuple(SetSetting("db:1", name, value) for name, value in settings)

    own = finding(0, *nuclei(9, 800), rule="ADA-002", amounts=(nuclei(9, 700), nuclei(10, 600)))
    assert permitted(own, ANYTHING, ()) == own
    for limits, rejected in (
        (replace(ANYTHING, excluded_rules=("ADA-013",)), ()),
        (ANYTHING, ("ADA-013@db:1",)),
    ):
        may = permitted(own, limits, rejected)
        assert isinstance(may, Finding)
        assert [may.changes, *may.amounts] == [nuclei(9, 0)[:1], nuclei(10, 0)[:1]]
        (said,) = not_without([own], [], limits, rejected)
        assert "CDATAMAXS" in said
        assert not not_without([own], [may], limits, rejected)
    assert permitted(own, ANYTHING, ("ADA-013@db:2",)) == own
    # What is no setting is nobody else's.
    moving = replace(own, changes=(*own.changes, RemoveComponent("db:1-9")), amounts=())
    may = permitted(moving, replace(ANYTHING, excluded_rules=("ADA-013",)), ())
    assert isinstance(may, Finding)
    assert may.changes == (*nuclei(9, 0)[:1], RemoveComponent("db:1-9"))


@pytest.mark.parametrize(
    ("risk", "most", "allowed"),
    [
        ("low", "low", True),
        ("medium", "low", False),
        ("medium", "medium", True),
        ("high", "medium", False),
        ("high", "high", True),
    ],
)
def test_a_risk_is_allowed_up_to_the_largest(risk: Any, most: Any, allowed: bool) -> None:
    said = why_barred(finding(risk=Risk(risk)), replace(ANYTHING, max_risk=most), ())
    assert said == (None if allowed else f"its risk is {risk}, and the plan takes {most} at most")


def test_storage_and_processors_are_allowed_up_to_their_limits() -> None:
    storage = [SetSetting(f"lpar:{n}", "REAL_STORAGE_GB", gb) for n, gb in (("A", 60), ("B", 40))]
    other = SetSetting("lpar:A", "MAXSPACE_MB", 500.0)
    wanted = finding(1, *storage, other)
    assert why_barred(wanted, replace(ANYTHING, max_real_storage_gb=100.0), ()) is None
    assert why_barred(wanted, replace(ANYTHING, max_real_storage_gb=99.0), ()) == (
        "real storage is limited to 99 GB, and this takes 100 GB"
    )
    cps = finding(1, RenameComponent("lpar:A", "B"), SetSetting("lpar:A", "CPS", 8))
    assert why_barred(cps, replace(ANYTHING, max_cps=8.0), ()) is None
    assert why_barred(cps, replace(ANYTHING, max_cps=7.5), ()) == "CPs are limited to 7.5"
    named = finding(1, SetSetting("lpar:A", "CPS", "many"), SetSetting("lpar:A", "ZHPF", True))
    assert why_barred(named, replace(ANYTHING, max_cps=0.5, max_real_storage_gb=0.5), ()) is None


# --- sets --------------------------------------------------------------------------------------


def test_findings_contradict_where_they_set_one_setting_otherwise() -> None:
    one, same = (finding(n, SetSetting("db:1", "LBP", 100)) for n in (1, 2))
    else_where = finding(3, SetSetting("db:2", "LBP", 200), SetSetting("db:1", "NT", 200))
    otherwise = finding(4, SetSetting("db:1", "LBP", 200))
    assert contradiction([one, same, else_where]) is None
    assert contradiction([one, same, else_where, otherwise]) == "LBP is set otherwise by R-1"
    renamed = finding(5, RenameComponent("db:1", "X"), SetSetting("db:1", "LBP", 100))
    assert contradiction([renamed, otherwise]) == "LBP is set otherwise by R-5"


def test_alternatives_on_one_component_exclude_each_other() -> None:
    first = finding(1, alternatives=("R-2",))
    assert contradiction([first, finding(2)]) == (
        "R-1 is another way to the same, and one of them is enough"
    )
    assert contradiction([first, finding(2, component="db:2")]) is None
    assert contradiction([first, finding(3)]) is None


def test_an_outcome_is_allowed_unless_it_pages_or_takes_too_much() -> None:
    fine = Projected({"db:1": (effect("paging_per_s", 0, 0.5), effect("storage_mb", 0, 1024))})
    strict = replace(ANYTHING, no_paging=True, max_real_storage_gb=1.0)
    assert unfeasible(fine, strict) is None
    assert unfeasible(replace(fine, refused="the model refuses"), strict) == "the model refuses"
    assert unfeasible(replace(fine, issues=("one", "two")), strict) == "one"
    pages = Projected({"lpar:SYSA": (effect("etr_per_s", 1, 900), effect("paging_per_s", 0, 12))})
    assert unfeasible(pages, replace(ANYTHING, max_real_storage_gb=1.0)) is None
    assert unfeasible(pages, strict) == "LPAR SYSA would page 12 a second"
    both = Projected(
        {"db:1": (effect("storage_mb", 0, 600),), "db:2": (effect("storage_mb", 0, 600),)}
    )
    assert unfeasible(both, ANYTHING) is None
    little_more = Projected({"db:1": (effect("storage_mb", 0, 1024.5),)})
    assert unfeasible(little_more, strict) == "1.0 GB would be used, 1 GB are allowed"
    assert unfeasible(both, strict) == "1.2 GB would be used, 1 GB are allowed"


def test_the_largest_number_of_changes_is_told() -> None:
    assert [too_many(n).sentence for n in (0, 1, 2)] == [
        "the plan is limited to 0 changes",
        "the plan is limited to 1 change",
        "the plan is limited to 2 changes",
    ]


def test_only_paging_and_storage_tie_findings_together() -> None:
    assert not couples(replace(ANYTHING, max_cps=1.0, dynamic_only=True))
    for tied in (
        replace(ANYTHING, no_paging=True),
        replace(ANYTHING, max_real_storage_gb=5.0),
    ):
        assert couples(tied)
        assert uncoupled(tied) == ANYTHING
    kept = replace(ANYTHING, no_paging=True, max_cps=4.0)
    assert uncoupled(kept) == replace(ANYTHING, max_cps=4.0)


# --- goals -------------------------------------------------------------------------------------


def two(metric: str, changes: tuple[float, float], cpu: tuple[float, float]) -> Projected:
    """Two workloads with a figure of 100 each that changes, and the CPU they use."""
    return Projected(
        {
            f"db:{n}": (effect(metric, 100.0, 100.0 + change), effect("cpu_s_per_s", used, used))
            for n, (change, used) in enumerate(zip(changes, cpu, strict=True), 1)
        }
    )


def test_a_gain_is_weighted_by_the_cpu_of_today() -> None:
    assert goals.gain_pct(two("etr_per_s", (10.0, 30.0), (3.0, 1.0)), "etr") == pytest.approx(15.0)
    # Where nobody reports CPU all count alike; where one does, the others do not count.
    assert goals.gain_pct(two("etr_per_s", (10.0, 30.0), (0.0, 0.0)), "etr") == pytest.approx(20.0)
    assert goals.gain_pct(two("etr_per_s", (10.0, 30.0), (0.0, 2.0)), "etr") == pytest.approx(30.0)
    assert goals.gain_pct(two("etr_per_s", (10.0, 30.0), (1.0, 1.0)), "response") == 0.0
    assert goals.gain_pct(Projected({}), "etr") == 0.0


def test_less_response_and_storage_is_a_gain_and_storage_weighs_itself() -> None:
    assert goals.gain_pct(two("response_ms", (-10.0, -30.0), (1.0, 1.0)), "response") == (
        pytest.approx(20.0)
    )
    large = (effect("storage_mb", 300.0, 150.0), effect("cpu_s_per_s", 1.0, 1.0))
    small = (effect("storage_mb", 100.0, 100.0), effect("cpu_s_per_s", 9.0, 9.0))
    none = (effect("etr_per_s", 1.0, 1.0), effect("cpu_s_per_s", 5.0, 5.0))
    outcome = Projected({"db:1": large, "db:2": small, "db:3": none})
    assert goals.gain_pct(outcome, "storage") == pytest.approx(37.5)


def test_cpu_saved_is_for_the_work_of_today() -> None:
    more_work = (effect("itr_per_cpu_s", 100.0, 125.0), effect("cpu_s_per_s", 1.0, 1.6))
    assert goals.gain_of(more_work, "cpu") == pytest.approx(20.0)
    slow_work = (effect("itr_per_cpu_s", 0.5, 0.8), effect("cpu_s_per_s", 1.0, 1.6))
    assert goals.gain_of(slow_work, "cpu") == pytest.approx(37.5)
    assert goals.gain_of((effect("cpu_s_per_s", 2.0, 1.5),), "cpu") == pytest.approx(25.0)
    stopped = (effect("itr_per_cpu_s", 100.0, 0.0), effect("cpu_s_per_s", 2.0, 1.0))
    assert goals.gain_of(stopped, "cpu") == pytest.approx(50.0)
    begun = (effect("itr_per_cpu_s", 0.0, 50.0), effect("cpu_s_per_s", 2.0, 3.0))
    assert goals.gain_of(begun, "cpu") == pytest.approx(-50.0)
    assert goals.gain_of((effect("etr_per_s", 1.0, 2.0),), "cpu") is None
    assert goals.gain_of((), "etr") is None
    link = (effect("network_itr_per_cpu_s", 10.0, 11.0),)
    assert goals.gain_of(link, "itr") == pytest.approx(10.0)
    own = (*link, effect("itr_per_cpu_s", 10.0, 13.0))
    assert goals.gain_of(own, "itr") == pytest.approx(30.0)


def test_a_gain_at_a_workload_is_its_own_or_else_of_all() -> None:
    outcome = two("etr_per_s", (10.0, 30.0), (1.0, 1.0))
    assert goals.gain_at(outcome, "etr", "db:2") == pytest.approx(30.0)
    assert goals.gain_at(outcome, "etr", "db:9") == pytest.approx(20.0)


@pytest.mark.parametrize(
    ("gain", "before", "goal", "more"),
    [
        (21.0, 10.0, "etr", 10.0),
        (21.0, 10.0, "itr", 10.0),
        (75.0, 50.0, "response", 50.0),
        (75.0, 50.0, "cpu", 50.0),
        (75.0, 50.0, "storage", 50.0),
        (21.0, -100.0, "etr", 0.0),
        (75.0, 100.0, "response", 0.0),
    ],
)
def test_gains_follow_one_another_by_factors(
    gain: float, before: float, goal: str, more: float
) -> None:
    assert goals.beyond_pct(gain, before, goal) == pytest.approx(more)


def test_independent_gains_multiply() -> None:
    assert goals.independent_pct(10.0, 20.0, "etr") == pytest.approx(32.0)
    assert goals.independent_pct(50.0, 50.0, "response") == pytest.approx(75.0)


def test_the_score_is_the_goal_with_a_little_of_the_other_goals() -> None:
    outcome = Projected(
        {"db:1": (effect("etr_per_s", 100.0, 110.0), effect("response_ms", 10.0, 2.0))}
    )
    # Others: itr 0, response 80 (counts as 50), cpu 0; storage is not among them.
    assert goals.score(outcome, "etr") == pytest.approx(10.0 + 0.02 * 50.0 / 3)
    worse = Projected(
        {"db:1": (effect("etr_per_s", 100.0, 110.0), effect("response_ms", 10.0, 30.0))}
    )
    assert goals.score(worse, "etr") == pytest.approx(10.0 - 0.02 * 50.0 / 3)
    assert goals.score(outcome, "storage") == pytest.approx(0.02 * (10.0 + 50.0) / 4)


def test_effort_and_risk_have_their_scales() -> None:
    assert [goals.risk_of(finding(risk=Risk(x))) for x in ("low", "medium", "high")] == [1, 2, 4]
    assert goals.effort_of(finding(effort="ipl")) == 5.0


# --- weight ------------------------------------------------------------------------------------


def plan(*steps: tuple[str, float | None], **more: Any) -> Plan:
    return Plan("etr", (), tuple(PlanStep(f, (), g) for f, g in steps), (), **more)


def test_severity_rises_with_what_a_step_gains_and_never_falls() -> None:
    high = finding(1, severity="high")
    plain = finding(2)
    weighed_by = weighed([plain, high], plan((plain.id, 0.2), (high.id, None)))
    assert [(f.rule, f.severity) for f in weighed_by] == [("R-1", "high"), ("R-2", "low")]
    (raised,) = weighed([plain], plan((plain.id, 12.0)))
    assert (raised.severity, raised.notes) == ("high", ())
    (risky,) = weighed([finding(2, risk=Risk("high"))], plan((plain.id, 12.0)))
    assert risky.severity == "medium"


def test_steps_that_pay_only_together_weigh_what_they_gain_together() -> None:
    one, other = finding(1), finding(2)
    together = Interaction((one.id, other.id), "etr_per_s", 12.0, (0.0, 0.0), "")
    found = weighed([one, other], plan((one.id, 0.0), (other.id, 0.0), interactions=(together,)))
    assert [f.severity for f in found] == ["high", "high"]
    said = "It weighs what it gains beside {} and nothing else: 12.0 %; alone it"
    assert [str(n) for f in found for n in f.notes] == [
        f"{said.format(rule)} gains 0.0 %." for rule in ("R-2", "R-1")
    ]
    # What the other gains without it is not its own.
    little = Interaction((one.id, other.id), "etr_per_s", 12.0, (0.0, 11.9), "")
    found = weighed([one, other], plan((one.id, 0.0), (other.id, 0.0), interactions=(little,)))
    assert {f.rule: f.severity for f in found} == {"R-1": "low", "R-2": "high"}
    growing = Interaction((one.id, other.id), "etr_per_s", 50.0, (0.0, 25.0), "")
    (found_one,) = weighed([one], plan((one.id, 0.0), interactions=(growing,)))
    assert "else: 20.0 %" in str(found_one.notes[0])
    three = Interaction((one.id, other.id, "R-3@db:1"), "etr_per_s", 12.0, (0.0, 0.0, 0.0), "")
    found = weighed([one, other], plan((one.id, 0.0), (other.id, 0.0), interactions=(three,)))
    assert [f.severity for f in found] == ["low", "low"]


def test_what_a_pair_adds_counts_by_factors_and_only_for_steps() -> None:
    one, other = finding(1), finding(2)
    strange = Interaction(("R-8@db:1", "R-9@db:1"), "response_ms", 90.0, (0.0, 0.0), "")
    three = Interaction((one.id, other.id, "R-3@db:1"), "response_ms", 90.0, (0.0, 0.0, 0.0), "")
    pair = Interaction((one.id, other.id), "response_ms", 75.0, (0.0, 50.0), "")
    steps = plan((one.id, 0.0), (other.id, 60.0), interactions=(strange, three, pair))
    (found,) = weighed([one], replace(steps, goal="response"))
    (note,) = found.notes
    assert "beside R-2@db:1 and nothing else: 50.0 %; alone it gains 0.0 %" in note


def test_nothing_is_said_of_a_gain_that_a_step_has_by_itself() -> None:
    one, other = finding(1), finding(2)
    pair = Interaction((one.id, other.id), "etr_per_s", 50.0, (0.0, 0.0), "")
    own_gain = goals.beyond_pct(50.0, 0.0, "etr")
    (found,) = weighed([one], plan((one.id, own_gain), interactions=(pair,)))
    assert (found.severity, found.notes) == ("high", ())
    # High already: the plan changes nothing, and nothing is added to it.
    weighty = replace(one, severity="high")
    (found,) = weighed([weighty], plan((one.id, 0.0), interactions=(pair,)))
    assert found.notes == ()
    # Alone it gains nearly as much.
    alone = finding(1, projection=(effect("etr_per_s", 100.0, 148.0),))
    (found,) = weighed([alone], plan((one.id, 0.0), interactions=(pair,)))
    assert (found.severity, found.notes) == ("high", ())


def test_what_gains_nothing_or_is_no_step_keeps_its_severity() -> None:
    silent, outside = finding(1, severity="info"), finding(2, severity="info")
    found = weighed([silent, outside], plan((silent.id, None)))
    assert [f.severity for f in found] == ["info", "info"]


# --- names and searches ------------------------------------------------------------------------


def test_components_are_called_by_kind_and_name() -> None:
    assert called("adabas_nucleus:10-1") == "Adabas nucleus 10-1"
    assert called("nothing:known") == "nothing:known"
    assert called("lpar:") == "lpar:"
    assert called_together(["lpar:B", "dasd:X", "lpar:A"]) == [
        ("DASD subsystem X", False),
        ("LPAR B and A", True),
    ]
    assert called_together([]) == []
    several = [
        "vsam_file:QM1/A:1",
        "vsam_file:QM1/A:2",
        "vsam_file:B",
        "vsam_file:C",
        "vsam_file:D",
    ]
    ((names, are_several),) = called_together(several)
    assert are_several
    assert str(names).endswith(" QM1/A:1, QM1/A:2, B and 2 more")


def test_searches_side_by_side_are_asked_in_one_batch_and_each_gets_its_own() -> None:
    batches: list[Sequence[int]] = []

    def search(start: int, rounds: int):  # type: ignore[no-untyped-def]
        told: list[float | None] = []
        for number in range(rounds):
            told += yield [start + number, start + number + 100]
        return start, told

    def scores(wanted: Sequence[int]) -> list[float | None]:
        batches.append(wanted)
        return [float(one) for one in wanted]

    found = abreast([search(1, 2), search(5, 0), search(7, 1), search(9, 1)], scores)
    assert found == [(1, [1.0, 101.0, 2.0, 102.0]), (5, []), (7, [7.0, 107.0]), (9, [9.0, 109.0])]
    assert batches == [[1, 101, 7, 107, 9, 109], [2, 102]]
    assert abreast([], scores) == []


def test_a_limit_on_processors_says_what_it_is_a_limit_of() -> None:
    systems = {
        f"lpar:{name}": Component(f"lpar:{name}", "lpar", name, settings={"CPS": Setting(cps)})
        for name, cps in (("SYSA", 16), ("SYSB", 4))
    }
    (said,) = exceeded_today(Topology(systems), replace(ANYTHING, max_cps=8.0))
    assert said == (
        "The limit of 8 CPs is on what a step gives a partition, and takes none away: SYSA (16) "
        "has more today."
    )
    assert exceeded_today(Topology(systems), replace(ANYTHING, max_cps=16.0)) == ()
    assert exceeded_today(Topology(systems), ANYTHING) == ()
