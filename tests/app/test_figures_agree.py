"""Every figure is the same, to the printed digit, in PDF, window and ``--json``."""

from __future__ import annotations

import csv
import io
import os
import re
from html import unescape
from typing import Any

import pytest
from pypdf import PdfReader

from advisor.engagement import Constraints, Engagement, Options
from advisor.findings import Finding
from advisor.report import ReportOptions, build_document, numbers, render_pdf
from advisor.report.exports import findings_csv
from advisor.report.figures import readable
from advisor.report.texts import metric_label
from advisor.report.wording import workload_of
from advisor.report.writer import Writer, counts_as_gain
from advisor.rules.settling import merged_changes
from app.advising.analysis import mask_of
from app.printing.advice_text import advice_lines
from app.printing.documents import advice_document
from model.language import parts_of
from model.projection import project
from model.topology import Scenario
from tests.remembering import analyse, readings

pytestmark = pytest.mark.usefixtures("remembered")

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="module")
def case(sample_analysis: Engagement) -> Engagement:
    return sample_analysis


@pytest.fixture(scope="module")
def document(case: Engagement) -> dict[str, Any]:
    return build_document(case, ReportOptions(date="2026-11-20"))


@pytest.fixture(scope="module")
def pages(document: dict[str, Any]) -> str:
    reader = PdfReader(io.BytesIO(render_pdf(document)))
    return squeezed("".join(page.extract_text() for page in reader.pages))


def squeezed(text: str) -> str:
    """Without spaces of any kind, so that line ends do not matter."""
    return re.sub(r"[\s\u200b\u00a0]+", "", text)


def printed_from_json(entry: dict[str, Any], row: dict[str, Any], metric: str) -> None:
    """A row of the report holds what the JSON's figures print as, in the row's unit."""
    most = max(entry["before"], entry["after"])
    scaled, _ = readable(metric, most, entry["unit"])
    factor = scaled / most if most else 1.0
    # Nothing is printed busier than 100 %; the JSON keeps the figure as computed.
    share = metric.endswith(("_busy_pct", "_max_pct"))
    after = min(entry["after"], 100.0) if share else entry["after"] * factor
    if entry["low"] <= 0 and entry["after"] <= (entry["high"] - entry["low"]) / 1000:
        after = 0.0  # nor is anything printed that its own band cannot tell from nothing
    assert row["before"] == numbers.number(entry["before"] * factor)
    assert row["after"] == numbers.number(after)
    if entry["change_pct"] is not None:
        assert row["change"] == numbers.percent(entry["change_pct"])


def row_texts(row: dict[str, Any]) -> str:
    return squeezed("".join((row["unit"], row["before"], row["after"], row["band"])))


def pages_of(case: Engagement, document: dict[str, Any]) -> list[tuple[Finding, dict[str, Any]]]:
    number_of = Writer(case, ReportOptions()).number_of
    by_number = {page["number"]: page for page in document["findings"]}
    return [(finding, by_number[number_of[finding.id]]) for finding in case.findings]


def test_findings_print_the_figures_of_the_json(
    case: Engagement, document: dict[str, Any], pages: str
) -> None:
    given = {entry["id"]: entry for entry in advice_document(case)["findings"]}
    shown = 0
    for finding, page in pages_of(case, document):
        assert page["rule"] == finding.rule
        for row in page["effects"]:
            printed_from_json(given[finding.id]["projection"][row["key"]], row, row["key"])
            assert row_texts(row) in pages, (finding.id, row)
            shown += 1
    assert shown > 60


def test_a_change_has_one_band_wherever_it_is_told(case: Engagement) -> None:
    """Finding, plan and their JSON say of a change what a scenario of the same changes says."""
    found = {f.id: f for f in case.findings}
    told = [
        (found[f.id].changes, found[f.id].projection)
        for f in case.findings
        if f.changes
        and f.projection
        and f.projection[0].after.basis == "model"
        and not any("Nothing measured calls for it" in note for note in f.notes)
    ]
    whole = merged_changes([found[i] for i in case.plan.findings])
    told += [(whole, effects) for effects in case.plan.workloads.values()]
    assert len(told) > 10
    scenarios = [Scenario("s").with_changes(changes) for changes, _ in told]
    banded = 0
    for (_, effects), projection in zip(told, project(case.baseline, scenarios), strict=True):
        spread = {
            (name, w.metrics[name].value): change
            for w in projection.workloads
            for name, change in w.changes.items()
        }
        for effect in effects:
            change = spread.get((effect.metric, effect.after.value))
            if change is None or effect.change is None or effect.after.basis != "model":
                continue
            low, high = change.low, change.high
            assert effect.change.low == pytest.approx(low, abs=0.01), effect
            assert effect.change.high == pytest.approx(high, abs=0.01), effect
            banded += change.high > change.low
    assert banded > 30


def test_plan_steps_and_projection_print_the_figures_of_the_json(
    case: Engagement, document: dict[str, Any], pages: str
) -> None:
    plan = advice_document(case)["plan"]
    for row in document["plan"]["projection"]["effects"]:
        printed_from_json(plan["projection"][row["key"]], row, row["key"])
        assert row_texts(row) in pages, row
    assert document["plan"]["steps"]
    for step in document["plan"]["steps"]:
        entry = plan["steps"][step["number"] - 1]
        assert step["gain"] == numbers.percent(entry["gain_pct"])
        for row in step["effects"]:
            printed_from_json(entry["cumulative"][row["key"]], row, row["key"])
            assert squeezed(row["after"] + row["band"]) in pages, row


def test_today_prints_the_figures_of_the_json(
    case: Engagement, document: dict[str, Any], pages: str
) -> None:
    as_is = advice_document(case)["baseline"]["as_is"]
    principal = case.as_is.principal
    assert principal is not None
    (entry,) = [w for w in as_is["workloads"] if w["component"] == principal.anchor]
    for row in document["today"]["figures"]["rows"]:
        values = [
            numbers.number(readable(m, e["value"], e["unit"])[0])
            for m, e in entry["metrics"].items()
            if metric_label(m, "en") == row["metric"]
        ]
        # Today's figure is the measured one, where there is one; the model's stands beside it.
        assert (row["measured"] or row["value"]) in values, row
        assert squeezed(row["measured"] + row["value"] + row["band"]) in pages, row


def test_the_window_shows_what_the_report_prints(
    case: Engagement, document: dict[str, Any]
) -> None:
    from app.window.advice.finding import effects_html
    from app.window.i18n import set_language

    set_language("en")
    rows = 0
    for finding, page in pages_of(case, document):
        anchor = workload_of(case, finding.component)
        found = None if anchor is None else case.installation.topology.components.get(anchor)
        html = unescape(effects_html(finding.projection, None if found is None else found.kind))
        cells = squeezed(re.sub(r"<[^>]+>|→", "|", html)).replace("\u2060", "")
        for row in page["effects"]:
            for text in (row["before"], row["after"], row["unit"], row["band"].strip("()")):
                assert f"|{squeezed(text)}|" in cells or not text, (finding.id, row)
            rows += 1
    assert rows > 60


def test_figures_of_one_table_are_on_one_base_that_is_named(
    case: Engagement, document: dict[str, Any]
) -> None:
    """What is measured against the rest of the plan says so wherever it stands."""
    today = {w.anchor: {m: e.value for m, e in w.metrics.items()} for w in case.as_is.workloads}
    own = today["adabas_database:10"]
    beside = {f.id for f in case.findings if f.beside_plan}
    assert {name.partition("@")[0] for name in beside} == {"ADA-002", "CF-010"}
    for finding in case.findings:
        etr = finding.effect("etr_per_s")
        if finding.component == "adabas_database:10" and etr is not None:
            assert (etr.before == pytest.approx(own["etr_per_s"])) is (finding.id not in beside)
    lines = list(advice_lines(case))
    alone = lines.index("Each alone, without the steps of the plan, against the system as measured")
    other = lines.index("Only beside other findings, on top of a plan's other steps")
    table = [n for n, line in enumerate(lines) if line.startswith("ADA-002 ")]
    assert table
    assert all(n > other for n in table)
    assert alone < other
    bases = {entry["id"]: entry["base"] for entry in advice_document(case)["findings"]}
    assert {name for name, base in bases.items() if base != "as-is"} == beside
    marked = [row["title"] for row in document["ranking"] if row["worth"].endswith("§")]
    assert [title.split()[0] for title in marked] == ["ADA-002", "CF-010"]
    assert document["ranking_beside"].startswith("§")


def test_a_step_is_worth_one_figure_and_any_other_says_its_base(
    case: Engagement, document: dict[str, Any]
) -> None:
    """What a step would do alone stands beside what it brings in the plan, never in its place."""
    told = {entry["rule"]: entry["alone"] for entry in document["findings"] if entry["alone"]}
    by_id = {f.id: f.rule for f in case.findings}
    later = [
        (n, by_id[s.finding], numbers.percent(s.gain_pct or 0.0))
        for n, s in enumerate(case.plan.steps, 1)
        if counts_as_gain(s) and any(before.gain_pct for before in case.plan.steps[: n - 1])
    ]
    later = [(n, rule, gain) for n, rule, gain in later if rule != "ADA-002"]
    assert [rule for _, rule, _ in later] == ["ADA-013", "ADA-026"]
    assert set(told) == {"ADA-013", "ADA-026"}
    lines = list(advice_lines(case))
    rows = list(csv.DictReader(io.StringIO(findings_csv(case))))
    steps = advice_document(case)["plan"]["steps"]
    for n, rule, gain in later:
        assert f"as step {n} of the plan, it brings {gain} of throughput" in told[rule]
        assert any(line.startswith(f"  {n}. {rule} ") and gain in line for line in lines)
        (row, *_) = [row for row in rows if row["rule"] == rule]
        assert (row["base"], row["step"]) == ("as-is", str(n))
        assert numbers.percent(float(row["step_gain_pct"].lstrip("'"))) == gain
        assert numbers.percent(steps[n - 1]["gain_pct"]) == gain
        assert steps[n - 1]["base"] == "steps before"
    cards = {card["rule"]: card["brings"] for card in document["summary"]["cards"]}
    assert cards["ADA-013"].count("with the steps before it done") == 1
    # The first step has none before it, and nuclei stand on top of the others: one figure each.
    assert "steps before" not in cards["ADA-017"] + cards["ADA-002"]
    assert "without the plan's other steps: together" in str(case.plan.interactions[0].sentence)
    assert not any("in the plan, it gains" in str(x) for f in case.findings for x in f.notes)


def test_what_two_rules_ask_for_is_said_and_coded_once(case: Engagement) -> None:
    """The amount stood three times on MQ-005's page, and one member's statement in two steps."""
    asked = [(f, str(n)) for f in case.findings for n in f.notes if "asks for the same" in n]
    assert {f.rule for f, _ in asked} >= {"MQ-005"}
    for finding, note in asked:
        told = {str(part) for part in parts_of(finding.explanation)}
        assert not any(part in note for part in told), note
    plan = "\n".join(advice_lines(case)).partition("Plan for")[2]
    assert plan.count("CSQINP1: DEFINE BUFFPOOL(1)") == 1
    assert "MQ-005 MQ buffer pool MQA1/1: !MQA1 ALTER BUFFPOOL(1) BUFFERS" in plan


def test_what_is_told_of_a_pair_is_each_ones_own(case: Engagement) -> None:
    """Nuclei that only pay beside smaller caches are no step alone: −68 % is nobody's choice."""
    pairs = {tuple(n[:7] for n in i.findings): i for i in case.plan.interactions}
    assert not any("ADA-002" in pair for pair in pairs)
    (rules,) = (pair for pair in pairs if set(pair) == {"ADA-013", "ADA-017"})
    both = pairs[rules]
    for n, rule in enumerate(rules):
        (one,) = [f for f in case.findings if f.rule == rule]
        effect = one.effect("etr_per_s")
        assert effect is not None
        assert effect.change is not None
        assert both.separately_pct[n] == pytest.approx(effect.change.value, abs=0.3)
    assert both.together_pct > 30


def test_how_well_the_model_agrees_is_told_from_the_same_rows(
    case: Engagement, document: dict[str, Any]
) -> None:
    """The table of the text and the chapter on trust: also what the hardware misses."""
    from advisor.report.sections.today import FITTED_PCT

    every = [row for _, row in case.baseline.rows]
    # IOSQ time is met within a tenth of a millisecond, which nobody notices.
    rows = [row.judged_pct if row.noticeable else None for row in every]
    assert [row["error_pct"] for row in document["trust"]["rows"]] == rows
    errors = [error for error in rows if error is not None]
    worst = numbers.percent(max(map(abs, errors)), "en", signed=False)
    assert any(worst in sentence for sentence in document["trust"]["sentences"])
    lines = list(advice_lines(case))
    told = lines[3 : lines.index("")]
    assert len(told) == len(rows)
    assert any(squeezed(worst) in squeezed(line) for line in told)
    short = build_document(case, ReportOptions(date="2026-11-20", edition="management"))
    assert any(worst in sentence for sentence in short["management"]["certainty"])
    assert any(abs(error) < FITTED_PCT for error in errors)


def test_the_text_has_no_stored_names_and_a_minus_that_is_one(case: Engagement) -> None:
    lines = list(advice_lines(case))
    text = "\n".join(lines[: lines.index("Open questions")])
    assert not re.search(r"\b(lpar|mq_bufferpool|netwk_node|dump_options|adabas_database):", text)
    assert not re.search(r"\b\w+_(per_s|ms|mb|pct|us|per_cpu_s)\b", text)
    assert re.search(r"−\d[\d.]* %", text)
    assert not re.search(r"(?<![\w<(=])-\d[\d.,]* %", text)


def test_what_is_said_of_a_document_is_said_in_german(case: Engagement) -> None:
    german = build_document(case, ReportOptions("de", date="2026-11-20"))
    told = [s["citation"] for f in german["findings"] for s in f["sources"]]
    told += [entry["citation"] for entry in german["appendix"]["documents"]]
    assert any("Tests vom November 2012" in citation for citation in told)
    assert not any("tests of" in citation for citation in told)


def test_steps_are_numbered_in_the_order_they_are_printed_in(case: Engagement) -> None:
    lines = list(advice_lines(case))
    start = next(n for n, line in enumerate(lines) if line.startswith("Plan for "))
    found = [re.match(r" {1,2}(\d+)\. [A-Z]+-\d", line) for line in lines[start:]]
    printed = [int(step[1]) for step in found if step]
    assert printed == list(range(1, len(case.plan.steps) + 1))
    zhpf = next(line for line in lines[start:] if ". ADA-017 " in line)
    assert "(on SYSA, SYSB)" in zhpf
    every = Options(constraints=Constraints(min_share_pct=0))  # with the steps of a small job
    steps = advice_lines(analyse(readings(), every))
    # A batch job's minutes are no 1,486,000 ms.
    assert any("Response 24.77 → " in line and " min; " in line for line in steps)


def test_columns_stand_below_each_other_under_a_mask(case: Engagement) -> None:
    lines = list(advice_lines(case, mask_of(case)))
    head = next(line for line in lines if line.startswith("component"))
    rows = lines[lines.index(head) + 2 : lines.index("")]
    assert {len(row) for row in rows} == {len(head)}


def test_measured_against_modelled_is_the_as_is_that_plans_begin_with(case: Engagement) -> None:
    """Plans began with the model's figures, 2 % below the measured ones."""
    told = {(c, row.metric): row.measured for c, row in case.baseline.measured_rows}
    begun = 0
    for effect in case.plan.projection:
        own = told.get(("adabas_database:10", effect.metric))
        assert own is None or own == pytest.approx(effect.before, rel=1e-9)
        begun += own is not None
    assert begun > 1


def test_the_text_of_the_command_line_is_german_where_that_is_asked_for(case: Engagement) -> None:
    lines = advice_lines(case, language="de")
    assert lines[0] == "Heute: gemessen gegen modelliert"
    assert "Plan für Durchsatz (ETR)" in lines
    assert "Änderungskalender" in lines
    assert any("15,48 → " in line for line in lines)
    english = re.compile(r"\b(?:the|plan's|what|nobody|besides|bound by|expect|of throughput)\b")
    # Commands and what a report prints stay as the products have them.
    each = "\n".join(lines).splitlines()
    said = [line for line in each if not line.startswith("       ") or "erwartet" in line]
    assert [line for line in said if english.search(line)] == []
    assert len(lines) == len(list(advice_lines(case)))
