"""How important work is to Workload Manager: who is dispatched first where CPs are full."""

from __future__ import annotations

from model.topology.components import Component
from model.topology.kinds import SettingSpec

IMPORTANCE = SettingSpec(
    "IMPORTANCE",
    "integer",
    "Importance of its service class in Workload Manager: where CPs are full, work of more "
    "importance is dispatched first. 1 is the most important, 6 is discretionary work; work of "
    "which nobody says stands in the middle, as 3.",
    minimum=1,
    maximum=6,
    group="Load",
    dynamic=True,
    source="z/OS MVS Planning: Workload Management, importance of goals",
    label="WLM importance",
)
"""Added by `model.catalogue` to the kinds whose work z/OS dispatches."""

MIDDLE = 3
"""Importance of work of which nobody says it."""


def importance_of(component: Component) -> int | None:
    """Importance of a component's work; None where nobody says, or z/VSE dispatches it."""
    found = component.number(IMPORTANCE.name)
    return None if found is None or component.value("PLATFORM") == "z/VSE" else int(found)
