"""What components are called: by name, with the kind beside it where that is not enough."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.window.i18n import spoken, spoken_label, tr
from app.window.i18n.numbers import figure, percent, plain
from app.window.metrics import ALIKE
from model.topology import Topology

if TYPE_CHECKING:
    from model.projection import Projection, ResourceUse

__all__ = [
    "beyond_measured",
    "component_name",
    "is_shared",
    "kind_title",
    "numbered",
    "said_still",
    "sort_name",
    "standing_still",
    "use_name",
    "use_place",
]

# The names that several components of the topology last asked about have, and those that several
# of one kind have.
_shared: tuple[Topology | None, frozenset[str], frozenset[tuple[str, str]]]
_shared = (None, frozenset(), frozenset())


def is_shared(topology: Topology, name: str) -> bool:
    """Whether several components have that name: an LPAR, its dump options, its network node."""
    global _shared
    if _shared[0] is not topology:
        counted = Counter((component.name, component.kind) for component in topology)
        names = Counter(name for name, _kind in counted.elements())
        _shared = (
            topology,
            frozenset(n for n, times in names.items() if times > 1),
            frozenset(n for n, times in counted.items() if times > 1),
        )
    return name in _shared[1]


def kind_title(kind: str) -> str:
    """A kind in the user's language."""
    from model.catalogue import catalogue

    found = catalogue().get(kind)
    return kind.replace("_", " ") if found is None else spoken_label(found.title)


def component_name(topology: Topology, component: str) -> str:
    """A component's name, or the word itself where it is none.

    With its kind where others are called so too, and with where it stands where these are of its
    kind: a Db2 of one name in two systems.
    """
    if component not in topology:
        return component
    found = topology[component]
    if is_shared(topology, found.name):
        told = kind_title(found.kind)
        above = topology.components.get(found.parent or "")
        if above is not None and (found.name, found.kind) in _shared[2]:
            told = f"{told}, {above.name}"
        return f"{found.name} ({told})"
    return numbered(found.kind, found.name) or found.name


def numbered(kind: str, name: str) -> str:
    """``Adabas database 10`` of what has a number only; empty where the name is one."""
    return f"{kind_title(kind)} {name}" if name.isdigit() else ""


def use_name(topology: Topology, projection: Projection, use: ResourceUse) -> str:
    """What limits, by the one name that the strip, the load bar and the charts give it.

    Its label where it has one, with how many are as full: eight full nuclei limit together.
    """
    many = len(_as_full(topology, projection, use)) if use.label else 1
    named = sort_name(topology, use)
    named = f"{named} ×{many}" if many > 1 else named
    if standing_still(topology, projection, use) is None:
        return named
    return tr("{name} (paging)", name=named)


MOSTLY = 0.5


def standing_still(
    topology: Topology, projection: Projection, use: ResourceUse
) -> tuple[float, int] | None:
    """How many nuclei of how many wait for pages at any time, where at least half of those do.

    They are as full then as with commands, and more of them page more. By Little's law: a nucleus
    does nothing else while it waits for a page.
    """
    if use.component.partition(":")[0] != "adabas_nucleus" or not use.label:
        return None
    for database in _member_of(topology, use.component):
        work = projection.workload(database)
        rate = None if work is None else work.metrics.get("etr_per_s")
        if work is None or rate is None:
            continue
        members = len(topology.sources(database, "member"))
        still = rate.value * work.breakdown_s.get("paging", 0.0)
        if still >= MOSTLY * members:
            return min(still, float(members)), members
    return None


def said_still(still: float, members: int) -> str:
    """How many nuclei wait for pages, and for want of what."""
    return tr(
        "On average {still} of {n} nuclei wait for a page: real storage is short, and more nuclei "
        "or larger caches need more of it",
        still=plain(still, 1),
        n=figure(members),
    )


def beyond_measured(why: str) -> str:
    """In what a projection lies outside of what was measured: alone it reads like a heading."""
    return tr("outside of what was measured: {why}", why=spoken(why))


def sort_name(topology: Topology, use: ResourceUse) -> str:
    """What limits, however many of it are as full: at nine nuclei it is the same as at eight."""
    return spoken_label(use.label) if use.label else component_name(topology, use.component)


def use_place(topology: Topology, projection: Projection, use: ResourceUse) -> str:
    """The one component whose label :func:`use_name` gives; empty where that says it already."""
    if (
        not use.label
        or use.component not in topology
        or len(_as_full(topology, projection, use)) > 1
    ):
        return ""
    found = component_name(topology, use.component)
    return "" if found == spoken_label(use.label) else found


def _as_full(topology: Topology, projection: Projection, use: ResourceUse) -> list[ResourceUse]:
    """The uses of alike components that are as full as this one; it is among them.

    Members of other clusters, which do other work, are not.
    """
    kind = use.component.partition(":")[0]
    cluster = _member_of(topology, use.component)
    return [
        other
        for other in projection.resources
        if other.label == use.label
        and other.component.partition(":")[0] == kind
        and abs(other.utilization - use.utilization) <= ALIKE
        and _member_of(topology, other.component) == cluster
    ]


def _member_of(topology: Topology, component: str) -> frozenset[str]:
    if component not in topology:
        return frozenset()
    return frozenset(other.id for other in topology.targets(component, "member"))


def busy_share(use: ResourceUse) -> str:
    """How busy something is; at least so much where nobody told of all that keeps it busy."""
    return f"≥\u00a0{percent(use.utilization)}" if use.lacking else percent(use.utilization)
