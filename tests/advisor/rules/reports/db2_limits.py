"""What Db2 runs out of, on blocks of a long statistics report and on class 3 of accounting."""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, Prints, sample

MODULES = ("db2.limits", "db2.waits")
_HEAD = """LOCATION: NVDB2P          OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R2)          PAGE: 1-1
   GROUP: N/P                    STATISTICS REPORT - LONG                 REQUESTED FROM: NOT SPECIFIED
  MEMBER: N/P                                                                         TO: NOT SPECIFIED
SUBSYSTEM: DB2P                    ORDER: N/A                           INTERVAL FROM: 03/17/15 10:00:00.02
DB2 VERSION: V11                   SCOPE: MEMBER                                    TO: 03/17/15 10:44:59.88

INTERVAL ELAPSED:        44:59.86   OUTAGE ELAPSED:             0.000000   TOTAL COMMITS    :        540.0K

"""
STATISTICS: Prints = {
    "statistics.txt": _HEAD
    + """LOCKING ACTIVITY              QUANTITY  /SECOND  /THREAD  /COMMIT    LOG ACTIVITY                 QUANTITY  /SECOND  /THREAD  /COMMIT
---------------------------  --------  -------  -------  -------    ---------------------------  --------  -------  -------  -------
SUSPENSIONS (ALL)              8412.00     3.12     0.30     0.02    READS SATISFIED-OUTPUT BUFF    211.00     0.08     0.01     0.00
TIMEOUTS                          2.00     0.00     0.00     0.00    READS SATISFIED-ACTIVE LOG      18.00     0.01     0.00     0.00
LOCK ESCALATION (SHARED)          1.00     0.00     0.00     0.00    READS SATISFIED-ARCHIVE LOG     12.00     0.00     0.00     0.00
LOCK ESCALATION (EXCLUSIVE)       3.00     0.00     0.00     0.00    UNAVAILABLE OUTPUT LOG BUFF    412.00     0.15     0.01     0.00

DYNAMIC SQL STMT              QUANTITY  /SECOND  /THREAD  /COMMIT    GLOBAL DDF ACTIVITY          QUANTITY  /SECOND  /THREAD  /COMMIT
---------------------------  --------  -------  -------  -------    ---------------------------  --------  -------  -------  -------
PREPARE REQUESTS               120.0K    44.44     4.20     0.22    DBAT QUEUED-MAXIMUM ACTIVE    1204.00     0.45     0.04     0.00
  FULL PREPARES               43200.00    16.00     1.51     0.08    CONV.DEALLOC-MAX.CONNECTED        0.00     0.00     0.00     0.00
  SHORT PREPARES              76800.00    28.44     2.69     0.14    COLD START CONNECTIONS            0.00     0.00     0.00     0.00

SUBSYSTEM SERVICES            QUANTITY  /SECOND  /THREAD  /COMMIT
---------------------------  --------  -------  -------  -------
IDENTIFY                        812.00     0.30     0.03     0.00
CREATE THREAD                 28600.00    10.59     1.00     0.05
QUEUED AT CREATE THREAD         905.00     0.34     0.03     0.00
HIGH WATER MARK CTHREAD         120.00      N/A      N/A      N/A

BP7    SORT/MERGE             QUANTITY  /SECOND  /THREAD  /COMMIT
---------------------------  --------  -------  -------  -------
MERGE PASSES REQUESTED         4120.00     1.53     0.14     0.01
MERGE PASS DEGRADED-LOW BUF      96.00     0.04     0.00     0.00
"""
}
SMALL: Prints = {
    "bp7.txt": "-DB2P DISPLAY BUFFERPOOL(BP7) DETAIL\nDSNB401I  -DB2P BUFFERPOOL NAME BP7, BUFFERPOOL ID 7, USE COUNT 12\nDSNB402I  -DB2P BUFFER POOL SIZE = 40000 BUFFERS  AUTOSIZE = NO\n"
}
ACCOUNTING: Prints = {
    name: text.replace(
        "SYNCHRON. I/O             0.027052     35.69",
        "SYNCHRON. I/O             0.027052     35.69\n"
        "                                                     LOG WRITE I/O             0.004120      1.04",
    )
    for name, text in sample("formats/db2-accounting-times.txt").items()
}

CASES = [
    Case(
        "DB-009",
        sample("formats/db2-accounting-times.txt"),
        wrong={"LOCK/LATCH(DB2+IRLM)      0.000118      0.42": "LOCK/LATCH(DB2+IRLM)      0.180000     12.40"},
        types="DSNT376I",
        quotes="LOCK/LATCH(DB2+IRLM)      0.180000",
        effect="response_ms",
        right={},
        says="of 695.1 ms a transaction waits 0.12 ms for locks and latches",
        lacks={"LOCK/LATCH(DB2+IRLM)      0.180000     12.40": "LOCK/LATCH(DB2+IRLM)"},
        asks="Db2 accounting report, long, with class 3",
    ),
    Case(
        "DB-003",
        STATISTICS,
        types="DSN6LOGP OUTBUFF=<n>",
        quotes="UNAVAILABLE OUTPUT LOG BUFF",
        effect="log_buffer_waits",
        right={"    412.00     0.15": "     54.00     0.02"},
        says="DB2P waited 54 times for a log buffer in 540,000 commits (above one in 10,000",
        lacks={"    412.00     0.15": "       N/P      N/C"},
        asks="Db2 statistics report, long",
    ),
    Case(
        "DB-004",
        ACCOUNTING,
        types="Active logs on the fastest volumes",
        quotes="LOG WRITE I/O",
        effect="response_ms",
        right={"0.004120      1.04": "0.000970      1.04"},
        says="DB2P: a transaction waits 0.97 ms for the log",
        lacks={"LOG WRITE I/O": None},
        asks="Db2 accounting report, long",
    ),
    Case(
        "DB-005",
        STATISTICS,
        types="LOCKSIZE PAGE LOCKMAX <n>",
        quotes="LOCK ESCALATION (EXCLUSIVE)",
        effect="lock_escalations",
        right={"(EXCLUSIVE)       3.00": "(EXCLUSIVE)       0.00", "(SHARED)          1.00": "(SHARED)          0.70"},
        says="DB2P: 0.9 lock escalations an hour (above 1 is too many)",
        lacks={"ESCALATION": None},
        asks="Db2 statistics report, long",
    ),
    Case(
        "DB-006",
        STATISTICS,
        types="DSN6SPRM EDMSTMTC=<n>",
        quotes="FULL PREPARES",
        effect="full_prepares",
        right={"43200.00    16.00": "24000.00     8.89"},
        says="DB2P: 20 % of 120,000 prepares were full ones (above 20 % of 10 a second is much)",
        lacks={"FULL PREPARES": None},
        asks="Db2 statistics report, long",
    ),
    Case(
        "DB-007",
        STATISTICS,
        answers={("db2_subsystem:DB2P", "setting.MAXDBAT"): 400},
        left_answers={("db2_subsystem:DB2P", "setting.MAXDBAT"): 400},
        sets={"MAXDBAT": 500},
        types="DSN6SYSP MAXDBAT=500\n-SET SYSPARM LOAD(<module>)",
        quotes="DBAT QUEUED-MAXIMUM ACTIVE",
        effect="dbats_queued",
        right={"1204.00     0.45": " 540.00     0.20"},
        says="540 distributed requests waited for a thread in 540,000 commits (above one in 1,000",
        lacks={"1204.00     0.45": "    N/P      N/C"},
        asks="Db2 statistics report, long",
    ),
    Case(
        "DB-012",
        STATISTICS,
        answers={("db2_subsystem:DB2P", "setting.CTHREAD"): 120},
        left_answers={("db2_subsystem:DB2P", "setting.CTHREAD"): 120},
        sets={"CTHREAD": 150},
        types="DSN6SYSP CTHREAD=150\n-SET SYSPARM LOAD(<module>)",
        quotes="QUEUED AT CREATE THREAD",
        effect="threads_queued",
        right={"   905.00     0.34": "   540.00     0.20"},
        says="540 local requests waited for a thread in 540,000 commits (above one in 1,000",
        lacks={"   905.00     0.34": "      N/P      N/C"},
        asks="Db2 statistics report, long",
    ),
    Case(
        "DB-010",
        {**STATISTICS, **SMALL},
        sets={"VPSIZE": 50000},
        types="-ALTER BUFFERPOOL(BP7) VPSIZE(50000)",
        quotes="MERGE PASS DEGRADED-LOW BUF",
        effect="merge_passes_degraded",
        right={"LOW BUF      96.00": "LOW BUF      41.00"},
        says="BP7: 1.0 % of 4,120 merge passes got too few buffers (above 1 % is much)",
        lacks={"MERGE PASS": None},
        asks="Db2 statistics report, long",
    ),
    Case(
        "DB-011",
        STATISTICS,
        types="-SET LOG NEWLOG(<data set of copy 1>) COPY(1)\n"
        "-SET LOG NEWLOG(<data set of copy 2>) COPY(2)",
        quotes="READS SATISFIED-ARCHIVE LOG",
        effect="archive_log_reads",
        right={"ARCHIVE LOG     12.00": "ARCHIVE LOG      0.00"},
        says="DB2P: 0.0 log reads from the archive an hour (above 1 is many)",
        lacks={"ARCHIVE LOG     12.00": "ARCHIVE LOG       N/P"},
        asks="Db2 statistics report, long",
    ),
]  # fmt: skip
GUARDS: list[GuardCase] = []
