"""Text from reports made fit to print: whatever it holds, it prints as text and nothing else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from model.language import say
from resources import resource

LONGEST_LINE = 400
LONGEST_NAME = 80
_BREAK_EVERY = 24
"""A longer word may break, into pieces that the narrowest column of a table holds."""
_BREAK_ACROSS = 88
"""The same of lines as wide as the page, in the widest of the types that they are set in."""
_PIECE = 12
_LONGEST_WORD = 60
_PLAIN_WORD = re.compile(r"[^\W\d_]+(?:[-/]+[^\W\d_]+)*[.,;:)!?]*")
_AFTER_SIGN = re.compile(r"[^,;=)/._-]*[,;=)/._-]+|[^,;=)/._-]+")
_ZERO_WIDTH_SPACE = "\u200b"
_BLANKS = "\t\n\r"
_FIXED_BLANKS = "\u2007\u202f"


@cache
def _odd() -> re.Pattern[str]:
    """What cannot stand in a text as it is: blanks but the ordinary one, and what is not drawn."""
    lines = resource("report", "glyphs.txt").read_text("utf-8")
    pairs = [line.split("-") for line in lines.splitlines() if line and not line.startswith("#")]
    ranges = "".join(rf"\U{int(a, 16):08X}-\U{int(b, 16):08X}" for a, b in pairs)
    return re.compile(rf"[^{ranges}]|[{_BLANKS}{_FIXED_BLANKS}]")


def _drawn(found: re.Match[str]) -> str:
    character = found[0]
    if character in _BLANKS:
        return " "
    if character in _FIXED_BLANKS:
        return "\u00a0"
    simple = unicodedata.normalize("NFKC", character)
    drawable = simple != character and _odd().search(simple) is None
    return simple if drawable else f"[U+{ord(character):04X}]"


def printable(text: str, longest: int = LONGEST_LINE, speak: Callable[[str], str] = str) -> str:
    """``text`` with nothing in it that a typeface cannot draw or a reader cannot see.

    Tabs become spaces; control characters, direction marks and characters outside the bundled
    typefaces become their code point in brackets; over-long text is cut and says so (``speak``).
    """
    result = _odd().sub(_drawn, text[:longest])
    if len(text) <= longest:
        return result
    return f"{result} … ({speak(say('{n:,} characters', n=len(text)))})"


@cache
def _longer_than(letters: int) -> re.Pattern[str]:
    return re.compile(rf"[^ \n]{{{letters + 1},}}")


def breakable(text: str, *, across: bool = False) -> str:
    """``text`` with break opportunities in words that no line could hold.

    ``across`` is said of what is set as wide as the page. Each opportunity ends a run of text in
    the PDF, so that none is made that no line needs.
    Words of a language are left to its hyphenation. The template turns an opportunity into a
    space of no width, so that what is copied from the page is the text itself.
    """
    longest = _BREAK_ACROSS if across else _BREAK_EVERY
    return _longer_than(longest).sub(lambda found: _ZERO_WIDTH_SPACE.join(_cut(found[0])), text)


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
