"""IMS: PROCLIB members, IMS Monitor, SMS and PDSE displays, SMP/E, AMBLIST and COBOL listings."""

from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, sample

MODULES = ("ims.regions", "zos.program_fetch")
PROCLIB, MONITOR = "ims-proclib.txt", "ims-monitor.txt"
IMSA = sample(f"engagement/{PROCLIB}", f"engagement/{MONITOR}")
LIST = "DFSLI000,CBLTDLI,NVPOLI10,NVPOLI20,NVPOLI30, NVSCHD10,NVSCHD20,NVCLM010"
CURED = "DFSLI000,CBLTDLI,NVPOLI10,NVPOLI20,NVPOLI30,NVSCHD10,NVSCHD20,NVCLM010"
NINE = "CEEBINIT,CEEPLPKA,CEEEV004,IGZDMR,IGZXD24,IGZXLPKA,IGZCEV5,IGZXLPKD,IGZXLPKF"
LOG = "                   J E S 2  J O B  L O G  --  S Y S T E M  S Y S B  --  N O D E  NVPLEX1\n"
SMS = {"sms-displays.txt": LOG + sample("formats/sms-displays.txt")["sms-displays.txt"]}
RMF = sample("engagement/rmf-sysb.txt")
QUIET = {
    "535.70  4334.30   4870.00    100          0.00  4730.00   4730.00": (
        "  0.00     0.00      0.00    100          0.00     0.00      0.00"
    )
}
MAINTENANCE = sample("formats/smplist.txt")
MODULES_LISTED = sample("formats/amblist.txt")
BELOW = {"   B_TEXT24  ": None}
COMPILED = sample("formats/cobol-listing.txt")
LIBRARIES = "AMBLIST LISTLOAD"

CASES = [
    Case(
        "IMS-001",
        {**MAINTENANCE, **SMS},
        sets={"LLA_APAR_OA45127": True},
        types="SMP/E: APPLY SELECT(UA76082) CHECK",
        quotes="STATUS          = REC",
        right={"STATUS          = REC": "STATUS          = REC  APP"},
        says="APAR OA45127 is applied",
        lacks={" TZOS21  ": " GLOBAL  "},
        asks="SMP/E LIST SYSMODS",
    ),
    Case(
        "IMS-002",
        {**MODULES_LISTED, **SMS},
        wrong={"3A4120": "   2A0"},
        types="RMODE(24) what is bound above the line: NVPOLI10",
        quotes="B_TEXT24",
        right=BELOW,
        says="at most 2 segments",
        lacks={"MEMBER NAME": None},
        asks=LIBRARIES,
    ),
    Case(
        "IMS-003",
        {**MODULES_LISTED, **SMS},
        types="Recompile what is below the line without RMODE(24)",
        quotes="B_TEXT24",
        right=BELOW,
        says="no RMODE(24) CSECT",
        lacks={"MEMBER NAME": None},
        asks=LIBRARIES,
    ),
    Case(
        "IMS-004",
        {**MODULES_LISTED, **SMS},
        types="FETCHOPT=(PACK,PRIME)",
        quotes="B_TEXT24",
        right={"33  NO-PRIME        34  NO-PACK ": "33  PRIME           34  PACK    "},
        says="bound with PACK,PRIME",
        lacks={"MEMBER NAME": None},
        asks=LIBRARIES,
    ),
    Case(
        "IMS-005",
        IMSA,
        types="PROCLIB DFSMPLM1:",
        quotes="DFSLI000,CBLTDLI,NVPOLI10",
        right={LIST: NINE},
        says="all COBOL and Language Environment modules are preloaded",
        lacks={LIST: ""},
        asks="DFSMPLxx",
    ),
    Case(
        "IMS-006",
        IMSA,
        types=f"PROCLIB DFSMPLM1:\n{CURED}",
        quotes=LIST,
        right={LIST: CURED},
        says="no blank cuts its preload list short",
        lacks={LIST: ""},
        asks="DFSMPLxx",
    ),
    Case(
        "IMS-007",
        IMSA,
        sets={"PREINIT": "M1"},
        types="DFSINTM1: CEELRRIN",
        quotes="PREINIT=,",
        right={"PREINIT=,": "PREINIT=M1,"},
        says="PREINIT=M1 is in effect",
        lacks={MONITOR: None},
        asks="IMS Monitor",
    ),
    Case(
        "IMS-008",
        IMSA,
        sets={"PWFI": True},
        quotes="PWFI=N",
        effect="schedule_us_per_tx",
        right={"PWFI=N": "PWFI=Y"},
        says="PWFI=Y is in effect",
        lacks={MONITOR: None},
        asks="IMS Monitor",
    ),
    Case(
        "IMS-010",
        {**IMSA, **RMF},
        types="Real storage first",
        quotes="4730.00",
        right=QUIET,
        says="modules are preloaded and nothing pages",
        answers={("ims_system:IMSA", "relation.parent"): "lpar:SYSB"},
        left_answers={("ims_system:IMSA", "relation.parent"): "lpar:SYSB"},
        lacks={"4730.00   4730.00": None},
        asks="RMF paging",
    ),
    Case(
        "IMS-011",
        SMS,
        sets={"PDSE1_HSP_SIZE": 0},
        quotes="256",
        right={
            "PDSE1_HSP_SIZE = 256MB": "PDSE1_HSP_SIZE = 0MB",
            "HiperSpace Size: 256 MB": ("HiperSpace Size: 0 MB"),
        },
        says="PDSE Hiperspace caching is off",
        lacks={"HSP_SIZE": None, "HiperSpace Size": None},
        asks="D SMS,OPTIONS",
    ),
    Case(
        "IMS-012",
        SMS,
        wrong={
            "      Y      N      N": "      N      N      N",
            "      Y      Y      N": ("      N      N      N"),
        },
        types="MSR=1",
        quotes="CEE.SCEERUN2",
        says="3 libraries are eligible",
        lacks={
            "CEE.SCEERUN2": None,
            "SYS1.SIEALNKE": None,
            "NVIMS.PGMLIB": None,
            "NVTEST.PGMLIB": None,
        },
        asks="HSPSTATS",
    ),
    Case(
        "IMS-013",
        SMS,
        wrong={"PDSE_HSP_SIZE = 0MB  ": "PDSE1_BUFFER_BEYOND_CLOSE = NO\nPDSE_HSP_SIZE = 0MB  "},
        sets={"PDSE1_BUFFER_BEYOND_CLOSE": True},
        quotes="PDSE1_BUFFER_BEYOND_CLOSE = NO",
        right={"PDSE_HSP_SIZE = 0MB  ": "PDSE1_BUFFER_BEYOND_CLOSE = YES\nPDSE_HSP_SIZE = 0MB  "},
        says="pages stay cached beyond close",
        lacks={"BEYOND_CLOSE": None},
        asks="D SMS,OPTIONS",
    ),
    Case(
        "IMS-014",
        SMS,
        wrong={"PDSE_BMFTIME = 3600 ": "PDSE_BMFTIME = 120 "},
        sets={"PDSE_BMFTIME": 3600},
        quotes="PDSE_BMFTIME = 120",
        says="statistics every 3,600 s",
        lacks={"BMFTIME": None, "BMF Time": None},
        asks="D SMS,OPTIONS",
    ),
    Case(
        "IMS-016",
        {**COMPILED, **SMS, **RMF},
        types="ARCH(10),OPTIMIZE(2)",
        quotes="ARCH(6)",
        right={"ARCH(6)": "ARCH(10)"},
        says="compiled with ARCH(10)",
        lacks={"ARCH(6)": None},
        asks="compiler listing",
    ),
]
GUARDS = [
    GuardCase("IMS-009", "IMS-007", IMSA, says="With PWFI=Y (IMS-008)"),
]
