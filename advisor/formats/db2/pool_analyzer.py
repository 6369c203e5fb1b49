"""Db2 Buffer Pool Analyzer: what each pool and each page set in it was asked for.

Layout by IBM, Buffer Pool Analyzer User's Guide (SH12-7075), buffer pool activity report: below a
section's title stand the names of pools, and of page sets in two lines (database, space), above a
ruler; figures end where the dashes of their columns do, labels below another stand further right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from advisor.observations import Interval
from advisor.reading.layout.cells import number, seconds_between, stamp
from advisor.reading.layout.labelled import tidy
from advisor.reading.reader import NO_INTERVAL, Collector, Line, Metric, Page, Reader, Segment

WIDE = 200
_TITLE = re.compile(r"\bBUFFER POOL ANALYZER\b.*\bACTIVITY REPORT\b", re.IGNORECASE)
_SUBSYSTEM = re.compile(r"\bSUBSYSTEM:\s*([A-Z@#$][A-Z0-9@#$]{0,3})(?=\s|$)", re.IGNORECASE)
_PLACES = (
    (
        "LOCATION",
        re.compile(r"\bLOCATION:\s*(?!DB2\s+VERSION)([A-Z0-9@#$_.-]{1,16})(?=\s|$)", re.IGNORECASE),
    ),
    ("GROUPNAME", re.compile(r"\bGROUP:\s*([A-Z@#$][A-Z0-9@#$]{0,7})(?=\s|$)", re.IGNORECASE)),
)
"""What tells subsystems of one name apart: ``N/P`` is none."""

_SPAN = re.compile(
    r"\bINTERVAL FROM:\s*(\d\d/\d\d/\d\d)\s+(\d\d:\d\d:\d\d)\S*\s+TO:\s*(\d\d/\d\d/\d\d)\s+"
    r"(\d\d:\d\d:\d\d)",
    re.IGNORECASE,
)
_SECTION = re.compile(r"^\s*={3,}\s+(\S.*?)\s+={3,}\s*$")
_RULER = re.compile(r"^\s*-{3,}(?:\s-{3,})+\s*$")
_RUN = re.compile(r"-{3,}")
_WORD = re.compile(r"\S+")
_POOLS = re.compile(r"^\s*(?:BPID|BUFFER +POOL +ID)\b", re.IGNORECASE)
_PAGE_SETS = re.compile(r"^\s*QPAGESET\b", re.IGNORECASE)
_POOL = re.compile(r"BP(?:\d{1,2}|(?:8|16)K\d|32K\d?)")
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SIZE = "GENERAL: VIRTUAL POOL SIZE"
_BELOW = {
    "GENERAL": ("VIRTUAL POOL SIZE",),
    "BP HIT RATIO(%)": ("SYSTEM", "APPLICATION", "READ I/O"),
    "GETPAGE": ("SEQUENTIAL", "RANDOM", "RIDLIST"),
}
"""The labels that the guide shows below another: what else stands there has lost its own."""

_KNOWN = {
    "".join(name.split()): name for name in (*_BELOW, *(n for b in _BELOW.values() for n in b))
}
_TITLES = {
    "".join(title.split()): title
    for title in ("BUFFER POOL CHARACTERISTICS", "BUFFER POOL STATISTICS", "DETAIL ACTIVITY")
}
HEADINGS = 3
"""Lines between a section's title and its ruler."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Column:
    """Where a column of figures stands, its pool, and its page set if it has one."""

    start: int
    end: int
    pool: str
    page_set: str


@dataclass(slots=True)
class _Table:
    """What rows below a ruler are of: the columns, and the label that others stand below."""

    columns: list[_Column]
    first: int
    """Where labels begin that stand below no other: each of the others begins one further right."""

    labels_end: int
    above: str = ""
    sure: bool = True
    """Whether the label above is known to be that of the rows below it."""

    def name(self, text: str, words: Sequence[str]) -> str | None:
        """The label of a row behind the one that it stands below; ``None`` where this is not known.

        After a label that is out of its place nothing is known before the next that is in it.
        """
        label = "" if any(map(_FIGURE.fullmatch, words)) else tidy(" ".join(words))
        label = _KNOWN.get("".join(label.split()), label)
        place = len(text) - len(text.lstrip())
        if label and place == self.first:
            self.above, self.sure = label, not any(label in below for below in _BELOW.values())
            return label if self.sure else None
        below = _BELOW.get(self.above)
        if (
            not label
            or not self.sure
            or not self.above
            or place != self.first + 1
            or label in _BELOW
            or (below is not None and label not in below)
        ):
            self.sure = False
            return None
        return f"{self.above}: {label}"


def parse(segment: Segment, out: Collector) -> None:
    """Section by section; a page goes on with its own headings."""
    memory = segment.memory
    table: _Table | None = None
    title = ""
    for index, line in enumerate(segment):
        text = line.content[:WIDE].rstrip()
        if _TITLE.search(text):
            memory["span"], memory["subsystem"], table = NO_INTERVAL, "", None
            memory["places"] = {}
        elif match := _SECTION.match(text):
            title, table = tidy(match[1]), None
            title = _TITLES.get("".join(title.split()), title)
        elif _RULER.match(text):
            table = _table(segment, index)
        elif table is not None and text.strip():
            _row(table, title, text, line, segment, out)
        elif not text.strip():
            continue
        else:
            for setting, pattern in _PLACES:
                if match := pattern.search(text):
                    memory["places"][setting] = match[1].upper(), line
            if match := _SUBSYSTEM.search(text):
                memory["subsystem"] = match[1].upper()
                _placed(segment, out)
            if match := _SPAN.search(text):
                start, end = stamp(match[1], match[2]), stamp(match[3], match[4])
                memory["span"] = Interval(start, end, seconds_between(start, end))


def _placed(segment: Segment, out: Collector) -> None:
    """Where the subsystem is, once until a heading says something else."""
    owner, said = segment.memory["subsystem"], segment.memory.setdefault("said", {})
    for setting, (place, line) in segment.memory["places"].items():
        if said.get(setting) != (owner, place):
            said[setting] = owner, place
            out.setting(f"db2_subsystem:{owner}", setting, place, "", line, place)


def _table(segment: Segment, at: int) -> _Table | None:
    """The columns below a ruler; ``None`` where the headings above it do not fit them."""
    runs = [match.span() for match in _RUN.finditer(segment[at].content[:WIDE])]
    names: list[list[str]] = [[] for _ in runs]
    headed = False
    for below, above in enumerate(range(at - 1, max(-1, at - 1 - HEADINGS), -1)):
        text = segment[above].content[:WIDE].rstrip()
        for word in _WORD.finditer(text, runs[0][1]):
            column = next((i for i, run in enumerate(runs) if run[1] == word.end()), None)
            if not column or word.start() < runs[column - 1][1]:
                return None
            names[column].insert(0, word[0].upper())
        if _POOLS.match(text):
            headed = below in (0, 2)
            break
        if (_PAGE_SETS.match(text) is not None) != (below == 1):
            return None  # below pools a page set's database stands, and below that its space
    columns = [
        _Column(runs[i - 1][1], runs[i][1], names[i][0], ".".join(names[i][1:]))
        for i in range(1, len(runs))
        if names[i] and _POOL.fullmatch(names[i][0])
    ]
    parts = {*map(len, names[1:])}  # a pool, or with its page set's database and space
    if not headed or len(columns) != len(runs) - 1 or parts not in ({1}, {3}):
        return None
    return _Table(columns, runs[0][0], runs[0][1])


def _row(
    table: _Table, title: str, text: str, line: Line, segment: Segment, out: Collector
) -> None:
    """A row of figures by pool or page set, each of which ends where its column does."""
    words = list(_WORD.finditer(text))
    cells = [word for word in words if word.start() >= table.labels_end]
    name = table.name(text, [word[0] for word in words[: len(words) - len(cells)]])
    by_end = {column.end: column for column in table.columns}
    if name is None:
        out.say_once(
            "{file}, line {number}: it cannot be known what this row of Buffer Pool Analyzer "
            "counts, as a row above it is missing or out of its place; it was not read, nor were "
            "the rows below it: send the report as it was printed.",
            line,
        )
        return
    if any(cell.end() not in by_end or cell.start() < by_end[cell.end()].start for cell in cells):
        return
    if cells and not segment.memory.get("subsystem"):
        out.say_once(
            "{file}, line {number}: this page of Buffer Pool Analyzer names no subsystem and was "
            "not read: send it with its whole heading.",
            line,
        )
        return
    for cell in cells:
        column = by_end[cell.end()]
        if not _FIGURE.fullmatch(cell[0]):
            continue  # N/A, N/C
        subject = _subject(column.pool, line, segment, out)
        if name == _SIZE and not column.page_set:
            out.setting(subject, "VPSIZE", number(cell[0]), "buffers", line, cell[0])
            continue
        metric = f"{column.page_set or title}: {name}"
        span = segment.memory.get("span", NO_INTERVAL)
        out.printed(subject, metric, number(cell[0]), line, cell[0], span)


def _subject(pool: str, line: Line, segment: Segment, out: Collector) -> str:
    subsystem = segment.memory["subsystem"]
    subject = f"db2_bufferpool:{subsystem}/{pool}"
    if subject not in segment.memory.setdefault("placed", set()):
        segment.memory["placed"].add(subject)
        out.relation(subject, "parent", f"db2_subsystem:{subsystem}", line)
    return subject


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _TITLE.search(contents[index][:WIDE]) is not None


READER = Reader(
    id="db2-pool-analyzer",
    title="Db2 Buffer Pool Analyzer, activity report",
    subsystem="Db2",
    anchors=("BUFFER POOL ANALYZER",),
    confirm=_confirm,
    splits=False,
    parse=parse,
    ignores=(
        (r"^.*BUFFER POOL ANALYZER.*", "release and page"),
        (r"^ *(?:ORDER|TOP|GROUP|MEMBER|SUBSYSTEM):.*", "subsystem, interval, what was asked for"),
        (r"^ *(?:BPID|BUFFER +POOL +ID|QPAGESET)\b.*", "names of pools and page sets"),
        (r"^ {8,}[A-Z@#$][A-Z0-9@#$]*(?: +[A-Z@#$][A-Z0-9@#$]*)*$", "names of page sets"),
    ),
    metrics=(
        Metric("db2_bufferpool", "setting.VPSIZE", "General, Virtual pool size"),
        Metric("db2_bufferpool", "printed.*", "rows of pools, and of page sets behind their names"),
        Metric("db2_bufferpool", "relation.parent", "the subsystem of the heading"),
        Metric("db2_subsystem", "setting.LOCATION", "of the heading"),
        Metric("db2_subsystem", "setting.GROUPNAME", "GROUP of the heading"),
    ),
    page=Page(
        reads="Every figure of the sections with a column for each pool or page set: "
        "characteristics, statistics and detail activity, with the report's interval.",
        releases="Buffer Pool Analyzer of OMEGAMON for Db2 PE 5.4",
        verified="the parts of all three sections that IBM, Buffer Pool Analyzer User's Guide, "
        "shows; not verified against a complete real report",
        unread="sections with a row for each page set, and what has no number",
    ),
)
