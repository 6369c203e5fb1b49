"""Reports that a mail program has wrapped: lines of up to 80 characters put together again."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from advisor.readers.reader import Line

WIDEST = 80
NARROWEST = 60


_QUOTE = re.compile(r"^(?:>{1,8} ?)+")


def may_be_wrapped(texts: Sequence[str]) -> bool:
    """Whether no line is longer than a mail's and some fill it; quoting does not count."""
    contents = [_QUOTE.sub("", text) for text in texts]
    widths = [len(content.rstrip()) for content in contents]
    longest = max(widths, default=0)
    return NARROWEST <= longest <= WIDEST and any(
        _wraps(one, two, longest) for one, two in itertools.pairwise(contents)
    )


def _wraps(content: str, following: str, width: int) -> bool:
    """Whether ``following`` begins with a word that no longer fitted on ``content``'s line."""
    words = following.split(maxsplit=1)
    length = len(content.rstrip())
    if not words or length < NARROWEST - 20:
        return False
    return length == width or length + 1 + len(words[0]) > width


def unwrapped(lines: Sequence[Line]) -> tuple[list[Line], dict[int, int]] | None:
    """Lines with wrapped ones joined, and for each joined line its last number.

    ``None`` when nothing would be joined.
    """
    # The mail program saw log columns and carriage control, but not the quoting added later.
    texts = [_QUOTE.sub("", line.text) for line in lines]
    width = max((len(text.rstrip()) for text in texts), default=0)
    if not NARROWEST <= width <= WIDEST:
        return None
    joined: list[Line] = []
    ends: dict[int, int] = {}
    previous = ""
    for line, text in zip(lines, texts, strict=True):
        if joined and previous and _wraps(previous, text, width):
            head = joined[-1]
            glue = "" if len(previous.rstrip()) == WIDEST else " "
            joined[-1] = Line(
                head.number,
                head.text + "\n" + line.text,
                head.content.rstrip() + glue + line.content,
                head.page_start,
                head.log,
            )
            ends[head.number] = line.number
        else:
            joined.append(Line(line.number, line.text, line.content, line.page_start, line.log))
        previous = text
    return (joined, ends) if ends else None


LARGEST = 4 << 20
"""Characters of a file that is put together again as a whole: no mail is longer."""


def rejoined(texts: Sequence[str]) -> tuple[list[str], list[int], bool] | None:
    """All lines of a wrapped file put together, the number of each result's first line, and
    whether it was cut hard, through words and figures.

    Where many lines have exactly 80 characters, the program cut there and only those go on;
    otherwise it broke at blanks. ``None`` when the file does not look wrapped.
    """
    plain = [_QUOTE.sub("", text) for text in texts]
    lengths = [len(text.rstrip("\r")) for text in plain]
    width = max(lengths, default=0)
    if not NARROWEST <= width <= WIDEST:
        return None
    full = sum(length == width for length in lengths)
    hard = width == WIDEST and full >= max(3, 0.02 * len(plain))
    lines: list[str] = []
    numbers: list[int] = []
    previous = ""
    for number, text in enumerate(plain, start=1):
        if hard:
            goes_on = len(previous) == width
        else:
            goes_on = bool(previous) and _wraps(previous, text, width)
        if lines and goes_on:
            lines[-1] += text if hard else " " + text
        else:
            lines.append(text)
            numbers.append(number)
        previous = text
    return (lines, numbers, hard) if len(lines) < len(plain) else None
