"""Files that change their encoding inside: reports put together as bytes that are not of one kind.

``copy /b`` of a download from z/OS and one from a PC, PowerShell's ``>>`` (UTF-16) behind a text in
UTF-8, a dump behind the listing of the job that wrote it. Windows of the file are told apart by
what no other encoding's text has: zeros beside letters, letters in the upper half, blanks as 0x20.
What is not clear, such as a ruler, belongs to what stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO

from advisor.reading.containers.limits import Member, Open, Tick
from advisor.reading.containers.spool import part_of
from advisor.reading.decoding.encodings import share
from advisor.reading.repairs.damaged_dumps import begun_dumps

WINDOW, NARROW = 512, 64
PIECE = 1 << 18
ASCII, EBCDIC, BINARY = "ASCII", "EBCDIC", "binary"
WIDE = "zeros first", "zeros second"
"""UTF-16, by the places in the file that its zeros have."""

_LETTERS = bytes([*range(0x30, 0x3A), *range(0x41, 0x5B), *range(0x61, 0x7B)])
_ASCII = _LETTERS + b" \r\n"
_USUAL = bytes(range(0x20, 0x7F)) + b"\t\r\n\f"
_UPPER = bytes(
    code
    for first, last in ((0x81, 0x89), (0x91, 0x99), (0xA2, 0xA9), (0xC1, 0xC9), (0xD1, 0xD9),
                        (0xE2, 0xE9), (0xF0, 0xF9))
    for code in range(first, last + 1)
)  # fmt: skip
_EBCDIC = _UPPER + b"\x40\x15\x25\x0d"
_FOREIGN_TO_ASCII = re.compile(rb"[^\x09\x0a\x0c\x0d\x1a\x20-\x7e]")
_PUNCTUATION = rb"[\x40\x4b\x4d\x5d\x60\x61\x6b\x7a]*"
_BEHIND_EBCDIC = re.compile(rb"(?s).*[\x81-\xf9](?:" + _PUNCTUATION + rb"[\x0d\x15\x25]+|\x40*)")


class Mixed(Exception):
    """The file goes on in another encoding than it begins in."""


def kind_of(window: bytes) -> str:
    """What a piece of a file is, where that is clear."""
    half = len(window) // 2
    if not half:
        return ""
    even, odd = window[0 : 2 * half : 2].count(0), window[1::2].count(0)
    if max(even, odd) > 0.7 * half and min(even, odd) < 0.1 * half:
        return WIDE[odd > even]
    if share(window, _ASCII) > 0.6 and share(window, _USUAL) > 0.9:
        return ASCII
    upper = share(window, _UPPER)
    if share(window, _EBCDIC) > 0.7 and upper > 0.15 and share(window, _ASCII) < 0.15:
        return EBCDIC
    return BINARY if share(window, _USUAL) < 0.6 and share(window, _EBCDIC) < 0.6 else ""


class Watch:
    """Looks at a text while it is read."""

    def __init__(self, head: bytes) -> None:
        clear = (kind_of(head[at : at + WINDOW]) for at in range(0, len(head), WINDOW))
        self.kind = next((kind for kind in clear if kind), "")

    def see(self, data: bytes) -> None:
        """Bytes that have been read.

        Raises
        ------
        Mixed: they are of another encoding.
        """
        if self._calm(data):
            return
        for at in range(0, len(data), WINDOW):
            window = data[at : at + WINDOW]
            if len(window) < NARROW:
                continue
            kind = kind_of(window)
            if kind == BINARY:
                if _dump_in(data[at : at + 2 * WINDOW]) >= 0:
                    raise Mixed
            elif kind and kind != self.kind:
                raise Mixed

    def _calm(self, data: bytes) -> bool:
        """Whether nothing can be amiss, by what takes next to no time."""
        if self.kind == ASCII:
            if data.isascii() and b"\0" not in data:
                return True
            return len(data.translate(None, _USUAL)) < NARROW
        if self.kind == EBCDIC:
            return data.count(b" ") < 8 and data.count(0) < NARROW
        zeros = data[WIDE.index(self.kind) :: 2].count(0) if self.kind in WIDE else 0
        return 2 * zeros > len(data) - WINDOW


def watched(head: bytes) -> Watch | None:
    """What watches a file that begins so; ``None`` where it begins with no text."""
    watch = Watch(head)
    return watch if watch.kind in (ASCII, EBCDIC, *WIDE) else None


def members(open_source: Open, size: int, tick: Tick) -> Iterator[Member]:
    """The parts of a file, each of one encoding, in their order."""
    with open_source() as source:
        starts = _starts(source, tick)
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], size], strict=True), 1):

        def open_part(start: int = start, end: int = end) -> IO[bytes]:
            return part_of(open_source(), start, end - start)

        yield Member(f"part {number}" if len(starts) > 1 else "", open_part, end - start)


def _starts(source: IO[bytes], tick: Tick) -> list[int]:
    starts, at = [0], 0
    kind, place = "", 0  # of the last window that was clear
    before = b""  # from there on, at most what lies between two clear windows
    while data := source.read(PIECE):
        tick()
        for offset in range(0, len(data), WINDOW):
            window = data[offset : offset + WINDOW]
            found = kind_of(window) if len(window) >= NARROW else ""
            if found == BINARY:
                begun = _dump_in((before + data[offset:])[: 8 * WINDOW]) if kind else -1
                if begun >= 0:  # a dump goes on to the end of the file
                    return [*starts, place + begun]
                found = ""
            if found and kind and found != kind:
                starts.append(place + _border(before + window, kind, found, place))
                before = b""
            if found:
                kind, place, before = found, at + offset, window
            elif len(before) < PIECE:
                before += window
            else:
                place, before = at + offset, window
        at += len(data)
    return sorted(set(starts))


def _dump_in(data: bytes) -> int:
    """Where an SMF dump begins; -1 if none does."""
    return next((at for at, _ in begun_dumps(data, min(len(data), 8 * WINDOW) - 18)), -1)


def _border(data: bytes, before: str, behind: str, place: int) -> int:
    """Where in ``data`` one kind ends and the other begins; ``place`` is its own in the file."""
    kinds = [kind_of(data[at : at + NARROW]) for at in range(0, len(data), NARROW)]
    first = next((i for i, kind in enumerate(kinds) if kind == behind), len(kinds) - 1)
    last = max((i for i in range(first) if kinds[i] == before), default=0)
    low, high = last * NARROW, (first + 1) * NARROW
    near = data[low:high]
    if behind in WIDE:
        for mark in (b"\xff\xfe", b"\xfe\xff"):
            if mark in near:
                return low + near.index(mark)
        if before in WIDE:
            return high - NARROW
        zero = near.find(0)
        return low + (zero if near[zero - 1 : zero] == b"\n" else max(zero - 1, 0))
    if before in WIDE:
        zero = near.rfind(0)
        return low + zero + (2 if near[zero + 1 : zero + 2] == b"\n" else 1)
    if behind == EBCDIC:
        line = max(near.rfind(b"\n"), near.rfind(b"\x1a"))  # neither stands in text in EBCDIC
        foreign = _FOREIGN_TO_ASCII.search(near)
        return low + (line + 1 if line >= 0 else foreign.start() if foreign else 0)
    end = _BEHIND_EBCDIC.match(near)
    return low + (end.end() if end else 0)
