"""How changes of TCP/IP are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.procedure import NONE_STATED, Procedure, Role

_CONFIG = "https://www.ibm.com/docs/en/zos-basic-skills?topic=statements-tcp-configuration"
_BUFFERS = (
    "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.2.0/com.ibm.zos.v2r2.e0zm100/"
    "ComServ_V2R1_RESTKCOF_before_ipl.htm"
)

SOCKETS = Procedure(
    command="",
    back_out="",
    permanent="The program or its configuration.",
    effort="application",
    detail="For new connections; before connect or listen.",
    roles=(Role.APPLICATION, Role.NETWORK),
    level="As far as TCPMAXRCVBUFRSIZE allows.",
    sources=(_CONFIG,),
)
WAIT_ALL = replace(
    SOCKETS,
    back_out="recv(<socket>, <buffer>, <length>, 0)",
    permanent="The program's source.",
    detail="",
    roles=(Role.APPLICATION,),
    level=NONE_STATED,
    sources=("https://unix.com/man-page/posix/3p/recv/",),
)
STACK = Procedure(
    command="",
    back_out="",
    permanent="PROFILE.TCPIP.",
    effort="dynamic",
    detail="For new connections.",
    roles=(Role.NETWORK,),
    level="512 KB was the limit before z/OS V2R1; the page has that limit, and no page seen has "
    "that of later releases.",
    sources=(_CONFIG,),
)
WINDOW = replace(
    STACK,
    detail="For new connections, all of the stack's that ask for no size of their own.",
    level="64 KB is the default from z/OS V2R1.",
    sources=(
        _CONFIG,
        _BUFFERS,
    ),
)
