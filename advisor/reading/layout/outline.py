"""What lines look like whatever their figures are.

A long print repeats the same lines with other figures. Most patterns do not ask which digit a digit
is: what they find in one line they find in all of its outline, in the same places, and it need be
looked for only once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

_DIGITS = b"123456789"
_ZEROS = bytes.maketrans(_DIGITS, len(_DIGITS) * b"0")
_ALL = str.maketrans(_DIGITS.decode(), len(_DIGITS) * "0")


_PART = re.compile(r"\\.|\{[\d,]*\}|\d-\d|[\[\]]|\d")
_MOST, LONGEST_TOLD = 1 << 13, 400
"""Outlines of which something is known, and how long these are: longer lines seldom come again."""


def outline(text: str) -> str:
    """The line with a zero for every digit from 0 to 9."""
    try:  # ten times as fast as translating characters
        return text.encode("latin-1").translate(_ZEROS).decode("latin-1")
    except UnicodeEncodeError:
        return text.translate(_ALL)


def outlines(texts: Sequence[str]) -> list[str]:
    """The outline of each line, all looked at together."""
    together = "\n".join(texts)
    try:
        shapes = together.encode("latin-1").translate(_ZEROS).decode("latin-1").split("\n")
    except UnicodeEncodeError:
        shapes = []
    return shapes if len(shapes) == len(texts) else [outline(text) for text in texts]


T = TypeVar("T")


class Shapes:
    """The outlines of many lines, each held once: a print has far fewer than it has lines.

    ``distinct`` are the outlines in the order in which they come, ``ids`` says of each line which
    of them it has.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        found: dict[str, int] = {}
        self.ids = [found.setdefault(shape, len(found)) for shape in outlines(texts)]
        self.distinct = list(found)

    def each(self, told: Callable[[str], T]) -> list[T]:
        """What is told of each line's outline, and asked but once for each of them."""
        answers = list(map(told, self.distinct))
        return [answers[one] for one in self.ids]


def widened(pattern: str) -> str | None:
    """A pattern with any digit for each that it names, and finds all that it finds; empty where it
    names none, and ``None`` where that cannot be said.
    """
    inside, named = False, False
    found: list[str] = []
    at = 0
    for match in _PART.finditer(pattern):
        found.append(pattern[at : match.start()])
        part, at = match[0], match.end()
        if part in "[]":
            inside = part == "["
        elif len(part) == 1 or (part[1:2] == "-" and part != "0-9"):
            part, named = ("0-9" if inside else "[0-9]"), True
        found.append(part)
    if not named:
        return ""
    denied = re.search(r"\(\?<?![^)]*\d|\[\^[^\]]*\d", pattern)
    return None if denied else "".join((*found, pattern[at:]))


class Dispatch:
    """Which of some patterns may find anything in a line, told by its outline.

    A pattern that is none of them finds nothing; the others have to be tried.
    """

    def __init__(self, **patterns: tuple[re.Pattern[str], ...]) -> None:
        self._patterns = {
            name: tuple(
                re.compile(wide if wide else one.pattern, one.flags)
                for one in several
                if (wide := widened(one.pattern)) is not None
            )
            for name, several in patterns.items()
        }
        self._always = frozenset(
            name
            for name, several in patterns.items()
            if any(widened(one.pattern) is None for one in several)
        )
        self._seen: dict[str, frozenset[str]] = {}

    def __call__(self, text: str) -> frozenset[str]:
        """Names of the patterns that may find anything in a line."""
        shape = outline(text)
        found = self._seen.get(shape)
        if found is None:
            found = self._always | {
                name
                for name, several in self._patterns.items()
                if any(one.search(shape) for one in several)
            }
            if len(self._seen) >= _MOST:
                self._seen.clear()
            if len(shape) <= LONGEST_TOLD:
                self._seen[shape] = found
        return found
