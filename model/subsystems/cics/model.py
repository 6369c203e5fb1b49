"""Performance model of a CICS region.

The unit of work is one transaction; they arrive at the measured rate. The quasi-reentrant (QR) TCB
runs one task at a time and is a single server whose service is the dispatch time per transaction:
CPU, plus the time for which it lost the CPU or waited for a page. Around it lie the delays that the
region's files, strings, sessions and splits make. What of the measured response time these do not
explain is kept as it is. MXT limits the tasks inside; a dump stops the QR TCB for its length.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import ClassVar

import numpy as np

from model.contract.evaluation import (
    ConditionError,
    Conditions,
    ConstantDraws,
    FloatArray,
)
from model.hardware.flow import Flow, Got
from model.hardware.ranking import Rank
from model.language import Name, say
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.cics.beside import io_wait_s, slowed_by_qr, tasks_seen, unseen_s
from model.subsystems.cics.conditions import (
    called_region,
    partition_cpu_s_per_s,
    region_conditions,
)
from model.subsystems.cics.doubts import at_odds, doubt_parts, doubt_waits, say_unseen, unmeasured
from model.subsystems.cics.effects import (
    cpu_factor,
    dump_wait_s,
    external_io_s,
    paging_change,
    paging_left,
    processors_removed,
    switched,
    usable_cpus,
)
from model.subsystems.cics.io import RegionIo, region_io
from model.subsystems.cics.way import MXT, QR, OnQr, held, on_ziips_s, region_way
from model.subsystems.common import Answer, ConstantSet, ProductModel, load_constants
from model.subsystems.common.load import CARRIED, Site, carry, growth_in, of_cpu_sd, site_of
from model.subsystems.common.model import BaselineDraws
from model.subsystems.common.peaks import below_peak, lowered
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
_CALLED = frozenset({"cics_region", "db2_subsystem", "mq_manager"})
"""Kinds of what a task waits for that is a workload of its own."""
CLOCKS = 1.05
OTHER_TIMES = 1.5
"""By which a mean of one report may exceed the peak of another's interval. Judgement."""
"""By how much times of the same interval may differ from clock to clock."""
_CROWDED = 0.7
"""Use of CPs from which it matters who is dispatched first."""
MOST_READ_SHARE = 0.9
"""I/O can have cost at most this share of a transaction's dispatch time and CPU."""


def _constants() -> ConstantSet:
    return _joined(load_constants("cics"), load_constants("vsam"))


@cache
def _joined(*parts: ConstantSet) -> ConstantSet:
    return ConstantSet("CICS", [constant for part in parts for constant in part.constants])


class CicsModel(ProductModel):
    """CICS regions (`SubsystemModel`)."""

    name: ClassVar[str] = "CICS region"
    anchor_kind: ClassVar[str] = "cics_region"
    dispatched: ClassVar[bool] = True
    limits_pct: ClassVar[Mapping[str, float]] = {"response_ms": 25.0}

    @property
    def growth_cpu_sd(self) -> float:
        """As fitted to published series."""
        return self.constants["growth_cpu"].value

    @property
    def constants(self) -> ConstantSet:
        """Those of CICS and of VSAM together."""
        return _constants()

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Settings and figures of the region with its files, pools and connections."""
        return region_conditions(topology, anchor, background)

    def compared(self, conditions: Conditions, today: Conditions) -> Conditions:
        """What others hold of storage is told as today, or as nothing, where it moves no page-in
        or leaves none."""
        if conditions["others_gb"] == today["others_gb"]:
            return conditions
        as_today = {**conditions, "others_gb": today["others_gb"]}
        if today["figures"].get("page_ins_per_s") is None:
            return as_today
        left = paging_left(conditions, today)
        if left == paging_left(as_today, today):
            return as_today
        return conditions if left else {**conditions, "others_gb": 0.0}

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
        seen = tasks_seen(measured)
        if seen is not None:
            figures["active_tasks"] = seen
        return figures

    def contradiction(self, conditions: Conditions, measured: Mapping[str, float]) -> str | None:
        """CPU of the QR TCB against its dispatch time and against the CPU of the partition."""
        name, cpu_s = conditions["name"], measured.get("qr_cpu_s", 0.0)
        dispatch_s = measured.get("qr_dispatch_s", 0.0)
        if 0.0 < dispatch_s * CLOCKS < cpu_s:
            return say(
                "{name}: {cpu_s:,g} s CPU of the QR TCB contradict the "
                "{dispatch_s:,g} s for which it was dispatched: CPU time is part "
                "of dispatch time (002, Response Time Analysis)",
                name=Name(name),
                cpu_s=cpu_s,
                dispatch_s=dispatch_s,
            )
        for other in ("partition_cpu_s", "tcb_cpu_s"):
            whole_s = measured.get(other, 0.0)
            if 0.0 < whole_s * CLOCKS < cpu_s:
                return say(
                    "{name}: {cpu_s:,g} s CPU of the QR TCB contradict the "
                    "{whole_s:,g} s of {other}, of which they are a part",
                    name=Name(name),
                    cpu_s=cpu_s,
                    whole_s=whole_s,
                    other=other,
                )
        return None

    def disbelieved(self, conditions: Conditions) -> str | None:
        """A measured response with which more tasks were inside on average than at any time."""
        figures, rate = conditions["figures"], conditions["rate_per_s"]
        response_ms, tasks = figures.get("response_ms"), figures.get("peak_tasks")
        if not rate or not response_ms or not tasks:
            return None
        most = tasks + figures.get("queued_tasks_peak", 0.0)
        inside = rate * response_ms / 1e3
        if inside <= OTHER_TIMES * most:
            return None
        return say(
            "{name}: {rate:,.4g} transactions a second of {response:,.4g} ms are {inside:,.0f} "
            "inside at a time (Little's law), and {most:,.0f} were at the peak: the reports are of "
            "other times or one is wrong; nothing is calibrated to the response. Look at both",
            name=Name(conditions["name"]),
            rate=rate,
            response=response_ms,
            inside=inside,
            most=most,
        )

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """The QR TCB is the region's own server."""
        parts = {
            part.name: (part.id,)
            for kind in ("vsam_file", "lsr_pool", "cics_connection")
            for part in topology.children(anchor, kind)
        }
        return {**super().components(topology, anchor), QR: (anchor,), "MXT": (anchor,), **parts}

    def calls(self, topology: Topology, anchor: str) -> tuple[str, ...]:
        """Regions that this one's connections lead to, and what it is linked to."""
        ends = (called_region(topology, c) for c in topology.children(anchor, "cics_connection"))
        linked = (*topology.targets(anchor, "mro"), *topology.targets(anchor, "uses"))
        others = (one.id for one in linked if one.kind in _CALLED)
        return tuple(dict.fromkeys((*(name for name in ends if name is not None), *others)))

    def most_cps(self, conditions: Conditions) -> float | None:
        """CPs that the partition of the region can use at a time, where its own figures say so."""
        return usable_cpus(conditions)

    def flow(self, now: Conditions, draws: ConstantDraws) -> Flow | None:
        """See `way`; None without transactions or without any time of theirs."""
        was = draws.baseline if isinstance(draws, BaselineDraws) else now
        constants = {name: draws.column(name) for name in draws.names}
        rate = was["rate_per_s"]
        if not rate:
            return super().flow(now, draws)
        io = region_io(now, was, constants)
        answer = Answer()
        cpu = self._cpu(answer, now, was, io, constants)
        on_qr = self._on_qr(now, was, io, constants, answer)
        if cpu is None and on_qr is None:
            return None
        busy = np.zeros_like(constants["reuse_mix"])
        if on_qr is not None:
            busy = np.minimum(on_qr[1].held * rate, 1.0)
        dumps_s = dump_wait_s(was, was, busy, Answer())
        return region_way(
            now,
            was,
            None if cpu is None else cpu / rate,
            on_qr,
            io,
            dumps_s,
            constants,
            1.0 if now is was else cpu_factor(Answer(), now, was, constants),
        )

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """I/O first, then what it leaves of CPU and dispatch time; waits are the network's."""
        answer = Answer()
        _explain_unmodelled(answer, now, was)
        _explain_cpus(answer, now)
        io = region_io(now, was, constants)
        io.say_in(answer)
        rate = was["rate_per_s"]
        if rate and growth_in(now) != 1.0 and on_ziips_s(was) > 0.0:
            answer.reasons.append(
                "its Java on zIIPs grows with it: what waits too long for them general CPs do; how "
                "much that is (IIPCP of its service class) is known of no other load"
            )
        if rate and float(held(now, was, io, constants)[1].flat[0]) < 1.0:
            answer.reasons.append(
                "more requests waited for strings or sessions than an even load makes wait while "
                "tasks are inside: they come in bursts, in which more would be waited for"
            )
        if io.total_now is not None:
            answer.metrics["io_per_s"] = io.total_now
            if rate:
                answer.metrics["excps_per_tx"] = io.total_now / rate
        pools = [part for part in now["buffers"].values() if part["buffers"] and part["size_bytes"]]
        if pools:
            size = sum(part["buffers"] * part["size_bytes"] for part in pools)
            answer.metrics["storage_mb"] = size / 1024.0**2
        paging_now, _ = paging_change(now, was, constants)
        if paging_now is not None:
            answer.metrics["paging_per_s"] = paging_now
        cpu = self._cpu(answer, now, was, io, constants)
        if rate:
            answer.metrics["etr_per_s"] = rate
            self._times(answer, now, was, io, constants)
            if cpu is not None:
                answer.metrics["itr_per_cpu_s"] = rate / np.maximum(cpu, 1e-12)
                answer.metrics["cpu_ms_per_tx"] = cpu / rate * 1e3
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
        answer.metrics["cpu_s_per_s"] = cpu
        if now["settings"]["ZVM_GUEST"]:
            answer.metrics["cpu_with_zvm_s_per_s"] = cpu * (1.0 + constants["zvm_cpu"])
        cpus, useful = now["settings"].get("CPUS"), answer.metrics.get("max_useful_cpus")
        if cpus and isinstance(useful, float) and cpus > useful:
            answer.reasons.append(
                say(
                    "{cpus:,g} CPUs where the non-parallel share lets {useful:.1f} "
                    "be used (0.9/NPS, 002)",
                    cpus=cpus,
                    useful=useful,
                )
            )
        return cpu

    def _on_qr(
        self,
        now: Conditions,
        was: Conditions,
        io: RegionIo,
        constants: Mapping[str, FloatArray],
        answer: Answer,
    ) -> tuple[OnQr, OnQr] | None:
        """Time of a transaction on the QR TCB, now and as-is."""
        figures, duration_s, rate = was["figures"], was["duration_s"], was["rate_per_s"]
        dispatch_s = figures.get("qr_dispatch_s")
        if not dispatch_s or not duration_s:
            return None
        if dispatch_s > 1.02 * duration_s:
            raise ConditionError(
                say(
                    "{was}: the QR TCB was dispatched for {dispatch_s:,g} s of an interval of "
                    "{duration_s:,g} s; the two figures are of different intervals",
                    was=Name(was["name"]),
                    dispatch_s=dispatch_s,
                    duration_s=duration_s,
                )
            )
        if was["dispatch_is_least"]:
            answer.reasons.append(
                "z/VSE lets a partition use one CPU at a time (002), so that it can do no more "
                "than its CPU allows; how long it was dispatched is in no report and taken to be "
                "that CPU time at least"
                if was["settings"].get("PLATFORM") == "z/VSE"
                else "how long the QR TCB was dispatched is in no report and taken to be its CPU "
                "time at least, as it uses one CP at a time; dispatcher statistics tell"
            )
        _, stall_s = paging_change(now, was, constants)
        demand_was = np.full_like(stall_s, dispatch_s / duration_s / rate)
        busy, lost = _demand(now, was, io, constants, demand_was, stall_s, answer)
        share = min(1.0, figures.get("qr_cpu_s", dispatch_s) / dispatch_s)
        before = OnQr(share * demand_was, (1.0 - share) * demand_was, external_io_s(was, was))
        return OnQr(busy, lost, external_io_s(now, was)), before

    def _times(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        io: RegionIo,
        constants: Mapping[str, FloatArray],
    ) -> None:
        """Dispatch and response time as they are before anything waits longer than as-is."""
        on_qr = self._on_qr(now, was, io, constants, answer)
        measured_ms = was["figures"].get("response_ms")
        if on_qr is None:
            if measured_ms is not None and "cpu_s_per_s" in answer.metrics:
                answer.metrics["response_ms"] = np.full_like(constants["reuse_mix"], measured_ms)
            return
        after, _ = on_qr
        dispatch = after.busy + after.lost
        answer.metrics["qr_utilization"] = was["rate_per_s"] * after.held
        answer.metrics["dispatch_ms"] = dispatch * 1e3
        answer.metrics["cpu_to_dispatch"] = after.busy / dispatch
        if measured_ms is None:
            answer.reasons.append(unmeasured(was))
            beside = io_wait_s(was, io, constants) + unseen_s(was, io, constants)
            answer.metrics["response_ms"] = (after.held + beside) * 1e3
        else:
            answer.metrics["response_ms"] = np.full_like(dispatch, measured_ms)
            answer.reasons.extend(at_odds(was))
        if tasks_seen(was["figures"]) is not None:
            _count_inside(answer, was["rate_per_s"])

    def settle(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        constants: Mapping[str, FloatArray],
        got: Got,
        got_was: Got,
    ) -> None:
        """What the network makes of the QR TCB's time and of the response."""
        if "response_ms" not in answer.metrics:
            super().settle(answer, now, was, constants, got, got_was)
            return
        offered = float(got.offered_per_s[0])
        full = carry(answer, _ranked(answer, site_of(now), was["rank"], got), got)
        if full[0]:
            _say_what_is_full(answer, was, got, offered)
        share = got.share
        on_task = got.hold_s.get(QR)
        full = slowed_by_qr(answer, was, full) if on_task is None else full
        breakdown: dict[str, FloatArray] = {}
        dumps = np.zeros_like(share)
        if on_task is not None:
            io = region_io(now, was, constants)
            on_qr = self._on_qr(now, was, io, constants, Answer())
            assert on_qr is not None
            after = on_qr[0]
            busy = np.minimum(got.uses[QR], 1.0)
            dumps = dump_wait_s(now, was, busy, answer)
            dispatch = np.maximum(on_task - after.external, 1e-12)
            answer.metrics["qr_utilization"] = got.rate_per_s * on_task
            answer.metrics["dispatch_ms"] = dispatch * 1e3
            answer.metrics["cpu_to_dispatch"] = np.minimum(after.busy / dispatch, 1.0)
            lost = np.maximum(dispatch - after.busy, 0.0)
            # Time on the QR TCB is measured; the wait for it as-is is the model's.
            was_queued = np.minimum(got.wait_s[QR], got_was.wait_s.get(QR, got.wait_s[QR]))
            breakdown = {
                "QR TCB CPU": np.minimum(after.busy, dispatch),
                "QR TCB lost CPU and paging": lost,
                "I/O on the QR TCB": np.asarray(after.external),
                "queue for the QR TCB": got.wait_s[QR] - (1.0 - share) * was_queued,
            }
            fits = np.minimum(got.seen_s / np.maximum(sum(breakdown.values()), 1e-12), 1.0)
            breakdown = {name: fits * part for name, part in breakdown.items()}
            if not full[0]:
                inside_s = got.seen_s - share * got.wait_s.get(MXT, np.zeros_like(share))
                behind = breakdown["queue for the QR TCB"] / np.maximum(inside_s, 1e-12)
                answer.behind[MXT] = min(float(behind[0]), 1.0)
            breakdown["queue for the QR TCB"][full] = np.nan
            breakdown["dumps"] = dumps
            # No more comes through than the QR TCB has CPU for, at the least CPU within its band.
            carried = float(got.rate_per_s[0] / got_was.rate_per_s[0])
            spread = of_cpu_sd(carried, self.growth_cpu_sd)
            own_s = min(float((after.busy * got.longer).flat[0]), float(dispatch[0]))
            own_s *= math.exp(-NORMAL_QUANTILE_90 * spread)
            most = answer.most.get("etr_per_s", math.inf)
            answer.most["etr_per_s"] = min(most, 1.0 / max(own_s, 1e-12))
        response = got.seen_s + dumps
        answer.metrics["response_ms"] = np.where(full, np.nan, response * 1e3)
        known = sum(np.asarray(part) for part in breakdown.values())
        breakdown["files and other waits"] = np.where(
            full, np.nan, np.maximum(response - known, 0.0)
        )
        answer.breakdown_s = dict(breakdown)
        if tasks_seen(was["figures"]) is not None:
            # What waits for MXT is not inside yet.
            outside_s = got.share * got.wait_s.get(MXT, np.zeros_like(share))
            _count_inside(answer, got.rate_per_s, outside_s)
        doubt_parts(answer, got)
        if was["figures"].get("response_ms") is None:
            io = region_io(now, was, constants)
            waits_s = io_wait_s(was, io, constants)
            if tasks_seen(was["figures"]) is not None:
                waits_s = waits_s + unseen_s(was, io, constants)
            queued_s = sum(float(got.wait_s[name][0]) for name in got.wait_s if name != QR)
            queued_s += float(got.called_s[0])
            doubt_waits(answer, float(waits_s.flat[0]) + queued_s)
            say_unseen(answer, got, got_was, full)
        _below_peak(answer, now, was)


def _below_peak(answer: Answer, now: Conditions, was: Conditions) -> None:
    """What a lower MXT does at the measured peak of tasks, with those that waited for MXT then."""
    figures = was["figures"]
    before = was["settings"][MXT] if MXT in was["stated"] else None
    limit = now["settings"][MXT] if MXT in now["stated"] else None
    tasks = float(figures.get("peak_tasks") or 0.0)
    peak = tasks + float(figures.get("queued_tasks_peak") or 0.0)
    if limit is None or not lowered(limit, before) or not tasks or peak <= limit:
        return
    below_peak(
        answer,
        limit,
        peak,
        say(
            "MXT={limit:,g} is below the measured peak of {peak:,.0f} tasks (statistics of "
            "the transaction manager): those beyond it wait at the peak, and as no report says how "
            "long that lasts, the response may be up to {times:,.3g} times as long",
            times=peak / limit,
            limit=limit,
            peak=peak,
        ),
    )


def _count_inside(
    answer: Answer, rate_per_s: FloatArray | float, outside_s: FloatArray | float = 0.0
) -> None:
    """Tasks inside by rate and response (Little's law)."""
    inside_s = np.asarray(answer.metrics["response_ms"]) / 1e3 - outside_s
    inside = np.asarray(rate_per_s) * np.maximum(inside_s, 0.0)
    answer.metrics["active_tasks"] = inside


def _waits_for(called: str, full: str, carried: float, offered: float) -> str:
    return say(
        "its tasks wait for {called}, whose {full} can take no more: {carried:,.1f} transactions a "
        "second end where {rate:,.1f} come",
        called=Name(called),
        full=Name(full),
        carried=carried,
        rate=offered,
    )


def _carries(pool: str, carried: float, offered: float) -> str:
    if pool == MXT:
        return say(
            "with no more tasks inside than MXT allows {carried:,.1f} transactions a second end "
            "where {rate:,.1f} come",
            carried=carried,
            rate=offered,
        )
    return say(
        "the strings or sessions of {fewest} carry {carried:,.1f} transactions a second where "
        "{rate:,.1f} come",
        fewest=Name(pool),
        carried=carried,
        rate=offered,
    )


def _ranked(answer: Answer, site: Site, rank: Rank | None, got: Got) -> Site:
    """The site, with what is known of who is dispatched first there."""
    if rank is None or not rank.is_first:
        return site
    use = got.uses.get(site.cps)
    if use is not None and float(use[0]) > _CROWDED:
        answer.reasons.append(
            say(
                "the region is taken to be dispatched before other work of its partition: its QR "
                "TCB waited for CPs {lost:.2g} times as long as it used them, where work that is "
                "dispatched alike would wait {alike:.2g} times as long ({first:.0f} % likely)",
                lost=rank.lost,
                alike=rank.alike,
                first=100.0 * rank.first,
            )
        )
    return replace(site, doubt=1.0 - rank.first)


def _say_what_is_full(answer: Answer, was: Conditions, got: Got, offered: float) -> None:
    measured = was["rate_per_s"]
    # Pools are a set, whose order is another in every process.
    full = [
        name
        for name, use in got.uses.items()
        if (name in got.pools or name == QR) and float(use[0]) > CARRIED - 0.02
    ]
    if got.held_by is not None and QR not in full:
        _, called, what = got.held_by
        answer.extrapolated.append(_waits_for(called, what, float(got.rate_per_s[0]), offered))
        answer.held_by = got.held_by.anchor
        return
    for name in full:
        # Tasks pile up at MXT because of what they wait for inside: the QR TCB, or other pools.
        if name != QR and not (name == MXT and len(full) > 1):
            answer.extrapolated.append(_carries(name, float(got.rate_per_s[0]), offered))
    if QR in full:
        answer.extrapolated.append(
            "the region cannot keep up with the measured arrival rate; its response time grows "
            "without bound"
            if abs(offered / measured - 1.0) < 1e-6
            else say(
                "the region cannot keep up with {rate:,.1f} transactions a second; its response "
                "time grows without bound",
                rate=offered,
            )
        )


def _explain_unmodelled(answer: Answer, now: Conditions, was: Conditions) -> None:
    for name, value in now["settings"].items():
        if name not in MODELLED and was["settings"].get(name) != value:
            answer.reasons.append(
                say("{name}: the documents give no figure; not in this projection", name=Name(name))
            )


def _explain_cpus(answer: Answer, now: Conditions) -> None:
    cpus, cps = now["settings"].get("CPUS"), now.get("partition_cps")
    if now["settings"].get("PLATFORM") == "z/VSE" and cpus and cps and cpus > cps:
        answer.reasons.append(
            say(
                "{name}: {cpus:,g} CPUs are stated to be active, and its partition has {cps:,g}: "
                "no more than these are",
                name=Name(now["name"]),
                cpus=cpus,
                cps=cps,
            )
        )


def _demand(
    now: Conditions,
    was: Conditions,
    io: RegionIo,
    constants: Mapping[str, FloatArray],
    demand_was: FloatArray,
    stall_s: FloatArray,
    answer: Answer,
) -> tuple[FloatArray, FloatArray]:
    """Dispatch time per transaction: CPU, and time for which the QR TCB lost the CPU as-is."""
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
    return busy, lost
