"""Reports that a mail program or a terminal has wrapped, put together again.

Two ways of wrapping are told apart, at any width of 60 to 80 characters:

* *hard*, as terminals and ``fold`` do it: every line of exactly that width goes on, through words
  and figures;
* *soft*, as mail programs do it: at the last blank that fits. A line goes on when the first word of
  the next one would not have fitted on it any more.

Texts that cannot be broken (rulers, long names) stay longer than the width, and so do the headings
of a mail: neither says that a file is not wrapped.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

from advisor.readers.reader import Line

WIDEST = 80
NARROWEST = 60
LONGEST = 256
"""Characters of a line put together: prints have 133, logs and consoles 255 at most."""

PRINT = 137
"""Characters of a line of a print: 133 and what the wrapping may have added."""

WIDEST_GAP = 36
"""Blanks between two columns at most; what stands further to the right is a line of its own."""

_QUOTE = re.compile(r"^(?:>{1,8} ?)+")
_CONTROL = re.compile(r"[10+-](?:\s|$)")
_DIGIT, _LETTER = re.compile(r"[0-9]"), re.compile(r"[A-Za-z]")
_SHAPE = 10
_UNBREAKABLE = re.compile(r"[ \t]*[^ \t]*[ \t]*$")
_MAIL_HEADING = re.compile(r"(?:[A-Za-z][\w-]*:|[ \t]+\S)")


class Wrapping(NamedTuple):
    """How a text is wrapped: at which width, whether through words and figures, and whether its
    own lines begin with a blank (or carriage control), so that others must be continuations.
    """

    width: int
    hard: bool
    indented: bool = False


def wrapping(texts: Sequence[str]) -> Wrapping | None:
    """How these lines were wrapped, ``None`` where they do not look so; quoting does not count."""
    plain = [_QUOTE.sub("", text).rstrip("\r") for text in texts]
    body = plain[_mail_headings(plain) :]
    folded = max(map(len, body), default=0)
    if NARROWEST <= folded <= WIDEST and _cut(body, folded):
        return Wrapping(folded, True)
    width = max((len(text.rstrip()) for text in body if not _UNBREAKABLE.match(text)), default=0)
    if not NARROWEST <= width <= WIDEST:
        return None
    pairs = list(itertools.pairwise(body))
    follow = sum(_follows(one, two, width) for one, two in pairs)
    own = sum(
        not text[:1].isspace() and not _CONTROL.match(text) and not _follows(before, text, width)
        for before, text in pairs
        if text
    )
    blank = sum(text[:1].isspace() for text in body)
    indented = blank > len(body) / 3 and own <= follow
    how = Wrapping(width, False, indented)
    if any(_gap(one, two, how, len(one)) is not None for one, two in pairs):
        return how
    return None


def _cut(body: Sequence[str], width: int) -> bool:
    """Whether lines were cut at the width: few of those broken at blanks would be that long."""
    full = nearly = through = 0
    for one, two in itertools.pairwise(body):
        starts = two[:1].strip() != ""
        if len(one) == width:
            if starts and _shape(one) == _shape(two):  # rows of a table that is no wider
                continue
            full += 1
            through += starts and one[-1] != " "
        elif len(one.rstrip()) >= width - 8 and starts:
            nearly += _follows(one, two, width)
    return full >= 3 and through > 0 and full > nearly


def may_be_wrapped(texts: Sequence[str]) -> bool:
    """Whether the lines look wrapped in one of the two ways."""
    return wrapping(texts) is not None


def _mail_headings(texts: Sequence[str]) -> int:
    """How many lines at the top are headings of a mail."""
    if not texts or not re.match(r"(?:From |[A-Z][\w-]*: )", texts[0]):
        return 0
    count = 0
    while count < len(texts) and _MAIL_HEADING.match(texts[count]):
        count += 1
    return count if count > 1 else 0


def _follows(content: str, following: str, width: int) -> bool:
    """Whether ``following`` begins at its edge, with a word that did not fit on the line before."""
    length = len(content.rstrip())
    if not WIDEST // 2 <= length <= width or following[:1].isspace():
        return False
    word = following.split(maxsplit=1)
    if not word or _shape(content) == _shape(following):  # rows of a table that is less wide
        return False
    return length == width or length + 1 + len(word[0]) > width


def _shape(text: str) -> str:
    """How a line begins, with the same letter for all letters and the same digit for all."""
    return _LETTER.sub("A", _DIGIT.sub("9", text[:_SHAPE]))


def _gap(content: str, following: str, how: Wrapping, so_far: int) -> int | None:
    """The blanks that stood between two lines which were one; ``None`` where they were two.

    ``so_far`` is the length of all that ends with ``content``.
    """
    length = len(content.rstrip())
    word = following.split(maxsplit=1)
    if not word or not WIDEST // 2 <= length <= how.width:
        return None
    room = how.width - length
    if following[:1].isspace():
        # A gap that reached beyond the width: broken there, so that the rest of it is left.
        blanks = len(following) - len(following.lstrip())
        if how.indented and blanks < 2 and room:
            return None
        whole = so_far + room + 1 + len(following.rstrip())
        return room + 1 if whole <= PRINT and room <= WIDEST_GAP else None
    if _follows(content, following, how.width):
        return 1 if so_far + len(following) < LONGEST else None
    # The gap was wider than one blank, else the word would have stood on the line before.
    gap = room - len(word[0]) + 1
    loose = how.indented and gap <= WIDEST_GAP and not _CONTROL.match(following)
    return gap if loose and so_far + gap + len(following.rstrip()) <= PRINT else None


def unwrapped(lines: Sequence[Line]) -> tuple[list[Line], dict[int, int]] | None:
    """Lines with wrapped ones joined, and for each joined line its last number.

    ``None`` when nothing would be joined.
    """
    # The mail program saw log columns and carriage control, but not the quoting added later.
    texts = [_QUOTE.sub("", line.text) for line in lines]
    how = wrapping(texts)
    if how is None:
        return None
    joined: list[Line] = []
    ends: dict[int, int] = {}
    previous = ""
    for line, text in zip(lines, texts, strict=True):
        gap = _glue(previous, text, how, len(joined[-1].content)) if joined else None
        if gap is not None:
            head = joined[-1]
            content = head.content if how.hard else head.content.rstrip()
            joined[-1] = Line(
                head.number,
                head.text + "\n" + line.text,
                content + " " * gap + line.content,
                head.page_start,
                head.log,
            )
            ends[head.number] = line.number
        else:
            joined.append(Line(line.number, line.text, line.content, line.page_start, line.log))
        previous = text
    return (joined, ends) if ends else None


def _glue(previous: str, text: str, how: Wrapping, so_far: int) -> int | None:
    if not previous or so_far + len(text) > LONGEST:
        return None
    if how.hard:
        return 0 if len(previous.rstrip("\r")) == how.width else None
    return _gap(previous, text, how, so_far)


LARGEST = 4 << 20
"""Characters of a file that is put together again as a whole: no mail is longer."""


def rejoined(texts: Sequence[str]) -> tuple[list[str], list[int], bool] | None:
    """All lines of a wrapped file put together, the number of each result's first line, and
    whether it was cut hard, through words and figures.

    ``None`` when the file does not look wrapped.
    """
    plain = [_QUOTE.sub("", text) for text in texts]
    how = wrapping(plain)
    if how is None:
        return None
    lines: list[str] = []
    numbers: list[int] = []
    previous = ""
    for number, text in enumerate(plain, start=1):
        gap = _glue(previous, text, how, len(lines[-1])) if lines else None
        if gap is not None:
            lines[-1] = (lines[-1] if how.hard else lines[-1].rstrip()) + " " * gap + text
        else:
            lines.append(text)
            numbers.append(number)
        previous = text
    return (lines, numbers, how.hard) if len(lines) < len(plain) else None
