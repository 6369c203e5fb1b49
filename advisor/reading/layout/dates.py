"""Which comes first in the dates of a file, the month or the day.

``03/04/2015`` says it not, and what prints it follows an option of the site (CICS: DATFORM). A
single date with a day beyond the 12th says it for all that the same product has printed into the
file. RMF has no such option: its reports begin with the month.
"""

from __future__ import annotations

import re
from contextvars import ContextVar

from advisor.reading.reader import Collector, Reader
from model.language import Name, say

_SLASHED = re.compile(r"\s*(\d{1,2})/(\d{1,2})/(?:\d{4}|\d{2})[\s,]*")


class DayFirst(Exception):
    """Dates further on show that those of these products begin with the day: read them again."""

    def __init__(self, products: frozenset[str]) -> None:
        super().__init__()
        self.products = products


class Dates:
    """The dates of one file while it is read: a context manager."""

    def __init__(self, day_first: frozenset[str] = frozenset()) -> None:
        self._day_first = day_first
        self._product = ""
        self._proven: dict[bool, set[str]] = {True: set(), False: set()}  # by day first
        self._doubtful: dict[str, dict[str, None]] = {}

    def __enter__(self) -> Dates:
        self._token = _NOW.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _NOW.reset(self._token)

    def printed_by(self, reader: Reader) -> None:
        """What is read now is what this reader reads."""
        fixed = reader.id.startswith("rmf-") and not reader.id.endswith("-csv")
        self._product = "" if fixed else reader.subsystem

    def day_first(self, text: str) -> bool:
        """Whether a date begins with the day, as far as the file has shown it."""
        match = _SLASHED.fullmatch(text)
        if match is None or not self._product:
            return False
        first, second = int(match[1]), int(match[2])
        if (first > 12) != (second > 12):
            self._proven[first > 12].add(self._product)
        elif first != second:
            self._doubtful.setdefault(self._product, {})[text.strip(" ,")] = None
        return self._product in self._day_first

    def settle(self, out: Collector) -> None:
        """The file has been read: is it to be read again, or is there a doubt to be said?

        Raises
        ------
        DayFirst: it was read in the wrong order.
        """
        shown = self._proven[True] - self._proven[False] - self._day_first
        if wrong := frozenset(shown & self._doubtful.keys()):
            raise DayFirst(wrong | self._day_first)
        settled = self._proven[True] ^ self._proven[False]
        for product, dates in self._doubtful.items():
            if product not in settled and len(dates) > 1:
                one, other, *_ = dates
                file = out.file
                out.problem(
                    0,
                    say(
                        "{file} has dates such as {one} and {other} that may begin with the month "
                        "or with the day, and nothing in it says which: they were read with the "
                        "month first; print the report again with the year first (CICS: DATFORM), "
                        "or with a day after the 12th in the same file.",
                        file=Name(file),
                        one=one,
                        other=other,
                    ),
                )


_NOW: ContextVar[Dates | None] = ContextVar("dates", default=None)


def printed_by(reader: Reader) -> None:
    """What is read from now on is what this reader reads."""
    now = _NOW.get()
    if now is not None:
        now.printed_by(reader)


def begins_with_day(text: str) -> bool:
    """Whether a date of the file that is being read begins with the day."""
    now = _NOW.get()
    return now is not None and now.day_first(text)
