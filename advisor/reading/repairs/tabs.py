"""Tabs in a print: where an editor put them for blanks, the columns are to be had again.

Whoever puts tabs for blanks puts one wherever two or more reach a stop. So no blank stands before a
tab but one that is right before a stop, and no further blanks reach one: of that the stops are
told, or that there are none, because a tab stands for each run of blanks, as programs that paste
tables have it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

STOPS = (4, 8)
_FEWEST = 6
"""Runs of blanks that would all have to stop short of the stops by chance."""

_RUN = re.compile(r" {2,}(?=\S)")
_WORD = re.compile(r"\S+")


def tab_stops(lines: Sequence[str]) -> int:
    """How many columns the stops of a text's tabs are apart; 0 where it has none."""
    tabbed = [line.rstrip(" ") for line in lines if "\t" in line]
    if not tabbed:
        return 0
    possible = [width for width in STOPS if _short_of_stops(tabbed, width)]
    return max(possible, key=lambda width: _aligned(lines, width), default=0)


def _short_of_stops(lines: Sequence[str], width: int) -> bool:
    """Whether there are runs of blanks, and none reaches a stop."""
    runs = 0
    for line in lines:
        at = 0
        *pieces, last = line.split("\t")
        if any(piece.endswith("  ") for piece in pieces):
            return False
        for piece in (*pieces, last):
            for run in _RUN.finditer(piece) if "  " in piece else ():
                first = (at + run.start() + 1) // width  # one blank before a stop stays one
                if first < (at + run.end()) // width:
                    return False
                runs += 1
            if piece.endswith(" ") and piece is not last and (at + len(piece)) % width:
                return False  # it stands before a tab and no stop
            at = (at + len(piece)) // width * width + width
    return runs >= _FEWEST


def _aligned(lines: Sequence[str], width: int) -> int:
    """How much words begin or end at the same columns."""
    ends = Counter(
        end for line in lines for word in _WORD.finditer(line.expandtabs(width))
        for end in word.span()
    )  # fmt: skip
    return sum(count * count for count in ends.values())
