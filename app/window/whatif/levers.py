"""Which settings move a figure most, and what a setting must be to reach a goal. Pure.

A lever is one setting of one component, or of all alike that have the same value (eight nuclei are
set together). Its weight is what a fifth less and a quarter more of it do to a figure, each
projected by itself: a slope, not a promise that two of them add up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.window.whatif.sweeps import spread
from model.topology import Catalogue, Scenario, SetSetting, SettingSpec, Topology, Value
from model.topology.growth import GROWTH

if TYPE_CHECKING:
    from model.projection import Estimate, Projection, WorkloadProjection

LESS, MORE = 0.8, 1.25
GOAL_STEPS = 41
LIKE = 1e-6


@dataclass(frozen=True, slots=True)
class Lever:
    """A setting of one or several alike components, its value now and a step down and up."""

    components: tuple[str, ...]
    spec: SettingSpec
    now: Value
    down: Value | None
    up: Value | None

    def changes(self, value: Value) -> tuple[SetSetting, ...]:
        """The changes that give it a value."""
        return tuple(SetSetting(c, self.spec.name, value) for c in self.components)


@dataclass(frozen=True, slots=True)
class Weight:
    """What a step down and up of a lever does to a figure, in per cent with its band."""

    lever: Lever
    down: tuple[float, float, float] | None
    up: tuple[float, float, float] | None

    @property
    def size(self) -> float:
        """The larger of both effects, whatever its sign."""
        return max((abs(side[0]) for side in (self.down, self.up) if side is not None), default=0.0)


def levers(topology: Topology, catalogue: Catalogue) -> list[Lever]:
    """Every setting with a figure or a switch, alike ones together."""
    groups: dict[tuple[str, str, Value], list[str]] = {}
    specs: dict[tuple[str, str], SettingSpec] = {}
    for component in topology:
        kind = catalogue.get(component.kind)
        for spec in () if kind is None else kind.settings:
            value = component.value(spec.name)
            if spec.type not in ("integer", "number", "flag") or spec.name == GROWTH.name:
                continue
            if value is None:
                continue
            groups.setdefault((component.kind, spec.name, value), []).append(component.id)
            specs[component.kind, spec.name] = spec
    found = []
    for (kind_name, name, value), components in groups.items():
        spec = specs[kind_name, name]
        down, up = steps(spec, value)
        if down is not None or up is not None:
            found.append(Lever(tuple(components), spec, value, down, up))
    return found


def steps(spec: SettingSpec, value: Value) -> tuple[Value | None, Value | None]:
    """A fifth less and a quarter more, as far as the product allows; the other of a switch."""
    if spec.type == "flag":
        return (False, None) if value is True else (None, True)
    if isinstance(value, (str, bool)) or value <= 0:
        return None, None
    wanted: list[Value | None] = []
    for share in (LESS, MORE):
        step: float = value * share
        if spec.type == "integer":
            step = math.floor(step) if share < 1.0 else math.ceil(step)
        else:
            step = float(f"{step:.6g}")
        if spec.minimum is not None:
            step = max(step, spec.minimum)
        if spec.maximum is not None:
            step = min(step, spec.maximum)
        legal: Value = int(step) if spec.type == "integer" else step
        wanted.append(legal if legal != value and spec.problem_with(legal) is None else None)
    return wanted[0], wanted[1]


def effect(
    projection: Projection, base: Projection, anchor: str | None, metric: str
) -> tuple[float, float, float] | None:
    """Change of a figure against the base in per cent, with its band; ``None``: no such figure.

    The band is of the change, as everywhere: that of the figure itself holds all that is not known
    of today's besides.
    """
    workload, was = _workload(projection, anchor), figure_of(base, anchor, metric)
    now = None if workload is None else workload.metrics.get(metric)
    if workload is None or now is None or was is None or was.value == 0.0:
        return None
    value = (now.value / was.value - 1.0) * 100.0
    change, before = workload.changes.get(metric), _workload(base, anchor)
    if change is None:
        # Rather too wide than none.
        low, high = (100.0 * end / was.value - 100.0 for end in (now.low, now.high))
        return value, low, high
    # Both changes are against the as-is, of which a base that is none has its own.
    first = None if before is None else before.changes.get(metric)
    of = 1.0 + (0.0 if first is None else first.value / 100.0)
    low, high = (
        (100.0 + end) / of - 100.0 if of > 0.0 else value for end in (change.low, change.high)
    )
    return value, min(low, value), max(high, value)


def figure_of(projection: Projection, anchor: str | None, metric: str) -> Estimate | None:
    """A workload's figure; the principal's where none is named."""
    workload = _workload(projection, anchor)
    return None if workload is None else workload.metrics.get(metric)


def _workload(projection: Projection, anchor: str | None) -> WorkloadProjection | None:
    return projection.principal if anchor is None else projection.workload(anchor)


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure that has to be at least or at most so much."""

    metric: str
    at_least: float | None = None
    at_most: float | None = None

    def met(self, value: float) -> bool:
        """Whether a value meets it."""
        return (self.at_least is None or value >= self.at_least * (1.0 - LIKE)) and (
            self.at_most is None or value <= self.at_most * (1.0 + LIKE)
        )


@dataclass(frozen=True, slots=True)
class Reached:
    """One value of a lever and what the figures of the goals are there."""

    value: Value
    projection: Projection
    central: bool
    """Met by the figures themselves."""
    surely: bool
    """Met at the worse end of every band too."""


def values_for(lever: Lever, low: float, high: float) -> tuple[Value, ...]:
    """What is tried: every whole number of a short range, else evenly spread values.

    Raises
    ------
    ValueError: no range; one clause.
    """
    count = GOAL_STEPS
    if lever.spec.type == "integer":
        count = min(count, int(high) - int(low) + 1)
    found = list(spread(lever.spec, low, high, max(count, 2)))
    if lever.now not in found:
        found.append(lever.now)
    return tuple(sorted(found, key=lambda v: float(v)))


def over(base: Scenario, lever: Lever, values: Sequence[Value]) -> list[Scenario]:
    """The base with each of the values; with that of now it is the base itself.

    A setting that is set to what it is already passes for changed: its band would be wider than
    that of the very same state above.
    """
    return [
        base if value == lever.now else base.with_changes(lever.changes(value)) for value in values
    ]


def judge(
    values: Sequence[Value],
    projections: Sequence[Projection],
    goals: Sequence[Goal],
    anchor: str | None,
) -> list[Reached]:
    """Every value with whether it meets the goals."""
    found = []
    for value, projection in zip(values, projections, strict=True):
        central = surely = True
        for goal in goals:
            estimate = figure_of(projection, anchor, goal.metric)
            if estimate is None:
                central = surely = False
                break
            central = central and goal.met(estimate.value)
            surely = surely and goal.met(estimate.low) and goal.met(estimate.high)
        found.append(Reached(value, projection, central, central and surely))
    return found


def nearest(found: Sequence[Reached], now: Value, *, surely: bool = False) -> Reached | None:
    """The value next to today's that meets the goals; ``None`` where none does."""
    good = [one for one in found if (one.surely if surely else one.central)]
    return min(good, key=lambda one: abs(float(one.value) - float(now)), default=None)
