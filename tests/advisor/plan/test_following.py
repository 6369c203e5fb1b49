"""What follows from the plan, on the sample engagement and in words; gains that compound."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from advisor.analysis import Groundwork, analyse, groundwork
from advisor.analysis import planned as planned_on
from advisor.engagement import Constraints, Engagement, Options
from advisor.findings import Effect
from advisor.observations import FileReading
from advisor.plan import search
from advisor.plan.goal import beyond_pct, effort_of, gain_pct, independent_pct, risk_of
from advisor.plan.naming import called, called_together
from advisor.readers import read_path
from advisor.rules import model_projector
from advisor.rules.projecting import Projected
from model.projection.estimate import Estimate
from model.topology import Change, SetSetting

FOLDER = Path(__file__).resolve().parents[3] / "samples" / "engagement"
DATABASE = "adabas_database:10"


@cache
def readings() -> tuple[FileReading, ...]:
    return tuple(read_path(FOLDER))


@cache
def ground() -> Groundwork:
    return groundwork(readings(), Options(bands=False))


@cache
def planned(constraints: Constraints | None = None) -> Engagement:
    constraints = constraints or Constraints()
    return planned_on(ground(), Options(constraints=constraints, bands=False))


def changes_of(case: Engagement) -> tuple[Change, ...]:
    by_id = {finding.id: finding for finding in case.findings}
    return tuple(dict.fromkeys(c for name in case.plan.findings for c in by_id[name].changes))


def test_more_nuclei_are_chosen_once_reads_and_paging_no_longer_hold_them() -> None:
    case = planned()
    found = {finding.id: finding for finding in case.findings}
    more = found[f"ADA-002@{DATABASE}"]
    wanted = {c.setting: c.value for c in more.changes if isinstance(c, SetSetting)}
    assert wanted["NUCLEI"] == 12
    assert f"ADA-002@{DATABASE}" in case.plan.findings
    shrunk = found[f"ADA-013@{DATABASE}"]
    sizes = {c.setting: c.value for c in shrunk.changes if isinstance(c, SetSetting)}
    assert sizes["CDATAMAXS"] == wanted["CDATAMAXS"]
    size = sizes["CDATAMAXS"]
    assert any(f"CDATAMAXS {size} in place of " in note for note in shrunk.notes)
    assert any(f"CDATAMAXS={size}M" in text.syntax for text in shrunk.change_texts)
    assert any("Nothing measured calls for it yet" in note for note in more.notes)
    projector = model_projector(case.baseline, bands=False)
    rest = [c for c in changes_of(case) if c not in more.changes]
    kept = [c for c in shrunk.changes if c not in rest]
    now, then = projector([(*rest, *kept), changes_of(case)])
    step = next(s for s in case.plan.steps if s.finding == more.id)
    told = step.gain_pct
    assert told == pytest.approx(
        beyond_pct(gain_pct(then, "etr"), gain_pct(now, "etr"), "etr"), abs=0.2
    )
    assert told > 5
    (outcome,) = [o for o in case.outcomes if o.rule == "ADA-002"]
    assert outcome.outcome == "found"


def test_a_finding_is_said_to_pay_beside_what_it_needs_and_nothing_else() -> None:
    more = next(f for f in planned().findings if f.rule == "ADA-002")
    (note,) = [said for said in more.notes if "Nothing measured calls for it yet" in said]
    assert "it pays beside ADA-017, and" in note


def test_findings_of_one_operand_are_written_alike_in_the_plan() -> None:
    """Typed one after the other they must not take each other back."""
    case = planned(Constraints("itr"))
    written = {
        finding.rule: [text.syntax for text in finding.change_texts]
        for finding in case.findings
        if finding.id in case.plan.findings and finding.rule in ("NAT-005", "NAT-006")
    }
    joined = ["ZIIP=(PWCSIZE=(132,300,300))"]
    assert written == {"NAT-005": joined, "NAT-006": joined}
    alone = planned_on(
        ground(),
        Options(constraints=Constraints("itr", excluded_rules=("NAT-006",)), bands=False),
    )
    (print_cache,) = [f for f in alone.findings if f.rule == "NAT-005"]
    assert [text.syntax for text in print_cache.change_texts] == ["ZIIP=(PWCSIZE=(132))"]


def test_a_limit_on_changes_does_not_keep_out_what_follows() -> None:
    """A finding that brings next to nothing makes room for one that brings much."""
    free, limited = planned().plan, planned(Constraints(max_changes=3)).plan
    assert len(limited.findings) == 3
    rates = [
        next(e.after.value for e in plan.projection if e.metric == "etr_per_s")
        for plan in (free, limited)
    ]
    assert rates[1] == pytest.approx(rates[0], rel=0.01)


@pytest.mark.parametrize("searched_completely", [True, False])
@pytest.mark.parametrize("most", [3, None])
def test_no_finding_left_out_beats_a_point_of_the_front(
    most: int | None, searched_completely: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Findings whose amounts give way to the plan's are as much a choice as those it holds."""
    if not searched_completely:
        monkeypatch.setattr(search, "EXHAUSTIVE", 3)
    limits = Constraints(max_changes=most)
    case = planned_on(ground(), Options(constraints=limits, bands=False))
    offered = [f for f in case.findings if f.changes]
    outcomes = model_projector(case.baseline, bands=False)([f.changes for f in offered])
    alone = [
        (gain_pct(outcome, "etr"), effort_of(finding), risk_of(finding))
        for finding, outcome in zip(offered, outcomes, strict=True)
        if not outcome.refused
    ]
    assert len(alone) > 5
    assert case.plan.pareto
    for point in case.plan.pareto:
        assert not any(
            gain > point.gain_pct - 1e-3
            and effort <= point.effort
            and risk <= point.risk
            and (effort, risk) != (point.effort, point.risk)
            for gain, effort, risk in alone
        ), point


@pytest.mark.parametrize(
    "limits",
    [Constraints("etr", no_paging=True), Constraints("cpu", max_real_storage_gb=400.0)],
)
def test_limits_on_the_installation_keep_the_plan_proven(limits: Constraints) -> None:
    """Where the best plan meets them without being told it is the best with them as well."""
    free = planned(Constraints(limits.goal) if limits.goal != "etr" else None).plan
    limited = planned(limits).plan
    assert free.optimal
    assert limited.optimal
    assert limited.findings == free.findings
    assert limited.pareto


def test_without_zhpf_more_nuclei_do_not_pay() -> None:
    case = planned(Constraints(excluded_rules=("ADA-017",)))
    assert not any(f.rule == "ADA-002" for f in case.findings)
    (outcome,) = [o for o in case.outcomes if o.rule == "ADA-002"]
    assert outcome.outcome == "in order"


@pytest.mark.parametrize(
    "constraints",
    [Constraints("itr"), Constraints(excluded_rules=("ADA-002",)), Constraints(dynamic_only=True)],
)
def test_no_more_nuclei_where_they_are_not_wanted(constraints: Constraints) -> None:
    case = planned(constraints)
    assert not any(f.rule == "ADA-002" for f in case.findings)


def test_every_workload_that_the_plan_changes_is_projected() -> None:
    plan = planned().plan
    kinds = {anchor.partition(":")[0] for anchor in plan.workloads}
    assert {"adabas_database", "natural_session", "netwk_node", "ims_region"} <= kinds
    for effects in plan.workloads.values():
        assert any(abs(e.change_pct or e.after.value) > 0 for e in effects)
    principal = {e.metric: e.after.value for e in plan.workloads[DATABASE]}
    for effect in plan.projection:
        assert principal[effect.metric] == pytest.approx(effect.after.value, rel=0.02)


def test_sentences_name_components_and_not_ids() -> None:
    assert called("adabas_nucleus:10-1") == "Adabas nucleus 10-1"
    assert called("nothing known") == "nothing known"
    assert called_together(["lpar:SYSA"]) == [("Logical partition SYSA", False)]
    assert called_together(["lpar:SYSA", "dasd:D1", "lpar:SYSB"]) == [
        ("DASD subsystem D1", False),
        ("Logical partition SYSA and SYSB", True),
    ]
    for constraints in (None, Constraints(no_paging=True, excluded_rules=("ADA-013",))):
        case = planned(constraints)
        for said in (*case.plan.binding, *case.plan.left_out.values()):
            assert "adabas_" not in said
            assert "mq_" not in said


@pytest.mark.parametrize(
    ("goal", "total", "before", "more"),
    [("etr", 21.0, 10.0, 10.0), ("response", 75.0, 50.0, 50.0), ("cpu", 19.0, 10.0, 10.0)],
)
def test_gains_compound_as_their_figure_moves(
    goal: str, total: float, before: float, more: float
) -> None:
    assert beyond_pct(total, before, goal) == pytest.approx(more)
    assert independent_pct(before, more, goal) == pytest.approx(total)


def test_response_halved_twice_is_a_quarter() -> None:
    half = Effect("response_ms", "ms", 8.0, Estimate(2.0, 2.0, 2.0, "ms", "model", ()))
    gain = gain_pct(Projected({"a:1": (half,)}), "response")
    assert gain == pytest.approx(75.0)
    assert beyond_pct(gain, 50.0, "response") == pytest.approx(50.0)


def test_storage_limits_count_all_systems() -> None:
    case = planned(Constraints(max_real_storage_gb=260.0))
    assert "ADA-013@adabas_database:10" in case.plan.findings
    why = case.plan.left_out["ZOS-001@lpar:SYSA"]
    assert re.fullmatch(r"real storage is limited to 260 GB, and this takes 2[67]\d GB", why)


def test_the_accepted_plan_is_neither_undone_nor_asked_for_in_other_words() -> None:
    case = planned()
    changes = changes_of(case)
    again = analyse(readings(), Options(edits=changes, bands=False))
    made = {(c.component, c.setting) for c in changes if isinstance(c, SetSetting)}
    for finding in again.findings:
        for change in finding.changes:
            if isinstance(change, SetSetting):
                assert (change.component, change.setting) not in made, finding.id
    # The paging that the smaller caches end was measured before them: it argues no more.
    asked = {finding.rule for finding in again.findings}
    assert not asked & {"ZOS-001", "ADA-023", "ADA-013", "CIZ-001", "DMP-101", "IMS-006"}
    (storage,) = [o for o in again.outcomes if o.rule == "ZOS-001"]
    assert storage.outcome == "cannot tell"
    assert "was changed" in storage.sentence
