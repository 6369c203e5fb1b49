"""What nobody accounts for of the numbers of a text: none, whatever became of its lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from advisor.observations import FileReading, NumbersRead
from advisor.reading.accounting import Ledger
from advisor.reading.numbers import numbers_of


@contextmanager
def books() -> Iterator[list[Ledger]]:
    """The books of the files that are read inside."""
    kept: list[Ledger] = []
    numbers = Ledger.numbers

    def spy(self: Ledger) -> NumbersRead:
        kept.append(self)
        return numbers(self)

    Ledger.numbers = spy  # type: ignore[method-assign]
    try:
        yield kept
    finally:
        Ledger.numbers = numbers  # type: ignore[method-assign]


def unaccounted(data: bytes, readings: tuple[FileReading, ...], kept: list[Ledger]) -> list[int]:
    """Lines of a text with numbers that are neither taken, nor ignored, nor listed, and that are
    not listed as a whole. Nothing is said of what is no text, or was taken apart before.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return []
    lines = text.replace("\r\n", "\n").split("\n")
    if len(readings) != 1 or len(kept) != 1 or "\0" in text:
        return []
    if " shown as " in readings[0].encoding:
        return []  # what looks like digits there is none of the text that was read
    (reading,), (book,) = readings, kept
    if reading.refused or reading.lines not in (len(lines), len(lines) - 1) or not book.counted:
        return []
    unread = {n for first, last in reading.unread for n in range(first, last + 1)}
    found = []
    for number, line in enumerate(lines, 1):
        told = book.counted.get(number)
        known = told.taken + told.ignored + len(told.left) if told else 0
        listed = told is None or not told.left or number in book.left or book.unlisted
        if number not in unread and (known < len(numbers_of(line)[0]) or not listed):
            found.append(number)
    return found
