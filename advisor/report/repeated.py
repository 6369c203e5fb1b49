"""Statements that are typed once for each of several objects, written once.

A rule writes what each nucleus needs that is added, by its number: on paper four such blocks are
one with the numbers above it. Files of commands keep each block, to be sent as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

PLACEHOLDER = "n"
_BLANK = re.compile(r"<[^<>\n]*>")
_LAST_NUMBER = re.compile(r"\d+(?=\D*$)")
_MARK = "\x00"


@dataclass(frozen=True, slots=True)
class Block:
    """Lines, and the numbers that ``n`` stands for in their blanks; none where it stands once."""

    lines: tuple[str, ...]
    numbers: tuple[str, ...] = ()


def blocks(lines: Sequence[str]) -> list[Block]:
    """The lines in order, those that come again for another number once.

    What comes again is the same but for one number in its blanks (``<WORK of nucleus 9>``).
    """
    found: list[Block] = []
    single: list[str] = []
    at = 0
    while at < len(lines):
        folded = _folded(lines, at)
        if folded is None:
            single.append(lines[at])
            at += 1
            continue
        if single:
            found.append(Block(tuple(single)))
            single = []
        found.append(folded)
        at += len(folded.lines) * len(folded.numbers)
    return [*found, Block(tuple(single))] if single else found


def _folded(lines: Sequence[str], at: int) -> Block | None:
    """The shortest block that begins here and comes again at once, with all its numbers."""
    for length in range(1, (len(lines) - at) // 2 + 1):
        first = _numbered(lines[at : at + length])
        if first is None:
            continue
        shape, numbers = first[0], [first[1]]
        for begin in range(at + length, len(lines) - length + 1, length):
            again = _numbered(lines[begin : begin + length])
            if again is None or again[0] != shape or again[1] in numbers:
                break
            numbers.append(again[1])
        if len(numbers) > 1:
            return Block(tuple(line.replace(_MARK, PLACEHOLDER) for line in shape), tuple(numbers))
    return None


def for_any(blank: str) -> str:
    """A blank with ``n`` in place of the number by which others like it differ."""
    return _LAST_NUMBER.sub(PLACEHOLDER, blank)


def _numbered(lines: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """Lines with a mark for the one number in their blanks, and it; of several no block is made."""
    numbers: set[str] = set()

    def marked(blank: re.Match[str]) -> str:
        found = _LAST_NUMBER.search(blank[0])
        if found is None:
            return blank[0]
        numbers.add(found[0])
        return blank[0][: found.start()] + _MARK + blank[0][found.end() :]

    shape = tuple(_BLANK.sub(marked, line) for line in lines)
    return (shape, numbers.pop()) if len(numbers) == 1 else None
