"""Db2 DISPLAY DDF, THREAD and LOG: limits and use of distributed threads, threads, the log."""

from __future__ import annotations

import re
from collections.abc import Callable

from advisor.reading.layout.cells import whole
from advisor.reading.layout.labelled import Block, assigned
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 200
"""Columns looked at: no print is wider."""
_BEGIN = re.compile(
    r"\b(?P<message>DSNL080I|DSNV401I|DSNJ370I)\s+(?:[^\w\s@#$](?P<sign>[A-Z0-9@#$]{1,8})(?=\s|$)"
    r"|(?P<alone>[A-Z@#$][A-Z0-9@#$]{2,7})(?=\s+(?:DSNL|DSNJ|DISPLAY)))?",
    re.IGNORECASE,
)
_END = re.compile(r"\bDSNL099I\b|\bDSN9022I\b|\bDSN9023I\b", re.IGNORECASE)
_MESSAGE = re.compile(r"\bDSN[A-Z]\d{3}I\b\s*", re.IGNORECASE)
_LIMIT = re.compile(r"\bMDBAT\s*=\s*(\d+)", re.IGNORECASE)
_FULL = re.compile(r"CURRENT COPY(\d) LOG\s*=\s*\S+ IS (\d+)% FULL", re.IGNORECASE)
_CHECKPOINT = re.compile(r"\b(?:OR )?(\d+) (MINUTES|LOGRECORDS)\b", re.IGNORECASE)
_OFFLOAD = re.compile(r"FULL LOGS TO OFFLOAD\s*=\s*(\d+) OF (\d+)", re.IGNORECASE)
_THREAD = re.compile(  # its name, status, whether active, requests; then whose it is
    r"^\s*(?P<name>[A-Z@#$][A-Z0-9@#$]{1,7})\s+(?P<status>[A-Z][A-Z0-9]?)\s+(?P<active>\*\s+)?"
    r"(?P<requests>\d+)\s+\S+"
)
_NO_THREAD = re.compile(r"^\s*(?!NAME\s)[A-Z@#$][A-Z0-9@#$]{1,7}\s+(?:[A-Z][A-Z0-9]?|\*|\d+)\s")
_COUNT = re.compile(r"\b(?:ACTIVE|INACTIVE|INDOUBT|POSTPONED ABORT) THREADS\s*-\s*(\d+)", re.I)


def parse(segment: Segment, out: Collector) -> None:
    """One display, from its first message to its last."""
    memory = segment.memory
    block = Block()
    for line in segment:
        text = line.content[:WIDE]
        if match := _BEGIN.search(text):
            _close(segment, block, out)
            memory["subsystem"] = (
                match["sign"] or match["alone"] or segment.after_file("DB2")
            ).upper()
            memory["display"] = match["message"].upper()
            continue
        if not memory.get("display"):
            continue
        if _END.search(text):
            _close(segment, block, out)
            memory["display"] = ""
            continue
        _READ[memory["display"]](text, line, segment, block, out)
    _close(segment, block, out)


def _close(segment: Segment, block: Block, out: Collector) -> None:
    """Write what the display said, and how many threads it showed."""
    subject = _subject(segment)
    block.write(subject, out)
    threads = segment.memory.pop("threads", {})
    if segment.memory.pop("lacking", False):
        return  # a thread's row has a blank cell: how many there are is not known
    for status, (shown, line) in threads.items():
        label = f"DISPLAY THREAD: STATUS {status}"
        out.printed(subject, label, shown, line, f"{shown} rows")


def _subject(segment: Segment) -> str:
    return f"db2_subsystem:{segment.memory.get('subsystem') or segment.after_file('DB2')}"


def _ddf(text: str, line: Line, segment: Segment, block: Block, out: Collector) -> None:
    """Distributed threads: what there may be at most, and what is active, pooled and queued."""
    if match := _LIMIT.search(text):
        out.setting(_subject(segment), "MAXDBAT", whole(match[1]), "threads", line, match[1])
    block.title = "DISPLAY DDF"
    for label, raw, _ in assigned(_MESSAGE.sub("", text)):
        if label in _PLACES:
            continue
        if label != "MDBAT":
            block.add(label, raw, line)


_PLACES = frozenset(("TCPPORT", "SECPORT", "RESPORT", "IPADDR", "DOMAIN", "PORT"))
"""Where the subsystem is found: no figures."""


def _threads(text: str, line: Line, segment: Segment, block: Block, out: Collector) -> None:
    """Threads that are shown, counted by their status: names are the customer's."""
    subject = _subject(segment)
    if match := _COUNT.search(text):
        name = re.sub(r"\W*\d+$", "", match[0]).upper()
        out.printed(subject, name, whole(match[1]), line, match[1])
    elif match := _THREAD.match(text):
        status = match["status"].upper()
        threads = segment.memory.setdefault("threads", {})
        threads[status] = threads.get(status, (0, line))[0] + 1, line
        out.left_out(line)
    elif _NO_THREAD.match(text):
        segment.memory["lacking"] = True


def _log(text: str, line: Line, segment: Segment, block: Block, out: Collector) -> None:
    """How full the log is and what is to be offloaded."""
    block.title = "DISPLAY LOG"
    if match := _FULL.search(text):
        block.add(f"CURRENT COPY{match[1]} LOG % FULL", match[2], line)
    elif match := _OFFLOAD.search(text):
        block.add("FULL LOGS TO OFFLOAD", match[1], line)
        block.add("LOGS", match[2], line)
    elif "CHECKPOINT FREQUENCY" in text.upper():
        for raw, unit in _CHECKPOINT.findall(text):
            block.add(f"CHECKPOINT FREQUENCY ({unit.upper()})", raw, line)
    else:
        for label, raw, unit in assigned(text):
            if not label.endswith("RBA"):
                block.add(f"{label} ({unit})" if unit else label, raw, line)


_READ: dict[str, Callable[[str, Line, Segment, Block, Collector], None]] = {
    "DSNL080I": _ddf,
    "DSNV401I": _threads,
    "DSNJ370I": _log,
}

READER = Reader(
    id="db2-displays",
    title="Db2 DISPLAY DDF, THREAD and LOG",
    subsystem="Db2",
    anchors=tuple(_READ),
    splits=False,
    closing=((r"\bDSNL080I\b", r"\bDSNL099I\b"),),
    endings=((r"^ *NAME +ST A +REQ ID +AUTHID +PLAN ", r" ASID TOKEN$"),),
    parse=parse,
    ignores=(
        (r"\b(?:TCP|SEC|RES)PORT *= *\d+|IPADDR *= *\S+|DSNL08[78]I.*", "where Db2 is found"),
        (
            r"RBA *=? *[0-9A-F]+|(?:RESTARTED|TAKEN) +[\d:]+(?: +[A-Z]{3} +\d\d?, \d{4})?",
            "places in the log and times",
        ),
        (
            r"^ *V4\d\d-.*|APPLICATION NAME=.*|^ *(?:::FFFF:)?\d+(?:\.\d+){3}(?::\d+)?\s*$",
            "whose a thread is",
        ),
    ),
    metrics=(
        Metric("db2_subsystem", "setting.MAXDBAT", "DSNL090I: MDBAT"),
        Metric("db2_subsystem", "printed.*", "DSNL090I to DSNL106I; threads by status; log"),
    ),
    page=Page(
        reads="-DISPLAY DDF (DETAIL): threads allowed, active, pooled and queued; -DISPLAY THREAD: "
        "how many threads of each status are shown; -DISPLAY LOG: how full it is, what is "
        "to be offloaded and how often checkpoints are taken.",
        releases="Db2 9 to 13",
        verified="messages and labels against IBM, Db2 Messages (DSNL080I to DSNL106I, DSNV401I, "
        "DSNJ370I) and published displays",
        unread="names of clients and statements",
    ),
)
