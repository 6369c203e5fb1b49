"""Binary SMF type 72 subtype 4: which work waited for storage, as the Monitor III gatherer saw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from advisor.formats.rmf.smf_source import whole_records
from advisor.reading.layout.record_maps import record_map
from advisor.reading.layout.smf import holds_kind, occasion
from advisor.reading.reader import Collector, Metric, Page, Reader, Records

TYPES = frozenset({72})
KINDS = frozenset({(72, 4)})
_LEAST = 136
"""Length up to R724PSCT: the counts of samples."""
_PRODUCT = 104
"""Length of the product section up to SMF72SNM."""
_DELAYS = (("storage_delay_pct", "R724DSTO"), ("paging_delay_pct", "R724PAGE"))


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, KINDS)


def parse(records: Records, out: Collector) -> None:
    """A record each service class period of one system."""
    layout = record_map("smf72-4")
    seen: set[tuple[str, str, str]] = records.memory.setdefault("seen", set())
    for _, record, source in whole_records(records, KINDS, out):
        product = layout.section(record, source.product, _PRODUCT, "product")
        plex = product.text("SMF72XNM") or source.system
        for period in layout.located(record, "service class period"):
            if period.length < _LEAST:
                out.say_once(
                    "{file}, record {number}: the period section of this type 72-4 has {length} "
                    "bytes where at least {known} are known, so it was not read: compare with "
                    "RMF's printed page.",
                    source.numbers[0],
                    length=period.length,
                    known=_LEAST,
                )
                continue
            name, valid = period.text("R724LCNM"), period.count("R724VALD")
            if not name or valid <= 0:
                continue
            out.read_records(source.numbers)
            subject = f"service_class:{plex}/{name}.{period.count('R724PER#'):.0f}"
            key = (source.system, source.interval.start or "", subject)
            if key in seen:
                continue
            seen.add(key)
            for metric, counter in _DELAYS:
                samples = period.count(counter)
                if samples <= valid:  # else it is no count of these samples
                    raw = f"{counter}={samples:.0f} R724VALD={valid:.0f}"
                    metric = f"{metric}.{source.system}"
                    source.put(subject, metric, 100.0 * samples / valid, "%", raw)


READER = Reader(
    id="smf-72-4",
    title="SMF 72-4, storage of service classes (binary)",
    subsystem="z/OS",
    where="records",
    record_types=TYPES,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("service_class", "storage_delay_pct.*", "R724DSTO by R724VALD on system *"),
        Metric("service_class", "paging_delay_pct.*", "R724PAGE by R724VALD on system *"),
    ),
    page=Page(
        reads="In which share of Monitor III's samples a service class period waited for storage "
        "of any kind, and for a page: which work it is that suffers where a system pages. A record "
        "that a dump holds more than once is counted once.",
        releases="z/OS V2R4 to V3R1",
        verified="offsets by a C mapping of ERBSMFR, names, order and meaning by IBM-SMF-Explorer "
        "(resources/layouts/smf72-4.csv). That both counts are part of the valid samples follows "
        "from their meaning alone: a count above them is not taken. No real record was at hand",
        unread="frames and auxiliary slots (of how many samples they are the sum is not certain), "
        "other delays, swap reasons, times, which type 72-3 has",
    ),
)
