"""What findings are worth in absolute terms: work, CPU, MSU, money, waiting and storage.

A percentage says nothing of its base: 23 % of 0.03 CPU is less than 1 % of twenty. What a finding
changes is therefore told in units that add up over the installation, and findings are ranked by
their share of all that the installation does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from advisor.findings import Effect, Finding, Severity, Worth
from advisor.rules.base import EXPOSED, rule, rule_if_any
from advisor.rules.worth import LEVELS
from model import figures
from model.catalogue import catalogue
from model.language import SettingName, say
from model.projection import Projection
from model.projection.estimate import Basis, Estimate
from model.topology import Component, Topology
from model.topology.growth import RUNS_PER_DAY, runs_per_day

DAY_S = 86_400.0
SAME_WORK_PCT = 0.5
"""Throughput that moves by less is taken to stay: what else moves counts for the same work."""
UNMOVED = 5e-4
"""A share of today's figure that prints as no change."""
LEAST_MB = 10.0
"""Storage of less than a hundredth of a GB is not told."""
CAPS: tuple[tuple[float, Severity], ...] = ((1.0, "high"), (0.1, "medium"), (0.01, "low"))
"""Per cent of the installation's CPU and waiting from which a gain may be so severe; practice."""
PLACED: Mapping[Severity, float] = {"high": 1.0, "medium": 0.1, "low": 0.002, "info": 0.0}
"""Per cent at which a finding stands in lists that no share is known of; practice."""


@dataclass(frozen=True)
class Scale:
    """All that an installation does, for shares of it: CPUs busy and users waiting, on average.

    ``storage_gb`` is the real storage of its partitions, 0 where that of one is not known.
    """

    topology: Topology
    cpus: float
    waiting: float
    storage_gb: float = 0.0


def scale_of(topology: Topology, as_is: Projection) -> Scale:
    """CPUs as partitions were measured, or as the models have them where that is more.

    A queue that nobody measured counts among no waiting: it would make everything else slight.
    """
    systems = [
        busy / 100.0 * cps
        for system in topology.of_kind("lpar")
        if (busy := system.measure("cp_busy_pct")) is not None
        and (cps := system.number("CPS")) is not None
    ]
    modelled, waiting = 0.0, 0.0
    for workload in as_is.workloads:
        metrics = workload.metrics
        if "cpu_s_per_s" in metrics:
            modelled += metrics["cpu_s_per_s"].value
        seen = not _unseen(topology, workload.anchor, "response_ms")
        if seen and "etr_per_s" in metrics and "response_ms" in metrics:
            waiting += metrics["etr_per_s"].value * metrics["response_ms"].value / 1000.0
    stored = [system.number("REAL_STORAGE_GB") for system in topology.of_kind("lpar")]
    whole = 0.0 if None in stored else sum(gb for gb in stored if gb is not None)
    return Scale(topology, max(sum(systems), modelled), waiting, whole)


def valued(findings: Iterable[Finding], scale: Scale) -> tuple[Finding, ...]:
    """Findings with their worth, the worthiest first."""
    return tuple(sorted((_with_worth(finding, scale) for finding in findings), key=rank))


def rank(finding: Finding) -> tuple[float, int, float, str, str]:
    """Sorts by share of the installation, then by weight, then by storage given back.

    Work, CPU and waiting are all shares of what the installation does, so that these compare. What
    stops a system, or makes requests fail, stands as high as it weighs whatever share it has, and
    so does what no share is known of. Shares that are told alike are.
    """
    worth = finding.worth
    share = None if exposed(finding) else told_share(worth)
    place = PLACED[finding.severity] if share is None else share
    storage = None if worth is None else worth.figures.get("storage_saved_gb")
    gb = 0.0 if storage is None else storage.value
    level = LEVELS.index(finding.severity)
    return (-float(f"{place:.2g}"), -level, -round(gb, 3), finding.rule, finding.component)


def told_share(worth: Worth | None) -> float | None:
    """Per cent of all CPU and waiting of the installation, ``None`` where no one can tell."""
    if worth is None or not worth.known or not worth.waiting_known:
        return None
    return worth.share_pct


def exposed(finding: Finding) -> bool:
    """Whether staying exposes to more than slowness: its worth is not what it brings."""
    own = rule_if_any(finding.rule)
    return own is not None and EXPOSED[own.exposure] >= EXPOSED["errors"]


def leading(worth: Worth | None, *, banded: bool = False) -> tuple[str, Estimate] | None:
    """The gain that a finding is told by in one line: more work, money, the first other one.

    What may as well be as large a loss is no gain to be told without its band. ``banded`` is: it
    does not rest on how wide that is, so that the same effect is told in the same unit.
    """
    figures_told = {} if worth is None else worth.figures
    gains = [m for m, e in figures_told.items() if (e.value > 0 if banded else _is_gain(e))]
    # What it saves in money says more than the CPU that it is made of; more work is another gain.
    first = [m for m in ("work_gained_per_s", "cost_saved_per_month") if m in gains]
    return next(((m, figures_told[m]) for m in (*first, *gains)), None)


def _is_gain(estimate: Estimate) -> bool:
    return estimate.value > 0 and estimate.low > -estimate.value


def _with_worth(finding: Finding, scale: Scale) -> Finding:
    worth = worth_of(finding, scale)
    run = _run(finding, scale)
    if worth is not None and run is not None and run.number(RUNS_PER_DAY.name) is None:
        counted = say(
            "Counted for one run a day, as no report tells how many there are: {setting}.",
            setting=SettingName.of(run.name, RUNS_PER_DAY.name),
        )
        finding = replace(finding, notes=(*finding.notes, counted))
    if worth is None or not worth.known:
        return replace(finding, worth=worth)
    most = next((name for share, name in CAPS if worth.share_pct >= share), "info")
    floor = EXPOSED[rule(finding.rule).exposure]
    level = min(LEVELS.index(finding.severity), max(LEVELS.index(most), floor))
    return replace(finding, worth=worth, severity=LEVELS[level])


def worth_of(finding: Finding, scale: Scale) -> Worth | None:
    """What the projected effects come to; ``None`` where none of them can be told absolutely."""
    effects = {effect.metric: effect for effect in finding.projection}
    found: dict[str, Estimate] = {}
    share, known, told_waits = 0.0, False, True
    work, used, waits = _parts(effects, finding, scale)
    rate = effects.get("etr_per_s")
    # A run has its work to do, and is done sooner.
    grows = rate is not None and abs(rate.change_pct or 0.0) >= SAME_WORK_PCT
    grows = grows and _run(finding, scale) is None
    # A percentage of other machines' is no work of this one: it stands in the projection.
    if rate is not None and rate.before > 0 and rate.after.basis != "published":
        part = rate.after.value / rate.before - 1.0
        if grows:
            found["work_gained_per_s"] = _moved(rate, 1.0, more=True)
            base = used.before / scale.cpus if used is not None and scale.cpus > 0 else None
            if base is None and work > 0 and scale.waiting > 0:
                base = work / scale.waiting
            if base is not None:
                share, known = share + part * base, True
    if used is not None and used.before > 0:
        saved = _moved(used, DAY_S)
        if abs(saved.value) > UNMOVED * used.before * DAY_S:
            found["cpu_saved_s_per_day"] = saved
            found.update(_money(saved, effects, finding, scale))
        if scale.cpus > 0:
            dearer = _dearer(finding.component, scale)
            share, known = share + dearer * saved.value / DAY_S / scale.cpus, True
    if waits is not None and waits.before > 0 and not grows:
        saved = _moved(waits, DAY_S)
        if abs(saved.value) > UNMOVED * waits.before * DAY_S:
            found["waiting_saved_s_per_day"] = saved
        if scale.waiting > 0:
            share, known = share + saved.value / DAY_S / scale.waiting, True
        else:
            told_waits = False
    storage = effects.get("storage_mb")
    if storage is not None and abs(storage.after.value - storage.before) >= LEAST_MB:
        found["storage_saved_gb"] = _moved(storage, 1.0 / 1024.0)
    if not found and not known:
        return None
    told = {m: replace(e, unit=figures.unit_of(m)) for m, e in found.items()}
    back = told.get("storage_saved_gb")
    of_all = 100.0 * back.value / scale.storage_gb if back and scale.storage_gb > 0 else None
    return Worth(told, 100.0 * share, known, of_all, told_waits)


def weighed_up(findings: Iterable[Finding], scale: Scale) -> tuple[Finding, ...]:
    """Findings with what they are worth, and nothing else changed: for the plan to choose by."""
    return tuple(replace(finding, worth=worth_of(finding, scale)) for finding in findings)


def _parts(
    effects: Mapping[str, Effect], finding: Finding, scale: Scale
) -> tuple[float, Effect | None, Effect | None]:
    """Users waiting today, CPUs for today's work, and users waiting: seconds in a second."""
    used = waits = None
    # Users wait for the response, of which the time on a region's TCB is a part.
    for effect in sorted(effects.values(), key=lambda effect: effect.metric != "response_ms"):
        declared = _declared(effect.metric, finding)
        if declared is None or declared.worth not in ("cpu", "waiting"):
            continue
        absolute = _per_second(effect, declared, effects, finding, scale)
        if absolute is None or _of_nobody(effect, declared, finding, scale):
            continue
        if declared.worth == "cpu" and used is None:
            used = _for_same_work(absolute, effects)
        elif declared.worth == "waiting" and waits is None:
            waits = absolute
    return (0.0 if waits is None else waits.before), used, waits


def _of_nobody(effect: Effect, declared: figures.Figure, finding: Finding, scale: Scale) -> bool:
    """Whether it is time that is mostly a wait which nobody measured here.

    What a model makes of it stands in the projection with its band; a worth would put a queue that
    nobody saw before gains that were measured.
    """
    return declared.wait_unseen and _unmeasured(scale.topology, finding.component, effect.metric)


def _unseen(topology: Topology, anchor: str, metric: str) -> bool:
    """Whether a workload's time is mostly a modelled wait that nobody measured."""
    declared = figures.carried(anchor.partition(":")[0], metric) or figures.figure(metric)
    unseen = declared is not None and declared.wait_unseen
    return unseen and _unmeasured(topology, anchor, metric)


def _unmeasured(topology: Topology, component: str, metric: str) -> bool:
    return component in topology and topology[component].measure(metric) is None


def _declared(metric: str, finding: Finding) -> figures.Figure | None:
    """What a figure means of the finding's component: a disk's response is no user's wait."""
    kind = finding.component.partition(":")[0]
    return figures.carried(kind, metric) or figures.figure(metric)


def _for_same_work(used: Effect, effects: Mapping[str, Effect]) -> Effect:
    """CPU after the change for the work of today: what more work costs is no loss."""
    per_cpu = effects.get("itr_per_cpu_s")
    if per_cpu is None or not per_cpu.before or per_cpu.after.low <= 0:
        rate = effects.get("etr_per_s")
        factor = 1.0 if rate is None or not rate.after.value else rate.before / rate.after.value
        return replace(used, after=_times(used.after, factor))
    after = per_cpu.after
    ends = [used.before * per_cpu.before / end for end in (after.value, after.high, after.low)]
    return replace(used, after=Estimate(ends[0], ends[1], ends[2], "CPUs", after.basis))


def _per_second(
    effect: Effect,
    declared: figures.Figure,
    effects: Mapping[str, Effect],
    finding: Finding,
    scale: Scale,
) -> Effect | None:
    """An effect in seconds a second, by what it is counted over; ``None`` where that is unknown."""
    if effect.unit not in _SECONDS:
        return None
    factor = _SECONDS[effect.unit]
    run = _run(finding, scale)
    if run is not None:
        # Of a day: rates while it runs for as long as it does, times of a run once for each.
        each = runs_per_day(run) / DAY_S
        factor *= each * _length_s(run) if declared.nature == "rate" else each
    elif declared.nature == "ratio":
        rate = effects.get("etr_per_s")
        over = _measured(declared, finding, scale) if rate is None else rate.before
        if over is None:
            return None
        factor *= over
    elif declared.nature == "count":
        length = next((f for c in _around(finding, scale) if (f := c.measure("duration_s"))), None)
        if not length:
            return None
        factor /= length
    return replace(effect, before=effect.before * factor, after=_times(effect.after, factor))


_SECONDS = {"CPUs": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6}


def _run(finding: Finding, scale: Scale) -> Component | None:
    """The finding's component, where it is a run with an end and its length is known."""
    if finding.component not in scale.topology:
        return None
    component = scale.topology[finding.component]
    kind = catalogue().get(component.kind)
    if kind is None or kind.setting(RUNS_PER_DAY.name) is None:
        return None
    return component if _length_s(component) else None


def _length_s(run: Component) -> float:
    return run.measure("duration_s") or run.measure("elapsed_s") or 0.0


def _measured(ratio: figures.Figure, finding: Finding, scale: Scale) -> float | None:
    """Events a second of a ratio's denominator, measured at the component or what it is in."""
    for component in _around(finding, scale):
        length = component.measure("duration_s")
        own = figures.carried(component.kind, ratio.name) or ratio
        for product in own.over.split():
            # Bytes are messages times the bytes of each: what is counted stands first.
            first, *others = product.split("×")
            values = [component.measure(name) for name in (first, *others)]
            declared = figures.carried(component.kind, first)
            if declared is None or None in values:
                continue
            value = math.prod(value for value in values if value is not None)
            if declared.nature == "rate":
                return value
            if declared.nature == "count" and length:
                return value / length
    return None


def _around(finding: Finding, scale: Scale) -> Iterator[Component]:
    place: str | None = finding.component
    while place is not None and place in scale.topology:
        component = scale.topology[place]
        if component.kind in ("lpar", "cpc"):
            return
        yield component
        place = component.parent


def _money(
    saved: Estimate, effects: Mapping[str, Effect], finding: Finding, scale: Scale
) -> dict[str, Estimate]:
    """MSU and their price, of general processors of machines whose rating is known."""
    if "ziip_busy_pct" in effects:
        return {}  # what may run on zIIPs is not charged for
    per_cpu, price = _rated(finding.component, scale)
    if per_cpu is None:
        return {}
    found = {"msu_saved": _times(saved, per_cpu / DAY_S)}
    if price is not None:
        found["cost_saved_per_month"] = _times(found["msu_saved"], price)
    return found


def _rated(component: str, scale: Scale) -> tuple[float | None, float | None]:
    """MSU of a CPU of the machines that a component runs on, and the price of one a month.

    Of what no report places on a machine nothing is told: another one may be rated otherwise.
    """
    machines = _machines(component, scale)
    rated = [
        (rating / cps, machine.number("MSU_PRICE"))
        for machine in machines
        if (rating := machine.number("MSU")) and (cps := machine.number("CPS"))
    ]
    if not rated or len(rated) < len(machines):
        return None, None
    prices = [price for _, price in rated if price]
    per_cpu = sum(rating for rating, _ in rated) / len(rated)
    return per_cpu, sum(prices) / len(prices) if len(prices) == len(rated) else None


def _dearer(component: str, scale: Scale) -> float:
    """How much more a CPU second costs here than on all machines on average; 1 without prices."""
    per_cpu, price = _rated(component, scale)
    each = [
        (rating * cost, cps)
        for machine in scale.topology.of_kind("cpc")
        if (rating := machine.number("MSU"))
        and (cost := machine.number("MSU_PRICE"))
        and (cps := machine.number("CPS"))
    ]
    if per_cpu is None or price is None or not each:
        return 1.0
    return per_cpu * price * sum(cps for _, cps in each) / sum(cost for cost, _ in each)


def cost_per_month(effects: Iterable[Effect], component: str, scale: Scale) -> Estimate | None:
    """What a workload's CPU costs more a month after a change, at the price stated for an MSU.

    Below 0 it costs less. As of all that is charged by use it is of the intervals that were
    measured: `None` where rating or price is unknown, or the model has no CPU of the workload.
    """
    by_metric = {effect.metric: effect for effect in effects}
    used, (per_cpu, price) = by_metric.get("cpu_s_per_s"), _rated(component, scale)
    if used is None or per_cpu is None or price is None or "ziip_busy_pct" in by_metric:
        return None
    ends = [(end - used.before) * per_cpu * price for end in _ends(used.after)]
    return _estimate(ends, used.after.basis, figures.unit_of("cost_saved_per_month"))


def _machines(component: str, scale: Scale) -> list[Component]:
    """The machines that a component, or its members, run on."""
    topology = scale.topology
    if component not in topology:
        return []
    here = [component, *(member.id for member in topology.sources(component, "member"))]
    found = {m.id: m for place in here if (m := topology.ancestor(place, "cpc")) is not None}
    if topology[component].kind == "cpc":
        found[component] = topology[component]
    return [found[key] for key in sorted(found)]


def _moved(effect: Effect, factor: float, *, more: bool = False) -> Estimate:
    """How much better a figure gets, with its band."""
    ends = [(effect.before - end) * factor for end in _ends(effect.after)]
    if more:
        ends = [-end for end in ends]
    return _estimate(ends, effect.after.basis)


def _times(estimate: Estimate, factor: float) -> Estimate:
    return _estimate([end * factor for end in _ends(estimate)], estimate.basis, estimate.unit)


def _ends(estimate: Estimate) -> Sequence[float]:
    return estimate.value, estimate.low, estimate.high


def _estimate(ends: Sequence[float], basis: Basis, unit: str = "") -> Estimate:
    return Estimate(ends[0], min(ends[1:]), max(ends[1:]), unit, basis)
