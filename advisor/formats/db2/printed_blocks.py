"""Blocks of Db2 statistics and accounting prints, read by their headings and rulers.

Under a line of headings stands one of dashes: a run of them is a column, of labels or of figures.
Several blocks stand beside each other. What columns mean their headings say (``QUANTITY /SECOND
/THREAD /COMMIT``, ``AVERAGE TOTAL``, ``AVERAGE TIME AV.EVENT``); rates are the quantity again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from advisor.observations import Interval, Observation
from advisor.reading.layout.labelled import FIGURE, Block, assigned, tidy
from advisor.reading.layout.outline import outline
from advisor.reading.reader import Collector, Line

_RULER = re.compile(r"\s*-{3,}(?: +-{3,})*\s*$")
_RUN = re.compile(r"-{3,}")
_CELL = re.compile(rf"(?:{FIGURE}|N/[ACP])$", re.IGNORECASE)
_PIECE = re.compile(r"\S+(?: \S+)*")
_PIECE_APART = re.compile(r"[A-Z]\S*(?: \S+)*(?=\s{2,}|\s*$)", re.IGNORECASE)
"""Words of a line that stand apart from others."""

_WORD = re.compile(r"\S+")
_COLUMN = re.compile(
    r"QUANTITY|AVERAGE(?: TIME)?|TOTAL|AVG?\.EV(?:ENT)?|TIME/EVENT"
    r"|/(?:SECOND|MINUTE|THREAD|COMMIT)\b",
    re.I,
)
_POOLS = re.compile(r"\bBP(?:\d{1,2}|(?:8|16|32)K\d?)(?!\S)")
_POOL = re.compile(r"(?P<group>GROUP )?(?P<pool>BP\d{1,2}|BP(?:8|16|32)K\d?)(?: (?P<rest>.*))?$")
_NAMES = re.compile(
    r"NAME|AUTH|CORR|CONN|PLAN|PACKAGE|PROGRAM|LOCATION|DATABASE|TABLE|USER|#OCCURS|\bID\b", re.I
)
"""Headings of columns that hold the customer's names: rows of such tables have no labels."""

_MARK = re.compile(r"\s[A-Z]$")
"""A letter by which a manual refers to a row."""

_PERCENT = re.compile(r"\(%\)")
"""In labels of shares, of which there is none by second, thread or commit."""
_UNNUMBERED = re.compile(r"(?<!CASTOUT )\bCLASS$")
"""Labels whose number was cut off; a castout class has none."""

_CLASS = re.compile(r"\bCLASS \d\b")
_BRACKETED = re.compile(r"\(.+\)$")
_DEEPEST = 4
"""Blanks in front of the labels of the second level; more are a word that is blank."""
_AHEAD = 60
MOST_KNOWN = 256
_HALF = 0.5
_TIMES = "TIMES"
"""The column of a package's class 7: under ``PACKAGE`` its rows are no packages."""


class Run(NamedTuple):
    """A column: where its dashes stand, and the words above them."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class Part:
    """A block: the column of its labels and those of its figures."""

    label: Run
    values: tuple[Run, ...]
    placed: bool = True
    """Whether its columns still stand where they were printed."""

    @property
    def by_pool(self) -> bool:
        """Whether each of its columns is a buffer pool's."""
        return all(_POOL.match(tidy(run.name)) for run in self.values)

    @property
    def labelled(self) -> bool:
        """Whether its rows have labels for sure, whatever its heading says."""
        return self.by_pool or [tidy(run.name) for run in self.values] == [_TIMES]

    def kept(self) -> list[tuple[str, str] | None]:
        """By column the title of its block and its own name, which one alone does not need;
        ``None`` of rates, which say nothing more. Where columns are buffer pools, these are the
        titles. Of columns with one name, the later ones are numbered.
        """
        names = [tidy(run.name) for run in self.values]
        for at, name in reversed(list(enumerate(names))):
            if before := names[:at].count(name):
                names[at] = f"{name}, COLUMN {before + 1}"
        if self.by_pool:
            return [(name, "") for name in names]
        title = tidy(self.label.name)
        alone = sum(not name.startswith("/") for name in names) == 1
        return [None if name.startswith("/") else (title, "" if alone else name) for name in names]


Span = tuple[int, int]


class Row(NamedTuple):
    """A row of a block: where its label stands, and of each column the cell, ``None`` of a blank
    one.
    """

    part: Part
    label: Span
    cells: tuple[Span | None, ...]


class Shown(NamedTuple):
    """A cell of a line, by the title of its block and its column: where its label and it stand."""

    title: str
    column: str
    label: Span
    cell: Span | None


def is_ruler(text: str) -> bool:
    """Whether a line draws the columns below their headings."""
    return "---" in text and _RULER.match(text) is not None


def parts_of(lines: Sequence[Line], at: int, also: str = "") -> list[Part]:
    """The blocks below a ruler, whose headings stand in the line above it, and in ``also`` above
    that.
    """
    ruler = lines[at].content
    heading = next((lines[i].content for i in (at - 1, at - 2) if i >= 0 and lines[i].content), "")
    if any(map(_CELL.match, _CLASS.sub("CLASS", heading).split())):
        return []  # a row, of which the rest was wrapped
    runs = [match.span() for match in _RUN.finditer(ruler)]
    if "  " not in ruler.strip() and "  " not in heading.strip():
        return _collapsed(heading, runs)
    names: list[list[str]] = [[] for _ in runs]
    for row in (also, heading):
        for word in _WORD.finditer(row):
            best = max(range(len(runs)), key=lambda i: _near(word.span(), runs[i]))
            names[best].append(word[0])
    columns = [Run(*span, " ".join(name)) for span, name in zip(runs, names, strict=True)]
    labels = _labels(lines, at, columns)
    found: list[Part] = []
    for index in labels:
        end = next((i for i in labels if i > index), len(columns))
        found.append(Part(columns[index], tuple(columns[index + 1 : end])))
    return _told_apart(found) if _whole(also, heading, found) else []


def _told_apart(parts: list[Part]) -> list[Part]:
    """A package's waits (class 8) stand beside its times, below its name once more."""
    names = [part.label.name for part in parts]
    return [
        replace(part, label=part.label._replace(name=f"{name} CLASS 8"))
        if name in names[:at] and part.values and part.values[-1].name == "TIME/EVENT"
        else part
        for at, (name, part) in enumerate(zip(names, parts, strict=True))
    ]


def _whole(also: str, heading: str, parts: Sequence[Part]) -> bool:
    """Whether no word of the headings is blank: what stands below may be another figure then."""
    for part in parts:
        names = [run.name for run in part.values]
        brackets = {bool(_BRACKETED.search(name)) for name in names}
        if (
            not all(name[:1].isalpha() or name[:1] in ("/", "%") for name in names)
            or len(brackets) > 1
        ):
            return False
        words = part.label.name.split()
        if not words and names == [_TIMES]:
            return False  # whose package it is
        if _POOL.match(" ".join(words[:1])):
            words = words[1:]
        if not any(
            " ".join(words[:above]) in also and " ".join(words[above:]) in heading
            for above in range(len(words) + 1)
        ):
            return False
    return True


def _near(word: tuple[int, int], run: tuple[int, int]) -> int:
    return min(word[1], run[1]) - max(word[0], run[0])


def _collapsed(heading: str, runs: Sequence[tuple[int, int]]) -> list[Part]:
    """One block whose blanks were lost: its columns are known by their words."""
    names = list(_COLUMN.finditer(heading)) or list(_POOLS.finditer(heading))
    if not names or len(names) != len(runs) - 1 or heading[names[-1].end() :].strip():
        return []
    label = Run(0, 0, heading[: names[0].start()])
    return [Part(label, tuple(Run(0, 0, name[0]) for name in names), placed=False)]


def _labels(lines: Sequence[Line], at: int, columns: Sequence[Run]) -> list[int]:
    """Which columns hold labels: those that have words in most of their rows."""
    words = [0] * len(columns)
    filled = [0] * len(columns)
    for line in lines[at + 1 : at + _AHEAD]:
        if is_ruler(line.content):
            break
        for piece in _PIECE.finditer(line.content):
            best = max(range(len(columns)), key=lambda i: _near(piece.span(), columns[i][:2]))
            filled[best] += 1
            words[best] += not all(map(_CELL.match, piece[0].split()))
    return [i for i in range(len(columns)) if i == 0 or words[i] > _HALF * max(1, filled[i])]


def row_of(text: str, parts: Sequence[Part]) -> list[Row] | None:
    """The rows of all blocks that stand on a line; ``None`` where something of it is in doubt.

    Where a cell is blank none of the line has a figure: its labels are known all the same.
    """
    found: list[Row] = []
    sure = True
    for index, part in enumerate(parts):
        if part.placed:
            end = parts[index + 1].label.start if index + 1 < len(parts) else len(text)
            start = part.label.start if index else 0
            if start and text[start - 1 : start].strip():
                return None  # something stands across the border of two blocks
            cut = text[start:end]
        else:
            start, cut = 0, text
        if not cut.strip():
            continue
        row = _row(cut, start, part)
        if row is None:
            return None
        sure = sure and _sure(cut, row)
        found.append(row)
    return found if sure else [row._replace(cells=(None,) * len(row.cells)) for row in found]


def _row(cut: str, offset: int, part: Part) -> Row | None:
    words, count = list(_WORD.finditer(cut)), len(part.values)
    first = len(words)
    while first > max(1, len(words) - count) and _CELL.match(words[first - 1][0]):
        first -= 1
    cells = words[first:]
    if not cells:
        whole = words[0].start() + offset, words[-1].end() + offset
        return Row(part, whole, (None,) * count)
    wide = cut[words[first - 1].end() : cells[0].start()]
    if _CELL.match(words[first - 1][0]) and not _ends_a_label(cut, words, first - 1):
        return None  # one figure more than there are columns
    if len(cells) > count or (not part.placed and len(cells) != count):
        return None
    if len(wide) == 1 and len(cells) != count:
        return None
    named = _MARK.sub("", cut[: cells[0].start()].rstrip())
    label = offset, offset + len(named)
    spans = [(cell.start() + offset, cell.end() + offset) for cell in cells]
    if len(cells) == count:
        return Row(part, label, tuple(spans))
    placed: list[Span | None] = [None] * count
    for span in spans:
        under = [i for i in range(count) if _near(span, part.values[i][:2]) > 0]
        if len(under) != 1 or placed[under[0]] is not None:
            return None
        placed[under[0]] = span
    return Row(part, label, tuple(placed))


def _sure(cut: str, row: Row) -> bool:
    """Whether label and cells of a row are whole, and each cell stands in its column."""
    part, (start, end), cells = row
    label = cut[: end - start]
    if _UNNUMBERED.search(label):
        return False
    if part.placed:
        if len(cut) - len(cut.lstrip()) > _DEEPEST + max(0, part.label.start - start):
            return False
        for cell, run in zip(cells, part.values, strict=True):
            if cell is not None and _near(cell, run[:2]) <= 0:
                return False
    return not any(cells) or all(cells) or _PERCENT.search(label) is not None


def _ends_a_label(cut: str, words: Sequence[re.Match[str]], at: int) -> bool:
    """Whether a number is the last word of a label, as in TOTAL CLASS 3."""
    near = at > 0 and words[at].start() - words[at - 1].end() == 1
    return near and words[at][0].isdecimal()


def _other(text: str, parts: Sequence[Part]) -> bool:
    """Whether a line is the heading of another table, which may have no ruler: words and no figure
    stand in the columns.
    """
    words = [word.span() for word in _WORD.finditer(text) if word[0][:1].isalpha()]
    columns = [run for part in parts if part.placed for run in part.values]
    return not any(map(_CELL.match, text.split())) and any(
        _near(word, run[:2]) > 0 for word in words for run in columns
    )


def shown(text: str, parts: Sequence[Part]) -> list[Shown]:
    """The cells of a line of which something is kept; none where it is no row of the blocks."""
    rows = row_of(text, parts) or []
    empty = not any(map(_CELL.match, text.split()))
    if empty and (len(rows) != 1 or len(_PIECE_APART.findall(text)) > len(parts)):
        return []
    found: list[Shown] = []
    for row in rows:
        names = (tidy(run.name) for run in row.part.values)
        cells = list(zip(names, row.cells, strict=True))  # two columns may share a name
        total = next((cell for name, cell in cells if name == "TOTAL"), None)
        summed = total is not None and text[total[0]] not in "Nn"  # an average is it, by each
        for kept, (name, cell) in zip(row.part.kept(), cells, strict=True):
            if kept is not None and not (summed and name == "AVERAGE"):
                found.append(Shown(*kept, row.label, cell))
    return found


def hold(
    line: Line, cells: Sequence[Shown], quoted: Sequence[str], blocks: dict[str, Block],
    out: Collector,
) -> None:  # fmt: skip
    """Hold the figures of a line by the titles of their blocks.

    ``quoted`` is what has been read of the line by name.
    """
    text, read, told = line.content, list(quoted), False
    for title, column, (start, end), cell in cells:
        block = blocks.get(title)
        if block is None:
            block = blocks[title] = Block()
        label = tidy(text[start:end])
        raw = "" if cell is None else text[cell[0] : cell[1]]
        told = told or cell is not None
        if all(map(_CELL.match, label.split())):
            label, raw = "", ""  # the cell of the label is blank, and its figure stands there
        if not raw or raw[0] in "Nn":
            block.empty(label, line, column)
        elif raw in read:
            read.remove(raw)
            block.empty(label, line, column)
        else:
            block.add(label, raw, line, column)
    if told:
        out.left_out(line)


def beside(line: Line, quoted: Sequence[str], block: Block) -> None:
    """Hold what a block of ``LABEL : figure`` says."""
    read = list(quoted)
    for label, raw, unit in assigned(line.content):
        if raw in read:
            read.remove(raw)
        else:
            block.add(f"{label} ({unit})" if unit else label, raw, line)


_HIGHLIGHTS = re.compile(r"\s*-{3,} [A-Z][A-Z ]+ -{3,}\s*$")


class Prints:
    """What blocks say under labels that nobody asks for, as their lines pass by."""

    def __init__(self) -> None:
        self._parts: list[Part] = []
        self._shown: dict[str, list[Shown]] = {}
        self._known: dict[tuple[str, str], tuple[list[Part], dict[str, list[Shown]]]] = {}
        self._blocks: dict[str, Block] = {}
        self._pairs = ""

    def line(
        self, lines: Sequence[Line], at: int, new: Sequence[Observation], out: Collector
    ) -> bool:
        """Take a line, of which ``new`` was read by name; whether a block ends with it."""
        line, text = lines[at], lines[at].content
        if "---" in text:
            if is_ruler(text):
                self._turn(lines, at)
                return True
            if match := _HIGHLIGHTS.match(text):
                self._parts, self._pairs = [], tidy(match[0])
                return True
        if self._parts:
            if not text or text.isspace():
                return False
            shape = outline(text)
            cells = self._shown.get(shape)
            if cells is None:
                if _other(shape, self._parts):
                    self._parts = []
                    return False
                cells = self._shown[shape] = shown(shape, self._parts)
            if cells:
                quoted = [item.raw for item in new if item.line == line.number]
                hold(line, cells, quoted, self._blocks, out)
        elif self._pairs and ": " in text:
            quoted = [item.raw for item in new if item.line == line.number]
            beside(line, quoted, self._blocks.setdefault(self._pairs, Block()))
        return False

    def _turn(self, lines: Sequence[Line], at: int) -> None:
        """Other blocks begin; the same headings stand on page after page."""
        heading = (lines[at - 1].content if at else "", lines[at].content)
        if heading not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            parts = parts_of(lines, at)
            if any(_NAMES.search(part.label.name) for part in parts if not part.labelled):
                parts = []
            self._known[heading] = parts, {}
        (self._parts, self._shown), self._pairs = self._known[heading], ""

    def write(
        self, subsystem: str, plan: str, out: Collector, interval: Interval, of: str = ""
    ) -> None:
        """The blocks are whole: their figures are the plan's, a pool's or the subsystem's, those
        that are ``of`` a part of it under its name.
        """
        for title, block in self._blocks.items():
            match = None if plan else _POOL.match(title)
            subject = plan or f"db2_subsystem:{subsystem}"
            block.title = title
            if match is not None:
                subject = f"db2_bufferpool:{subsystem}/{match['pool']}"
                block.title = " ".join(filter(None, (match["group"], match["rest"]))).strip()
            if of:
                block.title = f"{of}: {block.title}" if block.title else of
            block.write(subject, out, interval)
        self._blocks.clear()
