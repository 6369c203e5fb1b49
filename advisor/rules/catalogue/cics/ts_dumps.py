"""CICS temporary storage, dumps and extrapartition data, and SVC dumps on z/OS."""

from __future__ import annotations

import math
from contextlib import suppress

from advisor.findings import Risk
from advisor.rules.base import ZOS, ZVSE, Advice, Choice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.adabas.common import paging_still_measured
from advisor.rules.catalogue.cics import procedures
from advisor.rules.catalogue.db2.threads import dump_mb
from advisor.rules.catalogue.zos import procedures as zos_procedures
from advisor.rules.catalogue.zos.paging import held_share, paging_of, serving
from advisor.rules.catalogue.zvse import procedures as zvse_procedures
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import say
from model.topology import Change

REGION = ("cics_region",)
TS = "DFH0STAT (or DFHSTUP) temporary storage section"
DUMPS = "DFH0STAT dump totals by code"
DASD_IO_MS = 1.0
SDUMP_S = 10.0
TRANSACTION_DUMP_S = 0.2
BESIDE_WORK = (*(1.0 + n / 100.0 for n in range(13)), 1.15, 1.2, 1.3, 1.4, 1.5)
"""What work may need of storage where it lacks some, as multiples of what there is."""
CAPTURE_S_PER_GB = (17.564853 / 20, 27.837104 / 20, 30.375583 / 20)
"""Capture time per GB: fastest unconstrained, both constrained (003, Table 1-1)."""


def _main(subject: Subject) -> Advice | str:
    if subject.flag("TSMAIN"):
        return subject.say("{name} uses main temporary storage.")
    reads, writes = subject.figure("ts_buffer_reads"), subject.figure("ts_buffer_writes")
    if reads is None and writes is None:
        raise CannotTell(subject.say("DFHTEMP reads and writes of {name}"), TS)
    total = (reads or 0) + (writes or 0)
    tasks = subject.need_figure("transactions")
    if tasks <= 0 or total / tasks < 0.1:
        return subject.say(
            "{name}: {total:,.0f} DFHTEMP I/Os for {tasks:,.0f} transactions (from one in ten "
            "transactions on it is much).",
            total=total,
            tasks=tasks,
        )
    return Advice(
        subject.say("{total:.2f} DFHTEMP I/Os per transaction of {name}.", total=total / tasks),
        ((subject.set("TSMAIN", True),),),
        effects=(
            arithmetic(
                "ts_ios", total, 0.0, "main temporary storage does no I/O", high=0.5 * total
            ),
        ),
    )


def _large(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    return Qualify(
        "Large amounts of main temporary storage take EDSA (subpool TSMAIN), fragment it and can "
        "end in SOS above; there is no formula, so move queues step by step."
    )


def _buffers(subject: Subject) -> Advice | str:
    reads, writes = subject.figure("ts_buffer_reads"), subject.figure("ts_buffer_writes")
    if reads is None and writes is None:
        raise CannotTell(subject.say("DFHTEMP reads and writes of {name}"), TS)
    total = (reads or 0) + (writes or 0)
    if total <= 0:
        return subject.say("{name}: no DFHTEMP I/O that buffers would save (any is looked into).")
    now = subject.need("TS_BUFFERS", default=True)
    wanted = math.ceil(max(2 * now, 20))
    kept = now / wanted
    return Advice(
        say(
            "{total:,.0f} DFHTEMP I/Os with {now:,g} TS buffers, of which half serve input.",
            total=total,
            now=now,
        ),
        ((subject.set("TS_BUFFERS", wanted),),),
        effects=(
            arithmetic(
                "ts_ios",
                total,
                total * kept,
                "buffers stolen in inverse proportion to their number",
                low=0.0,
                high=total,
            ),
        ),
    )


def _forced(subject: Subject) -> Advice | str:
    forced = subject.need_figure("ts_forced_writes")
    if forced <= 0:
        return subject.say("{name}: no forced write for recovery (any is looked into).")
    return Advice(
        subject.say(
            "{forced:,.0f} writes of {name} were forced for recoverable queues.", forced=forced
        ),
        texts=(
            manual(subject.id, "TST", "DFHTST without TYPE=RECOVERY for queues that may be lost"),
        ),
        effects=(
            arithmetic(
                "ts_forced_writes",
                forced,
                0.0,
                "writes of queues that need no recovery",
                high=forced,
            ),
        ),
    )


def _dumps(subject: Subject) -> Advice | str:
    system, tasks = subject.figure("dumps"), subject.figure("transaction_dumps")
    if system is None and tasks is None:
        raise CannotTell(subject.say("dump totals of {name}"), DUMPS)
    if not system and not tasks:
        return subject.say("{name}: no dump was taken (any is looked into).")
    each = subject.figure("dump_block_s") or SDUMP_S
    small = subject.figure("transaction_dump_block_s") or TRANSACTION_DUMP_S
    lost = (system or 0) * each + (tasks or 0) * small
    seconds = subject.figure("duration_s")
    changes: list[Change] = []
    if system:
        changes.append(subject.set("SYSTEM_DUMPS", False))
    if tasks:
        changes.append(subject.set("TRANSACTION_DUMPS", False))
    return Advice(
        subject.say(
            "{system:,g} system and {tasks:,g} transaction dumps stopped the QR task of {name}.",
            system=system or 0,
            tasks=tasks or 0,
        ),
        (tuple(changes),),
        effects=(
            arithmetic(
                "qr_blocked_s",
                lost / (seconds or 1.0),
                0.0,
                f"{each:g} s a system dump and {small:g} s a transaction dump"
                + ("" if subject.figure("dump_block_s") else ", assumed")
                + "; dump codes that somebody needs go on",
                unit="s per s" if seconds else "",
                high=lost / (seconds or 1.0),
            ),
        ),
        notes=("Correct the programs that abend; suppress by dump code what nobody reads.",),
    )


def _sysdumpc(subject: Subject) -> Advice | str:
    if subject.need_flag("SYSDUMPC"):
        return subject.say("{name}: // OPTION SYSDUMPC is set.")
    return Advice(
        subject.say(
            "Without SYSDUMPC a full SYSDUMP library makes a dump of {name} last even longer."
        ),
        texts=(manual(subject.id, "SYSDUMPC", statements("// OPTION SYSDUMPC")),),
    )


def _extrapartition(subject: Subject) -> Advice | str:
    if subject.flag("EXTRAPARTITION_BLOCKED_IO") is False:
        return subject.say(
            "{name}: extrapartition I/O does not block (any that blocks is looked into)."
        )
    count = subject.need_figure("extrapartition_ios")
    tasks = subject.need_figure("transactions")
    if tasks <= 0 or count / tasks < 0.05:
        return subject.say(
            "{name}: {count:,.0f} extrapartition I/Os for {tasks:,.0f} transactions (from one "
            "in 20 transactions on it is much).",
            count=count,
            tasks=tasks,
        )
    each = subject.figure("extrapartition_io_ms") or DASD_IO_MS
    before = count * each / tasks
    return Advice(
        subject.say(
            "{count:.2f} extrapartition I/Os per transaction stop the QR "
            "task of {name} for {each:,g} ms each.",
            count=count / tasks,
            each=each,
        ),
        texts=(
            manual(
                subject.id,
                "TDQUEUE",
                "Intrapartition or main temporary storage in place of "
                "extrapartition queues; larger blocks where they stay",
            ),
        ),
        effects=(
            arithmetic(
                "qr_blocked_ms_per_tx",
                before,
                0.0,
                f"synchronous I/O at {each:g} ms each",
                high=0.5 * before,
            ),
        ),
    )


DUMP_ROOM = (
    "It is room that stands free until a dump is taken, and ends no paging of work: a smaller "
    "MAXSPACE, or local page data sets that are large and fast enough for a dump, do without it."
)


def _spare_mb(subject: Subject) -> float:
    """Storage of the system that is free at the peak. Raises CannotTell."""
    host = subject.container("lpar")
    frames = subject.figure("available_frames")
    if frames is None and host is not None:
        frames = host.figure("available_frames")
    if frames is None:
        raise CannotTell(subject.say("available frames of {name}"), "RMF Monitor II SRCS (AFC)")
    return frames * 4096 / 2**20


def _no_room(subject: Subject, advice: Advice) -> Stop | None:
    """Whether larger dumps would page work out: then the storage comes first."""
    spare, wanted = _spare_mb(subject), dump_mb(subject)
    if spare >= wanted:
        return None
    return Stop(
        say(
            "{spare:,.0f} MB are free for a dump of {wanted:,.0f} MB: a larger one would page more "
            "work out and stand still for longer.",
            spare=spare,
            wanted=wanted,
        )
    )


def _maxspace(subject: Subject) -> Advice | str:
    limit = subject.need("MAXSPACE_MB", default=True)
    host = subject.container("lpar")
    spare = _spare_mb(subject)
    with suppress(CannotTell, DoesNotApply):
        # A dump of Db2 wants that much as soon as there is room for it (DB2-008).
        limit = max(limit, dump_mb(subject))
    if spare >= limit:
        return subject.say(
            "{name}: {spare:,.0f} MB free for dumps of up to {limit:,.0f} MB.",
            spare=spare,
            limit=limit,
        )
    if host is not None:
        paging_still_measured(host, "available frames")
    options: list[tuple[Change, ...]] = []
    pick = 0
    real = None if host is None else host.number("REAL_STORAGE_GB")
    if host is not None and real is not None:
        # Where work lacks storage it takes what comes first: the dump needs its own beside that.
        lacking = (paging_of(host) or 0.0) > 0
        beside = BESIDE_WORK if lacking else (1.0,)
        pick = serving(held_share(host, real), beside)
        for more in beside:
            wanted = math.ceil(real * more + (limit - spare) / 1024)
            options.append((host.set("REAL_STORAGE_GB", wanted),))
    size = limit / 1024
    fast, slow, slowest = (size * each for each in CAPTURE_S_PER_GB)
    return Advice(
        say(
            "A dump may take {limit:,.0f} MB and {spare:,.0f} MB are free.",
            limit=limit,
            spare=spare,
        ),
        tuple(options),
        Choice("shortage_gb", "less", within_pct=0.1, unprojected=pick, needed=True),
        notes=(DUMP_ROOM,) if options else (),
        texts=()
        if options
        else (
            manual(
                subject.id,
                "MAXSPACE",
                say(
                    "{limit:,.0f} MB more real storage, or a smaller CHNGDUMP SET,SDUMP,MAXSPACE",
                    limit=limit - spare,
                ),
            ),
        ),
        effects=(
            arithmetic(
                "capture_s",
                slow,
                fast,
                "capture time per GB with and without free frames (003, Table 1-1)",
                low=fast,
                high=slowest * 18.15 / 30.38,
            ),
        ),
    )


_MAIN = "002, Should you only use main temporary storage?"
_COST = "002, The cost of CICS dumps and extrapartition datasets"

RULES = (
    Rule(
        "TSQ-001",
        "Main in place of auxiliary temporary storage",
        "CICS z/VSE",
        "tuning",
        "partial",
        "DFHTEMP I/O per transaction.",
        "0.1 or more.",
        "Main temporary storage does no I/O and less work.",
        "Write queues with MAIN.",
        (_MAIN,),
        threshold="0.1 per transaction is practice.",
        verify=TS + ": reads and writes.",
        back_out="AUXILIARY.",
        risk=Risk("medium", "takes EDSA.", ("TSQ-002",)),
        prerequisites="EDSALIM.",
        projection="I/O by arithmetic.",
        report=TS,
        on=REGION,
        platforms=ZVSE,
        check=_main,
        syntax={"TSMAIN": statements("EXEC CICS WRITEQ TS QUEUE(<queue>) FROM(<area>) MAIN")},
        applying=procedures.PROGRAM_QUEUES,
    ),
    Rule(
        "TSQ-002",
        "Main temporary storage has limits",
        "CICS z/VSE",
        "caveat",
        "no",
        "Subpool TSMAIN.",
        "Main temporary storage is advised.",
        "It lives in 31-bit EDSA.",
        "Moderate volumes only.",
        (_MAIN,),
        projection="no sizing formula exists",
        guards=("TSQ-001",),
        guard=_large,
    ),
    Rule(
        "TSQ-003",
        "More TS buffers",
        "CICS z/VSE",
        "tuning",
        "yes",
        "DFHTEMP buffer reads and writes.",
        "Above 0.",
        "CICS writes to DFHTEMP only when it must take a buffer in use.",
        "SIT TS=(,buffers), more than twice the need: half are for input, half for output.",
        (_MAIN,),
        threshold="002: no or minimal DFHTEMP I/O is possible.",
        verify=TS + ": reads and writes.",
        back_out="The former TS=.",
        risk=Risk("low", "fixed storage."),
        prerequisites="EDSA, subpool TSBUFFRS.",
        projection="I/O in inverse proportion.",
        report=TS,
        on=REGION,
        platforms=ZVSE,
        check=_buffers,
        syntax={"TS_BUFFERS": "SIT TS=(,{value},<strings>)"},
        applying=procedures.QUEUE_BUFFERS,
    ),
    Rule(
        "TSQ-004",
        "Recoverable queues only where needed",
        "CICS z/VSE",
        "tuning",
        "partial",
        "Forced buffer writes.",
        "Above 0.",
        "A recoverable queue forces its writes.",
        "Non-recoverable queues where possible.",
        (_MAIN,),
        threshold="Above 0; implied.",
        verify=TS,
        back_out="TYPE=RECOVERY.",
        risk=Risk("high", "data are lost at a failure."),
        projection="Forced writes by arithmetic.",
        report=TS,
        on=REGION,
        platforms=ZVSE,
        check=_forced,
        applying=advised("application", Role.APPLICATION, Role.CICS),
    ),
    Rule(
        "DMP-001",
        "No dumps that nobody reads",
        "CICS z/VSE",
        "tuning",
        "yes",
        "System and transaction dumps by code.",
        "Above 0.",
        "The QR task does nothing else while a system dump is taken, and waits for each I/O of a "
        "transaction dump.",
        "CEMT SET SYDUMPCODE/TRDUMPCODE NOSYSDUMP/NOTRANDUMP; correct the programs.",
        (_COST,),
        threshold="Any.",
        verify=DUMPS + ".",
        back_out="CEMT SET ... SYSDUMP/TRANDUMP.",
        risk=Risk("medium", "the first occurrence of a new error goes undocumented."),
        effect="A system dump caused an outage in connected regions.",
        projection="Dumps times the time they block.",
        report=DUMPS,
        on=REGION,
        platforms=ZVSE,
        check=_dumps,
        exposure="outage",
        syntax={
            "SYSTEM_DUMPS": "CEMT SET SYDUMPCODE(<code>) ADD NOSYSDUMP",
            "TRANSACTION_DUMPS": "CEMT SET TRDUMPCODE(<code>) ADD NOTRANDUMP",
        },
        applying=procedures.DUMP_CODES,
    ),
    Rule(
        "DMP-002",
        "SYSDUMPC against a full SYSDUMP",
        "z/VSE",
        "config-check",
        "no",
        "// OPTION of the CICS startup.",
        "SYSDUMPC missing.",
        "When the library fills while a dump is taken, the stop lasts longer.",
        "// OPTION SYSDUMPC.",
        (_COST,),
        threshold="Missing.",
        verify="Startup job.",
        back_out="Remove it.",
        risk=Risk("low"),
        projection="how long a full library delays is not published",
        report="startup job of the partition",
        on=REGION,
        platforms=ZVSE,
        check=_sysdumpc,
        exposure="degradation",
        applying=zvse_procedures.DUMP_OPTION,
    ),
    Rule(
        "DMP-003",
        "No extrapartition I/O in busy transactions",
        "CICS z/VSE",
        "tuning",
        "yes",
        "Extrapartition transient data I/O per transaction.",
        "0.05 or more.",
        "It is synchronous: the QR task waits.",
        "Intrapartition queues or larger blocks.",
        (_COST,),
        threshold="0.05 per transaction is practice.",
        verify="TD statistics.",
        back_out="The former queues.",
        risk=Risk("medium"),
        projection="I/O time added to the QR task.",
        report="DFH0STAT transient data section",
        on=REGION,
        platforms=ZVSE,
        check=_extrapartition,
        applying=advised("application", Role.APPLICATION, Role.CICS),
    ),
    Rule(
        "DMP-101",
        "Storage for the largest SVC dump",
        "SVC dump",
        "config-check",
        "partial",
        "Available frames at the peak against CHNGDUMP MAXSPACE.",
        "Fewer frames than MAXSPACE.",
        "Without free frames z/OS pages work out to take the dump, and what is dumped stands "
        "still meanwhile.",
        "Real storage of the peak, with what work lacks where it pages, plus MAXSPACE; COMMNDxx "
        "CHNGDUMP.",
        ("003, section 1.1, Table 1-1",),
        threshold="003, 1.1. The document expands SVC wrongly; supervisor call dumps are meant.",
        verify="RMF Monitor II SRCS AFC at the peak; dump capture time in IEA794I.",
        back_out="The former storage.",
        risk=Risk("low"),
        effect="20 GB: 17.6 to 18.2 s with, 27.8 to 30.4 s without free frames (+58 to 73 %).",
        effect_conditions="z13, 40 GB real, z/OS V2R2.",
        prerequisites="Storage in the CPC; reserved storage for CONFIG ONLINE.",
        projection="Table interpolated by size.",
        report="D D,OPTIONS and RMF Monitor II SRCS",
        on=("dump_options",),
        platforms=ZOS,
        check=_maxspace,
        guard=_no_room,
        guards=("DB2-008",),
        exposure="degradation",
        syntax=zos_procedures.STORAGE_OF_LPAR,
        undo=zos_procedures.BACK_TO_STORAGE,
        at_least=("REAL_STORAGE_GB",),
        applying=zos_procedures.STORAGE,
    ),
)
