"""D OMVS,LIMITS: how near z/OS UNIX is to its limits (IBM, z/OS MVS System Messages, BPXO051I)."""

from __future__ import annotations

import re

from advisor.formats.zos.routed import answering, in_front, remembers
from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_ANSWERS = in_front("BPXO051I")
_HEADING = re.compile(r"\bCURRENT\s+HIGHWATER\s+(SYSTEM|PROCESS)\b")
_ROW = re.compile(r"(?:^|\s)([A-Z][A-Z0-9]{3,15})\s+(\d+)\s+(\d+)\s+(\d+)\s*\*?\s*$")
_MESSAGE = re.compile(r"(?:^|\s)[A-Z]{3,4}\d{3,5}[A-Z]\s")
_COLUMNS = ("CURRENT USAGE", "HIGHWATER USAGE", "SYSTEM LIMIT")


def parse(segment: Segment, out: Collector) -> None:
    """One answer: the limits of the system; those of a process are left out."""
    if remembers(segment):
        return
    system = answering(segment, _ANSWERS)
    of_system = False
    out.left_out(segment[0])
    for line in segment.lines[1:]:
        text = line.content
        if not text.strip() or _MESSAGE.search(text):
            return
        out.left_out(line)  # what logs have in front of it
        if match := _HEADING.search(text):
            of_system = match[1] == "SYSTEM"
            continue
        match = _ROW.search(text) if of_system else None
        if match is None:
            continue
        subject = out.system(system, segment[0])
        for column, raw in zip(_COLUMNS, match.groups()[1:], strict=True):
            label = f"OMVS {match[1]}: {column}"
            out.printed(subject, label, number(raw), line, raw)


READER = Reader(
    id="omvs-limits",
    title="z/OS UNIX limits and their use (D OMVS,LIMITS)",
    subsystem="z/OS",
    anchors=("BPXO051I",),
    where="inline",
    inline_lines=80,
    parse=parse,
    metrics=(Metric("lpar", "printed.*", "current and highest use of each limit, and the limit"),),
    page=Page(
        reads="Current use, highest use and limit of each resource of the system, from BPXO051I.",
        releases="z/OS V1R13 to V3R2",
        verified="a display in a public repository",
        unread="the limits of a process",
    ),
)
