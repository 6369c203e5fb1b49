"""Answers of consoles of which nothing is needed: known by their message, and left out by name.

Forms: IBM, z/OS MVS System Messages (IXC357I to IXC361I, IXG601I, IEE974I among them), z/OS
Communications Server SNA Messages and IP Messages (EZZ8453I), z/VM CP Commands (INDICATE USER),
DFSMShsm (ARC0101I) and IMS Commands (/DISPLAY ACTIVE).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.reader import Collector, Line, Page, Reader, Segment
from model.language import Name

_FRONT = r"^[\W\d]*(?:[A-Z0-9@#$]{1,8}\s+|[0-9A-F]{8}\s+){0,3}?"
"""What logs have in front of a message: times, the job, the system, flags."""
_COMMANDS = {
    "ARC0101I": "QUERY of DFSMShsm",
    "BPXO040I": "D OMVS,A",
    "BPXO042I": "D OMVS",
    "BPXO043I": "D OMVS,OPTIONS",
    "BPXO046I": "D OMVS,FILE",
    "CNZ4100I": "D CONSOLES",
    "CSV450I": "D PROG,APF",
    "CSV470I": "D PROG",
    "CSV600I": "D LLA",
    "CUN3000I": "D UNI",
    "EZZ8453I": "D TCPIP,STOR",
    "IEA007I": "D SYMBOLS",
    "IEE112I": "D R",
    "IEE136I": "D T",
    "IEE174I": "D M",
    "IEE251I": "D PARMLIB",
    "IEE254I": "D IPLINFO",
    "IEE457I": "D U",
    "IEE459I": "DEVSERV",
    "IEE735I": "D SLIP",
    "IEE843I": "D TRACE",
    "IEE852I": "D DUMP",
    "IEE967I": "D SMF,O",
    "IEE974I": "D SMF",
    "IFB090I": "D LOGREC",
    "IOS098I": "D IOS,HYPERPAV",
    "IOS506I": "D IOS,CONFIG",
    "ISG343I": "D GRS",
    "IST075I": "D NET,ID",
    "IST350I": "D NET",
    "IWM025I": "D WLM",
    "IWM029I": "D WLM,APPLENV",
    "IXC331I": "D XCF,GROUP",
    "IXC332I": "D XCF,GROUP",
    "IXC334I": "D XCF,S",
    "IXC335I": "D XCF,S",
    "IXC356I": "D XCF,PATHOUT",
    "IXC357I": "D XCF,COUPLE",
    "IXC358I": "D XCF,COUPLE",
    "IXC359I": "D XCF,STR",
    "IXC361I": "D XCF,CF",
    "IXC362I": "D XCF,CF",
    "IXG601I": "D LOGGER",
    "REGID": "/DISPLAY ACTIVE of IMS",
    "USERID=": "INDICATE USER",
}
_BEGIN = re.compile(
    rf"{_FRONT}(?:(?P<message>[A-Z]{{3,4}}\d{{3,4}}I)\b|(?P<user>USERID=)\S+\s+MACH="
    r"|(?P<regions>REGID)\s+JOBNAME\s+TYPE\s)"
)
_MESSAGE = re.compile(r"(?:^|\s)(?:[A-Z]{3,4}\d{3,5}[A-Z]|\$HASP\d{3})\s")
_SERIES = ("ARC", "EZZ", "IST")
"""What answers begin with of which each line is a message of its own."""
_PROCESSORS = re.compile(r"\b(?:PROCESSOR|CORE) STATUS\b", re.IGNORECASE)
_READY = re.compile(r"^\s*Ready;")
_MOST_LINES = 400


def parse(segment: Segment, out: Collector) -> None:
    """Say what it is, and that all of it is left out."""
    first = segment[0]
    kind = _kind(first.content)
    if not kind:
        return
    out.say_once(
        "{file}, line {number}: the answer to {command} is left out: nothing that Plexwright "
        "advises on needs it.",
        first,
        command=Name(_COMMANDS[kind]),
    )
    out.left_out(first)
    for line in segment.lines[1:]:
        if not _goes_on(kind, line):
            break
        out.left_out(line)


def _goes_on(kind: str, line: Line) -> bool:
    """Whether a line is of the same answer."""
    text = line.content
    if kind.startswith(_SERIES):
        return re.search(rf"\b{kind[:3]}\d{{3,4}}[A-Z]\b", text) is not None
    if _READY.match(text):
        return False
    if kind.startswith("IXC") and not text.strip():
        return True  # between two structures that are duplexed
    return bool(text.strip()) and _MESSAGE.search(text) is None


def _kind(text: str) -> str:
    match = _BEGIN.match(text)
    found = (match["message"] or match["user"] or match["regions"]) if match else ""
    return found if found in _COMMANDS else ""


def _confirm(contents: Sequence[str], index: int) -> bool:
    kind = _kind(contents[index])
    if kind == "IEE174I" and any(map(_PROCESSORS.search, contents[index : index + 4])):
        return False  # which has a reader of its own
    return bool(kind)


READER = Reader(
    id="known-answers",
    title="Console answer that is not read",
    subsystem="z/OS",
    anchors=tuple("REGID JOBNAME TYPE" if kind == "REGID" else kind for kind in _COMMANDS),
    where="inline",
    inline_lines=_MOST_LINES,
    confirm=_confirm,
    parse=parse,
    context=True,
    priority=80,
    page=Page(
        reads="Nothing: it names answers of consoles of which nothing is needed: D IPLINFO, D T, "
        "D R, D U, D M of storage and devices, D GRS, D PROG, D LLA, D PARMLIB, D SMF, D LOGGER, "
        "D LOGREC, D SYMBOLS, D SLIP, D TRACE, D DUMP, D UNI, D IOS,HYPERPAV and CONFIG, DEVSERV, "
        "D XCF of systems, groups, paths, couple data sets and lists of structures and coupling "
        "facilities, D CONSOLES, D OMVS but for its limits, D NET, D TCPIP,STOR, D WLM, queries of "
        "DFSMShsm, IMS' /DISPLAY ACTIVE and z/VM's INDICATE USER.",
        releases="z/OS V1R13 to V3R2; z/VM 5.4 to 7.3",
        verified="displays in public repositories",
        unread="all figures of these answers",
    ),
)
