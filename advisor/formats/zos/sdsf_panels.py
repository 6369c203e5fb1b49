"""SDSF's other panels: SYS (systems) is read, those of which nothing is needed are named."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.layout.cells import number
from advisor.reading.layout.tables import collapsed, words
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment
from model.language import Name

_TITLE = re.compile(
    r"^\s*(?:HQX\w+\s[-\s]*)?SDSF (?P<panel>(?!DA\s|PRIMARY )[A-Z&/-]+(?: (?!LINES?\b)[A-Z&/-]+)*)"
    r"(?=\s|$)",
    re.IGNORECASE,
)
_LINE = re.compile(r"\bLINE\s+[\d,]+-[\d,]+\s*\([\d,]+\)", re.IGNORECASE)
_SYSTEMS = re.compile(r"^\s*NP\s+SYSNAME\s+SysLevel\b", re.IGNORECASE)
_VOLUMES = re.compile(r"^\s*NP\s+VOLSER\s+Status\s+TotalMB\b", re.IGNORECASE)
_SYSTEM = re.compile(r"[A-Z@#$][A-Z0-9@#$]{0,7}$")
_TAKEN = ("CPU%", "SIO", "AUX%", "CSA%", "SQA%", "ECSA%", "ESQA%", "SPOOL%")
_UIC = "UIC"


def parse(segment: Segment, out: Collector) -> None:
    """The rows of one panel."""
    title = _TITLE.match(segment[0].content)
    headings: list[tuple[int, int, str]] = []
    for at, line in enumerate(segment):
        if at and (_is_title(line.content) or not line.content.strip()):
            break
        if _SYSTEMS.match(line.content):
            headings = words(line.content)
        elif headings and (row := _cells(line, headings)):
            _system(row, line, out)
        out.left_out(line)
    if not headings:
        out.say_once(
            "{file}, line {number}: SDSF's panel {panel} is left out: nothing that Plexwright "
            "advises on needs it.",
            segment[0],
            panel=Name(title["panel"].upper() if title else "SMS VOLUMES"),
        )


def _cells(line: Line, headings: Sequence[tuple[int, int, str]]) -> dict[str, str]:
    """The row's words by their headings; of a row without its columns, by their number."""
    row = words(line.content)
    names = [name.upper() for _, _, name in headings[1:]]
    if collapsed(line.content):
        level = names.index("SYSLEVEL")
        texts = [text for _, _, text in row]
        if len(texts) != len(names) + 1:  # z/OS 03.01 is two words
            return {}
        texts[level : level + 2] = [" ".join(texts[level : level + 2])]
        return dict(zip(names, texts, strict=True))
    found: dict[str, str] = {}
    for start, end, text in row:
        for begin, stop, name in headings[1:]:
            if start < stop and end > begin:
                found[name.upper()] = text
    return found


def _system(row: dict[str, str], line: Line, out: Collector) -> None:
    name = row.get("SYSNAME", "")
    if _SYSTEM.match(name) is None:
        return
    subject = f"lpar:{name}"
    for label in _TAKEN:
        raw = row.get(label, "")
        if (value := number(raw)) is not None:
            out.observe(subject, f"printed.SDSF SYSTEMS: {label}", value, "", line, raw)
    if (waited := number(row.get(_UIC, ""))) is not None:
        out.observe(subject, "unreferenced_interval_s", waited, "s", line, row[_UIC])


def _is_title(text: str) -> bool:
    return bool(_TITLE.match(text) and _LINE.search(text)) or "SDSF DA " in text


def _confirm(contents: Sequence[str], index: int) -> bool:
    text = contents[index]
    if _is_title(text):
        return "SDSF DA " not in text
    if _VOLUMES.match(text) or _SYSTEMS.match(text):
        return not any(_is_title(one) for one in contents[max(0, index - 3) : index])
    return False


READER = Reader(
    id="sdsf-panels",
    title="SDSF panel",
    subsystem="z/OS",
    anchors=("SDSF ", "NP SYSNAME SysLevel", "NP VOLSER Status TotalMB"),
    where="inline",
    inline_lines=100,
    confirm=_confirm,
    parse=parse,
    context=True,
    priority=70,
    ignores=((r"LINE [\d,]+-[\d,]+ \([\d,]+\)", "title of the screen"),),
    metrics=(
        Metric("lpar", "printed.*", "SYS: CPU%, SIO, Aux%, CSA%, SQA%, ECSA%, ESQA%, Spool%"),
        Metric("lpar", "unreferenced_interval_s", "SYS: UIC"),
    ),
    page=Page(
        reads="SYS: processor, SIO, auxiliary storage, common areas, spool and UIC of each system. "
        "Other panels (ST, LOG, FS, NA, CK, SYM, SMSG, SMSV) are named and left out; DA has a "
        "reader of its own.",
        releases="z/OS V2R2 to V3R1",
        verified="screens in a public repository",
        unread="all figures of the other panels",
    ),
)
