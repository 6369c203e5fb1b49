"""RMF records that SMF's 32 KB limit broke into several, put together again.

A large configuration does not fit into one record: RMF then writes broken records, each with some
sections of the whole and a reassembly area that says how many there are, which one this is, and
for every triplet how many sections the whole has and at which position those here begin (fields
SMFnnRAO to SMFnnRAN of the product section; SMFnnRBR, RSQ, RIO, RIL, RIN; SMFnnRNN, RPP).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from advisor.reading.layout.smf import RDW, unsigned

_TRIPLETS = 28
_MOST_TRIPLETS = 16
_MOST_PIECES = 512
_MOST_OPEN = 256
"""Records of which parts are missing that are kept in hope; a sound dump has a few at a time."""


@dataclass(slots=True)
class _Whole:
    pieces: int
    records: dict[int, tuple[bytes, int, int]] = field(default_factory=dict)
    """By sequence number: record, its number in the file, where its reassembly area begins."""


@dataclass
class Reassembly:
    """Collects the pieces of broken records until they are complete."""

    open: dict[tuple[bytes, ...], _Whole] = field(default_factory=dict)

    def take(
        self, record: bytes, number: int, product: int
    ) -> tuple[bytes, tuple[int, ...]] | None:
        """The record that ``record`` completes and the numbers of its pieces; a record that is
        not broken is complete by itself.

        ``None``: other pieces are still to come.
        """
        area = _area(record, product)
        if area is None:
            return record, (number,)
        at, pieces, sequence = area
        key = _key(record, product)
        whole = self.open.pop(key, None)
        if whole is None or whole.pieces != pieces:
            whole = _Whole(pieces)
        self.open[key] = whole
        whole.records[sequence] = (record, number, at)
        if len(whole.records) < pieces:
            if len(self.open) > _MOST_OPEN:
                self.open.pop(next(iter(self.open)))
            return None
        del self.open[key]
        parts = [whole.records[place] for place in sorted(whole.records)]
        return _joined(parts), tuple(sorted(number for _, number, _ in parts))


def _key(record: bytes, product: int) -> tuple[bytes, ...]:
    """Type, system, subtype, start, length and expiration of the interval; for 72-3 the class."""
    start = product - RDW
    named = b""
    if record[1] == 72:
        control = unsigned(record, 36, 4) - RDW
        named = record[control : control + 1] + record[control + 120 : control + 128]
    return (
        record[1:2], record[10:14], record[18:20], record[start + 10 : start + 22],
        record[start + 52 : start + 60], named,
    )  # fmt: skip


def _area(record: bytes, product: int) -> tuple[int, int, int] | None:
    """Where the reassembly area begins, of how many pieces this is one, and which."""
    if unsigned(record, 32, 2) < 76:
        return None  # the product section of a release that had none
    offset, length, count = (
        unsigned(record, product + 68, 4), unsigned(record, product + 72, 2),
        unsigned(record, product + 74, 2),
    )  # fmt: skip
    if not offset or not count or length < 12:
        return None
    at = product + offset
    pieces, sequence = unsigned(record, at, 2), unsigned(record, at + 2, 2)
    if pieces < 2 or not 1 <= sequence <= pieces <= _MOST_PIECES:
        return None
    return at, pieces, sequence


def _triplets(record: bytes) -> range:
    count = min(unsigned(record, 24, 2), _MOST_TRIPLETS)
    return range(_TRIPLETS, _TRIPLETS + 8 * count, 8)


def _joined(parts: list[tuple[bytes, int, int]]) -> bytes:
    """One record with all sections of the pieces, whatever its length."""
    first = parts[0][0]
    triplets = _triplets(first)
    out = bytearray(first[: triplets.stop - RDW])
    for order, triplet in enumerate(triplets):
        placed: dict[int, bytes] = {}
        length = 0
        for record, _, area in parts:
            start, size, count = struct.unpack_from(">IHH", record, triplet - RDW)
            if not size or not count or (length and size != length):
                continue
            length = size
            position = _position(record, area, order)
            if position == 0:  # no information block: as they come
                position = 1 + (max(placed) if placed else 0)
            for index in range(count):
                at = start - RDW + index * size
                if at < 0 or at + size > len(record):
                    break
                placed[position + index] = record[at : at + size]
        sections = [placed[place] for place in sorted(placed)]
        struct.pack_into(
            ">IHH", out, triplet - RDW, len(out) + RDW if sections else 0, length,
            min(len(sections), 0xFFFF),
        )  # fmt: skip
        out += b"".join(sections)
    return bytes(out)


def _position(record: bytes, area: int, order: int) -> int:
    """Position, from 1, of the first section of a triplet in this piece; 0 if it is not said."""
    offset, length, count = (
        unsigned(record, area + 4, 4), unsigned(record, area + 8, 2), unsigned(record, area + 10, 2)
    )  # fmt: skip
    if order >= count or length < 4:
        return 0
    return unsigned(record, area + offset + order * length + 2, 2)
