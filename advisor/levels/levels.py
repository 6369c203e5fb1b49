"""Percentiles and goals of one scenario, from the networks that were solved for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from advisor.plan.naming import called
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
    "frozen_networks",
    "levels_of",
    "networks_of",
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
            words = goal_words(called(goal.cls), goal.seconds, goal.percent)
            return GoalAnswer(words, 0.0, False, "endless")
        words = goal_words(called(goal.cls), goal.seconds, goal.percent)
        return GoalAnswer(words, times.share_within(goal.seconds), meets(goal, times))

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


def frozen_networks(networks: Networks, baseline: Baseline) -> list[Frozen]:
    """Networks with the demands they settled on, to be asked questions."""
    anchors = [a.anchor for a in baseline.anchors]
    return [Frozen(n, s.reading, 0, workloads_of(n, anchors)) for n, s in networks]


def levels_of(networks: Networks, baseline: Baseline, projection: Projection) -> Levels:
    """Percentiles of all workloads of a projection that have a response.

    Those of a network are stretched to the projection's mean, so that no figure says two things; a
    workload without one that has a rate is taken to be exponential, and what has none is one run
    (a batch job, a dump), of whose times nothing is known but the mean. What a scenario leaves
    alone is not solved again with it and keeps the shape it has today.
    """
    times: dict[str, ResponseTimes] = {}
    rates: dict[str, float] = {}
    assumed = set()
    solved = [] if networks is baseline.networks else frozen_networks(baseline.networks, baseline)
    for each in [*solved, *frozen_networks(networks, baseline)]:
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
        for name in _RATES:
            if name in workload.metrics:
                rates[workload.anchor] = workload.metrics[name].value
                break
        if own is not None:
            times[workload.anchor] = stretched(own, mean)
        elif workload.anchor in rates:
            assumed.add(workload.anchor)
            times[workload.anchor] = fit(mean, mean**2, 2.0 * mean**3)
    return Levels(times, rates, frozenset(assumed))


_RATES = ("etr_per_s", "tx_per_s", "commits_per_s")
