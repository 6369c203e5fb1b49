"""IMS /DISPLAY POOL: message queue, format, OSAM and VSAM pools as the counters stand.

Counters are since IMS started, under abbreviations that are the same in each release (IBM, IMS
Commands, /DISPLAY POOL).
"""

from __future__ import annotations

import re

from advisor.reading.layout.cells import size_bytes, whole
from advisor.reading.layout.labelled import tidy
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 160
_HEADING = re.compile(
    r"\b(?P<title>OSAM DB BUFFER POOL|VSAM DB BUFFER POOL|MESSAGE QUEUE POOL|MESSAGE FORMAT POOL"
    r"|SEQUENTIAL BUFFERING|[A-Z]{4} POOL)\b\s*:?(?P<rest>.*)",
    re.IGNORECASE,
)
_ID = re.compile(r"\bID\s+(?P<id>[A-Z0-9@#$]{1,8})\s+BSIZE\s+(?P<size>\d+K?)\b", re.IGNORECASE)
_NAMED = re.compile(r"\bID\b|\bBSIZE\b", re.IGNORECASE)
_PAIR = re.compile(
    r"(?<!\S)(?P<label>[A-Z][A-Z0-9/-]*(?: [A-Z][A-Z0-9/-]*)?)\s+(?P<raw>\d+[KM]?)(?=\s|$)",
    re.IGNORECASE,
)
_END = re.compile(r"^\s*\*\d{5,7}/\d{6}\*|\bDFS\d{3,4}I\b")
_FIGURES = {
    "NBUF": ("pool_buffers", "buffers"),
    "NMBUFS": ("pool_buffers", "buffers"),
    "FNDIPL": ("pool_found", "requests"),
    "FOUND": ("pool_found", "requests"),
    "RDREQ": ("pool_reads", "reads"),
    "VRDS": ("pool_reads", "reads"),
}


def parse(segment: Segment, out: Collector) -> None:
    """Pool by pool; each counter under its pool and its own abbreviation."""
    memory = segment.memory
    subject = f"ims_system:{segment.shared.get('ims', 'IMS')}"
    for line in segment:
        text = line.content[:WIDE]
        if _END.search(text):
            memory["title"] = ""
        if match := _HEADING.search(text):
            title = tidy(match["title"])
            count = memory[title] = memory.get(title, 0) + 1
            memory["title"] = f"{title} {count}" if "DB BUFFER" in title else title
            named = _ID.search(match["rest"])
            size = size_bytes(named["size"]) if named else None
            memory["pool"] = f"{named['id']}.{size:g}" if named and size else ""
            text = text[match.end("title") :]
            if _NAMED.search(match["rest"]) and not memory["pool"]:
                memory["title"] = ""  # its name or size is blank: whose the counters are is open
        if memory.get("title"):
            _pairs(text, line, subject, memory, out)


def _pairs(text: str, line: Line, subject: str, memory: dict[str, str], out: Collector) -> None:
    for match in _PAIR.finditer(_ID.sub(" ", text)):
        label, raw = tidy(match["label"]), match["raw"]
        figure = _FIGURES.get(label)
        if figure is not None and memory["pool"]:
            out.observe(subject, f"{figure[0]}.{memory['pool']}", whole(raw), figure[1], line, raw)
        else:
            name = f"{memory['title']}: {label}"
            out.printed(subject, name, size_bytes(raw), line, raw)


READER = Reader(
    id="ims-display-pool",
    title="IMS /DISPLAY POOL",
    subsystem="IMS",
    anchors=(
        "OSAM DB BUFFER POOL",
        "VSAM DB BUFFER POOL",
        "MESSAGE QUEUE POOL BFRS",
        "MESSAGE FORMAT POOL SIZE",
        *(f"{name} POOL: SIZE" for name in ("AOIP", "CIOP", "HIOP", "LUMP", "FPWP", "EMHB")),
    ),
    splits=False,
    parse=parse,
    ignores=(
        (r"\bID +\S+ +BSIZE +\S+", "which subpool"),
        (r"BFRS/SIZE +\d+/\d+|ERRORS +\d+/\d+|^ *\*\d+/\d+\*", "sizes and times"),
    ),
    metrics=(
        Metric("ims_system", "pool_buffers.*", "NBUF, NMBUFS"),
        Metric("ims_system", "pool_found.*", "FNDIPL, FOUND"),
        Metric("ims_system", "pool_reads.*", "RDREQ, VRDS"),
        Metric("ims_system", "printed.*", "all other counters, in bytes where they have K"),
    ),
    page=Page(
        reads="/DISPLAY POOL ALL, DBAS, QBUF, MFP, CIOP and the like: counters of each pool since "
        "IMS started; of OSAM and VSAM subpools buffers, requests found and reads by subpool.",
        releases="IMS 12 to 15",
        verified="abbreviations against IBM, IMS Commands, /DISPLAY POOL; layout not verified "
        "against a real display: none was found in public",
        unread="numbers of errors, fix options",
    ),
)
