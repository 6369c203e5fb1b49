"""VSAM under CICS: local shared resources, buffers and strings."""

from __future__ import annotations

import math

import numpy as np

from advisor.findings import Effect, Risk
from advisor.rules.base import Advice, Choice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.vsam import procedures
from advisor.rules.commands import file_steps, operands_of, pool_steps, written
from advisor.rules.effects import TODAY, arithmetic, manual
from advisor.rules.subject import CannotTell, Subject
from model.language import say
from model.subsystems.common import load_constants
from model.subsystems.common.reuse import working_sets
from model.subsystems.vsam.files import SCAN_LIMIT
from model.topology import SetSetting

FILE = ("vsam_file",)
POOL = ("lsr_pool",)
BUFFERS = ("lsr_buffers",)
STATISTICS = "DFH0STAT (or DFHSTUP) files and LSRPOOL sections"
INDEX_AIM_PCT = 90.0
DATA_AIM_PCT = 80.0
NEAR_AIM = 2.0
"""Points of lookaside below the aim that are no reason for a change of their own (practice)."""
FEW_WAITS_PCT, FEW_WAITS, FEW_WAITS_PER_HOUR = 0.1, 100, 10
"""Waits for strings that are no reason for a change of their own (practice): by share of the
requests, and by number, of an hour where the report tells its length. Of fewer than those of an
hour nothing is judged in a shorter interval either."""
STRINGS_MOST = 255
MOST_SERVERS = 10_000
GROWTH = (1.25, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)


def lookaside_pct(subject: Subject) -> float:
    """Lookasides as per cent of lookasides and reads. Raises CannotTell."""
    hits, reads = subject.figure("lookasides"), subject.figure("reads")
    if hits is not None and reads is not None:
        if hits + reads <= 0:
            raise DoesNotApply(subject.say("Buffers {name} were not used."))
        return 100.0 * hits / (hits + reads)
    return subject.need_figure("lookaside_pct")


def component_of(subject: Subject) -> str:
    """``I`` for index, ``D`` for data buffers, from the name's last part (D4096, I2048)."""
    return subject.name.rpartition("/")[2][:1].upper()


def buffer_size(subject: Subject) -> str:
    """Buffer size as the CSD names it: 2K, 4096 as 4K, 512 as 512."""
    size = subject.name.rpartition("/")[2][1:]
    if size.isdigit() and int(size) >= 1024:
        return f"{int(size) // 1024}K"
    return size


def buffers_syntax(subject: Subject) -> dict[str, str]:
    """How the number of these buffers is defined in the CSD."""
    label = "INDEX" if component_of(subject) == "I" else "DATA"
    return {"BUFFERS": pool_steps(f"{label}{buffer_size(subject)}({{value}})")}


def _growth(subject: Subject, aim_pct: float) -> Advice | str:
    share = lookaside_pct(subject)
    kind = "Index" if component_of(subject) == "I" else "Data"
    if share >= aim_pct:
        return subject.say(
            "{kind} buffers {name}: {share:.0f} % lookaside, {aim_pct:.0f} % aimed at.",
            kind=kind,
            share=share,
            aim_pct=aim_pct,
        )
    now = subject.need("BUFFERS")
    if now >= SCAN_LIMIT:
        return subject.say(
            "{kind} buffers {name}: {share:.0f} % lookaside, but with {now:,g} buffers searching "
            "them costs more than it saves (VSM-004).",
            kind=kind,
            share=share,
            now=now,
        )
    sizes = [math.ceil(now * f) for f in GROWTH if now * f <= SCAN_LIMIT] or [SCAN_LIMIT]
    miss = 100.0 - share
    wanted = now * (miss / (100.0 - aim_pct)) ** 2
    pick = next((n for n, size in enumerate(sizes) if size >= wanted), len(sizes) - 1)
    after = miss * math.sqrt(now / sizes[pick])
    reads = subject.figure("reads")
    return Advice(
        subject.say(
            "{kind} lookaside of {name} is {share:.0f} %, {aim_pct:.0f} % are aimed at.",
            kind=kind,
            share=share,
            aim_pct=aim_pct,
        ),
        tuple((subject.set("BUFFERS", size),) for size in sizes),
        Choice("io_per_s", "less", within_pct=3.0, min_gain_pct=0.2, unprojected=pick),
        syntax=buffers_syntax(subject),
        slight=say(
            "{share:.1f} % lookaside is near the {aim_pct:.0f} % aimed at",
            share=share,
            aim_pct=aim_pct,
        )
        if aim_pct - share < NEAR_AIM
        else "",
        effects=(
            arithmetic(
                "lsr_reads",
                reads or 100.0,
                (reads or 100.0) * after / miss,
                "misses fall with the square root of the buffers, a cautious rule where no reuse "
                "was measured",
                unit="" if reads else TODAY,
                low=(reads or 100.0) * max(0.0, after / miss - 0.25),
                high=reads or 100.0,
            ),
        ),
    )


def _of_pool(subject: Subject, figure: str, aim_pct: float) -> str:
    """What a report says that gives lookaside by pool only. Raises CannotTell or DoesNotApply."""
    if subject.children("lsr_buffers"):
        raise DoesNotApply(subject.say("LSR pool {name} is looked at by buffer size."))
    share = subject.need_figure(figure)
    if share >= aim_pct:
        return subject.say("LSR pool {name}: {share:.0f} % lookaside.", share=share)
    raise CannotTell(
        subject.say(
            "buffers by size of LSR pool {name}, whose lookaside is {share:.0f} %", share=share
        )
    )


def _index(subject: Subject) -> Advice | str:
    if subject.component.kind == "lsr_pool":
        return _of_pool(subject, "index_lookaside_pct", INDEX_AIM_PCT)
    if component_of(subject) != "I":
        raise DoesNotApply(subject.say("Buffers {name} are not for index."))
    return _growth(subject, INDEX_AIM_PCT)


def _data(subject: Subject) -> Advice | str:
    if subject.component.kind == "lsr_pool":
        return _of_pool(subject, "data_lookaside_pct", DATA_AIM_PCT)
    if component_of(subject) != "D":
        raise DoesNotApply(subject.say("Buffers {name} are not for data."))
    return _growth(subject, DATA_AIM_PCT)


def _separate(subject: Subject) -> Advice | str:
    pools = subject.children("lsr_buffers")
    if not pools:
        raise CannotTell(subject.say("the buffers of LSR pool {name}"))
    if any(component_of(p) == "I" for p in pools):
        return subject.say("LSR pool {name} has index buffers of its own (none is too few).")
    number = subject.name.rpartition("/")[2]
    files = [f for f in files_of(subject) if str(f.value("LSRPOOLID")) == number]
    own = {int(s) for s in (f.number("INDEX_CISZ") for f in files) if s}
    # A pool with index buffers takes no larger index CI: what may come to it (VSM-005) counts too.
    coming = [f for f in files_of(subject) if own_buffers(f)]
    larger = {int(s) for s in (f.number("INDEX_CISZ") for f in coming) if s} if own else set()
    sizes = sorted({*own, *(size for size in larger if size > max(own))})
    reads = [f.figure("excps_index") for f in files]
    requests = [f.figure("requests") for f in files]
    read = sum(r for r in reads if r is not None)
    asked = sum(r for r in requests if r is not None)
    effects: tuple[Effect, ...] = ()
    if read and asked:
        effects = (
            arithmetic(
                "index_excps",
                read,
                min(read, 0.1 * asked),
                "index EXCPs at the 90 % lookaside that separate index buffers should reach",
                low=0.0,
                high=read,
            ),
        )
    listed = " ".join(f"INDEX{in_k(size)}(<buffers>)" for size in sizes) or "INDEX4K(<buffers>)"
    known = operands_of(subject.component, (), subject.topology)
    steps = written(pool_steps(listed), known)
    without = listed.replace("<buffers>", "<blank>")
    return Advice(
        subject.say("LSR pool {name} has no index buffers, so data CIs drive index CIs out."),
        texts=(manual(subject.id, "INDEX", steps),),
        way_back=written(pool_steps(without), known),
        effects=effects,
        not_projectable="the reports give no index EXCPs of the pool's files",
    )


def own_buffers(file: Subject) -> bool:
    return file.text("ACCESS") == "NSR" and not file.flag("REMOTE")


def files_of(subject: Subject) -> tuple[Subject, ...]:
    """Files of the region that a file or pool belongs to."""
    region = subject.container("cics_region")
    return () if region is None else tuple(region.children("vsam_file"))


def buffers_by_size(pool: Subject, component: str = "D") -> dict[int, float]:
    """Data (``D``) or index (``I``) buffers of a pool by their size in bytes."""
    return {
        int(size): buffers.number("BUFFERS") or 0.0
        for buffers in pool.children("lsr_buffers")
        if component_of(buffers) == component
        and (size := buffers.name.rpartition("/")[2][1:]).isdigit()
    }


def in_k(size: int) -> str:
    return f"{size // 1024}K" if size >= 1024 else str(size)


def _many(subject: Subject) -> Advice | str:
    if subject.component.kind == "lsr_pool":
        if subject.children("lsr_buffers"):
            raise DoesNotApply(subject.say("LSR pool {name} is looked at by buffer size."))
        raise CannotTell(subject.say("buffers by size of LSR pool {name}"))
    now = subject.need("BUFFERS")
    if now <= SCAN_LIMIT:
        return subject.say(
            "Buffers {name}: {now:,g}, not above {scan_limit:,}.", now=now, scan_limit=SCAN_LIMIT
        )
    share = lookaside_pct(subject)
    aim = INDEX_AIM_PCT if component_of(subject) == "I" else DATA_AIM_PCT
    after = 100.0 - (100.0 - share) * math.sqrt(now / SCAN_LIMIT)
    # A promise that the band of the projection contradicts is none: see `reuse.misses`.
    known = {one.name: np.array([one.value]) for one in load_constants("vsam").constants}
    rises = math.exp(float(working_sets(known).rise(SCAN_LIMIT, now)[0]))
    least = max(0.0, 100.0 - (100.0 - share) * rises)
    if least < aim:
        return subject.say(
            "Buffers {name}: {now:,g} are many, but with {scan_limit:,} lookaside would fall "
            "to about {after:.0f} %, or to {least:.0f} % where they no longer hold what the "
            "work keeps in use (below 80 % for data, 90 % for index, is little).",
            now=now,
            scan_limit=SCAN_LIMIT,
            after=max(0.0, after),
            least=least,
        )
    return Advice(
        subject.say(
            "{now:,g} buffers {name} reach {share:.0f} %; {scan_limit:,} should still reach "
            "{after:.0f} %, {least:.0f} % at the least, and are cheaper to search.",
            now=now,
            share=share,
            scan_limit=SCAN_LIMIT,
            after=after,
            least=least,
        ),
        ((subject.set("BUFFERS", SCAN_LIMIT),),),
        syntax=buffers_syntax(subject),
    )


def _scan(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    most = max(
        (
            float(change.value)
            for option in advice.options
            for change in option
            if isinstance(change, SetSetting) and isinstance(change.value, (int, float))
        ),
        default=0.0,
    )
    if most < SCAN_LIMIT:
        return None
    return Qualify(
        say(
            "Not beyond {scan_limit:,} buffers of one type and size: searching them costs CPU.",
            scan_limit=SCAN_LIMIT,
        )
    )


def more_strings(subject: Subject) -> Advice | None:
    """More strings for a file whose requests wait for one; ``None`` where none waits."""
    waits = subject.need_figure("string_waits")
    if waits <= 0:
        return None
    now = subject.need("STRINGS")
    queue = subject.figure("string_wait_hwm")
    requests = subject.figure("requests")
    share = 100.0 * waits / requests if requests else None
    wanted = _enough_strings(now, share, queue)
    return Advice(
        subject.say(
            "{waits:,.0f} requests of {name} waited for one of {now:,g} strings.",
            waits=waits,
            now=now,
        ),
        ((subject.set("STRINGS", wanted),),),
        effects=(_queueing(now, wanted, share, waits, queue),),
        notes=_how_sure(wanted, share, queue),
        slight=_few_waits(subject, waits, share),
    )


def _strings(subject: Subject) -> Advice | str:
    return more_strings(subject) or subject.say("{name}: no string wait (any is looked into).")


def _few_waits(subject: Subject, waits: float, share: float | None) -> str:
    """Why waits for strings are too few for a change of their own; empty where they are not."""
    if share is not None and share < FEW_WAITS_PCT:
        return say(
            "{share:.2g} % of the requests waited, less than {few_waits_pct:,g} %",
            share=share,
            few_waits_pct=FEW_WAITS_PCT,
        )
    seconds = subject.figure("duration_s")
    hours = seconds / 3600.0 if seconds else 0.0
    few = FEW_WAITS_PER_HOUR * max(1.0, hours) if seconds else FEW_WAITS
    if waits >= few:
        return ""
    if not seconds:
        return say(
            "{waits:,.0f} requests waited, fewer than {few_waits}", waits=waits, few_waits=few
        )
    return say(
        "{waits:,.0f} requests waited in {hours:.2g} hours, fewer than {few_waits:,.0f}",
        waits=waits,
        hours=hours,
        few_waits=few,
    )


def _enough_strings(now: float, share: float | None, queue: float | None) -> int:
    """Strings for the longest queue seen and for the load that gives today's share of waits.

    Where neither is known a quarter more, which is a step and no amount that ends the waits.
    """
    wanted = math.ceil(now + max(1.0, queue if queue else 0.25 * now))
    load = _load_of(now, share)
    while load is not None and wanted < STRINGS_MOST and _waiting(wanted, load) > FEW_WAITS_PCT:
        wanted += 1
    return min(STRINGS_MOST, wanted)


def _load_of(now: float, share: float | None) -> float | None:
    """Strings busy on average; ``None`` where the share of requests that wait is not known."""
    return _load_for(int(now), share / 100.0) if share and 0 < share < 100 else None


def _waiting(servers: int, load: float) -> float:
    return 100.0 * erlang_c(servers, load)


def _how_sure(wanted: int, share: float | None, queue: float | None) -> tuple[str, ...]:
    if share is not None and 0 < share < 100:
        return (
            (
                "Sized for requests that come at random at an even rate: where they come in "
                "bursts, raise the strings in steps and look at the waits after each."
            ),
        )
    if queue:
        return ()
    return (
        say(
            "Neither the share of requests that wait nor the longest queue is known, so that "
            "{wanted:,g} strings are a step: look at the waits after it, and repeat it.",
            wanted=wanted,
        ),
    )


def _queueing(
    now: float, wanted: float, share: float | None, waits: float, queue: float | None
) -> Effect:
    """Waiting with more strings: Erlang C at the load that gives today's share of waits."""
    load = _load_of(now, share)
    if load is None and queue and wanted >= now + queue:
        return arithmetic(
            "string_waits", waits, 0.0, "strings for the longest queue seen", high=0.1 * waits
        )
    if load is None or share is None:
        return arithmetic(
            "string_waits",
            waits,
            0.5 * waits,
            "how many waits so many more strings end is not known: from all to none",
            low=0.0,
            high=waits,
        )
    return arithmetic(
        "string_wait_pct",
        share,
        _waiting(int(wanted), load),
        f"Erlang's waiting probability at {load:.2f} strings busy on average",
        low=0.0,
        high=share,
    )


def erlang_c(servers: int, load: float) -> float:
    """Probability to wait at ``servers`` servers of which ``load`` are busy on average."""
    if load >= servers:
        return 1.0
    if servers > MOST_SERVERS:
        return 0.0
    blocked = 1.0
    for n in range(1, servers + 1):
        blocked = load * blocked / (n + load * blocked)
    return servers * blocked / (servers - load * (1.0 - blocked))


def _load_for(servers: int, waiting: float) -> float:
    low, high = 0.0, float(servers)
    for _ in range(60):
        middle = (low + high) / 2
        if erlang_c(servers, middle) < waiting:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _pool_strings(subject: Subject) -> Advice | str:
    waits = subject.need_figure("strings_waits")
    if waits <= 0:
        return subject.say("LSR pool {name}: no string wait (any is looked into).")
    now = subject.need("STRINGS")
    if now >= STRINGS_MOST:
        return subject.say(
            "LSR pool {name} already has {now:,g} strings, the most there are.", now=now
        )
    number = subject.name.rpartition("/")[2]
    files = [f for f in files_of(subject) if str(f.value("LSRPOOLID")) == number]
    asked = [f.figure("requests") for f in files]
    requests = sum(known for known in asked if known is not None)
    # Of a pool some of whose files are not told about, the share would come out too large.
    share = 100.0 * waits / requests if requests and None not in asked else None
    queue = subject.figure("strings_wait_peak")
    wanted = _enough_strings(now, share, queue)
    return Advice(
        subject.say(
            "{waits:,.0f} requests waited for one of {now:,g} strings of LSR pool {name}.",
            waits=waits,
            now=now,
        ),
        ((subject.set("STRINGS", wanted),),),
        effects=(_queueing(now, wanted, share, waits, queue),),
        notes=_how_sure(wanted, share, queue),
        slight=_few_waits(subject, waits, share),
    )


def _few(subject: Subject) -> Advice | str:
    now = subject.need("BUFFERS")
    waits = subject.figure("buffer_waits")
    pool = subject.container("lsr_pool")
    strings = None if pool is None else pool.number("STRINGS")
    if waits is None and strings is None:
        raise CannotTell(subject.say("buffer waits of {name}"))
    if (waits or 0) <= 0 and (strings is None or now >= min(strings, 20)):
        return subject.say("Buffers {name}: {now:,g} and no waits (any is too many).", now=now)
    wanted = max(math.ceil(now * 1.5), math.ceil(strings or 0) + 1)
    return Advice(
        subject.say("{now:,g} buffers {name}", now=now)
        + (
            say(" with {waits:,.0f} waits.", waits=waits)
            if waits
            else say(" for {strings:,g} strings are too few.", strings=strings)
        ),
        ((subject.set("BUFFERS", min(wanted, SCAN_LIMIT)),),),
        syntax=buffers_syntax(subject),
    )


VERIFY = "Lookaside, EXCPs per request and waits in the next DFH0STAT of an equal period."
_BACK = "The same steps with the former values: alter, close the files, install, open."

RULES = (
    Rule(
        "VSM-001",
        "Separate index and data buffers",
        "VSAM",
        "tuning",
        "yes",
        "Data and index buffers of each LSRPOOL definition.",
        "An LSRPOOL without index buffers of its own.",
        "Index CIs are re-used most; beside data they are driven out.",
        "CSD LSRPOOL with index and data buffer counts.",
        ("002, VSAM Lookaside",),
        threshold="002: works best with both counts defined.",
        verify=VERIFY,
        back_out=_BACK,
        risk=Risk("low", "some storage."),
        prerequisites="Pool rebuilt when its files are closed.",
        projection="Index EXCPs at 90 % lookaside.",
        report=STATISTICS,
        on=POOL,
        check=_separate,
        applying=procedures.BUFFERS,
    ),
    Rule(
        "VSM-002",
        "Index lookaside of 90 %",
        "VSAM",
        "threshold",
        "yes",
        "Lookasides and reads of each index buffer size.",
        "Below 90 %.",
        "An index read is an EXCP before the data can be read at all.",
        "More index buffers of that size.",
        ("002, VSAM Lookaside",),
        threshold="002: aim for 90 % or more.",
        verify=VERIFY,
        back_out=_BACK,
        risk=Risk("low", "storage for the buffers."),
        prerequisites="Pool rebuilt when files are closed.",
        effect="Sample pools: 64 % and 98 %.",
        projection="VSAM model's reuse curve; else misses by the square root of buffers.",
        report=STATISTICS,
        on=(*BUFFERS, *POOL),
        check=_index,
        at_least=("BUFFERS",),
        syntax={"BUFFERS": pool_steps("INDEX<size>({value})")},
        applying=procedures.BUFFERS,
    ),
    Rule(
        "VSM-003",
        "Data lookaside of 80 %, where it can be had",
        "VSAM",
        "threshold",
        "yes",
        "Lookasides and reads of each data buffer size.",
        "Below 80 %.",
        "Each lookaside saves an EXCP; random data may never reach 80 %.",
        "More data buffers of that size, while it pays.",
        ("002, VSAM Lookaside",),
        threshold="002: 80 % is good and may be unrealistic.",
        verify=VERIFY,
        back_out=_BACK,
        risk=Risk("low", "storage for the buffers."),
        prerequisites="Pool rebuilt when files are closed.",
        effect="Sample pools: 54 % and 82 %.",
        projection="VSAM model's reuse curve; else misses by the square root of buffers.",
        report=STATISTICS,
        on=(*BUFFERS, *POOL),
        check=_data,
        at_least=("BUFFERS",),
        syntax={"BUFFERS": pool_steps("DATA<size>({value})")},
        applying=procedures.BUFFERS,
    ),
    Rule(
        "VSM-004",
        "Not beyond 1,000 buffers of a kind",
        "VSAM",
        "threshold",
        "partial",
        "Buffers of one type and size.",
        "More than about 1,000.",
        "VSAM searches the buffers; beyond about 1,000 that costs more than it saves.",
        "At most 1,000, where lookaside stays good.",
        ("002, VSAM Lookaside",),
        threshold="002: about 1,000, from experience.",
        verify=VERIFY,
        back_out=_BACK,
        risk=Risk("low", "reads may rise a little."),
        prerequisites="Pool rebuilt when files are closed.",
        projection="the CPU of searching buffers was never published",
        report=STATISTICS,
        on=(*BUFFERS, *POOL),
        check=_many,
        guards=("VSM-002", "VSM-003"),
        guard=_scan,
        syntax={"BUFFERS": pool_steps("DATA<size>({value})")},
        applying=procedures.BUFFERS,
    ),
    Rule(
        "VSM-013",
        "No waits for file strings",
        "VSAM",
        "threshold",
        "yes",
        "String waits of the file.",
        "Any.",
        "CICS itself holds the request back, not VSAM.",
        "FILE STRINGS raised by the longest queue seen.",
        ("002, VSAM hints and tips",),
        threshold="002 names no number; fewer than 0.1 % of the requests, or than 10 an hour, are "
        "no step of their own (practice).",
        verify=VERIFY,
        back_out=_BACK,
        risk=Risk("low", "storage."),
        prerequisites="File closed and opened.",
        projection="Erlang's waiting formula at today's load.",
        report=STATISTICS,
        on=FILE,
        check=_strings,
        exposure="degradation",
        syntax={"STRINGS": file_steps("STRINGS({value})")},
        applying=procedures.FILE,
    ),
    Rule(
        "VSM-014",
        "No waits for LSR pool strings",
        "VSAM",
        "threshold",
        "yes",
        "String waits of the LSR pool.",
        "Any.",
        "All files of the pool wait together.",
        "LSRPOOL STRINGS for the share of requests that wait, by a quarter at least, 255 at most.",
        ("002, VSAM hints and tips",),
        threshold="002: avoid them; fewer than 0.1 % of the requests, or than 10 an hour, are no "
        "step of their own (practice).",
        verify=VERIFY,
        back_out=_BACK,
        risk=Risk("low", "storage."),
        prerequisites="Pool rebuilt when its files are closed.",
        projection="Erlang's waiting formula at today's load; from all waits to none where the "
        "pool's requests are not known.",
        report=STATISTICS,
        on=POOL,
        check=_pool_strings,
        exposure="degradation",
        syntax={"STRINGS": pool_steps("STRINGS({value})")},
        applying=procedures.POOL_STRINGS,
    ),
    Rule(
        "VSM-015",
        "Enough LSR buffers to work at all",
        "VSAM",
        "config-check",
        "partial",
        "Buffer waits, and buffers against strings.",
        "Buffer waits, or fewer buffers than strings.",
        "With very few buffers VSAM returns X'90' errors, AEIU abends, even false DUPREC.",
        "More buffers of that size than strings.",
        ("002, VSAM hints and tips",),
        threshold="002: do not define a small number.",
        verify="Buffer wait HWM and total 0.",
        back_out=_BACK,
        risk=Risk("low", "storage."),
        prerequisites="Pool rebuilt when files are closed.",
        projection="errors cannot be projected",
        report=STATISTICS,
        on=BUFFERS,
        check=_few,
        at_least=("BUFFERS",),
        exposure="errors",
        syntax={"BUFFERS": pool_steps("DATA<size>({value})")},
        applying=procedures.BUFFERS,
    ),
)
