"""What Db2 runs out of: log buffers, log on disk, locks, threads, statement cache, sort storage."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.catalogue.db2.procedures import POOL, parameter
from advisor.rules.commands import statements
from advisor.rules.counting import TooMany
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role, advised
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, mark, say

STATISTICS = "Db2 statistics report, long"
ACCOUNTING = "Db2 accounting report, long, with class 3"
LOG_SHARE, LOG_MS = 0.1, 1.0
_THUMB = "https://www.ibm.com/docs/en/om-db2/"
_LOGGING = f"{_THUMB}6.1.0?topic=thumb-logging-performance"
_OUTBUFF = (
    "https://www.ibm.com/docs/en/db2-for-zos/12"
    "?topic=parameters-output-buffer-field-outbuff-subsystem-parameter"
)
_MAXDBAT = "https://www.ibm.com/docs/en/SSEPEK_12.0.0/inst/src/tpc/db2z_ipf_maxdbat.html"
_CTHREAD = "https://www.ibm.com/docs/SSEPEK_12.0.0/inst/src/tpc/db2z_ipf_cthread.html"
_TSO_THREADS = "https://www.ibm.com/docs/SSEPEK_12.0.0/perf/src/tpc/db2z_settsooption4threads.html"
_HITS = "https://www.ibm.com/docs/en/SSEPEK_12.0.0/perf/src/tpc/db2z_calculateedmstmtcachehit.html"
_CACHE = parameter("DSN6SPRM", "EDMSTMTC", source=_HITS)
_BUFFER = parameter("DSN6LOGP", "OUTBUFF", source=_OUTBUFF, online=False)
_ACTIVE_LOG = statements(
    "-SET LOG NEWLOG(<data set of copy 1>) COPY(1)",
    "-SET LOG NEWLOG(<data set of copy 2>) COPY(2)",
)
_LOCKS = statements("ALTER TABLESPACE <database>.<space> LOCKSIZE PAGE LOCKMAX <n>")


def _log_writes(subject: Subject) -> Advice | str:
    each_us, waits = subject.figure("log_write_us"), subject.figure("log_write_per_tx")
    response = subject.figure("response_ms")
    if each_us is None or waits is None or not response:
        raise CannotTell(say("log waits of {name}", name=Name(subject.name)), ACCOUNTING)
    wait_ms = each_us * waits / 1e3
    share = wait_ms / response
    if wait_ms <= LOG_MS and share <= LOG_SHARE:
        return say(
            "{name}: a transaction waits {wait_ms:.2f} ms for the log, {share:.1%} of its time "
            "(above 1 ms or 10 % is much).",
            name=Name(subject.name),
            wait_ms=wait_ms,
            share=share,
        )
    return Advice(
        say(
            "A transaction of {name} waits {wait_ms:.2f} ms for {waits:.2f} writes of the log, "
            "{share:.1%} of its {response:.1f} ms.",
            name=Name(subject.name),
            wait_ms=wait_ms,
            waits=waits,
            share=share,
            response=response,
        ),
        texts=(
            manual(
                subject.id,
                "LOG",
                "Active logs on the fastest volumes, striped, with zHyperWrite or zHyperLink "
                "where they are mirrored; fewer commits in batch",
            ),
        ),
        effects=(
            arithmetic(
                "response_ms",
                response,
                response - max(wait_ms - LOG_MS, 0.0),
                "log waits of 1 ms",
                low=response - wait_ms,
                high=response,
            ),
        ),
    )


RULES = (
    Rule(
        "DB-003",
        "Log buffers of Db2 that run out",
        "Db2",
        "threshold",
        "partial",
        "Waits for an output buffer of the log against commits.",
        "More than one wait in 10,000 commits.",
        "Who changes data waits until the log writer has freed a buffer.",
        "A larger OUTBUFF.",
        (_LOGGING, _OUTBUFF),
        threshold="The first source asks for none; one in 10,000 commits is practice.",
        verify="Db2 statistics: UNAVAILABLE OUTPUT LOG BUFF.",
        back_out="The former OUTBUFF.",
        risk=Risk("low", "the buffer is fixed in real storage."),
        projection="Waits end; how long each was is not counted.",
        report=STATISTICS,
        on=("db2_subsystem",),
        check=TooMany(
            figure="log_buffer_waits",
            among="commits",
            limit=1e-4,
            fine=mark(
                "{name} waited {count:,.0f} times for a log buffer in {among:,.0f} commits (above "
                "one in 10,000 is too often)."
            ),
            found=mark(
                "{name} waited {count:,.0f} times for a log buffer in {among:,.0f} commits."
            ),
            setting="OUTBUFF",
            reason="a larger output buffer",
            notes=("Where waits go on, the log's data sets are too slow: look at their response.",),
        ),
        exposure="degradation",
        applying=_BUFFER,
    ),
    Rule(
        "DB-004",
        "Commits that wait for the log",
        "Db2",
        "threshold",
        "partial",
        "Class 3 LOG WRITE I/O of the accounting report.",
        "A transaction waits more than 1 ms, or 10 % of its time, for the log.",
        "A commit ends when the log is written, twice with dual logging, and on the other side as "
        "well where it is mirrored.",
        "Faster volumes for the active log, fewer commits.",
        (PRACTICE, "https://zos-hot-topics.com/2021/zhyperlink-write-support/"),
        threshold="1 ms and 10 % are practice.",
        verify="Db2 accounting: LOG WRITE I/O.",
        back_out="The data sets where they were.",
        risk=Risk("low", "data sets are moved while they are in use."),
        projection="The response with waits of 1 ms; what faster volumes give is measured there.",
        report=ACCOUNTING,
        on=("db2_subsystem",),
        check=_log_writes,
        exposure="degradation",
        applying=advised("dynamic", Role.STORAGE, Role.DB2),
    ),
    Rule(
        "DB-005",
        "Lock escalations",
        "Db2",
        "threshold",
        "partial",
        "Lock escalations, shared and exclusive.",
        "More than one an hour.",
        "One lock on the whole table space in place of those on pages: everybody else waits until "
        "the commit, or times out.",
        "Commits more often; LOCKSIZE and LOCKMAX of the table spaces that DSNI031I names.",
        (
            PRACTICE,
            "https://www.ibm.com/docs/en/db2-for-zos/13?topic=statements-alter-tablespace",
        ),
        threshold="One an hour is practice.",
        verify="Db2 statistics: LOCK ESCALATION; DSNI031I.",
        back_out="The former LOCKSIZE and LOCKMAX.",
        risk=Risk("medium", "more locks take storage of the IRLM, and CPU."),
        projection="Escalations end; who waited for them is not counted.",
        report=STATISTICS,
        on=("db2_subsystem",),
        check=TooMany(
            figure="lock_escalations",
            limit=1.0,
            fine=mark("{name}: {rate:.1f} lock escalations an hour (above 1 is too many)."),
            found=mark("{name} escalated locks {count:,.0f} times, {rate:.1f} times an hour."),
            setting="LOCKMAX",
            reason="page locks until the commit",
        ),
        exposure="errors",
        applying=Procedure(
            command=_LOCKS,
            back_out=statements(
                "ALTER TABLESPACE <database>.<space> LOCKSIZE <former> LOCKMAX <former>"
            ),
            permanent="The catalog.",
            effort="application",
            detail="ALTER works at once; the commits are the programs' matter.",
            roles=(Role.DB2, Role.APPLICATION),
            level=NONE_STATED,
            sources=(
                "https://www.ibm.com/docs/en/db2-for-zos/13?topic=statements-alter-tablespace",
            ),
        ),
    ),
    Rule(
        "DB-006",
        "Statements that are prepared in full",
        "Db2",
        "threshold",
        "partial",
        "Full prepares among PREPARE requests.",
        "More than 20 % of at least 10 prepares a second are full ones.",
        "A full prepare chooses the access path anew, for milliseconds of CPU; a short one copies "
        "it from the cache.",
        "A larger statement cache; parameter markers or literal concentration in the programs.",
        (_HITS, PRACTICE),
        threshold="The ratio after the source; 20 % and 10 a second are practice.",
        verify="Db2 statistics: PREPARE REQUESTS and FULL PREPARES.",
        back_out="The former EDMSTMTC.",
        risk=Risk("low", "storage above the bar."),
        projection="Full prepares at 20 %; the CPU of one is in no report.",
        report=STATISTICS,
        on=("db2_subsystem",),
        check=TooMany(
            figure="full_prepares",
            among="prepares",
            limit=0.2,
            least_per_s=10.0,
            down_to_limit=True,
            fine=mark(
                "{name}: {rate:.0%} of {among:,.0f} prepares were full ones (above 20 % of 10 a "
                "second is much)."
            ),
            found=mark("{rate:.0%} of {among:,.0f} prepares of {name} were full ones."),
            setting="EDMSTMTC",
            reason="statements found in the cache",
            caveats=("Statements that differ in literals never find each other in the cache.",),
        ),
        applying=_CACHE,
    ),
    Rule(
        "DB-007",
        "Distributed requests that wait for a thread",
        "Db2",
        "threshold",
        "partial",
        "Requests that were queued because MAXDBAT was reached.",
        "More than one in 1,000 commits.",
        "The request waits in Db2 before any class of accounting begins: the server looks fast "
        "and its callers wait.",
        "A larger MAXDBAT where storage is there; before that whoever holds threads over commits.",
        (f"{_THUMB}5.4.0?topic=thumb-thread-management", _MAXDBAT),
        threshold="About none, after the first source; one in 1,000 commits is practice.",
        verify="Db2 statistics: DBAT QUEUED-MAXIMUM ACTIVE; -DISPLAY DDF DETAIL: QUEDBAT.",
        back_out="The former MAXDBAT.",
        risk=Risk("low", "a thread takes storage, 200 KB and more."),
        projection="Threads as servers in the network where MAXDBAT is known; else waits end.",
        report=STATISTICS,
        on=("db2_subsystem",),
        check=TooMany(
            figure="dbats_queued",
            among="commits",
            limit=1e-3,
            fine=mark(
                "{name}: {count:,.0f} distributed requests waited for a thread in {among:,.0f} "
                "commits (above one in 1,000 is too often)."
            ),
            found=mark(
                "{count:,.0f} distributed requests to {name} waited for a thread, in {among:,.0f} "
                "commits."
            ),
            setting="MAXDBAT",
            factor=1.25,
            reason="a thread for each",
            notes=("KEEPDYNAMIC and cursors that are held keep a thread beyond its commit.",),
        ),
        exposure="degradation",
        syntax={
            "MAXDBAT": statements("DSN6SYSP MAXDBAT={value}", "-SET SYSPARM LOAD(<module>)"),
        },
        applying=parameter("DSN6SYSP", "MAXDBAT", source=_MAXDBAT),
    ),
    Rule(
        "DB-012",
        "Local requests that wait for a thread",
        "Db2",
        "threshold",
        "partial",
        "Local requests that were queued because CTHREAD was reached.",
        "More than one in 1,000 commits.",
        "The request waits at the creation of its thread, and in CICS and IMS what it holds there "
        "waits with it.",
        "A larger CTHREAD where storage is there; IDFORE and IDBACK keep TSO and batch from "
        "taking the threads of CICS and IMS.",
        (f"{_THUMB}5.4.0?topic=thumb-thread-management", _TSO_THREADS, _CTHREAD),
        threshold="The sources take one in 100 creations of a thread for TSO and batch and none "
        "for CICS and IMS; one in 1,000 commits is practice.",
        verify="Db2 statistics: QUEUED AT CREATE THREAD, HIGH WATER MARK CTHREAD.",
        back_out="The former CTHREAD.",
        risk=Risk("low", "a thread takes storage, 200 KB and more."),
        projection="Threads as servers in the network where CTHREAD is known; else waits end.",
        report=STATISTICS,
        on=("db2_subsystem",),
        check=TooMany(
            figure="threads_queued",
            among="commits",
            limit=1e-3,
            fine=mark(
                "{name}: {count:,.0f} local requests waited for a thread in {among:,.0f} commits "
                "(above one in 1,000 is too often)."
            ),
            found=mark(
                "{count:,.0f} local requests to {name} waited for a thread, in {among:,.0f} "
                "commits."
            ),
            setting="CTHREAD",
            factor=1.25,
            reason="a thread for each",
            notes=("CTHREAD and MAXDBAT together are 20,000 at most (Db2 10 and later).",),
        ),
        exposure="degradation",
        syntax={
            "CTHREAD": statements("DSN6SYSP CTHREAD={value}", "-SET SYSPARM LOAD(<module>)"),
        },
        applying=parameter("DSN6SYSP", "CTHREAD", source=_CTHREAD),
    ),
    Rule(
        "DB-010",
        "Sorts that get too few buffers",
        "Db2",
        "threshold",
        "partial",
        "Merge passes degraded for want of buffers.",
        "More than 1 % of the merge passes.",
        "A merge pass with too few buffers is made in several, which write and read the work files "
        "once more each.",
        "A larger pool for the work files, with VPSEQT(90), before SRTPOOL.",
        (PRACTICE,),
        threshold="1 % is practice.",
        verify="Db2 statistics: MERGE PASS DEGRADED-LOW BUF.",
        back_out="The former VPSIZE.",
        risk=Risk("low", "real storage."),
        projection="Degraded passes end; the I/O they add is not counted apart.",
        report=STATISTICS,
        on=("db2_bufferpool",),
        check=TooMany(
            figure="merge_passes_degraded",
            among="merge_passes",
            limit=0.01,
            fine=mark(
                "{name}: {rate:.1%} of {among:,.0f} merge passes got too few buffers (above 1 % is "
                "much)."
            ),
            found=mark("{rate:.1%} of {among:,.0f} merge passes got too few buffers of {name}."),
            setting="VPSIZE",
            factor=1.25,
            reason="buffers for each pass",
        ),
        applying=replace(
            POOL, command=statements("-ALTER BUFFERPOOL({name}) VPSIZE(<n>) VPSEQT(90)")
        ),
    ),
    Rule(
        "DB-011",
        "Log that is read from the archive",
        "Db2",
        "threshold",
        "partial",
        "Log reads satisfied from an archive log.",
        "More than one an hour.",
        "A rollback, a recovery or replication that goes back behind the active log mounts an "
        "archive, one reader after the other.",
        "More or larger active logs, so that what is still needed stays there.",
        (_LOGGING, PRACTICE),
        threshold="Few, after the first source; one an hour is practice.",
        verify="Db2 statistics: READS SATISFIED-ARCHIVE LOG; DSNJ002I half an hour apart or more.",
        back_out="The added log data sets go at a restart (DSNJU003 DELETE).",
        risk=Risk("low", "space on disk."),
        projection="Reads from the archive end.",
        report=STATISTICS,
        on=("db2_subsystem",),
        check=TooMany(
            figure="archive_log_reads",
            limit=1.0,
            fine=mark("{name}: {rate:.1f} log reads from the archive an hour (above 1 is many)."),
            found=mark(
                "{name} read its log {count:,.0f} times from the archive, {rate:.1f} times an hour."
            ),
            setting="NEWLOG",
            reason="found in the active log",
        ),
        exposure="degradation",
        applying=Procedure(
            command=_ACTIVE_LOG,
            back_out=statements(
                "DSNJU003: DELETE DSNAME=<data set of copy 1>",
                "DSNJU003: DELETE DSNAME=<data set of copy 2>",
            ),
            permanent="The BSDS keeps it.",
            effort="dynamic",
            detail="Data sets are defined and preformatted (DSNJLOGF) before, one for each copy of "
            "the log: where it is dual, never one alone. DSNJU003 takes them out with Db2 down, "
            "from function level 500 of Db2 13 on -SET LOG REMOVELOG does while it runs.",
            roles=(Role.DB2,),
            level="Db2 10.",
            sources=(
                "https://www.ibm.com/docs/en/SSEPEK_12.0.0/comref/src/tpc/db2z_cmd_setlog.html",
                "https://ibm.com/docs/en/SSEPEK_13.0.0/admin/src/tpc/db2z_addingactivelogds.html",
            ),
        ),
    ),
)
