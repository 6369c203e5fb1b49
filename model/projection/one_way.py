"""What a change of load alone cannot do: more of it makes nobody faster, less makes nobody slower.
Nor do fewer volumes make anybody faster who waits for them, or more of them slower; nor does less
real storage, a smaller buffer pool, or a commit after fewer commands, carry more work.

A band is of how far a model's figure scatters, which knows no direction.  Where nothing changes but
how much work comes, or what volumes can have under way, and all of it the same way, every queue
gets longer or every queue shorter: the part of a response's band that lies on the other side of
today's is none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from model.hardware.dasd import volume_count
from model.projection.estimate import WorkloadProjection
from model.topology import Change, SetSetting, Topology
from model.topology.growth import GROWTH, as_it_is

_RESPONSE = "response_ms"


def load_alone(changes: Sequence[Change], today: Topology) -> int:
    """1 where nothing changes but that more work comes, -1 where less does; 0 otherwise."""
    ways = set()
    for change in changes:
        if not isinstance(change, SetSetting) or change.setting != GROWTH.name:
            return 0
        if change.component not in today or not isinstance(change.value, int | float):
            return 0
        was = as_it_is(today[change.component], GROWTH.name)
        more = change.value - (was if isinstance(was, int | float) else 0.0)
        ways.add((more > 0.0) - (more < 0.0))
    ways.discard(0)
    return ways.pop() if len(ways) == 1 else 0


@dataclass(frozen=True)
class Way:
    """Which way all that changes can but move how long those wait who wait for some volumes."""

    way: int
    disks: frozenset[str]
    now: Topology

    def of(self, anchor: str) -> int:
        """1 where a workload can but wait longer, -1 where shorter; 0 otherwise."""
        if not self.way or not all(_waits_for(self.now, anchor, disk) for disk in self.disks):
            return 0
        return self.way


def way_of(changes: Sequence[Change], today: Topology, now: Topology) -> Way:
    """That of a load (`load_alone`), and of volumes and aliases of DASD that a workload waits for,
    be it in others whom it asks; fewer volumes and more aliases do what both together can.
    """
    disks = frozenset(
        one.component
        for one in changes
        if isinstance(one, SetSetting)
        and one.setting in _OF_VOLUMES
        and one.component in today
        and today[one.component].kind == "dasd"
    )
    rest = [one for one in changes if not (isinstance(one, SetSetting) and one.component in disks)]
    ways = {_volumes_way(today, now, disk) for disk in disks}
    ways |= {load_alone(rest, today)} if rest else set()
    return Way(ways.pop() if len(ways) == 1 else 0, disks, now)


_SAME = 1e-3
"""Of bands: a figure and its change that are of one measured value are as far apart at each end."""
_OF_VOLUMES = ("VOLUMES", "ALIASES")


def _volumes_way(today: Topology, now: Topology, disk: str) -> int:
    """1 where volumes can have less under way, by themselves and with their aliases; -1 if more."""
    was, here = ((volume_count(one, one[disk]), one[disk]) for one in (today, now))
    if not was[0] or not here[0]:
        return 0
    volumes = here[0] - was[0]
    every = volumes + (here[1].number("ALIASES") or 0.0) - (was[1].number("ALIASES") or 0.0)
    if volumes <= 0.0 and every <= 0.0 and volumes + every < 0.0:
        return 1
    return -1 if volumes >= 0.0 and every >= 0.0 and volumes + every > 0.0 else 0


_OWNERS = {"vsam_file": "cics_region", "mq_pageset": "mq_manager"}


def _waits_for(topology: Topology, anchor: str, disk: str) -> bool:
    found: set[str] = set()
    left = [disk]
    while left:
        users = {*topology.source_ids(left.pop(), "uses")}
        # Files are of their region, and regions of IMS do the I/O of their system.
        owners = [topology.ancestor(one, _OWNERS.get(topology[one].kind, "")) for one in users]
        users |= {one.id for one in owners if one is not None}
        users |= {one.id for user in users for one in topology.children(user, "ims_region")}
        users -= found
        found |= users
        left += users
    return anchor in found


_HINDERS = {
    ("lpar", "REAL_STORAGE_GB"): (-1, 0.0, {"etr_per_s": -1, _RESPONSE: 1}),
    ("adabas_database", "COMMIT_SHARE"): (
        1,
        0.0,
        {"etr_per_s": -1, "itr_per_cpu_s": -1, _RESPONSE: 1},
    ),
    ("adabas_nucleus", "LBP"): (-1, 3.0, {"etr_per_s": -1, _RESPONSE: 1}),
}
"""By kind and setting: whether less (-1) or more (1) of it hinders; times as much as projected that
may be what storage brings which it leaves to others who page (judgement; 0: what moves the other
way is left as it is); and which way figures go then.
What work costs where less of it pages goes either way."""


def hindered(
    work: WorkloadProjection, changes: Sequence[Change], today: Topology
) -> WorkloadProjection:
    """The workload where all that changes hinders it, or all relieves it: no figure that moves with
    that has a band which ends on the other side of today's, beyond what it leaves to others.
    """
    ways: dict[str, set[int]] = {}
    reliefs = set()
    for one in changes:
        if not isinstance(one, SetSetting) or one.component not in today:
            return work
        component = today[one.component]
        known, was = _HINDERS.get((component.kind, one.setting)), component.number(one.setting)
        if known is None or was is None or not isinstance(one.value, int | float):
            return work
        less = (one.value > was) - (one.value < was)
        reliefs.add(known[1])
        for metric, moves in known[2].items():
            ways.setdefault(metric, set()).add(less * known[0] * moves)
    for metric, each in ways.items():
        way = each.pop() if len(each) == 1 else 0
        change = work.changes.get(metric)
        if change is not None and way:
            relief = min(reliefs) * change.value if change.value * way < 0.0 else 0.0
            work = one_way(work, way, metric, relief)
    return work


def one_way(
    work: WorkloadProjection, way: int, metric: str = _RESPONSE, end_pct: float = 0.0
) -> WorkloadProjection:
    """The workload with a figure whose band ends where today's is, on the side it cannot move to,
    or at such a change.

    One that itself moves farther is left as it is: what makes it do so is in the figure.  One
    of which not even today's is known keeps the band of its level: only its change has a side.
    """
    if not way:
        return work
    change, figure = work.changes.get(metric), work.metrics.get(metric)
    if change is None or figure is None or change.low == change.high:
        return work
    if (change.value - end_pct) * way < 0.0 or change.value <= -100.0:
        return work
    today = figure.value / (1.0 + change.value / 100.0)
    limit = today * (1.0 + end_pct / 100.0)
    known = all(
        math.isclose(end, today * (1.0 + moved / 100.0), rel_tol=_SAME)
        for end, moved in ((figure.low, change.low), (figure.high, change.high))
    )
    if way > 0:
        change = replace(change, low=max(change.low, end_pct))
        if known:
            figure = replace(figure, low=min(max(figure.low, limit), figure.value))
    else:
        change = replace(change, high=min(change.high, end_pct))
        if known:
            figure = replace(figure, high=max(min(figure.high, limit), figure.value))
    return replace(
        work,
        metrics={**work.metrics, metric: figure},
        changes={**work.changes, metric: change},
    )
