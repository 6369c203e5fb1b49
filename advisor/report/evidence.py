"""A finding's evidence as printed: each report line once, alike lines of many reports together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor.findings import Evidence
from advisor.report.text import printable, short_name

LONGEST_QUOTE = 180
NAMED_PLACES = 3
"""As many places of one and the same line are named; the number of further ones is said."""


def evidence_rows(
    evidence: Sequence[Evidence], printed: Mapping[tuple[str, int], str]
) -> list[dict[str, Any]]:
    """One row for each different line, in the finding's order.

    A row has ``file`` and ``line`` (the first place), ``places`` (that and further places as
    text), ``more`` (how many are not named), ``text`` (the line), ``metric`` (what was taken from
    it) and ``derived``: how a figure follows from the line where it is not printed in it.
    """
    rows: dict[str, dict[str, Any]] = {}
    for item in evidence:
        line = printed.get((item.file, item.line), item.text)
        row = rows.setdefault(
            " ".join(line.split()),
            {
                "file": short_name(item.file, 60),
                "line": item.line,
                "text": printable(line, LONGEST_QUOTE),
                "quoted": printable(line, LONGEST_QUOTE),
                "places": [],
                "metric": [],
                "derived": [],
            },
        )
        for key, value in (
            ("places", (item.file, item.line)),
            ("metric", item.metric),
            ("derived", f"{item.metric}: {item.text}" if item.text != line else ""),
        ):
            if value and value not in row[key]:
                row[key].append(value)
    return [_joined(row) for row in rows.values()]


def _joined(row: dict[str, Any]) -> dict[str, Any]:
    places = [(short_name(file, 60), line) for file, line in row["places"]]
    named: dict[str, list[str]] = {}
    for file, line in places[:NAMED_PLACES]:
        named.setdefault(file, []).append(str(line))
    return {
        **row,
        "places": [{"file": file, "lines": ", ".join(lines)} for file, lines in named.items()],
        "more": max(0, len(places) - NAMED_PLACES),
        "metric": ", ".join(row["metric"]),
        "derived": [printable(text, LONGEST_QUOTE) for text in row["derived"]],
    }
