"""z/OS systems: processors, zIIPs, goals, frames; RMF of one system and of the sysplex."""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, Prints, sample

MODULES = ("zos.processors", "zos.full", "zos.goals", "zos.frames")
RMF = sample("engagement/rmf-sysb.txt")
PLEX = sample("engagement/rmf-sysplex.txt")
BOTH: Prints = {**RMF, **PLEX}
SHARED = {"SYSB       A   DED": "SYSB       A   520"}
SERVICE = {"REPORT CLASS=R": "SERVICE CLASS=", "REPORT CLASS(ES)": "SERVICE CLASS(ES)"}
IIP = "AAP        N/A IIP     0.00"
SPILL = {"IIPCP   0.00": "IIPCP  12.00", IIP: IIP.replace(" 0.00", "40.00")}
BUSY = {
    "17.79": "77.79",
    "18.50        18.62": "78.50        78.62",
    "17.08        17.18": "77.08        77.18",
}
QUIET = {
    "535.70  4334.30   4870.00    100          0.00  4730.00   4730.00": (
        "  0.00     0.00      0.00    100          0.00     0.00      0.00"
    )
}
GOAL = "GOAL: EXECUTION VELOCITY 60.0%"

CASES = [
    Case(
        "PRS-004",
        RMF,
        wrong={"26.44        26.60": "26.44        98.60"},
        types="a larger weight",
        quotes="26.44        98.60",
        right={},
        says="SYSB: its CPs are 26.6 % busy as z/OS sees them (95 % and more is full)",
        lacks={"98.60": None},
        asks="RMF CPU activity",
    ),
    Case(
        "PRS-001",
        RMF,
        wrong={**SHARED, "CP       16       LIMIT": "CP        4       LIMIT"},
        types="CONFIG <CPU|CORE>(<CPU id>),OFFLINE",
        quotes="CP        4       LIMIT",
        right=SHARED,
        says="42A2F: 16 logical processors on 16 (above 3 on each is many)",
        lacks={"SYSB       A   520": None, "    CP     100.00": None},
        asks="RMF CPU activity",
    ),
    Case(
        "ZIP-001",
        PLEX,
        wrong=SPILL,
        types="One more zIIP",
        quotes="IIPCP  12.00",
        effect="appl_cp_pct",
        right={IIP: IIP.replace(" 0.00", "40.00")},
        says="0.0 % of the zIIP work ran on CPs (above 5 % and 2 % of a CP is much)",
        lacks={"IIPCP  12.00": None},
        asks="RMF workload activity",
    ),
    Case(
        "ZIP-002",
        BOTH,
        wrong={**SPILL, **BUSY},
        sets={"ZIIP_THREADS": 2},
        types="MT_ZIIP_MODE=2",
        quotes="77.79",
        right=SPILL,
        says="SYSB: zIIPs are 18 % busy (above 60 % work waits for them)",
        lacks={"rmf-sysplex.txt": None},
        asks="RMF workload activity",
    ),
    Case(
        "WLM-001",
        PLEX,
        wrong={**SERVICE, GOAL: "GOAL: EXECUTION VELOCITY 95.0%"},
        types="a velocity goal of <velocity> for this class",
        quotes="GOAL: EXECUTION VELOCITY 95.0%",
        right=SERVICE,
        says="for a goal of",
        lacks={"GOAL: EXECUTION VELOCITY 95.0%": None},
        asks="RMF workload activity",
    ),
    Case(
        "WLM-002",
        PLEX,
        wrong={**SERVICE, GOAL: "GOAL: RESPONSE TIME 000.00.01.000 AVG"},
        types="a velocity goal for this class",
        quotes="GOAL: RESPONSE TIME",
        right={**SERVICE, GOAL: "GOAL: RESPONSE TIME 000.00.01.000 AVG", "END/S     0.00": "END/S    12.00"},
        says="transactions end in 20 minutes (below 10 are too few)",
        lacks={"END/S": None},
        asks="RMF workload activity",
    ),
    Case(
        "WLM-004",
        PLEX,
        wrong={**SERVICE, "CLASS=NATBAT": "CLASS=SYSOTHER"},
        types="classification rules",
        quotes="CP      8.09",
        right={**SERVICE, "CLASS=NATBAT": "CLASS=SYSOTHER", "CP      8.09": "CP      0.09"},
        says="of the CPU (above 0.5 % is much)",
        lacks={"CP      8.09": "CP          "},
        asks="RMF workload activity",
    ),
    Case(
        "STG-002",
        RMF,
        wrong=QUIET,
        types="pools and caches that are 33 MB smaller",
        quotes="1612",
        right={**QUIET, "        1612": "     3001612", "        2874": "     6002874"},
        says="frames were available (below 10,000 are few)",
        lacks={"        1612": None, "        2874": None},
        asks="RMF paging activity",
    ),
    Case(
        "STG-003",
        RMF,
        wrong={"MAX                    1766K": "MAX                   24000K"},
        types="PAGECLAS(FIXED4KB)",
        quotes="24000K",
        right={},
        says="1,766,000 of 33,554,432 frames are fixed, 5 % (above 60 % is much)",
        lacks={"FIXED FRAMES": None},
        asks="RMF paging activity",
    ),
]  # fmt: skip
GUARDS: list[GuardCase] = []
