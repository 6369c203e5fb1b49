"""CICS MRO: DFH0STAT of an application-owning and a file-owning region, CSD, start-up parameters."""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, Prints

MODULES = ("cics.mro", "cics.mro_sessions")
AOR, FOR = "aor.txt", "for.txt"
STATISTICS = "DFH0STAT ISC/IRC and files sections of both regions"
AOR_TEXT = """\
Applid NVAOR1    Sysid VAO1  Jobname NVAOR1    Date 03/17/2015  Time 17:59:40    CICS 1.1.1                    PAGE     1

System Status
_____________

VSE Level . . . . . . . . . : z/VSE 6.2.0             CICS Transaction Server Level : 01.01.01
MRO transfer buffer storage HWM . . : 64K

Connections and Modenames
_________________________

Connection Name. . . . . . : VFO1              Connection Netname . . . . : NVFOR1
Access Method / Protocol . : IRC /
Send Session Count . . . . : 40                Receive Session Count. . . : 40
Peak Contention Winners. . : 12                Peak Contention Losers . . : 4
Queued Allocates . . . . . : 0                 Peak Outstanding Allocates : 0
File Control (FC) function shipping requests. . : 942324

Files
_____

         Access        LSR   Str  Waits    Read      Get Update  Browse     Add        Update     Delete     Data       Index
Filename Method Type   Pool  Max  Total    Requests  Requests    Requests   Requests   Requests   Requests   EXCPs      EXCPs

TARIF    REMOTE KSDS     --    0      0      902114           0     40210          0          0          0          0          0
TARIF    DATASETNAME NVPROD.VSAM.TARIF
CUSTOM   VSAM   KSDS      1    0      0     3902114           0     40210          0          0          0     612440     388204
CUSTOM   DATASETNAME NVPROD.VSAM.CUSTOM           DSNSHARING Y BASE R/W RECSZ  400 RECORDS    426,342
CUSTOM   STRINGS  10  STRINGS4UPDATE   4  KEYLEN 12  CI/CA 180  COMPRESSED N
F4 0004 DFHPA1927 NVAOR1 MROLRM=YES,MROFSE=NO,
"""
FOR_TEXT = """\
Applid NVFOR1    Sysid VFO1  Jobname NVFOR1    Date 03/17/2015  Time 17:59:40    CICS 1.1.1                    PAGE     1

System Status
_____________

VSE Level . . . . . . . . . : z/VSE 6.2.0             CICS Transaction Server Level : 01.01.01
MRO transfer buffer storage HWM . . : 64K

Connections and Modenames
_________________________

Connection Name. . . . . . : VAO1              Connection Netname . . . . : NVAOR1
Access Method / Protocol . : IRC /
Send Session Count . . . . : 10                Receive Session Count. . . : 40
Peak Contention Winners. . : 2                 Peak Contention Losers . . : 12
File Control (FC) function shipping requests. . : 0

Files
_____

         Access        LSR   Str  Waits    Read      Get Update  Browse     Add        Update     Delete     Data       Index
Filename Method Type   Pool  Max  Total    Requests  Requests    Requests   Requests   Requests   Requests   EXCPs      EXCPs

TARIF    VSAM   KSDS      1    0      0      942324           0     40210          0          0          0     612440     388204
TARIF    DATASETNAME NVPROD.VSAM.TARIF            DSNSHARING Y BASE R/W RECSZ  400 RECORDS    902,114
TARIF    STRINGS  10  STRINGS4UPDATE   4  KEYLEN 12  CI/CA 180  COMPRESSED N
F5 0005 DFHPA1927 NVFOR1 MROLRM=YES,MROFSE=NO,
"""
CSD = """\
 APPLID NVAOR1
 DEFINE TRANSACTION(CSMI) GROUP(NVISC) PROGRAM(DFHMIRS) DTIMOUT(0030) SPURGE(YES)
 DEFINE CONNECTION(VFO1) GROUP(NVISC) NETNAME(NVFOR1) ACCESSMETHOD(IRC)
 DEFINE FILE(TARIF) GROUP(NVFILES) REMOTESYSTEM(VFO1)
"""
SECOND = AOR_TEXT.replace("NVAOR1", "NVAOR2").replace("VAO1", "VAO2")
ONE: Prints = {AOR: AOR_TEXT, FOR: FOR_TEXT, "NVAOR1.csd.txt": CSD}
TWO: Prints = {**ONE, "aor2.txt": SECOND}
REMOTE_ROW = "TARIF    REMOTE KSDS     --    0      0      902114           0     40210          0          0          0"
UPDATED = "TARIF    REMOTE KSDS     --    0      0      902114        4000     40210        100       4000          0"
MUCH_UPDATED = "TARIF    REMOTE KSDS     --    0      0      902114      400000     40210        100     400000          0"
TABLE = {"TARIF    REMOTE KSDS     --": "TARIF    REMTBL KSDS     --"}
LOCAL = {"TARIF    REMOTE KSDS     --": "TARIF    VSAM   KSDS      1"}
FEW_LOCAL = {"3902114           0     40210": "   2114           0     40210"}

CASES = [
    Case(
        "MRO-001",
        ONE,
        wrong=FEW_LOCAL,
        types="Distributed program link or transaction routing",
        quotes="function shipping requests. . : 942324",
        effect="function_shipped_requests",
        says="NVAOR1: 19 % of the requests are function-shipped",
        lacks={"File Control (FC)": None},
        asks=STATISTICS,
    ),
    Case(
        "MRO-002",
        ONE,
        wrong={"NVFOR1 MROLRM=YES": "NVFOR1 MROLRM=NO"},
        sets={"MROLRM": True},
        quotes="MROLRM=NO",
        effect="cpu_pct",
        says="NVFOR1: MROLRM=YES is in effect",
        lacks={"DFHPA1927": None},
        asks="SIT",
    ),
    Case(
        "MRO-003",
        ONE,
        wrong={
            "Peak Contention Winners. . : 12 ": "Peak Contention Winners. . : 40 ",
            "Queued Allocates . . . . . : 0 ": "Queued Allocates . . . . . : 42",
            "Peak Outstanding Allocates : 0": "Peak Outstanding Allocates : 7",
        },
        sets={"SESSIONS_SEND": 57},
        types="CEDA ALTER SESSIONS(<sessions>) GROUP(NVISC) SENDCOUNT(57)",
        quotes="Send Session Count . . . . : 40",
        effect="session_use_pct",
        says="NVAOR1/VFO1: 12 of 40 send sessions at the peak",
        lacks={"Peak Contention": None, "Queued Allocates": None},
        asks=STATISTICS,
    ),
    Case(
        "MRO-004",
        ONE,
        sets={"SDT": True},
        types="CEDA ALTER FILE(TARIF) GROUP(NVFILES) TABLE(CICS)",
        quotes="TARIF    REMOTE KSDS",
        effect="function_shipped_requests",
        right=TABLE,
        says="NVAOR1/TARIF is a shared data table",
        lacks={
            "Filename Method": None,
            "TARIF    REMOTE": None,
            "TARIF    VSAM": None,
            "CUSTOM   VSAM": None,
        },
        asks=STATISTICS,
    ),
    Case(
        "MRO-005",
        ONE,
        wrong={REMOTE_ROW: UPDATED},
        sets={"SDT": True},
        types="CEDA ALTER FILE(TARIF) GROUP(NVFILES) TABLE(CICS)",
        quotes="TARIF    REMOTE KSDS",
        effect="function_shipped_requests",
        right={REMOTE_ROW: MUCH_UPDATED},
        says="updates are too many for a shared data table",
        lacks={"TARIF    REMOTE": None, "TARIF    VSAM": None, "CUSTOM   VSAM": None},
        asks=STATISTICS,
    ),
    Case(
        "MRO-006",
        ONE,
        wrong={
            "TARIF    VSAM   KSDS      1": "TARIF    SDT    KSDS      1",
            "RECORDS    902,114": "RECORDS  4,902,114",
        },
        types="A second file-owning region",
        quotes="RECORDS  4,902,114",
        right={"TARIF    VSAM   KSDS      1": "TARIF    SDT    KSDS      1"},
        says="NVFOR1: data tables of 0.34 GB",
        lacks={"RECORDS  4,902,114": "RECORDS         --"},
        asks=STATISTICS,
    ),
    Case(
        "MRO-007",
        TWO,
        wrong={"aor2.txt": None},
        types="Define TARIF locally in NVAOR1",
        quotes="TARIF    REMOTE KSDS",
        effect="function_shipped_requests",
        says="no region makes more than 50 % of its requests",
        lacks={AOR: None, "NVAOR1.csd.txt": None},
        asks=STATISTICS,
    ),
    Case(
        "MRO-008",
        TWO,
        types="A copy of TARIF for each of 2 regions",
        quotes="TARIF    REMOTE KSDS",
        effect="function_shipped_requests",
        right={
            "TARIF    VSAM   KSDS      1    0      0      942324           0     40210          0          0": "TARIF    VSAM   KSDS      1    0      0      942324        4000     40210          0       4000"
        },
        says="TARIF is updated; copies would differ",
        lacks={AOR: None, "aor2.txt": None, "NVAOR1.csd.txt": None},
        asks=STATISTICS,
    ),
    Case(
        "MRO-009",
        ONE,
        wrong={"NVAOR1 MROLRM=YES,MROFSE=NO": "NVAOR1 MROLRM=YES,MROFSE=YES"},
        sets={"MROFSE": False},
        quotes="MROFSE=YES",
        says="NVAOR1: MROFSE=NO is in effect",
        lacks={"DFHPA1927": None},
        asks="SIT",
    ),
    Case(
        "MRO-010",
        ONE,
        sets={"SESSIONS_RECEIVE": 5},
        types="CEDA ALTER SESSIONS(<sessions>) GROUP(NVISC) RECEIVECOUNT(5)",
        quotes="Peak Contention Losers . . : 4",
        right={"Receive Session Count. . . : 40": "Receive Session Count. . . : 5"},
        says="NVAOR1/VFO1: 40 send and 5 receive sessions",
        lacks={"Peak Contention": None},
        asks=STATISTICS,
    ),
    Case(
        "MRO-011",
        {AOR: AOR_TEXT, "NVAOR1.csd.txt": CSD},
        wrong={"DTIMOUT(0030) SPURGE(YES)": "DTIMOUT(NO) SPURGE(NO)"},
        types="CEDA ALTER TRANSACTION(CSMI) GROUP(NVISC) DTIMOUT(0030) SPURGE(YES)",
        quotes="SPURGE(NO)",
        says="NVAOR1: CSMI has DTIMOUT and SPURGE(YES)",
        lacks={"TRANSACTION(CSMI)": None},
        asks="CSD TRANSACTION CSMI",
    ),
    Case(
        "MRO-012",
        ONE,
        wrong={"HWM . . : 64K": "HWM . . : 230K"},
        types="fewer sessions (about 62)",
        quotes="HWM . . : 230K",
        effect="mro_buffer_hwm_kb",
        says="NVAOR1: transfer buffers took 64 of 256 KB",
        lacks={"transfer buffer": None},
        asks=STATISTICS,
    ),
    Case(
        "MRO-013",
        ONE,
        wrong={"Send Session Count . . . . : 40": "Send Session Count . . . . : 90"},
        types="About 15 send sessions",
        quotes="Send Session Count . . . . : 90",
        says="NVAOR1: 12 of 40 send sessions at the peak",
        lacks={"Peak Contention": None},
        asks=STATISTICS,
    ),
]
GUARDS = [
    GuardCase(
        "MRO-014",
        "MRO-001",
        ONE,
        wrong={**FEW_LOCAL, "NVAOR1 MROLRM=YES": "NVAOR1 MROLRM=NO"},
        says="MROLRM=NO make function shipping dearer",
    ),
    GuardCase(
        "MRO-014", "MRO-004", ONE, wrong={"Protocol . : IRC /": "Protocol . : VTAM /"}, says="ISC"
    ),
]
