"""What the document says of scenarios that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.window.i18n import tr
from app.window.i18n.numbers import figure
from app.window.metrics import setting_name
from app.window.names import component_name
from model.topology import Catalogue, Scenario, SetSetting, Topology
from model.topology.changes import values_set

MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class Contested:
    """A setting that two scenarios give different values; ``told`` names it with its component."""

    component: str
    setting: str
    told: str
    mine: str
    theirs: str


def contested(
    topology: Topology, kinds: Catalogue, one: Scenario, others: Sequence[SetSetting]
) -> tuple[Contested, ...]:
    """The settings that ``one`` gives another value than ``others``."""
    own = values_set(one.changes)
    last = {(change.component, change.setting): change.value for change in others}
    told = []
    for (component, setting), value in last.items():
        spec = kinds.spec(component.partition(":")[0], setting)
        unit = "" if spec is None else spec.unit
        name = tr(
            "{setting} of {name}",
            setting=setting_name(setting),
            name=component_name(topology, component),
        )
        mine = figure(own[component, setting], unit)
        told.append(Contested(component, setting, name, mine, figure(value, unit)))
    return tuple(told)


def contradictions(found: Sequence[Contested]) -> str:
    """The same in a sentence, each with both values."""
    told = [
        tr("{setting} ({mine} and {theirs})", setting=one.told, mine=one.mine, theirs=one.theirs)
        for one in found[:MOST_TOLD]
    ]
    if len(found) > MOST_TOLD:
        told.append(tr("{n} more", n=len(found) - MOST_TOLD))
    return ", ".join(told)
