"""Statistics windows of OMEGAMON for Db2's ISPF online monitor: labels, dots and a figure.

The first line of a window names it (``DGOMSWBR``) and what it shows, the second the part of it.
Labels that stand further right belong to the line without a figure above them. No window names the
subsystem: only the main menu does.
"""

from __future__ import annotations

import re

from advisor.reading.layout.cells import number
from advisor.reading.layout.labelled import Block, assigned, tidy
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 160
_BEGIN = re.compile(r"^\s*DGOMSW[A-Z0-9]{1,3}\s{2,}(?P<title>\S.*?)\s*$", re.IGNORECASE)
_POOL = re.compile(r"Buffer Pool (?P<name>BP(?:\d{1,2}|(?:8|16|32)K\d?))$", re.IGNORECASE)
_WORDS = re.compile(r"^(?P<blanks>\s+)(?P<words>[A-Z][\w/() -]*[\w)])\s*$", re.IGNORECASE)
_COMMAND = re.compile(r"^\s*Command ===>", re.IGNORECASE)
_KNOWN = {
    "BUFFERS ALLOCATED: FOR VIRTUAL BUFFER POOL": ("setting.VPSIZE", "buffers"),
    "CURRENT ACTIVE BUFFERS": ("buffers_in_use", "buffers"),
}


def parse(segment: Segment, out: Collector) -> None:
    """Window by window; what goes on behind a page is the last one's."""
    memory = segment.memory
    block, heading, indent, headed = Block(), "", 0, False
    for line in segment:
        text = line.content[:WIDE]
        if match := _BEGIN.match(text):
            block.write(_subject(segment), out)
            memory["title"], memory["part"] = tidy(match["title"]), ""
            block.title, heading, headed = _title(segment), "", True
            _place(match["title"], line, segment, out)
        elif _COMMAND.match(text):
            headed = False
        elif words := _WORDS.match(text):
            block.write(_subject(segment), out)
            if headed:
                memory["part"] = tidy(words["words"])
                heading = ""
            else:
                heading, indent = tidy(words["words"]), len(words["blanks"])
            block.title = _title(segment, heading)
        else:
            if heading and text.strip() and len(text) - len(text.lstrip()) <= indent:
                block.write(_subject(segment), out)
                heading, block.title = "", _title(segment)
            _figures(text, line, heading, block, segment, out)
    block.write(_subject(segment), out)


def _figures(
    text: str, line: Line, heading: str, block: Block, segment: Segment, out: Collector
) -> None:
    for label, raw, unit in assigned(text):
        known = _KNOWN.get(f"{heading}: {label}" if heading else label)
        if known is None or not segment.memory.get("pool"):
            block.add(f"{label} ({unit})" if unit else label, raw, line)
            continue
        value = number(raw)
        whole = None if value is None else int(value)
        out.observe(_subject(segment), known[0], whole, known[1], line, raw)


def _title(segment: Segment, heading: str = "") -> str:
    """What the figures of a window are about, without the pool's name."""
    memory = segment.memory
    whose = "" if memory.get("pool") else memory.get("title", "")
    return ": ".join(filter(None, (whose, memory.get("part", ""), heading)))


def _place(title: str, line: Line, segment: Segment, out: Collector) -> None:
    match = _POOL.match(" ".join(title.split()))
    segment.memory["pool"] = pool = match["name"].upper() if match else ""
    if pool:
        subject = _subject(segment)
        out.relation(subject, "parent", "db2_subsystem:DB2", line)
        size = re.match(r"BP(8|16|32)K", pool)
        out.setting(subject, "PAGE_SIZE_KB", int(size[1]) if size else 4, "KB", line, pool)


def _subject(segment: Segment) -> str:
    pool = segment.memory.get("pool")
    return f"db2_bufferpool:DB2/{pool}" if pool else "db2_subsystem:DB2"


READER = Reader(
    id="db2-windows",
    title="OMEGAMON for Db2 statistics windows (ISPF)",
    subsystem="Db2",
    anchors=("^DGOMSW",),
    confirm=lambda contents, index: _BEGIN.match(contents[index][:WIDE]) is not None,
    splits=False,
    parse=parse,
    ignores=(
        (r"\bDGOMSW[A-Z0-9]+\b.*", "the window's name"),
        (r"\bF\d{1,2}=[A-Za-z]+", "keys"),
    ),
    metrics=(
        Metric("db2_bufferpool", "setting.VPSIZE", "Buffers allocated for the virtual pool"),
        Metric("db2_bufferpool", "setting.PAGE_SIZE_KB", "by the pool's name"),
        Metric("db2_bufferpool", "buffers_in_use", "Current active buffers"),
        Metric("db2_bufferpool", "relation.parent", "the subsystem"),
        *(
            Metric(kind, "printed.*", "all other labels, behind their headings")
            for kind in ("db2_bufferpool", "db2_subsystem")
        ),
    ),
    page=Page(
        reads="Windows of statistics as they are pasted: a label, dots and a figure, behind the "
        "window's part and the heading above. No window names its subsystem: what it shows is "
        "taken for the only one's.",
        releases="OMEGAMON for Db2 PE 5.1 to 5.4",
        verified="the Buffer Pool - General window in IBM, OMEGAMON for Db2 PE documentation; "
        "other windows not",
        unread="windows of threads (DGOMT…) and of exceptions; when a window was shown",
    ),
)
