"""What CICS says of itself when it starts: applid, release, limits of storage.

The messages that name no parameter and no figure (nucleus being loaded, domains starting, control
given to CICS) still say which region the log is of. The parameters that a region was started with
stand in DFHPA1927, which :mod:`.definitions` reads.
"""

from __future__ import annotations

import re

from advisor.reading.layout.cells import size_bytes
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

WIDE = 400
"""Columns looked at: no message is wider, and patterns never run over what is no message."""
_MESSAGE = re.compile(
    r"\bDFH((?:SI|PA|SM|KE|ST|XM|US|AP|LG|DM)\d{4})I?\s+([A-Z#@$][A-Z0-9#@$]{2,7})\s+(\S.*)$"
)
_RELEASE = re.compile(r"\bVersion\s+(\d+(?:\.\d+)*)", re.IGNORECASE)
_LIMIT = re.compile(
    r"\blimit of DSA storage (below|above) 16 ?MB is\s+([\d,]+\s?[KM])\b", re.IGNORECASE
)

ALONE = (
    "holds messages of CICS that say which region it is, but none that gives its parameters: send "
    "the start of its log with the DFHPA1927 messages (SYSIN overrides), CEMT INQUIRE SYSTEM, and "
    "a DFH0STAT print of a busy interval"
)


def parse(segment: Segment, out: Collector) -> None:
    """Read one message."""
    line = segment[0]
    match = _MESSAGE.search(line.content[:WIDE])
    if match is None:
        return
    number, applid, text = match.groups()
    subject = f"cics_region:{applid}"
    segment.shared["applid"] = applid
    if segment.memory.setdefault(applid, line.number) == line.number:
        out.setting(subject, "APPLID", applid, "", line, applid)
        system = segment.system_of(line)
        if system:
            out.relation(subject, "parent", f"lpar:{system}", line)
    if number == "SI1500" and (release := _RELEASE.search(text)):
        out.setting(subject, "VERSION", release[1], "", line, release[1])
    elif limit := _LIMIT.search(text):
        name = "DSALIM" if limit[1].lower() == "below" else "EDSALIM"
        size = size_bytes(limit[2].replace(" ", ""))
        out.setting(subject, name, None if size is None else size / 1024, "KB", line, limit[2])


READER = Reader(
    id="cics-startup",
    title="CICS start-up messages",
    subsystem="CICS",
    anchors=(
        "DFHSI15",
        "DFHPA1101",
        "DFHPA1108",
        "DFHPA1100",
        "DFHPA1102",
        "DFHPA1103",
        "DFHSM0122",
        "DFHSM0123",
    ),
    where="inline",
    parse=parse,
    alone=ALONE,
    metrics=(
        Metric("cics_region", "setting.APPLID", "the region"),
        Metric("cics_region", "setting.VERSION", "DFHSI1500"),
        Metric("cics_region", "setting.DSALIM", "DFHSM0122"),
        Metric("cics_region", "setting.EDSALIM", "DFHSM0123"),
    ),
    page=Page(
        reads="The applid of start-up messages, the release in DFHSI1500 and the limits of DSA "
        "storage in DFHSM0122 and DFHSM0123. The system is that of the log.",
        releases="CICS TS for z/OS and z/VSE",
        verified="message numbers and inserts against IBM's CICS messages reference; layout not "
        "verified against a real sample",
        unread="other messages of CICS; step and region sizes in IEF messages",
    ),
)
