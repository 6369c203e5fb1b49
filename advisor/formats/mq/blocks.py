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
    "Q5ST": ("db2", "Db2 manager"),
}
"""By control block: how its figures begin, and whose they are."""

TASKS = {
    "QMAC": ("class1", "tasks, by class 1 accounting"),
    "WTAS": ("tasks", "tasks, by class 3 accounting"),
}
"""The same of tasks (SMF 116)."""

PARTS = {
    "QEST": ("structures", "CF structures"),
    "QESD": ("smds", "shared message data sets"),
    "QCTDSP": ("dispatchers", "dispatchers"),
    "QCTADP": ("adapters", "adapters"),
    "QCTSSL": ("ssl_tasks", "SSL tasks"),
    "QCTDNS": ("dns_tasks", "name server tasks"),
}
"""The same of blocks that come once for each structure, or for each task of the channel initiator:
its name or number stands behind the column's."""

INITIATOR = ("QCTDSP", "QCTADP", "QCTSSL", "QCTDNS")
"""Blocks of the channel initiator's tasks in the order of their triplets: they have no name in
front."""

NAMES = {"QEST": "Structure_Name", "QESD": "Structure"}
"""By block: the column that says whose a row is; tasks of the channel initiator have a number."""

NUMBER = "Task_Index"

FULL = {("QEST", "Structure_Full"): "cf_full", ("QESD", "Failed_Allocates"): "smds_full"}
"""Columns that rules ask for, under names of their own."""

_NAME = re.compile(r"[A-Z@#$][A-Z0-9@#$_]{0,11}")
"""What names a CF structure."""

_HEAD = 8
_ENTRIES = 64
_ENTRY_BYTES = 64
"""A block of structures has room for 64, behind its own eight bytes (QESTSNUM, QESTSLEN)."""

WITH_STATES = ("Q5ST", "QESD", "QCTDSP")
"""Blocks that say beside counts what there was when the interval ended."""

_ALL = AREAS | TASKS | PARTS

_PEAK = re.compile(r"max|high|limit|usage|current|longest", re.IGNORECASE)
_STATES = frozenset({"level", "least"})
_LOW = re.compile(r"low_water|_low", re.IGNORECASE)
MOST_PARTS = 0.8
"""Share of a block's columns by which a table is known to be its."""


@cache
def fields(block: str) -> Mapping[str, Field]:
    """The fields of a block that are read, by their column; least values say little of a sum."""
    known = record_map("smf116" if block in TASKS else "smf115").sections[block]
    return {
        name: field for name, field in known.items() if field.type != "c" and not _LOW.search(name)
    }


def metric_of(block: str, column: str) -> tuple[str, str]:
    """Name and unit of the figure that a column is."""
    if own := FULL.get((block, column)):
        return own, "events"
    name = re.sub(r"\W+", "_", column.lower()).strip("_")
    timed = _timed(fields(block)[column])
    return f"{_ALL[block][0]}{_kind(block, column)}.{name}", "us" if timed else "count"


def _timed(field: Field) -> bool:
    return field.type == "stck" or field.unit == "us"


def _kind(block: str, column: str) -> str:
    field = fields(block)[column]
    if field.unit in _STATES:
        return f"_{field.unit}"
    return ("_peak" if _PEAK.search(column) else "") + ("_us" if _timed(field) else "")


METRICS = (
    *(
        Metric("mq_manager", f"{area}{kind}.*", f"{block}, {whose}: {what}")
        for block, (area, whose) in _ALL.items()
        for kind, what in (
            ("", "counts of the interval"),
            ("_peak", "greatest values and limits"),
            ("_us", "times of the interval added up"),
            ("_peak_us", "longest times"),
        )
    ),
    *(
        Metric("mq_manager", f"{_ALL[block][0]}_level.*", f"{block}: state at the interval's end")
        for block in WITH_STATES
    ),
    Metric("mq_manager", "smds_least.*", "QESD: least values of the interval"),
    Metric("mq_manager", "cf_full.*", "QEST: Structure_Full"),
    Metric("mq_manager", "smds_full.*", "QESD: Failed_Allocates"),
)


def figures(block: str, record: bytes, at: int, length: int) -> Iterator[tuple[str, float, str]]:
    """Metric, value and unit of each field that a block has; -1 stands for none."""
    section = Section(record, at, length, fields(block))
    for column, field in fields(block).items():
        value = section.number(column)
        if value is None or value < 0:
            continue
        metric, unit = metric_of(block, column)
        yield metric, value * 1e6 if field.type == "stck" else value, unit


def named(block: str, record: bytes, at: int, length: int) -> Iterator[tuple[str, float, str]]:
    """The same of a block of structures: one (QESD), or up to 64 (QEST), each with its name."""
    places = [(at, length)]
    if block == "QEST":
        count = min(_ENTRIES, (length - _HEAD) // _ENTRY_BYTES)
        places = [(at + _HEAD + _ENTRY_BYTES * nth, _ENTRY_BYTES) for nth in range(count)]
    known = record_map("smf115").sections[block]
    for start, room in places:
        name = Section(record, start, room, known).text(NAMES[block])
        if _NAME.fullmatch(name):  # zeros: not in use
            yield from of_part(block, name, record, start, room)


def size(block: str) -> int:
    """How long a block is at least."""
    return max(field.offset + field.length for field in fields(block).values())


def of_part(
    block: str, part: str, record: bytes, at: int, length: int
) -> Iterator[tuple[str, float, str]]:
    """The figures of one structure or task."""
    for metric, value, unit in figures(block, record, at, length):
        yield f"{metric}.{part}", value, unit


def table_of(names: Set[str]) -> str:
    """The block whose table has these columns, in capitals; empty where it is none's.

    What an adapter counts, a dispatcher counts too: it is the block that lacks least.
    """
    best, most = "", (MOST_PARTS, 0)
    for block in (*AREAS, *PARTS):
        if block in PARTS and NAMES.get(block, NUMBER).upper() not in names:
            continue
        columns = {column.upper() for column in fields(block)}
        present = sum(c in names or f"{c}(S)" in names for c in columns)
        share = (present / len(columns), present)
        if share >= most:
            best, most = block, share
    return best
