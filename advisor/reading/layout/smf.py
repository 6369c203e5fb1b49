"""SMF records: header, triplets, and the number formats they use.

Offsets are those of IBM's tables (z/OS MVS System Management Facilities), which count the four
bytes of the record descriptor word; records come without it, so that every access subtracts 4.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

from advisor.observations import Interval
from advisor.reading.reader import Occasion

RDW = 4
_MAX_SECTIONS = 20_000


@dataclass(frozen=True, slots=True)
class Header:
    """What every record begins with. ``when`` is the time SMF got the record, ISO."""

    type: int
    subtype: int
    system: str
    subsystem: str
    when: str | None


def u8(record: bytes, offset: int) -> int:
    """Unsigned byte at IBM's offset; 0 beyond the record's end."""
    at = offset - RDW
    return record[at] if 0 <= at < len(record) else 0


def unsigned(record: bytes, offset: int, length: int) -> int:
    """Unsigned number of ``length`` bytes at IBM's offset; 0 beyond the record's end."""
    at = offset - RDW
    if at < 0 or at + length > len(record):
        return 0
    return int.from_bytes(record[at : at + length], "big")


def text(record: bytes, offset: int, length: int) -> str:
    """EBCDIC text, blanks and zeros stripped."""
    at = max(0, offset - RDW)
    return record[at : at + length].decode("cp037", "replace").strip(" \0")


def packed_digits(data: bytes) -> str | None:
    """Digits of a packed decimal field with its sign; ``None`` if it is none."""
    digits = data.hex()
    return digits[:-1] if digits and digits[:-1].isdecimal() and digits[-1] in "abcdef" else None


def packed_date(record: bytes, offset: int) -> date | None:
    """``0cyydddF``."""
    digits = packed_digits(record[offset - RDW : offset - RDW + 4])
    if digits is None or len(digits) != 7:
        return None
    year = 1900 + 100 * int(digits[:2]) + int(digits[2:4])
    day = int(digits[4:])
    if not 1 <= day <= 366 or not 1900 <= year <= 2199:
        return None
    return date(year, 1, 1) + timedelta(days=day - 1)


def header(record: bytes) -> Header | None:
    """The header, or ``None`` when the bytes are no SMF record."""
    if len(record) < 14:
        return None
    day = packed_date(record, 10)
    if day is None:
        return None
    hundredths = unsigned(record, 6, 4)
    if hundredths >= 8_640_000:
        return None
    moment = datetime(day.year, day.month, day.day) + timedelta(seconds=hundredths // 100)
    return Header(
        record[1], unsigned(record, 22, 2), text(record, 14, 4), text(record, 18, 4),
        moment.isoformat(),
    )  # fmt: skip


_EXTENDED = 126
"""The type in the standard header of a record whose own type stands in an extended one."""


def kind_of(record: bytes) -> int:
    """Type (times 65,536) and subtype of a record, also one with an extended header; -1 if the
    bytes are no SMF record.
    """
    if len(record) < 14:
        return -1
    if record[1] == _EXTENDED and record[0] & 0x60 == 0x60 and unsigned(record, 24, 2) == 32:
        extended = unsigned(record, 52, 2) << 16 | unsigned(record, 22, 2)
        return -1 if packed_date(record, 10) is None else extended
    return _plain_kind(record[:2], record[18:20], record[6:10])


@lru_cache(maxsize=4096)
def _plain_kind(first: bytes, subtype: bytes, day: bytes) -> int:
    """The same by the bytes that say it: a dump's records share them."""
    if packed_date(bytes(6) + day, 10) is None:
        return -1
    number = int.from_bytes(subtype, "big") if first[0] & 0x40 and len(subtype) == 2 else 0
    return first[1] << 16 | number


def sections(record: bytes, triplet: int) -> Iterator[int]:
    """IBM offsets of the sections that a triplet (offset 4, length 2, number 2) locates."""
    start = unsigned(record, triplet, 4)
    length = unsigned(record, triplet + 4, 2)
    count = min(unsigned(record, triplet + 6, 2), _MAX_SECTIONS)
    if start < 24 or not length:
        return
    for position in range(count):
        at = start + position * length
        if at - RDW + length > len(record):
            return
        yield at


def clock_s(record: bytes, offset: int) -> float:
    """A span in TOD clock format (bit 51 is a microsecond), in seconds."""
    return (unsigned(record, offset, 8) >> 12) / 1e6


def hexadecimal(raw: int) -> float:
    """The eight bytes of a long System/370 number, as an integer, as what they mean."""
    if not raw:
        return 0.0
    exponent = ((raw >> 56) & 0x7F) - 64
    fraction = (raw & 0x00FF_FFFF_FFFF_FFFF) / float(1 << 56)
    value = fraction * 16.0**exponent
    return -value if raw >> 63 else value


def layout(*fields: tuple[int, int]) -> struct.Struct:
    """What unpacks unsigned fields of a section at once: offset and length each, ascending."""
    codes, at = ">", 0
    for offset, length in fields:
        codes += f"{offset - at}x" + {1: "B", 2: "H", 4: "I", 8: "Q"}[length]
        at = offset + length
    return struct.Struct(codes)


def section(record: bytes, at: int, length: int, known: int) -> bytes:
    """A section's bytes, as many as are ``known``; fields that a release had not yet are zero."""
    start = at - RDW
    data = record[start : start + min(length, known)]
    return data if len(data) == known else data.ljust(known, b"\0")


def signed(record: bytes, offset: int) -> int:
    """A signed fullword."""
    at = offset - RDW
    if at < 0 or at + 4 > len(record):
        return 0
    value: int = struct.unpack_from(">i", record, at)[0]
    return value


def rmf_interval(record: bytes, product: int) -> Interval:
    """Start and length from an RMF product section (IST, DAT, INT; all packed)."""
    day = packed_date(record, product + 14)
    clock = packed_digits(record[product + 10 - RDW : product + 14 - RDW])
    length = packed_digits(record[product + 18 - RDW : product + 22 - RDW])
    seconds = None
    if length is not None and len(length) == 7:
        seconds = int(length[:2]) * 60 + int(length[2:4]) + int(length[4:]) / 1000
    if day is None or clock is None or len(clock) != 7:
        return Interval(None, None, seconds)
    hours, minutes, rest = int(clock[1:3]), int(clock[3:5]), int(clock[5:7])
    if hours > 23 or minutes > 59 or rest > 59:
        return Interval(None, None, seconds)
    start = datetime(day.year, day.month, day.day, hours, minutes, rest)
    end = None if seconds is None else start + timedelta(seconds=round(seconds))
    return Interval(start.isoformat(), None if end is None else end.isoformat(), seconds)


QUARTER_S = 900.0
_STEP_S = 900
_LATE_S = 60
"""SMF gets the records of an interval within this time after its end."""


_HUNDREDTHS = _STEP_S * 100


@lru_cache(maxsize=4096)
def _quarter(step: int, day: bytes, system: bytes) -> Occasion | None:
    """The quarter of an hour with this number since midnight (-1: the one before)."""
    digits = packed_digits(day)
    if digits is None or len(digits) != 7:
        return None
    year, number = 1900 + 100 * int(digits[:2]) + int(digits[2:4]), int(digits[4:])
    if not 1 <= number <= 366 or not 1900 < year <= 2199:
        return None
    start = datetime(year, 1, 1) + timedelta(days=number - 1, seconds=step * _STEP_S)
    return Occasion(system.decode("cp037", "replace").strip(" \0"), start.isoformat(), _STEP_S)


def quarter(record: bytes) -> Occasion | None:
    """The quarter of an hour that a record covers, by when SMF got it."""
    hundredths = int.from_bytes(record[2:6], "big")
    if hundredths >= 8_640_000:
        return None
    step = (hundredths - 100 * _LATE_S) // _HUNDREDTHS
    return _quarter(step, record[6:10], record[10:14])


def quarter_between(start: str, first: str, last: str) -> Interval:
    """A quarter of an hour without what lies before the first or after the last record."""
    begin = datetime.fromisoformat(start)
    end = min(begin + timedelta(seconds=_STEP_S), datetime.fromisoformat(last))
    begin = max(begin, datetime.fromisoformat(first))
    length = (end - begin).total_seconds()
    return Interval(begin.isoformat(), end.isoformat(), length if length > 0 else None)


@lru_cache(maxsize=512)
def _kind(type_: int, subtype: bytes) -> str:
    return f"{type_}-{subtype[0]}-{subtype[1]}"


def occasion(record: bytes, types: frozenset[int]) -> tuple[Occasion, str] | None:
    """Which interval a record of ``types`` belongs to, and its type and subtype."""
    if len(record) < 40 or record[1] not in types:
        return None
    when = quarter(record)
    return None if when is None else (when, _kind(record[1], record[18:20]))


def holds(records: Sequence[bytes], types: frozenset[int]) -> bool:
    """Whether any of the records is a valid one of these types."""
    return any(len(r) > 14 and r[1] in types and header(r) is not None for r in records)


def holds_kind(records: Sequence[bytes], kinds: frozenset[tuple[int, int]]) -> bool:
    """Whether any of the records is a valid one of these types and subtypes."""
    types = {type_ for type_, _ in kinds}
    return any(
        len(record) > 20
        and record[1] in types
        and (record[1], record[18] << 8 | record[19]) in kinds
        and header(record) is not None
        for record in records
    )
