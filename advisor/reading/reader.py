"""What a reader is, what it is given, and where it puts what it reads.

A reader sees *content*: the line without carriage control, log columns or mail quoting. What it
observes is linked to the line as it stands in the decoded file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from advisor.observations import Interval, Observation, Problem, bare_name, observed
from advisor.reading.accounting import WORTH_JUDGING, Ledger, Pages, missing
from advisor.reading.numbers import Sight, sight
from model.language import LineNumber, Name, Sentence, joined, on_one_line, say, with_lines
from model.topology import Value

NO_INTERVAL = Interval()
PRINTED = "printed"
"""How the figures begin that nothing asks for: they are kept under the report's own label."""

WIDEST_PRINT = 2_500
"""Characters of a line that readers of printed reports are shown; prints have 255 at most."""

WIDEST_TABLE = 65_536
"""The same for tables of separated cells: mqsmfcsv writes headings of ten thousand characters."""


class LogPrefix(NamedTuple):
    """What the columns of a job log or SYSLOG say in front of a line; empty where they do not."""

    time: str = ""
    job: str = ""
    system: str = ""
    date: str = ""


_NO_LOG = LogPrefix()


@dataclass(slots=True)
class Line:
    """One line of a file.

    ``number`` counts from 1 as a person opening the decoded file counts; ``text`` is the line as
    decoded, ``content`` what is left after carriage control, log columns and mail quoting.
    """

    number: int
    text: str
    content: str
    log: LogPrefix | None = None
    gap: bool = False
    """Whether it is a row of which a cell is blank: marked by a dash, or all of it withheld."""
    shape: str = ""
    """The outline of its content, where that is known already."""


@dataclass(slots=True)
class Segment:
    """A run of lines that one reader is asked to read.

    ``memory`` is the reader's own and lives as long as the file; ``shared`` belongs to all readers
    of the file (keys in use: ``system``, ``job``, ``date``, ``applid``; ``ended``: the job and step
    that ended last; ``torn``: its lines were wrapped or cut; ``assumed``: line and name of what was
    called after the file). ``first`` and ``last`` tell a reader of whole files where it stands; a
    reader of anchored segments may see a long report in several pieces, all but the first with
    ``continued``.
    """

    lines: list[Line]
    file: str
    memory: dict[str, Any] = field(default_factory=dict)
    shared: dict[str, str] = field(default_factory=dict)
    jobs: dict[str, str] = field(default_factory=dict)
    """Names of the jobs of a log by their numbers, and what each runs on (``JOB00001 on``): one for
    all segments of the file, of which a log of a month has a hundred thousand."""

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

    def system_of(self, line: Line) -> str:
        """The system in the columns of a line's log, the one its job runs on, or what the log said
        before; empty if none.
        """
        log = line.log or _NO_LOG
        return log.system or self.jobs.get(f"{log.job} on") or self.shared.get("system", "")

    @property
    def stem(self) -> str:
        """What the file is called, without folders and endings; may be empty."""
        return self.file.rpartition("/")[2].partition(".")[0].upper()

    def after_file(self, without: str = "", spelt: str = "") -> str:
        """A name after the file, or ``without`` if that has none, for what no page names; ``spelt``
        is how the file spells it, where that is kept.

        That it was assumed is said once of the file (:func:`.afterwards.report_assumed`).
        """
        name = spelt or self.stem or without
        if name and self.lines:
            self.shared.setdefault("assumed", f"{self.lines[0].number} {name}")
        return name


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


def _goes_on(text: str, at: int) -> bool:
    """Whether a number does not end before or after the character at a place of a line."""
    return 0 <= at < len(text) and text[at] in "0123456789.,-+eE"


def _as_printed(value: Value, text: str) -> str:
    """How a line prints a value that its reader did not quote: ``79.10`` for 79.1."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        plain = str(value)
        at = text.find(plain)
        if at >= 0 and not _goes_on(text, at - 1) and not _goes_on(text, at + len(plain)):
            return plain
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
        self.unnamed: Line | None = None
        """The first line of a system that nothing has named so far."""
        self.ledger = Ledger()
        self.pages: dict[Reader, Pages] = {}
        self._revised: list[Observation] = []
        self._said: set[str] = set()
        self._asked: set[tuple[str, str]] = set()
        self._left_out: set[int] = set()

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
        """Keep one figure; ``None`` (a blank, ``N/A``, ``****``) is none."""
        if value is None:
            return
        kept, text = self.observations, line.text
        if len(kept) >= self.limit or not len(kept) & 511:
            self._make_room()
        if not raw:
            raw = _as_printed(value, text)
        kept.append(
            observed(subject, metric, value, unit, self.file, line.number, text, raw, interval)
        )

    def _make_room(self) -> None:
        if len(self.observations) >= self.limit:
            self.full = True
            raise TooMany
        if self._tick is not None and not len(self.observations) & 511:
            self._tick()

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
        kept, file, number, text = self.observations, self.file, line.number, line.text
        if len(kept) + 32 >= self.limit:
            for metric, value, unit, raw in figures:
                self.observe(subject, metric, value, unit, line, raw, interval)
            return
        if self._tick is not None and not number & 63:
            self._tick()
        kept.extend(
            [
                observed(subject, metric, value, unit, file, number, text, raw, interval)
                for metric, value, unit, raw in figures
            ]
        )

    def revise(self, place: int, value: Value, line: Line, raw: str = "") -> None:
        """Put a later value of a figure in its place: a sum over pages that are read one by one.

        ``place`` is the figure's index among :attr:`observations`.
        """
        before = self.observations[place]
        raw = raw or _as_printed(value, line.text)
        after = replace(before, value=value, line=line.number, text=line.text, raw=raw)
        self.observations[place] = after
        self._revised.append(after)

    def left_out(self, line: Line) -> None:
        """Say that what was not taken of a line is left out on purpose: only its table tells."""
        self._left_out.add(line.number)

    def part(self, line: Line, raw: str) -> None:
        """Say that a number of a line went into a figure that is quoted from another line."""
        self._revised.append(Observation("", "", raw, "", self.file, line.number, line.text, raw))

    def settle(
        self, reader: Reader, lines: Sequence[Line], before: int, whole: bool = True
    ) -> None:
        """Account for a page that ``reader`` has read; ``before`` is how many figures there were.

        What it made of lines that are not the page's (sums over a file) is looked up there. Nothing
        is asked of a page that was not read ``whole``, which a fault of its reader's has cost.
        """
        given = self.observations[before:]
        if self._revised:
            given += self._revised
            self._revised.clear()
        inline = reader.where == "inline"
        page = self.ledger.settle(reader.sight, lines, given, self._left_out, inline)
        self._left_out.clear()
        if whole and reader.metrics:
            pages = self.pages.get(reader)
            if pages is None:
                settings = sum(one.name.startswith("setting.") for one in reader.metrics)
                mostly = 2 * settings >= len(reader.metrics)
                pages = self.pages[reader] = Pages(lines[0].number, of_settings=mostly)
            pages.add(page, given)
        if page.numbers - page.known < WORTH_JUDGING or not whole or not reader.essential:
            return
        if any(problem.line >= lines[0].number for problem in reversed(self.problems)):
            return  # more has been said of it already
        lacking = missing(reader.essential, lines, given)
        if lacking:
            number = lines[0].number
            self.problem(
                number,
                say(
                    "{file}, from line {number:,}: this page of {title} gives {taken:,} of its "
                    "{numbers:,} numbers and lacks what such pages always have ({lacking}): send "
                    "it complete, with its titles, headings and totals.",
                    file=Name(self.file),
                    number=LineNumber(number),
                    title=reader.title,
                    taken=page.taken,
                    numbers=page.numbers,
                    lacking=joined(lacking, ", "),
                ),
            )

    def system(self, name: str, line: Line) -> str:
        """The subject of a system's figures; where no name is known, it is called after the file
        until its end (:func:`.afterwards.place_unnamed`).
        """
        if name:
            return f"lpar:{name}"
        self.unnamed = self.unnamed or line
        return f"lpar:{bare_name(self.file)}"

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

    def printed(
        self,
        subject: str,
        label: str,
        value: Value | None,
        line: Line,
        raw: str = "",
        interval: Interval = NO_INTERVAL,
    ) -> None:
        """Keep a figure that nothing asks for under the report's own label."""
        self.observe(subject, f"{PRINTED}.{label}", value, "", line, raw, interval)

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
        text: str | Callable[[], str],
        raw: str = "",
        interval: Interval = NO_INTERVAL,
    ) -> None:
        """Keep one figure of a binary record; ``text`` says what stands there, for people, or is
        a function that does when they ask.
        """
        if value is None:
            return
        self._make_room()
        if not raw:
            raw = _as_printed(value, text if isinstance(text, str) else text())
        self.observations.append(
            observed(subject, metric, value, unit, self.file, record, text, raw, interval)
        )

    def read_records(self, numbers: Iterable[int]) -> None:
        """Mark records as read that carry nothing to observe."""
        for number in numbers:
            self.ledger.note(number)

    def claim(self, reader: str) -> None:
        """Note that a reader has recognised a part of the file."""
        self.formats[reader] = None

    def too_many(self, line: int) -> None:
        """Say, once, that the rest of the file is not kept."""
        sentence = say(
            "{file} holds more than {limit:,} figures; those after line {line:,} were left out: "
            "print fewer intervals or systems into one file.",
            file=Name(self.file),
            limit=self.limit,
            line=LineNumber(line),
        )
        self.problem_once(line, sentence)

    def adopt(self, other: Collector, numbers: Sequence[int], lines: int) -> None:
        """Be another reading of the same file, of lines that were put together or left out.

        ``numbers[i]`` is the first line of the other's line ``i + 1``; its last is before the next.
        """

        def original(number: int) -> int:
            return numbers[number - 1] if 0 < number <= len(numbers) else number

        self.become(other)
        self.observations = [
            replace(item, line=numbers[item.line - 1]) for item in other.observations
        ]
        self.problems = [
            replace(item, line=original(item.line), sentence=with_lines(item.sentence, original))
            for item in other.problems
        ]
        self.ledger = other.ledger.moved(numbers, lines)

    def become(self, other: Collector) -> None:
        """Be another reading of the same file instead of this one."""
        self.observations, self.problems = other.observations, other.problems
        self.formats, self.full = other.formats, other.full
        self.lines_seen, self.ledger, self.pages = other.lines_seen, other.ledger, other.pages
        self._said, self._asked = other._said, other._asked

    def problem(self, line: Line | int, sentence: str) -> None:
        """Say in one sentence, with its remedy, what could not be read or does not fit."""
        number = line if isinstance(line, int) else line.number
        # What a report prints may be quoted in it: one line it stays.
        self.problems.append(Problem(self.file, number, on_one_line(sentence)))

    def say(self, template: str, line: Line | int, /, **values: object) -> None:
        """A problem of a line, which ``{file}`` and ``{number}`` in the template name."""
        self.problem(line, self._of_line(template, line, values))

    def say_once(self, template: str, line: Line | int, /, **values: object) -> None:
        """The same, unless it was said of another line of the file already."""
        asked = template, repr(values) if values else ""
        if asked not in self._asked:  # every line of a file may lack the same name
            self._asked.add(asked)
            self.problem_once(line, self._of_line(template, line, values))

    def _of_line(self, template: str, line: Line | int, values: dict[str, object]) -> Sentence:
        number = LineNumber(line if isinstance(line, int) else line.number)
        known: dict[str, object] = {"file": Name(self.file), "number": number}
        here = {name: value for name, value in known.items() if f"{{{name}" in template}
        return say(template, **here, **values)

    def problem_once(self, line: Line | int, sentence: str) -> None:
        """The same, unless it was said of another line of the file already: often one wrapped or
        missing heading is behind hundreds of them.
        """
        said = with_lines(sentence, lambda _number: 0)
        if said not in self._said:
            self._said.add(said)
            self.problem(line, sentence)

    def doubt(self, key: object, line: Line, sentence: str | None) -> None:
        """Say this at the end of the file unless later lines take it back with ``None``."""
        if sentence is None:
            self.doubts.pop(key, None)
        else:
            self.doubts[key] = Problem(self.file, line.number, on_one_line(sentence))

    def say_doubts(self) -> None:
        """The file has ended: what nothing took back is said."""
        if not self.full:
            self.problems.extend(self.doubts.values())
        self.doubts.clear()


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure (or ``setting.NAME``, ``relation.KIND``) that a reader gives of a kind of component.

    What it means is declared in :mod:`model.figures`; ``field`` is where this report has it.
    """

    kind: str
    name: str
    field: str = ""


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


@dataclass(frozen=True, eq=False)  # each is declared once: the same one is the equal one
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
    shared_titles: bool = False
    """Whether other products use its titles for what has other columns: theirs are not its own."""

    where: Where = "segment"
    inline_lines: int = 0
    merges: bool = False
    """Whether answers ``inline`` that touch are read as one, as far as they stand in one block: for
    what depends on no line above."""

    splits: bool = True
    claims: Callable[[Sequence[str]], bool] | None = None
    claims_records: Callable[[Sequence[bytes]], bool] | None = None
    parse_records: Callable[[Records, Collector], None] | None = None
    dated_record: Callable[[bytes], tuple[Occasion, str] | None] | None = None
    """For records: which interval one belongs to, and its kind; ``None`` when it is not read."""

    record_types: frozenset[int] = frozenset()
    """For records: types that it reads; it is shown no others. Empty: it is shown all."""

    record_kinds: frozenset[tuple[int, int]] = frozenset()
    """The same by type and subtype, where it reads but some; its types are these alone."""

    @cached_property
    def sight(self) -> Sight:
        """How it sees the numbers of its lines."""
        return sight(self.ignores, self.beside, self.parts)

    def shown(self, record: bytes) -> bool:
        """Whether a record is one of those that it is shown."""
        if len(record) < 2 or (self.record_types and record[1] not in self.record_types):
            return not self.record_types
        if not self.record_kinds:
            return True
        return (record[1], int.from_bytes(record[18:20], "big")) in self.record_kinds

    essential: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """By a pattern of the page's title: figures of which a page with numbers gives at least one."""

    ignores: tuple[tuple[str, str], ...] = ()
    """What it leaves out on purpose: patterns, regardless of case, and what they stand for."""

    beside: tuple[tuple[str, int, str], ...] = ()
    """What its rows hold besides what is read of them: a pattern of the row, how many numbers at
    most, and what these are. It counts only where something of the row was taken."""

    parts: tuple[tuple[str, str], ...] = ()
    """Titles of the parts of its pages (patterns of a line's beginning, regardless of case), and
    what those hold of which all is left out on purpose; nothing for those that it reads. A part
    ends where the next one begins."""

    rows: tuple[tuple[str, int], ...] = ()
    """Rows that it reads by the order of their words: a pattern of each kind, regardless of case,
    whose named group, or all that it matches, is looked at, and how many words there are at least
    in a complete one. Their blank cells are shown to it as dashes (:mod:`.layout.blank_cells`)."""

    widest: int = WIDEST_PRINT
    """Characters of a line that the reader is shown; tables of separated cells have more."""

    priority: int = 50
    endings: tuple[tuple[str, str], ...] = ()
    """Lines of the print that end in words that are known (titles, headings): a pattern by which
    such a line is recognised, and one for what it holds unless it was cut off."""

    closing: tuple[tuple[str, str], ...] = ()
    """Parts whose end is known: a pattern of a line that opens one, and of one that ends it. A file
    that ends between the two was cut off."""

    commas: bool = False
    """Whether it reads figures with decimal commas itself, as some prints have them."""

    dated: Dated | None = None
    """For reports printed interval by interval: how their pages say which (see long_prints)."""

    context: bool = False
    """Whether it only says whose lines follow: it is not named where other readers are."""

    alone: str = ""
    """For what tells little: said, behind its name, of a file in which nothing else was found."""
