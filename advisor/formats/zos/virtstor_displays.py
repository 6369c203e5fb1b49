"""Console displays of z/OS storage and I/O options: LFAREA, zHPF, dump MAXSPACE."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.zos.routed import answer_below, answering, in_front, remembers
from advisor.reading.gaps import say_unheaded
from advisor.reading.layout.cells import number, size_bytes
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_MESSAGE = re.compile(r"\b([A-Z]{3,4}\d{3,4}[A-Z])\b")
_ANSWERS = in_front("IAR019I|IOS630I|IEE857I")
_TOTAL = re.compile(r"\b(?:TOTAL LFAREA)\s*=\s*(\d+[KMGT]?)(?:\s*,\s*(\d+[KMGT]?))?")
_AVAILABLE = re.compile(r"\bLFAREA AVAILABLE\s*=\s*(\d+[KMGT]?)")
_OF_2G = re.compile(
    r"\b(MAX )?LFAREA ALLOCATED (?:NUMBER OF 2G PAGES|\(2G\))\s*=\s*((\d+)[KMGT]?)(?![\w.])"
)
"""How many 2 GB pages, or how much storage they are."""
_AT_IPL = re.compile(r"\bRESULTED IN\s+(\d+)\s+1MB PAGES?\s+AND\s+(\d+)\s+2GB PAGES?")
_PAGEABLE = re.compile(r"\b(MAX )?LFAREA ALLOCATED \(PAGEABLE1M\)\s*=\s*(\d+[KMGT]?)")
_OTHER = re.compile(r"\b(?:LFAREA ALLOCATED|SOURCE\s*=|DUMP DATASETS|CAPTURED DUMPS)")
_ZHPF = re.compile(r"HIGH PERFORMANCE FICON FACILITY IS (ENABLED|DISABLED)")
_ONCE = re.compile(r"\bTOTAL LFAREA\b|\bFICON FACILITY\b|\bMAXSPACE\b")
"""Said once in an answer."""
_MAXSPACE = re.compile(r"\bMAXSPACE\s*=\s*(\d+)M")


def _gigabytes(text: str | None) -> float | None:
    size = size_bytes(text, "MB") if text else None
    return None if size is None else size / 2**30


def parse(segment: Segment, out: Collector) -> None:
    """One answer to one display command."""
    if remembers(segment):
        return
    system = answering(segment, _ANSWERS)
    if "IAR048I" in segment[0].content:
        _at_ipl(segment, system, out)
        return
    lpar = out.system(system, segment[0])
    total: float | None = None
    told: set[str] = set()
    for index, line in enumerate(segment):
        text = line.content
        if match := _ONCE.search(text):
            if match[0] in told:  # another system's, whose first line is lost
                say_unheaded(line, out)
                break
            told.add(match[0])
        if index and (_MESSAGE.search(text) or text.lstrip().startswith("SYSNAME ")):
            break
        if match := _TOTAL.search(text):
            total = _gigabytes(match[1])
            out.setting(lpar, "LFAREA_1M_GB", total, "GB", line, match[1])
            out.setting(lpar, "LFAREA_2G_GB", _gigabytes(match[2]), "GB", line, match[2] or "")
        elif match := _AVAILABLE.search(text):
            free = _gigabytes(match[1])
            used = None if free is None or total is None else total - free
            out.setting(lpar, "LFAREA_USED_GB", used, "GB", line, match[1])
        elif match := _PAGEABLE.search(text):
            size = _gigabytes(match[2])
            frames = None if size is None else round(size * 1024)
            metric = f"pageable_1m_frames_{'max' if match[1] else 'used'}"
            out.observe(lpar, metric, frames, "frames", line, match[2])
        elif match := _OF_2G.search(text):
            size = None if match[2] == match[3] else _gigabytes(match[2])
            pages = number(match[3]) if size is None else size / 2
            metric = f"lfarea_2g_pages_{'max' if match[1] else 'used'}"
            out.observe(lpar, metric, pages, "pages", line, match[2])
        elif match := _ZHPF.search(text):
            out.setting(lpar, "ZHPF", match[1] == "ENABLED", "", line, match[1])
        elif match := _MAXSPACE.search(text):
            out.setting(lpar, "MAXSPACE_MB", int(match[1]), "MB", line, match[1])
            dump = f"dump_options:{lpar.partition(':')[2]}"
            out.setting(dump, "MAXSPACE_MB", int(match[1]), "MB", line, match[1])
            out.relation(dump, "parent", lpar, line)


def _at_ipl(segment: Segment, system: str, out: Collector) -> None:
    """What the system made of LFAREA when it was loaded; the message has two lines or more."""
    lines = segment.lines[:5]
    match = _AT_IPL.search(" ".join(" ".join(line.content.split()) for line in lines))
    if match is None:
        return
    shown = next((line for line in lines if match[1] in line.content.split()), lines[0])
    for line in lines:
        if re.search(r"2GB PAGES?", line.content):
            break
    lpar = out.system(system, segment[0])
    out.setting(lpar, "LFAREA_1M_GB", int(match[1]) / 1024, "GB", shown, match[1])
    out.setting(lpar, "LFAREA_2G_GB", int(match[2]) * 2.0, "GB", shown, match[2])


def _confirm(contents: Sequence[str], index: int) -> bool:
    """A RESPONSE= line counts above one of these answers only."""
    below = answer_below(contents, index)
    return any(message in below for message in ("IAR019I", "IAR048I", "IOS630I", "IEE857I"))


READER = Reader(
    id="virtstor-displays",
    title="z/OS displays: LFAREA, zHPF, dump options",
    subsystem="z/OS",
    anchors=("IAR019I", "IAR048I", "IOS630I", "IEE857I", "^RESPONSE="),
    confirm=_confirm,
    where="inline",
    inline_lines=14,
    parse=parse,
    ignores=(
        (
            r"\b(?:IAR\d{3}I|IOS\d{3}I|IEE\d{3}I) .*\b\d{3} *$|SOURCE *= *\S+",
            "connect ids, members",
        ),
        (
            (
                r"(?:MAX )?LFAREA ALLOCATED \((?:1M|4K)\) .*|NUMBER OF 2G PAGES"
                r"|MAX LFAREA ALLOCATED|\(2G\)"
            ),
            "parts, peaks",
        ),
        (r"(?<=\()PAGEABLE1M", "a label"),
        (r"^.*DUMP DATASETS.*|CAPTURED DUMPS.*", "dump data sets"),
    ),
    beside=((r"LFAREA *=|LFAREA AVAILABLE", 2, "2 GB pages that are free"),),
    metrics=(
        Metric("lpar", "setting.LFAREA_1M_GB", "TOTAL LFAREA, first part"),
        Metric("lpar", "setting.LFAREA_2G_GB", "TOTAL LFAREA, second part"),
        Metric("lpar", "setting.LFAREA_USED_GB", "total less LFAREA AVAILABLE"),
        Metric("lpar", "lfarea_2g_pages_used"),
        Metric("lpar", "lfarea_2g_pages_max", "the most since IPL"),
        Metric("lpar", "pageable_1m_frames_used", "LFAREA ALLOCATED (PAGEABLE1M)"),
        Metric("lpar", "pageable_1m_frames_max", "the most since IPL"),
        Metric("lpar", "setting.ZHPF", "whether High Performance FICON is enabled"),
        Metric("lpar", "setting.MAXSPACE_MB", "storage for captured SVC dumps"),
        Metric("dump_options", "setting.MAXSPACE_MB", "the same, where dumps are looked at"),
    ),
    page=Page(
        reads="D VIRTSTOR,LFAREA (IAR019I), D IOS,ZHPF (IOS630I) and D D,OPTIONS (IEE857I), and "
        "what IPL made of LFAREA (IAR048I), from a log, from RO *ALL (the system stands in front "
        "of each answer) or pasted into mail.",
        releases="z/OS V1R13 to V2R4",
        verified="message texts against IBM, z/OS MVS System Messages; no real log was at hand",
        unread="other maxima since IPL are read and not kept; other D commands",
    ),
)
