"""Reports of Adabas Review: named once each, and left out.

Layout by Software AG, Adabas Review, Supplied Reports: the title stands between time and date, the
span of the commands (``... Thru ...``) below it, columns above a ruler, and sums of a key behind
asterisks. Which commands are counted a report's processing rules choose, and these stand nowhere
in the report: no figure in it is known to be of the whole nucleus.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.reader import Collector, Page, Reader, Segment

_SPAN = re.compile(
    r"^\s*(?:\d\d:\d\d:\d\d\s+)?\d{4}-\d\d-\d\d\s+Thru\s+(?:\d\d:\d\d:\d\d\s+)?\d{4}-\d\d-\d\d"
    r"(?=\s|$)",
    re.IGNORECASE,
)
_TITLE = re.compile(r"^\s*\d\d:\d\d:\d\d\s+(\S.*?)\s+\d{4}-\d\d-\d\d\s*$")
_NAMELESS = "a report"


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _SPAN.match(contents[index]) is not None


def parse(segment: Segment, out: Collector) -> None:
    """Say once of each title that it is not read."""
    title = _NAMELESS
    for line in segment:
        if match := _TITLE.match(line.content):
            title = " ".join(match[1].split())
        elif _SPAN.match(line.content):
            out.say_once(
                "{file}, line {number}: {title} of Adabas Review is left out: which commands it "
                "counts is not in it. The statistics at the end of the nucleus' session have all.",
                line,
                title=title,
            )


READER = Reader(
    id="adabas-review",
    title="Adabas Review report that is not read",
    subsystem="Adabas",
    anchors=(" Thru ",),
    confirm=_confirm,
    splits=False,
    parse=parse,
    ignores=((_TITLE.pattern, "time and date"),),
    parts=(
        (_SPAN.pattern, "commands by job, user, file or program"),
        (rf"{_TITLE.pattern}|[\s*]*E N D\s+O F\s+R E P O R T|\s*Command: *_", ""),
    ),
    context=True,
    page=Page(
        reads="Titles of Adabas Review's reports, each of which is said once: what they count "
        "depends on processing rules that they do not print.",
        releases="Adabas Review 4.3 to 5.2",
        verified="the supplied reports that Software AG, Adabas Review, Supplied Reports, shows",
        unread="all figures of these reports",
    ),
)
