"""What copies are called, and what is named after another: a part has its own owner's name."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from model.topology import Catalogue, Component, Link, Topology

__all__ = ["copied_names", "copy_name", "renamed_parts"]


def copy_name(taken: Collection[str], name: str) -> str:
    """The name itself where it is free, else the next one: VOL001 is followed by VOL002."""
    if name not in taken:
        return name
    match = re.fullmatch(r"(.*?)(\d+)", name)
    stem, number, digits = (match[1], int(match[2]), len(match[2])) if match else (name, 2, 1)
    while f"{stem}{number:0{digits}}" in taken:
        number += 1
    return f"{stem}{number:0{digits}}"


def copied_names(
    topology: Topology,
    catalogue: Catalogue,
    components: Sequence[Component],
    links: Sequence[Link],
    homes: Mapping[str, str],
) -> dict[str, str]:
    """What each of ``components`` is called when it is added to ``topology``, by its id.

    The buffer pool QM01/0 of the copy QM02 is QM02/0, not the next one of QM01; nucleus 10-1 of
    database 11 is 11-1; a group buffer pool in another coupling facility keeps its number.
    ``homes`` are the containers that take those whose own container is not copied.
    """
    naming = _Naming(topology, catalogue, components, links, homes)
    for component in components:
        naming.name(component.id)
    return naming.found


def renamed_parts(topology: Topology, component: str, new: str) -> dict[str, str]:
    """What is named after a component that is called ``new`` from now on, by its id.

    Of what it holds and of what is linked to it.
    """
    old = topology[component].name
    beside = {x.source for x in topology.links if x.target == component}
    beside |= {x.target for x in topology.links if x.source == component}
    found = {}
    for other in topology:
        if other.id in beside or component in topology.containers(other.id):
            name = _renamed(other.name, old, new)
            if name is not None:
                found[other.id] = name
    return found


class _Naming:
    def __init__(
        self,
        topology: Topology,
        catalogue: Catalogue,
        components: Sequence[Component],
        links: Sequence[Link],
        homes: Mapping[str, str],
    ) -> None:
        self.topology, self.catalogue, self.homes = topology, catalogue, homes
        self.components = {component.id: component for component in components}
        self.found: dict[str, str] = {}
        self._begun: set[str] = set()
        self._taken: dict[str, set[str]] = {}
        for component in topology:
            self._taken.setdefault(component.kind, set()).add(component.name)
        self._inside = {(one.parent, one.name): one.id for one in components}
        self._beside: dict[str, list[str]] = {}
        for link in links:
            if link.source in self.components and link.target in self.components:
                self._beside.setdefault(link.source, []).append(link.target)
                self._beside.setdefault(link.target, []).append(link.source)

    def name(self, ident: str) -> str:
        """What the copy of this one is called."""
        if ident not in self.found:
            self._begun.add(ident)
            component = self.components[ident]
            taken = self._taken.setdefault(component.kind, set())
            wanted = self._after_its_owner(component)
            beside = self._told_by_number(component) if wanted is None else None
            chosen = copy_name(taken if beside is None else beside, wanted or component.name)
            taken.add(chosen)
            self.found[ident] = chosen
        return self.found[ident]

    def _told_by_number(self, component: Component) -> set[str] | None:
        """Of one whose number says what it is, as that of GBP0, in another container: who is there.

        ``None`` where its name is to be another than those of all of its kind.
        """
        kind, home = self.catalogue.get(component.kind), self.homes.get(component.id)
        if kind is None or not kind.called.endswith("0") or home == component.parent:
            return None
        beside = () if home is None else self.topology.children(home)
        return {other.name for other in beside if other.kind == component.kind}

    def _after_its_owner(self, component: Component) -> str | None:
        """Its name with that of the copy of what it belongs to; ``None`` where it tells of none."""
        name = component.name
        home = self.homes.get(component.id)
        if home is not None and component.parent in self.topology:
            was = self.topology[component.parent].name  # type: ignore[index]
            renamed = _renamed(name, was, self.topology[home].name)
            if renamed is not None:
                return renamed
        if home is not None and "/" in name:
            # From elsewhere, or renamed: all that is known of its owner is that it stands before.
            return f"{self.topology[home].name}/{name.rpartition('/')[2]}"
        sibling = self._inside.get((component.parent, name.rpartition("_")[2]))
        around = dict.fromkeys((component.parent, *self._beside.get(component.id, ()), sibling))
        # One whose own name waits for this one cannot be what it is named after.
        owners = [
            self.components[one]
            for one in around
            if one in self.components and (one in self.found or one not in self._begun)
        ]
        for owner in sorted(owners, key=lambda one: -len(one.name)):
            if _renamed(name, owner.name, owner.name) is not None:
                return _renamed(name, owner.name, self.name(owner.id))
            if name.endswith(f"_{owner.name}"):
                # DSNDB0G_GBP0 is GBP0 of a group: another group has one too.
                stem, ends = name.removesuffix(f"_{owner.name}"), f"_{self.name(owner.id)}"
                others = self._taken[component.kind]
                taken = {x.removesuffix(ends) for x in others if x.endswith(ends)}
                return copy_name(taken, stem) + ends
        return None


def _renamed(name: str, old: str, new: str) -> str | None:
    """A part's name after its owner went from ``old`` to ``new``; ``None``: it tells of no owner.

    QM01/0 tells of QM01 and 10-1 of 10; DB10CACHE of database 10.
    """
    rest = name[len(old) :]
    if name.startswith(old) and rest and not rest[0].isalnum():
        return new + rest
    if old.isdigit():
        made, times = re.subn(rf"(?<=[A-Za-z]){old}(?=[A-Za-z_])", new, name)
        return made if times else None
    return None
