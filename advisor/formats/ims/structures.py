"""IMS shared queues: /CQQUERY STATISTICS STRUCTURE, entries and elements of list structures.

Source: IBM, IMS Commands, "/CQQUERY command": LEALLOC and LEINUSE are list entries allocated and in
use, ELMALLOC and ELMINUSE data elements, LE/EL the ratio of the two; N/A of an overflow structure
that is not there.
"""

from __future__ import annotations

import re

from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_COLUMNS = ("LEALLOC", "LEINUSE", "ELMALLOC", "ELMINUSE")
_HEADING = re.compile(r"^\s*STRUCTURE NAME\s+" + r"\s+".join(_COLUMNS) + r"(?:\s+LE/EL)?\s*$")
_ROW = re.compile(
    r"^\s*(?P<name>[A-Z@#$][A-Z0-9@#$_]{0,15})"
    r"(?P<cells>(?:\s+(?:\d+|N/A)){4})(?:\s+(?:\d+/\d+|N/A))?\s*$"
)
_MOST = 80


def parse(segment: Segment, out: Collector) -> None:
    """A row for each structure, as far as they follow the heading."""
    for line in segment.lines[1:]:
        match = _ROW.match(line.content)
        if match is None:
            return
        for column, raw in zip(_COLUMNS, match["cells"].split(), strict=True):
            if raw != "N/A":
                subject = f"cf_structure:{match['name']}"
                out.printed(subject, f"CQQUERY: {column}", int(raw), line, raw)
        out.left_out(line)


READER = Reader(
    id="ims-structures",
    title="IMS /CQQUERY: structures of shared queues",
    subsystem="IMS",
    anchors=("STRUCTURE NAME LEALLOC",),
    where="inline",
    inline_lines=_MOST,
    confirm=lambda contents, index: _HEADING.match(contents[index]) is not None,
    parse=parse,
    metrics=(Metric("cf_structure", "printed.*", "entries and elements, allocated and in use"),),
    page=Page(
        reads="List entries and data elements, allocated and in use, of each structure.",
        releases="IMS 9 to 15",
        verified="IBM, IMS Commands, the example of /CQQUERY",
        unread="the ratio of entries to elements",
    ),
)
