"""What the readers of RMF's XML (ddsml) share: the document, where they stand, cells, figures.

Expat, without entities: a document that declares some is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from xml.parsers import expat

from advisor.observations import Interval
from advisor.reading.layout.cells import number, seconds_between, stamp
from advisor.reading.reader import Collector, Line, Segment

_LONGEST = 400
_TEXT_OF = frozenset({"name", "value", "col", "reslabel", "resname", "restype", "display-start",
                      "display-end", "report-interval", "local-start", "local-end"})  # fmt: skip


class _Refused(Exception):
    """The document declares entities: it is not read further."""


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
    rows: list[list[tuple[str, int]]] = field(default_factory=list)
    captions: dict[str, tuple[str, int]] = field(default_factory=dict)
    row: list[tuple[str, int]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    lacking: set[str] = field(default_factory=set)
    """What is counted or summed over rows of which one has a blank cell."""
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
    ended: bool = False

    @property
    def interval(self) -> Interval:
        """The report's interval in ISO times."""
        start, end = _iso(self.start), _iso(self.end)
        minutes = re.fullmatch(r"(\d{1,4}):(\d\d):(\d{3})", self.length)
        if minutes:
            seconds = int(minutes[1]) * 60 + int(minutes[2]) + int(minutes[3]) / 1000
            return Interval(start, end, seconds)
        return Interval(start, end, seconds_between(start, end))


_PIECES = re.compile(r"(?:(?!</ddsml>).)+(?:</ddsml>)?|</ddsml>")
_BEGINS = re.compile(r"<(?:\?xml|!DOCTYPE|!--|ddsml\b)")

Leave = Callable[[State, str, str], None]
"""Told the state, the name of the element that ends and its text."""


def _document(leave: Leave) -> State:
    parser = expat.ParserCreate()
    state = State(parser)

    def opened(name: str, attributes: dict[str, str]) -> None:
        state.path.append(name)
        state.text = []
        if name == "metric":
            state.report = attributes.get("id", "").upper()
            state.segment = state.part = state.system = state.resource = ""
            state.sysplex = state.work = state.heading = ""
            state.start = state.end = state.length = ""
            state.counts, state.sums = {}, {}
            state.rows, state.captions = [], {}
            state.lcu = state.dasd = state.ssid = state.facility = ""
            state.paths = 0
        elif name in ("segment", "part"):
            state.part = state.heading = ""
        elif name == "column-headers":
            state.headers = []
        elif name == "row":
            state.row = []
        if len(state.path) > 64:
            raise _Refused("elements are nested more than 64 deep")

    def closed(name: str) -> None:
        text = "".join(state.text).strip()[:_LONGEST]
        leave(state, name, text)
        state.path.pop()
        state.text = []
        state.ended = not state.path

    def characters(data: str) -> None:
        if state.path and state.path[-1] in _TEXT_OF and len(state.text) < 64:
            state.text.append(data)

    def entity(*_: object) -> None:
        raise _Refused("it declares entities")

    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    parser.CharacterDataHandler = characters
    parser.EntityDeclHandler = entity
    return state


_COMMAS = re.compile(r">\s*-?\d+,(?:\d\d?|\d{4,})\s*<")
"""Cells whose comma separates no thousands."""


def feed(segment: Segment, out: Collector, leave: Leave) -> State:
    """Feed the documents line by line; stop at the first thing that is wrong with one.

    Several may stand one behind the other, and words of a letter around them.
    """
    memory = segment.memory
    state: State = memory.get("state") or _document(leave)
    by_number: dict[int, Line] = memory.setdefault("lines", {})
    for line in segment:
        if not state.broken and len(_COMMAS.findall(line.content)) > 1:
            state.broken = "decimal commas"
            out.say(
                "{file}, line {number}: this document has decimal commas where points are "
                "expected, so it was not read from here on: send it as RMF wrote it, with decimal "
                "points.",
                line,
            )
        for piece in _PIECES.findall(line.content) or [""]:
            if state.broken:
                return state
            if not state.path and (state.ended or "base" not in memory):
                begun = _BEGINS.search(piece)
                if begun is None:
                    continue
                piece = piece[begun.start() :]
                if state.ended:
                    sums, state = state.sums, _document(leave)
                    state.sums = sums
                    memory.pop("base")
            memory["state"] = state
            base: int = memory.setdefault("base", line.number - 1)
            by_number[line.number] = line
            by_number.pop(line.number - 5000, None)
            text = re.sub(r"<\?xml\b[^>]*\?>", "", piece) + "\n"
            try:
                state.parser.Parse(text, False)
            except (expat.ExpatError, _Refused) as wrong:
                state.broken = str(wrong)
                out.say(
                    "{file}, line {number}: this XML cannot be read further "
                    "({wrong}): let RMF write the report again.",
                    line,
                    wrong=wrong,
                )
            for subject, metric, value, unit, where, raw in state.facts:
                at = by_number.get(where + base, line)
                out.observe(subject, metric, value, unit, at, raw, state.interval)
            state.facts.clear()
    if segment.last and len(segment) and not state.broken and state.path:
        line = segment[len(segment) - 1]
        out.say(
            "{file} ends in the middle of the document, within <{path}>; what stands before "
            "that was read: send the report again, complete.",
            line,
            path=state.path[-1],
        )
    return state


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
