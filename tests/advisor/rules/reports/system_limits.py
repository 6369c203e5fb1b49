"""What CICS, coupling facilities, disks and z/OS run out of: statistics prints and RMF."""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, Prints, sample
from tests.advisor.rules.reports.systems import GOAL, PLEX, RMF, SERVICE

MODULES = (
    "cics.limits",
    "coupling.directories",
    "coupling.paths",
    "coupling.sharing",
    "dasd.mirroring",
    "vsam.sharing",
    "zos.capping",
    "zos.polarity",
)
_POOLS = """
 TCB Pool. . . . . . . . . . . . . . . . :                OPEN
   Current TCBs attached in this TCB Pool. . :                12
   Peak TCBs attached in this TCB Pool . . . :                19
   Max TCB Pool limit (MAXOPENTCBS). . . . . :                19
   Times at Max TCB Pool Limit . . . . . . . :                41
   Total Requests delayed by Max TCB Pool Limit. :           412

 Storage ABOVE 16MB
                                             ECDSA         EUDSA         ESDSA         ERDSA        Totals
   Current DSA Size. . . . . . . :         16,384K       20,480K       45,056K       24,576K      106,496K
   Times went short on storage . :               0             3             0             0
"""
STAT: Prints = {
    name: text + _POOLS for name, text in sample("engagement/cics-aor1-dfh0stat.txt").items()
}
TRACED = "Auxiliary Trace Status. . . . . . . . . :         STARTED"
DISK = "dasd:KCG21"
CLUSTER: Prints = {**PLEX, **sample("engagement/ada10-nuc1.txt", "engagement/ada10-nuc3.txt")}
ON = {
    (DISK, "pprc_sends_per_s.0030"): 812.0,
    (DISK, "pprc_send_ms.0030"): 1.4,
}
CAPPED = {("lpar:SYSB", "setting.CAPPED"): True}
IMPORTANT = {
    GOAL: "GOAL: EXECUTION VELOCITY 90.0%",
    "REPORT CLASS=RADANUC": "SERVICE CLASS=RADANUC  PERIOD=1 IMPORTANCE=1",
}
MEAN = {
    **SERVICE,
    GOAL: "GOAL: RESPONSE TIME 000.00.01.000 AVG",
    "ACTUAL                 0": "ACTUAL                40",
    "END/S     0.00": "END/S    12.00",
}

SHARES: Prints = {
    "cpu.txt": """
1                                                       C P U  A C T I V I T Y
             z/OS V2R1                SYSTEM ID SYSV             DATE 03/17/2015            INTERVAL 15.00.000
                                      RPT VERSION V2R1 RMF       TIME 10.00.00              CYCLE 1.000 SECONDS
 CPU        2827   CPC CAPACITY  2011        SEQUENCE CODE 0000000000042A2F
 MODEL      716    CHANGE REASON=NONE        HIPERDISPATCH=YES
 H/W MODEL  HA1
 ---CPU---    ---------------- TIME % ----------------   LOG PROC      --I/O INTERRUPTS--
 NUM  TYPE    ONLINE    LPAR BUSY    MVS BUSY   PARKED   SHARE %       RATE     % VIA TPI
  0    CP     100.00     92.00        92.40        0.00   100.0  HIGH   310.20      4.12
  1    CP     100.00     90.00        90.90        0.00    60.0  MED    290.10      3.98
  2    CP     100.00     71.00        80.10        0.00     0.0  LOW      0.00      0.00
 TOTAL/AVERAGE           84.33        87.80                160.0         600.3      4.05
0                                             P A R T I T I O N   D A T A   R E P O R T
 MVS PARTITION NAME                     SYSV
 --------- PARTITION DATA ---------------- -- LOGICAL PARTITION PROCESSOR DATA -- ---
 SYSV       A   100    0    412   NO    0.0   3.0    CP  00.17.50.110  00.18.00.200     39.63   40.00      0.02       7.43    7.50
"""
}
PATHS = {
    ("cf:CF01", "system_requests.SYSA"): 4_000_000.0,
    ("cf:CF01", "subchannel_waits.SYSA"): 620_000.0,
    ("cf:CF01", "path_busy_requests.SYSA"): 12_000.0,
}

CACHE = "4480K     2890K       N/A         0\n"
CACHE_NOW = "4480K     2890K       N/A"
RLS: Prints = {
    **RMF,
    "igdsms00.txt": """
D SMS,OPTIONS
SYSB     IGD002I 10:41:12 DISPLAY SMS 401
 RLS_MAX_POOL_SIZE = 400MB RLSINIT = YES
""",
}
SERVER = "smsvsam:SYSB"
BUFFERS = {
    ("lpar:SYSB", "available_frames"): 900_000.0,
    (SERVER, "relation.parent"): "lpar:SYSB",
    (SERVER, "bmf_calls.below"): 4_000_000.0,
    (SERVER, "bmf_hits.below"): 2_600_000.0,
    (SERVER, "lru_intervals.below"): 2_700.0,
    (SERVER, "lru_intervals_accelerated.below"): 135.0,
    (SERVER, "lru_intervals_panic.below"): 0.0,
}

CASES = [
    Case(
        "CF-007",
        PLEX,
        wrong={CACHE: CACHE.replace("0\n", "81234\n"), CACHE_NOW + "\n": CACHE_NOW + "      40321\n"},
        sets={"SIZE_MB": 15360.0},
        types="SETXCF START,REBUILD,STRNAME=ADADB010CACHE",
        quotes="N/A      40321",
        effect="reclaim_invalidations",
        right={CACHE_NOW + "\n": CACHE_NOW.replace("4480K", "3480K") + "\n"},
        says="ADADB010CACHE: no local buffer was lost by a reclaimed directory entry (any is too many)",
        lacks={"4480K     2890K       N/A      40321": "4480K     2890K       N/A"},
        asks="DIR REC XI'S",
    ),
    Case(
        "CF-010",
        CLUSTER,
        wrong={"4480K     2890K": "1000K     2890K"},
        types="SIZE(12304M)",
        quotes="1000K",
        right={},
        says="the nuclei have no more than 1,040,000 blocks tracked",
        lacks={"1000K     2890K": "          2890K"},
        asks="LST/DIR ENTRIES",
    ),
    Case(
        "VS-103",
        RLS,
        answers=BUFFERS,
        right_answers={**BUFFERS, (SERVER, "lru_intervals_accelerated.below"): 0.0},
        sets={"RLS_MAX_POOL_SIZE": 800},
        quotes="RLS_MAX_POOL_SIZE = 400MB",
        types="SETSMS RLS_MAX_POOL_SIZE(800)",
        effect="bmf_misses",
        says="which never filled: a larger one would find no more",
        asks="SMF 42 subtype 19",
    ),
    Case(
        "CF-005",
        PLEX,
        answers=PATHS,
        right_answers={**PATHS, ("cf:CF01", "subchannel_waits.SYSA"): 390_000.0},
        types="ACTIVATE IODF=<xx>,TEST",
        effect="subchannel_waits",
        says="9.8 % of 4,000,000 requests of SYSA found subchannels or path busy",
        asks="SMF 74-4",
    ),
    Case(
        "PRS-002",
        SHARES,
        sets={"WEIGHT": 159},
        types="Initial Weight=159",
        quotes="TOTAL/AVERAGE           84.33",
        right={"71.00        80.10": "31.00        80.10", "84.33": "71.00"},
        says="SYSV uses 2.13 CPs of 1.60 that its weight guarantees, 0.31 of them on vertical lows",
        lacks={"HIPERDISPATCH=YES": "HIPERDISPATCH=NO"},
        asks="HIPERDISPATCH=YES",
    ),
    Case(
        "CIC-004",
        STAT,
        types="CEMT SET DISPATCHER MAXOPENTCBS(532)",
        quotes="Total Requests delayed by Max TCB Pool Limit",
        effect="open_tcb_limit_requests",
        right={"Pool Limit. :           412": "Pool Limit. :            12"},
        says="CICSAOR1: 12 requests of",
        lacks={"Total Requests delayed": None},
        asks="DFH0STAT dispatcher TCB pools",
    ),
    Case(
        "CIC-005",
        STAT,
        types="CEMT SET DSAS EDSALIMIT(<bytes>)",
        quotes="Times went short on storage",
        effect="short_on_storage",
        right={"0             3             0": "0             0             0"},
        says="CICSAOR1: no storage area ran short (once is too often)",
        lacks={"went short": None},
        asks="storage manager",
    ),
    Case(
        "CIC-009",
        STAT,
        wrong={"Auxiliary Trace Status": TRACED + "\n x"},
        sets={"TRACE": "internal"},
        types="CEMT SET AUXTRACE STOP",
        quotes="STARTED",
        right={},
        says="CICSAOR1: no auxiliary trace (none belongs there)",
        lacks={"Trace Status": None},
        asks="DFH0STAT system status",
    ),
    Case(
        "CF-001",
        PLEX,
        wrong={"SHARED    0       AVG WEIGHT  0.0": "SHARED    2       AVG WEIGHT 50.0"},
        sets={"DYNDISP": "THIN"},
        types="DYNDISP THIN",
        quotes="SHARED    2",
        right={},
        says="CF01: 0 shared processors, dispatched by OFF (any shared one without THIN is looked into)",
        lacks={"AVG WEIGHT": None},
        asks="RMF coupling facility activity",
    ),
    Case(
        "CF-003",
        PLEX,
        wrong={"SHARED    0       AVG WEIGHT  0.0": "SHARED    4       AVG WEIGHT 50.0", "EFFECTIVE   4.0": "EFFECTIVE   3.6"},
        types="a larger weight for this coupling facility",
        quotes="EFFECTIVE   3.6",
        right={"SHARED    0       AVG WEIGHT  0.0": "SHARED    4       AVG WEIGHT 50.0", "EFFECTIVE   4.0": "EFFECTIVE   3.88"},
        says="CF01: its processors got 97 % of an engine each (below 95 % is little)",
        lacks={"AVG WEIGHT": None},
        asks="RMF coupling facility activity",
    ),
    Case(
        "DSK-006",
        RMF,
        answers=ON,
        right_answers={**ON, (DISK, "pprc_send_ms.0030"): 1.0},
        types="SETIOS HYPERWRITE=YES",
        effect="pprc_send_ms",
        says="sends 812 writes a second to its copy, in 1.00 ms each (above 1 ms is long",
        asks="SMF 74-8",
    ),
    Case(
        "PRS-003",
        {**RMF, **PLEX},
        wrong=IMPORTANT,
        on="lpar:SYSB",
        answers=CAPPED,
        left_answers=CAPPED,
        sets={"CAPPED": False},
        types="Initial Capping=NO",
        quotes="GOAL: EXECUTION VELOCITY 90.0%",
        right={**IMPORTANT, GOAL: "GOAL: EXECUTION VELOCITY 30.0%"},
        says="SYSB is capped, and what is important meets its goals",
        lacks={"GOAL: EXECUTION VELOCITY 90.0%": None},
        asks="SMF 70-1",
    ),
    Case(
        "WLM-003",
        PLEX,
        wrong={**MEAN, "STD DEV                0": "STD DEV              412"},
        types="a percentile goal",
        quotes="STD DEV              412",
        right={**MEAN, "STD DEV                0": "STD DEV              119"},
        says="responses of 40 ms deviate by 119 ms, 12.0 a second",
        lacks={"STD DEV": None},
        asks="RMF workload activity",
    ),
    Case(
        "STG-001",
        RMF,
        wrong={"2660   2710   2688": "1260K  1290K  1270K"},
        types="PAGEADD PAGE=<data set>",
        quotes="1290K",
        effect="page_data_set_used_pct",
        right={"2660   2710   2688": "1060K  1080K  1070K"},
        says="SYSB: 30.0 % of the slots of SYS1.SYSB.LOCAL1.PAGE were in use (above 30 % is much)",
        lacks={"SYS1.SYSB.LOCAL1.PAGE": None},
        asks="RMF page data set activity",
    ),
]  # fmt: skip
GUARDS: list[GuardCase] = []
