"""Binary SMF type 42 subtype 6: I/O to VSAM data sets by job, as DFSMS counts it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from advisor.formats.vsam.names import cluster_of
from advisor.observations import Interval
from advisor.reading.layout.record_maps import RecordMap, Section, record_map
from advisor.reading.layout.smf import RDW, header, holds_kind, occasion, quarter
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from model.language import Name, Quoted, say

TYPES = frozenset({42})
_VSAM = {16: "data", 17: "index", 18: "data", 19: "index", 20: "data", 21: "data", 22: "data"}
_MOVED = (
    ("cis_moved", ("S42AMRCI", "S42AMWCI")),
    ("sequential_reads", ("S42AMSRB",)),
    ("direct_reads", ("S42AMDRB",)),
)
_MOST_DATA_SETS = 4_000
_SEQUENTIAL, _EXTENDED = 1, 7
_WADS = re.compile(r"(?:^|\.)(?:DFS)?WADS\d{1,2}$")
_BUSY_IOS, _MOST_BUSY = 10_000, 50
"""I/Os from which a sequential data set is told, and how many of them at most."""
_TIMES = (("io_response_ms", "S42DSR1U", "S42DSIOR"),)


@dataclass(slots=True)
class _Activity:
    """What all jobs did to one file in a quarter of an hour."""

    number: int
    excps: dict[str, float]
    ios: float = 0.0
    response_s: float = 0.0
    moved: dict[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class _Plain:
    """What all jobs did to one data set that is not VSAM."""

    number: int
    block_bytes: float
    uncompressed: bool
    ios: float = 0.0
    response_s: float = 0.0


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, frozenset({(42, 6)}))


def parse(records: Records, out: Collector) -> None:
    """Add up the jobs of each file by quarter of an hour."""
    found: dict[tuple[str, Interval], _Activity] = records.memory.setdefault("files", {})
    plain: dict[tuple[str, str], dict[Interval, _Plain]] = records.memory.setdefault("plain", {})
    layout = record_map("smf42-6")
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 40 or record[1] not in TYPES:
            continue
        head, when = header(record), quarter(record)
        if head is None or head.subtype != 6 or when is None:
            continue
        span = Interval(when.start, head.when, when.duration_s)
        for entry, statistics, access in _data_sets(record, layout):
            sort = int(entry.count("S42DSTYP"))
            part = _VSAM.get(sort)
            name = entry.text("S42DSN")
            wads = bool(name) and _WADS.search(name) is not None
            if not name or (part is None and not wads and sort not in (_SEQUENTIAL, _EXTENDED)):
                continue
            count = statistics.count("S42DSION")
            response = statistics.seconds("S42DSR1U")
            if response is None:
                response = statistics.seconds("S42DSIOR")
            if not count or response is None:
                continue
            if part is None or wads:
                block = entry.count("S42DSBSZ")
                squeezed = entry.number("S42DSCMT")
                held = plain.setdefault((head.system, name), {}).setdefault(
                    span, _Plain(number, block, sort == _EXTENDED and squeezed == 0)
                )
                held.ios += count
                held.response_s += count * response
            if part is None:
                continue
            one = found.setdefault((cluster_of(name, part), span), _Activity(number, {}))
            one.excps[part] = one.excps.get(part, 0.0) + count
            one.ios += count
            one.response_s += count * response
            if access is not None and part == "data":
                _count(access, one.moved)
        out.read_records((number,))
    if records.last:
        _write(found, out)
        _write_plain(plain, out)


def _count(access: Section, moved: dict[str, float]) -> None:
    """Add up what is as long as the record says; a shorter section lacks the later fields."""
    for metric, names in _MOVED:
        counted = [access.number(name) for name in names]
        if None not in counted:
            moved[metric] = moved.get(metric, 0.0) + sum(value or 0.0 for value in counted)


def _data_sets(
    record: bytes, layout: RecordMap
) -> Iterator[tuple[Section, Section, Section | None]]:
    """The data sets of a record: they are chained by offsets from its start, with the RDW."""
    job = next(layout.located(record, "job header"), None)
    if job is None:
        return
    at, length = int(job.count("S42JDDSO")), int(job.count("S42JDDSL"))
    io_length, access_length = int(job.count("S42JDIOL")), int(job.count("S42JDAML"))
    before = 0
    for _ in range(_MOST_DATA_SETS):
        if at <= before or at - RDW + length > len(record):
            return  # a chain goes forward
        entry = layout.section(record, at, length, "data set header")
        where = int(entry.count("S42DSIOO"))
        if where:
            counted = int(entry.count("S42DSAMO"))
            yield (
                entry,
                layout.section(record, where, io_length, "I/O statistics"),
                layout.section(record, counted, access_length, "access method")
                if access_length and RDW <= counted <= len(record) + RDW - access_length
                else None,
            )
        before, at = at, int(entry.count("S42DSNXT"))


def _write_plain(plain: dict[tuple[str, str], dict[Interval, _Plain]], out: Collector) -> None:
    """Write-ahead data sets, and the busiest sequential data sets of each system."""
    busiest = sorted(plain, key=lambda key: (-sum(p.ios for p in plain[key].values()), key))
    told: dict[str, int] = {}
    for system, name in busiest:
        spans, wads = plain[system, name], _WADS.search(name) is not None
        if not wads:
            told[system] = told.get(system, 0) + 1
            few = sum(p.ios for p in spans.values()) < _BUSY_IOS
            if few or told[system] > _MOST_BUSY:
                continue
        for interval, one in spans.items():
            figures = [
                ("sequential_ios", one.ios, "I/Os", "S42DSION"),
                ("sequential_extended", float(one.uncompressed), "count", "S42DSTYP, S42DSCMT"),
            ]
            if one.block_bytes:  # older records are shorter
                figures.append(("sequential_block_bytes", one.block_bytes, "bytes", "S42DSBSZ"))
            if wads:
                mean = 1e3 * one.response_s / one.ios
                figures[1:] = [("wads_response_ms", mean, "ms", "S42DSR1U by S42DSION")]
            line = say(
                "SMF 42-6 of {system}, {name}, all jobs", system=Name(system), name=Name(name)
            )
            for metric, value, unit, raw in figures:
                out.observe_record(
                    f"lpar:{system}", f"{metric}.{name}", value, unit, one.number,
                    line, raw, interval,
                )  # fmt: skip
    plain.clear()


def _write(found: dict[tuple[str, Interval], _Activity], out: Collector) -> None:
    for (name, interval), one in found.items():
        subject = f"vsam_file:{name}"
        title = say("SMF 42-6, {name}, all jobs", name=Name(name))
        for part, count in one.excps.items():
            out.observe_record(
                subject, f"excps_{part}", count, "count", one.number, title + Quoted(f": {part}"),
                "S42DSION", interval,
            )  # fmt: skip
        out.observe_record(
            subject, "excps", one.ios, "count", one.number, title, "S42DSION", interval
        )
        out.observe_record(
            subject, "io_response_ms", 1e3 * one.response_s / one.ios, "ms", one.number, title,
            "S42DSR1U by S42DSION", interval,
        )  # fmt: skip
        for metric, names in _MOVED:
            if metric in one.moved:
                out.observe_record(
                    subject, metric, one.moved[metric], "CIs", one.number, title + Quoted(": data"),
                    "+".join(names), interval,
                )  # fmt: skip
    found.clear()


READER = Reader(
    id="smf-42-6",
    title="SMF 42-6, data set I/O (binary)",
    subsystem="VSAM",
    where="records",
    record_types=TYPES,
    record_kinds=frozenset({(42, 6)}),
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("lpar", "sequential_ios.*", "S42DSION of data set *"),
        Metric("lpar", "sequential_block_bytes.*", "S42DSBSZ"),
        Metric("lpar", "sequential_extended.*", "S42DSTYP 7 and S42DSCMT 0"),
        Metric("lpar", "wads_response_ms.*", "S42DSR1U of data sets called ...WADSn"),
        Metric("vsam_file", "excps", "S42DSION, data and index"),
        Metric("vsam_file", "excps_data", "S42DSION of the data component"),
        Metric("vsam_file", "excps_index", "S42DSION of the index component"),
        Metric("vsam_file", "io_response_ms", "S42DSR1U, weighted by S42DSION"),
        Metric("vsam_file", "cis_moved", "S42AMRCI+S42AMWCI of the data component"),
        Metric("vsam_file", "sequential_reads", "S42AMSRB of the data component"),
        Metric("vsam_file", "direct_reads", "S42AMDRB of the data component"),
    ),
    page=Page(
        reads="I/Os and their mean response time of each VSAM component, all jobs of a quarter of "
        "an hour added up, under the name of its cluster; block size and compression of the 50 "
        "busiest sequential data sets of a system, from 10,000 I/Os on; response of IMS's "
        "write-ahead data sets, known by their name.",
        releases="z/OS V1R13 to V2R4",
        verified="offsets in two public sources each (resources/layouts/smf42-6.csv), one of which "
        "was run on z/OS 2.4 records; no real dump was at hand",
        unread="other subtypes; libraries and other data sets; connect, disconnect and pending "
        "times, cache hits, zHPF shares, access method statistics",
    ),
)
