"""Where a component runs, by the lists of jobs of a system (SDSF DA, RMF Monitor III).

A CICS region's statistics, a Db2 or MQ command's answer seldom name their system, but the address
spaces that a system lists do. Where more than one system lists one, nothing follows; nor from the
list of a system that is known by its file only, for it may be one of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from advisor.installation.derivations import Derived
from advisor.installation.identity import is_of_a_file
from model.catalogue import catalogue
from model.topology import Component, Topology


def derive(topology: Topology) -> Derived:
    """Place what no report places where the one system is whose list has its address space."""
    systems: dict[str, set[str]] = {}
    for lpar in topology.of_kind("lpar"):
        for metric, measured in lpar.measured.items():
            head, _, rest = metric.partition(".")
            if head == "job" and not is_of_a_file(lpar.name, measured.origin.file):
                systems.setdefault(rest.rpartition(".")[0], set()).add(lpar.id)
    if not systems:
        return Derived(topology)
    placed = []
    for component in topology.of_kind(*(kind.name for kind in catalogue() if kind.jobs)):
        if component.parent is None:
            found = set[str]().union(*(systems.get(job, ()) for job in _jobs(component)))
            if len(found) == 1:
                placed.append(replace(component, parent=found.pop()))
    return Derived(topology.with_components(placed))


def _jobs(component: Component) -> Iterator[str]:
    for form in catalogue()[component.kind].jobs:
        stated = component.value("JOBNAME") if form == "{name}" else None
        yield form.format(name=stated or component.name).upper()
