"""Blanks in commands: what no report gives, and which display or member tells it.

A command names in angle brackets what it needs and no report says: ``GROUP(<group>)``. Whoever
types it has to know where to look; each blank is declared here once, for all rules that have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from model.language import mark

_BLANK = re.compile(r"<([^<>\n]+)>")

TOLD: tuple[tuple[str, str, str], ...] = (
    (r"bytes|n", "CIC-005", mark("EDSALIM today and a quarter more (practice), below REGION")),
    (r"sum", "CIC-007", mark("THREADLIMIT of the pool and of all entries, added up")),
    (
        r"bytes|MB",
        "CIZ-006",
        mark(
            "half as much again as DFHTEMP holds at its peak (control intervals in use times their "
            "size; practice), at most a quarter of MEMLIMIT"
        ),
    ),
    (r"records", "CIZ-007", mark("LISTCAT, REC-TOTAL of the data set, with room for more")),
    (r"records", "MRO-00", mark("LISTCAT, REC-TOTAL of the data set, with room for more")),
    (r"MB", "CIZ-010", mark("D SMS,SMSVSAM: the size today, and a quarter more (practice)")),
    (r"strings", "TSQ-003", mark("TS in the SIT today")),
    (r"n", "DB-003", mark("OUTBUFF of DSNZPARM today, twice (practice)")),
    (
        r"n",
        "DB-005",
        mark("the most page locks that a unit of work holds (accounting), and a quarter more"),
    ),
    (r"n", "DB-006", mark("EDMSTMTC of DSNZPARM today, and half as much again (practice)")),
    (r"n", "VS-102", mark("LISTCAT: control intervals of a control area (CI/CA), and one more")),
    (r"n", "MQ-103", mark("the most messages that a unit of work of your programs holds")),
    (r"buffers", "VSM-001", mark("LISTCAT: index records of the pool's files, REC-TOTAL")),
    (r"n", "IMS-102", mark("number of a spare WADS: DFSWADSn of the IMS procedure")),
    (
        r"(directory|element)\spart",
        "",
        mark("Adabas Basic Services, Space Calculation, option C: directory and data elements"),
    ),
    (r"device\snumber", "", mark("RMF device activity: a volume of its data")),
    (r"step", "", mark("the job: the step that runs the program")),
    (r"response", "WLM", mark("what users are promised, or what nine in ten get on a good day")),
    (
        r"c(asso|data)maxs|cmaxcsps|clucache(size|type)|lbp",
        "",
        mark("ADARUN cards and job of a sister nucleus"),
    ),
    (r"medium", "NAT", mark("where Natural sorts: STORAGE of NTSORT")),
    (r"KB", "NAT", mark("what one SORT holds: its records times their length")),
    (r"module", "D", mark("DSNZ002I at the start of Db2, or job DSNTIJUZ: the parameter module")),
    (
        r"threads\smostly\sin\suse|most\sthreads",
        "",
        mark("CICS statistics, DB2ENTRY of the entry: threads in use and their peak"),
    ),
    (r"group", "DB2-011", mark("CEDA VIEW or DFHCSDUP LIST: the definition in use")),
    (r"group", "DB", mark("DISPLAY GROUP: the data sharing group")),
    (r"data\sset\(member.*", "TCP", mark("a data set of your own for OBEYFILE")),
    (r"data\sset", "BAT-003", mark("D SMS: the SCDS")),
    (r"data\sset", "STG", mark("the page data set that IDCAMS has defined")),
    (r"data\sset.*", "DB-011", mark("the log data set that IDCAMS has defined")),
    (r"ids?", "IMS", mark("LOGGER section of DFSDFxxx, or DFSVSMxx, today")),
    (r"other\soperands\sas\sbefore", "TCP", mark("PROFILE.TCPIP and NETSTAT HOME")),
    (
        r"former\sdriver|former\slink|(other\s)?operands\sas\sbefore",
        "",
        mark("LINK and DRIVER statements of DDKARTE today"),
    ),
    (r"(the\s)?former.*", "NAT", mark("parameter module, profile or dynamic parameters of today")),
    (r"(the\s)?former.*", "VS-", mark("LISTCAT of the cluster")),
    (r"(the\s)?former.*", "VSE", mark("the display of today: PRTY, QUERY TD, SIR, QUERY MDC")),
    (r"(the\s)?former.*", "VSM", mark("CEDA VIEW or DFHCSDUP LIST; LISTCAT of the cluster")),
    (r"(the\s)?former.*", "DSK", mark("D IOS,CONFIG: the IODF in use")),
    (r"((the\s)?former.*|policy)", "CF-", mark("D XCF,POLICY: the policy in use")),
    (
        r"((the\s)?former\s|changed\s)definition",
        "",
        mark("the WLM service definition, extracted and saved before it is changed"),
    ),
    (
        r"(the\s)?former.*",
        "",
        mark("what the member or display has today: note it before the step"),
    ),
    (r"as\sbefore", "IMS", mark("LOGGER section of DFSDFxxx, or DFSVSMxx, today")),
    (r"as\sbefore", "", mark("LISTCAT of the cluster")),
    (r"cpf", "", mark("command prefix of the queue manager: CPF in CSQ6SYSP, D OPDATA")),
    (
        r"group|entry|db2conn|definition\sof\spool.*",
        "",
        mark("CEDA VIEW or DFHCSDUP LIST: the definition in use"),
    ),
    (r"list\sbehind\sDFHLIST", "", mark("GRPLIST in the SIT in effect")),
    (r"new\s(pool|link)", "", mark("a name of your own")),
    (r"each\sfile\sof\sthe\spool", "", mark("CEMT INQUIRE FILE: files with this LSRPOOL number")),
    (r"each\sfile\sover\sit", "", mark("CEMT INQUIRE FILE: files with this DSNAME")),
    (r"base\sand\spath", "", mark("CEMT INQUIRE FILE: files with this DSNAME")),
    (r"partner\sregion", "", mark("D A,L: job name of the region at the other end")),
    (r"region", "IMS", mark("/DISPLAY ACTIVE REGION: number or job name of the region")),
    (r"region", "", mark("D A,L: job name of the region")),
    (r"member", "IMS", mark("the member with the region's job that /START REGION names today")),
    (r"xx|level", "", mark("suffix of the member in use: D IPLINFO, D OPDATA, or the startup job")),
    (r"24\|ANY\|AUTO", "", mark("the AMODE and RMODE of the program")),
    (r"device", "VSE", mark("SIR or Q V on the z/VSE or z/VM console")),
    (r"link|device|net-work|weight", "NET", mark("DDKARTE of both nodes; the IODF for devices")),
    (r"device\stype|number.*|.*nucleus.*", "", mark("ADARUN cards and job of a sister nucleus")),
    (r"(PLOG|WORK).*|cylinders.*", "", mark("ADARUN cards and job of a sister nucleus")),
    (r"c(asso|data)v64", "", mark("ADARUN cards and job of a sister nucleus")),
    (r"last\sRABN", "", mark("ADAREP: the last block of ASSO and DATA")),
    (
        r"class|policy(\swith\sDUPLEX)?",
        "",
        mark("D WLM, D XCF,POLICY, or the SMS or CICS definition in use"),
    ),
    (r"irlmproc", "", mark("IRLMPRC of DSNZPARM: the procedure of IRLM; its parameter LTE")),
    (r"twice\sLTE", "", mark("LTE of IRLMPROC, twice; no such line where it is 0 or not coded")),
    (r"cf\d|structure|size\stoday|twice|hlq", "", mark("D XCF,STR and the CFRM policy")),
    (
        r"(?:data|index)\scomponent|cluster|(?:new\s)?copy|each\salternate\sindex|its\spath",
        "",
        mark("LISTCAT of the cluster; a copy has a new name"),
    ),
    (
        r"data\sset.*|dd|ddname|area|space|the\s(COBOL\sPDSEs|program\slibraries)",
        "",
        mark("the job or the listing of its data sets"),
    ),
    (r"database|table\sspace", "", mark("the Db2 catalog: SYSTABLESPACE, SYSPACKAGE")),
    (r"collection|package|version", "", mark("the Db2 catalog: SYSTABLESPACE, SYSPACKAGE")),
    (r"page\sset|pool|channel|type", "", mark("the display of the queue manager or the pool")),
    (r"address|port|interface|stack", "", mark("PROFILE.TCPIP and NETSTAT HOME")),
    (r"socket|buffer|length", "TCP", mark("the program that opens the connection")),
    (r"partition", "PRS", mark("RMF partition data report")),
    (
        r"partitions?(\sin\sorder|,.*)?|cpu|user",
        "",
        mark("PRTY, QUERY TD or SIR on the z/VSE console"),
    ),
    (r"program|transaction|queue|code", "", mark("the CICS definition or statistics that name it")),
    (r"view|descriptor", "", mark("the program's source")),
    (r"system", "", mark("D SYMBOLS or D IPLINFO: the name of the system")),
    (r"model", "", mark("the CICS definition or statistics that name it")),
    (
        r"velocity",
        "WLM",
        mark("RMF workload activity of intervals in which the system runs well: EX VEL"),
    ),
    (r"target\szone", "", mark("SMP/E LIST GLOBALZONE: the zone of the system's target libraries")),
    (r"PTF.*|SECTION.*|the\svendor.*", "", mark("the product's manual for your release")),
    (r"THREADSAFE.*|no\sCOMPRESSED.*|names\swith.*", "", mark("as the finding says")),
    (
        r"value",
        "VSE",
        mark("the shares of today, which PRTY SHARE shows; the finding says how many"),
    ),
    (r"[KMG]B|bytes|n|m|mmss|percent|1\sor\s2|value", "", mark("an amount: as the finding says")),
    (r"peak|records|buffers|size", "", mark("an amount: as the finding says")),
    (r"(CPU|core)\sid", "", mark("D M=CPU or D M=CORE: identifiers of the processors")),
    (r"CPU\|CORE", "", mark("CORE where LOADxx has PROCVIEW CORE, else CPU")),
    (r"CPs", "", mark("an amount: as the finding says")),
    (r"2\sx\sMXT\s\+\s32", "", mark("CEMT INQUIRE SYSTEM: MAXTASKS, twice, and 32")),
    (r"blank", "", mark("the operand without a value: CEDA shows it empty")),
    (r"sessions", "", mark("CEDA VIEW or DFHCSDUP LIST: the definition in use")),
    (r"strings|sum", "", mark("an amount: as the finding says")),
)
"""Name of a blank as a pattern, what the rule's id begins with, and where to look; first counts."""


def blanks(rule: str, commands: Iterable[str]) -> dict[str, str]:
    """The blanks in a rule's commands, in their order, each with where it is told."""
    found: dict[str, str] = {}
    for command in commands:
        for name in _BLANK.findall(command):
            found.setdefault(f"<{name}>", told(rule, name))
    return found


def told(rule: str, name: str) -> str:
    """Where people read what a blank asks for; empty where nobody declared it."""
    return next(
        (
            where
            for pattern, prefix, where in TOLD
            if rule.startswith(prefix) and re.fullmatch(pattern, name)
        ),
        "",
    )
