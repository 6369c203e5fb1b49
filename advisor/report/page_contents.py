"""What a page draws, said in fewer bytes: nothing of it looks, reads or is tagged otherwise.

Typst draws every run of text in a graphics state of its own, writes most glyphs as octal escapes
and begins a marked-content sequence for each run, several for one structure element. Operators by
ISO 32000-1, 8.4 (graphics state), 9.3 and 9.4 (text), 7.3.4.2 (strings), 14.6 (marked content)
and 14.7.4 (structure elements' content).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

_DIGITS_LARGE, _DIGITS_SMALL = 2, 4
"""Places on a page to a hundredth of a point, colours and scales (fewer than two digits before the
point) to a ten-thousandth: what Typst writes beyond is no information, and does not compress.
Between digits in a string of glyphs stands a high byte, so that none is taken for a number."""
_ZEROS = re.compile(rb"(\.\d*[1-9])0+(?=[)(\] ])|\.0+(?=[)(\] ])")
_RUN = re.compile(
    rb"q 1 0 0 -1 (-?[\d.]+ -?[\d.]+) cm(/\w+ cs [\d. ]+ scn)\n"
    rb"BT 0 Tr(/\w+ [\d.]+ Tf) 1 0 0 -1 0 0 Tm(.*?)\nET\nQ\n",
    re.DOTALL,
)
_OTHER_STATE = re.compile(rb" (?:T[fmrdD]|cm)\b")
_SAVED = re.compile(rb"(?<![A-Za-z/])(?:[qQ]|gs|cs|scn|Tf|Tr|Do)(?![A-Za-z])")
_ESCAPES = (
    *((b"\\%03o" % code, bytes([code])) for code in range(32) if code != ord("\r")),
    (b"\\b", b"\b"),
    (b"\\t", b"\t"),
    (b"\\n", b"\n"),
    (b"\\f", b"\f"),
)
"""A carriage return that is no escape is read as a line feed."""
_SEQUENCE = re.compile(rb"/(\w+)<<(?:/MCID (\d+)|(?:[^<>]|<<[^<>]*>>)*)>>BDC\n")
_END = b"EMC"
_KIDS = re.compile(rb"/K\[((?:[^\[\]<>]|<<[^<>]*>>)*)\]/Pg (\d+) 0 R>>$")
_KID = re.compile(rb"<<[^<>]*>>|\d+ 0 R|\d+")
_CONTENTS = re.compile(rb"/Contents (\d+) 0 R")


def without_surplus_digits(page: bytes) -> bytes:
    """Numbers as long as they are seen."""
    codes = np.frombuffer(page, np.uint8)
    others = np.flatnonzero((codes < ord("0")) | (codes > ord("9")))
    digits = np.diff(others, append=len(codes)) - 1  # that follow each of them
    before = np.concatenate((others[:1], digits[:-1]))
    kept = np.where(before >= 2, _DIGITS_LARGE, _DIGITS_SMALL)
    cut = np.flatnonzero((codes[others] == ord(".")) & (digits > kept))
    begins, counts = others[cut] + 1 + kept[cut], (digits - kept)[cut]
    steps = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return np.delete(codes, np.repeat(begins, counts) + steps).tobytes()


def shorter(page: bytes) -> bytes:
    """The same page without surplus digits, states saved for nothing and escapes."""
    page = _one_state(without_surplus_digits(page))
    page = _ZEROS.sub(rb"\1", page)
    return b"\\\\".join(map(_unescaped, page.split(b"\\\\")))


def _one_state(page: bytes) -> bytes:
    """Text without a saved state for each run: colour and font are set where they change.

    The two mirrorings of a run cancel out, so that its place is where it is moved to.
    """
    parts: list[bytes] = []
    at, colour, font = 0, b"", b""
    for run in _RUN.finditer(page):
        if _OTHER_STATE.search(run[4]):
            continue
        between = page[at : run.start()]
        if _SAVED.search(between):
            colour = font = b""
        parts.append(between)
        if run[2] != colour:
            parts.append(run[2] + b"\n")
        parts.append(b"BT%s %s Td%s\nET\n" % (b"" if run[3] == font else run[3], run[1], run[4]))
        at, colour, font = run.end(), run[2], run[3]
    parts.append(page[at:])
    return b"".join(parts)


def _unescaped(text: bytes) -> bytes:
    for escape, code in _ESCAPES:
        text = text.replace(escape, code)
    return text


def join_sequences(
    objects: Mapping[int, bytes], pages: Mapping[int, bytes]
) -> tuple[dict[int, bytes], dict[int, bytes]]:
    """Neighbouring marked-content sequences of one structure element as one.

    Parameters
    ----------
    objects
        All objects by number.
    pages
        Content streams, not compressed, by number.

    Returns
    -------
    tuple
        Structure elements and content streams that are shorter now, by number. The parent tree may
        stay: it lists the sequences that went as the same elements'.
    """
    contents = {
        number: int(found[1])
        for number, body in objects.items()
        if b"/Type/Page/" in body and (found := _CONTENTS.search(body)) is not None
    }
    elements: dict[int, tuple[re.Match[bytes], int, list[bytes]]] = {}
    follows: dict[int, set[int]] = {number: set() for number in pages}
    for number, body in objects.items():
        if not body.startswith(b"<</Type/StructElem") or (kids := _KIDS.search(body)) is None:
            continue
        page = contents.get(int(kids[2]), 0)
        if page in follows:
            listed = _KID.findall(kids[1])
            elements[number] = kids, page, listed
            follows[page].update(_following(listed))
    shorter_pages, gone = {}, {}
    for number, page_text in pages.items():
        shorter_pages[number], gone[number] = _joined(page_text, follows[number])
    shorter_elements = {}
    for number, (kids, page, listed) in elements.items():
        kept = [kid for kid in listed if not (kid.isdigit() and int(kid) in gone[page])]
        if len(kept) < len(listed):
            body, (begin, end) = objects[number], kids.span(1)
            shorter_elements[number] = body[:begin] + b" ".join(kept) + body[end:]
    return shorter_elements, shorter_pages


def _following(kids: Sequence[bytes]) -> list[int]:
    """Sequences that follow the one before them in their element."""
    return [
        int(later)
        for kid, later in pairwise(kids)
        if kid.isdigit() and later.isdigit() and int(later) == int(kid) + 1
    ]


def _joined(page: bytes, follows: set[int]) -> tuple[bytes, set[int]]:
    """The page with sequences of ``follows`` part of the one that they follow, and which are."""
    parts: list[bytes] = []
    gone: set[int] = set()
    at = ended = 0
    before: tuple[bytes, int] | None = None
    for sequence in _SEQUENCE.finditer(page):
        begun = sequence.start()
        number = None if sequence[2] is None else int(sequence[2])
        if (
            number is not None
            and number in follows
            and before == (sequence[1], number - 1)
            and page.find(_END, ended, begun) == begun - len(_END)
        ):
            parts.append(page[at : begun - len(_END)])
            at = sequence.end()
            gone.add(number)
        ended = sequence.end()
        before = None if number is None else (sequence[1], number)
    parts.append(page[at:])
    return b"".join(parts), gone
