"""The plan as a sequence of steps with cumulative figures, interactions and what binds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor.findings import PlanStep
from advisor.plan.goal import told_pct
from advisor.report import numbers
from advisor.report.figures import worth_cell
from advisor.report.sections.step_chart import step_chart
from advisor.report.words import EFFORTS, GOALS
from advisor.report.writer import Writer, counts_as_gain
from advisor.worth import rank
from model.figures import TABLED
from model.projection import Unanswered, project
from model.topology import Scenario


def plan(writer: Writer) -> dict[str, Any]:
    """The plan; ``finding`` everywhere is the number of a finding, 0 for none."""
    plan = writer.engagement.plan
    anchor = writer.anchor
    return {
        "goal": writer.say(GOALS[plan.goal]),
        "refused": None if plan.refused is None else writer.speak(plan.refused),
        "workload": "" if anchor is None else writer.titled(anchor),
        "steps": [
            {
                **_step(writer, number, step),
                "gain": numbers.percent(told_pct(step.gain_pct or 0.0, plan.goal), writer.language),
                "effects": [
                    writer.effect_row(e, anchor) for e in step.cumulative if e.metric in TABLED
                ],
            }
            for number, step in enumerate(plan.steps, 1)
            if counts_as_gain(step)
        ],
        "besides": _besides(writer, plan.steps),
        "projection": writer.effect_rows(plan.projection, anchor),
        "chart": step_chart(writer),
        "cumulative": _cumulative(writer),
        "interactions": [
            {
                "sentence": writer.speak(item.sentence),
                "findings": [writer.number_of.get(f, 0) for f in item.findings],
            }
            for item in plan.interactions
        ],
        "optimal": plan.optimal or plan.refused is not None,
        "without_effect": _without_effect(writer),
        "binding": [writer.speak(sentence) for sentence in plan.binding],
        "to_decide": [f"{one.rule} {writer.speak(one.sentence)}" for one in plan.to_decide],
        "left_out": [
            {
                "title": _rule_and_title(writer, i),
                "finding": writer.number_of.get(i, 0),
                "component": writer.titled(i.partition("@")[2]),
                "reason": writer.speak(reason),
            }
            for i, reason in sorted(plan.left_out.items())
        ]
        + _held_back(writer),
    }


def _held_back(writer: Writer) -> list[dict[str, Any]]:
    """What rules would advise and do not, each with the reason; no finding, and no number."""
    from advisor.rules import rules

    titles = {rule.id: rule.title for rule in rules()}
    return [
        {
            "title": f"{outcome.rule} {writer.speak(titles.get(outcome.rule, ''))}",
            "finding": 0,
            "component": "",
            "reason": writer.speak(sentence),
        }
        for outcome in writer.engagement.outcomes
        for sentence in outcome.held
    ]


def _without_effect(writer: Writer) -> list[str]:
    """Settings that the plan changes and no figure answers to, each with the reason."""
    engagement = writer.engagement
    plan = engagement.plan
    found = {f.id: f for f in (*engagement.findings, *plan.amended)}
    changes = [c for i in plan.findings if i in found for c in found[i].changes]
    # Of a single change the plan's own figures say what it does.
    if len(changes) < 2:
        return []
    scenario = Scenario("").with_changes(changes)
    (projection,) = project(engagement.baseline, [scenario], bands=False)
    silent = Unanswered(engagement.baseline, engagement.as_is)
    return [writer.speak(sentence) for sentence in silent.sentences(projection)]


def _cumulative(writer: Writer) -> dict[str, Any]:
    """The figures after each step as one table: ``head`` and ``rows`` of value and band."""
    steps = [
        (number, {e.metric: e for e in step.cumulative})
        for number, step in enumerate(writer.engagement.plan.steps, 1)
        if counts_as_gain(step)
    ]
    metrics = [m for m in TABLED if any(m in effects for _, effects in steps)]
    rows: list[dict[str, Any]] = []
    head: dict[str, dict[str, str]] = {}
    for number, effects in steps:
        shown = {m: writer.effect_row(effects[m], writer.anchor) for m in metrics if m in effects}
        for metric, row in shown.items():
            head[metric] = {"metric": row["metric"], "unit": row["unit"]}
        if not rows and shown:
            rows.append(_cells(writer.say("Today"), metrics, shown, "before"))
        rows.append(_cells(f"{writer.say('Step')} {number}", metrics, shown, "after"))
    return {"head": [head[m] for m in metrics], "rows": rows}


def _cells(
    label: str, metrics: Sequence[str], shown: Mapping[str, dict[str, Any]], which: str
) -> dict[str, Any]:
    return {
        "label": label,
        "cells": [
            {
                "value": shown[m][which] if m in shown else "–",
                "band": shown[m]["band"] if m in shown and which == "after" else "",
            }
            for m in metrics
        ],
    }


def _step(writer: Writer, number: int, step: PlanStep) -> dict[str, Any]:
    found = writer.by_id.get(step.finding)
    return {
        "number": number,
        "finding": writer.number_of.get(step.finding, 0),
        "rule": "" if found is None else found.rule,
        "title": "" if found is None else writer.speak(found.title),
        "component": writer.titled(None if found is None else found.component),
        "effort": "" if found is None else writer.say(EFFORTS[found.effort]),
    }


def _besides(writer: Writer, steps: Sequence[PlanStep]) -> list[dict[str, Any]]:
    """Steps that claim no gain in the goal, those worth most first, with what they are worth."""
    rows = []
    for number, step in enumerate(steps, 1):
        found = writer.by_id.get(step.finding)
        if found is None or counts_as_gain(step):
            continue
        kind = writer.kind(writer.workload_of(found))
        worth = worth_cell(found, kind, writer.language)
        rows.append((rank(found), number, {**_step(writer, number, step), "worth": worth}))
    return [row for _, _, row in sorted(rows, key=lambda row: row[:2])]


def _rule_and_title(writer: Writer, finding: str) -> str:
    found = writer.by_id.get(finding)
    return finding if found is None else f"{found.rule} {writer.speak(found.title)}"
