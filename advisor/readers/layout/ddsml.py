"""What the readers of the postprocessor's XML (ddsml) share: where they stand, cells, figures."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat

from advisor.observations import Interval
from advisor.readers.layout.cells import number, seconds_between, stamp


@dataclass
class State:
    """Where the parser stands, and what the report around it said."""

    parser: expat.XMLParserType
    path: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    report: str = ""
    segment: str = ""
    part: str = ""
    resource: str = ""
    system: str = ""
    sysplex: str = ""
    work: str = ""
    heading: str = ""
    cpc: str = ""
    machine: str = ""
    hardware: str = ""
    image: str = ""
    start: str = ""
    end: str = ""
    length: str = ""
    variable: str = ""
    headers: list[str] = field(default_factory=list)
    row: list[tuple[str, int]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    lcu: str = ""
    paths: int = 0
    dasd: str = ""
    ssid: str = ""
    facility: str = ""
    structure: str = ""
    kind: str = ""
    sums: dict[str, float] = field(default_factory=dict)
    facts: list[tuple[str, str, float | str | None, str, int, str]] = field(default_factory=list)
    broken: str = ""

    @property
    def interval(self) -> Interval:
        """The report's interval in ISO times."""
        start, end = _iso(self.start), _iso(self.end)
        minutes = re.fullmatch(r"(\d{1,4}):(\d\d):(\d{3})", self.length)
        if minutes:
            seconds = int(minutes[1]) * 60 + int(minutes[2]) + int(minutes[3]) / 1000
            return Interval(start, end, seconds)
        return Interval(start, end, seconds_between(start, end))


def _iso(text: str) -> str | None:
    if re.fullmatch(r"\d{14}", text):
        return f"{text[:4]}-{text[4:6]}-{text[6:8]}T{text[8:10]}:{text[10:12]}:{text[12:]}"
    day, _, clock = text.strip().replace("-", " ").partition(" ")
    return stamp(day, clock.strip() or None)


def key(text: str) -> str:
    """Names and headings by their letters, digits and %: blanks and case differ by release."""
    return re.sub(r"[^a-z0-9%]", "", text.lower())


def fact(
    state: State, subject: str, metric: str, value: float | str | None, unit: str, line: int,
    raw: str,
) -> None:  # fmt: skip
    """Note a figure of the document's line ``line``."""
    state.facts.append((subject, metric, value, unit, line, raw))


def percent(ratio: str) -> float | None:
    """A printed ratio in per cent."""
    value = number(ratio)
    return None if value is None else round(value * 100, 6)


class Cells:
    """A row's cells by heading: the first heading that holds all the words asked for."""

    def __init__(self, state: State, line: int) -> None:
        self._cells = dict(zip(state.headers, state.row, strict=False))
        self._line = line
        self.label = state.row[0][0].strip().upper() if state.row else ""

    def __call__(self, *parts: str, but: tuple[str, ...] = ()) -> tuple[str, int]:
        for header, content in self._cells.items():
            if all(part in header for part in parts) and not any(word in header for word in but):
                return content
        return ("", self._line)

    def texts(self) -> list[str]:
        """The cells without their headings."""
        return [text.strip() for text, _ in self._cells.values()]
