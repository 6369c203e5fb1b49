"""What became of every number on the pages that a reader recognised.

Each number of such a page is *taken* (a figure, a setting or a relation quotes it), *ignored* by a
declaration (a date, a page number, or what the reader says it leaves out, :attr:`.Reader.ignores`)
or *not read*, and then listed with its line. Readers do no book-keeping: what they quote of a line
(``raw``, or the value as printed) is looked for on it.

A number is a run of digits that is no part of a word: neither of a name (``SYS1``, ``V2R4``) nor of
a hexadecimal address. Commas, points and a unit at its end belong to it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from advisor.observations import FileReading, NumbersRead, Observation
from model.language import Name, say

Ignores = tuple[tuple[str, str], ...]
"""Patterns of what a reader leaves out on purpose, and what they stand for."""

Beside = tuple[tuple[str, int, str], ...]
"""Patterns of rows, how many numbers they hold besides those that are read, and what these are.

They count only on a line of which something was read: a row that gives less than it used to is
listed, and so is one of which nothing is taken."""


class Printed(Protocol):
    """A line: its number in the file, and its content."""

    number: int
    content: str


_START = r"[0-9.](?<![\w#@$][\d.])(?<![\w#@$]\.\d)(?<![A-Za-z_#@$]-\d)(?:(?<=\d)|(?=\d))"
_UNIT = r"(?:%|[KMGTkmgt]?[Bb]|[KMGTkmgt]|[Mmu]?[Ss])?(?![\w#@$])"
_CLOCK = r"\d*(?::\d\d)+(?:[.,]\d+)?"
_PLAIN = r"\d*(?:\.\d+)*"
_COMMAS = r"\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![.,]?\d)|\d*,\d+(?![.,]?\d)"

TOKEN = re.compile(rf"{_START}(?:\d*(?![:,\d])(?:\.\d+)*|{_CLOCK}|{_COMMAS}|{_PLAIN}){_UNIT}")
"""A number, without its sign."""

CELL = re.compile(rf"{_START}(?:{_CLOCK}|{_PLAIN}){_UNIT}")
"""The same on a line whose cells commas separate."""

_MONTH = r"(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]*"
DATES = re.compile(
    r"[0-9](?:\d{3}[-/.]\d\d[-/.]\d\d(?:[T ,-]+\d\d[:.]\d\d(?:[:.]\d\d(?:[.,]\d+)?)?)?"
    r"|\d?[/.-]\d\d?[/.-]\d{2,4}\b(?:[ ,-]+\d\d?[:.]\d\d[:.]\d\d(?:[.,]\d+)?)?"
    r"|(?:(?<=1)9|(?<=2)0)\d\d[. ]\d{3}\b(?: +\d?\d:\d\d:\d\d)?|\d\.\d{3} +\d\d:\d\d:\d\d"
    rf"|\d? {_MONTH} \d{{2,4}}\b)"
)
AROUND = re.compile(
    r"(?:TIME|AT|START|END|FROM|TO|SINCE)[ :=.]+\d\d?[:.]\d\d(?:[:.]\d\d(?:[.,]\d+)?)?"
    rf"|{_MONTH} \d\d?, \d{{4}}\b"
    r"|PAGE[ :#]*\d[\d,]*(?:-\d+)?|LINE \d+(?:-\d+)? (?:OF \d+|\(\d+\))|^1(?= +[A-Z])"
)
"""What every report prints around its figures: dates, times and pages, in capitals."""

_DATE_CELL = re.compile(
    rf"[:/-]|\..*\.|^(?:19|20)\d\d(?:\.\d{{3}}\b|$)|^{_MONTH}$|PAGE|LINE$"
    r"|(?:TIME|AT|START|END|FROM|TO|SINCE)(?:[:=.]*$|[:=.]+\d)"
)
"""Every date and all of :data:`AROUND` have such a piece, between blanks, in capitals."""

MOST_LINES = 2_000
"""Lines of a file whose unread numbers are listed; those of further lines are only counted."""

WORTH_JUDGING = 12
"""Numbers that a page has before it is asked for its essential figures."""

UNSEEN, READ, PARTLY = 0, 1, 2


@dataclass(slots=True)
class Page:
    """What became of the numbers of one page."""

    taken: int = 0
    ignored: int = 0
    unread: int = 0

    @property
    def numbers(self) -> int:
        """All numbers of the page."""
        return self.taken + self.ignored + self.unread


@dataclass(slots=True)
class Ledger:
    """The book of one file's lines or records, and of the numbers on them."""

    book: bytearray = field(default_factory=lambda: bytearray(1024))
    left: dict[int, list[str]] = field(default_factory=dict)
    """By line: numbers that nobody has taken so far."""
    unlisted: int = 0
    """Numbers not read on lines that are beyond what is listed."""
    taken: int = 0
    ignored: int = 0

    def note(self, number: int, state: int = READ) -> None:
        """Enter one line or record."""
        book = self.book
        if number >= len(book):
            book.extend(bytes(max(number + 1, 2 * len(book)) - len(book)))
        book[number] = state

    def note_all(self, numbers: Sequence[int]) -> None:
        """Enter many as read, given in ascending order."""
        if not numbers:
            return
        self.note(numbers[-1])  # makes room
        book = self.book
        if isinstance(numbers, range) and numbers.step == 1:
            book[numbers.start : numbers.stop] = b"\1" * len(numbers)
            return
        for number in numbers:
            book[number] = READ

    def is_read(self, number: int) -> bool:
        """Whether anything was read of a line."""
        return number < len(self.book) and self.book[number] != UNSEEN

    def settle(
        self,
        ignores: Ignores,
        lines: Sequence[Printed],
        given: Sequence[Observation],
        beside: Beside = (),
        left_out: Collection[int] = (),
        inline: bool = False,
    ) -> Page:
        """Account for a page: ``given`` is what its reader made of it, ``ignores`` what not, and
        ``beside`` what it leaves out of the rows it reads; of the lines ``left_out`` it knows by
        their table that the rest says nothing.

        A line is read when something was taken of it, or when it has no number that is not ignored
        and stands above a line that was read: titles, headings and rulers. What follows the last
        line that was read is no part of the page; the numbers on it are listed all the same, but
        where messages stand in a log (``inline``) and others follow.
        """
        page = Page()
        own: dict[int, list[Observation]] = {}
        for item in given:
            own.setdefault(item.line, []).append(item)
        known = _compiled(tuple(pattern for pattern, _ in ignores)) if ignores else None
        rows = [(_title(pattern), most) for pattern, most, _ in beside]
        states: list[tuple[int, int]] = []
        rest: list[tuple[int, int, list[str]]] = []
        last = -1
        for index, line in enumerate(lines):
            content, number = line.content, line.number
            mine = own.pop(number, None) if own else None
            numbers, dated = numbers_of(content)
            if not numbers:
                if mine:
                    last = index
                states.append((number, READ))
                continue
            kept = remaining(numbers, mine) if mine else numbers
            if number in left_out:
                page.taken += len(numbers) - len(kept)
                page.ignored += len(kept)
                states.append((number, READ))
                last = index
                continue
            count, taken = len(numbers), len(numbers) - len(kept)
            page.taken += taken
            if kept and (dated or known is not None):
                left = _left_over(content, known, dated)
                if left is not content:
                    others, _ = numbers_of(left)
                    if len(others) < count:
                        kept = remaining(others, mine) if mine else others
            if kept and mine:
                for pattern, most in rows:
                    if len(kept) <= most and pattern.search(content):
                        kept = []
                        break
            if kept:
                rest.append((index, number, kept))
            elif self.left:
                self.left.pop(number, None)
            if count > taken + len(kept):
                page.ignored += count - taken - len(kept)
            if mine or not kept:
                last = index
                states.append((number, PARTLY if kept else READ))
            else:
                states.append((number, UNSEEN))
        if known is not None:
            for index in range(len(states) - 1, last, -1):
                if states[index][1] and known.seen(lines[index].content):
                    last = index  # a title or an end that the reader knows
                    break
        for index, number, kept in rest:
            if index <= last or not inline:
                page.unread += len(kept)
                self._leave(number, kept)
        for number, state in states[: last + 1]:
            if state:
                self.note(number, state)
        for number, items in own.items():
            self.late(number, items)
        self.taken += page.taken
        self.ignored += page.ignored
        return page

    def late(self, number: int, items: Iterable[Observation]) -> None:
        """Enter what was made of a line of an earlier page: a sum that ends with the file."""
        left = self.left.pop(number, None)
        if left is None:
            if not self.is_read(number):
                self.note(number)
            return
        kept = remaining(left, items)
        self.taken += len(left) - len(kept)
        if kept:
            self.left[number] = kept
        self.note(number, PARTLY if kept else READ)

    def _leave(self, number: int, numbers: list[str]) -> None:
        if len(self.left) < MOST_LINES:
            self.left[number] = numbers
        else:
            self.unlisted += len(numbers)

    def ranges(self, lines: int) -> tuple[tuple[int, int], ...]:
        """Inclusive ranges of lines 1 to ``lines`` of which nothing was read."""
        if lines + 1 > len(self.book):
            self.book.extend(bytes(lines + 1 - len(self.book)))
        book = bytes(self.book).replace(b"\2", b"\1")
        found, at = [], 1
        while at <= lines:
            first = book.find(0, at, lines + 1)
            if first < 0:
                break
            after = book.find(1, first, lines + 1)
            after = lines + 1 if after < 0 else after
            found.append((first, after - 1))
            at = after
        return tuple(found)

    def numbers(self) -> NumbersRead:
        """The account of the whole file."""
        listed = tuple((line, tuple(self.left[line])) for line in sorted(self.left))
        unread = self.unlisted + sum(map(len, self.left.values()))
        return NumbersRead(self.taken, self.ignored, unread, listed)

    def moved(self, firsts: Sequence[int], lines: int) -> Ledger:
        """The same book of a file in which line ``i + 1`` begins at line ``firsts[i]``.

        Its last line is before the first of the next; ``lines`` is how many the file has.
        """
        ends = [*(number - 1 for number in firsts[1:]), lines]
        other = Ledger(bytearray(lines + 2), {}, self.unlisted, self.taken, self.ignored)
        for index, (first, last) in enumerate(zip(firsts, ends, strict=True)):
            if self.is_read(index + 1):
                for number in range(first, last + 1):
                    other.note(number, self.book[index + 1])
        for number, numbers in self.left.items():
            if 0 < number <= len(firsts):
                other.left[firsts[number - 1]] = numbers
        return other

    def without(self, unread: Iterable[int], lines: int) -> Ledger:
        """The same book with some lines as not read."""
        other = Ledger(
            bytearray(self.book.ljust(lines + 2, b"\0")), dict(self.left), self.unlisted,
            self.taken, self.ignored,
        )  # fmt: skip
        for number in unread:
            other.book[number] = UNSEEN
        return other


def remaining(numbers: Sequence[str], given: Iterable[Observation]) -> list[str]:
    """Of the numbers printed on a line those that no figure quotes; each quote takes one."""
    kept = list(numbers)
    odd: list[str] = []
    for item in given:
        raw = item.raw.lstrip("+-")
        if raw in kept:
            kept.remove(raw)
        else:
            odd.append(f"{item.raw} {item.value} {item.subject} {item.metric}")
        if not kept:
            return kept
    if odd and kept:
        plain = [_digits(token) for token in kept]
        for text in odd:
            for token in _DIGITS.findall(text):
                digits = _digits(token)
                if digits in plain:
                    place = plain.index(digits)
                    del plain[place], kept[place]
    return kept


_NO_DIGITS = str.maketrans(dict.fromkeys("+-.,:%KMGTBSkmgtbsu"))
_DIGITS = re.compile(r"\d[\d.,]*")


def _digits(token: str) -> str:
    return token.translate(_NO_DIGITS).lstrip("0") or "0"


def numbers_of(content: str) -> tuple[list[str], bool]:
    """The numbers of a line, and whether some of it may be a date, a time or a page number.

    No number has a blank in it, and the same cells stand on page after page: each is looked at
    once.
    """
    commas = "," in content and content.count(",") > max(5, content.count(" "))
    seen = _SEEN[commas]
    get = seen.get
    numbers: list[str] = []
    dated = content[:1] == "1"
    for cell in content.split():
        found = get(cell)
        if found is None:
            found = _look_at(cell, CELL if commas else TOKEN)
            if len(seen) >= MOST_CELLS:
                seen.clear()
            if len(cell) <= LONGEST_CELL:
                seen[cell] = found
        if found is _NOTHING:
            continue
        numbers += found[0]
        if found[1]:
            dated = True
    return numbers, dated


MOST_CELLS, LONGEST_CELL = 1 << 16, 64
_NOTHING: tuple[tuple[str, ...], bool] = ((), False)
_SEEN: tuple[dict[str, tuple[tuple[str, ...], bool]], ...] = ({}, {})


def _look_at(cell: str, token: re.Pattern[str]) -> tuple[tuple[str, ...], bool]:
    found = tuple(token.findall(cell)), _DATE_CELL.search(cell.upper()) is not None
    return _NOTHING if found == _NOTHING else found


def _left_over(content: str, known: Known | None, dated: bool) -> str:
    """A line without dates, pages and what its reader leaves out on purpose."""
    if known is not None:
        content = known.without(content)
    if dated:
        content = AROUND.sub(" | ", DATES.sub(" | ", content).upper())
    return content


class Known:
    """What a reader leaves out, as patterns that are tried once a line where they can be."""

    def __init__(self, patterns: Sequence[str]) -> None:
        # A line is searched for those that may stand anywhere, and only begun with the others.
        opening = [pattern for pattern in patterns if _opens(pattern)]
        anywhere = [pattern for pattern in patterns if not _opens(pattern)]
        self._opening = _one_of(opening) if opening else None
        self._anywhere = _one_of(anywhere) if anywhere else None
        words = [_first_word(part) for pattern in anywhere for part in _alternatives(pattern)]
        self._words = () if "" in words else tuple(dict.fromkeys(words))

    def without(self, content: str) -> str:
        """The line without them."""
        if self._opening is not None and (match := self._opening.match(content)):
            content = " | " + content[match.end() :]
        if self._anywhere is None:
            return content
        if self._words:
            capitals = content.upper()
            for word in self._words:
                if word in capitals:
                    break
            else:
                return content
        if self._anywhere.search(content):
            content = self._anywhere.sub(" | ", content)
        return content

    def seen(self, content: str) -> bool:
        """Whether one of them stands on the line."""
        return self.without(content) is not content


def _opens(pattern: str) -> bool:
    """Whether each alternative of a pattern stands at the beginning of the line."""
    return all(part.startswith("^") for part in _alternatives(pattern))


def _alternatives(pattern: str) -> list[str]:
    """A pattern's alternatives, what stands in parentheses and brackets as a point."""
    flat = re.sub(r"\[[^\]]*\]|\\[()|]", ".", pattern)
    while (inner := re.sub(r"\([^()]*\)", ".", flat)) != flat:
        flat = inner
    return flat.split("|")


def _first_word(pattern: str) -> str:
    """The letters, in capitals, that a pattern begins with; empty where there are too few."""
    match = re.match(r"(?:\\b)?([A-Za-z/ ]{3,})(?![A-Za-z/ ?*{])", pattern)
    return match[1].strip().upper() if match else ""


def _one_of(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


@lru_cache(maxsize=512)
def _compiled(patterns: tuple[str, ...]) -> Known:
    return Known(patterns)


@lru_cache(maxsize=512)
def _title(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def missing(
    essential: Sequence[tuple[str, tuple[str, ...]]],
    lines: Sequence[Printed],
    given: Iterable[Observation],
) -> tuple[str, ...]:
    """Figures of which a page so titled gives at least one, where it gives none."""
    if not essential:
        return ()
    has = {item.metric.partition(".")[0] for item in given}
    for title, figures in essential:
        pattern = _title(title)
        if has.isdisjoint(figures) and any(pattern.search(line.content) for line in lines):
            return figures
    return ()


def numbers_sentence(reading: FileReading) -> str:
    """What became of the numbers of a file, in one sentence; empty where none was left."""
    numbers = reading.numbers
    if not numbers.unread:
        return ""
    whole = numbers.taken + numbers.ignored + numbers.unread
    first = numbers.listed[0][0] if numbers.listed else 0
    return say(
        "{file}: {unread:,} of {whole:,} numbers on recognised pages "
        "were not read, the first in line {first:,}; {ignored:,} are "
        "dates, page numbers and what the readers leave out on purpose.",
        file=Name(reading.file),
        unread=numbers.unread,
        whole=whole,
        first=first,
        ignored=numbers.ignored,
    )
