"""Binary SMF types 74 (devices, coupling facilities, cache) and 78-3 (I/O queuing) of RMF.

The figures are those of the printed pages, under the same names, taken where they arise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from advisor.formats.rmf.smf_source import Source, whole_records
from advisor.reading.layout.record_maps import Section, record_map
from advisor.reading.layout.smf import holds_kind, occasion
from advisor.reading.reader import Collector, Metric, Page, Reader, Records

TYPES = frozenset({74, 78})
_DASD = 0x0020
_PRODUCT_LENGTH = 104
_NAME = re.compile(r"[A-Z0-9@#$]{1,8}")
_NOT_VALID = (2, 3, 6)
"""Bits of SMF74CNF: measurements invalid, deleted, varied or reconfigured."""
_NO_TIMES, _HYPERPAV = 4, 6
"""Bits of SMF74CNX: the timing facility was not active; base of HyperPAV."""
_PARTS = (("conn_ms", "CNN", 5), ("pend_ms", "PEN", _NO_TIMES), ("disc_ms", "DIS", 1))
"""Times, their fields and the bit of SMF74CNX that calls them invalid."""
_STRUCTURES = {1: "list", 2: "list", 3: "lock", 4: "cache"}


@dataclass(slots=True)
class _Weighted:
    """A rate, and times weighted by it."""

    rate: float = 0.0
    times: dict[str, float] = field(default_factory=dict)

    def add(self, rate: float, times: dict[str, float]) -> None:
        self.rate += rate
        for name, value in times.items():
            self.times[name] = self.times.get(name, 0.0) + rate * value


@dataclass(slots=True)
class _Sums:
    """What is added up over the records of one interval of one system, or of a sysplex."""

    source: Source
    units: dict[str, _Weighted] = field(default_factory=dict)
    """By logical control unit: its devices."""
    structures: dict[tuple[str, str], dict[str, tuple[float, float, float, float, float]]] = field(
        default_factory=dict
    )
    """By facility and structure, by system: requests, sync count and seconds, async the same."""


def parse(records: Records, out: Collector) -> None:
    """One record after the other; sums over control units and systems at the end."""
    sums: dict[tuple[str, str], _Sums] = records.memory.setdefault("sums", {})
    for kind, record, source in whole_records(records, _READ, out):
        who = source.system if kind[0] == 78 or kind == (74, 1) else _sysplex(record, kind, source)
        key = (who, source.interval.start or "")
        _READ[kind](record, source, sums.setdefault(key, _Sums(source)))
        out.read_records(source.numbers)
    if records.last:
        for one in sums.values():
            _control_units(one)
            _structures(one)
        sums.clear()


def _sysplex(record: bytes, kind: tuple[int, int], source: Source) -> str:
    """The sysplex of a coupling facility's record: structures of one name are in many."""
    if kind != (74, 4):
        return ""
    found = record_map("smf74-4").section(record, source.product, _PRODUCT_LENGTH, "product")
    name = found.text("SMF74XNM")
    return name if _NAME.fullmatch(name) else ""


def _flagged(device: Section, *bits: int) -> bool:
    return any(device.flag("SMF74CNX", bit) for bit in bits)


def _devices(record: bytes, source: Source, sums: _Sums) -> None:
    """74-1: every volume's rate and times; RMF's formulas are in its printed report's glossary."""
    layout = record_map("smf74-1")
    classes = list(layout.located(record, "device control"))
    if len(classes) != 1 or not int(classes[0].count("SMF74SUB")) & _DASD:
        return
    at = layout.section(record, source.product, _PRODUCT_LENGTH, "product")
    samples = at.count("SMF74SAM")
    for device in layout.located(record, "device"):
        volume = device.text("SMF74SER")
        if not volume or any(device.flag("SMF74CNF", bit) for bit in _NOT_VALID):
            continue  # no serial number; its counts are wrong, it was deleted, or varied meanwhile
        starts, measured = device.count("SMF74SSC"), device.count("SMF74MEC")
        rate = starts / source.seconds
        subject = f"dasd_volume:{volume}"
        times: dict[str, float] = {}
        if measured:
            for name, of, wrong in _PARTS:
                total = device.seconds(f"SMF74{of}")
                # a release without the field has no such time
                if total is not None and not _flagged(device, wrong, _NO_TIMES):
                    times[name] = 1e3 * total / measured
        if starts and samples:
            queued = device.count("SMF74QUE") / samples
            times["iosq_ms"] = 1e3 * queued * source.seconds / starts
        who = source.system
        raw = f"SMF74SSC={starts:.0f}"
        source.put(subject, f"io_per_s.{who}", rate, "I/O/s", raw)
        for name, value in times.items():
            source.put(subject, f"{name}.{who}", value, "ms", f"{raw} SMF74MEC={measured:.0f}")
        if len(times) == 4:
            response = sum(times.values())
            raw = "connect, disconnect, pending and IOSQ"
            source.put(subject, f"response_ms.{who}", response, "ms", raw)
            times["response_ms"] = response
        connected, apart = device.seconds("SMF74CNN"), device.seconds("SMF74DIS")
        alone = device.count("SMF74NUX") <= 1 and not _flagged(device, 1, _NO_TIMES, 5, _HYPERPAV)
        if alone and connected is not None and apart is not None:
            busy = 100 * (connected + apart) / source.seconds
            source.put(subject, f"busy_pct.{who}", busy, "%", "SMF74CNN+DIS")
        if not device.flag("SMF74CNF", 1):
            unit = f"{int(device.count('SMF74LCU')):04X}"
            source.put(subject, "setting.LCU", unit, "", f"SMF74LCU={unit}")
            sums.units.setdefault(unit, _Weighted()).add(rate, times)


def _control_units(sums: _Sums) -> None:
    source, total = sums.source, 0.0
    for unit, one in sorted(sums.units.items()):
        total += one.rate
        raw = " ".join(("devices of LCU", unit))
        source.put(source.lpar, f"lcu_io_per_s.{unit}", one.rate, "I/O/s", raw)
        for name, weighted in one.times.items():
            if one.rate:
                source.put(source.lpar, f"lcu_{name}.{unit}", weighted / one.rate, "ms", raw)
    if sums.units:
        source.put(source.lpar, "dasd_io_per_s", total, "I/O/s", "SMF74SSC of all devices")


def _facilities(record: bytes, source: Source, sums: _Sums) -> None:
    """74-4: one record per coupling facility and system that measured it."""
    layout = record_map("smf74-4")
    facility = next(layout.located(record, "local CF"), None)
    if facility is None or not (name := facility.text("R744FNAM")):
        return
    subject = f"cf:{name}"
    if sysplex := _sysplex(record, (74, 4), source):
        source.put(subject, "setting.SYSPLEX", sysplex, "", "SMF74XNM")
    processors = list(layout.located(record, "processor"))
    busy = sum(one.count("R744PBSY") for one in processors)
    wait = sum(one.count("R744PWAI") for one in processors)
    if busy + wait:
        pct = 100 * busy / (busy + wait)
        source.put(subject, "cpu_busy_pct", pct, "%", "R744PBSY by R744PBSY+R744PWAI")
        source.put(subject, "setting.CPS", len(processors), "", "processor sections")
    asked = facility.count("R744FTOR")
    for metric, counter in _PATHS if asked > 0 else ():
        found = facility.number(counter)
        if found is not None and 0 <= found <= asked:  # else it is no count of these requests
            source.put(subject, f"{metric}.{source.system}", found, "requests", counter)
    for request in layout.located(record, "request"):
        structure = request.text("R744SNAM")
        kind = _STRUCTURES.get(int(request.count("R744STYP")))
        if not structure or kind is None:
            continue
        known = sums.structures.setdefault((subject, f"cf_structure:{structure}"), {})
        target = f"cf_structure:{structure}"
        if not known:
            source.put(target, "relation.parent", subject, "", name)
            source.put(target, "setting.TYPE", kind, "", "R744STYP")
        synchronous, asynchronous = _timed(request, "SS"), _timed(request, "SA")
        requests = request.count("R744STRC")
        known[source.system] = (requests, *synchronous, *asynchronous)
        who = source.system
        rate = requests / source.seconds
        source.put(target, f"requests_per_s.{who}", rate, "requests/s", "R744STRC")
        if kind == "lock" and request.number("R744SFCN") is not None:
            for metric, name in _LOCKS:
                source.put(target, f"{metric}.{who}", request.count(name), "requests", name)
        for metric, (count, total), raw in (
            ("sync_us", synchronous, "R744SSTM by R744SSRC"),
            ("async_us", asynchronous, "R744SATM by R744SARC"),
        ):
            if count:
                source.put(target, f"{metric}.{who}", 1e6 * total / count, "us", raw)


_PATHS = (
    ("system_requests", "R744FTOR"),
    ("subchannel_waits", "R744FSCC"),
    ("path_busy_requests", "R744FPBC"),
)
_LOCKS = (
    ("lock_requests", "R744STRC"),
    ("lock_contentions", "R744SCN"),
    ("lock_false_contentions", "R744SFCN"),
)


def _timed(request: Section, prefix: str) -> tuple[float, float]:
    """Count and seconds of the requests of a kind.

    Nothing unless count, sum and sum of squares fit each other as those of any times do.
    """
    count = request.count(f"R744{prefix}RC")
    total = request.count(f"R744{prefix}TM")
    squares = request.count(f"R744{prefix}SQ")
    if count < 1 or total <= 0 or count * squares * 1.001 < total * total:
        return 0.0, 0.0
    return count, total * 1e-6


def _structures(sums: _Sums) -> None:
    """What all systems of the dump say of a structure."""
    source = sums.source
    for (_, target), systems in sums.structures.items():
        requests, synced, sync_s, asynced, async_s = (
            sum(values) for values in zip(*systems.values(), strict=True)
        )
        raw = " ".join(("of", ", ".join(sorted(systems))))
        rate = requests / source.seconds
        source.put(target, "requests_per_s", rate, "requests/s", raw)
        if synced:
            source.put(target, "sync_us", 1e6 * sync_s / synced, "us", raw)
        if asynced:
            source.put(target, "async_us", 1e6 * async_s / asynced, "us", raw)


_READS = {"DRCR": "DCRH", "DRSR": "DRSH", "DRNR": "DNRH"}
_WRITES = {"DWRC": "DWCH", "DWSR": "DWSH", "DWNR": "DWNH"}
"""Requests and their hits: normal, sequential, and of cache fast write."""
_FAST_WRITE = "DRNR"


def _cached(record: bytes, source: Source, sums: _Sums) -> None:
    """74-5: I/Os of all systems to each volume, as its control unit counts them, and how many of
    them its cache answered.
    """
    layout = record_map("smf74-5")
    control = next(layout.located(record, "cache control"), None)
    if control is not None and control.count("R745CSC"):
        return  # the counts could not be got
    counted = None if control is None else control.seconds("R745CINT")
    seconds = counted or source.seconds
    dasd = "" if control is None else _box(control, source)
    total: dict[str, dict[str, float]] = {}
    for device in layout.located(record, "cache device"):
        volume = device.text("R745DVOL")
        counts = {name: device.count(f"R745{name}") for pair in _PAIRS for name in pair}
        if any(counts[hits] > counts[asked] for asked, hits in _PAIRS):
            total.clear()
            dasd = ""  # more hits than requests: these are not the fields they are taken for
            continue
        ssid = device.raw("R745DSID")
        if dasd and ssid is not None:
            of = total.setdefault(ssid.hex().upper(), dict.fromkeys(counts, 0.0))
            for name, value in counts.items():
                of[name] += value
        if not volume:
            continue
        asked = sum(counts[name] for name, _ in _PAIRS)
        raw = "R745DRCR+DWRC+DRSR+DWSR+DRNR+DWNR"
        source.put(f"dasd_volume:{volume}", "cache_io_per_s", asked / seconds, "I/O/s", raw)
        if dasd:
            source.put(f"dasd_volume:{volume}", "relation.parent", dasd, "", "NEDSEQN")
    for ssid_, counts in total.items():
        _subsystem(dasd, f"SSID{ssid_}", counts, seconds, source)


_PAIRS = tuple((_READS | _WRITES).items())


def _box(control: Section, source: Source) -> str:
    """The control unit by its sequence number, as the printed page names it."""
    serial = control.text("NEDSEQN").lstrip("0")
    if not serial.isalnum():
        return ""
    dasd = f"dasd:{serial}"
    kind, model = control.text("NEDTYPEN").lstrip("0"), control.text("NEDMODN")
    if kind and model:
        source.put(dasd, "setting.MODEL", f"{kind}-{model}", "", "NEDTYPEN, NEDMODN")
    return dasd


def _subsystem(
    dasd: str, ssid: str, counts: dict[str, float], seconds: float, source: Source
) -> None:
    """What the printed page has under TOTAL of a subsystem."""
    reads, hits = sum(counts[name] for name in _READS), sum(counts[n] for n in _READS.values())
    writes = sum(counts[name] for name in _WRITES)
    found = hits + sum(counts[name] for name in _WRITES.values())
    if not reads + writes:
        return
    rate = (reads + writes) / seconds
    source.put(dasd, f"io_per_s.{ssid}", rate, "I/O/s", "requests of its devices")
    share = 100 * found / (reads + writes)
    source.put(dasd, f"cache_hit_pct.{ssid}", share, "%", "hits by requests")
    source.put(dasd, f"read_pct.{ssid}", 100 * reads / (reads + writes), "%", "reads by requests")
    if reads:
        source.put(dasd, f"read_hit_pct.{ssid}", 100 * hits / reads, "%", "hits by reads")
    if counts[_FAST_WRITE]:
        share = 100 * counts[_READS[_FAST_WRITE]] / counts[_FAST_WRITE]
        source.put(dasd, f"cfw_read_hit_pct.{ssid}", share, "%", "R745DNRH by R745DRNR")


def _queues(record: bytes, source: Source, sums: _Sums) -> None:
    """78-3: queues of control units, their paths, HyperPAV aliases and I/O processors."""
    layout = record_map("smf78-3")
    failed = any(part.flag("R783GFLG", 0) for part in layout.located(record, "IOQ global"))
    for unit in layout.located(record, "LCU data"):
        if failed or unit.flag("R783DST", 0):  # the channel measurement facility measured nothing
            continue
        name = f"{int(unit.count('R783ID2')):04X}"
        queued = unit.count("R783QCT")
        rate = queued / source.seconds
        source.put(source.lpar, f"lcu_contention_per_s.{name}", rate, "I/O/s", "R783QCT")
        if queued:
            length = unit.count("R783QSM") / queued
            source.put(source.lpar, f"lcu_queue_length.{name}", length, "", "R783QSM by R783QCT")
    for unit in layout.located(record, "HyperPAV"):
        name = f"{int(unit.count('R783HLCU')):04X}"
        requests, waited = unit.count("R783HTIO"), unit.count("R783HNAI")
        if requests >= waited and requests > 0:
            ratio = waited / requests
            raw = "R783HNAI by R783HTIO"
            source.put(source.lpar, f"hyperpav_wait_ratio.{name}", ratio, "", raw)
        source.put(source.lpar, f"hyperpav_max.{name}", unit.number("R783HAIU"), "", "R783HAIU")
    for control in layout.located(record, "configuration control"):
        name = f"{int(control.count('R783ID1')):04X}"
        paths = control.count("R783CPDN")
        if 0 < paths <= 8:
            source.put(source.lpar, f"lcu_channels.{name}", int(paths), "", "R783CPDN")


_READ: dict[tuple[int, int], Callable[[bytes, Source, _Sums], None]] = {
    (74, 1): _devices,
    (74, 4): _facilities,
    (74, 5): _cached,
    (78, 3): _queues,
}


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, frozenset(_READ))


_TIMES = ("response_ms", "iosq_ms", "pend_ms", "disc_ms", "conn_ms")

READER = Reader(
    id="rmf-smf-io",
    title="SMF 74, 78 (binary)",
    subsystem="z/OS",
    where="records",
    record_types=TYPES,
    record_kinds=frozenset(_READ),
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("dasd_volume", "io_per_s.*", "74-1: SMF74SSC by the interval, system *"),
        *(Metric("dasd_volume", f"{name}.*", "74-1, system *") for name in _TIMES),
        Metric("dasd_volume", "busy_pct.*", "74-1: connect and disconnect by the interval"),
        Metric("dasd_volume", "setting.LCU", "74-1: SMF74LCU"),
        Metric("dasd_volume", "cache_io_per_s", "74-5: requests of all systems"),
        Metric("dasd_volume", "relation.parent", "74-5: the control unit, by NEDSEQN"),
        Metric("dasd", "setting.MODEL", "74-5: NEDTYPEN and NEDMODN"),
        Metric("dasd", "io_per_s.*", "74-5: requests to devices of SSID *"),
        Metric("dasd", "cache_hit_pct.*", "74-5: hits by requests, SSID *"),
        Metric("dasd", "read_hit_pct.*", "74-5: R745DCRH, DRSH, DNRH by reads, SSID *"),
        Metric("dasd", "read_pct.*", "74-5: reads by requests, SSID *"),
        Metric("dasd", "cfw_read_hit_pct.*", "74-5: R745DNRH by R745DRNR, SSID *"),
        Metric("lpar", "dasd_io_per_s", "74-1: all devices"),
        Metric("lpar", "lcu_io_per_s.*", "74-1: devices of control unit *"),
        *(Metric("lpar", f"lcu_{name}.*", "74-1: mean of its devices") for name in _TIMES),
        Metric("lpar", "lcu_contention_per_s.*", "78-3: R783QCT"),
        Metric("lpar", "lcu_queue_length.*", "78-3: R783QSM by R783QCT"),
        Metric("lpar", "lcu_channels.*", "78-3: paths of control unit *"),
        Metric("lpar", "hyperpav_wait_ratio.*", "78-3: R783HNAI by R783HTIO"),
        Metric("lpar", "hyperpav_max.*", "78-3: R783HAIU"),
        Metric("cf", "setting.SYSPLEX", "74-4: SMF74XNM"),
        Metric("cf", "cpu_busy_pct", "74-4: R744PBSY by R744PBSY and R744PWAI"),
        Metric("cf", "system_requests.*", "74-4: R744FTOR, system *"),
        Metric("cf", "subchannel_waits.*", "74-4: R744FSCC, system *"),
        Metric("cf", "path_busy_requests.*", "74-4: R744FPBC, system *"),
        Metric("cf", "setting.CPS", "74-4: processor sections"),
        Metric("cf_structure", "setting.TYPE", "74-4: list, lock or cache"),
        Metric("cf_structure", "relation.parent", "74-4: the coupling facility"),
        Metric("cf_structure", "requests_per_s", "74-4: R744STRC, all systems"),
        Metric("cf_structure", "sync_us", "74-4: R744SSTM by R744SSRC, all systems"),
        Metric("cf_structure", "async_us", "74-4: R744SATM by R744SARC, all systems"),
        Metric("cf_structure", "requests_per_s.*", "74-4: system *"),
        Metric("cf_structure", "lock_requests.*", "74-4: R744STRC of a lock structure, system *"),
        Metric("cf_structure", "lock_contentions.*", "74-4: R744SCN, system *"),
        Metric("cf_structure", "lock_false_contentions.*", "74-4: R744SFCN, system *"),
        Metric("cf_structure", "sync_us.*", "74-4: system *"),
        Metric("cf_structure", "async_us.*", "74-4: system *"),
    ),
    page=Page(
        reads="DASD devices (74-1), coupling facilities and their structures (74-4), cache by "
        "volume (74-5), queues of control units and HyperPAV (78-3), under the names of the "
        "printed pages. Broken records are put together; a field behind the end of a section is "
        "absent. A volume that was varied within the interval is left out, as are times that its "
        "flags call invalid. Service times of structures and cache counts are taken only where "
        "they fit each other (sums of squares, hits among requests).",
        releases="z/OS V2R1 to V3R1",
        verified="offsets in IBM's manual V2R1, order and names in IBM SMF Explorer; devices, "
        "requests to structures and I/O queues also in the interface description that IBM makes of "
        "its mapping macros (resources/layouts names the sources by field); no real dump was at "
        "hand",
        unread="of 74-1 command response, interrupt delay and synchronous I/O; 74-2, 74-3; "
        "of 74-4 storage, channel paths and duplexing; of 74-5 staging, status and RAID "
        "ranks; of 78-3 paths and I/O processors; 78-2",
    ),
)
