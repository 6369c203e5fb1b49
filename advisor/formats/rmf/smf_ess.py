"""Binary SMF type 74 subtype 8: host adapters and ranks of DASD subsystems, as these count them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from advisor.formats.rmf.smf_source import Source, whole_records
from advisor.reading.layout.record_maps import RecordMap, Section, record_map
from advisor.reading.layout.smf import holds_kind, occasion
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from model.language import Quoted

TYPES = frozenset({74})
KINDS = frozenset({(74, 8)})
_CONTROL, _LINK, _RANK = 44, 104, 57
"""Lengths up to the last field that is known of each section."""

_POOLS_VALID = 0
"""Bit of R748CFLG: without it there are no statistics of extent pools and their ranks."""

_NO_BYTES, _NO_TIMES = 0, 1
"""Bits of R748LFLG."""

_BLOCK_MB = 128 / 1024
_RANK_MS = 16.0
_LONGEST_MS = 60_000.0
_MOST = 1e12

Figure = tuple[str, float, str, str]


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, KINDS)


def parse(records: Records, out: Collector) -> None:
    """A record each subsystem; of what several systems measured the first one is taken."""
    layout = record_map("smf74-8")
    seen: set[tuple[str, str]] = records.memory.setdefault("seen", set())
    for _, record, source in whole_records(records, KINDS, out):
        control = next(layout.located(record, "link control"), None)
        serial = "" if control is None else control.text("R748CSER").lstrip("0")
        if control is None or control.length < _CONTROL or not serial.isalnum():
            _refuse(source, Quoted("R748CSER"))
            continue
        if control.count("R748CSC") or (serial, source.interval.start or "") in seen:
            out.read_records(source.numbers)
            continue  # the subsystem did not answer, or another system told of it
        odd = _contradiction(record, layout)
        if odd:
            _refuse(source, Quoted(odd))
            continue
        out.read_records(source.numbers)
        seen.add((serial, source.interval.start or ""))
        _box(record, layout, control, f"dasd:{serial}", source)


def _box(record: bytes, layout: RecordMap, control: Section, dasd: str, source: Source) -> None:
    kind, model = control.text("R748CTYP").lstrip("0"), control.text("R748CMDL")
    if kind and model:
        source.put(dasd, "setting.MODEL", f"{kind}-{model}", "", "R748CTYP, R748CMDL")
    seconds = control.seconds("R748CINT") or source.seconds
    if not control.count("R748CIOC"):
        for link in layout.located(record, "link"):
            name = f"{int(link.count('R748LAID')):04X}"
            for metric, value, unit, raw in _adapter(link, seconds):
                source.put(dasd, f"{metric}.{name}", value, unit, raw)
    if control.flag("R748CFLG", _POOLS_VALID):
        for rank in layout.located(record, "rank"):
            name = f"{int(rank.count('R748RRID')):04X}"
            for metric, value, unit, raw in _rank(rank, seconds):
                source.put(dasd, f"{metric}.{name}", value, unit, raw)


def _adapter(link: Section, seconds: float) -> Iterator[Figure]:
    """What an adapter did for hosts (ECKD), and what it sent of copies (PPRC)."""
    times = not link.flag("R748LFLG", _NO_TIMES)
    ios = link.count("R748LERO") + link.count("R748LEWO")
    if ios:
        yield "link_io_per_s", ios / seconds, "I/O/s", "R748LERO+LEWO"
        if not link.flag("R748LFLG", _NO_BYTES):
            moved = (link.count("R748LERB") + link.count("R748LEWB")) * _BLOCK_MB
            yield "link_mb_per_s", moved / seconds, "MB/s", "R748LERB+LEWB"
        if times:
            spent = link.count("R748LERT") + link.count("R748LEWT")
            yield "link_response_ms", spent / ios, "ms", "R748LERT+LEWT by LERO+LEWO"
    sends = link.count("R748LPSO")
    if sends:
        yield "pprc_sends_per_s", sends / seconds, "I/O/s", "R748LPSO"
        if times:
            yield "pprc_send_ms", link.count("R748LPST") / sends, "ms", "R748LPST by LPSO"


def _rank(rank: Section, seconds: float) -> Iterator[Figure]:
    for what, count, spent in (
        ("read", "R748RROP", "R748RKRT"),
        ("write", "R748RWOP", "R748RKWT"),
    ):
        operations = rank.count(count)
        if operations:
            yield f"rank_{what}s_per_s", operations / seconds, "I/O/s", count
            mean = _RANK_MS * rank.count(spent) / operations
            yield f"rank_{what}_ms", mean, "ms", " by ".join((spent, count))


def _contradiction(record: bytes, layout: RecordMap) -> str:
    """What shows that sections are not those that the layout says; empty where nothing does."""
    for part, least, name, floats in (
        ("link", _LINK, "R748LAID", ("LERB", "LEWB", "LERO", "LEWO", "LERT", "LEWT", "LPSO")),
        ("rank", _RANK, "R748RRID", ("RROP", "RWOP", "RKRT", "RKWT")),
    ):
        ids: set[float] = set()
        for section in layout.located(record, part):
            if section.length < least:
                return f"{part} {section.length}"
            if section.count(name) in ids:
                return f"{name} {section.count(name):.0f} {section.count(name):.0f}"
            ids.add(section.count(name))
            for one in floats:
                if not 0 <= section.count(f"R748{one}") < _MOST:
                    return f"R748{one}"
            figures = _adapter(section, 1.0) if part == "link" else _rank(section, 1.0)
            for metric, value, _, raw in figures:
                if metric.endswith("_ms") and value > _LONGEST_MS:
                    return f"{raw} {value:.0f} ms"
    return ""


def _refuse(source: Source, odd: Quoted) -> None:
    source.out.say_once(
        "{file}, record {number}: sections of this type 74-8 are not as its layout says "
        "({odd}), so they were not read: compare with RMF's printed ESS pages.",
        source.numbers[0],
        odd=odd,
    )


READER = Reader(
    id="smf-74-8",
    title="SMF 74-8, host adapters and ranks of DASD subsystems (binary)",
    subsystem="DASD",
    where="records",
    record_types=TYPES,
    record_kinds=KINDS,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("dasd", "setting.MODEL", "R748CTYP, R748CMDL"),
        Metric("dasd", "link_io_per_s.*", "R748LERO and LEWO of adapter *"),
        Metric("dasd", "link_mb_per_s.*", "R748LERB and LEWB of adapter *"),
        Metric("dasd", "link_response_ms.*", "R748LERT and LEWT by operations of adapter *"),
        Metric("dasd", "pprc_sends_per_s.*", "R748LPSO of adapter *"),
        Metric("dasd", "pprc_send_ms.*", "R748LPST by R748LPSO of adapter *"),
        Metric("dasd", "rank_reads_per_s.*", "R748RROP of rank *"),
        Metric("dasd", "rank_writes_per_s.*", "R748RWOP of rank *"),
        Metric("dasd", "rank_read_ms.*", "R748RKRT by R748RROP of rank *"),
        Metric("dasd", "rank_write_ms.*", "R748RKWT by R748RWOP of rank *"),
    ),
    page=Page(
        reads="What the host adapters of a DASD subsystem did for hosts and sent of copies, and "
        "reads and writes of each rank with their times, by the serial number of the subsystem. A "
        "subsystem that several systems measured is taken once an interval. Sections of another "
        "length, adapters or ranks that stand twice, and times beyond a minute are refused with "
        "the whole record.",
        releases="z/OS V2R1 to V3R1",
        verified="offsets within sections by IBM's manual V2R1, names and order by IBM SMF "
        "Explorer; where the triplets stand is inferred from their order "
        "(resources/layouts/smf74-8.csv); no real record was at hand",
        unread="SCSI activity, what adapters received of copies, extent pools, arrays of ranks, "
        "bytes of ranks",
    ),
)
