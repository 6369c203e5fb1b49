"""Points between thousands, as prints have them where the comma is the decimal mark.

``500.000`` alone may be half a thousand with three places, and no reader of counts may take the
first digits of ``1.200.000`` for all of it. The page tells: no number with two points is a decimal
one, so where one stands, points are between thousands; but where others have one or two places, or
four, the page has decimal points as well and only those with two points are sure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_SOON = re.compile(r"\.\d{3}\.\d{3}(?!\d)")
"""What is looked for first: it begins with a letter that is soon found, or not."""

_BEFORE = r"(?<![\w.,:/])"
_BEHIND = r"(?:,\d+)?(?![\d:/]|[.,]\w)"
_TWO = re.compile(rf"{_BEFORE}[1-9]\d{{0,2}}(?:\.\d{{3}}){{2,}}{_BEHIND}")
_NAMED = r"(?:\b(?:DATE|TIME|VERSION|RELEASE|VER|REL|V)[ :=]*)?"
_PLACES = rf"{_BEFORE}(?:0?,\d+|\d+,\d{{1,2}})(?![\d:/]|[.,]\w)"
_ONE = re.compile(rf"{_NAMED}{_BEFORE}[1-9]\d{{0,2}}\.\d{{3}}{_BEHIND}|{_PLACES}", re.IGNORECASE)
_DECIMAL = re.compile(
    rf"{_BEFORE}(?!(?:19|20|00)\d\d\.\d{{3}}(?!\d))(?:\d+\.\d{{1,2}}|\d{{4,}}\.\d+|\d+\.\d{{4,}}|0?\.\d+)(?![\w.,:/])"
)
_ADDRESS = re.compile(r"[12]?\d?\d(?:\.(?:1\d\d|2[0-4]\d|25[0-5])){3}$")
_DATED = re.compile(r"(?<![\d.])[0-3]?\d\.[01]?\d\.(?:19|20)\d\d(?![\d.])")
_SWAPPED = str.maketrans(".,", ",.")


class Swapped(NamedTuple):
    """A page with the marks that all readers expect; no width changes."""

    contents: list[str]
    example: str
    """A number that shows that its points are between thousands; empty where another page did."""
    doubtful: tuple[int, str] | None
    """Index and text of the first number that may be a decimal one all the same: where no date with
    points shows what country's marks these are."""


def shown_by(contents: Sequence[str]) -> str:
    """A number of a page by which its points stand between thousands; empty where none does."""
    if len(contents) > 1 and not _SOON.search("\n".join(contents)):
        return ""
    for text in contents:
        if _SOON.search(text):
            for match in _TWO.finditer(text):
                if not _ADDRESS.match(match[0]):
                    return match[0]
    return ""


def may_show(contents: Sequence[str]) -> bool:
    """Whether :func:`shown_by` may find a number in some of these lines."""
    return _SOON.search("\n".join(contents)) is not None


def swapped(contents: Sequence[str], known: bool = False) -> Swapped | None:
    """A page with commas between its thousands; ``None`` where it has no points there.

    ``known``: other pages of the file have them.
    """
    example = shown_by(contents)
    if not example and not known:
        return None
    with_points = any(_DECIMAL.search(text) for text in contents)
    if with_points and not example:
        return None
    dated = any(_DATED.search(text) for text in contents)
    doubtful: tuple[int, str] | None = None
    result: list[str] = []
    for index, text in enumerate(contents):
        if "." in text or "," in text:
            text = _TWO.sub(_swap, text)
            if not with_points:
                if doubtful is None and not dated:
                    found = (match[0] for match in _ONE.finditer(text))
                    doubtful = next(((index, one) for one in found if _swap_of(one) != one), None)
                text = _ONE.sub(_swap, text)
        result.append(text)
    return Swapped(result, example, doubtful)


def _swap(match: re.Match[str]) -> str:
    return _swap_of(match[0])


def _swap_of(text: str) -> str:
    return text if text[0].isalpha() or _ADDRESS.match(text) else text.translate(_SWAPPED)
