"""The catalogue of component kinds and performance models, found by looking into the rooms.

Every module or package directly under ``model.hardware`` and ``model.subsystems`` may declare

``KINDS: tuple[ComponentKind, ...]``
    the component kinds it knows, whose figures ``model.figures`` declares, and
``MODELS: tuple[SubsystemModel, ...]``
    the performance models it offers (see ``model.contract.protocol``).

A model whose ``grows`` is true answers to the setting ``model.topology.growth.GROWTH``,
which the kind of its workload then has; one whose ``dispatched`` is true to that of
``model.topology.importance``.

Adding a subsystem is adding one file there; nothing else names it.
"""

from __future__ import annotations

import importlib
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from model.discovery import names_in
from model.language import Name, joined
from model.topology.components import Component
from model.topology.growth import GROWTH
from model.topology.importance import IMPORTANCE
from model.topology.kinds import Catalogue, ComponentKind

if TYPE_CHECKING:
    from model.contract.protocol import SubsystemModel

ROOMS = ("model.hardware", "model.subsystems")


@cache
def modules() -> tuple[ModuleType, ...]:
    """Every module directly in the hardware and subsystem rooms, in name order."""
    return tuple(importlib.import_module(name) for room in ROOMS for name in names_in(room))


@cache
def catalogue() -> Catalogue:
    """All component kinds."""
    kinds: list[ComponentKind] = []
    for module in modules():
        kinds.extend(getattr(module, "KINDS", ()))
    growing = {model.anchor_kind for model in subsystem_models() if getattr(model, "grows", False)}
    ranked = {
        model.anchor_kind for model in subsystem_models() if getattr(model, "dispatched", False)
    }
    return Catalogue(
        replace(
            kind,
            settings=(
                *kind.settings,
                *((GROWTH,) if kind.name in growing else ()),
                *((IMPORTANCE,) if kind.name in ranked else ()),
            ),
        )
        for kind in kinds
    )


@cache
def subsystem_models() -> tuple[SubsystemModel, ...]:
    """All performance models, in module order."""
    models: list[SubsystemModel] = []
    for module in modules():
        models.extend(getattr(module, "MODELS", ()))
    return tuple(models)


def named(component: Component) -> str:
    """What a sentence calls a component: its name; ``Adabas database 10`` where that is a number.

    "The caches of 10" is no name that people use.
    """
    name = Name(component.name)
    kind = catalogue().get(component.kind) if component.name.isdigit() else None
    return name if kind is None else joined((kind.title, " ", name))
