"""Components and settings as a sentence calls them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from advisor.rules.commands import shown
from advisor.rules.settling import same
from model.catalogue import catalogue
from model.language import Keyword, Name, SettingName, joined, listed, say
from model.topology import Change, SetSetting, Value, values_set

LISTED = 3


def called(component: str) -> str:
    """``adabas_nucleus:10-1`` as ``Adabas nucleus 10-1``."""
    kind, _, name = component.partition(":")
    known = catalogue().get(kind)
    return component if known is None or not name else joined((known.title, " ", Name(name)))


def counting(component: str) -> list[tuple[bool, int, str]]:
    """What puts nucleus 10-2 before 10-10."""
    parts = re.findall(r"\d+|\D+", component)
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]


def called_together(components: Sequence[str]) -> list[tuple[str, bool]]:
    """Components by kind, each group as one subject of a sentence and whether it is several."""
    groups: list[tuple[str, bool]] = []
    ordered = sorted(components, key=lambda c: c.partition(":")[0])
    for _, members in groupby(ordered, key=lambda c: c.partition(":")[0]):
        same = list(members)
        first = called(same[0])
        names = [first, *(Name(c.partition(":")[2]) for c in same[1:])]
        groups.append((listed(names, LISTED), len(same) > 1))
    return groups


def in_place_of(before: Sequence[Change], after: Sequence[Change]) -> list[str]:
    """``CDATAMAXS 19,320 MB in place of 28,980 MB`` for each setting that differs."""
    found = []
    old = values_set(before)
    for change in after:
        if isinstance(change, SetSetting):
            value = old.get((change.component, change.setting))
            if value is None:
                found.append(
                    joined((SettingName(change.setting), " ", _stated(change, change.value)))
                )
            elif not same(value, change.value):
                found.append(
                    say(
                        "{setting} {value} in place of {value2}",
                        setting=SettingName(change.setting),
                        value=_stated(change, change.value),
                        value2=_stated(change, value),
                    )
                )
    return list(dict.fromkeys(found)) or ["other changes than alone"]


def _stated(change: SetSetting, value: Value) -> str:
    """A setting's value as a sentence has it: an amount with its unit, a word as it is typed."""
    if isinstance(value, (bool, str)):
        return Keyword(shown(value))
    spec = catalogue().spec(change.component.partition(":")[0], change.setting)
    amount = say("{value:,.0f}" if value == int(value) else "{value:,g}", value=value)
    unit = "" if spec is None else spec.unit
    return joined((amount, "\u00a0", unit)) if unit else amount
