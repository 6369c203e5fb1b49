"""Natural on zIIP: what makes a session switch between SRB and TCB mode, and how to avoid it.

A switch costs 32 to 51 microseconds of CPU in the published pairs of runs (000): multi-fetch 51,
sort 37, print cache 32. The Natural model projects sessions; where it cannot, the same arithmetic
on the session's own counts is given and labelled so.
"""

from __future__ import annotations

import math
import re

from advisor.findings import Effect, Risk
from advisor.rules.base import Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.natural import procedures
from advisor.rules.commands import statements, zipped
from advisor.rules.effects import arithmetic
from advisor.rules.subject import CannotTell, Subject
from model.language import say
from model.topology import Change

SWITCH_US = (32.0, 41.0, 51.0)
"""CPU per SRB/TCB switch: least, middle and most of the published pairs (000)."""

LINE_SIZE = 132
LINES_PER_FLUSH = 1000
RECORD_CACHE_KB = 300
"""Several hundred KB suffice for a work file cache (000, Print and Work File Caching)."""
LARGEST_CACHE_KB = 1024
"""Several 100 KB suffice (000); a cache beyond 1 MB is not what a session lacks."""

BUS = "Natural BUS (Buffer Usage Statistics) at session end and the session's parameters"
STAT = "ZIIP PRINT STAT (component switch statistics) of the session"
ON = ("natural_session",)

_WHOLE = r"\b%s=\([^()]*\)"
"""A parameter with all that stands in its parentheses."""


def on_ziip(subject: Subject) -> None:
    """Only zIIP-enabled sessions switch. Raises DoesNotApply or CannotTell."""
    if not subject.need_flag("ZIIP"):
        raise DoesNotApply(subject.say("{name} does not run zIIP-enabled, so nothing switches."))


def switches(subject: Subject, *words: str) -> float | None:
    """Switches of the component whose name contains one of the words, from ZIIP PRINT STAT."""
    total: float | None = None
    for name in sorted(subject.component.measured):
        if name.startswith("switches.") and any(word in name.lower() for word in words):
            found = subject.figure(name)
            if found is not None:
                total = (total or 0.0) + found
    return total


def saved(subject: Subject, removed: float) -> tuple[Effect, ...]:
    """What fewer switches mean for the session's switches and enclave CPU."""
    reason = "switches saved at 32 to 51 microseconds each, from the published pairs of 000"
    effects: list[Effect] = []
    total = subject.figure("srb_switches")
    if total is not None and total > 0:
        removed = min(removed, total)
        effects.append(
            arithmetic("srb_switches", total, total - removed, "switches that no longer occur")
        )
    else:
        effects.append(arithmetic("srb_switches", removed, 0.0, "switches that no longer occur"))
    cpu = subject.figure("enclave_cpu_ms")
    if cpu is not None and cpu > 0:
        low, middle, high = (max(0.0, cpu - removed * us / 1000) for us in SWITCH_US)
        effects.append(arithmetic("enclave_cpu_ms", cpu, middle, reason, low=high, high=low))
    return tuple(effects)


def _count(subject: Subject, words: tuple[str, ...], *figures: str) -> float:
    found = subject.figure(*figures)
    if found is None:
        found = switches(subject, *words)
    if found is None:
        raise CannotTell(
            subject.say("{figures} of {name}", figures=figures[0]),
            f"{STAT}; {BUS}",
        )
    return found


def _mt(subject: Subject) -> Advice | str:
    on_ziip(subject)
    limit = subject.need("MT", default=True)
    if limit <= 0:
        return subject.say("{name}: MT=0 is in effect, no timer is set.")
    fetches = _count(subject, ("timer", "fetch"), "fetches")
    if fetches <= 0:
        return subject.say("{name}: no FETCH and no timer switch was counted (any is looked into).")
    return Advice(
        say(
            "MT={limit:g} sets a z/OS timer at each of {fetches:,.0f} program starts by FETCH or "
            "from level 0; every one leaves the zIIP.",
            limit=limit,
            fetches=fetches,
        ),
        ((subject.set("MT", 0),),),
        effects=saved(subject, fetches),
    )


def _multifetch(subject: Subject) -> Advice | str:
    on_ziip(subject)
    factor = subject.number("MULTIFETCH", default=True) or 1.0
    if factor > 1:
        return subject.say(
            "{name}: multi-fetch with {factor:,g} records is in effect (one at a time is slow).",
            factor=factor,
        )
    records = subject.need_figure("records_read")
    if records <= 0:
        return subject.say("{name}: no database records were read (any are looked into).")
    total = subject.figure("srb_switches")
    if total is not None and total < 0.25 * records:
        return subject.say(
            "{name}: {total:.2f} switches per record, multi-fetch is at work (below 0.25).",
            total=total / records,
        )
    return Advice(
        say(
            "{records:,.0f} records were read one Adabas call each, and each "
            "call waits off the zIIP.",
            records=records,
        ),
        ((subject.set("MULTIFETCH", 8),),),
        effects=saved(subject, records * 7 / 8),
    )


def _sort(subject: Subject) -> Advice | str:
    on_ziip(subject)
    if subject.need_text("SORT").lower() != "external":
        return subject.say("{name}: Natural's own sort is in effect.")
    records = _count(subject, ("sort",), "records_sorted")
    if records <= 0:
        return subject.say("{name}: nothing was sorted (any sort is looked into).")
    return Advice(
        say(
            "{records:,.0f} records go through an external sort with two to three switches per "
            "record beyond the read itself.",
            records=records,
        ),
        ((subject.set("SORT", "internal"),),),
        way_back=_printed(subject, "SORT"),
        effects=saved(subject, 2 * records),
        caveats=(
            say(
                "WRKSIZE has to hold what one SORT sorts, unless STORAGE names a medium for the "
                "rest: at most {records:,.0f} records, which is {kb:,.0f} KB for every 100 bytes "
                "that one is long.",
                records=records,
                kb=math.ceil(records * 100 / 1024),
            ),
        ),
    )


def _printed(subject: Subject, parameter: str) -> str:
    """A parameter with its subparameters as the report prints it; empty where it does not."""
    setting = subject.component.settings.get(parameter)
    found = None if setting is None else re.search(_WHOLE % parameter, setting.origin.text)
    return "" if found is None else found[0]


_CACHES = ("PWCSIZE_PRINT_KB", "PWCSIZE_READ_KB", "PWCSIZE_WRITE_KB")
_CACHES_USED = ("pcache_size_bytes", "wcache01_size_bytes", "wcacheo_size_bytes")


def _without_caches(subject: Subject) -> str:
    """ZIIP as it is today; of a session that has caches and whose ZIIP is not printed, empty."""
    coded = subject.text("NTZIIP")
    known = {*subject.component.settings, *subject.component.measured}
    cached = not known.isdisjoint((*_CACHES, *_CACHES_USED))
    return f"ZIIP=({zipped(coded)})" if coded else "" if cached else "ZIIP=(AUTO)"


def _print_kb(subject: Subject) -> int:
    size = subject.number("LS", default=True) or LINE_SIZE
    return math.ceil(size * LINES_PER_FLUSH / 1000)


def _print_cache(subject: Subject) -> Advice | str:
    on_ziip(subject)
    kept = subject.number("PWCSIZE_PRINT_KB")
    if (kept is not None and kept > 0) or subject.figure("pcache_size_bytes"):
        return subject.say("{name}: a print cache is defined.")
    lines = _count(subject, ("print", "write"), "print_lines")
    if lines <= 0:
        return subject.say("{name}: nothing was printed (any line is looked into).")
    size = _print_kb(subject)
    return Advice(
        say(
            "{lines:,.0f} print lines leave the zIIP one by one; {size} KB "
            "hold {lines_per_flush:,} of them.",
            lines=lines,
            size=size,
            lines_per_flush=LINES_PER_FLUSH,
        ),
        ((subject.set("PWCSIZE_PRINT_KB", size),),),
        way_back=_without_caches(subject),
        effects=saved(subject, lines - math.ceil(lines / LINES_PER_FLUSH)),
    )


def _read_cache(subject: Subject) -> Advice | str:
    on_ziip(subject)
    kept = subject.number("PWCSIZE_READ_KB")
    if (kept is not None and kept > 0) or subject.figure("wcache01_size_bytes"):
        return subject.say("{name}: a work file read cache is defined.")
    records = _count(subject, ("work",), "work_records_read")
    if records <= 0:
        return subject.say("{name}: no work file was read (any is looked into).")
    changes = [subject.set("PWCSIZE_READ_KB", RECORD_CACHE_KB)]
    why = say(
        "{records:,.0f} work file records are read with about one switch each.", records=records
    )
    written = subject.figure("work_records_written") or 0.0
    if written > 0 and not (
        subject.number("PWCSIZE_WRITE_KB") or subject.figure("wcacheo_size_bytes")
    ):
        changes.append(subject.set("PWCSIZE_WRITE_KB", RECORD_CACHE_KB))
        why = say(
            "{records:,.0f} work file records are read and {written:,.0f} "
            "written with about one switch each.",
            records=records,
            written=written,
        )
        records += written
    return Advice(
        why,
        (tuple(changes),),
        way_back=_without_caches(subject),
        effects=saved(subject, records * (1 - 1 / LINES_PER_FLUSH)),
    )


def _primary(subject: Subject) -> Advice | str:
    on_ziip(subject)
    printer = subject.number("MAINPR") or 0
    if printer > 0:
        return subject.say(
            "{name}: primary output already goes to printer {printer:g}.", printer=printer
        )
    lines = subject.need_figure("primary_lines")
    if lines < 1000:
        return subject.say(
            "{name}: {lines:,.0f} lines of primary output are too few to matter.", lines=lines
        )
    changes: list[Change] = [subject.set("MAINPR", 1)]
    kept = subject.number("PWCSIZE_PRINT_KB")
    if not kept:
        changes.append(subject.set("PWCSIZE_PRINT_KB", _print_kb(subject)))
    return Advice(
        say("{lines:,.0f} lines of CMPRINT output cannot be cached where they are.", lines=lines),
        (tuple(changes),),
        way_back=statements("MAINPR=0", *([] if kept else [_without_caches(subject)])),
        effects=saved(subject, lines - math.ceil(lines / LINES_PER_FLUSH)),
    )


def _small_cache(subject: Subject) -> Advice | str:
    on_ziip(subject)
    kept = subject.number("PWCSIZE_PRINT_KB")
    if kept is None:
        held = subject.figure("pcache_size_bytes")
        kept = None if held is None else held / 1000
    if not kept:
        raise DoesNotApply(subject.say("{name} has no print cache to enlarge (see NAT-005)."))
    size = subject.number("LS", default=True) or LINE_SIZE
    wanted = _print_kb(subject)
    if kept >= wanted:
        return subject.say(
            "{name}: {kept:,g} KB hold {kept2:,.0f} lines (fewer than 1,000 are too few).",
            kept=kept,
            kept2=kept * 1000 / size,
        )
    lines = subject.need_figure("print_lines")
    if lines <= 0:
        return subject.say("{name}: nothing was printed (any line is looked into).")
    held_lines = kept * 1000 / size
    removed = lines / held_lines - lines / LINES_PER_FLUSH
    return Advice(
        say(
            "{kept:,g} KB hold only {held_lines:,.0f} lines of {size:,g} characters.",
            kept=kept,
            held_lines=held_lines,
            size=size,
        ),
        ((subject.set("PWCSIZE_PRINT_KB", wanted),),),
        way_back=_without_caches(subject),
        effects=saved(subject, removed),
    )


def _full_cache(subject: Subject) -> Advice | str:
    on_ziip(subject)
    worst, name = 0.0, ""
    for cache, setting in (
        ("pcache", "PWCSIZE_PRINT_KB"),
        ("wcacheo", "PWCSIZE_WRITE_KB"),
        ("wcache01", "PWCSIZE_READ_KB"),
    ):
        used = subject.figure(f"{cache}_max_used_pct")
        if used is not None and used > worst:
            worst, name = used, setting
    if not name:
        raise CannotTell(subject.say("the caches' MaxUsed of {name}"))
    if worst < 99:
        return subject.say(
            "{name}: caches were at most {worst:,g} % full (from 99 % on they are).", worst=worst
        )
    total = subject.need_figure("srb_switches")
    units = sum(
        subject.figure(x) or 0.0
        for x in ("print_lines", "work_records_read", "work_records_written")
    )
    if units <= 0:
        raise CannotTell(subject.say("print lines and work file records of {name}"), STAT)
    if total < units / 100:
        return subject.say(
            "{name}: a full cache is normal, and {total:.4f} switches per record show that it "
            "works (from 0.01 on it is too small).",
            total=total / units,
        )
    kept = subject.need(name)
    if kept >= LARGEST_CACHE_KB:
        return subject.say(
            "{name}: from 1,024 KB on, here {kept:,.0f} KB, its size makes no session switch.",
            kept=kept,
        )
    return Advice(
        say(
            "The cache was {worst:,g} % full and {total:.2f} switches per record remain.",
            worst=worst,
            total=total / units,
        ),
        ((subject.set(name, min(math.ceil(kept * 2), LARGEST_CACHE_KB)),),),
        way_back=_without_caches(subject),
    )


def _thsize(subject: Subject) -> Advice | str:
    on_ziip(subject)
    used = subject.need_figure("thread_max_used_kb")
    size = subject.number("THSIZE_KB") or 0.0
    if size >= used:
        return subject.say(
            "{name}: THSIZE {size:,g} KB covers the {used:,g} KB used at most (less is too small).",
            size=size,
            used=used,
        )
    getmains = subject.need_figure("getmains")
    wanted = math.ceil(used * 1.1 / 100) * 100
    return Advice(
        say(
            "Buffers reached {used:,g} KB but the thread is {size:,g} KB: "
            "{getmains:,.0f} GETMAINs each leave the zIIP.",
            used=used,
            size=size,
            getmains=getmains,
        ),
        ((subject.set("THSIZE_KB", wanted),),),
        effects=saved(subject, max(0.0, getmains - 1)),
    )


def _calls_3gl(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    calls = subject.figure("calls_3gl")
    if calls is None:
        calls = switches(subject, "3gl", "call")
    total = subject.figure("srb_switches")
    if not calls or not total:
        return None
    share = calls / total
    if share < 0.25:
        return None
    return Qualify(
        say(
            "{share:.0%} of the switches are 3GL calls, which only the application can remove: "
            "move CALLs out of loops, or run this session without zIIP.",
            share=share,
        )
    )


_FACTS = "000, Print and Work File Caching"
_LOW = Risk("low", "a session parameter, taken back at the next session start.")
_VERIFY = "Repeat the session with ZIIP STAT ON; its switches must be gone from PRINT STAT."
_BACK = "Restore the former value in NATPARM or the dynamic parameter string; next session start."
_COND = "One Natural session on zIIP; counts and enclave CPU as printed in the document's tables."

RULES = (
    Rule(
        "NAT-001",
        "Set MT=0 in zIIP sessions that FETCH a lot",
        "Natural",
        "tuning",
        "yes",
        "MT, the zIIP flag, and FETCH count or timer switches of the session.",
        "zIIP-enabled, MT above 0 (the default is 60) and FETCHes or timer switches counted.",
        "Natural resets a z/OS timer at every program start on level 1 and at every FETCH, and a "
        "timer request runs in TCB mode: one switch per start.",
        "MT=0 as profile or session parameter.",
        ("000, CPU Time Limit - FETCH Operations",),
        threshold="000: the timer is used whenever MT is not 0.",
        verify=_VERIFY,
        back_out=_BACK,
        risk=Risk("medium", "MT also ends runaway programs; let the job class or CICS limit CPU."),
        prerequisites="Another limit for looping programs (JES class, MAXT, CICS ICVR).",
        effect="No figure published; one timer switch per FETCH or level-1 start disappears.",
        effect_conditions=_COND,
        projection="Natural model: switches and enclave CPU; else switches x 32-51 microseconds.",
        report=STAT,
        on=ON,
        check=_mt,
        methods=("NAT-011",),
        syntax={"MT": "MT={value}"},
        applying=procedures.LOOP_GUARD,
    ),
    Rule(
        "NAT-002",
        "3GL calls in loops keep a session off the zIIP",
        "Natural",
        "caveat",
        "partial",
        "3GL calls or their switches against all switches of the session.",
        "3GL calls cause a quarter or more of the session's switches.",
        "Code written in another language may not run on the zIIP, so each CALL switches to TCB "
        "mode and back; other measures then change little.",
        "Move 3GL calls out of loops; otherwise do not run such sessions zIIP-enabled.",
        ("000, 3GL Program Calls",),
        projection="Qualifies other findings; the calls per transaction are the application's.",
        report=STAT,
        guards=("NAT-001", "NAT-003", "NAT-004", "NAT-005", "NAT-006", "NAT-007"),
        guard=_calls_3gl,
        methods=("NAT-011",),
    ),
    Rule(
        "NAT-003",
        "Read with multi-fetch",
        "Natural",
        "tuning",
        "yes",
        "Records read, switches and the multi-fetch factor.",
        "About one switch per record read and no multi-fetch.",
        "Every Adabas call waits at least once in TCB mode; multi-fetch brings several records per "
        "call, which also spares the database commands.",
        "MULTI-FETCH OF 8 in the READ or FIND statement.",
        ("000, Multi-Fetch table",),
        threshold="000: 100,000 switches for 100,000 records without, 12,500 with multi-fetch.",
        verify=_VERIFY,
        back_out="The statement without its MULTI-FETCH clause, compiled again.",
        risk=Risk(
            "medium",
            "records are read ahead, so updates by others between fetch and use are seen "
            "later; hold records where that matters.",
        ),
        prerequisites="Release with MULTI-FETCH; record buffer of 8 records.",
        effect="100,000 to 12,500 switches; enclave CPU 5,389 to 958 ms.",
        effect_conditions="100,000 records read, multi-fetch factor 8.",
        projection="Natural model; else 7 of 8 switches at 32-51 microseconds.",
        report=STAT,
        on=ON,
        check=_multifetch,
        methods=("NAT-011",),
        syntax={"MULTIFETCH": "READ MULTI-FETCH OF {value} <view> BY <descriptor>"},
        applying=procedures.FETCH,
    ),
    Rule(
        "NAT-004",
        "Use Natural's own sort on zIIP",
        "Natural",
        "tuning",
        "yes",
        "The SORT parameter and records sorted.",
        "External sort in a zIIP session that sorts.",
        "An external sort takes each record over SORTIN and SORTOUT in TCB mode, mostly four "
        "switches a record; the internal sort takes one in all.",
        "SORT profile parameter: bypass the external sort.",
        ("000, Sort Processing - SORT Parameter",),
        threshold="000: 3,435 switches for 1,145 records with external sort, 1,148 with Natural's.",
        verify=_VERIFY,
        back_out=_BACK,
        risk=Risk(
            "medium", "very large sorts need work space inside the session; watch its region size."
        ),
        prerequisites="Sort volume that fits the session's storage or its own work file.",
        effect="3,435 to 1,148 switches; enclave CPU 155 to 70 ms.",
        effect_conditions="1,145 records read and sorted.",
        projection="Natural model; else two switches a record at 32-51 microseconds.",
        report=f"Natural parameters (SORT) and {STAT}",
        on=ON,
        check=_sort,
        methods=("NAT-011",),
        syntax={"SORT": "SORT=(EXT=OFF,WRKSIZE=<KB>,STORAGE=<medium>)"},
        applying=procedures.SORT,
    ),
    Rule(
        "NAT-005",
        "Cache print output",
        "Natural",
        "tuning",
        "yes",
        "Print lines, LS and whether BUS shows a PCACHE.",
        "Print output in a zIIP session without print cache.",
        "Uncached, every line is an I/O in TCB mode; a cache hands lines over in bulk.",
        "ZIIP=(PWCSIZE=(print,read,write)) in KB; the print buffer for 1,000 lines.",
        (_FACTS,),
        threshold="000: one switch per line without cache.",
        verify=f"{_VERIFY} BUS must show PCACHE.",
        back_out=_BACK,
        risk=_LOW,
        prerequisites="The buffers' size in session storage, allocated when first used.",
        effect="10,003 to 10 switches; enclave CPU 386 to 68 ms.",
        effect_conditions="10,000 lines by WRITE (1).",
        projection="Natural model: lines x LS / cache; else switches x 32-51 microseconds.",
        report=f"{BUS}; {STAT}",
        on=ON,
        check=_print_cache,
        methods=("NAT-011",),
        syntax={"PWCSIZE_PRINT_KB": "ZIIP=({ziip},PWCSIZE={pwcsize})"},
        applying=procedures.BUFFERS,
    ),
    Rule(
        "NAT-006",
        "Cache work files that are read",
        "Natural",
        "tuning",
        "yes",
        "Work file records read and whether BUS shows WCACHEnn.",
        "READ WORK FILE in a zIIP session without read cache.",
        "Uncached, each record read is an I/O in TCB mode.",
        "ZIIP=(PWCSIZE=(print,read,write)): a read buffer of several hundred KB, and a write "
        "buffer where work files are written without one.",
        (_FACTS,),
        threshold="000: about one switch per record without cache.",
        verify=f"{_VERIFY} BUS must show WCACHE01.",
        back_out=_BACK,
        risk=_LOW,
        prerequisites="One buffer per work file that is read (NAT-012).",
        after=("NAT-012",),
        effect="Similar to the print cache: one switch per bufferful in place of one per record.",
        effect_conditions="10,000 records by READ WORK FILE (1).",
        projection="Natural model; else switches x 32-51 microseconds.",
        report=f"{BUS}; {STAT}",
        on=ON,
        check=_read_cache,
        methods=("NAT-011",),
        syntax={
            "PWCSIZE_READ_KB": "ZIIP=({ziip},PWCSIZE={pwcsize})",
            "PWCSIZE_WRITE_KB": "ZIIP=({ziip},PWCSIZE={pwcsize})",
        },
        applying=procedures.BUFFERS,
    ),
    Rule(
        "NAT-007",
        "Route primary output to a cached printer",
        "Natural",
        "tuning",
        "yes",
        "Lines of primary output and MAINPR.",
        "1,000 or more lines of primary output and no MAINPR.",
        "CMPRINT output is not cached; a printer of its own is.",
        "MAINPR=n, with a print cache (NAT-005).",
        ("000, Rerouting Primary I/Os to a Cache Buffer",),
        threshold="1,000 lines are one bufferful; below it nothing is saved.",
        verify=_VERIFY,
        back_out=_BACK,
        risk=Risk("medium", "output moves to another DD name; check who reads CMPRINT."),
        prerequisites="A DD statement for the additional printer.",
        effect="None published; as for other print output (NAT-005).",
        effect_conditions=_COND,
        projection="As NAT-005.",
        report=STAT,
        on=ON,
        check=_primary,
        methods=("NAT-011",),
        syntax={
            "MAINPR": statements(
                "MAINPR={value}",
                "PRINT=(({value}),AM=STD,DEST=<ddname>)",
                "//<ddname> DD SYSOUT=*",
            ),
            "PWCSIZE_PRINT_KB": "ZIIP=({ziip},PWCSIZE={pwcsize})",
        },
        applying=procedures.PRINTER,
    ),
    Rule(
        "NAT-008",
        "Size the print cache for 1,000 lines",
        "Natural",
        "tuning",
        "yes",
        "LS and the print cache's size.",
        "A print cache that holds fewer than 1,000 lines.",
        "Switches for printing are lines divided by the lines a buffer holds.",
        "PWCSIZE print buffer of LS x 1,000 bytes.",
        ("000, Example of Cache Buffer Usage",),
        threshold="000: 132 KB for LS=132 lowers switches by a factor of 1,000.",
        verify=_VERIFY,
        back_out=_BACK,
        risk=_LOW,
        prerequisites="The buffer's size in session storage.",
        effect="One switch per 1,000 lines (20 pages).",
        effect_conditions="Line size 132.",
        projection="Natural model; else lines / (cache / LS).",
        report=f"{BUS}; {STAT}",
        on=ON,
        check=_small_cache,
        syntax={"PWCSIZE_PRINT_KB": "ZIIP=({ziip},PWCSIZE={pwcsize})"},
        applying=procedures.BUFFERS,
    ),
    Rule(
        "NAT-009",
        "Full caches with switches left are too small",
        "Natural",
        "threshold",
        "partial",
        "MaxUsed per cent of PCACHE, WCACHEO and WCACHEnn in BUS, against switches per record.",
        "MaxUsed at 99 % or more and more than one switch per 100 records.",
        "A full cache alone is normal (the sample shows 99.9 to 100 %); only switches that remain "
        "show that it is flushed too often.",
        "Double the PWCSIZE buffer concerned, up to 1 MB.",
        ("000, Monitoring the Cache Usage",),
        threshold="000, BUS screen: caches at 99.9 and 100 % in a session that works well.",
        verify=_VERIFY,
        back_out=_BACK,
        risk=_LOW,
        projection="Natural model where lines and records are known; MaxUsed alone says nothing.",
        report=f"{BUS}; {STAT}",
        on=ON,
        check=_full_cache,
        methods=("NAT-011",),
        syntax={
            "PWCSIZE_PRINT_KB": "ZIIP=({ziip},PWCSIZE={pwcsize})",
            "PWCSIZE_READ_KB": "ZIIP=({ziip},PWCSIZE={pwcsize})",
            "PWCSIZE_WRITE_KB": "ZIIP=({ziip},PWCSIZE={pwcsize})",
        },
        applying=procedures.BUFFERS,
    ),
    Rule(
        "NAT-010",
        "Give batch sessions a thread",
        "Natural",
        "tuning",
        "partial",
        "THSIZE against the thread's MaxUsed in BUS, and GETMAINs.",
        "THSIZE absent or below the thread's MaxUsed.",
        "Each buffer taken outside the thread is a GETMAIN, an SVC in TCB mode.",
        "THSIZE at the thread's MaxUsed plus 10 %, in full 100 KB.",
        ("000, Thread Size Specification - THSIZE Parameter",),
        threshold="BUS: ThrdSize line, MaxUsed.",
        verify=_VERIFY,
        back_out=_BACK,
        risk=_LOW,
        prerequisites="Region size for one contiguous thread.",
        projection="One switch per GETMAIN at 32-51 microseconds where GETMAINs are counted.",
        report=f"{BUS}; {STAT}",
        on=ON,
        check=_thsize,
        syntax={"THSIZE_KB": "THSIZE={value}"},
        applying=procedures.PARAMETER,
    ),
    Rule(
        "NAT-011",
        "How to get switches by component",
        "Natural",
        "method",
        "no",
        "Natural system command ZIIP.",
        "Switch counts by component are not in the reports.",
        "Without them nobody knows which component to treat first.",
        "Issue ZIIP STAT ON at session start and ZIIP PRINT STAT at its end; rank components by "
        "switches",
        ("000, introduction",),
        projection="A method; nothing to project.",
        on=ON,
    ),
    Rule(
        "NAT-012",
        "One read cache per work file",
        "Natural",
        "interpretation",
        "partial",
        "WCACHEnn rows of BUS.",
        "Several work files are read at the same time.",
        "Output shares one cache, but every work file that is read gets its own (WCACHEnn), when "
        "first used: the storage of PWCSIZE's read value is multiplied.",
        "Multiply the read buffer by the number of work files when sizing the region.",
        ("000, Monitoring the Cache Usage",),
        projection="Storage only.",
        on=ON,
    ),
)
