"""How changes of VSAM data sets and their CICS definitions are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.catalogue.cics.procedures import CSD
from advisor.rules.commands import file_steps, pool_steps, statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role

_FILE = (
    "https://www.ibm.com/docs/SSGMCP_5.6.0/reference-system-management/resources/file/"
    "dfha4_attributes.html"
)
_INSTALL = "https://www.ibm.com/docs/en/SSGMCP_5.6.0/configuring/resources/file-installing.html"
_POOL = "https://www.ibm.com/docs/en/cics-ts/6.x?topic=attributes-lsrpool-resource-definitions"
_BUILT = (
    "https://www.ibm.com/docs/en/SSGMCP_5.6.0/reference-system-management/resources/"
    "dfha4_install.html"
)
_NUMBER = (
    "https://www.ibm.com/support/knowledgecenter/en/SSGMCP_5.3.0/"
    "com.ibm.cics.ts.systemprogramming.doc/commands/dfha8_createlsrpool.html"
)
_DEFINE = (
    "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.idat300/"
    "dat3gu_Optional_parameters4.htm"
)

BUFFERS = Procedure(
    command=pool_steps("DATA<size>(<n>) INDEX<size>(<m>)"),
    back_out="",
    permanent=CSD,
    effort="close_open",
    detail="The pool is built anew when the first of its files opens after all were closed; in "
    "practice often with the region's restart.",
    roles=(Role.CICS,),
    level="3 to 32,767 buffers of a size; LSRPOOLNUM 1 to 255 on z/OS, LSRPOOLID on z/VSE.",
    sources=(_POOL, _NUMBER, _BUILT),
)
POOL_STRINGS = replace(BUFFERS, command="", level="1 to 255 strings.")
FILE = Procedure(
    command="",
    back_out="",
    permanent=CSD,
    effort="close_open",
    detail="",
    roles=(Role.CICS,),
    level=NONE_STATED,
    sources=(_FILE, _INSTALL),
)
TO_POOL = replace(
    FILE,
    back_out=file_steps("{lsrpool_keyword}(NONE)"),
    detail="The pool needs buffers of the file's CI sizes first.",
    level="LSRPOOLNUM on z/OS, LSRPOOLID on z/VSE.",
)
SHARING = replace(FILE, detail="All definitions over the data set together.")
OPTIONS = Procedure(
    command=statements(
        "ALTER <data component> SHAREOPTIONS(2 3)", "ALTER <index component> SHAREOPTIONS(2 3)"
    ),
    back_out=statements(
        "ALTER <data component> SHAREOPTIONS(<former>)",
        "ALTER <index component> SHAREOPTIONS(<former>)",
    ),
    permanent="The catalog.",
    effort="close_open",
    detail="Each component by itself: data and index.",
    roles=(Role.STORAGE, Role.CICS),
    level=NONE_STATED,
    sources=(
        "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieam600/rsic083.htm",
        "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.idad400/crso.htm",
    ),
)


def reloaded(copy: str, definition: str, attributes: str = "") -> str:
    """A cluster defined anew while no region has it open: unloaded before, loaded again (IDCAMS).

    Records written after a copy was made are not in it, so each way takes one of its own.
    """
    return statements(
        "CEMT SET FILE({name}) CLOSED DISABLED",
        f"REPRO INDATASET({{DSNAME}}) OUTDATASET({copy})",
        "DELETE {DSNAME}",
        f"DEFINE CLUSTER (NAME({{DSNAME}}) {definition}) {attributes}".rstrip(),
        f"REPRO INDATASET({copy}) OUTDATASET({{DSNAME}})",
        "CEMT SET FILE({name}) OPEN ENABLED",
    )


RELOAD = Procedure(
    command="",
    back_out=reloaded("<new copy>", "<the former definition>"),
    permanent="The catalog.",
    effort="close_open",
    detail="The file is closed while it is unloaded and loaded again. On the way back it is "
    "unloaded anew: the first copy lacks what was written since.",
    roles=(Role.STORAGE, Role.CICS, Role.APPLICATION),
    level=NONE_STATED,
    sources=(_DEFINE,),
)
COMPRESSION = replace(
    RELOAD,
    level="On z/OS COMPACTION of the data class decides; COMPRESSED, of z/VSE, is in no public "
    "page that was seen.",
    sources=(*RELOAD.sources, "https://www.ibm.com/docs/en/zos/2.2.0?topic=sets-compressed-data"),
)
ZHPF = Procedure(
    command="",
    back_out="",
    permanent="The IPL or ASI procedure.",
    effort="ipl",
    detail="When it takes effect is not documented publicly: plan it with an IPL.",
    roles=(Role.ZVSE,),
    level="z/VSE 6.2.",
    sources=(),
)
