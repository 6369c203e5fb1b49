"""How busy components are in a scenario, each with its band."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from model.contract.evaluation import Evaluation, FloatArray
from model.figures import use_figures
from model.hardware.processors import online
from model.hardware.ziip import PLACE, SMT_CAPACITY, SMT_FROM, SMT_TO, ZiipWork, ziip_work
from model.language import say
from model.projection.asked import AsIs
from model.projection.bands import residual_of, use_band
from model.projection.baseline import Baseline
from model.projection.case import Case
from model.projection.estimate import NEARLY_FULL, Estimate, Experience, ResourceUse
from model.projection.paired import change_scatter
from model.subsystems.common.scatter import RUN_TO_RUN
from model.topology import Component


def uses_of(
    evaluation: Evaluation,
    index: int,
    today: Evaluation | None,
    parts: Mapping[str, Sequence[str]],
    systems: Mapping[str, int],
    busy: str,
    seen: Experience | None,
    apart: float,
    changes: Mapping[str, Estimate],
) -> tuple[dict[str, ResourceUse], float]:
    """By component how busy a workload finds it, and the scatter of that about the model.

    ``today`` is the as-is where this is of a scenario: bands are then those of the change.
    ``busy`` is what binds; other pools of threads say nothing of hardware. ``seen`` is what earlier
    projections of the model taught about its bands; ``apart`` is `evaluations_apart`. All come at a
    rate here; whose queue holds its users is seen when all workloads are. Where one
    of the ``changes`` against the as-is is that of a server's use, its band is the server's.
    """
    found: dict[str, ResourceUse] = {}
    calm = _unwaited(evaluation, index)
    scatter = _scatter(today, evaluation, index, apart)
    for key, use in evaluation.utilization.items():
        value = float(use[index, 0])
        if value != value or (key in evaluation.pools and key != busy):
            continue
        low, high = use_band(use[index], scatter, _row(today, "utilization", key, 0), seen)
        change = None if today is None else changes.get(use_figures().get(key, ""))
        if change is not None:
            sides = [1.0 + end / 100.0 for end in (change.low, change.high)]
            middle = 1.0 + change.value / 100.0
            low, high = (value * side / middle for side in sides) if middle > 0.0 else (low, high)
        by_system = evaluation.by_system.get(key)
        for component in parts.get(key, ()):
            if by_system is not None and component in systems:
                system = systems[component]
                own = by_system[index, system]
                if own[0] == own[0]:
                    value = float(own[0])
                    low, high = use_band(own, scatter, _row(today, "by_system", key, system), seen)
            known = found.get(component)
            if known is None or known.utilization <= value:
                ends = min(1.0, value), min(1.0, low), min(1.0, high)
                found[component] = ResourceUse(
                    component, key, *ends, at_a_rate=True, unwaited=key in calm
                )
    return found, scatter


def _row(today: Evaluation | None, of: str, key: str, system: int) -> FloatArray | None:
    """A use as-is under all draws; None where there was none."""
    if today is None:
        return None
    if of == "utilization":
        known = today.utilization.get(key)
        return None if known is None else known[0]
    apart = today.by_system.get(key)
    if apart is None or system >= apart.shape[1]:
        return None
    own: FloatArray = apart[0, system]
    return own


_BUSY: Final = ("etr_per_s", "itr_per_cpu_s")
"""What keeps hardware busy: how much work comes through, and how much of it each piece takes."""


def _scatter(today: Evaluation | None, evaluation: Evaluation, index: int, apart: float) -> float:
    """Scatter about the model of what keeps hardware busy; of its change where today is given.

    Of a rate and of what a piece of work takes the one that is known less: a rate that is given
    scatters by nothing, and where hardware limits the rate the two move against each other.
    """

    def of(metric: str) -> float:
        now = residual_of(evaluation, metric, index)
        if today is None or not today.metrics:
            return now
        return change_scatter(residual_of(today, metric, 0), now, apart)

    return max(map(of, _BUSY))


def busiest(evaluation: Evaluation, index: int) -> str:
    """What binds: the busiest resource. A pool only where it is nearly full, as hardly anybody
    waits for one before, and nothing that it holds is; what nobody waits for only where there is
    nothing else. Where nothing is nearly full, what is waited for longer than for all others: many
    servers that are busier than a single one are waited for less."""
    found = {
        key: float(use[index, 0])
        for key, use in evaluation.utilization.items()
        if float(use[index, 0]) == float(use[index, 0])
    }
    calm = _unwaited(evaluation, index)
    found = {key: use for key, use in found.items() if key not in calm} or found
    within = {key: use for key, use in found.items() if key not in evaluation.pools}
    if within and (max(within.values()) >= NEARLY_FULL or max(found.values()) < NEARLY_FULL):
        found = within
    queued = evaluation.queued[index] if evaluation.queued else ""
    if queued in evaluation.utilization and max(found.values(), default=1.0) < NEARLY_FULL:
        return queued
    return max(found, key=lambda key: found[key], default="")


def _unwaited(evaluation: Evaluation, index: int) -> frozenset[str]:
    return evaluation.unwaited[index] if evaluation.unwaited else frozenset()


def merged(by_workload: Iterable[Mapping[str, ResourceUse]]) -> dict[str, ResourceUse]:
    """Each component as the workload sees it that finds it busiest."""
    found: dict[str, ResourceUse] = {}
    for uses in by_workload:
        for component, use in uses.items():
            known = found.get(component)
            if known is None or known.utilization < use.utilization:
                found[component] = use
    return found


def share_hardware(
    baseline: Baseline,
    case: Case,
    scatters: Mapping[str, float],
    resources: dict[str, ResourceUse],
) -> None:
    """LPAR busy is what all anchors take together plus the work no model explains."""
    assert case.topology is not None
    topology, loads = case.topology, case.loads
    blocks = _measured(baseline, case)
    # As-is uses are kept under all draws, and are asked for without them, too.
    draws = max((one.converged.shape[1] for one, _ in case.answers.values()), default=1)
    taken_of: dict[str, dict[str, float]] = {}
    for anchor, load in loads.items():
        for name, part in load.items():
            taken_of.setdefault(name, {})[anchor] = part
    for name, (used, _) in case.partitions.items():
        if name not in topology or topology[name].kind != "dasd":
            continue
        device, value = resources.get(name), min(1.0, float(used[0]))
        if device is None or device.utilization < value:
            scatter = _mixed(name, taken_of, scatters, baseline.other_work)
            low, high = use_band(used[:draws], scatter, _as_is(blocks, name))
            resources[name] = ResourceUse(name, "volumes", value, low, high)
    for lpar in topology.of_kind("lpar"):
        cps = online(topology, lpar)
        if not cps:
            resources.pop(lpar.id, None)
            if (measured := _uncounted(baseline, lpar, taken_of.get(lpar.id, {}))) is not None:
                resources[lpar.id] = measured
            continue
        shared = case.partitions.get(lpar.id)
        if shared is not None:
            use, usable = np.minimum(shared[0], 1.0) * shared[1] / cps, shared[1]
            scatter = _mixed(lpar.id, taken_of, scatters, baseline.other_work)
            low, high = use_band(use[:draws], scatter, _as_is(blocks, lpar.id))
            resources[lpar.id] = ResourceUse(
                lpar.id,
                "CPs",
                float(use[0]),
                low,
                high,
                _busy(min(float(use[0]) * cps, usable), cps, usable),
                of_usable=min(float(shared[0][0]), 1.0),
            )
            continue
        taken = baseline.other_work.get(lpar.id, 0.0)
        taken += sum(taken_of.get(lpar.id, {}).values())
        cpc = topology.ancestor(lpar.id, "cpc")
        if cpc is not None and cpc.id in case.machines:
            taken = min(taken, case.machines[cpc.id].beside.get(lpar.id, taken))
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


_MOVED: Final = 1e-6
"""Of what a partition's workloads take, relative."""


def _uncounted(
    baseline: Baseline, lpar: Component, taken: Mapping[str, float]
) -> ResourceUse | None:
    """How busy CPs are that nobody counted: as measured, as long as what is taken stays.

    taken: CPs, by workload. A share of a number that is inferred says nothing of the partition.
    """
    busy = lpar.measure("cp_busy_pct")
    today = sum(item.load.get(lpar.id, 0.0) for item in baseline.anchors)
    if busy is None or abs(sum(taken.values()) - today) > _MOVED * today:
        return None
    share = min(1.0, busy / 100.0)
    return ResourceUse(lpar.id, "CPs", share, share, share)


def ziip_uses(
    baseline: Baseline, case: Case, scatters: Mapping[str, float]
) -> tuple[ResourceUse, ...]:
    """How busy zIIPs are: what workloads that are carried ask of them, and as measured the rest.

    scatters: by workload of its rate and CPU about the model.
    """
    assert case.topology is not None
    blocks = _measured(baseline, case)
    draws = max((one.converged.shape[1] for one, _ in case.answers.values()), default=1)
    found = []
    for lpar in case.topology.of_kind("lpar"):
        work = case.ziips.get(lpar.id) or ziip_work(case.topology, lpar, baseline.other_work)
        grown, scatter = _grown(case, lpar.id, scatters, draws, work)
        work = replace(work, grown=float(grown[0]))
        if work.busy_pct is None:
            continue
        use, today = np.array(work.use_under(grown.tolist())), None
        waited = case.partitions.get(lpar.id + PLACE)
        if waited is not None:
            use, today = waited[0][:draws], _as_is(blocks, lpar.id + PLACE)
        value = min(1.0, float(use[0]))
        # Other zIIPs, or more work for them, are no better known than a run is repeated.
        scatter = scatter if work.is_as_measured else math.hypot(scatter, RUN_TO_RUN)
        low, high = use_band(use, scatter, today)
        if work.now.each != work.was.each:  # what a second thread brings was not measured
            low *= SMT_CAPACITY / SMT_TO
            high = min(1.0, high * SMT_CAPACITY / SMT_FROM)
        busy = say(
            "{taken:.1f} of {ziips:,g} zIIPs busy",
            taken=value * work.now.count,
            ziips=work.now.count,
        )
        found.append(ResourceUse(lpar.id, "zIIPs", value, min(low, value), max(high, value), busy))
    return tuple(found)


def _grown(
    case: Case, lpar: str, scatters: Mapping[str, float], draws: int, work: ZiipWork
) -> tuple[FloatArray, float]:
    """zIIPs that workloads keep busy beyond as-is, under draws, and the scatter of all their work.

    What CPs do not let through asks for no zIIP, either.
    """
    grown, scatter, total = np.zeros(draws), 0.0, max(work.work, 1e-9)
    for anchor, own in case.on_ziips.get(lpar, {}).items():
        answer = case.answers.get(anchor)
        rate = None if answer is None else answer[0].metrics.get("etr_per_s")
        now = np.broadcast_to(np.asarray(own.came, dtype=float), (draws,))
        if answer is not None and rate is not None and np.isfinite(rate[answer[1], 0]):
            now = np.minimum(now, rate[answer[1]] * own.each_s)
        more = now - own.was
        if abs(more[0]) > _MOVED * max(own.was, float(now[0])):
            grown = grown + more
            scatter = math.hypot(scatter, float(now[0]) / total * scatters.get(anchor, 0.0))
    return grown, scatter


def _measured(baseline: Baseline, case: Case) -> tuple[AsIs, ...]:
    """Where the as-is tells how busy things are: not of published tests alone."""
    if not case.scenario.changes:
        return ()
    return tuple(
        one for one in baseline.blocks if not all(member.as_published for member in one.members)
    )


def _as_is(blocks: Iterable[AsIs], host: str) -> FloatArray | None:
    """How busy hardware is as-is, under all draws."""
    for block in blocks:
        use = block.uses.get(host)
        if use is not None:
            row: FloatArray = use[0]
            return row
    return None


def _mixed(
    host: str,
    taken_of: Mapping[str, Mapping[str, float]],
    scatters: Mapping[str, float],
    other_work: Mapping[str, float],
) -> float:
    """Scatter of what several workloads take of a component, each by its part of all.

    taken_of: by component, by workload. Each workload errs on its own; work that no model explains
    is as measured.
    """
    taken = taken_of.get(host, {})
    total = sum(taken.values()) + other_work.get(host, 0.0)
    if total <= 0.0:
        return 0.0
    return math.hypot(*(part / total * scatters.get(name, 0.0) for name, part in taken.items()))


def _busy(taken: float, cps: float, usable: float = math.inf) -> str:
    """usable: CPs that caps and weights let it use."""
    if taken >= NEARLY_FULL * usable and usable < NEARLY_FULL * cps:
        words = "{taken:.1f} of {cps:,g} CPs busy, and no more than {usable:.1f} to be had"
        return say(words, taken=taken, cps=cps, usable=usable)
    return say("{taken:.1f} of {cps:,g} CPs busy", taken=taken, cps=cps)
