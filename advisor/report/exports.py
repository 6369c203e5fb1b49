"""The engagement as data for other programs: the advice document, and tables as CSV.

Figures here are the unrounded ones; the PDF and the window print the same figures through
``numbers``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from advisor.engagement import Engagement
from advisor.findings import Effect, Finding
from model.projection import Estimate, Projection
from model.topology import Origin

FORMAT = "plexwright-advice/1"


def advice_json(engagement: Engagement) -> dict[str, Any]:
    """The advice document ``plexwright-advice/1``."""
    return {
        "format": FORMAT,
        "files": [
            {
                "file": reading.file,
                "formats": list(reading.formats),
                "observations": len(reading.observations),
                "unread_lines": reading.unread_lines,
                "problems": [
                    {"line": problem.line, "problem": problem.sentence}
                    for problem in reading.problems
                ],
            }
            for reading in engagement.readings
        ],
        "baseline": _baseline(engagement),
        "findings": [_finding(finding) for finding in engagement.findings],
        "outcomes": [
            {
                "rule": outcome.rule,
                "outcome": outcome.outcome,
                "sentence": outcome.sentence,
                "missing_report": outcome.missing_report,
            }
            for outcome in engagement.outcomes
        ],
        "plan": _plan(engagement),
    }


def _baseline(engagement: Engagement) -> dict[str, Any]:
    installation = engagement.installation
    return {
        "components": [
            {
                "id": component.id,
                "kind": component.kind,
                "name": component.name,
                "parent": component.parent,
                "settings": {
                    name: {"value": setting.value, "origin": _origin(setting.origin)}
                    for name, setting in component.settings.items()
                },
                "measured": {
                    name: {
                        "value": figure.value,
                        "unit": figure.unit,
                        "origin": _origin(figure.origin),
                    }
                    for name, figure in component.measured.items()
                },
            }
            for component in installation.topology
        ],
        "links": [
            {"kind": link.kind, "source": link.source, "target": link.target}
            for link in installation.topology.links
        ],
        "calibration": [
            {
                "component": anchor.anchor,
                "metric": row.metric,
                "measured": row.measured,
                "modelled": row.modelled,
                "unit": row.unit,
                "error_pct": row.error_pct,
            }
            for anchor in engagement.baseline.anchors
            for row in anchor.rows
        ],
        "refused": list(engagement.baseline.refused),
        "not_projectable": {
            anchor.anchor: anchor.not_projectable
            for anchor in engagement.baseline.anchors
            if anchor.not_projectable is not None
        },
        "projection": projection_json(engagement.as_is),
        "questions": [
            {"subject": q.subject, "metric": q.metric, "question": q.question, "report": q.report}
            for q in installation.questions
        ],
        "assumptions": list(installation.assumptions),
        "problems": [
            {"file": p.file, "line": p.line, "problem": p.sentence} for p in installation.problems
        ],
    }


def _origin(origin: Origin) -> dict[str, Any]:
    return {"kind": origin.kind, "file": origin.file, "line": origin.line, "text": origin.text}


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "unit": estimate.unit,
        "basis": estimate.basis,
        "reasons": list(estimate.reasons),
    }


def projection_json(projection: Projection) -> dict[str, Any]:
    """A projection as plain data."""
    return {
        "scenario": projection.scenario.name,
        "converged": projection.converged,
        "bottleneck": projection.bottleneck,
        "issues": list(projection.issues),
        "refused": list(projection.refused),
        "workloads": [
            {
                "component": workload.anchor,
                "model": workload.model,
                "not_projectable_because": workload.not_projectable,
                "extrapolated": list(workload.extrapolated),
                "bottleneck": workload.bottleneck,
                "metrics": {name: _estimate(e) for name, e in workload.metrics.items()},
                "change_pct": {name: _estimate(e) for name, e in workload.changes.items()},
                "breakdown_s": dict(workload.breakdown_s),
            }
            for workload in projection.workloads
        ],
        "resources": [
            {
                "component": use.component,
                "resource": use.label,
                "utilization": use.utilization,
                "low": use.low,
                "high": use.high,
                "detail": use.detail,
            }
            for use in projection.resources
        ],
    }


def effects_json(effects: Sequence[Effect]) -> dict[str, Any]:
    """Effects by metric: before, after and the band of after."""
    return {
        effect.metric: {
            "before": effect.before,
            "after": effect.after.value,
            "low": effect.after.low,
            "high": effect.after.high,
            "unit": effect.unit,
            "basis": effect.after.basis,
        }
        for effect in effects
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "rule": finding.rule,
        "title": finding.title,
        "subsystem": finding.subsystem,
        "component": finding.component,
        "severity": finding.severity,
        "explanation": finding.explanation,
        "changes": [
            {
                "component": change.component,
                "setting": change.setting,
                "from": change.from_value,
                "to": change.to_value,
                "syntax": change.syntax,
            }
            for change in finding.change_texts
        ],
        "evidence": [
            {
                "file": e.file,
                "line": e.line,
                "text": e.text,
                "metric": e.metric,
                "value": e.value,
                "unit": e.unit,
            }
            for e in finding.evidence
        ],
        "sources": [
            {
                "citation": s.citation,
                "effect": s.effect,
                "conditions": s.conditions,
                "distance": s.distance,
            }
            for s in finding.sources
        ],
        "projection": effects_json(finding.projection) if finding.projection else None,
        "not_projectable_because": finding.not_projectable_because,
        "risk": finding.risk,
        "effort": finding.effort,
        "prerequisites": finding.prerequisites,
        "verify": finding.verify,
        "back_out": finding.back_out,
        "caveats": list(finding.caveats),
        "notes": list(finding.notes),
    }


def _plan(engagement: Engagement) -> dict[str, Any]:
    plan = engagement.plan
    return {
        "goal": plan.goal,
        "findings": list(plan.findings),
        "projection": effects_json(plan.projection),
        "steps": [
            {
                "finding": step.finding,
                "gain_pct": step.gain_pct,
                "cumulative": effects_json(step.cumulative),
            }
            for step in plan.steps
        ],
        "interactions": [item.sentence for item in plan.interactions],
        "pareto": [
            {
                "findings": list(point.findings),
                "gain_pct": point.gain_pct,
                "effort": point.effort,
                "risk": point.risk,
            }
            for point in plan.pareto
        ],
        "left_out": dict(plan.left_out),
        "binding": list(plan.binding),
        "optimal": plan.optimal,
        "refused": plan.refused,
    }


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
