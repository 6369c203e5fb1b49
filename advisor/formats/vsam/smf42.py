"""Binary SMF type 42 subtype 6: I/O to VSAM data sets by job, as DFSMS counts it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from advisor.formats.vsam.names import cluster_of
from advisor.observations import Interval
from advisor.reading.layout.record_maps import RecordMap, Section, record_map
from advisor.reading.layout.smf import RDW, header, holds_kind, occasion, quarter
from advisor.reading.reader import Collector, Metric, Page, Reader, Records

TYPES = frozenset({42})
_VSAM = {16: "data", 17: "index", 18: "data", 19: "index", 20: "data", 21: "data", 22: "data"}
_MOVED = (
    ("cis_moved", ("S42AMRCI", "S42AMWCI")),
    ("sequential_reads", ("S42AMSRB",)),
    ("direct_reads", ("S42AMDRB",)),
)
_MOST_DATA_SETS = 4_000
_TIMES = (("io_response_ms", "S42DSR1U", "S42DSIOR"),)


@dataclass(slots=True)
class _Activity:
    """What all jobs did to one file in a quarter of an hour."""

    number: int
    excps: dict[str, float]
    ios: float = 0.0
    response_s: float = 0.0
    moved: dict[str, float] = field(default_factory=dict)


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, frozenset({(42, 6)}))


def parse(records: Records, out: Collector) -> None:
    """Add up the jobs of each file by quarter of an hour."""
    found: dict[tuple[str, Interval], _Activity] = records.memory.setdefault("files", {})
    seen: set[int] = records.memory.setdefault("seen", set())
    layout = record_map("smf42-6")
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 40 or record[1] not in TYPES:
            continue
        head, when = header(record), quarter(record)
        if head is None or head.subtype != 6 or when is None or hash(record) in seen:
            continue
        seen.add(hash(record))
        span = Interval(when.start, head.when, when.duration_s)
        for entry, statistics, access in _data_sets(record, layout):
            part = _VSAM.get(int(entry.count("S42DSTYP")))
            name = entry.text("S42DSN")
            if part is None or not name:
                continue
            count = statistics.count("S42DSION")
            response = statistics.seconds("S42DSR1U")
            if response is None:
                response = statistics.seconds("S42DSIOR")
            if not count or response is None:
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


def _write(found: dict[tuple[str, Interval], _Activity], out: Collector) -> None:
    for (name, interval), one in found.items():
        subject = f"vsam_file:{name}"
        title = f"SMF 42-6, {name}, all jobs"
        for part, count in one.excps.items():
            out.observe_record(
                subject, f"excps_{part}", count, "count", one.number, f"{title}: {part}",
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
                    subject, metric, one.moved[metric], "CIs", one.number, f"{title}: data",
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
        "an hour added up, under the name of its cluster.",
        releases="z/OS V1R13 to V2R4",
        verified="offsets in two public sources each (resources/layouts/smf42-6.csv), one of which "
        "was run on z/OS 2.4 records; no real dump was at hand",
        unread="other subtypes; data sets that are not VSAM; connect, disconnect and pending "
        "times, cache hits, zHPF shares, access method statistics",
    ),
)
