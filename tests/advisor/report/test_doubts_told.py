"""Figures that contradict each other are called that wherever the report speaks of them."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from advisor.report import ReportOptions, build_document, render_pdf
from tests.advisor.report.test_told_once import case


def test_what_contradicts_itself_is_in_doubt_and_not_outside_published_conditions() -> None:
    limits = build_document(case(), ReportOptions("en"))["trust"]["limits"]
    said = [text for text in limits if "one thing measured twice" in text]
    assert said
    assert all(text.startswith("In doubt: ") for text in said)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("edition", ["technical", "management"])
def test_every_sentence_on_what_projections_rest_on_ends_with_one_full_stop(
    language: str, edition: str
) -> None:
    document = build_document(case(), ReportOptions(language, edition=edition))
    said = [*document["trust"]["limits"], *(document["management"] or {}).get("certainty", ())]
    marked = ("In doubt: ", "Zweifelhaft: ", "Outside published", "Außerhalb veröffentlichter")
    told = [text for text in said if text.startswith(marked)]
    assert told
    assert [text for text in told if not text.endswith(".") or text.endswith("..")] == []


def test_the_chapter_on_contradictions_does_not_say_none_beside_doubts() -> None:
    pdf = render_pdf(build_document(case(), ReportOptions("en", sections=("trust", "appendix"))))
    pages = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    chapter = " ".join(pages.split()).rpartition("could not be read or contradicts itself")[2]
    assert chapter.startswith(" Figures that contradict others are told where the model is judged")


def test_what_lies_outside_published_conditions_is_named() -> None:
    """ "published for a z13 and a dump of 20 GB" was said of nothing."""
    limits = build_document(case(), ReportOptions("en"))["trust"]["limits"]
    (said,) = [text for text in limits if "a dump of 20\u00a0GB" in text]
    assert said.startswith(
        "Outside published conditions: Dump options SYSA, Dump options SYSB: published for"
    )
    assert any(text.startswith("Outside published conditions: SYSA: its work") for text in limits)


def test_published_runs_reproduced_to_the_last_digit_are_called_fitted() -> None:
    """Net-Work's runs fix a constant each, and had an error of 0 %."""
    rows = build_document(case(), ReportOptions("en"))["trust"]["published"]
    (network,) = [row for row in rows if row["metric"].endswith("Net-Work")]
    assert (network["median"], network["largest"]) == ("fitted", "fitted")
    assert not [row for row in rows if row["largest"] == "0 %"]


def test_a_response_that_nobody_measured_says_so_beside_its_band() -> None:
    """NVVSECI1 had a response of 9.6 to 280 ms on six pages, and a word on none."""
    document = build_document(case(), ReportOptions("en"))
    (said,) = [text for text in document["trust"]["limits"] if "no response time was" in text]
    assert said.startswith("In doubt: CICS region NVVSECI1: no response time was measured: ")
    for finding in document["findings"]:
        rows = [row for row in finding["effects"] if row["key"] == "response_ms"]
        told = [note for note in finding["effects_notes"] if "no response time was" in note]
        measured = "NVVSECI1" not in finding["component"]
        assert bool(told) is (bool(rows) and not measured), finding["id"]


def test_blanks_that_are_names_are_listed_by_their_names() -> None:
    """The table had <cfn> for <cf1> and <cf2>, which no command has."""
    blanks = [
        row["blanks"] for row in build_document(case(), ReportOptions("en"))["calendar"]["blanks"]
    ]
    assert any("<cf1>, <cf2>" in text for text in blanks)
    assert any("<nucleus n>" in text for text in blanks)
