"""Which encoding a file is in, decided by its content."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from advisor.reading.decoding import cp1047

EBCDIC = ("cp037", "cp1047", "cp500", "cp273", "cp1140")
assert cp1047.DECODING_TABLE  # importing it registers the codec

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_EBCDIC_LETTERS = bytes([*range(0xC1, 0xCA), *range(0xD1, 0xDA), *range(0xE2, 0xEA)])
_EBCDIC_SMALL = bytes([*range(0x81, 0x8A), *range(0x91, 0x9A), *range(0xA2, 0xAA)])
_EBCDIC_DRAWN = "*=_+|".encode("cp037")  # rulers and boxes may be most of a short text
_EBCDIC_TEXT = (
    _EBCDIC_LETTERS + _EBCDIC_SMALL + bytes(range(0xF0, 0xFA)) + b"\x40\x4b\x6b\x60\x61"
    + _EBCDIC_DRAWN
)  # fmt: skip
_ASCII_TEXT = bytes(range(0x20, 0x7F)) + b"\t\r\n\f"


@dataclass(frozen=True, slots=True)
class Encoding:
    """The name to decode with; ``mojibake`` is the encoding it was wrongly converted through."""

    name: str
    bom: int = 0
    mojibake: str | None = None

    @property
    def label(self) -> str:
        """What people are told."""
        return f"{self.mojibake} shown as {self.name}" if self.mojibake else self.name

    @property
    def ebcdic(self) -> bool:
        """Whether lines may end in 0x15 (NEL)."""
        return self.name in EBCDIC


def share(data: bytes, members: bytes) -> float:
    """Which part of ``data`` consists of ``members``."""
    return 1.0 - len(data.translate(None, members)) / len(data) if data else 0.0


def detect(head: bytes, complete: bool) -> Encoding | None:
    """The encoding of a text that begins with ``head``; ``None`` if it does not read as text."""
    for bom, name in _BOMS:
        if head.startswith(bom):
            return Encoding(name, len(bom))
    sample = head[: 1 << 18]
    if not sample:
        return Encoding("utf-8")
    wide = _utf16_without_bom(sample)
    if wide:
        return Encoding(wide)
    if wrong := _wrongly_converted(sample):
        return wrong
    if b"\0" in sample and sample.count(0) > len(sample) // 1000:
        padded = _without_padding(sample)
        if padded is None:
            return None
        sample, complete = padded, False
    ascii_share, ebcdic_share = share(sample, _ASCII_TEXT), share(sample, _EBCDIC_TEXT)
    if ebcdic_share >= 0.7 and ebcdic_share > ascii_share:
        return Encoding(ebcdic_page(sample))
    if _is_utf8(sample, complete):
        return Encoding("utf-8")
    if ascii_share < 0.7:
        return None
    if any(0x80 <= byte <= 0x9F for byte in set(sample)):
        return Encoding("cp1252") if not set(sample) & {0x81, 0x8D, 0x8F, 0x90, 0x9D} else None
    return Encoding("latin-1")


_LONE_ZERO = re.compile(rb"[^\0]\0(?=[^\0\r\n\x15\x25])")


def _without_padding(sample: bytes) -> bytes | None:
    """A text whose records were filled up with binary zeros; ``None`` where they are no filling.

    Between single characters they would be of UTF-16, and in what is no text of anything.
    """
    zeros = sample.count(0)
    if zeros > 0.9 * len(sample) or len(_LONE_ZERO.findall(sample)) > 0.05 * zeros:
        return None
    text = sample.replace(b"\0", b"")
    if share(text, _ASCII_TEXT) >= 0.97 or share(text, _EBCDIC_TEXT + b"\r\x15\x25") >= 0.9:
        return text
    return None


def _is_utf8(sample: bytes, complete: bool) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample, complete)
    except UnicodeDecodeError:
        return False
    return True


def _utf16_without_bom(sample: bytes) -> str | None:
    if len(sample) < 4:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > 0.7 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.7 * half and odd < 0.1 * half:
        return "utf-16-be"
    return None


def _wrongly_converted(sample: bytes) -> Encoding | None:
    """EBCDIC that somebody decoded as Latin-1 and saved as UTF-8: mostly ``@`` and accents."""
    if sample.isascii() or not _is_utf8(sample, False):
        return None
    text = sample.decode("utf-8", "ignore")
    high = len(sample) - len(text)  # characters beyond ASCII take two bytes here
    if high < 0.3 * len(text) or text.count(" ") > len(text) // 20:
        return None
    try:
        raw = text.encode("latin-1")
    except UnicodeEncodeError:
        return None
    return Encoding("utf-8", 0, ebcdic_page(raw)) if share(raw, _EBCDIC_TEXT) > 0.7 else None


_RARE = set("¢¬¦¨Ý®±£¥©§¶¼½¾¯´×ÐÞþðµ¸¹²³ªº«»¤Ø°·÷ø")
_USUAL = set("!#$@|[]{}^~\\`_<>=+*:;%&?'\"()-/.,")


def ebcdic_page(sample: bytes) -> str:
    """The EBCDIC code page in which the variant characters of ``sample`` read best."""
    counts: dict[int, int] = {}
    for code in sample[: 1 << 16]:
        counts[code] = counts.get(code, 0) + 1
    best, best_score = EBCDIC[0], float("-inf")
    for name in EBCDIC:
        table = bytes(range(256)).decode(name)
        score = 0.0
        for code, count in counts.items():
            char = table[code]
            if char in _USUAL:
                score += count
            elif char in _RARE or (not char.isprintable() and code >= 0x40):
                score -= 2 * count
            elif char == "€":
                score += 0.5 * count
            elif char.isalpha() and not char.isascii():
                score += 0.25 * count if char in "äöüÄÖÜßéèà" else -count
        opened, closed = (counts.get(table.index(bracket), 0) for bracket in "[]")
        score += 2.0 * closed if opened else 0.0
        score -= abs(opened - closed)  # bars of another page
        if score > best_score + 1e-9:
            best, best_score = name, score
    return best
