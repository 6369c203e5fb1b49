"""Lines of a letter after which figures are of somebody else: ``and of SYS2:``, ``CICSPRD2:``.

Who pastes two systems into one mail often leaves out the second one's title. What follows such a
line is not of whom the page above it named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from advisor.reading.layout.outline import LONGEST_TOLD, outlines

_NAME = re.compile(r"(?<![\w.@#$/*(=])[A-Z@#$][A-Z0-9@#$]{2,7}(?![\w@#$*(=/]|\.\w)")
_ALONE = re.compile(r"\W{0,4}[A-Z@#$][A-Z0-9@#$]{2,7}\s*(?:\([^()]{1,24}\))?\s*:\s*$")
_WORD = re.compile(r"(?<![\w.])[a-z\xdf-\xff]{2,}(?![\w.])")
_OF = re.compile(
    r"\b(?:of|on|for|from|system|lpar|region|von|auf|aus|f\xfcr)\s+([A-Z@#$][A-Z0-9@#$]{2,7})(?![\w@#$]).*:\s*$",
    re.IGNORECASE,
)
_MESSAGE = re.compile(r"(?<!\w)\$?[A-Z]{3,5}[A-Z0-9]?\d{3,5}[A-Z]\b|^\W{0,3}\$?[A-Z]{3,4}\d{3,4}\b")
_PRINTED = re.compile(r"[\"<{}]|\S\s{3,}\S|\.\s\.|=|\t")
"""What lines of prints have between their words, and those of letters have not."""

_LONGEST, _WORDS, _NUMBERS = 100, 2, 1
_INDENTED = 8
_NUMBER = re.compile(r"(?<!\w)\d[\d.,:]*")
_SAME = 3
"""Letters with which names of two of a kind begin, at least."""
_PRODUCTS = frozenset({"DB2", "JES2", "JES3", "MVS", "CICS", "IMS", "RMF", "CP", "ZIIP"})
"""Names of software, not of who runs it."""


def turns(contents: Sequence[str], above: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Indexes of lines that turn to another system or subsystem, each with its name.

    Another: a name like it stands further up, there or in the lines ``above``, and the names
    differ in no more than their last letters; or it has a figure in it, and the line says ``of``.
    """
    names: set[str] | None = None
    read = 0
    for index, shape in enumerate(outlines(contents)):
        known = _is_of_a_letter if len(shape) <= LONGEST_TOLD else _is_of_a_letter.__wrapped__
        if not known(shape):
            continue
        stripped = contents[index].strip()
        if names is None:
            names = {name for line in above for name in _NAME.findall(line)}
        for line in contents[read:index]:
            names.update(_NAME.findall(line))
        read = index
        found = _NAME.findall(stripped)
        told = next((name for name in found if any(_alike(name, one) for one in names)), None)
        if told is None and names and (match := _OF.search(stripped)):
            named = match[1]
            if named in found and any(map(str.isdigit, named)) and named not in _PRODUCTS:
                told = None if named in names else named
        if told is not None and told not in _PRODUCTS:
            yield index, told


@lru_cache(maxsize=1 << 13)
def _is_of_a_letter(text: str) -> bool:
    """Whether somebody wrote this: a name and a colon, or words with no more than a number.

    That is so whatever its digits are, so that the outline of a line will do.
    """
    stripped = text.strip()
    if not 4 <= len(stripped) <= _LONGEST:
        return False
    if _ALONE.match(stripped):
        return not _MESSAGE.search(stripped)
    if _PRINTED.search(stripped) or _MESSAGE.search(stripped):
        return False
    if len(text) - len(text.lstrip()) > _INDENTED or len(_NUMBER.findall(stripped)) > _NUMBERS:
        return False
    words = len(_WORD.findall(stripped))
    return words >= _WORDS or (words >= 1 and stripped.endswith(":"))


def _alike(name: str, other: str) -> bool:
    """Whether two names are of two of a kind: they differ in one letter or two, the last ones."""
    if len(name) != len(other) or name == other or len(name) <= _SAME:
        return False
    same = next(at for at, pair in enumerate(zip(name, other, strict=True)) if pair[0] != pair[1])
    return same >= max(_SAME, len(name) - 2)
