"""What a nucleus answers an operator: DSTAT, DRES, DPARM and the displays of its queues.

Commands and messages: Adabas, Operations (operator commands) and Messages and Codes (ADAN06 to
ADAN41). Forms by answers of a nucleus of 2011 to 2018 in a public repository, of which a terminal
of 80 columns has cut the right side off.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from advisor.formats.adabas.adarun import observe_parameters
from advisor.formats.adabas.displays import METRICS, POOLS, figures, related, subject_of
from advisor.observations import Interval
from advisor.reading.layout.cells import number, stamp
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 200
"""Columns looked at: console lines are narrower."""

_READ = ("DSTAT", "DRES", "DPARM")
_KNOWN = ("DAUQ", "DCQ", "DFILES", "DFILUSE", "DHQ", "DHQA", "DLOCKF", "DNC", "DNFV", "DNH", "DNU",
          "DONLSTAT", "DPPT", "DTH", "DUQ", "DUQA", "DUUQE")  # fmt: skip
"""Of which nothing is kept: the elements of queues, threads and files at one moment."""

_COMMAND = re.compile(rf"(?:,|\bOPERCOM\s+)({'|'.join((*_READ, *_KNOWN))})(?=[\s=]|$)")
_DONE = re.compile(r"\bFunction completed\b", re.IGNORECASE)
_MESSAGE = re.compile(
    r"\bADAN\w\w\s+(\d{3,5})\s+(?:(\d{1,5})\s+)?(\d{4}-\d\d-\d\d)\s+(\d\d:\d\d:\d\d)\s*"
)
_ECHO = re.compile(r"^\s*\+\s+")
_PAIR = re.compile(r"(?<![A-Z0-9])([A-Z][A-Z0-9]{1,31})=([^,\s=()]+)(?=,|\s|$)")
_IO = re.compile(r"^(Read|Write) I/Os? +A=(\d+),D=(\d+),W=(\d+)(?=\s|$)", re.IGNORECASE)
_COUNTS = (
    ("commands", "commands", re.compile(r"\bNr\. of commands=(\d+)(?=,|\s|$)", re.IGNORECASE)),
    ("format_translations", "", re.compile(r"\bNr\. of Fmt-Tran\.=(\d+)(?=,|\s|$)", re.IGNORECASE)),
    ("format_overwrites", "", re.compile(r"\bNr\. of Fmt-Ovwr\.=(\d+)(?=,|\s|$)", re.IGNORECASE)),
    ("buffer_efficiency", "", re.compile(r"\bBuffer efficiency=(\d+\.\d+)(?=,|\s|$)", re.I)),
)
_POOL = re.compile(r"^([A-Z]{2,4}) *-Pool +(\d+)(?=\s)", re.IGNORECASE)
_OF_ANSWERS = POOLS | {"FI": "LFP", "TBS": "LQ", "WORK": "LWP"}
"""As DRES calls them: their sizes are those that DPARM shows for these parameters."""


def parse(segment: Segment, out: Collector) -> None:
    """Answer by answer, each from the echoed command to its end or to another command."""
    asked, answer = "", [segment[0]]
    for line in segment:
        match = _COMMAND.search(line.content)
        if match is not None:
            _answer(asked, answer, segment, out)
            asked, answer = match[1], []
        answer.append(line)
        if _DONE.search(line.content):
            _answer(asked, answer, segment, out)
            asked, answer = "", []
    _answer(asked, answer, segment, out)


def _answer(asked: str, lines: Sequence[Line], segment: Segment, out: Collector) -> None:
    """One answer, of which the first line is the command's echo."""
    if not asked:
        return
    if asked not in _READ:
        for line in lines:
            out.left_out(line)
        return
    memory: dict[str, Any] = {}
    before = len(out.observations)
    edge = _edge(lines)
    pairs: list[tuple[str, str, Line]] = []
    for line in lines[1:]:
        text = line.content[:WIDE]
        if match := _MESSAGE.search(text):
            memory.setdefault("dbid", match[1])
            memory.setdefault("nucid", match[2])
            memory["interval"] = Interval(end=stamp(match[3], match[4]))
            text = text[match.end() :]
        if _DONE.search(text):
            break
        if asked == "DPARM":
            found = [(one[1], one[2], line) for one in _PAIR.finditer(text)]
            if found and len(line.text.rstrip()) >= edge and text.rstrip().endswith(found[-1][1]):
                out.say_once(
                    "{file}, line {number}: this line fills the width of a terminal, and its last "
                    "figure, which may lack digits, was not read: send the log in its full width.",
                    line,
                )
                found.pop()
            pairs += found
        elif not _counts(text, line, segment, memory, out):
            figures(text, line, subject_of(segment, memory), memory, out)
    if pairs:
        named = [("DBID", memory["dbid"], pairs[0][2])] if "dbid" in memory else []
        if memory.get("nucid"):
            named.append(("NUCID", memory["nucid"], pairs[0][2]))
        observe_parameters([*named, *pairs], segment, out)
    if len(out.observations) == before:
        out.say(
            "{file}, line {number}: the answer to {asked} has no figure that "
            "is known from the documentation: send the statistics that the "
            "nucleus prints at its end or on ADADBS REFRESHSTATS.",
            lines[0],
            asked=asked,
        )


def _edge(lines: Sequence[Line]) -> int:
    """How long a line is that may lack its end: that of a terminal, and as long as others are."""
    lengths = [len(line.text.rstrip()) for line in lines]
    longest = max(lengths)
    return longest if longest in (79, 80) or lengths.count(longest) > 1 else longest + 1


def _counts(
    text: str, line: Line, segment: Segment, memory: dict[str, Any], out: Collector
) -> bool:
    """What DSTAT and DRES say in the words of their messages; whether there was some."""
    found: list[tuple[str, str, str]] = []
    text = _ECHO.sub("", text).strip()
    if match := _IO.match(text):
        what = f"{match[1].lower()}s"
        found = [
            (f"{name}_{what}", "I/Os", raw)
            for name, raw in zip(("asso", "data", "work"), match.groups()[1:], strict=True)
        ]
    elif match := _POOL.match(text):
        if name := _OF_ANSWERS.get(match[1].upper()):
            found = [(f"pool_size.{name}", "bytes", match[2])]
        out.left_out(line)
    else:
        found = [(name, unit, m[1]) for name, unit, form in _COUNTS if (m := form.search(text))]
    subject = subject_of(segment, memory)
    if not found or not subject:
        return False
    related(subject, line, memory, out)
    interval = memory.get("interval", Interval())
    for metric, unit, raw in found:
        out.observe(subject, metric, number(raw), unit, line, raw, interval)
    return True


def _is_answered(contents: Sequence[str], index: int) -> bool:
    """A command echoed on a console or in a job, followed by what an Adabas nucleus says."""
    if _COMMAND.search(contents[index]) is None:
        return False
    return any("ADAN" in text or "ADABAS" in text for text in contents[index : index + 6])


READER = Reader(
    id="adabas-operator",
    title="Adabas operator displays",
    subsystem="Adabas",
    anchors=(
        *(f",{command}" for command in (*_READ, *_KNOWN)),
        *(f"OPERCOM {command}" for command in (*_READ, *_KNOWN)),
    ),
    confirm=_is_answered,
    where="inline",
    inline_lines=60,
    merges=True,
    parse=parse,
    ignores=(
        (r"\bADAN\w\w +\d{3,5}(?: +\d{1,5})?(?= +\d{4}-)", "message, database and nucleus"),
        (r"ADAN41 .*", "the end of an answer"),
        (r"\bThread\d+=\d+ commands|\bTHN=\d+,ST=.*", "threads"),
        (r"\bFNR=\d+ .*|\bFiles=\d+.*", "files in use"),
        (r"\bNumber of (?:posted )?[A-Z]QEs = \d+", "elements of queues"),
        (r"\bUser=[0-9A-F]+,JN=.*|,TID=.*|\bTY= ?\w+,LA=\d+ S", "users"),
        (r"\b(?:PPT|Number of entries:|Nucleus indicator:|NUCID:|Entry ID:|Dataset=).*",
         "the table of participants"),
        (r"\b(?:UQF) *-Pool .*", "the pool of the files of users"),
    ),
    metrics=(
        *METRICS,
        Metric("adabas_nucleus", "setting.*", "parameters that DPARM shows"),
    ),
    page=Page(
        reads="What a nucleus answers DSTAT, DRES and DPARM, from the echoed command on: reads "
        "and writes by container, commands, format translations, buffer efficiency and the like "
        "behind their labels; the size of each pool, and its highest use where a percentage "
        "agrees with it; the parameters in effect. What touches the right edge of a terminal is "
        "not read, as it may lack digits. An answer in which none of that stands is said.",
        releases="Adabas 7.4 to 8.5",
        verified="commands, resources and the head of messages against Adabas Operations and "
        "Messages and Codes; the answers to DPARM, DRES and DSTAT against real ones of 80 columns "
        "in a public repository",
        unread="current use of pools, the queues' elements, threads, files",
    ),
)  # fmt: skip
