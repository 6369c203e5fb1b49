"""What stands in place of a command is a sentence, with values too and in every part."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import Plan, PlanStep
from advisor.plan.calendar import with_calendar
from advisor.report import ReportOptions, build_document
from advisor.report.command_files import command_files
from advisor.rules.effects import manual
from advisor.translation import is_spoken
from model.language import say
from model.topology import Topology
from tests.advisor.report.factory import engagement, finding

TOLD = say(
    "Nothing larger in storage than today; before work grows, pools and caches that are "
    "{mb:,.0f} MB smaller",
    mb=24,
)


def test_a_sentence_with_values_is_spoken_and_a_command_is_not() -> None:
    assert is_spoken(TOLD)
    assert not is_spoken("CEMT SET FILE(A) CLOSED DISABLED")


def test_the_calendar_says_it_in_german_too() -> None:
    """It stood there in English, as something to be typed."""
    one = replace(finding(1), effort="hardware", change_texts=(manual("lpar:SYSA", "X", TOLD),))
    plan = Plan("etr", (one.id,), (PlanStep(one.id, (), None),), ())
    case = replace(engagement(), findings=(one,), plan=with_calendar(plan, [one], Topology(), None))
    ((task,),) = (
        w["tasks"] for w in build_document(case, ReportOptions("de"))["calendar"]["windows"]
    )
    # It stood among the commands that are sent.
    (typed,) = [
        text.decode() for name, text in command_files(case).items() if name.endswith("-after.txt")
    ]
    assert "\n# Nothing larger in storage than today" in typed
    assert task["blocks"] == []
    (said,) = task["said"]
    assert said.startswith("Nichts Gr\u00f6\u00dferes im Speicher als heute")
    assert "24\u00a0MB" in said or "24 MB" in said
