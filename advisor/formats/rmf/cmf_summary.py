"""The Summary Report of BMC's CMF Analyzer: a row for each interval, columns by their heading.

Source: BMC, CMF MONITOR Command and syntax reference, "CMF Summary Report": two lines of heading,
a row with the day for its mean, then a row with the time for each interval.
"""

from __future__ import annotations

import re
from typing import Any

from advisor.observations import Interval
from advisor.reading.layout.cells import number, stamp
from advisor.reading.reader import Collector, Line, Metric

TITLE = "CMF SUMMARY REPORT"
_FIRST = re.compile(r"^\s*DATE/\s+CPU\b(.*)", re.IGNORECASE)
_SECOND = re.compile(r"^\s*TIME\s+(BUSY\b.*)", re.IGNORECASE)
_DAY = re.compile(r"^\s*(\d{1,2})\s?([A-Z]{3})\s?(\d{2}|YY)\s+\d", re.IGNORECASE)
_ROW = re.compile(r"^\s*(\d{2}\.\d{2}\.\d{2})\s+(\d.*\S)")
_IO, _PAGING = "RATE", "PAGING"

METRICS = (
    Metric("lpar", "dasd_io_per_s", "DASD RATE of the summary report"),
    Metric("lpar", "demand_paging_per_s", "DEMAND PAGING of the summary report"),
)
IGNORES = ((r"^ *\d{1,2} ?[A-Z]{3} ?(?:\d\d|YY) +\d.*", "means of a day"),)


def begin(memory: dict[str, Any]) -> None:
    """Another page begins: its heading says which columns it has."""
    memory.update(summary_columns=(), summary_day="")


def read_line(line: Line, memory: dict[str, Any], out: Collector) -> None:
    """Take up a heading, a day or the row of an interval."""
    text = line.content
    if match := _FIRST.match(text):
        memory["specialty"] = [name for name in ("ZAAP", "ZIIP") if name in match[1].upper()]
    elif match := _SECOND.match(text):
        memory["summary_columns"] = _columns(match[1].upper().split(), memory.get("specialty", []))
    elif match := _DAY.match(text):
        memory["summary_day"] = f"{match[1]} {match[2]} {match[3]}" if match[3].isdigit() else ""
    elif (match := _ROW.match(text)) and memory.get("summary_columns"):
        _row(line, match, memory, out)


def _columns(words: list[str], specialty: list[str]) -> tuple[str, ...]:
    """The metric of each column; empty of those that are not kept."""
    names = [""] * len(words)
    busy = ["cp_busy_pct", *("ziip_busy_pct" if kind == "ZIIP" else "" for kind in specialty)]
    for place, metric in enumerate(busy):
        if words[place : place + 1] == ["BUSY"]:
            names[place] = metric
    if _IO in words[:-1]:  # the last one is of service units
        names[words.index(_IO)] = "dasd_io_per_s"
    if _PAGING in words:
        names[words.index(_PAGING)] = "demand_paging_per_s"
    return tuple(names)


_UNITS = {"cp_busy_pct": "%", "ziip_busy_pct": "%", "dasd_io_per_s": "I/O/s"}


def _row(line: Line, row: re.Match[str], memory: dict[str, Any], out: Collector) -> None:
    names, cells = memory["summary_columns"], row[2].split()
    if len(cells) != len(names):
        return  # a blank cell: which one is not known
    out.left_out(line)  # the other columns
    interval = Interval(stamp(memory.get("summary_day"), row[1]))
    for metric, raw in zip(names, cells, strict=True):
        if metric:
            unit = _UNITS.get(metric, "pages/s")
            out.observe(f"lpar:{memory['system']}", metric, number(raw), unit, line, raw, interval)
