"""What a change asks of other components: what runs in a partition runs on its operating system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from model.topology import (
    Catalogue,
    Change,
    Component,
    MoveComponent,
    SetSetting,
    Topology,
    Value,
)

SYSTEM, PLATFORM = "OPSYS", "PLATFORM"


def with_followers(
    changes: Iterable[Change], topology: Topology, catalogue: Catalogue
) -> tuple[Change, ...]:
    """The changes, and after them the settings of others that would contradict them.

    A platform that a report tells, or that the same changes give, stays as it is.
    """
    given = tuple(changes)
    said = {c.component for c in given if isinstance(c, SetSetting) and c.setting == PLATFORM}
    following = (
        SetSetting(component.id, PLATFORM, system)
        for component, system in _hosted(given, topology)
        if component.id not in said and _may_run(component, system, catalogue)
    )
    return (*given, *following)


def _hosted(changes: tuple[Change, ...], topology: Topology) -> Iterator[tuple[Component, Value]]:
    """Components whose partition gets another system, or that get another partition."""
    systems = {
        c.component: c.value for c in changes if isinstance(c, SetSetting) and c.setting == SYSTEM
    }
    moved = {c.component: c.parent for c in changes if isinstance(c, MoveComponent)}
    for host, system in systems.items():
        for component in topology.children(host):
            if component.id not in moved:
                yield component, system
    for name, parent in moved.items():
        if name in topology and parent is not None and parent in topology:
            own = systems.get(parent, topology[parent].value(SYSTEM))
            if own is not None:
                yield topology[name], own


def _may_run(component: Component, system: Value, catalogue: Catalogue) -> bool:
    """Whether its platform is to become this one: possible, another than now, told by no report."""
    kind = catalogue.get(component.kind)
    spec = None if kind is None else kind.setting(PLATFORM)
    if spec is None or system not in spec.choices:
        return False
    setting = component.settings.get(PLATFORM)
    if setting is None:
        return bool(system != spec.default)
    return setting.value != system and not setting.origin.file
