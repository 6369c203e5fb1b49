"""CICS statistics prints: DFH0STAT (z/OS, z/VSE, enhanced) and DFHSTUP's common sections."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from advisor.formats.cics.connections import METRICS as CONNECTIONS
from advisor.formats.cics.connections import OF_STUP, is_of_connections, read_connection
from advisor.formats.cics.db2_entries import IGNORED as OF_ENTRIES
from advisor.formats.cics.db2_entries import METRICS as ENTRIES
from advisor.formats.cics.db2_entries import read_entry
from advisor.formats.cics.files import FILES_PAGE, Region, read_file_line, write_files
from advisor.formats.cics.grouping import with_commas
from advisor.formats.cics.headless import heading_lost
from advisor.formats.cics.labels import OPENING, PLATFORM, TS_WAITS, meaning, opens_a_section, pairs
from advisor.formats.cics.lsr import POOL, POOL_TOTALS, read_pool_line
from advisor.formats.cics.pages import (
    HEAD,
    SUMMARY_HEAD,
    UTILITY_HEAD,
    WHOSE,
    collected,
    head_of,
    printed,
)
from advisor.formats.cics.parts import LABELS, PARTS
from advisor.formats.cics.since_start import put_aside, take_up
from advisor.formats.cics.storage import IGNORED as OF_STORAGE
from advisor.formats.cics.storage import METRICS as STORAGE
from advisor.formats.cics.storage import note_short, read_auxiliary, read_storage, write_short
from advisor.formats.cics.tcb_pools import of_another_pool
from advisor.formats.cics.transactions import note_blank, note_transactions, write_transactions
from advisor.observations import Interval
from advisor.reading.layout.cells import (
    duration_s,
    number,
    size_bytes,
    stamp,
    whole,
)
from advisor.reading.layout.outline import outline
from advisor.reading.layout.tables import collapsed
from advisor.reading.reader import (
    NO_INTERVAL,
    Collector,
    Dated,
    Line,
    Metric,
    Occasion,
    Page,
    Reader,
    Segment,
)
from model.language import Name

_CLOCK = r"(?:\d{1,9}[-:])?\d{2,5}:\d\d:\d\d\.\d{1,6}"
_TCB_ZOS = re.compile(
    rf"^\s*([A-Z][A-Z0-9]{{1,2}})\s+"
    r"((?:(?:No|Yes|N/A|Open|SSL|XP|THRD|JVM|[\d,]+)\s+){1,12})"
    rf"({_CLOCK})\s+({_CLOCK})"
    rf"(?:\s+({_CLOCK}))?(?:\s+({_CLOCK}))?(?:\s+\d{{1,3}}(?:\.\d+)?\s?%)?\s*$",
    re.IGNORECASE,
)
_TCB_VSE = re.compile(
    rf"^\s*([A-Z][A-Z0-9_]{{1,9}})\s+(\w+)\s+({_CLOCK})\s+([\d,]+)\s+({_CLOCK})\s+({_CLOCK})"
    rf"\s+({_CLOCK})(?:\s+({_CLOCK}))?\s*$"
)
_TCB_IN_PART = re.compile(rf"^\s*(?:\S+\s+){{1,12}}{_CLOCK}\s+{_CLOCK}")
_TCB_HEADING = re.compile(
    r"TCBs? Attached|TCB\s+Dispatch|^\s*Mode\s+Current|TCB\s+Mode\b|^\s*TCB\s+TCB\s|"
    r"^\s*Name\s+Status\s+Start\s|^\s*(?:TCB|Mode)\s.*(?:Waits|Op\. Sys)",
    re.IGNORECASE,
)

_SECTION = re.compile(
    r"^[01+-]?\s*(System Status|Transaction Manager|Dispatcher[^:]*?|LSR ?POOLs?|Files?|TCB Mode|"
    r"Program Totals|Programs|Connections(?: and Modenames)?|ISC/IRC[^:]*?|Temporary Storage[^:]*?|"
    r"(?:System|Transaction) Dumps?(?: Codes?)?(?: Totals?)?|Dumps?|Journal[^:]*?|Terminals?|"
    r"Transaction Classes|Transient Data[^:]*?)(?: Statistics)?\s*$",
    re.IGNORECASE,
)
_SUBTITLE = re.compile(
    r"^\s*(?:Monitoring|Statistics|Trace|Buffer Totals|(?:Storage )?(?:BELOW|ABOVE) \d\d ?MB|"
    r"Files? - Requests|Totals\s+\d.*|Storage - .*|.*\bStatistics Utility Program\b"
    r".*|Monitoring\s+Statistics)\s*$",
    re.IGNORECASE,
)
_SHORT = re.compile(
    r"^\s*Times (?:went )?short[ -]on[ -]storage(?:\s?\.){0,60}\s*:((?:\s+[\d,]+){1,16})\s*$",
    re.IGNORECASE,
)
_DUMPS_TAKEN = re.compile(r"Dumps taken$", re.IGNORECASE)
_TCB_COLUMNS = re.compile(
    r"Name Status Start Time Waits Wait Time Dispatch Time CPU Time( CPU)?", re.IGNORECASE
)
"""The last line of z/VSE's heading: no cell of its rows is ever blank."""

_DECIMALS = re.compile(r":\d\d\.(\d+)(?!\S)")
_CLOCKED = re.compile(r"\bTime\b|\bRatio\b", re.IGNORECASE)


def _blank(row: str, heading: str) -> bool:
    """Whether a cell of a row of TCBs is blank, or a clock has lost some of its decimals."""
    if len({*map(len, _DECIMALS.findall(row))}) > 1:
        return True
    known = _TCB_COLUMNS.match(" ".join(heading.split()))
    if known is not None:
        return len(row.split()) < (8 if known[1] else 7)
    counts = _TCB_ZOS.match(row)
    if counts is None or collapsed(heading):
        return False
    labels = re.split(r"\s{2,}", heading.strip())[1:]
    return len(counts[2].split()) < sum(1 for label in labels if not _CLOCKED.search(label))


_RULER = re.compile(r"^\s*[_\-=]{4,}\s*$")


@dataclass(frozen=True, slots=True)
class _What:
    """What lines may be, as their outline tells: a heading, a title, a table's heading."""

    applid: bool = False
    collected: bool = False
    subtitle: bool = False
    section: bool = False
    timed: bool = False
    """Two clocks at least: a row of TCBs."""
    tcb_heading: bool = False


_NOTHING = _What()


@lru_cache(maxsize=1 << 12)
def _what(shape: str) -> _What:
    if not shape.strip() or _RULER.match(shape):
        return _NOTHING
    capitals = shape.upper()
    return _What(
        "APPLID" in capitals or ("SYSID" in capitals and "JOBNAME" in capitals),
        "COLLECTION DATE" in capitals,
        _SUBTITLE.match(shape) is not None,
        _SECTION.match(shape) is not None,
        shape.count(":") >= 4,
        _TCB_HEADING.search(shape) is not None,
    )


def parse(segment: Segment, out: Collector) -> None:
    """Read all sections of a print, of one region or several."""
    with_commas(segment)
    state = segment.memory.setdefault("state", {"section": "", "kind": "", "hiper": False})
    region: Region | None = None
    if not segment.shared.get("applid") and (found := heading_lost(segment, head_of, out)):
        named = HEAD.search(found[1].content)
        _new_page(segment, found[0], printed(named) if named else NO_INTERVAL, found[1], out)
    for line in segment:
        region = _region(segment, region)
        text = line.content
        shape = outline(text)
        what = _what(shape)
        if what is _NOTHING:
            if line.gap:  # the row of a TCB that was withheld
                segment.memory.setdefault("tcb lacking", set()).add(region.applid)
            continue
        if what.applid and (match := HEAD.search(text)):
            _new_page(segment, match[1], printed(match), line, out)
            _job_of_page(segment, match[1].upper(), (match[2] or "").upper(), line, out)
            if whose := WHOSE.search(text):
                segment.memory.setdefault("whose", {})[whose[1], whose[2]] = match[1]
        elif what.applid and (match := WHOSE.search(text)):
            _page_of_job(segment, match[1], match[2], printed(match), line, out)
        elif what.applid and (match := SUMMARY_HEAD.search(text)):
            summed = match[1].upper() in segment.memory.get("collected", ())
            _new_page(segment, match[1], NO_INTERVAL, line, out)
            segment.memory.update(end=None, interval=NO_INTERVAL, summed=summed)
        elif what.collected and (match := UTILITY_HEAD.search(text)):
            _new_page(segment, match[4], collected(match), line, out)
            segment.memory.setdefault("collected", set()).add(match[4].upper())
        elif segment.memory.get("summed"):
            out.left_out(line)  # its intervals are read
        elif what.subtitle:
            continue
        elif what.section and (match := _SECTION.match(text)):
            state["section"] = match[1].lower()
        elif (
            _tcb(segment, region, what, line, out)
            or read_file_line(segment, region, shape, line, out)
            or read_pool_line(segment, region, state, shape, line, out)
            or (is_of_connections(state) and read_connection(region, state, line, out))
            or read_entry(segment, region, line, out)
            or read_storage(segment, region, line, out)
        ):
            continue
        else:
            _pairs(segment, region, state, line, out)
    _finish(segment, out)


def _region(segment: Segment, before: Region | None) -> Region:
    """The region that a line belongs to; most often that of the line ``before``."""
    applid = segment.shared.get("applid") or segment.shared.get("job")
    if not applid:
        applid = segment.after_file("CICS")
    interval = segment.memory.get("interval", NO_INTERVAL)
    if before is not None and before.applid == applid and before.interval is interval:
        return before
    return Region(applid, interval)


def _new_page(
    segment: Segment,
    name: str,
    interval: Interval,
    line: Line,
    out: Collector,
    stated: bool = True,
) -> None:
    applid, end = name.upper(), interval.end
    memory = segment.memory
    if memory.get("page_applid") not in (None, applid) or (
        end and memory.get("end") not in (None, end)
    ):
        _finish(segment, out)
    memory["page_applid"] = segment.shared["applid"] = applid
    memory["summed"] = False
    memory["end"] = end or memory.get("end")
    if memory.get("interval") is None or memory["interval"].end != memory["end"]:
        memory["interval"] = interval if end else Interval(end=memory["end"])
    subject = f"cics_region:{applid}"
    if applid not in memory.setdefault("seen", set()):
        memory["seen"].add(applid)
        if stated:
            out.setting(subject, "APPLID", applid, "", line, name)
        if system := segment.shared.get("system"):
            out.relation(subject, "parent", f"lpar:{system}", line)


def _page_of_job(
    segment: Segment, sysid: str, job: str, interval: Interval, line: Line, out: Collector
) -> None:
    """A page without its Applid: of the region that the same names stood beside, else its job's."""
    known = segment.memory.get("whose", {}).get((sysid, job))
    if known is None:
        out.say_once(
            "{file}, line {number}: this page of CICS statistics has lost its Applid, and what it "
            "shows was kept under the name of its job, {job}: send it with its whole heading.",
            line,
            job=Name(job.upper()),
        )
    _new_page(segment, known or job, interval, line, out, stated=known is not None)


def _job_of_page(segment: Segment, applid: str, job: str, line: Line, out: Collector) -> None:
    if job not in ("", applid) and (applid, job) not in segment.memory.setdefault("jobs", set()):
        segment.memory["jobs"].add((applid, job))
        out.setting(f"cics_region:{applid}", "JOBNAME", job, "", line, job)


# -- dispatcher ------------------------------------------------------------------------------


def _tcb(segment: Segment, region: Region, what: _What, line: Line, out: Collector) -> bool:
    text = line.content
    if what.timed and (match := _TCB_VSE.match(text)):
        name, waits = match[1].split("_")[0], match[4]
        wait, dispatch, cpu = match[5], match[6], match[7]
    elif what.timed and (match := _TCB_ZOS.match(text)) and match[5]:
        name, waits = match[1], match[2].split()[-1]
        wait, dispatch, cpu = match[3], match[4], match[5]
    else:
        if what.tcb_heading:
            segment.memory["tcb_heading"] = text
        elif (
            what.timed
            and segment.memory.get("tcb_heading")
            and (line.gap or _TCB_IN_PART.match(text))
        ):
            segment.memory.setdefault("tcb lacking", set()).add(region.applid)
            _say_blank(segment, line, out)
        return what.tcb_heading
    if _blank(text, segment.memory.get("tcb_heading", "")):
        segment.memory.setdefault("tcb lacking", set()).add(region.applid)
        _say_blank(segment, line, out)
        return True
    totals = segment.memory.setdefault("tcb", {})
    totals.setdefault(region.applid, []).append(
        (duration_s(cpu) or 0.0, cpu, line, region.interval, name == "QR")
    )
    if name != "QR":
        _mode(match, name, region, wait, dispatch, cpu, waits, line, out)
        return True
    if sum(row[4] for row in totals[region.applid]) > 1:  # the next report of the same region
        row = totals[region.applid].pop()
        _finish(segment, out)
        segment.memory["tcb"] = {region.applid: [row]}
    spans = [duration_s(cell) for cell in (wait, dispatch)]
    elapsed = round(sum(span for span in spans if span is not None), 6)
    # The QR TCB either waits or is dispatched: together that is the span the counters cover.
    region = Region(region.applid, Interval(region.interval.start, region.interval.end, elapsed))
    segment.memory["interval"] = region.interval
    out.observe(region.subject, "qr_waits", whole(waits), "count", line, waits, region.interval)
    for metric, cell in (("qr_wait_s", wait), ("qr_dispatch_s", dispatch), ("qr_cpu_s", cpu)):
        value = duration_s(cell)
        out.observe(region.subject, metric, value, "s", line, cell, region.interval)
    elapsed_cpu, busy = duration_s(cpu), duration_s(dispatch)
    if elapsed_cpu is not None and busy:
        share, said = round(100.0 * elapsed_cpu / busy, 6), f"{cpu} / {dispatch}"
        out.observe(region.subject, "qr_ratio_pct", share, "%", line, said, region.interval)
        out.observe(region.subject, "qr_ratio_latest", share, "%", line, said, region.interval)
    raw = f"{wait} + {dispatch}"
    out.observe(region.subject, "duration_s", elapsed, "s", line, raw, region.interval)
    return True


def _say_blank(segment: Segment, line: Line, out: Collector) -> None:
    out.say_once(
        "{file}, line {number}: a cell of this row of TCBs is blank, so which figure is which "
        "is not known and the row was not read: send the report as it was printed.",
        line,
    )


def _mode(
    match: re.Match[str],
    name: str,
    region: Region,
    wait: str,
    dispatch: str,
    cpu: str,
    waits: str,
    line: Line,
    out: Collector,
) -> None:
    """A TCB mode besides QR, where it has any TCB: open TCBs carry Db2, MQ, C and Java."""
    out.left_out(line)  # attaches and failures; modes without any TCB
    subject, interval = region.subject, region.interval
    used = duration_s(dispatch)
    if not used:
        return
    for metric, cell in (("tcb_dispatch_s", dispatch), ("tcb_cpu_by_mode_s", cpu)):
        out.observe(subject, f"{metric}.{name}", duration_s(cell), "s", line, cell, interval)
    out.observe(subject, f"tcb_waits.{name}", whole(waits), "count", line, waits, interval)
    counts = [cell for cell in match[2].split() if cell[0].isdecimal()]
    if match.re is _TCB_ZOS and len(counts) >= 4:  # current, peak, attaches, ..., waits
        peak = counts[1]
        out.observe(subject, f"tcbs_peak.{name}", whole(peak), "TCBs", line, peak, interval)


def _finish(segment: Segment, out: Collector) -> None:
    """Totals that need the whole print: CPU of all TCBs, files that share a data set."""
    lacking = segment.memory.pop("tcb lacking", ())
    for applid, rows in segment.memory.pop("tcb", {}).items():
        if applid in lacking:
            continue  # the row of one of them was not read
        total = round(sum(row[0] for row in rows), 6)
        raw = " + ".join(row[1] for row in rows if row[0])
        _, _, line, interval, _ = rows[-1]
        interval = segment.memory.get("interval", interval)
        out.observe(f"cics_region:{applid}", "tcb_cpu_s", total, "s", line, raw, interval)
    write_transactions(segment, out)
    write_short(segment, out)
    take_up(segment, out)
    write_files(segment, out)


# -- the rest --------------------------------------------------------------------------------


def _pairs(
    segment: Segment, region: Region, state: dict[str, Any], line: Line, out: Collector
) -> None:
    if ":" not in line.content:
        return
    subject = region.subject
    if match := _SHORT.match(line.content):
        note_short(segment, region, match[1].split(), line, out)
        return
    found = pairs(line.content)
    if not found and "transactions (since reset)" in line.content:
        note_blank(segment, region)
    for label, value in found:
        lowered = label.lower()
        if lowered in ("mvs system name", "system name"):
            out.relation(subject, "parent", f"lpar:{value.split()[0]}", line)
        elif lowered in PLATFORM:
            platform = "z/VSE" if lowered.startswith("vse") else "z/OS"
            # Of a count that z/OS alone has it is the label that tells.
            told = label if value.strip().isdigit() else value
            out.setting(subject, "PLATFORM", platform, "", line, told)
            _labelled(segment, region, label, value, line, out)
        elif lowered == "applid" and "applid" not in segment.shared:
            segment.shared["applid"] = value.split()[0].upper()
        elif lowered in ("internal trace status", "auxiliary trace status"):
            _trace(segment, region, lowered, value, line, out)
        elif lowered.startswith(("put/putq main", "put/putq aux")):
            read_auxiliary(segment, region, lowered[9:13], value, line, out)
        elif lowered == "monitoring":
            out.setting(subject, "MONITORING", value.upper() == "ON", "", line, value)
        elif _DUMPS_TAKEN.match(label) and "dump" in state["section"]:
            metric = "transaction_dumps" if "transaction" in state["section"] else "dumps"
            out.observe(subject, metric, whole(value), "count", line, value, region.interval)
        elif lowered == "buffers" and state["section"].startswith("temporary storage"):
            out.setting(subject, "TS_BUFFERS", whole(value), "buffers", line, value)
        elif not lowered.startswith("buffer ") or (
            # Pools and transient data count buffers of their own under the same labels.
            state["section"].startswith("temporary storage")
            or (not state["section"] and "pool" not in state)
        ):
            _labelled(segment, region, label, value, line, out)


def _trace(
    segment: Segment, region: Region, label: str, value: str, line: Line, out: Collector
) -> None:
    known = segment.memory.setdefault("trace", {})
    known[(region.applid, label[:3])] = value.upper().startswith("START")
    both = [known.get((region.applid, part)) for part in ("int", "aux")]
    if None in both:
        return
    trace = {
        (False, False): "off",
        (True, False): "internal",
        (False, True): "aux",
        (True, True): "both",
    }[(bool(both[0]), bool(both[1]))]
    out.setting(region.subject, "TRACE", trace, "", line, value)
    del known[(region.applid, "int")], known[(region.applid, "aux")]


def _labelled(
    segment: Segment, region: Region, label: str, value: str, line: Line, out: Collector
) -> None:
    known_as = meaning(label)
    of_another = of_another_pool(label, value, region.subject, segment.memory, line, out)
    if known_as is None or of_another:
        return
    setting, metric, unit = known_as
    if setting:
        count = whole(re.sub(r"\s*(?:msecs?|ms)$", "", value, flags=re.IGNORECASE))
        out.setting(region.subject, metric, count, unit, line, value)
        return
    if put_aside(segment, region.applid, metric, label, value, line, out):
        return
    if metric == "transactions":
        note_transactions(segment, region, label, value, line)
        return
    figure: float | int | None
    if unit in ("s", "ms"):
        span = duration_s(value)
        figure = span if span is None or unit == "s" else 1000 * span
    elif unit == "KB":
        size = size_bytes(value, "KB")
        figure = None if size is None else size / 1024
    else:
        figure = number(value)
    out.observe(region.subject, metric, figure, unit, line, value, region.interval)


def _confirm(contents: Sequence[str], index: int) -> bool:
    text = contents[index]
    if "applid" in text.lower():
        return head_of(text) is not None
    if "LSR" in text or "POOL" in text:
        return bool(POOL.search(text) or _SECTION.match(text))
    if any(label in text for label in OPENING):
        return opens_a_section(contents, index)
    return True


def _occasion(page: str) -> Occasion | None:
    """The region and the time of a print, from the heading that each of its pages has."""
    top = page[: page.find("\n") + 1] or page
    if (match := UTILITY_HEAD.search(top)) is not None:
        span = collected(match)
        when = span.start or span.end
        return Occasion(match[4].upper(), when, span.duration_s) if when else None
    match = HEAD.search(top)
    if match is None or not match[3]:
        return None
    start = stamp(match[3], match[4])
    return Occasion(match[1].upper(), start) if start is not None and "T" in start else None


READER = Reader(
    id="cics-statistics",
    rows=((rf"^\s*[A-Z][A-Z0-9_]{{1,9}}\s+(?:\S+\s+){{1,12}}{_CLOCK}(?:\s+{_CLOCK}){{1,3}}", 0),),
    title="CICS statistics (DFH0STAT, DFHSTUP)",
    endings=(
        (r"^.?Applid +\S+ +Sysid ", r" PAGE +\d+$"),
        (r"^.?Applid +\S+ +Sysid .* Date +\S+ +Time$", r" Time +\d\d:\d\d:\d\d"),
        (r"Statistics Utility Program +Report D", r" Report Time +\d\d:\d\d:\d\d"),
        (r"\bCollection Date-Time +\d", r" Applid +\S"),
        (r"^ *[A-Z][A-Z0-9] +(?:Yes|No) +", rf"{_CLOCK}$"),
        (r"^.?LSR Pool : +\d+ +Max", r" Times Waited for String : +\d"),
        (r"^.?\S+ +DATASETNAME .* RECSZ +\d+ ", r" RECORDS +\d[\d,]*$"),
        (r"^.?\S+ +SPLITS CI .* EXCC ", r" SHAREOPTIONS +\d$"),
        (r"^.?Mode +Current +Peak ", r" Time / TCB$"),
        (r"^.?TCB +TCB +TCB +Op. S", r" DS TCB$"),
        (r"^.?Name +Status +Start Time +W", r" CPU Time +CPU Time$"),
        (r"^.?Filename Method", r" EXCPs +EXCPs$"),
    ),
    subsystem="CICS",
    anchors=(
        "Applid ",
        "Dispatcher TCB",
        "TCBs Attached",
        "TCB Mode ",
        "Op. System Waits",
        "LSR Pool",
        "LSRPOOLs",
        "Op. System Op. System",
        "Filename Method Type",
        "^Access LSR Str Waits",
        "LSR Str Waits",
        "Program Totals",
        "Browse Update Add Delete",
        "Get upd Browse",
        "Get Update Browse",
        *OPENING,
    ),
    confirm=_confirm,
    splits=False,
    parse=parse,
    ignores=(
        (r"\bCICS \d[\d.]+|z/OS +\d[\d.]+|Level[ .]*: *\d[\d.]+", "releases"),
        (r"Total Accumulated transactions so far[ .]*: *[\d,]+", "transactions since the start"),
        (r"LSRPOOL BUFFER SIZE .*|BUFFER WAIT .*NSR.*", "sizes that the pool tells too"),
        (r"STRINGS4UPDATE +\d+|KEYLEN +\d+|CI/CA +\d+", "of the data set"),
        *OF_STUP,
        *OF_ENTRIES,
        *OF_STORAGE,
        *LABELS,
        (r"Excess TCB Scans.*|Excess TCBs Detached.*|PRTYAGING time.*|ICVTSD time.*", "others"),
    ),
    parts=PARTS,
    beside=(
        (r"^ *QR(?:_\w+)? ", 6, "attaches of the QR TCB, start time, CPU of the subtask"),
        (r"^ *(?:(?:Data|Index) +|(?<= ))[\d,]+ +[\d,]+ +[\d,]+", 6, "ratios, hiperspace requests"),
        (r"SPLITS CI|BUFFER WAIT", 4, "index CI size"),
    ),
    dated=Dated(("Applid",), _occasion, figures_per_line=3),
    metrics=(
        Metric("vsam_file", "adds"),
        Metric("vsam_file", "deletes"),
        Metric("vsam_file", "reads_for_update"),
        Metric("vsam_file", "buffer_waits"),
        Metric("vsam_file", "string_wait_hwm", "most waits for a string"),
        Metric("vsam_file", "setting.REMOTE", "a remote system is named"),
        Metric("vsam_file", "setting.BASE_DSNAME", "base of a path"),
        Metric("vsam_file", "setting.LSRPOOLID", "LSR pool"),
        Metric("lsr_buffers", "writes", "writes of the buffers"),
        Metric("lsr_pool", "setting.MAXKEY", "longest key"),
        Metric("cics_region", "peak_tasks"),
        Metric("cics_region", "active_tasks", "inside as DFHSTUP's statistics were written"),
        Metric("cics_region", "active_tasks_reporting", "inside as DFH0STAT ran, which is one"),
        Metric("cics_region", "qr_wait_s", "wait time of the QR TCB"),
        Metric("cics_region", "qr_waits", "waits of the QR TCB"),
        Metric("cics_region", "setting.APPLID", "the region"),
        Metric("cics_region", "setting.JOBNAME", "its job, where named otherwise"),
        Metric("cics_region", "setting.PLATFORM", "z/OS or z/VSE, by the layout"),
        Metric("cics_region", "qr_cpu_s", "and qr_dispatch_s, qr_wait_s, qr_waits"),
        Metric("cics_region", "duration_s", "QR wait plus dispatch: span of the counters"),
        Metric("cics_region", "qr_dispatch_s"),
        Metric("cics_region", "qr_ratio_pct", "QR CPU over dispatch; qr_ratio_latest too"),
        Metric("cics_region", "qr_ratio_latest"),
        Metric("cics_region", "tcb_cpu_by_mode_s.*", "of every mode that was dispatched"),
        Metric("cics_region", "tcb_dispatch_s.*"),
        Metric("cics_region", "tcb_waits.*"),
        Metric("cics_region", "tcbs_peak.*", "most TCBs attached, z/OS"),
        Metric("cics_region", "queued_tasks_peak"),
        Metric("cics_region", "dispatcher_tasks_peak"),
        Metric("cics_region", "mro_batching", "MROBTCH"),
        Metric("cics_region", "concurrent_subtasks", "SUBTSKS"),
        *(Metric("lsr_pool", name, "Buffer Totals") for name, _ in POOL_TOTALS.values()),
        Metric("lsr_pool", "strings_wait_peak"),
        Metric("cics_region", "tcb_cpu_s", "CPU of all TCBs, summed"),
        Metric("cics_region", "partition_cpu_s"),
        Metric("cics_region", "transactions", "since reset; MXT times, peak, dumps, TS"),
        Metric("cics_region", "max_tasks_times"),
        Metric("cics_region", "max_tasks_delayed", "Transactions Delayed by MXT"),
        Metric("cics_region", "max_tasks_queue_ms", "Average MXT queueing time"),
        Metric("cics_region", "max_tasks_queue_s", "Total MXT queueing time"),
        Metric("cics_region", "dumps", "and transaction_dumps"),
        Metric("cics_region", "transaction_dumps"),
        Metric("cics_region", "ts_buffer_reads", "and writes, forced writes"),
        Metric("cics_region", "ts_buffer_writes"),
        *(Metric("cics_region", f"ts_{what}") for what in TS_WAITS),
        Metric("cics_region", "ts_forced_writes"),
        Metric("cics_region", "setting.TSMAIN", "no record was put to auxiliary storage"),
        Metric("cics_region", "setting.TS_BUFFERS"),
        Metric("cics_region", "open_tcb_limit_times", "Times at Max TCB Pool Limit, open TCBs"),
        Metric("cics_region", "open_tcb_limit_requests", "requests delayed by it"),
        Metric("cics_region", "short_on_storage", "the greatest of all storage areas"),
        Metric("cics_region", "setting.TRACE", "from both trace states"),
        Metric("cics_region", "setting.MONITORING"),
        Metric("cics_region", "setting.MXT", "and ICV, ICVR, MAXOPENTCBS"),
        Metric("cics_region", "trace_table_kb"),
        Metric("cics_region", "extrapartition_ios"),
        Metric("cics_region", "mro_buffer_hwm_kb", "and current"),
        Metric("vsam_file", "requests", "sum of the six kinds printed"),
        Metric("vsam_file", "excps", "data plus index, twins of one data set once"),
        Metric("lsr_buffers", "lookasides", "and reads, writes, by size and component"),
        *(
            Metric("vsam_file", name)
            for name in (
                "reads",
                "updates",
                "browses",
                "excps_data",
                "excps_index",
                "ca_splits",
                "ci_splits",
                "string_waits",
                "exclusive_control_conflicts",
                "records",
                "record_size_bytes",
                "setting.ACCESS",
                "setting.STRINGS",
                "setting.TYPE",
                "setting.DSNAME",
                "setting.DSNSHARING",
                "setting.SHAREOPTIONS",
                "setting.DATA_CISZ",
                "setting.INDEX_CISZ",
                "setting.COMPRESSED",
            )
        ),
        Metric("lsr_buffers", "reads"),
        Metric("lsr_buffers", "setting.BUFFERS"),
        Metric("lsr_pool", "setting.STRINGS", "and MAXKEY, waits"),
        Metric("lsr_pool", "strings_waits"),
        *CONNECTIONS,
        *ENTRIES,
        *STORAGE,
        Metric("cics_region", "setting.MAXSOCKETS", "limit of IP sockets"),
        Metric("cics_region", "max_sockets_times", "times the limit was reached"),
        Metric("cics_region", "sockets_in_peak"),
        Metric("cics_region", "sockets_out_peak"),
    ),
    page=Page(
        reads="System status, transaction manager, dispatcher TCBs (z/OS modes and z/VSE "
        "subtasks), LSR pools by buffer size, " + FILES_PAGE + ", connections, temporary storage "
        "and dump totals, TCP/IP sockets, Db2 entries, storage areas, program loads.",
        releases="DFH0STAT of CICS TS 3 to 5 for z/OS and of CICS TS 1.1 and 2.1 for z/VSE, "
        "enhanced version included; DFHSTUP of CICS TS 3 to 6",
        verified="002 (enhanced file lines, program totals, QR line) and 003, figure 4-5 (TCB "
        "modes); figures of IBM's CICS TS 3.1 statistics reference (storage, transaction manager, "
        "dispatcher, TCB modes, LSR pools, programs), also with columns collapsed; z/OS file "
        "pages, connections and DFHSTUP by their field names only (IBM, CICS TS 5.5, statistics "
        "in DFHSTUP reports), as the TCP/IP and Db2 entries reports of DFH0STAT",
        unread="journals, terminals, storage subpools, program by program lists; of DFHSTUP's "
        "connections the allocates that wait at the moment, no count of those that had to",
    ),
)
