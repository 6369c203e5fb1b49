"""CPs that go to work of which nobody tells whether it is dispatched before other work.

What no model explains is not ranked, nor is a workload of which nobody tells the importance. Both
are taken to stand in the middle: work that is told to come behind may come before them all the
same, and would have their CPs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from model.contract.evaluation import Conditions, FloatArray
from model.hardware.flow import Got, central, service_s
from model.projection.asked import Asked, Member
from model.subsystems.common.load import site_of


def is_told(conditions: Conditions) -> bool:
    """Whether somebody tells the importance of a workload."""
    return site_of(conditions).importance is not None or "importance" in conditions


def with_unranked(
    got: Mapping[str, Sequence[Got]],
    members: Sequence[Member],
    cases: Sequence[Asked],
    parts: Mapping[str, Mapping[str, FloatArray]],
) -> dict[str, Sequence[Got]]:
    """What workloads of told importance get, with the CPs that unranked work has beside them.

    parts: by workload that is no flow, by partition, CPs that it uses, by case.
    """
    found = {name: list(each) for name, each in got.items()}
    for row, case in enumerate(cases):
        told = [one for one in members if is_told(case.conditions[one.anchor])]
        ranked: dict[str, float] = {}
        for one in told:
            for name, cps in parts.get(one.anchor, {}).items():
                ranked[name] = ranked.get(name, 0.0) + float(cps[row])
            flow = case.flows.get(one.anchor)
            if flow is not None and one.anchor in got:
                mine, name = got[one.anchor][row], one.hosts[0]
                cpu_s = central(service_s(flow, name)) * central(mine.longer)
                ranked[name] = ranked.get(name, 0.0) + central(mine.rate_per_s) * cpu_s
        for one in told:
            name = one.hosts[0]
            if one.anchor in found and name in found[one.anchor][row].servers:
                mine = found[one.anchor][row]
                used = central(mine.uses[name]) * mine.servers[name]
                left = max(used - ranked[name], 0.0)
                found[one.anchor][row] = replace(mine, unranked=left)
    return dict(found)
