"""Binary SMF type 110 subtype 2, CICS statistics: dispatcher with its TCB modes, transactions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from advisor.observations import Interval, named
from advisor.reading.layout.record_maps import Section, record_map
from advisor.reading.layout.smf import RDW, header, holds_kind, occasion, unsigned
from advisor.reading.reader import Collector, Metric, Occasion, Page, Reader, Records
from advisor.reading.reckoned import reckoned
from model.language import Name, say
from model.topology import Value

TYPES = frozenset({110})
_PRODUCT, _DATA = 28, 36
_TRANSACTIONS, _DISPATCHER = 10, 62
_MODES = frozenset(
    {"QR", "RO", "CO", "SZ", "RP", "FO", "SL", "SO", "S8", "D2", "JM", "J8", "J9", "L8", "L9"}
    | {"X8", "X9", "XP", "SP", "EP", "TP", "T8", "H8", "CC", "OT"}
)
_SHORTEST_MODE, _LONGEST_MODE = 144, 400
"""Bytes of a mode's entry: up to the last field that is read, and what no release has reached."""


@dataclass(frozen=True, slots=True)
class _Source:
    """One record: the region it is of and the span its counters cover."""

    out: Collector
    number: int
    region: str
    interval: Interval

    def put(self, metric: str, value: Value | None, unit: str, raw: str) -> None:
        """Keep a figure of the region with the field it stands in."""
        subject = f"cics_region:{self.region}"
        line = say(
            "SMF 110-2 of {region}: {metric} {raw}",
            region=Name(self.region),
            metric=named(metric),
            raw=reckoned(raw),
        )
        self.out.observe_record(subject, metric, value, unit, self.number, line, raw, self.interval)


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, frozenset({(110, 2)}))


def parse(records: Records, out: Collector) -> None:
    """The dispatcher's and the transaction manager's statistics of every collection."""
    layout = record_map("smf110-2")
    placed: set[tuple[str, str]] = records.memory.setdefault("placed", set())
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) < 48 or record[1] not in TYPES:
            continue
        head = header(record)
        if head is None or head.subtype != 2:
            continue
        length = unsigned(record, _PRODUCT + 4, 2)
        product = layout.section(record, unsigned(record, _PRODUCT, 4), length, "product")
        region = product.text("SMFSTSPN") or product.text("SMFSTPRN")
        interval = _interval(product)
        if not region or interval is None or product.text("SMFSTICD") == "YES":
            continue
        source = _Source(out, number, region, interval)
        found = False
        for kind, at, size in _statistics(record):
            if kind == _DISPATCHER:
                found |= _dispatcher(layout.section(record, at, size, "dispatcher"), source)
            elif kind == _TRANSACTIONS:
                found |= _transactions(layout.section(record, at, size, "transactions"), source)
        if found:
            out.read_records((number,))
            # At each record: those of a namesake in another system may stand between them.
            source.put("relation.parent", f"lpar:{head.system}", "", head.system)
            if (region, head.system) not in placed:
                placed.add((region, head.system))
                source.put("setting.APPLID", region, "", region)
                source.put("setting.PLATFORM", "z/OS", "", "SMF")
                if job := product.text("SMFSTJBN"):
                    source.put("setting.JOBNAME", job, "", job)


def dated(record: bytes) -> tuple[Occasion, str] | None:
    """Statistics alone are of an interval here; monitoring has a reader of its own."""
    return occasion(record, TYPES) if record[18:20] == b"\0\2" else None


def _interval(product: Section) -> Interval | None:
    """From the last reset to the collection; both are local times."""
    try:
        end = datetime.strptime(product.text("SMFSTDAT") + product.text("SMFSTCLT"), "%m%d%Y%H%M%S")
    except ValueError:
        return None
    length: float | None = None
    for name in ("SMFSTINT", "SMFSTLRT"):  # the first where CICS collected by the interval
        clock = product.text(name)
        if len(clock) != 6 or not (clock.isdecimal() and clock.isascii()):
            continue
        seconds = int(clock[:2]) * 3600 + int(clock[2:4]) * 60 + int(clock[4:])
        if name == "SMFSTLRT":
            seconds = (end.hour * 3600 + end.minute * 60 + end.second - seconds) % 86_400
        if seconds:
            length = float(seconds)
            break
    if length is None:
        return None
    return Interval((end - timedelta(seconds=length)).isoformat(), end.isoformat(), length)


def _statistics(record: bytes) -> Iterator[tuple[int, int, int]]:
    """Kind, place and length of the statistics that a record holds one after the other."""
    at, end = unsigned(record, _DATA, 4), len(record) + RDW
    if at < _DATA:
        return
    while at + 8 <= end:
        length = unsigned(record, at, 2)
        if length < 8 or at + length > end:
            return
        yield unsigned(record, at + 2, 2), at, length
        at += length


def _seconds(section: Section, name: str) -> float | None:
    """A span in TOD clock format."""
    raw = section.number(name)
    return None if raw is None else (int(raw) >> 12) / 1e6


def _modes(dispatcher: Section) -> list[Section]:
    """The entries of the TCB modes, where their place is beyond doubt: QR is the first of them."""
    layout = record_map("smf110-2")
    first, count = int(dispatcher.count("DSGGLEN")), int(dispatcher.count("DSGASIZE"))
    if not 0 < count <= 64 or first < 56:
        return []
    for size in range(_SHORTEST_MODE, _LONGEST_MODE + 1, 8):
        if first + count * size > dispatcher.length:
            break
        places = [dispatcher.at + first + place * size for place in range(count)]
        entries = [layout.section(dispatcher.record, at, size, "mode") for at in places]
        names = [entry.text("DSGTCBNM") for entry in entries]
        if names[0] == "QR" and len(set(names)) == count and _MODES.issuperset(names):
            return entries
    return []


def _times(entry: Section, span: float) -> tuple[float, float, float] | None:
    """Wait, dispatch and CPU time of a mode; ``None`` where these are other fields than that."""
    wait, used, cpu = (_seconds(entry, field) for field in ("DSGTWT", "DSGTDT", "DSGACT"))
    if wait is None or used is None or cpu is None or cpu > 1.05 * used + 1:
        return None
    if entry.text("DSGTCBNM") == "QR" and wait + used > 1.05 * span + 2:
        return None  # more than the interval
    return wait, used, cpu


def _dispatcher(section: Section, source: _Source) -> bool:
    span = source.interval.duration_s or 0.0
    modes = [(entry, _times(entry, span)) for entry in _modes(section)]
    if not modes or any(times is None for _entry, times in modes):
        return False  # before anything is put: one that does not fit makes all doubtful
    total = 0.0
    for entry, times in modes:
        assert times is not None
        name, (wait, used, cpu) = entry.text("DSGTCBNM"), times
        total += cpu
        waits = int(entry.count("DSGSYSW"))
        if name == "QR":
            source.put("qr_wait_s", wait, "s", "DSGTWT of QR")
            source.put("qr_dispatch_s", used, "s", "DSGTDT of QR")
            source.put("qr_cpu_s", cpu, "s", "DSGACT of QR")
            source.put("qr_waits", waits, "count", "DSGSYSW of QR")
            if used:
                share = round(100 * cpu / used, 6)
                source.put("qr_ratio_pct", share, "%", "DSGACT by DSGTDT of QR")
                source.put("qr_ratio_latest", share, "%", "DSGACT by DSGTDT of QR")
        elif used:
            source.put(f"tcb_dispatch_s.{name}", used, "s", f"DSGTDT of {name}")
            source.put(f"tcb_cpu_by_mode_s.{name}", cpu, "s", f"DSGACT of {name}")
            source.put(f"tcb_waits.{name}", waits, "count", f"DSGSYSW of {name}")
            source.put(f"tcbs_peak.{name}", int(entry.count("DSGTCBPA")), "TCBs", "DSGTCBPA")
    source.put("tcb_cpu_s", round(total, 6), "s", "DSGACT of all modes")
    source.put("duration_s", source.interval.duration_s, "s", "SMFSTINT or SMFSTLRT")
    for metric, field, unit in (
        ("setting.ICV", "DSGICVT", "ms"),
        ("setting.ICVR", "DSGICVRT", "ms"),
        ("mro_batching", "DSGMBTCH", "events"),
        ("concurrent_subtasks", "DSGSTSKS", "TCBs"),
        ("dispatcher_tasks_peak", "DSGPNT", "tasks"),
    ):
        value = section.number(field)
        source.put(metric, None if value is None else int(value), unit, field)
    return True


def _transactions(section: Section, source: _Source) -> bool:
    names = ("XMGNUM", "XMGMXT", "XMGCAT", "XMGTAMXT", "XMGPAT", "XMGPQT", "XMGTAT", "XMGTDT")
    fields = {name: section.number(name) for name in names}
    if any(value is None for value in fields.values()):
        return False
    count = {name: int(value or 0) for name, value in fields.items()}
    fits = (
        0 < count["XMGMXT"] <= 2_000
        and count["XMGCAT"] <= count["XMGPAT"] <= count["XMGMXT"]
        and count["XMGTAT"] <= count["XMGNUM"]
        and count["XMGPQT"] <= count["XMGTDT"] + 1_000
        and (count["XMGTAMXT"] == 0 or count["XMGPAT"] == count["XMGMXT"])
    )
    if not fits:  # the offsets are inferred: what does not fit is not read
        return False
    source.put("transactions", count["XMGNUM"], "count", "XMGNUM")
    source.put("setting.MXT", count["XMGMXT"], "tasks", "XMGMXT")
    source.put("max_tasks_times", count["XMGTAMXT"], "count", "XMGTAMXT")
    source.put("active_tasks", count["XMGCAT"], "count", "XMGCAT")
    source.put("peak_tasks", count["XMGPAT"], "tasks", "XMGPAT")
    source.put("queued_tasks_peak", count["XMGPQT"], "tasks", "XMGPQT")
    return True


READER = Reader(
    id="smf-110-2",
    title="SMF 110-2, CICS statistics (binary)",
    subsystem="CICS",
    where="records",
    record_types=TYPES,
    claims_records=claims,
    dated_record=dated,
    parse_records=parse,
    metrics=(
        Metric("cics_region", "relation.parent", "SMFSID"),
        Metric("cics_region", "setting.APPLID", "SMFSTSPN"),
        Metric("cics_region", "setting.PLATFORM", "z/OS, which writes SMF"),
        Metric("cics_region", "setting.JOBNAME", "SMFSTJBN"),
        Metric("cics_region", "setting.MXT", "XMGMXT"),
        Metric("cics_region", "setting.ICV", "DSGICVT; ICVR is DSGICVRT"),
        Metric("cics_region", "setting.ICVR", "DSGICVRT"),
        Metric("cics_region", "qr_cpu_s", "DSGACT of QR"),
        Metric("cics_region", "qr_dispatch_s", "DSGTDT of QR"),
        Metric("cics_region", "qr_wait_s", "DSGTWT of QR"),
        Metric("cics_region", "qr_waits", "DSGSYSW of QR"),
        Metric("cics_region", "qr_ratio_pct", "DSGACT by DSGTDT of QR; qr_ratio_latest too"),
        Metric("cics_region", "qr_ratio_latest"),
        Metric("cics_region", "tcb_cpu_s", "DSGACT of all modes"),
        Metric("cics_region", "tcb_cpu_by_mode_s.*", "DSGACT"),
        Metric("cics_region", "tcb_dispatch_s.*", "DSGTDT"),
        Metric("cics_region", "tcb_waits.*", "DSGSYSW"),
        Metric("cics_region", "tcbs_peak.*", "DSGTCBPA"),
        Metric("cics_region", "duration_s", "SMFSTINT, or from SMFSTLRT on"),
        Metric("cics_region", "transactions", "XMGNUM"),
        Metric("cics_region", "max_tasks_times", "XMGTAMXT"),
        Metric("cics_region", "active_tasks", "XMGCAT"),
        Metric("cics_region", "peak_tasks", "XMGPAT"),
        Metric("cics_region", "queued_tasks_peak", "XMGPQT"),
        Metric("cics_region", "mro_batching", "DSGMBTCH"),
        Metric("cics_region", "concurrent_subtasks", "DSGSTSKS"),
        Metric("cics_region", "dispatcher_tasks_peak", "DSGPNT"),
    ),
    page=Page(
        reads="Dispatcher statistics (STID 62) with every TCB mode and transaction manager "
        "statistics (STID 10) of each collection, from the last reset on.",
        releases="CICS TS 4 and 5",
        verified="SMF header and product section in two public sources; DFHDSGDS by a copybook of "
        "its twin, DFHXMGDS by the order of its fields (resources/layouts/smf110-2.csv): both are "
        "read only where names and counts fit each other. No real record was at hand",
        unread="other kinds of statistics (files, LSR pools, storage), whose offsets are not "
        "public; compressed records",
    ),
)
