"""Cross-references, the plan's charts, readable units, and rows that agree by construction."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from pypdf import PdfReader

from advisor.findings import Effect, Interaction, Plan, PlanStep, Risk, RuleOutcome, Source
from advisor.plan.weight import in_order, weighed, weights
from advisor.report import ReportOptions, build_document, render_pdf
from advisor.report.charts.steps import draw_steps
from advisor.report.figures import shown_effect, shown_estimate
from advisor.report.sections.step_chart import step_chart, ticks
from advisor.report.writer import Writer
from advisor.rules import rules
from advisor.rules.references import PARTS, cited
from model.language import FigureName, Name, in_language, say
from model.projection import Estimate
from model.topology import Link
from tests.advisor.report.factory import engagement, estimate, finding
from tests.advisor.report.test_report import pages_text

STEP = (
    Effect("etr_per_s", "commands/s", 200_000.0, estimate(240_000.0, "commands/s")),
    Effect("itr_per_cpu_s", "commands/CPU s", 33_000.0, estimate(34_000.0, "commands/CPU s")),
    Effect("response_ms", "ms", 15.0, estimate(12.0, "ms")),
    Effect("paging_per_s", "1/s", 18_000.0, Estimate(0.0, 0.0, 40.0, "1/s")),
)


def case_of_two():  # type: ignore[no-untyped-def]
    first, second = finding(1), finding(2, rule="ADA-013", severity="low", projection=STEP[:1])
    case = engagement((first, second))
    both = Interaction((first.id, second.id), "etr_per_s", 40.0, (2.0, 1.0), "together +40 %")
    steps = (PlanStep(first.id, STEP, 20.0), PlanStep(second.id, STEP, 2.0))
    return replace(case, plan=Plan("etr", (first.id, second.id), steps, STEP, interactions=(both,)))


def test_the_plan_charts_every_figure_with_unit_and_band() -> None:
    document = build_document(case_of_two())
    panels = document["plan"]["chart"]["panels"]
    assert [panel["unit"] for panel in panels] == [
        "commands/s",
        "commands/CPU s",
        "ms",
        "pages/s",
    ]
    for panel in panels:
        assert len(panel["points"]) == 3
        assert panel["ticks"][0]["value"] == 0
        assert panel["ticks"][-1]["value"] >= max(point["high"] for point in panel["points"])
    drawn = draw_steps(document["plan"]["chart"])
    assert "240,000" in drawn
    # Told apart without colour: today is an outline.
    assert drawn.count('fill="#ffffff"') >= 4
    row = document["plan"]["cumulative"]["rows"][1]
    assert row["cells"][0]["value"] == "240,000"
    assert row["cells"][0]["band"] == "(228,000 … 252,000)"


@pytest.mark.parametrize("most", [0.0031, 7.9, 10.0, 15.5, 275_400.0, 1e9])
def test_scales_are_round_and_hold_the_figure(most: float) -> None:
    values = [tick["value"] for tick in ticks(most, "en")]
    assert most <= values[-1] * (1 + 1e-9)
    assert values[-1] < most * 2
    assert 3 <= len(values) <= 7


def test_references_lead_to_pages_and_back() -> None:
    document = build_document(case_of_two(), ReportOptions(date="2026-11-20"))
    one, two = document["findings"]
    assert one["with"] == [2]
    assert two["with"] == [1]
    assert one["step"] == 1
    assert one["evidence"][0]["places"][0]["number"] == 1
    assert document["appendix"]["files"][0]["findings"] == [1, 2]
    assert document["plan"]["interactions"][0]["findings"] == [1, 2]
    reader = PdfReader(io.BytesIO(render_pdf(document)))
    links = [
        note.get_object()
        for page in reader.pages
        for note in page.get("/Annots", ())
        if note.get_object().get("/Subtype") == "/Link"
    ]
    inner = [link for link in links if "/Dest" in link or link.get("/A", {}).get("/S") == "/GoTo"]
    assert inner
    assert len(inner) == len(links)
    assert len(inner) > 20
    text = "\n".join(page.extract_text() for page in reader.pages)
    assert f"Page {len(reader.pages)} of {len(reader.pages)}" in text


def test_assumptions_and_questions_name_their_findings() -> None:
    case = engagement((finding(component="dasd:BOX"),))
    document = build_document(case)
    (assumption,) = document["appendix"]["assumptions"]
    assert assumption["findings"] == [1]
    assert document["findings"][0]["assumptions"] == [1]
    (question,) = document["appendix"]["questions"]
    assert question["findings"] == []


def test_what_is_assumed_of_the_disks_bears_on_what_is_projected_of_who_uses_them() -> None:
    """How many aliases the disks have bore on findings about the disks only."""
    case = engagement((finding(), finding(2, rule="ADA-013", projection=())))
    topology = case.installation.topology.with_link(Link("uses", "adabas_database:10", "dasd:BOX"))
    case = replace(case, installation=replace(case.installation, topology=topology))
    (assumption,) = build_document(case)["appendix"]["assumptions"]
    assert assumption["findings"] == [1]


def test_what_only_another_rule_asks_bears_on_no_finding_but_of_rules_it_guards() -> None:
    """Whether IESZNEP is used bore on CICS trace, as both are of one region."""
    case = engagement((finding(component="dasd:BOX"),))
    (found,) = case.findings
    (asked,) = case.installation.questions

    def bearing(*names: str) -> list[int]:
        own = replace(asked, subject="dasd:BOX", rules=names)
        installation = replace(case.installation, questions=(own,))
        document = build_document(replace(case, installation=installation))
        (question,) = document["appendix"]["questions"]
        assert document["findings"][0]["questions"] == question["findings"]
        return list(question["findings"])

    assert bearing() == [1]
    assert bearing("AOB-007") == []
    assert bearing("AOB-007", found.rule) == [1]
    (guard,) = [r.id for r in rules() if found.rule in r.guards][:1]
    assert bearing(guard) == [1]


def test_long_times_are_printed_in_a_unit_that_can_be_read() -> None:
    session = shown_estimate("response_ms", Estimate(1.486e6, 1.4e6, 1.5e6, "ms"), None, "en")
    assert (session.value, session.unit, session.band) == ("24.77", "min", "(23.33 … 25)")
    short = shown_effect(Effect("response_ms", "ms", 28_630.0, estimate(9_000.0, "ms")), None, "de")
    assert (short.before, short.value, short.unit) == ("28,63", "9", "s")


def test_a_step_that_others_rest_on_weighs_as_they_do() -> None:
    case = case_of_two()
    heavier = weighed(case.findings, weights(case.findings, case.plan))
    (raised,) = [f for f in heavier if f.rule == "ADA-013"]
    assert raised.severity == "high"
    assert any("beside ADA-017 and nothing else" in note for note in raised.notes)
    risky = tuple(replace(f, risk=Risk("high", "x")) for f in case.findings)
    (cautious,) = [f for f in weighed(risky, weights(risky, case.plan)) if f.rule == "ADA-013"]
    assert cautious.severity == "medium"
    alone = replace(case.plan, interactions=(), steps=case.plan.steps[:1])
    assert [
        f.severity for f in in_order(weighed(case.findings, weights(case.findings, alone)))
    ] == ["high", "low"]


def test_outcomes_stand_under_the_report_that_would_tell() -> None:
    what = say("{names} of {name}", names=FigureName("trace_table_kb"), name=Name("CICSA"))
    missing = say("No report gives {what}.", what=what)
    lacking = RuleOutcome("CIZ-008", "cannot tell", "x", "CETR", (missing,))
    reading = RuleOutcome("ADA-004", "in order", "Applied wherever this figure is read.")
    case = replace(engagement(), outcomes=(lacking, reading))
    document = build_document(case)
    (group,) = document["cannot"]
    assert group["report"] == "CETR"
    assert group["rows"][0]["sentence"] == "No report gives size of the trace table of CICSA."
    assert document["in_order"]["groups"] == []
    assert document["in_order"]["note"].startswith("Besides, one rule ")
    assert "trace_table_kb" not in pages_text(render_pdf(document))


def test_sources_are_cited_by_number_and_listed_with_their_titles() -> None:
    source = Source(cited("001, section 4.4, Tables 6 to 8"), "ETR +35 %")
    case = engagement((finding(sources=(source,)),))
    german = build_document(case, ReportOptions("de"))
    (shown,) = german["findings"][0]["sources"]
    assert shown["citation"] == (
        "001, Abschnitt 4.4, Tabellen 6 bis 8 "
        "(Adabas Mainframe Stress Tests, Software AG und IBM, Tests vom November 2012)"
    )
    assert build_document(case)["findings"][0]["sources"][0]["citation"] == (
        "001, section 4.4, Tables 6 to 8 "
        "(Adabas Mainframe Stress Tests, Software AG and IBM, tests of November 2012)"
    )
    assert "001" in [entry["number"] for entry in german["appendix"]["documents"]]


def test_a_citation_that_an_older_engagement_keeps_stays_as_it_is() -> None:
    case = engagement((finding(sources=(Source("001, section 4.4 (Stress Tests)"),)),))
    german = build_document(case, ReportOptions("de"))
    assert german["findings"][0]["sources"][0]["citation"] == "001, section 4.4 (Stress Tests)"


def test_every_declared_place_with_a_number_is_known() -> None:
    """What looks like a part of a document must not stay English for want of its name."""
    places = {p for r in rules() for text in r.references for p in text.split(", ")[1:]}
    numbered = {p.split()[0] for p in places if re.fullmatch(r"[A-Za-z]+ \d.*", p)}
    assert numbered <= {part for part, _between in PARTS}
    for part, between in PARTS:
        place = f"{part} 2-1 {between} 2-3" if between else f"{part} 2-1"
        german = in_language(cited(f"003, {place}"), "de")
        assert place in cited(f"003, {place}")
        assert place not in german
        assert "2-1" in german


def test_no_line_of_a_scale_runs_through_a_figure() -> None:
    chart = build_document(engagement())["plan"]["chart"]
    drawn = draw_steps(chart)
    for panel in chart["panels"]:
        for point in panel["points"]:
            before, _, _ = drawn.partition(f">{point['text']}</text>")
            assert before.rpartition("<rect ")[2].count("<") == 1  # the paper, then the figure
            assert 'fill="#ffffff" stroke="none"' in before.rpartition("<rect ")[2]


def test_nothing_but_zeros_has_no_panel() -> None:
    """Paging of a system that does not page: bars of no height below whiskers of 0.5."""
    zero = Effect("paging_per_s", "1/s", 0.0, Estimate(0.0, 0.0, 0.5, "1/s"))
    full = engagement()
    (first, *others) = full.plan.steps
    calm = replace(first, gain_pct=5.0, cumulative=(*first.cumulative, zero))
    drawn = replace(full, plan=replace(full.plan, steps=(calm, *others)))
    titles = [panel["title"] for panel in step_chart(Writer(drawn, ReportOptions()))["panels"]]
    assert titles
    assert "Paging" not in titles
