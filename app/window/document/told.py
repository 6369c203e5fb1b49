"""What the document says of scenarios that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence

from app.window.i18n import tr
from app.window.i18n.numbers import figure
from app.window.metrics import setting_name
from app.window.names import component_name
from model.topology import Catalogue, Scenario, SetSetting, Topology
from model.topology.changes import values_set

MOST_TOLD = 3


def contradictions(
    topology: Topology, kinds: Catalogue, one: Scenario, others: Sequence[SetSetting]
) -> str:
    """The settings that ``one`` gives another value than ``others``, each with both values."""
    own = values_set(one.changes)
    last = {(change.component, change.setting): change.value for change in others}
    told = []
    for (component, setting), value in last.items():
        spec = kinds.spec(component.partition(":")[0], setting)
        unit = "" if spec is None else spec.unit
        told.append(
            tr(
                "{setting} of {name} ({mine} and {theirs})",
                setting=setting_name(setting),
                name=component_name(topology, component),
                mine=figure(own[component, setting]),
                theirs=figure(value, unit),
            )
        )
    if len(told) > MOST_TOLD:
        told[MOST_TOLD:] = [tr("{n} more", n=len(told) - MOST_TOLD)]
    return ", ".join(told)
