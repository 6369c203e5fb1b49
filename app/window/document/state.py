"""What the user decides, as one frozen value: undo keeps the value before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Literal

from app.window.i18n import tr
from model.topology import (
    AddComponent,
    AddLink,
    Change,
    Link,
    MoveComponent,
    RemoveComponent,
    RemoveLink,
    RenameComponent,
    Scenario,
    SetSetting,
    Topology,
    Value,
)
from model.topology.differences import same_value
from model.topology.growth import as_it_is

if TYPE_CHECKING:
    from advisor.engagement import Constraints

Verdict = Literal["accepted", "rejected", "deferred", "done"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What the consultant made of a finding, and why."""

    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True)
class State:
    """Everything that can be undone.

    ``edits`` change the as-is topology, ``scenarios`` are branches off it, ``positions`` are boxes
    placed by hand (x and y inside their container, in canvas units), ``answers`` fill in what no
    report said. ``constraints`` is what a plan may do; ``None`` stands for no limits. ``goals`` are
    service levels asked about: seconds by workload and per cent of its responses (0: their mean).
    ``provisional`` has usual values stand in for what is missing.
    """

    title: str = ""
    scenarios: tuple[Scenario, ...] = ()
    edits: tuple[Change, ...] = ()
    answers: Mapping[tuple[str, str], Value] = field(default_factory=dict)
    decisions: Mapping[str, Decision] = field(default_factory=dict)
    positions: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    constraints: Constraints | None = None
    goals: Mapping[tuple[str, float], float] = field(default_factory=dict)
    provisional: bool = False

    def scenario(self, name: str | None) -> Scenario | None:
        """The scenario of that name, or ``None`` (also for the as-is, which has no name)."""
        return next((item for item in self.scenarios if item.name == name), None)

    def with_scenario(self, scenario: Scenario, replacing: str | None = None) -> State:
        """A copy with the scenario added, or put in the place of ``replacing``."""
        name = scenario.name if replacing is None else replacing
        if self.scenario(name) is None:
            return replace(self, scenarios=(*self.scenarios, scenario))
        kept = tuple(scenario if item.name == name else item for item in self.scenarios)
        return replace(self, scenarios=_rebased(kept, name, scenario.name))

    def without_scenario(self, name: str) -> State:
        """A copy without the scenario; its branches go on from what it was branched from."""
        gone = self.scenario(name)
        kept = tuple(x for x in self.scenarios if x.name != name)
        return replace(self, scenarios=_rebased(kept, name, "" if gone is None else gone.base))

    def tree(self) -> tuple[tuple[int, Scenario], ...]:
        """The scenarios below those they were branched from, each with its depth.

        One whose base is not there (any more) stands at the top; so do two that name each other,
        which only a file that another program wrote has.
        """
        return self._tree

    @cached_property
    def _tree(self) -> tuple[tuple[int, Scenario], ...]:
        # Selector, tree, table and chart ask for it at every step, each of 500 scenarios.
        known = {item.name for item in self.scenarios}
        branches: dict[str, list[Scenario]] = {}
        for item in self.scenarios:
            branches.setdefault(item.base if item.base in known else "", []).append(item)
        found: dict[str, tuple[int, Scenario]] = {}
        # Those that nothing at the top leads to, because they name each other, come last.
        for top in (*branches.get("", ()), *self.scenarios):
            waiting = [(0, top)]
            while waiting:
                depth, item = waiting.pop()
                if item.name not in found:
                    found[item.name] = (depth, item)
                    waiting += [(depth + 1, x) for x in reversed(branches.get(item.name, ()))]
        return tuple(found.values())

    def ancestors(self, name: str) -> frozenset[str]:
        """What a scenario was branched from, and that again, without itself."""
        found: set[str] = set()
        item = self.scenario(name)
        while item is not None and (item := self.scenario(item.base)) is not None:
            if item.name in found:
                break
            found.add(item.name)
        return frozenset(found - {name})

    def is_taken(self, name: str) -> bool:
        """Whether a scenario is called so already, or the as-is, which all of them stand beside."""
        as_is = {said.casefold() for said in ("As-is", tr("As-is"))}
        return self.scenario(name) is not None or name.casefold() in as_is

    def free_name(self, stem: str) -> str:
        """``stem``, or ``stem 2``, ``stem 3`` … if it is taken; ``stem 3`` after ``stem 2``, too.

        A year at the end of a name is no such number.
        """
        if not self.is_taken(stem):
            return stem
        bare, _, last = stem.rpartition(" ")
        number = 2
        if self.scenario(bare) is not None and last.isdecimal() and 1 < int(last) < 100:
            stem, number = bare, int(last) + 1
        while self.scenario(f"{stem} {number}") is not None:
            number += 1
        return f"{stem} {number}"


def _rebased(scenarios: tuple[Scenario, ...], old: str, new: str) -> tuple[Scenario, ...]:
    if old == new:
        return scenarios
    return tuple(replace(s, base=new) if s.base == old else s for s in scenarios)


Decided = tuple[str, str, str]
"""What a change decides: setting, name or place; the component's id; the name of the setting."""


def decided(change: Change) -> tuple[Decided, Value | None] | None:
    """What of which only one can hold, and what it is to be."""
    if isinstance(change, SetSetting):
        return ("setting", change.component, change.setting), change.value
    if isinstance(change, RenameComponent):
        return ("name", change.component, ""), change.name
    if isinstance(change, MoveComponent):
        return ("place", change.component, ""), change.parent
    return None


def opposed(
    mine: tuple[Change, ...], theirs: tuple[Change, ...]
) -> dict[Decided, tuple[Value | None, Value | None]]:
    """What both lists decide, and not alike: as the one has it in the end, and as the other."""
    one, two = (dict(filter(None, map(decided, changes))) for changes in (mine, theirs))
    return {
        key: (one[key], there)
        for key, there in two.items()
        if key in one and not same_value(one[key], there)
    }


def without(changes: Iterable[Change], keys: Collection[Decided]) -> tuple[Change, ...]:
    """The changes that decide none of these."""
    return tuple(c for c in changes if (found := decided(c)) is None or found[0] not in keys)


def brought(one: Scenario, other: Scenario, state: State) -> tuple[Change, ...]:
    """What ``other`` changes that ``one`` does not.

    Of what ``one`` was branched from, only what is left alone here: another value of the same
    setting is what the branch was made for.
    """
    # What one of both added has its own settings, alike as they may be: told apart first.
    new = tuple(c for c in apart(one.changes, other.changes) if c not in one.changes)
    if other.name not in state.ancestors(one.name):
        return new
    return without(new, opposed(one.changes, new))


def apart(mine: tuple[Change, ...], theirs: tuple[Change, ...]) -> tuple[Change, ...]:
    """``theirs`` with another id and name for what both add under one id, and not alike.

    What an earlier merge has brought under another id keeps that one.
    """
    taken = {c.component.id: c.component for c in mine if isinstance(c, AddComponent)}
    added = [c for c in theirs if isinstance(c, AddComponent)]
    own = {change.component.id for change in added}
    used = {*taken, *own}
    called: dict[str, tuple[str, str]] = {}
    for component in (c.component for c in added if c.component.id in taken and c not in mine):
        parent = called[component.parent][0] if component.parent in called else component.parent
        for number in count(2):
            made = f"{component.id} {number}", f"{component.name} {number}"
            twin = replace(component, id=made[0], name=made[1], parent=parent)
            brought_before = made[0] not in own and taken.get(made[0]) == twin
            if brought_before or made[0] not in used:
                break
        called[component.id] = made
        used.add(made[0])
    return tuple(_recalled(change, called) for change in theirs) if called else theirs


def _recalled(change: Change, called: Mapping[str, tuple[str, str]]) -> Change:
    def of(component: str) -> str:
        return called[component][0] if component in called else component

    def linked(link: Link) -> Link:
        return replace(link, source=of(link.source), target=of(link.target))

    if isinstance(change, AddComponent):
        own = change.component
        name = called[own.id][1] if own.id in called else own.name
        parent = None if own.parent is None else of(own.parent)
        made = replace(own, id=of(own.id), name=name, parent=parent)
        return AddComponent(made, tuple(map(linked, change.links)))
    if isinstance(change, (AddLink, RemoveLink)):
        return replace(change, link=linked(change.link))
    if isinstance(change, MoveComponent) and change.parent is not None:
        return replace(change, component=of(change.component), parent=of(change.parent))
    return replace(change, component=of(change.component))


def merged(
    changes: tuple[Change, ...], new: Iterable[Change], as_is: Topology
) -> tuple[Change, ...]:
    """``changes`` with ``new`` after them, without what has no effect against ``as_is``.

    A setting put back to its as-is value drops out of the list, and so does all that was said
    of a component which the same list added and removes again.
    """
    joined = Scenario("", changes).with_changes(new).changes
    kept: list[Change] = []
    for change in joined:
        if isinstance(change, SetSetting) and change.component in as_is:
            current = as_it_is(as_is[change.component], change.setting)
            if current is not None and same_value(current, change.value):
                continue
        if (
            isinstance(change, RenameComponent)
            and change.component in as_is
            and as_is[change.component].name == change.name
        ):
            continue
        kept.append(change)
    for change in kept:
        if isinstance(change, RemoveComponent) and change.component not in as_is:
            return tuple(x for x in kept if not _speaks_of(x, change.component))
    return tuple(kept)


def containers_changed(
    changes: Iterable[Change], topology: Topology
) -> tuple[set[str | None], set[str]]:
    """Containers whose boxes a step adds, takes away, moves or links, and the boxes it moves.

    ``None`` are the boxes on their own, which all of that can make stand elsewhere. A container
    that grows or shrinks would be laid out anew beside its neighbours, and so would those around.
    """
    parents: set[str | None] = set()
    moved: set[str] = set()

    def around(parent: str | None) -> None:
        parents.add(parent)
        if parent is not None and parent in topology:
            parents.update(topology.containers(parent))

    for change in changes:
        if isinstance(change, AddComponent):
            parents.add(None)
            around(change.component.parent)
        elif isinstance(change, (MoveComponent, RemoveComponent)):
            moved.add(change.component)
            parents.add(None)
            if isinstance(change, MoveComponent):
                around(change.parent)
            if change.component in topology:
                around(topology[change.component].parent)
        elif isinstance(change, (AddLink, RemoveLink)):
            parents.add(None)
    return parents, moved


def shape_of(changes: Iterable[Change]) -> tuple[object, ...]:
    """What is changed, whatever the values: alike while a slider moves."""
    return tuple(
        (change.component, change.setting) if isinstance(change, SetSetting) else change
        for change in changes
    )


def _speaks_of(change: Change, component: str) -> bool:
    named = getattr(change, "component", None)
    if named is not None:
        return getattr(named, "id", named) == component
    link = getattr(change, "link", None)
    return link is not None and component in (link.source, link.target)
