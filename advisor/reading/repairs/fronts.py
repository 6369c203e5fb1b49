"""What stands in front of every line alike, of whatever origin: names of files, times, numbers.

Consoles, collectors of logs, ``grep`` and people's scripts put columns of their own before the
lines they copy. Their shapes are not known beforehand, but that nearly all lines begin in one shape
shows: runs of digits differ, all else is the same. Rows of a table begin alike too, so that a text
is offered without such a front, and read so when that gives what it otherwise does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.repairs.as_it_stands import line_by_line
from advisor.reading.repairs.offers import Offer, Text
from advisor.reading.repairs.prefixes import Front

FEWEST = 2
"""Lines that a table has at least: its heading and a row."""

_MOST = 0.95
_MOST_BLANK = 0.5
_WIDEST = 60
_LOOKED_AT = 400
_TEMPLATES = 6
_PIECE = re.compile(r"\x1b\[[\d;]*m| *\d+|.", re.DOTALL)


def front_of(texts: Sequence[str]) -> Front | None:
    """The longest front that nearly all lines have; ``None`` where they begin differently."""
    lines = [text for text in texts[:_LOOKED_AT] if text.strip()]
    if len(lines) < FEWEST:
        return None
    found = [_longest(template, lines) for template in dict.fromkeys(lines[:_TEMPLATES])]
    core = max(found, key=len).rstrip("\\ ")
    if not core.lstrip("\\ "):
        return None
    # Blanks may be the content's own: as many as all lines have are of the front.
    border = re.compile(f"{core}( *+)(?! |$)")
    blanks = [len(match[1]) for text in lines if (match := border.match(text))]
    pattern = re.compile(rf"{core}(?:{' ' * min(blanks, default=0)}| *$)")
    inside = [text.rstrip() for text in lines if pattern.match(text)]
    tail = _common_end(inside[0], inside)
    return Front(pattern, tail)


def _longest(template: str, lines: Sequence[str]) -> str:
    """The longest beginning of ``template``, as a pattern, that nearly all lines have."""
    pieces = [
        r" *\d++" if piece.strip().isdecimal() else re.escape(piece)
        for piece in _PIECE.findall(template[:_WIDEST])
    ]
    low, high = 0, len(pieces)  # what is longer fits fewer lines
    middle = 1  # most texts have no front, or one of a few blanks
    while low < high:
        if _fits("".join(pieces[:middle]), lines):
            low = middle
            middle = min(2 * middle, (low + high + 1) // 2)
        else:
            high = middle - 1
            middle = (low + high + 1) // 2
    while low and (pieces[low - 1] == r" *\d++" or pieces[low - 1].isalnum()):
        low -= 1  # figures and words are the content's, perhaps, if nothing stands behind them
    return "".join(pieces[:low])


def _fits(front: str, lines: Sequence[str]) -> bool:
    match = re.compile(front).match
    whole = sum(match(text) is not None for text in lines)
    if whole >= _MOST * len(lines) or whole < _MOST_BLANK * len(lines):
        return whole >= _MOST * len(lines)
    # Of a blank line the blanks behind its number may be gone.
    return sum(match(text.ljust(_WIDEST)) is not None for text in lines) >= _MOST * len(lines)


def _common_end(sample: str, lines: Sequence[str]) -> str:
    """The mark behind nearly all lines that is of a pair with the one before them."""
    for start in range(max(0, len(sample) - 8), len(sample)):
        tail = sample[start:]
        if tail[0] != sample[0] or not re.fullmatch(r"\x1b\[\d*m|[\"'|*#:]", tail):
            continue
        if sum(line.endswith(tail) for line in lines) >= _MOST * len(lines):
            return tail
    return ""


def _offer(text: Text) -> Offer | None:
    """The text behind its front. Mail in quoted-printable shows it when it is decoded."""
    if text.continued:
        return None
    front = front_of(text.printed() if text.cleaner.printable else text.lines)
    return None if front is None else line_by_line(text, front)


REPAIR = _offer
