"""Group buffer pools: what their pages, directory and copies cost."""

from __future__ import annotations

import math

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, HeldBack, Rule
from advisor.rules.catalogue.coupling.room import room_for
from advisor.rules.catalogue.db2 import procedures
from advisor.rules.catalogue.db2.pools import page_kb, room_pages
from advisor.rules.catalogue.db2.threads import ACCOUNTING, GROUP, GROUP_POOLS
from advisor.rules.effects import arithmetic, published
from advisor.rules.subject import CannotTell, Subject
from model.subsystems.db2.model import DIRECTORY_KB
from model.topology import Change

SYNC_PER_TX = 10.0


DIRECTORY_BYTES = 250.0
PAGE_KB = 4.0 + DIRECTORY_KB
"""A page in the structure, with its directory entries."""


def _everything(subject: Subject) -> Advice | str:
    cache = subject.need_text("GBPCACHE")
    if cache == "ALL":
        return subject.say("{name}: GBPCACHE ALL is in effect.")
    if cache == "NONE":
        raise DoesNotApply(
            subject.say(
                "{name} caches no pages: published is ALL against CHANGED, and the pool's own "
                "GBPCACHE(NO) would have to be altered first."
            )
        )
    members = subject.linked("member") or tuple(
        m for m in (subject.container("db2_subsystem"),) if m is not None
    )
    # An accounting report is of the subsystem as a whole, or of its plans one by one.
    members = (*members, *(plan for m in members for plan in m.children("db2_plan")))
    per_tx = [m.figure("sync_io_per_tx") for m in members]
    known = [p for p in per_tx if p is not None]
    if not known:
        raise CannotTell(subject.say("synchronous I/O per transaction of {name}"), ACCOUNTING)
    before = max(known)
    if before < SYNC_PER_TX:
        return subject.say(
            "{name}: {before:.1f} synchronous reads a transaction (from 10 on they are many).",
            before=before,
        )
    if room := _short_of_room(subject):
        raise HeldBack(room)
    wait = next((w for m in members if (w := m.figure("sync_io_us")) is not None), 758.0)
    read = subject.figure("read_us") or 3.6
    pages, size_mb = subject.figure("data_pages"), subject.number("SIZE_MB")
    known_pages = bool(pages and size_mb)
    held = min(1.0, (size_mb or 0.0) * 1024 / (pages * PAGE_KB)) if pages and size_mb else 0.5
    after = before * (1.0 - held * (1.0 - 1.57 / 35.69))
    member = members[0]
    return Advice(
        subject.say(
            "{before:.1f} synchronous reads a transaction while {name} keeps changed pages only.",
            before=before,
        ),
        ((subject.set("GBPCACHE", "ALL"),),),
        effects=(
            arithmetic(
                "io_wait_ms_per_tx",
                before * wait / 1000,
                (after * wait + (before - after) * read) / 1000,
                "reads served from the group buffer pool at its service time, misses as published"
                if known_pages
                else "half of the pages taken to be held, as no report tells how many there are",
                low=before * read / 1000,
                high=before * wait / 1000,
            ),
            published(
                "response_ms",
                member.figure("response_ms"),
                (0.93, 0.95, 1.0),
                "5 % (003, Table 2-3)",
            ),
            published(
                "cpu_ms_per_tx",
                member.figure("cpu_ms_per_tx"),
                (0.92, 0.932, 1.0),
                "6.8 % (003, Table 2-3)",
            ),
        ),
        notes=("The group buffer pool must hold the pages: size by DB2-019, high castout.",),
    )


def _short_of_room(subject: Subject) -> str:
    """What shows that changed pages alone fill the pool; empty where nothing does."""
    failed, lost = subject.figure("writes_failed"), subject.figure("reclaim_invalidations")
    if not failed and not lost:
        return ""
    return subject.say(
        "{name}: changed pages alone fill it ({failed:,.0f} writes failed, {lost:,.0f} local pages "
        "lost by reclaimed entries), so that it has no room for all others: first DB2-004 and "
        "CF-008.",
        failed=failed or 0.0,
        lost=lost or 0.0,
    )


def _half(subject: Subject) -> Advice | str:
    size = subject.need("SIZE_MB")
    name = subject.name.rpartition("/")[2].upper().removeprefix("G")
    owners = subject.linked("member") or tuple(
        m for m in (subject.container("db2_subsystem"),) if m is not None
    )
    pools = [
        p
        for owner in owners
        for p in owner.children("db2_bufferpool")
        if p.name.rpartition("/")[2].upper() == name
    ]
    if not pools:
        raise CannotTell(subject.say("the local pools of {name}"), "DISPLAY BUFFERPOOL")
    changes: list[Change] = []
    least = math.inf
    for pool in pools:
        pages = pool.need("VPSIZE")
        writes = pool.figure("writes")
        if not writes:
            raise DoesNotApply(subject.say("{name}: its pages hardly change."))
        local = pages * page_kb(pool) / 1024
        least = min(least, local)
        if local < 0.4 * size:
            wanted = math.ceil(size / 2 * 1024 / page_kb(pool))
            room = room_pages(pool)
            if room is not None and wanted - pages > room:
                raise HeldBack(
                    subject.say(
                        "{name}: its local pool has {local:.0%} of its size, and its "
                        "system has no storage to spare for half.",
                        local=local / size,
                    )
                )
            changes.append(pool.set("VPSIZE", wanted))
    if not changes:
        return subject.say(
            "{name}: local pools have at least {least:.0%} of its size (below 50 % they are "
            "small).",
            least=least / size,
        )
    hit = least / size
    return Advice(
        subject.say(
            "Local pools of {name} have {hit:.0%} of its {size:,.0f} MB, "
            "though their pages change often.",
            hit=hit,
            size=size,
        ),
        (tuple(changes),),
        effects=(
            arithmetic(
                "page_access_us",
                hit * 1.0 + (1 - hit) * 3.6,
                0.5 * 1.0 + 0.5 * 3.6,
                "1 microsecond in the local pool, 3.6 in the group buffer pool, by size",
            ),
        ),
    )


def _directory(subject: Subject) -> Advice | str:
    size, pages = subject.need("SIZE_MB"), subject.need_figure("data_pages")
    owners = subject.linked("member")
    count = max(2, len(owners)) if owners else 2
    need = pages * (4096 + count * DIRECTORY_BYTES) / 2**20
    if size >= need:
        return subject.say(
            "{name}: {size:,.0f} MB for {pages:,.0f} pages (at least {need:,.0f} MB with their "
            "directory).",
            size=size,
            pages=pages,
            need=need,
        )
    wanted = math.ceil(need * 1.1)
    room = room_for(subject, wanted).or_held_back(subject, wanted)
    return Advice(
        subject.say(
            "{pages:,.0f} data pages and their directory entries take "
            "{need:,.0f} MB; {name} has {size:,.0f} MB.",
            pages=pages,
            need=need,
            size=size,
        ),
        ((subject.set("SIZE_MB", wanted),),),
        caveats=room.caveats,
        first=room.look,
    )


def _duplex(subject: Subject) -> Advice | str:
    if subject.need_flag("DUPLEX"):
        return subject.say("{name} is duplexed.")
    return Advice(
        subject.say("{name} is simplex: a coupling facility outage means hours of recovery."),
        ((subject.set("DUPLEX", True),),),
    )


RULES = (
    Rule(
        "DB2-016",
        "GBPCACHE ALL with CF storage to spare",
        "Db2",
        "tuning",
        "yes",
        "GBPCACHE, synchronous reads per transaction.",
        "10 or more reads with CHANGED.",
        "Reads come from the coupling facility in microseconds.",
        "GBPCACHE ALL, group buffer pool large enough, castout thresholds high.",
        (f"{GROUP_POOLS}, Table 2-3",),
        threshold="10 is practice; 35.69 in the document.",
        verify="Accounting: synchronous I/O per transaction.",
        back_out="GBPCACHE CHANGED.",
        risk=Risk("medium", "CF storage and CPU."),
        prerequisites="CF storage, twice when duplexed.",
        effect="35.69 to 1.57 reads; response −5 %; CPU −6.8 %.",
        effect_conditions="MDM, two members, mostly reading.",
        projection="Db2 model; else 758 against 3.6 microseconds and the published gains.",
        report=f"GBPCACHE of SYSTABLEPART and SYSINDEXPART; {ACCOUNTING}",
        on=GROUP,
        check=_everything,
        methods=("DB2-017",),
        syntax={"GBPCACHE": "ALTER TABLESPACE <database>.<table space> GBPCACHE {value}"},
        applying=procedures.CACHED_PAGES,
    ),
    Rule(
        "DB2-018",
        "Local pools half of the group's",
        "Db2",
        "tuning",
        "yes",
        "Size of local against group buffer pools.",
        "Below 40 % where pages change.",
        "A local hit takes 1 microsecond, the group buffer pool 3.6.",
        "VPSIZE at half of the group buffer pool.",
        (GROUP_POOLS,),
        threshold="003: half.",
        verify="Local hit ratio.",
        back_out="The former VPSIZE.",
        risk=Risk("low"),
        prerequisites="Real storage.",
        effect="1 against 3.6 microseconds.",
        projection="Mix of both by size.",
        report="DISPLAY BUFFERPOOL and GROUPBUFFERPOOL",
        on=GROUP,
        check=_half,
        syntax={"VPSIZE": "-ALTER BUFFERPOOL({name}) VPSIZE({value})"},
        applying=procedures.POOL,
    ),
    Rule(
        "DB2-019",
        "Size of a group buffer pool",
        "Db2",
        "config-check",
        "partial",
        "Data pages and size.",
        "Smaller than pages and entries.",
        "About 250 bytes an entry, one per member and page.",
        "SIZE as computed; INITSIZE, MINSIZE; allow for index pages, which are held decompressed.",
        (GROUP_POOLS,),
        threshold="0.5 KB per 4 KB page with two members.",
        verify="D XCF,STR.",
        back_out="The former SIZE.",
        risk=Risk("low"),
        prerequisites="CF storage, twice when duplexed.",
        projection="a calculator for storage",
        report="DISPLAY GROUPBUFFERPOOL; pages of the objects cached (SYSTABLESPACESTATS)",
        on=GROUP,
        check=_directory,
        syntax={"SIZE_MB": procedures.STRUCTURE_SIZE},
        applying=procedures.GROUP_SIZE,
    ),
    Rule(
        "DB2-020",
        "Duplex in production",
        "Db2",
        "config-check",
        "partial",
        "Duplexing.",
        "Simplex.",
        "Recovery of a lost structure takes hours or days.",
        "CFRM policy DUPLEX(ENABLED).",
        (GROUP_POOLS,),
        threshold="Production.",
        verify="D XCF,STR.",
        back_out="First the former policy and SETXCF START,POLICY, or the system duplexes again; "
        "then SETXCF STOP,REBUILD,DUPLEX.",
        risk=Risk("low"),
        effect="A few per cent overhead.",
        prerequisites="CF storage, twice when duplexed.",
        projection="hours of recovery where a structure is lost, no figure",
        report="DISPLAY GROUPBUFFERPOOL",
        on=GROUP,
        check=_duplex,
        exposure="outage",
        syntax={"DUPLEX": procedures.DUPLEXED},
        applying=procedures.DUPLEX,
    ),
)
