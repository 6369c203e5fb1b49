"""Structural edits made of changes: add, remove, duplicate, move, link, copy, paste."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.window.document.copied_names import copied_names, copy_name, renamed_parts
from app.window.document.document import Document
from app.window.i18n import spoken_label, tr
from app.window.names import component_name
from model.topology import (
    ASSUMED,
    AddComponent,
    AddLink,
    Catalogue,
    Change,
    Component,
    ComponentKind,
    Link,
    MoveComponent,
    Origin,
    RemoveComponent,
    RemoveLink,
    RenameComponent,
    Setting,
    Topology,
)
from model.topology.changes import link_problem, placement_problem

MIME = "application/x-plexwright-components"
PLACED = Origin("user", text="placed on the canvas")
LARGEST_PASTE = 5000


def placement_refusal(
    document: Document, kind: str, parent: str | None, moving: str | None = None
) -> str | None:
    """Why a component of this kind may not stand there; ``None`` when it may."""
    found = document.catalogue.get(kind)
    if found is None:
        return tr("“{kind}” is not a kind of component", kind=kind)
    return _misplaced(document.topology, document.catalogue, found, parent, moving)


def _misplaced(
    topology: Topology,
    catalogue: Catalogue,
    kind: ComponentKind,
    parent: str | None,
    moving: str | None = None,
) -> str | None:
    """The model's rules of placement, in the user's language and with the names of kinds."""
    problem = placement_problem(topology, kind, parent, moving)
    if problem is None:
        return None
    title = spoken_label(kind.title)
    allowed = [_title(catalogue, name) for name in kind.parents if name is not None]
    if parent is None:
        return tr("{kind} goes in {kinds}", kind=title, kinds=_either(allowed))
    if parent not in topology or topology[parent].kind in kind.parents:
        return problem
    if not allowed:
        name = component_name(topology, parent)
        return tr("{kind} stands on its own, not in {name}", kind=title, name=name)
    return tr(
        "{kind} goes in {kinds}, not in {name}",
        kind=title,
        kinds=_either(allowed),
        name=component_name(topology, parent),
    )


def link_between(document: Document, source: str, target: str) -> tuple[Link | None, str]:
    """The link that may be drawn from one component to the other, or why none may."""
    topology = document.topology
    if source == target:
        return None, tr("A component is not linked to itself")
    kind = document.catalogue.get(topology[source].kind)
    if kind is None or not kind.links:
        return None, tr("{name} has no links", name=component_name(topology, source))
    refusal = ""
    for link_kind, targets in kind.links.items():
        link = Link(link_kind, source, target)
        if topology[target].kind in targets:
            if link in topology.links:
                refusal = tr("They are linked already")
                continue
            problem = link_problem(topology, link, document.catalogue)
            if problem is None:
                return link, ""
            refusal = problem
    if refusal:
        return None, refusal
    wanted = sorted(
        {_title(document.catalogue, name) for names in kind.links.values() for name in names}
    )
    return None, tr(
        "{name} is linked to {kinds}, not to {target}",
        name=component_name(topology, source),
        kinds=_either(wanted),
        target=component_name(topology, target),
    )


def _either(titles: Sequence[str]) -> str:
    """One of several: ``A``, ``A or B``, ``A, B or C``."""
    *others, last = titles
    return tr("{titles} or {last}", titles=", ".join(others), last=last) if others else last


def _title(catalogue: Catalogue, kind: str) -> str:
    found = catalogue.get(kind)
    return kind if found is None else spoken_label(found.title)


def free_name(taken: Collection[str], kind: ComponentKind) -> str:
    """The first name of a kind that is free: SYSA, SYSB … SYSZ, SYSA2; CPC1, CPC2 …

    A letter counts systems, a number all else.
    """
    first = kind.called or f"{kind.title} 1"
    if first not in taken:
        return first
    if first[-1] == "A":
        letters = (first[:-1] + chr(ord("A") + n) for n in range(26))
        return next((name for name in letters if name not in taken), copy_name(taken, first))
    return copy_name(taken, first)


def new_component(
    topology: Topology, kind: ComponentKind, parent: str | None, name: str = ""
) -> Component:
    """A component with defaults and a free name and id.

    What runs on several operating systems has that of the partition it is put into; in one of
    z/VM it is of a z/VSE guest, as far as it can be.
    """
    chosen = name.strip() or free_name({c.name for c in topology.of_kind(kind.name)}, kind)
    host = None if parent is None or parent not in topology else topology[parent]
    system = None if host is None else host.value("OPSYS")
    platform = kind.setting("PLATFORM")
    own: dict[str, Setting] = {}
    if system == "z/VM" and kind.setting("ZVM_GUEST") is not None:
        system = "z/VSE"
        own["ZVM_GUEST"] = Setting(True, ASSUMED)
    if platform is not None and system in platform.choices and system != platform.default:
        own["PLATFORM"] = Setting(str(system), ASSUMED)
    return Component(
        topology.fresh_id(f"{kind.name}:{chosen}"),
        kind.name,
        chosen,
        parent,
        {
            spec.name: Setting(spec.default, Origin("default"))
            for spec in kind.settings
            if spec.default is not None
        }
        | own,
    )


def obvious_links(document: Document, component: Component) -> tuple[Link, ...]:
    """Links that can only mean one thing, whichever end is placed first.

    What a component may point at is meant where there is one of it alone. The first of a kind is
    meant by all that point at this kind only; what may use this or that is left to the user.
    """
    topology, catalogue = document.topology, document.catalogue
    found = []
    for link_kind, targets in _links_of(catalogue, component.kind):
        candidates = topology.of_kind(*targets)
        if len(candidates) == 1:
            found.append(Link(link_kind, component.id, candidates[0].id))
    for other in topology:
        for link_kind, targets in _links_of(catalogue, other.kind):
            if targets == (component.kind,) and not topology.of_kind(component.kind):
                found.append(Link(link_kind, other.id, component.id))
    return tuple(found)


def _links_to(document: Document, component: Component, other: str) -> Iterator[Link]:
    """What a component is linked to another one by, whichever of both points there."""
    topology, catalogue = document.topology, document.catalogue
    if other not in topology:
        return
    for name, targets in _links_of(catalogue, component.kind):
        if topology[other].kind in targets:
            yield Link(name, component.id, other)
    for name, targets in _links_of(catalogue, topology[other].kind):
        if component.kind in targets:
            yield Link(name, other, component.id)


def _links_of(catalogue: Catalogue, kind: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The links of a kind to others: of equals none is the only one."""
    known = catalogue.get(kind)
    links = {} if known is None else known.links
    return ((name, targets) for name, targets in links.items() if kind not in targets)


def add(
    document: Document,
    kind_name: str,
    parent: str | None,
    name: str = "",
    place: tuple[float, float] | None = None,
    beside: str = "",
) -> str | None:
    """Add a component and select it; why not, or ``None``. It is linked to ``beside``."""
    refusal = placement_refusal(document, kind_name, parent)
    if refusal is not None:
        return refusal
    component = new_component(document.topology, document.catalogue[kind_name], parent, name)
    links = (*obvious_links(document, component), *_links_to(document, component, beside))
    change = AddComponent(component, tuple(dict.fromkeys(links)))
    refusal = document.apply(
        tr("Add {name}", name=component.name),
        [change],
        places=None if place is None else {component.id: place},
    )
    if refusal is None:
        document.select([component.id])
    return refusal


def remove(document: Document, components: Iterable[str]) -> str | None:
    """Remove components with what they contain; why not, or ``None``."""
    topology = document.topology
    doomed = [c for c in components if c in topology]
    outer = [c for c in doomed if not any(inside(topology, c, o) for o in doomed if o != c)]
    if not outer:
        return None
    text = (
        tr("Delete {name}", name=topology[outer[0]].name)
        if len(outer) == 1
        else tr("Delete {n} components", n=len(outer))
    )
    fitting = [s for s in document.state.scenarios if document.misfit(s) is None]
    refusal = document.apply(text, [RemoveComponent(c) for c in outer])
    told = [(s, why) for s in fitting if (why := document.misfit(s)) is not None]
    if told and document.scenario is None:
        document.say_misfits(told)
    return refusal


def inside(topology: Topology, component: str, container: str) -> bool:
    """Whether a component stands in a container, at whatever depth."""
    return container in topology.containers(component)


def move_into(
    document: Document,
    components: Iterable[str],
    parent: str | None,
    places: Mapping[str, tuple[float, float]] | None = None,
) -> str | None:
    """Move components to another container, at ``places`` in it; why not, or ``None``."""
    topology = document.topology
    moving = [c for c in components if c in topology and topology[c].parent != parent]
    for component in moving:
        refusal = placement_refusal(document, topology[component].kind, parent, component)
        if refusal is not None:
            return refusal
    if not moving:
        return None
    where = tr("the top level") if parent is None else component_name(topology, parent)
    text = (
        tr("Move {name} to {where}", name=topology[moving[0]].name, where=where)
        if len(moving) == 1
        else tr("Move {n} components to {where}", n=len(moving), where=where)
    )
    return document.apply(text, [MoveComponent(c, parent) for c in moving], places=places)


def rename(document: Document, component: str, name: str) -> str | None:
    """Call a component something else; why not, or ``None``.

    What is in the as-is is renamed there, and so in every scenario: a name is no what-if. Parts
    that are named after it, as QM01/0 after QM01, follow.
    """
    topology = document.topology
    if component not in topology:
        return None
    old, new = topology[component].name, " ".join(name.split())
    if new == old:
        return None
    if not new:
        return tr("{name} needs a name", name=old)
    text = tr("Rename {name}", name=old)
    in_as_is = component in document.as_is
    parts = renamed_parts(topology, component, new)
    changes = [
        RenameComponent(one, called)
        for one, called in {component: new, **parts}.items()
        if (one in document.as_is) == in_as_is
    ]
    own = topology[component]
    twin = any(
        other.name == new and other.parent == own.parent
        for other in topology.of_kind(own.kind)
        if other.id != component
    )
    refusal = (document.correct if in_as_is else document.apply)(text, changes)
    if refusal is None and twin:
        # Two regions of one name run on different systems, but hardly two in one.
        said = tr("There is another {name} here: nobody can tell the two apart.", name=new)
        document.notice.emit("warning", said)
    return refusal


def connect(document: Document, source: str, target: str) -> str | None:
    """Link two components; why not, or ``None``."""
    link, refusal = link_between(document, source, target)
    if link is None:
        return refusal
    topology = document.topology
    return document.apply(
        tr("Link {a} to {b}", a=topology[source].name, b=topology[target].name), [AddLink(link)]
    )


def unlink(document: Document, link: Link) -> str | None:
    """Take a link away; why not, or ``None``."""
    return document.apply(tr("Remove a link"), [RemoveLink(link)])


@dataclass(frozen=True)
class Clip:
    """Copied components with what they contain and their links."""

    components: tuple[Component, ...]
    links: tuple[Link, ...]


def clip_of(topology: Topology, components: Iterable[str]) -> Clip:
    """Copy components, what they contain, and the links that start at any of them."""
    wanted = [c for c in components if c in topology]
    taken = [c for c in topology if any(c.id == w or inside(topology, c.id, w) for w in wanted)]
    names = {c.id for c in taken}
    return Clip(
        tuple(c.without_provisional() for c in taken),
        tuple(x for x in topology.links if x.source in names),
    )


def to_bytes(clip: Clip) -> bytes:
    """The clip as it lies on the clipboard."""
    return json.dumps(
        {
            "format": "plexwright-clip/1",
            "components": [
                {
                    "id": c.id,
                    "kind": c.kind,
                    "name": c.name,
                    "parent": c.parent,
                    "settings": {name: item.value for name, item in c.settings.items()},
                }
                for c in clip.components
            ],
            "links": [[x.kind, x.source, x.target] for x in clip.links],
        }
    ).encode()


def from_bytes(data: bytes) -> Clip:
    """The clip that lies on the clipboard.

    Raises
    ------
    ValueError: it is none.
    """
    try:
        raw = json.loads(data)
        if raw["format"] != "plexwright-clip/1" or len(raw["components"]) > LARGEST_PASTE:
            raise ValueError(tr("The clipboard holds no components"))
        components = tuple(
            Component(
                str(c["id"]),
                str(c["kind"]),
                str(c["name"]),
                None if c["parent"] is None else str(c["parent"]),
                {
                    str(k): Setting(v, PLACED)
                    for k, v in c["settings"].items()
                    if isinstance(v, (str, int, float, bool))
                },
            )
            for c in raw["components"]
        )
        links = tuple(Link(str(k), str(a), str(b)) for k, a, b in raw["links"])
    except (KeyError, TypeError, AttributeError, ValueError) as wrong:
        raise ValueError(tr("The clipboard holds no components")) from wrong
    return Clip(components, links)


def paste(
    document: Document,
    clip: Clip,
    parent: str | None,
    *,
    text: str = "",
    measured: bool = False,
    places: Mapping[str, tuple[float, float]] | None = None,
) -> str | None:
    """Add a clip's components under new names; into ``parent`` where they may stand there.

    What finds no container is left out with what it contains, and said; the rest is pasted.
    ``text`` names the step, ``measured`` takes the clip's figures over (a copy has none of its
    own), ``places`` put components of the clip.
    """
    topology, catalogue = document.topology, document.catalogue
    renamed: dict[str, str] = {}
    changes: list[Change] = []
    heads: list[str] = []
    left_out: dict[str, str] = {}
    growing, grown = topology.growing()
    ordered = _containers_first(clip.components)
    homes = _homes(topology, catalogue, ordered, parent)
    names = copied_names(topology, catalogue, ordered, clip.links, homes)
    for component in ordered:
        kind = catalogue.get(component.kind)
        if kind is None:
            return tr("“{kind}” is not a kind of component", kind=component.kind)
        if component.parent in left_out:
            left_out[component.id] = ""
            continue
        name = names[component.id]
        new_parent = renamed.get(component.parent or "")
        if new_parent is None:
            new_parent = homes.get(component.id)
            problem = _misplaced(growing, catalogue, kind, new_parent)
            if problem is not None:
                left_out[component.id] = tr(
                    "{name} is not pasted: {why}. Select a container for it first.",
                    name=component.name,
                    why=problem,
                )
                continue
        made = replace(
            component,
            id=growing.fresh_id(f"{component.kind}:{name}"),
            name=name,
            parent=new_parent,
            measured=component.measured if measured else {},
        )
        if component.parent not in renamed:
            heads.append(made.id)
        renamed[component.id] = made.id
        grown[made.id] = made
        changes.append(AddComponent(made))
    said = " ".join(text for text in left_out.values() if text)
    for link in clip.links:
        if link.source in left_out:
            continue
        copy = Link(link.kind, renamed[link.source], renamed.get(link.target, link.target))
        if link_problem(growing, copy, catalogue) is None:
            changes.append(AddLink(copy))
    if not changes:
        return said or None
    if not text and len(heads) == 1:
        text = tr("Paste {name}", name=growing[heads[0]].name)
    put = {renamed[name]: place for name, place in (places or {}).items() if name in renamed}
    refusal = document.apply(text or tr("Paste {n} components", n=len(heads)), changes, places=put)
    if refusal is None:
        document.select(heads)
    return refusal or said or None


def _containers_first(components: Iterable[Component]) -> list[Component]:
    """In an order in which each finds its container there; a topology may list them otherwise."""
    waiting = {component.id: component for component in components}
    ordered: list[Component] = []
    while waiting:
        free = [c for c in waiting.values() if c.parent not in waiting]
        # What contains itself in a damaged clip is left to the check of its place.
        for component in free or list(waiting.values()):
            ordered.append(waiting.pop(component.id))
    return ordered


def duplicate(document: Document, components: Iterable[str]) -> str | None:
    """Copy components next to the originals; why not, or ``None``."""
    return paste(document, clip_of(document.topology, components), None)


def _homes(
    topology: Topology,
    catalogue: Catalogue,
    components: Sequence[Component],
    parent: str | None,
) -> dict[str, str]:
    """Where what is pasted alone stands: the wished container, its sibling's, the original's."""
    copied = {component.id for component in components}
    around = None if parent is None or parent not in topology else topology[parent].parent
    found: dict[str, str] = {}
    for component in components:
        kind = catalogue.get(component.kind)
        if kind is None or component.parent in copied:
            continue
        for home in (parent, around, component.parent):
            if home is None or home not in topology:
                continue
            if placement_problem(topology, kind, home) is None:
                found[component.id] = home
                break
        else:
            if parent is not None and placement_problem(topology, kind, None) is not None:
                found[component.id] = parent
    return found
