"""How changes of IBM MQ for z/OS are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.commands import statements
from advisor.rules.procedure import Procedure, Role

_ALTER = "https://www.ibm.com/docs/en/ibm-mq/10.0.x?topic=reference-alter-buffpool-alter-buffer-pool-settings-zos"
_DEFINE = "https://www.ibm.com/docs/en/ibm-mq/10.0.x?topic=reference-define-buffpool-define-buffer-pool-zos"

POOL = Procedure(
    command="",
    back_out="",
    permanent="DEFINE BUFFPOOL in the CSQINP1 concatenation of the queue manager.",
    effort="dynamic",
    detail="It runs on by itself; CSQP023I tells the end. Of a growth only what storage allows is "
    "made, without an error.",
    roles=(Role.MQ,),
    level="Below the bar 100 to 500,000 buffers.",
    sources=(_ALTER, _DEFINE),
)
PLACE = replace(
    POOL,
    detail="It runs on by itself, best at a quiet time; CSQP023I tells the end.",
    roles=(Role.MQ, Role.ZOS),
    level="MQ V8 with OPMODE NEWFUNC, 9.1 without; page fixing above the bar only.",
    sources=(
        _ALTER,
        _DEFINE,
        "https://www.ibm.com/docs/en/ibm-mq/10.0.x?topic=pools-changing-buffer-location-value",
        "https://www.ibm.com/support/knowledgecenter/SSFKSJ_8.0.0/com.ibm.mq.mig.doc/q008200_.html",
    ),
)
NO_POOL = "* DEFINE BUFFPOOL({pool})"
"""The definition of a pool as a comment, with an asterisk before it: it is not made any more."""

PAGE_SET = Procedure(
    command=statements(
        "CSQINP1: DEFINE BUFFPOOL(<pool>) BUFFERS(<buffers>) LOCATION(ABOVE) PAGECLAS(4KB) REPLACE",
        "CSQINP1: DEFINE PSID(<page set>) BUFFPOOL(<pool>)",
    ),
    # Pools are restored from the log without their definition (IBM MQ, Managing buffer pools).
    back_out=statements(
        "CSQINP1: DEFINE PSID(<page set>) BUFFPOOL(<former>)",
        f"CSQINP1: {NO_POOL.format(pool='<pool>')}",
        "<cpf> DELETE BUFFPOOL(<pool>)",
    ),
    permanent="CSQINP1; the last DEFINE PSID of a page set counts.",
    effort="recycle",
    detail="With the restart of the queue manager. Back: the asterisk makes the definition a "
    "comment, and the pool is deleted after the restart.",
    roles=(Role.MQ,),
    level="Pools 0 to 15 before MQ V8, 0 to 99 later.",
    sources=(_DEFINE, "https://www.ibm.com/docs/SSFKSJ_8.0.0/com.ibm.mq.ref.adm.doc/q085680_.html"),
)
