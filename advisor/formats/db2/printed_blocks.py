"""Blocks of Db2 statistics and accounting prints, read by their headings and rulers.

Under a line of headings stands one of dashes: a run of them is a column, of labels or of figures.
Several blocks stand beside each other. What columns mean their headings say (``QUANTITY /SECOND
/THREAD /COMMIT``, ``AVERAGE TOTAL``, ``AVERAGE TIME AV.EVENT``); rates are the quantity again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from advisor.observations import Interval, Observation
from advisor.reading.layout.labelled import FIGURE, Block, assigned, tidy
from advisor.reading.reader import Collector, Line

_RULER = re.compile(r"\s*-{3,}(?: +-{3,})*\s*$")
_RUN = re.compile(r"-{3,}")
_CELL = re.compile(rf"(?:{FIGURE}|N/[ACP])$", re.IGNORECASE)
_NONE = re.compile(r"N/[ACP]$", re.IGNORECASE)
_PIECE = re.compile(r"\S+(?: \S+)*")
_WORD = re.compile(r"\S+")
_COLUMN = re.compile(
    r"QUANTITY|AVERAGE(?: TIME)?|TOTAL|AV\.EVENT|/(?:SECOND|THREAD|COMMIT)\b", re.I
)
_POOLS = re.compile(r"\bBP(?:\d{1,2}|(?:8|16|32)K\d?)(?!\S)")
_POOL = re.compile(r"(?P<group>GROUP )?(?P<pool>BP\d{1,2}|BP(?:8|16|32)K\d?)(?: (?P<rest>.*))?$")
_MARK = re.compile(r"\s[A-Z]$")
"""A letter by which a manual refers to a row."""

_AHEAD = 60
_HALF = 0.5


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
        return all(_POOL.match(run.name) for run in self.values)

    def kept(self) -> list[str]:
        """By column what its figures are called; empty of rates, which say nothing more."""
        names = [tidy(run.name) for run in self.values]
        kept = [name for name in names if not name.startswith("/")]
        return ["" if name.startswith("/") else name if len(kept) > 1 else " " for name in names]


class Row(NamedTuple):
    """A row of a block: its label, and of each column the figure, ``None`` where it is blank."""

    part: Part
    label: str
    cells: tuple[str | None, ...]


def is_ruler(text: str) -> bool:
    """Whether a line draws the columns below their headings."""
    return "---" in text and _RULER.match(text) is not None


def parts_of(lines: Sequence[Line], at: int) -> list[Part]:
    """The blocks below a ruler, whose headings stand in the line above it."""
    ruler = lines[at].content
    heading = next((lines[i].content for i in (at - 1, at - 2) if i >= 0 and lines[i].content), "")
    runs = [match.span() for match in _RUN.finditer(ruler)]
    if "  " not in ruler.strip() and "  " not in heading.strip():
        return _collapsed(heading, runs)
    names: list[list[str]] = [[] for _ in runs]
    for word in _WORD.finditer(heading):
        best = max(range(len(runs)), key=lambda i: _near(word.span(), runs[i]))
        names[best].append(word[0])
    columns = [Run(*span, " ".join(name)) for span, name in zip(runs, names, strict=True)]
    labels = _labels(lines, at, columns)
    found: list[Part] = []
    for index in labels:
        end = next((i for i in labels if i > index), len(columns))
        found.append(Part(columns[index], tuple(columns[index + 1 : end])))
    return found


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
    """The rows of all blocks that stand on a line; ``None`` where something of it is in doubt."""
    found: list[Row] = []
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
        found.append(row)
    return found


def _row(cut: str, offset: int, part: Part) -> Row | None:
    words, count = list(_WORD.finditer(cut)), len(part.values)
    first = len(words)
    while first > max(1, len(words) - count) and _CELL.match(words[first - 1][0]):
        first -= 1
    cells = words[first:]
    if not cells:
        return Row(part, tidy(cut), (None,) * count)
    wide = cut[words[first - 1].end() : cells[0].start()]
    if _CELL.match(words[first - 1][0]) and not _ends_a_label(cut, words, first - 1):
        return None  # one figure more than there are columns
    if len(cells) > count or (not part.placed and len(cells) != count):
        return None
    if len(wide) == 1 and len(cells) != count:
        return None
    label = tidy(_MARK.sub("", cut[: cells[0].start()].rstrip()))
    if len(cells) == count:
        return Row(part, label, tuple(cell[0] for cell in cells))
    placed: list[str | None] = [None] * count
    for cell in cells:
        span = cell.start() + offset, cell.end() + offset
        under = [i for i in range(count) if _near(span, part.values[i][:2]) > 0]
        if len(under) != 1 or placed[under[0]] is not None:
            return None
        placed[under[0]] = cell[0]
    return Row(part, label, tuple(placed))


def _ends_a_label(cut: str, words: Sequence[re.Match[str]], at: int) -> bool:
    """Whether a number is the last word of a label, as in TOTAL CLASS 3."""
    near = at > 0 and words[at].start() - words[at - 1].end() == 1
    return near and words[at][0].isdecimal()


def hold(
    line: Line, parts: Sequence[Part], quoted: Sequence[str], blocks: dict[str, Block],
    out: Collector,
) -> bool:  # fmt: skip
    """Hold the figures of a line by the titles of their blocks; whether it is a row of any.

    ``quoted`` is what has been read of the line by name.
    """
    rows = row_of(line.content, parts)
    if not rows:
        return False
    read, told = list(quoted), False
    for part, label, cells in rows:
        if not part.values:
            continue
        for name, cell in zip(part.kept(), cells, strict=True):
            if not name:
                continue
            title, column = tidy(part.label.name), name.strip()
            if part.by_pool:
                title, column = column, ""
            block = blocks.setdefault(title, Block())
            if cell is None or _NONE.match(cell):
                block.empty(label, line, column)
            elif cell in read:
                read.remove(cell)
                block.empty(label, line, column)
            else:
                block.add(label, cell, line, column)
        told = told or any(cells)
    if told:
        out.left_out(line)
    return told


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
        self._blocks: dict[str, Block] = {}
        self._pairs = ""

    def line(
        self, lines: Sequence[Line], at: int, new: Sequence[Observation], out: Collector
    ) -> bool:
        """Take a line, of which ``new`` was read by name; whether a block ends with it."""
        line, text = lines[at], lines[at].content
        if is_ruler(text):
            self._parts, self._pairs = parts_of(lines, at), ""
            return True
        quoted = [item.raw for item in new if item.line == line.number]
        if match := _HIGHLIGHTS.match(text):
            self._parts, self._pairs = [], tidy(match[0])
            return True
        if self._pairs and " : " in text.replace(":  ", " : "):
            beside(line, quoted, self._blocks.setdefault(self._pairs, Block()))
        elif self._parts and text.strip():
            hold(line, self._parts, quoted, self._blocks, out)
        return False

    def write(self, subsystem: str, plan: str, out: Collector, interval: Interval) -> None:
        """The blocks are whole: their figures are the plan's, a pool's or the subsystem's."""
        for title, block in self._blocks.items():
            match = None if plan else _POOL.match(title)
            subject = plan or f"db2_subsystem:{subsystem}"
            block.title = title
            if match is not None:
                subject = f"db2_bufferpool:{subsystem}/{match['pool']}"
                block.title = " ".join(filter(None, (match["group"], match["rest"]))).strip()
            block.write(subject, out, interval)
        self._blocks.clear()
