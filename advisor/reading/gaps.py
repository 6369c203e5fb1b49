"""What a reader is shown of rows with blank cells; see :mod:`.layout.blank_cells`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from advisor.reading.layout.blank_cells import marked_rows
from advisor.reading.numbers import compiled
from advisor.reading.reader import Collector, Line

_APART = 2
"""Lines of another kind between two rows that belong to tables of their own: one heading of
several words is enough."""

_HEADING = re.compile(r"\s*(?:\d+\s+)?[A-Z#%][A-Z/#%'-]*(?:\s+[A-Z#%][A-Z/#%'-]*){2,}\s*$", re.I)


def with_gaps(
    kinds: Sequence[tuple[str, int]], lines: Sequence[Line], out: Collector
) -> list[Line]:
    """The lines of a page, blank cells of its rows marked; what is in doubt is withheld."""
    patterns = [(compiled(pattern), least) for pattern, least in kinds]
    tables: list[tuple[int, list[tuple[int, re.Match[str]]]]] = []
    running: dict[int, tuple[int, list[tuple[int, re.Match[str]]]]] = {}
    others = 0
    for index, line in enumerate(lines):
        for kind, (pattern, least) in enumerate(patterns):
            match = pattern.match(line.content)
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
            if line.content and not line.content.isspace():
                others += _APART if _HEADING.match(line.content) else 1
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
