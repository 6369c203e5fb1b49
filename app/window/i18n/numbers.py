"""Numbers as the user's locale writes and reads them."""

from __future__ import annotations

import math

from PySide6.QtCore import QLocale

__all__ = [
    "band",
    "figure",
    "parse_number",
    "percent",
    "percent_band",
    "plain",
    "signed_percent",
    "unit_text",
]

MINUS = "\u2212"
UNITS = {
    "per_s": "/s",
    "1/s": "/s",
    "s/s": "CPs",
    "cp": "CPs",
}


def unit_text(unit: str) -> str:
    """A stored unit as it is shown; ``/s`` sticks to its figure, others take a space."""
    if unit in UNITS:
        return UNITS[unit]
    return unit[1:] if unit.startswith("1/") else unit


def plain(value: float, digits: int) -> str:
    """``value`` with that many decimals and the locale's separators."""
    if not math.isfinite(value):
        return "–"
    text = QLocale().toString(float(value), "f", digits)
    return text.replace("-", MINUS)


def _digits(value: float) -> int:
    size = abs(value)
    if size >= 100 or size == 0 or float(value).is_integer():
        return 0
    return 1 if size >= 10 else 2 if size >= 0.1 else 4


def figure(value: float | int | str | bool | None, unit: str = "") -> str:
    """A figure with its unit: ``326,559/s``, ``9.2 ms``; text as it is; ``–`` for none."""
    from app.window.i18n import tr

    if value is None:
        return "–"
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, str):
        return value
    said = unit_text(unit)
    text = plain(value, _digits(value))
    if not said:
        return text
    return f"{text}{said}" if said.startswith("/") else f"{text}\u00a0{said}"


def percent(ratio: float, digits: int = 0) -> str:
    """0.94 as ``94 %``."""
    return f"{plain(ratio * 100.0, digits)}\u00a0%"


def signed_percent(value_pct: float | None, digits: int | None = None) -> str:
    """13.2 as ``+13 %``; small changes keep one decimal; ``–`` for none."""
    if value_pct is None or not math.isfinite(value_pct):
        return "–"
    places = (1 if abs(value_pct) < 10 else 0) if digits is None else digits
    rounded = round(value_pct, places)
    sign = "+" if rounded > 0 else MINUS if rounded < 0 else "±"
    return f"{sign}{plain(abs(rounded), places)}\u00a0%"


def band(low: float, high: float) -> str:
    """A band's two ends with the same number of decimals: ``8 … 17``."""
    digits = max(_digits(low), _digits(high)) if max(abs(low), abs(high)) < 100 else 0
    return f"{plain(low, digits)}\u2009…\u2009{plain(high, digits)}"


def percent_band(low_pct: float, high_pct: float) -> str:
    """A band in per cent, signed: ``+8 … +17 %``."""
    digits = 0 if max(abs(low_pct), abs(high_pct)) >= 10 else 1
    ends = []
    for value in (low_pct, high_pct):
        rounded = round(value, digits)
        sign = "+" if rounded > 0 else MINUS if rounded < 0 else ""
        ends.append(sign + plain(abs(rounded), digits))
    return f"{ends[0]}\u2009…\u2009{ends[1]}\u00a0%"


def parse_number(text: str) -> float:
    """The number that ``text`` means in the locale, or else in plain notation.

    Raises
    ------
    ValueError: it is no number; the message is one clause.
    """
    from app.window.i18n import tr

    word = text.strip().replace("\u00a0", "").replace("\u202f", "").replace(MINUS, "-")
    number, good = QLocale().toDouble(word)
    if not good:
        number, good = QLocale.c().toDouble(word)
    if not good or not math.isfinite(number):
        raise ValueError(tr("“{text}” is not a number", text=text.strip()))
    return float(number)
