"""RMF Summary report: one line per interval, always of the same columns."""

from __future__ import annotations

import re

from advisor.formats.rmf.overview import interval_of, started
from advisor.formats.rmf.overview_rows import say_nameless
from advisor.observations import Interval
from advisor.reading.layout.cells import duration_s, number
from advisor.reading.layout.tables import collapsed, words
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_HEAD = re.compile(r"\s*DATE\s+TIME\s+INT\s+CPU\s+DASD\s+DASD\b", re.IGNORECASE)
_UNITS = re.compile(r"\s*MM/DD\s+HH[.:]MM[.:]SS\s+\S+\s+(BUSY\s+RESP\s+RATE\s+.*\S)", re.IGNORECASE)
_ROW = re.compile(r"\s*(\d{2}/\d{2})\s+(\d{2}[.:]\d{2}[.:]\d{2})\s+(\d{2,3}[.:]\d{2})\s+(.*\S)")
_OTHER = re.compile(
    r"\s*(?:RPT VERSION|NUMBER OF INTERVALS|-?\s*TOTAL/AVERAGE|.*PAGE\s+\d+\s*$)", re.IGNORECASE
)
_KEPT = {
    0: ("cp_busy_pct", "%"),
    2: ("dasd_io_per_s", "I/O/s"),
    -1: ("demand_paging_per_s", "pages/s"),
}


def parse(segment: Segment, out: Collector) -> None:
    """Rows under the two heading lines; a blank cell stays blank."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if found := started(text):
            memory["who"], memory["year"] = found[0], found[2]
        elif "SUMMARYREPORT" in re.sub(r"\s+", "", text).upper():
            memory["who"], memory["columns"] = "", ()
        elif match := _UNITS.match(text):
            offset = match.start(1)
            memory["columns"] = tuple(offset + end for _, end, _ in words(match[1]))
        elif _HEAD.match(text) or _OTHER.match(text):
            continue
        elif (match := _ROW.match(text)) and memory.get("columns"):
            _row(line, match, segment, out)


def _row(line: Line, row: re.Match[str], segment: Segment, out: Collector) -> None:
    memory = segment.memory
    if not memory.get("who"):
        say_nameless(line, segment, out)
        return
    ends: tuple[int, ...] = memory["columns"]
    found = [(row.start(4) + end, word) for _, end, word in words(row[4])]
    cells: dict[int, str] = {}
    if len(found) == len(ends):
        cells = {index: word for index, (_, word) in enumerate(found)}
    elif len(found) < len(ends) and not collapsed(row[4]):
        for end, word in found:
            nearest = min(range(len(ends)), key=lambda index: abs(ends[index] - end))
            if nearest in cells:
                return
            cells[nearest] = word
        if len(ends) - 1 not in cells:  # the row was cut off
            return
    else:
        return
    minutes, _, seconds = row[3].replace(":", ".").partition(".")
    interval: Interval = interval_of(row[1], row[2], f"00.{minutes}.{seconds}", memory["year"])
    if interval.duration_s is None:  # an hour and more of minutes
        interval = Interval(interval.start, None, duration_s(f"{minutes}:{seconds}.0"))
    for index, (metric, unit) in _KEPT.items():
        raw = cells.get(index % len(ends), "")
        out.observe(f"lpar:{memory['who']}", metric, number(raw), unit, line, raw, interval)


READER = Reader(
    id="rmf-summary",
    shared_titles=True,
    title="RMF Summary report",
    subsystem="z/OS",
    anchors=("R M F S U M M A R Y R E P O R T", "RMF SUMMARY REPORT"),
    parse=parse,
    metrics=(
        Metric("lpar", "cp_busy_pct", "CPU BUSY"),
        Metric("lpar", "dasd_io_per_s", "DASD RATE"),
        Metric("lpar", "demand_paging_per_s", "DEMAND PAGING"),
    ),
    page=Page(
        reads="Of each interval the CPU, the DASD rate and the demand paging. A blank cell or "
        "asterisks are no figure; the last line, of totals, is not taken for an interval.",
        releases="z/OS V1R13 to V2R4",
        verified="columns from IBM's description; layout not verified against a real sample",
        unread="DASD response, numbers of address spaces, swap rate: read and not kept",
    ),
)
