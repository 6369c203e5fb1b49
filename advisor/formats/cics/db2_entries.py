"""The DB2 Entries report of DFH0STAT: calls, threads, reuse and overflows of each DB2ENTRY."""

from __future__ import annotations

import re

from advisor.formats.cics.files import Region
from advisor.formats.cics.labels import pairs
from advisor.reading.layout.cells import whole
from advisor.reading.reader import Collector, Line, Metric, Segment

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


def read_entry(segment: Segment, region: Region, line: Line, out: Collector) -> bool:
    """Whether the line is one of an entry: its name, or a figure of the one named before."""
    text = line.content
    if "DB2Entry" not in text and "DB2ENTRY" not in text.upper():
        return False
    memory = segment.memory
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
