"""Tables by header position *and* anchor words, so that a blank cell stays blank.

A cell belongs to the column whose heading it stands under. Where a PDF or a mail has collapsed the
columns to single blanks, positions mean nothing: then cells go to columns in order, and only when
there are exactly as many cells as columns; otherwise the row is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_CELL = re.compile(r"\S+(?: \S+)*?(?=\s{2,}|\t|$)|\S+")
_WORD = re.compile(r"\S+")


NEVER = "(?!)"
"""A pattern that nothing matches: what it stands for is never there."""


def beginnings(names: Iterable[str], shortest: int = 2) -> str:
    """A pattern for words that begin one of these headings and are none themselves."""
    names = frozenset(names)
    begun = {name[:length] for name in names for length in range(shortest, len(name))}
    return "|".join(map(re.escape, sorted(begun - names)))


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its key and the half-open span of its heading."""

    key: str
    start: int
    end: int


def words(content: str) -> list[tuple[int, int, str]]:
    """Blank-separated words with their half-open spans."""
    return [(m.start(), m.end(), m[0]) for m in _WORD.finditer(content)]


def collapsed(content: str) -> bool:
    """Whether a line has lost its columns: several words, never two blanks between them."""
    return len(content.split()) >= 4 and not re.search(r"\S(?:\s{2,}|\t)\S", content)


def cells(content: str, columns: Sequence[Column]) -> dict[str, str] | None:
    """Cells of a row by column; blank cells are missing. ``None`` if the row does not fit."""
    row = words(content)
    if not row:
        return {}
    if collapsed(content) or columns[-1].end - columns[0].start < 2 * len(columns):
        if len(row) != len(columns):
            return None
        return {column.key: word for column, (_, _, word) in zip(columns, row, strict=True)}
    found: dict[str, list[str]] = {}
    for start, end, word in row:
        best = max(columns, key=lambda c: (_overlap(start, end, c), -_distance(start, end, c)))
        found.setdefault(best.key, []).append(word)
    return {key: " ".join(parts) for key, parts in found.items()}


def lacks_a_cell(row: str, heading: str) -> bool:
    """Whether a row has fewer cells than its heading, and nothing stands below one of the headings
    in front of its last cell: read in order, its cells would belong to other columns.
    """
    found = words(row)
    if not found or collapsed(row) or collapsed(heading):
        return False
    spans = [match.span() for match in _CELL.finditer(heading)]
    lefts = [0, *(right for _, right in spans[:-1])]  # a figure may be wider than its heading
    rights = [left for left, _ in spans[1:]]
    return len(found) < len(spans) and any(
        right <= found[-1][0] and all(end <= left or start >= right for start, end, _ in found)
        for left, right in zip(lefts, rights, strict=False)
    )


def _overlap(start: int, end: int, column: Column) -> int:
    return max(0, min(end, column.end) - max(start, column.start))


def _distance(start: int, end: int, column: Column) -> float:
    # Figures are right-aligned more often than not: the nearer edge decides.
    return min(abs(end - column.end), abs(start - column.start))


def unspaced(content: str) -> str:
    """Letter-spaced words closed up: ``C P U   A C T I V I T Y`` gives ``CPU ACTIVITY``."""
    parts = re.split(r"\s{2,}", content.strip())
    return " ".join(part.replace(" ", "") if _is_spaced(part) else part for part in parts)


def _is_spaced(part: str) -> bool:
    tokens = part.split()
    return len(tokens) >= 2 and all(len(token) == 1 for token in tokens)
