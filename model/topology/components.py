"""Frozen topology data: origins, settings, measured figures, components, links."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, TypeVar

Value = float | int | str | bool
"""A setting's value. Sizes are numbers in the unit that the setting's spec states."""

OriginKind = Literal["report", "derived", "user", "assumed", "default", "provisional"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value comes from: a report line, arithmetic on others, the user, or an assumption.

    A ``provisional`` one is usual elsewhere and stands in until somebody tells: every projection
    has a band for how far it may be off (`model.projection.provisional`), and no rule rests on it.

    ``text`` is the report line as printed (kind ``report``) or one sentence that says how the
    value came about (all other kinds). ``line`` counts from 1; 0 where no line applies.
    """

    kind: OriginKind
    file: str = ""
    line: int = 0
    text: str = ""

    @property
    def is_evidence(self) -> bool:
        """Whether a report stands behind the value."""
        return self.kind in ("report", "derived")

    @property
    def is_told(self) -> bool:
        """Whether anybody said so: a report, arithmetic on reports, or a person."""
        return self.kind not in ("assumed", "provisional")

    @property
    def is_guessed(self) -> bool:
        """Whether somebody assumed it who says so, such as a template; not where nothing is said
        of where it comes from.
        """
        return self.kind == "assumed" and bool(self.text)


ASSUMED = Origin("assumed")
DEFAULT = Origin("default")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting's value in effect, in the unit of its spec, and where it comes from.

    as_is: in a scenario, the value that the scenario changes; nothing outside of one.
    """

    value: Value
    origin: Origin = ASSUMED
    as_is: Value | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Measured:
    """One measured figure of a component (never an input that somebody chose)."""

    value: float | str
    unit: str
    origin: Origin = ASSUMED
    interval_s: float | None = None


@dataclass(frozen=True)
class Component:
    """One box of the installation.

    ``id`` is unique and stable within an engagement, ``name`` is what the customer calls it.
    ``parent`` is the id of the component that contains it (a nucleus in an LPAR), or ``None`` for a
    box that stands on its own (a CPC, a database).
    """

    id: str
    kind: str
    name: str
    parent: str | None = None
    settings: Mapping[str, Setting] = field(default_factory=dict)
    measured: Mapping[str, Measured] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("settings", "measured"):
            values = getattr(self, name)
            if not isinstance(values, MappingProxyType):  # another component's, or our own
                object.__setattr__(self, name, MappingProxyType(dict(values)))

    def __reduce__(self) -> tuple[object, ...]:
        return (
            Component,
            (self.id, self.kind, self.name, self.parent, dict(self.settings), dict(self.measured)),
        )

    def value(self, setting: str) -> Value | None:
        """The setting's value, or ``None`` when neither a report nor the user stated it."""
        found = self.settings.get(setting)
        return None if found is None else found.value

    def number(self, setting: str) -> float | None:
        """The setting's value as a number, or ``None`` when absent or not numeric."""
        found = self.settings.get(setting)
        return None if found is None else _as_number(found.value)

    def number_as_is(self, setting: str) -> float | None:
        """The same before the changes of the scenario that this component stands in."""
        found = self.value_as_is(setting)
        return None if found is None else _as_number(found)

    def value_as_is(self, setting: str) -> Value | None:
        """`value` before the changes of the scenario that this component stands in."""
        found = self.settings.get(setting)
        if found is None:
            return None
        return found.value if found.as_is is None else found.as_is

    def measure(self, metric: str) -> float | None:
        """A measured figure as a number, or ``None`` when absent or not numeric."""
        found = self.measured.get(metric)
        return None if found is None else _as_number(found.value)

    def measured_sum(self, *metrics: str) -> float | None:
        """The sum of those that are measured, or ``None`` where none is."""
        known = [one for one in map(self.measure, metrics) if one is not None]
        return sum(known) if known else None

    def figures(self) -> dict[str, float]:
        """All measured figures that are numbers."""
        return dict(self._figures)

    @cached_property
    def _figures(self) -> dict[str, float]:
        values = ((name, _as_number(found.value)) for name, found in self.measured.items())
        return {name: value for name, value in values if value is not None}

    def of_figures(self, tell: Callable[[Mapping[str, float]], Told]) -> Told:
        """What follows from the measured figures that are numbers; told once, and not changed."""
        if tell not in self._of_figures:
            self._of_figures[tell] = tell(self._figures)
        found: Told = self._of_figures[tell]
        return found

    @cached_property
    def _of_figures(self) -> dict[Callable[[Mapping[str, float]], Any], Any]:
        return {}

    @property
    def entered(self) -> bool:
        """Whether a person told all figures that it has, but for what stands in, so that no report
        measured them."""
        told = {one.origin.kind for one in self.measured.values()} - {"provisional"}
        return told == {"user"}

    def without_provisional(self) -> Component:
        """A copy with what somebody told of it: what only stands in is no part of it."""
        if not self.provisional:
            return self
        return replace(
            self,
            settings={n: s for n, s in self.settings.items() if s.origin.kind != "provisional"},
            measured={n: m for n, m in self.measured.items() if m.origin.kind != "provisional"},
        )

    @property
    def provisional(self) -> int:
        """How many of its values only stand in."""
        return sum(value.origin.kind == "provisional" for value in self._values())

    def _values(self) -> Iterator[Setting | Measured]:
        yield from self.settings.values()
        yield from self.measured.values()

    def with_setting(self, name: str, setting: Setting) -> Component:
        """A copy with one setting replaced or added; what its figures say was told already."""
        made = replace(self, settings={**self.settings, name: setting})
        made.__dict__.update(_figures=self._figures, _of_figures=self._of_figures)
        return made


def _as_number(value: Value) -> float | None:
    if type(value) is float:  # nearly all
        return value
    return None if isinstance(value, (bool, str)) else float(value)


@dataclass(frozen=True)
class Link:
    """A relation between two components, such as nucleus to database or LPAR to coupling facility.

    ``kind`` is one of the link kinds that the source's component kind declares (``member``,
    ``uses``, ``coupled``, ``network``, ``mro``).
    """

    kind: str
    source: str
    target: str

    @property
    def id(self) -> str:
        """Stable identity of the link."""
        return f"{self.kind}:{self.source}>{self.target}"


Key = TypeVar("Key")
Told = TypeVar("Told")
Item = TypeVar("Item")


_INDICES = ("_kinds", "_parents", "_from", "_to")


@dataclass(frozen=True)
class Topology:
    """Components by id (in insertion order) and the links between them."""

    components: Mapping[str, Component] = field(default_factory=dict)
    links: tuple[Link, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.components, MappingProxyType):  # another topology's, or our own
            object.__setattr__(self, "components", MappingProxyType(dict(self.components)))

    def __reduce__(self) -> tuple[object, ...]:
        return (Topology, (dict(self.components), self.links))

    def __getitem__(self, component_id: str) -> Component:
        return self.components[component_id]

    def __contains__(self, component_id: object) -> bool:
        return component_id in self.components

    def __iter__(self) -> Iterator[Component]:
        return iter(self.components.values())

    def __len__(self) -> int:
        return len(self.components)

    def _index(
        self, name: str, pairs: Callable[[], Iterable[tuple[Key, Item]]]
    ) -> dict[Key, tuple[Item, ...]]:
        """Components or links by a key, made when first asked for, and anew when it has grown."""
        size = len(self.components)
        known: tuple[int, dict[Key, tuple[Item, ...]]] | None = self.__dict__.get(name)
        if known is None or known[0] != size:
            found: dict[Key, list[Item]] = {}
            for key, item in pairs():
                found.setdefault(key, []).append(item)
            known = size, {key: tuple(items) for key, items in found.items()}
            object.__setattr__(self, name, known)
        return known[1]

    def of_kind(self, *kinds: str) -> tuple[Component, ...]:
        """All components of the given kinds, in insertion order."""
        if len(kinds) == 1:
            by_kind = self._index("_kinds", lambda: ((c.kind, c) for c in self))
            return by_kind.get(kinds[0], ())
        return tuple(c for c in self if c.kind in kinds)

    def children(self, parent: str | None, *kinds: str) -> tuple[Component, ...]:
        """Components placed directly in ``parent`` (``None``: on their own)."""
        by_parent = self._index("_parents", lambda: ((c.parent, c) for c in self))
        found = by_parent.get(parent, ())
        return tuple(c for c in found if c.kind in kinds) if kinds else found

    def containers(self, component_id: str) -> tuple[str, ...]:
        """What a component stands in, the innermost first; a circle ends where it closes."""
        found: dict[str, None] = {}
        parent = self.components[component_id].parent
        while parent is not None and parent in self.components and parent not in found:
            found[parent] = None
            parent = self.components[parent].parent
        return tuple(found)

    def ancestor(self, component_id: str, kind: str) -> Component | None:
        """The nearest container of the given kind, or ``None``."""
        components, found = self.components, self.components[component_id]
        # Through as many as there are at the most: containers may go round in a circle.
        for _ in components:
            if found.parent is None or found.parent not in components:
                break
            found = components[found.parent]
            if found.kind == kind:
                return found
        return None

    def targets(self, source: str, kind: str) -> tuple[Component, ...]:
        """Components that ``source`` points at by links of this kind."""
        links = self._index("_from", lambda: (((x.source, x.kind), x) for x in self.links))
        return tuple(
            self.components[link.target]
            for link in links.get((source, kind), ())
            if link.target in self.components
        )

    def sources(self, target: str, kind: str) -> tuple[Component, ...]:
        """Components that point at ``target`` by links of this kind."""
        links = self._index("_to", lambda: (((x.target, x.kind), x) for x in self.links))
        return tuple(
            self.components[link.source]
            for link in links.get((target, kind), ())
            if link.source in self.components
        )

    def ancestor_id(self, component_id: str, kind: str) -> str | None:
        """Id of the nearest container of the given kind, or ``None``."""
        found = self.ancestor(component_id, kind)
        return None if found is None else found.id

    def source_ids(self, target: str, kind: str) -> tuple[str, ...]:
        """Ids of components that point at ``target`` by links of this kind."""
        return tuple(component.id for component in self.sources(target, kind))

    def once(self, question: Hashable, tell: Callable[[Topology], Told]) -> Told:
        """What ``tell`` says of this topology: numbers and words, which nobody changes, no
        components. Where topologies are remembered, it is told once for all that are alike in what
        it looks at; ``question`` names it, with all else that the answer depends on.
        """
        return tell(self)

    def with_component(self, component: Component) -> Topology:
        """A copy with the component added, or replaced when its id exists."""
        return self.with_components((component,))

    def _take_over(self, other: Topology, after: Mapping[str, Component]) -> None:
        """Take over what was found of a topology that differs in the settings of components."""
        found, before = other.__dict__, other.components
        found = {n: one for n, one in found.items() if n in _INDICES and one[0] == len(before)}
        known: dict[str, object] = {n: found[n] for n in ("_from", "_to") if n in found}
        for name, keys in (
            ("_kinds", {one.kind for one in after.values()}),
            ("_parents", {one.parent for one in after.values()}),
        ):
            part = "kind" if name == "_kinds" else "parent"
            same = all(getattr(before[n], part) == getattr(one, part) for n, one in after.items())
            if same and name in found:
                size, index = found[name]
                here = {key: tuple(after.get(one.id, one) for one in index[key]) for key in keys}
                known[name] = size, {**index, **here}
        self.__dict__.update(known)

    def without_component(self, component_id: str) -> Topology:
        """A copy without the component, all it contains, and the links of those."""
        doomed = {component_id}
        grew = True
        while grew:
            grew = False
            for component in self:
                if component.parent in doomed and component.id not in doomed:
                    doomed.add(component.id)
                    grew = True
        return Topology(
            {c.id: c for c in self if c.id not in doomed},
            tuple(x for x in self.links if x.source not in doomed and x.target not in doomed),
        )

    def with_link(self, link: Link) -> Topology:
        """A copy with the link added; unchanged when it is there already."""
        return self if link in self.links else replace(self, links=(*self.links, link))

    def with_links(self, links: Iterable[Link]) -> Topology:
        """A copy with several links added; those that are there already count once."""
        return replace(self, links=tuple(dict.fromkeys((*self.links, *links))))

    def growing(self) -> tuple[Topology, dict[str, Component]]:
        """A copy, and the dictionary whose components it shows.

        For adding many, each checked against those before, without a copy for each: nothing may
        be put into the dictionary any more once the copy is handed on.
        """
        components = dict(self.components)
        return replace(self, components=MappingProxyType(components)), components

    def without_link(self, link: Link) -> Topology:
        """A copy without the link."""
        return replace(self, links=tuple(x for x in self.links if x != link))

    def with_components(self, components: Iterable[Component]) -> Topology:
        """A copy with several components added or replaced."""
        after = {c.id: c for c in components}
        found = replace(self, components={**self.components, **after})
        if after.keys() <= self.components.keys():
            found._take_over(self, after)
        return found

    def fresh_id(self, stem: str) -> str:
        """An id that is not taken, made from ``stem``."""
        if stem not in self.components:
            return stem
        number = 2
        while f"{stem}-{number}" in self.components:
            number += 1
        return f"{stem}-{number}"
