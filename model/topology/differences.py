"""From one installation to another: the changes that would turn the first into the second."""

from __future__ import annotations

from collections.abc import Iterator

from model.topology.changes import (
    AddComponent,
    AddLink,
    Change,
    MoveComponent,
    RemoveComponent,
    RemoveLink,
    RenameComponent,
    SetSetting,
)
from model.topology.components import Component, Link, Topology, Value
from model.topology.growth import as_it_is


def changes_between(before: Topology, after: Topology) -> tuple[Change, ...]:
    """What differs, whatever steps led there: two scenarios may come to the same by other lists.

    Components that went stand first, then those that came, then what became of the others. Of
    settings that only ``before`` speaks of nothing is said, because no change takes a value away.
    """
    return tuple(_differences(before, after))


def _differences(before: Topology, after: Topology) -> Iterator[Change]:
    gone = {c.id for c in before if c.id not in after}
    for component in before:
        # What a container takes with it is gone with it.
        if component.id in gone and component.parent not in gone:
            yield RemoveComponent(component.id)
    for component in after:
        if component.id not in before:
            yield AddComponent(component)
    for component in after:
        if component.id in before:
            yield from _of_one(before[component.id], component)
    there, here = set(before.links), set(after.links)
    for link in before.links:
        if link not in here and not gone & {link.source, link.target}:
            yield RemoveLink(link)
    for link in after.links:
        if link not in there and _stood(before, link):
            yield AddLink(link)


def _of_one(before: Component, after: Component) -> Iterator[Change]:
    if before.name != after.name:
        yield RenameComponent(after.id, after.name)
    if before.parent != after.parent:
        yield MoveComponent(after.id, after.parent)
    for name, setting in after.settings.items():
        old = as_it_is(before, name)
        if old is None or not same_value(old, setting.value):
            yield SetSetting(after.id, name, setting.value)
    for name in before.settings:
        if name not in after.settings:
            now = as_it_is(after, name)
            if now is not None and not same_value(before.settings[name].value, now):
                yield SetSetting(after.id, name, now)


def _stood(topology: Topology, link: Link) -> bool:
    return link.source in topology and link.target in topology


def same_value(one: Value | None, other: Value | None) -> bool:
    """Equal, and both or neither a flag: ``1`` is not ``yes``."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other
