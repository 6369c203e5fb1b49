"""Console displays of XCF: structures and their policy, transport classes and their buffers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.zos.routed import answering, in_front
from advisor.reading.layout.cells import number, size_bytes
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_ANSWERS = in_front("IXC3(?:44|60)I")
_STRUCTURE = re.compile(r"^\s*STRNAME:\s*([A-Z@#$][A-Z0-9@#$_]{0,15})\s*$")
_SIZES = {
    "POLICY SIZE": "POLICY_SIZE_MB",
    "POLICY INITSIZE": "INITSIZE_MB",
    "ACTUAL SIZE": "SIZE_MB",
}
_SIZE = re.compile(rf"^\s*({'|'.join(_SIZES)})\s*:\s*(\d+)\s*([KMGT])?\b")
_DUPLEX = re.compile(r"^\s*DUPLEX\s*:\s*(DISABLED|ALLOWED|ENABLED)\b")
_FACILITIES = re.compile(r"^\s*PREFERENCE LIST\s*:\s*(\S.*?)\s*$")
_USED = re.compile(
    r"^\s*(?P<what>ENTRIES|ELEMENTS|LOCKS|EMCS)\s*:\s*(?P<used>\d+)\s+(?P<all>\d+)\s+(?P<share>\d+)\s*$"
)
_SPACE = re.compile(r"^\s*SPACE USAGE\s+IN-USE\s+TOTAL\s+%\s*$")
_ALTER = re.compile(r"\bALLOW ALTER\s*:\s*(YES|NO)\b")
_USAGE = re.compile(r"^\s*([A-Z@#$][A-Z0-9@#$]{0,7})\s+TRANSPORT CLASS USAGE FOR SYSTEM\s+(\S+)")
_SUM = re.compile(r"\bSUM:?\s+MAXMSG:\s*(\d+)\s+IN USE:\s*(\d+)\s+NOBUFF:\s*(\d+)")
_SENT = re.compile(r"\bSEND CNT:\s*(\d+)\s+BUFFLEN\s*\((FIX|SML|BIG|OVR|FIT)\):\s*(\d+)")
_MESSAGE = re.compile(r"\bIXC3(44|60)I\b")
_OTHER = re.compile(r"(?<![A-Z0-9])(?!IXC3(?:44|60)I)[A-Z]{3,4}\d{3,4}[IEWAD]\b")
_LONG = ("BIG", "OVR")


def parse(segment: Segment, out: Collector) -> None:
    """One answer: IXC360I names structures, IXC344I transport classes."""
    first = segment[0]
    if "IXC344I" in first.content:
        _classes(segment, out)
        return
    structure, allowed, used = "", True, False
    for line in segment:
        text = line.content
        if line is not first and _OTHER.search(text):
            return
        if match := _STRUCTURE.match(text):
            structure, allowed, used = f"cf_structure:{match[1]}", True, False
        elif _SPACE.match(text):
            used = True
        elif structure and used and (match := _USED.match(text)):
            for column, heading in (("used", "IN-USE"), ("all", "TOTAL"), ("share", "%")):
                name = f"SPACE USAGE: {match['what']} ({heading})"
                out.printed(structure, name, int(match[column]), line, match[column])
        elif structure and (match := _SIZE.match(text)):
            size = size_bytes(match[2] + (match[3] or "K"))
            value = None if size is None else size / (1 << 20)
            out.setting(structure, _SIZES[match[1]], value, "MB", line, match[2])
        elif structure and (match := _DUPLEX.match(text)):
            out.setting(structure, "POLICY_DUPLEX", match[1], "", line, match[1])
        elif structure and (match := _FACILITIES.match(text)):
            facilities = ",".join(match[1].split())
            out.setting(structure, "PREFLIST", facilities, "", line, match[1])
        elif structure and (match := _ALTER.search(text)) and allowed:
            allowed = match[1] == "YES"  # one user who does not is enough
            out.setting(structure, "ALLOW_ALTER", allowed, "", line, match[1])


def _classes(segment: Segment, out: Collector) -> None:
    """Use of the buffers by class, added up over the systems that messages go to."""
    system = answering(segment, _ANSWERS)
    sums: dict[tuple[str, str], tuple[float, Line, str]] = {}
    name = ""

    def add(metric: str, value: float, line: Line, raw: str, *, most: bool = False) -> None:
        before, where, _ = sums.get((metric, name), (0.0, line, raw))
        total = max(before, value) if most else before + value
        sums[metric, name] = (total, line if value or not before else where, raw)

    for line in segment:
        text = line.content
        if line is not segment[0] and _OTHER.search(text):
            break
        if match := _USAGE.match(text):
            name = match[1]
        elif name and (match := _SUM.search(text)):
            add("xcf_no_buffer", float(match[3]), line, match[3])
            add("xcf_maxmsg_kb", float(match[1]), line, match[1], most=True)
        elif name and (match := _SENT.search(text)):
            add("xcf_sent", float(match[1]), line, match[1])
            add("xcf_big", float(match[1]) if match[2] in _LONG else 0.0, line, match[1])
            add("xcf_longest_bytes", number(match[3]) or 0.0, line, match[3], most=True)
    for (metric, whose), (value, line, raw) in sums.items():
        unit = _UNITS[metric]
        subject = out.system(system, segment[0])
        out.observe(subject, f"{metric}.{whose}", value, unit, line, raw)


_UNITS = {
    "xcf_no_buffer": "messages",
    "xcf_sent": "messages",
    "xcf_big": "messages",
    "xcf_longest_bytes": "bytes",
    "xcf_maxmsg_kb": "KB",
}


def _confirm(contents: Sequence[str], index: int) -> bool:
    below = " ".join(contents[index : index + 12])
    return bool(_MESSAGE.search(contents[index])) and ("STRNAME" in below or "CLASS" in below)


READER = Reader(
    id="xcf-displays",
    title="XCF displays: structures, transport classes",
    subsystem="z/OS",
    anchors=("IXC344I", "IXC360I"),
    confirm=_confirm,
    where="inline",
    inline_lines=400,
    parse=parse,
    ignores=(
        (
            (
                r"^.*\b(?:IXC3\d\dI|ALLOCATION TIME|(?:PHYSICAL|LOGICAL) VERSION|DISPOSITION|"
                r"ACCESS TIME|CONNECTION|COUPLING FACILITY|PARTITION|(?:POLICY )?MINSIZE|"
                r"FULLTHRESHOLD|REBUILD PERCENT|SUBNOTIFYDELAY|MAX CONNECTIONS|SYSTEM-MANAGED|"
                r"STORAGE INCREMENT|ENTRIES|ELEMENTS|LOCKS|EMCS|ID +VERSION|SCMMAXSIZE|"
                r"POLICY RECPRTY|AUGMENTED SPACE|STORAGE-CLASS MEMORY)\b.*$"
                r"|^ *# CONNECTIONS *:.*$"
            ),
            "times, versions, counts of entries as configured, storage-class memory",
        ),
        (r"IN USE: *\d+", "buffer space at the moment"),
        (r"^ *[A-Z@#$][A-Z0-9@#$]{0,7} +\d+ +\d+ +\S+.*$", "definitions of classes"),
    ),
    beside=((r"ACTUAL SIZE", 2, "in increments"),),
    metrics=(
        Metric("cf_structure", "setting.POLICY_SIZE_MB", "POLICY SIZE"),
        Metric("cf_structure", "setting.INITSIZE_MB", "POLICY INITSIZE"),
        Metric("cf_structure", "setting.SIZE_MB", "ACTUAL SIZE"),
        Metric("cf_structure", "setting.POLICY_DUPLEX", "DUPLEX"),
        Metric("cf_structure", "setting.PREFLIST", "PREFERENCE LIST"),
        Metric("cf_structure", "setting.ALLOW_ALTER", "ALLOW ALTER of all connections"),
        Metric("cf_structure", "printed.*", "SPACE USAGE: entries, elements, locks in use"),
        *(Metric("lpar", f"{metric}.*", "transport class *") for metric in _UNITS),
    ),
    page=Page(
        reads="D XCF,STR,STRNAME (IXC360I): sizes of the policy and as allocated, how much of it "
        "is in use, duplexing, preference list, whether users allow alter; "
        "D XCF,CLASSDEF,CLASS=ALL (IXC344I): buffer space, messages sent, too long and without a "
        "buffer by transport class, all target systems together.",
        releases="z/OS V1R13 to V3R1",
        verified="message texts against IBM, z/OS MVS System Messages (IXC344I, IXC360I of z/OS "
        "V2R1); columns of SPACE USAGE by the names of its fields; no real log was at hand",
        unread="storage-class memory, connections, exclusion lists, groups of a class",
    ),
)
