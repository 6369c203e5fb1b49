"""Paging of z/OS systems as a whole."""

from __future__ import annotations

import math
from collections.abc import Sequence

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, Choice, DoesNotApply, Rule
from advisor.rules.catalogue.adabas.common import RMF, paging_still_measured
from advisor.rules.catalogue.zos import procedures
from advisor.rules.effects import arithmetic, manual
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, Sentence, counted, listed, say
from model.topology import Change

REAL_PER_CACHE = 256 / 245
FRAMES_A_GB = 2**18
LEAST_STEP = 1.03
"""The smallest amount of storage that is proposed, as a multiple of what there is."""
MORE_STEPS = (LEAST_STEP, 1.05, 1.08, 1.12, 1.2, 1.35, 1.5)
"""Amounts of storage that are tried against paging, as multiples of what there is."""
LITTLE_PAGING_PER_S = 10.0
"""Paging that an interval's average of free frames may stand beside (practice)."""


def _held_gb(subject: Subject) -> float:
    """Caches of databases with nuclei on this system, GB on this system."""
    total = 0.0
    for database in subject.peers("adabas_database"):
        members = database.linking("member")
        here = [m for m in members if (h := m.container("lpar")) and h.id == subject.id]
        if not here:
            continue
        shared = database.number("CLUCACHESIZE") or 0.0
        private = sum(database.number(n) or 0.0 for n in ("CDATAMAXS", "CASSOMAXS"))
        total += (shared if database.text("PRODUCT") == "ASM" else private * len(here)) / 1024
    return total


def held_share(subject: Subject, real_gb: float) -> float:
    """What caches of databases on this system need, as a multiple of its storage."""
    return _held_gb(subject) * REAL_PER_CACHE / real_gb


def serving(held: float, steps: Sequence[float] = MORE_STEPS) -> int:
    """Which of the multiples ``steps`` such a one fits in; the largest where none does."""
    return next((n for n, f in enumerate(steps) if f >= held), len(steps) - 1)


def paging_of(subject: Subject) -> float | None:
    """The rate at which a system pages, a second; ``None`` where no report says it."""
    return subject.figure("demand_paging_per_s", "paging_per_s", "page_ins_per_s")


UNKNOWN_AMOUNT = (
    "Where no model projects the paging nothing tells how much is enough: the storage named is the "
    "smallest step, to be measured and repeated."
)
FELT_PCT = 1.0
"""Share of samples from which work is said to wait for storage."""


def without_paging(subject: Subject) -> tuple[str, ...]:
    """The rules that say how much storage ends paging; those of single subsystems point to them.

    Caches of Adabas are made smaller only where there is an Adabas.
    """
    return (*(("ADA-013",) if subject.peers("adabas_database") else ()), "ZOS-001")


def _waiting(subject: Subject, systems: Sequence[Subject]) -> tuple[Sentence, ...]:
    """Which work waits for storage on systems that page, where Monitor III's records say it."""
    shares = [
        (share, work.name, host.name)
        for host in systems
        for work in subject.peers("service_class")
        if (share := work.figure(f"storage_delay_pct.{host.name}")) is not None
    ]
    if not shares:
        return ()
    share, work, system = max(shares)
    if share < FELT_PCT:
        return (
            say(
                "No service class waits for storage in {felt:.0f} % of its samples or more.",
                felt=FELT_PCT,
            ),
        )
    return (
        say(
            "Most of all waits {work}: for storage in {share:.0f} % of its samples on {system}.",
            work=Name(work),
            share=share,
            system=Name(system),
        ),
    )


def _enough(subject: Subject, rate: float) -> str:
    """Why a system that pages needs no storage: more is free than it would get; empty where not.

    An average of free frames tells nothing of a peak, so that it counts where little is paged.
    """
    least = subject.figure("available_frames_min")
    if least is None and rate < LITTLE_PAGING_PER_S:
        least = subject.figure("available_frames")
    real = subject.number("REAL_STORAGE_GB")
    if least is None or real is None or least < (LEAST_STEP - 1) * real * FRAMES_A_GB:
        return ""
    return subject.say(
        "{name} pages {rate:,.1f} times a second with {free:,.1f} GB free (from {least:.0%} of "
        "{real:,.0f} GB on, more would only be free as well): what was paged out earlier comes "
        "back.",
        rate=rate,
        free=least / FRAMES_A_GB,
        least=LEAST_STEP - 1,
        real=real,
    )


def _system(subject: Subject) -> Advice | str:
    rate = paging_of(subject)
    if rate is None:
        raise CannotTell(subject.say("the paging rate of {name}"))
    if rate <= 0:
        return subject.say("{name} does not page (any paging is looked into).")
    paging_still_measured(subject)
    if enough := _enough(subject, rate):
        return enough
    together = [
        h for h in subject.companions() if (r := paging_of(h) or 0.0) > 0 and not _enough(h, r)
    ]
    if together[0].id != subject.id:
        raise DoesNotApply(
            subject.say("{name} is treated together with {name2}.", name2=Name(together[0].name))
        )
    options: list[tuple[Change, ...]] = []
    pick, held = 0, 0.0
    sizes = [(h, h.number("REAL_STORAGE_GB")) for h in together]
    known = [(h, real) for h, real in sizes if real is not None]
    if known:
        options = [
            tuple(h.set("REAL_STORAGE_GB", math.ceil(real * f)) for h, real in known)
            for f in MORE_STEPS
        ]
        held = max(held_share(h, real) for h, real in known)
        pick = serving(held)
    total = sum(paging_of(h) or 0.0 for h in together)
    return Advice(
        counted(
            "{names} pages {total} times a second.",
            "{names} page {total} times a second.",
            n=len(together),
            names=listed([Name(h.name) for h in together]),
            total=say("{total:,.0f}", total=total)
            if total >= 100
            else say("{total:,.1f}", total=total),
        ),
        tuple(options),
        Choice("paging_per_s", "less", within_pct=2.0, min_gain_pct=1.0, unprojected=pick),
        texts=()
        if options
        else (
            manual(subject.id, "REAL_STORAGE_GB", "More real storage, or smaller caches and pools"),
        ),
        effects=(
            arithmetic(
                "paging_per_s",
                total,
                0.0,
                "enough real storage pages nothing",
                high=0.05 * total if held > 1 else total,
            ),
        ),
        caveats=() if held > 1 or not options else (UNKNOWN_AMOUNT,),
        awaits=""
        if options
        else say(
            "how much real storage {names} has (RMF paging activity, or D M=STOR), and so how much "
            "more it takes",
            names=listed([Name(h.name) for h in together]),
        ),
        notes=(
            *_waiting(subject, together),
            *(
                ["Shrinking what takes most storage does the same without hardware (ADA-013)."]
                if subject.peers("adabas_database")
                else []
            ),
        ),
        distance="Published for CICS: 92.8 to 1.9 pages/s took response from 29 to 1 ms.",
    )


RULES = (
    Rule(
        "ZOS-001",
        "z/OS systems should not page",
        "z/OS paging",
        "threshold",
        "yes",
        "Demand paging, page-ins and available frames of the system.",
        "Any steady paging.",
        "A page fault stops the task that meets it, and what waits behind it.",
        "Real storage as computed, or smaller consumers.",
        ("003, chapter 1", "003, section 4.1.2"),
        threshold="003: CPU and response improve when all paging is avoided. Where 3 % of the "
        "storage stay free, at least or beside fewer than 10 pages a second, more would only be "
        "free as well (practice).",
        verify="RMF PAGING; Overview DEMPAGE, PFAULTS, AVGAVAIL.",
        back_out="The former storage.",
        risk=Risk("low", "storage can be taken back at IPL."),
        prerequisites="Storage in the CPC; reserved storage for CONFIG ONLINE.",
        effect="CICS: 92.8 to 1.9 pages/s, response 29 to 1 ms.",
        effect_conditions="17 CICS regions.",
        projection="Paging in the models that share the system; amount by their response.",
        report=RMF,
        on=("lpar",),
        platforms=ZOS,
        check=_system,
        exposure="degradation",
        syntax=procedures.STORAGE_OF_LPAR,
        undo=procedures.BACK_TO_STORAGE,
        at_least=("REAL_STORAGE_GB",),
        unsettles=(
            "CIZ-001",
            "CIZ-002",
            "CIZ-004",
            "CIZ-005",
            "CIZ-012",
            "DB2-009",
            "DMP-101",
            "IMS-010",
            "STG-001",
        ),
        applying=procedures.STORAGE,
    ),
)
