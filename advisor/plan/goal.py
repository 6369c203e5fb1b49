"""What a plan is after: one figure per goal over all workloads, and what findings cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from advisor.findings import Effect, Effort, Finding
from advisor.rules.projecting import Projected
from model.catalogue import catalogue
from model.language import mark

METRICS: Mapping[str, tuple[str, ...]] = {
    "etr": ("etr_per_s",),
    "itr": ("itr_per_cpu_s", "network_itr_per_cpu_s"),
    "response": ("response_ms",),
    "cpu": ("cpu_s_per_s",),
    "storage": ("storage_mb",),
}
TITLES: Mapping[str, str] = {
    "etr": "throughput",
    "itr": "work per CPU second",
    "response": "response time",
    "cpu": "CPU for today's work",
    "storage": "storage",
}
FIGURES: Mapping[str, str] = {
    "response": mark("response time in ms"),
    "cpu": mark("CPU for today's work in CPUs"),
    "storage": mark("storage in MB"),
}
"""What a goal's figure is called where it stands by itself, with the unit that it is in."""
OF_WORK: Mapping[tuple[str, str], str] = {
    ("etr", "commands"): mark("throughput in commands/s"),
    ("etr", "messages"): mark("throughput in messages/s"),
    ("etr", "records"): mark("throughput in records/s"),
    ("etr", "transactions"): mark("throughput in transactions/s"),
    ("etr", "mb"): mark("throughput in MB/s"),
    ("etr", "gb"): mark("throughput in GB/s"),
    ("itr", "commands"): mark("work in commands per CPU second"),
    ("itr", "messages"): mark("work in messages per CPU second"),
    ("itr", "records"): mark("work in records per CPU second"),
    ("itr", "transactions"): mark("work in transactions per CPU second"),
    ("itr", "mb"): mark("work in MB per CPU second"),
    ("itr", "gb"): mark("work in GB per CPU second"),
}
"""The same of goals whose unit is what a workload does, by what that counts."""
TOLD: Mapping[str, str] = {
    "cpu": "CPU saved for the same work",
    "storage": "storage returned",
}
"""Goals whose gains are told as what is saved or returned; those of others as a figure's change."""
SAME_WORK = "cpu_same_work_s_per_s"
GROWING = ("etr", "itr")
"""Goals whose figure grows with the gain; the others' figure shrinks."""
OTHERS_WEIGHT = 0.02
"""Weight of the other goals beside the chosen one, so that free gains are taken as well."""

EFFORT: Mapping[Effort, float] = {
    "dynamic": 1.0,
    "new_copy": 1.2,
    "close_open": 1.5,
    "rebind": 1.5,
    "policy": 1.5,
    "recycle": 2.0,
    "release": 4.0,
    "application": 4.0,
    "ipl": 5.0,
    "hardware": 8.0,
}


def figure_called(goal: str, anchor: str) -> str:
    """What a goal's figure of a workload is called where it stands by itself, with its unit."""
    kind = anchor.partition(":")[0]
    work = catalogue()[kind].work if kind in catalogue() else "transactions"
    return FIGURES.get(goal) or OF_WORK[goal, work]


def metric_of(effects: tuple[Effect, ...], names: tuple[str, ...]) -> Effect | None:
    """The first of the metrics among the effects."""
    for name in names:
        for effect in effects:
            if effect.metric == name:
                return effect
    return None


def _weights(projected: Projected) -> dict[str, float]:
    """Weight of each workload: the CPU it uses today, alike where nobody reports it."""
    found: dict[str, float] = {}
    for anchor, effects in projected.effects.items():
        cpu = metric_of(effects, ("cpu_s_per_s",))
        found[anchor] = cpu.before if cpu is not None and cpu.before > 0 else 0.0
    return found if any(found.values()) else dict.fromkeys(found, 1.0)


def gain_pct(projected: Projected, goal: str) -> float:
    """Gain of the goal in per cent, workloads weighted by the CPU they use today.

    ``cpu`` is CPU saved for today's work: where a workload does more, it counts per unit of work.
    ``storage`` is storage returned.
    """
    weights = _weights(projected)
    total = gained = 0.0
    for anchor in sorted(projected.effects):
        effects = projected.effects[anchor]
        weight = weights[anchor]
        change = gain_of(effects, goal)
        if goal == "storage":
            effect = metric_of(effects, METRICS[goal])
            weight = weight if effect is None else effect.before
        if change is None or weight <= 0:
            continue
        total += weight
        gained += weight * change
    return gained / total if total else 0.0


def gain_of(effects: tuple[Effect, ...], goal: str) -> float | None:
    """Gain of the goal for one workload in per cent; ``None`` where it has no such figure."""
    if goal == "cpu":
        return _cpu_saved_pct(effects)
    effect = metric_of(effects, METRICS[goal])
    change = None if effect is None else effect.change_pct
    return -change if change is not None and goal in ("response", "storage") else change


def gain_at(projected: Projected, goal: str, anchor: str) -> float:
    """Gain of the goal on one workload, or over all where that one has no such figure.

    What is told of a plan is all of one base: the workload whose figures stand beside it.
    """
    own = gain_of(projected.effects.get(anchor, ()), goal)
    return gain_pct(projected, goal) if own is None else own


def told_pct(gain: float, goal: str) -> float:
    """A gain as it is told: the change of the goal's figure, so that a shorter response has a minus
    before it, as the figures beside it have."""
    return gain if goal in GROWING or goal in TOLD else -gain


def as_told(effects: tuple[Effect, ...], goal: str) -> tuple[Effect, ...]:
    """Effects with the figure that the goal is told by, where it is none of the model's.

    A plan that saves CPU may do more work with all of it: what it saves is of today's work.
    """
    used, rate = metric_of(effects, METRICS["cpu"]), metric_of(effects, METRICS["itr"])
    if goal != "cpu" or used is None or rate is None or rate.after.low <= 0:
        return effects
    value, low, high = (
        used.before * rate.before / end
        for end in (rate.after.value, rate.after.high, rate.after.low)
    )
    after = replace(rate.after, value=value, low=low, high=high, unit=used.unit)
    same = Effect(SAME_WORK, used.unit, used.before, after)
    return tuple(e for effect in effects for e in ((effect, same) if effect is used else (effect,)))


def figure_of(effects: tuple[Effect, ...], goal: str) -> Effect | None:
    """The effect that a goal's gain is told by."""
    own = (SAME_WORK,) if goal == "cpu" else ()
    return metric_of(as_told(effects, goal), (*own, *METRICS[goal]))


def beyond_pct(gain: float, before: float, goal: str) -> float:
    """What a total gain adds to one had before, both in per cent.

    Throughput and work per CPU second grow by factors; response, CPU and storage shrink by them:
    from 50 to 75 % less is another 50 % less.
    """
    if goal in GROWING:
        return 100.0 * ((100.0 + gain) / (100.0 + before) - 1.0) if before > -100.0 else 0.0
    return 100.0 * (1.0 - (100.0 - gain) / (100.0 - before)) if before < 100.0 else 0.0


def independent_pct(one: float, other: float, goal: str) -> float:
    """The gain of two steps together, were they independent of each other."""
    sign = 1.0 if goal in GROWING else -1.0
    return sign * 100.0 * ((1 + sign * one / 100) * (1 + sign * other / 100) - 1)


def _cpu_saved_pct(effects: tuple[Effect, ...]) -> float | None:
    rate = metric_of(effects, METRICS["itr"])
    if rate is not None and rate.before > 0 and rate.after.value > 0:
        return 100.0 * (1.0 - rate.before / rate.after.value)
    cpu = metric_of(effects, METRICS["cpu"])
    return None if cpu is None or cpu.change_pct is None else -cpu.change_pct


def score(projected: Projected, goal: str) -> float:
    """The goal's gain, with a little weight for the other goals."""
    others = [name for name in METRICS if name not in (goal, "storage")]
    extra = sum(max(-50.0, min(50.0, gain_pct(projected, name))) for name in others)
    return gain_pct(projected, goal) + OTHERS_WEIGHT * extra / len(others)


def effort_of(finding: Finding) -> float:
    """Effort of one finding on the scale of :data:`EFFORT`."""
    return EFFORT[finding.effort]


def risk_of(finding: Finding) -> float:
    """Risk of one finding: 1 low, 2 medium, 4 high."""
    return (1.0, 2.0, 4.0)[finding.risk.rank]
