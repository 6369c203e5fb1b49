"""What models say of a topology, remembered with what of it they looked at.

A scenario changes a few components, and most workloads look at others. So what a model says is kept
together with the components that it read, and said again of every topology in which these are the
same. That rests on nothing that models would have to declare: they read through a topology that
notes what is taken out of it. Who contains whom and who is linked to whom may be seen by anybody:
only topologies that are alike in this are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, TypeVar

from model.contract.evaluation import Conditions, ConstantDraws
from model.contract.protocol import SubsystemModel
from model.hardware.flow import Flow
from model.topology import Component, Topology

MOST_KEPT = 2048
"""Answers to one question that are kept."""

Answer = TypeVar("Answer")
EVERYTHING = "*"


class _NotedComponents(Mapping[str, Component]):
    """Components of a topology; whose settings and figures are looked at is noted."""

    def __init__(self, components: Mapping[str, Component], seen: set[str]) -> None:
        self._components, self._seen = components, seen

    def __getitem__(self, name: str) -> Component:
        found = self._components[name]
        self._seen.add(name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._components

    def __iter__(self) -> Iterator[str]:
        return iter(self._components)

    def __len__(self) -> int:
        return len(self._components)


class _Noted(Topology):
    """A topology that notes whose settings and figures are looked at; its shape may be seen."""

    plain: Topology
    seen: set[str]

    def __init__(self, topology: Topology, seen: set[str]) -> None:
        put = object.__setattr__
        put(self, "components", _NotedComponents(topology.components, seen))
        put(self, "links", topology.links)
        put(self, "plain", topology)
        put(self, "seen", seen)

    def _told(self, found: tuple[Component, ...]) -> tuple[Component, ...]:
        self.seen.update(component.id for component in found)
        return found

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


_Looked = tuple[frozenset[str], tuple[str, ...]]
"""Components and loads that were looked at."""
_Answers = dict[_Looked, dict[Hashable, Any]]


class Memory:
    """Answers about an installation's topologies."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Any] = {}
        self._clear()

    def _clear(self) -> None:
        self._answers: dict[Hashable, _Answers] = {}
        self._components: dict[Hashable, Component] = {}
        self._shapes: dict[Hashable, int] = {}
        self._last: tuple[Topology, int] | None = None
        self._flows: dict[Hashable, dict[int, tuple[Conditions, Flow | None]]] = {}

    def __reduce__(self) -> tuple[type[Memory], tuple[()]]:
        """Nothing is kept in a file: it follows from the rest."""
        return Memory, ()

    def changed(self, was: Topology, now: Topology) -> dict[str, Component]:
        """Components that differ or are new, alike ones being one."""
        if len(self._components) > MOST_KEPT or len(self._shapes) > MOST_KEPT:
            self._clear()
        return {
            name: self._one(was.components.get(name), component)
            for name, component in now.components.items()
            if was.components.get(name) is not component
        }

    def _one(self, before: Component | None, component: Component) -> Component:
        """The component, or one that is alike."""
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
        return self._components.setdefault(key, component)

    def shape(self, topology: Topology) -> int:
        """Equal for topologies of the same components in the same places with the same links."""
        known = self._last
        if known is None or known[0] is not topology:
            here = tuple((c.id, c.kind, c.parent) for c in topology)
            shape = self._shapes.setdefault((here, topology.links), len(self._shapes))
            known = self._last = topology, shape
        return known[1]

    def kept(self, name: Hashable, make: Callable[[], Answer]) -> Answer:
        """What follows from the baseline alone."""
        found: Answer | None = self._kept.get(name)
        if found is None:
            found = self._kept[name] = make()
        return found

    def told(
        self,
        question: Hashable,
        changed: Mapping[str, Component],
        loads: Mapping[str, float],
        ask: Callable[[set[str], set[str]], Answer],
    ) -> Answer:
        """The answer to a question; ``ask`` notes the components and loads that it looks at."""
        answers = self._answers.setdefault(question, {})
        for looked, known in list(answers.items()):
            found: tuple[Answer, object] | None = known.get(_seen(looked, changed, loads))
            if found is not None:
                return found[0]
        components: set[str] = set()
        names: set[str] = set()
        answer = ask(components, names)
        looked = (frozenset(components), tuple(sorted(names)))
        known = answers.setdefault(looked, {})
        if len(known) >= MOST_KEPT:
            known.clear()
        # With the components, so that no others can get their ids.
        known[_seen(looked, changed, loads)] = (answer, tuple(changed.values()))
        return answer

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
            found = known[id(now)] = (now, model.flow(now, draws))  # type: ignore[attr-defined]
        return found[1]


def _seen(
    looked: _Looked, changed: Mapping[str, Component], loads: Mapping[str, float]
) -> Hashable:
    """What is seen of a topology and of loads by who looks at these parts of them."""
    components, names = looked
    here = frozenset((name, id(one)) for name, one in changed.items() if name in components)
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


def noted(topology: Topology, seen: set[str]) -> Topology:
    """The topology, noting whose settings and figures are looked at."""
    return _Noted(topology, seen)


def noted_loads(loads: Mapping[str, float], seen: set[str]) -> Mapping[str, float]:
    """The loads; which are looked at is noted, and ``EVERYTHING`` where all of them are."""
    return _NotedLoads(loads, seen)


class View:
    """A topology as models are asked about it.

    changed: by id its components that are others than those of today, or new.
    is_alike: whether it has today's components in today's places, with today's links.
    """

    def __init__(self, topology: Topology, baseline: Topology, memory: Memory) -> None:
        self.topology = topology
        self.memory = memory
        self.changed = memory.changed(baseline, topology)
        self.is_alike = _alike(topology, baseline, self.changed)
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
            self.changed,
            given,
            lambda components, names: ask(
                _Noted(self.topology, components), _NotedLoads(given, names)
            ),
        )
