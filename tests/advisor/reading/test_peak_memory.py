"""What reading takes of memory grows with the input, whatever is in it, and no faster.

Bounds are about one and a half times what is seen: a page of a print takes some 35 bytes for each
of its bytes, a line of one digit some 330, as every line is an object of its own.
"""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable

import pytest

from advisor.reading import read_bytes
from tests.advisor.reading.report_reading import SAMPLES

PER_BYTE, PER_LINE = 64, 400
"""Bytes at the peak for each byte and for each line end of the input."""

FIXED = 400_000
"""What a small file takes as well: tables, patterns seen for the first time."""

RMF = (SAMPLES / "engagement/rmf-sysb.txt").read_bytes()
SMF = (SAMPLES / "formats/smf-rmf-rdw.bin").read_bytes()


def wrapped(size: int) -> bytes:
    text = RMF * (size // len(RMF) + 1)
    return b"\n".join(text[at : at + 72] for at in range(0, size, 72))


def collapsed(size: int) -> bytes:
    lines = RMF.splitlines() * (2 * size // len(RMF) + 1)
    return b"\n".join(b" ".join(line.split()) for line in lines)[:size]


HOSTILE: dict[str, Callable[[int], bytes]] = {
    "asterisks": lambda size: b"*" * size,
    "one line of digits": lambda size: b"7 " * (size // 2),
    "lines of one digit": lambda size: b"1\n" * (size // 2),
    "cells without content": lambda size: b"," * size,
    "a table of numbers": lambda size: b"".join(
        b"%d %d.%d\n" % (row, row * 7, row % 10) for row in range(size // 13)
    ),
    "a print wrapped": wrapped,
    "a print without columns": collapsed,
    "a dump again and again": lambda size: SMF * (size // len(SMF)),
    "noise": lambda size: random.Random(1).randbytes(size),
}


def peak(data: bytes) -> int:
    tracemalloc.start()
    try:
        read_bytes("hostile", data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_the_peak_is_in_proportion_to_the_input(make: Callable[[int], bytes]) -> None:
    data = make(24_000)
    read_bytes("warm", data[:6_000])
    assert peak(data) <= FIXED + PER_BYTE * len(data) + PER_LINE * data.count(b"\n")
