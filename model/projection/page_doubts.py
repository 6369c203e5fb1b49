"""Reports of paging that cannot both be true: who pages more than its system, devices in no use."""

from __future__ import annotations

from collections.abc import Sequence

from model.catalogue import named
from model.hardware.paging import least_in_use
from model.language import LineNumber, Name, joined, say
from model.topology import Component, Topology

_COUNTED = 1.05
"""By which two counts of one thing may differ: intervals begin and end apart, digits are few."""
_LEAST_PER_S = 1.0
"""Page-ins of which less are no matter."""
_SAMPLES = 5.0
"""Samples in which a device was in use by what it moved, from which none is no chance: RMF takes
one a second; of five expected ones none is seen in 0.7 % of the intervals."""
_CYCLE_S = 1.0


def beyond_system(topology: Topology, component: Component) -> str | None:
    """A sentence where a region, or a class of work, pages in more than all that it can run on."""
    rate = page_ins_per_s(component)
    systems = _systems(topology, component)
    known = [system.measure("page_ins_per_s") for system in systems]
    if not systems or rate is None or None in known or rate < _LEAST_PER_S:
        return None
    total = sum(one or 0.0 for one in known)
    if rate <= _COUNTED * total:
        return None
    return say(
        "{name}: {rate:,.0f} page-ins a second ({where}) are more than the {total:,.0f} of "
        "{systems} altogether ({where2}): one of the reports is wrong or of another time, and what "
        "rests on either is in doubt",
        name=named(component),
        rate=rate,
        where=_where(component, "page_ins_per_s"),
        systems=joined([named(system) for system in systems], ", "),
        total=total,
        where2=_where(systems[0], "page_ins_per_s"),
    )


def page_ins_per_s(component: Component) -> float | None:
    """Page-ins a second. A class's are by second of residency: of less than one resident, less."""
    rate = component.measure("page_ins_per_s")
    resident = component.measure("mpl") if component.kind == "service_class" else None
    return rate if rate is None or resident is None else rate * min(resident, 1.0)


def _systems(topology: Topology, component: Component) -> Sequence[Component]:
    """The system that a component runs on; of a class of work all of the sysplex."""
    if component.kind == "service_class":
        return tuple(one for one in topology.of_kind("lpar") if one.value("OPSYS") != "z/VSE")
    lpar = topology.ancestor(component.id, "lpar")
    return () if lpar is None else (lpar,)


def in_no_use(lpar: Component) -> tuple[str, ...]:
    """A sentence for each paging device that moved pages and was hardly ever seen in use."""
    said = []
    for name, (moved, in_use_pct, least_pct) in least_in_use(lpar).items():
        seconds = lpar.measured[f"page_data_set_in_use_pct.{name}"].interval_s or 0.0
        if in_use_pct >= least_pct / 2.0 or least_pct / 100.0 * seconds / _CYCLE_S < _SAMPLES:
            continue
        said.append(
            say(
                "{name}: {device} moved {moved:,.0f} pages a second ({where}) and was in use "
                "{used:.2f} % of the time ({where2}), where so many take {least:.1f} % at the "
                "least: how much it can move is not taken from that report, and what pages to it "
                "is in doubt",
                name=named(lpar),
                device=Name(name),
                moved=moved,
                where=_where(lpar, f"page_data_set_pages_per_s.{name}"),
                used=in_use_pct,
                where2=_where(lpar, f"page_data_set_in_use_pct.{name}"),
                least=least_pct,
            )
        )
    return tuple(said)


def _where(component: Component, metric: str) -> str:
    origin = component.measured[metric].origin
    return say("{file}:{line}", file=Name(origin.file), line=LineNumber(origin.line))
