"""CPU that two reports count, or more of it than was used: each is served once in the network.

A region's tasks call Db2 and MQ under their own open TCBs: that CPU stands in the statistics of the
region and in the accounting of those.  And figures of several reports are of intervals and clocks
that differ a little, or hold time on zIIPs: together they may ask for more than the partition was
measured to use.  What is left out of a visit is kept with it, and left out in every scenario.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeGuard

import numpy as np

from model.catalogue import named
from model.hardware.flow import Call, FloatArray, Flow, Number, Visit, central
from model.hardware.ziip import done_cpus
from model.language import listed, say
from model.projection.linked import called_inside_s
from model.topology import Component, Topology

_OTHER_INTERVALS = 0.1
"""Of the measured use, by which sums of figures of other intervals may exceed it. Judgement."""
_MOST_ON_ZIIPS = 0.5
"""Of the CPU that figures tell, what may have run on zIIPs. Judgement."""
_FULL = 0.995
"""Of usable CPs, what is busy where a report says all: at all of them a queue has no response.
Judgement: half a per cent is what reports round a busy share by."""
_SAID = 0.005
"""Of the CPU of a partition or workload: less is left out without a sentence."""


def counted_once(
    flows: Mapping[str, Flow | None],
    calls: Mapping[str, Collection[Call]],
    attached: Collection[tuple[str, str]],
) -> dict[str, Flow | None]:
    """The flows as-is, callers without the CPU that whom they call (``attached``) counts too."""
    return {
        name: None if flow is None else _without_called(name, flow, flows, calls, attached)
        for name, flow in flows.items()
    }


def _without_called(
    name: str,
    flow: Flow,
    flows: Mapping[str, Flow | None],
    calls: Mapping[str, Collection[Call]],
    attached: Collection[tuple[str, str]],
) -> Flow:
    visits = []
    left: dict[str, Number] = {}
    for visit in flow.visits:
        if np.any(np.asarray(visit.open_s) > 0.0):
            if visit.where not in left:
                left[visit.where] = sum(
                    np.asarray(call.visits) * called_inside_s(other, visit.where)
                    for call in calls.get(name, ())
                    if (name, call.to) in attached and (other := flows.get(call.to)) is not None
                )
            own = np.minimum(left[visit.where], visit.open_s)
            left[visit.where] = np.asarray(left[visit.where]) - own
            visit = _without(visit, own)
        visits.append(visit)
    return replace(flow, visits=tuple(visits))


def _without(visit: Visit, less_s: Number) -> Visit:
    less_s = np.minimum(less_s, visit.each_s)
    return replace(visit, each_s=np.asarray(visit.each_s) - less_s, left_s=visit.left_s + less_s)


def as_known(flow: Flow, where: str, was: Flow | None) -> Flow:
    """The flow of a scenario without what is left out as-is of its CPU, now at ``where``."""
    if was is None:
        return flow
    left = {
        (visit.within, visit.ready): visit.left_s
        for visit in was.visits
        if np.any(np.asarray(visit.left_s) > 0.0)
    }
    if not left:
        return flow
    visits = (
        _without(
            visit, np.maximum(_fitting(left[key], visit.each_s) * visit.times - visit.left_s, 0.0)
        )
        if visit.where == where and (key := (visit.within, visit.ready)) in left
        else visit
        for visit in flow.visits
    )
    return replace(flow, visits=tuple(visits))


def _fitting(values: Number, like: Number) -> FloatArray:
    """Values of draws for as many draws as another has."""
    found: FloatArray = np.ravel(values)[: max(np.size(like), 1)]
    return found


@dataclass(frozen=True)
class Excess:
    """What the workloads of a partition ask for beyond what it was measured to use, in CPs."""

    lpar: Component
    asked: float
    busy: float
    on_ziips: float
    left: float
    """Of the CPU of each workload, what is served in the network."""

    @property
    def said(self) -> str:
        """A sentence on it."""
        if self.on_ziips:
            return say(
                "{lpar}: CPU of its workloads adds up to {asked:,.3g} CPs where {busy:,.3g} were "
                "busy, and zIIPs did {ziips:,.3g}: their figures hold time on zIIPs, or are of "
                "other intervals, and each is counted as {pct:,.0f} % of what it says. CPU on "
                "general CPs, of one interval, would tell",
                lpar=named(self.lpar),
                asked=self.asked,
                busy=self.busy,
                ziips=self.on_ziips,
                pct=100.0 * self.left,
            )
        return say(
            "{lpar}: CPU of its workloads adds up to {asked:,.3g} CPs where {busy:,.3g} were busy: "
            "their figures are of other intervals, and each is counted as {pct:,.1f} % of what it "
            "says. Reports of one interval would tell",
            lpar=named(self.lpar),
            asked=self.asked,
            busy=self.busy,
            pct=100.0 * self.left,
        )


@dataclass(frozen=True)
class Reconciled:
    """The workloads as they stand in the network, beside what was measured of their partitions.

    other_cps     by partition CPs that were busy with what no model explains.
    left_out_cps  by partition what measured CPU would keep busy beyond what the network has.
    said          by partition, where its workloads' CPU adds up to more than was measured, or all
                  of its CPs were busy.
    """

    flows: Mapping[str, Flow | None]
    other_cps: Mapping[str, float]
    left_out_cps: Mapping[str, float]
    said: tuple[tuple[str, str], ...]


def reconciled(
    topology: Topology,
    flows: Mapping[str, Flow | None],
    loads: Mapping[str, Mapping[str, float]],
    measured: Mapping[str, float],
    usable: Mapping[str, float],
) -> Reconciled:
    """Flows as-is against the CPs that their partitions were measured to use (``measured``).

    loads: by workload what it takes of hardware, by its own figures.  usable: CPs that partitions
    can use at a time.  One that was busy with all of them had work ready at every moment, which
    waits behind what has a measured response: then the rest is busy with other work.
    """
    left_out, other, said = _left_out_per_s(flows), {}, []
    for lpar in topology.of_kind("lpar"):
        if lpar.id not in measured:
            continue
        every = sum(load.get(lpar.id, 0.0) for load in loads.values())
        asked = max(every - left_out.get(lpar.id, 0.0), 0.0)
        most = _FULL * usable.get(lpar.id, np.inf)
        busy = min(measured[lpar.id], most)
        if measured[lpar.id] >= most and every > 0.0:
            said.append((lpar.id, _all_busy(lpar)))
        other[lpar.id] = max(busy - asked, 0.0)
        excess = _excess(topology, lpar, flows, asked, busy)
        if excess is not None:
            flows = {name: _scaled(flow, excess) for name, flow in flows.items()}
            if 1.0 - excess.left > _SAID:
                said.append((lpar.id, excess.said))
    return Reconciled(flows, other, _left_out_per_s(flows), tuple(said))


def _all_busy(lpar: Component) -> str:
    return say(
        "{lpar} was busy with all the CPs that it can use: whether more work would come if it had "
        "more is in no report. Loads are taken to stay as measured, and what more CPs bring is in "
        "responses alone",
        lpar=named(lpar),
    )


def _is_offered(flow: Flow | None) -> TypeGuard[Flow]:
    """Whether its work comes at a rate, rather than as fast as it is done."""
    return flow is not None and bool(np.isfinite(central(flow.rate_per_s)))


def _visited(flows: Mapping[str, Flow | None]) -> Iterator[tuple[float, Visit]]:
    """Visits of the work that comes at a rate, each with that rate per second."""
    for flow in flows.values():
        if _is_offered(flow):
            rate_per_s = central(flow.rate_per_s)
            yield from ((rate_per_s, visit) for visit in flow.visits)


def _left_out_per_s(flows: Mapping[str, Flow | None]) -> dict[str, float]:
    found: dict[str, float] = {}
    for rate_per_s, visit in _visited(flows):
        left = rate_per_s * central(visit.left_s)
        if left > 0.0:
            found[visit.where] = found.get(visit.where, 0.0) + left
    return found


def _excess(
    topology: Topology,
    lpar: Component,
    flows: Mapping[str, Flow | None],
    asked: float,
    busy: float,
) -> Excess | None:
    """By how much figures say too much; None where they do not, or by more than they may differ."""
    own = sum(
        rate_per_s * central(visit.each_s)
        for rate_per_s, visit in _visited(flows)
        if visit.where == lpar.id
    )
    beyond, ziips = asked - busy, done_cpus(topology, lpar)
    if beyond <= 0.0 or own <= 0.0 or busy <= 0.0:
        return None
    most = _OTHER_INTERVALS * busy + min(ziips, _MOST_ON_ZIIPS * asked)
    if beyond > min(most, _MOST_ON_ZIIPS * own):
        return None
    on_ziips = ziips if beyond > _OTHER_INTERVALS * busy else 0.0
    return Excess(lpar, asked, busy, on_ziips, 1.0 - beyond / own)


def _scaled(flow: Flow | None, excess: Excess) -> Flow | None:
    if not _is_offered(flow):
        return flow
    visits = (
        _without(visit, np.asarray(visit.each_s) * (1.0 - excess.left))
        if visit.where == excess.lpar.id
        else visit
        for visit in flow.visits
    )
    return replace(flow, visits=tuple(visits))


def twice_of(
    name: str,
    flows: Mapping[str, Flow | None],
    attached: Collection[tuple[str, str]],
    topology: Topology,
) -> tuple[str, ...]:
    """A sentence on a workload whose CPU others count as well."""
    flow = flows.get(name)
    if flow is None:
        return ()
    opened = [v for v in flow.visits if central(v.open_s) > 0.0 and central(v.left_s) > 0.0]
    others = [call.to for call in flow.calls if (name, call.to) in attached]
    where = {visit.where for visit in opened}
    all_s = sum(central(v.each_s) + central(v.left_s) for v in flow.visits if v.where in where)
    twice_s = sum(
        central(call.visits) * (central(visit.each_s) + central(visit.left_s))
        for call in flow.calls
        if call.to in others and (other := flows.get(call.to)) is not None
        for visit in other.visits
        if visit.where in where
    )
    twice_s = min(twice_s, sum(central(visit.open_s) for visit in opened))
    if not others or twice_s <= _SAID * all_s:
        return ()
    return (
        say(
            "{name}: {pct:,.0f} % of its CPU ran on its open TCBs in {called}, where it is counted "
            "as well; in the model it is counted once",
            name=named(topology[name]),
            pct=100.0 * twice_s / all_s,
            called=listed([named(topology[one]) for one in others]),
        ),
    )
