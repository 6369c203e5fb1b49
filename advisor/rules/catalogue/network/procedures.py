"""How changes of Entire Net-Work are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.commands import statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role

_LINKS = "https://documentation.softwareag.com/adabas/wcp641mfr/wcc/wcc_link.htm"


def back_to(driver: str) -> str:
    """The statements that take a link back to a driver."""
    return statements(
        "F <net-work>,FCTC <new link> CLOSE",
        f"DDKARTE: LINK <former link> {driver} <operands as before>",
    )


FCTC = Procedure(
    command="",
    back_out=back_to("<former driver>"),
    permanent="DDKARTE of both nodes; the channel devices in the IODF.",
    effort="recycle",
    detail="Both Net-Work nodes. The former link stays defined. WEIGHT tells which of the two "
    "carries the work; no public source says which way, so that none is given here: look it up in "
    "the LINK statement of your release, and see in the statistics that the new link is used.",
    roles=(Role.NETWORK, Role.ZOS),
    level="Net-Work 6.3 at both ends: its FCTC links do not connect to those of older releases.",
    sources=(
        _LINKS,
        "https://documentation.softwareag.com/adabas/wcp641mfr/wcc/wcc_samp.htm",
        "https://documentation.softwareag.com/adabas/wcp652mfr/wcc/wcc_drv.htm",
    ),
)
RELEASE = replace(
    FCTC,
    effort="release",
    detail="The release of Entire Net-Work that was read has no such driver: a newer one is "
    "installed at both ends first, in its own time, and the link follows.",
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
