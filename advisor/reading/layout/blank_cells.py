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
from typing import NamedTuple

BLANK = "-"
_MODELS = 64
"""Rows from which the columns of a table are learnt, at most."""

_NONE = 1 << 20
_WORD = re.compile(r"\S+")


def _words(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _WORD.finditer(text)]


class _Column(NamedTuple):
    first: int
    last: int
    starts: frozenset[int]
    ends: frozenset[int]
    spans: tuple[tuple[int, int], ...]

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

    def __init__(self, rows: Sequence[str]) -> None:
        spans = [_words(row) for row in rows[:_MODELS]]
        self.count = len(spans[0])
        self.columns = [_column([row[at] for row in spans]) for at in range(self.count)]
        pairs = zip(self.columns, self.columns[1:], strict=False)
        self.parted = all(left.last < right.first for left, right in pairs)

    def fits(self, text: str) -> bool:
        """Whether a row of as many words keeps to the columns, or the table has none to keep to."""
        if not self.parted:
            return True
        words = zip(_words(text), self.columns, strict=True)
        itself = min(1, len(self.columns[0].spans) - 1)  # the row is one of those it is held beside
        return all(column.has_others(start, end, itself) for (start, end), column in words)

    def place(self, text: str) -> list[int] | None:
        """The column of each word of a row with fewer; ``None`` where more than one may be meant.

        Of all ways to leave columns out, the one in which most words end or begin where those of
        the complete rows do, and each stands below some of them.
        """
        words = _words(text)
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
        words = zip(_words(text), places, strict=True)
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


def _column(spans: Sequence[tuple[int, int]]) -> _Column:
    starts, ends = [span[0] for span in spans], [span[1] for span in spans]
    return _Column(
        min(starts), max(ends), frozenset(starts), frozenset(ends), tuple(spans[:_MODELS])
    )


def marked_rows(rows: Sequence[str], least: int = 0) -> list[str | None]:
    """The rows of one table with their blank cells marked; ``None`` for those not to be read.

    Complete is a row with as many words as most have, or ``least`` where all have fewer.
    """
    counts = [len(row.split()) for row in rows]
    often = Counter(counts)
    usual = max(often, key=lambda count: (often[count], count))
    if usual < least and (enough := [count for count in often if count >= least]):
        usual = max(enough, key=lambda count: (often[count], count))
    if usual < least:
        return [None] * len(rows)
    of_usual = Columns([row for row, count in zip(rows, counts, strict=True) if count == usual])
    more = [count for count in often if count > usual]
    richer: Columns | None = None
    if more:
        many = max(more, key=lambda count: (often[count], count))
        richer = Columns([row for row, count in zip(rows, counts, strict=True) if count == many])
    found: list[str | None] = []
    for row, count in zip(rows, counts, strict=True):
        if count > usual or (count == usual and of_usual.fits(row)):
            found.append(row)
        elif count == usual:
            found.append(richer.marked(row) if richer is not None else None)
        else:
            found.append(of_usual.marked(row) if of_usual.parted else None)
    return found
