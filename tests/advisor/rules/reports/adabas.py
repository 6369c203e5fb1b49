"""Adabas: ADARUN cards and session statistics of every nucleus, RMF of the systems they run on.

The nuclei are copies of one sample job, each with its own number and system; the cluster's product
and caches are what its cards say.
"""

from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, Prints, edited, sample

MODULES = (
    "adabas.als", "adabas.asm", "adabas.io", "adabas.large_pages", "adabas.nucleus",
    "adabas.storage",
)  # fmt: skip


def _without(text: str, first: str, last: str) -> str:
    """The text without what stands from one piece up to another."""
    start = text.index(first)
    return text[:start] + text[text.index(last, start) :]


def _job() -> str:
    text = sample("engagement/ada10-nuc1.txt")["ada10-nuc1.txt"]
    text = _without(text, "                              PARAMETERS IN EFFECT", "ADAN01 00010")
    return _without(text, "Distribution of ASSO/DATA", "A d a b a s   executed")


JOB = _job()
THREADS = JOB[JOB.index("Thread   ") : JOB.index("Cmd-type")]
RMF = "rmf-{}.txt"


def nucleus(number: int, system: str) -> str:
    """The job output of one nucleus of database 10."""
    return edited(
        {"": JOB},
        {
            "NUCID=1,": f"NUCID={number},",
            "NUCID = 00001": f"NUCID = {number:05}",
            "DBID 10  NUCID 1": f"DBID 10  NUCID {number}",
            "SYSTEM = SYSA": f"SYSTEM = {system}",
            "S Y S A": " ".join(system),
            "SYS SYSA": f"SYS {system}",
        },
    )[""]


def rmf(system: str) -> str:
    """RMF of a system that pages to Flash, as the sample prints it."""
    return edited(sample("engagement/rmf-sysb.txt"), {"SYSB": system})["rmf-sysb.txt"]


def cluster(count: int, *systems: str) -> Prints:
    """So many nuclei, in turn on the systems named, RMF and displays of these systems."""
    jobs = {
        f"nuc{number:02}.txt": nucleus(number, systems[number % len(systems)])
        for number in range(1, count + 1)
    }
    systems_rmf = {RMF.format(system): rmf(system) for system in systems}
    return {**jobs, **systems_rmf, **sample("engagement/mail-displays.eml")}


QUIET = {
    "535.70  4334.30   4870.00    100          0.00  4730.00   4730.00": (
        "  0.00     0.00      0.00    100          0.00     0.00      0.00"
    ),
    "AVG                 33554432        2874": "AVG                 33554432    12000000",
}
NO_FRAMES = {"AVG                 33554432": None}
NO_PAGING = {"4730.00   4730.00": None}
ASM_CARDS = {
    "CLUSTER=SYSPLEX": "CLUSTER=LOCAL",
    "CLUCACHEEXTRA=520000,CACHE=YES,CMAXCSPS=1,CASSOMAXS=2000M": (
        "CLUCACHESIZE=60000M,CLUCACHEUNCHANGED=YES"
    ),
    "ADARUN CDATAMAXS=31500M,CASSOV64=YES,CDATAV64=YES,": "ADARUN ",
}
SINGLE_CARDS = {
    "NUCID=1,CLUSTER=SYSPLEX,CLUGROUPNAME=ADADB010": "NUCID=0",
    "ADARUN CLUCACHENAME": None,
    "ADARUN CLUCACHEEXTRA": None,
    "ADARUN CDATAMAXS=31500M,CASSOV64=YES,CDATAV64=YES,V64BIT=YES": "ADARUN V64BIT=NO",
    "NUCID = 00001": "NUCID = 00000",
    "DBID 10  NUCID 1": "DBID 10  NUCID 0",
}
PAGING_ALS = cluster(2, "SYSB", "SYSA")
ALS = edited(PAGING_ALS, QUIET)
PAGING_ASM = edited(cluster(2, "SYSA"), ASM_CARDS)
ASM = edited(PAGING_ASM, QUIET)
SINGLE = edited(cluster(1, "SYSA"), SINGLE_CARDS, QUIET)
BUSY = {"Cpu-time      00000:33:37": "Cpu-time      00000:44:30"}
REMOTE = "Remote commands                 "
NO_CPU = {"Cpu-time": None}
GOOD_READS = {
    "ASSO                 7010720": "ASSO                   70107",
    "DATA                17416875": "DATA                  174168",
}
FULL = {
    "22,634,150\n     Structure full                                 0": (
        "22,634,150\n     Structure full                            15,000"
    )
}
SMALL_POOL = {
    "LBP=100M": "LBP=2M",
    "ASSO                 7010720": "ASSO                97010720",
    "DATA                17416875": "DATA                87416875",
}
ALL_TRACKED = {"CLUCACHEEXTRA=520000": "CLUCACHEEXTRA=1400000"}
LARGE_AREA = {
    "LFAREA SIZE = 2147483648": "LFAREA SIZE = 68719476736",
    "TOTAL LFAREA = 2048M , 0G": "TOTAL LFAREA = 65536M , 0G",
}
TIGHT = {"CLUCACHESIZE=60000M": "CLUCACHESIZE=126000M"}
SESSION, CARDS, PAGING = "end-of-session statistics", "ADARUN cards", "RMF paging"

CASES = [
    Case(
        "ADA-001",
        ALS,
        wrong={REMOTE + "         0": REMOTE + " 9,000,000"},
        types="An ALS nucleus on the system of the remote users",
        quotes=REMOTE + " 9,000,000",
        says="0.0 % of the commands come from other systems (5 % and more are many)",
        lacks={"Remote commands": None},
        asks=SESSION,
    ),
    Case(
        "ADA-002",
        ALS,
        wrong=BUSY,
        sets={"NUCLEI": 3},
        quotes="Cpu-time      00000:44:30",
        effect="etr_per_s",
        says="the busiest nucleus uses 75 % of one CP as measured (from 90 % the CP is its limit)",
        lacks=NO_CPU,
        asks=SESSION,
        model=True,
    ),
    Case(
        "ADA-003",
        ALS,
        wrong=ALL_TRACKED,
        sets={"CDATAMAXS": 34650},
        quotes="Log. reads",
        right=GOOD_READS,
        says="is not the bound",
        lacks={THREADS: ""},
        asks=SESSION,
    ),
    Case(
        "ADA-005",
        ALS,
        wrong={**FULL, "FMXIO=16": "FMXIO=8"},
        sets={"FMXIO": 16},
        types="ADARUN FMXIO=16",
        quotes="Structure full                            15,000",
        effect="etr_per_s",
        says="no structure-full event (any is too many)",
        lacks={"Structure full": None},
        asks=SESSION,
    ),
    Case(
        "ADA-006",
        SINGLE,
        sets={"V64BIT": True, "CMAXCSPS": 1},
        types="CDATAMAXS=",
        quotes="Log. reads",
        right=GOOD_READS,
        says="reads are rare",
        lacks={"Log. reads": None},
        asks=SESSION,
    ),
    Case(
        "ADA-027",
        SINGLE,
        wrong=SMALL_POOL,
        sets={"LBP": 8.0},
        types="ADARUN LBP=8M",
        quotes="LBP=2M",
        right={},
        says="logical reads for each I/O, from buffer pools of 100 MB at least",
        lacks={"LBP=2M,": ""},
        asks=CARDS,
    ),
    Case(
        "ADA-028",
        ALS,
        wrong={"NT=80": "NT=2"},
        model=True,
        types="ADARUN NT=",
        quotes="NT=2",
        right={},
        says="160 threads for 750 users, 80 or more in each nucleus",
        lacks={"(NU) ": None},
        asks=SESSION,
    ),
    Case(
        "ADA-007",
        ASM,
        wrong=BUSY,
        sets={"NUCLEI": 3},
        quotes="Cpu-time      00000:44:30",
        says="the busiest nucleus uses 75 % of one CP as measured (from 90 % the CP is its limit)",
        lacks=NO_CPU,
        asks=SESSION,
    ),
    Case(
        "ADA-008",
        ASM,
        wrong={"LBP=100M": "LBP=9000M"},
        sets={"LBP": 100, "CLUCACHESIZE": 77800},
        types="LBP=100M",
        quotes="LBP=9000M",
        says="of the buffers are shared",
        lacks={"LBP=9000M,": ""},
        asks=CARDS,
    ),
    Case(
        "ADA-009",
        ASM,
        wrong={"CLUCACHEUNCHANGED=YES": "CLUCACHEUNCHANGED=NO"},
        sets={"CLUCACHEUNCHANGED": True},
        quotes="CLUCACHEUNCHANGED=NO",
        says="unchanged blocks are kept in the shared cache",
        lacks={",CLUCACHEUNCHANGED=NO": ""},
        asks=CARDS,
    ),
    Case(
        "ADA-010",
        edited(cluster(16, "SYSA"), ASM_CARDS, QUIET),
        sets={"CLUCACHESIZE": 63000},
        quotes="872,431",
        right={"nuc16.txt": None},
        says="15 nuclei, fewer than 16",
        lacks={THREADS: ""},
        asks=SESSION,
    ),
    Case(
        "ADA-011",
        ASM,
        sets={"CLUCACHESIZE": 63000},
        quotes="Log. reads",
        right=GOOD_READS,
        says="reads are rare",
        lacks=NO_FRAMES,
        asks=PAGING,
    ),
    Case(
        "ADA-013",
        PAGING_ASM,
        wrong=TIGHT,
        sets={"CLUCACHESIZE": 123480},
        types="ADARUN CLUCACHESIZE=",
        quotes="4730.00   4730.00",
        effect="paging_per_s",
        right={**QUIET, **TIGHT},
        says="its systems do not page",
        lacks=NO_PAGING,
        asks=PAGING,
    ),
    Case(
        "ADA-014",
        PAGING_ASM,
        wrong={" SCM    16777K": None, "          118  Y  SYS1": "     25920000  Y  SYS1"},
        sets={"PAGE_DEVICE": "flash"},
        types="PAGESCM=ALL",
        quotes="LOCAL1",
        effect="etr_per_s",
        says="times a second, to Flash (to disk",
        lacks={"LOCAL1": None, "COMMON.PAGE": None, "PLPA.PAGE": None},
        asks="PAGESP",
    ),
    Case(
        "ADA-017",
        ALS,
        sets={"ZHPF": True},
        types="ZHPF",
        quotes="HIGH PERFORMANCE FICON FACILITY IS DISABLED",
        effect="etr_per_s",
        right={"FACILITY IS DISABLED": "FACILITY IS ENABLED"},
        says="zHPF is in effect",
        lacks={"FACILITY IS DISABLED": None},
        asks="D IOS,ZHPF",
    ),
    Case(
        "ADA-019",
        ALS,
        wrong={"NPLOGBUFFERS=60": "NPLOGBUFFERS=10"},
        sets={"NPLOGBUFFERS": 60},
        types="NPLOGBUFFERS=60",
        quotes="NPLOGBUFFERS=10",
        says="at least 60 log buffers per nucleus",
        lacks={"NPLOGBUFFERS": None},
        asks=CARDS,
    ),
    Case(
        "ADA-021",
        ASM,
        sets={"LARGEPAGE": True, "PAGE_TYPE": "1M pageable"},
        types="ADARUN LARGEPAGE=YES",
        quotes="LARGEPAGE=NO",
        effect="cpu_per_command_us",
        right={"LARGEPAGE=NO": "LARGEPAGE=YES"},
        says="the shared cache is on large pages",
        lacks={"LARGEPAGE=NO,": ""},
        asks=CARDS,
    ),
    Case(
        "ADA-023",
        PAGING_ASM,
        sets={"LFAREA_1M_GB": 0},
        types="IEASYSxx: LFAREA=",
        quotes="LFAREA SIZE = 2147483648",
        effect="lfarea_unused_mb",
        right=QUIET,
        says="nothing pages",
        lacks=NO_PAGING,
        asks=PAGING,
    ),
    Case(
        "ADA-024",
        edited(ALS, LARGE_AREA),
        sets={"LARGEPAGE": True},
        types="ADARUN LARGEPAGE=YES\nADARUN CASSOL64=YES,CDATAL64=YES",
        quotes="LARGEPAGE=NO",
        right={"LARGEPAGE=NO": "LARGEPAGE=YES"},
        says="LARGEPAGE=YES is in effect",
        lacks={"LARGEPAGE=NO,": ""},
        asks=CARDS,
    ),
    Case(
        "ADA-026",
        ALS,
        sets={"CLUCACHEEXTRA": 1270702},
        types="ADARUN CLUCACHEEXTRA=",
        quotes="CLUCACHEEXTRA=520000",
        effect="etr_per_s",
        right=ALL_TRACKED,
        says="GB of a nucleus's caches",
        lacks={"CLUCACHEEXTRA=520000,": ""},
        asks=CARDS,
        model=True,
    ),
]
GUARDS = [
    GuardCase("ADA-015", "ADA-013", PAGING_ASM, wrong=TIGHT, says="Light paging to Flash"),
    GuardCase("ADA-018", "ADA-017", ALS, says="Log writes multiply where they are faster"),
    GuardCase("ADA-022", "ADA-021", ASM, says="with 2 nuclei expect less"),
    GuardCase("ADA-023", "ADA-021", ASM, says="2 GB of LFAREA on SYSA are unused today"),
]
