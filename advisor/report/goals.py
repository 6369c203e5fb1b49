"""Response goals that reports of Workload Manager print: how likely they are met, and would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.report import numbers

if TYPE_CHECKING:
    from advisor.levels import GoalAnswer, Levels, WlmGoal
    from advisor.report.writer import Writer

__all__ = ["goal_sentences"]


def goal_sentences(writer: Writer) -> list[str]:
    """One sentence for each service class with a response goal and a measured response."""
    engagement = writer.engagement
    classes = writer.topology.of_kind("service_class")
    if not any("goal_response_ms" in component.measured for component in classes):
        return []
    from advisor.levels import levels_of, wlm_goals

    baseline = engagement.baseline
    today = levels_of(baseline.networks, baseline, engagement.as_is)
    planned = _planned(writer)
    sentences = []
    for goal in wlm_goals(writer.topology, today.rates_per_s):
        now = today.answer_wlm(goal, today)
        if now is None:
            continue
        values = {
            "name": writer.titled(goal.service_class), "goal": _words(writer, goal),
            "now": _verdict(writer, now), "chance": _chance(writer, now),
            "today": _share(writer, now),
        }  # fmt: skip
        then = None
        if planned is not None and goal.workload is not None:
            then = planned.answer_wlm(goal, today)
        if then is None:
            sentences.append(
                writer.say(
                    "Response goal of {name}, {goal}: {now} today (probability of meeting it: "
                    "{chance}), {today} of responses are within it.",
                    **values,
                )
            )
        else:
            sentences.append(
                writer.say(
                    "Response goal of {name}, {goal}: {now} today (probability of meeting it: "
                    "{chance}), {today} of responses are within it; {then} with the plan "
                    "({later}), {plan}.",
                    then=_verdict(writer, then),
                    later=_chance(writer, then),
                    plan=_share(writer, then),
                    **values,
                )
            )
    return sentences


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


def _words(writer: Writer, goal: WlmGoal) -> str:
    within = numbers.quantity(1e3 * goal.seconds, "ms", writer.language)
    if goal.percent is None:
        return writer.say("a mean within {within}", within=within)
    share = numbers.percent(goal.percent, writer.language, signed=False)
    return writer.say("{share} within {within}", share=share, within=within)


def _share(writer: Writer, answer: GoalAnswer) -> str:
    """The share of responses within a goal, and its band where that says more."""
    share, *ends = (
        numbers.percent(100 * p, writer.language, signed=False)
        for p in (answer.probability, *answer.shares)
    )
    return share if ends == [share, share] else f"{share} ({' … '.join(ends)})"
