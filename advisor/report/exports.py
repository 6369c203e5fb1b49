"""The findings and the projections as tables for spreadsheets.

Figures here are the unrounded ones; the PDF and the window print the same figures through
``numbers``. A spreadsheet reads a table as its own country writes one: in German the decimal sign
is a comma, and so cells are parted by semicolons.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from advisor.engagement import Engagement
from advisor.findings import Effect, Finding
from advisor.report.masking import Mask
from advisor.report.numbers import Language
from advisor.report.texts import calling
from advisor.translation import sentences_in
from advisor.worth import leading

if TYPE_CHECKING:
    from _csv import Writer

# A cell that a spreadsheet would run as a formula is written as text.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def findings_csv(
    engagement: Engagement, mask: Mask | None = None, language: Language = "en"
) -> str:
    """One row per finding and change, with its throughput effect; RFC 4180, header first.

    Effect and worth are of the finding alone where ``base`` is "as-is"; ``step_gain_pct`` is what
    it brings of the plan's goal as step ``step``, with those before it done.
    ``mask`` replaces names as in a masked report.
    """
    head = (
        "rule,title,subsystem,component,severity,setting,from,to,syntax,etr_before,etr_after,"
        "etr_low,etr_high,etr_unit,not_projectable_because,evidence_file,evidence_line,source,"
        "worth_metric,worth,worth_low,worth_high,worth_unit,base,step,step_gain_pct"
    )
    out = io.StringIO()
    writer = _writer(out, language)
    writer.writerow(head.split(","))
    steps = {s.finding: (n, s.gain_pct) for n, s in enumerate(engagement.plan.steps, 1)}
    for finding in engagement.findings:
        etr = finding.effect("etr_per_s")
        first = finding.evidence[0] if finding.evidence else None
        effect: list[object] = ["", "", "", "", ""]
        if etr is not None:
            effect = [etr.before, *_ends(etr), etr.unit]
        tail = [
            _said(finding.not_projectable_because or "", language),
            "" if first is None else first.file,
            "" if first is None else first.line,
            "; ".join(s.citation for s in finding.sources),
            *_worth(finding),
            _base(finding),
            *("" if part is None else part for part in steps.get(finding.id, ("", ""))),
        ]
        changes: list[list[object]] = [
            [
                c.setting,
                *(
                    _cell(v if mask is None else mask.value(c.component, c.setting, v))
                    for v in (c.from_value, c.to_value)
                ),
                c.syntax,
            ]
            for c in finding.change_texts
        ] or [["", "", "", ""]]
        for change in changes:
            row = [
                finding.rule,
                _said(finding.title, language),
                finding.subsystem,
                finding.component,
                finding.severity,
                *change,
                *effect,
                *tail,
            ]
            writer.writerow([_safe(cell, mask, language) for cell in row])
    return out.getvalue()


def _ends(effect: Effect) -> tuple[float, float, float]:
    """The figure afterwards and the ends of its band."""
    return effect.figure.value, effect.figure.low, effect.figure.high


def _base(finding: Finding) -> str:
    """What a finding's figures are against."""
    return "rest of the plan" if finding.beside_plan else "as-is"


def _worth(finding: Finding) -> list[object]:
    """The leading figure of what the finding comes to, unrounded."""
    first = leading(finding.worth, banded=True)
    if first is None:
        return [""] * 5
    metric, worth = first
    return [metric, worth.value, worth.low, worth.high, worth.unit]


def projections_csv(
    engagement: Engagement, mask: Mask | None = None, language: Language = "en"
) -> str:
    """One row per figure of the as-is, each finding alone, each step of the plan, and the plan.

    ``of`` says which ("as-is", "finding", "step", "plan"); RFC 4180, header first.
    """
    out = io.StringIO()
    writer = _writer(out, language)
    head = "of,step,rule,component,metric,unit,before,after,low,high,basis,base"
    writer.writerow(head.split(","))

    def write(
        of: str,
        step: object,
        rule: str,
        component: str,
        effects: Iterable[Effect],
        base: str = "as-is",
    ) -> None:
        for e in effects:
            figures = (e.before, *_ends(e), e.after.basis)
            row = (of, step, rule, component, e.metric, e.unit, *figures, base)
            writer.writerow([_safe(cell, mask, language) for cell in row])

    for workload in engagement.as_is.workloads:
        for metric, estimate in workload.metrics.items():
            effect = Effect(metric, estimate.unit, estimate.value, estimate)
            write("as-is", "", "", workload.anchor, (effect,))
    by_id = {finding.id: finding for finding in engagement.findings}
    for finding in engagement.findings:
        write("finding", "", finding.rule, finding.component, finding.projection, _base(finding))
    for number, step in enumerate(engagement.plan.steps, 1):
        if step.finding in by_id:
            of = by_id[step.finding]
            write("step", number, of.rule, of.component, step.cumulative)
    write("plan", "", "", "", engagement.plan.projection)
    return out.getvalue()


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "YES" if value else "NO"
    return value


def _safe(cell: object, mask: Mask | None, language: Language) -> object:
    if isinstance(cell, float) and language == "de":
        return repr(cell).replace(".", ",")
    if not isinstance(cell, str):
        return cell
    if mask is not None:
        cell = mask.text(cell)
    return "'" + cell if cell.startswith(_FORMULA) else cell


def _said(text: str, language: Language) -> str:
    return sentences_in(language).calling(calling(language)).say(text).text if text else ""


def _writer(out: io.StringIO, language: Language) -> Writer:
    return csv.writer(out, delimiter=";" if language == "de" else ",", lineterminator="\r\n")
