"""Percentiles and goals of one scenario, from the networks that were solved for it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from advisor.plan.naming import called
from model.projection import Baseline, Projection, project
from model.queueing.goals import Goal
from model.queueing.installation import InstallationNetwork, Solved
from model.queueing.installation.service import Frozen, meets, stretched
from model.queueing.installation.watching import final, watching
from model.queueing.percentiles import PERCENTILES, ResponseTimes, fit
from model.queueing.spread import Spread, chance_of, range_of, respread, shapes_of, unmeasured
from model.topology import Scenario, Topology

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

    because: what the probability rests on where that is less than the model. shares: least and most
    that it may be, over the bands of mean, spread and shape. chance: the probability that the goal
    is met, with all that these bands allow; at least 0.5 where it is ``met`` by the central value.
    """

    goal: str
    probability: float
    met: bool
    because: str = ""
    shares: tuple[float, float] = (0.0, 0.0)
    chance: float = 0.0

    @property
    def certain(self) -> bool:
        """Whether it is met, or missed, beyond the doubt of a band of 90 %."""
        return not 0.05 < self.chance < 0.95


@dataclass(frozen=True)
class Levels:
    """One scenario: response times (phase-type fits) by workload.

    assumed: workloads of no network, whose responses are taken to be exponential.  means_s: by
    workload the band of its mean response.  spreads: measured deviations of responses; of other
    workloads the network's own is taken.  ends_s2: what the variances of the measured may be.
    """

    times: Mapping[str, ResponseTimes]
    rates_per_s: Mapping[str, float]
    assumed: frozenset[str] = frozenset()
    means_s: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    spreads: Mapping[str, Spread] = field(default_factory=dict)
    ends_s2: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def percentiles_s(self, workload: str) -> dict[int, float]:
        """Seconds within which 50, 90, 95 and 99 per cent of a workload's responses end."""
        return {p: self.times[workload].percentile(p) for p in PERCENTILES}

    def bands_s(
        self, workload: str, percents: Sequence[int] = PERCENTILES
    ) -> dict[int, tuple[float, float]]:
        """The band of each: of the mean, of the spread, and of the shape that they leave open."""
        times = self.times[workload]
        mean = times.mean_s
        if not mean > 0.0:
            return dict.fromkeys(percents, (0.0, 0.0))
        low_s, high_s = self.means_s.get(workload, (mean, mean))
        ends = self.ends_s2.get(workload) or unmeasured(times)
        return {p: range_of(times, low_s, high_s, ends, p) for p in percents}

    def answer(self, goal: Goal, as_is: Levels) -> GoalAnswer | None:
        """A goal on a workload; ``None`` where the model has no such workload."""
        times = self.times.get(goal.cls)
        if times is None:
            if goal.cls not in as_is.times:
                return None
            words = goal_words(called(goal.cls), goal.seconds, goal.percent)
            return GoalAnswer(words, 0.0, False, "endless")
        words = goal_words(called(goal.cls), goal.seconds, goal.percent)
        return self._judged(goal, words, times, "")

    def answer_wlm(self, goal: WlmGoal, as_is: Levels) -> GoalAnswer | None:
        """A goal of Workload Manager in this scenario; ``None`` where nothing was measured."""
        asked = Goal(goal.workload or "", goal.seconds, goal.percent)
        today = as_is.times.get(goal.workload or "")
        now = self.times.get(goal.workload or "")
        if now is None and today is not None:
            return GoalAnswer(goal.words, 0.0, False, "endless")
        if goal.response_s is None:
            if now is None or goal.workload is None:
                return None
            return self._judged(asked, goal.words, now, "")
        measured_s = goal.response_s
        if today is None or now is None or today.mean_s <= 0.0:
            times = fit(measured_s, measured_s**2, 2.0 * measured_s**3)
            ends: tuple[float, float] | None = None
            if goal.deviation_s is not None:
                ends = goal.deviation_s**2, goal.deviation_s**2
                times = respread(times, ends[0])
            return self._judged(replace(asked, cls=""), goal.words, times, "measured", ends)
        times = stretched(now, measured_s * now.mean_s / today.mean_s)
        ends = None
        if goal.deviation_s is not None and goal.workload not in self.spreads:
            own_s = math.sqrt(today.cv2) * measured_s
            spread = Spread(measured_s, own_s, goal.deviation_s)
            ends = spread.ends(times)
            times = spread.applied(times)
        return self._judged(asked, goal.words, times, "stretched", ends)

    def _judged(
        self, goal: Goal, words: str, times: ResponseTimes, because: str,
        ends_s2: tuple[float, float] | None = None,
    ) -> GoalAnswer:  # fmt: skip
        """times: of the goal's workload, perhaps stretched. ends_s2: of its variance, if known."""
        met = meets(goal, times)
        others, chance = [times], 1.0
        if times.mean_s > 0.0:
            own = self.times.get(goal.cls, times)
            by = times.mean_s / own.mean_s
            low_s, high_s = self.means_s.get(goal.cls, (own.mean_s, own.mean_s))
            if ends_s2 is None and goal.cls in self.ends_s2:
                least, most = self.ends_s2[goal.cls]
                ends_s2 = least * by**2, most * by**2
            bands = low_s * by, high_s * by, ends_s2 or unmeasured(times)
            others = shapes_of(times, *bands)
            chance = chance_of(times, *bands, goal.seconds, goal.percent)
        shares = [one.share_within(goal.seconds) for one in others]
        return GoalAnswer(words, shares[0], met, because, (min(shares), max(shares)), chance)


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
    alone is not solved again with it and keeps the shape it has today. Where a report tells how far
    responses deviate from their mean, they do.
    """
    today: dict[str, ResponseTimes] = {}
    times: dict[str, ResponseTimes] = {}
    rates: dict[str, float] = {}
    spreads: dict[str, Spread] = {}
    means: dict[str, tuple[float, float]] = {}
    ends: dict[str, tuple[float, float]] = {}
    assumed = set()
    for each in frozen_networks(baseline.networks, baseline):
        today |= each.times()
        rates |= _rates(each)
    times |= today
    if networks is not baseline.networks:
        for each in frozen_networks(networks, baseline):
            times |= each.times()
            rates |= _rates(each)
    for workload in projection.workloads:
        anchor, response = workload.anchor, workload.metrics.get("response_ms")
        if response is None or not response.value > 0.0:
            times.pop(anchor, None)
            continue
        mean = response.value / 1e3
        for name in _RATES:
            if name in workload.metrics:
                rates[anchor] = workload.metrics[name].value
                break
        if anchor in times:
            times[anchor] = stretched(times[anchor], mean)
        elif anchor in rates:
            assumed.add(anchor)
            times[anchor] = fit(mean, mean**2, 2.0 * mean**3)
        else:
            continue
        means[anchor] = response.low / 1e3, response.high / 1e3
        spread = _spread(baseline.topology, anchor, today.get(anchor))
        if spread is not None:
            spreads[anchor], ends[anchor] = spread, spread.ends(times[anchor])
            times[anchor] = spread.applied(times[anchor])
    return Levels(times, rates, frozenset(assumed), means, spreads, ends)


def _rates(frozen: Frozen) -> dict[str, float]:
    return {name: sum(map(frozen.rate_of, chains)) for name, chains in frozen.workloads.items()}


def _spread(topology: Topology, anchor: str, today: ResponseTimes | None) -> Spread | None:
    """What reports tell of the deviation of a workload's responses today."""
    if anchor not in topology:
        return None
    mean_ms, deviation_ms = map(topology[anchor].measure, ("response_ms", DEVIATION))
    if not mean_ms or not deviation_ms:
        return None
    # Exponential times deviate by their mean.
    own = 1.0 if today is None else math.sqrt(today.cv2)
    return Spread(mean_ms / 1e3, own * mean_ms / 1e3, deviation_ms / 1e3)


DEVIATION = "response_deviation_ms"
_RATES = ("etr_per_s", "tx_per_s", "commits_per_s")
