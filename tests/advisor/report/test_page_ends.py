"""Where pages end: no row of a table stands alone, nor a line without what it belongs to."""

from __future__ import annotations

import io
import re
from typing import Any, Literal

import pytest
from pypdf import PdfReader

from advisor.report import ReportOptions, build_document, render_pdf
from tests.advisor.report.factory import engagement


def _pages(document: dict[str, Any]) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(render_pdf(document))).pages]


def test_no_row_of_a_long_table_begins_a_page_alone() -> None:
    document = build_document(engagement())
    document["sections"] = ["appendix"]

    def rows_by_page(count: int) -> list[int]:
        document["appendix"]["unread"] = [
            {"file": f"report-{n}x", "ranges": "1", "count": "1"} for n in range(count)
        ]
        found = [len(re.findall(r"report-\d+x", page)) for page in _pages(document)]
        return [rows for rows in found if rows]

    fits = rows_by_page(90)[0]
    assert rows_by_page(fits) == [fits]
    assert rows_by_page(fits + 1) == [fits - 3, 4]


def test_the_rest_of_the_summarys_page_holds_what_fits_of_effects_and_windows() -> None:
    """It was left empty, as the picture of the next chapter begins a page."""
    document = build_document(engagement())
    document["sections"] = ["summary"]
    effect = {
        "workload": "DB",
        "metric": "metric-x",
        "before": "1",
        "after": "2",
        "unit": "",
        "change": "3",
        "band": "4",
    }
    window = {"title": "window-x", "tasks": "1", "who": "DBA", "days": "0.5"}

    def told(effects: int, windows: int) -> tuple[int, int, int]:
        document["summary"]["effects"] = [effect] * effects
        document["summary"]["windows"] = [window] * windows
        pages = _pages(document)
        text = " ".join(pages)
        return len(pages), text.count("metric-x"), text.count("window-x")

    pages, effects, windows = told(3, 2)
    assert (effects, windows) == (3, 2)
    assert told(60, 2) == (pages, 0, 2)
    assert told(60, 60) == (pages, 0, 0)
    assert told(3, 0) == (pages, 0, 0)


def test_contents_that_a_page_has_no_room_for_stand_in_two_columns() -> None:
    """Five lines of them were a page of their own."""
    document = build_document(engagement())
    document["sections"] = ["scenarios"]

    def contents(count: int) -> str:
        document["scenarios"]["head"] = []
        document["scenarios"]["changes"] = [
            {"name": f"scenario-{n}", "note": "", "lines": ["a change"], "caveats": []}
            for n in range(count)
        ]
        return _pages(document)[1]

    assert "scenario-59" in contents(60)
    assert "scenario-89" in contents(90)


@pytest.mark.parametrize("confirmed", ["https://confirmed.example/page", ""])
def test_references_are_never_alone_on_a_page(confirmed: str) -> None:
    """A page began with "Rests on: question 3", one with that of a finding without commands."""
    document = build_document(engagement())
    document["sections"] = ["findings", "appendix"]
    document["ranking"] = []
    (first, *_) = document["findings"]
    told = {
        "effects": [], "evidence": [], "changes": [], "sources": [], "back_out_commands": [],
        "confirmed": confirmed, "assumptions": [1], "questions": [],
        "with": [],
    }  # fmt: skip
    document["findings"] = [
        {**first, **told, "number": n, "caveats": ["a line"] * n} for n in range(1, 24)
    ]
    document["groups"] = [
        {"rule": first["rule"], "title": "t", "numbers": [n], "count": "", "components": "",
         "common": []}
        for n in range(1, 24)
    ]  # fmt: skip
    document["appendix"]["assumptions"] = [{"number": 1, "text": "assumed", "findings": []}]
    pages = _pages(document)
    assert sum(page.count("Rests on") for page in pages) == 23
    for page in pages:
        before, rests, _ = page.partition("Rests on")
        assert not rests or ("confirmed.example" if confirmed else "Back out") in before


def _after(lines: int, told: dict[str, Any]) -> str:
    """How the last page begins: a group of two findings below one of so many ``lines``."""
    document = build_document(engagement())
    document["sections"] = ["findings"]
    document["ranking"] = []
    (first, *_) = document["findings"]
    bare = {
        "effects": [], "evidence": [], "changes": [], "back_out_commands": [], "confirmed": "",
        "assumptions": [], "questions": [], "with": [], "sources": [], "caveats": [],
    }  # fmt: skip
    document["findings"] = [
        {**first, **bare, "number": 1, "caveats": ["a line"] * lines, **told},
        {**first, **bare, "number": 2},
        {**first, **bare, "number": 3},
    ]
    group = {"rule": "AAA-001", "title": "the title", "components": "", "common": []}
    document["groups"] = [
        {**group, "numbers": [1], "count": ""},
        {**group, "numbers": [2, 3], "count": "both of them"},
    ]
    return _pages(document)[-1].splitlines()[1]


def test_no_last_line_of_what_is_to_be_handled_begins_a_page() -> None:
    """Two pages began with "BUS must show PCACHE.", the line before ended the page before."""
    begun = [_after(lines, {"verify": "word " * 24 + "lastword"}) for lines in range(35, 40)]
    assert any(line.startswith("Verify:") for line in begun)
    assert not [line for line in begun if line.endswith("lastword")]


def test_a_group_of_findings_begins_on_the_page_of_what_is_said_of_it() -> None:
    """Its heading and the names of its components were the last lines of a page."""
    begun = [_after(lines, {}) for lines in range(28, 34)]
    assert any("AAA-001" in line for line in begun)
    assert not [line for line in begun if line.startswith("Adabas database 10")]


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_no_heading_stands_alone_above_a_page_high_picture(
    paper: Literal["a4", "us-letter"],
) -> None:
    """The page had the heading, and the next one a picture that was cut at its end."""
    document = build_document(engagement(), ReportOptions(paper=paper))
    document["sections"] = ["summary", "today"]
    drawn = document["today"]["picture"]
    drawn["machines"] = drawn["machines"] * 24
    drawn["links"] = []
    (page,) = (t for t in _pages(document) if "\n2 The installation today\nCPC" in t)
    assert re.search(r"\+\d+ LPAR\n", page)
    assert "lines join what works together" in page.replace("\n", " ").replace("  ", " ")


@pytest.mark.parametrize("part", ["assumptions", "questions"])
def test_findings_that_rest_on_a_sentence_leave_it_room(part: str) -> None:
    """An assumption behind thirty findings had a word a line, over the names of these."""
    document = build_document(engagement())
    document["sections"] = ["appendix"]
    (found,) = document["findings"]
    document["findings"] = [{**found, "rule": f"AAA-{n:03}"} for n in range(30)]
    told = " ".join(f"word{n:02}" for n in range(40))
    entry = {"number": 1, "text": told, "question": told, "report": "RMF"}
    document["appendix"][part] = [{**entry, "findings": list(range(1, 31))}]
    lines = "\n".join(_pages(document)).splitlines()
    assert len([line for line in lines if "word" in line]) <= 12


def test_what_could_not_be_judged_begins_on_the_page_of_its_first_rows() -> None:
    """The heading and its sentence stood alone below the chapter before."""
    document = build_document(engagement())
    document["sections"] = ["in_order", "cannot"]
    row = {"rule": "R-1", "title": "title", "sentence": "sentence"}
    document["cannot"] = [{"report": "the first report", "rows": [row]}]
    places = set()
    for count in range(24, 44):
        group = {"subsystem": "a subsystem", "rows": [row] * count}
        document["in_order"] = {"groups": [group], "note": ""}
        pages = _pages(document)
        # Contents name it before.
        place = max(n for n, page in enumerate(pages) if "What could not be judged" in page)
        assert "the first report" in pages[place], count
        places.add(place)
    assert len(places) == 2  # some of them move to the next page
