"""SMF records that lost their descriptor words, told apart by what each begins with.

A transfer in binary without ``QUOTE SITE RDW`` joins the records. Each begins with flags, type,
the time SMF got it, that day and the system's name; the triplets of its self-defining section say
how far it reaches. The next record begins there, or, for types without triplets, where the same
system's name stands behind the same or the next day and a time that is not earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

from advisor.reading.layout.smf import RDW, packed_date
from advisor.reading.refusals import Refusal
from advisor.reading.repairs.damaged_dumps import is_record
from model.language import LineNumber, say

PIECE = 1 << 20
LONGEST = 32_768
"""Bytes of a record, as SMF writes them; spanned ones come as one."""

_HEADER = 14
_FIRST_TRIPLET = 28
_MOST_TRIPLETS = 64
_OF_THE_DUMP = (b"\x02", b"\x03")  # the records with which IFASMFDP begins and ends a dump


def is_bare(head: bytes) -> bool:
    """Whether a file begins with a record that has no descriptor word, and another follows it."""
    if not is_record(head[:_HEADER]):
        return False
    after = _next(head, 0)
    if after is None or not is_record(head[after : after + _HEADER]):
        return False
    return _reach(head[:after]) <= after


def bare_records(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """The records of a stream without descriptor words.

    Raises
    ------
    Refusal: no next record begins where one must, so that what follows cannot be told apart.
    """
    buffer, number, ended = b"", 0, False
    while True:
        while not ended and len(buffer) < 4 * LONGEST:
            more = read(PIECE)
            ended = not more
            buffer += more
        if not buffer.strip(b"\0"):
            return
        at = 0
        while True:
            after = _next(buffer, at)
            if after is None:
                break
            number += 1
            yield buffer[at:after]
            at = after
            if not ended and len(buffer) - at < 2 * LONGEST:
                break
        buffer = buffer[at:]
        if ended:
            if _reach(buffer) > len(buffer):
                raise Refusal(
                    say(
                        "is cut off in record {number}: transfer it again",
                        number=LineNumber(number + 1),
                    )
                )
            if len(buffer) > LONGEST:
                raise Refusal(
                    say(
                        "has lost its record descriptor words, and nothing shows where "
                        "record {number} ends: transfer it again in binary with them "
                        "(FTP: BINARY and QUOTE SITE RDW)",
                        number=LineNumber(number + 1),
                    )
                )
            yield buffer
            return
        if len(buffer) >= 4 * LONGEST and at == 0:
            ended = True  # said above


def _next(data: bytes, at: int) -> int | None:
    """Where the record behind the one at ``at`` begins; ``None`` where none does."""
    system = data[at + 10 : at + 14]
    day = packed_date(data[at : at + _HEADER], 10)
    if day is None or len(system) < 4:
        return None
    time = int.from_bytes(data[at + 2 : at + 6], "big")
    found = at + _reach(data[at : at + LONGEST])
    if is_record(data[found : found + _HEADER]):
        return found
    while True:
        found = data.find(system, found + 10) - 10
        if found < at:
            return None
        head = data[found : found + _HEADER]
        if is_record(head):
            other = packed_date(head, 10)
            later = int.from_bytes(head[2:6], "big")
            if (other == day and later >= time) or other == day + timedelta(days=1):
                return found
        found += 1


def _reach(record: bytes) -> int:
    """Bytes that the record has at least: to the end of what its triplets locate.

    Triplets that make no sense (types that have none at this place) say nothing.
    """
    least = _HEADER
    if record[1:2] in _OF_THE_DUMP:
        return least
    first = len(record) + RDW
    at = _FIRST_TRIPLET - RDW
    for _ in range(_MOST_TRIPLETS):
        if at + 8 > len(record) or at + RDW + 8 > first:
            break
        offset = int.from_bytes(record[at : at + 4], "big")
        length = int.from_bytes(record[at + 4 : at + 6], "big")
        count = int.from_bytes(record[at + 6 : at + 8], "big")
        if offset:
            end = offset + length * count - RDW
            if offset < _FIRST_TRIPLET + 8 or end > LONGEST:
                return _HEADER
            first = min(first, offset)
            least = max(least, end)
        at += 8
    return least
