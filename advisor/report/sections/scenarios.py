"""The scenarios that the consultant tried: what each changes, its work, and the key figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advisor.report import numbers
from advisor.report.figures import shown_estimate, shown_value
from advisor.report.texts import metric_label, setting_label
from advisor.report.writer import Writer
from model.figures import TABLED
from model.projection import Projection, WorkloadProjection
from model.topology import (
    AddComponent,
    AddLink,
    Change,
    MoveComponent,
    RemoveComponent,
    RenameComponent,
    SetSetting,
)
from model.topology.growth import GROWTH, as_it_is


def scenarios(writer: Writer, projections: Sequence[Projection]) -> dict[str, Any]:
    """One row of figures for today and each scenario, and what each changes."""
    anchor = writer.anchor
    today = None if anchor is None else writer.engagement.as_is.workload(anchor)
    metrics = [m for m in TABLED if today is not None and m in today.metrics]
    rows = [_row(writer, writer.say("Today"), metrics, today, None)]
    for projection in projections:
        found = None if anchor is None else projection.workload(anchor)
        rows.append(_row(writer, projection.scenario.name, metrics, found, today))
    kind = writer.kind(anchor)
    return {
        "workload": "" if anchor is None else writer.titled(anchor),
        "head": [
            {
                "metric": metric_label(m, writer.language),
                "unit": shown_estimate(m, today.metrics[m], kind, writer.language).unit,
            }
            for m in metrics
            if today is not None
        ],
        "rows": rows,
        "changes": [
            {
                "name": projection.scenario.name,
                "note": projection.scenario.note,
                "lines": _lines(writer, projection.scenario.changes),
                "caveats": _caveats(writer, projection),
            }
            for projection in projections
        ],
    }


def _row(
    writer: Writer,
    label: str,
    metrics: Sequence[str],
    found: WorkloadProjection | None,
    today: WorkloadProjection | None,
) -> dict[str, Any]:
    cells = []
    for metric in metrics:
        estimate = None if found is None else found.metrics.get(metric)
        if found is None or estimate is None:
            cells.append({"value": "–", "below": []})
            continue
        shown = shown_estimate(metric, estimate, writer.kind(found.anchor), writer.language)
        change = found.changes.get(metric) if today is not None else None
        by = "" if change is None else numbers.percent(change.value, writer.language)
        cells.append({"value": shown.value, "below": [said for said in (by, shown.band) if said]})
    return {"label": label, "cells": cells}


def _caveats(writer: Writer, projection: Projection) -> list[str]:
    """Why figures are missing or bear less than today's: as the window says beside them."""
    as_is = writer.engagement.as_is
    known = {*as_is.issues, *as_is.refused}
    for today in as_is.workloads:
        known.update(today.extrapolated)
        known.update([today.not_projectable] if today.not_projectable else [])
    plain = [*projection.refused, *projection.issues]
    plain += [w.not_projectable for w in projection.workloads if w.not_projectable]
    beyond = [sentence for w in projection.workloads for sentence in w.extrapolated]
    return [
        writer.speak(sentence) for sentence in dict.fromkeys(plain) if sentence not in known
    ] + [
        writer.say("Outside published conditions: {sentence}.", sentence=writer.speak(sentence))
        for sentence in dict.fromkeys(beyond)
        if sentence not in known
    ]


def _lines(writer: Writer, changes: Sequence[Change]) -> list[str]:
    """Each change in a line; work that grows alike for several is one."""
    grown: dict[float, list[str]] = {}
    lines = []
    for change in changes:
        if isinstance(change, SetSetting) and change.setting == GROWTH.name:
            by = float(change.value) if isinstance(change.value, (int, float)) else 0.0
            grown.setdefault(by, []).append(writer.name(change.component))
        else:
            lines.append(_line(writer, change))
    label = setting_label(GROWTH.name, writer.language)
    return [
        f"{label} {numbers.percent(by, writer.language)}: {', '.join(names)}"
        for by, names in grown.items()
    ] + lines


def _line(writer: Writer, change: Change) -> str:
    if isinstance(change, SetSetting):
        known = change.component in writer.topology
        was = as_it_is(writer.topology[change.component], change.setting) if known else None
        what = f"{writer.name(change.component)}, {setting_label(change.setting, writer.language)}"
        old, new = (shown_value(x, writer.language) for x in (was, change.value))
        return f"{what}: {old} → {new}"
    if isinstance(change, MoveComponent):
        name = writer.name(change.component)
        return f"{name} → {writer.name(change.parent)}" if change.parent else f"{name} →"
    if isinstance(change, RenameComponent):
        return f"{writer.name(change.component)}: {change.name}"
    if isinstance(change, AddComponent):
        return writer.say("{name} is added", name=change.component.name)
    if isinstance(change, RemoveComponent):
        return writer.say("{name} is removed", name=writer.name(change.component))
    return writer.say(
        "{a} is linked to {b}" if isinstance(change, AddLink) else "{a} is no longer linked to {b}",
        a=writer.name(change.link.source),
        b=writer.name(change.link.target),
    )
