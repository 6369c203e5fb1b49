"""From answers to projections: figures with their bands, use of resources, what binds."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from functools import cache, cached_property, partial

import numpy as np

from model.catalogue import named
from model.contract.evaluation import Evaluation
from model.figures import figure as declared_figure
from model.figures import under_load
from model.hardware.chains import IDLE
from model.hardware.storage import storage_key
from model.language import listed, mark, say
from model.projection.bands import (
    after_change,
    change_estimate,
    estimate,
    evaluations_apart,
    least_of,
    most_of,
    residual_of,
    stands,
)
from model.projection.baseline import AnchorBaseline, Baseline
from model.projection.case import Case
from model.projection.doubts import beyond_machine, many_engines, other_speed
from model.projection.estimate import (
    NEARLY_FULL,
    Draws,
    Estimate,
    Projection,
    ResourceUse,
    WorkloadProjection,
)
from model.projection.falling_short import left_waiting, outranked
from model.projection.hardware_figures import HardwareFigures
from model.projection.left_behind import waiting_in_vain
from model.projection.no_better import no_better_uses, no_better_work
from model.projection.one_way import Way, hindered, one_way, way_of
from model.projection.provisional import lacking_cpu
from model.projection.sharing import none_left, overfull
from model.projection.storage import overcommitted
from model.projection.told import Told, as_measured, from_measured, times_of
from model.projection.uncounted import Uncounted, uncounted
from model.projection.uses import (
    busiest,
    merged,
    share_hardware,
    uses_of,
    ziip_uses,
)
from model.projection.when_asked import Both, WhenAsked, when_asked
from model.topology import Topology

_ALIKE = 0.005
"""Shares of time that two resources may differ in and be as full as each other."""


class Recorder:
    """Turns answered cases into projections; what does not differ between cases is made once."""

    def __init__(
        self,
        baseline: Baseline,
        as_is: Mapping[str, Evaluation],
        keep_draws: bool,
        today: Callable[[], Projection] | None = None,
    ) -> None:
        """as_is: by workload, under as many draws as the cases. today: what is said of it, where
        that has bands."""
        self._today = today
        self._baseline, self._as_is, self._keep_draws = baseline, as_is, keep_draws
        flows = (flow for block in baseline.blocks for flow in block.asked.flows.values())
        self._asked = {call.to for flow in flows if flow is not None for call in flow.calls}
        self._published = {item.anchor for item in baseline.anchors if item.as_published}
        self._unmoved: dict[str, _Figures] = {}
        self._known: dict[Hashable, tuple[_Recorded, object]] = {}

    def projection(self, case: Case) -> Projection:
        """What the model says of a case."""
        baseline = self._baseline
        if case.topology is None:
            return Projection(case.scenario, (), (), None, True, case.issues, baseline.refused)
        vain = waiting_in_vain(baseline, case.stopped, case.topology)
        for anchor, sentence in vain.items():
            case.refuse(anchor, sentence)
        case.earlier.clear()  # how its networks stood in each pass is not kept for what is deferred
        told = _Told(self, baseline, case)
        if self._today is None:
            return Projection.deferred(case.scenario, case.issues, baseline.refused, told)
        return self.whole(case, told)

    def whole(self, case: Case, told: _Told) -> Projection:
        """See `projection`; told: its workloads, and how busy they keep what."""
        baseline, recorded, found = self._baseline, told.recorded, told.found
        resources, scatters = told.resources, told.scatters
        workloads = told.workloads
        ziips = ziip_uses(baseline, case, scatters)
        if self._today is not None and case.scenario.changes:
            today = self._today()
            workloads = tuple(
                work
                if work.anchor in self._published
                else no_better_work(
                    work,
                    today.workload(work.anchor),
                    case.answers.get(work.anchor),
                    self._stands(case, work.anchor),
                )
                for work in workloads
            )
            if any(work.anchor not in self._published for work in workloads):
                known = {(one.component, one.label): one for one in today.resources}
                uses = no_better_uses(resources.values(), known)
                resources = {use.component: use for use in uses}
                known = {(one.component, one.label): one for one in today.ziips}
                ziips = no_better_uses(ziips, known)
        converged = case.settled and all(
            one.converged[row, 0] for one, row in case.answers.values()
        )
        draft = Projection(
            case.scenario,
            workloads,
            tuple(resources.values()),
            None,
            converged,
            case.issues,
            baseline.refused,
            ziips=ziips,
            hardware=HardwareFigures(
                baseline, case, {work.anchor: work for work in workloads}, resources
            ),
        )
        principal = draft.principal
        if principal is None or principal.anchor not in recorded:
            return draft
        if any(
            item.conditions is not None
            and (work := found.get(item.anchor)) is not None
            and work.not_projectable is not None
            for item in baseline.anchors
        ):
            # What binds the installation cannot be said while a part of it has no figures.
            return draft
        own = recorded[self._limited(recorded, resources) or principal.anchor]
        return replace(draft, bottleneck=own.bottleneck, as_full=own.as_full())

    def work(
        self, case: Case, item: AnchorBaseline, recorded: _Recorded | None
    ) -> WorkloadProjection | None:
        """What a workload does by itself, or why it is not projected; None where it is not there.

        recorded: where it was answered.
        """
        assert case.topology is not None
        why = item.not_projectable
        if why is None and case.scenario.changes and item.calibration is not None:
            # A baseline that misses today's figures may show them, but not what comes of
            # changes.
            why = item.refused
        if why is None:
            why = case.refusals.get(item.anchor)
        elif item.anchor not in case.topology:
            why = None
        if why is not None:
            return WorkloadProjection(item.anchor, item.model.name, {}, not_projectable=why)
        return None if recorded is None else recorded.work

    def in_company(
        self,
        case: Case,
        work: WorkloadProjection,
        crowded: Mapping[str, tuple[str, ...]],
        beside: Uncounted,
        way: Way,
        resources: Callable[[], Mapping[str, ResourceUse]],
    ) -> WorkloadProjection:
        """The workload with what others and the hardware that they share make of it."""
        baseline, topology, anchor = self._baseline, case.topology, work.anchor
        assert topology is not None
        work = _crowded(topology, work, case.loads.get(anchor, {}), crowded)
        work = _with(_doubting(baseline, case, work), beside.of(anchor))
        # Of an unmoved workload in a scenario the systems' bands are those of no change, but where
        # there is none to count from.
        if not self._stands(case, anchor):
            work = _as_busy(baseline, work, resources, self._as_is.get(anchor))
        return hindered(one_way(work, way.of(anchor)), case.scenario.changes, baseline.topology)

    def uncounted(
        self, case: Case, found: Callable[[], Mapping[str, WorkloadProjection]]
    ) -> Uncounted:
        """See `uncounted`."""
        return uncounted(self._baseline, case, found, self._as_is)

    def _limited(
        self, recorded: Mapping[str, _Recorded], resources: Mapping[str, ResourceUse]
    ) -> str | None:
        """The workload of most CPU, today or in the case, that something limits."""

        def cpu_s_per_s(anchor: str) -> float:
            today = self._as_is[anchor].metrics.get("cpu_s_per_s")
            now = recorded[anchor].work.metrics.get("cpu_s_per_s")
            return max(
                0.0 if today is None else float(today[0, 0]), 0.0 if now is None else now.value
            )

        held = [
            anchor
            for anchor, one in recorded.items()
            if (use := resources.get(one.bottleneck or "")) is not None and use.binds
        ]
        return max(held, key=cpu_s_per_s, default=None)

    def _stands(self, case: Case, anchor: str) -> bool:
        """Whether a scenario leaves a workload as it is, of which today's figures are measured."""
        answer = case.answers.get(anchor)
        as_today = answer is not None and answer[0] is self._as_is.get(anchor)
        return case.scenario.changes != () and as_today and anchor not in self._published

    def recorded(
        self,
        item: AnchorBaseline,
        case: Case,
        evaluation: Evaluation,
        index: int,
    ) -> _Recorded:
        changed = case.scenario.changes != ()
        assert case.view is not None
        if evaluation is self._as_is[item.anchor]:
            # Few workloads are moved by a scenario; of the others it says the same every time.
            kind = (len(evaluation.converged[0]), self._keep_draws, changed)
            return case.view.ask(
                ("recorded", item.anchor, kind),
                lambda now, _: self._made(item, _parts(item, now), changed, evaluation, index),
            )
        parts = case.view.ask(("parts", item.anchor), lambda now, _: _parts(item, now))
        # Cases that ask a block the same have one answer; both are held, so that ids stay theirs.
        alike = (item.anchor, id(evaluation), index, id(parts), changed)
        if alike not in self._known:
            made = self._made(item, parts, changed, evaluation, index)
            self._known[alike] = made, (evaluation, parts)
        return self._known[alike][0]

    def _made(
        self,
        item: AnchorBaseline,
        components: _Parts,
        changed: bool,
        evaluation: Evaluation,
        index: int,
    ) -> _Recorded:
        as_is, told = self._as_is[item.anchor], self._baseline.told.get(item.anchor, {})
        apart = cache(partial(evaluations_apart, as_is, evaluation, index))
        metrics, changes = self._figures(item, evaluation, index, changed, apart)
        held = evaluation.held_by[index] if evaluation.held_by else None
        busy = busiest(evaluation, index) if held is None else held[0]
        work = WorkloadProjection(
            item.anchor,
            item.model.name,
            metrics,
            _breakdown_s(evaluation, index),
            busy or None,
            evaluation.extrapolated[index],
            changes=changes,
            modelled=self._modelled(told, metrics, evaluation, index) if not changed else {},
            draws={
                name: Draws(
                    evaluation.metrics[name][index] * times_of(told, name),
                    residual_of(evaluation, name, index),
                    item.taught(name),
                    least=least_of(evaluation, name, index) * times_of(told, name),
                    most=most_of(evaluation, name, index),
                )
                for name in metrics
            }
            if self._keep_draws
            else {},
            exchanged_sd={
                name: float(column[index])
                for name, column in evaluation.exchanged_sd.items()
                if column[index] > 0.0
            },
        )
        is_asked = item.anchor in self._asked
        if changed and is_asked and _is_idle(as_is, evaluation, index):
            return _Recorded(_emptied(work), lambda: ({}, 0.0), None, components)
        # Today's use is measured; what is projected is what earlier projections were about.
        seen = None if evaluation is as_is else item.taught("etr_per_s")
        today = as_is if changed and not item.as_published else None

        def uses() -> tuple[dict[str, ResourceUse], float]:
            return uses_of(evaluation, index, today, *components, busy, seen, apart(), changes)

        return _Recorded(work, uses, held, components)

    @staticmethod
    def _modelled(
        told: Told, shown: Iterable[str], evaluation: Evaluation, index: int
    ) -> Mapping[str, Estimate]:
        """What the model makes of the figures that were measured."""

        def made(name: str) -> Estimate:
            figure = estimate(evaluation, name, index)
            assert figure is not None
            return figure

        return WhenAsked((name for name in shown if name in told), made)

    def _figures(
        self,
        item: AnchorBaseline,
        evaluation: Evaluation,
        index: int,
        changed: bool,
        apart: Callable[[], float],
    ) -> _Figures:
        as_is, told = self._as_is[item.anchor], self._baseline.told.get(item.anchor, {})
        if evaluation is not as_is:
            return _figures(evaluation, index, as_is, changed, apart, told, item)
        if item.anchor not in self._unmoved:
            # They are remembered, and read again and again.
            metrics, changes = _figures(as_is, 0, as_is, False, lambda: 0.0, told)
            self._unmoved[item.anchor] = dict(metrics), dict(changes)
        return self._unmoved[item.anchor]


def _breakdown_s(evaluation: Evaluation, index: int) -> dict[str, float]:
    """Where a response goes, by what applies to it; nothing of one that grows without end."""
    response = evaluation.metrics.get("response_ms")
    if response is not None and math.isnan(float(response[index, 0])):
        return {}
    each = {name: float(part[index, 0]) for name, part in evaluation.breakdown_s.items()}
    return {name: seconds for name, seconds in each.items() if not math.isnan(seconds)}


class _Recorded:
    """A workload of a case: its figures, how busy it keeps what, and what binds it."""

    def __init__(
        self,
        work: WorkloadProjection,
        uses: Callable[[], tuple[Mapping[str, ResourceUse], float]],
        held: tuple[str, int] | None,
        components: _Parts,
    ) -> None:
        """uses: how busy it keeps what, with the scatter of that. held: what holds its users."""
        self.work = work
        self._made, self._held, self._components = uses, held, components

    @cached_property
    def _uses(self) -> tuple[Mapping[str, ResourceUse], float]:
        return self._made()

    @property
    def uses(self) -> Mapping[str, ResourceUse]:
        return self._uses[0]

    @property
    def scatter(self) -> float:
        return self._uses[1]

    @property
    def queues(self) -> bool:
        """Whether a queue holds its users: work of which not more comes than is answered."""
        return self._held is not None

    @property
    def bottleneck(self) -> str | None:
        busy, held, (parts, systems) = self.work.bottleneck, self._held, self._components
        # A called workload that holds it back is a component itself.
        if not busy or not parts.get(busy):
            return busy if held is not None and busy not in parts else None
        there = [name for name in parts[busy] if name in self.uses]
        if held is not None and held[1] >= 0 and systems:
            there = [name for name in there if systems.get(name) == held[1]] or there
        return max(
            there or parts[busy],
            key=lambda name: self.uses[name].utilization if name in self.uses else 0.0,
        )

    def as_full(self) -> tuple[str, ...]:
        """What is as full as the bottleneck, by id; nothing beside one that is not nearly full."""
        binds = self.uses.get(self.bottleneck or "")
        if binds is None or binds.utilization < NEARLY_FULL:
            return ()
        return tuple(
            name
            for name, use in sorted(self.uses.items())
            if use is not binds and use.utilization > binds.utilization - _ALIKE
        )


class _Told:
    """The workloads of a case, each told when it is asked for, and how busy hardware is."""

    def __init__(self, recorder: Recorder, baseline: Baseline, case: Case) -> None:
        self._recorder, self._baseline, self._case = recorder, baseline, case
        self._items = {item.anchor: item for item in baseline.anchors}
        self._known: dict[str, WorkloadProjection] = {}

    def whole(self) -> Projection:
        """See `Untold`."""
        return self._recorder.whole(self._case, self)

    def workload(self, anchor: str) -> WorkloadProjection | None:
        """See `Untold`."""
        if anchor not in self._known:
            found = self._by_itself(anchor) if anchor in self._items else None
            if found is None:
                return None
            self._known[anchor] = self._recorder.in_company(
                self._case, found, self._crowded, self._beside, self._way, lambda: self.resources
            )
        return self._known[anchor]

    @property
    def workloads(self) -> tuple[WorkloadProjection, ...]:
        """See `Untold`."""
        found = map(self.workload, self._items)
        return tuple(one for one in found if one is not None)

    @cached_property
    def recorded(self) -> dict[str, _Recorded]:
        """Those that were answered."""
        each = ((anchor, self._recorded(anchor)) for anchor in self._items)
        return {anchor: one for anchor, one in each if one is not None}

    @cached_property
    def found(self) -> dict[str, WorkloadProjection]:
        """By themselves."""
        each = ((anchor, self._by_itself(anchor)) for anchor in self._items)
        return {anchor: one for anchor, one in each if one is not None}

    @cached_property
    def scatters(self) -> dict[str, float]:
        """Of how busy they keep hardware, about the model."""
        return {anchor: one.scatter for anchor, one in self.recorded.items()}

    @cached_property
    def resources(self) -> dict[str, ResourceUse]:
        """How busy hardware is, by component."""
        case, recorded = self._case, self.recorded
        assert case.topology is not None
        found = merged(recorded[anchor].uses for anchor in case.answers)
        found.update((use.component, use) for use in self._beside.uses)
        share_hardware(self._baseline, case, self.scatters, found)
        _say_lacking(case.topology, self._baseline.topology, self.found.values(), found)
        queued = {name for one in recorded.values() if one.queues for name in one.uses}
        found.update(
            (name, replace(use, at_a_rate=name not in queued))
            for name, use in found.items()
            if use.at_a_rate is (name in queued)
        )
        return found

    def _recorded(self, anchor: str) -> _Recorded | None:
        answer = self._case.answers.get(anchor)
        if answer is None:
            return None
        return self._recorder.recorded(self._items[anchor], self._case, *answer)

    def _by_itself(self, anchor: str) -> WorkloadProjection | None:
        return self._recorder.work(self._case, self._items[anchor], self._recorded(anchor))

    @cached_property
    def _way(self) -> Way:
        case = self._case
        assert case.topology is not None
        return way_of(case.scenario.changes, self._baseline.topology, case.topology)

    @cached_property
    def _beside(self) -> Uncounted:
        return self._recorder.uncounted(self._case, lambda: self.found)

    @cached_property
    def _crowded(self) -> dict[str, tuple[str, ...]]:
        """By partition what is said of storage and other work there."""
        case = self._case
        assert case.topology is not None
        short = (
            overcommitted(case.topology, case.loads),
            outranked(case.topology, case.others),
            left_waiting(case.topology, case.others),
            overfull(case.topology, case.machines),
        )
        gone = idle_partitions(self._baseline, case)
        return {
            name: tuple(said[name] for said in short if name in said)
            for name in dict.fromkeys(name for said in short for name in said)
            if name not in gone
        }


_Figures = tuple[Mapping[str, Estimate], Mapping[str, Estimate]]


def _figures(
    evaluation: Evaluation,
    index: int,
    as_is: Evaluation,
    changed: bool,
    apart: Callable[[], float],
    told: Told,
    item: AnchorBaseline | None = None,
) -> _Figures:
    """The metrics of one condition, and how they change against the as-is.

    All are counted from what was measured (`told`). As-is, what was measured has no band and other
    figures have the model's; in a scenario it is that of the change. What a scenario hardly moves
    is no better known for it than today (`no_better`). Of work of which nothing was measured today
    is no better known than what is changed: its band is that of the model by whatever way it has
    come to where it stands.
    """
    anchored = changed and not (item is not None and item.as_published)

    def made(name: str) -> Both:
        figure = estimate(evaluation, name, index)
        assert figure is not None
        seen = None if item is None else item.taught(name)
        change = change_estimate(as_is, evaluation, name, index, apart(), seen)
        banded = anchored and evaluation.metrics[name].shape[1] > 1
        if change is not None and banded and (name in told or not stands(change, figure)):
            figure = after_change(name, float(as_is.metrics[name][0, 0]), change, figure)
        if evaluation is as_is:
            return as_measured(figure, told[name]) if name in told else figure, change
        return from_measured(figure, change, told, evaluation, name, index)

    return when_asked(
        as_is, evaluation, index, lambda name: changed and _of_nothing(as_is, name), made
    )


def _is_idle(as_is: Evaluation, evaluation: Evaluation, index: int) -> bool:
    """Whether nobody asks a workload for anything any more."""
    was, now = as_is.metrics.get("etr_per_s"), evaluation.metrics.get("etr_per_s")
    return was is not None and now is not None and bool(now[index, 0] <= 2.0 * IDLE * was[0, 0])


def _emptied(work: WorkloadProjection) -> WorkloadProjection:
    """A workload that does nothing: no rate, no CPU, and no time of a unit of its work."""
    flows, stays = under_load("flows"), under_load("stays")
    kept = {
        name: replace(one, value=0.0, low=0.0, high=0.0, reasons=()) if name in flows else one
        for name, one in work.metrics.items()
        if name in flows | stays
    }
    gone = {
        name: replace(work.changes[name], value=-100.0, low=-100.0, high=-100.0, reasons=())
        for name in kept
        if name in flows and name in work.changes
    }
    return replace(
        work,
        metrics=kept,
        breakdown_s={},
        bottleneck=None,
        extrapolated=(mark("all who asked it for work ask others: it does nothing"),),
        changes={**{name: one for name, one in work.changes.items() if name in kept}, **gone},
        draws={name: one for name, one in work.draws.items() if name in kept.keys() - flows},
        exchanged_sd={},
    )


def _of_nothing(as_is: Evaluation, metric: str) -> bool:
    """Whether a time has none as-is that it could be projected from: not all came through there."""
    declared, before = declared_figure(metric), as_is.metrics.get(metric)
    waits = declared is not None and (declared.passes or declared.waits)
    return waits and before is not None and not np.isfinite(before[0, 0])


def _crowded(
    topology: Topology,
    work: WorkloadProjection,
    load: Mapping[str, float],
    crowded: Mapping[str, tuple[str, ...]],
) -> WorkloadProjection:
    """The workload, with what is said of storage and other work where it lives."""
    if not crowded:
        return work
    home = topology.ancestor(work.anchor, "lpar") if work.anchor in topology else None
    lives = {name for name in crowded if storage_key(name) in load}
    lives |= set() if home is None else {home.id}
    every = (sentence for lpar, said in crowded.items() if lpar in lives for sentence in said)
    return _with(work, every)


def _with(work: WorkloadProjection, every: Iterable[str]) -> WorkloadProjection:
    """The workload, with sentences that it may have already."""
    said = tuple(sentence for sentence in every if sentence not in work.extrapolated)
    return replace(work, extrapolated=(*work.extrapolated, *said)) if said else work


_Parts = tuple[Mapping[str, tuple[str, ...]], Mapping[str, int]]


def _parts(item: AnchorBaseline, topology: Topology) -> _Parts:
    """Components behind what a model keeps busy, and the systems' places in its answers."""
    tell = getattr(item.model, "systems", None)
    systems: Mapping[str, int] = {} if tell is None else tell(topology, item.anchor)
    return item.model.components(topology, item.anchor), systems


_BUSY = "cpu_busy_pct"


def _as_busy(
    baseline: Baseline,
    work: WorkloadProjection,
    resources: Callable[[], Mapping[str, ResourceUse]],
    before: Evaluation | None,
) -> WorkloadProjection:
    """The workload, with its systems' CPs as busy as they are: a mean is between its parts."""
    figure, block = work.metrics.get(_BUSY), baseline.block_of(work.anchor)
    if figure is None or block is None or figure.low == figure.high:
        return work
    hosts = next(member.hosts for member in block.members if member.anchor == work.anchor)
    known = resources()
    uses = [use for host in hosts if (use := known.get(host)) and use.label == "CPs"]
    if not uses:
        return work
    low = min(figure.value, max(figure.low, 100.0 * min(use.low for use in uses)))
    high = max(figure.value, min(figure.high, 100.0 * max(use.high for use in uses)))
    if math.isclose(low, figure.low) and math.isclose(high, figure.high):
        return work
    change, changes = work.changes.get(_BUSY), work.changes
    if change is not None and change.low < change.high and figure.value > 0.0:
        today = before.metrics[_BUSY][0, 0] if before is not None else figure.value
        ends = [float(end / today - 1.0) * 100.0 for end in (low, high)]
        changes = {**changes, _BUSY: replace(change, low=ends[0], high=ends[1])}
        low, high = (float(today) * (1.0 + end / 100.0) for end in ends)
        low, high = min(low, figure.value), max(high, figure.value)
    metrics = {**work.metrics, _BUSY: replace(figure, low=low, high=high)}
    return replace(work, metrics=metrics, changes=changes)


def _doubting(baseline: Baseline, case: Case, work: WorkloadProjection) -> WorkloadProjection:
    """A workload, with what is in doubt of its figures and of the CPs that it runs on."""
    assert case.view is not None
    item = baseline.anchor(work.anchor)
    if item is None or work.not_projectable is not None:
        return work
    of_cps = case.view.ask(
        ("doubted", "CPs"),
        lambda now, _: {
            item.anchor: tuple(
                tell(now, baseline.topology, _hosts(baseline, item.anchor))
                for tell in (beyond_machine, other_speed, many_engines)
            )
            for item in baseline.anchors
            if item.anchor in now
        },
    )
    # What cannot be is told first: a strip has room for one sentence.
    first, *others = of_cps[work.anchor]
    every = (first, *work.extrapolated, *item.doubts, *others)
    said = tuple(dict.fromkeys(one for one in every if one is not None))
    return work if said == work.extrapolated else replace(work, extrapolated=said)


def _hosts(baseline: Baseline, anchor: str) -> tuple[str, ...]:
    block = baseline.block_of(anchor)
    return () if block is None else next(m.hosts for m in block.members if m.anchor == anchor)


def idle_partitions(baseline: Baseline, case: Case) -> dict[str, str]:
    """See `sharing.none_left`."""
    assert case.view is not None
    return case.view.ask(("idle", "CPs"), lambda now, _: none_left(now, baseline.topology))


def _say_lacking(
    topology: Topology,
    today: Topology,
    workloads: Iterable[WorkloadProjection],
    resources: dict[str, ResourceUse],
) -> None:
    """Partitions with work of whose CPU nobody told, or of which nobody told how busy they are, are
    as busy as is known, or anything more."""
    unknown = [
        work.anchor
        for work in workloads
        if "cpu_s_per_s" not in work.metrics and work.anchor in topology
    ]
    for lpar in topology.of_kind("lpar"):
        use = resources.get(lpar.id)
        if use is None or use.label != "CPs":
            continue
        lacking = [named(work) for work in lacking_cpu(topology, lpar, unknown)]
        if lacking:
            said = say("without {names}, of whose CPU nobody told", names=listed(lacking))
        elif lpar.id in today and lpar.measure("cp_busy_pct") is None:
            said = say("without what else runs there: no report says how busy it is")
        else:
            continue
        resources[lpar.id] = replace(use, high=1.0, guessed=True, lacking=said)
