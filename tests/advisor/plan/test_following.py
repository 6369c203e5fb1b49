"""What binds after the plan, on the sample engagement and in words; gains that compound."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from advisor.analysis import analyse
from advisor.engagement import Constraints, Engagement, Options
from advisor.findings import Effect
from advisor.observations import FileReading
from advisor.plan.following import more_nuclei
from advisor.plan.goal import beyond_pct, gain_pct, independent_pct
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
def planned(constraints: Constraints | None = None) -> Engagement:
    constraints = constraints or Constraints()
    return analyse(readings(), Options(constraints=constraints, bands=False))


def changes_of(case: Engagement) -> tuple[Change, ...]:
    by_id = {finding.id: finding for finding in case.findings}
    return tuple(dict.fromkeys(c for name in case.plan.findings for c in by_id[name].changes))


def test_nuclei_that_bind_after_the_plan_are_counted_jointly_on_the_model() -> None:
    case = planned()
    (said,) = [s for s in case.plan.binding if "ADA-002" in s]
    assert "Adabas database 10: with 12 nuclei in place of 8" in said
    assert any(
        s.startswith("Adabas nucleus 10-1, 10-2, 10-3 and 5 more are") for s in case.plan.binding
    )
    projector = model_projector(case.baseline, bands=False)
    wide = tuple(
        replace(c, value=int(float(c.value) * 8 / 12))
        if isinstance(c, SetSetting) and c.setting in ("CDATAMAXS", "CASSOMAXS")
        else c
        for c in changes_of(case)
    )
    now, more = projector([changes_of(case), (*wide, SetSetting(DATABASE, "NUCLEI", 12))])
    told = float(said.partition("projects ")[2].partition(" %")[0])
    assert told == pytest.approx(
        beyond_pct(gain_pct(more, "etr"), gain_pct(now, "etr"), "etr"), abs=0.2
    )
    assert told > 5


@pytest.mark.parametrize(
    "constraints",
    [Constraints("itr"), Constraints(excluded_rules=("ADA-002",)), Constraints(dynamic_only=True)],
)
def test_no_such_hint_where_it_is_not_wanted(constraints: Constraints) -> None:
    case = planned()
    projector = model_projector(case.baseline, bands=False)
    (outcome,) = projector([changes_of(case)])
    assert outcome.busy
    assert more_nuclei(projector, changes_of(case), outcome, constraints) == ()
    assert more_nuclei(projector, (), outcome, Constraints()) == ()


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
    assert why == "real storage is limited to 260 GB, and this takes 270 GB"


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
