"""Scenarios in, projections out: batches per anchor, coupled through shared hardware."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from model.catalogue import catalogue
from model.contract.evaluation import ConditionError, Conditions, Evaluation, FloatArray
from model.contract.protocol import NotProjectable
from model.hardware.chains import Found
from model.hardware.storage import storage_key
from model.language import say
from model.projection.bands import (
    after_change,
    change_estimate,
    estimate,
    residual_of,
    use_band,
)
from model.projection.baseline import (
    BAND_DRAWS,
    AnchorBaseline,
    Baseline,
    devices,
    outside,
    rounded_sum,
    used_cps,
)
from model.projection.coupling import (
    AsIs,
    Asked,
    Member,
    answered,
    asked_of,
    blocks_of,
    hosts_of,
    reach_of,
    same_conditions,
    shape_of,
    unmoved,
    with_flows,
)
from model.projection.doubts import other_speed
from model.projection.estimate import (
    Draws,
    Estimate,
    Projection,
    ResourceUse,
    WorkloadProjection,
)
from model.projection.storage import overcommitted
from model.topology import (
    ChangeError,
    Scenario,
    SetSetting,
    Topology,
    apply_changes,
    contradictions,
    validate,
)

COUPLING_PASSES = 3
LOAD_TOLERANCE = 2e-3
NEARLY_FULL = 0.9


class Cancelled(Exception):
    """The caller asked to stop."""


@dataclass
class _Case:
    """One scenario on its way through the passes."""

    scenario: Scenario
    topology: Topology | None
    issues: tuple[str, ...] = ()
    loads: dict[str, Mapping[str, float]] = field(default_factory=dict)
    workloads: dict[str, WorkloadProjection] = field(default_factory=dict)
    resources: dict[str, dict[str, ResourceUse]] = field(default_factory=dict)
    bottlenecks: dict[str, str] = field(default_factory=dict)
    partitions: dict[str, tuple[FloatArray, float]] = field(default_factory=dict)
    networked: dict[str, bool] = field(default_factory=dict)
    converged: bool = True


def project(
    baseline: Baseline,
    scenarios: Sequence[Scenario],
    *,
    bands: bool = True,
    keep_draws: bool = False,
    cancel: Callable[[], bool] | None = None,
) -> tuple[Projection, ...]:
    """Project scenarios against a baseline, all in one batch per anchor and pass.

    Parameters
    ----------
    bands
        With bands every anchor is evaluated under ``BAND_DRAWS`` draws of its constants;
        without them only the central estimate is computed (low and high equal the value).
    keep_draws
        Keep what every figure is under each draw, so that any two of the projections can be
        compared with the band of their difference.
    cancel
        Called between batches; when it returns true, :class:`Cancelled` is raised.

    Returns
    -------
    One projection per scenario, in order. A scenario that cannot be applied has its sentence in
    ``issues`` and no workloads; a baseline that missed its limit has it in ``refused``.
    """
    cases = [_opened(baseline, scenario) for scenario in scenarios]
    usable = [a for a in baseline.anchors if a.conditions is not None]
    for item in baseline.anchors:
        for case in cases:
            case.loads[item.anchor] = item.load
    todo = [case for case in cases if case.topology is not None]
    for coupling_pass in range(COUPLING_PASSES):
        moved = _pass(baseline, usable, todo, bands, keep_draws, cancel)
        if coupling_pass == COUPLING_PASSES - 1 or not moved:
            break
        todo = moved
    return tuple(_closed(baseline, case) for case in cases)


def _pass(
    baseline: Baseline,
    usable: Sequence[AnchorBaseline],
    cases: Sequence[_Case],
    bands: bool,
    keep_draws: bool,
    cancel: Callable[[], bool] | None,
) -> list[_Case]:
    """Evaluate all workloads of these cases; those whose load on shared devices moved."""
    before = {id(case): dict(case.loads) for case in cases}
    by_anchor = {item.anchor: item for item in usable}
    alone: dict[str, list[tuple[_Case, Conditions]]] = {}
    batches: dict[Hashable, list[_Block]] = {}
    for case in cases:
        if cancel is not None and cancel():
            raise Cancelled
        asked: dict[str, Conditions] = {}
        members: list[Member] = []
        for item in usable:
            conditions = _conditions(baseline, item, case)
            if conditions is None:
                continue
            hosts = () if case.topology is None else _hosts(item, case.topology)
            if not hosts:
                alone.setdefault(item.anchor, []).append((case, conditions))
                continue
            assert item.calibration is not None
            draws = item.calibration.draws(BAND_DRAWS if bands else 0)
            asked[item.anchor] = conditions
            assert case.topology is not None
            reach = reach_of(item.model, case.topology, item.anchor, hosts)
            members.append(Member(item.anchor, item.model, draws, hosts, reach))
        for block in blocks_of(members):
            assert case.topology is not None
            taken = outside(block, case.loads, baseline.other_work)
            used = used_cps(case.topology, case.loads, baseline.other_work)
            as_is = _today(baseline, block)
            now = asked_of(block, case.topology, asked, taken, used, as_is.asked.overfull)
            opened = _Block(case, block, now)
            if opened.is_as(as_is):
                _as_today(by_anchor, opened, as_is, bands, keep_draws)
                continue
            for ready in _flowing(by_anchor, opened, as_is):
                batches.setdefault(shape_of(ready.members, ready.asked), []).append(ready)
    for item in usable:
        _evaluate(item, alone.get(item.anchor, []), bands, keep_draws)
    for blocks in batches.values():
        if cancel is not None and cancel():
            raise Cancelled
        _evaluate_blocks(baseline, by_anchor, blocks, bands, keep_draws, cancel)
    return [case for case in cases if _moved(before[id(case)], case)]


def _hosts(item: AnchorBaseline, topology: Topology) -> tuple[str, ...]:
    return hosts_of(item.model, topology, item.anchor)


def _moved(before: Mapping[str, Mapping[str, float]], case: _Case) -> bool:
    """Whether a workload now takes something else of hardware that another one uses as well.

    Partitions of workloads in the network count no more: all who share them were solved together.
    """
    assert case.topology is not None
    for anchor, after in case.loads.items():
        old, new = before.get(anchor, {}), after
        if case.networked.get(anchor):
            old, new = (_apart(case.topology, load) for load in (old, new))
        moved = {
            key
            for key in {*old, *new}
            if abs(new.get(key, 0.0) - old.get(key, 0.0))
            > LOAD_TOLERANCE * max(1.0, abs(old.get(key, 0.0)))
        }
        others = (load for name, load in case.loads.items() if name != anchor)
        if moved and any(moved & {*load} for load in others):
            return True
        # CPs that a network takes are in its load here only where PR/SM shares them out.
        if case.networked.get(anchor) and moved - devices(case.topology, new).keys():
            return True
    return False


def _apart(topology: Topology, load: Mapping[str, float]) -> dict[str, float]:
    """What a network takes that reaches beyond it: devices, and CPs that PR/SM shares out."""
    found = devices(topology, load)
    for name in load.keys() - found.keys():
        cpc = topology.ancestor(name, "cpc")
        if cpc is not None and len(topology.children(cpc.id, "lpar")) > 1:
            found[name] = load[name]
    return found


@dataclass(frozen=True)
class _Block:
    """The workloads of a case that share a network, and what is asked of them."""

    case: _Case
    members: tuple[Member, ...]
    asked: Asked

    def is_as(self, as_is: AsIs) -> bool:
        """Whether it is asked the same as today."""
        now, was = self.asked.conditions, as_is.asked.conditions
        return (
            [m.anchor for m in self.members] == [m.anchor for m in as_is.members]
            and [m.hosts for m in self.members] == [m.hosts for m in as_is.members]
            and dict(self.asked.capacities) == dict(as_is.asked.capacities)
            and all(same_conditions(now[m.anchor], was[m.anchor]) for m in self.members)
        )


def _as_today(
    items: Mapping[str, AnchorBaseline], block: _Block, as_is: AsIs, bands: bool, keep_draws: bool
) -> None:
    """Answer a block that is asked the same as today."""
    for member in block.members:
        evaluation = as_is.evaluations[member.anchor]
        _answer(items[member.anchor], block.case, evaluation, 0, bands, keep_draws)
    for host, use in as_is.uses.items():
        block.case.partitions[host] = (use[0], block.asked.capacities[host].servers)


def _flowing(items: Mapping[str, AnchorBaseline], block: _Block, as_is: AsIs) -> list[_Block]:
    """The block with its flows; without the workloads whose models refuse their conditions."""
    try:
        return [replace(block, asked=with_flows(block.members, block.asked, as_is))]
    except ConditionError:
        left = []
        for member in block.members:
            try:
                with_flows((member,), block.asked, as_is)
            except ConditionError as contradiction:
                _not_projectable(items[member.anchor], block.case, str(contradiction))
                continue
            left.append(member)
        if not left:
            return []
        return _flowing(items, replace(block, members=tuple(left)), as_is)


def _evaluate_blocks(
    baseline: Baseline,
    items: Mapping[str, AnchorBaseline],
    blocks: Sequence[_Block],
    bands: bool,
    keep_draws: bool,
    cancel: Callable[[], bool] | None,
) -> None:
    """Solve blocks of one shape together."""
    as_is = _today(baseline, blocks[0].members)
    try:
        found = answered(blocks[0].members, [block.asked for block in blocks], as_is, cancel)
    except ConditionError:
        # One contradictory scenario must not take the others of its batch with it.
        if len(blocks) > 1:
            for block in blocks:
                _evaluate_blocks(baseline, items, [block], bands, keep_draws, cancel)
            return
        _without_contradiction(baseline, items, blocks[0], bands, keep_draws, cancel)
        return
    for row, block in enumerate(blocks):
        for member in block.members:
            item = items[member.anchor]
            evaluation, index = found.evaluations[member.anchor], row
            today = item.evaluation
            if today is not None and today.metrics:
                reference = today if bands else today.central()
                same = same_conditions(
                    block.asked.conditions[member.anchor],
                    as_is.asked.conditions.get(member.anchor),
                )
                same = same or (
                    evaluation.reasons[row] == today.reasons[0]
                    and evaluation.extrapolated[row] == today.extrapolated[0]
                )
                if same and unmoved(evaluation, row, reference):
                    evaluation, index = today, 0
            _answer(item, block.case, evaluation, index, bands, keep_draws)
        for host, use in found.uses.items():
            block.case.partitions[host] = (use[row], block.asked.capacities[host].servers)


def _today(baseline: Baseline, members: Sequence[Member]) -> AsIs:
    """How the workloads of a block stand today, be it in one block or in several."""
    blocks = [baseline.block_of(member.anchor) for member in members]
    known = {id(block): block for block in blocks if block is not None}
    if len(known) == 1:
        return next(iter(known.values()))
    found = list(known.values())
    together = Found()
    for block in found:
        together = together.merged(block.found)
    return AsIs(
        tuple(member for block in found for member in block.members),
        Asked(
            {name: one for block in found for name, one in block.asked.conditions.items()},
            {name: one for block in found for name, one in block.asked.capacities.items()},
            {name: one for block in found for name, one in block.asked.flows.items()},
            frozenset().union(*(block.asked.overfull for block in found)),
        ),
        together,
        {name: one for block in found for name, one in block.got.items()},
        {name: one for block in found for name, one in block.evaluations.items()},
    )


def _without_contradiction(
    baseline: Baseline,
    items: Mapping[str, AnchorBaseline],
    block: _Block,
    bands: bool,
    keep_draws: bool,
    cancel: Callable[[], bool] | None,
) -> None:
    """Say of the workload whose model refuses that it is not projected, and go on without it."""
    left = []
    for member in block.members:
        try:
            member.model.evaluate([block.asked.conditions[member.anchor]], member.draws)
        except ConditionError as contradiction:
            _not_projectable(items[member.anchor], block.case, str(contradiction))
            continue
        left.append(member)
    if left and len(left) < len(block.members):
        rest = replace(block, members=tuple(left))
        _evaluate_blocks(baseline, items, [rest], bands, keep_draws, cancel)


def _answer(
    item: AnchorBaseline,
    case: _Case,
    evaluation: Evaluation,
    index: int,
    bands: bool,
    keep_draws: bool,
) -> None:
    """Record what a workload does in a case."""
    assert item.evaluation is not None
    as_is = item.evaluation if bands else item.evaluation.central()
    if evaluation is item.evaluation:
        evaluation = as_is
    case.networked[item.anchor] = True
    _record(item, case, evaluation, index, _figures(evaluation, index, as_is), keep_draws)


def _opened(baseline: Baseline, scenario: Scenario) -> _Case:
    kinds = catalogue()
    try:
        topology = apply_changes(baseline.topology, scenario.changes, kinds)
    except ChangeError as wrong:
        return _Case(scenario, None, (str(wrong),))
    wrong_today = contradictions(baseline.topology, kinds)
    together = contradictions(topology, kinds)
    refused = tuple(said for name, said in together.items() if name not in wrong_today)
    if refused:
        return _Case(scenario, None, refused)
    issues: tuple[str, ...] = ()
    # Setting a value checks it already; only a changed shape needs all of the topology looked at.
    if not all(isinstance(change, SetSetting) for change in scenario.changes):
        # What is wrong with the as-is already is not this scenario's doing.
        known = {issue.sentence for issue in validate(baseline.topology, kinds)}
        found = dict.fromkeys(issue.sentence for issue in validate(topology, kinds))
        issues = tuple(sentence for sentence in found if sentence not in known)
    return _Case(scenario, topology, issues)


def _evaluate(
    item: AnchorBaseline,
    batch: Sequence[tuple[_Case, Conditions]],
    bands: bool,
    keep_draws: bool,
) -> None:
    """Evaluate a workload that stands in no network."""
    if not batch:
        return
    assert item.calibration is not None
    assert item.evaluation is not None
    as_is = item.evaluation if bands else item.evaluation.central()
    same = [
        (case, as_is, 0)
        for case, conditions in batch
        if same_conditions(conditions, item.conditions)
    ]
    changed = [pair for pair in batch if not same_conditions(pair[1], item.conditions)]
    answers = _evaluated(item, changed, bands) if changed else []
    unmoved_figures = _figures(as_is, 0, as_is) if same else None
    for case, evaluation, index in (*same, *answers):
        figures = unmoved_figures if evaluation is as_is else _figures(evaluation, index, as_is)
        assert figures is not None
        _record(item, case, evaluation, index, figures, keep_draws)


def _conditions(baseline: Baseline, item: AnchorBaseline, case: _Case) -> Conditions | None:
    assert case.topology is not None
    if item.anchor not in case.topology:
        case.loads[item.anchor] = {}
        case.workloads.pop(item.anchor, None)
        return None
    others = (load for anchor, load in case.loads.items() if anchor != item.anchor)
    taken = rounded_sum([baseline.other_work, *others])
    try:
        if hosts_of(item.model, case.topology, item.anchor):
            taken = devices(case.topology, taken)
        return item.model.conditions(case.topology, item.anchor, taken)
    except (NotProjectable, ConditionError) as lacking:
        _not_projectable(item, case, str(lacking))
        return None


def _evaluated(
    item: AnchorBaseline, batch: list[tuple[_Case, Conditions]], bands: bool
) -> list[tuple[_Case, Evaluation, int]]:
    assert item.calibration is not None
    draws = item.calibration.draws(BAND_DRAWS if bands else 0)
    try:
        evaluation = item.model.evaluate([conditions for _, conditions in batch], draws)
        return [(case, evaluation, index) for index, (case, _) in enumerate(batch)]
    except ConditionError:
        # One contradictory scenario must not take the others of its batch with it.
        answers: list[tuple[_Case, Evaluation, int]] = []
        for case, conditions in batch:
            try:
                answers.append((case, item.model.evaluate([conditions], draws), 0))
            except ConditionError as contradiction:
                _not_projectable(item, case, str(contradiction))
        return answers


def _not_projectable(item: AnchorBaseline, case: _Case, sentence: str) -> None:
    case.workloads[item.anchor] = WorkloadProjection(
        item.anchor, item.model.name, {}, not_projectable=sentence
    )


_Figures = tuple[Mapping[str, Estimate], Mapping[str, Estimate]]


def _figures(evaluation: Evaluation, index: int, as_is: Evaluation) -> _Figures:
    """The metrics of one condition, and how they change against the as-is."""
    metrics: dict[str, Estimate] = {}
    changes: dict[str, Estimate] = {}
    for name in evaluation.metrics:
        figure = estimate(evaluation, name, index)
        if figure is None:
            continue
        metrics[name] = figure
        change = change_estimate(as_is, evaluation, name, index)
        if change is None:
            continue
        changes[name] = change
        if evaluation is not as_is:
            before = float(as_is.metrics[name][0, 0])
            metrics[name] = after_change(name, before, change, figure)
    return metrics, changes


def _record(
    item: AnchorBaseline,
    case: _Case,
    evaluation: Evaluation,
    index: int,
    figures: _Figures,
    keep_draws: bool,
) -> None:
    assert case.topology is not None
    metrics, changes = figures
    parts = item.model.components(case.topology, item.anchor)
    tell = getattr(item.model, "systems", None)
    systems: Mapping[str, int] = {} if tell is None else tell(case.topology, item.anchor)
    uses: dict[str, ResourceUse] = {}
    held = evaluation.held_by[index] if evaluation.held_by else None
    busiest = _busiest(evaluation, index) if held is None else held[0]
    for key, use in evaluation.utilization.items():
        value = float(use[index, 0])
        if value != value:
            continue
        scatter = residual_of(evaluation, "etr_per_s", index)
        low, high = use_band(use[index], scatter)
        if key in evaluation.pools and key != busiest:
            continue
        apart = evaluation.by_system.get(key)
        for component in parts.get(key, ()):
            if apart is not None and component in systems:
                own = apart[index, systems[component]]
                if own[0] == own[0]:
                    value = float(own[0])
                    low, high = use_band(own, scatter)
            known = uses.get(component)
            if known is None or known.utilization <= value:
                uses[component] = ResourceUse(
                    component, key, min(1.0, value), min(1.0, low), min(1.0, high)
                )
    case.resources[item.anchor] = uses
    case.loads[item.anchor] = item.model.load(case.topology, item.anchor, evaluation, index)
    case.converged = case.converged and bool(evaluation.converged[index, 0])
    case.workloads[item.anchor] = WorkloadProjection(
        item.anchor,
        item.model.name,
        metrics,
        {name: float(part[index, 0]) for name, part in evaluation.breakdown_s.items()},
        busiest or None,
        evaluation.extrapolated[index],
        changes=changes,
        draws={
            name: Draws(evaluation.metrics[name][index], residual_of(evaluation, name, index))
            for name in metrics
        }
        if keep_draws
        else {},
    )
    if busiest and parts.get(busiest):
        there = [name for name in parts[busiest] if name in uses]
        if held is not None and held[1] >= 0 and systems:
            there = [name for name in there if systems.get(name) == held[1]] or there
        case.bottlenecks[item.anchor] = max(
            there or parts[busiest],
            key=lambda name: uses[name].utilization if name in uses else 0.0,
        )


def _busiest(evaluation: Evaluation, index: int) -> str:
    """What binds: the busiest resource, but a pool only where nothing it holds is nearly full."""
    found = {
        key: float(use[index, 0])
        for key, use in evaluation.utilization.items()
        if float(use[index, 0]) == float(use[index, 0])
    }
    within = {key: use for key, use in found.items() if key not in evaluation.pools}
    if within and max(within.values()) >= NEARLY_FULL:
        found = within
    return max(found, key=lambda key: found[key], default="")


def _merged(case: _Case) -> dict[str, ResourceUse]:
    """Each component as the workload sees it that finds it busiest."""
    found: dict[str, ResourceUse] = {}
    for uses in case.resources.values():
        for component, use in uses.items():
            known = found.get(component)
            if known is None or known.utilization < use.utilization:
                found[component] = use
    return found


def _closed(baseline: Baseline, case: _Case) -> Projection:
    if case.topology is None:
        return Projection(case.scenario, (), (), None, True, case.issues, baseline.refused)
    for item in baseline.anchors:
        why = item.not_projectable
        if why is None and case.scenario.changes and item.calibration is not None:
            # A baseline that misses today's figures may show them, but not what comes of changes.
            why = item.calibration.refused
        if why is not None and item.anchor in case.topology:
            _not_projectable(item, case, why)
    crowded = overcommitted(case.topology, case.loads)
    workloads = tuple(
        _crowded(case.topology, case.workloads[a.anchor], case.loads.get(a.anchor, {}), crowded)
        for a in baseline.anchors
        if a.anchor in case.workloads
    )
    workloads = tuple(_doubting(baseline, case.topology, work) for work in workloads)
    resources = _merged(case)
    _share_processors(baseline, case, resources)
    draft = Projection(
        case.scenario,
        workloads,
        tuple(resources.values()),
        None,
        case.converged,
        case.issues,
        baseline.refused,
    )
    principal = draft.principal
    bottleneck = None if principal is None else case.bottlenecks.get(principal.anchor)
    if any(item.anchor in case.topology and _lost(case, item) for item in baseline.anchors):
        # What binds the installation cannot be said while a part of it has no figures.
        bottleneck = None
    return Projection(
        draft.scenario,
        draft.workloads,
        draft.resources,
        bottleneck,
        draft.converged,
        draft.issues,
        draft.refused,
    )


def _crowded(
    topology: Topology,
    work: WorkloadProjection,
    load: Mapping[str, float],
    crowded: Mapping[str, str],
) -> WorkloadProjection:
    """The workload, with what is said of overcommitted storage where it lives."""
    home = topology.ancestor(work.anchor, "lpar") if work.anchor in topology else None
    lives = {name for name in crowded if storage_key(name) in load}
    lives |= set() if home is None else {home.id}
    said = tuple(sentence for lpar, sentence in crowded.items() if lpar in lives)
    said = tuple(sentence for sentence in said if sentence not in work.extrapolated)
    return replace(work, extrapolated=(*work.extrapolated, *said)) if said else work


def _doubting(baseline: Baseline, now: Topology, work: WorkloadProjection) -> WorkloadProjection:
    """The workload, with what is in doubt of its figures and of the CPs that it runs on."""
    item = baseline.anchor(work.anchor)
    if item is None or work.not_projectable is not None:
        return work
    block = baseline.block_of(work.anchor)
    hosts = () if block is None else next(m.hosts for m in block.members if m.anchor == work.anchor)
    speed = other_speed(now, baseline.topology, hosts)
    said = (*item.doubts, *(() if speed is None else (speed,)))
    said = tuple(sentence for sentence in said if sentence not in work.extrapolated)
    return replace(work, extrapolated=(*work.extrapolated, *said)) if said else work


def _lost(case: _Case, item: AnchorBaseline) -> bool:
    """Whether a workload that is projected as-is cannot be projected in this scenario."""
    work = case.workloads.get(item.anchor)
    return item.conditions is not None and work is not None and work.not_projectable is not None


def _share_processors(baseline: Baseline, case: _Case, resources: dict[str, ResourceUse]) -> None:
    """LPAR busy is what all anchors take together plus the work no model explains."""
    assert case.topology is not None
    for name, (used, _) in case.partitions.items():
        if name not in case.topology or case.topology[name].kind != "dasd":
            continue
        device, value = resources.get(name), min(1.0, float(used[0]))
        if device is None or device.utilization < value:
            low, high = min(1.0, float(used.min())), min(1.0, float(used.max()))
            resources[name] = ResourceUse(name, "volumes", value, low, high)
    for lpar in case.topology.of_kind("lpar"):
        cps = lpar.number("CPS")
        if not cps:
            continue
        shared = case.partitions.get(lpar.id)
        if shared is not None:
            use, usable = np.minimum(shared[0], 1.0) * shared[1] / cps, shared[1]
            low, high = use_band(use, 0.0)
            resources[lpar.id] = ResourceUse(
                lpar.id,
                "CPs",
                float(use[0]),
                low,
                high,
                _busy(min(float(use[0]) * cps, usable), cps),
            )
            continue
        taken = baseline.other_work.get(lpar.id, 0.0)
        taken += sum(load.get(lpar.id, 0.0) for load in case.loads.values())
        if taken <= 0.0:
            continue
        known = resources.get(lpar.id)
        spread = 0.0 if known is None else (known.high - known.low) / 2.0
        busy = min(1.0, taken / cps)
        resources[lpar.id] = ResourceUse(
            lpar.id,
            "CPs",
            busy,
            max(0.0, busy - spread),
            min(1.0, busy + spread),
            _busy(min(taken, cps), cps),
        )


def _busy(taken: float, cps: float) -> str:
    return say("{taken:.1f} of {cps:,g} CPs busy", taken=taken, cps=cps)
