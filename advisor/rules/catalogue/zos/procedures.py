"""How changes of z/OS, its storage and its program fetch are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.commands import statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role

_START = "https://www.ibm.com/docs/SSLTBW_2.1.0/com.ibm.zos.v2r1.idar100/restfmt.htm"
_SPACES = (
    "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.idad400/"
    "pdseas.htm"
)
_PDSE = (
    "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.idad400/"
    "ins1pds.htm"
)
_SET = (
    "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae200/"
    "ieae200386.htm"
)
_COBOL = "https://www.ibm.com/docs/en/SS6SG3_6.1.0/pg/ref/rpeff22.html"

_CEILING = "https://www.ibm.com/docs/en/zos/2.5.0?topic=ieasysxx-lfarea"

LFAREA = Procedure(
    command="",
    back_out=statements("IEASYSxx: LFAREA=<former>"),
    permanent="IEASYSxx.",
    effort="ipl",
    detail="D VIRTSTOR,LFAREA shows it afterwards.",
    roles=(Role.ZOS,),
    level="Both sizes from zEC12; at most 80 % of what online storage is above 4 GB. From z/OS "
    "V2R4 LFAREA is documented as a ceiling and reserves no 1 MB pages.",
    sources=(
        _CEILING,
        "https://www.ibm.com/docs/en/zos/2.4.0?topic=lfarea-parameter",
        "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae200/requestlfa.htm",
    ),
)
_PROFILE = statements("HMC Image Profile {name} > Storage: Initial")
"""The partition's storage after its next activation; CONFIG takes from what is reserved there."""


def more_storage(total: str, more_mb: str, *after: str) -> str:
    """Statements that bring more storage online, ``more_mb`` of it, for ``total`` in the profile.

    Routed, as partitions of one plan may take the same amount. By amount, not by element
    (``STOR(E=1)``): that would bring all that is reserved. Source: z/OS, MVS System Messages
    IEE576I, MVS System Commands, ROUTE; PR/SM, dynamic storage reconfiguration.
    """
    return statements(f"{_PROFILE}={total}", f"RO {{name}},CONFIG STOR({more_mb}M),ONLINE", *after)


def less_storage(total: str, more_mb: str, *after: str) -> str:
    """Statements that take offline what :func:`more_storage` brought."""
    return statements(f"RO {{name}},CONFIG STOR({more_mb}M),OFFLINE", f"{_PROFILE}={total}", *after)


STORAGE_OF_LPAR = {"REAL_STORAGE_GB": more_storage("{value}GB", "{more_mb}")}
"""How a rule that gives a partition storage writes it, where its size today is known."""
BACK_TO_STORAGE = {"REAL_STORAGE_GB": less_storage("{value}GB", "{more_mb}")}

STORAGE = Procedure(
    command=more_storage("<GB>GB", "<MB>"),
    back_out=less_storage("<former>GB", "<MB>"),
    permanent="The image profile of the partition.",
    effort="hardware",
    detail="CONFIG brings storage online at once as far as the image profile reserves it, in "
    "increments as D M=STOR shows them; otherwise the partition is activated anew, with an IPL. "
    "Storage goes offline again only where nothing permanent lies in it (RSU in IEASYSxx).",
    roles=(Role.HARDWARE, Role.ZOS),
    level=NONE_STATED,
    sources=(
        "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieam700/m011442.htm",
        "https://www.ibm.com/docs/en/systems-hardware/linuxone/9176-ML2?topic=characteristics-dynamic-storage-reconfiguration",
        "https://www.ibm.com/docs/en/systems-hardware/linuxone/9176-MLR?topic=storage-reserved-central",
        "http://www.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae200/ieae200329.htm",
    ),
)


def configured(state: str, threads: float | None = None) -> str:
    """CONFIG for one processor; ``threads`` are those of a zIIP, where reports tell them.

    With PROCVIEW CORE it is done by core. Two threads take that; with one it is not told.
    """
    if threads is not None and threads > 1:
        return statements(f"CONFIG CORE(<core id>),{state}")
    return statements(f"CONFIG <CPU|CORE>(<CPU id>),{state}")


WLM_POLICY = (
    "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.4.0/com.ibm.zos.v2r4.ieag100/v1wlm.htm"
)


def activated(definition: str) -> str:
    """Statements that put a WLM service definition into effect: to activate alone changes nothing.

    Source: z/OS 2.1, MVS Planning: Workload Management, Utilities of the ISPF application.
    """
    return statements(
        f"WLM ISPF > Utilities > Install definition: {definition}", "VARY WLM,POLICY=<policy>"
    )


FIX = Procedure(
    command="",
    back_out=statements(
        "SMP/E: SET BOUNDARY(<target zone>)",
        "SMP/E: RESTORE SELECT(<PTF that closes OA45127>) CHECK",
        "SMP/E: RESTORE SELECT(<PTF that closes OA45127>)",
    ),
    permanent="The target libraries; CSVLLAxx for the libraries of LLA.",
    effort="ipl",
    detail="As the HOLDDATA of the PTF says; LLA takes its libraries at once. RESTORE goes back to "
    "what was accepted last: CHECK shows what else was applied to the same elements since.",
    roles=(Role.ZOS,),
    level="The PTF of this release; later releases have it in their base.",
    sources=(
        "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.gim3000/ipsappu.htm",
        "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.gim3000/iumappc.htm",
        "https://www.ibm.com/docs/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.asmk400/step9.htm",
    ),
)
COMPILE = Procedure(
    command=statements("CBL ARCH(<level>),OPTIMIZE(2),RMODE(<24|ANY|AUTO>)", "F LLA,REFRESH"),
    back_out=statements("F LLA,REFRESH"),
    permanent="The options in source change management.",
    effort="application",
    detail="Compiled and bound anew, then F LLA,REFRESH; regions take the new copy by NEWCOPY, "
    "PHASEIN or a restart.",
    roles=(Role.APPLICATION, Role.ZOS),
    level="ARCH no higher than the oldest machine, that of recovery included.",
    sources=(_COBOL, "https://www.ibm.com/docs/en/SS6SG3_6.5/pg/ref/rpcoshst.html"),
)
BIND = replace(
    COMPILE,
    command=statements("Binder: FETCHOPT=(PACK,PRIME)", "F LLA,REFRESH"),
    back_out=statements("Binder: FETCHOPT=(NOPACK,NOPRIME)", "F LLA,REFRESH"),
    permanent="The options of the bind step.",
    effort="new_copy",
    detail="Bound anew, then F LLA,REFRESH; regions take the new copy by NEWCOPY, PHASEIN or a "
    "restart.",
    level=NONE_STATED,
    sources=(
        "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieab100/fetch.htm",
    ),
)
PDSE = Procedure(
    command="",
    back_out="",
    permanent="IGDSMSxx.",
    effort="recycle",
    detail="SMSPDSE1 by its own restart, where PDSESHARING(EXTENDED) and "
    "PDSE_RESTARTABLE_AS(YES) allow it; SMSPDSE by an IPL. D SMS,OPTIONS shows what counts; no "
    "public page says whether the restart reads IGDSMSxx by itself, and SET SMS would read all of "
    "the member, ACDS and COMMDS with it.",
    roles=(Role.ZOS, Role.STORAGE),
    level=NONE_STATED,
    sources=(_PDSE, _START, _SPACES, _SET),
)
