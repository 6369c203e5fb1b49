"""Binary SMF type 113 subtype 1: what instructions cost, by the counters of the hardware."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from advisor.observations import Interval
from advisor.reading.layout.record_maps import Section, record_map
from advisor.reading.layout.smf import (
    RDW,
    Header,
    header,
    holds_kind,
    occasion,
    sections,
    unsigned,
)
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from model.language import Name, counted

TYPES = frozenset({113})
KINDS = frozenset({(113, 1)})
_PROCESSORS = {0: "CP", 4: "zIIP"}
_SETS = 52
"""Where the triplet of the counter sets stands in the data section."""
_LEAST = 60
_BASIC, _PROBLEM = 1, 2
_MOST_PER_US = 6_000
"""Cycles: no machine that writes the record has a faster clock."""
_LATE = timedelta(hours=26)
_EPOCH = datetime(1900, 1, 1)


@dataclass(slots=True)
class _Sums:
    """What processors of a kind counted in an interval; ``cpus`` are those that sent a record."""

    number: int
    interval: Interval
    cycles: int = 0
    instructions: int = 0
    misses: int = 0
    problem: int | None = 0
    """Instructions in problem state; ``None`` where a processor does not count them."""
    cpus: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Counted:
    """Counters of one record."""

    cycles: int
    instructions: int
    misses: int
    problem: int | None


Key = tuple[str, str, int]
"""System, kind of processor, the minute that its interval ended in."""


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, KINDS)


def parse(records: Records, out: Collector) -> None:
    """Add up processors of a kind by interval; written when the dump ends."""
    found: dict[Key, _Sums] = records.memory.setdefault("counters", {})
    layout = record_map("smf113-1")
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 60 or record[1] not in TYPES:
            continue
        head = header(record)
        if head is None or head.subtype != 1 or head.when is None:
            continue
        who = next(layout.located(record, "identification"), None)
        data = next(layout.located(record, "data"), None)
        interval = None if who is None else _interval(who, head)
        if who is None or data is None or interval is None or data.length < _LEAST:
            _refuse(number, out)
            continue
        if data.flag("SMF113_1_FLAGS", 0) or data.flag("SMF113_1_FLAGS", 1):
            _lost(number, head.system, out)
            continue
        counted = _counters(record, data)
        if counted is None or not _fits(counted, data, interval):
            _refuse(number, out)
            continue
        out.read_records((number,))
        minute = round(who.count("SMF113INTERVALEND") / 60)
        kind = _PROCESSORS.get(int(data.count("SMF113_1_CPUPROCCLASS")))
        if kind is not None:
            sums = found.setdefault((head.system, kind, minute), _Sums(number, interval))
            _add(sums, int(data.count("SMF113_1_CPUID")), counted)
    if records.last:
        _write(found, out)


def _interval(who: Section, head: Header) -> Interval | None:
    """The interval in local time: it ended about when SMF got the record."""
    begin, end = who.number("SMF113INTERVALSTART"), who.number("SMF113INTERVALEND")
    if not begin or not end or begin >= end or head.when is None:
        return None
    local = datetime.fromisoformat(head.when)
    try:
        ended = _EPOCH + timedelta(seconds=end)
    except OverflowError:
        return None
    if abs(ended - local) > _LATE:
        return None
    quarters = round((local - ended).total_seconds() / 900)  # time zones are multiples of these
    last = min(ended + timedelta(seconds=900 * quarters), local)  # the clock has leap seconds
    first = last - timedelta(seconds=end - begin)
    return Interval(
        first.isoformat(timespec="seconds"), last.isoformat(timespec="seconds"), end - begin
    )


def _counters(record: bytes, data: Section) -> _Counted | None:
    """Basic and problem-state counters; ``None`` where the former are not as they must be."""
    found: dict[int, tuple[int, ...]] = {}
    length = unsigned(record, data.at + _SETS + 4, 2)
    for at in sections(record, data.at + _SETS):
        part = record_map("smf113-1").section(record, at, length, "counter set")
        size, many = int(part.count("SMF113_1_CDLN")), int(part.count("SMF113_1_CDON"))
        start = int(part.count("SMF113_1_CDOF")) - RDW
        wide = part.flag("SMF113_1_CSFLAGS", 0)
        if size != (8 if wide else 4) or start < 0 or start + size * many > len(record):
            return None
        words = record[start : start + size * many]
        found[int(part.count("SMF113_1_CSTYPE"))] = tuple(
            int.from_bytes(words[n : n + size], "big") for n in range(0, len(words), size)
        )
    basic, problem = found.get(_BASIC, ()), found.get(_PROBLEM, ())
    if len(basic) < 6:
        return None
    return _Counted(
        basic[0], basic[1], basic[2] + basic[4], problem[1] if len(problem) > 1 else None
    )


def _fits(counted: _Counted, data: Section, interval: Interval) -> bool:
    """Whether a processor can have counted that in the interval."""
    microseconds = (interval.duration_s or 0) * 1e6
    return (
        counted.cycles <= microseconds * _MOST_PER_US
        and (counted.problem or 0) <= counted.instructions
        and (counted.instructions == 0) == (counted.cycles == 0)
        and bool(data.count("SMF113_1_CPUSPEED"))
    )


def _add(sums: _Sums, cpu: int, counted: _Counted) -> None:
    """A record that a dump holds twice counts once."""
    if cpu in sums.cpus:
        return
    sums.cpus.add(cpu)
    sums.cycles += counted.cycles
    sums.instructions += counted.instructions
    sums.misses += counted.misses
    if counted.problem is None or sums.problem is None:
        sums.problem = None
    else:
        sums.problem += counted.problem


def _write(found: dict[Key, _Sums], out: Collector) -> None:
    for (system, kind, _), sums in found.items():
        if not sums.instructions or not sums.interval.duration_s:
            continue
        line = counted(
            "SMF 113-1 of {system}, {n} processor of kind {kind}",
            "SMF 113-1 of {system}, {n} processors of kind {kind}",
            len(sums.cpus),
            system=Name(system),
            kind=kind,
        )
        rate = sums.instructions / sums.interval.duration_s / 1e6
        per_100 = 100 / sums.instructions
        for metric, value, unit, raw in (
            ("cycles_per_instruction", sums.cycles / sums.instructions, "cycles", "counters 0, 1"),
            ("l1_misses_per_100", sums.misses * per_100, "misses", "counters 1, 2, 4"),
            ("million_instructions_per_s", rate, "million/s", "counter 1"),
            (
                "problem_state_pct",
                None if sums.problem is None else sums.problem * per_100,
                "%",
                "counters 1, 33",
            ),
        ):
            if value is not None:
                out.observe_record(
                    f"lpar:{system}", f"{metric}.{kind}", value, unit, sums.number, line, raw,
                    sums.interval,
                )  # fmt: skip
    found.clear()


def _refuse(number: int, out: Collector) -> None:
    out.say_once(
        "{file}, record {number}: this type 113-1 has not the sections of z/OS V2R5 and later, or "
        "counters that no processor can have counted in its interval: records like it were not "
        "read.",
        number,
    )


def _lost(number: int, system: str, out: Collector) -> None:
    out.say_once(
        "{file}, record {number}: the hardware lost counters of a processor of {system} in this "
        "interval, so the record was not read.",
        number,
        system=Name(system),
    )


READER = Reader(
    id="smf-113-1",
    title="SMF 113-1, hardware counters (binary)",
    subsystem="z/OS",
    where="records",
    record_types=TYPES,
    record_kinds=KINDS,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("lpar", "cycles_per_instruction.*", "basic counters 0 by 1"),
        Metric("lpar", "l1_misses_per_100.*", "basic counters 2 and 4 by 1"),
        Metric("lpar", "million_instructions_per_s.*", "basic counter 1 by the interval"),
        Metric("lpar", "problem_state_pct.*", "problem-state counter 33 by basic counter 1"),
    ),
    page=Page(
        reads="Cycles per instruction, level 1 cache misses per 100 instructions, instructions "
        "per second and their share in problem state, of all CPs and of all zIIPs of a system by "
        "interval. With two threads each thread of a zIIP counts its own cycles.",
        releases="z/OS V2R5 to V3R2 (earlier records do not say what they cover)",
        verified="header and data section in IBM's manual and in IBM's own mapping, counter sets "
        "and interval in the latter, their order by IBM SMF Explorer; the counters by SA23-2260 "
        "and Linux (resources/layouts/smf113-1.csv). Not taken where a processor would have "
        "counted more cycles than the fastest clock gives. No real record was at hand",
        unread="subtype 2; extended counters, whose meaning depends on the machine (levels 2 to "
        "4, relative nest intensity), cryptographic and MT-diagnostic ones",
    ),
)
