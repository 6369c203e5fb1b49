"""The plan as steps with their cumulative projection."""

from __future__ import annotations

from typing import Any

from advisor.findings import PlanStep
from advisor.report import numbers
from advisor.report.writer import (
    STEP_METRICS,
    Writer,
    counts_as_gain,
)


def plan(writer: Writer) -> dict[str, Any]:
    plan = writer.engagement.plan
    return {
        "goal": writer.text.get(f"goal_{plan.goal}", plan.goal),
        "refused": plan.refused,
        "steps": [
            {
                **_step(writer, number, step),
                "gain": numbers.percent(step.gain_pct or 0.0, writer.language),
                "effects": [
                    writer.effect_row(e, writer.anchor)
                    for e in step.cumulative
                    if e.metric in STEP_METRICS
                ],
            }
            for number, step in enumerate(plan.steps, 1)
            if counts_as_gain(step)
        ],
        "besides": [
            _step(writer, number, step)
            for number, step in enumerate(plan.steps, 1)
            if not counts_as_gain(step)
        ],
        "projection": writer.effect_rows(plan.projection, writer.anchor)["effects"],
        "chart": _step_chart(writer),
        "interactions": [item.sentence for item in plan.interactions],
        "binding": list(plan.binding),
        "left_out": [
            {"title": _rule_and_title(writer, i), "reason": reason}
            for i, reason in sorted(plan.left_out.items())
        ],
    }


def _step(writer: Writer, number: int, step: PlanStep) -> dict[str, Any]:
    found = writer.by_id.get(step.finding)
    return {
        "number": number,
        "finding": writer.number_of.get(step.finding, 0),
        "title": "" if found is None else found.title,
        "component": writer.titled(None if found is None else found.component),
        "effort": "" if found is None else writer.text[f"eff_{found.effort}"],
    }


def _rule_and_title(writer: Writer, finding: str) -> str:
    found = writer.by_id.get(finding)
    return finding if found is None else f"{found.rule} {found.title}"


def _step_chart(writer: Writer) -> dict[str, Any]:
    plan = writer.engagement.plan
    points: list[dict[str, Any]] = []
    unit = ""
    for number, step in enumerate(plan.steps, 1):
        for effect in step.cumulative if counts_as_gain(step) else ():
            if effect.metric != "etr_per_s":
                continue
            unit = writer.unit(effect.unit, "etr_per_s", writer.anchor)
            if not points:
                points.append(
                    {
                        "label": writer.text["as_is"],
                        "value": effect.before,
                        "low": effect.before,
                        "high": effect.before,
                        "text": numbers.number(effect.before, writer.language),
                        "change": "",
                    }
                )
            points.append(
                {
                    "label": f"{writer.text['step']} {number}",
                    "value": effect.after.value,
                    "low": effect.after.low,
                    "high": effect.after.high,
                    "text": numbers.number(effect.after.value, writer.language),
                    "change": ""
                    if effect.change_pct is None
                    else numbers.percent(effect.change_pct, writer.language),
                }
            )
    top = max((p["high"] for p in points), default=0.0)
    ticks = [
        {"value": top * share, "text": numbers.number(top * share, writer.language, 2)}
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    return {"unit": unit, "points": points, "ticks": ticks if points else []}
