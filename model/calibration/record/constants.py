"""Every constant of every model: fitted, published or assumed, with its interval and its rows."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass

from model.calibration.record.judged import judged
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.adabas.constants import ASSUMPTIONS, stored
from model.subsystems.common.constants import FORMAT, Constant, load_constants
from resources import resource

_OF_ADABAS = {
    "measured": "measured",
    "chosen": "assumed, with these rows in view",
    "judged": "assumed",
}
NOT_DRAWN = "taken as exact in bands"
"""Of a value without a prior: its interval is no wider than itself."""
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
    return (*_adabas(), *_others(), *_judged())


def _judged() -> Iterator[Known]:
    for one in judged():
        why = one.why if one.low < one.high else f"{one.why}; {NOT_DRAWN}"
        name = one.where.partition(":")[2].lower()
        known = (one.unit, one.value, one.low, one.high)
        yield Known(one.product, name, one.meaning, *known, "assumed", why)


def _adabas() -> Iterator[Known]:
    document = stored().document
    runs = f"{len(document['points'])} runs and {len(document['facts'])} statements ({_RUNS})"
    for one in document["constants"]:
        names, figures = ("name", "meaning", "unit"), ("value", "low", "high")
        name, meaning, unit = (str(one[key]) for key in names)
        value, low, high = (float(one[key]) for key in figures)
        yield Known("Adabas", name, meaning, unit, value, low, high, "fitted", runs)
    for name, its in ASSUMPTIONS.items():
        wide = math.exp(NORMAL_QUANTILE_90 * its.sd)
        why = its.why if its.sd else f"{its.why}; {NOT_DRAWN}"
        low, high = its.value / wide, its.value * wide
        told = _OF_ADABAS[its.told]
        yield Known("Adabas", name, its.meaning, its.unit, its.value, low, high, told, why)


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
