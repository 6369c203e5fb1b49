"""Db2 DISPLAY GROUP: the members of a data sharing group and the systems they run on."""

from __future__ import annotations

import re

from advisor.reading.gaps import say_withheld
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 200
"""Columns looked at: no print is wider."""
_BEGIN = re.compile(r"\bBEGIN DISPLAY OF GROUP\s*\(", re.IGNORECASE)
_END = re.compile(r"\bEND DISPLAY OF GROUP\s*\(|\bDSN9022I\b", re.IGNORECASE)
_MEMBER = re.compile(  # member, its number, subsystem, command prefix, status, level, system
    r"^\s*(?:[A-Z@#$][A-Z0-9@#$]{0,7}|\.{8})\s+(\d{1,3})\s+([A-Z@#$][A-Z0-9@#$]{0,3})\s+(\S{1,8})\s+"
    r"(ACTIVE|QUIESCED|FAILED)(?:\s+[QFAR]{1,3})?\s+(\d{3}|\d{6})\s+([A-Z@#$][A-Z0-9@#$]{0,7})(?=\s|$)",
    re.IGNORECASE,
)
_ACTIVE = re.compile(r"\sACTIVE\s", re.IGNORECASE)
_HEAD = re.compile(
    r"DSN7100I|CATALOG LEVEL|FUNCTION LEVEL|PROTOCOL LEVEL|GROUP ATTACH NAME|^\s*DB2\s+SUB\b"
    r"|^\s*MEMBER\s+ID\b",
    re.IGNORECASE,
)


def parse(segment: Segment, out: Collector) -> None:
    """Every group shown; what is active shares the group's work."""
    active: list[tuple[str, Line]] = []
    inside = lacking = False
    for line in segment:
        text = line.content[:WIDE]
        if _BEGIN.search(text):
            active, inside = [], True
        elif inside and (match := _MEMBER.match(text)):
            name = match[2].upper()
            subject = f"db2_subsystem:{name}"
            if match[4].upper() == "ACTIVE":
                active.append((subject, line))
                out.relation(subject, "parent", f"lpar:{match[6].upper()}", line)
                out.setting(subject, "VERSION", _version(match[5]), "", line, match[5])
        elif inside and _ACTIVE.search(text):
            lacking = True  # a blank cell: how many members there are is not known
            say_withheld(line, out)
        elif _END.search(text):
            if not lacking:
                _members(active, out)
            lacking = False
            active, inside = [], False


def _members(active: list[tuple[str, Line]], out: Collector) -> None:
    """How many members are active, once the display is whole."""
    for subject, line in active:
        out.setting(subject, "MEMBERS", len(active), "", line, f"{len(active)} rows")


def _version(level: str) -> str:
    """``121500`` and ``111`` are Db2 12 and 11, ``910`` is Db2 9."""
    return level[0] if level[0] in "6789" else level[:2]


READER = Reader(
    id="db2-group",
    title="Db2 DISPLAY GROUP",
    subsystem="Db2",
    anchors=("BEGIN DISPLAY OF GROUP",),
    closing=((r"\bBEGIN DISPLAY OF GROUP", r"\bEND DISPLAY OF GROUP|\bDSN9022I\b"),),
    parse=parse,
    metrics=(
        Metric("db2_subsystem", "setting.MEMBERS", "active members of the group"),
        Metric("db2_subsystem", "setting.VERSION", "release, from the level"),
        Metric("db2_subsystem", "relation.parent", "the system it runs on"),
    ),
    page=Page(
        reads="DSN7100I of -DISPLAY GROUP: the active members of the group, their level and the "
        "system each runs on. How many there are is told once the display is whole.",
        releases="Db2 8 to 13",
        verified="heading and columns against IBM, Db2 Messages (DSN7100I) and Db2 Commands; not "
        "verified against a real display",
        unread="sizes of SCA and LOCK1, function levels, members that are not active",
    ),
)
