"""The DB2 Connection and DB2 Entries reports of DFH0STAT: the region's threads of its pool, and
calls, threads, reuse and overflows of each DB2ENTRY.
"""

from __future__ import annotations

import re

from advisor.formats.cics.files import Region
from advisor.formats.cics.labels import pairs
from advisor.reading.layout.cells import whole
from advisor.reading.reader import Collector, Line, Metric, Segment

_TITLE = re.compile(r"^\s*DB2 Connection(?: Statistics)?\s*$", re.IGNORECASE)
_NAME = re.compile(r"^DB2Entry Name$", re.IGNORECASE)
_FIGURES = tuple(
    (metric, re.compile(rf"^{label}$", re.IGNORECASE), unit)
    for metric, label, unit in (
        ("db2_calls", r"Number of Calls using DB2Entry", "calls"),
        ("db2_thread_waits", r"Number of DB2Entry Thread Waits/Overflows", "count"),
        ("db2_thread_reuses", r"Number of DB2Entry Thread Reuses", "count"),
        ("db2_thread_ends", r"Number of DB2Entry Thread Terminates", "count"),
        ("db2_threads_peak", r"Peak number of DB2Entry Threads", "threads"),
        ("db2_thread_limit", r"DB2Entry Thread Limit", "threads"),
    )
)


_CONNECTION = "DB2 Connection: "
_OF_POOL = re.compile(
    r"^(?:(?:Peak|Total) number of (?:Connections|tasks on (?:TCB|Pool) Readyq"
    r"|Pool (?:Threads|Tasks))"
    r"|Number of (?:Calls using Pool Threads|Pool Thread (?:Waits/Overflows|Waits|Reuses"
    r"|Terminates|Commits|Aborts))"
    r"|Pool Thread Limit|Current TCB Limit)$",
    re.IGNORECASE,
)


def _read_pool(region: Region, line: Line, out: Collector) -> bool:
    """Whether the line has figures of the connection's pool, under the report's own labels."""
    found = False
    for label, value in pairs(line.content):
        figure = whole(value)
        if _OF_POOL.match(label) and figure is not None:
            name = (_CONNECTION + label).upper()
            out.printed(region.subject, name, figure, line, value, region.interval)
            found = True
    return found


def read_entry(segment: Segment, region: Region, line: Line, out: Collector) -> bool:
    """Whether the line is one of an entry: its name, or a figure of the one named before."""
    text = line.content
    memory = segment.memory
    if _TITLE.match(text):
        memory["db2_connection"] = region.applid
        return False
    if "DB2Entry" not in text and "DB2ENTRY" not in text.upper():
        of_pool = memory.get("db2_connection") == region.applid and ":" in text
        return of_pool and _read_pool(region, line, out)
    memory["db2_connection"] = ""
    for label, value in pairs(text):
        if _NAME.match(label):
            memory["db2entry"] = (region.applid, value.split()[0].upper())
            continue
        applid, name = memory.get("db2entry", ("", ""))
        if applid != region.applid:
            continue
        for metric, pattern, unit in _FIGURES:
            if pattern.match(label):
                out.observe(
                    region.subject, f"{metric}.{name}", whole(value), unit, line, value,
                    region.interval,
                )  # fmt: skip
    return True


METRICS = (
    Metric("cics_region", "printed.*", "limit, peaks and waits of DB2 Connection"),
    Metric("cics_region", "db2_calls.*", "Number of Calls using DB2Entry *"),
    Metric("cics_region", "db2_thread_waits.*", "Thread Waits/Overflows"),
    Metric("cics_region", "db2_thread_reuses.*", "Thread Reuses"),
    Metric("cics_region", "db2_thread_ends.*", "Thread Terminates"),
    Metric("cics_region", "db2_threads_peak.*", "Peak number of DB2Entry Threads"),
    Metric("cics_region", "db2_thread_limit.*", "DB2Entry Thread Limit"),
)
IGNORED = (
    (
        (
            r"(?:Dynamic Plan Exit|DB2Entry (?!Name|Thread Limit)|(?:Current|Total) number of (?:"
            r"DB2Entry|Tasks on DB2Entry)|Peak number of (?:DB2Entry (?:Tasks|Protected)|Tasks on "
            r")|Number of DB2Entry (?:Commits|Aborts|Single|Signons|Partial))[^:]*: *\S+"
        ),
        "commits, signons and options of an entry",
    ),
    (r"Current (?:Active IP|number of (?:in|out)bound) sockets[^:]*: *\S+", "now in use"),
)
