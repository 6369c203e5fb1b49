"""DFSORT: SMF 16 table, ICE messages, RMF Overview and the storage of the system."""

from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, edited, sample

MODULES = ("dfsort.sorts",)
SMF16, MESSAGES = "dfsort-smf16.txt", "dfsort-joblog.txt"
SORTS = edited(
    sample(f"formats/{SMF16}", "formats/rmf-overview-batch.txt"),
    dict.fromkeys(("03/17 01.10.00", "03/17 01.20.00", "03/17 01.30.00")),
)
JOB = sample(f"formats/{MESSAGES}")
RMF = edited(
    sample("engagement/rmf-sysb.txt"),
    {
        "AVG                 33554432        2874": "AVG                 33554432     8000000",
        "535.70  4334.30   4870.00    100          0.00  4730.00   4730.00": (
            "  0.00     0.00      0.00    100          0.00     0.00      0.00"
        ),
        "CFW DATA               0     0.0          0     0.0    N/A": (
            "CFW DATA          812000   300.7     324800   120.3  0.400"
        ),
    },
)
BATCH = {**SORTS, **RMF}
LIGHT = {"301,204": "    204", "188,204": "    204", " 52,118": "    118"}
NO_FRAMES = {"AVG                 33554432": None}
DELAYS = "17.3     10.2     23.7      9.2"
CPU_BOUND = "17.3     73.5      4.1      1.2"

CASES = [
    Case(
        "SRT-001",
        BATCH,
        sets={"MOSIZE": 25000},
        types="OPTION MOSIZE=",
        quotes="301,204",
        effect="elapsed_s",
        right=LIGHT,
        says="work data set I/Os",
        lacks=NO_FRAMES,
        asks="AVGAVAIL",
    ),
    Case(
        "SRT-003",
        BATCH,
        types="MOSIZE",
        quotes=DELAYS,
        effect="elapsed_s",
        right={DELAYS: "17.3     10.2      3.7      1.2"},
        says="I/O 5 %, CPU delay 10 %",
        lacks={"rmf-overview-batch.txt": None},
        asks="IOUSGP",
    ),
    Case(
        "SRT-004",
        BATCH,
        wrong={DELAYS: CPU_BOUND},
        types="higher WLM goal",
        quotes=CPU_BOUND,
        effect="elapsed_s",
        says="CPU delay 10 %, I/O 33 %",
        lacks={"rmf-overview-batch.txt": None},
        asks="CPUDLYP",
    ),
    Case(
        "SRT-005",
        JOB,
        wrong={"HIPRMAX=OPTIMAL": "HIPRMAX=0", "MOSIZE=MAX": "MOSIZE=0"},
        types="HIPRMAX=OPTIMAL,DSPSIZE=MAX,MOSIZE=MAX",
        quotes="ICE133I",
        says="memory options in effect are MAX, OPTIMAL",
        lacks={"ICE133I": None},
        asks="ICETOOL DEFAULTS",
    ),
    Case(
        "SRT-007",
        RMF,
        types="Sort in memory",
        quotes="CFW DATA          812000",
        right={"120.3  0.400": "230.1  0.765"},
        says="cache fast write read hits 76.5 %, all reads 62 %",
        lacks={"CFW DATA": None},
        asks="CFW DATA",
    ),
    Case(
        "SRT-008",
        BATCH,
        types="EXPMAX=25000",
        quotes="301,204",
        effect="elapsed_s",
        right={"33554432     8000000": "33554432      800000"},
        says="800,000 frames are free",
        silent="does not apply",
        lacks=NO_FRAMES,
        asks="AVGAVAIL",
    ),
    Case(
        "SRT-009",
        JOB,
        wrong={"5650-ZOS, Z/OS DFSORT V2R1": "5694-A01, Z/OS DFSORT V1R12"},
        types="DFSORT of z/OS V2R1 or later",
        quotes="ICE000I",
        says="allows memory objects of 1 TB",
        lacks={"ICE000I": None},
        asks="ICE000I",
    ),
]
GUARDS = [
    GuardCase("SRT-002", "SRT-001", BATCH, says="Sorting in memory costs CPU"),
    GuardCase(
        "SRT-004",
        "SRT-001",
        BATCH,
        wrong={DELAYS: CPU_BOUND},
        stops=True,
        says="CPU delay is 74 % and I/O 5 %",
    ),
    GuardCase(
        "SRT-010",
        "SRT-003",
        BATCH,
        wrong={"       301,204": "            96"},
        stops=True,
        says="96 work data set I/Os: it fits already",
    ),
]
