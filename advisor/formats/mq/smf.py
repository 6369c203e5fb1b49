"""Binary SMF types 115 and 116 of IBM MQ, as IFASMFDP dumps them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from advisor.formats.mq import blocks, channels, tasks
from advisor.observations import Interval, named
from advisor.reading.layout.smf import (
    QUARTER_S,
    RDW,
    header,
    holds,
    layout,
    occasion,
    quarter,
    section,
    sections,
    signed,
    text,
    unsigned,
)
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from model.language import ComponentId, Keyword, Name, Quoted, Sentence, say

TYPES = frozenset({115, 116})
_QWHS = 28
_DURATION = 44
"""QWHSDURN: plain microseconds in every real record, whatever else in them is in TOD units."""

_LAST_TRIPLET = 116
_BLOCKS = ("QPST", "QMST", "QSRS", "QIS1", *blocks.AREAS, *blocks.NAMES)
_EYES = {name.encode("cp037"): name for name in _BLOCKS}

# QPST fields from offset 8, fullwords, in their order (CSQDQPST)
_POOL = (
    ("pool", ""), ("buffers_allocated", "buffers"), ("low_buffers", "buffers"),
    ("stealable_buffers", "buffers"), ("getp", "requests"), ("getn", "requests"),
    ("rio", "reads"), ("stw", "pages"), ("tpw", "pages"), ("wio", "writes"), ("imw", "writes"),
    ("dwt", "events"), ("dmc", "events"), ("steals", "buffers"), ("stla", "events"),
    ("sos", "events"),
)  # fmt: skip
_POOL_FLAGS = 72
# QMST fields from offset 8, fullwords
_CALLS = ("opens", "closes", "gets", "puts", "put1s", "inquires", "inquires_local", "sets")


# WQ record, of get and put each: elapsed, CPU, number and suspend time; bytes and messages put,
# greatest depth (version 2)
_QUEUE = layout(
    (208, 8), (216, 8), (224, 4), (272, 8), (300, 8), (308, 8), (316, 4), (332, 8), (496, 8),
    (512, 4), (588, 4),
)  # fmt: skip
_WQ_CALLS = 340
"""Length from which a WQ record has its gets and puts."""
_QUEUE_EYES = frozenset(eye.encode("cp037") for eye in ("WQST", "WQ  "))
_CLASS_1 = 0
_TASK_SUBTYPES = frozenset({_CLASS_1, 1, 2})
"""Class 1, and class 3: a task, and the queues that found no room in its record."""

_INITIATOR = 231  # of 115
_TASKS_TRIPLET = 44  # behind those of the header and of QCCT
_CHANNELS = 10  # class 4
_NOTHING = (0.0, 0.0, 0.0, 0.0)


def claims(records: Sequence[bytes]) -> bool:
    """Whether records of these types are among the first."""
    return holds(records, TYPES)


def parse(records: Records, out: Collector) -> None:
    """One record after the other; what tasks did to a queue is added up until the dump ends."""
    work: _Work = records.memory.setdefault("work", _Work())
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 40 or record[1] not in TYPES:
            continue
        head = header(record)
        if head is None or not head.subsystem:
            continue
        interval = _interval(record, head.when)
        manager = f"mq_manager:{head.subsystem}"
        found = False
        if head.type == 115:
            found = _statistics(record, number, manager, head.system, interval, out)
            if head.subtype == _INITIATOR:
                told = _initiator(record, number, manager, head.system, interval, out)
                found = told or found
            if interval.start is not None:
                work.intervals.setdefault((manager, head.system), {})[interval.start] = interval
        elif head.subtype in _TASK_SUBTYPES:
            found = _accounting(record, number, manager, head.subtype, work)
        elif head.subtype == _CHANNELS:
            found = _channels(record, number, manager, head.system, interval, out)
        if not found:
            continue
        out.read_records((number,))
        if head.subtype not in _TASK_SUBTYPES or head.type == 115:
            _place(number, manager, head.system, f"{head.type}-{head.subtype}", out)
    if records.last:
        _places(work, out)
        _message_sizes(work, out)
        left_out = records.shared.get("left_out") == "yes"
        _tasks(work, left_out, out)
        _queues(work, left_out, out)


def _place(number: int, manager: str, system: str, kind: str, out: Collector) -> None:
    line = say(
        "SMF {kind} of {system}, {manager}",
        kind=Keyword(kind),
        system=Name(system),
        manager=Name(manager.partition(":")[2]),
    )
    out.observe_record(manager, "relation.parent", f"lpar:{system}", "", number, line, system)


@dataclass(slots=True)
class _Queue:
    """What tasks did to one queue: counts, and the sums of their times in seconds."""

    number: int
    """The first record that says so."""
    records: int = 0
    calls: dict[str, list[float]] = field(default_factory=dict)
    """By call: how many, elapsed, CPU and suspended."""
    depth: int | None = None


@dataclass(slots=True)
class _Work:
    """What is added up over the records of a dump."""

    put: dict[tuple[str, str], tuple[int, int, int]] = field(default_factory=dict)
    """By manager and system: bytes and messages put to all queues, and the first record that says
    so.
    """
    intervals: dict[tuple[str, str], dict[str, Interval]] = field(default_factory=dict)
    """By manager and system: intervals of the statistics (115), by their start."""
    queues: dict[tuple[str, str, str], dict[str, _Queue]] = field(default_factory=dict)
    """By manager, system and start of the quarter of an hour: queues by name."""
    tasks: dict[tuple[str, str, str], tasks.Tasks] = field(default_factory=dict)
    """By the same: all tasks."""


def _places(work: _Work, out: Collector) -> None:
    """Each record with figures says whose they are: those of two systems may alternate."""
    found = {(number, *whose) for whose, (_, _, number) in work.put.items()}
    for (manager, system, _), queues in work.queues.items():
        found.update((queue.number, manager, system) for queue in queues.values())
    for (manager, system, _), told in work.tasks.items():
        found.add((told.number, manager, system))
    for number, manager, system in sorted(found):
        _place(number, manager, system, "116", out)


def _message_sizes(work: _Work, out: Collector) -> None:
    """By queue manager and system how large messages are on average."""
    for (manager, system), (size, count, number) in work.put.items():
        line = say(
            "SMF 116 of {system}, {manager}: {size} bytes by {count} messages put, all queues",
            system=Name(system),
            manager=ComponentId(manager),
            size=size,
            count=count,
        )
        raw = f"WQ PUTBYTES {size} / VALIDPUT {count}"
        out.observe_record(manager, "message_kb", size / count / 1024, "KB", number, line, raw)


def _tasks(work: _Work, left_out: bool, out: Collector) -> None:
    """What all tasks of a manager did, by interval."""
    merged: dict[tuple[str, str, Interval], tasks.Tasks] = {}
    for (manager, system, start), told in work.tasks.items():
        key = (manager, system, _interval_of(work, manager, system, start, left_out))
        if key in merged:
            merged[key].merge(told)
        else:
            merged[key] = told
    for (manager, system, interval), told in merged.items():
        for metric, value, unit in told:
            line = say(
                "SMF 116 of {manager} on {system}, {records} blocks of tasks: {metric} {value:g}",
                manager=ComponentId(manager),
                system=Name(system),
                records=told.records,
                metric=named(metric),
                value=value,
            )
            out.observe_record(
                manager, metric, value, unit, told.number, line, f"{value:g}", interval
            )
    work.tasks.clear()


def _interval_of(work: _Work, manager: str, system: str, quarter: str, left_out: bool) -> Interval:
    """The manager's statistics interval around a quarter of an hour, or else the quarter."""
    known = {} if left_out else work.intervals.get((manager, system), {})
    return _containing(quarter, known.values())


def _queues(work: _Work, left_out: bool, out: Collector) -> None:
    """What all tasks together did to each queue, by interval.

    The interval is that of the manager's statistics where the dump has them and they are not
    shorter than a quarter of an hour, else the quarter in which SMF got the records: a task's
    record is cut when it ends or when the statistics interval does. With ``left_out`` only some
    quarters were read, so that only they can be told.
    """
    merged: dict[tuple[str, str, Interval], dict[str, _Queue]] = {}
    for (manager, system, start), queues in work.queues.items():
        interval = _interval_of(work, manager, system, start, left_out)
        into = merged.setdefault((manager, system, interval), {})
        for name, queue in queues.items():
            into[name] = _added(into.get(name), queue)
    for (manager, system, interval), queues in merged.items():
        for name, queue in queues.items():
            for metric, value, unit in _queue_figures(queue):
                line = say(
                    "SMF 116 of {manager} on {system}, queue {name}, {records} task "
                    "records: {metric} {value:g}",
                    manager=Name(manager),
                    system=Name(system),
                    name=Name(name),
                    records=queue.records,
                    metric=metric,
                    value=value,
                )
                out.observe_record(
                    manager, f"{metric}.{name}", value, unit, queue.number, line, "", interval
                )
    work.queues.clear()


def _containing(quarter: str, intervals: Iterable[Interval]) -> Interval:
    """The interval in which the middle of a quarter of an hour lies, or else the quarter."""
    start = datetime.fromisoformat(quarter)
    middle = (start + timedelta(seconds=QUARTER_S / 2)).isoformat()
    for one in intervals:
        if one.start and one.end and one.start <= middle < one.end:
            if (one.duration_s or 0.0) >= QUARTER_S:
                return one
            break
    return Interval(quarter, (start + timedelta(seconds=QUARTER_S)).isoformat(), QUARTER_S)


def _added(before: _Queue | None, queue: _Queue) -> _Queue:
    if before is None:
        return queue
    depths = [one.depth for one in (before, queue) if one.depth is not None]
    calls = {
        call: [
            a + b
            for a, b in zip(
                before.calls.get(call, _NOTHING), queue.calls.get(call, _NOTHING), strict=True
            )
        ]
        for call in (*before.calls, *queue.calls)
    }
    return _Queue(
        min(before.number, queue.number),
        before.records + queue.records,
        calls,
        max(depths, default=None),
    )


def _queue_figures(queue: _Queue) -> Iterator[tuple[str, float, str]]:
    for call, (count, elapsed, cpu, suspended) in queue.calls.items():
        yield f"{call}s", count, "calls"
        for name, total in (("elapsed", elapsed), ("cpu", cpu), ("suspend", suspended)):
            yield f"{call}_{name}_us", total * 1e6 / count, "us"
    if queue.depth is not None:
        yield "max_depth", float(queue.depth), "messages"


def _interval(record: bytes, when: str | None) -> Interval:
    """The interval of the QWHS header; its end is when SMF got the record."""
    at = next(sections(record, _QWHS), None)
    if at is None or when is None:
        return Interval(None, when, None)
    if unsigned(record, _QWHS + 4, 2) < _DURATION + 8:
        return Interval(None, when, None)
    seconds = unsigned(record, at + _DURATION, 8) / 1e6
    if not 0.5 <= seconds <= 200_000:
        return Interval(None, when, None)
    start = datetime.fromisoformat(when) - timedelta(seconds=round(seconds))
    return Interval(start.isoformat(), when, seconds)


def _statistics(
    record: bytes, number: int, manager: str, system: str, interval: Interval, out: Collector
) -> bool:
    found = False
    for triplet in range(_QWHS + 8, _LAST_TRIPLET + 1, 8):
        for at in sections(record, triplet):
            eye = _EYES.get(record[at + 4 - RDW : at + 8 - RDW])
            length = unsigned(record, at + 2, 2)  # the block's own
            if eye is None or at - RDW + length > len(record):
                continue
            if eye in blocks.AREAS or eye in blocks.NAMES:
                give = blocks.figures if eye in blocks.AREAS else blocks.named
                given = give(eye, record, at, length)
                done = _counters(given, eye, number, manager, system, interval, out)
            elif eye == "QPST":
                done = _pool(record, at, number, manager, system, interval, out)
            elif eye == "QMST":
                done = _calls(record, at, number, manager, system, interval, out)
            elif eye == "QSRS":
                done = length >= 156 and _storage(record, at, number, manager, interval, out)
            else:
                done = length >= 96 and _page_set(record, at, number, manager, interval, out)
            found = done or found
        if unsigned(record, _QWHS, 4) <= triplet + 8:
            break  # the header section begins where the triplets end
    return found


def _counters(
    given: Iterable[tuple[str, float, str]],
    eye: str,
    number: int,
    manager: str,
    system: str,
    interval: Interval,
    out: Collector,
) -> bool:
    """Note the figures of a block; whether there were any."""
    done = False
    for metric, value, unit in given:
        line = say(
            "SMF 115 of {system}, {manager}: {eye} {metric} {value:g}",
            system=Name(system),
            manager=Name(manager),
            eye=eye,
            metric=named(metric),
            value=value,
        )
        out.observe_record(manager, metric, value, unit, number, line, f"{value:g}", interval)
        done = True
    return done


def _initiator(
    record: bytes, number: int, manager: str, system: str, interval: Interval, out: Collector
) -> bool:
    """What each task of the channel initiator did: their blocks have no name in front."""
    found = False
    for place, block in enumerate(blocks.INITIATOR):
        triplet = _TASKS_TRIPLET + 8 * place
        if triplet >= unsigned(record, _QWHS, 4):
            break  # the first section begins where the triplets end
        length = unsigned(record, triplet + 4, 2)
        if length < blocks.size(block):  # as where dispatchers are counted without channels
            continue
        for nth, at in enumerate(sections(record, triplet)):
            given = blocks.of_part(block, str(nth), record, at, length)
            found = _counters(given, block, number, manager, system, interval, out) or found
    return found


def _calls(
    record: bytes, at: int, number: int, manager: str, system: str, interval: Interval,
    out: Collector,
) -> bool:  # fmt: skip
    if unsigned(record, at + 2, 2) < 8 + 4 * len(_CALLS):
        return False
    values = {name: signed(record, at + 8 + 4 * place) for place, name in enumerate(_CALLS)}
    for name, value in values.items():
        line = say(
            "SMF 115 of {system}, {manager}: QMST {name} {value}",
            system=Name(system),
            manager=Name(manager),
            name=Name(name),
            value=value,
        )
        out.observe_record(manager, name, value, "calls", number, line, str(value), interval)
    if interval.duration_s:
        moved = values["gets"] + values["puts"] + values["put1s"]
        raw = "QMSTGET+QMSTPUT+QMSTPUT1"
        line = say(
            "SMF 115 of {system}, {manager}: {raw} by {duration_s:g} s",
            system=Name(system),
            manager=Name(manager),
            raw=Quoted(raw),
            duration_s=interval.duration_s,
        )
        rate = moved / interval.duration_s
        out.observe_record(
            manager, "messages_per_s", rate, "messages/s", number, line, raw, interval
        )
    return True


def _storage(
    record: bytes, at: int, number: int, manager: str, interval: Interval, out: Collector
) -> bool:
    free = signed(record, at + 152)
    if free <= 0:  # older releases leave it empty
        return False
    line = say("SMF 115 of {manager}: QSRSAVAL {free}", manager=Name(manager), free=free)
    out.observe_record(
        manager, "storage_free_mb", free / 2**20, "MB", number, line, f"QSRSAVAL={free}", interval
    )
    return True


def _page_set(
    record: bytes, at: int, number: int, manager: str, interval: Interval, out: Collector
) -> bool:
    page_set, pool = unsigned(record, at + 8, 4), unsigned(record, at + 12, 4)
    if page_set > 99 or pool > 99:
        return False
    subject = f"mq_pageset:{manager.partition(':')[2]}/{page_set}"
    title = say(
        "SMF 115 of {manager}, page set {page_set}", manager=Name(manager), page_set=Name(page_set)
    )
    out.observe_record(subject, "relation.parent", manager, "", number, title)
    out.observe_record(
        subject, "setting.BUFFPOOL", str(pool), "", number, title + Quoted(": QIS1BPNO")
    )
    for name, offset, unit in (
        ("total_pages", 16, "pages"),
        ("unused_pages", 20, "pages"),
        ("persistent_pages", 24, "pages"),
        ("nonpersistent_pages", 28, "pages"),
    ):
        value = unsigned(record, at + offset, 4)
        said = partial(_counted, title, name, value)
        out.observe_record(subject, name, value, unit, number, said, str(value), interval)
    grown = unsigned(record, at + 92, 2)
    line = title + Quoted(f": QIS1EXPN {grown}")
    out.observe_record(subject, "expansions", grown, "count", number, line, str(grown), interval)
    return True


def _counted(title: Sentence, name: str, value: int) -> str:
    return title + say(": {metric} {value}", metric=named(name), value=value)


def _pool(
    record: bytes, at: int, number: int, manager: str, system: str, interval: Interval,
    out: Collector,
) -> bool:  # fmt: skip
    if unsigned(record, at + 2, 2) < _POOL_FLAGS:
        return False
    values = [signed(record, at + 8 + 4 * position) for position in range(len(_POOL))]
    pool, buffers = values[0], values[1]
    if not 0 <= pool <= 99 or buffers <= 0:
        return False
    subject = f"mq_bufferpool:{manager.partition(':')[2]}/{pool}"
    title = say(
        "SMF 115 of {system}, {manager}, buffer pool {pool}",
        system=Name(system),
        manager=ComponentId(manager),
        pool=pool,
    )
    out.observe_record(subject, "relation.parent", manager, "", number, title)
    out.observe_record(
        subject, "setting.BUFFERS", buffers, "buffers", number, title + Quoted(": QPSTNBUF")
    )
    if unsigned(record, at + 2, 2) >= _POOL_FLAGS + 4:  # since V8
        flags = unsigned(record, at + _POOL_FLAGS, 4)
        above = "above" if flags & 0x8000_0000 else "below"
        fixed = "FIXED4KB" if flags & 0x4000_0000 else "4KB"
        out.observe_record(
            subject, "setting.LOCATION", above, "", number, title + Quoted(": QPSTLOC")
        )
        out.observe_record(
            subject, "setting.PAGECLAS", fixed, "", number, title + Quoted(": QPSTF4KB")
        )
    for (name, unit), value in zip(_POOL[1:], values[1:], strict=True):
        said = partial(_counted, title, name, value)
        out.observe_record(subject, name, value, unit, number, said, str(value), interval)
    return True


def _accounting(record: bytes, number: int, manager: str, subtype: int, work: _Work) -> bool:
    """Add up what a task's record says of it, and the queue records (WQ) of its class 3 record or
    of the continuation. Class 1 says the same of the task again and has none.
    """
    found = False
    for eye, at, room in _blocks(record):
        if block := tasks.EYES_OF[subtype].get(eye):
            found = _task(record, block, at, number, manager, work) or found
        elif eye in _QUEUE_EYES and subtype != _CLASS_1:
            # Releases differ in length; what stands behind the known fields is of no concern.
            length = min(room, unsigned(record, at + 2, 2))
            found = _queue(record, at, length, number, manager, work) or found
    return found


def _blocks(record: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Of each block behind the header: its name, where it stands, and the length that its triplet
    gives."""
    stop = unsigned(record, _QWHS, 4)  # the first section begins where the triplets end
    for triplet in range(_QWHS + 8, min(stop, _LAST_TRIPLET + 8), 8):
        for at in sections(record, triplet):
            yield record[at + 4 - RDW : at + 8 - RDW], at, unsigned(record, triplet + 4, 2)


def _channels(
    record: bytes, number: int, manager: str, system: str, interval: Interval, out: Collector
) -> bool:
    """What channels sent; one that sends nothing in batches, as a client's does, is known."""
    found = False
    for eye, at, _ in _blocks(record):
        length = unsigned(record, at + 2, 2)  # the block's own
        if eye != channels.EYE or at - RDW + length > len(record):
            continue
        found = True
        for metric, value, unit in channels.figures(record, at, length):
            line = say(
                "SMF 116 of {manager} on {system}: {metric} {value:g}",
                manager=ComponentId(manager),
                system=Name(system),
                metric=named(metric),
                value=value,
            )
            out.observe_record(manager, metric, value, unit, number, line, f"{value:g}", interval)
    return found


def _task(
    record: bytes, block: str, at: int, number: int, manager: str, work: _Work
) -> bool:  # fmt: skip
    length = unsigned(record, at + 2, 2)  # the block's own
    moment = quarter(record)
    if moment is None or at - RDW + length > len(record):
        return False
    key = (manager, moment.who, moment.start)
    work.tasks.setdefault(key, tasks.Tasks(number)).add(block, record, at, length)
    return True


def _queue(record: bytes, at: int, length: int, number: int, manager: str, work: _Work) -> bool:
    if length < _WQ_CALLS:
        return False
    name = text(record, at + 80, 48) or text(record, at + 32, 48)
    moment = quarter(record)
    if not name or moment is None:
        return False
    queues = work.queues.setdefault((manager, moment.who, moment.start), {})
    queue = queues.get(name)
    if queue is None:
        queue = queues[name] = _Queue(number)
    queue.records += 1
    values = _QUEUE.unpack(section(record, at, length, _QUEUE.size))
    for call, count, elapsed, cpu, suspended in (
        ("get", values[2], values[0], values[1], values[3]),
        ("put", values[6], values[4], values[5], values[7]),
    ):
        if count:
            sums = queue.calls.get(call)
            if sums is None:
                sums = queue.calls[call] = [0.0] * 4
            sums[0] += count
            sums[1] += (elapsed >> 12) / 1e6
            sums[2] += (cpu >> 12) / 1e6
            sums[3] += (suspended >> 12) / 1e6
    if length >= _QUEUE.size and values[10] < 1 << 31:
        queue.depth = values[10] if queue.depth is None else max(queue.depth, values[10])
    if values[9]:
        before = work.put.get((manager, moment.who), (0, 0, number))
        work.put[manager, moment.who] = (before[0] + values[8], before[1] + values[9], before[2])
    return True


READER = Reader(
    id="smf-mq",
    title="SMF 115, 116 of MQ (binary)",
    subsystem="MQ",
    where="records",
    record_types=TYPES,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("mq_bufferpool", "setting.BUFFERS", "QPSTNBUF"),
        Metric("mq_bufferpool", "setting.LOCATION", "above or below the bar (QPSTLOC)"),
        Metric("mq_bufferpool", "setting.PAGECLAS", "4KB or FIXED4KB (QPSTF4KB)"),
        *(Metric("mq_bufferpool", name, "QPST, in its order") for name, unit in _POOL[1:]),
        *(Metric("mq_manager", name, "QMST, of the interval") for name in _CALLS),
        Metric("mq_manager", "messages_per_s", "QMST: gets and puts by the interval"),
        *blocks.METRICS,
        *(
            Metric("mq_manager", f"{name}.*", "116-10, QCST")
            for name, _ in channels.FIGURES.values()
        ),
        Metric("mq_manager", "storage_free_mb", "QSRSAVAL: 31-bit storage not used"),
        Metric("mq_manager", "message_kb", "116: bytes put by messages put, all queues"),
        *(
            Metric("mq_manager", f"{call}{name}.*", f"116: MQ{call.upper()} of queue *")
            for call in ("get", "put")
            for name, unit in (
                ("s", "calls"),
                ("_elapsed_us", "us"),
                ("_cpu_us", "us"),
                ("_suspend_us", "us"),
            )
        ),
        Metric("mq_manager", "max_depth.*", "116: greatest depth of queue *"),
        Metric("mq_pageset", "relation.parent", "the queue manager"),
        Metric("mq_pageset", "setting.BUFFPOOL", "QIS1BPNO"),
        Metric("mq_pageset", "total_pages", "QIS1TOPG"),
        Metric("mq_pageset", "unused_pages", "QIS1UNPG"),
        Metric("mq_pageset", "persistent_pages", "QIS1PPG"),
        Metric("mq_pageset", "nonpersistent_pages", "QIS1NPPG"),
        Metric("mq_pageset", "expansions", "QIS1EXPN"),
    ),
    page=Page(
        reads="Buffer pools (QPST: subtype 215, older releases in subtype 2), page sets (QIS1), "
        "message manager (QMST), free storage (QSRS), Db2 manager (Q5ST), CF structures and their "
        "data sets (QEST, QESD), tasks of the channel initiator (subtype 231), of class 1 "
        "accounting (116, subtype 0) the CPU time and the sizes of messages of all tasks, of class "
        "3 accounting (subtypes 1 and 2) what all tasks did (WTAS: calls, commits, waits for the "
        "log, for latches, for Db2 and for the coupling facility; what was 0 for all of them is "
        "left out) and the gets and puts of each queue with their elapsed, CPU and suspend times, "
        "depth and message size, and of class 4 (subtype 10) the batches of channels. Every record "
        "counts what one task did: they are added up over all tasks, and by queue, for the "
        "manager's statistics interval where the dump has it, else for the quarter of an hour in "
        "which SMF got them; times of calls are means over all calls of the interval.",
        releases="MQ V7.0 to V9.4",
        verified="IBM MQ documentation of the SMF header and self-defining sections; order of "
        "fields against the public structures of mq-smf-csv (V9.2.2), whose lengths by version the "
        "offsets meet; every figure of the statistics, and the sums over tasks, against what "
        "IBM's formatter makes of real dumps (V8.0)",
        unread="Buffer_Wait_Time of QESD, whose unit no source states; channels of clients; which "
        "task it was; MQPUT1, waits for the log and for page sets by queue. Not verified: SSL and "
        "name server tasks of the channel initiator, which the real dumps lack or hold as zeros",
    ),
)
