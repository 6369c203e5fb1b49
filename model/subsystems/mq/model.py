"""Performance model of a queue manager's buffer pools.

The unit of work is one message. A pool that is large enough keeps messages in storage; once fewer
than 5 % of its buffers can be stolen, requests wait for synchronous page set I/O. Each such I/O in
the statistics stands for one page that the pool lacked at that moment, so that adding as many
buffers (of which 95 % are usable) removes it. A pool that always had buffers to spare reads pages
that grew old in it. Sizes, thresholds and the time of an I/O are those of document 003, 4.2.1.

On its way a message is put and got: of its CPU, MQGET and MQPUT take what was measured of them, and
what these wait for CPs and for page set I/O makes them longer; the rest (putter, getter, queue
manager) runs beside them. ``response_ms`` is the elapsed time of a get.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from model.contract.evaluation import ConditionError, Conditions, FloatArray
from model.contract.protocol import NotProjectable
from model.hardware.flow import Flow, Got, Number, Pool, Rest, Visit
from model.language import Name, say
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.common import Answer, ProductModel
from model.subsystems.common.load import carry, disk_visits, growth_in, on_disks_of, site_of
from model.subsystems.common.model import service_s
from model.subsystems.mq.pools import lacking_share, synchronous_ios
from model.subsystems.mq.size import (
    OTHER_MANAGER_SD,
    Measured,
    at_odds,
    beyond_sd,
    learned,
    misfit_sd,
    through_measured,
)
from model.topology import Component, Topology

CALLS = ("get", "put")
_ANY_NUMBER = 20_000.0
"""Calls that may be under way: nothing limits them."""
_CONTRADICTS = 1.25
"""Times the measured elapsed time of a call from which waits that explain it are none of its."""
BUFFER_KB = 4.0
PUBLISHED_GROWTH = 5.0
"""Times as large as before were the pools of which it is published what fixing saves (003, 4.2)."""


_OF_MESSAGES = ("messages_per_s", "cpu_us_per_message", "get_cpu_us", "get_elapsed_us")
"""Figures of which any makes a queue manager a workload, without its buffer pools as well."""


class MqModel(ProductModel):
    """Queue managers (`SubsystemModel`)."""

    name: ClassVar[str] = "MQ buffer pools"
    anchor_kind: ClassVar[str] = "mq_manager"
    dispatched: ClassVar[bool] = True
    fitted: ClassVar[str] = "mq"
    """As stated in document 003."""
    limits_pct: ClassVar[Mapping[str, float]] = {"get_elapsed_us": 50.0, "put_elapsed_us": 50.0}

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Pools with their settings and counts, pages behind each, the manager's own figures."""
        manager = topology[anchor]
        pools = topology.children(anchor, "mq_bufferpool")
        if not pools and not any(manager.measure(name) for name in _OF_MESSAGES):
            raise NotProjectable(
                say(
                    "{manager_name}: neither a buffer pool nor messages or their CPU are known; "
                    "DISPLAY USAGE TYPE(PAGESET) shows pools, SMF 115 and 116 messages",
                    manager_name=Name(manager.name),
                ),
                anchor,
                "mq_bufferpool",
                "DISPLAY USAGE TYPE(PAGESET)",
            )
        pages = _pages_by_pool(topology.children(anchor, "mq_pageset"))
        lpar = topology.ancestor(anchor, "lpar")
        return {
            "name": manager.name,
            "version": manager.value("VERSION"),
            "message_kb": manager.number("MESSAGE_KB"),
            "figures": {name: manager.measure(name) for name in manager.measured},
            "sizes": _other_sizes(topology, manager),
            "real_gb": None if lpar is None else lpar.number("REAL_STORAGE_GB"),
            "pools": {pool.id: _pool(pool, pages) for pool in pools},
        }

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """I/O and waits by pool, CPU per message, storage (see the module)."""
        _check_limits(now)
        _check_pools(now, was)
        answer = Answer()
        zero = np.zeros_like(constants["refills"])
        sync_was, sync_now, other_ios = zero, zero, 0.0
        duration_s = _seconds(was)
        # Queues that are so many times as long leave so much less of each pool for today's.
        growth = growth_in(now)
        for key, pool in now["pools"].items():
            before = was["pools"].get(key)
            if before is None:
                answer.reasons.append(
                    say("pool {pool} is new: nothing was measured of it", pool=Name(pool["name"]))
                )
                continue
            sync_was = sync_was + before["sync"]
            of_pool = synchronous_ios(before, pool["buffers"] / growth, constants["refills"])
            sync_now = sync_now + of_pool
            lacks = lacking_share(before)
            if (of_pool != before["sync"]).any() and lacks < 1.0 and before["sync"] > 0.0:
                answer.reasons.append(
                    say(
                        "{pool}: {free:,.0f} % of its buffers were free at the least, so that its "
                        "page set I/O is of pages that grow old in it rather than for want of "
                        "buffers; the band has it go with these none to all in proportion",
                        pool=Name(pool["name"]),
                        free=100.0 * before["low_buffers"] / before["buffers"],
                    )
                )
            if (of_pool != before["sync"]).any() and (lacks > 0.0 or not before["sync"]):
                answer.reasons.append(
                    say(
                        "{pool}: how often its queues outgrow it within an interval, and what a "
                        "full pool lacks, is in no report; the band of its page set I/O has a "
                        "buffer more spare none to {most:g} of them",
                        pool=Name(pool["name"]),
                        most=self.constants["refills"].high,
                    )
                )
            if before["low_buffers"] is not None:
                peak = max(0.0, before["buffers"] - before["low_buffers"])
                name = say("buffers of {pool}", pool=Name(pool["name"]))
                answer.utilization[name] = min(1.0, growth * peak / pool["buffers"])
                if pool["told"] and float(np.asarray(of_pool).flat[0]) <= 0.0:
                    # Full of messages that nobody fetches from its page sets, it holds nobody up.
                    answer.unwaited |= {name}
            # WIO counts write operations, the immediate ones among them.
            other_ios += max(0.0, before["wio"] - before["imw"])
        told = any(pool["told"] for pool in was["pools"].values())
        if told:
            answer.metrics["sync_page_ios"] = sync_now
            answer.metrics["pageset_delay_s"] = sync_now * constants["sync_io_us"] / 1e6
        logged_per_s = was["figures"].get("log_writes_per_s")
        if (told and duration_s) or logged_per_s is not None:
            paged_per_s = (sync_now + other_ios) / duration_s if told and duration_s else zero
            answer.metrics["io_per_s"] = paged_per_s + (logged_per_s or 0.0)
        longer = self._messages(answer, now, was, constants)
        io_us = None
        if told and duration_s and was["figures"].get("messages_per_s"):
            each = sync_was / (duration_s * was["figures"]["messages_per_s"])
            io_us = each * constants["sync_io_us"]
        self._calls(answer, was, sync_was, sync_now, longer, io_us)
        _new_waits(answer, was, sync_was, sync_now * constants["sync_io_us"], duration_s)
        kilobytes = {
            place: sum(
                pool["buffers"] * BUFFER_KB
                for pool in now["pools"].values()
                if pool["location"] == place
            )
            for place in ("below", "above")
        }
        answer.metrics["storage_mb"] = sum(kilobytes.values()) / 1024.0
        answer.metrics["storage_below_mb"] = kilobytes["below"] / 1024.0
        return answer

    def way(self, now: Conditions, was: Conditions, answer: Answer, before: Answer) -> Flow | None:
        """Of a message: what its calls take is held by them, and the rest is done beside them."""
        flow = super().way(now, was, answer, before)
        calls = [call for call in CALLS if _elapsed(call) in before.metrics]
        if flow is None or not flow.rests or not calls:
            return flow
        taken: dict[str, Number] = {}
        visits: list[Visit] = []
        rests = []
        for call in calls:
            own = self._of_call(call, now, answer, calls)
            for visit in own:
                taken[visit.where] = taken.get(visit.where, 0.0) + np.asarray(visit.each_s)
            visits.extend(own)
            measured_s, changed_s = (
                np.asarray(part.metrics[_elapsed(call)]) / 1e6 for part in (before, answer)
            )
            add: Number = changed_s - measured_s
            if now is not was:
                as_many = self._of_call(call, on_disks_of(was, now), answer, calls)
                add = add - service_s(as_many) + service_s(self._of_call(call, was, before, calls))
            rests.append(Rest(call, measured_s, add_s=add))
        for visit in flow.visits:
            left = np.maximum(np.asarray(visit.each_s) - taken.get(visit.where, 0.0), 0.0)
            visits.append(replace(visit, each_s=left))
        pools = tuple(Pool(call, _ANY_NUMBER, holds=False) for call in calls)
        return replace(flow, pools=pools, visits=tuple(visits), rests=tuple(rests))

    def _of_call(
        self, call: str, conditions: Conditions, answer: Answer, calls: Sequence[str]
    ) -> tuple[Visit, ...]:
        """CPU and page set I/O that a message's call waits for, of all that the message takes."""
        site = site_of(conditions)
        found: tuple[Visit, ...] = ()
        per_message = answer.metrics.get("cpu_us_per_message")
        if per_message is not None and "cpu_s_per_s" in answer.metrics:
            all_s = sum((answer.breakdown_s[_cpu_of(one)] for one in calls), np.zeros(1))
            fits = np.minimum(1.0, np.asarray(per_message) / 1e6 / np.maximum(all_s, 1e-12))
            found = (Visit(site.cps, answer.breakdown_s[_cpu_of(call)] * fits, 1.0, call),)
        ios, seconds = answer.metrics.get("sync_page_ios"), _seconds(conditions)
        if ios is not None and seconds:
            each = np.asarray(ios) / seconds / np.asarray(answer.metrics["etr_per_s"])
            found += disk_visits(site, each / len(calls), call)
        return found

    def settle(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        constants: Mapping[str, FloatArray],
        got: Got,
        got_was: Got,
    ) -> None:
        """What the calls wait for CPs and volumes."""
        held = {call: got.hold_s[call] for call in CALLS if call in got.hold_s}
        if not held:
            super().settle(answer, now, was, constants, got, got_was)
            return
        uses = {name: use for name, use in got.uses.items() if name not in held}
        full = carry(answer, site_of(now), replace(got, uses=uses))
        for call in CALLS:
            if _elapsed(call) in answer.least:
                answer.least[_elapsed(call)] *= float(np.min(got.longer))
        today = self.respond(was, was, constants)
        for call, hold_s in held.items():
            measured_us = float(np.asarray(today.metrics[_elapsed(call)]).flat[0])
            explained_us = float(got_was.hold_s[call][0]) * 1e6 if call in got_was.hold_s else 0.0
            if explained_us > _CONTRADICTS * measured_us:
                # Calls run under their caller's task: where that hardly waits they do not either.
                answer.reasons.append(
                    say(
                        "{call} takes {measured:,.0f} us, where work that waits for its CPs like "
                        "all other would take {explained:,.0f} us: what other loads and CPs do to "
                        "it is not in this projection",
                        call=f"MQ{call.upper()}",
                        measured=measured_us,
                        explained=explained_us,
                    )
                )
                answer.metrics[_elapsed(call)] = np.where(
                    full, np.nan, answer.metrics[_elapsed(call)]
                )
                continue
            more_s = hold_s - np.asarray(answer.metrics[_elapsed(call)]) / 1e6
            waits, other = np.maximum(more_s, 0.0), _other_of(call)
            if other in answer.breakdown_s:
                # Waits that are gone were of those that were measured.
                left_s = np.asarray(answer.breakdown_s[other]) + np.minimum(more_s, 0.0)
                answer.breakdown_s[other] = np.where(full, np.nan, np.maximum(left_s, 0.0))
            answer.metrics[_elapsed(call)] = np.where(full, np.nan, hold_s * 1e6)
            if (waits > 1e-12).any():
                name = say("{call} waiting for CPs and volumes", call=call)
                answer.breakdown_s[name] = np.where(full, np.nan, waits)
        _respond(answer)

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """Each pool answers for the share of its buffers in use at the peak."""
        pools: dict[str, tuple[str, ...]] = {
            say("buffers of {pool_name}", pool_name=Name(pool.name)): (pool.id,)
            for pool in topology.children(anchor, "mq_bufferpool")
        }
        return {**super().components(topology, anchor), **pools}

    def comparable(
        self, conditions: Conditions, measured: Mapping[str, float]
    ) -> Mapping[str, float]:
        """Elapsed times of calls against their CPU and suspend times; counts as they are."""
        pools, figures = conditions["pools"].values(), dict(measured)
        if any(pool["told"] for pool in pools):
            figures["sync_page_ios"] = sum(pool["sync"] for pool in pools)
        if "messages_per_s" in measured:
            figures["etr_per_s"] = measured["messages_per_s"]
        return figures

    def _calls(
        self,
        answer: Answer,
        was: Conditions,
        sync_was: FloatArray,
        sync_now: FloatArray,
        longer: FloatArray,
        io_us: FloatArray | None,
    ) -> None:
        """Elapsed time of MQGET and MQPUT: CPU, suspension by page set I/O, and all other waits.

        longer: CPU of a message of the size it has now against that of a measured one.
        io_us: page set I/O that a message waits for, None where nobody counted it. Suspension tells
        how long an I/O takes as far as its constant leaves that open: more of it is no page set's.
        """
        figures = was["figures"]
        left = np.where(sync_was > 0.0, sync_now / np.maximum(sync_was, 1e-12), 1.0)
        calls: dict[str, tuple[float, float, float]] = {}
        for call in CALLS:
            elapsed, cpu = figures.get(_elapsed(call)), figures.get(f"{call}_cpu_us")
            suspend = figures.get(f"{call}_suspend_us")
            if suspend is None and elapsed is not None and cpu is not None:
                suspend = max(0.0, elapsed - cpu)
            if cpu is None and elapsed is not None and suspend is not None:
                cpu = max(0.0, elapsed - suspend)
            if cpu is not None and suspend is not None:
                calls[call] = cpu, suspend, max(elapsed or 0.0, cpu + suspend)
        suspended = sum(suspend for _, suspend, _ in calls.values())
        slower = 1.0
        if io_us is not None and io_us[0] > 0.0:
            prior = self.constants["sync_io_us"]
            slower = min(max(suspended / float(io_us[0]), 1.0), prior.high / prior.value)
        for call, (cpu, suspend, elapsed_us) in calls.items():
            paged = np.full_like(sync_was, suspend)
            if io_us is not None and (io_us > 0.0).any():
                paged = np.minimum(suspend, io_us * slower * suspend / max(suspended, 1e-12))
            other = elapsed_us - cpu - paged
            answer.metrics[_elapsed(call)] = cpu * longer + paged * left + other
            # A call takes its CPU, however little it waits.
            answer.least[_elapsed(call)] = cpu * float(np.min(longer))
            answer.breakdown_s[_cpu_of(call)] = cpu * longer / 1e6
            answer.breakdown_s[say("{call} page set I/O", call=call)] = paged * left / 1e6
            if (other > 1e-9 * elapsed_us).any():
                answer.breakdown_s[_other_of(call)] = other / 1e6
        _respond(answer)

    def _by_size(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        cpu_us: float | None,
        constants: Mapping[str, FloatArray],
    ) -> FloatArray:
        """CPU of a message of the new size against the measured one."""
        size, before = now["message_kb"], was["message_kb"]
        others: tuple[Measured, ...] = was["sizes"] if cpu_us else ()
        scatter = float(constants["size_scatter"][0])
        fixed_kb = constants["fixed_part_kb"]
        odd = 0.0
        if cpu_us and others:
            prior = self.constants["fixed_part_kb"]
            fixed_kb = learned(prior, fixed_kb, before, cpu_us, others, scatter)
            answer.reasons.append(
                say(
                    "CPU by message size: fitted to {sizes:,g} measured sizes; a message's fixed "
                    "part costs as much as {fixed_kb:,.0f} KB",
                    sizes=len(others) + 1,
                    fixed_kb=float(fixed_kb[0]),
                )
            )
            odd, of = at_odds(float(fixed_kb[0]), before, cpu_us, others, scatter)
            if of is not None:
                answer.extrapolated.append(
                    say(
                        "{cpu:,.4g} us of a message of {size:,g} KB and {today:,.4g} us of one of "
                        "{before:,g} KB are not of one law (a part for every message and one for "
                        "every KB): other messages, or another time; the band reaches to both",
                        cpu=of.cpu_us,
                        size=of.size_kb,
                        today=cpu_us,
                        before=before,
                    )
                )
        else:
            answer.reasons.append(
                "CPU by message size: one size is measured, which does not tell the part of a "
                "message that costs the same whatever its size; CPU at a second size "
                "(SMF 116 by queue) would narrow this"
            )
        known = [before, *(one.size_kb for one in others if one.spread == 0.0)]
        beyond = beyond_sd(size, known, float(constants["beyond_scatter"][0]))
        spread = max(misfit_sd(size, known, scatter), beyond)
        spread = math.hypot(spread, odd / NORMAL_QUANTILE_90)
        for metric in ("cpu_us_per_message", "itr_per_cpu_s", "cpu_s_per_s"):
            answer.residual_sd[metric] = math.hypot(answer.residual_sd.get(metric, 0.0), spread)
        least, most = min(known), max(known)
        if not least / 2.0 <= size <= most * 2.0:
            answer.extrapolated.append(
                say(
                    "messages of {size:,g} KB where {least:,g} to {most:,g} KB were measured",
                    size=size,
                    least=least,
                    most=most,
                )
                if least < most
                else say(
                    "messages of {size:,g} KB where only those of {known:,g} KB were measured",
                    size=size,
                    known=most,
                )
            )
        return through_measured(size, before, cpu_us or 1.0, others, fixed_kb)

    def _messages(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        constants: Mapping[str, FloatArray],
    ) -> FloatArray:
        """CPU per message, and what it makes per second; returns what the size makes of it."""
        figures = was["figures"]
        rate = figures.get("messages_per_s")
        cpu_us = figures.get("cpu_us_per_message")
        duration_s, cpu_s = figures.get("duration_s"), figures.get("cpu_s")
        if cpu_us is None and rate and cpu_s is not None and duration_s:
            cpu_us = cpu_s / duration_s / rate * 1e6
        factor = np.ones_like(constants["refills"])
        newly_fixed, grown = _newly_fixed_share(now, was)
        if newly_fixed > 0.0:
            alone = constants["fixed_alone_share"]
            saved = newly_fixed * alone + grown * (1.0 - alone)
            factor = factor * (1.0 - constants["fixed_cpu_saving"] * saved)
            answer.reasons.append(
                "published percentage: pools fixed above the bar took 10 to 20 % less CPU per "
                "message (003, 4.2), measured together with a five times larger pool, so that what "
                "fixing saves without growth is anything from none to all of it; data moved "
                "at least 20 % faster, up to 120 % where queues had backed up"
            )
        size_factor = 1.0
        longer = np.ones_like(factor)
        if now["message_kb"] and was["message_kb"] and now["message_kb"] != was["message_kb"]:
            size_factor = now["message_kb"] / was["message_kb"]
            longer = self._by_size(answer, now, was, cpu_us, constants)
            factor = factor * longer
            answer.reasons.append(
                say(
                    "{now:,g} KB a message instead of {was:,g} KB: the same data, in {times:,.3g} "
                    "times as many messages, whoever sends them; for as many as today have the "
                    "load of {name} grow by {pct:+,.0f} % as well",
                    now=now["message_kb"],
                    was=was["message_kb"],
                    times=1.0 / size_factor,
                    name=Name(now["name"]),
                    pct=100.0 * (size_factor - 1.0),
                )
            )
        if now["message_kb"] and not was["message_kb"]:
            raise ConditionError(
                say(
                    "{name}: today's message size is in no report (SMF type 116 by queue), so that "
                    "nothing says what messages of {size:,g} KB cost more or less: state it",
                    name=Name(now["name"]),
                    size=now["message_kb"],
                )
            )
        if rate is not None:
            # Larger messages carry the same data in fewer of them.
            rate = rate / size_factor
            answer.metrics["etr_per_s"] = rate
        if cpu_us is not None:
            per_message = cpu_us * factor
            answer.metrics["cpu_us_per_message"] = per_message
            answer.metrics["itr_per_cpu_s"] = 1e6 / np.maximum(per_message, 1e-9)
            if size_factor > 1.0 and not was["sizes"] and newly_fixed <= 0.0:
                # Nothing measured says that a longer message costs less.
                answer.least["cpu_us_per_message"] = cpu_us
                answer.most["itr_per_cpu_s"] = 1e6 / cpu_us
            if rate is not None:
                answer.metrics["cpu_s_per_s"] = per_message * rate / 1e6
        elif cpu_s is not None and duration_s:
            answer.metrics["cpu_s_per_s"] = factor / size_factor * (cpu_s / duration_s)
        return longer


def _elapsed(call: str) -> str:
    return f"{call}_elapsed_us"


def _cpu_of(call: str) -> str:
    return f"{call} CPU"


def _other_of(call: str) -> str:
    return say("{call} other waits", call=call)


def _respond(answer: Answer) -> None:
    if "get_elapsed_us" in answer.metrics:
        answer.metrics["response_ms"] = np.asarray(answer.metrics["get_elapsed_us"]) / 1e3
        if "get_elapsed_us" in answer.least:
            answer.least["response_ms"] = answer.least["get_elapsed_us"] / 1e3


def _seconds(conditions: Conditions) -> float | None:
    """Length of the interval that the counts are of, where it is known."""
    found: float | None = conditions["figures"].get("duration_s")
    pools = [pool["duration_s"] for pool in conditions["pools"].values() if pool["duration_s"]]
    return found or max(pools, default=None)


def _new_waits(
    answer: Answer,
    was: Conditions,
    sync_was: FloatArray,
    wait_us: FloatArray,
    duration_s: float | None,
) -> None:
    """Waits of messages where none waited for page set I/O before."""
    rate = was["figures"].get("messages_per_s")
    if (sync_was > 0.0).any() or not (wait_us > 0.0).any() or not rate or not duration_s:
        return
    if _elapsed("get") in answer.metrics:
        each_us = wait_us / (rate * duration_s)
        answer.metrics[_elapsed("get")] = np.asarray(answer.metrics[_elapsed("get")]) + each_us
        answer.breakdown_s["get page set I/O"] = each_us / 1e6
        _respond(answer)


def _other_sizes(topology: Topology, manager: Component) -> tuple[Measured, ...]:
    """CPU of messages measured at other sizes: of this manager, and of others of the machine."""
    found = []
    prefix = "cpu_us_per_message."
    for name in manager.measured:
        value = manager.measure(name)
        if name.startswith(prefix) and value:
            try:
                size_kb = float(name.removeprefix(prefix))
            except ValueError:
                continue
            if math.isfinite(size_kb) and size_kb > 0.0:
                found.append(Measured(size_kb, value))
    cpc = topology.ancestor(manager.id, "cpc")
    for other in topology.of_kind("mq_manager"):
        if other.id == manager.id or topology.ancestor(other.id, "cpc") != cpc:
            continue
        size, cpu_us = other.number("MESSAGE_KB"), other.measure("cpu_us_per_message")
        if size and cpu_us:
            found.append(Measured(size, cpu_us, OTHER_MANAGER_SD))
    return tuple(found)


def _pages_by_pool(pagesets: Sequence[Component]) -> dict[str, float]:
    pages: dict[str, float] = {}
    for pageset in pagesets:
        pool, total = pageset.value("BUFFPOOL"), pageset.measure("total_pages")
        if pool is not None and total is not None:
            key = str(pool)
            pages[key] = pages.get(key, 0.0) + total
    return pages


def _pool(pool: Component, pages: Mapping[str, float]) -> dict[str, Any]:
    buffers = pool.number("BUFFERS") or pool.measure("buffers_allocated")
    if buffers is None or buffers <= 0.0:
        raise NotProjectable(
            say(
                "buffer pool {pool_name}: its number of buffers is not known",
                pool_name=Name(pool.name),
            ),
            pool.id,
            "BUFFERS",
            "DISPLAY USAGE TYPE(PAGESET)",
        )
    number = pool.name.rsplit("/", 1)[-1]
    reads, writes = pool.measure("rio") or 0.0, pool.measure("imw") or 0.0
    return {
        "name": pool.name,
        "buffers": buffers,
        "location": pool.value("LOCATION") or "below",
        "page_class": pool.value("PAGECLAS") or "4KB",
        "low_buffers": pool.measure("low_buffers"),
        "sync": reads + writes,
        # Where none was counted nobody knows how many there are, which is not 0.
        "told": any(pool.measure(name) is not None for name in ("rio", "imw", "wio")),
        "imw": writes,
        "wio": pool.measure("wio") or 0.0,
        "pages": pages.get(number),
        "duration_s": pool.measure("duration_s"),
    }


def _newly_fixed_share(now: Conditions, was: Conditions) -> tuple[float, float]:
    """Share of page set I/O through pools which have become fixed above the bar, and that share
    times how far these have grown: 1 where all are `PUBLISHED_GROWTH` times as large.
    """
    weights: dict[str, float] = {
        key: pool["sync"] + pool["wio"] for key, pool in was["pools"].items()
    }
    total = sum(weights.values())
    if total <= 0.0:
        return 0.0, 0.0
    newly = grown = 0.0
    for key, pool in now["pools"].items():
        before = was["pools"].get(key)
        if before is not None and pool["page_class"] == "FIXED4KB" != before["page_class"]:
            newly += weights[key]
            larger = math.log(pool["buffers"] / before["buffers"]) / math.log(PUBLISHED_GROWTH)
            grown += weights[key] * min(max(larger, 0.0), 1.0)
    return newly / total, grown / total


def _check_pools(now: Conditions, was: Conditions) -> None:
    """Page sets work in a pool: with it their I/O does not go."""
    for key, before in was["pools"].items():
        if key in now["pools"] or before["sync"] + before["wio"] <= 0.0:
            continue
        raise ConditionError(
            say(
                "{now}: {pool} is gone, which its page sets work in: what I/O they make in another "
                "pool is in no report; leave it some buffers",
                now=Name(now["name"]),
                pool=Name(before["name"]),
            )
        )


def _check_limits(now: Conditions) -> None:
    below_mb, fixed_gb = 0.0, 0.0
    for pool in now["pools"].values():
        size_mb = pool["buffers"] * BUFFER_KB / 1024.0
        if pool["location"] == "below":
            below_mb += size_mb
            if pool["page_class"] == "FIXED4KB":
                raise ConditionError(
                    say(
                        "pool {pool}: PAGECLAS(FIXED4KB) needs LOCATION(ABOVE) (003, 4.2.1)",
                        pool=Name(pool["name"]),
                    )
                )
        elif pool["page_class"] == "FIXED4KB":
            fixed_gb += size_mb / 1024.0
    used, free = (now["figures"].get(name) for name in ("storage_used_mb", "storage_free_mb"))
    region_mb = used + free if used is not None and free is not None else 2_048.0
    if below_mb > region_mb:
        raise ConditionError(
            say(
                "{now}: pools of {below_mb:,.0f} MB below the bar do not fit the {region_mb:,.0f} "
                "MB of the 31-bit region (003, 4.2); use LOCATION(ABOVE)",
                now=Name(now["name"]),
                below_mb=below_mb,
                region_mb=region_mb,
            )
        )
    if now["real_gb"] is not None and fixed_gb > now["real_gb"]:
        raise ConditionError(
            say(
                "{now}: pools of {fixed_gb:,.1f} GB cannot be fixed in {now2:,g} "
                "GB of real storage",
                now=Name(now["name"]),
                fixed_gb=fixed_gb,
                now2=now["real_gb"],
            )
        )
