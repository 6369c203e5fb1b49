"""SMF dumps that a transfer spoilt: recognised, so that the remedy can be named.

An SMF record begins, behind its descriptor word, with flags, type, time in hundredths of a second,
packed date and the system's name in EBCDIC (z/OS MVS System Management Facilities, standard
header): hardly anything else looks like that.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Literal

from advisor.reading.decoding import cp1047

assert cp1047.DECODING_TABLE  # importing it registers the codec

STRIPPED = (
    "is an SMF dump that has lost its record descriptor words, without which nobody can tell where "
    "a record ends: transfer it again in binary with them (FTP: BINARY and QUOTE SITE RDW)"
)
TRANSLATED = (
    "is an SMF dump that was transferred as text, which spoils binary fields: transfer it again "
    "in binary with record descriptor words (FTP: BINARY and QUOTE SITE RDW)"
)
TERSED = (
    "is compressed with AMATERSE: unpack it on z/OS (AMATERSE UNPACK) and transfer a report as "
    "text, an SMF dump in binary with record descriptor words (FTP: BINARY and QUOTE SITE RDW)"
)
_CENTURY = (0, 1)
_FIRST_YEAR = "0064"
"""Century and year, 1964: no system wrote records before."""
_SYSTEM = re.compile(rb"[\xc1-\xc9\xd1-\xd9\xe2-\xe9\x5b\x7b\x7c\xf0-\xf9]{1,4}\x40{0,3}\Z")
_TABLES = ("cp1047", "cp037", "cp500")
_MOST_LINES = 200
_SHOWN = 1 << 16
_DESCRIPTOR = struct.Struct(">HBB")
_TERSE = struct.Struct(">BBHBBHI")  # version, variable, LRECL, flags, ratio, block size, LRECL


def begun_dump(head: bytes) -> Literal["bdw", "rdw"] | None:
    """How the records of a dump are described that begins well, whatever comes further on."""
    for kind, at in (("bdw", 8), ("rdw", 4)):
        length, code, zero = _DESCRIPTOR.unpack_from(head.ljust(at, b"\0"), at - 4)
        if length < 18 or code > 1 or zero or not is_record(head[at : at + 14]):
            continue
        if kind == "rdw" or (head[2:4] == b"\0\0" and int.from_bytes(head[:2], "big") > length):
            return "bdw" if kind == "bdw" else "rdw"
    return None


_TENS = b"".join(re.escape(bytes((high << 4 | low,))) for high in range(10) for low in range(10))
_LIKE = re.compile(
    rb"(?s)(?=[\x00-\x7f].(?:\x00\x00..)?[\x00\x01]\x00..[\x00-\x83]...[\x00\x01]["
    + _TENS
    + rb"]{2}.[\xc1-\xf9\x5b\x7b\x7c])"
)
"""Where a record may begin: descriptor words, time and packed date have few forms."""


def begun_dumps(data: bytes, end: int) -> Iterator[tuple[int, Literal["bdw", "rdw"]]]:
    """Where before ``end`` a dump may begin, and how its records are described.

    A pattern finds the places: asking at each of them took four seconds a megabyte.
    """
    for match in _LIKE.finditer(data, 0, end + 32):
        at = match.start()
        if at >= end:
            return
        if (kind := begun_dump(data[at : at + 32])) is not None:
            yield at, kind


def dump_behind(head: bytes) -> tuple[int, Literal["bdw", "rdw"]] | None:
    """Where a dump begins behind other bytes (labels of a tape, lines of a log), and how its
    records are described; ``None`` where no two records follow each other.
    """
    for at, kind in begun_dumps(head, min(len(head), _SHOWN) - 22):
        if not at:
            continue
        first = at + 4 if kind == "bdw" else at
        second = first + int.from_bytes(head[first : first + 2], "big")
        if is_record(head[second + 4 : second + 18]) or begun_dump(head[second : second + 32]):
            return at, kind
    return None


def damaged_dump(head: bytes) -> str | None:
    """What is wrong with a dump that begins with ``head``, and what to do; ``None`` if no dump."""
    if is_record(head):
        return STRIPPED
    if _is_terse(head):
        return TERSED
    return TRANSLATED if _is_translated(head[:_SHOWN]) else None


def is_record(data: bytes) -> bool:
    """Whether an SMF record's header stands here, without its descriptor word."""
    if len(data) < 14 or int.from_bytes(data[2:6], "big") >= 8_640_000:
        return False
    digits = data[6:10].hex()
    if data[6] not in _CENTURY or digits[7] not in "cf" or not digits[:7].isdecimal():
        return False
    if digits[:4] < _FIRST_YEAR:  # a print's low-values, blanks behind them
        return False
    return 1 <= int(digits[4:7]) <= 366 and _SYSTEM.match(data[10:14]) is not None


def _is_terse(head: bytes) -> bool:
    """Host format of PACK (2) or SPACK (5): both record lengths agree, or one is not given."""
    if len(head) < _TERSE.size:
        return False
    version, variable, short, _, _, _, long = _TERSE.unpack_from(head)
    if version not in (2, 5) or variable > 1:
        return False
    return 0 < (short or long) <= 0xFFFF and (short == long or 0 in (short, long))


def _is_translated(head: bytes) -> bool:
    """Whether the headers appear when the usual translations are undone, at records or lines."""
    if _controls(head) < 0.02:
        return False  # a report
    texts = [head.decode("latin-1")]
    try:
        texts.append(head.decode("utf-8"))
    except UnicodeDecodeError:
        texts.append(head[: head.rfind(b"\n") + 1].decode("utf-8", "ignore"))
    for text in texts:
        starts = [0, 4]
        for match in re.finditer("\n", text):
            starts.append(match.end())
            if len(starts) > _MOST_LINES:
                break
        for table in _TABLES:
            found = 0
            for start in starts:
                try:
                    data = text[start : start + 14].encode(table)
                except UnicodeEncodeError:
                    continue
                found += is_record(data)
                if found and (start <= 4 or found > 1):
                    return True
    return False


def _controls(data: bytes) -> float:
    """Which part of ``data`` no text holds: control characters but tabs, ends and feeds."""
    if not data:
        return 0.0
    controls = bytes(range(9)) + bytes(range(14, 32)) + b"\x0b\x7f"
    return 1.0 - len(data.translate(None, controls)) / len(data)
