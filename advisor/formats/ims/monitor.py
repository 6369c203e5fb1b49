"""IMS Monitor: schedules, schedule to first call, elapsed execution by region."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from advisor.formats.ims.pools import METRICS as OF_POOLS
from advisor.formats.ims.pools import begin_pool, is_pool_title, read_pool
from advisor.observations import Interval
from advisor.reading.gaps import say_unheaded, say_withheld
from advisor.reading.layout.cells import number, whole
from advisor.reading.layout.labelled import assigned, tidy, value_of
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_TITLE = re.compile(r"IMS\s+MONITOR\b", re.IGNORECASE)
_REPORT = re.compile(r"\*{3,}\s*([A-Z][A-Z /+-]*?)\s*\*{3,}\s*TRACE START", re.IGNORECASE)
_TRACE = re.compile(
    r"TRACE START\s+(\d{4})\s+(\d{3})\s+(\d+:\d\d:\d\d)\s+TRACE STOP\s+(\d{4})\s+(\d{3})\s+"
    r"(\d+:\d\d:\d\d)(?:\s+PAGE\s+\d+)?(?:\s+(?!PAGE\b)([A-Z@#$][A-Z0-9@#$]{0,3}))?(?=\s|$)",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"^\s*(SCHEDULING AND TERMINATION|SCHEDULE TO FIRST CALL|ELAPSED EXECUTION|"
    r"DL/I CALLS|IDLE FOR INTENT|REGION OCCUPANCY)",
    re.IGNORECASE,
)
_REGION = re.compile(r"^\s*\**\s*REGION\s+(\d{1,3})\s+([\d,]+)\s+([\d,]+)\s+([\d,]+)", re.I)
_REGION_IN_PART = re.compile(r"^\s*\**\s*REGION\s+\d", re.IGNORECASE)
_TOTALS = re.compile(r"^\s*\**\s*TOTALS?\s+([\d,]+)\s+([\d,]+)\s+([\d,]+)", re.IGNORECASE)
_OCCUPANCY = re.compile(r"REGION\s+(\d{1,3})\s+([\d.]+)\s*%", re.IGNORECASE)
_BY_REGION = {
    "SCHEDULING AND TERMINATION": ("schedules_by_region", "count"),
    "SCHEDULE TO FIRST CALL": ("schedule_to_first_call_by_region_us", "us"),
    "ELAPSED EXECUTION": ("elapsed_by_region_us", "us"),
}
_TRANSACTIONS = re.compile(
    r"^\s*(?:(?:TOTAL )?TRANSACTIONS|TOTAL NUMBER OF MESSAGES DEQUEUED)[\s.]+([\d,]+)\s*$", re.I
)
_QUEUED = (
    re.compile(  # dequeued, schedules, on queue when scheduled (least, mean, most), a schedule
        r"^\s*[A-Z0-9@#$]{1,8}\s+(\d[\d,]*)\s+\d[\d,]*\s+\d+\s+\d+\.\d\d\s+\d+\s+\d+\.\d\d(?=\s|$)"
    )
)
_QUEUED_IN_PART = re.compile(r"^\s*(?:[A-Z0-9@#$]{1,8}\s+)?(?:\d[\d,]*(?:\.\d\d)?\s+){4}")


def parse(segment: Segment, out: Collector) -> None:
    """Read the region summary; means are recomputed from totals and occurrences."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if _TITLE.search(text):
            _turn(text, memory)
            match = _TRACE.search(text)
            if match and (match[7] or "PAGE" in match[0].upper()):
                memory["interval"] = _interval(match)
                if match[7]:
                    segment.shared["ims"] = match[7]
            elif "TRACE START" in text.upper():
                memory["broken"] = True
                out.say(
                    "{file}, line {number}: the title lacks the end of the trace, so which "
                    "system and interval the figures are of is not known and they were not "
                    "read: the report was wrapped or cut, send it in its original width.",
                    line,
                )
            continue
        if memory.get("broken"):
            continue
        if is_pool_title(text):
            begin_pool(text, memory)
            memory["section"] = ""
            continue
        if read_pool(segment, line, memory.get("interval", Interval()), out):
            continue
        if match := _SECTION.match(text):
            memory["section"], memory["told"] = match[1].upper(), set()
            if memory["section"] != "REGION OCCUPANCY":
                continue
        before = len(out.observations)
        _row(segment, line, out)
        if len(out.observations) == before:
            _other(segment, line, out)
    _write(segment, out)


def _other(segment: Segment, line: Line, out: Collector) -> None:
    """What stands beside its label in reports of the whole system; of programs nothing is kept."""
    memory, text = segment.memory, line.content
    report, interval = memory.get("report", ""), memory.get("interval", Interval())
    subject = f"ims_system:{segment.shared.get('ims', 'IMS')}"
    if match := _SUMMARY.match(text):
        memory["summary"] = tidy(match[1])
    elif (summary := memory.get("summary")) and not report:
        if match := _SUM.match(text):
            name = f"{summary}: TOTAL"
            out.printed(subject, name, whole(match[1]), line, match[1], interval)
            memory["summary"] = ""
        elif _OCCURRENCES.match(text):
            out.left_out(line)  # of one pool, or of two programs
    elif report == _CALL_SUMMARY and text.strip():
        _calls(segment, line, out)
    elif report in _OF_PROGRAMS:
        out.left_out(line)
    elif match := _LATCH.match(text):
        counts = [whole(cell) or 0 for cell in match["counts"].split()]
        if counts[1] - counts[0] == counts[2]:
            label, raw = f"LATCH: {tidy(match['label'])}", match["counts"].split()[-1]
            out.printed(subject, label, counts[2], line, raw, interval)
            out.left_out(line)
    elif match := _RATIO.match(text):
        memory["ratio"] = tidy(match[1])
    elif report in ("RUN PROFILE", ""):
        if (match := _OF_REGION.match(text)) and memory.get("ratio"):
            label = f"{memory['ratio']}: REGION {match[1]}"
            out.printed(subject, label, number(match[2]), line, match[2], interval)
            out.left_out(line)
        for label, raw, _ in assigned(text):
            out.printed(subject, label, value_of(raw), line, raw, interval)
            if match := _PER_TRANSACTION.search(text):
                raw = match[1]
                out.printed(subject, f"{label} PER TRANSACTION", number(raw), line, raw, interval)


_OF_PROGRAMS = frozenset(
    ("PROGRAM I/O", "PROGRAM SUMMARY", "CALL SUMMARY", "COMMUNICATION SUMMARY", "LINE FUNCTIONS",
     "COMMUNICATION IWAIT", "REGION IWAIT", "DISTRIBUTION APPENDIX", "MSC TRAFFIC", "MSC SUMMARIES",
     "MSC QUEUING SUMMARY", "INTENT FAILURE SUMMARY", "REGION AND JOBNAME", "PROGRAMS BY REGION",
     "VSAM STATISTICS")
)  # fmt: skip
"""Reports by program, line and link: what one of them waits for no model asks."""

_CALL_SUMMARY = "DL/I CALL SUMMARY"
_CALL = re.compile(  # function, level and segment, status; calls, IWAITs, these by those; times
    r"^.*?\b(?P<function>[A-Z]{2,4})\s+\(\d\d\)\s?(?P<segment>[A-Z0-9@#$]{0,8})\s+"
    r"(?:(?P<status>[A-Z]{2}|[A-Z]\d)\s+)?(?P<calls>\d+)\s+(?P<iwaits>\d+)\s+"
    r"(?P<each>\d+\.\d\d)\s+(?P<mean>\d+)\s+(?P<most>\d+)\s+(?P<own>\d+)\s+\d+(?:\s|$)"
)
_CALL_IN_PART = re.compile(
    r"\b[A-Z]{2,4}\s+\(\d\d\).*\d|^(?!.*\bTOTAL|.*\bTRACE ST).*?(?:\s\d[\d.]*(?=\s)\s*){4}"
)


def _calls(segment: Segment, line: Line, out: Collector) -> None:
    """A kind of call of one PCB; what all of them make together is kept."""
    memory, match = segment.memory, _CALL.match(line.content)
    if match is None:
        if _CALL_IN_PART.search(line.content):
            memory.setdefault("lacking", set()).add(_CALL_SUMMARY)
            say_withheld(line, out)
        else:
            out.left_out(line)  # totals, and the letters of the distribution
        return
    calls, iwaits, mean = int(match["calls"]), int(match["iwaits"]), int(match["mean"])
    if (
        not calls
        or abs(iwaits / calls - float(match["each"])) > _ROUNDED
        or not int(match["own"]) <= mean <= int(match["most"])
    ):  # a cell is blank, or another's
        memory.setdefault("lacking", set()).add(_CALL_SUMMARY)
        say_withheld(line, out)
        return
    memory.setdefault("calls", []).append((calls, iwaits, calls * mean, line))
    for name in ("calls", "iwaits", "mean"):
        out.part(line, match[name])
    out.left_out(line)


def _write_calls(segment: Segment, lacking: set[str], out: Collector) -> None:
    rows = segment.memory.pop("calls", [])
    if not rows or _CALL_SUMMARY in lacking:
        return
    calls, iwaits, elapsed_us = (sum(row[at] for row in rows) for at in range(3))
    subject = f"ims_system:{segment.shared.get('ims', 'IMS')}"
    interval, raw = segment.memory.get("interval", Interval()), f"sum of {len(rows)} rows"
    for name, value in (
        ("CALLS", calls),
        ("IWAITS", iwaits),
        ("IWAITS PER CALL", iwaits / calls),
        ("ELAPSED TIME MEAN (US)", elapsed_us / calls),
    ):
        label = f"{_CALL_SUMMARY}: {name}"
        out.printed(subject, label, value, rows[-1][3], raw, interval)


_ROUNDED = 0.006
_LATCH = re.compile(
    r"^\s*[A-Z]{4}\s{2,}(?P<label>[A-Z][A-Z /.-]+[A-Z])\s{2,}(?P<counts>\d+\s+\d+\s+-?\d+)\s*$"
)
_SUMMARY = re.compile(r"^\s*((?:POOL SPACE FAILURE|DEADLOCK EVENT) SUMMARY)\s*$", re.IGNORECASE)
_SUM = re.compile(r"^\s*TOTAL\s+(\d+)\s*$", re.IGNORECASE)
_OCCURRENCES = re.compile(r"^\s*[A-Z@#$][A-Z0-9@#$]*(?:\s+[A-Z0-9@#$]+){0,3}\s+\d+\s*$")
_RATIO = re.compile(r"^\s*(RATIO OF .*):\s*$", re.IGNORECASE)
_OF_REGION = re.compile(r"^\s*REGION\s+(\d{1,3}):\s+([\d.]+)\s*$", re.IGNORECASE)
_PER_TRANSACTION = re.compile(r",\s+([\d.]+)\s+PER TRANSACTION", re.IGNORECASE)


def _turn(text: str, memory: dict[str, Any]) -> None:
    """The title of each page names its report: what another one says is no region's summary."""
    match = _REPORT.search(text)
    memory["report"] = report = match[1].upper() if match else ""
    if report and report != "REGION SUMMARY":
        memory["section"] = ""


def _interval(match: re.Match[str]) -> Interval:
    stamps = []
    for year, day, clock in ((match[1], match[2], match[3]), (match[4], match[5], match[6])):
        try:
            date = datetime(int(year), 1, 1) + timedelta(days=int(day) - 1)
            hours, minutes, seconds = (int(part) for part in clock.split(":"))
            stamps.append(date + timedelta(hours=hours, minutes=minutes, seconds=seconds))
        except (ValueError, OverflowError):
            return Interval()
    span = (stamps[1] - stamps[0]).total_seconds()
    return Interval(stamps[0].isoformat(), stamps[1].isoformat(), span if span > 0 else None)


def _row(segment: Segment, line: Line, out: Collector) -> None:
    text, memory = line.content, segment.memory
    interval = memory.get("interval", Interval())
    section = memory.get("section", "")
    system = segment.shared.get("ims", "IMS")
    if match := _TRANSACTIONS.match(text):
        memory.pop("queued", None)  # the same messages by transaction
        memory["counted"] = True
        _transactions(system, whole(match[1]), match[1], line, interval, out)
        return
    if memory.get("report") == "TRANSACTION QUEUING":
        if match := _QUEUED.match(text):
            memory.setdefault("queued", []).append((whole(match[1]) or 0, line))
            out.part(line, match[1])
            out.left_out(line)  # schedules, and how many waited
        elif _QUEUED_IN_PART.match(text):
            memory.setdefault("lacking", set()).add("TRANSACTION QUEUING")
            say_withheld(line, out)
        return
    if section == "REGION OCCUPANCY" and "%" in text:
        found = _OCCUPANCY.findall(text)
        if len(found) < max(text.upper().count("REGION "), text.count("%")) - (
            1 if _SECTION.match(text) else 0
        ):
            memory.setdefault("lacking", set()).add(section)
            say_withheld(line, out)
        for region, percent in found:
            metric, whose = (
                f"region_occupancy_by_region_pct.{int(region)}",
                f"ims_region:{system}/MPR",
            )
            out.observe(whose, metric, number(percent), "%", line, percent, interval)
        shares = [number(percent) for _, percent in found]
        known = memory.setdefault("occupied", [])
        known.extend((share, line) for share in shares if share is not None)
        return
    match = _REGION.match(text)
    if match is None:
        if _TOTALS.match(text):
            memory.get("sums", {}).get(section, []).append(line)
        elif section in (*_BY_REGION, "REGION OCCUPANCY") and (
            _REGION_IN_PART.match(text) or _REGION_IN_PART.match(line.text)
        ):
            memory.setdefault("lacking", set()).add(section)
            say_withheld(line, out)
        return
    if section in _BY_REGION:
        told: set[int] = memory["told"]
        if int(match[1]) in told:
            memory["section"] = ""
            say_unheaded(line, out)
            return
        told.add(int(match[1]))
    count, total, mean = whole(match[2]), whole(match[3]), whole(match[4])
    if count and total is not None and mean is not None and abs(total / count - mean) > 1:
        # Elapsed time over occurrences is the mean beside them: a cell is blank.
        memory.setdefault("lacking", set()).add(section)
        say_withheld(line, out)
        return
    if count and total is not None and (figure := _BY_REGION.get(section)):
        # The rows of all regions together are the procedure's load; each tells its own share.
        metric, unit = f"{figure[0]}.{int(match[1])}", figure[1]
        value = count if unit == "count" else total / count
        raw = match[2] if unit == "count" else f"{match[3]}/{match[2]}"
        out.observe(f"ims_region:{system}/MPR", metric, value, unit, line, raw, interval)
        if unit == "count":
            each, raw = total / count, f"{match[3]}/{match[2]}"
            metric = f"scheduling_by_region_us.{int(match[1])}"
            out.observe(f"ims_region:{system}/MPR", metric, each, "us", line, raw, interval)
    if section and count and total is not None:
        sums = memory.setdefault("sums", {}).setdefault(section, [0, 0, line])
        sums[:] = sums[0] + count, sums[1] + total, line


def _transactions(
    system: str, count: int | None, raw: str, line: Line, interval: Interval, out: Collector
) -> None:
    """Messages of the trace: all of them are taken by the message regions."""
    for whose in (f"ims_system:{system}", f"ims_region:{system}/MPR"):
        out.observe(whose, "transactions", count, "count", line, raw, interval)
    if seconds := interval.duration_s:
        whose, raw = f"ims_system:{system}", "TRACE START, STOP"
        out.observe(whose, "duration_s", seconds, "s", line, raw, interval)


def _write(segment: Segment, out: Collector) -> None:
    """Message regions run one procedure: their rows are one region's load."""
    lacking: set[str] = segment.memory.pop("lacking", set())
    sums = segment.memory.pop("sums", {})
    occupied = segment.memory.pop("occupied", [])
    queued = segment.memory.pop("queued", [])
    system = segment.shared.get("ims", "IMS")
    _write_calls(segment, lacking, out)
    region = f"ims_region:{system}/MPR"
    interval = segment.memory.get("interval", Interval())
    if queued and not (segment.memory.get("counted") or "TRANSACTION QUEUING" in lacking):
        count, raw = sum(dequeued for dequeued, _ in queued), f"sum of {len(queued)} transactions"
        _transactions(system, count, raw, queued[-1][1], interval, out)
    if not sums and not occupied:
        return
    if occupied and "REGION OCCUPANCY" not in lacking:
        mean = sum(share for share, _ in occupied) / len(occupied)
        raw = f"mean of {len(occupied)} regions"
        out.observe(region, "region_occupancy_pct", mean, "%", occupied[-1][1], raw, interval)
    placed = False
    for section, (count, total, line, *totals) in sums.items():
        if section in lacking or (not totals and section == [*sums][-1] and not occupied):
            continue  # one region's row was not read, or the print ends before the last region's
        if not placed:
            placed = True
            out.relation(region, "parent", f"ims_system:{system}", line)
            if seconds := interval.duration_s:
                out.observe(region, "duration_s", seconds, "s", line, "TRACE START, STOP", interval)
        raw = f"{total}/{count}"
        if section == "SCHEDULING AND TERMINATION":
            out.observe(region, "schedules", count, "count", line, str(count), interval)
            out.observe(region, "scheduling_us", total / count, "us", line, raw, interval)
        elif section == "SCHEDULE TO FIRST CALL":
            mean = total / count
            out.observe(region, "schedule_to_first_call_us", mean, "us", line, raw, interval)
        elif section == "ELAPSED EXECUTION":
            out.observe(region, "elapsed_us", total / count, "us", line, raw, interval)


READER = Reader(
    id="ims-monitor",
    ignores=(
        (r"\bTRACE +(?:START|STOP) +\d{4} +\d{3} +[\d:]+", "when the trace ran"),
        (r"^ *\**TOTALS\b.*$", "totals are made from the regions"),
        (r"\bREGION +\d+(?= +\d+\.)", "numbers of regions"),
        (r"^ *\d+:\d\d:\d\d(?: +\d+:\d\d:\d\d)+ *$", "when the counts were taken"),
        (r"SHARED RESOURCE POOL ID +\S+|SUBPOOL ID +\S+|SUBPOOL BUFFER SIZE +\S+", "which subpool"),
    ),
    beside=(
        (r"^ *\**REGION +\d+", 8, "number of the region, longest time, NOT IWAIT, distribution"),
    ),
    title="IMS Monitor report",
    endings=(
        (r"^ +DL/I +VSAM +RET", r" USR +NUR$"),
        (r"^PCBNAME +DDNAME +FUNC", r" WTS +WTS$"),
        (r"IMS MONITOR .*TRACE START", r" TRACE STOP +\d{4} \d{3} +[\d:]+ +(?:PAGE|[\w@#$]{1,4}$)"),
    ),
    closing=((r"REGION SUMMARY", r"^ *REGION OCCUPANCY|IMS +MONITOR(?!.*REGION SUMMARY)"),),
    subsystem="IMS",
    anchors=(
        "IMS MONITOR",
        "SCHEDULE TO FIRST CALL",
        "SCHEDULING AND TERMINATION",
        "BUFFER POOL STATISTICS ***",
        "D A T A B A S E B U F F E R P O O L",
        "V S A M B U F F E R P O O L",
        "L A T C H C O N F L I C T",
        "POOL SPACE FAILURE SUMMARY",
        "DEADLOCK EVENT SUMMARY",
        "NUMBER OF LOCATE-TYPE CALLS",
        "NUMBER OF RETRIEVE BY RBA CALLS",
        "TRACE ELAPSED TIME IN SECONDS",
    ),
    splits=False,
    parse=parse,
    metrics=(
        Metric("ims_region", "transactions", "transactions of the trace"),
        Metric("ims_region", "duration_s", "length of the trace"),
        Metric("ims_system", "duration_s", "length of the trace"),
        Metric("ims_region", "schedules", "occurrences of scheduling"),
        Metric("ims_region", "scheduling_us", "scheduling and termination, total over occurrences"),
        Metric("ims_region", "schedules_by_region.*", "the same by region"),
        Metric("ims_region", "scheduling_by_region_us.*"),
        Metric("ims_region", "schedule_to_first_call_by_region_us.*"),
        Metric("ims_region", "elapsed_by_region_us.*"),
        Metric("ims_region", "region_occupancy_by_region_pct.*"),
        Metric("ims_region", "schedule_to_first_call_us", "total over occurrences"),
        Metric("ims_region", "elapsed_us", "elapsed execution, total over occurrences"),
        Metric("ims_region", "region_occupancy_pct", "mean over the regions printed"),
        Metric("ims_system", "transactions", "transactions of the trace interval"),
        *OF_POOLS,
    ),
    page=Page(
        reads="The Region Summary: occurrences and totals by region for scheduling and "
        "termination, schedule to first call and elapsed execution (microseconds), occupancy; "
        "messages dequeued, as the Run Profile says or as the sum of the Transaction Queuing "
        "report; buffers, hits, reads and other counts of each database subpool, there and in "
        "//DFSSTAT of batch regions; counts of the message queue and format pools, latches and the "
        "run profile under their own labels; of the DL/I Call Summary calls and IWAITs of all "
        "PCBs and their mean elapsed time.",
        releases="IMS 12 to 15",
        verified="IBM's samples of the IMS Monitor reports in the IMS 15 documentation (Region "
        "Summary, Transaction Queuing, DL/I Call Summary, titles); the Run Profile by its "
        "description",
        unread="reports by program, line and link; NOT IWAIT columns",
    ),
)
