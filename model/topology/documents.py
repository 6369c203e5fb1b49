"""Installations and scenarios as JSON documents, in and out.

`plexwright-installation/1` and `plexwright-scenario/1`; a document is taken whole or refused in one
sentence that names the line. Values are in the units that the kinds declare.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

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
    link_problem,
    placement_problem,
)
from model.topology.components import Component, Link, Measured, Origin, Setting, Topology
from model.topology.kinds import Catalogue, ComponentKind

INSTALLATION = "plexwright-installation/1"
SCENARIO = "plexwright-scenario/1"
_MOST = 1e15
"""Of a figure: beyond it nothing was measured, and no network can be solved."""
STATED = Origin("user", text="stated in an installation document")


class DocumentError(ValueError):
    """A document that is not what it says; one sentence, with the line where one is known."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence)
        self.line = line


def parsed(text: str, *formats: str) -> dict[str, Any]:
    """The JSON object of a document of one of these formats. Raises DocumentError."""
    try:
        document = json.loads(
            text, parse_constant=_no_constant, parse_float=_figure, parse_int=_whole
        )
    except json.JSONDecodeError as broken:
        raise DocumentError(f"is not JSON ({broken.msg})", broken.lineno) from None
    except RecursionError:
        raise DocumentError("is nested too deeply") from None
    except _NoFigure as broken:
        place = text.find(broken.word)
        line = text.count("\n", 0, place) + 1 if place >= 0 else None
        raise DocumentError(str(broken), line) from None
    if not isinstance(document, dict) or document.get("format") not in formats:
        raise DocumentError(f'has no "format": "{formats[0]}"; give such a document')
    return document


def format_of(text: str) -> str | None:
    """What the document says it is, from its first thousand characters."""
    found = re.search(r'"format"\s*:\s*"(plexwright-[a-z]+/\d+)"', text[:1000])
    return None if found is None else found[1]


class _NoFigure(ValueError):
    def __init__(self, word: str, sentence: str) -> None:
        super().__init__(f"{word[:40]} is no figure{sentence}")
        self.word = word


def _no_constant(word: str) -> float:
    raise _NoFigure(word, ": give a finite number")


def _figure(word: str) -> float:
    found = float(word)
    if not abs(found) <= _MOST:
        raise _NoFigure(word, f" of any machine: give one up to {_MOST:g}")
    return found


def _whole(word: str) -> int:
    _figure(word)
    return int(word)


class Lines:
    """Where in a text its components and their values stand."""

    def __init__(self, text: str) -> None:
        self._text = text

    def of(self, *words: str) -> int | None:
        """The line of the last of these JSON strings, each looked for behind the one before."""
        place = 0
        for word in words:
            found = self._text.find(json.dumps(word), place)
            if found < 0:
                found = self._text.find(json.dumps(word, ensure_ascii=False), place)
            if found < 0:
                break
            place = found + 1
        return self._text.count("\n", 0, place) + 1 if place else None


def installation_from(text: str, kinds: Catalogue) -> Topology:
    """The topology of a `plexwright-installation/1` document. Raises DocumentError."""
    return topology_of(parsed(text, INSTALLATION), kinds, Lines(text))


def topology_of(document: Mapping[str, Any], kinds: Catalogue, lines: Lines) -> Topology:
    """The topology of a parsed document; `lines` are those of the text that it stands in."""
    entries = document.get("components", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise DocumentError('"components" is no list of objects')
    components: dict[str, Component] = {}
    for entry in entries:
        component = component_of(entry, kinds, lines)
        if component.id in components:
            raise DocumentError(
                f"has two components {component.id}; ids must differ", lines.of(component.id)
            )
        components[component.id] = component
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
            raise DocumentError(f"{component.id}: {problem}", lines.of(component.id))
    links = document.get("links", [])
    if not isinstance(links, list):
        raise DocumentError('"links" is no list of objects')
    found = []
    for entry in links:
        link = link_of(entry, lines)
        problem = link_problem(topology, link, kinds)
        if problem is not None:
            raise DocumentError(problem, lines.of("links", link.source))
        found.append(link)
    return topology.with_links(found)


def component_of(entry: Mapping[str, Any], kinds: Catalogue, lines: Lines) -> Component:
    """One component of a document. Raises DocumentError."""
    name, kind_name = entry.get("id"), entry.get("kind")
    if not isinstance(name, str) or not name:
        raise DocumentError('a component has no "id"')
    kind = kinds.get(kind_name) if isinstance(kind_name, str) else None
    if kind is None:
        raise DocumentError(
            f"{name} is of unknown kind {kind_name!r}; 'plexwright kinds' lists them",
            lines.of(name),
        )
    parent, shown = entry.get("parent"), entry.get("name", name)
    if not (parent is None or isinstance(parent, str)) or not isinstance(shown, str):
        raise DocumentError(f'"name" and "parent" of {name} are text', lines.of(name))
    known = {"id", "kind", "name", "parent", "settings", "measured"}
    for key in entry.keys() - known:
        raise DocumentError(f"{name} has no part {key!r}", lines.of(name, key))
    return Component(
        name,
        kind.name,
        shown,
        parent,
        _settings(name, kind, entry.get("settings", {}), lines),
        _measured(name, kind, entry.get("measured", {}), lines),
    )


def _settings(name: str, kind: ComponentKind, given: object, lines: Lines) -> dict[str, Setting]:
    if not isinstance(given, dict):
        raise DocumentError(f'"settings" of {name} is no object', lines.of(name))
    found = {}
    for key, value in given.items():
        spec = kind.setting(key)
        if spec is None:
            raise DocumentError(
                f"{name} has no setting {key}; 'plexwright kinds {kind.name}' lists them",
                lines.of(name, key),
            )
        if not isinstance(value, (int, float, str, bool)):
            raise DocumentError(f"{name}.{key} is no value", lines.of(name, key))
        problem = spec.problem_with(value)
        if problem is not None:
            raise DocumentError(f"{name}: {problem}", lines.of(name, key))
        found[key] = Setting(value, STATED)
    return found


def _measured(name: str, kind: ComponentKind, given: object, lines: Lines) -> dict[str, Measured]:
    if not isinstance(given, dict):
        raise DocumentError(f'"measured" of {name} is no object', lines.of(name))
    found = {}
    for key, value in given.items():
        spec = kind.measure(key)
        if spec is None:
            raise DocumentError(
                f"{name} has no measured figure {key}; 'plexwright kinds {kind.name}' lists them",
                lines.of(name, key),
            )
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise DocumentError(f"{name}.{key} is no figure", lines.of(name, key))
        wrong = spec.wrong_with(value)
        if wrong:
            bound = "below zero" if wrong == "below" else f"above {spec.limit:g} {spec.unit}"
            raise DocumentError(
                f"{name}: {key} cannot be {value}, which is {bound.rstrip()}", lines.of(name, key)
            )
        found[key] = Measured(value, spec.unit, STATED)
    return found


def link_of(entry: object, lines: Lines) -> Link:
    """One link of a document. Raises DocumentError."""
    parts = (
        [entry.get(key) for key in ("kind", "source", "target")] if isinstance(entry, dict) else []
    )
    if len(parts) != 3 or not all(isinstance(part, str) for part in parts):
        raise DocumentError('a link needs "kind", "source" and "target"', lines.of("links"))
    return Link(*map(str, parts))


def scenarios_from(text: str, topology: Topology, kinds: Catalogue) -> tuple[Scenario, ...]:
    """The scenarios of a `plexwright-scenario/1` document. Raises DocumentError."""
    document = parsed(text, SCENARIO)
    entries = document.get("scenarios", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise DocumentError('"scenarios" is no list of objects')
    lines = Lines(text)
    return tuple(
        Scenario(
            str(entry.get("name", f"scenario {number}")),
            changes_of(entry.get("changes", []), topology, kinds, lines),
        )
        for number, entry in enumerate(entries, start=1)
    )


def changes_of(
    entries: object, topology: Topology, kinds: Catalogue, lines: Lines
) -> tuple[Change, ...]:
    """Changes, each checked against the installation as those before leave it."""
    if not isinstance(entries, list):
        raise DocumentError('"changes" is no list of objects')
    found: list[Change] = []
    for entry in entries:
        change = _change(entry, kinds, lines)
        where = entry.get("component") if isinstance(entry, dict) else None
        line = lines.of("changes", where) if isinstance(where, str) else None
        try:
            if isinstance(change, AddComponent) and change.component.parent is None:
                topology = topology.with_component(change.component)
            else:
                topology = apply_change(topology, change, kinds)
        except ChangeError as wrong:
            raise DocumentError(str(wrong), line) from None
        found.append(change)
    return tuple(found)


def _change(entry: object, kinds: Catalogue, lines: Lines) -> Change:
    if not isinstance(entry, dict):
        raise DocumentError("a change is no object")
    op = entry.get("op", "set")
    if op == "add":
        component = entry.get("component")
        if not isinstance(component, dict):
            raise DocumentError('"add" needs a "component"')
        return AddComponent(component_of(component, kinds, lines))
    if op in ("link", "unlink"):
        link = link_of(entry, lines)
        return AddLink(link) if op == "link" else RemoveLink(link)
    target = entry.get("component")
    if not isinstance(target, str):
        raise DocumentError(f'"{op}" needs a "component"')
    if op == "remove":
        return RemoveComponent(target)
    if op == "move":
        parent = entry.get("parent")
        if parent is not None and not isinstance(parent, str):
            raise DocumentError('"move" needs a "parent"', lines.of(target))
        return MoveComponent(target, parent)
    if op != "set":
        raise DocumentError(
            f"there is no change {op!r}; there are set, add, remove, move, link, unlink",
            lines.of(str(op)),
        )
    setting, value = entry.get("setting"), entry.get("value")
    if not isinstance(setting, str) or not isinstance(value, (int, float, str, bool)):
        raise DocumentError(f'"set" of {target} needs "setting" and "value"', lines.of(target))
    return SetSetting(target, setting, value)


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
    return entry


def link_entry(link: Link) -> dict[str, str]:
    """A link as in a document."""
    return {"kind": link.kind, "source": link.source, "target": link.target}


def scenarios_document(scenarios: Iterable[Scenario]) -> dict[str, Any]:
    """Scenarios as a document."""
    return {
        "format": SCENARIO,
        "scenarios": [
            {
                "name": scenario.name,
                "changes": [entry for c in scenario.changes for entry in change_entries(c)],
            }
            for scenario in scenarios
        ],
    }


def change_entries(change: Change) -> list[dict[str, Any]]:
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
            {"op": "add", "component": component_entry(change.component)},
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
                    "choices": list(spec.choices),
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
