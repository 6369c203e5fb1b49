"""Text from reports made fit to print: whatever it holds, it prints as text and nothing else."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import cache

from resources import resource

LONGEST_LINE = 400
LONGEST_NAME = 80
_BREAK_EVERY = 24
"""A longer word may break, into pieces that the narrowest column of a table holds."""
_PIECE = 12
_LONGEST_WORD = 60
_LONG_WORD = re.compile(rf"[^ \n]{{{_BREAK_EVERY + 1},}}")
_PLAIN_WORD = re.compile(r"[^\W\d_]+(?:[-/]+[^\W\d_]+)*[.,;:)!?]*")
_AFTER_SIGN = re.compile(r"[^,;=)/._-]*[,;=)/._-]+|[^,;=)/._-]+")
_ZERO_WIDTH_SPACE = "\u200b"


@cache
def _printable() -> tuple[tuple[int, ...], tuple[int, ...]]:
    lines = resource("report", "glyphs.txt").read_text("utf-8")
    pairs = [line.split("-") for line in lines.splitlines() if line and not line.startswith("#")]
    return tuple(int(a, 16) for a, _ in pairs), tuple(int(b, 16) for _, b in pairs)


def _draws(character: str) -> bool:
    starts, ends = _printable()
    code = ord(character)
    at = bisect_right(starts, code) - 1
    return at >= 0 and code <= ends[at]


def printable(text: str, longest: int = LONGEST_LINE) -> str:
    """``text`` with nothing in it that a typeface cannot draw or a reader cannot see.

    Tabs become spaces; control characters, direction marks and characters outside the bundled
    typefaces become their code point in brackets; over-long text is cut and says so.
    """
    cut = len(text) > longest
    shown: list[str] = []
    for character in text[:longest]:
        if character in "\t\n\r\u00a0\u2007\u202f":
            shown.append("\u00a0" if character in "\u00a0\u2007\u202f" else " ")
        elif _draws(character):
            shown.append(character)
        else:
            simple = unicodedata.normalize("NFKC", character)
            drawable = simple != character and all(_draws(part) for part in simple)
            shown.append(simple if drawable else f"[U+{ord(character):04X}]")
    result = "".join(shown)
    return f"{result} … ({len(text):,} characters)" if cut else result


def breakable(text: str) -> str:
    """``text`` with break opportunities in words that no line could hold.

    Words of a language are left to its hyphenation. The template turns an opportunity into a
    space of no width, so that what is copied from the page is the text itself.
    """
    return _LONG_WORD.sub(lambda found: _ZERO_WIDTH_SPACE.join(_cut(found[0])), text)


def _cut(word: str) -> list[str]:
    if len(word) <= _LONGEST_WORD and not word.isupper() and _PLAIN_WORD.fullmatch(word):
        return [word]
    return [
        part[at : at + _PIECE]
        for part in _AFTER_SIGN.findall(word)
        for at in range(0, len(part), _PIECE)
    ]


def short_name(text: str, longest: int = LONGEST_NAME) -> str:
    """A name short enough for a label."""
    return printable(text, longest)
