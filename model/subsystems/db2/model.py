"""Performance model of a Db2 subsystem's buffer pools, group pools and bind options.

The unit of work is one transaction (commit); they arrive at the measured rate. Where the simulated
buffer pool has counted the reads that more buffers avoid, the pool's curve passes through that
count; elsewhere through the measured reads alone, with a wider band. A synchronous read costs the
CPU that figure 2-2 of document 003 shows and the wait that the customer's own reports state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from model.contract.evaluation import ConditionError, Conditions, FloatArray
from model.contract.protocol import NotProjectable
from model.hardware.flow import Flow, Got, Number, Pool
from model.hardware.ziip import done_cpus
from model.language import Keyword, Name, SettingName, say
from model.subsystems.common import Answer
from model.subsystems.common.load import CARRIED, CPU, growth_in, site_of
from model.subsystems.common.peaks import below_peak, lowered
from model.subsystems.common.reuse import working_sets
from model.subsystems.db2.limits import CLOCKS, any_limit, hold_none
from model.subsystems.db2.pools import of_one_time, pool_reads
from model.subsystems.db2.predictor import GBP_READ_US, waits_us
from model.subsystems.db2.requests import Requesting, group_pools
from model.subsystems.db2.storage import check_storage, frames_gb, held_mb
from model.topology import Component, Topology

THREADS, DISTRIBUTED = "threads", "distributed threads"
_READS, _OTHER = "synchronous reads", "other than CPU and synchronous reads"
NEARLY_ALL = 0.97
NO_LIMIT = 20_000.0
"""Threads where no limit is stated: as many as CTHREAD and MAXDBAT may be at the most."""
MOST_IO_SHARE = 0.9
"""Synchronous reads can have cost at most this share of a transaction's CPU and response time."""
DIRECTORY_KB = 0.5
"""Two directory entries of about 250 bytes for each page of a two-member group (003, 2.3.1)."""


class Db2Model(Requesting):
    """Db2 subsystems (`SubsystemModel`)."""

    name: ClassVar[str] = "Db2"
    anchor_kind: ClassVar[str] = "db2_subsystem"
    dispatched: ClassVar[bool] = True
    fitted: ClassVar[str] = "db2"
    """Fitted to figure 2-2 and table 2-3 of document 003."""

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Pools, group pools and plans with the subsystem's own figures."""
        db2 = topology[anchor]
        figures = db2.figures()
        pools = {pool.id: _pool(pool) for pool in topology.children(anchor, "db2_bufferpool")}
        groups = {part.id: part for part in group_pools(topology, anchor)}
        plans = {plan.id: _plan(plan) for plan in topology.children(anchor, "db2_plan")}
        rate = _rate(figures)
        counted = rate and (figures.get("response_ms") or _cpu_ms(figures, rate))
        if not pools and not groups and not plans and not counted:
            raise NotProjectable(
                say(
                    "{db2_name}: no buffer pool, group buffer pool or plan is known; "
                    "DISPLAY BUFFERPOOL DETAIL shows the pools",
                    db2_name=Name(db2.name),
                ),
                anchor,
                "db2_bufferpool",
                "DISPLAY BUFFERPOOL DETAIL",
            )
        lpar, cpc = topology.ancestor(anchor, "lpar"), topology.ancestor(anchor, "cpc")
        return {
            "name": db2.name,
            "figures": figures,
            "rate_per_s": rate,
            "pools": pools,
            "summed": of_one_time(pools.values()),
            "groups": {key: _group(part) for key, part in groups.items()},
            "plans": plans,
            "cp_speed": (None if cpc is None else cpc.number("CP_SPEED")) or 1.0,
            "threads": _threads(db2.number("CTHREAD"), db2.number("MAXDBAT"), figures),
            "limits": (db2.number("CTHREAD"), db2.number("MAXDBAT")),
            "real_gb": None if lpar is None else lpar.number("REAL_STORAGE_GB"),
            "ziip_cpus": 0.0 if lpar is None else done_cpus(topology, lpar),
        }

    def comparable(
        self, conditions: Conditions, measured: Mapping[str, float]
    ) -> Mapping[str, float]:
        """Accounting's synchronous reads against those of the pools, and the rates."""
        figures = dict(measured)
        if conditions["rate_per_s"]:
            figures["etr_per_s"] = conditions["rate_per_s"]
        if conditions["summed"] and any(pool["told"] for pool in conditions["pools"].values()):
            figures["sync_reads"] = sum(pool["sync"] for pool in conditions["pools"].values())
        return figures

    def frames_gb(self, topology: Topology, anchor: str, as_is: bool) -> Mapping[str, float]:
        """Its buffer pools."""
        return frames_gb(topology.children(anchor, "db2_bufferpool"), as_is)

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """Threads are shown at the subsystem."""
        found = super().components(topology, anchor)
        return {**found, THREADS: (anchor,), DISTRIBUTED: (anchor,)}

    def pools(self, now: Conditions, was: Conditions, answer: Answer) -> Sequence[Pool]:
        """A thread is held for a transaction, and waited for where all of its kind are in use."""
        if not was["figures"].get("response_ms"):
            return ()
        share = was["figures"].get("distributed_pct")
        if share is None:
            return (Pool(THREADS, any_limit(now["limits"], was) or NO_LIMIT),)
        local, remote = (limit or NO_LIMIT for limit in now["limits"])
        if not 0.0 < share < 100.0:
            return (Pool(THREADS, remote if share else local),)
        # What works runs in the last one.
        other = Pool(DISTRIBUTED, remote, instead=THREADS, share=share / 100.0)
        return (other, Pool(THREADS, local))

    def way(self, now: Conditions, was: Conditions, answer: Answer, before: Answer) -> Flow | None:
        """Class 1 CPU is that of general CPs; what ran on zIIPs is told beside it."""
        flow, ziip_s = super().way(now, was, answer, before), _on_ziips_s(was)
        if flow is None or ziip_s <= 0.0:
            return flow
        cps = site_of(now).cps
        visits = (replace(v, ziip_s=ziip_s) if v.where == cps else v for v in flow.visits)
        return replace(flow, visits=tuple(visits))

    def measured_time(
        self, was: Conditions, before: Answer, inside: str, response_s: FloatArray
    ) -> tuple[str, Number]:
        """Class 1 begins when there is a thread: the measured time is what one is held for."""
        return inside, response_s

    def elsewhere_s(self, was: Conditions, before: Answer) -> Number:
        """Synchronous reads, where no volumes serve them in the network."""
        return 0.0 if site_of(was).disks else before.breakdown_s.get(_READS, 0.0)

    def contradiction(self, conditions: Conditions, measured: Mapping[str, float]) -> str | None:
        """No more transactions are under way than there may be threads (Little's law)."""
        if conditions["limits"][1] == 0 and conditions["figures"].get("distributed_pct"):
            return say(
                "{name}: MAXDBAT=0 lets no distributed work in, but {share:,.1f} % of the "
                "transactions were distributed",
                name=Name(conditions["name"]),
                share=conditions["figures"]["distributed_pct"],
            )
        rate, threads = conditions["rate_per_s"], conditions["threads"]
        held_s = conditions["figures"].get("response_ms", 0.0) / 1e3
        if not rate or not threads or rate * held_s <= CLOCKS * threads:
            return None
        return say(
            "{name}: {rate:,.1f} transactions a second of {response:,.1f} ms are {busy:,.0f} at a "
            "time; CTHREAD and MAXDBAT let {threads:,.0f} in",
            name=Name(conditions["name"]),
            rate=rate,
            response=held_s * 1e3,
            busy=rate * held_s,
            threads=threads,
        )

    def settle(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        constants: Mapping[str, FloatArray],
        got: Got,
        got_was: Got,
    ) -> None:
        """What waits for threads, and that they bound the work where they do."""
        super().settle(answer, now, was, constants, got, got_was)
        _below_peak(answer, now, was)
        if was["figures"].get("ziip_ms_per_tx") and growth_in(now) != 1.0:
            answer.reasons.append(_ziips_grow(now, was))
        if THREADS not in got.uses:
            if now["limits"] != was["limits"]:
                answer.reasons.append(
                    "how long a transaction holds a thread is in no report: what other limits of "
                    "threads change is not in this projection"
                )
            return
        if any(limit is not None for limit in now["limits"]) and (
            "distributed_pct" not in was["figures"]
        ):
            answer.reasons.append(
                "which share of the transactions is distributed is in no report (accounting by "
                "connection type tells): the smaller of CTHREAD and MAXDBAT is taken to limit all "
                "of them, and bands reach to where it limits none"
            )
            if now["limits"] != was["limits"] and "response_ms" in answer.metrics:
                hold_none(answer, was, got)
        if float(got.rate_per_s[0]) < CARRIED * float(got.offered_per_s[0]):
            for pool, said in _IN_USE.items():
                if pool in got.uses and float(got.uses[pool][0]) > NEARLY_ALL:
                    carried, rate = (float(x[0]) for x in (got.rate_per_s, got.offered_per_s))
                    answer.extrapolated.append(said(carried, rate))

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """Reads of the pools first, then CPU and response time per transaction (see module)."""
        check_storage(now, was)
        _check_pools(now, was)
        _check_limits(now, was)
        answer = Answer()
        figures, rate = was["figures"], was["rate_per_s"]
        zero = np.zeros_like(constants["reuse_mix"])
        sync_was, other_ios, change, counted, timed = 0.0, 0.0, zero, zero, False
        page_ins: list[float] = []
        for key, before in was["pools"].items():
            after = now["pools"].get(key)
            reads = zero + before["sync"]
            if after is not None:
                mix, sets = constants["reuse_mix"], working_sets(constants)
                reads = pool_reads(before, after["buffers"], mix, sets, answer)
            counted = counted + reads
            duration_s = before["duration_s"] or figures.get("duration_s")
            if not duration_s:
                continue
            timed = timed or before["told"]
            sync_was += before["sync"] / duration_s
            other_ios += before["other_ios"] / duration_s
            if before["page_ins"] is not None:
                page_ins.append(before["page_ins"] / duration_s)
            change = change + (reads - before["sync"]) / duration_s
        left = _group_share(now, was, constants, answer)
        if not was["summed"]:
            answer.reasons.append(
                "the counts of the buffer pools are of different times, and their sum of none: "
                "display all pools with one command"
            )
        elif any(pool["told"] for pool in was["pools"].values()):
            counted = counted * left
            answer.metrics["sync_reads"] = counted
            wait_us = _read_wait_us(was)
            if wait_us is not None:
                answer.metrics["sync_io_delay_s"] = counted * wait_us / 1e6
        sync_now = np.maximum(sync_was + change, 0.0)
        if not timed and rate and figures.get("sync_io_per_tx") is not None:
            sync_was = figures["sync_io_per_tx"] * rate
            sync_now, timed = zero + sync_was, True
        to_group = sync_now * (1.0 - left)
        sync_now = sync_now * left
        if timed:
            answer.metrics["sync_reads_per_s"] = sync_now
            answer.metrics["io_per_s"] = sync_now + other_ios
        if page_ins:
            answer.metrics["paging_per_s"] = sum(page_ins)
        if (held := held_mb(now, was)) is not None:
            answer.metrics["storage_mb"] = held
        factor = _cpu_factor(now, was, constants, answer)
        _group_reasons(now, was, answer)
        if rate:
            answer.metrics["etr_per_s"] = rate
            if timed:
                answer.metrics["sync_io_per_tx"] = sync_now / rate
            self._transactions(answer, was, constants, sync_was, sync_now, to_group, factor)
        if "cpu_ms_per_tx" not in answer.metrics and (factor != 1.0).any():
            answer.reasons.append(
                "CPU of a transaction is in no report: what is saved of it is not a figure here"
            )
        return answer

    def _transactions(
        self,
        answer: Answer,
        was: Conditions,
        constants: Mapping[str, FloatArray],
        sync_was: float,
        sync_now: FloatArray,
        to_group: FloatArray,
        factor: FloatArray,
    ) -> None:
        figures, rate = was["figures"], was["rate_per_s"]
        fewer = (sync_was - sync_now) / rate
        cpu_ms = _cpu_ms(figures, rate)
        if cpu_ms:
            io_cpu_us = constants["io_cpu_us"] * constants["machine"] / was["cp_speed"]
            if sync_was > 0.0:
                io_cpu_us = np.minimum(io_cpu_us, MOST_IO_SHARE * cpu_ms * 1e3 * rate / sync_was)
            per_tx = (cpu_ms - fewer * io_cpu_us / 1e3) * factor
            answer.metrics["cpu_ms_per_tx"] = per_tx
            answer.metrics["cpu_s_per_s"] = per_tx * rate / 1e3
            answer.metrics["itr_per_cpu_s"] = 1e3 / per_tx
            answer.breakdown_s[CPU] = per_tx / 1e3
        response_ms = figures.get("response_ms")
        wait_us = _read_wait_us(was)
        if not response_ms:
            return
        if wait_us is None:
            if np.any(fewer != 0.0):
                answer.reasons.append(
                    "the time of a synchronous read is in no report; response time is not projected"
                )
                return
            wait_us = 0.0
        if sync_was > 0.0:
            wait_us = min(wait_us, MOST_IO_SHARE * response_ms * 1e3 * rate / sync_was)
        group_us = figures.get("gbp_read_us", GBP_READ_US)
        waits_ms = waits_us(sync_now, wait_us, to_group, group_us) / rate / 1e3
        others_ms = response_ms - sync_was * wait_us / rate / 1e3
        answer.metrics["response_ms"] = others_ms + waits_ms
        answer.breakdown_s[_READS] = waits_ms / 1e3
        answer.breakdown_s[_OTHER] = np.maximum(
            others_ms / 1e3 - answer.breakdown_s.get(CPU, 0.0), 0.0
        )
        answer.waits = _OTHER


def _on_ziips_s(conditions: Conditions) -> float:
    """zIIP time of a transaction, as far as the partition's zIIPs did as much."""
    rate, told_ms = conditions["rate_per_s"], conditions["figures"].get("ziip_ms_per_tx")
    return min(told_ms / 1e3, conditions["ziip_cpus"] / rate) if rate and told_ms else 0.0


def _ziips_grow(now: Conditions, was: Conditions) -> str:
    if not _on_ziips_s(was):
        return say(
            "{name}: how busy the zIIPs of its partition are is in no report (RMF CPU activity): "
            "what more work asks of them, and of general CPs in their place, is not in this "
            "projection",
            name=Name(now["name"]),
        )
    return say(
        "{name}: its {each:,.3g} ms of a transaction on zIIPs grow with it (accounting of Db2, SE "
        "CPU TIME): general CPs do what waits too long for them, unless IIPHONORPRIORITY=NO",
        name=Name(now["name"]),
        each=1e3 * _on_ziips_s(was),
    )


def _rate(figures: Mapping[str, float]) -> float | None:
    """Transactions a second, as measured."""
    duration_s, rate = figures.get("duration_s"), figures.get("tx_per_s")
    if rate is None and duration_s and "commits" in figures:
        return figures["commits"] / duration_s
    return rate


def _cpu_ms(figures: Mapping[str, float], rate: float) -> float | None:
    """CPU of a transaction, as measured."""
    cpu_ms = figures.get("cpu_ms_per_tx")
    if cpu_ms is None and figures.get("cpu_s") and figures.get("duration_s"):
        return figures["cpu_s"] / figures["duration_s"] / rate * 1e3
    return cpu_ms


def _all_in_use(carried: float, rate: float) -> str:
    return say(
        "the threads are all in use at {carried:,.1f} transactions a second where {rate:,.1f} come",
        carried=carried,
        rate=rate,
    )


def _distributed_in_use(carried: float, rate: float) -> str:
    return say(
        "the distributed threads (MAXDBAT) are all in use at {carried:,.1f} transactions a second "
        "where {rate:,.1f} come: those that wait are distributed, and local work has its own",
        carried=carried,
        rate=rate,
    )


_IN_USE = {THREADS: _all_in_use, DISTRIBUTED: _distributed_in_use}


def _threads(
    cthread: float | None, maxdbat: float | None, figures: Mapping[str, float]
) -> float | None:
    """Threads that all transactions together can hold; None where no limit is known.

    The limit of the kind that is reached first, where the share of each is known.
    """
    if cthread is None and not maxdbat:
        # MAXDBAT=0 lets no distributed work in: what is done is local.
        return None
    share = figures.get("distributed_pct")
    if share is None:
        return max(1.0, (cthread or 0.0) + (maxdbat or 0.0))
    remote = min(max(share / 100.0, 0.0), 1.0)
    limits = []
    if cthread is not None and remote < 1.0:
        limits.append(cthread / (1.0 - remote))
    if maxdbat and remote > 0.0:
        limits.append(maxdbat / remote)
    return max(1.0, min(limits)) if limits else None


def _group_share(
    now: Conditions, was: Conditions, constants: Mapping[str, FloatArray], answer: Answer
) -> FloatArray:
    """Share of synchronous reads that still go to disk when group pools hold all pages."""
    whole = np.ones_like(constants["gbp_left"])
    switched = [
        key
        for key, group in now["groups"].items()
        if key in was["groups"] and group["cache"] == "ALL" and was["groups"][key]["cache"] != "ALL"
    ]
    if not switched:
        return whole
    covered = 0.0 * whole
    for key in switched:
        group = now["groups"][key]
        if group["data_pages"] and group["size_mb"]:
            needed_mb = group["data_pages"] * (4.0 + DIRECTORY_KB) / 1024.0
            covered = covered + min(1.0, group["size_mb"] / needed_mb)
        else:
            covered = covered + constants["gbp_held"]
            answer.extrapolated.append(
                say(
                    "{group}: no report tells how many pages its objects have, so that the "
                    "structure may hold anything from none to all of them",
                    group=Name(group["name"]),
                )
            )
    # Without reads by group pool, those of the same pages are taken as equally shared.
    share = covered / max(1, len(now["groups"]))
    answer.reasons.append(
        "published share: 1.57 of 35.69 reads remained with all pages in the group pool "
        "(003, table 2-3)"
    )
    return whole - share * (1.0 - constants["gbp_left"])


def _group_reasons(now: Conditions, was: Conditions, answer: Answer) -> None:
    """What document 003 says of group pool settings without a figure that could be used."""
    for key, group in now["groups"].items():
        before = was["groups"].get(key)
        if before is None:
            continue
        if group["duplex"] and not before["duplex"]:
            answer.reasons.append(
                say(
                    "{group}: a second copy costs a few per cent, of what is not "
                    "said (003, 2.3.1); not in this projection",
                    group=Name(group["name"]),
                )
            )
        if group["cache"] != before["cache"] and group["cache"] != "ALL":
            answer.reasons.append(
                say(
                    "{group}: figures are published for GBPCACHE ALL against CHANGED "
                    "only (003, table 2-3)",
                    group=Name(group["name"]),
                )
            )


def _cpu_factor(
    now: Conditions, was: Conditions, constants: Mapping[str, FloatArray], answer: Answer
) -> FloatArray:
    factor = np.ones_like(constants["release_cpu"])
    reuse_pct = was["figures"].get("thread_reuse_pct")
    for key, plan in now["plans"].items():
        before = was["plans"].get(key)
        if before is None:
            continue
        if plan["release"] == "DEALLOCATE" != before["release"]:
            if reuse_pct is not None and reuse_pct <= 0.0:
                answer.reasons.append(
                    say(
                        "{plan}: without thread reuse RELEASE(DEALLOCATE) changes nothing",
                        plan=Name(plan["name"]),
                    )
                )
            elif before["cpu_share"] is None:
                answer.reasons.append(
                    say("{plan}: its share of CPU is in no report", plan=Name(plan["name"]))
                )
            else:
                factor = factor - constants["release_cpu"] * before["cpu_share"]
                answer.published = True
                answer.reasons.append("published: RELEASE(DEALLOCATE) up to 10 % CPU (003, 2.2.3)")
        if plan["protected"] and not before["protected"]:
            answer.reasons.append(
                say(
                    "{plan}: the saving by thread reuse is published as a graphic "
                    "only (003, figure 2-6); not in this projection",
                    plan=Name(plan["name"]),
                )
            )
    simulated = {
        name: any(pool["simulating"] for pool in part["pools"].values())
        for name, part in (("now", now), ("was", was))
    }
    if simulated["now"] and not simulated["was"]:
        factor = factor * (1.0 + constants["simulation_cpu"])
    elif simulated["was"] and not simulated["now"]:
        factor = factor / (1.0 + constants["simulation_cpu"])
    return factor


def _read_wait_us(was: Conditions) -> float | None:
    """Time of one synchronous read: accounting's, else that of the simulation's delays."""
    stated = was["figures"].get("sync_io_us")
    if stated is not None:
        return float(stated)
    pools = [pool for pool in was["pools"].values() if pool["delay_ms"] and pool["avoidable"]]
    reads = sum(pool["avoidable"] for pool in pools)
    return sum(pool["delay_ms"] for pool in pools) * 1e3 / reads if reads > 0.0 else None


def _check_pools(now: Conditions, was: Conditions) -> None:
    """VPSIZE(0) deletes a pool, which no object can then be opened in (003, 2.1)."""
    for key, before in was["pools"].items():
        after = now["pools"].get(key)
        used = before["sync"] > 0.0 or bool(before["getpages"])
        if after is None and used:
            raise ConditionError(
                say(
                    "{now}: {pool} is gone, which work uses: what its objects read in another "
                    "pool is in no report; leave it some buffers",
                    now=Name(now["name"]),
                    pool=Name(before["name"]),
                )
            )
        if after is not None and after["buffers"] == 0 and before["buffers"] and used:
            raise ConditionError(
                say(
                    "{now}: VPSIZE(0) deletes {pool}, which work uses: move its objects to another "
                    "pool, or leave it some buffers",
                    now=Name(now["name"]),
                    pool=Name(before["name"]),
                )
            )
        if after is not None and after["buffers"] and not before["buffers"] and used:
            raise ConditionError(
                say(
                    "{now}: how many buffers {pool} has today is in no report, so that nothing "
                    "tells what others change; -DISPLAY BUFFERPOOL tells",
                    now=Name(now["name"]),
                    pool=Name(before["name"]),
                )
            )


def _check_either(now: Conditions, was: Conditions) -> None:
    """A limit that could hold work back if there were enough of its kind, which nobody tells.

    CTHREAD alone is taken to limit all work: what attaches locally is there in any subsystem.
    """
    known = [limit for limit in now["limits"] if limit is not None]
    if not known or not was["rate_per_s"]:
        return
    held_s = was["figures"].get("response_ms", 0.0) / 1e3
    busy = was["rate_per_s"] * growth_in(now) * held_s
    if len(known) == len(_WAITED) and sum(known) < busy:
        # Whichever kind the work is of, no more than both together let in.
        return
    for (setting, *_), limit, before in zip(_WAITED, now["limits"], was["limits"], strict=True):
        if setting == "CTHREAD" and len(known) < len(_WAITED):
            continue
        if limit and limit < busy and lowered(limit, before):
            raise ConditionError(
                say(
                    "{name}: {busy:,.1f} transactions are under way at a time, and which share of "
                    "them is distributed is in no report (accounting of Db2 by connection), so "
                    "that whether {setting}={limit:,g} holds them back is not known",
                    name=Name(now["name"]),
                    busy=busy,
                    setting=SettingName(setting),
                    limit=limit,
                )
            )


def _check_limits(now: Conditions, was: Conditions) -> None:
    """MAXDBAT=0 is no small limit: DDF then takes no work at all (DSN6SYSP, MAX REMOTE ACTIVE)."""
    share = was["figures"].get("distributed_pct")
    if share is None:
        _check_either(now, was)
    if now["limits"][1] != 0 or was["limits"][1] == 0 or share == 0.0:
        return
    if share is None:
        raise ConditionError(
            say(
                "{name}: with MAXDBAT=0 it takes no distributed work, and which share of its "
                "transactions is distributed is in no report (accounting of Db2 by connection)",
                name=Name(now["name"]),
            )
        )
    raise ConditionError(
        say(
            "{name}: with MAXDBAT=0 it takes no distributed work, which is {share:,.1f} % of its "
            "transactions: other members of its group get it, or nobody does",
            name=Name(now["name"]),
            share=share,
        )
    )


_READ_COUNTS = "sync_reads", "sync_reads_random", "sync_reads_sequential", "avoidable_sync_reads"
"""What tells how often a pool reads: without any of them it is not known, which is not 0."""


def _pool(pool: Component) -> dict[str, Any]:
    page_kb = pool.number("PAGE_SIZE_KB") or 4.0
    buffers, simulated = pool.number("VPSIZE"), pool.number("SPSIZE") or 0.0
    random, sequential = (
        pool.measure(name) or 0.0 for name in ("sync_reads_random", "sync_reads_sequential")
    )
    random_avoidable = pool.measure("avoidable_sync_reads")
    avoidable = None
    if random_avoidable is not None:
        avoidable = random_avoidable + (pool.measure("avoidable_sync_reads_sequential") or 0.0)
    reads = max(random + sequential, pool.measure("sync_reads") or 0.0)
    # 2 % of the simulated size for 4 KB pages, 1 % for larger ones (003, 2.1.1).
    simulation_kb = simulated * page_kb * (0.02 if page_kb <= 4.0 else 0.01)
    return {
        "name": pool.name,
        "buffers": buffers,
        "page_kb": page_kb,
        "mb": ((buffers or 0.0) * page_kb + simulation_kb) / 1024.0,
        "simulating": simulated > 0.0,
        "simulated": pool.measure("simulated_buffers") or simulated,
        "avoidable": avoidable,
        "delay_ms": pool.measure("avoidable_delay_ms"),
        "sync": reads or avoidable or 0.0,
        "told": any(pool.measure(name) is not None for name in _READ_COUNTS),
        "getpages": pool.measure("getpages")
        or (pool.measure("getpages_random") or 0.0) + (pool.measure("getpages_sequential") or 0.0),
        "other_ios": (pool.measure("prefetch_reads") or 0.0) + (pool.measure("writes") or 0.0),
        "page_ins": pool.measured_sum("page_ins_read", "page_ins_write"),
        "duration_s": pool.measure("duration_s"),
        "since": since.value if (since := pool.measured.get("statistics_since")) else None,
    }


def _group(part: Component) -> dict[str, Any]:
    return {
        "name": part.name,
        "cache": part.value("GBPCACHE") or "CHANGED",
        "size_mb": part.number("SIZE_MB"),
        "data_pages": part.measure("data_pages"),
        "duplex": bool(part.value("DUPLEX")),
    }


def _plan(plan: Component) -> dict[str, Any]:
    share_pct = plan.measure("cpu_pct")
    return {
        "name": plan.name,
        "release": plan.value("RELEASE") or "COMMIT",
        "protected": bool(plan.value("PROTECTED_THREADS")),
        "cpu_share": None if share_pct is None else share_pct / 100.0,
    }


_WAITED = (
    ("CTHREAD", "threads_queued", "QUEUED AT CREATE THREAD"),
    ("MAXDBAT", "dbats_queued", "DBAT QUEUED-MAXIMUM ACTIVE"),
)
"""By limit what waited for a thread of its kind, and what the statistics of Db2 call that."""


def _below_peak(answer: Answer, now: Conditions, was: Conditions) -> None:
    """What a lower limit does where requests waited for a thread already, or below the peak."""
    for place, (setting, figure, called) in enumerate(_WAITED):
        limit, before = now["limits"][place], was["limits"][place]
        queued = float(was["figures"].get(figure) or 0.0)
        most = float(was["figures"].get("threads_peak") or 0.0) if setting == "CTHREAD" else 0.0
        if limit is None or not lowered(limit, before):
            continue
        if queued and before is not None:
            said = say(
                "{queued:,.0f} requests waited for a thread with {setting}={before:,g} (statistics "
                "of Db2, {called}), so that all were in use: with {limit:,g} more wait at the "
                "peak, and as no report says how long that lasts, the response may be "
                "{times:,.3g} times as long, or longer",
                times=before / limit,
                queued=queued,
                setting=SettingName(setting),
                called=Keyword(called),
                before=before,
                limit=limit,
            )
            below_peak(answer, limit, max(before, most), said)
        elif most > limit:
            said = say(
                "{setting}={limit:,g} is below the measured peak of {peak:,.0f} threads "
                "(statistics of Db2, HIGH WATER MARK CTHREAD, since it started): those beyond it "
                "wait at the peak, and as no report says how long that lasts, the response may be "
                "up to {times:,.3g} times as long",
                times=most / limit,
                setting=SettingName(setting),
                limit=limit,
                peak=most,
            )
            below_peak(answer, limit, most, said)
