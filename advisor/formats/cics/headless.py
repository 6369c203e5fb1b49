"""What stands above the first heading of a print: of the region that the print goes on with.

DFH0STAT and DFHSTUP number the pages of a region. Above its second page stands its first, whose
heading is lost; above a first page may stand that of any region.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from advisor.reading.reader import Collector, Line, Segment

_PAGE = re.compile(r"\bPAGE\s+(\d{1,6})\b", re.IGNORECASE)
_FIGURE = re.compile(r"\. ?:\s+\d|\d\d:\d\d:\d\d\.\d{3}")
"""A value behind its leader, or the times of a TCB: no title has such."""

_LABEL = re.compile(r"\bAPPLID(?:\s?\.)+\s?:\s+([A-Z0-9@#$]{1,8})(?![\w@#$])")


def heading_lost(
    segment: Segment, heads: Callable[[str], str | None], out: Collector
) -> tuple[str, Line] | None:
    """The region of the lines above the first heading, and the line that says so; ``None`` where
    there are none or where nothing tells it, and then they are taken out, which is said.

    ``heads`` gives the region that a line names as a page's heading.
    """
    found = ((at, heads(line.content)) for at, line in enumerate(segment.lines))
    index, named = next(((at, name) for at, name in found if name), (0, None))
    if named is None:
        return None  # an excerpt, which is of the region that its file is called after
    line, above = segment.lines[index], segment.lines[:index]
    first = next((one for one in above if _FIGURE.search(one.content)), None)
    if first is None:
        return None
    for one in above:
        if match := _LABEL.search(one.content):
            return match[1], one
    page = _PAGE.search(line.content)
    if page is not None and int(page[1]) > 1:
        return named, line
    out.say(
        "{file}, line {number}: the heading that names the region of this page is lost, so what "
        "stands above the next heading was not read: send the report from its first line.",
        first,
    )
    segment.lines = segment.lines[index:]
    return None
