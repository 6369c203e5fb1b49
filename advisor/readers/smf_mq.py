"""Binary SMF types 115 and 116 of IBM MQ, as IFASMFDP dumps them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from advisor.observations import Interval
from advisor.readers.layout.smf import (
    RDW,
    clock_s,
    header,
    holds,
    occasion,
    sections,
    signed,
    text,
    unsigned,
)
from advisor.readers.reader import Collector, Metric, Page, Reader, Records

TYPES = frozenset({115, 116})
_QWHS = 28
_LAST_TRIPLET = 116
_EYES = {name.encode("cp037"): name for name in ("QPST", "QMST", "QSRS", "QIS1")}

# QPST fields from offset 8, fullwords, in their order (CSQDQPST)
_POOL = (
    ("pool", ""), ("buffers_allocated", "buffers"), ("low_buffers", "buffers"),
    ("stealable_buffers", "buffers"), ("getp", "requests"), ("getn", "requests"),
    ("rio", "reads"), ("stw", "pages"), ("tpw", "pages"), ("wio", "writes"), ("imw", "writes"),
    ("dwt", "events"), ("dmc", "events"), ("steals", "buffers"), ("stla", "events"),
    ("sos", "events"),
)  # fmt: skip
# QMST fields from offset 8, fullwords
_CALLS = ("opens", "closes", "gets", "puts", "put1s", "inquires", "inquires_local", "sets")


# WQ record: first count, then what a call took; offsets of number, elapsed, CPU and suspend time
_QUEUE_CALLS = (("get", 224, 208, 216, 272), ("put", 316, 300, 308, 332))
_WQ_DEPTH = 592
"""Length from which a WQ record has the greatest depth (version 2)."""


def claims(records: Sequence[bytes]) -> bool:
    """Whether records of these types are among the first."""
    return holds(records, TYPES)


def parse(records: Records, out: Collector) -> None:
    """One record after the other; those of other types are left unread."""
    put: dict[str, tuple[int, int, int]] = records.memory.setdefault("put", {})
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
        elif head.subtype in (1, 2):
            found = _accounting(record, number, manager, head.subtype, interval, put, out)
        if found:
            line = f"SMF {head.type}-{head.subtype} of {head.system}, {head.subsystem}"
            target = f"lpar:{head.system}"
            out.observe_record(manager, "relation.parent", target, "", number, line, head.system)
            out.read_records((number,))
    if records.last:
        _message_sizes(put, out)


def _message_sizes(put: dict[str, tuple[int, int, int]], out: Collector) -> None:
    """By queue manager: bytes and messages put to all queues, and the first record that says so."""
    for manager, (size, count, number) in put.items():
        line = f"SMF 116 of {manager}: {size} bytes by {count} messages put, all queues"
        raw = f"WQ PUTBYTES {size} / VALIDPUT {count}"
        out.observe_record(manager, "message_kb", size / count / 1024, "KB", number, line, raw)


def _interval(record: bytes, when: str | None) -> Interval:
    """The interval of the QWHS header; its end is when SMF got the record."""
    at = next(sections(record, _QWHS), None)
    if at is None or when is None:
        return Interval(None, when, None)
    length = unsigned(record, _QWHS + 4, 2)
    for duration in (at + 48, at + 44):
        if duration - at + 8 > length:
            continue
        seconds = clock_s(record, duration)
        if 0.5 <= seconds <= 200_000:
            start = datetime.fromisoformat(when) - timedelta(seconds=round(seconds))
            return Interval(start.isoformat(), when, seconds)
    return Interval(None, when, None)


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
            if eye == "QPST":
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


def _calls(
    record: bytes, at: int, number: int, manager: str, system: str, interval: Interval,
    out: Collector,
) -> bool:  # fmt: skip
    values = {name: signed(record, at + 8 + 4 * place) for place, name in enumerate(_CALLS)}
    for name, value in values.items():
        line = f"SMF 115 of {system}, {manager}: QMST {name} {value}"
        out.observe_record(manager, name, value, "calls", number, line, str(value), interval)
    if interval.duration_s:
        moved = values["gets"] + values["puts"] + values["put1s"]
        raw = "QMSTGET+QMSTPUT+QMSTPUT1"
        line = f"SMF 115 of {system}, {manager}: {raw} by {interval.duration_s:g} s"
        rate = moved / interval.duration_s
        out.observe_record(manager, "messages_per_s", rate, "1/s", number, line, raw, interval)
    return True


def _storage(
    record: bytes, at: int, number: int, manager: str, interval: Interval, out: Collector
) -> bool:
    free = signed(record, at + 152)
    if free <= 0:  # older releases leave it empty
        return False
    line = f"SMF 115 of {manager}: QSRSAVAL {free}"
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
    title = f"SMF 115 of {manager}, page set {page_set}"
    out.observe_record(subject, "relation.parent", manager, "", number, title)
    out.observe_record(subject, "setting.BUFFPOOL", str(pool), "", number, f"{title}: QIS1BPNO")
    for name, offset, unit in (
        ("total_pages", 16, "pages"),
        ("unused_pages", 20, "pages"),
        ("persistent_pages", 24, "pages"),
        ("nonpersistent_pages", 28, "pages"),
    ):
        value = unsigned(record, at + offset, 4)
        line = f"{title}: {name} {value}"
        out.observe_record(subject, name, value, unit, number, line, str(value), interval)
    grown = unsigned(record, at + 92, 2)
    line = f"{title}: QIS1EXPN {grown}"
    out.observe_record(subject, "expansions", grown, "count", number, line, str(grown), interval)
    return True


def _pool(
    record: bytes, at: int, number: int, manager: str, system: str, interval: Interval,
    out: Collector,
) -> bool:  # fmt: skip
    values = [signed(record, at + 8 + 4 * position) for position in range(len(_POOL))]
    pool, buffers = values[0], values[1]
    if not 0 <= pool <= 99 or buffers <= 0:
        return False
    subject = f"mq_bufferpool:{manager.partition(':')[2]}/{pool}"
    title = f"SMF 115 of {system}, {manager}, buffer pool {pool}"
    out.observe_record(subject, "relation.parent", manager, "", number, title)
    out.observe_record(subject, "setting.BUFFERS", buffers, "buffers", number, f"{title}: QPSTNBUF")
    flags = unsigned(record, at + 72, 4)
    above = "above" if flags & 0x8000_0000 else "below"
    fixed = "FIXED4KB" if flags & 0x4000_0000 else "4KB"
    out.observe_record(subject, "setting.LOCATION", above, "", number, f"{title}: QPSTLOC")
    out.observe_record(subject, "setting.PAGECLAS", fixed, "", number, f"{title}: QPSTF4KB")
    for (name, unit), value in zip(_POOL[1:], values[1:], strict=True):
        line = f"{title}: {name} {value}"
        out.observe_record(subject, name, value, unit, number, line, str(value), interval)
    return True


def _accounting(
    record: bytes, number: int, manager: str, subtype: int, interval: Interval,
    put: dict[str, tuple[int, int, int]], out: Collector,
) -> bool:  # fmt: skip
    """Get and put figures by queue, from the queue records (WQ) of a class 3 record."""
    found = False
    for at in sections(record, 52 if subtype == 1 else 44):
        eye = record[at + 4 - RDW : at + 8 - RDW].decode("cp037", "replace")
        if eye not in ("WQST", "WQ  "):
            continue
        queue = text(record, at + 80, 48) or text(record, at + 32, 48)
        if not queue:
            continue
        figures: list[tuple[str, float, str]] = []
        for call, calls, elapsed, cpu, suspended in _QUEUE_CALLS:
            count = unsigned(record, at + calls, 4)
            if not count:
                continue
            figures.append((f"{call}s", float(count), "calls"))
            for name, offset in (("elapsed", elapsed), ("cpu", cpu), ("suspend", suspended)):
                mean_us = clock_s(record, at + offset) * 1e6 / count
                figures.append((f"{call}_{name}_us", mean_us, "us"))
        if unsigned(record, at + 2, 2) >= _WQ_DEPTH:
            figures.append(("max_depth", float(signed(record, at + 588)), "messages"))
        size, messages = unsigned(record, at + 496, 8), unsigned(record, at + 512, 4)
        if messages:
            before = put.get(manager, (0, 0, number))
            put[manager] = (before[0] + size, before[1] + messages, before[2])
        for name, value, unit in figures:
            line = f"SMF 116 of {manager}, queue {queue}: {name} {value:g}"
            out.observe_record(manager, f"{name}.{queue}", value, unit, number, line, "", interval)
        found = found or bool(figures)
    return found


READER = Reader(
    id="smf-mq",
    title="SMF 115, 116 of MQ (binary)",
    subsystem="MQ",
    where="records",
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("mq_bufferpool", "setting.BUFFERS", "buffers", "QPSTNBUF"),
        Metric("mq_bufferpool", "setting.LOCATION", "", "above or below the bar (QPSTLOC)"),
        Metric("mq_bufferpool", "setting.PAGECLAS", "", "4KB or FIXED4KB (QPSTF4KB)"),
        *(Metric("mq_bufferpool", name, unit, "QPST, in its order") for name, unit in _POOL[1:]),
        *(Metric("mq_manager", name, "calls", "QMST, since the start") for name in _CALLS),
        Metric("mq_manager", "messages_per_s", "1/s", "QMST: gets and puts by the interval"),
        Metric("mq_manager", "storage_free_mb", "MB", "QSRSAVAL: 31-bit storage not used"),
        Metric("mq_manager", "message_kb", "KB", "116: bytes put by messages put, all queues"),
        *(
            Metric("mq_manager", f"{call}{name}.*", unit, f"116: MQ{call.upper()} of queue *")
            for call in ("get", "put")
            for name, unit in (
                ("s", "calls"),
                ("_elapsed_us", "us"),
                ("_cpu_us", "us"),
                ("_suspend_us", "us"),
            )
        ),
        Metric("mq_manager", "max_depth.*", "messages", "116: greatest depth of queue *"),
        Metric("mq_pageset", "relation.parent", "", "the queue manager"),
        Metric("mq_pageset", "setting.BUFFPOOL", "", "QIS1BPNO"),
        Metric("mq_pageset", "total_pages", "pages", "QIS1TOPG"),
        Metric("mq_pageset", "unused_pages", "pages", "QIS1UNPG"),
        Metric("mq_pageset", "persistent_pages", "pages", "QIS1PPG"),
        Metric("mq_pageset", "nonpersistent_pages", "pages", "QIS1NPPG"),
        Metric("mq_pageset", "expansions", "count", "QIS1EXPN"),
    ),
    page=Page(
        reads="Buffer pools (QPST: subtype 215, older releases in subtype 2), page sets (QIS1), "
        "message manager (QMST), free storage (QSRS) and of class 3 accounting the gets and puts "
        "of each queue with their elapsed, CPU and suspend times, depth and message size.",
        releases="MQ V7.0 to V9.4",
        verified="IBM MQ documentation of the SMF header and self-defining sections; order of "
        "fields against the public structures of mq-smf-csv (V9.2.2), whose lengths by version the "
        "offsets meet; no real dump was at hand",
        unread="log, lock, topic, Db2, CF and channel initiator statistics; MQPUT1, waits for "
        "the log and for page sets by queue",
    ),
)
