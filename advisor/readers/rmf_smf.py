"""Binary SMF types 70 (CPU), 71 (paging) and 72 subtype 3 (workload), as IFASMFDP dumps them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from advisor.observations import Interval
from advisor.readers.layout.smf import (
    clock_s,
    header,
    hex_float,
    holds,
    occasion,
    rmf_interval,
    sections,
    text,
    u8,
    unsigned,
)
from advisor.readers.reader import Collector, Metric, Page, Reader, Records

TYPES = frozenset({70, 71, 72})
_OF_THE_DUMP = frozenset({2, 3})  # header and trailer that IFASMFDP writes
_PRODUCT, _FIRST = 28, 36


def claims(records: Sequence[bytes]) -> bool:
    """Whether records of these types are among the first."""
    return holds(records, TYPES)


def parse(records: Records, out: Collector) -> None:
    """One record after the other; those of other types are left unread."""
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) >= 2 and record[1] in _OF_THE_DUMP:
            out.read_records((number,))
        if len(record) < 40 or record[1] not in TYPES:
            continue
        head = header(record)
        product = next(sections(record, _PRODUCT), None)
        if head is None or product is None:
            continue
        interval = rmf_interval(record, product)
        if not interval.duration_s:
            continue
        if head.type == 70 and head.subtype == 1:
            _cpu(record, number, head.system, product, interval, out)
        elif head.type == 71:
            _paging(record, number, head.system, interval, out)
        elif head.type == 72 and head.subtype == 3:
            _workload(record, number, head.system, product, interval, out)
        else:
            continue
        out.read_records((number,))


def _cpu(
    record: bytes, number: int, system: str, product: int, interval: Interval, out: Collector
) -> None:
    lpar, seconds = f"lpar:{system}", interval.duration_s or 0.0
    online: dict[int, int] = {}
    busy: dict[int, float] = {}
    for at in sections(record, 44):
        if not u8(record, at + 10) & 0x01:  # SMF70CNF: online at the end of the interval
            continue
        kind = u8(record, at + 15)  # SMF70TYP: 0 CP, 2 zIIP
        waiting = clock_s(record, at)
        parked = clock_s(record, at + 32)
        available = max(seconds - parked, 0.0)
        online[kind] = online.get(kind, 0) + 1
        if available > 0:
            busy[kind] = busy.get(kind, 0.0) + max(0.0, seconds - waiting - parked)
    what = f"SMF 70-1 of {system}"

    def put(metric: str, value: float, unit: str, raw: str) -> None:
        line = f"{what}: {metric} {raw}"
        out.observe_record(lpar, metric, value, unit, number, line, raw, interval)

    for kind, setting in ((0, "setting.CPS"), (2, "setting.ZIIPS")):
        if online.get(kind):
            put(setting, online[kind], "", "CPU data sections online")
    if online.get(0) and seconds:
        put("mvs_busy_pct", 100 * busy.get(0, 0.0) / seconds / online[0], "%", "SMF70WAT, SMF70PAT")
    _partition(record, number, system, product, interval, out)


def _partition(
    record: bytes, number: int, system: str, product: int, interval: Interval, out: Collector
) -> None:
    """LPAR busy: total dispatch time of the own partition's logical processors."""
    own = u8(record, product + 50)  # SMF70PTN
    processors = list(sections(record, 68))
    names = [text(record, at, 16).upper() for at in sections(record, 76)]
    for at in sections(record, 60):
        if u8(record, at + 8) != own:
            continue
        first, count = unsigned(record, at + 12, 4), unsigned(record, at + 10, 2)
        used: dict[str, float] = {}
        present: dict[str, float] = {}
        for where in processors[first : first + count]:
            index = unsigned(record, where + 14, 2)
            kind = names[index - 1] if 0 < index <= len(names) else "CP"
            used[kind] = used.get(kind, 0.0) + clock_s(record, where)
            online = clock_s(record, where + 40)  # SMF70ONT
            present[kind] = present.get(kind, 0.0) + online
        for kind, metric in (("CP", "cp_busy_pct"), ("IIP", "ziip_busy_pct")):
            if present.get(kind):
                value = 100 * used[kind] / present[kind]
                line = f"SMF 70-1 of {system}: {metric} SMF70PDT, SMF70ONT of partition {own}"
                out.observe_record(
                    f"lpar:{system}", metric, value, "%", number, line, "SMF70PDT", interval
                )


def _paging(record: bytes, number: int, system: str, interval: Interval, out: Collector) -> None:
    at = next(sections(record, _FIRST), None)
    if at is None or not interval.duration_s:
        return
    page_in, page_out = unsigned(record, at, 4), unsigned(record, at + 4, 4)
    seconds = interval.duration_s
    for metric, value, raw in (
        ("page_faults_per_s", page_in / seconds, f"SMF71PIN={page_in}"),
        (
            "demand_paging_per_s",
            (page_in + page_out) / seconds,
            f"SMF71PIN+POT={page_in + page_out}",
        ),
    ):
        line = f"SMF 71 of {system}: {metric} {raw}"
        out.observe_record(f"lpar:{system}", metric, value, "pages/s", number, line, raw, interval)


def _workload(
    record: bytes, number: int, system: str, product: int, interval: Interval, out: Collector
) -> None:
    control = next(sections(record, _FIRST), None)
    if control is None or not interval.duration_s:
        return
    seconds = interval.duration_s
    plex = text(record, product + 88, 8) or system
    kind = "report" if u8(record, control) & 0x80 else "service"
    name = text(record, control + 120, 8)
    if not name:
        return
    cpu_coefficient = unsigned(record, control + 52, 4)
    srb_coefficient = unsigned(record, control + 64, 4)
    adjustment = unsigned(record, control + 172, 4)
    for at in sections(record, 60):
        period = u8(record, at + 8)
        subject = f"service_class:{plex}/{name}" + (f".{period}" if kind == "service" else "")
        out.observe_record(
            subject, "setting.TYPE", kind, "", number, f"SMF 72-3 of {system}: {kind} class {name}"
        )
        ended = unsigned(record, at + 184, 4)
        figures: list[tuple[str, float, str, str]] = [
            ("ended_per_s", ended / seconds, "transactions/s", f"R723CRCP={ended}")
        ]
        if ended:
            elapsed_ms = hex_float(record, at + 200) * 1.024 / ended
            figures.append(("response_ms", elapsed_ms, "ms", "R723CTET/R723CRCP"))
        if cpu_coefficient and adjustment:
            factor = adjustment / 1600.0
            figures.append(("cpu_s", hex_float(record, at + 32) * factor / cpu_coefficient, "s",
                            "R723CCPU*R723MADJ/(1600*R723MCPU)"))  # fmt: skip
            if srb_coefficient:
                figures.append(("srb_s", hex_float(record, at + 56) * factor / srb_coefficient,
                                "s", "R723CSRB*R723MADJ/(1600*R723MSRB)"))  # fmt: skip
        resident_s = hex_float(record, at + 136) * 1024e-6
        if resident_s > 0:
            page_ins = hex_float(record, at + 64) / resident_s
            figures.append(("page_ins_per_s", page_ins, "pages/s", "R723CPIR/R723CTRR"))
        count = unsigned(record, at + 340, 4)
        figures.append(("io_per_s", count / seconds, "I/O/s", f"R723CIRC={count}"))
        for metric, value, unit, raw in figures:
            line = f"SMF 72-3 of {system}, {kind} class {name}: {metric} {raw}"
            out.observe_record(
                subject, f"{metric}.{system}", value, unit, number, line, raw, interval
            )


READER = Reader(
    id="rmf-smf",
    title="SMF 70, 71, 72 (binary)",
    subsystem="z/OS",
    where="records",
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("lpar", "cp_busy_pct", "%", "70-1: SMF70PDT against SMF70ONT, own partition"),
        Metric("lpar", "mvs_busy_pct", "%", "70-1: interval less SMF70WAT and SMF70PAT"),
        Metric("lpar", "ziip_busy_pct", "%", "70-1: as cp_busy_pct, zIIPs"),
        Metric("lpar", "setting.CPS", "", "70-1: processors online"),
        Metric("lpar", "setting.ZIIPS", "", "70-1: zIIPs online"),
        Metric("lpar", "page_faults_per_s", "pages/s", "71: SMF71PIN"),
        Metric("lpar", "demand_paging_per_s", "pages/s", "71: SMF71PIN and SMF71POT"),
        Metric("service_class", "ended_per_s.*", "transactions/s", "72-3: R723CRCP, system *"),
        Metric("service_class", "response_ms.*", "ms", "72-3: R723CTET by R723CRCP"),
        Metric("service_class", "cpu_s.*", "s", "72-3: R723CCPU in seconds"),
        Metric("service_class", "page_ins_per_s.*", "pages/s", "72-3: R723CPIR by R723CTRR"),
        Metric("service_class", "io_per_s.*", "I/O/s", "72-3: R723CIRC"),
    ),
    page=Page(
        reads="Records of these types wherever they stand in a dump, spanned segments joined. "
        "Sections are found by their triplets; a section that would reach beyond its record is "
        "not read. Long fields of 72-3 are System/370 floating point.",
        releases="z/OS V1R13 to V2R5",
        verified="field names, order and lengths against IBM's SMF manual (headers) and the public "
        "C mappings of SMF 70 and 72 of smf2json; no real dump was at hand",
        unread="other subtypes; LPAR cluster, crypto, response time distributions",
    ),
)
