"""The findings as a table for spreadsheets.

Figures here are the unrounded ones; the PDF and the window print the same figures through
``numbers``.
"""

from __future__ import annotations

import csv
import io

from advisor.engagement import Engagement

# A cell that a spreadsheet would run as a formula is written as text.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def findings_csv(engagement: Engagement) -> str:
    """One row per finding and change, with its throughput effect; RFC 4180, header first."""
    head = (
        "rule,title,subsystem,component,severity,setting,from,to,syntax,etr_before,etr_after,"
        "etr_low,etr_high,not_projectable_because,evidence_file,evidence_line,source"
    )
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head.split(","))
    for finding in engagement.findings:
        etr = finding.effect("etr_per_s")
        first = finding.evidence[0] if finding.evidence else None
        effect: list[object] = ["", "", "", ""]
        if etr is not None:
            effect = [etr.before, etr.after.value, etr.after.low, etr.after.high]
        tail = [
            finding.not_projectable_because or "",
            "" if first is None else first.file,
            "" if first is None else first.line,
            "; ".join(s.citation for s in finding.sources),
        ]
        changes: list[list[object]] = [
            [c.setting, _cell(c.from_value), _cell(c.to_value), c.syntax]
            for c in finding.change_texts
        ] or [["", "", "", ""]]
        for change in changes:
            row = [
                finding.rule,
                finding.title,
                finding.subsystem,
                finding.component,
                finding.severity,
                *change,
                *effect,
                *tail,
            ]
            writer.writerow([_safe(cell) for cell in row])
    return out.getvalue()


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "YES" if value else "NO"
    return value


def _safe(cell: object) -> object:
    if isinstance(cell, str) and cell.startswith(_FORMULA):
        return "'" + cell
    return cell
