"""Db2 DISPLAY DATABASE: how many spaces and partitions are in which status, and how long DBDs are.

Which objects these are is the customer's; a display with LOCKS, CLAIMERS or USE has a row for each
user of an object, which counts once.
"""

from __future__ import annotations

import re

from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import whole
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 200
"""Columns looked at: no print is wider."""
_BEGIN = re.compile(
    r"\bDSNT360I\s+(?:[^\w\s@#$](?P<sign>[A-Z0-9@#$]{1,8})|(?P<alone>[A-Z@#$][A-Z0-9@#$]{2,7}))?"
    r"(?:\s|-)",
    re.IGNORECASE,
)
_END = re.compile(r"\bDSN9022I\b|\bDSN9023I\b|\bDSNT365I\b", re.IGNORECASE)
_DATABASE = re.compile(r"\bDATABASE\s*=\s*([A-Z@#$][A-Z0-9@#$_]{0,7})\b", re.IGNORECASE)
_LENGTH = re.compile(r"\bDBD LENGTH\s*=\s*(\d+)\s*$", re.IGNORECASE)
_HEAD = re.compile(r"^\s*NAME\s+TYPE\s+PARTS?\s+(?=STATUS\b)", re.IGNORECASE)
_TYPES = r"(?:TS|IX|LS|XS)"
_BROKEN = re.compile(
    rf"^\s*(?:-{{4}}[-\s]*[A-Z]|(?:[A-Z@#$][A-Z0-9@#$_]{{0,7}}\s+)?{_TYPES}(?:\s|$))|-THRU\b"
    r"|\bDBD LENGTH\s*=",
    re.IGNORECASE,
)
"""A ruler with a row behind it, and how rows and what belongs to them begin."""
_ANOTHER = re.compile(rf"-THRU\b|\s{_TYPES}\s", re.IGNORECASE)
"""What stands behind a row that has another one on its line."""
_ACCESS = r"(?:RW|RO|UT(?:RO|RW|UT)?|L?STOP[EPF]?)"
_ROW = re.compile(
    r"^\s*(?P<name>[A-Z@#$][A-Z0-9@#$_]{0,7})\s+(?P<type>TS|IX|LS|XS)\s+"
    r"(?:(?P<part>L?\d{1,4}|[LD]\*?)\s+)?"
    r"(?P<states>(?P<first>[A-Z]{2,6}\*?)(?:,[A-Z]{2,6}\*?){0,7})(?=\s|$)",
    re.IGNORECASE,
)
_OPEN = re.compile(_ACCESS, re.IGNORECASE)
"""How an object may be used, which the first of its statuses says."""
_THROUGH = re.compile(r"^\s*-THRU\s+L?(\d{1,4})\s*$", re.IGNORECASE)

_Object = tuple[str, str, str, str]
"""Subsystem, database, name and type."""


def parse(segment: Segment, out: Collector) -> None:
    """One answer, which may hold many databases."""
    memory = segment.memory
    for line in segment:
        text = line.content[:WIDE]
        if (match := _BEGIN.search(text)) and not memory.get("inside"):
            name = match["sign"] or match["alone"] or segment.after_file("DB2")
            memory.update(subject=f"db2_subsystem:{name.upper()}", inside=True, last=None)
        if not memory.get("inside"):
            continue
        database = _DATABASE.search(text)
        if database:
            memory.update(database=database[1].upper(), last=None)
        if _END.search(text):
            memory["inside"] = False
        elif match := _LENGTH.search(text):
            _longest(match[1], line, segment, out)
        elif database or _BEGIN.search(text):
            continue
        elif match := _HEAD.match(text):
            memory["status"] = match.end()
        elif (match := _ROW.match(text)) and _is_status(match, memory.get("status", -1)):
            if _ANOTHER.search(text, match.end()):
                _lacks(line, segment, out)
                continue
            part = (match["part"] or "").upper()
            one = (
                memory["subject"], memory.get("database", ""), match["name"].upper(),
                match["type"].upper() + part[:1].rstrip("0123456789"),
            )  # fmt: skip
            number = whole(part.strip("LD*")) or 0
            memory["last"] = one, tuple(match["states"].upper().split(",")), number
            _hold(number, line, segment, out)
        elif match := _THROUGH.match(text):
            if memory.get("last") and memory["last"][2]:
                _hold(whole(match[1]) or 0, line, segment, out)
            else:
                _lacks(line, segment, out)
            memory["last"] = None
        elif _BROKEN.search(text):
            _lacks(line, segment, out)
    _count(segment, out)


def _is_status(match: re.Match[str], column: int) -> bool:
    """Whether a row's word is a status: it says how the object may be used, or stands under that
    heading. Whose locks they are stands there where the status is blank.
    """
    return match.start("states") == column or _OPEN.fullmatch(match["first"]) is not None


def _lacks(line: Line, segment: Segment, out: Collector) -> None:
    """A row has lost a cell, or its line: how many objects there are is not known any more."""
    segment.memory.setdefault("lacking", set()).add(segment.memory["subject"])
    say_withheld(line, out)


def _hold(upto: int, line: Line, segment: Segment, out: Collector) -> None:
    """An object, or its partitions from the last row's on: each counts once in each status."""
    memory = segment.memory
    one, states, number = memory["last"]
    numbers = (2 << max(number, upto)) - (1 << number)
    for state in states:
        shown: dict[_Object, int] = memory.setdefault("shown", {}).setdefault((one[0], state), {})
        shown[one] = shown.get(one, 0) | numbers
        memory.setdefault("lines", {})[one[0], state] = line
    out.left_out(line)


def _longest(raw: str, line: Line, segment: Segment, out: Collector) -> None:
    """The longest DBD of a subsystem is kept."""
    lengths: dict[str, tuple[int, str, Line]] = segment.memory.setdefault("lengths", {})
    subject, length = segment.memory["subject"], whole(raw) or 0
    if subject not in lengths or length > lengths[subject][0]:
        lengths[subject] = length, raw, line
    out.left_out(line)


def _count(segment: Segment, out: Collector) -> None:
    """How many objects are in each status that this segment shows, of all in the file so far."""
    memory = segment.memory
    for (subject, _), shown in memory.get("shown", {}).items():
        # Of an object with partitions a row does not say which: it has lost that cell.
        if any(numbers & 1 and numbers > 1 for numbers in shown.values()):
            memory.setdefault("lacking", set()).add(subject)
    for subject, (length, raw, line) in memory.pop("lengths", {}).items():
        if subject not in memory.get("lacking", ()):
            _keep(subject, "LONGEST DBD (BYTES)", length, line, segment, out, raw)
    for (subject, state), line in memory.pop("lines", {}).items():
        if subject in memory.get("lacking", ()):
            continue
        count = sum(map(int.bit_count, memory["shown"][subject, state].values()))
        label = f"SPACES AND PARTITIONS IN STATUS {state}"
        _keep(subject, label, count, line, segment, out, f"{count} rows")


def _keep(
    subject: str, label: str, value: int, line: Line, segment: Segment, out: Collector,
    raw: str = "",
) -> None:  # fmt: skip
    """Observe a figure, or put a higher one in its place."""
    places: dict[tuple[str, str], tuple[int, int]] = segment.memory.setdefault("places", {})
    place, before = places.get((subject, label), (-1, -1))
    if place < 0:
        place = len(out.observations)
        out.printed(subject, f"DISPLAY DATABASE: {label}", value, line, raw)
    elif value > before:
        out.revise(place, value, line, raw)
    else:
        return
    places[subject, label] = place, value


READER = Reader(
    id="db2-databases",
    title="Db2 DISPLAY DATABASE",
    subsystem="Db2",
    anchors=("DSNT360I",),
    splits=False,
    closing=((r"\bDSNT361I\b", r"\bDSN9022I\b|ENDED  +\*{4}"),),
    parse=parse,
    ignores=(
        (r"^.*\bDSNT363I\b.*", "pages with errors"),
        (
            r"^.*\bAGENT TOKEN\b.*|^ +(?:- +|(?<=  ))MEMBER NAME.*",
            "whose locks and claims they are",
        ),
        (r"^.*\bDSN9022I\b.*", "end of the answer"),
    ),
    metrics=(Metric("db2_subsystem", "printed.*", "rows by status; DBD LENGTH of DSNT362I"),),
    page=Page(
        reads="-DISPLAY DATABASE: how many table spaces, index spaces and partitions are shown in "
        "each status (RW, COPY, REORP, AREO*, RBDP, …), and the longest DBD. An object with "
        "several locks or claims counts once.",
        releases="Db2 9 to 13",
        verified="IBM, Db2 Messages (DSNT361I), a display in a manual and displays in public "
        "repositories",
        unread="names of databases, spaces and users; pages with errors. No rule asks for these "
        "figures yet: they stand in Reports",
    ),
)
