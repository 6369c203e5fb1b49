"""Groups of partitions in the CPU Utilization Report of BMC's CMF Analyzer, by their headings.

Source: BMC, CMF MONITOR Command and syntax reference, "Capacity Group Section" and "LPAR Cluster
Section": a row for each partition, under two or three lines of headings; what is said of a group
stands on its first row only.
"""

from __future__ import annotations

import re
from typing import Any

from advisor.observations import Interval
from advisor.reading.layout.cells import number
from advisor.reading.layout.tables import Column, cells, words
from advisor.reading.reader import PRINTED, Collector, Line, Metric

_SECTION = re.compile(r"^\s*-{3,}\s+(CAPACITY GROUP|LPAR CLUSTER)\s+SECTION\s+-{3,}\s*$", re.I)
_OTHER = re.compile(r"^\s*-{3,}\s+\S.*\S\s+-{3,}\s*$")
_SPAN = re.compile(r"-+ \S(?:.*?\S)? -+|\S+")
_NAMES = {"CAPACITY GROUP": ("GROUP", "LIMIT"), "LPAR CLUSTER": ("CLUSTER", "PARTITION")}
_RULER = re.compile(r"^[\s-]+$")

METRICS = (
    Metric("lpar", "setting.WEIGHT", "WGT DEF of the capacity group"),
    Metric("lpar", "setting.CAPPED", "CAPPING HARD of the capacity group"),
    Metric("lpar", f"{PRINTED}.*", "all other columns of capacity groups and LPAR clusters"),
)
IGNORES = ((r"^ *SUMMARY: .*|^ *TOTAL +[\d.]+ +[\d.]+ +[\d,]+ *$", "sums of groups"),)


def begin(memory: dict[str, Any]) -> None:
    """Another page begins."""
    memory.update(groups="", group_heads=[], group_columns=(), group_name="")


def read_line(line: Line, memory: dict[str, Any], out: Collector) -> bool:
    """Take up a section, its headings or a partition; whether the line is of such a section."""
    text = line.content
    if match := _SECTION.match(text):
        begin(memory)
        memory["groups"] = match[1].upper()
        return True
    if not memory.get("groups"):
        return False
    if _OTHER.match(text):
        begin(memory)
        return False
    first, second = _NAMES[memory["groups"]]
    if second in (upper := text.upper()) and first in upper.split():
        # The last line of the headings: what stands in dashes above it is of several columns.
        memory["group_columns"] = _columns(text, memory["group_heads"])
        memory["group_heads"] = []
    elif not re.search(r"\d", text):
        if not text.strip() or _RULER.match(text):
            memory["group_heads"] = []
        else:
            memory["group_heads"] = [*memory["group_heads"], text][-2:]
    elif memory["group_columns"]:
        _row(line, memory, out)
    return True


def _columns(last: str, above: list[str]) -> tuple[Column, ...]:
    """A column for each word, behind the words that stand over it; also for one of the line above
    under which nothing stands.
    """
    spans = [
        [
            (match.start(), match.end(), match[0].strip("- "))
            for match in _SPAN.finditer(text)
            if match[0].strip("- ")
        ]
        for text in above
    ]
    lowest = words(last)
    if spans:
        lowest += [
            span
            for span in spans[-1]
            if not any(left < span[1] and span[0] < right for left, right, _ in lowest)
        ]
    found = []
    for start, end, word in sorted(lowest):
        over = [
            name
            for row in spans
            for left, right, name in row
            if left < end and start < right and (left, right, name) != (start, end, word)
        ]
        found.append(Column(" ".join((*over, word.strip("-"))).strip().upper(), start, end))
    return tuple(found)


def _row(line: Line, memory: dict[str, Any], out: Collector) -> None:
    columns: tuple[Column, ...] = memory["group_columns"]
    keys = [column.key for column in columns]
    row = cells(line.content, columns)
    if row is None or len(set(keys)) < len(keys):
        return
    cell = {key: row.get(key, "") for key in keys}
    name = _named(cell, "SYSTEM") or _named(cell, "PARTITION")
    group = _named(cell, "GROUP") or _named(cell, "CLUSTER")
    if not name or ":" in line.content:
        return  # a sum
    memory["group_name"] = group or memory["group_name"]
    lpar, interval = f"lpar:{name}", memory.get("interval", Interval())
    for key in keys:
        raw, value = cell[key], number(cell[key])
        if value is None or any(word in key for word in ("SYSTEM", "PARTITION", "CLUSTER")):
            continue
        if key == "WGT DEF":
            out.setting(lpar, "WEIGHT", int(value), "", line, raw)
            continue
        label = f"{memory['groups']} {memory['group_name']}: {key}"
        out.printed(lpar, label, value, line, raw, interval)
    hard, managed = cell.get("CAPPING HARD", ""), number(cell.get("CAPPING WLM%", ""))
    if hard in ("YES", "NO") and managed is not None:
        out.setting(lpar, "CAPPED", hard == "YES" or managed > 0, "", line, hard)


def _named(cell: dict[str, str], word: str) -> str:
    """The cell of the column whose heading begins or ends with a word, where it holds a name."""
    raw = next((cell[key] for key in cell if word in key.split()), "")
    return raw.upper() if re.fullmatch(r"[A-Z@#$][A-Z0-9@#$]{0,7}", raw, re.IGNORECASE) else ""
