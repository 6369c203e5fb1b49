"""Cells as reports print them: numbers, scaled numbers, sizes, durations, dates, and not-numbers.

Every function gives ``None`` for what is not a figure; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import lru_cache

from advisor.reading.layout.dates import begins_with_day

_NOT_A_FIGURE = re.compile(
    r"(?:[-*_=.?]*|N/?A|NONE|\(?Not Reset\)?|NOT AVAIL(?:ABLE)?|UNKNOWN|9{6,}\.9{1,3}|\+{2,})$",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    r"[-+]?(?:\d{1,3}(?:[,' ]\d{3})+|\d+|(?=\.\d))(?:\.\d+)?(?:[eE][-+]?\d{1,3})?$", re.ASCII
)
_SIMPLE = re.compile(r"\d*\.\d+$", re.ASCII)
_COMMA_DECIMAL = re.compile(r"[-+]?\d+,\d+$")
_MANY_DIGITS = 40


def is_blank(text: str) -> bool:
    """Whether a cell holds no figure: blank, dashes, asterisks, ``N/A``, ``9999999.99``."""
    return _NOT_A_FIGURE.match(text.strip()) is not None


@lru_cache(maxsize=1 << 15)  # dense pages print the same cells over and over
def number(text: str, decimal: str = ".") -> float | int | None:
    """The figure a cell prints, or ``None``. Whole numbers come as int.

    ``decimal`` is the file's decimal mark (see :func:`decimal_mark`); the other of point and
    comma, an apostrophe or a blank between groups of three separates thousands.
    """
    text = text.strip()
    if text.isdecimal() and text.isascii() and len(text) <= _MANY_DIGITS:
        return int(text)
    if not text or len(text) > _MANY_DIGITS:
        return None
    if decimal == "." and text[:3] != "999" and (match := _SIMPLE.match(text)):
        return float(match[0])
    if is_blank(text):
        return None
    if decimal == ",":
        if not re.fullmatch(r"[-+]?\d+(?:[.' ]\d{3})*(?:,\d*)?", text):
            return number(text) if "," not in text and text.count(".") == 1 else None
        text = re.sub(r"[.' ]", "", text).replace(",", ".")
    if text.endswith("-") and text[:-1].strip():  # trailing sign, as COBOL edits it
        text = "-" + text[:-1].strip()
    if not _PLAIN.match(text) or not any(c.isdecimal() for c in text):
        return None
    text = re.sub(r"[,' ]", "", text)
    if "." in text or "e" in text or "E" in text:
        value = float(text)
        return value if abs(value) < 1e300 else None
    return int(text)


def whole(text: str, decimal: str = ".") -> int | None:
    """The whole number a cell prints, or ``None``."""
    value = number(text, decimal)
    return value if isinstance(value, int) else None


def decimal_mark(cells: Iterable[str]) -> str:
    """``,`` when cells can only be read with a decimal comma, otherwise ``.``."""
    comma = point = 0
    for cell in cells:
        if "," not in cell and "." not in cell:  # most of them
            continue
        cell = cell.strip()
        if re.fullmatch(r"[-+]?\d{1,3}(?:\.\d{3})+,\d+|[-+]?\d{1,3}(?:\.\d{3}){2,}", cell):
            comma += 3
        elif re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+\.\d+|[-+]?\d{1,3}(?:,\d{3}){2,}", cell):
            point += 3
        elif _COMMA_DECIMAL.match(cell) and not re.fullmatch(r"[-+]?[1-9]\d{0,2},\d{3}", cell):
            comma += 1
        elif re.fullmatch(r"[-+]?\d+\.\d+", cell) and not re.fullmatch(
            r"[-+]?[1-9]\d{0,2}\.\d{3}", cell
        ):
            point += 1
    return "," if comma > point else "."


_SCALE_COUNT = {"": 1.0, "K": 1e3, "T": 1e3, "M": 1e6, "G": 1e9, "B": 1e9}
_SCALED = re.compile(r"([-+]?[\d.,]+)\s*([KTMGBktmgb]?)$")


def scaled(text: str) -> float | int | None:
    """A count with a scale letter: ``3931K`` thousand, ``267T`` thousand (SDSF), M, G or B."""
    text = text.strip()
    plain = number(text)
    if plain is not None:
        return plain
    match = _SCALED.match(text)
    if not match:
        return None
    value = number(match[1])
    return None if value is None else value * _SCALE_COUNT[match[2].upper()]


_SIZE_UNIT = {
    "": 1,
    "B": 1,
    "BYTES": 1,
    "K": 1024,
    "KB": 1024,
    "M": 1024**2,
    "MB": 1024**2,
    "G": 1024**3,
    "GB": 1024**3,
    "T": 1024**4,
    "TB": 1024**4,
    "P": 1024**5,
    "PB": 1024**5,
}
_SIZE = re.compile(r"([-+]?[\d.,]+)\s*([A-Za-z]*)$")


def size_bytes(text: str, default_unit: str = "B", decimal: str = ".") -> float | int | None:
    """A storage size in bytes: ``100M``, ``1351K``, ``256 MB``; ``>10GB`` is a bound: ``None``.

    ``default_unit`` is what a bare number means (``KB`` where the report counts kilobytes).
    """
    match = _SIZE.match(text.strip())
    if not match:
        return None
    value = number(match[1], decimal)
    unit = _SIZE_UNIT.get((match[2] or default_unit).upper())
    return None if value is None or unit is None else value * unit


_CLOCK = re.compile(r"(?:(\d+)[-: ])?(\d+):(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?$")
_MIN_SEC = re.compile(r"(\d+):(\d{1,2})[.,](\d{1,9})$")
_DOTTED = re.compile(r"(\d{1,3})\.(\d{2})\.(\d{2,3})$")


@lru_cache(maxsize=4096)
def duration_s(text: str) -> float | None:
    """Seconds of a printed span.

    ``00:10:24.771944``, ``3:50:18``, ``00000:06:59 hours``, ``1:02:03:04`` (days first),
    ``29:59.996`` (minutes), ``15.00.037`` (RMF: minutes, seconds, thousandths), ``00.14.59``
    (hours, minutes, seconds), ``12.5 sec``.
    """
    text = re.sub(r"\s*(?:hours?|h|hh:mm:ss)$", "", text.strip(), flags=re.IGNORECASE)
    if len(text) > _MANY_DIGITS:
        return None
    if match := _CLOCK.match(text):
        days, hours, minutes, seconds, fraction = match.groups()
        total = (int(days or 0) * 24 + int(hours)) * 3600 + int(minutes) * 60 + int(seconds)
        return total + float(f"0.{fraction or 0}")
    if match := _MIN_SEC.match(text):
        return int(match[1]) * 60 + int(match[2]) + float(f"0.{match[3]}")
    if match := _DOTTED.match(text):
        if len(match[3]) == 3:
            return int(match[1]) * 60 + int(match[2]) + int(match[3]) / 1000
        return int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3])
    if match := re.fullmatch(r"([\d.,]+)\s*(s|sec|secs|seconds?|ms|us|min|minutes?)", text, re.I):
        value = number(match[1])
        unit = match[2].lower()
        factor = {"ms": 1e-3, "us": 1e-6}.get(unit, 60.0 if unit.startswith("min") else 1.0)
        return None if value is None else value * factor
    return None


_MONTHS = {
    name: index
    for index, names in enumerate(
        (
            "JAN",
            "FEB",
            "MAR MRZ MAE",
            "APR",
            "MAY MAI",
            "JUN",
            "JUL",
            "AUG",
            "SEP",
            "OCT OKT",
            "NOV",
            "DEC DEZ",
        ),
        start=1,
    )
    for name in names.split()
}


def iso_date(text: str) -> str | None:
    """A date as ``YYYY-MM-DD``: ISO, ``mm/dd/yyyy`` (or day first), Julian, ``12 Jan 24``.

    Which comes first :mod:`.dates` knows of the file that is being read.
    """
    return _iso_date(text, begins_with_day(text))


@lru_cache(maxsize=4096)
def _iso_date(text: str, day_first: bool) -> str | None:
    text = text.strip().strip(",")
    try:
        return _date(text, day_first)
    except (ValueError, OverflowError):
        return None


def _century(year: int) -> int:
    return year if year >= 100 else 2000 + year if year < 70 else 1900 + year


def _date(text: str, day_first: bool) -> str | None:
    if match := re.fullmatch(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", text):
        return date(int(match[1]), int(match[2]), int(match[3])).isoformat()
    if match := re.fullmatch(r"(\d{4}|\d{2})[./]?(\d{3})", text):
        year = _century(int(match[1]))
        day = int(match[2])
        if not 1 <= day <= 366:
            return None
        return (date(year, 1, 1) + timedelta(days=day - 1)).isoformat()
    if match := re.fullmatch(r"(\d{1,2})([/.])(\d{1,2})[/.](\d{4}|\d{2})", text):
        first, second, year = int(match[1]), int(match[3]), _century(int(match[4]))
        if match[2] == "." or day_first or first > 12:
            first, second = second, first
        return date(year, first, second).isoformat()
    if match := re.fullmatch(r"(\d{1,2})[- ]?([A-Za-z]{3})[a-z]*\.?[- ,]*(\d{4}|\d{2})", text):
        month = _MONTHS.get(match[2].upper())
        return (
            None
            if month is None
            else date(_century(int(match[3])), month, int(match[1])).isoformat()
        )
    if match := re.fullmatch(r"([A-Za-z]{3})[a-z]*\.?[- ](\d{1,2})[, -]+(\d{4}|\d{2})", text):
        month = _MONTHS.get(match[1].upper())
        return (
            None
            if month is None
            else date(_century(int(match[3])), month, int(match[2])).isoformat()
        )
    return None


@lru_cache(maxsize=4096)
def iso_time(text: str) -> str | None:
    """A time of day as ``HH:MM:SS``: ``09:25:55``, ``10.48.00``, ``12:50``, with fractions cut."""
    match = re.match(r"\s*(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[.,]\d+)?\s*$", text)
    if not match:
        return None
    hours, minutes, seconds = int(match[1]), int(match[2]), int(match[3] or 0)
    if hours > 24 or minutes > 59 or seconds > 59:
        return None
    return f"{hours:02}:{minutes:02}:{seconds:02}"


def stamp(date_text: str | None, time_text: str | None) -> str | None:
    """ISO 8601 local time of a printed date and time, or ``None``."""
    if not date_text:
        return None
    day = iso_date(date_text)
    if day is None:
        return None
    clock = iso_time(time_text) if time_text else None
    return day if clock is None else f"{day}T{clock}"


@lru_cache(maxsize=4096)
def seconds_between(start: str | None, end: str | None) -> float | None:
    """Seconds between two ISO times; ``None`` when one lacks its clock or they run backwards."""
    if not start or not end or "T" not in start or "T" not in end:
        return None
    try:
        span = (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()
    except ValueError:
        return None
    return span if span >= 0 else None
