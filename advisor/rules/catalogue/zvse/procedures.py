"""How changes of z/VSE and of z/VM below it are carried out.

Hardly a public page on their commands was found: what stands here is what specialists know.
"""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.commands import statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role

PROCESSORS = Procedure(
    command="",
    back_out=statements("SYSDEF TD,START=<cpu>", "QUERY TD"),
    permanent="The ASI or USERBG procedure.",
    effort="dynamic",
    detail="",
    roles=(Role.ZVSE,),
    level=NONE_STATED,
    sources=(),
)
PRIORITY = replace(
    PROCESSORS,
    command=statements("PRTY <partitions in order>", "PRTY SHARE,<partition>=<value>"),
    back_out=statements("PRTY <the former order>", "PRTY SHARE,<partition>=<former>"),
    permanent="The ASI procedure (ALLOC and PRTY).",
)
SHARE = replace(
    PRIORITY,
    command=statements("PRTY SHARE,<partition>=<value>"),
    back_out=statements("PRTY SHARE,<partition>=<former>"),
)
ORDER = replace(
    PRIORITY,
    command=statements("PRTY <partitions, the collecting one above CICS>"),
    back_out=statements("PRTY <the former order>"),
)
DUMP_OPTION = replace(
    PROCESSORS,
    command=statements("// OPTION SYSDUMPC"),
    back_out=statements("// OPTION SYSDUMP"),
    permanent="STDOPT, or the startup job of each partition.",
    detail="With the next job of the partition. The page confirms SYSDUMP; SYSDUMPC is as "
    "specialists know it.",
    sources=("https://www.ibm.com/support/knowledgecenter/en/SSB27H_6.2.0/fa2mr_dump.html",),
)
MINIDISK_CACHE = replace(
    PROCESSORS,
    back_out=statements("SET MDCACHE MDISK <user> <device> OFF", "SET MDCACHE SYSTEM <former>"),
    permanent="MINIOPT in the directory, and the PROFILE of AUTOLOG1.",
    detail="The page confirms SET MDC and its operands; the command is as specialists know it.",
    roles=(Role.ZVM,),
    sources=("https://www.ibm.com/support/pages/zvm/pubs/cp750/mdcbk.html",),
)
POLARIZATION = replace(
    PROCESSORS,
    command=statements(
        "SET SRM POLARIZATION HORIZONTAL", "SYSTEM CONFIG: SRM POLARIZATION HORIZONTAL"
    ),
    back_out=statements(
        "SET SRM POLARIZATION VERTICAL", "SYSTEM CONFIG: SRM POLARIZATION VERTICAL"
    ),
    permanent="The SRM statement in SYSTEM CONFIG.",
    detail="The page confirms the statement and its operands; the command is as specialists know "
    "it.",
    roles=(Role.ZVM,),
    sources=("https://www.ibm.com/docs/en/zvm/7.3.0?topic=file-srm-statement",),
)
