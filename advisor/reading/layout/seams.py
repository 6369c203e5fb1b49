"""Lines that are two of a print in one: their line end was lost when they were copied.

Nothing marks the place, but a line begins there, and lines of a print begin and look like others:

* a word that begins lines around it, and hardly ever stands inside one, stands inside this one;
* what stands behind the place is a row like the one above or below, in other columns, or like what
  stands before it;
* what stands before it is a row like those above, and the line goes on beyond all that is there;
* the title of a page stands behind figures, a frame behind or before a text, one word between two
  signs of equality, where a value and the next name should be; or the line is wider than prints.

And rows of which one was made two: together they have the cells of the rows around, or are a line
that stands whole elsewhere, or a message's number and what stands behind such numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from advisor.reading.layout.outline import Shapes, outline
from advisor.reading.layout.rows_alike import (
    Cells,
    aligned,
    cells_of,
    figures,
    same_kinds,
    shifts,
)
from advisor.reading.repairs.torn_words import two_in_one
from advisor.reading.repairs.unwrapping.shapes import alike, profile

PRINT = 137
"""Characters of the widest line of a print, with what may stand before it."""

LONGEST = 4 * PRINT
"""Characters of a line that is looked at: two of the widest prints and logs have fewer."""

MOST = 12
"""Seams of a text: with more of them it is another layout, or wrapped."""

_FEW = 4
"""Cells of a row that is told by its columns."""

_SOME = 2
"""Figures of such a row that is not seen to follow another."""

_FAR = 8
"""Characters before a seam, and columns by which a row goes on beyond others."""

_ABOVE = 12
_AROUND = 2
"""Lines above that a row is held beside, and lines around by whose beginning one is known."""

_NAME, _LONG_NAME = 4, 6
"""Characters of a word that is known to begin lines."""

_LARGE = 32
"""A word that begins so many lines may stand inside one of so many as well."""

_MESSAGE = re.compile(r"[A-Z]{3,5}\d{3,5}[A-Z]$")
_MESSAGE_INSIDE = re.compile(r"(?<![A-Z])[A-Z]{3,5}\d{3,5}[A-Z](?=\s)")
_TITLE = re.compile(r" {6}(?:[A-Z/0-9] ){4}")
_EQUAL = re.compile(r"\s=\s+(\S+)\s+=\s")
_FRAMED = re.compile(r"\s*\*{8,} [A-Z][\w ]*[a-z]\w* \*{8,}+(?!\s*$)")
_FRAME = re.compile(r"(?<=[^\s*]) *(\*{8,}) [A-Z][\w ]*[a-z]\w* \*{8,}\s*$")
_OPTION = re.compile(r"-[A-Za-z]$")
_VALUE = re.compile(r"(?:=\s*\w+|\b\d+)$")
"""What a word may follow without a blank; other names may end in it."""

_CARRIAGE = ("", "0", "1", "-", "+")
"""What may stand in front of a line's first word: nothing, or how far the carriage moves."""

_NUMBERED = re.compile(r"\bPAGE +\d[\d,]*\s*$", re.IGNORECASE)
"""How titles end, which may be wider than the print."""

_BEHIND = re.compile(r"  (?=[A-Za-z])")
_TOLD = re.compile(r"[\d:=]")
"""What a line holds, unless it is a title."""

_WIDE = re.compile(r"\S {2,}(?=\S)")
_GAP = re.compile(r"\S {3,}\S")


class Seam(NamedTuple):
    """Where in a line the next one begins, and the blanks that this one lost in front."""

    at: int
    lead: int = 0

    def parts(self, text: str) -> tuple[str, str]:
        """The two lines."""
        return text[: self.at].rstrip(), " " * self.lead + text[self.at :]


def seams(
    texts: Sequence[str],
    tick: Callable[[], None] = lambda: None,
    shapes: Shapes | None = None,
) -> dict[int, Seam]:
    """By index of a line where it is two; empty where there are none, or too many.

    ``shapes`` are those of the texts, where they are known.
    """
    look = _Look(texts, shapes or Shapes(texts))
    tick()
    found: dict[int, Seam] = {}
    known = look.known
    for count, (index, around) in enumerate(zip(look.filled, look.around(), strict=True)):
        if not count & 1023:
            tick()
        if known.get(around) == ():
            continue
        seam = look.seam(count, index, around)
        if seam is not None:
            found[index] = seam
            if len(found) > MOST:
                return {}
    return found


def tears(
    texts: Sequence[str],
    tick: Callable[[], None] = lambda: None,
    fused: Container[int] = (),
    shapes: Shapes | None = None,
) -> dict[int, int]:
    """By index of a line that the next one goes on: the column in which that belongs.

    Lines that are ``fused`` are no rows by which one is told. ``shapes`` as for :func:`seams`.
    """
    shapes = shapes or Shapes(texts)
    found = {
        index: column
        for index, column in (_whole_elsewhere(texts) | _numbers_alone(texts, shapes)).items()
        if index not in fused and index + 1 not in fused
    }
    tick()
    sizes = shapes.each(len)
    most = min(max(sizes, default=0), LONGEST)
    none: set[tuple[int, ...]] = set()
    ids = [-1, *shapes.ids, -1, -1]
    for index, around in enumerate(zip(ids, ids[1:], ids[2:], ids[3:], strict=False)):
        if not index & 1023:
            tick()
        if around in none or index in found or index + 1 >= len(texts):
            continue
        size, below_size = sizes[index], sizes[index + 1]
        if not (size and below_size) or size + below_size > most:
            continue
        whole = size + len(texts[index + 1].strip())
        known = True
        for near in (index - 1, index + 2):
            if not (0 <= near < len(texts) and whole <= sizes[near] <= LONGEST):
                continue
            if near in fused:
                known = False
                continue
            text, below, row = texts[index], texts[index + 1], texts[near]
            if not _alike(text, below):
                column = _torn(cells_of(text), cells_of(below), cells_of(row))
                if column:
                    found[index] = column
        if len(found) > MOST:
            return {}
        if known and index not in found:
            none.add(around)  # whatever the digits of such lines are
    return found


def _whole_elsewhere(texts: Sequence[str]) -> dict[int, int]:
    """Lines that stand whole elsewhere, more than once, as in the heading of each page."""
    fronts: dict[str, dict[str, int]] = {}
    for text, often in Counter(texts).items():
        if often < _SOME or not text or len(text) > LONGEST:
            continue
        for gap in _WIDE.finditer(text):
            rest = text[gap.end() :].rstrip()
            fronts.setdefault(text[: gap.start() + 1], {})[rest] = gap.end()
    found = {}
    for index in range(len(texts) - 1):
        rests = fronts.get(texts[index].rstrip())
        column = rests.get(texts[index + 1].strip()) if rests else None
        if column is not None:
            found[index] = column
    return found


def _numbers_alone(texts: Sequence[str], shapes: Shapes) -> dict[int, int]:
    """Messages of which only the number is left: the next line begins with the word that stands
    behind the number in others of their kind, as the command prefix of a subsystem does.
    """
    alone: list[tuple[int, str]] = []
    behind: dict[tuple[str, str], int] = {}
    for index, numbered in enumerate(shapes.each(_begins_with_number)):
        if not numbered:
            continue
        text = texts[index]
        words = text.split(None, 2)
        if len(words) == 1:
            alone.append((index, words[0][:3]))
        elif not words[1][0].isalnum():
            start = text.index(words[0]) + len(words[0])
            behind.setdefault((words[0][:3], words[1]), text.index(words[1], start))
    found: dict[int, int] = {}
    for index, kind in alone:
        words = texts[index + 1].split(None, 1) if index + 1 < len(texts) else []
        if words and (kind, words[0]) in behind:
            found[index] = behind[kind, words[0]]
    return found


def _begins_with_number(text: str) -> bool:
    """Whether the first word of a line is the number of a message."""
    return any(_MESSAGE.match(word) for word in text.split(None, 1)[:1])


def _is_one_message(text: str) -> bool:
    """Whether a line begins with the number of a message, and no other stands in it."""
    return _begins_with_number(text) and not _MESSAGE_INSIDE.search(text, 1)


def _torn(first: Cells, rest: Cells, row: Cells) -> int:
    """The column in which the rest of a row belongs; 0 where it is none."""
    if len(row) < _FEW or not first or not rest or len(first) + len(rest) != len(row):
        return 0
    behind = row[len(first) :]
    if (
        same_kinds((*first, *rest), row)
        and aligned(first, row[: len(first)])
        and not aligned(rest, behind)
        and any(aligned(rest, behind, shift) for shift in shifts(rest[0], behind[0]))
    ):
        return behind[0].end - (rest[0].end - rest[0].start)
    return 0


_UNKNOWN = (1 << 20,)


def _first_words(shape: str) -> list[str] | None:
    """The first two words of each line of an outline; ``None`` where they differ in digits."""
    words = shape.split(None, 2)[:2]
    return None if any("0" in word for word in words) else words


class _Look:
    """The lines of a text, and what is asked about them more than once.

    What is not found in a line is not found in any with such lines around it, whatever their digits
    are: only names that stand inside lines are looked for as they are.
    """

    def __init__(self, texts: Sequence[str], shapes: Shapes) -> None:
        self.texts = list(map(str.rstrip, texts))
        self.shapes = shapes
        two = [_first_words(shape) for shape in shapes.distinct]
        self.words = [  # the first two
            text.split(None, 2)[:2] if (known := two[one]) is None else known
            for text, one in zip(self.texts, shapes.ids, strict=True)
        ]
        self.filled = [
            index
            for index, (words, text) in enumerate(zip(self.words, self.texts, strict=True))
            if words and len(text) <= LONGEST
        ]
        self.first = Counter([words[0] for words in self.words if words])
        inked = shapes.each(lambda shape: len(shape.strip()))
        self._inked = [inked[index] for index in self.filled]
        names = {word: self._name(word) for word in self.first}
        self._names = [names[self.words[index][0]] for index in self.filled]
        self._alone: dict[str, bool] = {}
        self.messages = self._messages()
        self.wide = self._wide()
        starts = Counter([self.texts[index][:2] for index in self.filled])
        option, often = max(starts.items(), key=lambda item: item[1], default=("", 0))
        self.option = option if _OPTION.match(option) and often > _SOME else ""
        self._far = False  # whether lines further away than those around were looked at
        self.known: dict[tuple[object, ...], tuple[int, ...] | None] = {}
        """By the outlines of lines around one that is no two: names that may stand inside it if
        they have these digits; ``None`` where those of lines further away matter.
        """

    @cached_property
    def _text(self) -> str:
        return "\n".join(self.texts)

    def around(self) -> Iterator[tuple[int, ...]]:
        """The outlines of each line that is not blank and of those around."""
        # Lines with something of their own have an outline of their own.
        own = self.messages.keys() | self.wide.keys()
        ids = [-2 - index if index in own else self.shapes.ids[index] for index in self.filled]
        padded = [-1] * _AROUND + ids + [-1] * _AROUND
        return zip(*(padded[at:] for at in range(2 * _AROUND + 1)), strict=False)

    def seam(self, count: int, index: int, around: tuple[int, ...]) -> Seam | None:
        """Where a line is two; ``count`` is its place among those that are not blank."""
        key: tuple[object, ...] = around
        asked = self.known.get(key, _UNKNOWN)
        if asked is None:
            key = self._further(count, index)
            asked = self.known.get(key, _UNKNOWN)
        if asked is not None and asked is not _UNKNOWN:
            text = self.texts[index]
            if not any(self._stands_inside(text, count, near) for near in asked):
                return None
        self._far = False
        seam = self._seam(count, index)
        if seam is None and (names := self._names_to_ask(count)) is not None:
            if self._far:
                self.known[around] = None
                key = self._further(count, index)
            self.known[key] = names
        return seam

    def _further(self, count: int, index: int) -> tuple[object, ...]:
        """The outlines of all lines that are looked at, with the blank ones and without."""
        first, top = max(0, count - _ABOVE), max(0, index - _ABOVE)
        ids = self.shapes.ids
        return (
            (count - first, *(ids[at] for at in self.filled[first : count + _ABOVE + 1])),
            (index - top, *ids[top : index + _ABOVE + 1]),
        )

    def _stands_inside(self, text: str, count: int, near: int) -> bool:
        """Whether the word that begins a line so many lines further stands inside this one, or
        that of this one does once more.
        """
        name, own = self._names[count + near], self._names[count]
        return text.count(own) > 1 if name == own else name in text

    def _names_to_ask(self, count: int) -> tuple[int, ...] | None:
        """How far those lines around are whose first word may stand inside a line with this outline
        if its digits are these; ``None`` where other digits may matter too.
        """
        found: list[int] = []
        shape = self.shapes.distinct[self.shapes.ids[self.filled[count]]]
        own = outline(self._names[count])
        for near in range(max(-count, -_AROUND), min(len(self._names) - count, _AROUND + 1)):
            name = self._names[count + near]
            plain = outline(name)
            if shape.count(plain) <= (plain == own):
                continue
            if "0" in plain:
                found.append(near)
            elif any(map(str.isdigit, "".join(self.words[self.filled[count + near]]))):
                return None
        return tuple(found)

    def _seam(self, count: int, index: int) -> Seam | None:
        text, seam = self.texts[index], None
        names, inked = self._names, self._inked
        last = len(names) - 1
        for near in (0, -1, 1, -2, 2):
            if 0 <= count + near <= last and self._stands_inside(text, count, near):
                seam = seam or self._begun(index, text, self.filled[count + near])
        size = len(text)
        above = inked[count - 1] if count else size
        below = inked[count + 1] if count < last else size
        if seam is None and size >= min(above, below) + _FAR:
            seam = self._row_behind(text, count) or self._row_before(text, count)
            if seam is None and size >= max(above, below) - _FAR:
                seam = self._row_again(text, count)
            if seam is not None and self._inside_a_word(text, seam.at):
                seam = None
        if seam is None and (at := self.messages.get(index, 0)):
            seam = Seam(at)
        longer = size >= max(above, below) + _FAR
        seam = seam or self._marked(index, text, longer)
        return None if seam and text[: seam.at].rstrip().endswith(",") else seam  # a list goes on

    def _inside_a_word(self, text: str, at: int) -> bool:
        """Whether a place stands between letters, and what is behind it begins no line.

        A name of several qualifiers is no rest of a word.
        """
        begins = re.match(r"(\w*)(\.\w)?", text[at:])
        assert begins is not None
        between = text[at - 1 : at].isalpha() and begins[1][:1].isalpha()
        return between and begins[2] is None and self.first[begins[1]] == 0

    def _name(self, word: str) -> str:
        """A word if it may tell the beginning of a line; otherwise what no line has."""
        named = len(word) >= _NAME and any(map(str.isalpha, word))
        return word if named else "\n"

    # -- a beginning inside a line ------------------------------------------------------------

    def _begun(self, index: int, text: str, near: int) -> Seam | None:
        """A word that begins a line near by, or this one, stands inside it."""
        word, own = self.words[near][0], self.words[index][0]
        if near != index and self.first[word] < 2:
            return None
        at = text.find(word, len(text) - len(text.lstrip()) + (len(word) if own == word else 1))
        if at <= 0 or not self._hardly_inside(word) or not self._goes_on_like(text, at, near):
            return None
        other = self.texts[near]
        if self._side_by_side(index, at) or (near == index and self._doubled > 1):
            return None
        glued = text[at - 1].isalnum()
        two = " ".join(self.words[near][:2])
        again = text.startswith(two, at) and not two[-1].isdecimal()
        if not again or _GAP.search(text):
            if glued and not _VALUE.search(text, 0, at):
                return None
            if near == index and not (glued and len(word) >= _LONG_NAME):
                return None
        lead = len(other) - len(other.lstrip())
        blanks = at - len(text[:at].rstrip())
        if len(text.rstrip()) == len(other.rstrip()) and not _TOLD.search(text, 0, at):
            return None  # one name, whose figure ends where that of the line near by does
        if blanks == lead:
            return Seam(at - blanks)
        if blanks == 1 and not _TOLD.search(text, 0, at):
            return None  # the name of a figure that stands behind it
        return Seam(at, lead) if blanks == 1 and (again or _columned(other)) else None

    def _side_by_side(self, index: int, at: int) -> bool:
        """Whether a line near by has something behind a gap in the same column, as labels and their
        values have that are printed side by side.
        """
        if self.texts[index][at - 2 : at] != "  ":
            return False
        self._far = True
        near = range(max(0, index - _ABOVE), min(len(self.texts), index + _ABOVE + 1))
        return any(
            _BEHIND.match(self.texts[other], at - 2) is not None for other in near if other != index
        )

    @cached_property
    def _doubled(self) -> int:
        """How many lines have their first words twice, as labels of two columns have."""
        return sum(
            len(words) > 3 and " ".join(words).count(" ".join(words[:3])) > 1
            for words in map(str.split, self.texts)
        )

    def _hardly_inside(self, word: str) -> bool:
        """Whether a word begins lines and stands inside hardly any."""
        known = self._alone.get(word)
        if known is None:
            begins = self.first[word]
            inside = self._text.count(word) - begins
            known = self._alone[word] = inside <= max(1, begins // _LARGE)
        return known

    def _goes_on_like(self, text: str, at: int, near: int) -> bool:
        """Whether the next word is as far from the one that is known as in the line near by, and
        the cells behind it hold the same.
        """
        if text[at - 1] != " " and not text[at - 1].isalnum():
            return False
        mine, its = text[at:].split(" ", 1), self.texts[near].lstrip().split(" ", 1)
        if len(mine) < 2 or len(its) < 2:
            return False
        lead = [len(rest) - len(rest.lstrip()) for rest in (mine[1], its[1])]
        kinds = [[cell.kind for cell in cells_of(rest)[:_FEW]] for rest in (mine[1], its[1])]
        return lead[0] == lead[1] and kinds[0][:1] == kinds[1][:1]

    def _messages(self) -> dict[int, int]:
        """Where messages begin inside lines, of a kind that otherwise only begins lines."""
        kinds: Counter[str] = Counter()
        for word, count in self.first.items():
            if _MESSAGE.match(word):
                kinds[word[:3]] += count
        found: dict[int, int] = {}
        for kind, count in kinds.items():
            if self._text.count(kind) > 2 * count + MOST:
                continue
            name = rf"{kind}[A-Z]{{0,2}}\d{{3,5}}[A-Z]\b"
            number = re.compile(rf"(?:(?<=[A-Za-z0-9])|(?<=\S )){name}")
            if not number.search(self._text):
                continue
            inside = {
                index: match.start()
                for index in self.filled
                if kind in self.texts[index]
                and (match := number.search(self.texts[index], 1))
                and self.texts[index][: match.start()].strip() not in _CARRIAGE
            }
            if len(inside) <= max(1, count // _LARGE):
                found.update(inside)
        return found

    # -- rows ---------------------------------------------------------------------------------

    def _row_behind(self, text: str, count: int) -> Seam | None:
        """What ends the line is a row like the one below or above, in other columns."""
        near_by = [at for at in (count + 1, count - 1) if 0 <= at < len(self.filled)]
        beside = [self.texts[self.filled[at]] for at in near_by]
        for row in beside:
            if len(text) < len(row) + _FAR - (len(row) - len(row.lstrip())):
                continue
            if _is_one_message(text) and _begins_with_number(row):
                continue  # names and values of one message, as many as the next one has
            its = cells_of(row)
            if len(its) < _FEW or len(mine := cells_of(text)) < len(its):
                continue
            shift = _shift(mine[-len(its) :], its)
            if 2 * figures(mine[-len(its) :]) <= figures(its) > 0:
                continue  # words with dashes between them, which look like cells with nothing
            if not shift or not _columned(row) or any(_alike(text, other) for other in beside):
                continue
            lead = len(row) - len(row.lstrip())
            lost = bool(text[shift : shift + lead].strip())
            at = shift + lead if lost else shift
            if (lost and text[at - 2 : at].count(" ") != 1) or not _may_be_a_line(text[:at]):
                continue
            if not self._a_column(count, text, at) and (
                figures(its) >= _SOME or self._in_a_table(count, its)
            ):
                return Seam(at, lead if lost else 0)
        return None

    def _a_column(self, count: int, text: str, at: int) -> bool:
        """Whether something begins in the same column in lines around, as in rows of several
        parts.
        """
        while at < len(text) and text[at] == " ":
            at += 1
        if text[at - 2 : at].strip():
            return False
        self._far = True
        around = self.filled[max(0, count - _ABOVE) : count] + self.filled[count + 1 :][:_ABOVE]
        mine = tuple(cell for cell in cells_of(text) if cell.start >= at)[:_SOME]
        for other in map(self.texts.__getitem__, around):
            if other[at - 2 : at] == "  " and other[: at - 2].strip():
                its = tuple(cell for cell in cells_of(other) if cell.start >= at)[:_SOME]
                if its and its[0].start == at and aligned(mine, its):
                    return True
        return False

    def _in_a_table(self, count: int, row: Cells) -> bool:
        """Whether two lines around are such rows."""
        around = self.filled[max(0, count - _AROUND) : count] + self.filled[count + 1 :][:_AROUND]
        rows = (cells_of(self.texts[at]) for at in around)
        return sum(same_kinds(row, its) and aligned(row, its) for its in rows) > 1

    def _row_before(self, text: str, count: int) -> Seam | None:
        """The line is a row like two above, and goes on beyond all that stands there."""
        if count < 2:
            return None
        row, other = (self.texts[self.filled[count - back]] for back in (1, 2))
        if len(text) < len(row) + _FAR:
            return None
        its, mine = cells_of(row), cells_of(text)
        size = len(its)
        if size < _FEW or not figures(its) or not same_kinds(its, cells_of(other)):
            return None
        self._far = True
        above = max(len(self.texts[self.filled[at]]) for at in range(max(0, count - _ABOVE), count))
        if len(text) < above + _FAR or len(text[len(row) :].split()) < 2:
            return None
        if not aligned(mine[: size - 1], its[:-1]):
            return None
        return Seam(max(len(row), mine[size - 2].end + 1))

    def _row_again(self, text: str, count: int) -> Seam | None:
        """The two halves of the line are rows like each other, and no line around is like it."""
        cells = cells_of(text)
        half, odd = divmod(len(cells), 2)
        if odd or half < _FEW or _is_one_message(text):
            return None
        one, other = cells[:half], cells[half:]
        shift = _shift(other, one)
        if not shift or not _columned(text) or not _SOME <= figures(one) < half:
            return None
        if all(text[cell.start : cell.end].endswith(":") for cell in (one[0], other[0])):
            return None  # values of two labels, side by side
        around = self.filled[max(0, count - _AROUND) : count + _AROUND + 1]
        if sum(_alike(text, self.texts[at]) for at in around) > 1:
            return None
        lead = one[0].start
        lost = shift - lead < one[-1].end
        at = other[0].start if lost else shift
        return None if self._a_column(count, text, at) else Seam(at, lead if lost else 0)

    # -- what stands alone on a line ----------------------------------------------------------

    def _marked(self, index: int, text: str, longer: bool) -> Seam | None:
        if "=" in text and (match := _EQUAL.search(text)) and text.count(" = ") > 2:
            return Seam(match.end(1))
        if "********" in text:
            if match := _FRAMED.match(text):
                return Seam(match.end())
            if match := _FRAME.search(text):
                return Seam(match.start(1))
        if longer and (match := _TITLE.search(text)):
            before = text[: match.start()].rstrip()
            if len(before.split()) > 1 and any(map(str.isdecimal, before)):
                return Seam(len(before))
        if self.option and (at := text.find(self.option, 2)) > 0 and text[at - 1].isalnum():
            return Seam(at)
        return self.wide.get(index)

    def _wide(self) -> dict[int, Seam]:
        """Lines of a print that are wider than prints, where none of the others is."""
        wide = [index for index in self.filled if len(self.texts[index]) > PRINT]
        if not 0 < len(wide) <= 2 or len(self.filled) < _FEW + len(wide):
            return {}
        others = max(len(self.texts[at]) for at in self.filled if at not in wide)
        return {
            index: Seam(two_in_one(self.texts[index]) or others)
            for index in wide
            if len(_GAP.findall(self.texts[index])) > 2
            and not _NUMBERED.search(self.texts[index])
            and len(self.texts[index]) >= others + _FAR  # a heading is wider than its last cell
        }


def _may_be_a_line(before: str) -> bool:
    """Whether what stands before a seam can be a line of its own: the number of a message and the
    prefix behind it are none, but begin what a row of that message goes on.
    """
    words = before.split()
    alone = len(words) <= _SOME and bool(words) and _MESSAGE.match(words[0]) is not None
    return len(before.strip()) >= _FAR and not alone


def _alike(text: str, row: str) -> bool:
    """Whether two lines have blanks in about the same places."""
    return alike(profile(text), profile(row))


def _columned(text: str) -> bool:
    """Whether a line has gaps between its cells."""
    return len(_WIDE.findall(text)) >= _SOME


def _shift(mine: Cells, its: Cells) -> int:
    """By how many columns cells are right of a row's; 0 where they are no such row.

    The first may be one with what stands before it.
    """
    if not same_kinds(mine[1:], its[1:]) or mine[-1].kind != its[-1].kind:
        return 0
    for shift in shifts(mine[-1], its[-1]):
        if shift > 0 and aligned(mine[1:], its[1:], shift):
            return shift
    return 0
