"""Db2 subsystem parameters: what a DSNZPARM listing says of threads after commit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

WIDE = 200
"""Columns looked at: no print is wider."""
_STATUS = re.compile(r"\bCMTSTAT\b[\s.)=:'\"]{1,60}(INACTIVE|ACTIVE)\b", re.IGNORECASE)
_SUBSYSTEM = re.compile(
    r"\b(?:SUBSYSTEM(?: ID| NAME)?|SSID|DB2 ID)\s*[:=]\s*([A-Z@#$][A-Z0-9@#$]{1,3})(?=\s|$)", re.I
)


def parse(segment: Segment, out: Collector) -> None:
    """The parameter, of the subsystem that a heading above it names."""
    line = segment[0]
    if match := _STATUS.search(line.content[:WIDE]):
        subject = f"db2_subsystem:{segment.shared.get('db2') or 'DB2'}"
        out.setting(subject, "CMTSTAT", match[1].upper(), "", line, match[1])


def parse_heading(segment: Segment, out: Collector) -> None:
    """Remember whose parameters follow."""
    if match := _SUBSYSTEM.search(segment[0].content[:WIDE]):
        segment.shared["db2"] = match[1].upper()


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _STATUS.search(contents[index][:WIDE]) is not None


PARAMETERS = Reader(
    id="db2-parameters",
    title="Db2 subsystem parameters (DSNZPARM)",
    subsystem="Db2",
    anchors=("CMTSTAT",),
    confirm=_confirm,
    where="inline",
    inline_lines=0,
    parse=parse,
    metrics=(Metric("db2_subsystem", "setting.CMTSTAT", "INACTIVE or ACTIVE"),),
    page=Page(
        reads="CMTSTAT, what becomes of distributed threads after commit, wherever a listing, a "
        "DSN6FAC macro or a report of system parameters gives its value. The subsystem is the "
        "one that a heading names, else DB2.",
        releases="Db2 8 to 13",
        verified="parameter, macro and values against IBM, Db2 Installation (DSN6FAC); the "
        "layouts of listings are not verified against real ones",
        unread="all other parameters: no rule asks for them",
    ),
)

HEADING = Reader(
    id="db2-subsystem-named",
    title="Heading that names a Db2 subsystem",
    subsystem="Db2",
    anchors=("DB2 SUBSYSTEM", "SUBSYSTEM:", "SUBSYSTEM ID"),
    confirm=lambda contents, index: _SUBSYSTEM.search(contents[index][:WIDE]) is not None,
    where="inline",
    inline_lines=0,
    parse=parse_heading,
    context=True,
    page=Page(
        reads="Which Db2 subsystem the parameters below it are of.",
        releases="Db2 8 to 13",
        verified="headings of OMEGAMON reports; those of other listings are not verified",
    ),
)

READERS = (PARAMETERS, HEADING)
