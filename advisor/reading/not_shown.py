"""Of the numbers of a line those that its reader did not see: columns around it, and cut ends."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Protocol

from advisor.reading.layout.outline import outline
from advisor.reading.numbers import numbers_of


class Printed(Protocol):
    """A line: its number in the file, the line itself, and what readers see of it."""

    number: int
    text: str
    content: str
    shape: str


NO_DIGITS = str.maketrans(dict.fromkeys("+-.,:%KMGTBSkmgtbsu"))


@lru_cache(maxsize=1024)
def _how_many(shape: str) -> int:
    """How many numbers a text of this outline has: the columns of a log differ in their digits."""
    return len(numbers_of(shape)[0])


_CARD = re.compile(r"\d{8}$")


def not_shown(line: Printed) -> tuple[int, list[str]]:
    """Of the numbers of a line that its reader did not see: how many stand in columns around it (a
    log's, an editor's), and those that were hidden, as they may lack digits.
    """
    text, content = line.text, line.content
    if text.endswith(content):
        around = text[: len(text) - len(content)]
        if around.isspace():
            return 0, []
        if content[:1].isspace() or around[-1:].isspace():
            return _how_many(outline(around)), []
        return max(0, len(numbers_of(text)[0]) - len(numbers_of(content)[0])), []
    behind, shown_part = _connect_id(text), content.rstrip()
    if behind >= 0 and shown_part and text[:behind].endswith(shown_part):
        around = text[: behind - len(shown_part)]
        return _how_many(outline(around)) + 1, []
    shown = Counter(_digits(token) for token in numbers_of(content)[0])
    begin = content.split(None, 1)
    at = max(0, text.find(begin[0])) if begin else len(text)
    front, hidden = 0, []
    if "\x1b" in text:  # colours
        front = len(numbers_of(text)[0])
        text = _COLOUR.sub("", text)
        front -= len(numbers_of(text)[0])
        at = max(0, text.find(begin[0])) if begin else len(text)
    for match in _WORD.finditer(text):
        for token in numbers_of(match[0])[0]:
            if match.start() >= at and shown[_digits(token)] > 0:
                shown[_digits(token)] -= 1
            elif match.start() < at or _CARD.match(text, match.start()):
                front += 1
            else:
                hidden.append(token)
    return front, hidden


_WORD = re.compile(r"\S+")
_COLOUR = re.compile(r"\x1b\[[\d;]*m")


def _connect_id(text: str) -> int:
    """Where the blanks begin behind which the first line of a message that goes on has the number
    that the lines below begin with; -1 where it has none.
    """
    number = text.rstrip(" ")[-5:]
    if number[:2] != "  " or len(number) < 5 or not number[2:].isdecimal():
        return -1
    return len(text.rstrip(" ")[:-3].rstrip(" "))


def _digits(token: str) -> str:
    return token.translate(NO_DIGITS).lstrip("0") or "0"
