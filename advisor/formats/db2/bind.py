"""Db2 BIND and REBIND subcommands: RELEASE of packages and plans."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

WIDE = 400
"""Columns looked at: no print is wider, and no pattern runs over what is no print."""
_SYSTEM = re.compile(r"\bDSN\s+S(?:YSTEM)?\s*\(\s*([A-Z0-9@#$]{1,8})\s*\)", re.IGNORECASE)
_BIND = re.compile(r"^\s*(?:RE)?BIND\s+(PACKAGE|PLAN)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)", re.I)
_MEMBER = re.compile(r"\bMEM(?:BER)?\s*\(\s*([A-Z@#$][A-Z0-9@#$_]{0,17})\s*\)", re.IGNORECASE)
_RELEASE = re.compile(r"\bREL(?:EASE)?\s*\(\s*(COMMIT|DEALLOCATE)\s*\)", re.IGNORECASE)


_WHERE = r"(?:^|[\s,])([A-Z@#$][A-Z0-9@#$_]*)\.{}(?:\.\(([^()\s]+)\))?(?=\s*(?:,|$))"
"""Collection and version of a package of this name among those of one subcommand."""


def _confirm(contents: Sequence[str], index: int) -> bool:
    return bool(_BIND.match(contents[index]) or _SYSTEM.search(contents[index]))


def parse(segment: Segment, out: Collector) -> None:
    """One subcommand at a time, over the lines that a hyphen continues."""
    memory = segment.memory
    for index, line in enumerate(segment):
        if match := _SYSTEM.search(line.content[:WIDE]):
            memory["system"] = match[1].upper()
        if _BIND.match(line.content[:WIDE]):
            _subcommand(segment, index, out)


def _subcommand(segment: Segment, index: int, out: Collector) -> None:
    text, lines = "", []
    for line in segment.lines[index : index + 30]:
        content = line.content[:WIDE].rstrip()
        text += " " + content.rstrip("-+")
        lines.append(line)
        if not content.endswith(("-", "+")):
            break
    opened, member, release = _BIND.match(text), _MEMBER.search(text), _RELEASE.search(text)
    if opened is None or release is None:
        return
    subsystem = segment.memory.get("system") or segment.after_file("DB2")
    where = next((line for line in lines if _RELEASE.search(line.content[:WIDE])), lines[0])
    for name in _names(opened, member):
        plan = f"db2_plan:{subsystem}/{name}"
        out.relation(plan, "parent", f"db2_subsystem:{subsystem}", lines[0])
        out.setting(plan, "RELEASE", release[1].upper(), "", where, release[0])
        bound = re.search(_WHERE.format(re.escape(name)), opened[2], re.I)
        if opened[1].upper() == "PACKAGE" and member is None and bound:
            out.setting(plan, "COLLECTION", bound[1].upper(), "", lines[0], bound[0])
            if bound[2] == "*":
                out.setting(plan, "PACKAGE_VERSION", bound[2], "", lines[0], bound[0])


def _names(opened: re.Match[str], member: re.Match[str] | None) -> list[str]:
    """The package of MEMBER, else those of ``collection.package.(version)``, or the plan."""
    if member is not None:
        return [member[1].upper()]
    if opened[1].upper() == "PLAN":
        found = [opened[2].strip()]
    else:
        found = [item.split(".")[1] for item in opened[2].split(",") if "." in item]
    return [n.strip().upper() for n in found if re.fullmatch(r"[A-Z@#$][\w@#$]*", n.strip(), re.I)]


READER = Reader(
    id="db2-bind",
    title="Db2 BIND and REBIND",
    subsystem="Db2",
    anchors=("BIND PACKAGE", "BIND PLAN", "DSN SYSTEM("),
    confirm=_confirm,
    splits=False,
    parse=parse,
    metrics=(
        Metric("db2_plan", "setting.RELEASE", "COMMIT or DEALLOCATE, where it is coded"),
        Metric("db2_plan", "setting.COLLECTION", "collection of a package"),
        Metric("db2_plan", "setting.PACKAGE_VERSION", "an asterisk, where all versions are bound"),
    ),
    page=Page(
        reads="BIND and REBIND PACKAGE or PLAN in SYSTSIN of a job or in a list of subcommands: "
        "RELEASE and collection of each package, and whether all its versions are bound. "
        "DSN SYSTEM(…) above names the subsystem.",
        releases="Db2 10 to 13",
        verified="syntax against IBM, Db2 Commands (BIND PACKAGE, REBIND PACKAGE); no real job was "
        "at hand",
        unread="all other bind options; packages named by an asterisk",
    ),
)
