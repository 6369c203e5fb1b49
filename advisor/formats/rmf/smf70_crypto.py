"""Binary SMF type 70 subtype 2: how busy cryptographic adapters are and what they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from advisor.formats.rmf.smf_source import Source, whole_records
from advisor.reading.layout.record_maps import Section, record_map
from advisor.reading.layout.smf import holds_kind, occasion
from advisor.reading.reader import Collector, Metric, Page, Reader, Records

TYPES = frozenset({70})
KINDS = frozenset({(70, 2)})
_GENERATIONS = {11: "CEX5", 12: "CEX6", 13: "CEX7", 14: "CEX8"}
"""R702nCT, the same numbers for coprocessors (C), accelerators (A) and PKCS #11 (P)."""
_PARTS = {
    "CCA coprocessor": ("7023", "C", (("R7023T0", "R7023C0"),)),
    "accelerator": (
        "7024",
        "A",
        tuple(
            (f"R702{size}{form}T", f"R702{size}{form}C")
            for size in (1, 2, 3)
            for form in ("ME", "CR")
        ),
    ),
    "PKCS11 coprocessor": (
        "7025",
        "P",
        tuple((f"R7025{kind}T", f"R7025{kind}C") for kind in ("SA", "FA", "SP", "SC", "AG")),
    ),
}
"""By section: how its fields begin, the letter of its cards, and pairs of times and counts."""
_MACHINE = 0
_MOST_PCT = 105.0


def claims(records: Sequence[bytes]) -> bool:
    """Whether records that are read are among the first."""
    return holds_kind(records, KINDS)


def parse(records: Records, out: Collector) -> None:
    """One record has all adapters that a system uses."""
    for _, record, source in whole_records(records, KINDS, out):
        for section in _PARTS:
            for adapter in record_map("smf70-2").located(record, section):
                _adapter(adapter, section, source)
        out.read_records(source.numbers)


def _adapter(adapter: Section, section: str, source: Source) -> None:
    """All partitions' work on an adapter, and this one's where it is told apart."""
    prefix, letter, _ = _PARTS[section]
    kind = _GENERATIONS.get(int(adapter.count(f"R{prefix}CT")))
    scale = adapter.number(f"R{prefix}SF")
    if kind is None or not scale or (section == "accelerator" and adapter.count("R7024EN") != 1):
        return  # of a card with several engines each has its own times
    name = f"{kind}{letter}{int(adapter.count(f'R{prefix}AX')):02X}"
    time, count = _sums(adapter, section)
    busy = 100 * time * scale / source.seconds
    if not 0 <= busy <= _MOST_PCT:
        source.out.say_once(
            "{file}, record {number}: adapter {name} of this type 70-2 would be {busy:,.0f} % "
            "busy, so it was not read: compare with RMF's printed crypto page.",
            source.numbers[0],
            name=name,
            busy=busy,
        )
        return
    scope = adapter.number(f"R{prefix}SCOPE")
    rate = count / source.seconds
    if scope is None or scope == _MACHINE:
        raw = f"R{prefix}SF by its times"
        source.put(source.lpar, f"crypto_busy_pct.{name}", min(busy, 100.0), "%", raw)
        source.put(source.lpar, f"crypto_ops_per_s.{name}", rate, "operations/s", "its counts")
    else:
        metric = f"crypto_own_ops_per_s.{name}"
        source.put(source.lpar, metric, rate, "operations/s", "counts of this system")


def _sums(adapter: Section, section: str) -> tuple[float, float]:
    pairs = list(_pairs(adapter, section))
    return sum(time for time, _ in pairs), sum(count for _, count in pairs)


def _pairs(adapter: Section, section: str) -> Iterator[tuple[float, float]]:
    for time, count in _PARTS[section][2]:
        yield adapter.count(time), adapter.count(count)


READER = Reader(
    id="smf-70-2",
    title="SMF 70-2, cryptographic adapters (binary)",
    subsystem="z/OS",
    where="records",
    record_types=TYPES,
    record_kinds=KINDS,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("lpar", "crypto_busy_pct.*", "times of adapter * by the interval, all partitions"),
        Metric("lpar", "crypto_ops_per_s.*", "operations of adapter *, all partitions"),
        Metric("lpar", "crypto_own_ops_per_s.*", "operations of this system on adapter *"),
    ),
    page=Page(
        reads="CCA coprocessors, accelerators and PKCS #11 coprocessors of generations CEX5 to "
        "CEX8: how busy each is, and the rate of its operations, for the machine and for this "
        "system.",
        releases="z/OS V2R1 to V3R1",
        verified="offsets by a C mapping of z/OS 2.4, names and order by IBM SMF Explorer, the "
        "scaling of times by smf2db (resources/layouts/smf70-2.csv); an adapter that would be "
        "busier than the interval is long is not taken. No real record was at hand",
        unread="accelerators of several engines (before CEX5), operations by kind, ICSF services",
    ),
)
