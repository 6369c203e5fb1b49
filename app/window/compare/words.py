"""A change in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.window.i18n import tr
from app.window.i18n.numbers import figure
from app.window.metrics import setting_name
from app.window.names import component_name
from app.window.shell.figures import kind_of
from model.topology import (
    AddComponent,
    AddLink,
    Change,
    MoveComponent,
    RemoveComponent,
    RenameComponent,
    SetSetting,
)
from model.topology.growth import as_it_is

if TYPE_CHECKING:
    from model.topology import Catalogue, Topology


def change_line(topology: Topology, change: Change, kinds: Catalogue) -> str:
    """A change in a few words."""

    def named(component: str) -> str:
        known = component in topology
        return component_name(topology, component) if known else component.partition(":")[2]

    if isinstance(change, SetSetting):
        old = (
            as_it_is(topology[change.component], change.setting)
            if change.component in topology
            else None
        )
        kind = kind_of(topology, change.component) or change.component.partition(":")[0]
        spec = kinds.spec(kind, change.setting)
        unit = "" if spec is None else spec.unit
        was = "" if old is None else f"{figure(old)} → "
        now = figure(change.value, unit)
        return f"{named(change.component)} {setting_name(change.setting)}: {was}{now}"
    if isinstance(change, MoveComponent):
        where = tr("the top level") if change.parent is None else named(change.parent)
        return tr("{name} moves to {where}", name=named(change.component), where=where)
    if isinstance(change, RenameComponent):
        return tr("{name} is called {new}", name=named(change.component), new=change.name)
    if isinstance(change, AddComponent):
        return tr("{name} is added", name=change.component.name)
    if isinstance(change, RemoveComponent):
        return tr("{name} is removed", name=named(change.component))
    if isinstance(change, AddLink):
        return tr("{a} is linked to {b}", a=named(change.link.source), b=named(change.link.target))
    return tr(
        "{a} is no longer linked to {b}", a=named(change.link.source), b=named(change.link.target)
    )
