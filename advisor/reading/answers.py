"""Answers of several lines in a log: the lines of two stand among each other.

IBM, z/OS MVS System Messages: a message of several lines ends its first with
a number of three digits, the connect id, and the other lines begin with it (in SYSLOG behind blank
columns). Which message a line belongs to is told by it, not by what stands above.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from advisor.reading.commas import Commas
from advisor.reading.layout.outline import outlines
from advisor.reading.reader import Line, LogPrefix
from advisor.reading.repairs.points import may_show
from advisor.reading.repairs.prefixes import LOGS

Others = Callable[[int], bool] | None
"""Whether the line of this place is of another job than the one that an answer is of."""


class Answers:
    """The lines of a block as answers are shown them: one that stands in several is made once.

    ``log`` gives the columns of a log in front of a line, ``number`` its number in the file.
    """

    def __init__(
        self, texts: Sequence[str], contents: list[str], first: int, commas: Commas,
        log: Callable[[int], LogPrefix | None], number: Callable[[int], int],
    ) -> None:  # fmt: skip
        self._texts, self._contents, self._first = texts, contents, first
        self._commas, self._log, self._number = commas, log, number
        self._made: list[Line | None] = [None] * len(texts)

    @cached_property
    def _pointed(self) -> bool:
        """Whether points may stand between thousands in some line."""
        return may_show(self._contents)

    def lines(self, start: int, end: int, widest: int, others: Others = None) -> list[Line]:
        """The lines of an answer that stand in the block, without those of ``others``."""
        end = min(end, len(self._texts))
        wanted: Sequence[int] = range(start, end)
        if others is not None:
            first = self._first
            wanted = [at for at in wanted if not others(first + at)]
        if self._commas.points or self._pointed:
            first = self._first + start
            shown = self._commas.grouped(self._contents[start:end], first)
            return [self._line(at, shown[at - start][:widest], "") for at in wanted]
        made, contents = self._made, self._contents
        new = [at for at in wanted if made[at] is None]
        for at, shape in zip(new, outlines([contents[at] for at in new]), strict=True):
            made[at] = self._line(at, contents[at], shape)
        return [
            line
            if len(line.content) <= widest
            else replace(line, content=line.content[:widest], shape="")
            for line in [made[at] for at in wanted]
            if line is not None
        ]

    def _line(self, at: int, content: str, shape: str) -> Line:
        place = self._first + at
        return Line(self._number(place), self._texts[at], content, self._log(place), shape=shape)


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
