"""Adabas and real storage: paging, paging devices, large pages, LFAREA."""

from __future__ import annotations

from advisor.findings import Effect
from advisor.rules.adabas_common import (
    CARDS,
    DATABASE,
    RMF,
    SESSION,
    cache_settings,
    nuclei,
    paging_per_s,
    paging_still_measured,
    product,
    real_gb,
    scaled,
    spare_mb,
)
from advisor.rules.base import ZOS, Advice, Choice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.effects import arithmetic, published
from advisor.rules.subject import CannotTell, Subject
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
SHRINK = (0.98, 0.96, 0.94, 0.92, 0.9, 0.87, 0.84, 0.8, 0.75, 0.7)
LARGE_CACHE_MB = 1024
TESTED_NUCLEI = 31


def _cache_gb_per_system(subject: Subject, caches: dict[str, float]) -> float:
    total = sum(caches.values())
    if "CLUCACHESIZE" not in caches:
        total *= max(1.0, nuclei(subject) / max(1, len(subject.hosts())))
    return total / 1024


def _shrink(subject: Subject) -> Advice | str:
    paging = paging_per_s(subject)
    if paging <= 0:
        return f"{subject.name}: its systems do not page."
    caches = cache_settings(subject)
    if not caches:
        raise CannotTell(f"the cache sizes of {subject.name}", CARDS)
    real = real_gb(subject)
    held = _cache_gb_per_system(subject, caches)
    if held < CLOSE_SHARE * real:
        return (
            f"{subject.name}: caches take {held:.1f} of {real:g} GB, so the {paging:,.0f} pages/s "
            "are somebody else's."
        )
    unused = sum(_unused_lfarea(host) or 0.0 for host in subject.hosts()) / max(
        1, len(subject.hosts())
    )
    safe = SAFE_SHARE * (real - unused) / held
    room = FULLEST_SHARE * (real - unused)
    steps = [f for f in SHRINK if held * f <= room] or list(SHRINK[-1:])
    fallback = next((n for n, f in enumerate(steps) if f <= safe), len(steps) - 1)
    reached = [e for e in steps if e <= safe]
    storage = held * (1 - (reached[0] if reached else steps[-1])) * 1024
    return Advice(
        f"{paging:,.0f} pages/s while the caches of {subject.name} take {held:.1f} of {real:g} GB "
        "on a system: each fault stops the whole nucleus that meets it.",
        tuple(scaled(subject, caches, f) for f in steps),
        Choice(
            "paging_per_s",
            "less",
            within_pct=0.001,
            min_gain_pct=0.2,
            unprojected=fallback,
            keep="etr_per_s",
        ),
        effects=(
            arithmetic(
                "paging_per_s",
                "/s",
                paging,
                0.0,
                f"the overcommitted {storage:,.0f} MB are given back",
                low=0.0,
                high=paging * 0.2,
            ),
        ),
        distance=f"Published at 245 to 260 GB of cache in 256 GB; here {held:.0f} in {real:g} GB.",
    )


def _page_device(subject: Subject) -> Advice | str:
    hosts = [h for h in subject.hosts() if h.text("PAGE_DEVICE") is not None]
    if not hosts:
        raise CannotTell(f"the page devices of the systems of {subject.name}", PAGESP)
    paging = paging_per_s(subject)
    if paging <= 0:
        return f"{subject.name}: its systems do not page."
    slow = [h for h in hosts if h.text("PAGE_DEVICE") == "disk"]
    if not slow:
        return f"{subject.name}: paging goes to Flash."
    changes: tuple[Change, ...] = tuple(h.set("PAGE_DEVICE", "flash") for h in slow)
    return Advice(
        f"{paging:,.0f} pages/s go to page data sets on disk; a fault that lasts a millisecond "
        "stops every command of the nucleus.",
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
            "/s",
        )
    return arithmetic(
        "etr_per_s",
        "/s",
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
        raise CannotTell(f"LARGEPAGE or the page type of {subject.name}", CARDS)
    if pages not in (None, "4K pageable") or (pages is None and large):
        return f"{subject.name}: the shared cache is on large pages."
    size = subject.need("CLUCACHESIZE")
    if size < LARGE_CACHE_MB:
        return f"{subject.name}: {size:,.0f} MB of shared cache are too little for large pages."
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
        f"{size / 1024:,.0f} GB of shared cache on 4 KB pages make address translation and the "
        f"search of the space chain slower for {count} nuclei.",
        tuple(options),
        Choice("itr_per_cpu_s", within_pct=0.7, min_gain_pct=0.3),
        effects=(
            published(
                "cpu_per_command_us",
                before,
                (1 - 0.068 * share, 1 - 0.045 * share, 1 - 0.037 * share * 0.5),
                f"3.7 to 6.8 % less CPU per command with 31 nuclei, scaled to {count} (001, 4.5)",
                "us",
            ),
        ),
        distance=f"Published with 188 GB and 31 nuclei; here {size / 1024:.0f} GB and {count}.",
    )


def _fewer_nuclei(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    count = nuclei(subject)
    if count >= TESTED_NUCLEI:
        return None
    chain = subject.figure("cache_chain_contention")
    counted = f"; {chain:,.0f} were counted here" if chain is not None else ""
    return Qualify(
        f"The published gain came with 31 nuclei and 312.6 million space chain waits{counted}"
        f"; with {count} nuclei expect less."
    )


def _unused_lfarea(host: Subject) -> float | None:
    """GB of LFAREA reserved and not used, or ``None`` when no report says."""
    one, two = host.number("LFAREA_1M_GB"), host.number("LFAREA_2G_GB")
    used = host.number("LFAREA_USED_GB")
    if used is None:
        used = host.figure("lfarea_used_gb", "LFAREA_USED_GB")
    if (one is None and two is None) or used is None:
        return None
    return max(0.0, (one or 0.0) + (two or 0.0) - used)


def _pages(host: Subject) -> float | None:
    return host.figure("paging_per_s", "demand_paging_per_s", "page_ins_per_s")


def _lfarea(subject: Subject) -> Advice | str:
    unused = _unused_lfarea(subject)
    if unused is None:
        raise CannotTell(f"LFAREA reserved and used on {subject.name}")
    if unused < 1:
        return f"{subject.name}: LFAREA is used."
    paging = _pages(subject)
    if paging is None:
        raise CannotTell(f"the paging rate of {subject.name}", RMF)
    if paging <= 0:
        return f"{subject.name}: {unused:g} GB of LFAREA are unused, but nothing pages."
    paging_still_measured(subject)
    together = [
        h for h in subject.companions() if (_unused_lfarea(h) or 0) >= 1 and (_pages(h) or 0) > 0
    ]
    if together[0].id != subject.id:
        raise DoesNotApply(f"{subject.name} is treated together with {together[0].name}.")
    changes: list[Change] = []
    returned = 0.0
    for host in together:
        left = _unused_lfarea(host) or 0.0
        returned += left
        for name in ("LFAREA_2G_GB", "LFAREA_1M_GB"):
            value = host.number(name)
            if value and left > 0:
                cut = min(value, left)
                changes.append(host.set(name, value - cut))
                left -= cut
    names = " and ".join(h.name for h in together)
    return Advice(
        f"{returned:g} GB are reserved for large pages and unused on {names}, which page.",
        (tuple(changes),),
        effects=(
            arithmetic(
                "lfarea_unused_mb", "MB", returned * 1024, 0.0, "storage that 4 KB work gets back"
            ),
        ),
        distance="Published with 20 GB of 256 GB reserved in vain.",
    )


def _large_page_storage(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    for host in subject.hosts():
        unused = _unused_lfarea(host)
        if unused is not None and unused >= 1:
            return Qualify(
                f"{unused:g} GB of LFAREA on {host.name} are unused today; use them before more is "
                "reserved."
            )
    return Qualify(
        "LFAREA is taken from all 4 KB work at IPL: reserve what the cache needs and no more."
    )


def _acf_pages(subject: Subject) -> Advice | str:
    product(subject, "ALS", "single")
    if not any(subject.number(n) for n in ("CDATAMAXS", "CASSOMAXS")):
        raise DoesNotApply(f"{subject.name} has no cache spaces of the Caching Facility.")
    if paging_per_s(subject) > 0:
        return f"{subject.name}: its systems page, so no frames may be set aside."
    members = subject.linking("member")
    flags = [(m, m.flag("LARGEPAGE")) for m in members]
    small = [m for m, flag in flags if flag is False]
    if subject.flag("LARGEPAGE") is False:
        return Advice(
            f"Cache spaces of {subject.name} are on 4 KB pages.",
            ((subject.set("LARGEPAGE", True),),),
        )
    if not small:
        if any(flag for _, flag in flags) or subject.flag("LARGEPAGE"):
            return f"{subject.name}: LARGEPAGE=YES is in effect."
        raise CannotTell(f"LARGEPAGE of {subject.name}", CARDS)
    return Advice(
        f"Cache spaces of {len(small)} nuclei of {subject.name} are on 4 KB pages.",
        (tuple(m.set("LARGEPAGE", True) for m in small),),
    )


def _v64(subject: Subject) -> Advice | str:
    product(subject, "single", "ALS")
    if subject.number("CDATAMAXS"):
        return f"{subject.name}: cache spaces beside the buffer pool are defined."
    efficiency = subject.need_figure("buffer_efficiency")
    if efficiency >= 100:
        return f"{subject.name}: buffer efficiency {efficiency:.0f}, reads are rare."
    if paging_per_s(subject) > 0:
        return f"{subject.name}: its systems page, so no cache may be added."
    spare = spare_mb(subject) * max(1, len(subject.hosts())) / nuclei(subject)
    sizes = [int(spare * f) for f in (0.25, 0.5, 0.75, 0.9)]
    if sizes[-1] < 256:
        return f"{subject.name}: no storage is spare for a cache space."
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
        f"Buffer efficiency {efficiency:.1f} from the 31-bit buffer pool alone, with "
        f"{spare / 1024:.1f} GB of real storage spare for each nucleus.",
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
        risk="low: storage that is free today; watch paging.",
        prerequisites="Licence of the Caching Facility; MEMLIMIT; restart.",
        effect="Physical reads greatly reduced (no separate figure).",
        effect_conditions="One cache space each for ASSO and DATA in all ALS runs.",
        projection="Adabas model: hit rate of private caches.",
        report=f"{SESSION}; {RMF}",
        on=DATABASE,
        check=_v64,
        syntax={
            "V64BIT": "ADARUN V64BIT={value}",
            "CMAXCSPS": "ADARUN CMAXCSPS={value}",
            "CASSOMAXS": "ADARUN CASSOMAXS={value}M",
            "CDATAMAXS": "ADARUN CDATAMAXS={value}M",
        },
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
        risk="low: a little more read I/O; storage is returned.",
        prerequisites="Restart of the cluster (ASM) or of each nucleus (ALS, one by one).",
        effect="260 to 245 GB: ETR 1,254,222 to 1,463,546 (+17 %).",
        effect_conditions="31 ASM nuclei, read-only, Flash Express, zHPF on.",
        projection="Adabas model over cache sizes: stall per page operation against reads saved.",
        report=f"{RMF}; {CARDS}",
        on=DATABASE,
        platforms=(),
        check=_shrink,
        syntax={
            "CLUCACHESIZE": "ADARUN CLUCACHESIZE={value}M",
            "CDATAMAXS": "ADARUN CDATAMAXS={value}M",
            "CASSOMAXS": "ADARUN CASSOMAXS={value}M",
        },
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
        risk="low: page data sets remain as overflow.",
        effort="hardware",
        prerequisites="Flash Express or Virtual Flash Memory in the CPC; IPL.",
        effect="260 GB in 256 GB: 1,254,222 commands/s with Flash, 444,284 with disk.",
        effect_conditions="31 ASM nuclei, read-only, 3,000 users, zHPF on.",
        projection="Adabas model: stall per page operation; else the published pair.",
        report=f"{PAGESP}; {RMF}",
        on=DATABASE,
        check=_page_device,
        exposure="degradation",
        syntax={"PAGE_DEVICE": "IEASYSxx PAGESCM=ALL   /* paging to {value} */"},
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
        back_out="LARGEPAGE=NO at the next start; LFAREA back at the next IPL.",
        risk="medium: LFAREA takes storage from everybody else (ADA-023).",
        effort="ipl",
        prerequisites="Adabas 8.2 SP1 (1 MB), 8.2 SP5 with zaps (2 GB); z/OS APAR OA40967; LFAREA.",
        effect="CPU per command -3.7 to -6.8 %; ETR -0.4 to -0.6 % (within noise).",
        effect_conditions="31 nuclei, 188 GB, read-only, no paging.",
        projection="Adabas model: multiplier by page type that shrinks with fewer nuclei.",
        report=CARDS,
        on=DATABASE,
        check=_large_pages,
        syntax={
            "LARGEPAGE": "ADARUN LARGEPAGE={value}",
            "PAGE_TYPE": "cache space on {value} frames",
            "LFAREA_1M_GB": "IEASYSxx LFAREA={lfarea}",
            "LFAREA_2G_GB": "IEASYSxx LFAREA={lfarea}",
        },
    ),
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
        risk="medium: jobs that ask for large pages later fall back to 4 KB.",
        effort="ipl",
        prerequisites="IPL.",
        effect="With 20 GB unused, paging to Flash rose from 63 to about 195 thousand pages/s.",
        effect_conditions="260 GB of cache in 256 GB.",
        projection="Adabas model: real storage without the unused LFAREA.",
        report="D VIRTSTOR,LFAREA; RMF paging, 1 MB and 2 GB frames",
        on=("lpar",),
        platforms=ZOS,
        check=_lfarea,
        guards=("ADA-021", "JAV-001", "JAV-002", "DB2-021"),
        guard=_large_page_storage,
        syntax={
            "LFAREA_1M_GB": "IEASYSxx LFAREA={lfarea}",
            "LFAREA_2G_GB": "IEASYSxx LFAREA={lfarea}",
        },
    ),
    Rule(
        "ADA-024",
        "Large pages for Caching Facility spaces",
        "Adabas",
        "tuning",
        "no",
        "LARGEPAGE of nuclei with cache spaces.",
        "LARGEPAGE=NO with cache spaces defined.",
        "What helps the shared cache of ASM may help private cache spaces as well.",
        "LARGEPAGE=YES.",
        ("001, section 5.2",),
        threshold="LARGEPAGE=NO on systems that do not page.",
        verify="ITR before and after in the session statistics.",
        back_out="LARGEPAGE=NO at the next start.",
        risk="medium: LFAREA as in ADA-023.",
        prerequisites="Adabas 8.2 SP1; LFAREA.",
        effect="None: not tested.",
        projection="not projected: large pages for private cache spaces were never measured",
        report=CARDS,
        on=DATABASE,
        check=_acf_pages,
        syntax={"LARGEPAGE": "ADARUN LARGEPAGE={value}"},
    ),
)
