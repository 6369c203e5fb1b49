"""The network of an installation: all that share hardware are solved together.

A model that stands in it either declares its part (`part`: threads, tasks, volumes of a database)
or the way of its work (`flow`), and is answered with what that meets. Work that no model explains
asks for hardware as it was measured. Whatever shares a partition, a DASD subsystem or work,
directly or through others, makes a *block*; blocks that differ in numbers only are one batch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from model.catalogue import catalogue
from model.contract.evaluation import Conditions, Evaluation, FloatArray
from model.contract.protocol import SubsystemModel
from model.hardware.chains import Chains, Found
from model.hardware.dasd import BEHIND
from model.hardware.dispatching import SLICE_S, patience_s
from model.hardware.flow import (
    Capacity,
    Flow,
    Got,
    at_ziips,
    behind_volumes,
    central,
    paged,
    service_s,
    slower,
)
from model.hardware.io_tasks import behind_full, tasks_of
from model.hardware.paging import device_of, page_ins_more, standing_still
from model.hardware.processors import partition_cps
from model.hardware.ziip import PLACE
from model.projection.asked import AsIs, Asked, Member
from model.projection.begun import State, near_today, start_of
from model.projection.callers import with_called, with_holders
from model.projection.counted_twice import as_known, counted_once
from model.projection.limits import all_their_own, limited, no_shorter, queued_at, with_rates
from model.projection.linked import known_calls, supposed, waiting_as_today, with_calls
from model.projection.ranks import with_ranks
from model.projection.remembered import Memory, View
from model.projection.slowing import Partition, Slowing, faster_arcs
from model.projection.speeds import at_speeds
from model.projection.stations import Stations, capacities_of, with_grown_ziips, with_overflow
from model.projection.storage import MorePaging
from model.projection.taken_over import taken_over
from model.projection.unchanged import asked_once, same_conditions, stands
from model.projection.unknown_cps import in_width, more_cpu, more_use
from model.queueing.installation import InstallationNetwork, Solved, solve_installation
from model.queueing.installation.stood import Stood
from model.topology import Topology

TOLERANCE = 1e-6
_AS_IS_TOLERANCE = 1e-9
_MOST_BUSY = 0.95
OVERFULL = (
    "the I/Os and times of the reports keep the volumes more than busy: that a grown load waits "
    "for them is not in this projection"
)


@dataclass(frozen=True)
class Answered:
    """V cases of a block: by anchor the evaluation (rows, D); by component its use (V, D).

    rows: by anchor the row of each case in the evaluation, None where it is as today.
    found: of the as-is alone.
    others: by partition servers that work of others gets, and those that it asks for, (V, 2).
    asked: by component servers that all its work asks for, (V,), of the central draw.
    """

    evaluations: Mapping[str, Evaluation]
    rows: Mapping[str, Sequence[int | None]]
    uses: Mapping[str, FloatArray]
    got: Mapping[str, Sequence[Got]]
    found: Found
    shape: Hashable
    state: FloatArray
    draws: int
    others: Mapping[str, FloatArray] = field(default_factory=dict)
    asked: Mapping[str, FloatArray] = field(default_factory=dict)

    def stood(self, row: int) -> State:
        """Where the network of a case stood."""
        draws = self.draws
        return State(self.shape, self.state[row * draws : (row + 1) * draws])


def hosts_of(model: SubsystemModel, topology: Topology, anchor: str) -> tuple[str, ...]:
    """Hardware that a workload visits in a network; none where it stands apart."""
    if hasattr(model, "part"):
        hosts: tuple[str, ...] = model.hosts(topology, anchor)  # type: ignore[attr-defined]
        known = [topology[host] for host in hosts if host in topology]
        lpars = [one for one in known if one.kind == "lpar"]
        return hosts if all(partition_cps(topology, lpar) for lpar in lpars) else ()
    if not hasattr(model, "flow"):
        return ()
    from model.subsystems.common.load import find_site

    site = find_site(topology, anchor)
    disks = [one.disk for one in site.disks]
    tell = getattr(model, "facilities", None)
    facilities = () if tell is None else tell(topology, anchor)
    return (site.cps, *disks, *(name + BEHIND for name in disks), *facilities)


def reach_of(
    model: SubsystemModel, topology: Topology, anchor: str, hosts: Iterable[str]
) -> frozenset[str]:
    """Hardware and workloads through which one shares a network with others."""
    calls = getattr(model, "calls", None)
    called = () if calls is None else calls(topology, anchor)
    return frozenset((*hosts, anchor, *called))


def blocks_of(members: Sequence[Member]) -> list[tuple[Member, ...]]:
    """Members that share a network, directly or through others, whatever order they come in."""
    blocks: list[tuple[set[str], list[Member]]] = []
    for member in members:
        reach = member.reach | member.called
        touched = [block for block in blocks if block[0] & reach]
        joined = [one for block in touched for one in block[1]]
        blocks = [block for block in blocks if block not in touched]
        blocks.append((reach.union(*(block[0] for block in touched)), [*joined, member]))  # type: ignore[arg-type]
    found = (tuple(sorted(block, key=lambda member: member.anchor)) for _, block in blocks)
    return sorted(found, key=lambda block: block[0].anchor)


def asked_of(
    members: Sequence[Member],
    view: View,
    conditions: Mapping[str, Conditions],
    taken: Mapping[str, float],
    used: Mapping[str, float],
    overfull: frozenset[str] = frozenset(),
    paging: Mapping[str, MorePaging] | None = None,
) -> Asked:
    """What is asked of a block, but for its flows; ``taken`` by work outside it, CPs ``used``."""
    names = dict.fromkeys(host for member in members for host in member.hosts)
    structures: dict[str, float] = {}
    for member in members:
        for name, share in _structures(member, view, conditions[member.anchor]).items():
            structures[name] = structures.get(name, 0.0) + share
    still = {name: amount for name, amount in (paging or {}).items() if name in names}
    devices = {name: _paging_device(view, name) for name in still}
    names.update(dict.fromkeys(devices.values()))
    found = capacities_of(view.topology, names, taken, used, structures)
    for name in view.added & found.keys():
        found[name] = replace(found[name], untold=False)  # nothing runs there but what comes
    for name in overfull & found.keys():
        found[name] = Capacity(np.inf, behind=found[name].behind)
    found = _limited_behind(found)
    for member in members:
        most = getattr(member.model, "most_cps", None)
        limit = None if most is None else most(conditions[member.anchor])
        if limit is not None:
            here = found[member.hosts[0]]
            found[member.hosts[0]] = replace(here, servers=min(here.servers, limit))
    own = {member.anchor: conditions[member.anchor] for member in members}
    pages = {name: (devices[name], amount) for name, amount in still.items()}
    return Asked(own, found, overfull=overfull, paging=pages)


def _paging_device(view: View, lpar: str) -> str:
    """The paging device of a partition."""
    return view.ask(("pages", lpar), lambda topology, _: device_of(topology, topology[lpar]))


def _structures(member: Member, view: View, conditions: Conditions) -> Mapping[str, float]:
    """Share that a workload makes of the requests to structures in coupling facilities."""
    made = getattr(member.model, "requests_made", None)
    if made is not None:
        shares: Mapping[str, float] = made(conditions, member.draws)
        return shares
    tell = getattr(member.model, "structures", None)
    if tell is None:
        return {}
    return view.ask(
        ("structures", member.anchor), lambda topology, _: tell(topology, member.anchor)
    )


def without_overfull(asked: Asked, topology: Topology) -> Asked:
    """The as-is without the queues of devices for which there are more I/Os than they can do."""
    busy = {name: one.busy for name, one in asked.capacities.items()}
    for flow in asked.flows.values():
        if flow is None:
            continue
        for visit in flow.visits:
            asks = np.asarray(flow.rate_per_s) * np.asarray(visit.each_s)
            busy[visit.where] = busy.get(visit.where, 0.0) + float(np.max(asks))
    disks = {
        name: one
        for name, one in asked.capacities.items()
        if name in topology and topology[name].kind == "dasd"
    }
    full = {
        name for name, one in disks.items() if busy[name] > _MOST_BUSY * one.servers * one.copies
    }
    # What is behind volumes and was measured to do more has a limit that nobody knows.
    full |= {name + BEHIND for name, one in disks.items() if busy[name] > _MOST_BUSY * one.behind}
    without = {
        name: Capacity(np.inf, behind=one.behind)
        for name, one in asked.capacities.items()
        if name in full
    }
    capacities = _limited_behind({**asked.capacities, **without})
    return replace(asked, capacities=capacities, overfull=frozenset(full))


def _limited_behind(capacities: Mapping[str, Capacity]) -> dict[str, Capacity]:
    """The same where nothing is asked behind volumes of what has no limit there."""
    return {
        name: replace(one, behind=0.0)
        if one.behind and not np.isfinite(_servers(capacities, name + BEHIND))
        else one
        for name, one in capacities.items()
    }


def _servers(capacities: Mapping[str, Capacity], name: str) -> float:
    return capacities[name].servers if name in capacities else np.inf


def with_flows(
    members: Sequence[Member], asked: Asked, as_is: AsIs | None, memory: Memory
) -> Asked:
    """The same with its flows. Raises ConditionError when a model refuses its conditions."""
    flows: dict[str, Flow | None] = {}
    for member in members:
        if hasattr(member.model, "flow"):
            known = None if as_is is None else as_is.asked
            now = asked.conditions[member.anchor]
            times = _slower(member, asked, as_is)
            pages = asked.paging.get(member.hosts[0])
            if (
                known is not None
                and times == 1.0
                and pages is None
                and member.anchor in known.flows
                and member.draws.count == as_is_draws(as_is, member.anchor)
                and same_conditions(now, known.conditions.get(member.anchor))
            ):
                flows[member.anchor] = known.flows[member.anchor]
            else:
                flow = memory.flow(member.anchor, member.model, now, member.draws)
                if flow is not None and known is not None:
                    flow = as_known(flow, member.hosts[0], known.flows.get(member.anchor))
                if flow is not None and times != 1.0:
                    flow = slower(flow, member.hosts[0], times)
                if flow is not None and pages is not None:
                    was = now if known is None else known.conditions.get(member.anchor, now)
                    flow = _paged(member, flow, was, *pages)
                flows[member.anchor] = None if flow is None else at_ziips(flow)
    return replace(asked, flows=_linked(members, flows, as_is))


def _linked(
    members: Sequence[Member], flows: Mapping[str, Flow | None], as_is: AsIs | None
) -> dict[str, Flow | None]:
    """The flows with the calls that links tell of: as many as were supposed as-is."""
    links = [(one.anchor, other) for one in members for other in sorted(one.calls & flows.keys())]
    if as_is is None:
        kinds = {one.anchor: one.model.anchor_kind for one in members}
        under = attachments(members)
        calls = supposed(links, flows, kinds, members[0].draws.count, under)
        flows = counted_once(flows, calls, under)
    else:
        known, draws = as_is.asked.flows, members[0].draws.count
        before = {one.anchor: one.calls for one in as_is.members}
        changed = [one for one in members if one.calls != before.get(one.anchor, frozenset())]
        kinds, instead = {}, {}
        if changed:
            kinds = {one.anchor: one.model.anchor_kind for one in (*as_is.members, *members)}
            instead = _instead(changed, flows, known, before, kinds)
        cps = as_is.asked.capacities
        calls = {
            name: known_calls(name, flows, known, links, draws, instead.get(name, {}), cps, kinds)
            for name in flows
        }
        for one in changed:
            if one.calls - before.get(one.anchor, frozenset()) - flows.keys():
                gone = {to for to, doers in instead.get(one.anchor, {}).items() if not doers}
                flows = {**flows, one.anchor: waiting_as_today(one.anchor, flows, known, gone)}
    return {
        name: None if flow is None else with_calls(flow, calls.get(name, ()))
        for name, flow in flows.items()
    }


def _instead(
    changed: Sequence[Member],
    flows: Mapping[str, Flow | None],
    as_is: Mapping[str, Flow | None],
    before: Mapping[str, frozenset[str]],
    kinds: Mapping[str, str],
) -> dict[str, dict[str, tuple[str, ...]]]:
    """By caller, and by workload that it asks no more, who does in a scenario what that did.

    changed: workloads that call others than as-is (``before``).
    """
    found = {}
    for one in changed:
        was, now = as_is.get(one.anchor), flows.get(one.anchor)
        if was is not None and now is not None:
            units = {call.to: central(call.visits) for call in was.calls}
            after = {name for name in one.calls if flows.get(name) is not None}
            found[one.anchor] = taken_over(units, before[one.anchor], after, kinds)
    return found


def attachments(members: Sequence[Member]) -> set[tuple[str, str]]:
    """Workloads that run under the tasks of those that call them: (caller, called)."""
    kinds = {one.anchor: one.model.anchor_kind for one in members}
    return {
        (one.anchor, called)
        for one in members
        for called in one.calls & kinds.keys()
        if any(
            kinds[called] in targets for targets in catalogue()[kinds[one.anchor]].local.values()
        )
    }


def _paged(member: Member, flow: Flow, was: Conditions, device: str, more: MorePaging) -> Flow:
    """The flow with what its pages wait for beyond today: those that it did not miss, and those
    that were counted of it, of a slower device."""
    draws, where = member.draws.count, member.hosts[0]
    share, longer_s = more.share_of(member.anchor), more.longer_s(member.anchor)
    if not share and not longer_s:
        return flow
    still = standing_still(share * more.wait_s, draws, more.stated)
    tell = getattr(member.model, "page_ins_per_s", None)
    page_ins = 0.0 if tell is None else tell(was)
    if page_ins and longer_s:
        busy = service_s(flow, where)
        used = np.maximum(np.asarray(flow.rate_per_s) / flow.growth * busy, 1e-12)
        still = still + page_ins * more.longer_under(member.anchor, draws) / used
    return paged(flow, where, device, still, page_ins_more(share, draws))


def _slower(member: Member, asked: Asked, as_is: AsIs | None) -> float:
    """How many times as long CPU takes where a workload runs now as where it was measured."""
    if as_is is None:
        return 1.0
    before = as_is.by_anchor.get(member.anchor)
    was = before.hosts[0] if before is not None and before.hosts else ""
    here, there = asked.capacities.get(member.hosts[0]), as_is.asked.capacities.get(was)
    return 1.0 if here is None or there is None else there.speed / here.speed


def as_is_draws(as_is: AsIs | None, anchor: str) -> int:
    """Draws under which a workload's flow is known as-is."""
    if as_is is None:
        return 0
    known = as_is.by_anchor.get(anchor)
    return 0 if known is None else known.draws.count


def shape_of(members: Sequence[Member], asked: Asked) -> Hashable:
    """Equal for cases of a block that can be solved as one batch."""
    found = []
    for member in members:
        tell = getattr(member.model, "shape", None)
        own = None if tell is None else tell(asked.conditions[member.anchor])
        flow = asked.flows.get(member.anchor)
        found.append((member.anchor, member.hosts, own, None if flow is None else flow.shape))
    capacities = tuple(
        (name, np.isfinite(one.servers), one.busy > 0.0) for name, one in asked.capacities.items()
    )
    return (tuple(found), capacities)


def answered(
    members: Sequence[Member],
    cases: Sequence[Asked],
    as_is: AsIs | None,
    cancel: Callable[[], bool] | None = None,
    starts: Sequence[State | None] = (),
    stood: Stood | None = None,
) -> Answered:
    """Solve V cases of a block together; `as_is` is how it stands today, None when that is asked.

    starts: by case where it stood when it was asked something similar before.
    stood: where the latest cases of the block did.

    Raises ConditionError when a model refuses one of the conditions.
    """
    count, draws = len(cases), members[0].draws.count
    net = InstallationNetwork(count * draws)
    flows_was = None if as_is is None else as_is.asked.flows
    offers = [with_grown_ziips(case.capacities, case.flows, flows_was) for case in cases]
    both = [with_overflow(o, case.flows) for o, case in zip(offers, cases, strict=True)]
    offers = [behind_full(*one) for one in both]
    before = None if as_is is None else as_is.found
    tasks, per_work = tasks_of(both, None if before is None else before.others)
    served = [
        {n: None if one is None else behind_volumes(one, offer, tasks) for n, one in ways.items()}
        for offer, ways in both
    ]
    longest_s = np.concatenate(
        [np.broadcast_to(patience_s(case.values()), (draws,)) for case in served]
    )
    stations = Stations(net, offers, draws, longest_s, tasks)
    parts: dict[str, Any] = {}
    parts_at: dict[str, dict[str, list[int]]] = {}
    faster: dict[int, FloatArray] = {}
    elsewhere: dict[int, int] = {}
    untold: dict[str, tuple[Sequence[int], Sequence[tuple[float, float]]]] = {}
    flows: dict[str, list[Flow]] = {}
    for member in members:
        own = [case.conditions[member.anchor] for case in cases]
        if hasattr(member.model, "part"):
            part = member.model.part(own, member.draws)
            places = [stations(host) for host in member.hosts]
            before_it = len(net.arcs)
            part.declare(net, member.anchor, places)
            parts[member.anchor] = part
            arcs = range(before_it, len(net.arcs))
            parts_at[member.anchor] = {
                host: [n for n in arcs if net.arcs[n].station == place]
                for host, place in zip(member.hosts, places, strict=True)
                if stations.partition(host)
            }
            stated = [float(one.get("cp_speed", 1.0)) for one in own]
            elsewhere.update(part.elsewhere)
            faster.update(faster_arcs(net, arcs, stations, member.hosts, stated, elsewhere))
            engines = getattr(member.model, "engines_published", None)
            if member.as_published and engines is not None:
                untold[member.anchor] = (arcs, [engines(one) for one in own])
            continue
        each = [flow for case in served if (flow := case[member.anchor]) is not None]
        if each:
            flows[member.anchor] = each
    for name in cases[0].capacities:
        stations(name)
    devices = stations.devices() if before is None else None
    chains = Chains(net, flows, stations, draws, before, longest_s, devices)
    if not net.chains:
        return _nobody(members, cases)
    slowing = _slowing(net, stations, as_is, faster, elsewhere, untold)
    start = start_of(net, as_is, count, draws, starts)
    near = near_today(net, as_is, count, draws) if start is None else None
    solved = solve_installation(net, TOLERANCE, start, cancel, draws, stood, near)
    if as_is is None and solved.converged.all():
        # Scenarios start from it: how far it is off would be taken for their doing.
        further = solve_installation(net, _AS_IS_TOLERANCE, solved.state, cancel, draws)
        solved = further if further.converged.all() else solved
    uses = {
        name: solved.reading.use(place).reshape(count, draws)
        for name, place in stations.places.items()
        if stations.limited(name)
    }
    longer = {} if slowing is None else slowing.longer(solved)
    settled = solved.converged.reshape(count, draws)
    evaluations: dict[str, Evaluation] = {}
    every = range(count)
    rows_of: dict[str, Sequence[int | None]] = {member.anchor: every for member in members}
    got: dict[str, Sequence[Got]] = {}
    wanted = {name: _asked(solved, stations.places[name]).reshape(count, draws) for name in uses}
    own_work = all_their_own({member.anchor: member.model for member in members}, flows)
    linked = {name for name in flows if flows[name][0].calls}
    linked |= {call.to for name in linked for call in flows[name][0].calls}
    for member in (one for one in members if one.anchor in flows):
        now = chains.got(solved, member.anchor)
        pairs = zip(now, cases, strict=True)
        got[member.anchor] = [
            _at_hardware(g, n, member, c, as_is, wanted, longer) for n, (g, c) in enumerate(pairs)
        ]
    used = {
        name: {host: solved.reading.busy(arcs)[::draws] for host, arcs in here.items()}
        for name, here in parts_at.items()
    }
    got = with_ranks(with_holders(got, flows, cases), members, cases, used, as_is)
    for member in members:
        if member.anchor in parts:
            evaluation = parts[member.anchor].evaluation(solved)
            evaluation = limited(evaluation, _engines(member, cases))
            if as_is is not None and not member.as_published:
                more = more_use(member.hosts, cases, uses, as_is.asked, as_is.uses)
                evaluation = in_width(evaluation, more)
            evaluations[member.anchor] = evaluation
            continue
        told: list[tuple[Got, Got] | None] = [None] * count
        rows, alike = list(every), dict[int, int]()
        if member.anchor in flows:
            was = None if as_is is None else as_is.first_got(member.anchor, draws)
            told = [(one, one if was is None else was) for one in got[member.anchor]]
            if as_is is not None and was is not None and member.anchor not in linked:
                rows = [row for row in every if not stands(member, cases[row], as_is, told[row])]
        elif as_is is not None and member.anchor not in as_is.got:
            alike = asked_once(member, cases, as_is, settled)
            rows = [row for row, first in alike.items() if row == first]
        if len(rows) < count:
            at = {row: place for place, row in enumerate(rows)}
            rows_of[member.anchor] = [at.get(alike.get(row, row)) for row in every]
        if not rows:
            continue
        asked, told = [cases[row] for row in rows], [told[row] for row in rows]
        own = [case.conditions[member.anchor] for case in asked]
        evaluation = member.model.evaluate(own, member.draws, told)  # type: ignore[call-arg]
        ways = [one.flows.get(member.anchor) for one in asked]
        evaluation = at_speeds(
            evaluation, [_slower(member, case, as_is) for case in asked], told, ways
        )
        comes = as_is is not None and member.anchor in own_work
        evaluation = limited(evaluation, _engines(member, asked), told if comes else ())
        if member.anchor in flows:
            today = None if as_is is None else as_is.asked
            lacking = more_cpu(member.hosts[0], asked, today, member.anchor)
            evaluation = in_width(evaluation, lacking, told)
            evaluation = queued_at(evaluation, told)
        evaluation = no_shorter(evaluation, ways, member.hosts)
        if any(host in cases[0].overfull for host in member.hosts if not host.endswith(BEHIND)):
            reasons = tuple((*said, OVERFULL) for said in evaluation.reasons)
            evaluation = replace(evaluation, reasons=reasons)
        converged = evaluation.converged & settled[rows]
        evaluations[member.anchor] = replace(evaluation, converged=converged)
    evaluations = with_called(evaluations, flows, got)
    evaluations |= {name: with_rates(evaluations[name]) for name in got if name in evaluations}
    others = _others(stations, solved)
    state, all_asked = solved.state, {name: every[:, 0] for name, every in wanted.items()}
    shape = net.shape
    after = Found() if as_is is not None else chains.found(solved)
    after = replace(after, others={**after.others, **per_work})
    return Answered(evaluations, rows_of, uses, got, after, shape, state, draws, others, all_asked)


def _others(stations: Stations, solved: Solved) -> dict[str, FloatArray]:
    """See `Answered.others`; of the central draws."""
    draws = stations.draws
    return {
        name: np.stack(
            [
                solved.reading.throughput[::draws, chain] * SLICE_S,
                np.array([case[name].busy for case in stations.cases]),
            ],
            axis=-1,
        )
        for name, chain in stations.others.items()
        if stations.partition(name) or name.endswith(PLACE)
    }


def _engines(member: Member, cases: Sequence[Asked]) -> FloatArray:
    """By case the CPs that a workload may use at the most."""
    tell = getattr(member.model, "on_cps", None)
    found = np.full(len(cases), np.inf)
    for row, case in enumerate(cases):
        here = [one for host in member.hosts if (one := case.capacities[host]).is_partition]
        if here and (tell is None or tell(case.conditions[member.anchor])):
            found[row] = sum(one.servers for one in here)
    return found


def _nobody(members: Sequence[Member], cases: Sequence[Asked]) -> Answered:
    """Workloads that use nothing known."""
    evaluations = {
        member.anchor: member.model.evaluate(
            [case.conditions[member.anchor] for case in cases], member.draws
        )
        for member in members
    }
    rows = {member.anchor: range(len(cases)) for member in members}
    return Answered(evaluations, rows, {}, {}, Found(), None, np.zeros((0, 0)), 0)


def _slowing(
    net: InstallationNetwork,
    stations: Stations,
    as_is: AsIs | None,
    faster: Mapping[int, FloatArray],
    elsewhere: Mapping[int, int],
    untold: Mapping[str, tuple[Sequence[int], Sequence[tuple[float, float]]]],
) -> Slowing | None:
    """The effect of busy engines on one another, where there are partitions of known size.

    untold: by workload of which nothing was measured its arcs, and by case the engines of the tests
    that its figures are of, and those busy there: how it is today tells nothing of its CPU.
    """
    draws = stations.draws
    at = [elsewhere.get(n, arc.station) for n, arc in enumerate(net.arcs)]
    partitions = {}
    # Those served at each station, and those whose CPU is of one.
    served, of_cpu = defaultdict[int, list[int]](list), defaultdict[int, set[int]](set)
    for number, arc in enumerate(net.arcs):
        served[arc.station].append(number)
        of_cpu[at[number]].add(number)
    for name, place in stations.places.items():
        if not stations.partition(name) or not stations.limited(name) or place not in served:
            continue
        has = np.repeat([case[name].engines for case in stations.cases], draws)
        was = None if as_is is None else as_is.asked.capacities.get(name)
        had, was_busy = None, None
        if as_is is not None and was is not None and np.isfinite(was.servers):
            had = np.full(net.variants, was.engines)
            if name in as_is.uses:
                used = as_is.uses[name][0, :draws] * was.servers
                was_busy = np.tile(used, len(stations.cases))
            times = np.repeat([case[name].speed / was.speed for case in stations.cases], draws)
            beside = {
                number: times
                for number in served[place]
                if net.chains[net.arcs[number].chain].name == f"other/{name}"
            }
            faster = {**faster, **beside} if beside else faster
        of_tests: set[int] = set()
        for anchor, (arcs, engines) in untold.items():
            own = frozenset(arc for arc in arcs if at[arc] == place)
            there, busy = np.repeat(np.array(engines), draws, axis=0).T
            if own:
                partitions[f"{name}/{anchor}"] = Partition(place, has, there, busy, own)
                of_tests |= own
        if of_tests.issuperset(of_cpu[place]):
            continue
        partitions[name] = Partition(place, has, had, was_busy)
    if not partitions:
        return None
    effect = Slowing(net, partitions, faster, draws, elsewhere)
    net.effect(effect)
    return effect


def _at_hardware(
    one: Got,
    row: int,
    member: Member,
    case: Asked,
    as_is: AsIs | None,
    wanted: Mapping[str, FloatArray],
    longer: Mapping[str, FloatArray],
) -> Got:
    """What a workload gets, with what all who share its hardware ask for there, and how much more
    CPU it takes than it was measured with."""
    servers, asked, others = dict(one.servers), dict(one.asked), dict(one.others)
    uses = {name: use for name, use in one.uses.items() if name in one.servers or name in wanted}
    for name in filter(wanted.__contains__, one.uses):
        capacity = case.capacities[name]
        servers[name] = capacity.servers * capacity.copies
        asked[name] = float(wanted[name][row, 0])
        others[name] = min(capacity.busy, asked[name])
    draws = len(one.rate_per_s)
    times = longer.get(member.hosts[0])
    found = np.ones(draws) if times is None else times[row * draws : (row + 1) * draws]
    flow = case.flows.get(member.anchor)
    page_ins = np.broadcast_to(np.asarray(0.0 if flow is None else flow.page_ins), (draws,))
    found = found * _slower(member, case, as_is)
    return replace(
        one,
        servers=servers,
        asked=asked,
        others=others,
        uses=uses,
        longer=found,
        page_ins=page_ins,
    )


def _asked(found: Solved, station: int) -> FloatArray:
    """Servers that the work of a station asks for: at the rates at which it comes."""
    reading = found.reading
    numbers = reading.numbers
    arcs = reading.structure.at(station)
    chains = reading.structure.chain[arcs]
    with np.errstate(divide="ignore"):
        comes = np.where(numbers.per_rate[:, chains] > 0.0, 1.0 / numbers.per_rate[:, chains], 0.0)
    some = numbers.population[:, chains] > 0.0
    rate = np.where((comes > 0.0) & some, comes, reading.throughput[:, chains])
    total: FloatArray = (rate * numbers.chain_copies[:, arcs] * reading.demand[:, arcs]).sum(axis=1)
    return total
