"""Measured cases against an installation: `plexwright-cases/1`.

The installation is calibrated to its own measured figures as a customer's; every case is a scenario
of it. ``installation.METRIC`` is the sum over all workloads. With a case to be relative to, every
figure is divided by that case's.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from model.calibration.published import Point
from model.calibration.validation import Refusal, Row, Validation
from model.catalogue import catalogue
from model.figures import figure as declared
from model.hardware.ziip import PLACE
from model.language import Sentence
from model.projection import (
    Estimate,
    Projection,
    ResourceUse,
    WorkloadProjection,
    build_baseline,
    project,
    total,
)
from model.projection.bands import after_change, by_experience, change_between
from model.projection.paired import state_apart
from model.subsystems.common.load import OTHER_LOAD
from model.topology import Scenario, Topology
from model.topology.documents import changes_of, topology_of
from model.topology.parts import Part

CASES = "plexwright-cases/1"
EVERY_WORKLOAD = "installation"
THROUGHPUT = "etr_per_s"


@dataclass(frozen=True)
class Case:
    """One measured scenario: figures by ``COMPONENT.metric``."""

    scenario: Scenario
    measured: Mapping[str, float]


@dataclass(frozen=True)
class Group:
    """An installation with measured cases."""

    id: str
    topology: Topology
    cases: tuple[Case, ...]
    relative_to: str | None = None


def parse_cases(document: Part) -> tuple[Group, ...]:
    """The groups of a document. Raises DocumentError."""
    document.object({"format", "name", "groups"})
    return document.distinct("groups", "group", _group)


def _group(given: Part) -> Group:
    given.object({"id", "installation", "relative_to", "cases"})
    name = given.word("id")
    given = replace(given, called=f"group {name}")
    kinds = catalogue()
    topology = topology_of(given.at("installation"), kinds)
    cases: dict[str, Case] = {}
    for part in given.parts("cases", "case"):
        part.object({"id", "changes", "measured"})
        case = part.word("id", f"case {len(cases) + 1}")
        if case in cases:
            raise part.at("id").wrong(f"{given.called} has two cases {case!r}; ids must differ")
        part = replace(part, called=f"{name}/{case}")
        told = part.items("measured", f"{name}/{case}.")
        measured = {key: _measured(key, one) for key, one in told}
        cases[case] = Case(Scenario(case, changes_of(part, topology, kinds)), measured)
    if not any(case.measured for case in cases.values()):
        raise given.wrong(f'{given.called} has no case with "measured" figures: give some')
    relative = given.word("relative_to", "") or None
    if relative is not None and relative not in cases:
        raise given.at("relative_to").wrong(
            f"group {name} has no case {relative!r}; there are {', '.join(cases)}"
        )
    return Group(name, topology, tuple(cases.values()), relative)


def _measured(key: str, told: Part) -> float:
    value = told.number()
    spec = declared(key.rpartition(".")[2])
    if value < 0.0 and (spec is None or spec.wrong_with(value) == "below"):
        raise told.wrong(f"{told.called} cannot be {value:g}, which is below zero")
    return value


def validate_cases(groups: tuple[Group, ...]) -> Validation:
    """Predict every case from its installation's own figures."""
    rows: list[Row] = []
    refused: list[Refusal] = []
    for group in groups:
        baseline = build_baseline(group.topology)
        as_is, *projections = project(
            baseline,
            [Scenario("as-is"), *(case.scenario for case in group.cases)],
            keep_draws=group.relative_to is not None,
        )
        by_name = {p.scenario.name: p for p in projections}
        unit = None if group.relative_to is None else by_name[group.relative_to]
        for case, projection in zip(group.cases, projections, strict=True):
            for metric, measured in case.measured.items():
                row = _row(group, case, metric, measured, projection, unit, as_is)
                if isinstance(row, Row):
                    rows.append(row)
                else:
                    refused.append(row)
    return Validation(tuple(rows), tuple(refused))


def _row(
    group: Group,
    case: Case,
    metric: str,
    measured: float,
    projection: Projection,
    unit: Projection | None,
    as_is: Projection,
) -> Row | Refusal:
    name = f"{group.id}/{case.scenario.name}"
    told, metric = metric, _as_projected(group.topology, as_is, metric)
    found = figure(projection, metric)
    if found is not None and unit is not None:
        found = _relative(projection, unit, metric)
    if found is None:
        why = next(
            (w.not_projectable for w in projection.workloads if w.not_projectable),
            _no_figure(group.topology, projection, metric, as_is),
        )
        if unit is not None and figure(unit, metric) is None:
            missing = _no_figure(group.topology, unit, metric, as_is)
            why = f"relative to {unit.scenario.name}: {missing}"
        said = "; ".join((*projection.issues, *projection.refused)) or why
        return Refusal(Point(name, "", {}, {}), f"case {name}: {told}: {said}")
    workload = projection.workload(metric.rpartition(".")[0])
    return Row(
        name,
        told,
        found.unit,
        measured,
        found.value,
        found.low,
        found.high,
        False,
        "",
        () if workload is None else workload.extrapolated,
        projection.converged,
    )


def _as_projected(topology: Topology, as_is: Projection, metric: str) -> str:
    """A figure under the name that projections have for it.

    Kinds call their rate as their reports do (``tx_per_s``, ``messages_per_s``); what the as-is has
    as its throughput is that rate.
    """
    anchor, _, name = metric.rpartition(".")
    if anchor in topology and name.endswith("_per_s") and figure(as_is, metric) is None:
        rate, throughput = topology[anchor].measure(name), figure(as_is, f"{anchor}.{THROUGHPUT}")
        if rate and throughput is not None and math.isclose(rate, throughput.value, rel_tol=1e-6):
            return f"{anchor}.{THROUGHPUT}"
    return metric


def _no_figure(topology: Topology, projection: Projection, metric: str, as_is: Projection) -> str:
    """What there is instead of a figure that no workload has, or has in this case no longer."""
    component, _, name = metric.rpartition(".")
    work = projection.workload(component)
    if work is not None and work.extrapolated and figure(as_is, metric) is not None:
        said = [one for one in work.extrapolated if not is_of_load(one)] or work.extrapolated
        return f"no {name} is projected of {component}: {said[0]}"
    works = {work.anchor: sorted(work.metrics) for work in projection.workloads}
    if component == EVERY_WORKLOAD:
        works[component] = sorted({name for names in works.values() for name in names})
    if component in works:
        there = ", ".join(works[component]) or "none of it"
        return f"no {name or 'name'} is projected of {component}; there are {there}"
    there = ", ".join(works) or "none"
    if component in topology:
        told = [*projection.hardware.get(component, ())]
        told += [
            f"busy_pct ({use.label})" for use in projection.resources if use.component == component
        ]
        is_told = f"; of {component} there are {', '.join(told)}" if told else ""
        return f"{name} of {component} is not projected{is_told}; the workloads are {there}"
    return f"no workload is called {component or metric}; there are {there}"


def is_of_load(sentence: str) -> bool:
    """Whether a sentence says no more than that the load is another one."""
    return isinstance(sentence, Sentence) and sentence.template == OTHER_LOAD


def figure(projection: Projection, metric: str) -> Estimate | None:
    """``COMPONENT.metric`` of a projection, or the sum over all workloads."""
    component, _, name = metric.rpartition(".")
    if component == EVERY_WORKLOAD:
        return total(projection.workloads, name)
    workload = projection.workload(component)
    found = None if workload is None else workload.metrics.get(name)
    return found or _of_part(projection, component, name)


def _of_part(projection: Projection, component: str, name: str) -> Estimate | None:
    """What is projected of a component that does no work itself, or of a server of one that does.

    How busy it is goes by the names that reports have for it, too.
    """
    told = projection.hardware.get(component, {}).get(name)
    place, share = component, _BUSY.get(name, 0.0)
    if name == "ziip_busy_pct":
        place, share = component + PLACE, 100.0
    uses = (use for use in projection.used if share and use.component == place)
    busy = next((_as_figure(use, share, "%" if share > 1.0 else "") for use in uses), None)
    return told or busy


_BUSY = {"busy_pct": 100.0, "cp_busy_pct": 100.0, "cpu_busy_pct": 100.0, "utilization": 1.0}
"""Names for how busy a component is, each with how much of it all is."""


def _as_figure(use: ResourceUse, share: float, unit: str) -> Estimate:
    return Estimate(share * use.utilization, share * use.low, share * use.high, unit)


def _relative(projection: Projection, unit: Projection, metric: str) -> Estimate | None:
    """``COMPONENT.metric`` against that of another case, with the band of the change."""
    base, found = figure(unit, metric), figure(projection, metric)
    if base is None or found is None or base.value <= 0.0:
        return None
    if projection is unit:
        return Estimate(1.0, 1.0, 1.0, "")
    component, _, name = metric.rpartition(".")
    every = component == EVERY_WORKLOAD
    works = (_since(work, unit.workload(work.anchor), name, every) for work in projection.workloads)
    paired = figure(replace(projection, workloads=tuple(works)), metric) or found
    value, low, high = (end / base.value for end in (paired.value, paired.low, paired.high))
    # What a figure cannot pass cuts its own band, which a change of it knows nothing of.
    least, most = _unlike(found, base)
    return Estimate(value, max(low, least), min(high, most), "")


def _unlike(found: Estimate, base: Estimate) -> tuple[float, float]:
    """The ends of a ratio of two figures that share nothing."""
    if found.value <= 0.0 or base.low <= 0.0:
        return 0.0, math.inf
    value = found.value / base.value
    below = math.hypot(1.0 - found.low / found.value, 1.0 - base.value / base.high)
    above = math.hypot(found.high / found.value - 1.0, base.value / base.low - 1.0)
    return value * max(0.0, 1.0 - below), value * (1.0 + above)


def _since(
    work: WorkloadProjection, base: WorkloadProjection | None, name: str, summed: bool
) -> WorkloadProjection:
    """A workload with the band of one figure that its change from another case has.

    Summed, without what others lose of what it gains (`total`).
    """
    if base is None or name not in work.draws or name not in base.draws:
        return work
    before, after = base.draws[name], work.draws[name]
    states = ({key: one.value for key, one in part.metrics.items()} for part in (base, work))
    change = change_between(
        before.values,
        after.values,
        _own_sd(base, name, summed),
        _own_sd(work, name, summed),
        state_apart(*states),
    )
    if change is None:
        return work
    was = base.metrics[name].value
    moved = after_change(name, was, by_experience(change, after.seen), work.metrics[name])
    left = {} if summed else work.exchanged_sd
    return replace(work, metrics={**work.metrics, name: moved}, exchanged_sd=left)


def _own_sd(work: WorkloadProjection, name: str, summed: bool) -> float:
    exchanged = work.exchanged_sd.get(name, 0.0) if summed else 0.0
    return math.sqrt(max(work.draws[name].residual_sd ** 2 - exchanged**2, 0.0))
