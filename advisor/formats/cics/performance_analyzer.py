"""CICS Performance Analyzer, Performance Summary: means of tasks by transaction, user or region.

Source: IBM, CICS Performance Analyzer V5.4, SUMMARY examples. What a column holds stands in three
lines: the statistic, the name, and whether it is a time or a count. A time is in seconds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from advisor.formats.cics.tasks import heavy
from advisor.observations import Interval
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import number, seconds_between, stamp, whole
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_TITLE = re.compile(r"^\s*Performance Summary\s*$", re.IGNORECASE)
_OTHER = re.compile(
    r"^\s*(Performance (?:List(?: Extended)?|Totals|Wait Analysis|Transaction Tracking \w+)"
    r"|(?:Transaction Group|File Usage|Temporary Storage|Db2|IMS|MQ|Cross-System Work) \w+"
    r"(?: \w+)?)\s*$",
    re.IGNORECASE,
)
_SPAN = re.compile(
    r"\bData from\s+(\d\d:\d\d:\d\d)\s+(\d{1,2}/\d{1,2}/\d{4})\s+to\s+(\d\d:\d\d:\d\d)\s+"
    r"(\d{1,2}/\d{1,2}/\d{4})",
    re.IGNORECASE,
)
_STATISTIC = re.compile(r"S Dev|Avg|Max|Min|Total|Dev|\d\d?%", re.IGNORECASE)
_STATISTICS = re.compile(rf"\s*(?:(?:{_STATISTIC.pattern})\s*)+$", re.IGNORECASE)
_NAME = re.compile(r"User CPU|[A-Z]{1,4} Wait|\S+", re.IGNORECASE)
_UNITS = re.compile(r"\s*(?:(?:Time|Count)\s*)+$", re.IGNORECASE)
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+|N/A|-+")
_TOTAL = re.compile(r"\s*(?:Grand )?Total\b", re.IGNORECASE)
_TIMES = {
    "RESPONSE": "response_ms",
    "DISPATCH": "dispatch_ms",
    "USER CPU": "cpu_ms",
    "SUSPEND": "suspend_ms",
    "FC WAIT": "file_wait_ms",
}


@dataclass(frozen=True, slots=True)
class _Columns:
    """Names of the keys, and metric of each column behind the number of tasks, empty where none."""

    keys: tuple[str, ...]
    metrics: tuple[str, ...]


@dataclass(slots=True)
class _Region:
    """What was added up of a region: tasks, and seconds and tasks by metric."""

    line: Line
    interval: Interval
    tasks: int = 0
    sums: dict[str, tuple[float, int]] = field(default_factory=dict)
    inside: dict[str, float] = field(default_factory=dict)
    rows: dict[str, Line] = field(default_factory=dict)


def parse(segment: Segment, out: Collector) -> None:
    """Means over the tasks of each region that the report names."""
    memory = segment.memory
    regions: dict[tuple[str, str], _Region] = {}
    for index, line in enumerate(segment.lines):
        text = line.content
        if _TITLE.match(text):
            memory["other"] = False
        elif match := _OTHER.match(text):
            memory["other"], memory["columns"] = True, None
            out.say_once(
                "{file}, line {number}: {title} of CICS PA is left out: it does not give the "
                "tasks of each region in sum. Let it print a SUMMARY whose FIELDS hold APPLID.",
                line,
                title=" ".join(match[1].split()),
            )
        elif memory.get("other"):
            continue
        elif match := _SPAN.search(text):
            start, end = stamp(match[2], match[1]), stamp(match[4], match[3])
            memory["interval"] = Interval(start, end, seconds_between(start, end))
        elif "#TASKS" in text.upper():
            memory["columns"] = _columns(segment.lines, index, out)
        elif _TOTAL.match(text):
            out.left_out(line)  # of the rows above
            _check(line, segment, out)
        elif (columns := memory.get("columns")) is not None:
            _row(line, columns, segment, regions, out)
    lacking: set[str] = memory.pop("lacking", set())
    known = {applid for applid, _ in regions}
    for (applid, _), region in regions.items():
        if applid in lacking or not lacking <= known:
            continue  # a row of it, or of nobody knows which, could not be read
        _write(applid, region, out)


def _columns(lines: Sequence[Line], index: int, out: Collector) -> _Columns | None:
    """The columns of a heading; ``None``, and a sentence, where its three lines do not agree."""
    above = lines[index - 1].content if index else ""
    below = lines[index + 1].content if index + 1 < len(lines) else ""
    names = _NAME.findall(lines[index].content)
    # Damaged, the name of the column may be a part of another word.
    counted = next((at for at, name in enumerate(names) if name.upper() == "#TASKS"), len(names))
    keys, names = tuple(name.upper() for name in names[:counted]), names[counted + 1 :]
    statistics = _STATISTIC.findall(above) if _STATISTICS.match(above) else []
    units = below.split() if _UNITS.match(below) else []
    if not names or not len(names) == len(statistics) == len(units):
        out.say_once(
            "{file}, line {number}: the three lines of this heading of CICS PA do not have the "
            "same columns, so its rows were not read: send the report in its original width.",
            lines[index],
        )
        return None
    if "APPLID" not in keys:
        out.say_once(
            "{file}, line {number}: this summary of CICS PA does not say whose tasks these are "
            "and was not read: add APPLID to its FIELDS.",
            lines[index],
        )
        return None
    return _Columns(
        keys,
        tuple(
            _TIMES.get(name.upper(), "")
            if statistic.upper() == "AVG" and unit.upper() == "TIME"
            else ""
            for name, statistic, unit in zip(names, statistics, units, strict=True)
        ),
    )


def _row(
    line: Line,
    columns: _Columns,
    segment: Segment,
    regions: dict[tuple[str, str], _Region],
    out: Collector,
) -> None:
    words = line.content.split()
    keys, cells = words[: len(columns.keys)], words[len(columns.keys) :]
    if len(cells) != 1 + len(columns.metrics) or not all(map(_FIGURE.fullmatch, cells)):
        counted = sum(1 for word in words if _FIGURE.fullmatch(word))
        if counted >= len(columns.metrics) - 1:  # a blank cell: sums over tasks lack this row
            segment.memory.setdefault("lacking", set()).add(words[0].upper())
            say_withheld(line, out)
        return
    tasks = number(cells[0])
    if not isinstance(tasks, int) or tasks <= 0:
        return
    interval: Interval = segment.memory.get("interval", Interval())
    applid = keys[columns.keys.index("APPLID")].upper()
    region = regions.setdefault((applid, interval.start or ""), _Region(line, interval))
    region.tasks += tasks
    region.line = line
    segment.memory["summed"] = segment.memory.get("summed", 0) + tasks
    out.part(line, cells[0])
    for metric, cell in zip(columns.metrics, cells[1:], strict=True):
        seconds = number(cell)
        if metric and seconds is not None:
            total, counted = region.sums.get(metric, (0.0, 0))
            region.sums[metric] = (total + tasks * seconds, counted + tasks)
            if metric == "response_ms" and "TRAN" in columns.keys:
                tran = keys[columns.keys.index("TRAN")].upper()
                region.inside[tran] = region.inside.get(tran, 0.0) + tasks * seconds
                region.rows[tran] = line
            out.part(line, cell)
    out.left_out(line)  # other statistics


def _check(line: Line, segment: Segment, out: Collector) -> None:
    """Withhold what rows add up to where the report's own total says that some are missing."""
    summed, lacking = segment.memory.pop("summed", 0), segment.memory.get("lacking")
    total = next((n for cell in line.content.split() if (n := whole(cell)) is not None), None)
    if not summed or lacking or total is None or total == summed:
        return
    segment.memory["lacking"] = {""}  # nobody knows of which region
    out.say_once(
        "{file}, line {number}: this total has {total:,} tasks, but the rows above it only "
        "{summed:,}, so that rows are missing and what they add up to was not read: send the "
        "report as it was printed.",
        line,
        total=total,
        summed=summed,
    )


def _write(applid: str, region: _Region, out: Collector) -> None:
    subject, line, interval = f"cics_region:{applid}", region.line, region.interval
    raw = f"{region.tasks} tasks"
    out.setting(subject, "APPLID", applid, "", line, applid)
    out.observe(subject, "transactions", region.tasks, "count", line, raw, interval)
    for metric, (seconds, tasks) in sorted(region.sums.items()):
        mean = 1000.0 * seconds / tasks
        out.observe(subject, metric, mean, "ms", line, f"mean of {tasks} tasks", interval)
    for tran, share in heavy(region.inside).items():
        where = region.rows[tran]
        out.observe(subject, f"task_share_pct.{tran}", share, "%", where, tran, interval)


def _confirm(contents: Sequence[str], index: int) -> bool:
    return any(_TITLE.match(text) or _OTHER.match(text) for text in contents[index : index + 4])


READER = Reader(
    id="cics-pa-summary",
    title="CICS Performance Analyzer summary",
    subsystem="CICS",
    anchors=("CICS Performance Analyzer",),
    confirm=_confirm,
    splits=False,
    parse=parse,
    ignores=(
        (r"^ *[A-Z]{4}\d+ +Printed at .*", "when it was printed, and which tasks it is of"),
        (r"^.*\bV\dR\dM\d\b.*", "release"),
    ),
    parts=((_OTHER.pattern, "reports of CICS PA but its summary"), (_TITLE.pattern, "")),
    metrics=(
        Metric("cics_region", "setting.APPLID", "Applid"),
        Metric("cics_region", "transactions", "#Tasks, summed by Applid"),
        Metric("cics_region", "response_ms", "Avg Response Time, weighted by tasks"),
        Metric("cics_region", "task_share_pct.*", "response of transaction *, from 5 % on"),
        Metric("cics_region", "dispatch_ms", "Avg Dispatch Time"),
        Metric("cics_region", "cpu_ms", "Avg User CPU Time"),
        Metric("cics_region", "suspend_ms", "Avg Suspend Time"),
        Metric("cics_region", "file_wait_ms", "Avg FC Wait Time"),
    ),
    page=Page(
        reads="Performance Summary reports whose keys hold APPLID: tasks of each region and their "
        "mean response, dispatch, CPU, suspend and file wait times, weighted by tasks.",
        releases="CICS Performance Analyzer V5R4",
        verified="IBM, CICS Performance Analyzer V5.4, SUMMARY examples; layout not verified "
        "against a real print",
        unread="maxima, deviations, counts, other waits; lists of single tasks; rows whose region "
        "stands on a row above alone",
    ),
)
