"""Response goals of Workload Manager and of the consultant: whether they are met, how likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.report import numbers

if TYPE_CHECKING:
    from advisor.levels import GoalAnswer, Levels
    from advisor.report.writer import Writer

__all__ = ["goal_sentences"]


def goal_sentences(writer: Writer) -> list[str]:
    """One sentence for each response goal: of service classes with a measured response, and those
    that the consultant asked for."""
    engagement = writer.engagement
    classes = writer.topology.of_kind("service_class")
    printed = any("goal_response_ms" in component.measured for component in classes)
    if not printed and not writer.wanted:
        return []
    from advisor.levels import levels_of, wlm_goals
    from model.queueing.goals import Goal

    baseline = engagement.baseline
    today = levels_of(baseline.networks, baseline, engagement.as_is)
    planned = _planned(writer)
    sentences = []
    for goal in wlm_goals(writer.topology, today.rates_per_s):
        now = today.answer_wlm(goal, today)
        then = None
        if planned is not None and goal.workload is not None:
            then = planned.answer_wlm(goal, today)
        words = _words(writer, goal.seconds, goal.percent)
        if now is not None:
            sentences.append(_sentence(writer, goal.service_class, words, now, then))
    for (workload, percent), seconds in writer.wanted.items():
        asked = Goal(workload, seconds, percent or None)
        now = today.answer(asked, today)
        if now is None or workload not in writer.topology:
            continue
        then = None if planned is None else planned.answer(asked, today)
        words = _words(writer, seconds, asked.percent)
        sentences.append(_sentence(writer, workload, words, now, then))
    return sentences


def _sentence(
    writer: Writer, component: str, goal: str, now: GoalAnswer, then: GoalAnswer | None
) -> str:
    values = {
        "name": writer.titled(component), "goal": goal,
        "now": _verdict(writer, now), "chance": _chance(writer, now),
        "today": _share(writer, now),
    }  # fmt: skip
    if then is None:
        return writer.say(
            "Response goal of {name}, {goal}: {now} today (probability of meeting it: {chance}), "
            "{today} of responses are within it.",
            **values,
        )
    return writer.say(
        "Response goal of {name}, {goal}: {now} today (probability of meeting it: {chance}), "
        "{today} of responses are within it; {then} with the plan ({later}), {plan}.",
        then=_verdict(writer, then),
        later=_chance(writer, then),
        plan=_share(writer, then),
        **values,
    )


def _verdict(writer: Writer, answer: GoalAnswer) -> str:
    """Whether a goal is met; probably, where it is not with all that responses may be."""
    if answer.certain:
        return writer.say("met") if answer.met else writer.say("missed")
    return writer.say("probably met") if answer.met else writer.say("probably missed")


def _chance(writer: Writer, answer: GoalAnswer) -> str:
    """The probability that a goal is met; nobody knows it closer than to a per cent."""
    within = min(max(answer.chance, 0.01), 0.99)
    sign = "" if within == answer.chance else "> " if answer.chance > 0.5 else "< "
    return sign + numbers.percent(round(100 * within), writer.language, signed=False)


def _planned(writer: Writer) -> Levels | None:
    """Levels with the whole plan; ``None`` without one."""
    from advisor.levels import scenario_levels
    from advisor.rules.settling import merged_changes
    from model.topology import Scenario

    engagement, plan = writer.engagement, writer.engagement.plan
    found = {f.id: f for f in (*engagement.findings, *plan.amended)}
    changes = merged_changes([found[i] for i in plan.findings if i in found])
    if not changes or plan.refused:
        return None
    return scenario_levels(engagement.baseline, Scenario("plan", changes))


def _words(writer: Writer, seconds: float, percent: float | None) -> str:
    within = numbers.quantity(1e3 * seconds, "ms", writer.language)
    if percent is None:
        return writer.say("a mean within {within}", within=within)
    share = numbers.percent(percent, writer.language, signed=False)
    return writer.say("{share} within {within}", share=share, within=within)


def _share(writer: Writer, answer: GoalAnswer) -> str:
    """The share of responses within a goal, and its band where that says more."""
    share, *ends = (
        numbers.percent(100 * p, writer.language, signed=False)
        for p in (answer.probability, *answer.shares)
    )
    return share if ends == [share, share] else f"{share} ({' … '.join(ends)})"
