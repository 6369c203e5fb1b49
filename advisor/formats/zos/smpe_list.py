"""SMP/E LIST SYSMODS: whether maintenance that rules ask for is applied."""

from __future__ import annotations

import re

from advisor.reading.layout.owners import nameless, system_or_file
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 400
"""Columns looked at: no print is wider, and no pattern runs over what is no print."""
_ENTRIES = re.compile(r"^\s*([A-Z0-9@#$]{1,8})\s+SYSMOD ENTRIES\b")
_ENTRY = re.compile(r"^\s?([A-Z][A-Z0-9]{6})\s+(TYPE|NOT FOUND)\b(?:\s*=\s*(\S+))?")
_FIELD = re.compile(r"^\s+([A-Z][A-Z/ ]{1,20}?)\s*=\s*(.*\S)")
_MORE = re.compile(r"^\s{8,}([A-Z0-9@#$]{1,8}(?:\s+[A-Z0-9@#$]{1,8})*)\s*$")
"""More values of the field above it: lists go over several lines."""
_TITLE = re.compile(r"NOW SET TO .* ZONE\b.*SMPLIST|^\s*LIST\s+SYSMODS?\b|^\s*NAME\s*$|SMP/E")

# The APAR's number behind its first two letters -> kind and setting that depend on it.
_WANTED = {"A45127": ("lla_pdse", "LLA_APAR_OA45127")}


def parse(segment: Segment, out: Collector) -> None:
    """Entries of one zone; only those that something here depends on are kept."""
    entry = last = ""
    fields: dict[str, tuple[str, Line]] = {}
    for line in segment:
        text = line.content[:WIDE].rstrip()
        if match := _ENTRIES.match(text):
            segment.memory["zone"] = match[1]
        elif match := _ENTRY.match(text):
            _keep(segment, entry, fields, out)
            entry, last, fields = match[1], "", {match[2]: (match[3] or "", line)}
        elif entry and (match := _FIELD.match(text)):
            last = match[1].strip()
            fields.setdefault(last, (match[2], line))
        elif last and (match := _MORE.match(text)):
            value, first = fields[last]
            fields[last] = (f"{value} {match[1]}", first)
    _keep(segment, entry, fields, out)


def _keep(
    segment: Segment, entry: str, fields: dict[str, tuple[str, Line]], out: Collector
) -> None:
    """Say of each wanted APAR that this entry is, or supersedes, whether it is applied.

    The global zone only knows what was received: its entries say nothing of what is in effect.
    """
    if not entry or nameless(segment) or segment.memory.get("zone", "GLOBAL") == "GLOBAL":
        return
    names = [entry, *fields.get("SUPING", ("", None))[0].split()]
    for name in names:
        wanted = _WANTED.get(name[1:])
        if wanted is None:
            continue
        kind, setting = wanted
        applied, line = _applied(fields)
        if applied is None:
            out.say(
                "{file}, line {number}: the entry of {entry} does not say its "
                "status: the list was wrapped or cut, send it whole.",
                line,
                entry=entry,
            )
            continue
        subject = _subject(kind, segment, line, out)
        out.setting(subject, setting, applied, "", line, entry)
        if not applied and fields.get("TYPE", ("", None))[0] == "PTF":
            out.setting(subject, f"{setting}_PTF", entry, "", line, entry)
            out.setting(subject, f"{setting}_ZONE", segment.memory["zone"], "", line, entry)


def _applied(fields: dict[str, tuple[str, Line]]) -> tuple[bool | None, Line]:
    if "NOT FOUND" in fields:
        return False, fields["NOT FOUND"][1]
    kind = fields["TYPE"]
    if kind[0] == "SUPERSEDED":
        return True, kind[1]
    status = fields.get("STATUS")
    if status is None:
        return None, kind[1]
    return bool({"APP", "ACC"} & set(status[0].split())), status[1]


def _subject(kind: str, segment: Segment, line: Line, out: Collector) -> str:
    name, system = system_or_file(segment, line)
    if system:
        out.relation(f"{kind}:{name}", "parent", f"lpar:{system}", line)
    return f"{kind}:{name}"


READER = Reader(
    id="smpe-list",
    ignores=((r"^1?PAGE +\d+.*", "title"),),
    title="SMP/E LIST SYSMODS",
    endings=((r"\bPAGE \d+ +- NOW SET TO ", r" SMP/E \S+ +SMP\w+$"),),
    subsystem="z/OS",
    anchors=("SYSMOD ENTRIES", "SMPLIST"),
    splits=False,
    parse=parse,
    metrics=(
        Metric("lla_pdse", "setting.LLA_APAR_OA45127", "APAR OA45127 applied or superseded"),
        Metric("lla_pdse", "setting.LLA_APAR_OA45127_PTF", "PTF received that supersedes it"),
        Metric("lla_pdse", "setting.LLA_APAR_OA45127_ZONE", "zone that lists this PTF"),
    ),
    page=Page(
        reads="SYSMOD entries of a target or distribution zone (SMPLIST output of LIST SYSMODS): "
        "TYPE, STATUS and SUPING of the maintenance that rules ask for, or NOT FOUND. An APAR is "
        "listed with its component's letter (AA45127 for OA45127).",
        releases="SMP/E V3R6",
        verified="layout of SMPLIST output in public repositories (a LIST SYSMOD job of SMP/E "
        "36.100, and a parser tested on a real list); the NOT FOUND line as quoted there",
        unread="every other SYSMOD and field is read and not kept; global zones, which tell only "
        "what was received",
    ),
)
