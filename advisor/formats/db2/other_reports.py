"""Reports of OMEGAMON for Db2 beside accounting and statistics: named once, and left out.

Their headings are those of accounting reports: the title stands behind the group (IBM, OMEGAMON for
Db2 PE, Report Reference). Below it stand single events, or columns with names of their own.
"""

from __future__ import annotations

import re
from typing import Any

from advisor.reading.reader import Collector, Line

_OTHER = (
    r"(?:EXCEPTION LOG|LOCK(?:ING|OUT)(?: REPORT| TRACE)?|(?:I/O|SQL|UTILITY) ACTIVITY"
    r"(?: REPORT| TRACE)?|AUDIT (?:REPORT|TRACE|SUMMARY)|EXPLAIN REPORT)\b"
)
_GROUP = re.compile(r"\s*GROUP:\s")
_TITLE = re.compile(rf"\s*GROUP:.*?\s({_OTHER}(?: - [A-Z ]+?)?)(?=\s\s|\s*$|\sREQ|\sACTUAL)", re.I)
PARTS = (
    (rf" *GROUP:.*? {_OTHER}", "reports of single events, which nothing needs"),
    (r" *GROUP: ", ""),
    (r"[ A-Z]*-+ L O C K +R E S O U R C E\b", "a lockout report without its heading"),
)
"""Of what pages are; for the numbers on them."""


def left_out(line: Line, memory: dict[str, Any], out: Collector) -> bool:
    """Whether a line stands on a page of another report; its title is said once."""
    if _GROUP.match(line.content):
        match = _TITLE.match(line.content)
        memory["other_report"] = match is not None
        if match is not None:
            out.say_once(
                "{file}, line {number}: OMEGAMON's {title} is left out: nothing that Plexwright "
                "advises on needs it.",
                line,
                title=" ".join(match[1].split()),
            )
    return bool(memory.get("other_report"))
