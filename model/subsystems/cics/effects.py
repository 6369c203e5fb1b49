"""What settings and surroundings do to a region: published percentages, CPU waits, stalls."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from model.subsystems.cics.conditions import partition_cpu_s_per_s
from model.subsystems.common import Answer
from model.subsystems.common.load import load_of
from model.subsystems.evaluation import Conditions, FloatArray

SLOT_GB = 4 / 1024**2
"""An auxiliary storage slot holds one 4 KB page."""


def switched(name: str, now: Conditions, was: Conditions) -> int:
    """+1 when a flag goes on, -1 when it goes off, 0 when it stays."""
    return int(bool(now["settings"].get(name))) - int(bool(was["settings"].get(name)))


def cpu_factor(
    answer: Answer, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
) -> FloatArray:
    """Published percentages for trace, monitoring, mirrors and the second CPU."""
    factor = np.ones_like(constants["trace_cpu"])
    trace_now = now["settings"]["TRACE"] != "off"
    trace_was = was["settings"]["TRACE"] != "off"
    vendor = switched("VENDOR_TRACE", now, was)
    notes = []
    if vendor:
        factor = factor * (1.0 - constants["vendor_trace_cpu"]) ** -vendor
        notes.append("vendor and CICS trace: one site's figure")
    elif trace_now != trace_was:
        factor = factor * (1.0 - constants["trace_cpu"]) ** (1 if trace_was else -1)
        notes.append("CICS trace 5 % or more")
    auxiliary = {"aux", "both"}
    if now["settings"]["TRACE"] in auxiliary and was["settings"]["TRACE"] not in auxiliary:
        answer.reasons.append(
            "auxiliary trace: responses may be several times as long (002, Response Time Analysis, "
            "a guess with a question mark); not in this projection"
        )
    monitoring = switched("MONITORING", now, was)
    if monitoring:
        factor = factor * (1.0 + constants["monitoring_cpu"]) ** monitoring
        notes.append("monitoring 10 % or more")
    mirrors = switched("MROLRM", now, was)
    if mirrors:
        factor = factor * (1.0 - constants["mrolrm_cpu"]) ** mirrors
        notes.append("long-running mirrors up to 30 % of a file-owning region")
    processors = processors_removed(now, was)
    if processors:
        factor = factor * (1.0 - constants["mp_cpu"]) ** processors
        notes.append("one CPU instead of two 10 %")
    if notes:
        answer.published = True
        answer.reasons.append(f"published percentages (002): {'; '.join(notes)}")
    return factor


def processors_removed(now: Conditions, was: Conditions) -> int:
    """Published for z/VSE between one and two CPUs."""
    before, after = was["settings"].get("CPUS"), now["settings"].get("CPUS")
    if before == 2 and after == 1:
        return 1
    if before == 1 and after == 2:
        return -1
    return 0


def contention_change(now: Conditions, was: Conditions) -> float:
    """Change of the wait for a CPU per CPU time used, as others use more or less of the LPAR.

    Mean wait of a queue of several servers (Sakasegawa's approximation), in units of its service.
    """
    cps_now, cps_was = usable_cpus(now, was), usable_cpus(was, was)
    busy_now, busy_was = now["busy_cps"], was["busy_cps"]
    if not cps_now or not cps_was or busy_now is None or busy_was is None:
        return 0.0
    own_was = partition_cpu_s_per_s(was["figures"], was["duration_s"]) or 0.0
    own_now = own_was * load_of(now).growth

    def waiting(cps: float, busy: float, own: float) -> float:
        use = min(0.98, (busy + own) / cps)
        return float(use ** math.sqrt(2.0 * (cps + 1.0)) / (1.0 - use) / cps)

    return waiting(cps_now, busy_now, own_now) - waiting(cps_was, busy_was, own_was)


def usable_cpus(conditions: Conditions, was: Conditions) -> float | None:
    """CPUs that work can use at a time: on z/VSE no more than 0.9/NPS of them (002)."""
    cpus = conditions["settings"].get("CPUS") or conditions["cps"]
    serial = was["figures"].get("np_tot_ratio")
    if not cpus:
        return None
    return float(min(cpus, max(1.0, 0.9 / serial))) if serial else float(cpus)


def preemption_change(now: Conditions, was: Conditions) -> float:
    """Change of the time lost to regions of higher priority, per CPU time used.

    A preemptive-resume server takes 1/(1 - u) of the service time when those above it use u of it;
    with several CPUs all of them have to be taken.
    """
    if now["above"] is None or was["above"] is None:
        return 0.0

    def stretch(conditions: Conditions) -> float:
        cpus = float(conditions["settings"].get("CPUS") or conditions["cps"] or 1.0)
        taken = min(0.95, conditions["above"] / cpus) ** max(1.0, cpus)
        return float(1.0 / (1.0 - taken))

    return stretch(now) - stretch(was)


def paging_change(
    now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
) -> tuple[float | None, FloatArray]:
    """Page-ins per second now, and the stall per transaction that those gone used to make."""
    rate = was["rate_per_s"]
    page_ins = was["figures"].get("page_ins_per_s")
    zero = np.zeros_like(constants["disk_stall_us"])
    if page_ins is None:
        return None, zero
    device = "flash_stall_us" if was["page_device"] == "flash" else "disk_stall_us"
    stall = page_ins / rate * constants[device] / 1e6 if rate else zero
    left = paging_left(now, was)
    return page_ins * left, stall * (1.0 - left)


def paging_left(now: Conditions, was: Conditions) -> float:
    """Share of page-ins that remain; paged-out pages need as much storage as they are."""
    if switched("REAL_STORAGE_SUFFICES", now, was) > 0:
        return 0.0
    added_gb = (now["real_gb"] or 0.0) - (was["real_gb"] or 0.0)
    if added_gb <= 0.0 or not was["aux_slots"]:
        return 1.0
    return float(max(0.0, 1.0 - added_gb / (was["aux_slots"] * SLOT_GB)))


def external_io_s(now: Conditions, was: Conditions) -> float:
    """Time per transaction that extrapartition I/O stops the QR TCB."""
    figures, rate, duration_s = was["figures"], was["rate_per_s"], was["duration_s"]
    ios, each_ms = figures.get("extrapartition_ios"), figures.get("extrapartition_io_ms")
    if not ios or not each_ms or not duration_s or not now["settings"]["EXTRAPARTITION_BLOCKED_IO"]:
        return 0.0
    return float(ios * each_ms / 1e3 / duration_s / rate)


def dump_wait_s(now: Conditions, was: Conditions, held_s: FloatArray, answer: Answer) -> FloatArray:
    """Mean wait per transaction because dumps stop the QR TCB (server vacations)."""
    figures, duration_s = was["figures"], was["duration_s"]
    wait = np.zeros_like(held_s)
    for setting, count, block in (
        ("SYSTEM_DUMPS", "dumps", "dump_block_s"),
        ("TRANSACTION_DUMPS", "transaction_dumps", "transaction_dump_block_s"),
    ):
        taken = figures.get(count, 0.0)
        if taken <= 0.0:
            continue
        block_s = figures.get(block)
        if block_s is None:
            if not now["settings"][setting] and was["settings"][setting]:
                answer.reasons.append(
                    f"{taken:,.0f} {count.replace('_', ' ')}: how long each stopped the QR "
                    "TCB is in "
                    "no report, so that what suppressing them saves is not in this projection"
                )
        elif now["settings"][setting]:
            rate = was["rate_per_s"] * load_of(now).growth
            left = np.maximum(1.0 - rate * held_s, 1e-6)
            wait = wait + taken / duration_s * block_s**2 / 2.0 / left
    return wait
