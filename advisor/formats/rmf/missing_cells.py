"""Rows of a table of which a cell is blank: which one, only the places of the others can say."""

from __future__ import annotations

from typing import Any

_SOME = 2
"""Rows of one length that say how long the rows of a table are."""


def shifted(memory: dict[str, Any], table: str, cells: int, end: int) -> bool:
    """Whether a row has fewer cells than most of its table, its leading ones ending elsewhere.

    ``end`` is the column behind the last cell that is read. Rows that only lack what stands behind
    it are whole as far as they are read. :func:`another_table` forgets the rows before it.
    """
    seen: dict[int, tuple[int, int]] = memory.setdefault(f"rows of {table}", {})
    usual = max(seen, key=lambda count: seen[count][0], default=0)
    often, where = seen.get(usual, (0, 0))
    seen[cells] = (seen.get(cells, (0, 0))[0] + 1, end)
    return cells < usual and often >= _SOME and end != where


def another_table(memory: dict[str, Any], table: str) -> None:
    """A heading: the rows below it may have other columns."""
    memory.pop(f"rows of {table}", None)
