"""Prints and displays that nobody needs: they are known and named, so that none is asked for again.

Forms: IBM, CICS TS (DFHDB2013, DFHDB2014: DSNC DISPLAY) and z/OS zFS Administration (MODIFY ZFS,
QUERY), EPILOG for MVS (workload displays) and Software AG, Adabas Fastpath Services.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.reader import Collector, Page, Reader, Segment

_THREADS = re.compile(r"\bDFHDB201[34]\b.*\b(?:report|statistics) follows", re.IGNORECASE)
_WORKLOAD = re.compile(r"DATE_+START_+END_+MAIN_REASON", re.IGNORECASE)
_ZFS = re.compile(r"\bIOEZ00438I\s+Starting Query Command", re.IGNORECASE)
_FASTPATH = re.compile(r"\bA D A B A S\s+FASTPATH SERVICES\b", re.IGNORECASE)
_END = re.compile(
    r"\bDFHDB2020\b|^[^A-Z]*PRODUCTIVITY INDEX\b|\bIOEZ00025I\b|^\s*(?:Enter-)?PF1-",
    re.IGNORECASE,
)
_MOST_LINES = 250


def parse(segment: Segment, out: Collector) -> None:
    """Say what it is, and that all of it is left out."""
    line = segment[0]
    if _THREADS.search(line.content):
        out.say_once(
            "{file}, line {number}: CICS' display of its threads to Db2 (DSNC DISPLAY) is left "
            "out: nothing that Plexwright advises on needs it.",
            line,
        )
    elif _ZFS.search(line.content):
        out.say_once(
            "{file}, line {number}: the answer to a query of zFS is left out: nothing that "
            "Plexwright advises on needs it.",
            line,
        )
    elif _FASTPATH.search(line.content):
        out.say_once(
            "{file}, line {number}: a screen of Adabas Fastpath is left out: nothing that "
            "Plexwright advises on needs it.",
            line,
        )
    else:
        out.say_once(
            "{file}, line {number}: EPILOG's display of a workload is left out: nothing that "
            "Plexwright advises on needs it.",
            line,
        )
    for one in segment:
        out.left_out(one)
        if _END.search(one.content):
            break


def _confirm(contents: Sequence[str], index: int) -> bool:
    text = contents[index]
    return any(kind.search(text) for kind in (_THREADS, _WORKLOAD, _ZFS, _FASTPATH))


READER = Reader(
    id="zos-other",
    title="Display that is not read",
    subsystem="z/OS",
    anchors=(
        "DFHDB2013",
        "DFHDB2014",
        "DATE__START_END",
        "IOEZ00438I",
        "A D A B A S FASTPATH SERVICES",
    ),
    where="inline",
    inline_lines=_MOST_LINES,
    confirm=_confirm,
    parse=parse,
    context=True,
    priority=80,
    page=Page(
        reads="Nothing: it names displays of which nothing is needed: threads that CICS has to "
        "Db2 (DSNC DISPLAY), queries of zFS, screens of Adabas Fastpath, EPILOG's workloads.",
        releases="CICS TS 1.2 to 6.1; z/OS V2R1 to V2R5; Adabas Fastpath 7.4; EPILOG 3 to 4",
        verified="published displays",
        unread="all figures of these displays",
    ),
)
