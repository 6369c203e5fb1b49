"""Data sets as TSO TRANSMIT packs them (NETDATA, usually called XMIT files).

Segments of at most 255 bytes: a length that counts itself, a byte of flags (0x80 the first of a
record, 0x40 the last, 0x20 a control record), the data. Control records name themselves, INMR01 to
INMR06, and carry text units: key, number of values, each value with its length. INMR02 says how a
file was unloaded, INMR03 begins its data (z/OS TSO/E Customization, "Format of transmitted data").
Checked against that description only: no real file was to be had.

What sequential data sets hold comes out as records with descriptor words, text or not. Libraries
are unloaded by IEBCOPY into a format of its own, which is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from advisor.reading.containers.limits import CUT_OFF, Trouble
from advisor.reading.containers.spool import Spool
from advisor.reading.progress import Meter
from advisor.reading.refusals import Refusal

_NAME = b"\xc9\xd5\xd4\xd9\xf0"  # INMR0
_FIRST, _LAST, _CONTROL = 0x80, 0x40, 0x20
_UTILITY = 0x1028
_COPIED = b"\xc9\xc5\xc2\xc3\xd6\xd7\xe8"  # IEBCOPY
_CIPHERED = b"\xc1\xd4\xe2\xc3\xc9\xd7\xc8\xd9"  # AMSCIPHR
_STEP = 1 << 18
_LONGEST = 1 << 20
_SEGMENT = 32_000

LIBRARY = (
    "is a library (PDS) packed by TSO TRANSMIT: RECEIVE it on z/OS and download the members, or "
    "TRANSMIT each as a sequential data set"
)
LIBRARY_TOO = (
    "holds a library (PDS) as well, which was not read: RECEIVE it on z/OS and download the members"
)
CIPHERED = "is an encrypted TSO TRANSMIT file: RECEIVE it on z/OS and download the report itself"
DAMAGED = (
    "is a damaged TSO TRANSMIT file, and what comes before the damage was read: transfer it again "
    "in binary"
)
NOTHING = (
    "is a TSO TRANSMIT file of which nothing can be unpacked: RECEIVE it on z/OS and download the "
    "report itself"
)


def is_transmitted(head: bytes) -> bool:
    """Whether a file that begins so was packed by TSO TRANSMIT and transferred in binary."""
    return head[1:2] in (b"\xe0", b"\xa0") and head[2:8] == _NAME + b"\xf1"


def unpack(source: IO[bytes], into: Spool, meter: Meter) -> None:
    """Put the records of all sequential data sets into ``into``, behind descriptor words.

    Raises
    ------
    Trouble: it is damaged or cut off behind what was unpacked, or holds a library too.
    Refusal: nothing of it can be unpacked.
    """
    copied: set[int] = set()  # numbers of the files that are libraries
    current, buffer = 0, bytearray()
    try:
        for control, record in _records(source, meter):
            if not control:
                if current not in copied:
                    _write(record, buffer)
                    if len(buffer) >= _STEP:
                        into.write(bytes(buffer))
                        buffer.clear()
            elif record.startswith(_NAME + b"\xf2"):
                utility = _utility(record)
                if utility == _CIPHERED:
                    raise Refusal(CIPHERED)
                if utility == _COPIED:
                    copied.add(int.from_bytes(record[6:10], "big"))
            elif record.startswith(_NAME + b"\xf3"):
                current += 1
            elif record.startswith(_NAME + b"\xf6"):
                break
    except Trouble as wrong:
        into.write(bytes(buffer))
        if not into.size:
            raise Refusal(LIBRARY if copied else NOTHING) from None
        raise wrong from None
    into.write(bytes(buffer))
    if copied:
        raise Trouble(LIBRARY_TOO) if into.size else Refusal(LIBRARY)
    if not into.size:
        raise Refusal(NOTHING)


def _records(source: IO[bytes], meter: Meter) -> Iterator[tuple[bool, bytes]]:
    """Records put together from their segments, each with whether it is a control record."""
    data, at, record, control = b"", 0, bytearray(), False
    while True:
        if len(data) - at < 256:
            more = source.read(_STEP)
            meter.advance(len(more))
            meter.tick()
            data, at = data[at:] + more, 0
        if at >= len(data):
            raise Trouble(CUT_OFF)  # INMR06 has not come
        length = data[at]
        if length < 2 or (at + 1 < len(data) and data[at + 1] & 0x1F):
            raise Trouble(DAMAGED)
        if at + length > len(data):
            raise Trouble(CUT_OFF)
        flags = data[at + 1]
        if flags & _FIRST:
            record.clear()
            control = bool(flags & _CONTROL)
        record += data[at + 2 : at + length]
        at += length
        if len(record) > _LONGEST:
            raise Trouble(DAMAGED)
        if flags & _LAST:
            yield control, bytes(record)


def _utility(record: bytes) -> bytes:
    """The program that unloaded a file, from the text units of its INMR02."""
    at = 10
    while at + 4 <= len(record):
        key, count = int.from_bytes(record[at : at + 2], "big"), record[at + 3]
        at += 4
        for _ in range(count):
            length = int.from_bytes(record[at : at + 2], "big")
            if key == _UTILITY:
                return record[at + 2 : at + 2 + length].rstrip(b"\x40")
            at += 2 + length
    return b""


def _write(record: bytes, buffer: bytearray) -> None:
    """A record behind its descriptor word, in several segments where it is longer than one."""
    pieces = [record[i : i + _SEGMENT] for i in range(0, len(record), _SEGMENT)] or [b""]
    for number, piece in enumerate(pieces):
        code = 0
        if len(pieces) > 1:
            code = 1 if number == 0 else 2 if number == len(pieces) - 1 else 3
        buffer += (len(piece) + 4).to_bytes(2, "big") + bytes((code, 0)) + piece
