"""The plan's chart: throughput, ITR, response and paging after each step, with bands."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from advisor.findings import Effect, PlanStep
from advisor.report import numbers
from advisor.report.figures import readable, shown_effect
from advisor.report.numbers import Language
from advisor.report.texts import metric_label
from advisor.report.wording import unit_shown, within_limits
from advisor.report.writer import Writer, counts_as_gain
from model.figures import TABLED

_NICE = (1.0, 2.0, 2.5, 5.0, 10.0)


def step_chart(writer: Writer, marks: Mapping[str, int] | None = None) -> dict[str, Any]:
    """One panel per figure that some step projects and is not zero; ``panels`` may be empty.

    With ``marks``, findings by another number than their step's, only after these and at the end.

    A panel has ``title``, ``unit``, ``points`` (``label``, ``value``, ``low``, ``high``, ``text``,
    ``change``) and ``ticks`` (``value``, ``text``), the last tick at the top of its scale.
    """
    steps = [
        (f"{writer.say('Step')} {number}", str(number), step)
        for number, step in enumerate(writer.engagement.plan.steps, 1)
        if counts_as_gain(step)
    ]
    if marks is not None:
        whole = writer.say("All")
        named = [(str(marks.get(step.finding, whole)), step) for _, _, step in steps]
        steps = [
            (mark, mark, step)
            for n, (mark, step) in enumerate(named, 1)
            if mark != whole or n == len(named)
        ]
    panels = [_panel(writer, metric, steps) for metric in TABLED]
    return {"panels": [panel for panel in panels if panel is not None]}


def _panel(
    writer: Writer, metric: str, steps: list[tuple[str, str, PlanStep]]
) -> dict[str, Any] | None:
    found = [(n, m, e) for n, m, step in steps for e in step.cumulative if e.metric == metric]
    # Nothing but zeros is no picture, though a band of them may reach a little further.
    if not found or all(e.before == 0 and e.after.value == 0 for *_, e in found):
        return None
    first = found[0][2]
    most = max(max(e.before, e.figure.high) for *_, e in found)
    scaled, unit = readable(metric, most, first.unit)
    factor = scaled / most if most else 1.0
    kind = writer.kind(writer.anchor)
    today = {
        "label": writer.say("Today"),
        "mark": writer.say("Today"),
        "value": first.before * factor,
        "low": first.before * factor,
        "high": first.before * factor,
        "text": numbers.number(first.before * factor, writer.language),
        "change": "",
    }
    points = [today, *(_point(writer, n, m, e, factor, kind) for n, m, e in found)]
    return {
        "title": metric_label(metric, writer.language),
        "unit": unit_shown(unit, metric, kind, writer.language),
        "points": points,
        "ticks": ticks(most * factor, writer.language),
    }


def _point(
    writer: Writer, label: str, mark: str, effect: Effect, factor: float, kind: str | None
) -> dict[str, Any]:
    after = within_limits(effect.metric, effect.figure)
    return {
        "label": label,
        "mark": mark,
        "value": after.value * factor,
        "low": after.low * factor,
        "high": after.high * factor,
        "text": numbers.number(after.value * factor, writer.language),
        "change": shown_effect(effect, kind, writer.language).change,
    }


def ticks(most: float, language: Language) -> list[dict[str, Any]]:
    """Three to six round marks from 0 to the first one at or above ``most``."""
    if most <= 0 or not math.isfinite(most):
        return []
    power = 10.0 ** math.floor(math.log10(most / 4.0))
    step = next(nice * power for nice in _NICE if nice * power * 5 >= most)
    count = math.ceil(most / step - 1e-9)
    return [
        {"value": step * n, "text": numbers.number(step * n, language)} for n in range(count + 1)
    ]
