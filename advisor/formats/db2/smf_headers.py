"""What records of Db2's instrumentation (SMF 100 to 102) begin with: whose they are, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from advisor.reading.layout.record_maps import RecordMap, Section
from advisor.reading.layout.smf import RDW, Header, unsigned

_TRIPLET = 28
_CORRELATION = 2
_MOST_HEADERS = 8
_EPOCH = datetime(1900, 1, 1)
_APART = timedelta(hours=26)
"""A GMT clock and the local time at which SMF got the record are not further apart."""
VERSIONS = {0xA1: "10", 0xB1: "11", 0xC1: "12", 0xD1: "13"}
"""QWHSRN of the releases."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Which Db2 wrote a record, of which kind (IFCID) and release; ``plan`` where it is of one."""

    ifcid: int
    release: int
    subsystem: str
    clock_us: int
    plan: str


def origin(record: bytes, layout: RecordMap, head: Header) -> Origin | None:
    """The standard header and the correlation header behind it; ``None`` where a field of it
    cannot be what it is taken for.
    """
    at, length = unsigned(record, _TRIPLET, 4), unsigned(record, _TRIPLET + 4, 2)
    if at < _TRIPLET or at - RDW + length > len(record) or length < 32:
        return None
    own = layout.section(record, at, length, "QWHS")
    clock = microseconds(own, "QWHSSTCK")
    name = own.text("QWHSSSID")
    if own.number("QWHSTYP") != 1 or not name or clock is None or not near(clock, head):
        return None
    return Origin(
        int(own.count("QWHSIID")),
        _release(own),
        name,
        clock,
        _plan(record, layout, at, at + length),
    )


def _release(own: Section) -> int:
    raw = own.raw("QWHSRN")
    return raw[0] if raw else 0


def _plan(record: bytes, layout: RecordMap, at: int, end: int) -> str:
    """QWHCPLAN: headers follow each other, each with its length and type."""
    if "QWHC" not in layout.sections:
        return ""
    for _ in range(_MOST_HEADERS):
        length = unsigned(record, at, 2)
        if length < 4 or at + length > end:
            return ""
        header = layout.section(record, at, length, "QWHC")
        if header.number("QWHCTYP") == _CORRELATION:
            return header.text("QWHCPLAN")
        at += length
    return ""


def microseconds(section: Section, name: str) -> int | None:
    """A TOD clock or a span in its units, as whole microseconds; 0 is none of a clock."""
    raw = section.raw(name)
    return None if raw is None else int.from_bytes(raw, "big") >> 12


def near(clock_us: int, head: Header) -> bool:
    """Whether a clock can be that of a record which SMF got when its header says."""
    if head.when is None or clock_us <= 0:
        return False
    try:
        when = _EPOCH + timedelta(microseconds=clock_us)
    except OverflowError:
        return False
    return abs(when - datetime.fromisoformat(head.when)) <= _APART
