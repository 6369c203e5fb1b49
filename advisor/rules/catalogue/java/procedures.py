"""How changes of Java virtual machines are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.procedure import NONE_STATED, Procedure, Role

_PAGES = "https://eclipse.org/openj9/docs/xlpobjectheap/"
_LARGE = (
    "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieaa500/"
    "largepages.htm"
)

OPTION = Procedure(
    command="",
    back_out="",
    permanent="The JVM profile, STDENV or jvm.options.",
    effort="recycle",
    detail="With the restart of the JVM.",
    roles=(Role.APPLICATION,),
    level=NONE_STATED,
    sources=("https://eclipse.org/openj9/docs/xms/",),
)
POLICY = replace(OPTION, sources=("https://eclipse.org/openj9/docs/gc/",))
REFERENCES = replace(
    OPTION,
    back_out="-Xnocompressedrefs",
    detail="With the restart of the JVM. Not in a file that -Xoptionsfile names.",
    level="The default up to a heap of 57 GB, with APAR OA49416; up to 25 GB without it.",
    sources=("https://eclipse.dev/openj9/docs/xcompressedrefs",),
)
NURSERY = replace(
    OPTION,
    back_out="-Xmn<former>",
    sources=(
        "https://www.ibm.com/docs/en/semeru-runtime-ce-z/21.0.0?topic=options-xmn-xmns-xmnx",
        "https://eclipse.org/openj9/docs/xmn/",
    ),
)
PAGEABLE = replace(
    OPTION,
    back_out="-Xlp:objectheap:pagesize=4K",
    detail="Verify it by -verbose:gc.",
    level="1 MB pageable pages are the default on z/OS and need no LFAREA.",
    sources=(_PAGES, _LARGE),
)
FIXED = replace(
    PAGEABLE,
    back_out="",
    effort="ipl",
    detail="With the restart of the JVM, after the IPL for LFAREA. Verify it by -verbose:gc.",
    roles=(Role.APPLICATION, Role.ZOS),
    level="2 GB pages are fixed only; they need LFAREA and access to IARRSM.LRGPAGES.",
)
