"""How changes of CICS regions, on z/OS and on z/VSE, are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.commands import file_steps, sessions_steps, statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role

_INSTALL = "https://www.ibm.com/docs/en/SSGMCP_5.6.0/reference-system-management/resources/dfha4_install.html"
_CEMT_SYSTEM = (
    "https://www.ibm.com/docs/en/SSGMCP_5.6.0/reference-system-management/transactions/dfha7nm.html"
)
_CETR = "https://www.ibm.com/docs/SSGMCP_5.5.0/reference/transactions/dfha727.html"
_TRACE = (
    "https://www.ibm.com/support/knowledgecenter/SSGMCP_5.4.0/troubleshooting/cics/dfhs13x.html"
)
_FILES = "https://www.ibm.com/docs/en/SSGMCP_5.6.0/configuring/resources/file-installing.html"
_FILE = "https://www.ibm.com/docs/SSGMCP_5.6.0/reference-system-management/resources/file/dfha4_attributes.html"
CSD = "The CSD group, in a list of the region's GRPLIST."
"""Where a definition has to stand so that a cold start finds it."""

_SIT = "The system initialization parameter (SIT or its overrides)."

RUNAWAY = Procedure(
    command="",
    back_out="",
    permanent=_SIT,
    effort="dynamic",
    detail="",
    roles=(Role.CICS,),
    level="0, or 250 to 2,700,000 ms in steps of 250.",
    sources=(
        "https://www.ibm.com/docs/SSGMCP_5.6.0/reference-system-management/sit/dfha2_icvr.html",
        _CEMT_SYSTEM,
    ),
)
TIME = replace(
    RUNAWAY,
    level="100 to 3,600,000 ms.",
    sources=("https://ibm.com/docs/SSGMCP_5.5.0/reference/sit/dfha2_icv.html", _CEMT_SYSTEM),
)
INTERNAL_TRACE = Procedure(
    command="",
    back_out=statements("CEMT SET INTTRACE START", "SIT INTTR=ON"),
    permanent=_SIT,
    effort="dynamic",
    detail="Exceptions are still traced; what led to a problem is no longer seen.",
    roles=(Role.CICS,),
    level=NONE_STATED,
    sources=(_CETR, _TRACE),
)
AUXILIARY_TRACE = replace(
    INTERNAL_TRACE,
    back_out=statements("CEMT SET AUXTRACE START", "SIT AUXTR=ON"),
    detail="The internal trace stays, in the dump.",
)
TRACE_TABLE = Procedure(
    command=statements("CETR: internal trace table size <KB>", "SIT TRTABSZ=<KB>"),
    back_out=statements("CETR: internal trace table size <former>", "SIT TRTABSZ=<former>"),
    permanent=_SIT,
    effort="dynamic",
    detail="By CETR what was traced so far is lost; by SIT with the next start.",
    roles=(Role.CICS,),
    level="12,288 KB is the default, and the least value from CICS TS 6.2; within MEMLIMIT.",
    sources=(
        "https://www.ibm.com/docs/SSGMCP_6.2.0/reference-system-management/sit/dfha2_trtabsz.html",
        _CETR,
    ),
)
MAIN_QUEUES = Procedure(
    command="",
    back_out=statements(
        "CEDA ALTER TSMODEL(<model>) GROUP(<group>) LOCATION(AUXILIARY)",
        "CEDA INSTALL TSMODEL(<model>) GROUP(<group>)",
        "CEMT SET TEMPSTORAGE TSMAINLIMIT(<former>)",
        "SIT TSMAINLIMIT=<former>",
    ),
    permanent="The CSD group, SIT TSMAINLIMIT, and MEMLIMIT of the region.",
    effort="dynamic",
    detail="For queues that are made from then on; recoverable ones stay auxiliary. TSMAINLIMIT is "
    "at most a quarter of MEMLIMIT, above it CICS ends.",
    roles=(Role.CICS, Role.ZOS),
    level="CICS TS 4.2.",
    sources=(
        _INSTALL,
        "https://www.ibm.com/docs/SSGMCP_5.6.0/reference-system-management/sit/dfha2_tsmainlimit.html",
    ),
)
DATA_TABLE = Procedure(
    command="",
    back_out=file_steps("TABLE(NO)"),
    permanent=CSD,
    effort="close_open",
    detail="The table is loaded when the file opens: open it at a quiet time.",
    roles=(Role.CICS,),
    level="A KSDS base data set, no path.",
    sources=(
        "https://www.ibm.com/support/knowledgecenter/SSGMCP_5.1.0/com.ibm.cics.ts.doc/dfhf1/topics/dfhf1kd.html",
        _FILE,
        _FILES,
    ),
)
RLS_POOL = Procedure(
    command=statements(
        "SETSMS RLSABOVETHEBARMAXPOOLSIZE(<system>,<MB>)",
        "IGDSMSxx: RLSABOVETHEBARMAXPOOLSIZE(<system>,<MB>)",
    ),
    back_out=statements(
        "SETSMS RLSABOVETHEBARMAXPOOLSIZE(<system>,<former>)",
        "IGDSMSxx: RLSABOVETHEBARMAXPOOLSIZE(<system>,<former>)",
    ),
    permanent="SETSMS: VSAM RLS remembers it and does not take IGDSMSxx at the IPL by itself.",
    effort="dynamic",
    detail="The data class must allow buffers above the bar.",
    roles=(Role.STORAGE, Role.ZOS),
    level=NONE_STATED,
    sources=(
        "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae200/ieae200386.htm",
        "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.2.0/com.ibm.zos.v2r2.idad400/dgt3d413.htm",
    ),
)
DUMP_CODES = Procedure(
    command="",
    back_out=statements("CEMT SET SYDUMPCODE(<code>) REMOVE", "CEMT SET TRDUMPCODE(<code>) REMOVE"),
    permanent="The global catalog keeps the entry over warm starts; a cold start loses it.",
    effort="dynamic",
    detail="ADD makes the entry where the code has none.",
    roles=(Role.CICS,),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/support/knowledgecenter/en/SSGMCP_5.4.0/reference/transactions/dfha7nl.html",
    ),
)
LONG_MIRRORS = Procedure(
    command="",
    back_out="",
    permanent="SIT of the region in which the mirror runs.",
    effort="recycle",
    detail="",
    roles=(Role.CICS,),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/docs/en/SSGMCP_5.5.0/reference/sit/dfha2_mrolrm.html",
        "https://www.ibm.com/support/knowledgecenter/SSGMCP_5.5.0/fundamentals/connections/dfht10s.html",
    ),
)
FRONT_END = replace(
    LONG_MIRRORS,
    permanent="SIT of the region that ships the requests.",
    sources=(
        "https://www.ibm.com/docs/zh/SSGMCP_5.4.0/tuning/dfht34m.html",
        *LONG_MIRRORS.sources[1:],
    ),
)
SESSIONS = Procedure(
    command=sessions_steps("SENDCOUNT(<n>) RECEIVECOUNT(<m>)"),
    back_out="",
    permanent=CSD,
    effort="close_open",
    detail="While IRC is closed all MRO links of the region are down. The partner alike, with send "
    "and receive exchanged: its links are down as well. A restart takes it from the CSD only as a "
    "cold start: a warm one keeps what is installed.",
    roles=(Role.CICS,),
    level="CONNECTION and SESSIONS are installed as one group only.",
    sources=(
        "https://www.ibm.com/support/knowledgecenter/SSGMCP_5.6.0/configuring/resources/sessions-installing.html",
        _INSTALL,
        "https://www.ibm.com/docs/SSGMCP_5.5.0/reference/resources/sessions/dfha4_attributes.html",
    ),
)
MIRROR_PURGE = Procedure(
    command=statements(
        "CEDA COPY TRANSACTION(CSMI) GROUP(DFHISC) TO(<group>)",
        "CEDA ALTER TRANSACTION(CSMI) GROUP(<group>) DTIMOUT(<mmss>) SPURGE(YES)",
        "CEDA INSTALL TRANSACTION(CSMI) GROUP(<group>)",
        "CEDA ADD GROUP(<group>) LIST(<list behind DFHLIST>)",
    ),
    back_out=statements(
        "CEDA INSTALL TRANSACTION(CSMI) GROUP(DFHISC)",
        "CEDA REMOVE GROUP(<group>) LIST(<list behind DFHLIST>)",
    ),
    permanent="A group of one's own behind DFHLIST: those of IBM cannot be altered.",
    effort="dynamic",
    detail="For tasks that start from then on.",
    roles=(Role.CICS,),
    level=NONE_STATED,
    sources=("https://www.ibm.com/docs/en/SSGMCP_5.6.0/tuning/dfht3_dsa_sos_avoid.html", _INSTALL),
)
PROGRAM_QUEUES = Procedure(
    command="",
    back_out=statements("EXEC CICS WRITEQ TS QUEUE(<queue>) FROM(<area>) AUXILIARY"),
    permanent="The program's source.",
    effort="application",
    detail="",
    roles=(Role.APPLICATION,),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/support/knowledgecenter/SSGMCP_5.4.0/reference/commands-api/dfhp4_writeqts.html",
    ),
)
QUEUE_BUFFERS = Procedure(
    command="",
    back_out="",
    permanent=_SIT,
    effort="recycle",
    detail="",
    roles=(Role.CICS,),
    level="3 to 32,767 buffers; 1 to 255 strings, no more than buffers.",
    sources=("https://ibm.com/support/knowledgecenter/SSGMCP_5.4.0/reference/sit/dfha2_ts.html",),
)
MONITORING = Procedure(
    command="",
    back_out=statements("CEMT SET MONITOR ON PERF", "SIT MN=ON,MNPER=ON"),
    permanent=_SIT,
    effort="dynamic",
    detail="NOPERF writes out what is buffered; back it needs the classes that were on.",
    roles=(Role.CICS,),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/support/knowledgecenter/SSGMCP_5.3.0/com.ibm.cics.ts.systemprogramming.doc/transactions/cemt/dfha7nj.html",
    ),
)
STATISTICS = Procedure(
    command=statements(
        "CEMT SET STATISTICS OFF",
        "CEMT PERFORM STATISTICS RECORD ALL RESETNOW",
        "SIT STATRCD=OFF",
    ),
    back_out=statements("CEMT SET STATISTICS ON", "SIT STATRCD=ON"),
    permanent=_SIT,
    effort="dynamic",
    detail="RESETNOW works with ALL only. While recording is off nothing is written at intervals: "
    "who reads those records has none of that time.",
    roles=(Role.CICS,),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/support/knowledgecenter/SSGMCP_5.5.0/reference/transactions/dfha74r.html",
        "https://www.ibm.com/support/knowledgecenter/SSGMCP_5.5.0/reference/transactions/dfha74t.html",
        "https://www.ibm.com/docs/en/SSGMCP_5.5.0/reference/sit/dfha2_statrcd.html",
    ),
)
