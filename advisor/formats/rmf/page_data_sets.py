"""RMF Monitor I: page data set activity, from which the kind of paging device follows."""

from __future__ import annotations

import re

from advisor.formats.rmf import headings
from advisor.formats.rmf.headings import DATED, ENDINGS, Frame, framed, known, titled
from advisor.reading.layout.blank_cells import BLANK
from advisor.reading.layout.cells import number, scaled
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_ROW = re.compile(r"\s*(PLPA|COMMON|LOCAL|SCM|\*SCM\*)\s+(?=\S*\d|N/A\b)(.*)", re.IGNORECASE)
_HEADS = re.compile(
    r"\s*(?:NUMBER OF SAMPLES|%\s+PAGE\b|PAGE\s+(?:DEVICE|%)|SPACE\s+(?:SLOTS|VOLUME)"
    r"|TYPE\s+(?:ALLOC|SERIAL)|PAGE DATA SET|[VIO]\s*$)",
    re.IGNORECASE,
)


_BY_VOLUME = re.compile(r"\s*SPACE +VOLUME +DEV\b", re.IGNORECASE)
_USED, _SLOTS, _BEHIND_VOLUME = 6, slice(4, 7), 3
"""Cells up to the slots that were used, where these stand, and where those that are allocated do
when the volume stands in front of them; otherwise they are the first."""

_PAGED_TO = frozenset(("LOCAL", "SCM"))
_AFTER_USE = 3
"""Cells after % IN USE: page transfer time, I/O requests, pages moved."""


def parse(segment: Segment, out: Collector) -> None:
    """Pages moved by data set; the device that took most of them is where the system pages to."""
    moved: dict[Frame, dict[str, tuple[float, Line]]] = {}
    lacking: set[Frame] = set()
    allocated = 0
    for line, frame in framed(segment, out):
        text = line.content
        if _BY_VOLUME.match(text):
            allocated = _BEHIND_VOLUME
        if titled(text, "PAGEDATASETACTIVITY") or _HEADS.match(text):
            continue
        if (match := _ROW.match(text)) and known(frame, segment, line, out):
            kind, cells = match[1].upper().strip("*"), match[2].split()
            if not _row(line, frame, kind, cells, allocated, moved, out) and line.gap:
                lacking.add(frame)
        elif line.gap:
            lacking.add(frame)
    for frame, kinds in moved.items():
        # A part of the page says nothing of the rest.
        if frame in lacking or not kinds.keys() & _PAGED_TO:
            continue
        kind = max(kinds, key=lambda k: kinds[k][0])
        pages, line = kinds[kind]
        device = "none" if pages <= 0 else "flash" if kind == "SCM" else "disk"
        out.setting(frame.lpar, "PAGE_DEVICE", device, "", line, kind)


def _row(
    line: Line,
    frame: Frame,
    kind: str,
    cells: list[str],
    allocated: int,
    moved: dict[Frame, dict[str, tuple[float, Line]]],
    out: Collector,
) -> bool:
    name = kind
    while cells and cells[-1] != BLANK and number(cells[-1]) is None and scaled(cells[-1]) is None:
        last = cells.pop()
        if "." in last:
            name = last
    if name == kind != "SCM":  # cut off before the name of the data set, or within it
        return False
    pages = scaled(cells[-1]) if cells else None
    if pages is None:
        return False
    slots = []
    if len(cells) > _USED:
        slots = [scaled(cell) for cell in (cells[allocated], *cells[_SLOTS])]
    if kind == "LOCAL" and all(slots) and len(slots) == 4:  # allocated, least, most, mean
        total, least, most, mean = (slot or 0.0 for slot in slots)
        if least <= mean <= most <= total:
            filled, raw = 100.0 * most / total, f"{cells[_SLOTS][1]}/{cells[allocated]}"
            metric = f"page_data_set_used_pct.{name}"
            out.observe(frame.lpar, metric, filled, "%", line, raw, frame.interval)
    seen = moved.setdefault(frame, {})
    before = seen.get(kind, (0.0, line))[0]
    seen[kind] = (before + pages, line)
    if frame.length_s:
        rate = pages / frame.length_s
        metric = f"page_data_set_pages_per_s.{name}"
        out.observe(frame.lpar, metric, rate, "pages/s", line, cells[-1], frame.interval)
        used = number(cells[-4]) if kind in _PAGED_TO and len(cells) > _AFTER_USE else None
        if used is not None:
            metric = f"page_data_set_in_use_pct.{name}"
            out.observe(frame.lpar, metric, used, "%", line, cells[-4], frame.interval)
    return True


READER = Reader(
    id="rmf-page-data-sets",
    shared_titles=True,
    ignores=headings.IGNORES,
    beside=(
        (
            r"^ *(?:PLPA|COMMON|LOCAL|SCM) +\w*\d",
            11,
            "slots, bad slots, transfer time, I/O requests",
        ),
    ),
    rows=(
        (
            r"^\s*(?:PLPA|COMMON|LOCAL|SCM|\*SCM\*)\s+(?P<row>\S.*?)(?:\s+[YN])?\s+[A-Z]\S*\s*$",
            11,
        ),
    ),
    title="RMF page data set activity",
    subsystem="z/OS",
    anchors=("P A G E D A T A S E T A C T I V I T Y", "PAGE DATA SET ACTIVITY"),
    parse=parse,
    dated=DATED,
    endings=ENDINGS,
    metrics=(
        Metric("lpar", "setting.PAGE_DEVICE", "flash, disk or none: where most pages went"),
        Metric("lpar", "page_data_set_pages_per_s.*"),
        Metric("lpar", "page_data_set_in_use_pct.*", "% IN USE of LOCAL rows and of SCM"),
        Metric("lpar", "page_data_set_used_pct.*", "SLOTS USED MAX by SLOTS ALLOC, LOCAL rows"),
    ),
    page=Page(
        reads="Every row's PAGES XFER'D (the last figure of the row) and its data set; SCM rows "
        "are Flash Express. Pages are divided by the interval. % IN USE of the rows that are paged "
        "to, from which follows how many pages a second the device can move at the most.",
        releases="z/OS V1R13 to V2R4",
        verified="columns and the SCM row against a V2R5 document of the same report in XML "
        "(public repository RMF-Static) and IBM, SMF record type 75; the print itself is not "
        "verified",
        unread="slots, bad slots, transfer time: read and not kept",
    ),
)
