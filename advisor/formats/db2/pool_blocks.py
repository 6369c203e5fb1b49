"""Blocks of a Db2 statistics report: of each buffer pool, and log, locks, statements and DDF.

Two blocks stand beside each other, each with its own heading (``BP0 READ OPERATIONS  QUANTITY
/SECOND /THREAD /COMMIT``) and four figures to a label. The heading and the way large quantities are
printed (``651.4M``, ``4323.7K``, decimal) follow IBM, OMEGAMON for Db2 documentation.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from advisor.observations import Interval
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import duration_s, number, scaled, seconds_between, stamp
from advisor.reading.reader import Collector, Line, Metric

_HEADING = re.compile(
    r"\b(?:(?P<pool>BP\d{1,2}|BP(?:8|16|32)K\d?|TOT\w+|TOTAL)\s+"
    r"(?:GENERAL|READ OPERATIONS|WRITE OPERATIONS|SORT/MERGE)"
    r"|(?:LOG|LOCKING|GLOBAL DDF) ACTIVITY|DYNAMIC SQL STMT)\s+QUANTITY\b",
    re.IGNORECASE,
)
_QUANTITY = r"(?:\d[\d,]*(?:\.\d+)?[KMG]?|N/[ACP])"
_CELL = re.compile(
    rf"(?P<label>[A-Z][A-Z0-9.,/()&%-]*(?: [A-Z0-9.,/()&%-]+){{0,5}}?)\s{{2,}}"
    rf"(?P<quantity>{_QUANTITY})(?P<others>(?:\s+{_QUANTITY}){{0,3}})(?=\s{{2,}}[A-Z]|\s*$)",
    re.IGNORECASE,
)
_RATES = re.compile(r"/(?:SECOND|THREAD|COMMIT)\b", re.IGNORECASE)
_FROM = re.compile(r"\bINTERVAL (?:FROM|START)\s*:\s+(\d\d/\d\d/\d\d)\s+(\d\d:\d\d:\d\d)", re.I)
_TO = re.compile(r"(?:\bINTERVAL END\s*:|\bTO:)\s+(\d\d/\d\d/\d\d)\s+(\d\d:\d\d:\d\d)", re.I)
_ELAPSED = re.compile(r"\bINTERVAL ELAPSED:\s+([\d:.]+)", re.IGNORECASE)

_LABELS = {
    "GETPAGE REQUEST": ("getpages", "pages"),
    "GETPAGE REQUEST-SEQUENTIAL": ("getpages_sequential", "pages"),
    "GETPAGE REQUEST-RANDOM": ("getpages_random", "pages"),
    "SYNCHRON. READS-SEQUENTIAL": ("sync_reads_sequential", "I/Os"),
    "SYNCHRON. READS-RANDOM": ("sync_reads_random", "I/Os"),
    "SEQ.PREFETCH READS": ("prefetch_reads", "I/Os"),
    "SEQUENTIAL PREFETCH READS": ("prefetch_reads", "I/Os"),
    "PAGES READ VIA SEQ.PREFETCH": ("prefetch_pages", "pages"),
    "LIST PREFETCH READS": ("list_prefetch_reads", "I/Os"),
    "DYN.PREFETCH READS": ("dynamic_prefetch_reads", "I/Os"),
    "DYNAMIC PREFETCH READS": ("dynamic_prefetch_reads", "I/Os"),
    "PAGE-INS REQUIRED FOR READ": ("page_ins_read", "pages"),
    "PAGE-INS REQUIRED FOR WRITE": ("page_ins_write", "pages"),
    "BUFFER UPDATES": ("page_updates", "pages"),
    "PAGES WRITTEN": ("pages_written", "pages"),
    "SYNCHRONOUS WRITES": ("sync_writes", "I/Os"),
    "ASYNCHRONOUS WRITES": ("writes", "I/Os"),
    "DM THRESHOLD": ("data_management_threshold_hits", "events"),
    "DATA MANAGEMENT THRESHOLD": ("data_management_threshold_hits", "events"),
    "MERGE PASSES REQUESTED": ("merge_passes", "count"),
    "MERGE PASS DEGRADED-LOW BUF": ("merge_passes_degraded", "count"),
    "MERGE PASSES DEGRADED-LOW BUF": ("merge_passes_degraded", "count"),
}
_OF_SUBSYSTEM = {
    "UNAVAILABLE OUTPUT LOG BUFF": ("log_buffer_waits", "count"),
    "READS SATISFIED-ARCHIVE LOG": ("archive_log_reads", "reads"),
    "LOCK ESCALATION (SHARED)": ("lock_escalations.SHARED", "count"),
    "LOCK ESCALATION (EXCLUSIVE)": ("lock_escalations.EXCLUSIVE", "count"),
    "PREPARE REQUESTS": ("prepares", "count"),
    "FULL PREPARES": ("full_prepares", "count"),
    "DBAT QUEUED-MAXIMUM ACTIVE": ("dbats_queued", "count"),
    "QUEUED AT CREATE THREAD": ("threads_queued", "count"),
    "HIGH WATER MARK CTHREAD": ("threads_peak", "threads"),
}
_SIZE = "BUFFERS ALLOCATED - VPOOL"

METRICS = (
    Metric("db2_bufferpool", "setting.VPSIZE", "BUFFERS ALLOCATED - VPOOL"),
    Metric("db2_bufferpool", "setting.PAGE_SIZE_KB", "by the pool's name"),
    Metric("db2_bufferpool", "relation.parent", "the subsystem"),
    *(
        Metric(kind, metric, label)
        for kind, labels in (("db2_bufferpool", _LABELS), ("db2_subsystem", _OF_SUBSYSTEM))
        for (metric, unit), label in {known: label for label, known in labels.items()}.items()
    ),
)


def note_interval(line: Line, memory: dict[str, Any], out: Collector) -> bool:
    """Take the report's interval from its heading; whether the line says anything of it."""
    text, found = line.content, False
    for key, pattern in (("from", _FROM), ("to", _TO)):
        if match := pattern.search(text):
            memory[key], found = stamp(match[1], match[2]), True
    if match := _ELAPSED.search(text):
        memory["elapsed"], found = duration_s(match[1]), True
    if _FROM.search(text) and "INTERVAL FROM" in text.upper():
        memory["elapsed"] = memory["to"] = None  # another page's
    return found


INTERVALS = (_FROM, _TO, _ELAPSED)
"""What a heading says of its interval by."""


def begins(text: str) -> str | None:
    """When the interval of the page begins whose heading a line is of."""
    match = _FROM.search(text)
    return None if match is None else stamp(match[1], match[2])


def read_pools(line: Line, subsystem: str, memory: dict[str, Any], out: Collector) -> bool:
    """Read a heading or a row of the blocks; whether the line is one of them.

    Quantities are counts of the interval; thousands and millions are as rounded by the report.
    """
    text = line.content
    headings = list(_HEADING.finditer(text)) if "QUANTITY" in text.upper() else []
    if headings:
        memory["pools"] = [(match.start(), (match["pool"] or "").upper()) for match in headings]
        behind = re.split("QUANTITY", text[headings[0].start() :], flags=re.IGNORECASE)[1:]
        memory["columns"] = min(map(_columns, behind), default=0)
        for match in headings:
            _place((match["pool"] or "").upper(), subsystem, line, out)
        return True
    if not memory.get("pools"):
        return False
    found = False
    for cell in _CELL.finditer(text):
        pool = _pool_at(cell.start(), memory["pools"])
        label, raw = " ".join(cell["label"].upper().split()), cell["quantity"]
        known = (_LABELS if pool else _OF_SUBSYSTEM).get(label)
        if pool.startswith("TOT") or (known is None and (label != _SIZE or not pool)):
            continue
        found = True
        if 1 + len(cell["others"].split()) < memory.get("columns", 0):
            say_withheld(line, out)
            continue
        subject = f"db2_bufferpool:{subsystem}/{pool}" if pool else f"db2_subsystem:{subsystem}"
        if known is None:
            size = number(raw)
            out.setting(subject, "VPSIZE", None if size is None else int(size), "buffers", line,
                        raw)  # fmt: skip
        else:
            out.observe(subject, known[0], scaled(raw), known[1], line, raw, interval_of(memory))
    return found


def _columns(behind: str) -> int:
    """How many figures a row has under a heading: the quantity, and rates behind it."""
    return 1 + len(_RATES.findall(behind))


def _pool_at(column: int, pools: list[tuple[int, str]]) -> str:
    """The pool under whose heading a label stands; labels begin where headings do."""
    return min(pools, key=lambda pool: abs(pool[0] - column))[1]


def _place(pool: str, subsystem: str, line: Line, out: Collector) -> None:
    if not pool.startswith("BP"):  # TOT4K and the like are sums over pools
        return
    subject = f"db2_bufferpool:{subsystem}/{pool}"
    out.relation(subject, "parent", f"db2_subsystem:{subsystem}", line)
    size = re.match(r"BP(8|16|32)K", pool)
    out.setting(subject, "PAGE_SIZE_KB", int(size[1]) if size else 4, "KB", line, pool)


def interval_of(memory: dict[str, Any]) -> Interval:
    """The interval that :func:`note_interval` took from the page's heading."""
    return _interval(memory.get("from"), memory.get("to"), memory.get("elapsed"))


@lru_cache(maxsize=256)
def _interval(start: str | None, end: str | None, elapsed: float | None) -> Interval:
    return Interval(start, end, elapsed or seconds_between(start, end))
