"""What all RMF postprocessor pages share: the heading with system, interval and date.

Source: IBM, RMF Report Analysis (z/OS V2R1 to V2R4): every page of a single-system report says
``SYSTEM ID``, ``DATE``, ``INTERVAL`` on one line and ``RPT VERSION``, ``TIME``, ``CYCLE`` on the
next; sysplex reports say ``SYSPLEX`` instead. Duration reports have ``START`` and ``END`` of their
first and last interval, and ``INTERVAL`` is the mean length of one. Other printers of SMF 70-78
(smf2db) keep the words in mixed case: headings are matched regardless of case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

from advisor.observations import Interval
from advisor.reading.layout.cells import duration_s, number, seconds_between, stamp
from advisor.reading.reader import Collector, Dated, Line, Occasion, Segment

_SYSTEM = re.compile(
    r"\bSYSTEM ID\s+(?!(?:DATE|START)\b)([A-Z0-9@#$]{1,8})(?![\w@#$])", re.IGNORECASE
)
_NAMELESS = re.compile(r"\bSYSTEM ID\s+(?:DATE|START)\b", re.IGNORECASE)
_RELEASE = re.compile(r"\bz/OS\s+(V\d+R\d+)", re.IGNORECASE)
_SYSPLEX = re.compile(
    r"\bSYSPLEX\s+(?!ID\b)([A-Z0-9@#$]{1,8})\s+(?=(?:DATE|START)\b)", re.IGNORECASE
)
_DATE = re.compile(r"\bDATE\s+(\d{1,2}/\d{1,2}/\d{2,4})(?=\s|$)", re.IGNORECASE)
_INTERVAL = re.compile(r"\bINTERVAL\s+(\d[\d.:]*\d)", re.IGNORECASE)
_TIME = re.compile(r"(?:\bRMF\b|\bVERSION\b.{0,24}?)\s+TIME\s+(\d{1,2}[.:]\d{2}[.:]\d{2})", re.I)
_MOMENT = r"\s+(\d{1,2}/\d{1,2}/\d{2,4})-(\d{1,2}[.:]\d{2}[.:]\d{2})(?=\s|$)"
_START = re.compile(rf"\bSTART{_MOMENT}", re.IGNORECASE)
_END = re.compile(rf"\bVERSION\b.*\bEND{_MOMENT}", re.IGNORECASE)
_RULER = re.compile(r"[-=_ ]+$")
_ENDS = frozenset("0123456789-=_ ")
_PAGE = re.compile(r"\s*PAGE\s+\d+\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Frame:
    """Whose and when: what the last heading said. ``system`` is empty until one was seen."""

    system: str = ""
    sysplex: str = ""
    date: str = ""
    time: str = ""
    length_s: float | None = None
    release: str = ""

    @property
    def lpar(self) -> str:
        """Subject of the system."""
        return f"lpar:{self.system}"

    @property
    def interval(self) -> Interval:
        """The interval in ISO times; the end follows from start and length."""
        return _interval(self.date, self.time, self.length_s)


@lru_cache(maxsize=1024)
def _interval(date: str, time: str, length_s: float | None) -> Interval:
    start = stamp(date, time)
    end = None
    if start is not None and "T" in start and length_s is not None:
        end = (datetime.fromisoformat(start) + timedelta(seconds=round(length_s))).isoformat()
    return Interval(start, end, length_s)


_HEADING_STARTS = ("SYSTEM ID", "SYSPLEX", "System ID", "Sysplex")
_HEADING_LENGTH = 1_000


def occasion(page: str) -> Occasion | None:
    """Whose and when a page is by the heading under its title; ``None`` without one."""
    top = page[:_HEADING_LENGTH]
    starts = [at for word in _HEADING_STARTS if (at := top.find(word)) >= 0]
    if not starts:
        return None
    start = min(starts)
    end = top.find("\n", top.find("\n", start) + 1)  # the line with DATE and the one with TIME
    return _headed(top[start : end if end > start else None])


@lru_cache(maxsize=256)  # all pages of an interval have the same heading
def _headed(heading: str) -> Occasion | None:
    system, sysplex = _SYSTEM.search(heading), _SYSPLEX.search(heading)
    day, time = _DATE.search(heading), _TIME.search(heading)
    length = _INTERVAL.search(heading)
    if begun := _START.search(heading):
        ended = _END.search(heading)
        span = _interval(begun[1], _clock(begun[2]), _lasted(begun, ended) if ended else None)
    elif day is not None and time is not None:
        lasted = duration_s(length[1]) if length is not None else None
        span = _interval(day[1], _clock(time[1]), lasted)
    else:
        return None
    if span.start is None or not (system or sysplex):
        return None
    name = system or sysplex
    assert name is not None
    return Occasion(name[1].upper(), span.start, span.duration_s)


def _clock(text: str) -> str:
    return text.replace(":", ".")


def _lasted(begun: re.Match[str], ended: re.Match[str]) -> float | None:
    """Seconds of all intervals of a duration report."""
    return seconds_between(*(stamp(one[1], _clock(one[2])) for one in (begun, ended)))


ENDINGS = (
    (r"\b(?:SYSTEM ID|SYSPLEX) +\S+ +DATE\b", r"\bINTERVAL +\d{1,4}\.\d\d\.\d{3}(?!\d)"),
    (r"\bTIME +\d\d\.\d\d\.\d\d +C\w*", r"\bCYCLE +[\d.]+ +SECONDS"),
    (r"INTERVAL +[\d.]+ +M", r"\bMODE *= *\w+"),
    (r"(?<! ) {3,}A C(?: T(?: I(?: V(?: I(?: T)?)?)?)?)?$", r"A C T I V I T Y"),
)
"""Headings of pages; those of Monitor I as in IBM, RMF Report Analysis."""

IGNORES = (
    (r"INTERVAL +\d[\d.:]*|CYCLE +[\d.]+(?: SECONDS)?", "length of interval and cycle"),
    (r"CONVERTED TO \S+ RMF|(?:RPT|RMF) VERSION \S+|z/OS +V\d+R\d+", "releases"),
    (r"SAMPLES[ =:]*[\d.]+", "samples taken"),
    (r"OF INTERVALS[ =:]*[\d.]+", "how many intervals there are"),
    (r"^.*\bCR-(?:DATE|TIME)\b.*$", "when the I/O configuration was made"),
    (r"^ *[0-9A-F]{1,3} +(?:CP|IIP|AAP|ZIIP) .*$", "single processors: their average is read"),
    (r"^ *(?:MIN|MAX)\b.*$", "least and greatest of the interval"),
)
"""What stands in headings, and rows whose sum or mean is read."""

DATED = Dated(_HEADING_STARTS, occasion)
"""Pages with the usual heading."""


def _may_be_heading(text: str) -> bool:
    """Whether a line has a word of a heading: looked for before the patterns, which take longer."""
    return (
        "DATE" in text
        or "TIME " in text
        or "SYSTEM ID" in text
        or "SYSPLEX" in text
        or "VERSION" in text
        or "Date" in text
        or "Time " in text
        or "System ID" in text
        or "Sysplex" in text
    )


def framed(segment: Segment, out: Collector) -> Iterator[tuple[Line, Frame]]:
    """The lines of a segment that are no heading, each with the heading in force.

    Heading lines, page numbers and rulers are marked as read. The last heading is kept in the
    reader's memory, so that a report that continues in another piece still knows its system.
    Where lines were wrapped or cut, a heading that breaks off before its date, or a title that is
    not known any more, says neither whose nor when the figures under it are: they stay unread.
    """
    torn = bool(segment.shared.get("torn"))
    frame: Frame = segment.memory.get("frame", Frame())
    if not segment.continued:
        frame = Frame(system=segment.shared.get("system", ""))
    begun: re.Match[str] | None = None
    for line in segment:
        text = line.content
        heading = False
        if _may_be_heading(text):
            if match := _SYSTEM.search(text):
                frame, heading = Frame(system=match[1].upper(), length_s=frame.length_s), True
                if said := _RELEASE.search(text):
                    frame = replace(frame, release=said[1].upper())
            elif match := _SYSPLEX.search(text):
                frame, heading = Frame(sysplex=match[1].upper(), length_s=frame.length_s), True
            elif _NAMELESS.search(text):
                frame = Frame(length_s=frame.length_s)
            if match := _DATE.search(text):
                frame, heading = replace(frame, date=match[1]), True
            if match := _TIME.search(text):
                frame, heading = replace(frame, time=_clock(match[1])), True
            if match := _START.search(text):
                when = replace(frame, date=match[1], time=_clock(match[2]), length_s=None)
                frame, heading, begun = when, True, match
            elif begun is not None and (match := _END.search(text)):
                frame, heading = replace(frame, length_s=_lasted(begun, match)), True
                begun = None
            elif heading and (match := _INTERVAL.search(text)):
                frame = replace(frame, length_s=duration_s(match[1]))
        if heading or (text[-1:] in _ENDS and (_PAGE.match(text) or _RULER.match(text))):
            continue
        if torn and not frame.date:
            _say_undated(segment, line, out)
            continue
        if frame.system:
            segment.shared["system"] = frame.system
        segment.memory["frame"] = frame
        yield line, frame
    segment.memory["frame"] = frame


def _say_undated(segment: Segment, line: Line, out: Collector) -> None:
    if line.content.strip():
        out.say_once(
            "{file}, line {number}: the report was wrapped or cut and no heading with its "
            "date stands above this line, so whose and when the figures are is not known and "
            "they were not read: send it in its original width.",
            line,
        )


def titled(text: str, *titles: str) -> bool:
    """Whether a line is one of the titles, letter-spaced or not."""
    if "." in text:  # rows of figures have decimals, titles have none
        return False
    squeezed = "".join(text.split()).upper()
    return any(title in squeezed for title in titles)


def figures(words: list[str]) -> list[float | int | None]:
    """Each word as a figure; ``None`` for dashes, asterisks, N/A and text."""
    return [number(word) for word in words]


def known(system: Frame, segment: Segment, line: Line, out: Collector) -> bool:
    """Whether the system is known; says once that it is not."""
    if system.system:
        return True
    out.say_once(
        "{file}, line {number}: no RMF heading with SYSTEM ID stands above this line, so its "
        "figures belong to no system: add the page's heading lines.",
        line,
    )
    return False
