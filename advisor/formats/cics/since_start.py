"""CPU time of a region since it was started, beside counts since the last reset of statistics.

DFH0STAT prints both: the time "(Not Reset)" is taken only where nothing else is and nothing was
reset, or CPU of a transaction would be that of all days by the transactions of some hours.
"""

from __future__ import annotations

import re

from advisor.observations import Interval
from advisor.reading.layout.cells import duration_s
from advisor.reading.reader import Collector, Line, Segment

_NOT_RESET = re.compile(r"\(not reset\)", re.IGNORECASE)
_KNOWN, _RESET, _CPU = "since start", "reset", "partition_cpu_s"


def put_aside(
    segment: Segment, applid: str, metric: str, label: str, value: str, line: Line, out: Collector
) -> bool:
    """Whether a figure is since start-up and waits; what was reset is noted."""
    known = segment.memory.setdefault(_KNOWN, {})
    if metric == "transactions" and "since reset" in label.lower():
        segment.memory.setdefault(_RESET, set()).add(applid)
    elif metric == _CPU and _NOT_RESET.search(line.content):
        out.left_out(line)
        known.setdefault(applid, (value, line))
        return True
    elif metric == _CPU:
        known[applid] = None
    return False


def take_up(segment: Segment, out: Collector) -> None:
    """What was put aside, at the end of a print, where nothing was reset."""
    reset = segment.memory.pop(_RESET, ())
    for applid, told in segment.memory.pop(_KNOWN, {}).items():
        if told is not None and applid not in reset:
            value, line = told
            interval = segment.memory.get("interval", Interval())
            subject = f"cics_region:{applid}"
            out.observe(subject, _CPU, duration_s(value), "s", line, value, interval)
