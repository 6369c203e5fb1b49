"""File request tables of CICS for z/OS: columns in the order in which their headings stand.

DFH0STAT and DFHSTUP print the same counts under headings of two or three lines ("Get" above
"requests"), in an order that changed with the releases. The words of the heading tell the order;
a row is taken when it has a file name and exactly as many counts as the heading has columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.readers.layout.cells import whole

_WORDS: tuple[tuple[str, str], ...] = (
    ("reads_for_update", r"\b(?:Get|Read) Upd(?:ate)?\b"),
    ("browses_for_update", r"\b(?:Brws|Browse) Upd(?:ate)?\b"),
    ("remote_deletes", r"\b(?:Remote|Rmt) Delete\w*"),
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
_ROW = re.compile(r"^\s*([A-Z#@$][A-Z0-9#@$]{0,7})\s+((?:[\d,]+\s+)*[\d,]+)\s*$")

NEEDED = frozenset(("reads", "browses", "adds", "deletes"))


def heading_order(lines: Sequence[str]) -> tuple[str, ...] | None:
    """Columns of a request table whose heading is spread over ``lines``; ``None`` if it is none."""
    found: dict[str, int] = {}
    for text in lines:
        for key, pattern in _PATTERNS:
            match = pattern.search(text)
            if match and key not in found:
                found[key] = (match.start() + match.end()) // 2
    if not found.keys() >= NEEDED:
        return None
    return tuple(sorted(found, key=lambda key: found[key]))


def request_row(text: str, order: Sequence[str]) -> tuple[str, dict[str, tuple[int, str]]] | None:
    """File name and counts of a row under a heading; ``None`` if the row does not fit it."""
    match = _ROW.match(text)
    if match is None:
        return None
    cells = match[2].split()
    values = [whole(cell) for cell in cells]
    if len(cells) != len(order) or None in values:
        return None
    counts = {
        key: (value, cell)
        for key, value, cell in zip(order, values, cells, strict=True)
        if value is not None
    }
    if "browses_for_update" in counts and "browses" in counts:
        both = counts["browses"][0] + counts["browses_for_update"][0]
        counts["browses"] = (both, f"{counts['browses'][1]}+{counts['browses_for_update'][1]}")
    return match[1], counts
