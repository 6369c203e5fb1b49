"""How much of a workload there is against what was measured, and how often a run comes."""

from __future__ import annotations

from model.topology.components import Component, Value
from model.topology.importance import IMPORTANCE
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

RUNS_PER_DAY = SettingSpec(
    "RUNS_PER_DAY",
    "number",
    "How often it runs on a day: what a change saves of a run counts as many times. One where "
    "nobody says.",
    unit="runs",
    minimum=0,
    soft_maximum=24,
    group="Load",
    dynamic=True,
    source="schedule of the installation, no parameter of the product",
    label="Runs per day",
)
"""Of kinds whose work is a run with an end, that does not go on round the clock."""


def runs_per_day(component: Component) -> float:
    """Runs on a day, one where nobody says."""
    found = component.number(RUNS_PER_DAY.name)
    return 1.0 if found is None else found


def settings_of(component: Component) -> dict[str, Value]:
    """The product's own settings of a component: all but how much of its work there is, and when it
    is dispatched."""
    ours = (GROWTH.name, RUNS_PER_DAY.name, IMPORTANCE.name)
    return {name: s.value for name, s in component.settings.items() if name not in ours}


def as_it_is(component: Component, setting: str) -> Value | None:
    """The value of a setting as it is; work that nobody speaks of has not grown."""
    value = component.value(setting)
    return GROWTH.default if value is None and setting == GROWTH.name else value


def growth_of(component: Component) -> float:
    """Work of a component against what was measured of it, 1.0 = the same."""
    growth_pct = component.number(GROWTH.name)
    return 1.0 if growth_pct is None else (100.0 + growth_pct) / 100.0
