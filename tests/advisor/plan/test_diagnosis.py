"""What is diagnosed is the same whatever a plan may do, is after, or was told to leave out."""

from __future__ import annotations

import pytest

from advisor.engagement import Constraints, Engagement, Options
from advisor.reading import read_path
from app.paths import sample
from tests.remembering import analyse

ASKED = (
    Options(constraints=Constraints(dynamic_only=True)),
    Options(constraints=Constraints(max_risk="low", max_changes=2)),
    Options(constraints=Constraints("storage", min_gain_pct=5.0)),
    Options(constraints=Constraints("itr", no_paging=True, excluded_rules=("ADA-026",))),
    Options(rejected=("ADA-013@adabas_database:10",)),
)


def diagnosis(case: Engagement) -> list[object]:
    found = [(f.id, f.severity, f.beside_plan) for f in case.findings]
    return [*found, *((o.rule, o.outcome, str(o.sentence)) for o in case.outcomes)]


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["engagement", "formats", "after"])
def test_limits_say_what_may_be_done_and_nothing_of_what_is_found(name: str) -> None:
    readings = read_path(sample(name))
    free = analyse(readings, Options(bands=False))
    for options in ASKED:
        limits, rejected = options.constraints, options.rejected
        case = analyse(readings, Options(limits, bands=False, rejected=rejected))
        assert diagnosis(case) == diagnosis(free), options
        told = {*case.plan.findings, *case.plan.left_out}
        assert all(f.id in told for f in case.findings if f.beside_plan)


@pytest.mark.thorough
def test_what_only_pays_in_the_plan_without_limits_says_what_keeps_it_out_of_another() -> None:
    readings = read_path(sample("engagement"))
    free = analyse(readings, Options(bands=False))
    (pays,) = (f for f in free.findings if f.beside_plan and f.rule != "CF-010")
    woken = pays.id
    assert pays.tried_with == ()
    for options, said in (
        (ASKED[0], "it pays beside ADA-013, ADA-026, which the plan leaves out"),
        (ASKED[1], "its risk is medium, and the plan takes low at most"),
        (ASKED[4], "it pays beside ADA-013, which the plan leaves out"),
    ):
        limits, rejected = options.constraints, options.rejected
        case = analyse(readings, Options(limits, bands=False, rejected=rejected))
        assert case.plan.left_out[woken] == said
        (finding,) = (f for f in case.findings if f.id == woken)
        assert any("this plan leaves it out" in note for note in finding.notes)
        # It is tried with the plan that it pays beside, not on top of another one.
        steps = [f for f in free.findings if f.id in free.plan.findings]
        assert set(finding.tried_with) >= {c for f in steps for c in f.changes}
