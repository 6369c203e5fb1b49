"""Panels of OMEGAMON's classic interface for Db2: rows and pairs behind a plus sign.

The first line of a panel names it and the subsystem, a line behind ``>`` gives its title. Tables
have headings above a ruler, and a bar of each share behind their figures.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from advisor.formats.db2.printed_blocks import Part, is_ruler, parts_of, row_of
from advisor.reading.layout.labelled import Block, assigned, tidy
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 160
_MOST_ROWS = 200
_BEGIN = re.compile(
    r"_{8,}\s+(?P<panel>Z[A-Z0-9]{2,7})\s+VTM\s+O2\s+V\S+\s+(?P<subsystem>[A-Z@#$][A-Z0-9@#$]{1,3})\s",
    re.IGNORECASE,
)
_TITLE = re.compile(r"^>?\s{6,}(?P<title>[A-Z0-9][A-Z0-9 /&-]+[A-Z0-9])\s*$")
_BAR = re.compile(r"\s\|.*$")
_THREAD = re.compile(r"^\+.*\b(?:PLAN(?:NAME)?|CORRID|AUTHID|CONNID)\s*=\s*\S", re.IGNORECASE)
"""Whose figures stand on a panel of one thread: they are not the subsystem's."""

_POOL_SHOWN = re.compile(r"^\s*H?BPD\s+(?P<pool>\d{1,2}|(?:8|16|32)K\d?)\s*$")
"""Behind the panel's command the pool that it shows."""

_GROUP_SHOWN = re.compile(r"^\s*GBP\s+(?P<pool>\d{1,2}|(?:8|16|32)K\d?)\s*$")
"""The same of a group buffer pool, whose figures are those of the member alone."""

_SECTION = re.compile(r"^\+ (?P<name>[A-Z][A-Za-z ()/-]+):\s*$")
_OF_SECTION = re.compile(r"^\+ {2,4}\S")
_OF_GROUP_POOL = re.compile(r"\bGROUP BUFFER POOL\b")
_OF_ONE_POOL = re.compile(r"\bBUFFER POOL\b.*\bDETAIL\b")
_POOL = re.compile(r"BP(?:\d{1,2}|(?:8|16|32)K\d?)$")
_OF_POOLS = {"VP SIZE": ("VPSIZE", "buffers")}
_DASH = re.compile(r"(?<=[A-Za-z%]) - (?=[A-Z])")
"""Inside a label, as in ``BP Hit % - Random``; behind a message it would end one."""

_RUN = re.compile(r"-{3,}")
_QUANTITIES = re.compile(r"\s*QUANTITY(?:\s+QUANTITY|\s+\(\s*\d*\s*\))*\s*$")
_COUNTS = frozenset(("TOTAL", "INTERVAL"))
_NARROWEST_LABEL, _WIDEST_CELL = 20, 9
_CELL = re.compile(r"(?<=\s)\d*(?:\.\d+)?[KMG]?(?<=[\dKMG])(?=\s|$)")

_NO_HEADING = re.compile(r"[\d:|<=]")
_NO_FIGURES = re.compile(r"\b(?:Collection|Report) Interval:|<<<|>>>")


def parse(segment: Segment, out: Collector) -> None:
    """Panel by panel."""
    memory = segment.memory
    texts = _texts(segment)
    shown = [
        replace(line, content=_inside(text)) for line, text in zip(segment, texts, strict=True)
    ]
    block, parts = Block(), memory.get("parts", [])
    for index, (line, text) in enumerate(zip(segment, texts, strict=True)):
        if match := _BEGIN.search(text):
            block.write(_subject(segment), out)
            memory["subsystem"], parts = match["subsystem"].upper(), []
            memory["thread"], memory["pool"], memory["group_pool"] = False, "", ""
            memory["counts"], memory["section"] = [], ""
        elif match := _POOL_SHOWN.match(text):
            block.write(_subject(segment), out)
            memory["pool"] = f"BP{match['pool']}"
        elif match := _GROUP_SHOWN.match(text):
            block.write(_subject(segment), out)
            memory["group_pool"] = f"GBP{match['pool']}"
        elif match := _TITLE.match(text):
            block.write(_subject(segment), out)
            block.title = memory["title"] = tidy(match["title"])
            parts = []
        elif _THREAD.match(text):
            memory["thread"] = True
            block.entries.clear()
            out.say_once(
                "{file}, line {number}: this panel shows one thread, whose figures are not the "
                "subsystem's, and was not read: send Db2's accounting report of its plan.",
                line,
            )
        elif memory.get("thread"):
            out.left_out(line)
        elif text.startswith("+") and not _NO_FIGURES.search(text):
            block.title = memory.get("title", "")
            if _OF_GROUP_POOL.search(block.title):
                block.title = f"{block.title} {memory.get('group_pool', '')}".rstrip()
            if _OF_ONE_POOL.search(block.title) and not (
                memory.get("pool") or memory.get("group_pool")
            ):
                continue  # which of them is not told
            if match := _SECTION.match(text):
                memory["section"] = f"{tidy(match['name'])}: "
                continue
            if not _OF_SECTION.match(text):
                memory["section"] = ""
            if is_ruler(shown[index].content):
                memory["counts"] = _counts(shown, index)
                parts = [] if memory["counts"] else _parts(shown, index, text)
            elif memory.get("counts"):
                _counted(shown[index].content, line, block, segment, out)
            elif not _pairs(shown[index], line, block):
                _row(shown[index].content, line, parts, block, segment, out)
    memory["parts"] = parts
    block.write(_subject(segment), out)


def _texts(segment: Segment) -> list[str]:
    """The lines as the panel has them, without what all of it was indented by."""
    texts = []
    for line in segment:
        text = line.content
        if _BEGIN.search(text[:WIDE]):
            segment.memory["margin"] = len(text) - len(text.lstrip())
        margin = segment.memory.get("margin", 0)
        texts.append((text[margin:] if text[:margin].isspace() else text)[:WIDE])
    return texts


def _inside(text: str) -> str:
    """A line of a panel without the sign in front and the bar behind its figures."""
    return _BAR.sub("", " " + text[1:]) if text.startswith("+") else ""


def _parts(shown: list[Line], at: int, ruler: str) -> list[Part]:
    """The columns below a ruler; a heading stands above it in one line or in two."""
    bar = _BAR.search(ruler)
    width = bar.start() if bar else WIDE
    for index in (at - 2, at - 1):
        if index >= 0:
            shown[index] = replace(shown[index], content=shown[index].content[:width])
    above = shown[at - 2].content if at > 1 else ""
    below = range(at + 1, min(len(shown), at + _MOST_ROWS))
    end = next((i for i in below if not shown[i].content or "=" in shown[i].content), len(shown))
    return parts_of(shown[:end], at, "" if _NO_HEADING.search(above) else above)


def _counts(shown: Sequence[Line], at: int) -> list[tuple[str, int]]:
    """Names and ends of the columns of a table of counts; they have no heading over the labels.

    Rates are no more than counts by time or work: they have no name.
    """
    if at < 2:
        return []
    above, units = shown[at - 2].content, shown[at - 1].content
    runs = [match.span() for match in _RUN.finditer(shown[at].content)]
    names = above.split()
    if len(names) != len(runs) or not _QUANTITIES.match(units) or runs[0][0] < _NARROWEST_LABEL:
        return []
    if not all(name in _COUNTS or name.startswith("/") for name in names):
        return []
    if any(above.find(name) + len(name) != end for name, (_, end) in zip(names, runs, strict=True)):
        return []
    return [
        ("" if name.startswith("/") else name, end)
        for name, (_, end) in zip(names, runs, strict=True)
    ]


def _counted(text: str, line: Line, block: Block, segment: Segment, out: Collector) -> None:
    """A row of such a table, whose figures end where their columns do."""
    columns: list[tuple[str, int]] = segment.memory["counts"]
    cells = list(_CELL.finditer(text, columns[0][1] - _WIDEST_CELL))
    label = text[: cells[0].start()].strip() if cells else ""
    ends = {end: name for name, end in columns}
    if not label or any(cell.end() not in ends for cell in cells) or not label[0].isalpha():
        return
    for cell in cells:
        if name := ends[cell.end()]:
            block.add(segment.memory.get("section", "") + tidy(label), cell[0], line, name)
    out.left_out(line)


def _subject(segment: Segment) -> str:
    subsystem = segment.memory.get("subsystem") or segment.after_file("DB2")
    if pool := segment.memory.get("pool"):
        return f"db2_bufferpool:{subsystem}/{pool}"
    return f"db2_subsystem:{subsystem}"


def _pairs(shown: Line, line: Line, block: Block) -> bool:
    found = False
    for label, raw, unit in assigned(_DASH.sub("\0-\0", shown.content)):
        label = label.replace("\0", " ")
        block.add(f"{label} ({unit})" if unit else label, raw, line)
        found = True
    return found


def _row(
    text: str, line: Line, parts: Sequence[Part], block: Block, segment: Segment, out: Collector
) -> None:
    for part, (start, end), cells in row_of(text, parts) or []:
        label = segment.memory.get("section", "") + tidy(text[start:end])
        of_a_pool = Block(block.title) if _POOL.match(label) else None
        for run, cell in zip(part.values, cells, strict=True):
            raw, column = text[cell[0] : cell[1]] if cell else "", tidy(run.name)
            filled = bool(raw) and raw[0] not in "Nn"
            if of_a_pool is None:
                if filled:
                    block.add(label, raw, line, column)
                else:
                    block.empty(label, line, column)
            elif filled and (known := _OF_POOLS.get(column)):
                out.setting(_of(segment, label), known[0], int(raw), known[1], line, raw)
            elif filled:
                of_a_pool.add(column, raw, line)
        if of_a_pool is not None:
            of_a_pool.write(_of(segment, label), out)


def _of(segment: Segment, pool: str) -> str:
    return f"db2_bufferpool:{segment.memory.get('subsystem') or segment.after_file('DB2')}/{pool}"


READER = Reader(
    id="db2-panels",
    title="OMEGAMON for Db2 panels",
    subsystem="Db2",
    anchors=("________________ Z",),
    confirm=lambda contents, index: _BEGIN.search(contents[index][:WIDE]) is not None,
    splits=False,
    parse=parse,
    endings=(
        (r"^\+ Collection Interval:", r" Start: +\d\d/\d\d +\d\d:\d\d:\d\d$"),
        (r"^\+ Report Interval:", r" End: +\d\d/\d\d +\d\d:\d\d:\d\d$"),
        (r"^\+ +TOTAL +INTERVAL ", r" /COMMIT$"),
        (r"^\+ +QUANTITY +QUANTITY ", r"\( *\d+\)$"),
        (r"^> [A-Z]-[A-Z]+(?: [A-Z]+)* {2,}\S", r" {2}[A-Z*]-[A-Z0-9/]+(?: [A-Z0-9/]+)*$"),
    ),
    ignores=(
        (r"^ *_{8,}.*", "when the panel was shown"),
        (r"^ *\+.*\b(?:Collection|Report) Interval:.*|^ *\+ *<<<.*", "the panel's interval"),
        (r"\|[-0-9]+\|?", "the scale of the bars"),
        (r"^ *>.*", "keys"),
        (r"^ *(?:H?BPD +(?:8|16|32)K\d?|GBP +\d+K?\d?) *$", "which pool is shown"),
        (r"^\+ +QUANTITY +QUANTITY +\( *\d.*$", "of how many seconds and threads rates are"),
    ),
    metrics=(
        Metric("db2_subsystem", "printed.*", "rows and pairs, behind the panel's title"),
        Metric("db2_bufferpool", "printed.*", "the same of panels and rows of one pool"),
        Metric("db2_bufferpool", "setting.VPSIZE", "VP Size in the table of pools"),
    ),
    page=Page(
        reads="Panels of the classic interface as they are pasted: tables below a ruler, and "
        "pairs of a label and a figure, under the panel's title; counts, without their rates.",
        releases="OMEGAMON for Db2 PE 5.4 and 5.5",
        verified="published panels: EDM Pool Statistics Detail, EDM Pool Snapshot Summary, "
        "Subsystem Support Manager Statistics, Buffer Manager Information, Group Buffer Pool "
        "Detail",
        unread="what a panel shows as a bar alone; panels of one thread",
    ),
)
