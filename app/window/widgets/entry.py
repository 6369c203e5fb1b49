"""What somebody types for a setting or a figure: a number with or without its unit."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from app.window.i18n import spoken, tr
from app.window.i18n.numbers import figure, parse_number, unit_text
from app.window.metrics import setting_name
from model.figures.figure import Figure
from model.topology import SettingSpec, Usual, Value

__all__ = ["Asking", "entered", "entered_figure", "in_unit", "is_share", "unit_of"]

PROCESSORS = 200
"""No machine has more: nothing uses more CPU time of an interval than all of these have in it."""
FAR = 1000.0
"""So many times more than most installations have is a slip of the unit or of the fingers."""
_PRINTED = 1.005
"""Figures that are the same are printed to three digits."""
_EACH = {"s": 1.0, "sec": 1.0, "min": 1 / 60, "h": 1 / 3600}
_SECONDS = {"ms": 1e-3, "µs": 1e-6, "us": 1e-6, "s": 1.0, "min": 60.0, "h": 3600.0}
_RATE = re.compile(r"(?P<number>.*?)\s*[^\W\d]*\s*/\s*(?P<each>s|sec|min|h)")
_TIME = re.compile(r"(?P<number>.*?)\s*(?P<unit>ms|µs|us|s|min|h)")


def is_share(spec: SettingSpec) -> bool:
    """Whether a setting is a part of a whole: a number from 0 to 1 without a unit."""
    return spec.type == "number" and not spec.unit and (spec.minimum, spec.maximum) == (0, 1)


def unit_of(spec: SettingSpec) -> str:
    """What stands beside the field."""
    return "0 … 1, %" if is_share(spec) else unit_text(spec.unit)


def entered(spec: SettingSpec | None, text: str) -> Value:
    """The legal value that ``text`` means; without a spec, the number.

    The unit may stand behind. Shares may be given in per cent: 20, 20 % and 0.2 are one, while 1
    is all of it and 1 % a hundredth.

    Raises
    ------
    ValueError: it means none; one clause in the user's language.
    """
    if spec is not None and spec.type not in ("integer", "number"):
        try:
            return spec.parse(text)
        except ValueError as wrong:
            raise ValueError(spoken(str(wrong))) from wrong
    word = text.strip()
    in_pct = word.endswith("%") and spec is not None and is_share(spec)
    if spec is not None:
        of_whole = ("%",) if is_share(spec) else ()
        for unit in (*of_whole, spec.unit, unit_text(spec.unit)):
            if unit and word.lower().endswith(unit.lower()):
                word = word[: -len(unit)].strip()
                break
    number = parse_number(word)
    if spec is not None and is_share(spec) and (in_pct or 1.0 < number <= 100.0):
        number /= 100.0
    value: Value = int(number) if number == int(number) else number
    problem = None if spec is None else spec.problem_with(value)
    if spec is not None and problem is not None:
        raise ValueError(spoken(problem).replace(spec.name, setting_name(spec.name), 1))
    return value


@dataclass(frozen=True)
class Asking:
    """What a figure is asked for: its declaration, what is usual, and of how much it is.

    A count is of ``seconds``, in which there are ``events`` of what its usual value is for one of;
    each is 0 where it is not known. ``counted`` says that another figure is for one of this.
    ``most`` and ``least`` are what others allow that were told: the end and what has it.
    """

    declared: Figure
    usual: Usual | None = None
    seconds: float = 0.0
    events: float = 0.0
    counted: bool = False
    most: tuple[float, str] = (math.inf, "")
    least: tuple[float, str] = (0.0, "")


def _farthest(usual: Usual | None) -> float:
    """Where what is typed is a slip; infinite where nobody knows what is usual."""
    if usual is None or not isinstance(usual.value, (int, float)) or usual.times <= 1.0:
        return math.inf
    return usual.value * usual.times * FAR or math.inf


def in_unit(text: str, unit: str) -> float:
    """The number that ``text`` means in a unit: 300,000/s, 7,200/min and 1.5 s too.

    Raises
    ------
    ValueError: it is none; one clause in the user's language.
    """
    word, times = _unit_apart(text.strip(), unit)
    return parse_number(word) * times


def _unit_apart(word: str, unit: str) -> tuple[str, float]:
    """A number without what stands behind it, and how many of the unit one of that is."""
    if unit in _SECONDS:
        if span := _TIME.fullmatch(word):
            return span["number"], _SECONDS[span["unit"]] / _SECONDS[unit]
        return word, 1.0
    own = next((u for u in (unit_text(unit), unit) if u and word.endswith(u)), "")
    if own:
        return word.removesuffix(own).strip(), 1.0
    if unit.endswith("/s") and (rate := _RATE.fullmatch(word)):
        return rate["number"], _EACH[rate["each"]]
    return word, 1.0


def entered_figure(asking: Asking, text: str) -> float | int:
    """The number that ``text`` means in the figure's unit.

    The unit may stand behind, or another one of the same sort: 7,200/min are 120/s. CPU time of an
    interval may be told as milliseconds of one transaction, as people know it.

    Raises
    ------
    ValueError: no measurement can have it; one clause in the user's language.
    """
    declared, usual = asking.declared, asking.usual
    word, times = _unit_apart(text.strip(), declared.unit)
    of_one = declared.nature == "count" and usual is not None and bool(usual.per)
    if of_one and declared.unit in _SECONDS and times < 1.0:
        if not asking.events:
            raise ValueError(tr("tell the rate first: time of one is multiplied by it"))
        times *= asking.events
    number = parse_number(word) * times
    if declared.wrong_with(number) == "below":
        raise ValueError(tr("cannot be below 0"))
    if declared.wrong_with(number) == "above":
        raise ValueError(tr("is at most {limit}", limit=figure(declared.limit, declared.unit)))
    if number == 0.0 and asking.counted:
        raise ValueError(tr("must be above 0: the rest is counted for one of them"))
    (most, whole), (least, part) = asking.most, asking.least
    if number > most * _PRINTED:
        said = tr("is more than {figure}: {value}", figure=whole, value=figure(most, declared.unit))
        raise ValueError(said)
    if number * _PRINTED < least:
        said = tr("is less than {figure}: {value}", figure=part, value=figure(least, declared.unit))
        raise ValueError(said)
    if declared.nature == "count" and declared.unit == "s" and asking.seconds:
        most = PROCESSORS * asking.seconds
        if number > most:
            raise ValueError(
                tr(
                    "is more than {n} CPs have in {time}",
                    n=PROCESSORS,
                    time=figure(asking.seconds, declared.unit),
                )
            )
    if number > _farthest(usual):
        said = tr("is more than {n} times what most have: look at the unit", n=figure(FAR))
        raise ValueError(said)
    return int(number) if number == int(number) else number
