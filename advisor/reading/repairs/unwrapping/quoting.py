"""What a mail adds around a text: headings at the top, marks of quoting in front of lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from advisor.reading.repairs.prefixes import is_quoted

_QUOTE = re.compile(r"^(?:>{1,8} ?)+")
_FIRST_HEADING = re.compile(r"(?:From |[A-Z][\w-]*: )")
_HEADING = re.compile(r"(?:[A-Za-z][\w-]*:|[ \t]+\S)")


@dataclass(frozen=True)
class Body:
    """Lines without marks of quoting, how many marks each had and how many characters they took
    beyond those of all lines, and where a mail's body begins.
    """

    texts: list[str]
    depths: list[int]
    marks: list[int]
    start: int


def body_of(texts: Sequence[str]) -> Body:
    """Take quoting and line ends off; find the end of a mail's headings."""
    if not is_quoted(texts):
        plain = [text.rstrip("\r\n\x1a") for text in texts]
        return Body(plain, [0] * len(plain), [0] * len(plain), _headings(plain))
    plain = []
    depths: list[int] = []
    marks: list[int] = []
    quote = _quote_of(texts)
    for text in texts:
        depth = mark = 0
        if text.startswith(">"):
            match = None if _ends_a_tag(text, plain) else quote.match(text)
            if match is not None:
                depth = match[0].count(">")
                mark = match.end()
                text = text[mark:]
        plain.append(text.rstrip("\r\n\x1a"))
        depths.append(depth)
        marks.append(mark)
    # An answer marks what was wrapped before; marks that only some lines have were wrapped too.
    least = min((mark for mark, text in zip(marks, plain, strict=True) if text), default=0)
    return Body(plain, depths, [mark - least for mark in marks], _headings(plain))


def _ends_a_tag(text: str, plain: Sequence[str]) -> bool:
    """Whether a mark that stands alone is the end of a tag of the line above."""
    above = plain[-1] if plain else ""
    return text.rstrip() == ">" and above.rfind("<") > above.rfind(">")


def _quote_of(texts: Sequence[str]) -> re.Pattern[str]:
    """The marks that lines may have: of markup as many as its first line has, for a line that was
    cut before the end of a tag begins with one that is no mark.
    """
    for text in texts:
        match = _QUOTE.match(text)
        if match and text[match.end() :].strip():
            if text[match.end() :].lstrip().startswith("<"):
                mark = "(?:> |>$)" if match[0].endswith(" ") else ">"
                return re.compile(f"^{mark}{{1,{match[0].count('>')}}}")
            break
    return _QUOTE


def _headings(texts: Sequence[str]) -> int:
    """How many lines at the top are headings of a mail."""
    if not texts or not _FIRST_HEADING.match(texts[0]):
        return 0
    count = 0
    while count < len(texts) and _HEADING.match(texts[count]):
        count += 1
    return count if count > 1 else 0
