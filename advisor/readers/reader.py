"""What a reader is, what it is given, and where it puts what it reads.

A reader sees *content*: the line without carriage control, log columns or mail quoting. What it
observes is linked to the line as it stands in the decoded file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from advisor.observations import Interval, Observation, Problem
from model.topology import Value

NO_INTERVAL = Interval()


class LogPrefix(NamedTuple):
    """What the columns of a job log or SYSLOG say in front of a line; empty where they do not."""

    time: str = ""
    job: str = ""
    system: str = ""
    date: str = ""


@dataclass(slots=True)
class Line:
    """One line of a file.

    ``number`` counts from 1 as a person opening the decoded file counts; ``text`` is the line as
    decoded, ``content`` what is left after carriage control, log columns and mail quoting.
    """

    number: int
    text: str
    content: str
    page_start: bool = False
    log: LogPrefix | None = None


@dataclass(slots=True)
class Segment:
    """A run of lines that one reader is asked to read.

    ``memory`` is the reader's own and lives as long as the file; ``shared`` belongs to all readers
    of the file (keys in use: ``system``, ``job``, ``date``, ``applid``; ``torn``: its lines were
    wrapped or cut). ``first`` and ``last`` tell a reader of whole files where it stands; a reader
    of anchored segments may see a long report in several pieces, all but the first with
    ``continued``.
    """

    lines: list[Line]
    file: str
    memory: dict[str, Any] = field(default_factory=dict)
    shared: dict[str, str] = field(default_factory=dict)
    anchor: int = 0
    first: bool = True
    last: bool = True
    continued: bool = False

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, index: int) -> Line:
        return self.lines[index]

    def find(self, pattern: str | re.Pattern[str], start: int = 0, stop: int | None = None) -> int:
        """Index of the first line from ``start`` whose content matches anywhere; -1 if none."""
        search = re.compile(pattern).search
        for index in range(start, len(self.lines) if stop is None else min(stop, len(self.lines))):
            if search(self.lines[index].content):
                return index
        return -1


@dataclass(slots=True)
class Records:
    """Consecutive logical records of a binary file (spanned segments joined, RDWs removed).

    ``numbers`` counts records from 1; a reader of records cites them by number.
    """

    records: list[bytes]
    numbers: Sequence[int]
    file: str
    memory: dict[str, Any] = field(default_factory=dict)
    shared: dict[str, str] = field(default_factory=dict)
    first: bool = True
    last: bool = True


class TooMany(Exception):
    """The file gave more figures than are kept: reading stops creating observations."""


_FIGURE = re.compile(r"[-+]?(?:\d[\d,]*)?\.?\d+")


def _as_printed(value: Value, text: str) -> str:
    """How a line prints a value that its reader did not quote: ``79.10`` for 79.1."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        for match in _FIGURE.finditer(text[:1_000]):  # prints are narrower
            if float(match[0].replace(",", "")) == value:
                return match[0]
    return str(value)


class Collector:
    """Takes observations of one file and keeps book of the lines they stand on.

    ``limit`` bounds how many observations are kept, so that a file of any size fits in memory.
    """

    def __init__(
        self, file: str, limit: int = 1_000_000, tick: Callable[[], None] | None = None
    ) -> None:
        self.file = file
        self.limit = limit
        self.formats: dict[str, None] = {}
        self.lines_seen = 0
        self._tick = tick
        self.observations: list[Observation] = []
        self.problems: list[Problem] = []
        self.doubts: dict[object, Problem] = {}
        self.full = False
        self.busiest: tuple[str, ...] = ()  # as in FileReading
        self._book = bytearray(1024)
        self._said: set[str] = set()

    def observe(
        self,
        subject: str,
        metric: str,
        value: Value | None,
        unit: str,
        line: Line,
        raw: str = "",
        interval: Interval = NO_INTERVAL,
    ) -> None:
        """Keep one figure; ``None`` (a blank, ``N/A``, ``****``) only marks the line as read."""
        self.mark(line.number)
        if value is None:
            return
        if len(self.observations) >= self.limit:
            self.full = True
            raise TooMany
        if self._tick is not None and not len(self.observations) & 511:
            self._tick()
        self.observations.append(
            Observation(
                subject,
                metric,
                value,
                unit,
                self.file,
                line.number,
                line.text,
                raw or _as_printed(value, line.text),
                interval,
            )
        )

    def observe_row(
        self,
        subject: str,
        figures: Iterable[tuple[str, float, str, str]],
        line: Line,
        interval: Interval,
    ) -> None:
        """Keep the figures of a row (metric, value, unit, as printed), all of one subject.

        The same as :meth:`observe` for each, for tables that fill most of a print.
        """
        self.mark(line.number)
        kept, file, number, text = self.observations, self.file, line.number, line.text
        if len(kept) + 32 >= self.limit:
            for metric, value, unit, raw in figures:
                self.observe(subject, metric, value, unit, line, raw, interval)
            return
        if self._tick is not None and not number & 63:
            self._tick()
        kept.extend(
            [
                Observation(subject, metric, value, unit, file, number, text, raw, interval)
                for metric, value, unit, raw in figures
            ]
        )

    def revise(self, place: int, value: Value, line: Line) -> None:
        """Put a later value of a figure in its place: a sum over pages that are read one by one.

        ``place`` is the figure's index among :attr:`observations`.
        """
        self.mark(line.number)
        before = self.observations[place]
        raw = _as_printed(value, line.text)
        self.observations[place] = replace(
            before, value=value, line=line.number, text=line.text, raw=raw
        )

    def tick(self) -> None:
        """Report progress, or stop, where something takes long."""
        if self._tick is not None:
            self._tick()

    def setting(
        self,
        subject: str,
        name: str,
        value: Value | None,
        unit: str,
        line: Line,
        raw: str = "",
        interval: Interval = NO_INTERVAL,
    ) -> None:
        """Keep a setting under the product's own parameter name."""
        self.observe(subject, f"setting.{name}", value, unit, line, raw, interval)

    def relation(self, subject: str, kind: str, target: str, line: Line) -> None:
        """Keep a relation: ``parent`` or a link kind; ``target`` is ``kind:name``."""
        self.observe(subject, f"relation.{kind}", target, "", line, target.partition(":")[2])

    def observe_record(
        self,
        subject: str,
        metric: str,
        value: Value | None,
        unit: str,
        record: int,
        text: str,
        raw: str = "",
        interval: Interval = NO_INTERVAL,
    ) -> None:
        """Keep one figure of a binary record; ``text`` says what stands there, for people."""
        self.observe(subject, metric, value, unit, Line(record, text, text), raw, interval)

    def read(self, lines: Line | Iterable[Line]) -> None:
        """Mark lines as read that carry titles, headers or repeats but no figure of their own."""
        for line in (lines,) if isinstance(lines, Line) else lines:
            self.mark(line.number)

    def read_records(self, numbers: Iterable[int]) -> None:
        """Mark records as read that carry nothing to observe."""
        for number in numbers:
            self.mark(number)

    def claim(self, reader: str) -> None:
        """Note that a reader has recognised a part of the file."""
        self.formats[reader] = None

    def too_many(self, line: int) -> None:
        """Say, once, that the rest of the file is not kept."""
        sentence = (
            f"{self.file} holds more than {self.limit:,} figures; those after line {line:,} were "
            "left out: print fewer intervals or systems into one file."
        )
        if not any("were left out" in problem.sentence for problem in self.problems):
            self.problem(line, sentence)

    def mark(self, number: int) -> None:
        """Mark one line or record as read."""
        book = self._book
        if number >= len(book):
            book.extend(bytes(max(number + 1, 2 * len(book)) - len(book)))
        book[number] = 1

    def mark_all(self, numbers: Sequence[int]) -> None:
        """Mark many lines, given in ascending order."""
        if not numbers:
            return
        self.mark(numbers[-1])  # makes room
        book = self._book
        if isinstance(numbers, range) and numbers.step == 1:
            book[numbers.start : numbers.stop] = b"\1" * len(numbers)
            return
        for number in numbers:
            book[number] = 1

    def is_read(self, number: int) -> bool:
        """Whether somebody has read the line."""
        return number < len(self._book) and self._book[number] == 1

    def adopt(self, other: Collector, numbers: Sequence[int], lines: int) -> None:
        """Take over what was read of the same file with wrapped lines put together.

        ``numbers[i]`` is the first line of the other's line ``i + 1``; its last is before the next.
        """
        ends = [*(number - 1 for number in numbers[1:]), lines]
        self.observations = [
            replace(item, line=numbers[item.line - 1]) for item in other.observations
        ]
        self.problems = [
            replace(item, line=numbers[item.line - 1]) if 0 < item.line <= len(numbers) else item
            for item in other.problems
        ]
        self.formats = other.formats
        self._book = bytearray(lines + 2)
        for index, (first, last) in enumerate(zip(numbers, ends, strict=True)):
            if other.is_read(index + 1):
                self.mark_all(range(first, last + 1))

    def take(
        self, other: Collector, kept: list[Observation], unread: Iterable[int], lines: int
    ) -> None:
        """Take over another reading of the same file: ``kept`` of its figures, all that it says,
        and its lines as read but for ``unread``.
        """
        self.observations = kept
        self.problems.extend(other.problems)
        self.formats = other.formats
        self._book = bytearray(other._book.ljust(lines + 2, b"\0"))
        for number in unread:
            self._book[number] = 0

    def become(self, other: Collector) -> None:
        """Be another reading of the same file instead of this one."""
        self.observations, self.problems = other.observations, other.problems
        self.formats, self.full = other.formats, other.full
        self.lines_seen, self._book, self._said = other.lines_seen, other._book, other._said

    def unread(self, lines: int) -> tuple[tuple[int, int], ...]:
        """Inclusive ranges of lines 1 to ``lines`` that nobody read."""
        if lines + 1 > len(self._book):
            self._book.extend(bytes(lines + 1 - len(self._book)))
        book, ranges, at = self._book, [], 1
        while at <= lines:
            first = book.find(0, at, lines + 1)
            if first < 0:
                break
            after = book.find(1, first, lines + 1)
            after = lines + 1 if after < 0 else after
            ranges.append((first, after - 1))
            at = after
        return tuple(ranges)

    def problem(self, line: Line | int, sentence: str) -> None:
        """Say in one sentence, with its remedy, what could not be read or does not fit."""
        number = line if isinstance(line, int) else line.number
        # What a report prints may be quoted in it: one line it stays.
        self.problems.append(Problem(self.file, number, " ".join(sentence.split())))

    def problem_once(self, line: Line, sentence: str) -> None:
        """The same, unless it was said of another line of the file already: often one wrapped or
        missing heading is behind hundreds of them.
        """
        said = sentence.replace(f"line {line.number}", "line", 1)
        if said not in self._said:
            self._said.add(said)
            self.problem(line, sentence)

    def doubt(self, key: object, line: Line, sentence: str | None) -> None:
        """Say this at the end of the file unless later lines take it back with ``None``."""
        if sentence is None:
            self.doubts.pop(key, None)
        else:
            self.doubts[key] = Problem(self.file, line.number, " ".join(sentence.split()))

    def say_doubts(self) -> None:
        """The file has ended: what nothing took back is said."""
        if not self.full:
            self.problems.extend(self.doubts.values())
        self.doubts.clear()


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure or setting that a reader gives: kind of its subject, name, unit, meaning."""

    kind: str
    name: str
    unit: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """The documentation of a reader, for ``plexwright`` to show."""

    reads: str
    releases: str = "not stated"
    verified: str = "layout not verified against a real sample"
    unread: str = "nothing"


Where = Literal["segment", "inline", "heading", "whole", "records"]


@dataclass(frozen=True, slots=True)
class Occasion:
    """Whose page it is and which interval it covers; ``start`` is an ISO time."""

    who: str
    start: str
    duration_s: float | None = None


@dataclass(frozen=True)
class Dated:
    """How the pages of a report say whose and when they are, so that a long print can be indexed.

    One of ``words`` stands in every heading. ``occasion`` is told a page from its title on and
    gives ``None`` where the page does not say. ``figures_per_line`` is what its pages give at most,
    on average. ``load`` gives a figure that grows with how busy the interval was; the figures of
    one ``measure`` add up over the pages of an interval, and the interval with the highest sum is
    always read.
    """

    words: tuple[str, ...]
    occasion: Callable[[str], Occasion | None]
    figures_per_line: int = 6
    measure: str = ""
    load: Callable[[str], float | None] | None = None


@dataclass(frozen=True)
class Reader:
    """One report format, declared.

    ``anchors`` are words that open the report. A blank in an anchor stands for any run of blanks.
    They stand as declared or wholly in capitals, as folded prints have them: ``confirm`` and
    ``parse`` compare words that a report prints in small letters regardless of case. Every anchor
    needs a literal of at least four characters; ``^`` in front ties it to the start of the content
    (leading blanks allowed). ``confirm`` looks at the lines around an anchor and may say no.
    ``where``:

    * ``segment``: the lines from the anchor (or from the top of its page, when the anchor is among
      its first eight lines) to the next reader's anchor;
      ``splits=False`` keeps a report together that repeats its own anchors on every line or page;
    * ``inline``: the anchored line and the ``inline_lines`` after it, without ending the segment
      they stand in (console messages in a job log);
    * ``heading``: the anchored line (and what stands above it on its page), which ends the segment
      before it and is read at once;
    * ``whole``: all lines of a file whose head ``claims`` accepts (CSV, XML, PROCLIB members), in
      blocks;
    * ``records``: all records of a binary file whose first records ``claims_records`` accepts.
    """

    id: str
    title: str
    subsystem: str
    page: Page
    metrics: tuple[Metric, ...] = ()
    parse: Callable[[Segment, Collector], None] | None = None
    anchors: tuple[str, ...] = ()
    confirm: Callable[[Sequence[str], int], bool] | None = None
    where: Where = "segment"
    inline_lines: int = 0
    splits: bool = True
    claims: Callable[[Sequence[str]], bool] | None = None
    claims_records: Callable[[Sequence[bytes]], bool] | None = None
    parse_records: Callable[[Records, Collector], None] | None = None
    dated_record: Callable[[bytes], tuple[Occasion, str] | None] | None = None
    """For records: which interval one belongs to, and its kind; ``None`` when it is not read."""

    priority: int = 50
    endings: tuple[tuple[str, str], ...] = ()
    """Lines of the print that end in words that are known (titles, headings): a pattern by which
    such a line is recognised, and one for what it holds unless it was cut off."""

    dated: Dated | None = None
    """For reports printed interval by interval: how their pages say which (see long_prints)."""

    context: bool = False
    """Whether it only says whose lines follow: it is not named where other readers are."""

    alone: str = ""
    """For what tells little: said, behind its name, of a file in which nothing else was found."""
