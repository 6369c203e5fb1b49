"""Java on z/OS: page sizes of the heap, heap settings, large frames."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.catalogue.java import procedures
from advisor.rules.catalogue.zos import procedures as zos_procedures
from advisor.rules.effects import manual, published
from advisor.rules.subject import CannotTell, Subject
from model.language import say

JVM = ("jvm",)
OPTIONS = "JVM options or verbosegc (initialized section)"
LARGE_HEAP_MB = 20 * 1024
SECTION, MEASURED = "003, section 3.2.1", "003, section 3.2.2, Figure 3-1"
STATED_LFAREA = "LFAREA_1M_GB", "LFAREA_2G_GB"


def heap_mb(subject: Subject) -> float:
    """Heap of all JVMs of this kind together, MB. Raises CannotTell."""
    return subject.need("XMX_MB") * (subject.number("JVMS", default=True) or 1.0)


def _one_meg(subject: Subject) -> Advice | str:
    pages = subject.need_text("PAGESIZE")
    if pages != "4K":
        return subject.say("{name}: the heap is on {pages} pages.", pages=pages)
    heap = subject.number("XMX_MB")
    size = say(" of {heap:,.0f} MB", heap=heap) if heap else ""
    return Advice(
        subject.say("The heap{size} of {name} is on 4 KB pages.", size=size),
        ((subject.set("PAGESIZE", "1M"),),),
        effects=(
            published(
                "throughput_pct",
                None,
                (1.07, 1.1, 1.13),
                "7 to 13 % more throughput with large pages (003, Figure 3-1)",
            ),
        ),
        distance="Published for 1 to 10 JVMs of 2 GB on a z13.",
    )


def _two_gig(subject: Subject) -> Advice | str:
    if subject.need_text("PAGESIZE") != "1M":
        raise DoesNotApply(subject.say("{name} is not on 1 MB pages (see JAV-001)."))
    total = heap_mb(subject)
    if total < LARGE_HEAP_MB:
        return subject.say(
            "{name}: {total:,.0f} MB of heap in all (from 20 GB on pages of 2 GB pay).", total=total
        )
    return Advice(
        subject.say("{name} has {total:,.0f} GB of heap on 1 MB pages.", total=total / 1024),
        ((subject.set("PAGESIZE", "2G"),),),
        effects=(
            published(
                "throughput_pct",
                None,
                (1.0, 1.02, 1.04),
                "up to 4 % over 1 MB pages (003, Figure 3-1)",
            ),
        ),
    )


def _heap_equal(subject: Subject) -> Advice | str:
    least, most = subject.need("XMS_MB"), subject.need("XMX_MB")
    if least == most:
        return subject.say(
            "{name}: Xms and Xmx are {most:,g} MB (a smaller Xms is too small).", most=most
        )
    return Advice(
        subject.say(
            "The heap of {name} grows from {least:,g} to {most:,g} MB.", least=least, most=most
        ),
        ((subject.set("XMS_MB", most),),),
    )


def _compressed(subject: Subject) -> Advice | str:
    if subject.need_flag("COMPRESSEDREFS"):
        return subject.say("{name}: compressed references are used.")
    heap = subject.number("XMX_MB")
    if heap is not None and heap > 25 * 1024:
        raise DoesNotApply(
            subject.say("{name}: {heap:,.0f} MB cannot use compressed references.", heap=heap)
        )
    return Advice(
        subject.say("{name} keeps 8-byte references."),
        ((subject.set("COMPRESSEDREFS", True),),),
    )


def _policy(subject: Subject) -> Advice | str:
    policy = subject.need_text("GCPOLICY")
    if policy == "gencon":
        return subject.say("{name}: gencon is in effect.")
    return Advice(
        subject.say("{name} collects with {policy}.", policy=policy),
        ((subject.set("GCPOLICY", "gencon"),),),
    )


def _nursery(subject: Subject) -> Advice | str:
    if subject.text("GCPOLICY", default=True) != "gencon":
        raise DoesNotApply(subject.say("{name} has no nursery."))
    heap = subject.need("XMX_MB")
    size = subject.number("XMN_MB")
    if size is not None:
        return subject.say("{name}: Xmn {size:,g} MB (none is looked into).", size=size)
    share = subject.figure("gc_time_pct")
    if share is None:
        raise CannotTell(subject.say("time in garbage collection of {name}"))
    if share < 3:
        return subject.say(
            "{name}: {share:,g} % of the time in garbage collection (from 3 % on it is much).",
            share=share,
        )
    wanted = int(heap * 1300 / 2040)
    return Advice(
        subject.say(
            "The nursery of {name} is the default and {share:,g} % of the "
            "time goes to garbage collection.",
            share=share,
        ),
        ((subject.set("XMN_MB", wanted),),),
    )


def _lfarea(subject: Subject) -> Advice | str:
    pages = subject.need_text("PAGESIZE")
    if pages == "4K":
        raise DoesNotApply(subject.say("{name} asks for no large pages."))
    host = subject.container("lpar")
    area = STATED_LFAREA[0] if pages == "1M" else STATED_LFAREA[1]
    reserved = None if host is None else host.number(area)
    if host is None or reserved is None:
        raise CannotTell(subject.say("LFAREA of the system of {name}"), "D VIRTSTOR,LFAREA")
    need = heap_mb(subject) / 1024
    if reserved >= need:
        return subject.say(
            "{name}: {reserved:,g} GB reserved for {need:.1f} GB of heap (less than the heap "
            "is too little).",
            reserved=reserved,
            need=need,
        )
    wanted = int(need) + (2 if pages == "2G" else 1)
    wanted += wanted % 2 if pages == "2G" else 0
    online = host.number("REAL_STORAGE_GB")
    most = None if online is None else 0.8 * (online - 4)
    if most is not None and wanted > most:
        raise DoesNotApply(
            subject.say(
                "{name}: {wanted:,g} GB of {pages} pages are more than LFAREA may "
                "take of {online:,g} GB, {most:.1f} GB.",
                wanted=wanted,
                pages=pages,
                online=online,
                most=most,
            )
        )
    return Advice(
        subject.say(
            "{name} asks for {need:.1f} GB of {pages} pages and {reserved:,g} "
            "GB are reserved, so part of the heap falls back to 4 KB.",
            need=need,
            pages=pages,
            reserved=reserved,
        ),
        ((host.set(area, wanted),),),
        texts=(manual(host.id, "IPL", "LFAREA takes effect at IPL"),),
    )


_XLP = "-Xlp:objectheap:pagesize={value},pageable"

RULES = (
    Rule(
        "JAV-001",
        "Java heap on large pages",
        "Java",
        "tuning",
        "yes",
        "Page size of the heap.",
        "4 KB.",
        "Fewer address translations for a heap touched at random.",
        "-Xlp:objectheap:pagesize=1M.",
        (MEASURED,),
        threshold="4 KB pages.",
        verify="verbosegc: pageSize; throughput.",
        back_out="pagesize=4K.",
        risk=Risk("low", "falls back to 4 KB where no 1 MB page is left."),
        prerequisites="None: pageable pages need no LFAREA.",
        effect="Throughput +7 to 13 %.",
        effect_conditions="1 to 10 JVMs of 2 GB, z13.",
        projection="Java model; else the published range.",
        report=OPTIONS,
        on=JVM,
        check=_one_meg,
        syntax={"PAGESIZE": _XLP},
        applying=procedures.PAGEABLE,
    ),
    Rule(
        "JAV-002",
        "2 GB pages for large heaps",
        "Java",
        "tuning",
        "yes",
        "Heap of all JVMs and its pages.",
        "20 GB or more on 1 MB pages.",
        "Still fewer translations.",
        "-Xlp:objectheap:pagesize=2G,nonpageable.",
        (MEASURED,),
        threshold="003: seen with 10 JVMs, 20 GB.",
        verify="verbosegc: pageSize.",
        back_out="pagesize=1M.",
        risk=Risk("medium", "fixed storage."),
        prerequisites="LFAREA 2G (JAV-007).",
        after=("JAV-007",),
        effect="Up to 4 % over 1 MB.",
        effect_conditions="10 JVMs of 2 GB, z13.",
        projection="Java model; else up to 4 %.",
        report=OPTIONS,
        on=JVM,
        check=_two_gig,
        syntax={"PAGESIZE": "-Xlp:objectheap:pagesize={value},nonpageable,warn"},
        undo={"PAGESIZE": "-Xlp:objectheap:pagesize={value}"},
        applying=procedures.FIXED,
    ),
    Rule(
        "JAV-003",
        "Xms equal to Xmx",
        "Java",
        "config-check",
        "no",
        "Xms and Xmx.",
        "Different.",
        "A heap of fixed size is never resized.",
        "-Xms as -Xmx.",
        (SECTION,),
        threshold="003: 2040m both, a starting point.",
        verify="verbosegc.",
        back_out="-Xms.",
        risk=Risk("low"),
        prerequisites="Real storage.",
        projection="resizing of the heap is not modelled",
        report=OPTIONS,
        on=JVM,
        check=_heap_equal,
        syntax={"XMS_MB": "-Xms{value}m"},
        applying=procedures.OPTION,
    ),
    Rule(
        "JAV-004",
        "Compressed references",
        "Java",
        "config-check",
        "no",
        "Reference size.",
        "8 bytes with a heap of up to 25 GB.",
        "Half the size means fewer cache misses.",
        "-Xcompressedrefs.",
        (SECTION,),
        threshold="Off.",
        verify="verbosegc.",
        back_out="-Xnocompressedrefs.",
        risk=Risk("low"),
        projection="no figure was published",
        report=OPTIONS,
        on=JVM,
        check=_compressed,
        syntax={"COMPRESSEDREFS": "-Xcompressedrefs"},
        applying=procedures.REFERENCES,
    ),
    Rule(
        "JAV-005",
        "gencon",
        "Java",
        "config-check",
        "partial",
        "Collection policy.",
        "Another one.",
        "Short-lived objects are collected apart, with shorter pauses.",
        "-Xgcpolicy:gencon.",
        (SECTION,),
        threshold="003's starting point.",
        verify="verbosegc.",
        back_out="The former policy.",
        risk=Risk("medium", "depends on the application."),
        projection="pauses depend on the application",
        report=OPTIONS,
        on=JVM,
        check=_policy,
        syntax={"GCPOLICY": "-Xgcpolicy:{value}"},
        unsettles=("JAV-101",),
        applying=procedures.POLICY,
    ),
    Rule(
        "JAV-006",
        "Size the nursery",
        "Java",
        "config-check",
        "partial",
        "Xmn and GC time.",
        "Default nursery and 3 % or more in garbage collection.",
        "A nursery that is too small promotes short-lived objects.",
        "-Xmn1300m of 2040m.",
        (SECTION,),
        threshold="3 % is practice; 1300 of 2040 MB in the tests.",
        verify="verbosegc.",
        back_out="No -Xmn.",
        risk=Risk("medium", "depends on the application."),
        projection="pauses depend on the application",
        report=OPTIONS,
        on=JVM,
        check=_nursery,
        syntax={"XMN_MB": "-Xmn{value}m"},
        applying=procedures.NURSERY,
    ),
    Rule(
        "JAV-007",
        "LFAREA for the heaps",
        "z/OS storage",
        "config-check",
        "no",
        "LFAREA against heaps on large pages.",
        "Smaller.",
        "What does not fit falls back to 4 KB.",
        "IEASYSxx LFAREA.",
        (MEASURED,),
        threshold="Heap of all JVMs.",
        verify="D VIRTSTOR,LFAREA; RMF PAGING.",
        back_out="The former LFAREA.",
        risk=Risk("medium", "storage is lost to 4 KB work.", ("ADA-023",)),
        prerequisites="IPL.",
        projection="which part falls back is not known",
        report="D VIRTSTOR,LFAREA",
        on=JVM,
        check=_lfarea,
        syntax={
            "LFAREA_1M_GB": "IEASYSxx: LFAREA={lfarea}",
            "LFAREA_2G_GB": "IEASYSxx: LFAREA={lfarea}",
        },
        applying=zos_procedures.LFAREA,
    ),
)
