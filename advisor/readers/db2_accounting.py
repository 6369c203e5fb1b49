"""Db2 accounting and statistics text: terminations, plans, packages, DBM1 storage."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.readers.layout.cells import number
from advisor.readers.reader import Collector, Line, Metric, Page, Reader, Segment

_SUBSYSTEM = re.compile(r"\b(?:SUBSYSTEM|MEMBER)\s*:\s*([A-Z0-9@#$]{2,8})\b(?!/)", re.IGNORECASE)
_TERMINATION_HEAD = re.compile(r"\s*NORMAL TERM\.\s", re.IGNORECASE)
_TERMINATION = re.compile(
    r"\s*(NEW USER|DEALLOCATION|APPL\.PROGR\. END|RESIGNON|DBAT INACTIVE|TYPE2 INACTIVE"
    r"|RRS COMMIT|END USER THRESH|BLOCK STOR THR|STALENESS THR)\s+([\d.,]+|N/[AC])\s+([\d.,]+"
    r"|N/[AC])",
    re.IGNORECASE,
)
_PLAN_HEAD = re.compile(r"\s*PLAN(?:AN|N)?A?ME\b.*\bCOMM", re.IGNORECASE)
_PACKAGE_HEAD = re.compile(r"\s*PACKAGE\s+ALLOC/SEC\b", re.IGNORECASE)
_ROW = re.compile(r"\s*([A-Z@#$][A-Z0-9@#$_]{1,17})\s+([\d.,]+%?(?:\s+[\d.,]+%?)*)\s*$", re.I)
_AUXILIARY = re.compile(r"(.*?\bAUXILIARY\b.*?)\s*\(?MB\)?\s*:?\s+([\d.,]+)\s*$", re.IGNORECASE)
_NEARBY = re.compile(r"DB2 VERSION|NORMAL TERM\.|PLANNAME|PACKAGE\s+ALLOC", re.IGNORECASE)
_HEADS = re.compile(
    r"\s*(?:LOCATION:|GROUP:|MEMBER:|DB2 VERSION:|.*OMEGAMON XE FOR DB2)", re.IGNORECASE
)
_METRICS = {
    "NEW USER": "terminations_new_user",
    "DEALLOCATION": "terminations_deallocation",
    "RESIGNON": "terminations_resignon",
    "DBAT INACTIVE": "terminations_dbat_inactive",
    "TYPE2 INACTIVE": "terminations_type2_inactive",
}


def _confirm(contents: Sequence[str], index: int) -> bool:
    """The heading names the subsystem above the tables; other products say SUBSYSTEM: too."""
    if "SUBSYSTEM:" not in contents[index].upper():
        return True
    return any(_NEARBY.search(text) for text in contents[index : index + 8])


def parse(segment: Segment, out: Collector) -> None:
    """Rows under the heading that stands above them."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if match := _SUBSYSTEM.search(text):
            memory["subsystem"] = match[1].upper()
            out.read(line)
        elif _HEADS.match(text):
            out.read(line)
        if _TERMINATION_HEAD.match(text):
            memory["table"] = "terminations"
            out.read(line)
        elif _PLAN_HEAD.match(text):
            memory["table"] = "plans"
            out.read(line)
        elif _PACKAGE_HEAD.match(text):
            memory["table"] = "packages"
            out.read(line)
        elif match := _AUXILIARY.match(text):
            _auxiliary(line, match, segment, out)
        elif (match := _TERMINATION.match(text)) and memory.get("table") == "terminations":
            label = match[1].upper()
            metric = _METRICS.get(label, f"terminations.{label}")
            out.observe(_subsystem(segment), metric, number(match[3]), "threads", line, match[3])
        elif match := _ROW.match(text):
            _row(line, match, segment, out)


def _subsystem(segment: Segment) -> str:
    return f"db2_subsystem:{segment.memory.get('subsystem') or 'DB2'}"


def _auxiliary(line: Line, row: re.Match[str], segment: Segment, out: Collector) -> None:
    label = re.sub(r"\s+", " ", row[1]).strip(" .(").upper()
    total = label in ("AUXILIARY STORAGE IN USE", "AUXILIARY IN USE", "AUXILIARY")
    metric = "auxiliary_mb" if total else f"auxiliary_mb.{label}"
    out.observe(_subsystem(segment), metric, number(row[2]), "MB", line, row[2])


def _row(line: Line, row: re.Match[str], segment: Segment, out: Collector) -> None:
    table = segment.memory.get("table")
    cells = row[2].split()
    values = [number(cell.rstrip("%")) for cell in cells]
    metrics: tuple[tuple[str, str], ...]
    if table == "plans" and len(values) == 2:
        metrics = (("cpu_s", "s"), ("commits_per_s", "commits/s"))
    elif table == "packages" and len(values) == 4:
        metrics = (("allocations_per_s", "allocations/s"), ("cpu_s", "s"), ("cpu_pct", "%"),
                   ("cpu_s_per_allocation", "s"))  # fmt: skip
    else:
        return
    name = segment.memory.get("subsystem") or "DB2"
    plan = f"db2_plan:{name}/{row[1].upper()}"
    out.relation(plan, "parent", f"db2_subsystem:{name}", line)
    for (metric, unit), value, raw in zip(metrics, values, cells, strict=True):
        out.observe(plan, metric, value, unit, line, raw)


READER = Reader(
    id="db2-accounting",
    title="Db2 accounting: terminations, plans, packages",
    subsystem="Db2",
    anchors=(
        "NORMAL TERM.",
        "PLANNAME",
        "PLANANME",
        "PACKAGE ALLOC/sec",
        "PACKAGE ALLOC/SEC",
        "DBM1 STORAGE STATISTICS",
        "REAL AND AUXILIARY STORAGE",
        "OMEGAMON XE FOR DB2",
        "SUBSYSTEM:",
    ),
    confirm=_confirm,
    splits=False,
    parse=parse,
    metrics=(
        Metric("db2_subsystem", "terminations_new_user", "threads", "thread reused: new user"),
        Metric("db2_subsystem", "terminations_deallocation", "threads", "thread ended, not reused"),
        Metric("db2_subsystem", "terminations_resignon", "threads", "thread reused: resignon"),
        Metric("db2_subsystem", "terminations_dbat_inactive", "threads", "DBAT made inactive"),
        Metric("db2_subsystem", "terminations_type2_inactive", "threads", "type 2 inactive"),
        Metric("db2_subsystem", "auxiliary_mb", "MB", "auxiliary storage of DBM1"),
        Metric("db2_plan", "commits_per_s", "commits/s", "commits of the plan"),
        Metric("db2_plan", "cpu_s", "s", "class 2 (plan) or class 7 (package) CPU time"),
        Metric("db2_plan", "allocations_per_s", "allocations/s", "package allocations"),
        Metric("db2_plan", "cpu_pct", "%", "share of class 7 CPU time"),
        Metric("db2_plan", "cpu_s_per_allocation", "s", "class 7 CPU time per allocation"),
    ),
    page=Page(
        reads="The NORMAL TERM. block of an accounting report, lists of plans by commits and of "
        "packages by allocations, and auxiliary storage lines of the DBM1 section.",
        releases="OMEGAMON for Db2 PE 5.1 to 5.4",
        verified="003, figures 2-7 and 2-8 and table 2-1; a complete accounting LONG report and "
        "the DBM1 section were not at hand",
        unread="all other blocks of accounting and statistics reports",
    ),
)
