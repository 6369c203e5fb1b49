"""Projected beside measured: what was carried out, and whether it did what was said.

The baseline of the period before is projected under the changes that really were made, planned or
not, and under the load of the period after; so a figure tests the model and not the calendar. Its
band is that of the change, on what was measured before. What misses its band is explained as far
as the model can: by the resource that turned out otherwise, by a customer factor that moved, by an
unplanned change on the same component.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from advisor.engagement import Engagement, Options
from advisor.findings import Finding
from advisor.history.beside import (
    EXACT_SHARE,
    STATED,
    Beside,
    Compared,
    beside,
    differences,
    equal,
    figures_of,
    key_of,
    measured_in_both,
    more,
    partial,
    projected,
    same_installation,
    stated,
    told,
    uncovered,
)
from advisor.history.experience import alone
from advisor.history.periods import Period, periods
from advisor.observations import FileReading
from model.catalogue import catalogue
from model.figures import LESS, MORE, figure
from model.figures import carried as carried_figure
from model.language import Keyword, Name, SettingName, joined, listed, say
from model.projection import Baseline, Projection, project
from model.projection.doubts import FACTOR_NAMES
from model.topology import Change, Scenario, SetSetting, Topology, Value, values_set

__all__ = ["Carried", "Missed", "Outcome", "Step", "Worse", "outcome", "outcomes"]

Analyse = Callable[[Sequence[FileReading], Options, str], Engagement]
How = Literal["as planned", "otherwise", "not carried out", "unplanned", "not told"]

NOTICED_SHARE = 0.05
"""A figure that got worse by less is within what one peak differs from the next."""


WORK_MOVED = 0.1
"""By how much what the work is like has to differ to be named as a reason."""


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
    """One finding that was carried out, and the figures projected after it and all before it.

    ``moved`` are those that the finding itself moved, by component and figure.
    """

    finding: str
    title: str
    figures: Mapping[tuple[str, str], float]
    moved: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True)
class Outcome:
    """What became of one period's projections in the next.

    ``load`` is the growth of each workload that its load gives, per cent.
    """

    before: Period
    after: Period
    carried: tuple[Carried, ...]
    load: Mapping[str, float]
    steps: tuple[Step, ...]
    compared: tuple[Compared, ...]
    missed: tuple[Missed, ...]
    worse: tuple[Worse, ...]
    doubt: str = ""
    """Why nothing is compared: the two periods are of different installations."""

    @property
    def inside(self) -> int:
        """How many figures lie inside their bands."""
        return sum(item.inside for item in self.compared)


def outcomes(engagement: Engagement, analyse: Analyse) -> tuple[Outcome, ...]:
    """Every period of an engagement against the one before it, which is analysed again."""
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
    now = alone(after.readings, then.options, before=then.baseline)
    if not same_installation(then.baseline.topology, now.topology):
        doubt = _of_another(then.baseline.topology, now.topology)
        return Outcome(before, after, (), {}, (), (), (), (), doubt)
    carried = tuple(_carried(then.baseline.topology, now.topology, _advised(then)))
    done = [
        SetSetting(item.component, item.setting, item.after)
        for item in carried
        if item.after is not None and item.how in ("as planned", "otherwise")
    ]
    found = beside(then.baseline, now, done)
    stages = _stages(then, carried)
    grown = Scenario("the load of the later period", found.growth)
    after_each = [Scenario(title, (*found.growth, *changes)) for _id, title, changes in stages]
    partial = [
        dict(figures_of(then.baseline, projection))
        for projection in projected(then.baseline, [grown, *after_each] if stages else [])
    ]
    (as_is_now,) = project(now, [Scenario("as measured")], bands=False)
    return Outcome(
        before,
        after,
        carried,
        found.load,
        tuple(
            Step(finding, title, figures, _moved(without, figures))
            for (finding, title, _changes), (without, figures) in zip(
                stages, pairwise(partial), strict=True
            )
        ),
        found.compared,
        (
            *_unprojected(then.baseline, now, (before.day, after.day)),
            *_missed(found, as_is_now, then.baseline, now, carried),
        ),
        tuple(_worse(found.compared)),
    )


def _of_another(old: Topology, new: Topology) -> str:
    def systems(topology: Topology) -> str:
        return listed([Name(lpar.name) for lpar in topology.of_kind("lpar")])

    return say(
        "No system of the earlier reports ({before}) is in the later ones ({after}): they are of "
        "different installations, and nothing is compared. Where systems were only renamed, "
        "import the earlier reports under the new names",
        before=systems(old),
        after=systems(new),
    )


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
        now = told(old, new, component, name)
        if now is None:
            how: How = "not told"
        elif equal(now, value):
            how = "as planned"
        elif was is not None and equal(now, was):
            how = "not carried out"
        else:
            how = "otherwise"
        yield Carried(component, name, was, now, value, finding, how)
    for change in differences(old, new, STATED):
        if key_of(change) not in seen:
            was = stated(old, change.component, change.setting)
            yield Carried(
                change.component, change.setting, was, change.value, None, "", "unplanned"
            )


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
        if own and left.isdisjoint(values_set(finding.changes)):
            together = (*together, *own)
            stages.append((finding.id, finding.title, together))
    return stages


def _moved(
    without: Mapping[tuple[str, str], float], figures: Mapping[tuple[str, str], float]
) -> frozenset[tuple[str, str]]:
    """The figures that are others than before."""
    return frozenset(
        key
        for key, value in figures.items()
        if key in without and abs(value - without[key]) > EXACT_SHARE * abs(without[key])
    )


# --- why, and what follows -----------------------------------------------------------------------


def _unprojected(old: Baseline, new: Baseline, days: tuple[str, str]) -> Iterable[Missed]:
    """Which period of a workload cannot be projected and why, and what was measured in both."""
    for item in new.anchors:
        anchor = item.anchor
        if old.anchor(anchor) is None:
            continue
        whys = [(day, _refused(side, anchor)) for day, side in zip(days, (old, new), strict=True)]
        said = [
            say("the period of {day} cannot be projected: {why}", day=day, why=why)
            for day, why in whys
            if why is not None
        ]
        if not said:
            continue
        both = [
            say(
                "{figure} {before:,.4g} → {after:,.4g} {unit}",
                figure=say(known.label) if known.label else Keyword(metric),
                before=was,
                after=now,
                unit=known.unit,
            )
            for metric, was, now in measured_in_both(old, new, anchor)
            if (known := figure(metric)) is not None
        ]
        if both:
            said.append(say("measured in both periods: {figures}", figures=listed(both, len(both))))
        yield Missed(anchor, joined(said, ". "))


def _refused(baseline: Baseline, anchor: str) -> str | None:
    found = baseline.anchor(anchor)
    if found is None or found.not_projectable is not None:
        return None if found is None else found.not_projectable
    return found.refused


def _missed(
    found: Beside,
    now: Projection,
    old: Baseline,
    new: Baseline,
    carried: Sequence[Carried],
) -> Iterable[Missed]:
    for item in old.anchors:
        if partial(old, new, item.anchor):
            yield Missed(item.anchor, _fewer(old.topology, new.topology, item.anchor))
        elif more(old, new, item.anchor, values_set(found.advised)):
            yield Missed(item.anchor, _more(old.topology, new.topology, item.anchor))
    outside = dict.fromkeys(item.component for item in found.compared if not item.inside)
    for component in outside:
        own = {component, *(part.id for part in new.topology.sources(component, "member"))}
        unplanned = dict.fromkeys(
            (item.setting, item.before, item.after)
            for item in carried
            if item.how == "unplanned" and item.component in own
        )
        for setting, before, after in unplanned:
            unit = _unit(own, setting)
            yield Missed(
                component,
                say(
                    "{setting} was changed from {before} to {after}, which nobody had planned; its "
                    "effect is in the projection as far as the model knows it",
                    setting=SettingName(setting),
                    before=shown(before, unit),
                    after=shown(after, unit),
                ),
            )
        yield from _other_work(component, old.topology, new.topology)
        yield from _moved_factors(component, old, new)
        yield from _resources(component, found.projection, now, new)


def _unit(components: Iterable[str], setting: str) -> str:
    """What a setting of one of these components is counted in; empty where in nothing."""
    kinds = dict.fromkeys(component.partition(":")[0] for component in components)
    specs = (catalogue().spec(kind, setting) for kind in kinds)
    return next((spec.unit for spec in specs if spec is not None), "")


def _fewer(old: Topology, new: Topology, anchor: str) -> str:
    members = sum(1 for part in old.sources(anchor, "member") if part.measured)
    return say(
        "the later reports cover {covered} of {members} members: their number is not told, and "
        "figures of all of them are not compared",
        covered=members - uncovered(old, new, anchor),
        members=members,
    )


def _more(old: Topology, new: Topology, anchor: str) -> str:
    members = sum(1 for part in new.sources(anchor, "member") if part.measured)
    return say(
        "the earlier reports cover {covered} of the {members} members that the later ones do: "
        "whether the others were added or only their reports are new is not told, so that no "
        "growth of a sum over them is a growth of the load, and their figures are not compared",
        covered=members - uncovered(new, old, anchor),
        members=members,
    )


def shown(value: Value | None, unit: str = "") -> str | float:
    """A setting's value in a sentence, a figure with its unit."""
    if value is None:
        return say("nothing")
    if isinstance(value, bool):
        return say("on") if value else say("off")
    if isinstance(value, str):
        return Keyword(value)
    return say("{value:,.10g} {unit}", value=value, unit=unit) if unit else value


def _other_work(component: str, old: Topology, new: Topology) -> Iterable[Missed]:
    """What reports tell of the work itself, such as how long a message is, and that is another."""
    was, now = old[component], new[component]
    for metric in sorted(was.measured.keys() & now.measured.keys()):
        known = carried_figure(now.kind, metric)
        if known is None or known.nature != "ratio" or known.better or not known.label:
            continue
        before, after = was.measure(metric), now.measure(metric)
        if before and after and abs(math.log(after / before)) >= math.log1p(WORK_MOVED):
            yield Missed(
                component,
                say(
                    "{figure} {before:,.4g} → {after:,.4g} {unit}: the work is another than it was",
                    figure=say(known.label),
                    before=before,
                    after=after,
                    unit=known.unit,
                ),
            )


def _moved_factors(component: str, old: Baseline, new: Baseline) -> Iterable[Missed]:
    """Customer factors of the calibration that are others now: the same work costs otherwise."""
    before, after = old.anchor(component), new.anchor(component)
    if before is None or after is None or not before.calibration or not after.calibration:
        return
    for name, then in before.calibration.factors.items():
        now = after.calibration.factors.get(name)
        if name not in FACTOR_NAMES or now is None or then <= 0 or now <= 0:
            continue
        share = (now / then - 1.0) * 100.0
        if abs(share) >= NOTICED_SHARE * 100.0:
            yield Missed(
                component,
                say(
                    "{what} is {share:.0f} % more than in the period before, for reasons that no "
                    "setting tells"
                    if share > 0
                    else "{what} is {share:.0f} % less than in the period before, for reasons that "
                    "no setting tells",
                    what=say(FACTOR_NAMES[name]),
                    share=abs(share),
                ),
            )


def _resources(
    component: str, projection: Projection, now: Projection, new: Baseline
) -> Iterable[Missed]:
    """The resource of this workload that is busy most otherwise than projected."""
    item = new.anchor(component)
    if item is None or projection.workload(component) is None:
        return
    parts = item.model.components(new.topology, component)
    own = {part for found in parts.values() for part in found}
    said = {use.component: use for use in projection.resources}
    differing = [
        (abs(use.utilization - said[use.component].utilization), use)
        for use in now.resources
        if use.component in said and use.label in parts and use.component in own
    ]
    far = max(differing, key=lambda pair: pair[0], default=None)
    if far is not None and far[0] >= NOTICED_SHARE:
        use = far[1]
        yield Missed(
            component,
            say(
                "{resource}: {busy:.0f} % busy where {expected:.0f} % were projected",
                resource=use.label,
                busy=use.utilization * 100.0,
                expected=said[use.component].utilization * 100.0,
            ),
        )


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
