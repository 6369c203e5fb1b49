"""Screens of BMC's CMFMON: of I/O queueing, what waits at each logical control unit.

Source: BMC, Using CMF MONITOR, CMFMON screens, "I/O Queuing Activity Report": the first path of a
logical control unit has its number, contention rate, queue and delay; its other paths do not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from advisor.observations import Interval
from advisor.reading.layout.cells import duration_s, number, stamp
from advisor.reading.reader import PRINTED, Collector, Line, Metric

TITLE = re.compile(
    r"\bPRODUCED BY CMF MONITOR\b[^)]*\)?\s+(\S.*?)\s+(?:PAGE:|SYSTEM ID:)", re.IGNORECASE
)
_SCREEN = re.compile(
    r"^\s*BMC SOFTWARE,? INC\.?\s+(?:(\S(?:.{0,60}?\S)?)\s{2,})?REPORT DATE:", re.IGNORECASE
)
_BY_JOB = re.compile(r"^\s*JOBNAME\s+DEV\s+FF\s+PRIV\s+LSQA\b", re.IGNORECASE)
_JOBS = "ADDRESS SPACE RESOURCE REPORT"
_PERIOD = re.compile(r"^\s*\d\d/\d\d/\d\d\s+\d\d:\d\d:\d\d\s.*\bSYSTEM:", re.IGNORECASE)
READ = "I/O QUEUEING ACTIVITY REPORT"
_SHOWN = re.compile(
    r"^\s*(\d\d/\d\d/(?:\d\d|YY))\s+(\d\d:\d\d:\d\d)\s+(TOTAL|REALTIME|INTERVAL)\s+\(([\d:]+)\)"
    r".*?\bSYSTEM:\s*([A-Z0-9@#$]{1,8})(?![\w@#$])",
    re.IGNORECASE,
)
_NAMES = re.compile(r"\bLCU\s+CONT\s+DEL Q\s+CSS\s", re.IGNORECASE)
_UNIT = re.compile(
    # behind the path its control unit: a number alone may be either, where one cell is blank
    r"^\s*[0-9A-F]{2}\s(?:.*\s)?[0-9A-F]{4}\s(?:.*\s)?([0-9A-F]{3,4})((?:\s+\d+\.\d+){8})\s*$",
    re.IGNORECASE,
)
_METRICS = (
    ("lcu_contention_per_s.{unit}", "I/O/s"),
    ("lcu_queue_length.{unit}", ""),
    # BMC's description of the screen gives this one no unit; RMF's is in milliseconds.
    (f"{PRINTED}.CSS DLY OF LCU {{unit}}", ""),
)

METRICS = (
    Metric("lpar", "lcu_contention_per_s.*", "CONT RATE of logical control unit *"),
    Metric("lpar", "lcu_queue_length.*", "DEL Q LNG of logical control unit *"),
    Metric("lpar", f"{PRINTED}.*", "CSS DLY of a logical control unit, whose unit is not told"),
)
IGNORES = (
    (r"\bPRODUCED BY CMF MONITOR\b[^)]*\)", "release"),
    (r"^ *\d\d/\d\d/(?:\d\d|YY) +\d\d:\d\d:\d\d .*SYSTEM:.*", "period and system"),
    (r"^ *EXTRACTOR INTERVAL .*|^ *CPU= *\d.*", "the extractor; use of the processors just now"),
    (
        r"^ *[0-9A-F]{2} +(?:[0-9A-F]{2} +)?[0-9A-F]{4}(?: +\d+\.\d+){5} *$",
        "rates and shares of single paths",
    ),
)
BESIDE = (
    (
        r"^ *[0-9A-F]{2} .*[0-9A-F]{4} .*[0-9A-F]{3,4}(?: +\d+\.\d+){8} *$",
        12,
        "the first path, its control unit, rates and shares",
    ),
)


def screen(contents: Sequence[str], index: int) -> str:
    """The title of a screen whose heading begins here without the line PRODUCED BY CMF MONITOR;
    empty where none does.
    """
    match = _SCREEN.match(contents[index])
    below = contents[index + 1] if index + 1 < len(contents) else ""
    above = contents[index - 1] if index else ""
    if match is None or not _PERIOD.match(below) or "PRODUCED BY" in above.upper():
        return ""
    if match[1] is None:  # its heading has lost its blanks, and its title with them
        return _JOBS if any(map(_BY_JOB.match, contents[index + 2 : index + 4])) else ""
    return " ".join(match[1].upper().split())


def heading(line: Line, memory: dict[str, Any]) -> bool:
    """Take up the system and the period that a screen shows."""
    match = _SHOWN.match(line.content)
    if match:
        seconds = duration_s(match[4] if match[4].count(":") > 1 else f"{match[4]}.0")
        memory["system"] = match[5].upper()
        memory["interval"] = Interval(end=stamp(match[1], match[2]), duration_s=seconds)
    return bool(match)


def read_line(line: Line, memory: dict[str, Any], out: Collector) -> None:
    """Take up the heading, or the first path of a logical control unit."""
    if _NAMES.search(line.content):
        memory["queueing"] = True
    elif memory.get("queueing") and (match := _UNIT.match(line.content)):
        unit, cells = match[1].upper().zfill(4), match[2].split()
        for (metric, measured), raw in zip(_METRICS, cells, strict=False):
            out.observe(
                f"lpar:{memory['system']}", metric.format(unit=unit), number(raw), measured, line,
                raw, memory.get("interval", Interval()),
            )  # fmt: skip
