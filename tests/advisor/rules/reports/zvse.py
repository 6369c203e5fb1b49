"""z/VSE: MONVSE intervals, console displays (SIR, PRTY, QUERY TD, QUERY MDCACHE), DFH0STAT."""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, Prints, sample

MODULES = ("zvse.systems", "zvse.partitions")
STAT = "cics-vse-dfh0stat.txt"
REGION = sample(f"engagement/{STAT}")
LOG, SHEET = "VSEA.txt", "VSEA.csv"
CONSOLE = """\
AR 0015 SIR
AR 0015 CPUID VM = 00B52A4720968000      VSE = FF0B2A4720968000
AR 0015 VM-SYSTEM = z/VM 6.3.0 (1501)    USERID = VSEA
AR 0015 PRTY BG,FA,F9,F8,F6,F5,F4,F2,F7,FB,F3,F1
AR 0015 PRTY SHARE F4=100,F5=100
AR 0015 1I40I  READY
QUERY MDCACHE
Minidisk cache ON for system
Minidisk cache ON for user
query td
AR 0015   CPU   STATUS    SPIN_TIME    NP_TIME  TOTAL_TIME  NP/TOT
AR 0015    00   ACTIVE            0     812044     1904120   0.426
AR 0015    01   ACTIVE            0     512044     1204120   0.425
AR 0015                ------------------------------------------
AR 0015 TOTAL                     0    1324088     3108240   0.426
AR 0015
AR 0015               NP/TOT: 0.426      SPIN/(SPIN+TOT): 0.000
AR 0015   OVERALL UTILIZATION:  71%     NP UTILIZATION:  30%
"""
TD = "   CPU   STATUS    SPIN_TIME    NP_TIME  TOTAL_TIME  NP/TOT"
SECOND = "AR 0015    01   ACTIVE            0     512044     1204120   0.425"
ONE_CPU = {SECOND: "AR 0015    01   INACTIVE          0          0           0   *.***"}
MONVSE = dict(sample("formats/monvse.csv"))["monvse.csv"]
SYSTEM: Prints = {LOG: CONSOLE, SHEET: MONVSE}
CONSOLE_ONLY: Prints = {LOG: CONSOLE}
F4, VSEA = "cics_region:F4", "lpar:VSEA"
STEADY = {",61,61.2": ",149,61.2", ",131,81.9": ",149,81.9"}
NO_GUEST = {"VM-SYSTEM": None}
NVV = "cics_region:NVVSECI1"
QR_LINE = "QR_SUBD   Active    05:00:27.09690    1,585,630    12:02:49.69133    00:41:05.57785    00:17:42.96825"
YESTERDAY = {
    "cics-monday.txt": REGION[STAT]
    .replace("Date 03/17/2015", "Date 03/16/2015")
    .replace("00:17:42.96825", "00:34:42.96825")
}
BOTH_DAYS: Prints = {**REGION, **YESTERDAY}
AUX_ON = {
    "Auxiliary Trace Status. . . . : STOPPED": "Auxiliary Trace Status. . . . : STARTED",
}
BUSY = {"12:02:49.69133    00:41:05.57785": "00:22:49.69133    01:41:05.57785"}

CASES = [
    Case(
        "VSE-002",
        SYSTEM,
        wrong={"Minidisk cache ON for user": "Minidisk cache OFF for user"},
        sets={"MINIDISK_CACHE": True},
        quotes="Minidisk cache OFF for user",
        says="F4: minidisk cache is in use",
        lacks={"Minidisk cache": None},
        asks="z/VM QUERY MDCACHE",
    ),
    Case(
        "VSE-004",
        SYSTEM,
        types="POLARIZATION",
        quotes="10:08:00,131",
        right=STEADY,
        says="146 to 149 MONVSE samples, steady",
        lacks=NO_GUEST,
        asks="SIR display",
    ),
    Case(
        "VSE-005",
        SYSTEM,
        wrong={
            "61.2,58.1": "21.2,18.1",
            "68.4,65.0": "24.4,25.0",
            "81.9,77.8": "31.9,27.8",
            "70.1,66.7": "25.1,26.7",
        },
        sets={"CPS": 1},
        quotes="AR 0015 TOTAL",
        effect="cpu_pct",
        right=ONE_CPU,
        says="F4: one CPU is active",
        lacks={"   ACTIVE  ": None, "AR 0015 TOTAL": None},
        asks="QUERY TD",
    ),
    Case(
        "VSE-006",
        CONSOLE_ONLY,
        wrong={
            SECOND: f"{SECOND}\nAR 0015    02   ACTIVE            0     512044     1204120   "
            "0.425\nAR 0015    03   ACTIVE            0     512044     1204120   0.425"
        },
        sets={"CPS": 2},
        quotes="1324088",
        effect="useful_cpus",
        says="NP/TOT 0.43 allows 2.1 CPUs, 2 are active",
        lacks={"   ACTIVE  ": None},
        asks="QUERY TD",
    ),
    Case(
        "VSE-007",
        SYSTEM,
        wrong={**ONE_CPU, "AR 0015 PRTY SHARE F4=100,F5=100\n": ""},
        types="PRTY SHARE",
        quotes="PRTY BG,FA",
        right=ONE_CPU,
        says="F4: PRTY SHARE is set (1 CPU without it is a risk)",
        lacks={"AR 0015 PRTY": None},
        asks="PRTY display",
    ),
    Case(
        "VSE-008",
        SYSTEM,
        wrong={
            "9.2,14.0": "24.2,14.0",
            "14.1,16.1": "29.1,16.1",
            "27.3,19.6": "47.3,19.6",
            "15.2,16.4": "30.2,16.4",
        },
        on=F4,
        types="PRTY SHARE,<partition>=<value>",
        quotes=",32.8,212",
        effect="cpu_wait_pct",
        right={
            "8.1,9.0": "4.1,9.0",
            "12.4,10.2": "4.4,10.2",
            "24.8,12.3": "5.8,12.3",
            "13.0,10.4": "4.0,10.4",
        },
        says="F4: waits for a CPU",
        lacks={"F4_CPUA%,F4_CPUW%": "F4_CPUA%,F4_XPUW%"},
        asks="MONVSE",
    ),
    Case(
        "VSE-009",
        CONSOLE_ONLY,
        answers={(VSEA, "siis_pct"): 4.0},
        types="PTFs for DY47814",
        right_answers={(VSEA, "siis_pct"): 0.2},
        says="VSEA: 0.2 % of the stores",
        asks="SMF 113",
    ),
    Case(
        "VSE-010",
        REGION,
        wrong=BUSY,
        types="Move 14 % of its load",
        quotes="QR_SUBD",
        effect="queueing_factor",
        says="NVVSECI1 was dispatchable 5 % of the time (above 70 % is much)",
        lacks={"QR_SUBD": None},
        asks="QR_SUBD line",
    ),
    Case(
        "VSE-014",
        REGION,
        wrong=AUX_ON,
        sets={"TRACE": "internal"},
        quotes="Auxiliary Trace Status. . . . : STARTED",
        says="NVVSECI1: no auxiliary trace",
        lacks={"Internal Trace Status": None},
        asks="CETR or SIT",
    ),
    Case(
        "VSE-015",
        REGION,
        wrong={"902114           0     40210": "  2114           0   9940210"},
        types="suspend every n READNEXTs",
        quotes="TARIF    VSAM",
        says="no browse dominates",
        lacks={"VSAM   KSDS": None, "VSAM   ESDS": None},
        asks="files section",
    ),
    Case(
        "VSE-018",
        REGION,
        wrong={"Monitoring. . . . . . . . . : OFF": "Monitoring. . . . . . . . . : ON "},
        sets={"MONITORING": False},
        quotes="Monitoring. . . . . . . . . : ON",
        effect="cpu_pct",
        says="NVVSECI1: monitoring is off",
        lacks={"Monitoring. .": None},
        asks="CEMT I MONITOR",
    ),
    Case(
        "VSE-019",
        REGION,
        answers={(NVV, "setting.MONITOR_PRTY_LOWER"): True},
        types="PRTY <partitions, the collecting one above CICS>",
        right_answers={(NVV, "setting.MONITOR_PRTY_LOWER"): False},
        says="data collection runs at a higher priority",
        asks="PRTY display",
    ),
    Case(
        "VSE-021",
        BOTH_DAYS,
        types="Look for CPU contention",
        quotes="00:17:42.96825",
        effect="qr_involuntary_wait_s",
        right={"00:17:42.96825": "00:36:42.96825"},
        says="as usual",
        lacks={"cics-monday.txt": None},
        asks="of several days",
    ),
]
GUARDS = [
    GuardCase(
        "VSE-001", "CIZ-001", REGION, says="z/OS thresholds do not hold on z/VSE", stops=True
    ),
    GuardCase("VSE-014", "VSE-010", REGION, wrong={**AUX_ON, **BUSY}, says="measure without it"),
    GuardCase("VSE-014", "VSE-021", BOTH_DAYS, wrong=AUX_ON, says="measure without it"),
    GuardCase(
        "VSE-014",
        "AOB-005",
        REGION,
        wrong={
            **AUX_ON,
            "Times at MAX TASK. . . . . . . . . . . :                 0": "Times at MAX TASK. . . . . . . . . . . :               412",
        },
        says="measure without it",
    ),
]
