"""The installation today, and how far the model of it can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advisor.report import numbers
from advisor.report.picture_data import picture_of
from advisor.report.texts import metric_label
from advisor.report.wording import within_limits
from advisor.report.writer import (
    Writer,
)
from model.calibration.summary import stored_summary
from model.projection import Projection

KEY_METRICS = (
    "etr_per_s",
    "itr_per_cpu_s",
    "response_ms",
    "cpu_s_per_s",
    "io_per_s",
    "paging_per_s",
)


def today(writer: Writer) -> dict[str, Any]:
    as_is = writer.engagement.as_is
    picture = picture_of(writer.topology, as_is, writer.language)
    systems = sum(len(machine["systems"]) for machine in picture["machines"])
    parts = len(writer.topology)
    busy = sorted(as_is.resources, key=lambda r: (-r.utilization, r.component))
    return {
        "picture": picture,
        "picture_alt": writer.say(
            "picture_alt",
            machines=str(len(picture["machines"])),
            systems=str(systems),
            parts=str(parts),
            bottleneck=writer.titled(as_is.bottleneck),
        ),
        "bottleneck": writer.titled(as_is.bottleneck) if as_is.bottleneck else "",
        "figures": _key_figures(writer, as_is),
        "busy": {
            "rows": [
                {
                    "label": writer.titled(r.component),
                    "value": min(1.0, max(0.0, r.utilization)),
                    "text": ", ".join(
                        part for part in (f"{min(1.0, r.utilization) * 100:.0f} %", r.label) if part
                    ),
                    "bottleneck": r.component == as_is.bottleneck,
                }
                for r in _spread(busy, 14)
            ]
        },
    }


def _key_figures(writer: Writer, projection: Projection) -> dict[str, Any]:
    """The principal workload's figures with bands, and one row for each other workload."""
    principal = projection.principal
    rows: list[dict[str, str]] = []
    others: list[dict[str, str]] = []
    for workload in projection.workloads:
        if workload.not_projectable or not workload.metrics:
            continue
        if workload is principal:
            rows = [
                {
                    "metric": metric_label(metric, writer.language),
                    "value": numbers.number(estimate.value, writer.language),
                    "band": numbers.band(estimate, writer.language),
                    "unit": writer.unit(estimate.unit, metric, workload.anchor),
                }
                for metric, estimate in (
                    (name, within_limits(name, value)) for name, value in workload.metrics.items()
                )
                if f"m_{metric}" in writer.text
            ]
            continue
        row = {"workload": writer.titled(workload.anchor)}
        for metric in KEY_METRICS:
            found = workload.metrics.get(metric)
            row[metric] = "" if found is None else numbers.number(found.value, writer.language)
        if any(row[metric] for metric in KEY_METRICS):
            others.append(row)
    return {
        "workload": "" if principal is None else writer.titled(principal.anchor),
        "rows": rows,
        "others": others,
    }


def trust(writer: Writer) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    worst = 0.0
    for anchor in writer.engagement.baseline.anchors:
        for row in anchor.rows:
            error = row.error_pct
            worst = max(worst, abs(error or 0.0))
            rows.append(
                {
                    "workload": writer.titled(anchor.anchor),
                    "metric": metric_label(row.metric, writer.language),
                    "measured": numbers.number(row.measured, writer.language),
                    "modelled": numbers.number(row.modelled, writer.language),
                    "unit": writer.unit(row.unit, row.metric, anchor.anchor),
                    "error_pct": error,
                    "error": "–" if error is None else numbers.percent(error, writer.language),
                }
            )
    sentences = list(writer.engagement.baseline.refused)
    if rows:
        sentences.append(
            writer.say(
                "t_calibrated",
                rows=str(len(rows)),
                worst=numbers.percent(worst, writer.language, signed=False),
            )
        )
    sentences.append(writer.text["t_band"])
    limits: list[str] = []
    for workload in writer.engagement.as_is.workloads:
        if workload.not_projectable:
            limits.append(
                writer.say(
                    "t_not",
                    workload=writer.titled(workload.anchor),
                    reason=workload.not_projectable,
                )
            )
        limits.extend(
            writer.say("t_extrapolated", sentence=sentence) for sentence in workload.extrapolated
        )
    return {
        "sentences": sentences,
        "rows": rows,
        "chart": {
            "rows": [
                {
                    "label": f"{row['metric']}, {row['workload']}",
                    "error": row["error_pct"],
                    "text": row["error"],
                }
                for row in rows
            ]
        },
        "limits": list(dict.fromkeys(limits)),
        "published": [
            {
                "metric": metric_label(row.metric, writer.language),
                "runs": numbers.number(row.runs, writer.language, 9),
                "median": numbers.percent(row.median_pct, writer.language, signed=False),
                "largest": numbers.percent(row.max_pct, writer.language, signed=False),
                "inside": numbers.percent(row.inside_band_pct, writer.language, signed=False),
            }
            for row in stored_summary()
        ],
    }


def _spread(resources: Sequence[Any], most: int) -> list[Any]:
    """The busiest resources, but not a page of alike ones: at most four of one label."""
    counts: dict[str, int] = {}
    kept: list[Any] = []
    for resource in resources:
        counts[resource.label] = counts.get(resource.label, 0) + 1
        if counts[resource.label] <= 4 and len(kept) < most:
            kept.append(resource)
    return kept
