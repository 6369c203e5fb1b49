"""Installations and scenarios as JSON documents, in and out.

`plexwright-installation/1` and `plexwright-scenario/1`; a document is taken whole or refused in one
sentence that names the line. Values are in the units that the kinds declare. A component may list
under "inferred" and "assumed" which of its values nobody stated: they are known less well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from model.figures import Figure
from model.figures.figure import Wrong
from model.topology.changes import (
    AddComponent,
    AddLink,
    Change,
    ChangeError,
    MoveComponent,
    RemoveComponent,
    RemoveLink,
    Scenario,
    SetSetting,
    apply_change,
    apply_changes,
    link_problem,
    placement_problem,
)
from model.topology.components import Component, Link, Measured, Origin, Setting, Topology
from model.topology.kinds import Catalogue, ComponentKind
from model.topology.parts import DocumentError as DocumentError
from model.topology.parts import Part, document_of

INSTALLATION = "plexwright-installation/1"
SCENARIO = "plexwright-scenario/1"
STATED = Origin("user", text="stated in an installation document")
UNSTATED: Mapping[str, Origin] = {
    "inferred": Origin("derived", text="inferred, as an installation document says"),
    "assumed": Origin("assumed", text="assumed, as an installation document says"),
}
"""By the key that lists them where values come from that nobody stated."""


def format_of(text: str) -> str | None:
    """What the document says it is, from its first thousand characters."""
    found = re.search(r'"format"\s*:\s*"(plexwright-[a-z]+/\d+)"', text[:1000])
    return None if found is None else found[1]


def installation_from(text: str, kinds: Catalogue) -> Topology:
    """The topology of a `plexwright-installation/1` document. Raises DocumentError."""
    return topology_of(document_of(text, INSTALLATION), kinds)


def topology_of(document: Part, kinds: Catalogue) -> Topology:
    """The topology of an installation in a document. Raises DocumentError."""
    document.object({"format", "name", "components", "links"})
    document.word("name", "")
    components: dict[str, Component] = {}
    places: dict[str, Part] = {}
    for part in document.parts("components", "component"):
        component = component_of(part, kinds)
        if component.id in components:
            raise part.at("id").wrong(f"there are two components {component.id}; ids must differ")
        components[component.id] = component
        places[component.id] = part
    topology = Topology(components)
    for component in topology:
        kind = kinds[component.kind]
        # A box whose place nobody knows stands on its own, as reports leave it.
        problem = (
            None
            if component.parent is None
            else placement_problem(topology, kind, component.parent, component.id)
        )
        if problem is not None:
            raise places[component.id].at("parent").wrong(f"{component.id}: {problem}")
    found: dict[Link, None] = {}
    for part in document.parts("links", "link"):
        part.object({"kind", "source", "target"})
        link = link_of(part)
        problem = link_problem(topology, link, kinds)
        if problem is not None:
            raise part.wrong(problem)
        if link in found:
            raise part.wrong(
                f"{link.source} is linked to {link.target} as {link.kind} twice; keep one"
            )
        found[link] = None
    return topology.with_links(found)


def component_of(part: Part, kinds: Catalogue) -> Component:
    """One component of a document. Raises DocumentError."""
    part.object()
    name = part.word("id")
    part = replace(part, called=name)
    part.object({"id", "kind", "name", "parent", "settings", "measured", *UNSTATED})
    kind = kinds.get(part.word("kind"))
    if kind is None:
        raise part.at("kind").wrong(
            f"{name} is of unknown kind {part.word('kind')!r}; 'plexwright kinds' lists them"
        )
    parent = None if part.value.get("parent") is None else part.word("parent")
    return _with_origins(
        Component(
            name,
            kind.name,
            part.word("name", name),
            parent,
            _settings(part, kind),
            _measured(part, kind),
        ),
        part,
    )


def _with_origins(component: Component, part: Part) -> Component:
    """The same with what the document says of values that nobody stated."""
    settings, measured = dict(component.settings), dict(component.measured)
    for key, origin in UNSTATED.items():
        for one in part.parts(key, "name"):
            name = one.value if isinstance(one.value, str) else ""
            if name in settings:
                settings[name] = replace(settings[name], origin=origin)
            elif name in measured:
                measured[name] = replace(measured[name], origin=origin)
            else:
                raise one.wrong(
                    f"{component.id} lists {one.value!r} under {key!r} and has no value of it"
                )
    return replace(component, settings=settings, measured=measured)


def _settings(component: Part, kind: ComponentKind) -> dict[str, Setting]:
    found = {}
    for key, part in component.items("settings", f"{component.called}."):
        spec = kind.setting(key)
        if spec is None:
            raise part.wrong(
                f"{component.called} has no setting {key}; 'plexwright kinds {kind.name}' "
                "lists them"
            )
        value = part.scalar()
        problem = spec.problem_with(value)
        if problem is not None:
            raise part.wrong(f"{component.called}: {problem}")
        found[key] = Setting(value, STATED)
    return found


def _measured(component: Part, kind: ComponentKind) -> dict[str, Measured]:
    found = {}
    for key, part in component.items("measured", f"{component.called}."):
        spec = kind.measure(key)
        if spec is None:
            raise part.wrong(
                f"{component.called} has no measured figure {key}; 'plexwright kinds {kind.name}' "
                "lists them"
            )
        if spec.takes_text and isinstance(part.value, str):
            found[key] = Measured(part.value, spec.unit, STATED)
            continue
        value = part.number()
        wrong = spec.wrong_with(value)
        if wrong:
            raise part.wrong(f"{component.called}: {key} cannot be {value}, {_wrong(spec, wrong)}")
        found[key] = Measured(value, spec.unit, STATED)
    return found


def _wrong(spec: Figure, wrong: Wrong) -> str:
    if wrong == "above":
        return f"which is above {spec.limit:g} {spec.unit}".rstrip()
    return "which is below zero" if wrong == "below" else "as counts beside it took some time"


def link_of(part: Part) -> Link:
    """One link of a document. Raises DocumentError."""
    return Link(*(part.word(key) for key in ("kind", "source", "target")))


def scenarios_from(text: str, topology: Topology, kinds: Catalogue) -> tuple[Scenario, ...]:
    """The scenarios of a `plexwright-scenario/1` document. Raises DocumentError."""
    document = document_of(text, SCENARIO)
    document.object({"format", "name", "scenarios"})
    found: dict[str, Scenario] = {}
    for number, part in enumerate(document.parts("scenarios", "scenario"), start=1):
        part.object({"name", "changes"})
        name = part.word("name", f"scenario {number}")
        if name in found:
            raise part.at("name").wrong(f"there are two scenarios {name!r}; names must differ")
        part = replace(part, called=f"scenario {name!r}")
        found[name] = Scenario(name, changes_of(part, topology, kinds))
    if not found:
        raise document.at("scenarios").wrong('has no scenarios; list one under "scenarios"')
    return tuple(found.values())


def changes_of(scenario: Part, topology: Topology, kinds: Catalogue) -> tuple[Change, ...]:
    """A scenario's changes, each checked against the installation as those before leave it."""
    found: list[Change] = []
    for part in scenario.parts("changes", "change"):
        change = _change(part, kinds)
        try:
            if (
                isinstance(change, AddComponent)
                and change.component.parent is None
                and change.component.id not in topology
            ):
                topology = topology.with_component(change.component)
            else:
                topology = apply_change(topology, change, kinds)
        except ChangeError as wrong:
            raise part.wrong(f"{part.called}: {wrong}") from None
        found.append(change)
    return tuple(found)


_OPERATIONS: Mapping[str, frozenset[str]] = {
    "set": frozenset({"component", "setting", "value"}),
    "add": frozenset({"component"}),
    "remove": frozenset({"component"}),
    "move": frozenset({"component", "parent"}),
    "link": frozenset({"kind", "source", "target"}),
    "unlink": frozenset({"kind", "source", "target"}),
}
"""What a change may be, and what it holds."""


def _change(part: Part, kinds: Catalogue) -> Change:
    part.object()
    op = part.word("op", "set")
    if op not in _OPERATIONS:
        raise part.at("op").wrong(f"there is no change {op!r}; there are {', '.join(_OPERATIONS)}")
    part = replace(part, called=f'{part.called} ("{op}")')
    part.object({"op", *_OPERATIONS[op]})
    if op == "add":
        return AddComponent(component_of(part.at("component"), kinds))
    if op in ("link", "unlink"):
        return AddLink(link_of(part)) if op == "link" else RemoveLink(link_of(part))
    target = part.word("component")
    if op == "remove":
        return RemoveComponent(target)
    if op == "move":
        if "parent" not in part:
            raise part.wrong(f'{part.called} needs a "parent", which is null for none')
        return MoveComponent(target, part.value["parent"] and part.word("parent"))
    if "value" not in part:
        raise part.wrong(f'{part.called} of {target} needs a "value"')
    return SetSetting(target, part.word("setting"), part.at("value").scalar())


# --- out -----------------------------------------------------------------------------------------


def installation_document(topology: Topology, kinds: Catalogue, name: str = "") -> dict[str, Any]:
    """A topology as a document: what its kinds declare of it, which is all that models use."""
    return {
        "format": INSTALLATION,
        **({"name": name} if name else {}),
        "components": [component_entry(_declared(component, kinds)) for component in topology],
        "links": [link_entry(link) for link in topology.links],
    }


def _declared(component: Component, kinds: Catalogue) -> Component:
    kind = kinds[component.kind]
    component = component.without_provisional()
    return replace(
        component,
        settings={n: v for n, v in component.settings.items() if kind.setting(n) is not None},
        measured={n: v for n, v in component.measured.items() if kind.measure(n) is not None},
    )


def component_entry(component: Component) -> dict[str, Any]:
    """A component as in a document."""
    entry: dict[str, Any] = {
        "id": component.id,
        "kind": component.kind,
        "name": component.name,
        "parent": component.parent,
    }
    if component.settings:
        entry["settings"] = {key: found.value for key, found in component.settings.items()}
    if component.measured:
        entry["measured"] = {key: found.value for key, found in component.measured.items()}
    inferred = [n for n, one in component.settings.items() if one.origin.kind == "derived"]
    assumed = [n for n, one in component.settings.items() if one.origin.is_guessed]
    assumed += [n for n, one in component.measured.items() if one.origin.is_guessed]
    entry |= {key: names for key, names in (("inferred", inferred), ("assumed", assumed)) if names}
    return entry


def link_entry(link: Link) -> dict[str, str]:
    """A link as in a document."""
    return {"kind": link.kind, "source": link.source, "target": link.target}


def scenarios_document(
    scenarios: Iterable[Scenario], topology: Topology, kinds: Catalogue
) -> dict[str, Any]:
    """Scenarios of an installation as a document; of what they add, what its kinds declare."""
    return {
        "format": SCENARIO,
        "scenarios": [
            {"name": scenario.name, "changes": _change_entries(scenario.changes, topology, kinds)}
            for scenario in scenarios
        ],
    }


def _change_entries(
    changes: tuple[Change, ...], topology: Topology, kinds: Catalogue
) -> list[dict[str, Any]]:
    try:
        after = apply_changes(topology, changes, kinds)
    except ChangeError:  # of an installation that is no more: each as it stands
        after = topology
    return [entry for change in changes for entry in _entries_of(change, after, kinds)]


def _added(component: Component, after: Topology, kinds: Catalogue) -> Component:
    """What a scenario adds, as it is called and set in the end: a default may have given way to
    what the member beside it has, and a document does not say of a value that it is a default."""
    final = after.components.get(component.id, component)
    settings = {
        name: final.settings.get(name, setting) if setting.origin.kind == "default" else setting
        for name, setting in component.settings.items()
    }
    return _declared(replace(component, name=final.name, settings=settings), kinds)


def _entries_of(change: Change, after: Topology, kinds: Catalogue) -> list[dict[str, Any]]:
    """A change as in a document; one that adds a component with links is several."""
    if isinstance(change, SetSetting):
        return [
            {
                "op": "set",
                "component": change.component,
                "setting": change.setting,
                "value": change.value,
            }
        ]
    if isinstance(change, AddComponent):
        return [
            {"op": "add", "component": component_entry(_added(change.component, after, kinds))},
            *({"op": "link", **link_entry(link)} for link in change.links),
        ]
    if isinstance(change, RemoveComponent):
        return [{"op": "remove", "component": change.component}]
    if isinstance(change, MoveComponent):
        return [{"op": "move", "component": change.component, "parent": change.parent}]
    if isinstance(change, AddLink):
        return [{"op": "link", **link_entry(change.link)}]
    if isinstance(change, RemoveLink):
        return [{"op": "unlink", **link_entry(change.link)}]
    return []  # a new name changes no figure


def kinds_document(kinds: Iterable[ComponentKind]) -> list[dict[str, Any]]:
    """What kinds there are, with their settings, measured figures and links."""
    return [
        {
            "kind": kind.name,
            "title": kind.title,
            "subsystem": kind.subsystem,
            "parents": list(kind.parents),
            "doc": kind.doc,
            "settings": [
                {
                    "name": spec.name,
                    "type": spec.type,
                    "unit": spec.unit,
                    "default": spec.default,
                    "minimum": spec.minimum,
                    "maximum": spec.maximum,
                    "choices": list(spec.values),
                    "doc": spec.doc,
                }
                for spec in kind.settings
            ],
            "measured": [
                {"name": spec.name, "unit": spec.unit, "doc": spec.defined}
                for spec in kind.measures
            ],
            "links": {name: list(targets) for name, targets in kind.links.items()},
        }
        for kind in kinds
    ]
