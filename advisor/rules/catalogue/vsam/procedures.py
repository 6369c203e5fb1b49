"""How changes of VSAM data sets and their CICS definitions are carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from advisor.rules.catalogue.cics.procedures import CSD
from advisor.rules.commands import IF_ALL_WELL, file_steps, pool_steps, statements, written
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.subject import Subject

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


def shared_less(options: str) -> str:
    """SHAREOPTIONS of both components, which count from the next open on."""
    return statements(
        f"ALTER <data component> SHAREOPTIONS({options})",
        f"ALTER <index component> SHAREOPTIONS({options})",
    )


_BOTH = {"name": statements("<base and path>"), "group": "<group>"}
OPTIONS = Procedure(
    command=statements(shared_less("2 3"), written(file_steps("DSNSHARING(ALLREQS)"), _BOTH)),
    back_out=statements(
        shared_less("<former>"), written(file_steps("DSNSHARING(<former>)"), _BOTH)
    ),
    permanent="The catalog.",
    effort="close_open",
    detail="Each component by itself: data and index. It counts when the files are opened again.",
    roles=(Role.STORAGE, Role.CICS),
    level=NONE_STATED,
    sources=(
        "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieam600/rsic083.htm",
        "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.idad400/crso.htm",
    ),
    stops="vsam_file",
)


_INDEXES = statements(
    "DEFINE AIX (NAME(<each alternate index>) RELATE({DSNAME}) <as before>)",
    "BLDINDEX INDATASET({DSNAME}) OUTDATASET(<each alternate index>)",
    "DEFINE PATH (NAME(<its path>) PATHENTRY(<each alternate index>))",
).split("\n")


def reloaded(
    copy: str,
    definition: str,
    attributes: str = "",
    beside: Sequence[str] = (),
    paths: bool = False,
) -> str:
    """A cluster defined anew while no region has it open: unloaded before, loaded again (IDCAMS).

    Records written after a copy was made are not in it, so each way takes one of its own.
    ``beside`` are further CICS files over the cluster, which keep it open as well, ``paths`` says
    whether some of them read it by an alternate index: DELETE of a cluster takes its alternate
    indexes and paths with it (z/OS 2.1, Access Method Services Commands, DELETE). The copy is
    defined after the cluster, and each statement runs only if all before it ended well: what a
    failed REPRO did not copy is not deleted (same manual, MODEL and IF-THEN-ELSE).
    """
    return statements(
        *(f"CEMT SET FILE({name}) CLOSED DISABLED" for name in ("{name}", *beside)),
        f"DEFINE CLUSTER (NAME({copy}) MODEL({{DSNAME}}))",
        *(
            f"{IF_ALL_WELL}{statement}"
            for statement in (
                f"REPRO INDATASET({{DSNAME}}) OUTDATASET({copy})",
                "DELETE {DSNAME} CLUSTER",
                f"DEFINE CLUSTER (NAME({{DSNAME}}) {definition}) {attributes}".rstrip(),
                f"REPRO INDATASET({copy}) OUTDATASET({{DSNAME}})",
                *(_INDEXES if paths else ()),
            )
        ),
        *(f"CEMT SET FILE({name}) OPEN ENABLED" for name in ("{name}", *beside)),
    )


def beside_others(
    subject: Subject, sharers: Sequence[Subject], attributes: str, setting: str
) -> tuple[Mapping[str, str], str]:
    """Statements of a changed definition, there and back, of a cluster that several files open.

    Nothing where ``subject`` is its only file: then the rule's own statements are complete.
    """
    others = {f.name.rpartition("/")[2]: f for f in sharers if f.id != subject.id}
    if not others:
        return {}, ""
    paths = any((file.text("TYPE") or "").lower() == "path" for file in others.values())
    back = reloaded(*ANEW, "", tuple(others), paths)
    data_set = subject.text("DSNAME") or statements("<data set>")
    named = {"name": subject.name.rpartition("/")[2], "DSNAME": data_set}
    there = reloaded(*ASIDE, attributes, tuple(others), paths)
    return {setting: there}, written(back, named)


DATA_CISZ = "DATA(CONTROLINTERVALSIZE({value}))"
ASIDE = ("<copy>", "<as before>")
"""Copy and definition of the way there."""
ANEW = ("<new copy>", "<the former definition>")
"""Copy and definition of the way back."""
RELOAD = Procedure(
    command="",
    back_out=reloaded(*ANEW),
    permanent="The catalog.",
    effort="close_open",
    detail="The file is closed while it is unloaded and loaded again, everywhere it is open. "
    "Alternate indexes and paths go with the cluster (DELETE): what LISTCAT shows of them is "
    "defined and built again. Each file opens again only where the job ended with condition code "
    "0; until all is checked, the copy stays. On the way back the file is unloaded anew: the first "
    "copy lacks what was written since.",
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
