"""What a template's report says to people: no growth of nothing, no error of 0 %, no empty line."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from advisor.analysis import analyse
from advisor.engagement import Constraints, Engagement, Options
from advisor.observations import FileReading
from advisor.reading import read_path
from advisor.report import ReportOptions, build_document
from advisor.report.options import Edition
from model.contract.protocol import CalibrationRow
from model.language import begun
from resources import resource


def template(name: str) -> tuple[FileReading, ...]:
    return tuple(read_path(resource("templates", f"{name}.json")))


@cache
def analysed(name: str) -> Engagement:
    return analyse(template(name))


@cache
def document(name: str, edition: Edition) -> dict[str, Any]:
    return build_document(analysed(name), ReportOptions("en", edition=edition))


def test_work_grows_in_all_regions_of_a_chain_at_once() -> None:
    """A region that others call was told to carry 25 % more work with 0 % more throughput."""
    (said,) = document("cics-vsam", "management")["management"]["otherwise"]
    assert "more work everywhere" in said
    assert "throughput of CICS region CICSAOR1 moves by +25\u00a0%" in said


def test_a_model_that_agrees_is_not_off_by_nothing() -> None:
    shop = analysed("cics-vsam")
    row = CalibrationRow("cp_busy_pct", "%", 60.0, 60.02)
    nearly = replace(shop, baseline=replace(shop.baseline, hardware=(("lpar:SYSA", row),)))
    built = build_document(nearly, ReportOptions("en", edition="management"))
    said = " ".join(built["management"]["certainty"])
    assert "to within 0.1\u00a0%" in said
    assert "by 0\u00a0%" not in said


def test_a_plan_without_projected_gain_says_so_in_a_sentence() -> None:
    """ "no gain claimed" stood alone in a chapter."""
    shown = document("cics-vsam", "management")["management"]
    assert "no gain claimed" not in str(shown)


def test_a_blank_for_a_definition_is_not_called_an_amount() -> None:
    told = str(document("cics-vsam", "technical")["calendar"])
    assert "<sessions>" in told
    assert "an amount" not in told


def test_names_keep_their_own_case_where_a_line_begins() -> None:
    assert begun("z/VM monitor data") == "z/VM monitor data"
    assert begun("zHPF on z/VSE") == "zHPF on z/VSE"
    assert begun("a figure") == "A figure"


def unknown(name: str) -> list[str]:
    """What could not be judged, as the report says it."""
    groups = document(name, "technical")["cannot"]
    return [row["sentence"] for group in groups for row in group["rows"]]


@pytest.mark.parametrize("name", ["cics-vsam", "db2-sharing", "mq-cics"])
def test_a_partition_runs_what_its_regions_run_under(name: str) -> None:
    """SYSA was of no known system, though a z/OS region or Db2 ran in it."""
    assert not [said for said in unknown(name) if "no report names its system" in said]


def test_what_is_too_slight_for_a_step_weighs_little() -> None:
    (found,) = document("mq-cics", "technical")["findings"]
    assert found["severity"] == "low"


def test_a_coupling_facility_is_no_system() -> None:
    assert "No report gives processor use of CF01." in unknown("db2-sharing")


def test_a_question_calls_a_database_what_people_call_it() -> None:
    asked = str(document("adabas-als", "technical")["appendix"])
    assert "of Adabas database 10: Logical reads" in asked
    assert "of 10: Logical reads" not in asked


def test_verdicts_in_order_quote_their_threshold() -> None:
    told = str(document("mq-cics", "technical")["in_order"]).replace("\\xa0", " ")
    assert "above 85 % is full" in told
    assert "more than 75 % is too much" in told
    assert "65 % is enough" in told


def test_a_step_brings_more_than_its_own_noise() -> None:
    """ADA-026 was the plan: +0.7 % in a band that reaches from -0.8 to +3.8 %."""
    case = analysed("adabas-als")
    assert case.plan.findings == ()
    said = case.plan.left_out["ADA-026@adabas_database:10"]
    assert said.startswith("within its own noise: it brings 0.7 %")
    everything = Options(constraints=Constraints(min_gain_pct=0))
    assert analyse(template("adabas-als"), everything).plan.findings


def test_a_region_of_zos_is_told_nothing_of_zvse() -> None:
    """More sessions had a risk that only z/VSE has, and the laws of z/VSE were listed."""
    pages = document("cics-vsam", "technical")["findings"]
    found = [page for page in pages if page["rule"] == "MRO-003"]
    assert found
    assert not [page for page in found if page["step"]]  # nothing waited for a session
    assert not [page for page in found if "z/VSE" in str(page) or "MRO-012" in str(page)]
    laws = document("cics-vsam", "technical")["trust"]["record"]
    assert not [row["law"] for row in laws if "z/VSE" in row["law"]]


def test_practice_beside_a_source_is_said_of_the_threshold() -> None:
    """MRO-001 named its document, and below it that there was no published source."""
    pages = document("cics-vsam", "technical")["findings"]
    (shipping,) = [page for page in pages if page["rule"] == "MRO-001"]
    cited = [source["citation"] for source in shipping["sources"]]
    assert cited[0].startswith("002")
    assert cited[1].startswith("The threshold is practice of specialists")


def test_only_words_and_sources_of_the_report_are_explained() -> None:
    """A report on Db2 ended with a page on nuclei, LSR pools and documents that nothing cites."""
    told = document("db2-sharing", "technical")["appendix"]
    terms = {entry["term"] for entry in told["glossary"]}
    assert {"ETR", "90\u00a0% band", "Coupling facility"} <= terms
    assert not {"Nucleus", "Busy share", "LSR, NSR"} & terms
    assert [entry["number"] for entry in told["documents"]] == ["003"]
    of_adabas = document("adabas-als", "technical")["appendix"]
    assert {"Nucleus", "Busy share"} <= {entry["term"] for entry in of_adabas["glossary"]}
    assert "001" in {entry["number"] for entry in of_adabas["documents"]}


def test_transactions_are_not_called_commands_in_german() -> None:
    german = build_document(analysed("db2-sharing"), ReportOptions("de"))
    assert not [s for s in german["summary"]["lead"] if "Kommandos" in s]
