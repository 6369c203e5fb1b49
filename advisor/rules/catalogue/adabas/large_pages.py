"""Large pages and LFAREA of Adabas."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.adabas import procedures
from advisor.rules.catalogue.adabas.common import (
    CARDS,
    DATABASE,
    RMF,
    cache_settings,
    nuclei,
    paging_per_s,
    paging_still_measured,
    product,
)
from advisor.rules.catalogue.adabas.storage import (
    TESTED_NUCLEI,
    cache_gb_per_system,
    unused_areas,
    unused_lfarea,
)
from advisor.rules.catalogue.zos import procedures as zos_procedures
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, counted, listed, say
from model.topology import Change


def _fewer_nuclei(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    count = nuclei(subject)
    if count >= TESTED_NUCLEI:
        return None
    chain = subject.figure("cache_chain_contention")
    waits = say("; {chain:,.0f} were counted here", chain=chain) if chain is not None else ""
    return Qualify(
        counted(
            "The published gain came with 31 nuclei and 312.6 million space "
            "chain waits{waits}; with {n} nucleus expect less.",
            "The published gain came with 31 nuclei and 312.6 million space "
            "chain waits{waits}; with {n} nuclei expect less.",
            count,
            waits=waits,
        )
    )


def _pages(host: Subject) -> float | None:
    return host.figure("paging_per_s", "demand_paging_per_s", "page_ins_per_s")


def _lfarea(subject: Subject) -> Advice | str:
    if subject.since(2, 4) and not subject.number("LFAREA_2G_GB"):
        return subject.say(
            "{name}: no 2 GB pages are reserved; for 1 MB pages LFAREA is only a limit from "
            "z/OS 2.4 on, which takes nothing from 4 KB pages."
        )
    unused = unused_lfarea(subject)
    if unused is None:
        raise CannotTell(subject.say("LFAREA reserved and used on {name}"))
    if unused < 1:
        return subject.say(
            "{name}: {unused:.2f} GB of LFAREA are unused (from 1 GB on they are looked into).",
            unused=unused,
        )
    paging = _pages(subject)
    if paging is None:
        raise CannotTell(subject.say("the paging rate of {name}"), RMF)
    if paging <= 0:
        return subject.say(
            "{name}: {unused:,g} GB of LFAREA are unused, but nothing pages (any paging would "
            "want them).",
            unused=unused,
        )
    paging_still_measured(subject)
    together = [
        h for h in subject.companions() if (unused_lfarea(h) or 0) >= 1 and (_pages(h) or 0) > 0
    ]
    if together[0].id != subject.id:
        raise DoesNotApply(
            subject.say("{name} is treated together with {name2}.", name2=Name(together[0].name))
        )
    changes: list[Change] = []
    returned = 0.0
    for host in together:
        for name, left in (unused_areas(host) or {}).items():
            if left > 0:
                changes.append(host.set(name, (host.number(name) or 0.0) - left))
                returned += left
    names = listed([Name(h.name) for h in together])
    return Advice(
        say(
            "{returned:,g} GB are reserved for large pages and unused on {names}, which page.",
            returned=returned,
            names=names,
        ),
        (tuple(changes),),
        effects=(
            arithmetic(
                "lfarea_unused_mb", returned * 1024, 0.0, "storage that 4 KB work gets back"
            ),
        ),
        distance="Published with 20 GB of 256 GB reserved in vain.",
    )


def _large_page_storage(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    for host in subject.hosts():
        unused = unused_lfarea(host)
        if unused is not None and unused >= 1:
            return Qualify(
                say(
                    "{unused:,g} GB of LFAREA on {host_name} are unused today; use "
                    "them before more is reserved.",
                    unused=unused,
                    host_name=Name(host.name),
                )
            )
    return Qualify(
        "LFAREA is taken from all 4 KB work at IPL: reserve what the cache needs and no more."
    )


LFAREA = "D VIRTSTOR,LFAREA; RMF paging"


def _fits_lfarea(subject: Subject) -> None:
    """Refuses cache spaces that the large pages of a system do not hold.

    Nobody measured what they gain, so that no IPL for more of them is asked for. Raises
    DoesNotApply, and CannotTell where no report says how many there are.
    """
    need = cache_gb_per_system(subject, cache_settings(subject))
    for host in subject.hosts():
        area = host.number("LFAREA_1M_GB")
        if area is None:
            raise CannotTell(subject.say("LFAREA of the systems of {name}"), LFAREA)
        if area < need:
            raise DoesNotApply(
                subject.say(
                    "{name}: its cache spaces take {need:,.0f} GB of a system and LFAREA of {host} "
                    "holds {area:,g} GB of 1 MB pages; what large pages bring them was never "
                    "measured, so that no IPL for more is asked for.",
                    need=need,
                    host=Name(host.name),
                    area=area,
                )
            )


def _acf_pages(subject: Subject) -> Advice | str:
    product(subject, "ALS", "single")
    if not any(subject.number(n) for n in ("CDATAMAXS", "CASSOMAXS")):
        raise DoesNotApply(subject.say("{name} has no cache spaces of the Caching Facility."))
    if paging_per_s(subject) > 0:
        raise DoesNotApply(subject.say("{name}: its systems page, so no frames may be set aside."))
    members = subject.linking("member")
    flags = [(m, m.flag("LARGEPAGE")) for m in members]
    small = [m for m, flag in flags if flag is False]
    if subject.flag("LARGEPAGE") is False:
        _fits_lfarea(subject)
        return Advice(
            subject.say("Cache spaces of {name} are on 4 KB pages."),
            ((subject.set("LARGEPAGE", True),),),
        )
    if not small:
        if any(flag for _, flag in flags) or subject.flag("LARGEPAGE"):
            return subject.say("{name}: LARGEPAGE=YES is in effect.")
        raise CannotTell(subject.say("LARGEPAGE of {name}"))
    _fits_lfarea(subject)
    return Advice(
        subject.say(
            "Cache spaces of {small} nuclei of {name} are on 4 KB pages.", small=len(small)
        ),
        (tuple(m.set("LARGEPAGE", True) for m in small),),
    )


RULES = (
    Rule(
        "ADA-022",
        "Large pages gain less with fewer nuclei",
        "Adabas ASM",
        "caveat",
        "partial",
        "Nuclei and contention on the cache space chain.",
        "Fewer than 31 nuclei.",
        "The measured gain came with waits on the space chain, which 31 nuclei cause and few do "
        "not.",
        "Discount the published gain by the number of nuclei.",
        ("001, section 4.5, Analysis",),
        effect="Waits 312.6 million (4 KB), 32.4 (1 MB pageable), 4.5 (1 MB fixed), 3.6 (2 GB).",
        effect_conditions="31 nuclei.",
        projection="In the Adabas model's multiplier.",
        guards=("ADA-021",),
        guard=_fewer_nuclei,
    ),
    Rule(
        "ADA-023",
        "LFAREA that nobody uses",
        "z/OS storage",
        "caveat",
        "yes",
        "LFAREA reserved and used, paging rate.",
        "A gigabyte or more of LFAREA unused while the system pages; also whenever large pages are "
        "advised.",
        "Frames reserved for large pages are lost to 4 KB work and can cause the very paging that "
        "large memory should avoid.",
        "Reduce LFAREA in IEASYSxx to what is used.",
        ("001, section 4.6", "001, section 5.2"),
        threshold="001, 4.6: 20 GB reserved in vain halved throughput with Flash.",
        verify="D VIRTSTOR,LFAREA and RMF PAGING after IPL.",
        back_out="The former LFAREA at the next IPL.",
        risk=Risk("medium", "jobs that ask for large pages later fall back to 4 KB."),
        prerequisites="IPL.",
        effect="With 20 GB unused, paging to Flash rose from 63 to about 195 thousand pages/s.",
        effect_conditions="260 GB of cache in 256 GB.",
        projection="Adabas model: real storage without the unused LFAREA.",
        report="D VIRTSTOR,LFAREA; RMF paging, 1 MB and 2 GB frames",
        on=("lpar",),
        platforms=ZOS,
        check=_lfarea,
        guards=("ADA-021", "JAV-002", "DB2-021"),
        guard=_large_page_storage,
        syntax={
            "LFAREA_1M_GB": "IEASYSxx: LFAREA={lfarea}",
            "LFAREA_2G_GB": "IEASYSxx: LFAREA={lfarea}",
        },
        unsettles=("ZOS-001",),
        applying=zos_procedures.LFAREA,
    ),
    Rule(
        "ADA-024",
        "Large pages for Caching Facility spaces",
        "Adabas",
        "tuning",
        "no",
        "LARGEPAGE of nuclei with cache spaces.",
        "LARGEPAGE=NO with cache spaces defined that LFAREA can hold.",
        "What helps the shared cache of ASM may help private cache spaces as well.",
        "LARGEPAGE=YES; CASSOL64 and CDATAL64 in place of CASSOV64 and CDATAV64.",
        ("001, section 5.2",),
        threshold="LARGEPAGE=NO on systems that do not page and have enough LFAREA.",
        verify="ITR before and after in the session statistics.",
        back_out="LARGEPAGE=NO and CASSOV64, CDATAV64 in place of L64 at the next start.",
        risk=Risk("medium", "LFAREA takes storage from everybody else.", ("ADA-023",)),
        prerequisites="Adabas 8.2 SP1; LFAREA for all cache spaces of a system.",
        effect="None: not tested.",
        projection="large pages for private cache spaces were never measured",
        report=CARDS,
        on=DATABASE,
        check=_acf_pages,
        syntax={
            "LARGEPAGE": statements("ADARUN LARGEPAGE={value}", procedures.LARGE_CACHES),
        },
        applying=procedures.LARGE_PAGES,
    ),
)
