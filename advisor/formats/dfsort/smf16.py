"""Binary SMF type 16: what each sort used, as DFSORT records it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from advisor.observations import Interval
from advisor.reading.layout.record_maps import record_map
from advisor.reading.layout.smf import header, holds, occasion, sections, text, unsigned
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from model.language import Name, say

TYPES = frozenset({16})
_DATA = 60
_WRAPS = 0.9 * 2**32
"""Bytes from which a fullword may have begun anew: the wide twin's offset is not public."""


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds(records, TYPES)


def parse(records: Records, out: Collector) -> None:
    """One sort by record, under its job's name; those of the job's other steps with the step's."""
    layout = record_map("smf16")
    first: dict[str, str] = records.memory.setdefault("first steps", {})
    placed: set[str] = records.memory.setdefault("placed", set())
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 64 or record[1] not in TYPES:
            continue
        head, job = header(record), text(record, 18, 8)
        at = next(sections(record, _DATA), None)
        if head is None or not job or at is None:
            continue
        data = layout.section(record, at, unsigned(record, _DATA + 4, 2), "data")
        sorted_, widest = data.number("ICERCDS"), data.number("ICELEN")
        bytes_ = data.number("ICEBYTES")
        step = data.text("ICESTPNM")
        other = step if first.setdefault(job, step) != step else ""
        subject, interval = f"dfsort_job:{job} {other}".rstrip(), Interval(end=head.when)
        if subject not in placed:
            placed.add(subject)
            target = f"lpar:{head.system}"
            line = say("SMF 16 of {job} on {system}", job=Name(job), system=head.system)
            out.observe_record(subject, "relation.parent", target, "", number, line, head.system)
        if sorted_ is not None and widest is not None and sorted_ * widest >= _WRAPS:
            bytes_ = None
        cpu = data.seconds("ICECPUT")
        for metric, value, unit, field in (
            ("records_in", sorted_, "records", "ICERCDS"),
            ("gb_sorted", None if bytes_ is None else bytes_ / 2**30, "GB", "ICEBYTES"),
            ("cpu_s", cpu, "s", "ICECPUT"),
            ("work_tracks", data.number("ICEWBLK"), "tracks", "ICEWBLK"),
        ):
            line = say(
                "SMF 16 of {job}, step {data}: {field}",
                job=Name(job),
                data=step,
                field=field,
            )
            out.observe_record(subject, metric, value, unit, number, line, field, interval)
        out.read_records((number,))


READER = Reader(
    id="smf-16",
    title="SMF 16, DFSORT (binary)",
    subsystem="DFSORT",
    where="records",
    record_types=TYPES,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("dfsort_job", "relation.parent", "ICESID"),
        Metric("dfsort_job", "records_in", "ICERCDS"),
        Metric("dfsort_job", "gb_sorted", "ICEBYTES, unless records and length say it wrapped"),
        Metric("dfsort_job", "cpu_s", "ICECPUT"),
        Metric("dfsort_job", "work_tracks", "ICEWBLK"),
    ),
    page=Page(
        reads="Records, bytes, TCB time and work tracks of each sort, under its job's name; of the "
        "job's further steps under the job's and the step's.",
        releases="DFSORT V2R1 to V2R3",
        verified="header in two public sources, the data section in one "
        "(resources/layouts/smf16.csv); no real record was at hand",
        unread="storage and hiperspace used, EXCPs and elapsed time, whose offsets are not public",
    ),
)
