"""Texts cut off at a column: a transfer into shorter records, a screen narrower than the print.

Nothing of such a line says that it was longer, and ``40120`` may have become ``401``. What shows is
that lines of different shapes end at exactly the same column, which is the widest of the file, and
hardly any line ends a little before it. Rows of one table end alike by nature, and so do rulers,
card images with their numbers and the title block of a page: these are no evidence. A single line
is proof when it breaks off: where a value has to follow, or before the end that readers know of it.

What touches that column is hidden from the readers behind asterisks, which no reader takes for a
figure, so that the columns before it keep their places.

Columns that were blanked in the middle show alike: no line has anything there, though many lines go
on behind them, and words of different lengths end before them and begin behind them at exactly the
same columns. Gutters of tables have that on one side at most, where figures are right-aligned or
names left-aligned, and titles stand across them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from advisor.observations import Observation
from advisor.reading.layout.outline import outlines
from advisor.reading.repairs.torn_words import are_whole, torn_at_their_ends, torn_by
from advisor.reading.repairs.unwrapping.shapes import AT_LEAST_SIMILAR, alike, profile
from model.language import Name, say

NARROWEST, WIDEST = 20, 255
NARROW = 60
"""Below this a page of labels and right-aligned figures may be as wide: words have to end there."""

USUAL = frozenset((71, 72, 79, 80))
"""Widths of card images and screens, without and with their last column."""

_ENOUGH = 4
"""Kinds of lines that end at one column in no print of its own width."""

_NEAR = 4
"""Columns before the last one in which a print of its own width has line ends as well."""

HIDDEN = "*"
_MOST_LOOKED_AT = 400
_CARD = re.compile(r"\d{8}$")
_TOKEN = re.compile(r"\S+\s*$")
_CELLS = re.compile(r"[,;|]")
_FEW_CELLS = 3
_PAGE = re.compile(r"\bPAGE[ :]{1,12}[\d,-]{1,9}$", re.IGNORECASE)
_LONGEST_PAGE = 26
"""Characters of that, and the one in front of it."""

_TORN = re.compile(
    r"\S {20,}(?:PA|PAG|PAGE)$"  # the page's number stands at the right edge
    r"|[^\s=] += *[^\s=].*[^\s=] +=$"  # label = value, and a label
    r"|\S.* (-{2,6})-[A-Z%/]{3,}(?!\1)-*$",  # ---SERVICE--- and ---STORAGE-
    re.IGNORECASE,
)
_FILLED = re.compile(r":\s+(?=(?:\d{10}){1,2}$)")
"""A counter printed with all its places behind its label, as in NETSTAT displays."""

_COLUMNS = re.compile(r"(?:.*\s)?(-{3,})\s+(?P<last>-{3,})\s*$")
"""A ruler under the heads of columns."""

_RULER = re.compile(r"[ 01]? *[-_=]{20,} *$")
"""Below a heading that was cut off between two columns, and so ends before the width."""

_CLOCK = re.compile(r"\d\d:\d\d:\d\d\.\d{5}")
"""A duration as statistics of CICS have it."""

_MARKUP = re.compile(r"\s*<")
_LONG_ENOUGH = 4
"""Letters of the heading of a column by which it is seen to be whole."""

_FRAMED = re.compile(r"\s*I\s.*\sI\s*$")
"""A line in a frame that a screen draws with letters."""
_SCREEN = re.compile(r"\bRMF\s+V\dR\d{1,2}\s.*\bLine\s+\d+\s+of\s+\d+\s*$", re.IGNORECASE)
"""Title of a Monitor III screen: its 80 columns hold all that it has to say."""
_ROWS_OF_A_SCREEN = 62


@dataclass(frozen=True, slots=True)
class Cut:
    """The column at which a text was cut off, how many lines reach it and the first of them.

    ``sure``: so many kinds of lines do that none of their reports can be trusted. ``broken``: the
    number of the line that shows it by breaking off, where not the kinds of lines do; or 0.
    ``behind``: the first column that has something again behind blanked ones; 0 where lines end.
    """

    width: int
    lines: int
    first: int
    sure: bool
    broken: int = 0
    behind: int = 0

    def sentence(self, name: str) -> str:
        """What is said of it, with the remedy."""
        if self.behind:
            return say(
                "{name} has nothing in columns {first} to {last} of any line, though lines of "
                "different kinds end before them and begin behind them (the first is line "
                "{line:,}): they look blanked. It was not read, for figures may lack digits and "
                "columns are missing: send the report as it was printed.",
                name=Name(name),
                first=self.width + 1,
                last=self.behind,
                line=self.first,
            )
        if self.broken:
            return say(
                "{name} looks cut off at column {width}, where line {broken:,} breaks off. What "
                "touches that column was not read, for figures may lack digits, and columns "
                "behind it are lost: send the report in its full width (transfer it into records "
                "of 133 or more, or as variable records).",
                name=Name(name),
                width=self.width,
                broken=self.broken,
            )
        return say(
            "{name} looks cut off at column {width}: {lines:,} lines of different kinds end "
            "there, from line {first:,} on. What touches that column was not read, for figures "
            "may lack digits, and columns behind it are lost: send the report in its full width "
            "(transfer it into records of 133 or more, or as variable records).",
            name=Name(name),
            width=self.width,
            lines=self.lines,
            first=self.first,
        )

    def reaches(self, texts: Iterable[str]) -> bool:
        """Whether lines with one of these are not read at all: one was surely cut, so that columns
        are missing, and which are left cannot be told. Of blanked columns no line is free: names
        that others need are missing too.
        """
        if self.behind:
            return True
        return self.sure and any(len(text.rstrip()) == self.width for text in texts)

    def hide(self, texts: Sequence[str], contents: Sequence[str]) -> list[str]:
        """``contents`` with what touches the column hidden in lines that reach it."""
        if self.behind:
            return list(contents)  # they are not read at all
        return [
            _hidden(content) if len(text.rstrip()) == self.width else content
            for text, content in zip(texts, contents, strict=True)
        ]


def blanked(texts: Sequence[str]) -> Cut | None:
    """Where columns of a text were blanked on all lines; ``None`` where nothing says so."""
    lines = list(map(str.rstrip, texts))
    for start, end in _gutters(lines):
        ending = [line for line in lines if line[start - 1 : start].isalnum()]
        behind = [line for line in lines if line[end : end + 1].isalnum()]
        if (
            _parted(ending, behind, start, end)
            or _in_cells(lines, start, end)
            or _torn_by(lines, start, end)
        ):
            first = next(number for number, line in enumerate(lines, 1) if line[end:])
            return Cut(start, len(ending), first, True, behind=end)
    return None


def _torn_by(lines: Sequence[str], start: int, end: int) -> bool:
    """Whether words that end before a gutter or begin behind it are parts of others: several, or a
    long one where lines have something right before it and right behind it.
    """
    torn = torn_by(lines, start, end)
    if len(torn) >= _WAYS or not any(len(word) >= _LONG for word in torn):
        return len(torn) >= _WAYS
    return any(line[start - 1] != " " for line in lines if line[end : end + 1].strip())


def _parted(ending: Sequence[str], behind: Sequence[str], start: int, end: int) -> bool:
    """Whether words end before a gutter and begin behind it as no table has them.

    Names are not right-aligned: those that end at one column begin at one, unless they were parted
    there; of figures and names that begin at one column, few kinds are as long as each other.
    Where leaders go from names to their figures (``KEYLEN-----10``), cells fill their column.
    """
    found = [word for line in ending if (word := _NAME_BEFORE.search(line, 0, start))]
    if 2 * sum(_LEADER in word[0] for word in found) > len(found):
        return False
    names = {word.start() for word in found}
    if len(names) < _WAYS:
        return False
    words = (_WORD_BEHIND.match(line, end) for line in behind)
    ends = {(word.end(), word[0][0].isdecimal()) for word in words if word}
    if len(ends) < _WAYS:
        return False
    both = (line for line in behind if line[start - 1].isalnum())
    return min(len(names), len(ends)) > _WAYS or _shapes(both) >= _WAYS


def _in_cells(lines: Sequence[str], start: int, end: int) -> bool:
    """Whether a gutter goes through the rows of a table whose cells are not padded to columns."""
    rows = [line for line in lines if line[end:]]
    heads = {tuple(cell.start() for cell in _CELLS.finditer(line, 0, start)) for line in rows}
    return len(heads) >= _WAYS and all(
        len(_CELLS.findall(line)) > max(_FEW_CELLS, (line[:start] + line[end:]).count(" "))
        for line in rows
    )


def _gutters(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Columns of a print in which no line has anything: first, and first behind, of some
    together.
    """
    inked = 0  # a bit for each column
    for line in set(outlines(lines)):
        marks = line[:WIDEST].encode("latin-1", "replace").translate(_INK)
        inked |= int.from_bytes(marks, "little")
    columns = inked.to_bytes(WIDEST, "little")
    return [match.span() for match in _GUTTER.finditer(columns)]


_INK = bytes(byte != 0x20 for byte in range(256))
_GUTTER = re.compile(rb"(?<=\x01)\0{4,}(?=\x01)")
_NAME_BEFORE = re.compile(r"(?<!\S)(?=\S*[A-Za-z])(?!N/[ACP]$)\S+$")
"""A word that is no figure, nor stands for one that there is not (N/A) and is aligned with them."""

_LEADER = "--"
_FIGURE_BEFORE = 4
"""Columns by which a figure may begin before the heading that it is right-aligned to."""

_WORD_BEHIND = re.compile(r"\S+")
_LONG = 4
"""Letters of a part of a word that is no abbreviation."""

_WAYS = 2
"""Columns in which words that a gutter parts begin, or end, at least."""


def shows_hidden(item: Observation) -> bool:
    """Whether a figure shows that something of it was hidden."""
    return 2 * HIDDEN in f"{item.value} {item.raw} {item.subject} {item.metric}"


def _hidden(content: str) -> str:
    match = _TOKEN.search(content)
    if match is None:
        return content
    start = match.start()
    cells = [cell.end() for cell in _CELLS.finditer(content, start)]
    if len(cells) > 3 or (cells and _CELLS.search(content[:start])):  # a row of cells
        start = cells[-1]
    return content[:start] + HIDDEN * max(1, len(content.rstrip()) - start)


def cut_of(
    texts: Sequence[str],
    broken_off: Callable[[Sequence[str], int], bool] = lambda texts, index: False,
    ends_whole: Callable[[str], bool] = lambda text: False,
) -> Cut | None:
    """Where a text looks cut off; ``None`` where nothing says so.

    ``broken_off`` says of a line whether it is known to lack its end, also below; ``ends_whole``
    whether it is known to end where it does.
    """
    ends = list(map(len, map(str.rstrip, texts)))
    width = max(ends, default=0)
    if not texts or not NARROWEST <= width <= WIDEST:
        return None
    together = "\n".join(texts)
    if "\t" in together and 2 * sum("\t" in text for text in texts) > len(texts):
        return None  # these have no columns
    reach = [index for index, end in enumerate(ends) if end == width]
    torn = torn_of(texts, reach)
    if any(len(word) >= _LONG for word in torn):
        return Cut(width, len(reach), reach[0] + 1, len(torn) >= _WAYS)
    near = sum(1 for end in ends if width - _NEAR <= end < width)
    if _MARKUP.match(texts[0]):
        number = _first_open(texts, reach)
        return Cut(width, len(reach), reach[0] + 1, False, number) if number else None
    screens = _screens(texts) if width <= 80 and "RMF" in together.upper() else frozenset()
    inked = [
        index
        for index in reach
        if index not in screens
        and texts[index].rstrip()[-1].isalnum()
        and not _FRAMED.match(texts[index])
    ]
    whole = (
        _in_whole_columns(texts, reach)
        | _below_whole_headings(texts, reach, ends_whole)
        | _in_right_aligned(texts, reach)
    )
    inked = _one_of_each_form(texts, [index for index in inked if index not in whole])
    shapes = _shapes(texts[index].rstrip() for index in inked)
    broken = 0
    if not _of_other_kinds(texts, inked, shapes, len(inked) > near, width):
        if width < NARROW:
            return None  # headings are shortened by hand as well
        ruled = (index - 1 for index in reach if index and _RULER.match(texts[index]))
        within = (at for at, text in enumerate(texts) if len(text) == width > ends[at])
        broken = _first_broken(texts, itertools.chain(reach, ruled, within), broken_off)
        if not broken:
            return None
    return Cut(width, len(reach), reach[0] + 1, shapes >= _ENOUGH, broken)


def torn_of(texts: Sequence[str], reach: Sequence[int]) -> frozenset[str]:
    """Words that are torn at the ends of lines."""
    ends = ((texts[at].rstrip(), "".join(texts[at + 1 : at + 2])) for at in reach)
    return torn_at_their_ends(ends, WIDEST)


def _screens(texts: Sequence[str]) -> frozenset[int]:
    """Lines of screens that are as wide as they were made."""
    found: set[int] = set()
    for index, text in enumerate(texts):
        if _SCREEN.search(text):
            end = index + _ROWS_OF_A_SCREEN
            found.update(range(index, min(end, len(texts))))
    return frozenset(found)


def _in_whole_columns(texts: Sequence[str], reach: Sequence[int]) -> frozenset[int]:
    """Lines that end within a last column whose ruler is as long as the one before it: whole."""
    found: set[int] = set()
    start = -1  # of the column
    for before, index in itertools.pairwise((-1, *reach)):
        text = texts[index].rstrip()
        if (ruler := _COLUMNS.match(text)) is not None:
            start = ruler.start("last") if len(ruler[1]) == len(ruler["last"]) else -1
            if start >= 0 and before == index - 1 and _last_of(texts[before]) >= start:
                found.add(before)
        elif 0 <= start <= _last_of(text):
            found.add(index)
    return frozenset(found)


def _below_whole_headings(
    texts: Sequence[str], reach: Sequence[int], ends_whole: Callable[[str], bool]
) -> frozenset[int]:
    """Headings that are known to end where they do, and what stands below their last word, which
    ends with it: figures are right-aligned to their headings.
    """
    found: set[int] = set()
    start = -1  # of the heading's last word
    for index in reach:
        text = texts[index].rstrip()
        if ends_whole(text):
            start = _last_of(text)
        if 0 <= start <= _last_of(text) + _FIGURE_BEFORE:
            found.add(index)
    return frozenset(found)


def _in_right_aligned(texts: Sequence[str], reach: Sequence[int]) -> frozenset[int]:
    """Lines that end in a column whose figures are right-aligned and have all their digits: a zero
    stands alone at its edge, where of what was cut off there would be the first digits of longer
    figures or nothing; or its heading ends there too, and has all its letters.
    """
    ends: dict[int, str] = {}
    for index in reach:
        text = texts[index].rstrip()
        cell = text.rsplit(maxsplit=1)[-1]
        before = text[: -len(cell)]
        if len(before) >= 2 and before[-2:].isspace():
            ends[index] = cell
    lengths = {len(cell) for cell in ends.values() if cell.isdecimal() or _CLOCK.fullmatch(cell)}
    if len(lengths) < 2:
        return frozenset()
    heading = {cell for cell in ends.values() if len(cell) >= _LONG_ENOUGH and cell.isalpha()}
    return frozenset(ends) if "0" in ends.values() or are_whole(heading) else frozenset()


def _last_of(text: str) -> int:
    """Where the last word of a line begins."""
    stripped = text.rstrip()
    return len(stripped) - len(stripped.rsplit(None, 1)[-1]) if stripped else -1


def _one_of_each_form(texts: Sequence[str], inked: Sequence[int]) -> list[int]:
    """The lines without those of a form: whole counters that begin in one column end in one."""
    seen: set[int] = set()
    found: list[int] = []
    for index in inked:
        filled = _FILLED.search(texts[index].rstrip())
        if filled is None or filled.end() not in seen:
            found.append(index)
        if filled is not None:
            seen.add(filled.end())
    return found


def _first_open(texts: Sequence[str], reach: Sequence[int]) -> int:
    """Number of the first line of XML that ends inside a tag where the next begins another."""
    for index in reach:
        text, following = texts[index], texts[index + 1 : index + 2]
        if text.rfind("<") > text.rfind(">") and following and following[0].lstrip()[:1] == "<":
            return index + 1
    return 0


def _of_other_kinds(
    texts: Sequence[str], inked: Sequence[int], shapes: int, most: bool, width: int
) -> bool:
    """Whether so many kinds of lines end at the width as do in no print of its own width.

    ``most``: more than end a little before it.
    """
    if not inked or _numbered(texts, inked):
        return False
    if any(_PAGE.search(texts[index].rstrip()[-_LONGEST_PAGE:]) for index in inked):
        return False  # titles have the page's number at their right edge
    if width < NARROW:
        words = {texts[index].split()[-1] for index in inked}
        if sum(1 for word in words if word[-1].isalpha()) < _WAYS:
            return False
    enough = _ENOUGH
    if most:
        few = len(inked) < _ENOUGH
        enough = (3 if few else 2) if width in USUAL else _ENOUGH if few else 3
    return shapes >= enough


def _first_broken(
    texts: Sequence[str],
    reach: Iterable[int],
    broken_off: Callable[[Sequence[str], int], bool],
) -> int:
    """Number of the first of these lines that breaks off; 0 where none does."""
    seen: set[str] = set()
    for index in reach:
        text = texts[index].rstrip()
        if text not in seen and (
            _torn(text, texts[index + 1 : index + 2]) or broken_off(texts, index)
        ):
            return index + 1
        seen.add(text)
        if len(seen) >= _MOST_LOOKED_AT:
            break
    return 0


def _torn(text: str, below: Sequence[str]) -> bool:
    goes_on = text.endswith("=") and any(line.lstrip()[:1].isdigit() for line in below)
    return _TORN.search(text) is not None and not goes_on


def _numbered(texts: Sequence[str], reach: Sequence[int]) -> bool:
    numbers = [match[0] for index in reach if (match := _CARD.search(texts[index].rstrip()))]
    return len(numbers) == len(reach) and numbers == sorted(set(numbers))


def _shapes(texts: Iterable[str]) -> int:
    """How many kinds of lines there are, as far as it matters."""
    found: list[str] = []
    for looked_at, text in enumerate(dict.fromkeys(texts)):
        if looked_at >= _MOST_LOOKED_AT or len(found) >= _ENOUGH:
            break
        shape = profile(text)
        if not any(alike(shape, other, AT_LEAST_SIMILAR) for other in found):
            found.append(shape)
    return len(found)
