"""CICS on z/OS and z/OS paging: DFH0STAT, DFHSTUP files, RMF paging, RMF Monitor III, SDSF DA."""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

from tests.advisor.rules.report_text import Case, Prints, sample

MODULES = ("cics.data_tables", "cics.paging", "cics.regions", "zos.paging")
STAT, RMF, DA, STORJ = "cics-aor1-dfh0stat.txt", "rmf-sysb.txt", "sdsf-da.txt", "rmf3-storj.txt"
AOR = "cics_region:CICSAOR1"
MORE = """\
1Applid CICSAOR1  Sysid AOR1  Jobname CICSAOR1  Date 03/17/2015  Time 10:45:00    CICS 5.2.0              PAGE     3

 Temporary Storage
 _________________

 Put/Putq main storage requests . . . . :            12,204
 Put/Putq auxiliary storage requests. . :            88,120
 Buffer reads . . . . . . . . . . . . . :            61,204
 Buffer writes. . . . . . . . . . . . . :            44,118

 Files
 _____

File     Get         Get upd     Browse      Update      Add         Delete      <-- VSAM EXCP requests -->
name     requests    requests    requests    requests    requests    requests       Data        Index
RATES        818,220           0       2,440           0           0           0     301,884      88,410
"""
PAGES = (
    "   SUM              0.00   535.70  4334.30   4870.00    100          0.00  4730.00   4730.00"
)
NO_PAGES = (
    "   SUM              0.00     0.00     0.00      0.00    100          0.00     0.00      0.00"
)
FRAMES, FREE = "33554432        2874", "33554432     6002874"
ON_SYSB = {"MVS System Name . . . . . . : SYSA": "MVS System Name . . . . . . : SYSB"}
_BASE = sample(f"engagement/{STAT}", f"engagement/{RMF}")
ROOMY: Prints = {
    STAT: _BASE[STAT].replace("System Name . . . . . . : SYSA", "System Name . . . . . . : SYSB")
    + MORE,
    RMF: _BASE[RMF].replace(PAGES, NO_PAGES).replace(FRAMES, FREE),
}
PAGING: Prints = {**sample(f"engagement/{STAT}"), **sample(f"formats/{DA}", f"formats/{STORJ}")}
RMF_NAME = "RMF paging activity"
GC: Prints = {**ROOMY, **sample("formats/java-verbosegc.xml")}
JVM = {("jvm:java-verbosegc", "relation.parent"): AOR}

CASES = [
    Case(
        "CIZ-001",
        PAGING,
        types="Stop the paging first",
        quotes="00:05:31.560502",
        effect="dispatch_ms",
        right={"00:05:31.560502": "00:11:31.560502"},
        says="CICSAOR1: QR CPU to dispatch 84 %",
        lacks={" QR           1": None},
        asks="dispatcher TCB modes",
    ),
    Case(
        "CIZ-002",
        PAGING,
        types="Real storage as ZOS-001 computes it",
        quotes="Page In Rate:   92.8",
        effect="paging_per_s",
        right={"Page In Rate:   92.8": "Page In Rate:    1.9"},
        says="CICSAOR1: 1.9 page-ins a second (from 10 on they are looked into, which is practice",
        lacks={"Page In Rate": None},
        asks="RMF workload activity",
    ),
    Case(
        "CIZ-004",
        PAGING,
        types="Real storage as ZOS-001 computes it",
        quotes="S  0271 CICSHI",
        right={
            "50   9    6   3  15   0   0   0 LOCL": "50   9    6   3   0   0   0   0 DEV ",
            "Excessive page faults in common or private storage.": "Device busy.",
        },
        says="SYSA: no CICS job is delayed by storage",
        lacks={STORJ: None},
        asks="RMF Monitor III STORJ",
    ),
    Case(
        "CIZ-005",
        PAGING,
        types="Real storage as ZOS-001 computes it",
        quotes="CICSAOR1 CICSAOR1          STC03116",
        right={"101T  92.81": "101T   0.81"},
        says="SYSA: CICS jobs page 0.81 times a second at most",
        lacks={DA: None},
        asks="SDSF DA",
    ),
    Case(
        "CIZ-006",
        ROOMY,
        sets={"TSMAIN": True},
        quotes="Buffer reads",
        effect="ts_ios",
        right={"            88,120": "                 0"},
        says="CICSAOR1: main temporary storage is used",
        lacks={"Buffer reads": None, "Buffer writes": None},
        asks="CICS TS statistics",
    ),
    Case(
        "CIZ-007",
        ROOMY,
        sets={"SDT": True},
        types="CEDA ALTER FILE(RATES) GROUP(<group>) TABLE(CICS)",
        quotes="RATES        818,220",
        effect="excps",
        right={"818,220           0       2,440": "  8,220           0     812,440"},
        says="CICSAOR1/RATES: 8,220 reads of 820,660 requests",
        lacks={RMF: None},
        asks=RMF_NAME,
    ),
    Case(
        "CIZ-008",
        ROOMY,
        types="TRTABSZ=16384",
        quotes="Internal Trace Table Size",
        right={"Size . :     12,288K": "Size . :     20,480K"},
        says="CICSAOR1: trace table of 20,480 KB",
        lacks={"Internal Trace Table Size . :     12,288K": ""},
        asks="CETR",
    ),
    Case(
        "CIZ-009",
        ROOMY,
        answers={(AOR, "commarea_kb"): 32.0},
        types="Channels and containers",
        right_answers={(AOR, "commarea_kb"): 4.0},
        says="CICSAOR1: 4 KB passed at most",
        asks="CMF task data",
    ),
    Case(
        "CIZ-010",
        ROOMY,
        answers={(AOR, "rls_reads"): 4000.0, (AOR, "rls_buffer_hits"): 6000.0},
        types="SETSMS RLSABOVETHEBARMAXPOOLSIZE(<system>,<MB>)",
        quotes="33554432     6002874",
        effect="rls_reads",
        right_answers={(AOR, "rls_reads"): 40.0, (AOR, "rls_buffer_hits"): 6000.0},
        says="CICSAOR1: RLS buffers serve most requests",
        asks="SMF 42 subtype 19",
    ),
    Case(
        "CIZ-012",
        GC,
        wrong={NO_PAGES: PAGES},
        answers=JVM,
        types="Real storage as ZOS-001 computes it",
        quotes="   SUM              0.00   535.70",
        says="CICSAOR1: its JVMs do not page",
        left_answers=JVM,
        lacks={"   SUM  ": None},
        asks=RMF_NAME,
    ),
    Case(
        "ZOS-001",
        sample(f"engagement/{RMF}"),
        sets={"REAL_STORAGE_GB": 132},
        types="Storage: Initial=132GB",
        quotes="   SUM              0.00   535.70",
        effect="paging_per_s",
        right={PAGES: NO_PAGES},
        says="SYSB does not page",
        lacks={"   SUM  ": None},
        asks=RMF_NAME,
    ),
]
GUARDS = []
