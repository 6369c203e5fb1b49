"""What lines look like: how they begin, and where they have blanks."""

from __future__ import annotations

import re
import string
from operator import eq

from advisor.reading.layout.rows_alike import aligned, cells_of, same_kinds

_ALL_ALIKE = str.maketrans(
    string.digits + string.ascii_letters, 10 * "9" + len(string.ascii_letters) * "A"
)
BEGINNING = 10
"""Characters by which rows of one table, or messages of one kind, are told to begin alike."""

_ALIKE = 0.88
AT_LEAST_SIMILAR = 0.72
"""Shares of columns that agree about being blank: of rows of a table, and of what may be some."""

_FRAMED = re.compile(
    r"\s*([-=*_])\1{2}(?=.*[A-Za-z])(?:[A-Za-z][A-Za-z0-9@#$]*+|[^A-Za-z0-9@#$\n])*\1{3}$"
)
"""A heading between rulers, names in it: cut off, it would go on with more of them."""

_RULER = re.compile(r"\s*([-=*_])\1{7,}\s*")
_NINES = str.maketrans(string.digits, 10 * "9")
_WORD = re.compile(r"( {0,12})([A-Za-z][\w#@$*.-]{2,}) ")


def beginning(text: str, length: int = BEGINNING) -> str:
    """How a line begins, with the same letter for all letters and the same digit for all."""
    return text[:length].translate(_ALL_ALIKE)


_PROFILE = str.maketrans({chr(code): "x" for code in range(33, 127)})


def profile(text: str) -> str:
    """Where a line has blanks."""
    return text.translate(_PROFILE)


def first_word(text: str) -> str:
    """The word at the edge of a line, with the blanks in front of it; empty where none is."""
    match = _WORD.match(text)
    return match[0] if match else ""


def ends_in_ruler(line: str, following: str) -> bool:
    """Whether a line, without blanks behind it, is a heading between rulers that ended there."""
    return _FRAMED.match(line) is not None and following.lstrip()[0] != line[-1]


def underlines(line: str, ruler: str) -> bool:
    """Whether a ruler is as long as the line above it: it ends that line's table or heading."""
    return _RULER.fullmatch(ruler) is not None and abs(len(ruler.rstrip()) - len(line)) <= 2


def without_digits(before: str, text: str) -> tuple[str, str]:
    """A pair of lines as that of every report of its kind: with the same digit for all."""
    return before.translate(_NINES), text.translate(_NINES)


def begins_anew(before: str, text: str) -> bool:
    """Whether a line with a capital follows a small letter, as no word goes on."""
    return before[-1].islower() and text[0].isupper()


def alike(one: str, other: str, share: float = _ALIKE) -> bool:
    """Whether two profiles are those of rows of one table: as long, blanks in the same places."""
    longer, shorter = max(len(one), len(other)), min(len(one), len(other))
    if not shorter or shorter < 0.8 * longer:
        return False
    if one == other:
        return True
    same: int = sum(map(eq, one, other))
    return same >= share * longer


def opening(text: str) -> str:
    """How a line begins; what may be carriage control stands for itself."""
    return text[:2] + beginning(text, 6)[2:] if text[1:2] == " " else beginning(text, 6)


_COLUMNS = 4
"""Cells by which rows of a table are told."""


def rows_of_one_table(before: str, text: str) -> bool:
    """Whether two lines have cells of the same kinds in the same columns, whatever their width."""
    mine, its = cells_of(text), cells_of(before)
    return len(mine) >= _COLUMNS and same_kinds(mine, its) and aligned(mine, its)
