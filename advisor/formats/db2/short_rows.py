"""Rows of a short Db2 accounting report: two lines of figures for each entry, under two headings.

Which identifiers an entry has, and in which line each stands, the headings' first column says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from advisor.reading.gaps import say_withheld
from advisor.reading.reader import Collector, Line

_FIRST = (
    "#OCCURS", "#ROLLBK", "SELECTS", "INSERTS", "UPDATES", "DELETES", "CLASS1 EL.TIME",
    "CLASS2 EL.TIME", "GETPAGES", "SYN.READ", "LOCK SUS",
)  # fmt: skip
_SECOND = (
    "#DISTRS", "#COMMIT", "FETCHES", "OPENS", "CLOSES", "PREPARE", "CLASS1 CPUTIME",
    "CLASS2 CPUTIME", "BUF.UPDT", "TOT.PREF", "#LOCKOUT",
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


def short_entry(line: Line, memory: dict[str, Any], out: Collector) -> Entry | None:
    """The entry that a line completes; headings and first lines are remembered."""
    text = line.content
    if "#OCCURS" in text and "CLASS1 EL.TIME" in text:
        memory["short"] = {"first": _columns(text, _FIRST), "names": [], "heading": True}
        return None
    state = memory.get("short")
    if state is None:
        return None
    if state["heading"]:
        if "#COMMIT" in text:
            state["second"] = _columns(text, _SECOND)
        if match := _NAME.match(text):
            state["names"].append(match[1])
        state["heading"] = not _RULER.match(text)
        return None
    if match := _TOTAL.match(text):
        state["total"] = match[1]
        return None
    return _row(line, state, memory, out)


def _columns(text: str, names: tuple[str, ...]) -> list[str]:
    return sorted((name for name in names if name in text), key=text.index)


def _row(line: Line, state: dict[str, Any], memory: dict[str, Any], out: Collector) -> Entry | None:
    before = state.pop("before", None)
    columns = state.get("second" if before else "first") or []
    words = line.content.split()
    cells, name = words[-len(columns) :], " ".join(words[: -len(columns)]) if columns else ""
    if not columns or len(cells) < len(columns) or not all(map(_CELL.match, cells)):
        # A blank cell: which of an entry's two lines the next one is, is not known any more.
        if columns and sum(map(bool, map(_CELL.match, words))) >= _HALF * len(columns):
            memory.pop("short", None)
            memory.setdefault("lacking", set()).update(_SUMMED)
            say_withheld(line, out)
        return None
    figures = {column: (cell, line) for column, cell in zip(columns, cells, strict=True)}
    if before is None:
        state["before"] = (name, figures)
        return None
    first, above = before
    total = state.pop("total", "")
    if first.startswith("*") or not (first or name):
        total = total or first or "*TOTAL*"
    ids = {} if total else dict(zip(state["names"], (first, name), strict=False))
    return Entry(ids, above | figures, total)
