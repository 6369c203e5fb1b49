"""LSR pools in CICS statistics: strings, buffers by size, totals of a pool."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from advisor.formats.cics.files import Region
from advisor.formats.cics.labels import pairs
from advisor.reading.layout.cells import number, whole
from advisor.reading.layout.tables import lacks_a_cell
from advisor.reading.reader import Collector, Line, Segment

POOL = re.compile(r"(?:LSR\s*)?Pool(?:\s+Number)?[\s.]*:\s*(\d{1,3})\b", re.IGNORECASE)
_NAMELESS = re.compile(r"^\s*LSR\s*Pool(?:\s+Number)?[\s.]*:(?!\s*\d)", re.IGNORECASE)
_POOL_TITLE = re.compile(
    r"^\s*(Hiperspace )?(Data and Index|Data|Index) Buffer Statistics", re.IGNORECASE
)
_POOL_HEADING = re.compile(  # labels in front of a value have its words too
    r"^(?![^:]*\.\s?:\s).*?(?:Buffer\s+No\. of|Look-?\s*aside)|^\s*Buffer Size\s+Number|"
    r"^\s*(?:Type\s+)?Size\s+Buffers|"
    r"^\s*Look-?\s+User|^\s*Size\s+Hiperspace|^\s*(?:Number\s+)?reads\s+writes\s+failures",
    re.IGNORECASE,
)
_BUFFERS = re.compile(r"^\s*(Data|Index)\s+((?:[\d,]+\s+){4,7}[\d,.]+)\s*%?\s*$", re.IGNORECASE)
# Behind the look-aside ratio CICS for z/OS counts what went to and from hiperspaces.
_BARE = re.compile(r"^\s*((?:[\d,]+\s+){4,8}[\d,.]+)\s*(?:%(?:\s+[\d,]+){0,4})?\s*$")
_ROUNDED = 0.11
"""Per cent by which a ratio with a decimal may be cut."""
_WITH_BOTH_WRITES = 5
"""Look-asides, reads, writes of users and of others, and the ratio."""
_WITH_RATIO = 7
"""Cells of a row with all counts and the ratio behind them."""
# Labels of the Connections and Modenames report (DFH0STAT) and of DFHSTUP's ISC/IRC system entry.
POOL_TOTALS = {
    "data buffers": ("data_buffers", "buffers"),
    "index buffers": ("index_buffers", "buffers"),
    "hiperspace data buffers": ("hiperspace_data_buffers", "buffers"),
    "hiperspace index buffers": ("hiperspace_index_buffers", "buffers"),
    "successful look asides": ("lookasides", "count"),
    "buffer reads": ("reads", "count"),
    "user initiated writes": ("user_writes", "count"),
    "non-user initiated writes": ("non_user_writes", "count"),
    "successful hiperspace creads": ("hiperspace_reads", "count"),
    "successful hiperspace cwrites": ("hiperspace_writes", "count"),
    "failing hiperspace creads": ("hiperspace_reads_failed", "count"),
    "failing hiperspace cwrites": ("hiperspace_writes_failed", "count"),
}
"""Buffer Totals of a pool (IBM, CICS statistics reference, LSR pools report)."""


def read_pool_line(
    segment: Segment,
    region: Region,
    state: dict[str, Any],
    shape: str,
    line: Line,
    out: Collector,
) -> bool:
    """Read a line of an LSR pool; whether it is one. ``shape`` is its outline."""
    text = line.content
    if not _speaks(shape):
        return bool(
            "pool" in state
            and "lsr" in state["section"]
            and _pool_pairs(f"lsr_pool:{region.applid}/{state['pool']}", region, line, out)
        )
    if match := POOL.search(text):
        if "LSRPOOL BUFFER" in text:
            return False
        state["pool"], state["kind"] = int(match[1]), ""
        subject = f"lsr_pool:{region.applid}/{state['pool']}"
        out.relation(subject, "parent", region.subject, line)
        _pool_pairs(subject, region, line, out)
        return True
    if _NAMELESS.match(text):
        state.pop("pool", None)  # whose it is cannot be told: not the pool's before
        return False
    if match := _POOL_TITLE.match(text):
        # DFHSTUP counts hiperspace buffers in a table of their own, of other columns.
        state["kind"] = "" if match[1] else "I" if match[2].lower() == "index" else "D"
        state["hiper"] = False
        return True
    if "pool" not in state:
        return False
    if _POOL_HEADING.search(text):
        state["hiper"] = state["hiper"] or "iperspace" in text.lower()
        state["heading"] = text
        return True
    kind, figures = "", ""
    if match := _BUFFERS.match(text):
        kind, figures = match[1][0].upper(), match[2]
    elif state["kind"] and (match := _BARE.match(text)):
        kind, figures = state["kind"], match[1]
    if figures:
        if lacks_a_cell(text, state.get("heading", "")):
            out.say_once(
                "{file}, line {number}: a cell of this row of buffers is blank, so which "
                "figure is which is not known and the row was not read: send the report as it "
                "was printed.",
                line,
            )
            return True
        _buffers(region, state, kind, figures.split(), line, out)
        return True
    if "lsr" in state["section"]:
        subject = f"lsr_pool:{region.applid}/{state['pool']}"
        return _pool_pairs(subject, region, line, out)
    return False


@lru_cache(maxsize=1 << 12)
def _speaks(shape: str) -> bool:
    """Whether lines of this outline may be a title, heading or row of a pool."""
    return (
        POOL.search(shape) is not None
        or _NAMELESS.match(shape) is not None
        or _POOL_HEADING.search(shape) is not None
        or any(pattern.match(shape) for pattern in (_POOL_TITLE, _BUFFERS, _BARE))
    )


def _pool_pairs(subject: str, region: Region, line: Line, out: Collector) -> bool:
    found = False
    totals: dict[str, list[str]] = {}  # of data and of index buffers, side by side
    for label, value in pairs(line.content):
        label = label.lower()
        found = True
        if re.search(r"max(?:imum)? key", label):
            out.setting(subject, "MAXKEY", whole(value), "bytes", line, value)
        elif label in POOL_TOTALS:
            totals.setdefault(label, []).append(value)
        elif re.search(r"peak .*waited|peak requests", label):
            waiting = whole(value)
            metric = "strings_wait_peak"
            out.observe(subject, metric, waiting, "requests", line, value, region.interval)
        elif re.search(r"waited for strings?", label):
            waits = whole(value)
            out.observe(subject, "strings_waits", waits, "count", line, value, region.interval)
        elif re.search(r"peak .*strings", label):
            peak = whole(value)
            out.observe(subject, "strings_peak", peak, "strings", line, value, region.interval)
        elif re.search(r"(?:total|number of) .*strings", label):
            out.setting(subject, "STRINGS", whole(value), "strings", line, value)
    for label, values in totals.items():
        metric, unit = POOL_TOTALS[label]
        if len(values) != sum(told == label for told in _labels(line.content)):
            continue  # of data or of index buffers the count is blank: no sum
        counts = [whole(value) for value in values]
        if None not in counts:
            pooled = sum(count for count in counts if count is not None)
            out.observe(subject, metric, pooled, unit, line, " + ".join(values), region.interval)
    return found


def _labels(text: str) -> list[str]:
    """The labels of a line, also those without a value behind their colon."""
    told = (re.sub(r"[\s.]+$", "", piece).strip() for piece in re.split(r":\s*[\d,]*", text))
    return [" ".join(label.lower().split()) for label in told]


def _buffers(
    region: Region,
    state: dict[str, Any],
    kind: str,
    figures: list[str],
    line: Line,
    out: Collector,
) -> None:
    size = whole(figures[0])
    if size is None or len(figures) < 5:
        return
    subject = f"lsr_buffers:{region.applid}/{state['pool']}/{kind}{size}"
    pool = f"lsr_pool:{region.applid}/{state['pool']}"
    # Buffers in a hiperspace may stand between; where the row was cut off it is not known.
    ways = [figures[3:], figures[2:]] if state["hiper"] else [figures[2:]]
    known = len(figures) >= _WITH_RATIO or not state["hiper"]
    counts = next((way for way in ways if known and _agrees(way)), None)
    if counts is None or not whole(figures[1]):
        return  # or one of the counts is blank, or what stands there is of a hiperspace
    out.relation(subject, "parent", pool, line)
    out.setting(subject, "BUFFERS", whole(figures[1]), "buffers", line, figures[1])
    interval = region.interval
    out.observe(subject, "lookasides", whole(counts[0]), "count", line, counts[0], interval)
    out.observe(subject, "reads", whole(counts[1]), "count", line, counts[1], interval)
    if state["hiper"] and len(counts) < _WITH_BOTH_WRITES:
        return  # the writes of the users or the others are blank
    parts = [cell for cell in counts[2:4] if "." not in cell]
    total = sum(value for cell in parts if (value := whole(cell)) is not None)
    out.observe(subject, "writes", total, "I/Os", line, "+".join(parts), interval)


def _agrees(counts: list[str]) -> bool:
    """Whether look-asides and reads have the ratio that stands behind them, if one does."""
    lookasides, reads, ratio = whole(counts[0]), whole(counts[1]), number(counts[-1])
    if "." not in counts[-1] or lookasides is None or reads is None or ratio is None:
        return True
    return abs(100.0 * lookasides / max(lookasides + reads, 1) - ratio) < _ROUNDED
