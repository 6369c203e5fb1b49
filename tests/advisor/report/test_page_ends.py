"""Where pages end: no row of a table stands alone, nor a line without what it belongs to."""

from __future__ import annotations

import io
import re
from typing import Any

from pypdf import PdfReader

from advisor.report import build_document, render_pdf
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
    assert rows_by_page(fits + 1) == [fits - 1, 2]


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
