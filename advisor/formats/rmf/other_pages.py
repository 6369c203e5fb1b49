"""Pages of RMF's postprocessor that nobody reads: they are named, and end the page before them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from advisor.formats.rmf import headings
from advisor.formats.rmf.headings import DATED, ENDINGS, framed
from advisor.reading.reader import Collector, Page, Reader, Segment

SHARED = "SHARED DIRECT ACCESS DEVICE ACTIVITY"
_TITLES = (
    SHARED,
    "VIRTUAL STORAGE ACTIVITY",
    "ENQUEUE ACTIVITY",
    "XCF ACTIVITY",
    "TRACE ACTIVITY",
    "CRYPTO HARDWARE ACTIVITY",
    "FICON DIRECTOR ACTIVITY",
    "PCIE ACTIVITY",
    "EADM ACTIVITY",
    "OMVS KERNEL ACTIVITY",
    "SERIALIZATION DELAY",
    "MAGNETIC TAPE DEVICE ACTIVITY",
    "HFS GLOBAL STATISTICS",
    "HFS FILE SYSTEM STATISTICS",
    "ESS LINK STATISTICS",
    "ESS EXTENT POOL STATISTICS",
    "ESS RANK STATISTICS",
    "GROUP CAPACITY REPORT",
    "HARDWARE GROUP REPORT",
)
_WANTED = frozenset({SHARED, "ESS LINK STATISTICS", "ESS RANK STATISTICS"})
"""Reports that hold what Plexwright takes from others: their numbers count as not read."""
_SQUEEZED = {title.replace(" ", ""): title for title in _TITLES}


def _spaced(title: str) -> str:
    """As RMF prints it, letter by letter."""
    return " ".join(title.replace(" ", ""))


def _title(text: str) -> str:
    return _SQUEEZED.get(re.sub(r"[^A-Z]", "", text.upper()), "")


def _confirm(contents: Sequence[str], index: int) -> bool:
    return bool(_title(contents[index]))


def parse(segment: Segment, out: Collector) -> None:
    """Say once of each kind that it is not read."""
    told: set[str] = segment.memory.setdefault("told", set())
    for line, _ in framed(segment, out):
        title = _title(line.content)
        if not title:
            continue
        if title in told:
            continue
        told.add(title)
        if title == SHARED:
            out.say(
                "{file}, line {number}: RMF's {title} is not read: let the "
                "postprocessor print REPORTS(DEVICE(DASD)) of each system.",
                line,
                title=title,
            )
        elif title in _WANTED:
            out.say(
                "{file}, line {number}: RMF's {title} is not read: send the dump of SMF type 74, "
                "subtype 8, that it was printed from.",
                line,
                title=title,
            )
        else:
            out.say(
                "{file}, line {number}: RMF's {title} is left out: nothing that Plexwright "
                "advises on needs it.",
                line,
                title=title,
            )


READER = Reader(
    id="rmf-other",
    shared_titles=True,
    ignores=headings.IGNORES,
    parts=tuple(
        (
            rf"[^A-Z]*{r'[ *-]*'.join(re.escape(letter) for letter in title.replace(' ', ''))}\s*",
            "" if title in _WANTED else "reports that nothing needs",
        )
        for title in _TITLES
    ),
    title="RMF report that is not read",
    subsystem="z/OS",
    anchors=tuple(_spaced(title) for title in _TITLES),
    confirm=_confirm,
    parse=parse,
    dated=replace(DATED, figures_per_line=0),
    endings=ENDINGS,
    priority=40,
    context=True,
    page=Page(
        reads="Titles of postprocessor reports that are not read, each of which is said once: "
        "their pages do not run into the page before them.",
        releases="z/OS V1R9 to V2R5",
        verified="titles against IBM, RMF Report Analysis V2R4",
        unread="all figures of these reports",
    ),
)
