"""Binary SMF type 30, intervals of address spaces: CPU, I/O and page-ins by job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from advisor.observations import Interval
from advisor.reading.layout.record_maps import record_map
from advisor.reading.layout.smf import header, holds_kind, occasion, packed_date
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from model.language import Name, Quoted, say

TYPES = frozenset({30})
INTERVALS = frozenset({2, 3, 6})
"""An interval, the last one of a step, and one of a system address space. Subtypes 4 and 5 repeat
what the intervals of a step and a job add up to: they are not read."""


@dataclass(slots=True)
class _Space:
    """What the address spaces of one name did in one interval."""

    number: int
    cpu_s: float = 0.0
    excps: float | None = None
    page_ins: float | None = None
    spaces: int = 0


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, frozenset({(30, subtype) for subtype in INTERVALS}))


def parse(records: Records, out: Collector) -> None:
    """Add up the address spaces of one name (initiators, servers) by interval."""
    found: dict[tuple[str, str, Interval], _Space] = records.memory.setdefault("spaces", {})
    seen: set[int] = records.memory.setdefault("seen", set())
    layout = record_map("smf30")
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 40 or record[1] not in TYPES:
            continue
        head = header(record)
        if head is None or head.subtype not in INTERVALS:
            continue
        who = next(layout.located(record, "identification"), None)
        processor = next(layout.located(record, "processor"), None)
        if who is None or processor is None or not who.text("SMF30JBN"):
            continue
        day = packed_date(record, processor.at + 40)  # SMF30IDT
        interval = _interval(head.when, processor.number("SMF30IST"), day)
        digest = hash(record)
        if interval is None or digest in seen:
            continue
        seen.add(digest)
        key = (head.system, who.text("SMF30JBN"), interval)
        space = found.setdefault(key, _Space(number))
        space.spaces += 1
        times = (processor.seconds(name) or 0.0 for name in ("SMF30CPT", "SMF30CPS"))
        space.cpu_s += sum(times)
        activity = next(layout.located(record, "I/O activity"), None)
        if activity is not None:
            space.excps = (space.excps or 0) + activity.count("SMF30TEP")
        storage = next(layout.located(record, "storage"), None)
        if storage is not None:
            space.page_ins = (space.page_ins or 0) + storage.count("SMF30PGI")
        out.read_records((number,))
    if records.last:
        _write(found, out)


def _interval(when: str | None, start: float | None, day: date | None) -> Interval | None:
    """From the start that the record states to when SMF got it; both are local times."""
    if when is None or start is None or day is None:
        return None
    begun = datetime(day.year, day.month, day.day) + timedelta(seconds=round(start / 100))
    length = (datetime.fromisoformat(when) - begun).total_seconds()
    if not 1 <= length <= 2 * 86_400:
        return None
    return Interval(begun.isoformat(), when, length)


def _write(found: dict[tuple[str, str, Interval], _Space], out: Collector) -> None:
    for (system, job, interval), space in found.items():
        seconds = interval.duration_s or 1.0
        title = say(
            "SMF 30 of {system}, {job}, {spaces} records",
            system=Name(system),
            job=Name(job),
            spaces=space.spaces,
        )
        for metric, value, unit, raw in (
            ("cpu_pct", 100 * space.cpu_s / seconds, "%", "SMF30CPT+CPS"),
            ("excp_per_s", space.excps and space.excps / seconds, "I/O/s", "SMF30TEP"),
            ("page_ins_per_s", space.page_ins and space.page_ins / seconds, "pages/s", "SMF30PGI"),
        ):
            line = title + ": " + say("{raw} by {seconds:g} s", raw=Quoted(raw), seconds=seconds)
            out.observe_record(
                f"lpar:{system}", f"job.{job}.{metric}", value, unit, space.number, line, raw,
                interval,
            )  # fmt: skip
    found.clear()


READER = Reader(
    id="smf-30",
    title="SMF 30, intervals of address spaces (binary)",
    subsystem="z/OS",
    where="records",
    record_types=TYPES,
    record_kinds=frozenset({(30, subtype) for subtype in INTERVALS}),
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("lpar", "job.*.cpu_pct", "SMF30CPT and SMF30CPS of job *, of one processor"),
        Metric("lpar", "job.*.excp_per_s", "SMF30TEP"),
        Metric("lpar", "job.*.page_ins_per_s", "SMF30PGI"),
    ),
    page=Page(
        reads="Interval records (subtypes 2, 3 and 6): TCB and SRB time on CPs, EXCPs and page-ins "
        "of each job or started task, several address spaces of one name added up. A record that a "
        "dump holds more than once is counted once.",
        releases="z/OS V1R13 to V3R1",
        verified="offsets in two public sources each (resources/layouts/smf30.csv names them), one "
        "of which checked z/OS 2.5 records; no real dump was at hand",
        unread="subtypes 1, 4 and 5 (steps and jobs repeat their intervals), zIIP times, storage, "
        "EXCPs by DD name, usage",
    ),
)
