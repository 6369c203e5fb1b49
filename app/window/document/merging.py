"""Two windows changed one engagement: what of both can stand, and what the user has to decide.

A state is taken apart into *items*, each of which is decided as a whole: the title, the limits of
the plan, the edits of the as-is (a list in order), and one for each scenario, answer, decision,
placed box and service level. What only one side changed stands; what both changed differently is a
conflict.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from app.window.document.state import State

__all__ = ["Conflict", "Key", "alike", "merge", "with_items"]

Key = tuple[str, Any]


@dataclass(frozen=True, slots=True)
class Conflict:
    """One item that both sides changed: ``None`` where one of them deleted it.

    ``kind`` is title, constraints, edits, scenario, answer, decision, position or goal; ``name``
    tells which one of its kind.
    """

    kind: str
    name: Any
    mine: Any
    theirs: Any

    @property
    def key(self) -> Key:
        """What it is the conflict of."""
        return self.kind, self.name


def items_of(state: State) -> dict[Key, Any]:
    """The items of a state, by kind and name, in their order."""
    items: dict[Key, Any] = {
        ("title", ""): state.title,
        ("constraints", ""): state.constraints,
        ("edits", ""): state.edits,
        ("provisional", ""): state.provisional,
    }
    items.update((("scenario", scenario.name), scenario) for scenario in state.scenarios)
    for kind, known in (
        ("answer", state.answers),
        ("decision", state.decisions),
        ("position", state.positions),
        ("goal", state.goals),
    ):
        items.update(((kind, name), value) for name, value in known.items())
    return items


def _state_of(items: Mapping[Key, Any], constraints: Any) -> State:
    def of_kind(kind: str) -> dict[Any, Any]:
        return {name: value for (found, name), value in items.items() if found == kind}

    return State(
        title=items[("title", "")],
        scenarios=tuple(of_kind("scenario").values()),
        edits=items[("edits", "")],
        answers=of_kind("answer"),
        decisions=of_kind("decision"),
        positions=of_kind("position"),
        goals=of_kind("goal"),
        constraints=constraints,
        provisional=items[("provisional", "")],
    )


def _same(kind: str, one: Any, other: Any) -> bool:
    if kind == "constraints":
        from advisor.engagement import Constraints

        return bool((one or Constraints()) == (other or Constraints()))
    if one is other or one is None or other is None:
        return one is other
    if kind in ("scenario", "edits", "answer"):
        from app.store.codec import encode

        # As the file would hold them: 1 is not True, and settings have no order.
        return encode(one) == encode(other)
    return bool(one == other)


def alike(one: State, other: State) -> bool:
    """Whether two states hold the same items, also of the same types."""
    if one is other:
        return True
    here, there = items_of(one), items_of(other)
    return here.keys() == there.keys() and all(
        _same(kind, value, there[kind, name]) for (kind, name), value in here.items()
    )


def merge(base: State, mine: State, theirs: State) -> tuple[State, tuple[Conflict, ...]]:
    """What both sides made of ``base``; items in conflict are as in ``theirs``."""
    if base is theirs:
        return mine, ()
    before, here, there = items_of(base), items_of(mine), items_of(theirs)
    merged: dict[Key, Any] = {}
    conflicts = []
    # The order is mine; what is new there comes after it.
    for key in {**here, **there, **before}:
        kind, name = key
        old, own, other = before.get(key), here.get(key), there.get(key)
        if _same(kind, own, old) or _same(kind, own, other):
            chosen = other
        elif _same(kind, other, old):
            chosen = own
        else:
            chosen = other
            conflicts.append(Conflict(kind, name, own, other))
        if chosen is not None or kind == "constraints":
            merged[key] = chosen
    return _state_of(merged, merged[("constraints", "")]), tuple(conflicts)


def with_items(state: State, source: State, keys: Collection[Key]) -> State:
    """``state`` with these items as in ``source``."""
    if not keys:
        return state
    items, wanted = items_of(state), items_of(source)
    for key in keys:
        if key in wanted:
            items[key] = wanted[key]
        else:
            items.pop(key, None)
    return _state_of(items, items[("constraints", "")])
