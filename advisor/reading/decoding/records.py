"""Record formats: newline text, fixed length, RDW and BDW, spanned segments joined.

A transfer may keep record descriptor words (4 bytes: length with itself, two bytes that are zero
or carry the spanning code) and block descriptor words before them (z/OS DFSMS Using Data Sets,
"Variable-length record formats"). Everything streams: a source is read piece by piece.
"""

from __future__ import annotations

import codecs
import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Literal

from advisor.reading.decoding.bare import bare_records, is_bare
from advisor.reading.decoding.encodings import Encoding, detect, share
from advisor.reading.refusals import BINARY, LONG_LINE, LONGEST_LINE, Refusal
from advisor.reading.repairs.damaged_dumps import begun_dump, damaged_dump, dump_behind, is_record
from model.language import LineNumber, say

PIECE = 1 << 18
CHUNK = 1 << 20
NEL = "\x85"
LONGEST_LINES = 400
"""Bytes that the lines of a report have at most, on average."""

MOST_SEGMENTS = 1024
"""Segments a spanned record may have: 32 MB; SMF records have 32 KB."""

FIXED_LENGTHS = (133, 121, 132, 120, 80, 137, 134, 141, 255, 256)
CARD, CARD_NUMBER = 80, 8
_ASA = {" ", "1", "0", "-", "+"}
_EBCDIC_ASA = b"\x40\xf1\xf0\x60\x4e"
_ASCII_ASA = b" 10-+"

_DESCRIPTOR = struct.Struct(">HBB")

Read = Callable[[int], bytes]
Kind = Literal["lines", "fixed", "rdw", "bdw", "bare"]


@dataclass(frozen=True, slots=True)
class Shape:
    """How the bytes divide into lines or records."""

    kind: Kind
    encoding: Encoding | None
    length: int = 0
    newline: str = "\n"
    skip: int = 0
    """Bytes before the first record that belong to none."""

    @property
    def binary(self) -> bool:
        """Whether the records are data rather than text."""
        return self.encoding is None

    @property
    def label(self) -> str:
        """What people are told."""
        if self.kind == "fixed":
            return f"fixed {self.length}"
        return {"lines": "lines", "rdw": "RDW", "bdw": "BDW and RDW", "bare": "no RDW"}[self.kind]


def shape_of(head: bytes, complete: bool) -> Shape:
    """Record format and encoding of a file that begins with ``head``.

    Raises
    ------
    Refusal: it is neither text nor records.
    """
    for kind in ("bdw", "rdw"):
        payload = _chain(head, complete, blocks=kind == "bdw")
        if payload is not None:
            encoding = detect(payload, True)
            if encoding is not None and _binary_records(payload, encoding):
                encoding = None
            return Shape("bdw" if kind == "bdw" else "rdw", encoding)
    begun = begun_dump(head)
    if begun is not None:  # its few records are cut off, or a descriptor word is damaged
        return Shape(begun, None)
    if is_bare(head):
        return Shape("bare", None)
    damage = damaged_dump(head)
    if damage is not None:
        raise Refusal(damage)
    encoding = detect(head, complete)
    if encoding is None:
        found = dump_behind(head)
        if found is not None:
            return Shape(found[1], None, skip=found[0])
        raise Refusal(BINARY)
    if not encoding.ebcdic and _ends_in_nel(head, encoding):
        name = "latin-1" if encoding.name == "cp1252" else encoding.name
        return Shape("lines", Encoding(name, encoding.bom), 0, NEL)
    if not encoding.name.startswith("utf-16"):
        blank = b"\x40" if encoding.ebcdic else b" "
        length = _fixed_length(head.replace(b"\0", blank), encoding, complete)
        if length:
            return Shape("fixed", encoding, length)
    newline = "\n"
    if not encoding.ebcdic and b"\n" not in head and b"\r" in head:
        newline = "\r"
    return Shape("lines", encoding, 0, newline)


def _ends_in_nel(head: bytes, encoding: Encoding) -> bool:
    """Whether a text was translated from EBCDIC with its line ends: ``iconv`` keeps 0x15 as NEL."""
    nel = b"\xc2\x85" if encoding.name == "utf-8" else b"\x85"
    return (
        not encoding.name.startswith("utf-16")
        and not encoding.mojibake
        and b"\n" not in head
        and b"\r" not in head
        and head.count(nel) * LONGEST_LINES > len(head)
    )


def _binary_records(payload: bytes, encoding: Encoding) -> bool:
    """Whether records that pass as text still hold too many control bytes to be text."""
    controls = share(payload, bytes(range(0x09)) + bytes(range(0x0E, 0x15)) + b"\xff")
    return controls > 0.02


ENOUGH = 3
"""Records whose descriptor words chain to where the file breaks off: that is no chance."""


def _chain(head: bytes, complete: bool, blocks: bool, block: bool = False) -> bytes | None:
    """Payload of the records in ``head`` if descriptor words chain through all of it.

    A file may end in the middle of a record, as a broken transfer leaves it, when enough whole
    ones stand before; a ``block`` may not.
    """
    at, end, payload, seen = 0, len(head), bytearray(), 0
    while at + 4 <= end and len(payload) < 1 << 16:
        length = int.from_bytes(head[at : at + 2], "big")
        if length < (8 if blocks else 4) or length > 32767 or head[at + 3] != 0:
            return None
        if head[at + 2] > (0 if blocks else 3):
            return None
        if at + length > end:
            if blocks and seen == 0:  # the only block there is, and not whole
                return _chain(head[at + 4 :], True, blocks=False)
            if complete and (block or seen < (1 if blocks else ENOUGH)):
                return None
            return bytes(payload) if payload else None
        if blocks:
            inner = _chain(head[at + 4 : at + length], True, blocks=False, block=True)
            if inner is None:
                return None
            payload += inner
        else:
            payload += head[at + 4 : at + length]
        seen += 1
        at += length
    if complete and at != end and len(payload) < 1 << 16 and (block or seen < ENOUGH):
        return None
    return bytes(payload) if seen and payload else None


def _fixed_length(head: bytes, encoding: Encoding, complete: bool) -> int:
    """Record length of text without line ends; 0 if it has line ends or no length fits.

    ``complete``: ``head`` is the whole file.
    """
    ends = b"\x15\x25\x0d" if encoding.ebcdic else b"\n\r"
    found = sum(head.count(end) for end in ends)
    if len(head) < 160 or found * 400 > len(head):
        return 0
    if _carded(head, encoding):
        return CARD
    carriage = _EBCDIC_ASA if encoding.ebcdic else _ASCII_ASA
    blank = b"\x40" if encoding.ebcdic else b" "
    scores = {
        length: _alignment(head, length, blank)
        for length in FIXED_LENGTHS
        if len(head) >= 2 * length
    }
    best = max(scores, key=lambda length: scores[length])
    for length in (133, 121):  # carriage control in column 1 settles it
        rows = len(head) // length
        if (
            rows >= 4
            and share(head[: rows * length : length], carriage) >= 0.98
            and scores[length] >= scores[best] - ALIKE
        ):
            return length
    if complete:
        whole = head.rstrip(ends + b"\x1a")
        dividing = [length for length in scores if _divides(whole, length, blank)]
        if dividing and not any(whole.count(end) for end in ends):
            return max(dividing, key=lambda length: scores[length])
    if scores[best] >= 0.75 and _padded(head, best, blank):
        return best
    if _JSON.match(head[:CARD].decode(encoding.name, "replace")):
        return 0  # line ends mean nothing in it, and it repeats itself at lengths of its own
    # Pages of different reports agree less about their columns, but then one length stands out.
    others = sorted(score for length, score in scores.items() if length != best)
    stands_out = (
        len(others) >= 4
        and len(head) >= 12 * best
        and scores[best] >= others[-1] + STANDS_OUT / 3
        and scores[best] >= others[len(others) // 2] + STANDS_OUT
    )
    return best if stands_out else 0


_JSON = re.compile(r"\s*[\[{]\s*[\"\[{]")
ALIKE, STANDS_OUT = 0.02, 0.06
"""Differences of alignment: between lengths that are equally likely, and of one that is right.

Over excerpts of 12 records and more of a print of 132 columns the right length is 0.07 to 0.14
above the middle of the others.
"""


def _carded(head: bytes, encoding: Encoding) -> bool:
    """Whether nearly all records of 80 end in card numbers, no two in the same one."""
    digits = bytes(range(0xF0, 0xFA)) if encoding.ebcdic else b"0123456789"
    ends = [head[at - CARD_NUMBER : at] for at in range(CARD, len(head) + 1, CARD)]
    numbers = [end for end in ends if not end.translate(None, digits)]
    return len(numbers) >= max(3, 0.9 * len(ends)) and len(set(numbers)) == len(numbers)


def _divides(data: bytes, length: int, blank: bytes) -> bool:
    """Whether a whole file is records of this length: none is cut short, no word goes on from one
    to the next, and most end in blanks.

    That settles short files, in which columns say too little.
    """
    if len(data) % length or not _padded(data, length, blank):
        return False
    return all(
        blank in (data[at - 1 : at], data[at : at + 1]) for at in range(length, len(data), length)
    )


def _padded(head: bytes, length: int, blank: bytes) -> bool:
    """Whether most records end in blanks, as print lines do."""
    rows = len(head) // length
    ends = sum(head[(n + 1) * length - 3 : (n + 1) * length] == blank * 3 for n in range(rows))
    return ends >= 0.6 * rows


def _alignment(head: bytes, length: int, blank: bytes) -> float:
    """How much columns agree about being blank when records have ``length`` bytes.

    Right, every column is nearly always or nearly never blank; wrong, all are a mixture.
    """
    import numpy as np

    rows = min(len(head) // length, 2000)
    blanks = np.frombuffer(head[: rows * length], dtype=np.uint8) == blank[0]
    shares = blanks.reshape(rows, length).mean(axis=0)
    agreement = float(np.mean(shares**2 + (1.0 - shares) ** 2))
    # Few rows agree by chance: two rows of nothing in common still give a half.
    return agreement - 0.5 / rows - (0.0 if len(head) % length == 0 else 0.05)


def records_of(read: Read, shape: Shape, size: int) -> Iterator[bytes]:
    """Logical records of a dump of this shape; as :func:`logical_records`."""
    if shape.kind == "bare":
        return bare_records(read)
    return logical_records(read, shape.kind == "bdw", size)


def logical_records(read: Read, blocks: bool, size: int) -> Iterator[bytes]:
    """Logical records of a stream with RDWs (inside BDWs if ``blocks``), spanned ones joined.

    Dumps that were joined may go on with BDWs or without. What fills a last block or a tape's
    record up to its length is no record.

    Raises
    ------
    Refusal: a descriptor word makes no sense, or segments are missing; what came before has been
    given.
    """
    buffer, at, number = b"", 0, 0
    spanned: list[bytes] = []
    lost = 0  # spanned records of which segments are missing
    size_read = 0
    descriptor = _DESCRIPTOR.unpack_from
    block_end = -1  # bytes of the current block still to come, -1 outside
    while True:
        if size_read - at < 32768 + 4:
            more = read(PIECE * 4)
            if more:
                buffer, at = buffer[at:] + more, 0
                size_read = len(buffer)
        if size_read - at < 4:
            rest = buffer[at:]
            if (blocks and block_end > 0 and not rest) or not _padding(rest, read):
                raise Refusal(_behind(number))
            break
        length, code, zero = descriptor(buffer, at)
        if blocks and block_end <= 0:
            if is_record(buffer[at + 4 : at + 18]):
                blocks = False
            elif code or zero or not 8 <= length <= 32771:
                if _padding(buffer[at:], read):
                    break
                raise Refusal(
                    say(
                        "has a damaged block descriptor word after record {number}: "
                        "transfer it again",
                        number=LineNumber(number),
                    )
                )
            else:
                block_end = length - 4
                at += 4
                continue
        if length < 4 or code > 3 or zero:
            if _padding(buffer[at:], read):
                break
            raise Refusal(
                say(
                    "has a damaged record descriptor word after record {number}: "
                    "transfer it again in binary with record descriptor words",
                    number=LineNumber(number),
                )
            )
        if at + length > size_read:
            raise Refusal(
                say(
                    "is cut off in record {number}, of whose {length:,} bytes {there:,} are "
                    "there: transfer it again, complete",
                    number=LineNumber(number + 1),
                    length=length - 4,
                    there=max(0, size_read - at - 4),
                )
            )
        if blocks and length > block_end:
            raise Refusal(
                say(
                    "has a damaged block descriptor word after record {number}: transfer it again",
                    number=LineNumber(number),
                )
            )
        if (
            code == 0
            and not blocks
            and length > 8
            and not buffer[at + 7]
            and _block(buffer, at, length)
        ):
            blocks, block_end = True, length - 4
            at += 4
            continue
        data = buffer[at + 4 : at + length]
        at += length
        block_end -= length
        if code in (0, 1) and spanned:
            lost += 1
            spanned.clear()
        if code == 0:
            number += 1
            yield data
            continue
        if code == 1:
            spanned = [data]
        elif spanned:
            spanned.append(data)
        elif code == 2:
            lost += 1
        if code == 2 and spanned:
            number += 1
            yield b"".join(spanned)
            spanned = []
        if len(spanned) > MOST_SEGMENTS:
            raise Refusal(
                say(
                    "has an endless spanned record after record {number}: transfer it again",
                    number=LineNumber(number),
                )
            )
    lost += bool(spanned)
    if lost:
        raise Refusal(
            say(
                "has {lost:,} spanned records of which segments are missing: "
                "transfer it again as a whole",
                lost=lost,
            )
        )


def _behind(number: int) -> str:
    """What is said of a file that ends inside a descriptor word or a block."""
    return say(
        "is cut off behind record {number}, where more has to follow: transfer it again, complete",
        number=LineNumber(number),
    )


def _block(buffer: bytes, at: int, length: int) -> bool:
    """Whether what stands here is no record but a block: descriptor words chain through it."""
    if is_record(buffer[at + 4 : at + 18]):
        return False
    end = at + length
    at += 4
    while at + 4 <= end:
        inner, code, zero = _DESCRIPTOR.unpack_from(buffer, at)
        if inner < 5 or code > 3 or zero:
            return False
        at += inner
    return at == end


_PADDING = b"\0\x40\xff\x1a"


def _padding(rest: bytes, read: Read) -> bool:
    """Whether nothing but one kind of padding follows; reads on to the end if so."""
    kind = rest[:1]
    while rest:
        if kind not in _PADDING or rest.strip(kind):
            return False
        rest = read(PIECE)
    return True


Block = tuple[list[str], bool]
"""Lines, and whether they continue the last line of the block before (an over-long XML line)."""


def text_blocks(read: Read, shape: Shape, size: int) -> Iterator[Block]:
    """Decoded lines of a text in blocks of about 256 KB.

    Raises
    ------
    Refusal: a line is longer than any report's.
    """
    assert shape.encoding is not None
    if shape.kind == "fixed":
        yield from _fixed_blocks(read, shape)
    elif shape.kind == "lines":
        yield from _line_blocks(read, shape)
    else:
        yield from _record_blocks(read, shape, size)


_NO_LINE_ENDS = str.maketrans(dict.fromkeys((0, 10, 13, 133), " "))


def _record_text(data: bytes, encoding: Encoding) -> str:
    """Decoded records: what would end a line elsewhere is a blank inside a record."""
    return data.decode(encoding.name, "replace").translate(_NO_LINE_ENDS)


def _fixed_blocks(read: Read, shape: Shape) -> Iterator[Block]:
    assert shape.encoding is not None
    length, rest = shape.length, b""
    while data := read(PIECE):
        data = rest + data
        whole = len(data) - len(data) % length
        text, rest = _record_text(data[:whole], shape.encoding), data[whole:]
        if len(text) == whole:
            yield [text[i : i + length].rstrip(" ") for i in range(0, whole, length)], False
        else:  # characters of several bytes: records have to be cut before decoding
            records = (data[i : i + length] for i in range(0, whole, length))
            yield [_record_text(record, shape.encoding).rstrip(" ") for record in records], False
    # A shorter one at the end is no record: what stands in it breaks off anywhere.


def short_record(end: bytes, size: int, shape: Shape) -> int:
    """Bytes of the record that a file of fixed ones breaks off in; 0 if it ends with a whole one.

    ``end`` are its last bytes, at least a record of them, ``size`` all that it has. Padding of a
    transfer behind the last record, or a line end there, is no record.
    """
    if shape.kind != "fixed" or not size % shape.length:
        return 0
    assert shape.encoding is not None
    blank, ends = (b"\x40", b"\x15\x25\x0d") if shape.encoding.ebcdic else (b" ", b"\n\r")
    rest = end[-(size % shape.length) :]
    # A line end may stand behind the padding of the last line, but says that nothing is missing.
    return len(rest) if rest.rstrip(b"\0\x1a").strip(blank + ends + b"\0\x1a") else 0


def _record_blocks(read: Read, shape: Shape, size: int) -> Iterator[Block]:
    assert shape.encoding is not None
    lines: list[str] = []
    volume = 0
    broken: Refusal | None = None
    records = logical_records(read, shape.kind == "bdw", size)
    while True:
        try:
            record = next(records, None)
        except Refusal as wrong:  # what came before is whole
            record, broken = None, wrong
        if record is None:
            break
        if len(record) > LONGEST_LINE:
            broken = Refusal(LONG_LINE)
            break
        lines.append(_record_text(record, shape.encoding).rstrip(" "))
        volume += len(record)
        if volume >= PIECE:
            yield lines, False
            lines, volume = [], 0
    if lines:
        yield lines, False
    if broken is not None:
        raise broken


def _line_blocks(read: Read, shape: Shape) -> Iterator[Block]:
    assert shape.encoding is not None
    encoding, newline = shape.encoding, shape.newline
    decoder = codecs.getincrementaldecoder(encoding.name)("replace") if _wide(encoding) else None
    skip, rest, continued, xml, start = encoding.bom, "", False, False, True
    while True:
        data = read(PIECE)
        final = not data
        if skip:
            data, skip = data[skip:], 0
        text = _decode_piece(data, encoding, decoder, final)
        if newline == "\n":
            text = _unearthed(text)
        if start and text.strip():
            xml, start = text.lstrip().startswith("<"), False
        text = rest + text
        if final:
            text = text.removesuffix("\x1a")
            if text:
                yield _split(text, newline, xml), continued
            return
        cut = text.rfind(newline)
        if cut < 0:
            rest = text
            if len(rest) > LONGEST_LINE:
                if not xml:
                    raise Refusal(LONG_LINE)
                cut = rest.rfind(">") + 1
                if cut <= 0:
                    raise Refusal(LONG_LINE)
                yield [rest[:cut]], continued
                rest, continued = rest[cut:], True
            continue
        whole, rest = text[:cut], text[cut + 1 :]
        yield _split(whole, newline, xml), continued
        continued = False


def _wide(encoding: Encoding) -> bool:
    return encoding.name.startswith("utf")


def _decode_piece(
    data: bytes, encoding: Encoding, decoder: codecs.IncrementalDecoder | None, final: bool
) -> str:
    text = decoder.decode(data, final) if decoder else data.decode(encoding.name, "replace")
    if encoding.mojibake:
        text = text.encode("latin-1", "replace").decode(encoding.mojibake, "replace")
    if encoding.ebcdic or encoding.mojibake:
        # 0x15 and 0x25 both end lines; 0x0D 0x15 and 0x0D 0x25 as well.
        text = text.replace(NEL, "\n")
    return text


_BURIED = re.compile(r"\r(?!\n|\Z)|\x85")
_LINE = re.compile(r"[^\n]+")
MOST_OVERPRINTS = 3


def _unearthed(text: str) -> str:
    """A text with line ends where a part of it has others than the rest.

    A few of them in a line are none: a printer strikes over what it has printed, and editors keep
    what they do not know.
    """
    ends = text.count("\r") - text.count("\r\n") if "\r" in text else 0
    if ends + text.count(NEL) <= MOST_OVERPRINTS:
        return text

    def line(found: re.Match[str]) -> str:
        lone = len(_BURIED.findall(found[0]))
        return _BURIED.sub("\n", found[0]) if lone > MOST_OVERPRINTS else found[0]

    return _LINE.sub(line, text)


def _split(text: str, newline: str, xml: bool) -> list[str]:
    if newline == "\n":
        if "\r" in text:
            while "\r\r\n" in text:  # transferred as text more than once
                text = text.replace("\r\r\n", "\r\n")
            text = text.replace("\r\n", "\n").rstrip("\r")
    elif newline == "\r":
        text = text.replace("\n", "\r")
    if "\0" in text:
        text = text.replace("\0", " ")
    lines = text.split(newline)
    if not xml and len(text) > LONGEST_LINE and max(map(len, lines)) > LONGEST_LINE:
        raise Refusal(LONG_LINE)
    return lines


class Chunk:
    """A run of whole lines of a text that may be passed over without decoding it."""

    def __init__(
        self, data: bytes | list[str], shape: Shape, last: bool, place: tuple[int, int] | None
    ) -> None:
        self._data, self._shape, self._last = data, shape, last
        self.place = place
        """Offset and length of its bytes in the file, where it is to be had by them alone."""

    def text(self) -> str:
        """The lines as one text; as many line ends as there are lines, but for the very last."""
        if isinstance(self._data, list):
            return "\n".join(self._data) + "\n"
        assert self._shape.encoding is not None
        text = _unearthed(_decode_piece(self._data, self._shape.encoding, None, True))
        return text.removesuffix("\x1a") if self._last else text

    def lines(self) -> list[str]:
        """The lines as :func:`text_blocks` gives them."""
        if isinstance(self._data, list):
            return self._data
        text = self.text()
        return _split(text.removesuffix("\n"), "\n", False) if text else []


def text_chunks(read: Read, shape: Shape, size: int) -> Iterator[Chunk]:
    """A text in chunks of about 1 MB that are decoded only when asked for.

    The chunks of one file are always the same ones. Only texts with line ends of one byte gain
    anything; others come decoded.

    Raises
    ------
    Refusal: a line is longer than any report's.
    """
    encoding = shape.encoding
    assert encoding is not None
    if shape.kind != "lines" or shape.newline != "\n" or _cut_anywhere(encoding):
        for lines, _ in text_blocks(read, shape, size):
            yield Chunk(lines, shape, False, None)
        return
    ends = (b"\x15", b"\x25") if encoding.ebcdic else (b"\n",)
    rest, skip, offset = b"", encoding.bom, encoding.bom
    while data := read(CHUNK):
        if skip:
            data, skip = data[skip:], 0
        cut = max(data.rfind(end) for end in ends) + 1
        if not cut:
            rest += data
            if len(rest) > LONGEST_LINE + CHUNK:
                raise Refusal(LONG_LINE)
            continue
        whole = rest + data[:cut]
        yield Chunk(whole, shape, False, (offset, len(whole)))
        rest, offset = data[cut:], offset + len(whole)
    if rest:
        yield Chunk(rest, shape, True, (offset, len(rest)))


def chunk_at(source: IO[bytes], shape: Shape, place: tuple[int, int], last: bool) -> Chunk:
    """The chunk of a place that :func:`text_chunks` gave."""
    source.seek(place[0])
    return Chunk(source.read(place[1]), shape, last, place)


def _cut_anywhere(encoding: Encoding) -> bool:
    """Whether a byte that looks like a line end may be a part of another character."""
    return encoding.name.startswith("utf-16") or encoding.mojibake is not None
