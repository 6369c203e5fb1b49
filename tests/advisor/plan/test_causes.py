"""What unsettles other findings is done before they are judged, and is told before them."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import Plan, PlanStep
from advisor.plan import best_plan
from advisor.plan.choosing import resting
from advisor.report.options import ReportOptions
from advisor.report.sections.management import _thing, chosen
from advisor.report.writer import Writer
from model.language import say
from model.topology import SetSetting
from tests.advisor.plan.test_goal_and_limits import finding
from tests.advisor.report.factory import engagement

WAITS = say("the plan changes what it rests on: carry it out, measure again, then decide")


def test_a_cause_comes_before_heavier_steps_that_wait_for_nothing() -> None:
    """Unused large frames make a system page: what is measured meanwhile is measured paging."""
    change = SetSetting("db:1", "LFAREA", 0)
    heavy = finding(1, SetSetting("db:1", "A", 1), severity="high")
    cause = finding(2, change, severity="info", unsettles=("R-3",))
    paging = finding(3, severity="medium", unsettles=("R-4",))
    slow = finding(4, severity="medium")
    plan = best_plan([heavy, cause, paging, slow], None)
    assert plan.findings == (cause.id, heavy.id)
    assert {paging.id, slow.id} <= plan.left_out.keys()
    assert {s.finding: s.unsettled for s in plan.steps} == {
        cause.id: (paging.id, slow.id),
        heavy.id: (),
    }


def test_a_step_that_another_one_unsettles_follows_it() -> None:
    from advisor.plan.waiting import forced

    first, second = finding(1), finding(2, unsettles=("R-1",))
    assert forced([first, second], lambda f: f, None) == [second, first]
    assert forced([second, first], lambda f: f, None) == [second, first]
    elsewhere = replace(first, component="db:2")
    assert forced([elsewhere, second], lambda f: f, None) == [elsewhere, second]


def test_management_hears_of_the_cause_and_what_waits_for_it() -> None:
    steps = [finding(n, severity="high", rule="ADA-017", id=f"ADA-017@db:{n}") for n in (1,)]
    rules = ("ADA-013", "ADA-002", "ADA-026")
    others = [finding(1, severity="high", rule=r, id=f"{r}@db:1", title=r) for r in rules]
    cause = finding(9, rule="ADA-023", title="LFAREA", severity="info", unsettles=("ZOS-001",))
    waits = finding(8, rule="ZOS-001", title="Paging", severity="medium")
    taken = [*steps, *others, cause]
    told = resting([PlanStep(f.id, (), None) for f in taken], [*taken, waits], None)
    plan = Plan("etr", tuple(f.id for f in taken), told, (), left_out={waits.id: WAITS})
    case = replace(engagement((*taken, waits)), plan=plan)
    writer = Writer(case, ReportOptions())
    assert cause in chosen(writer)
    assert "Paging" in _thing(writer, cause)["brings"]
    alone = tuple(replace(s, unsettled=()) for s in told)
    assert cause not in chosen(
        Writer(replace(case, plan=replace(plan, steps=alone)), ReportOptions())
    )


def test_of_two_amounts_the_causes_stays_and_the_other_waits() -> None:
    """Storage for dumps was set otherwise by what ends paging, and vanished for good."""
    room = finding(1, SetSetting("db:1", "STORAGE_GB", 160), severity="high")
    cause = finding(2, SetSetting("db:1", "STORAGE_GB", 139), unsettles=("R-1",))
    plan = best_plan([room, cause], None)
    assert plan.findings == (cause.id,)
    assert plan.left_out[room.id] == WAITS
    unrelated = replace(cause, unsettles=())
    assert "is set otherwise by R-1" in best_plan([room, unrelated], None).left_out[cause.id]
