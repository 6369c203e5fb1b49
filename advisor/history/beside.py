"""Two periods laid beside each other: the one before projected to the one after, and measured.

The baseline of the period before is projected under the settings that are others now, whoever
wanted them, and under the load of the period after; so a figure tests the model and not the
calendar. Its band is that of the change, on what was measured before.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from model.catalogue import catalogue
from model.figures import carried
from model.projection import Baseline, Estimate, Projection, WorkloadProjection, project
from model.quantiles import NORMAL_QUANTILE_90
from model.topology import Component, Scenario, SetSetting, Topology, Value, values_set
from model.topology.growth import GROWTH

__all__ = [
    "EXACT_SHARE",
    "KNOWN",
    "STATED",
    "Beside",
    "Compared",
    "beside",
    "equal",
    "measured_in_both",
    "more",
    "partial",
    "same_installation",
    "stated",
    "told",
    "uncovered",
]

STATED = frozenset({"report", "user"})
"""Origins of a value that somebody stated; that a default or a derived one moved is no finding."""

KNOWN = STATED | {"derived"}
"""Origins that tell what is there: also a number of nuclei that were counted."""

EXACT_SHARE = 0.005
"""How near a figure without a band has to be, and values that were counted: what is rounded."""

TRIED_GROWTH_PCT = 10.0
FOLLOWS_LOAD = 0.8
"""A throughput that grows by this share of the load's growth is given by the load."""


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


@dataclass(frozen=True)
class Beside:
    """One period projected to the next: ``load`` is the growth of workloads, per cent."""

    load: Mapping[str, float]
    advised: tuple[SetSetting, ...]
    growth: tuple[SetSetting, ...]
    made: tuple[SetSetting, ...]
    projection: Projection
    compared: tuple[Compared, ...]


def beside(old: Baseline, new: Baseline, advised: Sequence[SetSetting] = ()) -> Beside:
    """The period of ``old`` projected to that of ``new``, figure by figure.

    Parameters
    ----------
    advised: changes that were carried out and that the settings alone do not show: of values that
        the earlier reports did not tell.
    """
    wanted = values_set(advised)
    load = _load(old, new, wanted)
    growth = tuple(SetSetting(anchor, GROWTH.name, pct) for anchor, pct in load.items())
    known = {(item.component, item.setting) for item in advised}
    differing = (c for c in differences(old.topology, new.topology) if key_of(c) not in known)
    made = (*advised, *differing)
    (projection,) = projected(old, [Scenario("what was done", (*growth, *made))])
    compared = tuple(_compared(old, new, projection, load, wanted))
    return Beside(load, tuple(advised), growth, made, projection, compared)


def same_installation(old: Topology, new: Topology) -> bool:
    """Whether any system of the one is in the other; true where one of them names none."""
    before, after = ({lpar.id for lpar in one.of_kind("lpar")} for one in (old, new))
    return not before or not after or not before.isdisjoint(after)


def key_of(change: SetSetting) -> tuple[str, str]:
    """What a change is of."""
    return change.component, change.setting


def differences(
    old: Topology, new: Topology, origins: frozenset[str] = KNOWN
) -> Iterable[SetSetting]:
    """Settings that both periods tell and that differ, as changes from the one to the other.

    Of all that is known also what was counted or worked out (nuclei, volumes, the share of
    updates): work and hardware are others then, and the model has to be asked about those.
    """
    for component in new:
        kind = catalogue().get(component.kind)
        # Where hardly anything pages, the device that took most of it is nobody's decision.
        read_off = set() if kind is None else {s.name for s in kind.settings if s.read_off}
        for name in component.settings.keys() - read_off:
            was = stated(old, component.id, name, origins)
            now = told(old, new, component.id, name, origins)
            if was is not None and now is not None and not _alike(was, now):
                yield SetSetting(component.id, name, now)


def _alike(one: Value, other: Value) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=EXACT_SHARE)
    return equal(one, other)


def stated(
    topology: Topology, component: str, name: str, origins: frozenset[str] = STATED
) -> Value | None:
    """The value of a setting where its origin is one of these."""
    if component not in topology:
        return None
    found = topology[component].settings.get(name)
    return found.value if found is not None and found.origin.kind in origins else None


def told(
    old: Topology,
    new: Topology,
    component: str,
    name: str,
    origins: frozenset[str] = KNOWN,
) -> Value | None:
    """The later value of a setting, where the later reports tell it.

    What was counted or summed up of fewer members, because fewer of them sent reports, tells
    nothing; only a count that is no smaller for all that does.
    """
    now = stated(new, component, name, origins)
    if now is None or new[component].settings[name].origin.kind != "derived":
        return now
    was = stated(old, component, name, KNOWN)
    if was is None or not uncovered(old, new, component):
        return now
    if isinstance(now, int) and isinstance(was, (int, float)) and now >= was:
        return now
    return None


def uncovered(old: Topology, new: Topology, component: str) -> int:
    """By how many the members of a cluster, or volumes of a DASD subsystem, of which the later
    reports tell as much as the earlier ones are fewer than those that the earlier ones cover."""
    if component not in old or component not in new:
        return 0
    before = [part for part in _parts(old, component) if part.measured]
    whole = (
        part
        for part in _parts(new, component)
        if part.measured and (part.id not in old or _systems(old[part.id]) <= _systems(part))
    )
    return max(len(before) - sum(1 for _ in whole), 0)


def _parts(topology: Topology, component: str) -> Sequence[Component]:
    members = topology.sources(component, "member")
    return [*members] or [*topology.children(component)]


def _systems(part: Component) -> set[str]:
    """The figures of a volume that each system reports for itself."""
    return {name for name in part.measured if name.startswith("io_per_s.")}


def equal(one: Value, other: Value) -> bool:
    """Whether two values are one, 1 and 1.0 too; a switch is no number."""
    if isinstance(one, bool) or isinstance(other, bool) or isinstance(one, str):
        return one == other and isinstance(one, bool) == isinstance(other, bool)
    return not isinstance(other, str) and math.isclose(one, other, rel_tol=1e-9)


def _load(old: Baseline, new: Baseline, advised: Wanted) -> dict[str, float]:
    """By how much the load of each workload grew, per cent; only where its load is what gives it.

    A closed workload's throughput is an outcome: its users are a setting, and tell of themselves.
    """
    grown = {}
    for item in new.anchors:
        before, after = (measured_of(side, item.anchor, "etr_per_s") for side in (old, new))
        if item.anchor not in old.topology or apart(old, new, item.anchor, advised):
            continue
        if before and after:
            grown[item.anchor] = (after / before - 1.0) * 100.0
    tried = [
        Scenario(anchor, (SetSetting(anchor, GROWTH.name, TRIED_GROWTH_PCT),)) for anchor in grown
    ]
    given = {}
    for scenario, projection in zip(tried, projected(old, tried, bands=False), strict=True):
        workload = projection.workload(scenario.name)
        change = None if workload is None else workload.changes.get("etr_per_s")
        if change is not None and change.value >= FOLLOWS_LOAD * TRIED_GROWTH_PCT:
            given[scenario.name] = min(max(grown[scenario.name], -90.0), 900.0)
    return given


def partial(old: Baseline, new: Baseline, anchor: str) -> bool:
    """Whether the later figures of a cluster are sums over fewer members that sent reports."""
    members = old.topology.sources(anchor, "member")
    return bool(members) and uncovered(old.topology, new.topology, anchor) > 0


Wanted = Mapping[tuple[str, str], Value]
"""Settings that were advised and carried out, by component."""


def more(old: Baseline, new: Baseline, anchor: str, advised: Wanted) -> bool:
    """Whether the earlier figures of a cluster may be sums over a part of its members only.

    Members that were added on advice are new; so are those of a cluster of which a report of the
    coupling facility shows that the earlier ones were all.
    """
    if not old.topology.sources(anchor, "member") or not uncovered(
        new.topology, old.topology, anchor
    ):
        return False
    kind = catalogue().get(old.topology[anchor].kind)
    counted = () if kind is None else tuple(kind.counts)
    if any((anchor, setting) in advised for setting in counted):
        return False
    item = old.anchor(anchor)
    whole = None if item is None else getattr(item.model, "shown_whole", None)
    return whole is None or not whole(old.topology, anchor)


def apart(old: Baseline, new: Baseline, anchor: str, advised: Wanted) -> bool:
    """Whether sums over members that sent reports are of other members in the two periods."""
    return partial(old, new, anchor) or more(old, new, anchor, advised)


def measured_in_both(
    old: Baseline, new: Baseline, anchor: str
) -> Iterable[tuple[str, float, float]]:
    """Rates, shares and ratios that both periods measured: of other members' sums only ratios."""
    item = new.anchor(anchor)
    if item is None or anchor not in old.topology:
        return
    sums = not uncovered(old.topology, new.topology, anchor) and not uncovered(
        new.topology, old.topology, anchor
    )
    was, now = (item.model.measured(side.topology, anchor) for side in (old, new))
    for metric, value in now.items():
        known = carried(new.topology[anchor].kind, metric)
        if metric not in was or known is None or not known.better:
            continue
        if known.nature == "ratio" or (sums and known.nature in ("rate", "gauge")):
            yield metric, was[metric], value


def measured_of(baseline: Baseline, anchor: str, metric: str) -> float | None:
    """A figure that a workload is calibrated to."""
    found = baseline.anchor(anchor)
    if found is None or found.calibration is None:
        return None
    return next((row.measured for row in found.calibration.rows if row.metric == metric), None)


def projected(
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
    kind = topology[change.component].kind if change.component in topology else ""
    return catalogue().spec(kind, change.setting) is not None


def figures_of(
    baseline: Baseline, projection: Projection
) -> Iterable[tuple[tuple[str, str], float]]:
    """By (workload, figure) what a projection makes of the figures that were measured."""
    for workload in projection.workloads:
        for metric, estimate in workload.metrics.items():
            before = measured_of(baseline, workload.anchor, metric)
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
    old: Baseline,
    new: Baseline,
    projection: Projection,
    load: Mapping[str, float],
    advised: Wanted,
) -> Iterable[Compared]:
    for item in new.anchors:
        workload = projection.workload(item.anchor)
        if item.calibration is None or workload is None or workload.not_projectable is not None:
            continue
        if apart(old, new, item.anchor, advised):
            continue
        for row in item.calibration.rows:
            estimate = workload.metrics.get(row.metric)
            before = measured_of(old, item.anchor, row.metric)
            given = row.metric == "etr_per_s" and item.anchor in load
            known = carried(new.topology[item.anchor].kind, row.metric)
            moment = known is not None and known.of_one_moment
            if estimate is None or before is None or given or moment:
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
    return math.log(measured / said.value) / abs(math.log(end / said.value)) * NORMAL_QUANTILE_90
