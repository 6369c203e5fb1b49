"""How changes of Adabas and of what it stands on are carried out."""

from __future__ import annotations

from dataclasses import replace

from advisor.rules.catalogue.zos.procedures import LFAREA
from advisor.rules.commands import statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.structures import POLICY_AS_A_WHOLE, PUBLISHED
from model.language import mark

_PARAMETERS = "https://documentation.softwareag.com/adabas/ada854mfr/operator/addons.htm"
_DIRECTORY = "https://documentation.softwareag.com/adabas/ada814mfr/adamf/pdf/operator/parmdir.pdf"
_ASM = "https://documentation.softwareag.com/adabas/ada825mfr/addons/asm/pdf/ref/adarunrf.pdf"
_FORMATTING = "https://documentation.softwareag.com/adabas/ada823mfr/adamf/util/adafrm-format.htm"
_CARDS = "The ADARUN cards (DDCARD) of every nucleus of the cluster; keep the former member."


ONE_BY_ONE = mark(
    "Each nucleus, one after the other; all together where a step of the same window ends the "
    "whole cluster (CF-010)."
)
STARTED_AGAIN = statements("S <started task of nucleus {member}>")


_PLOGS = (
    "ADAFRM PLOGFRM SIZE={plog_size},DEVICE={plog_device},NUMBER=1",
    "ADAFRM PLOGFRM SIZE={plog_size},DEVICE={plog_device},NUMBER=2",
)
"""In a job before the nucleus starts, with DD statements for the same data sets: new ones are none
of Adabas until they are formatted. Protection logs are two at least (NPLOG)."""


def added_nuclei(cluster: str, route: str = "") -> str:
    """What each nucleus that is added needs, by its number: data sets of its own, and its start.

    ``cluster`` is SYSPLEX (ALS) or LOCAL (ASM), ``route`` stands before the command that starts it.
    """
    return statements(
        "ADAFRM WORKFRM SIZE=<cylinders of WORK of nucleus {member}>,DEVICE=<device type>",
        *_PLOGS,
        f"ADARUN PROG=ADANUC,CLUSTER={cluster},DBID={{dbid}},"
        "NUCID=<number of nucleus {member}>{membership}",
        "//DDWORKR1 DD DISP=SHR,DSN=<WORK of nucleus {member}>",
        "//DDPLOGR1 DD DISP=SHR,DSN=<PLOG 1 of nucleus {member}>",
        "//DDPLOGR2 DD DISP=SHR,DSN=<PLOG 2 of nucleus {member}>",
        route + STARTED_AGAIN,
    )


ENDED_NUCLEUS = statements("F <nucleus {member}>,ADAEND")
ON_SYSTEM = "RO {system},"
"""Routes a command to one system of the sysplex (z/OS, MVS System Commands, ROUTE)."""
CACHE_SIZES = statements(
    "ADARUN CACHE=YES,CASSOMAXS={CASSOMAXS}M,CDATAMAXS={CDATAMAXS}M,CMAXCSPS={CMAXCSPS}"
)
"""The sizes are those of one space, CMAXCSPS is how many there may be: one says nothing alone."""

NEW_CACHE_SPACES = statements(
    "ADARUN CACHE=YES,CASSOV64=1-<last RABN>,CDATAV64=1-<last RABN>,V64BIT=YES,"
    "CASSOMAXS={CASSOMAXS}M,CDATAMAXS={CDATAMAXS}M,CMAXCSPS={CMAXCSPS}"
)
"""CACHE is NO unless coded, and nothing is cached without a range of blocks."""

FLUSH_LIMITS = statements("F <nucleus>,FMXIO={FMXIO}", "ADARUN FMXIO={FMXIO},LFIOP={LFIOP}M")
AREA_SIZE = statements(
    "ADARUN CLUCACHESIZE={CLUCACHESIZE}M,CLUCACHETYPE={CLUCACHETYPE},LBP={LBP}M",
    "ADADBS OPERCOM ADAEND,GLOBAL",
    "S <started task of each nucleus>",
)
"""All nuclei end before the first starts again: the area goes with the last of them."""
LOG_BUFFER_COUNTS = statements("ADARUN NWORK1BUFFERS={NWORK1BUFFERS},NPLOGBUFFERS={NPLOGBUFFERS}")

NUCLEUS = Procedure(
    command=added_nuclei("SYSPLEX", ON_SYSTEM),
    back_out=ON_SYSTEM + ENDED_NUCLEUS,
    permanent="Started task and ADARUN cards of the new nucleus (all others as those of its "
    "sisters), its own WORK and PLOG.",
    effort="dynamic",
    detail="The new nucleus starts; the others keep running. Its WORK is as large as a sister's: "
    "LP is its first part, and no report tells the others.",
    roles=(Role.ADABAS, Role.STORAGE, Role.ZOS),
    level="A licence of Adabas Cluster Services (ALS) or Parallel Services (ASM).",
    sources=(
        "https://documentation.softwareag.com/adabas/acf841/params/parmover.htm",
        _ASM,
        "https://documentation.softwareag.com/adabas/ada744mfr/addons/als/performance/spacealloc.htm",
        _FORMATTING,
    ),
    # Data sets are made and formatted, a started task and cards written for each.
    person_days=1.0,
)
NUCLEUS_BESIDE = replace(NUCLEUS, command="", back_out="")
"""One on the same system: it ends as each of those that were added."""

NUCLEI_AND_CACHES = Procedure(
    command="",
    back_out="",
    permanent=_CARDS,
    effort="recycle",
    detail="New nuclei start beside the others, with a started task, all other ADARUN cards and DD "
    "statements (DDASSORn, DDDATARn) as their sisters have them then, and WORK as large as theirs: "
    "LP is its first part, and no report tells the others. Other cache sizes need each nucleus "
    "restarted.",
    roles=(Role.ADABAS, Role.STORAGE, Role.ZOS),
    level=NUCLEUS.level,
    sources=(*NUCLEUS.sources, _PARAMETERS),
)
CACHES = Procedure(
    command="",
    back_out="",
    permanent=_CARDS,
    effort="recycle",
    detail=ONE_BY_ONE,
    roles=(Role.ADABAS,),
    level="A licence of Adabas Caching Facility; MEMLIMIT of the nucleus.",
    sources=(_PARAMETERS, _DIRECTORY),
)
NEW_CACHES = Procedure(
    command="",
    back_out=statements("ADARUN CACHE=NO"),
    permanent=_CARDS,
    effort="recycle",
    detail=ONE_BY_ONE,
    roles=(Role.ADABAS, Role.ZOS),
    level=CACHES.level,
    sources=CACHES.sources,
)
FLUSH = Procedure(
    command="",
    back_out="",
    permanent=_CARDS,
    effort="recycle",
    detail="FMXIO takes effect at once, LFIOP with the restart.",
    roles=(Role.ADABAS, Role.ZOS),
    level="FMXIO 1 to 16 with ASYTVS=YES, 1 to 100 with ASYTVS=NO.",
    sources=("https://documentation.softwareag.com/adabas/ark411/arf/ref/arfr_run.htm",),
)
STRUCTURE_ALTERED = statements(
    "SETXCF START,ALTER,STRNAME={name},SIZE={value}M",
    "IXCMIAPU: STRUCTURE {cfrm}{duplexing}",
)
STRUCTURE_REBUILT = statements(
    "IXCMIAPU: STRUCTURE {cfrm}{duplexing}",
    "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>",
    "SETXCF START,REBUILD,STRNAME={name}",
)
"""Above the policy's SIZE, or where nobody says what that is: an alter goes no further."""
STRUCTURE = Procedure(
    command="",
    back_out="",
    permanent=POLICY_AS_A_WHOLE,
    effort="policy",
    detail="Altered at once up to the policy's SIZE, above it with a new policy and a rebuild; end "
    "duplexing before the rebuild. Other operands of the STRUCTURE statement stay as they are.",
    roles=(Role.ZOS, Role.ADABAS),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/docs/en/zos/3.2.0?topic=structure-starting-alter-process",
        "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieai600/ieai6744.htm",
        PUBLISHED,
    ),
)
SHARED_CACHE = Procedure(
    command="",
    back_out="",
    permanent="ADARUN cards of every nucleus alike: the first one that starts makes the area.",
    effort="recycle",
    detail="The whole cluster: the database is down until its nuclei start again. ADACOM, which "
    "owns the area, allocates it as the first of them says; no page asks for ADACOM to be started "
    "anew, and it does not end while a nucleus is active.",
    roles=(Role.ADABAS, Role.ZOS),
    level="2 GB was the limit in older releases; more needs a 64-bit CLUCACHETYPE.",
    sources=(
        "https://documentation.softwareag.com/adabas/ada744mfr/adamf/pdf/operator/clucachesize.pdf",
        _ASM,
        "https://documentation.softwareag.com/adabas/ada824mfr/addons/asm/op/asmoterm.htm",
        "https://documentation.softwareag.com/adabas/ada744mfr/addons/asm/intro/asmcglob.htm",
        "https://documentation.softwareag.com/adabas/ada854mfr/util/adadbs-OPERCOM.htm",
    ),
    stops="adabas_database",
)
FEWER_NUCLEI = Procedure(
    command="",
    back_out="",
    permanent="The started tasks of the nuclei: none of those that end starts by itself any more.",
    effort="dynamic",
    detail="ADAEND ends a nucleus once its open transactions have ended; the others go on.",
    roles=(Role.ADABAS,),
    level=NONE_STATED,
    sources=(
        "https://documentation.softwareag.com/adabas/ada824mfr/addons/asm/op/asmoterm.htm",
        "https://documentation.softwareag.com/adabas/ada854mfr/util/adadbs-OPERCOM.htm",
    ),
)
UNCHANGED = Procedure(
    command="",
    back_out="",
    permanent=_CARDS,
    effort="recycle",
    detail="The whole cluster.",
    roles=(Role.ADABAS,),
    level=NONE_STATED,
    sources=(_ASM,),
    stops="adabas_database",
)
TRACKED_BLOCKS = Procedure(
    command="",
    back_out="",
    permanent=_CARDS,
    effort="recycle",
    detail="Each nucleus, one after the other, if the manual does not count CLUCACHEEXTRA among "
    "the global parameters that no session changes: a nucleus with another value of one of those "
    "fails at its start, and then all are stopped before the first starts. With CF-010, which ends "
    "the whole cluster, all together.",
    roles=(Role.ADABAS, Role.ZOS),
    level=NONE_STATED,
    sources=(
        "https://documentation.softwareag.com/adabas/ada824mfr/addons/als/pdf/ref/adarunrf.pdf",
        "https://documentation.softwareag.com/adabas/als853/ref/adanuc.htm",
    ),
)
CLASS_MEMORY = Procedure(
    command="",
    back_out=statements("IEASYSxx: PAGESCM=NONE"),
    permanent="IEASYSxx and the LPAR image profile.",
    effort="hardware",
    detail="The memory is given to the LPAR, then comes an IPL; more of it later without one. "
    "PAGESCM=ALL is the default: only NONE has to be taken out. Page data sets stay: VIO is never "
    "paged to it. Back takes an IPL as well.",
    roles=(Role.HARDWARE, Role.ZOS),
    level="Flash Express (zEC12, z13) or Virtual Flash Memory (z14 and later).",
    sources=(
        "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae100/ieae10049.htm",
        "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae200/pagescm.htm",
    ),
)
ZHPF = Procedure(
    command="",
    back_out=statements("SETIOS ZHPF=NO", "IECIOSxx: ZHPF=NO"),
    permanent="IECIOSxx.",
    effort="dynamic",
    detail="",
    roles=(Role.ZOS, Role.STORAGE),
    level="The zHPF feature on channels and control unit.",
    sources=(
        "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae200/zhpf.htm",
        "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieag100/iea3g1_Syntax49.htm",
    ),
)
LOG_BUFFERS = Procedure(
    command="",
    back_out="",
    permanent=_CARDS,
    effort="recycle",
    detail=ONE_BY_ONE,
    roles=(Role.ADABAS,),
    level="Adabas 8.2.",
    sources=("https://documentation.softwareag.com/adabas/ada825mfr/adamf/operator/opcom.htm",),
)
LARGE_CACHES = "ADARUN CASSOL64={CASSOV64},CDATAL64={CDATAV64}"
"""Blocks of the Caching Facility move from ranges that 4 KB frames back to those of large ones."""

_SMALL_AGAIN = ("ADARUN LARGEPAGE=NO", "ADARUN CASSOV64={CASSOV64},CDATAV64={CDATAV64}")

LARGE_PAGES = Procedure(
    command="",
    back_out=statements(*_SMALL_AGAIN),
    permanent=_CARDS,
    effort="recycle",
    detail="Only as far as fixed large pages are free; LFAREA may have to be raised first.",
    roles=(Role.ADABAS,),
    level="1 MB pages: YES or L64; 2 GB pages: G64, Adabas 8.2 SP5 with its zaps.",
    sources=(
        "https://documentation.softwareag.com/adabas/ada825mfr/adamf/relnotes/v82enh.htm",
        _PARAMETERS,
    ),
)
LARGE_PAGES_AND_LFAREA = Procedure(
    command="",
    back_out=statements(*_SMALL_AGAIN, "IEASYSxx: LFAREA=<former>"),
    permanent="ADARUN cards of every nucleus; IEASYSxx.",
    effort="ipl",
    detail="LFAREA at the IPL, LARGEPAGE with the restart of each nucleus after it.",
    roles=(Role.ADABAS, Role.ZOS),
    level=LARGE_PAGES.level,
    sources=(*LARGE_PAGES.sources, *LFAREA.sources),
)
