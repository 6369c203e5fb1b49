"""D NET,CSM: the buffers of z/OS Communications Server, by source, and against their maximum.

Messages IVT5529I, IVT5549I and those that follow them: z/OS Communications Server, SNA Messages.
Sizes are in K (1,024 bytes) or M.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from advisor.formats.zos.routed import answering, in_front
from advisor.reading.layout.cells import size_bytes
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_ANSWERS = in_front(r"IVT55(?:29|49)I")
_MESSAGE = re.compile(r"^\s*(IVT\d{4}I)\s+(.*?)\s*$")
_SIZE = r"\d+(?:\.\d+)?[KMG]"
_SOURCE = r"(?P<source>[A-Z]+(?: [A-Z]+)*(?: \d\d)?)"
_OF_SIZE = re.compile(rf"(?P<size>\d+K)\s+{_SOURCE}\s+(?P<cells>{_SIZE}(?:\s+{_SIZE})*)$")
_TOTAL = re.compile(rf"TOTAL\s+{_SOURCE}\s+(?P<cells>{_SIZE}(?:\s+{_SIZE})*)$")
_LIMIT = re.compile(
    rf"([A-Z]+)\s+(MAXIMUM|CURRENT)\s+(USED\s+)?=\s*({_SIZE})(\s+SINCE\s+[A-Z ]+$)?"
)
_OWNER = re.compile(r"OWNERID:\s+ASID\s*=\s*[0-9A-F]+\s+JOBNAME\s*=\s*(\S+)")
_COLUMNS = ("INUSE", "FREE", "TOTAL")
_MIB = 1 << 20


class _Held(NamedTuple):
    """What is allocated to an owner, who is named below it."""

    label: str
    raw: str
    line: Line


def parse(segment: Segment, out: Collector) -> None:
    """One answer, to its end."""
    system = answering(segment, _ANSWERS)
    owned: list[_Held] = []
    ended = False
    for line in segment:
        match = _MESSAGE.search(line.content[line.content.find("IVT") :])
        if match is None or (line is not segment[0] and match[1] in ("IVT5529I", "IVT5549I")):
            break
        number, text = match.groups()
        if number == "IVT5599I":
            ended = True
            break
        if number in ("IVT5533I", "IVT5535I", "IVT5536I"):
            _row(system, text, line, segment, out)
        elif number in ("IVT5553I", "IVT5554I", "IVT5556I"):
            owned += _owned(text, line)
        elif number == "IVT5557I" and (owner := _OWNER.search(text)):
            for one in owned:
                _keep(system, f" OF {owner[1]}: {one.label}", one.raw, one.line, segment, out)
            owned.clear()
        else:
            for name, what, used, raw, since in _LIMIT.findall(text):
                label = " ".join(f"{name} {what} {used} {since}".split())
                _keep(system, f": {label}", raw, line, segment, out)
    if owned:
        out.say(
            "{file}, line {number}: this display of CSM storage ends before it names its owner, so "
            "it was not read: paste it to its end, with the line OWNERID.",
            segment[0],
        )
    elif not ended and len(segment) < READER.inline_lines:
        out.say(
            "{file}, line {number}: this display of CSM storage has no end (IVT5599I): what "
            "follows may be missing. Paste it complete.",
            segment[0],
        )


def _row(system: str, text: str, line: Line, segment: Segment, out: Collector) -> None:
    """Buffers of one size and source, or all of a source: in use, free and both."""
    match = _OF_SIZE.match(text)
    size = f"{match['size']} " if match else "TOTAL "
    match = match or _TOTAL.match(text)
    cells = match["cells"].split() if match else []
    if match is None or len(cells) != len(_COLUMNS):
        return
    for column, raw in zip(_COLUMNS, cells, strict=True):
        label = f": {match['source']} {size}{column}".replace("TOTAL TOTAL", "TOTAL")
        _keep(system, label, raw, line, segment, out)


def _owned(text: str, line: Line) -> list[_Held]:
    if match := _OF_SIZE.match(text):
        return [_Held(f"{match['source']} {match['size']}", match["cells"], line)]
    if match := _TOTAL.match(text):
        whole = match["source"] == "FOR OWNERID"
        label = "TOTAL" if whole else f"{match['source']} TOTAL"
        return [_Held(label, match["cells"], line)]
    return []


def _keep(system: str, label: str, raw: str, line: Line, segment: Segment, out: Collector) -> None:
    size = size_bytes(raw)
    if size is not None:
        subject = out.system(system, segment[0])
        out.printed(subject, f"CSM{label} (MB)", size / _MIB, line, raw)


READER = Reader(
    id="csm-display",
    title="Display of CSM storage (D NET,CSM)",
    subsystem="z/OS",
    anchors=("IVT5529I", "IVT5549I"),
    where="inline",
    inline_lines=100,
    parse=parse,
    ignores=(
        (r"\bIVT55(?:30|31|51)I .*", "headings"),
        (r"\bIVT5534I .*", "pools that do not exist"),
        (r"\bIVT5559I .*|\bIVT5557I .*", "names of data spaces, the owner"),
        (r"(?<=[A-Z]) +\d+K(?= +(?:ECSA|DATA SPACE|HVCOMM))|DATA SPACE \d\d", "size and source"),
    ),
    metrics=(Metric("lpar", "printed.*", "CSM storage in MB, behind its source"),),
    page=Page(
        reads="CSM storage in use, free and allocated by size and source, the maximum, current and "
        "highest fixed, ECSA and HVCOMM storage, and what is allocated to one owner.",
        releases="z/OS V1R13 to V3R1",
        verified="messages IVT5529I to IVT5599I of SNA Messages and a display in a public "
        "repository",
        unread="which data spaces there are",
    ),
)
