"""Answers of several lines in a log: the lines of two stand among each other.

IBM, z/OS MVS System Messages: a message of several lines ends its first with
a number of three digits, the connect id, and the other lines begin with it (in SYSLOG behind blank
columns). Which message a line belongs to is told by it, not by what stands above.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.repairs.prefixes import LOGS

_TAIL = re.compile(r"\s(\d{3})\s*$")
_MORE = re.compile(r"(?:[01-](?=\s))?\s{0,24}(\d{3})(?:\s|$)")
_SYSLOG_HEAD = re.compile(r"[\s01-]?M")
_SYSLOG_MORE = re.compile(r"[\s01-]?[DEL][ RICUA]?\s{20,}(\d{3})(?:\s|$)")
_SYSLOG_REST = re.compile(r"[\s01-]?S[ RICUA]?\s{6,}")

MOST_APART = 500
"""Lines between two of one answer; connect ids begin anew after a thousand of them."""


def together(texts: Sequence[str], log: str) -> list[int] | None:
    """Indexes of a log's lines in an order in which no answer is interrupted; ``None`` where none
    is.
    """
    head, syslog = LOGS[log].match, log == "SYSLOG"
    more = (_SYSLOG_MORE if syslog else _MORE).match
    if not any(map(more, texts)):
        return None
    groups: list[list[int]] = []
    open_: dict[str, list[int]] = {}
    moved = False
    for index, text in enumerate(texts):
        if head(text):
            groups.append([index])
            tail = _TAIL.search(text[-8:])
            if tail is not None and (not syslog or _SYSLOG_HEAD.match(text)):
                before = open_.get(tail[1])
                if before is None or len(before) == 1 or index - before[-1] > MOST_APART:
                    open_[tail[1]] = groups[-1]
        elif (found := more(text)) is not None:
            group = open_.get(found[1])
            if group is None or index - group[-1] > MOST_APART:
                groups.append([index])
            else:
                moved = moved or group[-1] != index - 1
                group.append(index)
        elif groups and (not text.strip() or (syslog and _SYSLOG_REST.match(text))):
            last = index - 1  # goes on with the line above, wherever that is
            next(group for group in reversed(groups) if group[-1] == last).append(index)
        else:
            groups.append([index])
            open_.clear()
    return [index for group in groups for index in group] if moved else None
