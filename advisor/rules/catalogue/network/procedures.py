"""How changes of Entire Net-Work are carried out."""

from __future__ import annotations

from advisor.rules.commands import statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role

_LINKS = "https://documentation.softwareag.com/adabas/wcp641mfr/wcc/wcc_link.htm"

FCTC = Procedure(
    command="",
    back_out=statements(
        "F <net-work>,FCTC <link> CLOSE", "DDKARTE: LINK <former link> <former driver> ..."
    ),
    permanent="DDKARTE of both nodes; the channel devices in the IODF.",
    effort="recycle",
    detail="Both Net-Work nodes. The former link stays defined, with another WEIGHT.",
    roles=(Role.NETWORK, Role.ZOS),
    level="Net-Work 6.3 at both ends: its FCTC links do not connect to those of older releases.",
    sources=(
        _LINKS,
        "https://documentation.softwareag.com/adabas/wcp641mfr/wcc/wcc_samp.htm",
        "https://documentation.softwareag.com/adabas/wcp652mfr/wcc/wcc_drv.htm",
    ),
)
BLOCKS = Procedure(
    command="",
    back_out="",
    permanent="DDKARTE of both nodes.",
    effort="close_open",
    detail="The link is closed meanwhile, at both ends. Its buffers are page-fixed: size times "
    "count.",
    roles=(Role.NETWORK,),
    level=NONE_STATED,
    sources=(
        "https://documentation.softwareag.com/adabas/wcp641mfr/wcc/wcc_cmds.htm",
        _LINKS,
    ),
)
