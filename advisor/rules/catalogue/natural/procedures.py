"""How changes of Natural are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.commands import statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role

_TUNING = "https://documentation.softwareag.com/natural/nat912dmf/ziip/naz-tune.htm"
_ZIIP = "https://documentation.softwareag.com/natmf/9.2.4/en/webhelp/natmf-webhelp/parms/ziip.htm"

PARAMETER = Procedure(
    command="",
    back_out="",
    permanent="The parameter module (NTPRM) or a SYSPARM profile; a dynamic parameter for one job.",
    effort="dynamic",
    detail="With the next session.",
    roles=(Role.NATURAL, Role.APPLICATION),
    level=NONE_STATED,
    sources=(_TUNING,),
)
LOOP_GUARD = replace(
    PARAMETER,
    detail="With the next session. MT=0 gives up the guard against loops: MADIO or the job's CPU "
    "limit has to take its place.",
)
FETCH = Procedure(
    command="",
    back_out=statements("READ <view> BY <descriptor>"),
    permanent="The program's source, catalogued anew (STOW).",
    effort="application",
    detail="Reads that hold records ignore the clause.",
    roles=(Role.APPLICATION,),
    level="The factor in the clause: mainframes.",
    sources=("https://tech.forums.softwareag.com/t/multi-fetch-in-windows/201865",),
)
SORT = replace(
    PARAMETER,
    back_out=statements("SORT=(EXT=ON,EXTNAME=<former>,WRKSIZE=<former>,STORAGE=<former>)"),
    permanent="NTSORT in the parameter module; SORT= as a dynamic parameter.",
    detail="With the next session. In main storage only WRKSIZE is there to sort in, 10 KB unless "
    "stated: jobs that sorted outside need more, or another STORAGE.",
    level="EXT=ON exists in batch, under TSO and IMS only.",
    sources=(
        "https://documentation.softwareag.com/natmf/9.2.4/en/webhelp/natmf-webhelp/parms/sort.htm",
        "https://documentation.softwareag.com/natural/nat426dmf/parms/sort.htm",
    ),
)
BUFFERS = replace(
    PARAMETER,
    back_out=statements("ZIIP=({ziip},PWCSIZE=<former>)"),
    permanent="NTZIIP in the parameter module, with the state (AUTO unless another is coded) first "
    "and PWCSIZE behind it, or a SYSPARM profile; a dynamic parameter for one job.",
    level="The zIIP enabler; some zIIP online, or PROJECTCPU=YES.",
    sources=(_ZIIP, _TUNING),
)
PRINTER = replace(
    PARAMETER,
    back_out=statements("MAINPR=0"),
    permanent="NTPRM and NTPRINT in the parameter module, and the DD statement of the job.",
)
