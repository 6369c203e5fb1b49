"""The installation under more or less work: what binds at which load, and where time goes. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.window.metrics import limiting, where_it_runs
from app.window.whatif.growth import growing, grown_to, share_of
from model.topology import Catalogue, Scenario, Topology

if TYPE_CHECKING:
    from app.window.document import Document
    from model.projection import Estimate, Projection, ResourceUse, WorkloadProjection

# Shares of today's work, in per cent: fine where installations live, coarse beyond.
SHARES = (*range(10, 200, 10), *range(200, 301, 25))
TODAY = 100

_NUCLEI = ("nuclei", "threads")
_DISKS = ("I/O limit", "volumes", "log volumes")
_SYSTEM = ("CPs", "paging devices", "zIIPs")
_QR = ("QR TCB",)
SPENT_AT: Mapping[str, tuple[str, ...]] = {
    "nucleus": _NUCLEI,
    "waiting for a thread": _NUCLEI,
    "volumes": _DISKS,
    "I/O limit": _DISKS,
    "WORK/PLOG": _DISKS,
    "QR TCB CPU": _QR,
    "QR TCB lost CPU and paging": _QR,
    "queue for the QR TCB": _QR,
    "I/O on the QR TCB": _QR,
    "waiting for CPs and volumes": _SYSTEM,
    "CPs": _SYSTEM,
    "paging": _SYSTEM,
}
"""Parts of a response time by the labels of the resource where they are spent, where those differ.

What is used has the label of what is fullest of it: a nucleus that of its threads where they are.
"""
SHOWN_FROM = 0.005
"""Share of the response time below which a part is not drawn."""


def anchor_on_show(document: Document) -> str | None:
    """The workload that is spoken of: the one that was chosen, else the largest."""
    as_is = document.as_is_projection
    if document.anchor is not None or as_is is None or as_is.principal is None:
        return document.anchor
    return as_is.principal.anchor


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of a transaction's path: its time and the component where it is spent."""

    name: str
    seconds: float
    component: str


def scenarios(
    base: Scenario, as_is: Topology, shown: Topology, catalogue: Catalogue
) -> tuple[tuple[int, ...], list[Scenario]]:
    """Shares of today's work and the scenarios that have them; none where no work can grow."""
    workloads = growing(as_is, shown, catalogue)
    if not workloads:
        return (), []
    now = share_of(as_is, shown, catalogue)
    shares = tuple(sorted({*SHARES, TODAY if now is None else round(now)}))
    return shares, [
        replace(
            base.with_changes(grown_to(workloads, float(share))),
            name=f"{base.name} {share}",
        )
        for share in shares
    ]


def central(projection: Projection) -> Projection:
    """Figures without bands, as those are that were projected without the constants' scatter."""

    def plain(figures: Mapping[str, Estimate]) -> dict[str, Estimate]:
        return {name: replace(x, low=x.value, high=x.value) for name, x in figures.items()}

    works = tuple(
        replace(work, metrics=plain(work.metrics), changes=plain(work.changes))
        for work in projection.workloads
    )
    return replace(projection, workloads=works)


def binding(
    projection: Projection, anchor: str | None, topology: Topology | None = None
) -> ResourceUse | None:
    """The use of what limits, or ``None`` where all have time to spare."""
    workload = None if anchor is None else projection.workload(anchor)
    use = limiting(projection, workload, topology)
    return use if use is not None and use.binds else None


def switches(
    steps: Sequence[Projection], anchor: str | None, topology: Topology | None = None
) -> list[tuple[int, ResourceUse | None]]:
    """Where another resource begins to limit: (number of the step, its use or ``None``)."""
    uses = [binding(step, anchor, topology) for step in steps]
    kinds = [alike(use) for use in uses]
    return [(n, uses[n]) for n in range(1, len(uses)) if kinds[n] != kinds[n - 1]]


def alike(use: ResourceUse | None) -> tuple[str, str]:
    """What a resource is one of: of eight full nuclei now one and now another is the fullest."""
    if use is None:
        return "", ""
    return use.component.partition(":")[0], use.label or use.component


def path(
    workload: WorkloadProjection | None, projection: Projection, topology: Topology | None = None
) -> list[Part]:
    """Where the response time of a workload is spent, in the order in which its model tells it."""
    if workload is None:
        return []
    total = sum(workload.breakdown_s.values())
    found = []
    for name, seconds in workload.breakdown_s.items():
        if total <= 0.0 or seconds < SHOWN_FROM * total:
            continue
        labels = SPENT_AT.get(name, (name,))
        uses = [use for use in projection.resources if use.label in labels]
        met = where_it_runs(uses, workload.anchor, topology)
        most = max(met, key=lambda use: use.utilization, default=None)
        found.append(Part(name, seconds, workload.anchor if most is None else most.component))
    return found


def fuller(
    workload: WorkloadProjection | None, projection: Projection, use: ResourceUse
) -> tuple[ResourceUse, float, float] | None:
    """What is fuller than what binds, though less of the response passes there.

    Its use, the share of the response that passes there, and that at what binds; ``None`` where
    nothing is fuller by what is shown (1 %), or where the response does not tell why.
    """
    most = max(projection.resources, key=lambda one: one.utilization, default=use)
    if workload is None or most.utilization < use.utilization + 0.005 or alike(most) == alike(use):
        return None
    spent: dict[str, float] = {}
    for name, seconds in workload.breakdown_s.items():
        for label in SPENT_AT.get(name, (name,)):
            spent[label] = spent.get(label, 0.0) + seconds
    total = sum(workload.breakdown_s.values())
    if total <= 0.0 or most.label not in spent or use.label not in spent:
        return None
    there, here = (spent[one.label] / total for one in (most, use))
    return (most, there, here) if there < here else None


def outside(steps: Sequence[Projection], anchor: str | None) -> list[bool]:
    """By step: whether it is outside of what was measured."""
    found = []
    for step in steps:
        workload = step.principal if anchor is None else step.workload(anchor)
        found.append(workload is not None and bool(workload.extrapolated))
    return found
