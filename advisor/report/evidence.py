"""A finding's evidence as printed: each report line once, alike lines of many reports together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from advisor.findings import Evidence
from advisor.report.numbers import Language
from advisor.report.text import printable, short_name
from advisor.report.texts import metric_label, setting_label
from model.language import Sentence

LONGEST_QUOTE = 180
NAMED_PLACES = 3
"""As many places of one and the same line are named; the number of further ones is said."""


def evidence_rows(
    evidence: Sequence[Evidence],
    printed: Mapping[tuple[str, int], str],
    file_number: Mapping[str, int] | None = None,
    language: Language = "en",
    speak: Callable[[str], str] = str,
) -> list[dict[str, Any]]:
    """One row for each different line, in the finding's order.

    A row has ``file`` and ``line`` (the first place), ``places`` (that and further places as
    text, each with the number of its file in the list of reports), ``more`` (how many are not
    named), ``text`` (the line), ``metric`` (what was taken from it) and ``derived``: how a figure
    follows from the line where it is not printed in it.
    """
    rows: dict[str, dict[str, Any]] = {}
    for item in evidence:
        line = printed.get((item.file, item.line), item.text)
        # Of a record there is no line: what stands for it is ours to say.
        shown = speak(line) if isinstance(line, Sentence) else line
        row = rows.setdefault(
            " ".join(line.split()),
            {
                "file": short_name(item.file, 60),
                "line": item.line,
                "text": printable(shown, LONGEST_QUOTE, speak),
                "quoted": printable(shown, LONGEST_QUOTE, speak),
                "places": [],
                "metric": [],
                "derived": [],
            },
        )
        derived = ""
        if item.text != line:
            derived = f"{_called(item.metric, language)}: {speak(item.text)}"
        for key, value in (
            ("places", (item.file, item.line)),
            ("metric", item.metric),
            ("derived", derived),
        ):
            if value and value not in row[key]:
                row[key].append(value)
    return [_joined(row, file_number or {}, speak) for row in rows.values()]


def _called(metric: str, language: Language) -> str:
    """A figure or setting in words; a product's parameter keeps the product's name."""
    return setting_label(metric, language) if metric.isupper() else metric_label(metric, language)


def _joined(
    row: dict[str, Any], file_number: Mapping[str, int], speak: Callable[[str], str]
) -> dict[str, Any]:
    named: dict[str, list[str]] = {}
    for file, line in row["places"][:NAMED_PLACES]:
        named.setdefault(file, []).append(str(line))
    return {
        **row,
        "places": [
            {
                "file": short_name(file, 60),
                "lines": ", ".join(lines),
                "number": file_number.get(file, 0),
            }
            for file, lines in named.items()
        ],
        "more": max(0, len(row["places"]) - NAMED_PLACES),
        "metric": ", ".join(row["metric"]),
        "derived": [printable(text, LONGEST_QUOTE, speak) for text in row["derived"]],
    }
