"""Performance model of a CICS region.

The unit of work is one transaction; they arrive at the measured rate. The quasi-reentrant (QR) TCB
runs one task at a time and is a single server whose service is the dispatch time per transaction:
CPU, plus the time for which it lost the CPU or waited for a page. Around it lie the delays that the
region's files, strings, sessions and splits make. What of the measured response time these do not
explain is kept as it is. MXT limits the tasks inside; a dump stops the QR TCB for its length.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

import numpy as np

from model.subsystems.cics.conditions import partition_cpu_s_per_s, region_conditions
from model.subsystems.cics.effects import (
    contention_change,
    cpu_factor,
    dump_wait_s,
    external_io_s,
    paging_change,
    preemption_change,
    processors_removed,
    switched,
)
from model.subsystems.cics.io import RegionIo, region_io
from model.subsystems.common import Answer, ConstantSet, ProductModel, load_constants
from model.subsystems.common.load import FLOWS, load_of, scale
from model.subsystems.common.model import HEADLINE_UNITS
from model.subsystems.common.servers import UNLIMITED, limited_tasks
from model.subsystems.evaluation import ConditionError, Conditions, FloatArray
from model.topology import Topology

MODELLED = frozenset(
    {
        "MXT",
        "TRACE",
        "VENDOR_TRACE",
        "MONITORING",
        "SYSTEM_DUMPS",
        "TRANSACTION_DUMPS",
        "TSMAIN",
        "TS_BUFFERS",
        "CPUS",
        "ZVM_GUEST",
        "MROLRM",
        "EXTRAPARTITION_BLOCKED_IO",
        "REAL_STORAGE_SUFFICES",
        "PRIORITY",
    }
)
CLOCKS = 1.05
"""By how much times of the same interval may differ from clock to clock."""
MOST_READ_SHARE = 0.9
"""I/O can have cost at most this share of a transaction's dispatch time and CPU."""


@cache
def _constants() -> ConstantSet:
    parts = (load_constants("cics"), load_constants("vsam"))
    return ConstantSet("CICS", [constant for part in parts for constant in part.constants])


class CicsModel(ProductModel):
    """CICS regions (`SubsystemModel`)."""

    name: ClassVar[str] = "CICS region"
    anchor_kind: ClassVar[str] = "cics_region"
    flows: ClassVar[frozenset[str]] = FLOWS | {"cpu_with_zvm_s_per_s"}
    cp_waits: ClassVar[bool] = False
    units: ClassVar[Mapping[str, str]] = {
        **HEADLINE_UNITS,
        "qr_utilization": "ratio",
        "cpu_to_dispatch": "ratio",
        "capture_ratio": "ratio",
        "dispatch_ms": "ms",
        "cpu_ms_per_tx": "ms",
        "excps_per_tx": "1/tx",
        "max_useful_cpus": "CPUs",
        "cpu_with_zvm_s_per_s": "CPUs",
    }
    limits_pct: ClassVar[Mapping[str, float]] = {"response_ms": 25.0}

    @property
    def constants(self) -> ConstantSet:
        """Those of CICS and of VSAM together."""
        return _constants()

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Settings and figures of the region with its files, pools and connections."""
        return region_conditions(topology, anchor, background)

    def comparable(
        self, conditions: Conditions, measured: Mapping[str, float]
    ) -> Mapping[str, float]:
        """The region's own figures under the names of the metrics."""
        figures = dict(measured)
        if conditions["rate_per_s"]:
            figures["etr_per_s"] = conditions["rate_per_s"]
        duration_s = conditions["duration_s"]
        if duration_s and "excps" in figures:
            figures["io_per_s"] = figures["excps"] / duration_s
        if "cpu_pct" in figures:
            figures["cpu_s_per_s"] = figures["cpu_pct"] / 100.0
        if "page_ins_per_s" in figures:
            figures["paging_per_s"] = figures["page_ins_per_s"]
        return figures

    def contradiction(self, conditions: Conditions, measured: Mapping[str, float]) -> str | None:
        """CPU of the QR TCB against its dispatch time and against the CPU of the partition."""
        name, cpu_s = conditions["name"], measured.get("qr_cpu_s", 0.0)
        dispatch_s = measured.get("qr_dispatch_s", 0.0)
        if 0.0 < dispatch_s * CLOCKS < cpu_s:
            return (
                f"{name}: {cpu_s:,g} s CPU of the QR TCB contradict the {dispatch_s:,g} s "
                "for which "
                "it was dispatched: CPU time is part of dispatch time (002, Response Time Analysis)"
            )
        for other in ("partition_cpu_s", "tcb_cpu_s"):
            whole_s = measured.get(other, 0.0)
            if 0.0 < whole_s * CLOCKS < cpu_s:
                return (
                    f"{name}: {cpu_s:,g} s CPU of the QR TCB contradict the {whole_s:,g} s of "
                    f"{other}, of which they are a part"
                )
        return None

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """The QR TCB is the region's own server."""
        return {**super().components(topology, anchor), "QR TCB": (anchor,)}

    def grow(self, answer: Answer, growth: float) -> None:
        """Nothing: `respond` has the load in it, which the QR TCB answers to."""

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """I/O first, then what it leaves of CPU and dispatch time, then the queue (see module)."""
        answer = Answer()
        _explain_unmodelled(answer, now, was)
        growth = load_of(now).growth
        io = region_io(now, was, constants)
        answer.reasons.extend(io.reasons)
        rate = was["rate_per_s"]
        if io.total_now is not None:
            answer.metrics["io_per_s"] = io.total_now * growth
            if rate:
                answer.metrics["excps_per_tx"] = io.total_now / rate
        pools = [part for part in now["buffers"].values() if part["buffers"] and part["size_bytes"]]
        if pools:
            size = sum(part["buffers"] * part["size_bytes"] for part in pools)
            answer.metrics["storage_mb"] = size / 1024.0**2
        paging_now, stall_s = paging_change(now, was, constants)
        if paging_now is not None:
            answer.metrics["paging_per_s"] = paging_now * growth
        cpu = self._cpu(answer, now, was, io, constants)
        if rate:
            answer.metrics["etr_per_s"] = rate * growth
            self._queue(answer, now, was, io, constants, stall_s)
            served = np.asarray(answer.metrics["etr_per_s"])
            if cpu is not None:
                answer.metrics["itr_per_cpu_s"] = rate / np.maximum(cpu, 1e-12)
                answer.metrics["cpu_s_per_s"] = cpu * served / rate
                answer.metrics["cpu_ms_per_tx"] = cpu / rate * 1e3
            if growth != 1.0:
                # What does not come through makes neither I/O nor page-ins.
                scale(answer, frozenset({"io_per_s", "paging_per_s"}), served / (rate * growth))
        return answer

    def _cpu(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        io: RegionIo,
        constants: Mapping[str, FloatArray],
    ) -> FloatArray | None:
        """CPU seconds per second of the whole partition."""
        figures, duration_s = was["figures"], was["duration_s"]
        base = partition_cpu_s_per_s(figures, duration_s)
        qr_cpu = figures.get("qr_cpu_s")
        partition = figures.get("partition_cpu_s")
        if qr_cpu is not None and partition:
            answer.metrics["capture_ratio"] = qr_cpu / partition
        if figures.get("np_tot_ratio"):
            answer.metrics["max_useful_cpus"] = 0.9 / figures["np_tot_ratio"]
        if base is None:
            return None
        capture = min(1.0, qr_cpu / partition) if qr_cpu and partition else 1.0
        io_cpu_us = constants["read_cpu_us"] / capture
        if io.reads_was > 0.0:
            io_cpu_us = np.minimum(io_cpu_us, MOST_READ_SHARE * base / io.reads_was * 1e6)
        cpu = base + io.reads_change * io_cpu_us / 1e6 + io.shipping_cpu_change
        cpu = np.maximum(cpu, (1.0 - MOST_READ_SHARE) * base)
        cpu = cpu * cpu_factor(answer, now, was, constants)
        grown = cpu * load_of(now).growth
        answer.metrics["cpu_s_per_s"] = grown
        if now["settings"]["ZVM_GUEST"]:
            answer.metrics["cpu_with_zvm_s_per_s"] = grown * (1.0 + constants["zvm_cpu"])
        cpus, useful = now["settings"].get("CPUS"), answer.metrics.get("max_useful_cpus")
        if cpus and isinstance(useful, float) and cpus > useful:
            answer.reasons.append(
                f"{cpus:,g} CPUs where the non-parallel share lets {useful:.1f} be used "
                "(0.9/NPS, 002)"
            )
        return cpu

    def _queue(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        io: RegionIo,
        constants: Mapping[str, FloatArray],
        stall_s: FloatArray,
    ) -> None:
        """Response time around the QR TCB."""
        rate_was, figures, duration_s = was["rate_per_s"], was["figures"], was["duration_s"]
        rate = rate_was * load_of(now).growth
        dispatch_s = figures.get("qr_dispatch_s")
        if not dispatch_s or not duration_s:
            return
        if dispatch_s > 1.02 * duration_s:
            raise ConditionError(
                f"{was['name']}: the QR TCB was dispatched for {dispatch_s:,g} s of an interval of "
                f"{duration_s:,g} s; the two figures are of different intervals"
            )
        demand_was = np.full_like(stall_s, dispatch_s / duration_s / rate_was)
        busy, lost = _demand(now, was, io, constants, demand_was, stall_s, answer)
        demand = busy + lost
        held_was = demand_was + external_io_s(was, was)
        external = external_io_s(now, was)
        held = demand + external
        dumps_was = dump_wait_s(was, was, held_was, Answer())
        dumps = dump_wait_s(now, was, held, answer)
        at_qr_was = held_was / np.maximum(1.0 - rate_was * held_was, 1e-6)
        answer.metrics["qr_utilization"] = rate * held
        answer.metrics["dispatch_ms"] = demand * 1e3
        answer.metrics["cpu_to_dispatch"] = busy / demand
        answer.utilization["QR TCB"] = np.minimum(rate * held, 1.0)
        share, other = _response_parts(figures, at_qr_was + dumps_was, answer)
        delay = _delay_s(was, io, other)
        inside, served = _admitted(held, delay, rate, now)
        inside_was, _ = _admitted(held_was, other, rate_was, was)
        # What tasks waited for MXT as-is is in the measured response already.
        stable_was = np.isfinite(inside_was)
        admission_was = np.where(stable_was, inside_was, 0.0) - np.where(
            stable_was, at_qr_was + other, 0.0
        )
        carried = io.carried * rate_was
        if (rate * held >= 1.0).any() or not np.isfinite(inside).all():
            answer.extrapolated.append(
                "the region cannot keep up with the measured arrival rate; its response time grows "
                "without bound"
                if rate == rate_was
                else f"the region cannot keep up with {rate:,.1f} transactions a second; its "
                "response time grows without bound"
            )
        if carried < rate:
            answer.utilization[io.fewest] = 1.0
            answer.extrapolated.append(
                f"the strings or sessions of {io.fewest} carry {carried:,.1f} transactions a "
                f"second where {rate:,.1f} come"
            )
            inside = np.full_like(inside, np.inf)
        at_qr = inside - delay - admission_was
        response = share * (at_qr + dumps) + delay
        answer.metrics["response_ms"] = np.where(np.isfinite(response), response * 1e3, np.nan)
        answer.metrics["etr_per_s"] = np.minimum(
            np.minimum(served, carried), 1.0 / np.maximum(held, 1e-12)
        )
        answer.breakdown_s = {
            "QR TCB CPU": share * busy,
            "QR TCB lost CPU and paging": share * lost,
            "I/O on the QR TCB": share * np.full_like(held, external),
            "queue for the QR TCB": np.where(
                np.isfinite(at_qr), share * np.maximum(at_qr - held, 0.0), np.nan
            ),
            "dumps": share * dumps,
            "files and other waits": delay,
        }


def _response_parts(
    figures: Mapping[str, float], at_qr_s: FloatArray, answer: Answer
) -> tuple[float, FloatArray]:
    """Share of the QR TCB's time that transactions saw, and their other waits in seconds."""
    measured_ms = figures.get("response_ms")
    if measured_ms is None:
        if "file_wait_ms" not in figures:
            answer.reasons.append(
                "no response time was measured: it covers the QR TCB only, without waits"
            )
        return 1.0, np.zeros_like(at_qr_s) + figures.get("file_wait_ms", 0.0) / 1e3
    # Dispatch of system tasks can exceed what the measured transactions saw of it.
    share = min(1.0, measured_ms / 1e3 / float(at_qr_s[0]))
    return share, np.maximum(measured_ms / 1e3 - share * at_qr_s, 0.0)


def _admitted(
    held: FloatArray, delay: FloatArray, rate: float, conditions: Conditions
) -> tuple[FloatArray, FloatArray]:
    limit = int(conditions["settings"]["MXT"]) if "MXT" in conditions["stated"] else UNLIMITED
    return limited_tasks(held, delay, rate, limit)


def _explain_unmodelled(answer: Answer, now: Conditions, was: Conditions) -> None:
    for name, value in now["settings"].items():
        if name not in MODELLED and was["settings"].get(name) != value:
            answer.reasons.append(f"{name}: the documents give no figure; not in this projection")


def _demand(
    now: Conditions,
    was: Conditions,
    io: RegionIo,
    constants: Mapping[str, FloatArray],
    demand_was: FloatArray,
    stall_s: FloatArray,
    answer: Answer,
) -> tuple[FloatArray, FloatArray]:
    """Dispatch time per transaction: CPU, and time for which the QR TCB lost the CPU."""
    rate, figures = was["rate_per_s"], was["figures"]
    share = min(1.0, figures.get("qr_cpu_s", figures["qr_dispatch_s"]) / figures["qr_dispatch_s"])
    read_us = constants["read_dispatch_us"]
    if io.reads_was > 0.0:
        read_us = np.minimum(read_us, MOST_READ_SHARE * demand_was * rate / io.reads_was * 1e6)
    demand = demand_was + (io.reads_change * read_us / 1e6 + io.shipping_cpu_change) / rate
    demand = np.maximum(demand, (1.0 - MOST_READ_SHARE) * demand_was)
    factor = cpu_factor(Answer(), now, was, constants)
    processors = processors_removed(now, was)
    if processors:
        # Published for the dispatch time as a whole, CPU included.
        demand = demand * (1.0 - constants["mp_dispatch"]) ** processors
        factor = factor / (1.0 - constants["mp_cpu"]) ** processors
    lost = np.maximum((1.0 - share) * demand - stall_s, 0.0)
    if switched("REAL_STORAGE_SUFFICES", now, was) > 0:
        answer.reasons.append(
            "assumes real storage for the region without paging; no report says how much that is"
        )
        if "page_ins_per_s" not in figures:
            answer.reasons.append(
                "page-ins of this region are in no report: what of its lost time is paging is not "
                "known, and nothing is taken away"
            )
    busy = share * demand * factor
    waits = contention_change(now, was) + preemption_change(now, was)
    return busy, np.maximum(lost + busy * waits, 0.0)


def _delay_s(was: Conditions, io: RegionIo, other: FloatArray) -> FloatArray:
    """Waits outside the QR TCB: the I/O part follows the I/O, the rest stays."""
    rate = was["rate_per_s"]
    file_wait_ms = was["figures"].get("file_wait_ms")
    if file_wait_ms is not None:
        waiting_io = np.minimum(other, file_wait_ms / 1e3)
    elif was["io_ms"] is not None and io.total_was:
        waiting_io = np.minimum(other, io.total_was / rate * was["io_ms"] / 1e3)
    else:
        waiting_io = np.zeros_like(other)
    ratio = io.total_now / io.total_was if io.total_was and io.total_now is not None else 1.0
    delay: FloatArray = np.maximum(
        other - waiting_io + waiting_io * ratio + io.wait_change_s / rate, 0.0
    )
    return delay
