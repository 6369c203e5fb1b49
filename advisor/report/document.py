"""An engagement as document data: every sentence, table and chart of the report, nothing laid out.

The data is plain (dicts, lists, strings, numbers for chart marks), so that a template, a test or a
customer's own script can use it, and the same engagement always gives the same data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from advisor.engagement import Engagement
from advisor.findings import Effect, Finding, PlanStep
from advisor.observations import printed_lines
from advisor.report import numbers
from advisor.report.evidence import evidence_rows
from advisor.report.masking import Mask, build_mask
from advisor.report.numbers import Language
from advisor.report.outlook import growth_outlook
from advisor.report.picture_data import picture_of
from advisor.report.text import printable, short_name
from advisor.report.texts import metric_label, texts
from advisor.report.wording import Names, unit_shown, within_limits
from model.calibration.summary import stored_summary
from model.projection import Projection
from model.topology import Topology

FORMAT = "plexwright-report/1"
SECTIONS = (
    "summary",
    "today",
    "trust",
    "plan",
    "findings",
    "in_order",
    "cannot",
    "appendix",
)
STEP_METRICS = ("etr_per_s", "itr_per_cpu_s", "response_ms", "paging_per_s")
KEY_METRICS = (
    "etr_per_s",
    "itr_per_cpu_s",
    "response_ms",
    "cpu_s_per_s",
    "io_per_s",
    "paging_per_s",
)
MOST_FIGURES = 7
MOST_LINES = 6
"""A finding's page shows as many figures and different report lines; the rest is in the JSON."""

MOVED_PCT = 0.05
"""A figure that changes by less prints as no change; it is left out of a finding's table."""


@dataclass(frozen=True)
class ReportOptions:
    """How the report is to be written.

    ``date`` is printed as given (the caller decides what day it is, so that the same engagement
    gives the same bytes). ``mask_names`` are names to mask beyond those that are found.
    """

    language: Language = "en"
    paper: Literal["a4", "us-letter"] = "a4"
    date: str = ""
    title: str = ""
    author: str = ""
    mask: bool = False
    mask_names: tuple[str, ...] = ()
    sections: tuple[str, ...] = SECTIONS


def build_document(engagement: Engagement, options: ReportOptions | None = None) -> dict[str, Any]:
    """The whole report as data; see the module's docstring."""
    options = options or ReportOptions()
    writer = _Writer(engagement, options)
    document: dict[str, Any] = {
        "format": FORMAT,
        "meta": writer.meta(),
        "labels": {},
        "sections": [name for name in SECTIONS if name in options.sections],
        "summary": writer.summary(),
        "today": writer.today(),
        "trust": writer.trust(),
        "plan": writer.plan(),
        "findings": [writer.finding(f) for f in writer.ordered],
        "groups": writer.groups(),
        "in_order": writer.outcomes("in order"),
        "cannot": writer.outcomes("cannot tell"),
        "appendix": writer.appendix(),
    }
    document = _clean(Names(engagement.installation.topology).apply(document))
    if options.mask:
        document = mask_of(engagement, options).apply(document)
    document["labels"] = dict(writer.text)
    return document


def mask_of(engagement: Engagement, options: ReportOptions) -> Mask:
    """The mask that a masked report of this engagement uses."""
    return build_mask(engagement, options.mask_names)


def _clean(data: Any) -> Any:
    if isinstance(data, str):
        return printable(data, 2000)
    if isinstance(data, dict):
        return {key: _clean(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_clean(value) for value in data]
    return data


class _Writer:
    """Holds what all sections need; every method writes one section and changes nothing."""

    def __init__(self, engagement: Engagement, options: ReportOptions) -> None:
        self.engagement = engagement
        self.options = options
        self.language = options.language
        self.text = texts(options.language)
        self.by_id = {finding.id: finding for finding in engagement.findings}
        self.step_of = {
            step.finding: number for number, step in enumerate(engagement.plan.steps, 1)
        }
        self.ordered = _rules_together(
            sorted(
                engagement.findings,
                key=lambda f: (self.step_of.get(f.id, 10_000), -_gain(f), f.rule, f.component),
            )
        )
        self.printed = printed_lines(engagement.readings)
        self.number_of = {finding.id: n for n, finding in enumerate(self.ordered, 1)}

    # small words ------------------------------------------------------------------------------

    @property
    def topology(self) -> Topology:
        return self.engagement.installation.topology

    def say(self, key: str, **values: str) -> str:
        return self.text[key].format(**values)

    def name(self, component: str | None) -> str:
        if component is None:
            return "–"
        found = self.topology.components.get(component)
        return short_name(component if found is None else found.name)

    def titled(self, component: str | None) -> str:
        """Name with the kind's title, such as 'LPAR SYSA'."""
        from model.catalogue import catalogue

        if component is None or component not in self.topology:
            return self.name(component)
        kind = catalogue().get(self.topology[component].kind)
        title = "" if kind is None else kind.title
        return f"{title} {self.name(component)}".strip()

    def unit(self, unit: str, metric: str, component: str | None) -> str:
        found = None if component is None else self.topology.components.get(component)
        return unit_shown(unit, metric, None if found is None else found.kind, self.language)

    def effect_row(self, effect: Effect, component: str | None) -> dict[str, Any]:
        change = effect.change_pct
        after = within_limits(effect.metric, effect.after)
        return {
            "metric": metric_label(effect.metric, self.language),
            "mark": _MARKS.get(effect.after.basis, ""),
            "unit": self.unit(effect.unit, effect.metric, component),
            "before": numbers.number(effect.before, self.language),
            "after": numbers.number(after.value, self.language),
            "band": numbers.band(after, self.language),
            "change": "–" if change is None else numbers.percent(change, self.language),
            "basis": self.text[f"basis_{effect.after.basis}"],
            "reasons": list(effect.after.reasons),
        }

    def effect_rows(
        self, effects: Sequence[Effect], component: str | None, most: int = 99
    ) -> dict[str, Any]:
        """Rows of an effects table, how many were left out, and what its marks mean."""
        shown = _shown_effects(effects)
        kept = _most_moved(shown, most)
        bases = {effect.after.basis for effect in kept}
        return {
            "effects": [self.effect_row(e, component) for e in kept],
            "effects_more": self.say("more_figures", count=str(len(shown) - len(kept)))
            if len(shown) > len(kept)
            else "",
            "effects_notes": [self.text[f"note_{b}"] for b in _MARKS if b in bases],
        }

    def spread(self, effect: Effect) -> str:
        """The change of an effect with its band in per cent."""
        gain = numbers.percent(effect.change_pct or 0.0, self.language)
        if effect.before == 0 or effect.after.low == effect.after.high:
            return gain
        low, high = (
            numbers.percent((value / effect.before - 1) * 100, self.language)
            for value in (effect.after.low, effect.after.high)
        )
        return gain if low == high else f"{gain} ({low} … {high})"

    # sections ---------------------------------------------------------------------------------

    def meta(self) -> dict[str, Any]:
        readings = self.engagement.readings
        observations = sum(len(r.observations) for r in readings)
        return {
            "title": self.options.title or self.text["report"],
            "customer": short_name(self.engagement.name),
            "date": self.options.date,
            "author": self.options.author,
            "language": self.language,
            "paper": self.options.paper,
            "masked": self.options.mask,
            "english_note": self.text["english_note"],
            "based_on": self.say(
                "based_on",
                files=numbers.number(len(readings), self.language, 9),
                observations=numbers.number(observations, self.language, 9),
            ),
        }

    def summary(self) -> dict[str, Any]:
        plan, as_is = self.engagement.plan, self.engagement.as_is
        lead: list[str] = []
        principal = as_is.principal
        if as_is.refused:
            lead.append(self.say("s_refused", reason=as_is.refused[0]))
        if principal is None:
            lead.append(self.text["s_no_model"])
        elif "etr_per_s" in principal.metrics:
            etr = principal.metrics["etr_per_s"]
            key = "s_today" if as_is.bottleneck else "s_today_free"
            lead.append(
                self.say(
                    key,
                    workload=self.titled(principal.anchor),
                    etr=numbers.quantity(
                        etr.value,
                        self.unit(etr.unit, "etr_per_s", principal.anchor),
                        self.language,
                    ),
                    bottleneck=self.titled(as_is.bottleneck),
                )
            )
        lead.extend(self._plan_sentences())
        return {
            "lead": lead,
            "cards": [self._card(f) for f in self._top_three()],
            "nothing": growth_outlook(self.engagement, self.language, self.titled),
            "refused": plan.refused,
        }

    def _plan_sentences(self) -> list[str]:
        plan = self.engagement.plan
        if not plan.steps:
            return [plan.refused or self.text["s_no_plan"]]
        by_metric = {effect.metric: effect for effect in plan.projection}
        sentences: list[str] = []
        etr = by_metric.get("etr_per_s")
        if etr is not None and etr.change_pct is not None:
            low = (etr.after.low / etr.before - 1) * 100
            high = (etr.after.high / etr.before - 1) * 100
            spread = (
                f"({numbers.percent(low, self.language)} … {numbers.percent(high, self.language)})"
            )
            sentences.append(
                self.say(
                    "s_plan",
                    steps=str(sum(1 for step in plan.steps if _gains(step)) or len(plan.steps)),
                    gain=numbers.percent(etr.change_pct, self.language),
                    band=spread,
                )
            )
        itr = by_metric.get("itr_per_cpu_s")
        if itr is not None and itr.change_pct is not None:
            gain = numbers.percent(itr.change_pct, self.language)
            sentences.append(self.say("s_plan_itr", gain=gain))
        return sentences

    def _top_three(self) -> list[Finding]:
        """What the plan gains most from; without gains, what weighs most."""
        plan = self.engagement.plan
        gain = {step.finding: step.gain_pct or 0.0 for step in plan.steps}
        chosen = [self.by_id[i] for i in plan.findings if i in self.by_id]
        rank = {"high": 0, "medium": 1, "low": 2, "info": 3}
        return sorted(
            chosen or list(self.engagement.findings),
            key=lambda f: (
                -abs(gain.get(f.id, 0.0)),
                rank[f.severity],
                -_gain(f),
                f.rule,
                f.component,
            ),
        )[:3]

    def _card(self, finding: Finding) -> dict[str, Any]:
        moved = [
            e
            for e in finding.projection
            if e.change_pct is not None and abs(e.change_pct) >= MOVED_PCT
        ][:3]
        gains = [
            f"{metric_label(e.metric, self.language)} {self.spread(e)}"
            + ("" if e.after.basis != "published" else f", {self.text['published_short']}")
            for e in moved
        ]
        step = next((s for s in self.engagement.plan.steps if s.finding == finding.id), None)
        if step is not None and _gains(step):
            goal = self.text.get(f"goal_{self.engagement.plan.goal}", self.engagement.plan.goal)
            gain = numbers.percent(step.gain_pct or 0.0, self.language)
            if gains:
                gains[0] = self.say("alone", effect=gains[0])
            gains.insert(0, self.say("in_plan_gain", gain=gain, goal=goal))
        brings = "; ".join(gains) or (finding.not_projectable_because or self.text["no_claim"])
        costs = self.text[f"eff_{finding.effort}"]
        if finding.risk:
            costs = f"{costs}. {self.say('risk_is', risk=finding.risk)}"
        return {
            "number": self.number_of[finding.id],
            "title": finding.title,
            "component": self.titled(finding.component),
            "text": finding.explanation,
            "brings": brings,
            "costs": costs,
        }

    def today(self) -> dict[str, Any]:
        as_is = self.engagement.as_is
        picture = picture_of(self.topology, as_is, self.language)
        systems = sum(len(machine["systems"]) for machine in picture["machines"])
        parts = len(self.topology)
        busy = sorted(as_is.resources, key=lambda r: (-r.utilization, r.component))
        return {
            "picture": picture,
            "picture_alt": self.say(
                "picture_alt",
                machines=str(len(picture["machines"])),
                systems=str(systems),
                parts=str(parts),
                bottleneck=self.titled(as_is.bottleneck),
            ),
            "bottleneck": self.titled(as_is.bottleneck) if as_is.bottleneck else "",
            "figures": self._key_figures(as_is),
            "busy": {
                "rows": [
                    {
                        "label": self.titled(r.component),
                        "value": min(1.0, max(0.0, r.utilization)),
                        "text": ", ".join(
                            part
                            for part in (f"{min(1.0, r.utilization) * 100:.0f} %", r.label)
                            if part
                        ),
                        "bottleneck": r.component == as_is.bottleneck,
                    }
                    for r in _spread(busy, 14)
                ]
            },
        }

    def _key_figures(self, projection: Projection) -> dict[str, Any]:
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
                        "metric": metric_label(metric, self.language),
                        "value": numbers.number(estimate.value, self.language),
                        "band": numbers.band(estimate, self.language),
                        "unit": self.unit(estimate.unit, metric, workload.anchor),
                    }
                    for metric, estimate in (
                        (name, within_limits(name, value))
                        for name, value in workload.metrics.items()
                    )
                    if f"m_{metric}" in self.text
                ]
                continue
            row = {"workload": self.titled(workload.anchor)}
            for metric in KEY_METRICS:
                found = workload.metrics.get(metric)
                row[metric] = "" if found is None else numbers.number(found.value, self.language)
            if any(row[metric] for metric in KEY_METRICS):
                others.append(row)
        return {
            "workload": "" if principal is None else self.titled(principal.anchor),
            "rows": rows,
            "others": others,
        }

    def trust(self) -> dict[str, Any]:
        rows: list[dict[str, Any]] = []
        worst = 0.0
        for anchor in self.engagement.baseline.anchors:
            for row in anchor.rows:
                error = row.error_pct
                worst = max(worst, abs(error or 0.0))
                rows.append(
                    {
                        "workload": self.titled(anchor.anchor),
                        "metric": metric_label(row.metric, self.language),
                        "measured": numbers.number(row.measured, self.language),
                        "modelled": numbers.number(row.modelled, self.language),
                        "unit": self.unit(row.unit, row.metric, anchor.anchor),
                        "error_pct": error,
                        "error": "–" if error is None else numbers.percent(error, self.language),
                    }
                )
        sentences = list(self.engagement.baseline.refused)
        if rows:
            sentences.append(
                self.say(
                    "t_calibrated",
                    rows=str(len(rows)),
                    worst=numbers.percent(worst, self.language, signed=False),
                )
            )
        sentences.append(self.text["t_band"])
        limits: list[str] = []
        for workload in self.engagement.as_is.workloads:
            if workload.not_projectable:
                limits.append(
                    self.say(
                        "t_not",
                        workload=self.titled(workload.anchor),
                        reason=workload.not_projectable,
                    )
                )
            limits.extend(
                self.say("t_extrapolated", sentence=sentence) for sentence in workload.extrapolated
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
                    "metric": metric_label(row.metric, self.language),
                    "runs": numbers.number(row.runs, self.language, 9),
                    "median": numbers.percent(row.median_pct, self.language, signed=False),
                    "largest": numbers.percent(row.max_pct, self.language, signed=False),
                    "inside": numbers.percent(row.inside_band_pct, self.language, signed=False),
                }
                for row in stored_summary()
            ],
        }

    def plan(self) -> dict[str, Any]:
        plan = self.engagement.plan
        return {
            "goal": self.text.get(f"goal_{plan.goal}", plan.goal),
            "refused": plan.refused,
            "steps": [
                {
                    **self._step(number, step),
                    "gain": numbers.percent(step.gain_pct or 0.0, self.language),
                    "effects": [
                        self.effect_row(e, self.anchor)
                        for e in step.cumulative
                        if e.metric in STEP_METRICS
                    ],
                }
                for number, step in enumerate(plan.steps, 1)
                if _gains(step)
            ],
            "besides": [
                self._step(number, step)
                for number, step in enumerate(plan.steps, 1)
                if not _gains(step)
            ],
            "projection": self.effect_rows(plan.projection, self.anchor)["effects"],
            "chart": self._step_chart(),
            "interactions": [item.sentence for item in plan.interactions],
            "binding": list(plan.binding),
            "left_out": [
                {"title": self._rule_and_title(i), "reason": reason}
                for i, reason in sorted(plan.left_out.items())
            ],
        }

    def _step(self, number: int, step: PlanStep) -> dict[str, Any]:
        found = self.by_id.get(step.finding)
        return {
            "number": number,
            "finding": self.number_of.get(step.finding, 0),
            "title": "" if found is None else found.title,
            "component": self.titled(None if found is None else found.component),
            "effort": "" if found is None else self.text[f"eff_{found.effort}"],
        }

    def _rule_and_title(self, finding: str) -> str:
        found = self.by_id.get(finding)
        return finding if found is None else f"{found.rule} {found.title}"

    def _step_chart(self) -> dict[str, Any]:
        plan = self.engagement.plan
        points: list[dict[str, Any]] = []
        unit = ""
        for number, step in enumerate(plan.steps, 1):
            for effect in step.cumulative if _gains(step) else ():
                if effect.metric != "etr_per_s":
                    continue
                unit = self.unit(effect.unit, "etr_per_s", self.anchor)
                if not points:
                    points.append(
                        {
                            "label": self.text["as_is"],
                            "value": effect.before,
                            "low": effect.before,
                            "high": effect.before,
                            "text": numbers.number(effect.before, self.language),
                            "change": "",
                        }
                    )
                points.append(
                    {
                        "label": f"{self.text['step']} {number}",
                        "value": effect.after.value,
                        "low": effect.after.low,
                        "high": effect.after.high,
                        "text": numbers.number(effect.after.value, self.language),
                        "change": ""
                        if effect.change_pct is None
                        else numbers.percent(effect.change_pct, self.language),
                    }
                )
        top = max((p["high"] for p in points), default=0.0)
        ticks = [
            {"value": top * share, "text": numbers.number(top * share, self.language, 2)}
            for share in (0.0, 0.25, 0.5, 0.75, 1.0)
        ]
        return {"unit": unit, "points": points, "ticks": ticks if points else []}

    def finding(self, finding: Finding) -> dict[str, Any]:
        step = self.step_of.get(finding.id)
        lines = evidence_rows(finding.evidence, self.printed)
        for line in lines:
            line["more"] = self.say("more_places", count=str(line["more"])) if line["more"] else ""
        return {
            "number": self.number_of[finding.id],
            "rule": finding.rule,
            "title": finding.title,
            "subsystem": finding.subsystem,
            "component": self.titled(finding.component),
            "severity": self.text[f"sev_{finding.severity}"],
            "plan": self.text["not_in_plan"]
            if step is None
            else self.say("in_plan", step=str(step)),
            "explanation": finding.explanation,
            "evidence": lines[:MOST_LINES],
            "evidence_more": self.say("more_lines", count=str(len(lines) - MOST_LINES))
            if len(lines) > MOST_LINES
            else "",
            "changes": [
                {
                    "component": self.titled(c.component),
                    "setting": c.setting,
                    "from": _shown(c.from_value, self.language),
                    "to": _shown(c.to_value, self.language),
                    "syntax": c.syntax,
                }
                for c in finding.change_texts
            ],
            **self.effect_rows(finding.projection, self.workload_of(finding), MOST_FIGURES),
            "not_projectable": finding.not_projectable_because or "",
            "sources": [
                {
                    "citation": s.citation,
                    "effect": s.effect,
                    "conditions": s.conditions,
                    "distance": s.distance,
                }
                for s in finding.sources
            ],
            "caveats": [*finding.caveats, *finding.notes],
            "risk": finding.risk,
            "effort": self.text[f"eff_{finding.effort}"],
            "prerequisites": finding.prerequisites,
            "verify": finding.verify,
            "back_out": finding.back_out,
        }

    @property
    def anchor(self) -> str | None:
        """The workload that the plan's figures are of."""
        principal = self.engagement.as_is.principal
        return None if principal is None else principal.anchor

    def workload_of(self, finding: Finding) -> str | None:
        """The workload whose figures a finding's projection shows, for the words of its units.

        A component's own kind says it, save for those whose figures are another's (a system, a
        pool): those of a region take the region's, others those of the plan's workload.
        """
        found = self.topology.components.get(finding.component)
        while found is not None and found.kind not in ("lpar", "cpc"):
            if any(w.anchor == found.id for w in self.engagement.as_is.workloads):
                return found.id
            found = None if found.parent is None else self.topology.components.get(found.parent)
        return self.anchor if found is not None else finding.component

    def groups(self) -> list[dict[str, Any]]:
        """Findings of one rule under one heading: what is common to them, and their numbers."""
        groups: dict[str, list[Finding]] = {}
        for finding in self.ordered:
            groups.setdefault(finding.rule, []).append(finding)
        return [
            {
                "rule": rule,
                "title": _common_title(found),
                "numbers": [self.number_of[f.id] for f in found],
                "components": ", ".join(short_name(self.titled(f.component), 40) for f in found[:6])
                + (" …" if len(found) > 6 else ""),
                "count": self.say("several", count=str(len(found))),
                "common": [
                    name
                    for name in (
                        "sources",
                        "caveats",
                        "risk",
                        "prerequisites",
                        "verify",
                        "back_out",
                    )
                    if len(found) > 1 and len({repr(getattr(f, name)) for f in found}) == 1
                ],
            }
            for rule, found in groups.items()
        ]

    def outcomes(self, wanted: str) -> list[dict[str, str]]:
        from advisor.rules import rules

        titles = {rule.id: rule.title for rule in rules()}
        return [
            {
                "rule": o.rule,
                "title": titles.get(o.rule, ""),
                "sentence": o.sentence,
                "report": o.missing_report,
            }
            for o in self.engagement.outcomes
            if o.outcome == wanted
        ]

    def appendix(self) -> dict[str, Any]:
        installation = self.engagement.installation
        return {
            "assumptions": list(installation.assumptions),
            "questions": [
                {"question": q.question, "report": q.report} for q in installation.questions
            ],
            "problems": [
                {
                    "where": f"{short_name(p.file, 60)}:{p.line}" if p.file else "–",
                    "sentence": p.sentence,
                }
                for p in installation.problems
            ],
            "files": [
                {
                    "file": short_name(r.file, 60),
                    "formats": ", ".join(r.formats),
                    "observations": numbers.number(len(r.observations), self.language, 9),
                    "lines": numbers.number(r.lines, self.language, 9),
                    "unread": numbers.number(r.unread_lines, self.language, 9),
                    "size": numbers.number(r.size_bytes, self.language, 12),
                    "sha256": r.sha256,
                }
                for r in sorted(self.engagement.readings, key=lambda r: r.file)
            ],
            "unread": [
                {
                    "file": short_name(r.file, 60),
                    "ranges": _ranges(r.unread),
                    "count": numbers.number(r.unread_lines, self.language, 9),
                }
                for r in sorted(self.engagement.readings, key=lambda r: r.file)
                if r.unread
            ],
            "glossary": [
                dict(zip(("term", "meaning"), text.split(": ", 1), strict=True))
                for key, text in self.text.items()
                if key.startswith("g_")
            ],
        }


_MARKS = {"published": "†", "arithmetic": "‡"}


def _rules_together(findings: Sequence[Finding]) -> list[Finding]:
    """The same order, but findings of one rule follow the first of them."""
    first: dict[str, int] = {}
    for place, finding in enumerate(findings):
        first.setdefault(finding.rule, place)
    return sorted(findings, key=lambda f: first[f.rule])


def _common_title(findings: Sequence[Finding]) -> str:
    titles = list(dict.fromkeys(f.title for f in findings))
    return titles[0] if len(titles) == 1 else " / ".join(titles[:2])


def _most_moved(effects: Sequence[Effect], most: int) -> list[Effect]:
    """The leading figures and those that move most, in their given order."""
    rank = sorted(
        effects,
        key=lambda e: (e.metric not in STEP_METRICS[:3], -abs(e.change_pct or 0.0), e.metric),
    )[:most]
    return [effect for effect in effects if effect in rank]


def _gains(step: PlanStep) -> bool:
    """Whether a step moves the goal by an amount that prints as one."""
    return step.gain_pct is not None and abs(step.gain_pct) >= MOVED_PCT


def _gain(finding: Finding) -> float:
    effect = finding.effect("etr_per_s")
    if effect is None or effect.change_pct is None:
        return 0.0
    return effect.change_pct


def _shown_effects(effects: Sequence[Effect]) -> list[Effect]:
    """Throughput, ITR and response always, other figures where they move."""
    return [
        effect
        for effect in effects
        if effect.metric in STEP_METRICS[:3]
        or effect.change_pct is None
        or abs(effect.change_pct) >= MOVED_PCT
    ]


def _shown(value: object, language: Language) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "YES" if value else "NO"
    if isinstance(value, (int, float)):
        return numbers.number(float(value), language, 9)
    return str(value)


def _ranges(unread: Sequence[tuple[int, int]], most: int = 12) -> str:
    shown = [f"{a}" if a == b else f"{a}–{b}" for a, b in unread[:most]]
    more = len(unread) - most
    return ", ".join(shown) + (f" (+{more})" if more > 0 else "")


def _spread(resources: Sequence[Any], most: int) -> list[Any]:
    """The busiest resources, but not a page of alike ones: at most four of one label."""
    counts: dict[str, int] = {}
    kept: list[Any] = []
    for resource in resources:
        counts[resource.label] = counts.get(resource.label, 0) + 1
        if counts[resource.label] <= 4 and len(kept) < most:
            kept.append(resource)
    return kept


def plain_copy(document: Mapping[str, Any], number: int) -> str:
    """One finding as text for the clipboard."""
    labels = document["labels"]
    for finding in document["findings"]:
        if finding["number"] != number:
            continue
        parts = [f"{finding['rule']}  {finding['title']}", finding["component"], ""]
        parts.append(finding["explanation"])
        for change in finding["changes"]:
            parts.append(f"{labels['what_to_change']}: {change['syntax']}")
        for effect in finding["effects"]:
            figures = (
                f"{effect['before']} → {effect['after']} {effect['unit']} {effect['band']}".strip()
            )
            parts.append(f"{effect['metric']}: {figures} {effect['change']}")
        if finding["not_projectable"]:
            parts.append(f"{labels['not_projectable']}: {finding['not_projectable']}")
        for evidence in finding["evidence"]:
            parts.append(f"{evidence['file']}:{evidence['line']}: {evidence['quoted']}")
            parts.extend(f"  {labels['figure_from']}: {text}" for text in evidence["derived"])
        parts.extend(source["citation"] for source in finding["sources"])
        return "\n".join(parts) + "\n"
    raise KeyError(number)
