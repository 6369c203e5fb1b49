"""Scenarios in, projections out: batches per anchor, coupled through shared hardware."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from model.catalogue import catalogue
from model.projection.bands import change_estimate, estimate
from model.projection.baseline import BAND_DRAWS, AnchorBaseline, Baseline, rounded_sum
from model.projection.estimate import Estimate, Projection, ResourceUse, WorkloadProjection
from model.projection.protocol import NotProjectable
from model.subsystems.evaluation import ConditionError, Conditions, Evaluation
from model.topology import ChangeError, Scenario, SetSetting, Topology, apply_changes, validate

COUPLING_PASSES = 3
LOAD_TOLERANCE = 2e-3


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
    converged: bool = True


def project(
    baseline: Baseline,
    scenarios: Sequence[Scenario],
    *,
    bands: bool = True,
    cancel: Callable[[], bool] | None = None,
) -> tuple[Projection, ...]:
    """Project scenarios against a baseline, all in one batch per anchor and pass.

    Parameters
    ----------
    bands
        With bands every anchor is evaluated under ``BAND_DRAWS`` draws of its constants;
        without them only the central estimate is computed (low and high equal the value).
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
    pending = {item.anchor: list(cases) for item in usable}
    for coupling_pass in range(COUPLING_PASSES):
        moved: dict[str, list[_Case]] = {}
        for item in usable:
            if cancel is not None and cancel():
                raise Cancelled
            todo = [case for case in pending[item.anchor] if case.topology is not None]
            moved[item.anchor] = _evaluate(baseline, item, todo, bands)
        if coupling_pass == COUPLING_PASSES - 1 or not any(moved.values()):
            break
        pending = {item.anchor: _disturbed(item, usable, moved) for item in usable}
    return tuple(_closed(baseline, case) for case in cases)


def _disturbed(
    item: AnchorBaseline, anchors: Sequence[AnchorBaseline], moved: Mapping[str, list[_Case]]
) -> list[_Case]:
    """Cases in which hardware that this anchor uses is now used otherwise by another one."""
    found: dict[int, _Case] = {}
    for other in anchors:
        if other is item:
            continue
        for case in moved.get(other.anchor, ()):
            shared = {*other.load, *case.loads[other.anchor]} & {*item.load}
            if shared:
                found[id(case)] = case
    return list(found.values())


def _opened(baseline: Baseline, scenario: Scenario) -> _Case:
    kinds = catalogue()
    try:
        topology = apply_changes(baseline.topology, scenario.changes, kinds)
    except ChangeError as wrong:
        return _Case(scenario, None, (str(wrong),))
    issues: tuple[str, ...] = ()
    # Setting a value checks it already; only a changed shape needs all of the topology looked at.
    if not all(isinstance(change, SetSetting) for change in scenario.changes):
        # What is wrong with the as-is already is not this scenario's doing.
        known = {issue.sentence for issue in validate(baseline.topology, kinds)}
        found = dict.fromkeys(issue.sentence for issue in validate(topology, kinds))
        issues = tuple(sentence for sentence in found if sentence not in known)
    return _Case(scenario, topology, issues)


def _evaluate(
    baseline: Baseline, item: AnchorBaseline, cases: Sequence[_Case], bands: bool
) -> list[_Case]:
    """Evaluate one anchor for these cases; the cases whose load on shared hardware moved."""
    assert item.calibration is not None
    batch: list[tuple[_Case, Conditions]] = []
    for case in cases:
        conditions = _conditions(baseline, item, case)
        if conditions is not None:
            batch.append((case, conditions))
    if not batch:
        return []
    assert item.evaluation is not None
    as_is = item.evaluation if bands else item.evaluation.central()
    same = [
        (case, as_is, 0)
        for case, conditions in batch
        if same_conditions(conditions, item.conditions)
    ]
    changed = [pair for pair in batch if not same_conditions(pair[1], item.conditions)]
    answers = _evaluated(item, changed, bands) if changed else []
    unmoved = _figures(as_is, 0, as_is) if same else None
    moved: list[_Case] = []
    for case, evaluation, index in (*same, *answers):
        before = case.loads[item.anchor]
        figures = unmoved if evaluation is as_is else _figures(evaluation, index, as_is)
        assert figures is not None
        _record(item, case, evaluation, index, figures)
        after = case.loads[item.anchor]
        if before.keys() != after.keys() or any(
            abs(after[key] - before[key]) > LOAD_TOLERANCE * max(1.0, abs(before[key]))
            for key in after
        ):
            moved.append(case)
    return moved


def same_conditions(one: Conditions, other: Conditions | None) -> bool:
    """Whether a model is asked the same."""
    try:
        return bool(one == other)
    except ValueError:  # arrays among the values have no single truth
        return False


def _conditions(baseline: Baseline, item: AnchorBaseline, case: _Case) -> Conditions | None:
    assert case.topology is not None
    if item.anchor not in case.topology:
        case.loads[item.anchor] = {}
        case.workloads.pop(item.anchor, None)
        return None
    others = (load for anchor, load in case.loads.items() if anchor != item.anchor)
    taken = rounded_sum([baseline.other_work, *others])
    try:
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
        if change is not None:
            changes[name] = change
    return metrics, changes


def _record(
    item: AnchorBaseline, case: _Case, evaluation: Evaluation, index: int, figures: _Figures
) -> None:
    assert case.topology is not None
    metrics, changes = figures
    parts = item.model.components(case.topology, item.anchor)
    tell = getattr(item.model, "systems", None)
    systems: Mapping[str, int] = {} if tell is None else tell(case.topology, item.anchor)
    uses: dict[str, ResourceUse] = {}
    busiest = ""
    highest = -1.0
    for key, use in evaluation.utilization.items():
        value = float(use[index, 0])
        if value != value:
            continue
        low, high = float(use[index].min()), float(use[index].max())
        if value > highest:
            busiest, highest = key, value
        apart = evaluation.by_system.get(key)
        for component in parts.get(key, ()):
            if apart is not None and component in systems:
                own = apart[index, systems[component]]
                if own[0] == own[0]:
                    value, low, high = float(own[0]), float(own.min()), float(own.max())
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
    )
    if busiest and parts.get(busiest):
        case.bottlenecks[item.anchor] = max(
            parts[busiest], key=lambda component: uses[component].utilization
        )


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
    workloads = tuple(
        case.workloads[a.anchor] for a in baseline.anchors if a.anchor in case.workloads
    )
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
    return Projection(
        draft.scenario,
        draft.workloads,
        draft.resources,
        bottleneck,
        draft.converged,
        draft.issues,
        draft.refused,
    )


def _share_processors(baseline: Baseline, case: _Case, resources: dict[str, ResourceUse]) -> None:
    """LPAR busy is what all anchors take together plus the work no model explains."""
    assert case.topology is not None
    for lpar in case.topology.of_kind("lpar"):
        cps = lpar.number("CPS")
        if not cps:
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
            f"{min(taken, cps):.1f} of {cps:,g} CPs busy",
        )
