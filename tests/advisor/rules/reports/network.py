"""Entire Net-Work: statements and link statistics of two nodes."""

from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, sample

MODULES = ("network.netwk",)
NODES = sample("engagement/netwk-sysa.txt", "engagement/netwk-sysb.txt")
XCF = {"DRIVER CTCA": "DRIVER XCF ", "LINK TOSYSB  CTCA": "LINK TOSYSB  XCF ",
       "LINK TOSYSA  CTCA": "LINK TOSYSA  XCF "}  # fmt: skip
FCTC = {"V6.2 SP2": "V6.3 SP1", "V6.2.2": "V6.3.1", "DRIVER CTCA": "DRIVER FCTC"}

CASES = [
    Case(
        "NET-001",
        NODES,
        sets={"DRIVER": "FCTC 6.3 SP1"},
        quotes="DRIVER CTCA",
        effect="network_itr_per_cpu_s",
        right=FCTC,
        says="runs on FCTC 6.3 SP1",
        lacks={"DRIVER CTCA": None},
        asks="DRIVER and LINK statements",
    ),
    Case(
        "NET-002",
        NODES,
        wrong={"SNDBLKSZ=32K,RCVBLKSZ=32K": "SNDBLKSZ=60K,RCVBLKSZ=60K"},
        sets={"SNDBLKSZ_KB": 32, "RCVBLKSZ_KB": 32},
        quotes="BYTES    SENT   3560922000",
        effect="etr_per_s",
        says="blocks of 32 KB suit messages of 612 bytes",
        lacks={"BYTES    SENT": None},
        asks="statistics",
    ),
    Case(
        "NET-003",
        NODES,
        wrong=XCF,
        sets={"DRIVER": "FCTC 6.3 SP1"},
        quotes="DRIVER XCF",
        effect="network_itr_per_cpu_s",
        right=FCTC,
        says="runs on FCTC 6.3 SP1",
        lacks={"DRIVER XCF": None},
        asks="DRIVER and LINK statements",
    ),
]
GUARDS = [GuardCase("NET-004", "NET-003", NODES, wrong=XCF, says="not known")]
