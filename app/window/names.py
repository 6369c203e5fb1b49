"""What components are called: by name, with the kind beside it where that is not enough."""

from __future__ import annotations

from collections import Counter

from app.window.i18n import spoken_label
from model.topology import Topology

__all__ = ["component_name", "is_shared", "kind_title"]

# The names that several components of the topology last asked about have.
_shared: tuple[Topology | None, frozenset[str]] = (None, frozenset())


def is_shared(topology: Topology, name: str) -> bool:
    """Whether several components have that name: an LPAR, its dump options, its network node."""
    global _shared
    if _shared[0] is not topology:
        counted = Counter(component.name for component in topology)
        _shared = (topology, frozenset(n for n, times in counted.items() if times > 1))
    return name in _shared[1]


def kind_title(kind: str) -> str:
    """A kind in the user's language."""
    from model.catalogue import catalogue

    found = catalogue().get(kind)
    return kind.replace("_", " ") if found is None else spoken_label(found.title)


def component_name(topology: Topology, component: str) -> str:
    """A component's name; with its kind where others are called so too; else the word itself."""
    if component not in topology:
        return component
    found = topology[component]
    if is_shared(topology, found.name):
        return f"{found.name} ({kind_title(found.kind)})"
    return found.name
