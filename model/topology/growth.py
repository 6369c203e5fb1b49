"""How much of a workload there is against what was measured: one setting for every kind."""

from __future__ import annotations

from model.topology.components import Component, Value
from model.topology.kinds import SettingSpec

GROWTH = SettingSpec(
    "LOAD_GROWTH_PCT",
    "number",
    "How much more work there is than was measured; the mix of the work stays.",
    unit="%",
    default=0,
    minimum=-90,
    maximum=900,
    soft_maximum=200,
    group="Load",
    dynamic=True,
    source="what-if of Plexwright, no parameter of the product",
    label="Workload growth",
)
"""Added by `model.catalogue` to the kinds whose models answer to it."""


def settings_of(component: Component) -> dict[str, Value]:
    """The product's own settings of a component: all but the growth."""
    return {name: s.value for name, s in component.settings.items() if name != GROWTH.name}


def as_it_is(component: Component, setting: str) -> Value | None:
    """The value of a setting as it is; work that nobody speaks of has not grown."""
    value = component.value(setting)
    return GROWTH.default if value is None and setting == GROWTH.name else value


def growth_of(component: Component) -> float:
    """Work of a component against what was measured of it, 1.0 = the same."""
    growth_pct = component.number(GROWTH.name)
    return 1.0 if growth_pct is None else 1.0 + growth_pct / 100.0
