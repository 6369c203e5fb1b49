"""OMEGAMON for z/OS, MPAG: pages a second by address space and by volume of page data sets.

Layout and meaning by IBM, OMEGAMON for z/OS, Commands (MPAGnn): page-ins and page-outs together,
of address spaces and page data sets that have more than nn a second; a bar stands behind each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.zos.routed import NAME
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

WIDE = 160
_SCREEN = re.compile(
    rf"_{{8,}}\s+Z[A-Z0-9]{{2,7}}\s+VTM\s+OM/\S+\s+V\S+\s+({NAME})\s", re.IGNORECASE
)
_HEADING = re.compile(r"\bMPAG\d*\s*\|\s*_*Task_*\s+Pg/s\b", re.IGNORECASE)
_RATE = r"\s+(?P<raw>\d*\.\d+|\d+)(?:\s|$)"
_TASK = re.compile(rf"^\s*(?P<name>[A-Z@#$*][A-Z0-9@#$*]{{0,7}}){_RATE}")
_DEMAND = re.compile(rf"^\s*Tot Dmd:{_RATE}", re.IGNORECASE)
_VOLUME = re.compile(rf"^\s*(?!TOTAL\s)(?P<name>[A-Z0-9@#$]{{1,6}}){_RATE}")


def parse(segment: Segment, out: Collector) -> None:
    """One display, below the line that names the system."""
    first = segment[0]
    if match := _SCREEN.search(first.content[:WIDE]):
        segment.memory["system"] = match[1].upper()
        return
    system = segment.memory.get("system", "") or segment.shared.get("system", "")
    lpar = out.system(system, first)
    for line in segment.lines[1:]:
        cells = line.content[:WIDE].split("|")
        if len(cells) < 4:
            return
        if match := _DEMAND.match(cells[1]):
            raw = match["raw"]
            out.observe(lpar, "demand_paging_per_s", float(raw), "pages/s", line, raw)
        elif match := _TASK.match(cells[1]):
            metric, raw = f"job.{match['name']}.paging_per_s", match["raw"]
            out.observe(lpar, metric, float(raw), "pages/s", line, raw)
        if match := _VOLUME.match(cells[3]):
            metric, raw = f"page_volume_pages_per_s.{match['name']}", match["raw"]
            out.observe(lpar, metric, float(raw), "pages/s", line, raw)


def _confirm(contents: Sequence[str], index: int) -> bool:
    text = contents[index][:WIDE]
    return _SCREEN.search(text) is not None or _HEADING.search(text) is not None


READER = Reader(
    id="omegamon-paging",
    title="OMEGAMON for z/OS paging (MPAG)",
    subsystem="z/OS",
    anchors=("________________ Z", "Task__ Pg/s"),
    confirm=_confirm,
    where="inline",
    inline_lines=60,
    parse=parse,
    ignores=(
        (r"^ *_{8,}.*", "when the screen was shown"),
        (r"(?<=Pg/s )[\d_]+", "the scale of the bars"),
        (r"\| *TOTAL +[\d.]+", "sum of the volumes shown"),
    ),
    metrics=(
        Metric("lpar", "demand_paging_per_s", "Tot Dmd"),
        Metric("lpar", "job.*.paging_per_s", "Pg/s of an address space, at the moment"),
        Metric("lpar", "page_volume_pages_per_s.*", "Pg/s of a volume, at the moment"),
    ),
    page=Page(
        reads="MPAG of the classic interface: pages a second of address spaces and of volumes "
        "with page data sets, and their total demand. The system stands in the first line of the "
        "screen.",
        releases="OMEGAMON for z/OS 5.5 and 6.1",
        verified="the display in IBM, OMEGAMON for z/OS, Commands",
        unread="what stays below the threshold, which the screen does not show",
    ),
)
