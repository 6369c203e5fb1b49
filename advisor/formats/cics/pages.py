"""Headings of CICS statistics prints: the region of a page, and when its counts were taken."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from advisor.observations import Interval
from advisor.reading.layout.cells import seconds_between, stamp

HEAD = re.compile(
    r"Applid\s+(?!Sysid\b)([A-Z0-9#@$.]{1,17})\s+Sysid\s+\S+(?:\s+Jobname\s+(?!Date\b)(\S+))?"
    r"(?:\s+(?:Date\s+)?(\d\S+)\s+Time\s+(\S+))?",
    re.IGNORECASE,
)
WHOSE = re.compile(
    r"\bSysid\s+(?!Jobname\b)(\S+)\s+Jobname\s+(?!Date\b)([A-Z0-9#@$]{1,8})(?![\w@#$])"
    r"(?:\s+(?:Date\s+)?(\d\S+)\s+Time\s+(\S+))?",
    re.IGNORECASE,
)
"""What else a heading names a region by, where its Applid is lost."""

UTILITY_HEAD = re.compile(  # DFHSTUP
    r"\bCollection Date-Time\s+(\d\d/\d\d/(?:\d{4}|\d\d))-(\d\d:\d\d:\d\d)"
    r"(?:.{0,40}?\bLast Reset\s+(\d\d:\d\d:\d\d))?.{0,80}?\bApplid\s+"
    r"(?!Jobname\b)([A-Z0-9#@$.]{1,17})\b",
    re.IGNORECASE,
)
SUMMARY_HEAD = re.compile(
    r"^.?\s*Summary Report\s.*\bApplid\s+(?!Jobname\b)([A-Z0-9#@$.]{1,17})\b", re.IGNORECASE
)
"""Of all intervals of a region together, behind them or alone."""


def head_of(text: str) -> str | None:
    """The region that a line names as the heading of a page."""
    if match := HEAD.search(text) or SUMMARY_HEAD.search(text):
        return str(match[1])
    match = UTILITY_HEAD.search(text)
    return match[4] if match else None


def printed(match: re.Match[str]) -> Interval:
    """When a page of DFH0STAT was printed, where its heading tells."""
    return Interval(end=stamp(match[3], match[4]) if match[3] else None)


def collected(match: re.Match[str]) -> Interval:
    """The interval of a DFHSTUP page: from the last reset to the collection."""
    end = stamp(match[1], match[2])
    start = stamp(match[1], match[3]) if match[3] else None
    if start is not None and end is not None and start > end:  # reset before midnight
        day = datetime.fromisoformat(start) - timedelta(days=1)
        start = day.isoformat()
    return Interval(start, end, seconds_between(start, end))
