"""RMF Overview report: one row per interval, any columns the customer asked for."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from advisor.formats.rmf.overview_rows import say_nameless
from advisor.observations import Interval
from advisor.reading.layout.cells import duration_s, scaled, stamp
from advisor.reading.layout.tables import NEVER, beginnings, collapsed, words
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment
from model.language import Name, say

_WHO = re.compile(r"\b(SYSTEM ID|SYSPLEX ID|SYSPLX ID)\s+(\S+)\s+START\s+(\S+)", re.IGNORECASE)
# Mail may have put the line of units behind the heading.
_HEAD = re.compile(r"\s*DATE\s+TIME\s+INT\s+(.*?)(?:\s+MM/DD\s.*)?$", re.IGNORECASE)
_UNITS = re.compile(r"\s*MM/DD\s+HH[.:]MM[.:]SS", re.IGNORECASE)
_ROW = re.compile(
    r"\s*(\d{2}/\d{2})\s+(\d{2}[.:]\d{2}[.:]\d{2})\s+(\d{2}[.:]\d{2}[.:]\d{2})\s*(.*)"
)
_LENGTH = re.compile(r"\d{2}[.:]\d{2}[.:]\d{2}$")
_INTERVALS = re.compile(r"\s*NUMBER OF INTERVALS\s+(\d{1,5})\b", re.IGNORECASE)
_OTHER = re.compile(r"\s*(?:RPT VERSION|NUMBER OF INTERVALS|.*PAGE\s+\d+\s*$)", re.IGNORECASE)

_ODD = 2
"""Distances that change where one column has lost its end."""

_ASKEW = 1
"""Columns by which a figure may miss its heading's right edge, under which all of them end."""

# Overview name -> metric of the system and unit (IBM, RMF User's Guide, Overview conditions)
_LPAR = {
    "CPUBSY": ("cp_busy_pct", "%"),
    "MVSBSY": ("mvs_busy_pct", "%"),
    "AVGAVAIL": ("available_frames", "frames"),
    "CSTORAVA": ("available_frames", "frames"),
    "CSTOR": ("frames", "frames"),
    "DEMPAGE": ("demand_paging_per_s", "pages/s"),
    "DPAGRT": ("demand_paging_per_s", "pages/s"),
    "PFAULTS": ("page_faults_per_s", "pages/s"),
    "PAGERT": ("page_faults_per_s", "pages/s"),
    "TPAGRT": ("paging_all_per_s", "pages/s"),
    "SSCHRT": ("ssch_per_s", "I/O/s"),
    "CPUUSGP": ("cpu_using_pct", "%"),
    "CPUDLYP": ("cpu_delay_pct", "%"),
    "IOUSGP": ("io_using_pct", "%"),
    "IODLYP": ("io_delay_pct", "%"),
    "MAXH": ("hiperspace_pages_max", "pages"),
}


def parse(segment: Segment, out: Collector) -> None:
    """Rows by the heading above them; a blank cell stays blank."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if found := started(text):
            memory["who"], memory["plex"], memory["year"] = found
        elif match := _HEAD.match(text):
            offset = match.start(1)
            columns = [
                (word.upper(), offset + start, offset + end) for start, end, word in words(match[1])
            ]
            memory["columns"] = columns
            if "\t" not in line.text and not collapsed(match[1]) and _uneven(columns):
                memory["columns"] = None
                out.say_once(
                    "{file}, line {number}: the headings of this Overview table do not end at "
                    "equal distances, as RMF prints them, so columns of it were cut or blanked; "
                    "it was not read: send the report as it was printed.",
                    line,
                )
            memory["tabs"] = [cell.strip().upper() for cell in line.text.split("\t")]
        elif _titled(text):
            # The next page may be another system's: figures without a heading are nobody's.
            memory["who"], memory["columns"] = "", None
        elif match := _INTERVALS.match(text):
            memory["promised"] = int(match[1])
        elif _UNITS.match(text) or _OTHER.match(text):
            continue
        elif (match := _ROW.match(text)) and memory.get("columns"):
            _row(line, match, segment, out)
            _count(line, segment, out)


def _uneven(columns: list[tuple[str, int, int]]) -> bool:
    """Whether RMF's columns, which are as wide as one another, end so but for one, whose name no
    condition has: it, and the figures under it, lack their ends. A summary in this layout names
    columns twice, and has them as narrow as they may be.
    """
    names = [name for name, _, _ in columns]
    apart = Counter(after - before for (_, _, before), (_, _, after) in pairwise(columns))
    odd = sum(apart.values()) - max(apart.values(), default=0)
    return 0 < odd <= _ODD and len({*names}) == len(names) and not _LPAR.keys() >= {*names}


def _count(line: Line, segment: Segment, out: Collector) -> None:
    """Doubt a file whose last table has fewer rows than its heading says there are intervals."""
    memory = segment.memory
    table = memory.get("who"), tuple(name for name, _, _ in memory["columns"])
    rows = memory["rows"][1] + 1 if memory.get("rows", ("",))[0] == table else 1
    memory["rows"] = table, rows
    promised = memory.get("promised", 0)
    if rows >= promised or out.busiest:  # of long prints some intervals are left out
        out.doubt("Overview", line, None)
        return
    said = say(
        "{file} has {rows:,} rows of its last Overview table, whose heading says {promised:,} "
        "intervals: if its end is missing, send it complete.",
        file=Name(segment.file),
        rows=rows,
        promised=promised,
    )
    out.doubt("Overview", line, said)


def started(text: str) -> tuple[str, bool, str] | None:
    """Whose report a heading opens, whether of a sysplex, and the date it starts at."""
    match = _WHO.search(text)
    if match is None:
        return None
    day = re.search(r"\d{1,2}/\d{1,2}/\d{2,4}", match[3])
    return match[2].upper(), match[1].upper().startswith("SYSPL"), day[0] if day else ""


def _titled(text: str) -> bool:
    return "OVERVIEWREPORT" in "".join(text.split()).upper()


def interval_of(date: str, time: str, length: str, first: str) -> Interval:
    """The interval of a row; ``date`` has no year: it is that of ``first`` or, later, the next."""
    start = None
    if first:
        year = first.rpartition("/")[2]
        if int(date[:2]) < int(first.partition("/")[0]):  # from December to January
            year = str(int(year) + 1).zfill(len(year))
        start = stamp(f"{date}/{year}", time)
    seconds = duration_s(length)
    end = None
    if start is not None and "T" in start and seconds is not None:
        end = (datetime.fromisoformat(start) + timedelta(seconds=seconds)).isoformat()
    return Interval(start, end, seconds)


def _row(line: Line, row: re.Match[str], segment: Segment, out: Collector) -> None:
    memory = segment.memory
    who = memory.get("who")
    columns: list[tuple[str, int, int]] = memory["columns"]
    if not who or (segment.shared.get("torn") and not memory.get("year")):
        say_nameless(line, segment, out)
        return
    interval = interval_of(row[1], row[2], row[3], memory.get("year", ""))
    found = [(row.start(4) + start, row.start(4) + end, word) for start, end, word in words(row[4])]
    cells: dict[str, str] = {}
    tabbed = _tabbed(line.text, memory["tabs"])
    if tabbed is not None:
        cells = tabbed
    elif len(found) == len(columns):
        cells = {name: word for (name, _, _), (_, _, word) in zip(columns, found, strict=True)}
    elif len(found) < len(columns) and not collapsed(row[4]):
        # Fewer cells than columns: each belongs to the column whose right edge is nearest.
        for _, end, word in found:
            name, _, edge = min(columns, key=lambda column: abs(column[2] - end))
            if name in cells or abs(edge - end) > _ASKEW:
                _lost(line, segment, out)
                return
            cells[name] = word
    else:
        _lost(line, segment, out)
        return
    subject = f"lpar:{who}"
    if memory.get("plex"):
        subject = f"service_class:{who}/{_report(memory, who, interval, cells)}"
    for name, raw in cells.items():
        _observe(line, subject, name, raw, interval, out)


def _report(memory: dict[str, Any], who: str, interval: Interval, cells: dict[str, str]) -> str:
    """Which of the sysplex-wide reports a row belongs to.

    The print does not name the service class that was asked for: when the intervals begin anew
    with the same conditions and other figures, another report has begun, for another class.
    """
    seen, nth = memory.setdefault(f"plex {who}", ({}, 1))
    key = (interval.start, *cells)
    row = tuple(cells.values())
    if seen.setdefault(key, row) != row:
        seen, nth = {key: row}, nth + 1
        memory[f"plex {who}"] = (seen, nth)
    return "OVERVIEW" if nth == 1 else f"OVERVIEW-{nth}"


def _tabbed(text: str, heading: list[str]) -> dict[str, str] | None:
    """Cells between tabs under the heading's own; two tabs in a row leave a blank cell blank."""
    row = [cell.strip() for cell in text.split("\t")]
    if "INT" not in heading or len(row) < 4 or any(row[len(heading) :]):
        return None
    first = heading.index("INT") + 1
    if not _LENGTH.match(row[first - 1]):
        return None  # one tab stands for date, time and length
    under = dict(zip(heading[first:], row[first:], strict=False))
    if any(" " in name or " " in cell for name, cell in under.items()):
        return None
    return {name: cell for name, cell in under.items() if name and cell}


def _lost(line: Line, segment: Segment, out: Collector) -> None:
    out.say_once(
        "{file}, line {number}: the cells of this Overview row fit no columns, so it was not "
        "read: export the report as text with its blanks.",
        line,
    )


def _observe(
    line: Line, subject: str, name: str, raw: str, interval: Interval, out: Collector
) -> None:
    value = scaled(raw)
    metric, unit = _LPAR.get(name, (f"overview.{name}", ""))
    if subject.startswith("service_class:"):
        out.observe(subject, name, value, unit, line, raw, interval)
        return
    out.observe(subject, metric, value, unit, line, raw, interval)
    if name == "CSTOR" and value is not None:
        out.setting(subject, "REAL_STORAGE_GB", value * 4096 / 2**30, "GB", line, raw)


READER = Reader(
    id="rmf-overview",
    shared_titles=True,
    ignores=((r"NUMBER OF INTERVALS.*|CYCLE +[\d.]+|^ *\d\d/\d\d(?= )", "headings and dates"),),
    title="RMF Overview report",
    endings=(
        (rf"^.?DATE +TIME +INT +.* (?:{beginnings(_LPAR)})$", NEVER),
        (
            r"\b(?:SYSTEM|SYSPLE?X) ID +\S+ +START +\d",
            r" START +[\d/]{10}-[\d.:]{8} +INTERVAL +\d\d[.:]\d\d[.:]\d\d",
        ),
        (r"RMF +END +\d", r" END +[\d/]{10}-[\d.:]{8}(?: +CYCLE +[\d.]+ +SECONDS)?$"),
        (r"NUMBER OF INTERVALS.*TOTAL", r"TOTAL LENGTH OF INTERVALS +\d+[.:]\d\d[.:]\d\d"),
    ),
    subsystem="z/OS",
    anchors=("R M F O V E R V I E W R E P O R T", "RMF OVERVIEW REPORT"),
    parse=parse,
    metrics=(
        *tuple(Metric("lpar", metric, name) for name, (metric, unit) in _LPAR.items()),
        Metric("lpar", "overview.*", "any other Overview condition under its own name"),
        Metric("service_class", "[A-Z]*", "conditions of a sysplex-wide report, by their names"),
    ),
    page=Page(
        reads="Every row under its heading, whatever conditions were asked for. A row with fewer "
        "cells than columns is laid out by its tabs or right edges, so a missing MAXH stays "
        "missing. Sysplex-wide reports do not name their service class: the second is OVERVIEW-2.",
        releases="z/OS V1R13 to V2R2",
        verified="003, figures 6-10 to 6-12; condition names against IBM, RMF User's Guide, "
        "Overview conditions by SMF record",
        unread="exception reports",
    ),
)
