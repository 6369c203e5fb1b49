"""Binary SMF type 30, intervals of address spaces: CPU, I/O and page-ins by job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from advisor.observations import Interval
from advisor.reading.layout.record_maps import Section, record_map
from advisor.reading.layout.smf import Header, header, holds_kind, occasion, packed_date
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from advisor.reading.reckoned import reckoned
from model.language import Name, counted, say

TYPES = frozenset({30})
INTERVALS = frozenset({2, 3, 6})
"""An interval, the last one of a step, and one of a system address space. Subtypes 4 and 5 repeat
what the intervals of a step and a job add up to: they are not read."""
_SYSTEM = 6
"""IBM's manual: "the data in the subtype 6 record is cumulative, unlike the subtype 2 record"."""
_LONGEST_S = 2 * 86_400


@dataclass(frozen=True, slots=True)
class _Work:
    """What a record counted; ``None`` where it has it not or says that it is invalid."""

    cpu_s: float | None
    excps: float | None
    page_ins: float | None

    def since(self, before: _Work) -> _Work | None:
        """What came on top of an earlier total; ``None`` if that is not of the same life."""
        values = tuple(
            None if now is None or then is None else now - then
            for now, then in zip(self.figures, before.figures, strict=True)
        )
        return None if any(value is not None and value < 0 for value in values) else _Work(*values)

    @property
    def figures(self) -> tuple[float | None, float | None, float | None]:
        return self.cpu_s, self.excps, self.page_ins


@dataclass(slots=True)
class _Space:
    """What the address spaces of one name did in one interval."""

    number: int
    cpu_s: float | None = 0.0
    excps: float | None = None
    page_ins: float | None = None
    spaces: int = 0

    def add(self, work: _Work) -> None:
        """CPU time of one that is unknown leaves that of all unknown."""
        self.spaces += 1
        known = work.cpu_s is not None and self.cpu_s is not None
        self.cpu_s = (self.cpu_s or 0) + (work.cpu_s or 0) if known else None
        if work.excps is not None:
            self.excps = (self.excps or 0) + work.excps
        if work.page_ins is not None:
            self.page_ins = (self.page_ins or 0) + work.page_ins


Life = tuple[str, str, bytes | None, bytes | None, bytes | None]
"""System, job, address space number, and when it started, as they stand in the record."""


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, frozenset({(30, subtype) for subtype in INTERVALS}))


def parse(records: Records, out: Collector) -> None:
    """Add up the address spaces of one name (initiators, servers) by interval."""
    found: dict[tuple[str, str, Interval], _Space] = records.memory.setdefault("spaces", {})
    totals: dict[Life, tuple[str, _Work]] = records.memory.setdefault("totals", {})
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
        work = _work(record, processor)
        if head.subtype == _SYSTEM:
            out.read_records((number,))
            spent = _since(totals, _life(head, who), head.when, work)
            if spent is None:
                continue
            interval, work = spent
        else:
            day = packed_date(record, processor.at + 40)  # SMF30IDT
            stated = _interval(head.when, processor.number("SMF30IST"), day)
            if stated is None:
                continue
            interval = stated
            out.read_records((number,))
        key = (head.system, who.text("SMF30JBN"), interval)
        found.setdefault(key, _Space(number)).add(work)
    if records.last:
        _write(found, out)


def _work(record: bytes, processor: Section) -> _Work:
    layout = record_map("smf30")
    times: list[float] = []
    flagged = processor.flag("SMF30TFL", 0)  # SMF30TFO: the flags behind it are used
    for name, invalid in (("SMF30CPT", 1), ("SMF30CPS", 2)):
        if not (flagged and processor.flag("SMF30TFL", invalid)):
            times.append(processor.seconds(name) or 0.0)
    activity = next(layout.located(record, "I/O activity"), None)
    excps = None
    if activity is not None:
        wide = activity.flag("SMF30DCF", 2)  # SMF30TEF: more than the short field can hold
        excps = activity.count("SMF30TEX" if wide else "SMF30TEP")
    storage = next(layout.located(record, "storage"), None)
    return _Work(
        sum(times) if len(times) == 2 else None,
        excps,
        None if storage is None else storage.count("SMF30PGI"),
    )


def _life(head: Header, who: Section) -> Life:
    start = who.raw("SMF30RST"), who.raw("SMF30RSD")
    return head.system, who.text("SMF30JBN"), who.raw("SMF30ASI"), *start


def _since(
    totals: dict[Life, tuple[str, _Work]], life: Life, when: str | None, work: _Work
) -> tuple[Interval, _Work] | None:
    """What a system address space did since its record before, if there is one."""
    if when is None:
        return None
    before = totals.get(life)
    if before is None or before[0] < when:
        totals[life] = when, work
    if before is None:
        return None
    length = datetime.fromisoformat(when) - datetime.fromisoformat(before[0])
    spent = work.since(before[1])
    seconds = length.total_seconds()
    if spent is None or not 1 <= seconds <= _LONGEST_S:
        return None
    return Interval(before[0], when, seconds), spent


def _interval(when: str | None, start: float | None, day: date | None) -> Interval | None:
    """From the start that the record states to when SMF got it; both are local times."""
    if when is None or start is None or day is None:
        return None
    begun = datetime(day.year, day.month, day.day) + timedelta(seconds=round(start / 100))
    length = (datetime.fromisoformat(when) - begun).total_seconds()
    if not 1 <= length <= _LONGEST_S:
        return None
    return Interval(begun.isoformat(), when, length)


def _write(found: dict[tuple[str, str, Interval], _Space], out: Collector) -> None:
    for (system, job, interval), space in found.items():
        seconds = interval.duration_s or 1.0
        title = counted(
            "SMF 30 of {system}, {job}, {n} record",
            "SMF 30 of {system}, {job}, {n} records",
            space.spaces,
            system=Name(system),
            job=Name(job),
        )
        cpu_pct = None if space.cpu_s is None else 100 * space.cpu_s / seconds
        for metric, value, unit, raw in (
            ("cpu_pct", cpu_pct, "%", "SMF30CPT+CPS"),
            ("excp_per_s", space.excps and space.excps / seconds, "I/O/s", "SMF30TEP"),
            ("page_ins_per_s", space.page_ins and space.page_ins / seconds, "pages/s", "SMF30PGI"),
        ):
            if metric == "cpu_pct" and value is None:
                continue  # the record says that its times are invalid
            line = title + ": " + say("{raw} by {seconds:g} s", raw=reckoned(raw), seconds=seconds)
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
        Metric("lpar", "job.*.excp_per_s", "SMF30TEP, or SMF30TEX where that is invalid"),
        Metric("lpar", "job.*.page_ins_per_s", "SMF30PGI"),
    ),
    page=Page(
        reads="Interval records (subtypes 2, 3 and 6): TCB and SRB time on CPs, EXCPs and page-ins "
        "of each job or started task, several address spaces of one name added up. Subtype 6, of "
        "system address spaces, counts from their start: what they did is the difference of two "
        "records.",
        releases="z/OS V1R13 to V3R1",
        verified="offsets in two public sources each (resources/layouts/smf30.csv names them), one "
        "of which checked z/OS 2.5 records, and by IBM's own mapping; that subtype 6 counts from "
        "the start by IBM's manual; no real dump was at hand",
        unread="subtypes 1, 4 and 5 (steps and jobs repeat their intervals), zIIP times, storage, "
        "EXCPs by DD name, usage",
    ),
)
