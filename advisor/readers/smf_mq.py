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
_EYE_QPST, _EYE_QMST = "QPST".encode("cp037"), "QMST".encode("cp037")

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


def claims(records: Sequence[bytes]) -> bool:
    """Whether records of these types are among the first."""
    return holds(records, TYPES)


def parse(records: Records, out: Collector) -> None:
    """One record after the other; those of other types are left unread."""
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
            found = _accounting(record, number, manager, head.subtype, interval, out)
        if found:
            line = f"SMF {head.type}-{head.subtype} of {head.system}, {head.subsystem}"
            target = f"lpar:{head.system}"
            out.observe_record(manager, "relation.parent", target, "", number, line, head.system)
            out.read_records((number,))


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
    for triplet in (36, 44, 52):
        for at in sections(record, triplet):
            eye = record[at + 4 - RDW : at + 8 - RDW]
            if eye == _EYE_QPST:
                found = _pool(record, at, number, manager, system, interval, out) or found
            elif eye == _EYE_QMST:
                for position, name in enumerate(_CALLS):
                    value = signed(record, at + 8 + 4 * position)
                    line = f"SMF 115 of {system}, {manager}: QMST {name} {value}"
                    out.observe_record(
                        manager, name, value, "calls", number, line, str(value), interval
                    )
                found = True
    return found


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
    record: bytes, number: int, manager: str, subtype: int, interval: Interval, out: Collector
) -> bool:
    """Get figures by queue, from the queue records (WQ) of a class 3 record."""
    found = False
    for at in sections(record, 52 if subtype == 1 else 44):
        eye = record[at + 4 - RDW : at + 8 - RDW].decode("cp037", "replace")
        if eye not in ("WQST", "WQ  "):
            continue
        queue = text(record, at + 80, 48) or text(record, at + 32, 48)
        count = unsigned(record, at + 224, 4)
        if not queue or not count:
            continue
        for name, value, unit in (
            ("gets", float(count), "calls"),
            ("get_elapsed_us", clock_s(record, at + 208) * 1e6 / count, "us"),
            ("get_cpu_us", clock_s(record, at + 216) * 1e6 / count, "us"),
        ):
            line = f"SMF 116 of {manager}, queue {queue}: {name} {value:g}"
            metric = f"{name}.{queue}"
            out.observe_record(manager, metric, value, unit, number, line, "", interval)
        found = True
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
        Metric("mq_manager", "gets.*", "calls", "116: MQGETs of queue *"),
        Metric("mq_manager", "get_elapsed_us.*", "us", "116: elapsed time per MQGET"),
        Metric("mq_manager", "get_cpu_us.*", "us", "116: CPU time per MQGET"),
    ),
    page=Page(
        reads="Buffer pool statistics (QPST: subtype 215, older releases in subtype 2), message "
        "manager statistics (QMST) and of class 3 accounting the gets of each queue.",
        releases="MQ V7.0 to V9.4",
        verified="IBM MQ documentation of the SMF header and self-defining sections; order of "
        "fields against the public structures of mq-smf-csv; no real dump was at hand",
        unread="storage, log, topic, Db2, CF and channel initiator statistics; puts, class 3 "
        "suspend times",
    ),
)
