"""Hardware that work keeps busy and that no figure of it waits for.

Of a coupling facility only requests of databases wait in the network, and those of Db2 that reports
tell by system (`subsystems.adabas.facility`, `subsystems.db2.requests`), of volumes only I/Os whose
times a report tells (`hardware.dasd.volumes_of`).  What other work asks of them grows with it all
the same: how busy they are then follows from how busy they were, or from the time that a
synchronous read took, and that nothing waits for it is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from model.catalogue import named
from model.contract.evaluation import Evaluation
from model.hardware.dasd import volume_count, volumes_of
from model.language import listed, say
from model.projection.baseline import Baseline
from model.projection.case import Case
from model.projection.estimate import ResourceUse, WorkloadProjection
from model.projection.remembered import View
from model.topology import Component, Topology

_RATE = "etr_per_s"
_CROWDED, _FULL = 0.5, 1.0
"""Use from which it is said; with 50 % busy processors another facility can still take over."""
_MOVED = 0.02
_MOST_NAMED = 5


@dataclass(frozen=True)
class Uncounted:
    """How busy such hardware is, and by workload what is to be said of it."""

    uses: tuple[ResourceUse, ...] = ()
    said: tuple[tuple[str, str], ...] = ()

    def of(self, anchor: str) -> tuple[str, ...]:
        """What is to be said of a workload."""
        return tuple(sentence for name, sentence in self.said if name == anchor)


def uncounted(
    baseline: Baseline,
    case: Case,
    found: Callable[[], Mapping[str, WorkloadProjection]],
    as_is: Mapping[str, Evaluation],
) -> Uncounted:
    """What a case makes of it. ``found`` tells its workloads, ``as_is`` are those of today."""
    assert case.topology is not None
    assert case.view is not None
    uses: list[ResourceUse] = []
    said: list[tuple[str, str]] = []
    hosts = baseline.memory.kept(
        "hosts",
        lambda: {host for block in baseline.blocks for one in block.members for host in one.hosts},
    )
    facilities = [cf for cf in case.topology.of_kind("cf") if cf.id not in hosts]
    times = _grown(found(), as_is) if facilities else {}
    for cf in facilities:
        users = _users_in(case.view, cf)
        use = facility_use(baseline.topology, case.topology, cf, users, times)
        if use is None:
            continue
        uses.append(use)
        if case.scenario.changes and _is_worth_it(baseline.topology[cf.id], use.utilization):
            sentence = _busy_facility(baseline.topology, cf, use.utilization, users, case.topology)
            said.extend((user, sentence) for user in users)
    if case.scenario.changes:
        said.extend(_volumes(baseline, case))
    capped = (_at_most_all(use) for use in uses)
    return Uncounted(tuple(capped), tuple(said))


def _grown(
    found: Mapping[str, WorkloadProjection], as_is: Mapping[str, Evaluation]
) -> dict[str, float]:
    """By workload how many times as much of its work comes through as today."""
    times = {}
    for anchor, work in found.items():
        rate = None if anchor not in as_is else as_is[anchor].metrics.get(_RATE)
        if _RATE in work.metrics and rate is not None and rate[0, 0] > 0.0:
            times[anchor] = work.metrics[_RATE].value / float(rate[0, 0])
    return times


def _users_in(view: View, cf: Component) -> tuple[str, ...]:
    return view.ask(("users", cf.id), lambda now, _: users_of(now, cf))


def users_of(topology: Topology, cf: Component) -> tuple[str, ...]:
    """Workloads linked with what is in a coupling facility."""
    inside = {one.id for one in topology if cf.id in topology.containers(one.id)}
    ends = (
        other
        for link in topology.links
        for one, other in ((link.source, link.target), (link.target, link.source))
        if one in inside and other not in inside
    )
    return tuple(dict.fromkeys(ends))


def facility_use(
    was: Topology,
    now: Topology,
    cf: Component,
    users: Sequence[str],
    times: Mapping[str, float],
) -> ResourceUse | None:
    """How busy a facility's processors are, 1 = all of them and more where they cannot do it.

    None where that is not known as-is, or what is in it is elsewhere. users: see `users_of`. times:
    by workload its rate against today's. Requests grow as the work of those who make them; of
    several the centre is as if all made alike many, the band from all being of the least grown to
    all of the most.
    """
    before = was.components.get(cf.id)
    busy_pct = None if before is None else before.measure("cpu_busy_pct")
    had, has = (None if one is None else one.number("CPS") for one in (before, cf))
    if before is None or busy_pct is None or not had or not has:
        return None
    if {one.id for one in was.children(cf.id)} != {one.id for one in now.children(cf.id)}:
        return None
    grown = [times[user] for user in users if user in times]
    if not grown:
        return None
    base = busy_pct / 100.0 * had / has
    mean = sum(grown) / len(grown)
    return ResourceUse(
        cf.id, "coupling facility", base * mean, base * min(grown), base * max(grown)
    )


def _at_most_all(use: ResourceUse) -> ResourceUse:
    return replace(
        use,
        utilization=min(_FULL, use.utilization),
        low=min(_FULL, use.low),
        high=min(_FULL, use.high),
    )


def _is_worth_it(before: Component, use: float) -> bool:
    today = (before.measure("cpu_busy_pct") or 0.0) / 100.0
    return use >= _CROWDED and use > (1.0 + _MOVED) * today


def _busy_facility(
    was: Topology, cf: Component, use: float, users: tuple[str, ...], now: Topology
) -> str:
    values = {
        "cf": named(cf),
        "now": 100.0 * use,
        "today": was[cf.id].measure("cpu_busy_pct") or 0.0,
        "users": listed([named(now[user]) for user in users], _MOST_NAMED),
        "cps": cf.number("CPS") or 0.0,
    }
    if use >= _FULL:
        return say(
            "{cf}: the requests of {users} ask for {now:,.0f} % of its processors (CPS={cps:,g}), "
            "if they grow as that work does ({today:,.0f} % busy as measured): it cannot do that, "
            "so that not all of the work comes through. Requests of these are not modelled, and "
            "neither that nor their waiting is in any figure",
            **values,
        )
    return say(
        "{cf}: with the requests of {users} its processors (CPS={cps:,g}) are {now:,.0f} % busy, "
        "if they grow as that work does ({today:,.0f} % as measured). Requests of these are not "
        "modelled: that they wait longer, and what CPU z/OS spins meanwhile, is in no figure",
        **values,
    )


def _volumes(baseline: Baseline, case: Case) -> Iterator[tuple[str, str]]:
    """A sentence for volumes of which no report tells the times, where they are crowded."""
    assert case.topology is not None
    was, now = baseline.topology, case.topology
    today = {item.anchor: item.load for item in baseline.anchors}
    for disk in now.of_kind("dasd"):
        has = _exposures(now, disk)
        if not has or volumes_of(now, disk) is not None:
            continue
        before = was.components.get(disk.id)
        had = 0.0 if before is None else _exposures(was, before)
        asked_was = {} if before is None else _by_system(was, before, today)
        for system, each in _by_system(now, disk, case.loads).items():
            use = each.volumes / has
            use_was = asked_was[system].volumes / had if had and system in asked_was else 0.0
            if use < _CROWDED or use <= (1.0 + _MOVED) * use_was:
                continue
            sentence = say(
                "{disk}: {ios:,.0f} I/Os a second of one system that take {each:,.3g} ms each "
                "(synchronous reads, as measured) keep {asked:,.3g} volumes busy, and it can have "
                "{has:,g} under way there: that they wait for one another, or are not all done, is "
                "in no figure, as no report tells how long its I/Os take and wait (RMF, direct "
                "access device activity)",
                disk=named(disk),
                ios=each.ios,
                each=1e3 * each.volumes / each.ios,
                asked=each.volumes,
                has=has,
            )
            yield from ((user, sentence) for user in each.users)


def _exposures(topology: Topology, disk: Component) -> float:
    """I/Os that one system can have under way; 0 where that is not known."""
    volumes = volume_count(topology, disk)
    return volumes + (disk.number("ALIASES") or 0.0) if volumes else 0.0


@dataclass(frozen=True)
class _Asked:
    """Volumes that I/Os of one system keep busy, how many I/Os a second these are, and whose."""

    volumes: float
    ios: float
    users: tuple[str, ...]


def _by_system(
    topology: Topology, disk: Component, loads: Mapping[str, Mapping[str, float]]
) -> dict[str | None, _Asked]:
    """By system what work asks of a DASD subsystem, as far as it is known how long I/Os take."""
    found: dict[str | None, _Asked] = {}
    for user in topology.source_ids(disk.id, "uses"):
        each_us = topology[user].measure("sync_io_us")
        ios = loads.get(user, {}).get(disk.id, 0.0)
        if each_us and ios > 0.0:
            system = topology.ancestor_id(user, "lpar")
            so_far = found.get(system, _Asked(0.0, 0.0, ()))
            volumes = so_far.volumes + ios * each_us * 1e-6
            found[system] = _Asked(volumes, so_far.ios + ios, (*so_far.users, user))
    return found
