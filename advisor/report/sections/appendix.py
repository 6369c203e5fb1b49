"""What was in order, what could not be judged, assumptions, files, glossary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advisor.report import numbers
from advisor.report.text import short_name
from advisor.report.writer import (
    Writer,
)


def outcomes(writer: Writer, wanted: str) -> list[dict[str, str]]:
    from advisor.rules import rules

    titles = {rule.id: rule.title for rule in rules()}
    return [
        {
            "rule": o.rule,
            "title": titles.get(o.rule, ""),
            "sentence": o.sentence,
            "report": o.missing_report,
        }
        for o in writer.engagement.outcomes
        if o.outcome == wanted
    ]


def appendix(writer: Writer) -> dict[str, Any]:
    installation = writer.engagement.installation
    return {
        "assumptions": list(installation.assumptions),
        "questions": [{"question": q.question, "report": q.report} for q in installation.questions],
        "problems": [
            {
                "where": f"{short_name(p.file, 60)}:{p.line}" if p.file else "–",
                "sentence": p.sentence,
            }
            for p in installation.problems
        ],
        "files": [
            {
                "file": short_name(r.file, 60),
                "formats": ", ".join(r.formats),
                "observations": numbers.number(len(r.observations), writer.language, 9),
                "lines": numbers.number(r.lines, writer.language, 9),
                "unread": numbers.number(r.unread_lines, writer.language, 9),
                "size": numbers.number(r.size_bytes, writer.language, 12),
                "sha256": r.sha256,
            }
            for r in sorted(writer.engagement.readings, key=lambda r: r.file)
        ],
        "unread": [
            {
                "file": short_name(r.file, 60),
                "ranges": _ranges(r.unread),
                "count": numbers.number(r.unread_lines, writer.language, 9),
            }
            for r in sorted(writer.engagement.readings, key=lambda r: r.file)
            if r.unread
        ],
        "glossary": [
            dict(zip(("term", "meaning"), text.split(": ", 1), strict=True))
            for key, text in writer.text.items()
            if key.startswith("g_")
        ],
    }


def _ranges(unread: Sequence[tuple[int, int]], most: int = 12) -> str:
    shown = [f"{a}" if a == b else f"{a}–{b}" for a, b in unread[:most]]
    more = len(unread) - most
    return ", ".join(shown) + (f" (+{more})" if more > 0 else "")
