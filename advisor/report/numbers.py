"""How figures are printed: one place, so that PDF, tables and clipboard agree to the digit."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Literal

from model.projection.estimate import BY_TIMES_PCT, Estimate

Language = Literal["en", "de"]

SIGNIFICANT = 4
"""Projected figures are printed to four significant digits; their bands are far wider."""
WIDE = 0.5
"""Of its larger end: a band that wide has ends of two digits."""

_MARKS: dict[str, tuple[str, str]] = {"en": (",", "."), "de": (".", ",")}
_NO_BREAK = "\u00a0"


def number(value: float, language: Language = "en", digits: int = SIGNIFICANT) -> str:
    """``value`` rounded to significant digits, with the language's separators; ``–`` for none."""
    if not math.isfinite(value):
        return "–"
    if value == 0:
        return "0"
    magnitude = math.floor(math.log10(abs(value)))
    decimals = max(0, min(digits - 1 - magnitude, 6))
    rounded = round(value, digits - 1 - magnitude)
    text = f"{rounded:,.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    group, point = _MARKS[language]
    return text.replace(",", "\0").replace(".", point).replace("\0", group)


_STAMP = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d))?")


def moment(stamp: str, language: Language = "en") -> str:
    """An ISO date, with its time of day to the minute, as written in the language; else as it is.

    English keeps ISO: 03/04 is two dates on two sides of the Atlantic.
    """
    found = _STAMP.match(stamp)
    if found is None:
        return stamp
    year, month, day, time = found.groups()
    date = f"{day}.{month}.{year}" if language == "de" else f"{year}-{month}-{day}"
    return date if time is None else f"{date} {time}"


def quantity(value: float, unit: str, language: Language = "en") -> str:
    """A figure with its unit."""
    return number(value, language) + (f"{_NO_BREAK}{unit}" if unit else "")


def percent(value: float, language: Language = "en", *, signed: bool = True) -> str:
    """A percentage; below 10 with one decimal, above without: no more than the bands can bear."""
    if not math.isfinite(value):
        return "–"
    rounded = round(value, 1) if abs(value) < 10 else round(value)
    if rounded == 0:
        return f"0{_NO_BREAK}%"
    text = f"{rounded:+.1f}" if abs(value) < 10 else f"{rounded:+,.0f}"
    if text.endswith(".0"):
        text = text[:-2]
    if not signed:
        text = text.lstrip("+")
    group, point = _MARKS[language]
    text = text.replace(",", "\0").replace(".", point).replace("\0", group).replace("-", "−")
    return f"{text}{_NO_BREAK}%"


def error(value: float, language: Language = "en") -> str:
    """How far a figure is off, in per cent; of a multiple the factor: 3769 is ``×39``."""
    if value <= BY_TIMES_PCT or not math.isfinite(value):
        return percent(value, language)
    return f"×{number(value / 100.0 + 1.0, language, 2)}"


def band(estimate: Estimate, language: Language = "en") -> str:
    """The band in brackets, without the unit; empty where none is carried or none would show.

    Of a wide one the ends have two digits, rounded outward: more would tell of a precision that
    nobody has.
    """
    if estimate.low == estimate.value == estimate.high:
        return ""
    ends = estimate.low, estimate.high
    if ends[1] - ends[0] >= WIDE * max(map(abs, ends)):
        ends = _outward(ends[0], math.floor), _outward(ends[1], math.ceil)
    low, high = (number(end, language) for end in ends)
    return "" if low == high else f"({low} … {high})"


def _outward(end: float, rounded: Callable[[float], int]) -> float:
    """An end of a wide band to two digits; what has no more stays as it is."""
    if end == 0.0 or not math.isfinite(end):
        return end
    step = 10.0 ** (math.floor(math.log10(abs(end))) - 1)
    return rounded(round(end / step, 6)) * step


def percent_band(change: Estimate, language: Language = "en") -> str:
    """The band of a change in brackets; empty where its ends print as the change itself does."""
    value, low, high = (percent(end, language) for end in (change.value, change.low, change.high))
    return "" if (low, high) == (value, value) else f"({low} … {high})"
