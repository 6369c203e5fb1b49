"""What the document says of scenarios that contradict each other, or what the as-is has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.window.document.state import Decided, opposed
from app.window.i18n import several, tr
from app.window.i18n.numbers import figure
from app.window.metrics import setting_name
from app.window.names import component_name, kind_title
from model.topology import AddComponent, Catalogue, Change, Scenario, Topology, Value


@dataclass(frozen=True, slots=True)
class Contested:
    """What two scenarios decide differently; ``told`` names it with its component."""

    key: Decided
    told: str
    mine: str
    theirs: str


def contested(
    as_is: Topology, kinds: Catalogue, one: Scenario, new: tuple[Change, ...]
) -> tuple[Contested, ...]:
    """Settings, names and places that ``one`` decides otherwise than ``new``."""
    added = {
        change.component.id: change.component.name
        for change in (*one.changes, *new)
        if isinstance(change, AddComponent)
    }

    def named(component: str) -> str:
        known = component in as_is or component not in added
        return component_name(as_is, component) if known else added[component]

    def said(key: Decided, value: Value | None) -> str:
        kind, component, setting = key
        if value is None:
            return tr("the top level")
        if kind != "setting":
            return named(str(value)) if kind == "place" else str(value)
        spec = kinds.spec(component.partition(":")[0], setting)
        return figure(value, "" if spec is None else spec.unit)

    told = []
    for key, (mine, theirs) in opposed(one.changes, new).items():
        kind, component, setting = key
        if kind == "name":
            what = tr("Name of {name}", name=named(component))
        elif kind == "place":
            what = tr("Place of {name}", name=named(component))
        else:
            what = tr("{setting} of {name}", setting=setting_name(setting), name=named(component))
        told.append(Contested(key, what, said(key, mine), said(key, theirs)))
    return tuple(told)


MOST_TOLD = 3
"""Of more scenarios that do not fit only the names are told: a message has few lines."""


def misfits_told(as_is: Topology, found: Sequence[tuple[Scenario, str]]) -> str:
    """That scenarios do not fit the as-is any more, and why; by name what is gone from it."""
    if len(found) > MOST_TOLD:
        names = ", ".join(f"“{scenario.name}”" for scenario, _why in found)
        return several(
            "{n} scenario does not fit the as-is any more: {names}.",
            "{n} scenarios do not fit the as-is any more: {names}.",
            len(found),
            names=names,
        )
    return " ".join(
        tr(
            "“{name}” does not fit the as-is any more: {why}.",
            name=scenario.name,
            why=_named(as_is, scenario, why),
        )
        for scenario, why in found
    )


def _named(as_is: Topology, scenario: Scenario, why: str) -> str:
    for change in scenario.changes:
        # It is gone, and with it its name.
        gone = getattr(change, "component", "")
        if isinstance(gone, str) and gone and gone not in as_is:
            kind, _, name = gone.partition(":")
            why = why.replace(gone, f"{name} ({kind_title(kind)})")
    return why
