"""SDSF DA: active address spaces with real frames, paging, EXCPs and CPU."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.readers.layout.cells import number, scaled
from advisor.readers.layout.tables import words
from advisor.readers.reader import Collector, Line, Metric, Page, Reader, Segment

_TITLE = re.compile(r"\bSDSF DA\s+(\S+)(?:\s+(\S+))?", re.IGNORECASE)
_HEAD = re.compile(r"^\s*(?:NP\s+)?JOBNAME\s+.*\b(?:Real|Paging|SIO)\b", re.IGNORECASE)
_COMMAND = re.compile(r"^\s*(?:COMMAND INPUT|PREFIX=|SCROLL)", re.IGNORECASE)
_NAME = re.compile(r"[A-Z@#$*][A-Z0-9@#$*]{0,7}$")
_COLUMNS = {
    "REAL": ("frames", "frames"),
    "PAGING": ("paging_per_s", "pages/s"),
    "SIO": ("excp_per_s", "I/O/s"),
    "CPU%": ("cpu_pct", "%"),
    "ZIIP%": ("ziip_pct", "%"),
}


def _confirm(contents: Sequence[str], index: int) -> bool:
    return bool(_TITLE.search(contents[index]) or _HEAD.match(contents[index]))


def parse(segment: Segment, out: Collector) -> None:
    """Rows under the JOBNAME heading, by position and by distance from the right."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if match := _TITLE.search(text):
            memory["system"] = match[1].upper()
            memory["columns"] = ()
            out.read(line)
        elif _HEAD.match(text):
            memory["columns"] = tuple(
                (word.upper(), start, end) for start, end, word in words(text)
            )
            out.read(line)
        elif _COMMAND.match(text):
            out.read(line)
        elif (
            memory.get("columns")
            and memory.get("system")
            and not _row(line, segment, out)
            and text.strip()
        ):
            memory["columns"] = ()  # the list has ended: what follows is no address space


def _row(line: Line, segment: Segment, out: Collector) -> bool:
    """Read one address space; whether the line was one."""
    memory = segment.memory
    columns: tuple[tuple[str, int, int], ...] = memory["columns"]
    found = words(line.content)
    if len(found) < 5:
        return False
    names = [name for name, _, _ in columns]
    # Names to the left may be blank, figures to the right never are: count from the right.
    first = next((i for i, name in enumerate(names) if name in _COLUMNS), None)
    if first is None:
        return False
    tail = len(names) - first
    job = next((word for _, _, word in found[:2] if _NAME.match(word) and len(word) > 1), "")
    if len(found) <= tail or not job:
        return False
    cells = dict(zip(names[first:], (word for _, _, word in found[-tail:]), strict=True))
    if scaled(cells.get("REAL", "")) is None and number(cells.get("CPU%", "")) is None:
        return False
    for name, raw in cells.items():
        known = _COLUMNS.get(name)
        if known is not None:
            metric = f"job.{job}.{known[0]}"
            value = scaled(raw.rstrip("."))
            out.observe(f"lpar:{memory['system']}", metric, value, known[1], line, raw)
    return True


READER = Reader(
    id="sdsf-da",
    title="SDSF DA",
    subsystem="z/OS",
    anchors=("SDSF DA ", "JOBNAME StepName", "JOBNAME STEPNAME"),
    confirm=_confirm,
    parse=parse,
    metrics=(
        Metric("lpar", "job.*", "", "CPU, paging, EXCPs and frames by job"),
        Metric("lpar", "job.*.frames", "frames", "Real of job *; T is thousands"),
        Metric("lpar", "job.*.paging_per_s", "pages/s", "Paging"),
        Metric("lpar", "job.*.excp_per_s", "I/O/s", "SIO"),
        Metric("lpar", "job.*.cpu_pct", "%", "CPU%"),
    ),
    page=Page(
        reads="Real, Paging, SIO and CPU% of every address space shown, whatever columns stand to "
        "the left of them. 267T is 267 thousand frames.",
        releases="z/OS V1R13 to V2R4",
        verified="003, figure 4-6",
        unread="columns to the left of Real, ASID columns",
    ),
)
