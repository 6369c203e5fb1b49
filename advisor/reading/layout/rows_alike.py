"""Rows told by their cells: which hold figures, and in which columns they begin or end."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from advisor.reading.layout.outline import outline

_WORD = re.compile(r"\S+")
_FIGURE = re.compile(r"[-+]?[0.,:/]*0[0-9A-F.,:/]*[KMGT%]?$")
_NOTHING = re.compile(r"N/[ACP]$|[-*.]+$")
FIGURE, TEXT, NOTHING = "9", "A", "?"


class Cell(NamedTuple):
    """Where a cell begins and ends, and what it holds: a figure, a text, or nothing."""

    start: int
    end: int
    kind: str


Cells = tuple[Cell, ...]


@lru_cache(maxsize=1 << 10)  # lines near by are looked at by turns
def cells_of(text: str) -> Cells:
    """The cells of a line: its figures, and words with single blanks between them as one."""
    return _cells(outline(text))


@lru_cache(maxsize=1 << 13)
def _cells(shape: str) -> Cells:
    found: list[Cell] = []
    for match in _WORD.finditer(shape):
        start, end = match.span()
        word = match[0]
        kind = FIGURE if _FIGURE.match(word) else NOTHING if _NOTHING.match(word) else TEXT
        if kind == TEXT and found and found[-1].kind == TEXT and start == found[-1].end + 1:
            found[-1] = Cell(found[-1].start, end, TEXT)
        else:
            found.append(Cell(start, end, kind))
    return tuple(found)


def figures(cells: Cells) -> int:
    """How many of them hold figures."""
    return sum(cell.kind == FIGURE for cell in cells)


def same_kinds(mine: Cells, its: Cells) -> bool:
    """Whether cells hold figures and texts alike; nothing may stand for either."""
    return len(mine) == len(its) and all(
        a.kind == b.kind or NOTHING in (a.kind, b.kind) for a, b in zip(mine, its, strict=True)
    )


def aligned(mine: Cells, its: Cells, shift: int = 0) -> bool:
    """Whether each cell begins or ends as many columns right of the other's."""
    return len(mine) == len(its) and all(
        shift in (a.start - b.start, a.end - b.end) for a, b in zip(mine, its, strict=True)
    )


def shifts(mine: Cell, its: Cell) -> tuple[int, ...]:
    """By how many columns a cell may be right of another."""
    return tuple(dict.fromkeys((mine.end - its.end, mine.start - its.start)))
