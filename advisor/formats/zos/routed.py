"""Which system answers a display command: what a log, ROUTE or a console says in front of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.reader import Collector, Line, Segment

NAME = r"[A-Z@#$][A-Z0-9@#$]{0,7}"
ROUTED = re.compile(rf"^\s*(?:RESPONSE=|SYSNAME\s+RESPONSE\s+)({NAME})\s*$")
"""The line above an answer that says whose it is."""


def in_front(messages: str) -> re.Pattern[str]:
    """The system's name in front of one of some messages, as a log of several systems has it."""
    return re.compile(rf"^\s*({NAME})\s+(?:{messages})\b")


def remembers(segment: Segment) -> bool:
    """Whether the segment is but the line above an answer, which is kept for it."""
    match = ROUTED.match(segment[0].content)
    if match is not None:
        segment.memory["routed"] = (segment[0].number, match[1])
    return match is not None


def answering(segment: Segment, answers: re.Pattern[str]) -> str:
    """The system: in front of the answer (first group of ``answers``), in the columns of the log,
    on the line above, or in what the log said before; nothing where none is named.
    """
    first = segment[0]
    if match := answers.match(first.content):
        return match[1]
    if first.log is not None and first.log.system:
        return first.log.system
    number, name = segment.memory.get("routed", (0, ""))
    if name and first.number - number <= 1:
        return str(name)
    return segment.shared.get("system", "")


def ended_on(line: Line, segment: Segment, out: Collector) -> str:
    """The subject of the system that a job ended on; the file's where nothing names one."""
    return out.system(segment.system_of(line), line)


def answer_below(contents: Sequence[str], index: int) -> str:
    """The line an answer begins on: the one itself, or the one below that says whose it is."""
    at = index + 1 if ROUTED.match(contents[index]) else index
    return contents[at] if at < len(contents) else ""
