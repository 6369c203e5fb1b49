"""Db2 buffer pools: size, simulation, paging, frames."""

from __future__ import annotations

import math

from advisor.findings import Effect, Risk
from advisor.rules.base import Advice, Choice, DoesNotApply, HeldBack, Qualify, Rule, Stop
from advisor.rules.catalogue.db2 import procedures
from advisor.rules.catalogue.zos.paging import paging_of, without_paging
from advisor.rules.effects import TODAY, arithmetic, manual, published
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, say

POOL = ("db2_bufferpool",)
DETAIL = "DISPLAY BUFFERPOOL DETAIL"
MISSES = 0.05
FEW_MISSES = 0.01
SMALL_POOL_GB = 10.0
GROWTH = (1.25, 1.5, 2.0, 3.0, 4.0)


def page_kb(subject: Subject) -> float:
    """Page size of the pool, KB: as reported or by the name (BP32K is 32)."""
    stated = subject.number("PAGE_SIZE_KB")
    if stated is not None:
        return stated
    name = subject.name.rpartition("/")[2].upper()
    for size in ("32K", "16K", "8K"):
        if size in name:
            return float(size[:-1])
    return 4.0


def size_gb(subject: Subject) -> float:
    """Size of the pool, GB. Raises CannotTell."""
    return subject.need("VPSIZE") * page_kb(subject) / 2**20


def miss_ratio(subject: Subject) -> float:
    """Synchronous random reads per random getpage; of all where nothing tells them apart. Raises
    CannotTell.
    """
    if subject.figure("sync_reads_random") is None and subject.figure("sync_reads") is not None:
        reads, getpages = subject.need_figure("sync_reads"), subject.need_figure("getpages")
    else:
        reads = subject.need_figure("sync_reads_random")
        getpages = subject.need_figure("getpages_random", "getpages")
    if getpages <= 0:
        raise DoesNotApply(subject.say("Pool {name} was not used."))
    return reads / getpages


def room_pages(subject: Subject) -> float | None:
    """As :func:`spare_pages`, or ``None`` where no report tells."""
    try:
        return spare_pages(subject)
    except CannotTell:
        return None


def spare_pages(subject: Subject) -> float:
    """Pages of this pool that fit the storage free on its system. Raises CannotTell."""
    host = subject.container("lpar")
    frames = None if host is None else host.figure("available_frames")
    if frames is None:
        raise CannotTell(
            subject.say("available frames of the system of pool {name}"),
            "RMF paging",
        )
    return 0.9 * frames * 4.0 / page_kb(subject)


def _simulated(subject: Subject) -> bool:
    return bool(subject.number("SPSIZE")) and subject.figure("avoidable_sync_reads") is not None


def _read_effect(subject: Subject, now: float, wanted: float) -> tuple[Effect, ...]:
    reads = subject.figure("sync_reads_random", "sync_reads")
    seconds = subject.figure("duration_s")
    before = reads / seconds if reads and seconds else 100.0
    after = before * math.sqrt(now / wanted)
    return (
        arithmetic(
            "sync_reads_per_s",
            before,
            after,
            "misses fall with the square root of the pool, a cautious rule where no reuse was "
            "measured",
            unit="" if reads and seconds else TODAY,
            low=after * 0.6,
            high=before,
        ),
    )


def _grow(subject: Subject, why: str, factors: tuple[float, ...]) -> Advice | str:
    now = subject.need("VPSIZE")
    spare = spare_pages(subject)
    sizes = [int(now * f) for f in factors if now * (f - 1) <= spare]
    if not sizes:
        raise HeldBack(
            subject.say("Pool {name}: its system has no storage to spare for a larger pool.")
        )
    pick = min(1, len(sizes) - 1)
    return Advice(
        why,
        tuple((subject.set("VPSIZE", size),) for size in sizes),
        Choice("response_ms", "less", within_pct=2.0, min_gain_pct=0.3, unprojected=pick),
        effects=_read_effect(subject, now, sizes[pick]),
        distance=say(
            "Published for 160 to 638 GB and random access; here {size_gb:.1f} GB.",
            size_gb=size_gb(subject),
        ),
    )


def _enlarge(subject: Subject) -> Advice | str:
    if _simulated(subject):
        raise DoesNotApply(subject.say("Pool {name} is being simulated (see DB2-007)."))
    if size_gb(subject) <= SMALL_POOL_GB:
        raise DoesNotApply(subject.say("Pool {name} is small (see DB2-003)."))
    ratio = miss_ratio(subject)
    if ratio < MISSES:
        return subject.say(
            "Pool {name}: {ratio:.1%} of the random getpages are read (from {limit:.0%} on a "
            "larger pool is worth its storage).",
            ratio=ratio,
            limit=MISSES,
        )
    return _grow(
        subject,
        subject.say(
            "{ratio:.1%} of the random getpages of pool {name} wait for a read.", ratio=ratio
        ),
        GROWTH,
    )


def _small(subject: Subject) -> Advice | str:
    if _simulated(subject):
        raise DoesNotApply(subject.say("Pool {name} is being simulated (see DB2-007)."))
    gb = size_gb(subject)
    if gb > SMALL_POOL_GB:
        raise DoesNotApply(subject.say("Pool {name} has {gb:.1f} GB (see DB2-001).", gb=gb))
    ratio = miss_ratio(subject)
    if ratio < MISSES:
        return subject.say(
            "Pool {name}: {ratio:.1%} of the random getpages are read (from {limit:.0%} on a "
            "larger pool is worth its storage).",
            ratio=ratio,
            limit=MISSES,
        )
    answer = _grow(
        subject,
        subject.say(
            "Pool {name} has {gb:.2f} GB; {ratio:.1%} of its random getpages wait for a read.",
            gb=gb,
            ratio=ratio,
        ),
        (1.5, 2.0, 2.4),
    )
    if isinstance(answer, str):
        return answer
    owner = subject.container("db2_subsystem")
    before = None if owner is None else owner.figure("response_ms")
    return Advice(
        answer.why,
        answer.options,
        answer.choice,
        effects=(
            *answer.effects,
            published(
                "response_ms",
                before,
                (0.82, 0.9, 1.0),
                "about 18 % better response from 10 to 24 GB, projected (003, 2.1)",
            ),
        ),
        distance=answer.distance,
    )


def _no_need(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    ratio = miss_ratio(subject)
    if ratio < FEW_MISSES:
        return Stop(
            say(
                "only {ratio:.2%} of the random getpages are read; memory would not help.",
                ratio=ratio,
            )
        )
    return None


def _avoidable(subject: Subject) -> Advice | str:
    simulated = subject.number("SPSIZE")
    if not simulated:
        raise CannotTell(
            subject.say("a buffer pool simulation of {name}"),
            f"{DETAIL} (DSNB432I)",
        )
    delay, reads = (
        subject.need_figure("avoidable_delay_ms"),
        subject.need_figure("avoidable_sync_reads"),
    )
    if delay <= 0 or reads <= 0:
        return subject.say(
            "Pool {name}: the simulated {simulated:,.0f} buffers avoid nothing (any delay that "
            "they avoid is looked into).",
            simulated=simulated,
        )
    now = subject.need("VPSIZE")
    seconds = subject.figure("duration_s")
    scale = seconds or 1.0
    if seconds and delay / 1000 / seconds < 0.001:
        return subject.say(
            "Pool {name}: {delay:.1f} s of delay in {seconds:,.0f} s avoidable (from 1 ms a "
            "second on it is much).",
            delay=delay / 1000,
            seconds=seconds,
        )
    room = room_pages(subject)
    if room is not None and simulated > room:
        raise HeldBack(
            subject.say(
                "Pool {name}: its system has no storage to spare for the "
                "simulated {simulated:,.0f} buffers.",
                simulated=simulated,
            )
        )
    return Advice(
        subject.say(
            "With {simulated:,.0f} buffers more, {reads:,.0f} synchronous reads of {delay:.2f} ms "
            "each would have been avoided in pool {name}.",
            simulated=simulated,
            reads=reads,
            delay=delay / reads,
        ),
        ((subject.set("VPSIZE", int(now + simulated)), subject.set("SPSIZE", 0)),),
        effects=(
            arithmetic(
                "sync_io_delay_s",
                delay / 1000 / scale,
                0.0,
                "delay that the simulation measured",
                unit="s per s" if seconds else "",
                high=0.1 * delay / 1000 / scale,
            ),
            arithmetic(
                "storage_mb",
                now * page_kb(subject) / 1024,
                (now + simulated) * page_kb(subject) / 1024,
                "size of the pool",
            ),
        ),
    )


def _simulation_cost(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    share = 0.02 if page_kb(subject) <= 4 else 0.01
    pages = subject.number("SPSIZE") or 0
    return Qualify(
        say(
            "Simulation holds about {pages:,.0f} MB and 1 % CPU; it cannot "
            "tell about smaller pools.",
            pages=pages * page_kb(subject) / 1024 * share,
        )
    )


def _frames(subject: Subject) -> Advice | str:
    if not subject.need_flag("PGFIX"):
        raise DoesNotApply(subject.say("Pool {name} is not page-fixed."))
    frames = subject.need_text("FRAMESIZE")
    if frames != "4K":
        return subject.say("Pool {name}: {frames} frames (4 KB ones are too small).", frames=frames)
    gb = size_gb(subject)
    wanted = "2G" if gb >= 2 else "1M"
    return Advice(
        subject.say("Pool {name} of {gb:.1f} GB is fixed on 4 KB frames.", gb=gb),
        ((subject.set("FRAMESIZE", wanted),),),
    )


PAGE_INS = 0.01
"""Of the getpages: page-ins up to which they are slight."""


def _on_auxiliary(subsystem: Subject) -> tuple[float | None, float | None]:
    """MB of a Db2 on auxiliary storage and its page-ins; ``None`` where no report tells."""
    counts = [
        count
        for pool in subsystem.children("db2_bufferpool")
        for name in ("page_ins_read", "page_ins_write")
        if (count := pool.figure(name)) is not None
    ]
    return subsystem.figure("auxiliary_mb"), sum(counts) if counts else None


def _short_already(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    container = subject.container("db2_subsystem")
    owners = subject.linked("member") or (() if container is None else (container,))
    owner = next((o for o in owners if any(_on_auxiliary(o))), None)
    if owner is None:
        return None
    sentence = say(
        "{owner_name} pages as it is (DB2-009): give its system the "
        "storage first, or the larger pool pages as well.",
        owner_name=Name(owner.name),
    )
    return Qualify(sentence) if _slight(owner) else Stop(sentence)


def _paging_of_host(subsystem: Subject) -> float | None:
    """What a Db2's system pages a second; ``None`` where no report tells, or one that pages
    nothing while Db2 counts page-ins."""
    host = subsystem.container("lpar")
    rate = None if host is None else paging_of(host)
    ins = _on_auxiliary(subsystem)[1] or 0.0
    return None if rate == 0 and ins and not _few_page_ins(subsystem, ins) else rate


def _slight(subsystem: Subject) -> str:
    """Why the paging of a Db2 asks for nothing; empty where it may."""
    held, ins = _on_auxiliary(subsystem)
    if _paging_of_host(subsystem) == 0:
        return say("its system does not page: what was paged out earlier comes back")
    return "" if held else _few_page_ins(subsystem, ins or 0.0)


def _getpages(pool: Subject) -> float:
    """Getpages of a pool; 0 where no report counts them, of two counts the smaller one."""
    parts = [pool.figure(f"getpages_{kind}") for kind in ("random", "sequential")]
    told = [pool.figure("getpages"), sum(n or 0.0 for n in parts) or None]
    return min((n for n in told if n is not None), default=0.0)


def _few_page_ins(subject: Subject, ins: float) -> str:
    """Why so few page-ins are too slight; empty where no getpages are told or they are many."""
    gets = sum(_getpages(pool) for pool in subject.children("db2_bufferpool"))
    if not gets or ins > PAGE_INS * gets:
        return ""
    return say(
        "{share:.2%} of {gets:,.0f} getpages needed a page-in (up to {most:.0%} is slight)",
        share=ins / gets,
        gets=gets,
        most=PAGE_INS,
    )


def _paging(subject: Subject) -> Advice | str:
    held, counted = _on_auxiliary(subject)
    if held is None and counted is None:
        raise CannotTell(
            subject.say("auxiliary storage and page-ins of {name}"),
            "Db2 statistics (DBM1 storage) and DSNB411I/DSNB420I",
        )
    ins = counted or 0.0
    if not held and ins <= 0:
        return subject.say("{name}: nothing is on auxiliary storage (any is looked into).")
    host = subject.container("lpar")
    device = None if host is None else host.text("PAGE_DEVICE")
    each = 0.095 if device == "flash" else 1.1
    rate = _paging_of_host(subject)
    return Advice(
        slight=_slight(subject),
        awaits=""
        if rate is not None
        else subject.say("how much the system of {name} pages (RMF paging activity)"),
        points_to=without_paging(subject) if rate else (),
        why=subject.say("{name} has {ins:,.0f} page-ins for reads and writes.", ins=ins)
        if held is None
        else subject.say(
            "{name} has {held:,.0f} MB on auxiliary storage and {ins:,.0f} "
            "page-ins for reads and writes.",
            held=held,
            ins=ins,
        ),
        texts=(
            manual(
                subject.id,
                "REAL_STORAGE_GB",
                say(
                    "Real storage: at least {held:,.0f} MB more hold what is on auxiliary storage, "
                    "and as much as ends the paging of the system",
                    held=held,
                )
                if held
                else "Real storage, as much as ends the paging of the system",
            ),
        ),
        effects=(
            arithmetic(
                "page_in_wait_s" if ins else "auxiliary_mb",
                ins * each / 1000 if ins else held or 0.0,
                0.0,
                f"page-ins at {each:g} ms each" if ins else "storage paged out",
            ),
        ),
    )


_BACK = "-ALTER BUFFERPOOL back; smaller at once, storage is returned."
_21 = "003, section 2.1, Figure 2-2"

RULES = (
    Rule(
        "DB2-001",
        "Larger buffer pools",
        "Db2",
        "tuning",
        "yes",
        "Synchronous random reads per random getpage, pool size, free storage.",
        "5 % or more, above 10 GB, with storage to spare.",
        "Each synchronous read delays the transaction and disturbs the processor caches.",
        "-ALTER BUFFERPOOL(bp) VPSIZE(n).",
        (_21,),
        threshold="5 % is practice.",
        verify="Accounting: synchronous I/O per transaction.",
        back_out=_BACK,
        risk=Risk("medium", "paging if the storage is not there."),
        prerequisites="Real storage; group buffer pools to match (DB2-004).",
        effect="160 to 638 GB: ITR +24.7 %, ETR +37.7 %, reads 38.4 to 0.9 thousand/s, response "
        "0.695 to 0.209 s.",
        effect_conditions="12 CPs zEC12, random access, single system.",
        projection="Db2 model; else misses by the square root of the pool.",
        report=DETAIL,
        on=POOL,
        check=_enlarge,
        methods=("DB2-005",),
        syntax={"VPSIZE": "-ALTER BUFFERPOOL({name}) VPSIZE({value})"},
        applying=procedures.POOL,
    ),
    Rule(
        "DB2-002",
        "Pools that need no more",
        "Db2",
        "caveat",
        "yes",
        "Synchronous random reads per random getpage.",
        "Below 1 %.",
        "Gains flatten; in the published case after about 320 GB.",
        "Leave it.",
        (_21,),
        threshold="1 % is practice.",
        projection="a guard",
        report=DETAIL,
        guards=("DB2-001", "DB2-003", "DB2-007"),
        guard=_no_need,
    ),
    Rule(
        "DB2-003",
        "Enlarge small buffer pools",
        "Db2",
        "tuning",
        "yes",
        "Pools of up to 10 GB with synchronous reads.",
        "5 % or more, with storage to spare.",
        "A buffer more saves most reads where a pool has few.",
        "-ALTER BUFFERPOOL(bp) VPSIZE(n).",
        ("003, section 2.1",),
        threshold="003: 10 GB.",
        verify="Accounting: synchronous I/O per transaction.",
        back_out=_BACK,
        risk=Risk("medium", "paging if the storage is not there."),
        effect="10 to 24 GB: response about −18 % (projected there).",
        prerequisites="Real storage; group buffer pools to match (DB2-004).",
        projection="Db2 model; else misses by the square root of the pool.",
        report=DETAIL,
        on=POOL,
        check=_small,
        methods=("DB2-005",),
        syntax={"VPSIZE": "-ALTER BUFFERPOOL({name}) VPSIZE({value})"},
        applying=procedures.POOL,
    ),
    Rule(
        "DB2-005",
        "Simulate before you buy",
        "Db2",
        "method",
        "yes",
        "SPSIZE.",
        "Benefit unknown.",
        "Db2 can count what more buffers would have avoided.",
        "-ALTER BUFFERPOOL(bp) SPSIZE(n) SPSEQT(m); DISPLAY DETAIL, 1 to 3 hours of production, "
        "DISPLAY DETAIL again; then SPSIZE(0) (Db2 11 with PI22091)",
        ("003, section 2.1.1, Example 2-1",),
        effect="Sample: 25,463,982 avoidable reads, 35,321,543 ms.",
        projection="a method",
        on=POOL,
        applying=procedures.SIMULATE,
    ),
    Rule(
        "DB2-006",
        "What simulation costs",
        "Db2",
        "caveat",
        "partial",
        "SPSIZE.",
        "Simulation is on.",
        "It holds 2 % of the simulated size (4 KB pages), 1 % above.",
        "Switch it off afterwards.",
        ("003, section 2.1.1",),
        projection="storage only",
        guards=("DB2-007",),
        guard=_simulation_cost,
    ),
    Rule(
        "DB2-007",
        "Give the pool what simulation found",
        "Db2",
        "tuning",
        "yes",
        "Avoidable reads and delay of a simulation.",
        "A delay of 0.1 % of the time or more.",
        "The figures are this pool's own.",
        "VPSIZE + SPSIZE.",
        ("003, Example 2-1",),
        threshold="0.1 % of the time is practice.",
        verify="DISPLAY DETAIL: synchronous reads.",
        back_out=_BACK,
        risk=Risk("low"),
        prerequisites="Real storage.",
        effect="1.4 ms per avoidable read in the sample.",
        projection="Delay measured by the simulation.",
        report=f"{DETAIL} (DSNB432I)",
        on=POOL,
        check=_avoidable,
        methods=("DB2-005",),
        syntax={
            "VPSIZE": "-ALTER BUFFERPOOL({name}) VPSIZE({VPSIZE}) SPSIZE({SPSIZE})",
            "SPSIZE": "-ALTER BUFFERPOOL({name}) VPSIZE({VPSIZE}) SPSIZE({SPSIZE})",
        },
        applying=procedures.SIMULATED,
    ),
    Rule(
        "DB2-009",
        "Db2 should not page",
        "Db2",
        "threshold",
        "yes",
        "Auxiliary storage of DBM1 and page-ins for reads and writes.",
        "Above 0 at steady state.",
        "A thread that waits for a page holds its locks and latches.",
        "Real storage, as much as ends the paging of its system; where that does not page, none.",
        ("003, section 2.2.1, Figure 2-5",),
        threshold="003: zero, apart from the time after a restart. Up to 1 % of the getpages, with "
        "nothing on auxiliary storage, is told, and no step is planned (practice); nor is one "
        "where no report tells of the system's paging.",
        verify="Db2 statistics.",
        back_out="None needed.",
        risk=Risk("low"),
        prerequisites="Storage in the CPC; reserved storage for CONFIG ONLINE.",
        projection="Page-ins at the page device's time.",
        report="Db2 statistics; " + DETAIL,
        on=("db2_subsystem",),
        check=_paging,
        guard=_short_already,
        guards=("DB-001", "DB2-001", "DB2-003", "DB2-007", "DB2-018"),
        unsettles=("DB-001", "DB2-001", "DB2-003", "DB2-007", "DB2-018"),
        exposure="degradation",
        applying=advised("hardware", Role.HARDWARE, Role.ZOS, Role.DB2),
    ),
    Rule(
        "DB2-021",
        "Large frames for fixed pools",
        "Db2",
        "tuning",
        "partial",
        "PGFIX and frame size.",
        "Fixed on 4 KB frames.",
        "Fewer address translations.",
        "FRAMESIZE(2G) (1M below 2 GB); add storage, do not take it from 4 KB work.",
        ("003, chapter 1",),
        threshold="PGFIX(YES) on 4 KB.",
        verify="DISPLAY DETAIL.",
        back_out="FRAMESIZE(4K).",
        risk=Risk("medium", "LFAREA takes storage from everybody else.", ("ADA-023",)),
        prerequisites="LFAREA. The keyword FRAMESIZE is not in the document.",
        projection="no figure was published",
        report=f"{DETAIL} (DSNB406I); LFAREA",
        on=POOL,
        check=_frames,
        syntax={"FRAMESIZE": "-ALTER BUFFERPOOL({name}) PGFIX(YES) FRAMESIZE({value})"},
        applying=procedures.FRAMES,
    ),
)
