"""Binary SMF type 75: page data sets, from which the kind of paging device follows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from advisor.formats.rmf.smf_source import Source, whole_records
from advisor.reading.layout.record_maps import record_map
from advisor.reading.layout.smf import holds_kind, occasion
from advisor.reading.reader import Collector, Metric, Page, Reader, Records

TYPES = frozenset({75})
KINDS = frozenset({(75, 1)})
_LEAST = 116
"""Length up to SMF75CU: the section of every release from which the record is known."""
_PRODUCT = 28
"""Length of the product section up to SMF75SAM."""
_LOCAL, _SCM = 3, 4
"""Bits of SMF75PST and SMF75FL2."""


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, KINDS)


def parse(records: Records, out: Collector) -> None:
    """A record each page data set; where most pages went is known after all of an interval."""
    layout = record_map("smf75")
    moved: dict[tuple[str, str], tuple[Source, dict[str, float]]] = records.memory.setdefault(
        "moved", {}
    )
    seen: set[tuple[str, str, str]] = records.memory.setdefault("seen", set())
    for _, record, source in whole_records(records, KINDS, out):
        for section in layout.located(record, "page data set"):
            if section.length < _LEAST:
                out.say_once(
                    "{file}, record {number}: the page data set section of this type 75 has "
                    "{length} bytes where at least {known} are known, so it was not read: compare "
                    "with RMF's printed page.",
                    source.numbers[0],
                    length=section.length,
                    known=_LEAST,
                )
                continue
            flash = section.flag("SMF75FL2", _SCM)
            name = "SCM" if flash else section.text("SMF75DSN")
            start = source.interval.start or ""
            if not name:
                continue
            out.read_records(source.numbers)
            if (source.system, start, name) in seen:
                continue
            seen.add((source.system, start, name))
            pages = section.count("SMF75PGX")
            raw = f"SMF75PGX={pages:.0f}"
            metric = f"page_data_set_pages_per_s.{name}"
            source.put(source.lpar, metric, pages / source.seconds, "pages/s", raw)
            if flash or section.flag("SMF75PST", _LOCAL):
                product = layout.section(record, source.product, _PRODUCT, "product")
                samples = product.count("SMF75SAM")
                if samples:
                    used = section.count("SMF75USE")
                    source.put(
                        source.lpar,
                        f"page_data_set_in_use_pct.{name}",
                        100.0 * used / samples,
                        "%",
                        f"SMF75USE={used:.0f} SMF75SAM={samples:.0f}",
                    )
                _, kinds = moved.setdefault((source.system, start), (source, {}))
                device = "flash" if flash else "disk"
                kinds[device] = kinds.get(device, 0.0) + pages
    if records.last:
        for source, kinds in moved.values():
            device = max(kinds, key=lambda kind: kinds[kind])
            raw = f"SMF75PGX={kinds[device]:.0f}"
            value = device if kinds[device] > 0 else "none"
            source.put(source.lpar, "setting.PAGE_DEVICE", value, "", raw)
        moved.clear()


READER = Reader(
    id="smf-75",
    title="SMF 75, page data sets (binary)",
    subsystem="z/OS",
    where="records",
    record_types=TYPES,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("lpar", "page_data_set_pages_per_s.*", "SMF75PGX of data set *"),
        Metric("lpar", "page_data_set_in_use_pct.*", "SMF75USE of SMF75SAM samples"),
        Metric("lpar", "setting.PAGE_DEVICE", "flash, disk or none: where most pages went"),
    ),
    page=Page(
        reads="Pages moved to and from each page data set and storage-class memory (Flash "
        "Express, Virtual Flash Memory), which of the two took most, and the share of samples in "
        "which those that are paged to were in use. A record that a dump "
        "holds more than once is counted once.",
        releases="z/OS V2R1 to V3R1",
        verified="offsets by the interface description that IBM makes of its mapping macros, names "
        "and formulas by smf2db (resources/layouts/smf75.csv); no real record was at hand",
        unread="slots and bad slots, I/Os, volume and device",
    ),
)
