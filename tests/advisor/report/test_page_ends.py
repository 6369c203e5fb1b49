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
