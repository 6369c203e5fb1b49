"""What somebody types for a setting: a number with or without its unit, a share in per cent."""

from __future__ import annotations

from app.window.i18n import spoken
from app.window.i18n.numbers import parse_number, unit_text
from model.topology import SettingSpec, Value

__all__ = ["entered", "is_share", "unit_of"]


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
        for unit in ("%", spec.unit, unit_text(spec.unit)):
            if unit and word.lower().endswith(unit.lower()):
                word = word[: -len(unit)].strip()
                break
    number = parse_number(word)
    if spec is not None and is_share(spec) and (in_pct or 1.0 < number <= 100.0):
        number /= 100.0
    value: Value = int(number) if number == int(number) else number
    problem = None if spec is None else spec.problem_with(value)
    if problem is not None:
        raise ValueError(spoken(problem))
    return value
