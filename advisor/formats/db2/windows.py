"""Windows of OMEGAMON's online monitor for Db2 under ISPF, each with a name that begins with DGOM.

Source: OMEGAMON for Db2 PE 5.4 and 5.5, the windows of Db2 Statistics Detail as published. Pairs
have points between label and figure; tables have a row for each pool behind a field to type in.
"""

from __future__ import annotations

import re

from advisor.reading.layout.labelled import Block, assigned, tidy
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_BEGIN = re.compile(r"^\s*DGOM[A-Z0-9]{3,5}\s{2,}(?P<title>[A-Z](?:\S| (?=\S))*\S)\s*$", re.I)
_ROW = re.compile(r"^\s*_\s+(?P<name>[A-Z]\S*)(?P<cells>(?:\s{2,}\d[\d.,]*[KMG]?)+)\s*$", re.I)
_PHRASE = re.compile(r"\S+(?: \S+)*")
_NO_FIGURES = re.compile(
    r"\bINTERVAL +[\d:.]+\s*$|\bMore: |^\s*F\d+=|\bCommand ===>|\bRow \d+ ", re.I
)


def parse(segment: Segment, out: Collector) -> None:
    """Window by window."""
    memory = segment.memory
    block = Block(memory.get("title", ""))
    above: list[str] = memory.get("above", [])
    for line in segment:
        text = line.content
        if match := _BEGIN.match(text):
            block.write(_subject(segment), out)
            block.title = memory["title"] = tidy(match["title"])
            above = []
        elif match := _ROW.match(text):
            _row(match, above, line, block)
        elif text.strip() and not _NO_FIGURES.search(text):
            _pairs(text, above, line, block)
            above = [*above[-1:], text]
    memory["above"] = above
    block.write(_subject(segment), out)


def _pairs(text: str, above: list[str], line: Line, block: Block) -> None:
    """Labels with their figures; a small letter goes on with what the line above begins."""
    begun = above[-1].strip() if above else ""
    for label, raw, unit in assigned(text):
        if text.lstrip()[:1].islower() and begun and not begun[-1].isdigit() and "." not in begun:
            label = tidy(f"{begun} {label}")
        block.add(f"{label} ({unit})" if unit else label, raw, line)


def _row(row: re.Match[str], above: list[str], line: Line, block: Block) -> None:
    """The figures of a pool, right-aligned below headings of one line or two."""
    start, end = row.span("cells")
    for cell in re.finditer(r"\S+", row.string[start:end]):
        at = start + cell.end()
        words = [m[0] for text in above for m in _PHRASE.finditer(text) if m.end() == at]
        if words:
            block.add(tidy(row["name"]), cell[0], line, tidy(" ".join(words)))


def _subject(segment: Segment) -> str:
    return f"db2_subsystem:{segment.after_file('DB2')}"


READER = Reader(
    id="db2-windows",
    title="OMEGAMON for Db2 windows",
    subsystem="Db2",
    anchors=("^DGOM",),
    confirm=lambda contents, index: _BEGIN.match(contents[index]) is not None,
    splits=False,
    parse=parse,
    ignores=(
        (r"\bINTERVAL +[\d:.]+|\bTIMESTAMP +.*|\bMore: .*|\bRow +\d+ +.*", "of which interval"),
        (r"^ *(?:F\d+=.*|Command ===>.*)", "keys"),
    ),
    metrics=(Metric("db2_subsystem", "printed.*", "pairs and rows, behind the window's title"),),
    page=Page(
        reads="Windows of Db2 Statistics Detail as they are pasted: pairs of a label and a figure, "
        "and rows of pools under the headings of their columns, under the window's title. They do "
        "not name the subsystem, which is called after the file.",
        releases="OMEGAMON for Db2 PE 5.4 and 5.5",
        verified="published windows: EDM Pool, Global Group Buffer Pool Statistics",
        unread="windows of threads and of locks",
    ),
)
