"""What a reader is shown of rows with blank cells; see :mod:`.layout.blank_cells`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from advisor.reading.layout.blank_cells import marked_rows
from advisor.reading.layout.outline import outlines, widened
from advisor.reading.numbers import compiled
from advisor.reading.reader import Collector, Line

_APART = 2
"""Lines of another kind between two rows that belong to tables of their own: one heading of
several words is enough."""

_MOST_TOLD, _LONGEST_TOLD = 1 << 12, 400
"""Outlines of which a reader's rows are known, and how long these are."""

_HEADING = re.compile(r"\s*(?:\d+\s+)?[A-Z#%][A-Z/#%'-]*(?:\s+[A-Z#%][A-Z/#%'-]*){2,}\s*$", re.I)


class _Kinds:
    """The kinds of rows that a reader declares, and what outlines say of them: which of them a line
    may be, and how far it parts rows that stand around it where it is none.
    """

    def __init__(self, kinds: Sequence[tuple[str, int]]) -> None:
        self.patterns = [(compiled(pattern), least) for pattern, least in kinds]
        wide = [widened(pattern) for pattern, _ in kinds]
        self._wide = [
            None if any_ is None else compiled(any_ or pattern)
            for any_, (pattern, _) in zip(wide, kinds, strict=True)
        ]
        self._told: dict[str, tuple[tuple[int, ...], int]] = {}

    def told(self, shape: str) -> tuple[tuple[int, ...], int]:
        """What an outline says."""
        found = self._told.get(shape)
        if found is None:
            may = tuple(
                kind for kind, any_ in enumerate(self._wide) if any_ is None or any_.match(shape)
            )
            apart = (_APART if _HEADING.match(shape) else 1) if shape.strip() else 0
            found = may, apart
            if len(self._told) >= _MOST_TOLD:
                self._told.clear()
            if len(shape) <= _LONGEST_TOLD:
                self._told[shape] = found
        return found


_kinds = lru_cache(maxsize=64)(_Kinds)


def with_gaps(
    kinds: tuple[tuple[str, int], ...], lines: Sequence[Line], out: Collector
) -> list[Line]:
    """The lines of a page, blank cells of its rows marked; what is in doubt is withheld."""
    known = _kinds(kinds)
    patterns, told = known.patterns, known.told
    tables: list[tuple[int, list[tuple[int, re.Match[str]]]]] = []
    running: dict[int, tuple[int, list[tuple[int, re.Match[str]]]]] = {}
    others = 0
    for index, shape in enumerate(outlines([line.content for line in lines])):
        may, apart = told(shape)
        for kind in may:
            pattern, least = patterns[kind]
            match = pattern.match(lines[index].content)
            if match is None:
                continue
            at, rows = running.get(kind, (-1, []))
            if at < 0 or others - at >= _APART:
                rows = []
                tables.append((least, rows))
            rows.append((index, match))
            running[kind] = others, rows
            break
        else:
            others += apart
    shown = list(lines)
    for least, rows in tables:
        parts = [_part(match) for _, match in rows]
        found = marked_rows(parts, least)
        for (index, match), part, row in zip(rows, parts, found, strict=True):
            if row == part:
                continue
            line = lines[index]
            if row is None:
                say_withheld(line, out)
                shown[index] = replace(line, content="", gap=True)
            else:
                start, end = match.span(match.lastgroup or 0)
                content = line.content
                row = row.ljust(end)
                content = f"{content[:start]}{row[start:]}{content[end:]}"
                shown[index] = replace(line, content=content, gap=True)
    return shown


def _part(match: re.Match[str]) -> str:
    """What is looked at of a row, in its columns: what the pattern names, or all it matched."""
    start, end = match.span(match.lastgroup or 0)
    return " " * start + match.string[start:end]


def say_unheaded(line: Line, out: Collector) -> None:
    """Say, once, of which line a row was not read because the one that names it is lost."""
    out.say_once(
        "{file}, line {number}: the line above that says what or whose this is must be missing, as "
        "the one before it was told of already; it was not read: send the report as it was "
        "printed.",
        line,
    )


def say_withheld(line: Line, out: Collector) -> None:
    """Say, once, of which line a row was not read because a cell of it is blank."""
    out.say_once(
        "{file}, line {number}: this row has fewer cells than it should and does not show "
        "which it lacks, so it was not read: send the report complete and as it was printed.",
        line,
    )
