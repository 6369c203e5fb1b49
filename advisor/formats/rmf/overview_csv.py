"""RMF Overview records as a spreadsheet's CSV: one row per interval or one row per condition."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from advisor.formats.rmf.overview import _LPAR
from advisor.observations import Interval
from advisor.reading.layout.cells import decimal_mark, duration_s, number, stamp
from advisor.reading.layout.csv_rows import cell_text, cut_at_edge, last_column_cut
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_DATE = ("date",)
_TIME = ("time",)
_LENGTH = ("int", "interval", "length")
_SYSTEM = ("system", "sysid", "system id", "lpar", "smf id")


def _cells(text: str, separator: str) -> list[str]:
    try:
        row = next(csv.reader([text], delimiter=separator, skipinitialspace=True))
    except (csv.Error, StopIteration):
        return []
    return [cell.strip().removeprefix("=").strip('"').strip() for cell in row]


def _separator(heading: str) -> str:
    return max(";,\t", key=heading.count)


def _heading(head: Sequence[str]) -> tuple[int, list[str]] | None:
    for index, text in enumerate(head[:20]):
        names = [cell.lower() for cell in _cells(text, _separator(text))]
        upper = {name.upper() for name in names}
        dated = any(name in _DATE for name in names) and any(name in _TIME for name in names)
        if dated and upper & set(_LPAR) and len(names) >= 4:
            if any("HH.MM.SS" in below for below in head[index + 1 : index + 2]):
                return None  # the Overview report as it is printed, whose years are in its title
            return index, names
    return None


def claims(head: Sequence[str]) -> bool:
    """Whether a heading with date, time and at least one Overview condition stands at the top."""
    if _heading(head) is not None:
        return True
    found = _heading(head)
    if found is None:
        return False
    # The print pasted with tabs has units below its heading, and dates without their year.
    index, names = found
    below = next((line for line in head[index + 1 :] if line.strip()), "")
    cells = dict(zip(names, below.strip().split("  "), strict=False))
    return stamp(cells.get("date"), None) is not None


def parse(segment: Segment, out: Collector) -> None:
    """Each row's conditions for its system and interval."""
    memory = segment.memory
    lines = list(segment)
    if segment.first:
        found = _heading([cell_text(line) for line in lines])
        if found is None:
            return
        index, names = found
        memory["separator"] = separator = _separator(cell_text(lines[index]))
        below = (line.text for line in lines[index + 1 :] if separator in line.text)
        if cut_at_edge(lines[index].text, below, separator):
            names = [*names[:-1], ""]
            number = lines[index].number
            out.problem(number, last_column_cut(segment.file, number))
        memory["names"] = names
        sample = [
            cell
            for line in lines[index + 1 : index + 20]
            for cell in _cells(cell_text(line), memory["separator"])
        ]
        memory["decimal"] = decimal_mark(sample)
        _system_above(lines[: index + 1], segment, out)
        lines = lines[index + 1 :]
    for line in lines:
        if line.content.strip():
            _row(line, segment, out)


_SYSTEM_ABOVE = re.compile(
    r"\bSYSTEM(?: ID)?\b[^\w@#$]{0,4}([A-Z0-9@#$]{1,8})(?![\w@#$])", re.IGNORECASE
)


def _system_above(lines: Sequence[Line], segment: Segment, out: Collector) -> None:
    for line in lines:
        match = _SYSTEM_ABOVE.search(line.content)
        if match and match[1].upper() not in ("ID", "DATE"):
            segment.memory["system"] = match[1].upper()


def _pick(cells: dict[str, str], names: tuple[str, ...]) -> str:
    return next((cells[name] for name in names if cells.get(name)), "")


def _row(line: Line, segment: Segment, out: Collector) -> None:
    memory = segment.memory
    row = _cells(cell_text(line), memory["separator"])
    names: list[str] = memory["names"]
    if len(row) < len(names):  # a row that lost its end says nothing of its last cell
        out.say_once(
            "{file}, line {number}: this row, and maybe others, has fewer "
            "cells than the heading and was not read: the file was wrapped, "
            "cut or edited, send it as it was written.",
            line,
        )
        return
    cells = dict(zip(names, row, strict=False))
    system = _pick(cells, _SYSTEM) or memory.get("system", "")
    date, time = _pick(cells, _DATE), _pick(cells, _TIME)
    start = stamp(date, time)
    if start is None or not system:
        if start is not None:
            out.say_once(
                "{file}, line {number}: this Overview table names no system: add "
                "a column SYSTEM or a line 'SYSTEM ID xxxx' above the heading.",
                line,
            )
        return
    length = duration_s(_pick(cells, _LENGTH)) or None
    end = None
    if length is not None and "T" in start:
        end = (datetime.fromisoformat(start) + timedelta(seconds=length)).isoformat()
    interval = Interval(start, end, length)
    for name, raw in cells.items():
        known = _LPAR.get(name.upper())
        if known is not None:
            value = number(raw, memory["decimal"])
            out.observe(f"lpar:{system.upper()}", known[0], value, known[1], line, raw, interval)


READER = Reader(
    id="rmf-overview-csv",
    title="RMF Overview CSV",
    subsystem="z/OS",
    where="whole",
    claims=claims,
    ignores=((r"\d\d([.:])\d\d\1\d\d(?![.:\d])", "times, and lengths of intervals"),),
    parse=parse,
    metrics=tuple(Metric("lpar", metric, name) for name, (metric, unit) in _LPAR.items()),
    page=Page(
        reads="Tables with DATE, TIME and Overview conditions as columns, separated by comma, "
        'semicolon or tab, with decimal point or comma, with or without Excel\'s ="…" guards.',
        releases="any",
        verified="condition names against IBM, RMF User's Guide; the layout of the spreadsheet "
        "reporter's own working set is not verified",
        unread="columns that are no Overview condition",
    ),
)
