"""How the response goals of an engagement stand today and with its whole plan."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from model.language import say
from model.queueing.goals import Goal
from model.topology import Scenario

from .goals import Wanted, wlm_goals
from .levels import GoalAnswer, Levels, levels_of, scenario_levels

if TYPE_CHECKING:
    from advisor.engagement import Engagement

__all__ = ["GoalStanding", "as_known", "goals_with_plan", "verdict"]


@dataclass(frozen=True)
class GoalStanding:
    """A goal of ``component``, a service class or a workload that somebody asked about.

    percent: None where the mean is meant. then: with the whole plan; None without a plan, or where
    no workload of the model is known to be the service class's.
    """

    component: str
    seconds: float
    percent: float | None
    asked: bool
    now: GoalAnswer
    then: GoalAnswer | None

    @property
    def sentence(self) -> str:
        """How it stands, today and with the plan."""
        now, then = self.now, self.then
        values = {
            "goal": now.goal, "now": verdict(now), "chance": 100 * as_known(now.chance),
            "share": 100 * now.probability,
        }  # fmt: skip
        if then is None:
            return say(
                "Goal {goal}: {now} today; probability of meeting it {chance:.0f} %; {share:.3g} % "
                "of responses within it",
                **values,
            )
        return say(
            "Goal {goal}: {now} today, {then} with the plan; probability of meeting it "
            "{chance:.0f} → {later:.0f} %; {share:.3g} → {planned:.3g} % of responses within it",
            then=verdict(then), later=100 * as_known(then.chance), planned=100 * then.probability,
            **values,
        )  # fmt: skip


def verdict(answer: GoalAnswer) -> str:
    """Whether a goal is met; probably, where it is not with all that responses may be."""
    if answer.certain:
        return say("met") if answer.met else say("missed")
    return say("probably met") if answer.met else say("probably missed")


def as_known(chance: float) -> float:
    """Nobody knows a probability closer than to a per cent."""
    return min(max(chance, 0.01), 0.99)


def goals_with_plan(
    engagement: Engagement, wanted: Wanted | None = None
) -> tuple[GoalStanding, ...]:
    """The goals of service classes with a measured response, then those asked for."""
    topology, asked_for = engagement.installation.topology, wanted or {}
    classes = topology.of_kind("service_class")
    printed = any("goal_response_ms" in component.measured for component in classes)
    if not printed and not asked_for:
        return ()
    baseline = engagement.baseline
    today = levels_of(baseline.networks, baseline, engagement.as_is)
    planned = _planned(engagement, today)
    found = []
    for one in wlm_goals(topology, today.rates_per_s):
        now = today.answer_wlm(one, today)
        then = None
        if planned is not None and one.workload is not None:
            then = planned.answer_wlm(one, today)
        if now is not None:
            found.append(
                GoalStanding(one.service_class, one.seconds, one.percent, False, now, then)
            )
    for (workload, percent), seconds in asked_for.items():
        goal = Goal(workload, seconds, percent or None)
        now = today.answer(goal, today)
        if now is None or workload not in topology:
            continue
        then = None if planned is None else planned.answer(goal, today)
        found.append(GoalStanding(workload, seconds, goal.percent, True, now, then))
    return tuple(found)


def _planned(engagement: Engagement, today: Levels) -> Levels | None:
    """Levels with the whole plan, means with the bands that the plan shows; None without one.

    Of a workload that the plan does not move, today's band.
    """
    from advisor.rules.settling import merged_changes

    plan = engagement.plan
    found = {f.id: f for f in (*engagement.findings, *plan.amended)}
    changes = merged_changes([found[i] for i in plan.findings if i in found])
    if not changes or plan.refused:
        return None
    levels = scenario_levels(engagement.baseline, Scenario("plan", changes))
    bands = {
        anchor: (effect.figure.low / 1e3, effect.figure.high / 1e3)
        for anchor, effects in plan.workloads.items()
        for effect in effects
        if effect.metric == "response_ms"
    }
    known = {
        anchor: today.means_s[anchor]
        for anchor, times in levels.times.items()
        if anchor in today.means_s and times.mean_s == today.times[anchor].mean_s
    }
    return replace(levels, means_s={**levels.means_s, **known, **bands})
