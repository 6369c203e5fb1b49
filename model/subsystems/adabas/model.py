"""`evaluate`: conditions and draws in, all metrics out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from model.subsystems.adabas import network
from model.subsystems.adabas.constants import column, shipped_draws
from model.subsystems.adabas.installation import (
    Installations,
    installations,
    systems_in_groups,
)
from model.subsystems.adabas.network import PER_GROUP, Cells, Flow
from model.subsystems.adabas.reads import Slices, logical_reads, slices
from model.subsystems.adabas.region import extrapolations, remarks, residual_spread
from model.subsystems.adabas.schema import check
from model.subsystems.adabas.writes import structure_pressure
from model.subsystems.evaluation import (
    BoolArray,
    Conditions,
    ConstantDraws,
    Evaluation,
    FloatArray,
)

UNITS: Final[Mapping[str, str]] = {
    "etr_per_s": "1/s",
    "itr_per_cpu_s": "1/CPU s",
    "response_ms": "ms",
    "reads_per_s": "1/s",
    "buffer_efficiency": "",
    "paging_per_s": "1/s",
    "work_plog_writes_per_s": "1/s",
    "io_per_s": "1/s",
    "cpu_s_per_s": "CPUs",
    "cpu_busy_pct": "%",
    "nucleus_busy_pct": "%",
    "dasd_busy_pct": "%",
    "structure_full_pressure": "",
    "storage_mb": "MB",
}

RESOURCES: Final = ("nuclei", "CPs", "volumes", "log volumes", "WORK/PLOG", "I/O limit")
"""Names of the stations of a group, in the order of `network`, then the common limit."""


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
        return Evaluation({}, {}, {}, (), np.zeros((0, used.count), dtype=bool))
    found = figures(installations(conditions), used)
    extrapolated = tuple(extrapolations(one) for one in conditions)
    return Evaluation(
        metrics=found.metrics,
        units=UNITS,
        residual_sd=residual_spread(conditions, found.metrics, extrapolated),
        extrapolated=extrapolated,
        converged=found.converged,
        utilization=found.utilization,
        breakdown_s=found.breakdown_s,
        by_system=_by_system(conditions, found),
        reasons=tuple(remarks(one, found.metrics, row) for row, one in enumerate(conditions)),
    )


@dataclass(frozen=True)
class Figures:
    """Metrics, utilization and response breakdown, each name -> (V, D)."""

    metrics: dict[str, FloatArray]
    utilization: dict[str, FloatArray]
    breakdown_s: dict[str, FloatArray]
    converged: BoolArray
    group_cpu_s: FloatArray
    """(V, G, D) CPU seconds per second of the nuclei of a group."""
    group_nuclei: FloatArray
    """(V, G, D) utilization of a group's nuclei."""


def _by_system(conditions: Sequence[Conditions], found: Figures) -> dict[str, FloatArray]:
    """What each system gives and how busy its nuclei are, (V, S, D)."""
    count, _, draws = found.group_cpu_s.shape
    places = [systems_in_groups(one) for one in conditions]
    shape = (count, max(map(len, places)), draws)
    cpu_s, nuclei = np.full(shape, np.nan), np.full(shape, np.nan)
    for row, systems in enumerate(places):
        for system, place in enumerate(systems):
            if place is not None:
                cpu_s[row, system] = found.group_cpu_s[row, place[0]] * place[1]
                nuclei[row, system] = found.group_nuclei[row, place[0]]
    return {"cpu_s_per_s": cpu_s, "nuclei": nuclei}


def figures(
    sites: Installations, draws: ConstantDraws, tolerance: float = network.TOLERANCE
) -> Figures:
    """What `evaluate` says of installations that were checked, without spread and remarks."""
    cut = slices(sites, draws)
    given = network.cells(sites, draws, cut)
    return _joined(sites, draws, cut, given, network.solve(given, tolerance))


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

    etr = joined.etr_per_s
    cpu_s = by_command(flow.cpu_s)
    reads = joined.per_command(cut.reads)
    logs = by_command(flow.log_writes)
    ios = joined.per_command(given.ios[:, 0]) + logs
    users = sites.users[:, None]
    think_s = sites.think_time_s[:, None] + column(draws, "think_s")
    response_s = np.maximum(users / etr - think_s, 1e-9)
    response_s = np.where(
        think_s > 0,
        np.maximum(response_s, by_command(flow.in_progress / np.maximum(flow.etr_per_s, 1e-12))),
        response_s,
    )
    generator = joined.per_command(given.generator[:, 0])
    cps = (sites.systems * sites.cps).sum(axis=1)[:, None]
    busy = {
        name: joined.over_time(flow.utilization[:, :, place].max(axis=1))
        for place, name in enumerate(RESOURCES)
        if name != "WORK/PLOG"
    }
    background = sites.background_share[:, None]
    cp_busy = np.minimum(etr * (cpu_s + generator) / cps + background, 1.0)
    busy["CPs"] = cp_busy
    paging = by_command(_paging(sites, draws, cut))
    write_s = by_command(flow.write_s)
    metrics = {
        "etr_per_s": etr,
        "itr_per_cpu_s": 1.0 / cpu_s,
        "response_ms": response_s * 1e3,
        "reads_per_s": reads * etr,
        "buffer_efficiency": logical_reads(sites, draws) / reads,
        "paging_per_s": paging * etr,
        "work_plog_writes_per_s": logs * etr,
        "io_per_s": ios * etr,
        "cpu_s_per_s": etr * cpu_s,
        "cpu_busy_pct": 100.0 * cp_busy,
        "nucleus_busy_pct": 100.0 * etr * cpu_s / sites.nuclei[:, None],
        "dasd_busy_pct": 100.0
        * np.maximum(np.maximum(busy["volumes"], busy["log volumes"]), busy["I/O limit"]),
        "structure_full_pressure": structure_pressure(sites, draws, etr, write_s),
        "storage_mb": np.broadcast_to(sites.memory_mb[:, None], etr.shape).copy(),
    }
    return Figures(
        metrics,
        busy,
        _breakdown(flow, given, by_command, joined, response_s),
        np.logical_and.reduceat(flow.converged.reshape(cut.share.shape), _starts(cut), axis=0),
        np.stack([joined.over_time(cpu) for cpu in (flow.etr_per_s * flow.cpu_s).T], axis=1),
        np.stack([joined.over_time(busy) for busy in flow.utilization[:, :, 0].T], axis=1),
    )


def _starts(cut: Slices) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    changes = np.flatnonzero(np.diff(cut.installation)) + 1
    return np.concatenate([[0], changes]).astype(np.intp)


def _paging(sites: Installations, draws: ConstantDraws, cut: Slices) -> FloatArray:
    """Page operations per command of every cell and group, (M, G)."""
    per_command = network.page_operations_per_command(sites, draws)
    return per_command[cut.installation].reshape(-1, per_command.shape[2])


def _breakdown(
    flow: Flow,
    given: Cells,
    by_command: Callable[[FloatArray], FloatArray],
    joined: _Joined,
    response_s: FloatArray,
) -> dict[str, FloatArray]:
    stations: dict[str, FloatArray] = {
        "nucleus": by_command(flow.residence_s[:, :, network.NUCLEI] - given.stall),
        "paging": by_command(given.stall),
        "CPs": by_command(flow.residence_s[:, :, network.CPS]),
        "volumes": by_command(
            flow.residence_s[:, :, network.VOLUMES] + flow.residence_s[:, :, network.LOG_VOLUMES]
        ),
        "WORK/PLOG": by_command(flow.residence_s[:, :, network.LOGS]),
        "I/O limit": by_command(flow.residence_s[:, :, PER_GROUP]),
    }
    inside = sum(stations.values(), np.zeros_like(response_s))
    stations["waiting for a thread"] = np.maximum(response_s - inside, 0.0)
    return stations
