"""Db2: buffer pool and group buffer pool displays, accounting and statistics, BIND jobs, RMF."""

from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, Prints, edited, sample

MODULES = ("db2.group_pools", "db2.pools", "db2.threads")
LOG = "                   J E S 2  J O B  L O G  --  S Y S T E M  S Y S B  --  N O D E  NVPLEX1\n"
BP, ACCOUNTING = "db2-bufferpool-detail.txt", "db2-accounting.txt"


def _printed(name: str) -> Prints:
    """A sample as a job on SYSB printed it."""
    return {name: LOG + sample(f"formats/{name}")[name]}


GROUP = sample("formats/db2-gbp.txt")
BIND = sample("formats/db2-rebind.txt")
POOLS = _printed(BP)
RMF = edited(
    sample("engagement/rmf-sysb.txt"),
    {"AVG                 33554432        2874": "AVG                 33554432    12000000"},
)
QUIET = {
    "535.70  4334.30   4870.00    100          0.00  4730.00   4730.00": (
        "  0.00     0.00      0.00    100          0.00     0.00      0.00"
    )
}
PLANS = {
    **_printed(ACCOUNTING),
    **_printed("db2-accounting-times.txt"),
    **_printed("db2-statistics.txt"),
}
REAL = {**POOLS, **RMF}
PLAIN = {"DSNB431I": None, "ALLOCATED            =     160000": None, "DSNB432I": None,
         "AVOIDABLE SYNC": None, "SYNC READ I/O (R)    =   1402118": None}  # fmt: skip
LARGE = {"BUFFER POOL SIZE = 80000 ": "BUFFER POOL SIZE = 3000000 "}
ROOMY = {"DUE TO DIRECTORY RECLAIMS               = 4489":
         "DUE TO DIRECTORY RECLAIMS               = 0"}  # fmt: skip
CACHED = ("db2_gbp:DSNDB0P/GBP1", "setting.GBPCACHE")
PAGES = ("db2_gbp:DSNDB0P/GBP1", "data_pages")
DETAIL = "DISPLAY BUFFERPOOL DETAIL"

CASES = [
    Case(
        "DB2-001",
        REAL,
        wrong={**PLAIN, **LARGE},
        sets={"VPSIZE": 4500000},
        types="-ALTER BUFFERPOOL(BP1) VPSIZE(4500000)",
        quotes="RANDOM GETPAGE    =  41822104 SYNC READ I/O (R) =   2104418",
        effect="sync_reads_per_s",
        right={**PLAIN, **LARGE, "SYNC READ I/O (R) =   2104418": "SYNC READ I/O (R) =    204418"},
        says="0.5 % of the random getpages are read",
        lacks={"DSNB411I": None},
        asks=DETAIL,
    ),
    Case(
        "DB2-003",
        REAL,
        wrong=PLAIN,
        sets={"VPSIZE": 160000},
        types="-ALTER BUFFERPOOL(BP1) VPSIZE(160000)",
        quotes="SYNC READ I/O (R) =   2104418",
        effect="sync_reads_per_s",
        right={**PLAIN, "SYNC READ I/O (R) =   2104418": "SYNC READ I/O (R) =    204418"},
        says="0.5 % of the random getpages are read",
        lacks={"DSNB411I": None},
        asks=DETAIL,
    ),
    Case(
        "DB2-004",
        GROUP,
        sets={"RATIO": 10},
        types="-ALTER GROUPBUFFERPOOL(GBP1) RATIO(10)",
        quotes="FOR DIRECTORY ENTRIES                   = 18281",
        right={
            "FOR DIRECTORY ENTRIES                   = 18281": (
                "FOR DIRECTORY ENTRIES                   = 0"
            )
        },
        says="no directory entry was reclaimed (any is too many)",
        lacks={"FOR DIRECTORY ENTRIES": None},
        asks="GDETAIL",
    ),
    Case(
        "DB2-007",
        POOLS,
        sets={"VPSIZE": 240000, "SPSIZE": 0},
        types="-ALTER BUFFERPOOL(BP1) VPSIZE(240000)",
        quotes="TOTAL AVOIDABLE SYNC I/O DELAY = 1904120",
        effect="sync_io_delay_s",
        right={"DELAY = 1904120 ": "DELAY = 0 "},
        says="the simulated 160,000 buffers avoid nothing",
        lacks={"DSNB431I": None},
        asks="DSNB432I",
    ),
    Case(
        "DB2-008",
        {**POOLS, **PLANS, **sample("engagement/mail-displays.eml")},
        sets={"MAXSPACE_MB": 24087},
        types="MAXSPACE=24087M",
        quotes="REAL STORAGE IN USE             (MB)   24270.43",
        right={"24270.43": " 4270.43"},
        says="MAXSPACE 20,000 MB for 4,087 MB of Db2",
        lacks={"REAL STORAGE IN USE": None},
        asks="storage in use",
    ),
    Case(
        "DB2-009",
        PLANS,
        types="at least 412 MB more hold what is on auxiliary storage",
        quotes="AUXILIARY STORAGE IN USE        (MB)     412.00",
        effect="auxiliary_mb",
        right={"412.00": "  0.00"},
        says="nothing is on auxiliary storage",
        lacks={"AUXILIARY STORAGE IN USE": None},
        asks="DSNB411I",
    ),
    Case(
        "DB2-010",
        {**REAL, **sample("formats/dfsort-joblog.txt")},
        types="EXPOLD=0",
        quotes="HIPERSPACE STORAGE USED",
        right=QUIET,
        says="SYSB does not page",
        lacks={"4730.00   4730.00": None},
        asks="RMF paging",
    ),
    Case(
        "DB2-011",
        PLANS,
        types="CEMT SET DB2ENTRY(<entry>) PROTECTNUM(<threads mostly in use>) "
        "THREADLIMIT(<most threads>)",
        quotes="DEALLOCATION          0.42     29840",
        right={"DEALLOCATION          0.42     29840": "DEALLOCATION          0.02       840"},
        says="98 % of the threads are reused",
        lacks={"DEALLOCATION": None},
        asks="termination counts",
    ),
    Case(
        "DB2-013",
        {**PLANS, **BIND},
        sets={"RELEASE": "DEALLOCATE"},
        types="REBIND PACKAGE(NVCOLL.KVBUARG.(*)) RELEASE(DEALLOCATE) APREUSE",
        on="db2_plan:DB2P/KVBUARG",
        quotes="KVBUARG       61.20",
        effect="cpu_s_per_s",
        right={"RELEASE(COMMIT)": "RELEASE(DEALLOCATE)"},
        says="KVBUARG: RELEASE(DEALLOCATE) is in effect",
        lacks={"KVBUARG       61.20": None},
        asks="plans, packages",
    ),
    Case(
        "DB2-016",
        {**edited(GROUP, ROOMY), **PLANS},
        sets={"GBPCACHE": "ALL"},
        quotes="SYNCHRON. I/O             0.027052     35.69",
        effect="io_wait_ms_per_tx",
        answers={CACHED: "CHANGED"},
        right_answers={CACHED: "ALL"},
        says="GBPCACHE ALL is in effect",
        asks="SYSTABLEPART",
    ),
    Case(
        "DB2-018",
        {**GROUP, **edited(POOLS, PLAIN)},
        sets={"VPSIZE": 524288},
        types="-ALTER BUFFERPOOL(BP1) VPSIZE(524288)",
        quotes="ALLOCATED SIZE                       = 4194304 KB",
        effect="page_access_us",
        right={"BUFFER POOL SIZE = 80000 ": "BUFFER POOL SIZE = 600000 "},
        says="local pools have at least 57 % of its size",
        lacks={"ALLOCATED SIZE": None},
        asks="GROUPBUFFERPOOL",
    ),
    Case(
        "DB2-019",
        GROUP,
        sets={"SIZE_MB": 9643},
        quotes="ALLOCATED SIZE                       = 4194304 KB",
        answers={PAGES: 2_000_000},
        right_answers={PAGES: 500_000},
        says="4,096 MB for 500,000 pages",
        asks="GROUPBUFFERPOOL",
    ),
    Case(
        "DB2-020",
        GROUP,
        sets={"DUPLEX": True},
        quotes="CURRENT DUPLEXING MODE                    = SIMPLEX",
        right={"= SIMPLEX": "= DUPLEX"},
        says="is duplexed",
        lacks={"CURRENT DUPLEXING MODE": None},
        asks="GROUPBUFFERPOOL",
    ),
    Case(
        "DB2-021",
        POOLS,
        wrong={"CURRENT = NO": "CURRENT = YES"},
        sets={"FRAMESIZE": "1M"},
        types="FRAMESIZE(1M)",
        quotes="PREFERRED FRAME SIZE 4K",
        right={"CURRENT = NO": "CURRENT = YES", "FRAME SIZE 4K": "FRAME SIZE 1M"},
        says="1M frames",
        lacks={"FRAME SIZE": None},
        asks="DSNB406I",
    ),
]
GUARDS = [
    GuardCase(
        "DB2-002",
        "DB2-007",
        POOLS,
        wrong={"SYNC READ I/O (R) =   2104418": "SYNC READ I/O (R) =    204418"},
        stops=True,
        says="memory would not help",
    ),
    GuardCase("DB2-006", "DB2-007", POOLS, says="Simulation holds about"),
    GuardCase("DB2-009", "DB2-007", POOLS, says="give its system the storage first"),
    GuardCase(
        "DB2-014",
        "DB2-013",
        {**PLANS, **BIND},
        wrong={"NEW USER              0.58     41204": "NEW USER              0.08      1204"},
        stops=True,
        says="it has no effect",
    ),
    GuardCase("DB2-015", "DB2-013", {**PLANS, **BIND}, says="plan for REORG and REBIND"),
]
