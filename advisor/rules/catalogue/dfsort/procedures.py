"""How changes of DFSORT are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.commands import statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role

_STORAGE = (
    "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.2.0/com.ibm.zos.v2r2.icea100/"
    "ice2ca_Central_storage.htm"
)
_OBJECTS = "https://www.ibm.com/docs/en/zos/3.1.0?topic=considerations-memory-object-sorting"

MEMORY_OBJECT = Procedure(
    command="",
    back_out=statements("//DFSPARM DD DUMMY"),
    permanent="ICEPRMxx with OPTION MOSIZE=MAX,MOWRK=YES and START ICEOPT, for all sorts.",
    effort="dynamic",
    detail="With the next run of the step. MAX, the default, takes what storage allows; a number "
    "fixes it.",
    roles=(Role.APPLICATION, Role.ZOS),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.2.0/com.ibm.zos.v2r2.icea100/ice2ca_MOSIZE.htm",
        _OBJECTS,
        "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.2.0/com.ibm.zos.v2r2.icea100/ice2ca_Directly_invoked_DFSORT.htm",
    ),
)
DEFAULTS = Procedure(
    command=statements(
        "ICEPRMxx: OPTION HIPRMAX=OPTIMAL,DSPSIZE=MAX,MOSIZE=MAX,MOWRK=YES",
        "START ICEOPT,ICEPRM=(<xx>)",
    ),
    back_out=statements("START ICEOPT,ICEPRM=(<former>)"),
    permanent="ICEPRMxx in PARMLIB, and START ICEOPT in COMMNDxx.",
    effort="dynamic",
    detail="A member holds options for each environment (JCL, INV, TSO, TSOINV): they go to those "
    "that sorts run in. No public page shows the form of a member: see the DFSORT manual.",
    roles=(Role.ZOS,),
    level=NONE_STATED,
    sources=(_STORAGE, _OBJECTS),
)
LIMITS = replace(
    DEFAULTS,
    command=statements(
        "ICEPRMxx: OPTION EXPMAX=<n>,EXPOLD=<n>,EXPRES=<n>",
        "START ICEOPT,ICEPRM=(<xx>)",
    ),
    roles=(Role.ZOS, Role.STORAGE),
    sources=(_STORAGE,),
)
