"""Binary SMF type 73: channel paths, by the units their measurement group counts in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from advisor.formats.rmf.smf_source import Source, whole_records
from advisor.reading.layout.record_maps import RecordMap, Section, record_map
from advisor.reading.layout.smf import holds_kind, occasion
from advisor.reading.reader import Collector, Metric, Page, Reader, Records

TYPES = frozenset({73})
KINDS = frozenset({(73, 1)})
_GROUPS = {1: "path of group 1", 2: "path of group 2"}
_PATH = 72
"""Length up to what follows the measurements of the group."""
_EXTENDED = 36
_INVALID, _ONLINE = 6, 7
_DELETED, _VALID = 4, 6
_MOST_PCT = 105.0
"""Work beyond this share of what a path can do is no share: these are other fields."""


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, KINDS)


def parse(records: Records, out: Collector) -> None:
    """One record has all channel paths of a channel subsystem."""
    layout = record_map("smf73")
    for _, record, source in whole_records(records, KINDS, out):
        extended = list(layout.located(record, "extended path"))
        if extended and extended[0].length != _EXTENDED:
            _refuse(source, "SMF73HEL", extended[0].length, _EXTENDED)
            extended = []
        paths = list(layout.located(record, "path"))
        if paths and paths[0].length < _PATH:
            _refuse(source, "SMF73HPL", paths[0].length, _PATH)
            continue
        for path in paths:
            _path(path, layout, extended, source)
        out.read_records(source.numbers)


def _refuse(source: Source, field: str, length: int, known: int) -> None:
    source.out.say_once(
        "{file}, record {number}: channel path sections of this type 73 have {length} bytes "
        "({field}) where {known} are known, so they were not read: compare with RMF's printed "
        "channel page.",
        source.numbers[0],
        field=field,
        length=length,
        known=known,
    )


def _path(path: Section, layout: RecordMap, extended: list[Section], source: Source) -> None:
    flagged = path.flag("SMF73FG2", _INVALID) or not path.flag("SMF73FG2", _ONLINE)
    if flagged or path.flag("SMF73FG3", _DELETED) or not path.flag("SMF73FG3", _VALID):
        return  # varied within the interval, offline, deleted, or none
    name = f"{int(path.count('SMF73PID')):02X}"
    seconds = path.seconds("SMF73PTI") or source.seconds
    busy = _busy(path, layout, seconds)
    if busy is not None:
        pct, raw = busy
        source.put(source.lpar, f"channel_busy_pct.{name}", pct, "%", raw)
    if not path.flag("SMF73FG4", 6):
        return
    place = int(path.count("SMF73EIX")) - 1
    if not 0 <= place < len(extended) or extended[place].raw("SMF73ECP") != path.raw("SMF73PID"):
        return
    for metric, field in (("ficon", "SMF73EOC"), ("zhpf", "SMF73ETC")):
        rate = extended[place].count(field) / seconds
        source.put(source.lpar, f"channel_{metric}_per_s.{name}", rate, "I/O/s", field)


def _busy(path: Section, layout: RecordMap, seconds: float) -> tuple[float, str] | None:
    """Per cent of what the path can do, all partitions; later groups are other mappings."""
    group = _GROUPS.get(int(path.count("SMF73CMG")))
    if group is None:
        return None
    own = layout.section(path.record, path.at, path.length, group)
    if group == _GROUPS[1]:
        pct, raw = 100 * (own.seconds("SMF73TUT") or 0.0) / seconds, "SMF73TUT by SMF73PTI"
    else:
        most = own.count("SMF73MCU") if path.flag("SMF73FG5", 1) else 0.0
        if most <= 0:
            return None
        pct = 100 * own.count("SMF73TUC") / (most * seconds)
        raw = "SMF73TUC by SMF73MCU and SMF73PTI"
    return (min(pct, 100.0), raw) if 0 <= pct <= _MOST_PCT else None


READER = Reader(
    id="smf-73",
    title="SMF 73, channel paths (binary)",
    subsystem="z/OS",
    where="records",
    record_types=TYPES,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("lpar", "channel_busy_pct.*", "SMF73TUT by SMF73PTI, or SMF73TUC by SMF73MCU"),
        Metric("lpar", "channel_ficon_per_s.*", "SMF73EOC of path *"),
        Metric("lpar", "channel_zhpf_per_s.*", "SMF73ETC of path *"),
    ),
    page=Page(
        reads="Utilization of each channel path by all partitions and, of FICON paths, the rates "
        "of FICON and of zHPF operations: they tell whether zHPF is in use. Paths that were "
        "varied within the interval, are offline or were deleted give nothing.",
        releases="z/OS V2R1 to V3R1",
        verified="fixed fields by the interface description that IBM makes of its mapping macros, "
        "formulas by smf2db; that the measurements begin at 24 and the counts of operations at 4 "
        "follows from the lengths of the parts alone (resources/layouts/smf73.csv): a share above "
        "100 % is not taken, nor sections of other lengths. No real record was at hand",
        unread="this partition's share, bus, read and write rates, HiperSockets (group 3), groups "
        "4 and 5 of later machines, whose mapping is not public; active and deferred operations",
    ),
)
