"""Binary SMF type 110 subtype 1, CICS monitoring: tasks by the dictionary that describes them."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from advisor.formats.cics.run_lengths import expand
from advisor.reading.layout.record_maps import Section, record_map
from advisor.reading.layout.smf import (
    RDW,
    header,
    holds_kind,
    occasion,
    quarter,
    quarter_between,
    unsigned,
)
from advisor.reading.reader import Collector, Metric, Occasion, Page, Reader, Records
from advisor.reading.reckoned import reckoned
from model.language import Name, counted, say

TYPES = frozenset({110})
KINDS = frozenset({(110, 1)})
_PRODUCT, _DATA = 28, 36
_CLASS = 22
_DICTIONARY, _PERFORMANCE = 1, 3
_ENTRY = 26
_MOST = 4_000
_MOST_EXPANDED = 1 << 22
"""Bytes of a record's data: CICS collects them in a buffer of 32 KB before it compresses them."""
_LONGEST_US = 86_400_000_000
_SHORTEST_S = 60.0
_ODD = 0.05
"""Share of tasks whose times contradict each other from which none are taken."""

_TIMES = {
    "USRDISPT": "dispatch_ms",
    "USRCPUT": "cpu_ms",
    "SUSPTIME": "suspend_ms",
    "FCIOWTT": "file_wait_ms",
}
_CLOCKS = (*_TIMES, "QRDISPT", "QRCPUT")
_COUNTS = {"CHMODECT": "mode_switches_per_task", "DB2REQCT": "db2_requests_per_task"}
_TAKEN = frozenset({"START", "STOP", "RTYPE", *_CLOCKS, *_COUNTS})


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of a data record: heading, type, length."""

    name: str
    kind: str
    length: int


Dictionary = dict[int, _Field]
"""By connector."""


@dataclass(slots=True)
class _Work:
    """What tasks that ended in a quarter of an hour took; times in microseconds."""

    number: int
    tasks: int = 0
    records: int = 0
    response_us: int = 0
    timed: int = 0
    odd: int = 0
    sums: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Memory:
    dictionaries: dict[tuple[str, str], Dictionary] = field(default_factory=dict)
    work: dict[tuple[str, str, str], _Work] = field(default_factory=dict)
    edges: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    jobs: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    counted: set[tuple[str, str]] = field(default_factory=set)
    """Regions whose statistics the dump holds: those say of the QR TCB what it did in all."""


def claims(records: Sequence[bytes]) -> bool:
    """Whether records of monitoring are among the first."""
    return holds_kind(records, KINDS)


def parse(records: Records, out: Collector) -> None:
    """Dictionaries as they come; tasks are added up by region and quarter of an hour."""
    memory: _Memory = records.memory.setdefault("monitoring", _Memory())
    layout = record_map("smf110-1")
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 48 or record[1] not in TYPES:
            continue
        head, when = header(record), quarter(record)
        if head is None or head.when is None or when is None or head.subtype not in (1, 2):
            continue
        product = layout.section(
            record, unsigned(record, _PRODUCT, 4), unsigned(record, _PRODUCT + 4, 2), "product"
        )
        region = head.system, product.text("SMFMNSPN")
        if head.subtype == 2:  # the product section begins as that of monitoring does
            memory.counted.add(region)
            continue
        if not region[1]:
            continue
        kind = int(product.count("SMFMNCL"))
        if product.count("SMFMNCRL"):
            whole = _expanded(record, product)
            if whole is None:
                _compressed(number, region[1], out)
                continue
            record, product = whole, layout.section(whole, product.at, product.length, "product")
        if kind == _DICTIONARY:
            memory.dictionaries[region] = _dictionary(record, product)
            out.read_records((number,))
        elif kind == _PERFORMANCE:
            dictionary = memory.dictionaries.get(region)
            if dictionary is None:
                _undescribed(number, region[1], out)
                continue
            fields = _connected(record, product, dictionary)
            if fields is None:
                _other_length(number, region[1], out)
                continue
            memory.jobs.setdefault(region, (number, product.text("SMFMNJBN")))
            first, last = memory.edges.get(region, (head.when, head.when))
            memory.edges[region] = min(first, head.when), max(last, head.when)
            work = memory.work.setdefault((*region, when.start or ""), _Work(number))
            for task in _tasks(record, product, fields):
                _add(work, task)
            out.read_records((number,))
    if records.last:
        _write(memory, out)


def dated(record: bytes) -> tuple[Occasion, str] | None:
    """Tasks are of an interval; dictionaries are read whichever intervals are chosen."""
    if record[18:20] != b"\0\1" or len(record) < 48:
        return None
    at = unsigned(record, _PRODUCT, 4) + _CLASS
    return None if unsigned(record, at, 2) == _DICTIONARY else occasion(record, TYPES)


def _expanded(record: bytes, product: Section) -> bytes | None:
    """A compressed record as it was; ``None`` unless its data are as long then as it says."""
    start, length = unsigned(record, _DATA, 4), int(product.count("SMFMNCRL"))
    rows = int(product.count("SMFMNDRL")) * int(product.count("SMFMNDRN"))
    whole = int(product.count("SMFMNDRA")) - start + rows
    at = start - RDW
    if at < product.at or at + length > len(record) or not 0 < whole <= _MOST_EXPANDED:
        return None
    data = expand(record[at : at + length], whole)
    return None if data is None else record[:at] + data


def _dictionary(record: bytes, product: Section) -> Dictionary:
    """What the fields of the region's data records are, by their connectors."""
    layout = record_map("smf110-1")
    start, length = int(product.count("SMFMNDRA")), int(product.count("SMFMNDRL"))
    found: Dictionary = {}
    if length < _ENTRY:
        return found
    for place in range(min(int(product.count("SMFMNDRN")), _MOST)):
        at = start + place * length
        if at < RDW or at - RDW + length > len(record):
            break
        entry = layout.section(record, at, length, "dictionary entry")
        found[int(entry.count("CMODCONN"))] = _Field(
            entry.text("CMODHEAD"), entry.text("CMODTYPE"), int(entry.count("CMODLENG"))
        )
    return found


def _connected(
    record: bytes, product: Section, dictionary: Dictionary
) -> dict[str, tuple[int, _Field]] | None:
    """Where the fields that are taken stand in each data record; ``None`` unless all fields of
    the connectors, each described, are as long together as the record.
    """
    start, count = int(product.count("SMFMNDCA")), int(product.count("SMFMNDCN"))
    if product.count("SMFMNDCL") != 2 or not 0 < count <= _MOST:
        return None
    if start < unsigned(record, _DATA, 4) or start - RDW + 2 * count > len(record):
        return None
    at, found = 0, {}
    for connector in struct.unpack_from(f">{count}H", record, start - RDW):
        described = dictionary.get(connector)
        if described is None:
            return None
        if described.name in _TAKEN:
            found[described.name] = (at, described)
        at += described.length
    return found if at == int(product.count("SMFMNDRL")) else None


def _tasks(
    record: bytes, product: Section, fields: dict[str, tuple[int, _Field]]
) -> Iterator[dict[str, int]]:
    """The fields that are taken of each task: times in microseconds."""
    start, length = int(product.count("SMFMNDRA")), int(product.count("SMFMNDRL"))
    for place in range(min(int(product.count("SMFMNDRN")), _MOST)):
        at = start - RDW + place * length
        if at < 0 or at + length > len(record):
            return
        task: dict[str, int] = {}
        for name, (offset, described) in fields.items():
            data = record[at + offset : at + offset + described.length]
            value = _value(data, described)
            if value is not None:
                task[name] = value
        yield task


def _value(data: bytes, described: _Field) -> int | None:
    """A clock (8 bytes before CICS TS 5, 12 since), a time stamp, a count, or a record's kind."""
    if described.name == "RTYPE":
        return data[-1]
    if described.kind == "A":
        return int.from_bytes(data, "big")
    if described.kind == "T" and len(data) == 8:
        return int.from_bytes(data, "big") >> 12
    if described.kind != "S":
        return None
    if len(data) == 12:
        return int.from_bytes(data[:8], "big") >> 12
    return 16 * int.from_bytes(data[:4], "big") if len(data) == 8 else None


_ENDED = "T".encode("cp037")[0]


def _add(work: _Work, task: dict[str, int]) -> None:
    """A record of a task: others than the one at its end are of parts of it."""
    work.records += 1
    work.tasks += task.get("RTYPE", _ENDED) == _ENDED
    response = task.get("STOP", 0) - task.get("START", 0)
    if 0 <= response <= _LONGEST_US and task.get("START"):
        work.response_us += response
        work.timed += 1
    dispatched, suspended = task.get("USRDISPT"), task.get("SUSPTIME")
    cpu = task.get("USRCPUT", 0)
    slack = 2_000 + response // 20
    if dispatched is not None and suspended is not None and task.get("START"):
        work.odd += abs(dispatched + suspended - response) > slack or cpu > dispatched + slack
    for name in (*_CLOCKS, *_COUNTS):
        if name in task:
            work.sums[name] = work.sums.get(name, 0) + task[name]


def _write(memory: _Memory, out: Collector) -> None:
    # Each record with figures says whose they are: those of two systems may alternate.
    first = [(number, *region) for region, (number, _) in memory.jobs.items()]
    rest = [(work.number, system, name) for (system, name, _), work in memory.work.items()]
    for number, system, name in dict.fromkeys((*first, *rest)):
        line = say("SMF 110-1 of {region}", region=Name(name))
        region, place = f"cics_region:{name}", f"lpar:{system}"
        out.observe_record(region, "relation.parent", place, "", number, line, system)
    for (_, name), (number, job) in memory.jobs.items():
        line = say("SMF 110-1 of {region}", region=Name(name))
        for metric, value, raw in (
            ("setting.APPLID", name, name),
            ("setting.PLATFORM", "z/OS", "SMF"),
            ("setting.JOBNAME", job or None, job),
        ):
            out.observe_record(f"cics_region:{name}", metric, value, "", number, line, raw)
    for (system, name, start), work in memory.work.items():
        if work.odd > _ODD * work.records:
            out.say_once(
                "{file}: dispatched and suspended times of {odd:,} of {records:,} tasks of "
                "{region} are not their response times, so these tasks were not read: compare "
                "with a print of DFH$MOLS.",
                work.number,
                odd=work.odd,
                records=work.records,
                region=Name(name),
            )
            continue
        interval = quarter_between(start, *memory.edges[system, name])
        whole = (system, name) not in memory.counted
        line = counted(
            "SMF 110-1 of {region}, {n:,} task",
            "SMF 110-1 of {region}, {n:,} tasks",
            work.tasks,
            region=Name(name),
        )
        for metric, mean, unit, raw in _figures(work, interval.duration_s, whole):
            text = line + ": " + say("{raw}", raw=reckoned(raw))
            out.observe_record(
                f"cics_region:{name}", metric, mean, unit, work.number, text, raw, interval
            )
    memory.work.clear()
    memory.jobs.clear()


def _figures(
    work: _Work, seconds: float | None, whole: bool
) -> Iterator[tuple[str, float, str, str]]:
    if not work.tasks:
        return
    if seconds is not None and seconds >= _SHORTEST_S:
        yield "tx_per_s", work.tasks / seconds, "transactions/s", "tasks by the interval"
    if work.timed == work.records:
        yield "response_ms", work.response_us / work.tasks / 1e3, "ms", "STOP-START by task"
    for name, metric in _TIMES.items():
        if name in work.sums:
            yield metric, work.sums[name] / work.tasks / 1e3, "ms", name + " by task"
    for name, metric in _COUNTS.items():
        if name in work.sums:
            yield metric, work.sums[name] / work.tasks, "1/tx", name + " by task"
    if whole and work.sums.get("QRDISPT"):
        share = 100 * work.sums.get("QRCPUT", 0) / work.sums["QRDISPT"]
        if share <= 105.0:
            yield "qr_ratio_pct", min(share, 100.0), "%", "QRCPUT by QRDISPT of the tasks"


def _compressed(number: int, region: str, out: Collector) -> None:
    out.say_once(
        "{file}, record {number}: compressed monitoring records of {region} do not expand to the "
        "length that they state, so they were not read: run DFH$MOLS with EXPAND over the dump, "
        "or COMPRESS=NO in DFHMCT.",
        number,
        region=Name(region),
    )


def _undescribed(number: int, region: str, out: Collector) -> None:
    out.say_once(
        "{file}, record {number}: no dictionary record of {region} comes before its tasks, without "
        "which nobody knows their fields: dump from the start of the region on, or put the "
        "dictionary that DFHMNDUP writes in front.",
        number,
        region=Name(region),
    )


def _other_length(number: int, region: str, out: Collector) -> None:
    out.say_once(
        "{file}, record {number}: tasks of {region} are not as long as the fields that its "
        "dictionary describes, so they were not read: put the dictionary in front that the region "
        "wrote at its last start.",
        number,
        region=Name(region),
    )


READER = Reader(
    id="smf-110-1",
    title="SMF 110-1, CICS monitoring (binary)",
    subsystem="CICS",
    where="records",
    record_types=TYPES,
    claims_records=claims,
    dated_record=dated,
    parse_records=parse,
    metrics=(
        Metric("cics_region", "relation.parent", "SMFSID"),
        Metric("cics_region", "setting.APPLID", "SMFMNSPN"),
        Metric("cics_region", "setting.PLATFORM", "z/OS, which writes SMF"),
        Metric("cics_region", "setting.JOBNAME", "SMFMNJBN"),
        Metric("cics_region", "tx_per_s", "tasks that ended, by the interval"),
        Metric("cics_region", "response_ms", "STOP less START, mean of a task"),
        Metric("cics_region", "dispatch_ms", "USRDISPT, mean of a task"),
        Metric("cics_region", "cpu_ms", "USRCPUT, mean of a task"),
        Metric("cics_region", "suspend_ms", "SUSPTIME, mean of a task"),
        Metric("cics_region", "file_wait_ms", "FCIOWTT, mean of a task"),
        Metric("cics_region", "mode_switches_per_task", "CHMODECT, mean of a task"),
        Metric("cics_region", "db2_requests_per_task", "DB2REQCT, mean of a task"),
        Metric("cics_region", "qr_ratio_pct", "QRCPUT by QRDISPT of the tasks"),
    ),
    page=Page(
        reads="Performance records (class 3): response, dispatched, CPU, suspended and file wait "
        "time, TCB switches and Db2 requests of tasks, means of each quarter of an hour, by the "
        "dictionary record (class 1) of the region. A task's data must be as long as the fields "
        "that its connectors name, and its dispatched and suspended time must be its response "
        "time. Compressed data are taken where they expand to exactly the stated length. The QR "
        "ratio is of tasks alone, and left to the statistics (110-2) where the dump holds them.",
        releases="CICS TS 3.2 to 6.1, compressed or not; clocks of 8 and of 12 bytes",
        verified="headers, product section and dictionary in two public sources, clocks of 12 "
        "bytes in one, the run lengths of compressed records in what IBM's developer tells of "
        "CSRCESRV (IBM-MAIN, June 2013); no real record was at hand",
        unread="exceptions, transaction resources "
        "and identity (classes 4 to 6); all other fields of a task, tasks by transaction",
    ),
)
