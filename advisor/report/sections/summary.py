"""The one-page summary: what the plan brings, three findings, what happens otherwise."""

from __future__ import annotations

from typing import Any

from advisor.findings import Effect, Finding
from advisor.plan.goal import told_pct
from advisor.report import numbers
from advisor.report.figures import told_alone
from advisor.report.goals import goal_sentences
from advisor.report.outlook import growth_outlook
from advisor.report.sections.management import alike, plan_effects, plan_windows
from advisor.report.texts import metric_label
from advisor.report.words import EFFORTS, GOALS
from advisor.report.writer import MOVED_PCT, THINGS, Writer, counts_as_gain, leading_steps
from advisor.rules.worth import is_headline
from model.language import mark
from model.projection import Estimate


def summary(writer: Writer) -> dict[str, Any]:
    plan, as_is = writer.engagement.plan, writer.engagement.as_is
    lead: list[str] = []
    principal = as_is.principal
    if as_is.refused:
        lead.append(
            writer.say(
                "The model does not reproduce today's figures well enough to project: {reason}",
                reason=writer.speak(as_is.refused[0]),
            )
        )
    if principal is None:
        figures = any(finding.projection for finding in writer.engagement.findings)
        lead.append(
            writer.say(
                "What is known does not suffice to calibrate a model, and no rule finds anything "
                "to change in it."
                if not writer.engagement.findings
                else "What is known does not suffice to calibrate a model. Where "
                "findings carry figures, they are computed from what was "
                "measured."
                if figures
                else "What is known does not suffice to calibrate a model, so that the findings "
                "below have no projection."
            )
        )
    elif "etr_per_s" in principal.metrics:
        lead.extend(_today_sentences(writer, principal.anchor, principal.metrics["etr_per_s"]))
    lead.extend(_plan_sentences(writer))
    lead.extend(goal_sentences(writer))
    return {
        "lead": lead,
        "cards": [_card(writer, f) for f in leading_steps(writer)[:THINGS]],
        "nothing": growth_outlook(writer),
        "effects": plan_effects(writer),
        "windows": plan_windows(writer),
        "refused": writer.speak(plan.refused or ""),
    }


def _today_sentences(writer: Writer, anchor: str, modelled: Estimate) -> list[str]:
    """What the workload delivers: as measured where a report says it, and in the model."""
    limits = writer.limits()
    unit = writer.unit(modelled.unit, "etr_per_s", anchor)
    measured = writer.measured(anchor).get("etr_per_s")
    in_model = numbers.quantity(
        modelled.value if measured is None else measured.modelled, unit, writer.language
    )
    said = (
        in_model if measured is None else numbers.quantity(measured.measured, unit, writer.language)
    )
    sentences = [
        writer.say(
            (
                "{workload} delivers {etr} today. What limits it is {bottleneck}."
                if limits
                else "{workload} delivers {etr} today."
            )
            # What somebody typed is nobody's measurement.
            if measured is None or writer.topology[anchor].entered
            else "As measured, {workload} delivers {etr} today. What limits it is {bottleneck}."
            if limits
            else "As measured, {workload} delivers {etr} today.",
            workload=writer.titled(anchor),
            etr=said,
            bottleneck=limits,
        )
    ]
    if measured is not None and measured.error_pct is not None and said != in_model:
        error = numbers.percent(measured.error_pct, writer.language)
        sentences.append(
            writer.say(
                "The calibrated model of it delivers {etr} ({error}); what is projected is its "
                "change, on what was measured.",
                etr=in_model,
                error=error,
            )
        )
    return sentences


def _acting(acting: int, steps: int) -> str:
    """Which sentence says how many steps of the plan act on throughput, and how far."""
    if acting == steps == 1:
        return mark(
            "The plan's one step is projected to change throughput by {gain}; the 90 % band is "
            "{band}."
        )
    if acting == steps:
        return mark(
            "The plan's {steps} steps together are projected to change throughput by "
            "{gain}; the 90 % band is {band}."
        )
    if acting == 1:
        return mark(
            "The plan has {all} steps; one of them acts on throughput and is projected to change "
            "it by {gain}; the 90 % band is {band}. The others remove faults, waits or waste."
        )
    return mark(
        "The plan has {all} steps; {steps} of them act on throughput and are together "
        "projected to change it by {gain}; the 90 % band is {band}. The others remove "
        "faults, waits or waste."
    )


def _plan_sentences(writer: Writer) -> list[str]:
    plan = writer.engagement.plan
    if not plan.steps:
        return [
            writer.speak(plan.refused or "")
            or writer.say("No change is proposed: nothing that was found brings a projected gain.")
        ]
    by_metric = {effect.metric: effect for effect in plan.projection}
    sentences: list[str] = []
    etr = by_metric.get("etr_per_s")
    acting = sum(1 for step in plan.steps if counts_as_gain(step))
    moved = etr is not None and abs(etr.change_pct or 0.0) >= MOVED_PCT
    if etr is not None and etr.change is not None and (acting or moved):
        acting = acting or len(plan.steps)
        sentences.append(
            writer.say(
                _acting(acting, len(plan.steps)),
                all=str(len(plan.steps)),
                steps=str(acting),
                gain=numbers.percent(etr.change.value, writer.language),
                band=numbers.percent_band(etr.change, writer.language),
            )
        )
    elif not acting:
        sentences.append(
            writer.say(
                "The plan has one step; it claims no gain in throughput."
                if len(plan.steps) == 1
                else "The plan has {all} steps; none claims a gain in throughput. "
                "They remove faults, waits or waste.",
                all=str(len(plan.steps)),
            )
        )
    itr = by_metric.get("itr_per_cpu_s")
    if itr is not None and itr.change_pct is not None and _told(itr):
        gain = writer.spread(itr)
        sentences.append(writer.say("Work done per CPU second changes by {gain}.", gain=gain))
    return sentences


def _told(effect: Effect) -> bool:
    """Whether a change is more than nothing, or its band is."""
    change = effect.change
    return change is not None and max(abs(change.low), abs(change.high)) >= MOVED_PCT


def _card(writer: Writer, finding: Finding) -> dict[str, Any]:
    once = {metric_label(e.metric, writer.language): e for e in reversed(finding.projection)}
    moved = [
        e
        for e in finding.projection
        if e.change_pct is not None
        and abs(e.change_pct) >= MOVED_PCT
        and once[metric_label(e.metric, writer.language)] is e
    ]
    moved = sorted(moved, key=lambda e: not is_headline(e))[:3]
    gains = [
        f"{metric_label(e.metric, writer.language)} {writer.spread(e)}"
        + ("" if e.after.basis != "published" else f", {writer.say('published figure')}")
        for e in moved
    ]
    step = next((s for s in writer.engagement.plan.steps if s.finding == finding.id), None)
    if gains and finding.beside_plan:
        gains[0] = writer.say("on top of the other steps: {effect}", effect=gains[0])
    # Of a step that comes first both figures are one, and its band says more.
    apart = bool(told_alone(writer.engagement.plan, finding, writer.language))
    if step is not None and counts_as_gain(step) and (apart or not gains):
        goal = writer.say(GOALS[writer.engagement.plan.goal])
        gain = numbers.percent(
            told_pct(step.gain_pct or 0.0, writer.engagement.plan.goal), writer.language
        )
        if gains:
            gains[0] = writer.say("without the steps before it: {effect}", effect=gains[0])
        said = writer.say("{gain} {goal} with the steps before it done", gain=gain, goal=goal)
        gains.insert(0, said)
    brings = "; ".join(gains) or (
        writer.speak(finding.not_projectable_because or "") or writer.say("no gain claimed")
    )
    costs = writer.say(EFFORTS[finding.effort])
    risk = writer.say("Risk: {risk}", risk=writer.speak(finding.risk.referring))
    return {
        "number": writer.number_of[finding.id],
        "title": writer.speak(finding.title),
        "rule": finding.rule,
        "step": writer.step_of.get(finding.id, 0),
        "component": ", ".join(
            dict.fromkeys(writer.titled(f.component) for f in alike(writer, finding))
        ),
        "text": writer.speak(finding.explanation),
        "brings": brings,
        "costs": f"{costs}. {risk}",
    }
