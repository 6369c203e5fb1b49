"""The numbers of a line, and which of them are left out on purpose.

A number is a run of digits that is no part of a word: neither of a name (``SYS1``, ``V2R4``) nor of
a hexadecimal address. Commas, points and a unit at its end belong to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from advisor.reading.layout.outline import outline, widened

Ignores = tuple[tuple[str, str], ...]
"""Patterns of what a reader leaves out on purpose, and what they stand for."""

Beside = tuple[tuple[str, int, str], ...]
"""Patterns of rows, how many numbers they hold besides those that are read, and what these are.

They count only on a line of which something was read: a row that gives less than it used to is
listed, and so is one of which nothing is taken."""

Parts = tuple[tuple[str, str], ...]
"""Patterns of the titles of a page's parts, and what those hold of which all is left out on
purpose; nothing for those that are read. A part ends where the next one begins."""

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
    r"|\d?[/-]\d\d?[/-]\d{2,4}\b(?:[ ,-]+\d\d?[:.]\d\d[:.]\d\d(?:[.,]\d+)?)?"
    # with points too, unless it is a span of time: 15.00.037, 00.03.37.095
    r"|(?<![\d.].)\d?\.\d\d?\.(?:\d{4}|\d\d)(?!\.?\d)"
    r"(?:[ ,-]+\d\d?[:.]\d\d[:.]\d\d(?:[.,]\d+)?)?"
    r"|(?:(?<=1)9|(?<=2)0)\d\d[. ]\d{3}\b(?: +\d?\d:\d\d:\d\d)?|\d\.\d{3} +\d\d:\d\d:\d\d"
    rf"|\d? {_MONTH} \d{{2,4}}\b)"
)
_CLOCK_TIME = r"\d\d?(?::\d\d){1,2}(?:[.,]\d+)?(?!\d)|\d\d?\.\d\d\.\d\d(?:[.,]\d+)?(?!\d)"
AROUND = re.compile(
    # the time of what: CPU TIME 0:00:02 and ELAPSED TIME 12.30 are spans
    r"(?:T(?<![\w-]T)(?<!\w T)IME|(?:START|STOP|END|BEGIN|PRINT|REPORT|RUN|DATE|LAST|LOCAL|GMT|"
    rf"SYSTEM|CURRENT|OPEN|CLOSE)[ /-]?TIME)[ :=.]+(?:{_CLOCK_TIME}|\d\d\.\d\d(?![\d.]))"
    rf"|(?:AT|START|END|FROM|TO|SINCE)[ :=.]+(?:{_CLOCK_TIME})"
    rf"|{_MONTH} \d\d?, \d{{4}}\b"
    r"|(?:(?<![A-Z])PAGE[ :#]*|\b(?:FIGURE|TABLE|EXAMPLE) )\d[\d,]*(?:[-.]\d+)*"
    r"|LINE \d+(?:-\d+)? (?:OF \d+|\(\d+\))|^1(?= +[A-Z])"
)
"""What every report prints around its figures: dates, times and pages, in capitals."""

_DATE_CELL = re.compile(
    rf"[:/-]|\..*\.|^(?:19|20)\d\d(?:\.\d{{3}}\b|$)|^{_MONTH}$|PAGE|^(?:LINE|FIGURE|TABLE|EXAMPLE)$"
    r"|(?:TIME|AT|START|END|FROM|TO|SINCE)(?:[:=.]*$|[:=.]+\d)"
)
"""Every date and all of :data:`AROUND` have such a piece, between blanks, in capitals."""


def _by_commas(content: str) -> bool:
    """Whether commas separate the cells of a line; where semicolons or tabs do, they are marks."""
    commas = content.count(",")
    if commas <= 5 or commas <= content.count(" "):
        return False
    return commas > content.count(";") + 1 and commas > content.count("\t") + 1


def numbers_of(content: str) -> tuple[list[str], bool]:
    """The numbers of a line, and whether some of it may be a date, a time or a page number.

    No number has a blank in it, and the same cells stand on page after page: each is looked at
    once.
    """
    commas = _by_commas(content)
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


_DECIMAL = r"-?(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{4,},\d+|0?,\d+)%?"
_COMMA = re.compile(rf"(?<!\S){_DECIMAL}(?!\S)")
"""A decimal comma: the digits around it are no groups of thousands."""

_POINT = re.compile(r"(?<!\S)-?\d[\d,]*\.\d+%?(?!\S)")
_EITHER = re.compile(r"(?<!\S)-?\d+,\d+%?(?!\S)")
_SEVERAL = 2

_ODD = re.compile(rf"""(?<![^\s>"]){_DECIMAL}(?![^\s<"])""")
_ODD_CLOCK = re.compile(r"\d:[0-5]\d,\d+(?![\d:,])")
_CLOCK_POINTS = re.compile(r"\d:[0-5]\d\.\d")
_GROUPED = re.compile(r"""(?<![^\s>"])-?\d{1,3}(?:,\d{3})+%?(?![^\s<"])""")
_UNGROUPED = re.compile(r"(?<![\w.,])\d{4,}(?![\w,])")
_THREE_PLACES = re.compile(r"(?<![\w.,])\d+\.\d{3}(?![\w.,])")
_POINTS = re.compile(r"(?<![\w.,])\d+\.\d+(?![\w.,])")
_MANY = 6
"""Figures with points beside which one with a comma is no list."""


def odd_comma(contents: Sequence[str]) -> tuple[int, str] | None:
    """Line and figure of a page whose comma stands where its other figures have points: somebody
    has typed it. Groups of thousands it is none of: these have three digits, and stand on pages
    that separate them in other figures too.
    """
    with_some = [(index, line) for index, line in enumerate(contents) if "," in line]
    if not with_some:
        return None
    together = "\n".join([line for _, line in with_some])
    odd: list[tuple[int, str]] = []
    if _ODD_CLOCK.search(together):
        odd = [(at, match[0]) for at, line in with_some for match in _ODD_CLOCK.finditer(line)]
    if odd and sum(len(_CLOCK_POINTS.findall(line)) for line in contents) >= _SEVERAL * len(odd):
        return odd[0]
    odd = []
    if _ODD.search(together):
        odd = [(index, match[0]) for index, line in with_some for match in _ODD.finditer(line)]
    if odd:
        points = sum(len(_POINTS.findall(line)) for line in contents)
        return odd[0] if points >= _MANY * len(odd) else None
    if len(_GROUPED.findall(together)) != 1:
        return None
    odd = [(index, match[0]) for index, line in with_some for match in _GROUPED.finditer(line)]
    if odd[0][1].count(",") > 1:
        return None
    ungrouped = sum(len(_UNGROUPED.findall(line)) for line in contents)
    places = sum(len(_THREE_PLACES.findall(line)) for line in contents)
    return odd[0] if ungrouped >= _SEVERAL and places >= _MANY else None


def first_comma(contents: Sequence[str], expected: bool) -> int | None:
    """Index of the first line with a decimal comma where a page's figures have such; else ``None``.

    ``expected``: another page of the file had them, so that here any comma may be one.
    """
    with_some = [(index, line) for index, line in enumerate(contents) if "," in line]
    commas: list[int] = []
    if with_some and _COMMA.search("\n".join([line for _, line in with_some])):
        commas = [index for index, line in with_some for _ in _COMMA.findall(line)]
    if expected and not commas:
        commas = [index for index, line in with_some if _EITHER.search(line)]
    if not commas or (len(commas) < _SEVERAL and not expected):
        return None
    points = sum(len(_POINT.findall(line)) for line in contents)
    return commas[0] if len(commas) > points else None


_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]|[^\\\[()|]+")
_MOST_ASKED = 256

_LEFT_OUT = " | "
"""What is left out is shown as this: no pattern finds anything across it."""


class Known:
    """What a reader leaves out, as patterns that are tried once a line where they can be."""

    def __init__(self, patterns: Sequence[str]) -> None:
        # A line is searched for those that may stand anywhere, and only begun with the others.
        opening = [pattern for pattern in patterns if _opens(pattern)]
        anywhere = [pattern for pattern in patterns if not _opens(pattern)]
        self._opening = _one_of(opening) if opening else None
        self._anywhere = [part for pattern in anywhere for part in _alternatives(pattern)]
        self._begin_with = [_first_words(part) for part in self._anywhere]
        self._words = tuple(dict.fromkeys(word for some in self._begin_with for word in some))
        self._asked: dict[tuple[str, ...], re.Pattern[str] | None] = {}

    def opening(self, content: str) -> int:
        """Where those end that the line begins with; 0 where it begins with none."""
        match = None if self._opening is None else self._opening.match(content)
        return 0 if match is None else match.end()

    def without(self, content: str) -> str:
        """The line without them."""
        if self._opening is not None and (match := self._opening.match(content)):
            content = _LEFT_OUT + content[match.end() :]
        pattern = self._asked_of(content)
        if pattern is None:
            return content
        left, count = pattern.subn(_LEFT_OUT, content)
        return left if count else content

    def cut(self, text: str, places: list[int]) -> tuple[str, list[int]]:
        """The same, and where each character that is left stood."""
        if self._opening is not None and (match := self._opening.match(text)):
            text, places = _LEFT_OUT + text[match.end() :], _NOWHERE + places[match.end() :]
        pattern = self._asked_of(text)
        return (text, places) if pattern is None else _cut(pattern, text, places)

    def _asked_of(self, content: str) -> re.Pattern[str] | None:
        """A pattern of all that may stand anywhere on a line: with hundreds of alternatives, of
        which a line has the first words of none or one, it took seconds for a megabyte.
        """
        capitals = content.upper()
        here = tuple([word for word in self._words if word in capitals])
        try:
            return self._asked[here]
        except KeyError:
            pass
        both = zip(self._anywhere, self._begin_with, strict=True)
        some = [part for part, words in both if not words or not words.isdisjoint(here)]
        if len(self._asked) >= _MOST_ASKED:
            self._asked.clear()
        pattern = self._asked[here] = _one_of(some) if some else None
        return pattern

    def seen(self, content: str) -> bool:
        """Whether one of them stands on the line."""
        return self.without(content) is not content


def _opens(pattern: str) -> bool:
    """Whether each alternative of a pattern stands at the beginning of the line."""
    return all(part.startswith("^") for part in _alternatives(pattern))


def _alternatives(pattern: str) -> list[str]:
    """A pattern's alternatives."""
    found, depth = [""], 0
    for match in _PIECE.finditer(pattern):
        piece = match[0]
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and not depth:
            found.append("")
        else:
            found[-1] += piece
    return found


def _first_words(pattern: str) -> frozenset[str]:
    """The letters, in capitals, of which a pattern begins with some; none where there are too few
    for one of its alternatives.
    """
    pattern = pattern.removeprefix(r"\b")
    if pattern.startswith("(?:"):
        inside, behind = _group(pattern)
        if behind[:1] in ("?", "*", "{"):
            return frozenset()
        found = [_first_words(part) for part in _alternatives(inside)]
        return frozenset().union(*found) if all(found) else frozenset()
    match = re.match(r"([A-Za-z/ ]{3,})(?![A-Za-z/ ?*{])", pattern)
    word = match[1].strip().upper() if match else ""
    return frozenset((word,) if word else ())


def _group(pattern: str) -> tuple[str, str]:
    """What stands in the parentheses that a pattern begins with, and what behind them."""
    depth = 0
    for match in _PIECE.finditer(pattern):
        depth += (match[0] == "(") - (match[0] == ")")
        if not depth:
            return pattern[len("(?:") : match.start()], pattern[match.end() :]
    return "", ""


def _one_of(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


class Outlined(NamedTuple):
    """What holds of every line with the same outline: where its numbers stand, those that are not
    left out, and how many a row of its kind may hold besides what was read (-1: it is none).
    """

    spans: tuple[tuple[int, int], ...]
    left: tuple[tuple[int, int], ...]
    beside: int
    unless: tuple[re.Pattern[str], ...] = ()
    """Patterns that find nothing in a line of which that holds."""
    behind: int = 0
    """Where a line goes on behind what is left out of its beginning."""

    def holds(self, content: str) -> bool:
        """Whether a line of this outline is what the outline says."""
        for pattern in self.unless:
            if pattern.search(content):
                return False
        if self.behind and self.unless:
            rest = _LEFT_OUT + content[self.behind :]
            return not any(pattern.search(rest) for pattern in self.unless)
        return True

    def untaken(self, content: str) -> tuple[int, tuple[str, ...]] | None:
        """As :meth:`.Sight.untaken`, of a line of this outline."""
        if not self.spans:
            return None
        return len(self.spans), tuple([content[start:end] for start, end in self.left])


_NO_ROW = -1
_ONCE = Outlined((), (), -2)
_UNTOLD = Outlined((), (), -3)
"""An outline met once, and one of which the lines have to be looked at: a digit matters there."""


class _Kept:
    """What all sights remember of lines: no more than :data:`MOST_KEPT` entries, of all readers."""

    def __init__(self) -> None:
        self._tables: list[dict[str, Any]] = []
        self._count = 0

    def table(self) -> dict[str, Any]:
        """A new table of one sight's."""
        self._tables.append({})
        return self._tables[-1]

    def keep(self, table: dict[str, Any], line: str, value: object) -> None:
        """Remember a line, unless it is longer than any that comes again."""
        if len(line) > LONGEST_OUTLINE:
            return
        if len(table) >= MOST_OUTLINES:
            self._count -= len(table)
            table.clear()
        elif self._count >= MOST_KEPT:
            self.forget()
        self._count += line not in table
        table[line] = value

    def forget(self) -> None:
        """Empty all tables."""
        self._count = 0
        for table in self._tables:
            table.clear()

    def __len__(self) -> int:
        return sum(map(len, self._tables))


KEPT = _Kept()


class Sight:
    """The numbers of lines as one reader's declarations see them.

    A long print repeats its lines with other figures. What nearly all patterns find in one line
    they find in every line of its outline, so each outline is looked at once: when it is met for
    the second time, for lines that come once do not pay.
    """

    def __init__(
        self,
        ignores: tuple[str, ...],
        beside: tuple[tuple[str, int], ...],
        parts: Parts = (),
    ) -> None:
        self.parts = [(compiled(title), bool(holds)) for title, holds in parts]
        self._opens: dict[str, bool | None] = KEPT.table()
        self.known = Known(ignores) if ignores else None
        self._rows = [(compiled(pattern), most) for pattern, most in beside]
        wide = [widened(pattern) for pattern in (*ignores, *(row for row, _ in beside))]
        self._blind = None not in wide  # to the values of digits, but where one of these is met
        both = zip(wide, (*ignores, *(row for row, _ in beside)), strict=True)
        self._telling = [(compiled(any_), compiled(named)) for any_, named in both if any_]
        self._seen: dict[str, Outlined] = KEPT.table()
        self._left: dict[str, str] = KEPT.table()
        self._untaken: dict[str, tuple[int, tuple[str, ...]] | None] = KEPT.table()
        self._known_lines: dict[str, bool] = KEPT.table()

    def outlined(self, content: str, shape: str) -> Outlined | None:
        """What the outline of a line says; ``None`` where the line itself has to be looked at."""
        found = self._seen.get(shape)
        if found is None:
            KEPT.keep(self._seen, shape, _ONCE)
            return None
        if found is _ONCE:
            found = self._look_at(shape)
            KEPT.keep(self._seen, shape, found)
        return None if found is _UNTOLD or not found.holds(content) else found

    def known_outline(self, content: str, shape: str) -> Outlined | None:
        """The same of an outline that was met twice already."""
        found = self._seen.get(shape)
        if found is None or found.beside < _NO_ROW or (found.unless and not found.holds(content)):
            return None
        return found

    def untaken(self, content: str, shape: str | None = None) -> tuple[int, tuple[str, ...]] | None:
        """How many numbers a line has of which nothing was taken, and those that are not left out;
        ``None`` where it has none. The same headings stand on page after page, and what follows one
        message of a log may follow the next as well. ``shape`` is the outline of the line.
        """
        shape = outline(content) if shape is None else shape
        told = self.known_outline(content, shape)
        if told is not None:
            return told.untaken(content)
        try:
            return self._untaken[content]
        except KeyError:
            pass
        found = self._look_at_line(content, shape)
        KEPT.keep(self._untaken, content, found)
        return found

    def _look_at_line(self, content: str, shape: str) -> tuple[int, tuple[str, ...]] | None:
        told = self.outlined(content, shape)
        if told is not None:
            return told.untaken(content)
        numbers, dated = numbers_of(content)
        if not numbers:
            return None
        count = len(numbers)
        if dated or self.known is not None:
            left = self.left_of(content, dated)
            if left is not content:
                others, _ = numbers_of(left)
                numbers = others if len(others) < count else numbers
        return count, tuple(numbers)

    def opens(self, content: str, shape: str) -> bool | None:
        """Whether a part that is left out begins with this line; ``None`` where none begins."""
        try:
            return self._opens[shape]
        except KeyError:
            pass
        found = next((left for title, left in self.parts if title.match(content)), None)
        KEPT.keep(self._opens, shape, found)
        return found

    def leaves_out(self, content: str) -> bool:
        """Whether something stands on a line that the reader leaves out on purpose."""
        found = self._known_lines.get(content)
        if found is None:
            found = self.known is not None and self.known.seen(content)
            KEPT.keep(self._known_lines, content, found)
        return found

    def left_of(self, content: str, dated: bool) -> str:
        """A line without dates, pages and what its reader leaves out on purpose; the same object
        where nothing of it is.
        """
        known = self._left.get(content)
        if known is not None:
            return content if known == content else known
        left = content if self.known is None else self.known.without(content)
        if dated:
            left = AROUND.sub(" | ", DATES.sub(" | ", left).upper())
        KEPT.keep(self._left, content, left)
        return left

    def beside(self, content: str) -> int:
        """How many numbers a row may hold besides what was read of it; -1 where it is none."""
        return max(
            [most for pattern, most in self._rows if pattern.search(content)], default=_NO_ROW
        )

    def _look_at(self, shape: str) -> Outlined:
        capitals = shape.upper()
        if not self._blind or len(shape) > LONGEST_OUTLINE or len(capitals) != len(shape):
            return _UNTOLD
        behind = 0 if self.known is None else self.known.opening(shape)
        texts = (shape, _LEFT_OUT + shape[behind:])
        unless = [
            named for any_, named in self._telling if any(any_.search(text) for text in texts)
        ]
        if any(named.search(text) for named in unless for text in texts):
            return _UNTOLD  # zeros are among the digits that it names
        commas = _by_commas(shape)
        places = list(range(len(shape)))
        spans = _spans(shape, places, commas)
        text = shape
        if self.known is not None:
            text, places = self.known.cut(text, places)
        text, places = _cut(DATES, text, places)
        text, places = _cut(AROUND, text.upper(), places)
        left = _spans(text, places, _by_commas(text))
        if _VALUED.search(capitals):
            unless.append(DATED)
        left = left if len(left) < len(spans) else spans
        return Outlined(spans, left, self.beside(shape), tuple(unless), behind)


_VALUED = re.compile(r"\d{4}[. ]\d{3}\b|^\d(?= +[A-Z])")
"""Where it matters to :data:`DATES` and :data:`AROUND` which digits these are."""

DATED = re.compile(r"(?:19|20)\d\d[. ]\d{3}|^1 ")
"""The digits that matter there: of a day of the year, and in front of a title."""

MOST_OUTLINES, LONGEST_OUTLINE = 1 << 14, 400
MOST_KEPT = 1 << 16
"""At some 450 bytes each this keeps them under 30 MB."""

_NOWHERE = [-1, -1, -1]


def _cut(pattern: re.Pattern[str], text: str, places: list[int]) -> tuple[str, list[int]]:
    """A text with what the pattern finds as a bar, and where each of its characters stood."""
    pieces: list[str] = []
    kept: list[int] = []
    at = 0
    for match in pattern.finditer(text):
        pieces += (text[at : match.start()], " | ")
        kept += places[at : match.start()] + _NOWHERE
        at = match.end()
    return "".join((*pieces, text[at:])), kept + places[at:]


def _spans(text: str, places: list[int], commas: bool) -> tuple[tuple[int, int], ...]:
    token = CELL if commas else TOKEN
    return tuple(
        (places[word.start() + match.start()], places[word.start() + match.end() - 1] + 1)
        for word in _WORD.finditer(text)
        for match in token.finditer(word[0])
    )


_WORD = re.compile(r"\S+")


@lru_cache(maxsize=512)
def sight(ignores: Ignores, beside: Beside, parts: Parts = ()) -> Sight:
    """How a reader that declares this sees the numbers of its lines."""
    return Sight(
        tuple(pattern for pattern, _ in ignores),
        tuple((row, most) for row, most, _ in beside),
        parts,
    )


@lru_cache(maxsize=512)
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of a declaration, regardless of case."""
    return re.compile(pattern, re.IGNORECASE)
