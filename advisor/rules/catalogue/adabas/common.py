"""What the Adabas rules share: cluster members, storage left on their systems, amounts to try."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TypedDict

from advisor.findings import ChangeText
from advisor.rules.base import DoesNotApply, Given
from advisor.rules.commands import statements
from advisor.rules.measured import still_measured
from advisor.rules.subject import CannotTell, Subject
from model.hardware.dasd import DATA_BLOCK_BYTES
from model.language import Keyword, joined, mark, say
from model.subsystems.adabas.directory import FULL
from model.topology import Change

DATABASE = ("adabas_database",)
SESSION = "Adabas end-of-session statistics of every nucleus"
CARDS = "the ADARUN cards of every nucleus"
RMF = "RMF paging activity (available frames, paging rate) of the nuclei's systems"
ONE_CP_BUSY_PCT = 90.0
"""A nucleus is one task; from here its CP is its limit (001, 4.1: peaks at 100 %)."""
FRAME_BYTES = 4096
HOLD_STORAGE = (
    "REAL_STORAGE_GB",
    "LFAREA_1M_GB",
    "LFAREA_2G_GB",
    "CDATAMAXS",
    "CASSOMAXS",
    "CLUCACHESIZE",
    "NUCLEI",
    "LBP",
)
"""Settings that say how much storage there is or is taken; paging follows them."""
TRACKED_ROOM = 1.05
"""Caches hold as much more than is tracked, as blocks of the Associator are smaller."""
LEAST_SHARE = 0.3
"""No caches are made smaller than this part of today's in one step."""
RESERVE_SHARE = 0.05
"""Part of real storage that stays free whatever is advised."""


def product(subject: Subject, *wanted: str) -> None:
    """Only databases run by one of the products. Raises CannotTell or DoesNotApply."""
    found = subject.need_text("PRODUCT")
    if found not in wanted:
        raise DoesNotApply(subject.say("{name} runs as {found}.", found=found))


def nuclei(subject: Subject) -> int:
    """How many nuclei run. Raises CannotTell."""
    stated = subject.number("NUCLEI")
    if stated is None:
        members = subject.linking("member")
        if not members:
            raise CannotTell(subject.say("NUCLEI of {name}"), CARDS)
        return len(members)
    return int(stated)


def nucleus_busy_pct(subject: Subject) -> float:
    """How busy the busiest nucleus keeps one CP. Raises CannotTell."""
    seen = [m.figure("cp_busy_pct") for m in subject.linking("member")]
    known = [busy for busy in seen if busy is not None]
    if known:
        return max(known)
    own = subject.figure("cp_busy_pct")
    if own is not None:
        return own
    cpu, seconds = subject.figure("cpu_s"), subject.figure("duration_s")
    if cpu is None or not seconds:
        raise CannotTell(subject.say("CPU time of the nuclei of {name}"), SESSION)
    return 100.0 * cpu / seconds / nuclei(subject)


def thread_evenness(subject: Subject) -> float | None:
    """Least over most commands of a thread (1.0: all threads work alike), or ``None``."""
    ratios = []
    for source in (*subject.linking("member"), subject):
        most, least = source.figure("thread_commands_max"), source.figure("thread_commands_min")
        if most and least is not None:
            ratios.append(least / most)
    return min(ratios) if ratios else None


def paging_still_measured(host: Subject, what: str = "paging") -> None:
    """Whether the system's paging was measured with the storage and caches it has now.

    Raises CannotTell where they were changed afterwards: what paged then says nothing of now.
    ``what`` names another figure that follows the storage.
    """
    holders = [host]
    for database in host.peers("adabas_database"):
        if any(h.id == host.id for h in database.hosts()):
            holders += [database, *database.linking("member")]
    still_measured(host, holders, HOLD_STORAGE, what, RMF)


def paging_per_s(subject: Subject) -> float:
    """The paging rate that the database sees: the worst of its systems. Raises CannotTell."""
    rates = []
    for host in (*subject.hosts(), subject):
        rate = host.figure("paging_per_s", "demand_paging_per_s", "page_ins_per_s")
        if rate is not None:
            rates.append(rate)
    if not rates:
        raise CannotTell(subject.say("the paging rate of the systems of {name}"), RMF)
    return max(rates)


def spare_mb(subject: Subject) -> float:
    """Real storage that could be given to caches on each system, MB. Raises CannotTell."""
    found = []
    for host in subject.hosts():
        frames = host.figure("available_frames")
        if frames is None:
            continue
        real = host.number("REAL_STORAGE_GB") or 0.0
        found.append(frames * FRAME_BYTES / 2**20 - RESERVE_SHARE * real * 1024)
    if not found:
        raise CannotTell(subject.say("available frames on the systems of {name}"), RMF)
    return max(0.0, min(found))


def real_gb(subject: Subject) -> float:
    """Central storage of the smallest of the database's systems, GB. Raises CannotTell."""
    found = [host.number("REAL_STORAGE_GB") for host in subject.hosts()]
    known = [value for value in found if value is not None]
    if not known:
        raise CannotTell(subject.say("central storage of the systems of {name}"), RMF)
    return min(known)


def cache_settings(subject: Subject) -> dict[str, float]:
    """The cache settings of the database by name, MB (per nucleus for the Caching Facility)."""
    names = ("CLUCACHESIZE",) if subject.text("PRODUCT") == "ASM" else ("CDATAMAXS", "CASSOMAXS")
    found = {name: subject.number(name) for name in names}
    return {name: value for name, value in found.items() if value is not None and value > 0}


def cache_hits(subject: Subject) -> tuple[str, ...]:
    """What the Caching Facility itself says of its cache spaces, where its summary is there."""
    found = []
    for source in (subject, *subject.linking("member")):
        hits = source.by_part("acf_hit_pct")
        if hits:
            shares = joined(
                (
                    say("{share:.0f} % of {part}", share=share, part=part)
                    for part, share in hits.items()
                ),
                ", ",
            )
            found.append(
                say(
                    "Cache spaces of {source_name} serve {shares} reads today.",
                    source_name=source.called,
                    shares=shares,
                )
            )
    return tuple(found)


def scaled(subject: Subject, caches: dict[str, float], factor: float) -> tuple[Change, ...]:
    """The caches multiplied by a factor, in whole MB."""
    return tuple(subject.set(name, int(value * factor)) for name, value in caches.items())


def tracked_mb(subject: Subject) -> float | None:
    """How much of a nucleus's caches CLUCACHEEXTRA has the coupling facility track, MB.

    What a cache could hold beyond that is not kept (001, section 4.1). ``None`` where nothing
    limits them.
    """
    blocks = subject.number("CLUCACHEEXTRA")
    if blocks is None or subject.text("PRODUCT") != "ALS":
        return None
    return blocks * DATA_BLOCK_BYTES / 2**20


def useful_mb(subject: Subject) -> float | None:
    """The largest private caches that all serve, MB for each nucleus; ``None`` without a limit."""
    tracked = tracked_mb(subject)
    return None if tracked is None else tracked * TRACKED_ROOM


def with_nuclei(subject: Subject, count: int, part: float = 1.0) -> tuple[Change, ...]:
    """Another number of nuclei; private caches together take this part of today's storage.

    They become smaller where CLUCACHEEXTRA lets no more of them serve, and before nuclei are added:
    all of them at today's size would not fit.
    """
    changes: list[Change] = [subject.set("NUCLEI", count)]
    if subject.text("PRODUCT") == "ALS":
        caches, useful = cache_settings(subject), useful_mb(subject)
        share = part * nuclei(subject) / count
        if useful is not None and caches:
            share = min(share, max(useful / sum(caches.values()), LEAST_SHARE))
        sized = scaled(subject, caches, share)
        changes = [*sized, *changes] if share < 1.0 else [*changes, *sized]
    return tuple(changes)


def counts_above(now: int, most: int) -> tuple[int, ...]:
    """Numbers of nuclei worth trying above ``now``: by one, then in growing steps."""
    tried = sorted({now + 1, now + 2, now + 4, now + 6, now + 8, now + 12, most})
    return tuple(n for n in tried if now < n <= most)


def counts_below(now: int, least: int) -> tuple[int, ...]:
    """Numbers of nuclei worth trying below ``now``, fewest first."""
    tried = sorted({least, now // 2, 2 * now // 3, 3 * now // 4, now - 4, now - 2, now - 1})
    return tuple(n for n in tried if least <= n < now)


FULL_DIRECTORY = FULL
DIRECTORY_DOUBT = mark(
    "the directory of the cache structure is full as measured: they may bring little"
)
DIRECTORY_UNREAD = mark(
    "whether the directory of the cache structure has room was not read: they may bring little"
)


class Directory(TypedDict, total=False):
    """What an advice that has more blocks tracked says of the entries that these take."""

    caveats: tuple[str, ...]
    given: Mapping[str, Given]
    doubt: str
    first: tuple[ChangeText, ...]


def directory_of(subject: Subject) -> Directory:
    """What is to be said of the cluster's cache structure before more blocks are tracked.

    Nothing where a report has it with entries to spare. Where none tells how many are in use, that
    is looked at first: a full directory leaves nothing of what the model projects.
    """
    said: dict[str, Given] = {}
    read = False
    structures = _cache_structures(subject)
    for structure in structures:
        entries = structure.figure("directory_entries")
        used = structure.figure("directory_entries_used")
        read |= bool(entries) and used is not None
        if entries and used is not None and used >= FULL_DIRECTORY * entries:
            full = structure.say(
                "{name} has {used:,.0f} of its {entries:,.0f} directory entries in use as "
                "measured: a block more takes the entry of another one, which every nucleus "
                "that holds it then reads anew. The gain is projected without this and may be "
                "none: give the structure more entries first (CF-010).",
                used=used,
                entries=entries,
            )
            said[full] = Given(ROOM, structure.id, partial(_given_room, structure, used, entries))
    if said:
        return {"caveats": tuple(said), "given": said, "doubt": DIRECTORY_DOUBT}
    if read:
        return {}
    name = next((one.name for one in structures), _named_cache(subject))
    where = next((one.id for one in structures), subject.id)
    unread = say(
        "No report tells how many directory entries {structure} has and how many are in use (RMF "
        "coupling facility activity: LST/DIR ENTRIES TOT and CUR, DIR REC), and the gain is "
        "projected as if there were enough. Look before anything is changed: where CUR is near "
        "TOT, or entries are reclaimed, it may be none, and the structure grows first (CF-010).",
        structure=mark("the cache structure") if name == UNNAMED else Keyword(name),
    )
    look = statements(f"D XCF,STR,STRNAME={name}")
    return {
        "caveats": (unread,),
        "doubt": DIRECTORY_UNREAD,
        "first": (ChangeText(where, "ENTRIES", None, None, look),),
    }


def _given_room(structure: Subject, used: float, entries: float, step: int) -> str:
    return structure.say(
        "{name} has {used:,.0f} of its {entries:,.0f} directory entries in use as measured: "
        "{rule}, step {step} of the plan, has given it more by then. Without that step a block "
        "more takes the entry of another one, which every nucleus that holds it then reads anew, "
        "and the gain may be none.",
        used=used,
        entries=entries,
        rule=Keyword(ROOM),
        step=step,
    )


ROOM = "CF-010"
"""The rule that gives a cache structure directory entries."""
UNNAMED = statements("<structure>")


def _cache_structures(subject: Subject) -> list[Subject]:
    """The structures of the cluster that hold blocks: of type cache, named as such, or with
    entries."""
    linked = subject.linked("coupled")
    if typed := [s for s in linked if s.text("TYPE") == "cache"]:
        return typed
    named = _named_cache(subject)
    return [s for s in linked if s.name == named or s.figure("directory_entries")]


def _named_cache(subject: Subject) -> str:
    """The structure that the nuclei name for blocks, or a blank to be filled in."""
    told = (one.text("CLUCACHENAME") for one in (subject, *subject.linking("member")))
    return next((name for name in told if name), UNNAMED)
