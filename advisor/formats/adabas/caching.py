"""Adabas Caching Facility: the Cache Session Summary of a database or nucleus."""

from __future__ import annotations

import re

from advisor.formats.adabas.names import database, nucleus
from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 400
"""Columns looked at: no print is wider, and no pattern runs over what is no print."""
_DBID = re.compile(r"\bDBID\s*[=:]?\s*(\d{1,5})(?:[\s,]+NUCID\s*[=:]?\s*(\d{1,5}))?", re.IGNORECASE)
_TAIL = r"[\s.…:=]+"
_TOTALS = (
    (
        "buffer_efficiency_now",
        "",
        re.compile(rf"Current Adabas Buffer Efficiency{_TAIL}([\d.,]+)", re.I),
    ),
    (
        "buffer_efficiency_without_cache",
        "",
        re.compile(rf"Estimated NON-?CACHE Buffer Efficiency{_TAIL}([\d.,]+)", re.I),
    ),
    (
        "cache_spaces_active",
        "spaces",
        re.compile(rf"Number of Active Cache Spaces{_TAIL}(\d+)", re.I),
    ),
)
_ROW = re.compile(
    rf"^\s*(Cache writes|Read EXCPS|Cache reads|Total reads|Efficiency){_TAIL}"
    r"(\d[\d.,]*(?:\s+\d[\d.,]*){0,2})\s*$",
    re.IGNORECASE,
)
_COLUMNS = re.compile(r"---\s*(ASSO|DATA|WORK)\s*---", re.IGNORECASE)
_HEADS = re.compile(
    r"CACHING FACILITY|Cache Session Summary|Cache Allocation Summary|Cache Statistics|"
    r"Read Ahead Statistics|RABN.{1,3}s read|^\s*EXCPS\b|Ave\. blks|Cache Spaces defined|"
    r"File Level|Global Level|next page",
    re.IGNORECASE,
)
_COUNTERS = {"cache writes": "writes", "read excps": "read_excps", "cache reads": "reads"}


def parse(segment: Segment, out: Collector) -> None:
    """The summary's totals and its table; hit shares are recomputed from their parts."""
    memory = segment.memory
    for line in segment:
        text = line.content[:WIDE]
        if match := _DBID.search(text):
            memory["dbid"] = match[1]
            memory["nucid"] = match[2]
        if found := _COLUMNS.findall(text):
            memory["columns"] = [name.upper() for name in found]
            continue
        if match := _ROW.match(text):
            _row(segment, line, match, out)
            continue
        for metric, unit, pattern in _TOTALS:
            if match := pattern.search(text):
                value = _decimal(match[1])
                out.observe(_subject(segment), metric, value, unit, line, match[1])


def _subject(segment: Segment) -> str:
    """The nucleus in whose output the summary stands, or the database that the screen names."""
    memory, shared = segment.memory, segment.shared
    dbid = memory.get("dbid") or shared.get("dbid") or "0"
    nucid = memory.get("nucid")
    if nucid is None and shared.get("dbid") == str(int(dbid)):
        nucid = shared.get("nucid")
    return database(dbid) if nucid is None else nucleus(dbid, nucid)


def _decimal(raw: str) -> float | None:
    """A figure with one decimal, point or comma as the session's DC parameter has it."""
    return number(raw.replace(",", ".") if re.fullmatch(r"\d+,\d", raw) else raw)


def _row(segment: Segment, line: Line, match: re.Match[str], out: Collector) -> None:
    memory = segment.memory
    name = match[1].lower()
    columns, cells = memory.get("columns") or ["ASSO", "DATA", "WORK"], match[2].split()
    if len(cells) != len(columns):
        out.say(
            "{file}, line {number}: the row has {cells} figures under a "
            "heading of {columns} columns and was not read: one of them was "
            "wrapped or cut, send the screen in its original width.",
            line,
            cells=len(cells),
            columns=len(columns),
        )
        return
    for column, raw in zip(columns, cells, strict=True):
        key = _COUNTERS.get(name)
        if key is not None:
            counts = memory.setdefault("counts", {}).setdefault(column, {})
            counts[key] = _decimal(raw)
            out.observe(_subject(segment), f"acf_{key}.{column}", counts[key], "blocks", line, raw)
        if name == "cache reads":
            _share(segment, column, line, out)


def _share(segment: Segment, column: str, line: Line, out: Collector) -> None:
    counts = segment.memory["counts"][column]
    hits, reads = counts.get("reads"), counts.get("read_excps")
    if hits is not None and reads is not None and hits + reads > 0:
        share = 100.0 * hits / (hits + reads)
        raw = f"{hits:.0f}/{hits + reads:.0f}"
        out.observe(_subject(segment), f"acf_hit_pct.{column}", share, "%", line, raw)


READER = Reader(
    id="adabas-caching",
    commas=True,
    ignores=(
        (r"^ *\d\d:\d\d:\d\d +\*+|^ *DBID +\d+", "time and database"),
        (
            r"Ave\. blks/EXCP.*|Number of Cache Spaces.*|(?<!Read )EXCPS [. ]+.*|RABN's read.*",
            "I/O counts",
        ),
    ),
    beside=((r"Total reads|Efficiency|reads", 3, "the same by component and of WORK"),),
    title="Adabas Caching Facility, Cache Session Summary",
    endings=((r"\*{5} A D A B A S .* \*{5} +\d", r" \d{4}-\d\d-\d\d$"),),
    subsystem="Adabas",
    anchors=("CACHING FACILITY *****", "Cache Session Summary"),
    splits=False,
    parse=parse,
    metrics=tuple(
        Metric(kind, metric, meaning)
        for kind in ("adabas_database", "adabas_nucleus")
        for metric, unit, meaning in (
            ("buffer_efficiency_now", "", "with the cache"),
            ("buffer_efficiency_without_cache", "", "the product's own estimate"),
            ("cache_spaces_active", "spaces", "active cache spaces"),
            ("acf_reads.*", "blocks", "reads served from cache spaces: ASSO, DATA, WORK"),
            ("acf_read_excps.*", "blocks", "reads that went to disk"),
            ("acf_writes.*", "blocks", "blocks moved from the buffer pool into the cache"),
            ("acf_hit_pct.*", "%", "reads served from cache spaces, of all"),
        )
    ),
    page=Page(
        reads="The summary of the Caching Facility's online program (PCF0002) as pasted or "
        "printed: buffer efficiency with and without the cache, cache reads, EXCPs and writes of "
        "ASSO, DATA and WORK. Shares are recomputed. It belongs to the nucleus in whose output it "
        "stands, else to the database that the screen names.",
        releases="Adabas Caching Facility 8.2",
        verified="one real screen, file level, of ACF 8.2.2 in the vendor's public forum (its "
        "labels and figures; blanks between columns were lost there); meaning of the figures as "
        "in that screen's help text",
        unread="read-ahead statistics are noted, not kept; the operator commands' CSTAT, CFSTAT "
        "and CSUM reports, of which no sample was at hand",
    ),
)
