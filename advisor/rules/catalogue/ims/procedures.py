"""How changes of IMS message regions are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.commands import statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role

RESTART = statements("/STOP REGION <region>", "/START REGION <member>")
"""A dependent region reads its procedure and members when it starts."""

_MEMBER = "https://www.ibm.com/docs/en/ims/15.3.0?topic=set-dfsmplxx-member-ims-proclib-data"
_BLANK = "https://www.ibm.com/docs/en/ims/15.5.0?topic=dfs700i-dfs675i"

PRELOAD = Procedure(
    command="",
    back_out=statements("DFSMPR: PRLD=<former>", RESTART),
    permanent="IMS.PROCLIB and the procedure of the region.",
    effort="recycle",
    detail="Each message region is stopped and started; a blank ends the list of modules.",
    roles=(Role.IMS,),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/docs/en/ims/15.6.0?topic=parameters-prldxx-parameter-procedures",
        _MEMBER,
        _BLANK,
    ),
)
LIST = replace(
    PRELOAD,
    command=statements("PROCLIB DFSMPL<xx>:", "<names with commas, without blanks>", RESTART),
    back_out=statements("PROCLIB DFSMPL<xx>:", "<the former names>", RESTART),
    sources=(_BLANK, _MEMBER),
)
PREINITIALIZE = replace(
    PRELOAD,
    back_out=statements("DFSMPR: PREINIT=", RESTART),
    detail="Each message region is stopped and started.",
    sources=(
        "https://www.ibm.com/docs/en/ims/15.1.0?topic=parameters-preinitxx-parameter-procedures",
        "https://www.ibm.com/docs/en/ims/15.3.0?topic=set-dfsintxx-member-ims-proclib-data",
    ),
)
_TYPED = (
    "https://ibm.github.io/z_ansible_collections_doc/ibm_zos_ims/docs/source/modules/"
    "ims_command.html"
)
PSEUDO_WAIT = replace(
    PRELOAD,
    back_out=statements("DFSMPR: PWFI=N", RESTART),
    permanent="The procedure of the region.",
    detail="Each message region is stopped and started; a program that stays resident is not "
    "refreshed in place.",
    sources=(
        "https://www.ibm.com/docs/en/ims/15.2.0?topic=parameters-pwfi-parameter-procedures",
        _TYPED,
    ),
)
