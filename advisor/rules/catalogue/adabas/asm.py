"""Adabas Parallel Services (ASM): nuclei, the shared cache, and what goes into it."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, Choice, DoesNotApply, HeldBack, Rule
from advisor.rules.catalogue.adabas import procedures
from advisor.rules.catalogue.adabas.common import (
    CARDS,
    DATABASE,
    ONE_CP_BUSY_PCT,
    RMF,
    SESSION,
    counts_above,
    counts_below,
    nuclei,
    nucleus_busy_pct,
    paging_per_s,
    product,
    real_gb,
    spare_mb,
    thread_evenness,
    with_nuclei,
)
from advisor.rules.subject import CannotTell, Subject
from model.language import say
from model.topology import Change

MOST_TESTED_ASM = 24
CROWD = 16
TESTED_LBP_MB = 100
EVEN_THREADS = 0.7
GOOD_EFFICIENCY = 100.0
"""From here 99 % of the block accesses are hits (h = 1 - 1/e) and more cache saves little."""


def cache_steps(subject: Subject, now: float) -> tuple[tuple[Change, ...], ...]:
    """Larger shared caches that fit the storage that is spare; CannotTell without that figure."""
    most = now + 0.9 * spare_mb(subject)
    steps = sorted({f for f in (1.05, 1.1, 1.2, 1.35, 1.5, 2.0, 3.0) if now * f <= most})
    sizes = [int(now * f) for f in steps]
    if most > now * 1.05 and int(most) not in sizes:
        sizes.append(int(most))
    return tuple((subject.set("CLUCACHESIZE", size),) for size in sizes)


def _more_nuclei(subject: Subject) -> Advice | str:
    product(subject, "ASM")
    now = nuclei(subject)
    if now >= MOST_TESTED_ASM:
        return subject.say(
            "{name}: {now} nuclei; more were not faster in the published runs (from 24 on).",
            now=now,
        )
    busy = nucleus_busy_pct(subject)
    if busy < ONE_CP_BUSY_PCT:
        return subject.say(
            "{name}: the busiest nucleus uses {busy:.0f} % of one CP as measured (from {limit:g} % "
            "the CP is its limit).",
            busy=busy,
            limit=ONE_CP_BUSY_PCT,
        )
    return Advice(
        subject.say(
            "Nuclei of {name} use {busy:.0f} % of one CP each as measured, the most a single task "
            "can.",
            busy=busy,
        ),
        tuple(with_nuclei(subject, n) for n in counts_above(now, MOST_TESTED_ASM)),
        Choice(within_pct=2.0),
        distance=say(
            "Published for 2 to 31 nuclei on one LPAR of 36 CPs; this cluster has {now}.", now=now
        ),
    )


def _shared_cache(subject: Subject) -> Advice | str:
    product(subject, "ASM")
    members = subject.linking("member")
    shared = subject.need("CLUCACHESIZE")
    pools = [(m, m.number("LBP")) for m in members]
    private = [(m, size) for m, size in pools if size is not None]
    if not private:
        raise CannotTell(subject.say("LBP of the nuclei of {name}"), CARDS)
    movable = sum(max(0.0, size - TESTED_LBP_MB) for _, size in private)
    held = sum(size for _, size in private)
    if movable < 0.1 * (held + shared):
        return subject.say(
            "{name}: {shared:.0%} of the buffers are shared (from a tenth on that could move, "
            "it is worth it).",
            shared=shared / (held + shared),
        )
    changes: list[Change] = [
        m.set("LBP", TESTED_LBP_MB) for m, size in private if size > TESTED_LBP_MB
    ]
    changes.append(subject.set("CLUCACHESIZE", int(shared + movable)))
    return Advice(
        say(
            "{held:,.0f} MB sit in private pools that hold the same blocks several times; "
            "{movable:,.0f} MB of them do more in the shared cache of {shared:,.0f} MB.",
            held=held,
            movable=movable,
            shared=shared,
        ),
        (tuple(changes),),
    )


def _unchanged(subject: Subject) -> Advice | str:
    product(subject, "ASM")
    if subject.need_flag("CLUCACHEUNCHANGED"):
        return subject.say("{name}: unchanged blocks are kept in the shared cache.")
    return Advice(
        subject.say(
            "The shared cache of {name} keeps only updated blocks, so every "
            "nucleus reads unchanged ones for itself."
        ),
        ((subject.set("CLUCACHEUNCHANGED", True),),),
    )


def _crowded(subject: Subject) -> Advice | str:
    product(subject, "ASM")
    now = nuclei(subject)
    if now < CROWD:
        return subject.say("{name}: {now} nuclei, fewer than {crowd}.", now=now, crowd=CROWD)
    even = thread_evenness(subject)
    if even is None:
        raise CannotTell(subject.say("commands by thread of {name}"), SESSION)
    if even < EVEN_THREADS:
        return subject.say(
            "{name}: threads are unevenly used ({even:.2f}), some are free (from 0.7 on they "
            "are evenly used).",
            even=even,
        )
    size = subject.need("CLUCACHESIZE")
    options = cache_steps(subject, size) if paging_per_s(subject) <= 0 else ()
    why = say(
        "All threads of {now} nuclei are used evenly ({even:.2f}): they "
        "wait for reads, and nuclei added to them only wait as well.",
        now=now,
        even=even,
    )
    if options:
        return Advice(why, options)
    fewer = counts_below(now, 8)
    return Advice(
        say(
            "{why} No storage is spare for a larger cache; fewer nuclei use less CPU per command.",
            why=why,
        ),
        tuple(with_nuclei(subject, n) for n in fewer),
        Choice("itr_per_cpu_s", keep="etr_per_s", unprojected=None),
    )


def _larger_cache(subject: Subject) -> Advice | str:
    product(subject, "ASM")
    paging = paging_per_s(subject)
    efficiency = subject.need_figure("buffer_efficiency")
    if efficiency >= GOOD_EFFICIENCY:
        return subject.say(
            "{name}: buffer efficiency {efficiency:.0f}, reads are rare (below 100 they are many).",
            efficiency=efficiency,
        )
    if paging > 0:
        raise HeldBack(subject.say("{name}: its systems page, so no cache may grow (see ADA-013)."))
    size = subject.need("CLUCACHESIZE")
    if subject.flag("CLUCACHEUNCHANGED") is False:
        raise DoesNotApply(subject.say("{name}: unchanged blocks must be cached first (ADA-009)."))
    options = cache_steps(subject, size)
    if not options:
        raise HeldBack(
            subject.say("{name}: the systems have no storage to spare for a larger cache.")
        )
    real = real_gb(subject)
    return Advice(
        say(
            "Buffer efficiency {efficiency:.1f} (hit rate {value:.1%}) with {size:.1f} GB of "
            "shared cache in {real:,g} GB of storage that is not all used.",
            efficiency=efficiency,
            value=1 - 1 / efficiency,
            size=size / 1024,
            real=real,
        ),
        options,
        distance="Published for 188 to 260 GB of cache; efficiency grew nearly linearly.",
    )


RULES = (
    Rule(
        "ADA-007",
        "Add ASM nuclei while they are bound by one CP",
        "Adabas ASM",
        "tuning",
        "yes",
        "CPU of each nucleus against one CP, and the number of nuclei.",
        "Nuclei at 90 % or more of one CP (or bound by WORK/PLOG writes), fewer than 24 of them.",
        "A nucleus is a single task and writes one WORK and one PLOG block at a time; only more "
        "nuclei do more at once.",
        "Start further nuclei with their own NUCID, WORK and PLOG.",
        ("001, section 4.2, Table 4", "001, section 5.2"),
        threshold="001, 4.2: individual nuclei peaked at 100 % of one CP up to 12 nuclei; scaling "
        "to 24.",
        verify="RMF CPU per address space under 90 % of one CP; ETR in the session statistics.",
        back_out="End the added nuclei (ADAEND).",
        risk=Risk("medium", "more private storage per nucleus leaves less for the shared cache."),
        prerequisites="Idle CPs in the LPAR; WORK/PLOG data sets.",
        effect="ETR 86,435 with 2 nuclei, 422,519 with 8, 672,070 with 16.",
        effect_conditions="One LPAR of 36 CPs and 256 GB, zHPF off, 3,000 users, 5.2 % updates.",
        projection="Adabas model over the number of nuclei; the smallest count within 2 % of best.",
        report=SESSION,
        on=DATABASE,
        check=_more_nuclei,
        syntax={"NUCLEI": procedures.added_nuclei("LOCAL")},
        undo={"NUCLEI": procedures.ENDED_NUCLEUS},
        applying=procedures.NUCLEUS_BESIDE,
    ),
    Rule(
        "ADA-008",
        "Put memory into the shared cache",
        "Adabas ASM",
        "tuning",
        "yes",
        "LBP of every nucleus against CLUCACHESIZE.",
        "A tenth or more of all buffers could move from private pools to the shared cache.",
        "A block in the shared cache serves all nuclei; in private pools it is held many times.",
        "LBP=100M for each nucleus, the difference to CLUCACHESIZE.",
        ("001, section 5.2",),
        threshold="001, 5.2: private pools just large enough for smooth operation; 100 MB there.",
        verify="Cluster buffer efficiency in the next session statistics.",
        back_out="Restore LBP and CLUCACHESIZE at the next start of the cluster.",
        risk=Risk(
            "low", "the total stays the same; watch each nucleus's own pool for flush limits."
        ),
        prerequisites="Restart of the cluster; CLUCACHEUNCHANGED=YES (ADA-009).",
        effect="31 nuclei: 859,693 commands/s with a shared cache, 337,731 with private ones.",
        effect_conditions="Different systems (ASM on one LPAR, ALS on two), so an indication only.",
        projection="Adabas model: one shared cache in place of n private ones.",
        report=CARDS,
        on=DATABASE,
        check=_shared_cache,
        syntax=dict.fromkeys(("LBP", "CLUCACHESIZE"), procedures.AREA_SIZE),
        applying=procedures.SHARED_CACHE,
    ),
    Rule(
        "ADA-009",
        "Cache unchanged blocks too",
        "Adabas ASM",
        "config-check",
        "partial",
        "CLUCACHEUNCHANGED.",
        "CLUCACHEUNCHANGED=NO.",
        "With NO the shared cache serves updates only and reads are not shared.",
        "CLUCACHEUNCHANGED=YES.",
        ("001, section 5.2", "001, section 4.4"),
        threshold="001, 5.2: configure the cache to store unchanged blocks.",
        verify="Cluster buffer efficiency in the next session statistics.",
        back_out="CLUCACHEUNCHANGED=NO at the next start of the cluster.",
        risk=Risk("low", "the cache must be large enough for both.", ("ADA-011",)),
        prerequisites="CLUCACHESIZE well above the updated blocks alone; restart of the cluster.",
        effect="ETR 88,045 (NO, 0.5 GB) against 859,693 (YES, 200 GB).",
        effect_conditions="Different command mix and cache size: no figure for the setting alone.",
        projection="Adabas model, by way of the hit rate.",
        report=CARDS,
        on=DATABASE,
        check=_unchanged,
        exposure="degradation",
        syntax={"CLUCACHEUNCHANGED": "ADARUN CLUCACHEUNCHANGED={value}"},
        applying=procedures.UNCHANGED,
    ),
    Rule(
        "ADA-010",
        "Sixteen or more waiting nuclei: do not add",
        "Adabas ASM",
        "threshold",
        "yes",
        "Number of nuclei, commands by thread, storage left.",
        "16 or more nuclei whose threads are evenly used.",
        "When every thread waits for reads, further nuclei change nothing but CPU per command.",
        "A larger CLUCACHESIZE where storage is spare, else fewer nuclei.",
        ("001, section 4.2",),
        threshold="001, 4.2: I/O-bound from 16 nuclei; ETR within 3 % from 24 to 31.",
        verify="Buffer efficiency and commands by thread in the next session statistics.",
        back_out="Restore CLUCACHESIZE (or start the nuclei again).",
        risk=Risk("low", "watch paging when the cache grows."),
        prerequisites="Free real storage; restart of the cluster.",
        effect="ETR within 3 % from 24 to 31 nuclei.",
        effect_conditions="One LPAR of 36 CPs, 200 to 206 GB cache.",
        projection="Adabas model over cache sizes or fewer nuclei.",
        report=SESSION,
        on=DATABASE,
        check=_crowded,
        either=(("CLUCACHESIZE",), ("NUCLEI",)),
        syntax={
            "NUCLEI": procedures.ENDED_NUCLEUS,
            "CLUCACHESIZE": procedures.AREA_SIZE,
        },
        undo={"NUCLEI": procedures.STARTED_AGAIN},
        applying=procedures.SHARED_CACHE,
        applying_to={"NUCLEI": procedures.FEWER_NUCLEI},
    ),
    Rule(
        "ADA-011",
        "Use spare storage for the shared cache",
        "Adabas ASM",
        "tuning",
        "yes",
        "Buffer efficiency, CLUCACHESIZE, available frames and paging.",
        "No paging, spare real storage, buffer efficiency below 100.",
        "Buffer efficiency grows nearly in proportion to the shared cache's size, and reads fall "
        "with it.",
        "CLUCACHESIZE up to what stays free of paging.",
        ("001, section 4.8, Chart 15", "001, section 4.3"),
        threshold="Below efficiency 100 more than 1 % of the accesses are reads (h = 1 - 1/e).",
        verify="Buffer efficiency up, paging still 0 (RMF) after the change.",
        back_out="The former CLUCACHESIZE at the next start of the cluster.",
        risk=Risk("medium", "a cache close to real storage pages as soon as others grow."),
        prerequisites="Free real storage as RMF shows it; restart of the cluster.",
        effect="245 GB reached a higher ETR than 200 GB (other parameters differed too).",
        effect_conditions="28 nuclei, one LPAR of 256 GB, light paging to Flash Express.",
        projection="Adabas model: efficiency linear in size, h = 1 - 1/e.",
        report=f"{SESSION}; {RMF}",
        on=DATABASE,
        check=_larger_cache,
        syntax={"CLUCACHESIZE": procedures.AREA_SIZE},
        applying=procedures.SHARED_CACHE,
    ),
)
