"""What the class of Workload Manager that counts a region's transactions says of the region.

Neither DFH0STAT nor the IMS Monitor tell how long a transaction takes, nor the Monitor what CPU it
needs; RMF's workload report does, by class, and does not say whose transactions a class has. A
class that ended as many of them as one region, and as no other, is taken to be that region's. Its
CPU time is kept beside a region's own, so that the two can be compared.
"""

from __future__ import annotations

from dataclasses import replace

from advisor.installation.derivations import Derived
from model.language import Name, listed, say
from model.topology import Component, Measured, Origin, Topology
from model.topology.importance import IMPORTANCE

REGIONS = ("cics_region", "ims_region")
_OWN_CPU = ("tcb_cpu_s", "partition_cpu_s", "cpu_pct", "transaction_cpu_us")
"""Figures by which a region's CPU is known without its class."""
_APART = 0.005
"""By how much two counts of the same transactions may differ: their intervals do."""
_LEAST = 1_000.0
"""Transactions from which as many are hardly as many by chance."""


def derive(topology: Topology) -> Derived:
    """Add what a class says to the one region that counts as many transactions."""
    classes = [c for c in topology.of_kind("service_class") if c.measure("response_ms")]
    regions = list(topology.of_kind(*REGIONS))
    found, assumed = [], []
    for region in regions:
        own = [c for c in classes if _same(c, region)]
        if len(own) != 1 or sum(_same(own[0], other) for other in regions) != 1:
            continue
        told = {n: m for n, m in _told(own[0], region).items() if n not in region.measured}
        importance = own[0].settings.get(IMPORTANCE.name)
        if importance is not None and IMPORTANCE.name not in region.settings:
            region = region.with_setting(IMPORTANCE.name, importance)
            found.append(region)
        if not told:
            continue
        taken = [say("response")] if "response_ms" in told else []
        if "class_cpu_s" in told and not any(name in region.measured for name in _OWN_CPU):
            taken.append(say("CPU time"))
        if "page_ins_per_s" in told:
            taken.append(say("page-ins"))
        why = say(
            "{counting} ended {ended:,.0f} transactions, as many as {region} and no other: its "
            "{figures} are taken to be the region's",
            counting=Name(own[0].name),
            ended=own[0].measure("ended") or 0.0,
            region=Name(region.name),
            figures=listed(taken),
        )
        measured = {
            name: replace(one, origin=Origin("derived", one.origin.file, one.origin.line, why))
            for name, one in told.items()
        }
        found.append(replace(region, measured={**region.measured, **measured}))
        if taken:
            assumed.append(why)
    return Derived(topology.with_components(found), tuple(assumed))


def _told(counting: Component, region: Component) -> dict[str, Measured]:
    """Figures of a class under the names that a region has for them."""
    response = counting.measured["response_ms"]
    found = {"response_ms": Measured(response.value, response.unit, response.origin)}
    cpu_s, execution_ms = counting.measure("cpu_s"), counting.measure("execution_ms")
    if cpu_s:
        origin = counting.measured["cpu_s"].origin
        total = cpu_s + (counting.measure("srb_s") or 0.0)
        found["class_cpu_s"] = Measured(total, "s", origin)
    deviation = counting.measured.get("response_deviation_ms")
    if deviation is not None and counting.measure("response_deviation_ms"):
        found["response_deviation_ms"] = deviation
    # Of transactions alone, whose CPU their regions' own class counts, none is no measurement.
    page_ins = counting.measure("page_ins_per_s")
    if page_ins or (page_ins is not None and cpu_s):
        found["page_ins_per_s"] = counting.measured["page_ins_per_s"]
    if execution_ms and region.kind == "ims_region":
        outside = max((counting.measure("response_ms") or 0.0) - execution_ms, 0.0)
        outside = max(outside, counting.measure("queued_ms") or 0.0)
        origin = counting.measured["execution_ms"].origin
        found["outside_execution_ms"] = Measured(outside, "ms", origin)
    return found


def _same(counting: Component, region: Component) -> bool:
    """Whether a class ended the transactions of a region, by their number."""
    ended, own = counting.measure("ended") or 0.0, region.measure("transactions") or 0.0
    return min(ended, own) >= _LEAST and abs(ended / own - 1.0) <= _APART
