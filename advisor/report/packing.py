"""A PDF with its objects packed: the same document in a third of the bytes.

A tagged report consists of thousands of small objects, which Typst writes one by one. PDF 1.5 and
later (and PDF/A-2) let all that are no streams stand compressed in object streams, found through a
cross-reference stream (ISO 32000-1, 7.5.7 and 7.5.8).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from advisor.report.page_contents import join_sequences, shorter, without_surplus_digits

TOGETHER = 5000
"""Objects of one object stream: fewer compress worse, more are slower to look one up in (10,000:
twice the time until a long report's first pages are seen)."""
LEVEL = 9
"""8 takes a tenth of a second less for 0.3 % more bytes, of which a long report has none left."""
COLUMNS = 7
"""Bytes of a row of the cross-reference stream: kind, place, index."""
_OBJECT = re.compile(rb"(\d+) 0 obj\r?\n")
_COMPRESSED = re.compile(
    rb"(<<[^<>]*/Length )(\d+)((?:[^<>]|<<[^<>]*>>)*/Filter ?/FlateDecode(?:[^<>]|<<[^<>]*>>)*>>"
    rb"\s*stream\r?\n)"
)
_TRAILER = re.compile(rb"trailer\s*<<(.*)>>\s*startxref\s+(\d+)\s+%%EOF\s*$", re.DOTALL)
_SIZE = re.compile(rb"/Size \d+ ?")


def packed(pdf: bytes) -> bytes:
    """The same document packed; what is not laid out as Typst does it comes back as it is."""
    trailer = _TRAILER.search(pdf, max(0, len(pdf) - 4096))
    if trailer is None or b"/Encrypt" in trailer[1] or b"/Prev" in trailer[1]:
        return pdf
    table = int(trailer[2])
    try:
        objects = dict(_objects(pdf, table))
    except ValueError:
        return pdf
    streams = [number for number, body in sorted(objects.items()) if _is_stream(body)]
    plain = {number: _inflated(objects[number]) for number in streams}
    elements, pages = join_sequences(
        objects, {number: drawn for number, drawn in plain.items() if drawn and _is_page(drawn)}
    )
    objects.update(elements)
    with ThreadPoolExecutor() as pool:  # zlib lets go of the interpreter while it compresses
        bodies = pool.map(
            lambda n: _tighter(objects[n], shorter(pages[n]) if n in pages else plain[n]), streams
        )
        tighter = dict(zip(streams, bodies, strict=True))
    out = bytearray(b"%PDF-1.7\n%\x80\x80\x80\x80\n")
    places: dict[int, tuple[int, int, int]] = {0: (0, 0, 65_535)}
    small: list[int] = []
    for number in sorted(objects):
        if number in tighter:
            places[number] = (1, len(out), 0)
            out += b"%d 0 obj\n%s\nendobj\n" % (number, tighter[number])
        else:
            small.append(number)
            if b"/Subtype/Link" in objects[number]:
                objects[number] = without_surplus_digits(objects[number])
    following = max(objects, default=0) + 1
    for start in range(0, len(small), TOGETHER):
        group = small[start : start + TOGETHER]
        places[following] = (1, len(out), 0)
        out += _object_stream(following, [(number, objects[number]) for number in group])
        places.update({number: (2, following, n) for n, number in enumerate(group)})
        following += 1
    begins = len(out)
    places[following] = (1, begins, 0)
    rest = _SIZE.sub(b"", trailer[1]).strip()
    out += _cross_references(following, places, rest)
    out += b"startxref\n%d\n%%%%EOF\n" % begins
    return bytes(out)


def _objects(pdf: bytes, table: int) -> Iterator[tuple[int, bytes]]:
    """Number and body of each object that the cross-reference table lists."""
    lines = pdf[table:].split(b"\n", 2)
    if lines[0].strip() != b"xref":
        raise ValueError("no cross-reference table")
    first, count = (int(part) for part in lines[1].split())
    begins = sorted(
        int(entry[:10])
        for n in range(count)
        if (entry := lines[2][20 * n : 20 * n + 20])[17:18] == b"n"
    )
    if first != 0 or not begins:
        raise ValueError("no objects")
    for begin, end in zip(begins, [*begins[1:], table], strict=True):
        head = _OBJECT.match(pdf, begin)
        tail = pdf.rfind(b"endobj", begin, end)
        if head is None or tail < 0:
            raise ValueError("an object that is none")
        yield int(head[1]), pdf[head.end() : tail].strip(b"\r\n")


def _is_stream(body: bytes) -> bool:
    return body.endswith(b"endstream")


def _is_page(plain: bytes) -> bool:
    return b"/MCID " in plain or plain.startswith(b"/Artifact")


def _inflated(body: bytes) -> bytes | None:
    head = _COMPRESSED.match(body)
    if head is None:
        return None
    try:
        return zlib.decompress(body[head.end() : head.end() + int(head[2])])
    except zlib.error:
        return None


def _tighter(body: bytes, plain: bytes | None) -> bytes:
    """A compressed stream compressed better; ``plain`` is what it holds, None if unknown."""
    head = _COMPRESSED.match(body)
    if head is None or plain is None:
        return body
    better = _deflated(plain)
    if len(better) >= int(head[2]):
        return body
    return b"".join((head[1], b"%d" % len(better), head[3], better, b"\nendstream"))


def _deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL + 1)
    return packer.compress(data) + packer.flush()


def _stream(number: int, entries: bytes, data: bytes) -> bytes:
    data = _deflated(data)
    return b"%d 0 obj\n<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream\nendobj\n" % (
        number,
        entries,
        len(data),
        data,
    )


def _object_stream(number: int, members: list[tuple[int, bytes]]) -> bytes:
    places, data = [], bytearray()
    for member, body in members:
        places.append(b"%d %d" % (member, len(data)))
        data += body + b"\n"
    index = b" ".join(places) + b"\n"
    entries = b"/Type/ObjStm/N %d/First %d" % (len(members), len(index))
    return _stream(number, entries, index + bytes(data))


def _cross_references(
    number: int, places: dict[int, tuple[int, int, int]], trailer: bytes
) -> bytes:
    """Rows as differences to the row above (PNG's predictor Up): they are nearly all the same."""
    wanted = [places.get(n, (0, 0, 0)) for n in range(number + 1)]
    row = np.dtype([("kind", "u1"), ("place", ">u4"), ("index", ">u2")])
    plain = np.array(wanted, row).view(np.uint8).reshape(-1, COLUMNS)
    rows = np.full((len(wanted), 1 + COLUMNS), 2, np.uint8)
    rows[:, 1:] = np.diff(plain, axis=0, prepend=np.zeros((1, COLUMNS), np.uint8))
    entries = b"/Type/XRef/Size %d/W[1 4 2]/DecodeParms<</Predictor 12/Columns %d>>%s" % (
        number + 1,
        COLUMNS,
        trailer,
    )
    return _stream(number, entries, rows.tobytes())
