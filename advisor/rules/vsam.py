"""VSAM under CICS: local shared resources, buffers and strings."""

from __future__ import annotations

import math

from advisor.findings import Effect
from advisor.rules.base import Advice, Choice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.effects import arithmetic, manual
from advisor.rules.subject import CannotTell, Subject
from advisor.rules.texts import csd_names
from model.topology import Change, SetSetting, Value

FILE = ("vsam_file",)
POOL = ("lsr_pool",)
BUFFERS = ("lsr_buffers",)
STATISTICS = "DFH0STAT (or DFHSTUP) files and LSRPOOL sections"
INDEX_AIM_PCT = 90.0
DATA_AIM_PCT = 80.0
SCAN_LIMIT = 1000
STRINGS_MOST = 255
MOST_SERVERS = 10_000
GROWTH = (1.25, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)


def lookaside_pct(subject: Subject) -> float:
    """Lookasides as per cent of lookasides and reads. Raises CannotTell."""
    hits, reads = subject.figure("lookasides"), subject.figure("reads")
    if hits is not None and reads is not None:
        if hits + reads <= 0:
            raise DoesNotApply(f"Buffers {subject.name} were not used.")
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
    pool = subject.container("lsr_pool")
    number = (subject.name if pool is None else pool.name).rpartition("/")[2]
    return {
        "BUFFERS": "CEDA ALTER LSRPOOL({lsrpool}) GROUP({group}) "
        f"LSRPOOLID({number}) {label}{buffer_size(subject)}({{value}})"
    }


def _growth(subject: Subject, aim_pct: float) -> Advice | str:
    share = lookaside_pct(subject)
    kind = "Index" if component_of(subject) == "I" else "Data"
    if share >= aim_pct:
        return f"{kind} buffers {subject.name}: {share:.0f} % lookaside."
    now = subject.need("BUFFERS")
    if now >= SCAN_LIMIT:
        return (
            f"{kind} buffers {subject.name}: {share:.0f} % lookaside, but with {now:g} buffers "
            "searching them costs more than it saves (VSM-004)."
        )
    sizes = [math.ceil(now * f) for f in GROWTH if now * f <= SCAN_LIMIT] or [SCAN_LIMIT]
    miss = 100.0 - share
    wanted = now * (miss / (100.0 - aim_pct)) ** 2
    pick = next((n for n, size in enumerate(sizes) if size >= wanted), len(sizes) - 1)
    after = miss * math.sqrt(now / sizes[pick])
    reads = subject.figure("reads")
    return Advice(
        f"{kind} lookaside of {subject.name} is {share:.0f} %, {aim_pct:.0f} % are aimed at.",
        tuple((subject.set("BUFFERS", size),) for size in sizes),
        Choice("io_per_s", "less", within_pct=3.0, min_gain_pct=0.2, unprojected=pick),
        syntax=buffers_syntax(subject),
        effects=(
            arithmetic(
                "lsr_reads",
                "" if reads else "% of today",
                reads or 100.0,
                (reads or 100.0) * after / miss,
                "misses fall with the square root of the buffers, a cautious rule where no reuse "
                "was measured",
                low=(reads or 100.0) * max(0.0, after / miss - 0.25),
                high=reads or 100.0,
            ),
        ),
    )


def _of_pool(subject: Subject, figure: str, aim_pct: float) -> str:
    """What a report says that gives lookaside by pool only. Raises CannotTell or DoesNotApply."""
    if subject.children("lsr_buffers"):
        raise DoesNotApply(f"LSR pool {subject.name} is looked at by buffer size.")
    share = subject.need_figure(figure)
    if share >= aim_pct:
        return f"LSR pool {subject.name}: {share:.0f} % lookaside."
    raise CannotTell(
        f"buffers by size of LSR pool {subject.name}, whose lookaside is {share:.0f} %", STATISTICS
    )


def _index(subject: Subject) -> Advice | str:
    if subject.component.kind == "lsr_pool":
        return _of_pool(subject, "index_lookaside_pct", INDEX_AIM_PCT)
    if component_of(subject) != "I":
        raise DoesNotApply(f"Buffers {subject.name} are not for index.")
    return _growth(subject, INDEX_AIM_PCT)


def _data(subject: Subject) -> Advice | str:
    if subject.component.kind == "lsr_pool":
        return _of_pool(subject, "data_lookaside_pct", DATA_AIM_PCT)
    if component_of(subject) != "D":
        raise DoesNotApply(f"Buffers {subject.name} are not for data.")
    return _growth(subject, DATA_AIM_PCT)


def _separate(subject: Subject) -> Advice | str:
    pools = subject.children("lsr_buffers")
    if not pools:
        raise CannotTell(f"the buffers of LSR pool {subject.name}", STATISTICS)
    if any(component_of(p) == "I" for p in pools):
        return f"LSR pool {subject.name} has index buffers of its own."
    number = subject.name.rpartition("/")[2]
    region = subject.container("cics_region")
    files = [
        f
        for f in (region.children("vsam_file") if region else ())
        if str(f.value("LSRPOOLID")) == number
    ]
    sizes = sorted({int(s) for s in (f.number("INDEX_CISZ") for f in files) if s})
    reads = [f.figure("excps_index") for f in files]
    requests = [f.figure("requests") for f in files]
    known = sum(r for r in reads if r is not None)
    asked = sum(r for r in requests if r is not None)
    effects: tuple[Effect, ...] = ()
    if known and asked:
        effects = (
            arithmetic(
                "index_excps",
                "",
                known,
                min(known, 0.1 * asked),
                "index EXCPs at the 90 % lookaside that separate index buffers should reach",
                low=0.0,
                high=known,
            ),
        )
    group, definition = csd_names(subject.component, None)
    listed = " ".join(f"INDEX{_k(size)}(n)" for size in sizes) or "INDEX4K(n)"
    return Advice(
        f"LSR pool {subject.name} has no index buffers, so data CIs drive index CIs out.",
        texts=(
            manual(
                subject.id,
                "INDEX",
                f"CEDA ALTER LSRPOOL({definition}) GROUP({group}) LSRPOOLID({number}) {listed}",
            ),
        ),
        effects=effects,
        not_projectable="the reports give no index EXCPs of the pool's files",
    )


def _k(size: int) -> str:
    return f"{size // 1024}K" if size >= 1024 else str(size)


def _many(subject: Subject) -> Advice | str:
    if subject.component.kind == "lsr_pool":
        if subject.children("lsr_buffers"):
            raise DoesNotApply(f"LSR pool {subject.name} is looked at by buffer size.")
        raise CannotTell(f"buffers by size of LSR pool {subject.name}", STATISTICS)
    now = subject.need("BUFFERS")
    if now <= SCAN_LIMIT:
        return f"Buffers {subject.name}: {now:g}, not above {SCAN_LIMIT}."
    share = lookaside_pct(subject)
    aim = INDEX_AIM_PCT if component_of(subject) == "I" else DATA_AIM_PCT
    after = 100.0 - (100.0 - share) * math.sqrt(now / SCAN_LIMIT)
    if after < aim:
        return (
            f"Buffers {subject.name}: {now:g} are many, but with {SCAN_LIMIT} lookaside would fall "
            f"to about {after:.0f} %."
        )
    return Advice(
        f"{now:g} buffers {subject.name} reach {share:.0f} %; {SCAN_LIMIT} should still reach "
        f"{after:.0f} % and are cheaper to search.",
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
        f"Not beyond {SCAN_LIMIT} buffers of one type and size: searching them costs CPU."
    )


def pool_for(subject: Subject) -> Value | None:
    """The LSR pool of the same region with most lookasides, as LSRPOOLID; else pool 1."""
    region = subject.container("cics_region")
    pools = region.children("lsr_pool") if region is not None else ()
    numbers = [p.name.rpartition("/")[2] for p in pools]
    chosen = min((n for n in numbers if n.isdigit()), key=int, default="1")
    spec = subject.catalogue.spec("vsam_file", "LSRPOOLID")
    if spec is None:
        return None
    return int(chosen) if spec.type in ("integer", "number") else chosen


def to_lsr(subject: Subject) -> tuple[Change, ...]:
    """The changes that give a file local shared resources."""
    changes: list[Change] = [subject.set("ACCESS", "LSR")]
    pool = pool_for(subject)
    if pool is not None and subject.value("LSRPOOLID") in (None, "", 0, "0"):
        changes.append(subject.set("LSRPOOLID", pool))
    return tuple(changes)


def _nsr(subject: Subject) -> Advice | str:
    if subject.need_text("ACCESS") != "NSR":
        return f"{subject.name} uses an LSR pool."
    if subject.flag("REMOTE"):
        raise DoesNotApply(f"{subject.name} is remote.")
    requests = subject.need_figure("requests")
    if requests <= 0:
        raise DoesNotApply(f"{subject.name} was not used.")
    excps = subject.figure("excps", "excps_data")
    rate = "" if not excps else f" with {excps / requests:.2f} EXCPs each"
    return Advice(
        f"{requests:,.0f} requests of {subject.name}{rate} go through buffers of its own strings.",
        (to_lsr(subject),),
        distance="LSR was better in every case of the source, on z/VSE.",
        not_projectable="the source gives no figure for what a shared pool saves a file",
    )


def _strings(subject: Subject) -> Advice | str:
    waits = subject.need_figure("string_waits")
    if waits <= 0:
        return f"{subject.name}: no string wait."
    now = subject.need("STRINGS")
    queue = subject.figure("string_wait_hwm")
    wanted = min(STRINGS_MOST, math.ceil(now + max(1.0, queue if queue else 0.25 * now)))
    requests = subject.figure("requests")
    share = 100.0 * waits / requests if requests else None
    return Advice(
        f"{waits:,.0f} requests of {subject.name} waited for one of {now:g} strings.",
        ((subject.set("STRINGS", wanted),),),
        effects=(_queueing(now, wanted, share, waits),),
    )


def _queueing(now: float, wanted: float, share: float | None, waits: float) -> Effect:
    """Waiting with more servers: Erlang C at the load that gives today's share of waits."""
    if share is None or share <= 0 or share >= 100:
        return arithmetic(
            "string_waits", "", waits, 0.0, "strings for the longest queue seen", high=0.1 * waits
        )
    load = _load_for(int(now), share / 100.0)
    after = 100.0 * erlang_c(int(wanted), load)
    return arithmetic(
        "string_wait_pct",
        "%",
        share,
        after,
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
        return f"LSR pool {subject.name}: no string wait."
    now = subject.need("STRINGS")
    if now >= STRINGS_MOST:
        return f"LSR pool {subject.name} already has {now:g} strings, the most there are."
    wanted = min(STRINGS_MOST, math.ceil(now * 1.25))
    return Advice(
        f"{waits:,.0f} requests waited for one of {now:g} strings of LSR pool {subject.name}.",
        ((subject.set("STRINGS", wanted),),),
        effects=(_queueing(now, wanted, None, waits),),
    )


def _few(subject: Subject) -> Advice | str:
    now = subject.need("BUFFERS")
    waits = subject.figure("buffer_waits")
    pool = subject.container("lsr_pool")
    strings = None if pool is None else pool.number("STRINGS")
    if waits is None and strings is None:
        raise CannotTell(f"buffer waits of {subject.name}", STATISTICS)
    if (waits or 0) <= 0 and (strings is None or now >= min(strings, 20)):
        return f"Buffers {subject.name}: {now:g} and no waits."
    wanted = max(math.ceil(now * 1.5), math.ceil(strings or 0) + 1)
    return Advice(
        f"{now:g} buffers {subject.name}"
        + (f" with {waits:,.0f} waits." if waits else f" for {strings:g} strings are too few."),
        ((subject.set("BUFFERS", min(wanted, SCAN_LIMIT)),),),
        syntax=buffers_syntax(subject),
    )


_VERIFY = "Lookaside, EXCPs per request and waits in the next DFH0STAT of an equal period."
_BACK = "CEDA ALTER back to the former value; close and open the files of the pool."

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
        verify=_VERIFY,
        back_out=_BACK,
        risk="low: some storage.",
        prerequisites="Pool rebuilt when its files are closed.",
        projection="Index EXCPs at 90 % lookaside.",
        report=STATISTICS,
        on=POOL,
        check=_separate,
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
        verify=_VERIFY,
        back_out=_BACK,
        risk="low: storage for the buffers.",
        prerequisites="Pool rebuilt when files are closed.",
        effect="Sample pools: 64 % and 98 %.",
        projection="VSAM model's reuse curve; else misses by the square root of buffers.",
        report=STATISTICS,
        on=(*BUFFERS, *POOL),
        check=_index,
        syntax={"BUFFERS": "INDEXn({value})"},
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
        verify=_VERIFY,
        back_out=_BACK,
        risk="low: storage for the buffers.",
        prerequisites="Pool rebuilt when files are closed.",
        effect="Sample pools: 54 % and 82 %.",
        projection="VSAM model's reuse curve; else misses by the square root of buffers.",
        report=STATISTICS,
        on=(*BUFFERS, *POOL),
        check=_data,
        syntax={"BUFFERS": "DATAn({value})"},
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
        verify=_VERIFY,
        back_out=_BACK,
        risk="low: reads may rise a little.",
        prerequisites="Pool rebuilt when files are closed.",
        projection="the CPU of searching buffers was never published",
        report=STATISTICS,
        on=(*BUFFERS, *POOL),
        check=_many,
        guards=("VSM-002", "VSM-003"),
        guard=_scan,
        syntax={"BUFFERS": "DATAn or INDEXn({value})"},
    ),
    Rule(
        "VSM-005",
        "Convert NSR files to LSR",
        "VSAM",
        "tuning",
        "partial",
        "Access method of the file.",
        "A local file in use that is NSR.",
        "NSR buffers serve one string each; LSR buffers serve everybody, with fewer EXCPs and less "
        "CPU.",
        "CEDA ALTER FILE ... LSRPOOLID(n).",
        ("002, VSAM hints and tips",),
        threshold="Any NSR file.",
        verify=_VERIFY,
        back_out="LSRPOOLID(NONE).",
        risk="low: strictly sequential browsing may read more.",
        prerequisites="Buffers of the file's CI sizes in the pool.",
        effect="Better in every case where it was advised (no figure).",
        effect_conditions="CICS TS for z/VSE.",
        projection="VSAM model where requests are reported.",
        report=STATISTICS,
        on=FILE,
        check=_nsr,
        syntax={
            "ACCESS": "CEDA ALTER FILE({name}) GROUP({group}) {lsrpoolid}",
            "LSRPOOLID": "CEDA ALTER FILE({name}) GROUP({group}) {lsrpoolid}",
        },
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
        threshold="002: waits above 0.",
        verify=_VERIFY,
        back_out=_BACK,
        risk="low: storage.",
        prerequisites="File closed and opened.",
        projection="Erlang's waiting formula at today's load.",
        report=STATISTICS,
        on=FILE,
        check=_strings,
        exposure="degradation",
        syntax={"STRINGS": "CEDA ALTER FILE({name}) GROUP({group}) STRINGS({value})"},
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
        "LSRPOOL STRINGS raised by a quarter, 255 at most.",
        ("002, VSAM hints and tips",),
        threshold="002: avoid them.",
        verify=_VERIFY,
        back_out=_BACK,
        risk="low: storage.",
        prerequisites="Pool rebuilt when its files are closed.",
        projection="Waits by arithmetic.",
        report=STATISTICS,
        on=POOL,
        check=_pool_strings,
        exposure="degradation",
        syntax={
            "STRINGS": "CEDA ALTER LSRPOOL({lsrpool}) GROUP({group}) LSRPOOLID({name}) "
            "STRINGS({value})"
        },
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
        risk="low: storage.",
        prerequisites="Pool rebuilt when files are closed.",
        projection="errors cannot be projected",
        report=STATISTICS,
        on=BUFFERS,
        check=_few,
        exposure="errors",
        syntax={"BUFFERS": "DATAn or INDEXn({value})"},
    ),
)
