"""IMS: control region and dependent regions, program scheduling.

A transaction that needs a new schedule pays for it up to its first DL/I call. What preloading and
preinitialization save of that is published as graphics only (004, figures 4 and 5), so that they
are not projected; fewer schedules are, from the customer's own schedule times.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple

import numpy as np

from model.contract.evaluation import Conditions, FloatArray
from model.contract.protocol import NotProjectable
from model.hardware.dasd import disks_of
from model.hardware.flow import Got, Number, Pool
from model.language import Name, say
from model.quantiles import NORMAL_QUANTILE_90
from model.queueing.waits import mean_wait
from model.subsystems.common import Answer, ProductModel
from model.subsystems.common.answers import unmodelled, unseen, with_own_cpu
from model.subsystems.common.load import growth_in
from model.topology import Component, ComponentKind, SettingSpec, Topology, Usual
from model.topology.growth import settings_of

RECOMMENDED_MODULES = (
    *("CEEBINIT", "CEEPLPKA", "CEEEV004", "IGZDMR", "IGZXD24"),
    *("IGZXLPKA", "IGZCEV5", "IGZXLPKD", "IGZXLPKF"),
)
"""COBOL and Language Environment modules that the published runs preloaded (004, PRELOAD)."""

_PROC = "DFSMPR procedure"

REGION_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec("PRLD", "text", "Suffix of the DFSMPLxx member with the modules to preload.",
                group="Scheduling", source=f"{_PROC}; 004, PRELOAD", syntax="PRLD={value}",
                names="MEMBER", name_forms=("DFSMPL{value}", "PRLD={value}")),
    SettingSpec("PREINIT", "text", "Suffix of the DFSINTxx member with preinitialization modules.",
                group="Scheduling", source=f"{_PROC}; 004, PREINIT", syntax="PREINIT={value}",
                names="MEMBER", name_forms=("DFSINT{value}", "PREINIT={value}")),
    SettingSpec(
        "PWFI",
        "flag",
        "Pseudo wait-for-input: the program stays for the next message of the "
        "same transaction, if there is one.",
        default=False,
        group="Scheduling",
        source=f"{_PROC}; 004, PREINIT",
        syntax="PWFI={value}",
    ),
    SettingSpec(
        "WFI",
        "flag",
        "Wait-for-input: the program is scheduled once and stays.",
        default=False,
        group="Scheduling",
        source="004, PREINIT",
        syntax="TRANSACT ... WFI",
    ),
    SettingSpec(
        "PRELOAD_MODULES",
        "text",
        "Modules preloaded in effect, separated by commas.",
        group="Scheduling",
        source="004, PRELOAD",
        syntax="DFSMPLxx: {value}",
        names="PROGRAM",
        label="Preloaded modules",
    ),
    SettingSpec(
        "PRELOAD_LOST",
        "text",
        "Modules that stand after the first blank of their line and are therefore not preloaded.",
        group="Scheduling",
        source="004, PRELOAD note",
        names="PROGRAM",
        label="Modules lost from preloading",
    ),
    SettingSpec(
        "PREINIT_MODULES",
        "text",
        "Modules of the preinitialization member.",
        group="Scheduling",
        source="004, PREINIT",
        names="PROGRAM",
        label="Preinitialized modules",
    ),
    SettingSpec("REGION_SIZE_MB", "number", "Region size.", unit="MB", minimum=0,
                group="Storage", source=_PROC, label="Region size"),
    SettingSpec(
        "PROCLIM",
        "integer",
        "Messages that one scheduling may process.",
        unit="messages",
        minimum=0,
        maximum=65_535,
        soft_maximum=100,
        group="Scheduling",
        dynamic=True,
        source="IMS TRANSACT macro",
        syntax="UPDATE TRAN ... SET(PLCT({value}))",
    ),
)  # fmt: skip

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "ims_system",
        "IMS system",
        "IMS",
        parents=("lpar",),
        settings=(
            SettingSpec("VERSION", "text", "Release.", group="Identity"),
            SettingSpec(
                "BUFNO",
                "integer",
                "Buffers of the online log.",
                unit="buffers",
                default=5,
                minimum=2,
                maximum=9_999,
                group="Log",
                source="IMS, LOGGER section of DFSDFxxx; OLDSDEF of DFSVSMxx",
                syntax="DFSDFxxx <SECTION=LOGGER>: OLDSDEF=(...,BUFNO={value})",
            ),
        ),
        links={"uses": ("dasd",)},
        doc="An IMS control region.",
        names="IMS",
        icon="boxes",
        called="IMSA",
        short="IMS",
        platform="z/OS",
        in_names=True,
    ),
    ComponentKind(
        "ims_region",
        "IMS region",
        "IMS",
        parents=("ims_system",),
        settings=REGION_SETTINGS,
        doc="A message processing region, or several of one class.",
        names="REGION",
        icon="container",
        called="MPR1",
        words="mpp mpr bmp ifp",
        platform="z/OS",
        usual={
            "duration_s": Usual(900.0),
            "transactions": Usual(9_000.0, 5.0),
            "schedules": Usual(0.3, 3.0, per="transactions"),
            "schedule_to_first_call_us": Usual(3_000.0, 3.0),
            "elapsed_us": Usual(100_000.0, 5.0, holds="transaction_cpu_us"),
            "transaction_cpu_us": Usual(5_000.0, 4.0, instead=("class_cpu_s",)),
        },
        usual_io={"io_per_tx": Usual(10.0, 4.0)},
        within={"schedules": ("transactions",)},
    ),
)


REGIONS = "message regions"
_POOL_READS = "pool_reads."
_RUN = "execution"
_OTHER = "neither in a region nor waiting for one"
_BY_REGION = "region_occupancy_by_region_pct."
_CLOCKS = 1.05
"""By how much times of one interval may differ from clock to clock."""
_NOTICED = 0.1
"""Share of the occupied time that is more than rounding and termination."""
OCCUPIED_STILL = 0.2
"""Of the draws in which regions are held for as long as they are occupied, although a measured
response leaves no room for the queue of random messages that follows: judgement."""
_MOST_BUSY, _TURNS, _LEAST_S = 0.999, 40, 1e-9
UNTOLD = 0.25
"""Of the draws in which execution, as a class has it, counts the input queue: judgement."""
_HALF_PRINTED_US = 500.0
"""Half of the millisecond to which times of Workload Manager are printed."""
SCHEDULES, OCCUPIED = 0.1, 0.5
"""Of the draws in which schedules alone are right, and in which occupancy is: judgement."""
ANSWERED = frozenset(
    {"PRLD", "PRELOAD_MODULES", "PREINIT", "PREINIT_MODULES", "WFI", "PWFI", "PROCLIM"}
)
"""Settings that the model uses, or says of why it does not."""


class ImsModel(ProductModel):
    """IMS message regions (`SubsystemModel`); the unit of work is one transaction."""

    name: ClassVar[str] = "IMS scheduling"
    anchor_kind: ClassVar[str] = "ims_region"
    dispatched: ClassVar[bool] = True
    clocked: ClassVar[bool] = True
    fitted: ClassVar[str] = "ims"
    """One assumption."""

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Schedules, transactions and their times."""
        region = topology[anchor]
        figures = {name: region.measure(name) for name in region.measured}
        for name in ("schedules", "transactions", "schedule_to_first_call_us"):
            if not figures.get(name):
                raise NotProjectable(
                    say(
                        "{region_name}: {name} is not known; the IMS Monitor shows it",
                        region_name=Name(region.name),
                        name=Name(name),
                    ),
                    anchor,
                    name,
                    "IMS Monitor, region and program summaries",
                )
        class_cpu_s = figures.get("class_cpu_s")
        if class_cpu_s and not figures.get("transaction_cpu_us"):
            figures["transaction_cpu_us"] = 1e6 * class_cpu_s / (figures["transactions"] or 1.0)
        ios = _io_per_tx(topology, region)
        if ios is not None:
            figures["io_per_tx"] = ios
        return {
            "name": region.name,
            "settings": settings_of(region),
            "figures": {name: value for name, value in figures.items() if value is not None},
        }

    def comparable(
        self, conditions: Conditions, measured: Mapping[str, float]
    ) -> Mapping[str, float]:
        """Transactions per second and occupancy under the names of their metrics."""
        figures = conditions["figures"]
        if not figures.get("duration_s"):
            return {}
        found = {"etr_per_s": figures["transactions"] / figures["duration_s"]}
        for name in ("region_occupancy_pct", "response_ms"):
            if name in figures:
                found[name] = figures[name]
        return found

    def contradiction(self, conditions: Conditions, measured: Mapping[str, float]) -> str | None:
        """A schedule processes at least one message."""
        schedules, messages = measured.get("schedules", 0.0), measured.get("transactions", 0.0)
        if 0.0 < messages * 1.05 < schedules:
            return say(
                "{conditions}: {schedules:,.0f} schedules contradict {messages:,.0f} "
                "transactions: every schedule processes one at least",
                conditions=Name(conditions["name"]),
                schedules=schedules,
                messages=messages,
            )
        return None

    def doubted(self, conditions: Conditions) -> Sequence[str]:
        """A sentence where schedules and occupancy of one report say something else."""
        regions = _regions(conditions)
        if regions is None:
            return ()
        if _beyond(conditions, regions) > 1.0:
            return (
                say(
                    "{name}: {cpu:,.4g} ms CPU of a transaction are more than the {held:,.4g} ms "
                    "that regions are occupied for it: the CPU is that of other work as well, or "
                    "of another time; how much work comes through is not known from these",
                    name=Name(conditions["name"]),
                    cpu=conditions["figures"]["transaction_cpu_us"] / 1e3,
                    held=regions.occupied_us / 1e3,
                ),
            )
        apart = regions.occupied_us - regions.busy_us
        if abs(apart) <= _NOTICED * regions.occupied_us:
            return ()
        held, busy = regions.occupied_us / 1e3, regions.busy_us / 1e3
        facts = {"name": Name(conditions["name"]), "held": held, "busy": busy}
        if response_ms := conditions["figures"].get("response_ms"):
            return (
                say(
                    "{name}: occupancy and rate make {held:,.4g} ms that a region is held for a "
                    "transaction, the times of its schedules {busy:,.4g} ms, and its response is "
                    "{response:,.4g} ms with the wait for a region: what that leaves is taken, and "
                    "that regions stay occupied beside it without keeping a message waiting",
                    response=response_ms,
                    **facts,
                ),
            )
        if apart < 0.0:
            return (
                say(
                    "{name}: occupancy and rate make {held:,.4g} ms that a region is held for a "
                    "transaction, the times of its schedules {busy:,.4g} ms, which is more than "
                    "there is: the occupancy is taken",
                    **facts,
                ),
            )
        return (
            say(
                "{name}: occupancy and rate make {held:,.4g} ms that a region is held for a "
                "transaction, the times of its schedules {busy:,.4g} ms. The occupancy is taken, "
                "in which IMS counts no time without messages; bands reach down towards the "
                "schedules' times. Region Wait and Program Summary of the IMS Monitor tell what "
                "holds them",
                **facts,
            ),
        )

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """The regions are the anchor."""
        return {**super().components(topology, anchor), REGIONS: (anchor,)}

    def pools(self, now: Conditions, was: Conditions, answer: Answer) -> Sequence[Pool]:
        """The message regions, before which transactions queue."""
        regions = _regions(was)
        return () if regions is None else (Pool(REGIONS, regions.servers, holds=False),)

    def measured_time(
        self, was: Conditions, before: Answer, inside: str, response_s: FloatArray
    ) -> tuple[str, Number]:
        """What the Monitor measures is the time in a region, without the input queue before it."""
        held_ms = before.metrics.get("region_ms_per_tx")
        return inside, response_s if held_ms is None else held_ms / 1e3

    def settle(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        constants: Mapping[str, FloatArray],
        got: Got,
        got_was: Got,
    ) -> None:
        """The response with its wait in the input queue, and how occupied the regions then are.

        A message is in its region for as long as it holds it, so that what is inside follows from
        rate and time (Little's law).
        """
        asked_s = np.asarray(answer.metrics["response_ms"]) / 1e3
        super().settle(answer, now, was, constants, got, got_was)
        queue, regions = got.wait_s.get(REGIONS), _regions(was)
        if queue is None or regions is None:
            return
        comes, ends = float(got.offered_per_s[0]), float(got.rate_per_s[0])
        if (beyond := _beyond(was, regions)) > 1.0 and ends < 0.999 * comes:
            # Regions that are held for their occupancy alone let so many more through.
            answer.opens(dict.fromkeys(("etr_per_s", "cpu_s_per_s"), (1.0, beyond)))
        holding = _holding(was, regions, constants)
        other_s = np.zeros_like(queue)
        if holding.wait_us is None:
            queue = unseen(queue, got_was.wait_s[REGIONS]) * holding.queue
        else:  # measured: the network says how what it explains changes
            queue_was, wait_s = got_was.wait_s[REGIONS], holding.wait_us / 1e6
            times = np.minimum(holding.queue, wait_s / np.maximum(queue_was, 1e-15))
            queue = queue * times
            other_s = np.maximum(wait_s - queue_was * times, 0.0)
        after_s = holding.after_us / 1e6
        in_region_s = with_own_cpu(answer, *(g.hold_s[REGIONS] - after_s for g in (got, got_was)))
        full = np.isnan(np.asarray(answer.metrics["response_ms"]))
        whole_ms = (in_region_s + queue + other_s) * 1e3
        answer.metrics["response_ms"] = np.where(full, np.nan, whole_ms)
        answer.metrics["region_occupancy_pct"] = 100.0 * _occupied(regions, got, got_was)
        waits_s = np.maximum(in_region_s - asked_s, 0.0)
        # Waits that were measured stand in its execution: those that are gone go from it.
        run_s = np.asarray(answer.breakdown_s[_RUN]) - np.maximum(asked_s - in_region_s, 0.0)
        answer.breakdown_s[_RUN] = np.where(full, np.nan, np.maximum(run_s, 0.0))
        answer.breakdown_s.pop("waiting for CPs and volumes", None)
        answer.breakdown_s["waiting for a region"] = np.where(full, np.nan, queue)
        if (other_s > _LEAST_S).any():
            answer.breakdown_s[_OTHER] = np.where(full, np.nan, other_s)
        if float(other_s[0]) > _NOTICED * float(in_region_s[0] + queue[0] + other_s[0]):
            answer.reasons.append(
                say(
                    "{other:,.4g} ms of the measured response are more than message regions that "
                    "are {occupancy:,.3g} % occupied hold a transaction and keep it waiting: what "
                    "it waits for is in no report, and it is kept as it is",
                    other=1e3 * float(other_s[0]),
                    occupancy=100.0 * regions.occupancy,
                )
            )
        if (waits_s > _LEAST_S).any():
            answer.breakdown_s["waiting for CPs and volumes"] = np.where(full, np.nan, waits_s)
        if float(got.uses[REGIONS][0]) > 0.97 and ends < 0.999 * comes:
            answer.extrapolated.append(
                say(
                    "the message regions are full at {rate:,.1f} transactions a second where "
                    "{rate2:,.1f} come",
                    rate=ends,
                    rate2=comes,
                )
            )

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """Time and CPU of schedules per transaction under WFI, PWFI and PROCLIM."""
        answer = Answer()
        figures = was["figures"]
        per_tx = figures["schedules"] / figures["transactions"]
        after = _schedules_per_tx(now, was, per_tx, constants, answer)
        each_us = figures["schedule_to_first_call_us"]
        answer.metrics["schedules_per_tx"] = after
        answer.metrics["schedule_ms_per_tx"] = after * each_us / 1e3
        elapsed_us = figures.get("elapsed_us", 0.0)
        # The Monitor's times are those of a schedule; what spares schedules leaves the work.
        run_us = per_tx * elapsed_us
        regions, beside_us, later_us = _regions(was), 0.0 * after, 0.0 * after
        if regions is not None:
            holding = _holding(was, regions, constants)
            later_us = holding.after_us
            beside_us = holding.held_us - later_us - regions.busy_us
        known_ms, other_ms = (run_us + after * each_us + beside_us) / 1e3, 0.0
        if regions is None and "response_ms" in figures:
            # Waits for regions are in it: what schedules do not explain is kept as it is.
            other_ms = max(figures["response_ms"] - (run_us + per_tx * each_us) / 1e3, 0.0)
            known_ms = np.minimum(known_ms, figures["response_ms"])
        answer.metrics["response_ms"] = known_ms + other_ms
        if "elapsed_us" not in figures and "response_ms" not in figures:
            answer.reasons.append("no elapsed time was measured: response covers scheduling only")
        # A hold that is shorter than the schedules' times takes that off their execution first.
        left_us = run_us + np.minimum(beside_us, 0.0)
        parts_us = {"scheduling": after * each_us + np.minimum(left_us, 0.0), _RUN: left_us}
        answer.breakdown_s = {name: np.maximum(us, 0.0) / 1e6 for name, us in parts_us.items()}
        if other_ms > 0.0:
            answer.breakdown_s[_OTHER] = other_ms / 1e3
        duration_s = figures.get("duration_s")
        if duration_s:
            answer.metrics["etr_per_s"] = figures["transactions"] / duration_s
            if "io_per_tx" in figures:
                ios_per_s = figures["io_per_tx"] * answer.metrics["etr_per_s"]
                answer.metrics["io_per_s"] = np.full_like(after, ios_per_s)
        if regions is not None:
            answer.metrics["region_ms_per_tx"] = (regions.busy_us + beside_us + later_us) / 1e3
            answer.metrics["region_occupancy_pct"] = figures["region_occupancy_pct"]
            if np.any(beside_us > 0.0):
                beside_s = np.maximum(beside_us, 0.0) / 1e6
                answer.breakdown_s["held beside the schedules' times"] = beside_s
            if _waits_for_input(was) and "response_ms" not in figures:
                answer.reasons.append(
                    "whether regions that are occupied without a schedule's times keep messages "
                    "waiting, or a program waits for input, is in no report: none to all of it"
                )
            if "response_ms" in figures and "outside_execution_ms" in figures:
                answer.reasons.append(
                    say(
                        "of the measured response {outside:,.3g} ms are outside its execution, as "
                        "the class of Workload Manager has it in milliseconds: no more than that "
                        "is taken for wait in the input queue; bands reach to where the class "
                        "counts that wait as execution",
                        outside=figures["outside_execution_ms"],
                    )
                )
            elif "response_ms" in figures:
                answer.reasons.append(
                    "which part of the measured response is the wait in the input queue is in no "
                    "report: that of messages which come at random, a third to three times as long"
                )
            else:
                answer.reasons.append(
                    "the wait in the input queue is in no report: that of messages which come at "
                    "random, a third to three times as long (a report class of Workload Manager "
                    "for the transactions tells the whole response)"
                )
        elif duration_s:
            _doubt_regions(answer, was, growth_in(now))
        cpu_us, schedule_us = figures.get("transaction_cpu_us"), figures.get("schedule_cpu_us")
        if cpu_us:
            saved = np.minimum((per_tx - after) * (schedule_us or 0.0), 0.9 * cpu_us)
            cpu = (cpu_us - saved) / 1e6
            answer.metrics["itr_per_cpu_s"] = 1.0 / cpu
            if duration_s:
                answer.metrics["cpu_s_per_s"] = cpu * np.asarray(answer.metrics["etr_per_s"])
            if schedule_us is None and np.any(after != per_tx):
                answer.reasons.append(
                    "CPU of a schedule is in no report; its saving is not in this projection"
                )
        answer.reasons.extend(unmodelled(was["name"], now["settings"], was["settings"], ANSWERED))
        if now["settings"].get("PROCLIM") and not was["settings"].get("PROCLIM"):
            answer.reasons.append(
                "PROCLIM: today's limit is in no report, so that what another one changes is not "
                "in this projection"
            )
        for name in ("PRLD", "PRELOAD_MODULES", "PREINIT", "PREINIT_MODULES"):
            if now["settings"].get(name) != was["settings"].get(name):
                answer.reasons.append(
                    say(
                        "{name}: published as a graphic only (004, figures 4 and 5); not "
                        "in this projection",
                        name=Name(name),
                    )
                )
        return answer


def _io_per_tx(topology: Topology, region: Component) -> float | None:
    """Database I/Os of a transaction, where disks are linked that they go to; None if unknown.

    Reads into the pools of its system are those of all its transactions alike.
    """
    told = region.measure("io_per_tx")
    system = topology.ancestor(region.id, "ims_system")
    if told is not None or system is None or not disks_of(topology, region.id):
        return told
    reads = [system.measure(name) for name in system.measured if name.startswith(_POOL_READS)]
    done = system.measure("transactions") or region.measure("transactions")
    return sum(one or 0.0 for one in reads) / done if reads and done else None


def _beyond(was: Conditions, regions: Regions) -> float:
    """How many times as much CPU a transaction has as regions are occupied for it; 1 if it fits."""
    cpu_us = was["figures"].get("transaction_cpu_us", 0.0)
    occupied_us = max(regions.occupied_us, regions.busy_us)
    return float(cpu_us / occupied_us) if cpu_us > _CLOCKS * occupied_us else 1.0


def _doubt_regions(answer: Answer, was: Conditions, growth: float) -> None:
    """A grown load of regions of which no report tells how many: as many as are busy, at least."""
    if growth <= 1.0:
        return
    answer.extrapolated.append(
        "how many message regions there are, and how busy, is in no report: that a grown load "
        "waits for them is not in this projection; the IMS Monitor tells the occupancy of regions"
    )
    figures = was["figures"]
    rate = figures["transactions"] / figures["duration_s"]
    busy = rate * _measured_us(was) / 1e6 if "elapsed_us" in figures else 0.0
    if busy and growth > (least := max(1.0, math.ceil(busy)) / busy):
        spread = math.log(growth / least) / NORMAL_QUANTILE_90
        answer.residual_sd["etr_per_s"] = spread
        answer.most["etr_per_s"] = growth * rate


def _schedules_per_tx(
    now: Conditions,
    was: Conditions,
    per_tx: float,
    constants: Mapping[str, FloatArray],
    answer: Answer,
) -> FloatArray:
    after = np.full_like(constants["pwfi_reuse"], per_tx)
    settings, before = now["settings"], was["settings"]
    if settings.get("WFI") and not before.get("WFI"):
        once: FloatArray = after / max(1.0, was["figures"]["schedules"])
        return once
    limit, limit_was = settings.get("PROCLIM"), before.get("PROCLIM")
    if limit and limit_was and limit != limit_was and limit < limit_was:
        after = np.maximum(after, min(1.0, 1.0 / limit))
    if settings.get("PWFI") and not before.get("PWFI"):
        answer.reasons.append(
            "how often the next message is for the same transaction is in no report: from no to "
            "all schedules spared"
        )
        floor = 1.0 / limit if limit else 0.0
        after = np.maximum(after * (1.0 - constants["pwfi_reuse"]), min(floor, per_tx))
    return after


def _measured_us(was: Conditions) -> float:
    """Time of a transaction in a region, its share of scheduling included.

    The Monitor's times are those of a schedule, which may process several messages.
    """
    figures = was["figures"]
    per_tx: float = figures["schedules"] / figures["transactions"]
    each_us: float = figures["elapsed_us"] + figures["schedule_to_first_call_us"]
    return per_tx * each_us


class Regions(NamedTuple):
    """Message regions that share the work, and microseconds of a region for each transaction.

    occupied_us: as the measured occupancy has it.  busy_us: as the times of the schedules have it.
    each_ms: between two transactions.
    """

    servers: float
    each_ms: float
    occupancy: float
    occupied_us: float
    busy_us: float


class Holding(NamedTuple):
    """How long a message holds its region (microseconds), under each draw.

    after_us: of it when the response has been given.  queue: the wait for a region against that of
    messages that come at random.  wait_us: that wait as it is, where a response was measured.
    """

    held_us: FloatArray
    after_us: FloatArray
    queue: FloatArray
    wait_us: FloatArray | None = None


def _holding(was: Conditions, regions: Regions, constants: Mapping[str, FloatArray]) -> Holding:
    """What occupancy, schedules and a measured response say of one another.

    A measured response is the hold and the wait for a region, which follows from how busy they are
    then, and what both are too short for: no region is held for longer than it is occupied.
    Occupancy that makes longer holds is in most draws that of programs which stay without keeping a
    message waiting; in `OCCUPIED_STILL` of them regions are held when the response has been given,
    with a shorter queue than messages at random have: the reports exclude neither.
    """
    drawn, queue = constants["occupied_holds"], constants["input_queue"]
    response_ms = was["figures"].get("response_ms")
    if not response_ms:
        return Holding(_held_us(was, regions, constants), np.zeros_like(queue), queue)
    held = 1e3 * _solved(response_ms, regions.servers, regions.each_ms, queue.tobytes())
    outside_ms = was["figures"].get("outside_execution_ms")
    if outside_ms is not None:
        # Two printed times, half a millisecond off each at the most: as much may be queue.
        most_us = 1e3 * outside_ms + _HALF_PRINTED_US * np.minimum(queue, 2.0)
        held = np.where(drawn < UNTOLD, held, np.maximum(held, 1e3 * response_ms - most_us))
    # Whatever else it is, a region that is held is occupied.
    held = np.minimum(held, regions.occupied_us)
    wait = 1e3 * response_ms - held
    if regions.occupied_us <= 1e3 * response_ms:
        return Holding(held, np.zeros_like(queue), queue, wait)
    count = max(1, round(regions.servers))
    full = np.array(min(regions.occupancy, _MOST_BUSY))
    waits_us = max(float(mean_wait(full, count)) * regions.occupied_us, 1e-9)
    room_us = max(1e3 * response_ms - regions.busy_us, 0.0)
    shorter = np.minimum(queue * waits_us, 0.5 * room_us)
    if outside_ms is not None:
        shorter = np.minimum(shorter, wait)
    after = regions.occupied_us - (1e3 * response_ms - shorter)
    still = drawn > 1.0 - OCCUPIED_STILL
    return Holding(
        np.where(still, regions.occupied_us, held),
        np.where(still, np.maximum(after, 0.0), 0.0),
        queue,
        np.where(still, shorter, wait),
    )


def _held_us(was: Conditions, regions: Regions, constants: Mapping[str, FloatArray]) -> FloatArray:
    """How long a message holds its region where no response was measured.

    Occupancy is all held as far as the report can be taken at its word, as it does not count times
    without messages (IMS 15, Measuring region occupancy): in half the draws, where the others reach
    to the schedules' times. Programs that are told to wait for input stay meanwhile: then it is
    anything between. Schedules that take longer than regions are occupied contradict it, and
    occupancy is what is counted.
    """
    drawn = constants["occupied_holds"]
    if regions.occupied_us <= regions.busy_us:
        share = np.ones_like(drawn)
    elif _waits_for_input(was):
        share = drawn
    else:
        share = np.clip((drawn - SCHEDULES) / (OCCUPIED - SCHEDULES), 0.0, 1.0)
    held: FloatArray = regions.busy_us + (regions.occupied_us - regions.busy_us) * share
    return held


@lru_cache(maxsize=64)
def _solved(response_ms: float, servers: float, each_ms: float, queues: bytes) -> FloatArray:
    """Hold with its wait is the response: both grow with the hold (bisection)."""
    times = np.frombuffer(queues)
    count = max(1, round(servers))
    low = np.zeros_like(times)
    high = np.full_like(times, min(response_ms, _MOST_BUSY * count * each_ms))
    for _ in range(_TURNS):
        held = (low + high) / 2.0
        wait = held * mean_wait(held / (count * each_ms), count)
        fits = held + times * wait <= response_ms
        low, high = np.where(fits, held, low), np.where(fits, high, held)
    return low


def _waits_for_input(was: Conditions) -> bool:
    return bool(was["settings"].get("WFI") or was["settings"].get("PWFI"))


def _occupied(regions: Regions, got: Got, got_was: Got) -> FloatArray:
    """Share of the time that regions are occupied: held, or staying for input.

    Of the time that they are not held they stay for input as often as was measured.
    """
    held_was, held = (np.minimum(one.uses[REGIONS], 1.0) for one in (got_was, got))
    free_was = np.maximum(1.0 - held_was, 1e-9)
    stays = np.clip((regions.occupancy - held_was) / free_was, 0.0, 1.0)
    found: FloatArray = held + (1.0 - held) * stays
    return found


def _regions(was: Conditions) -> Regions | None:
    """As many as the report lists; else as many as are busy for rate x time at the occupancy."""
    figures = was["figures"]
    occupancy = figures.get("region_occupancy_pct", 0.0) / 100.0
    if not 0.0 < occupancy <= 1.0 or not figures.get("duration_s") or "elapsed_us" not in figures:
        return None
    busy_us = _measured_us(was)
    region_us = 1e6 * figures["duration_s"] / figures["transactions"]
    listed = sum(name.startswith(_BY_REGION) for name in figures)
    count = max(1.0, listed or round(busy_us / region_us / occupancy))
    return Regions(count, region_us / 1e3, occupancy, occupancy * count * region_us, busy_us)


MODELS = (ImsModel(),)
