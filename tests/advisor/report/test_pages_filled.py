"""What stands on which page of the sample's report: no heading below its picture, no empty rest."""

from __future__ import annotations

import io
from functools import cache
from typing import Any, Literal

import pytest
from pypdf import PdfReader

from advisor.engagement import Engagement
from advisor.report import ReportOptions, build_document, render_pdf
from advisor.report.numbers import number
from advisor.report.writer import Writer
from tests.remembering import analyse, readings


@cache
def case() -> Engagement:
    return analyse(readings(), name="Nordsee")


def pages_of(document: dict[str, Any]) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(render_pdf(document))).pages]


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_the_plans_chart_never_stands_above_its_heading(paper: Literal["a4", "us-letter"]) -> None:
    """On Letter the chart was on top of the page whose middle had "4 The plan"."""
    document = build_document(case(), ReportOptions(paper=paper, date="2026-11-22"))
    *_, heading = (n for n, page in enumerate(pages_of(document)) if "4 The plan\nGoal" in page)
    page = pages_of(document)[heading]
    assert "Projected figures after each step" not in page.partition("4 The plan\nGoal")[0]


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_the_chart_of_errors_leaves_no_page_half_empty(paper: Literal["a4", "us-letter"]) -> None:
    """On Letter half a page before it was empty; now the table begins there."""
    options = ReportOptions(paper=paper, language="de", date="2026-11-22", mask=True)
    document = build_document(case(), options)
    limit = document["trust"]["limits"][-1].partition(": ")[2]
    pages = pages_of(document)
    last = next(n for n, page in enumerate(pages) if limit[:22] in page)
    rows = sum("angepasst" in line or " %" in line for line in pages[last].splitlines())
    assert rows > 10 or "Fehler des kalibrierten Modells" in pages[last]


@pytest.mark.parametrize("part", ["job", "table"])
def test_a_window_of_the_calendar_leaves_no_page_half_empty(part: str) -> None:
    """A job of fifteen lines, or a table of seven rows, went to the next page as a whole."""
    document = build_document(case(), ReportOptions(date="2026-11-22"))
    document["sections"] = ["calendar"]
    (window,) = [w for w in document["calendar"]["windows"] if len(w["expected"]) > 5]
    (task, *_) = window["tasks"]
    syntax = "\n".join(f"MARK{n:02}" for n in range(15))
    job = {**task, "said": [], "blocks": [{"each": "", "syntax": syntax}]}
    table = [{**row, "workload": "MARK"} for row in window["expected"]]
    found = {"job": {"tasks": [job], "expected": []}, "table": {"tasks": [], "expected": table}}
    pieces = []
    for count in range(20, 32, 2):
        before = {**task, "said": ["filling"] * count, "blocks": []}
        document["calendar"]["windows"] = [
            {**window, "tasks": [before], "expected": []},
            {**window, **found[part]},
        ]
        held = [page.count("MARK") for page in pages_of(document)]
        pieces.append([many for many in held if many])
    assert any(len(held) == 2 for held in pieces), pieces
    assert min(many for held in pieces for many in held) >= {"job": 4, "table": 2}[part]


@pytest.mark.parametrize("part", ["further", "later"])
def test_an_explanation_is_never_alone_on_the_next_page(part: str) -> None:
    """The last of eight stood alone on top of page 4 of the German edition; another time a heading
    and its sentence stood alone below page 3."""
    document = build_document(case(), ReportOptions(edition="management", date="2026-11-22"))
    document["management"] |= {"cost": [], "things": [], "further": [], "later": []}
    document["management"][part] = [
        {"title": f"thing-{n}", "where": "somewhere", "text": "why"} for n in range(9)
    ]
    ends = set()
    for count in range(4, 18):
        document["management"]["certainty"] = ["a line"] * count
        pages = pages_of(document)
        held = [page.count("thing-") for page in pages]
        last = [many for many in held if many][-1]
        assert last >= 2, count
        ends.add(last)
        for page, many in zip(pages, held, strict=True):
            assert many or "carry it out, measure again" not in page.replace("\n", " "), count
    assert 2 in ends


def test_laws_in_german_are_of_frames_and_queues() -> None:
    """ "SVC dump: … nach verfügbaren Rahmen": half in English, and frames as those of a picture."""
    document = build_document(case(), ReportOptions("de", date="2026-11-22"))
    laws = [row["law"] for row in document["trust"]["record"]]
    assert "SVC-Dump: Erfassung eines Dumps nach freien Frames, kalibriert auf einen Dump" in laws
    assert not [law for law in laws if law.startswith("SVC dump")]
    assert [row["how"] for row in document["trust"]["record"] if "Medium einer Queue" in row["how"]]


def test_today_beside_the_plans_effect_is_what_was_measured() -> None:
    """The note below called the measured 197,979 commands/s the calibrated model's."""
    document = build_document(case(), ReportOptions(edition="management", date="2026-11-22"))
    measured = Writer(case(), ReportOptions()).measured("adabas_database:10")
    (row, *_) = document["management"]["effects"]
    assert row["before"] == number(measured["etr_per_s"].measured)
    assert "measured ones" in document["labels"]["mg_base"]
    said = " ".join(document["management"]["certainty"])
    assert "if today is as this table has it; the checks after each window are in" in said


def test_contents_in_two_columns_fill_both_alike() -> None:
    """On Letter, in German, 60 lines stood left and 8 right."""
    document = build_document(case(), ReportOptions("de", paper="us-letter", date="2026-11-22"))
    page = PdfReader(io.BytesIO(render_pdf(document))).pages[1]
    half = float(page.mediabox.width) / 2
    lines: tuple[set[int], set[int]] = (set(), set())

    def seen(text: str, _: Any, place: list[float], *rest: Any) -> None:
        if text.strip() and 60 < place[5] < float(page.mediabox.height) - 60:
            lines[place[4] > half].add(round(place[5]))

    page.extract_text(visitor_text=seen)
    left, right = (len(found) for found in lines)
    assert left + right > 60
    assert abs(left - right) < 12
