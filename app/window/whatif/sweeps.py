"""Sweeps: the values of an axis and the scenarios over one or two of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING

from app.window.document import Document
from app.window.i18n import spoken, tr
from app.window.i18n.numbers import figure
from app.window.inspector.editors import slider_range
from model.hardware.processors import physical
from model.topology import Scenario, SetSetting, SettingSpec, Value

if TYPE_CHECKING:
    from model.projection import Projection

DEFAULT_STEPS = 13
IDENTIFIERS = ("LSRPOOLID", "DBID", "NUCID")
"""Numbers that name something: more of one is not more of anything."""
FLAT = 1e-3
FEW = 8
"""Up to so many of something half and double leave a curve of three points: it goes further."""


@dataclass(frozen=True)
class Axis:
    """One setting of one component and the values it takes; ``places`` are x coordinates."""

    component: str
    setting: str
    values: tuple[Value, ...]
    unit: str = ""

    @property
    def numeric(self) -> bool:
        """Whether the values are numbers."""
        return not any(isinstance(v, (str, bool)) for v in self.values)

    @property
    def places(self) -> tuple[float, ...]:
        """Where the values stand on a chart's axis."""
        if self.numeric:
            return tuple(float(v) for v in self.values)
        return tuple(float(n) for n in range(len(self.values)))

    @property
    def names(self) -> tuple[str, ...]:
        """Axis labels where the values are no numbers."""
        if self.numeric:
            return ()
        return tuple(figure(v) for v in self.values)


def spec_of(document: Document, component: str, setting: str) -> SettingSpec | None:
    """The spec of a component's setting."""
    if component not in document.topology:
        return None
    return document.catalogue.spec(document.topology[component].kind, setting)


def axis_for(
    document: Document,
    component: str,
    setting: str,
    steps: int = DEFAULT_STEPS,
    *,
    near: bool = False,
) -> Axis | None:
    """A sensible axis for a setting: its choices, or its slider's range.

    ``near`` keeps to half and double of today's value. Today's and the scenario's are on it in any
    case. Identifiers have no axis.
    """
    spec = spec_of(document, component, setting)
    if spec is None:
        return None
    if spec.choices:
        return Axis(component, setting, spec.values)
    if spec.type == "flag":
        return Axis(component, setting, (False, True))
    if spec.type == "text" or spec.name in IDENTIFIERS:
        return None
    as_is = document.measured_setting(component, setting)
    value = as_is.value if as_is is not None else spec.default
    number = float(value) if isinstance(value, (int, float)) and value is not None else None
    ends = slider_range(spec, number)
    if ends is None:
        return None
    low, high = ends
    if number is not None and number > 0:
        if spec.soft_maximum is None:
            high = min(high, max(4.0 * number, low + 1))
        # Far below today's value a curve says nothing and takes the room of what it does say.
        low = min(max(low, _round_below(number / 8.0)), number)
        if near and number >= FEW:
            low = max(low, number / 2.0)
            high = min(high, 2.0 * number)
    if document.topology[component].kind == "lpar" and setting in ("CPS", "ZIIPS"):
        # More than its machine has serve nobody.
        machines = physical(document.topology, document.topology[component], setting)
        high = high if machines is None else min(high, machines)
    # Whatever ends there are: what is compared stands on the curve.
    known = [v for v in (number, document.topology[component].number(setting)) if v is not None]
    low, high = min([low, *known]), max([high, *known])
    return Axis(component, setting, spread(spec, low, high, steps), spec.unit)


def _round_below(value: float) -> float:
    """The nearest number below with one digit: 375 gives 300."""
    power = 10.0 ** math.floor(math.log10(value))
    return math.floor(value / power + 1e-9) * power


def spread(spec: SettingSpec, low: float, high: float, steps: int) -> tuple[Value, ...]:
    """``steps`` legal values from low to high, without repeats.

    Raises
    ------
    ValueError: no range, or too few steps; one clause.
    """
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low:
        raise ValueError(tr("the end has to be above the start"))
    if steps < 2:
        raise ValueError(tr("a sweep needs at least two steps"))
    raw = [low + (high - low) * n / (steps - 1) for n in range(steps)]
    values: list[Value] = [round(v) if spec.type == "integer" else float(f"{v:.6g}") for v in raw]
    legal = [v for v in dict.fromkeys(values) if spec.problem_with(v) is None]
    if len(legal) < 2:
        raise ValueError(tr("the range holds fewer than two legal values"))
    return tuple(legal)


def moves(series: Sequence[float]) -> bool:
    """Whether a figure changes over an axis by more than a thousandth."""
    good = [abs(y) for y in series if math.isfinite(y)]
    return bool(good) and max(good) - min(good) > FLAT * max(good)


def scenarios_over(base: Scenario, axes: Sequence[Axis]) -> list[Scenario]:
    """The base with every combination of the axes' values; the last axis varies fastest."""
    return [
        base.with_changes(
            SetSetting(axis.component, axis.setting, value)
            for axis, value in zip(axes, values, strict=True)
        )
        for values in product(*(axis.values for axis in axes))
    ]


def _beyond(projection: Projection, anchor: str | None) -> tuple[str, ...]:
    workload = projection.principal if anchor is None else projection.workload(anchor)
    return () if workload is None else workload.extrapolated


def stretches(
    places: Sequence[float], swept: Sequence[Projection], anchor: str | None
) -> list[tuple[float, float]]:
    """The stretches of an axis both of whose ends lie outside of what was measured."""
    found: list[tuple[float, float]] = []
    for (x, one), (then, other) in pairwise(zip(places, swept, strict=False)):
        if _beyond(one, anchor) and _beyond(other, anchor):
            if found and found[-1][1] == x:
                found[-1] = (found[-1][0], then)
            else:
                found.append((x, then))
    return found


def beyond_measured(swept: Sequence[Projection], anchor: str | None) -> str:
    """Why some of a sweep lies outside of what was measured; empty where none does."""
    return next((spoken(said[0]) for p in swept if (said := _beyond(p, anchor))), "")
