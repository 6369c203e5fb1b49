"""What goes with a component that a scenario removes: said, so that nothing vanishes silently."""

from __future__ import annotations

from collections.abc import Sequence

from model.catalogue import catalogue, named
from model.language import joined, listed, say
from model.topology import (
    ChangeError,
    Component,
    RemoveComponent,
    Scenario,
    Topology,
    apply_changes,
)

MOST_NAMED = 6
"""Of one kind; of more their number is said."""


def removed_with(topology: Topology, scenario: Scenario) -> tuple[str, ...]:
    """One sentence for each component removed that holds others, with their names.

    What a scenario moves elsewhere before stays.
    """
    found: list[str] = []
    for n, change in enumerate(scenario.changes):
        if not isinstance(change, RemoveComponent):
            continue
        try:
            before = apply_changes(topology, scenario.changes[:n], catalogue())
        except ChangeError:
            continue
        inside = _inside(before, change.component)
        if inside:
            found.append(
                say(
                    "{name} goes with what is in it: {inside}",
                    name=_called(before[change.component]),
                    inside=joined(_by_kind(inside), "; "),
                )
            )
    return tuple(found)


def _inside(topology: Topology, component: str) -> list[Component]:
    """What a component holds, and what that holds, from the outside in."""
    left = topology.without_component(component)
    gone = [c for c in topology if c.id not in left and c.id != component]
    return sorted(gone, key=lambda c: (len(topology.containers(c.id)), c.kind, c.name))


def _by_kind(components: Sequence[Component]) -> list[str]:
    """``CICS region AOR1, AOR2`` for each kind, in the order given."""
    kinds = dict.fromkeys(c.kind for c in components)
    found: list[str] = []
    for kind in kinds:
        first, *more = [c for c in components if c.kind == kind]
        found.append(listed([_called(first), *(named(c) for c in more)], MOST_NAMED))
    return found


def _called(component: Component) -> str:
    kind = catalogue().get(component.kind)
    name = named(component)
    return name if kind is None else joined((kind.title, " ", name))
