"""File request tables of CICS for z/OS: columns in the order in which their headings stand.

DFH0STAT and DFHSTUP print the same counts under headings of two or three lines ("Get" above
"requests"), in an order that changed with the releases. The words of the heading tell the order;
a row is taken when it has a file name and as many counts as the heading has columns, or fewer
that each stand under a heading of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from advisor.reading.layout.cells import whole

_WORDS: tuple[tuple[str, str], ...] = (
    ("reads_for_update", r"\b(?:Get|Read) Upd(?:ate)?\b"),
    ("browses_for_update", r"\b(?:Brws|Browse) Upd(?:ate)?\b"),
    ("remote_deletes", r"\b(?:Remote|Rmt) Del\w*"),
    ("reads", r"\b(?:Get|Read)\b(?! Upd)"),
    ("browses", r"\bBrowse\b(?! Upd)"),
    ("updates", r"(?<!Get )(?<!Read )(?<!Browse )(?<!Brws )\bUpdate\b"),
    ("adds", r"\bAdd\b"),
    ("deletes", r"(?<!Remote )(?<!Rmt )\bDelete\b"),
    ("timeouts", r"\bTimeouts?\b"),
    ("excps_data", r"\bData\b(?!\s*(?:set|table))"),
    ("excps_index", r"\bIndex\b"),
    ("string_waits", r"\bTotal\b"),
    ("string_wait_hwm", r"\b(?:HWM|Max)\b"),
)
_PATTERNS = tuple((key, re.compile(word, re.IGNORECASE)) for key, word in _WORDS)
_CELL = r"(?:[\d,]+|N/A|-{1,12})"
_ROW = re.compile(rf"^\s*([A-Z#@$][A-Z0-9#@$]{{0,7}})\s+((?:{_CELL}\s+)*{_CELL})\s*$")

MOST_WORDS = 40
"""In a line of a heading; the widest table has some twenty."""

NEEDED = frozenset(("reads", "browses", "adds", "deletes"))


@dataclass(frozen=True, slots=True)
class RequestColumn:
    """One column of a request table and the half-open span of all words of its heading."""

    key: str
    start: int
    end: int


def heading_order(lines: Sequence[str]) -> tuple[RequestColumn, ...] | None:
    """Columns of a request table whose heading is spread over ``lines``; ``None`` if it is none.

    Read along the lines and down the columns ("RLS Req" above "Timeouts"): the richer one counts.
    """
    return _heading_order(tuple(lines))


@lru_cache(maxsize=64)  # every page has the same heading
def _heading_order(lines: tuple[str, ...]) -> tuple[RequestColumn, ...] | None:
    found = max(_along(lines), _down(lines), key=len)
    if not {column.key for column in found} >= NEEDED:
        return None
    return tuple(sorted(found, key=lambda column: column.start + column.end))


def _along(lines: Sequence[str]) -> list[RequestColumn]:
    found: dict[str, RequestColumn] = {}
    for index, text in enumerate(lines):
        for key, pattern in _PATTERNS:
            match = pattern.search(text)
            if match and key not in found:
                span = _widened(lines, match.start(), match.end(), index)
                found[key] = RequestColumn(key, *span)
    return list(found.values())


def _down(lines: Sequence[str]) -> list[RequestColumn]:
    """Each word of the last line is a column, with the words that stand above it."""
    words = [[(m.start(), m.end(), m[0]) for m in re.finditer(r"\S+", text)] for text in lines]
    if not words or max(len(line) for line in words) > MOST_WORDS:
        return []
    found: dict[str, RequestColumn] = {}
    for low, high, last in words[-1]:
        parts = []
        start, end = low, high
        for above in words[:-1]:
            over = [word for word in above if word[0] < high + 1 and word[1] > low - 1]
            parts += [word for _, _, word in over]
            start = min([start, *(word[0] for word in over)])
            end = max([end, *(word[1] for word in over)])
        said = " ".join([*parts, last])
        for key, pattern in _PATTERNS:
            if pattern.search(said):
                if key not in found:
                    found[key] = RequestColumn(key, start, end)
                break
    return list(found.values())


def _widened(lines: Sequence[str], start: int, end: int, index: int) -> tuple[int, int]:
    """The span of a heading's word together with the words above and below it."""
    low, high = start, end
    for other, text in enumerate(lines):
        if other == index:
            continue
        for word in re.finditer(r"\S+", text):
            if word.start() < end and word.end() > start:
                low, high = min(low, word.start()), max(high, word.end())
    return low, high


def request_row(
    text: str, columns: Sequence[RequestColumn]
) -> tuple[str, dict[str, tuple[int, str]]] | None:
    """File name and counts of a row under a heading; ``None`` if the row does not fit it.

    Cells go to the columns in order when there is one for each; where some are blank, each cell
    must stand under exactly one heading.
    """
    match = _ROW.match(text)
    if match is None:
        return None
    cells = [(m.start(), m.end(), m[0]) for m in re.finditer(r"\S+", text)][1:]
    if len(cells) == len(columns):
        placed = {column.key: cell for column, (_, _, cell) in zip(columns, cells, strict=True)}
    else:
        found = _placed(cells, columns)
        if found is None:
            return None
        placed = found
    counts = {
        key: (value, cell) for key, cell in placed.items() if (value := whole(cell)) is not None
    }
    if "browses_for_update" in counts and "browses" in counts:
        both = counts["browses"][0] + counts["browses_for_update"][0]
        counts["browses"] = (both, f"{counts['browses'][1]}+{counts['browses_for_update'][1]}")
    return match[1], counts


def _placed(
    cells: Sequence[tuple[int, int, str]], columns: Sequence[RequestColumn]
) -> dict[str, str] | None:
    if len(cells) > len(columns):
        return None
    placed: dict[str, str] = {}
    for start, end, cell in cells:
        under = [c.key for c in columns if start < c.end and end > c.start]
        if len(under) != 1 or under[0] in placed:
            return None
        placed[under[0]] = cell
    return placed if placed.keys() >= NEEDED else None  # else it may be cut off
