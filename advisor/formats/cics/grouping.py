"""Counts whose thousands are apart by points, as a print with DECIMAL-POINT IS COMMA has them.

Besides what shows it in any print (:mod:`advisor.reading.repairs.points`), the date in a heading of
CICS statistics has points in such prints too.
"""

from __future__ import annotations

import re

from advisor.reading.reader import Segment
from advisor.reading.repairs.points import swapped

_DATED = re.compile(r"\bDate\s+\d\d\.\d\d\.\d{4}\b", re.IGNORECASE)


def with_commas(segment: Segment) -> None:
    """Give such a page's numbers the marks that all readers expect; no width changes."""
    texts = [line.content for line in segment.lines]
    if not segment.memory.get("points"):
        if not _DATED.search("\n|".join(texts)):
            return
        segment.memory["points"] = True
    found = swapped(texts, known=True)
    if found is not None:
        for line, content in zip(segment.lines, found.contents, strict=True):
            line.content = content
