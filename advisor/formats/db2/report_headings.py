"""Whose a report of OMEGAMON for Db2 is: subsystem, group, location and release of its headings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from advisor.formats.db2.pool_blocks import begins
from advisor.reading.reader import Collector, Line, Segment

# A blank name is followed by the next label.
_NAME = r"(?!(?:[A-Z]+\s+)?[A-Z]+\s*:)([A-Z0-9@#$]{2,8})(?![\w@#$])(?!/)"
SUBSYSTEM = re.compile(
    r"\b(?:SUBSYSTEM|MEMBER)\s*:\s*"
    rf"{_NAME}",
    re.IGNORECASE,
)
OWNER = re.compile(rf"\b(SUBSYSTEM|MEMBER)\s*:\s*{_NAME}")
GROUP = re.compile(r"\s*GROUP:\s+(?!N/[AP])([A-Z@#$][A-Z0-9@#$]{1,7})(?=\s|$)")
LOCATION = re.compile(r"\s*LOCATION: {1,4}([A-Z0-9@#$_.-]{1,16}|N/[APC])\s.*\b(?:DB2|PAGE)\b")
GROUPNAME = re.compile(r"\s*GROUP:\s+([A-Z@#$][A-Z0-9@#$]{0,7}|N/[APC])\s")
PLACES = (("LOCATION", LOCATION), ("GROUPNAME", GROUPNAME))
VERSION = re.compile(r"\bDB2 VERSION\s*:\s*V(\d{1,2}(?:\.\d)?)\b", re.IGNORECASE)


_IDENTIFIERS = re.compile(r"\s*(?:(?:PLANNAME|CONNTYPE|CONNECT|CORRNAME|CORRNMBR|PRIMAUTH|ORIGAUTH"
                          r"|REQLOC|MAINPACK|TRANSACT|ENDUSER|WSNAME): +\S+\s*)+")  # fmt: skip
_IDENTIFIED = re.compile(r"([A-Z]+): +(\S+)")


def whose(memory: Mapping[str, Any]) -> tuple[str | None, ...]:
    """Whose the figures are."""
    return tuple(map(memory.get, ("subsystem", "group", "plan", "part", "LOCATION", "GROUPNAME")))


class Owner(NamedTuple):
    """Name of the subsystem, or the file's where nothing names it, the plan of a block, and what
    else tells it from others.
    """

    subsystem: str
    plan: str
    nameless: bool
    part: str = ""


def owner_of(segment: Segment) -> Owner:
    """Whose figures stand where a segment has been read to."""
    memory = segment.memory
    name = memory.get("subsystem") or memory.get("group")
    plan, part = memory.get("plan") or "", memory.get("part") or ""
    return Owner(name or segment.stem or "DB2", plan, not name, part)


def identified(text: str, memory: dict[str, Any]) -> None:
    """Remember what a block of a report is of besides its plan: ``CONNTYPE: CICS``."""
    if _IDENTIFIERS.fullmatch(text):
        told = _IDENTIFIED.findall(text)
        memory["part"] = " ".join(value for name, value in told if name != "PLANNAME")


def subsystem_of(segment: Segment) -> str:
    """The subsystem; of a report over all members the group, which has no subsystem's name."""
    return f"db2_subsystem:{owner_of(segment).subsystem}"


def placed(line: Line, segment: Segment, out: Collector) -> None:
    """Location and group of the subsystem that a heading names, wherever they change."""
    memory, owner = segment.memory, subsystem_of(segment)
    said = memory.setdefault("places", {})
    for setting, _ in PLACES:
        if (place := memory.get(setting)) and said.get(setting) != (owner, place):
            said[setting] = owner, place
            out.setting(owner, setting, place, "", line, place)


def turns(text: str, memory: Mapping[str, Any]) -> bool:
    """Whether a heading begins another subsystem's report, or another interval's."""
    start = begins(text)
    name = OWNER.search(text)
    for setting, pattern in PLACES:
        match, before = pattern.match(text), memory.get(setting)
        if match and before and match[1] != before:
            return True
    return (start is not None and memory.get("from") not in (None, start)) or (
        name is not None and memory.get(name[1], name[2]) != name[2]
    )


def release(line: Line, segment: Segment, out: Collector) -> None:
    """The release that each page's heading repeats, once for a subsystem."""
    if match := VERSION.search(line.content):
        said = segment.memory.setdefault("versions", {})
        if segment.memory.get("subsystem") and said.get(subsystem_of(segment)) != match[1]:
            said[subsystem_of(segment)] = match[1]
            out.setting(subsystem_of(segment), "VERSION", match[1], "", line, f"V{match[1]}")
