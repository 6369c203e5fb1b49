"""CICS on z/VSE: start-up parameters, traces, MXT, temporary storage, dumps, transient data."""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, Prints, sample
from tests.advisor.rules.reports.db2 import PLANS, POOLS

MODULES = ("zvse.cics", "cics.ts_dumps")
STAT = "cics-vse-dfh0stat.txt"
NVV = "cics_region:NVVSECI1"
START = """\
F4 0004 // JOB CICSICCF  DATE 03/17/2015, CLOCK 05/00/11
F4 0004 DFHPA1927 NVVSECI1 ICV=250,ICVR=2000,
F4 0004 DFHPA1927 NVVSECI1 DCT=IC,
F4 0004 DFHPA1927 NVVSECI1 TS=(,16,10),
"""
JOB = """\
* $$ JOB JNM=CICSICCF,CLASS=2,DISP=L
// JOB CICSICCF
// OPTION LOG,SYSDUMPC
// LIBDEF *,SEARCH=(PRD2.CONFIG,PRD1.BASE)
// EXEC DFHSIP,SIZE=DFHSIP,PARM='APPLID=NVVSECI1,SI',OS390
/*
/&
"""
MORE = """\
Applid NVVSECI1  Sysid VCI1  Jobname CICSICCF  Date 03/17/2015  Time 17:59:40    CICS 1.1.1                    PAGE     5

Temporary Storage
_________________

Put/Putq main storage requests . . . . :            12,204
Put/Putq auxiliary storage requests. . :            88,120
Buffer reads . . . . . . . . . . . . . :            61,204
Buffer writes. . . . . . . . . . . . . :            44,118
Forced writes for recovery . . . . . . :             8,204

Dumps
_____

System dumps taken . . . . . . . . . . :                 2
Transaction dumps taken. . . . . . . . :               214
Extrapartition requests. . . . . . . . :            61,204
"""
STAT_PRINT = sample(f"engagement/{STAT}")
REGION: Prints = {STAT: STAT_PRINT[STAT] + MORE, "startup.txt": START, "startjob.jcl": JOB}
NO_TS = {"61,204\nBuffer writes": "0\nBuffer writes", "44,118": "0"}
TRACE_OFF = {"Internal Trace Status . . . : STARTED": "Internal Trace Status . . . : STOPPED"}
MXT = {"Times at MAX TASK. . . . . . . . . . . :                 0":
       "Times at MAX TASK. . . . . . . . . . . :               412"}  # fmt: skip

DISPLAYS = sample("engagement/mail-displays.eml", "engagement/rmf-sysb.txt")
PAGES = (
    "   SUM              0.00   535.70  4334.30   4870.00    100          0.00  4730.00   4730.00"
)
NO_PAGES = (
    "   SUM              0.00     0.00     0.00      0.00    100          0.00     0.00      0.00"
)
FRAMES = "33554432        2874"

CASES = [
    Case(
        "DMP-101",
        DISPLAYS,
        on="dump_options:SYSB",
        wrong={PAGES: NO_PAGES},
        sets={"REAL_STORAGE_GB": 148},
        quotes="MAXSPACE=00020000M",
        effect="capture_s",
        right={PAGES: NO_PAGES, FRAMES: "33554432     6002874"},
        says="23,449 MB free for dumps of up to 20,000 MB",
        lacks={FRAMES: None},
        asks="RMF Monitor II SRCS",
    ),
    Case(
        "AOB-001",
        REGION,
        wrong={"ICVR=2000": "ICVR=20000"},
        sets={"ICVR": 2000},
        quotes="ICVR=20000",
        says="NVVSECI1: ICVR 2000 ms",
        lacks={"ICVR=": None},
        asks="SIT parameters in effect",
    ),
    Case(
        "AOB-002",
        REGION,
        wrong={"ICV=250": "ICV=1000"},
        sets={"ICV": 250},
        quotes="ICV=1000",
        says="NVVSECI1: ICV 250 ms",
        lacks={"ICV=": None},
        asks="SIT parameters in effect",
    ),
    Case(
        "AOB-003",
        REGION,
        sets={"TRACE": "off"},
        quotes="Internal Trace Status . . . : STARTED",
        effect="cpu_ms_per_tx",
        right=TRACE_OFF,
        says="NVVSECI1: trace is off",
        lacks={"Internal Trace Status": None},
        asks="trace status",
    ),
    Case(
        "AOB-004",
        REGION,
        answers={(NVV, "setting.VENDOR_TRACE"): True},
        sets={"TRACE": "off", "VENDOR_TRACE": False},
        quotes="Internal Trace Status . . . : STARTED",
        effect="cpu_ms_per_tx",
        right_answers={(NVV, "setting.VENDOR_TRACE"): False},
        says="NVVSECI1: no vendor trace",
        asks="trace status",
    ),
    Case(
        "AOB-005",
        REGION,
        wrong=MXT,
        types="before raising MXT",
        quotes="Times at MAX TASK",
        effect="max_tasks_times",
        says="NVVSECI1: MXT was not reached (once is enough to look)",
        lacks={"Times at MAX TASK": None},
        asks="DFH0STAT transaction manager",
    ),
    Case(
        "AOB-006",
        REGION,
        wrong={"DCT=IC": "DCT=SP"},
        types="DFHDCTSP in ICCF library 59",
        quotes="DCT=SP",
        says="the CICS-supplied DCT is used",
        lacks={"DCT=": None},
        asks="SIT DCT",
    ),
    Case(
        "AOB-007",
        REGION,
        answers={(NVV, "setting.IESZNEP"): True},
        types="DFHPD430 PG=1",
        right_answers={(NVV, "setting.IESZNEP"): False},
        says="IESZNEP is not used",
        asks="DFHPD430 PG=1",
    ),
    Case(
        "TSQ-001",
        REGION,
        sets={"TSMAIN": True},
        quotes="Buffer reads",
        effect="ts_ios",
        right={"            88,120": "                 0"},
        says="NVVSECI1 uses main temporary storage",
        lacks={"Buffer reads": None, "Buffer writes": None},
        asks="temporary storage section",
    ),
    Case(
        "TSQ-003",
        REGION,
        sets={"TS_BUFFERS": 32},
        quotes="TS=(,16,10)",
        effect="ts_ios",
        right={"            61,204\nBuffer": "                 0\nBuffer", "44,118": "0"},
        says="no DFHTEMP I/O that buffers would save",
        lacks={"Buffer reads": None, "Buffer writes": None},
        asks="temporary storage section",
    ),
    Case(
        "TSQ-004",
        REGION,
        types="DFHTST without TYPE=RECOVERY",
        quotes="Forced writes for recovery",
        effect="ts_forced_writes",
        right={
            "recovery . . . . . . :             8,204": "recovery . . . . . . :                 0"
        },
        says="no forced write for recovery",
        lacks={"Forced writes": None},
        asks="temporary storage section",
    ),
    Case(
        "DMP-001",
        REGION,
        sets={"SYSTEM_DUMPS": False, "TRANSACTION_DUMPS": False},
        quotes="Transaction dumps taken",
        effect="qr_blocked_s",
        right={
            "dumps taken . . . . . . . . . . :                 2": "dumps taken . . . . . . . . . . :                 0",
            "dumps taken. . . . . . . . :               214": "dumps taken. . . . . . . . :                 0",
        },
        says="NVVSECI1: no dump was taken",
        lacks={"dumps taken": None},
        asks="DFH0STAT dump totals",
    ),
    Case(
        "DMP-002",
        REGION,
        wrong={"LOG,SYSDUMPC": "LOG,NOSYSDUMPC"},
        types="// OPTION SYSDUMPC",
        quotes="LOG,NOSYSDUMPC",
        says="// OPTION SYSDUMPC is set",
        lacks={"startjob.jcl": None},
        asks="startup job",
    ),
    Case(
        "DMP-003",
        REGION,
        types="Intrapartition or main temporary storage",
        quotes="Extrapartition requests",
        effect="qr_blocked_ms_per_tx",
        right={
            "requests. . . . . . . . :            61,204": "requests. . . . . . . . :             1,204"
        },
        says="1,204 extrapartition I/Os for 412,880 transactions",
        lacks={"Extrapartition": None},
        asks="transient data section",
    ),
]
GUARDS = [
    GuardCase("TSQ-002", "TSQ-001", REGION, says="subpool TSMAIN"),
    GuardCase(
        "DMP-101",
        "DB2-008",
        {**POOLS, **PLANS, **DISPLAYS},
        stops=True,
        says="MB are free for a dump of 24,087 MB",
    ),
]
