"""One file compressed as a whole: gzip, bzip2, xz.

Several compressed files one behind the other (``cat a.gz b.gz``) are one, as their tools have it.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable
from typing import IO

from advisor.reading.containers.limits import BOMB, CUT_OFF, HARMLESS, RATIO, Trouble
from advisor.reading.containers.spool import Spool
from advisor.reading.progress import Meter
from advisor.reading.refusals import Refusal
from model.language import say

STEP = 1 << 18
MOST_MEMORY = 96 << 20
"""What unpacking xz may take: its largest usual setting (-9) takes 65 MB."""

FILLING = b"\0 \x40\r\n\x1a"
"""What transfers through records of one length leave behind the end."""


TRAILING = (
    "has something else behind its end, which was not read: unpack it and send what is inside"
)
LARGE = "cannot be unpacked in the memory there is for it: unpack it and drop what is inside"


class _Gzip:
    """zlib with the interface of the other two."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(31)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    def decompress(self, data: bytes, most: int) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, most)


_MAKERS: dict[str, Callable[[], _Gzip | bz2.BZ2Decompressor | lzma.LZMADecompressor]] = {
    "gzip": _Gzip,
    "bzip2": bz2.BZ2Decompressor,
    "xz": lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MOST_MEMORY),
}


def packing_of(head: bytes) -> str:
    """How a file that begins so is compressed; empty if it is not, or in a way not read."""
    if head[:3] == b"\x1f\x8b\x08" and len(head) > 3 and head[3] < 0x20:
        return "gzip"
    if head[:3] == b"BZh" and head[4:10] in (b"1AY&SY", b"\x17\x72\x45\x38\x50\x90"):
        return "bzip2"
    return "xz" if head[:6] == b"\xfd7zXZ\0" else ""


def unpack(kind: str, source: IO[bytes], into: Spool, meter: Meter) -> None:
    """Unpack ``source`` as far as it goes.

    Raises
    ------
    Trouble: it is cut off behind what was unpacked.
    Refusal: it is damaged, or unpacks to nothing or to more than any report has.
    """
    taken, rest = 0, source.read(STEP)
    while packing_of(rest) == kind:
        unpacker = _MAKERS[kind]()
        while not unpacker.eof:
            piece = b""
            if unpacker.needs_input:
                piece, rest = rest or source.read(STEP), b""
                taken += len(piece)
                meter.advance(len(piece))
            try:
                out = unpacker.decompress(piece, STEP * 4)
            except (zlib.error, OSError, EOFError, lzma.LZMAError, ValueError) as wrong:
                raise _damage(kind, "emory" in str(wrong)) from None
            into.write(out)
            if into.size > HARMLESS and into.size > RATIO * taken:
                raise Refusal(BOMB)
            if not piece and not out and unpacker.needs_input and not unpacker.eof:
                raise _cut(kind, into)
        rest = unpacker.unused_data.lstrip(FILLING)
        while not rest:
            rest = source.read(STEP)
            if not rest:
                return
            rest = rest.lstrip(FILLING)
        rest += source.read(16)  # enough to recognise what comes
    raise Trouble(TRAILING)


def _cut(kind: str, into: Spool) -> Trouble | Refusal:
    if into.size:
        return Trouble(CUT_OFF)
    return Refusal(
        say("is a {kind} file that is cut off at its beginning: transfer it again", kind=kind)
    )


def _damage(kind: str, memory: bool) -> Refusal:
    """Damage shows behind the place where it begins: which figures are spoilt nobody can tell."""
    if memory:
        return Refusal(LARGE)
    return Refusal(
        say("is a damaged {kind} file: pack it again, or transfer it again in binary", kind=kind)
    )
