"""Every constant of every model: fitted, published or assumed, with its interval and its rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from model.subsystems.adabas.constants import FORMAT as ADABAS
from model.subsystems.common.constants import FORMAT, Constant, load_constants
from resources import resource

_OF_ADABAS = {
    "measured": "measured",
    "chosen": "assumed, with these rows in view",
    "judged": "assumed",
}
_RUNS = "001, tables 1 to 11 and its text"


@dataclass(frozen=True, slots=True)
class Known:
    """A constant as the record states it.

    ``low`` and ``high`` bound 90 % of its draws. ``told`` says how it is known, ``rests_on`` the
    rows that it was fitted to, or else the source and why the interval is as wide.
    """

    product: str
    name: str
    meaning: str
    unit: str
    value: float
    low: float
    high: float
    told: str
    rests_on: str


def constants() -> tuple[Known, ...]:
    """All of them, product by product."""
    return (*_adabas(), *_others())


def _adabas() -> Iterator[Known]:
    document = json.loads(resource("calibration", "adabas.json").read_text(encoding="utf-8"))
    if document["format"] != ADABAS:
        raise ValueError(f"resources/calibration/adabas.json is not in the format {ADABAS}")
    runs = f"{len(document['points'])} runs and {len(document['facts'])} statements ({_RUNS})"
    for one in document["constants"]:
        yield _known("Adabas", one, "fitted", runs)
    for one in document["assumed"]:
        yield _known("Adabas", one, _OF_ADABAS[one["told"]], one["why"])


def _known(product: str, one: dict[str, float | str], told: str, rests_on: str) -> Known:
    value, low, high = (float(one[key]) for key in ("value", "low", "high"))
    name, meaning, unit = (str(one[key]) for key in ("name", "meaning", "unit"))
    return Known(product, name, meaning, unit, value, low, high, told, rests_on)


def _others() -> Iterator[Known]:
    for path in sorted(resource("calibration").iterdir(), key=lambda path: path.name):
        if json.loads(path.read_text(encoding="utf-8")).get("format") != FORMAT:
            continue
        found = load_constants(path.name.removesuffix(".json"))
        for one in found.constants:
            known = (one.name, one.meaning, one.unit, one.value, one.low, one.high)
            yield Known(found.product, *known, *_told(one))


def _told(one: Constant) -> tuple[str, str]:
    rows = (*one.points, *one.series)
    if rows:
        more = f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
        return "fitted", ", ".join(rows[:_NAMED]) + more
    return ("published" if one.published else "assumed"), one.source


_NAMED = 4
"""Rows of one constant that are named one by one."""
