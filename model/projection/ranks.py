"""What a workload gets of CPs by who is dispatched before it, as far as that is known.

What no model explains is not ranked, nor is a workload of which nobody tells the importance. Both
are taken to stand in the middle: work that is told to come behind may come before them all the
same, and would have their CPs.

What those who do come before it leave is a difference. Of CPs that they keep nearly full next to
nothing is left, or several times as much, by what is not known of how much they use.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from model.contract.evaluation import Conditions, FloatArray
from model.hardware.flow import UNRANKED, Got, central, level_of, service_s
from model.projection.asked import AsIs, Asked, Member
from model.subsystems.common.load import GROWTH_CPU_SD, site_of
from model.subsystems.common.scatter import RUN_TO_RUN


class _User(NamedTuple):
    """Who uses CPs of a partition, and how many; sd of these; whether somebody tells the rank."""

    name: str
    level: int
    cps: float
    sd: float
    is_told: bool


def with_ranks(
    got: Mapping[str, Sequence[Got]],
    members: Sequence[Member],
    cases: Sequence[Asked],
    parts: Mapping[str, Mapping[str, FloatArray]],
    as_is: AsIs | None,
) -> dict[str, Sequence[Got]]:
    """What workloads get, with the CPs of unranked work beside them, and how well it is known what
    those before them leave.

    parts: by workload that is no flow, by partition, CPs that it uses, by case.
    """
    found = {name: list(each) for name, each in got.items()}
    for row, case in enumerate(cases):
        users: dict[str, list[_User]] = {}
        for one in members:
            for name, user in _users(one, row, case, got, parts, as_is):
                users.setdefault(name, []).append(user)
        for one in members:
            own = found[one.anchor][row] if one.anchor in found else None
            name = one.hosts[0]
            if own is None or name not in own.servers:
                continue
            here = users.get(name, [])
            mine = next((user for user in here if user.name == one.anchor), None)
            if mine is None:
                continue
            used = central(own.uses[name]) * own.servers[name]
            left_sd = sum(user.sd for user in here if user.level < mine.level)
            unexplained = used - sum(user.cps for user in here)
            if mine.level > UNRANKED and as_is is not None:
                left_sd += RUN_TO_RUN * max(unexplained, 0.0)
            unranked = 0.0
            if mine.is_told:
                unranked = max(used - sum(user.cps for user in here if user.is_told), 0.0)
            if (unranked, left_sd) != (own.unranked, own.left_sd):
                found[one.anchor][row] = replace(own, unranked=unranked, left_sd=left_sd)
    return dict(found)


def _users(
    one: Member,
    row: int,
    case: Asked,
    got: Mapping[str, Sequence[Got]],
    parts: Mapping[str, Mapping[str, FloatArray]],
    as_is: AsIs | None,
) -> list[tuple[str, _User]]:
    conditions = case.conditions[one.anchor]
    importance = _importance(conditions)
    told, level = importance is not None, level_of(importance)
    known = 0.0 if as_is is None else RUN_TO_RUN
    if one.anchor in parts:
        here = {name: float(cps[row]) for name, cps in parts[one.anchor].items()}
        return [
            (name, _User(one.anchor, level, cps, known * cps, told)) for name, cps in here.items()
        ]
    flow = case.flows.get(one.anchor)
    if flow is None or one.anchor not in got:
        return []
    mine, name = got[one.anchor][row], one.hosts[0]
    cpu_s = central(service_s(flow, name)) * central(mine.longer)
    cps = central(mine.rate_per_s) * cpu_s
    was = None if as_is is None else as_is.got.get(one.anchor)
    if was is not None and central(was.rate_per_s) > 0.0 < central(mine.rate_per_s):
        moved = math.log(central(mine.rate_per_s) / central(was.rate_per_s))
        known = math.hypot(known, GROWTH_CPU_SD * moved)
    return [(name, _User(one.anchor, flow.level, cps, known * cps, told))]


def _importance(conditions: Conditions) -> int | None:
    """Importance of a workload, where somebody tells it."""
    own = conditions.get("importance")
    return site_of(conditions).importance if own is None else int(own)
