"""What a CICS region was started with and what its CSD defines.

System initialization parameters are read where CICS echoes them at start-up (DFHPA1927, one
parameter or several to a message), where the SYSIN of the start-up job is listed, and from the CEMT
INQUIRE SYSTEM screen. CSD definitions are read from DFHCSDUP LIST or EXTRACT output:
attributes as ``KEYWORD(value)`` after ``FILE(name) GROUP(name)``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.layout.cells import whole
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 400
"""Columns looked at: no display is wider, and patterns never run over what is no display."""
_ECHO = re.compile(r"\bDFHPA1927\s+(?:I\s+)?(?:([A-Z0-9#@$]{1,8})\s+)?(\S.*)$")
_PARAMETER = re.compile(r"([A-Z][A-Z0-9]{1,8})=(\([^)]{0,200}\)|'[^']{0,200}'|[^,\s]{1,80})")
_CEMT = re.compile(r"\b([A-Z][a-z]+)\(\s*([A-Za-z0-9]+)\s*\)")


def _yes(value: str) -> bool | None:
    upper = value.upper()
    return True if upper in ("YES", "ON") else False if upper in ("NO", "OFF") else None


def parse_sit(segment: Segment, out: Collector) -> None:
    """Read the parameters that rules ask for; traces are known once all their parts are."""
    for line in segment:
        text = line.content[:WIDE]
        match = _ECHO.search(text)
        if match is None:
            continue
        name = match[1] or segment.shared.get("applid") or segment.shared.get("job") or ""
        pairs = _PARAMETER.findall(match[2].upper())
        applid = next((value for key, value in pairs if key == "APPLID"), "")
        if applid:
            segment.shared["applid"] = name = applid
        subject = f"cics_region:{name or segment.after_file('CICS')}"
        for key, value in pairs:
            _sit(segment, subject, key, value, line, out)


def _sit(segment: Segment, subject: str, key: str, value: str, line: Line, out: Collector) -> None:
    raw = f"{key}={value}"
    if key in ("ICV", "ICVR", "MXT"):
        unit = "tasks" if key == "MXT" else "ms"
        out.setting(subject, key, whole(value), unit, line, raw)
    elif key in ("MROLRM", "MROFSE"):
        out.setting(subject, key, _yes(value), "", line, raw)
    elif key == "MN":
        out.setting(subject, "MONITORING", _yes(value), "", line, raw)
    elif key == "TS":
        parts = value.strip("()").split(",")
        if len(parts) > 1:
            out.setting(subject, "TS_BUFFERS", whole(parts[1]), "buffers", line, raw)
    elif key == "DCT":
        # The table with suffix SP is the one that z/VSE supplies for its own queues.
        out.setting(subject, "DFHDCTSP", value == "SP", "", line, raw)
    elif key == "TRTABSZ":
        out.observe(subject, "trace_table_kb", whole(value.rstrip("K")), "KB", line, raw)
    elif key in ("INTTR", "AUXTR"):
        known = segment.memory.setdefault(f"trace {subject}", {})
        known[key] = _yes(value)
        if known.keys() >= {"INTTR", "AUXTR"}:
            state = {
                (False, False): "off",
                (True, False): "internal",
                (False, True): "aux",
                (True, True): "both",
            }[(bool(known["INTTR"]), bool(known["AUXTR"]))]
            out.setting(subject, "TRACE", state, "", line, raw)


_LIMITS = {"Dsalimit": "dsa_limit_mb", "Edsalimit": "edsa_limit_mb"}


def parse_cemt(segment: Segment, out: Collector) -> None:
    """Read Maxtasks, Runaway, Time (ICV) and the limits of a CEMT INQUIRE SYSTEM screen."""
    applid = segment.shared.get("applid") or segment.shared.get("job") or segment.after_file("CICS")
    for line in segment:
        if match := re.search(r"\bAPPLID=\s*([A-Z0-9#@$]{1,8})", line.content[:WIDE]):
            applid = match[1]
    subject = f"cics_region:{applid}"
    names = {"Maxtasks": ("MXT", "tasks"), "Runaway": ("ICVR", "ms"), "Time": ("ICV", "ms")}
    for line in segment:
        for key, value in _CEMT.findall(line.content[:WIDE]):
            if key in names and (count := whole(value)) is not None:
                name, unit = names[key]
                out.setting(subject, name, count, unit, line, f"{key}({value})")
            elif key in _LIMITS and (size := whole(value)) is not None:
                out.observe(subject, _LIMITS[key], size / (1 << 20), "MB", line, value)
            elif value.strip().isdecimal():
                out.printed(subject, f"CEMT {key.upper()}", whole(value), line, value)


_DEFINED = re.compile(
    r"\b(FILE|LSRPOOL|TRANSACTION|CONNECTION|SESSIONS)\(\s*([A-Z0-9#@$]{1,8})\s*\)\s*"
    r"GROUP\(\s*([A-Z0-9#@$]{1,8})\s*\)",
    re.IGNORECASE,
)
_OF_REGION = re.compile(r"^\s*APPLID[\s:=(]+([A-Z0-9#@$]{1,8})(?![\w@#$])", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\b([A-Z][A-Z0-9]{2,15})\(([^()]{0,80})\)", re.IGNORECASE)


def parse_csd(segment: Segment, out: Collector) -> None:
    """Read groups of files and LSR pools, and how CSMI may be purged."""
    applid = segment.shared.get("applid") or segment.shared.get("job") or segment.after_file("CICS")
    kind = name = group = ""
    first: Line | None = None
    for line in segment:
        text = line.content[:WIDE]
        if first is None and (match := _OF_REGION.search(text)):
            applid = segment.shared["applid"] = match[1].upper()
        if match := _DEFINED.search(text):
            kind, name, group = (part.upper() for part in match.groups())
            first = line
        found = _ATTRIBUTE.findall(text)
        if not found or first is None:
            continue
        said = segment.memory.setdefault("said", set())
        for key, value in found:
            if (attribute := (applid, kind, name, key, value)) in said:
                continue
            said.add(attribute)
            _attribute(applid, (kind, name, group), (key.upper(), value.strip().upper()), line, out)


def _attribute(
    applid: str, defined: tuple[str, str, str], pair: tuple[str, str], line: Line, out: Collector
) -> None:
    (kind, name, group), (key, value) = defined, pair
    raw = f"{key}({value})"
    region = f"cics_region:{applid}"
    if kind == "FILE":
        subject = f"vsam_file:{applid}/{name}"
        if key == "GROUP":
            out.relation(subject, "parent", region, line)
            out.setting(subject, "GROUP", group, "", line, raw)
        elif key == "REMOTESYSTEM" and value:
            out.setting(subject, "REMOTE", True, "", line, raw)
        elif key == "DSNSHARING":
            shared = {"ALLREQS": "ALLREQS", "MODIFYREQS": "MODIFYREQS"}.get(value, "none")
            out.setting(subject, "DSNSHARING", shared, "", line, raw)
    elif kind == "LSRPOOL" and key == "LSRPOOLID" and (number := whole(value)) is not None:
        subject = f"lsr_pool:{applid}/{number}"
        out.relation(subject, "parent", region, line)
        out.setting(subject, "LSRPOOL", name, "", line, raw)
        out.setting(subject, "GROUP", group, "", line, raw)
    elif kind == "TRANSACTION" and name == "CSMI":
        if key == "SPURGE":
            out.setting(region, "CSMI_SPURGE", _yes(value), "", line, raw)
        elif key == "DTIMOUT":
            out.setting(region, "CSMI_DTIMOUT", value, "", line, raw)
        elif key == "GROUP":
            out.setting(region, "CSMI_GROUP", group, "", line, raw)
    elif kind == "CONNECTION" and key == "GROUP":
        subject = f"cics_connection:{applid}/{name}"
        out.relation(subject, "parent", region, line)
        out.setting(subject, "GROUP", group, "", line, raw)


def _is_definition(contents: Sequence[str], index: int) -> bool:
    return any(_DEFINED.search(text[:WIDE]) for text in contents[index : index + 3])


READERS = (
    Reader(
        id="cics-sit",
        title="CICS system initialization parameters (DFHPA1927)",
        subsystem="CICS",
        anchors=("DFHPA1927",),
        where="inline",
        parse=parse_sit,
        metrics=(
            Metric("cics_region", "setting.ICV", "and ICVR, MXT"),
            Metric("cics_region", "setting.ICVR"),
            Metric("cics_region", "setting.MXT"),
            Metric("cics_region", "setting.MROLRM", "and MROFSE"),
            Metric("cics_region", "setting.MROFSE"),
            Metric("cics_region", "setting.MONITORING", "MN"),
            Metric("cics_region", "setting.TRACE", "from INTTR and AUXTR"),
            Metric("cics_region", "setting.TS_BUFFERS", "second part of TS"),
            Metric("cics_region", "setting.DFHDCTSP", "DCT=SP"),
            Metric("cics_region", "trace_table_kb", "TRTABSZ"),
        ),
        page=Page(
            reads="ICV, ICVR, MXT, MROLRM, MROFSE, MN, TS, DCT, TRTABSZ, INTTR and AUXTR of the "
            "overrides that CICS echoes with DFHPA1927; the region is the applid in the message "
            "or an APPLID parameter.",
            releases="CICS TS for z/OS and z/VSE",
            verified="parameter names against IBM's system initialization reference; layout not "
            "verified against a real sample",
            unread="all other parameters; what the SIT itself says without an override",
        ),
    ),
    Reader(
        id="cics-cemt-system",
        title="CEMT INQUIRE SYSTEM",
        subsystem="CICS",
        anchors=("Maxtasks(", "Runaway(", "Dsalimit(", "Aging(", "Cdsasize("),
        where="inline",
        merges=True,
        inline_lines=14,
        parse=parse_cemt,
        ignores=(
            (r"^ *PF +1 .*|\bTIME: +[\d.:]+ +DATE: +[\d./]+", "keys and times of the screen"),
        ),
        metrics=(
            Metric("cics_region", "setting.MXT", "Maxtasks"),
            Metric("cics_region", "setting.ICVR", "Runaway; Time as ICV"),
            Metric("cics_region", "dsa_limit_mb", "Dsalimit, in bytes on the screen"),
            Metric("cics_region", "edsa_limit_mb", "Edsalimit, in bytes on the screen"),
            Metric("cics_region", "printed.*", "the screen's other fields with a number"),
        ),
        page=Page(
            reads="Maxtasks, Runaway, Time, Dsalimit and Edsalimit, and under its own name each "
            "other field with a number; the applid stands under the screen.",
            releases="CICS TS for z/OS and z/VSE",
            verified="field names against IBM's CEMT reference; layout not verified against a "
            "real sample",
            unread="fields without a number",
        ),
    ),
    Reader(
        id="cics-csd",
        ignores=(
            (
                r"\b(?:(?:HS)?(?:DATA|INDEX)\d+K?|MAXKEYLENGTH|SHARELIMIT|STRINGS)\(\d+\)",
                "keys, strings and buffers of pools, which their statistics tell",
            ),
            (r"\bDATA\d+K|INDEX\d+K", "names of sizes"),
        ),
        beside=((r"\(", 6, "other attributes"),),
        title="CICS CSD definitions (DFHCSDUP LIST)",
        subsystem="CICS",
        anchors=("FILE(", "LSRPOOL(", "TRANSACTION(", "CONNECTION(", "^APPLID"),
        confirm=_is_definition,
        splits=False,
        parse=parse_csd,
        metrics=(
            Metric("cics_connection", "setting.GROUP", "group of the definition"),
            Metric("vsam_file", "setting.GROUP", "and of lsr_pool and cics_connection"),
            Metric("lsr_pool", "setting.LSRPOOL", "name of the definition with this LSRPOOLID"),
            Metric("lsr_pool", "setting.GROUP"),
            Metric("cics_region", "setting.CSMI_SPURGE", "and CSMI_DTIMOUT"),
            Metric("cics_region", "setting.CSMI_DTIMOUT"),
            Metric("cics_region", "setting.CSMI_GROUP", "group of the definition of CSMI"),
        ),
        page=Page(
            reads="Names and groups of FILE, LSRPOOL and CONNECTION, REMOTESYSTEM and DSNSHARING "
            "of files, group, SPURGE and DTIMOUT of transaction CSMI. A listing names no region: "
            "it is that of an APPLID line in front, of the job, or the one the file is called "
            "after.",
            releases="CICS TS for z/OS and z/VSE",
            verified="attribute names against IBM's resource definition guide; layout not "
            "verified against a real sample",
            unread="all other attributes and resources",
        ),
    ),
)
