"""RMF Monitor I: paging activity (rates, frames, memory objects, large frames)."""

from __future__ import annotations

import re

from advisor.formats.rmf import headings
from advisor.formats.rmf.headings import DATED, ENDINGS, Frame, figures, framed, known, titled
from advisor.reading.layout.cells import number, scaled, size_bytes
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_FAULTS = re.compile(r"\s*PAGE-IN EVENTS \(PAGE FAULT RATE\)\s+(\S+)", re.IGNORECASE)
_LFAREA = re.compile(r"\bLFAREA SIZE\s*=\s*([\d,]+[KMGT]?)\b", re.IGNORECASE)
_UIC = re.compile(
    r"\s*HIGH UIC\s*\(AVG\)\s*=\s*(?P<mean>[\d.]+)\s+\(MAX\)\s*=\s*(?P<most>\d+)"
    r"\s+\(MIN\)\s*=\s*(?P<least>\d+)\s*$",
    re.IGNORECASE,
)
_CATEGORY = re.compile(
    r"\s*(PAGEABLE SYSTEM|AREAS? \(NON[ -]?VIO\)|ADDRESS SPACES?|TOTAL SYSTEM)\s*$", re.IGNORECASE
)
_RATES = re.compile(r"\s*(LPA|CSA|SUM|HIPERSPACE|VIO|NON[ -]VIO|SHARED)\s+(?=[\d.])(.*)", re.I)
_SPAN = re.compile(r"\s*(MIN|MAX|AVG)\s+(.*)", re.IGNORECASE)
_TABLE = re.compile(
    r"\s*(CENTRAL STORAGE(?: FRAMES)?|FIXED FRAMES|SHARED FRAMES(?: / SLOTS)?|LOCAL PAGE DATA SET"
    r"|SCM PAGING BLOCKS|MEMORY OBJECTS|1 ?MB FRAMES|2 ?GB FRAMES|HIGH SHARED FRAMES"
    # A PDF leaves one blank of the gap.
    r"|HIGH COMMON FRAMES)(?:\s{2,}|\s(?=TOTAL\b|COMMON\b|-))(?P<heads>.*)",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\s*(?:OPT\s*=|CATEGORY\b|-+\s*PAGE IN|-+\s*NON SWAP|NON\b|PAGE MOVEMENT|AVERAGE NUMBER OF"
    r"|-{6,}\s+TOTAL\b|BLOCKS PER SECOND|\(\s*\d+ SAMPLES|SWAP\b|SYSTEM UIC"
    r"|PAGE IN\s+PAGE OUT|HIGH UIC\b|WRITTEN TO\b|CENTRAL STOR\b|(?:FRAME AND )?SLOT COUNTS)",
    re.IGNORECASE,
)
_LEFT_OUT = ("FIXED", "SHARED", "MEMORY", "HIGH")
"""Tables of which nothing is read but the most fixed frames."""

_COLUMNS = re.compile(r"[\s-]*TOTAL\s+AVAIL\w*\s+IN[- ]USE\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Z]+(?:[- ]USE)?")
_FRAME_BYTES = 4096


def parse(segment: Segment, out: Collector) -> None:
    """All paging pages of all systems and intervals of the segment."""
    memory = segment.memory
    for line, frame in framed(segment, out):
        text = line.content
        if titled(text, "PAGINGACTIVITY"):
            memory["category"] = memory["table"] = ""
            continue
        if match := _LFAREA.search(text):
            if known(frame, segment, line, out):
                size = size_bytes(match[1])
                gigabytes = None if size is None else size / 2**30
                out.setting(frame.lpar, "LFAREA_1M_GB", gigabytes, "GB", line, match[1])
        elif match := _UIC.match(text):
            if known(frame, segment, line, out):
                name, raw = "unreferenced_interval_s", match["mean"]
                _seen(out, frame, name, number(raw), "s", line, raw)
                for which, label in (("most", "HIGH UIC (MAX)"), ("least", "HIGH UIC (MIN)")):
                    raw = match[which]
                    out.printed(frame.lpar, label, number(raw), line, raw, frame.interval)
        elif match := _CATEGORY.match(text):
            memory["category"] = match[1].upper()
        elif match := _RATES.match(text):
            _rates(line, frame, match, segment, out)
        elif match := _FAULTS.match(text):
            rate = number(match[1])
            if known(frame, segment, line, out):
                _seen(out, frame, "page_faults_per_s", rate, "pages/s", line, match[1])
        elif match := _TABLE.match(text):
            memory["table"] = re.sub(r"\s+", " ", match[1].upper())
            memory["heads"] = match["heads"].upper()
            memory["columns"] = []
        elif _COLUMNS.match(text) and memory.get("table", "")[:1] in ("1", "2"):
            memory["columns"] = _WORD.findall(text.upper())
        elif (match := _SPAN.match(text)) and known(frame, segment, line, out):
            if segment.memory.get("table", "").startswith(_LEFT_OUT):
                if not _fixed(line, frame, match, segment, out):
                    out.left_out(line)
            elif match[1].upper() == "AVG":
                _average(line, frame, match[2].split(), segment, out)
            else:
                _extreme(line, frame, match[1].upper(), match[2].split(), segment, out)


def _fixed(line: Line, frame: Frame, row: re.Match[str], segment: Segment, out: Collector) -> bool:
    """Whether a row tells the most fixed frames, which it is then read for."""
    memory, cells = segment.memory, row[2].split()
    total = str(memory["heads"]).split()[:1] == ["TOTAL"]
    if memory["table"] != "FIXED FRAMES" or row[1].upper() != "MAX" or not (total and cells):
        return False
    _seen(out, frame, "fixed_frames_max", scaled(cells[0]), "frames", line, cells[0])
    return True


def _seen(
    out: Collector, frame: Frame, name: str, value: float | None, unit: str, line: Line, raw: str
) -> None:
    out.observe(frame.lpar, name, value, unit, line, raw, frame.interval)


def _rates(line: Line, frame: Frame, row: re.Match[str], segment: Segment, out: Collector) -> None:
    if segment.memory.get("category") != "TOTAL SYSTEM" or row[1].upper() != "SUM":
        return
    cells = row[2].split()
    values = figures(cells)
    # swap, block, non block, rate, % | swap, non swap, rate, %; releases without swaps lack two
    places = {9: (3, 7), 7: (2, 5)}.get(len(cells))
    if places is None:
        out.say(
            "{file}, line {number}: the SUM of the paging rates has {cells} figures where 9 "
            "are expected, so it was not read: give the page as RMF printed it.",
            line,
            cells=len(cells),
        )
        return
    page_in, page_out = values[places[0]], values[places[1]]
    if page_in is None or page_out is None or not known(frame, segment, line, out):
        return
    _seen(out, frame, "page_ins_per_s", page_in, "pages/s", line, cells[places[0]])
    _seen(out, frame, "page_outs_per_s", page_out, "pages/s", line, cells[places[1]])
    both = f"{cells[places[0]]} + {cells[places[1]]}"
    _seen(out, frame, "paging_per_s", round(page_in + page_out, 6), "pages/s", line, both)


def _average(line: Line, frame: Frame, cells: list[str], segment: Segment, out: Collector) -> None:
    table, kind = segment.memory.get("table", ""), segment.memory.get("heads", "")
    values = [scaled(cell) for cell in cells]
    if table.startswith("CENTRAL STORAGE") and kind.startswith("TOTAL") and len(values) >= 2:
        total, available = values[0], values[1]
        if total is not None:
            gigabytes = total * _FRAME_BYTES / 2**30
            out.setting(frame.lpar, "REAL_STORAGE_GB", gigabytes, "GB", line, cells[0])
        _seen(out, frame, "available_frames", available, "frames", line, cells[1])
    elif table.startswith("1") and len(values) >= 3:
        used = values[2]
        if used is not None:
            out.setting(frame.lpar, "LFAREA_USED_GB", used / 1024, "GB", line, cells[2])
        heads = segment.memory.get("columns", [])
        used_at = [at for at, head in enumerate(heads) if head.endswith("USE")] or [2, 5]
        if len(used_at) == 2 and len(values) > used_at[1]:
            at = used_at[1]
            _seen(out, frame, "pageable_1m_frames_used", values[at], "frames", line, cells[at])
    elif table.startswith("2") and len(values) >= 3 and values[0] is not None:
        out.setting(frame.lpar, "LFAREA_2G_GB", values[0] * 2, "GB", line, cells[0])
    elif table == "SCM PAGING BLOCKS" and len(values) >= 4:
        _seen(out, frame, "scm_blocks_used", values[3], "blocks", line, cells[3])
    elif table == "LOCAL PAGE DATA SET" and len(values) >= 4:
        _seen(out, frame, "aux_slots_used", values[3], "slots", line, cells[3])


def _extreme(
    line: Line, frame: Frame, which: str, cells: list[str], segment: Segment, out: Collector
) -> None:
    """What large pages are sized by: the fewest free frames, the most 1 MB frames in use."""
    table, kind = segment.memory.get("table", ""), segment.memory.get("heads", "")
    total = table.startswith("CENTRAL STORAGE") and kind.startswith("TOTAL") and len(cells) >= 2
    if total and which == "MIN":
        least = scaled(cells[1])
        _seen(out, frame, "available_frames_min", least, "frames", line, cells[1])
    elif table.startswith("1") and which == "MAX":
        heads = segment.memory.get("columns", [])
        used_at = [at for at, head in enumerate(heads) if head.endswith("USE")] or [2, 5]
        names = ("fixed_1m_frames_max", "pageable_1m_frames_max")
        for name, at in zip(names, used_at, strict=False):
            if at < len(cells):
                _seen(out, frame, name, scaled(cells[at]), "frames", line, cells[at])
        return
    elif table.startswith("2") and which == "MAX" and len(cells) >= 3:
        _seen(out, frame, "lfarea_2g_pages_used", scaled(cells[2]), "pages", line, cells[2])
        return
    if which == "MAX" or not table.startswith("CENTRAL STORAGE"):
        out.left_out(line)  # the others of a known table


READER = Reader(
    id="rmf-paging",
    shared_titles=True,
    ignores=(
        # of least and greatest values some are read here
        *(pair for pair in headings.IGNORES if "MIN|MAX" not in pair[0]),
        (
            r"^ *(?:LPA|CSA|HIPERSPACE|VIO|NON[ -]VIO|SHARED) .*|^ *SUM +(?:0\.00 +)?[\d. ]*$",
            "kinds of pages: their sum over the system is read",
        ),
        (r"^ *PAGE MOVEMENT .*|^ *AVERAGE NUMBER OF PAGES .*|^ *BLOCKS PER SECOND .*", "movement"),
        (r"^ *\( *\d+ SAMPLES\)|<16 MB|16MB-2GB|\b[12] [MG]B\b", "headings"),
    ),
    beside=((r"^ *(?:AVG|MIN|MAX|SUM) ", 9, "the other columns of the tables of frames"),),
    rows=((r"^\s*(?:MIN|MAX|AVG)\s.*", 0),),
    title="RMF paging activity",
    subsystem="z/OS",
    anchors=(
        "P A G I N G A C T I V I T Y",
        "PAGING ACTIVITY PAGE",
        # headings of its parts, for excerpts without the page's title
        "CENTRAL STORAGE FRAMES",
        "FIXED FRAMES TOTAL",
        "LOCAL PAGE DATA SET TOTAL",
        "HIGH SHARED FRAMES TOTAL",
        "PAGE MOVEMENT WITHIN CENTRAL",
        "PAGE-IN EVENTS (PAGE FAULT",
        "HIGH UIC (AVG)",
    ),
    parse=parse,
    dated=DATED,
    endings=ENDINGS,
    metrics=(
        Metric("lpar", "pageable_1m_frames_used"),
        Metric("lpar", "pageable_1m_frames_max"),
        Metric("lpar", "fixed_1m_frames_max"),
        Metric("lpar", "fixed_frames_max", "MAX of FIXED FRAMES TOTAL"),
        Metric("lpar", "available_frames_min", "least of the available 4 KB frames"),
        Metric("lpar", "page_ins_per_s", "all page-ins, TOTAL SYSTEM SUM"),
        Metric("lpar", "page_outs_per_s"),
        Metric("lpar", "paging_per_s", "page-ins and page-outs, added"),
        Metric("lpar", "page_faults_per_s", "PAGE-IN EVENTS (PAGE FAULT RATE)"),
        Metric("lpar", "available_frames", "mean of available 4 KB frames"),
        Metric("lpar", "setting.REAL_STORAGE_GB", "TOTAL frames of 4 KB"),
        Metric("lpar", "setting.LFAREA_1M_GB", "LFAREA SIZE, printed in bytes"),
        Metric("lpar", "setting.LFAREA_USED_GB", "fixed 1 MB frames in use"),
        Metric("lpar", "setting.LFAREA_2G_GB", "2 GB frames"),
        Metric("lpar", "lfarea_2g_pages_used", "2 GB frames, most in use"),
        Metric("lpar", "aux_slots_used"),
        Metric("lpar", "scm_blocks_used"),
        Metric("lpar", "unreferenced_interval_s", "HIGH UIC (AVG)"),
        Metric("lpar", "printed.*", "HIGH UIC, greatest and least"),
    ),
    page=Page(
        reads="The sum line of TOTAL SYSTEM (in and out), the page fault rate, the AVG lines of "
        "central storage frames, 1 MB and 2 GB frames, local slots and SCM blocks, LFAREA SIZE, "
        "HIGH UIC. "
        "K and M in frame counts are thousands and millions.",
        releases="z/OS V1R13 to V2R4",
        verified="memory objects page against IBM, RMF Report Analysis V2R1; the order of the rate "
        "columns and the frame tables against smf2db's formatting of SMF 71 and a V2R5 document of "
        "the same report in XML (public repository RMF-Static); the print of the first two pages "
        "itself is not verified; HIGH UIC by SMF71HIC, SMF71LIC and their mean (IBM SMF Explorer)",
        unread="the other MIN and MAX lines; categories below TOTAL SYSTEM",
    ),
)
