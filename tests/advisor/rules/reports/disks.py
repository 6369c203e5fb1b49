"""Disks and coupling facilities: RMF of one system and of the sysplex."""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

import re

from tests.advisor.reading.report_reading import heading
from tests.advisor.rules.report_text import Case, GuardCase, Prints, sample

MODULES = (
    "dasd.aliases",
    "dasd.response",
    "coupling.facilities",
    "coupling.contention",
    "db2.hyperlink",
)
RMF = sample("engagement/rmf-sysb.txt")
PLEX = sample("engagement/rmf-sysplex.txt")
PATHS: Prints = {
    "channels.txt": heading("C H A N N E L   P A T H   A C T I V I T Y", system="SYSB")
    + """
 IODF = A7   CR-DATE: 11/13/2019   CR-TIME: 09.22.21   ACT: POR   MODE: LPAR   CPMF: EXTENDED MODE   CSSID: 2
 -----------------------------------------------------------------------------------------------------
                                          DETAILS FOR ALL CHANNELS
 -----------------------------------------------------------------------------------------------------
    CHANNEL PATH             UTILIZATION(%)    READ(MB/SEC) WRITE(MB/SEC)        FICON OPERATIONS        ZHPF OPERATIONS
  ID TYPE   G  SPEED SHR    PART  TOTAL    BUS   PART  TOTAL   PART  TOTAL      RATE  ACTIVE   DEFER    RATE  ACTIVE   DEFER
  24 FC_S  18   16G   Y     0.03   0.33   0.05   0.13   2.05   0.06   0.11     45.1     1.0     0.0   220.4     1.1     0.0
  25 FC_S  18   16G   Y     0.03  12.33   0.05   0.13   2.05   0.06   0.11    645.1     1.0     0.0     0.0     0.0     0.0
"""
}
ON = {("lpar:SYSB", "setting.ZHPF"): True}
LOG = "                   J E S 2  J O B  L O G  --  S Y S T E M  S Y S B  --  N O D E  NVPLEX1\n"
TIMES = "db2-accounting-times.txt"
ACCOUNTED: Prints = {**RMF, TIMES: LOG + sample(f"formats/{TIMES}")[TIMES]}
Z14 = {"CPU        2827": "CPU        3906"}
HITS = {"  62.0": "  96.0", "0.620": "0.960"}

ROW = re.compile(r" 8\.0H 0042 .*")
PENDING = re.compile(r"(?<= \.000 \.000  )\.\d{3}")
FAST_PATHS = {row[0]: PENDING.sub(".150", row[0]) for row in ROW.finditer(RMF["rmf-sysb.txt"])}
"""The device rows with the pending time of paths that are not busy."""

CASES = [
    Case(
        "DSK-001",
        RMF,
        types="SuperPAV",
        quotes="0.118   64",
        effect="lcu_response_ms",
        right={"0.118   64": "0.001   64"},
        says="at most 0.1 % of the I/O of a control unit found no alias free (from 1 % on",
        lacks={"0.118   64": None},
        asks="HyperPAV",
    ),
    Case(
        "DSK-001",
        RMF,
        types="SuperPAV",
        quotes="0.118   64",
        effect="lcu_response_ms",
        right={"39999.113 3.96 1.38": "39999.113 2.66 .080"},
        says="waits 0.08 ms for one (up to 0.1 ms is short)",
        lacks={"0.118   64": None},
        asks="HyperPAV",
    ),
    Case(
        "DSK-002",
        {**RMF, **PATHS},
        answers=ON,
        types="extended format",
        quotes="645.1",
        right={"645.1": "  5.1"},
        says="SYSB: 81 % of the I/O is zHPF (below 80 % is low)",
        lacks={"  24 FC_S": None, "  25 FC_S": None},
        left_answers=ON,
        asks="channel path activity",
    ),
    Case(
        "DSK-003",
        ACCOUNTED,
        wrong={"0.620": "0.960", "0.695104": "0.095104", **Z14},
        types="SETIOS ZHYPERLINK,OPER=READ",
        quotes="0.027052     35.69",
        effect="response_ms",
        right={"0.620": "0.850", "0.695104": "0.095104", **Z14},
        says="85 % of the reads hit the cache of the disks; from 90 % on",
        lacks={"rmf-sysb.txt": None},
        asks="RMF cache",
    ),
    Case(
        "DSK-004",
        RMF,
        types="to flash",
        quotes="0.620",
        effect="response_ms",
        right={"0.620": "0.960"},
        says="of the reads hit the cache (below 90 % is low)",
        lacks={"0.620": None},
        asks="RMF cache subsystem activity",
    ),
    Case(
        "DSK-005",
        RMF,
        types="FICON paths",
        quotes="0042",
        effect="response_ms",
        right=FAST_PATHS,
        says="ms of pending time (above 0.3 ms is high)",
        lacks={" 8.0H 0042 ": None},
        asks="RMF device activity",
    ),
    Case(
        "CF-002",
        PLEX,
        wrong={"(% BUSY)     31.4": "(% BUSY)     61.4"},
        types="One more dedicated ICF",
        quotes="(% BUSY)     61.4",
        effect="cpu_busy_pct",
        right={},
        says="CF01: 31 % of 4 processors busy (above 50 % is high)",
        lacks={"AVERAGE CF UTILIZATION": None},
        asks="RMF coupling facility activity",
    ),
    Case(
        "CF-004",
        PLEX,
        wrong={
            "           5452.0  ASYNC      0    0.0     0.0      0.0": "           5452.0  ASYNC   210K    1.4   180.0     90.0",
            "          10884.5  ASYNC      0    0.0     0.0      0.0": "          10884.5  ASYNC   210K    0.7   180.0     90.0",
        },
        types="coupling links",
        quotes="180.0     90.0",
        right={},
        says="ADADB010LOCK: locks are answered in 6.1 µs (above 100 µs",
        lacks={"14721K": None, "14668K": None, "29388K": None, "180.0     90.0": None,
               "5432.5  ASYNC": None},
        asks="RMF coupling facility activity",
    ),
    Case(
        "CF-006",
        PLEX,
        wrong={
            "-CONT        29441": "-CONT        1229K",
            "INCLUDED IN ASYNC      PR CMP        0   0.0    0.0     0.0    0.0   -CONT        1229K\n": (
                "INCLUDED IN ASYNC      PR CMP        0   0.0    0.0     0.0    0.0   -CONT        1229K\n"
                + " " * 108
                + "-FALSE CONT   412K\n"
            ),
        },
        types="SETXCF START,REBUILD,STRNAME=ADADB010LOCK",
        quotes="-FALSE CONT   412K",
        effect="lock_contentions",
        right={},
        says="ADADB010LOCK: 0.20 % of the lock requests met contention (above 5 % is much)",
        lacks={"-CONT        1229K": None, "-CONT        29335": None},
        asks="structure activity",
    ),
]  # fmt: skip
GUARDS: list[GuardCase] = []
