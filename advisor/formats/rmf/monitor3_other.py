"""RMF Monitor III screens that nobody reads: they are named, and end the screen before them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.rmf.monitor3 import SCREEN_IGNORES
from advisor.reading.reader import Collector, Page, Reader, Segment

_TITLE = re.compile(r"\bRMF\s+V\dR\d{1,2}\s+(\S(?:.{0,40}\S)?)\s+Line\s+\d+\s+of\s", re.IGNORECASE)
_READ = re.compile(
    r"(?:Delay Report|Storage Frames|Storage Delays|Processor Delays|Job Delays|Device Delays"
    r"|Device Resource Delays|System Information|CPC Capacity|Cache Summary.*)$",
    re.IGNORECASE,
)


_WANTED = (
    r"(?:Channel Path|I/O Queuing|Coupling Facility|CF |Cache|Page Data Set|Common Storage"
    r"|Storage Resource|Storage Memory|Sysplex|Work Manager|System Capping|Device Activity)"
)
"""Beginnings of titles of screens that hold what Plexwright takes from other reports."""


def _confirm(contents: Sequence[str], index: int) -> bool:
    match = _TITLE.search(contents[index])
    return match is not None and _READ.search(match[1]) is None


def parse(segment: Segment, out: Collector) -> None:
    """Say once of each kind of screen that it is not read."""
    told: set[str] = segment.memory.setdefault("told", set())
    for line in segment:
        match = _TITLE.search(line.content)
        if match is None:
            continue
        title = " ".join(match[1].split())
        if title in told or len(told) > 8:
            continue
        told.add(title)
        out.say(
            "{file}, line {number}: {title} of RMF Monitor III is not read: of its screens "
            "Plexwright reads CACHSUM, CPC, DELAY, DEV, DEVR, PROC, STOR, STORF, STORJ and "
            "SYSINFO, the postprocessor's reports give the rest.",
            line,
            title=title,
        )


READER = Reader(
    id="rmf-monitor3-other",
    shared_titles=True,
    title="RMF Monitor III screen that is not read",
    subsystem="z/OS",
    ignores=SCREEN_IGNORES,
    parts=(
        (rf".*\bRMF +V\dR\d+ +{_WANTED}.*\bLine +\d", ""),
        (r".*\bRMF +V\dR\d+ +.*\bLine +\d", "screens that nothing needs"),
    ),
    anchors=("RMF V1R", "RMF V2R", "RMF V3R"),
    confirm=_confirm,
    parse=parse,
    priority=60,
    context=True,
    page=Page(
        reads="Titles of Monitor III screens that are not read, each of which is said once: "
        "their rows do not run into the screen before them.",
        releases="z/OS V1R9 to V3R1",
        verified="titles of figures in IBM, RMF Report Analysis V2R4",
        unread="all figures of these screens",
    ),
)
