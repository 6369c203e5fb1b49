"""Texts cut off at a column: a transfer into shorter records, a screen narrower than the print.

Nothing of such a line says that it was longer, and ``40120`` may have become ``401``. What shows is
that lines of different shapes end at exactly the same column, which is the widest of the file, and
hardly any line ends a little before it. Rows of one table end alike by nature, and so do rulers,
card images with their numbers and the title block of a page: these are no evidence.

What touches that column is hidden from the readers behind asterisks, which no reader takes for a
figure, so that the columns before it keep their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from advisor.readers.intake.unwrapping.shapes import AT_LEAST_SIMILAR, alike, profile

NARROWEST, WIDEST = 60, 255
USUAL = frozenset((71, 72, 79, 80))
"""Widths of card images and screens, without and with their last column."""

_ENOUGH = 4
"""Kinds of lines that end at one column in no print of its own width."""

_NEAR = 4
"""Columns before the last one in which a print of its own width has line ends as well."""

HIDDEN = "*"
_MOST_LOOKED_AT = 400
_CARD = re.compile(r"\d{8}$")
_TOKEN = re.compile(r"\S+\s*$")
_CELLS = re.compile(r"[,;|]")
_PAGE = re.compile(r"\bPAGE[ :]{1,12}[\d,-]{1,9}$", re.IGNORECASE)
_MARKUP = re.compile(r"\s*<")


@dataclass(frozen=True, slots=True)
class Cut:
    """The column at which a text was cut off, how many lines reach it and the first of them.

    ``sure``: so many kinds of lines do that none of their reports can be trusted.
    """

    width: int
    lines: int
    first: int
    sure: bool

    def sentence(self, name: str) -> str:
        """What is said of it, with the remedy."""
        return (
            f"{name} looks cut off at column {self.width}: {self.lines:,} lines of different kinds "
            f"end there, from line {self.first:,} on. What touches that column was not read, for "
            "figures may lack digits, and columns behind it are lost: send the report in its full "
            "width (transfer it into records of 133 or more, or as variable records)."
        )

    def reaches(self, texts: Iterable[str]) -> bool:
        """Whether one of these lines was surely cut: then columns are missing, and which are left
        cannot be told.
        """
        return self.sure and any(len(text.rstrip()) == self.width for text in texts)

    def hide(self, texts: Sequence[str], contents: Sequence[str]) -> list[str]:
        """``contents`` with what touches the column hidden in lines that reach it."""
        return [
            _hidden(content) if len(text.rstrip()) == self.width else content
            for text, content in zip(texts, contents, strict=True)
        ]


def _hidden(content: str) -> str:
    match = _TOKEN.search(content)
    if match is None:
        return content
    start = match.start()
    cells = [cell.end() for cell in _CELLS.finditer(content, start)]
    if len(cells) > 3 or (cells and _CELLS.search(content[:start])):  # a row of cells
        start = cells[-1]
    return content[:start] + HIDDEN * max(1, len(content.rstrip()) - start)


def cut_of(texts: Sequence[str]) -> Cut | None:
    """Where a text looks cut off; ``None`` where nothing says so."""
    ends = [len(text.rstrip()) for text in texts]
    width = max(ends, default=0)
    if not texts or not NARROWEST <= width <= WIDEST or _MARKUP.match(texts[0]):
        return None
    reach = [index for index, end in enumerate(ends) if end == width]
    near = sum(1 for end in ends if width - _NEAR <= end < width)
    inked = [index for index in reach if texts[index].rstrip()[-1].isalnum()]
    if not inked or _numbered(texts, inked):
        return None
    if any(_PAGE.search(texts[index].rstrip()) for index in inked):
        return None  # titles have the page's number at their right edge
    shapes = _shapes(texts[index].rstrip() for index in inked)
    enough = _ENOUGH
    if len(inked) > near:
        few = len(inked) < _ENOUGH
        enough = (3 if few else 2) if width in USUAL else _ENOUGH if few else 3
    if shapes < enough:
        return None
    return Cut(width, len(reach), reach[0] + 1, shapes >= _ENOUGH)


def _numbered(texts: Sequence[str], reach: Sequence[int]) -> bool:
    numbers = [match[0] for index in reach if (match := _CARD.search(texts[index].rstrip()))]
    return len(numbers) == len(reach) and numbers == sorted(set(numbers))


def _shapes(texts: Iterable[str]) -> int:
    """How many kinds of lines there are, as far as it matters."""
    found: list[str] = []
    for looked_at, text in enumerate(dict.fromkeys(texts)):
        if looked_at >= _MOST_LOOKED_AT or len(found) >= _ENOUGH:
            break
        shape = profile(text)
        if not any(alike(shape, other, AT_LEAST_SIMILAR) for other in found):
            found.append(shape)
    return len(found)
