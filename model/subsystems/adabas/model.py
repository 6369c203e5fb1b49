"""`evaluate`: conditions and draws in, all metrics out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from model.contract.evaluation import (
    BoolArray,
    Conditions,
    ConstantDraws,
    Evaluation,
    FloatArray,
)
from model.hardware.dasd import BEHIND
from model.hardware.dispatching import UNKNOWN_RANK
from model.hardware.paging import AT_ONCE, FEWEST_AT_ONCE
from model.language import say
from model.queueing.installation import InstallationNetwork, Solved
from model.subsystems.adabas import facility, network
from model.subsystems.adabas.binding import held_by
from model.subsystems.adabas.cells import Cells, cells
from model.subsystems.adabas.constants import column, shipped_draws
from model.subsystems.adabas.installation import (
    Installations,
    installations,
    places_of,
    systems_of,
)
from model.subsystems.adabas.measures import IO_DEVICE, IO_RESPONSE, IO_STARTED
from model.subsystems.adabas.network import Flow
from model.subsystems.adabas.reads import Slices, logical_reads, slices
from model.subsystems.adabas.region import (
    extrapolations,
    full_structure,
    most_commands,
    paced,
    remarks,
    residual_spread,
)
from model.subsystems.adabas.schema import check
from model.subsystems.adabas.writes import structure_pressing


def evaluate(conditions: Sequence[Conditions], draws: ConstantDraws | None = None) -> Evaluation:
    """All metrics of V conditions under D draws.

    conditions: keys of `schema.SCHEMA`.  draws: constants, and customer factors as columns
    ``factor.NAME``; the shipped central values when None.

    Raises ConditionError, in one sentence, for conditions that are unknown or contradictory.
    """
    for one in conditions:
        check(one)
    used = shipped_draws(0) if draws is None else draws
    if not conditions:
        return Evaluation({}, {}, (), np.zeros((0, used.count), dtype=bool))
    return _evaluation(conditions, figures(installations(conditions), used), True)


_LEAST_SAID = 0.02
_OF_A_COMMAND = frozenset({"itr_per_cpu_s", "buffer_efficiency"})
"""Figures that do not follow from how many commands come through."""


class Part:
    """Databases of one shape in the networks of V installations: declared, solved, read."""

    def __init__(self, conditions: Sequence[Conditions], draws: ConstantDraws) -> None:
        self._conditions, self._draws = conditions, draws
        self._sites = installations(conditions, merged=False)
        self._cut = slices(self._sites, draws)
        if len(self._cut.installation) != len(conditions):
            raise ValueError("runs that fill their caches have no place in an installation")
        self._given = cells(self._sites, draws, self._cut)
        self._places: network.Places | None = None
        self._requests: list[facility.Requests] = []
        self.elsewhere: dict[int, int] = {}
        """By arc at no CPs the station of those whose time it is."""

    def declare(self, net: InstallationNetwork, name: str, hosts: Sequence[int]) -> None:
        """`hosts` are the CP stations of its systems, in the order of the conditions.

        After these come its systems' paging devices, what stands behind volumes that others use as
        well, and its coupling facilities' stations where their use is known.
        """
        systems = self._sites.systems.shape[1]
        cps, pages = tuple(hosts[:systems]), tuple(hosts[systems : 2 * systems])
        stations = hosts[2 * systems :]
        limits = [one for one in stations if net.stations[one].name.endswith(BEHIND)]
        known = next((one for one in limits if np.isfinite(net.stations[one].servers).all()), None)
        self._places = network.declare(
            net, name, self._given, cps, pages, known, self._conditions[0].get("importance")
        )
        self.elsewhere = {
            own[place]: net.arcs[own[network.CPS]].station
            for own in self._places.arcs
            for place in (network.OFF_TASK, network.BESIDE)
        }
        groups = list(zip(self._places.chains, self._places.arcs, strict=True))
        facilities = [one for one in stations if one not in limits]
        self._requests = facility.declare(
            net, name, groups, facilities, self._conditions, self._draws
        )

    def evaluation(self, found: Solved) -> Evaluation:
        """What the solved networks say of the databases."""
        assert self._places is not None
        flow = network.flow_of(self._places, self._given, found)
        joined = _joined(self._sites, self._draws, self._cut, self._given, flow)
        answer = _evaluation(self._conditions, joined, False)
        if self._requests:
            answer = self._with_requests(answer, found, flow)
        answer = self._ranked(answer, flow)
        return replace(self._paging(answer, flow), held_by=self._held_by(found, flow))

    def _paging(self, answer: Evaluation, flow: Flow) -> Evaluation:
        """With what is not known of a paging device that much is asked of."""
        rows = np.arange(len(self._conditions)) * self._draws.count
        at_once, uses = self._given.pages_at_once[rows], flow.pages[rows]
        busiest = (at_once * uses).argmax(axis=1)[:, None]
        said = []
        each_us = self._page_operation_us()
        paged_us = answer.metrics["paging_per_s"][:, 0] * each_us
        shares = paged_us * 1e-6 / answer.metrics["cpu_s_per_s"][:, 0]
        for row, own in enumerate(answer.reasons):
            if shares[row] >= _LEAST_PAGING:
                own = (*own, _takes_cpu(float(shares[row]), float(each_us[row])))
            most, use = float(at_once[row, busiest[row, 0]]), float(uses[row, busiest[row, 0]])
            if "pages_at_once_per_lpar" in self._conditions[row] and most != AT_ONCE:
                if use >= _MOSTLY:
                    own = (*own, _at_its_limit(use))
            elif most * use >= FEWEST_AT_ONCE:
                own = (*own, _under_way(most * use))
            said.append(own)
        return replace(answer, reasons=tuple(said))

    def _page_operation_us(self) -> FloatArray:
        """CPU of a page operation in the central draw, (V,)."""
        central = (column(self._draws, name).flat[0] for name in ("page_us", "factor.cpu"))
        return np.asarray(math.prod(map(float, central)) / self._sites.cp_speed, dtype=float)

    def _ranked(self, answer: Evaluation, flow: Flow) -> Evaluation:
        """Wider where nuclei wait for CPs that others use: nobody says who is dispatched first.

        CPs that others take instead are as busy: of their use only the database's part is in doubt.
        """
        rows = np.arange(len(self._conditions)) * self._draws.count
        spread = network.rank_sd(flow, self._given)[rows]
        if not (spread >= _LEAST_SAID).any():
            return answer
        pace = paced(self._conditions, answer.metrics, answer.utilization)
        busy = pace.rate * network.own_share(flow, self._given)[rows]
        own = {"cpu_busy_pct": busy, "response_ms": pace.response}
        wider = {
            name: known
            if name in _OF_A_COMMAND
            else np.hypot(known, own.get(name, pace.rate) * spread)
            for name, known in answer.residual_sd.items()
        }
        said = tuple(
            (*own, UNKNOWN_RANK) if more >= _LEAST_SAID else own
            for own, more in zip(answer.reasons, spread, strict=True)
        )
        return replace(answer, residual_sd=wider, reasons=said)

    def _held_by(self, found: Solved, flow: Flow) -> tuple[tuple[str, int] | None, ...]:
        requests = {
            one.place: (found.reading.residence[:, list(one.arcs)], found.reading.use(one.station))
            for one in self._requests
        }
        return tuple(
            held_by(one, flow, self._given, row * self._draws.count, requests)
            for row, one in enumerate(self._conditions)
        )

    def _with_requests(self, answer: Evaluation, found: Solved, flow: Flow) -> Evaluation:
        shape = answer.metrics["etr_per_s"].shape
        total = flow.etr_per_s.sum(axis=1)
        per_command = np.zeros(len(total))
        places = 1 + max(one.place for one in self._requests)
        busy = np.full((shape[0], places, shape[1]), np.nan)
        for one in self._requests:
            use = found.reading.use(one.station).reshape(shape)
            busy[:, one.place] = np.minimum(use, 1.0)
            residence = found.reading.residence[:, list(one.arcs)]
            per_command += (residence * flow.etr_per_s).sum(axis=1) / total
        counted = self._sites.counted[:, None]
        name = "coupling facility"
        return replace(
            answer,
            utilization={**answer.utilization, name: np.nanmax(busy, axis=1)},
            by_system={**answer.by_system, name: busy},
            breakdown_s={**answer.breakdown_s, name: per_command.reshape(shape) / counted},
        )


_MOSTLY = 0.5
"""Of a paging device's time in use: waiting for it takes as long as it."""


_LEAST_PAGING: Final = 0.005
"""Of a database's CPU: ITR of published runs scatters by more."""


def _takes_cpu(share: float, each_us: float) -> str:
    return say(
        "page operations take {share:.1f} % of its CPU, {each_us:,.3g} us each, which ITR counts; "
        "what one takes is assumed and may be a third or three times as much",
        share=100.0 * share,
        each_us=each_us,
    )


def _at_its_limit(use: float) -> str:
    return say(
        "the paging device is {use:.0f} % in use: RMF's page data set report says how much it "
        "moved and how long it was in use for that, from which follows how much it can move; were "
        "it to serve several requests at once, which the report does not tell, it could move more",
        use=100.0 * use,
    )


def _under_way(count: float) -> str:
    return say(
        "{count:,.0f} page operations are under way at the same time: a paging device is taken to "
        "do {at_once:.0f} at once, as that of 001 did (section 4.6); how many this one does no "
        "report says, and what it cannot do waits",
        count=count,
        at_once=AT_ONCE,
    )


def shape_of(conditions: Conditions) -> tuple[int, ...]:
    """Databases of one shape differ in numbers only: facilities to which requests are known,
    and groups of nuclei on each system."""
    groups = (0 if system is None else len(system.groups) for system in systems_of(conditions))
    facilities = 1 + int(max(conditions.get("cf_places", (-1,))))
    requests = sum(facility.timed(conditions, place) << place for place in range(facilities))
    told = bool(conditions.get("io_times_told", False))
    return (facilities, requests, conditions.get("importance", 0), told, *groups)


def _evaluation(conditions: Sequence[Conditions], found: Figures, merged: bool) -> Evaluation:
    extrapolated = tuple(
        (*extrapolations(one), *full_structure(found.metrics, row))
        for row, one in enumerate(conditions)
    )
    pace = paced(conditions, found.metrics, found.utilization)
    return Evaluation(
        metrics=found.metrics,
        residual_sd=residual_spread(conditions, found.metrics, extrapolated, pace),
        extrapolated=extrapolated,
        converged=found.converged,
        utilization=found.utilization,
        breakdown_s=found.breakdown_s,
        pools=frozenset({"threads"}),
        by_system=_by_system(conditions, found, merged),
        reasons=tuple(remarks(one, found.metrics, row) for row, one in enumerate(conditions)),
        most={
            "etr_per_s": most_commands(conditions),
            "nucleus_busy_pct": found.nucleus_most_pct[:, 0],
        },
    )


@dataclass(frozen=True)
class Figures:
    """Metrics, utilization and response breakdown, each name -> (V, D)."""

    metrics: dict[str, FloatArray]
    utilization: dict[str, FloatArray]
    breakdown_s: dict[str, FloatArray]
    of_an_io: dict[str, FloatArray]
    """Milliseconds of the mean I/O, from its start by a nucleus to its end, and of it what it is
    under way (RMF: pending, disconnected, connected) (V, D)."""
    converged: BoolArray
    nucleus_most_pct: FloatArray
    """CPU of a nucleus whose one task is never without a CP, and of its I/Os beside it (V, D)."""
    group_cpu_s: FloatArray
    """(V, G, D) CPU seconds per second of the nuclei of a group on all systems."""
    group_pages: FloatArray
    """(V, G, D) page operations per second of the same."""
    nuclei: FloatArray
    """(V, G, D) utilization of a group's nuclei."""
    threads: FloatArray
    """(V, G, D)."""
    cps: FloatArray
    """(V, K, D)."""


def _by_system(
    conditions: Sequence[Conditions], found: Figures, merged: bool
) -> dict[str, FloatArray]:
    """What each system gives and how busy it, its nuclei and their threads are, (V, S, D).

    "nuclei" and "threads" are by group of nuclei: those of a system follow one another, systems in
    the order of the conditions.
    """
    count, _, draws = found.group_cpu_s.shape
    places = [places_of(one, merged) for one in conditions]
    deep = found.nuclei.shape[1] // found.cps.shape[1]
    systems = max(map(len, places))
    cpu_s, cps, pages = (np.full((count, systems, draws), np.nan) for _ in range(3))
    nuclei, threads = (np.full((count, systems * deep, draws), np.nan) for _ in range(2))
    for row, own in enumerate(places):
        for system, place in enumerate(own):
            if place is None:
                continue
            kind, alike = place
            groups = slice(kind * deep, (kind + 1) * deep)
            here = slice(system * deep, (system + 1) * deep)
            cpu_s[row, system] = found.group_cpu_s[row, groups].sum(axis=0) / alike
            pages[row, system] = found.group_pages[row, groups].sum(axis=0) / alike
            cps[row, system] = found.cps[row, kind]
            nuclei[row, here] = found.nuclei[row, groups]
            threads[row, here] = found.threads[row, groups]
    return {
        "cpu_s_per_s": cpu_s,
        "paging_per_s": pages,
        "CPs": cps,
        "nuclei": nuclei,
        "threads": threads,
    }


def figures(
    sites: Installations,
    draws: ConstantDraws,
    tolerance: float = network.TOLERANCE,
    memory: network.Memory | None = None,
) -> Figures:
    """What `evaluate` says of installations that were checked, without spread and remarks.

    memory: of the same installations under similar draws.
    """
    cut = slices(sites, draws)
    given = cells(sites, draws, cut)
    return _joined(
        sites, draws, cut, given, network.solve(given, tolerance, len(cut.installation), memory)
    )


class _Joined:
    """Joins slices of an installation: per command, or per second."""

    def __init__(self, cut: Slices, count: int, draws: int, etr: FloatArray) -> None:
        self._cut = cut
        self._shape = (count, draws)
        self._seconds = cut.share / etr.sum(axis=1).reshape(cut.share.shape)
        self._total = self._sum(self._seconds)

    def _sum(self, values: FloatArray) -> FloatArray:
        out = np.zeros(self._shape)
        np.add.at(out, self._cut.installation, values)
        return out

    @property
    def etr_per_s(self) -> FloatArray:
        return 1.0 / self._total

    def per_command(self, values: FloatArray) -> FloatArray:
        """(M,) per command of a slice to (V, D) per command of the run."""
        return self._sum(self._cut.share * values.reshape(self._cut.share.shape))

    def over_time(self, values: FloatArray) -> FloatArray:
        """(M,) at any moment of a slice to (V, D) on average over the run."""
        return self._sum(self._seconds * values.reshape(self._cut.share.shape)) / self._total


def _joined(
    sites: Installations, draws: ConstantDraws, cut: Slices, given: Cells, flow: Flow
) -> Figures:
    joined = _Joined(cut, sites.count, draws.count, flow.etr_per_s)
    total = flow.etr_per_s.sum(axis=1)

    def by_command(values: FloatArray) -> FloatArray:
        return joined.per_command((values * flow.etr_per_s).sum(axis=1) / total)

    def of_each(values: FloatArray) -> FloatArray:
        return np.stack([joined.over_time(one) for one in values.T], axis=1)

    etr = joined.etr_per_s
    cpu_s = by_command(flow.cpu_s)
    reads = by_command(given.reads)
    # CPU of I/Os is beside the task, which has at most one CP.
    task_s = np.maximum(cpu_s - by_command(given.off_task), 0.1 * cpu_s)
    logs = by_command(flow.log_writes)
    ios = by_command(given.ios) + logs
    think_s = sites.think_time_s[:, None] + column(draws, "think_s")
    counted = sites.counted[:, None]
    response_s = np.maximum(sites.users[:, None] / etr / counted - think_s, 1e-9)
    cps = of_each(flow.cps)
    there = sites.systems[:, :, None] * sites.cps[:, :, None]
    cp_busy = np.minimum((cps * there).sum(axis=1) / there.sum(axis=1), 1.0)
    used = given.nuclei > 0
    busy = {
        name: joined.over_time(np.where(some, values, 0.0).max(axis=1))
        for name, values, some in (
            ("nuclei", flow.nuclei, used),
            ("paging devices", flow.pages, given.systems > 0),
            ("volumes", flow.volumes, given.systems > 0),
            ("log volumes", flow.log_volumes, given.systems > 0),
            ("I/O limit", flow.limit, np.ones_like(flow.limit, dtype=bool)),
        )
    }
    busy["CPs"] = np.minimum(np.where(there > 0, cps, 0.0).max(axis=1), 1.0)
    busy["threads"] = np.minimum(
        joined.over_time(np.where(used, flow.threads, 0.0).max(axis=1)), 1.0
    )
    write_s = by_command(flow.write_s)
    metrics = {
        "etr_per_s": etr * counted,
        "itr_per_cpu_s": counted / cpu_s,
        "response_ms": response_s * 1e3,
        "reads_per_s": reads * etr,
        "buffer_efficiency": logical_reads(sites, draws) / reads,
        "paging_per_s": by_command(given.paging) * etr,
        "work_plog_writes_per_s": logs * etr,
        "io_per_s": ios * etr,
        "cpu_s_per_s": etr * cpu_s,
        "cpu_busy_pct": 100.0 * cp_busy,
        "nucleus_busy_pct": 100.0 * etr * cpu_s / sites.nuclei[:, None],
        "dasd_busy_pct": 100.0
        * np.minimum(
            np.maximum(np.maximum(busy["volumes"], busy["log volumes"]), busy["I/O limit"]), 1.0
        ),
        "structure_full_pressure": structure_pressing(sites, draws) * etr * write_s,
        "storage_mb": np.broadcast_to(sites.memory_mb[:, None], etr.shape).copy(),
    }
    return Figures(
        metrics,
        busy,
        _breakdown(flow, lambda values: by_command(values) / counted),
        _of_an_io(flow, by_command, ios),
        np.logical_and.reduceat(flow.converged.reshape(cut.share.shape), _starts(cut), axis=0),
        100.0 * cpu_s / task_s,
        of_each(flow.etr_per_s * flow.cpu_s),
        of_each(flow.etr_per_s * given.paging),
        of_each(flow.nuclei),
        of_each(flow.threads),
        cps,
    )


def _starts(cut: Slices) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    changes = np.flatnonzero(np.diff(cut.installation)) + 1
    return np.concatenate([[0], changes]).astype(np.intp)


def _of_an_io(
    flow: Flow, by_command: Callable[[FloatArray], FloatArray], ios: FloatArray
) -> dict[str, FloatArray]:
    volumes_s, limit_s = (
        by_command(flow.residence_s[:, :, list(places)].sum(axis=2))
        for places in ((*network.QUEUED, *network.SERVED), network.AT_LIMIT)
    )
    served_s = np.minimum(by_command(flow.at_volumes_s), volumes_s)
    return {
        IO_RESPONSE: 1e3 * (volumes_s + limit_s) / ios,
        IO_STARTED: 1e3 * (served_s + limit_s) / ios,
        IO_DEVICE: 1e3 * served_s / ios,
    }


def _breakdown(flow: Flow, by_command: Callable[[FloatArray], FloatArray]) -> dict[str, FloatArray]:
    """Seconds of the response by where they pass; they add up to all of it."""
    parts = {
        "waiting for a thread": (network.THREADS,),
        "nucleus": (network.NUCLEUS,),
        "CPs": (network.CPS, network.OFF_TASK, network.GENERATOR, network.BESIDE),
        "paging": (network.PAGING,),
        "volumes": (*network.QUEUED, *network.SERVED),
        "WORK/PLOG": (network.LOGS,),
        "I/O limit": network.AT_LIMIT,
    }
    found = {
        name: by_command(flow.residence_s[:, :, list(places)].sum(axis=2))
        for name, places in parts.items()
    }
    found["CPs"] = np.maximum(found["CPs"], 0.0)
    return found
