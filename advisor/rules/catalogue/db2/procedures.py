"""How changes of Db2 for z/OS are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.commands import statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.structures import POLICY_AS_A_WHOLE, POLICY_DUPLEXED, PUBLISHED

_POOL = "https://www.ibm.com/docs/en/SSEPEK_13.0.0/comref/src/tpc/db2z_cmd_alterbufferpool.html"
_GROUP = (
    "https://www.ibm.com/support/knowledgecenter/en/SSEPEK_12.0.0/comref/src/tpc/"
    "db2z_cmd_altergroupbufferpool.html"
)
_KNOWLEDGE = "https://www.ibm.com/support/knowledgecenter"
_POLICY = (
    f"{_KNOWLEDGE}/en/SSLTBW_2.3.0/com.ibm.zos.v2r3.ieaf100/ieaf10053.htm",
    f"{_KNOWLEDGE}/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieai600/ieai6744.htm",
)

_PARAMETERS = (
    f"{_KNOWLEDGE}/en/SSEPEK_12.0.0/inst/src/tpc/db2z_zparmdir.html",
    "https://www.ibm.com/docs/SSEPEK_12.0.0/comref/src/tpc/db2z_cmd_setsysparm.html",
)
"""Macro of each parameter and whether it is taken while Db2 runs; how it is loaded then."""

STRUCTURE_SIZE = statements(
    "IXCMIAPU: STRUCTURE {cfrm}{duplexing}",
    "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>",
    "SETXCF START,REBUILD,STRNAME={structure}",
)
DUPLEXED = statements(
    "IXCMIAPU: STRUCTURE {cfrm} DUPLEX(ENABLED)",
    f"SETXCF START,POLICY,TYPE=CFRM,POLNAME={POLICY_DUPLEXED}",
)
"""The system duplexes by itself once such a policy is active: a policy after that of a rebuild.

Source: z/OS 2.1, Sysplex Services Guide, options for initiating duplexing rebuild.
"""
REBIND = statements(
    "REBIND PACKAGE(<collection>.{name}.(<version>)) RELEASE({value}) APREUSE(ERROR) "
    "APCOMPARE(WARN) PLANMGMT(EXTENDED) EXPLAIN(YES)"
)

POOL = Procedure(
    command="",
    back_out="",
    permanent="The BSDS keeps it; each member of a data sharing group by itself.",
    effort="dynamic",
    detail="With AUTOSIZE(YES) VPSIZEMIN and VPSIZEMAX bound it.",
    roles=(Role.DB2,),
    level=NONE_STATED,
    sources=(_POOL,),
)
SIMULATE = replace(
    POOL,
    command=statements(
        "-ALTER BUFFERPOOL(<pool>) SPSIZE(<n>) SPSEQT(<percent>)",
        "-DISPLAY BUFFERPOOL(<pool>) DETAIL",
    ),
    back_out=statements("-ALTER BUFFERPOOL(<pool>) SPSIZE(0)"),
    level="Db2 11 with the function.",
)
SIMULATED = replace(
    POOL, back_out=statements("-ALTER BUFFERPOOL({name}) VPSIZE(<former>) SPSIZE(0)")
)
PRIME = replace(
    POOL,
    command=statements(
        "-ALTER BUFFERPOOL(<pool>) PGSTEAL(NONE)", "-ALTER BUFFERPOOL(<pool>) PGSTEAL(LRU)"
    ),
    back_out=statements("-ALTER BUFFERPOOL(<pool>) PGSTEAL(LRU)"),
    effort="close_open",
    detail="When the page sets are opened next.",
    level="Db2 10.",
)
FRAMES = replace(
    POOL,
    back_out=statements("-ALTER BUFFERPOOL({name}) FRAMESIZE(4K)"),
    effort="recycle",
    detail="When the pool is allocated next: restart of Db2, or VPSIZE 0 and back. An IPL only "
    "where LFAREA must grow.",
    roles=(Role.DB2, Role.ZOS),
    level="Db2 11; 2 GB frames need PGFIX(YES).",
    sources=(_POOL, "https://www.ibm.com/docs/en/zos/2.5.0?topic=ieasysxx-lfarea"),
)
RATIO = Procedure(
    command="",
    back_out="",
    permanent="Db2 keeps the ratio.",
    # A rebuild, and in the window of the others that a structure needs: one does for all.
    effort="policy",
    detail="Pending until the structure is allocated anew, with Db2 running; "
    "end duplexing before the rebuild.",
    roles=(Role.DB2, Role.ZOS),
    level="RATIO up to 255; with APAR PH13045 (Db2 12) up to 1,024.",
    sources=(
        _GROUP,
        "https://www.ibm.com/support/knowledgecenter/en/SSEPEK_12.0.0/msgs/src/tpc/dsnb319a.html",
        "https://www.ibm.com/support/pages/node/3782871",
    ),
)
GROUP_SIZE = Procedure(
    command="",
    back_out="",
    permanent=POLICY_AS_A_WHOLE,
    effort="policy",
    detail="Policy activated, then the structure rebuilt; end duplexing before the rebuild. Other "
    "operands of the STRUCTURE statement stay as they are.",
    roles=(Role.DB2, Role.ZOS),
    level="INITSIZE at least half of SIZE.",
    sources=(*_POLICY, PUBLISHED, _GROUP),
)
DUPLEX = replace(
    GROUP_SIZE,
    back_out=statements(
        "IXCMIAPU: STRUCTURE {cfrm} DUPLEX({former_duplex})",
        "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>",
        "SETXCF STOP,REBUILD,DUPLEX,STRNAME={structure},KEEP=OLD",
    ),
    detail="The system duplexes as soon as the policy is active; where it does not, D XCF,STR says "
    "why. Back: DUPLEX(DISABLED) ends it by itself, from DUPLEX(ALLOWED) the last command does. "
    "Other operands of the STRUCTURE statement stay as they are.",
    level="A second coupling facility in PREFLIST.",
    sources=(
        PUBLISHED,
        f"{_KNOWLEDGE}/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieai600/ieai6357.htm",
        "https://www.ibm.com/docs/en/db2-for-zos/13.0.0?topic=messages-dsnb749i",
    ),
)
DUMP_SPACE = Procedure(
    command="",
    back_out="",
    permanent="COMMNDxx, in the form COM='...'.",
    effort="dynamic",
    detail="",
    roles=(Role.ZOS,),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieag100/c3set.htm",
    ),
)
THREADS = Procedure(
    command=statements(
        "CEMT SET DB2ENTRY(<entry>) PROTECTNUM(<threads mostly in use>) "
        "THREADLIMIT(<most threads>)",
        "CEDA ALTER DB2ENTRY(<entry>) GROUP(<group>) PROTECTNUM(<threads mostly in use>) "
        "THREADLIMIT(<most threads>)",
    ),
    back_out=statements(
        "CEMT SET DB2ENTRY(<entry>) PROTECTNUM(<former>) THREADLIMIT(<former>)",
        "CEDA ALTER DB2ENTRY(<entry>) GROUP(<group>) PROTECTNUM(<former>) THREADLIMIT(<former>)",
    ),
    permanent="The CSD group.",
    effort="dynamic",
    detail="CEMT takes effect at once, the definition with the next cold start; INSTALL before it "
    "takes a disabled entry.",
    roles=(Role.CICS, Role.DB2),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/support/knowledgecenter/SSGMCP_5.3.0/com.ibm.cics.ts.doc/dfhtk/topics/dfhtk3o.html",
        "https://www.ibm.com/support/knowledgecenter/SSGMCP_5.6.0/configuring/resources/db2entry-installing.html",
    ),
)
PACKAGE = Procedure(
    command="",
    back_out=statements("REBIND PACKAGE(<collection>.{name}.(<version>)) SWITCH(PREVIOUS)"),
    permanent="The catalog (SYSPACKAGE).",
    effort="rebind",
    detail="APREUSE(ERROR) leaves a package alone whose access path would change.",
    roles=(Role.DB2, Role.APPLICATION),
    level="PLANMGMT from Db2 9, APREUSE from Db2 10.",
    sources=("https://www.ibm.com/docs/en/db2-for-zos/13.0.0?topic=services-switch-bind-option",),
)
CACHED_PAGES = Procedure(
    command="",
    back_out="",
    permanent="The catalog.",
    effort="dynamic",
    detail="Nothing is stopped: only NONE asks for that. Whether a page set that is open takes it "
    "at once no public page says; otherwise it does when it is opened next. The default stays "
    "better for LOB table spaces.",
    roles=(Role.DB2,),
    level="Data sharing.",
    sources=(
        "https://www.ibm.com/docs/en/db2-for-zos/13.0.0?topic=operations-use-caching-group-buffer-pools",
        "https://www.ibm.com/docs/en/db2-for-zos/13?topic=statements-alter-tablespace",
    ),
)


def parameter(macro: str, name: str, *, source: str = "", online: bool = True) -> Procedure:
    """A subsystem parameter of a macro: assembled anew, then loaded, or taken at the restart."""
    load = ("-SET SYSPARM LOAD(<module>)",) if online else ()
    return Procedure(
        command=statements(f"{macro} {name}=<n>", *load),
        back_out=statements(f"{macro} {name}=<former>", *load),
        permanent="The job of the subsystem parameters (DSNTIJUZ).",
        effort="dynamic" if online else "recycle",
        detail="" if online else "With the restart of Db2.",
        roles=(Role.DB2,),
        level=NONE_STATED,
        sources=(*((source,) if source else ()), *_PARAMETERS),
    )
