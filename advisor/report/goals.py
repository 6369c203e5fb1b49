"""Response goals of Workload Manager and of the consultant: whether they are met, how likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.report import numbers

if TYPE_CHECKING:
    from advisor.levels import GoalAnswer
    from advisor.report.writer import Writer

__all__ = ["goal_sentences"]


def goal_sentences(writer: Writer) -> list[str]:
    """One sentence for each response goal: of service classes with a measured response, and those
    that the consultant asked for."""
    from advisor.levels import goals_with_plan

    return [
        _sentence(
            writer, one.component, _words(writer, one.seconds, one.percent), one.now, one.then
        )
        for one in goals_with_plan(writer.engagement, writer.wanted)
    ]


def _sentence(
    writer: Writer, component: str, goal: str, now: GoalAnswer, then: GoalAnswer | None
) -> str:
    from advisor.levels import verdict

    values = {
        "name": writer.titled(component), "goal": goal,
        "now": writer.speak(verdict(now)), "chance": _chance(writer, now),
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
        then=writer.speak(verdict(then)),
        later=_chance(writer, then),
        plan=_share(writer, then),
        **values,
    )


def _chance(writer: Writer, answer: GoalAnswer) -> str:
    """The probability that a goal is met."""
    from advisor.levels import as_known

    within = as_known(answer.chance)
    sign = "" if within == answer.chance else "> " if answer.chance > 0.5 else "< "
    return sign + numbers.percent(round(100 * within), writer.language, signed=False)


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
