"""Blank cells of a table's rows: marked where the rows around show their places, or not read.

Readers take most rows by the order of their words, so that a page whose columns a PDF collapsed is
read too. In such a row a blank cell moves every figure behind it into another column. Where rows of
the same table are complete, their columns say which cell is blank: it is shown to the reader as a
dash, which is no figure. Where nothing says it, the row is not shown at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from advisor.reading.layout.outline import outline

BLANK = "-"
_MODELS = 64
"""Rows from which the columns of a table are learnt, at most."""

_NONE = 1 << 20
_WORD = re.compile(r"\S+")


Spans = Sequence[tuple[int, int]]
"""Where the words of a row begin and end."""


def spans_of(text: str) -> Spans:
    """The words of a row."""
    return _spans(outline(text))


@lru_cache(maxsize=1 << 13)
def _spans(shape: str) -> Spans:
    return tuple([match.span() for match in _WORD.finditer(shape)])


class _Column(NamedTuple):
    first: int
    last: int
    starts: frozenset[int]
    ends: frozenset[int]
    spans: tuple[tuple[int, int], ...]
    core: tuple[int, int]
    """Columns of characters that all cells share; none where the first is behind the second."""

    def has_others(self, start: int, end: int, itself: int) -> bool:
        """Whether cells of other rows stand in the columns of this one."""
        standing = 0
        for first, last in self.spans:
            standing += start < last and end > first
            if standing > itself:
                return True
        return False


class Columns:
    """Where the cells of a table's complete rows stand.

    ``parted``: a column of characters that is blank in all of them stands between any two cells.
    """

    def __init__(self, rows: Sequence[Spans]) -> None:
        self.count = len(rows[0])
        self.columns = [_column(cells) for cells in zip(*rows[:_MODELS], strict=True)]
        self._cores = [column.core for column in self.columns]
        pairs = zip(self.columns, self.columns[1:], strict=False)
        self.parted = all(left.last < right.first for left, right in pairs)

    def fits(self, words: Spans) -> bool:
        """Whether a row of as many words keeps to the columns, or the table has none to keep to."""
        if not self.parted:
            return True
        for (start, end), (first, last) in zip(words, self._cores, strict=True):
            if start >= last or end <= first or first >= last:
                break
        else:
            return True  # each stands below what all others share: most rows
        itself = min(1, len(self.columns[0].spans) - 1)  # the row is one of those it is held beside
        return all(
            column.has_others(start, end, itself)
            for (start, end), column in zip(words, self.columns, strict=True)
        )

    def place(self, text: str) -> list[int] | None:
        """The column of each word of a row with fewer; ``None`` where more than one may be meant.

        Of all ways to leave columns out, the one in which most words end or begin where those of
        the complete rows do, and each stands below some of them.
        """
        words = spans_of(text)
        # best[j]: least cost, number of ways and columns of the words so far within j columns
        best: list[tuple[int, int, tuple[int, ...]]] = [(0, 1, ())] * (self.count + 1)
        for start, end in words:
            after: list[tuple[int, int, tuple[int, ...]]] = [(_NONE, 0, ())]
            for at, column in enumerate(self.columns):
                cost, ways, places = best[at]
                if start >= column.last or end <= column.first:
                    cost = _NONE
                elif end not in column.ends and start not in column.starts:
                    cost += 1
                before, others, earlier = after[at]
                if cost >= _NONE or cost > before:
                    after.append((before, others, earlier))
                elif cost < before:
                    after.append((cost, ways, (*places, at)))
                else:
                    after.append((cost, ways + others, (*places, at)))
            best = after
        cost, ways, places = best[self.count]
        return list(places) if cost < _NONE and ways == 1 else None

    def ending(self, text: str, places: Sequence[int]) -> bool:
        """Whether every word begins or ends where those of the complete rows in its column do."""
        words = zip(spans_of(text), places, strict=True)
        return all(
            not at or end in self.columns[at].ends or start in self.columns[at].starts
            for (start, end), at in words
        )

    def marked(self, text: str) -> str | None:
        """A row with a dash in each blank cell; ``None`` where it does not show which these are."""
        places = self.place(text)
        if places is None:
            return None
        last = self.columns[places[-1]]
        if places[-1] < self.count - 1 and len(text.rstrip()) not in last.ends:
            return None  # cut off, perhaps inside its last cell
        cells = list(text.ljust(self.columns[-1].last))
        for at in set(range(self.count)) - set(places):
            column = self.columns[at]
            for spot in range(column.last - 1, column.first - 1, -1):
                around = cells[max(0, spot - 1) : spot + 2]
                if all(char == " " for char in around):
                    cells[spot] = BLANK
                    break
            else:
                return None
        return "".join(cells).rstrip()


def _column(spans: Spans) -> _Column:
    first, last = zip(*spans, strict=True)
    starts, ends = frozenset(first), frozenset(last)
    return _Column(min(starts), max(ends), starts, ends, tuple(spans), (max(starts), min(ends)))


def marked_rows(rows: Sequence[str], least: int = 0) -> list[str | None]:
    """The rows of one table with their blank cells marked; ``None`` for those not to be read.

    Complete is a row with as many words as most have, or ``least`` where all have fewer.
    """
    spans = [spans_of(row) for row in rows]
    counts = [len(words) for words in spans]
    often = Counter(counts)
    usual = max(often, key=lambda count: (often[count], count))
    if usual < least and (enough := [count for count in often if count >= least]):
        usual = max(enough, key=lambda count: (often[count], count))
    if usual < least:
        return [None] * len(rows)
    of_usual = Columns([words for words in spans if len(words) == usual])
    more = [count for count in often if count > usual]
    richer: Columns | None = None
    if more:
        many = max(more, key=lambda count: (often[count], count))
        richer = Columns([words for words in spans if len(words) == many])
    found: list[str | None] = []
    for row, words in zip(rows, spans, strict=True):
        count = len(words)
        if count > usual or (count == usual and of_usual.fits(words)):
            found.append(row)
        elif count == usual:
            found.append(richer.marked(row) if richer is not None else None)
        else:
            found.append(of_usual.marked(row) if of_usual.parted else None)
    return found
