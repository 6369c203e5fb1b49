"""Projected beside measured: what was carried out, and whether it did what was said.

The baseline of the period before is projected under the changes that really were made, planned or
not, and under the load of the period after; so a figure tests the model and not the calendar. Its
band is that of the change, on what was measured before. What misses its band is explained as far
as the model can: by the resource that turned out otherwise, by a customer factor that moved, by an
unplanned change on the same component.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from advisor.engagement import Engagement, Options
from advisor.findings import Finding
from advisor.history.periods import Period, periods
from advisor.installation import build_installation
from advisor.observations import FileReading
from model.catalogue import catalogue
from model.figures import LESS, MORE, figure
from model.projection import (
    Baseline,
    Estimate,
    Projection,
    WorkloadProjection,
    build_baseline,
    project,
)
from model.topology import Change, Scenario, SetSetting, Topology, Value
from model.topology.growth import GROWTH

__all__ = ["Carried", "Compared", "Missed", "Outcome", "Step", "Worse", "outcome", "outcomes"]

How = Literal["as planned", "otherwise", "not carried out", "unplanned", "not told"]

STATED = frozenset({"report", "user"})
"""Origins of a value that somebody stated; that a default or a derived one moved is no finding."""

KNOWN = STATED | {"derived"}
"""Origins that tell whether advice was followed: also a number of nuclei that were counted."""

EXACT_SHARE = 0.005
"""How near a figure without a band has to be: what a report rounds."""

NORMAL_90 = 1.6448536269514722
NOTICED_SHARE = 0.05
"""A figure that got worse by less is within what one peak differs from the next."""

TRIED_GROWTH_PCT = 10.0
FOLLOWS_LOAD = 0.8
"""A throughput that grows by this share of the load's growth is given by the load."""


@dataclass(frozen=True, slots=True)
class Carried:
    """One setting between the periods: what was advised, and what the reports say became of it."""

    component: str
    setting: str
    before: Value | None
    after: Value | None
    advised: Value | None
    finding: str
    how: How


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure: measured before, projected with its 90 % band, measured after.

    ``standing`` is how many standard deviations of the band the measured figure lies above the
    projected one (of logarithms); ``None`` where the band has no width.
    """

    component: str
    model: str
    metric: str
    unit: str
    before: float
    projected: Estimate
    measured: float
    inside: bool
    standing: float | None


@dataclass(frozen=True, slots=True)
class Missed:
    """Why a component's figures lie outside their bands, as far as the model can say."""

    component: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Worse:
    """A figure that got worse and that nobody had said would."""

    component: str
    metric: str
    unit: str
    before: float
    expected: float
    after: float


@dataclass(frozen=True, slots=True)
class Step:
    """One finding that was carried out, and the figures projected after it and all before it."""

    finding: str
    title: str
    figures: Mapping[tuple[str, str], float]


@dataclass(frozen=True)
class Outcome:
    """What became of one period's projections in the next.

    ``load`` is the growth of each workload that its load gives, per cent; ``further`` the factor
    by which bands of each model's further projections are to be taken wider (or narrower).
    """

    before: Period
    after: Period
    carried: tuple[Carried, ...]
    load: Mapping[str, float]
    steps: tuple[Step, ...]
    compared: tuple[Compared, ...]
    missed: tuple[Missed, ...]
    worse: tuple[Worse, ...]
    further: Mapping[str, float]

    @property
    def inside(self) -> int:
        """How many figures lie inside their bands."""
        return sum(item.inside for item in self.compared)


def outcomes(engagement: Engagement) -> tuple[Outcome, ...]:
    """Every period of an engagement against the one before it."""
    from advisor.analysis import analyse

    found = periods(engagement.readings)
    made = []
    for before, after in pairwise(found):
        options = replace(engagement.options, bands=True)
        then = analyse(before.readings, options, engagement.name)
        made.append(outcome(then, before, after))
    return tuple(made)


def outcome(then: Engagement, before: Period, after: Period) -> Outcome:
    """What became of what was advised on the readings of ``before``.

    Parameters
    ----------
    then: the engagement as it was analysed before; its plan is what was advised.
    """
    now = _baseline(after.readings, then.options)
    old, new = then.baseline.topology, now.topology
    carried = tuple(_carried(old, new, _advised(then)))
    made = [
        SetSetting(item.component, item.setting, item.after)
        for item in carried
        if item.after is not None and item.how != "not carried out" and item.component in old
    ]
    load = _load(then.baseline, now)
    growth = [SetSetting(anchor, GROWTH.name, pct) for anchor, pct in load.items()]
    stages = _stages(then, carried)
    scenarios = [
        Scenario("what was done", (*growth, *made)),
        *(Scenario(title, (*growth, *changes)) for _id, title, changes in stages),
    ]
    whole, *partial = _projected(then.baseline, scenarios)
    (as_is_now,) = project(now, [Scenario("as measured")], bands=False)
    compared = tuple(_compared(then.baseline, now, whole, load))
    return Outcome(
        before,
        after,
        carried,
        load,
        tuple(
            Step(finding, title, dict(_figures(then.baseline, projection)))
            for (finding, title, _changes), projection in zip(stages, partial, strict=True)
        ),
        compared,
        tuple(_missed(compared, whole, as_is_now, then.baseline, now, carried)),
        tuple(_worse(compared)),
        _further(compared),
    )


def _baseline(readings: Sequence[FileReading], options: Options) -> Baseline:
    """The installation as these readings alone tell it; the edits were of the one before."""
    return build_baseline(build_installation(readings, options.answers).topology)


# --- what was carried out ------------------------------------------------------------------------


def _advised(then: Engagement) -> dict[tuple[str, str], tuple[Value, str]]:
    """Settings the plan asked for: the value, and the finding."""
    asked: dict[tuple[str, str], tuple[Value, str]] = {}
    for finding in _planned(then):
        for change in finding.changes:
            if isinstance(change, SetSetting):
                key = (change.component, change.setting)
                # The first that asked for it is who it is of, the last says how much.
                _value, first = asked.get(key, (change.value, finding.id))
                asked[key] = (change.value, first)
    return asked


def _planned(then: Engagement) -> list[Finding]:
    """The plan's findings in its order, with the amounts the plan wants."""
    amended = {finding.id: finding for finding in then.plan.amended}
    alone = {finding.id: finding for finding in then.findings}
    wanted = (amended.get(name) or alone.get(name) for name in then.plan.findings)
    return [finding for finding in wanted if finding is not None]


def _carried(
    old: Topology, new: Topology, advised: Mapping[tuple[str, str], tuple[Value, str]]
) -> Iterable[Carried]:
    seen = set()
    for (component, name), (value, finding) in advised.items():
        seen.add((component, name))
        was = old[component].value(name) if component in old else None
        now = _stated(new, component, name, KNOWN)
        if now is None:
            how: How = "not told"
        elif _equal(now, value):
            how = "as planned"
        elif was is not None and _equal(now, was):
            how = "not carried out"
        else:
            how = "otherwise"
        yield Carried(component, name, was, now, value, finding, how)
    for other in new:
        kind = catalogue().get(other.kind)
        read_off = set() if kind is None else {s.name for s in kind.settings if s.read_off}
        # Where hardly anything pages, the device that took most of it is nobody's decision.
        for name in other.settings.keys() - read_off:
            was, now = _stated(old, other.id, name), _stated(new, other.id, name)
            if (other.id, name) in seen or was is None or now is None or _equal(was, now):
                continue
            yield Carried(other.id, name, was, now, None, "", "unplanned")


def _stated(
    topology: Topology, component: str, name: str, origins: frozenset[str] = STATED
) -> Value | None:
    if component not in topology:
        return None
    found = topology[component].settings.get(name)
    return found.value if found is not None and found.origin.kind in origins else None


def _equal(one: Value, other: Value) -> bool:
    if isinstance(one, bool) or isinstance(other, bool) or isinstance(one, str):
        return one == other and isinstance(one, bool) == isinstance(other, bool)
    return not isinstance(other, str) and math.isclose(one, other, rel_tol=1e-9)


def _stages(
    then: Engagement, carried: Sequence[Carried]
) -> list[tuple[str, str, tuple[Change, ...]]]:
    """The findings that were carried out, each with its changes and those before it."""
    done = {
        (item.component, item.setting): item.after
        for item in carried
        if item.how in ("as planned", "otherwise") and item.after is not None
    }
    left = {(item.component, item.setting) for item in carried if item.how == "not carried out"}
    stages = []
    together: tuple[Change, ...] = ()
    for finding in _planned(then):
        own = tuple(
            SetSetting(change.component, change.setting, done[change.component, change.setting])
            for change in finding.changes
            if isinstance(change, SetSetting) and (change.component, change.setting) in done
        )
        asked = {(c.component, c.setting) for c in finding.changes if isinstance(c, SetSetting)}
        if own and not asked & left:
            together = (*together, *own)
            stages.append((finding.id, finding.title, together))
    return stages


# --- the load ------------------------------------------------------------------------------------


def _load(old: Baseline, new: Baseline) -> dict[str, float]:
    """By how much the load of each workload grew, per cent; only where its load is what gives it.

    A closed workload's throughput is an outcome: its users are a setting, and tell of themselves.
    """
    grown = {}
    for item in new.anchors:
        before, after = (_measured(side, item.anchor, "etr_per_s") for side in (old, new))
        if before and after and item.anchor in old.topology:
            grown[item.anchor] = (after / before - 1.0) * 100.0
    tried = [
        Scenario(anchor, (SetSetting(anchor, GROWTH.name, TRIED_GROWTH_PCT),)) for anchor in grown
    ]
    given = {}
    for scenario, projection in zip(tried, _projected(old, tried, bands=False), strict=True):
        workload = projection.workload(scenario.name)
        change = None if workload is None else workload.changes.get("etr_per_s")
        if change is not None and change.value >= FOLLOWS_LOAD * TRIED_GROWTH_PCT:
            given[scenario.name] = min(max(grown[scenario.name], -90.0), 900.0)
    return given


def _measured(baseline: Baseline, anchor: str, metric: str) -> float | None:
    found = baseline.anchor(anchor)
    if found is None or found.calibration is None:
        return None
    return next((row.measured for row in found.calibration.rows if row.metric == metric), None)


def _projected(
    baseline: Baseline, scenarios: Sequence[Scenario], *, bands: bool = True
) -> list[Projection]:
    """Each scenario's projection; growth that a kind does not know is left out of it."""
    known = baseline.topology
    fitting = [
        replace(
            scenario,
            changes=tuple(
                change
                for change in scenario.changes
                if isinstance(change, SetSetting) and _knows(known, change)
            ),
        )
        for scenario in scenarios
    ]
    return list(project(baseline, fitting, bands=bands)) if fitting else []


def _knows(topology: Topology, change: SetSetting) -> bool:
    from model.catalogue import catalogue

    kind = topology[change.component].kind if change.component in topology else ""
    return catalogue().spec(kind, change.setting) is not None


# --- figure by figure ----------------------------------------------------------------------------


def _figures(baseline: Baseline, projection: Projection) -> Iterable[tuple[tuple[str, str], float]]:
    for workload in projection.workloads:
        for metric, estimate in workload.metrics.items():
            before = _measured(baseline, workload.anchor, metric)
            if before is not None:
                yield (
                    (workload.anchor, metric),
                    _of_change(workload, metric, before, estimate).value,
                )


def _of_change(
    workload: WorkloadProjection, metric: str, before: float, estimate: Estimate
) -> Estimate:
    """What becomes of the measured figure: the projected change, on it and not on the modelled."""
    change = workload.changes.get(metric)
    if change is None or before == 0:
        return estimate
    value, low, high = (
        before * max(1.0 + end / 100.0, 0.0) for end in (change.value, change.low, change.high)
    )
    return replace(estimate, value=value, low=low, high=high)


def _compared(
    old: Baseline, new: Baseline, projection: Projection, load: Mapping[str, float]
) -> Iterable[Compared]:
    for item in new.anchors:
        workload = projection.workload(item.anchor)
        if item.calibration is None or workload is None or workload.not_projectable is not None:
            continue
        for row in item.calibration.rows:
            estimate = workload.metrics.get(row.metric)
            before = _measured(old, item.anchor, row.metric)
            given = row.metric == "etr_per_s" and item.anchor in load
            if estimate is None or before is None or given:
                continue
            said = _of_change(workload, row.metric, before, estimate)
            standing = _standing(said, row.measured)
            near = abs(row.measured - said.value) <= EXACT_SHARE * max(abs(said.value), 1e-9)
            yield Compared(
                item.anchor,
                workload.model,
                row.metric,
                row.unit,
                before,
                said,
                row.measured,
                near or said.low <= row.measured <= said.high,
                standing,
            )


def _standing(said: Estimate, measured: float) -> float | None:
    if measured <= 0 or said.value <= 0:
        return None
    end = said.high if measured > said.value else said.low
    if end <= 0 or math.isclose(end, said.value, rel_tol=1e-6):
        return None
    return math.log(measured / said.value) / abs(math.log(end / said.value)) * NORMAL_90


# --- why, and what follows -----------------------------------------------------------------------


def _missed(
    compared: Sequence[Compared],
    projection: Projection,
    now: Projection,
    old: Baseline,
    new: Baseline,
    carried: Sequence[Carried],
) -> Iterable[Missed]:
    outside = dict.fromkeys(item.component for item in compared if not item.inside)
    for component in outside:
        for item in carried:
            if item.component == component and item.how == "unplanned":
                yield Missed(
                    component,
                    f"{item.setting} was changed from {item.before} to {item.after}, which nobody "
                    "had planned; its effect is in the projection as far as the model knows it",
                )
        yield from _moved_factors(component, old, new)
        yield from _resources(component, projection, now)


def _moved_factors(component: str, old: Baseline, new: Baseline) -> Iterable[Missed]:
    """Customer factors of the calibration that are others now: the same work costs otherwise."""
    before, after = old.anchor(component), new.anchor(component)
    if before is None or after is None or not before.calibration or not after.calibration:
        return
    for name, then in before.calibration.factors.items():
        now = after.calibration.factors.get(name)
        if now is None or then <= 0 or now <= 0 or abs(now / then - 1.0) < NOTICED_SHARE:
            continue
        share = (now / then - 1.0) * 100.0
        yield Missed(
            component,
            f"{name} is {abs(share):.0f} % {'above' if share > 0 else 'below'} what the model "
            "expects of these settings since the period before",
        )


def _resources(component: str, projection: Projection, now: Projection) -> Iterable[Missed]:
    """The resource of this workload that is busy most otherwise than projected."""
    workload = projection.workload(component)
    if workload is None:
        return
    said = {use.component: use for use in projection.resources}
    differing = [
        (abs(use.utilization - said[use.component].utilization), use)
        for use in now.resources
        if use.component in said and _near(component, use.component)
    ]
    far = max(differing, key=lambda pair: pair[0], default=None)
    if far is not None and far[0] >= NOTICED_SHARE:
        use = far[1]
        yield Missed(
            component,
            f"{use.label} is {use.utilization:.0%} busy, projected were "
            f"{said[use.component].utilization:.0%}",
        )


def _near(anchor: str, resource: str) -> bool:
    """Shared hardware, or what belongs to the workload itself."""
    kind = resource.partition(":")[0]
    return kind in ("lpar", "cpc", "dasd", "cf", "link") or resource.startswith(anchor)


def _worse(compared: Sequence[Compared]) -> Iterable[Worse]:
    for item in compared:
        declared = figure(item.metric)
        if declared is None or declared.better not in (LESS, MORE) or item.before <= 0:
            continue
        sign = 1.0 if declared.better == LESS else -1.0
        expected = item.projected.value
        if item.inside or sign * (item.measured - expected) <= 0:
            continue
        if sign * (item.measured / item.before - 1.0) >= NOTICED_SHARE:
            yield Worse(
                item.component, item.metric, item.unit, item.before, expected, item.measured
            )


PRIOR_WORKLOADS = 8
"""How many workloads' worth of trust the bands as shipped have: after some change windows the
shop's own record decides."""


def _further(compared: Sequence[Compared]) -> dict[str, float]:
    """Factors of further bands by model: root mean square standing, with the shipped bands' own.

    A band that was right has standings of variance 1. The figures of one workload move together, so
    that they count as one: their mean square. The scaled inverse chi-square posterior of the
    variance, with :data:`PRIOR_WORKLOADS` at 1 before, is taken at its mean.
    """
    squares: dict[str, dict[str, list[float]]] = {}
    for item in compared:
        if item.standing is not None:
            of_model = squares.setdefault(item.model, {})
            of_model.setdefault(item.component, []).append(item.standing**2)
    return {
        model: math.sqrt(
            (PRIOR_WORKLOADS + sum(sum(own) / len(own) for own in found.values()))
            / (PRIOR_WORKLOADS + len(found))
        )
        for model, found in squares.items()
    }
