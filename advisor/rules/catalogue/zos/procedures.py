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
_COBOL = "https://www.ibm.com/docs/en/SS6SG3_6.1.0/pg/ref/rpeff22.html"

_CEILING = "https://www.ibm.com/docs/en/zos/2.5.0?topic=ieasysxx-lfarea"

LFAREA = Procedure(
    command="",
    back_out=statements("IEASYSxx: LFAREA=<former>"),
    permanent="IEASYSxx.",
    effort="ipl",
    detail="D VIRTSTOR,LFAREA shows it afterwards.",
    roles=(Role.ZOS,),
    level="Both sizes from zEC12; at most 80 % of online storage less 4 GB. From z/OS V2R4 LFAREA "
    "is documented as a ceiling and reserves no 1 MB pages.",
    sources=(
        _CEILING,
        "https://www.ibm.com/docs/en/zos/2.4.0?topic=lfarea-parameter",
        "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae200/requestlfa.htm",
    ),
)
CENTRAL_STORAGE = statements(
    "LPAR image profile: {value} GB central storage", "CONFIG STOR(E=1),ONLINE"
)
STORAGE = Procedure(
    command="",
    back_out=statements("CONFIG STOR(E=1),OFFLINE"),
    permanent="The LPAR image profile.",
    effort="hardware",
    detail="At once where reserved storage was defined; else the partition is activated anew, with "
    "an IPL. Only reconfigurable storage goes offline again.",
    roles=(Role.HARDWARE, Role.ZOS),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/docs/en/systems-hardware/linuxone/9176-ML2?topic=characteristics-dynamic-storage-reconfiguration",
        "https://www.ibm.com/docs/en/systems-hardware/linuxone/9176-MLR?topic=storage-reserved-central",
    ),
)
DUMP_STORAGE = replace(
    STORAGE,
    command=statements(
        "LPAR image profile: <GB> GB central storage",
        "CONFIG STOR(E=1),ONLINE",
        "COMMNDxx: COM='CD SET,SDUMP,MAXSPACE=<MB>M'",
    ),
)
FIX = Procedure(
    command="",
    back_out=statements("SMP/E: RESTORE SELECT(<PTF that closes OA45127>)"),
    permanent="The target libraries; CSVLLAxx for the libraries of LLA.",
    effort="ipl",
    detail="As the HOLDDATA of the PTF says; LLA takes its libraries at once.",
    roles=(Role.ZOS,),
    level="The PTF of this release; later releases have it in their base.",
    sources=(
        "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.gim3000/ipsappu.htm",
        "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.gim3000/iumappc.htm",
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
    "PDSE_RESTARTABLE_AS(YES) allow it; SMSPDSE by an IPL.",
    roles=(Role.ZOS, Role.STORAGE),
    level=NONE_STATED,
    sources=(_PDSE, _START, _SPACES),
)
