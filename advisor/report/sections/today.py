"""The installation today, and how far the model of it can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advisor.report import numbers
from advisor.report.figures import Shown, readable, shown_estimate
from advisor.report.numbers import Language
from advisor.report.picture_data import picture_of
from advisor.report.texts import metric_label
from advisor.report.wording import reason_of, unit_shown
from advisor.report.writer import Writer
from model.calibration.record.stored import stored_record
from model.calibration.record.tables import relevant
from model.calibration.summary import stored_summary
from model.figures import figure
from model.language import mark, mentions
from model.projection import CalibrationRow, Estimate, Projection
from model.projection.provisional import stand_ins
from model.subsystems.common import responses_untold

KEY_METRICS = (
    "etr_per_s",
    "itr_per_cpu_s",
    "response_ms",
    "cpu_s_per_s",
    "io_per_s",
    "paging_per_s",
)
ALIKE = 0.005
"""Shares of time that two members of one thing may differ in and be shown as one row."""
FITTED_PCT = 1e-6
"""A row that agrees better than this fixes a constant of its own: it agrees by construction."""
SHOWN_AS_NONE_PCT = 0.05
"""Published runs whose largest error is printed as 0 % are fitted as well: each has a constant of
its own, which reproduces the run to as many digits as were published."""


def today(writer: Writer) -> dict[str, Any]:
    as_is = writer.engagement.as_is
    limiting = writer.limiting()
    picture = picture_of(writer.topology, as_is, limiting, writer.language)
    systems = sum(len(machine["systems"]) for machine in picture["machines"])
    parts = len(writer.topology)
    # What limits the work comes first of those that are as busy by the figures printed.
    busy = sorted(
        as_is.resources,
        key=lambda r: (
            -round(min(1.0, r.utilization), 2),
            r.component not in limiting,
            -r.utilization,
            r.component,
        ),
    )
    return {
        "picture": picture,
        "picture_alt": writer.say(
            "Picture of the installation (machines: {machines}, systems: {systems}, "
            "components: {parts}); the bottleneck is {bottleneck}.",
            machines=str(len(picture["machines"])),
            systems=str(systems),
            parts=str(parts),
            bottleneck=writer.limits() or "–",
        ),
        "bottleneck": writer.limits_today(),
        "figures": _key_figures(writer, as_is),
        "busy_note": " ".join(
            n
            for n in (
                _nuclei_note(writer),
                _limit_note(writer),
                _dispatched_note(writer),
                *_regions_notes(writer),
            )
            if n
        ),
        "busy": {
            "rows": [
                {
                    "label": writer.titled(r.component),
                    "value": min(1.0, max(0.0, r.utilization)),
                    "text": ", ".join(
                        part
                        for part in (
                            numbers.percent(
                                min(1.0, r.utilization) * 100, writer.language, signed=False
                            ),
                            writer.speak(r.label),
                            writer.say("{count} alike", count=str(alike)) if alike > 1 else "",
                        )
                        if part
                    ),
                    "bottleneck": r.component in limiting,
                }
                for r, alike in _spread(busy, 14)
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
        kind = writer.kind(workload.anchor)
        if workload is principal:
            rows = [
                {
                    "metric": metric_label(metric, writer.language),
                    "measured": _measured(writer, workload.anchor, metric, value),
                    **_shown(shown_estimate(metric, modelled, kind, writer.language)),
                }
                for metric, value in workload.metrics.items()
                if figure(metric) is not None
                for modelled in (workload.modelled.get(metric, value),)
            ]
            continue
        row = {"workload": writer.titled(workload.anchor)}
        for metric in KEY_METRICS:
            found = workload.metrics.get(metric)
            row[metric] = "" if found is None else _short(metric, found, kind, writer.language)
        # How long a dump would take is a response time of nobody's work.
        if any(row[metric] for metric in KEY_METRICS if metric != "response_ms"):
            others.append(row)
    return {
        "workload": "" if principal is None else writer.titled(principal.anchor),
        "told": "" if principal is None else writer.told_head([principal.anchor]),
        "rows": rows,
        "others": others,
    }


def _measured(writer: Writer, anchor: str, metric: str, modelled: Estimate) -> str:
    """What the reports say where the model has a figure, in its unit; empty where none says it."""
    row = writer.measured(anchor).get(metric)
    if row is None:
        return ""
    shown, _unit = readable(metric, modelled.value, modelled.unit)
    factor = shown / modelled.value if modelled.value else 1.0
    return numbers.number(row.measured * factor, writer.language)


def _shown(shown: Shown) -> dict[str, str]:
    return {"value": shown.value, "band": shown.band, "unit": shown.unit}


def _short(metric: str, estimate: Estimate, kind: str | None, language: Language) -> str:
    """A figure for a narrow column whose head names the unit; a time carries its own."""
    shown = shown_estimate(metric, estimate, kind, language)
    return f"{shown.value}\u00a0{shown.unit}" if metric == "response_ms" else shown.value


def _nuclei_note(writer: Writer) -> str:
    """Why a nucleus shows busier than its processor share, where that is so."""
    as_is = writer.engagement.as_is
    principal = as_is.principal
    share = None if principal is None else principal.metrics.get("nucleus_busy_pct")
    if principal is None or share is None:
        return ""
    members = {c.id for c in writer.topology.sources(principal.anchor, "member")}
    busy = [r.utilization * 100 for r in as_is.resources if r.component in members]
    if not busy or max(busy) < share.value + 1:
        return ""
    return writer.say(
        "A nucleus counts as busy ({busy}) while it runs and while a page fault or another "
        "wait of its single task stops it; {cpu} of the time it uses a processor. The "
        "difference is time in which it serves nobody.",
        busy=numbers.percent(min(100.0, max(busy)), writer.language, signed=False),
        cpu=numbers.percent(share.value, writer.language, signed=False),
    )


def _limit_note(writer: Writer) -> str:
    """What a control unit's share of its I/O limit is, beside what RMF says of its volumes."""
    limits = {r.component for r in writer.engagement.as_is.resources}
    for disk in writer.topology.of_kind("dasd"):
        if disk.id not in limits:
            continue
        seen = [
            float(measured.value)
            for volume in writer.topology.children(disk.id, "dasd_volume")
            for name, measured in volume.measured.items()
            if name.partition(".")[0] == "busy_pct" and not isinstance(measured.value, str)
        ]
        if not seen:
            return writer.say(
                "The share of {disk} is that of the I/O rate which it or "
                "units like it were measured to reach, not a busy time of "
                "its devices.",
                disk=writer.titled(disk.id),
            )
        mean = sum(seen) / len(seen)
        busy_pct = numbers.percent(mean, writer.language, signed=False)
        return writer.say(
            "The share of {disk} is that of the I/O rate which it or units "
            "like it were measured to reach, not a busy time of its devices: "
            "to each system its volumes are {busy} busy on average (RMF).",
            disk=writer.titled(disk.id),
            busy=busy_pct,
        )
    return ""


def _dispatched_note(writer: Writer) -> str:
    """What busy means of a QR TCB: the CPU that it uses is less, and a finding tells of that."""
    if not any(r.label == "QR TCB" for r in writer.engagement.as_is.resources):
        return ""
    return writer.say(
        "A QR TCB counts as busy while it is dispatched, whether it gets a processor or not."
    )


def _regions_notes(writer: Writer) -> list[str]:
    """Why message regions show less busy than they are measured to be occupied."""
    said = []
    for resource in writer.engagement.as_is.resources:
        row = writer.measured(resource.component).get("region_occupancy_pct")
        busy_pct = min(1.0, resource.utilization) * 100
        if row is None or row.measured < busy_pct + 1:
            continue
        said.append(
            writer.say(
                "The message regions of {region} are occupied {occupied} of the time; {busy} is "
                "what transactions hold, and the rest keeps no message waiting.",
                region=writer.titled(resource.component),
                occupied=numbers.percent(row.measured, writer.language, signed=False),
                busy=numbers.percent(busy_pct, writer.language, signed=False),
            )
        )
    return said


def trust(writer: Writer) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    worst = 0.0
    fitted = 0
    for component, row in writer.engagement.baseline.measured_rows:
        kind = writer.kind(component)
        error = row.judged_pct if row.noticeable else None
        own = error is not None and abs(error) < FITTED_PCT
        fitted += own
        worst = max(worst, abs(error or 0.0))
        rows.append(
            {
                "workload": writer.titled(component),
                "metric": metric_label(row.metric, writer.language, kind),
                "measured": _at(row.metric, row.measured, row, kind, writer.language).value,
                "modelled": _at(row.metric, row.modelled, row, kind, writer.language).value,
                "unit": _at(row.metric, row.measured, row, kind, writer.language).unit,
                "error_pct": error,
                "fitted": own,
                "slight": not row.noticeable,
                "error": writer.say("fitted")
                if own
                else writer.say("slight")
                if not row.noticeable
                else "–"
                if error is None
                else numbers.error(error, writer.language),
            }
        )
    sentences = [writer.speak(text) for text in writer.engagement.baseline.refused]
    judged = sum(row["error_pct"] is not None for row in rows)
    if judged:
        sentences.append(
            writer.say(
                _calibrated(fitted, judged),
                rows=str(judged),
                fitted=str(fitted),
                others=str(judged - fitted),
                worst=writer.off_by(worst),
            )
        )
    sentences.extend(_of_one_moment(writer))
    sentences.append(
        writer.say(
            "Every projected figure carries a 90 % band. It covers "
            "how well the model's constants are known and how far "
            "measured runs scatter about the model; outside the "
            "published conditions it is widened and the projection "
            "says so."
        )
    )
    limits = [
        writer.say("In doubt: {sentence}.", sentence=writer.speak(sentence))
        for _, sentence in writer.engagement.baseline.hardware_doubts
    ]
    doubts = {*writer.engagement.baseline.doubts}
    limits.extend(map(writer.speak, stand_ins(writer.engagement.baseline.topology)))
    outside: dict[str, list[str]] = {}
    for workload in writer.engagement.as_is.workloads:
        if workload.not_projectable:
            limits.append(
                writer.say(
                    "{workload} is not projected: {reason}",
                    workload=writer.titled(workload.anchor),
                    reason=reason_of(
                        writer.speak(workload.not_projectable), writer.name(workload.anchor)
                    ),
                )
            )
        for sentence in workload.extrapolated:
            if sentence in doubts:
                limits.append(writer.say("In doubt: {sentence}.", sentence=writer.speak(sentence)))
            else:
                outside.setdefault(sentence, []).append(workload.anchor)
        response = workload.metrics.get("response_ms")
        for sentence in responses_untold(response.reasons if response else ()):
            limits.append(
                writer.say(
                    "In doubt: {workload}: {sentence}.",
                    workload=writer.titled(workload.anchor),
                    sentence=writer.speak(sentence),
                )
            )
    limits.extend(_outside(writer, sentence, anchors) for sentence, anchors in outside.items())
    return {
        "sentences": sentences,
        "told": writer.told_head(name for name, _ in writer.engagement.baseline.measured_rows),
        "rows": rows,
        "chart": {
            "rows": [
                {
                    "label": f"{row['metric']}, {row['workload']}",
                    "error": row["error_pct"],
                    "text": row["error"],
                }
                for row in rows
                if not row["fitted"] and row["error_pct"] is not None
            ]
        },
        "limits": list(dict.fromkeys(limits)),
        "published": [
            {
                "metric": _published_label(row.metric, writer),
                "runs": numbers.number(row.runs, writer.language, 9),
                "median": writer.say("fitted")
                if row.max_pct < SHOWN_AS_NONE_PCT
                else numbers.percent(row.median_pct, writer.language, signed=False),
                "largest": writer.say("fitted")
                if row.max_pct < SHOWN_AS_NONE_PCT
                else numbers.percent(row.max_pct, writer.language, signed=False),
                "inside": numbers.percent(row.inside_band_pct, writer.language, signed=False),
            }
            for row in stored_summary()
        ],
        "record": [
            {
                "law": f"{writer.speak(one.product)}: {writer.speak(one.law)}",
                "runs": numbers.number(one.rows, writer.language, 9),
                "median": _percent_or_none(one.median_pct, writer.language),
                "inside": _percent_or_none(one.inside_pct, writer.language),
                "half": _percent_or_none(one.half_width_pct, writer.language),
                "how": writer.speak(one.how),
            }
            for one in relevant(stored_record(), writer.topology)
            if (one.rows == 0 or (one.inside_pct is not None and one.half_width_pct is not None))
            and figure(one.law) is None
        ],
    }


def _outside(writer: Writer, sentence: str, anchors: Sequence[str]) -> str:
    """What lies outside published conditions; it names whose figures these are."""
    if any(mentions(sentence, component.name) for component in writer.topology):
        return writer.say(
            "Outside published conditions: {sentence}.", sentence=writer.speak(sentence)
        )
    return writer.say(
        "Outside published conditions: {names}: {sentence}.",
        names=", ".join(map(writer.titled, anchors)),
        sentence=writer.speak(sentence),
    )


def _of_one_moment(writer: Writer) -> list[str]:
    """Figures that no error is told of, as a report prints them of one moment: in words."""
    said = []
    for component, row in writer.engagement.baseline.measured_rows:
        if row.judged_pct is not None or row.error_pct is None:
            continue
        kind = writer.kind(component)
        said.append(
            writer.say(
                "Not judged: {figure} of {component} was {measured} at the moment of the report, "
                "where the model's mean is {modelled}.",
                figure=metric_label(row.metric, writer.language, kind),
                component=writer.titled(component),
                measured=_at(row.metric, row.measured, row, kind, writer.language).value,
                modelled=_at(row.metric, row.modelled, row, kind, writer.language).value,
            )
        )
    return said


def _percent_or_none(value: float | None, language: numbers.Language) -> str:
    return "" if value is None else numbers.percent(value, language, signed=False)


def _calibrated(fitted: int, rows: int) -> str:
    """Which sentence says how well the model agrees."""
    if rows == 1:
        return (
            mark(
                "The model was calibrated to one figure of this installation. It fixes a "
                "constant of its own and so agrees by construction; nothing tests the model."
            )
            if fitted
            else mark(
                "The model was calibrated to one figure of this installation; its error is {worst}."
            )
        )
    if fitted == rows - 1:
        return (
            mark(
                "The model was calibrated to two figures of this installation. One of "
                "them fixes a constant of its own and agrees by construction; the error of the "
                "other one is {worst}."
            )
            if fitted == 1
            else mark(
                "The model was calibrated to {rows} figures of this installation. "
                "{fitted} of them fix a constant of their own and agree by construction; the "
                "error of the other one is {worst}."
            )
        )
    if fitted == 1:
        return mark(
            "The model was calibrated to {rows} figures of this installation. One of "
            "them fixes a constant of its own and agrees by construction; of the other {others}, "
            "which the model has to explain together, the largest error is {worst}."
        )
    if fitted == rows:
        return mark(
            "The model was calibrated to {rows} figures of this installation. "
            "Each of them fixes a constant of its own and so agrees by construction; "
            "none tests the model."
        )
    return (
        mark(
            "The model was calibrated to {rows} figures of this installation. "
            "{fitted} of them fix a constant of their own and agree by construction; "
            "of the other {others}, which the model has to explain together, the "
            "largest error is {worst}."
        )
        if fitted
        else mark(
            "The model was calibrated to {rows} figures of this installation; "
            "the largest error is {worst}."
        )
    )


def _published_label(metric: str, writer: Writer) -> str:
    """The metric's name, with its unit where another one of the table is called the same."""
    label = metric_label(metric, writer.language)
    alike = [m.metric for m in stored_summary() if metric_label(m.metric, writer.language) == label]
    return label if len(alike) == 1 else f"{label} ({metric.rpartition('_')[2]})"


def _at(
    metric: str, value: float, row: CalibrationRow, kind: str | None, language: Language
) -> Shown:
    """A measured or modelled figure, both in the unit that suits the measured one."""
    factor = readable(metric, row.measured, row.unit)[0] / row.measured if row.measured else 1.0
    unit = readable(metric, row.measured, row.unit)[1]
    shown = value * factor
    return Shown(numbers.number(shown, language), "", unit_shown(unit, metric, kind, language))


def _spread(resources: Sequence[Any], most: int) -> list[tuple[Any, int]]:
    """The busiest resources with how many are like each; at most four rows of one label.

    Members of one thing that are as busy as each other are one row: eight alike nuclei are not
    shown as four.
    """
    counts: dict[str, int] = {}
    kept: list[tuple[Any, int]] = []
    for resource in resources:
        kind = resource.component.partition(":")[0]
        for place, (other, alike) in enumerate(kept):
            same = (other.component.partition(":")[0], other.label) == (kind, resource.label)
            if same and other.utilization - resource.utilization < ALIKE:
                kept[place] = (other, alike + 1)
                break
        else:
            counts[resource.label] = counts.get(resource.label, 0) + 1
            if counts[resource.label] <= 4 and len(kept) < most:
                kept.append((resource, 1))
    return kept
