"""CICS monitoring (CMF) task records as CSV, one row per task (DFH$MCSV)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from advisor.observations import Interval
from advisor.reading.layout.cells import duration_s, number, seconds_between, stamp
from advisor.reading.layout.csv_rows import Sheet, rows, sheet_of, split_row
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

# CMF field names (CICS Customization Guide); times are seconds or clock values.
_TIMES = {
    "RESPONSE": "response_ms",
    "RESPTIME": "response_ms",
    "USRDISPT": "dispatch_ms",
    "DISPTIME": "dispatch_ms",
    "USRCPUT": "cpu_ms",
    "CPUTIME": "cpu_ms",
    "SUSPTIME": "suspend_ms",
    "FCIOWTT": "file_wait_ms",
}
_COUNTS = {"CHMODECT": "mode_switches_per_task", "DB2REQCT": "db2_requests_per_task"}
_NAMES = frozenset(_TIMES)
_SLIGHT_PCT = 5.0
"""Share of the time of all tasks from which a transaction is named."""
_TRANSACTION = ("TRAN", "TRANID", "TRANSACTION")


def _normal(name: str) -> str:
    return re.sub(r"[^A-Z0-9]", "", name.upper())


def claims(head: Sequence[str]) -> bool:
    """Whether a heading with CMF field names stands near the top."""
    return any(_is_heading(line) for line in head[:20])


def _is_heading(text: str) -> bool:
    if not 3 <= len(re.split(r"[,;\t]", text)) <= 400:
        return False
    separator = max((",", ";", "\t"), key=text.count)
    names = {_normal(name) for name in split_row(text, separator) or []}
    return len(names & _NAMES) >= 2 and bool(names & set(_TRANSACTION))


def parse(segment: Segment, out: Collector) -> None:
    """Add up tasks; the region's figures are means over all tasks of the file."""
    memory, start = segment.memory, 0
    if segment.first:
        for index, line in enumerate(segment.lines[:40]):
            if _is_heading(line.text) and (sheet := sheet_of(segment.lines, index)) is not None:
                memory["sheet"] = Sheet(
                    sheet.separator, tuple(map(_normal, sheet.names)), sheet.decimal
                )
                start = index + 1
                break
    sheet = memory.get("sheet")
    if isinstance(sheet, Sheet):
        for line, row in rows(sheet, segment.lines, start, out):
            _task(segment, sheet, row, line)
            out.left_out(line)  # a task's times go into the means
    if segment.last:
        _write(segment, out)


def _seconds(cell: str, decimal: str) -> float | None:
    plain = number(cell, decimal)
    return float(plain) if plain is not None else duration_s(cell)


def _task(segment: Segment, sheet: Sheet, row: dict[str, str], line: Line) -> None:
    applid = row.get("APPLID") or segment.shared.get("applid") or ""
    regions = segment.memory.setdefault("regions", {})
    sums = regions.setdefault(applid, {"count": 0, "line": line, "first": "", "last": ""})
    sums["count"] += 1
    started = finished = None
    if row.get("DATE") or row.get("STARTDATE"):
        day = row.get("DATE") or row.get("STARTDATE")
        started = stamp(day, (row.get("START") or row.get("STARTTIME") or "")[:8])
        finished = stamp(day, (row.get("STOP") or row.get("STOPTIME") or "")[:8])
    for moment in (started, finished):
        if moment:
            sums["first"] = min(sums["first"] or moment, moment)
            sums["last"] = max(sums["last"], moment)
    tran = next((row[name] for name in _TRANSACTION if row.get(name)), "")
    for name, metric in _TIMES.items():
        if name in row:
            seconds = _seconds(row[name], sheet.decimal)
            if seconds is not None and seconds >= 0:
                total, tasks = sums.get(metric, (0.0, 0))
                sums[metric] = (total + seconds, tasks + 1)
                if metric == "response_ms":
                    inside = sums.setdefault("inside", {})
                    inside[tran] = inside.get(tran, 0.0) + seconds
    for name, metric in _COUNTS.items():
        counted = number(row[name], sheet.decimal) if name in row else None
        if counted is not None and counted >= 0:
            total, tasks = sums.get(metric, (0.0, 0))
            sums[metric] = (total + float(counted), tasks + 1)


def heavy(inside: Mapping[str, float]) -> dict[str, float]:
    """Transactions with a share of the time that all tasks are inside; slight ones left out.

    None where tasks do not name theirs.
    """
    total = sum(inside.values())
    if not total or "" in inside:
        return {}
    shares = {tran: 100 * seconds / total for tran, seconds in sorted(inside.items())}
    return {tran: share for tran, share in shares.items() if share >= _SLIGHT_PCT}


def _write(segment: Segment, out: Collector) -> None:
    for applid, sums in segment.memory.pop("regions", {}).items():
        name = applid or segment.after_file("CICS")
        subject, line, count = f"cics_region:{name}", sums["line"], sums["count"]
        span = seconds_between(sums["first"], sums["last"])
        interval = Interval(sums["first"] or None, sums["last"] or None, span)
        raw = f"{count} tasks"
        out.observe(subject, "transactions", count, "count", line, raw, interval)
        if span:
            out.observe(subject, "duration_s", span, "s", line, raw, interval)
        _, told = sums.get("response_ms", (0.0, 0))
        # Of tasks without a response time nobody knows whose share is too high.
        for tran, share in heavy(sums.get("inside", {}) if told == count else {}).items():
            metric = f"task_share_pct.{tran}"
            out.observe(subject, metric, share, "%", line, raw, interval)
        for metric in sorted(set(_TIMES.values())):
            total, tasks = sums.get(metric, (0.0, 0))
            if tasks:
                mean = 1000.0 * total / tasks
                out.observe(subject, metric, mean, "ms", line, f"mean of {tasks} tasks", interval)
        for metric in _COUNTS.values():
            total, tasks = sums.get(metric, (0.0, 0))
            if tasks:
                mean, raw = total / tasks, f"mean of {tasks} tasks"
                out.observe(subject, metric, mean, "1/tx", line, raw, interval)


READER = Reader(
    id="cics-tasks",
    title="CICS task records (CMF CSV)",
    subsystem="CICS",
    where="whole",
    claims=claims,
    parse=parse,
    metrics=(
        Metric("cics_region", "cpu_ms"),
        Metric("cics_region", "db2_requests_per_task", "DB2REQCT, mean"),
        Metric("cics_region", "mode_switches_per_task", "CHMODECT, mean"),
        Metric("cics_region", "task_share_pct.*", "RESPONSE of transaction *, from 5 % on"),
        Metric("cics_region", "file_wait_ms", "file wait of a task, mean"),
        Metric("cics_region", "suspend_ms", "suspend time of a task, mean"),
        Metric("cics_region", "transactions", "rows read"),
        Metric("cics_region", "response_ms", "mean; dispatch, suspend, CPU, file wait too"),
    ),
    page=Page(
        reads="One CSV row per task under CMF field names (TRAN, USRDISPT, USRCPUT, SUSPTIME, "
        "FCIOWTT, RESPONSE, CHMODECT, DB2REQCT), times in seconds or as clock values; figures are "
        "means over all tasks of a region.",
        releases="not stated",
        verified="field names against IBM's CICS monitoring field list and 002; layout not "
        "verified against a real sample",
        unread="single tasks and all other fields",
    ),
)
