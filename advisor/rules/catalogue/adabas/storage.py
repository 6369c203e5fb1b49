"""Adabas and real storage: paging, paging devices, large pages, LFAREA."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypedDict

from advisor.findings import Effect, Risk
from advisor.rules.base import Advice, Choice, DoesNotApply, HeldBack, Qualify, Rule, Stop
from advisor.rules.catalogue.adabas import procedures
from advisor.rules.catalogue.adabas.common import (
    CARDS,
    DATABASE,
    RMF,
    ROOM,
    SESSION,
    TRACKED_ROOM,
    cache_settings,
    directory_of,
    nuclei,
    paging_per_s,
    product,
    real_gb,
    scaled,
    spare_mb,
    tracked_mb,
    useful_mb,
)
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, published
from advisor.rules.subject import CannotTell, Subject
from model.hardware.storage import PAGE_GB
from model.language import Keyword, say
from model.topology import Change

SAFE_SHARE = 245 / 256
"""The largest cache of central storage that ran without paging (001, Table 11)."""
FULLEST_SHARE = 0.975
"""No cache is advised beyond this part of central storage: others need some of it, too."""
CLOSE_SHARE = 0.6
DISK_FAULT_S, FLASH_FAULT_S = 1.1e-3, 0.1e-3
"""How long a page operation stops a nucleus (001, Table 11: runs D26P1 and D26P2)."""
FLASH_GAIN = (1.0, 1.9, 2.82)
"""Throughput with Flash by that with disk, up to the published pair (001, Table 11)."""
SHRINK = (0.98, 0.95, 0.92, 0.89, 0.86, 0.82, 0.78, 0.74, 0.7, 0.6, 0.5, 0.4)
MOST_SHRUNK = 0.7
"""Caches that all serve are made no smaller than this; what nothing tracks may go."""
LARGE_CACHE_MB = 1024
MORE_TRACKED = (1.25, 1.5, 2.0)
TESTED_NUCLEI = 31


def cache_gb_per_system(subject: Subject, caches: dict[str, float]) -> float:
    """What the caches take of one system, those of a nucleus once for each that runs there, GB."""
    total = sum(caches.values())
    if "CLUCACHESIZE" not in caches:
        total *= max(1.0, nuclei(subject) / max(1, len(subject.hosts())))
    return total / 1024


def _shrink(subject: Subject) -> Advice | str:
    paging = paging_per_s(subject)
    if paging <= 0:
        return subject.say("{name}: its systems do not page (any paging is looked into).")
    caches = cache_settings(subject)
    if not caches:
        raise CannotTell(subject.say("the cache sizes of {name}"), CARDS)
    real = real_gb(subject)
    held = cache_gb_per_system(subject, caches)
    if held < CLOSE_SHARE * real:
        return subject.say(
            "{name}: caches take {held:.1f} of {real:,g} GB, so the {paging:,.0f} pages/s are "
            "somebody else's (from 60 % of the storage on they may be the caches').",
            held=held,
            real=real,
            paging=paging,
        )
    unused = sum(unused_lfarea(host) or 0.0 for host in subject.hosts()) / max(
        1, len(subject.hosts())
    )
    safe = SAFE_SHARE * (real - unused) / held
    room = FULLEST_SHARE * (real - unused)
    useful = useful_mb(subject)
    kept = 1.0 if useful is None else min(1.0, useful / sum(caches.values()))
    least = min(MOST_SHRUNK, max(kept, SHRINK[-1]))
    steps = [f for f in SHRINK if held * f <= room and f >= least]
    steps = steps or [max(least, MOST_SHRUNK)]
    fallback = next((n for n, f in enumerate(steps) if f <= safe), len(steps) - 1)
    reached = [e for e in steps if e <= safe]
    storage = held * (1 - (reached[0] if reached else steps[-1])) * 1024
    return Advice(
        subject.say(
            "{paging:,.0f} pages/s while the caches of {name} take "
            "{held:.1f} of {real:,g} GB on a system.",
            paging=paging,
            held=held,
            real=real,
        ),
        tuple(scaled(subject, caches, f) for f in steps),
        Choice(
            "paging_per_s",
            "less",
            within_pct=0.05,
            min_gain_pct=0.2,
            unprojected=fallback,
            keep="etr_per_s",
            certain=True,
        ),
        effects=(
            arithmetic(
                "paging_per_s",
                paging,
                0.0,
                f"the overcommitted {storage:,.0f} MB are given back",
                low=0.0,
                high=paging * 0.2,
            ),
        ),
        distance=say(
            "Published at 245 to 260 GB of cache in 256 GB; here {held:.0f} in {real:,g} GB.",
            held=held,
            real=real,
        ),
        **_what_binds(subject, caches),
    )


class _Binding(TypedDict, total=False):
    notes: tuple[str, ...]
    risk: Risk


def _what_binds(subject: Subject, caches: dict[str, float]) -> _Binding:
    """That reads stay as they are while a cache holds more than the coupling facility tracks."""
    tracked, total = tracked_mb(subject), sum(caches.values())
    if tracked is None or total <= tracked:
        return {}
    binding = say(
        "What binds is CLUCACHEEXTRA: it has {tracked:.1f} of the "
        "{total:.1f} GB of a nucleus's caches tracked, and the rest "
        "holds nothing. Smaller caches leave the reads as they are down "
        "to that; fewer reads come of a larger CLUCACHEEXTRA (ADA-026).",
        tracked=tracked / 1024,
        total=total / 1024,
    )
    return {
        "notes": (binding,),
        "risk": Risk(
            "low",
            say(
                "reads stay as they are down to {tracked:.1f} GB a nucleus.",
                tracked=tracked / 1024,
            ),
        ),
    }


def _extra(subject: Subject) -> Advice | str:
    product(subject, "ALS")
    caches = cache_settings(subject)
    if not caches:
        raise DoesNotApply(subject.say("{name} has no cache spaces of the Caching Facility."))
    blocks = subject.need("CLUCACHEEXTRA")
    tracked, total = tracked_mb(subject) or 0.0, sum(caches.values())
    if blocks <= 0 or total <= tracked * TRACKED_ROOM:
        return subject.say(
            "{name}: CLUCACHEEXTRA={blocks:.0f} tracks {tracked:.1f} GB of the {total:.1f} GB "
            "of a nucleus's caches (caches of more than 105 % of what is tracked are too large "
            "for it).",
            blocks=blocks,
            tracked=tracked / 1024,
            total=total / 1024,
        )
    most = blocks * total / tracked
    wanted = sorted({int(blocks * f) for f in MORE_TRACKED if blocks * f < most} | {int(most)})
    entries = (
        "Every block more that is tracked takes a directory entry in the cache structure, one for "
        "all nuclei that hold it: look at the structure's directory reclaims and size it for them "
        "first (DIRRATIO and ELEMENTRATIO). No figure here projects reclaims: the fill pressure is "
        "of changed blocks, which take data elements."
    )
    writes = (
        "Fewer reads leave the disks to writes. Buffer flushes end sooner, so that fewer changed "
        "blocks wait in the structure; log writes return sooner, so that fewer commits share one "
        "and more are written (001, section 4.4)."
    )
    directory = directory_of(subject)
    given = directory.get("given", {})
    sized = [replace(one, said=_entries_given) for one in given.values()]
    return Advice(
        subject.say(
            "CLUCACHEEXTRA={blocks:.0f} has the coupling facility track {tracked:.1f} of the "
            "{total:.1f} GB of caches that each nucleus of {name} has.",
            blocks=blocks,
            tracked=tracked / 1024,
            total=total / 1024,
        ),
        tuple((subject.set("CLUCACHEEXTRA", n),) for n in wanted),
        Choice(within_pct=1.0),
        caveats=(entries, *directory.get("caveats", ())),
        given={**dict(zip([entries], sized, strict=False)), **given},
        doubt=directory.get("doubt", ""),
        first=directory.get("first", ()),
        notes=(writes,),
    )


def _entries_given(step: int) -> str:
    return say(
        "Every block more that is tracked takes a directory entry in the cache structure, one for "
        "all nuclei that hold it: {rule}, step {step} of the plan, has sized it for them by then. "
        "No figure here projects reclaims: the fill pressure is of changed blocks, which take data "
        "elements.",
        rule=Keyword(ROOM),
        step=step,
    )


def _page_device(subject: Subject) -> Advice | str:
    hosts = [h for h in subject.hosts() if h.text("PAGE_DEVICE") is not None]
    if not hosts:
        raise CannotTell(subject.say("the page devices of the systems of {name}"), PAGESP)
    paging = paging_per_s(subject)
    if paging <= 0:
        return subject.say("{name}: its systems do not page (any paging is looked into).")
    slow = [h for h in hosts if h.text("PAGE_DEVICE") == "disk"]
    if not slow:
        return subject.say(
            "{name}: its systems page {rate:,.0f} times a second, to Flash (to disk a fault lasts "
            "some ten times as long; how paging ends ADA-013 says).",
            rate=paging,
        )
    changes: tuple[Change, ...] = tuple(h.set("PAGE_DEVICE", "flash") for h in slow)
    return Advice(
        say(
            "{paging:,.0f} pages/s go to page data sets on disk; a fault "
            "that lasts a millisecond stops every command of the nucleus.",
            paging=paging,
        ),
        (changes,),
        effects=(_faster_faults(subject, paging),),
        distance="Published with 260 GB of cache in 256 GB and 31 nuclei; light paging gains less.",
        notes=("Removing the paging (ADA-013) is better than paging faster.",),
    )


def _faster_faults(subject: Subject, paging: float) -> Effect:
    """The published gain, or what the faults of today cost at most where they are fewer."""
    before, count = subject.figure("etr_per_s"), nuclei(subject)
    share = paging * (DISK_FAULT_S - FLASH_FAULT_S) / count
    most = 1 / (1 - share) if share < 1 else FLASH_GAIN[-1]
    if before is None or most >= FLASH_GAIN[-1]:
        return published(
            "etr_per_s",
            before,
            FLASH_GAIN,
            "444,284 commands/s with disk, 1,254,222 with Flash at the same overcommitment "
            "(001, Table 11)",
        )
    return arithmetic(
        "etr_per_s",
        before,
        before * (1 + most) / 2,
        f"{paging:,.1f} pages/s stop {count} nuclei for at most {100 * share:.1f} % of the time "
        "that Flash would save; other work pages, too",
        low=before,
        high=before * most,
    )


def _tolerable(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    devices = [h.text("PAGE_DEVICE") for h in subject.hosts()]
    if "flash" not in devices:
        return None
    return Qualify(
        "Light paging to Flash can be outweighed by a larger cache (260 GB paging reached +29 % "
        "over 188 GB without), so the size here is chosen on the model between both, and zero "
        "paging stays the aim."
    )


def _large_pages(subject: Subject) -> Advice | str:
    product(subject, "ASM")
    pages = subject.text("PAGE_TYPE")
    large = subject.flag("LARGEPAGE")
    if pages is None and large is None:
        raise CannotTell(subject.say("LARGEPAGE or the page type of {name}"), CARDS)
    if pages not in (None, "4K pageable") or (pages is None and large):
        return subject.say("{name}: the shared cache is on large pages.")
    size = subject.need("CLUCACHESIZE")
    if size < LARGE_CACHE_MB:
        return subject.say(
            "{name}: {size:,.0f} MB of shared cache are too little for large pages.", size=size
        )
    count = nuclei(subject)
    share = min(1.0, count / TESTED_NUCLEI)
    hosts = subject.hosts()
    gb = -(-size // 1024)
    options: list[tuple[Change, ...]] = [
        (subject.set("PAGE_TYPE", "1M pageable"), subject.set("LARGEPAGE", True))
    ]
    for kind, area in (("1M fixed", "LFAREA_1M_GB"), ("2G fixed", "LFAREA_2G_GB")):
        changes: list[Change] = [subject.set("PAGE_TYPE", kind), subject.set("LARGEPAGE", True)]
        for host in hosts:
            reserved = host.number(area)
            need = gb + (gb % 2 if area == "LFAREA_2G_GB" else 0)
            if reserved is not None and reserved < need:
                changes.append(host.set(area, need))
        options.append(tuple(changes))
    cpu, commands = subject.figure("cpu_s"), subject.figure("commands")
    before = 1e6 * cpu / commands if cpu and commands else None
    return Advice(
        say(
            "{size:,.0f} GB of shared cache on 4 KB pages make address "
            "translation and the search of the space chain slower for "
            "{count} nuclei.",
            size=size / 1024,
            count=count,
        ),
        tuple(options),
        Choice("itr_per_cpu_s", within_pct=0.7, min_gain_pct=0.3),
        effects=(
            published(
                "cpu_per_command_us",
                before,
                (1 - 0.068 * share, 1 - 0.045 * share, 1 - 0.037 * share * 0.5),
                f"3.7 to 6.8 % less CPU per command with 31 nuclei, scaled to {count} (001, 4.5)",
            ),
        ),
        distance=say(
            "Published with 188 GB and 31 nuclei; here {size:.0f} GB and {count}.",
            size=size / 1024,
            count=count,
        ),
    )


def unused_areas(host: Subject) -> dict[str, float] | None:
    """GB of either area of LFAREA reserved and not used, or ``None`` when no report says."""
    one, two = host.number("LFAREA_1M_GB"), host.number("LFAREA_2G_GB")
    if host.since(2, 4):  # a ceiling for fixed 1 MB pages from then on, which reserves nothing
        one = 0.0
    used, pages = host.number("LFAREA_USED_GB"), host.figure("lfarea_2g_pages_used")
    if two and (most := host.figure("lfarea_2g_pages_max")):  # what was needed before is again
        pages = max(pages or 0.0, most)
    if (one is None and two is None) or (used is None and (one or pages is None)):
        return None
    one, two, used = one or 0.0, two or 0.0, used or 0.0
    if pages is None:  # what is used is told of both together
        left = max(0.0, one + two - used)
        whole = PAGE_GB * math.floor(min(two, left) / PAGE_GB)
        return {"LFAREA_2G_GB": whole, "LFAREA_1M_GB": min(one, left - whole)}
    return {
        "LFAREA_2G_GB": max(0.0, two - PAGE_GB * math.ceil(pages)),
        "LFAREA_1M_GB": max(0.0, one - used),
    }


def unused_lfarea(host: Subject) -> float | None:
    """GB of LFAREA reserved and not used, or ``None`` when no report says."""
    areas = unused_areas(host)
    return None if areas is None else sum(areas.values())


def _v64(subject: Subject) -> Advice | str:
    product(subject, "single", "ALS")
    if subject.number("CDATAMAXS"):
        return subject.say(
            "{name}: cache spaces beside the buffer pool are defined (none below a buffer "
            "efficiency of 100 is too few)."
        )
    efficiency = subject.need_figure("buffer_efficiency")
    if efficiency >= 100:
        return subject.say(
            "{name}: buffer efficiency {efficiency:.0f}, reads are rare (below 100 they are many).",
            efficiency=efficiency,
        )
    if paging_per_s(subject) > 0:
        raise HeldBack(subject.say("{name}: its systems page, so no cache may be added."))
    spare = spare_mb(subject) * max(1, len(subject.hosts())) / nuclei(subject)
    sizes = [int(spare * f) for f in (0.25, 0.5, 0.75, 0.9)]
    if sizes[-1] < 256:
        raise HeldBack(subject.say("{name}: no storage is spare for a cache space."))
    options: list[tuple[Change, ...]] = []
    wide = [m for m in subject.linking("member") if m.flag("V64BIT") is False]
    for size in sizes:
        options.append(
            (
                *(m.set("V64BIT", True) for m in wide),
                subject.set("CMAXCSPS", 1),
                subject.set("CASSOMAXS", max(64, int(size * 0.05))),
                subject.set("CDATAMAXS", int(size * 0.95)),
            )
        )
    return Advice(
        say(
            "Buffer efficiency {efficiency:.1f} from the 31-bit buffer pool "
            "alone, with {spare:.1f} GB of real storage spare for each "
            "nucleus.",
            efficiency=efficiency,
            spare=spare / 1024,
        ),
        tuple(options),
    )


PAGESP = "RMF page data set activity (PAGESP)"
_BACK = "The former size at the next start of the nuclei."

RULES = (
    Rule(
        "ADA-006",
        "Caching Facility in 64-bit storage",
        "Adabas",
        "tuning",
        "yes",
        "Buffer efficiency, cache spaces defined, available frames.",
        "No cache space, buffer efficiency below 100, spare storage, no paging.",
        "The buffer pool is bound to 31-bit storage; a cache space above the bar is not, and saves "
        "reads.",
        "V64BIT=YES, CMAXCSPS=1, CASSOMAXS and CDATAMAXS as computed.",
        ("001, section 2.1", "001, section 4.1"),
        threshold="Below efficiency 100 more than 1 % of the block accesses are reads.",
        verify="External cache statistics at session end; buffer efficiency; paging 0.",
        back_out="Remove CMAXCSPS, CASSOMAXS and CDATAMAXS; restart.",
        risk=Risk("low", "storage that is free today; watch paging."),
        prerequisites="Licence of the Caching Facility; MEMLIMIT; restart.",
        effect="Physical reads greatly reduced (no separate figure).",
        effect_conditions="One cache space each for ASSO and DATA in all ALS runs.",
        projection="Adabas model: hit rate of private caches.",
        report=f"{SESSION}; {RMF}",
        on=DATABASE,
        check=_v64,
        syntax=dict.fromkeys(
            ("V64BIT", "CMAXCSPS", "CASSOMAXS", "CDATAMAXS"), procedures.NEW_CACHE_SPACES
        ),
        applying=procedures.NEW_CACHES,
    ),
    Rule(
        "ADA-013",
        "Shrink the cache until nothing pages",
        "Adabas",
        "tuning",
        "yes",
        "Paging rate, cache sizes and central storage of the nuclei's systems.",
        "Paging above 0 while the caches take 60 % or more of central storage.",
        "A page fault stops a single-task nucleus with all the commands in it; fewer buffers cost "
        "single reads only.",
        "CLUCACHESIZE (ASM) or CDATAMAXS/CASSOMAXS (ALS) reduced as computed.",
        ("001, section 4.6, Table 11",),
        threshold="001, Table 11: 245 GB in 256 GB ran without paging, 260 GB did not.",
        verify="RMF paging 0; ETR and buffer efficiency in the next session statistics.",
        back_out=_BACK,
        risk=Risk("low", "a little more read I/O; storage is returned."),
        prerequisites="Restart of the cluster (ASM) or of each nucleus (ALS, one by one).",
        effect="260 to 245 GB: ETR 1,254,222 to 1,463,546 (+17 %).",
        effect_conditions="31 ASM nuclei, read-only, Flash Express, zHPF on.",
        projection="Adabas model over cache sizes: stall per page operation against reads saved.",
        report=f"{RMF}; {CARDS}",
        on=DATABASE,
        platforms=(),
        check=_shrink,
        either=(("CLUCACHESIZE",), ("CDATAMAXS", "CASSOMAXS")),
        syntax={
            "CLUCACHESIZE": procedures.AREA_SIZE,
            "CDATAMAXS": procedures.CACHE_SIZES,
            "CASSOMAXS": procedures.CACHE_SIZES,
        },
        applying=procedures.SHARED_CACHE,
        applying_to={"CDATAMAXS": procedures.CACHES, "CASSOMAXS": procedures.CACHES},
    ),
    Rule(
        "ADA-014",
        "Page to Flash, not to disk",
        "Adabas",
        "tuning",
        "yes",
        "Page devices and paging rate of the nuclei's systems.",
        "Paging above 0 with page data sets on disk.",
        "A fault lasts about 1.1 ms on disk and near 0.1 ms on Flash, and stops a whole nucleus.",
        "Storage class memory for paging: IEASYSxx PAGESCM=ALL.",
        ("001, section 4.6, Table 11",),
        threshold="Any steady paging (001, 5.2: configure Adabas to avoid it).",
        verify="RMF PAGESP shows SCM in use; D ASM,SCM.",
        back_out="PAGESCM=NONE at the next IPL.",
        risk=Risk("low", "page data sets remain as overflow."),
        prerequisites="Flash Express or Virtual Flash Memory in the CPC; IPL.",
        effect="260 GB in 256 GB: 1,254,222 commands/s with Flash, 444,284 with disk.",
        effect_conditions="31 ASM nuclei, read-only, 3,000 users, zHPF on.",
        projection="Adabas model: stall per page operation; else the published pair.",
        report=f"{PAGESP}; {RMF}",
        on=DATABASE,
        check=_page_device,
        exposure="degradation",
        syntax={"PAGE_DEVICE": statements("CONFIG SCM(ALL),ONLINE", "IEASYSxx: PAGESCM=ALL")},
        applying=procedures.CLASS_MEMORY,
    ),
    Rule(
        "ADA-015",
        "Light paging to Flash may be worth it",
        "Adabas",
        "caveat",
        "yes",
        "Paging device and rate against buffer efficiency.",
        "Paging goes to Flash.",
        "A larger cache can outweigh light paging to Flash; zero paging with nearly the same cache "
        "is still better.",
        "Weigh cache size against paging on the model; tune to zero.",
        ("001, section 4.6", "001, section 5.2"),
        effect="188 GB without paging 971,380; 260 GB with 63,029 pages/s to Flash 1,254,222.",
        effect_conditions="31 ASM nuclei, read-only.",
        projection="Adabas model over cache sizes, in ADA-013.",
        guards=("ADA-013",),
        guard=_tolerable,
    ),
    Rule(
        "ADA-016",
        "Paging hurts more with many users",
        "Adabas",
        "interpretation",
        "yes",
        "Commands in progress (NU, NC) and the paging rate.",
        "Many users work in parallel.",
        "A fault delays every command in the nucleus, so its cost grows with the number of users "
        "that have a command outstanding.",
        "Read paging rates together with commands in progress.",
        ("001, section 4.6, Analysis",),
        projection="In the Adabas model: faults at the nucleus.",
        on=DATABASE,
    ),
    Rule(
        "ADA-021",
        "Back the shared cache with large pages",
        "Adabas ASM",
        "tuning",
        "yes",
        "LARGEPAGE or the page type, and CLUCACHESIZE.",
        "A shared cache of 1 GB or more on 4 KB pages.",
        "Larger frames need fewer address translations, so the space chain is held for a shorter "
        "time and fewer nuclei wait for it.",
        "LARGEPAGE=YES; LFAREA in IEASYSxx for fixed pages.",
        ("001, section 4.5, Tables 9 and 10", "001, section 5.2"),
        threshold="The tests ran with 188 GB; below 1 GB translation hardly matters.",
        verify="RMF paging report, 1 MB and 2 GB frames in use; ITR in the session statistics.",
        back_out="LARGEPAGE=NO and CASSOV64, CDATAV64 in place of L64 at the next start; LFAREA "
        "back at the next IPL.",
        risk=Risk("medium", "LFAREA takes storage from everybody else.", ("ADA-023",)),
        prerequisites="Adabas 8.2 SP1 (1 MB), 8.2 SP5 with zaps (2 GB); z/OS APAR OA40967; LFAREA.",
        effect="CPU per command −3.7 to −6.8 %; ETR −0.4 to −0.6 % (within noise).",
        effect_conditions="31 nuclei, 188 GB, read-only, no paging.",
        projection="Adabas model: multiplier by page type that shrinks with fewer nuclei.",
        report=CARDS,
        on=DATABASE,
        check=_large_pages,
        syntax={
            "LARGEPAGE": "ADARUN LARGEPAGE={value}",
            "PAGE_TYPE": procedures.LARGE_CACHES,
            "LFAREA_1M_GB": "IEASYSxx: LFAREA={lfarea}",
            "LFAREA_2G_GB": "IEASYSxx: LFAREA={lfarea}",
        },
        applying=procedures.LARGE_PAGES,
        applying_to={
            "LFAREA_1M_GB": procedures.LARGE_PAGES_AND_LFAREA,
            "LFAREA_2G_GB": procedures.LARGE_PAGES_AND_LFAREA,
        },
    ),
    Rule(
        "ADA-026",
        "Have the coupling facility track what the caches can hold",
        "Adabas ALS",
        "tuning",
        "yes",
        "CLUCACHEEXTRA against CDATAMAXS and CASSOMAXS.",
        "CLUCACHEEXTRA is fewer blocks than the caches of a nucleus could hold.",
        "A block that the coupling facility cannot track is not kept in the cache, however large "
        "that is.",
        "CLUCACHEEXTRA as computed, with directory entries for it in the structure.",
        (
            "001, section 4.1, Table 1",
            "https://documentation.softwareag.com/adabas/ada744mfr/adamf/operator/dirratio.htm",
        ),
        threshold="Caches larger than CLUCACHEEXTRA times the size of a Data Storage block.",
        verify="Buffer efficiency and reads in the session statistics; directory reclaims in RMF.",
        back_out="The former CLUCACHEEXTRA at the next start of the nuclei.",
        risk=Risk(
            "medium",
            "a cache structure with too few directory entries reuses them, and blocks whose entry "
            "is taken are read anew.",
        ),
        prerequisites="CF storage for the directory entries; restart of each nucleus.",
        projection="Adabas model: cache content limited by the blocks tracked.",
        report=CARDS,
        on=DATABASE,
        after=("CF-010",),
        check=_extra,
        syntax={"CLUCACHEEXTRA": "ADARUN CLUCACHEEXTRA={value}"},
        applying=procedures.TRACKED_BLOCKS,
    ),
)
