"""Db2 subsystem parameters, as macros of DSNTIJUZ and reports have them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.layout.cells import whole
from advisor.reading.layout.labelled import value_of
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 200
"""Columns looked at: no print is wider."""
_STATUS = re.compile(r"\bCMTSTAT\b[\s.)=:'\"]{1,60}(INACTIVE|ACTIVE)\b", re.IGNORECASE)
_SUBSYSTEM = re.compile(
    r"\b(?:SUBSYSTEM(?: ID| NAME)?|SSID|DB2 ID)\s*[:=]\s*([A-Z@#$][A-Z0-9@#$]{1,3})(?=\s|$)", re.I
)


def parse(segment: Segment, out: Collector) -> None:
    """The parameter, of the subsystem that a heading above it names."""
    line = segment[0]
    if match := _STATUS.search(line.content[:WIDE]):
        subject = f"db2_subsystem:{segment.shared.get('db2') or segment.after_file('DB2')}"
        out.setting(subject, "CMTSTAT", match[1].upper(), "", line, match[1])


_NAMED = re.compile(  # a macro's parameter, or a report's behind its description
    r"(?:^|(?<=[\s,]))(?P<name>[A-Z][A-Z0-9_]{2,31})=(?P<value>\d+)(?=[\s,]|$)"
    r"|\((?P<called>[A-Z][A-Z0-9_]{2,31})\)\s?(?:\s?\.){2,}\s*(?P<said>\d[\d,]*)(?=\s|$)"
)
_SETTINGS = frozenset(("CTHREAD", "MAXDBAT"))


def parse_all(segment: Segment, out: Collector) -> None:
    """Every parameter that has a number."""
    for line in segment:
        if match := _SUBSYSTEM.search(line.content[:WIDE]):
            segment.shared["db2"] = match[1].upper()
        for match in _NAMED.finditer(line.content[:WIDE]):
            name, raw = match["name"] or match["called"], match["value"] or match["said"]
            _parameter(name, raw, line, segment, out)


def _parameter(name: str, raw: str, line: Line, segment: Segment, out: Collector) -> None:
    subject = f"db2_subsystem:{segment.shared.get('db2') or segment.after_file('DB2')}"
    if name in _SETTINGS:
        out.setting(subject, name, whole(raw), "threads", line, raw)
    else:
        out.printed(subject, f"ZPARM {name}", value_of(raw), line, raw)


_ALONE = re.compile(r"\bDSN6(?:SYSP|SPRM|FAC|LOGP|ARVP|GRP)\b(?:\)|\s+[A-Z0-9_]+=|\s*$)")

ALL = Reader(
    id="db2-zparms",
    title="Db2 subsystem parameters: DSN6 macros and reports of system parameters",
    subsystem="Db2",
    anchors=tuple(f"DSN6{name}" for name in ("SYSP", "SPRM", "FAC", "LOGP", "ARVP", "GRP")),
    confirm=lambda contents, index: _ALONE.search(contents[index][:WIDE]) is not None,
    splits=False,
    parse=parse_all,
    ignores=(
        (r"^ *\*.*", "comments"),
        (r"\b[A-Z0-9_]+=\([^)]*\)", "lists of trace classes"),
    ),
    metrics=(
        Metric("db2_subsystem", "setting.CTHREAD", "DSN6SYSP"),
        Metric("db2_subsystem", "setting.MAXDBAT", "DSN6SYSP"),
        Metric("db2_subsystem", "printed.*", "all other parameters that are numbers"),
    ),
    page=Page(
        reads="Parameters of the DSN6SYSP, DSN6SPRM, DSN6FAC, DSN6LOGP, DSN6ARVP and DSN6GRP "
        "macros, and of system parameter reports that name them in parentheses behind their "
        "description. The subsystem is the one that a heading names, else DB2.",
        releases="Db2 8 to 13",
        verified="macros and parameters against IBM, Db2 Installation; the report's layout "
        "against an excerpt of OMEGAMON's system parameters report",
        unread="parameters that are words or lists",
    ),
)


def parse_heading(segment: Segment, out: Collector) -> None:
    """Remember whose parameters follow."""
    if match := _SUBSYSTEM.search(segment[0].content[:WIDE]):
        segment.shared["db2"] = match[1].upper()


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _STATUS.search(contents[index][:WIDE]) is not None


PARAMETERS = Reader(
    id="db2-parameters",
    title="Db2 subsystem parameters (DSNZPARM)",
    subsystem="Db2",
    anchors=("CMTSTAT",),
    confirm=_confirm,
    where="inline",
    inline_lines=0,
    parse=parse,
    metrics=(Metric("db2_subsystem", "setting.CMTSTAT", "INACTIVE or ACTIVE"),),
    page=Page(
        reads="CMTSTAT, what becomes of distributed threads after commit, wherever a listing, a "
        "DSN6FAC macro or a report of system parameters gives its value. The subsystem is the "
        "one that a heading names, else DB2.",
        releases="Db2 8 to 13",
        verified="parameter, macro and values against IBM, Db2 Installation (DSN6FAC); the "
        "layouts of listings are not verified against real ones",
        unread="all other parameters: no rule asks for them",
    ),
)

HEADING = Reader(
    id="db2-subsystem-named",
    title="Heading that names a Db2 subsystem",
    subsystem="Db2",
    anchors=("DB2 SUBSYSTEM", "SUBSYSTEM:", "SUBSYSTEM ID"),
    confirm=lambda contents, index: _SUBSYSTEM.search(contents[index][:WIDE]) is not None,
    where="inline",
    inline_lines=0,
    parse=parse_heading,
    context=True,
    alone="has the heading of a Db2 report, but the report is of a kind that Plexwright does not "
    "read: send the statistics or accounting report of the same time, or DISPLAY BUFFERPOOL(*) "
    "DETAIL",
    page=Page(
        reads="Which Db2 subsystem the parameters below it are of.",
        releases="Db2 8 to 13",
        verified="headings of OMEGAMON reports; those of other listings are not verified",
    ),
)

READERS = (PARAMETERS, ALL, HEADING)
