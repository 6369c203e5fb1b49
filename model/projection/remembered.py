"""What models say of a topology, remembered with what of it they looked at.

A scenario changes a few settings, and most of what is said of an installation follows from others.
So what a model says is kept together with the components and settings that it read, and said again
of every topology in which these are the same. That rests on nothing that models would have to
declare: they read through a topology that notes what is taken out of it. Who contains whom and who
is linked to whom may be seen by anybody: only topologies that are alike in this are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import count
from typing import Any, TypeVar

from model.contract.evaluation import Conditions, ConstantDraws
from model.contract.protocol import SubsystemModel
from model.hardware.flow import Flow, ranked
from model.projection.unchanged import same_conditions
from model.queueing.installation.stood import Stood
from model.subsystems.common.load import site_of
from model.topology import Component, Setting, Topology

MOST_KEPT = 2048
MOST_ALIKE = 3
"""Of the latest conditions of a workload, those with which others are compared."""
MOST_LATEST = 32
"""Answers to one question that are kept."""

Answer = TypeVar("Answer")
EVERYTHING = "*"


Part = str | tuple[str, str]
"""What is looked at of a topology: a component but for its settings by its id, one of its settings
by id and name, and all of them by id and ``EVERYTHING``."""


class _NotedSettings(Mapping[str, Setting]):
    """Settings of a component; which are looked at is noted, and whether one is there at all."""

    def __init__(self, component: Component, seen: set[Part]) -> None:
        self._of, self._settings, self._seen = component.id, component.settings, seen

    def __getitem__(self, name: str) -> Setting:
        self._seen.add((self._of, name))
        return self._settings[name]

    def get(self, name: str, default: Any = None) -> Any:
        """See `Mapping`; nearly all settings are looked at so."""
        self._seen.add((self._of, name))
        return self._settings.get(name, default)

    def __contains__(self, name: object) -> bool:
        self._seen.add((self._of, str(name)))
        return name in self._settings

    def __iter__(self) -> Iterator[str]:
        self._seen.add((self._of, EVERYTHING))
        return iter(self._settings)

    def __len__(self) -> int:
        self._seen.add((self._of, EVERYTHING))
        return len(self._settings)


class _NotedComponent(Component):
    """A component that notes which of its settings are looked at; made by `_noting`."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Component):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in ("id", "kind", "name", "parent", "settings", "measured")
        )

    __hash__ = None  # type: ignore[assignment]  # as of any component: it holds mappings


def _noting(component: Component, seen: set[Part]) -> Component:
    """The component, noting what is looked at; what follows from its figures stays found."""
    found = object.__new__(_NotedComponent)
    told = {"_figures": component._figures, "_of_figures": component._of_figures}
    found.__dict__.update(component.__dict__, **told, settings=_NotedSettings(component, seen))
    return found


class _NotedComponents(Mapping[str, Component]):
    """Components of a topology; which are looked at is noted, and their settings."""

    def __init__(self, components: Mapping[str, Component], seen: set[Part]) -> None:
        self._components, self._seen = components, seen
        self._noting: dict[str, Component] = {}

    def __getitem__(self, name: str) -> Component:
        found = self._noting.get(name)
        if found is None:
            found = self._noting[name] = _noting(self._components[name], self._seen)
            self._seen.add(name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._components

    def __iter__(self) -> Iterator[str]:
        return iter(self._components)

    def __len__(self) -> int:
        return len(self._components)


class _Noted(Topology):
    """A topology that notes what is looked at; its shape may be seen."""

    plain: Topology
    seen: set[Part]
    view: View | None

    def __init__(self, topology: Topology, seen: set[Part], view: View | None = None) -> None:
        put = object.__setattr__
        put(self, "components", _NotedComponents(topology.components, seen))
        put(self, "links", topology.links)
        put(self, "plain", topology)
        put(self, "seen", seen)
        put(self, "view", view)

    def once(self, question: Hashable, tell: Callable[[Topology], Answer]) -> Answer:
        """See `Topology`; what was looked at then is looked at now."""
        if self.view is None:
            return tell(self)
        answer, parts = self.view.part_of_an_answer(question, tell)
        self.seen |= parts
        return answer

    def _told(self, found: tuple[Component, ...]) -> tuple[Component, ...]:
        return tuple(self.components[component.id] for component in found)

    def of_kind(self, *kinds: str) -> tuple[Component, ...]:
        """See `Topology`."""
        return self._told(self.plain.of_kind(*kinds))

    def children(self, parent: str | None, *kinds: str) -> tuple[Component, ...]:
        """See `Topology`."""
        return self._told(self.plain.children(parent, *kinds))

    def ancestor(self, component_id: str, kind: str) -> Component | None:
        """See `Topology`."""
        found = self.plain.ancestor(component_id, kind)
        return None if found is None else self._told((found,))[0]

    def targets(self, source: str, kind: str) -> tuple[Component, ...]:
        """See `Topology`."""
        return self._told(self.plain.targets(source, kind))

    def sources(self, target: str, kind: str) -> tuple[Component, ...]:
        """See `Topology`."""
        return self._told(self.plain.sources(target, kind))

    def ancestor_id(self, component_id: str, kind: str) -> str | None:
        """See `Topology`; who stands where may be seen by anybody."""
        return self.plain.ancestor_id(component_id, kind)

    def source_ids(self, target: str, kind: str) -> tuple[str, ...]:
        """See `Topology`; who is linked to whom may be seen by anybody."""
        return self.plain.source_ids(target, kind)


class _NotedLoads(Mapping[str, float]):
    """Loads by component; which are looked at is noted."""

    def __init__(self, loads: Mapping[str, float], seen: set[str]) -> None:
        self._loads, self._seen = loads, seen

    def __getitem__(self, name: str) -> float:
        self._seen.add(name)
        return self._loads[name]

    def __iter__(self) -> Iterator[str]:
        self._seen.add(EVERYTHING)
        return iter(self._loads)

    def __len__(self) -> int:
        self._seen.add(EVERYTHING)
        return len(self._loads)


_Looked = tuple[frozenset[Part], tuple[str, ...]]
"""Parts of the topology and loads that were looked at."""
Moved = Mapping[Part, int]
"""What of a topology is not as it is today, each with a number that is the same for the same."""
_Answers = dict[_Looked, dict[Hashable, Any]]


class Memory:
    """Answers about an installation's topologies."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Any] = {}
        self._latest: dict[Hashable, tuple[object, Any]] = {}
        # Never begun anew: numbers of what was forgotten are of nothing else.
        self._numbers = count()
        self._clear()

    def _clear(self) -> None:
        self._answers: dict[Hashable, _Answers] = {}
        self._components: dict[Hashable, tuple[Component, int]] = {}
        self._settings: dict[Hashable, int] = {}
        self._shapes: dict[Hashable, int] = {}
        self._last: tuple[Topology, int] | None = None
        self._flows: dict[Hashable, dict[int, tuple[Conditions, Flow | None]]] = {}
        self._alike: dict[str, list[Conditions]] = {}

    def __reduce__(self) -> tuple[type[Memory], tuple[()]]:
        """Nothing is kept in a file: it follows from the rest."""
        return Memory, ()

    def changed(self, was: Topology, now: Topology) -> tuple[dict[str, Component], Moved]:
        """Components that differ or are new, alike ones being one, and what of them differs."""
        sizes = len(self._components), len(self._settings), len(self._shapes)
        if max(sizes) > MOST_KEPT:
            self._clear()
        found: dict[str, Component] = {}
        moved: dict[Part, int] = {}
        for name, component in now.components.items():
            before = was.components.get(name)
            if before is not component:
                found[name], number = self._one(before, component)
                moved.update(self._moved(before, found[name], number))
        return found, moved

    def _moved(self, before: Component | None, now: Component, number: int) -> Moved:
        """What differs of a component that has such a number."""
        name = now.id
        if before is None or not _but_settings(before, now):
            return {name: number}
        moved: dict[Part, int] = {(name, EVERYTHING): number}
        for setting in {**before.settings, **now.settings}:
            had, has = before.settings.get(setting), now.settings.get(setting)
            if had is not has:
                kind = None if has is None else type(has.value)
                key = name, setting, kind, has
                known = self._settings.get(key)
                if known is None:
                    known = self._settings[key] = next(self._numbers)
                moved[name, setting] = known
        return moved

    def _one(self, before: Component | None, component: Component) -> tuple[Component, int]:
        """The component, or one that is alike, and its number."""
        settings, measured = component.settings, component.measured
        if before is None or before.measured != measured or before.settings.keys() - settings:
            own = {n: s.value for n, s in settings.items()}
            said: Hashable = (*settings.items(), *measured.items())
        else:
            own = {n: s.value for n, s in settings.items() if before.settings.get(n) is not s}
            said = frozenset((name, settings[name]) for name in own)
        # A switch that is on is no number 1.
        kinds = frozenset((name, type(value)) for name, value in own.items())
        key = (component.id, component.kind, component.name, component.parent, said, kinds)
        known = self._components.get(key)
        if known is None:
            known = self._components[key] = component, next(self._numbers)
        return known

    def shape(self, topology: Topology) -> int:
        """Equal for topologies of the same components in the same places with the same links."""
        known = self._last
        if known is None or known[0] is not topology:
            here = tuple((c.id, c.kind, c.parent) for c in topology)
            key = here, topology.links
            shape = self._shapes.get(key, -1)
            if shape < 0:
                shape = self._shapes[key] = next(self._numbers)
            known = self._last = topology, shape
        return known[1]

    def kept(self, name: Hashable, make: Callable[[], Answer]) -> Answer:
        """What follows from the baseline alone."""
        found: Answer | None = self._kept.get(name)
        if found is None:
            found = self._kept[name] = make()
        return found

    def stood(self, workloads: tuple[str, ...]) -> Stood:
        """Where the networks of some workloads stood in the latest scenarios."""
        return self.kept(("stood", workloads), Stood)

    def latest(self, name: Hashable, of: object, make: Callable[[], Answer]) -> Answer:
        """What follows from objects whose ids a name has; some are kept, and those with
        them, so that no others can get their ids."""
        known: tuple[object, Answer] | None = self._latest.get(name)
        if known is None:
            if len(self._latest) >= MOST_LATEST:
                self._latest.clear()
            known = self._latest[name] = of, make()
        return known[1]

    def told(
        self,
        question: Hashable,
        moved: Moved,
        loads: Mapping[str, float],
        ask: Callable[[set[Part], set[str]], Answer],
    ) -> Answer:
        """The answer to a question; ``ask`` notes the parts and loads that it looks at."""
        return self.looked_at(question, moved, loads, ask)[0]

    def looked_at(
        self,
        question: Hashable,
        moved: Moved,
        loads: Mapping[str, float],
        ask: Callable[[set[Part], set[str]], Answer],
    ) -> tuple[Answer, frozenset[Part]]:
        """The same, and the parts that it rests on."""
        answers = self._answers.setdefault(question, {})
        for looked, known in list(answers.items()):
            found: tuple[Answer] | None = known.get(_seen(looked, moved, loads))
            if found is not None:
                return found[0], looked[0]
        parts: set[Part] = set()
        names: set[str] = set()
        answer = ask(parts, names)
        looked = (frozenset(parts), tuple(sorted(names)))
        known = answers.setdefault(looked, {})
        if len(known) >= MOST_KEPT:
            known.clear()
        known[_seen(looked, moved, loads)] = (answer,)
        return answer, looked[0]

    def alike(self, anchor: str, told: Conditions) -> Conditions:
        """Conditions of a workload, or the latest that are the same: what follows is then known."""
        latest = self._alike.setdefault(anchor, [])
        for known in latest:
            if same_conditions(known, told):
                return known
        latest.insert(0, told)
        del latest[MOST_ALIKE:]
        return told

    def flow(
        self, anchor: str, model: SubsystemModel, now: Conditions, draws: ConstantDraws
    ) -> Flow | None:
        """The way of a unit of work under conditions that were told before."""
        known = self._flows.setdefault((anchor, draws.count), {})
        found = known.get(id(now))
        if found is None:
            if len(known) >= MOST_KEPT:
                known.clear()
            # With the conditions, so that no others can get their id.
            flow = model.flow(now, draws)  # type: ignore[attr-defined]
            if flow is not None:
                flow = ranked(flow, site_of(now).importance)
            found = known[id(now)] = (now, flow)
        return found[1]


def _but_settings(one: Component, other: Component) -> bool:
    """Whether two components differ in settings only."""
    return (one.kind, one.name, one.parent) == (other.kind, other.name, other.parent) and (
        one.measured is other.measured or one.measured == other.measured
    )


def _seen(looked: _Looked, moved: Moved, loads: Mapping[str, float]) -> Hashable:
    """What is seen of a topology and of loads by who looks at these parts of them."""
    parts, names = looked
    # Numbers are of one part each, and topologies of one shape have them in one order.
    here = tuple([number for part, number in moved.items() if part in parts])
    if EVERYTHING in names:
        return here, frozenset(loads.items())
    return here, tuple(map(loads.get, names))


def _alike(one: Topology, other: Topology, changed: Mapping[str, Component]) -> bool:
    """Whether two topologies have the same components in the same places, with the same links."""
    before = other.components
    return (
        len(one) == len(other)
        and one.links == other.links
        and all(
            name in before and (before[name].kind, before[name].parent) == (now.kind, now.parent)
            for name, now in changed.items()
        )
        and list(one.components) == list(before)
    )


def noted(topology: Topology, seen: set[Part]) -> Topology:
    """The topology, noting which components and settings are looked at."""
    return _Noted(topology, seen)


def noted_loads(loads: Mapping[str, float], seen: set[str]) -> Mapping[str, float]:
    """The loads; which are looked at is noted, and ``EVERYTHING`` where all of them are."""
    return _NotedLoads(loads, seen)


class View:
    """A topology as models are asked about it.

    changed: by id its components that are others than those of today, or new.
    moved: what of them is not as it is today.
    is_alike: whether it has today's components in today's places, with today's links.
    added: those that are new.
    """

    def __init__(self, topology: Topology, baseline: Topology, memory: Memory) -> None:
        self.topology = topology
        self.memory = memory
        self.changed, self.moved = memory.changed(baseline, topology)
        self.is_alike = _alike(topology, baseline, self.changed)
        self.added = frozenset(name for name in self.changed if name not in baseline)
        self._shape = memory.shape(baseline if self.is_alike else topology)

    def ask(
        self,
        question: Hashable,
        ask: Callable[[Topology, Mapping[str, float]], Answer],
        loads: Mapping[str, float] | None = None,
    ) -> Answer:
        """What ``ask`` says of the topology and of loads."""
        given = {} if loads is None else loads
        return self.memory.told(
            (question, self._shape),
            self.moved,
            given,
            lambda parts, names: ask(_Noted(self.topology, parts, self), _NotedLoads(given, names)),
        )

    def part_of_an_answer(
        self, question: Hashable, tell: Callable[[Topology], Answer]
    ) -> tuple[Answer, frozenset[Part]]:
        """What is told of the topology in answers to several questions, and what it rests on."""
        return self.memory.looked_at(
            ("part", question, self._shape),
            self.moved,
            {},
            lambda parts, _: tell(_Noted(self.topology, parts, self)),
        )
