"""What CICS regions on z/OS use storage for."""

from __future__ import annotations

import math

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.catalogue.adabas.common import RMF
from advisor.rules.catalogue.cics import procedures
from advisor.rules.catalogue.cics.paging import REGION, page_rate
from advisor.rules.catalogue.zos.paging import without_paging
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject


def spare_gb(subject: Subject) -> float:
    """Real storage free on the region's system, GB. Raises CannotTell."""
    host = subject.container("lpar")
    frames = None if host is None else host.figure("available_frames")
    if frames is None:
        raise CannotTell(subject.say("available frames of the system of {name}"), RMF)
    return frames * 4096 / 2**30


def room(subject: Subject, least_gb: float = 1.0) -> None:
    """Raises DoesNotApply where the region's system has less real storage free."""
    spare = spare_gb(subject)
    if spare < least_gb:
        raise DoesNotApply(subject.say("{name}: its system has {spare:.1f} GB free.", spare=spare))


def _ts(subject: Subject) -> Advice | str:
    if subject.flag("TSMAIN"):
        return subject.say("{name}: main temporary storage is used.")
    ios = (subject.figure("ts_buffer_reads") or 0) + (subject.figure("ts_buffer_writes") or 0)
    if subject.figure("ts_buffer_reads") is None:
        raise CannotTell(subject.say("temporary storage I/O of {name}"), "CICS TS statistics")
    if ios <= 0:
        return subject.say("{name}: no auxiliary temporary storage I/O (any is looked into).")
    room(subject)
    return Advice(
        subject.say(
            "{ios:,.0f} auxiliary temporary storage I/Os of {name} with storage to spare.", ios=ios
        ),
        ((subject.set("TSMAIN", True),),),
        effects=(
            arithmetic("ts_ios", ios, 0.0, "main temporary storage does no I/O", high=0.5 * ios),
        ),
    )


def _table_trace(subject: Subject) -> Advice | str:
    size = subject.need_figure("trace_table_kb")
    if size >= 16384:
        return subject.say(
            "{name}: trace table of {size:,.0f} KB (below 16,384 KB it wraps early).", size=size
        )
    room(subject)
    return Advice(
        subject.say(
            "The trace table of {name} has {size:,.0f} KB; it wraps before a problem is over.",
            size=size,
        ),
        texts=(manual(subject.id, "TRTABSZ", _TRACE_TABLE),),
    )


def _containers(subject: Subject) -> Advice | str:
    used = subject.need_figure("commarea_kb", "aux_passing_kb")
    if used < 32:
        return subject.say(
            "{name}: {used:,g} KB passed at most (from 32 KB on it is much).", used=used
        )
    return Advice(
        subject.say(
            "Programs of {name} pass up to {used:,g} KB by COMMAREA or temporary storage.",
            used=used,
        ),
        texts=(manual(subject.id, "CHANNEL", "Channels and containers; watch MEMLIMIT"),),
    )


def _rls(subject: Subject) -> Advice | str:
    host = subject.container("lpar")
    servers = () if host is None else host.children("smsvsam")
    if any(server.by_part("bmf_calls") for server in servers):
        raise DoesNotApply(subject.say("{name}: VS-103 judges the pools of its RLS server."))
    reads, hits = subject.need_figure("rls_reads"), subject.need_figure("rls_buffer_hits")
    total = reads + hits
    if total <= 0 or reads / total < 0.1:
        return subject.say(
            "{name}: RLS buffers serve most requests (from 10 % of misses on they are small)."
        )
    room(subject)
    return Advice(
        subject.say(
            "{reads:.0%} of the RLS requests of {name} miss their buffers.", reads=reads / total
        ),
        texts=(manual(subject.id, "RLSABOVETHEBARMAXPOOLSIZE"),),
        effects=(
            arithmetic(
                "rls_reads",
                reads,
                reads / math.sqrt(2),
                "misses fall with the square root of a pool twice as large",
                low=0.5 * reads,
                high=reads,
            ),
        ),
    )


def _heap(subject: Subject) -> Advice | str:
    users = subject.children("jvm")
    if not users:
        raise DoesNotApply(subject.say("{name} has no JVM."))
    rate = page_rate(subject)
    if rate is None:
        raise CannotTell(subject.say("paging of {name}"), RMF)
    if rate <= 0:
        return subject.say("{name}: its JVMs do not page (any paging is looked into).")
    return Advice(
        subject.say(
            "{users} JVMs of {name} page {rate:,.1f} times a second.", users=len(users), rate=rate
        ),
        points_to=without_paging(subject),
        texts=(manual(subject.id, "REAL_STORAGE_GB", "Real storage as ZOS-001 computes it"),),
    )


_USES = "003, section 4.1"

_TRACE_TABLE = statements("CETR: internal trace table size 16384 KB", "SIT TRTABSZ=16384")

RULES = (
    Rule(
        "CIZ-006",
        "64-bit main temporary storage",
        "CICS z/OS",
        "tuning",
        "partial",
        "Temporary storage I/O and free storage.",
        "Auxiliary I/O with 1 GB or more free.",
        "Since CICS TS 4.2 main temporary storage is above the bar.",
        "MAIN; TSMAINLIMIT.",
        (_USES,),
        threshold="Any I/O.",
        verify="TS statistics.",
        back_out="AUXILIARY.",
        risk=Risk("medium", "not recoverable."),
        prerequisites="CICS TS 4.2.",
        projection="I/O by arithmetic.",
        report="CICS TS statistics",
        on=REGION,
        platforms=ZOS,
        check=_ts,
        syntax={
            "TSMAIN": statements(
                "CEDA ALTER TSMODEL(<model>) GROUP(<group>) LOCATION(MAIN)",
                "CEDA INSTALL TSMODEL(<model>) GROUP(<group>)",
                "CEMT SET TEMPSTORAGE TSMAINLIMIT(<bytes>)",
                "SIT TSMAINLIMIT=<MB>M",
            )
        },
        applying=procedures.MAIN_QUEUES,
    ),
    Rule(
        "CIZ-008",
        "A larger trace table",
        "CICS z/OS",
        "tuning",
        "no",
        "Trace table size.",
        "Below 16 MB.",
        "A longer trace helps to solve problems.",
        "SIT TRTABSZ.",
        (_USES,),
        threshold="16 MB is practice.",
        verify="Trace status.",
        back_out="TRTABSZ.",
        risk=Risk("low"),
        projection="diagnosis, not speed",
        report="CETR",
        on=REGION,
        platforms=ZOS,
        check=_table_trace,
        applying=procedures.TRACE_TABLE,
    ),
    Rule(
        "CIZ-009",
        "Channels and containers",
        "CICS z/OS",
        "tuning",
        "no",
        "COMMAREA sizes.",
        "32 KB or more.",
        "Containers are 64-bit storage.",
        "Channels and containers, watch MEMLIMIT.",
        (_USES,),
        threshold="COMMAREA's limit.",
        verify="Storage statistics.",
        back_out="COMMAREA.",
        risk=Risk("medium"),
        projection="storage layout, not speed",
        report="CMF task data",
        on=REGION,
        platforms=ZOS,
        check=_containers,
        applying=advised("application", Role.APPLICATION),
    ),
    Rule(
        "CIZ-010",
        "Larger RLS buffer pools",
        "CICS z/OS",
        "tuning",
        "yes",
        "RLS buffer hits.",
        "10 % or more misses and storage free.",
        "Each miss is an I/O.",
        "RLS_ABOVE_THE_BAR_MAX_POOL_SIZE; for Db2 see DB2-001.",
        (_USES,),
        threshold="10 % is practice.",
        verify="SMF 42.",
        back_out="The former size.",
        risk=Risk("low"),
        prerequisites="Real storage.",
        projection="Misses by the square root of the pool.",
        report="SMF 42 subtype 19",
        on=REGION,
        platforms=ZOS,
        check=_rls,
        applying=procedures.RLS_POOL,
    ),
    Rule(
        "CIZ-011",
        "What was kept small to avoid paging",
        "CICS z/OS",
        "method",
        "no",
        "An interview.",
        "Facilities kept small on purpose.",
        "With more storage they may grow: temporary storage, tables, traces, heaps, buffer pools.",
        "Ask which facilities were kept small to avoid paging",
        ("003, section 4.1.4",),
        projection="a method",
        on=REGION,
    ),
    Rule(
        "CIZ-012",
        "Storage for Java and 64-bit programs",
        "CICS z/OS",
        "tuning",
        "no",
        "JVMs of the region and paging.",
        "JVMs in a region that pages.",
        "Garbage collection touches the whole heap.",
        "Real storage.",
        (_USES,),
        threshold="Any.",
        verify="Paging.",
        back_out="None needed.",
        risk=Risk("low"),
        prerequisites="Storage in the CPC; reserved storage for CONFIG ONLINE.",
        projection="paging of the heap is not modelled apart from the system's",
        report=RMF,
        on=REGION,
        platforms=ZOS,
        check=_heap,
        applying=advised("hardware", Role.HARDWARE, Role.ZOS),
    ),
)
