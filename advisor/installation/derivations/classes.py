"""Responses of regions from the class of Workload Manager that counts their transactions.

Neither DFH0STAT nor the IMS Monitor tell how long a transaction takes; RMF's workload report does,
by class, and does not say whose transactions a class has. A class that ended as many of them as one
region, and as no other, is taken to be that region's.
"""

from __future__ import annotations

from dataclasses import replace

from advisor.installation.derivations import Derived
from model.language import Name, say
from model.topology import Component, Measured, Origin, Topology

REGIONS = ("cics_region", "ims_region")
_APART = 0.005
"""By how much two counts of the same transactions may differ: their intervals do."""
_LEAST = 1_000.0
"""Transactions from which as many are hardly as many by chance."""


def derive(topology: Topology) -> Derived:
    """Add responses to regions that have none, each from the one class that counts as many."""
    classes = [c for c in topology.of_kind("service_class") if c.measure("response_ms")]
    regions = list(topology.of_kind(*REGIONS))
    found, assumed = [], []
    for region in regions:
        own = [c for c in classes if _same(c, region)]
        if "response_ms" in region.measured or len(own) != 1:
            continue
        (counting,) = own
        if sum(_same(counting, other) for other in regions) != 1:
            continue
        told, ended = counting.measured["response_ms"], counting.measure("ended") or 0.0
        why = say(
            "{counting} ended {ended:,.0f} transactions, as many as {region} and no other: its "
            "response is taken for the region's.",
            counting=Name(counting.name),
            ended=ended,
            region=Name(region.name),
        )
        origin = Origin("derived", told.origin.file, told.origin.line, why)
        response = Measured(told.value, told.unit, origin)
        found.append(replace(region, measured={**region.measured, "response_ms": response}))
        assumed.append(why)
    return Derived(topology.with_components(found), tuple(assumed))


def _same(counting: Component, region: Component) -> bool:
    """Whether a class ended the transactions of a region, by their number."""
    ended, own = counting.measure("ended") or 0.0, region.measure("transactions") or 0.0
    return min(ended, own) >= _LEAST and abs(ended / own - 1.0) <= _APART
