"""Natural on zIIP: parameters, BUS and ZIIP PRINT output of one batch session."""

from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, sample

MODULES = ("natural.ziip",)
SESSION = sample("engagement/natural-natb0450.txt")
STAT, BUS, CARDS = "ZIIP PRINT STAT", "Buffer Usage Statistics", "Natural parameters"
CACHE = " 30  SORTWRK   V     32768        32    0.1     32736   99.9"
PCACHE = " 31  PCACHE    V     20480     20000   97.7     20480  100.0"

CASES = [
    Case(
        "NAT-001",
        SESSION,
        sets={"MT": 0},
        quotes="MT=60,",
        effect="srb_switches",
        right={"MT=60,": "MT=0,"},
        says="MT=0 is in effect",
        lacks={"FETCH statements": None, "TIMER ": None},
        asks=STAT,
    ),
    Case(
        "NAT-003",
        SESSION,
        wrong={"MULTIFETCH=ON,MFSET=12,": ""},
        sets={"MULTIFETCH": 8},
        quotes="Records read ............. 1842000",
        effect="srb_switches",
        says="multi-fetch with 12 records is in effect",
        lacks={"Records read": None},
        asks=STAT,
    ),
    Case(
        "NAT-004",
        SESSION,
        sets={"SORT": "internal"},
        quotes="EXT=ON",
        effect="srb_switches",
        right={"EXT=ON,": "EXT=OFF,"},
        says="Natural's own sort is in effect",
        lacks={"EXT=ON,": ""},
        asks=CARDS,
    ),
    Case(
        "NAT-005",
        SESSION,
        sets={"PWCSIZE_PRINT_KB": 132},
        quotes="Print lines .............. 264000",
        effect="enclave_cpu_ms",
        right={"STATUS=ON,LIMIT=100": "STATUS=ON,PWCSIZE=(132,0,0)"},
        says="a print cache is defined",
        lacks={"Print lines": None, "PRINT ": None},
        asks=STAT,
    ),
    Case(
        "NAT-006",
        SESSION,
        sets={"PWCSIZE_READ_KB": 300, "PWCSIZE_WRITE_KB": 300},
        quotes="Work records read ........ 96000",
        effect="enclave_cpu_ms",
        right={"STATUS=ON,LIMIT=100": "STATUS=ON,PWCSIZE=(132,300,0)"},
        says="work file read cache is defined",
        lacks={"Work records read": None, "WORKR ": None, "WORKW ": None},
        asks=STAT,
    ),
    Case(
        "NAT-007",
        SESSION,
        wrong={"  Work records read": "  Primary output lines ..... 50000\n  Work records read"},
        sets={"MAINPR": 1, "PWCSIZE_PRINT_KB": 132},
        quotes="Primary output lines ..... 50000",
        effect="srb_switches",
        right={
            "  Work records read": "  Primary output lines ..... 50000\n  Work records read",
            "MAINPR=0": "MAINPR=1",
        },
        says="already goes to printer 1",
        lacks={"Primary output lines": None},
        asks=STAT,
    ),
    Case(
        "NAT-008",
        SESSION,
        wrong={"STATUS=ON,LIMIT=100": "STATUS=ON,PWCSIZE=(20,0,0)"},
        sets={"PWCSIZE_PRINT_KB": 132},
        quotes="PWCSIZE=(20,0,0)",
        effect="srb_switches",
        right={"STATUS=ON,LIMIT=100": "STATUS=ON,PWCSIZE=(140,0,0)"},
        says="140 KB hold",
        lacks={"Print lines": None},
        asks=STAT,
    ),
    Case(
        "NAT-009",
        SESSION,
        wrong={"STATUS=ON,LIMIT=100": "STATUS=ON,PWCSIZE=(140,0,0)", CACHE: PCACHE},
        sets={"PWCSIZE_PRINT_KB": 280},
        quotes="PCACHE",
        right={
            "STATUS=ON,LIMIT=100": "STATUS=ON,PWCSIZE=(140,0,0)",
            CACHE: PCACHE.replace("20480  100.0", "10240   50.0"),
        },
        says="at most 50 % full",
        lacks={"PCACHE": None},
        asks="Buffer Usage",
    ),
    Case(
        "NAT-010",
        SESSION,
        wrong={"THSIZE=2048": "THSIZE=1000", "  2048K  (in KB)": "  1000K  (in KB)"},
        sets={"THSIZE_KB": 1900},
        quotes="1647K",
        effect="srb_switches",
        right={"THSIZE=2048": "THSIZE=2048"},
        says="covers the 1,647 KB",
        lacks={"ThrdSize": None, "(in KB)": None},
        asks=BUS,
    ),
]
GUARDS = [
    GuardCase(
        "NAT-002",
        "NAT-001",
        SESSION,
        wrong={"3GL calls ................ 1240": "3GL calls ................ 458282"},
        says="53 % of the switches are 3GL calls",
    ),
]
