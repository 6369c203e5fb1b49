"""Where a component runs, by the lists of jobs of a system (SDSF DA, RMF Monitor III).

A CICS region's statistics, a Db2 or MQ command's answer seldom name their system, but the address
spaces that a system lists do. Where more than one system lists one, nothing follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from advisor.installation.derivations import Derived
from model.topology import Component, Topology

_SUFFIXES = {"db2_subsystem": ("MSTR", "DBM1"), "mq_manager": ("MSTR", "CHIN")}
"""Address spaces of a subsystem are named by it and their function."""

_NAMED_ALIKE = ("cics_region", "tcpip_stack", "dfsort_job")


def derive(topology: Topology) -> Derived:
    """Place what no report places where the one system is whose list has its address space."""
    systems: dict[str, set[str]] = {}
    for lpar in topology.of_kind("lpar"):
        for metric in lpar.measured:
            head, _, rest = metric.partition(".")
            if head == "job":
                systems.setdefault(rest.rpartition(".")[0], set()).add(lpar.id)
    if not systems:
        return Derived(topology)
    placed = []
    for component in topology.of_kind(*_SUFFIXES, *_NAMED_ALIKE):
        if component.parent is None:
            found = set[str]().union(*(systems.get(job, ()) for job in _jobs(component)))
            if len(found) == 1:
                placed.append(replace(component, parent=found.pop()))
    return Derived(topology.with_components(placed))


def _jobs(component: Component) -> Iterator[str]:
    name = component.name.upper()
    if component.kind in _NAMED_ALIKE:
        yield str(component.value("JOBNAME") or name).upper()
    for suffix in _SUFFIXES.get(component.kind, ()):
        yield name + suffix
