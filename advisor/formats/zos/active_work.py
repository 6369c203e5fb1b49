"""z/OS display of address spaces: D A,L (IEE114I) and D A,name or D A,ALL (IEE115I).

The forms of CT and ET by IBM, z/OS MVS System Messages, IEE115I: ``sss.tttS`` below 1,000 seconds,
``hh.mm.ss`` below 100 hours, ``hhhhh.mm`` above; asterisks or NOTAVAIL where there is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from advisor.formats.zos.routed import NAME, answer_below, answering, in_front, remembers
from advisor.observations import Interval
from advisor.reading.layout.cells import stamp
from advisor.reading.reader import NO_INTERVAL, Collector, Line, Metric, Page, Reader, Segment

_ANSWERS = in_front("IEE11[45]I")
_BEGIN = re.compile(
    r"\bIEE11[45]I\s+(?P<time>\d\d\.\d\d\.\d\d)\s+(?P<date>\d{4}\.\d{3})\s+ACTIVITY\b"
)
_MESSAGE = re.compile(r"^\s*(?:\S{1,8}\s+)?(?!IEE11)[A-Z]{3,4}\d{3,5}[IEWAD]\b")
_STATUS = r"(?:NSW|IN|OUT|OWT|OU\*)"
_JOB = rf"(?!{_STATUS}\s)[A-Z@#$*][A-Z0-9@#$*-]{{0,7}}"
_TYPE = r"\s+[SJA*]O?(?!\S)"
_NAMES = (
    rf"(?:(?P<job>{_JOB})\s+{_JOB}\s+{_JOB}\s+"
    rf"|(?=.{{26}} {_STATUS}{_TYPE})(?P<short>{_JOB}) +(?:{_JOB} +)?)"
)
"""Job, step and procedure step, each in nine columns. Where one of the latter two is blank, the
columns alone show that the first name is the job's: with blanks run together nothing shows it.
"""
_LISTED = re.compile(
    rf"(?<!\S)(?:{_NAMES}(?P<status>{_STATUS}){_TYPE}"
    rf"|(?P<user>{_JOB})\s+(?P<swapped>{_STATUS})(?!{_TYPE})(?!\S))"
)
_BEGINS_BLOCK = re.compile(r"\bPER=|\bSMC=")
_BLOCK = re.compile(
    rf"^\s*(?:{_NAMES}{_STATUS}{_TYPE}|(?P<user>{_JOB})\s+{_STATUS})\s+A=[0-9A-F]{{4}}\s+PER="
)
_TIMES = re.compile(r"\bCT=(?P<cpu>\S+)\s+ET=(?P<elapsed>\S+)")
_USER = re.compile(rf"\bUSERID=({NAME})\b(?!\+)")
_CLASS = re.compile(r"\bSCL=([A-Z@#$][A-Z0-9@#$_]{0,7})\b")
_COUNTS = re.compile(r"^\s*\d{5}\s+\d{5}\s+\d{5}\s+\d{5}\s+\d{5}\s+\d{5}/\d{5}\s+\d{5}\s*$")
_OTHER = re.compile(r"^\s*(?:JOBS\s+M/S|PGN=|WUID=|WKL=|RGP=|ADDR SPACE|DSPNAME=)")
_ONCE = re.compile(r"^\s*(PGN|CT|WUID|WKL|RGP)=")
"""Lines that each address space has once."""

_SPAN = re.compile(r"(\d{3})\.(\d{3})S|(\d\d)\.(\d\d)\.(\d\d)|(\d{5})\.(\d\d)")


def _seconds(text: str) -> float | None:
    match = _SPAN.fullmatch(text)
    if match is None:
        return None
    if match[1]:
        return int(match[1]) + int(match[2]) / 1000
    if match[3]:
        return int(match[3]) * 3600.0 + int(match[4]) * 60 + int(match[5])
    return int(match[6]) * 3600.0 + int(match[7]) * 60


def _name(match: re.Match[str]) -> str:
    """Of the entry's names the one that is the job's or the user's."""
    return match["job"] or match["short"] or match["user"] or ""


def _begins(segment: Segment) -> bool:
    """Whether the segment begins with an answer, whose system and time are kept for what follows;
    what another message begins with is none.
    """
    match = _BEGIN.search(segment[0].content)
    if match is None:
        return False
    memory = segment.memory
    memory["system"] = answering(segment, _ANSWERS)
    memory["at"] = stamp(match["date"], match["time"])
    return True


def parse_list(segment: Segment, out: Collector) -> None:
    """D A,L: which address spaces a system has."""
    if remembers(segment) or not _begins(segment):
        return
    lpar = out.system(segment.memory["system"], segment[0])
    for line in segment.lines[1:]:
        text = line.content
        found = list(_LISTED.finditer(text))
        if not (found or _COUNTS.match(text) or _OTHER.match(text)):
            return
        out.left_out(line)
        for match in found:
            name = f"job.{_name(match)}.status"
            status = match["status"] or match["swapped"]
            out.observe(lpar, name, status, "", line, status)


def parse_blocks(segment: Segment, out: Collector) -> None:
    """D A,name: each address space from the line with its number to the next one's."""
    if remembers(segment) or _begins(segment):
        return
    system = segment.memory.get("system", "") or (segment[0].log or ("", "", ""))[2]
    match = _BLOCK.match(segment[0].content)
    if match is None:
        return
    lpar, job = out.system(system, segment[0]), f"job.{_name(match)}"
    out.left_out(segment[0])
    had: set[str] = set()
    for line in segment.lines[1:]:
        text = line.content
        if match := _ONCE.match(text):
            if match[1] in had:
                out.say_once(
                    "{file}, line {number}: the line with the name of this address space is "
                    "missing, so whose times these are is not known and they were not read: send "
                    "the display as it was printed.",
                    line,
                )
                return
            had.add(match[1])
        if (
            _BEGINS_BLOCK.search(text)
            or _MESSAGE.match(text)
            or not ("=" in text or _OTHER.match(text))
        ):
            return
        if match := _TIMES.search(text):
            _cpu(lpar, job, match, line, segment.memory.get("at"), out)
        if match := _USER.search(text):
            out.observe(lpar, f"{job}.owner", match[1], "", line, match[1])
        if match := _CLASS.search(text):
            out.observe(lpar, f"{job}.service_class", match[1], "", line, match[1])


def _cpu(
    lpar: str, job: str, match: re.Match[str], line: Line, at: str | None, out: Collector
) -> None:
    """CPU time by the time since the address space began."""
    cpu, elapsed = _seconds(match["cpu"]), _seconds(match["elapsed"])
    if cpu is None or not elapsed:
        out.left_out(line)
        return
    since = NO_INTERVAL
    if at is not None:
        began = datetime.fromisoformat(at) - timedelta(seconds=elapsed)
        since = Interval(began.isoformat(timespec="seconds"), at, elapsed)
    name = f"{job}.cpu_since_start_pct"
    out.observe(lpar, name, 100 * cpu / elapsed, "%", line, match["cpu"], since)
    out.part(line, match["elapsed"])


def _confirm_list(contents: Sequence[str], index: int) -> bool:
    return "IEE114I" in answer_below(contents, index) and _begins_at(contents, index)


def _confirm_blocks(contents: Sequence[str], index: int) -> bool:
    if _BLOCK.match(contents[index]):
        return True
    return "IEE115I" in answer_below(contents, index) and _begins_at(contents, index)


def _begins_at(contents: Sequence[str], index: int) -> bool:
    return _BEGIN.search(answer_below(contents, index)) is not None


_IGNORES = (
    (r"IEE11[45]I +[\d.]+ +[\d.]+ +ACTIVITY(?: +\d+)?", "time and number of the answer"),
    (r"^ *(?:\d{5} +){5}\d{5}/\d{5} +\d{5}", "how many address spaces there are of each kind"),
    (r"\b(?:A|SMC|P|ASTE)=[0-9A-F]+|WUID=\S+|DSPNAME=\S+", "identification"),
    (r"(?<![0-9A-F])[0-9A-F]+K - [0-9A-F]+K", "addresses"),
    (r"[CE]T=(?:NOTAVAIL|\*+)", "times that are not known"),
)

READERS = (
    Reader(
        id="active-list",
        title="z/OS list of address spaces (D A,L)",
        subsystem="z/OS",
        anchors=("IEE114I", "^RESPONSE="),
        confirm=_confirm_list,
        where="inline",
        inline_lines=250,
        parse=parse_list,
        ignores=_IGNORES,
        metrics=(
            Metric("lpar", "job.*.status", "each address space listed, and whether it is in"),
        ),
        page=Page(
            reads="Which address spaces a system has, and whether each is swapped in, from IEE114I "
            "in a log, routed (the system stands in front of or above the answer) or below its "
            "system's name. What no report places is placed by it.",
            releases="z/OS V1R9 to V3R1",
            verified="IBM, z/OS MVS System Messages, IEE114I and IEE115I; not verified against a "
            "complete real list",
            unread="how many jobs, users and initiators there are",
        ),
    ),
    Reader(
        id="active-work",
        title="z/OS display of address spaces (D A)",
        subsystem="z/OS",
        anchors=("IEE115I", "PER=NO SMC=", "PER=YES SMC=", "^RESPONSE="),
        confirm=_confirm_blocks,
        where="inline",
        inline_lines=12,
        parse=parse_blocks,
        ignores=_IGNORES,
        metrics=(
            Metric("lpar", "job.*.cpu_since_start_pct", "CT by ET"),
            Metric("lpar", "job.*.owner", "USERID"),
            Metric("lpar", "job.*.service_class", "SCL"),
        ),
        page=Page(
            reads="CPU time by elapsed time since an address space began, its user and its service "
            "class, from IEE115I (D A,name; D A,ALL).",
            releases="z/OS V1R9 to V3R1",
            verified="IBM, z/OS MVS System Messages, IEE115I (forms of the fields), and a part of "
            "a real answer in a public repository",
            unread="address space numbers, data spaces, workload and resource group",
        ),
    ),
)
