"""Changes: what a scenario does to the baseline, one small frozen value each."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace

from model.language import Name, SettingName, joined, listed, say
from model.topology.components import Component, Link, Origin, Setting, Topology, Value
from model.topology.kinds import Catalogue, ComponentKind


class ChangeError(ValueError):
    """A change that the topology or the product does not allow; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class SetSetting:
    """Give one setting of one component another value."""

    component: str
    setting: str
    value: Value


def values_set(changes: Iterable[object]) -> dict[tuple[str, str], Value]:
    """The value that a list of changes gives each component's setting in the end."""
    return {(c.component, c.setting): c.value for c in changes if isinstance(c, SetSetting)}


@dataclass(frozen=True, slots=True)
class MoveComponent:
    """Place a component in another container."""

    component: str
    parent: str | None


@dataclass(frozen=True, slots=True)
class RenameComponent:
    """Call a component something else; its id, and all that refers to it, stays."""

    component: str
    name: str


@dataclass(frozen=True, slots=True)
class AddComponent:
    """Add a component with its links."""

    component: Component
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class RemoveComponent:
    """Remove a component with all it contains."""

    component: str


@dataclass(frozen=True, slots=True)
class AddLink:
    """Link two components."""

    link: Link


@dataclass(frozen=True, slots=True)
class RemoveLink:
    """Take a link away; both its components stay."""

    link: Link


Change = (
    SetSetting
    | MoveComponent
    | RenameComponent
    | AddComponent
    | RemoveComponent
    | AddLink
    | RemoveLink
)


@dataclass(frozen=True)
class Scenario:
    """A named, ordered list of changes to the baseline.

    ``base`` is the name of the scenario it was branched from, empty for the as-is. ``changes`` hold
    all of them, also those it took over: what becomes of its base is no matter to it.
    """

    name: str
    changes: tuple[Change, ...] = ()
    note: str = ""
    base: str = ""

    def with_changes(self, changes: Iterable[Change]) -> Scenario:
        """A copy with changes appended; a later value or name replaces the earlier one."""
        new = list(changes)
        # Each where it comes last; hundreds are appended at once, and to two dozen scenarios.
        last = {key: place for place, change in enumerate(new) if (key := _replaces(change))}
        kept = [change for change in self.changes if _replaces(change) not in last]
        kept += [
            change
            for place, change in enumerate(new)
            if last.get(_replaces(change), place) == place
        ]
        return replace(self, changes=tuple(kept))


def _replaces(change: Change) -> tuple[str, ...]:
    """What a later change of the same replaces; empty where none does."""
    if isinstance(change, SetSetting):
        return change.component, change.setting
    return (change.component,) if isinstance(change, RenameComponent) else ()


CHANGED = Origin("user", text="changed in this scenario")


def apply_changes(topology: Topology, changes: Iterable[Change], catalogue: Catalogue) -> Topology:
    """The topology after all changes, in order.

    Raises
    ------
    ChangeError
        When a change names something that is not there or sets an illegal value.
    """
    changes, as_is = tuple(changes), topology
    for kind, run in itertools.groupby(changes, type):
        # Pasting brings thousands of these at once; a topology is not copied for each.
        before = topology
        if kind is AddComponent:
            topology = _add(topology, [c for c in run if isinstance(c, AddComponent)], catalogue)
            topology = _recounted(before, topology, catalogue)
        elif kind is AddLink:
            topology = _link(topology, [c.link for c in run if isinstance(c, AddLink)], catalogue)
            topology = _recounted(before, topology, catalogue)
        else:
            for change in run:
                topology = apply_change(topology, change, catalogue)
    return _remembering(as_is, topology, changes, catalogue)


def _remembering(
    as_is: Topology, topology: Topology, changes: Iterable[Change], catalogue: Catalogue
) -> Topology:
    """The topology, whose changed settings know what they were as it is: their default where nobody
    told it."""
    places = {(c.component, c.setting) for c in changes if isinstance(c, SetSetting)}
    found: dict[str, Component] = {}
    for component, name in sorted(places):
        before = as_is.components.get(component)
        now = found.get(component) or topology.components.get(component)
        if before is None or now is None or name not in now.settings:
            continue
        had, kind = before.settings.get(name), catalogue.get(before.kind)
        spec = None if kind is None else kind.setting(name)
        if had is None and (spec is None or spec.default is None):
            continue
        was = before.value_as_is(name) if had is not None or spec is None else spec.default
        found[component] = now.with_setting(name, replace(now.settings[name], as_is=was))
    return topology.with_components(found.values()) if found else topology


def apply_change(topology: Topology, change: Change, catalogue: Catalogue) -> Topology:
    """The topology after one change; see :func:`apply_changes`."""
    if isinstance(change, SetSetting):
        return _set(topology, change, catalogue)
    return _recounted(topology, _reshaped(topology, change, catalogue), catalogue)


def _reshaped(topology: Topology, change: Change, catalogue: Catalogue) -> Topology:
    if isinstance(change, MoveComponent):
        return _move(topology, change, catalogue)
    if isinstance(change, RenameComponent):
        component = _existing(topology, change.component)
        if not change.name.strip():
            raise ChangeError(say("{name} needs a name", name=Name(component.name)))
        return topology.with_component(replace(component, name=change.name.strip()))
    if isinstance(change, AddComponent):
        return _add(topology, [change], catalogue)
    if isinstance(change, AddLink):
        return _link(topology, [change.link], catalogue)
    if isinstance(change, RemoveLink):
        if change.link not in topology.links:
            raise ChangeError("there is no such link in this installation")
        return topology.without_link(change.link)
    _existing(topology, change.component)
    return topology.without_component(change.component)


def _existing(topology: Topology, component_id: str) -> Component:
    if component_id not in topology:
        raise ChangeError(
            say(
                "there is no component {component_id} in this installation",
                component_id=Name(component_id),
            )
        )
    return topology[component_id]


def _set(topology: Topology, change: SetSetting, catalogue: Catalogue) -> Topology:
    component = _existing(topology, change.component)
    kind = catalogue.get(component.kind)
    spec = None if kind is None else kind.setting(change.setting)
    if kind is None or spec is None:
        raise ChangeError(
            say(
                "{name} has no setting {setting}",
                name=Name(component.name),
                setting=SettingName(change.setting),
            )
        )
    problem = spec.problem_with(change.value)
    if problem is not None:
        raise ChangeError(joined((Name(component.name), ": ", problem)))
    member_kind = kind.counts.get(change.setting)
    if member_kind is not None and not isinstance(change.value, (str, bool)):
        topology = _resize(topology, component, member_kind, int(change.value))
        component = topology[component.id]
    return topology.with_component(
        component.with_setting(change.setting, Setting(change.value, CHANGED))
    )


def _resize(topology: Topology, owner: Component, member_kind: str, count: int) -> Topology:
    """Add or remove members so that ``count`` remain, as evenly over their hosts as can be."""
    members = [c for c in topology.sources(owner.id, "member") if c.kind == member_kind]
    if not members:
        raise ChangeError(
            say(
                "{owner_name} has no {member_kind} to copy; place one first",
                owner_name=Name(owner.name),
                member_kind=member_kind,
            )
        )
    hosts = list(dict.fromkeys(c.parent for c in members))
    while len(members) > count:
        load = {host: sum(1 for m in members if m.parent == host) for host in hosts}
        fullest = max(hosts, key=lambda host: (load[host], hosts.index(host)))
        leaver = [m for m in members if m.parent == fullest][-1]
        members.remove(leaver)
        topology = topology.without_component(leaver.id)
    while len(members) < count:
        load = {host: sum(1 for m in members if m.parent == host) for host in hosts}
        emptiest = min(hosts, key=lambda host: (load[host], hosts.index(host)))
        model = next((m for m in members if m.parent == emptiest), members[0])
        stem = model.id.rsplit("-", 1)[0]
        number = len(members) + 1
        while f"{stem}-{number}" in topology:
            number += 1
        name_stem = model.name.rsplit("-", 1)[0]
        joiner = replace(
            model, id=f"{stem}-{number}", name=f"{name_stem}-{number}", parent=emptiest, measured={}
        )
        topology = topology.with_component(joiner)
        for link in topology.links:
            if link.source == model.id:
                topology = topology.with_link(Link(link.kind, joiner.id, link.target))
        members.append(joiner)
    return topology


def placement_problem(
    topology: Topology, kind: ComponentKind, parent: str | None, moving: str | None = None
) -> str | None:
    """Why a component of this kind may not stand in ``parent``; ``None`` when it may."""
    if parent is None:
        return None if None in kind.parents else say("{title} needs a container", title=kind.title)
    if parent not in topology:
        return say("there is no component {parent} in this installation", parent=parent)
    seen: str | None = parent
    while seen is not None and seen in topology:
        if seen == moving:
            return say("{title} cannot stand inside itself", title=kind.title)
        seen = topology[seen].parent
    container = topology[parent]
    if container.kind not in kind.parents:
        allowed = ", ".join(str(p) for p in kind.parents if p is not None) or "no container"
        return say(
            "{title} goes in {allowed}, not in {container_name}",
            title=kind.title,
            allowed=allowed,
            container_name=Name(container.name),
        )
    return None


def _move(topology: Topology, change: MoveComponent, catalogue: Catalogue) -> Topology:
    component = _existing(topology, change.component)
    kind = catalogue.get(component.kind)
    if kind is None:
        raise ChangeError(
            say("{name} is of unknown kind {kind}", name=Name(component.name), kind=component.kind)
        )
    problem = placement_problem(topology, kind, change.parent, component.id)
    if problem is not None:
        raise ChangeError(problem)
    return topology.with_component(replace(component, parent=change.parent))


def _add(topology: Topology, additions: Iterable[AddComponent], catalogue: Catalogue) -> Topology:
    topology, components = topology.growing()
    links: list[Link] = []
    joining: dict[str, None] = {}
    for change in additions:
        component = change.component
        joining[component.id] = None
        if component.id in topology:
            raise ChangeError(say("there is a component {id} already", id=Name(component.id)))
        kind = catalogue.get(component.kind)
        if kind is None:
            raise ChangeError(
                say(
                    "{name} is of unknown kind {kind}",
                    name=Name(component.name),
                    kind=component.kind,
                )
            )
        problem = placement_problem(topology, kind, component.parent)
        if problem is not None:
            raise ChangeError(problem)
        components[component.id] = component
        for link in change.links:
            _check_link(topology, link, catalogue)
            links.append(link)
            joining[link.source] = None
    topology = topology.with_links(links)
    return _enrolled(topology, joining, catalogue)


def _link(topology: Topology, links: Iterable[Link], catalogue: Catalogue) -> Topology:
    wanted = list(links)
    for link in wanted:
        _check_link(topology, link, catalogue)
    return _enrolled(topology.with_links(wanted), {link.source for link in wanted}, catalogue)


def owner_kinds(catalogue: Catalogue) -> dict[str, tuple[ComponentKind, str]]:
    """By kind of component the kind that counts those that belong to it, and in which setting."""
    return {
        member: (kind, setting) for kind in catalogue for setting, member in kind.counts.items()
    }


def _enrolled(topology: Topology, joining: Iterable[str], catalogue: Catalogue) -> Topology:
    """Components that nothing was measured of, as members of what counts them.

    One of which nobody says to what it belongs is of the only one there is; where nobody says how
    it is set, it is set as the member beside it: to add one by hand and to have one more counted
    is the same.
    """
    owners = owner_kinds(catalogue)
    for name in dict.fromkeys(joining):
        joiner = topology[name]
        if joiner.kind not in owners or joiner.measured:
            continue
        kind, _ = owners[joiner.kind]
        homes = [one for one in topology.targets(name, "member") if one.kind == kind.name]
        every = topology.of_kind(kind.name)
        if not homes and len(every) == 1:
            homes = list(every)
            topology = topology.with_link(Link("member", name, homes[0].id))
        others = [
            one
            for home in homes
            for one in topology.sources(home.id, "member")
            if one.kind == joiner.kind and one.id != name
        ]
        if not others:
            continue
        beside = next((one for one in others if one.parent == joiner.parent), others[0])
        own = {key: one for key, one in joiner.settings.items() if one.origin.kind != "default"}
        settings = {**joiner.settings, **beside.settings, **own}
        if settings != joiner.settings:
            topology = topology.with_component(replace(joiner, settings=settings))
    return topology


def _recounted(before: Topology, after: Topology, catalogue: Catalogue) -> Topology:
    """What counts its members counts those that came and went."""
    for member, (kind, setting) in owner_kinds(catalogue).items():
        for owner in after.of_kind(kind.name):
            count = owner.number(setting)
            if count is None or owner.id not in before:
                continue
            now, was = (
                sum(one.kind == member for one in which.sources(owner.id, "member"))
                for which in (after, before)
            )
            if now != was and max(now, was) > 0:
                value = Setting(max(round(count) + now - was, 0), CHANGED)
                after = after.with_component(owner.with_setting(setting, value))
    return after


def _check_link(topology: Topology, link: Link, catalogue: Catalogue) -> None:
    wrong = link_problem(topology, link, catalogue)
    if wrong is not None:
        raise ChangeError(wrong)


def link_problem(topology: Topology, link: Link, catalogue: Catalogue) -> str | None:
    """Why this link is not allowed; ``None`` when it is."""
    for end in (link.source, link.target):
        if end not in topology:
            return say("there is no component {end} in this installation", end=end)
    source, target = topology[link.source], topology[link.target]
    if source is target:
        return say(
            "{name} cannot be linked to itself: name another component", name=Name(source.name)
        )
    kind = catalogue.get(source.kind)
    allowed = () if kind is None else kind.links.get(link.kind, ())
    if target.kind in allowed:
        return None
    facts = {
        "source_name": Name(source.name),
        "target_name": Name(target.name),
        "kind": link.kind,
    }
    if allowed:
        return say(
            "{source_name} cannot be linked to {target_name} as {kind}, which goes to {allowed}",
            allowed=listed(allowed),
            **facts,
        )
    return say(
        "{source_name} cannot be linked to {target_name} as {kind}; 'plexwright kinds "
        "{source_kind}' lists its links",
        source_kind=source.kind,
        **facts,
    )
