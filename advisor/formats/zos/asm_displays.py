"""D ASM: how full the page data sets of a system are just now."""

from __future__ import annotations

import re

from advisor.formats.zos.routed import answer_below, answering, in_front, remembers
from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment
from model.language import Name

_ANSWERS = in_front("IEE200I")
_MESSAGE = re.compile(r"^\s*[A-Z]{3,4}\d{3,4}[A-Z]\b")
_LOCAL = re.compile(
    r"^\s*LOCAL\s+(?:(?P<full>\d{1,3})(?P<sign> ?%)\s+)?(?P<state>\S+)\s+[0-9A-F]{4,5}\s+"
    r"(?P<name>[A-Z@#$][\w.@#$-]{0,43})\s*$"
)


def parse(segment: Segment, out: Collector) -> None:
    """One answer: the local page data sets, whose slots run out first."""
    if remembers(segment):
        return
    system = answering(segment, _ANSWERS)
    for line in segment.lines[1:]:
        if _MESSAGE.match(line.content):
            return
        row = _LOCAL.match(line.content)
        if row is None:
            continue
        if row["state"].upper() == "BAD":
            out.say(
                "{file}, line {number}: page data set {name} is BAD, so nothing is paged to it, "
                "and its share in use says nothing: replace it (PAGEADD, PAGEDEL).",
                line,
                name=Name(row["name"]),
            )
            out.left_out(line)
            continue
        if not row["full"]:
            continue
        metric = f"page_data_set_used_pct.{row['name']}"
        raw = row["full"] + row["sign"]
        out.observe(out.system(system, segment[0]), metric, number(row["full"]), "%", line, raw)


READER = Reader(
    id="asm-displays",
    title="z/OS display of page data sets (D ASM)",
    subsystem="z/OS",
    anchors=("IEE200I", "^RESPONSE="),
    confirm=lambda contents, index: "IEE200I" in answer_below(contents, index),
    where="inline",
    inline_lines=64,
    parse=parse,
    ignores=(
        (r"IEE200I +[\d.]+ +DISPLAY ASM(?: +\d+)?", "time and number of the answer"),
        (
            r"^ *(?:PLPA|COMMON|SCM) +\d+ ?%.*",
            "page data sets of common areas, storage-class memory",
        ),
        (r"(?<=[A-Z] {2})[0-9A-F]{4,5}(?= {2})", "devices"),
    ),
    beside=((r"^ *LOCAL ", 1, "the device"),),
    metrics=(
        Metric("lpar", "page_data_set_used_pct.*", "FULL of a local page data set, at the moment"),
    ),
    page=Page(
        reads="How full each local page data set is, from IEE200I in a log, routed (the system "
        "stands in front of the answer) or below its system's name. Where none is named, the "
        "figures are those of a system that is called after the file.",
        releases="z/OS V1R9 to V3R1",
        verified="displays in the tests of a public repository",
        unread="page data sets of common areas, storage-class memory, what PAGEADD and PAGEDEL do",
    ),
)
