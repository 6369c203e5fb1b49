"""Rows of a short Db2 accounting report: as many lines of figures for each entry as headings.

Two up to OMEGAMON for Db2 V5R3, three from V5R4 on (IBM, OMEGAMON for Db2 PE, Report Reference,
"Accounting Report - Short"). Which identifiers an entry has the headings' first column says.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from advisor.observations import Interval
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.labelled import value_of
from advisor.reading.reader import Collector, Line

_COLUMNS = (
    "#OCCURS", "#ROLLBK", "SELECTS", "INSERTS", "UPDATES", "DELETES", "MERGES", "CLASS1 EL.TIME",
    "CLASS2 EL.TIME", "GETPAGES", "SYN.READ", "LOCK SUS", "#DISTRS", "#COMMIT", "FETCHES", "OPENS",
    "CLOSES", "PREPARE", "CLASS1 CPUTIME", "CLASS2 CPUTIME", "BUF.UPDT", "TOT.PREF", "#LOCKOUT",
)  # fmt: skip
_HALF = 0.5
_SUMMED = frozenset(("commits", "commits_per_s", "response_ms", "cpu_ms_per_tx", "sync_io_per_tx"))
"""What is summed over entries: not where one of them could not be read."""

_RULER = re.compile(r"^\s*-+(?:\s+-+)+\s*$")
_CELL = re.compile(r"(?:\d+:){0,2}\d[\d,]*(?:\.\d+)?[KMG]?$|N/[ACP]$")
_TOTAL = re.compile(r"^\s*(\*+[A-Z ]*TOTAL[A-Z ]*\*+)\s*$", re.IGNORECASE)
_NAME = re.compile(r"^\s*([A-Z]{4,12})(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its identifiers by name, its figures by heading, and the lines they stand on."""

    ids: dict[str, str]
    """None of a total, whose title ``total`` then is."""
    cells: dict[str, tuple[str, Line]]
    total: str


def others(
    entry: Entry, asked: Collection[str], subject: str, interval: Interval, out: Collector
) -> None:
    """Keep what an entry says in the columns that nobody asks for, under their headings and what
    else tells the entry from others of its plan.
    """
    told = " ".join(value for name, value in entry.ids.items() if name != "PLANNAME")
    for column, (raw, line) in entry.cells.items():
        value = None if column in asked or raw[:1] == "N" else value_of(raw)
        if value is not None:
            label = f"{told}: {column}" if told else column
            out.printed(subject, label, value, line, raw, interval)


def short_entry(line: Line, memory: dict[str, Any], out: Collector) -> Entry | None:
    """The entry that a line completes; headings and first lines are remembered."""
    text = line.content
    if "#OCCURS" in text and " EL.TIME" in text:
        memory["short"] = {
            "lines": [_columns(text)], "names": _names(text), "heading": True, "above": [],
            "whole": _is_whole(text),
        }  # fmt: skip
        return None
    state = memory.get("short")
    if state is None:
        return None
    if state["heading"]:
        if columns := _columns(text):
            state["lines"].append(columns)
            state["whole"] = state["whole"] and _is_whole(text)
        state["names"].extend(_names(text))
        state["heading"] = not _RULER.match(text)
        return None
    if match := _TOTAL.match(text):
        state["total"] = match[1]
        return None
    return _row(line, state, memory, out)


def _names(text: str) -> list[str]:
    """The identifier that a heading's line begins with: one of two lines has one in both."""
    match = _NAME.match(text)
    return [match[1]] if match and match[1] not in _COLUMNS else []


def _columns(text: str) -> list[str]:
    return sorted((name for name in _COLUMNS if name in text), key=text.index)


def _is_whole(text: str) -> bool:
    """Whether nothing but known columns, behind the name of an identifier, stands on a line."""
    for name in sorted(_COLUMNS, key=len, reverse=True):
        text = text.replace(name, " ", 1)
    words = text.split()
    return not words or (len(words) == 1 and _NAME.match(text) is not None)


def _row(line: Line, state: dict[str, Any], memory: dict[str, Any], out: Collector) -> Entry | None:
    above: list[tuple[str, dict[str, tuple[str, Line]]]] = state["above"]
    if not state["whole"]:  # a word more or less moves what is counted from the right
        if any(map(_CELL.match, line.content.split())):
            _say_headings(line, memory, out)
        return None
    columns = state["lines"][len(above)]
    words = line.content.split()
    cells, name = words[-len(columns) :], " ".join(words[: -len(columns)])
    if _CELL.match(name) and "CORRNMBR" not in state["names"]:
        _say_headings(line, memory, out)  # one cell more than there are columns
        return None
    if len(cells) < len(columns) or not all(map(_CELL.match, cells)):
        above.clear()
        # A blank cell: which of an entry's lines the next one is, is not known any more.
        if sum(map(bool, map(_CELL.match, words))) >= _HALF * len(columns):
            _give_up(memory)
            say_withheld(line, out)
        return None
    above.append(
        (name, {column: (cell, line) for column, cell in zip(columns, cells, strict=True)})
    )
    if len(above) < len(state["lines"]):
        return None
    figures = {column: cell for _, part in above for column, cell in part.items()}
    printed = [name for name, _ in above]
    above.clear()
    total = state.pop("total", "")
    if printed[0].startswith("*") or not any(printed):
        total = total or printed[0] or "*TOTAL*"
    ids = {} if total else dict(zip(state["names"], printed, strict=False))
    return Entry(ids, figures, total)


def _give_up(memory: dict[str, Any]) -> None:
    """Read no more of a table, nor sums that its rows belong to."""
    memory.pop("short", None)
    memory.setdefault("lacking", set()).update(_SUMMED)


def _say_headings(line: Line, memory: dict[str, Any], out: Collector) -> None:
    _give_up(memory)
    out.say_once(
        "{file}, line {number}: the headings above this row have a word too many or too few, so "
        "which figure is which cannot be told and none of its table was read: send the report "
        "complete and as it was printed.",
        line,
    )
