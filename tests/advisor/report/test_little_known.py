"""Reports of engagements that say little: no sentence contradicts the next, no picture is empty."""

from __future__ import annotations

from dataclasses import replace

from advisor.analysis import analyse
from advisor.engagement import Engagement
from advisor.findings import PlanStep
from advisor.reading import read_bytes
from advisor.report import ReportOptions, build_document, render_pdf
from advisor.report.labels import LABELS
from advisor.report.texts import own_text
from model.projection import Baseline, Projection
from model.topology import Scenario
from tests.advisor.report.factory import engagement, finding
from tests.advisor.report.test_report import pages_text


def without_model() -> Engagement:
    """A finding that is in the plan though no model claims a gain for it."""
    case = engagement((finding(projection=()),))
    step = PlanStep(case.findings[0].id, (), None)
    return replace(
        case,
        baseline=Baseline(case.baseline.topology, ()),
        as_is=Projection(Scenario("As-is"), (), (), None, True),
        plan=replace(case.plan, steps=(step,), projection=(), interactions=()),
    )


def test_a_plan_without_gains_does_not_say_that_nothing_is_proposed() -> None:
    printed = " ".join(pages_text(render_pdf(build_document(without_model()))).split())
    assert LABELS["s_no_plan"] not in printed
    assert LABELS["to_do"] in printed
    assert LABELS["besides"] not in printed


def test_the_summary_always_begins_with_a_sentence() -> None:
    assert build_document(without_model())["summary"]["lead"]


def test_nothing_recognised_leaves_no_empty_picture() -> None:
    case = analyse(read_bytes("hello.txt", b"hello world\n" * 5), name="Acme")
    document = build_document(case, ReportOptions("de"))
    printed = " ".join(pages_text(render_pdf(document)).split())
    assert document["today"]["picture"]["machines"] == []
    assert own_text(LABELS["picture_caption"], "de")[:40] not in printed
    assert document["appendix"]["problems"][0]["where"] == "hello.txt"
    assert "ein Report" in document["meta"]["based_on"]


def test_what_was_built_by_hand_is_printed_without_a_picture_of_the_error() -> None:
    """Nothing was measured that the model could be off: the report ended in a fault."""
    document = build_document(engagement((finding(),)))
    document["trust"]["chart"]["rows"] = []
    printed = " ".join(pages_text(render_pdf(document)).split())
    assert LABELS["trust"] in printed
    assert LABELS["errors_caption"][:40] not in printed
