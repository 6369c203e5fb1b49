"""What follows a block of lines: readers look below an anchor, and a block may end right there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from advisor.reading.repairs.prefixes import Cleaner

AHEAD = 64
"""Lines below an anchor that a reader may look at, before it says that the anchor is its own."""

T = TypeVar("T")


def with_next(items: Iterable[T]) -> Iterator[tuple[T, T | None]]:
    """Each item and the one behind it; the last has none, nor has one behind which reading fails,
    which is given all the same.
    """
    coming = iter(items)
    now = next(coming, None)
    while now is not None:
        try:
            after = next(coming, None)
        except Exception:
            yield now, None
            raise
        yield now, after
        now = after


def cleaned(texts: Sequence[str], cleaner: Cleaner) -> list[str]:
    """The contents of lines that the ``cleaner`` has not come to, and what it knows of none."""
    scratch = replace(cleaner, page_starts=set(), logs={}, overprinted=set())
    return scratch.clean(scratch.untabbed(texts))
