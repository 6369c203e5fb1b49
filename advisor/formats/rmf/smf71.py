"""SMF 71: paging counts and frame counts of its paging data section.

The first ten fields are fullwords one after the other (SMF71PIN to SMF71LNI). Behind them the
order of the fields is public, their offsets are not: reserved fields of older releases stand
between. The frame counts are therefore looked for, and taken only where exactly one place fits
everything that must hold of them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from advisor.reading.layout.smf import RDW, sections, unsigned

_FIRST, _LAST = 40, 120
_FIELDS = 44
"""Fullwords from SMF71AFC to the second one after SMF71AVB, in the order of IBM's list."""
_TRIPLES = (7, 10, 13, 16, 19, 22, 25, 28, 31, 37)
"""Where minimum, maximum and average of one thing stand side by side (SMF71MNF, MXF, AVF …)."""
_ALIKE = 0.02


@dataclass(frozen=True, slots=True)
class Paging:
    """Pages moved between central and auxiliary storage within the interval."""

    single_in: int
    """SMF71PIN: without VIO, swaps and blocks; what RMF calls page faults."""
    out: int
    swapped_in: int
    swapped_out: int
    vio_in: int
    vio_out: int


@dataclass(frozen=True, slots=True)
class Frames:
    """Frames of 4 KB and slots, means of the interval."""

    total: int
    available: int
    slots_used: int


def paging(record: bytes) -> Paging | None:
    """The counts, if the section is there."""
    at = next(sections(record, 36), None)
    if at is None or unsigned(record, 40, 2) < _FIRST:
        return None
    pin, pot, _, sin, sot, vin, vot = (unsigned(record, at + 4 * n, 4) for n in range(7))
    return Paging(pin, pot, sin, sot, vin, vot)


def frames(record: bytes) -> Frames | None:
    """The frame counts, where one place and no other can be theirs."""
    at = next(sections(record, 36), None)
    if at is None:
        return None
    last = min(_LAST, unsigned(record, 40, 2) - 4 * _FIELDS)
    fitting = []
    for offset in range(_FIRST, last + 1, 4):
        values = struct.unpack_from(f">{_FIELDS}I", record, at - RDW + offset)
        if _plausible(values):
            fitting.append(values)
    if len(fitting) != 1:
        return None
    values = fitting[0]
    # SMF71FIN + AVT (what RMF prints as TOTAL), AVF, AVM
    return Frames(values[6] + values[18], values[9], values[39])


def _plausible(values: tuple[int, ...]) -> bool:
    """Whether these can be SMF71AFC and what follows it."""
    snapshot, defined, slots, vio, other, free = values[:6]
    available, common, private, total = values[9], values[12], values[15], values[18]
    if not 0 < available <= total or snapshot > defined:
        return False
    if abs(total - defined) > _ALIKE * defined:  # both count all frames but the nucleus'
        return False
    if available + common + private > total * (1 + _ALIKE):
        return False
    if vio + other + free > slots * (1 + _ALIKE):
        return False
    return all(values[at] <= values[at + 2] <= values[at + 1] for at in _TRIPLES)
