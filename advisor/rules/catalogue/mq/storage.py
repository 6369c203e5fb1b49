"""IBM MQ for z/OS: where buffer pools live, what shares them, and how messages are cut."""

from __future__ import annotations

import math
from collections.abc import Iterable

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Given, Qualify, Rule, Stop
from advisor.rules.catalogue.coupling.room import Room
from advisor.rules.catalogue.mq import procedures
from advisor.rules.catalogue.mq.pools import (
    ALTER,
    BACK,
    BATCH_LIMIT_PCT,
    BUFFER_KB,
    LEAST_BUFFERS,
    MANAGER,
    POOL,
    QPST,
    USAGE,
    VERIFY,
    above_the_bar,
    backing_pages,
    buffers,
    has_room_above,
    page_sets,
    peak_pct,
    storage,
    without_page_set,
)
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual, published
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import Keyword, Name, joined, say
from model.subsystems.mq.pools import pool_ceiling
from model.topology import SetSetting

BELOW_LIMIT = 0.75
SMALL_KB = 10.0
LITTLE_CPS = 0.1
"""CPs of a queue manager below which its programs are not changed (practice)."""
LITTLE_MB = 16.0
"""A hundredth of 31-bit storage: a pool of less gives little back by leaving it (practice)."""
MUCH_MS_PER_MESSAGE = 1.0
"""CPU of a small message where none is measured: ten times what is usual (practice)."""
MOVES = ("rio", "imw", "tio", "wio", "tpw")
"""What counts page set I/Os of a pool."""
LITTLE_IO_PER_S = 10.0
"""Page set I/Os of a pool below which fixing and unfixing its pages is not felt (practice)."""
ACCOUNTING = "MQ accounting (SMF 116 class 3), table WQ of mqsmfcsv"
UNKNOWN_PRESSURE = (
    "Whether this pool is under pressure is not known (QPSTCBSL): without any, moving it returns "
    "31-bit storage and makes no call faster."
)


def _above(subject: Subject) -> Advice | str:
    if subject.need_text("LOCATION") == "above":
        return subject.say("Pool {name} is above the bar.")
    manager = subject.container("mq_manager")
    version = None if manager is None else manager.text("VERSION")
    if version is None:
        raise CannotTell(
            subject.say("the release of the queue manager of pool {name}"),
            "CSQY000I",
        )
    if release(version) < 8:
        raise DoesNotApply(
            subject.say(
                "Pool {name}: MQ {version} has no buffer pools above the bar.", version=version
            )
        )
    assert manager is not None
    room = _new_functions(manager, version)
    held = buffers(subject) * BUFFER_KB / 1024
    pressed = None
    if subject.figure("low_buffers") is not None:
        pressed = peak_pct(subject) > BATCH_LIMIT_PCT
    if pressed is False:
        return subject.say(
            "Pool {name} shows no pressure below the bar: moving it makes no call faster, so its "
            "{held:,.1f} MB of 31-bit storage stay until they are wanted (MQ-006).",
            held=held,
        )
    has_room_above(subject, manager, held)
    return Advice(
        subject.say(
            "Pool {name} keeps {held:,.1f} MB of the 31-bit storage that it "
            "shares with everything else in the queue manager.",
            held=held,
        ),
        ((subject.set("LOCATION", "above"),),),
        effects=(arithmetic("storage_below_mb", held, 0.0, "the pool leaves 31-bit storage"),),
        distance="Published for 4 GB fixed above the bar against 800 MB below; the place alone, "
        "without growth, gains storage below the bar.",
        notes=(
            "Room to grow (MQ-005) and page fixing (MQ-002) become possible with it.",
            *above_the_bar(subject, buffers(subject)),
        ),
        caveats=(*(() if pressed else (UNKNOWN_PRESSURE,)), *room.caveats),
        first=room.look,
        slight=_little(held, manager.figure("storage_free_mb")),
    )


def _little(held_mb: float, free_mb: float | None) -> str:
    """Why a pool is too small to be moved for its place; empty where it has no room to double."""
    if held_mb >= LITTLE_MB or (free_mb is not None and free_mb < held_mb):
        return ""
    return say(
        "{held:,.1f} MB of 31-bit storage, less than {little:g} MB, and the pool may grow where it "
        "is",
        held=held_mb,
        little=LITTLE_MB,
    )


def _new_functions(manager: Subject, version: str) -> Room:
    """What has to be in effect before a pool moves above the bar, where no report tells it.

    Source of both: IBM MQ, OPMODE of z/OS; changing the location of a buffer pool.
    """
    said, look = [], []
    level = "".join(c for c in version if c.isdigit())
    if level.startswith(("8", "90")):
        said.append(
            manager.say(
                "{name} takes LOCATION(ABOVE) with OPMODE NEWFUNC only, which DISPLAY SYSTEM "
                "shows: with COMPAT the command is refused."
            )
        )
        look.append(manual(manager.id, "OPMODE", statements("<cpf> DISPLAY SYSTEM")))
    known = ("storage_above_free_gb", "storage_above_free_least_gb")
    if all(manager.figure(name) is None for name in known):
        said.append(
            manager.say(
                "No report tells how much storage {name} has free above the bar: CSQY220I in the "
                "job log of its MSTR address space does. Of a pool only what fits is made, "
                "without an error; MEMLIMIT of MSTR comes first where it does not suffice."
            )
        )
        look.append(
            manual(
                manager.id,
                "MEMLIMIT",
                "Job log of the MSTR address space: storage free above the bar (CSQY220I)",
            )
        )
    return Room(tuple(said), tuple(look))


def release(version: str) -> int:
    """The version number of MQ as printed: ``710``, ``8.0.0``, ``V9.1`` or ``VRM:800``."""
    digits = "".join(c for c in version if c.isdigit() or c == ".").strip(".")
    if not digits:
        raise CannotTell("the release of the queue manager", "CSQY000I")
    if "." in digits:
        return int(digits.split(".")[0])
    return int(digits) // 100 if len(digits) >= 3 else int(digits)


def _fixed(subject: Subject) -> Advice | str:
    if subject.need_text("LOCATION") != "above":
        raise DoesNotApply(subject.say("Pool {name} is below the bar (see MQ-001)."))
    if subject.need_text("PAGECLAS") == "FIXED4KB":
        return subject.say("Pool {name} is page-fixed.")
    host = subject.container("lpar")
    paging = None if host is None else host.figure("demand_paging_per_s", "paging_per_s")
    if host is not None and paging:
        raise DoesNotApply(
            subject.say(
                "Pool {name}: {host_name} pages {paging:,.1f} times a second, so "
                "no frames may be taken from everybody else.",
                host_name=Name(host.name),
                paging=paging,
            )
        )
    moves = [subject.figure(name) for name in MOVES]
    known = [m for m in moves if m is not None]
    if not known:
        raise CannotTell(subject.say("I/O counts of pool {name}"), QPST)
    if sum(known) <= 0:
        return subject.say(
            "Pool {name} does no page set I/O that fixing would make cheaper (any would be)."
        )
    manager = subject.container("mq_manager")
    before = None if manager is None else manager.figure("cpu_us_per_message")
    rates = [r for name in MOVES if (r := subject.rate(name))]
    rate = sum(rates) if len(rates) == sum(m > 0 for m in known) else None
    return Advice(
        subject.say(
            "Pool {name} fixes and unfixes pages around {known:,.0f} I/Os.", known=sum(known)
        ),
        ((subject.set("PAGECLAS", "FIXED4KB"),),),
        effects=(
            published(
                "cpu_us_per_message",
                before,
                (0.8, 0.95, 1.0),
                "part of the 10 to 20 % of pools five times as large and fixed (003, 4.2)",
            ),
        ),
        slight=""
        if rate is None or rate >= LITTLE_IO_PER_S
        else say(
            "{rate:.2g} page set I/Os/s, fewer than {little:g}", rate=rate, little=LITTLE_IO_PER_S
        ),
    )


def _shared(subject: Subject) -> Advice | str:
    sets = page_sets(subject)
    if not sets:
        raise CannotTell(subject.say("the page sets of pool {name}"), USAGE)
    if len(sets) == 1:
        return subject.say("Pool {name} serves one page set (more than one is looked into).")
    manager = subject.container("mq_manager")
    version = None if manager is None else manager.text("VERSION")
    if version is None:
        raise CannotTell(
            subject.say("the release of the queue manager of pool {name}"),
            "CSQY000I",
        )
    if release(version) < 8:
        raise DoesNotApply(
            subject.say("Pool {name}: MQ {version} has 16 pools at most.", version=version)
        )
    numbers = sorted((s.name.rpartition("/")[2] for s in sets), key=lambda n: (len(n), n))
    moving = numbers[1:]
    sizes = {
        s.name.rpartition("/")[2]: pool_ceiling(pages)
        for s in sets
        if (pages := s.figure("total_pages"))
    }
    # The last DEFINE PSID counts, and one without EXPAND makes it USER.
    expanding = {
        s.name.rpartition("/")[2]: f" EXPAND({expand})"
        for s in sets
        if (expand := s.text("EXPAND"))
    }
    most = _needed(subject)
    each = [min(sizes.get(n, 0), most) for n in moving]
    free = _free_pools(manager, len(moving)) if manager is not None else []
    if len(free) < len(moving):
        raise DoesNotApply(subject.say("Pool {name}: all buffer pools are taken."))
    defined = statements(
        *(
            f"CSQINP1: DEFINE BUFFPOOL({pool}) BUFFERS({count or '<buffers>'}) LOCATION(ABOVE) "
            f"PAGECLAS(4KB) REPLACE\nCSQINP1: DEFINE PSID({number}) BUFFPOOL({pool})"
            + expanding.get(number, "")
            for number, count, pool in zip(moving, each, free, strict=True)
        )
    )
    return Advice(
        subject.say(
            "Page sets {numbers} and {numbers2} share pool {name}.",
            numbers=joined(numbers[:-1], ", "),
            numbers2=numbers[-1],
        ),
        texts=(manual(subject.id, "BUFFPOOL", defined),),
        effects=(storage(buffers(subject), buffers(subject) + sum(each)),),
        slight=_never_full(subject),
        way_back=statements(
            *(
                f"CSQINP1: DEFINE PSID({number}) BUFFPOOL({subject.name.rpartition('/')[2]})"
                + expanding.get(number, "")
                for number in moving
            ),
            *(f"CSQINP1: {procedures.NO_POOL.format(pool=pool)}" for pool in free),
            *(f"<cpf> DELETE BUFFPOOL({pool})" for pool in free),
        ),
        notes=(
            "The pools named are those that no report shows in use (0 to 99 in V8 and later).",
            (
                "None gets more than its page set can fill, nor more than keeps what the shared "
                "pool held at its peak under 85 %."
            ),
            *above_the_bar(subject, sum(each)),
            "Whose pages are cast out no model knows: storage is all that is told.",
        ),
    )


def _needed(subject: Subject) -> int:
    """Buffers that hold for one page set what the shared pool held at its peak, as 85 % of them.

    As many as the pool has where its low-water mark is unknown or it ran full.
    """
    total = buffers(subject)
    if subject.figure("low_buffers") is None or (peak := peak_pct(subject)) > BATCH_LIMIT_PCT:
        return int(total)
    return min(int(total), max(LEAST_BUFFERS, math.ceil(total * peak / BATCH_LIMIT_PCT)))


def _never_full(subject: Subject) -> str:
    """Why nothing was cast out of a pool; empty where its statistics are missing or it ran full."""
    if subject.figure("low_buffers") is None or (peak := peak_pct(subject)) > BATCH_LIMIT_PCT:
        return ""
    return say(
        "the pool was at most {peak:.1f} % used (above {limit:g} % is full), so that nothing was "
        "cast out",
        peak=peak,
        limit=BATCH_LIMIT_PCT,
    )


def _free_pools(manager: Subject, wanted: int) -> list[int]:
    """Numbers of buffer pools that neither statistics nor page sets show in use."""
    used = {pool.name.rpartition("/")[2] for pool in manager.children("mq_bufferpool")}
    used |= {str(s.component.value("BUFFPOOL")) for s in manager.children("mq_pageset")}
    return [number for number in range(100) if str(number) not in used][:wanted]


def _below_sum(pools: Iterable[Subject]) -> float:
    total = 0.0
    for pool in pools:
        if pool.text("LOCATION") != "above":
            total += (pool.number("BUFFERS") or pool.figure("buffers_allocated") or 0.0) * BUFFER_KB
    return total / 1024


def _smaller(subject: Subject, pools: Iterable[Subject], share: float, excess_mb: float) -> Advice:
    """Pools cut so that a quarter is free again: those that cannot fill first, then the largest."""
    why = subject.say(
        "Pools below the bar take {share:.0%} of 31-bit storage of {name}.", share=share
    )
    wanted = math.ceil(excess_mb * 1024 / BUFFER_KB)
    sizes = {pool.id: int(buffers(pool)) for pool in pools if pool.text("LOCATION") != "above"}
    cut: dict[str, int] = {}
    for pool in pools:
        pages = backing_pages(pool) if pool.id in sizes else None
        if pages is not None and (spare := sizes[pool.id] - max(100, pool_ceiling(pages))) > 0:
            cut[pool.id] = min(spare, wanted - sum(cut.values()))
    missing = wanted - sum(cut.values())
    if missing > 0:
        largest = max(sizes, key=lambda name: (sizes[name] - cut.get(name, 0), name))
        cut[largest] = cut.get(largest, 0) + missing
    return Advice(
        why,
        (
            tuple(
                SetSetting(name, "BUFFERS", max(100, sizes[name] - less))
                for name, less in sorted(cut.items())
                if less > 0
            ),
        ),
        effects=(
            arithmetic(
                "storage_below_mb",
                sum(sizes.values()) * BUFFER_KB / 1024,
                (sum(sizes.values()) - wanted) * BUFFER_KB / 1024,
                "buffers returned, 4 KB each",
            ),
        ),
    )


def _below(subject: Subject) -> Advice | str:
    used, free = subject.need_figure("storage_used_mb"), subject.need_figure("storage_free_mb")
    pools = subject.children("mq_bufferpool")
    held = _below_sum(pools)
    if held <= 0:
        return subject.say("{name}: no pool is below the bar.")
    share = held / (used + free)
    if share <= BELOW_LIMIT:
        return subject.say(
            "{name}: pools take {share:.0%} of 31-bit storage (more than {limit:.0%} is too much).",
            share=share,
            limit=BELOW_LIMIT,
        )
    serving = [pool for pool in pools if not without_page_set(pool)]
    if _below_sum(serving) / (used + free) <= BELOW_LIMIT:
        return subject.say(
            "{name}: pools take {share:.0%} of 31-bit storage, {rest:.0%} without those that no "
            "page set uses (MQ-004; more than {limit:.0%} is too much).",
            share=share,
            rest=_below_sum(serving) / (used + free),
            limit=BELOW_LIMIT,
        )
    version = subject.text("VERSION")
    if version is None or release(version) < 8:
        return _smaller(subject, pools, share, held - BELOW_LIMIT * (used + free))
    below = [p for p in pools if p.text("LOCATION") != "above"]
    room = _new_functions(subject, version)
    return Advice(
        subject.say(
            "Pools below the bar take {share:.0%} of 31-bit storage of {name}.", share=share
        ),
        (tuple(p.set("LOCATION", "above") for p in below),),
        effects=(arithmetic("storage_below_mb", held, 0.0, "pools that move above the bar"),),
        caveats=room.caveats,
        first=room.look,
        notes=above_the_bar(subject, sum(p.number("BUFFERS") or 0.0 for p in below)),
    )


def _room_below(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    if subject.component.kind != "mq_bufferpool" or subject.text("LOCATION") != "below":
        return None
    manager = subject.container("mq_manager")
    free = None if manager is None else manager.figure("storage_free_mb")
    wanted = next(
        (
            change.value
            for option in advice.options
            for change in option
            if isinstance(change, SetSetting) and change.setting == "BUFFERS"
        ),
        None,
    )
    if free is None or not isinstance(wanted, (int, float)):
        return Qualify(
            "CSQY220I would tell whether 31-bit storage has room for the growth.",
            Given("MQ-001", subject.id, _above_by_then),
        )
    needed = (float(wanted) - buffers(subject)) * BUFFER_KB / 1024
    if needed <= 0:
        return None
    if needed > free:
        return Stop(
            say(
                "{needed:,.0f} MB more are wanted below the bar and {free:,.0f} "
                "MB are free; move the pool above the bar first (MQ-001).",
                needed=needed,
                free=free,
            )
        )
    return Qualify(
        say(
            "{free:,.0f} MB are free below the bar, of which {needed:,.0f} MB are taken unless the "
            "pool moves above it first (MQ-001).",
            free=free,
            needed=needed,
        ),
        Given("MQ-001", subject.id, _above_by_then),
    )


def _above_by_then(step: int) -> str:
    return say(
        "The growth takes no 31-bit storage: {rule}, step {step} of the plan, has moved the pool "
        "above the bar by then.",
        rule=Keyword("MQ-001"),
        step=step,
    )


def _messages(subject: Subject) -> Advice | str:
    size = subject.number("MESSAGE_KB")
    if size is None:
        size = subject.figure("message_kb")
    if size is None:
        raise subject.lacking("MESSAGE_KB", ACCOUNTING)
    rate = subject.rate("messages")
    if size >= SMALL_KB:
        return subject.say(
            "{name}: messages of {size:,g} KB are not small (below 10 KB they are).", size=size
        )
    if rate is None:
        raise CannotTell(
            subject.say("messages per second of {name}"),
            "MQ statistics (SMF 115 QMST)",
        )
    cpu = subject.figure("cpu_us_per_message")
    before = None if cpu is None else cpu / size
    busy = subject.rate("cpu_s")
    if busy is None and cpu is not None:
        busy = rate * cpu / 1e6
    return Advice(
        subject.say(
            "{rate:,.0f} messages/s of {size:,.3g} KB on {name}: CPU per KB falls with size.",
            rate=rate,
            size=size,
        ),
        texts=(
            manual(
                subject.id,
                "MESSAGE_KB",
                "Application: put several records in one message, as far as response allows",
            ),
        ),
        effects=(
            published(
                "cpu_us_per_kb",
                before,
                (0.5, 0.75, 1.0),
                "100 times the size took 50 times the CPU (003, 4.2)",
            ),
        ),
        slight=_little_cpu(rate, busy),
    )


def _little_cpu(rate: float, busy: float | None) -> str:
    """Why the CPU of ``rate`` messages/s is too little for a change; empty where it is not.

    ``busy`` are the CPs that they take, None where nothing measured tells.
    """
    if busy is None:
        most = rate * MUCH_MS_PER_MESSAGE / 1e3
        if most >= LITTLE_CPS:
            return ""
        return say(
            "{rate:,.2g} messages/s take less than {little:g} CPs even at {much:g} ms each",
            rate=rate,
            little=LITTLE_CPS,
            much=MUCH_MS_PER_MESSAGE,
        )
    if busy >= LITTLE_CPS:
        return ""
    return say(
        "all messages take {busy:.2g} CPs, less than {little:g}", busy=busy, little=LITTLE_CPS
    )


RULES = (
    Rule(
        "MQ-001",
        "Move buffer pools above the bar",
        "MQ",
        "tuning",
        "yes",
        "LOCATION of the pool and the queue manager's release.",
        "MQ V8 or later with a pool below the bar.",
        "Below the bar all pools and everything else share 2 GB; above it they may be as large as "
        "real storage allows.",
        "ALTER BUFFPOOL(n) BUFFERS(x) LOCATION(ABOVE).",
        ("003, section 4.2", "003, section 4.2.1"),
        threshold="003: V8 and higher can place pools above the bar. Practice: a pool of less than "
        "16 MB stays where it is.",
        verify=VERIFY,
        back_out="LOCATION(BELOW), and the former DEFINE BUFFPOOL in CSQINP1.",
        risk=Risk("low", "real storage must back the pool."),
        prerequisites="MQ V8; OPMODE new functions in V8; MEMLIMIT of MSTR.",
        effect="31-bit storage; with growth and page fixing (MQ-005, MQ-002) CPU per message "
        "−10 to −20 % and data rate +20 %, up to +120 % with a backlog.",
        effect_conditions="V7.1 with 800 MB against V8 with 4 GB fixed above the bar, 12 GB moved.",
        projection="Storage by arithmetic.",
        report=f"{USAGE} (CSQI065I)",
        on=POOL,
        check=_above,
        exposure="degradation",
        syntax={"LOCATION": ALTER["LOCATION"]},
        applying=procedures.PLACE,
    ),
    Rule(
        "MQ-002",
        "Fix pools above the bar in storage",
        "MQ",
        "tuning",
        "yes",
        "PAGECLAS of pools above the bar that do I/O.",
        "PAGECLAS(4KB) above the bar with page set I/O, on a system that does not page.",
        "A fixed pool spares fixing and unfixing pages around each read and write.",
        "ALTER BUFFPOOL(n) PAGECLAS(FIXED4KB).",
        ("003, section 4.2.1",),
        threshold="10 page set I/Os a second (practice); fewer, as persistent messages are written "
        "at checkpoints in any case, are told and not planned.",
        verify=VERIFY,
        back_out="PAGECLAS(4KB) at restart.",
        risk=Risk(
            "medium", "fixed storage is lost to everybody else; only with real storage to spare."
        ),
        prerequisites="Real storage for the whole pool.",
        effect="Part of 10 to 20 % less CPU per message.",
        effect_conditions="As MQ-001.",
        projection="MQ model; else the published range.",
        report=f"{USAGE}; {QPST}",
        on=POOL,
        check=_fixed,
        syntax={"PAGECLAS": ALTER["PAGECLAS"]},
        applying=procedures.PLACE,
    ),
    Rule(
        "MQ-003",
        "One buffer pool per page set",
        "MQ",
        "config-check",
        "partial",
        "Page sets by buffer pool.",
        "Two or more page sets in one pool, MQ V8 or later.",
        "In a shared pool one application's backlog casts out the messages of others.",
        "A pool of its own for each page set.",
        ("003, section 4.2",),
        threshold="003: V8 allows a pool per page set. Where the pool was never more than 85 % "
        "used nothing was cast out: that is told, and no step is planned (003, 4.2.1).",
        verify=VERIFY,
        back_out="The former DEFINE PSID in CSQINP1, without the DEFINE BUFFPOOL that was added, "
        "and a restart; then DELETE BUFFPOOL, as a pool outlives its definition.",
        risk=Risk("low", "the pools together may stay as large as before."),
        prerequisites="Restart of the queue manager for DEFINE PSID.",
        projection="the models do not know which application's pages are cast out",
        report=USAGE,
        on=POOL,
        check=_shared,
        exposure="degradation",
        applying=procedures.PAGE_SET,
    ),
    Rule(
        "MQ-006",
        "Leave a quarter of 31-bit storage free",
        "MQ",
        "threshold",
        "partial",
        "Pools below the bar against 31-bit storage used and free.",
        "More than 75 % in pools below the bar.",
        "Everything else in the queue manager needs the rest; running out stops it.",
        "Move pools above the bar, or shrink oversized ones.",
        ("003, section 4.2.1",),
        threshold="003, 4.2.1: 75 to 80 % of the available 31-bit memory.",
        verify="CSQY220I: free storage.",
        back_out=BACK,
        risk=Risk("low", "CSQP023I tells when the buffers have moved or gone."),
        prerequisites="V8 for LOCATION(ABOVE).",
        projection="Storage by arithmetic.",
        report="CSQY220I; QSRSAVAL of SMF 115",
        on=MANAGER,
        check=_below,
        exposure="outage",
        guards=("MQ-005", "MQ-008", "MQ-009"),
        guard=_room_below,
        methods=("MQ-012",),
        syntax={name: ALTER[name] for name in ("LOCATION", "BUFFERS")},
        applying=procedures.POOL,
    ),
    Rule(
        "MQ-007",
        "One pool at a time",
        "MQ",
        "method",
        "no",
        "Several pools to change.",
        "More than one buffer pool finding.",
        "Only then is each change's effect seen.",
        "Make one change at a time: shrink oversized pools first, then grow the pool of the most "
        "critical application",
        ("003, section 4.2.1",),
        projection="The plan orders its steps so.",
        on=MANAGER,
    ),
    Rule(
        "MQ-010",
        "Fewer, larger messages",
        "MQ",
        "tuning",
        "yes",
        "Message size and rate.",
        "Messages below 10 KB.",
        "CPU per call has a fixed part; it weighs less on larger messages.",
        "Application: several records in one message.",
        ("003, section 4.2",),
        threshold="003 compares 10 KB and 1 MB messages; where all messages take less than 0.1 "
        "CPs, at 1 ms each where none is measured, no step is planned (practice).",
        verify="CPU per message and messages per second in class 3 accounting.",
        back_out="The application's former format.",
        risk=Risk("medium", "response of single records; recovery units grow."),
        prerequisites="Change at both ends.",
        effect="100 times the size costs 50 times the CPU.",
        effect_conditions="10 KB against 1 MB, QRep-like transfer.",
        projection="Published ratio; sizes in between are not published.",
        report=f"{ACCOUNTING}, and MQ statistics (SMF 115 QMST)",
        on=MANAGER,
        check=_messages,
        applying=advised("application", Role.APPLICATION),
    ),
    Rule(
        "MQ-011",
        "How to see whether a change helped",
        "MQ",
        "method",
        "yes",
        "Class 3 accounting and QPST before and after.",
        "After each buffer pool change.",
        "Susp per call shows waits for page sets directly.",
        "Compare Susp per MQGET and MQPUT (SMF 116 class 3) and QPST counts of equal intervals",
        ("003, Examples 4-1 and 4-2",),
        effect="Get 39 to 10 microseconds, Susp 30 to 0.",
        projection="A method; nothing to project.",
        on=MANAGER,
    ),
    Rule(
        "MQ-012",
        "How much may pools grow",
        "MQ",
        "method",
        "no",
        "CSQY220I or QSRSAVAL.",
        "Before pools below the bar grow.",
        "Free 31-bit storage bounds the growth.",
        "Read local storage free in CSQY220I (or QSRSAVAL in SMF 115)",
        ("003, section 4.2.1",),
        effect="527 MB free in the sample.",
        projection="A method; nothing to project.",
        on=MANAGER,
    ),
)
