"""Numbers as the user's locale writes and reads them."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QLocale

from app.window.i18n import language, mark, tr

if TYPE_CHECKING:
    from model.projection import Estimate

__all__ = [
    "band",
    "band_beside",
    "banded",
    "figure",
    "parse_number",
    "percent",
    "percent_band",
    "plain",
    "projected",
    "said_unit",
    "signed_percent",
    "speech",
    "unit_text",
    "with_unit",
]

MINUS = "\u2212"
UNITS = {
    "per_s": "/s",
    "1/s": "/s",
    "s/s": "CPs",
    "cp": "CPs",
    # What the figure counts stands in its name.
    "count": "",
}
# Units that are said and not written as a quotient.
SAID = {"money/month": mark("money a month")}
# What a unit counts, where it is a word and not a sign.
COUNTED = {
    "allocations": mark("allocations"),
    "blocks": mark("blocks"),
    "buffers": mark("buffers"),
    "bytes": mark("bytes"),
    "calls": mark("calls"),
    "collections": mark("collections"),
    "connections": mark("connections"),
    "commands": mark("commands"),
    "commits": mark("commits"),
    "cubes": mark("cubes"),
    "cycles": mark("cycles"),
    "elements": mark("elements"),
    "entries": mark("entries"),
    "events": mark("events"),
    "files": mark("files"),
    "frames": mark("frames"),
    "lines": mark("lines"),
    "messages": mark("messages"),
    "misses": mark("misses"),
    "operations": mark("operations"),
    "pages": mark("pages"),
    "processors": mark("processors"),
    "reads": mark("reads"),
    "records": mark("records"),
    "requests": mark("requests"),
    "runs": mark("runs"),
    "segments": mark("segments"),
    "servers": mark("servers"),
    "sessions": mark("sessions"),
    "slots": mark("slots"),
    "spaces": mark("spaces"),
    "strings": mark("strings"),
    "switches": mark("switches"),
    "tasks": mark("tasks"),
    "threads": mark("threads"),
    "tracks": mark("tracks"),
    "transactions": mark("transactions"),
    "waits": mark("waits"),
    "writes": mark("writes"),
}

# The same where it is one.
ONE = {
    "allocations": mark("allocation"),
    "blocks": mark("block"),
    "buffers": mark("buffer"),
    "bytes": mark("byte"),
    "calls": mark("call"),
    "collections": mark("collection"),
    "connections": mark("connection"),
    "commands": mark("command"),
    "commits": mark("commit"),
    "cubes": mark("cube"),
    "cycles": mark("cycle"),
    "elements": mark("element"),
    "entries": mark("entry"),
    "events": mark("event"),
    "files": mark("file"),
    "frames": mark("frame"),
    "lines": mark("line"),
    "messages": mark("message"),
    "misses": mark("miss"),
    "operations": mark("operation"),
    "pages": mark("page"),
    "processors": mark("processor"),
    "reads": mark("read access"),
    "records": mark("record"),
    "requests": mark("request"),
    "runs": mark("run"),
    "segments": mark("segment"),
    "servers": mark("server"),
    "sessions": mark("session"),
    "slots": mark("slot"),
    "spaces": mark("space"),
    "strings": mark("string"),
    "switches": mark("switch"),
    "tasks": mark("task"),
    "threads": mark("thread"),
    "tracks": mark("track"),
    "transactions": mark("transaction"),
    "waits": mark("wait"),
    "writes": mark("write"),
}


def unit_text(unit: str, *, one: bool = False) -> str:
    """A stored unit as it is shown; ``/s`` sticks to its figure, others take a space."""
    if unit in UNITS:
        return UNITS[unit]
    if unit in SAID:
        return tr(SAID[unit])
    counted, slash, each = unit.partition("/")
    if counted in COUNTED:
        return tr((ONE if one else COUNTED)[counted]) + slash + each
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


def exact(value: float | int | str | bool) -> str:
    """``value`` as it is typed, in the locale's notation, not rounded as :func:`figure` does."""
    if isinstance(value, (bool, str)):
        return str(value)
    if float(value).is_integer():
        return plain(value, 0)
    # As many decimals as Python needs to read the same number again.
    places = Decimal(repr(float(value))).as_tuple().exponent
    return plain(value, -places if isinstance(places, int) else 0)


def rounded(value: float | int | str | bool) -> float | int | str | bool:
    """A number to four digits, as what is usual is known; anything else as it is."""
    if isinstance(value, (bool, str, int)):
        return value
    return float(f"{value:.4g}")


def figure(value: float | int | str | bool | None, unit: str = "") -> str:
    """A figure with its unit: ``326,559/s``, ``9.2 ms``; text as it is; ``–`` for none."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, str):
        return value_name(value)
    return with_unit(plain(value, _digits(value)), unit_text(unit, one=abs(value) == 1))


def value_name(value: str) -> str:
    """A value of an enumeration in the words of the report; other text as it is."""
    from advisor.report.texts import value_label

    return value_label(value, speech())


def speech() -> Literal["en", "de"]:
    """The language as the report knows it."""
    return "de" if language() == "de" else "en"


def projected(value: float, unit: str = "", metric: str = "", kind: str | None = None) -> str:
    """A projected figure exactly as the report prints it: ``192,700 commands/s``.

    ``metric`` and the ``kind`` of its workload say what the unit counts.
    """
    from advisor.report.figures import shown_estimate
    from model.projection import Estimate

    shown = shown_estimate(metric, Estimate(value, value, value, unit), kind, speech())
    return with_unit(shown.value, shown.unit)


def banded(estimate: Estimate, metric: str = "", kind: str | None = None) -> str:
    """A projected figure with its band in the same unit: ``24.37 min (24.2 … 24.55)``."""
    from advisor.report.figures import shown_estimate

    shown = shown_estimate(metric, estimate, kind, speech())
    return " ".join(part for part in (with_unit(shown.value, shown.unit), shown.band) if part)


def band_beside(estimate: Estimate, metric: str = "") -> str:
    """The band of a projected figure that stands beside it, in the unit of that figure."""
    from advisor.report.figures import shown_estimate

    return shown_estimate(metric, estimate, None, speech()).band.strip("()") or "–"


def with_unit(text: str, unit: str) -> str:
    """A printed figure with its unit; without one it stands alone."""
    if not unit:
        return text
    return f"{text}{unit}" if unit.startswith("/") else f"{text}\u00a0{unit}"


def said_unit(unit: str, metric: str, kind: str | None) -> str:
    """A projected figure's unit as the report prints it."""
    from advisor.report.wording import unit_shown

    return unit_shown(unit, metric, kind, speech())


def percent(ratio: float) -> str:
    """0.94 as ``94 %``, as the report prints shares."""
    from advisor.report.numbers import percent as printed

    return printed(ratio * 100.0, speech(), signed=False)


def signed_percent(value_pct: float | None) -> str:
    """13.2 as ``+13 %``, as the report prints changes; ``–`` for none."""
    from advisor.report.numbers import percent as printed

    return "–" if value_pct is None else printed(value_pct, speech())


def error_of(value_pct: float | None) -> str:
    """How far the model is off, as the report prints it: ``+13 %``, a multiple as ``×39``."""
    from advisor.report.numbers import error

    return "–" if value_pct is None else error(value_pct, speech())


def error_size(value_pct: float) -> str:
    """The same without a sign, to one decimal: ``28.5 %``."""
    from advisor.report.numbers import error
    from model.projection.estimate import BY_TIMES_PCT

    return f"{plain(value_pct, 1)} %" if value_pct <= BY_TIMES_PCT else error(value_pct, speech())


def band(low: float, high: float) -> str:
    """A projected band's two ends: ``8 … 17``; empty where both are printed alike."""
    from advisor.report.numbers import number

    ends = number(low, speech()), number(high, speech())
    return "" if ends[0] == ends[1] else f"{ends[0]}\u2009…\u2009{ends[1]}"


def percent_band(low_pct: float, high_pct: float) -> str:
    """A band in per cent, signed: ``+8 … +17 %``."""
    low = signed_percent(low_pct).removesuffix("%").rstrip()
    return f"{low}\u2009…\u2009{signed_percent(high_pct)}"


def parse_number(text: str) -> float:
    """The number that ``text`` means in the locale, or else in plain notation.

    Raises
    ------
    ValueError: it is no number; the message is one clause.
    """
    word = text.strip().replace("\u00a0", "").replace("\u202f", "").replace(MINUS, "-")
    number, good = QLocale().toDouble(word)
    if not good:
        number, good = QLocale.c().toDouble(word)
    if not word:
        raise ValueError(tr("enter a number"))
    if not good or not math.isfinite(number):
        raise ValueError(tr("“{text}” is not a number", text=text.strip()))
    return float(number)
