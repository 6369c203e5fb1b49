"""The one-page summary: what the plan brings, three findings, what happens otherwise."""

from __future__ import annotations

from typing import Any

from advisor.findings import Finding
from advisor.report import numbers
from advisor.report.outlook import growth_outlook
from advisor.report.texts import metric_label
from advisor.report.writer import MOVED_PCT, Writer, counts_as_gain, own_gain_pct


def summary(writer: Writer) -> dict[str, Any]:
    plan, as_is = writer.engagement.plan, writer.engagement.as_is
    lead: list[str] = []
    principal = as_is.principal
    if as_is.refused:
        lead.append(writer.say("s_refused", reason=writer.speak(as_is.refused[0])))
    if principal is None:
        lead.append(writer.text["s_no_model"])
    elif "etr_per_s" in principal.metrics:
        etr = principal.metrics["etr_per_s"]
        key = "s_today" if as_is.bottleneck else "s_today_free"
        lead.append(
            writer.say(
                key,
                workload=writer.titled(principal.anchor),
                etr=numbers.quantity(
                    etr.value,
                    writer.unit(etr.unit, "etr_per_s", principal.anchor),
                    writer.language,
                ),
                bottleneck=writer.titled(as_is.bottleneck),
            )
        )
    lead.extend(_plan_sentences(writer))
    return {
        "lead": lead,
        "cards": [_card(writer, f) for f in _top_three(writer)],
        "nothing": growth_outlook(writer.engagement, writer.language, writer.titled),
        "refused": writer.speak(plan.refused or ""),
    }


def _plan_sentences(writer: Writer) -> list[str]:
    plan = writer.engagement.plan
    if not plan.steps:
        return [writer.speak(plan.refused or "") or writer.text["s_no_plan"]]
    by_metric = {effect.metric: effect for effect in plan.projection}
    sentences: list[str] = []
    etr = by_metric.get("etr_per_s")
    if etr is not None and etr.change_pct is not None:
        low = (etr.after.low / etr.before - 1) * 100
        high = (etr.after.high / etr.before - 1) * 100
        spread = (
            f"({numbers.percent(low, writer.language)} … {numbers.percent(high, writer.language)})"
        )
        sentences.append(
            writer.say(
                "s_plan",
                steps=str(sum(1 for step in plan.steps if counts_as_gain(step)) or len(plan.steps)),
                gain=numbers.percent(etr.change_pct, writer.language),
                band=spread,
            )
        )
    itr = by_metric.get("itr_per_cpu_s")
    if itr is not None and itr.change_pct is not None:
        gain = numbers.percent(itr.change_pct, writer.language)
        sentences.append(writer.say("s_plan_itr", gain=gain))
    return sentences


def _top_three(writer: Writer) -> list[Finding]:
    """What the plan gains most from; without gains, what weighs most."""
    plan = writer.engagement.plan
    gain = {step.finding: step.gain_pct or 0.0 for step in plan.steps}
    chosen = [writer.by_id[i] for i in plan.findings if i in writer.by_id]
    rank = {"high": 0, "medium": 1, "low": 2, "info": 3}
    return sorted(
        chosen or list(writer.engagement.findings),
        key=lambda f: (
            -abs(gain.get(f.id, 0.0)),
            rank[f.severity],
            -own_gain_pct(f),
            f.rule,
            f.component,
        ),
    )[:3]


def _card(writer: Writer, finding: Finding) -> dict[str, Any]:
    moved = [
        e for e in finding.projection if e.change_pct is not None and abs(e.change_pct) >= MOVED_PCT
    ][:3]
    gains = [
        f"{metric_label(e.metric, writer.language)} {writer.spread(e)}"
        + ("" if e.after.basis != "published" else f", {writer.text['published_short']}")
        for e in moved
    ]
    step = next((s for s in writer.engagement.plan.steps if s.finding == finding.id), None)
    if step is not None and counts_as_gain(step):
        goal = writer.text.get(f"goal_{writer.engagement.plan.goal}", writer.engagement.plan.goal)
        gain = numbers.percent(step.gain_pct or 0.0, writer.language)
        if gains:
            gains[0] = writer.say("alone", effect=gains[0])
        gains.insert(0, writer.say("in_plan_gain", gain=gain, goal=goal))
    brings = "; ".join(gains) or (
        writer.speak(finding.not_projectable_because or "") or writer.text["no_claim"]
    )
    costs = writer.text[f"eff_{finding.effort}"]
    if finding.risk:
        costs = f"{costs}. {writer.say('risk_is', risk=writer.speak(finding.risk))}"
    return {
        "number": writer.number_of[finding.id],
        "title": writer.speak(finding.title),
        "rule": finding.rule,
        "step": writer.step_of.get(finding.id, 0),
        "component": writer.titled(finding.component),
        "text": writer.speak(finding.explanation),
        "brings": brings,
        "costs": costs,
    }
