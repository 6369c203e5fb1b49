"""Checks over a whole topology: placement, links, settings against the products' limits."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from model.language import Name, SettingName, joined, listed, say
from model.topology.changes import (
    Change,
    SetSetting,
    link_problem,
    owner_kinds,
    placement_problem,
)
from model.topology.components import Component, Link, Topology, Value
from model.topology.kinds import Catalogue, ComponentKind


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that cannot be as it stands: the component, the setting (or ''), a sentence."""

    component: str
    setting: str
    sentence: str
    source: str = ""


def validate(topology: Topology, catalogue: Catalogue) -> tuple[Issue, ...]:
    """All issues of a topology, in component order; empty when it is sound."""
    issues: list[Issue] = []
    for component in topology:
        kind = catalogue.get(component.kind)
        if kind is None:
            issues.append(
                Issue(
                    component.id,
                    "",
                    say(
                        "{name} is of unknown kind {kind}",
                        name=Name(component.name),
                        kind=component.kind,
                    ),
                )
            )
            continue
        problem = placement_problem(topology, kind, component.parent, component.id)
        if problem is not None:
            issues.append(Issue(component.id, "", problem))
        for name, setting in component.settings.items():
            spec = kind.setting(name)
            if spec is None:
                continue
            wrong = spec.problem_with(setting.value)
            if wrong is not None:
                issues.append(
                    Issue(
                        component.id, name, joined((Name(component.name), ": ", wrong)), spec.source
                    )
                )
        together = None if kind.check is None else kind.check(topology, component)
        if together is not None:
            issues.append(Issue(component.id, "", together))
    for link in topology.links:
        problem = link_problem(topology, link, catalogue)
        if problem is not None:
            issues.append(Issue(link.source, "", problem))
    return tuple(issues)


def contradictions(topology: Topology, catalogue: Catalogue) -> dict[str, str]:
    """By component the sentence that says what of it and those within it cannot be together."""
    said: dict[str, str] = {}
    for kind in catalogue:
        if kind.check is None:
            continue
        for component in topology.of_kind(kind.name):
            sentence = kind.check(topology, component)
            if sentence is not None:
                said[component.id] = sentence
    return said


def not_running(
    before: Topology, after: Topology, changes: Iterable[Change], catalogue: Catalogue
) -> tuple[str, ...]:
    """Sentences on what changes leave without what it needs, or under another operating system."""
    touched = any(
        not isinstance(change, SetSetting) or change.setting in _SYSTEMS for change in changes
    )
    if not touched:
        return ()
    elsewhere = (
        _elsewhere(after, component, catalogue)
        for component in after
        if component.id not in before or _elsewhere(before, before[component.id], catalogue) is None
    )
    return (
        *filter(None, elsewhere),
        *_lacking(before, after, catalogue),
        *_apart(before, after, catalogue),
        *_homeless(before, after, catalogue),
    )


def _apart(before: Topology, after: Topology, catalogue: Catalogue) -> list[str]:
    """A sentence for each link that ends in another partition now, which it cannot."""
    return [
        say(
            "{source_title} {source} attaches {target_title} {target} only where both are in one "
            "partition, and not from {here} to {there}: have both there in the same scenario, or "
            "link {source} to another one in {here}",
            source_title=catalogue[after[link.source].kind].title,
            source=Name(after[link.source].name),
            target_title=catalogue[after[link.target].kind].title,
            target=Name(after[link.target].name),
            here=Name(ends[0].name),
            there=Name(ends[1].name),
        )
        for link in after.links
        if (ends := crossing(after, link, catalogue)) is not None
        and (link not in before.links or crossing(before, link, catalogue) is None)
    ]


def crossing(
    topology: Topology, link: Link, catalogue: Catalogue
) -> tuple[Component, Component] | None:
    """The partitions at the ends of a link that cannot lead from one to another; else ``None``."""
    if link.source not in topology or link.target not in topology:
        return None
    kind = catalogue.get(topology[link.source].kind)
    if kind is None or topology[link.target].kind not in kind.local.get(link.kind, ()):
        return None
    here, there = (topology.ancestor(end, "lpar") for end in (link.source, link.target))
    return None if here is None or there is None or here.id == there.id else (here, there)


def _homeless(before: Topology, after: Topology, catalogue: Catalogue) -> list[str]:
    """A sentence for each new component that belongs to nothing of what counts such as it."""
    said: list[str] = []
    owners = owner_kinds(catalogue)
    for component in after:
        if component.id in before or component.kind not in owners:
            continue
        owner, setting = owners[component.kind]
        every = after.of_kind(owner.name)
        if not every or any(
            one.kind == owner.name for one in after.targets(component.id, "member")
        ):
            continue
        said.append(
            say(
                "{title} {name} belongs to none of {owners}, so that nothing would run in it: link "
                "it to one as its member, or set {setting} of that one higher instead",
                title=catalogue[component.kind].title,
                name=Name(component.name),
                owners=listed([Name(one.name) for one in every], 3),
                setting=SettingName(setting),
            )
        )
    return said


_SYSTEMS = frozenset({"PLATFORM", "OPSYS"})
"""Settings that say which operating system something runs under."""


def _elsewhere(topology: Topology, component: Component, catalogue: Catalogue) -> str | None:
    """Why a component cannot run under the operating system of its partition."""
    kind = catalogue.get(component.kind)
    lpar = None if kind is None else topology.ancestor(component.id, "lpar")
    if kind is None or lpar is None or component.kind == "lpar":
        return None
    own = component.value("PLATFORM") if kind.setting("PLATFORM") else kind.platform
    system = lpar.value("OPSYS")
    # Under z/VM the systems are guests, and a partition has no other setting for them.
    if not own or not system or system in (own, "z/VM"):
        return None
    return say(
        "{title} {name} runs on {own} and not in {lpar}, which runs {system}: what it would need "
        "there is in no report of it",
        title=kind.title,
        name=Name(component.name),
        own=str(own),
        lpar=Name(lpar.name),
        system=str(system),
    )


def _lacking(before: Topology, after: Topology, catalogue: Catalogue) -> tuple[str, ...]:
    """A sentence for each component that has lost all of something without which it does not run.

    A structure for locks is not one for blocks: each is lost by itself. Only what there was: what
    no report names may be there all the same.
    """
    said: list[str] = []
    told: set[tuple[str, str]] = set()
    for component in after:
        kind = catalogue.get(component.kind)
        if kind is None or component.id not in before:
            continue
        for link, settings in kind.needs.items():
            if any(component.value(name) != value for name, value in settings.items()):
                continue
            left = _partners(after, component.id, kind, link)
            for sort, gone in _partners(before, component.id, kind, link).items():
                partner, purpose = sort
                # One of which nobody tells what it is for may be for that.
                if any(
                    one == partner and (own == purpose or None in (own, purpose))
                    for one, own in left
                ):
                    continue
                first = catalogue.get(partner)
                said.append(
                    say(
                        "{title} {name} does not run without {partner} {gone}: link it to another "
                        "one in the same scenario, or take it away as well",
                        title=kind.title,
                        name=Name(component.name),
                        partner=partner if first is None else first.title,
                        gone=listed([Name(one) for one in gone], 3),
                    )
                )
                told.update((partner, one) for one in gone)
    return (*said, *_unnamed(before, after, catalogue, told))


def _unnamed(
    before: Topology, after: Topology, catalogue: Catalogue, told: Collection[tuple[str, str]]
) -> list[str]:
    """A sentence for each component that is gone and that settings of others name.

    told: by kind and name those of which it is said already.
    """
    there = {(one.kind, one.name) for one in after}
    was = {(one.kind, one.name) for one in before}
    naming: dict[tuple[str, str, str], list[str]] = {}
    for component in after:
        kind = catalogue.get(component.kind)
        if kind is None or not kind.named:
            continue
        homes = after.targets(component.id, "member")
        if any(home.value(key) != v for home in homes for key, v in kind.named_where.items()):
            continue
        for setting, partner in kind.named.items():
            gone = (partner, str(component.value(setting)))
            if gone in was and gone not in there and gone not in told:
                naming.setdefault((*gone, setting), []).append(component.name)
    return [
        say(
            "{naming} cannot run without {title} {gone}, which is their {setting}: name another "
            "one in the same scenario, or take them away as well",
            title=partner if (found := catalogue.get(partner)) is None else found.title,
            gone=Name(gone),
            setting=Name(setting),
            naming=listed([Name(one) for one in names], 3),
        )
        for (partner, gone, setting), names in naming.items()
    ]


def _partners(
    topology: Topology, component: str, kind: ComponentKind, link: str
) -> dict[tuple[str, Value | None], list[str]]:
    """Names of what a component is linked with, by kind and what it is for."""
    own = link in kind.links
    found: dict[tuple[str, Value | None], list[str]] = {}
    for one in topology.targets(component, link) if own else topology.sources(component, link):
        purpose = one.value("TYPE") if link == "coupled" else None
        found.setdefault((one.kind, purpose), []).append(one.name)
    return found
