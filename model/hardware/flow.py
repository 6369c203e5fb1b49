"""The way of a workload's unit of work through an installation, and what the network says of it.

A product declares a `Flow`: software servers that are held (`Pool`), service at hardware named by
its component (`Visit`), the way on through another workload (`Call`), and what was measured of
holds and responses (`Rest`). Of a measured time that visits and their waits do not explain, the
rest is kept: as-is the network says what was measured, and a scenario changes what it explains.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.hardware.dasd import BEHIND
from model.hardware.ziip import PLACE, ZiipWork
from model.topology.importance import MIDDLE

FloatArray = npt.NDArray[np.float64]
Number = FloatArray | float


def central(value: Number) -> float:
    """A number in the central draw."""
    return float(np.asarray(value).flat[0])


WHOLE = ""
"""The workload itself, where the name of a pool could stand."""
COUNTED = "/counted"
"""What follows the name of hardware where its service is that of another visit as well."""
TOKENS = 10_000.0
"""Units of work that can wait to be done at the same time, of a workload that is a flow of slices
of CPU; more servers than that are endless."""
FEWEST = 10.0
"""Units of work that can wait of a workload however seldom they come. What waits longest is let in
as what comes more often (`dispatching.crowd`), so that a job of a few a day takes no more than its
share of full CPs."""
UNRANKED = 1
"""The level of work that nobody ranks."""


@dataclass(frozen=True)
class Pool:
    """Software servers: a task, threads, strings, sessions, regions.

    visits     times that a unit of work takes one.
    within     the pool that is held meanwhile.
    component  which component it is shown at; the workload's own where nothing is said.
    holds      whether it is taken for the bottleneck only where nothing inside it is nearly full.
    instead    the pool that a `share` of the work that others do not make does not take, but this:
               what one of the two cannot let in keeps nobody of the other out.
    """

    name: str
    servers: Number
    visits: Number = 1.0
    within: str = WHOLE
    component: str = ""
    holds: bool = True
    instead: str = WHOLE
    share: Number = 0.0


@dataclass(frozen=True)
class Visit:
    """Service of a unit of work at hardware.

    where   id of a partition (its CPs) or of a DASD subsystem (its volumes).
    each_s  service time, summed over all visits of a unit of work.
    ready   whether no task of one at a time does it, so that several run side by side.
    open_s  what of it, at the most, ran under the unit's own tasks for workloads that it calls and
            that count it as well (a region's open TCBs in Db2).
    left_s  what was measured beyond `each_s` and is not served here: others count it, or nobody can
            have used it.
    ziip_s  what more of it runs on the partition's zIIPs.
    times   how many times as much as-is the settings of the workload itself make of it (traces).
    """

    where: str
    each_s: Number
    visits: Number = 1.0
    within: str = WHOLE
    ready: bool = True
    open_s: Number = 0.0
    left_s: Number = 0.0
    ziip_s: Number = 0.0
    times: Number = 1.0


@dataclass(frozen=True)
class Call:
    """Units of another workload that one unit of this one makes, and waits for.

    supposed  whether nobody counted them: growth of the called workload is then work of its own.
    was       the workload that did it as-is, where a scenario sends it to another.
    """

    to: str
    visits: Number
    within: str = WHOLE
    supposed: bool = False
    was: str = ""


@dataclass(frozen=True)
class Rest:
    """What was measured of a hold, or of the whole response, and what becomes of its rest.

    measured_s  as-is; None where it is not known, and the rest is `add_s` alone.
    part_s      how much of the rest, at the most, changes to `ratio` times as much.
    add_s       what is added to it.
    least_s     what of the measured time is known to pass elsewhere, however long the network's
                waits are: they are no longer than what is left.
    at          the pool that is held for the rest, where it is another than the measured one: what
                a response holds beyond the known is spent inside, not before its outermost pool.
    paces       whether it is the time of one server within the pool that makes the whole response
                as long as measured: what holds a transfer back is its far end, not its path.
    clocked     whether one clock measured it and the service in it, so that what of it is no
                service says how long was waited, however short that is.
    """

    within: str
    measured_s: Number | None
    part_s: Number = 0.0
    ratio: Number = 1.0
    add_s: Number = 0.0
    paces: bool = False
    at: str | None = None
    least_s: Number = 0.0
    clocked: bool = False

    @property
    def place(self) -> str:
        """The pool that is held for the rest."""
        return self.within if self.at is None else self.at


@dataclass(frozen=True)
class Flow:
    """A workload on its way.

    rate_per_s  units of work that arrive; of `population` customers that come back at once after
                `think_s` where it is infinite.
    page_ins    of a unit of work, beyond those that it was measured with.
    growth      of them against what was measured.
    pools       outer before inner.
    level       1 is served first at CPs.
    """

    rate_per_s: Number
    growth: float = 1.0
    pools: tuple[Pool, ...] = ()
    visits: tuple[Visit, ...] = ()
    calls: tuple[Call, ...] = ()
    rests: tuple[Rest, ...] = ()
    level: int = UNRANKED
    population: Number = FEWEST
    think_s: Number = 0.0
    page_ins: Number = 0.0

    @property
    def shape(self) -> tuple[object, ...]:
        """Equal for flows that differ in numbers only."""
        return (
            tuple((p.name, p.within, p.instead) for p in self.pools),
            tuple((v.where, v.within, v.ready) for v in self.visits),
            tuple((c.to, c.within, c.was) for c in self.calls),
            tuple((r.within, r.measured_s is None, r.paces, r.place) for r in self.rests),
            self.level,
        )


def ranked(flow: Flow, importance: int | None) -> Flow:
    """The same at the level of its importance to Workload Manager (`model.topology.importance`)."""
    return flow if importance is None else replace(flow, level=level_of(importance))


def level_of(importance: int | None) -> int:
    """The level of work at CPs by its importance; that of all others where nobody says."""
    return UNRANKED if importance is None else UNRANKED + importance - MIDDLE


def slower(flow: Flow, where: str, times: float) -> Flow:
    """The same on CPs on which its service takes so many times as long."""
    visits = tuple(
        replace(visit, each_s=np.asarray(visit.each_s) * times) if visit.where == where else visit
        for visit in flow.visits
    )
    return replace(flow, visits=visits)


def service_s(flow: Flow, where: str) -> FloatArray | float:
    """Service of a unit of work at one place."""
    return sum(np.asarray(visit.each_s) for visit in flow.visits if visit.where == where)


def paged(flow: Flow, where: str, device: str, still: FloatArray, ins: FloatArray) -> Flow:
    """The same standing still for pages: so many seconds at a device for a second on these CPs.

    A task stands still with all that it holds. ins: page-ins for that second.
    """
    pages: dict[str, Visit] = {}
    for visit in flow.visits:
        if visit.where == where:
            known = pages.get(visit.within, Visit(device, 0.0, visit.visits, visit.within, False))
            more = np.asarray(known.each_s) + np.asarray(visit.each_s) * still
            pages[visit.within] = replace(known, each_s=more)
    page_ins = service_s(flow, where) * ins
    return replace(flow, visits=(*flow.visits, *pages.values()), page_ins=page_ins)


def at_ziips(flow: Flow) -> Flow:
    """The same with what of its CPU zIIPs do as service there."""
    found = [
        Visit(visit.where + PLACE, visit.ziip_s, visit.visits, visit.within)
        for visit in flow.visits
        if np.any(np.asarray(visit.ziip_s) > 0.0)
    ]
    return replace(flow, visits=(*flow.visits, *found)) if found else flow


def overflowing(flow: Flow, where: str, share: float) -> Flow:
    """The same where the CPs of a partition do a share of what its zIIPs did."""
    visits = []
    for visit in flow.visits:
        if visit.where == where:
            more_s = share * np.asarray(visit.ziip_s)
            visit = replace(visit, each_s=np.asarray(visit.each_s) + more_s)
        elif visit.where == where + PLACE:
            visit = replace(visit, each_s=np.asarray(visit.each_s) * (1.0 - share))
        visits.append(visit)
    return replace(flow, visits=tuple(visits))


def behind_volumes(
    flow: Flow, capacities: Mapping[str, Capacity], pooled: Collection[str] = ()
) -> Flow:
    """The same with its I/Os at what stands behind the volumes, which serves all who use these.

    That is a part of the time for which they hold a volume: what they wait there makes it longer.
    pooled: DASD subsystems whose users wait in one pool as far as nobody counts them.
    """
    found: list[Visit] = []
    for visit in flow.visits:
        behind = capacities[visit.where].behind if visit.where in capacities else 0.0
        if behind > 0.0:
            part_s = np.asarray(visit.each_s) / behind
            there = Visit(
                visit.where + BEHIND, part_s, visit.visits, visit.within, visit.where in pooled
            )
            beside = replace(there, where=there.where + COUNTED, each_s=-part_s, ready=False)
            found += there, beside
    return replace(flow, visits=(*flow.visits, *found)) if found else flow


@dataclass(frozen=True)
class OnZiips:
    """What of a workload's CPU is on the zIIPs of a partition.

    each_s  of a unit of work.
    came    zIIPs that it keeps busy where all that comes is done; of none that is not there.
    was     zIIPs that it kept busy as-is.
    """

    each_s: Number = 0.0
    came: Number = 0.0
    was: float = 0.0


def on_ziips(
    flows: Mapping[str, Flow | None], flows_was: Mapping[str, Flow | None]
) -> dict[str, dict[str, OnZiips]]:
    """By partition, by workload what of it is on the partition's zIIPs, or was as-is."""
    found: dict[str, dict[str, OnZiips]] = {}
    for name in {**flows, **flows_was}:
        flow, flow_was = flows.get(name), flows_was.get(name)
        each, each_was = _ziip_s(flow), _ziip_s(flow_was)
        for where in {**each, **each_was}:
            each_s, was = each.get(where, 0.0), _busy_ziips(flow_was, each_was.get(where, 0.0))
            if np.any(np.asarray(each_s) > 0.0) or was > 0.0:
                came = 0.0 if flow is None else np.asarray(flow.rate_per_s) * each_s
                found.setdefault(where, {})[name] = OnZiips(each_s, came, was)
    return found


def work_on_ziips(flows: Mapping[str, Flow | None]) -> dict[str, float]:
    """By partition zIIPs that the work of flows would keep busy, in the central draw."""
    found: dict[str, float] = {}
    for flow in flows.values():
        for where, each_s in _ziip_s(flow).items():
            found[where] = found.get(where, 0.0) + _busy_ziips(flow, each_s)
    return found


def _busy_ziips(flow: Flow | None, each_s: Number) -> float:
    on_it = central(each_s)
    return 0.0 if flow is None or on_it <= 0.0 else central(flow.rate_per_s) * on_it


def _ziip_s(flow: Flow | None) -> dict[str, Number]:
    """By partition CPU of a unit of work on its zIIPs; hardly any work has some."""
    found: dict[str, Number] = {}
    for visit in () if flow is None else flow.visits:
        if not isinstance(visit.ziip_s, float) or visit.ziip_s:
            found[visit.where] = found.get(visit.where, 0.0) + np.asarray(visit.ziip_s)
    return found


@dataclass(frozen=True)
class Capacity:
    """What a component offers, and what is taken of it by work that is no flow.

    servers  CPs; I/Os that one of the `copies` can have under way.
    busy     servers, of all copies together.
    speed    of one server relative to a zEC12's CP.
    in_order whether it serves one request after the other, rather than all of them at once.
    is_drawn whether how many servers there are is not known, and `servers` the central draw.
    ziips    those of a partition.
    is_least whether there are as many as that, and not known whether there are more.
    behind   of volumes, I/Os that the subsystem behind them serves at a time; 0 where not known.
    unit_s   of a unit of the work that is no flow; 0 where nobody counts it in units.
    waited   for it as measured, in units of its service; None where nobody measured that.
    is_random whether nobody measured it, and it is what random work waits of the time measured.
    engines  of a partition, CPs that it may have at once while no other partition wants any.
    untold   of a partition, whether nobody told how busy it is: `busy` is of modelled work alone.
    """

    servers: float
    copies: float = 1.0
    busy: float = 0.0
    speed: float = 1.0
    is_partition: bool = False
    in_order: bool = False
    is_drawn: bool = False
    is_least: bool = False
    ziips: ZiipWork | None = None
    behind: float = 0.0
    unit_s: float = 0.0
    engines: float = 0.0
    waited: float | None = None
    is_random: bool = False
    untold: bool = False

    def busy_under(self, draws: int) -> FloatArray:
        """`busy` under draws, the first the central one: how zIIP work overflows is not known."""
        if self.ziips is None:
            return np.full(draws, self.busy)
        more = np.array(self.ziips.more_under(draws))
        found: FloatArray = np.maximum(self.busy + more - more[0], 0.0)
        return found


_OF_UNITS = (
    "rate_per_s", "offered_per_s", "response_s", "share", "fits", "service_s", "called_s",
    "longer", "page_ins",
)  # fmt: skip


def _close(one: FloatArray, other: FloatArray, share: float, more: Number = 0.0) -> bool:
    """Whether all numbers are as others, by a share of these or by so much more."""
    if len(one) == len(other) == 1:
        least = more[0] if isinstance(more, np.ndarray) else more
        return bool(abs(one[0] - other[0]) <= share * abs(other[0]) + least)
    return bool((np.abs(one - other) <= share * np.abs(other) + more).all())


class Holder(NamedTuple):
    """A called workload whose full servers hold its callers back: which, its name, what is full."""

    anchor: str
    name: str
    full: str


@dataclass(frozen=True)
class Got:
    """What the network says of a workload, under D draws, each of a unit of work.

    rate_per_s, offered_per_s  units that come through, of those that come.
    response_s  all of it, without what is known to lie outside (`share`, `short_s`).
    hold_s, wait_s   by pool: how long one is held, and how long is waited for it, per unit.
    uses        how busy each component and pool is; `servers` how many there are, and `asked` how
                many the offered work asks for, in the central draw.
    share       of the waits in the network that measured units of work saw.
    fits        of the service in it, which is all of it unless it is longer than the response.
    service_s   what of the response is no wait.
    called_s    what of it passes in other workloads that are called.
    queued_s    by how much longer than as-is it waits for what is held around it.
    longer      how many times as much CPU a unit of work takes as it was measured with.
    page_ins    beyond those that it was measured with.
    held_by     whose full servers hold it back, of those it calls.
    others      by hardware servers that work asks for there which no model explains.
    unranked    CPs that work has of which nobody tells the importance, where its own is told.
    left_sd     CPs by which what those before it leave of them may be off, as a standard deviation.
    """

    rate_per_s: FloatArray
    offered_per_s: FloatArray
    response_s: FloatArray
    hold_s: Mapping[str, FloatArray] = field(default_factory=dict)
    wait_s: Mapping[str, FloatArray] = field(default_factory=dict)
    uses: Mapping[str, FloatArray] = field(default_factory=dict)
    servers: Mapping[str, float] = field(default_factory=dict)
    asked: Mapping[str, float] = field(default_factory=dict)
    pools: frozenset[str] = frozenset()
    share: FloatArray = field(default_factory=lambda: np.ones(1))
    fits: FloatArray = field(default_factory=lambda: np.ones(1))
    service_s: FloatArray = field(default_factory=lambda: np.zeros(1))
    called_s: FloatArray = field(default_factory=lambda: np.zeros(1))
    queued_s: FloatArray = field(default_factory=lambda: np.zeros(1))
    longer: FloatArray = field(default_factory=lambda: np.ones(1))
    page_ins: FloatArray = field(default_factory=lambda: np.zeros(1))
    held_by: Holder | None = None
    others: Mapping[str, float] = field(default_factory=dict)
    unranked: float = 0.0
    left_sd: float = 0.0

    def first(self, draws: int) -> Got:
        """Under the first draws alone."""

        def cut(columns: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
            return {name: column[:draws] for name, column in columns.items()}

        return replace(
            self,
            rate_per_s=self.rate_per_s[:draws],
            offered_per_s=self.offered_per_s[:draws],
            response_s=self.response_s[:draws],
            hold_s=cut(self.hold_s),
            wait_s=cut(self.wait_s),
            uses=cut(self.uses),
            share=self.share[:draws],
            fits=self.fits[:draws],
            service_s=self.service_s[:draws],
            called_s=self.called_s[:draws],
            queued_s=self.queued_s[:draws],
            longer=self.longer[:draws],
            page_ins=self.page_ins[:draws],
        )

    def is_as(self, other: Got, share: float, busy: float) -> bool:
        """Whether it is as another says: times and rates relative to these, use by so much."""
        if (self.servers, self.pools) != (other.servers, other.pools):
            return False
        if max(abs(self.unranked - other.unranked), abs(self.left_sd - other.left_sd)) > busy:
            return False
        if not all(_close(getattr(self, n), getattr(other, n), share) for n in _OF_UNITS):
            return False
        # Of what is waited beyond today nothing is waited today.
        if not _close(self.queued_s, other.queued_s, 0.0, share * other.response_s):
            return False
        for name, near in (("hold_s", share), ("wait_s", share), ("uses", 0.0)):
            one, two = getattr(self, name), getattr(other, name)
            more = 0.0 if near else busy
            if one.keys() != two.keys() or not all(_close(one[k], two[k], near, more) for k in one):
                return False
        return self.asked.keys() == other.asked.keys() and all(
            abs(asked - other.asked[name]) <= busy * self.servers[name]
            for name, asked in self.asked.items()
        )

    @property
    def seen_s(self) -> FloatArray:
        """The response as measured units of work see it.

        Of waits that the network makes and nobody measured a share is seen, but all of one that
        there was not before for what is held around the work: nothing of that is in the share.
        """
        waits_s = self.response_s - self.service_s
        queued_s = np.minimum(self.queued_s, np.maximum(waits_s, 0.0))
        return self.fits * self.service_s + self.share * (waits_s - queued_s) + queued_s
