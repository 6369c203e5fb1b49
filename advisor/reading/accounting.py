"""What became of every number on the pages that a reader recognised.

Each number of such a page is *taken* (a figure, a setting or a relation quotes it), *ignored* by a
declaration (a date, a page number, a log's or an editor's columns around the text, or what the
reader says it leaves out, :attr:`.Reader.ignores`) or *not read*, and then listed with its line.
Readers do no book-keeping: what they quote of a line (``raw``, or the value as printed) is looked
for on it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple

from advisor.observations import FileReading, NumbersRead, Observation
from advisor.reading.layout.outline import outline, outlines
from advisor.reading.not_shown import NO_DIGITS, Printed, not_shown
from advisor.reading.numbers import (
    Outlined,
    Sight,
    compiled,
    numbers_of,
    sight,
)
from model.language import Name, counted, say
from resources import resource

MOST_LINES = 2_000
"""Lines of a file whose unread numbers are listed; those of further lines are only counted."""

MOST_COUNTED, MOST_KEPT = 20_000, 200_000
"""Lines of which it is known what was counted of them, those of several blocks, and how many of
their numbers are kept: wide lines hold hundreds."""

WORTH_JUDGING = 12
"""Numbers that a page has before it is asked for its essential figures."""

UNSEEN, READ, PARTLY = 0, 1, 2

KEPT_FOR_LATER = 1_000
"""Lines before a page that readers of messages may still be waiting for."""


class _Told(NamedTuple):
    """What became of the numbers of one line: how many were taken and ignored, and the others."""

    taken: int = 0
    ignored: int = 0
    left: tuple[str, ...] = ()
    listed: bool = False
    """Whether the others are listed or counted as not read; if not, the line as a whole may be."""


_NOTHING_TOLD = _Told()
_NONE: Sequence[str] = ()


@lru_cache(maxsize=1 << 12)
def _all_told(taken: int, ignored: int) -> _Told:
    """Of most lines all numbers are one or the other, and many have as many as each other."""
    return _Told(taken, ignored)


@dataclass(slots=True)
class Page:
    """What became of the numbers of one page."""

    taken: int = 0
    ignored: int = 0
    unread: int = 0
    known: int = 0
    """Those of the ignored on lines of which the reader itself said that it knows the rest."""

    @property
    def numbers(self) -> int:
        """All numbers of the page."""
        return self.taken + self.ignored + self.unread


@dataclass(slots=True)
class Pages:
    """All pages of a file that one reader read: how many numbers they have, and what they gave."""

    first: int
    numbers: int = 0
    figures: int = 0
    given: set[str] = field(default_factory=set)
    measured: int = 0
    """Figures that are no settings."""
    of_settings: bool = False
    """Whether mostly settings stand on such pages: elsewhere a model or a release in the heading
    tells nothing of whether the table below was read."""
    known: int = 0
    """Numbers in parts that are left out as a whole, which are not among the others."""

    unread: int = 0
    """Numbers that are neither taken nor known."""

    def add(self, page: Page, given: Sequence[Observation]) -> None:
        """Count one page; relations and what is known of single lines are left alone."""
        self.numbers += page.numbers - page.known
        self.known += page.known
        self.unread += page.unread
        if not given:
            return
        for item in given:
            metric = item.metric
            if metric in self.given:
                self.figures += 1
                self.measured += metric[:8] != "setting."
            elif metric and not metric.startswith("relation."):
                self.figures += 1
                self.measured += not metric.startswith("setting.")
                self.given.add(metric)


FEW = 4
"""By how much less than usual the figures of pages are that are asked for."""


@cache
def usual_shares() -> Mapping[str, float]:
    """By reader: figures to a hundred numbers on such pages, as they are in whole reports
    (``packaging/usual_shares.py``)."""
    text = resource("prints", "usual.csv").read_text(encoding="utf-8")
    rows = (line.split(",") for line in text.splitlines() if line)
    return {reader: float(share) for reader, share in rows}


def too_few(reader: str, pages: Pages) -> int:
    """How many figures such pages usually give, where these give far fewer; else 0."""
    if pages.measured and not pages.unread:
        return 0  # they have other parts than most, of which nothing is lost
    usual = usual_shares().get(reader, 0.0) / 100 * pages.numbers
    enough = FEW * pages.figures >= max(usual, 1.0) and (
        pages.of_settings or pages.measured or pages.figures >= usual
    )
    if pages.numbers < WORTH_JUDGING or enough:
        return 0
    return max(1, round(usual))


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
    counted: dict[int, _Told] = field(default_factory=dict)
    """By line of late: what became of its numbers. A line may be of two readers' pages, and its
    numbers count once."""
    kept: int = 0
    """Numbers that are left on those lines."""
    most_kept: int = MOST_KEPT

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
        seen: Sight,
        lines: Sequence[Printed],
        given: Sequence[Observation],
        left_out: Collection[int] = (),
        inline: bool = False,
    ) -> Page:
        """Account for a page: ``given`` is what its reader made of it, whose declarations ``seen``
        knows; of the lines ``left_out`` it knows by their table that the rest says nothing.

        A line is read when something was taken of it, or when it has no number that is not ignored
        and stands above a line that was read: titles, headings and rulers. What follows the last
        line that was read is no part of the page; the numbers on it are listed all the same, but
        where messages stand in a log (``inline``) and others follow the first line, which is known.
        """
        page = Page()
        own: dict[int, list[Observation]] = {}
        for item in given:
            own.setdefault(item.line, []).append(item)
        if inline:
            lines = _answered(seen, lines, own, left_out)
        states = bytearray(len(lines))
        rest: list[tuple[int, int, tuple[str, ...]]] = []
        last, left = -1, False
        counted = self.counted
        if lines and (len(counted) > MOST_COUNTED or self.kept > self.most_kept):
            floor = lines[0].number - KEPT_FOR_LATER
            counted = self.counted = {at: told for at, told in counted.items() if at >= floor}
            self.kept = sum(len(told.left) for told in counted.values())
            self.most_kept = max(MOST_KEPT, 2 * self.kept)
        if lines and lines[0].shape:  # known to all answers with this line
            shapes = [line.shape or outline(line.content) for line in lines]
        else:
            shapes = outlines([line.content for line in lines])
        book, known_outline, opens = (
            self.book,
            seen.known_outline,
            seen.opens if seen.parts else None,
        )
        ended = len(book)
        for index, (line, shape) in enumerate(zip(lines, shapes, strict=True)):
            number, content = line.number, line.content
            mine = own.pop(number, None) if own else None
            if opens is not None and (opened := opens(content, shape)) is not None:
                left = opened
            if not mine and number < ended and book[number] == READ:
                states[index] = READ  # a message further up has it among the lines below it
                continue
            taken, ignored = page.taken, page.ignored
            found: Sequence[str] | None
            hidden: Sequence[str]
            outer = left or number in left_out
            told = known_outline(content, shape)
            if mine or outer:
                found = self._account(content, shape, told, mine, seen, outer, page)
            elif told is None:
                untaken = seen.untaken(content, shape)
                found = None if untaken is None else untaken[1]
                page.ignored += 0 if untaken is None else untaken[0] - len(untaken[1])
            elif not told.spans:
                found = None
            else:  # most of them
                found = [content[at:end] for at, end in told.left] if told.left else _NONE
                page.ignored += len(told.spans) - len(found)
            front, hidden = (0, _NONE) if line.text == content else not_shown(line)
            if hidden:  # a title's release is left out, cut off or not
                left_over = _in_both(hidden, (seen.untaken(line.text) or (0, ()))[1])
                front, hidden = front + len(hidden) - len(left_over), left_over
            if found is None and not hidden:
                states[index] = READ
                last = index if mine else last
                if front and number in counted:
                    self._enter(number, _merged(counted[number], _Told(0, front)))
                elif front:
                    self.ignored += front
                    counted[number] = _all_told(0, front)
                continue
            taken, ignored = page.taken - taken, page.ignored - ignored + front
            before = counted.get(number)
            if before is None and not found and not hidden:
                self.taken += taken
                self.ignored += ignored
                counted[number] = _all_told(taken, ignored)
                states[index], last = READ, index
                continue
            now = _Told(taken, ignored, (*(found or ()), *hidden))
            if taken or now != before:  # lines below a message are below the next one too
                now = now if before is None else _merged(before, now)
                self._enter(number, now)
            if now.left:
                rest.append((index, number, now.left))
                if mine:
                    states[index], last = PARTLY, index
            else:
                states[index], last = READ, index
        if seen.known is not None:
            for index in range(len(states) - 1, last, -1):
                if states[index] and seen.leaves_out(lines[index].content):
                    last = index  # a title or an end that the reader knows
                    break
        for index, number, kept in rest:
            if index <= last or not inline or not index:
                page.unread += len(kept)
                self.leave(number, kept)
        self._note_states(lines, states[: last + 1])
        for number, items in own.items():
            self.late(number, items)
        return page

    def _note_states(self, lines: Sequence[Printed], states: bytearray) -> None:
        """Enter the lines of a page that have a state."""
        if not states:
            return
        first, end = lines[0].number, lines[len(states) - 1].number + 1
        in_order = end - first == len(states) and UNSEEN not in states
        if in_order and [line.number for line in lines[: len(states)]] == [*range(first, end)]:
            self.note(end - 1)  # makes room
            self.book[first:end] = states
            return
        for line, state in zip(lines, states, strict=False):
            if state:
                self.note(line.number, state)

    def _enter(self, number: int, now: _Told) -> None:
        """Put what became of a line's numbers in the place of what was known of it before."""
        before = self.counted.get(number, _NOTHING_TOLD)
        self.taken += now.taken - before.taken
        self.ignored += now.ignored - before.ignored
        self.counted[number] = now._replace(listed=False) if now.listed else now
        self.kept += len(now.left) - len(before.left)
        if before.listed:
            self._strike(number, before.left)
            if now.left:
                self.leave(number, now.left)

    def _strike(self, number: int, numbers: Sequence[str]) -> None:
        """List the numbers of a line as not read no longer."""
        if self.left.pop(number, None) is None:
            self.unlisted -= len(numbers)

    def aside(self, number: int, text: str) -> None:
        """Enter a line that has nothing but columns in front, or none at all."""
        if text and not text.isspace() and (numbers := numbers_of(text)[0]):
            self._enter(number, _Told(0, len(numbers)))
        self.note(number)

    def repeated(self, first: int, texts: Sequence[str]) -> None:
        """Enter the lines of a page that stands in the file already: its numbers are known."""
        for number, text in enumerate(texts, first):
            if number not in self.counted:
                self._enter(number, _Told(0, len(numbers_of(text)[0])))
        self.note_all(range(first, first + len(texts)))

    def _account(
        self,
        content: str,
        shape: str,
        known: Outlined | None,
        mine: list[Observation] | None,
        seen: Sight,
        left_out: bool,
        page: Page,
    ) -> list[str] | None:
        """The numbers of a line that nobody has taken and nothing leaves out; ``None`` of a line
        without numbers. Counts the others on ``page``. ``known`` is what its outline says, where
        that was met before.
        """
        if known is None:
            known = seen.outlined(content, shape)
        if known is not None:
            count = len(known.spans)
            if not count:
                return None
            numbers = [content[start:end] for start, end in known.spans]
            if mine and [item.raw for item in mine] == numbers:  # of most rows
                page.taken += count
                return []
            dated = False
        else:
            numbers, dated = numbers_of(content)
            count = len(numbers)
            if not count:
                return None
        kept = remaining(numbers, mine) if mine else numbers
        taken = count - len(kept)
        page.taken += taken
        if left_out:
            page.ignored += len(kept)
            page.known += len(kept)
            return []
        if kept and known is not None:
            if len(known.left) < count:
                others = [content[start:end] for start, end in known.left]
                kept = _unquoted(others, numbers, kept, mine)
        elif kept and (dated or seen.known is not None):
            left = seen.left_of(content, dated)
            if left is not content:
                others, _ = numbers_of(left)
                if len(others) < count:
                    kept = _unquoted(others, numbers, kept, mine)
        if kept and mine:
            most = seen.beside(content) if known is None else known.beside
            if len(kept) <= most:  # but nothing is left out that may be a figure with places
                kept = [token for token in kept if "," in token and _PLACES.match(token)]
        page.ignored += count - taken - len(kept)
        return kept

    def late(self, number: int, items: Sequence[Observation]) -> None:
        """Enter what was made of a line of an earlier page: a sum that ends with the file."""
        told = self.counted.get(number)
        left = self.left.get(number)
        if left is None and told is not None:
            left = list(told.left)
        elif left is None:
            if self.is_read(number) or not number:
                return
            left = list((sight((), ()).untaken(items[0].text) or (0, ()))[1])
        kept = remaining(left, items)
        taken = len(left) - len(kept)
        if told is not None:
            self._enter(number, _Told(told.taken + taken, told.ignored, tuple(kept)))
        else:
            self.taken += taken
            self.left.pop(number, None)
        if kept:
            self.leave(number, kept)
        self.note(number, PARTLY if kept else READ)

    def give_back(self, number: int, quoted: str) -> None:
        """What was quoted of a line is taken back: its numbers are listed as not read."""
        numbers, _ = numbers_of(quoted)
        if numbers:
            self.taken = max(0, self.taken - len(numbers))
            self.leave(number, [*self.left.get(number, ()), *numbers])
        self.note(number, PARTLY)

    def leave(self, number: int, numbers: Sequence[str]) -> None:
        """List numbers of a line as not read."""
        told = self.counted.get(number)
        if told is not None:
            if told.listed:
                self._strike(number, told.left)
            self.counted[number] = told._replace(left=tuple(numbers), listed=bool(numbers))
            self.kept += len(numbers) - len(told.left)
        if numbers and (len(self.left) < MOST_LINES or number in self.left):
            self.left[number] = list(numbers)
        else:
            self.unlisted += len(numbers)

    def outside(self, lines: Sequence[str]) -> None:
        """List the numbers on lines of a file that are no page's, or of a page that was refused."""
        for first, last in self.ranges(len(lines)):
            for number in range(first, last + 1):
                if number in self.left:
                    continue
                text = lines[number - 1]
                if text[:1] in ("0", "1") and not text[1:].strip():
                    self.ignored += 1  # carriage control of a blank line
                    continue
                told = sight((), ()).untaken(text)
                if told is not None and told[1]:
                    self.ignored += told[0] - len(told[1])
                    self.leave(number, told[1])

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

        Its last line is before the first of the next, or the same where a line was taken apart;
        ``lines`` is how many the file has.
        """
        ends = [*(number - 1 for number in firsts[1:]), lines]
        other = Ledger(bytearray(lines + 2), {}, self.unlisted, self.taken, self.ignored)
        for index, (first, last) in enumerate(zip(firsts, ends, strict=True)):
            if self.is_read(index + 1):
                for number in range(first, max(first, last) + 1):
                    other.note(number, self.book[index + 1])
        for number, numbers in self.left.items():
            if 0 < number <= len(firsts):
                other.left.setdefault(firsts[number - 1], []).extend(numbers)
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


def _answered(
    seen: Sight, lines: Sequence[Printed], own: Collection[int], left_out: Collection[int]
) -> Sequence[Printed]:
    """The lines of an answer up to the last that may be its own: behind a message stand those of
    others, line after line, and its reader is shown them all.
    """
    for end in range(len(lines), 1, -1):
        line = lines[end - 1]
        number = line.number
        if number in own or number in left_out:
            return lines[:end]
        if seen.known is not None and seen.leaves_out(line.content):
            return lines[:end]
    return lines[:1]


def remaining(numbers: Sequence[str], given: Sequence[Observation]) -> list[str]:
    """Of the numbers printed on a line those that no figure quotes; each quote takes one."""
    kept = list(numbers)
    odd: list[Observation] = []
    for item in given:
        raw = item.raw.lstrip("+-")
        if raw in kept:
            kept.remove(raw)
        elif raw.isdecimal():  # most of them
            odd.append(item)
        elif (match := _DAYS.match(raw)) and match[1] in kept and match[2] in kept:
            kept.remove(match[1])
            kept.remove(match[2])
        elif not raw[:1].isdecimal() or numbers_of(raw)[0]:  # 8.0H is no number of the line
            odd.append(item)
        if not kept:
            return kept
    if "," in "".join(kept) and any(map(_LISTED.match, kept)):
        quoted = {item.raw for item in given}
        listed = {token for token in kept if quoted.issuperset(token.split(","))}
        kept = [token for token in kept if token not in listed]
        told = {part for token in listed for part in token.split(",")}
        odd = [item for item in odd if item.raw not in told]
    for item in odd:  # a figure with commas, on a line where they separate cells
        pieces = item.raw.strip("+-% ").split(",") if "," in item.raw else ()
        for at in range(len(kept) - len(pieces) + 1 if pieces else 0):
            if kept[at : at + len(pieces)] == pieces:
                del kept[at : at + len(pieces)]
                break
    if odd and kept:
        plain = _all_digits(kept)
        for item in odd:
            text = f"{item.raw} {item.value} {item.subject} {item.metric}"
            for digits in _all_digits(_DIGITS.findall(text)):
                if digits in plain:
                    place = plain.index(digits)
                    del plain[place], kept[place]
    return kept


def _in_both(mine: Collection[str], others: Sequence[str]) -> list[str]:
    """The numbers that are among others too, each as often as it is there."""
    if not mine or not others:
        return []
    left = Counter(others)
    found = []
    for token in mine:
        if left[token] > 0:
            left[token] -= 1
            found.append(token)
    return found


def _merged(before: _Told, now: _Told) -> _Told:
    """What became of a line's numbers after a second reader has seen them."""
    left = _in_both(now.left, before.left)
    whole = max(
        before.taken + before.ignored + len(before.left),
        now.taken + now.ignored + len(now.left),
    )
    taken = min(before.taken + now.taken, whole - len(left))
    return _Told(taken, whole - taken - len(left), tuple(left))


def _unquoted(
    others: list[str], numbers: Sequence[str], kept: Iterable[str], mine: list[Observation] | None
) -> list[str]:
    """What no figure quotes of some numbers of a line, of all of whose ``numbers`` it is ``kept``;
    mostly these are the very ones that are quoted.
    """
    if not mine:
        return others
    quoted = list(numbers)
    for token in kept:
        quoted.remove(token)
    for token in others:
        if token not in quoted:
            return remaining(others, mine)
        quoted.remove(token)
    return []


_PLACES = re.compile(r"\d+,\d\d?$")
"""A number whose comma stands between no thousands."""

_LISTED = re.compile(r"\d+(?:,\d+)+$")
"""Numbers with a comma between them and no blank: each was quoted alone."""


_DAYS = re.compile(r"(\d+)-(\d\d:\d\d:.*)")
"""Days in front of a clock."""

_DIGITS = re.compile(r"\d[\d.,]*")


def _all_digits(tokens: Sequence[str]) -> list[str]:
    """The digits of each number."""
    together = " ".join(tokens).translate(NO_DIGITS).split(" ")
    return [digits.lstrip("0") or "0" for digits in together] if tokens else []


def missing(
    essential: Sequence[tuple[str, tuple[str, ...]]],
    lines: Sequence[Printed],
    given: Iterable[Observation],
) -> tuple[str, ...]:
    """Figures of which a page so titled gives at least one, where it gives none."""
    if not essential:
        return ()
    has: set[str] = set()
    for item in given:
        has.update((item.metric, item.metric.partition(".")[0]))
    for title, figures in essential:
        pattern = compiled(title)
        if has.isdisjoint(figures) and any(pattern.search(line.content) for line in lines):
            return tuple(figure for figure in figures if figure != "printed")
    return ()


def numbers_sentence(reading: FileReading) -> str:
    """What became of the numbers of a file, in one sentence; empty where none was left."""
    numbers = reading.numbers
    if not numbers.unread:
        return ""
    whole = numbers.taken + numbers.ignored + numbers.unread
    name, first = Name(reading.file), numbers.listed[0][0] if numbers.listed else 0
    if numbers.unread == whole:
        return counted(
            "{file}: its only number, in line {first:,}, was not read.",
            "{file}: none of its {n:,} numbers was read, the first stands in line {first:,}.",
            numbers.unread,
            file=name,
            first=first,
        )
    unread = counted(
        "{file}: {n:,} of its {whole:,} numbers was not read, in line {first:,}",
        "{file}: {n:,} of its {whole:,} numbers were not read, the first in line {first:,}",
        numbers.unread,
        file=name,
        whole=whole,
        first=first,
    )
    if not numbers.ignored:
        return say("{sentence}.", sentence=unread)
    ignored = counted(
        "{n:,} is a date, a page number, in a column around the text or what the readers leave out "
        "on purpose",
        "{n:,} are dates, page numbers, columns around the text and what the readers leave out on "
        "purpose",
        numbers.ignored,
    )
    return say("{unread}; {ignored}.", unread=unread, ignored=ignored)
