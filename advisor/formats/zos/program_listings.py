"""AMBLIST LISTLOAD of program objects, COBOL compiler listings: what is fetched, and for what."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from advisor.reading.gaps import say_withheld
from advisor.reading.layout.owners import nameless, system_or_file
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 400
"""Columns looked at: no print is wider, and no pattern runs over what is no print."""
NAMED = 8
"""Program objects that are called by their names where more than these are meant."""
_MEMBER = re.compile(r"^\s*MEMBER NAME: {1,4}([A-Z@#$][A-Z0-9@#$]{0,7})(?![\w@#$])")
_ROW = re.compile(
    r"^\s*([BCD]_[A-Z0-9@#$_]{1,14})\s+(\d{1,4})\s+([0-9A-F]{1,8})\s+([0-9A-F]{1,8})\s+"
    r"(INITIAL|DEFER)\s+(CAT|MERGE)\s+(\w+)\s+(24|31|64|ANY)\b"
)
_CLASS = re.compile(r"^\s*(?:[BCD]_[A-Z0-9@#$_]{1,14}\s.*|[\dA-F\s]+)\b(?:INITIAL|DEFER)\b")
_TABLE = re.compile(r"SEGMENT MAP TABLE|^\s*CLASS\s+SEGMENT\s+OFFSET\s+LENGTH", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\b\d{1,2}\s+(?:NO-)?(PRIME|PACK)\b")
_NO_ATTRIBUTE = re.compile(r"\b\d{1,2}\s+NO-(PRIME|PACK)\b")
_ARCH = re.compile(r"^\s*ARCH\((\d{1,2})\)\s*$")
_COMPILER = re.compile(r"IBM (?:Enterprise )?COBOL for z/OS\s+(\d+(?:\.\d+)*)", re.IGNORECASE)
_OPTIONS = re.compile(r"Options in effect", re.IGNORECASE)
_OPTION = re.compile(r"^\s*[A-Z]{3,12}(?:\([^()]*(?:\([^()]*\))?[^()]*\))?\s*$")


@dataclass
class _Module:
    """One program object as listed."""

    name: str
    line: Line
    segments: set[int] = field(default_factory=set)
    size: int = 0
    below: list[Line] = field(default_factory=list)
    above: int = 0
    text_below: int = 0
    text_above: int = 0
    packed: bool | None = None
    lacking: bool = False


def parse(segment: Segment, out: Collector) -> None:
    """Modules one after the other; figures are the largest of all modules of the listing."""
    modules: list[_Module] = []
    for line in segment:
        text = line.content[:WIDE]
        if match := _MEMBER.match(text):
            modules.append(_Module(match[1], line))
        elif modules and (match := _ROW.match(text)):
            module = modules[-1]
            module.segments.add(int(match[2]))
            module.size += int(match[4], 16)
            loaded = int(match[4], 16) if match[5] == "INITIAL" else 0
            if match[8] == "24":
                module.below.append(line)
                module.text_below += loaded
            else:
                module.above += 1
                module.text_above += loaded
            module.line = line
        elif modules and _CLASS.match(text):
            modules[-1].lacking = True  # a blank cell: segments and size are not known
            say_withheld(line, out)
        elif modules and _ATTRIBUTE.search(text):
            module = modules[-1]
            module.packed = not _NO_ATTRIBUTE.search(text) and module.packed is not False
    mapped = [module for module in modules if module.segments]
    if mapped and not any(module.lacking for module in modules):
        _figures(mapped, segment, out)


def _figures(modules: list[_Module], segment: Segment, out: Collector) -> None:
    if nameless(segment):
        return
    most = max(modules, key=lambda m: (len(m.segments), m.name))
    largest = max(modules, key=lambda m: (m.size, m.name))
    subject = _subject(segment, most.line, out)
    count = len(most.segments)
    out.observe(subject, "program_object_segments", count, "segments", most.line, most.name)
    size = largest.size / 1024
    out.observe(subject, "largest_program_object_kb", size, "KB", largest.line, largest.name)
    both = [module for module in modules if module.above and module.below]
    mixed = [line for module in both for line in module.below]
    where = mixed[0] if mixed else most.line
    out.observe(subject, "rmode24_csects", len(mixed), "count", where, f"{len(mixed)} RMODE 24")
    if both:
        out.setting(subject, "RMODE24_PROGRAMS", _names(both), "", where, both[0].name)
        for figure, text in (
            ("rmode24_text_kb", sum(m.text_below for m in both)),
            ("rmode_any_text_kb", sum(m.text_above for m in both)),
        ):
            out.observe(subject, figure, text / 1024, "KB", where, both[0].name)
    if largest.packed is not None:
        packed = largest.packed
        raw = largest.name
        out.setting(subject, "FETCHOPT_PACK_PRIME", packed, "", largest.line, raw)


def _names(modules: list[_Module]) -> str:
    """The largest first, and no more than anyone reads in a line."""
    ordered = sorted(modules, key=lambda m: (-m.size, m.name))
    return ",".join(dict.fromkeys(module.name for module in ordered[:NAMED]))


def parse_cobol(segment: Segment, out: Collector) -> None:
    """The lowest ARCH of the listings: the program that uses least of the processor."""
    lowest: tuple[int, Line] | None = None
    for line in segment:
        if _COMPILER.search(line.content[:WIDE]):
            continue
        match = _ARCH.match(line.content[:WIDE])
        if match and (lowest is None or int(match[1]) < lowest[0]):
            lowest = int(match[1]), line
    if lowest is not None and not nameless(segment):
        subject = _subject(segment, lowest[1], out)
        out.observe(subject, "cobol_arch_level", lowest[0], "", lowest[1], str(lowest[0]))


def _subject(segment: Segment, line: Line, out: Collector) -> str:
    name, system = system_or_file(segment, line)
    if system:
        out.relation(f"lla_pdse:{name}", "parent", f"lpar:{system}", line)
    return f"lla_pdse:{name}"


READERS = (
    Reader(
        id="amblist-listload",
        ignores=(
            (r"^ +\d+ +[A-Z]\S* +\d+ .*|^ *[BC]_\S+ .*|ENTRY POINT:? +\d+", "attributes, sections"),
        ),
        title="AMBLIST LISTLOAD of program objects",
        subsystem="COBOL/LLA/PDSE",
        anchors=("M O D U L E S U M M A R Y", "SEGMENT MAP TABLE"),
        splits=False,
        parse=parse,
        metrics=(
            Metric("lla_pdse", "program_object_segments", "most of any module"),
            Metric("lla_pdse", "largest_program_object_kb", "lengths of all classes"),
            Metric("lla_pdse", "rmode24_csects", "classes below beside classes above"),
            Metric("lla_pdse", "rmode24_text_kb", "of these objects: loaded below the line"),
            Metric("lla_pdse", "rmode_any_text_kb", "of these objects: loaded above"),
            Metric("lla_pdse", "setting.RMODE24_PROGRAMS", "names of the largest of them"),
            Metric("lla_pdse", "setting.FETCHOPT_PACK_PRIME", "of the largest module"),
        ),
        page=Page(
            reads="Member name, NO-PACK and NO-PRIME of the attributes, and the segment map table "
            "(class, segment, offset, length, load, type, alignment, RMODE) of each program "
            "object. The system is that of the log.",
            releases="z/OS V2R1 to V2R4",
            verified="IBM, MVS Diagnosis: Tools and Service Aids: the module summary's sample and "
            "the description of the segment map's columns; the table itself is not verified "
            "against a real listing",
            unread="load modules of a PDS, cross-references, IDR data, everything by CSECT",
        ),
    ),
    Reader(
        id="cobol-listing",
        ignores=((r"PP \d{4}-\w+.*|OPTIMIZE\(\d\)", "compiler"),),
        title="COBOL compiler options in effect",
        endings=((r"^.?PP \S+ IBM .* COBOL ", r" Page +\d+$"),),
        subsystem="COBOL/LLA/PDSE",
        anchors=("COBOL for z/OS",),
        splits=False,
        parse=parse_cobol,
        metrics=(Metric("lla_pdse", "cobol_arch_level", "lowest ARCH of the listings"),),
        page=Page(
            reads="ARCH of the options in effect at the head of a listing; of several listings in "
            "one file the lowest counts.",
            releases="Enterprise COBOL 5.1 to 6.4",
            verified="004 (ARCH and OPTIMIZE) and the heading and option list of public listings "
            "as IBM prints them; no listing of V5 was at hand",
            unread="the source, maps and statistics",
        ),
    ),
)
