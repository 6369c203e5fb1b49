"""Packages in a short accounting trace of OMEGAMON for Db2: boxes between bars.

Source: IBM, OMEGAMON for Db2 PE, Report Reference, "Accounting Trace - Short": classes 7 and 8 of
each program that a thread ran, once for each thread.
"""

from __future__ import annotations

import re

from advisor.reading.layout.labelled import value_of
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_COLUMNS = {
    "SQLSTMT": "SQL STATEMENTS",
    "CL7 ELAP.TIME": "CL7 ELAP.TIME",
    "CL7 CPU TIME": "CL7 CPU TIME",
    "CL8 SUSP.TIME": "CL8 SUSP.TIME",
    "CL8 SUSP": "CL8 SUSP",
}
_BAR = r"[^\w\s.,-]?"  # ``|``, or ``!`` and others of another code page
_HEADING = re.compile(
    rf"^\s*{_BAR}PROGRAM NAME\s+TYPE\s+" + r"\s+".join(map(re.escape, _COLUMNS)) + rf"\s*{_BAR}\s*$"
)
_ROW = re.compile(
    rf"^\s*{_BAR}(?P<name>[A-Z@#$][A-Z0-9@#$_]{{0,17}})\s+(?:PACKAGE|DBRM)\s+"
    rf"(?P<cells>\d[\d.:]*(?:\s+[\d.:]+){{4}})\s*{_BAR}\s*$"
)
_RULER = re.compile(rf"^\s*{_BAR}-{{9,}}{_BAR}\s*$")
_CELL = re.compile(r"(?:\d+:){0,2}\d+(?:\.\d+)?$")
_MOST = 200


def parse(segment: Segment, out: Collector) -> None:
    """The programs of one thread; of one that several threads ran nobody tells which is which."""
    kept: set[str] = segment.memory.setdefault("kept", set())
    for line in segment.lines[1:]:
        match = _ROW.match(line.content)
        if match is None:
            if _RULER.match(line.content):
                continue
            return
        cells = match["cells"].split()
        if not all(map(_CELL.match, cells)) or match["name"] in kept:
            continue
        kept.add(match["name"])
        subject = f"db2_plan:{segment.after_file('DB2')}/{match['name']}"
        for column, raw in zip(_COLUMNS.values(), cells, strict=True):
            out.printed(subject, f"TRACE: {column}", value_of(raw), line, raw)


READER = Reader(
    id="db2-package-trace",
    title="packages in a short Db2 accounting trace",
    subsystem="Db2",
    anchors=("PROGRAM NAME TYPE SQLSTMT",),
    where="inline",
    inline_lines=_MOST,
    confirm=lambda contents, index: _HEADING.match(contents[index]) is not None,
    parse=parse,
    ignores=((r"^.*\bPROGRAM NAME +TYPE +SQLSTMT\b.*", "headings"),),
    metrics=(Metric("db2_plan", "printed.*", "classes 7 and 8 of a thread's program"),),
    page=Page(
        reads="SQL statements and times of classes 7 and 8 of each program, of the first thread "
        "that ran it.",
        releases="OMEGAMON for Db2 PE 5.4 and 5.5",
        verified="a published example of the short accounting trace",
        unread="programs that further threads ran",
    ),
)
