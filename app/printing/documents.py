"""What commands print as JSON: readings, advice and projections as plain data.

The shapes are contracts with programs outside; keys are added, never renamed. Every figure comes
from the value that window and PDF show.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from advisor.engagement import Engagement
    from advisor.findings import Effect, Evidence, Finding, Plan
    from advisor.history.headroom import Wanted
    from advisor.levels import GoalAnswer, GoalStanding
    from advisor.observations import FileReading, Interval, Observation
    from model.projection import Baseline, Estimate, Projection
    from model.topology import Change

ADVICE = "plexwright-advice/1"
IDENTIFY = "plexwright-identify/1"
IMPORT = "plexwright-import/1"
PROJECTION = "plexwright-projection/1"

__all__ = [
    "ADVICE",
    "GOAL_BECAUSE",
    "IDENTIFY",
    "IMPORT",
    "PROJECTION",
    "advice_document",
    "file_entry",
    "goal_entry",
    "identified_entry",
    "no_advice_document",
    "projection_entry",
    "reader_titles",
]


# --- files ---------------------------------------------------------------------------------------


def file_entry(reading: FileReading) -> dict[str, Any]:
    """One entry of ``advise --json``'s "files"."""
    return {
        "file": reading.file,
        "formats": list(reading.formats),
        "observations": len(reading.observations),
        "unread_lines": reading.unread_lines,
        "problems": [
            {"file": item.file, "line": item.line or None, "text": item.sentence}
            for item in reading.problems
        ],
        "refused": reading.refused,
    }


def identified_entry(reading: FileReading, with_observations: bool) -> dict[str, Any]:
    """One entry of ``identify --json``'s "files"; "observations" is their count or all of them."""
    entry = file_entry(reading)
    entry.update(
        {
            "readers": reader_titles(reading.formats),
            "encoding": reading.encoding,
            "record_format": reading.record_format,
            "size_bytes": reading.size_bytes,
            "sha256": reading.sha256,
            "lines": reading.lines,
            "observation_count": len(reading.observations),
            "unread": [list(span) for span in reading.unread],
            "unread_types": dict(reading.unread_kinds),
            "numbers": {
                "taken": reading.numbers.taken,
                "ignored": reading.numbers.ignored,
                "unread": reading.numbers.unread,
                "listed": [[line, list(found)] for line, found in reading.numbers.listed],
            },
        }
    )
    if with_observations:
        entry["observations"] = [_observation(item) for item in reading.observations]
    return entry


def reader_titles(formats: Sequence[str]) -> list[str]:
    """What the readers of these formats are called."""
    from advisor.reading import reader_title

    return [reader_title(name) for name in formats]


def _observation(item: Observation) -> dict[str, Any]:
    return {
        "subject": item.subject,
        "metric": item.metric,
        "value": item.value,
        "unit": item.unit,
        "interval": _interval(item.interval),
        "file": item.file,
        "line": item.line,
        "text": item.text,
        "raw": item.raw,
    }


def _interval(interval: Interval) -> dict[str, Any] | None:
    if interval.start is None and interval.end is None and interval.duration_s is None:
        return None
    return {"start": interval.start, "end": interval.end, "duration_s": interval.duration_s}


# --- advice --------------------------------------------------------------------------------------


def advice_document(engagement: Engagement, wanted: Wanted | None = None) -> dict[str, Any]:
    """``advise --json``. wanted: the service levels that the consultant asked about."""
    from advisor.levels import goals_with_plan
    from advisor.observations import PrintedLines

    printed = PrintedLines(engagement.readings)
    document = {
        "format": ADVICE,
        "name": engagement.name,
        "files": [file_entry(reading) for reading in engagement.readings],
        "baseline": _baseline(engagement),
        "findings": [_finding(item, printed) for item in engagement.findings],
        "plan": _plan(engagement.plan),
        "goals": [_goal(one) for one in goals_with_plan(engagement, wanted)],
        "outcomes": [
            {
                "rule": item.rule,
                "outcome": item.outcome,
                "sentence": item.sentence,
                "missing_report": item.missing_report,
            }
            for item in engagement.outcomes
        ],
    }
    return {key: _worded(value) for key, value in document.items()}


def _worded(data: Any) -> Any:
    """The same with every sentence in words: figures as people call them, not as stored."""
    from app.errors import in_words

    if isinstance(data, str):
        return in_words(data)
    if isinstance(data, dict):
        return {key: _worded(value) for key, value in data.items()}
    return [_worded(value) for value in data] if isinstance(data, list) else data


def no_advice_document(readings: Sequence[FileReading]) -> dict[str, Any]:
    """``advise --json`` when nothing was read: why, file by file, and empty everything else."""
    return {
        "format": ADVICE,
        "name": "",
        "files": [file_entry(reading) for reading in readings],
        "baseline": {"calibration": []},
        "findings": [],
        "plan": {"findings": [], "projection": {}},
        "goals": [],
        "outcomes": [],
    }


def _baseline(engagement: Engagement) -> dict[str, Any]:
    installation = engagement.installation
    return {
        "calibration": calibration_rows(engagement.baseline),
        "not_projectable": not_projectable(engagement.baseline),
        "refused": list(engagement.baseline.refused),
        "doubts": list(engagement.baseline.doubts),
        "as_is": projection_entry(engagement.as_is),
        "components": [
            {
                "id": component.id,
                "kind": component.kind,
                "name": component.name,
                "parent": component.parent,
                "settings": {
                    name: {
                        "value": setting.value,
                        "origin": setting.origin.kind,
                        "file": setting.origin.file or None,
                        "line": setting.origin.line or None,
                        "text": setting.origin.text,
                    }
                    for name, setting in component.settings.items()
                },
            }
            for component in installation.topology
        ],
        "problems": [
            {"file": item.file, "line": item.line or None, "text": item.sentence}
            for item in installation.problems
        ],
        "questions": [
            {
                "subject": item.subject,
                "metric": item.metric,
                "question": item.question,
                "report": item.report,
                "assumed": item.assumed,
                "usual": item.usual,
                "unit": item.unit,
            }
            for item in installation.questions
        ],
        "assumptions": list(installation.assumptions),
    }


def calibration_rows(baseline: Baseline) -> list[dict[str, Any]]:
    """Measured against modelled, of every anchor that is calibrated and of the hardware."""
    return [
        {
            "component": component,
            "metric": row.metric,
            "unit": row.unit,
            "measured": row.measured,
            "modelled": row.modelled,
            "error_pct": row.error_pct,
        }
        for component, row in baseline.measured_rows
    ]


def not_projectable(baseline: Baseline) -> list[dict[str, str]]:
    """Anchors that no model can speak for, and why."""
    return [
        {"component": anchor.anchor, "because": anchor.not_projectable}
        for anchor in baseline.anchors
        if anchor.not_projectable is not None
    ]


def _evidence(line: Evidence, printed: Mapping[tuple[str, int], str]) -> dict[str, Any]:
    """A figure that follows from others names the line of one of them: "text" is that line."""
    text = printed.get((line.file, line.line), line.text)
    return {
        "file": line.file,
        "line": line.line,
        "text": text,
        "metric": line.metric,
        "value": line.value,
        "unit": line.unit,
        "derived": None if text == line.text else line.text,
    }


def _finding(item: Finding, printed: Mapping[tuple[str, int], str]) -> dict[str, Any]:
    return {
        "id": item.id,
        "rule": item.rule,
        "title": item.title,
        "subsystem": item.subsystem,
        "component": item.component,
        "severity": item.severity,
        "explanation": item.explanation,
        "changes": [
            {
                "component": change.component,
                "setting": change.setting,
                "from": change.from_value,
                "to": change.to_value,
                "syntax": change.syntax,
            }
            for change in item.change_texts
        ],
        "evidence": [_evidence(line, printed) for line in item.evidence],
        "sources": [
            {
                "citation": source.citation,
                "effect": source.effect,
                "conditions": source.conditions,
                "distance": source.distance,
            }
            for source in item.sources
        ],
        "projection": _effects(item.projection) or None,
        "base": "rest of the plan" if item.beside_plan else "as-is",
        "not_projectable_because": item.not_projectable_because,
        "worth": None
        if item.worth is None
        else {metric: _estimate(value) for metric, value in item.worth.figures.items()},
        "worth_share_pct": item.worth.share_pct
        if item.worth is not None and item.worth.known
        else None,
        "risk": item.risk.referring,
        "effort": item.effort,
        "applying": _applying(item),
        "prerequisites": item.prerequisites,
        "verify": item.verify,
        "back_out": item.back_out,
        "back_out_commands": list(item.back_out_commands),
        "caveats": list(item.caveats),
        "notes": list(item.notes),
        "supported_by": list(item.supported_by),
    }


def _applying(finding: Finding) -> dict[str, Any] | None:
    """How the rule's change is carried out, and the public pages that confirm its command."""
    from advisor.rules import procedure_of

    how = procedure_of(finding)
    if how is None:
        return None
    return {
        "permanent": how.permanent,
        "detail": how.detail,
        "authority": [str(role) for role in how.roles],
        "level": how.level,
        "confirmed_by": list(how.sources),
    }


def _effects(effects: Iterable[Effect]) -> dict[str, Any]:
    return {effect.metric: _effect(effect) for effect in effects}


def _effect(effect: Effect) -> dict[str, Any]:
    change = effect.change
    return {
        "before": effect.before,
        "after": effect.figure.value,
        "low": effect.figure.low,
        "high": effect.figure.high,
        "unit": effect.unit,
        "change_pct": None if change is None else change.value,
        "change_low_pct": None if change is None else change.low,
        "change_high_pct": None if change is None else change.high,
        "basis": effect.after.basis,
        "reasons": list(effect.figure.reasons),
    }


def _goal(one: GoalStanding) -> dict[str, Any]:
    return {
        "component": one.component,
        "goal": one.now.goal,
        "seconds": one.seconds,
        "percent": one.percent,
        "asked": one.asked,
        "today": goal_entry(one.now),
        "plan": None if one.then is None else goal_entry(one.then),
        "sentence": one.sentence,
    }


def goal_entry(answer: GoalAnswer) -> dict[str, Any]:
    """How a goal stands in one scenario, as ``advise`` and ``project`` print it."""
    return {
        "probability": answer.probability,
        "met": answer.met,
        "shares": list(answer.shares),
        "chance": answer.chance,
        "certain": answer.certain,
        "because": GOAL_BECAUSE.get(answer.because),
    }


GOAL_BECAUSE = {
    "endless": "the workload does not keep up: its responses grow without end",
    "measured": "no workload of the model is known to be its: as measured, whatever is changed",
    "stretched": "the workload of the same rate, with the measured mean",
}
"""What a goal rests on where that is less than the model."""


def _plan(plan: Plan) -> dict[str, Any]:
    return {
        "goal": plan.goal,
        "findings": list(plan.findings),
        "projection": _effects(plan.projection),
        "workloads": {anchor: _effects(effects) for anchor, effects in plan.workloads.items()},
        "steps": [
            {
                "finding": step.finding,
                "gain_pct": step.gain_pct,
                "base": "steps before",
                "backed_out": _effects(step.backed_out),
                "cumulative": _effects(step.cumulative),
            }
            for step in plan.steps
        ],
        "calendar": [
            {
                "takes_effect": window.effort,
                "person_days": window.person_days,
                "stopped": list(window.stopped),
                "tasks": [
                    {
                        "component": task.component,
                        "role": task.role,
                        "findings": list(task.findings),
                        "commands": list(task.commands),
                    }
                    for task in window.tasks
                ],
                "expected": [
                    {
                        "component": check.anchor,
                        "metric": check.effect.metric,
                        "measured": check.measured,
                        "back_out_below": check.least,
                        "back_out_above": check.most,
                        **_effect(check.effect),
                    }
                    for check in window.expected
                ],
            }
            for window in plan.calendar
        ],
        "interactions": [
            {
                "findings": list(item.findings),
                "metric": item.metric,
                "together_pct": item.together_pct,
                "separately_pct": list(item.separately_pct),
                "base": "as-is",
                "sentence": item.sentence,
            }
            for item in plan.interactions
        ],
        "pareto": [
            {
                "findings": list(point.findings),
                "gain_pct": point.gain_pct,
                "effort": point.effort,
                "risk": point.risk,
            }
            for point in plan.pareto
        ],
        "left_out": [
            {"finding": finding, "because": because} for finding, because in plan.left_out.items()
        ],
        "to_decide": [
            {"finding": name, "sentence": one.sentence}
            for one in plan.to_decide
            for name in one.findings
        ],
        "binding": list(plan.binding),
        "optimal": plan.optimal,
        "refused": plan.refused,
    }


# --- projections ---------------------------------------------------------------------------------


def projection_entry(projection: Projection) -> dict[str, Any]:
    """One scenario's projection."""
    return {
        "name": projection.scenario.name,
        "changes": [_change(change) for change in projection.scenario.changes],
        "converged": projection.converged,
        "bottleneck": projection.bottleneck,
        "issues": list(projection.issues),
        "refused": list(projection.refused),
        "workloads": [
            {
                "component": item.anchor,
                "model": item.model,
                "metrics": {name: _estimate(value) for name, value in item.metrics.items()},
                "changes_pct": {name: _estimate(value) for name, value in item.changes.items()},
                "breakdown_s": dict(item.breakdown_s),
                "bottleneck": item.bottleneck,
                "extrapolated": list(item.extrapolated),
                "not_projectable_because": item.not_projectable,
            }
            for item in projection.workloads
        ],
        "resources": [
            {
                "component": item.component,
                "label": item.label,
                "utilization": item.utilization,
                "low": item.low,
                "high": item.high,
                "detail": ", ".join(filter(None, (item.detail, item.lacking))),
            }
            for item in projection.used
        ],
    }


def _estimate(value: Estimate) -> dict[str, Any]:
    return {
        "value": value.value,
        "low": value.low,
        "high": value.high,
        "unit": value.unit,
        "basis": value.basis,
        "reasons": list(value.reasons),
    }


def _change(change: Change) -> dict[str, Any]:
    """A change as {"do": what, …}; every field is an id, a value, or the id of what is added."""
    entry: dict[str, Any] = {"do": type(change).__name__}
    for name in change.__dataclass_fields__:
        value = getattr(change, name)
        if value is None or isinstance(value, (str, int, float, bool)):
            entry[name] = value
        elif hasattr(value, "id"):
            entry[name] = value.id
    return entry
