"""Hardware as stations of an installation's network, each by the id of its component.

The one place that says how a component serves the work that visits it, and what is asked of it by
work that no model explains.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from model.hardware.coupling import processors_of
from model.hardware.dasd import BEHIND, volumes_of
from model.hardware.dispatching import SLICE_S, crowd, held_by_tasks, is_pooled, shared_tasks
from model.hardware.engines import speed_of
from model.hardware.flow import (
    COUNTED,
    TOKENS,
    Capacity,
    FloatArray,
    Flow,
    central,
    overflowing,
    service_s,
    work_on_ziips,
)
from model.hardware.halving import halved
from model.hardware.measured_waits import Device
from model.hardware.paging import AT_ONCE, DEVICE, at_once, measured_at_once
from model.hardware.processors import Machine, machine_of, partition_cps
from model.hardware.ziip import PLACE, ZiipWork, ziip_work
from model.queueing.installation import InstallationNetwork
from model.topology import Topology


def capacities_of(
    topology: Topology,
    names: Iterable[str],
    taken: Mapping[str, float],
    used: Mapping[str, float] | None = None,
    structures: Mapping[str, float] | None = None,
) -> dict[str, Capacity]:
    """What components offer; without a limit where that is not known.

    taken: what work outside the network takes of them (see `Baseline.other_work`).  used: CPs that
    partitions use, by all that is known.  structures: share that work in the network makes of the
    requests to structures in coupling facilities.
    """
    found = {}
    measured: dict[str, float] | None = None
    machines: dict[str, Machine] = {}
    for name in names:
        busy = max(taken.get(name, 0.0), 0.0)
        kind = topology[name].kind if name in topology else ""
        if kind == "cf":
            processors = processors_of(topology, topology[name])
            # Requests ask as much of a facility as of that in which they were measured.
            here = topology.children(name, "cf_structure")
            for one in here:
                made = (structures or {}).get(one.id, 0.0)
                busy += max(1.0 - made, 0.0) * taken.get(one.id, 0.0)
            found[name] = Capacity(processors or np.inf, busy=busy)
            continue
        if kind == "dasd":
            volumes = volumes_of(topology, topology[name])
            assert volumes is not None
            found[name] = Capacity(
                volumes.servers,
                volumes.copies,
                busy * volumes.service_s,
                in_order=True,
                behind=volumes.behind,
                waited=None if volumes.waited_s is None else volumes.waited_s / volumes.service_s,
                is_random=volumes.is_random,
            )
        elif name.endswith(BEHIND):
            volumes = volumes_of(topology, topology[name.removesuffix(BEHIND)])
            assert volumes is not None
            each_s = volumes.service_s / volumes.behind
            found[name] = Capacity(1.0, busy=busy * each_s, in_order=True, unit_s=each_s)
            found[name + COUNTED] = Capacity(np.inf)
        elif kind == "lpar":
            cpc = topology.ancestor(name, "cpc")
            if cpc is not None and cpc.id not in machines and cpc.number("CPS"):
                machines[cpc.id] = machine_of(topology, cpc)
            known = None if cpc is None else machines.get(cpc.id)
            cps = partition_cps(topology, topology[name], used, known)
            speed = speed_of(cpc) or 1.0
            if cps:
                ziips = ziip_work(topology, topology[name], taken)
                busy = max(busy + ziips.more_overflow, 0.0)
                engines = cps if known is None else known.most.get(name, cps)
                found[name] = Capacity(
                    cps,
                    busy=busy,
                    speed=speed,
                    is_partition=True,
                    ziips=ziips,
                    engines=engines,
                    untold=topology[name].measure("cp_busy_pct") is None,
                )
                if ziips.waits:
                    found[name + PLACE] = Capacity(ziips.now.capacity, busy=ziips.work)
            else:
                found[name] = Capacity(np.inf, speed=speed, is_partition=True)
        elif name.endswith(DEVICE):
            if measured is None:
                measured = measured_at_once(topology)
            told = measured.get(name)
            found[name] = Capacity(
                AT_ONCE if told is None else told,
                in_order=True,
                is_drawn=True,
                is_least=told is not None,
            )
        else:
            found[name] = Capacity(np.inf)
    return found


def ziips_of(
    capacities: Mapping[str, Capacity],
    flows: Mapping[str, Flow | None],
    flows_was: Mapping[str, Flow | None] | None,
) -> dict[str, ZiipWork]:
    """By partition its zIIPs, with what is more, or elsewhere, of their work than as-is."""
    found = {name: one.ziips for name, one in capacities.items() if one.ziips is not None}
    if found and flows_was is not None:
        now, was = work_on_ziips(flows), work_on_ziips(flows_was)
        for name, ziips in found.items():
            grown = now.get(name, 0.0) - was.get(name, 0.0)
            found[name] = replace(ziips, grown=grown) if grown else ziips
    return found


def with_grown_ziips(
    capacities: Mapping[str, Capacity],
    flows: Mapping[str, Flow | None],
    flows_was: Mapping[str, Flow | None] | None,
) -> Mapping[str, Capacity]:
    """Capacities with what zIIPs do not get done of work that is more, or elsewhere, than as-is.

    What waits for zIIPs is asked of them by the flows; without a limit where CPs help.
    """
    found, own = dict(capacities), work_on_ziips(flows)
    for name, ziips in ziips_of(capacities, flows, flows_was).items():
        one = capacities[name]
        assert one.ziips is not None
        if ziips.grown:
            more = ziips.more_overflow - one.ziips.more_overflow
            found[name] = replace(one, busy=max(one.busy + more, 0.0), ziips=ziips)
        if ziips.waits:
            place, rest = name + PLACE, ziips.work - own.get(name, 0.0)
            found[place] = replace(found[place], busy=max(rest, 0.0))
    places = (visit.where for flow in flows.values() if flow is not None for visit in flow.visits)
    for place in places:
        if place.endswith(PLACE):
            found.setdefault(place, Capacity(np.inf))
    return found


def with_overflow(
    capacities: Mapping[str, Capacity], flows: Mapping[str, Flow | None]
) -> tuple[dict[str, Capacity], dict[str, Flow | None]]:
    """Capacities and flows, whose zIIP work waits for CPs where these do it and did not before.

    Of what zIIPs leave to CPs beyond what they left as measured, each workload has its share. CPs
    that are full let no more through than they can do with that: zIIPs are asked for no more of
    it, and what comes beyond leaves nothing to CPs.
    """
    offers, ways = dict(capacities), dict(flows)
    for name, one in capacities.items():
        if one.ziips is None or one.ziips.more_overflow <= 0.0:
            continue
        through = _through(one, ways, name)
        left = _at(one.ziips, through)
        share = min(left.more_overflow / left.work, 1.0) if left.more_overflow > 0.0 else 0.0
        moved = share * work_on_ziips(ways).get(name, 0.0)
        if moved > 0.0:
            busy = one.busy - one.ziips.more_overflow + share * one.ziips.work
            offers[name] = replace(one, busy=max(busy - moved, 0.0), ziips=left)
            ways = {
                each: None if flow is None else overflowing(flow, name, share)
                for each, flow in ways.items()
            }
    return offers, ways


def _at(ziips: ZiipWork, through: float) -> ZiipWork:
    """The same with a share of its work alone."""
    if through >= 1.0:
        return ziips
    return replace(ziips, grown=through * (ziips.done + ziips.grown) - ziips.done)


def _through(one: Capacity, flows: Mapping[str, Flow | None], name: str) -> float:
    """Share of the work of flows that CPs can do, with what of it zIIPs leave to them: 0 to 1.

    Work of others, of which they are asked less than half, is done beside any that comes: more of
    the flows' brings no more of it through, and leaves no more to CPs.
    """
    ziips = one.ziips
    assert ziips is not None
    asked = sum(
        central(flow.rate_per_s) * central(service_s(flow, name))
        for flow in flows.values()
        if flow is not None and np.isfinite(central(flow.rate_per_s))
    )
    others = max(one.busy - ziips.more_overflow, 0.0)
    others = min(others, max(one.servers / 2.0, one.servers - asked))

    def lacks(share: float) -> float:
        return others + share * asked + _at(ziips, share).more_overflow - one.servers

    if lacks(1.0) <= 0.0:
        return 1.0
    return halved(lambda share: lacks(share) <= 0.0, 0.0, 1.0)[0]


class Stations:
    """The stations of V cases under D draws, made when they are first asked for."""

    def __init__(
        self,
        net: InstallationNetwork,
        cases: Sequence[Mapping[str, Capacity]],
        draws: int,
        longest_s: FloatArray,
        tasks: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        self._net, self.cases, self.draws, self._longest_s = net, cases, draws, longest_s
        self._tasks = tasks or {}
        self.places: dict[str, int] = {}
        self.others: dict[str, int] = {}
        """By component the chain of work of others; of CPs and zIIPs as many units of `SLICE_S`."""

    def __call__(self, name: str) -> int:
        """Place of a component's station."""
        if name not in self.places:
            servers, copies = (
                np.repeat([getattr(case[name], part) for case in self.cases], self.draws)
                for part in ("servers", "copies")
            )
            busy = np.concatenate([case[name].busy_under(self.draws) for case in self.cases])
            if any(case[name].is_drawn for case in self.cases):
                each = [case[name] for case in self.cases]
                servers = np.concatenate(
                    [at_once(self.draws, one.servers if one.is_least else None) for one in each]
                )
            disks = any(case[name].in_order for case in self.cases)
            place = self._net.station(f"hardware/{name}", servers, copies, in_order=disks)
            self.places[name] = place
            tasks = self._tasks.get(name)
            if tasks is not None and self.limited(name):
                many = np.repeat(np.array(tasks), self.draws)
                shared_tasks(self._net, place, tasks=many)
            if busy.any():
                self._others(name, place, busy, copies)
        return self.places[name]

    def _others(self, name: str, place: int, busy: FloatArray, copies: FloatArray) -> None:
        """Work of others, under as many tasks as it has ready."""
        unit_s = self._unit_s(name)
        rate = busy / unit_s
        several = bool(np.max(copies) > 1.0) and not is_pooled(self._net, place)
        tokens = np.full(len(rate), TOKENS) if several else crowd(rate, self._longest_s)
        chain = self._net.chain(
            f"other/{name}", np.where(rate > 0.0, tokens, 0.0), rate_per_s=np.maximum(rate, 1e-9)
        )
        self.others[name] = chain
        if several:
            held_by_tasks(self._net, f"other/{name}/ready", chain, place, unit_s, spread=copies)
            return
        if name.endswith(BEHIND) and not is_pooled(self._net, place):
            # I/Os wait there, as many as come.
            self._net.arc(chain, place, unit_s)
            return
        held = self._net.arc(chain, shared_tasks(self._net, place))
        self._net.arc(chain, place, unit_s, within=(held,), spread=copies)

    def _unit_s(self, name: str) -> FloatArray:
        each = np.array([case[name].unit_s or SLICE_S for case in self.cases])
        return np.repeat(each, self.draws)

    def devices(self) -> dict[str, Device]:
        """Hardware whose queue was measured, in cases as-is."""
        found = {}
        for name, place in self.places.items():
            waited = self.cases[0][name].waited
            if waited is not None and self.limited(name):
                at = self._net.stations[place]
                busy = np.concatenate([case[name].busy_under(self.draws) for case in self.cases])
                servers, copies = (
                    busy * 0.0 + np.asarray(part) for part in (at.servers, at.copies)
                )
                untold = self.cases[0][name].is_random
                found[name] = Device(servers, copies, busy, waited, untold)
        return found

    def partition(self, name: str) -> bool:
        """Whether its servers are CPs of a partition."""
        return all(case[name].is_partition for case in self.cases)

    def limited(self, name: str) -> bool:
        """Whether anything can be waited for there."""
        return all(np.isfinite(case[name].servers) for case in self.cases)
