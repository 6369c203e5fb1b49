"""Storage and Loader reports of DFH0STAT: limits of the storage areas, what is free, loads.

Labels by IBM, CICS TS 3.1 and 5.4, statistics reference: "Storage below 16 MB report", "Storage
above 16 MB report", "Loader and Program Storage report". Of each storage area two rows are read:
the most that was used and the least that was free.
"""

from __future__ import annotations

import re

from advisor.formats.cics.files import Region
from advisor.formats.cics.labels import pairs
from advisor.reading.layout.cells import duration_s, size_bytes, whole
from advisor.reading.reader import Collector, Line, Metric, Segment

_SHORT = "short on storage"
_LINE = r"16 ?MB"
_FIGURES = tuple(
    (metric, re.compile(rf"{label}$", re.IGNORECASE), unit)
    for metric, label, unit in (
        ("dsa_limit_mb", r"Current DSA Limit", "MB"),
        ("edsa_limit_mb", r"Current EDSA Limit", "MB"),
        ("dsa_allocated_peak_mb", r"Peak Allocation for DSAs", "MB"),
        ("edsa_allocated_peak_mb", r"Peak Allocation for EDSAs", "MB"),
        ("user_storage_below_mb", rf"Max User storage allocated below {_LINE} \(VIRT\)", "MB"),
        ("user_storage_above_mb", rf"Max User storage allocated above {_LINE} \(EXT\)", "MB"),
        ("private_free_below_mb", rf"Private Area storage available below {_LINE}", "MB"),
        ("private_free_above_mb", rf"Private Area storage available above {_LINE}", "MB"),
        ("library_loads", r"Library Load requests", "count"),
        ("library_load_waits", r"Library Load requests that waited", "count"),
        ("library_load_ms", r"Average Library Load time", "ms"),
        ("program_uses", r"Total Program Uses", "count"),
    )
)
_AREAS = re.compile(r"^\s*((?:[A-Z]{1,3}DSA(?:\s+|$)){1,8})(?:Totals)?\s*$")
_ROW = re.compile(
    r"^[* ]*(?P<label>Peak DSA Used|Lowest Free Storage)(?: ?\.){0,40} ?:(?P<cells>(?:\s+[\d,]+K)+)"
    r"\s*$",
    re.IGNORECASE,
)
_WAITS = re.compile(
    r"^[* ]*(?P<label>Times no storage returned|Times request suspended"
    r"|(?:Current|Peak) requests suspended)(?: ?\.){0,40} ?:(?P<cells>(?:\s+\d[\d,]*(?!\S))+)\s*$",
    re.IGNORECASE,
)
"""How often a program waited for storage of an area, or was told that there is none."""


def read_auxiliary(
    segment: Segment, region: Region, where: str, value: str, line: Line, out: Collector
) -> None:
    """Records put to main and to auxiliary temporary storage: which of them the region uses."""
    known = segment.memory.setdefault(f"storage {region.applid}", {})
    known[where] = whole(value)
    main, auxiliary = known.get("main"), known.get("auxi")
    if main is not None and auxiliary is not None and main + auxiliary:
        out.setting(region.subject, "TSMAIN", not auxiliary, "", line, value)


def read_storage(segment: Segment, region: Region, line: Line, out: Collector) -> bool:
    """Whether the line is one of these reports, and its figures are taken."""
    text = line.content
    if "DSA" in text and (match := _AREAS.match(text)):
        segment.memory["areas"] = match[1].split()
        return True
    if match := _ROW.match(text):
        peak = match["label"].lower().startswith("peak")
        cells, areas = match["cells"].split(), segment.memory.get("areas", [])
        if len(cells) != len(areas):
            return True  # which area is blank is not known; its numbers are listed
        for area, cell in zip(areas, cells, strict=True):
            name = "dsa_used_peak_mb" if peak else "dsa_free_lowest_mb"
            out.observe(
                region.subject, f"{name}.{area}", _mb(cell), "MB", line, cell, region.interval
            )
        return True
    if match := _WAITS.match(text):
        cells, areas = match["cells"].split(), segment.memory.get("areas", [])
        if len(cells) == len(areas):
            label = " ".join(match["label"].split()).upper()
            for area, cell in zip(areas, cells, strict=True):
                name = f"{area}: {label}"
                out.printed(region.subject, name, whole(cell), line, cell, region.interval)
        return True
    found = False
    for label, value in pairs(text):
        for metric, pattern, unit in _FIGURES:
            if pattern.match(label):
                found = True
                out.observe(
                    region.subject, metric, _value(value, unit), unit, line, value, region.interval
                )
    return found


def note_short(
    segment: Segment, region: Region, cells: list[str], line: Line, out: Collector
) -> None:
    """How often each area of a page ran short; other areas of the region stand on other pages."""
    out.left_out(line)  # the areas that did so less often
    raw = max(cells, key=lambda cell: whole(cell) or 0)
    known = segment.memory.setdefault(_SHORT, {})
    key = region.subject, region.interval
    if key not in known or (whole(raw) or 0) > (whole(known[key][0]) or 0):
        known[key] = raw, line


def write_short(segment: Segment, out: Collector) -> None:
    """The pages have ended: how often the area ran short that did so most often."""
    for (subject, interval), (raw, line) in segment.memory.pop(_SHORT, {}).items():
        out.observe(subject, "short_on_storage", whole(raw), "count", line, raw, interval)


def _value(raw: str, unit: str) -> float | int | None:
    if unit == "MB":
        return _mb(raw)
    if unit == "ms":
        span = duration_s(raw)
        return None if span is None else 1000 * span
    return whole(raw)


def _mb(raw: str) -> float | None:
    size = size_bytes(raw, "KB") if re.fullmatch(r"[\d,]+[KMG]", raw) else None
    return None if size is None else size / 2**20


METRICS = (
    Metric("cics_region", "dsa_used_peak_mb.*", "Peak DSA Used, by storage area"),
    Metric("cics_region", "printed.*", "how often storage was waited for, by storage area"),
    Metric("cics_region", "dsa_free_lowest_mb.*", "Lowest Free Storage, by storage area"),
    *(Metric("cics_region", metric) for metric, _, _ in _FIGURES),
)
IGNORED = (
    (r"\b(?:below|above) 16 ?MB\b", "which storage"),
    (
        (
            r"(?:Private Area Region size (?:below|above) 16 ?MB|Max LSQA/SWA storage allocated"
            r"[^:.]*|System Use|RTM|MVS E?PVT Size|MVS E?(?:CSA|SQA) Size / Allocated"
            r"|Current Allocation for E?DSAs|(?:VIRT|EXT) minus Current E?DSA Limit)"
            r"(?: ?\.)* ?: +[\d,]+[KMG]?(?: +/ +[\d,]+[KMG]?)?"
        ),
        "storage of MVS",
    ),
    (
        (
            r"^[* ]*(?:Current DSA (?:Size|Used)[^:]*|Peak (?:DSA Size|Free Storage)|Cushion Size"
            r"|Free Storage[^:]*|Largest Free Area[^:]*|Number of Extents|Extents \w+"
            r"|(?:Total|Average) time (?:SOS|Short-On-Storage)"
            r"|(?:Getmain|Freemain|Add Subpool|Delete Subpool) Requests"
            r"|Number of (?:Getmains|Freemains)|Current[^:.]*Subpools"
            r")(?: ?\.)* ?:.*"
        ),
        "storage areas at the moment",
    ),
    (
        (
            r"(?:Library Load Rate per second|Program Use to Load Ratio|Total Library Load time"
            r"|(?:Total|Average) Library Load request wait time|Times DFHRPL secondary[^:.]*"
            r"|(?:Current|Peak) Waiting Library Load requests|Times at Peak"
            r"|Average Not-In-Use program size)(?: ?\.)* ?: +\S+"
        ),
        "what follows from loads and their times",
    ),
    (
        (
            r"(?:Programs (?:Removed|Reclaimed|Loaded)[^:.]*|(?:Average )?Time on the Not-In-Use "
            r"Queue)(?: ?\.)* ?: +\S+"
        ),
        "programs that are not in use, by storage area",
    ),
)
