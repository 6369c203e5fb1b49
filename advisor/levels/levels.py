"""Percentiles and goals of one scenario, from the networks that were solved for it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from model.language import Name, Quoted, say
from model.projection import Baseline, Projection, project
from model.queueing.installation import InstallationNetwork, Solved
from model.queueing.installation.service import Frozen, meets, stretched
from model.queueing.installation.watching import final, watching
from model.queueing.percentiles import PERCENTILES, ResponseTimes, fit
from model.queueing.service_levels import Goal
from model.topology import Scenario

from .goals import WlmGoal, goal_words

__all__ = [
    "GoalAnswer",
    "Levels",
    "levels_of",
    "networks_of",
    "questions",
    "scenario_levels",
    "workloads_of",
]

Networks = Sequence[tuple[InstallationNetwork, Solved]]


@dataclass(frozen=True)
class GoalAnswer:
    """A goal, the probability (0 to 1) that a response is within it, and whether that is enough.

    because: what the probability rests on where that is less than the model.
    """

    goal: str
    probability: float
    met: bool
    because: str = ""


@dataclass(frozen=True)
class Levels:
    """One scenario: response times (phase-type fits) by workload.

    assumed: workloads of no network, whose responses are taken to be exponential.
    """

    times: Mapping[str, ResponseTimes]
    rates_per_s: Mapping[str, float]
    assumed: frozenset[str] = frozenset()

    def percentiles_s(self, workload: str) -> dict[int, float]:
        """Seconds within which 50, 90, 95 and 99 per cent of a workload's responses end."""
        return {p: self.times[workload].percentile(p) for p in PERCENTILES}

    def answer(self, goal: Goal, as_is: Levels) -> GoalAnswer | None:
        """A goal on a workload; ``None`` where the model has no such workload."""
        times = self.times.get(goal.cls)
        if times is None:
            if goal.cls not in as_is.times:
                return None
            words = goal_words(goal.cls, goal.seconds, goal.percent)
            return GoalAnswer(words, 0.0, False, "endless")
        return GoalAnswer(
            goal_words(goal.cls, goal.seconds, goal.percent), times.share_within(goal.seconds),
            meets(goal, times),
        )  # fmt: skip

    def answer_wlm(self, goal: WlmGoal, as_is: Levels) -> GoalAnswer | None:
        """A goal of Workload Manager in this scenario; ``None`` where nothing was measured."""
        today = as_is.times.get(goal.workload or "")
        now = self.times.get(goal.workload or "")
        if now is None and today is not None:
            return GoalAnswer(goal.words, 0.0, False, "endless")
        if goal.response_s is None:
            if now is None or goal.workload is None:
                return None
            return self._judged(goal, now, "")
        if today is None or now is None or today.mean_s <= 0.0:
            mean = goal.response_s
            return self._judged(goal, fit(mean, mean**2, 2.0 * mean**3), "measured")
        mean = goal.response_s * now.mean_s / today.mean_s
        return self._judged(goal, stretched(now, mean), "stretched")

    @staticmethod
    def _judged(goal: WlmGoal, times: ResponseTimes, because: str) -> GoalAnswer:
        met = meets(Goal(goal.name, goal.seconds, goal.percent), times)
        return GoalAnswer(goal.words, times.share_within(goal.seconds), met, because)


def networks_of(baseline: Baseline, scenario: Scenario) -> Networks:
    """The networks behind a scenario's figures, solved anew."""
    with watching() as seen:
        project(baseline, [scenario], bands=False)
    return final(seen) or baseline.networks


def scenario_levels(baseline: Baseline, scenario: Scenario) -> Levels:
    """Percentiles under a scenario, projected anew."""
    with watching() as seen:
        (projection,) = project(baseline, [scenario], bands=False)
    return levels_of(final(seen) or baseline.networks, baseline, projection)


def workloads_of(net: InstallationNetwork, anchors: Iterable[str]) -> dict[str, list[str]]:
    """Chains of a network by the workload whose transactions they are.

    A subsystem's chains are named after its anchor; of several that are, those of its users. A
    subsystem that was solved alone does not name itself: it is the one anchor of its kind.
    """
    anchors = list(anchors)
    found: dict[str, list[str]] = {}
    for chain in net.chains:
        owner = next((a for a in anchors if chain.name == a or chain.name.startswith(f"{a}/")), "")
        if not owner and chain.name.startswith("/"):
            databases = [a for a in anchors if a.startswith("adabas_database:")]
            owner = databases[0] if len(databases) == 1 else ""
        if owner:
            found.setdefault(owner, []).append(chain.name)
    for owner, chains in found.items():
        users = [c for c in chains if "/users/" in c]
        found[owner] = users or chains
    return found


def _frozen(networks: Networks, baseline: Baseline) -> list[Frozen]:
    anchors = [a.anchor for a in baseline.anchors]
    return [Frozen(n, s.reading, 0, workloads_of(n, anchors)) for n, s in networks]


def levels_of(networks: Networks, baseline: Baseline, projection: Projection) -> Levels:
    """Percentiles of all workloads of a projection that have a response.

    Those of a network are stretched to the projection's mean, so that no figure says two things; a
    workload without one is taken to be exponential. What a scenario leaves alone is not solved
    again with it and keeps the shape it has today.
    """
    times: dict[str, ResponseTimes] = {}
    rates: dict[str, float] = {}
    assumed = set()
    solved = [] if networks is baseline.networks else _frozen(baseline.networks, baseline)
    for each in [*solved, *_frozen(networks, baseline)]:
        times |= each.times()
        for name, chains in each.workloads.items():
            rates[name] = sum(each.rate_of(c) for c in chains)
    for workload in projection.workloads:
        response = workload.metrics.get("response_ms")
        if response is None or not response.value > 0.0:
            times.pop(workload.anchor, None)
            continue
        mean = response.value / 1e3
        own = times.get(workload.anchor)
        if own is None:
            assumed.add(workload.anchor)
            times[workload.anchor] = fit(mean, mean**2, 2.0 * mean**3)
        else:
            times[workload.anchor] = stretched(own, mean)
        for name in _RATES:
            if name in workload.metrics:
                rates[workload.anchor] = workload.metrics[name].value
                break
    return Levels(times, rates, frozenset(assumed))


_RATES = ("etr_per_s", "tx_per_s", "commits_per_s")


def questions(
    networks: Networks, baseline: Baseline, goals: Sequence[Goal], levels: Levels
) -> list[str]:
    """Largest load, engines needed, what is busy first, in sentences; of networks with goals.

    levels: of the same scenario, whose means count.
    """
    lines: list[str] = []
    for frozen in _frozen(networks, baseline):
        own = [g for g in goals if g.cls in frozen.workloads]
        if not own:
            continue
        means = {n: t.mean_s for n, t in frozen.times().items()}
        scale = {n: levels.times[n].mean_s / m for n, m in means.items() if n in levels.times}
        each = replace(frozen, scale=scale)
        load = each.largest_load(own)
        if math.isinf(load.factor):
            lines.append(say("No load breaks the goals."))
        elif load.factor <= 0.0:
            lines.append(
                say("No load however small meets the goals: {goal}.", goal=Quoted(load.breaks))
            )
        else:
            lines.append(
                say(
                    "Largest load that meets the goals: {factor:.3g} times today's; beyond it: "
                    "{goal}; busiest there: {station}.",
                    factor=load.factor, goal=Quoted(load.breaks), station=Name(load.busiest or ""),
                )
            )  # fmt: skip
        for station in each.engines():
            need = each.engines_needed(own, station)
            if need.servers is None:
                lines.append(
                    say("No number of engines of {station} meets the goals (now {now}).",
                        station=Name(station), now=need.now)
                )  # fmt: skip
            else:
                lines.append(
                    say("Engines of {station} that meet the goals: {servers} (now {now}).",
                        station=Name(station), servers=need.servers, now=need.now)
                )  # fmt: skip
        first = each.first_to_break()
        if first is not None and first.factor > 0.0:
            lines.append(
                say("First to be {limit:.0f} % busy as load grows: {station}, at {factor:.3g} "
                    "times today's.", limit=100 * first.limit, station=Name(first.station),
                    factor=first.factor)
            )  # fmt: skip
    return lines
