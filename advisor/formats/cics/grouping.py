"""Counts whose thousands are apart by points, as a print with DECIMAL-POINT IS COMMA has them.

``500.000`` alone may be half a thousand with three places, and no reader of counts may take the
first digits of ``1.200.000`` for all of it. The page tells: its date has points too, or one of its
numbers has two of them.
"""

from __future__ import annotations

import re

from advisor.reading.reader import Segment

_DATED = re.compile(r"\bDate\s+\d\d\.\d\d\.\d{4}\b", re.IGNORECASE)
_GROUPS = re.compile(r"(?<!\S)[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?(?!\S)")
_TWO = re.compile(r"(?<!\S)[1-9]\d{0,2}(?:\.\d{3}){2}(?!\S)")
_PLACES = re.compile(r"(?<!\S)\d+,\d\d?(?!\S)")
_SWAPPED = str.maketrans(".,", ",.")


def with_commas(segment: Segment) -> None:
    """Give such a page's numbers the marks that all readers expect; no width changes."""
    if not segment.memory.get("points"):
        texts = [line.content for line in segment.lines]
        if not any(_TWO.search(text) or _DATED.search(text) for text in texts):
            return
        segment.memory["points"] = True
    for line in segment.lines:
        for pattern in (_GROUPS, _PLACES):
            line.content = pattern.sub(lambda match: match[0].translate(_SWAPPED), line.content)
