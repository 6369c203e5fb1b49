"""Blocks of SMF 115 and 116 that hold nothing but counters, by ``resources/layouts/smf115.csv`` and
``smf116.csv``.

The fields go by the columns' names of the public formatter mqsmfcsv, so that a dump and its tables
give the same figures under the same names: ``log.log_writes``, ``log_peak_us.io_max_duration_1_1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from functools import cache

from advisor.reading.layout.record_maps import Field, Section, record_map
from advisor.reading.reader import Metric

AREAS = {
    "QJST": ("log", "log manager"),
    "QLST": ("locks", "lock manager"),
    "QIST": ("data_manager", "data manager"),
    "QSST": ("storage_manager", "storage manager"),
    "QTST": ("topics", "topic manager"),
    "QCCT": ("channel_initiator", "channel initiator"),
}
"""By control block: how its figures begin, and whose they are."""

TASKS = {
    "QMAC": ("class1", "tasks, by class 1 accounting"),
    "WTAS": ("tasks", "tasks, by class 3 accounting"),
}
"""The same of tasks (SMF 116)."""

_PEAK = re.compile(r"max|high|limit|usage|current|longest", re.IGNORECASE)
_LOW = re.compile(r"low_water|_low", re.IGNORECASE)
MOST_PARTS = 0.8
"""Share of a block's columns by which a table is known to be its."""

METRICS = tuple(
    Metric("mq_manager", f"{area}{kind}.*", f"{block}, {whose}: {what}")
    for block, (area, whose) in (AREAS | TASKS).items()
    for kind, what in (
        ("", "counts of the interval"),
        ("_peak", "greatest values and limits"),
        ("_us", "times of the interval added up"),
        ("_peak_us", "longest times"),
    )
)


@cache
def fields(block: str) -> Mapping[str, Field]:
    """The fields of a block that are read, by their column; least values say little of a sum."""
    known = record_map("smf116" if block in TASKS else "smf115").sections[block]
    return {name: field for name, field in known.items() if not _LOW.search(name)}


def metric_of(block: str, column: str) -> tuple[str, str]:
    """Name and unit of the figure that a column is."""
    field = fields(block)[column]
    timed = field.type == "stck" or field.unit == "us"
    kind = ("_peak" if _PEAK.search(column) else "") + ("_us" if timed else "")
    name = re.sub(r"\W+", "_", column.lower()).strip("_")
    return f"{(AREAS | TASKS)[block][0]}{kind}.{name}", "us" if timed else "count"


def figures(block: str, record: bytes, at: int, length: int) -> Iterator[tuple[str, float, str]]:
    """Metric, value and unit of each field that a block has; -1 stands for none."""
    section = Section(record, at, length, fields(block))
    for column, field in fields(block).items():
        value = section.number(column)
        if value is None or value < 0:
            continue
        metric, unit = metric_of(block, column)
        yield metric, value * 1e6 if field.type == "stck" else value, unit


def table_of(names: Set[str]) -> str:
    """The block whose table has these columns, in capitals; empty where it is none's."""
    for block in AREAS:
        columns = {column.upper() for column in fields(block)}
        present = sum(c in names or f"{c}(S)" in names for c in columns)
        if present >= MOST_PARTS * len(columns):
            return block
    return ""
