"""Words that a cut has torn: what is left of one is the beginning, or the end, of a word of prints.

``RESPON`` is no word of any print that readers know, ``RESPONSE`` is one. Names may look like that,
and a heading may be abbreviated as no other is: a single one of them proves little. Prints may come
folded to capitals, so that case says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from resources import resource

SHORTEST = 3
"""Letters of a word that is looked at: almost any two begin one."""

_END = re.compile(r"(?<![\w.$#@&*])[A-Za-z]{3,}$")
_START = re.compile(r"[A-Za-z]{3,}(?![\w.$#@&*])")
_LETTERS = re.compile(r"\s*([A-Za-z]*)")


@cache
def _words() -> frozenset[str]:
    return frozenset(resource("prints", "words.txt").read_text(encoding="utf-8").split())


@cache
def _parts(of_ends: bool) -> dict[str, int]:
    """Beginnings, or ends, of words and how many letters they lack at least.

    A plural is another word.
    """
    found: dict[str, int] = {}
    for word in _words():
        for at in range(SHORTEST, len(word)):
            part = word[len(word) - at :] if of_ends else word[:at]
            lacking = len(word) - at
            if (of_ends or word[at:] != "S") and lacking < found.get(part, 1 << 10):
                found[part] = lacking
    return found


def torn_at_their_ends(texts: Iterable[tuple[str, str]], most: int) -> frozenset[str]:
    """Words at the ends of lines that lack as many letters as ``most``; each line comes with what
    stands below it, where a wrapped one would go on.
    """
    words, parts = _words(), _parts(False)
    found: set[str] = set()
    for text, below in texts:
        match = _END.search(text) if text[-3:].isalpha() else None
        if match is None or (word := match[0].upper()) in words or word in found:
            continue
        rest = _LETTERS.match(below)
        wrapped = rest is not None and word + rest[1].upper() in words
        if not wrapped and parts.get(word, most + 1) <= most:
            found.add(word)
    return frozenset(found)


def are_whole(words: Iterable[str]) -> bool:
    """Whether these are words of prints, and two of them at least or one that begins no other: cut
    off, one of two would lack letters.
    """
    found = {word.upper() for word in words}
    if not found or not found <= _words():
        return False
    return len(found) > 1 or found.isdisjoint(_parts(False))


def torn_at_their_starts(texts: Iterable[str], most: int) -> frozenset[str]:
    """Words at the beginnings of lines that lack as many letters before them as ``most``."""
    words, parts = _words(), _parts(True)
    found: set[str] = set()
    for text in texts:
        match = _START.match(text)
        if match and (word := match[0].upper()) not in words and parts.get(word, most + 1) <= most:
            found.add(word)
    return frozenset(found)


def torn_by(lines: Sequence[str], start: int, end: int) -> frozenset[str]:
    """Words that blanked columns have torn, from ``start`` to before ``end``."""
    before = ((line[:start], "") for line in lines if line[start - 1 : start].isalpha())
    behind = (line[end:] for line in lines if line[end : end + 1].isalpha())
    width = end - start
    return torn_at_their_ends(before, width) | torn_at_their_starts(behind, width)


def two_in_one(text: str) -> int:
    """Where in a line a word ends and another begins without a blank; 0 where none does.

    Both are words of prints, and what they are together is none.
    """
    words = _words()
    for match in _RUN.finditer(text.upper()):
        run = match[0]
        if run in words:
            continue
        for at in range(_WHOLE, len(run) - _WHOLE + 1):
            if run[:at] in words and run[at:] in words:
                return match.start() + at
    return 0


_WHOLE = 5
"""Letters of a word that is none by chance."""

_RUN = re.compile(r"(?<![\w.$#@&*])[A-Z]{10,}(?![\w.$#@&*])")
