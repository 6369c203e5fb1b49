"""Figures beside their labels, told by the rules of printing and by no list of labels.

A list of labels knows one release: what the next one prints would be lost. Here a label is what
stands in front of a figure (``LABEL = 12``, ``LABEL . . . : 12``, ``LABEL     12``), and where one
label stands several times in a block, it is told apart by the label above it that does not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from advisor.observations import Interval
from advisor.reading.layout.cells import duration_s, number, scaled, size_bytes
from advisor.reading.reader import NO_INTERVAL, Collector, Line

LONGEST = 72
FIGURE = (
    r"[-+]?(?:\d+(?::\d\d){1,2}(?:\.\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?:[KMGT]B?|%)?"
)
"""A figure as prints have it: with groups of thousands, a clock, or a scale at its end."""

_MARKED = re.compile(
    r"(?P<mark>=|(?<!:):(?=\s)"
    r"|(?:(?<=[\w)%])\.{3,}+|(?<![\w.)%])\.{2,}+|(?<! \.)(?: \.){3,}+)(?:\s*:)?)\s*"
    rf"(?P<raw>{FIGURE})(?:\s*,\s+(?P<second>\d+)(?![\w.]))?(?![\w:/(]|\.\d|-\w)"
    r"(?: +(?P<unit>[KMG]B|(?:MILLI)?SECONDS|MINUTES|BYTES)\b)?",
    re.IGNORECASE,
)
_APART = re.compile(r"(?<![.\s])\s{2,}|[=,;:](?=\s)|\s-\s")
"""What a label does not go on over; behind a shortened word it does."""

_PADDED = re.compile(r"[^=]*\s{2}=")
_ASSIGNED = re.compile(r"[^=]*\s=")
"""The same behind a label of any length: the longest of those aligned has but one blank."""

_LACKING = re.compile(r"=\s*$|=\s{2,}(?=[A-Z])[^\s=]+(?: [^\s=]+)*\s*=", re.IGNORECASE)
"""A sign of equality behind which nothing stands before the next label."""

_WHOSE = re.compile(r" FOR \S*[\d_]\S*$")
"""Whose figures a heading says follow: the customer's names are no labels."""


class Assigned(NamedTuple):
    """A label and the figure that stands behind it, and perhaps the unit behind that."""

    label: str
    raw: str
    unit: str = ""


def assigned(text: str) -> Iterator[Assigned]:
    """What stands on a line as ``LABEL = 12``, ``LABEL: 12 KB``, ``LABEL .... 12`` or, of a pair,
    ``LABEL = 12, 3``.
    """
    before = 0
    for match in _MARKED.finditer(text):
        between = text[before : match.start()].rstrip()
        parts = _APART.split(between)
        before = match.end()
        if between.removesuffix(parts[-1]).rstrip().endswith("="):
            continue  # a value in words, and no one knows where the label behind it begins
        label = tidy(parts[-1])
        if len(label) <= LONGEST and any(map(str.isalpha, label)):
            yield Assigned(label, match["raw"], (match["unit"] or "").upper())
            if match["second"]:
                yield Assigned(f"{label}, SECOND", match["second"])


@lru_cache(maxsize=1 << 13)
def tidy(label: str) -> str:
    """A label without the marks and blanks around and the runs of blanks in it."""
    return " ".join(label.split()).strip(" -.:*=\"',").upper().replace("( ", "(")


def value_of(raw: str) -> float | int | None:
    """What a figure of a print is: seconds of a clock, thousands of a K."""
    if ":" in raw:
        return duration_s(raw) if raw.count(":") == 2 else _minutes(raw)
    return number(raw[:-1]) if raw.endswith("%") else scaled(raw.removesuffix("B"))


def _minutes(raw: str) -> float | None:
    minutes, _, seconds = raw.partition(":")
    return int(minutes) * 60 + float(seconds)


class _Entry(NamedTuple):
    label: str
    column: str
    raw: str
    line: Line


@dataclass(slots=True)
class Block:
    """The figures of one block, which get their names when it is whole."""

    title: str = ""
    entries: list[_Entry] = field(default_factory=list)

    def add(self, label: str, raw: str, line: Line, column: str = "") -> None:
        """Hold a figure, of a row with several under the heading of its column."""
        self.entries.append(_Entry(label, column, raw, line))

    def empty(self, label: str, line: Line, column: str = "") -> None:
        """Note a label without a figure: what stands below it may be about it; of a figure without
        a label an empty one, as nobody knows then what stands below.
        """
        self.entries.append(_Entry(label, column, "", line))

    def write(self, subject: str, out: Collector, interval: Interval = NO_INTERVAL) -> None:
        """Keep all of them; one that nothing tells from another stays unread."""
        times = Counter((entry.label, entry.column) for entry in self.entries)
        used: set[str] = set()
        above: str | None = ""
        for entry in self.entries:
            label = entry.label
            if not label:
                above = None
                continue
            if times[label, entry.column] > 1:
                if above is None:
                    continue
                label = f"{label} BEHIND {above}" if above else label
            else:
                above = label
            if not entry.raw:
                continue
            name = f"{self.title}: {label}" if self.title not in ("", label) else label
            if entry.column:
                name += f" ({entry.column})"
            if name in used:
                continue
            used.add(name)
            bytes_ = entry.label.endswith("FRAME SIZE")  # 4K of a frame are no 4,000 of anything
            value = size_bytes(entry.raw) if bytes_ else value_of(entry.raw)
            out.printed(subject, name, value, entry.line, entry.raw, interval)
        self.entries.clear()


@dataclass(slots=True)
class Sections:
    """The blocks of a display: headings stand on lines of their own above what they head."""

    aligned: Counter[int] = field(default_factory=Counter)
    """How often a sign of equality stands in which column."""
    heading: str = ""
    block: Block = field(default_factory=Block)
    doubtful: bool = False
    """Whether what heads the figures is not known: a line of it has lost its end, or a cell."""

    @staticmethod
    def columns(lines: Iterable[Line]) -> Counter[int]:
        """Where signs of equality stand on the lines of a segment, which all its displays share."""
        found = (_ASSIGNED.match(line.content) for line in lines)
        return Counter(match.end() for match in found if match)

    def turn(self, subject: str, out: Collector, heading: str, below: bool = False) -> None:
        """A heading ends the block before it; one ``below`` another stands for a part of that."""
        self.block.write(subject, out)
        heading = _WHOSE.sub("", heading)
        if not below:
            self.heading = heading
        parts = (self.heading, heading) if below else (heading,)
        self.block.title = ": ".join(part for part in parts if part)

    def line(
        self, text: str, line: Line, known: Collection[str], subject: str, out: Collector,
        opens: bool,
    ) -> None:  # fmt: skip
        """Hold what a line says beside its known labels; ``opens``: a message begins with it."""
        if opens:
            self.doubtful = False
        if "=" in line.content and (_LACKING.search(text) or self._joined(line.content)):
            self.doubtful = True
            self.block.entries.clear()
        if self.doubtful:
            return
        if "=" not in text:
            if heading := tidy(text):
                self.turn(subject, out, heading, not opens)
            return
        if opens:  # what a message begins with is what the rest of it is about
            self.turn(subject, out, tidy(text.partition("=")[0]))
        for label, raw, unit in assigned(text):
            if label not in known:
                self.block.add(f"{label} ({unit})" if unit else label, raw, line)

    def _joined(self, text: str) -> bool:
        """Whether a line is one with the line below it: blanks in front of a sign of equality are
        there to have it where those of other lines are.
        """
        match = _PADDED.match(text)
        return (
            match is not None
            and self.aligned[match.end()] <= 1
            and max(self.aligned.values(), default=0) > 1
        )
