"""What settings and surroundings do to a region: published percentages, CPU waits, stalls."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from model.contract.evaluation import Conditions, FloatArray
from model.hardware.paging import page_ins_left
from model.language import joined, say
from model.subsystems.cics.calls import Calls, calls_of, hooked
from model.subsystems.common import UNTOLD_TIMES, Answer
from model.subsystems.mro import requests_counted, shipped

MOST_DUMPED = 0.01
"""What dumps leave of the QR TCB at the least: beyond it their wait depends on the peak."""
AUX_TIMES = 4.0 / 3.0
"""How many times as much CPU a region may take whose trace is written to its data set as well: as
much again as keeping it takes at the most (``trace_cpu``). Stated judgement."""
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
    notes: list[str] = []
    calls = None
    if vendor or trace_now != trace_was:
        calls = calls_of(was, constants)
    of_both = vendor and now["settings"].get("PLATFORM") == "z/VSE"
    if vendor and calls is not None:
        factor = factor * _vendor_trace(answer, vendor, now, calls, constants, notes)
    if trace_now != trace_was and calls is not None and not (of_both and trace_was == (vendor < 0)):
        # One site's figure on z/VSE is that of both traces, switched together.
        share = constants["trace_cpu"] * calls.density(constants["call_cpu_us"])
        factor = factor * hooked(share, -1 if trace_was else 1, False)
        notes.append("CICS trace 5 to 20 %, more where calls come densely")
    auxiliary = {"aux", "both"}
    if now["settings"]["TRACE"] in auxiliary and was["settings"]["TRACE"] not in auxiliary:
        said = say(
            "auxiliary trace: responses may be several times as long (002, Response Time Analysis, "
            "a guess with a question mark), and no document tells what CPU writing it takes; not "
            "in this projection, whose bands reach there"
        )
        written = {
            **dict.fromkeys(("cpu_s_per_s", "cpu_ms_per_tx"), (1.0, AUX_TIMES)),
            "itr_per_cpu_s": (1.0 / AUX_TIMES, 1.0),
        }
        answer.untold(said, {"response_ms": (1.0, UNTOLD_TIMES), **written})
    monitoring = switched("MONITORING", now, was)
    if monitoring:
        factor = factor * (1.0 + constants["monitoring_cpu"]) ** monitoring
        notes.append("monitoring 5 % on z/OS, 10 % or more on z/VSE")
    mirrors = switched("MROLRM", now, was)
    if mirrors and not _serves(was):
        answer.reasons.append(
            "MROLRM says how long the mirrors of the region stay, which run where requests come "
            "in: what is shipped from here follows the setting of the region that serves it"
        )
    elif mirrors and not requests_counted(was["received"]):
        # Where requests are counted it is what they save (`mro.link_cpu_change`).
        saving = constants["mrolrm_cpu"]
        if not was["connections"] and not was["is_called"]:
            # Nothing to go by: half of the draws are of a region that owns files for others.
            saving = np.where(np.arange(len(saving)) % 2 == 1, saving, 0.0)
            answer.extrapolated.append(
                "no connection, and no other region, says that requests are shipped to the region: "
                "MROLRM changes nothing then; the band reaches to what it does to one that owns "
                "files for others"
            )
        factor = factor * (1.0 - saving) ** mirrors
        notes.append("long-running mirrors up to 30 % of a file-owning region")
    processors = processors_removed(now, was)
    if processors:
        factor = factor * (1.0 - constants["mp_cpu"]) ** processors
        notes.append("one CPU instead of two 10 %")
    is_vse = now["settings"].get("PLATFORM") == "z/VSE"
    if not is_vse and now["settings"].get("CPUS") != was["settings"].get("CPUS"):
        answer.reasons.append("CPUs are those of its partition on z/OS, where z/VSE has its own")
    if notes:
        answer.published = True
        answer.reasons.append(
            say("published percentages (002): {notes}", notes=joined(notes, "; "))
        )
    return factor


def _serves(was: Conditions) -> bool:
    """Whether requests may be shipped to it; no if all that is known is sent, or routed to it."""
    received = was["received"]
    if requests_counted(received) and not any(shipped(part) for part in received.values()):
        return False
    ends = was["connections"].values()
    losers = any(part["figures"].get("peak_contention_losers") for part in ends)
    return was["is_called"] or losers or not ends


def _vendor_trace(
    answer: Answer,
    switch: int,
    now: Conditions,
    calls: Calls,
    constants: Mapping[str, FloatArray],
    notes: list[str],
) -> FloatArray:
    """A product that hooks every call: so much for each; on z/VSE one site's whole saving."""
    if now["settings"].get("PLATFORM") == "z/VSE":
        notes.append("vendor and CICS trace: one site's figure on z/VSE")
        return (1.0 - constants["vendor_trace_cpu"]) ** -switch
    answer.reasons.append(
        "vendor trace: what hooking a call costs is known from one product (6 to 12 µs on a "
        "2084); a product that interprets every instruction costs many times as much"
    )
    if not calls.counted:
        answer.reasons.append(
            "vendor trace: how many calls a transaction makes is in no report; they are taken to "
            "come as in a published workload, a factor of three either way (EXEC CICS calls of "
            "DFH0STAT would narrow this)"
        )
    elif calls.partly:
        answer.reasons.append(
            "vendor trace: only file, queue and shipped requests are counted among the calls"
        )
    return hooked(calls.share(constants["hook_us"]), switch, switch < 0)


def processors_removed(now: Conditions, was: Conditions) -> int:
    """Published for z/VSE between one and two CPUs."""
    before, after = _active_cpus(was), _active_cpus(now)
    if before == 2 and after == 1:
        return 1
    if before == 1 and after == 2:
        return -1
    return 0


def usable_cpus(conditions: Conditions) -> float | None:
    """CPUs that work can use at a time: on z/VSE no more than 0.9/NPS of them (002)."""
    cpus = _active_cpus(conditions)
    serial = conditions["figures"].get("np_tot_ratio")
    if not cpus and not serial:
        return None
    most = min(float(cpus or np.inf), float(conditions.get("partition_cps") or np.inf))
    return min(most, max(1.0, 0.9 / serial)) if serial else most


def _active_cpus(conditions: Conditions) -> float | None:
    """CPUs that z/VSE has active; z/OS has those of its partition, whatever is stated here."""
    settings = conditions["settings"]
    return settings.get("CPUS") if settings.get("PLATFORM") == "z/VSE" else None


_STALL = {"flash": "flash_stall_us"}


def paging_change(
    now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
) -> tuple[FloatArray | None, FloatArray]:
    """Page-ins per second now, and the stall per transaction that is gone.

    Gone are page-ins for which there is storage, and what a faster device takes less; that another
    one takes longer is waited for at that device (`model.projection.storage`).
    """
    rate = was["rate_per_s"]
    page_ins = was["figures"].get("page_ins_per_s")
    zero = np.zeros_like(constants["disk_stall_us"])
    if page_ins is None:
        return None, zero
    left = page_ins_left(paging_left(now, was), len(zero))
    before = constants[_STALL.get(was["page_device"], "disk_stall_us")]
    after = np.minimum(before, constants[_STALL.get(now["page_device"], "disk_stall_us")])
    stall = page_ins / rate * (before - left * after) / 1e6 if rate else zero
    return page_ins * left, stall


def paging_left(now: Conditions, was: Conditions) -> float:
    """Share of page-ins that remain; paged-out pages need as much storage as they are.

    It may be added, or given back by others of the partition: the pages are stolen from all.
    """
    if switched("REAL_STORAGE_SUFFICES", now, was) > 0:
        return 0.0
    added_gb = (now["real_gb"] or 0.0) - (was["real_gb"] or 0.0)
    added_gb += was["others_gb"] - now["others_gb"]
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


def dump_wait_s(now: Conditions, was: Conditions, busy: FloatArray, answer: Answer) -> FloatArray:
    """Mean wait per transaction because dumps stop the QR TCB (server vacations).

    busy: of the QR TCB, 0 to 1.
    """
    figures, duration_s = was["figures"], was["duration_s"]
    wait = np.zeros_like(busy)
    if not duration_s:
        return wait
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
                    say(
                        "{taken:,.0f} {count}: how long each stopped the QR TCB is in no report, "
                        "so that what suppressing them saves is not in this projection",
                        taken=taken,
                        count=count.replace("_", " "),
                    )
                )
        elif now["settings"][setting]:
            left = np.maximum(1.0 - busy, MOST_DUMPED)
            wait = wait + taken / duration_s * block_s**2 / 2.0 / left
    return wait
